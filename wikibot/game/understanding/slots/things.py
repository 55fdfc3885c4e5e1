"""Things with a number, and several things in a row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct

from wikibot.game.understanding.plain_line import ARTICLES, key_of, trimmed
from wikibot.game.understanding.slots.base import MOST_READINGS, may_begin
from wikibot.game.understanding.slots.names import NamesSlot
from wikibot.game.understanding.slots.spellings import SHORTEST, TYPED, squashed
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.regex import regex

_JOINED = regex(r"(?<=\d)(?:[-–—>/,+]|->)(?=\d)")
_WORD = regex(r"[^\W_]+")
_WHOLE = regex(r"-?\d{1,9}")


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


class IdentifiedThing(Struct, frozen=True):
    """Something with an identity such as ``P3``. ``owners``: whose it is, for ``Bob's proposal``.

    ``titles``: what else it goes by, as the title of a proposal.
    """

    id: str
    titles: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()


class Things(Struct, frozen=True, dict=True):
    """Things of one kind that are open. ``kinds``: what they are called; ``letter`` of their ids.

    Named by identity, title or owner; not named, it is the only one.
    """

    things: tuple[IdentifiedThing, ...]
    kinds: tuple[str, ...]
    letter: str
    others: tuple[str, ...] = ()  # identities that are not open any more

    def begins(self, key: str) -> bool:
        """Whether the name of one may begin with a word; quickly."""
        is_id = key[:1] == self.letter.casefold() or key.lstrip("#").isdecimal()
        return is_id or key[:3] in self._heads

    @cached_property
    def _heads(self) -> frozenset[str]:
        called = (name for each in self.things for name in (*each.titles, *each.owners))
        named = (word for name in (*self.kinds, *called) for word in name.split())
        return frozenset(key_of(word)[:3] for word in named)

    def read(self, text: str) -> tuple[str, ...]:
        """The identities that a text names."""
        words = [word for word in map(key_of, trimmed(text).split()) if word not in ARTICLES]
        named = {word: found for word in words if (found := self._id(word, bare=len(words) == 1))}
        if named or not words:
            rest = [word for word in words if word not in named and word not in self.kinds]
            ids = tuple(dict.fromkeys(named.values()))
            is_one = len(ids) == sum(word in named for word in words) == 1
            return ids if is_one and self._belongs(ids[0], rest) else ()
        return tuple(each.id for each in self.things if self._is_meant(each, text, words))

    def _belongs(self, id_: str, rest: Sequence[str]) -> bool:
        """Whether the words beside an identity are its owner or its title."""
        thing = next((each for each in self.things if each.id == id_), IdentifiedThing(id_))
        said = squashed(" ".join(rest).replace("'s", ""))
        return not rest or said in map(squashed, (*thing.titles, *thing.owners))

    def only(self) -> tuple[str, ...]:
        """All that are open, for a line that names none."""
        return tuple(each.id for each in self.things[:MOST_READINGS])

    def _id(self, word: str, *, bare: bool) -> str:
        number = word.removeprefix(self.letter.casefold()).lstrip("#")
        if not (number.isascii() and number.isdecimal()):
            return ""
        known = [each.id for each in self.things] + list(self.others)
        wanted = f"{self.letter}{number}"
        is_id = word != number or bare or wanted in known
        return wanted if is_id and (word != number or wanted in known) else ""

    def _is_meant(self, thing: IdentifiedThing, text: str, words: Sequence[str]) -> bool:
        wanted = squashed(trimmed(text))
        if len(wanted) >= SHORTEST and any(squashed(each) == wanted for each in thing.titles):
            return True
        rest = [word for word in words if word not in self.kinds]
        if not rest:
            return len(words) > 0
        owners = [fold(owner) for owner in thing.owners]
        known = {
            _singular(key_of(word))
            for name in (*thing.titles, *owners)
            for word in _WORD.findall(fold(name))
        }
        bare_words = [
            _singular(each) for word in rest for each in _WORD.findall(word.removesuffix("'s"))
        ]
        whose = any(word.removesuffix("'s") in owners for word in rest)
        called = len(rest) < len(words) or (whose and any(w not in owners for w in bare_words))
        if called and known.issuperset(bare_words):
            return True
        named = "".join(rest).removesuffix("'s").removesuffix("s'")
        if any(named == owner.replace(" ", "") for owner in owners):
            return len(rest) < len(words) or rest[-1].endswith(("'s", "s'"))
        joined, bare = " ".join(rest), len(rest) == len(words)
        return len(joined) >= TYPED and any(
            fold(each).startswith(joined) and not (bare and each.endswith(self.kinds))
            for each in thing.titles
        )  # what a trade is about is not the trade: `withdraw Herbs`


# -- several things in a row ---------------------------------------------------------------------


class Mentions(Struct, frozen=True):
    """Things in a row, in the order in which they are named: ``from 1 to 5 via 50``.

    ``glue``: words between them that say nothing. A text with any other word is not read. A line in
    exact form has them between commas. ``numbers``: whether any whole number is one of them.
    """

    kinds: tuple[NamesSlot, ...]
    glue: frozenset[str]
    joint: str = ", "
    longest: int = 6  # words of one name
    numbers: bool = False

    def begins(self, key: str) -> bool:
        """Whether the first of them may begin with a word; quickly."""
        return key[:1].isdecimal() or any(may_begin(each, key) for each in self.kinds)

    def read(self, text: str) -> tuple[str, ...]:
        """All that a text names, in one list."""
        if self.joint == " ":
            text = _JOINED.sub(" ", text)
        words, at, found = text.split()[:40], 0, list[str]()
        while at < len(words):
            length, name = self._at(words, at)
            if not length:
                return ()
            found += [name] if name else []
            at += length
        return (self.joint.join(found),) if found else ()

    def _at(self, words: Sequence[str], at: int) -> tuple[int, str]:
        """How many words the thing there takes, and its name; no name for glue; 0: it is none."""
        for length in range(min(self.longest, len(words) - at), 0, -1):
            name = self._exact(" ".join(words[at : at + length]))
            if name:
                return length, name
        key = key_of(words[at])
        if self.numbers and (number := _WHOLE.fullmatch(trimmed(words[at]))):
            return 1, number[0]
        if key in self.glue or not any(char.isalnum() for char in key):
            return 1, ""
        for length in range(min(self.longest, len(words) - at), 0, -1):
            read = [each.read(" ".join(words[at : at + length])) for each in self.kinds]
            names = dict.fromkeys(name for found in read for name in found)
            if len(names) == 1:
                return length, next(iter(names))
        return 0, ""

    def _exact(self, text: str) -> str:
        bare = trimmed(text)
        return next(filter(None, (each.exact(bare) for each in self.kinds)), "")
