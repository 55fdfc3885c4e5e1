"""The items as a whole:
all there, told of in the docs, and what those that change the ruleset make of its page.
"""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from rules.cycle15 import GAME, state
from rules.cycle15.garbage import CATALOGUE, garbage_items, names_on_page
from rules.cycle15.items.using_items import ITEMS, items_in_force
from rules.cycle15.space_types import TYPES
from rules.cycle15.state import Effect, Player, Space, State, read_effect
from rules.cycle15.taking_back import MoveStatements
from tests.for_each import for_each
from tests.items_table import DOCS, with_table
from tests.rules.cycle15.long_game import rulebook, start
from tests.rules.cycle15.table import Table
from tests.rules.cycle15.test_any_lines import BOOKS
from tests.rules.rulesets import RULES, real_page
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.enactment import wanted
from wikibot.game.engine.engine import Engine
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.recognition import split
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook

MONDAY = datetime(2024, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("rules", ["late", "early"])
def test_every_item_of_the_page_is_implemented(rules: str) -> None:
    """No row of the table is without an entry of its own."""
    assert [
        name for name in names_on_page(BOOKS[rules]) if name not in items_in_force(BOOKS[rules])
    ] == []


def test_the_docs_tell_of_every_item_as_it_is_played() -> None:
    """The table in the docs is the one that ``make pins`` writes,
    of the items in the order of their IDs.
    """
    text = DOCS.read_text(encoding="utf-8")

    assert with_table(text, BOOKS["late"]) == text


def test_an_item_stands_in_one_place() -> None:
    """Two entries for one item are for two wordings."""
    entries = [(item.name, item.variant) for item in ITEMS]

    assert len(dict.fromkeys(entries)) == len(entries)


# -- each item, whatever it does -------------------------------------------------------------------

EACH = [(rules, name) for rules, book in BOOKS.items() for name in names_on_page(book)]


def _used(book: Rulebook, name: str, owned: int) -> tuple[str, State, State]:
    """The verdict on a use by somebody who owns so many, and the states before and after it."""
    items = {name: owned} if owned else {}
    state = State(MONDAY, spaces={0: Space(0)}, players={"Ann": Player("Ann", items=items)})
    played = Engine(GAME, book).play(
        state, [Action(ActionId(0, 0, 1), MONDAY, "Ann", f"use {name}", 1, True, True)]
    )
    return played.outcomes[0].verdict, state, played.state


@for_each("rules, name", EACH)
def test_what_asks_for_something_is_told_to_ask(rules: str, name: str) -> None:
    """An item of the class automatic needs neither a choice nor a roll."""
    verdict, *_ = _used(BOOKS[rules], name, 1)

    assert verdict != "needs" or GAME.implementations[f"Garbage: {name}"].how is How.ASKS


@for_each("owned", [0, -2])
@for_each("rules, name", EACH)
def test_nobody_uses_what_they_do_not_own(rules: str, name: str, owned: int) -> None:
    """Less than one of an item cannot be used, and trying changes nothing."""
    verdict, before, after = _used(BOOKS[rules], name, owned)

    assert (verdict, after) == ("cant", before)


@for_each("rules, name", EACH)
def test_an_item_whose_description_changed_is_held(rules: str, name: str) -> None:
    """Its use waits for a ruling, and the item is kept;
    with the description that was implemented it is not held.
    """
    text = RULES[rules].text
    described = BOOKS[rules].unit(f"Garbage: {name}").text
    assert text.count(described) == 1
    words = f"{described.rstrip()} Or not"
    if "||" in described:
        head, bars, id_ = described.rpartition("||")
        words = f"{head}Or not. {bars}{id_}"
    changed = GAME.rulebook(text.replace(described, words), RULES[rules].pins(text))
    verdict, before, after = _used(changed, name, 1)

    assert (verdict, after.players) == ("held", before.players)
    assert _used(BOOKS[rules], name, 1)[0] != "held"


# -- items that change the ruleset, by the real page -----------------------------------------------

CHANGES = (
    (("use Blank Card: Moon, It is far away.",), "Garbage: Moon", "", "Garbage: Blank Card"),
    (("use Blank Card: Moon, It is far.", "use Blank Card: Sun, Warm."), "Garbage: Sun", "",
     "Garbage: Moon"),
    (("use Sick Burn: Mauve", "use Sick Burn: Shady Sands Shuffle", "use Blank Card: Moon, M."),
     "Garbage: Moon", "Garbage: Mauve", "Garbage: Telekinetic Amethyst"),
    (("use Bottle of Holding",), "Garbage: Bottle of Holding", "", "Garbage: Bottle of Holding"),
    (("use Veil Vacuum",), "Blank", "", "Blank"),
    (("use Coal Suffusion",), "Train Upgrades", "", "Train Upgrades"),
    (("use Steamroll", "use Coal Suffusion"), "Train Upgrades", "", "Train Upgrades"),
    (("use Brood Mentality", "use So Many Legs"), "Crab Upgrades", "", "Crab Upgrades"),
    (("use So Many Legs",), "Crab Upgrades", "", "Crab Upgrades"),
)  # fmt: skip


def _real(rules: str) -> Rulebook:
    return GAME.rulebook(real_page(rules))


def _enacted(book: Rulebook, kind: str, lines: tuple[str, ...]) -> str:
    """The ruleset page after lines of play by somebody who owns everything,
    and a steward's yes to all of it.
    """
    items = dict.fromkeys(names_on_page(book), 3)
    items.pop("Archgarbage")
    state = State(MONDAY, spaces={0: Space(0, kind)}, players={"Ann": Player("Ann", items=items)})
    all_lines = (*lines, *(f"enact A{n}: yes" for n, _ in enumerate(lines, 1)))
    actions = [
        Action(ActionId(0, 0, n), MONDAY, "Ann", text, n, True, True)
        for n, text in enumerate(all_lines, 1)
    ]
    played = Engine(GAME, book).play(state, actions)
    assert [outcome.text for outcome in played.outcomes if outcome.verdict != "done"] == []
    page = wanted(played.state, book.text)
    assert page.problems == ()
    assert (
        wanted(played.state, page.text).text == page.text
    )  # carried out once, there is nothing left to do
    return page.text


@pytest.mark.parametrize(("lines", "there", "gone", "settled"), CHANGES)
def test_what_an_item_makes_of_the_ruleset_is_played_on(
    lines: tuple[str, ...], there: str, gone: str, settled: str
) -> None:
    """Carried out on the real page, a change is there,
    and what it changed is still a wording that is played.
    """
    after = GAME.rulebook(_enacted(_real("late"), "Casino", lines))

    assert after.has(there)
    assert not (gone and after.has(gone))
    # A new item is nobody's yet; everything else is.
    assert after.obstacle(settled) is None or settled == "Garbage: Moon"


@pytest.mark.parametrize("rules", ["late", "early"])
@pytest.mark.parametrize("kind", ["Crystal", "Garbage Pile", "Teleporter", "Hazard"])
def test_the_bottle_works_from_the_page_that_it_changed(rules: str, kind: str) -> None:
    """Of a space of a type it makes the description name that type, and then makes spaces of it."""
    book = _real(rules)
    if not book.has(kind):
        pytest.skip(f"the {rules} ruleset has no {kind}")
    after = GAME.rulebook(_enacted(book, kind, ("use Bottle of Holding",)))
    state = State(
        MONDAY, spaces={0: Space(0)}, players={"Ann": Player("Ann", items={"Bottle of Holding": 1})}
    )
    said = "use Bottle of Holding" + (" -- 1d3 (1) = 1" if kind == "Hazard" else "")
    line = Action(ActionId(0, 0, 1), MONDAY, "Ann", said, 1, True, True)
    played = Engine(GAME, after).play(state, [line])

    assert played.state.spaces[0].type == kind


def test_what_the_page_has_counts_by_the_page_alone() -> None:
    """A change that somebody carried out by hand is noted when a phase begins,
    and ends when the page drops it.
    """
    book = _real("late")
    after = GAME.rulebook(_enacted(book, "Casino", ("use Coal Suffusion",)))
    player = Player("Ann", items={"Coal Suffusion": 1}, effects=(Effect("train"),))
    spaces = {number: Space(number, successors=((number + 1) % 30,)) for number in range(30)}
    state = State(MONDAY, spaces=spaces, players={"Ann": player})
    use = Action(ActionId(0, 0, 1), MONDAY, "Ann", "use Coal Suffusion", 1, True, True)
    used = Engine(GAME, book).play(state, [use])
    friday, monday = MONDAY + timedelta(days=4), MONDAY + timedelta(days=7)
    move = Action(ActionId(0, 0, 2), friday, "Ann", "move +10 -- 2d4 (1, 2) = 3", 2, True, True)
    with_it = Engine(GAME, after).play(used.state, [move])
    again = Action(ActionId(0, 0, 3), monday, "Ann", "move +10 -- 2d4 (1, 2) = 3", 3, True, True)
    without = Engine(GAME, book).play(with_it.state, [again])

    assert with_it.state.players["Ann"].location == 13
    assert with_it.state.proposals[0].status == "enacted"
    assert without.outcomes[0].verdict == "cant"


# The items of the rule Garbage: their IDs, and the order in which random choices go.


def ids(rows: str) -> list[tuple[int, str]]:
    """IDs and names by ID, of a table with rows ``NAME ID`` (an ID may be missing)."""
    cells = (row.split() for row in rows.split(","))
    table = "".join(
        f"|-\n| {cell[0]} || text || {cell[1] if len(cell) > 1 else ''}\n" for cell in cells
    )
    page = f'=== Garbage ===\n\n{{| class="wikitable"\n! Name !! Description !! ID\n{table}|}}\n'
    return [
        (item.id, item.name)
        for item in garbage_items(read_rulebook(page, (CATALOGUE,)).members("Garbage"))
    ]


@pytest.mark.parametrize(
    ("rows", "by_id"),
    [
        ("Fish 1, Mauve 2", [(1, "Fish"), (2, "Mauve")]),
        ("Fish 2, Mauve 1", [(1, "Mauve"), (2, "Fish")]),
        ("Fish, Mauve", [(1, "Fish"), (2, "Mauve")]),
        ("Fish, Mauve 1, Duck, Beer 3", [(1, "Mauve"), (2, "Fish"), (3, "Beer"), (4, "Duck")]),
        ("Fish 7, Mauve", [(1, "Mauve"), (7, "Fish")]),
        ("Fish 1, Mauve 1", [(1, "Fish"), (2, "Mauve")]),
        ("Fish 0, Mauve x, Duck -2", [(1, "Fish"), (2, "Mauve"), (3, "Duck")]),
    ],
)
def test_an_item_without_an_id_has_the_lowest_free_one(
    rows: str, by_id: list[tuple[int, str]]
) -> None:
    """Stated IDs stay; the others are given in the order of the rows."""
    assert ids(rows) == by_id


def test_in_a_bullet_list_the_place_is_the_id() -> None:
    """The early form of the section has no IDs at all."""
    page = '=== Garbage ===\n\n* Fish "It swims."\n* Mauve "A colour."\n'
    items = garbage_items(read_rulebook(page, (CATALOGUE,)).members("Garbage"))

    assert [(item.id, item.name) for item in items] == [(1, "Fish"), (2, "Mauve")]


def test_a_column_of_ids_may_be_missing() -> None:
    """A table of names and descriptions gives IDs by its rows."""
    page = (
        "=== Garbage ===\n\n{|\n! Name !! Description\n|-\n| Fish || It swims.\n|-\n| Mauve || A "
        "colour.\n|}\n"
    )
    items = garbage_items(read_rulebook(page, (CATALOGUE,)).members("Garbage"))

    assert [(item.id, item.name) for item in items] == [(1, "Fish"), (2, "Mauve")]


# Status effects are values, and phrases on the page.


@for_each(
    "phrase, value",
    [
        ("train", Effect("train")),
        ("MacGyvered in phase 12", Effect("MacGyvered", phase=12)),
        ("fractal image at -5", Effect(state.IMAGE, -5)),
        ("hitched: Bob in phase 3", Effect(state.HITCHED, "Bob in phase 3")),
        ("Language Barrier: crystals", Effect(state.BARRIER, "crystals")),
        ("lost to a Death Ray with 7 crystals", Effect(state.LOST, 7)),
        ("insightfulness 3", Effect(state.INSIGHT, 3)),
        ("insightfulness many", Effect("insightfulness many")),
        ("next move with a jetpack that slows to 2 spaces", Effect(state.JETPACK, 2)),
        ("next move of 18 spaces", Effect(state.NEXT_COUNT, 18)),
        ("next roll +2", Effect(state.NEXT_PLUS, 2)),
        ("next roll -1 in phase 4", Effect(state.NEXT_PLUS, -1, 4)),
        ("next roll is 12 minus itself", Effect(state.NEXT_MIRROR, 12)),
        ("Team Fortress 2 with Al in phase 3", Effect(state.TEAM, "Al", 3)),
        ("item uses added: 2 in phase 9", Effect(state.USES, 2, 9)),
        (
            "walks again with dice 3 4 plus 10 along 1 -2 in phase 5",
            Effect(state.WALKS, ((3, 4), 10, (1, -2)), 5),
        ),
        (
            "walks again the move of the phase with dice 3 plus 0 along  in phase 5",
            Effect(state.WALKS_REGULAR, ((3,), 0, ()), 5),
        ),
        ("fractal image at <number>", Effect("fractal image at <number>")),
    ],
)
def test_an_effect_is_read_from_its_phrase(phrase: str, value: Effect) -> None:
    """A phrase is read as its kind, value and phase, and written as it was."""
    assert (read_effect(phrase), str(value)) == (value, phrase)


# What a line costs, in calls of functions: no more in a game of years than in a new one.


BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
EARLY, LATE, LINES = 200, 900, 200
MOST_GROWTH = 1.2
MOST_CALLS = 530  # of a line, with its answer in the words of the wiki


class SameTable(Table):
    """Players who neither leave nor bring others, so that only what is past grows."""

    def _go(self, name: str) -> str:
        return self._vote(name)


def calls(engine: Engine[State], state: State, lines: Sequence[Action]) -> float:
    """Calls for each line, when what is read once has been read."""
    engine.play(state, lines)
    profile = cProfile.Profile()
    profile.runcall(engine.play, state, lines)
    return float(pstats.Stats(profile).total_calls) / len(lines)  # type: ignore[attr-defined]


def test_a_line_costs_the_same_after_thousands() -> None:
    """After 900 lines a line takes at most 1.2 times the steps that it took after 200."""
    book = rulebook()
    state = start(book, BEGIN)
    lines = SameTable(book, state, seed=15).play(LATE + LINES)
    engine = Engine(GAME, book)
    early = engine.play(state, lines[:EARLY]).state
    late = engine.play(early, lines[EARLY:LATE]).state

    first = calls(engine, early, lines[EARLY : EARLY + LINES])
    last = calls(engine, late, lines[LATE:])

    assert first <= MOST_CALLS
    assert last <= MOST_GROWTH * first


def test_what_a_move_brought_is_not_put_into_words_in_play() -> None:
    """The statements about a move are found when a page or a person asks for them."""
    book = rulebook()
    state = start(book, BEGIN)
    played = Engine(GAME, book).play(state, SameTable(book, state, seed=15).play(10)).state

    assert played.moves
    for move in played.moves:
        assert isinstance(move.brought, MoveStatements)
        assert "statements" not in vars(move.brought)
        assert tuple(move.brought) == move.brought.statements


# What is implemented, held against the wordings that are pinned.


def test_whatever_is_implemented_is_pinned() -> None:
    """No implementation without a wording that it was written for."""
    pinned = dict.fromkeys(pin.unit for pin in split(GAME.pins())[0])

    assert [unit for unit in GAME.implementations if unit not in pinned] == []


def test_variants_are_labels_of_pinned_wordings() -> None:
    """A variant that is implemented is the label of some wording of the same unit."""
    labels = {(pin.unit, pin.variant) for pin in split(GAME.pins())[0]}
    wanted = [(kind.name, kind.variant) for kind in TYPES if kind.variant]
    wanted += [(item.unit, item.variant) for item in ITEMS if item.variant]

    assert [each for each in wanted if each not in labels] == []


def test_all_of_the_demo_is_played_but_for_one_item() -> None:
    """The demo shows what is held with one item that people rule on; nothing else is."""
    book = GAME.rulebook(GAME.demo().pages["Ruleset"])
    held = [name for name in book.units if book.obstacle(name) and not name.startswith("Garbage: ")]

    assert held == []
    assert book.variant("Garbage: Weather Vane") == How.RULED


@for_each("kind", TYPES)
def test_a_type_of_space_has_one_sign_of_its_own(kind: object) -> None:
    """On a drawn board two types are told apart; the two wordings of one type share its sign."""
    signs = {each.sign: each.name for each in TYPES}

    assert signs[kind.sign] == kind.name  # type: ignore[attr-defined]


def test_coverage_says_which_spaces_ask() -> None:
    """Whoever looks over the ruleset sees which types take a roll or a choice,
    and which only happen.
    """
    alone = [kind.name for kind in TYPES if GAME.implementations[kind.name].how is How.AUTOMATIC]

    assert alone == ["Blank", "Crystal", "Crystal Orb", "Boulder Trap", "Stop Sign", "Thin Ice"]
