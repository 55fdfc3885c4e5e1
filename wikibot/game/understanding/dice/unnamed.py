"""Faces without a die, where something says that they are some: `rolled a 3 (1+2)`, `-- 3`."""

from __future__ import annotations

from collections.abc import Iterator

from wikibot.game.rolls import UNNAMED, Roll
from wikibot.game.understanding.dice.faces import (
    ARTICLES,
    BEHIND_BARE,
    RollFound,
    checked_roll,
    faces_in_brackets,
    row_of_faces,
    total_first,
)
from wikibot.game.understanding.dice.tokens import Tokens

_PAST = frozenset(("rolled", "threw"))  # what makes the number behind it a face in any place
_NOW = frozenset((
    "roll", "rolls", "rolling", "result", "results", "🎲", "dice", "die", "random.org", "google",
))  # fmt: skip
_BEFORE_NOW = frozenset((
    "i", "my", "the", "a", "we", "have", "just", "and", "then", "movement", "escape", "dice", ",",
    ":", ".", "(", "[", ";", "@", "--", "—", "–", "-", "",
))  # fmt: skip
_TO_FACES = frozenset((
    *ARTICLES, ":", "=", "is", "was", "were", "are", "of", "→", "->", "=>", "gives", "gave",
    "says", "said", "rolled", "came", "up", "shows", "show",
))  # fmt: skip


def unnamed_rolls(tokens: Tokens) -> Iterator[RollFound]:
    """Faces without a die, where something says that they are some."""
    at = 0
    while at < len(tokens):
        sum_end = _sum_end(tokens, at)
        found = _with_total(tokens, at, sum_end) or _behind_label(tokens, at) or _at_end(tokens, at)
        if found:
            yield found
        at = found.end if found else max(sum_end, at + 1)


def _sum_end(tokens: Tokens, at: int) -> int:
    """The place behind ``1 + 2 + 3``; ``at`` where no sum begins."""
    end = at
    while tokens.is_a(end, "number") and tokens.says(end + 1, ("+",)):
        end += 2
    return end + (end > at and tokens.is_a(end, "number"))


def _with_total(tokens: Tokens, at: int, sum_end: int) -> RollFound | None:
    """``[1, 2] = 3``, ``(1 + 2)``, ``1 + 2 = 3``."""
    faces = faces_in_brackets(tokens, at)
    if sum_end > at and tokens.says(sum_end, ("=",)):
        faces = row_of_faces(tokens, at)
    if not faces or not faces.faces:
        return None
    is_sum = tokens.says(faces.end, ("=",)) and tokens.is_a(faces.end + 1, "number")
    if not is_sum and not (faces.summed and tokens.is_a(at, "open")):
        return None
    return checked_roll(tokens, at, Roll(len(faces.faces), UNNAMED, faces.faces), faces, None)


def _behind_label(tokens: Tokens, at: int) -> RollFound | None:
    """``rolled a 3 (1+2)``, ``I rolled a 1 and a 2``, ``roll: 3``, ``🎲 3``."""
    now = tokens.says(at, _NOW) and (
        tokens.says(at - 1, _BEFORE_NOW) or tokens.is_a(at - 1, "number")
    )
    if not (now or tokens.says(at, _PAST)):
        return None
    at = tokens.skip(at + 1, _TO_FACES, 4)
    total, faces = total_first(tokens, at)
    faces = faces or faces_in_brackets(tokens, at) or row_of_faces(tokens, at)
    if not faces.faces or not tokens.says(faces.end, BEHIND_BARE):
        return None
    return checked_roll(tokens, at, Roll(len(faces.faces), UNNAMED, faces.faces), faces, total)


def _at_end(tokens: Tokens, at: int) -> RollFound | None:
    """``-- 3``, ``-- [1, 2]``: nothing else behind two dashes."""
    if not tokens.is_a(at, "dash") or tokens.says(at, ("-",)) or tokens[at + 1].kind == "end":
        return None
    if tokens[at].end == tokens[at + 1].start:
        return None
    total, faces = total_first(tokens, at + 1)
    faces = faces or faces_in_brackets(tokens, at + 1) or row_of_faces(tokens, at + 1)
    if not faces.faces or tokens[tokens.skip(faces.end, (".", "!"))].kind != "end":
        return None
    return checked_roll(tokens, at + 1, Roll(len(faces.faces), UNNAMED, faces.faces), faces, total)
