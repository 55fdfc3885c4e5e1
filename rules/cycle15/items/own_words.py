"""Items without code, played from their descriptions: what Cycle 15 shows to such words.

Decisions: a player who moves to a space makes a one-space move; a location that is set, or swapped,
is no movement. What bears on each player bears on their fractal images. Crustals count as crystals.
Who "moves again" makes a move like that of a Time Bean Chili, beside the one a phase. What is added
to the next roll bears on the next roll of movement. The effect of landing on a type happens where
the player is. A text that is appended to a rule waits as an amendment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from rules.cycle15 import garbage, party, possessions
from rules.cycle15.board import space_types, spaces
from rules.cycle15.board.space_types import DRUNK
from rules.cycle15.board.spaces import connect, disconnect, known_types, place, put_space, where
from rules.cycle15.board.types import types_in_force
from rules.cycle15.garbage import append_rule
from rules.cycle15.items.grants import TIPSY
from rules.cycle15.items.item import in_use, unit_of
from rules.cycle15.items.spaces import burn, change_types, new_number
from rules.cycle15.moves.movement import MOVE, Terms, carry_out, direct
from rules.cycle15.moves.path import moved_last_phase, moved_this_phase
from rules.cycle15.possessions import (
    CRYSTALLINE,
    change,
    change_next,
    give_effect,
    transferable,
    values,
)
from rules.cycle15.state import (
    CRAB,
    CRABTRAIN,
    CRUSTAL,
    CRYSTAL,
    INSIGHT,
    NEXT_COUNT,
    NEXT_PLUS,
    SHARD,
    TRAIN,
    TRAINCRAB,
    Context,
    Effect,
    Player,
    Space,
    State,
)
from rules.generic.owners import Field, FieldKind, Owner, Thing, ThingTable
from rules.generic.owners import Player as Row
from rules.generic.owners import State as Page
from rules.generic.play.values import fitting
from rules.own_words import OwnScene, World, present
from rules.plain import tree
from rules.plain import vocabulary as v
from wikibot.game.engine.orders import split_words
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.sdk import Held, Rulebook, Unit, integer, plain, replace, with_player
from wikibot.wikitext.messages import say

# -- What Cycle 15 shows to plain words: players with what they have and are, spaces, the wheel ----
# Decisions: who is a traincrab counts as train and as crab, but stands there as a traincrab alone.

SPACE, SPACES, TYPE = "Space", "Spaces", "Type"
NEXT, BEFORE = "Successors", "Predecessors"
WHEEL, PARTY, BAG = "Wheel Rotation", "Party", "Items"
STATUSES = (TIPSY, DRUNK)  # of which one is in one at most
KINDS: Mapping[Any, tuple[str, ...]] = {  # for good; what counts as what
    TRAIN: (), CRAB: (), TRAINCRAB: (TRAIN, CRAB), CRABTRAIN: (CRAB, TRAIN),
}  # fmt: skip
SAID = {status: status.capitalize() for status in (*STATUSES, *KINDS)}
_STATUS_OF = {said: status for status, said in SAID.items()}
INSIGHTFULNESS = "Insightfulness"
_COLUMNS = (
    Field(BAG, FieldKind.ITEMS),
    Field(SPACE, FieldKind.THING, SPACES),
    *(Field(each, FieldKind.YES_NO) for each in SAID.values()),
    Field(INSIGHTFULNESS, FieldKind.NUMBER),
)
_OF_SPACES = (
    Field(TYPE, FieldKind.TEXT),
    *(Field(each, FieldKind.THINGS, SPACES) for each in (NEXT, BEFORE)),
)

BEAM = "Beam"
_USUAL = (
    "discard this", "until the phase ends", "move again", "next move", "next roll", "land on",
    "amend",
)  # fmt: skip
_LABELS = (Field(WHEEL, FieldKind.NUMBER), Field(PARTY, FieldKind.YES_NO))


def deeds(book: Rulebook) -> tuple[str, ...]:
    """What the rules of the page know to do."""
    has_beam = (
        book.has(space_types.CRYSTAL_BEAM) and book.variant(space_types.CRYSTAL_BEAM) == "late"
    )
    return (*_USUAL, f"target with {BEAM}") if has_beam else _USUAL


def _row(state: State, player: Player) -> Row:
    kinds = [each.kind for each in player.effects]
    held: dict[str, Any] = {said: True for each, said in SAID.items() if each in kinds}
    held |= dict(zip((INSIGHTFULNESS,), values(player, INSIGHT), strict=False))
    return Row(
        name=player.name,
        account=player.account,
        items=player.items,
        fields={SPACE: str(where(state, player.name)), **held},
    )


def _spaces(spaces: Mapping[int, Space], book: Rulebook) -> ThingTable:
    before: dict[int, list[int]] = {}
    for id_ in sorted(spaces):
        for each in dict.fromkeys(spaces[id_].successors):
            before.setdefault(each, []).append(id_)
    rows = {str(id_): _space(spaces[id_], before.get(id_, ())) for id_ in sorted(spaces)}
    return ThingTable(SPACES, SPACE, _OF_SPACES, rows)


def _space(space: Space, before: Sequence[int]) -> Thing:
    near = {NEXT: space.successors, BEFORE: before}
    names = {field: tuple(map(str, ids)) for field, ids in near.items() if ids}
    return Thing(str(space.id), {TYPE: space.type, **names})


def _garbage(names: tuple[str, ...], book: Rulebook) -> ThingTable:
    return ThingTable(garbage.SECTION, garbage.SECTION, (), {name: Thing(name) for name in names})


def _items(names: tuple[str, ...], book: Rulebook) -> ThingTable:
    every = dict.fromkeys((CRYSTAL, CRUSTAL, SHARD, *names))
    return ThingTable(BAG, "Item", (), {name: Thing(name) for name in every})


# -- What plain words changed on the page of Cycle 15, carried out in its state --------------------
# Decisions: who becomes drunk is not tipsy any more, and the other way round; a traincrab that
# becomes a train stays one. What follows what is written space by space, types as items do it. A
# random item is one that the rule Garbage defines, by ID. A Crystal that is lost is a Crystal, or
# what counts as one, as its owner says.

_WHEEL = tree.Place(None, WHEEL)


def _write_status(act: Context, name: str, status: str, *, has: bool) -> None:
    """Let a player be in a state, or not any more; it ends those that it cannot go with."""
    player: Player = act.state.players[name]
    if has and any(status in KINDS.get(each.kind, ()) for each in player.effects):
        return  # a traincrab is a train already
    over = STATUSES if status in STATUSES else (status, *KINDS[status])
    ended = over if has else (status,)
    kept = tuple(each for each in player.effects if each.kind not in ended)
    more = (Effect(status),) if has else ()
    act.state = with_player(act.state, replace(player, effects=(*kept, *more)))


class ItemScene(OwnScene):
    """Own words while they are carried out in Cycle 15."""

    def instead(self, effect: Any) -> Sequence[Any]:
        """Nothing in place of a turn of a wheel that there is not; the crystal that is meant."""
        act, thing = self.game, getattr(effect, "thing", None)
        on_wheel = isinstance(effect, tree.Add | tree.Put) and effect.place == _WHEEL
        of_garbage = isinstance(thing, tree.ChosenThing) and thing.table == garbage.SECTION
        if on_wheel and not act.book.has(spaces.WHEEL):
            act.say("there is no wheel, so nothing happens")
        elif isinstance(effect, tree.Start) and effect.name == PARTY:
            party.start(act)
        elif (
            isinstance(effect, tree.Destroy) and isinstance(thing, tree.ChosenThing) and of_garbage
        ):
            burn(act)
        elif isinstance(effect, tree.Create) and effect.table == SPACES and not effect.name:
            return (replace(effect, name=str(new_number(act))),)
        elif isinstance(effect, tree.Lose) and effect.what == CRYSTAL:
            return (replace(effect, what=self._which_crystal(effect)),)
        elif isinstance(thing, tree.RandomThing) and thing.table == BAG:
            return (replace(effect, thing=replace(thing, table=garbage.SECTION)),)
        else:
            return (effect,)
        return ()

    def _which_crystal(self, effect: tree.Lose) -> str:
        """A crystal, or what counts as one, as its owner says."""
        player = self.self
        owner = self.game.state.players[player]
        held = tuple(item for item in CRYSTALLINE if owner.count(item) > 0)
        if CRUSTAL not in held:
            return CRYSTAL
        if effect.amount != tree.Number(1) or player != self.game.player:
            why = say("{} has Crustals, which count as crystals: it is not said which go", player)
            raise Held(unit_of(in_use(self.game)), why)
        return self.game.choose("which crystal it is", held, question="which one")

    def play(self, effect: Any, _act: Any = None) -> None:
        """One sentence, by which a player may have won."""
        super().play(effect)
        party.check(self.game)

    def beside(self, effect: Any) -> None:
        """What happens to each player happens to each image."""
        whom = getattr(effect, "who", None)
        images = possessions.all_of(self.game.state) if isinstance(whom, tree.EachPlayer) else ()
        for owner, here in tuple(images):
            again = partial(self._again, effect, owner)
            there = possessions.in_its_stead(self.game, owner, here, again)
            if there != here:
                possessions.shift(self.game, owner, here, there)

    def _again(self, effect: Any, player: str) -> None:
        if player in (each.name for each in fitting(self, effect.who)):
            self.perform((replace(effect, who=tree.NamedPlayer(player)),))
            self.close()

    def stand(self, player: str, to: str, *, moving: bool) -> None:
        """Play a one-space move; where it is not a move, just set the location."""
        if moving:
            direct(self.game, player, integer(to))
        else:
            place(self.game, player, integer(to))
            self.game.say("{} is now at {}", player, to)

    def may_go(self, player: str) -> Sequence[str]:
        """All but crystals, where these stay."""
        return transferable(self.game, player)

    def count(self, player: str, what: str) -> int | None:
        """Crustals count as crystals."""
        held = self.game.state.players[player]
        return sum(max(held.count(e), 0) for e in CRYSTALLINE) if what == CRYSTAL else None

    def did(self, player: str, asks: tree.Did) -> bool:
        """Whether a player moved in this phase, or in the last."""
        if asks.verb != MOVE or asks.unit != "phase":
            return super().did(player, asks)
        moved = moved_last_phase if asks.last else moved_this_phase
        return moved(self.game.state, player)

    def deed(self, effect: Any, name: str, number: int | None) -> None:
        """Carry out an effect of ``rules.plain.effects.coded`` for a player or a space."""
        self.close()
        act = self.game
        if isinstance(effect, tree.MoveAgain):
            if name != act.player and not effect.led:
                why = say("{} would choose the way, and only the writer of a line is asked", name)
                raise Held(unit_of(in_use(act)), why)
            act.split_answers(split_words)
            carry_out(act, name, Terms(count=number, by=act.player if effect.led else ""))
        elif isinstance(effect, tree.NextMove):
            _mark(act, name, Effect(NEXT_COUNT, number))
        elif isinstance(effect, tree.NextRoll):
            more = Effect(NEXT_PLUS, -(number or 0) if effect.minus else number)
            act.state = change_next(act.state, name, more)
            act.say(f"{name}: {more}")
        elif isinstance(effect, tree.BecomeFor):
            _mark(act, name, Effect(effect.name.casefold(), phase=act.state.phase))
        elif isinstance(effect, tree.LandOn):
            found = act.book.derived(types_in_force).get(effect.kind)
            if found and found.landing:
                found.landing(act, name, act.state.players[name].location)
            elif not found:
                hold_renamed(act.book, effect.kind)
                act.book.require(effect.kind)
        elif isinstance(effect, tree.Target):
            act.book.require(space_types.CRYSTAL_BEAM)
            space_types.target(act, integer(name))
        elif isinstance(effect, tree.Amend):
            append_rule(act, effect.title, effect.text, in_use(act))


def _mark(act: Context, name: str, effect: Effect) -> None:
    act.state = give_effect(act.state, name, effect)
    act.say(f"{name}: {effect}")


# -- Items without code, played from their descriptions: what Cycle 15 shows to such words ---------


class Items(World):
    """The world of the items: players with what they have, spaces, the wheel, the party."""

    rule = garbage.SECTION
    scene = ItemScene

    def words(self, book: Rulebook) -> v.PlainVocabulary:
        """All names of the ruleset page."""
        types = tuple(known_types(book))
        near = (
            v.KnownField(NEXT, "things", SPACES, also="Followers"),
            v.KnownField(BEFORE, "things", SPACES),
        )
        space = v.KnownTable(SPACES, SPACE, (v.KnownField(TYPE, "text"), *near), numbered=True)
        values = [v.KnownField(PARTY, "yes or no")] if book.has(party.PARTY) else []
        values.append(v.KnownField(WHEEL, "number"))
        return v.PlainVocabulary(
            fields=(
                v.KnownField(SPACE, "thing", SPACES, also="Location"),
                *(v.KnownField(SAID[each], "yes or no") for each in STATUSES),
                *(
                    v.KnownField(SAID[kind], "yes or no", parts=tuple(SAID[each] for each in parts))
                    for kind, parts in KINDS.items()
                ),
                v.KnownField(INSIGHTFULNESS, "number"),
            ),
            tables=(
                space,
                v.KnownTable(BAG, "Item", (), tuple(garbage.known_items(book).names)),
                v.KnownTable(garbage.SECTION, garbage.SECTION, (), garbage.names_on_page(book)),
            ),
            values=tuple(values),
            texts=types,
            deeds=deeds(book),
            bag=BAG,
        )

    def page(self, state: State, book: Rulebook) -> Page:
        """Players, spaces, items, and the two values."""
        names = garbage.garbage_names(state, book)
        tables = {
            SPACES: book.found_in(state.spaces, _spaces),
            garbage.SECTION: book.found_in(names, _garbage),
            BAG: book.found_in(names, _items),
        }
        return Page(
            now=state.now,
            winners=state.winners,
            players={each.name: _row(state, each) for each in state.players.values()},
            columns=_COLUMNS,
            bag=BAG,
            labels=_LABELS,
            values=present({WHEEL: state.wheel_rotation, PARTY: state.party}),
            tables=tables,
        )

    def gain(self, act: Context, owner: Owner, item: str, more: int) -> None:
        change(act, owner.name, item, more)

    def put(self, act: Context, owner: Owner, name: str, old: Any, new: Any) -> bool:
        """States of players, the wheel, the party, types of spaces and what follows them."""
        if name in _STATUS_OF:
            _write_status(act, owner.name, _STATUS_OF[name], has=bool(new))
        elif name == INSIGHTFULNESS:
            player: Player = act.state.players[owner.name]
            kept = (each for each in player.effects if each.kind != INSIGHT)
            act.state = with_player(
                act.state, replace(player, effects=(*kept, Effect(INSIGHT, new)))
            )
        elif name == WHEEL:
            spaces.turn(act, new - old)
        elif name == PARTY:
            party.start(act)
        elif name == TYPE:
            change_types(act, (integer(owner.name),), str(new or ""))
        elif name == NEXT:
            ahead, behind = (
                [(integer(owner.name), integer(each)) for each in ids or ()] for ids in (new, old)
            )
            act.state = connect(act.state, (pair for pair in ahead if pair not in behind))
            act.state = disconnect(act.state, (pair for pair in behind if pair not in ahead))
        return name in (WHEEL, PARTY, TYPE)

    def create(self, act: Context, owner: Owner) -> None:
        act.state = put_space(act.state, Space(integer(owner.name)))

    def win(self, act: Context, name: str) -> None:
        party.declare(act, name, "by an item")

    def text(self, unit: Unit) -> str:
        """The description of an item."""
        return plain(unit.meaning)


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


ITEMS, TYPES = Items(), Types()
