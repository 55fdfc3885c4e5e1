"""What people's phrases for Cycle 14 name: components, herbs, pots, rituals, gatherings, landmarks.

Each is a slot (:mod:`wikibot.game.understanding.slots`): it reads a text to the spellings that the
exact form of an order has for it, none where the text is no such thing. Decision: an amount of
which nobody can tell how much it is (``some herbs``) is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.cycle14.components import Components, components
from rules.cycle14.rituals.naming import ritual_names, short
from rules.cycle14.state import OPEN, Gathering, State
from rules.cycle14.tasks.encyclopaedia import herb_names
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.understanding.deeds import Deed, deed
from wikibot.game.understanding.options import Lists, Option, options
from wikibot.game.understanding.plain_line import key_of, trimmed
from wikibot.game.understanding.slots.base import PhraseSlot, count_of
from wikibot.game.understanding.slots.names import NamesSlot
from wikibot.game.understanding.slots.things import IdentifiedThing, Things
from wikibot.wikitext.folding import fold
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import plain

_WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_LONGEST = 4  # words of a name
_TELLING = 4  # letters by which a word stands for another form of it: boost, boosting
_SIGNED = re.compile(r"[-−]\s*\d|\d[.,]\d")  # below zero, or not whole
_SOME = ("some", "few", "several", "any", "many", "more", "most")
_ALL = ("all", "everything", "every")
_AMOUNT_GLUE = frozenset((
    "and", "of", "my", "the", "our", "plus", "with", "each", "also", "me", "from", "to", "own",
))  # fmt: skip
_POTS_GLUE = frozenset(("and", "pot", "pots", "number", "no", "the", "in", "of"))
_EVERYTHING = frozenset(
    ("all", "both", "everything", "every", "each", "plants", "herbs", "flowers")
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_STOREHOUSE = "community me i have own here back i'd i'll"
_OUT = (
    "need want withdraw withdrawal take get fetch grab borrow remove collect retrieve from out of "
    "like"
)
_INTO = "into store deposit put donate contribute"
_STORE = "store deposit put place add move transfer donate donation give contribute send to into →"
_START = (
    "start begin initiate launch open call organise organize new kick commence set announce host"
)
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
_PLANT_GLUE = frozenset((
    "in", "into", "to", "with", "the", "a", "an", "and", "pot", "pots", "herb", "herbs", "number",
    "no", "of", "one", "empty",
))  # fmt: skip
_EVERY = ("both", "all", "each", "every")
_SEGMENTS = re.compile(r"[,;&+]|\band\b", re.IGNORECASE)
_MOST_SEGMENTS = 40
_RITUAL_GLUE = frozenset((
    "the", "a", "an", "ritual", "rituals", "gathering", "gatherings", "of", "to", "that", "which",
    "for", "my", "our", "one", "on",
))  # fmt: skip
_ARTICLE = re.compile(r"(?:the|an?)\s+", re.IGNORECASE)
_LANDMARK = re.compile(
    r"""["“„«]?(?P<name>[^"“”„«»:,(]+?)["”“»]?\s*(?P<mark>:|,|\s[-–—]\s|\()\s*(?P<what>.+)"""
)


_PAID = "1 one 1⚡ ⚡ resolve spend on work"  # what a task costs
DEEDS: Mapping[str, PhraseSlot] = {
    "mining": deed("mine dig quarry", may=f"crystal crystals stone stones brimstone gems {_PAID}"),
    "foraging": deed("forage", may=f"herb herbs plants wastes wilderness woods {_PAID}"),
    "gathering herbs": deed("gather collect search look pick find", "herb herbs plants 🌿",
                            may="wastes wilderness woods"),
    "alchemy": deed("alchemy", may=f"practise practice reagent reagents {_PAID}"),
    "brewing": deed("brew cook make create turn convert craft mix concoct produce",
                    "reagent reagents potion potions ⚗️", may="into crystal crystals herb herbs"),
    "beating": deed("beat make create craft forge produce build", "heart hearts ❤️🔥",
                    may="infernal one"),
    "blood acquisition": deed("acquire acquisition take get collect draw extract drain",
                              "blood 🩸", may="stone obelisk from"),
    "befriending": deed("befriend tame friend friends", "grebe bird 🐦", may="become try"),
    "instructing": deed("instruct order command tell send collect collects works", "grebe bird 🐦",
                        may="out gather fetch find get materials stuff things components crystals"
                            " herbs"),
    "one more pot": deed("pot", "another extra more new", may="one want"),
    "pot synthesis": deed("synthesis synthesise synthesize make create build craft add produce",
                          "pot", may="new another extra further one"),
    "observation": deed("observe observation", may="obelisk stone big 👁️ 👀"),
    "looking": deed("watch view check inspect examine study look gaze glance", "obelisk", may="at"),
    "end of banishment": deed("end finish over done stop finished", "banishment exile",
                              may="is has"),
}  # fmt: skip
"""Things to do that are about nothing else."""


