"""Whose edits of the ruleset page count, from when on, and what is told of the others."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rules.cycle15 import GAME
from tests.for_each import TIMES
from tests.sync.group import CHEAT, Group
from tests.sync.world import Deadly, Killed
from wikibot.apply import apply_log
from wikibot.cli.commands import doctor
from wikibot.config.settings import Settings, from_sections
from wikibot.game.ruleset.readings import Readings
from wikibot.game.ruleset.recognition import Pin, split
from wikibot.stewards.accept import Origin, accept, from_settings
from wikibot.storage.cursor import Cursor, write_cursor
from wikibot.storage.local import Journal, LocalStorage, overlay_file, write_overlay
from wikibot.sync.loaded_game import read_present
from wikibot.sync.report import Options, Stop
from wikibot.sync.run import polled
from wikibot.sync.snapshot import setup_of
from wikibot.wiki.folder import FolderWiki
from wikibot.wikitext.messages import every_language, speaking


@pytest.fixture
def group(tmp_path: Path) -> Iterator[Group]:
    """A group whose players alone make rules, as it is without a setting."""
    found = Group(tmp_path)
    yield found
    found.journal.close()


def test_an_edit_of_a_stranger_waits_and_is_told(group: Group) -> None:
    """With author, revision and difference; what else stands on the page is played."""
    revision = group.edit("Mallory", "Rules", group.text("Rules") + CHEAT)
    group.says("Bob", "cheat")
    group.says("Ann", "dig")
    report = group.sync()

    assert (group.gold("Bob"), group.gold("Ann")) == (5, 6)
    told = " ".join(report.problems)
    for each in (f"revision {revision} by Mallory", "Mallory is not a player", "gain 90 Gold"):
        assert each in told
        assert each in group.text("State")
        assert each in group.text("Orders")
    assert group.log == []


@pytest.mark.parametrize(
    "to", ["they  gain '''1 Gold'''", "they gain 1<!-- one --> Gold", "they gain [[Gold|1 Gold]]"]
)
def test_an_edit_that_says_the_same_is_not_held(group: Group, to: str) -> None:
    """A stranger who changes markup and blanks alone changes no rule."""
    group.rule("Mallory", "they gain 1 Gold", to)
    group.says("Ann", "dig")
    report = group.sync()

    assert (report.problems, group.gold("Ann"), group.log) == ((), 6, [])


def test_an_accepted_edit_counts_from_then_on(group: Group) -> None:
    """What was written before it was accepted is played without it; nothing is held any more."""
    revision = group.edit("Mallory", "Rules", group.text("Rules") + CHEAT)
    group.says("Bob", "cheat")
    group.sync()
    group.says("Bob", "cheat")
    group.says("Sam", f"accept revision {revision}", "Orders")
    group.says("Ann", "cheat")
    report = group.sync()

    assert (group.gold("Bob"), group.gold("Ann")) == (5, 95)
    assert (report.problems, report.notes) == ((), ())
    assert "counts from now on" in group.text("Orders")
    assert "does not count" not in group.text("State")
    group.sync()  # with the log
    assert any("accepted by Sam: A player may cheat" in e for e in group.log)
    assert group.sync().outcomes == ()


@pytest.mark.parametrize("who", ["Ann", "Mallory", "Sam"])
@pytest.mark.parametrize("together", [False, True], ids=["known", "new"])
def test_an_edit_that_was_taken_back_is_not_there_to_accept(
    group: Group, who: str, together: bool
) -> None:
    """The answer says so, and nothing counts that the page does not say."""
    before = group.text("Rules")
    revision = group.edit("Mallory", "Rules", before + CHEAT)
    group.sync()
    group.edit(who, "Rules", before)
    if not together:
        group.sync()
    waits = group.edit("Mallory", "Rules", before.replace("2 Gold", "3 Gold"))
    for order in (f"revision {revision}", "revision 70000", f"revision {waits}."):
        group.says("Sam", f"accept {order}", "Orders")
    *told, (_, counts) = [(each.verdict, each.text) for each in group.sync().outcomes]

    gone = f"revision {revision} does not wait: what it changed counts, or was taken back since"
    assert told == [
        ("done", f"{gone}; what waits: revision {waits}"),
        ("done", "the ruleset page has no revision 70000"),
    ]
    assert f"revision {waits} by Mallory counts from now on" in counts
    group.says("Ann", "cheat")
    assert [each.verdict for each in group.sync().outcomes] == ["huh"]


def test_players_and_stewards_make_rules(group: Group) -> None:
    """Their edits count at once; the log names author and revision of each rule."""
    first = group.rule("Ann", "gain 1 Gold", "gain 3 Gold")
    more = group.rule("Ann", "gain 2 Gold", "gain 20 Gold")
    new = group.rule("Sam", "may rest", "may feast")
    third = group.rule("Bob", "village.\n", "village.\nNo player may have more than 500 Gold.\n")
    group.says("Bob", "dig")
    group.says("Bob", "feast")
    group.says("Bob", "rest")
    fourth = group.rule("Bob", "No player may have more than 500 Gold.\n", "")
    group.sync()

    assert group.gold("Bob") == 5 + 3 + 20
    assert [each.partition("rule ")[2] for each in group.log] == [
        f"changed by Ann in revision {first}: A player may dig: they gain [-1-] {{+3+}} Gold.",
        f"changed by Ann in revision {more}: A player may rest: they gain [-2-] {{+20+}} Gold.",
        f"changed by Sam in revision {new}: A player may [-rest-]{{+feast+}}: they gain 20 Gold.",
        f"added by Bob in revision {third}: No player may have more than 500 Gold.",
        f"repealed by Bob in revision {fourth}: No player may have more than 500 Gold.",
    ]


def test_a_line_is_played_by_the_rules_that_stood_when_it_was_saved(group: Group) -> None:
    """Also where one sync plays lines from before and after several edits."""
    group.says("Bob", "dig")
    group.rule("Ann", "gain 1 Gold", "gain 10 Gold")
    group.says("Bob", "dig")
    group.rule("Ann", "gain 10 Gold", "gain 100 Gold")
    group.rule("Ann", "gain 100 Gold", "gain 1,000 Gold")
    group.says("Bob", "dig")
    report = group.sync()

    assert group.gold("Bob") == 5 + 1 + 10 + 1000
    assert len(report.outcomes) == 3
    assert len(group.log) == 3
    assert group.sync().outcomes == ()


def test_an_edit_over_a_held_one_counts_without_it(group: Group) -> None:
    """A player who mends another sentence does not vouch for what stands beside it."""
    held = group.edit("Mallory", "Rules", group.text("Rules") + CHEAT)
    group.rule("Ann", "gain 1 Gold", "gain 3 Gold")
    group.says("Bob", "dig")
    group.says("Bob", "cheat")
    group.sync()
    assert group.gold("Bob") == 8

    group.rule("Ann", CHEAT, "")
    group.says("Bob", "rest")
    report = group.sync()

    assert group.gold("Bob") == 10
    assert report.problems == ()
    assert f"revision {held}" not in group.text("State")


def test_a_change_of_what_is_held_is_held_with_it(group: Group) -> None:
    """Where both touch one sentence, neither counts, until they are accepted."""
    one = group.rule("Mallory", "they gain 1 Gold", "they gain 50 Gold")
    two = group.rule("Mallory", "may dig", "may dig. A player may sing")
    three = group.rule("Ann", "A player may sing", "A player may dance")
    group.says("Bob", "dig")
    group.sync()
    assert group.gold("Bob") == 6
    assert f"revision {three} by Ann" in group.text("Orders")

    group.says("Sam", "accept all", "Orders")
    group.says("Bob", "dance")
    group.sync()

    assert one < two
    assert group.gold("Bob") == 56


def test_who_joins_before_an_edit_is_a_player(group: Group) -> None:
    """The line and the edit come in one sync."""
    group.says("Cat", "join")
    group.rule("Cat", "gain 1 Gold", "gain 3 Gold")
    group.says("Bob", "dig")
    group.sync()

    assert group.gold("Bob") == 8


@pytest.mark.parametrize(
    ("rules_by", "counts"),
    [("anyone", "Mallory Ann Sam"), ("players", "Ann Sam"), ("stewards", "Sam"), ("proposals", "")],
)
def test_the_setting_says_whose_edits_count(tmp_path: Path, rules_by: str, counts: str) -> None:
    """Those of the bot always do."""
    group = Group(tmp_path, rules_by=rules_by)
    for who in ("Mallory", "Ann", "Sam", "Wikibot"):
        rule = f"A player may ask {who}: they gain 1 Gold."
        group.edit(who, "Rules", f"{group.text('Rules')}\n== {who} ==\n{rule}\n")
        group.says("Bob", f"ask {who}")
    group.sync()
    group.journal.close()

    assert group.gold("Bob") == 5 + len(counts.split()) + 1


def test_many_edits_are_held_together(group: Group) -> None:
    """The first are told one by one; those behind them in one notice, as the cursor has bounds."""
    for number in range(30):
        group.edit("Mallory", "Rules", f"{group.text('Rules')}\nA player may go {number}.\n")
    group.rule("Ann", "gain 1 Gold", "gain 10 Gold")
    group.edit("Mallory", "Rules", group.text("Rules") + CHEAT)
    group.says("Bob", "dig")
    group.says("Bob", "cheat")
    told = group.sync().problems

    assert (len(told), group.gold("Bob")) == (21, 15)
    together = next(each for each in told if "revisions " in each)
    order = together.partition("`")[2].partition("`")[0]
    group.says("Sam", order, "Orders")
    group.says("Sam", "accept all", "Orders")
    group.says("Bob", "cheat")

    assert group.sync().problems == ()
    assert group.gold("Bob") == 105


class Counting:
    """A wiki that counts how often the history of the ruleset page is asked for."""

    def __init__(self, wiki: FolderWiki) -> None:
        self.wiki, self.asked = wiki, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.wiki, name)

    def history(self, title: str, since: int) -> Any:
        self.asked += title == "Rules"
        return self.wiki.history(title, since)


def test_an_edit_that_is_held_for_long_costs_nothing(group: Group) -> None:
    """What counts is noted in the journal; without that it comes from the page's history again."""
    group.edit("Mallory", "Rules", group.text("Rules") + CHEAT)
    group.sync()
    for journal, asked in ((group.journal, 0), (Journal(":memory:"), 1)):
        group.journal, wiki = journal, Counting(group.wiki)
        group.says("Bob", "cheat")
        group.says("Bob", "dig")
        group.sync(wiki=wiki)

        assert wiki.asked == asked
    assert group.gold("Bob") == 7


