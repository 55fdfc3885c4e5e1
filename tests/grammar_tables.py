"""Make the parser's tables of the grammar anew:
``python -m tests.grammar_tables``, as ``make pins`` does.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

from lark.grammar import Rule
from lark.lexer import TerminalDef
from msgspec import Raw, msgpack

from rules.plain.effects import text
from rules.plain.reader import GrammarTables, key_of, parser_of, unpacked

TABLES = Path(__file__).parents[1] / "rules" / "plain" / "grammar.tables"


def tables(rules: str) -> bytes:
    """What lark finds out about a grammar, to be kept: data alone, no pickled objects."""
    data: Any
    data, memo = parser_of(rules).memo_serialize([TerminalDef, Rule])
    data["options"]["lexer"] = data["parser"]["lexer_conf"]["lexer_type"] = None
    states, data["parser"]["parser"]["states"] = data["parser"]["parser"]["states"], {}
    rows = [Raw(msgpack.encode(states[state])) for state in range(len(states))]
    kept = GrammarTables(key_of(rules), {"data": data, "memo": memo}, rows)
    return zlib.compress(msgpack.encode(kept), 9)


def main() -> None:
    """Write them beside the grammar, unless they are there."""
    if not (TABLES.exists() and unpacked(TABLES.read_bytes()).key == key_of(text())):
        TABLES.write_bytes(tables(text()))


if __name__ == "__main__":
    main()
