"""Identities such as ``P3`` and ``T12``: which one a line names, and the next one that is free."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from wikibot.game.names import suggestions
from wikibot.game.problems import Unclear

TONES = re.compile("[\U0001f3fb-\U0001f3ff]")  # skin tones of emoji, which mean nothing
_ABOUT = re.compile(
    r"^(?:[\s:,.;!]+|[–—-]+(?=\s)|(?:on|with|about)\b)+|(?:[\s:,.;!]+|\b(?:on|with|about)$)+$", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+$")


@lru_cache(maxsize=1024)
def number_of(id_: str) -> int:
    """The number of ``P3``; 0 where there is none."""
    found = _NUMBER.search(id_)
    return int(found[0]) if found else 0


def next_id(letter: str, ids: Sequence[str]) -> str:
    """An identity that nothing has: ``P4`` after ``P3``."""
    return f"{letter}{max(map(number_of, ids), default=0) + 1}"


def split_id(text: str, letter: str, ids: Sequence[str]) -> tuple[str | None, str]:
    """Which of ``ids`` a text names, and the rest of it; ``P3``, ``p3``, ``P 3``, ``#3`` and ``3`` are the same.

    The identity stands at the start or, behind it, after the rest: ``vote P3 for``, ``vote for P3``.
    """
    text = TONES.sub("", text).replace("\ufe0f", "").strip()
    low = text.casefold()
    for id_ in sorted((each for each in ids if each.casefold() in low), key=len, reverse=True):
        found = re.search(rf"(?<![\w#]){re.escape(id_)}(?!\w)", text, re.IGNORECASE)
        if found and (found.start() == 0 or found.end() == len(text) or number_of(id_)):
            return id_, _rest(text, found)
    found = re.search(rf"(?<![\w+−-])(?:{letter}\s?|#|no\.\s?|{letter}#)?(\d+)(?!\w)", text, re.IGNORECASE)
    if found:
        numbered = [each for each in ids if number_of(each) == int(found[1])]
        if numbered:
            return numbered[0], _rest(text, found)
    return None, text


def _rest(text: str, found: re.Match[str]) -> str:
    before, after = (_ABOUT.sub("", part.strip()).strip() for part in (text[: found.start()], text[found.end() :]))
    return " ".join(filter(None, (before, after)))


def split_known_id(text: str, letter: str, ids: Sequence[str], what: str) -> tuple[str, str]:
    """The same; raises ``Unclear`` with what there is where the text names none of them, and where it names more."""
    found, rest = split_id(text, letter, ids)
    if found is None:
        near = suggestions(text, tuple(ids)) or tuple(reversed(ids))[:5] or (f"there is no {what} yet",)
        raise Unclear(f"{text!r} names no {what}" if text else f"no {what} is named", nearest=near)
    if re.search(rf"\b{letter}\d+\b", rest, re.IGNORECASE):
        raise Unclear(f"the line names more than one {what}", nearest="one to a line")
    return found, rest