class OfAnotherPage:
    """A wiki on which somebody moved another page to the title of the ruleset."""

    def __init__(self, wiki: FolderWiki) -> None:
        self.wiki = wiki

    def __getattr__(self, name: str) -> Any:
        return getattr(self.wiki, name)

    def history(self, title: str, since: int) -> Any:
        found = self.wiki.history(title, 0 if title == "Rules" else since)
        return found[len(found) - 1 :] if title == "Rules" else found


@pytest.mark.parametrize(("who", "gold"), [("Mallory", 5), ("Ann", 95)])
def test_another_page_in_its_place_counts_as_an_edit_of_who_put_it_there(
    group: Group, who: str, gold: int
) -> None:
    """Nothing is played by a page that does not count, and it is told whose it is."""
    revision = group.edit(who, "Rules", CHEAT)
    group.says("Bob", "cheat")
    report = group.sync(wiki=OfAnotherPage(group.wiki))

    assert group.gold("Bob") == gold
    told = " ".join(report.problems)
    assert (f"revision {revision} by {who} put another page there" in told) == (gold == 5)


def test_a_pause_holds_back_the_rules_with_the_lines(group: Group) -> None:
    """What was written before a change of the rules is played without it when the game goes on."""
    group.says("Sam", "pause", "Orders")
    group.sync()
    group.says("Bob", "dig")
    group.rule("Ann", "gain 1 Gold", "gain 10 Gold")
    group.says("Bob", "dig")
    group.sync()
    assert group.gold("Bob") == 5

    group.says("Sam", "resume", "Orders")
    group.sync()
    assert group.gold("Bob") == 16


