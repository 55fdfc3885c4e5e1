"""Rolls that the bot made: nobody gets rid of one, and two with the same purpose are two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.for_each import for_each
from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, Event, Shape, Verb, Withdrawal
from wikibot.game.engine.context import ActionContext, Supply, shown
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import log_line, read_log
from wikibot.game.engine.standing_rolls import DrawnRoll, RollRequest
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.rolls import Roll, StandingRoll, StandingRolls, parse_rolls, split_rolls
from wikibot.game.state import Kind, Pending, Player, State, gain
from wikibot.game.understanding.dice import part_dice, shown_rolls
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


# Dice as players state them.


FORMS = Path(__file__).with_name("stated.txt")
ROLLS = st.integers(1, 100).flatmap(
    lambda sides: st.lists(st.integers(1, sides), min_size=1, max_size=8).map(
        lambda faces: Roll(len(faces), sides, tuple(faces))
    )
)


@given(st.lists(ROLLS, max_size=4))
def test_rolls_read_back(rolls: list[Roll]) -> None:
    """Rolls written in a dice bot's form are read back the same."""
    assert parse_rolls(", ".join(map(str, rolls))) == tuple(rolls)


@for_each(
    "line, words, rolls",
    [
        ("move 1 2 3 -- 2d6 (2, 4) = 6", "move 1 2 3", ["2d6 (2, 4) = 6"]),
        ("move 1 2 3 — 2d6 (2, 4) = 6", "move 1 2 3", ["2d6 (2, 4) = 6"]),
        ("move: `2d6` (**6**, 2) = `8`", "move:", ["2d6 (6, 2) = 8"]),
        ("choose 2d4 (1, 3) = 4", "choose", ["2d4 (1, 3) = 4"]),
        ("take garbage -- d98 (37) = 37", "take garbage", ["1d98 (37) = 37"]),
        ("mine -- 2d6 (4, 6) = 10, 1d4 (2) = 2", "mine", ["2d6 (4, 6) = 10", "1d4 (2) = 2"]),
        ("mine -- 2d6 (4, 6) = 10 and 1d4 (2) = 2", "mine", ["2d6 (4, 6) = 10", "1d4 (2) = 2"]),
        ("move 1 2 (2d6 (2, 4) = 6)", "move 1 2", ["2d6 (2, 4) = 6"]),
        ("move 1 2 (d6 (2) and d6 (4)).", "move 1 2", ["1d6 (2) = 2", "1d6 (4) = 4"]),
        ("join as Dee (the 2d4 one)", "join as Dee (the 2d4 one)", []),
        (
            "move -- 1d4 (2) = 2 https://example.org/r/1",
            "move",
            ["1d4 (2) = 2 https://example.org/r/1"],
        ),
        ("join as Dee -- the second", "join as Dee -- the second", []),
        ("use Duck", "use Duck", []),
    ],
)
def test_dice_are_parted_from_words(line: str, words: str, rolls: list[str]) -> None:
    """The dice at a line's end are taken off; a dash that no dice follow belongs to the words."""
    said, found = split_rolls(line)

    assert (said, [str(roll) for roll in found]) == (words, rolls)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2d6 (2, 7) = 9", "between 1 and 6"),
        ("2d6 (0, 6) = 6", "between 1 and 6"),
        ("2d6 (2) = 2", "2 faces were to be stated, 1 are"),
        ("2d6 (2, 3) = 6", "2 . 3 is 5, not 6"),
        ("1d0 () = 0", "at least one side"),
        ("0d6 () = 0", "no dice are no roll"),
        ("2d6 = 7", "not a stated roll"),
        (
            "2d6 (3, 4) = 7; use Mauve",
            "'use Mauve' is not a stated roll .write a further action on a separate line",
        ),
    ],
)
def test_impossible_rolls_are_named(text: str, why: str) -> None:
    """Number, range and sum of faces are checked, and the answer says which of them is wrong."""
    with pytest.raises(Unclear, match=why):
        parse_rolls(text)


def forms() -> list[tuple[str, ...]]:
    """The cases of stated.txt."""
    rows = FORMS.read_text(encoding="utf-8").splitlines()[1:]
    return [tuple(row.split(" | ")) for row in rows]


@for_each("name, line, expected", forms())
def test_what_dice_bots_print_is_read(name: str, line: str, expected: str) -> None:
    """The output of common bots is understood as it is pasted;
    what has no faces, or impossible ones, is refused.
    """
    try:
        words, rolls = part_dice(line)
    except Unclear:
        found = "huh"
    else:
        assert words == "move 1 2"
        found = ", ".join(map(str, rolls))

    assert found == expected


# Rolls that stand: what is taken from the line, what from before, and what stands in the end.


def supply(*stated: str, there: Sequence[StandingRoll] = (), whole: bool = True) -> Supply:
    """What Ann's line ``dig`` states, and what stands."""
    return Supply(
        StandingRolls(there), "Ann", "dig", [parse_rolls(text)[0] for text in stated], whole=whole
    )


def standing(roll: str, label: str = "digging", count: int = 0, index: int = 1) -> StandingRoll:
    """A roll of Ann's that stands;
    with ``count`` dice in all, which by default are those that it has.
    """
    found = parse_rolls(roll)[0]
    return StandingRoll("Ann", "dig", label, index, found, count or found.count)


