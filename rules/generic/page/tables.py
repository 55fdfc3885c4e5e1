"""Which tables of a page hold players, which hold things, by what names, and which are left alone.

A table's name is its caption, or else the heading above it, or else its first header. Decisions:

- The players' table is the one under a heading (or caption) ``Players``, or else the only one whose
  first header is ``Player``, or else the one of which it is written that players are called so, or
  else the one with the names of those who are known to play, or else the one whose things the
  sentences have act ("a Farmer may", "each Captain who"; thrice as often as those of any other
  table, so that nothing is guessed), or else the only one whose first header is ``Name``, or else
  the one thrice as many of whose columns players gain, lose or have in the sentences. Both what is
  written and what is played in its place tell.
- A second table of the same name and the same headers goes on where the first one ended; with
  other headers it goes by its first header.
- A table without headers, with cells that reach over rows or columns, with another table in it,
  with two rows of one name or a row without any is not a table of things. It is left alone, and
  named in a remark, unless it is the table of players.
- Of two columns with one header the first counts; a column without a header is left alone.
- The tables of the bot's own records are none of these.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, zip_longest

from msgspec import Struct, field

from rules.generic.owners import PLAYERS, OpenQuestion, Relation, Use
from rules.plain.words.lexemes import kinds
from wikibot.game.names import plural_of, singular_of
from wikibot.game.page.cells import NOTHING, Text
from wikibot.game.page.gamestate import ROLLS, SECTION, WAITING
from wikibot.game.page.schema import LISTS
from wikibot.game.page.sheet import read_sheet, tables_outside
from wikibot.sdk import Column, Listing, Sentence, Spec, Time, fold, people, plain
from wikibot.wikitext.lines import sections
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import Table

# == What any nomic must remember beside the records of every game =================================
#
# ``USES`` counts what rules limit (once a day). ``KINDS`` says what a column holds where its
# cells do not show it, as after its last item was lost; people can read and correct it like the
# rest.

USES = Listing(
    "uses",
    "use",
    Spec(
        SECTION,
        (
            Column("player", ("Done by",), Text(), required=True),
            Column("what", ("What was done",), Text(), required=True),
            Column("time", ("Done at",), Time(needed=True), required=True),
        ),
        caption="What was done, where a rule limits how often",
    ),
    Use,
    sentences=(
        Sentence(
            "{player:text} did {what:text} at {time:time}",
            example="Alice did fish at 2024-01-05T02:22:00Z",
        ),
    ),
    drop=Sentence(
        "that {player:text} did {what:text} at {time:time} does not count",
        example="that Alice did fish at 2024-01-05T02:22:00Z does not count",
    ),
)
RELATIONS = Listing(
    "relations",
    "relation",
    Spec(
        SECTION,
        (
            Column("player", ("Of",), Text(), required=True),
            Column("what", ("What holds",), Text(), required=True),
            Column("to", ("Towards",), Text(), required=True),
            Column("until", ("Holds until",), Time()),
        ),
        caption="What holds between players, and votes",
    ),
    Relation,
    sentences=(
        Sentence(
            "{player:text} has {what:text} towards {to:text} until {until:time}",
            example="Alice has Truce towards Bob until 2024-01-05T02:22:00Z",
        ),
        Sentence(
            "{player:text} has {what:text} towards {to:text}", example="Alice has vote towards Bob"
        ),
    ),
    drop=Sentence(
        "{player:text} has no {what:text} towards {to:text}",
        example="Alice has no vote towards Bob",
    ),
)
QUESTIONS = Listing(
    "questions",
    "question",
    Spec(
        SECTION,
        (
            Column("id", ("Question",), Text(), required=True),
            Column("player", ("To",), Text(), required=True),
            Column("asks", ("Asks",), Text(), required=True),
            Column("sentence", ("By the sentence",), Text(), required=True),
            Column("place", ("Goes on at",), Text(), required=True),
            Column("given", ("Said by then",), Text(), required=True),
            Column("proposer", ("Offered by",), Text()),
            Column("until", ("Answer until",), Time()),
        ),
        key=("id",),
        caption="What players are asked by others' actions, and by time",
    ),
    OpenQuestion,
)
OWN = (USES, RELATIONS, QUESTIONS)
KINDS = Spec(
    SECTION,
    (
        Column("table", ("Table",), Text(), required=True),
        Column("field", ("Column or value",), Text(), required=True),
        Column("holds", ("Holds",), Text(), required=True),
    ),
    key=("table", "field"),
    caption="What columns and values hold",
)


# == Which tables of a page hold players, which hold things, by what names =========================

_SHOWN, _LONGEST = 5, 40  # tables that are named in one message, letters of each name
MOST_TABLES = 200  # of things, so that reading a page stays quick
_PLAYER, _NAME = "player", "name"
_NOT_OF = kinds(
    "of as no same their has have in on at with without is are to from by than own owns"
)
_ACTING = (
    r"(?:(?:at|in|on|with|without|whose) (?:(?!players?\b)\w+ ){1,5}?(?=may|can))?"
    r"(?:(?:may|can t|can(?! t\b)|cannot|must|shall)(?! (?:not )?be\b)"
    r"|who|wins?|pays?|gains?|loses?|begins?|starts?)\b"
)
_CALLED = regex(r"\bplayers are called (\w+(?: \w+)?)")
_HAD = regex(
    r"\b(?:(?P<own>their|your|player s)"
    r"|(?:gains?|loses?|pays?|paying|spends?|(?:players?|they|who|you) ha(?:ve|s)))(?= )"
)
_NUMBERING = ("id", "#", "no.", "no", "number")
_OF_NOTHING = ("", "name", "names", "title", "thing", "who", "what", "where", *_NUMBERING)
_RECORDS = (
    people(), WAITING, ROLLS.spec, KINDS, *(each.spec for each in OWN),
    *(each.spec for each in LISTS)
)  # fmt: skip


class Found(Struct, frozen=True):
    """One table of things, or of players: under its name, with all that goes on with it."""

    name: str
    tables: tuple[Table, ...]
    called: tuple[str, ...] = ()  # of players: words for one of them, folded

    @property
    def names_at(self) -> int:
        """Which column names the things: the first, or behind one of numbers the second.

        That is so where the header of the second says what the table is of.
        """
        first, *rest = self.tables[0].headers
        numbered = fold(first) in _NUMBERING and rest and _one_of(rest[0]) == _one_of(self.name)
        return 1 if numbered else 0

    @property
    def noun(self) -> str:
        """The header of the column that names the things."""
        return self.tables[0].headers[self.names_at]

    @property
    def headers(self) -> tuple[str, ...]:
        """The headers of the columns that are fields."""
        every = self.tables[0].headers
        return tuple(dict.fromkeys(each for each in every if each and each != self.noun))


class Tables(Struct, frozen=True):
    """The tables of a page. ``players`` None: ``trouble`` says why there are none.

    ``left``: remarks about tables, or parts of them, that are left alone.
    """

    players: Found | None
    things: Mapping[str, Found]
    trouble: str = ""
    left: tuple[str, ...] = field(default=())


class _Named(Struct, frozen=True):
    """A table with what could be its name."""

    table: Table
    caption: str
    path: tuple[str, ...]

    @property
    def heading(self) -> str:
        return self.path[-1] if self.path else ""

    @property
    def name(self) -> str:
        return self.caption or self.heading or (self.table.headers or ("",))[0] or "Things"

    @property
    def first(self) -> str:
        """The header of its first column, folded."""
        return fold(self.table.headers[0]) if self.table.headers else ""


@lru_cache(maxsize=8)
def find_tables(text: str, rules: str) -> Tables:
    """The tables of a page. ``rules``: the ruleset's words, which say who acts.

    The last few pages are remembered.
    """
    candidates = tuple(_candidates(text))
    nested = _nested([each.table for each in candidates])
    who, trouble = _players(candidates, text, rules)
    things: dict[str, Found] = {}
    left: list[str] = []
    for each in candidates:
        if each in who:
            continue
        why = _why_not(each.table, nested)
        name = each.name
        if fold(name) == fold(PLAYERS) or (
            name in things and each.table.headers != things[name].tables[0].headers
        ):
            name = each.table.headers[0] if each.table.headers else ""
            taken = not name or name in things or fold(name) == fold(PLAYERS)
            why = why or ("another table has its name" if taken else "")
        if not why and name not in things and len(things) >= MOST_TABLES:
            why = say("the page has more than {} tables", MOST_TABLES)
        if why:
            left.append(say("the table {!r} is left alone: {}", each.name, why))
            continue
        held = things[name].tables if name in things else ()
        things[name] = Found(name, (*held, each.table))
    left += [remark for found in things.values() for remark in _doubled(found)]
    things, more = _unique(things)
    players = _found_players(who, rules, things) if who else None
    left += _doubled(players) if players else ()
    return Tables(players, things, trouble, (*left, *more))


def nouns(found: Found) -> tuple[str, ...]:
    """Words for one thing of a table, folded: its first header, and its name in the singular."""
    words = [fold(found.noun)] if fold(found.noun) not in _OF_NOTHING else []
    return tuple(dict.fromkeys([*words, singular_of(fold(found.name)), *found.called]))


def _found_players(who: Sequence[_Named], rules: str, things: Mapping[str, Found]) -> Found:
    """The players' table; what it calls them is the header of its first column, or its heading.

    So is the header of the second one, where players stand beside what they play: no thing of
    another table, and one that acts in the rules.
    """
    first = who[0]
    above = _one_of(first.caption or first.heading)
    words = [first.first, *([above] if above not in (_titled(first.heading), "") else [])]
    second = fold(first.table.headers[1]) if first.table.headers[1:] else ""
    nouns_of = {noun for each in things.values() for noun in nouns(each)}
    acts = rf"\b(?:an?|each|every|any) {re.escape(second)} {_ACTING}"
    if second and second not in nouns_of and (second == above or re.search(acts, rules)):
        words.append(second)
    names = (each for each in words if each.replace(" ", "", 1).isalpha())
    called = (each for each in names if each not in (_PLAYER, *_OF_NOTHING))
    return Found(PLAYERS, tuple(each.table for each in who), tuple(dict.fromkeys(called)))


def _titled(title: str) -> str:
    """What a heading names, without what only leads to it: ``The Singers of the Choir``."""
    return fold(title).removeprefix("the ").partition(" of ")[0]


def _one_of(title: str) -> str:
    return singular_of(_titled(title))


# -- candidates ------------------------------------------------------------------------------------


def _candidates(text: str) -> Iterator[_Named]:
    """The page's tables but for those of the board and of the records."""
    for table in tables_outside(text):
        needed = ([each for each in spec.columns if each.required] for spec in _RECORDS)
        if not any(all(table.column(*e.headers) is not None for e in kind) for kind in needed):
            found = sections(text)
            number = bisect_right(found, table.start, key=lambda each: each.start) - 1
            yield _Named(table, plain(table.caption), (found[number].path if number >= 0 else ()))