def test_talk_before_a_change_does_not_stop_the_game(group: Group) -> None:
    """Lines that get no answer are looked at once."""
    group.edit("Bob", "Play", "== Chat ==\n: hello\n: 3\n\n== Actions ==\n")
    group.rule("Ann", "gain 1 Gold", "gain 10 Gold")
    group.says("Bob", "dig")
    group.sync()

    assert group.gold("Bob") == 15
    assert group.sync().notes == ()


def test_nothing_is_lost_where_the_program_is_killed(tmp_path: Path) -> None:
    """At every save of a sync that plays lines by two wordings and holds an edit."""
    for save in range(1, 8):
        for after in (False, True):
            group = Group(tmp_path / f"{save}{after}")
            group.says("Bob", "dig")
            group.edit("Mallory", "Rules", group.text("Rules") + CHEAT)
            group.rule("Ann", "gain 1 Gold", "gain 10 Gold")
            group.says("Bob", "dig")
            world: Any = group
            try:
                group.sync(wiki=Deadly(world, save, after=after))
            except Killed:
                group.journal.close()
                group.journal = Journal(":memory:")
            group.sync()
            group.sync()
            group.journal.close()

            assert group.gold("Bob") == 16
            assert len(group.log) == 1
            assert "by Mallory" in group.text("Orders")
            assert group.text("Play").count("'''done'''") == 2


