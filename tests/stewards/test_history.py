"""The accepted wording and the revision that changed it, found among the page's versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cycle14 import GAME as CYCLE14
from rules.cycle15 import GAME
from rules.cycle15.garbage import CATALOGUE as GARBAGE
from rules.round7 import GAME as ROUND7
from tests.for_each import for_each
from tests.game.pond import PAGE, book, edited
from wikibot.cli.commands.rules import package_of, slug
from wikibot.game.problems import Held
from wikibot.game.ruleset.recognition import WordingStatus, bundled_pins
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.ruleset.units import Catalogue
from wikibot.stewards.accept import Origin, accept
from wikibot.stewards.wording import Op, Version, WordingChange, plain, shorten, trace, word_diff
from wikibot.wikitext.plain import normalise

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


# Wordings of one ruleset stand together.
#
# A rule of another cycle's ruleset among them is held, though it is known.


FOLDER = Path(__file__).parents[3] / "shared" / "wiki"
LATE, EARLY = "Cycle 15", "Cycle 15 early"
OTHERS = {LATE: EARLY, EARLY: LATE}


def page(name: str) -> str:
    """A ruleset as the players wrote it."""
    file = FOLDER / name / "Ruleset.wiki"
    if not file.exists():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    return file.read_text(encoding="utf-8")


def held(book: Rulebook) -> list[str]:
    """All units that wait."""
    names = dict.fromkeys(map(book.known_as, book.units))
    return [name for name in names if isinstance(book.obstacle(name), Held)]


def with_the_others(name: str) -> list[tuple[str, str]]:
    """The page of a ruleset with each rule in turn as the other ruleset has it.

    The name of that rule.
    """
    mine, theirs = GAME.rulebook(page(name)), GAME.rulebook(page(OTHERS[name]))
    sections = [
        unit for unit in mine.units.values() if unit.kind == "section" and unit.text in mine.text
    ]
    both = [unit for unit in sections if unit.name in theirs.units]
    pairs = [(unit, theirs.units[unit.name]) for unit in both]
    differ = [(one, other) for one, other in pairs if one.prints.normal != other.prints.normal]
    return [(one.name, mine.text.replace(one.text, other.text, 1)) for one, other in differ]


@pytest.mark.parametrize("name", OTHERS)
def test_a_rule_of_another_ruleset_is_held(name: str) -> None:
    """It is not played on in a mixture, and the answer says which ruleset it reads as."""
    found = with_the_others(name)

    assert len(found) >= 8
    for unit, text in found:
        book = GAME.rulebook(text)
        assert (unit, held(book)) == (unit, [unit])
        assert OTHERS[name] in getattr(book.obstacle(unit), "why", "")


@pytest.mark.parametrize("name", OTHERS)
def test_what_people_accept_counts_beside_any_ruleset(name: str) -> None:
    """A steward who accepts it has it played."""
    unit, text = with_the_others(name)[0]
    book = GAME.rulebook(text)
    variant = book.pins[unit][0].variant or None

    assert (
        held(
            GAME.rulebook(
                text, accept(book, [unit], (), Origin("2024-01-05", "accepted by Sam", variant))
            )
        )
        == []
    )


def test_a_sentence_that_is_taken_away() -> None:
    """The rule reads as in the early ruleset then, and is held among the late ones."""
    sentence = "If no judge candidacies are put forward during a week"
    text = page(LATE)
    start = text.index(sentence)
    judges = GAME.rulebook(text[:start] + text[text.index("\n", start) + 1 :]).obstacle("Judges")

    assert isinstance(judges, Held)


# The real rulesets against the pins of their games. Extra: needs the folder that holds them.


CYCLE15 = (GARBAGE,)
GAMES = {
    "Cycle 15": ("rules.cycle15", CYCLE15, 150, 98),
    "Cycle 15 early": ("rules.cycle15", CYCLE15, 59, 23),
    "Cycle 14": ("rules.cycle14", CYCLE14.catalogues, 77, 31),
    "Round 7": ("rules.round7", ROUND7.catalogues, 29, 5),
}


def _read(name: str, package: str, catalogues: Sequence[Catalogue]) -> Rulebook:
    file = FOLDER / name / "Ruleset.wiki"
    if not file.is_file():
        pytest.skip("the real rulesets are not at hand (../shared/wiki)")
    return read_rulebook(file.read_text(encoding="utf-8"), catalogues, bundled_pins(package))


@pytest.mark.parametrize(
    ("name", "package", "catalogues", "count", "rows"), [(k, *v) for k, v in GAMES.items()]
)
def test_every_unit_is_pinned(
    name: str, package: str, catalogues: Sequence[Catalogue], count: int, rows: int
) -> None:
    """Each unit of each ruleset has a name of its own and stands exactly as it was pinned."""
    read = _read(name, package, catalogues)

    assert (len(read.units), sum(unit.catalogue != "" for unit in read.units.values())) == (
        count,
        rows,
    )
    assert [unit for unit in read.units if read.standing(unit) is not WordingStatus.SAME] == []


def test_which_of_two_wordings() -> None:
    """Where the early and the late ruleset of Cycle 15 differ, the variant tells them apart."""
    books = [_read(name, "rules.cycle15", CYCLE15) for name in ("Cycle 15 early", "Cycle 15")]

    assert [
        [book.variant(unit) for book in books] for unit in ("Movement", "Spaces", "Garbage: Fish")
    ] == [["early", "late"], ["", ""], ["", ""]]


def test_what_the_early_ruleset_did_not_have() -> None:
    """Rules of the late ruleset are not in force under the early one, and the other way round."""
    early, late = (_read(name, "rules.cycle15", CYCLE15) for name in ("Cycle 15 early", "Cycle 15"))

    assert [
        early.has("Casino"), late.has("Casino"), early.has("Wheel Rotation"),
        late.has("Wheel Rotation"),
    ] == [False, True, True, False]  # fmt: skip


# A change of wording, word by word.


CASES = {
    "one word": ("a dead fish floats", "a live fish floats", "a [-dead-] {+live+} fish floats"),
    "a clause put in": ("gain, later, a fish", "gain, later, if wet, a fish",
                        "gain, later, {+if wet,+} a fish"),
    "a word at the end": ("a fish", "a fish swims", "a fish {+swims+}"),
    "a number": ("roll 2d4 now", "roll 3d6 now", "roll [-2d4-] {+3d6+} now"),
    "italics alone": ("roll N dice", "roll ''N'' dice", "roll N dice"),
    "everything": ("fish", "fowl", "[-fish-]{+fowl+}"),
    "new": ("", "fish swim", "{+fish swim+}"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), CASES.values(), ids=CASES)
def test_word_diff(before: str, after: str, expected: str) -> None:
    """Only words that were taken away or put in are marked.

    Writing differently is not a change.
    """
    assert plain(word_diff(before, after)) == expected


def test_long_stretches_are_cut() -> None:
    """Of a long unchanged text only the words beside a change are shown."""
    before = " ".join(f"w{n}" for n in range(40))
    shown = plain(shorten(word_diff(before, before.replace("w20", "x20")), around=2))

    assert shown == "… w18 w19 [-w20-] {+x20+} w21 w22 …"


@given(st.text("ab .,\n"), st.text("ab .,\n"))
def test_both_texts_can_be_read_off(before: str, after: str) -> None:
    """Without what was added a difference reads as the old text,
    without what was removed as the new one.
    """
    pieces = word_diff(before, after)
    old, new = (
        "".join(p.text for p in pieces if p.op is not Op(gone)).split()
        for gone in ("added", "removed")
    )

    assert ("".join(old), "".join(new)) == tuple(
        "".join(normalise(text).split()) for text in (before, after)
    )


def test_long_texts_are_not_compared_word_by_word() -> None:
    """A text of one word, many times over, would cost minutes: all of it counts as replaced."""
    before, after = "pond " * 4_000, "pond " * 4_001

    assert [(each.op, len(each.text.split())) for each in word_diff(before, after)] == [
        (Op.REMOVED, 4_000),
        (Op.ADDED, 4_001),
    ]


# Names of stubs.


@for_each(
    "title, expected",
    [
        ("Crystal Forge", "crystal_forge"),
        ("Don't Use This", "dont_use_this"),
        ("+6 Sword of Edging", "n6_sword_of_edging"),
        ("Get Hitched (like a train kthx)", "get_hitched_like_a_train_kthx"),
        ("Café", "cafe"),
        ("💎Crystals", "gem_stone_crystals"),
        ("❤\ufe0f\u200d🔥", "heavy_black_heart_fire"),
        ("…", "n"),
        ("", "unit"),
    ],
)
def test_slug(title: str, expected: str) -> None:
    """Every title gives a name that Python and a file system take."""
    found = slug(title)

    assert found.isidentifier()
    assert found == expected or title == "…"


def test_package() -> None:
    """A game's stubs go into the package that its class lives in."""
    assert (package_of("rules.cycle15.cycle"), package_of("rules.cycle15")) == (
        "rules.cycle15",
        "rules.cycle15",
    )
