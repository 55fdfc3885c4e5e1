"""The accepted wording and the revision that changed it, found among the page's versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.game.pond import PAGE, book, edited
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.wording import Version, WordingChange, trace

MAY = PAGE
MUST = edited(("may cast", "must cast"))
SHALL = edited(("may cast", "shall cast"))
DUCKS = MUST + "\n== Ducks ==\n\nDucks eat bread.\n"
ANGLING = edited(("== Fishing ==", "== Angling =="))


def _versions(*texts: str) -> list[Version]:
    """Texts from the oldest on, as revisions 1, 2, ... by Ann, newest first."""
    return [Version(f"revision {n}", text, "Ann") for n, text in enumerate(texts, 1)][::-1]


def _trace(unit: str, *texts: str) -> WordingChange:
    return trace(book(texts[-1]), [unit], _versions(*texts))[unit]


def _names(change: WordingChange) -> Sequence[str | None]:
    return [version.name if version else None for version in (change.accepted, change.since)]


def test_reworded() -> None:
    """The newest version with the accepted wording.

    The oldest of those that read as now, are found.
    """
    change = _trace("Fishing", MAY, MAY + "\n", MUST, DUCKS)

    assert _names(change) == ["revision 2", "revision 3"]


def test_reworded_twice() -> None:
    """The change is the last one; the difference is from the accepted wording."""
    change = _trace("Fishing", MAY, SHALL, MUST)

    assert str(change) == (
        "changed in revision 3 by Ann: Once a day an angler [-may-] {+must+} cast a line by "
        "rolling 2d4. …"
    )


def test_accepted_under_another_name() -> None:
    """The accepted wording is found although the rule had another name then."""
    change = _trace("Fishing", ANGLING, MUST)

    assert _names(change) == ["revision 1", "revision 2"]


def test_new() -> None:
    """A new unit has the revision that brought it, and everything in it is added."""
    change = _trace("Ducks", MAY, DUCKS, DUCKS + "\n")

    assert str(change) == "new in revision 2 by Ann: {+Ducks eat bread.+}"


def test_merged() -> None:
    """A rule that was merged into another is compared with the text of that one."""
    merged = edited((" Rain ends on Sunday.\n\n=== Frost ===\n", " Rain ends on Sunday.\n"))
    change = _trace("Frost", MAY, merged)

    assert str(change).startswith("changed in revision 2 by Ann: {+While it rains")


def test_wording_that_the_history_does_not_hold() -> None:
    """Where no version has the accepted wording, the answer says so instead of guessing one."""
    change = _trace("Fishing", SHALL, MUST)

    assert (
        str(change)
        == "changed in revision 2 by Ann; the accepted wording is not in the page's history"
    )


def test_no_older_version() -> None:
    """With the present version alone nothing is said about when it changed."""
    assert str(_trace("Ducks", DUCKS)) == "new: {+Ducks eat bread.+}"


def test_only_as_far_as_needed() -> None:
    """The history is read no further than to the accepted wording."""
    read = []

    def versions() -> Iterator[Version]:
        for version in _versions(MAY, MAY + "\n", MUST, DUCKS):
            read.append(version.name)
            yield version

    present: Rulebook = book(DUCKS)
    trace(present, ["Fishing"], versions())

    assert read == ["revision 4", "revision 3", "revision 2", "revision 1"][: len(read)]
    assert "revision 1" not in read[:-1]
