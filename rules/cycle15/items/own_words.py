"""Items that nobody programmed, by the words of their descriptions: what Cycle 15 offers to these.

Decisions: a random item is one that the rule Garbage defines, by ID. To move to a space is a move
with that space alone; a location that is set, or swapped, is no movement. Who becomes drunk is not
tipsy any more, and the other way round. What bears on each player bears on their fractal images. A
Crystal that is lost is a Crystal, or what counts as one, as its owner says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules.cycle15 import party, winning
from rules.cycle15.belongings import garbage, images
from rules.cycle15.belongings.effect import Effect
from rules.cycle15.belongings.possessions import CRYSTALLINE, change
from rules.cycle15.board import wheel_rotation
from rules.cycle15.board.space_types.casino import DRUNK
from rules.cycle15.board.spaces import place, where
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.items.item import in_use, unit_of
from rules.cycle15.items.people import TIPSY
from rules.cycle15.items.spaces import change_types
from rules.cycle15.moves.landing import moved_last_phase, moved_this_phase
from rules.cycle15.moves.movement import MOVE, direct
from rules.cycle15.state import CRUSTAL, CRYSTAL, SHARD, Player, Space, State
from rules.generic.state import Field, FieldKind, Thing, ThingTable
from rules.generic.state import Player as Row
from rules.generic.state import State as Page
from rules.plain import tree
from rules.plain import vocabulary as v
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit
from wikibot.game.state import with_player
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import plain

SPACE, SPACES, TYPE, NEXT = "Space", "Spaces", "Type", "Successors"
WHEEL, PARTY, BAG = "Wheel Rotation", "Party", "Items"
_STATUSES = (TIPSY, DRUNK)
_COLUMNS = (
    Field(BAG, FieldKind.ITEMS),
    Field(SPACE, FieldKind.THING, SPACES),
    *(Field(each.capitalize(), FieldKind.YES_NO) for each in _STATUSES),
)
_OF_SPACES = (Field(TYPE, FieldKind.TEXT), Field(NEXT, FieldKind.THINGS, SPACES))
_WHEEL = tree.Place(None, WHEEL)
_LABELS = (Field(WHEEL, FieldKind.NUMBER), Field(PARTY, FieldKind.YES_NO))


class Items:
    """The world of the items: players with what they have, spaces, the wheel, the party."""

    told_when = False

    def spelled(self, text: str, book: Rulebook) -> str:
        """No signs stand for names."""
        del book
        return text

    def fits(self, rule: Any, unit: Unit) -> bool:
        """Descriptions of items do not say when."""
        del rule, unit
        return False

    def words(self, book: Rulebook) -> v.PlainVocabulary:
        """All names of the ruleset page."""
        types = tuple(known_types(book))
        space = v.KnownTable(
            SPACES,
            SPACE,
            (v.KnownField(TYPE, "text"), v.KnownField(NEXT, "things", SPACES)),
            numbered=True,
        )
        values = [v.KnownField(PARTY, "yes or no")] if book.has(party.PARTY) else []
        values.append(v.KnownField(WHEEL, "number"))
        return v.PlainVocabulary(
            fields=(
                v.KnownField(SPACE, "thing", SPACES),
                *(v.KnownField(each.capitalize(), "yes or no") for each in _STATUSES),
            ),
            tables=(
                space,
                v.KnownTable(BAG, "Item", (), tuple(garbage.known_items(book).names)),
                v.KnownTable(garbage.SECTION, garbage.SECTION, (), garbage.names_on_page(book)),
            ),
            values=tuple(values),
            texts=types,
        )

    def text(self, unit: Unit) -> str:
        """The description of an item."""
        return plain(unit.meaning)

    # -- the state as a page -----------------------------------------------------------------------

    def page(self, state: State, book: Rulebook) -> Page:
        """Players, spaces, items, and the two values."""
        names = garbage.garbage_names(state, book)
        tables = {
            SPACES: book.found_in(state.spaces, _spaces),
            garbage.SECTION: book.found_in(names, _garbage),
            BAG: book.found_in(names, _items),
        }
        values = {WHEEL: state.wheel_rotation or 0, PARTY: state.party}
        return Page(
            now=state.now,
            winners=state.winners,
            players={each.name: _row(state, each) for each in state.players.values()},
            columns=_COLUMNS,
            bag=BAG,
            labels=_LABELS,
            values={name: held for name, held in values.items() if held},
            tables=tables,
        )

    def write(self, act: ActionContext[State], before: Page, after: Page) -> bool:
        """Carry out what changed."""
        told = False
        for name, row in after.players.items():
            if row is not before.players[name]:
                _write_player(act, before.players[name], row)
        if after.values is not before.values:
            told = _write_values(act, before.values, after.values)
        if after.tables is not before.tables:
            told = _write_spaces(act, before.tables[SPACES], after.tables[SPACES])
        for name in after.winners[len(before.winners) :]:
            winning.declare(act, name, "by an item")
            told = True
        return told

    def stand(self, act: ActionContext[State], who: str, to: str, *, moving: bool) -> None:
        """A move with one space alone; where no move, just another location."""
        if moving:
            direct(act, who, integer(to))
        else:
            place(act, who, integer(to))
            act.say(f"{who} is now at {to}")

    def instead(self, act: ActionContext[State], effect: Any, player: str) -> Sequence[Any]:
        """Nothing in place of a turn of a wheel that there is not; the crystal that is meant."""
        on_wheel = isinstance(effect, tree.Add | tree.Put) and effect.place == _WHEEL
        if on_wheel and not act.book.has(wheel_rotation.SECTION):
            act.say("there is no wheel, so nothing happens")
            return ()
        if isinstance(effect, tree.Lose) and effect.what == CRYSTAL:
            return _which_crystal(act, effect, player)
        return (_garbage_only(effect),)

    def did(self, state: State, player: str, asks: tree.Did) -> bool:
        """Whether a player moved in this phase, or in the last."""
        if asks.verb != MOVE or asks.unit != "phase":
            raise Held("Garbage", f"it is not known who did {asks.verb} this or last {asks.unit}")
        moved = moved_last_phase if asks.last else moved_this_phase
        return moved(state, player)

    def settled(self, act: ActionContext[State]) -> None:
        """Somebody may have won."""
        winning.check(act)

    def beside(self, act: ActionContext[State], play: Callable[[str], None]) -> None:
        """What happens to each player happens to each image."""
        for owner, here in tuple(images.all_of(act.state)):
            images.in_its_stead(act, owner, here, partial(play, owner))


# -- as a page -------------------------------------------------------------------------------------


def _row(state: State, player: Player) -> Row:
    kinds = [each.kind for each in player.effects]
    held: dict[str, Any] = {each.capitalize(): True for each in _STATUSES if each in kinds}
    return Row(
        name=player.name,
        account=player.account,
        items=player.items,
        fields={SPACE: str(where(state, player.name)), **held},
    )


def _spaces(spaces: Mapping[int, Space], book: Rulebook) -> ThingTable:
    del book
    rows = {str(id_): _space(spaces[id_]) for id_ in sorted(spaces)}
    return ThingTable(SPACES, SPACE, _OF_SPACES, rows)


def _space(space: Space) -> Thing:
    nexts = tuple(map(str, space.successors))
    return Thing(str(space.id), {TYPE: space.type, **({NEXT: nexts} if nexts else {})})


def _garbage(names: tuple[str, ...], book: Rulebook) -> ThingTable:
    del book
    return ThingTable(garbage.SECTION, garbage.SECTION, (), {name: Thing(name) for name in names})


def _items(names: tuple[str, ...], book: Rulebook) -> ThingTable:
    del book
    every = dict.fromkeys((CRYSTAL, CRUSTAL, SHARD, *names))
    return ThingTable(BAG, "Item", (), {name: Thing(name) for name in every})


def _garbage_only(effect: Any) -> Any:
    """The effect with a random item as one of those that the rule Garbage defines."""
    drawn = isinstance(effect, tree.Draw) and isinstance(effect.thing, tree.RandomThing)
    if drawn and effect.thing.table == BAG:
        return replace(effect, thing=replace(effect.thing, table=garbage.SECTION))
    return effect


def _which_crystal(
    act: ActionContext[State], effect: tree.Lose, player: str
) -> Sequence[tree.Lose]:
    """The loss of a crystal, or of what counts as one, as its owner says."""
    owner = act.state.players[player]
    held = tuple(item for item in CRYSTALLINE if owner.count(item) > 0)
    if CRUSTAL not in held:
        return (effect,)
    if effect.amount != tree.Number(1) or player != act.player:
        why = f"{player} has Crustals, which count as crystals: it is not said which go"
        raise Held(unit_of(in_use(act)), why)
    which = act.choose("which crystal it is", held, question="which one")
    return (replace(effect, what=which),)


# -- back again ------------------------------------------------------------------------------------


def _write_player(act: ActionContext[State], before: Row, after: Row) -> None:
    for item in dict.fromkeys((*before.items, *after.items)):
        more = after.count(item) - before.count(item)
        if more:
            change(act, after.name, item, more)
    for status in _STATUSES:
        has = bool(after.fields.get(status.capitalize()))
        if has is not bool(before.fields.get(status.capitalize())):
            _write_status(act, after.name, status if has else "")


def _write_status(act: ActionContext[State], name: str, status: str) -> None:
    """Let a player be in one of the states of which one has one at most, or in none."""
    player: Player = act.state.players[name]
    kept = tuple(each for each in player.effects if each.kind not in _STATUSES)
    more = (Effect(status),) if status else ()
    act.state = with_player(act.state, replace(player, effects=(*kept, *more)))


def _write_values(
    act: ActionContext[State], before: Mapping[str, Any], after: Mapping[str, Any]
) -> bool:
    told = False
    by = after.get(WHEEL, 0) - before.get(WHEEL, 0)
    if by:
        wheel_rotation.turn(act, by)
        told = True
    if bool(after.get(PARTY)) is not bool(before.get(PARTY)):
        party.start(act)
        told = True
    return told


def _write_spaces(act: ActionContext[State], before: ThingTable, after: ThingTable) -> bool:
    for name, space in after.things.items():
        kind = str(space.fields.get(TYPE, ""))
        if space is not before.things.get(name) and kind != before.things[name].fields.get(TYPE):
            change_types(act, (integer(name),), kind)
            return True
    return False


class Types(Items):
    """The world of the types of spaces: what happens to players who land there or pass."""

    told_when = True

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
