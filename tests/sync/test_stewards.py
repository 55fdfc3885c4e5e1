"""The steward page: orders of stewards, lines of others, and edits of the bot taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from tests.game.tiny import Tiny
from tests.replies import as_read
from tests.sync.world import DIG, World
from wikibot.game.actions import Outcome
from wikibot.game.engine.steward_verbs import ORDERS
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State, gain


@pytest.fixture
def world(world: World) -> World:
    """A wiki with the tiny game and a steward page, on which Sam is a steward."""
    world.settings = replace(
        world.settings, stewards=replace(world.settings.stewards, page="Stewards")
    )
    world.edit("Sam", "Stewards", "Orders below.\n")
    return world


def answers(world: World, title: str = "Stewards") -> list[str]:
    """The bot's replies on a page."""
    page = as_read(world.text(title))
    found = re.findall(r"^[*:]+ '''(\w+)''': (.*?)(?: \([^()]*\)|) <!--", page, re.MULTILINE)
    return [f"{verdict}: {text}" for verdict, text in found]


def order(world: World, line: str, user: str = "Sam") -> list[str]:
    """One order on the steward page, and all answers there after a sync."""
    world.add(user, f"* {line}", "Stewards")
    world.sync()
    return answers(world)


def held(world: World) -> str:
    """A held line of Ann's, and its identity."""
    revision = world.add("Ann", "* break")
    world.sync()
    return f"{world.wiki.read(['Play'])['Play'].page_id}.{revision}.0"  # type: ignore[union-attr]


def named(world: World, line: str = "break") -> str:
    """The number by which the answer below a held line names it."""
    found = re.search(rf"\* {line}[^\n]*\n[^\n]*ruling (\d+): ", world.text("Play"))
    assert found
    return found[1]


@pytest.mark.usefixtures("contained")
@pytest.mark.parametrize(
    "form",
    ["ruling {}: Ann gains 2 Stone", "ruling: {}: Ann gains 2 Stone", "Ruling on {}: no effect."],
)
def test_a_held_line_is_named_by_a_number(world: World, form: str) -> None:
    """The answer gives it, and the log says the identity, by which any replay finds the line."""
    identity = held(world)
    number = named(world)
    answer = order(world, form.format(number))

    assert (answer[-1].startswith("done: ruled on Ann's 'break'"), len(number)) == (True, 3)
    assert f"Z Sam: ruling {identity}{form.partition('{}')[2]}\n" in world.text("Log")


@pytest.mark.usefixtures("contained")
def test_a_number_stays_while_the_line_waits(world: World) -> None:
    """Whatever else comes to wait or is settled; two lines never have the same."""
    held(world)
    first = named(world)
    world.add("Bea", "* break")
    world.sync()
    second = named(world, r"break[^\n]*\n[^\n]*\n\* break")
    listed = order(world, "what is held?")[-1]
    order(world, f"withdraw {first}")

    assert (first in listed, second in listed, first == second) == (True, True, False)
    assert f", {second})" in world.text("State")
    assert second in order(world, "what's waiting")[-1]


def test_close_the_game(world: World) -> None:
    """An article between the words of an order means nothing."""
    assert order(world, "close the game")[-1].startswith("done: closed")


def test_nothing_is_held(world: World) -> None:
    """The question is answered all the same, and changes nothing."""
    assert order(world, "what is held") == ["done: nothing is held, and nothing waits"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("puase", "`pause`"),
        ("rulling 417: no effect", "`ruling 417: no effect`"),
        ("rule 417: no effect", "`ruling 417: no effect`"),
        ("unpause", "`resume`"),
        ("aliass Al = Alice", "`alias Al = Alice`"),
        ("close gmae", "`close game`"),
    ],
)
def test_what_is_nearly_an_order_is_answered_with_it(world: World, line: str, meant: str) -> None:
    """On the steward page, filled in with what was written; it is not carried out."""
    (answer,) = order(world, line)

    assert answer.startswith(f"huh: {line!r} is not an order that I know. Nearest: {meant}")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rulling 417: no effect", "Nearest: `ruling 417: no effect`"),
        ("corect Ann has 2 Stone", "Nearest: `correct Ann has 2 Stone`"),
        ("pause", "`pause` is an order to the bot itself. It stands on the steward page"),
    ],
)
def test_a_steward_errs_among_the_actions(world: World, line: str, said: str) -> None:
    """On the actions page, too, the answer has the order that was meant."""
    world.add("Sam", f"* {line}")
    world.sync()

    assert said in answers(world, "Play")[-1]


@pytest.mark.parametrize(
    "line",
    ["As I said: it was Bob", "Alas, we lost", "Except for Bob we all agree",
     "Open questions remain",
     "Cause of this is unknown", "Set of rules that we like", "Hold on",
     "Update: I moved the table"],
)  # fmt: skip
def test_people_talk_on_the_steward_page(world: World, line: str) -> None:
    """What only looks like an order's first word is not answered."""
    assert order(world, line) == [] or line.startswith("As I said:")


