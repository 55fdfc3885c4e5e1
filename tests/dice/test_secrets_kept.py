"""Nobody who may edit the wiki gets the bot to publish the secret of a phase that is not over."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.dice.days import Casino
from tests.dice.test_sealed import seals
from wikibot.dice.session import DrawerKeeper, KeyKeeper, SecretNotKept, Vault, seal_line
from wikibot.game.secrets import OPENED_MARK, SEAL, opened_record, read_opened
from wikibot.storage.local import Folder
from wikibot.wikitext.numerals import format_time

Forge = Callable[[str, dict[int, str]], str]


def secrets(casino: Casino) -> dict[int, str]:
    """The secrets in the bot's folder, by their phases."""
    found = (
        re.match(r"phase (\d+)\nsecret (\w+)", file.read_text()) for file in casino.seals.iterdir()
    )
    return {int(each[1]): each[2] for each in found if each}


def pages(casino: Casino) -> str:
    """All that anybody can read."""
    revisions = [
        each for title in ("State", "Play", "Log") for each in casino.wiki.history(title, 0)
    ]
    return "".join(each.text or "" for each in revisions)


def under_an_earlier_phase(text: str, seals: dict[int, str]) -> str:
    """The seals of this phase and the next, said to be of phases that are over."""
    return text.replace("[3,", "[1,").replace("[4,", "[2,")


def copied_under_an_earlier_phase(text: str, seals: dict[int, str]) -> str:
    """The present seal twice."""
    return text.replace("[3,", f'[1,"{seals[3]}"],[3,')


def a_later_phase(text: str, seals: dict[int, str]) -> str:
    """The page's own phase, set ahead."""
    return text.replace("Day 3.", "Day 9.")


def both(text: str, seals: dict[int, str]) -> str:
    """A later phase, and the seal under another one."""
    return a_later_phase(copied_under_an_earlier_phase(text, seals), seals)


def played_long_ago(text: str, seals: dict[int, str]) -> str:
    """The time up to which the bot has played, set back, so that phases end once more."""
    return re.sub(r'"synced": "[^"]*"', '"synced": "2024-01-01T00:00:00Z"', text)


def played_ahead(text: str, seals: dict[int, str]) -> str:
    """The same, set ahead."""
    return re.sub(r'"synced": "[^"]*"', '"synced": "2024-03-01T00:00:00Z"', text)


def no_seals(text: str, seals: dict[int, str]) -> str:
    """The seals taken out."""
    return re.sub(r'"seals": \[\[.*?\]\],?', "", text)


@pytest.mark.parametrize(
    "forge",
    [under_an_earlier_phase, copied_under_an_earlier_phase, a_later_phase, both, played_long_ago,
     played_ahead,
     no_seals],
)  # fmt: skip
def test_an_edited_page_opens_no_secret(casino: Casino, forge: Forge) -> None:
    """Whatever somebody writes into the hidden comment or the phase,
    this phase's secret and the next stay secret.
    """
    for _ in range(2):
        casino.next_day()
        casino.sync()
    casino.play("Ann", "climb high")
    before = casino.text("State")
    forged = forge(before, seals(casino))
    casino.edit("Mallory", "State", forged)
    for _ in range(3):
        casino.now += timedelta(minutes=5)
        casino.sync(force=True)
    casino.edit("Sam", "State", before)
    casino.sync(force=True)

    assert forged != before
    assert [
        phase
        for phase, secret in secrets(casino).items()
        if phase in (3, 4) and secret in pages(casino)
    ] == []


def test_a_public_secret_rolls_nothing(casino: Casino) -> None:
    """Whoever sets the phase back to one whose secret is out does not know what is rolled then."""
    casino.next_day()
    casino.sync()
    old = seals(casino)[1]
    casino.now += timedelta(minutes=1)
    casino.sync(force=True)
    text = (
        casino.text("State")
        .replace("Day 2.", "Day 1.")
        .replace('"seals": [', f'"seals": [[1,"{old}"],')
    )
    casino.edit("Mallory", "State", text)
    casino.play("Ann", "climb high")  # sealed anew with this sync, so
    casino.play("Ann", "climb high")

    assert f"by seal 1 {old[:16]}" not in casino.text("Log")
    assert "# roll" in casino.text("Log")


def test_a_phase_that_was_set_right_is_opened_when_it_ends(casino: Casino) -> None:
    """After the page was vandalised and set right,
    the secrets still come, each when its phase is over.
    """
    casino.play("Ann", "climb high")
    before = casino.text("State")
    casino.edit("Mallory", "State", before.replace("Day 1.", "Day 5."))
    casino.sync()
    casino.edit("Sam", "State", casino.text("State").replace("Day 5.", "Day 1."))
    casino.sync()
    hidden = secrets(casino)[1] not in pages(casino)
    casino.next_day()
    casino.sync()

    assert hidden
    assert casino.verdicts() == ["ok"]


def test_two_games_in_one_folder_share_no_secret(tmp_path: Path, casino: Casino) -> None:
    """The end of a phase in one game opens nothing of the other's."""
    drawer = Folder(tmp_path / "seals")
    one, two = Vault(drawer, "One"), Vault(drawer, "Two")
    first, second = one.make(1, casino.now), two.make(1, casino.now)
    one.note_ended(1, casino.now)

    assert first.seal != second.seal
    assert one.find(second.seal) is None
    assert [two.is_over(kept) for kept in [two.find(second.seal)] if kept] == [False]