def _nested(tables: Sequence[Table]) -> set[int]:
    """Where tables start that stand in another one, or that another one stands in."""
    found: set[int] = set()
    outer: Table | None = None
    for table in tables:
        if outer and table.start < outer.end:
            found |= {outer.start, table.start}
        else:
            outer = table
    return found


def _groups(named: Sequence[_Named], text: str, rules: str) -> Iterator[list[_Named]]:
    """The tables that may be that of the players, those that are most likely first."""
    yield [each for each in named if fold(PLAYERS) in (fold(each.caption), fold(each.heading))]
    yield [each for each in named if fold(PLAYERS) in map(fold, each.path) and not each.caption]
    yield [each for each in named if each.first == _PLAYER]
    told = _CALLED.findall(rules)
    yield [each for each in named if {each.first, _one_of(each.name)} & {*map(singular_of, told)}]
    known = {fold(str(line.values["player"])) for line in read_sheet(text, people()).lines}
    if known:
        yield [each for each in named if known & set(map(fold, names_in(each.table)))]
    yield _most(named, lambda each: _acts(each, rules))
    yield [each for each in named if each.first in (_PLAYER, _NAME)]
    had = {*map(singular_of, _had(rules))}
    yield _most(named, lambda e: len(had & {*map(singular_of, map(fold, e.table.headers[1:]))}))


