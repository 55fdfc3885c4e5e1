"""The grammar of plain words: lark's parser of it, and the phrases that its words are."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from rules.plain.memory import MEMORY
from rules.plain.words.lexemes import Phrases, phrases

if TYPE_CHECKING:
    from lark import Lark


@cache
def parser() -> Lark:
    """The parser, from the tables of `make pins`; without them they are made now."""
    from rules.plain.lexing import parser as made_of

    own = files("rules.plain")
    made = own.joinpath("grammar.tables")
    text = own.joinpath("grammar.lark").read_text(encoding="utf-8")
    return made_of(text, made.read_bytes() if made.is_file() else b"")


def known() -> Phrases:
    """The grammar's own phrases."""
    if MEMORY.phrases is None:
        from rules.plain.lexing import spellings

        MEMORY.phrases = phrases(spellings(parser()))
    return MEMORY.phrases
