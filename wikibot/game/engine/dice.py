"""Dice: rolls in a dice bot's form, and where faces come from when nobody stated them.

The form ``2d6 (3, 4) = 7`` is the output of the ``d20`` library that Discord dice bots use; it
marks a highest or lowest face with asterisks and puts dice and total in backticks, so those marks
are passed over. What a few other bots print is put into this form first:
tests/game/engine/stated.txt shows which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from wikibot.game.calendar import format_time
from wikibot.game.engine.actions import Action, ActionId
from wikibot.game.engine.problems import Missing, Unclear
from wikibot.wikitext.numerals import TooManyDigits, integer

FORM = "2d6 (3, 4) = 7"
_ROLL = re.compile(
    r"(?P<count>\d{0,4})[dD](?P<sides>\d{1,9})\s*\((?P<faces>[\s\d,+]*)\)(?:\s*=\s*(?P<total>\d++))?"
    r"(?:\s*\[?(?P<link>https?://[^\s\]]++)\]?)?"
)
# what some bots say before the dice
_WORD = r"(?:[`*]*(?:Result|Request|Rolls?|Rolling|Dice)[`*]*:[`*]*\s*)?"
_START = re.compile(
    rf"(?:^|(?<=[\s:,;]))(?:--|—|–)?\s*(?={_WORD}[`*\[]*\d{{0,4}}[dD]\d{{1,9}}[`*\]]*\s*(?:Roll:|[(\[]))"
)
_DASHED = re.compile(rf"(?:^|\s)(?:--|—|–)\s*(?={_WORD}[`*\[]*\d{{0,4}}[dD]\d)")
_BRACKET = re.compile(r"\s\((?=[`*]*+\d{0,4}[dD]\d)")  # (2d6 (1, 2) = 3)
_DIE = r"(\d{0,4}[dD]\d{1,9})"
_FORMS = tuple((re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in (
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
_NUMBER = re.compile(r"\d+")
_BETWEEN = re.compile(r"[\s,;.]*+(?:and\b[\s,;]*+)?")


@dataclass(frozen=True)
class Roll:
    """Rolls of ``count`` dice with ``sides`` sides and what they showed. ``link`` leads to where it was rolled."""

    count: int
    sides: int
    faces: tuple[int, ...]
    link: str = ""

    def __str__(self) -> str:
        """A dice bot's form, which :func:`parse_rolls` reads."""
        link = f" {self.link}" if self.link else ""
        return f"{self.count}d{self.sides} ({', '.join(map(str, self.faces))}) = {sum(self.faces)}{link}"


def _read(found: re.Match[str]) -> Roll:
    try:
        roll = Roll(
            integer(found["count"] or "1"),
            integer(found["sides"]),
            _faces(found["faces"]),
            found["link"] or "",
        )
        wrong = _wrong(roll, found["total"])
    except TooManyDigits as error:
        raise Unclear(str(error), nearest=FORM) from None
    if wrong:
        raise Unclear(f"{found[0].strip()!r}: {wrong}", nearest=FORM)
    return roll


def _faces(text: str) -> tuple[int, ...]:
    return tuple(map(integer, _NUMBER.findall(text)))


def _wrong(roll: Roll, total: str | None) -> str:
    """What no dice can have shown, "" where all is well."""
    if roll.sides < 1:
        return "a die has at least one side"
    if len(roll.faces) != roll.count:
        return f"{roll.count} faces were to be stated, {len(roll.faces)} are"
    if roll.faces and not 1 <= min(roll.faces) <= max(roll.faces) <= roll.sides:
        return f"a face of a d{roll.sides} lies between 1 and {roll.sides}"
    return (
        f"the faces add up to {sum(roll.faces)}"
        if total and integer(total) != sum(roll.faces)
        else ""
    )


def _plain(text: str) -> str:
    """What other bots print, in the one form."""
    for pattern, plain in _FORMS:
        text = pattern.sub(plain, text)
    return text


def parse_rolls(text: str) -> tuple[Roll, ...]:
    """Read a run of rolls and nothing else; raises :class:`Unclear` at the first thing that is none."""
    single = _ROLL.fullmatch(text)
    if single:
        return (_read(single),)
    text, at = text if _is_rolls(text) else _plain(text), 0
    rolls: list[Roll] = []
    while at < len(text):
        found = _ROLL.match(text, at)
        if not found:
            more = " (a further action goes on a line of its own)" if rolls else ""
            raise Unclear(f"{text[at:].strip()[:60]!r} is not a stated roll{more}", nearest=FORM)
        rolls.append(_read(found))
        at = _BETWEEN.match(text, found.end()).end()  # type: ignore[union-attr]  # matches everywhere
    return tuple(rolls)


