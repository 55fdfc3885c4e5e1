"""Words as people spell them: the forms of a verb, and words with one letter wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from wikibot.game.understanding.vocabulary import ALIKE, SPELLED, word_set


def _groups(text: str) -> Mapping[str, tuple[str, ...]]:
    """Groups of words between commas: the further words of each, by its first one."""
    return {first: tuple(more) for first, *more in map(str.split, text.split(","))}


_VOWELS = "aeiou"
_IRREGULAR = """
    arise arisen/arose, awake awoken/awoke, bear borne/bore, beat beaten/beat, become
    become/became, begin begun/began, bend bent, bet bet, bid bid, bind bound, bite bitten/bit,
    bleed bled, blow blown/blew, break broken/broke, breed bred, bring brought, build built,
    burn burned/burnt, burst burst, buy bought, cast cast, catch caught, choose chosen/chose,
    cling clung, come come/came, cost cost, creep crept, cut cut, deal dealt, dig dug, do
    done/did, draw drawn/drew, dream dreamed/dreamt, drink drunk/drank, drive driven/drove, eat
    eaten/ate, fall fallen/fell, feed fed, feel felt, fight fought, find found, flee fled, fling
    flung, fly flown/flew, forbid forbidden/forbade, forget forgotten/forgot, forgive
    forgiven/forgave, freeze frozen/froze, get got/gotten, give given/gave, go gone/went, grind
    ground, grow grown/grew, hang hung/hanged, have had, hear heard, hide hidden/hid, hit hit,
    hold held, hurt hurt, keep kept, kneel knelt/kneeled, knit knitted/knit, know known/knew,
    lay laid, lead led, lean leaned/leant, leap leaped/leapt, learn learned/learnt, leave left,
    lend lent, let let, lie lain/lay, light lit/lighted, lose lost, make made, mean meant, meet
    met, mow mowed/mown, pay paid, plead pleaded/pled, put put, quit quit, read read, relay
    relayed, rend rent, ride ridden/rode, ring rung/rang, rise risen/rose, run run/ran, saw
    sawn/sawed, say said, see seen/saw, seek sought, sell sold, send sent, set set, sew
    sewn/sewed, shake shaken/shook, shear shorn/sheared, shed shed, shine shone/shined, shoot
    shot, show shown/showed, shrink shrunk/shrank, shut shut, sing sung/sang, sink sunk/sank,
    sit sat, slay slain/slew, sleep slept, slide slid, sling slung, slink slunk, slit slit,
    smite smitten/smote, sneak sneaked/snuck, sow sown/sowed, speak spoken/spoke, speed sped,
    spell spelled/spelt, spend spent, spill spilled/spilt, spin spun, spit spat, split split,
    spoil spoiled/spoilt, spread spread, spring sprung/sprang, stand stood, steal stolen/stole,
    stick stuck, sting stung, stink stunk/stank, strew strewn/strewed, stride strode, strike
    struck, string strung, strive striven/strove, swear sworn/swore, sweep swept, swell
    swollen/swelled, swim swum/swam, swing swung, take taken/took, teach taught, tear torn/tore,
    tell told, think thought, throw thrown/threw, thrust thrust, tread trodden/trod, wake
    woken/woke, wear worn/wore, weave woven/wove, wed wed, weep wept, win won, wind wound,
    withdraw withdrawn/withdrew, wring wrung, write written/wrote
"""
PASTS = {each.split()[0]: each.split()[1].split("/") for each in _IRREGULAR.split(",")}
"""What was done, by its verb: first as it stands behind ``cannot be``."""
_BE = ("am", "being", "was")
_NO_PAST = ("leave", "lie")  # `left` is a way as well, `lay` another verb


@lru_cache(maxsize=2048)
def forms(verb: str) -> tuple[str, ...]:
    """A verb in lower case with its other forms: ``mine``, ``mines``, ``mining``, ``mined``.

    Also as many people write them: ``minin``, ``mineing``, ``canceled``. A word that is not letters
    alone has none.
    """
    if not verb.isalpha() or len(verb) < 2:
        return (verb,)
    past = _BE if verb == "be" else PASTS.get(verb, ()) if verb not in _NO_PAST else ()
    regular = () if past else (_with(verb, "ed"), *_twice(verb, "ed"))
    return tuple(dict.fromkeys((verb, _third(verb), *_gerunds(verb), *(past or regular))))


def _twice(verb: str, ending: str) -> tuple[str, ...]:
    """The form with the last letter doubled, as British spelling has it: ``cancelled``."""
    return (f"{verb}l{ending}",) if verb.endswith("l") and verb[-2:-1] in _VOWELS else ()


def _third(verb: str) -> str:
    if verb in ("have", "be"):
        return "has" if verb == "have" else "is"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _gerunds(verb: str) -> Iterator[str]:
    for ending in ("ing", "in"):
        if verb.endswith("ie"):
            yield f"{verb[:-2]}y{ending}"
        elif verb.endswith("e") and not verb.endswith("ee"):
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
_WORDS = word_set(SPELLED + ALIKE.replace(",", " ")).union(*map(forms, SPELLED.split()))


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