def told(rolls: Sequence[StandingRoll]) -> list[str]:
    """What stands, in words."""
    return [f"{each.label} {each.roll} of {each.count}" for each in rolls]


@pytest.mark.parametrize(
    ("stated", "faces", "left"),
    [
        (("2d4 (1, 3) = 4", "1d6 (5) = 5"), (1, 3), ["1d6 (5) = 5"]),
        (("1d4 (1) = 1", "1d4 (3) = 3"), (1, 3), []),
        (("1d6 (5) = 5", "2d4 (1, 3) = 4"), (1, 3), ["1d6 (5) = 5"]),
        (("3d4 (1, 3, 2) = 6",), (1, 3), ["1d4 (2) = 2"]),
        (("1d4 (2) = 2",), (2,), []),
        ((), (), []),
    ],
)
def test_a_roll_is_taken_from_the_line(
    stated: tuple[str, ...], faces: tuple[int, ...], left: list[str]
) -> None:
    """A needed roll is the next one of such dice, or several of them,
    or the first dice of a larger one.
    """
    from_line = supply(*stated)

    assert from_line.take("digging", 1, 2, 4).roll.faces == faces
    assert list(map(str, from_line.stated)) == left


def test_dice_that_are_not_needed_make_the_line_unclear() -> None:
    """A stated roll of more dice than are needed is not bent to fit;
    other rolls are only left over.
    """
    more, other = supply("3d4 (1, 3, 2) = 6"), supply("2d4 (1, 3) = 4", "1d6 (5) = 5")
    more.take("digging", 1, 2, 4)
    other.take("digging", 1, 2, 4)
    other.refuse_overstated()

    with pytest.raises(Unclear, match="2d4 was to be rolled here, 3d4"):
        more.refuse_overstated()


def test_its_dice_are_fixed_when_it_is_rolled() -> None:
    """Where other dice are needed by now, the roll stands as it fell."""
    entry = supply(there=[standing("1d42 (17) = 17")]).take("digging", 1, 1, 43)

    assert (entry.roll, entry.missing) == (Roll(1, 42, (17,)), 0)


def test_a_line_adds_the_dice_that_are_missing() -> None:
    """One of two dice stands; the other comes alone, or behind the first once more."""
    half = [standing("1d6 (5) = 5", count=2)]
    added = supply("1d6 (3) = 3", there=half, whole=False)
    again = supply("2d6 (5, 3) = 8", there=half)

    assert [each.take("digging", 1, 2, 6).roll.faces for each in (added, again)] == [(5, 3), (5, 3)]


@pytest.mark.parametrize("line", ["2d4 (4, 4) = 8", "1d4 (4) = 4", "2d4 (1, 4) = 5"])
@pytest.mark.parametrize("label", ["digging", ""])
def test_another_roll_in_place_of_one_that_stands_counts_for_nothing(line: str, label: str) -> None:
    """The line is refused, and what it states is not kept."""
    there = [standing("2d4 (1, 3) = 4", label)]
    second = supply(line, there=there)

    with pytest.raises(Refused, match=r"made before: 2d4 \(1, 3\) = 4"):
        second.take("digging", 1, 2, 4)
    assert not any(4 in each.roll.faces for each in second.after_all(there))


def test_a_loose_roll_outlives_the_line_that_states_another() -> None:
    """The line is refused; what was shown first is what stands, for what asked for it."""
    there = [standing("1d4 (1) = 1"), standing("1d4 (3) = 3", "")]
    line = supply("2d4 (1, 4) = 5", there=there)
    line.take("digging", 1, 1, 4)

    with pytest.raises(Refused, match=r"made before: 1d4 \(3\) = 3"):
        line.take("lifting", 1, 1, 4)
    assert told(line.after_all(there)) == ["digging 1d4 (1) = 1 of 1", "lifting 1d4 (3) = 3 of 1"]


def test_what_nothing_asked_for_stands_loose() -> None:
    """It is taken by the next order that needs such dice; shown again, it does not count twice."""
    line = supply("2d4 (1, 3) = 4", "1d6 (5) = 5")
    line.take("digging", 1, 2, 4)
    once = line.after_all(())
    again = shown(once, "Ann", "dig", [Roll(1, 6, (6,))])
    later = supply(there=again)

    assert told(once) == ["digging 2d4 (1, 3) = 4 of 2", " 1d6 (5) = 5 of 1"]
    assert again == once
    assert later.take("lifting", 1, 1, 6).roll.faces == (5,)


def test_what_was_used_is_used_up() -> None:
    """When the order was carried out, what it did not ask for stands on; loose rolls are over."""
    there = [
        standing("2d4 (1, 3) = 4"),
        standing("1d6 (5) = 5", "elsewhere"),
        standing("1d8 (8) = 8", ""),
    ]
    line = supply(there=there)
    line.take("digging", 1, 2, 4)

    assert told(line.after_use(there)) == ["elsewhere 1d6 (5) = 5 of 1"]


def test_rolls_are_found_in_a_line_that_cannot_be_read() -> None:
    """What no dice can have shown is passed over."""
    text = "dgi -- 2d4 (1, 3) = 4, oh dear, 1d4 (9) and `1d6` (5)!"

    assert list(map(str, shown_rolls(text))) == ["2d4 (1, 3) = 4", "1d6 (5) = 5"]
