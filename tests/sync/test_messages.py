"""Messages on a wiki: the text below a proposal, and changes of the message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from rules.cycle15.cycle import Cycle15
from rules.cycle15.garbage import CATALOGUE
from rules.cycle15.state import State
from tests.rules.rulesets import RULES
from tests.sync.world import World
from wikibot.game.actions import Action
from wikibot.game.engine.enactment import patches_of
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import read_log
from wikibot.game.ruleset.recognition import Binding, Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import read_units
from wikibot.wiki.base import Revision

RULESET = RULES["late"].text
MESSAGE = (
    "* propose: More fish ~~~~\n*: Because we like them:\n*: append «Fish are blue.» to Garbage\n"
)


class Settled(Cycle15):
    """The game with every wording of a ruleset page accepted."""

    def rulebook(self, ruleset: str, overlay: Sequence[Binding] = ()) -> Rulebook:
        units = read_units(ruleset, (CATALOGUE,)).values()
        pins = [
            Pin(
                u.name, "late", u.prints.exact, u.prints.normal, u.prints.masked, "test",
                "2024-01-01",
            )
            for u in units
        ]  # fmt: skip
        return super().rulebook(ruleset, (*pins, *overlay))


class Board(World):
    """A folder wiki with that game, on which Ann and Bea play."""

    game = Settled()

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.edit("Sam", "Rules", RULESET)
        self.start = self.game.new_page(self.book, self.now, "a test")
        self.edit("Sam", "State", self.start)
        self.add("Ann", "* join")
        self.add("Bea", "* join")
        self.sync()

    @property
    def book(self) -> Rulebook:
        return self.game.rulebook(self.text("Rules"))

    @property
    def state(self) -> State:
        return self.game.read(self.text("State"), self.book, self.now).state

    def head(self, title: str) -> Revision | None:
        return self.wiki.read([title])[title]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[Board]:
    """The wiki with Ann's proposal on it, played."""
    world = Board(tmp_path)
    world.edit(
        "Ann",
        "Play",
        world.text("Play")
        + MESSAGE.replace("~~~~", "[[User:Ann|Ann]] 12:04, 5 January 2024 (UTC)"),
    )
    world.sync()
    yield world
    world.close()


def statuses(world: Board) -> list[str]:
    """Every proposal with its status."""
    return [f"{each.id} {each.status}" for each in world.state.proposals]


def test_the_text_below_a_proposal_is_its_text(world: Board) -> None:
    """What its author wrote below the line is kept with the proposal, on one line."""
    proposal = world.state.proposals[0]

    assert (proposal.title, proposal.text) == (
        "More fish",
        "Because we like them: ¶ append «Fish are blue.» to Garbage",
    )


def test_wikitext_of_a_proposal_stands_in_nowiki(world: Board) -> None:
    """Between nowiki tags markup is kept as it is, pilcrows too."""
    said = "*: append <nowiki>«* [[Fish]] are '''blue'''. ¶ * {{Duck}}»</nowiki> to Garbage"
    world.edit("Ann", "Play", world.text("Play") + f"* propose: Markup\n{said}\n")
    world.sync()

    assert patches_of(world.state.proposals[1])[0].new == "* [[Fish]] are '''blue'''.\n* {{Duck}}"


def test_replies_are_no_part_of_a_proposal(world: Board) -> None:
    """Below another proposal another account's line ends the text."""
    world.edit("Ann", "Play", world.text("Play") + "* propose: Ducks\n")
    world.edit(
        "Bea",
        "Play",
        world.text("Play") + "*: Oh no! [[User:Bea|Bea]] 13:04, 5 January 2024 (UTC)\n",
    )
    world.edit("Ann", "Play", world.text("Play") + "*: Oh yes!\n")
    world.sync()

    assert world.state.proposals[1].text == ""


@pytest.mark.parametrize(
    "new", ["", MESSAGE.replace("fish", "big fish"), MESSAGE.replace("blue", "red")]
)
def test_who_changes_their_own_message_retracts_the_proposal(world: Board, new: str) -> None:
    """Deleted, or edited in title or text: it is retracted, once, and the log says so."""
    page = world.text("Play")
    start = page.index("* propose")
    end = page.index('*: <span class="mw-notalk">', start)
    kept = page[start:end].split("\n")
    changed = new.replace("~~~~", "[[User:Ann|Ann]] 12:04, 5 January 2024 (UTC)") if new else ""
    world.edit("Ann", "Play", page.replace("\n".join(kept), changed))
    world.sync()
    world.sync()

    assert statuses(world)[0] == "P1 retracted"
    assert world.text("Log").count("Ann: retract P1") == 1


def test_who_left_and_changes_their_message_retracts_the_proposal(world: Board) -> None:
    """The rule is about the message, whether or not its author plays on."""
    world.add("Ann", "* leave")
    world.sync()
    world.edit("Ann", "Play", world.text("Play").replace("More fish", "Less fish"))
    world.sync()

    assert statuses(world) == ["P1 retracted"]


def test_who_deletes_the_line_that_approved_a_proposal_retracts_it(world: Board) -> None:
    """A Second Reading is submitted by that line, whether or not it says the text again."""
    world.add("Bea", "* 🤔 P1")
    world.sync()
    world.now += timedelta(days=7)
    world.add("Ann", "* approve P1")
    world.sync()
    approved = statuses(world), world.state.proposals[0].cls
    world.edit("Ann", "Play", world.text("Play").replace("* approve P1\n", ""))
    world.sync()

    assert approved == (["P1 open"], "Second Reading")
    assert statuses(world) == ["P1 retracted"]


def test_a_message_that_another_account_changes_stands(world: Board) -> None:
    """That is vandalism: it is remarked upon, and the proposal goes on."""
    world.edit("Bea", "Play", world.text("Play").replace("More fish", "Less fish"))
    report = world.sync()

    assert statuses(world) == ["P1 open"]
    assert any("Bea changed Ann's line 'propose: More fish'" in note for note in report.notes)


def test_a_message_that_is_put_back_was_never_gone(world: Board) -> None:
    """Whoever restores it before the bot looks has saved the proposal."""
    page = world.text("Play")
    world.edit("Ann", "Play", page.replace("More fish", "Less fish"))
    world.edit("Bea", "Play", page)
    world.sync()

    assert statuses(world) == ["P1 open"]


def test_the_log_replays_proposals_with_their_text(world: Board) -> None:
    """A game's log, played on its starting page, leads to the same proposals."""
    world.add("Bea", "* propose Urgent: Mend it")
    world.add("Bea", "* 👍 P1")
    world.sync()
    world.edit("Bea", "Play", world.text("Play").replace("* propose Urgent: Mend it", "* hm"))
    world.sync()
    lines = world.text("Log").partition("<pre>")[2].partition("</pre>")[0]
    start = world.game.read(world.start, world.book, world.state.started or world.now).state
    played = Engine(world.game, world.book).play(
        start, [each for each in read_log(lines) if isinstance(each, Action)]
    )

    assert [o.verdict for o in played.outcomes if o.verdict != "done"] == []
    assert [(p.id, p.status, p.text, p.votes) for p in played.state.proposals] == [
        (p.id, p.status, p.text, p.votes) for p in world.state.proposals
    ]
