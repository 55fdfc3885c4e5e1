"""Whatever is moved, restored, merged or undone: what was written elsewhere is not played."""

from __future__ import annotations

import dataclasses
import random
import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.for_each import TIMES
from tests.game.tiny import ACTIONS, GAMESTATE, Tiny
from tests.sync.moving_wiki import BOT, MovingWiki
from tests.sync.world import World
from wikibot.config.settings import Settings, from_sections
from wikibot.game.actions import Shape, Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.game import Reading
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State, gain
from wikibot.storage.local import Journal
from wikibot.sync import run, snapshot
from wikibot.sync.report import Options, Report
from wikibot.sync.run import sync
from wikibot.wiki.base import Revision


def settings(actions: str = "Play", log: str = "Log") -> Settings:
    """Settings of the game, whose actions stand on some page."""
    return from_sections({
        "wiki": {"api": "folder:/nowhere"},
        "game": {"rules": "stones", "ruleset": "Rules", "gamestate": "State", "actions": actions,
                 "log": log},
        "stewards": {"users": "Sam", "page": "Orders"},
    })  # fmt: skip


_WORD = re.compile(r"^\* ((?:keep|correct)[\w ]*\w)", re.MULTILINE)
TITLES = ("Play", "Orders", "Side", "Attic")
PEOPLE = ("Ann", "Bea")
ELSEWHERE = "which does not count"


def _keep(act: ActionContext[State]) -> None:
    act.state = gain(act.state, act.player, "Stone", 1)
    act.say(f"kept by {act.player}")


class Keepsakes(Tiny):
    """The tiny game, with a verb that takes any word, and with players who were renamed."""

    verbs = (*Tiny.verbs, Verb("keep", "keep WORD", "keep a", "", _keep, Shape.TEXT))

    def read(self, page: str, book: Rulebook, now: datetime) -> Reading[State]:
        """Also lines ``# NAME is ACCOUNT``."""
        found = super().read(page, book, now)
        names = dict(re.findall(r"^# (\w+) is (\w+)$", page, re.MULTILINE))
        players = {
            name: replace(each, account=names.get(name, ""))
            for name, each in found.state.players.items()
        }
        return replace(found, state=replace(found.state, players=players))

    def write(self, page: str, book: Rulebook, state: State) -> str:
        named = [f"# {p.name} is {p.account}\n" for p in state.players.values() if p.account]
        head, mark, tail = super().write(page, book, state).partition("== Stones ==\n")
        return head + mark + "".join(named) + tail


class Table:
    """A game on such a wiki, and who has written which word under which title."""

    def __init__(self, *, names_revisions: bool = True, log: str = "Log") -> None:
        self.wiki = MovingWiki(names_revisions=names_revisions)
        self.journal, self.log = Journal(":memory:"), log
        self.wrote: Counter[tuple[str, str, str]] = Counter()
        self.played: Counter[tuple[str, str, str]] = Counter()
        self.words = 0
        self.people = [*PEOPLE]  # the names of those who play
        for title, text in (
            ("Rules", "No rules.\n"), ("State", GAMESTATE), ("Play", ACTIONS), ("Orders", ACTIONS),
        ):  # fmt: skip
            self.wiki.save_as("Sam", title, text)
        self.wiki.accounts |= {"Ann": 2, "Bea": 3}
        self.players = {2: "Ann", 3: "Bea"}  # by account

    def player(self, user: str) -> str:
        """Whose player an account is, whatever it is called now."""
        return self.players.get(self.wiki.accounts.get(user, 0), f"nobody: {user}")

    def write(self, user: str, title: str, *, signed: bool = False) -> str:
        """Have somebody add a line of their own, and remember that."""
        self.words += 1
        order = f"w{self.words}"
        line = (
            f"* correct Bea has {1000 + self.words} Stone" if user == "Sam" else f"* keep {order}"
        )
        word = line.removeprefix("* ")
        stamp = f" [[User:{user}|{user}]] 12:00, 5 January 2024 (UTC)" if signed else ""
        before, heading, after = (self.wiki.text(title) or ACTIONS).partition("== Actions ==\n")
        self.save(user, title, f"{before}{heading}{line}{stamp}\n{after}")
        return word

    def save(self, user: str, title: str, text: str) -> None:
        """Save a page as somebody, who is the writer of every line that comes with it."""
        lines, before = (Counter(_WORD.findall(each)) for each in (text, self.wiki.text(title)))
        self.wiki.save_as(user, title, text)
        player = user if user == "Sam" else self.player(user)
        self.wrote.update({(player, word, title): n for word, n in (lines - before).items()})

    def sync(self, actions: str = "Play", *, force: bool = False) -> Report:
        self.wiki.later(20)
        report = sync(
            settings(actions, self.log), Keepsakes(), self.wiki, self.journal, Options(force=force)
        )
        at = {page: title for title, page in self.wiki.titles.items()}
        for each in report.outcomes:
            action = each.action
            if each.verdict.value == "done" and action.id.page in at:
                player = each.text.removeprefix("kept by ") if action.account != "Sam" else "Sam"
                self.played[player, action.text, at[action.id.page]] += 1
        self.wiki.later(20)
        return report

    def forget(self) -> None:
        self.journal.close()
        self.journal = Journal(":memory:")

    def problems(self) -> list[str]:
        """What was played and was not written there by its account, or played more than once."""
        return [
            f"{user}: {word} on {title}: {count} times"
            for (user, word, title), count in self.played.items()
            if count > self.wrote[user, word, title]
        ]


