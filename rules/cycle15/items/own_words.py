"""Items and types of spaces without code, played from their words: what Cycle 15 shows to these.

Decisions: a player who moves to a space makes a one-space move; a location that is set, or swapped,
is no movement. What bears on each player bears on their fractal images. Crustals count as crystals.
Who "moves again" makes a move like that of a Time Bean Chili, beside the one a phase. What is added
to the next roll bears on the next roll of movement. The effect of landing on a type happens where
the player is. A text that is appended to a rule waits as an amendment. Who becomes drunk is not
tipsy any more, and the other way round; a traincrab counts as train and as crab, but stands there
as a traincrab alone, and one that becomes a train stays one. What follows what is written space by
space, types as items do it. A random item is one that the rule Garbage defines, by ID. A Crystal
that is lost is a Crystal, or what counts as one, as its owner says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from rules.cycle15 import garbage, movement, party, path, possessions, space_types, spaces
from rules.cycle15 import state as game
from rules.cycle15.items.item import in_use
from rules.cycle15.items.spaces import burn, change_types, land_as_on, new_number
from rules.generic.owners import FieldKind
from rules.generic.play.values import fitting
from rules.own_words import BAG, Does, OwnScene, World, WorldCell, spoken
from rules.plain import tree
from rules.plain import vocabulary as v
from rules.plain.memory import Parsed
from rules.plain.sentences import parse, sentences
from wikibot.game.engine.orders import split_words
from wikibot.sdk import Held, Rulebook, Unit, integer, replace
from wikibot.wikitext.messages import say

SPACE, SPACES, TYPE, NEXT, BEFORE = "Space", "Spaces", "Type", "Successors", "Predecessors"
WHEEL, GARBAGE = "Wheel Rotation", garbage.SECTION


# -- Own words while they are carried out ----------------------------------------------------------


class ItemScene(OwnScene):
    """Own words while they are carried out in Cycle 15."""

    def instead(self, effect: Any) -> Sequence[Any]:
        """Nothing in place of a turn of a wheel that there is not; the crystal that is meant."""
        act, turned = self.act, tree.Place(None, WHEEL)
        thing: Any = getattr(effect, "thing", None)
        match effect:
            case tree.Add() | tree.Put() if effect.place == turned and not act.book.has(WHEEL):
                act.say("there is no wheel, so nothing happens")
            case tree.Put(place=tree.Place(owner=None, name="Party"), value=tree.YES):
                party.start(act)
            case tree.Destroy(thing=tree.ChosenThing(table=garbage.SECTION)):
                burn(act)
            case tree.Create(table="Spaces", name=""):
                return (replace(effect, name=str(new_number(act))),)
            case tree.Lose(what=game.CRYSTAL):
                return (replace(effect, what=self._which_crystal(effect)),)
            case _ if isinstance(thing, tree.RandomThing) and thing.table == BAG:
                return (replace(effect, thing=replace(thing, table=GARBAGE)),)
            case _:
                return (effect,)
        return ()

    def _which_crystal(self, effect: tree.Lose) -> str:
        """A crystal, or what counts as one, as its owner says."""
        if self.act.state.players[self.self].count(game.CRUSTAL) <= 0:
            return game.CRYSTAL
        if effect.amount == tree.Number(1) and self.self == self.act.player:
            return possessions.which_crystal(self.act)
        why = say("{} has Crustals, which count as crystals: it is not said which go", self.self)
        raise Held(self.told.section, why)

    def play(self, effect: Any) -> None:
        """One sentence, by which a player may have won; with each player, to each image."""
        super().play(effect)
        is_each = isinstance(getattr(effect, "who", None), tree.EachPlayer)
        for owner, here in possessions.all_of(self.act.state) if is_each else ():
            again = partial(self._again, effect, owner)
            there = possessions.in_its_stead(self.act, owner, here, again)
            if there != here:
                possessions.shift(self.act, owner, here, there)
        party.check(self.act)

    def _again(self, effect: Any, player: str) -> None:
        if player in (each.name for each in fitting(self, effect.who)):
            super().play(replace(effect, who=tree.NamedPlayer(player)))

    def goes(self, player: str, to: str, *, moving: bool) -> bool:
        """Play a one-space move; where it is not a move, just set the location."""
        self.close()
        (movement.direct if moving else spaces.place)(self.act, player, integer(to))
        if not moving:
            self.act.say("{} is now at {}", player, to)
        return True

    def win(self, name: str) -> None:
        """Declare a player the winner as everywhere."""
        if name not in self.act.state.winners:
            party.declare(self.act, name, "by an item")

    def may_go(self, player: str) -> Sequence[str]:
        """All but crystals, where these stay."""
        return possessions.transferable(self.act, player)

    def count(self, player: str, what: str) -> int | None:
        """Crustals count as crystals."""
        held = self.act.state.players[player]
        counts = (max(held.count(each), 0) for each in possessions.CRYSTALLINE)
        return sum(counts) if what == game.CRYSTAL else None

    def did(self, player: str, asks: tree.Did, *to: Any) -> int:
        """Whether a player moved in this phase, or in the last."""
        if asks.verb != movement.MOVE or asks.unit != "phase":
            return super().did(player, asks, *to)
        moved = path.moved_last_phase if asks.last else path.moved_this_phase
        return moved(self.act.state, player)


# -- What only the rules of Cycle 15 can have happen, to a player or a space -----------------------


def _move_again(act: game.Context, effect: tree.Deed, who: str, count: int | None) -> None:
    if who != act.player and not effect.led:
        why = "{} would choose the way, and only the writer of a line is asked"
        raise Held(path.RULE, say(why, who))
    act.split_answers(split_words)
    terms = movement.Terms(count=count, by=act.player if effect.led else "")
    movement.carry_out(act, who, terms)


def _change_roll(act: game.Context, effect: tree.Deed, who: str, by: int) -> None:
    more = -by if effect.deed == tree.LOWER else by
    possessions.note(act, who, game.Effect(game.NEXT_PLUS, more), possessions.change_next)


DEEDS: Mapping[str, Does] = {
    tree.AGAIN: _move_again,
    "next move": lambda act, _, who, count: possessions.note(
        act, who, game.Effect(game.NEXT_COUNT, count)),
    "next roll": _change_roll,
    tree.LOWER: _change_roll,
    "until the phase ends": lambda act, effect, who, _: possessions.note(
        act, who, game.Effect(effect.name.casefold(), phase=act.state.phase)),
    "land on": lambda act, effect, who, _: land_as_on(act, who, effect.name),
    "target": lambda act, _, space, __: space_types.target(act, integer(space)),
}  # fmt: skip


# -- What Cycle 15 shows to plain words: players with what they have and are, spaces, the wheel ----


def _status(kind: str) -> WorldCell:
    return WorldCell(
        kind.capitalize(), FieldKind.YES_NO,
        get=lambda state, who: any(each.kind == kind for each in state.players[who].effects),
        put=lambda act, who, _, has: possessions.become(act, who, kind, has=bool(has)),
        parts=tuple(map(str.capitalize, game.COUNTS_AS.get(kind, ()))),
    )  # fmt: skip


def _put_insight(act: game.Context, who: str, old: int, new: int) -> None:
    without = possessions.end_effects(act.state, who, game.Effect(game.INSIGHT, old))
    act.state = possessions.add_effect(without, who, game.Effect(game.INSIGHT, new))


def _put_next(act: game.Context, name: str, old: Any, new: Any) -> None:
    here = integer(name)
    ahead, behind = ([(here, integer(each)) for each in ids or ()] for ids in (new, old))
    act.state = spaces.connect(spaces.disconnect(act.state, behind), ahead)


def _make_space(act: game.Context, name: str) -> None:
    act.state = spaces.put_space(act.state, game.Space(integer(name)))


class Items(World):
    """The world of the items: players with what they have, spaces, the wheel, the party."""

    scene = ItemScene
    deeds: Mapping[str, Does] = {
        **DEEDS, "discard this": lambda *_: None,
        "amend": lambda act, effect, *_: garbage.append_rule(
            act, effect.name, effect.text, in_use(act)),
    }  # fmt: skip
    players = (
        WorldCell(SPACE, FieldKind.THING, SPACES, also="Location",
                  get=lambda state, who: str(spaces.where(state, who))),
        *map(_status, (*game.STATUSES, *game.COUNTS_AS)),
        WorldCell("Insightfulness", FieldKind.NUMBER, put=_put_insight, get=lambda state, who: max(
            possessions.values(state.players[who], game.INSIGHT), default=0)),
    )  # fmt: skip
    made: Mapping[str, Callable[[Any, str], object]] = {SPACES: _make_space}
    values = (
        WorldCell(WHEEL, FieldKind.NUMBER, get=lambda state, _: state.wheel_rotation,
                  put=lambda act, _, old, new: spaces.turn(act, new - old), tells=True),
        WorldCell("Party", FieldKind.YES_NO, get=lambda state, _: state.party,
                  put=lambda act, *_: party.start(act), tells=True),
    )  # fmt: skip
    things = (
        WorldCell(TYPE, FieldKind.TEXT, get=lambda state, name: state.spaces[integer(name)].type,
                  put=lambda act, name, _, new:
                  change_types(act, (integer(name),), str(new or "")), tells=True),
        WorldCell(NEXT, FieldKind.THINGS, SPACES, also="Followers", put=_put_next,
                  get=lambda state, name:
                  tuple(map(str, state.spaces[integer(name)].successors))),
        WorldCell(BEFORE, FieldKind.THINGS, SPACES, get=lambda state, name:
                  tuple(map(str, spaces.predecessors(state, integer(name))))),
    )  # fmt: skip

    def words(self, book: Rulebook) -> v.PlainVocabulary:
        """All names of the ruleset page."""
        beam = space_types.CRYSTAL_BEAM
        has_beam = book.has(beam) and book.variant(beam) == "late"
        return v.PlainVocabulary(
            fields=spoken(self.players),
            tables=(
                v.KnownTable(SPACES, SPACE, spoken(self.things), numbered=True),
                v.KnownTable(BAG, "Item", (), tuple(garbage.known_items(book).names)),
                v.KnownTable(GARBAGE, GARBAGE, (), garbage.names_on_page(book)),
            ),
            values=spoken(self.values if book.has(party.PARTY) else self.values[:1]),
            texts=tuple(spaces.known_types(book)),
            deeds=(*self.deeds, *["target with Beam"] * has_beam),
            bag=BAG,
        )

    def names(self, state: game.State, book: Rulebook) -> Mapping[str, Iterable[str]]:
        """Spaces by their identifiers, items by ID."""
        return {
            SPACES: map(str, sorted(state.spaces)),
            GARBAGE: garbage.garbage_names(state, book),
            BAG: garbage.items_in_play(state, book).names,
        }

    def gain(self, act: game.Context, owner: str, item: str, more: int) -> None:
        possessions.change(act, owner, item, more)


class Types(Items):
    """The world of the types of spaces: what happens to players who land there or pass."""

    deeds = DEEDS  # no space is used up, or changes the rules

    def parsed(self, text: str, unit: Unit, book: Rulebook) -> Sequence[Parsed]:
        """A sentence at a time, each on landing on spaces of the type, or on passing them.

        Without what the section is about; "such a space" is one of the type.
        """
        text = re.sub(r"[ \t]*\n(?![\n*#])", " ", text.strip())
        title = re.escape(unit.title)
        said = rf"[\"“']?(?:an? )?{title}[\"”']? is a (?:unique )?(?:type of space|space type)\.\s*"
        text = re.sub(rf"^{said}", "", text, flags=re.IGNORECASE)
        there = r"\b(lands? on|passe?s?(?: through)?) (?:such an?|this) space\b"
        text = re.sub(there, lambda found: f"{found[1]} a {unit.title} space", text)
        words = book.derived(self.words)
        return [_of_type(unit.title, parse(e.text, words)) for e in sentences(text.strip())]


def _of_type(title: str, found: Parsed) -> Parsed:
    """A sentence, if it is on landing on spaces of a type, or on passing them."""
    there = tree.EachThing(SPACES, tree.Is(tree.Place(tree.It(), TYPE), tree.Text(title)))
    event = found.rule.event if isinstance(found.rule, tree.Whenever) else None
    kinds = ("moves", "passes", "crosses")
    if found.rule is None or (event and event.kind in kinds and event.thing == there):
        return found
    return Parsed(None, found.says, "that is no rule for such a thing")


ITEMS, TYPES = Items(), Types()
