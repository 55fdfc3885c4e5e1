"""The statements that lead from one state to another, said one after the other."""

from __future__ import annotations

from typing import Any, Generic

from msgspec import Struct

from wikibot.game.changes import Change, Statement, Step
from wikibot.game.state import S
from wikibot.game.statements.speech import Speech


class Tally(Struct, Generic[S]):
    """Statements that lead from one state to another, with the state that they lead to so far."""

    speech: Speech[S]
    state: S
    said: tuple[str, ...] = ()

    def add(self, name: str, /, **values: Any) -> None:
        """Say one statement and make it true."""
        self.said = (*self.said, self.speech.say(self.state, name, values))
        self.state = self.speech.forms[name].apply(self.state, **values)

    def change(self, change: Change) -> None:
        """Say what holds now in place of something else, and make it true."""
        self.add(change.now.form, **change.now.values)


class Steps(Tally[S]):
    """The same as values, not in words: that takes no looking for words that are understood."""

    steps: tuple[Step, ...] = ()

    def add(self, name: str, /, **values: Any) -> None:
        self._take(Statement(name, values), Statement(name, values))

    def change(self, change: Change) -> None:
        self._take(change, change.now)

    def _take(self, step: Step, now: Statement) -> None:
        self.steps = (*self.steps, step)
        self.state = self.speech.forms[now.form].apply(self.state, **now.values)
