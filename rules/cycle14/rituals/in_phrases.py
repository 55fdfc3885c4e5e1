"""Rituals and gatherings as people name them: ``the boosting one``, ``Ben's gathering``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from rules.cycle14.components import components
from rules.cycle14.components_in_phrases import ComponentAmounts
from rules.cycle14.rituals.naming import ritual_names, short
from rules.cycle14.state import OPEN, Gathering, State
from wikibot.game.understanding.deeds import Deed
from wikibot.game.understanding.options import Lists, Option, options
from wikibot.game.understanding.plain_line import key_of, trimmed
from wikibot.game.understanding.slots.things import IdentifiedThing, Things
from wikibot.sdk import PhraseSlot, Rulebook, deed, fold, replace

_TELLING = 4  # letters by which a word stands for another form of it: boost, boosting
_GIVE = deed(
    "contribute contribution add give put donate offer throw chip pledge for to into in",
    may="gathering here's heres here is ritual one i",
    never="from back out",
)
_BACK = deed(
    "withdraw remove take pull get back undo out like",
    may="gathering contribution from of ritual like back out i'd",
    never="to into for",
)
_GLUE = frozenset((
    "the", "a", "an", "ritual", "rituals", "gathering", "gatherings", "of", "to", "that", "which",
    "for", "my", "our", "one", "on",
))  # fmt: skip
_START = "start|begin|initiate|launch|open|hold|call|organise|organize|new"
_KILLED = "on|of|against|for|to|victim|target|targeting"
STARTINGS = (
    f"{_START} {{ritual}}",
    f"{_START} gathering|ritual (for|to|of) {{ritual}}",
    f"{_START} {{ritual}} ({_KILLED}) {{other}} => start gathering {{ritual}}: {{other}}",
    f"{_START} {{ritual}} {_KILLED} {_KILLED} {{other}} => start gathering {{ritual}}: {{other}}",
    f"ritual of murder ({_KILLED}) {{other}} => start gathering Murder: {{other}}",
)
STARTING = deed(
    "start begin initiate launch open call organise organize new kick commence set announce host",
    "gathering ritual", may="hold off up", about="ritual",
)  # fmt: skip
_ADD = "contribute|add|give|put|donate|offer|throw|chip|pledge|send|bring|contribution (in)"
_INTO = "to|into|for|toward|towards|in"
CONTRIBUTIONS = (
    f"{_ADD} {{components}} {_INTO} {{gathering}} => contribute {{components}} to {{gathering}}",
    f"{_ADD} ({_INTO}) {{gathering}} {{components}} => contribute {{components}} to {{gathering}}",
    "contribute {components}",
    f"+ {{components}} {_INTO} {{gathering}} => contribute {{components}} to {{gathering}}",
    "{contribution}",
    f"{{components}} {_INTO} {{gathering}} => contribute {{components}} to {{gathering}}",
    "{gathering} {components} => contribute {components} to {gathering}",
)
TAKING_BACK = (
    "{taking back}",
    (
        "withdraw|remove|take|pull (back|out) {components} (back|out) (from|of|out) {gathering} "
        "=> withdraw {components} from {gathering}"
    ),
    (
        "withdraw|remove|take|pull|get {components} out|back of|from {gathering} "
        "=> withdraw {components} from {gathering}"
    ),
)
COMPLETIONS = (
    "complete|finish|perform|conclude|finalise|finalize|execute|conduct|close|end|do {gathering}",
    "wrap|finish up {gathering}",
    "{gathering} is|now complete|completed|done|finished|ready|full",
    "{gathering} complete|completed|done|finished",
    "bring {gathering} to (an) end|completion|conclusion",
)
OBJECTIONS = (
    "object|objection (to|against) (being) murdered|murder|killed (gathering|ritual)",
    "objection",
    "object|objection (strongly) (to|against) {gathering}",
    "strongly object (to|against) {gathering}",
)


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """Rituals, the gatherings that are open, and what players give to them."""
    running = _running(state)
    ids, amounts = tuple(each.id for each in running), ComponentAmounts(components(book))
    return {
        "ritual": Rituals(ritual_names(book)),
        "gathering": Gatherings(running, tuple(each.id for each in state.gatherings)),
        "contribution": Contribution(amounts, _GIVE, ids),
        "taking back": Contribution(amounts, _BACK, ids, "from"),
    }


def lists(state: State, book: Rulebook, player: str) -> Lists:
    """The rituals and the gatherings that are open, to pick from."""
    running = (Option(each.id, f"{each.id}: {each.ritual}") for each in _running(state))
    return {"ritual": options(ritual_names(book)), "gathering": tuple(running)}


def _running(state: State) -> tuple[Gathering, ...]:
    return tuple(each for each in state.gatherings if each.status == OPEN)


class Contribution(Struct, frozen=True):
    """Components and the number of a gathering, in any order: ``G1: I contribute a crystal``."""

    amounts: ComponentAmounts
    words: Deed
    running: tuple[str, ...]
    joint: str = "to"

    def read(self, text: str) -> tuple[str, ...]:
        """The two as ``1💎 to G1``."""
        ids = [word for word in text.split() if key_of(word).upper() in self.running]
        if len(ids) != 1:
            return ()
        rest = " ".join(word for word in text.split() if word not in ids)
        found = replace(self.words, about=self.amounts).read(rest)
        return tuple(f"{each} {self.joint} {key_of(ids[0]).upper()}" for each in found)


class Rituals(Struct, frozen=True):
    """Types of rituals by any words of their titles, in any form: ``boosting``, ``displace``."""

    titles: tuple[str, ...]

    def read(self, text: str) -> tuple[str, ...]:
        """The titles that have all the words of a text."""
        words = [key for key in map(key_of, text.split()) if any(map(str.isalnum, key))]
        telling = [word for word in words if word not in _GLUE]
        return tuple(title for title in self.titles if telling and _are_of(telling, title))


def _are_of(words: Sequence[str], title: str) -> bool:
    own = fold(title).split()
    return all(any(_same_stem(word, each) for each in own) for word in words)


def _same_stem(one: str, other: str) -> bool:
    if one == other:
        return True
    length = min(_TELLING, max(len(one), len(other)) - 1)
    return (
        len(one) >= length
        and one[:length] == other[:length]
        and _TELLING <= min(len(one), len(other))
    )


class Gatherings(Struct, frozen=True):
    """Gatherings that are open, by number, ritual or who started them. ``known``: all numbers."""

    running: tuple[Gathering, ...]
    known: tuple[str, ...]

    def read(self, text: str) -> tuple[str, ...]:
        """The numbers of those that a text may mean."""
        words = [key for key in map(key_of, trimmed(text).split()) if key not in _GLUE]
        if len(words) > 1 and any(re.fullmatch(r"g?\d+", word) for word in words):
            return ()  # a number and something else
        if words == ["it"]:
            return tuple(each.id for each in self.running)
        things = tuple(
            IdentifiedThing(g.id, (short(g.ritual), g.ritual), (g.starter,)) for g in self.running
        )
        found = Things(things, ("gathering", "ritual"), "G", self.known).read(text)
        return found or tuple(self._by_ritual(words))

    def _by_ritual(self, words: Sequence[str]) -> Iterator[str]:
        for each in self.running:
            owner = fold(each.starter)
            telling = [w for w in words if w.removesuffix("'s").removesuffix("’s") != owner]
            if telling and _are_of(telling, each.ritual):
                yield each.id
