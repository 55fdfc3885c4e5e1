"""Random texts out of what a game understands and what breaks programs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.game import Game

LONG = "9" * 5000
_MOST = 20_000  # characters put into one line of a page
SHORT = (
    *" ,.:;-–—!?'\"()[]{}|<>/\\=+*#~&@$%^_`\u00a0\u200b\ufe0f", "--", "->", "→", "  ", "\t", "¶",
    "¶¶", "«", "»",
    "''", "'''", "[[", "]]", "{{", "}}", "<!--", "-->", "<s>", "</s>", "<br>", "<nowiki>", "&amp;",
    "&#x2C;", "&lt;",
    "~~~~", "🎉", "👍", "👎", "🤔", "ß", "İ", "ﬁ", "\u0301", "٣", "²", "Ⅳ", "𝟗", "\ud83d",
    "\ue0001\ue001", "\x00",
    "\x0b", "\x85", "\u202e", "é", "🦆", "“", "(((", "||", "<b>", "</pre>", "{{x|", "&#0;", "%s",
    "{0}", "None",
)  # fmt: skip
PIECES = (
    "|-\n", "|}", "{|\n", "! ", "\n\n", "== Players ==\n", "</nowiki>", "<ref>", "rowspan=2 |",
    "style='x' |", "[[User:Eve|", "&nbsp;", "\r\n", "2024-13-01", "9999-12-31T23:59:59Z",
)  # of pages alone  # fmt: skip
WORDS = (
    "to", "for", "with", "and", "or", "a", "an", "the", "my", "of", "at", "as", "in", "on", "from",
    "by", "all", "none",
    "nothing", "yes", "no", "against", "because", "please", "ok", "I", "would like to", "it",
    "that", "me", "x", "×",
    "P1", "P2", "J1", "T1", "#1", "1.2.0", "0.0.0", "poents", "town", "House", "Number", "Snake 1L",
    "hours", "days",
    "3 days and 2 hours", "every", "choose", "correct", "gains", "loses", "is on", "User:Ann",
    "[[User:Ann|Ann]]",
)  # fmt: skip
DICE = ("2d4 (1, 3) = 4", "1d6 (4)", "1d6 (4) = 5", "1d6 [4]", "d6", "1d6", "2d6: 3+4",
        "(2d6 (3, 4) = 7)", "1d6 (1) ",
        f"1d6 ({LONG})", f"{LONG}d6 (1)", "1d6 (", "0d0 ()", "`1d6` (**4**) = `4`", "Result: 7",
        "-- 1d6 (4)", "0d0 () = 0", "1d6 (7) = 7")  # fmt: skip
NUMBERS = (
    "0", "1", "2", "3", "-1", "+1", "5", "9", "10", "12", "99", "1000000", "9" * 18, "9" * 19, LONG,
    "1.5", "007", "½", "１", "1e9", "0x10", "NaN",
)  # fmt: skip


def savable(text: str) -> str:
    """A text without halves of characters, which neither wiki nor file has."""
    return text.encode("utf-8", "ignore").decode()


class Texts:
    """Texts about one game."""

    def __init__(
        self, random: Random, game: Game[Any], names: Sequence[str], more: Sequence[str] = ()
    ) -> None:
        self.random = random
        verbs = (*game.verbs, *KERNEL_VERBS)
        self.verbs = [verb.name for verb in verbs]
        self.forms = [text for verb in verbs for text in (verb.form, verb.example)]
        self.names = [*names, *more]

    def piece(self) -> str:
        """A word, a name, a number, dice or a mark."""
        kind = self.random.choices(
            (self.names, WORDS, NUMBERS, SHORT, DICE, self.verbs), (5, 5, 4, 4, 2, 1)
        )[0]
        return str(self.random.choice(kind))

    def line(self) -> str:
        """A line: a form that was meddled with, pieces behind a verb,
        one piece very often, or anything.
        """
        way = self.random.random()
        if way < 0.4:
            return self.meddled(self.random.choice(self.forms))
        if way < 0.75:
            parts = (self.piece() for _ in range(self.random.randint(0, 12)))
            return f"{self.random.choice(self.verbs)} {self._joined(parts)}"
        if way < 0.9:
            often = self._joined(self.piece() for _ in range(self.random.randint(1, 3)))
            return (
                f"{self.random.choice(self.verbs)} "
                f"{often * self.random.choice((3, 30, 300, 3000))}{self.piece()}"
            )
        return self._joined(self.piece() for _ in range(self.random.randint(0, 40)))

    def short_line(self) -> str:
        """A line as people write it among others: not empty, with single blanks."""
        return " ".join(savable(self.line()[:500]).split()) or "?"

    def meddled(self, text: str) -> str:
        """A text with a few of its words or marks replaced, doubled, dropped or put elsewhere."""
        parts = re.findall(r"\w+|\W", text)
        for _ in range(self.random.randint(0, 4)):
            at = self.random.randrange(len(parts) + 1)
            what = self.random.random()
            if what < 0.5 or not parts:
                parts[at : at + 1] = [self.piece()]
            elif what < 0.7:
                parts[at:at] = parts[at : at + self.random.randint(1, 4)]
            elif what < 0.85:
                del parts[at : at + self.random.randint(1, 3)]
            else:
                parts.insert(at, parts.pop(self.random.randrange(len(parts))))
        return "".join(parts)

    def page(self, page: str) -> str:
        """A page with cells, lines and marks of its own meddled with, put in and cut out."""
        text = page
        for _ in range(self.random.randint(1, 6)):
            lines = text.split("\n")
            at = self.random.randrange(len(lines))
            what = self.random.random()
            if what < 0.6:
                cells = re.split(r"(\|\||!!|^\||:)", lines[at])
                place = self.random.randrange(len(cells))
                cells[place] = self.random.choice(
                    (self.meddled(cells[place]), self.piece(), self.line()[:2000])
                )
                lines[at] = "".join(cells)
            elif what < 0.7:
                lines[at:at] = lines[at : at + self.random.randint(1, 8)]
            elif what < 0.75:
                place = self.random.randrange(len(lines[at]) + 1)
                cut = place + self.random.choice((0, self.random.randint(1, 40)))
                piece = self.random.choice(PIECES)
                lines[at] = lines[at][:place] + piece + lines[at][cut:]
            elif what < 0.8:
                del lines[at : at + self.random.randint(1, 4)]
            elif what < 0.9:
                lines.insert(at, self.line()[:2000])
            else:
                lines[at] = (self.piece() * self.random.choice((1, 30, 1000)))[:_MOST] + lines[at]
            text = "\n".join(lines)
        return text

    def _joined(self, parts: Any) -> str:
        return self.random.choice((" ", " ", ", ", "", "  ")).join(parts)
