"""How a sentence of a schema is understood and when it can be said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wikibot.game.page.listings import Sentence
from wikibot.game.statements.speech import EXACT, SLOT, Form


def form_of(sentence: Sentence, apply: Callable[..., Any]) -> Form[Any]:
    """A sentence as a form of statements."""
    example = sentence.example or example_of(sentence.spoken)
    return Form(sentence.spoken, sentence.spoken, apply, example, sentence.pattern)


_EXAMPLES = {"number": "5", "numbers": "6, 9", "player": "Alice", "item": "Fish", "type": "Blank"}
_EXAMPLES |= {"time": "2024-01-05T02:22:00Z", "line": "1.2.3", "text": "X"}


def example_of(phrase: str) -> str:
    """A phrase with an example in each slot."""
    return SLOT.sub(lambda slot: _EXAMPLES[slot["kind"]], phrase)


def fields_of(sentence: Sentence, slot: str = "") -> set[str]:
    """The fields that a sentence is about."""
    named = {found["name"] or found["kind"] for found in SLOT.finditer(sentence.spoken)}
    return (named - {slot}) | sentence.sets.keys()


def can_say(sentence: Sentence, thing: Any, slot: str = "") -> bool:
    """Whether a sentence says what its fields hold."""
    if any(getattr(thing, name) != value for name, value in sentence.sets.items()):
        return False
    slots = (
        (each["name"] or each["kind"], each["kind"]) for each in SLOT.finditer(sentence.spoken)
    )
    return all(_fits(kind, getattr(thing, name)) for name, kind in slots if name != slot)


def _fits(kind: str, value: Any) -> bool:
    if kind == "number":
        return isinstance(value, int)
    return value is not None if kind in EXACT else isinstance(value, str)
