"""Rules that were reworded, added or deleted.

What the wiki says of it, and how it is settled there.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from rules.cycle15 import GAME
from tests.replies import as_read
from tests.sync.conftest import made_once
from tests.sync.test_enacting import Cycle
from tests.sync.world import with_orders
from wikibot.cli.commands.doctor import examine_pages
from wikibot.stewards import notices
from wikibot.stewards.accept import accept
from wikibot.storage.cursor import known, read_cursor
from wikibot.sync.run import polled
from wikibot.wiki.base import Revision

RULES = GAME.demo().pages["Ruleset"]
SWIMS = ("It swims for a moment.", "The owner gains a crystal.")
NOTED = "`accept Doubles` takes note of it"
FISH = (
    "Garbage: Fish: its wording changed in revision {} by Bob; "
    "held: `use Fish`; `accept Garbage: Fish`"
)


def make(folder: Path) -> Cycle:
    """Ann has two Fish; Sam is the steward, and there is a steward page."""
    world = Cycle(folder)
    world.settings = with_orders(folder, folder / "settings.ini")
    world.edit("Sam", "Rules", RULES)
    world.edit("Sam", "State", GAME.new_page(GAME.rulebook(RULES), world.now, "State"))
    world.edit("Sam", "Orders", "Stewards write here.\n")
    world.add("Ann", "* join")
    world.sync()
    world.add("Sam", "* correct Ann gains 2 Fish", "Orders")
    world.sync()
    return world


world = made_once(make)


def reword(world: Cycle, old: str, new: str) -> int:
    """Bob edits the ruleset page."""
    text = world.text("Rules")
    assert old in text
    return world.edit("Bob", "Rules", text.replace(old, new))


def status(world: Cycle) -> str:
    """The status line."""
    lines = as_read(world.text("State")).splitlines()
    return next(line for line in lines if "wikibot-status" in line)


def listed(world: Cycle) -> list[str]:
    """What stands under the heading of the steward page."""
    _, heading, rest = world.text("Orders").partition(f"== {notices.RULES.title} ==\n")
    lines = as_read(rest).splitlines()
    return [line.removeprefix("* ") for line in lines if line.startswith("* ")] if heading else []


def test_a_reworded_rule_is_told_of_on_the_wiki(world: Cycle) -> None:
    """Which rule, which revision by whom, what is held, the line that accepts it.

    The exit code says it, too.
    """
    revision = reword(world, *SWIMS)
    report = world.sync()

    told = FISH.format(revision)
    assert (report.exit_code, len(report.problems), told in report.problems[0]) == (1, 1, True)
    assert told in status(world)
    assert [line[: len(told)] for line in listed(world)] == [told]
    assert "[-It swims for-] {+The owner gains+} a [-moment-]{+crystal+}" in html.unescape(
        listed(world)[0]
    )


def test_one_change_is_one_notice(world: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next syncs write nothing, and ask for no history of the ruleset page."""
    reword(world, *SWIMS)
    world.sync()
    before = [world.revisions(title) for title in ("State", "Orders", "Log")]
    real, asked = world.wiki.history, list[str]()

    def noted(title: str, since: int) -> Sequence[Revision]:
        asked.append(title)
        return real(title, since)

    monkeypatch.setattr(world.wiki, "history", noted)
    again, forced = world.sync(), world.sync(force=True)

    assert (again.idle, forced.exit_code) == (True, 1)
    assert [world.revisions(title) for title in ("State", "Orders", "Log")] == before
    assert "Rules" not in asked


def test_a_dry_run_tells_of_it_and_writes_nothing(world: Cycle) -> None:
    """As the sync would."""
    revision = reword(world, *SWIMS)
    report = world.sync(dry_run=True)

    assert (report.exit_code, FISH.format(revision) in report.problems[0]) == (1, True)
    assert [change.title for change in report.changes] == ["State", "Orders"]
    assert not listed(world)


def test_the_doctor_tells_of_it_before_any_sync_and_after(world: Cycle) -> None:
    """Who changed what is told, and what is gone from the page, too."""
    revision = reword(world, *SWIMS)
    text = world.text("Rules")
    gone = world.edit(
        "Bob", "Rules", text[: text.index("=== Doubles")] + text[text.index("== Winning") :]
    )
    told = [
        FISH.format(revision) + " takes the new wording",
        (
            f"Doubles: not on the page any more since revision {gone} by Bob; "
            f"nothing is played by it; {NOTED}"
        ),
    ]

    for _ in range(2):
        _, poll = polled(world.settings, world.wiki)
        assert [
            each.text
            for each in examine_pages(world.settings, GAME, world.wiki, poll)
            if each.about == "rule"
        ] == told
        world.sync()


