"""Curses and herbs that nobody programmed, by their own words; the real curses as by their code."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.cycle14 import GAME
from rules.cycle14.components import KNOWN
from rules.cycle14.gatherings import BY_UNIT, CURSES, EFFECT, number_in, strike
from rules.cycle14.state import Obelisk, Player, State
from tests.for_each import TIMES
from wikibot.apply import apply_log
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.standing_rolls import Stated
from wikibot.game.problems import Held
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.accept import Origin, accept

PAGES = GAME.demo().pages
OF_BLOOD = "| Curse of Blood || 0🩸 || It gains 5🩸.\n"
MORE = """|-
| Curse of Hunger || 1🩸 || The victim loses 2🌿. The Obelisk gains 1🐦 and loses 1 Cut.
|-
| Curse of Thaw || 0🩸 || The current season is set to Winter, and each player gains a Herb.
|-
| Curse of Gloom || 0🩸 || Everybody feels sad.
"""
FLUFF = "| Feather Fluff ||"
HERBS = """| Moon Moss || 1 🌿 || 1 || N + 1 🌿 || Gain 2 Crystals and 1 Herb.
|-
| Sun Moss || 1 🌿 || 1 || a poem || 2 🌿
|-
"""
RULESET = PAGES["Ruleset"].replace(OF_BLOOD, OF_BLOOD + MORE).replace(FLUFF, HERBS + FLUFF, 1)
NOW = datetime(2024, 1, 5, 3, tzinfo=UTC)
STATES = 25 * TIMES


def accepted(*units: str) -> tuple[Binding, ...]:
    """What a steward accepted."""
    return accept(GAME.rulebook(RULESET), units, (), Origin("2024-01-05", "test"))


def acting(book: Rulebook, state: State) -> ActionContext[State]:
    """An action of Ann's, in the middle of which something happens."""
    action = Action(ActionId(1, 1, 0), state.now, "Ann", "complete")
    return ActionContext(GAME, book, state, action, None, "Ann", Stated())


def table(ann: dict[str, int], obelisk: dict[str, int], cuts: int = 3) -> State:
    """Ann and Bob beside the Obelisk."""
    players = {"Ann": Player("Ann", items=ann), "Bob": Player("Bob", items={"Herbs": 1})}
    return State(now=NOW, players=players, obelisk=Obelisk(cuts=cuts, items=obelisk))


def test_a_new_curse_strikes_by_its_words() -> None:
    """The victim and the Obelisk lose and gain what the words say, for the cost of the row."""
    unit = "Curses: Curse of Hunger"
    book = GAME.rulebook(RULESET, accepted(unit))
    act = acting(book, table({"Herbs": 5}, {"Blood of Stone": 3}))
    EFFECT.play(act, book.unit(unit), "Ann")

    assert act.state.players["Ann"].items == {"Herbs": 3}
    assert act.state.obelisk == Obelisk(cuts=2, items={"Blood of Stone": 3, "Grebes": 1})


def test_a_curse_changes_the_season() -> None:
    """As every change of it does."""
    unit = "Curses: Curse of Thaw"
    book = GAME.rulebook(RULESET, accepted(unit))
    act = acting(book, table({}, {}))
    EFFECT.play(act, book.unit(unit), "Bob")

    assert act.state.season == "Winter"
    assert [each.items for each in act.state.players.values()] == [{"Herbs": 1}, {"Herbs": 2}]


def test_what_a_steward_is_shown_of_a_new_curse() -> None:
    """Names in place of emoji, and what it costs; nothing of what is not understood whole."""
    book = GAME.rulebook(RULESET)

    assert book.in_words("Curses: Curse of Hunger").says == (
        "The player loses 2 Herbs, the Obelisk gains 1 Grebe; the Obelisk loses 1 Cut. Cost: 1🩸."
    )
    assert book.in_words("Curses: Curse of Gloom").says == ""
    with pytest.raises(Held):
        book.require("Curses: Curse of Hunger")


