"""What an answer asks for: a question, the lines that answer it, all rolls at once."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.tiny import Tiny
from wikibot.game.actions import Action, ActionId, IdentityPart, Shape, Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.standing_rolls import DrawnRoll, RollRequest
from wikibot.game.engine.steward_verbs import named, number_of
from wikibot.game.problems import Missing, MissingRoll
from wikibot.game.state import Kind, Pending, Player, State
from wikibot.wikitext.numerals import parse_time

NOON = parse_time("2024-01-05T12:00:00Z")


def _throw(act: ActionContext[State]) -> None:
    """Two dice, one more where they are high, and then perhaps one of another kind."""
    first = act.roll(2, 6, "the throw")
    act.roll(1, 4, "luck")
    if sum(first) > 10:
        act.roll(1, 20, "more luck")
    if act.choose("which hand", ("left", "right")) == "left":
        act.roll(1, 8, "the left hand")


def _haul(act: ActionContext[State]) -> None:
    act.say(str(sum(sum(act.roll(1, 98, f"haul for {act.player}")) for _ in range(3))))


class Booth(Tiny):
    """A game in which one line needs several rolls."""

    verbs = (
        Verb("throw", "throw", "throw", "", _throw, Shape.WORDS),
        Verb("haul", "haul", "haul", "", _haul),
        *Tiny.verbs,
    )


def answer(*lines: str) -> str:
    """The answer to the last of some lines of Ann's."""
    game = Booth()
    engine = Engine(game, game.rulebook(""))
    actions = [
        Action(ActionId(1, number, 0), NOON, "Ann", line) for number, line in enumerate(lines)
    ]
    return engine.play(State(NOON, players={"Ann": Player("Ann")}), actions).outcomes[-1].text


@pytest.mark.parametrize(
    ("missing", "asked"),
    [
        (Missing("which way", ("4", "20")), "Which way? `choose 4` or `choose 20`"),
        (
            Missing("the victim", ("Ann", "Bob", "Cid"), question="who is the victim"),
            "Who is the victim? `choose Ann`, `choose Bob` or `choose Cid`",
        ),
        (
            Missing("which", tuple(map(str, range(14)))),
            "Which? `choose ...`: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more",
        ),
        (Missing("do you mean it", form="choose yes"), "Do you mean it? `choose yes`"),
        (
            MissingRoll("a roll of 2d4 for movement", form="choose 2d4 (FACE, FACE)"),
            "What comes of a roll of 2d4 for movement? `choose 2d4 (FACE, FACE)`",
        ),
    ],
    ids=["two", "worded", "many", "yes", "roll"],
)  # fmt: skip
def test_what_is_missing_is_asked_for(missing: Missing, asked: str) -> None:
    """Few options stand there as the whole line; many are listed."""
    assert missing.asked() == asked


def test_all_rolls_that_are_missing_are_named_at_once() -> None:
    """Those that come whatever falls and is chosen; the others when they are known to come."""
    assert answer("throw") == (
        "What comes of a roll of 2d6 for the throw and a roll of 1d4 for luck?"
        " `choose 2d6 (FACE, FACE), 1d4 (FACE)`, by 2024-01-06T00:00:00Z"
    )
    assert answer("throw left").count("FACE") == 3


def test_rolls_of_one_kind_are_counted() -> None:
    """Not listed one by one."""
    assert answer("haul").startswith("What comes of 3 rolls of 1d98 for haul for Ann? ")


def test_the_line_that_is_shown_answers_it() -> None:
    """With the faces filled in."""
    said = answer("haul").partition("`")[2].partition("`")[0]

    assert answer("haul", said.replace("FACE", "7")) == "21"


def test_what_was_rolled_counts() -> None:
    """Only what is still missing is asked for."""
    assert answer("haul", "choose 1d98 (5)").startswith("What comes of 2 rolls of 1d98 ")


