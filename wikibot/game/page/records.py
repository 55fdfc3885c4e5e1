"""What a game must remember and players rarely write down: the ``Records`` section.

People can read and correct them as they can the rest of the page. They are found by their headers
and labels wherever they stand; what is missing is added to the section when there is something to
say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from wikibot.game.page.cells import CellError, Choice, Integer, Maybe, Text, Time
from wikibot.game.page.lists import NameList
from wikibot.game.page.prose import Value, new_line, read_value, remove_value, write_value
from wikibot.game.page.rows import LISTS, LineId
from wikibot.game.page.schema import Listing, Sentence
from wikibot.game.page.sheet import Column, Spec, new_table, read_sheet, write_sheet
from wikibot.game.problems import Unclear, Unreadable
from wikibot.game.rolls import StandingRoll, parse_rolls
from wikibot.game.state import Former, Kind, Pending, State, read_pending
from wikibot.wikitext.lines import section
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.own_marks import before_marks, place_at_end
from wikibot.wikitext.plain import plain

# == The text below an action line, as one line and back: a pilcrow stands for a line break ========
#
# propose: More fish ¶ append «Fish are blue.» to Garbage

BREAK = "¶"
_PART = re.compile(r"(?:(?<!\s)\s++)?(?<!¶)¶(?!¶)\s*+")


def on_one_line(body: str) -> str:
    """Several lines as one, without blank ones at the ends; a pilcrow of the text is doubled."""
    lines = [" ".join(line.replace(BREAK, BREAK * 2).split()) for line in body.strip().split("\n")]
    return " ".join(f" {BREAK} ".join(lines).split())  # as a page shows it


def on_lines(text: str) -> str:
    """The inverse of :func:`on_one_line`, but for runs of blanks."""
    return "\n".join(part.replace(BREAK * 2, BREAK) for part in _PART.split(text))


def with_body(text: str, body: str) -> str:
    """An action's line with the text below it, as one line."""
    line = " ".join(text.replace(BREAK, BREAK * 2).split())
    return f"{line} {BREAK} {on_one_line(body)}" if body.strip() else line


def split_body(line: str) -> tuple[str, str]:
    """A line that :func:`with_body` wrote as the action's text and its body, of several lines."""
    text, _, body = on_lines(line).partition("\n")
    return text, body


# == What a game must remember and players rarely write down: the ``Records`` section ==============

SECTION = "Records"
ABOUT = "What the game has to remember. Correct it where it is wrong."


class DiceSoFar:
    """Codec for a roll and how many dice it is to have: ``1d6 (5) = 5 of 2`` lacks one."""

    fields = ("roll", "count")

    def parse(self, text: str) -> dict[str, Any]:
        """Raises ``CellError`` for anything but one roll."""
        words, _, count = plain(text).partition(" of ")
        try:
            (roll,) = parse_rolls(words)
            return {"roll": roll, "count": integer(count) if count else roll.count}
        except (Unclear, ValueError):
            raise CellError("a roll, such as 2d6 (3, 4) = 7") from None

    def render(self, value: Mapping[str, Any], old: str = "") -> str:
        """The dice bot's form, with the number of dice where some are missing."""
        roll, count = value["roll"], value["count"]
        return f"{roll} of {count}" if count != roll.count else str(roll)


def people(*extra: Column) -> Spec:
    """The table of who plays and who left, with a game's own columns behind the common ones."""
    common = (
        Column("player", ("Player", "Name"), Text(), required=True),
        Column("account", ("Account",), Text()),
        Column("joined", ("Joined",), Time(), required=True),
        Column("left", ("Left",), Time(), required=True),
    )
    return Spec(
        SECTION, (*common, *extra), key=("player", "left"), caption="Players, present and former"
    )


