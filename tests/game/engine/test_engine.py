"""Playing lines: each gets one outcome, and only a whole performance changes anything."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, Event, Outcome, Withdrawal
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.orders import Malformed, log_line, read_log
from wikibot.game.problems import Refused
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, Pending, Player, State, wait_for
from wikibot.wikitext.numerals import format_time, parse_time

START = State(
    parse_time("2024-01-05T00:00:00Z"),
    players={"Ann": Player("Ann"), "Bea": Player("Bea", "Beatrice")},
)
BOOK = Tiny().rulebook("")


def play(
    text: str, state: State = START, until: str = "", game: Tiny | None = None
) -> Played[State]:
    """Play lines ``HH:MM NAME: order`` of 5 January 2024."""
    lines = [
        f"2024-01-05T{line.strip().replace(' ', ':00Z ', 1)}" for line in text.strip().splitlines()
    ]
    actions = [entry for entry in read_log("\n".join(lines)) if not isinstance(entry, Malformed)]
    assert len(actions) == len(lines)
    end = parse_time(until) if until else None
    return Engine(game or Tiny(), BOOK).play(state, actions, end)


def verdicts(played: Played[State]) -> list[str]:
    """Verdicts with their texts."""
    return [f"{outcome.verdict}: {outcome.text}" for outcome in played.outcomes]


def stones(played: Played[State]) -> dict[str, int]:
    """Who has how many stones."""
    return {name: player.count("Stone") for name, player in played.state.players.items()}


def test_a_stated_roll_is_played() -> None:
    """What was rolled is what is found, and the roll is in the outcome."""
    played = play("02:00 Ann: dig -- 2d4 (1, 3) = 4")

    assert (stones(played)["Ann"], played.outcomes[0].rolls) == (4, ("2d4 (1, 3) = 4",))


def test_a_missing_roll_waits_and_is_taken_up() -> None:
    """A line without its roll waits;
    the roll that is chosen later plays it under the first line's identity.
    """
    played = play("""
        02:00 Ann: dig
        03:00 Ann: choose 2d4 (1, 3) = 4""")

    assert ([o.verdict for o in played.outcomes], stones(played)["Ann"]) == (["needs", "done"], 4)
    assert [p.id for p in played.state.pending] == [
        ActionId(0, 0, 1)
    ]  # the wager that the digging offers


def test_the_question_names_its_options_and_deadline() -> None:
    """An open choice is answered with what may be chosen, how, and until when."""
    played = play("02:00 Ann: walk mill")

    assert verdicts(played) == [
        "needs: The second step from mill? `choose pond` or `choose hill`, by 2024-01-06T00:00:00Z"
    ]


@pytest.mark.parametrize("line", ["walk mill hill", "walk hill", "walk MILL, hil"])
def test_a_forced_choice_makes_itself(line: str) -> None:
    """The only road out of town may be named or left out."""
    assert verdicts(play(f"02:00 Ann: {line}")) == ["done: walked to hill"]


def test_a_choice_that_a_rule_forbids() -> None:
    """A place that is there but cannot be reached is refused with the rule and the options."""
    assert verdicts(play("02:00 Ann: walk mill town")) == [
        (
            "cant: 'town' is not an answer to 'the second step from mill' (rule Roads). Options: "
            "pond, hill"
        )
    ]


def test_a_choice_that_is_no_place() -> None:
    """A word that names nothing is not understood, and the options are the nearest."""
    assert verdicts(play("02:00 Ann: walk mill hall")) == [
        "huh: 'hall' does not answer 'the second step from mill'. Nearest: pond, hill"
    ]


def test_more_answers_than_questions() -> None:
    """A line that says more than was asked is not played at all."""
    assert verdicts(play("02:00 Ann: walk mill hill town")) == [
        "cant: 'town' is more than was asked for. Nothing has been played, and nothing is used up."
    ]


def test_a_roll_that_was_made_stands() -> None:
    """Sending an unfinished line again with another roll is refused;
    with the same one it goes on.
    """
    walk = replace(START, players=START.players)
    played = play(
        (
            "02:00 Ann: walk -- 2d4 (1, 1) = 2\n02:01 Ann: walk -- 2d4 (4, 4) = 8\n02:02 Ann: "
            "walk mill hill"
        ),
        walk,
    )

    assert [str(o.verdict) for o in played.outcomes] == ["needs", "cant", "done"]


def test_one_bad_line_does_not_stop_the_others(contained: list[str]) -> None:
    """A line nobody understands,
    one of a stranger and one that hits a mistake in a rule leave the rest alone.
    """
    played = play("""
        02:00 Ann: frobnicate
        02:01 Zoe: dig
        02:02 Ann: break
        02:03 Ann: dig -- 2d4 (2, 2) = 4""")

    assert [str(o.verdict) for o in played.outcomes] == ["huh", "cant", "held", "done"]
    assert (stones(played)["Ann"], contained) == (4, ["break: ZeroDivisionError"])


def test_what_a_limit_forbids_is_undone_as_a_whole() -> None:
    """If the aftermath refuses, nothing of the action remains."""
    rich = replace(START, players={"Ann": Player("Ann", items={"Stone": 19})})
    played = play("02:00 Ann: dig -- 2d4 (2, 2) = 4", rich)

    assert (replace(played.state, rolls=()), verdicts(played)[0]) == (
        replace(rich, now=parse_time("2024-01-05T02:00:00Z")),
        (
            "cant: nobody carries more than 20 stones (rule Weight). The roll for it stands: 2d4 "
            "(2, 2) = 4"
        ),
    )


def test_offers_are_taken_up_once() -> None:
    """What digging offers can be taken up by the one it was offered to, once."""
    played = play("""
        02:00 Ann: dig -- 2d4 (2, 2) = 4
        02:01 Bea: wager -- 1d2 (1) = 1
        02:02 Ann: wager -- 1d2 (1) = 1
        02:03 Ann: wager -- 1d2 (1) = 1""")

    assert ([str(o.verdict) for o in played.outcomes], stones(played)["Ann"]) == (
        ["done", "cant", "done", "cant"],
        5,
    )


def test_deadlines_pass_at_their_own_time() -> None:
    """What waits lapses when the day ends, before the new day's first line is looked at."""
    played = play("02:00 Ann: walk mill", until="2024-01-07T01:00:00Z")

    assert [f"{format_time(h.time)} {h.text}" for h in played.fired_events] == [
        (
            "2024-01-06T00:00:00Z Ann: 'walk mill' lapsed, still waiting for the second step from "
            "mill: pond, hill"
        ),
        "2024-01-06T00:00:00Z day 2",
        "2024-01-07T00:00:00Z day 3",
    ]


