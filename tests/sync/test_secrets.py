"""Secrets in a game on a wiki: nothing that others can read tells them, and no disk loses them."""

from __future__ import annotations

import logging
import re
import sqlite3
from pathlib import Path

import pytest

from rules.generic.game import GAME
from tests.sync.village import PLAYERS, Village
from wikibot.config.sections import BeaconSection
from wikibot.dice.evidence import start_of_game
from wikibot.dice.replay import NotPlayed
from wikibot.dice.session import seal_line
from wikibot.dice.verification import check_log
from wikibot.exits import ProgramError
from wikibot.history.recording import play_back
from wikibot.storage.local import Journal
from wikibot.storage.log_page import log_lines

MASKS = (
    (r"(?:🔒|\\+ud83d\\+udd12|sealed: ?|sha256:)[0-9a-f]{8,64}[.A-Za-z0-9+/=…]*", "SEAL"),
    (r'title="[0-9A-Za-z.+/=]{100,}"', "SEAL"),
    (r'"(?:box|run)": ?"[^"]*"', "OWN"),
    (r"\b(?:[0-9a-f]{8}|[0-9a-f]{40}|[0-9a-f]{64})\b", "RUN"),
)
PARSED = ("worked out", "parsed")  # sentences as read, which a program notes once


def masked(text: str) -> str:
    """A text without what is random or encrypted in it."""
    for pattern, name in MASKS:
        text = re.sub(pattern, name, text)
    return text


@pytest.fixture
def village(tmp_path: Path) -> Village:
    """A game in which roles are dealt."""
    found = Village(tmp_path, b"k" * 32)
    found.until(1, 14)
    return found


def night(village: Village) -> list[str]:
    """A night in which everybody marks the next one in the table; what was told of the syncs."""
    reports = [village.until(3, 1)]
    for who, whom in zip(PLAYERS, (*PLAYERS[1:], PLAYERS[0]), strict=True):
        village.sealed(who, f"mark {whom}")
    reports.append(village.sync())
    for who in PLAYERS:
        village.sealed(who, "look at the Role of Dan" if who != "Dan" else "nothing")
    reports.append(village.sync())
    return [str(each) for each in reports]


