"""Values of the game: lines ``Label: value`` of the page, outside tables and records.

Decisions: a label is at most four words and begins the line, behind list marks and bold; what
reads as a sentence is prose and not a value. Of two lines with one label the first counts. Labels
of the records (``Phase``, ``Judge``, ...) belong to every game and are none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from wikibot.game.page.cells import NOTHING
from wikibot.game.page.gamestate import PHASE
from wikibot.game.page.markup import HIDDEN
from wikibot.game.page.prose import lines_outside_tables
from wikibot.game.page.records import JUDGE, REMOVAL, SECTION, STARTED, WINNERS
from wikibot.sdk import fold, plain
from wikibot.wikitext.sections import sections

_LINE = re.compile(
    rf"^[*#:; \t'{HIDDEN}]{{0,12}}(?P<label>[^\W\d_][^\n:=|{{}}\[\]<>.!?{HIDDEN}]{{0,39}})"
    rf"['{HIDDEN}]{{0,8}}:['{HIDDEN}]{{0,8}}(?:[ \t]+(?P<value>[^\n]*)|[ \t]*$)",
    re.MULTILINE,
)
_KERNEL = frozenset(
    fold(label) for each in (PHASE, STARTED, JUDGE, REMOVAL, WINNERS) for label in each.labels
)
MOST_VALUES = 300  # of a page; further lines are prose
_MOST_WORDS, _LONGEST, _SAYING = 4, 120, 3


class ValueLine(Struct, frozen=True):
    """A value as it stands on the page. ``text``: wikitext."""

    label: str
    text: str


@lru_cache(maxsize=8)
def find_values(text: str) -> tuple[ValueLine, ...]:
    """The values of a page in their order. The last few pages are remembered."""
    records = [
        (each.start, each.end) for each in sections(text) if fold(each.title) == fold(SECTION)
    ]
    found: dict[str, ValueLine] = {}
    for line, at in _lines(text):
        if not any(start <= at < end for start, end in records):
            found.setdefault(fold(line.label), line)
    return tuple(found.values())[:MOST_VALUES]


def _lines(text: str) -> Iterator[tuple[ValueLine, int]]:
    for found in _LINE.finditer(lines_outside_tables(text)):
        label = found["label"].strip(" \t'")
        start, end = found.span("value")
        value = text[start:end].strip() if start >= 0 else ""
        known = fold(label) in _KERNEL
        if label and not known and len(label.split()) <= _MOST_WORDS and not _is_prose(value):
            yield ValueLine(label, value), found.start()


def _is_prose(value: str) -> bool:
    said = plain(value)
    if len(said) > _LONGEST:
        return True
    many = len(said.split()) > _SAYING
    return fold(said) not in NOTHING and many and said.endswith((".", "!", "?", ":"))
