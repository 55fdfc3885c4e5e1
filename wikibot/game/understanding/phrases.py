"""Phrases: people's words for an order, declared beside the verb that they stand for.

    Verb("retract", ..., phrases=(
        "withdraw {proposal}",
        "take back {proposal}",
        "give|gift (up) {items} to {player} => trade {items} to {player} for nothing",
    ))

- Words stand for themselves, in any case and with marks around them. ``a|b`` is either word, and
  ``(words)`` may be left out. The first word is a verb: its other forms count, too (``withdraws``,
  ``withdrawing``, ``withdrew``), unless ``=`` stands before it. A colon behind a word has to stand
  in the line, too (or a dash). Articles, emoji and arrows between words need not be declared.
- ``{kind}`` is a thing of a kind that the kernel or ``Game.slots`` lists; the exact form has its
  full name. ``{kind:2}`` is a second one. In every game: ``{player}``, ``{other}`` (another
  player), ``{proposal}``, ``{trade}`` (offered to the player), ``{own trade}``, ``{request}``,
  ``{candidate}``, ``{number}``, ``{rolled}`` (the sum of the line's dice; ``{misrolled}``: another
  number), ``{text}`` (any words), ``{answer}`` (of what waits), ``{verb}``.
- ``{kind!}`` in the order takes no words: it is the only such thing that is open.
- Behind ``=>`` stands the line in exact form. Without it the order is the verb's name with the
  things in their order behind it.
- A ``!`` in front: the phrase comes before the exact form, and before the question whether the
  line is talk (``!what can I do => help``). For phrases that say something else than the exact form
  would make of them.
- A ``?`` in front: the phrase is never played, only offered, where a line has its words and things
  in any order and more beside them (``?{item} => use {item}``).
- What the speaker puts around it (``I'd like to ..., please``) is gone by then.

The rules still have their say: a phrase is played only where its order can be played, and two
different orders are never decided between. So a phrase may be broad in its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from msgspec import Struct

from wikibot.game.understanding.slots.base import PhraseSlot
from wikibot.game.understanding.spelling import forms
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.regex import regex

_ONLY = regex(r"\{([^{}]+!)\}")
Slots = Mapping[str, PhraseSlot]


class PhraseWord(Struct, frozen=True):
    """A word of a phrase: any of these keys. ``leads``: a colon or a dash stands behind it."""

    keys: frozenset[str]
    leads: bool = False


class Hole(Struct, frozen=True):
    """A place for a thing. ``name``: as the order calls it; ``kind``: of which slot it is."""

    name: str
    kind: str


Part = PhraseWord | Hole


class Phrase(Struct, frozen=True):
    """A phrase without options: its parts in a row, and the order that it stands for.

    ``first``: it comes before the exact form. ``offered``: it is only offered.
    """

    parts: tuple[Part, ...]
    order: str
    first: bool = False
    offered: bool = False

    def starts(self) -> frozenset[str]:
        """The keys of its first word; none where it begins with a thing."""
        part = self.parts[0]
        return part.keys if isinstance(part, PhraseWord) else frozenset()


def comes_first(declared: str) -> bool:
    """Whether a declared phrase comes before the exact form."""
    return declared.startswith("!")


@lru_cache(maxsize=2048)
def phrases(declared: str, verb: str) -> tuple[Phrase, ...]:
    """A declared phrase of a verb, once for each way of leaving out what may be left out."""
    pattern, arrow, order = declared.partition("=>")
    first, offered, found = comes_first(declared), declared.startswith("?"), []
    for parts in _ways(pattern.lstrip("!?").strip()):
        holes = [part.name for part in parts if isinstance(part, Hole)]
        only = (Hole(name, name) for name in _ONLY.findall(order) if name not in holes)
        means = order.strip() if arrow else " ".join((verb, *(f"{{{name}}}" for name in holes)))
        found.append(Phrase(_inflected((*parts, *only)), means, first, offered))
    return tuple(dict.fromkeys(each for each in found if each.parts))


def _inflected(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Parts with all forms of the verb that they begin with."""
    if not parts or not isinstance(parts[0], PhraseWord):
        return parts
    return (_in_all_forms(parts[0]), *parts[1:])


@lru_cache(maxsize=2048)
def _in_all_forms(word: PhraseWord) -> PhraseWord:
    keys = (form for key in word.keys for form in (forms(key) if key[:1] != "=" else (key[1:],)))
    return PhraseWord(frozenset(keys), word.leads)


def _ways(pattern: str) -> Iterator[tuple[Part, ...]]:
    """The parts of a pattern with and without each group in round brackets."""
    pieces: list[tuple[tuple[Part, ...], ...]] = []
    for index, piece in enumerate(pattern.replace(")", "(").split("(")):
        parts = tuple(_parts(piece))
        if parts:
            pieces.append((parts, ()) if index % 2 else (parts,))
    for chosen in product(*pieces):
        yield tuple(part for parts in chosen for part in parts)


def _parts(text: str) -> Iterator[Part]:
    while text.strip():
        text = text.strip()
        if text.startswith("{"):
            name, _, text = text[1:].partition("}")
            yield _hole(name)
        else:
            word, _, text = text.partition(" ")
            yield _word(word)


@lru_cache(maxsize=2048)
def _hole(name: str) -> Hole:
    return Hole(name, name.partition(":")[0])


@lru_cache(maxsize=2048)
def _word(word: str) -> PhraseWord:
    return PhraseWord(frozenset(map(fold, word.rstrip(":").split("|"))), word.endswith(":"))
