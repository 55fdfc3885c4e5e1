"""What happens: effects by their families, each told in one place.

:mod:`rules.plain.effects.base` says what all of them have. A new module of effects is named here;
nothing else need know it. The clauses of all of them, with ``grammar.lark``, are the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, reduce
from importlib.resources import files
from operator import or_
from typing import TYPE_CHECKING, Any

from rules.plain.clauses import FORMS, PHRASES, VERBS, spelled
from rules.plain.effects import base, blocks, telling
from rules.plain.effects.blocks import *  # noqa: F403 - every node
from rules.plain.effects.chance import *  # noqa: F403 - every node
from rules.plain.effects.coded import *  # noqa: F403 - every node
from rules.plain.effects.gaining import *  # noqa: F403 - every node
from rules.plain.effects.places import *  # noqa: F403 - every node
from rules.plain.effects.rows import *  # noqa: F403 - every node
from rules.plain.effects.telling import *  # noqa: F403 - every node
from rules.plain.words.lexemes import kinds


def _kinds(kind: type[Any]) -> list[type[Any]]:
    """The kinds of effects, but for those that only have what others share."""
    inner = [found for each in kind.__subclasses__() for found in _kinds(each)]
    is_said = bool(kind.says) or kind.say is not base.Effect.say
    return [kind, *inner] if is_said or not inner else inner


if TYPE_CHECKING:
    from rules.plain.effects.base import Effect
else:
    Effect = telling.Effect = blocks.Effect = reduce(or_, _kinds(base.Effect))

DOING_SOMETHING = frozenset(VERBS) | kinds(
    "_MAY _MAY_NOT _BUY _SELL _BARTER DOUBLE _CONVERT _COSTS"
)


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


def _file(name: str) -> str:
    return files("rules.plain").joinpath(name).read_text(encoding="utf-8")
