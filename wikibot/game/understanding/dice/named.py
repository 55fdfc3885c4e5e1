"""Rolls of named dice: `2d6: 3, 4`, `a 3 on a d6`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wikibot.game.problems import Unclear
from wikibot.game.rolls import Roll
from wikibot.game.understanding.dice.faces import (
    ARTICLES,
    BEHIND_BARE,
    JOINS,
    ROLLED,
    FacesFound,
    RollFound,
    checked_roll,
    listed_faces,
    row_of_faces,
    total_first,
)
from wikibot.game.understanding.dice.tokens import Tokens
from wikibot.wikitext.numerals import integer

_SAYS = frozenset((  # between a die and its faces
    "rolled", "rolls", "roll", "rolling", "result", "results", "gave", "gives", "got", "gets", "is",
    "was", "were", "are", "came", "up", "shows", "showed", "showing", "yields", "yielded", "landed",
    "total", "details", "faces", "face", "dice", "value", "values", "and", "i", "you", "it", "they",
    "a", "an", "the", ":", "=", "|", "with", "of", "on", "me", "for",
))  # fmt: skip
_WEAK = frozenset(
    ("and", "a", "an", "the", "i", "you", "it", "they", "with", "of", "on", "me", "|", "for")
)
_MOST_SAID = 6
_STATES = frozenset(("got", "result", "total", "gives", "gave", "giving", "rolled", "showing"))
_ON = frozenset(("on", "with", "from", "using", "of"))


def named_rolls(tokens: Tokens, *, strict: bool = True) -> Iterator[RollFound]:
    """Rolls of named dice from left to right; ``strict``: impossible ones raise ``Unclear``."""
    behind = 0
    for at in tokens.places("die"):
        if at < behind:
            continue
        try:
            found = _die(tokens, at) or _faces_before(tokens, at, behind)
        except Unclear:
            if strict:
                raise
            continue
        if found:
            behind = found.end
            yield found


def _kind(tokens: Tokens, at: int) -> tuple[int, int]:
    """How many dice with how many sides a token names."""
    count, _, sides = tokens[at].text.partition("d")
    return integer(count or "1"), 100 if sides == "%" else integer(sides)


def _die(tokens: Tokens, at: int) -> RollFound | None:
    """A die, what is said between, and its faces."""
    count, sides = _kind(tokens, at)
    start, at = at, at + 1
    if tokens.is_a(start - 1, "open") and tokens.is_a(at, "close"):
        start, at = start - 1, at + 1
    at, is_strong = _said(tokens, at, rolled=tokens.says(start - 1, ROLLED))
    total, faces = total_first(tokens, at)
    faces = (
        faces or listed_faces(tokens, at, count) or _bare(tokens, at, count, is_strong=is_strong)
    )
    if not faces:
        return None
    return checked_roll(tokens, start, Roll(count, sides, faces.faces), faces, total)


def _said(tokens: Tokens, at: int, *, rolled: bool) -> tuple[int, bool]:
    """Where the faces of a die begin, and whether what stands before says that they are some."""
    is_strong = rolled
    for _ in range(_MOST_SAID):
        goes_on = tokens.says(at, (",",)) and tokens.says(at + 1, _STATES)
        if not (goes_on or tokens.says(at, _SAYS) or tokens.is_a(at, "arrow", "dash")):
            break
        is_strong = is_strong or not (tokens.says(at, _WEAK) or tokens.is_a(at, "dash"))
        at += 1
    return at, is_strong


def _bare(tokens: Tokens, at: int, count: int, *, is_strong: bool) -> FacesFound | None:
    """As many faces as there are dice, without brackets; not where further numbers follow them."""
    faces = row_of_faces(tokens, at, count)
    if len(faces.faces) != count:
        return None
    more = tokens.skip(faces.end, ("+", ","))
    if tokens.is_a(more, "number") and not (faces.end == more and tokens.is_a(more, "open")):
        return None
    more_dice = tokens.is_a(faces.end + tokens.is_a(faces.end, "open"), "die")
    return faces if is_strong or more_dice or tokens.says(faces.end, BEHIND_BARE) else None


def _faces_before(tokens: Tokens, at: int, behind: int) -> RollFound | None:
    """``a 3 on a d6``: faces that are followed by their die."""
    count, sides = _kind(tokens, at)
    last = at - 1
    last -= tokens.says(last, ARTICLES)
    boxed = tokens.is_a(last, "open") and tokens.is_a(at + 1, "close")
    if not (boxed or tokens.says(last, _ON)):
        return None
    first = last
    while first > behind and at - first < 4 * count + 4 and _may_be_face(tokens, first - 1):
        first -= 1
    first = tokens.skip(first, (*JOINS, *ARTICLES), last - first)
    faces = row_of_faces(tokens, first)
    is_rolled = tokens.says(first - 1, (*ROLLED, *ARTICLES, ":", "got", "")) or tokens.is_a(
        first - 1, "dash", "arrow"
    )
    if faces.end != last or len(faces.faces) != count or not is_rolled:
        return None
    end = at + 2 if boxed else at + 1
    return checked_roll(
        tokens, first, Roll(count, sides, faces.faces), replace(faces, end=end), None
    )


def _may_be_face(tokens: Tokens, at: int) -> bool:
    return tokens.is_a(at, "number") or tokens.says(at, JOINS | {"a", "an"})
