"""Tables and lines of the Cycle 15 gamestate page: which headers and labels they go by and what their cells mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.cycle15.belongings.effect import Effect, read_effect
from rules.cycle15.belongings.garbage import known_items
from rules.cycle15.board.unique_types import known_types
from rules.cycle15.state import BLANK, START
from wikibot.game.page.cells import CellError, Integer, Maybe, Phase, Text, Time, YesNo
from wikibot.game.page.identifiers import Identifiers
from wikibot.game.page.name_lists import Names
from wikibot.game.page.notes import Note, Notes
from wikibot.game.page.player_rows import NAME, with_items
from wikibot.game.page.prose import Value
from wikibot.game.page.records import SECTION as RECORDS
from wikibot.game.page.records import people
from wikibot.game.page.sheet import Column, Line, Spec
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import plain

PSEUDO_TYPE = "Pseudo-type"
PHASE = Value(
    "phase",
    ("Current phase", "Phase"),
    Phase(),
    ("It is currently", "It's currently", "We are in"),
    "Phase",
)
WHEEL = Value("wheel_rotation", ("Wheel Rotation",), Integer())
PARTY = Value("party", ("Party time",), YesNo())
VALUES = (PHASE, WHEEL, PARTY)


class Path:
    """Codec for spaces in their order: ``1 2 3``."""

    def parse(self, text: str) -> tuple[int, ...]:
        words = re.sub(r"[{},→]", " ", plain(text)).split()
        if not all(re.fullmatch(r"-?\d+", word) for word in words):
            raise CellError("a list of spaces such as 1 2 3")
        return tuple(map(integer, words))

    def render(self, value: Sequence[int], old: str = "") -> str:
        del old
        return " ".join(map(str, value))


class Effects:
    """Codec for the effects on a player: ``train, fractal image at 5``."""

    def parse(self, text: str) -> tuple[Effect, ...]:
        return tuple(map(read_effect, Names().parse(text)))

    def render(self, value: Sequence[Effect], old: str = "") -> str:
        return Names().render(tuple(map(str, value)), old)


PEOPLE = people(
    Column("moved", ("Moved in phases",), Identifiers("phase numbers such as 4, 5", braces=False)),
    Column("effects", ("Effects",), Effects()),
)
MOVES = Spec(
    RECORDS,
    (
        Column("player", ("Player",), Text(), required=True),
        Column("time", ("Moved at",), Time(needed=True), required=True),
        Column("faces", ("Dice",), Path()),
        Column("leaves", ("Leaves",), Integer(), required=True),
        Column("path", ("Path",), Path(), required=True),
        Column("brought", ("Brought",), Names()),
    ),
)


def whole(line: Line) -> bool:
    """Whether nothing of a move was unreadable or missing that it cannot do without."""
    return all(column.field in line.values for column in MOVES.columns if column.field != "brought")


PLAYERS = Spec(
    "Players",
    (
        NAME,
        Column(
            "location",
            (
                "Location (Space Identifier)",
                "Location",
                "Space Identifier",
                "Current Space",
                "Space",
            ),
            Integer("a space identifier", blank=START, words=("space",)),
            required=True,
        ),
    ),
    key=("name",),
)


SPACES = "Spaces"
_NUMBER = Integer("a space identifier", words=("space",))
_NOTES = {
    "boulder_path": Note("Boulder Path", Path()),
    "safe_haven": Note("Safe Haven", _NUMBER),
    "beamed": Note("Beamed in phase", Integer()),
}


@dataclass(frozen=True)
class Layout:
    """The tables of one page: which columns they have depends on its headers and on the ruleset's names."""

    players: Spec
    spaces: Spec


def layout(page: str, book: Rulebook) -> Layout:
    """The specs for a page: item columns by its headers, the pseudo-type in a column or in the notes."""
    return book.found_in(page, _layout)


def _layout(page: str, book: Rulebook) -> Layout:
    return Layout(with_items(page, PLAYERS, known_items(book)), _spaces(page, known_types(book)))


def _spaces(page: str, types: Vocabulary) -> Spec:
    kind = Maybe(types)
    space = (
        Column("id", ("Space", "Space Identifier", "Identifier", "ID"), _NUMBER, required=True),
        Column("type", ("Space Type", "Type"), Text(BLANK, types), required=True),
        Column("successors", ("Set of Successors", "Successors", "Leads to"), Identifiers()),
    )
    pseudo = Column("pseudo_type", (PSEUDO_TYPE, "Pseudotype"), kind)
    own = any(
        table.column(*pseudo.headers) is not None for table in Spec(SPACES, space).tables(page)
    )
    notes = {} if own else {"pseudo_type": Note(PSEUDO_TYPE, kind)}
    column = Column("notes", ("Notes", "Note"), Notes({**notes, **_NOTES}))
    return Spec(SPACES, (*space, *((pseudo,) if own else ()), column), key=("id",))
