"""``wikibot doctor``: each finding has a verdict, and a remedy where something is to be done."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.cli.conftest import SETTINGS, Wikibot
from tests.game.tiny import GAMESTATE
from wikibot.cli import options
from wikibot.wiki.base import Block, Head, Poll
from wikibot.wiki.folder import FolderWiki

Findings = dict[str, dict[str, Any]]


def findings(wikibot: Wikibot, code: int) -> Findings:
    """What was found, by what it is about (the worst where there are several).

    The exit code as expected.
    """
    result = wikibot("doctor", "--json")
    assert result.exit_code == code
    order = ("ok", "warning", "wrong")
    return {
        found["about"]: found
        for found in sorted(json.loads(result.stdout), key=lambda f: order.index(f["grade"]))
    }


@pytest.fixture
def polled(wiki: FolderWiki, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Change what the wiki says of itself: ``polled(rights=(...))``."""

    def change(**changes: Any) -> None:
        class Changed(FolderWiki):
            def poll(self, titles: Any, **more: Any) -> Poll:
                poll = super().poll(titles)
                return replace(
                    poll,
                    **{
                        key: value(poll) if callable(value) else value
                        for key, value in changes.items()
                    },
                )

        monkeypatch.setattr(options, "wiki_of", lambda *_: Changed(wiki.path, keyboard="Keyboard"))

    return change


