"""Finding what a name means: exactly, by alias, folded, by unique prefix; never by guess.

A name in full comes before whatever could be made of it: before a short form of another name, and
before the articles, separators and little words that other patterns look for. ``taken`` tells what
is the name of something else.

Reserved words mean something else in lines, cells and statements, so that no player, town, landmark
or item may be called by them. A game adds its own (``Game.reserved``): its places, and what it
numbers. Decisions: a number alone is not a name, nor is one of these words with a number behind it
(``Space 4``, ``Snake 1L``), perhaps in a player's possession (``Ann's House 3``). Items lend their
names: a player may be called as one is, for the rules have both.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain

from wikibot.game.problems import Refused, Unclear, listing
from wikibot.wikitext.dialect import LARGE, fold, grouped
from wikibot.wikitext.messages import current, later, say
from wikibot.wikitext.numerals import CARDINALS, changes_number, integer
from wikibot.wikitext.regex import regex

# == names =========================================================================================

SUGGESTIONS = 5
_ALIKE = 0.55  # of two texts, from which on one may be meant for the other
Taken = Callable[[str], bool]
_NO_ALIASES: Mapping[str, str] = {}
_ARTICLE = regex(r"(?:my|our|an?|the|one)\s+(?=\S)", re.IGNORECASE)
_ASIDE = 0xE000  # private characters that stand for names; there are 6,400 of them
_MOST_ASIDE = 6400
_PUT_ASIDE = regex(f"[{chr(_ASIDE)}-{chr(_ASIDE + _MOST_ASIDE - 1)}]")
_WORDS = """
    nobody none nothing no-one anybody anyone everybody everyone everything somebody someone all any
    both me myself i we us you yourself it this that them yes no for against abstain rewrite unclear
    affirm overturn stop on choose help steward stewards judge player players bot wikibot board
    pending * - – — ?
