"""Ruleset section Horticultural Encyclopaedia: what each herb costs and brings.

All of it is read from the table's own formulas. N is the experience in herbalism, changed by the
list below the table. A cost below nothing is nothing; a reward below nothing takes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from rules.common.sections import Section, cell, list_of, of_unit
from rules.cycle14.formulas import Amounts, Formula, amounts, read_formula
from rules.cycle14.obelisk import Condition, read_condition
from rules.cycle14.state import State
from wikibot.game.ruleset.implementations import InWords
from wikibot.sdk import Catalogue, Held, Implementation, Rulebook, Unit, integer

SECTION = "Horticultural Encyclopaedia"
COST, STAGES = "Resource Cost", "Stages of Growth"
GROWING, HARVEST = "Reward at each growth stage", "Reward upon harvesting"
CATALOGUE = Catalogue(SECTION, columns=(COST, STAGES, GROWING, HARVEST))
NAMES = (
    "Feather Fluff", "Kraken Root", "Yaqqip", "Porcupine Tree", "Trungleweed", "Beetwood",
    "Ponzi Plant", "Baneberries", "Darkvine",
)  # fmt: skip
_GAMBLE = re.compile(
    r"Roll (?P<dice>[^;,.]+?)[;,.] if the result is "
    r"(?P<losing>\d+(?:(?:\s*,\s*|\s*or\s*|\s*,\s*or\s*)\d+)*),? "
    r"(?:the )?reward is nothing[;,.]? otherwise,? (?P<amounts>.+)"
)
_ASIDE = re.compile(r"\([^()]*choice[^()]*\)", re.IGNORECASE)
_CHANGE = re.compile(
    r"N is (?P<way>increased|raised|decreased|lowered) by (?P<by>\d+)"
    r"(?:,? to (?:a minimum of|no less than) (?P<least>\d+))?"
)


class Reward(Struct, frozen=True):
    """What a growth stage or the harvest brings; nothing where a ``gamble`` is in ``losing``.

    ``own``: the column whose words say it in sentences, for a row that is played from its words.
    """

    amounts: Amounts = ()
    gamble: Formula | None = None
    losing: tuple[int, ...] = ()
    own: str = ""


class Herb(Struct, frozen=True):
    """One row of the table."""

    name: str
    cost: Amounts
    stages: int
    growing: Reward
    harvest: Reward


class NumberChange(Struct, frozen=True):
    """One line of the list below the table: when N changes, by how much, not below ``least``."""

    condition: Condition
    by: int
    least: int | None


def herb_names(book: Rulebook) -> tuple[str, ...]:
    """The herbs in the order of the table."""
    return tuple(unit.title for unit in book.members(SECTION))


def herb(book: Rulebook, name: str) -> Herb:
    """A herb of the page.

    Raises ``Held`` where its row is not settled, or a formula of it cannot be read.
    """
    return book.derived(herb_of(book.require(f"{SECTION}: {name}").name))


@of_unit
def herb_of(book: Rulebook, name: str) -> Herb:
    """The herb of one row."""
    unit = book.unit(name)
    try:
        return Herb(
            unit.title,
            amounts(book, unit.name, cell(unit, COST)),
            integer(cell(unit, STAGES)),
            _reward(unit, GROWING, book),
            _reward(unit, HARVEST, book),
        )
    except ValueError as error:
        raise Held(name, str(error)) from None


def _reward(unit: Unit, column: str, book: Rulebook) -> Reward:
    text = _ASIDE.sub("", cell(unit, column)).strip()
    found = _GAMBLE.fullmatch(text)
    if not found and unit.title not in NAMES and _sentence(unit, column, book):
        return Reward(own=column)
    if not found:
        return Reward(amounts(book, unit.name, text))
    losing = tuple(map(integer, re.findall(r"\d+", found["losing"])))
    return Reward(amounts(book, unit.name, found["amounts"]), read_formula(found["dice"]), losing)


def _sentence(unit: Unit, column: str, book: Rulebook) -> str:
    """What a cell means that is a plain sentence; "" for a formula."""
    from rules.cycle14.curses import Cells
    from rules.own_words import in_words as in_plain_words

    if re.match(r"[\d\W]*[A-Za-z]{3,} ", cell(unit, column)) is None:
        return ""
    return in_plain_words(Cells(column), book, unit).says


def in_words(book: Rulebook, unit: Unit) -> InWords:
    """What the row of an herb without code says, if all of it is read."""
    try:
        found = herb_of(unit.name)(book)
    except Held as held:
        return InWords("", cell(unit, HARVEST), held.why)

    def brings(reward: Reward, column: str) -> str:
        if reward.own:
            return _sentence(unit, column, book).rstrip(".")
        return cell(unit, column) or "nothing"

    growing, harvest = brings(found.growing, GROWING), brings(found.harvest, HARVEST)
    return InWords(
        f"Planting costs {cell(unit, COST) or 'nothing'}; it grows {found.stages} times; each time "
        f"brings: {growing}; the harvest brings: {harvest}."
    )


# -- experience as it counts here ------------------------------------------------------------------


def changes(book: Rulebook) -> tuple[NumberChange, ...]:
    """What changes N: the lines of the list below the table."""
    found = []
    for line in book.derived(list_of(SECTION)):
        change = _CHANGE.search(line)
        if not change:
            raise Held(SECTION, "{!r} is not a change of N that is read", line)
        sign = 1 if change["way"] in ("increased", "raised") else -1
        least = integer(change["least"]) if change["least"] else None
        found.append(
            NumberChange(
                read_condition(line[: change.start()] + line[change.end() :], SECTION),
                sign * integer(change["by"]),
                least,
            )
        )
    return tuple(found)


def letters(state: State, book: Rulebook, experience: int) -> Mapping[str, int]:
    """The value of N for a player with so much experience, now."""
    for change in book.derived(changes):
        if change.condition.holds(state):
            changed = experience + change.by
            experience = (
                changed if change.least is None else max(changed, min(change.least, experience))
            )
    return {"N": experience}


_SAYS = (
    "a pot can hold it, for the cost, as long and with the rewards that the cells of its row give"
)
RULES = Section(
    __name__,
    (
        Implementation(SECTION, reads=(changes,), waits="planting, watering and harvesting"),
        *(
            Implementation(
                unit,
                reads=(herb_of(unit),),
                says=_SAYS,
                waits=f"what is done with pots of {name}",
            )
            for name in NAMES
            for unit in (f"{SECTION}: {name}",)
        ),
    ),
)
