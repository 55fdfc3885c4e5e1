"""Items that change a roll of movement that was made in this phase.

Which roll: that of a move that still waits for its choices, or that of a move that was made. The former simply goes on
with the new number. For the latter the way is made longer or shorter at its end: what landing and passing there
brought is taken back, and what the new end brings happens. Decisions: only where all of that can be told from the
state: the mover is still at the end of the way and has not moved on, what was gained is still there, what was offered
has not been taken up, and no random or unknown effect was part of it. Otherwise a steward rules. Doubles and combos
stay, as the faces do. Where the longer way forks the mover chooses; only the mover's own line can say so. The roll of
a sword's own die may be specified, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.common.notation import DiceOf
from rules.cycle15.board.effects import Gain, May
from rules.cycle15.board.places import place, players_on
from rules.cycle15.items.item import Item, Number, unit_of
from rules.cycle15.lasting import add_to_next, give_effect, waiting_mirror, waiting_plus
from rules.cycle15.movement import direct, follow
from rules.cycle15.path import kind_at, select
from rules.cycle15.possessions import lose
from rules.cycle15.state import BLANK, Move, State
from wikibot.game.act import Act
from wikibot.game.implementations import How
from wikibot.game.problems import Held, Missing, Refused
from wikibot.game.state import Kind, settle

DRAUGHT, SWORD, MIRROR = "Draught of Fudging", "+6 Sword of Edging", "Magic Mirror"
OWN_DIE = "its own die"
WAITS = "unfinished"
OWN_MOVES = ("move ", "use Time Bean Chili")  # lines whose first roll is that of their player's move


@dataclass(frozen=True)
class Change:
    """What becomes of a roll: so much added to it, or a number less the roll itself."""

    plus: int = 0
    minuend: int | None = None

    def of(self, roll: int) -> int:
        """The new roll; no move is shorter than nothing."""
        return max(roll + self.plus if self.minuend is None else self.minuend - roll, 0)

    def waiting(self, phase: int) -> str:
        """The phrase for a roll whose move waits."""
        return waiting_plus(self.plus, phase) if self.minuend is None else waiting_mirror(self.minuend, phase)


def _rolls(state: State) -> dict[str, Move | str]:
    """The rolls of this phase, by what they are called: ``Ann 1``; of a move that waits the mover's name."""
    found: dict[str, Move | str] = {}
    counts: dict[str, int] = {}
    for move in state.moves:
        if move.faces and move.player in state.players:
            counts[move.player] = counts.get(move.player, 0) + 1
            found[f"{move.player} {counts[move.player]}"] = move
    for pending in state.pending:
        if pending.kind is Kind.ACTION and pending.text.startswith(OWN_MOVES) and " -- " in pending.text:
            found[f"{pending.player} {WAITS}"] = pending.player
    return found


def _change_roll(act: Act[State], item: str, change: Change, *, own: bool = False) -> bool:
    """Let the player specify a roll and change it; whether it is the item's own."""
    rolls = _rolls(act.state)
    names = (*rolls, *((OWN_DIE,) if own else ()))
    if not names:
        act.say("nobody rolled for a move in this phase, so no roll changes")
        return False
    chosen = act.choose("which roll (the player, and which of theirs)", names, rule="Garbage")
    if chosen == OWN_DIE:
        return True
    roll = rolls[chosen]
    if isinstance(roll, str):
        phrase = change.waiting(act.state.phase)
        change_ = add_to_next if change.minuend is None else give_effect
        act.state = change_(act.state, roll, phrase)
        act.say(f"{roll}: {phrase}")
    else:
        _Replay(act, item, roll).run(change)
    return False


