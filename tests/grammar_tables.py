"""Make the parser's tables of the grammar anew:
``python -m tests.grammar_tables``, as ``make pins`` does.
"""

from __future__ import annotations

from pathlib import Path

from rules.plain.effects import text
from rules.plain.reader import are_of, tables

TABLES = Path(__file__).parents[1] / "rules" / "plain" / "grammar.tables"


def main() -> None:
    """Write them beside the grammar, unless they are there."""
    if not (TABLES.exists() and are_of(text(), TABLES.read_bytes())):
        TABLES.write_bytes(tables(text()))


if __name__ == "__main__":
    main()
