"""Identities such as ``P3`` and ``T12``: which one a line names, and the next one that is free."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol, TypeVar

from wikibot.game.names import number_of, suggestions
from wikibot.game.problems import Unclear
from wikibot.wikitext.numerals import integer


class Identified(Protocol):
    """Anything with an identity."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=Identified)
TONES = re.compile("[\U0001f3fb-\U0001f3ff]")  # skin tones of emoji, which mean nothing
_ABOUT = re.compile(
    r"^(?:[\s:,.;!]|[–—-]++(?=\s)|(?:on|with|about)\b)++|(?<![\s:,.;!])[\s:,.;!]*+(?:\b(?:on|with|about))?+$",
    re.IGNORECASE,
)


def next_id(letter: str, ids: Sequence[str]) -> str:
    """An identity that nothing has: ``P4`` after ``P3``."""
    return f"{letter}{max(map(number_of, ids), default=0) + 1}"


def locate(text: str, letter: str, ids: Sequence[str]) -> tuple[str, str, str] | None:
    """Which of ``ids`` a text names, what is before it and behind it; the first one in full.

    ``P3``, ``p3``, ``P 3``, ``#3`` and ``3`` are the same.
    """
    text = TONES.sub("", text).replace("\ufe0f", "").strip()
    low = text.casefold()
    found: list[tuple[int, int, str]] = []
    for id_ in sorted((each for each in ids if each.casefold() in low), key=len, reverse=True):
        spelt = re.search(rf"(?<![\w#]){re.escape(id_)}(?!\w)", text, re.IGNORECASE)
        if spelt and (spelt.start() == 0 or spelt.end() == len(text) or number_of(id_)):
            found.append((*spelt.span(), id_))
    bare = re.search(
        rf"(?<![\w+−-])(?:{letter}\s?|#|no\.\s?|{letter}#)?(\d+)(?!\w)", text, re.IGNORECASE
    )
    if bare and not found:
        found += [(*bare.span(), each) for each in ids if number_of(each) == integer(bare[1])]
    if not found:
        return None
    start, end, id_ = min(found, key=lambda each: each[0])
    return id_, text[:start].strip(), text[end:].strip()


def split_id(text: str, letter: str, ids: Sequence[str]) -> tuple[str | None, str]:
    """Which of ``ids`` a text names, and the rest of it: ``vote P3 for``, ``vote for P3``."""
    found = locate(text, letter, ids)
    if found is None:
        return None, TONES.sub("", text).replace("\ufe0f", "").strip()
    return found[0], " ".join(filter(None, (_ABOUT.sub("", part).strip() for part in found[1:])))


def vote_on(text: str, letter: str, things: Sequence[T], what: str) -> tuple[T, tuple[str, str]]:
    """The thing that a line votes on, and what stands before and behind; ``Unclear`` for none."""
    found = locate(text, letter, [each.id for each in things])
    if found is None:
        raise no_such(text, [each.id for each in things], what)
    return next(each for each in things if each.id == found[0]), found[1:]


def split_known_id(text: str, letter: str, ids: Sequence[str], what: str) -> tuple[str, str]:
    """The same; raises ``Unclear`` where the text names none of them, or more than one."""
    found, rest = split_id(text, letter, ids)
    if found is None:
        raise no_such(text, ids, what)
    refuse_second(rest, letter, what)
    return found, rest


def no_such(text: str, ids: Sequence[str], what: str) -> Unclear:
    """What is said of a text that names none of ``ids``, each of which is a ``what``."""
    near = suggestions(text, tuple(ids)) or tuple(reversed(ids))[:5] or (f"there is no {what} yet",)
    return Unclear(f"{text!r} names no {what}" if text else f"no {what} is named", nearest=near)


def refuse_second(rest: str, letter: str, what: str) -> None:
    """Refuse a line whose rest names another one."""
    if re.search(rf"\b{letter}\d+\b", rest, re.IGNORECASE):
        raise Unclear(f"the line names more than one {what}", nearest="one to a line")