def _most(named: Sequence[_Named], often: Callable[[_Named], int]) -> list[_Named]:
    """Those of which it is told most often, and at least a third as often."""
    counts = {each: often(each) for each in named}
    most = max(counts.values(), default=0)
    return [each for each in named if counts[each] * 3 > most]


def _mentions(of: _Named, named: Sequence[_Named]) -> int:
    """In how many columns of other tables its things stand: as an Owner, a Keeper."""
    names = {*map(fold, names_in(of.table))}
    others = (each.table for each in named if each.table.headers != of.table.headers)
    columns = chain.from_iterable(
        zip_longest(*([plain(e.value) for e in row.cells[1:]] for row in table.body), fillvalue="")
        for table in others
    )
    return sum(not names.isdisjoint(map(fold, column)) for column in columns)


def _had(rules: str) -> set[str]:
    """What sentences may have players gain, lose or have: up to three words each."""
    found: set[str] = set()
    for each in _HAD.finditer(rules):
        words = rules[each.end() : each.end() + _LONGEST].split()
        starts = (0,) if each["own"] else (1, 2, 3)  # 5 Gold, any number of Gold
        found.update(" ".join(words[at : at + n]) for at in starts for n in (1, 2, 3))
    return found


def _acts(named: _Named, rules: str) -> int:
    """How often sentences have the things of a table do what only players do."""
    words = {named.first, _one_of(named.name)} - {*_OF_NOTHING}
    forms = {form for each in words for form in (each, plural_of(each))}
    either = "|".join(map(re.escape, forms))
    found = re.finditer(rf"\b(?:{either}) {_ACTING}", rules) if either else ()
    before = (rules[max(each.start() - _LONGEST, 0) : each.start()].split() for each in found)
    bare = ([e for e in words if e not in ("a", "an", "the")] for words in before)
    return sum({*words[-1:]}.isdisjoint(_NOT_OF) for words in bare)


