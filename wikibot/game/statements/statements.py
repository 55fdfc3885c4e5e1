"""A game's statements, as they follow from its schema; the JSON of a state that every game has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property, partial
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game import names
from wikibot.game.names import counted
from wikibot.game.page.cells import Vocabulary
from wikibot.game.page.gamestate import FORMER, JUDGE, SECTION, STARTED, kept_tables
from wikibot.game.page.schema import Labelled, Members, Schema, Sentence
from wikibot.game.page.sheet import kept
from wikibot.game.state import (
    Change,
    Player,
    S,
    State,
    Statement,
    Step,
    gain,
    now_of,
    with_player,
    without_player,
)
from wikibot.game.statements.speech import SLOT, Form, Known, Speech, Tally
from wikibot.game.statements.subjects import PartStatements, Subject, said_of
from wikibot.wikitext.dialect import grouped
from wikibot.wikitext.messages import ENGLISH, current, later, say
from wikibot.wikitext.numerals import format_time
from wikibot.wikitext.regex import regex

_SINCE = (
    Sentence(
        "it is not known when the game started",
        {"started": None},
        "(?:it is not known|nobody knows) when the game started",
    ),
    Sentence("the game started at {started:time}"),
)
_GAME = (
    Sentence("[the ]phase is {phase:number}"),
    *_SINCE,
    Sentence("the judge is {judge:text=Alice}"),
    Sentence("there is no judge", {"judge": None}),
)
_GAME_MEMBERS = (
    Members(
        "removal",
        Sentence("{removal:text} assents to removing the judge"),
        Sentence("{removal:text} does not assent to removing the judge"),
    ),
    Members("winners", Sentence("{winners:text} wins"), Sentence("{winners:text} has not won")),
)
_PLAYER = (
    Sentence("{player} has been a player from the start", {"joined": None}),
    Sentence("{player} has been a player since {joined:time}"),
    Sentence("{player} has the account of that name", {"account": ""}),
    Sentence("{player=Bob} has the account {account:text=Bobby}"),
)
GAINS, LOSES = "{player} gains {number} {item}", "{player} loses {number} {item}"
_COUNTED = "(?:{number} |an? )?{item}"
_HAS, _HAS_NO = "{player} has {number} {item}", "{player} has no {item}"
LEAVES, _LAST, JOINS = ("{player} leaves", "{player} comes last in the table", "{name:text} joins")


class Statements(Generic[S]):
    """What can be said about the states of a game."""

    def __init__(self, schema: Schema, *more: PartStatements) -> None:
        self.schema = schema
        labels = (*schema.values, STARTED, JUDGE)
        self.game: Subject = Subject(
            "the game", "", lambda state, _: state, lambda _, thing: thing,
            tuple(Labelled(each.field, each.labels[0], each.codec) for each in labels),
            (*schema.sentences, *_GAME), (*schema.members, *_GAME_MEMBERS), schema.entries,
        )  # fmt: skip
        who = schema.players
        self.player: Subject = Subject(
            "{player}", "player", lambda state, key: state.players[key], with_player,
            who.labelled, (*who.sentences, *_PLAYER), who.members, who.entries,
        )  # fmt: skip
        listings = (FORMER, *kept_tables(schema.offers), *schema.listings)
        self.tables: tuple[PartStatements, ...] = (
            *(said_of(each) for each in listings if each.noun),
            *more,
        )

    @cached_property
    def speech(self) -> Speech[S]:
        """All forms of statements, those in specific words first."""
        subjects: tuple[Subject | PartStatements, ...] = (self.player, self.game, *self.tables)
        own = (form for each in subjects for form in each.sentence_forms)
        labels = (form for each in subjects for form in each.label_forms)
        return Speech((*own, *self._common, *labels, *self.owned), self._known)

    def correct(self, state: S, statement: str) -> S:
        """Make one statement true. Raises ``ValueError`` that says what it does not understand."""
        return self.speech.correct(state, statement)

    def differences(self, before: S, after: S) -> tuple[str, ...]:
        """What changed, as statements that lead from ``before`` to ``after`` in their order."""
        tally = Tally(self.speech, before)
        self.tell(tally, after)
        return tally.said

    def steps(self, before: S, after: S) -> tuple[Step, ...]:
        """What changed of the game itself, as values; not what is only kept on record of it."""
        tally = Steps(self.speech, before)
        self.tell(tally, after)
        return self.shown(tally.steps)

    def shown(self, steps: Iterable[Step]) -> tuple[Step, ...]:
        """Those steps that are not about the records, nor about the order of a table."""
        told = ((each, now_of(each)) for each in steps)
        silent = self._silent
        return tuple(
            each for each, now in told if silent.isdisjoint((now.form, now.values.get("label")))
        )

    @cached_property
    def _silent(self) -> frozenset[str]:
        """The forms of such statements, and the labels of fields on record."""
        own = (each for each in self.schema.listings if each.spec.section == SECTION)
        listings = (FORMER, *kept_tables(self.schema.offers), *own)
        tables = [said_of(each) for each in listings if each.noun]
        forms = [form.name for each in tables for form in (*each.sentence_forms, *each.label_forms)]
        forms += [form for form in self.speech.forms if " comes last in " in form]
        forms += [each.spoken for each in (*_SINCE, *_PLAYER)]
        columns = self.schema.players.records.columns
        return frozenset(forms) | {each.headers[0] for each in columns} | {STARTED.labels[0]}

    def tell(self, tally: Tally[S], after: S) -> None:
        """Say what changed, and make it so."""
        before = tally.state
        for name in [name for name in before.players if name not in after.players]:
            tally.add(LEAVES, player=name)
        for name in [name for name in after.players if name not in before.players]:
            tally.add(JOINS, name=name)
        for name, player in after.players.items():
            if tally.state.players[name] is not player:
                self.tell_player(tally, name, player)
        stay = kept(list(tally.state.players), list(after.players))
        for name in list(after.players)[len(stay) :]:
            tally.add(_LAST, player=name)
        self.game.tell(tally, None, tally.state, after)
        for table in self.tables:
            table.tell(tally, after)

    def tell_player(self, tally: Tally[S], name: str, player: Any) -> None:
        """Say how a player changed, and make it so."""
        for each in item_changes(tally.state.players[name], player):
            tally.add(each.now.form, **each.now.values)
        self.player.tell(tally, name, tally.state.players[name], player)

    def gain(self, state: S, player: str, item: str, number: int = 1) -> S:
        """Give a player so many of something; a game may keep them elsewhere than in a list."""
        return gain(state, player, item, number)

    def say(self, state: S, statement: Statement) -> str:
        """A statement in words, as they are understood in this state."""
        return self.speech.say(state, statement.form, statement.values)

    def _known(self, state: S) -> Known:
        owned = (item for player in state.players.values() for item in player.items)
        own = self.schema.names(state)
        items = own["item"].extended(owned) if "item" in own else Vocabulary(owned, plurals=True)
        return {**own, "player": Vocabulary(state.players), "item": items}

    @property
    def _common(self) -> Iterator[Form[Any]]:
        """Statements about players and what they own; what is no longer spoken is understood."""

        def join(state: State, name: str) -> State:
            if name in state.players:
                raise ValueError(f"{name!r} is a player already")
            return with_player(state, self.schema.players.make(name=name))

        def lose(state: S, player: str, item: str, number: int = 1) -> S:
            return self.gain(state, player, item, -number)

        yield Form("no effect", lambda state: state, "no effect", "no effect|nothing changes")
        yield Form(GAINS, self.gain, "Alice gains 2 Fish", f"{{player}} gains {_COUNTED}")
        yield Form(LOSES, lose, "Bob loses 1 Crystal", f"{{player}} loses {_COUNTED}")
        yield Form(JOINS, join, "Carol joins")
        yield Form(LEAVES, without_player, "Dave leaves")
        yield Form(_LAST, _put_last, "Dave comes last in the table")
        votes = "{name:text} votes {vote:text} on proposal {id:text}"
        yield Form(votes, _vote, "Bob votes for on proposal 7")
        unvoted = "{name:text} has no vote on proposal {id:text}"
        yield Form(unvoted, _vote, "Bob has no vote on proposal 7")

    @property
    def owned(self) -> Iterator[Form[Any]]:
        """What a player has, absolutely: understood, and said as the difference that it makes."""

        def put(state: S, player: str, item: str, number: int = 1) -> S:
            known = self._known(state)["item"]
            name = known.find(item)
            if name is None:
                near = ", ".join(names.suggestions(item, known.names))
                why = say("{!r} is not something that players have", item)
                raise ValueError(f"{why}{near and say('; nearest: {}', near)}")
            return gain(state, player, name, number - state.players[player].count(name))

        yield Form(_HAS, put, "Alice has 2 Fish", "{player} has (?:{number}|an?) {item}")
        yield Form(_HAS_NO, partial(put, number=0), "Alice has no Fish")


def item_changes(before: Any, after: Any) -> Iterator[Change]:
    """What a player gained and lost; the statement of before takes it back."""
    for item in dict.fromkeys((*before.items, *after.items)):
        more = after.count(item) - before.count(item)
        if more:
            values = {"player": after.name, "item": item, "number": abs(more)}
            now, back = (GAINS, LOSES) if more > 0 else (LOSES, GAINS)
            yield Change(Statement(now, values), Statement(back, values))


def member_changes(player: str, about: Members, before: Any, after: Any) -> Iterator[Change]:
    """Members of a player's field that are new or gone, however often each is there."""
    held, wanted = (Counter(getattr(each, about.field)) for each in (before, after))
    for form, back, more in (
        (about.drop, about.add, held - wanted),
        (about.add, about.drop, wanted - held),
    ):
        for each in more.elements():
            values = {"player": player, about.field: str(each)}
            yield Change(Statement(form.spoken, values), Statement(back.spoken, values))


