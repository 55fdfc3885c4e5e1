"""Things to do that are said in any order of their words.

``I do some mining``, ``Mining task``, ``mining roll`` are all ``mine``: a line that has one word of
each group that is needed, and beside them none but words that say nothing more. Any other word,
such as a name, ``not``, ``is`` or ``you``, makes it another line; or it is what the line is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.understanding.plain_line import key_of
from wikibot.game.understanding.slots.base import PhraseSlot
from wikibot.game.understanding.spelling import forms
from wikibot.wikitext.dialect import fold

GLUE = frozenset((
    "a", "an", "the", "my", "our", "some", "more", "again", "perform", "performing", "do", "doing",
    "go", "going", "make", "making", "take", "taking", "start", "starting", "task", "action", "in",
    "use", "using", "to", "for", "of", "by", "with", "from", "roll", "rolling", "rolled", "dice",
    "die", "result", "now", "today", "and", "then", "just", "this", "time", "bit", "please",
))  # fmt: skip
"""Words that say nothing beside a deed."""

_ASKING = ("?", "？", "👎")


class Deed(Struct, frozen=True):
    """``needs``: groups of words, of each of which one is there; ``may``: others that may be.

    ``never``: words that make it something else. ``about``: reads what all other words name; None
    where there are no others. ``kind``: the name of that slot, where it depends on the state.
    ``order``: what the line means, where that is not the verb that the deed is declared with.
    """

    needs: tuple[frozenset[str], ...]
    may: frozenset[str]
    never: frozenset[str] = frozenset()
    about: PhraseSlot | None = None
    kind: str = ""
    order: str = ""

    def among(self, slots: Mapping[str, PhraseSlot]) -> Deed:
        """The deed with the slot of its kind as it is now."""
        return replace(self, about=slots[self.kind]) if self.kind else self

    def is_told(self, keys: Iterable[str]) -> bool:
        """Whether the words that are needed are among some, and none that says the contrary."""
        there = frozenset(keys)
        for group in self.needs:
            if there.isdisjoint(group):
                return False
        return there.isdisjoint(self.never)

    def read(self, text: str) -> tuple[str, ...]:
        """What it is about, or the text itself; nothing where the text does not say this deed."""
        return self.read_by_keys(text, keys_of(text))

    def read_by_keys(self, text: str, keys: frozenset[str]) -> tuple[str, ...]:
        """The same, where the keys of the text's words are known."""
        if not self.is_told(keys) or any(mark in text for mark in _ASKING):
            return ()
        known = self.may.union(*self.needs)
        rest = [word for word in text.split() if key_of(word) not in known]
        if self.about:
            return self.about.read(" ".join(rest))
        told = [key for key in map(key_of, text.split()) if key in known - GLUE]
        if len(set(told)) < len(told) or any(char.isalnum() for word in rest for char in word):
            return ()  # each of its words is said once: the same again may be meant as more
        return (text,)


def keys_of(text: str) -> frozenset[str]:
    """The keys of the words of a text."""
    return frozenset(map(key_of, text.split()))


def deed(
    *needs: str,
    may: str = "",
    never: str = "",
    about: PhraseSlot | str | None = None,
    order: str = "",
) -> Deed:
    """A deed of words between blanks; verbs count in their other forms, but not the third person.

    ``may``: words beside it that say nothing more, further to ``GLUE``. ``about``: a slot, or the
    name of one of the game's.
    """
    words = _words(needs, may, never)
    if isinstance(about, str):
        return Deed(*words, kind=about, order=order)
    return Deed(*words, about, order=order)


@lru_cache(maxsize=512)
def _words(
    needs: tuple[str, ...], may: str, never: str
) -> tuple[tuple[frozenset[str], ...], frozenset[str], frozenset[str]]:
    """The words of a deed, which are found once: what a deed is about may change with each line."""
    groups = tuple(_in_all_forms(group.split()) for group in needs)
    no = frozenset(map(fold, never.split()))
    return groups, (GLUE | _in_all_forms(may.split())) - no, no


def _in_all_forms(words: Iterable[str]) -> frozenset[str]:
    own = [(word, forms(word)) for word in map(fold, words)]
    return frozenset(form for word, all_ in own for form in (word, *all_[:1], *all_[2:]))