def told(table: Table, title: str = "Play") -> int:
    """How many lines of a page are answered with that they count for nothing."""
    return table.wiki.text(title).count(ELSEWHERE)


# -- one way at a time -----------------------------------------------------------------------------


@pytest.mark.parametrize("remembers", [True, False], ids=["journal", "no journal"])
def test_another_page_at_the_title_of_the_gamestate_begins_no_game(remembers: bool) -> None:
    """It is told and left alone; the game goes on when its page is back."""
    table = Table()
    table.write("Ann", "Play")
    table.sync()
    log = table.wiki.text("Log")
    table.wiki.move("Bea", "State", "Away")
    table.wiki.save_as("Bea", "State", GAMESTATE)
    table.write("Ann", "Play")
    if not remembers:
        table.forget()
    told = table.sync()
    left = table.wiki.text("State"), table.wiki.text("Log")
    table.wiki.move("Bea", "Away", "State")
    back = table.sync()

    assert (told.exit_code, left) == (1, (GAMESTATE, log))
    assert "Move that game's page back" in told.problems[0]
    assert (back.exit_code, table.wiki.text("Log").count("# begun with")) == (0, 1)


@pytest.mark.parametrize("log", ["Log", ""], ids=["log", "no log"])
@pytest.mark.parametrize("remembers", [True, False], ids=["journal", "no journal"])
def test_a_gamestate_restored_without_its_last_edits_loses_nothing_in_silence(
    remembers: bool, log: str
) -> None:
    """The lines are named and nothing is written, until the edits are back."""
    table = Table(log=log)
    words = [table.write("Ann", "Play")]
    table.sync()
    for user in ("Ann", "Bea"):
        words.append(table.write(user, "Play"))
        table.sync()
    history = [each.id for each in table.wiki.history_of("State")]
    table.wiki.delete("State")
    table.wiki.undelete("State", history[:-2])
    if not remembers:
        table.forget()
    left = table.wiki.text("State"), table.wiki.text("Log")
    table.write("Ann", "Play")
    told, again = table.sync(), table.sync()
    same = left == (table.wiki.text("State"), table.wiki.text("Log"))
    table.wiki.undelete("State", history[-2:])
    back = table.sync()

    assert (told.exit_code, again.exit_code, same) == (1, 1, True)
    assert all(word in told.problems[0] for word in words[1:])
    assert words[0] not in told.problems[0]
    assert (back.exit_code, len(back.outcomes)) == (0, 1)
    assert table.problems() == []


@pytest.mark.parametrize("log", ["Log", ""], ids=["log", "no log"])
def test_lines_that_are_lost_are_ordered_anew(log: str) -> None:
    """With `--force` the game goes on from the older page; a steward's word plays them again."""
    table = Table(log=log)
    table.write("Bea", "Play")
    table.sync()
    word = table.write("Ann", "Play")
    table.sync()
    history = [each.id for each in table.wiki.history_of("State")]
    table.wiki.delete("State")
    table.wiki.undelete("State", history[:-1])
    told = table.sync()
    forced, after = table.sync(force=True), table.sync()
    old, order = ACTIONS, f"as Ann: {word}"
    text = old.replace("== Actions ==\n", f"== Actions ==\n* {order}\n")
    table.wiki.save_as("Sam", "Orders", text)
    again = table.sync()

    assert (told.exit_code, word in told.problems[0]) == (1, True)
    assert (forced.exit_code, after.exit_code) == (0, 0)
    assert [(each.action.text, each.verdict.value) for each in again.outcomes] == [(order, "done")]