@pytest.mark.parametrize("seed", range(2 * TIMES))
def test_it_does_not_matter_when_the_bot_comes(tmp_path: Path, seed: int) -> None:
    """Edits of players and strangers, undos and lines: synced after each, or all at the end."""
    played = []
    for often in (True, False):
        chance = random.Random(seed)
        group = Group(tmp_path / str(often))
        past = [group.text("Rules")]
        for step in range(12):
            who = chance.choice(("Ann", "Mallory"))
            lines, kind = group.text("Rules").splitlines(), chance.randint(0, 5)
            at = chance.randint(0, len(lines))
            gold = 1 if who == "Ann" else 1000
            rule = f"A player may go {'abcdefghijkl'[step]}: they gain {gold} Gold."
            if kind <= 1:
                lines[at:at] = [rule]
            elif kind == 2:
                lines[at : at + 1] = [rule] if who == "Mallory" else []
            if kind <= 2:
                group.edit(who, "Rules", "\n".join(lines) + "\n")
            elif kind == 3:
                own = [each for each in past if "1000" not in each]
                group.edit(who, "Rules", chance.choice(own if who == "Ann" else past[-3:]))
            else:
                verbs = ["dig", "rest", *(f"go {each}" for each in "abcdefghijkl"[: step + 1])]
                group.says("Bob", "\n* ".join(verbs))
            past.append(group.text("Rules"))
            if often:
                group.sync()
        group.sync()
        group.sync()  # with the log
        group.journal.close()
        rules = [re.sub(r".*Z rule | in revision \d+", "", line) for line in group.log]
        played.append((group.gold("Bob"), rules))

    assert played[0] == played[1]
    assert played[0][0] < 1000


def test_what_was_held_counts_once_anyone_may_edit(group: Group) -> None:
    """From the change of the setting on, told as an edit that came."""
    group.edit("Mallory", "Rules", group.text("Rules") + CHEAT)
    group.says("Bob", "cheat")
    group.sync()
    by_all = dataclasses.replace(group.settings.game, rules_by="anyone")
    group.settings = dataclasses.replace(group.settings, game=by_all)
    group.says("Bob", "cheat")
    report = group.sync()

    assert group.sync().outcomes == ()
    assert (report.problems, group.gold("Bob")) == ((), 95)
    assert any("Mallory" in each and "A player may cheat" in each for each in group.log)
    assert "does not count" not in group.text("State")


def test_what_is_no_rule_is_not_told_as_one(group: Group) -> None:
    """Switches and categories of the wiki, which a player adds along with a rule."""
    added = "\n__NOTOC__\n[[Category:Nomic]]\n\nA player may sing: they gain 3 Gold.\n"
    group.edit("Ann", "Rules", group.text("Rules") + added)
    group.sync()

    assert [each for each in group.log if "added" in each] == [
        each for each in group.log if "A player may sing" in each
    ]
    assert not any("NOTOC" in each or "Category" in each for each in group.log)


def test_what_no_edit_holds_is_not_said_of_a_wording(group: Group) -> None:
    """A thing to buy that nobody has a place for waits for a steward; its words are the same."""
    wares = "\n== Wares ==\n{|\n! Ware !! Price (Gold)\n|-\n| Bell || 2\n|}\n"
    group.edit("Ann", "State", group.text("State") + wares)
    group.says("Ann", "buy Bell")
    group.sync()

    assert "nor a list of items" in group.text("Play")
    assert "wording" not in group.text("Play")


