"""What happened in few words, for readers who glance: ``Alice 0 → 7, +2 Crystals; Bob joins``.

What players are called and all other words of theirs go through the caller's hands, which makes
them fit for the place where they are to stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from wikibot.game.calendar import format_time
from wikibot.game.changes import Change, Step, now_of
from wikibot.game.counting import counted
from wikibot.game.statements.speech import SLOT
from wikibot.game.statements.statements import GAINS, JOINS, LOSES
from wikibot.wikitext.dialect import grouped

_SIGNS = {GAINS: "+", LOSES: "−"}
# Between what something is called and its value, and needless where both values are shown:
_JOINTS = re.compile(r"\b(?:the|of|is|are|on|in|at|has)\b|[:,]")
_NOTHING = re.compile("(?!)")
Show = Callable[[str], str]


class InShort(Struct, frozen=True):
    """Puts steps into few words. ``players``: their names in order, each shown by ``name``.

    ``word`` shows any other text that is not the program's.
    """

    players: Sequence[str]
    name: Show
    word: Show

    def entries(self, steps: Iterable[Step]) -> list[tuple[str, ...]]:
        """An entry for each player of whom there is something to say, then one for each other step.

        An entry is a list of what is said; the first part begins with the player's name.
        """
        of_player: dict[str, list[str]] = {each: [] for each in self.players}
        others: list[tuple[str, ...]] = []
        for step in sorted(steps, key=lambda each: now_of(each).form in _SIGNS):
            who, said = self._of(step)
            if who in of_player:
                of_player[who].append(said)
            else:
                others.append((said,))
        told = ((who, said) for who, said in of_player.items() if said)
        return [*((f"{self.name(who)} {said[0]}", *said[1:]) for who, said in told), *others]

    def _of(self, step: Step) -> tuple[str, str]:
        """Whose it is ("": the game's), and what is said of it."""
        now = now_of(step)
        if now.form in _SIGNS:
            count = counted(now.values["number"], self.word(now.values["item"]), plural=None)
            return now.values["player"], _SIGNS[now.form] + count
        if now.form == JOINS:
            return now.values["name"], "joins"
        short = self._moved(step) if isinstance(step, Change) else ""
        said = short or self._filled(now.form, now.values)
        return now.values.get("player", ""), " ".join(said.split())

    def _moved(self, change: Change) -> str:
        """From what to what: where the same is said of it before and after, but for one value."""
        now, was = change.now, change.before
        differing = [each for each in now.values if now.values[each] != was.values.get(each)]
        if now.form != was.form or len(differing) != 1:
            return ""
        found = next(each for each in SLOT.finditer(now.form) if _slot(each) == differing[0])
        before = self._filled(now.form[: found.start()], now.values, without=_JOINTS)
        old, new = (self._value(each.values[differing[0]]) for each in (was, now))
        return f"{before} {old} → {new} {self._filled(now.form[found.end() :], now.values)}"

    def _filled(
        self, form: str, values: Mapping[str, Any], without: re.Pattern[str] = _NOTHING
    ) -> str:
        """A form with its values, without some of its own words; its player stands before it."""
        said, at = "", 0
        for slot in SLOT.finditer(form):
            said += without.sub(" ", form[at : slot.start()])
            said += "" if _slot(slot) == "player" else self._value(values[_slot(slot)])
            at = slot.end()
        return said + without.sub(" ", form[at:])

    def _value(self, value: Any) -> str:
        if isinstance(value, str):
            return self.name(value) if value in self.players else self.word(value)
        if isinstance(value, tuple):
            return " ".join(map(self._value, value)) or "nothing"
        if isinstance(value, int):
            return grouped(value)
        return format_time(value) if isinstance(value, datetime) else str(value)


def _slot(found: re.Match[str]) -> str:
    return found["name"] or found["kind"]
