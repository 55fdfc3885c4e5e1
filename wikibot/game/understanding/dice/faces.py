"""Faces as any bot writes them: in brackets, in a row, with their total and a link beside them."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.rolls import Roll, checked
from wikibot.game.understanding.dice.tokens import Tokens
from wikibot.wikitext.numerals import CARDINALS

ROLLED = frozenset(("rolled", "rolls", "roll", "rolling", "threw", "thrown", "dice", "🎲"))
JOINS = frozenset((",", "+", "and", "&", "/", "|"))
ARTICLES = frozenset(("a", "an", "the", "my"))
SUMS = frozenset(("total", "sum", "result", "totalling", "totaling", "altogether"))
BEHIND_BARE = frozenset((
    "and", "so", "then", "to", "which", "=", "!", ".", ",", ";", ":", "?", "for", "thanks",
    "please", "", ")", "]", "on", "with", "--", "—", "–", "-", "→", "->", "=>", "that", "in",
    "from",
))  # fmt: skip
_LABEL = 8  # words at most of what a link shows


class RollFound(Struct, frozen=True):
    """A roll in a line: its first token, and the one behind its last."""

    start: int
    end: int
    roll: Roll


class FacesFound(Struct, frozen=True):
    """Faces, and the place behind them. ``summed``: with plus signs between them."""

    faces: tuple[int, ...]
    end: int
    summed: bool = False


def checked_roll(
    tokens: Tokens, start: int, roll: Roll, faces: FacesFound, total: int | None
) -> RollFound:
    """The roll with what follows it: its total and where it was rolled."""
    behind, end = _total(tokens, faces.end, sum(faces.faces), bare=not faces.summed)
    total = behind if total is None else total
    link, end = _link(tokens, end)
    is_told = tokens.is_a(start - 1, "open") and tokens.says(start - 3, ROLLED)
    if is_told and tokens[start - 2].text == str(sum(roll.faces)):
        start -= 2  # rolled 3 (2d4: 1, 2)
    if tokens.says(start - 1, ("=",)) and tokens[start - 2].text == str(sum(roll.faces)):
        start -= 2  # 3 = 2d4 (1, 2)
    said = tokens.line[tokens[start].start : tokens[end - 1].end]
    checked(roll, total, said)
    return RollFound(start, end, replace(roll, link=link))


def total_first(tokens: Tokens, at: int) -> tuple[int | None, FacesFound | None]:
    """``3 [1, 2]``, ``3 = (1 + 2)``, ``3: 1, 2``: a total with its faces behind."""
    if not tokens.is_a(at, "number"):
        return None, None
    behind = tokens.skip(at + 1, (":", "="))
    row = row_of_faces(tokens, behind)
    is_row = behind > at + 1 and len(row.faces) > 1 and sum(row.faces) == tokens.number(at)
    faces = row if is_row else listed_faces(tokens, behind, 0)
    return (tokens.number(at), faces) if faces else (None, None)


def listed_faces(tokens: Tokens, at: int, count: int) -> FacesFound | None:
    """Faces in brackets, or each of ``count`` faces in separate brackets."""
    faces = faces_in_brackets(tokens, at)
    while faces and len(faces.faces) < count:
        more = faces_in_brackets(tokens, tokens.skip(faces.end, JOINS))
        if not more:
            break
        faces = FacesFound((*faces.faces, *more.faces), more.end, faces.summed)
    return faces


def faces_in_brackets(tokens: Tokens, at: int) -> FacesFound | None:
    """Faces between two brackets, perhaps none; None where no brackets stand."""
    if not tokens.is_a(at, "open"):
        return None
    faces = row_of_faces(tokens, at + 1)
    if not tokens.is_a(faces.end, "close"):
        return None
    return replace(faces, end=faces.end + 1)


def row_of_faces(tokens: Tokens, at: int, most: int = 0, *, spelled: bool = False) -> FacesFound:
    """Numbers with what may stand between faces, at most so many; maybe none.

    ``spelled``: also in words.
    """
    faces: list[int] = []
    end, summed = at, False
    while not most or len(faces) < most:
        said = CARDINALS.get(tokens[at].text) if spelled else None
        if said is None and not tokens.is_a(at, "number"):
            break
        faces.append(said or tokens.number(at))
        end = at + 1
        summed = summed or tokens.says(end, ("+",))
        at = tokens.skip(tokens.skip(end, JOINS, 2), ARTICLES)
    return FacesFound(tuple(faces), end, summed)


# -- what follows faces ----------------------------------------------------------------------------


def _total(tokens: Tokens, at: int, total: int, *, bare: bool) -> tuple[int | None, int]:
    """The total behind faces, and the place behind it."""
    mark = tokens.skip(at, (",", ";", "|"))
    is_word = tokens.says(mark, SUMS)
    mark = tokens.skip(mark, (*SUMS, "of", "is", "a", ":", "for"), 4) if is_word else at
    if is_word:
        mark = tokens.skip(mark, ("=",))
    elif tokens.says(mark, ("=",)) or tokens.is_a(mark, "arrow"):
        mark += 1
    elif tokens[tokens.skip(at, (",",)) + 1].text == str(total) and tokens.says(
        tokens.skip(at, (",",)), ("for", "so", "making", "makes")
    ):
        return total, tokens.skip(at, (",",)) + 2
    elif tokens.is_a(at, "open") and tokens.says(at + 1, SUMS) and tokens.is_a(at + 3, "close"):
        is_it = tokens.is_a(at + 2, "number") and tokens.number(at + 2) == total
        return (total, at + 4) if is_it else (None, at)
    elif bare and tokens.is_a(at, "open") and tokens.is_a(at + 2, "close"):
        is_it = tokens.is_a(at + 1, "number") and tokens.number(at + 1) == total
        return (total, at + 3) if is_it else (None, at)
    else:
        return None, at
    if not tokens.is_a(mark, "number"):
        return None, at
    return _told(tokens, at, mark, total)


def _told(tokens: Tokens, at: int, mark: int, total: int) -> tuple[int | None, int]:
    """What number stands behind ``=`` or an arrow: the total, or what follows the dice."""
    again = row_of_faces(tokens, mark)
    if again.summed and sum(again.faces) == total:  # = 1 + 2 = 3
        return _total(tokens, again.end, total, bare=False) if tokens.says(again.end, ("=",)) else (
            total, again.end)  # fmt: skip
    number = tokens.number(mark)
    if tokens.is_a(at, "arrow") and (number != total or len(again.faces) > 1):
        return None, at
    return number, mark + 1


def _link(tokens: Tokens, at: int) -> tuple[str, int]:
    """Where the dice were rolled, and the place behind that."""
    boxed = tokens.is_a(at, "open")
    if not tokens.is_a(at + boxed, "link"):
        return "", at
    link, end = tokens[at + boxed], at + boxed + 1
    close = next((each for each in range(end, end + _LABEL) if tokens.is_a(each, "close")), end - 1)
    return tokens.line[link.start : link.end], close + 1 if boxed else end
