"""A line as tokens: names as wikis write them become words, marks and decoration are told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

from wikibot.game.rolls import Roll
from wikibot.game.understanding.dice import NOISE
from wikibot.game.understanding.vocabulary import ENDING_IN_LY, word_set
from wikibot.wikitext.dialect import USER, USER_TALK, Dialect, any_of, current, fold
from wikibot.wikitext.numerals import CARDINALS, changes_number, integer
from wikibot.wikitext.regex import regex

LONGEST = 1000  # characters of a line that is looked at for more than its exact form
MOST_TOKENS = 120
ARTICLES = word_set("a an the my our this that his her their your these those")

_ADVERB = regex(r"[a-z]{3,}ly")
_NO_ADVERBS = word_set(ENDING_IN_LY)
_SHORT = {"u": "you", "ur": "your", "w": "with", "thru": "through", "teh": "the", "r": "are",
          "thats": "that's", "n": "and", "2day": "today", "prop": "proposal", "props": "proposals",
          "upon": "on", "youll": "you'll", "thx": "thanks", "nd": "and",
          "thn": "then", "nwo": "now", "bakc": "back", "frm": "from", "rn": "now"}  # fmt: skip
_DRAWN_OUT = regex(r"([^\W\d_])\1{2,}")
_CLASS = regex(r"-(class|type)\b")
_SMILEY = regex(r"(?<!\S)(?:>?[:;=][-'^]?[()DPpOo3/\\|*\[\]]+|[xX]D+|<3+|\^_*\^|o7|\\o/)(?=\s|$)")
_PING = regex(
    r"\{\{\s*(?:ping|re|reply to|replyto|u|user|@|yo)\s*\|\s*([^{}|]+?)\s*(?:\|[^{}]*)?\}\}",
    re.IGNORECASE,
)
_AT = regex(r"(?<![\w@])@(?=\w)")
_ARROW = regex(r"\s*(?:->|=>|→|⟶|➡️?|⇒|>)\s*")
CROSSES = ("👎", "❌", "🚫", "✗", "✘", "⛔")  # behind an order they deny it
_SPEAKING = ("?", "👍", "🤔", *CROSSES, "+", "-", "🔄", "🔁", "↔", "⇄")
_SAYING_NOTHING = regex(r"(?<=[!?])1+(?=\s|$)|(?<=\S) of (?:mine|ours)\b")
_ADDING = ("+", "×")  # between numbers, or between a number and a thing
_EDGES = " \t,;:.!?…\"“”„«»‘’'`*()[]"


class Token(Struct, frozen=True):
    """A word of a line as written, and the folded form by which it is known."""

    text: str
    key: str

    @property
    def ends_clause(self) -> bool:
        """Whether a comma, semicolon, stop or dash stands behind it."""
        return self.text.endswith((",", ";", ".", "!", "–", "—"))


@lru_cache(maxsize=64)
def _link(words: Dialect) -> re.Pattern[str]:
    """A link, without the namespace of accounts."""
    space = any_of(words, USER, USER_TALK)
    return re.compile(
        rf"\[\[:?(?:(?:{space}):)?([^\[\]|#]*)(?:#([^\[\]|]*))?(?:\|([^\[\]|]*))?\]\]",
        re.IGNORECASE,
    )


def names_as_words(text: str) -> str:
    """A line with links, pings and ``@`` reduced to the names that they show.

    A link stands for the account or the section that it leads to.
    """
    text = _CLASS.sub(r" \1", text)
    text = _link(current()).sub(lambda link: link[1].strip() or link[2] or "", text)
    text = _PING.sub(lambda ping: ping[1], text)
    return _AT.sub("", text)


def tokens(text: str) -> tuple[Token, ...]:
    """The words of a line; arrows stand alone, marks around a word are no part of its key.

    A mark that makes another number of the one beside it is part of it: ``5 %``, ``± 5``. No words
    of a line that is longer than people write one.
    """
    if len(text) > LONGEST:
        return ()
    bare = _SAYING_NOTHING.sub("", _SMILEY.sub(" ", names_as_words(text).replace("''", "")))
    words = _ARROW.sub(" → ", bare).split()
    if len(words) > MOST_TOKENS:
        return ()
    for at in reversed(range(1, len(words))):
        one, other = words[at - 1 : at + 1]
        if other.startswith("(") and other.rstrip(".,") == f"({CARDINALS.get(fold(one), one)})":
            del words[at]  # one (1)
            continue
        behind = one[-1].isdecimal() and _changes(other)
        if behind or (_changes(one) and other[0].isdecimal()):
            words[at - 1 : at + 1] = [f"{one} {other}"]
    return tuple(map(_token, words))


def _changes(word: str) -> bool:
    return len(word) == 1 and word not in _ADDING and changes_number(word)


@lru_cache(maxsize=8192)
def _token(word: str) -> Token:
    """A word, without the letters by which it is drawn out: ``yesss``."""
    if word[:3].isalpha():
        word = _DRAWN_OUT.sub(r"\1", word)
    key = key_of(word)
    return Token(word, _SHORT.get(key, key))


@lru_cache(maxsize=8192)
def key_of(word: str) -> str:
    """What a word is known by: folded, without the marks around it unless it is nothing else.

    Marks that make another number of one stay: ``-1``, ``~2``, ``5%``.
    """
    folded = fold(word)
    low, high = 0, len(folded)
    while low < high and not folded[low].isalnum():
        low += 1
    while high > low and not folded[high - 1].isalnum():
        high -= 1
    if folded[low : low + 1].isdecimal():
        mark = folded[max(low - 1, 0)]
        low -= mark == "-" or (mark != "+" and changes_number(mark))
    if folded[high - 1 : high].isdecimal():
        high += high < len(folded) and changes_number(folded[high])
    return folded[low:high] or folded


def said(words: Sequence[Token]) -> str:
    """Tokens as text again, without the marks at its ends."""
    return trimmed(" ".join(word.text for word in words))


def trimmed(text: str) -> str:
    """A text without the marks and quotes around it; a mark inside it stays."""
    bare = text.strip(_EDGES)
    closes = text.rstrip(" \t,;:.!?…\"'")
    return bare + ")" if "(" in bare and ")" not in bare and closes.endswith(")") else bare


def is_decoration(token: Token) -> bool:
    """Whether a token says nothing: a mark that is neither a question nor a reaction."""
    return token.key not in _SPEAKING and not any(map(str.isalnum, token.key))


def is_staged(words: Sequence[Token]) -> bool:
    """Whether words are told as on a stage, of who writes them: ``/me eats Fish``, ``*leaves*``."""
    first = words[0].text
    is_told = first[:1] == "*" and first[1:2].isalnum()
    return first == "/me" or (is_told and any(e.text.rstrip(".!")[-1:] == "*" for e in words))


def is_quiet(token: Token) -> bool:
    """Whether a token between the words of an order says nothing: an article, how it is done."""
    return token.key in ARTICLES or is_decoration(token) or is_adverb(token.key)


@lru_cache(maxsize=8192)
def is_adverb(key: str) -> bool:
    """Whether a word says how something is done, and nothing else: ``proudly``."""
    return _ADVERB.fullmatch(key) is not None and key not in _NO_ADVERBS


# -- faces alone -----------------------------------------------------------------------------------


_ASKED = regex(r"a roll of (?P<count>\d{1,3})d(?P<sides>\d{1,9})\b")
_GLUE = (NOISE | {"choose", "face", "total"}) - {"with", "using", "number", "numbers"}
_MOST, _DIGITS = 40, 9  # words of such a line, digits of a face


def bare_faces(words: str, asks: str) -> Roll | None:
    """The roll that a line shows by its faces alone, where ``asks`` is what waits for it.

    As many faces as there are dice, each possible; any other word makes it another line.
    """
    said = tokens(words)[:_MOST]
    digits = [word.key for word in said if word.key.isascii() and word.key.isdecimal()]
    others = {word.key for word in said if any(map(str.isalnum, word.key))} - {*digits}
    if not _GLUE.issuperset(others) or len(max(digits, key=len, default="")) > _DIGITS:
        return None
    rolls = rolls_of(tuple(map(integer, digits)), asks)
    return rolls[0] if len(rolls) == 1 and len(digits) == rolls[0].count else None


def rolls_of(faces: Sequence[int], asks: str) -> tuple[Roll, ...]:
    """The rolls that something asks for, with these faces; () where they are not just those.

    Their sum may stand behind the faces, or how many they are in front.
    """
    dice = [(integer(each["count"]), integer(each["sides"])) for each in _ASKED.finditer(asks)]
    count = sum(each for each, _ in dice)
    if len(faces) == count + 1:
        faces = faces[:-1] if faces[-1] == sum(faces[:-1]) else faces[faces[0] == count :]
    if len(faces) != count:
        return ()
    ends = [*accumulate((each for each, _ in dice), initial=0)]
    rolls = tuple(
        Roll(each, sides, tuple(faces[at : at + each]))
        for at, (each, sides) in zip(ends, dice, strict=False)
    )
    fits = all(1 <= face <= each.sides for each in rolls for face in each.faces)
    return rolls if fits else ()
