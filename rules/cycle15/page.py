"""The Cycle 15 gamestate page: its cells, its schema, and its state in JSON.

Players and spaces are tables, known by their headers; wheel rotation, party time and phase are
lines of prose. What people's pages do not show but the game needs stands under the heading Records.
Decisions: an item may have its own column (``Crystals``); a player without a location is on
the initial space; a page without spaces has that space alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from rules.common.players import reputable, schedule
from rules.cycle15 import state as game
from rules.cycle15.garbage import known_items
from rules.cycle15.spaces import WHEEL, known_types, missing, successors
from rules.cycle15.state import Effect, Move, Player, Space, State, read_effect, with_start
from wikibot.game.page import cells, gamestate
from wikibot.game.page.cells import CellError, Integer, Maybe, Text, Time, Vocabulary, YesNo, inline
from wikibot.game.page.gamestate import SECTION as RECORDS
from wikibot.game.page.schema import Listing, Members, Players, Schema, Sentence
from wikibot.game.page.sheet import Column, Note, Notes, Spec, Value, new_line, new_table
from wikibot.game.statements.statements import common_json, fields_json, player_json
from wikibot.sdk import NAME, Rulebook, Statements, integer, people, plain, replace, with_items
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import Phases
from wikibot.wikitext.regex import regex

# == Kinds of cells that only the page of Cycle 15 has: ways, status effects, what a move brought ==


class Path:
    """Codec for spaces in their order: ``1 2 3``."""

    def parse(self, text: str) -> tuple[int, ...]:
        words = re.sub(r"[{},→]", " ", plain(text)).split()
        if not all(re.fullmatch(r"-?\d+", word) for word in words):
            raise CellError("a list of spaces such as 1 2 3")
        return tuple(map(integer, words))

    def render(self, value: Sequence[int], old: str = "") -> str:
        return " ".join(map(str, value))


class Effects:
    """Codec for the effects on a player: ``train, fractal image at 5``."""

    def parse(self, text: str) -> tuple[Effect, ...]:
        return tuple(map(read_effect, cells.NameList().parse(text)))

    def render(self, value: Sequence[Effect], old: str = "") -> str:
        return cells.NameList().render(tuple(map(str, value)), old)


class MoveRecordCell:
    """Codec for the terms of a move and what it brought, in words; see ``taking_back``."""

    fields = ("regular", "added", "along", "offers", "brought")
    _TERMS: Mapping[str, bool] = {"the move of the phase": True, "a further move": False}
    _ADDED = regex(r"added (\d+)")
    _ALONG, _OFFER = "brought along ", "offer "

    def parse(self, text: str) -> dict[str, Any]:
        found: dict[str, Any] = {"regular": None, "added": 0}
        along, offers, brought = list[str](), list[str](), list[str]()
        for entry in cells.NameList().parse(text):
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
        return cells.NameList().render((*entries, *value.get("brought", ())), old)


# == The state of Cycle 15, described once: tables and lines of its page, words of statements ======

PLAYERS_TABLE = Players(
    Player,
    Spec("Players", (
        NAME,
        Column(
            "location",
            (
                "Location (Space Identifier)", "Location", "Space Identifier", "Current Space",
                "Space",
            ),
            Integer("a space identifier", blank=game.START, words=("space",)),
            required=True,
        ),
    ), key=("name",)),
    people(
        Column(
            "moved", ("Moved in phases",),
            cells.Identifiers("phase numbers such as 4, 5", braces=False),
        ),
        Column("effects", ("Effects",), Effects()),
    ),
    (
        Sentence("{player} is on [space ]{location:number}"),
    ),
    (
        Members(
            "effects",
            Sentence("{player} has the effect {effects:text=tipsy}"),
            Sentence("{player} has no longer the effect {effects:text=tipsy}"),
            read_effect,
        ),
    ),
)  # fmt: skip
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
        Column("type", ("Space Type", "Type"), Text(game.BLANK, types), required=True),
        Column("successors", ("Set of Successors", "Successors", "Leads to"), cells.Identifiers()),
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


SPACES = Listing("spaces", "space", spaces_table(Vocabulary()), Space, kind="number", sentences=(
    Sentence(
        "space {id:number} is {type:type=Hazard} as {pseudo_type:type=Thin Ice}", makes=True,
    ),
    Sentence("the beam hit space {id:number} in phase {beamed:number=4}"),
    Sentence("space {id:number} is {type:type}", {"pseudo_type": None}, makes=True),
    Sentence("[space ]{id:number} leads nowhere", {"successors": ()}, makes=True),
    Sentence("[space ]{id:number} leads to {successors:numbers}", makes=True),
), complete=with_start)  # fmt: skip
MOVES = Listing(
    "moves", "move",
    Spec(RECORDS, (
        Column("player", ("Player",), Text(), required=True),
        Column("time", ("Moved at",), Time(needed=True), required=True),
        Column("faces", ("Dice",), Path()),
        Column("leaves", ("Leaves",), Integer(), required=True),
        Column("path", ("Path",), Path(), required=True),
        Column("brought", ("Brought",), MoveRecordCell(), optional=True),
    ), caption="Moves of this phase"),
    Move,
)  # fmt: skip
WHEEL_LINE = Value("wheel_rotation", ("Wheel Rotation",), Integer())
PARTY = Value("party", ("Party time",), YesNo(), default=False)
ITEMS = Vocabulary((game.CRYSTAL, game.CRUSTAL, game.SHARD), plurals=True)


def _names(state: State) -> Mapping[str, Vocabulary]:
    used = (
        name for space in state.spaces.values() for name in (space.type, space.pseudo_type) if name
    )
    return {"item": ITEMS, "type": Vocabulary((game.BLANK, *used))}


SCHEMA = Schema("cycle15", State, PLAYERS_TABLE, (SPACES, MOVES), (WHEEL_LINE, PARTY), sentences=(
    Sentence("there is no wheel rotation", {"wheel_rotation": None}),
    Sentence("[the ]wheel rotation is {wheel_rotation:number}"),
    Sentence("it is party time", {"party": True}),
    Sentence("it is not party time", {"party": False}),
), offers=game.OFFERS, names=_names)  # fmt: skip
STATEMENTS: Statements[State] = Statements(SCHEMA)


# ==================================================================================================
# The Cycle 15 gamestate page as players keep it, read into a state and written back cell by
# cell.


class Page(gamestate.GamestatePage[State]):
    """The page of Cycle 15."""

    def items(self, book: Rulebook) -> Vocabulary:
        return known_items(book)

    def tables(self, page: str, book: Rulebook) -> gamestate.Layout:
        spaces = spaces_table(book.derived(known_types), page)
        return {**super().tables(page, book), SPACES.field: spaces}

    def phases(self, book: Rulebook) -> Phases:
        return schedule(book)

    def canonical(self, state: State) -> State:
        state = super().canonical(state)
        spaces = {
            id_: replace(each, successors=tuple(sorted({*each.successors})))
            for id_, each in state.spaces.items()
        }
        return replace(state, spaces=spaces)

    def remarks(self, state: State, said: gamestate.PageContents, book: Rulebook) -> Sequence[str]:
        return (*_oddities(state, book), *missing(state, book))

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        """A starting page in the usual shapes: no players yet, the board is space 0 alone."""
        header = f"{{|\n! Name !! Location !! {game.CRYSTAL}s\n|}}"
        players = with_items(header, SCHEMA.players.spec, known_items(book))
        spaces = self.layout("", book)[SPACES.field]
        wheel = [new_line(WHEEL_LINE, 0).removeprefix("* "), ""] if book.has(WHEEL) else []
        lines = [
            f"{inline(title)} holds the state of the game. It is currently '''Phase I'''.", "",
            "== Players ==", "",
            new_table(players, (), ("name", "location", f"item {game.CRYSTAL}", "items")), "",
            "== Spaces ==", "", *wheel,
            new_table(spaces, SPACES.rows([Space(game.START)], spaces), ids="space-"), "",
        ]  # fmt: skip
        return gamestate.append(
            "\n".join(lines), RECORDS, new_line(gamestate.STARTED, now), gamestate.ABOUT
        )


def _oddities(state: State, book: Rulebook) -> Iterator[str]:
    for player in state.players.values():
        if player.location not in state.spaces:
            yield say("{} is on {}, which is not a space", player.name, player.location)
    for space in state.spaces.values():
        for each in space.successors:
            if each not in state.spaces:
                yield say("space {} leads to {}, which is not a space", str(space.id), str(each))
    known_as = cache(known_types(book).find)  # another type is a slip, or of a rule to come
    for space in state.spaces.values():
        for kind in (space.type, space.pseudo_type):
            if kind and not known_as(kind):
                why = later("space {} is {}, a type that the ruleset page does not have")
                yield say(why, str(space.id), kind)


PAGE = Page(SCHEMA, "Name and Location")


# == The state of Cycle 15 in JSON =================================================================


def to_json(state: State, book: Rulebook) -> dict[str, Any]:
    """The common keys, ``location`` and ``reputable`` of players, ``spaces``, wheel and party.

    A ruleset page without that section has no wheel, whatever the gamestate page says.
    """
    return {
        **common_json("cycle15", state),
        "players": [
            {**player_json(each), **fields_json(each, "location"),
             "reputable": reputable(each, state, book)}
            for each in state.players.values()
        ],
        "spaces": [
            {**fields_json(each, "id", "type", "pseudo_type"),
             "successors": list(successors(state, each.id))}
            for each in state.spaces.values()
        ],
        "wheel_rotation": state.wheel_rotation if book.has(WHEEL) else None,
        "party": state.party,
    }  # fmt: skip