_WAITS = "line {id:line} of {player:text} ({kind:waiting} {text:text}) waits for {asks:text}"
_ROLL = "by {player:text} for {purpose:text} stands as number {index:number} of {label:text}"
WAITING = Spec(SECTION, (
    Column("player", ("Player",), Text(), required=True),
    Column("kind", ("Kind",), Choice(tuple(Kind))),
    Column("text", ("Order",), Text(), required=True),
    Column("asks", ("Waits for",), Text(), required=True),
    Column("since", ("Since",), Time(needed=True)),
    Column("until", ("Until",), Time()),
    Column("id", ("Line",), LineId(), required=True),
), caption="Lines that wait for a choice, a roll or a ruling")  # fmt: skip
_WAITING = (
    Sentence(
        f"{_WAITS} since {{since:time}} until {{until:time}}",
        example="line 1.2.3 of Alice (action move) waits for a space"
        " since 2024-01-05T02:22Z until 2024-01-08T00:00Z",
    ),
    Sentence(
        f"{_WAITS} since {{since:time}}",
        example="line 1.2.3 of Alice (offer gamble) waits for yes or no since 2024-01-05T02:22Z",
    ),
)


def waiting(offers: Sequence[str] = ()) -> Listing:
    """The table of what waits. ``offers``: forms of the game's offers that are about something."""

    def make(**values: Any) -> Pending:
        return read_pending(values, offers)

    return Listing(
        "pending",
        "line",
        WAITING,
        make,
        sentences=_WAITING,
        drop=Sentence("line {id:line} waits no more"),
        defaults={"kind": Kind.ACTION, "until": None},
    )


ROLLS = Listing(
    "rolls",
    "roll",
    Spec(
        SECTION,
        (
            Column("player", ("Rolled by",), Text(), required=True),
            Column("purpose", ("For",), Text(), required=True),
            Column("label", ("In particular",), Text()),
            Column("index", ("Which one",), Integer(blank=1)),
            Column("dice", ("Roll that stands",), DiceSoFar(), required=True),
        ),
        caption="Rolls that stand",
    ),
    StandingRoll,
    sentences=(
        Sentence(
            f"the roll {{roll:roll}} of {{count:number}} dice {_ROLL}",
            example="the roll 2d4 (1, 3) = 4 of 2 dice by Alice for move"
            " stands as number 1 of movement",
        ),
    ),
    drop=Sentence(
        f"no roll {_ROLL}", example="no roll by Alice for move stands as number 1 of movement"
    ),
    defaults={"label": "", "index": 1},
)
FORMER = Listing(
    "former",
    "player",
    Spec(SECTION, ()),
    Former,
    sentences=(
        Sentence(
            "{name:text} with the account {account:text} left at {left:time}",
            example="Dave with the account Davy left at 2024-01-05T02:22:00Z",
        ),
    ),
    drop=Sentence(
        "that {name:text} left at {left:time} is forgotten",
        example="that Dave left at 2024-01-05T02:22:00Z is forgotten",
    ),
)


def kept_tables(offers: Sequence[str] = ()) -> tuple[Listing, ...]:
    """What every game keeps in tables."""
    return (waiting(offers), ROLLS, *LISTS)


STARTED = Value(
    "started", ("Started", "Round started", "Cycle started", "Game started"), Time(), line=True
)
JUDGE = Value("judge", ("Judge",), Maybe(), line=True, titled=True)
REMOVAL = Value("removal", ("Assents to removing the judge",), NameList(), line=True)
WINNERS = Value("winners", ("Winners", "Winner"), NameList(), line=True)


class PageRecords(Struct, frozen=True):
    """What a page's records say. ``people``: rows of those who play, by name."""

    people: Mapping[str, Mapping[str, Any]]
    fields: Mapping[
        str, Any
        # former, pending, rolls, started, judge ...: what a state takes as it is
    ]
    unreadable: tuple[Unreadable, ...]


def read_records(text: str, spec: Spec, offers: Sequence[str] = ()) -> PageRecords:
    """Read all records. ``spec``: the game's :func:`people`; ``offers``: forms of its offers."""
    tables = kept_tables(offers)
    who = read_sheet(text, spec)
    listed = {each.field: read_sheet(text, each.spec) for each in tables}
    values = {each.field: read_value(text, each) for each in (STARTED, JUDGE, REMOVAL, WINNERS)}
    unreadable = [each for sheet in (who, *listed.values()) for each in sheet.unreadable]
    unreadable += [found.unreadable for found in values.values() if found.unreadable]
    rows = [line.values for line in who.lines]
    fields = {
        "former": tuple(
            Former(r["player"], r.get("account", ""), r["left"]) for r in rows if r.get("left")
        ),
        **{each.field: each.read(listed[each.field]) for each in tables},
        "started": values["started"].value,
        "judge": values["judge"].value,
        "removal": values["removal"].value or (),
        "winners": values["winners"].value or (),
    }
    return PageRecords(
        {r["player"]: r for r in rows if not r.get("left")}, fields, tuple(unreadable)
    )


