"""A short game with sealed dice that has a line of every kind: of players, beside the actions, of
stewards, of the operator, and of what people changed by hand.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.dice.days import Casino


def fair(folder: Path) -> Casino:
    """The game, with the first of its two days over."""
    casino = Casino(folder / "wiki", "sealed")
    stewards = replace(casino.settings.stewards, page="Orders")
    casino.settings = replace(casino.settings, stewards=stewards)
    casino.edit("Sam", "Orders", "Stewards write here.\n")
    casino.edit("Ann", "Elsewhere", "* dig\n* climb high\n")
    casino.sync()
    casino.play("Ann", "climb high")
    casino.play("Ann", "bet")
    casino.edit("Ann", "Play", f"{casino.text('Play')}*:: red\n\nIt rains.\n\nred sky\n")
    casino.sync()
    casino.play("Bea", "dig")
    casino.play("Ann", "correct Ann gains 9 Stone")  # which no player may
    for line in (
        "correct Bea gains 2 Stone",
        "as Bea: walk mill hill",
        "correct Ann gains 1 Stone",
    ):
        casino.add("Sam", f"* {line}", "Orders")
        casino.sync()
    casino.edit("Bea", "State", casino.text("State").replace("Ann: 1 ", "Ann: 3 "))
    casino.sync()
    casino.sync(said=("correct Bea gains 1 Stone",))
    casino.play("Bea", "I walk to the mill, hill")
    casino.play("Bea", "walk mill hill")
    casino.next_day()
    casino.sync()
    casino.play("Ann", "climb sea")
    casino.sync(said=("correct Bea gains 1 Stone",))
    casino.play("Ann", "walk mill pond")
    return casino