def test_help_names_every_order(world: World) -> None:
    """On the steward page, each with its form; and one of them with an example."""
    (listed,) = order(world, "help")

    assert [each.form for each in ORDERS if f"`{each.form}`" not in unescape(listed)] == []
    assert "such as `ruling 417: " in order(world, "help ruling")[-1]


@pytest.mark.parametrize(
    "line", ["pause:", "sync:", "correct: Ann gains 3 Stone", "as: Ann: dig -- 2d4 (1, 3) = 4",
             "alias: Ann = Annabel"]
)  # fmt: skip
def test_a_colon_behind_the_order(world: World, line: str) -> None:
    """It means nothing, behind any order."""
    (answer,) = order(world, line)

    assert answer.startswith("done: ")


@pytest.mark.usefixtures("contained")
def test_a_ruling_settles_a_held_line(world: World) -> None:
    """What the steward states happens, the line waits no longer, and the log says who ruled."""
    identity = held(world)
    answer = order(world, f"ruling {identity}: Ann gains 2 Stone")

    assert answer == ["done: ruled on Ann's 'break'; Ann gains 2 Stone"]
    assert "* Ann: 2 stones\n" in world.text("State")
    assert f"Sam: ruling {identity}: Ann gains 2 Stone\n" in world.text("Log")
    assert order(world, f"ruling {identity}: no effect")[1].startswith("cant: nothing waits under")


@pytest.mark.usefixtures("contained")
def test_a_ruling_is_checked_before_it_is_played(world: World) -> None:
    """A statement that makes no sense changes nothing, and the line goes on waiting."""
    identity = held(world)

    assert order(world, f"ruling {identity}: Ann likes fish")[0].startswith(
        "huh: 'Ann likes fish': say who gains what"
    )
    assert (
        order(world, f"ruling {identity}: no effect")[1]
        == "done: ruled on Ann's 'break'; no effect"
    )


def test_others_are_refused_every_order(world: World) -> None:
    """Each of an account that is not a steward's is answered and not carried out."""
    before, examples = world.text("State"), [each.example for each in ORDERS]
    for line in examples[1:]:
        world.add("Zoe", f"* {line}", "Stewards")
    told = order(world, examples[0], "Zoe")

    assert [each[:26] for each in told] == ["cant: Zoe is not a steward"] * len(examples)
    assert world.text("State").startswith(before)


def test_a_correction_is_played_and_logged(world: World) -> None:
    """A steward may set the state right without touching the page."""
    assert order(world, "correct Ann gains 2 Stone; Bea gains 1 Stone") == [
        "done: Ann gains 2 Stone; Bea gains 1 Stone"
    ]
    assert "Sam: correct Ann gains 2 Stone; Bea gains 1 Stone\n" in world.text("Log")


def test_a_steward_plays_for_a_player(world: World) -> None:
    """The line is played as the player's, and logged so."""
    assert order(world, "as Ann: dig -- 2d4 (1, 3) = 4") == ["done: found 4"]
    assert (
        "* Ann: 4 stones\n" in world.text("State"),
        "Ann: dig -- 2d4 (1, 3) = 4\n" in world.text("Log"),
    ) == (True, True)


def test_a_paused_game_loses_nothing(world: World) -> None:
    """While paused nothing is played; after `resume` everything is, each line once."""
    order(world, "pause")
    world.add("Ann", DIG)
    paused = world.sync()
    world.sync()
    world.add("Ann", DIG)
    order(world, "resume")

    assert (paused.exit_code, answers(world, "Play")) == (1, ["done: found 4", "done: found 4"])
    assert "* Ann: 8 stones\n" in world.text("State")


def test_a_revert_of_the_bots_edit_pauses_the_game(world: World) -> None:
    """The account that took back the bot's edit is named.

    Nothing is played again, nor anything new until a steward says so.
    """
    world.add("Ann", DIG)
    world.sync()
    before = world.text("State")
    world.add("Ann", DIG)
    world.sync()
    world.edit("Zoe", "State", before)
    world.add("Ann", DIG)
    report = world.sync()
    order(world, "resume")

    assert "Zoe took back an edit of the bot. It has paused" in report.problems[0]
    assert "* Ann: 8 stones\n" in world.text("State")


def test_a_dry_run_shows_and_holds_back(world: World) -> None:
    """What would be played is in the answer; it is played by the next sync, once."""
    world.add("Ann", DIG)
    shown = order(world, "dry run")
    kept = world.text("State")
    world.sync()

    assert shown == ["done: would be: Ann: dig -- 2d4 (1, 3) = 4: done: found 4"]
    assert ("* Ann: 0 stones\n" in kept, "* Ann: 4 stones\n" in world.text("State")) == (True, True)


