"""What the cells of each kind of field mean, in both directions: numbers, lists, names, text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.generic.owners import LISTS, PLAYERS, Field, FieldKind
from rules.plain.words.lexemes import NOBODY
from wikibot.game.names import singular_of
from wikibot.game.page.cells import (
    HIDDEN,
    MINUS,
    REMARK,
    CellError,
    Codec,
    ItemList,
    NameList,
    YesNo,
    nothing,
    number,
    something,
    take_apart,
    visible,
)
from wikibot.game.secrets import LOCK, in_short, is_sealed
from wikibot.sdk import Vocabulary, fold, inline, plain
from wikibot.wikitext.numerals import DIGITS, unclear_number, ungrouped, written_as
from wikibot.wikitext.regex import regex

_SIGN_OF_MONEY = rf"(?P<before>[^\w\s{HIDDEN}()\[\]<>+\-−–.,]{{0,2}}[ \t]?)"
_UNIT = rf"(?P<unit>[ \t]?(?:[^\W\d]|[^\w\s{HIDDEN}()\[\]†*‡.,;:]){{1,20}})?"
_AMOUNT, _WRITTEN = (
    regex(rf"{_SIGN_OF_MONEY}(?P<number>(?:[+]|{MINUS})?(?:{digits})){_UNIT}{REMARK}", re.DOTALL)
    for digits in (r"\d+", DIGITS)
)
_UNITS = frozenset((
    "gp", "sp", "cp", "pp", "hp", "mp", "xp", "vp", "ap", "pt", "pts", "km", "m", "cm", "kg", "g",
    "lb", "lbs", "ft", "mi", "day", "days", "hour", "hours", "turn", "turns", "week", "weeks",
))  # fmt: skip
_TO = regex(r"\[\[(?P<target>[^\[\]|#<>{}]{1,200})\|[^\[\]|]*\]\]")
_BRACES = regex(r"(\s*\{)([^{}]*)(\}\s*)")
_LINK = regex(r"\[\[(?P<target>[^\[\]|#<>{}]{1,200})\]\]")


def is_amount(text: str, header: str) -> bool:
    """Whether a cell's plain text is a whole number, perhaps with a unit: ``5``, ``1,200 gp``."""
    found = _AMOUNT.fullmatch(ungrouped(text))
    return found is not None and _is_unit(found["unit"] or "", header)


def _is_unit(unit: str, header: str) -> bool:
    """Whether what stands behind a number is its measure, or says what the header does."""
    word = fold(unit)
    if any(character.isnumeric() for character in unit):  # 2½
        return False
    if not any(character.isalpha() for character in word):
        return True
    heads = {fold(header), *fold(header).split()}
    return word in _UNITS or word in heads or any(f"{word}s" == h or word == f"{h}s" for h in heads)


class Amount(Struct, frozen=True):
    """A whole number; blank is 0. Unit, thousands separators and remarks stay as they are.

    ``header``: of its column, which may stand behind the number, as in ``5 Gold``.
    """

    header: str
    expected: str = "a whole number"

    def parse(self, text: str) -> int:
        found = _AMOUNT.fullmatch(ungrouped(plain(text)))
        if found and _is_unit(found["unit"] or "", self.header):
            return number(found["number"])
        if nothing(text):
            return 0
        raise CellError(self.expected)

    def render(self, value: int, old: str = "") -> str:
        shown = visible(old)
        at = len(shown) - len(shown.lstrip(f" \t{HIDDEN}"))
        found = _WRITTEN.match(shown, at)
        if not found:
            return str(value)
        new = written_as(value, found["number"])
        return old[: found.start("number")] + new + old[found.end("number") :]


class WordsCell(Struct, frozen=True):
    """Any text; blank, a dash and ``none`` are no text. ``of_players``: ``nobody`` is none, too.

    ``none``: what is written where there is none.
    """

    of_players: bool = False
    none: str = ""

    def parse(self, text: str) -> str:
        is_none = is_nobody(text) if self.of_players else nothing(text)
        return "" if is_none else plain(text)

    def render(self, value: str, old: str = "") -> str:
        return something(value) if value else self.none