def test_files_of_older_versions_are_read(tmp_path: Path, casino: Casino) -> None:
    """Without time and game a secret is of the game that asks.

    Older than any end of a phase.
    """
    vault = Vault(Folder(tmp_path), "State")
    secret = vault.make(7, casino.now)
    file = tmp_path / secret.seal
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:2]))
    vault.note_ended(7, casino.now - timedelta(days=1000))
    kept = vault.find(secret.seal)

    assert kept is not None
    assert (kept.phase, vault.is_over(kept)) == (7, True)
    assert secret.value.hex() not in repr(kept) + format_time(kept.made)


# Seals of texts: nobody else opens them, moves them elsewhere, or has them say something else.


KEEPER, OTHER = KeyKeeper(b"k" * 32), KeyKeeper(b"o" * 32)
ANN = "Role of Ann"


def test_a_seal_is_opened_at_its_place() -> None:
    """Its hash is that of what it hides."""
    seal = KEEPER.seal(ANN, "Wolf", "a line")
    opening = KEEPER.open(seal, ANN)

    assert (opening.text, SEAL.fullmatch(seal)["hash"]) == ("Wolf", opening.hash)  # type: ignore[index]


def test_the_same_line_seals_alike() -> None:
    """So that what is played again after a crash is the same; another line's is another."""
    seals = [KEEPER.seal(ANN, "Wolf", each) for each in ("1", "1", "2")]

    assert seals[0] == seals[1] != seals[2]


def test_a_seal_does_not_tell_a_short_word_from_a_long_one() -> None:
    """Otherwise everybody would see who is a Villager."""
    words = ("", "Wolf", "Villager", "The most dreaded werewolf of them all")

    assert len({len(KEEPER.seal(ANN, each, "a line")) for each in words}) == 1


def test_a_seal_that_was_moved_or_is_of_another_key_does_not_open() -> None:
    """A player who copies another's seal into their own row learns nothing by it."""
    seal = KEEPER.seal(ANN, "Wolf", "a line")
    hashed = seal.replace(seal[1], "0" if seal[1] != "0" else "1", 1)
    tries = [(KEEPER, seal, "Role of Bob"), (OTHER, seal, ANN), (KEEPER, hashed, ANN)]
    for keeper, each, place in (*tries, (KEEPER, "Wolf", ANN)):
        with pytest.raises(ValueError, match="seal"):
            keeper.open(each, place)


def test_a_line_is_opened_for_the_account_that_it_names() -> None:
    """Who sends another's sealed line as their own has it refused, and is not told what it says."""
    line, opening = seal_line(KEEPER.box, "Ann", "look at Bob")

    assert (KEEPER.open_line(line, "ann"), opening.text) == ("look at Bob", "look at Bob")
    for keeper, account in ((KEEPER, "Bob"), (OTHER, "Ann")):
        with pytest.raises(ValueError, match="sealed"):
            keeper.open_line(line, account)


@pytest.mark.parametrize("cipher", ["A" * 400, "BA" * 200, "////" * 20, "A" * 41])
def test_nonsense_in_place_of_a_line_is_refused(cipher: str) -> None:
    """Whatever strangers write, it is no more than a line that cannot be opened."""
    with pytest.raises(ValueError, match="not sealed"):
        KEEPER.open_line(f"sealed: {'0' * 64}.{cipher}", "Ann")


def test_what_is_revealed_is_read_back_with_its_hash() -> None:
    """Anybody computes it from the line of the log."""
    opening = KEEPER.open(KEEPER.seal(ANN, 'a "Wolf"', "a line"), ANN)

    assert read_opened(opened_record(opening)) == (opening.hash, opening)
    assert read_opened(OPENED_MARK + "nonsense") is None


class Kept(dict[str, str]):
    """A drawer in memory."""

    place = "the drawer"

    def read(self, name: str) -> str | None:
        return self.get(name)

    def write(self, name: str, text: str) -> None:
        self[name] = text


def test_a_lost_key_is_asked_for_and_never_replaced() -> None:
    """Put back, it opens everything again."""
    drawer = Kept()
    first = DrawerKeeper(drawer, "State", "")  # type: ignore[arg-type]
    box, seal = first.box, first.seal(ANN, "Wolf", "a line")
    backup = dict(drawer)
    drawer.clear()
    with pytest.raises(SecretNotKept, match="Put `key"):
        _ = DrawerKeeper(drawer, "State", box).open(seal, ANN)  # type: ignore[arg-type]
    assert not drawer

    drawer.update(backup)
    assert DrawerKeeper(drawer, "State", box).open(seal, ANN).text == "Wolf"  # type: ignore[arg-type]


def test_the_order_of_a_deal_is_fair() -> None:
    """Each of three comes first about as often."""
    first = [KEEPER.order(str(each), 3)[0] for each in range(600)]

    assert all(150 < first.count(each) < 250 for each in range(3))
    assert all(sorted(KEEPER.order(str(each), 5)) == list(range(5)) for each in range(9))