@pytest.mark.parametrize("log", ["", None], ids=["emptied log", "log"])
def test_a_new_game_begins_when_the_operator_says_so(log: str | None) -> None:
    """Anybody can move pages and empty them; `--force` is the operator's."""
    table = Table()
    table.write("Ann", "Play")
    table.sync()
    table.wiki.delete("State")
    table.wiki.save_as("Bea", "State", GAMESTATE)
    if log is not None:
        table.wiki.save_as("Bea", "Log", log)
    table.write("Ann", "Play")
    told, again = table.sync(), table.sync()
    left = table.wiki.text("State")
    report = table.sync(force=True)
    after = table.sync()

    assert (told.exit_code, again.exit_code, left) == (1, 1, GAMESTATE)
    assert "run `wikibot sync --force`" in told.problems[0]
    assert (report.exit_code, after.exit_code) == (0, 0)
    assert table.wiki.text("Log").count("# begun with") == (1 if log == "" else 2)


@pytest.mark.parametrize("log", ["Log", ""])
def test_another_file_at_the_title_of_the_gamestate_begins_no_game(
    tmp_path: Path, log: str
) -> None:
    """A folder has no log of moves: the log page tells, or without one the answers."""
    world = World(tmp_path)
    pages = dataclasses.replace(world.settings.game, log=log)
    world.settings = dataclasses.replace(world.settings, game=pages)
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    world.sync()
    (tmp_path / "State.wiki").rename(tmp_path / "Away.wiki")
    world.sync()
    (tmp_path / "State.wiki").write_text(GAMESTATE)
    world.add("Ann", "* dig -- 2d4 (1, 3) = 4")
    told = world.sync()
    left = world.text("State")
    world.sync(force=True)

    assert (told.exit_code, left) == (1, GAMESTATE)
    assert "* Ann: 4 stones" in world.text("State")


def test_a_page_that_is_moved_to_the_title_plays_nothing() -> None:
    """Ann wrote a line on a page of her own; somebody puts that page in the place of the other."""
    table = Table()
    table.write("Ann", "Play")
    table.sync()
    table.write("Ann", "Side")
    table.sync()
    table.wiki.later(60)
    table.write("Ann", "Side")
    table.wiki.move("Mallory", "Play", "Attic", redirect=False)
    table.wiki.move("Mallory", "Side", "Play")
    report = table.sync()
    table.write("Ann", "Play")
    later = table.sync()

    assert (table.problems(), table.played.total(), told(table)) == ([], 2, 2)
    assert [any("another page than" in n for n in r.notes) for r in (report, later)] == [
        True,
        False,
    ]


@pytest.mark.parametrize("names_revisions", [True, False])
def test_lines_of_the_time_at_another_title_are_not_played(names_revisions: bool) -> None:
    """Of a page that was moved away and back, what was written before and after counts."""
    table = Table(names_revisions=names_revisions)
    table.sync()
    words = [table.write("Ann", "Play")]
    table.wiki.later(90)
    table.wiki.move("Mallory", "Play", "Attic", redirect=False)
    table.wiki.later(90)
    table.write("Ann", "Attic")
    table.wiki.later(90)
    table.wiki.move("Sam", "Attic", "Play", redirect=False)
    words.append(table.write("Bea", "Play"))
    table.sync()

    assert (table.problems(), told(table)) == ([], 1)
    assert sorted(word for _, word, _ in table.played) == words


def test_a_first_sync_plays_what_was_written_under_the_title() -> None:
    """A page that was moved there before the game began brings its lines, and they are told."""
    table = Table()
    table.wiki.delete("Play")
    table.write("Ann", "Side")
    table.wiki.later(60)
    table.wiki.move("Sam", "Side", "Play")
    table.write("Bea", "Play")
    table.sync()

    assert (table.problems(), [user for user, _, _ in table.played], told(table)) == (
        [],
        ["Bea"],
        1,
    )


def test_orders_of_another_page_are_not_carried_out() -> None:
    """What a steward wrote elsewhere, or on the actions page, does nothing as the steward page."""
    table = Table()
    table.sync()
    table.write("Sam", "Side")
    table.wiki.move("Mallory", "Orders", "Attic", redirect=False)
    table.wiki.move("Mallory", "Side", "Orders")
    table.sync()

    assert (table.problems(), table.played.total(), told(table, "Orders")) == ([], 0, 1)


