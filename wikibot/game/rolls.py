"""Rolls in a dice bot's form, read from lines, and rolls that stand.

The form ``2d6 (3, 4) = 7`` is the output of the ``d20`` library that Discord dice bots use; it
marks a highest or lowest face with asterisks and puts dice and total in backticks, so those marks
are passed over. What a few other bots print is put into this form first:
tests/game/engine/stated.txt shows which.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.problems import Unclear
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import TooManyDigits, integer
from wikibot.wikitext.regex import regex

FORM = "2d6 (3, 4) = 7"
_ADDED = 6  # faces whose sum an answer shows
UNNAMED = -1  # sides of dice that are not named
_ROLL = regex(
    r"(?P<count>\d{0,4})[dD](?P<sides>\d{1,9})\s*\((?P<faces>[\s\d,+]*)\)(?:\s*=\s*(?P<total>\d++))?"
    r"(?:\s*\[?(?P<link>https?://[^\s\]]++)\]?)?"
)
# What some bots say before the dice.
_WORD = r"(?:[`*]*(?:Result|Request|Rolls?|Rolling|Dice)[`*]*:[`*]*\s*)?"
_START = regex(
    rf"(?:^|(?<=[\s:,;]))(?:--|—|–)?\s*"
    rf"(?={_WORD}[`*\[]*\d{{0,4}}[dD]\d{{1,9}}[`*\]]*\s*(?:Roll:|[(\[]))"
)
_DASHED = regex(rf"(?:^|\s)(?:--|—|–)\s*(?={_WORD}[`*\[]*\d{{0,4}}[dD]\d)")
_BRACKET = regex(r"\s\((?=[`*]*+\d{0,4}[dD]\d)")  # (2d6 (1, 2) = 3)
_DIE = r"(\d{0,4}[dD]\d{1,9})"
_FORMS = tuple((regex(pattern, re.IGNORECASE), plain) for pattern, plain in (
    (r"[`*]", ""),
    (rf"\b(?:Result|Request|Rolls?|Rolling|Dice)\s*:\s*\[?{_DIE}\]?", r"\1"),
    (r"\b(?:Rolls?|Details?)\s*:\s*(?=[(\[])", ""),
    (r"[,;]?\s*\b(?:Total|Result|Sum)\s*:\s*(?=\d)", " = "),
    (r"\s*(?:→|⟶|->|=>)\s*", " = "),
    (rf"{_DIE}\s*[:=]?\s*\[([\s\d,+]*)\]", r"\1 (\2)"),
    (rf"{_DIE}\s*[:=]\s*(?=\()", r"\1 "),
    (rf"{_DIE}\s*[:=]\s*(\d+(?:\s*\+\s*\d+)+)", r"\1 (\2)"),
    (rf"{_DIE}\s*:\s*(\d+)", r"\1 (\2)"),
))  # fmt: skip
_NUMBER = regex(r"\d+")
_BETWEEN = regex(r"[\s,;.]*+(?:and\b[\s,;]*+)?")


class Roll(Struct, frozen=True, gc=False):
    """Rolls of ``count`` dice with ``sides`` sides; ``link``: where they were rolled.

    ``sides`` is :data:`UNNAMED` in a line that states faces and no die.
    """

    count: int
    sides: int
    faces: tuple[int, ...]
    link: str = ""

    @property
    def is_named(self) -> bool:
        """Whether it is known what dice these are."""
        return self.sides != UNNAMED

    def __str__(self) -> str:
        """A dice bot's form, which :func:`parse_rolls` reads; of unnamed dice without the die."""
        faces, link = ", ".join(map(str, self.faces)), f" {self.link}" if self.link else ""
        if not self.is_named:
            return f"[{faces}] = {sum(self.faces)}"
        return f"{self.count}d{self.sides} ({faces}) = {sum(self.faces)}{link}"


class StandingRoll(Struct, frozen=True, gc=False):
    """A roll that stands. ``label`` and ``index`` say what for; a loose one has no label.

    ``count``: how many dice there are to be in all; ``roll`` has fewer while some are missing.
    """

    player: str
    purpose: str
    label: str
    index: int
    roll: Roll
    count: int

    @property
    def key(self) -> tuple[str, str, str, int]:
        """Whose roll it is, and what for: no two that stand have the same."""
        return self.player, self.purpose, self.label, self.index

    @property
    def missing(self) -> int:
        """How many of its dice are still to be rolled."""
        return self.count - len(self.roll.faces)


def _read(found: re.Match[str]) -> Roll:
    try:
        faces = tuple(map(integer, _NUMBER.findall(found["faces"])))
        count, sides = integer(found["count"] or "1"), integer(found["sides"])
        total = integer(found["total"]) if found["total"] else None
    except TooManyDigits as error:
        raise Unclear(str(error), nearest=FORM) from None
    return checked(Roll(count, sides, faces, found["link"] or ""), total, found[0])


def checked(roll: Roll, total: int | None, said: str) -> Roll:
    """A roll that dice can have shown; raises :class:`Unclear` with what was ``said``."""
    wrong = _wrong(roll, total)
    if wrong:
        raise Unclear("{}: {}. Paste the roll again", f"{said.strip()[:60]!r}", wrong)
    return roll


