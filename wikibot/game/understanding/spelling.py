"""Words as people spell them: the forms of a verb, and words with one letter wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from wikibot.game.understanding.vocabulary import ALIKE, SPELLED, word_set


def _groups(text: str) -> Mapping[str, tuple[str, ...]]:
    """Groups of words between commas: the further words of each, by its first one."""
    return {first: tuple(more) for first, *more in map(str.split, text.split(","))}


_VOWELS = "aeiou"
_IRREGULAR = _groups("""
    be is am being was, beat beat beaten, become became, begin began begun, bite bit bitten,
    blow blew blown, break broke broken, bring brought, build built, buy bought, cast cast,
    catch caught, choose chose chosen, cut cut, dig dug, do did done, draw drew drawn, drink
    drank, drive drove driven, eat ate eaten, feed fed, fight fought, find found, flee fled,
    fling flung, get got, give gave given, go went gone, grind ground, grow grew grown, have
    had, hit hit, hold held, keep kept, lay laid, lead led, leave, lend lent, light lit, lose
    lost, make made, overturn overturned, pay paid, put put, quit quit, rend rent, ride rode
    ridden, ring rang rung, rise rose, run ran, say said, see saw seen, sell sold, send sent,
    set set, shake shook shaken, shoot shot, show showed shown, sing sang sung, sit sat, sleep
    slept, spend spent, spin spun, split split, stand stood, steal stole stolen, stick stuck,
    strike struck, sweep swept, swing swung, take took taken, teach taught, tear tore torn, tell
    told, think thought, throw threw, wear wore worn, win won, withdraw withdrew withdrawn,
    write wrote
""")


@lru_cache(maxsize=2048)
def forms(verb: str) -> tuple[str, ...]:
    """A verb in lower case with its other forms: ``mine``, ``mines``, ``mining``, ``mined``.

    Also as many people write them: ``minin``, ``mineing``, ``canceled``. A word that is not letters
    alone has none.
    """
    if not verb.isalpha() or len(verb) < 2:
        return (verb,)
    past = _IRREGULAR.get(verb)
    regular = () if past else (_with(verb, "ed"), *_twice(verb, "ed"))
    return tuple(dict.fromkeys((verb, _third(verb), *_gerunds(verb), *(past or regular))))


def _twice(verb: str, ending: str) -> tuple[str, ...]:
    """The form with the last letter doubled, as British spelling has it: ``cancelled``."""
    return (f"{verb}l{ending}",) if verb.endswith("l") and verb[-2:-1] in _VOWELS else ()


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _gerunds(verb: str) -> Iterator[str]:
    for ending in ("ing", "in"):
        if verb.endswith("e") and not verb.endswith("ee"):
            yield from (verb[:-1] + ending, verb + ending)
        else:
            yield from (_with(verb, ending), *_twice(verb, ending))


def _with(verb: str, ending: str) -> str:
    """A verb with an ending that begins with a vowel: ``claim-ing``, ``run-n-ing``, ``tri-ed``."""
    if verb.endswith("e") and ending == "ed":
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in _VOWELS and ending == "ed":
        return verb[:-1] + "ied"
    return verb + verb[-1] + ending if _doubles(verb) else verb + ending


def _doubles(verb: str) -> bool:
    """Whether the last letter is doubled: one vowel before it, in a verb of one syllable."""
    if verb in ("quit", "commit", "admit", "equip", "transfer", "submit", "permit", "expel"):
        return True
    if len(verb) < 3 or verb[-1] in _VOWELS + "wxy" or verb[-2] not in _VOWELS:
        return False
    return sum(letter in _VOWELS for letter in verb) == 1


# -- words that people say for one another ---------------------------------------------------------

_ALIKE = _groups(ALIKE)


@lru_cache(maxsize=2048)
def alike(verb: str) -> frozenset[str]:
    """What people may say for a verb, in all forms; none of it says the same for sure."""
    words = (word for word in _ALIKE.get(verb, ()) if word != verb)
    return frozenset(form for word in words for form in forms(word))


# -- words with one letter wrong -------------------------------------------------------------------


SHORTEST = 4  # letters of a word that may be mistyped
_WORDS = word_set(SPELLED + ALIKE.replace(",", " "))  # meant as they stand


def near(one: str, other: str) -> bool:
    """Whether two words differ in one letter: one more, one less, another, or two exchanged."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start, shorter = 0, min(len(one), len(other))
    while start < shorter and one[start] == other[start]:
        start += 1
    rest, others = one[start:], other[start:]
    if len(rest) == len(others):
        exchanged = rest[:2] == others[1::-1] and rest[2:] == others[2:]
        return rest[1:] == others[1:] or exchanged
    return rest[1:] == others or rest == others[1:]


def mended(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words that a folded word is with one letter wrong, the first one right."""
    if len(word) < SHORTEST - 1 or word in _WORDS or not word.isalpha():
        return ()
    likely = (
        each
        for each in known
        if each[:1] == word[:1]
        and (min(len(each), len(word)) >= SHORTEST or is_swapped(word, each))
    )
    return tuple(dict.fromkeys(each for each in likely if near(word, each)))


def is_swapped(word: str, other: str) -> bool:
    """Whether a short word has the letters of another one in another order: ``byu``."""
    return len(word) == len(other) and sorted(word) == sorted(other)
