"""What a sentence is read into: words and phrases of the kinds that the grammar names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from wikibot.wikitext.numerals import integer
from wikibot.wikitext.regex import regex

_WORD = regex(
    r"(?P<dice>\d{0,4}[dD]\d{1,6}(?:[+\-\u2212]\d{1,6})?(?!\w))|(?P<clock>\d{1,2}:\d\d(?!\d))"
    r"|(?P<number>\d+(?:,\d{3})*(?![\w]))|(?P<quoted>\"[^\"\n]{1,80}\"|(?<!\w)'[^'\n]{1,80}'(?!\w))"
    r"|(?P<poss>(?<=\w)'s(?!\w)|(?<=s)'(?=\s))|(?P<word>[^\W\d]\w*(?:['\-](?!s\b)\w+)*|\w+)"
    r"|(?P<bullet>\u2022|\n[*#]+)|(?P<other>\S)"
)
_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "`": "'"})
# In capitals such words are terms of a group's own, which the register or a reading explains.
LOUD = frozenset(("CAN", "MAY", "SHALL", "MUST", "CANNOT", "SHOULD"))
CURRENCIES = "$£€¥"
OFFICE = "the one player"  # who holds an office: what an article before its name stands for
HOURS = {"hour": 1, "day": 24, "week": 168}
# Of the day, of the week; 1231 is the last of the year; of the month; which Friday of a month.
SPANS = ("minute", "weekday", "date", "monthday", "nth")
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
PARTS = {
    "half": (1, 2), "third": (1, 3), "thirds": (2, 3), "quarter": (1, 4), "fourth": (1, 4),
    "quarters": (3, 4), "fifth": (1, 5), "tenth": (1, 10),
}  # fmt: skip
NTH = {name: at for at, name in enumerate(("second", "third", "fourth", "fifth", "sixth"), 2)}
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def kinds(names: str) -> frozenset[str]:
    """Kinds of words, or names of parts, from a text."""
    return frozenset(names.split())


# What a cell that names somebody or something says where there is none, beside a dash or "none".
NOBODY = kinds(
    "nobody no-one noone vacant unowned unclaimed unheld unassigned unoccupied ownerless free empty"
) | {"no one"}
_TWINS = regex(r"<([^<>~]*)~([^<>~]*)>")


def rows_in(text: str) -> tuple[str, ...]:
    """The rows of a table; one that says ``<daily~weekly> ... <day~week>`` is two."""
    told = (each for each in text.splitlines() if each.strip() and each.lstrip()[0] != "#")
    both = (_TWINS.sub(way, each) for each in told for way in (r"\1", r"\2"))
    return tuple(dict.fromkeys(both))


class Lexeme(Struct, frozen=True):
    """A word or phrase. ``kind``: of the grammar. ``value``: a name, a number. Places: offsets."""

    kind: str
    text: str
    start: int
    end: int
    value: str | int | tuple[int, ...] = ""

    @property
    def low(self) -> str:
        """Its text without capitals."""
        return self.text.casefold()

    @property
    def name(self) -> str:
        """The name that it is, as recognised; "" where it is none."""
        return str(self.value) if self.kind == "NAME" else ""

    def named(self, name: str) -> Lexeme:
        """A name in its place."""
        return replace(self, kind="NAME", text=name, value=name)


Words: TypeAlias = Sequence[Lexeme]
Said: TypeAlias = tuple[list[Lexeme], int] | None  # words, and in place of how many


def rewritten(words: Sequence[Lexeme], known: Any, *steps: Callable[..., Said]) -> list[Lexeme]:
    """The words, with what ``steps`` have in their place, in one pass.

    A step gets the words, a place, what there is so far, which it may change, and what is known; it
    gives what stands there and how many words that takes, or None. The first one counts.
    """
    found: list[Lexeme] = []
    at = 0
    while at < len(words):
        for step in steps:
            if said := step(words, at, found, known):
                found += said[0]
                at += said[1]
                break
        else:
            found.append(words[at])
            at += 1
    return found


def place_of(words: Sequence[Lexeme], *kinds: str, start: int = 0) -> int:
    """The first place from ``start`` on with a word of these kinds; 0 for none."""
    return next((at for at in range(start, len(words)) if words[at].kind in kinds), 0)


def kinds_at(words: Sequence[Lexeme], at: int, many: int) -> list[str]:
    """The kinds of so many words from a place on."""
    return [each.kind for each in words[max(at, 0) : at + many]]


class RawWord(Struct, frozen=True):
    """A word or sign as it stands in the text. ``group``: what kind of sign."""

    group: str
    text: str
    start: int
    end: int

    @property
    def key(self) -> str:
        return self.text.casefold()

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()


class Phrases(Struct, frozen=True, eq=False):
    """The kinds of the grammar's phrases by their words; how many words one has, by its first."""

    kinds: Mapping[tuple[str, ...], tuple[str, ...]]
    most: Mapping[str, int]

    def longest(self, keys: tuple[str, ...], at: int) -> tuple[str, int] | None:
        """The kind of the longest phrase that begins here, and how many words it has."""
        for end in range(min(at + self.most.get(keys[at], 0), len(keys)), at, -1):
            for kind in self.kinds.get(keys[at:end], ()):
                after = keys[end : end + 1]
                more = kind in ("OR_MORE", "OR_LESS") and after == ("than",)  # or more than 5
                if not more and (kind != "IF_SO" or after == (",",)):
                    return kind, end - at
        return None


