"""A first gamestate page for a ruleset in plain words: tables to fill in, with what goes where.

There are no tables yet whose words say what is what. A name is what begins with a capital letter
(``Gold``, ``Golden Egg``), or a single word behind a number (``5 fish``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from rules.generic.owners import PLAYERS, FieldKind
from rules.generic.page.page import PAGE
from rules.generic.readings import text_read
from rules.plain.sentences import sentences
from rules.plain.words.assembling import player_words
from rules.plain.words.phrasings import cycle_in
from wikibot.game.names import plural_of, singular_of
from wikibot.game.page.cells import blanked
from wikibot.game.page.gamestate import ABOUT, SECTION, STARTED, append
from wikibot.game.page.sheet import new_line
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.sdk import Rulebook, fold, inline, plain, replace
from wikibot.wikitext.dialect import upper_first
from wikibot.wikitext.lines import sections
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import read_tables

_NAME = r"(?>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,3})"  # the whole of it
_NUMBER = (
    r"(?:\d[\d,]*|\d+d\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|more|fewer"
    r"|most|fewest|any number of|up to \d+|all their|half(?: of)? their|double their|that many)"
)
_HAVING = "gains?|loses?|pays?|paying|spends?|spending|gives?|has|have|least|with|steals?|takes?"
_COUNTED = regex(
    rf"\b{_NUMBER} (?P<name>{_NAME})"
    rf"|\b(?:(?:{_HAVING}) {_NUMBER}|(?:for|and|or|than|up to) \d[\d,]*) (?P<word>[a-z]{{3,30}})"
)
_SINGLE = regex(rf"\b(?:[Aa]|[Aa]n|no|each|every) (?P<name>{_NAME})")
_OWN = regex(rf"\b(?:[Tt]heir|[Yy]our|whose|own|player['’]s) (?P<name>{_NAME})")
_ONE_OF = regex(
    rf"\b(?:random|[Aa]nother|[Ee]ach|[Ee]very|[Aa]ny) (?P<name>{_NAME})(?! (?:they|you) have\b)"
)
_PLACE = regex(
    r"\b(?:moves?|goes|go|to|on|in|at|onto|into) "
    rf"(?:(?:the )?(?P<name>{_NAME}) (?P<which>\d{{1,4}})\b"
    rf"|(?:an?|any|another) (?P<kind>{_NAME}) (?:of type|that|named|next|adjacent)\b)"
)
_SPOT = regex(
    r"\b(?:(?:is|are|be|begins?|starts?|stands?) (?:on|in|at)|[Mm]oves? to"
    r"|(?:on|in|at|to|enters?|leaves?|reaches) the) "
    rf"(?:the )?(?P<name>{_NAME})(?! (?:\d|named|of|that|is|becomes)\b)"
)
_MOVED = regex(rf"\b[Mm]oves? to (?:an?|any|another) (?P<name>{_NAME})")
_CALLED = regex(
    r"\b(?:an?|any|each|every|another|new) (?P<name>[a-z]{3,30}) "
    r"(?:(?P<acts>may|can)(?! (?:not )?be\b)|gains?|loses?|rolls?|wins?|begins?|starts?)\b",
    re.IGNORECASE,
)
_MADE = regex(rf"\b[Cc]reates? (?:an? |the )?(?P<name>{_NAME}) named\b")
_TYPED = regex(rf"(?P<table>{_NAME})s? (?:of|whose) (?P<name>type|Type|kind|Kind)\b")
_LEADS = regex(rf"(?:their|that|a|the|each) (?P<table>{_NAME}) leads? to\b")
_BESIDE = regex(
    rf"\b(?:adjacent|neighbou?ring|connected|adjoining|linked) (?P<table>{_NAME}|[a-z]{{3,30}})\b"
    rf"|\b(?P<name>{_NAME}) (?:adjacent|connected|linked|next) to\b"
)
_INSIDE = regex(
    rf"\b(?:an?|no|each|every|random) (?P<table>{_NAME}) (?:in|at|on) (?:their|its|that) "
    rf"(?P<name>{_NAME})"
)
_OWNED = regex(rf"\b(?P<table>{_NAME}) (?:that )?they own\b")
_TOTAL = regex(
    rf"\bthe (?:total|highest|lowest) (?P<name>{_NAME}) of (?:the|all) (?P<table>{_NAME})"
)
_RECKONED = regex(rf"['’]s (?P<name>{_NAME}) is [^.]*\b(?:plus|minus|times|total|number of)\b")
_PART = regex(rf"\bthe (?P<name>{_NAME}) of (?:that|their|the|each|this|an?) (?P<table>{_NAME})")
_OF_ONE = regex(
    rf"\b[Tt]he (?P<name>{_NAME}) of (?P<thing>{_NAME}) (?:is|becomes|increases|decreases|was)\b"
)
_VALUE = regex(rf"(?<![\w,] of )\b(?P<name>{_NAME}) (?:is|becomes|was) (?P<value>[A-Z]\w*|\d+)\b")
_SAID_BEFORE = regex(r"(?:their|your|whose|of|a|an|each|every|that|player|who|player['’]s)\s$")
_COMMON = frozenset((
    "player", "players", "day", "days", "hour", "hours", "minute", "minutes", "week", "weeks",
    "month", "months", "phase", "phases", "turn", "turns", "vote", "votes", "proposal",
    "proposals", "time", "times", "roll", "rolls", "die", "dice", "result", "results", "other",
    "others", "random", "new", "game", "games", "rule", "rules", "sentence", "list", "than",
    "for", "against", "more", "less", "each", "and", "the", "that", "this", "named", "action",
    "actions", "item", "items", "thing", "things", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "january", "if", "when", "whenever", "at", "on", "once",
    "every", "unless", "only", "utc", "kilometers", "they", "you", "one", "two", "three", "double",
    "half", "any", "all", "up", "it", "there", "these", "additional", "nobody", "everyone", "in",
    "by", "during", "while", "as", "after", "before", "then", "otherwise", "he", "she", "who",
    "neither", "either", "both", "some", "no", "a", "an", "its", "their", "your", "his", "her",
))  # fmt: skip


class MentionedTable(Struct, frozen=True):
    """A table that the sentences speak of. ``rows``: names that they mention."""

    noun: str
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()


class Mentioned(Struct, frozen=True):
    """What a page needs.

    ``values``: by label, the first that the sentences name. ``player``: what players are called.
    """

    fields: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    tables: tuple[MentionedTable, ...] = ()
    values: Mapping[str, str] = {}
    player: str = "Name"


def mentioned(ruleset: str) -> Mentioned:
    """What a ruleset page speaks of, in the order in which it does."""
    hidden = [(table.start, table.end) for table in read_tables(ruleset)]
    hidden += [(each.start, each.heading_end) for each in sections(ruleset)]
    shown = blanked(ruleset, sorted(hidden)).replace("\0", " ")
    text = "\n".join(plain(line.lstrip("*#:; ")) for line in shown.splitlines())
    player = _player(ruleset, text)
    defined = {
        fold(plain(table.value(index, 0)))
        for table in read_tables(ruleset)
        for index in range(len(table.body))
    } | {fold(player), fold(plural_of(player))}
    places = (each["name"] or each["kind"] for each in _PLACE.finditer(text))
    beside = [upper_first(each["table"] or each["name"]) for each in _BESIDE.finditer(text)]
    standing = _unique([*places, *_of(text, "name", _MOVED), *beside])
    inside = [each for pair in _INSIDE.finditer(text) for each in (pair["table"], pair["name"])]
    owned = map(singular_of, _of(text, "table", _OWNED, _TOTAL))
    several = [*_of(text, "table", _TYPED, _LEADS, _PART), *inside, *owned]
    reckoned = {fold(each["name"]) for each in _RECKONED.finditer(text)}
    tables = _unique([*standing, *_of(text, "name", _MADE, _ONE_OF), *several])
    # Gold is counted, and a Space is one of several.
    tables = [e for e in tables if not re.search(rf"\b{_NUMBER} {re.escape(e)}", text)]
    nouns = {fold(each) for each in tables}
    counted = [each for each in _unique(_of(text, "name", _COUNTED)) if fold(each) not in nouns]
    single = [each for each in _unique(_of(text, "name", _SINGLE)) if fold(each) not in nouns]
    known = {fold(each) for each in counted}
    values = dict(reversed(list(_values(text, nouns | known))))  # the first of each counts
    values |= _cycled(ruleset)
    labels = {fold(each) for each in values}
    items = [each for each in single if fold(each) not in known | labels]
    own = _unique(_of(text, "name", _OWN))
    fields = _unique([*counted, *own, *(each for each in standing if each in tables)])
    others = labels | defined | reckoned | ({fold(each) for each in items} - known)
    return Mentioned(
        tuple(each for each in fields if fold(each) not in others),
        tuple(items),
        (
            *(_sheet(text, n, standing[:1] == [n]) for n in tables if fold(n) not in defined),
            *_goods(text, {*nouns, *defined}),
        ),
        values,
        upper_first(player) or "Name",
    )


def _player(ruleset: str, text: str) -> str:
    """What the sentences call a player: as one of them says, or else who may do most; or ""."""
    told = next(player_words(tuple(each.text for each in sentences(ruleset))), "")
    if told or re.search(r"\bplayers?\b[^.\n]{0,80} (?:may|can)\b", text, re.IGNORECASE):
        return told
    acting = [each for each in _CALLED.finditer(text) if fold(each["name"]) not in _COMMON]
    times = Counter(fold(each["name"]) for each in acting)
    names = [each["name"] for each in acting if each["acts"]]
    return max(names, key=lambda name: times[fold(name)], default="")


def _of(text: str, group: str, *patterns: re.Pattern[str]) -> Iterator[str]:
    """What patterns find, but for common words."""
    for pattern in patterns:
        found = (each[group] or each["word"] for each in pattern.finditer(text))
        yield from (name for name in found if fold(name) not in _COMMON)


def _unique(names: Iterable[str]) -> list[str]:
    """Names but for later ones that are the same in another number or case."""
    found: dict[str, str] = {}
    for name in names:
        key = fold(name)
        if key in _COMMON or key.split()[0] in ("the", "if", "when"):
            continue
        forms = (key, singular_of(key), plural_of(key))
        same = next((each for each in forms if each in found), key)
        found.setdefault(same, name)
    return list(found.values())


def _values(text: str, others: set[str]) -> Iterator[tuple[str, str]]:
    for found in _VALUE.finditer(text):
        name = found["name"].removeprefix("The ").removeprefix("If ").removeprefix("When ")
        before = text[max(0, found.start() - 12) : found.start()]
        if fold(name) not in others | _COMMON and not _SAID_BEFORE.search(before):
            yield name, found["value"]


def _cycled(ruleset: str) -> Mapping[str, str]:
    """What sentences change by themselves: the Phase of day and night; whose Turn it is."""
    found: dict[str, str] = {}
    for each in sentences(ruleset):
        parts = cycle_in(each.text)
        seasons = any(fold(word) in ("spring", "summer", "autumn", "winter") for word, _ in parts)
        if parts:
            found["Season" if seasons else "Phase"] = parts[0][0]
        if re.search(r"\btake turns\b", each.text[:200], re.IGNORECASE):
            found["Turn"] = "nobody"
        if re.search(r"\bturns? lasts?\b", each.text[:200], re.IGNORECASE):
            found["Turn ends"] = ""
    return found


def _goods(text: str, others: set[str]) -> Iterator[MentionedTable]:
    """A table of things that have something of their own: the Price of Spice."""
    found = [each for each in _OF_ONE.finditer(text) if fold(each["thing"]) not in others]
    if found:
        columns = dict.fromkeys(each["name"] for each in found)
        yield MentionedTable(
            "Good", tuple(columns), tuple(dict.fromkeys(each["thing"] for each in found))
        )


def _sheet(text: str, noun: str, is_board: bool) -> MentionedTable:
    """A table by the word for its things. ``is_board``: players stand on them, as on the Hill."""
    of_table = (each for pattern in (_TYPED, _PART) for each in pattern.finditer(text))
    columns = [each["name"].capitalize() for each in of_table if fold(each["table"]) == fold(noun)]
    columns += [e["name"] for e in _INSIDE.finditer(text) if fold(e["table"]) == fold(noun)]
    plain_noun = (fold(noun), fold(plural_of(noun)))
    columns += [e["name"] for e in _TOTAL.finditer(text) if fold(e["table"]) in plain_noun]
    columns += ["Owner" for e in _OWNED.finditer(text) if fold(e["table"]) in plain_noun][:1]
    leading = [each["table"] for each in _LEADS.finditer(text)]
    leading += [each["table"] or each["name"] for each in _BESIDE.finditer(text)]
    if fold(noun) in map(fold, leading):
        columns.append("Leads to")
    rows = re.findall(rf"\b{re.escape(noun)} (\d{{1,4}})\b", text)
    spots = _of(text, "name", _SPOT) if is_board else ()
    rows += [each for each in spots if fold(singular_of(each)) != fold(noun)]
    return MentionedTable(noun, tuple(dict.fromkeys(columns)), tuple(dict.fromkeys(rows)))


_JOINING = "Who plays, one row each. Players come by themselves: a line `join` on the actions page."
_OPEN = "Add columns for whatever else players have: numbers, lists of items, yes or no, words."
_ASKED = (
    "Sentences that are not played yet speak of the following. Which of it is to be kept? Add a "
    "column for what players have, a table for things:"
)
_VALUES = "What belongs to no player: one line each, a word and a colon."
_WORDS = {
    FieldKind.NUMBER: "a number", FieldKind.ITEMS: "a list such as `2 Fish, Net`",
    FieldKind.YES_NO: "yes or no", FieldKind.THINGS: "names between commas",
    FieldKind.TEXT: "a word",
}  # fmt: skip


Check = Callable[[str, Rulebook, datetime], Iterable[SentenceFinding]]


def new_page(book: Rulebook, now: datetime, title: str, check: Check) -> str:
    """The page, without players. What the sentences that are played speak of has a place on it.

    ``check`` says how each is played with a page. What only others seem to speak of is asked for.
    """
    every, own = mentioned(text_read(book)), mentioned(book.text).player  # readings say "player"
    every = replace(every, player=own) if own != Mentioned().player else every
    whole = _page(every, title, {}, ())
    found = [each for each in check(whole, book, now) if each.played]
    used = {fold(name) for each in found for name in (*each.reads, *each.changes)}
    needs = replace(
        every,
        fields=tuple(each for each in every.fields if fold(each) in used),
        tables=tuple(
            each
            for each in every.tables
            if not used.isdisjoint(map(fold, (each.noun, plural_of(each.noun), *each.columns)))
        ),
        values={label: value for label, value in every.values.items() if fold(label) in used},
    )
    tables = (each.noun for each in every.tables if each not in needs.tables)
    labels = (*every.fields, *tables, *every.values)
    asked = dict.fromkeys(upper_first(each) for each in labels if fold(each) not in used)
    state = PAGE.read(_page(needs, title, {}, ()), book, now).state
    words = {each.name: _WORDS.get(each.kind, f"one of {each.table}") for each in state.columns}
    page = _page(needs, title, words, [*asked])
    return append(page, SECTION, new_line(STARTED, now), ABOUT)


def _page(needs: Mentioned, title: str, words: dict[str, str], asked: Sequence[str]) -> str:
    blocks = [f"{inline(title)} holds the state of the game.", f"== {PLAYERS} =="]
    columns = [upper_first(each) for each in needs.fields]
    columns += ["Items"] if needs.items or not columns else []
    told = "; ".join(f"{each}: {words[each]}" for each in columns if each in words)
    blocks += [f"''{_JOINING} {f'{told}.' if told else _OPEN}''".replace("`", "")]
    blocks += [f"''{_ASKED} {', '.join(asked)}.''"] if asked else []
    blocks.append(_table([needs.player, *columns]))
    for each in needs.tables:
        blocks += _things(each)
    if needs.values:
        lines = [f"* {label}: {value}" for label, value in needs.values.items()]
        blocks += ["== Values ==", f"''{_VALUES}''", "\n".join(lines)]
    return "\n\n".join(blocks) + "\n"


def _things(sheet: MentionedTable) -> Iterator[str]:
    """A table of things, with the rows that the sentences name."""
    plural = sheet.noun if sheet.noun.endswith("s") else f"{sheet.noun}s"
    yield f"== {plural} =="
    told = "".join(f", then its {column}" for column in sheet.columns)
    links = " (names between commas)" if "Leads to" in sheet.columns else ""
    yield f"''One row for each {sheet.noun}: its name{told}{links}. Add rows and columns freely.''"
    rows = [[name, *("" for _ in sheet.columns)] for name in sheet.rows]
    yield _table([sheet.noun, *sheet.columns], *rows)


def _table(headers: list[str], *rows: list[str]) -> str:
    lines = ['{| class="wikitable"', "! " + " !! ".join(headers)]
    for row in rows:
        lines += ["|-", f"| {' || '.join(row)}"]
    return "\n".join([*lines, "|}"])
