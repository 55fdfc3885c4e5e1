"""Lasting effects on players: phrases that stand on the page, some of them for one phase only."""

from __future__ import annotations

import re

from wikibot.wikitext.numerals import integer

_IN_PHASE = re.compile(r".* in phase (\d+)")


def in_phase(what: str, phase: int) -> str:
    """The phrase for something that lasts until its phase ends: ``MacGyvered in phase 12``."""
    return f"{what} in phase {phase}"


def outlasting(effects: tuple[str, ...], phase: int) -> tuple[str, ...]:
    """The effects that are left when a phase begins."""

    def lasts(effect: str) -> bool:
        found = _IN_PHASE.fullmatch(effect)
        return not found or integer(found[1]) >= phase

    return tuple(filter(lasts, effects))
