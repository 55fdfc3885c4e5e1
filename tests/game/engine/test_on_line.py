"""What the kernel does for games in real time:
messages, deadlines that move, rolls of others, empty events.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, Event, Outcome
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import log_line, read_log
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Player, State

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)
BOOK = Tiny().rulebook("")


class Counting(Tiny):
    """Counts, as the number of the phase, the lines that anybody wrote."""

    def on_line(self, before: State, after: State, outcome: Outcome, book: Rulebook) -> State:
        """One more."""
        return replace(after, phase=after.phase + 1)

    def next_event(self, state: State, book: Rulebook) -> Event | None:
        """Nothing."""
        return None


class Hurried(Tiny):
    """An unfinished action waits for a minute."""

    def until(self, act: ActionContext[State]) -> datetime | None:
        """A minute from the line."""
        return act.now + timedelta(minutes=1)


class Stuck(Tiny):
    """An event that is always due and never comes about."""

    def next_event(self, state: State, book: Rulebook) -> Event | None:
        """At once."""
        return Event(state.now, "never mind")

    def handle_event(self, act: ActionContext[State], event: Event) -> None:
        """Nothing happens."""


def line(text: str, minute: int = 0) -> Action:
    """A line of Ann's."""
    return Action(
        ActionId(0, 0, minute + 1), NOON + timedelta(minutes=minute), "Ann", text, minute + 1,
        by_name=True,
    )  # fmt: skip


def state() -> State:
    """Ann plays."""
    return State(NOON, players={"Ann": Player("Ann")})


def test_a_line_that_was_not_played_may_still_be_a_message() -> None:
    """The game notes it, and the log holds it, so that the log leads to the same state."""
    played = Engine(Counting(), BOOK).play(
        state(), [line("dig -- 2d4 (1, 3) = 4"), line("dance", 1)]
    )

    assert played.state.phase == 3
    assert [outcome.counts for outcome in played.outcomes] == [True, True]
    assert log_line(played.outcomes[1]) == "2024-01-01T12:01:00Z Ann: (not played) dance"


def test_a_line_that_was_refused_is_not_played_by_those_who_trust_the_log() -> None:
    """A steward's verb from somebody else is a message like any other, and no more than that."""
    refused = replace(line("correct Ann gains 100 Gold"), line=0)
    played = Engine(Counting(), BOOK).play(state(), [refused])
    logged = read_log(log_line(played.outcomes[0]))
    again = Engine(Counting(), BOOK).play(
        state(), [each for each in logged if isinstance(each, Action)]
    )

    assert [outcome.verdict for outcome in (*played.outcomes, *again.outcomes)] == ["cant", "huh"]
    assert (again.state.phase, again.state.players) == (played.state.phase, played.state.players)


def test_what_a_steward_says_for_somebody_stays_theirs() -> None:
    """Refused or not, in a log it is that player's message."""
    refused = replace(line("as Ann: dance"), account="Sam", trusted=True)
    played = Engine(Counting(), BOOK).play(state(), [refused])

    assert log_line(played.outcomes[0]) == "2024-01-01T12:00:00Z Sam: as Ann: (not played) dance"


def test_a_game_says_until_when_an_action_waits() -> None:
    """The answer names the time, and then the action lapses."""
    engine = Engine(Hurried(), BOOK)
    played = engine.play(state(), [line("dig")])
    later = engine.play(played.state, [], NOON + timedelta(minutes=1))

    assert played.outcomes[0].text.endswith("by 2024-01-01T12:01:00Z")
    assert later.state.pending == ()


def test_an_event_that_comes_to_nothing_stops_nothing() -> None:
    """Time runs on past it."""
    played = Engine(Stuck(), BOOK).play(state(), [], NOON + timedelta(hours=1))

    assert played.state.now == NOON + timedelta(hours=1)
