"""Rolls that the bot made: nobody gets rid of one, and two with the same purpose are two."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, Event, Shape, Verb, Withdrawal
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import log_line, read_log
from wikibot.game.engine.standing_rolls import DrawnRoll, RollRequest
from wikibot.game.problems import Held, Refused
from wikibot.game.state import Kind, Pending, Player, State, gain
from wikibot.wikitext.numerals import parse_time

NOW = parse_time("2024-01-05T12:00:00Z")
START = State(NOW, players={"Ann": Player("Ann")})
BOOK = Tiny().rulebook("")


@dataclass
class Keyed:
    """Dice whose faces depend on the key alone, and that remember what they were asked."""

    stated: bool = False
    asked: list[str] = field(default_factory=list)

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """The same face as often as needed."""
        self.asked.append(f"{draw.key} {draw.label} {draw.index}")
        return DrawnRoll((1 + len(draw.label) % draw.sides,) * draw.count, "by nothing")

    def awaits(self, identity: ActionId) -> bool:
        """Nothing does."""
        return False


def _climb(act: ActionContext[State]) -> None:
    height = sum(act.roll(1, 6, "climbing"))
    place = act.choose("a mountain", ("high", "low"), known=("sea",), rule="Mountains")
    act.say(f"climbed {height} on {place}")


def _trek(act: ActionContext[State]) -> None:
    far = sum(act.roll(1, 6, "trekking"))
    act.choose("a mountain", ("high", "low"), rule="Mountains")
    act.state = gain(act.state, act.player, "Stone", far + sum(act.roll(1, 4, "resting there")))


def _juggle(act: ActionContext[State]) -> None:
    act.roll(1, 6, "juggling")
    act.roll(1, 6, "juggling")


def _tumble(act: ActionContext[State]) -> None:
    act.roll(1, 6, "tumbling")
    raise Held("Tumbling", "nobody has settled where it ends")


def _fall(act: ActionContext[State]) -> None:
    if act.choose("how deep", ("deep", "shallow")) == "deep":
        raise Held("Falling", "nobody has settled where it ends")


class Hills(Tiny):
    """The tiny game with mountains, and a day that cannot begin."""

    verbs = (
        *Tiny.verbs,
        Verb("climb", "climb", "climb", "", _climb, Shape.WORDS),
        Verb("trek", "trek", "trek", "", _trek, Shape.WORDS),
        Verb("fall", "fall", "fall", "", _fall, Shape.WORDS),
        Verb("juggle", "juggle", "juggle", "", _juggle),
        Verb("tumble", "tumble", "tumble", "", _tumble),
    )

    def handle_event(self, act: ActionContext[State], event: Event) -> None:
        raise Refused(f"no {event.name} today")


def play(*lines: str, dice: Keyed | None = None) -> Any:
    """Play lines of Ann's, each an action of its own."""
    actions = [
        Action(ActionId(1, number, 0), NOW, "Ann", line) for number, line in enumerate(lines, 1)
    ]
    return Engine(Hills(), BOOK, dice or Keyed()).play(START, actions)


def stands(played: Any) -> list[str]:
    """The rolls that stand: whose, what for, faces."""
    return [f"{r.player}, {r.purpose}, {r.label} {r.index}: {r.roll}" for r in played.state.rolls]


def test_a_line_that_cannot_be_played_does_not_make_its_roll_undone() -> None:
    """After a refusal the roll stands, and the next line of the same kind uses it."""
    dice = Keyed()

    played = play("climb sea", "climb high", dice=dice)

    assert [outcome.text for outcome in played.outcomes] == [
        (
            "'sea' is not an answer to 'a mountain' (rule Mountains). Options: high, low. "
            "The roll for it stands: 1d6 (3) = 3"
        ),
        "climbed 3 on high",
    ]
    assert dice.asked == ["1.1.0 climbing 1"]
    assert played.state.pending == ()


def test_the_log_holds_the_roll_of_a_refused_line() -> None:
    """Replayed from its log, the same roll stands."""
    played = play("climb sea")
    again = Engine(Hills(), BOOK).play(START, read_log(log_line(played.outcomes[0])))  # type: ignore[arg-type]

    assert stands(played) == ["Ann, climb, climbing 1: 1d6 (3) = 3"]
    assert again.state == played.state


@pytest.mark.parametrize("later", ["trek high", "choose high", "choose trek: high"])
def test_the_log_of_an_action_in_two_lines_leads_to_the_same_rolls(later: str) -> None:
    """The second line took a roll of its own;
    that of the first is not taken for it, nor made again.
    """
    played = play("trek", later)
    log = "\n".join(log_line(outcome) for outcome in played.outcomes)
    again = Engine(Hills(), BOOK).play(START, read_log(log))  # type: ignore[arg-type]

    assert [str(outcome.verdict) for outcome in again.outcomes] == ["needs", "done"]
    assert again.state == played.state


def test_who_takes_a_held_line_off_keeps_its_roll() -> None:
    """It waits on for a steward, whatever fell:
    nobody gets another roll by taking a line off the page.
    """
    played = play("tumble")
    after = Engine(Hills(), BOOK, Keyed()).play(
        played.state, [Withdrawal(ActionId(1, 1, 0), NOW, "Ann")]
    )

    assert [(p.kind, p.text) for p in after.state.pending] == [(Kind.HELD, "tumble")]
    assert after.fired_events[0].text == "Ann took away 'tumble', but its roll was made and stands"


