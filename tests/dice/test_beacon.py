"""A public beacon in whole syncs: the round of the line and no other, two relays that agree,
waiting without falling back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.dice.days import Casino
from tests.dice.relay import CHAIN, INFO, Relay, honest, running
from wikibot.config.sections import BeaconSection
from wikibot.dice.beacon import MARGIN, NoRound, Relays, round_for


@pytest.fixture
def relays() -> Iterator[list[Relay]]:
    """Three relays."""
    with running(3) as started:
        yield started


@pytest.fixture
def casino(tmp_path: Path, relays: list[Relay]) -> Casino:
    """A game whose dice come from them, synced once."""
    beacon = BeaconSection(tuple(relay.address for relay in relays), CHAIN.hash)
    casino = Casino(tmp_path / "wiki", "beacon", beacon)
    casino.sync()
    return casino


def down(number: int) -> Any:
    """A relay that fails."""
    return None


def forged(number: int) -> dict[str, Any]:
    """Another round's values, which agree with each other."""
    return {**honest(number + 1), "round": number}


def stop(relays: list[Relay]) -> None:
    """Let all of them fail."""
    for relay in relays:
        relay.answer = down


def start(relays: list[Relay]) -> None:
    """Let all of them work."""
    for relay in relays:
        relay.answer = honest


def later(casino: Casino) -> Casino:
    """The round of the last line is out by then."""
    casino.now += timedelta(minutes=5)
    return casino


def rolled(casino: Casino) -> list[str]:
    """The rolls in the log's lines of the game."""
    return re.findall(r"^\d.*-- (.*)$", casino.text("Log"), re.MULTILINE)


def test_a_line_waits_for_its_round_and_is_then_played_by_itself(casino: Casino) -> None:
    """The answer names the round and its time.

    The next sync plays the line, answers it and logs the round.
    """
    casino.add("Ann", "* dig")
    casino.now -= timedelta(seconds=50)
    answer = casino.sync().outcomes[0].text
    played = later(casino).sync().outcomes
    digits = re.findall(r"Ann: (\d+) stones", casino.text("State"))

    assert re.match(
        r"a roll of 2d4 for digging. The line is played by itself .* round \d+ of the beacon comes",
        answer,
    )
    assert [f"found {number}" for number in digits] == [
        outcome.text.partition("; ")[2] for outcome in played
    ]
    assert played[0].text.startswith(f"rolled {played[0].drawn[0]}; ")
    assert [str(check.status) for check in casino.checks()] == ["ok"]


def test_the_round_is_the_first_after_the_line(casino: Casino) -> None:
    """Not the newest when the bot came by.

    The first that comes out a minute or more after the line was written.
    """
    revision = casino.add("Ann", "* dig")
    written = casino.now
    casino.now += timedelta(hours=3)
    casino.sync()
    number = int(re.findall(r"# round (\d+)", casino.text("Log"))[0])

    assert CHAIN.time_of(number - 1) < written + MARGIN <= CHAIN.time_of(number)
    assert f".{revision}.0 by round {number} after {written:%Y-%m-%dT%H:%M:%SZ}" in casino.text(
        "Log"
    )


def test_nothing_falls_back_when_no_relay_answers(casino: Casino, relays: list[Relay]) -> None:
    """The line waits, later syncs save nothing.

    The first that gets the round plays it with the same faces.
    """
    stop(relays)
    casino.add("Ann", "* dig")
    later(casino).sync()
    before = casino.revisions("State")
    again = later(casino).sync()
    start(relays)
    later(casino).sync()

    assert (again.changes, casino.revisions("State")) == ((), before + 1)
    assert casino.verdicts() == ["ok"]


def test_faces_are_the_same_whether_the_relays_were_there_or_not(
    tmp_path: Path, relays: list[Relay]
) -> None:
    """Waiting does not change the round."""
    found = []
    for name in ("at once", "waited"):
        section = BeaconSection(tuple(relay.address for relay in relays), CHAIN.hash)
        casino = Casino(tmp_path / name, "beacon", section)
        casino.sync()
        casino.add("Ann", "* climb high")
        if name == "waited":
            stop(relays)
            later(casino).sync()
            start(relays)
        later(casino).sync()
        found.append(rolled(casino))

    assert found[0] == found[1]
    assert len(found[0]) == 1


def test_a_line_that_waits_for_its_round_cannot_be_changed_or_taken_back(
    casino: Casino, relays: list[Relay]
) -> None:
    """Its roll is settled, and may be known to everybody but the bot.

    No new choice, no new line, no way out.
    """
    before = casino.text("Play")
    stop(relays)
    casino.add("Ann", "* bet red")
    later(casino).sync()
    changed = [
        outcome.text
        for line in ("bet blue", "choose blue", "bet red")
        for outcome in [_say(casino, line)]
    ]
    casino.edit("Ann", "Play", before)
    later(casino).sync()
    start(relays)
    (last,) = later(casino).sync().outcomes

    assert all("waits for a roll that is on its way" in text for text in changed)
    assert "; red: " in last.text


def _say(casino: Casino, line: str) -> Any:
    casino.add("Ann", f"* {line}")
    return casino.sync().outcomes[-1]


def test_a_roll_after_a_choice_belongs_to_the_choice(casino: Casino) -> None:
    """The round comes after the line that chose, not after the line that began."""
    casino.play("Ann", "bet")
    casino.now += timedelta(hours=2)
    casino.add("Ann", "* choose red")
    written = casino.now
    later(casino).sync()

    assert f"# round {round_for(CHAIN, written)} of {CHAIN.hash}" in casino.text("Log")


