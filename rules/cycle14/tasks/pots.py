"""Pots and herbs as lines name them: ``1 Kraken Root, Yaqqip`` to plant, ``1, 2`` to water.

In people's words: ``a Kraken Root in both empty pots``, ``water the first``. Decision: a line with
a word or a number that is neither is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from rules.cycle14.state import Context, Pot, State
from rules.cycle14.tasks.encyclopaedia import herb_names
from wikibot.game import names
from wikibot.game.understanding.plain_line import key_of
from wikibot.sdk import NamesSlot, PhraseSlot, Refused, Rulebook, Unclear, fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import CARDINALS, TWO_NUMBERS

GREENHOUSE = "Greenhouse Botania"
_SEPARATOR = re.compile(r"\s*(?:[,;&]|\band\b)\s*", re.IGNORECASE)
_SEPARATOR_OF_POTS = re.compile(r"\s*(?:[,;&]|\band\b)\s*|(?<=\d)\s+(?=\d)", re.IGNORECASE)
_NUMBER = re.compile(r"(?:\bpots?\s*)?#?(?<!\w)(\d+)(?!\w)", re.IGNORECASE)
_HOW_MANY = re.compile(r"(?<!pot )\b\d+ pots\b", re.IGNORECASE)
_FILLERS = re.compile(r"\b(?:in|into|to|with|the|a|an|pots?|herbs?)\b|[=:()]", re.IGNORECASE)
_WORD = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_LONGEST = 4  # words of a name
_POTS_GLUE = frozenset(("and", "pot", "pots", "number", "no", "the", "in", "of"))
_EVERYTHING = frozenset(
    ("all", "both", "everything", "every", "each", "plants", "herbs", "flowers")
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_PLANT_GLUE = frozenset((
    "in", "into", "to", "with", "the", "a", "an", "and", "pot", "pots", "herb", "herbs", "number",
    "no", "of", "one", "empty",
))  # fmt: skip
_EVERY = ("both", "all", "each", "every")
_TIMES = ("×", "*")
_SEGMENTS = re.compile(r"[,;&+]|\band\b", re.IGNORECASE)
_MOST_SEGMENTS = 40


def _pot(act: Context, number: str) -> Pot:
    found = next((pot for pot in act.state.pots if pot.id == number), None)
    if found is None:
        raise Unclear("there is no pot {}", number, nearest=tuple(pot.id for pot in act.state.pots))
    return found


def _parts(act: Context, separator: re.Pattern[str]) -> list[str]:
    """The parts of a line between separators; names of herbs stay whole."""
    text, in_full = names.set_aside(act.subject, herb_names(act.book))
    return [in_full(part) for part in separator.split(text) if part]


def _taken_apart(act: Context, part: str) -> tuple[str, str]:
    """The number of a pot and the words beside it, "" for what there is not."""
    text, in_full = names.set_aside(part, herb_names(act.book))
    numbers = _NUMBER.findall(text)
    if _HOW_MANY.search(text) and not act.action.is_logged:
        raise Unclear("{!r} may be one pot or several", part, nearest="their numbers: `1, 2`")
    if re.search(r"\d[.]\d", text):
        raise Unclear("there is no pot {}", text, nearest=tuple(pot.id for pot in act.state.pots))
    if len(numbers) > 1:
        raise Unclear("{!r} names more than one pot", part, nearest="a comma between pots")
    return "".join(numbers), in_full(" ".join(_FILLERS.sub(" ", _NUMBER.sub(" ", text)).split()))


def plantings(act: Context) -> list[tuple[Pot, str]]:
    """Which herb goes where."""
    known, found = herb_names(act.book), list[tuple[Pot, str]]()
    parts = _parts(act, _SEPARATOR) or [""]
    for part in parts:
        number, words = _taken_apart(act, part)
        if not words and len(parts) > 1:
            raise Unclear("{!r} names no herb", part, nearest="one herb for each pot")
        name = (
            act.resolve(words, known, "herb")
            if words
            else act.choose("the herb", known, question="which herb")
        )
        taken = [pot.id for pot, _ in found]
        pot = _pot(act, number) if number else _empty(act, taken)
        if pot.id in taken:
            raise Unclear("pot {} is named twice", pot.id, nearest="one herb for each pot")
        if pot.herb:
            raise Refused(
                "there is {} in pot {}",
                pot.herb,
                pot.id,
                rule=GREENHOUSE,
                remedy="Harvest it, or name another pot.",
            )
        found.append((pot, name))
    return found


def _empty(act: Context, taken: Sequence[str]) -> Pot:
    for pot in act.state.pots:
        if not pot.herb and pot.id not in taken:
            return pot
    raise Refused(
        "no pot is empty", rule=GREENHOUSE, remedy="Harvest one, or synthesise another pot."
    )


def pots_named(act: Context, fits: Callable[[Pot], bool]) -> list[Pot]:
    """The pots that a line names, by number or by herb; ``all`` are those that ``fits``."""
    if act.subject.strip().casefold() in ("all", "all pots", "everything"):
        pots = [pot for pot in act.state.pots if fits(pot)]
        if not pots:
            raise Refused("there is no pot to do that with", rule=GREENHOUSE)
        return pots
    found: list[Pot] = []
    for part in _parts(act, _SEPARATOR_OF_POTS):
        pot = _named(act, part, found)
        if pot in found:
            raise Unclear("pot {} is named twice", pot.id, nearest="each pot once")
        if not pot.herb:
            raise Refused("pot {} is empty", pot.id, rule=GREENHOUSE)
        found.append(pot)
    if not found:
        raise Unclear(
            "no pot is named", nearest=tuple(pot.id for pot in act.state.pots if pot.herb)
        )
    return found


def _named(act: Context, part: str, before: Sequence[Pot]) -> Pot:
    number, words = _taken_apart(act, part)
    name = act.resolve(words, herb_names(act.book), "herb") if words or not number else ""
    if number:
        pot = _pot(act, number)
        if name and pot.herb != name:
            raise Unclear(
                "in pot {} there is {}, not {}",
                pot.id,
                pot.herb or say("nothing"),
                name,
                nearest=say("pot {}", pot.id),
            )
        return pot
    having = [pot for pot in act.state.pots if pot.herb == name and pot not in before]
    if not having:
        raise Refused("there is no {} in any pot", name, rule=GREENHOUSE)
    if len(having) > 1:
        raise Unclear("there is {} in several pots", name, nearest=tuple(pot.id for pot in having))
    return having[0]


# -- as people name them ---------------------------------------------------------------------------


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """Herbs, pots, and the two together."""
    pots = tuple(pot.id for pot in state.pots)
    empty = tuple(pot.id for pot in state.pots if not pot.herb)
    herbs = NamesSlot(herb_names(book), ("herb",))
    return {
        "herb": herbs,
        "pot": NamesSlot(pots, ("pot", "number", "no")),
        "pots": Pots(pots),
        "certain pots": Pots(pots, every=False),
        "plantings": Plantings(herbs, pots, empty),
        "spread": Plantings(herbs, pots, empty, spread=True),
    }


class Plantings(Struct, frozen=True):
    """Herbs with the pots that they go into: ``Kraken Root in 3 and 4``, ``two Yaqqip``.

    A number in digits is a pot, one in words is how many. Not read are ``2 Yaqqips``, which may be
    either, ``Yaqqips`` without a number, and ``1 Kraken Root, 2``: 2 of what? ``empty``: the pots
    that ``all empty pots`` are. ``spread``: one herb in several pots.
    """

    herbs: NamesSlot
    pots: tuple[str, ...]
    empty: tuple[str, ...]
    spread: bool = False

    def read(self, text: str) -> tuple[str, ...]:
        """The herbs as ``3 Kraken Root, 4 Yaqqip``."""
        found: list[tuple[str, list[str], bool]] = []  # a herb, its pots; "" for any; a plural
        waiting: list[str] = []  # pots before their herb
        goes_on = "pot" in fold(text)  # whether pots may follow those before them
        for segment in _SEGMENTS.split(text)[:_MOST_SEGMENTS]:
            read = self._segment(segment.split())
            if read is None or not (read[0] or goes_on or segment.isspace() or not segment):
                return ()
            herb, pots, is_plural, is_behind = read
            if herb:
                found.append((herb, waiting + pots, is_plural))
                waiting, goes_on = [], is_behind
            else:
                (found[-1][1] if found else waiting).extend(pots)
        is_spread = len(found) == 1 and len(found[0][1]) > 1
        if waiting or not found or (self.spread and not is_spread) or TWO_NUMBERS.search(text):
            return ()
        for _, pots, is_plural in found:
            if ("" in pots and any(pots)) or (is_plural and len(pots) < 2):
                return ()
        pairs = ((pot, herb) for herb, pots, _ in found for pot in pots or [""])
        return (", ".join(f"{pot} {herb}".strip() for pot, herb in pairs),)

    def _segment(self, words: Sequence[str]) -> tuple[str, list[str], bool, bool] | None:
        """The herb ("" for none) and the pots between two separators; None for anything else.

        Whether the herb stands in the plural, and whether its pot stands behind it.
        """
        herb, pots, at, is_plural, is_behind = "", list[str](), 0, False, False
        while at < len(words):
            key = key_of(words[at])
            length, named = self._herb(words, at)
            if key in self.pots and not pots:
                is_behind = bool(herb)
                pots.append(key)
            elif CARDINALS.get(key, 0) > 1 and not (herb or pots):
                pots += [""] * min(CARDINALS[key], _MOST_SEGMENTS)
            elif key in _EVERY and "empty" in map(fold, words[at:]):
                pots += self.empty
            elif named and not herb:
                herb, is_plural = named, key_of(words[at + length - 1])[-1:] == "s" != named[-1:]
            elif named or key in _TIMES or (key not in _PLANT_GLUE and any(map(str.isalnum, key))):
                return None
            at += length
        return herb, pots, is_plural, is_behind

    def _herb(self, words: Sequence[str], at: int) -> tuple[int, str]:
        first = key_of(words[at])
        if first not in _PLANT_GLUE and any(map(str.isalpha, first)):
            for length in range(min(_LONGEST, len(words) - at), 0, -1):
                found = self.herbs.read(" ".join(words[at : at + length]))
                if len(found) == 1:
                    return length, found[0]
        return 1, ""


class Pots(Struct, frozen=True):
    """Pots by their numbers. ``every``: whether all of them may be meant, too.

    A number in words is one beside ``pot`` only: ``pot one``, but not ``two`` or ``two pots``.
    """

    pots: tuple[str, ...]
    every: bool = True

    def read(self, text: str) -> tuple[str, ...]:
        """The pots as ``1, 2``; ``all`` where every pot is meant."""
        keys = [key_of(word) for word in text.replace(",", " ").split()]
        are_named = not {"pot", "pots"}.isdisjoint(keys) and keys[-1] != "pots"
        known = {key: self._pot(key, are_named) for key in keys if any(map(str.isalnum, key))}
        found = [known[key] for key in keys if known.get(key)]
        others = [key for key, pot in known.items() if not pot]
        if found and _POTS_GLUE.issuperset(others) and keys[1:] != ["pots"]:
            return (", ".join(found),)
        is_all = self.every and not found and not _EVERYTHING.isdisjoint(others)
        return ("all",) if is_all and (_EVERYTHING | _POTS_GLUE).issuperset(others) else ()

    def _pot(self, key: str, are_named: bool) -> str:
        number = _ORDINALS.index(key) + 1 if key in _ORDINALS else 0
        number = CARDINALS.get(key, 0) if are_named and not number else number
        return key if key in self.pots else str(number) if str(number) in self.pots else ""
