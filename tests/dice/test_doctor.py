"""What the doctor says about dice."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dice.days import Casino
from tests.dice.relay import CHAIN, Relay, running
from wikibot.cli.commands.doctor import examine_dice
from wikibot.config.sections import BeaconSection


@pytest.fixture
def relays() -> Iterator[list[Relay]]:
    """Two relays."""
    with running(2) as started:
        yield started


def told(casino: Casino) -> list[str]:
    """Grade, subject and text of all findings."""
    return [
        f"{found.grade} {found.about}: {found.text}"
        for found in examine_dice(casino.settings, casino.wiki)
    ]


def test_good_secrets(tmp_path: Path) -> None:
    """Before the first sync and after it nothing is wrong."""
    casino = Casino(tmp_path / "wiki", "sealed")
    before = told(casino)
    casino.sync()

    assert (before, told(casino)) == (
        ["ok secrets: made with the first sync"],
        [f"ok secrets: in {casino.seals}"],
    )


def test_secrets_that_others_can_read(tmp_path: Path) -> None:
    """Each file is named."""
    casino = Casino(tmp_path / "wiki", "sealed")
    casino.sync()
    file = min(casino.seals.iterdir())
    file.chmod(0o644)

    assert told(casino)[0] == f"warning secrets: others can read {file}"


def test_lost_secrets(tmp_path: Path) -> None:
    """The phases are named whose rolls are in danger."""
    casino = Casino(tmp_path / "wiki", "sealed")
    casino.sync()
    shutil.rmtree(casino.seals)

    assert told(casino) == [
        f"warning secrets: the secrets of the seals of phases 1, 2 are not in {casino.seals}"
    ]


def test_relays(tmp_path: Path, relays: list[Relay]) -> None:
    """Those that work are counted, those that do not are named."""
    casino = Casino(
        tmp_path / "wiki", "beacon", BeaconSection(tuple(r.address for r in relays), CHAIN.hash)
    )
    good = told(casino)
    relays[0].answer = lambda _number: None
    bad = told(casino)

    unchecked = "warning beacon: signatures of rounds are not checked"
    assert good == ["ok beacon: 2 of 2 relays can be used", unchecked]
    assert bad == [
        f"warning relay: {relays[0].address}: HTTP 500", "wrong beacon: 1 of 2 relays can be used",
        unchecked,
    ]  # fmt: skip


def test_no_relay_at_all(tmp_path: Path, relays: list[Relay]) -> None:
    """One finding, and what to do."""
    section = BeaconSection(tuple(relay.address for relay in relays), CHAIN.hash)
    for relay in relays:
        relay.info = None
    (found,) = examine_dice(Casino(tmp_path / "wiki", "beacon", section).settings, None)  # type: ignore[arg-type]

    assert (found.grade, found.exit_code) == ("wrong", 75)
    assert found.text.startswith("no relay of the beacon tells what chain")
