"""Moves of this phase, kept as statements on the page, so that they can be taken back.

What held before the move is made true again. Decisions: items are taken back as a number, wherever
they went, and so are turns of the wheel; whatever else has changed again since cannot be taken back
without a person.

Ruleset section Movement, its end: rolls by other players, and moves that were incomplete.

Decisions: the bot plays no move before everything for it is there, so a move can be incomplete only
where people wrote it. A steward says so; the move of this phase is negated: what it brought is
taken back, its player stands where it began and may move anew. Where something of it cannot be
taken back, as it changed again since, the steward sees to that with ``correct``, and negates place
and right to move alone (``anyway``). Where several moves of theirs are on record and none says that
it was the one of the phase, which of them it was is for the steward to say. After the phase that
follows it an error counts no more, and neither does this verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cached_property

from msgspec import Struct

from rules.common.sections import CLOCK, PHASE, Says, Section
from rules.cycle15.page import PLAYERS_TABLE, SCHEMA, SPACES, STATEMENTS
from rules.cycle15.path import RULE, new_offers
from rules.cycle15.possessions import grant, without_changes_of_roll, without_one
from rules.cycle15.space_types import TYPES
from rules.cycle15.spaces import LABEL, place, turn
from rules.cycle15.state import IMAGE, Context, Move, Player, State, read_effect
from wikibot.game.state import Change, Kind, Statement, settle
from wikibot.game.statements.statements import GAINS, LOSES, item_changes, member_changes
from wikibot.game.statements.subjects import listed
from wikibot.sdk import Pending, Refused, Rulebook, Shape, Verb, replace, with_player
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# == What a move brought, as statements on the page: so that it can be taken back in its phase =====
#
# Ann is on 3 after Ann is on 0            what holds since the move, and what held before it
#     Ann gains 1 Crystal                      items gained or lost
#     Ann has the effect tipsy                 an effect that began, or that Ann has no longer
#
# What an offer of the move brought, once it was taken up, stands behind the rest.

AFTER = " after "
EFFECTS = PLAYERS_TABLE.members[0]
_SPACE = listed(SPACES)
_VALUES = tuple(each.field for each in SCHEMA.values)  # of the game, such as the wheel rotation
_REST = {  # of a state, which no move changes
    name: getattr(State(datetime.min.replace(tzinfo=UTC)), name)
    for name in State.__struct_fields__
    if name not in ("now", "players", "spaces", *_VALUES)
}
BACK = {  # the statement that takes another one back
    GAINS: LOSES,
    LOSES: GAINS,
    EFFECTS.add.spoken: EFFECTS.drop.spoken,
    EFFECTS.drop.spoken: EFFECTS.add.spoken,
}


def noted(act: Context, move: Move, before: State) -> Move:
    """The move with what changed since ``before``, but for moves on record."""
    offers = (*move.offers, *map(offer_of, new_offers(before, act.state)))
    brought = (*_parts(move.brought), MoveChange.of(before, act.state))
    return replace(move, offers=offers, brought=MoveStatements(brought))


class MoveChange(Struct, frozen=True, dict=True):
    """What a move can change, as it was before something happened, and as it is since."""

    before: State
    after: State

    @classmethod
    def of(cls, before: State, after: State) -> MoveChange:
        """The same without the rest of two states, which would stay in memory."""
        return cls(replace(before, **_REST), replace(after, **_REST))

    @cached_property
    def statements(self) -> tuple[str, ...]:
        """What changed, in words that are understood in the state of then."""
        found = []
        for change in _changed(self.before, self.after):
            said = STATEMENTS.say(self.after, change.now)
            if change.now.form not in BACK:
                said += AFTER + STATEMENTS.say(self.after, change.before)
            found.append(said)
        return tuple(found)


class MoveStatements:
    """Statements about what a move brought, found when they are looked at.

    For most moves they never are: a page is written once for many lines, with the moves of its
    phase alone. ``parts``: steps, and statements that were on the page.
    """

    def __init__(self, parts: tuple[MoveChange | str, ...]) -> None:
        self.parts = parts

    @cached_property
    def statements(self) -> tuple[str, ...]:
        """All of them, in order."""
        found: list[str] = []
        for part in self.parts:
            found += [part] if isinstance(part, str) else part.statements
        return tuple(found)

    def __iter__(self) -> Iterator[str]:
        return iter(self.statements)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Iterable) and self.statements == tuple(other)

    def __hash__(self) -> int:
        return hash(self.statements)


def _parts(brought: Iterable[str]) -> tuple[MoveChange | str, ...]:
    return brought.parts if isinstance(brought, MoveStatements) else tuple(brought)


def _changed(before: State, after: State) -> Iterator[Change]:
    for name, player in after.players.items():
        old = before.players.get(name) or Player(name)
        if player is old:
            continue
        if player.location != old.location:
            place = replace(old, location=player.location)
            yield from STATEMENTS.player.changes(name, old, place)
        yield from item_changes(old, player)
        yield from member_changes(name, EFFECTS, old, player)
    for id_, space in after.spaces.items() if after.spaces is not before.spaces else ():
        was = before.spaces.get(id_, space)
        if space is was:
            continue
        ways = was.successors  # which the wheel brings round
        yield from _SPACE.changes(id_, was, replace(space, successors=ways))
    values = {name: getattr(after, name) for name in _VALUES}
    if any(getattr(before, name) != value for name, value in values.items()):
        yield from STATEMENTS.game.changes(None, before, replace(before, **values))


def offer_of(offer: Pending) -> str:
    """An offer as a move notes it."""
    return f"{offer.player} may {offer.text}"


def note_taken_up(act: Context) -> None:
    """Note with a move of this phase what one of its offers has brought, when that was taken up."""
    if not act.state.moves or act.state.phase != act.before.phase:
        return
    gone = new_offers(act.state, act.before)  # those that were open, and are no more
    if not gone:
        return
    known, there = frozenset(map(id, act.before.moves)), frozenset(map(id, act.state.moves))
    if not known <= there:
        return  # a move was taken back or made again, and its offers with it
    along = tuple(each.player for each in act.state.moves if id(each) not in known)
    brought = MoveStatements((MoveChange.of(act.before, act.state),))
    offers = tuple(map(offer_of, new_offers(act.before, act.state)))
    for offer in gone:
        # those of others ended with a player, and whatever ended them is no part of the move
        mine = offer.player == act.player
        more = Move("", act.now, (), 0, (), None, 0, along, offers, brought) if mine else None
        _note(act, offer_of(offer), more)


def _note(act: Context, offer: str, more: Move | None) -> None:
    """Put something in the place of an offer: with its move and the one that brought it along."""
    last = next((move for move in reversed(act.state.moves) if offer in move.offers), None)
    if last is None:
        return
    moves = [
        _in_place(move, offer, more) if move is last or last.player in move.along else move
        for move in act.state.moves
    ]
    act.state = replace(act.state, moves=tuple(moves))


def _in_place(move: Move, offer: str, more: Move | None) -> Move:
    if offer not in move.offers:
        return move
    at = move.offers.index(offer)
    move = replace(move, offers=(*move.offers[:at], *move.offers[at + 1 :]))
    if more is None:
        return move
    return replace(
        move, along=(*move.along, *more.along), offers=(*move.offers, *more.offers),
        brought=MoveStatements((*_parts(move.brought), *_parts(more.brought))),
    )  # fmt: skip


# == Taking a move of this phase back, by what stands on record of it ==============================

_WHEEL = "wheel_rotation"


class Changed(Exception):
    """Something that a move brought is not as it left it. The text says what."""


def take_back(act: Context, move: Move) -> None:
    """Take a move of this phase off the record, and back what it brought; raises :class:`Changed`.

    Items may be below zero afterwards; see :func:`refuse_debts`.
    """
    if move.regular is None:
        raise Changed(say("what it brought is not on record"))
    others = act.state.moves[act.state.moves.index(move) + 1 :]
    for other in others:
        apart = other.player != move.player and other.player not in move.along
        named = rf"(?<!\S){re.escape(move.player)}(?![^\s:])"  # anything that they are a part of
        if apart and any(re.search(named, each) for each in (*other.offers, *other.brought)):
            raise Changed(say("{} has met {} since", other.player, move.player))
    _forget(act, move)
    for offer in reversed(move.offers):
        _withdraw(act, offer)
    for name in reversed(move.along):
        last = next((each for each in reversed(act.state.moves) if each.player == name), None)
        if last is None:
            raise Changed(say("no move of {} is on record", name))
        _forget(act, last)
    for entry in reversed((*move.brought,)):
        _take_back(act, entry)


def _forget(act: Context, move: Move) -> None:
    """Take a move off the record; what it brought stands with the move that brought it along."""
    others = tuple(each for each in act.state.moves if each is not move)
    act.state = replace(act.state, moves=others)


def _withdraw(act: Context, entry: str) -> None:
    offers = [
        each for each in act.state.pending if each.kind is Kind.OFFER and offer_of(each) == entry
    ]
    if not offers:
        raise Changed(say("that {} was taken up or has ended", entry))
    act.state = settle(act.state, offers[-1])


def _take_back(act: Context, entry: str) -> None:
    change = _read(act.state, entry)
    now, before = change.now, change.before
    forms, effect = STATEMENTS.speech.forms, read_effect(now.values.get("effects", ""))
    if now.values.get(_WHEEL) is not None:
        turn(act, (before.values.get(_WHEEL) or 0) - now.values[_WHEEL])
    elif now.form == EFFECTS.add.spoken:
        try:  # of several images one ends
            act.state = without_one(act.state, now.values["player"], effect)
        except ValueError:
            raise _no_longer(act.state, now) from None
    elif now.form == EFFECTS.drop.spoken and effect.kind == IMAGE:  # had several times
        act.state = forms[before.form].apply(act.state, **before.values)
    else:
        holds = forms[now.form].apply(act.state, **now.values) == act.state
        if now.form not in (GAINS, LOSES) and not holds:
            raise _no_longer(act.state, now)
        act.state = forms[before.form].apply(act.state, **before.values)


def _no_longer(state: State, statement: Statement) -> Changed:
    return Changed(say("`{}` no longer holds", STATEMENTS.say(state, statement)))


def _read(state: State, entry: str) -> Change:
    """An entry as what holds since the move and what held before it."""
    for found in re.finditer(AFTER, entry):
        try:
            return Change(
                _parsed(state, entry[: found.start()]), _parsed(state, entry[found.end() :])
            )
        except ValueError:
            continue
    try:
        step = _parsed(state, entry)
    except ValueError as why:
        raise Changed(str(why)) from None
    if step.form not in BACK:
        raise Changed(say("{!r} does not say what held before", entry))
    return Change(step, Statement(BACK[step.form], step.values))


def _parsed(state: State, text: str) -> Statement:
    form, values = STATEMENTS.speech.parse(state, text)
    return Statement(form.name, values)


def refuse_debts(act: Context, before: State, move: Move) -> None:
    """Raise :class:`Changed` where a player would have to give back what they have spent."""
    for entry in move.brought:
        change = _read(before, entry)
        if change.now.form in (GAINS, LOSES):
            name, item = change.now.values["player"], change.now.values["item"]
            if act.state.players[name].count(item) < min(before.players[name].count(item), 0):
                raise Changed(say("the {} of {} is spent", item, name))


# == incomplete moves ==============================================================================

NEGATE = "negate move of"
AMENDS = "Time Bean Chili"
ANYWAY = " anyway"
_LABELS = (*(kind.rolls for kind in TYPES if kind.rolls), LABEL, f"next {LABEL}")
_OF_SPACES = regex(rf"a roll of \S+ for (?:{'|'.join(map(re.escape, _LABELS))})\b")


# An earlier ruleset says neither:
_ANY_PLAYER, _INCOMPLETE = Says(RULE, "any player may perform"), Says(RULE, "incomplete move")


def others_may_roll(state: State, pending: Pending, book: Rulebook) -> bool:
    """Whether any player may make the roll that an order waits for: what a move's spaces roll."""
    return book.derived(_ANY_PLAYER) and _OF_SPACES.match(pending.asks) is not None