def test_a_closed_game_plays_nothing(world: World) -> None:
    """After `close game` every action is answered with who closed it.

    `open game` takes that back.
    """
    order(world, "close game")
    world.add("Ann", DIG)
    world.sync()
    order(world, "open game")
    world.add("Ann", DIG)
    world.sync()

    assert [reply.split(".")[0] for reply in answers(world, "Play")] == [
        "cant: Sam closed the game",
        "done: found 4",
    ]


def test_undo_plays_the_rest_again(world: World) -> None:
    """One action is taken back, and what followed stays as if it had never been."""
    revision = world.add("Ann", DIG)
    world.sync()
    world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.sync()
    shown = order(world, f"dry run undo 3.{revision}.0")
    unchanged = "* Ann: 4 stones\n" in world.text("State")
    done = order(world, f"undo 3.{revision}.0")

    assert (
        unchanged,
        shown[0].startswith("done: would be:"),
        "Ann gains -4 Stone" in shown[0],
    ) == (True, True, True)
    assert done[1] == f"done: took 3.{revision}.0 back; Ann gains -4 Stone"
    assert (
        "* Ann: 0 stones\n" in world.text("State"),
        "* Bea: 7 stones\n" in world.text("State"),
    ) == (True, True)


def two_digs(world: World) -> tuple[str, str]:
    """Ann digs 4 stones, then Bea, who has 5, digs 2: the identities of their lines."""
    first = world.add("Ann", DIG)
    world.sync()
    second = world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.sync()
    return f"3.{first}.0", f"3.{second}.0"


def stones(world: World) -> list[str]:
    """What Ann and Bea have."""
    return re.findall(r"^\* \w+: (\d+) stones", world.text("State"), re.MULTILINE)


def test_an_identity_is_the_same_however_it_is_spelled(world: World) -> None:
    """What was taken back with zeros before its numbers is not taken back again without them."""
    first, _ = two_digs(world)
    order(world, f"undo {first.replace('.', '.0', 1)}")
    after = stones(world)
    again = order(world, f"undo {first}")[-1]

    assert (after, stones(world)) == (["0", "7"], ["0", "7"])
    assert again.startswith(f"cant: {first} was taken back already, by Sam")


def test_an_action_is_taken_back_once(world: World) -> None:
    """Whoever says so again, in the same sync or in another, is told who did it when."""
    ann, _bea = two_digs(world)
    world.add("Sam", f"* undo {ann}\n* undo {ann} anyway", "Stewards")
    world.sync()
    third = order(world, f"undo {ann}")

    assert stones(world) == ["0", "7"]
    for answer in third[1:]:
        assert answer.startswith(f"cant: {ann} was taken back already, by Sam at 12:")
        assert "Nothing was changed. `undo " in answer


def test_an_undoing_is_taken_back(world: World) -> None:
    """Which gives the action again, and that may be taken back once more."""
    ann, _bea = two_digs(world)
    again = re.search(r"`undo (\S+)` gives", order(world, f"undo {ann}\n* undo {ann}")[-1])
    assert again
    given = order(world, f"undo {again[1]}")[-1]
    stood = stones(world)
    order(world, f"undo {ann}")

    assert given.startswith(f"done: took {again[1]} back, which had taken another action back")
    assert (stood, stones(world)) == (["4", "7"], ["0", "7"])


@pytest.mark.parametrize("first", [0, 1])
def test_what_was_taken_back_stays_so(world: World, first: int) -> None:
    """When another action is taken back as well, before or after it."""
    digs = two_digs(world)
    order(world, f"undo {digs[first]}")
    order(world, f"undo {digs[1 - first]}")

    assert stones(world) == ["0", "5"]


def test_what_was_left_out_before_is_not_told_again(world: World) -> None:
    """A line that could not be played without another one does not hinder the next undoing."""
    bea = world.add("Bea", "* dig -- 2d4 (1, 1) = 2")
    world.sync()
    ann = world.add("Ann", DIG)
    world.add("Ann", "* wager -- 1d2 (1) = 1")
    world.sync()
    order(world, f"undo 3.{ann}.0 anyway")

    assert order(world, f"undo 3.{bea}.0")[-1] == f"done: took 3.{bea}.0 back; Bea gains -2 Stone"
    assert stones(world) == ["0", "5"]


def test_undo_keeps_what_this_sync_has_played(world: World) -> None:
    """Lines before the order, and what people changed by hand, are on no page of the bot's yet."""
    ann, _bea = two_digs(world)
    world.edit("Zoe", "State", world.text("State").replace("Bea: 7", "Bea: 9"))
    world.add("Bea", "* dig -- 2d4 (1, 2) = 3")
    answer = order(world, f"undo {ann}")[-1]

    assert answer == f"done: took {ann} back; Ann gains -4 Stone"
    assert stones(world) == ["0", "12"]


