"""Items without code, played from their descriptions: what Cycle 15 shows to such words.

Decisions: a player who moves to a space makes a one-space move; a location that is set, or
swapped, is no movement. What bears on each player bears on their fractal images. Crustals count as
crystals. Who "moves again" makes a move like that of a Time Bean Chili, beside the one a phase.
What is added to the next roll bears on the next roll of movement. The effect of landing on a type
happens where the player is. A text that is appended to a rule waits as an amendment.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from rules.cycle15 import winning
from rules.cycle15.belongings import garbage, images
from rules.cycle15.belongings.amendments import append_rule
from rules.cycle15.belongings.effect import NEXT_COUNT, NEXT_PLUS, Effect
from rules.cycle15.belongings.possessions import CRYSTALLINE, transferable
from rules.cycle15.belongings.status_effects import change_next, give_effect
from rules.cycle15.board.space_types import crystal_beam
from rules.cycle15.board.spaces import place
from rules.cycle15.board.types import types_in_force
from rules.cycle15.items.item import in_use, unit_of
from rules.cycle15.items.own_changes import instead, write
from rules.cycle15.items.own_page import SPACES, TYPE, page, words
from rules.cycle15.moves.landing import moved_last_phase, moved_this_phase
from rules.cycle15.moves.movement import MOVE, Terms, carry_out, direct
from rules.cycle15.state import CRYSTAL, Context, State
from rules.own_words.world import World
from rules.plain import tree
from rules.plain import vocabulary as v
from wikibot.game.engine.orders import split_words
from wikibot.game.ruleset.renamed import hold_renamed
from wikibot.sdk import Held, Rulebook, Unit, integer, plain, replace


class Items(World):
    """The world of the items: players with what they have, spaces, the wheel, the party."""

    rule = garbage.SECTION

    words = staticmethod(words)  # all names of the ruleset page
    page = staticmethod(page)  # players, spaces, items, and the two values
    write = staticmethod(write)
    instead = staticmethod(instead)
    may_go = staticmethod(transferable)  # all but crystals, where these stay

    def text(self, unit: Unit) -> str:
        """The description of an item."""
        return plain(unit.meaning)

    def stand(self, act: Context, who: str, to: str, *, moving: bool) -> None:
        """Play a one-space move; where it is not a move, just set the location."""
        if moving:
            direct(act, who, integer(to))
        else:
            place(act, who, integer(to))
            act.say(f"{who} is now at {to}")

    def count(self, act: Context, player: str, what: str) -> int | None:
        """Crustals count as crystals."""
        if what != CRYSTAL:
            return None
        return sum(max(act.state.players[player].count(each), 0) for each in CRYSTALLINE)

    def did(self, state: State, player: str, asks: tree.Did) -> bool:
        """Whether a player moved in this phase, or in the last."""
        if asks.verb != MOVE or asks.unit != "phase":
            return super().did(state, player, asks)
        moved = moved_last_phase if asks.last else moved_this_phase
        return moved(state, player)

    def deed(self, act: Context, effect: Any, name: str, number: int | None) -> None:
        """Carry out an effect of ``rules.plain.meaning.coded`` for a player or a space."""
        if isinstance(effect, tree.MoveAgain):
            _move_again(act, name, number, led=effect.led)
        elif isinstance(effect, tree.NextMove):
            _mark(act, name, Effect(NEXT_COUNT, number))
        elif isinstance(effect, tree.NextRoll):
            more = Effect(NEXT_PLUS, -(number or 0) if effect.minus else number)
            act.state = change_next(act.state, name, more)
            act.say(f"{name}: {more}")
        elif isinstance(effect, tree.BecomeFor):
            _mark(act, name, Effect(effect.name.casefold(), phase=act.state.phase))
        elif isinstance(effect, tree.LandOn):
            _land(act, name, effect.kind)
        elif isinstance(effect, tree.Target):
            act.book.require(crystal_beam.SECTION)
            crystal_beam.target(act, integer(name))
        elif isinstance(effect, tree.Amend):
            append_rule(act, effect.title, effect.text, in_use(act))

    def settled(self, act: Context) -> None:
        """A player may have won."""
        winning.check(act)

    def beside(self, act: Context, play: Callable[[str], None]) -> None:
        """What happens to each player happens to each image."""
        for owner, here in tuple(images.all_of(act.state)):
            there = images.in_its_stead(act, owner, here, partial(play, owner))
            if there != here:
                images.shift(act, owner, here, there)


class Types(Items):
    """The world of the types of spaces: what happens to players who land there or pass."""

    told_when = True

    def words(self, book: Rulebook) -> v.PlainVocabulary:
        """The same; no space is used up."""
        known = super().words(book)
        return replace(known, deeds=tuple(e for e in known.deeds if e != "discard this"))

    def text(self, unit: Unit) -> str:
        """The section without what it is about; "such a space" is one of the type."""
        text = plain(re.sub(r"[ \t]*\n(?![\n*#])", " ", unit.meaning.strip()))
        title = re.escape(unit.title)
        said = rf"[\"“']?(?:an? )?{title}[\"”']? is a (?:unique )?(?:type of space|space type)\.\s*"
        text = re.sub(rf"^{said}", "", text.strip(), flags=re.IGNORECASE)
        there = r"\b(lands? on|passe?s?(?: through)?) (?:such an?|this) space\b"
        return re.sub(there, lambda found: f"{found[1]} a {unit.title} space", text)

    def fits(self, rule: Any, unit: Unit) -> bool:
        """Only landing on spaces of the type, or passing them."""
        event = getattr(rule, "event", None)
        of_type = tree.Is(tree.Place(tree.It(), TYPE), tree.Text(unit.title))
        return (
            isinstance(rule, tree.Whenever)
            and event is not None
            and event.kind in ("moves", "passes", "crosses")
            and event.thing == tree.EachThing(SPACES, of_type)
        )


# -- what the rules of the page know to do ---------------------------------------------------------


def _move_again(act: Context, name: str, count: int | None, *, led: bool) -> None:
    if name != act.player and not led:
        why = f"{name} would choose the way, and only the writer of a line is asked"
        raise Held(unit_of(in_use(act)), why)
    act.split_answers(split_words)
    carry_out(act, name, Terms(count=count, by=act.player if led else ""))


def _mark(act: Context, name: str, effect: Effect) -> None:
    act.state = give_effect(act.state, name, effect)
    act.say(f"{name}: {effect}")


def _land(act: Context, name: str, kind: str) -> None:
    found = act.book.derived(types_in_force).get(kind)
    if found and found.landing:
        found.landing(act, name, act.state.players[name].location)
    elif not found:
        hold_renamed(act.book, kind)
        act.book.require(kind)


ITEMS, TYPES = Items(), Types()