# Every command reads the ruleset page by the same accepted wordings.


DEMO = GAME.demo().pages
RULESET = DEMO["Ruleset"].replace("It swims for a moment.", "It swims for an hour.")
UNIT = "Garbage: Fish"
LOG = "2024-01-05T12:00:00Z Ann: use Fish\n"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A folder wiki on which one item has been reworded."""
    sections = {
        "wiki": {"api": f"folder:{tmp_path / 'wiki'}"},
        "game": {"rules": "cycle15", "ruleset": "Rules", "gamestate": "State", "actions": "Play"},
    }
    settings = from_sections(sections, tmp_path / "settings.ini")
    save(settings, "Rules", RULESET)
    save(settings, "State", DEMO["Gamestate"])
    return settings


def wiki_of(settings: Settings) -> FolderWiki:
    """The wiki of these settings, at a fixed time."""
    now = datetime(2024, 1, 5, tzinfo=UTC)
    return FolderWiki(settings.file.parent / "wiki", keyboard="Keyboard", clock=lambda: now)


def save(settings: Settings, title: str, text: str) -> None:
    """A steward saves a page."""
    wiki_of(settings).save_as("Sam", title, text)


def accepted() -> tuple[Pin, ...]:
    """The new wording of the item."""
    return split(accept(GAME.rulebook(RULESET), [UNIT], (), Origin("2024-01-05", variant="")))[0]


def held_for(settings: Settings) -> list[bool]:
    """Whether the item is held for `show` and `board`, for `doctor`, and for `rules`."""
    wiki = wiki_of(settings)
    told = [
        finding.text
        for finding in doctor.examine_pages(settings, GAME, wiki, polled(settings, wiki)[1])
    ]
    books = [read_present(settings, GAME, wiki).book, from_settings(settings, GAME, wiki).book]
    return [
        *(book.obstacle(UNIT) is not None for book in books),
        any(UNIT in text for text in told),
    ]


def test_a_new_wording_is_held_for_all(settings: Settings) -> None:
    """Until a steward accepts it."""
    assert held_for(settings) == [True, True, True]


def test_what_stewards_accepted_is_known_to_all(settings: Settings) -> None:
    """It stands in the gamestate page's cursor."""
    page = write_cursor(DEMO["Gamestate"], Cursor(run="0123abcd", accepted=accepted()))
    wiki_of(settings).save_as("Wikibot", "State", page, summary="wikibot: sync, run 0123abcd")

    assert held_for(settings) == [False, False, False]


def test_what_another_account_writes_into_the_comment_is_no_acceptance(settings: Settings) -> None:
    """Only what the bot itself noted counts."""
    save(
        settings,
        "State",
        write_cursor(DEMO["Gamestate"], Cursor(run="0123abcd", accepted=accepted())),
    )

    assert held_for(settings) == [True, True, True]


def test_what_the_operator_accepted_is_known_to_all(settings: Settings) -> None:
    """It stands in the file beside the settings."""
    write_overlay(overlay_file(settings), accepted())

    assert held_for(settings) == [False, False, False]


@pytest.mark.parametrize(("pins", "verdict"), [((), "held"), (accepted(), "done")])
def test_a_log_is_applied_by_what_the_page_says_was_accepted(
    pins: tuple[Pin, ...], verdict: str
) -> None:
    """So that a game that was copied from its wiki plays on alike."""
    page = write_cursor(DEMO["Gamestate"], Cursor(accepted=pins))

    assert [outcome.verdict for outcome in apply_log(GAME, RULESET, page, LOG).outcomes] == [
        verdict
    ]


def test_a_held_rule_is_told_in_the_language_of_each_wiki(settings: Settings) -> None:
    """One program may play the same page for wikis of several languages."""
    told = []
    for words in every_language():
        with speaking(words):
            options = Options(False, print, Stop(), ())
            rulebook = setup_of(settings, options, GAME, LocalStorage(settings)).rulebook
            told.append(str(rulebook(RULESET, (), Readings()).obstacle(UNIT)))

    assert "its wording changed" in told[0]
    assert len(set(told)) == len(told) == len(every_language()) > 1
