"""Rolls of named dice, `2d6: 3, 4`, `a 3 on a d6`, and faces that name none, `rolled a 3 (1+2)`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wikibot.game.problems import Unclear
from wikibot.game.rolls import UNNAMED, Roll
from wikibot.game.understanding.dice.faces import (
    ARTICLES,
    BEHIND_BARE,
    JOINS,
    ROLLED,
    SUMS,
    FacesFound,
    RollFound,
    checked_roll,
    faces_in_brackets,
    listed_faces,
    row_of_faces,
    total_first,
)
from wikibot.game.understanding.dice.tokens import Tokens
from wikibot.wikitext.numerals import CARDINALS, integer

STATES = frozenset((  # what says that faces follow
    "rolled", "rolls", "roll", "rolling", "result", "results", "gave", "gives", "giving", "got",
    "gets", "is", "was", "were", "are", "came", "up", "shows", "showed", "showing", "shown",
    "yields", "yielded", "landed", "total", "details", "faces", "face", "dice", "value", "values",
    "says", "said", "saying", "show", "come", ":", "=", "→", "->", "=>",
))  # fmt: skip
LINKS = frozenset((  # what may stand between that and the dice
    *ARTICLES, "and", "i", "you", "it", "they", "with", "of", "on", "me", "|", "for", "have", "has",
))  # fmt: skip
_MOST_SAID = 6
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
    count, _, sides = tokens[at].text.rstrip("'s").partition("d")
    said = CARDINALS.get(tokens[at - 1].text, 0)  # five d98: 1, 2, 3, 4, 5
    number = integer(count) if count else max(1, said)
    return number, 100 if sides == "%" else integer(sides)


def _die(tokens: Tokens, at: int) -> RollFound | None:
    """A die, what is said between, and its faces."""
    count, sides = _kind(tokens, at)
    start, at = at, at + 1
    if count > 1 and CARDINALS.get(tokens[start - 1].text) == count:
        start -= 1
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
    """Where the faces of a die begin, and whether what stands before says that they are some.

    Words that say what the die is for may stand between: ``d98 for the garbage: 56``.
    """
    is_strong, end = rolled, at
    if tokens.is_a(at, "open"):
        return at, rolled
    for here in range(at, at + _MOST_SAID):
        states = tokens.says(here, STATES) or tokens.is_a(here, "arrow")
        if not (states or tokens.is_a(here, "word", "dash") or tokens.says(here, (*LINKS, ","))):
            break
        is_strong = is_strong or states
        if states or (end == here and (tokens.says(here, LINKS) or tokens.is_a(here, "dash"))):
            end = here + 1
    return tokens.skip(end, LINKS, 2), is_strong


def _bare(tokens: Tokens, at: int, count: int, *, is_strong: bool) -> FacesFound | None:
    """As many faces as there are dice, without brackets; not where further numbers follow them."""
    faces = row_of_faces(tokens, at, count)
    if len(faces.faces) != count:
        return None
    more = tokens.skip(faces.end, ("+", ",", "/", "|"))
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
    while (
        first > behind
        and at - first < 4 * count + 4
        and (tokens.is_a(first - 1, "number") or tokens.says(first - 1, JOINS | {"a", "an"}))
    ):
        first -= 1
    first = tokens.skip(first, (*JOINS, *ARTICLES), last - first)
    faces = row_of_faces(tokens, first)
    is_rolled = tokens.says(
        first - 1, (*STATES, *ROLLED, *ARTICLES, "number", "#", "")
    ) or tokens.is_a(first - 1, "dash", "arrow")
    if faces.end != last or len(faces.faces) != count or not is_rolled:
        return None
    end = at + 2 if boxed else at + 1
    first -= tokens.says(first - 1, ("number", "#"))
    return checked_roll(
        tokens, first, Roll(count, sides, faces.faces), replace(faces, end=end), None
    )


# -- faces without a die ---------------------------------------------------------------------------


_PAST = frozenset(
    ("rolled", "threw", "thrown")
)  # what makes the number behind it a face in any place
_NOW = frozenset((
    "roll", "rolls", "rolling", "result", "results", "🎲", "dice", "die", "random.org", "google",
))  # fmt: skip
_BEFORE_NOW = frozenset((
    "i", "my", "the", "a", "we", "have", "just", "and", "then", "movement", "escape", "dice", ",",
    ":", ".", "(", "[", ";", "@", "--", "—", "–", "-", "",
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
        tokens.says(at - 1, (*_BEFORE_NOW, *CARDINALS)) or tokens.is_a(at - 1, "number")
    )
    if not (now or tokens.says(at, _PAST)):
        return None
    spelled, label = tokens.says(at, (*_PAST, "dice", "die")), at
    called = 2 * (tokens.says(at + 1, (",",)) and tokens.says(at + 3, (":",)))  # , referee:
    at = tokens.skip(at + 1 + called, STATES | LINKS, 5)
    total, faces = total_first(tokens, at)
    faces = faces or faces_in_brackets(tokens, at) or row_of_faces(tokens, at, spelled=spelled)
    sums = tokens.is_a(faces.end, "open") and tokens.says(faces.end + 1, SUMS)
    if not faces.faces or not (sums or tokens.says(faces.end, BEHIND_BARE)):
        return None
    if CARDINALS.get(tokens[label - 1].text) == len(faces.faces):
        at = label - 1  # five dice: 1, 2, 3, 4, 5
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