def test_a_new_herb_is_planted_grows_and_is_harvested() -> None:
    """Its row is formulas, or sentences, or both; until a steward accepts it, it waits."""
    unit = "Horticultural Encyclopaedia: Moon Moss"
    log = "\n".join(
        f"2024-01-0{day}T02:00:00Z Cleo: {line}"
        for day, line in ((5, "plant Moon Moss in pot 1"), (6, "water 1"), (7, "harvest 1"))
    )
    page = PAGES["Gamestate"].replace(
        "| Cleo || Herbalism: 2 || || 0 || 1 ||", "| Cleo || || || 0 || 5 ||"
    )
    waits = apply_log(GAME, RULESET, page, log)
    played = apply_log(GAME, RULESET, page, log, None, accepted(unit))
    cleo = next(each for each in played.state["players"] if each["name"] == "Cleo")

    assert waits.outcomes[0].verdict is Verdict.HELD
    assert [each.verdict for each in played.outcomes] == [Verdict.DONE] * 3
    assert cleo["items"]["Crystals"] == 2


def test_a_herb_of_which_a_cell_is_not_read_is_not_understood() -> None:
    """Nothing is half understood."""
    book = GAME.rulebook(RULESET)

    assert book.in_words("Horticultural Encyclopaedia: Moon Moss").says == (
        "Planting costs 1 🌿; it grows 1 times; each time brings: N + 1 🌿; "
        "the harvest brings: The player gains 2 Crystals and gains 1 Herb."
    )
    assert book.in_words("Horticultural Encyclopaedia: Sun Moss").says == ""


# -- the real ones ---------------------------------------------------------------------------------


def any_table(random: Random) -> State:
    """Any belongings of three players, and of the Obelisk."""

    def some() -> dict[str, int]:
        return {name: random.randint(1, 6) for name in KNOWN.names if random.random() < 0.5}

    players = {name: Player(name, items=some()) for name in ("Ann", "Bob", "Cleo")}
    obelisk = Obelisk(random.randint(0, 12), random.randint(0, 5), some())
    return State(now=NOW, players=players, obelisk=obelisk, boosted=random.random() < 0.5)


def outcome(book: Rulebook, state: State, play: Callable[[Any], None]) -> State:
    """The state that something leads to."""
    act = acting(book, state)
    play(act)
    return act.state


def test_a_real_curse_does_by_its_words_what_its_code_does(shared_wiki: Path) -> None:
    """As many as are understood: eight of thirteen."""
    book = GAME.rulebook((shared_wiki / "Cycle 14/Ruleset.wiki").read_text(encoding="utf-8"))
    said = [curse for curse in CURSES if book.in_words(curse.unit).says]
    wrong = []

    for curse in said:
        unit = book.unit(curse.unit)
        number = book.derived(number_in(curse.unit)) if curse.numbered else 1
        for seed in range(STATES):
            random = Random(seed)
            state, victim = any_table(random), random.choice(("Ann", "Bob"))

            def by_code(act: Any) -> None:
                BY_UNIT[curse.unit].effect(act, victim, number)  # noqa: B023

            def by_words(act: Any) -> None:
                EFFECT.play(act, unit, victim)  # noqa: B023

            coded, worded = outcome(book, state, by_code), outcome(book, state, by_words)
            if coded != worded:
                wrong.append((curse.name, seed))

    assert wrong == []
    assert len(said) >= 8


def test_a_curse_strikes_with_its_cost_and_its_words() -> None:
    """A random one of the table strikes; its words are played after the Obelisk paid."""
    unit = "Curses: Curse of Hunger"
    book = GAME.rulebook(RULESET, accepted(unit))
    rows = [each.title for each in book.members("Curses")]
    act = acting(book, table({"Herbs": 5}, {"Blood of Stone": 3}))
    act.pick = lambda options, label: options[rows.index("Curse of Hunger")]  # type: ignore[method-assign]
    strike(act, "Bob", 0)

    assert act.state.players["Bob"].items == {}
    assert act.state.obelisk.items == {"Blood of Stone": 2, "Grebes": 1}
    assert replace(act.state.players["Ann"]) == Player("Ann", items={"Herbs": 5})