def test_accepting_plays_what_waited_and_answers_its_line(world: Cycle) -> None:
    """The steward reads what the bot does by that wording.

    The notice goes; Ann's old line has a new answer.
    """
    revision = reword(world, *SWIMS)
    world.add("Ann", "* use Fish")
    world.sync()
    world.add("Ann", "* use Duck")  # a line between
    world.sync()
    world.add("Sam", "* accept Fish", "Orders")
    report = world.sync()

    answer = html.unescape(as_read(world.text("Orders")))
    assert (
        f"the present wording of Garbage: Fish (revision {revision} by Bob) is accepted; "
        "I play it as: it is used up and nothing happens" in answer
    )
    assert 'still played: "It swims for a moment."; not played: "The owner gains' in answer
    below = world.text("Play").partition("* use Fish\n")[2].splitlines()
    assert [
        "'''held'''" in below[0],
        "'''done'''" in below[1],
        "Fish is used up (1 left)" in below[1],
    ] == [True] * 3
    assert (report.exit_code, listed(world)) == (0, [])
    assert (notices.RULES.title in world.text("Orders"), "wait:" in status(world)) == (False, False)


def accepted(world: Cycle, *changes: tuple[str, str], order: str) -> str:
    """What the bot answers a steward who accepts a wording that Bob has changed."""
    for old, new in changes:
        reword(world, old, new)
    world.sync()
    world.add("Sam", f"* {order}", "Orders")
    world.sync()
    page = html.unescape(as_read(world.text("Orders")))
    return page.partition(f"* {order}\n")[2].partition(" <!--")[0]


WINS = (
    "With 15 crystals, and with 5 more than everybody else, a player has won and the game is over."
)


@pytest.mark.parametrize(
    ("change", "unit", "told"),
    [
        pytest.param(
            ("twice brings a Time Bean Chili", "twice brings a Fish"), "Doubles",
            'revision 4 by Sam, played as before: "… dice show the same number twice brings a Time '
            'Bean Chili."; the page says now: "… dice show the same number twice brings a Fish."; ',
            id="another thing",
        ),
        pytest.param(
            ("twice brings a Time Bean Chili", "twice brings a (Fish)"), "Doubles",
            'revision 4 by Sam, played as before: "… dice show the same number twice brings a Time '
            'Bean Chili."; the page says now: "… dice show the same number twice brings a (Fish).',
            id="as many words with other blanks",
        ),
        pytest.param(
            ("Players own items. ", ""), "Items",
            'still played: "Players own items."; ',
            id="a sentence less",
        ),
        pytest.param(
            ("Players own items. ", "Players own items. Nobody may own two. "), "Items",
            'revision 4 by Sam, not played: "Nobody may own two."; ',
            id="a sentence more",
        ),
        pytest.param(
            (" and the game is over.", "."), "Winning",
            'played as before: "… 5 more than everybody else, a player has won and the game is '
            'over."; the page says now: "… 5 more than everybody else, a player has won."; ',
            id="some words less",
        ),
        pytest.param(
            (WINS, "A player wins with 12 crystals and a lead of 4."), "Winning",
            "read from the page: 12, before 15; read from the page: 4, before 5; "
            f'still played: "{WINS}"; not played: "A player wins with 12 crystals and a lead',
            id="other words with numbers",
        ),
        pytest.param(
            ("With 15 crystals, and with 5", "With 12 crystals and with 5"), "Winning",
            'revision 4 by Sam, read from the page: 12, before 15; played as before: "With 12 '
            'crystals, and with 5 more',
            id="a number that is read",
        ),
        pytest.param(
            ("With 15 crystals, and with 5", "With many crystals, and with a few"), "Winning",
            "held where it is needed: its text has too few numbers to read them from it",
            id="a number that is not there",
        ),
        pytest.param(
            ("Players own items. Whatever belongs to nobody who plays is gone.",
             "Whatever belongs to nobody who plays is gone. Players own items."), "Items",
            "revision 4 by Sam, the words say the same; ",
            id="another order",
        ),
        pytest.param(
            ("A colour between two others.", "A colour of two others."), "Garbage: Mauve",
            'played as before: "A colour between two others."; the page says now: "A colour of two '
            'others."; ',
            id="a row",
        ),
    ],
)  # fmt: skip
def test_the_answer_says_what_is_played_otherwise(
    world: Cycle, change: tuple[str, str], unit: str, told: str
) -> None:
    """Whatever the new words say and the code does not, or the other way round."""
    answer = accepted(world, change, order=f"accept {unit}")

    assert told in answer
    assert f"`accept {unit} as ruled` has a steward rule each time" in answer