def _put_last(state: State, player: str) -> State:
    others = {name: each for name, each in state.players.items() if name != player}
    return replace(state, players={**others, player: state.players[player]})


def _vote(state: State, id: str, name: str, vote: str = "") -> State:  # noqa: A002
    if id not in (each.id for each in state.proposals):
        raise ValueError(f"there is no proposal {id!r}")
    vote_of: Mapping[str, str] = {name: vote} if vote else {}
    changed = (
        replace(each, votes={**{n: v for n, v in each.votes.items() if n != name}, **vote_of})
        if each.id == id
        else each
        for each in state.proposals
    )
    return replace(state, proposals=tuple(changed))


# == What happened in few words, for readers who glance: ``Alice 0 → 7, +2 Crystals; Bob joins`` ===
#
# What players are called and all other words of theirs go through the caller's hands, which makes
# them fit for the place where they are to stand. In another language a statement is told in the
# words that its catalogue has for it; those that it has none for are only counted.

_RETOLD = tuple(map(later, (
    "{} joins", "{} leaves", "{} wins", "{} has not won", "{} has no {}", "{} has {} {}",
    "{} has {}: {}", "the {} of {} is {}", "the {} of {} in {} is {}", "{} is {}", "{} is on {} {}",
    "{} is added to {}", "{} is removed from {}", "the game has {}: {}", "the game has no {}",
    "the game has {} {}", "the {} of the game is {}", "phase is {}", "the judge is {}",
    "there is no judge", "{} assents to removing the judge",
    "{} does not assent to removing the judge", "{} votes {} on proposal {}",
    "{} has no vote on proposal {}", "proposal {} is {}", "there is no proposal {}",
    "{} has the effect {}", "{} has no longer the effect {}", "there is no wheel rotation",
    "wheel rotation is {}", "it is party time", "it is not party time", "space {} is {}",
    "space {} is {} as {}", "{} leads nowhere", "{} leads to {}", "there is no space {}",
    "space {} has {}: {}", "space {} has no {}", "space {} has {} {}", "the {} of space {} is {}",
    "the beam hit space {} in phase {}", "{} is banished since {} for {} hours",
    "{} is not banished", "the banishment of {} lasts {} hours", "{} has experience {} in {}",
    "the season is {}", "the gains are boosted", "the gains are not boosted", "the cycle is lost",
    "the Community Storehouse owns {} {}", "the Obelisk owns {} {}", "the Obelisk is {} km away",
    "the Obelisk has {} cuts", "the Obelisk has become {}", "gathering {} is on record",
    "there is no gathering {}", "landmark {} is on record", "{} has {} poents",
    "{} has {} Victory Poents", "{} has {} poents in the bank", "{} has the Numbers {}",
    "{} has the Immutable Numbers {}", "{} has to ping {}", "{} no longer has to ping {}",
    "the highest space is {}", "the Cop Car has health {}", "it is the turn of {} since {}",
    "it is no player's turn", "town {} has no leader", "town {} is led by {}",
    "the treasury of town {} holds {}", "{} is a member of town {}", "{} is no member of town {}",
    "{} applies to town {}", "{} does not apply to town {}", "there is no town {}",
    "space {} has the feature {}", "space {} has no longer the feature {}",
)))  # fmt: skip
_SIGNS = {GAINS: "+", LOSES: "−"}
# Between what something is called and its value, and needless where both values are shown:
_JOINTS = regex(r"\b(?:the|of|is|are|on|in|at|has)\b|[:,]")
Show = Callable[[str], str]