def write_records(
    text: str,
    spec: Spec,
    state: State,
    rows: Sequence[Mapping[str, Any]],
    leaving: Collection[str] = (),
) -> str:
    """Lay a state's records over a page.

    ``rows``: what the game wants said of those who play, in the form of ``spec``. ``leaving``:
    those who played by the page as it was, and do no more.
    """
    # Rows in the order of the page, then new ones; rows about strangers are left alone.
    held = {
        (line.values["player"], line.values.get("left")): line.values
        for line in read_sheet(text, spec).lines
    }
    mine = {(row["player"], None): row for row in rows}
    mine = {key: row for key, row in mine.items() if key in held or any([*row.values()][1:])}
    gone = {(each.name, each.left): _row(each, spec, player=each.name) for each in state.former}
    strange = {
        key: row
        for key, row in held.items()
        if key not in mine and key[1] is None and key[0] not in leaving
    }
    wanted: dict[tuple[str, Any], Mapping[str, Any]] = {**mine, **strange, **gone}
    order = [key for key in held if key in wanted]
    if [key for key in order if key in gone] != list(gone)[: sum(key in gone for key in order)]:
        order = [key for key in order if key not in gone]
    text = with_table(text, spec, [wanted[key] for key in dict.fromkeys([*order, *wanted])])
    for listed in kept_tables():
        text = with_table(text, listed.spec, listed.rows(listed.things(state)))
    text = with_value(text, STARTED, state.started, None)
    text = with_value(text, JUDGE, state.judge, None)
    text = with_value(text, REMOVAL, state.removal, ())
    return with_value(text, WINNERS, state.winners, ())


def with_value(text: str, spec: Value, value: Any, default: Any) -> str:
    """The page with a value in its place, or on a new line of the records where it needs one.

    A value that goes back to ``default`` None is taken off the page.
    """
    found = read_value(text, spec)
    if found.spot and value is None and found.value is not None:
        return remove_value(text, spec)
    new = write_value(text, spec, value)
    if new is not None:
        return new
    return text if value == default else append(text, SECTION, new_line(spec, value), ABOUT)


def append(text: str, title: str, block: str, about: str = "") -> str:
    """Put a block at the end of a section of the page; the section is made where it is missing."""
    found = section(text, title)
    at = min(found.end if found else len(text), place_at_end(text))  # not into what was left open
    at = before_marks(text, at)
    before, after = text[:at], text[at:]
    before += "" if not before or before.endswith("\n") else "\n"
    if not found:
        before += f"\n== {title} ==\n" + (f"{about}\n\n" if about else "")
    elif block.startswith("{|") and not before.endswith("\n\n"):
        before += "\n"
    if not after:
        return before + block + ("\n" if text.endswith("\n") else "")
    return f"{before}{block}\n" + ("\n" if block.startswith("{|") else "") + after


def with_table(text: str, spec: Spec, rows: Sequence[Mapping[str, Any]]) -> str:
    """The page with rows laid over its table of this kind, which is added for the first row."""
    if spec.tables(text):
        return write_sheet(text, spec, rows)
    if not rows:
        return text
    return append(
        text,
        spec.section,
        new_table(spec, rows, folded=spec.section == SECTION),
        ABOUT if spec.section == SECTION else "",
    )


# -- rows ------------------------------------------------------------------------------------------


def _row(value: Any, spec: Spec, **more: Any) -> Mapping[str, Any]:
    row = {
        column.field: getattr(value, column.field)
        for column in spec.columns
        if hasattr(value, column.field)
    }
    return {**row, **more}