def test_the_log_says_for_whom_a_roll_stands() -> None:
    """A steward who plays for somebody does not come by their roll."""
    line = Action(ActionId(1, 1, 0), NOW, "Sam", "as Ann: climb sea", trusted=True)
    played = Engine(Hills(), BOOK, Keyed()).play(START, [line])
    logged = log_line(played.outcomes[0])
    again = Engine(Hills(), BOOK).play(START, read_log(logged))  # type: ignore[arg-type]

    assert logged == "2024-01-05T12:00:00Z Sam: as Ann: a roll stands: climb sea -- 1d6 (3) = 3"
    assert stands(again) == ["Ann, climb, climbing 1: 1d6 (3) = 3"]


def test_a_held_answer_leaves_one_order_waiting() -> None:
    """What `choose` turned into a held line waits for a steward, and no more for its player."""
    played = play("fall", "choose deep")

    assert [(each.kind, each.text) for each in played.state.pending] == [(Kind.HELD, "fall deep")]


def test_a_retry_that_is_refused_is_the_same_in_the_log() -> None:
    """Whoever plays the log finds no held line any more, and the roll that the retry made."""
    settled = Pending(ActionId(1, 1, 0), "Ann", Kind.HELD, "climb sea", "a ruling", NOW)
    held = replace(START, pending=(settled,))
    order = Action(ActionId(1, 2, 0), NOW, "Sam", "retry 1.1.0", trusted=True)
    played = Engine(Hills(), BOOK, Keyed()).play(held, [order])
    again = Engine(Hills(), BOOK).play(held, read_log(log_line(played.outcomes[0])))  # type: ignore[arg-type]

    assert log_line(played.outcomes[0]).endswith("Z Sam: retry 1.1.0 -- 1d6 (3) = 3")
    assert (played.state.pending, stands(played)) == ((), ["Ann, climb, climbing 1: 1d6 (3) = 3"])
    assert again.state == played.state


@pytest.mark.parametrize(("ruling", "left"), [("Ann gains 1 Stone", 0), ("no effect", 1)])
def test_a_ruling_uses_the_roll_up(ruling: str, left: int) -> None:
    """What a person ruled on is over, its roll with it;
    what was ruled to be nothing leaves it standing.
    """
    order = Action(ActionId(1, 2, 0), NOW, "Sam", f"ruling 1.1.0: {ruling}", trusted=True)
    played = Engine(Hills(), BOOK, Keyed()).play(play("tumble").state, [order])

    assert (len(played.state.rolls), played.state.pending) == (left, ())


def test_a_roll_outlives_the_order_that_lapsed() -> None:
    """The next one uses it."""
    first = play("climb")
    later = replace(first.state, now=parse_time("2024-01-06T12:00:00Z"), pending=())
    action = Action(ActionId(1, 9, 0), later.now, "Ann", "climb high")
    dice = Keyed()
    played = Engine(Hills(), BOOK, dice).play(later, [action])

    assert (played.outcomes[0].text, dice.asked, played.state.rolls) == (
        "climbed 3 on high",
        [],
        (),
    )


def test_an_answer_is_for_the_only_order_that_it_fits() -> None:
    """Of two that wait, neither is taken for the other; where both fit, both are named."""
    fits, both = play("climb", "walk", "choose pond"), play("climb", "trek", "choose high")

    assert [p.text for p in fits.state.pending] == ["climb"]
    assert both.outcomes[2].text.endswith("Nearest: `choose climb: ...`, `choose trek: ...`")


def test_a_die_without_sides_is_refused() -> None:
    """A number on the ruleset page that makes no die is a person's matter, whoever rolls."""
    act: ActionContext[Any] = ActionContext(
        Hills(), BOOK, START, Action(ActionId(1, 1, 0), NOW, "Ann", "climb"), None, "Ann", Keyed()
    )

    with pytest.raises(Refused, match="1d0 is not a die"):
        act.roll(1, 0, "nothing")


def test_nobody_states_a_roll_where_the_bot_makes_them() -> None:
    """The line is refused, and what it states does not stand."""
    played = play("climb sea -- 1d6 (2) = 2")

    assert played.state == START


def test_two_rolls_for_the_same_purpose_have_two_keys() -> None:
    """A second roll with the same label is not a copy of the first."""
    dice = Keyed()
    play("juggle", dice=dice)

    assert dice.asked == ["1.1.0 juggling 1", "1.1.0 juggling 2"]


def test_an_event_that_fails_is_told_and_time_goes_on() -> None:
    """What cannot happen by itself stops nothing that comes after it."""
    later = replace(START, now=parse_time("2024-01-06T12:00:00Z"))
    played = Engine(Hills(), BOOK).play(START, (), until=later.now)

    assert played.state == later
    assert all("today" in happening.text for happening in played.fired_events)


def test_a_choice_that_made_itself_takes_no_later_answer() -> None:
    """What an unfinished action waits with marks such choices,
    so that the answer meets its question.
    """
    first = play("walk")
    both = play("walk", "choose hill")

    assert [pending.text for pending in first.state.pending] == ["walk *"]
    assert both.outcomes[1].text == "walked to hill"
