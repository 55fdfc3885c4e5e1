"""Cycle 14 as the framework sees it: JSON, drawing, two verbs of one name."""

from __future__ import annotations

from msgspec.structs import replace

from rules.cycle14 import GAME
from rules.cycle14.cycle import picture, position
from rules.cycle14.state import Gathering, Landmark, Obelisk, Player, Pot, State
from tests.rules.any_state import START
from tests.rules.boards import board_text
from wikibot.game.actions import Action, ActionId, Verdict
from wikibot.game.engine.engine import Engine
from wikibot.game.page.board import END, board_wikitext, put_board
from wikibot.game.state import Kind, Pending

BOOK = GAME.rulebook(GAME.demo().pages["Ruleset"])
STATE = State(
    START,
    players={
        "Ann": Player(
            "Ann", items={"Resolve": 2}, experience={"Mining": 1}, banished=START, banishment=48
        )
    },
    obelisk=Obelisk(7, 2, {"Grebes": 1}),
    storehouse={"Herbs": 3},
    pots=(Pot("1", "Kraken Root", 3), Pot("2")),
    gatherings=(
        Gathering("G1", "Ritual of Murder", "Ann", START, {"Ann": ("Crystals",)}, victim="Bob"),
    ),
    landmarks=(Landmark("Oak", "it hums", 2.0, 90, "Ann"), Landmark("Well", "", 1.0, 180, "Ann")),
)


def test_the_demo_draws_its_board() -> None:
    """Its page has the heading that asks for the drawing."""
    page = GAME.demo().pages["Gamestate"]
    drawing = GAME.picture(GAME.read(page, BOOK, START).state, BOOK)

    assert drawing is not None
    assert "Lone Oak" in put_board(page, board_wikitext(drawing)).partition(END)[0]


def test_state_in_json() -> None:
    """The keys of the design, with the names and shapes that others rely on."""
    told = GAME.to_json(STATE, BOOK)

    assert told["game"] == "cycle14"
    assert told["players"] == [
        {
            "name": "Ann", "items": {"Resolve": 2}, "experience": {"Mining": 1}, "banished": True,
            "banishment_hours": 48,
        }
    ]  # fmt: skip
    assert told["obelisk"] == {"distance": 7, "cuts": 2, "items": {"Grebes": 1}, "condition": ""}
    assert (told["storehouse"], told["season"]) == ({"Herbs": 3}, "Calm Spring")
    assert told["pots"] == [{"herb": "Kraken Root", "stage": 3}, None]
    assert (told["boosted"], told["lost"]) == (False, False)
    assert told["gatherings"][0]["contributions"] == {"Ann": ["Crystals"]}


def test_places_of_landmarks() -> None:
    """A bearing of 90 is east, one of 180 south."""
    assert [position(each) for each in STATE.landmarks] == [(2.0, 0.0), (0.0, -1.0)]


def test_the_board_in_text() -> None:
    """Season, storehouse, the Obelisk's way, pots, gatherings and a map with its legend."""
    text = " ".join(board_text(picture(STATE, BOOK)).split())

    assert "Calm Spring (early) | in the storehouse: 3🌿" in text
    assert "7 km▲" in text
    assert "7 km 2 cuts; 7 km 1🐦" in text
    assert "1 Kraken Root; 1 stage 3 of 9" in text
    assert "G1 Ritual of Murder of Bob; G1 Ann 💎" in text
    assert "1 Oak: 2 km at 90°" in text


def test_a_map_holds_landmarks_in_every_direction() -> None:
    """Even the farthest stay on it."""
    marks = tuple(Landmark(str(bearing), "", 10.0, bearing, "Ann") for bearing in range(1, 361, 15))

    drawn = picture(replace(STATE, landmarks=marks), BOOK).groups[-1]
    named = {sign for cell in drawn.cells for sign in (cell.label, *" ".join(cell.marks).split())}

    assert named == {"T", *(str(number) for number in range(1, len(marks) + 1))}
    assert all(0 <= cell.x < drawn.size[0] and 0 <= cell.y < drawn.size[1] for cell in drawn.cells)


def test_a_steward_still_drops_what_waits() -> None:
    """``withdraw`` is for the storehouse; with the identity of an action it is the steward's."""
    waiting = Pending(ActionId(3, 5, 0), "Ann", Kind.ACTION, "mine", "a roll", START)
    state = replace(STATE, pending=(waiting,))
    line = Action(ActionId(3, 6, 0), START, "Zoe", "withdraw 3.5.0", trusted=True)
    played = Engine(GAME, BOOK).play(state, [line])

    assert (played.outcomes[0].verdict, played.state.pending) == (Verdict.DONE, ())


def test_the_drawing_shows_what_there_is() -> None:
    """The Obelisk, herbs in their pots, landmarks around the Town; every cell in another place."""
    picture = GAME.picture(STATE, BOOK)

    assert picture is not None
    said = " ".join(
        f"{cell.label} {cell.title} {' '.join(cell.marks)} {' '.join(cell.players)}"
        for cell in picture.cells
    )
    assert [word for word in ("Kraken Root", "Oak", "Well", "7 km") if word not in said] == []
    assert len({cell.id for cell in picture.cells}) == len(list(picture.cells))
