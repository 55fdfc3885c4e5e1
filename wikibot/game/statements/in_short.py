"""What happened in few words, for readers who glance: ``Alice 0 → 7, +2 Crystals; Bob joins``.

What players are called and all other words of theirs go through the caller's hands, which makes
them fit for the place where they are to stand. In another language a statement is told in the words
that its catalogue has for it; those that it has none for are only counted.
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
from wikibot.wikitext.messages import ENGLISH, current, later, say

_RETOLD = tuple(map(later, (
    "{} joins", "{} leaves", "{} wins", "{} has not won", "{} has no {}", "{} has {} {}",
    "{} has {}: {}", "the {} of {} is {}", "the {} of {} in {} is {}", "{} is {}", "{} is on {} {}",
    "{} is added to {}", "{} is removed from {}", "the game has {}: {}", "the game has no {}",
    "the game has {} {}", "the {} of the game is {}", "phase is {}", "the judge is {}",
    "there is no judge", "{} assents to removing the judge",
    "{} does not assent to removing the judge", "{} votes {} on proposal {}",
    "{} has no vote on proposal {}", "proposal {} is {}", "there is no proposal {}",
    "{} has the effect {}", "{} has no longer the effect {}", "there is no wheel rotation",
    "wheel rotation is {}", "it is party time", "it is not party time", "space {} is {}",
    "space {} is {} as {}", "{} leads nowhere", "{} leads to {}", "there is no space {}",
    "space {} has {}: {}", "space {} has no {}", "space {} has {} {}", "the {} of space {} is {}",
    "the beam hit space {} in phase {}", "{} is banished since {} for {} hours",
    "{} is not banished", "the banishment of {} lasts {} hours", "{} has experience {} in {}",
    "the season is {}", "the gains are boosted", "the gains are not boosted", "the cycle is lost",
    "the Community Storehouse owns {} {}", "the Obelisk owns {} {}", "the Obelisk is {} km away",
    "the Obelisk has {} cuts", "the Obelisk has become {}", "gathering {} is on record",
    "there is no gathering {}", "landmark {} is on record", "{} has {} poents",
    "{} has {} Victory Poents", "{} has {} poents in the bank", "{} has the Numbers {}",
    "{} has the Immutable Numbers {}", "{} has to ping {}", "{} no longer has to ping {}",
    "the highest space is {}", "the Cop Car has health {}", "it is the turn of {} since {}",
    "it is no player's turn", "town {} has no leader", "town {} is led by {}",
    "the treasury of town {} holds {}", "{} is a member of town {}", "{} is no member of town {}",
    "{} applies to town {}", "{} does not apply to town {}", "there is no town {}",
    "space {} has the feature {}", "space {} has no longer the feature {}",
)))  # fmt: skip
_SIGNS = {GAINS: "+", LOSES: "−"}
# Between what something is called and its value, and needless where both values are shown:
_JOINTS = re.compile(r"\b(?:the|of|is|are|on|in|at|has)\b|[:,]")
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
        more = 0
        for step in sorted(steps, key=lambda each: now_of(each).form in _SIGNS):
            who, said = self._of(step)
            if not said:
                more += 1
            elif who in of_player:
                of_player[who].append(said)
            else:
                others.append((said,))
        if more:
            others.append((say("and {} more", more),))
        told = ((who, said) for who, said in of_player.items() if said)
        return [*((f"{self.name(who)} {said[0]}", *said[1:]) for who, said in told), *others]

    def _of(self, step: Step) -> tuple[str, str]:
        """Whose it is ("": the game's), and what is said of it."""
        now = now_of(step)
        if now.form in _SIGNS:
            count = counted(now.values["number"], self.word(now.values["item"]), plural=None)
            return now.values["player"], _SIGNS[now.form] + count
        if now.form == JOINS:
            return now.values["name"], say("{} joins", "").strip()
        slot, values = self._shown(step)
        said = self._in_other_words(now.form, values, slot)
        if said is None:
            said = self._filled(now.form, values, slot)
        return now.values.get("player", ""), " ".join(said.split())

    def _shown(self, step: Step) -> tuple[str, Mapping[str, str]]:
        """The values of a statement as they are shown; its player stands before it.

        ``old → new``, and its slot, where the same was said before but for one value.
        """
        now = now_of(step)
        shown = {slot: self._value(value) for slot, value in now.values.items()}
        changed = ""
        if isinstance(step, Change) and step.before.form == now.form:
            was = step.before.values
            differing = [slot for slot in shown if now.values[slot] != was.get(slot)]
            if len(differing) == 1:
                (changed,) = differing
                shown[changed] = f"{self._value(was[changed])} → {shown[changed]}"
        return changed, {**shown, "player": ""} if "player" in shown else shown

    def _filled(self, form: str, values: Mapping[str, str], changed: str) -> str:
        """A form with its values; without words that only join before what shows both of it."""
        said, at, before = "", 0, bool(changed)
        for slot in SLOT.finditer(form):
            words = form[at : slot.start()]
            said += (_JOINTS.sub(" ", words) if before else words) + values[_slot(slot)]
            at, before = slot.end(), before and _slot(slot) != changed
        return said + form[at:]

    def _in_other_words(self, form: str, values: Mapping[str, str], changed: str) -> str | None:
        """A form in the words of another language, "" where that has none; None in English.

        Values alone need no words: ``0 → 7``.
        """
        words, message = current(), SLOT.sub("{}", form)
        if changed and not _JOINTS.sub("", SLOT.sub("", form)).strip():
            return None
        if message in words.texts:
            return say(message, *(values[_slot(each)] for each in SLOT.finditer(form)))
        return None if words.language == ENGLISH.language else ""

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
