"""Adding is local: a command is one module, an order of stewards one entry and its handler."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.cycle15 import GAME
from tests.cli.conftest import Wikibot
from wikibot.cli import commands
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine import kernel_verbs, steward_verbs
from wikibot.game.engine.engine import Engine
from wikibot.stewards import bot_commands
from wikibot.stewards.bot_commands import (
    HANDLERS,
    RulesetPage,
    StewardDecisions,
    carry_out,
    is_order,
)

COMMAND = '''
"""``wikibot greet``: says hello."""

import click

from wikibot.cli import options


@options.command("wikibot greet Ann")
@click.argument("name")
def greet(name: str) -> None:
    """Greet a player."""
    click.echo(f"Hello, {name}.")
'''
WAKE = replace(
    steward_verbs.ORDERS[-1], name="wake", form="wake", example="wake", about="wakes the bot"
)


def test_a_module_is_a_command(
    wikibot: Wikibot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs, and the help lists it."""
    (tmp_path / "greet.py").write_text(COMMAND)
    monkeypatch.setattr(commands, "__path__", [*commands.__path__, str(tmp_path)])

    ran, listed, near = wikibot("greet", "Ann"), wikibot(), wikibot("gret", "Ann")

    assert (0, "Hello, Ann.\n") == (ran.exit_code, ran.stdout)
    assert re.search(r"\n  greet +Greet a player\.", listed.stdout)
    assert "Did you mean greet?" in near.stderr


def test_an_entry_is_an_order_of_stewards(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is recognised, carried out by its handler, and help lists it with its form."""
    orders = (*steward_verbs.ORDERS, WAKE)
    for module in (steward_verbs, kernel_verbs):
        monkeypatch.setattr(module, "ORDERS", orders)
    monkeypatch.setattr(
        bot_commands, "HANDLERS", {**HANDLERS, "wake": lambda standing, *_: (standing, "awake")}
    )
    time, book = datetime(2024, 1, 5, tzinfo=UTC), GAME.rulebook(GAME.demo().pages["Ruleset"])
    said, help_ = (
        Action(ActionId(1, 2, number), time, "Sam", text, trusted=True)
        for number, text in enumerate(("wake", "help stewards"))
    )

    page = RulesetPage(lambda _pins, _given: book)
    _, others, (answer, listed) = carry_out(StewardDecisions(), [said, help_], page)
    state = GAME.read(GAME.new_page(book, time, "State"), book, time).state
    (helped,) = Engine(GAME, book).play(state, [help_]).outcomes

    assert others == []
    assert (is_order("wake"), is_order("wakes!"), is_order("hello there")) == (True, True, False)
    assert (answer.verdict, answer.text) == ("done", "awake")
    assert "`wake` wakes the bot, on the steward page" in helped.text
    assert "`wake` wakes the bot" in listed.text


def test_every_order_has_its_handler() -> None:
    """Those to the bot itself have one of the same name."""
    to_bot = {each.name for each in steward_verbs.ORDERS} - {
        each.name for each in steward_verbs.STEWARD_VERBS
    }

    assert to_bot == set(HANDLERS)
