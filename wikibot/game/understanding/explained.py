"""Lines that say an order in an order of words that no phrase has, and nothing beside it.

``2d4 (1, 2) = 3 takes me along 1 2 3``: the words of a verb and the things that an order is about
may stand anywhere, as long as they are all that the line says. A word that is neither, nor one of
those that say nothing (:data:`QUIET`), makes it another line, of which an answer only shows what it
may have been meant for (:mod:`wikibot.game.understanding.nearest`).

Decisions: a thing alone is not an order, a word must say what is done with it; words that tell two
orders of one verb apart (``yes`` and ``no``) are those of the one order alone; where things of one
kind are exchanged, the order of words tells which goes where, so that there only phrases count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice

from wikibot.game.understanding.deeds import GLUE
from wikibot.game.understanding.nearest import SMALL, Named, WordedLine, order_of_phrase
from wikibot.game.understanding.phrases import PhraseWord
from wikibot.game.understanding.plain_line import ARTICLES
from wikibot.game.understanding.situation import Situation
from wikibot.game.understanding.spelling import forms
from wikibot.game.understanding.table import PhraseTable, VerbPhrase
from wikibot.wikitext.dialect import fold

_ASKING = ("?", "？", "؟")
_SPEAKING = ("👍", "👎", "🤔", "❌", "✅", "+", "❓")
_NUMBERED = re.compile(r"[a-z]\d+")  # names such as P1
_KERNEL = ("help", "choose")
MOST = 12  # orders for one line
_MOST_WAYS = 8  # of filling one phrase
_POLITE = """
    actually again along alright also am and are around as at be been being bit btw by choose
    chosen course day day's decide decided dice did die do does doing done down everyone finally
    first for from fyi gave getting gg gives gladly go goes going gone gonna got had happily has
    have having hello here hereby hey hi i i'd i'll i'm i've id ill im imho imo in into is just
    kindly let let's lets like made make makes making me mine more move's myself new now obviously
    of ofc off ok okay on once one ones only onto oops out over own per phase phase's please pls
    plz put puts putting quickly really rest result results roll rolled rolling rolls said say
    says shall simply sorry spend spending sure take takes taking tbh thank thanks that that's
    them then these thing things this thx time to today today's too took total ty up use used uses
    using via wanna want was we we'll week week's were what's which will with would've
"""
_SLIGHT = (ARTICLES | frozenset(["of", "and", "then", "is", "are", "please", "i", "me"])) - {"a"}
"""Words that a phrase may go without."""
_NO_FILLERS = """
    no not nothing some any more your his her their he she they you in into about it
"""
QUIET = SMALL | GLUE | ARTICLES | frozenset(_POLITE.split())
QUIET -= frozenset(_NO_FILLERS.split())
"""Words that say nothing beside an order."""


def whole(line: WordedLine, table: PhraseTable, situation: Situation) -> Iterator[tuple[str, ...]]:
    """One group: the orders of which some verb's words and some things are all of a line."""
    if not line.keys or line.is_cut or any(mark in key for key in line.keys for mark in _ASKING):
        return
    own = frozenset(word for name in situation.speaker for word in _if_first(name, line))
    found = dict.fromkeys(
        order
        for each in table.indexed(_needed).among(line.there)
        if each.verb.name not in _KERNEL
        for order in _orders(line, each, table.concepts[each.verb.form, each.phrase.order], own)
    )
    yield tuple(found)[:MOST]


def _needed(each: VerbPhrase) -> frozenset[str]:
    """The keys of the word that has to be said and has the fewest; or else any of its words."""
    needed = (part.keys for part in each.words if not part.keys <= _SLIGHT)
    return min(needed, key=len, default=each.keys)


def _if_first(name: str, line: WordedLine) -> Sequence[str]:
    """The words of a name where the line begins with it."""
    words = fold(name).split()
    return words if line.keys[: len(words)] == words else ()


def _orders(
    line: WordedLine, each: VerbPhrase, words: frozenset[str], own: frozenset[str]
) -> Iterator[str]:
    if each.verb.reads and any(map(_NUMBERED.fullmatch, line.keys)):
        return  # it reads such a line itself, and knows what is unclear
    needed = [part for part in each.words if not part.keys <= _SLIGHT]
    if not all(any(map(line.there.__contains__, _spoken(part, own))) for part in needed):
        return
    holes = each.holes
    kinds = [hole.kind.rstrip("!") for hole in holes]
    deeds = list(filter(None, map(line.deed, holes)))
    if len(set(kinds)) < len(kinds) or any(map(line.is_free, holes)) or not (needed or deeds):
        return
    known = (words | own).union(*chain.from_iterable(d.needs for d in deeds if not d.about))
    for things in islice(line.fillings(holes, None), _MOST_WAYS):
        if _says_all(line, things, known):
            yield order_of_phrase(each.phrase, things)


@lru_cache(maxsize=4096)
def _spoken(part: PhraseWord, own: frozenset[str]) -> tuple[str, ...]:
    """The forms of a word; those of the third person only where the speaker is named."""
    third = {form for key in part.keys for form in forms(key)[1:2]} - {"is"}
    return tuple(key for key in sorted(part.keys) if own or key not in third)


def _says_all(line: WordedLine, things: Mapping[str, Named], words: frozenset[str]) -> bool:
    """Whether some words, each said once, and things account for the whole line."""
    named = (thing for thing in things.values() if thing.spelled)  # a deed is told by its words
    taken = {at for thing in named for at in range(thing.start, thing.end)}
    rest = [key for at, key in enumerate(line.keys) if at not in taken and _speaks(key)]
    told = [key for key in rest if key not in QUIET]
    return len(set(told)) == len(told) and words.issuperset(told)


def _speaks(key: str) -> bool:
    return any(map(str.isalnum, key)) or key in _SPEAKING
