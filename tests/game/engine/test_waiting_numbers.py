"""Short numbers of what waits: the same for as long as it waits, and never of two things."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from wikibot.game.actions import ActionId, IdentityPart
from wikibot.game.engine.steward_verbs import named, number_of
from wikibot.game.state import Kind, Pending, State

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
