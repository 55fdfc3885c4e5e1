"""What a sentence sets off: events one after the other, and the sentences that wait for them.

Decisions: what is set off comes when the sentence that set it off is done, in the order in which
its events happened; of several sentences for one event the first on the page comes first. Landing
on a thing and passing it come before ``Whenever``. Something *becomes* true where it did not hold
before the sentence and does after it, or where it holds still although the sentence that it set off
took away from what it asks about: with 6 Fish, what comes of 3 Fish comes twice. A sentence of
which a part cannot be played has no effect at all, and the answer says why; where it needs a choice
of a player who did not write the line, it waits for a person. A circle ends after
:data:`MOST_STEPS` sentences: then all of the line is held.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import repeat
from typing import Any

from rules.generic import owners as fields
from rules.generic.bearing import WIN, hold
from rules.generic.owners import GAME, PLAYERS, Context, Owner, State
from rules.generic.play import values
from rules.generic.play.changes import may_be_there, refuse_beyond
from rules.generic.play.effects import PlayedScene, first_choice
from rules.generic.play.plan import (
    FIRST_CYCLE,
    SentencePlan,
    Told,
    names_among,
    part_at,
    reads,
    span,
)
from rules.generic.play.scene import AnswerPart, Happened, Scene, one_of
from rules.generic.play.values import Onlooker, fitting, holds, next_turn, whose_turn
from rules.plain import tree
from wikibot.game.engine.steward_verbs import number_of
from wikibot.game.problems import Missing
from wikibot.game.secrets import is_sealed
from wikibot.game.state import hold_event, is_held, settle
from wikibot.sdk import DAY, Event, Held, Refused, Rulebook, day_start, fold, replace
from wikibot.wikitext.messages import later, retold, say

MOST_STEPS = 1000  # sentences that one line sets off: 40 players, each with a few
_MOST_EVENTS = 20_000  # that these lead to, where each player is meant by each
APPLIES = "a rule applies"  # an event: a sentence that waits for a person
_NAMED = 4  # sentences of a circle that are named
_LAST = 100  # of these
_Play = Callable[[PlayedScene], None]


class Circle(Held):
    """Sentences set each other off without end."""


class Chain:
    """Sentences that set off others, in one line or event.

    ``entered``: the state in which a new player had nothing yet, in place of none before.
    """

    def __init__(self, act: Context, plan: SentencePlan, entered: State | None = None) -> None:
        self.act, self.plan, self._entered = act, plan, entered
        self._queue: deque[tuple[Told, Happened]] = deque()
        self._steps: list[Told] = []
        self._events = 0
        self._kept: object = None  # the step after which what always stands was looked at
        self._hindered = False  # whether some of that could not be played
        self._said: dict[tuple[str, str], Sequence[AnswerPart]] = {}  # by a sentence, of a player

    def play(self, scene: PlayedScene, play: _Play) -> None:
        """Play a sentence, then all that it sets off."""
        self.run(scene, play)
        self.settle()

    def alone(self, scene: PlayedScene, play: _Play | None = None) -> None:
        """Play a sentence that no player set off, and what it sets off."""
        self._apart(scene, play or _perform)
        self.settle()

    def keep(self) -> None:
        """Play what always stands, where it does not."""
        self._kept = self.plan.at(self.act.state)
        self._queue += list(self._standing())
        self.settle()

    def settle(self) -> None:
        """Play all that was set off by now."""
        while self._queue:
            told, event = self._queue.popleft()
            self._steps.append(told)
            if len(self._steps) > MOST_STEPS or self._events > _MOST_EVENTS:
                last = list(dict.fromkeys(self._steps[-_LAST:]))[:_NAMED]
                named = "; ".join(f'"{each.text}"' for each in last)
                why = say("these sentences set each other off without end: {}", named)
                raise Circle(told.rule, why)
            before = self.act.state
            self._apart(_scene(self.act, self.plan, told, event), _perform)
            if event.kind == "becomes" and self._holds_still(told, before, event.player):
                self._queue.append((told, event))
        if self._kept is self.plan.at(self.act.state) and not self._hindered:
            self.plan.standing.due = {}

    def _holds_still(self, told: Told, before: State, name: str) -> bool:
        """Whether a condition holds though there is less now of what it asks about."""
        by_value = isinstance(told.means, tree.WheneverValue)
        asks = told.means.condition if by_value else told.means.event.where
        owner, after = fields.player(name) if name else GAME, self.act.state
        if after is before or (name and name not in after.players):
            return False
        found = reads(asks)
        read = found.own if name else found.own | found.others
        if not any(
            fields.count(after, owner, each) < fields.count(before, owner, each) for each in read
        ):
            return False
        return holds(Scene(self.act, self.plan, told, name), asks)

    def _apart(self, scene: PlayedScene, play: _Play) -> None:
        """Play a sentence that came by itself: what hinders it hinders nothing else."""
        before, told = self.act.state, scene.told
        try:
            if play is _perform:  # from its beginning
                hold(scene)
            self.run(scene, play)
        except Circle:
            raise
        except Refused as problem:
            self._hindered |= told.stands
            self.act.state = before
            self.act.say("{}: so nothing comes of the rule {}", problem.text.rstrip("."), told.rule)
        except Missing as missing:
            if missing.how or self.act.order is not None:
                raise  # its roll comes later, or is asked for
            self._put_aside(before, scene, missing.asks)
        except Held as held:
            self._put_aside(before, scene, held.why)

    def _put_aside(self, before: State, scene: Scene, why: str) -> None:
        told = scene.told
        self._hindered |= told.stands
        event = Event(self.act.now, APPLIES, f"{scene.doer}: {told.text}")
        self.act.state = before
        if told.stands and is_held(before, event):
            return  # it is looked at again and again
        self.act.state = hold_event(before, event, told.rule)
        self.act.say('a person must rule on "{}": {}', told.text, retold(why))

    def run(self, scene: PlayedScene, play: _Play) -> None:
        """Play one sentence; what it sets off comes to the queue."""
        before, what = self.act.state, (scene.told.text, scene.doer)
        self.plan.at(before)
        scene.said = self._said.get(what, ())
        play(scene)
        refuse_beyond(self.act, self.plan, before, acts=scene.acts)
        if self.act.state is before and scene.told.stands:
            scene.phrases.clear()  # it is looked at again and again
        scene.close()
        self._said[what] = scene.said
        self.happened(before, scene.events)

    def happened(self, before: State, events: Iterable[Happened]) -> None:
        """Queue what events set off, and what has come to hold since a state."""
        for event in events:
            self._events += 1
            self._queue += self._set_off(event)
        if self.act.state is not before:
            self._queue += list(self._become(before))

    def _set_off(self, event: Happened) -> Iterator[tuple[Told, Happened]]:
        if event.thing is not None and event.kind in ("moves", "passes"):
            things = self.plan.landings if event.kind == "moves" else self.plan.passings
            yield from ((told, event) for told in things.get(event.thing, ()))
        for told in self.plan.set_off(event.kind, event.what):
            if self._fits(told, one := _of_it(told, event)):
                times = one.many if told.means.event.each else 1
                if times > MOST_STEPS:
                    raise Held(told.rule, "it would happen {} times", times)
                one = replace(one, many=1) if times > 1 else one
                yield from repeat((told, one), max(times, 1))

    def _fits(self, told: Told, event: Happened) -> bool:
        wanted: tree.Happens = told.means.event
        if wanted.of and fold(wanted.of) not in event.of:
            return False
        if wanted.whom:
            others = {fold(each) for each in self.act.state.players} - {fold(event.player)}
            if len(others & {*event.of}) != 1:
                return False
        if wanted.rolled and event.rolled is None:
            return False
        if wanted.least > 1 and event.many < wanted.least:
            return False
        scene = _scene(self.act, self.plan, told, event)
        there = scene.it
        if wanted.thing and not (there and may_be_there(scene, wanted.thing, there)):
            return False
        return wanted.where is None or holds(scene, wanted.where)

    def _become(self, before: State) -> Iterator[tuple[Told, Happened]]:
        """Conditions that hold now and did not in a state before."""
        plan = self.plan
        plan.at(before)
        plan.becoming.due = {}
        self._kept = plan.at(self.act.state)
        yield from self._standing()
        for told, owners, _ in plan.becoming.asked():
            by_value = isinstance(told.means, tree.WheneverValue)
            if not by_value and told.means.event.kind == "begins":
                wanted, scene = told.means.event.thing, Scene(self.act, plan, told, then=before)
                present = Scene(self.act, plan, told)
                present.since = before
                now = fitting(present, wanted, owners)
                then = {*fitting(scene, wanted, owners)} if now else set()
                new = (each for each in now if each not in then)
                yield from ((told, Happened("begins", "", thing=each)) for each in new)
                continue
            asks = told.means.condition if by_value else told.means.event.where
            for name in ("",) if by_value else names_among(self.act.state.players, owners):
                if self._begins(told, asks, before, name):
                    yield told, Happened("becomes", name)

    def _standing(self) -> Iterator[tuple[Told, Happened]]:
        for told, owners, _ in self.plan.standing.asked():
            of = told.means.event.thing
            if not of or fitting(Scene(self.act, self.plan, told), of, owners):
                yield told, Happened("stands", "")

    def _begins(self, told: Told, condition: object, before: State, name: str) -> bool:
        then = before if not name or name in before.players else self._entered
        scene = Scene(self.act, self.plan, told, name)
        scene.since = then
        if not holds(scene, condition):
            return False
        return not (then and holds(Scene(self.act, self.plan, told, name, then=then), condition))


def _of_it(told: Told, event: Happened) -> Happened:
    """The event, with how much it was of what the sentence speaks of."""
    of = told.means.event.of if event.much else ""
    return replace(event, many=event.much.get(of, event.many)) if of else event


def _perform(scene: PlayedScene) -> None:
    scene.go_through(scene.told.means.effects)


def _scene(act: Context, plan: SentencePlan, told: Told, event: Happened) -> PlayedScene:
    asks = told.means.event if isinstance(told.means, tree.Whenever) else tree.Happens("")
    wanted: Any = asks.thing
    if wanted is not None and event.kind == "does":
        every = act.state.tables[wanted.table].things
        to = [Owner(wanted.table, each) for each in every if one_of(each) in event.to]
        event = replace(event, thing=to[0] if len(to) == 1 else None)
    scene = PlayedScene(act, plan, told, event.player, it=event.thing)
    scene.many = event.many or None
    if event.rolled and asks.rolled:
        scene.rolled, scene.shown, scene.faces = event.rolled
    scene.votes = event.of if event.kind == "proposal" else ()
    slot = getattr(wanted, "slot", None)
    if slot is not None and event.thing is not None:
        scene.slots[slot] = event.thing
    named = [each for each in act.state.players if fold(each) in event.of] if asks.whom else ()
    if len(named) == 1:
        scene.slots[asks.whom] = fields.player(named[0])
    return scene


# == What happens by itself: at the beginning or end of each day, week, phase, month or hour =======
#
# Decisions: times are UTC, and weeks begin on Monday. What ends ends before what begins at that
# instant; of several sentences for one instant the first on the page comes first. Each is played
# alone: what hinders one does not hinder the others.

NAME = "a time that rules name"
_INSTANT = timedelta(microseconds=1)


def _next(per: str, now: datetime, book: Rulebook) -> datetime | None:
    """When the next day, week, phase, month or hour begins."""
    found = span(per, now, book)
    return found[1] if found else None


def next_time(
    plan: SentencePlan, told: Told, state: State, now: datetime, book: Rulebook
) -> datetime | None:
    """When a sentence about a time is played next, after ``now``."""
    onlooker = Onlooker(state, book, now)
    if isinstance(told.means, tree.Cycle):
        return part_at(told.means, now)[2]
    if isinstance(told.means, tree.TakeTurns):
        stays = told.means.skipped or not values.passes_by_itself(plan, onlooker)
        return None if stays else _next("hour", now, book)
    if isinstance(told.means, tree.AlwaysDealt):
        return _next("hour", now, book) if without_one(state, told.means.deal) else None
    if isinstance(told.means, tree.SecretChoice):
        if told.means.waits:
            return None
        who = choosing(state, told, plan, onlooker)
        if who and all(who.values()):
            return now + _INSTANT
        since = choosing_since(state, told) if told.means.hours else None
        return max(since + timedelta(hours=told.means.hours), now + _INSTANT) if since else None
    if isinstance(told.means, tree.TurnLasts):
        ends = values.turn_ends(state)
        until = max(ends, now + _INSTANT) if ends else _next("hour", now, book)
        return until if whose_turn(state) else None
    node: tree.AtTime = told.means
    if node.unit != "day" and node.minute is None and node.every == 1:
        return _next(node.unit, now, book)
    minutes = timedelta(minutes=node.minute or 0)
    time = day_start(now) + minutes
    while time <= now or not _is_day(node, time - minutes):
        time += DAY
    return time


def _is_day(node: tree.AtTime, midnight: datetime) -> bool:
    if node.every > 1:
        days = (midnight - FIRST_CYCLE).days - node.end
        weekly = node.unit == "week" or node.weekday is not None
        if (days // 7 if weekly else days) % node.every:
            return False
    if node.unit != "day":
        first = midnight + DAY if node.end and node.minute is not None else midnight
        return first.day == 1 if node.unit == "month" else first.weekday() == 0
    day = midnight - DAY if node.end and node.minute is None else midnight
    return node.weekday is None or day.weekday() == node.weekday


def next_due(plan: SentencePlan, state: State, book: Rulebook) -> datetime | None:
    """When anything happens by itself next."""
    now = state.now
    times = (next_time(plan, told, state, now, book) for told in plan.at_times)
    return min((time for time in times if time is not None), default=None)


def pass_time(act: Context, plan: SentencePlan) -> None:
    """Let everything happen that is due at this very instant."""
    before = act.now - _INSTANT
    times = ((e, next_time(plan, e, act.state, before, act.book)) for e in plan.at_times)
    due = [told for told, time in times if time == act.now]
    for told in sorted(due, key=lambda each: not getattr(each.means, "end", False)):
        chain = Chain(act, plan)
        of_turn = isinstance(told.means, tree.TurnLasts)
        doer = whose_turn(act.state) if of_turn else ""
        chain.alone(PlayedScene(act, plan, _now(told, act.state, act.now), doer))


def _now(told: Told, state: State, now: datetime) -> Told:
    """A sentence about a time as what happens at it; of a cycle, that the value is what is due."""
    means: Any = told.means
    happens: Any = None
    if isinstance(means, tree.Cycle):
        happens = tree.Put(tree.Place(None, means.value), tree.Text(part_at(means, now)[0]))
    elif isinstance(means, tree.TakeTurns):
        happens = tree.PassTurn()
    elif isinstance(means, tree.SecretChoice):
        happens = tree.RevealChoices(means.field)
    elif isinstance(means, tree.AlwaysDealt):
        happens = means.deal
    elif isinstance(means, tree.TurnLasts) and values.turn_ends(state) is None:
        happens = tree.Put(tree.Place(None, tree.TURN_ENDS), tree.Text(values.until_of(means, now)))
    return replace(told, means=tree.AtTime("hour", (happens,))) if happens else told


def without_one(state: State, deal: tree.Dealt) -> bool:
    """Whether a player has nothing yet where something is dealt."""
    about = fields.find_field(state, PLAYERS, deal.field)
    return about is not None and any(
        not fields.value(state, fields.player(each), about) for each in state.players
    )


def deal(act: Context, plan: SentencePlan) -> None:
    """Give what everybody is dealt to those who have none."""
    for told in plan.dealt:
        if without_one(act.state, told.means.deal):
            Chain(act, plan).alone(PlayedScene(act, plan, _now(told, act.state, act.now)))


def choosing_since(state: State, told: Told) -> datetime | None:
    """When the first of the secret choices was made that are not yet revealed."""
    first = first_choice(told.means.field)
    return next((each.time for each in state.uses if each.what == first), None)


def choosing(state: State, told: Told, plan: SentencePlan, onlooker: Any) -> Mapping[str, bool]:
    """Who is to choose in secret, and whether they have."""
    about, where = fields.find_field(state, PLAYERS, told.means.field), told.means.where
    scenes = [Scene(onlooker, plan, told, name) for name in state.players if about is not None]
    who = (each.doer for each in scenes if where is None or holds(each, where))
    return {
        name: is_sealed(fields.value(state, fields.player(name), about)) for name in who if about
    }


# == What a new player begins with, and when a player has won ======================================
#
# Decisions: what a player begins with is set, not moved to: nothing is landed on, and a limit
# cuts it. Others that have to happen whenever a player joins come after it. The game goes on
# after a player has won, as no sentence ends it. Of several who come first in the same action
# none wins: a person says which of them does, until when nobody else is the first.

FIRST = "several are first"  # an event: a sentence that waits for a person to name the winner


def begin(act: Context, plan: SentencePlan, name: str, before: State) -> None:
    """Give a new player what the page says that one begins with. ``before``: they came."""
    entered = act.state
    for told in plan.beginnings:
        scene = PlayedScene(act, plan, told, name)
        hold(scene)
        scene.perform(told.means.effects)
        scene.close()
    chain = Chain(act, plan, entered)
    chain.happened(before, [Happened("joins", name)])
    chain.settle()


def pass_on_turn(act: Context, plan: SentencePlan) -> None:
    """Let the turn of a player who leaves pass to the next one."""
    for told in plan.turns:
        scene = PlayedScene(act, plan, _now(told, act.state, act.now))
        if whose_turn(act.state) == act.player != next_turn(scene)[0] and not told.means.skipped:
            Chain(act, plan).alone(scene)


def declare_winners(act: Context, plan: SentencePlan) -> None:
    """Let everybody win of whom a sentence about winning holds now."""
    watch, won = plan.winnings, act.state.winners
    unread = next(iter(plan.bearing.get(WIN, ())), None)
    is_over = won and not (unread and won == act.before.winners)
    for each in act.state.pending if is_over else ():
        if isinstance(each.what, Event) and each.what.name == FIRST:
            act.state = settle(act.state, each)
            watch.forget()  # others may win as well
    plan.at(act.state)
    for told, owners, unmet in watch.asked():
        first = told.means.first
        waits = first or unread
        if (first and won) or (waits and is_held(act.state, Event(act.now, FIRST, told.text))):
            continue
        parts, found = tree.parts_of_both(told.means.where), list[PlayedScene]()
        for name in names_among(act.state.players, None if first else owners):
            if name not in won:
                scene = PlayedScene(act, plan, told, name)
                failed = next((n for n, part in enumerate(parts) if not holds(scene, part)), None)
                if failed is None:
                    found.append(scene)
                else:
                    unmet[fields.player(name)] = failed
        if found and (unread or (first and len(found) > 1)):
            act.state = hold_event(act.state, Event(act.now, FIRST, told.text), told.rule)
            number = number_of(act.state, act.state.pending[-1].id)
            tied, who = ", ".join(each.doer for each in found), found[0].doer
            asks = later("{} are first at once: a person says who wins, `ruling {}: {} wins`")
            if unread:
                asks = later(
                    '{} would win; a person says so, `ruling {}: {} wins`: "{}" is for people'
                )
            found[0].say(asks, tied, number, who, unread.sentence.text if unread else "")
            found[0].close()
            continue
        for scene in found:
            scene.win(scene.doer)
            scene.close()
    plan.at(act.state)
    watch.due = {}