def test_time_does_not_run_back() -> None:
    """A line dated before what has been played is not slipped in."""
    played = play("02:00 Ann: dig -- 2d4 (2, 2) = 4\n01:00 Bea: dig -- 2d4 (2, 2) = 4")

    assert verdicts(played)[1].startswith(
        "huh: the line is dated 2024-01-05T01:00:00Z, but the game has been played"
    )


def test_a_withdrawn_line_stops_waiting() -> None:
    """An unfinished line that is taken off the page is forgotten, unless its roll was made."""
    played = play("02:00 Ann: walk mill")
    withdrawal = Withdrawal(ActionId(0, 0, 1), parse_time("2024-01-05T03:00:00Z"), "Ann")
    after = Engine(Tiny(), BOOK).play(played.state, [withdrawal])

    assert (after.state.pending, after.fired_events[0].text) == ((), "Ann withdrew 'walk mill'")


def test_on_a_wiki_the_account_counts() -> None:
    """On a wiki Beatrice plays Bea, and somebody whose account is called Bea does not."""
    time = parse_time("2024-01-05T02:00:00Z")
    lines = [
        Action(ActionId(1, 9, n), time, name, "dig -- 2d4 (1, 1) = 2")
        for n, name in enumerate(("Beatrice", "Bea"))
    ]
    played = Engine(Tiny(), BOOK).play(START, lines)

    assert [(str(o.verdict), o.player) for o in played.outcomes] == [
        ("done", "Bea"),
        ("cant", "Bea"),
    ]


