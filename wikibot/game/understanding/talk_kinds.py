"""The kinds of talk: each a function of a line's words, in lower case with marks as words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from wikibot.game.understanding import talk_words as known
from wikibot.game.understanding.spelling import forms
from wikibot.game.understanding.verb_senses import SENSES
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import CARDINALS

TOKEN = re.compile(r"\b[ei]\.[ge]\b\.?|[\w'’]+(?:-[\w'’]+)*|\.{2,}|--|[^\w\s]")
STOPS = frozenset((".", "!", "?", ";", "...", "…", "(", "–", "—", "--", "-"))
CLAUSE_ENDS = STOPS | {",", ":"}
MARKS = frozenset((",", ".", "!", ":", ";", "-", "–", "—", "--", "...", "…"))
Words = Sequence[str]


@lru_cache(maxsize=8192)
def of_name(name: str) -> tuple[str, ...]:
    """The words of a name, as lines have them."""
    return tuple(TOKEN.findall(fold(name)))


# -- where words stand -----------------------------------------------------------------------------


def begins(words: Words, rows: known.WordRows) -> bool:
    """Whether words begin with one of these rows."""
    if not words or words[0] not in rows.heads:
        return False
    return any(tuple(words[:length]) in rows for length in range(1, min(6, len(words)) + 1))


def holds(words: Words, rows: known.WordRows) -> bool:
    """Whether one of these rows stands anywhere in some words."""
    return any(word in rows.heads and begins(words[at:], rows) for at, word in enumerate(words))


def longest(words: Words, rows: known.WordRows) -> int:
    """How many words the longest of these rows has that words begin with; 0: none."""
    if not words or words[0] not in rows.heads:
        return 0
    lengths = range(min(4, len(words)), 0, -1)
    return next((length for length in lengths if tuple(words[:length]) in rows), 0)


def behind_interjections(words: Words) -> Words:
    """A line without ``ok,`` and the like in front."""
    while words:
        length = 1 if words[0] in MARKS else longest(words, known.INTERJECTIONS)
        if not length or (words[0] == "no" and not _is_interjection(words)):
            return words
        words = words[length:]
    return words


def _is_interjection(words: Words) -> bool:
    return len(words) < 2 or words[1] in (",", "!", ".", "-", "–", "thanks", "thank")


def until(words: Words, ends: Collection[str]) -> Words:
    """Words before the first of these."""
    end = next((at for at, word in enumerate(words) if word in ends), len(words))
    return words[:end]


def before_colon(words: Words) -> Words:
    """Words before the first colon; all where the line begins with it."""
    return words[: words.index(":")] if words[0] != ":" else words


# -- kinds of talk ---------------------------------------------------------------------------------


def ends_as_joke(text: str) -> bool:
    """Whether a line ends with what makes it a joke: ``/s``, ``just kidding``."""
    said = text.rstrip(" .!")
    return any(said.endswith(f" {joke.rstrip('!')}") for joke in known.JOKES if joke != "not!") or (
        text.rstrip(" .").endswith((", not!", "... not!"))
    )


def asks_to_join(words: Words) -> bool:
    """``can I join``: from a newcomer it is a request."""
    return begins(behind_interjections(words), known.JOINING)


def asks_to_join_something(words: Words) -> bool:
    """``can I join Paris``: a request to other players."""
    rest = behind_interjections(words)
    return begins(rest[:3], known.JOINING) and bool(rest[3:4]) and rest[3] not in known.NOWHERE


def denies(rest: Words, clause: Words) -> bool:
    """``I don't ...``, ``no garbage for me``, ``Bob, don't ...``."""
    if rest[:1] == ("no",):
        return len(rest) > 1 and rest[1] not in known.NO_MEANT and not _is_identity(rest[1])
    if begins(rest, known.DISLIKES) and rest[3:4] != ("to",) and len(rest) > len(clause):
        return False
    if any(word == "but" and _negates(rest[at + 1 : at + 5]) for at, word in enumerate(rest)):
        return True
    places = [at for at, word in enumerate(clause) if word in known.NEGATIONS]
    if any(not _is_meant_so(clause, at) for at in places):
        return True
    behind = rest[len(clause) + 1 :]
    return len(clause) <= 2 and bool(behind) and clause[:1] not in _ACTS and behind[0] in _DONT


def _negates(words: Words) -> bool:
    return "no" in words or not known.NEGATIONS.isdisjoint(words)


JOIN = known.WordRows((form,) for form in forms("join"))
_DONT = ("don't", "dont", "never", "not")
_ACTS = tuple((word,) for word in ("leave", "quit", "gamble", "mine", "forage", "join", "observe"))


def _is_meant_so(clause: Words, at: int) -> bool:
    """Whether a negation is part of an expression that denies nothing."""
    return any(begins(clause[max(start, 0) :], known.NO_DENIALS) for start in (at - 2, at - 1, at))


def _is_identity(word: str) -> bool:
    return word[1:].isdecimal()


def is_conditional(sentence: Words) -> bool:
    """``if Bob moves, ...``, ``... when I'm back``; not ``... if I may``."""
    return any(
        word in known.CONDITIONS.heads
        and begins(sentence[at:], known.CONDITIONS)
        and not begins(sentence[at:], known.POLITE_CONDITIONS)
        for at, word in enumerate(sentence)
    )


