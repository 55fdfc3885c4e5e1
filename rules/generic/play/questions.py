"""What others are asked: choices of players who did not write the line, and offers to accept.

A sentence goes on for a player who has to choose, or to accept, when that player answers. Until
then an :class:`~rules.generic.owners.OpenQuestion` stands on the page, with a line of that player
that waits (``answer Q1``), so that it is asked for, answered and told of like any other.

Decisions: what stands before the choice in the words has happened; of one player all that stands
behind it waits, of several each goes on alone, and what stands behind them all does not wait. A
player who has just one possibility is not asked. At the deadline a sentence goes on as it says, by
itself at random, or not at all; an offer is declined by then. What is accepted has to be possible
at that time; where it is not, the offer stays.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from rules.common.proceedings import next_id
from rules.common.sections import is_over
from rules.generic.compiled import plan_of
from rules.generic.owners import Context, OpenQuestion, Owner, State
from rules.generic.play.actions import check_part
from rules.generic.play.effects import PlayedScene
from rules.generic.play.plan import SentencePlan, parts_of, span
from rules.generic.play.triggers import Chain, choosing, choosing_since
from rules.generic.play.values import Onlooker
from rules.plain import tree
from wikibot.game.actions import ActionId, unlisted
from wikibot.game.problems import Refused, Unclear
from wikibot.game.state import Kind, Pending
from wikibot.sdk import Rulebook, Shape, Verb, format_time, integer, replace
from wikibot.wikitext.messages import retold, say

ANSWER, ACCEPT, DECLINE, WITHDRAW = "answer", "accept", "decline", "withdraw"
_YES_NO = (ACCEPT, DECLINE)
CHOOSE = "choose"  # what waits of who has to choose in secret


# -- asking ----------------------------------------------------------------------------------------


def ask(scene: PlayedScene, player: str, asks: str, place: tuple[int, int], node: Any) -> None:
    """Leave a question to a player, by which the sentence goes on at a place of it."""
    state, offers, later = scene.state, isinstance(node, tree.Offer), isinstance(node, tree.Later)
    hours = node.hours if offers or later else scene.hours
    now, unit = scene.act.now, node.unit if offers else ""
    ends = span(unit, now, scene.act.book)
    until = now + timedelta(hours=hours) if hours else ends and ends[1]
    id_ = next_id("Q", state.questions)
    alike = [each for each in scene.plan.sentences if each.text == scene.told.text]
    at = f"{alike.index(scene.told)}.{place[0]}.{place[1]}"
    given, proposer = _given(scene, later), scene.doer if offers else ""
    question = OpenQuestion(id_, player, asks, scene.told.text, at, given, proposer, until)
    if later:
        scene.state = replace(state, questions=(*state.questions, question))
        scene.say("the rest follows at {}", format_time(until))
        return
    state = _waiting(state, scene.act.now, player, f"{ANSWER} {id_}", asks, until)
    scene.state = replace(state, questions=(*state.questions, question))
    by = f" {say('until {}', format_time(until))}" if until else ""
    scene.say("{} is asked ({}){}: {}", player, id_, by, retold(asks))


def _waiting(
    state: State, now: datetime, player: str, what: str, asks: str, until: datetime | None
) -> State:
    """The state in which a line of a player waits that nobody wrote."""
    seconds = int(now.timestamp())
    same = sum((each.id.page, each.id.revision) == (0, seconds) for each in state.pending)
    waits = Pending(ActionId(0, seconds, same), player, Kind.ACTION, what, asks, now, until)
    return replace(state, pending=(*state.pending, waits))


def ask_for_choices(act: Context, plan: SentencePlan) -> None:
    """Have a line wait of everybody who has still to choose in secret, and of nobody else.

    That is so from the first choice on, until all are revealed. It tells of nobody's choice.
    """
    if not (plan.choices or act.state.pending):
        return
    due: dict[tuple[str, str], datetime | None] = {}
    for told in plan.choices:
        if since := choosing_since(act.state, told):
            hours = timedelta(hours=told.means.hours)
            who = choosing(act.state, told, plan, Onlooker(act.state, act.book, act.now))
            asks = say("{}, in secret", told.means.field)
            due |= {(name, asks): since + hours if hours else None for name in who if not who[name]}
    asked = [e for e in act.state.pending if (e.id.page, e.what) == (0, CHOOSE)]
    stays = {(each.player, each.asks) for each in asked} & due.keys()
    if over := [each for each in asked if (each.player, each.asks) not in stays]:
        kept = tuple(each for each in act.state.pending if each not in over)
        act.state = replace(act.state, pending=kept)
    for (name, asks), until in due.items():
        if (name, asks) not in stays:
            act.state = _waiting(act.state, act.now, name, CHOOSE, asks, until)


def _given(scene: PlayedScene, later: bool) -> str:
    """What the sentence stands for so far. ``later``: it goes on by itself."""
    slots = {
        str(slot): [held.table, held.name] if isinstance(held, Owner) else held
        for slot, held in scene.slots.items()
    }
    found: dict[str, Any] = {"by": scene.doer, "them": scene.them, "slots": slots}
    found["it"] = [scene.it.table, scene.it.name] if scene.it else None
    found |= {"many": scene.many, "rolled": scene.rolled, "shown": scene.shown}
    found |= {"faces": list(scene.faces), "tied": scene.tied, "random": scene.then_at_random}
    found |= {"late": bool(_late(scene.told.means)), "later": later}
    return json.dumps({key: held for key, held in found.items() if held}, sort_keys=True)


def _late(means: Any) -> tuple[Any, ...]:
    """What becomes of those who do not choose in time."""
    whole = (*getattr(means, "effects", ()), None)[0]
    return whole.late if isinstance(whole, tree.Within) else ()


# -- answering -------------------------------------------------------------------------------------


def _scene(
    act: Context, plan: SentencePlan, question: OpenQuestion
) -> tuple[PlayedScene, int, int]:
    """The sentence as it was when it was asked, and where it goes on."""
    nth, block, start = map(integer, question.place.split("."))
    alike = [each for each in plan.sentences if each.text == question.sentence]
    given = json.loads(question.given)
    told = alike[nth]
    it = given.get("it")
    scene = PlayedScene(act, plan, told, given.get("by", ""), Owner(*it) if it else None)
    scene.them = given.get("them", "")
    scene.slots = {
        integer(slot): Owner(*held) if isinstance(held, list) else held
        for slot, held in given.get("slots", {}).items()
    }
    scene.many, scene.rolled = given.get("many"), given.get("rolled")
    scene.shown = given.get("shown", 0)
    scene.faces, scene.tied = tuple(given.get("faces", ())), given.get("tied", False)
    parts_of(told.means)[block]  # it is there
    return scene, block, start


def go_on(
    act: Context, plan: SentencePlan, question: OpenQuestion, *, accepts: bool = True,
    random: bool = False, late: bool = False
) -> None:  # fmt: skip
    """Let the sentence of a question go on, and all that it sets off."""
    act.state = without(act.state, question)
    try:
        scene, block, start = _scene(act, plan, question)
    except (LookupError, ValueError, TypeError, AttributeError):
        act.say('the page does not say "{}" any more', question.sentence)
        return
    scene.at_random = random
    scene.them = question.player if late else scene.them
    every = parts_of(scene.told.means)
    effects = _all_behind(every, every[block])

    def play(scene: PlayedScene) -> None:
        node = effects[start] if start < len(effects) else None
        if late:
            scene.go_through(_late(scene.told.means))
        elif isinstance(node, tree.Later):
            scene.go_through(node.effects)
        elif isinstance(node, tree.Offer):
            scene.acts = accepts and act.order is not None
            for part in scene.told.parts if accepts and (block, start) == (0, 0) else ():
                check_part(scene, part)  # nothing has happened to them by the sentence
            if accepts and not scene.them:
                inner = next(n for n, each in enumerate(every) if each is node.effects)
                scene.go_through((*node.effects, *effects[start + 1 :]), inner)
            else:
                scene.perform(node.effects if accepts else node.otherwise)
                scene.go_through(effects, block, start + 1) if not scene.them else None
        else:
            scene.go_through(effects, block, start)

    chain = Chain(act, plan)
    chain.play(scene, play) if act.order else chain.alone(scene, play)


def _all_behind(every: Sequence[tuple[Any, ...]], effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """Effects, and those behind the offer whose acceptance lets them happen."""
    for each in every:
        for at, node in enumerate(each):
            if isinstance(node, tree.Offer) and node.effects is effects:
                return (*effects, *_all_behind(every, each)[at + 1 :])
    return effects


def without(state: State, question: OpenQuestion) -> State:
    """The state in which a question does not wait any longer."""
    order = f"{ANSWER} {question.id}"
    kept = (
        each for each in state.pending
        if each.player != question.player or not str(each.what).startswith(order)
        or each.kind is not Kind.ACTION or str(each.what)[len(order) : len(order) + 1].isdigit()
    )  # fmt: skip
    questions = tuple(each for each in state.questions if each.id != question.id)
    return replace(state, questions=questions, pending=tuple(kept))


# -- time ------------------------------------------------------------------------------------------


class OpenQuestions:
    """Questions and offers come to their end."""

    fields = ("questions", "relations")

    def ends(self, state: State, _book: Rulebook) -> datetime | None:
        ends = [each.until for each in state.questions]
        ends += [each.until for each in state.relations]
        return min(filter(None, ends), default=None)

    def pass_time(self, act: Context) -> None:
        over = [e for e in act.state.relations if e.until and is_over(e.until, act.now)]
        kept = tuple(each for each in act.state.relations if each not in over)
        act.state = replace(act.state, relations=kept)
        for bond in over:
            act.say("the {} of {} and {} ends", bond.what, bond.player, bond.to)
        for each in act.state.questions:
            if each.until is None or not is_over(each.until, act.now):
                continue
            plan, random = plan_of(act.state, act.book), '"random"' in each.given
            if _is_later(each):
                go_on(act, plan, each)
            elif each.proposer:
                act.say("{}: {} does not accept in time", each.id, each.player)
                go_on(act, plan, each, accepts=False)
            elif each.player in act.state.players and (random or '"late"' in each.given):
                go_on(act, plan, each, random=random, late=not random)
            else:
                act.state = without(act.state, each)
                act.say(
                    "{}: {} does not choose in time, and nothing comes of it", each.id, each.player
                )


def _is_later(question: OpenQuestion) -> bool:
    """Whether nobody is asked: the sentence goes on by itself at that time."""
    return '"later"' in question.given


# -- verbs -----------------------------------------------------------------------------------------


def _offers(act: Context, role: str) -> list[OpenQuestion]:
    every = (each for each in act.state.questions if each.proposer)
    return [each for each in every if getattr(each, role) == act.player]


def _named(act: Context, role: str) -> OpenQuestion | None:
    """The offer that a line means: by its number, by whose it is, or the only one."""
    mine = _offers(act, role)
    words = act.subject.strip(" .!").casefold().removesuffix("'s offer").split()
    for each in mine:
        other = each.proposer if role == "player" else each.player
        if words and (each.id.casefold() in words or other.casefold() == words[-1]):
            return each
    the_one = words in ([], ["it"], ["that"], ["the", "offer"], ["offer"], ["this"])
    return mine[0] if len(mine) == 1 and the_one else None


def _asked(act: Context) -> tuple[str, str]:
    """Which question a line answers, and with what: ``answer Q1: Jack``."""
    id_, _, said = act.subject.strip(" .!").replace(":", " ", 1).partition(" ")
    return id_.upper(), said.strip()


def _answer(act: Context) -> None:
    id_, said = _asked(act)
    found = next((each for each in act.state.questions if each.id == id_), None)
    if found is None or found.player != act.player or _is_later(found):
        raise Refused("nobody asks you {!r}", act.subject)
    if said:
        act.answer_first(said)
    if found.proposer:
        settle(act, found, act.choose(found.asks, _YES_NO) == ACCEPT)
    else:
        go_on(act, plan_of(act.state, act.book), found)


def _withdraw(act: Context) -> None:
    found = _named(act, "proposer")
    if found is None:
        forms = [f"`{WITHDRAW} {e.id}`" for e in _offers(act, "proposer")]
        raise Unclear("it is not plain which offer of yours", nearest=forms)
    act.state = without(act.state, found)
    act.say("{} is taken back", found.id)


VERBS = (
    Verb(ANSWER, "answer Q1", "answer Q1", "answers what you are asked", _answer, Shape.TEXT,
         available=unlisted, means=lambda act: _asked(act)[:1]),
    Verb(WITHDRAW, "withdraw Q1", "withdraw Q1", "takes an offer of yours back", _withdraw,
         Shape.TEXT, available=lambda act: bool(_offers(act, "proposer"))),
)  # fmt: skip


def settle(act: Context, question: OpenQuestion, accepts: bool) -> None:
    """An offer is accepted, or declined."""
    if accepts and question.proposer not in act.state.players:
        raise Refused("{} is not a player", question.proposer)
    act.say("{} is accepted" if accepts else "{} is declined", question.id)
    go_on(act, plan_of(act.state, act.book), question, accepts=accepts)


def answering(verb: Verb) -> Verb:
    """A verb of trades; ``accept`` and ``decline`` answer other offers as well."""
    if verb.name not in _YES_NO:
        return verb

    def play(act: Context) -> None:
        found, said = _named(act, "player"), act.subject.strip(" .!").upper()
        if found is not None:
            settle(act, found, verb.name == ACCEPT)
        elif said[:1] == "Q" and said[1:].isdecimal():
            raise Refused("{} does not wait for you: it is answered, or its time is over", said)
        else:
            verb.play(act)

    def available(act: Context) -> bool:
        before = verb.available
        return bool(_offers(act, "player") or (before is not None and before(act)))

    return replace(verb, play=play, available=available)


PlayedScene.ask_other = staticmethod(ask)
