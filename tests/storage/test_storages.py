"""What every storage of a game promises, be it files or a database of many games."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.dice.days import Casino
from tests.storage.conftest import Reopen
from wikibot.config.settings import NoSecret
from wikibot.dice.session import Vault
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.storage import cursor
from wikibot.storage.cursor import QueueMark, QueueRead, read_queue
from wikibot.storage.local import KEPT_TEXTS, Busy, Storage
from wikibot.sync.report import Report
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


# A file of actions is read line by line, each line once, whatever becomes of the file.


def line(minute: int, text: str) -> str:
    """A line of the file."""
    return f"2024-01-05T02:{minute:02}:00Z Ann: {text}\n"


def texts(read: QueueRead) -> list[str]:
    """What the new lines say."""
    return [each.text for each in read.actions]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the file stands."""
    return tmp_path / "actions.txt"


def test_each_line_is_read_once(file: Path) -> None:
    """What is appended is new; a line that is still being written waits for its end."""
    assert read_queue(file, None) == QueueRead()
    file.write_text(
        line(1, "dig") + "\n# a comment\n" + line(2, "dance") + "2024-01-05T02:03:00Z Ann: mo"
    )
    one = read_queue(file, None)
    with file.open("a") as more:
        more.write("ve\n" + line(4, "sing"))
    two = read_queue(file, one.mark)

    assert (texts(one), texts(two)) == (["dig", "dance"], ["move", "sing"])
    assert [each.id for each in one.actions] == [ActionId(0, 1, 1), ActionId(0, 1, 4)]
    assert [each.id for each in two.actions] == [ActionId(0, 1, 5), ActionId(0, 1, 6)]
    assert read_queue(file, two.mark).entries == ()


def test_no_line_is_a_stewards_or_has_rolls_of_its_own(file: Path) -> None:
    """Whoever writes into a chat is a player:
    dice that they state are theirs to state or not, as on the wiki.
    """
    file.write_text(line(1, "correct Ann has 99 Stones"))
    (action,) = read_queue(file, None).actions

    assert (action.trusted, action.line, action.by_name, action.account) == (False, 0, True, "Ann")


def test_a_damaged_line_costs_itself(file: Path) -> None:
    """Bytes that are no text, lines without a time, lines that are much too long:
    the others are played.
    """
    file.write_bytes(
        b"\xff\xfe\x00 x\n" + b"when? Ann: dig\n" + b"9" * 200_000 + b"\n" + line(1, "dig").encode()
    )
    read = read_queue(file, None)

    assert texts(read) == ["dig"]
    assert [each.verdict for each in read.damaged(NOW)] == ["huh"] * 3
    assert read_queue(file, read.mark).entries == ()


def test_a_rotated_file_goes_on(file: Path) -> None:
    """A new file, with or without the last lines of the old one:
    what is new in it is read, nothing else.
    """
    old = [line(minute, f"a{minute}") for minute in range(1, 20)]
    file.write_text("".join(old))
    read = read_queue(file, None)
    file.write_text(line(30, "b") + line(31, "c"))
    assert texts(read_queue(file, read.mark)) == ["b", "c"]
    file.write_text("".join(old[-3:]) + line(30, "b"))
    again = read_queue(file, read.mark)
    assert texts(again) == ["b"]
    assert again.actions[0].id.index == 20
    assert read_queue(file, again.mark).entries == ()


def test_an_edited_file_plays_nothing_twice(file: Path) -> None:
    """Somebody mends a line that was played, or takes lines away:
    nothing old is played, and a note says so.
    """
    old = [line(minute, f"a{minute}") for minute in range(1, 20)]
    file.write_text("".join(old))
    read = read_queue(file, None)
    for changed in (
        ["#\n", *old[1:]], [*old[:-1], line(19, "mended")], old[:5], [*old[:3], *old[9:]],
        old[::-1],
    ):  # fmt: skip
        file.write_text("".join(changed) + line(40, "new"))
        found = read_queue(file, read.mark)
        assert texts(found) == ["new"]
        assert read_queue(file, found.mark).entries == ()
        file.write_text("".join(changed))
        assert read_queue(file, read.mark).actions == ()


def test_a_long_file_is_taken_in_parts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many lines a sync; all come in the end, each once."""
    monkeypatch.setattr(cursor, "MOST_LINES", 4)
    file.write_text("".join(line(minute, f"a{minute}") for minute in range(10)))
    said: list[str] = []
    mark: QueueMark | None = None
    for _ in range(3):
        read = read_queue(file, mark)
        said, mark = said + texts(read), read.mark
    assert said == [f"a{minute}" for minute in range(10)]
    assert not read.more


def test_a_folder_in_its_place_stops_nothing(tmp_path: Path) -> None:
    """The report says that it cannot be read."""
    read = read_queue(tmp_path, QueueMark(3))

    assert (read.entries, read.mark.read, len(read.notes)) == ((), 3, 1)


def test_identities_are_those_of_actions(file: Path) -> None:
    """The log names them, as it does with lines of a wiki."""
    file.write_text(line(1, "dig"))
    (action,) = read_queue(file, None).actions

    assert isinstance(action, Action)
    assert ActionId.parse(str(action.id)) == action.id


# A whole sync leads to the same pages, whatever keeps what it needs outside the wiki.


class Table(Casino):
    """A folder wiki with sealed dice, synced by a storage that each sync opens anew."""

    def __init__(self, folder: Path, reopen: Reopen) -> None:
        super().__init__(folder, "sealed")
        self.reopen = reopen

    def sync_anew(self) -> Report:
        """One sync, as a process by itself."""
        storage: Storage = self.reopen()
        with storage.locked(), storage.journal() as journal:
            self.journal = journal
            return self.sync(storage=storage)


@pytest.fixture
def table(tmp_path: Path, reopen: Reopen) -> Table:
    """A game with no line yet."""
    return Table(tmp_path / "wiki", reopen)


def test_lines_are_played_and_dice_can_be_checked(table: Table) -> None:
    """Each line once;
    the secret of a day is published when the day is over, and proves the roll.
    """
    table.sync_anew()
    table.add("Ann", "* climb high")
    outcomes = table.sync_anew().outcomes
    table.next_day()
    table.sync_anew()
    idle = table.sync_anew().idle

    assert ([outcome.verdict for outcome in outcomes], idle) == (["done"], True)
    assert table.verdicts() == ["ok"]


def test_a_sync_with_nothing_new_asks_once(table: Table) -> None:
    """What is settled is known to the next process."""
    table.sync_anew()

    assert [table.sync_anew().idle for _ in range(2)] == [True, True]