def phrases(spellings: Mapping[str, Sequence[str]]) -> Phrases:
    """Phrases from the spellings of each kind of word."""
    found, most = dict[tuple[str, ...], tuple[str, ...]](), dict[str, int]()
    for kind, texts in spellings.items():
        for text in texts:
            words = tuple(each.key for each in raw_words(text))
            found[words] = (*found.get(words, ()), kind)
            most[words[0]] = max(most.get(words[0], 0), len(words))
    return Phrases(found, most)


def raw_words(text: str) -> list[RawWord]:
    """The text in its words and signs."""
    text = text.translate(_QUOTES)
    return [RawWord(each.lastgroup or "", each[0], *each.span()) for each in _WORD.finditer(text)]


def read_dice(text: str) -> tuple[int, int, int]:
    """``2d6+1`` as count, sides and what is added."""
    count, _, rest = text.casefold().partition("d")
    count = count or "1"
    for sign in ("+", "-", "\u2212"):
        sides, found, plus = rest.partition(sign)
        if found:
            return integer(count), integer(sides), integer(plus) * (1 if sign == "+" else -1)
    return integer(count), integer(rest), 0


# -- kinds that several readers ask for ------------------------------------------------------------

PLAYER_KINDS = kinds(
    "THEY THAT_PLAYER PERSON A_PLAYER ANOTHER_PLAYER EACH_PLAYER EACH_OTHER_PLAYER "
    "RANDOM_PLAYER ANOTHER_RANDOM_PLAYER THE_PLAYER_WITH THE_OTHER_PLAYER_WITH PLAYER_WORD "
    "THE_PLAYERS_WITH ALIAS_WHO THE_TWO OTHER_PLAYER_WORD THE_ONE_WITH WINNER LOSER THE_AUTHOR "
    "WHO_AT WHO_OF NEXT_PLAYER"
)


def bidding(word: Lexeme) -> str:
    """``bid`` of ``secretly bids``."""
    said = word.low.replace("secretly", "").strip()
    return said.removesuffix("es" if said == "guesses" else "s")


RELATIVE = kinds("_WHO _WHOSE _THAT")
HOW_OFTEN = kinds("ONCE TIMES PER_UNIT EACH_UNIT ANY_TIME")


def behind_may(words: Sequence[Lexeme]) -> int | None:
    """The place behind "may" and what says how often; None where no word is "may"."""
    may = next((at for at, word in enumerate(words) if word.kind == "_MAY"), None)
    if may is None:
        return None
    behind = range(may + 1, len(words))
    return next((at for at in behind if words[at].kind not in HOW_OFTEN), len(words))