def leaves_open(sentence: Words) -> bool:
    """``up to 3``, ``at least two``: which number is not said."""
    lengths = (at + longest(sentence[at:], known.OPEN) for at in range(len(sentence)))
    behind = (sentence[end] for at, end in enumerate(lengths) if at < end < len(sentence))
    return any(word.isdecimal() or word in CARDINALS for word in behind)


def offers_choice(sentence: Words) -> bool:
    """``a Fish or a Duck``, ``a Fish / a Duck``; not ``1/2``, which may be a way, nor ``w/``."""
    return any(
        (joint == "or" and other != "nothing")
        or (joint == "/" and one != "w" and _is_said(one) and _is_said(other)
            and not f"{one}{other}".isdecimal())
        for one, joint, other in zip(sentence, sentence[1:], (*sentence[2:], ""), strict=False)
    )  # fmt: skip


def _is_said(word: str) -> bool:
    """Whether it is a word, a number or an emoji, and not a mark."""
    return word[:1].isalnum() or word > "\u2300"


def repeats(sentence: Words) -> bool:
    """``twice``, ``three times``, ``and again``: one line is one action."""
    counts = (before for before, word in pairwise(sentence) if word == "times")
    often = any(word.isdecimal() or word in CARDINALS or word in known.MANY for word in counts)
    return often or holds(sentence, known.REPEATED)


def is_of_others(rest: Words, others: Collection[str]) -> bool:
    """``Ben, kick Cid``, ``Bob should move``, ``Cleo: I move 1 2 3``, ``you can ...``."""
    if rest[:1] and rest[0] in known.OTHERS:
        return len(rest) > 1 and rest[1] not in (",", "!") and rest[1] not in known.FIRST_PERSON
    if rest[:1] and rest[0] in known.CALLED and rest[1:2] == (",",):
        return len(rest) > 2 and rest[2] not in known.TO_ONESELF
    asks = bool(rest) and rest[0] in known.MODALS
    rest = rest[1:] if asks or rest[:1] == ("@",) else rest
    if not rest or rest[0] not in _first_words(tuple(others)):
        return False
    for name in others:
        own = of_name(name)
        if own and tuple(rest[: len(own)]) == own:
            behind = rest[len(own) :]
            if behind[:1] == ("is",) and behind[1:2] and _is_done(behind[1]):
                return False  # Cid is kicked
            of_them = known.OF_OTHERS | known.DID
            if behind[:1] in _GIVEN and behind[1:2] in _HAVE:
                return False  # Bob can have my Fish
            if behind and (asks or behind[0] in of_them or behind[0] in _SENSES):
                return True
            return len(behind) > 1 and behind[0] == "," and behind[1] not in known.TO_ONESELF
    return False


@lru_cache(maxsize=16)
def _first_words(names: tuple[str, ...]) -> frozenset[str]:
    """The words that names begin with."""
    return frozenset(own[0] for name in names if (own := of_name(name)))


def is_called(words: Words, others: Collection[str]) -> bool:
    """Whether a line ends with whom it is said to: ``..., everybody``, ``..., Bob!``."""
    end = len(words)
    while end and words[end - 1] in ("!", "."):
        end -= 1
    said = tuple(words[:end])
    if known.YOURS.intersection(pairwise(said)) and known.SPEAKERS.isdisjoint(said):
        return any(name in said for other in others for name in TOKEN.findall(fold(other)))
    if not said or said[0] in known.FAREWELLS:
        return False
    if len(said) > 2 and said[-2] == "," and said[-1] in known.CALLED:
        return said[0] not in ("good", "nice", "well", "cool", "great")
    if "," not in said:
        return False
    names = map(of_name, others)
    return any(name and said[-len(name) - 1 :] == (",", *name) for name in names)


