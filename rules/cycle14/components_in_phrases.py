"""Components as people count them in their lines: ``a crystal and 3x herbs``, ``all of my 🌿``.

Decision: an amount that is not said (``some herbs``) is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from rules.cycle14.components import Components, components
from rules.cycle14.state import State
from wikibot.game.understanding.options import Lists, options
from wikibot.game.understanding.slots.base import count_of
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook, fold, integer

_WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_LONGEST = 4  # words of a name
_TELLING = 4  # letters by which a word stands for another form of it
_NOT_WHOLE = re.compile(r"\d[.,]+\d|\d\.\.")
_GOES_ON = re.compile(r"(?:\b(?:and|plus|with)|[+&])\s*$", re.IGNORECASE)
_SOME = ("some", "few", "several", "any", "many", "more", "most")
_ALL = ("all", "everything", "every")
_ALL_OF_IT = -1  # for a count
_JOINTS = frozenset(("and", "plus", "with", "also", *",;&+"))
_GLUE = frozenset((
    "of", "my", "the", "our", "me", "from", "to", "own", "x", "times", *".:!?()[]*'’\"“”…",
))  # fmt: skip


class ComponentAmounts(Struct, frozen=True):
    """Components with how many of each: ``a crystal and 3x herbs``."""

    known: Components

    def read(self, text: str) -> tuple[str, ...]:
        """The amounts as ``1💎, 3🌿``; none where a word is neither a component nor a number."""
        if (
            _NOT_WHOLE.search(text)
            or _GOES_ON.search(text)
            or any(fold(word) in _SOME for word in _WORD.findall(text))
        ):
            return ()
        totals: dict[str, int] = {}
        for name, count in self._counted(text):
            if not count:
                return ()
            whole = _ALL_OF_IT in (count, totals.get(name))
            totals[name] = _ALL_OF_IT if whole else totals.get(name, 0) + count
        said = (f"{'all ' if n < 0 else n}{self.known.short(name)}" for name, n in totals.items())
        return (", ".join(said),) if totals else ()

    def _counted(self, text: str) -> list[tuple[str, int]]:
        """Each component with its count, 0 where it is not said."""
        found: list[tuple[str, int]] = []
        count: int | None = None  # that waits for what it counts
        is_counted = False  # whether the last thing has a number by now
        for kind, value in self._parts(text):
            if kind == "times" and found and count is None and not is_counted:
                found[-1], is_counted = (found[-1][0], integer(value)), True
            elif kind == "number" and count is None:
                count = integer(value)
            elif kind in ("name", "plural"):
                found.append((value, (1 if kind == "name" else 0) if count is None else count))
                count, is_counted = None, count is not None
            elif kind != "glue" and (kind != "joint" or count is not None):
                return [("", 0)]
        return found if count is None else [("", 0)]

    def _parts(self, text: str) -> Iterator[tuple[str, str]]:
        """The parts of a text: what each is, and the component or number that it names."""
        at = 0
        for start, end, name in self.known.find(text):
            yield from self._in_words(text[at:start])
            yield "name", name
            at = end
        yield from self._in_words(text[at:])

    def _in_words(self, text: str) -> Iterator[tuple[str, str]]:
        words, at = _WORD.findall(text)[:60], 0
        while at < len(words):
            length, kind, value = self._word(words, at)
            yield kind, value
            at += length

    def _word(self, words: Sequence[str], at: int) -> tuple[int, str, str]:
        word = fold(words[at])
        times = re.fullmatch(r"[x×](\d{1,6})", word)
        if times:
            return 1, "times", times[1]
        if word in ("x", "×", "*") and at + 1 < len(words) and words[at + 1].isdecimal():
            return 2, "times", words[at + 1]
        # As written: folded, raised digits are joined to the number before them.
        count = count_of(re.sub(r"(?<=\d)[xX]$", "", words[at]))
        if count is not None:
            return 1, "number", str(count)
        if word in _ALL:
            return 1, "number", str(_ALL_OF_IT)
        if word in _JOINTS:
            return 1, "joint", ""
        if word in _GLUE:
            return 1, "glue", ""
        names = NamesSlot(self.known.names)
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            spelled = words[at : at + length]
            found = names.read(" ".join(spelled)) if all(map(_is_word, spelled)) else ()
            if len(found) == 1 and _begins_alike(spelled, found[0]):
                plural = fold(spelled[-1]) == fold(found[0]) and fold(found[0])[-1] == "s"
                return length, "plural" if plural else "name", found[0]
        return 1, "unknown", ""


def _is_word(text: str) -> bool:
    return text[0].isalnum()


def _begins_alike(words: Sequence[str], name: str) -> bool:
    """Whether a text begins like a name: what is only near to one may be another word."""
    own = fold(name).split()
    return any(each[:_TELLING] == fold(words[0])[:_TELLING] for each in own)


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """Amounts, which are what players trade, too."""
    amounts = ComponentAmounts(components(book))
    return {"components": amounts, "items": amounts}


def lists(state: State, book: Rulebook, player: str) -> Lists:
    """The components to pick from."""
    known = options(components(book).names)
    return {"components": known, "items": known}
