"""The grammar of plain words, and the phrases that its words are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from rules.plain.clauses import FORMS, PHRASES, VERBS, spelled
from rules.plain.memory import MEMORY
from rules.plain.words.lexemes import Phrases, phrases


def text() -> str:
    """The grammar whole: ``grammar.lark``, the clauses that stand beside effects, all words."""
    clauses = "\n       | ".join(f"{form} -> {name}" for form, name in FORMS.items())
    own = _file("grammar.lark").replace("%import clauses", f"?clause: {clauses}\n")
    return f"{own}%declare {' '.join(spellings())}\n"


def tables() -> bytes:
    """What lark found out about it, as `make pins` keeps it; nothing where that is missing."""
    made = files("rules.plain").joinpath("grammar.tables")
    return made.read_bytes() if made.is_file() else b""


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