def test_all_is_told_since_the_wording_for_which_the_code_was_written(world: Cycle) -> None:
    """And not only since the wording that was accepted last."""
    first = accepted(world, ("Players own items.", "Players have items."), order="accept Items")
    second = accepted(world, ("is gone.", "is lost."), order="accept Items ")

    for answer in (first, second):
        assert 'played as before: "Players own items."; the page says now: "Players have' in answer
    assert '"Whatever belongs to nobody who plays is lost."' in second


def test_a_change_after_the_order_is_not_accepted_with_it(world: Cycle) -> None:
    """What the steward cannot have seen waits on; the next order accepts it."""
    reword(world, *SWIMS)
    world.sync()
    world.add("Sam", "* accept Fish", "Orders")
    revision = reword(world, SWIMS[1], "The owner loses all crystals.")
    report = world.sync()
    told = html.unescape(as_read(world.text("Orders")))
    waits = listed(world)
    again = accepted(world, order="accept Garbage: Fish")

    assert (
        f"Garbage: Fish is not accepted, for it was changed in revision {revision} by Bob" in told
    )
    assert "Garbage: Fish: its wording" in waits[0]
    assert [each.verdict.value for each in report.outcomes] == ["cant"]
    assert ("is accepted; I play it as" in again, "wait:" in status(world)) == (True, False)


def test_what_does_not_wait_is_not_accepted(world: Cycle) -> None:
    """A wording that is played as it stands needs no order, and none is noted."""
    answer = accepted(world, order="accept Fish")

    assert "Garbage: Fish is played as it reads; nothing of it waits to be accepted" in answer
    assert not known(lambda: read_cursor(world.text("State"))).accepted


def test_what_is_reverted_waits_no_more(world: Cycle) -> None:
    """The old words are back: the line that waited is played, and nothing has to be accepted."""
    reword(world, *SWIMS)
    world.add("Ann", "* use Fish")
    world.sync()
    reword(world, *reversed(SWIMS))
    report = world.sync()

    assert ("Fish is used up (1 left)" in world.text("Play"), report.exit_code, listed(world)) == (
        True,
        0,
        [],
    )


def test_rules_that_are_new_and_rules_that_are_gone(world: Cycle) -> None:
    """Each is named, with the line that settles it.

    All of them are accepted in one line, but what is not implemented.
    """
    text = world.text("Rules")
    start, end = text.index("=== Doubles ==="), text.index("== Winning ==")
    revision = world.edit(
        "Bob", "Rules", f"{text[:start]}{text[end:]}\n== Tax ==\n\nEverybody pays a crystal.\n"
    )
    first = world.sync()
    world.add("Sam", "* accept all", "Orders")
    second = world.sync()
    world.add("Sam", "* accept Tax as flavour", "Orders")
    third = world.sync()

    assert [problem.partition(" and ")[0] for problem in first.problems] == [
        f"Rules: Tax: new in revision {revision} by Bob,",
        (
            f"Rules: Doubles: not on the page any more since revision {revision} by Bob; "
            f"nothing is played by it; {NOTED}"
        ),
    ]
    assert [(report.exit_code, len(report.problems)) for report in (second, third)] == [
        (1, 1),
        (0, 0),
    ]
    assert "Doubles: noted" in world.text("Orders")


def test_a_rule_that_comes_back_is_gone_no_more(world: Cycle) -> None:
    """Its notice goes with that."""
    text = world.text("Rules")
    start, end = text.index("=== Doubles ==="), text.index("== Winning ==")
    world.edit("Bob", "Rules", text[:start] + text[end:])
    gone = world.sync()
    world.edit("Bob", "Rules", text)
    back = world.sync()

    assert ([gone.exit_code, back.exit_code], listed(world)) == ([1, 0], [])