"""
_RESERVED = (*_WORDS.split(), "no one", "no effect")
ANYBODY = later("nobody nothing everybody everyone everything somebody someone all both yes no")
_IDENTITY = regex(r"[a-z]\s?\d+")  # P3, T12, G1
_POINTING = ("the", "this", "that", "these", "those", "it", "them", "one")  # short for no name
_NUMBER = regex(r"[-+−#]?\d+")
_MANY = "|".join(("all", "both", "every", "each", "any", "several", *CARDINALS))
_COUNTED = regex(rf"(?:\d+|{_MANY})\s*[x×]?\s+(?=\S)", re.IGNORECASE)
_NUMBERED = regex(r"(?P<word>\D+)\d+ ?[a-z]?")
_SAYS_MORE = regex(r"(?:\s(?!(?:of|the|and|in|on|by|de|la|du|von|van|der|den)\b)[a-z][\w'’]*,?){3}")
_LAST_NUMBER = regex(r"\d+$")
_OWNERS = ("'s ", "’s ", "' ", "’ ")


@lru_cache(maxsize=16_384)
def number_of(id_: str) -> int:
    """The number of ``P3``; 0 where there is none."""
    found = _LAST_NUMBER.search(id_)
    return integer(found[0]) if found else 0


def nothing_else(_text: str) -> bool:
    """What ``taken`` is where no other names are known."""
    return False


@lru_cache(maxsize=256)
def _folded(names: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    index: dict[str, tuple[str, ...]] = {}
    for name in names:
        key = fold(name)
        index[key] = (*index.get(key, ()), name)
    return index


@lru_cache(maxsize=256)
def _in_order(names: tuple[str, ...]) -> Sequence[str]:
    """The folded names, sorted, so that those which begin alike stand side by side."""
    return sorted(_folded(names))


def _in_full(text: str, names: Sequence[str], aliases: Mapping[str, str]) -> tuple[str, ...]:
    """The names that a text is, to the letter or else folded."""
    if text in names:
        return (text,)
    if text in aliases:
        return (aliases[text],)
    wanted = fold(text)
    if not wanted:
        return ()
    same = _folded(tuple(names)).get(wanted, ())
    return same or tuple({aliases[alias]: None for alias in aliases if fold(alias) == wanted})


def _short(text: str, names: Sequence[str], taken: Taken) -> tuple[str, ...]:
    """The names that a text is short for: they begin with it.

    Beside one that begins so, it is short too for others that have it as a word: ``potion`` for
    ``Potion of Sleep`` and for ``Red Potion``. A text that is the name of something else
    is short for no name, only for words that begin with it (``Ann 1``).
    """
    wanted = fold(text)
    if not wanted or wanted in _POINTING or wanted.lstrip("-").isdecimal():  # 2: not 209
        return ()
    known = tuple(names)
    index, keys = _folded(known), _in_order(known)
    first, last = bisect_left(keys, wanted), bisect_left(keys, f"{wanted}\U0010ffff")
    within = [key for key in keys if f" {wanted} " in f"{key} "] if first < last else []
    alike = dict.fromkeys((*keys[first:last], *within))
    found = tuple(name for key in alike for name in index[key])
    return tuple(name for name in found if not taken(name)) if found and taken(text) else found


def find(text: str, names: Sequence[str], aliases: Mapping[str, str] = _NO_ALIASES) -> str | None:
    """The one name that ``text`` means, or None where there is none or more than one."""
    return _one(_in_full(text, names, aliases) or _short(text, names, nothing_else))


def meant(
    text: str, names: Sequence[str], aliases: Mapping[str, str] = _NO_ALIASES,
    taken: Taken = nothing_else
) -> str | None:  # fmt: skip
    """The same for a name in a sentence, perhaps with an article and quotes; as it stands first."""
    without = bare(text)
    is_bare = without == text
    found = _in_full(text, names, aliases)
    found = found or (() if is_bare else _in_full(without, names, aliases))
    found = found or _short(text, names, taken)
    return _one(found or (() if is_bare or taken(text) else _short(without, names, taken)))


def _one(found: Sequence[str]) -> str | None:
    return found[0] if len(found) == 1 else None


def bare(text: str) -> str:
    """A name without article, quotes and marks around it: ``my "Fish" 🎉`` gives ``Fish``."""
    name = _without_article(text.strip()).lstrip("\"“„'‘")
    last = len(name)
    while last and not (name[last - 1].isalnum() or name[last - 1] == ")"):
        if changes_number(name[last - 1]) and name[last - 2 : last - 1].isdecimal():
            break
        last -= 1
    return name[:last] or name  # a name may be an emoji


def _without_article(name: str) -> str:
    article = _ARTICLE.match(name)
    return name[article.end() :] if article else name


def set_aside(text: str, names: Sequence[str]) -> tuple[str, Callable[[str], str]]:
    """A text with each name in it as one character, and how to put the names back.

    For patterns that take sentences apart: no word of a name is an article, a separator or a
    filler.
    """
    text = _PUT_ASIDE.sub("", text)
    pattern = _any_of(_that_may_stand_in(text, names))
    found: list[str] = []

    def put_aside(name: re.Match[str]) -> str:
        if len(found) == _MOST_ASIDE:
            return name[0]
        found.append(name[0])
        return chr(_ASIDE + len(found) - 1)

    def put_back(part: str) -> str:
        return _PUT_ASIDE.sub(lambda aside: found[ord(aside[0]) - _ASIDE], part)

    return (pattern.sub(put_aside, text) if pattern else text), put_back


def _that_may_stand_in(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names whose beginning stands in a text: a pattern of all names takes long to make."""
    if not text.isascii():
        return tuple(names)
    said = " ".join(text.lower().split())
    begun = (those for begin, those in _by_beginning(tuple(names)).items() if begin in said)
    return tuple(chain.from_iterable(begun))