def slots(state: State, book: Rulebook) -> Mapping[str, PhraseSlot]:
    """The kinds of things that phrases of this game name."""
    pots = tuple(pot.id for pot in state.pots)
    empty = tuple(pot.id for pot in state.pots if not pot.herb)
    herbs = NamesSlot(herb_names(book), ("herb",))
    running = tuple(each for each in state.gatherings if each.status == OPEN)
    amounts, plantings = ComponentAmounts(components(book)), Plantings(herbs, pots, empty)
    rituals = Rituals(ritual_names(book))
    return {
        **DEEDS,
        "components": amounts,
        "items": amounts,
        "storing": deed(
            _STORE, "storehouse storage", may=_STOREHOUSE, never=f"{_OUT} me", about=amounts
        ),
        "taking out": deed(
            _OUT, "storehouse storage", may=f"{_STOREHOUSE} like", never=_INTO, about=amounts
        ),
        "planting": deed("plant propagate propagation sow", may="herbalism put", about=plantings),
        "watering": deed("water hydrate hydration irrigate", may="herbalism", about=Pots(pots)),
        "harvesting": deed(
            "harvest pick reap pluck", may="herbalism out herb herbs", about=Pots(pots, every=False)
        ),
        "banishing": Banishing(NamesSlot(tuple(state.players), ("player",))),
        "starting": deed(_START, "gathering ritual", may="hold off up", about=rituals),
        "contribution": Contribution(amounts, _GIVE, tuple(each.id for each in running)),
        "taking back": Contribution(amounts, _BACK, tuple(each.id for each in running), "from"),
        "herb": herbs,
        "pot": NamesSlot(pots, ("pot", "number", "no")),
        "plantings": plantings,
        "spread": Plantings(herbs, pots, empty, spread=True),
        "ritual": rituals,
        "gathering": Gatherings(running, tuple(each.id for each in state.gatherings)),
        "landmark": LandmarkSlot(),
    }


def lists(state: State, book: Rulebook) -> Lists:
    """The things of these kinds for a form to list."""
    known = options(components(book).names)
    running = (each for each in state.gatherings if each.status == OPEN)
    return {
        "components": known,
        "items": known,
        "ritual": options(ritual_names(book)),
        "gathering": tuple(Option(g.id, f"{g.id}: {g.ritual}") for g in running),
    }


_ALL_OF_IT = -1  # for a count


_TERM = re.compile(
    r"[\s,;:(–—-]*(?:for|lasting|duration|of|time)*\s*"
    r"(?P<count>\w+)[\s-](?P<unit>days?|weeks?|hours?)[\s.!)]*",
    re.IGNORECASE,
)


class Banishing(Struct, frozen=True):
    """Whom to banish, and for how long: ``Ben for three days``, ``Ben (3 days)``."""

    players: NamesSlot

    def read(self, text: str) -> tuple[str, ...]:
        """The two as ``Ben for 3 days``."""
        words = plain(text).split()[:12]
        for at in range(1, len(words)):
            found = _TERM.fullmatch(" ".join(words[at:]))
            count = count_of(found["count"]) if found else None
            names = self.players.read(trimmed(" ".join(words[:at]))) if count else ()
            if found and len(names) == 1:
                return (f"{names[0]} for {count} {found['unit'].casefold()}",)
        return ()


class ComponentAmounts(Struct, frozen=True):
    """Components with how many of each: ``a crystal and 3x herbs``."""

    known: Components

    def read(self, text: str) -> tuple[str, ...]:
        """The amounts as ``1💎, 3🌿``; none where a word is neither a component nor a number."""
        if _SIGNED.search(text) or any(fold(word) in _SOME for word in _WORD.findall(text)):
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
        """Each component with its count, which is 0 where nobody can tell it."""
        found: list[tuple[str, int]] = []
        count: int | None = None  # that waits for what it counts
        for kind, value in self._parts(text):
            if kind == "times" and found and count is None:
                found[-1] = found[-1][0], integer(value)
            elif kind == "number" and count is None:
                count = integer(value)
            elif kind in ("name", "plural"):
                found.append((value, (1 if kind == "name" else 0) if count is None else count))
                count = None
            elif kind != "glue":
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
        count = count_of(re.sub(r"(?<=\d)x$", "", word))
        if count is not None:
            return 1, "number", str(count)
        if word in _ALL:
            return 1, "number", str(_ALL_OF_IT)
        if word in _AMOUNT_GLUE or not any(map(str.isalnum, word)) or word in ("x", "times"):
            return 1, "glue", ""
        names = NamesSlot(self.known.names)
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            found = names.read(" ".join(words[at : at + length]))
            if len(found) == 1 and _begins_alike(words[at : at + length], found[0]):
                plural = (
                    fold(words[at + length - 1]) == fold(found[0]) and fold(found[0])[-1] == "s"
                )
                return length, "plural" if plural else "name", found[0]
        return 1, "unknown", ""


