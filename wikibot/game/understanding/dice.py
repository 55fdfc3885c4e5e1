"""Dice in any bot's shape, anywhere in a line, and the words that are left of it.

A roll is a die, what the bot says between, and as many faces as there are dice, maybe with their
total before or behind. The faces may also stand before the die (``a 3 on a d6``). Faces that name
no die (``rolled a 3 (1+2)``) are a roll without sides: the order that asks for dice gives it its
kind, where it fits (:mod:`wikibot.game.engine.standing_rolls`). What is not sure is not dice; a
total that is not the sum is refused. tests/game/engine/stated.txt shows the shapes.

Decisions: between double quotes there are no dice, and behind a verb that takes free text only
those at the end of the line. What can be read in the form of :mod:`wikibot.game.rolls` is read so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.problems import Unclear
from wikibot.game.rolls import UNNAMED, Roll, checked, split_rolls
from wikibot.game.understanding.dice_tokens import Tokens
from wikibot.game.understanding.dice_words import may_bring_only_dice, words_without
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
_LONGEST = 5_000  # characters of words that are looked through; no order has more
_ROLLED = frozenset(("rolled", "rolls", "roll", "rolling", "threw", "dice", "🎲"))
_JOINS = frozenset((",", "+", "and", "&", "/", "|"))
_ARTICLES = frozenset(("a", "an", "the", "my"))
_SUMS = frozenset(("total", "sum", "result", "totalling", "totaling", "altogether"))
_PAST = frozenset(("rolled", "threw"))  # what makes the number behind it a face in any place
_NOW = frozenset((
    "roll", "rolls", "rolling", "result", "results", "🎲", "dice", "die", "random.org", "google",
))  # fmt: skip
_BEFORE_NOW = frozenset((
    "i", "my", "the", "a", "we", "have", "just", "and", "then", "movement", "escape", "dice", ",",
    ":", ".", "(", "[", ";", "@", "--", "—", "–", "-", "",
))  # fmt: skip
_BEHIND_BARE = frozenset((
    "and", "so", "then", "to", "which", "=", "!", ".", ",", ";", ":", "?", "for", "thanks",
    "please", "", ")", "]", "on", "with", "--", "—", "–", "-", "→", "->", "=>", "that", "in",
    "from",
))  # fmt: skip
_STATES = frozenset(("got", "result", "total", "gives", "gave", "giving", "rolled", "showing"))
_TO_FACES = frozenset((
    *_ARTICLES, ":", "=", "is", "was", "were", "are", "of", "→", "->", "=>", "gives", "gave",
    "says", "said", "rolled", "came", "up", "shows", "show",
))  # fmt: skip
_LEFT_OVER = re.compile(r"(?:\s+https?://\S++)?(?:\s+[-*/|#~]{1,3})?$")
_LABEL = 8  # words at most of what a link shows
_DASHES = ("--", "—", "–")
_ON = frozenset(("on", "with", "from", "using", "of"))


# What every line has that states dice, and every line that says no more than that; to be quick.
_MAY_STATE = re.compile(r"[dD][\d%]|[(\[{+=🎲🎰🎯—–]|--|roll|threw|result|dice", re.IGNORECASE)


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


@lru_cache(maxsize=4)  # a line is parted where it is read, and where it is played
def part_dice(line: str, *, free: bool = False) -> tuple[str, tuple[Roll, ...]]:
    """Part a line into its words and the dice stated in it; raises :class:`Unclear`.

    ``free``: the line's verb takes free text. A line of dice alone has no words.
    """
    if free or not _MAY_STATE.search(line):
        return split_rolls(line)
    wrong, words, rolls = _in_form(line)
    if rolls and not _MAY_STATE.search(words) and not may_bring_only_dice(words):
        return _LEFT_OVER.sub("", words), rolls
    if len(words) > _LONGEST:
        if wrong:
            raise wrong
        return words, rolls
    tokens = Tokens(words)
    found = list(_named(tokens))
    if not (found or rolls or tokens.has("die")):
        found = list(_unnamed(tokens))
    if wrong and not found:
        raise wrong
    if not found and not rolls:
        return words, ()
    adjacent = bool(rolls) and not line[len(words) :].lstrip().startswith(_DASHES)
    left = words_without(tokens, _spans(tokens, found), dice_follow=adjacent)
    return left, (*(each.roll for each in found), *rolls)


def _spans(tokens: Tokens, found: Sequence[RollFound]) -> list[tuple[int, int]]:
    """Where the rolls stand, and what a bot was asked for (``I roll 2d4 to move: ...``)."""
    spans = [(each.start, each.end) for each in found]
    taken = {at for start, end in spans for at in range(start, end)}
    asked = (at for at in tokens.places("die") if at not in taken)
    return sorted([*spans, *((at, at + 1) for at in asked if tokens.says(at - 1, _ROLLED))])


def shown_rolls(line: str) -> Iterator[Roll]:
    """The named dice in a line that is not an order; what no dice can have shown is passed over."""
    return (each.roll for each in _named(Tokens(line), strict=False))


def _in_form(line: str) -> tuple[Unclear | None, str, tuple[Roll, ...]]:
    """Words and rolls of a line that ends with dice in their form; or why it does not."""
    try:
        words, rolls = split_rolls(line)
    except Unclear as unclear:
        return unclear, line, ()
    return (None, line, ()) if words.endswith("=") else (None, words, rolls)  # 3 = 2d4 (1, 2)


# -- dice that are named ---------------------------------------------------------------------------


def _named(tokens: Tokens, *, strict: bool = True) -> Iterator[RollFound]:
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
    at, is_strong = _said(tokens, at, rolled=tokens.says(start - 1, _ROLLED))
    total, faces = _total_first(tokens, at)
    faces = faces or _listed(tokens, at, count) or _bare(tokens, at, count, is_strong=is_strong)
    if not faces:
        return None
    return _checked(tokens, start, Roll(count, sides, faces.faces), faces, total)


def _checked(
    tokens: Tokens, start: int, roll: Roll, faces: FacesFound, total: int | None
) -> RollFound:
    """The roll with what follows it: its total and where it was rolled."""
    behind, end = _total(tokens, faces.end, sum(faces.faces), bare=not faces.summed)
    total = behind if total is None else total
    link, end = _link(tokens, end)
    is_told = tokens.is_a(start - 1, "open") and tokens.says(start - 3, _ROLLED)
    if is_told and tokens[start - 2].text == str(sum(roll.faces)):
        start -= 2  # rolled 3 (2d4: 1, 2)
    if tokens.says(start - 1, ("=",)) and tokens[start - 2].text == str(sum(roll.faces)):
        start -= 2  # 3 = 2d4 (1, 2)
    said = tokens.line[tokens[start].start : tokens[end - 1].end]
    checked(roll, total, said)
    return RollFound(start, end, replace(roll, link=link))


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


def _total_first(tokens: Tokens, at: int) -> tuple[int | None, FacesFound | None]:
    """``3 [1, 2]``, ``3 = (1 + 2)``: a total with its faces behind."""
    if not tokens.is_a(at, "number"):
        return None, None
    faces = _listed(tokens, tokens.skip(at + 1, (":", "=")), 0)
    return (tokens.number(at), faces) if faces else (None, None)


def _listed(tokens: Tokens, at: int, count: int) -> FacesFound | None:
    """Faces in brackets, or each of ``count`` in brackets of its own."""
    faces = _in_brackets(tokens, at)
    while faces and len(faces.faces) < count and (more := _in_brackets(tokens, faces.end)):
        faces = FacesFound((*faces.faces, *more.faces), more.end, faces.summed)
    return faces


def _in_brackets(tokens: Tokens, at: int) -> FacesFound | None:
    if not tokens.is_a(at, "open"):
        return None
    faces = _row(tokens, at + 1)
    if not tokens.is_a(faces.end, "close"):
        return None
    return replace(faces, end=faces.end + 1)


def _row(tokens: Tokens, at: int, most: int = 0) -> FacesFound:
    """Numbers with what may stand between faces, at most so many; maybe none."""
    faces: list[int] = []
    end, summed = at, False
    while tokens.is_a(at, "number") and (not most or len(faces) < most):
        faces.append(tokens.number(at))
        end = at + 1
        summed = summed or tokens.says(end, ("+",))
        at = tokens.skip(tokens.skip(end, _JOINS, 2), _ARTICLES)
    return FacesFound(tuple(faces), end, summed)


def _bare(tokens: Tokens, at: int, count: int, *, is_strong: bool) -> FacesFound | None:
    """As many faces as there are dice, without brackets; not where further numbers follow them."""
    faces = _row(tokens, at, count)
    if len(faces.faces) != count:
        return None
    more = tokens.skip(faces.end, ("+", ","))
    if tokens.is_a(more, "number") and not (faces.end == more and tokens.is_a(more, "open")):
        return None
    more_dice = tokens.is_a(faces.end + tokens.is_a(faces.end, "open"), "die")
    return faces if is_strong or more_dice or tokens.says(faces.end, _BEHIND_BARE) else None


def _faces_before(tokens: Tokens, at: int, behind: int) -> RollFound | None:
    """``a 3 on a d6``: faces that are followed by their die."""
    count, sides = _kind(tokens, at)
    last = at - 1
    last -= tokens.says(last, _ARTICLES)
    boxed = tokens.is_a(last, "open") and tokens.is_a(at + 1, "close")
    if not (boxed or tokens.says(last, _ON)):
        return None
    first = last
    while first > behind and at - first < 4 * count + 4 and _may_be_face(tokens, first - 1):
        first -= 1
    first = tokens.skip(first, (*_JOINS, *_ARTICLES), last - first)
    faces = _row(tokens, first)
    is_rolled = tokens.says(first - 1, (*_ROLLED, *_ARTICLES, ":", "got", "")) or tokens.is_a(
        first - 1, "dash", "arrow"
    )
    if faces.end != last or len(faces.faces) != count or not is_rolled:
        return None
    end = at + 2 if boxed else at + 1
    return _checked(tokens, first, Roll(count, sides, faces.faces), replace(faces, end=end), None)


def _may_be_face(tokens: Tokens, at: int) -> bool:
    return tokens.is_a(at, "number") or tokens.says(at, _JOINS | {"a", "an"})


# -- dice that are not named -----------------------------------------------------------------------


def _unnamed(tokens: Tokens) -> Iterator[RollFound]:
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
    faces = _in_brackets(tokens, at)
    if sum_end > at and tokens.says(sum_end, ("=",)):
        faces = _row(tokens, at)
    if not faces or not faces.faces:
        return None
    is_sum = tokens.says(faces.end, ("=",)) and tokens.is_a(faces.end + 1, "number")
    if not is_sum and not (faces.summed and tokens.is_a(at, "open")):
        return None
    return _checked(tokens, at, Roll(len(faces.faces), UNNAMED, faces.faces), faces, None)


def _behind_label(tokens: Tokens, at: int) -> RollFound | None:
    """``rolled a 3 (1+2)``, ``I rolled a 1 and a 2``, ``roll: 3``, ``🎲 3``."""
    now = tokens.says(at, _NOW) and (
        tokens.says(at - 1, _BEFORE_NOW) or tokens.is_a(at - 1, "number")
    )
    if not (now or tokens.says(at, _PAST)):
        return None
    at = tokens.skip(at + 1, _TO_FACES, 4)
    total, faces = _total_first(tokens, at)
    faces = faces or _in_brackets(tokens, at) or _row(tokens, at)
    if not faces.faces or not tokens.says(faces.end, _BEHIND_BARE):
        return None
    return _checked(tokens, at, Roll(len(faces.faces), UNNAMED, faces.faces), faces, total)


def _at_end(tokens: Tokens, at: int) -> RollFound | None:
    """``-- 3``, ``-- [1, 2]``: nothing else behind two dashes."""
    if not tokens.is_a(at, "dash") or tokens.says(at, ("-",)) or tokens[at + 1].kind == "end":
        return None
    if tokens[at].end == tokens[at + 1].start:
        return None
    total, faces = _total_first(tokens, at + 1)
    faces = faces or _in_brackets(tokens, at + 1) or _row(tokens, at + 1)
    if not faces.faces or tokens[tokens.skip(faces.end, (".", "!"))].kind != "end":
        return None
    return _checked(tokens, at + 1, Roll(len(faces.faces), UNNAMED, faces.faces), faces, total)


# -- what follows faces ----------------------------------------------------------------------------


def _total(tokens: Tokens, at: int, total: int, *, bare: bool) -> tuple[int | None, int]:
    """The total behind faces, and the place behind it."""
    mark = tokens.skip(at, (",", ";", "|"))
    is_word = tokens.says(mark, _SUMS)
    mark = tokens.skip(mark, (*_SUMS, "of", "is", "a", ":", "for"), 4) if is_word else at
    if is_word:
        mark = tokens.skip(mark, ("=",))
    elif tokens.says(mark, ("=",)) or tokens.is_a(mark, "arrow"):
        mark += 1
    elif tokens.says(at, ("for",)) and tokens[at + 1].text == str(total):
        return total, at + 2
    elif tokens.is_a(at, "open") and tokens.says(at + 1, _SUMS) and tokens.is_a(at + 3, "close"):
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
    again = _row(tokens, mark)
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
