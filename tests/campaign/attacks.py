"""Attacks by ordinary users:
a game that is under way, one hostile act, play that goes on, rest and check.
"""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.campaign.arena import Arena
from tests.campaign.history import SYNCED, answers
from tests.campaign.people import Written
from tests.campaign.report import Figures, Violation
from tests.mediawiki.server import Kept, Server

VILLAIN = "Frank"  # has an account and nothing else; plays no part
SLOW = 20.0  # seconds; a sync that takes longer is stopped by its input
BASES = ("plain", "paused", "closed", "sealed")


@dataclass(frozen=True)
class Attack:
    """``act`` does it. ``base``: the game that it is done to; ``pauses``: the bot may pause for it,
    as for a revert.

    ``answers``: whether each line is to have exactly one answer afterwards; not where lines are
    edited. ``journal``: whether the bot keeps its own. ``bundled``: whether others of the kind may
    follow on the same wiki.
    """

    name: str
    act: Callable[[Arena], None]
    base: str = "plain"
    pauses: bool = False
    answers: bool = True
    journal: bool = True
    bundled: bool = False
    same_lines: bool = True


@dataclass
class Base:
    """A game under way, kept so that every attack finds the same."""

    kept: Kept
    folder: Path
    arena: Arena
    comment: str = ""  # the page with the bot's newest comment
    earlier: str = ""  # its page one sync before
    secrets: list[str] = field(default_factory=list)


def make_base(server: Server, name: str) -> Base:
    """Some syncs of play, orders of a steward,
    and (paused, closed) an order that holds everything back.
    """
    arena = Arena(server, Random(name), dice="sealed" if name == "sealed" else "stated")
    kinds = (
        ("roll", "ask") if name == "sealed" else ("shatter", "ask", "propose", "nonsense", "move")
    )
    for _ in range(2):
        for kind in kinds:
            arena.people.write(kind=kind, who="Bob")
        arena.people.order("correct Alice gains 3 Duck")
        earlier = arena.people.text("State")
        arena.ended(arena.bots[0].sync(), "base")
    arena.people.write(kind="ask", who="Carol")
    arena.ended(arena.bots[0].sync(), "base")
    if name in ("paused", "closed"):
        arena.people.order({"paused": "pause", "closed": "close game"}[name])
        arena.ended(arena.bots[0].sync(), "base")
    folder = arena.folder.with_name(arena.folder.name + "-kept")
    shutil.copytree(arena.folder, folder)
    base = Base(
        server.keep(), folder, arena, arena.people.text("State"), earlier, arena.bots[0].secrets()
    )
    if SYNCED.search(base.comment) is None or arena.found:
        raise RuntimeError(
            f"the base {name} is not a game under way: {arena.found}\n{base.comment}"
        )
    return base


def arena_of(base: Base) -> Arena:
    """The arena as it was when the base was made."""
    base.arena.server.restore(base.kept)
    shutil.rmtree(base.arena.folder, ignore_errors=True)
    shutil.copytree(base.folder, base.arena.folder)
    arena = copy.copy(base.arena)
    arena.people = base.arena.people.copy()
    arena.trace, arena.found = [], []
    return arena


class Siege:
    """One attack."""

    def __init__(self, base: Base, attack: Attack) -> None:
        self.arena, self.attack = arena_of(base), attack
        self.arena.secrets, self.arena.one_answer = base.secrets, attack.answers
        self.arena.same_lines = attack.same_lines

    def run(self, wanted: int, figures: Figures) -> None:
        """The act, lines after it, syncs."""
        arena, attack = self.arena, self.attack
        arena.note(attack.name)
        attack.act(arena)
        if not attack.journal:
            arena.bots[0].forget("journal")
        self._sync()
        tokens = [self._line().token, arena.people.write(kind="ask", who="Dave")[0].token]
        self._sync()
        if attack.base in ("paused", "closed"):
            self._held(tokens)
        elif "Paused by" in arena.people.text("State"):
            self._paused()
        else:
            self._all_answered(tokens)
        figures.counts["attacks"] += wanted

    def run_bundle(self, attacks: Sequence[Attack]) -> None:
        """One after the other, each before a sync, every other one with a new line to play.
        Which of them did it, a run of each alone shows.
        """
        tokens = []
        for number, attack in enumerate(attacks):
            self.arena.note(attack.name)
            attack.act(self.arena)
            if not attack.journal:
                self.arena.bots[0].forget("journal")
            if number % 2 == 0:
                tokens.append(self._line().token)
            self._sync()
        if self.attack.base in ("paused", "closed"):
            self._held(tokens)
        else:
            self._all_answered(tokens)

    def _all_answered(self, tokens: Sequence[str]) -> None:
        given = answers(self.arena.people.text("Play"))
        if not all(map(given.get, tokens)):
            what = f"{self.attack.name}: new lines get no answer: {self.last}"
            self.arena.found.append(Violation("stopped", what))

    def _line(self) -> Written:
        kind = "roll" if self.arena.dice == "sealed" else "shatter"
        return self.arena.people.write(kind=kind, who="Dave")[0]

    def _sync(self) -> None:
        how = self.arena.ended(self.arena.bots[0].sync(), "sync")
        self.last = f"exit {how.code}: {(how.out + how.err).strip()[-300:]}"
        if how.seconds > SLOW:
            self.arena.found.append(
                Violation("slow", f"{self.attack.name}: a sync takes {how.seconds:.0f} s")
            )

    def _held(self, tokens: list[str]) -> None:
        """Whoever is not a steward can neither end a pause nor open a closed game; a steward does.

        While it is paused a line waits; while it is closed it is refused, and so is not a line to
        be played.
        """
        given, kind = answers(self.arena.people.text("Play")), self.attack.base
        verdicts = [verdict for token in tokens for verdict, _ in given.get(token, ())]
        if any(verdict != "cant" or kind == "paused" for verdict in verdicts):
            what = f"{self.attack.name}: a line is answered {verdicts} though the game is {kind}"
            self.arena.found.append(Violation("lifted", what))
        if kind == "closed":
            for token in filter(given.get, tokens):
                self.arena.people.lines.pop(token)
        self.arena.people.order({"paused": "resume", "closed": "open game"}[kind])
        if self.attack.pauses and kind == "closed":
            self.arena.people.order("resume")

    def _paused(self) -> None:
        if not self.attack.pauses:
            self.arena.found.append(Violation("stopped", f"{self.attack.name}: the game is paused"))
        self.arena.people.order("resume")
