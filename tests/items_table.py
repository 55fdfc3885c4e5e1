"""Writes the table of Cycle 15's items in the docs anew,
out of the items themselves: ``make pins``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rules.cycle15.garbage import CATALOGUE, garbage_items
from rules.cycle15.items.using_items import ITEMS
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs/cycle15-items.md"
RULES = ROOT / "tests/rules/cycle15/late.wiki"
HEAD = "| ID | Item | Class | What using it does |\n|---:|---|---|---|\n"


def rows(book: Rulebook) -> Iterator[str]:
    """A row for each item of a ruleset, in the order of the IDs."""
    known = {item.name: item for item in reversed(ITEMS)}  # of two wordings the later one
    for each in garbage_items(book.members("Garbage")):
        item = known[each.name]
        says = item.says[:1].upper() + item.says[1:]
        yield f"| {each.id} | {item.name} | {item.implementation.how} | {says}. |\n"


def with_table(text: str, book: Rulebook) -> str:
    """The page of docs with the table of a ruleset's items in the place of the old one."""
    return re.sub(re.escape(HEAD) + r"(?:\|.*\n)*", lambda _: HEAD + "".join(rows(book)), text)


def main() -> None:
    """Write the docs' page anew."""
    book = read_rulebook(RULES.read_text(encoding="utf-8"), (CATALOGUE,), ())
    text = DOCS.read_text(encoding="utf-8")
    DOCS.write_text(with_table(text, book), encoding="utf-8")


if __name__ == "__main__":
    main()
