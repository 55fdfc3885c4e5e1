"""What is said of an action that is done to something: it is played, or no action is done to that.

Each sentence below is tried beside each action. What is shown as played comes about by some line.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from rules.generic.compiled import compiled
from tests.for_each import for_each
from tests.rules.generic.pages import applied, book, state, table

PAGE = table("Name | Gold | Luck | Hall | Items", "Ann | 9 | 0 | Red | Net", "Bob | 9 | 0 | Blue |")
PAGE += table("Hall | Echo", "Red | 3", "Blue | 0", heading="Halls")
# actions, each with a line for it that is played, what it is done to, and that by its own words
ACTIONS: Mapping[str, tuple[str, frozenset[str], str]] = {
    "A player may knock: they gain 1 Luck.": ("knock", frozenset(), ""),
    "A player in a Hall may knock: they gain 1 Luck.": ("knock", frozenset(), ""),
    "A player may knock a Hall: they gain 1 Luck.": ("knock Red", frozenset({"Hall"}), ""),
    "A player may knock their Hall: they gain 1 Luck.": ("knock", frozenset({"Hall"}), ""),
    "A player may knock the Red: they gain 1 Luck.": ("knock Red", frozenset(), "Hall"),
    "A player may knock another player: they gain 1 Luck.": (
        "knock Bob", frozenset({"player"}), ""
    ),
}  # fmt: skip
# what the sentence needs it to be done to; whether by its own words is enough; and what Ann has
# then: Luck, and Gold
SAID: Mapping[str, tuple[str, bool, tuple[int, int]]] = {
    "No player may knock a Hall whose Echo is 3.": ("Hall", False, (0, 9)),
    "No player may knock a player whose Gold is 9.": ("player", False, (0, 9)),
    "A player whose Gold is 9 cannot be knocked.": ("player", False, (0, 9)),
    "No player may knock a Hall.": ("Hall", True, (0, 9)),
    "Whenever a player knocks a Hall, they lose 1 Gold.": ("Hall", True, (1, 8)),
    "Whenever a player knocks a Hall whose Echo is 3, they lose 1 Gold.": ("Hall", True, (1, 8)),
    "Whenever a player knocks another player, they lose 1 Gold.": ("player", False, (1, 8)),
    "Whenever a player knocks, they lose 1 Gold.": ("", True, (1, 8)),
    "No player may knock a Hall more than 0 times per day.": ("Hall", False, (0, 9)),
    "At 12:00 each day, each player who knocked a Hall today loses 1 Gold.": (
        "Hall", False, (1, 8)
    ),
    "At 12:00 each day, each player who knocked another player today loses 1 Gold.": (
        "player", False, (1, 8)
    ),
}  # fmt: skip


@for_each("action, said", product(ACTIONS, SAID))
def test_no_rule_is_dead(action: str, said: str) -> None:
    """A ban, an event, a limit and a look back are of an action that is done to what they name."""
    (line, done_to, by_words), (needed, words_do, then) = ACTIONS[action], SAID[said]
    rules = f"{action}\n\n{said}"
    (_, _), (_, told) = compiled(state(PAGE), book(rules)).read
    fits = not needed or needed in done_to or (words_do and needed == by_words)
    assert told.why == ("" if fits else f"no action to knock names any {needed}"), rules
    if fits:
        page = applied(rules, PAGE, f"01T10:00 Ann: {line}", until="01T13:00").page
        ann = state(page or "").players["Ann"].fields
        assert (ann.get("Luck", 0), ann.get("Gold", 0)) == then, rules


@for_each("line", ("knock", "knock Red", "knock this Hall", "I knock my Hall", "knock here"))
def test_where_a_player_is(line: str) -> None:
    """``their Hall`` is the one where they are, however a line calls it."""
    rules = "A player may knock their Hall: its Echo decreases by 1."
    page = applied(rules, PAGE, f"01T10:00 Ann: {line}", until="01T11:00").page
    assert state(page or "").tables["Halls"].things["Red"].fields["Echo"] == 2
    (elsewhere,) = applied(rules, PAGE, "01T10:00 Ann: knock Blue", until="01T11:00").outcomes
    assert not elsewhere.counts
