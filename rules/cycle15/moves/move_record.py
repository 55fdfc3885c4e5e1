"""What a move brought, in words on the page, so that it can be taken back while its phase lasts.

    Ann from 0 to 3                 a player's location
    Ann gains 1 Crystal             items gained, or ``loses``
    Ann has tipsy                   an effect that began, or ``had`` one that ended
    space 3 from Hazard (Geyser) to Hazard (Stop Sign)
    the wheel turned by 3
    party                           a party began or ended
    Ann may take garbage            what was offered
    Bob moved                       somebody who was brought along
    the move of the phase           it was the one a phase, and not ``a further move``
    added 10                        what its player added to the roll

What an offer of the move brought, once it was taken up, stands behind the rest. Decisions: items
are taken back as a number, wherever they went; whatever else has changed again since cannot be
taken back without a person.
"""

from __future__ import annotations

import re

from rules.cycle15.belongings.effect import IMAGE, Effect, read_effect
from rules.cycle15.board.spaces import place, put_space
from rules.cycle15.board.wheel_rotation import turn, wheel
from rules.cycle15.moves.delegated_choices import new_offers
from rules.cycle15.state import Move, Player, Space, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.state import Kind, Pending, gain, replace, settle, with_player
from wikibot.wikitext.numerals import integer

REGULAR, FURTHER = "the move of the phase", "a further move"
_ADDED = re.compile(r"added (\d+)")
_PLACE = re.compile(r"from (?P<before>-?\d+) to (?P<after>-?\d+)")
_ITEMS = re.compile(r"(?P<verb>gains|loses) (?P<count>\d+) (?P<item>.+)")
_EFFECT = re.compile(r"(?P<verb>has|had) (?P<effect>.+)")
_SPACE = re.compile(r"space (?P<space>-?\d+) from (?P<before>.*) to (?P<after>.*)")
_WHEEL = re.compile(r"the wheel turned by (\d+)")
_KIND = re.compile(r"(?P<type>.*?)(?: \((?P<pseudo>.*)\))?(?: beamed (?P<beamed>\d+))?")
_PARTY = "party"
_MAY, _MOVED = " may ", " moved"
_OF_PLAYER = (_PLACE, _ITEMS, _EFFECT)


class Changed(Exception):
    """Something that a move brought is not as it left it. The text says what."""


def added(move: Move) -> int:
    """What the player added to the roll of a move, as a train or a crab."""
    return next((integer(found[1]) for found in map(_ADDED.fullmatch, move.brought) if found), 0)


def terms(*, regular: bool, plus: int) -> tuple[str, ...]:
    """What stands there of a move before it began."""
    return (REGULAR if regular else FURTHER, *((f"added {plus}",) if plus else ()))


# -- noting ----------------------------------------------------------------------------------------


def changes(act: ActionContext[State], before: State) -> tuple[str, ...]:
    """What became otherwise since ``before``, but for moves on record."""
    after, found = act.state, list[str]()
    for name, player in after.players.items():
        old = before.players.get(name)
        if player is not old:
            found += _of_player(old or Player(name), player)
    if after.spaces is not before.spaces:
        found += _of_spaces(before, after)
    if after.wheel_rotation != before.wheel_rotation:
        found.append(f"the wheel turned by {_turned(act, before)}")
    if after.party != before.party:
        found.append(_PARTY)
    return (*found, *map(_offer, new_offers(before, after)))


def _of_player(before: Player, after: Player) -> list[str]:
    found = (
        [f"from {before.location} to {after.location}"] if before.location != after.location else []
    )
    if before.items != after.items:
        items = dict.fromkeys((*before.items, *after.items))
        found += [
            f"{'gains' if more > 0 else 'loses'} {abs(more)} {item}"
            for item in items
            if (more := after.count(item) - before.count(item))
        ]
    if before.effects != after.effects:
        found += [f"had {each}" for each in _beyond(before.effects, after.effects)]
        found += [f"has {each}" for each in _beyond(after.effects, before.effects)]
    return [f"{after.name} {each}" for each in found]


