"""The grammar of plain words: lark's parser of it, and the phrases that its words are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from rules.plain.clauses import FORMS, PHRASES, VERBS, spelled
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
    """The grammar whole: ``grammar.lark``, the clauses that stand beside effects, all words."""
    clauses = "\n       | ".join(f"{form} -> {name}" for form, name in FORMS.items())
    own = _file("grammar.lark").replace("%import clauses", f"?clause: {clauses}\n")
    return f"{own}%declare {' '.join(spellings())}\n"


@cache
def spellings() -> Mapping[str, Sequence[str]]:
    """Every spelling of each kind of word: of ``grammar.words``, and of those beside effects."""
    lines = re.sub(r"\n +", " ", _file("grammar.words")).splitlines()
    said = "; ".join(each for each in lines if each and each[0] != "#")
    own = (each.partition(": ") for each in re.split("; (?=[A-Z_]+: )", said))
    return {kind: spelled(said) for kind, _, said in own} | VERBS | PHRASES


def known() -> Phrases:
    """The grammar's own phrases."""
    if MEMORY.phrases is None:
        MEMORY.phrases = phrases(spellings())
    return MEMORY.phrases


def _file(name: str) -> str:
    return files("rules.plain").joinpath(name).read_text(encoding="utf-8")
