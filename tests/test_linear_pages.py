"""No page can hang a sync: what is done with it grows with its length and no faster, whatever is
written on it.

Steps are lines of Python that run, counted at one length and at twice that length; seconds would
depend on the machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from tests.for_each import portion, try_each
from wikibot.config.games import load_game
from wikibot.game.state import State
from wikibot.storage.cursor import Cursor
from wikibot.storage.log_page import append_log, log_lines, with_edit_mark
from wikibot.sync.gamestate_page import StatusLine, finished, lay_over
from wikibot.wiki.attribution import attribute
from wikibot.wiki.base import Revision, denies
from wikibot.wikitext.lines import action_numbers, sections
from wikibot.wikitext.numerals import parse_time
from wikibot.wikitext.own_marks import (
    archives_listed,
    insert_replies,
    part_answered,
    with_archived,
    with_archives_listed,
)
from wikibot.wikitext.plain import plain

N = 100
NOW = parse_time("2024-01-05T12:00:00Z")
GAME = load_game("cycle15")
PAGES = GAME.demo().pages
BOOK = GAME.rulebook(PAGES["Ruleset"])
ANSWERED = (
    "* a\n*: '''done''': b <!-- 1.2.3 --> [[User:Wikibot|Wikibot]] 10:00, 5 January 2024 (UTC)\n"
)
PARTS = {
    "struck": "<s>", "struck in turn": "<s></del>", "headings": "== a ==\n",
    "deeper headings": "== a ==\n=== b ===\n",
    "open tables": "{|\n", "tables": "{|\n! a\n|-\n| b\n|}\n", "open templates": "{{a|",
    "open links": "[[",
    "links": "[[a]]", "open comments": "<!--", "comments": "<!-- a -->\n", "nowiki": "<nowiki>",
    "refs": "<ref ",
    "nowikis": "<nowiki>\n</nowiki>\n", "quotes": "'''", "equals": "=", "bars": "|", "braces": "{",
    "variants": "-{",
    "parameters": "{{{a|", "less than": "<", "tags": "<b ", "lines": "* a\n",
    "replies": "*: a\n", "talk": ": a\n", "files": "[[File:a|",
    "bots": "{{bots}}",
    "status lines": '<small class="wikibot-status">Synced through</small>\n',
    "status": "<small class=wikibot-status>",
    "rows": "|-\n| a || b\n", "quoted items": '* "a" is b\n',
    "tables of names": '{|\n! Name\n|-\n| a\n|}\n* "a" is b\n',
    "values": "Wheel Rotation: 0\n", "phrases": "It is currently ",
    "comments of ours": "<!-- wikibot {} -->\n",
    "answered lines": ANSWERED,
    "lists of archives": ": ''Older lines: [[:A|a]]'' <!-- wikibot: archives -->\n",
}  # fmt: skip


def read_and_write(text: str) -> None:
    """All that is done with a gamestate page."""
    page = f"{PAGES['Gamestate']}\n{text}\n"
    reading = GAME.read(page, BOOK, NOW)
    if not reading.unreadable:
        status = StatusLine(Cursor(synced=NOW), State(NOW), "Stewards")
        finished(lay_over(GAME, page, BOOK, reading.state).text, status)


def log_page(text: str) -> None:
    """All that is done with a log page."""
    log_lines(with_edit_mark(append_log(text, [["2024-01-05T02:22:00Z Alice: move"]]), "0a1b2c3d"))


def talk_page(text: str) -> None:
    """Which lines are actions, whose lines came, and a reply."""
    page = f"== Actions ==\n* go\n{text}\n"
    action_numbers(page)
    before, after = "== Actions ==\n", f"{page}== Talk ==\n{text}\n"
    added = [Revision(1, 1, 0, NOW, "Ann", text=before), Revision(1, 2, 1, NOW, "Ann", text=after)]
    attribute(added, cursor=1, bot="Wikibot")
    insert_replies(page, [(1, "done")])


def archived_page(text: str) -> None:
    """Old answered lines taken off, put into an archive, and the archive listed."""
    page = f"== Actions ==\n{ANSWERED}{text}\n"
    parted = part_answered(page, page, "Wikibot", room=10_000_000)
    with_archived("Older lines.", parted.moved, "Talk:Game")
    with_archives_listed(parted.kept, [*archives_listed(page), ("A", "a")], "Actions")


WHOLE: dict[str, Callable[[str], object]] = {
    "gamestate": read_and_write,
    "log": log_page,
    "talk": talk_page,
    "archive": archived_page,
    "ruleset": lambda text: GAME.rulebook(f"{text}\n{PAGES['Ruleset']}"),
    "items": lambda text: GAME.rulebook(f"== Garbage ==\n{{|\n! Name !! Effect\n{text}"),
    "exclusion": lambda text: denies(f"{{{{bots|deny=a}}}}{text}", "Wikibot"),
    "plain": plain,
}


def steps(function: Callable[[str], object], text: str) -> int:
    """How many lines of Python run."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        del frame, arg
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("page", WHOLE)
def test_twice_the_page_is_twice_the_work(page: str) -> None:
    """A part that was pasted many times;
    what is constant is taken off by a page with none of it.
    """
    WHOLE[page]("")  # what is remembered from page to page is not of the first one's work
    base = steps(WHOLE[page], "")

    def grows_with_its_length(part: str) -> None:
        once, twice = (steps(WHOLE[page], PARTS[part] * count) - base for count in (N, 2 * N))

        assert twice <= 2.5 * max(once, 20 * N)

    try_each(grows_with_its_length, [{"part": part} for part in portion(PARTS, 3, page)])


@pytest.mark.parametrize("part", ["== a ==\n", "== a ==\nx\n", "= a =\n=== b and c ===\n"])
def test_a_heading_costs_little_however_many_rules_the_game_knows(part: str) -> None:
    """Pages of 2 MB have 250,000 of them, and Cycle 15 looks for 150 rules."""
    base = steps(WHOLE["ruleset"], "")

    assert steps(WHOLE["ruleset"], part * 1000) - base < 1_200_000


@pytest.mark.parametrize("part", ["== a ==\n", "|-\n| a || b\n", '* "a" is b\n'])
def test_no_part_of_a_ruleset_is_copied_for_each_other(part: str) -> None:
    """Steps do not count copies, seconds of the processor do: four times as many for four times
    the page, and 16 where each part copies what stands before it.
    """
    begins = "== Garbage ==\n{|\n! Name !! Effect\n" if part.startswith("|") else "== Garbage ==\n"

    def seconds(length: int) -> float:
        began = time.process_time()
        GAME.rulebook(begins + part * (length // len(part)))
        return time.process_time() - began

    most = 8 * max(seconds(100_001), seconds(100_002))
    assert any(seconds(400_000) < most for _ in range(2))


def test_bots_are_looked_for_without_a_parser_that_takes_the_square() -> None:
    """The library mwparserfromhell needs minutes for some thousand templates that are left open."""
    before = set(sys.modules)
    denies("{{bots|" * 100, "Wikibot")

    assert "mwparserfromhell" not in set(sys.modules) - before


def test_sections_know_their_end() -> None:
    """Each ends before the next heading of its level or above."""
    found = sections("== a ==\n=== b ===\n==== c ====\n=== d ===\n== e ==\n")

    assert [each.end for each in found] == [
        found[4].start, found[3].start, found[3].start, found[4].start, 48,
    ]  # fmt: skip