def test_a_good_game_is_found_good(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Nothing is wrong; warnings do not count."""
    found = findings(wikibot, 0)

    assert {
        "settings", "wiki", "journal", "rights", "clock", "page State", "ruleset", "gamestate",
        "actions",
    } <= set(found)  # fmt: skip


def test_for_people_each_remedy_stands_below(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Verdict, subject, text; below them what to do."""
    shown = wikibot("doctor").stdout

    assert "warning  stewards: no account may correct" in shown
    assert "\n         Name accounts in `users` under [stewards].\n" in shown


def test_wrong_settings_end_the_look(wikibot: Wikibot, here: Path) -> None:
    """Each fault is a finding."""
    (here / "settings.ini").write_text(SETTINGS + "[bot]\nevery = soon\nmaxlag = no\n")

    result = wikibot("doctor", "--json")

    assert (78, ["settings", "settings"]) == (
        result.exit_code,
        [found["about"] for found in json.loads(result.stdout)],
    )


def test_a_missing_page_is_a_matter_of_settings(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """The remedy names the key, and for the gamestate the command that makes one."""
    wiki.file("State").unlink()

    remedy = findings(wikibot, 78)["page State"]["remedy"]

    assert ("`gamestate`" in remedy, "wikibot new" in remedy) == (True, True)


def test_a_log_page_that_is_not_there_yet_is_fine(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """The first sync creates it."""
    assert findings(wikibot, 0)["page Log"]["text"] == "is not there yet; that is fine"


def test_a_redirect_was_moved(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """The settings still have the old title."""
    wiki.save_as("Sam", "Play", "#REDIRECT [[Game]]\n")

    assert findings(wikibot, 78)["page Play"]["remedy"] == "Set `actions` to its new title."


def test_an_unreadable_cell_needs_a_person(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """It is named as in a sync."""
    wiki.save_as("Bea", "State", GAMESTATE.replace("5 stones", "many stones"))

    assert (
        "row 'Bea', column 'Stones': 'many' is not a number"
        in findings(wikibot, 1)["gamestate"]["text"]
    )


def test_a_damaged_cursor_needs_a_person(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """What the bot itself wrote, in another version or so, is not passed over for an older note."""
    page = f'{GAMESTATE}<!-- wikibot {{"version": 0, "run": "0123abcd"}} -->\n'
    wiki.save_as("Wikibot", "State", page, summary="wikibot: sync, run 0123abcd")

    assert "of no version that this program knows" in findings(wikibot, 1)["cursor"]["text"]


def test_a_comment_of_somebody_elses_needs_nobody(wikibot: Wikibot, wiki: FolderWiki) -> None:
    """Nothing in it counts, so it does no harm."""
    wiki.save_as("Bea", "State", f"{GAMESTATE}<!-- wikibot {{broken -->\n")

    assert "has not played" in findings(wikibot, 0)["cursor"]["text"]


def test_a_written_stop_page_needs_a_person(wikibot: Wikibot, wiki: FolderWiki, here: Path) -> None:
    """Somebody stopped the bot."""
    (here / "settings.ini").write_text(f"{SETTINGS}[bot]\nstop_page = Stop\n")
    wiki.save_as("Sam", "Stop", "Stop it!\n")

    assert findings(wikibot, 1)["stop page"]["remedy"] == "Blank it to go on."


def _protected(poll: Poll) -> dict[str, Head]:
    return {**poll.heads, "State": replace(poll.heads["State"], protection=("sysop",))}


@pytest.mark.parametrize(
    ("changes", "about", "code"),
    [
        ({"rights": ("read", "edit", "createpage", "bot")}, "rights", 0),
        ({"rights": ("read", "edit", "bot")}, "rights", 0),
        ({"rights": ("read",)}, "rights", 77),
        ({"rights": ("read", "edit", "createpage")}, "bot right", 0),
        ({"block": Block("Sam", "too many edits", False, "infinity")}, "block", 77),
        ({"block": Block("Sam", "not there", True, "infinity")}, "block", 0),
        ({"heads": _protected, "rights": ("read", "edit", "createpage", "bot")}, "page State", 77),
        ({"now": lambda poll: poll.now - timedelta(hours=1)}, "clock", 0),
    ],
)
def test_what_the_account_may_not_do_is_found(
    wikibot: Wikibot, polled: Any, changes: dict[str, Any], about: str, code: int
) -> None:
    """Missing rights, blocks and protection lead to 77 where nothing could be saved.

    The rest are warnings.
    """
    polled(**changes)

    found = findings(wikibot, code)[about]

    assert (code, bool(found["remedy"])) == (found["exit_code"], found["grade"] != "ok")


def test_a_wiki_out_of_reach_is_for_later(wikibot: Wikibot, here: Path) -> None:
    """Exit code 75; everything before the first request was still looked at."""
    wiki = SETTINGS.replace("folder:wiki", "http://127.0.0.1:9/api.php\nuser = Wikibot@sync")
    (here / "settings.ini").write_text(f"{wiki}[bot]\ndeadline = 1 second\n")
    (here / "password").write_text("x" * 32)

    found = findings(wikibot, 78)  # no password is set, which is worse

    assert (75, 78) == (found["wiki"]["exit_code"], found["password"]["exit_code"])


def test_a_password_file_for_all_to_read_is_a_warning(wikibot: Wikibot, here: Path) -> None:
    """With the command that mends it."""
    wiki = SETTINGS.replace(
        "folder:wiki", "http://127.0.0.1:9/api.php\nuser = A@b\npassword_file = password"
    )
    (here / "settings.ini").write_text(f"{wiki}[bot]\ndeadline = 1 second\n")
    (here / "password").write_text("0123456789abcdefghijklmnopqrstuv")
    (here / "password").chmod(0o644)

    found = findings(wikibot, 75)["password"]

    assert ("warning", f"Run `chmod 600 {here / 'password'}`.") == (found["grade"], found["remedy"])


def test_a_log_by_month_needs_the_right_to_create_pages(
    wikibot: Wikibot, here: Path, polled: Any
) -> None:
    """Nobody makes twelve pages a year by hand;
    the pages of this month and the last are looked at.
    """
    (here / "settings.ini").write_text(SETTINGS.replace("log = Log", "log = Log %Y-%m"))
    polled(rights=("read", "edit", "bot"))
    found = findings(wikibot, 77)

    assert "the log needs one every month" in found["rights"]["text"]
    assert 1 == sum(about.startswith("page Log ") for about in found)


@pytest.mark.parametrize("place", ["words_page = Words", "words_file = words.json"])
def test_faulty_words_for_messages_are_named(
    wikibot: Wikibot, here: Path, wiki: FolderWiki, place: str
) -> None:
    """Each with its line, its fault and the message that may be meant; the good ones are taken."""
    text = '{\n"done": "played",\n"held!": "x",\n"{} has no {}": "{} has none",\n"cant" "y"\n}'
    (here / "settings.ini").write_text(f"{SETTINGS}[bot]\n{place}\n")
    missing = {each["text"] for each in json.loads(wikibot("doctor", "--json").stdout)}
    wiki.save_as("Sam", "Words", text)
    (here / "words.json").write_text(text)
    told = [
        each for each in json.loads(wikibot("doctor", "--json").stdout) if each["about"] == "words"
    ]

    source = "Words" if "page" in place else str(here / "words.json")
    faults = [each["text"] for each in told if each["grade"] == "warning"]
    assert [fault.removeprefix(source)[: len(": line 3")] for fault in faults] == [
        ": line 3", ": line 4", ": line 5"
    ]  # fmt: skip
    assert "there is no message 'held!'; nearest: 'held'" in faults[0]
    assert "has these places for values: {} {}" in faults[1]
    assert all("Correct that line" in each["remedy"] for each in told if each["remedy"])
    assert told[-1]["text"] == "the bot answers in 'en', 1 of its messages changed"
    assert any(
        "is not there" in each or "No such file" in each or "not a file" in each for each in missing
    )


def test_sentences_for_people_are_counted(wikibot: Wikibot, wiki: FolderWiki, here: Path) -> None:
    """How many of a ruleset in plain words the bot plays, and how many it leaves to people."""
    (here / "settings.ini").write_text(SETTINGS.replace("rules = stones", "rules = generic"))
    wiki.save_as("Sam", "Rules", "Each player begins with 5 Gold. Be nice. Have fun.\n")
    wiki.save_as("Sam", "State", "== Players ==\n{|\n! Name !! Gold\n|-\n| Ann || 5\n|}\n")

    found = findings(wikibot, 0)["sentences"]["text"]

    assert found.startswith("1 of 3 are played, 2 are for people")
