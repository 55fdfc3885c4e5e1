"""The five verdicts, and the outcome that answers one action line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wikibot.game.engine.actions import Action


class Verdict(StrEnum):
    """How an action line is answered."""

    DONE = "done"  # played
    NEEDS = "needs"  # a choice or a roll is missing; what was given is kept
    CANT = "cant"  # a rule forbids it
    HUH = "huh"  # not understood
    HELD = "held"  # a person must rule


@dataclass(frozen=True)
class Outcome:
    """The answer to one action. ``text`` is plain text, without the verdict, ready to be escaped."""

    action: Action
    verdict: Verdict
    text: str
    player: str = ""  # table name; the account where it is not a player's
    rolls: tuple[str, ...] = ()  # every roll that was used, in a dice bot's form, in order
    drawn: tuple[str, ...] = ()  # those of them that the line itself does not state
    logged: str | None = None  # what a log holds in place of the line; "": nothing
    proofs: tuple[str, ...] = ()  # lines of a log that say what the drawn ones were made from
    unit: str = ""  # of a held action: the unit of the ruleset that nobody has settled

    @property
    def counts(self) -> bool:
        """Whether the action left a mark on the state, so that the log must hold it."""
        if self.logged is not None:
            return bool(self.logged)
        return self.verdict in (Verdict.DONE, Verdict.NEEDS, Verdict.HELD)
