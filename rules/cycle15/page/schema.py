"""The state of Cycle 15, described once: tables and lines of its page, words of statements."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from rules.cycle15.belongings.effect import Effect, read_effect
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
from wikibot.game.page.cells import CellError, Integer, Maybe, Text, Time, YesNo
from wikibot.game.page.identifiers import Identifiers
from wikibot.game.page.listings import Listing, Members, Sentence
from wikibot.game.page.name_lists import NameList
from wikibot.game.page.notes import Note, Notes
from wikibot.game.page.player_rows import NAME
from wikibot.game.page.prose import Value
from wikibot.game.page.records import SECTION as RECORDS
from wikibot.game.page.records import people
from wikibot.game.page.schema import Players, Schema
from wikibot.game.page.sheet import Column, Spec
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.statements.statements import Statements
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import plain


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
        return tuple(map(read_effect, NameList().parse(text)))

    def render(self, value: Sequence[Effect], old: str = "") -> str:
        return NameList().render(tuple(map(str, value)), old)


class MoveRecordCell:
    """Codec for the terms of a move and what it brought, in words; see ``moves.move_record``."""

    fields = ("regular", "added", "along", "offers", "brought")
    _TERMS: Mapping[str, bool] = {"the move of the phase": True, "a further move": False}
    _ADDED = re.compile(r"added (\d+)")
    _ALONG, _OFFER = "brought along ", "offer "

    def parse(self, text: str) -> dict[str, Any]:
        found: dict[str, Any] = {"regular": None, "added": 0}
        along, offers, brought = list[str](), list[str](), list[str]()
        for entry in NameList().parse(text):
            if entry in self._TERMS:
                found["regular"] = self._TERMS[entry]
            elif added := self._ADDED.fullmatch(entry):
                found["added"] = integer(added[1])
            elif entry.startswith(self._ALONG):
                along.append(entry.removeprefix(self._ALONG))
            elif entry.startswith(self._OFFER):
                offers.append(entry.removeprefix(self._OFFER))
            else:
                brought.append(entry)
        return {**found, "along": tuple(along), "offers": tuple(offers), "brought": tuple(brought)}

    def render(self, value: Mapping[str, Any], old: str = "") -> str:
        regular = value.get("regular")
        entries = [terms for terms, which in self._TERMS.items() if which is regular]
        entries += [f"added {value['added']}"] if value.get("added") else []
        entries += [f"{self._ALONG}{each}" for each in value.get("along", ())]
        entries += [f"{self._OFFER}{each}" for each in value.get("offers", ())]
        return NameList().render((*entries, *value.get("brought", ())), old)


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