class InShort(Struct, frozen=True):
    """Puts steps into few words. ``players``: their names in order.

    ``word`` shows any text that is not the program's.
    """

    players: Sequence[str]
    word: Show

    def entries(self, steps: Iterable[Step]) -> list[tuple[str, ...]]:
        """An entry for each player of whom there is something to say, then one for each other step.

        An entry is a list of what is said; the first part begins with the player's name.
        """
        of_player: dict[str, list[str]] = {each: [] for each in self.players}
        others: list[tuple[str, ...]] = []
        more = 0
        for step in sorted(steps, key=lambda each: now_of(each).form in _SIGNS):
            who, said = self._of(step)
            if not said:
                more += 1
            elif who in of_player:
                of_player[who].append(said)
            else:
                others.append((said,))
        if more:
            others.append((say("and {} more", more),))
        told = ((who, said) for who, said in of_player.items() if said)
        return [*((f"{self.word(who)} {said[0]}", *said[1:]) for who, said in told), *others]

    def _of(self, step: Step) -> tuple[str, str]:
        """Whose it is ("": the game's), and what is said of it."""
        now = now_of(step)
        if now.form in _SIGNS:
            count = counted(now.values["number"], self.word(now.values["item"]), plural=None)
            return now.values["player"], _SIGNS[now.form] + count
        if now.form == JOINS:
            return now.values["name"], say("{} joins", "").strip()
        slot, values = self._shown(step)
        said = self._in_other_words(now.form, values, slot)
        if said is None:
            said = self._filled(now.form, values, slot)
        return now.values.get("player", ""), " ".join(said.split())

    def _shown(self, step: Step) -> tuple[str, Mapping[str, str]]:
        """The values of a statement as they are shown; its player stands before it.

        ``old → new``, and its slot, where the same was said before but for one value.
        """
        now = now_of(step)
        shown = {slot: self._value(value) for slot, value in now.values.items()}
        changed = ""
        if isinstance(step, Change) and step.before.form == now.form:
            was = step.before.values
            differing = [slot for slot in shown if now.values[slot] != was.get(slot)]
            if len(differing) == 1:
                (changed,) = differing
                shown[changed] = f"{self._value(was[changed])} → {shown[changed]}"
        return changed, {**shown, "player": ""} if "player" in shown else shown

    def _filled(self, form: str, values: Mapping[str, str], changed: str) -> str:
        """A form with its values; without words that only join before what shows both of it."""
        said, at, before = "", 0, bool(changed)
        for slot in SLOT.finditer(form):
            words = form[at : slot.start()]
            said += (_JOINTS.sub(" ", words) if before else words) + values[_slot(slot)]
            at, before = slot.end(), before and _slot(slot) != changed
        return said + form[at:]

    def _in_other_words(self, form: str, values: Mapping[str, str], changed: str) -> str | None:
        """A form in the words of another language, "" where that has none; None in English.

        Values alone need no words: ``0 → 7``.
        """
        words, message = current(), SLOT.sub("{}", form)
        if changed and not _JOINTS.sub("", SLOT.sub("", form)).strip():
            return None
        if message in words.texts:
            return say(message, *(values[_slot(each)] for each in SLOT.finditer(form)))
        return None if words.language == ENGLISH.language else ""

    def _value(self, value: Any) -> str:
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, tuple):
            return " ".join(map(self._value, value)) or "nothing"
        if isinstance(value, int):
            return grouped(value)
        return format_time(value) if isinstance(value, datetime) else str(value)


