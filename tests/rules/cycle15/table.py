"""A game that is made up: players who do something legal, one after the other, and the lines that
they wrote.

Whoever can move does, along a random way, and takes up what a space offers; then players use, trade
and combine items, make proposals and vote, ask the judge and run for the office, and sometimes
somebody joins or leaves. A line is tried with every roll that it turns out to need, and counts if
it is played; a choice that it needs is made in a line of its own. The same seed makes the same
game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from random import Random

from rules.cycle15 import GAME
from rules.cycle15.spaces import successors
from rules.cycle15.state import State
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.rolls import Roll
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind

MINUTE = timedelta(minutes=1)
HALF_A_WEEK = timedelta(hours=84)
FEWEST = 10  # players, before nobody leaves any more
_ROLL = re.compile(r"What comes of (?:a|(?P<times>\d+)) rolls? of (?P<count>\d+)d(?P<sides>\d+)")
_LISTED = re.compile(r"`choose \.\.\.`: (?P<options>[^`\n]*)")
_SHOWN = re.compile(r"`choose (?P<option>[^`\n]+)`")


class Table:
    """The players of a game and what they do. ``outcomes`` are those of all lines that counted."""

    def __init__(self, book: Rulebook, start: State, seed: int) -> None:
        self.random = Random(seed)
        self.engine = Engine(GAME, book)
        self.state, self.now = start, start.now
        self.dice = 6 if "2d6" in book.unit("Movement").text else 4
        self.outcomes: list[Outcome] = []
        self.most = 0
        often = (self._use, self._trade, self._vote, self._combine)
        seldom = (
            self._propose, self._settle, self._judge, self._challenge, self._run, self._support,
            self._change,
        )  # fmt: skip
        self._habits = (*often * 4, *seldom, self._go)

    def play(self, count: int) -> tuple[Action, ...]:
        """So many lines, phase by phase."""
        self.most = count
        while len(self.outcomes) < count:
            for name in tuple(self.state.players):
                self._turn(name)
            self.now += HALF_A_WEEK
        return tuple(outcome.action for outcome in self.outcomes)

    def _turn(self, name: str) -> None:
        roll = self._roll(2, self.dice)
        way = " ".join(map(str, self._way(name, int(roll.rpartition(" ")[2]))))
        aim = self.random.randint(1, 4)  # where the way ends at a beam of the early rules
        if not self._say(name, f"move {way} -- {roll}"):
            self._say(name, f"move {way} {aim} -- {roll}") or self._say(name, f"move -- {roll}")
        for pending in self.state.pending:
            if pending.player == name and pending.kind is Kind.OFFER and name in self.state.players:
                self._say(name, self._taken_up(pending.text))
        if self.state.judge == name:
            self._say(name, self._judge(name))
        for _ in range(self.random.randrange(4)):
            if name in self.state.players:
                self._say(name, self.random.choice(self._habits)(name))

    def _taken_up(self, offer: str) -> str:
        return (
            f"{offer} {self.random.choice(tuple(self.state.spaces))}" if offer == "beam" else offer
        )

    def _way(self, name: str, count: int) -> Iterator[int]:
        """A random way along the spaces, which ends at a Stop Sign."""
        here = self.state.players[name].location
        for _ in range(count):
            here = self.random.choice(successors(self.state, here))
            yield here
            space = self.state.spaces[here]
            if "Stop Sign" in (space.type, space.pseudo_type):
                return

    # -- what players do beside moving -------------------------------------------------------------

    def _use(self, name: str) -> str:
        return f"use {self._any(self.state.players[name].items, 'Fish')}"

    def _combine(self, name: str) -> str:
        items = [*self.state.players[name].items, "Fish", "Mauve"]
        return f"macgyver {', '.join(self.random.sample(items, 2))}"

    def _change(self, name: str) -> str:
        del name
        return "shatter crystal"

    def _trade(self, name: str) -> str:
        mine = [
            f"cancel {each.id}"
            for each in self.state.trades
            if each.proposer == name and each.status == "open"
        ]
        theirs = [
            each.id for each in self.state.trades if each.partner == name and each.status == "open"
        ]
        if theirs:
            return f"{self.random.choice(('accept', 'accept', 'decline'))} {theirs[0]}"
        if mine and self.random.random() < 0.2:
            return mine[0]
        other = self._any([each for each in self.state.players if each != name], name)
        return f"trade 2 Fish to {other} for 1 Fish"

    def _propose(self, name: str) -> str:
        cls = self._any(("", "", "", " Urgent"), "")
        return (
            f"propose{cls}: Idea {len(self.outcomes)} of {name} ¶ Fish are number "
            f"{len(self.outcomes)}."
        )

    def _vote(self, name: str) -> str:
        live = self._any([each.id for each in self.state.proposals if each.status == "open"], "P1")
        mark, word = self._any("👍👎🤔", ""), self._any(("for", "for", "against", "rewrite"), "")
        return f"{mark} {live}" if self.random.random() < 0.3 else f"vote {live} {word}"

    def _settle(self, name: str) -> str:
        """Something about a proposal of one's own."""
        mine = [
            each.id
            for each in self.state.proposals
            if each.proposer == name and each.status == "open"
        ]
        return f"{self._any(('approve', 'approve', 'hold', 'retract'), '')} {self._any(mine, 'P1')}"

    def _judge(self, name: str) -> str:
        open_ = [each.id for each in self.state.requests if each.status == "open"]
        if open_ and self.state.judge == name:
            return f"judge answer {open_[0]}: It is, as far as fish go."
        return "judge request: Is a Duck a bird?"

    def _challenge(self, name: str) -> str:
        del name
        polls = [each.id for each in self.state.requests if each.status == "contested"]
        ruled = [each.id for each in self.state.requests if each.status == "answered"]
        return (
            f"vote {polls[-1]} {self._any(('affirm', 'overturn'), '')}"
            if polls
            else f"confidence {(*ruled, 'J1')[-1]}"
        )

    def _run(self, name: str) -> str:
        return (
            "stand down"
            if any(each.id == name for each in self.state.candidacies)
            else "run for judge"
        )

    def _support(self, name: str) -> str:
        del name
        whom = self._any([each.id for each in self.state.candidacies], "nobody")
        return f"{self._any(('support', 'support', 'oppose'), '')} {whom}"

    def _go(self, name: str) -> str:
        if len(self.state.players) > FEWEST and self.random.random() < 0.3:
            return "leave: yes"
        self._say(f"Newcomer {len(self.outcomes)}", "join")
        return f"vote P1 {name}"

    def _any(self, things: Iterable[str], otherwise: str) -> str:
        found = tuple(things)
        return self.random.choice(found) if found else otherwise

    # -- saying it ---------------------------------------------------------------------------------

    def _say(self, name: str, text: str) -> bool:
        """Play a line with every roll that it needs, and the choices that it needs behind it;
        whether it counted.
        """
        self.now += MINUTE
        while True:
            outcome, state = self._try(name, text)
            needed = _ROLL.match(outcome.text) if outcome.verdict is Verdict.NEEDS else None
            if not needed:
                break
            for _ in range(int(needed["times"] or 1)):
                roll = self._roll(int(needed["count"]), int(needed["sides"]))
                text += (", " if " -- " in text else " -- ") + roll
        choice = _choices(outcome.text) if outcome.verdict is Verdict.NEEDS else []
        counts = outcome.verdict is Verdict.DONE or choice
        if not counts or state.winners or len(self.outcomes) == self.most:
            return False
        self.state = state
        self.outcomes.append(outcome)
        if choice:
            self._say(name, f"choose {self.random.choice(choice)}")
        return True

    def _try(self, name: str, text: str) -> tuple[Outcome, State]:
        number = len(self.outcomes) + 1
        line, _, body = text.partition(" ¶ ")
        action = Action(ActionId(0, 0, number), self.now, name, line, number, True, True, body)
        played = self.engine.play(self.state, [action])
        return played.outcomes[0], played.state

    def _roll(self, count: int, sides: int) -> str:
        return str(Roll(count, sides, tuple(self.random.randint(1, sides) for _ in range(count))))


def _choices(asked: str) -> list[str]:
    """What a question may be answered with, as it lists or shows it."""
    if listed := _LISTED.search(asked):
        return re.split(r", by |, | and ", listed["options"])[:3]
    return _SHOWN.findall(asked)