def speaks(words: Words) -> bool:
    """Whether the writer speaks of their own actions."""
    return not known.SPEAKERS.isdisjoint(words)


def sense(rest: Words) -> bool:
    """Whether the verb in front is meant in a sense that no game has."""
    while rest and (rest[0] in known.FIRST_PERSON or rest[0] in _TO):
        rest = rest[1:]
    if (
        rest[:1]
        and rest[0] in _LEAVE
        and (until(rest, CLAUSE_ENDS)[-1] in _ALONE or (rest[1:2] and rest[1].isdecimal()))
    ):
        return True
    rows = _SENSES.get(rest[0]) if rest else None
    if not rows:
        return False
    length = longest((*rest[1:], _END), rows)
    behind = rest[1 + length : 2 + length]
    return bool(length) and not (behind and (behind[0] == "to" or behind[0].isdecimal()))


_GIVEN, _HAVE = (("can",), ("may",)), (("have",), ("take",), ("keep",))
_TO = frozenset(("to", "just", "hereby", "will", "want", "like", "going", "gonna", "would", "also"))
_END = "END"  # in the rows of senses
_DESCRIBED = 5  # words before a copula
_OWN = frozenset(("my", "the", "our", "a", "here", "so", "well", "all"))
_LEAVE, _ALONE = frozenset(forms("leave")), frozenset(("alone", "be", "behind", "out"))
_SENSES = {form: rows for verb, rows in SENSES.items() for form in forms(verb)}


def _is_done(word: str) -> bool:
    """``kicked``, ``approved``: what was done by one of the game's verbs."""
    return word in _SENSES and word.endswith(("ed", "en"))


def describes(clause: Words) -> bool:
    """``alchemy is useless``, ``that mine is mine``: about something, and nothing that is done."""
    at = next(
        (at for at, word in enumerate(clause) if word in known.COPULAS),
        len(clause) + _DESCRIBED + 1,
    )
    if (
        at > _DESCRIBED
        or (not at and clause[0] not in ("is", "was", "are", "were"))
        or (at == len(clause) - 1 and clause[at] not in ("rules", "sucks", "rocks"))
    ):
        return False
    subject = clause[:at]
    done = clause[at + 1 : at + 2]
    if (done and _is_done(done[0])) or (len(subject) == 1 and subject[0][1:].isdecimal()):
        return False  # Ben's application is approved, G1 is complete
    bare = subject[1:] if subject[:1] and subject[0] in _OWN else subject
    if bare[:1] and bare[0] in known.STATED:
        return False
    return not known.SPEAKERS.intersection(subject)


# -- none of it ------------------------------------------------------------------------------------


def _beginnings(*lists: known.WordRows) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """The rows of one word, and the first two words of all others."""
    rows = [row for each in lists for row in each]
    return (
        frozenset(row[0] for row in rows if len(row) == 1),
        frozenset((row[0], row[1]) for row in rows if len(row) > 1),
    )


_FRONT, _FRONT_PAIRS = _beginnings(known.ASKING, known.WONDERING, known.WOULD)
_FRONT |= (
    MARKS | known.INTERJECTIONS.heads | known.EXAMPLES.heads | known.OTHERS | known.CALLED
    | known.MODALS | known.FIRST_PERSON | _TO | _LEAVE | {"no", "@"}
)  # fmt: skip
_ANYWHERE, _PAIRS = _beginnings(
    known.CONDITIONS, known.UNSURE, known.TIMES, known.REPEATED, known.OPEN
)
_ANYWHERE |= known.NEGATIONS | known.COPULAS | {"or", "/", "but", "times", "?", "؟", "？"}
_ANYWHERE |= {TOKEN.findall(joke.rstrip("!)"))[-1] for joke in known.JOKES}
_PAIRS |= known.YOURS


def has_frame(words: Words) -> bool:
    """Whether any word may be of what makes a line talk; names of players are not looked at."""
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in _FRONT or (first, second) in _FRONT_PAIRS or not _ANYWHERE.isdisjoint(words):
        return True
    rows = _SENSES.get(first)
    if rows and second in rows.heads:
        return True
    return not _PAIRS.isdisjoint(pairwise(words))