def _begins_alike(words: Sequence[str], name: str) -> bool:
    """Whether a text begins like a name: what is only near to one may be another word."""
    own = fold(name).split()
    return any(each[:_TELLING] == fold(words[0])[:_TELLING] for each in own)


class Plantings(Struct, frozen=True):
    """Herbs with the pots that they go into: ``Kraken Root in 3 and 4``, ``3: Yaqqip``.

    ``empty``: the pots that ``all empty pots`` are. ``spread``: only one herb in several pots.
    """

    herbs: NamesSlot
    pots: tuple[str, ...]
    empty: tuple[str, ...]
    spread: bool = False

    def read(self, text: str) -> tuple[str, ...]:
        """The herbs as ``3 Kraken Root, 4 Yaqqip``."""
        found: list[tuple[str, list[str]]] = []  # a herb, its pots
        waiting: list[str] = []  # pots before their herb
        for segment in _SEGMENTS.split(text)[:_MOST_SEGMENTS]:
            read = self._segment(_WORD.findall(segment))
            if read is None:
                return ()
            herb, pots = read
            if herb:
                found.append((herb, waiting + pots))
                waiting = []
            else:
                (found[-1][1] if found else waiting).extend(pots)
        is_spread = len(found) == 1 and len(found[0][1]) > 1
        if waiting or not found or (self.spread and not is_spread):
            return ()
        pairs = ((pot, herb) for herb, pots in found for pot in pots or [""])
        return (", ".join(f"{pot} {herb}".strip() for pot, herb in pairs),)

    def _segment(self, words: Sequence[str]) -> tuple[str, list[str]] | None:
        """The herb ("" for none) and the pots between two separators; None for anything else."""
        herb, pots, at = "", list[str](), 0
        while at < len(words):
            key = key_of(words[at])
            length, named = self._herb(words, at)
            if named and herb:
                return None
            if key in self.pots and not pots:
                pots.append(key)
            elif key in _EVERY and "empty" in map(fold, words[at:]):
                pots += self.empty
            elif named:
                herb = named
            elif key not in _PLANT_GLUE and any(map(str.isalnum, key)):
                return None
            at += length
        return herb, pots

    def _herb(self, words: Sequence[str], at: int) -> tuple[int, str]:
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            found = self.herbs.read(" ".join(words[at : at + length]))
            if len(found) == 1 and key_of(words[at]) not in _PLANT_GLUE:
                return length, found[0]
        return 1, ""


class Pots(Struct, frozen=True):
    """Pots by their numbers. ``every``: whether all of them may be meant, too."""

    pots: tuple[str, ...]
    every: bool = True

    def read(self, text: str) -> tuple[str, ...]:
        """The pots as ``1, 2``; ``all`` where every pot is meant."""
        keys = [key_of(word) for word in _WORD.findall(text)]
        found = [pot for pot in map(self._pot, keys) if pot]
        others = [key for key in keys if not self._pot(key) and any(map(str.isalnum, key))]
        if found and _POTS_GLUE.issuperset(others):
            return (", ".join(found),)
        is_all = self.every and not found and not _EVERYTHING.isdisjoint(others)
        return ("all",) if is_all and (_EVERYTHING | _POTS_GLUE).issuperset(others) else ()

    def _pot(self, key: str) -> str:
        number = _ORDINALS.index(key) + 1 if key in _ORDINALS else count_of(key)
        return str(number) if str(number) in self.pots and key not in _EVERYTHING else ""


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
        words = [key for key in map(key_of, text.split()) if key.isalnum()]
        telling = [word for word in words if word not in _RITUAL_GLUE]
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
        words = [key for key in map(key_of, trimmed(text).split()) if key not in _RITUAL_GLUE]
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


class LandmarkSlot(Struct, frozen=True):
    """A landmark with its description: ``Mount Doom, a fiery mountain``."""

    def read(self, text: str) -> tuple[str, ...]:
        """The two as ``Mount Doom: a fiery mountain``."""
        found = _LANDMARK.fullmatch(plain(text).strip())
        name = _ARTICLE.sub("", found["name"].strip()) if found else ""
        if not found or (found["mark"] == "," and not name[:1].isupper()):
            return ()  # a comma may stand in any sentence
        what = found["what"].strip()
        closed = what.endswith(")") and "(" not in what
        return (f"{name}: {what[:-1] if closed else what}",)