def _slot(found: re.Match[str]) -> str:
    return found["name"] or found["kind"]


# == state json ====================================================================================


def common_json(game: str, state: State) -> dict[str, Any]:
    """What every state says, in this order."""
    return {
        "game": game,
        "now": format_time(state.now),
        "phase": state.phase,
        "players": [player_json(each) for each in state.players.values()],
        "proposals": [
            fields_json(each, "id", "title", "proposer", "status", **{"class": "cls"})
            for each in state.proposals
        ],
        "judge": state.judge,
        "winners": list(state.winners),
        "pending": [fields_json(each, "player", "asks") for each in state.pending],
        "rolls": [
            {
                **fields_json(each, "player", "label", "missing", **{"for": "purpose"}),
                "roll": str(each.roll),
            }
            for each in state.rolls
        ],
    }


def player_json(each: Player) -> dict[str, Any]:
    """``name`` and ``items`` of a player; games add to it."""
    return {
        "name": each.name,
        "items": {item: count for item, count in each.items.items() if count},
    }


def fields_json(record: Any, *names: str, **others: str) -> dict[str, Any]:
    """Fields of a record by their names; ``others`` by other ones: ``name="id"``."""
    fields = {**dict(zip(names, names, strict=True)), **others}
    return {name: _plain(getattr(record, field)) for name, field in fields.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return format_time(value)
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return list(value) if isinstance(value, tuple) else value


class Steps(Tally[S]):
    """The same as values, not in words: that takes no looking for words that are understood."""

    steps: tuple[Step, ...] = ()

    def add(self, name: str, /, **values: Any) -> None:
        self._take(Statement(name, values), Statement(name, values))

    def change(self, change: Change) -> None:
        self._take(change, change.now)

    def _take(self, step: Step, now: Statement) -> None:
        self.steps = (*self.steps, step)
        self.state = self.speech.forms[now.form].apply(self.state, **now.values)
