"""A sentence as parsed, and the clauses that an effect can be said in, each beside the effect.

A clause is a function of the module of its effect: :func:`clause` gives the forms that it has in
the grammar, :func:`verbs` the words of its verbs. The grammar, the kinds of words that do
something, and what a parsed clause means all come from these.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any, TypeVar

from msgspec import Struct

from rules.plain.vocabulary import of_one
from rules.plain.words.lexemes import Lexeme, kinds
from wikibot.wikitext.regex import regex

NOT_KNOWN = "these words are not known here"
PLAYERS = "Players"  # as owner of fields, beside the names of tables
SURELY_DOER = ("you", "yourself", "the player", "the new player", "they themselves")
WHO = kinds(
    "they that_player person a_player another_player each_player each_other_player "
    "random_player another_random_player extreme_player extreme_players the_term the_one_with "
    "winner loser author alias the_two who_at who_of next_player"
)
OPS = {
    "AT_LEAST": ">=", "OR_MORE": ">=", "AT_MOST": "<=", "OR_LESS": "<=", "MORE_THAN": ">",
    "MORE": ">", "RISE_ABOVE": ">", "LESS_THAN": "<", "LESS": "<", "SINK_BELOW": "<",
    "SINK_TO": "<=", "EXACTLY": "=",
}  # fmt: skip
_Means = TypeVar("_Means", bound=Callable[..., Any])
CLAUSES: dict[str, Callable[..., Any]] = {}  # what each clause means, by its name in the grammar
FORMS: dict[str, str] = {}  # the name of the clause that each form is
VERBS: dict[str, tuple[str, ...]] = {}  # spellings of words that say that something happens
PHRASES: dict[str, tuple[str, ...]] = {}  # of other words


class Misfit(ValueError):
    """Words that fit the grammar and mean nothing here; the text says why, ``words`` which."""

    def __init__(self, why: str, words: str = "") -> None:
        super().__init__(why)
        self.words = words


class Branch(Struct, frozen=True):
    """A part of the sentence as parsed. ``name``: that of the grammar."""

    name: str
    parts: tuple[Branch | Lexeme, ...]

    def branches(self, *names: str) -> list[Branch]:
        """The parts of these names (default: all that are no words)."""
        found = (each for each in self.parts if isinstance(each, Branch))
        return [each for each in found if not names or each.name in names]

    def words(self, *kinds: str) -> list[Lexeme]:
        """The words of these kinds (default: all)."""
        found = (each for each in self.parts if isinstance(each, Lexeme))
        return [each for each in found if not kinds or each.kind in kinds]

    def has(self, kind: str) -> bool:
        """Whether a word of this kind is among the parts."""
        return bool(self.words(kind))

    def number(self, at: int = 0) -> int:
        """The value of one of the numbers among the parts."""
        value = self.words("NUMBER", "TIMES")[at].value
        return value if isinstance(value, int) else 0

    def op(self, other: str = "=") -> str:
        """How two are compared by a word among the parts; ``other``: where none does."""
        return next((OPS[each.kind] for each in self.words(*OPS)), other)

    def named(self, at: int = 0) -> str:
        """One of the names among the parts, as it was recognised."""
        return str(self.words("NAME")[at].value)


def first_word(branch: Branch) -> str:
    """The first word of a part, as written."""
    for each in branch.parts:
        found = first_word(each) if isinstance(each, Branch) else each.text
        if found:
            return found
    return ""


def rounds_up(branch: Branch) -> bool:
    """Whether a part says that it is rounded up."""
    words = branch.words("ROUNDED")
    return bool(words) and words[0].low.endswith("up")


def clause(*forms: str, name: str = "", **more: Any) -> Callable[[_Means], _Means]:
    """Let a function give the meaning of clauses in these forms, in the words of the grammar.

    ``name``: in the grammar, where it is not the function's. ``more``: what the function is told
    beside the branch.
    """

    def known(means: _Means) -> _Means:
        called = name or means.__name__.rstrip("_")
        FORMS.update(dict.fromkeys(forms, called))
        CLAUSES[called] = partial(means, **more) if more else means
        return means

    return known


def verbs(**kinds: str) -> None:
    """The words of a kind that say that something happens, separated by commas.

    Verbs in the plural, for the singular as well; behind a semicolon, what stays as it is.
    """
    for kind, said in kinds.items():
        plural, _, fixed = said.partition(";")
        both = ", ".join(f"~{each.strip()}" for each in plural.split(",") if plural)
        VERBS[kind] = spelled(", ".join(filter(None, (both, fixed))))


def phrases(**kinds: str) -> None:
    """Other words of a kind, as they are, separated by commas."""
    PHRASES.update((kind, spelled(said)) for kind, said in kinds.items())


_PASSIVE = regex(r"~are \w+(?:ed|en|ent|own|ut|ade|ept|et|ught)\b")


def spelled(said: str) -> tuple[str, ...]:
    """All spellings that a list has: ``~pay {for,} it`` is pay for it, pays for it, pay it, ...

    What somebody is made to do is also what they "get sent" to, and "shall be sent" to.
    """
    found: list[str] = []
    for each in re.split(r",\s*(?![^{}]*\})", said):
        parts = (
            part[1:-1].split(",") if part[-1:] == "}" else [part]
            for part in re.split(r"(\{[^{}]*\})", each)
        )
        for form in (" ".join("".join(of).split()) for of in product(*parts)):
            found += [form[1:], _of_one(form[1:])] if form.startswith("~") else [form]
            if _PASSIVE.match(form):
                found += [f"{be} {form[5:]}" for be in ("be", "get", "gets")]
    return tuple(dict.fromkeys(found))


_IRREGULAR = {"are": "is", "have": "has"}
_ADVERBS = ("randomly ", "permanently ", "instantly ", "secretly ")


def _of_one(verb: str) -> str:
    """A verb in the singular: ``picks up``, ``tries``, ``is given``, ``randomly chooses``."""
    adverb = next(filter(verb.startswith, _ADVERBS), "")
    first, space, rest = verb.removeprefix(adverb).partition(" ")
    return f"{adverb}{_IRREGULAR.get(first) or of_one(first)}{space}{rest}"


class Unspeakable(ValueError):
    """A meaning that the fixed form of words has no words for."""


class Drawn(Struct, frozen=True):
    """So many things of a table, at random or of one's choice, which become items."""

    thing: Any
    many: Any


class NoneOf(Struct, frozen=True):
    """``no Gold``: with how many one begins."""


Pile = tuple[Any, str]  # an amount (None: all) of something, or a RandomThing or Drawn and ""
