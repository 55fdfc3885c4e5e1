"""The tokens of a line, as far as dice are read from them. One pass, linear in the line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec import Struct

from wikibot.game.problems import Unclear
from wikibot.game.rolls import FORM
from wikibot.wikitext.numerals import TooManyDigits, integer
from wikibot.wikitext.regex import regex

_TOKEN = regex(
    r"(?P<quoted>\"(?:[^\"\\]++|\\.)*+\")"
    r"|(?P<escaped>\\.)"
    r"|(?P<link>https?://[^\s\])]++)"
    r"|(?P<die>(?<![\w.])\d{0,4}[dD](?:\d{1,9}|%)(?:'?s)?(?![\w%]))"
    r"|(?P<number>\d++(?!\w)|[⚀-⚅])"
    r"|(?P<word>random\.org|[\w'’]++)"
    r"|(?P<arrow>[→⟶⇒➜➡⟹»…]️?|->|=>|>>|\.{2,})"
    r"|(?P<dash>--|[—–-])"
    r"|(?P<open>[(\[{])"
    r"|(?P<close>[)\]}])"
    r"|(?P<blank>[\s`*_~\ufe0f\u20e3]++|</?(?:code|tt|kbd|b|i|small)>)"
    r"|(?P<other>\S)",
    re.IGNORECASE,
)


_PIPS = "⚀⚁⚂⚃⚄⚅"


class DiceToken(Struct, frozen=True):
    """A piece of a line: its ``kind`` (a group of the pattern), text in lower case, and place."""

    kind: str
    text: str
    start: int
    end: int


_END = DiceToken("end", "", 0, 0)


class Tokens:
    """The tokens of one line without blanks and code marks."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.all = [
            DiceToken(str(found.lastgroup), found[0].casefold(), *found.span())
            for found in _TOKEN.finditer(line)
            if found.lastgroup != "blank"
        ]
        self._size = len(self.all)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.all)

    def __getitem__(self, at: int) -> DiceToken:
        """The token there; one of kind ``end`` beyond the line."""
        return self.all[at] if 0 <= at < self._size else _END

    def is_a(self, at: int, *kinds: str) -> bool:
        """Whether a token of one of these kinds stands there."""
        return self[at].kind in kinds

    def says(self, at: int, words: Collection[str]) -> bool:
        """Whether one of these stands there."""
        return self[at].text in words

    def skip(self, at: int, words: Collection[str], most: int = 1) -> int:
        """The place behind at most so many of these."""
        end = at + most
        while at < end and self[at].text in words:
            at += 1
        return at

    def number(self, at: int) -> int:
        """The number there; raises ``Unclear`` where it has too many digits."""
        if self[at].text in _PIPS:
            return _PIPS.index(self[at].text) + 1
        try:
            return integer(self[at].text)
        except TooManyDigits as error:
            raise Unclear(str(error), nearest=FORM) from None

    def places(self, *kinds: str) -> Iterator[int]:
        """Where tokens of these kinds stand."""
        return (at for at, token in enumerate(self.all) if token.kind in kinds)

    def has(self, kind: str) -> bool:
        """Whether there is a token of that kind."""
        return any(token.kind == kind for token in self.all)