def _negate(act: Context) -> None:
    act.book.require(RULE)
    if not act.book.derived(_INCOMPLETE):
        why = say("the ruleset page knows no incomplete moves")
        raise Refused(why, rule=RULE, remedy="Correct the state instead.")
    anyway = act.subject.casefold().endswith(ANYWAY) and act.subject not in act.state.players
    who = act.subject[: -len(ANYWAY)] if anyway else act.subject
    name = act.resolve(who, tuple(act.state.players), "player")
    moved, phase = act.state.players[name].moved, act.state.phase
    # The one move a phase that a player made, as far as the record can tell.
    mine = [move for move in act.state.moves if move.player == name]
    regular = [move for move in mine if move.regular] or mine
    if len(regular) > 1:
        remedy = say("Take back the right one with `undo` or `correct`, and add ")
        remedy += f"`correct {name} gains 1 {AMENDS}`."
        raise Refused(
            "{} has moved {} times in this phase", name, len(mine), rule=RULE, remedy=remedy
        )
    move = regular[0] if regular else None
    if phase not in moved or phase - 1 not in moved or not move:
        raise Refused("{} did not move both in this phase and in the last", name, rule=RULE)
    if anyway:
        place(act, name, move.leaves)
        _forget(act, move)
    else:
        _negated(act, move)
    before = tuple(each for each in moved if each != phase)
    act.state = with_player(act.state, replace(act.state.players[name], moved=before))
    act.say("the move of {} from {} is negated", name, move.leaves)
    grant(act, name, AMENDS)


def _negated(act: Context, move: Move) -> None:
    before = act.state
    try:
        take_back(act, move)
        refuse_debts(act, before, move)
    except Changed as why:
        remedy = say(
            "Take back with `correct` what it brought, then `{} {}{}`.", NEGATE, move.player, ANYWAY
        )
        what = say("what the move of {} brought cannot be taken back: {}", move.player, why)
        raise Refused(what, remedy=remedy) from None
    act.state = without_changes_of_roll(act.state, move.player)
    act.say("taken back: {}", "; ".join(move.brought))


def _any_incomplete(act: Context) -> bool:
    """Whether any player moved in this phase and in the last, so the first may be incomplete."""
    moved = (player.moved for player in act.state.players.values())
    return act.book.derived(_INCOMPLETE) and any(
        {act.state.phase, act.state.phase - 1} <= {*phases} for phases in moved
    )


RULES = Section(
    verbs=(
    Verb(NEGATE, "negate move of PLAYER [anyway]", "negate move of Bob",
         "takes back a move after an incomplete one (stewards)", _negate, Shape.SUBJECT,
         players_only=False,
         available=_any_incomplete, stewards_only=True, inputs=("negate move of {other}",),
         needs=(CLOCK, PHASE)),
    ),
)  # fmt: skip