class ThingName(Struct, frozen=True):
    """The name of one thing of a table, perhaps behind the word for it: ``Space 5``, ``5``.

    ``others``: or any other name, unless it is but a slip of the pen. ``none``: as of text.
    """

    known: Vocabulary
    table: str
    words: tuple[str, ...] = ()
    others: bool = False
    none: str = ""

    @property
    def expected(self) -> str:
        return f"the name of something in the table {self.table!r}"

    def parse(self, text: str) -> str:
        link = _TO.search(text)
        for shown in (plain(text), plain(link["target"]) if link else ""):
            if (found := _named(shown, self.known, self.words)) is not None:
                return found
        if is_nobody(text):
            return ""
        if self.others and _is_other(plain(text), self.known):
            return plain(text)
        raise CellError(self.expected)

    def render(self, value: str, old: str = "") -> str:
        new = something(value) if value else self.none
        link = _LINK.search(old)
        if not value or link is None or plain(link[0]) not in self.known.names:
            return new
        linked = old[: link.start("target")] + new + old[link.end("target") :]
        return linked if plain(linked) == value else new


def _is_other(text: str, known: Vocabulary) -> bool:
    """Whether a text is a name of its own beside others: no number, and no slip of the pen."""
    is_long = len(text.split()) > _MOST_WORDS or len(text) > _LONGEST
    if is_long or not text[:1].isalpha() or _SENTENCE.search(text):
        return False
    near = _by_letters(tuple(known.names))
    alike = chain.from_iterable(near.get(each, ()) for each in _without_one(fold(text)))
    return not any(map(str.isdigit, text)) and not any(_slips(text, each) for each in alike)


