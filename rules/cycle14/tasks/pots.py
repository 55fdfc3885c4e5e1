"""Pots and herbs as lines name them: ``1 Kraken Root, Yaqqip`` to plant, ``1, 2`` to water.

Decision: a line with a word or a number that is neither is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rules.cycle14.state import Context, Pot
from rules.cycle14.tasks.encyclopaedia import herb_names
from wikibot.game import names
from wikibot.game.problems import Refused, Unclear

GREENHOUSE = "Greenhouse Botania"
_SEPARATOR = re.compile(r"\s*(?:[,;&]|\band\b)\s*", re.IGNORECASE)
_SEPARATOR_OF_POTS = re.compile(r"\s*(?:[,;&]|\band\b)\s*|(?<=\d)\s+(?=\d)", re.IGNORECASE)
_NUMBER = re.compile(r"(?:\bpots?\s*)?#?(?<!\w)(\d+)(?!\w)", re.IGNORECASE)
_FILLERS = re.compile(r"\b(?:in|into|to|with|the|a|an|pots?|herbs?)\b|[=:()]", re.IGNORECASE)


def _pot(act: Context, number: str) -> Pot:
    found = next((pot for pot in act.state.pots if pot.id == number), None)
    if found is None:
        raise Unclear(f"there is no pot {number}", nearest=tuple(pot.id for pot in act.state.pots))
    return found


def _parts(act: Context, separator: re.Pattern[str]) -> list[str]:
    """The parts of a line between separators; names of herbs stay whole."""
    text, in_full = names.set_aside(act.subject, herb_names(act.book))
    return [in_full(part) for part in separator.split(text) if part]


def _taken_apart(act: Context, part: str) -> tuple[str, str]:
    """The number of a pot and the words beside it, "" for what there is not."""
    text, in_full = names.set_aside(part, herb_names(act.book))
    numbers = _NUMBER.findall(text)
    if len(numbers) > 1:
        raise Unclear(f"{part!r} names more than one pot", nearest="a comma between pots")
    return "".join(numbers), in_full(" ".join(_FILLERS.sub(" ", _NUMBER.sub(" ", text)).split()))


def plantings(act: Context) -> list[tuple[Pot, str]]:
    """Which herb goes where."""
    known, found = herb_names(act.book), list[tuple[Pot, str]]()
    for part in _parts(act, _SEPARATOR) or [""]:
        number, words = _taken_apart(act, part)
        name = (
            act.resolve(words, known, "herb")
            if words
            else act.choose("the herb", known, question="which herb")
        )
        taken = [pot.id for pot, _ in found]
        pot = _pot(act, number) if number else _empty(act, taken)
        if pot.id in taken:
            raise Unclear(f"pot {pot.id} is named twice", nearest="one herb for each pot")
        if pot.herb:
            raise Refused(
                f"there is {pot.herb} in pot {pot.id}",
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
            raise Unclear(f"pot {pot.id} is named twice", nearest="each pot once")
        if not pot.herb:
            raise Refused(f"pot {pot.id} is empty", rule=GREENHOUSE)
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
                f"in pot {pot.id} there is {pot.herb or 'nothing'}, not {name}",
                nearest=f"pot {pot.id}",
            )
        return pot
    having = [pot for pot in act.state.pots if pot.herb == name and pot not in before]
    if not having:
        raise Refused(f"there is no {name} in any pot", rule=GREENHOUSE)
    if len(having) > 1:
        raise Unclear(f"there is {name} in several pots", nearest=tuple(pot.id for pot in having))
    return having[0]
