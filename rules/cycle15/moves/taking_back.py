"""Taking a move of this phase back, by what stands on record of it (see ``move_record``).

What held before the move is made true again. Decisions: items are taken back as a number, wherever
they went, and so are turns of the wheel; whatever else has changed again since cannot be taken back
without a person.
"""

from __future__ import annotations

import re

from rules.cycle15.belongings.effect import IMAGE, read_effect
from rules.cycle15.board.wheel_rotation import turn
from rules.cycle15.moves.move_record import AFTER, BACK, EFFECTS, may_name, offer_of
from rules.cycle15.page.schema import STATEMENTS
from rules.cycle15.state import Context, Move, State
from wikibot.game.changes import Change, Statement
from wikibot.game.state import Kind, settle
from wikibot.game.statements.statements import GAINS, LOSES
from wikibot.sdk import replace, with_player
from wikibot.wikitext.messages import say

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
        if apart and _has_met(other, move.player):
            raise Changed(say("{} has met {} since", other.player, move.player))
    _forget(act, move)
    for offer in reversed(move.offers):
        _withdraw(act, offer)
    for name in reversed(move.along):
        last = next((each for each in reversed(act.state.moves) if each.player == name), None)
        if last is None:
            raise Changed(say("no move of {} is on record", name))
        _forget(act, last)
    for entry in reversed(move.brought):
        _take_back(act, entry)


def _has_met(move: Move, name: str) -> bool:
    """Whether a move brought anything that a player is a part of."""
    said = move.brought if may_name(move.brought, name) else ()
    return any(_about(each, name) for each in (*move.offers, *said))


def _about(entry: str, name: str) -> bool:
    return re.search(rf"(?<!\S){re.escape(name)}(?![^\s:])", entry) is not None


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
        act.state = _without_one(act.state, now)
    elif now.form == EFFECTS.drop.spoken and effect.kind == IMAGE:  # had several times
        act.state = forms[before.form].apply(act.state, **before.values)
    else:
        holds = forms[now.form].apply(act.state, **now.values) == act.state
        if now.form not in (GAINS, LOSES) and not holds:
            raise _no_longer(act.state, now)
        act.state = forms[before.form].apply(act.state, **before.values)


def _without_one(state: State, has: Statement) -> State:
    """The state without an effect that began; of several images one ends."""
    name, effect = has.values["player"], read_effect(has.values["effects"])
    effects = list(state.players[name].effects)
    if effect not in effects:
        raise _no_longer(state, has)
    effects.remove(effect)
    return with_player(state, replace(state.players[name], effects=tuple(effects)))


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