def test_a_rule_that_waits_from_the_start(world: Cycle) -> None:
    """What was reworded before the first sync is listed, and what was never implemented."""
    world.forget()
    world.edit("Sam", "Rules", RULES.replace(*SWIMS) + "\n== Tax ==\n\nEverybody pays.\n")
    world.edit("Sam", "Other", world.text("State").partition("<!--")[0])
    settings = replace(world.settings.game, gamestate="Other")
    world.settings = replace(world.settings, game=settings)
    report = world.sync(force=True)

    told = [problem.removeprefix("Rules: ") for problem in report.problems]
    assert [each.startswith(("Garbage: Fish", "Tax: new")) for each in told] == [True, True]


@pytest.mark.parametrize("heading", ["Suspended rules", "Seasons"])
def test_a_rule_that_was_moved_under_another_heading(world: Cycle, heading: str) -> None:
    """It plays on and that is told; where the heading suspends it, it waits, with what differs."""
    reword(world, "=== Doubles ===", f"== {heading} ==\n\n=== Doubles ===")
    report = world.sync()

    if heading == "Seasons":
        assert (report.problems, "Doubles stands under Seasons now" in report.notes) == ((), True)
    else:
        assert any(each.startswith("Rules: Doubles: its heading") for each in report.problems)
        assert any(f"stands under {heading} now" in each for each in listed(world))


def test_the_heading_is_the_bots_and_all_else_is_peoples(world: Cycle) -> None:
    """What people write around the marks stays, and their order below them is carried out."""
    reword(world, *SWIMS)
    world.sync()
    world.edit("Sam", "Orders", "New top.\n" + world.text("Orders") + "\nBelow.\n* accept Fish\n")
    world.sync()

    text = world.text("Orders")
    assert (
        text.startswith("New top.\nStewards write here.\n"),
        "\nBelow.\n* accept Fish\n" in text,
    ) == (True, True)
    assert "rules that wait" not in text.casefold()


def test_a_thing_that_was_renamed_is_told_of_until_the_gamestate_says_so(world: Cycle) -> None:
    """Held where it is used.

    Once the new name stands there, what waited is played.
    """
    reword(world, "| Fish ||", "| Trout ||")
    first = world.sync()
    world.add("Ann", "* use Fish")
    world.sync()
    held = world.text("Play")
    world.edit("Bob", "State", re.sub(r"\bFish\b(?! \()", "Trout", world.text("State")))
    last = world.sync()

    told = (
        "Garbage: Fish: called Trout now; the gamestate still says Fish, "
        "which is held where it is used until"
    )
    assert (first.exit_code, told in first.problems[0]) == (1, True)
    assert "'''held'''" in held
    assert not any("called Trout now" in problem for problem in last.problems)
    assert "called Trout now" not in world.text("Orders")


def test_an_account_that_joins_while_a_rule_waits_is_a_player_when_it_is_settled(
    world: Cycle,
) -> None:
    """Their line waits as that of a player does, with its identity, and has its new answer."""
    reword(world, "== Board ==\n", "== Board ==\n\nNobody is anywhere.\n")
    world.add("Zoe", "* join")
    world.sync()
    waits = "Zoe: join (a ruling on Board" in status(world)
    held = as_read(world.text("Play").splitlines()[-1])
    world.add("Sam", "* accept Board", "Orders")
    world.sync()

    assert ("For stewards: `ruling " in held, waits) == (True, True)
    assert "Zoe joins at 0" in as_read(world.text("Play").splitlines()[-1])
    assert "Held for a person" not in status(world)


@pytest.mark.parametrize("headings", ["! Title !! Description !! ID", "! Title !! Text !! ID"])
def test_a_table_whose_names_are_headed_otherwise_is_one_rule_that_waits(
    world: Cycle, headings: str
) -> None:
    """Not dozens of rules that are gone.

    There is one notice, and what stands in the table is held.
    """
    reword(world, "! Name !! Description !! ID", headings)
    report = world.sync()
    world.add("Ann", "* use Fish")
    world.sync()

    assert [problem.split(": ")[1] for problem in report.problems] == ["Garbage"]
    assert "'held'" in world.text("Play").splitlines()[-1]