def test_only_the_trusted_correct() -> None:
    """A correction in the operator's log is played; the same line of a player is refused."""
    played = play("02:00 Steward: correct Ann gains 2 Stone; Bea gains 1 Stone")
    line = Action(
        ActionId(1, 9, 0), parse_time("2024-01-05T02:00:00Z"), "Ann", "correct Ann gains 9 Stone"
    )
    refused = Engine(Tiny(), BOOK).play(START, [line])

    assert (stones(played), str(refused.outcomes[0].verdict)) == ({"Ann": 2, "Bea": 1}, "cant")


def test_a_log_replays_to_the_same_state() -> None:
    """The lines that counted, written to a log and played from the start,
    lead to the same state.
    """
    played = play("""
        02:00 Ann: dig
        02:10 Bea: walk town
        02:30 Ann: choose -- 2d4 (1, 3) = 4
        02:40 Bea: walk mill
        02:50 Ann: wager -- 1d2 (2) = 2""")
    log = "\n".join(log_line(outcome) for outcome in played.outcomes if outcome.counts)
    again = Engine(Tiny(), BOOK).play(START, [a for a in read_log(log) if isinstance(a, Action)])

    assert [(p.player, p.text) for p in again.state.pending] == [
        (p.player, p.text) for p in played.state.pending
    ]
    assert again.state.players == played.state.players


class Tired(Tiny):
    """Nobody does anything any more."""

    def after_action(self, act: ActionContext[State]) -> None:
        """Whatever it is, it is too much."""
        raise Refused("everybody is tired")


def test_a_held_line_that_is_refused_when_it_is_played_again_waits_no_more() -> None:
    """The log holds the order that ended its waiting, for who plays it has to end it too."""
    pending = Pending(ActionId(1, 1, 0), "Ann", Kind.HELD, "walk mill hill", "?", START.now)
    line = Action(ActionId(1, 2, 0), START.now, "Sam", "retry 1.1.0", trusted=True)
    played = Engine(Tired(), BOOK).play(wait_for(START, pending), [line])

    assert (played.state, played.outcomes[0].verdict) == (START, "cant")
    assert log_line(played.outcomes[0]).endswith("Sam: retry 1.1.0")


def test_nothing_follows_a_correction_at_once() -> None:
    """As after an edit of the page, on which people may be at work step by step."""
    line = Action(ActionId(1, 2, 0), START.now, "Sam", "correct Ann gains 25 Stone", trusted=True)
    played = Engine(Tiny(), BOOK).play(START, [line])

    assert (verdicts(played), stones(played)) == (
        ["done: Ann gains 25 Stone"],
        {"Ann": 25, "Bea": 0},
    )


def test_what_was_edited_beyond_reading_can_be_withdrawn() -> None:
    """The page is people's; what they wrote there in place of an order stops no sync."""
    time = parse_time("2024-01-05T03:00:00Z")
    pending = Pending(ActionId(0, 0, 1), "Ann", Kind.ACTION, "who knows", "?", time)
    played = Engine(Tiny(), BOOK).play(
        wait_for(START, pending), [Withdrawal(pending.id, time, "Ann")]
    )

    assert played.state.pending == ()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("move 1 2 3", "no time, name and colon"),
        ("2024-01-05T02:22:00Z Alice move", "no time, name and colon"),
        ("soon Alice: move", "'soon' is not a time"),
    ],
)
def test_malformed_log_lines_are_answered(line: str, why: str) -> None:
    """A line without time, name or colon is an outcome like any other, with its number."""
    entry = read_log(f"# a comment\n\n{line}")[0]

    assert isinstance(entry, Malformed)
    assert (entry.line, why in entry.outcome(START.now).text) == (3, True)


# What the kernel does for games in real time:
# messages, deadlines that move, rolls of others, empty events.


NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)


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
