"""What every storage of a game promises, be it files or a database of many games."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.storage.conftest import Reopen
from wikibot.config.settings import NoSecret
from wikibot.dice.session import Vault
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.storage.local import KEPT_TEXTS, Busy
from wikibot.wiki.base import Revision
from wikibot.wiki.files import Cookies

NOW = datetime(2024, 1, 5, tzinfo=UTC)
ODD = "* move \0 \N{SNOWMAN} 'x' \\ %s {} \U0001f3b2\r\n"


def revision(number: int) -> Revision:
    """The head of a revision as a poll tells it."""
    return Revision(1, number, 0, NOW, "Alice")


def outcome(text: str = "move") -> Outcome:
    """A line that was answered."""
    return Outcome(Action(ActionId(3, 5, 0), NOW, "Ann", text), Verdict.DONE, text)


def test_a_text_is_found_by_the_next_process(reopen: Reopen) -> None:
    """Whatever letters are in it."""
    with reopen().journal() as journal:
        journal.keep("Actions", 5, ODD, "run 1")
    with reopen().journal() as journal:
        found = journal.cached(revision(5))

    assert found is not None
    assert (found.text, found.comment) == (ODD, "run 1")


def test_only_the_newest_texts_of_a_page_stay(reopen: Reopen) -> None:
    """The journal does not grow with the history of a page,
    and pages do not push each other out.
    """
    for first in (1, 6):
        with reopen().journal() as journal:
            journal.keep("Other", 100, "other")
            for number in range(first, first + 5):
                journal.keep("Actions", number, str(number))
    with reopen().journal() as journal:
        kept = [number for number in (*range(1, 11), 100) if journal.cached(revision(number))]

    assert kept == [*range(11 - KEPT_TEXTS, 11), 100]


def test_what_was_noted_is_known_to_the_next_process(reopen: Reopen) -> None:
    """Small values and long ones; a value that was never noted is none."""
    with reopen().journal() as journal:
        journal.set_notes({"short": "x", "long": "x" * 20_000})
        journal.settle({"State": 7, "Log": 0}, NOW, {"State": 3})
    with reopen().journal() as journal:
        journal.set_notes({"short": "y"})
    with reopen().journal() as journal:
        notes = [journal.note(name) for name in ("short", "long", "none")]
        settled = (journal.settled, journal.due, journal.settled_in("State", 3))

    assert notes == ["y", "x" * 20_000, None]
    assert settled == ({"State": 7, "Log": 0}, NOW, 7)


def test_the_audit_trail_takes_each_outcome_once(reopen: Reopen) -> None:
    """A run that is recorded twice, as after an answer that was lost, stands there once."""
    for _ in range(2):
        with reopen().journal() as journal:
            journal.record("0a1b", NOW, "sync", [outcome(ODD)])
            journal.flush()
            journal.record("0a1b", NOW, "sync", [outcome(ODD)])
    with reopen().journal() as journal:
        trail = journal.dump()

    assert (1, 1) == (len(trail.runs), len(trail.outcomes))


def test_a_second_sync_is_turned_away(reopen: Reopen) -> None:
    """The lock is held against other processes, is told with its holder, and is free afterwards."""
    first, second = reopen(), reopen()
    with first.locked():
        with (
            pytest.raises(Busy, match=r"another sync of this game is running \(.*process \d+"),
            second.locked(),
        ):
            pass
        told = True
    with second.locked():
        again = True

    assert (told, again) == (True, True)


def test_a_secret_is_there_for_the_next_process(reopen: Reopen) -> None:
    """A secret that was made and whose seal never got onto the wiki is taken up again."""
    made = Vault(reopen().seals, "State").make(3, NOW)
    again = Vault(reopen().seals, "State").make(3, NOW)

    assert (made.seal, made.value) == (again.seal, again.value)


def test_a_secret_that_is_public_makes_no_roll_again(reopen: Reopen) -> None:
    """The secret of a phase that is over is retired in every process,
    and still found by its seal.
    """
    vault = Vault(reopen().seals, "State")
    made = vault.make(3, NOW)
    vault.note_ended(3, NOW)
    vault.retire(())
    later = Vault(reopen().seals, "State")
    kept = later.find(made.seal)

    assert kept is not None
    assert (kept.public, kept.value == made.value) == (True, True)
    assert later.in_force(3, made.seal) is None
    assert later.ended() == ((3, NOW),)


def test_two_games_share_no_secret(reopen: Reopen) -> None:
    """Games by their gamestate pages, even where one drawer holds both."""
    one = Vault(reopen().seals, "One").make(1, NOW)
    two = Vault(reopen().seals, "Two").make(1, NOW)

    assert one.seal != two.seal
    assert Vault(reopen().seals, "Two").find(one.seal) is None


def test_accepted_wordings_are_kept_as_they_were_written(reopen: Reopen) -> None:
    """None at first."""
    before = reopen().wordings.read()
    reopen().wordings.write("Fish 0123 # käse\n")

    assert (before, reopen().wordings.read()) == (None, "Fish 0123 # käse\n")


def test_a_session_is_taken_up_by_the_next_process(reopen: Reopen) -> None:
    """Cookies are kept once they changed, and a text that is none means one more login."""
    cookies = Cookies(reopen().cookies)
    empty = bool(cookies)
    reopen().cookies.write(
        '#LWP-Cookies-2.0\nSet-Cookie3: s=c00k1e; path="/"; domain=w.example; version=0\n'
    )
    kept = bool(Cookies(reopen().cookies))
    reopen().cookies.write("\N{SNOWMAN} no cookies")

    assert (empty, kept, bool(Cookies(reopen().cookies))) == (False, True, False)


def test_without_a_password_it_says_what_to_do(
    reopen: Reopen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where none was given, a login names the places for it."""
    monkeypatch.delenv("WIKIBOT_PASSWORD", raising=False)
    with pytest.raises(NoSecret, match="set WIKIBOT_PASSWORD"):
        reopen().password()


def test_nothing_shows_a_secret(reopen: Reopen) -> None:
    """Neither a storage nor a drawer tells a secret in a debugger."""
    storage = reopen()
    secret = Vault(storage.seals, "State").make(1, NOW)
    storage.seals.write("x", "hunter2")
    shown = repr(storage) + repr(storage.seals) + repr(secret) + repr(storage.cookies)

    assert ("hunter2" in shown, secret.value.hex() in shown) == (False, False)
