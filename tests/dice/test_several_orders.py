"""Several orders in one line, over whole syncs with dice that the bot rolls."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.dice.days import Casino, Days
from tests.dice.relay import CHAIN, running
from tests.replies import as_read
from tests.sync.world import Deadly, Killed
from wikibot.config.sections import BeaconSection
from wikibot.game.actions import Shape, Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.state import State


def answers(casino: Casino) -> list[str]:
    """The bot's answers, in page order."""
    return re.findall(r"'''(\w+''': .*?) <!--", as_read(casino.text("Play")))


def named(casino: Casino) -> list[str]:
    """The lines of the log that a player wrote, each below its identity."""
    log = casino.log
    marks = [at for at, line in enumerate(log) if line.startswith("# line ")]
    return [f"{log[at][7:]} {log[at + 1].split(' ', 1)[1]}" for at in marks]


def test_each_order_has_its_identity_its_line_and_its_dice(casino: Casino) -> None:
    """One answer tells of both, the next sync has nothing to write, and anyone can check it."""
    casino.add("Ann", "* climb high, then dig")
    casino.sync()
    again = casino.sync()

    (answer,) = answers(casino)
    first, second = named(casino)
    id_ = first.split()[0]
    assert re.fullmatch(r"done''': `climb high`: done, rolled .*; `dig`: done, rolled .*", answer)
    assert re.match(rf"{id_} Ann: climb high -- 1d100000000", first)
    assert re.match(rf"{id_}\.2 Ann: dig -- 2d4", second)
    assert [line.split()[2] for line in casino.log if line.startswith("# roll ")] == [
        id_, f"{id_}.2",
    ]  # fmt: skip
    assert again.changes == ()
    assert casino.verdicts() == ["not yet revealed"] * 2


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("save", [1, 2, 3])
def test_a_killed_sync_plays_both_exactly_once(casino: Casino, save: int, *, after: bool) -> None:
    """At whichever save it ends, with its local files lost."""
    casino.add("Ann", "* climb high & dig")
    with pytest.raises(Killed):
        casino.sync(wiki=Deadly(casino, save, after=after))
    casino.forget()
    casino.sync()
    casino.sync()

    assert len(answers(casino)) == 1
    assert [line.split(" -- ")[0].split(": ")[1] for line in named(casino)] == ["climb high", "dig"]
    assert casino.verdicts() == ["not yet revealed"] * 2


def test_what_was_rolled_for_orders_that_are_not_played_stands(casino: Casino) -> None:
    """Sent again by itself, an order has the roll that it had."""
    refused = casino.play("Ann", "climb high, then wager")
    played = casino.play("Ann", "climb high")

    (rolled,) = re.findall(r"1d100000000 \((\d+)\)", refused)
    assert refused.startswith("nothing is played, because `wager` cannot be: there is nothing")
    assert played == f"climbed {rolled} on high"
    assert casino.verdicts() == ["not yet revealed"]


def test_what_the_last_order_asks_is_an_answer_of_its_own(casino: Casino) -> None:
    """A reply below it answers, and a change of the line plays nothing again."""
    casino.add("Ann", "* dig, then walk mill")
    casino.sync()
    done, asks = answers(casino)
    text = casino.text("Play")
    casino.edit("Ann", "Play", text.replace("* dig, then walk mill", "* dig, then walk mill hill"))
    casino.sync()
    lines = casino.text("Play").split("\n")
    at = next(n for n, line in enumerate(lines) if "needs" in line)
    signed = "[[User:Ann|Ann]] ([[User talk:Ann|talk]]) 12:30, 5 January 2024 (UTC)"
    casino.edit(
        "Ann", "Play", "\n".join([*lines[: at + 1], f"*:: pond {signed}", *lines[at + 1 :]])
    )
    casino.sync()

    assert done.startswith("done''': rolled 2d4")
    assert asks.startswith("needs''': The second step from mill? `choose pond` or `choose hill`")
    assert answers(casino)[-1] == "done''': walked to pond"
    assert sum(line.startswith("# roll ") for line in casino.log) == 1
    assert casino.verdicts() == ["not yet revealed"]


def test_what_waits_is_withdrawn_with_its_line(casino: Casino) -> None:
    """What was done stays."""
    casino.add("Ann", "* dig, then walk mill")
    casino.sync()
    waiting = casino.text("State")
    lines = casino.text("Play").split("\n")
    casino.edit("Ann", "Play", "\n".join(line for line in lines if "dig" not in line))
    casino.sync()

    assert "| action | walk mill" in waiting
    assert "| action |" not in casino.text("State")
    assert "0 stones" not in casino.text("State")


def test_one_order_is_taken_back_by_itself(casino: Casino) -> None:
    """A steward names it as the log does."""
    casino.play("Ann", "dig, then climb high")
    second = named(casino)[1].split()[0]
    told = casino.play("Sam", f"undo {second}")

    assert (second[-2:], told) == (".2", f"took {second} back; which changes nothing")
    assert "* Ann: 0 stones" not in casino.text("State")


def _call(act: ActionContext[State]) -> None:
    act.say(f"it is {act.subject}")


class Named(Days):
    """Days in which a player may call something what they like."""

    verbs = (
        *Days.verbs,
        Verb("call it", "call it NAME", "call it Rex", "", _call, Shape.TEXT, named=True),
    )


def test_a_number_plays_all_orders_of_its_way(casino: Casino) -> None:
    """Where a name may go on, it is asked which the orders are."""
    casino.game = Named()
    asked = casino.play("Ann", "call it Rex, then dig")
    played = casino.play("Ann", "2")

    assert asked.endswith(
        "Did you mean (1) `call it Rex, then dig`, (2) `call it Rex` and then `dig`?"
    )
    assert re.fullmatch(r"`call it Rex`: done, it is Rex; `dig`: done, rolled .*", played)
    assert [line.split(" -- ")[0].split(": ")[1] for line in named(casino)] == [
        "call it Rex",
        "dig",
    ]
    assert casino.verdicts() == ["not yet revealed"]


def test_an_order_that_no_line_has_is_found(casino: Casino) -> None:
    """Nobody rolls more for a line than it has orders."""
    casino.play("Ann", "climb high, then dig")
    id_ = named(casino)[0].split()[0]
    found = casino.checks(lambda log: log.replace(f"{id_}.2", f"{id_}.3"))

    assert f"revision {id_.split('.')[1]} did not write such a line" in [each.why for each in found]


def test_the_last_order_waits_for_its_round(tmp_path: Path) -> None:
    """It is played by itself when the round is out; the answer stands below the line."""
    with running(2) as relays:
        beacon = BeaconSection(tuple(relay.address for relay in relays), CHAIN.hash)
        casino = Casino(tmp_path / "wiki", "beacon", beacon)
        casino.sync()
        casino.add("Ann", "* walk mill hill, then dig")
        casino.sync()
        casino.sync()
        checks = casino.checks()

    assert [each.split("'''")[0] for each in answers(casino)] == ["done", "needs", "done"]
    assert [str(each.status) for each in checks] == ["ok"], checks
