"""Timed events whose parts are played one by one, so that only a part that is held waits.

Decision: while a rule is held, no player loses anything for not having done in time what that rule
is needed for. Their time begins anew; nothing of it waits for a steward.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wikibot.game.engine.steward_verbs import CORRECT
from wikibot.sdk import ActionContext, format_time

BOT = "wikibot"  # whose corrections these are in a log


def happen(
    act: ActionContext[Any],
    name: str,
    unit: str,
    play: Callable[[], None],
    data: str = "",
    what: str = "",
) -> None:
    """Play one part of an event by a unit of the ruleset; while that is held, the part waits.

    ``what``: the part in words. Where the page does not have the unit, nothing is played.
    """
    if act.book.has(unit) or unit in act.book.moved_into:
        act.happen(name, lambda: _play(act, unit, play), data, what)


def instead(act: ActionContext[Any], usual: Callable[[], None], play: Callable[[], None]) -> None:
    """Play something in place of what is usual, because a rule is held.

    A log does not know what was held when: there the usual happens at this time, and is corrected.
    """
    expected = act.would(usual)
    play()
    said = () if expected is None else act.game.differences(expected, act.state)
    if said:
        act.proofs.append(f"{format_time(act.now)} {BOT}: {CORRECT.name} {'; '.join(said)}")


def _play(act: ActionContext[Any], unit: str, play: Callable[[], None]) -> None:
    act.book.require(unit)
    play()