def _beyond(effects: tuple[Effect, ...], others: tuple[Effect, ...]) -> list[Effect]:
    """The effects that some have more than others; fractal images on one space are alike."""
    left, found = list(others), list[Effect]()
    for each in effects:
        if each in left:
            left.remove(each)
        else:
            found.append(each)
    return found


def _of_spaces(before: State, after: State) -> list[str]:
    pairs = ((before.spaces.get(id_, space), space) for id_, space in after.spaces.items())
    said = ((new.id, _kind(old), _kind(new)) for old, new in pairs if old is not new)
    return [f"space {id_} from {old} to {new}" for id_, old, new in said if old != new]


def _kind(space: Space) -> str:
    pseudo = "" if space.pseudo_type is None else f" ({space.pseudo_type})"
    return f"{space.type}{pseudo}" + (f" beamed {space.beamed}" if space.beamed else "")


def _turned(act: ActionContext[State], before: State) -> int:
    return ((act.state.wheel_rotation or 0) - (before.wheel_rotation or 0)) % wheel(act.book).steps


def _offer(offer: Pending) -> str:
    return f"{offer.player}{_MAY}{offer.text}"


def note_taken_up(act: ActionContext[State]) -> None:
    """Note with a move of this phase what one of its offers has brought, when that was taken up."""
    if (
        not act.state.moves
        or act.state.pending is act.before.pending
        or act.state.phase != act.before.phase
    ):
        return
    now = frozenset(map(id, act.state.moves))
    if any(id(move) not in now for move in act.before.moves):
        return  # a move was taken back or made again, and its offers with it
    more = _line_brought(act)
    for offer in new_offers(act.state, act.before):  # those that were open, and are no more
        # those of others ended with a player, and whatever ended them is no part of the move
        _note(act, _offer(offer), more if offer.player == act.player else ())


def _line_brought(act: ActionContext[State]) -> tuple[str, ...]:
    """What a line brought, the moves of others among it."""
    known = frozenset(map(id, act.before.moves))
    new = (f"{each.player}{_MOVED}" for each in act.state.moves if id(each) not in known)
    return (*new, *changes(act, act.before))


def _note(act: ActionContext[State], offer: str, more: tuple[str, ...]) -> None:
    """Put something in the place of an offer: with its move, and with the one that brought that move along."""
    last = next((move for move in reversed(act.state.moves) if offer in move.brought), None)
    if last is None:
        return
    along = f"{last.player}{_MOVED}"
    noted = (
        _in_place(move, offer, more) if move is last or along in move.brought else move
        for move in act.state.moves
    )
    act.state = replace(act.state, moves=tuple(noted))


def _in_place(move: Move, offer: str, more: tuple[str, ...]) -> Move:
    if offer not in move.brought:
        return move
    at = move.brought.index(offer)
    return replace(move, brought=(*move.brought[:at], *move.brought[at + 1 :], *more))


# -- taking back -----------------------------------------------------------------------------------


def take_back(act: ActionContext[State], move: Move) -> None:
    """Take a move of this phase off the record, and back what it brought; raises :class:`Changed`.

    Items may be below zero afterwards; see :func:`refuse_debts`.
    """
    if not move.brought:
        raise Changed("what it brought is not on record")
    others = act.state.moves[act.state.moves.index(move) + 1 :]
    for other in others:
        along = f"{other.player}{_MOVED}" in move.brought
        if (
            other.player != move.player
            and not along
            and any(_about(each, move.player) for each in other.brought)
        ):
            raise Changed(f"{other.player} has met {move.player} since")
    act.state = replace(
        act.state, moves=tuple(each for each in act.state.moves if each is not move)
    )
    for entry in reversed(move.brought):
        _take_back(act, entry)


def _about(entry: str, name: str) -> bool:
    return re.search(rf"(?<!\S){re.escape(name)}(?![^\s:])", entry) is not None


