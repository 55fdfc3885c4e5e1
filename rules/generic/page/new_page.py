"""A first gamestate page for a ruleset in plain words: tables to fill in, with what goes where."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from rules.generic.page.mentioned import Mentioned, MentionedTable, mentioned
from rules.generic.page.page import PAGE
from rules.generic.state import PLAYERS, FieldKind
from wikibot.game.page.prose import new_line
from wikibot.game.page.records import ABOUT, SECTION, STARTED, append
from wikibot.sdk import Rulebook, inline
from wikibot.wikitext.folding import upper_first

_JOINING = "Who plays, one row each. Players come by themselves: a line `join` on the actions page."
_OPEN = "Add columns for whatever else players have: numbers, lists of items, yes or no, words."
_VALUES = "What belongs to no player: one line each, a word and a colon."
_WORDS = {
    FieldKind.NUMBER: "a number", FieldKind.ITEMS: "a list such as `2 Fish, Net`",
    FieldKind.YES_NO: "yes or no", FieldKind.THINGS: "names between commas",
    FieldKind.TEXT: "a word",
}  # fmt: skip


def new_page(book: Rulebook, now: datetime, title: str) -> str:
    """The page; nobody plays yet. What the sentences speak of has a place on it."""
    needs = mentioned(book.text)
    bare = _page(needs, title, {})
    state = PAGE.read(bare, book, now).state
    words = {each.name: _WORDS.get(each.kind, f"one of {each.table}") for each in state.columns}
    return append(_page(needs, title, words), SECTION, new_line(STARTED, now), ABOUT)


def _page(needs: Mentioned, title: str, words: dict[str, str]) -> str:
    blocks = [f"{inline(title)} holds the state of the game.", f"== {PLAYERS} =="]
    columns = [upper_first(each) for each in needs.fields]
    columns += ["Items"] if needs.items or not columns else []
    told = "; ".join(f"{each}: {words[each]}" for each in columns if each in words)
    blocks += [f"''{_JOINING} {f'{told}.' if told else _OPEN}''".replace("`", "")]
    blocks.append(_table(["Name", *columns]))
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
