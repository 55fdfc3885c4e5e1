"""How lark is asked, here alone: it gets the words that :mod:`rules.plain.words.reading` found."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import lark
import msgspec
from lark import Lark, Token
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef
from msgspec import Struct

from rules.plain import effects

_OPTIONS: Any = {"parser": "lalr", "start": ["sentence", "body"], "maybe_placeholders": False}


class _Tables(Struct, frozen=True):
    """A parser between two runs. ``key``: of what grammar, by which lark; ``lark``: as it saves."""

    key: str
    lark: dict[str, Any]


class _Words(Lexer):
    """Words as lark's tokens."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, words: Any) -> Iterator[Token]:  # type: ignore[override]
        for word in words:
            token = Token(word.kind, word.text)
            token.value = word
            yield token


LARK: Any = {**_OPTIONS, "lexer": _Words}


@cache
def parser() -> Lark:
    """The parser, from the tables of `make pins`; without them they are made now."""
    return parser_of(effects.text(), effects.tables())


def parser_of(rules: str, made: bytes = b"") -> Lark:
    """The parser of a grammar; it takes a list of words in place of a text.

    ``made``: what :func:`tables` made of it before, which saves most of the work. It is left aside
    where it is of another grammar or of another lark.
    """
    found = _unpacked(made)
    if found.key != _key(rules):
        return Lark(rules, **LARK)
    found.lark["data"]["options"]["lexer"] = _Words
    found.lark["data"]["parser"]["lexer_conf"]["lexer_type"] = _Words
    return Lark.load(found.lark)  # as its file would hold it


def tables(rules: str) -> bytes:
    """What lark finds out about a grammar, to be kept: data alone, no pickled objects."""
    data, memo = parser_of(rules).memo_serialize([TerminalDef, Rule])
    data["options"]["lexer"] = data["parser"]["lexer_conf"]["lexer_type"] = None
    kept = _Tables(_key(rules), {"data": data, "memo": memo})
    return zlib.compress(msgspec.msgpack.encode(kept), 9)


def are_of(rules: str, made: bytes) -> bool:
    """Whether tables are of this grammar, made by this lark."""
    return _unpacked(made).key == _key(rules)


def _unpacked(made: bytes) -> _Tables:
    with suppress(zlib.error, msgspec.MsgspecError):
        return msgspec.msgpack.decode(zlib.decompress(made), type=_Tables)
    return _Tables("", {})


def _key(rules: str) -> str:
    return hashlib.sha256(f"{lark.__version__} {_OPTIONS} {rules}".encode()).hexdigest()