def refuse_debts(act: ActionContext[State], before: State, move: Move) -> None:
    """Raise :class:`Changed` where a player would have to give back what they have spent."""
    for entry in move.brought:
        name, found = _split(act.state, entry)
        if found and found.re is _ITEMS:
            item = found["item"]
            if act.state.players[name].count(item) < min(before.players[name].count(item), 0):
                raise Changed(f"the {item} of {name} is spent")


def _split(state: State, entry: str) -> tuple[str, re.Match[str] | None]:
    """The player whom an entry is about, and what it says of them."""
    for name in sorted(
        (name for name in state.players if entry.startswith(f"{name} ")), key=len, reverse=True
    ):
        for form in _OF_PLAYER:
            if found := form.fullmatch(entry, len(name) + 1):
                return name, found
    return "", None


def _take_back(act: ActionContext[State], entry: str) -> None:
    name, found = _split(act.state, entry)
    if found:
        _from_player(act, act.state.players[name], found)
    elif space := _SPACE.fullmatch(entry):
        _from_space(act, integer(space["space"]), space["before"], space["after"])
    elif wheel_ := _WHEEL.fullmatch(entry):
        turn(act, -integer(wheel_[1]))
    elif entry == _PARTY:
        act.state = replace(act.state, party=not act.state.party)
    elif _MAY in entry:
        _withdraw(act, entry)
    elif entry.endswith(_MOVED):
        _forget(act, entry.removesuffix(_MOVED))
    elif entry not in (REGULAR, FURTHER) and not _ADDED.fullmatch(entry):
        raise Changed(f"nobody can tell what {entry!r} is")


def _from_player(act: ActionContext[State], player: Player, found: re.Match[str]) -> None:
    if found.re is _PLACE:
        if player.location != integer(found["after"]):
            raise Changed(f"{player.name} is at {player.location} by now")
        place(act, player.name, integer(found["before"]))
    elif found.re is _ITEMS:
        count = integer(found["count"])
        act.state = gain(
            act.state, player.name, found["item"], -count if found["verb"] == "gains" else count
        )
    else:
        effect, began = read_effect(found["effect"]), found["verb"] == "has"
        act.state = with_player(
            act.state, replace(player, effects=_effects(player, effect, began=began))
        )


def _effects(player: Player, effect: Effect, *, began: bool) -> tuple[Effect, ...]:
    """What a player's effects were before one of them began or ended; only images are had several times."""
    has = effect in player.effects
    if not has if began else has and effect.kind != IMAGE:
        raise Changed(f"the effect {str(effect)!r} on {player.name} has changed since")
    if not began:
        return (effect, *player.effects)
    at = player.effects.index(effect)
    return (*player.effects[:at], *player.effects[at + 1 :])


def _from_space(act: ActionContext[State], id_: int, before: str, after: str) -> None:
    space = act.state.spaces.get(id_)
    if space is None or _kind(space) != after:
        raise Changed(f"space {id_} has changed since")
    found = _KIND.fullmatch(before)
    assert found  # noqa: S101  # it matches anything
    beamed = integer(found["beamed"] or "0")
    act.state = put_space(
        act.state, replace(space, type=found["type"], pseudo_type=found["pseudo"], beamed=beamed)
    )


def _withdraw(act: ActionContext[State], entry: str) -> None:
    offers = [
        each for each in act.state.pending if each.kind is Kind.OFFER and _offer(each) == entry
    ]
    if not offers:
        raise Changed(f"that {entry} was taken up or has ended")
    act.state = settle(act.state, offers[-1])


def _forget(act: ActionContext[State], name: str) -> None:
    """Take the last move of a player off the record; what it brought stands with the move that brought it along."""
    move = next((each for each in reversed(act.state.moves) if each.player == name), None)
    if move is None:
        raise Changed(f"no move of {name} is on record")
    act.state = replace(
        act.state, moves=tuple(each for each in act.state.moves if each is not move)
    )