def test_undo_of_a_line_of_the_same_sync(world: World) -> None:
    """It was played before the order, and is taken back with all others."""
    two_digs(world)
    revision = world.add("Bea", "* dig -- 2d4 (1, 2) = 3")
    answer = order(world, f"undo 3.{revision}.0")[-1]

    assert (answer, stones(world)) == (
        f"done: took 3.{revision}.0 back; Bea gains -3 Stone",
        ["4", "7"],
    )


def test_undo_of_what_others_rest_on_needs_anyway(world: World) -> None:
    """If a later line cannot be played any more it is named.

    Nothing changes before `anyway`.
    """
    revision = world.add("Ann", DIG)
    world.add("Ann", "* wager -- 1d2 (1) = 1")
    world.sync()
    refused = order(world, f"undo 3.{revision}.0")
    kept = "* Ann: 5 stones\n" in world.text("State")
    done = order(world, f"undo 3.{revision}.0 anyway")

    assert (
        refused[0].startswith("cant: then 1 later line could not be played: Ann: wager"),
        kept,
    ) == (True, True)
    assert ("not played any more" in done[1], "* Ann: 0 stones\n" in world.text("State")) == (
        True,
        True,
    )


def test_undo_takes_nobody_below_none(world: World) -> None:
    """What people took away by hand cannot be taken back once more."""
    revision = world.add("Ann", DIG)
    world.sync()
    world.edit("Cat", "State", world.text("State").replace("* Ann: 4 stones", "* Ann: 1 stones"))
    refused = order(world, f"undo 3.{revision}.0")

    assert refused == [
        "cant: then Ann would have -3 Stone. Nothing was changed; `correct` what is left."
    ]
    assert stones(world)[0] == "1"


def test_undo_goes_over_messages_that_were_never_played(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that was refused before is none that the undoing would lose."""

    def on_line(
        _self: Tiny, _before: State, after: State, outcome: Outcome, _book: Rulebook
    ) -> State:
        refused = outcome.verdict == "huh" and after.players["Ann"].count("Stone")
        return gain(after, "Ann", "Stone") if refused else after

    monkeypatch.setattr(Tiny, "on_line", on_line)
    revision = world.add("Ann", DIG)
    world.add("Ann", "* dance")
    world.sync()

    assert order(world, f"undo 3.{revision}.0") == [
        f"done: took 3.{revision}.0 back; Ann gains -5 Stone"
    ]


def test_what_waits_can_be_withdrawn(world: World) -> None:
    """A steward drops an unfinished line by its identity."""
    revision = world.add("Ann", "* walk mill")
    world.sync()

    assert order(world, f"withdraw 3.{revision}.0") == ["done: Ann's 'walk mill' waits no longer"]


@pytest.mark.usefixtures("contained")
def test_the_status_line_says_what_is_held(world: World) -> None:
    """The last line that people see on the gamestate page.

    Through when, what is held, where to ask.
    """
    identity = held(world)
    status = re.findall(r'<small class="wikibot-status">(.*)</small>', world.text("State"))
    number = named(world)

    assert len(status) == 1
    assert f"{identity})" not in status[0]
    assert ", 5 January 2024 (UTC)." in status[0]
    assert (
        f"Ann: break (a ruling on break, {number})" in status[0],
        "[[Stewards]]" in status[0],
    ) == (True, True)


@pytest.mark.parametrize("title", ["State", "Play", "Log", "Stewards"])
def test_pages_that_keep_bots_away(world: World, title: str) -> None:
    """A page with {{nobots}} is not written, and neither is any other.

    The report says which page it is.
    """
    world.edit("Sam", title, world.text(title) + "{{nobots}}\n")
    world.add("Ann", DIG)
    report = world.sync()

    assert (
        report.changes,
        report.problems[0].startswith(f"{title}: {{{{bots}}}} or {{{{nobots}}}}"),
    ) == ((), True)


def test_the_operator_orders_from_the_command_line(world: World) -> None:
    """An order of the operator is played like a steward's, and recorded as the operator's."""
    report = world.sync(said=["correct Ann gains 3 Stone"])

    assert [(str(o.verdict), o.text) for o in report.outcomes] == [("done", "Ann gains 3 Stone")]
    assert "the operator: correct Ann gains 3 Stone\n" in world.text("Log")


def test_an_order_that_names_nothing(world: World) -> None:
    """The answer says what there is to name."""
    assert (
        order(world, "withdraw")[-1] == "cant: the order names nothing. What waits: nothing at all."
    )
    assert order(world, "accept")[-1].startswith("huh: no rule waits to be accepted")
