"""The state of Cycle 15, described once: tables and lines of its page, words of statements."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rules.cycle15.belongings.effect import read_effect
from rules.cycle15.page.cells import Effects, MoveRecordCell, Path
from rules.cycle15.state import (
    BLANK,
    CRUSTAL,
    CRYSTAL,
    OFFERS,
    SHARD,
    START,
    Move,
    Player,
    Space,
    State,
    with_start,
)
from wikibot.game.page.cells import Integer, Maybe, Text, Time, YesNo
from wikibot.game.page.listings import Listing, Members, Sentence
from wikibot.game.page.lists import Identifiers
from wikibot.game.page.notes import Note, Notes
from wikibot.game.page.player_rows import NAME
from wikibot.game.page.prose import Value
from wikibot.game.page.records import SECTION as RECORDS
from wikibot.game.page.records import people
from wikibot.game.page.schema import Players, Schema
from wikibot.game.page.sheet import Column, Spec
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.statements.statements import Statements

PLAYERS = Players(
    Player,
    Spec(
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
    ),
    people(
        Column(
            "moved", ("Moved in phases",), Identifiers("phase numbers such as 4, 5", braces=False)
        ),
        Column("effects", ("Effects",), Effects()),
    ),
    (
        Sentence(
            "{player} is on {location:number}",
            pattern="{player} is on (?:space )?{location:number}",
        ),
    ),
    (
        Members(
            "effects",
            Sentence(
                "{player} has the effect {effects:text}", example="Alice has the effect tipsy"
            ),
            Sentence(
                "{player} has no longer the effect {effects:text}",
                example="Alice has no longer the effect tipsy",
            ),
            read_effect,
        ),
    ),
)
_SPACE = Integer("a space identifier", words=("space",))
_PSEUDO = ("Pseudo-type", "Pseudotype")


def spaces_table(types: Vocabulary, page: str = "") -> Spec:
    """The table of spaces, with the pseudo-type in a column if the page has one, or a note."""
    tables = _spaces_spec(types, own=False).tables(page)
    own = any(table.column(*_PSEUDO) is not None for table in tables)
    return _spaces_spec(types, own=own)


@lru_cache(maxsize=8)
def _spaces_spec(types: Vocabulary, *, own: bool) -> Spec:
    """``own``: with a column for the pseudo-type."""
    kind = Maybe(Text(known=types))
    columns = (
        Column("id", ("Space", "Space Identifier", "Identifier", "ID"), _SPACE, required=True),
        Column("type", ("Space Type", "Type"), Text(BLANK, types), required=True),
        Column("successors", ("Set of Successors", "Successors", "Leads to"), Identifiers()),
    )
    pseudo = Column("pseudo_type", _PSEUDO, kind)
    notes = {
        **({} if own else {"pseudo_type": Note(pseudo.headers[0], kind)}),
        "boulder_path": Note("Boulder Path", Path()),
        "safe_haven": Note("Safe Haven", Maybe(_SPACE)),
        "beamed": Note("Beamed in phase", Integer()),
    }
    noted = Column("notes", ("Notes", "Note"), Notes(notes))
    return Spec("Spaces", (*columns, *([pseudo] if own else []), noted), key=("id",))


SPACES = Listing(
    "spaces",
    "space",
    spaces_table(Vocabulary()),
    Space,
    kind="number",
    sentences=(
        Sentence(
            "space {id:number} is {type:type} as {pseudo_type:type}",
            example="space 5 is Hazard as Thin Ice",
            makes=True,
        ),
        Sentence(
            "the beam hit space {id:number} in phase {beamed:number}",
            example="the beam hit space 5 in phase 4",
        ),
        Sentence("space {id:number} is {type:type}", {"pseudo_type": None}, makes=True),
        Sentence(
            "{id:number} leads nowhere",
            {"successors": ()},
            "(?:space )?{id:number} leads nowhere",
            makes=True,
        ),
        Sentence(
            "{id:number} leads to {successors:numbers}",
            pattern="(?:space )?{id:number} leads to {successors:numbers}",
            makes=True,
        ),
    ),
    complete=with_start,
)
MOVES = Listing(
    "moves",
    "move",
    Spec(
        RECORDS,
        (
            Column("player", ("Player",), Text(), required=True),
            Column("time", ("Moved at",), Time(needed=True), required=True),
            Column("faces", ("Dice",), Path()),
            Column("leaves", ("Leaves",), Integer(), required=True),
            Column("path", ("Path",), Path(), required=True),
            Column("brought", ("Brought",), MoveRecordCell(), optional=True),
        ),
        caption="Moves of this phase",
    ),
    Move,
)
WHEEL = Value("wheel_rotation", ("Wheel Rotation",), Integer())
PARTY = Value("party", ("Party time",), YesNo(), default=False)
ITEMS = Vocabulary((CRYSTAL, CRUSTAL, SHARD), plurals=True)


def _names(state: State) -> Mapping[str, Vocabulary]:
    used = (
        name for space in state.spaces.values() for name in (space.type, space.pseudo_type) if name
    )
    return {"item": ITEMS, "type": Vocabulary((BLANK, *used))}


SCHEMA = Schema(
    "cycle15",
    State,
    PLAYERS,
    (SPACES, MOVES),
    (WHEEL, PARTY),
    sentences=(
        Sentence("there is no wheel rotation", {"wheel_rotation": None}),
        Sentence(
            "wheel rotation is {wheel_rotation:number}",
            pattern="(?:the )?wheel rotation is {wheel_rotation:number}",
        ),
        Sentence("it is party time", {"party": True}),
        Sentence("it is not party time", {"party": False}),
    ),
    offers=OFFERS,
    names=_names,
)
STATEMENTS: Statements[State] = Statements(SCHEMA)
