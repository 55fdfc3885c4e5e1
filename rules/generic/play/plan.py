"""The sentences of a ruleset by what sets them off, so that each is found when it is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from rules.generic.owners import Owner
from rules.generic.play.concerned import Reads, Watch, limit_reads, limit_table, reads
from rules.generic.play.done import asked_about
from rules.generic.state import PLAYERS
from rules.plain import tree
from rules.plain.vocabulary import singular
from wikibot.wikitext.folding import fold

N = TypeVar("N", bound=tree.Node)
K = TypeVar("K")
V = TypeVar("V")
KINDS = {"crosses": ("moves", "passes")}  # what a sentence says of several kinds of event
_SHOWN = 60  # characters of a sentence that has no heading above it


class Told(Struct, frozen=True, dict=True):
    """A sentence that is played. ``means``: what it says; ``text``: as it stands on the page."""

    means: Any
    text: str
    section: str = ""
    says: str = ""

    @cached_property
    def verb(self) -> tree.Verb:
        """What a player writes for it; an empty word where it is set off in another way."""
        found = verb_of(self.means)
        return found if found is not None else tree.Verb(("",))

    @cached_property
    def rule(self) -> str:
        """What an answer calls the rule by: its section, or else its first words."""
        short = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…"
        return self.section or f'"{short}"'

    @cached_property
    def label(self) -> str:
        """What its rolls are for, in words that stay the same while the sentence does."""
        if isinstance(self.means, tree.Action):
            return words_of(self.means.verb)
        if isinstance(self.means, tree.Use | tree.Landing | tree.Passing | tree.Buy):
            return self.means.thing
        short = " ".join(self.text.split())[:_SHOWN].rstrip(" .,:;")
        return short[:1].lower() + short[1:]


def words_of(verb: tree.Verb) -> str:
    """An action in short: its verb with the things that it names, ``buy Net``."""
    parts = [part if isinstance(part, str) else _named(part) for part in verb.parts]
    return " ".join(filter(None, parts))


def _named(part: Any) -> str:
    if isinstance(part, tree.Stuff):
        return part.what
    if isinstance(part, tree.NamedThing | tree.NamedPlayer):
        return part.name
    return singular(part.table) if isinstance(part, tree.ChosenThing) else ""


class SentencePlan:
    """All sentences that are played, in the order of the page."""

    def __init__(self, sentences: Iterable[Told]) -> None:
        self.sentences = tuple(sentences)
        self.actions = self._actions()
        self.uses = {fold(each.means.thing): each for each in self.of(tree.Use)}
        self.landings = self._by_thing(tree.Landing)
        self.passings = self._by_thing(tree.Passing)
        self.limits = self._limits()
        self.limited = Watch(self._watched_limits())
        self.whenever = self._whenever()
        self.becoming = self._becoming()
        self.values = self._values()
        self.at_times = self.of(tree.AtTime)
        self.beginnings = self.of(tree.Beginning)
        self.winnings = self._winnings()
        self.forbidden = self._forbidden()
        self.fitted: tuple[Any, Any, Any] = (None, None, None)  # a line, its state, what it fits
        self.asked = tuple(verb for each in self.sentences for verb in asked_about(each.means))

    def of(self, kind: type[N]) -> tuple[Told, ...]:
        """The sentences of one kind."""
        return tuple(each for each in self.sentences if isinstance(each.means, kind))

    def limits_of(self, table: str, name: str) -> Sequence[Told]:
        """The limits of what the owners of a table (the game: "") have under a name."""
        return self.limits.get((table, fold(name)), ())

    def _actions(self) -> Mapping[str, tuple[Told, ...]]:
        """What players may do, by the first word of what they write."""
        verbs = ((verb_of(each.means), each) for each in self.sentences)
        return _grouped((first_word(verb), each) for verb, each in verbs if verb is not None)

    def _forbidden(self) -> Mapping[str, tuple[Told, ...]]:
        """What players may not do, by the first word of what they would write."""
        every = self.of(tree.Forbidden)
        verbs = ((verb, each) for each in every for verb in (each.means.verb, *each.means.others))
        return _grouped((fold(verb), each) for verb, each in verbs)

    def forbids(self, verb: str) -> Sequence[Told]:
        """The sentences that forbid a verb, or every one, to some players."""
        return (*self.forbidden.get(fold(verb), ()), *self.forbidden.get("", ()))

    def _whenever(self) -> Mapping[tuple[str, str], tuple[tuple[int, Told], ...]]:
        """What events set off: their kind, and what is gained, lost or done ("": whatever)."""
        events = ((at, each, each.means.event) for at, each in enumerate(self.of(tree.Whenever)))
        return _grouped(
            ((kind, fold(event.what)), (at, each))
            for at, each, event in events
            for kind in KINDS.get(event.kind, (event.kind,))
        )

    def set_off(self, kind: str, what: str) -> Sequence[Told]:
        """The sentences that wait for an event of a kind, in the order of the page."""
        certain = self.whenever.get((kind, fold(what)), ()) if what else ()
        any_ = self.whenever.get((kind, ""), ())
        return [told for _, told in sorted((*certain, *any_), key=lambda each: each[0])]

    # -- what is looked at when something changed --------------------------------------------------

    def _watched_limits(self) -> Iterable[tuple[Told, str, Reads]]:
        every = dict.fromkeys(told for found in self.limits.values() for told in found)
        return ((told, limit_table(told.means), limit_reads(told.means)) for told in every)

    def _becoming(self) -> Watch[Told]:
        every = (each for each in self.of(tree.Whenever) if each.means.event.kind == "becomes")
        return Watch((told, PLAYERS, reads(told.means.event.where)) for told in every)

    def _values(self) -> Watch[Told]:
        every = self.of(tree.WheneverValue)
        return Watch((told, "", reads(told.means.condition)) for told in every)

    def _winnings(self) -> Watch[Told]:
        return Watch((told, PLAYERS, reads(told.means.where)) for told in self.of(tree.Winning))

    def _by_thing(
        self, kind: type[tree.Landing | tree.Passing]
    ) -> Mapping[Owner, tuple[Told, ...]]:
        means = ((each.means, each) for each in self.of(kind))
        return _grouped((Owner(of.table, of.thing), each) for of, each in means)

    def _limits(self) -> Mapping[tuple[str, str], tuple[Told, ...]]:
        means = ((each.means, each) for each in self.of(tree.Limit))
        return _grouped(((limit_table(of), fold(of.name)), each) for of, each in means)


def _grouped(pairs: Iterable[tuple[K, V]]) -> Mapping[K, tuple[V, ...]]:
    """All values of each key, in their order."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def verb_of(means: Any) -> tree.Verb | None:
    """What a player writes for a sentence; None where it is set off in another way."""
    if isinstance(means, tree.Action):
        return means.verb
    if isinstance(means, tree.Use | tree.Buy):
        word = "use" if isinstance(means, tree.Use) else "buy"
        return tree.Verb((word, tree.Stuff(tree.Number(1), means.thing)))
    return None


def first_word(verb: tree.Verb) -> str:
    """The word with which a line begins that means this verb."""
    part = verb.parts[0]
    return part.split()[0].casefold() if isinstance(part, str) and part.strip() else ""