@lru_cache(maxsize=16)
def _by_letters(names: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """The names by what is left of them without one letter, or none, but for very long ones."""
    found: dict[str, list[str]] = {}
    for name in names:
        for each in _without_one(fold(name)) if len(name) <= 2 * _LONGEST else ():
            found.setdefault(each, []).append(name)
    return found


def _without_one(text: str) -> Iterator[str]:
    yield text
    yield from (text[:at] + text[at + 1 :] for at in range(len(text)))


def _slips(text: str, name: str) -> bool:
    """Whether one letter more, less or other makes a name of a text."""
    one, other = fold(text), fold(name)
    same = next(
        (at for at, two in enumerate(zip(one, other, strict=False)) if len({*two}) > 1),
        min(len(one), len(other)),
    )
    ends = ((1, 1), (1, 0), (0, 1))
    return len(name) > _SHORT and any(one[same + a :] == other[same + b :] for a, b in ends)


def is_nobody(text: str) -> bool:
    """Whether a cell for a name is blank or says that there is none, in a word of its group."""
    return nothing(text) or fold(plain(text)) in NOBODY


class ThingNames(Struct, frozen=True):
    """A list of names of things: ``Cave, Hill``, ``{4, 20}``; other names stay as written."""

    known: Vocabulary

    @property
    def _names(self) -> NameList:
        return NameList(self.known)

    def parse(self, text: str) -> tuple[str, ...]:
        return self._names.parse(in_braces(text)[1])

    def render(self, value: Sequence[str], old: str = "") -> str:
        before, listed, after = in_braces(old)
        return f"{before}{self._names.render(tuple(value), listed)}{after}"


def in_braces(text: str) -> tuple[str, str, str]:
    """A list with the braces around it, as in ``{4, 20}``; "" where there are none."""
    found = _BRACES.fullmatch(text)
    return (found[1], found[2], found[3]) if found else ("", text, "")


class RowName(Struct, frozen=True):
    """The name of a thing, in the first cell of its row."""

    expected: str = "the name of a thing"

    def parse(self, text: str) -> str:
        if name := plain(text):
            return name
        raise CellError(self.expected)

    def render(self, value: str, old: str = "") -> str:
        return inline(value)


def _named(text: str, known: Vocabulary, words: Sequence[str]) -> str | None:
    """The known name that a text is, or ends with behind one of ``words``."""
    if name := known.find(text):
        return name
    first, _, rest = text.partition(" ")
    return known.find(rest) if rest and fold(first) in words else None


class Surroundings(Struct, frozen=True, eq=False):
    """The names that cells of a page may be about. ``things``: by table, players among them.

    ``nouns``: words for one thing of a table, folded. ``items``: all names that lists may hold.
    """

    things: dict[str, Vocabulary]
    nouns: dict[str, tuple[str, ...]]
    items: Vocabulary


class SealedCell(Struct, frozen=True):
    """A cell that may be sealed: a lock with the first digits of its hash, the rest behind it."""

    inner: Any  # a Codec

    def parse(self, text: str) -> Any:
        found = _SEALED.fullmatch(text.strip())
        said = f"{LOCK}{found['seal']}" if found else text.strip()  # on the page; in a statement
        return said if is_sealed(said) else self.inner.parse(text)

    def render(self, value: Any, old: str = "") -> str:
        if not is_sealed(value):
            return str(self.inner.render(value, "" if is_sealed_cell(old) else old))
        return f'<span class="wikibot-seal" title="{value[1:]}">{in_short(value)}</span>'


_SEALED = regex(
    r'<span class="wikibot-seal" title="(?P<seal>[0-9a-zA-Z.+/=]{100,7000})">[^<>]{0,20}</span>'
)


def is_sealed_cell(text: str) -> bool:
    """Whether the wikitext of a cell is a seal."""
    return _SEALED.fullmatch(text.strip()) is not None


def codec_of(about: Field, around: Surroundings) -> Codec[Any]:
    """What reads and writes the cells of a field, each of which may be sealed."""
    return SealedCell(_codec_of(about, around))


def _codec_of(about: Field, around: Surroundings) -> Codec[Any]:
    if about.kind is FieldKind.NUMBER:
        return Amount(about.name, "a whole number, as this column holds")
    if about.kind is FieldKind.ITEMS:
        return _item_list(around.items)
    if about.kind is FieldKind.YES_NO:
        return YesNo()
    known = around.things.get(about.table, Vocabulary())
    if about.kind is FieldKind.THING or about.others:
        words = around.nouns.get(about.table, ())
        return ThingName(known, about.table, words, bool(about.others), about.none)
    many = about.kind is FieldKind.THINGS
    return ThingNames(known) if many else WordsCell(bool(about.table), about.none)


@lru_cache(maxsize=8)
def _item_list(items: Vocabulary) -> ItemList:
    return ItemList(items)


# == What a column (or a value of the game) holds, as its header and its cells say =================
#
# The first that applies:
#
# 1. A header such as ``Effect`` or ``Notes`` is text, whatever stands below it.
# 2. What the records say, where that fits at least one cell, or nothing stands in any.
# 3. ``Items``, ``Inventory`` and the like, and the plural of what another table names, hold lists
#    of items; ``Leads to``, ``Exits`` and the like hold names of things.
# 4. A header that is the word for a thing of another table (``Room``) holds such a thing where at
#    least half of the cells do and no two others are alike; so does ``Location``. An empty column
#    ``Owner`` is to hold players.
# 5. Words for yes and no in every cell: yes or no.
# 6. More cells with whole numbers than others, and no lists of numbers: numbers. Another cell
#    cannot be read then. As many of either: numbers where the ruleset counts them.
# 7. Names of things of one table in every cell: such a thing, or such things.
# 8. Numbers before names, or lists of short words: items.
# 9. Nothing at all: what the ruleset says of it; a player below ``Head Cook`` where they are cooks;
#    text below ``Type`` and the like; or numbers until a first value says otherwise.
# 10. Anything else is text; below ``Kept by``, ``Owned by`` and the like it is who does so, or
#    what the page has there in place of a player, such as ``Cupboard``.

TEXTS = (
    "effect", "effects", "description", "text", "note", "notes", "remark", "remarks", "comment",
    "comments", "flavour", "flavor", "flavour text", "flavor text", "rule", "rules", "action",
    "title", "when landed on", "when passed", "when used",
)  # fmt: skip
OWNERS = ("owner", "holder", "bearer", "keeper", "carrier", "wearer", "possessor")
LINKS = (
    "leads to", "lead to", "exits", "exit", "connects to", "connected to", "connections",
    "successors", "successor", "next", "neighbours", "neighbors", "neighbour", "neighbor",
    "set of successors", "adjacent", "adjacent to", "paths", "paths to", "borders", "roads",
    "roads to", "doors to",
)  # fmt: skip
PLACES = ("location", "position", "place", "where", "stands on", "standing on", "square", "tile")
WORDS = (
    "type", "kind", "sort", "colour", "color", "team", "class", "role", "status", "state", "mood",
    "weather", "season", "terrain", "rank", "faction", "party", "house", "race", "element",
)  # fmt: skip
_COUNTED = regex(r"\d+\s*[x×]?\s+[^\W\d]|\d+\s*[x×]\s*\S|\S\s*[x×]\s*\d+$|\S\s*\(\d+\)$")
_NUMBERS = regex(r"\{[^{}]*\}|-?\d{1,18}(?:\s*[,;]\s*-?\d{1,18})+")  # a list of them
_MOST_WORDS, _LONGEST = 4, 40  # of a part of a list
_SENTENCES = regex(r"[.!?](?=\s|$)|\n")
_SHORT = 2  # letters of a name that is another with any other letter
_SENTENCE = regex(r"[.!?:;](?:\s|$)|\{\{")
_COUNTS = (
    r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|more|fewer|less|most|fewest|many"
    r"|number of|(?:all|half|double|twice)(?: of)? their)"
)


class ColumnCells(Struct, frozen=True):
    """A column to judge. ``cells``: the wikitext of those in which something stands.

    ``table``: whose column it is, "" for a value of the game. ``recorded``: its kind as the
    records of the page have it.
    """

    table: str
    header: str
    cells: tuple[str, ...]
    recorded: Field | None = None


@lru_cache(maxsize=128)
def kind(column: ColumnCells, around: Surroundings, rules: str) -> Field:
    """What a column holds. ``rules``: the ruleset as :func:`words` gives it."""
    sealed = [each for each in column.cells if is_sealed_cell(each)]
    if sealed:  # they say nothing of what they hold
        clear = tuple(each for each in column.cells if each not in sealed)
        column = replace(column, cells=clear)
    head = fold(column.header)
    if head in TEXTS or (head in LISTS and f" {head} is secret " in rules):
        return Field(column.header, FieldKind.TEXT)
    known = column.recorded
    if known and column.cells and not any(_readable(each, known, around) for each in column.cells):
        known = None
    by_rest = _by_cells if column.cells else _by_rules
    found = known or _by_header(column, around) or by_rest(column, around, rules)
    found = _with_others(found, column, around)
    owns = head in OWNERS and column.table not in ("", PLAYERS)
    if found.kind is FieldKind.TEXT and (owns or head.endswith(" by")):
        return replace(found, table=PLAYERS)
    if owns and found.kind is FieldKind.THING and _is_mixed(head, found.table, around, rules):
        return Field(column.header, FieldKind.TEXT, PLAYERS)
    listed = _listed(column.header, around, rules) if found.kind is FieldKind.THING else None
    return replace(found, kind=FieldKind.THINGS) if listed == found.table else found


def with_none(about: Field, cells: Iterable[str], recorded: Field | None) -> Field:
    """The field with the page's word for an empty cell: that of the records, or of the first."""
    if about.kind not in (FieldKind.TEXT, FieldKind.THING) and not about.is_open:
        return about
    is_empty = is_nobody if about.table else nothing
    words = (plain(each) for each in cells if is_empty(each))
    none = (recorded.none if recorded else "") or next(filter(None, words), "")
    return replace(about, none=none)


def _is_mixed(head: str, table: str, around: Surroundings, rules: str) -> bool:
    """Whether sentences say of a Holder what no cell shows now: a player, or else a place."""
    if table != PLAYERS:
        said = rf" (?:(?:they|who) {head[:-2]}s?|{head} (?:is|becomes) (?:the player|that)) "
        return head[:-2] in rules and re.search(said, rules) is not None
    found = re.findall(rf" {head} (?:is|becomes) (?:the )?(\w+)(?: (\w+))?(?= )", rules)
    names = [name for words in found for name in (words[0], " ".join(words))]
    others = [known for of, known in around.things.items() if of != PLAYERS]
    return any(known.find(name) for known in others for name in names)


def words(ruleset: str) -> str:
    """A text for :func:`kind`: lower-case words with single blanks, a dot between sentences."""
    return f" {' . '.join(map(_words, _SENTENCES.split(plain(ruleset))))} "


def _readable(cell: str, about: Field, around: Surroundings) -> bool:
    try:
        codec_of(about, around).parse(cell)
    except CellError:
        return False
    return True


# -- by its header ---------------------------------------------------------------------------------


def _by_header(column: ColumnCells, around: Surroundings) -> Field | None:
    head = fold(column.header)
    if head in LINKS:
        parts = [part for cell in column.cells for part in _parts(cell)]
        tables = sorted(around.things, key=lambda each: each != column.table)  # its own first
        best = max(tables, key=lambda each: _kinds_named(parts, around.things[each]), default="")
        if not best or 2 * _kinds_named(parts, around.things[best]) < len(parts):
            return None
        return Field(column.header, FieldKind.THINGS, best)
    numbers = bool(column.cells) and all(plain(e).strip().isdecimal() for e in column.cells)
    if head in LISTS and not numbers:
        return Field(column.header, FieldKind.ITEMS)
    for table, nouns in around.nouns.items():
        if head in nouns or head in (f"current {noun}" for noun in nouns):
            about = Field(column.header, FieldKind.THING, table)
            if _half(column, about, around) or _elsewhere(column, about, around):
                return about
        elif table not in (PLAYERS, column.table) and any(
            head in (f"{noun}s", f"{noun}es") or (noun[-1:] == "y" and head == f"{noun[:-1]}ies")
            for noun in nouns
        ):
            return Field(column.header, FieldKind.ITEMS)
    if head == "owner" and not column.cells and column.table not in ("", PLAYERS):
        return Field(column.header, FieldKind.THING, PLAYERS)
    # a thing of the one table whose things the cells name, where that is at least half of them
    others = [each for each in around.things if each != column.table] if head in PLACES else []
    every = [Field(column.header, FieldKind.THING, each) for each in others if column.cells]
    fit = [each for each in every if _half(column, each, around)]
    fit = fit or [each for each in every if _elsewhere(column, each, around)]
    return fit[0] if fit else None


def _elsewhere(column: ColumnCells, about: Field, around: Surroundings) -> tuple[str, ...]:
    """Places without a row that some cells name, where others name things of the table."""
    rest = [plain(each) for each in column.cells if not _readable(each, about, around)]
    known = around.things.get(about.table)
    if about.table == PLAYERS or known is None or len(rest) == len(column.cells):
        return ()
    return tuple(each for each in rest if _is_other(each, known))


def _with_others(found: Field, column: ColumnCells, around: Surroundings) -> Field:
    """The field with what stands there beside things, by its cells and the records."""
    if found.kind is not FieldKind.THING and not found.others:
        return found
    there = _elsewhere(column, replace(found, kind=FieldKind.THING, others=()), around)
    others = tuple(sorted({*found.others, *there}))
    return replace(found, kind=FieldKind.TEXT, others=others) if others else found


def _half(column: ColumnCells, about: Field, around: Surroundings) -> bool:
    """Whether at least half of the cells can be read as a field of this kind.

    A word that several others share is no slip of the pen, but says something else: ``secret``.
    """
    others = [plain(each) for each in column.cells if not _readable(each, about, around)]
    return 2 * len(others) <= len(column.cells) and len(set(others)) == len(others)


# -- by its cells ----------------------------------------------------------------------------------


def _by_cells(column: ColumnCells, around: Surroundings, rules: str) -> Field:
    if NOBODY.difference(_SO).issuperset(fold(plain(each)) for each in column.cells):
        return Field(column.header, FieldKind.THING, PLAYERS)  # somebody's name may stand there
    texts = [plain(each) for each in column.cells]
    yes_no = Field(column.header, FieldKind.YES_NO)
    if all(_readable(each, yes_no, around) for each in column.cells):
        return yes_no
    amounts = [text for text in texts if is_amount(text, column.header)]
    # A number as another language writes it is one that cannot be read, and no list.
    unclear = [text for text in texts if text not in amounts and unclear_number(text) == text]
    numbers = len(amounts) + len(unclear)
    others = len(texts) - numbers
    several = any(_NUMBERS.fullmatch(text) for text in texts if text not in unclear)
    most = numbers > others or (numbers == others and counted(column.header, rules))
    if most and not (several and others):
        return Field(column.header, FieldKind.NUMBER)
    lists = [_parts(cell) for cell in column.cells]
    named = _things(column, lists, around, rules)
    if named:
        return named
    every = [part for parts in lists for part in parts]
    listed = any(len(parts) > 1 for parts in lists) or any(map(_COUNTED.search, every))
    short = (len(each) <= _LONGEST and len(each.split()) <= _MOST_WORDS + 1 for each in every)
    no_items = (_SENTENCE.search(each) or each.strip("-−").isdigit() for each in every)
    if listed and all(short) and not any(no_items):
        return Field(column.header, FieldKind.ITEMS)
    return Field(column.header, FieldKind.TEXT)


_SO = ("free", "empty", "unoccupied")  # what a place is as well


def _things(
    column: ColumnCells, lists: Sequence[Sequence[str]], around: Surroundings, rules: str
) -> Field | None:
    """The one table whose things all cells name."""
    lists = [each for each in lists if not (len(each) == 1 and is_nobody(each[0]))]
    for table, known in around.things.items():
        parts = [part for each in lists for part in each]
        if not parts or _kinds_named(parts, known) < len(parts):
            continue
        if all(len(each) == 1 for each in lists):
            return Field(column.header, FieldKind.THING, table)
        if table in (column.table, PLAYERS, _listed(column.header, around, rules)):
            return Field(column.header, FieldKind.THINGS, table)
    return None


def _kinds_named(parts: Sequence[str], known: Vocabulary) -> int:
    return sum(known.find(part) is not None for part in parts)


def _parts(cell: str) -> Sequence[str]:
    return [plain(part) for part in take_apart(in_braces(cell)[1]).parts]


# -- by the ruleset --------------------------------------------------------------------------------


def _by_rules(column: ColumnCells, around: Surroundings, rules: str) -> Field:
    """Of a column in which nothing stands."""
    if table := _listed(column.header, around, rules):
        return Field(column.header, FieldKind.THINGS, table)
    if counted(column.header, rules):
        return Field(column.header, FieldKind.NUMBER)
    for word in _said(column.header, rules):
        if word in ("yes", "no", "true", "false"):
            return Field(column.header, FieldKind.YES_NO)
        for table, known in around.things.items():
            if known.find(word):
                return Field(column.header, FieldKind.THING, table)
        if not word.isdigit():
            return Field(column.header, FieldKind.TEXT)
    noun = fold(column.header).partition(" of ")[0].rpartition(" ")[2]
    if noun in around.nouns[PLAYERS]:  # Head Cook, Player of the Week
        return Field(column.header, FieldKind.THING, PLAYERS)
    name, whom = _name(column.header), _whom(around)
    puts = rf" {name} (?:is|becomes|to) (?:not )?{_ONE}{whom} | {whom} becomes? {_OF}{name} "
    if table := _table_in(puts, around, rules):
        return Field(column.header, FieldKind.THING, table)
    if fold(column.header) in WORDS:
        return Field(column.header, FieldKind.TEXT)
    single = _speaks(rf"(?:an?|no) {name}", rules)
    return Field(column.header, FieldKind.NUMBER, is_open=not single)


def counted(header: str, rules: str) -> bool:
    """Whether the ruleset speaks of a number of what a column is headed."""
    return _speaks(f"{_COUNTS} {_name(header)}", rules)


def _speaks(pattern: str, rules: str) -> bool:
    return re.search(rf" {pattern}(?:e?s)? ", rules) is not None


def _said(header: str, rules: str) -> list[str]:
    """What the ruleset says that a field is, becomes or is set to."""
    said = rf" {_name(header)} (?:is |becomes |to )(?:set to |now )?([^\W_]+)(?= )"
    found = re.findall(said, rules)
    return [word for word in found if word not in _NO_VALUES]


_NO_VALUES = (
    "a", "an", "the", "at", "not", "more", "less", "that", "another", "it", "them", "themselves",
    "nobody", "none", "nothing", "empty", "vacant", "unset", "blank",
)  # fmt: skip


def _listed(header: str, around: Surroundings, rules: str) -> str:
    """The table of what the ruleset adds to such a list, and asks of it; "" where it does not."""
    name, one = _name(header), re.escape(singular_of(_words(header)))
    whom = _whom(around)
    return _table_in(
        rf" {whom} (?:is|are) (?:added to|removed from) {_OF}{name} "
        rf"| (?:add|remove)s? {_ONE}{whom} (?:to|from) {_OF}{name} "
        rf"| {name} (?:do not |does not )?(?:includes?|contains?) {_ONE}{whom} "
        rf"| {whom} (?:becomes?|is|are|is no longer|are no longer) an? {one} of ",
        around,
        rules,
    )


_ONE = r"(?:(?:the|that|this|another|an?|a random|no) )?"
_OF = r"(?:(?:the|its|their|(?:that |the )?\w+ s) )?"


def _whom(around: Surroundings) -> str:
    """A pattern for a player, or a thing of a table."""
    every = (each for nouns in around.nouns.values() for each in nouns)
    return f"({'|'.join(map(re.escape, dict.fromkeys((*every, *_SOMEBODY))))})"


_SOMEBODY = ("them", "they", "themselves", "nobody")


def _table_in(pattern: str, around: Surroundings, rules: str) -> str:
    found = re.search(pattern, rules)
    said = next(filter(None, found.groups()), "") if found else ""
    of = (table for table, nouns in around.nouns.items() if said in nouns)
    return next(of, PLAYERS if said in _SOMEBODY else "") if said else ""


def _name(header: str) -> str:
    """A pattern for a header in the ruleset's words; one that fits nothing where it has none."""
    return re.escape(_words(header)) or "(?!)"


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


# -- what follows from the kinds -------------------------------------------------------------------


def spoken(about: Field) -> str:
    """A kind in words: ``number``, ``items``, ``a thing of Rooms``; :func:`read_kind` reads it."""
    none = f"{_NONE}{about.none}" if about.none else ""
    if about.others:
        return f"a thing of {about.table}{_OTHERS}{', '.join(about.others)}{none}"
    if about.kind is FieldKind.THING:
        return f"a thing of {about.table}{none}"
    return f"things of {about.table}" if about.kind is FieldKind.THINGS else f"{about.kind}{none}"


_OTHERS, _NONE = ", or elsewhere: ", ", if none: "
_SIMPLE: Mapping[str, FieldKind] = {
    **{str(each): each for each in FieldKind}, "numbers": FieldKind.NUMBER,
    "a number": FieldKind.NUMBER, "item": FieldKind.ITEMS, "list": FieldKind.ITEMS,
    "words": FieldKind.TEXT, "yes/no": FieldKind.YES_NO,
}  # fmt: skip


def read_kind(name: str, text: str, same: Callable[[str], str] = str) -> Field:
    """A field with the kind that a text says. ``same``: a table's name in its own spelling.

    Raises ``ValueError`` for a text that says none.
    """
    text, _, none = text.strip().partition(_NONE)
    start, of, table = text.partition(" of ")
    if of and table.strip():
        many = fold(start) == "things"
        about = FieldKind.THINGS if many else FieldKind.THING
        table, _, rest = table.partition(_OTHERS)
        others = tuple(each.strip() for each in rest.split(",") if each.strip())
        about = FieldKind.TEXT if others else about
        return Field(name, about, same(table.strip()), others=others, none=none)
    found = _SIMPLE.get(fold(text))
    if found is None or found in (FieldKind.THING, FieldKind.THINGS):
        every = "number, items, yes or no, text, a thing of TABLE, things of TABLE"
        raise ValueError(f"{text!r} is none of {every}")
    return Field(name, found, none=none)