def test_what_others_can_read_is_the_same_however_roles_are_dealt(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Pages with all their revisions, the journal, reports, and what --debug says."""
    caplog.set_level(logging.DEBUG, "wikibot")
    seen, roles = [], []
    for key in (b"k" * 32, b"o" * 32):
        village = Village(tmp_path / key.decode()[0], key)
        village.say("Bob", "mark Ann")  # it is Day
        told = [str(village.sync()), str(village.until(1, 14))]
        village.until(3, 1)
        for who, whom in zip(PLAYERS, ("Cat", "Dan", "Eve", "Cat", "Dan"), strict=True):
            village.sealed(who, f"mark {whom}")  # and not Bob, as the help page has it
        told += [str(village.sync())]
        roles.append([village.role(each) for each in PLAYERS])
        journal = "\n".join(sqlite_texts(tmp_path / key.decode()[0] / "state" / "journal.db"))
        seen.append([masked(each) for each in (village.public(), *told, journal)])
        logged = masked(caplog.text.replace(str(tmp_path / key.decode()[0]), ""))
        for text in (village.public("State", "Play", "Log"), *seen[-1][1:], logged):
            assert not re.search(r"\bmark (?:Cat|Dan|Eve)\b|your Role is|k{8}", text)
        caplog.clear()

    assert roles[0] != roles[1]
    assert seen[0] == seen[1]


def test_what_others_can_read_is_the_same_whatever_is_drawn(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Hands are dealt, drawn into, counted and cut at random; who has what is only in the mail."""
    caplog.set_level(logging.DEBUG, "wikibot")
    seen, hands = [], []
    for key in (b"k" * 32, b"o" * 32):
        village = Village(tmp_path / key.decode()[0], key, "draft")
        told = [str(village.until(8, 1))]
        for day in (8, 9, 10):
            told += [str(village.until(day, 10))]
            for who in ("Ann", "Bob"):
                village.say(who, "draw")
            told += [str(village.sync())]
        hands.append([village.hand(each) for each in ("Ann", "Bob", "Cat")])
        assert [len(each) for each in hands[-1]] == [5, 5, 2]
        told += [str(village.until(15, 2)), str(village.until(16, 2))]  # down to 4, and dealt 2
        for who in ("Ann", "Bob", "Cat"):
            mine = ", ".join(village.hand(who))
            others = [each for each in ("Ann", "Bob", "Cat") if each != who]
            assert f"your Hand is {mine}" in village.mail(who).replace("\n", " ")
            assert not any(f"your Hand is {mine}." in village.mail(each) for each in others)
        journal = "\n".join(sqlite_texts(tmp_path / key.decode()[0] / "state" / "journal.db"))
        logged = masked(caplog.text.replace(str(tmp_path / key.decode()[0]), ""))
        seen.append([masked(each) for each in (village.public(), *told, journal)])
        assert not re.search(r"your Hand is|\b(?:Ace|King|Queen|Jack)\b", logged)
        caplog.clear()

    assert hands[0] != hands[1]
    assert seen[0] == seen[1]


def sqlite_texts(file: Path) -> list[str]:
    """All that a journal says."""
    with sqlite3.connect(file) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        rows = (row for (table,) in tables for row in database.execute(f"SELECT * FROM {table}"))
        return [str(cell) for row in rows if row[0] not in PARSED for cell in row]


def test_who_is_dealt_or_told_something_learns_it_by_mail_once(village: Village) -> None:
    """And nobody else does."""
    for who in PLAYERS:
        assert village.mail(who).count(f"your Role is {village.role(who)}") == 1
        assert "your Role" not in village.mail(who).replace("your Role is", "", 1)

    night(village)
    seer = village.who("Seer")
    for _ in range(2):
        village.until(3, 20)
    told = [
        each
        for each in PLAYERS
        if f"the Role of Dan is {village.role('Dan')}" in village.mail(each)
    ]

    assert told == ([seer] if seer != "Dan" else [])
    assert village.cursor.letters == ()


def test_the_wolf_kills_and_what_is_revealed_is_proven(village: Village) -> None:
    """The Wolf's target dies at dawn; its role is in the log with what hashes to its seal."""
    wolf = village.who("Wolf")
    victim = (*PLAYERS[1:], PLAYERS[0])[PLAYERS.index(wolf)]
    role = village.role(victim)
    night(village)
    village.until(4, 2)
    lines = log_lines(village.text("Log"))
    checks = check_log(lines, BeaconSection())
    of_victim = [each for each in checks if each.about == f"the seal at Role of {victim}"]
    saved = victim == "Dan"  # who has a Cross

    assert village.text("State").count(f"| {victim} || {role} || no") == (not saved)
    assert [str(each.status) for each in of_victim] == ["not yet revealed" if saved else "ok"]
    assert all(each.fine for each in checks)

    forged = [line.replace(f'"{role}"', '"Fool"') for line in lines]
    bad = [str(each.status) for each in check_log(forged, BeaconSection()) if not each.fine]
    assert bad == ([] if saved else ["seal broken"])


def test_peeking_is_in_vain(village: Village) -> None:
    """Another's seal in one's own row, another's line as one's own, a seal of one's own making."""
    village.until(3, 1)
    line = seal_line(village.cursor.box, "Ann", "mark Bob")[0]
    village.say("Bob", line)
    village.sync()
    assert "sealed for another game, or by another account" in village.text("Play")
    assert "mark" not in village.mail("Bob")

    page = village.text("State")
    cells = re.findall(r'<span class="wikibot-seal"[^>]*>[^<]*</span>', page)
    village.edit("Bob", "State", page.replace(cells[1], cells[0]))  # Ann's in place of Bob's
    village.sync()
    village.sealed("Bob", "look at the Role of Ann")
    village.sync()
    assert village.role("Ann") not in village.mail("Bob").replace("your Role is", "")[20:].split()


def test_a_lost_journal_or_disk_loses_nothing(tmp_path: Path, village: Village) -> None:
    """The key, given anew by the operator, opens everything; without it the game stands still."""
    before, key = {each: village.role(each) for each in PLAYERS}, village.drawer.read(village.key)
    village.journal = Journal(":memory:")
    village.say("Ann", "help")
    village.sync()
    assert {each: village.role(each) for each in PLAYERS} == before

    (village.drawer.path / village.key).unlink()
    village.until(3, 1)
    village.say("Ann", "mark Bob")
    saved = village.text("State")
    with pytest.raises(ProgramError, match="Put `key"):
        village.sync()
    assert village.text("State") == saved

    village.drawer.write(village.key, key or "")
    village.sync()
    assert {each: village.role(each) for each in PLAYERS} == before


def test_a_log_with_secrets_is_played_again_where_its_key_is(village: Village) -> None:
    """It leads to the same seals, and tells no more than the page; without the key it says so."""
    night(village)
    village.until(4, 2)
    lines = log_lines(village.text("Log"))

    start = start_of_game(lines, village.settings, village.wiki, GAME)
    *_, last = play_back(start, lines, village.now)
    held = {each: str(last.state.players[each].fields["Role"]) for each in PLAYERS}
    sealed = [each for each in PLAYERS if held[each].startswith("🔒")]
    assert all(held[each][1:] in village.text("State") for each in sealed)
    assert len(sealed) >= 4

    (village.drawer.path / village.key).unlink()
    start = start_of_game(lines, village.settings, village.wiki, GAME)
    with pytest.raises(NotPlayed, match="only who keeps their key"):
        list(play_back(start, lines, village.now))
