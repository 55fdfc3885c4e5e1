"""What is found again by what has changed is what would be found anew, with fewer looks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import Struct

from wikibot.game.ruleset.rulebook import FirstOf, FoundTimes, OfEach, Those

BEGIN = datetime(2024, 1, 1, tzinfo=UTC)


class Vote(Struct, frozen=True):
    """Something that ends on a day, or never."""

    day: int

    def end(self, _book: object) -> datetime | None:
        return BEGIN + timedelta(days=self.day) if self.day else None


@given(st.lists(st.lists(st.integers(0, 5), max_size=6), min_size=1, max_size=8))
def test_times_are_those_of_the_members(tables: list[list[int]]) -> None:
    """Whatever was added, changed, moved or taken away in between."""
    votes = [Vote(day) for day in range(6)]
    first = FirstOf(Vote.end)
    before = tuple(votes[day] for day in tables[0])
    found = first(before, None)
    for days in tables[1:]:
        part = tuple(votes[day] for day in days)
        found, before = first.again(found, before, part, None), part

        ends = [vote.end(None) for vote in part]
        assert found == FoundTimes(tuple(ends), min(filter(None, ends), default=None))


@given(
    st.lists(
        st.tuples(st.booleans(), st.dictionaries(st.integers(0, 5), st.integers(0, 4), max_size=6)),
        min_size=2,
        max_size=8,
    )
)
@example([(False, {0: 4, 1: 4}), (True, {0: 3})])  # the same one twice, of which one changes
def test_what_is_found_again_is_what_is_found_anew(
    tables: list[tuple[bool, dict[int, int]]],
) -> None:
    """Whatever was put in, added or taken away, one by one or all at once; each is an object of its
    own.
    """
    numbers = [[(number,) for number in range(5)] for _ in range(6)]
    of_each = OfEach[int, tuple[int], int](lambda each: each[0] % 2)
    those = Those[int, tuple[int]](lambda each: each[0] > 2)
    members: Mapping[int, tuple[int]] = {
        key: numbers[key][each] for key, each in tables[0][1].items()
    }
    found = of_each(members, None), those(members, None)
    for puts, table in tables[1:]:
        before, given = members, {key: numbers[key][each] for key, each in table.items()}
        if puts:
            members = {**before, **{key: given[key] for key in given if key in before}}
        else:
            members = given
        found = (
            of_each.again(found[0], before, members, None),
            those.again(found[1], before, members, None),
        )

        assert [*found[0].items()] == [*of_each(members, None).items()]
        assert found[1] == those(members, None)


def test_twice_the_members_take_twice_the_looks() -> None:
    """Each is looked at when it comes and when it changes, however many are open beside it."""

    def look(vote: Vote, seen: list[Vote]) -> datetime | None:
        seen.append(vote)
        return vote.end(None)

    looks = []
    for count in (100, 200):
        seen: list[Vote] = []
        first = FirstOf(look)
        votes = tuple(Vote(n) for n in range(count))
        grows = [votes[: n + 1] for n in range(count)]
        changes = [(*votes[:n], Vote(n), *votes[n + 1 :]) for n in range(count)]
        shrinks = [votes[n:] for n in range(count)]
        before: tuple[Vote, ...] = ()
        found = first(before, seen)
        for part in (*grows, *changes, *shrinks):
            found, before = first.again(found, before, part, seen), part
        looks.append(len(seen))

    assert looks[1] <= 2.1 * looks[0]
