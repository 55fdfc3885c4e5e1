"""What Cycle 15 shows to plain words: players with what they have and are, spaces, the wheel.

Decisions: who is a traincrab counts as train and as crab, but stands there as a traincrab alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.cycle15 import party
from rules.cycle15.belongings import garbage
from rules.cycle15.belongings.effect import CRAB, CRABTRAIN, INSIGHT, TRAIN, TRAINCRAB
from rules.cycle15.belongings.status_effects import values
from rules.cycle15.board.space_types import crystal_beam
from rules.cycle15.board.space_types.casino import DRUNK
from rules.cycle15.board.spaces import where
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.items.people import TIPSY
from rules.cycle15.state import CRUSTAL, CRYSTAL, SHARD, Player, Space, State
from rules.generic.state import Field, FieldKind, Thing, ThingTable
from rules.generic.state import Player as Row
from rules.generic.state import State as Page
from rules.plain import vocabulary as v
from wikibot.game.ruleset.rulebook import Rulebook

SPACE, SPACES, TYPE = "Space", "Spaces", "Type"
NEXT, BEFORE = "Successors", "Predecessors"
WHEEL, PARTY, BAG = "Wheel Rotation", "Party", "Items"
STATUSES = (TIPSY, DRUNK)  # of which one is in one at most
KINDS: Mapping[Any, tuple[str, ...]] = {  # for good; what counts as what
    TRAIN: (), CRAB: (), TRAINCRAB: (TRAIN, CRAB), CRABTRAIN: (CRAB, TRAIN),
}  # fmt: skip
SAID = {status: status.capitalize() for status in (*STATUSES, *KINDS)}
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
    has_beam = book.has(crystal_beam.SECTION) and book.variant(crystal_beam.SECTION) == "late"
    return (*_USUAL, f"target with {BEAM}") if has_beam else _USUAL


def words(book: Rulebook) -> v.PlainVocabulary:
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


def page(state: State, book: Rulebook) -> Page:
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
