"""What players write behind a verb of the page."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from rules.generic.compiled import plan_of
from rules.generic.game import GAME
from rules.generic.owners import (
    PLAYERS,
    Columns,
    Field,
    FieldKind,
    Owner,
    Player,
    State,
    Thing,
    ThingTable,
)
from rules.generic.play import actions
from rules.generic.play.lines import Fit, fit
from rules.generic.play.plan import Told
from rules.plain import tree
from tests.for_each import for_each
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.orders import Order
from wikibot.game.engine.standing_rolls import Stated
from wikibot.sdk import replace

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)
STATE = State(
    NOON,
    players={name: Player(name, fields={"Gold": 7}) for name in ("Ann", "Bob", "Bo Peep")},
    columns=Columns((Field("Gold", FieldKind.NUMBER), Field("Items", FieldKind.ITEMS))),
    bag="Items",
    tables={
        "Rooms": ThingTable(
            "Rooms", "Room", things={name: Thing(name) for name in ("Hall", "Red Tower")}
        ),
        "Board": ThingTable(
            "Board", "Square", Columns(), {name: Thing(name) for name in ("1", "2")}
        ),
    },
)
HALL, TOWER = Owner("Rooms", "Hall"), Owner("Rooms", "Red Tower")
BOB, PEEP = Owner(PLAYERS, "Bob"), Owner(PLAYERS, "Bo Peep")
ANY_GOLD = tree.Stuff(tree.Chosen(1), "Gold")
GIVE = ("give", ANY_GOLD, "to", tree.ChosenPlayer(2, other=True))
BUY = ("buy", tree.Stuff(tree.Number(1), "Net"))
MOVE = ("move", "to", tree.ChosenThing("Rooms", 1))
STEP = ("move", "to", tree.ChosenThing("Board", 1))
TEND = ("tend", "garden")
GIVING = GAME.rulebook("A player may give any number of Gold to another player.")


def _fit(parts: tuple[Any, ...], text: str) -> Fit | None:
    book = GAME.rulebook("")
    action = Action(ActionId(1, 1, 0), NOON, "Ann", "")
    act = ActionContext(GAME, book, STATE, action, None, "Ann", Stated())
    told = Told(tree.Action(tree.Verb(parts), ()), " ".join(map(str, parts)))
    return fit(act, told, text, told.word)


@for_each(
    "parts, text, slots",
    [
        (GIVE, "3 Gold to Bob", {1: 3, 2: BOB}),
        (GIVE, "Bob 3 gold", {1: 3, 2: BOB}),
        (GIVE, "three gold to bo peep", {1: 3, 2: PEEP}),
        (GIVE, "all my gold to Bob", {1: 7, 2: BOB}),
        (GIVE, "gold to Bob", {2: BOB}),
        (GIVE, "3 gold", {1: 3}),
        (BUY, "a Net", {}),
        (BUY, "net", {}),
        (MOVE, "to the Hall", {1: HALL}),
        (MOVE, "Hall", {1: HALL}),
        (MOVE, "to room Red Tower", {1: TOWER}),
        (STEP, "to the Square 2", {1: Owner("Board", "2")}),
        (STEP, "square 2", {1: Owner("Board", "2")}),
        (MOVE, "to the red tower room", {1: TOWER}),
        (MOVE, "", {}),
        (TEND, "garden", {}),
        (TEND, "the garden", {}),
    ],
)
def test_words_fill_the_parts_of_a_verb(
    parts: tuple[Any, ...], text: str, slots: dict[int, Any]
) -> None:
    """In any order, with or without little words; what is left out is asked for later."""
    found = _fit(parts, text)

    assert found is not None
    assert (slots, "") == (found.slots, found.rest)


@for_each(
    "parts, text",
    [
        (GIVE, "3 Fish to Bob"), (GIVE, "3 Gold to Zoe"), (GIVE, "3 Gold and 2 Fish to Bob"),
        (BUY, "a Boat"), (BUY, ""), (MOVE, "to the Cellar"), (MOVE, "to Hall and Red Tower"),
        (TEND, "the roses"), (TEND, ""), (TEND, "the garden of Bob tomorrow"),
    ],
)  # fmt: skip
def test_other_words_do_not_fit(parts: tuple[Any, ...], text: str) -> None:
    """A line is not played as what it only resembles."""
    assert _fit(parts, text) is None


def test_several_of_one_thing() -> None:
    """Three Nets are bought as one Net three times."""
    found = _fit(BUY, "3 nets")

    assert found is not None
    assert 3 == found.times


def test_answers_behind_the_parts() -> None:
    """What follows behind a linking word answers what is asked."""
    found = _fit(BUY, "a Net for Bob")

    assert found is not None
    assert "Bob" == found.rest


def test_whom_a_verb_without_a_place_for_it_is_about() -> None:
    """``rob Bob`` answers whom the rule lets one choose; other words are not understood."""
    assert _fit(("rob",), "Bob") == Fit(rest="Bob")
    assert _fit(("rob",), "the bank") is None


def _giving(state: State, subject: str, name: str = "Ann") -> tuple[ActionContext[State], Any]:
    """A line with ``give`` by a player, and the plan of the page by which it is read."""
    verb = next(each for each in GAME.verbs_in(STATE, GIVING) if each.name == "give")
    action = Action(ActionId(1, 1, 0), NOON, name, "")
    act = ActionContext(GAME, GIVING, state, action, Order(verb, subject), name, Stated())
    return act, plan_of(state, GIVING)


def test_what_a_line_fits_is_known_anew_when_an_account_is_renamed() -> None:
    """``Bo P`` is short for one player, until somebody's account is called so."""
    before = replace(STATE, players={**STATE.players, "Bob": Player("Bob", "Al")})
    after = replace(before, players={**before.players, "Bob": Player("Bob", "Bo P")})
    found = [actions.fits(*_giving(e, "3 Gold to Bo P"), "give") for e in (before, after, before)]

    assert found == [True, False, True]


def test_all_of_something_is_as_much_as_there_is_now() -> None:
    """Of whoever writes, and in whatever state."""
    less = replace(STATE, players={**STATE.players, "Ann": Player("Ann", fields={"Gold": 2})})
    lines = ((STATE, "Ann"), (less, "Ann"), (less, "Bo Peep"))
    said = [actions.means(*_giving(e, "all my Gold to Bob", who), "give") for e, who in lines]

    assert said == [("7 Gold to Bob",), ("2 Gold to Bob",), ("7 Gold to Bob",)]