@lru_cache(maxsize=64)
def _by_beginning(names: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Names by their first two letters; those that may be spelled in other ways by none."""
    found: dict[str, list[str]] = {}
    for name in names:
        low = name.lower()
        found.setdefault(low[:2] if name.isascii() and low[:1] > " " else "", []).append(name)
    return found


@lru_cache(maxsize=64)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """A pattern for any of some names as words of their own, the longest first."""
    longest = sorted(filter(None, names), key=len, reverse=True)
    spelled = "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest)
    return re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE) if spelled else None


def suggestions(text: str, names: Sequence[str]) -> tuple[str, ...]:
    """At most five names that ``text`` may mean: those that begin with it, then similar ones."""
    wanted, index = fold(text), _folded(tuple(names))
    begin = {name for key in index if wanted and key.startswith(wanted) for name in index[key]}
    close = get_close_matches(wanted, index, SUGGESTIONS, _ALIKE)
    found = (*(name for name in names if name in begin), *(n for key in close for n in index[key]))
    return tuple(dict.fromkeys(found))[:SUGGESTIONS]


def resolve(
    text: str, names: Sequence[str], what: str, aliases: Mapping[str, str] = _NO_ALIASES,
    taken: Taken = nothing_else
) -> str:  # fmt: skip
    """The name that ``text`` means; raises :class:`Unclear` with suggestions.

    ``what`` says what was looked for. Raises :class:`Refused` where the text is the name of
    something else that does not fit.
    """
    found = meant(text, names, aliases, taken)
    if found is not None:
        return found
    what = say(what)
    if not names:
        raise Unclear("there is no {} to name", what)
    if not text.strip():
        raise Unclear("no {} is named", what, nearest=tuple(names[:SUGGESTIONS]))
    counted = _COUNTED.match(text)
    rest = text[counted.end() :] if counted else ""
    if rest and (meant(rest, names) or meant(rest.removesuffix("s"), names)):
        raise Unclear("{!r}: one {} is named at a time, without a number", text, what)
    near = suggestions(text, names) or suggestions(bare(text), names)
    if near and (taken(text) or taken(bare(text))):
        raise Refused("{} is no {}", bare(text), what, remedy=say("Nearest: {}", listing(near)))
    there = "" if near else say(". There are {}", listing(tuple(names)))
    raise Unclear("{!r} is not the name of one {}{}", text, what, there, nearest=near)


def says_more(name: str) -> bool:
    """Whether words that should be a new name say more: three in small letters stand in a row.

    ``Lisboa always gives me a headache``; ``Ann of the Lake`` does not.
    """
    return _SAYS_MORE.search(name) is not None


def is_reserved(name: str, own: Iterable[str] = ()) -> bool:
    """Whether a name, perhaps with an article, is reserved, a number, or in ``own``."""
    bare = _without_article(fold(name))
    words = (*_RESERVED, *(_without_article(fold(each)) for each in own))
    numbered = _NUMBERED.fullmatch(min((bare.rpartition(mark)[2] for mark in _OWNERS), key=len))
    if bare in words or (numbered and numbered["word"].rstrip(" #") in words):
        return True
    return _IDENTITY.fullmatch(bare) is not None or _NUMBER.fullmatch(bare) is not None


# -- counting --------------------------------------------------------------------------------------
# A number of things in words: ``1 Duck``, ``2 Ducks``, ``2 Fish``, ``2 Draughts of Fudging``.
#
# Rules name things in the singular or in the plural (``Crystals``); a count wants the one that
# fits. Decisions: that a name is a plural already is known of lists of goods, whose caller says
# so; names that people chose freely are taken for what they look like. A name that is more than
# plain words (``Number 3``, ``Feelin' 4sty``, ``NEW ITEM``) stays as it is, and so do the few
# words that have no other plural. In another language a name stays as the page has it, for its
# plural is not known.

_UNCHANGED = """
    fish clothes sheep deer moose series species bacon garbage gold silver iron wood grass sand
    water ice glass advice news luck resolve blood dust honey bread rice rain snow money data
"""
_SAME = frozenset(_UNCHANGED.split())
_MANY_OF_ONE = """
    men/man women/woman children/child people/person mice/mouse geese/goose feet/foot teeth/tooth
    oxen/ox dice/die wolves/wolf knives/knife wives/wife lives/life leaves/leaf loaves/loaf
    thieves/thief shelves/shelf elves/elf halves/half potatoes/potato tomatoes/tomato heroes/hero
    movies/movie cookies/cookie pies/pie ties/tie lies/lie zombies/zombie shoes/shoe canoes/canoe
    axes/axe houses/house horses/horse buses/bus gases/gas caches/cache curses/curse cheeses/cheese
    roses/rose dwarves/dwarf werewolves/werewolf scarves/scarf calves/calf witches/witch bases/base
    nooses/noose geniuses/genius bonuses/bonus toes/toe foes/foe hoes/hoe woes/woe oboes/oboe
    viruses/virus cactuses/cactus quizzes/quiz sizes/size prizes/prize mazes/maze hooves/hoof
    sheaves/sheaf wharves/wharf lice/louse dormice/dormouse crises/crisis oases/oasis theses/thesis
    hypotheses/hypothesis analyses/analysis drachmae/drachma larvae/larva pupae/pupa algae/alga
    antennae/antenna nebulae/nebula novae/nova formulae/formula vertebrae/vertebra alumnae/alumna
    fungi/fungus cacti/cactus alumni/alumnus nuclei/nucleus stimuli/stimulus radii/radius
    foci/focus loci/locus magi/magus bacilli/bacillus denarii/denarius criteria/criterion
    phenomena/phenomenon automata/automaton bacteria/bacterium strata/stratum spectra/spectrum
    memoranda/memorandum errata/erratum addenda/addendum matrices/matrix vertices/vertex
    vortices/vortex indices/index appendices/appendix codices/codex gateaux/gateau
    plateaux/plateau chateaux/chateau bureaux/bureau tableaux/tableau
"""
_IRREGULAR = dict(each.split("/") for each in _MANY_OF_ONE.split())
_PLURALS = {one: many for many, one in _IRREGULAR.items() if one not in ("die", "cactus")}
_COMPOUNDED = (  # words that others end with: werewolves, jackknives, swordsmen
    "wolves", "knives", "shelves", "wives", "loaves", "thieves", "women", "men", "children",
    "people", "feet", "teeth", "wolf", "knife", "shelf", "wife", "loaf", "thief", "woman", "man",
    "child", "person", "foot", "tooth",
)  # fmt: skip
_NO_COMPOUNDS = (  # of man
    "omen", "umen", "imen", "amen", "ymen", "semen", "human", "german", "roman", "shaman", "isman",
    "ottoman", "norman", "caiman", "brahman",
)  # fmt: skip
_NO_PLURALS = ("ss", "us", "is", "news", "series", "species", "chess", "glasses")
_IN_ES = ("ches", "shes", "xes", "sses", "zzes", "oes")
_SHORTEST = 4  # letters of a plural
_JOINED = regex(r"\s(?:and|&|\+)\s", re.IGNORECASE)  # Fish and Chips: one thing in any number
_PLAIN = regex(r"(?P<head>[A-Za-z][a-z'’]+(?:[ -][A-Za-z][a-z'’]*)*?)(?P<rest> of .+)?")
_HISSES = ("s", "x", "z", "ch", "sh")


def counted(count: int, name: str, *, plural: bool | None = False) -> str:
    """A count of things called ``name``.

    ``plural``: whether the name is one, as in a list of goods; None: as it looks.
    """
    if plural is None:
        plural = singular_of(name) != name
    if abs(count) == 1:
        form = singular_of(name) if plural else name
    else:
        form = name if plural or not _PLAIN.fullmatch(name) else plural_of(name)
    words, number = current(), count if -LARGE < count < LARGE else grouped(count)
    return f"{number} {words.texts.get(form, form if words.language == 'en' else name)}"


@lru_cache(maxsize=8192)
def plural_of(name: str) -> str:
    """A name in the plural, in its own case, where it is not in it already."""
    head, of, rest = name.partition(" of ")
    last = re.split("[ -]", head)[-1]
    word = last.casefold()
    if word in _SAME or not word.isalpha() or _single(word) != word or _JOINED.search(name):
        return name
    many = f"{word}s"
    if one := _ending(word, _PLURALS):
        many = f"{word.removesuffix(one)}{_PLURALS[one]}"
    elif word.endswith("y") and word[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        many = f"{word[:-1]}ies"
    elif word.endswith(_HISSES):
        many = f"{word}es"
    return f"{_with(head, last, many)}{of}{rest}"


@lru_cache(maxsize=8192)
def singular_of(name: str) -> str:
    """A name in the singular, in its own case: Golden Eggs, Golden Egg."""
    head, of, rest = name.partition(" of ")
    last = head.rpartition(" ")[2]
    if _JOINED.search(name):
        return name
    return f"{_with(head, last, _single(last.casefold()))}{of}{rest}"


def _with(head: str, last: str, other: str) -> str:
    """A name with another number of its last word, whose letters stay as they are spelled."""
    word = last.casefold()
    same = next(at for at in range(len(word), -1, -1) if other.startswith(word[:at]))
    return f"{head.removesuffix(last)}{last[:same]}{other[same:]}"


def _single(word: str) -> str:
    """A word of small letters in the singular."""
    if many := _ending(word, _IRREGULAR):
        return f"{word.removesuffix(many)}{_IRREGULAR[many]}"
    if len(word) < _SHORTEST or not word.endswith("s") or word.endswith(_NO_PLURALS):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(_IN_ES) else word[:-1]


def _ending(word: str, known: Mapping[str, str]) -> str:
    """The irregular word that a word is or, as werewolves do, ends with; "" for none."""
    if word in known:
        return word
    found = next((end for end in _COMPOUNDED if end in known and word.endswith(end)), "")
    return "" if found in ("men", "man") and word.endswith(_NO_COMPOUNDS) else found


def singulars(word: str) -> Iterator[str]:
    """What a folded word may be the plural of."""
    head, of, rest = word.partition(" of ")
    if of:  # draughts of fudging
        yield from (f"{each}{of}{rest}" for each in singulars(head))
    if (one := singular_of(word)) != word:
        yield one
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s"):
        yield word[:-1]
