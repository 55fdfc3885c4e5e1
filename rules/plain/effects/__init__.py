"""What happens: effects by their families, each told in one place.

:mod:`rules.plain.effects.base` says what all of them have. A new module of effects is named here;
nothing else need know it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from rules.plain.clauses import VERBS
from rules.plain.effects import asking, base, blocks
from rules.plain.effects.asking import *  # noqa: F403 - every node  # noqa: F403 - every node
from rules.plain.effects.blocks import *  # noqa: F403 - every node
from rules.plain.effects.chance import *  # noqa: F403 - every node  # noqa: F403 - every node
from rules.plain.effects.coded import *  # noqa: F403 - every node
from rules.plain.effects.gaining import *  # noqa: F403 - every node
from rules.plain.effects.giving import *  # noqa: F403 - every node
from rules.plain.effects.moving import *  # noqa: F403 - every node
from rules.plain.effects.places import *  # noqa: F403 - every node
from rules.plain.effects.rows import *  # noqa: F403 - every node
from rules.plain.effects.telling import *  # noqa: F403 - every node
from rules.plain.words.lexemes import kinds


def _leaves(kind: type[Any]) -> list[type[Any]]:
    inner = kind.__subclasses__()
    return [leaf for each in inner for leaf in _leaves(each)] if inner else [kind]


if TYPE_CHECKING:
    from rules.plain.effects.base import Effect
else:
    Effect = asking.Effect = blocks.Effect = reduce(or_, _leaves(base.Effect))

DOING_SOMETHING = frozenset(VERBS) | kinds(
    "_MAY _MAY_NOT _BUY _SELL _BARTER DOUBLE _CONVERT _COSTS"
)