@pytest.mark.parametrize("portion", [0, 1])
def test_a_page_that_the_settings_name_later_counts_from_then_on(
    monkeypatch: pytest.MonkeyPatch, portion: int
) -> None:
    """What stood on it before, however much that is, is told and not played."""
    table = Table()
    table.sync()
    for _ in range(4):
        table.write("Ann", "Side")
    table.write("Ann", "Play")
    table.sync()
    word = table.write("Bea", "Side")
    if portion:
        monkeypatch.setattr(snapshot, "PORTION", portion)
        monkeypatch.setattr(run, "BUDGET", 0)
    for _ in range(6 if portion else 1):
        table.sync("Side")

    assert (told(table, "Side"), table.played) == (
        4, {("Ann", "keep w5", "Play"): 1, ("Bea", word, "Side"): 1}
    )  # fmt: skip


def test_pages_that_are_swapped_while_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The histories of two pages are never taken for one: the sync begins again."""
    table = Table()
    table.sync()
    for title in ("Side", "Side", "Play", "Play"):
        table.write("Ann", title)
    inner, swapped = table.wiki.history, list[str]()

    def history(title: str, since: int) -> Sequence[Revision]:
        if title == "Play" and not swapped:
            swapped.append(title)
            table.wiki.move("Mallory", "Play", "Attic", redirect=False)
            table.wiki.move("Mallory", "Side", "Play", redirect=False)
        return inner(title, since)

    monkeypatch.setattr(table.wiki, "history", history)
    table.sync()

    assert (swapped, table.problems(), table.played.total(), told(table)) == (["Play"], [], 0, 2)


@pytest.mark.parametrize("forgets", [False, True], ids=["journal", "no journal"])
@pytest.mark.parametrize("meanwhile", ["a redirect", "nothing", "a copy"])
def test_what_is_logged_while_the_log_is_away_is_on_it_when_it_is_back(
    meanwhile: str, forgets: bool
) -> None:
    """Once, in order, wherever it stood meanwhile; and what was lost on the way was told."""
    table = Table()
    words = [table.write("Ann", "Play")]
    table.sync()
    log = table.wiki.text("Log")
    table.wiki.move("Mallory", "Log", "Attic", redirect=meanwhile == "a redirect")
    if meanwhile == "a copy":
        table.wiki.save_as("Mallory", "Log", log)
    reports = []
    for _ in range(3):
        words.append(table.write("Bea", "Play"))
        reports.append(table.sync())
    table.wiki.delete("Log")
    table.wiki.move("Sam", "Attic", "Log", redirect=False)
    for _ in range(3):
        if forgets:
            table.forget()
        table.sync()
    words.append(table.write("Ann", "Play"))
    table.sync()

    assert words == re.findall(r": (keep \w+)", table.wiki.text("Log"))
    assert any("the page is gone" in str(each) for each in reports[0].problems) == (
        meanwhile != "a copy"
    )


def test_quiet_syncs_ask_for_no_log() -> None:
    """Only where a move may have left a revision is there anything to look up."""
    table = Table()
    for _ in range(3):
        table.write("Ann", "Play")
        table.write("Bea", "Play")
        table.sync()
    table.forget()
    table.write("Ann", "Play")
    table.sync()

    assert (table.played.total(), table.wiki.looked_up) == (7, 0)


# -- any number of ways ----------------------------------------------------------------------------


def attack(chance: random.Random, table: Table) -> None:  # noqa: C901, PLR0912  # a case a kind
    """One step, of players who play or of people who meddle."""
    wiki, title = table.wiki, chance.choice(TITLES)
    wiki.later(chance.choice((0, 0, 1, 40, 70)))
    match chance.choice(
        ("write", "write", "write", "play", "play", "order", "move", "move", "swap", "delete",
         "undelete", "merge", "restore", "restore", "blank", "smuggle", "remake", "undo", "copy",
         "rename", "sync", "sync", "sync", "forget")
    ):  # fmt: skip
        case "write":
            table.write(chance.choice(table.people), title, signed=chance.random() < 0.3)
        case "play":
            table.write(chance.choice(table.people), "Play")
        case "order":
            table.write("Sam", title)
        case "move":
            wiki.move("Mallory", title, chance.choice(TITLES), redirect=chance.random() < 0.5)
        case "swap":
            wiki.move("Mallory", title, "Elsewhere", redirect=False)
            wiki.move("Mallory", chance.choice(TITLES), title, redirect=False)
            wiki.move("Mallory", "Elsewhere", chance.choice(TITLES), redirect=False)
        case "delete":
            wiki.delete(title)
        case "undelete":
            gone = [each.id for each in wiki.deleted.get(title, ())]
            some = gone if chance.random() < 0.6 else [i for i in gone if chance.random() < 0.6]
            wiki.undelete(title, some)
        case "smuggle":
            smuggle(wiki, title)
        case "remake":
            wiki.delete("Play")
            wiki.save_as("Mallory", "Play", ACTIONS)
            wiki.merge(title, "Play")
        case "merge":
            wiki.merge(title, chance.choice(TITLES))
        case "restore":
            old = [each.text or "" for each in wiki.history_of(title)]
            if old:  # which writes nothing
                wiki.save_as(chance.choice((*table.people, "Mallory")), title, chance.choice(old))
        case "blank":
            blank(chance, table, title)
        case "rename":
            rename(chance, table)
        case "undo":
            undo(chance, table, title)
        case "copy":
            copy(chance, table, title)
        case "sync":
            table.sync()
        case "forget":
            table.forget()


def blank(chance: random.Random, table: Table, title: str) -> None:
    """Blank a page that was played, and mostly restore what it said before the answers."""
    wiki = table.wiki
    for user in chance.sample((*table.people, "Sam"), 2):
        table.write(user, title)
    old, page = wiki.text(title), wiki.titles[title]
    table.sync()
    wiki.save_as("Mallory", title, chance.choice(("", ACTIONS)))
    for _ in range(chance.randint(1, 3)):
        attack(chance, table)
    table.sync()
    if chance.random() < 0.7 and wiki.titles.get(title) == page:
        wiki.save_as(chance.choice((*table.people, "Sam", "Mallory")), title, old)


def rename(chance: random.Random, table: Table) -> None:
    """Rename somebody who has played; a stranger goes on under the old name."""
    old = chance.choice(table.people)
    player, word = table.player(old), table.write(old, "Play")
    table.sync()
    if table.played[player, word, "Play"]:
        table.people.append(f"{player}{len(table.people)}")
        table.wiki.rename(old, table.people[-1])


def smuggle(wiki: MovingWiki, title: str) -> None:
    """Bring the revisions of another page into that of the game, by way of its title."""
    wiki.move("Mallory", "Play", "Elsewhere", redirect=False)
    wiki.move("Mallory", title, "Play", redirect=False)
    wiki.delete("Play")
    wiki.move("Mallory", "Elsewhere", "Play", redirect=False)
    wiki.undelete("Play", [each.id for each in wiki.deleted.get("Play", ())])


def undo(chance: random.Random, table: Table, title: str) -> None:
    """Take off what a revision added, and put back what it took off."""
    wiki = table.wiki
    old = wiki.history_of(title)
    revision = chance.choice(old) if old else None
    before = wiki.saved.get(revision.parent_id) if revision else None
    if revision is None or before is None or before.page_id != revision.page_id:
        return
    was, then, now = ((t or "").split("\n") for t in (before.text, revision.text, wiki.text(title)))
    kept = [line for line in now if line not in then or line in was]
    back = [line for line in was if line and line not in then and line not in kept]
    user, text = chance.choice((*table.people, "Mallory")), "\n".join([*kept[:-1], *back, ""])
    wiki.save_as(user, title, text, f"Undid revision {revision.id} by {revision.user}")


def copy(chance: random.Random, table: Table, title: str) -> None:
    """Copy a line from one page to another, as somebody, who so writes it."""
    lines = [line for line in table.wiki.text(title).split("\n") if line.startswith("* ")]
    if lines:
        line = chance.choice(lines)
        there = chance.choice(TITLES)
        table.save(
            chance.choice((*table.people, "Mallory")),
            there,
            f"{table.wiki.text(there) or ACTIONS}{line}\n",
        )


@pytest.mark.parametrize("seed", range(16 * TIMES))
def test_generated_attacks_have_no_effect(seed: int) -> None:
    """What was played was written by its account, on the page under its title, and played once."""
    chance = random.Random(seed)
    table = Table(names_revisions=chance.random() < 0.5)
    if chance.random() < 0.8:
        table.sync()
    for _ in range(chance.randint(5, 25)):
        attack(chance, table)
        assert table.problems() == [], seed
    wiki = table.wiki
    if "Play" not in wiki.titles or wiki.text("Play").startswith("#REDIRECT"):
        wiki.delete("Play")
        wiki.save_as("Sam", "Play", ACTIONS)
    wiki.later(60)
    table.sync()
    word = table.write(next(each for each in table.people if table.player(each) == "Ann"), "Play")
    table.sync()
    table.sync()

    assert table.problems() == []
    assert table.played["Ann", word, "Play"] == 1, "and the game goes on"
    assert all(BOT != user for user, _, _ in table.played)