@pytest.mark.parametrize(("line", "begins"), [("dig", "rolled 2d4 (1, 1) = 2; found 2")])
def test_the_faces_that_the_bot_rolled_are_said(line: str, begins: str) -> None:
    """The answer says what fell; the log has how it is checked."""

    class Ones:
        stated = False

        def faces(self, draw: RollRequest) -> DrawnRoll:
            return DrawnRoll((1,) * draw.count, "by nothing")

        def awaits(self, identity: ActionId) -> bool:
            del identity
            return False

    game = Booth()
    engine = Engine(game, game.rulebook(""), Ones())
    state = State(NOON, players={"Ann": Player("Ann")})
    played = engine.play(state, [Action(ActionId(1, 1, 0), NOON, "Ann", line)])

    assert played.outcomes[0].text == begins


# Short numbers of what waits: the same for as long as it waits, and never of two things.


NOW = datetime(2024, 1, 5, tzinfo=UTC)
IDS = st.builds(
    ActionId, st.integers(0, 9), st.integers(0, 5_000), st.integers(0, 9),
    st.sampled_from(IdentityPart),
)  # fmt: skip


def waits(identity: ActionId) -> Pending:
    """A line that waits for a ruling."""
    return Pending(identity, "Ann", Kind.HELD, "use Net", "a ruling", NOW)


def state_of(*identities: ActionId) -> State:
    """A state in which these wait."""
    return State(NOW, pending=tuple(map(waits, identities)))


def alike(identity: ActionId, digits: int = 3) -> ActionId:
    """A later line that would have the same number."""
    number = number_of(state_of(identity), identity)
    later = (
        ActionId(identity.page, revision, 0) for revision in range(identity.revision + 1, 10_000)
    )
    assert digits == len(number)
    return next(each for each in later if number_of(state_of(each), each) == number)


@given(st.lists(IDS, unique=True, max_size=30))
def test_each_thing_has_a_number_that_names_it(ids: list[ActionId]) -> None:
    """Among any that wait; short, and unlike any other's, unless it is a revision's as well."""
    state = state_of(*ids)
    numbers = [number_of(state, each) for each in ids]
    found = [{each.id for each in named(state.pending, number)} for number in numbers]

    assert len(set(numbers)) == len(ids)
    assert all(identity in ids_ for identity, ids_ in zip(ids, found, strict=True))


@given(st.lists(IDS, unique=True, min_size=2, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_the_list_does_not_matter(ids: list[ActionId], random: object) -> None:
    """A line that waits once more comes last in the table, and keeps its number."""
    shuffled = list(ids)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert [number_of(state_of(*ids), each) for each in ids] == [
        number_of(state_of(*shuffled), each) for each in ids
    ]


def test_two_that_would_share_one() -> None:
    """The earlier keeps it, as it was shown;
    the later has a longer one, which goes on to name it.
    """
    first = ActionId(3, 1200, 0)
    second = alike(first)
    state, number = state_of(first, second), number_of(state_of(first), first)
    longer = number_of(state, second)

    assert (number_of(state, first), len(longer)) == (number, 5)
    assert number_of(state_of(second, first), second) == longer
    assert [each.id for each in named(state.pending, number)] == [first]
    assert [each.id for each in named(state.pending, longer)] == [second]
    assert [each.id for each in named(state_of(second).pending, longer)] == [second]


def test_a_number_that_is_a_revision_as_well() -> None:
    """Both are found, so that the order is refused with both; a log means the revision."""
    line = ActionId(3, 1200, 0)
    number = number_of(state_of(line), line)
    other = ActionId(3, int(number), 0)
    pending = state_of(line, other).pending

    assert [each.id for each in named(pending, number)] == [line, other]
    assert [each.id for each in named(pending, number, in_log=True)] == [other]


def test_identities_and_revisions_are_understood() -> None:
    """As they were before there were numbers."""
    pending = state_of(ActionId(3, 1200, 0), ActionId(3, 1201, 0)).pending

    assert [each.id.revision for each in named(pending, "3.1201.0")] == [1201]
    assert [each.id.revision for each in named(pending, "1200")] == [1200]
