"""A status effect: what lasts on a player beyond one action, as a value and as a phrase.

People read and correct phrases: ``train``, ``next move of 18 spaces``, ``MacGyvered in phase 12``.
What has none of the forms below is of the kind that its words name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

from msgspec import Struct

from wikibot.wikitext.numerals import integer

_PHASE = re.compile(r"(?P<what>.*) in phase (?P<phase>\d+)", re.DOTALL)
_SLOT = re.compile("<(number|plus|numbers|text)>")
_PATTERNS = {"number": r"(-?\d+)", "plus": r"([+-]\d+)", "numbers": r"([-\d ]*)", "text": "(.+)"}
_READERS: dict[str, Callable[[str], Any]] = {
    "number": integer,
    "plus": integer,
    "numbers": lambda text: tuple(map(integer, text.split())),
    "text": str,
}
_WRITERS: dict[str, Callable[[Any], str]] = {
    "plus": "{:+d}".format,
    "numbers": lambda numbers: " ".join(map(str, numbers)),
}


class EffectForm(Struct, frozen=True, dict=True):
    """A kind of effects that have a value, or several: a phrase with a slot for each.

    ``passing``: whether such an effect may end with a phase; one that may not lasts until something
    ends it.
    """

    words: str
    passing: bool = False

    @cached_property
    def _slots(self) -> tuple[str, ...]:
        return tuple(_SLOT.findall(self.words))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(_SLOT.sub(lambda slot: _PATTERNS[slot[1]], self.words), re.DOTALL)

    def read(self, words: str) -> Any:
        """The value that some words hold (of several slots, a tuple); None for other words."""
        found = self._pattern.fullmatch(words)
        if not found:
            return None
        pairs = zip(self._slots, found.groups(), strict=True)
        values = tuple(_READERS[slot](text) for slot, text in pairs)
        return values if len(values) > 1 else values[0]

    def write(self, value: Any) -> str:
        """The words with a value in them."""
        values = iter(value if len(self._slots) > 1 else (value,))
        return _SLOT.sub(lambda slot: _WRITERS.get(slot[1], str)(next(values)), self.words)


class Effect(Struct, frozen=True, gc=False):
    """Something that lasts on a player. ``phase``: with which it ends, if that is said."""

    kind: EffectForm | str
    value: Any = None
    phase: int | None = None

    def __str__(self) -> str:
        """The phrase, which :func:`read_effect` understands."""
        words = self.kind.write(self.value) if isinstance(self.kind, EffectForm) else self.kind
        return words if self.phase is None else f"{words} in phase {self.phase}"


TRAIN, CRAB, TRAINCRAB, CRABTRAIN = "train", "crab", "traincrab", "crabtrain"
TRAINS, CRABS = (TRAIN, TRAINCRAB, CRABTRAIN), (CRAB, TRAINCRAB, CRABTRAIN)

IMAGE = EffectForm("fractal image at <number>")
HITCHED = EffectForm("hitched: <text>")
BARRIER = EffectForm("Language Barrier: <text>")
LOST = EffectForm("lost to a Death Ray with <number> crystals")
INSIGHT = EffectForm("insightfulness <number>")
JETPACK = EffectForm("next move with a jetpack that slows to <number> spaces")
NEXT_COUNT = EffectForm("next move of <number> spaces", passing=True)
NEXT_PLUS = EffectForm("next roll <plus>", passing=True)
NEXT_MIRROR = EffectForm("next roll is <number> minus itself", passing=True)
TEAM = EffectForm("Team Fortress 2 with <text>", passing=True)
USES = EffectForm("item uses added: <number>", passing=True)
_WITH = "with dice <numbers> plus <number> along <numbers>"
WALKS = EffectForm(f"walks again {_WITH}", passing=True)
WALKS_REGULAR = EffectForm(f"walks again the move of the phase {_WITH}", passing=True)
_FORMS = (
    IMAGE, HITCHED, BARRIER, LOST, INSIGHT, JETPACK, NEXT_COUNT, NEXT_PLUS, NEXT_MIRROR, TEAM, USES,
    WALKS,
    WALKS_REGULAR,
)  # fmt: skip


def read_effect(phrase: str) -> Effect:
    """The status effect that a phrase says."""
    found = _PHASE.fullmatch(phrase)
    words, phase = (found["what"], integer(found["phase"])) if found else (phrase, None)
    for form in _FORMS:
        value = form.read(words if form.passing else phrase)
        if value is not None:
            return Effect(form, value, phase if form.passing else None)
    return Effect(words, phase=phase)
