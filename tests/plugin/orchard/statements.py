"""Exact statements about the orchard: those of every game, and when somebody picked."""

from __future__ import annotations

from wikibot.sdk import (
    Form,
    Speech,
    Tally,
    change,
    common_differences,
    common_forms,
    common_vocabulary,
)

from .state import ITEMS, Player, State

FORMS: tuple[Form[State], ...] = (
    Form("picked", "{player} picked at {picked:time}", change, "Ann picked at 2024-01-05T02:22:00Z"),
    Form("fresh", "{player} has not picked", lambda state, player: change(state, player, picked=None),
         "Ann has not picked"),
)  # fmt: skip
SPEECH: Speech[State] = Speech(
    (*FORMS, *common_forms(Player)), lambda state: common_vocabulary(state, ITEMS)
)


def differences(before: State, after: State) -> tuple[str, ...]:
    """What changed, as statements which one after the other lead from ``before`` to ``after``."""
    tally = Tally(SPEECH, before)
    common_differences(tally, after, _player)
    return tally.said


def _player(tally: Tally[State], before: Player, after: Player) -> None:
    if before.picked == after.picked:
        return
    if after.picked is None:
        tally.add("fresh", player=after.name)
    else:
        tally.add("picked", player=after.name, picked=after.picked)
