"""With a beacon everybody can work out a roll a minute after its line.

What became of the line since is no matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.dice.days import Casino
from tests.dice.relay import CHAIN, Relay, running
from wikibot.config.sections import BeaconSection

WORDS = (
    "climb high", "climb low", "I climb high.", "climb high please", "climb: high", "ok, climb low",
    "climb sea",
)  # fmt: skip


@pytest.fixture
def relays() -> Iterator[list[Relay]]:
    """Three relays."""
    with running(3) as started:
        yield started


@pytest.fixture
def casino(tmp_path: Path, relays: list[Relay]) -> Casino:
    """A game whose dice come from them, synced once."""
    casino = Casino(
        tmp_path / "wiki",
        "beacon",
        BeaconSection(tuple(relay.address for relay in relays), CHAIN.hash),
    )
    casino.sync()
    return casino


def proofs(casino: Casino) -> list[str]:
    """The rolls that were made, by the lines that brought them."""
    return re.findall(r"^# roll (\d+\.\d+\.\d+) .*", "\n".join(casino.log), re.MULTILINE)


def add(casino: Casino, line: str) -> str:
    """A line, and its identity."""
    return f"3.{casino.add('Ann', f'* {line}')}.0"


def test_the_best_of_seventeen_is_the_first(casino: Casino) -> None:
    """Ann writes 17 lines, looks at their rounds, and takes 16 off before the bot looks.

    One roll is made.
    """
    before = casino.text("Play")
    lines = [add(casino, WORDS[number % len(WORDS)]) for number in range(16)]
    lines.append(add(casino, "climb low please"))
    casino.now += timedelta(minutes=5)
    casino.edit("Ann", "Play", f"{before}* climb low please\n")
    casino.now += timedelta(minutes=5)
    casino.sync()

    assert proofs(casino) == lines[:1]
    assert casino.verdicts() == ["ok"]


def test_a_line_that_was_taken_off_is_not_played(casino: Casino) -> None:
    """Only its roll stands, for the next line that asks for it."""
    before = casino.text("Play")
    first = add(casino, "dig")
    casino.now += timedelta(minutes=5)
    casino.edit("Ann", "Play", before)
    casino.sync()
    stones = re.findall(r"Ann: (\d+) stones", casino.text("State"))
    casino.now += timedelta(minutes=5)
    add(casino, "dig")
    casino.now += timedelta(minutes=5)
    casino.sync()

    assert stones == ["0"]
    assert "* Ann: 0 stones" not in casino.text("State")
    assert (proofs(casino), casino.verdicts()) == ([first], ["ok"])


def test_a_line_taken_off_before_its_round_leaves_nothing(casino: Casino) -> None:
    """Nobody knew its roll, so its author may think again."""
    before = casino.text("Play")
    add(casino, "climb high")
    casino.now -= timedelta(seconds=40)
    casino.edit("Ann", "Play", before)
    casino.now += timedelta(minutes=5)
    later = add(casino, "climb low")
    casino.now += timedelta(minutes=5)
    casino.sync()

    assert proofs(casino) == [later]


@pytest.mark.parametrize("editor", ["Ann", "Bea"])
def test_a_line_changed_after_its_round_keeps_its_roll(casino: Casino, editor: str) -> None:
    """Whether Ann words it anew, or a friend does, so that it is not played at all."""
    first = add(casino, "climb high")
    casino.now += timedelta(minutes=5)
    casino.edit(editor, "Play", casino.text("Play").replace("climb high", "climb low"))
    casino.now += timedelta(minutes=5)
    casino.sync()
    add(casino, "climb low")
    casino.now += timedelta(minutes=5)
    casino.sync()

    assert proofs(casino)[:1] == [first]
    assert casino.verdicts() == ["ok"] * len(proofs(casino))
    assert len(proofs(casino)) == (
        2 if editor == "Ann" else 1
    )  # her own new wording is a line that uses the roll up


def test_a_line_put_back_by_its_author_is_no_second_chance(casino: Casino) -> None:
    """Off and on again, five times: the roll of the first stands."""
    before = casino.text("Play")
    lines = []
    for _ in range(5):
        lines.append(add(casino, "climb high"))
        casino.now += timedelta(minutes=5)
        casino.edit("Ann", "Play", before)
    lines.append(add(casino, "climb high"))
    casino.now += timedelta(minutes=5)
    casino.sync()

    assert proofs(casino) == lines[:1]


def test_where_no_relay_answers_the_line_is_played_later(
    casino: Casino, relays: list[Relay]
) -> None:
    """Its roll is settled, though nobody here can read it.

    As any line that waits, it cannot be taken back.
    """
    before = casino.text("Play")
    first = add(casino, "climb high")
    casino.now += timedelta(minutes=5)
    casino.edit("Ann", "Play", before)
    honest = relays[0].answer
    for relay in relays:
        relay.answer = lambda _number: None
    casino.sync()
    for relay in relays:
        relay.answer = honest
    casino.now += timedelta(minutes=5)
    (outcome,) = casino.sync().outcomes

    assert (outcome.verdict, proofs(casino)) == ("done", [first])


def test_sealed_dice_know_no_rounds(tmp_path: Path) -> None:
    """There nobody can have worked a roll out, and a line that was taken off leaves nothing."""
    casino = Casino(tmp_path / "wiki", "sealed")
    casino.sync()
    before = casino.text("Play")
    add(casino, "climb high")
    casino.now += timedelta(minutes=5)
    casino.edit("Ann", "Play", before)
    casino.sync()

    assert proofs(casino) == []