def test_a_dry_run_asks_no_relay(casino: Casino, relays: list[Relay]) -> None:
    """A face that nobody has asked for is shown to nobody."""
    casino.add("Ann", "* dig")
    casino.now += timedelta(hours=1)
    report = casino.sync(dry_run=True)

    assert report.outcomes[0].text.endswith("The roll is made when the line is played")
    assert [relay.asked for relay in relays] == [[], [], []]


def test_relays_that_contradict_each_other_make_the_line_wait(
    casino: Casino, relays: list[Relay]
) -> None:
    """A round of which two versions are told is used in neither."""
    relays[0].answer = forged
    casino.add("Ann", "* dig")
    (outcome,) = later(casino).sync().outcomes

    assert "contradict each other" in outcome.text
    assert rolled(casino) == []


def _wrong(change: dict[str, Any]) -> Any:
    return lambda number: honest(number) | change


@pytest.mark.parametrize(
    "answer",
    [down, _wrong({"randomness": "00" * 32}), _wrong({"round": 3}), _wrong({"signature": "xy"}),
     lambda number: [], lambda number: {}],
    ids=["down", "randomness", "another round", "no hexadecimal", "a list", "empty"],
)  # fmt: skip
def test_one_bad_relay_does_not_matter(casino: Casino, relays: list[Relay], answer: Any) -> None:
    """A relay that fails or tells nonsense is passed over as long as two others agree."""
    relays[0].answer = answer
    casino.add("Ann", "* dig")
    later(casino).sync()

    assert casino.verdicts() == ["ok"]


def test_one_relay_of_several_is_not_enough(casino: Casino, relays: list[Relay]) -> None:
    """With the others down the line waits."""
    relays[0].answer = relays[1].answer = down
    casino.add("Ann", "* dig")
    (outcome,) = later(casino).sync().outcomes

    assert "cannot be had from 2 relays yet" in outcome.text


def test_a_chain_is_known_by_its_hash(relays: list[Relay]) -> None:
    """A relay that gives another period, and with it other times, is not believed.

    The next one is.
    """
    relays[0].info = INFO | {"period": 3}
    found = Relays([relay.address for relay in relays], CHAIN.hash)

    assert found.chain() == CHAIN


def test_an_unknown_chain_is_named() -> None:
    """With no relay that knows it, nothing is rolled."""
    with running(1) as (relay,):
        relay.info = None
        with pytest.raises(NoRound, match="no relay of the beacon tells what chain"):
            Relays([relay.address], CHAIN.hash).round(5)


def test_rounds_and_times() -> None:
    """A time at which a round comes out is that round's own; a second later is the next one's."""
    start = datetime.fromtimestamp(CHAIN.genesis, UTC)

    assert [CHAIN.first_from(start + timedelta(seconds=s)) for s in (-100, 0, 1, 30, 31)] == [
        1, 1, 2, 2, 3,
    ]  # fmt: skip
    assert CHAIN.time_of(3) == start + timedelta(seconds=60)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda log: re.sub(r"randomness ..", "randomness 00", log), "wrong"),
        (lambda log: re.sub(r"randomness \w+ signature \w+", _other_round, log), "wrong"),
        (lambda log: re.sub(r"# round .*\n", "", log), "wrong"),
        (lambda log: re.sub(r"after (\d+)", "after 2023", log), "wrong"),
        (lambda log: re.sub(r"\((\d), (\d)\)", lambda m: f"({m[2]}, {m[1]})", log), "wrong"),
    ],
    ids=["randomness", "a round of one's own", "no round", "another time", "faces"],
)
def test_tampering_is_found(casino: Casino, change: Any, status: str) -> None:
    """A changed round, time or roll is not what relays, chain and wiki say."""
    for _ in range(20):
        casino.play("Ann", "dig")
        later(casino).sync()
        if not re.search(
            r"\((\d), \1\)", casino.log[-1]
        ):  # faces that differ, so that they can be exchanged
            break

    assert set(casino.verdicts(change)) >= {status}


def test_a_roll_that_is_held_back_is_found(casino: Casino) -> None:
    """A line that waits on, though rolls of later lines were made,
    had a roll that did not please somebody.
    """
    casino.add("Ann", "* climb high")
    later(casino).sync()
    casino.add("Bea", "* climb high")
    later(casino).sync()

    def hold_back(log: str) -> str:
        return re.sub(r"(Ann: climb high) -- .*\n# roll .*", r"\1", log)

    assert casino.verdicts() == ["ok", "ok"]
    assert sorted(casino.verdicts(hold_back)) == ["altered", "altered", "never revealed", "ok"]


def _other_round(_found: re.Match[str]) -> str:
    other = honest(1)
    return f"randomness {other['randomness']} signature {other['signature']}"


def test_nobody_to_ask(casino: Casino, relays: list[Relay]) -> None:
    """Without relays a round of an unknown chain is not called true."""
    casino.add("Ann", "* dig")
    later(casino).sync()
    stop(relays)
    for relay in relays:
        relay.info = None

    assert casino.verdicts() == ["not confirmed"]


# With a beacon everybody can work out a roll a minute after its line.
#
# What became of the line since is no matter.


WORDS = (
    "climb high", "climb low", "I climb high.", "climb high please", "climb: high", "ok, climb low",
    "climb sea",
)  # fmt: skip


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