@pytest.mark.parametrize("between", [True, False])
def test_a_wording_that_was_accepted_before_numbers_were_told_apart(
    world: Cycle, monkeypatch: pytest.MonkeyPatch, between: bool
) -> None:
    """Its numbers are free as soon as the bot has seen the revision that was accepted.

    No one is asked once more.
    """
    reword(world, "a player has won and", "that player has won and")
    world.sync()
    world.add("Sam", "* accept Winning", "Orders")
    with monkeypatch.context() as older:
        older.setattr(
            "wikibot.stewards.accept.accept",
            lambda *how: tuple(structs.replace(p, read="", parent="") for p in accept(*how)),
        )
        world.sync()
    assert [pin.read for pin in known(lambda: read_cursor(world.text("State"))).accepted] == [""]
    if between:
        world.add("Ann", "* use Fish")
        world.sync()
    reword(world, "With 15 crystals", "With 12 crystals")

    assert (world.sync().problems, world.sync(force=True).exit_code) == ((), 0)


def test_a_rule_is_taken_back_from_rulings_by_accepting_it_once_more(world: Cycle) -> None:
    """A rule of which the bot knows one wording, too.

    Where nothing waits any more, `accept all` says so.
    """
    reword(world, *SWIMS)
    world.sync()
    for how in ("as flavour", "as ruled", ""):
        world.add("Sam", f"* accept Fish {how}", "Orders")
        world.sync()
    world.add("Sam", "* accept all", "Orders")
    world.add("Ann", "* use Fish")
    world.sync()

    said = [line for line in world.text("Orders").splitlines() if line.startswith("*: ")]
    assert [
        "I play nothing by it" in said[-4],
        "waits for a ruling" in said[-3],
        "I play it as" in said[-2],
    ] == [True] * 3
    assert "no rule waits" in said[-1]
    assert "Fish is used up (1 left)" in world.text("Play")


def test_a_heading_that_says_more_is_told_with_who_wrote_it(world: Cycle) -> None:
    """The words below it are the same as before."""
    revision = reword(world, "=== Doubles ===", "=== Doubles (suspended) ===")

    told = f"its headings are now Movement / Doubles (suspended) in revision {revision} by Bob"
    assert f"Doubles: {told}" in world.sync().problems[0]


def test_a_thing_of_the_page_that_nobody_has_yet_is_given(world: Cycle) -> None:
    """Fish became Salmon on the ruleset page: a steward says so of what players have."""
    reword(world, "| Fish ||", "| Salmon ||")
    reword(world, "| Duck ||", "| Goose ||")
    world.add("Sam", "* correct Ann has no Fish; Ann has 2 Salmon; Ann has a goose", "Orders")
    world.sync()

    assert "|| 2 Salmon, Goose" in world.text("State")


def test_what_nobody_implemented_is_told_from_the_first_sync_on(tmp_path: Path) -> None:
    """It stood on the page before the bot wrote anything; accepting it plays what waits for it."""
    world = Cycle(tmp_path)
    world.settings = with_orders(tmp_path, tmp_path / "settings.ini")
    kite = "|-\n| Kite || Each player gains 2 Fish. || 77\n"
    rules = RULES.replace("|| Quack. || 5\n", f"|| Quack. || 5\n{kite}")
    world.edit("Sam", "Rules", rules)
    world.edit("Sam", "State", GAME.new_page(GAME.rulebook(rules), world.now, "State"))
    world.edit("Sam", "Orders", "Stewards write here.\n")
    world.add("Ann", "* join")
    report, told = world.sync(), status(world)
    world.add("Sam", "* correct Ann has a Kite", "Orders")
    world.sync()
    world.add("Ann", "* use Kite")
    world.sync()
    world.add("Sam", "* accept Kite", "Orders")
    world.sync()

    assert (report.exit_code, "Garbage: Kite: new in revision" in told) == (1, True)
    assert "Ann gains 2 Fish; Kite is used up" in as_read(world.text("Play"))
    assert "wait" not in status(world)
    world.close()


def test_a_rule_under_another_heading_is_played_on(world: Cycle) -> None:
    """Word for word the same, under a heading that is known: nothing waits."""
    text = world.text("Rules")
    start, end = text.index("=== Doubles ==="), text.index("== Winning ==")
    world.edit("Bob", "Rules", f"{text[:start]}{text[end:]}\n{text[start:end]}")

    assert (world.sync().exit_code, listed(world)) == (0, [])
