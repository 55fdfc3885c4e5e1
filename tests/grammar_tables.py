"""Make the parser's tables of the grammar anew:
``python -m tests.grammar_tables``, as ``make pins`` does.
"""

from __future__ import annotations

from pathlib import Path

from rules.plain.lexing import are_of, tables

GRAMMAR = Path(__file__).parents[1] / "rules" / "plain" / "grammar.lark"


def main() -> None:
    """Write them beside the grammar, unless they are there."""
    grammar, file = GRAMMAR.read_text(encoding="utf-8"), GRAMMAR.with_suffix(".tables")
    if not (file.exists() and are_of(grammar, file.read_bytes())):
        file.write_bytes(tables(grammar))


if __name__ == "__main__":
    main()
