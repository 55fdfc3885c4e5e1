"""Faces alone, as an answer to what waits for a roll: ``4, 6, 2``, ``choose 4, 6, 2``."""

from __future__ import annotations

import re

from wikibot.game.rolls import Roll
from wikibot.game.understanding.plain_line import tokens
from wikibot.wikitext.numerals import integer

_ASKED = re.compile(r"a roll of (?P<count>\d{1,3})d(?P<sides>\d{1,9})\b")
_GLUE = frozenset((
    "choose", "roll", "rolls", "rolled", "dice", "die", "result", "i", "i've", "got", "it", "it's",
    "a", "an", "the", "and", "then", "my", "faces", "face", "here", "here's", "you", "go", "there",
    "total", "were", "sorry", "oops", "forgot", "are", "is", "was",
))  # fmt: skip
_MOST = 40  # words of such a line


def bare_faces(words: str, asks: str) -> Roll | None:
    """The roll that a line shows by its faces alone, where ``asks`` is what waits for it.

    As many faces as there are dice, each possible; any other word makes it another line.
    """
    asked, said = _ASKED.search(asks), tokens(words)[:_MOST]
    numbers = [word.key for word in said if word.key.isascii() and word.key.isdecimal()]
    others = [
        word.key for word in said if any(map(str.isalnum, word.key)) and word.key not in numbers
    ]
    if not asked or not numbers or not _GLUE.issuperset(others) or len(max(numbers, key=len)) > 9:
        return None
    count, sides = integer(asked["count"]), integer(asked["sides"])
    faces = tuple(map(integer, numbers))
    fits = len(faces) == count and all(1 <= face <= sides for face in faces)
    return Roll(count, sides, faces) if fits else None