def _is_rolls(text: str) -> bool:
    """Whether a text is a run of rolls and nothing else. Read from left to right once, never anew."""
    at = 0
    while found := _ROLL.match(text, at):
        at = _BETWEEN.match(text, found.end()).end()  # type: ignore[union-attr]  # matches everywhere
    return 0 < at == len(text)


def _in_brackets(text: str) -> str:
    """The rolls with which a line ends, where they stand in brackets of their own; "" where they do not."""
    text = text.rstrip(" \t\n.!")
    opened = _BRACKET.search(text) if text.endswith(")") else None
    rolls = text[opened.end() : -1] if opened else ""
    return rolls if ")" in rolls and _is_rolls(_plain(rolls)) else ""


def split_rolls(text: str) -> tuple[str, tuple[Roll, ...]]:
    """Part an action line into its words and the dice stated at its end (``move 1 2 -- 2d4 (1, 1) = 2``)."""
    if "d" not in text and "D" not in text:
        return text, ()
    found = _DASHED.search(text)
    bracketed = "" if found else _in_brackets(text)
    if bracketed:
        return text[: text.rindex(bracketed) - 1].strip(), parse_rolls(bracketed)
    if not found:
        found = _START.search(text)
        if not found or not _is_rolls(_plain(text[found.end() :])):
            return text, ()
    return text[: found.start()].strip(), parse_rolls(text[found.end() :])


def shown_rolls(text: str) -> Iterator[Roll]:
    """The rolls in a line that cannot be read as a whole; what no dice can have shown is passed over."""
    for found in _ROLL.finditer(_plain(text)):
        with suppress(Unclear):
            yield _read(found)


@dataclass(frozen=True)
class Draw:
    """One roll that a source is to make. ``action`` is the line that brought it, ``waits`` the order that needs it.

    The two differ in identity where a line goes on with an order that waited: its rolls are keyed
    by that line, so that whoever makes a choice cannot know the roll that follows it. ``phase``: of
    the game (or the week). ``index`` counts the rolls with the same label in one performance from
    1.
    """

    action: Action
    waits: ActionId
    phase: int
    label: str
    index: int
    count: int
    sides: int

    @property
    def key(self) -> str:
        """Who can be no other line, as one word: an identity; of an event and of an operator's order with its time."""
        identity, when = self.action.id, format_time(self.written)
        if identity.page:
            return str(identity)
        return (
            f"{identity}@{when}"
            if self.action.account
            else "@".join((when, *self.action.text.split()))
        )

    @property
    def written(self) -> datetime:
        """When the line was written, by the wiki's clock."""
        return self.action.written or self.action.time

    @property
    def asks(self) -> str:
        """What is missing where the roll cannot be made."""
        return f"a roll of {self.count}d{self.sides} for {self.label}"

    @property
    def form(self) -> str:
        """The line with which a player states it, faces left open."""
        faces = (
            "FACE" if self.count == 1 else "FACE, FACE" if self.count == 2 else "FACE, FACE, ..."
        )
        return f"choose {self.count}d{self.sides} ({faces})"


@dataclass(frozen=True)
class Drawn:
    """Faces that a source made. ``proof`` says in a few words what they were made from."""

    faces: tuple[int, ...]
    proof: str = ""


class Dice(Protocol):
    """A source of faces. ``stated`` tells whether players may state rolls themselves."""

    stated: bool

    def faces(self, draw: Draw) -> Drawn | None:
        """Faces for one roll, or None where the line has to state it.

        Raises :class:`Missing` with a ``how`` where the source makes the roll by itself, but not
        now.
        """

    def awaits(self, identity: ActionId) -> bool:
        """Whether the order that waits under an identity does so for a roll that this source makes by itself."""


class Stated:
    """The source that has no dice: every roll is stated by the player."""

    stated = True

    def faces(self, draw: Draw) -> Drawn | None:
        """Nothing: the roll has to be in the line."""
        del draw
        return None

    def awaits(self, identity: ActionId) -> bool:
        """Nothing does."""
        del identity
        return False


class Unseen(Stated):
    """In place of a source that makes rolls, wherever a line is only tried: no face is shown before it is played."""

    stated = False

    def faces(self, draw: Draw) -> Drawn | None:
        """Nothing, with the reason."""
        raise Missing(draw.asks, how="The roll is made when the line is played")
