"""What accepting a wording means, in words: which units a steward names, and how each is played from then on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from wikibot.game.problems import Held
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook, Standing
from wikibot.stewards.wording.accept import NoSuchUnit, find_unit
from wikibot.storage.cursor import Notice

ALL = "all"
_PARTS = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+")
_AS = re.compile(r"(?P<units>.+?)\s+as\s+(?P<variant>\S+)", re.DOTALL)


def named_units(
    text: str, book: Rulebook, waiting: Sequence[Notice]
) -> tuple[tuple[str, ...], str | None]:
    """The units that ``UNIT``, ``UNIT, UNIT``, ``all`` or one of these ``as VARIANT`` names; the variant, if any.

    Raises :class:`NoSuchUnit`. ``waiting``: what ``all`` stands for.
    """
    whole = _AS.fullmatch(text)
    with suppress(NoSuchUnit):
        return _units(text, book, waiting), None
    with suppress(NoSuchUnit):
        if whole:
            return _units(whole["units"], book, waiting), whole["variant"]
    return _units(text, book, waiting), None


def _units(text: str, book: Rulebook, waiting: Sequence[Notice]) -> tuple[str, ...]:
    gone = {each.unit.casefold(): each.unit for each in waiting}
    if text.casefold() == ALL and waiting:
        return tuple(each.unit for each in waiting)

    def find(name: str) -> str:
        return gone.get(name.casefold()) or find_unit(book, name)

    with suppress(NoSuchUnit):
        return (find(text),)
    if text.casefold() == ALL:
        raise NoSuchUnit("no rule waits for anybody")
    parts = [part for part in _PARTS.split(text) if part]
    if len(parts) < 2:
        return (find(text),)
    return tuple(dict.fromkeys(find(part) for part in parts))


def is_unknown(book: Rulebook, unit: str) -> bool:
    """Whether nobody has implemented a unit that is new on the page."""
    return (
        bool(book.implementations)
        and book.standing(unit) is Standing.NEW
        and book.implementation(unit) is None
    )


def unknown(unit: str) -> str:
    """What is said of such a unit to who accepts it without saying how it is played."""
    how = f"`accept {unit} as flavour` has it without effect, `accept {unit} as ruled` has a steward rule each time"
    return f"{unit} is not accepted, because it is not implemented: {how}"


def account_of(book: Rulebook, unit: str, accepted: Sequence[Pin]) -> str:
    """What the answer says of one unit. ``book`` is the rulebook before, ``accepted`` what stewards accepted by now."""
    after = book.with_pins(accepted)
    what, problem = after.implementation(unit), after.obstacle(unit)
    label, accepted_is = after.variant(unit), f"the present wording of {unit} is accepted"
    if label == How.FLAVOUR:
        return f"{accepted_is} as flavour; I play nothing by it"
    if label == How.RULED:
        return f"{accepted_is}; each line that needs it waits for a ruling"
    if isinstance(problem, Held) or what is None:
        why = problem.why if isinstance(problem, Held) else "it is not implemented"
        return (
            f"{accepted_is}, but still held, for {why}; "
            f"`accept {unit} as flavour` or `accept {unit} as ruled` says how it is played"
        )
    return f"{accepted_is}; {_played(unit, what)}{_caveat(book, unit)}"


def _played(unit: str, what: Implementation) -> str:
    """How a unit is played, in the words that describe its implementation."""
    if what.says:
        return f"I play it as: {what.says}"
    if what.how is How.FLAVOUR:
        return "I play nothing by it"
    return f"I play {unit} as before"


def _caveat(book: Rulebook, unit: str) -> str:
    """What to do where a wording that is new to the bot says more than it does."""
    if book.standing(unit) is not Standing.REWORDED:
        return ""
    return (
        ". That was written for other words: where the new ones say more, I do not do it; "
        f"`accept {unit} as ruled` has a steward rule each time, `accept {unit} as flavour` ends it"
    )