def _players(candidates: Sequence[_Named], text: str, rules: str) -> tuple[tuple[_Named, ...], str]:
    """The players' tables (of one kind), or none and what to do about it."""
    named = [each for each in candidates if each.table.headers]
    some = named
    for group in filter(None, _groups(named, text, rules)):
        some = [each for each in group if each.first in (_PLAYER, _NAME)] or group
        if len({each.table.headers for each in some}) > 1:
            some = _most(some, lambda each: _mentions(each, named)) or some
        if len({each.table.headers for each in some}) == 1:
            return tuple(some), ""
        break
    if some:
        there = ", ".join(repr(each.name[:_LONGEST]) for each in some[:_SHOWN])
        how = say("head it Players, or write `Players are called {}.`", plural_of(some[0].first))
        return (), say("which table ({}) is that of the players is not said; {}", there, how)
    how = "a table under a heading Players, one row for each player, their names in the first"
    return (), say("{} column, is missing; `wikibot new` makes a page that has one", how)


# -- what is not a table of things -----------------------------------------------------------------


def _why_not(table: Table, nested: set[int]) -> str:
    """Why a table is not one of things; "" where it is."""
    if not table.headers:
        return "it has no row of headers"
    if table.start in nested:
        return "it stands in another table, or another one in it"
    several = (row.cells for row in table.body if len(row.cells) > 1)  # no row that is a divider
    if any(each.rowspan > 1 or each.colspan > 1 for cells in several for each in cells):
        return "cells of it reach over several rows or columns"
    names = names_in(table)
    unnamed = (row for name, row in zip(names, table.body, strict=True) if not name)
    if any(fold(plain(cell.value)) not in NOTHING for row in unnamed for cell in row.cells):
        return say("row {} has no name in the first column", names.index("") + 1)
    return ""


def names_in(table: Table, at: int = 0) -> list[str]:
    """What stands in the column of names."""
    return [plain(table.value(index, at)) for index in range(len(table.body))]


def _unique(things: Mapping[str, Found]) -> tuple[dict[str, Found], list[str]]:
    """The tables in which no two rows have one name, and remarks about the others."""
    kept: dict[str, Found] = {}
    remarks = []
    for name, found in things.items():
        rows = [
            name
            for table in found.tables
            for name, row in zip(names_in(table, found.names_at), table.body, strict=True)
            if len(row.cells) > 1 or len(table.headers) == 1
        ]
        twice = next((row for row, times in Counter(rows).items() if times > 1 and row), "")
        if twice:
            why = say("it has two rows of the name {!r}; give them different names", twice)
            remarks.append(say("the table {!r} is left alone: {}", name, why))
        else:
            kept[name] = found
    return kept, remarks


def _doubled(found: Found) -> tuple[str, ...]:
    heads = found.tables[0].headers
    twice = dict.fromkeys(each for each in heads if each and heads.count(each) > 1)
    return tuple(
        say("the table {!r} has two columns {!r}; the first one counts", found.name, each)
        for each in twice
    )


class TableSpec(Spec, frozen=True, eq=False):
    """A kind of table that is found by its name, whatever its columns are."""

    rules: str = ""

    def tables(self, text: str) -> tuple[Table, ...]:
        found = find_tables(text, self.rules)
        this = found.players if self.section == PLAYERS else found.things.get(self.section)
        return this.tables if this else ()