# -- replaying a move that was made -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Replay:
    """One move of this phase whose end is changed."""

    act: Act[State]
    item: str
    move: Move

    def held(self, why: str) -> Held:
        return Held(unit_of(self.item), f"the move of {self.move.player} cannot be replayed: {why}")

    def run(self, change: Change) -> None:
        act, move = self.act, self.move
        old, new = len(move.path), change.of(len(move.path))
        act.say(f"the roll of {move.player} is {new} in place of {old}")
        if new == old:
            return
        self._check(act.state)
        if old:
            self._take_back_landing()
        for space in reversed(move.path[max(new - 1, 0) : -1]):
            self._take_back_passing(space)
        way = move.path[:new]
        here = way[-1] if way else move.leaves
        place(act, move.player, here)
        further = self._select(here, new - old) if new > old else ()
        changed = replace(move, path=(*way, *further))
        act.state = replace(act.state, moves=tuple(changed if each is move else each for each in act.state.moves))
        act.say(" → ".join(map(str, (move.leaves, *changed.path))))
        # A longer way passes its old end; a shorter one only lands on its new end, which it had passed before.
        follow(act, move.player, (*way[-1:], *further) if further else way[-1:])

    def _check(self, state: State) -> None:
        move, player = self.move, state.players[self.move.player]
        if player.location != (move.path[-1] if move.path else move.leaves):
            raise self.held(f"{player.name} is at {player.location} by now")
        if [each for each in state.moves if each.player == move.player][-1] is not move:
            raise self.held(f"{player.name} has moved again")
        if any(space not in state.spaces for space in (move.leaves, *move.path)):
            raise self.held("a space of it is gone")
        for space in move.path:
            kind = kind_at(self.act, space)
            if kind and (kind.ends or kind.glides):
                raise self.held(f"its number of spaces depends on the {kind.name} at {space}")
        if player.effects and any(each.startswith("fractal image") for each in player.effects):
            raise self.held("a fractal image may have moved with it")

    def _take_back_landing(self) -> None:
        act, space = self.act, self.move.path[-1]
        found, kind = act.state.spaces[space], kind_at(act, space)
        if found.pseudo_type is not None:
            raise self.held(f"landing changed the pseudo-type of {space}")
        if act.state.party and len(players_on(act.state, space)) > 1:
            raise self.held(f"there was dancing at {space}")
        self._drop_offers("ping ")
        effect = kind.landing if kind else None
        if isinstance(effect, May):
            if not self._drop_offers(effect.verb):
                raise self.held(f"what {space} offered was taken up")
        elif isinstance(effect, Gain):
            self._take(effect, space)
        elif effect is not None and kind and kind.name != BLANK:
            raise self.held(f"what landing on the {kind.name} at {space} brought cannot be told")

    def _take_back_passing(self, space: int) -> None:
        kind = kind_at(self.act, space)
        if kind and isinstance(kind.passing, Gain):
            self._take(kind.passing, space)
        elif kind and kind.passing:
            raise self.held(f"what passing {space} brought cannot be told")

    def _take(self, effect: Gain, space: int) -> None:
        count = self.act.book.derived(effect.count)
        if self.act.state.players[self.move.player].count(effect.item) < count:
            raise self.held(f"the {effect.item} of {space} is spent")
        lose(self.act, self.move.player, effect.item, count, f"of {space}")

    def _drop_offers(self, verb: str) -> bool:
        mine = [
            each for each in self.act.state.pending
            if each.kind is Kind.OFFER and each.player == self.move.player and each.text.startswith(verb)
        ]  # fmt: skip
        for each in mine[-1:]:
            self.act.state = settle(self.act.state, each)
        return bool(mine)

    def _select(self, here: int, count: int) -> tuple[int, ...]:
        try:
            return tuple(select(self.act, here, count).path)
        except Missing as missing:
            if self.move.player == self.act.player or missing.text.startswith("a roll of "):
                raise
            raise self.held(f"the way forks, and the choice is {self.move.player}'s ({missing.text})") from None
        except Refused as refused:
            raise self.held(refused.text) from None


# -- the items --------------------------------------------------------------------------------------------------------


def _fudge(act: Act[State]) -> None:
    by = act.book.derived(Number(DRAUGHT))
    plus = act.choose("what to do to the roll", (f"+{by}", f"-{by}"), rule="Garbage")
    _change_roll(act, DRAUGHT, Change(int(plus)))


def _edge(act: Act[State]) -> None:
    by, enough, gates = (act.book.derived(Number(SWORD, index)) for index in range(3))
    own = _change_roll(act, SWORD, Change(by), own=True)
    dice = act.book.derived(DiceOf(unit_of(SWORD)))
    roll = sum(act.roll(dice.count, dice.sides, SWORD)) + (by if own else 0)
    if roll >= enough and gates in act.state.spaces:
        direct(act, act.player, gates)
    elif roll >= enough:
        act.say(f"there is no space {gates} to go to")
    else:
        act.say(f"{roll} is less than {enough}")


def _mirror(act: Act[State]) -> None:
    _change_roll(act, MIRROR, Change(minuend=act.book.derived(Number(MIRROR))))


ITEMS = (
    Item(DRAUGHT, (_fudge,), how=How.ASKS, reads_numbers=True),
    Item(SWORD, (_edge,), how=How.ASKS, reads_numbers=True),
    Item(MIRROR, (_mirror,), how=How.ASKS, reads_numbers=True),
)