def _wrong(roll: Roll, total: int | None) -> str:
    """Why no dice can have shown this, "" where they can."""
    if not roll.is_named:
        roll = Roll(roll.count, max((*roll.faces, 1)), roll.faces)
    if roll.sides < 1:
        return say("a die has at least one side")
    if not roll.count:
        return say("no dice are no roll")
    if len(roll.faces) != roll.count:
        return say("{} faces were to be stated, {} are", roll.count, len(roll.faces))
    if roll.faces and not 1 <= min(roll.faces) <= max(roll.faces) <= roll.sides:
        return say("a face of a d{} lies between 1 and {}", roll.sides, roll.sides)
    if total is None or total == sum(roll.faces):
        return ""
    faces = " + ".join(map(str, roll.faces[:_ADDED])) + (" + ..." if roll.count > _ADDED else "")
    return say("{} is {}, not {}", faces, sum(roll.faces), total)


def _plain(text: str) -> str:
    """What other bots print, in the one form."""
    for pattern, plain in _FORMS:
        text = pattern.sub(plain, text)
    return text


def parse_rolls(text: str) -> tuple[Roll, ...]:
    """Read a run of rolls and nothing else; raises :class:`Unclear` at anything else."""
    text, at = text if _is_rolls(text) else _plain(text), 0
    rolls: list[Roll] = []
    while at < len(text):
        found = _ROLL.match(text, at)
        if not found:
            more = say(" (write a further action on a separate line)") if rolls else ""
            raise Unclear("{!r} is not a stated roll{}", text[at:].strip()[:60], more, nearest=FORM)
        rolls.append(_read(found))
        at = _BETWEEN.match(text, found.end()).end()  # type: ignore[union-attr]  # matches everywhere
    return tuple(rolls)


def _is_rolls(text: str) -> bool:
    """Whether a text is a run of rolls and nothing else; one pass from left to right."""
    at = 0
    while found := _ROLL.match(text, at):
        at = _BETWEEN.match(text, found.end()).end()  # type: ignore[union-attr]  # matches everywhere
    return 0 < at == len(text)


def split_rolls(text: str) -> tuple[str, tuple[Roll, ...]]:
    """Part a line into its words and the dice stated at its end (``move -- 2d4 (1, 1) = 2``)."""
    if "d" not in text and "D" not in text:
        return text, ()
    found = _DASHED.search(text)
    if not found:
        bracketed = _in_brackets(text)
        if bracketed:
            return text[: text.rindex(bracketed) - 1].strip(), parse_rolls(bracketed)
        found = _START.search(text)
        if not found or not _is_rolls(_plain(text[found.end() :])):
            return text, ()
    return text[: found.start()].strip(), parse_rolls(text[found.end() :])


def _in_brackets(text: str) -> str:
    """The rolls with which a line ends, where they stand in brackets; "" where they do not."""
    text = text.rstrip(" \t\n.!")
    opened = _BRACKET.search(text) if text.endswith(")") else None
    rolls = text[opened.end() : -1] if opened else ""
    return rolls if ")" in rolls and _is_rolls(_plain(rolls)) else ""


# -- several rolls ---------------------------------------------------------------------------------

Pile = tuple[str, str]  # the player and the purpose of loose rolls


class StandingRolls:
    """The rolls that stand in one state, by what they are for."""

    def __init__(self, there: Sequence[StandingRoll], _book: object = None) -> None:
        self.there = there
        self.by_key: dict[tuple[str, str, str, int], StandingRoll] = {}
        self.loose: dict[Pile, list[Roll]] = {}
        for each in there:
            self.by_key.setdefault(each.key, each)
            if not each.label:
                self.loose.setdefault((each.player, each.purpose), []).append(each.roll)


def each_once(
    there: Sequence[StandingRoll], entries: Sequence[StandingRoll]
) -> tuple[StandingRoll, ...]:
    """Each key once, with what was said of it last, where it stood; new ones behind those."""
    found = {each.key: each for each in entries}
    stay = [found[each.key] for each in there if each.key in found]
    return tuple({each.key: each for each in (*stay, *found.values())}.values())


def cut(pile: list[Roll], sides: int, count: int) -> Roll:
    """Take up to so many dice of one kind off a pile of rolls, in their order."""
    found = Roll(0, sides, ())
    for at, roll in enumerate(pile):
        if roll.sides == sides and found.count < count:
            part = roll.faces[: count - found.count]
            found = joined(found, replace(roll, count=len(part), faces=part))
            pile[at] = replace(roll, count=roll.count - len(part), faces=roll.faces[len(part) :])
    pile[:] = [roll for roll in pile if roll.count]
    return found


def joined(roll: Roll, more: Roll) -> Roll:
    """A roll with more dice of its kind."""
    count, faces = roll.count + more.count, roll.faces + more.faces
    return Roll(count, roll.sides, faces, roll.link or more.link)


def faces_of(rolls: Sequence[Roll], sides: int) -> tuple[int, ...]:
    """The faces of all dice of one kind."""
    return tuple(face for roll in rolls if roll.sides == sides for face in roll.faces)
