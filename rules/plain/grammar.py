"""The grammar of plain words: lark's parser of it, and the phrases that its words are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from rules.plain.clauses import FORMS, PHRASES, VERBS
from rules.plain.memory import MEMORY
from rules.plain.words.lexemes import Phrases, phrases

if TYPE_CHECKING:
    from lark import Lark


@cache
def parser() -> Lark:
    """The parser, from the tables of `make pins`; without them they are made now."""
    from rules.plain.lexing import parser as made_of

    made = files("rules.plain").joinpath("grammar.tables")
    return made_of(text(), made.read_bytes() if made.is_file() else b"")


def text() -> str:
    """The grammar whole: ``grammar.lark``, and the clauses and words that stand beside effects."""
    own = files("rules.plain").joinpath("grammar.lark").read_text(encoding="utf-8")
    clauses = "\n       | ".join(f"{form} -> {name}" for form, name in FORMS.items())
    own = own.replace("%import clauses", f"?clause: {clauses}\n")
    return own.replace("%import verbs", _declared(VERBS)) + _declared(PHRASES)


def _declared(words: Mapping[str, Sequence[str]]) -> str:
    both = ((kind, " | ".join(f'"{each}"' for each in said)) for kind, said in words.items())
    return "\n".join(f"{kind}: {said}" for kind, said in both)


def known() -> Phrases:
    """The grammar's own phrases."""
    if MEMORY.phrases is None:
        from rules.plain.lexing import spellings

        MEMORY.phrases = phrases(spellings(parser()))
    return MEMORY.phrases
