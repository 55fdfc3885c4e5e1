"""Whatever lines are sent, on whatever board, with whatever items: each has an answer and no line
brings out a mistake of the bot; nothing is lost without a word, and nobody gets to a space that is
none; page, statements and log tell what became.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cycle15 import GAME
from rules.cycle15.garbage import names_on_page
from rules.cycle15.items.using_items import MACGYVER
from rules.cycle15.movement import MOVE
from rules.cycle15.page import PAGE
from rules.cycle15.spaces import successors
from rules.cycle15.state import START, Player, Space, State, read_effect
from tests.examples import few, rare
from tests.rules.any_game import (
    MONDAY,
    Sometimes,
    any_game,
    lost_rolls,
    replayed,
    told,
    without_identities,
)
from tests.rules.rulesets import RULES
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.standing_rolls import DrawnRoll, RollRequest
from wikibot.game.names import plural_of
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind

NAMES = ("Ann", "Bob", "Cleo")
STOCK = ("Crystal", "Crustal", "Shard", "Fish", "Mauve")
TYPES = (
    "Blank", "Crystal", "Crystal Orb", "Garbage Pile", "Stop Sign", "Oil Spill", "Thin Ice",
    "Shard Pile", "Casino",
    "Crystal Forge", "Teleporter", "Geyser", "Dance Pad", "Disco Ball", "Geode", "Crystal Beam",
    "Spin-up Spinner",
    "Treasure", "Hazard", "Utility", "Boulder Trap", "Swamp",
)  # fmt: skip
LINES = (
    "move", "move 1 2 3", "move 3 4 5 6", "choose 1", "choose 2d4 (1, 3) = 4", "choose stop",
    "take garbage", "gamble",
    "forge", "beam 3", "beam", "start party", "disco", "combo", "ping Ann", "ping Cleo",
    "shatter crystal",
    "use Fish", "use Mauve", "macgyver Fish, Mauve",
    "leave", "leave: yes", "join", "join as Dan", "take grant", "choose for Ann",
    "move 1 -- 2d4 (4, 4) = 8", "move to somewhere", "", "help", "choose",
    "move 1 1 1 1 1 1 1 1 1 1 1",
)  # fmt: skip
GHOST = 99  # named by boards that have no such space
MAKERS = (
    "NEW ITEM", "Machete", "Space Mangler", "Flexagon", "Dimensional Bacon", "Bottle of Holding",
    "Rainbow Gun",
    "Steering Wheel", "Antimatter Wormhole", "Recall Potion",
)  # fmt: skip
ON_THE_BOARD = (
    f"use NEW ITEM: {GHOST}", "use NEW ITEM: 1", "use NEW ITEM: -5", "use NEW ITEM: 1e9",
    f"use Machete: 1, 2, {GHOST}",
    "use Machete: 1, 2, 50", f"use Machete: {GHOST}, 2, 51", "use Space Mangler: 1, -5, 52",
    "use Flexagon",
    "use Dimensional Bacon", "use Bottle of Holding", "use Rainbow Gun: Hazard",
    "use Rainbow Gun: Boulder Trap",
    "use Steering Wheel", "use Antimatter Wormhole", "use Recall Potion", "draw pseudo-type of 1",
    "draw pseudo-type",
    "negate move of Ann", f"move {GHOST}", f"move 1 {GHOST} 2", f"beam {GHOST}", "choose on",
    f"choose {GHOST}",
)  # fmt: skip
EFFECTS = (
    "train", "crab", "traincrab", "drunk", "hitched: Bob", "fractal image at 1",
    "fractal image at 99", "next roll +2",
    "next move of 18 spaces", "next roll -1 in phase 1",
    "next move with a jetpack that slows to 2 spaces",
    "Team Fortress 2 with Cleo in phase 3", "Language Barrier: crystals",
    "next roll is 12 minus itself in phase 2",
)  # fmt: skip
DETAILS = ("Ann", "Bob", "Cleo", "0", "1", "2", "3", "-5", "50", "+1", "-1", "Fish", "Crystal",
           "Casino", "Geyser",
           "Ann 1", "its own die", "Moon", "It is far away.", "666000", "+10")  # fmt: skip
BOOKS = {rules: RULES[rules].book for rules in ("late", "early")}


class Always(Sometimes):
    """Dice that show ones and twos, and never leave anybody waiting."""

    def __init__(self) -> None:
        super().__init__(Random(0))

    def faces(self, draw: RollRequest) -> DrawnRoll:
        """One, two, one, two."""
        return DrawnRoll(tuple(1 + number % min(draw.sides, 2) for number in range(draw.count)))


def any_state(random: Random, book: Rulebook, nowhere: int = 0) -> State:
    """A board of up to ten spaces with any types and ways, three players with some items, of which
    something lasts on some. ``nowhere``: where some stand, beside the spaces.
    """
    ids = range(random.randint(3, 10))
    stock = dict.fromkeys((*STOCK, *MAKERS), 9)
    players = {
        name: Player(
            name,
            location=random.choice([*ids, nowhere]),
            items={**stock, **dict.fromkeys(random.sample(names_on_page(book), 15), 2)},
            effects=tuple(map(read_effect, random.sample(EFFECTS, random.randint(0, 2)))),
        )
        for name in NAMES
    }
    return State(
        MONDAY,
        phase=random.randint(1, 9),
        spaces={number: any_space(random, number, [*ids, GHOST]) for number in ids},
        players=players,
        party=random.random() < 0.5,
    )


def any_space(random: Random, number: int, ids: Sequence[int]) -> Space:
    """A space of any type, with one to three ways out of it."""
    return Space(
        number,
        random.choice(TYPES),
        random.choice((None, "Crystal", "Geyser", "Thin Ice", "Stop Sign", "Casino", "Blank")),
        tuple(sorted(random.sample(ids[:-1], random.randint(1, 3))))
        + ((GHOST,) if random.random() < 0.1 else ()),
        (0, 1) if random.random() < 0.5 else (),
        random.choice((None, 0, GHOST)),
    )


def any_line(random: Random, state: State, name: str) -> str:
    """A line of a player's: an answer to what waits, a move, the use of an item, or anything."""
    waiting = next((p for p in state.pending if p.player == name and p.kind is Kind.ACTION), None)
    if waiting and random.random() < 0.8:
        options = waiting.asks.partition(": ")[2].split(", ")
        return f"choose {random.choice(options)}" if options != [""] else "choose 2d4 (1, 3) = 4"
    offers = [p.text for p in state.pending if p.player == name and p.kind is Kind.OFFER]
    if offers and random.random() < 0.5:
        return random.choice(offers)
    if random.random() < 0.4 and name in state.players and state.players[name].items:
        details = ", ".join(random.sample(DETAILS, random.randint(0, 3)))
        item = random.choice(tuple(state.players[name].items))
        return f"use {item}: {details}" if details else f"use {item}"
    return "move" if random.random() < 0.4 else random.choice(LINES + ON_THE_BOARD)


def reachable(state: State) -> set[int]:
    """All spaces that a player can get to by moving on, from wherever anybody stands;
    who is nowhere begins at 0.
    """
    stand = [player.location for player in state.players.values()]
    found, left = set[int](), [START, *(space for space in stand if space in state.spaces)]
    while left:
        space = left.pop()
        if space not in found:
            found.add(space)
            left += successors(state, space)
    return found


@pytest.mark.parametrize("rules", ["late", "early"])
@few
@given(seed=st.integers(0, 10**9))
def test_no_lines_break_the_game(rules: str, seed: int) -> None:
    """After each line the game is sound, and each state stands on the page that was carried on;
    the differences that were made, and the log, lead to the end.
    """
    random, book = Random(seed), BOOKS[rules]
    page, state = _by_page(
        GAME.new_page(book, MONDAY, "a game"), book, any_state(random, book, GHOST)
    )
    start = state
    engine = Engine(GAME, book, Sometimes(random))
    games = list(any_game(random, engine, state, NAMES, any_line, lines=60))
    for number, played in enumerate(games):
        check(state, played)
        state = played.state
        if number % 8 == 0:
            page, said = _by_page(page, book, state)
            assert state == said

    outcomes = (outcome for played in games for outcome in played.outcomes)
    end, corrected = PAGE.canonical(state), start
    for statement in GAME.differences(start, end):
        corrected = GAME.correct(corrected, statement)

    assert without_identities(replayed(GAME, book, start, outcomes, state.now)) == (
        without_identities(state)
    )
    assert _by_page(page, book, end)[1] == end
    assert replace(corrected, now=end.now, phase=end.phase) == end
    assert GAME.picture(state, book)


def check(before: State, played: Played[State]) -> None:
    """One answer, no mistake of the bot, nothing lost without a word; players stand on spaces, ways
    lead to spaces, and a new space has no ways but those made for it.
    """
    said, state = told(played), played.state
    new = state.spaces.keys() - before.spaces.keys()
    made = {(s.id, to) for s in state.spaces.values() for to in s.successors if to in new}
    walked = {space for move in state.moves for space in (*move.path, move.leaves)}

    assert all(outcome.text for outcome in played.outcomes)
    assert "the bot failed" not in said
    assert lost_rolls(before, played, (MOVE, MACGYVER)) == []
    assert [] == [
        f"{who} lost {item}: {said}"
        for who, item in lost(before, state)
        if item not in said and plural_of(item) not in said
    ]
    assert all(count for player in state.players.values() for count in player.items.values())
    assert reachable(state) <= state.spaces.keys()
    if any(each.counts and each.verdict is Verdict.DONE for each in played.outcomes):
        assert [] == [p.name for p in state.players.values() if p.location not in state.spaces]
    assert walked <= state.spaces.keys()
    assert made and len(made) <= 2 if new else not made


def _by_page(page: str, book: Rulebook, state: State) -> tuple[str, State]:
    """The page with a state, and the state as it says it."""
    page = GAME.write(page, book, state)
    reading = GAME.read(page, book, state.now)

    assert reading.unreadable == ()
    return page, reading.state


def lost(before: State, after: State) -> list[tuple[str, str]]:
    """Who lost which item."""
    return [
        (name, item)
        for name, player in before.players.items()
        for item, count in player.items.items()
        if name not in after.players or after.players[name].count(item) < count
    ]


@pytest.mark.parametrize("rules", ["late", "early"])
def test_any_item_of_the_rule_can_be_tried(rules: str) -> None:
    """Using an item of the rule Garbage is played, asks,
    is refused or held, and never a mistake of the bot.
    """
    book = BOOKS[rules]
    items = dict.fromkeys(names_on_page(book), 1)
    state = State(
        MONDAY, spaces={0: Space(0, successors=(0,))}, players={"Ann": Player("Ann", items=items)}
    )
    lines = [
        Action(ActionId(1, n, 0), MONDAY, "Ann", f"use {item}") for n, item in enumerate(items)
    ]
    outcomes = [Engine(GAME, book).play(state, [line]).outcomes[0] for line in lines]

    assert [o.text for o in outcomes if "the bot failed" in o.text] == []


@pytest.mark.parametrize(
    "lines",
    [
        (("Ann", "move"), ("Bob", "use Draught of Fudging"), ("Bob", "choose +1")),
        (("Bob", "use Shady Sands Shuffle"), ("Bob", "choose Ann")),
    ],
)
def test_a_log_holds_no_choices_that_others_had_not_to_make(
    lines: tuple[tuple[str, str], ...],
) -> None:
    """Where another's way leads without a choice,
    the line that was completed is played again from the log as it is.
    """
    book = BOOKS["late"]
    ring = {
        number: Space(number, "Shard Pile", successors=((number + 1) % 6,)) for number in range(6)
    }
    bob = Player("Bob", items={"Draught of Fudging": 1, "Shady Sands Shuffle": 1})
    start = State(
        MONDAY,
        spaces=ring,
        players={"Ann": Player("Ann", items={"Time Bean Chili": 1}), "Bob": bob},
    )
    engine, end, outcomes = Engine(GAME, book, Always()), start, list[Outcome]()
    for number, (name, line) in enumerate(lines):
        action = Action(
            ActionId(1, number, 0), MONDAY + timedelta(minutes=number), name, line, by_name=True
        )
        played = engine.play(end, [action])
        end, outcomes = played.state, [*outcomes, *played.outcomes]

    assert outcomes[-1].verdict is Verdict.DONE
    assert without_identities(replayed(GAME, book, start, outcomes, end.now)) == without_identities(
        end
    )


# Whatever players propose, vote, ask, rule and trade:
# no mistakes of the bot, and nothing is lost.


PROPOSERS = ("Ann", "Bob", "Cleo", "Player 3")
PROCEEDINGS = (
    "propose: Fish", "propose Urgent: Duck ¶ append «x» to Garbage", "propose Second Reading: x",
    "propose x: y",
    "retract P{n}", "approve P{n}", "approve P{n}: Better ¶ text", "hold P{n}", "vote P{n} for",
    "vote P{n} against",
    "vote P{n} rewrite", "vote P{n} abstain", "vote P{n} eh", "👍 P{n}", "👎 P{n}", "🤔 P{n}",
    "🤔 {n}", "👍", "vote",
    "judge request: Is it?", "judge answer J{n}: Yes.", "overturn J{n}", "overturn J{n}: No.",
    "confidence J{n}",
    "vote J{n} affirm", "👎 J{n}", "withdraw request J{n}", "run for judge", "stand down",
    "👍 {who}", "support {who}",
    "oppose {who}", "assent to removing the judge", "take back my assent", "resign as judge",
    "trade 1 Fish to {who} for 1 Duck", "trade {n} Duck to {who}",
    "trade nothing to {who} for 2 Fish", "accept T{n}",
    "accept", "decline T{n}", "cancel T{n}", "enact P{n}: yes", "enact P{n}", "leave", "leave: yes",
    "join", "help",
)  # fmt: skip


RICH = tuple(
    line
    for line in PROCEEDINGS
    if "{n}" in line or "{who}" in line or line.startswith(("propose", "judge", "run"))
)


def _number(id_: str) -> int:
    return int(id_.lstrip("PJT"))


def start() -> State:
    """Four players with fish and ducks, on a board of one space."""
    players = {name: Player(name, items={"Fish": 3, "Duck": 2}) for name in PROPOSERS}
    return State(
        MONDAY, spaces={0: Space(0, successors=(0,))}, players=players, started=MONDAY, judge="Ann"
    )


def any_proceeding(random: Random, state: State, name: str) -> str:
    """A line about one of the last proposals, requests and trades, or any other."""
    line = random.choice(PROCEEDINGS if random.random() < 0.3 else RICH)
    ids = [each.id for each in state.proposals] + [each.id for each in state.trades]
    last = max(map(_number, ids), default=1)
    return line.format(n=max(1, last - random.randint(0, 3)), who=random.choice(PROPOSERS))


@pytest.mark.parametrize("rules", ["late", "early"])
@rare
@given(seed=st.integers(0, 10**9))
def test_proceedings_hold_together(rules: str, seed: int) -> None:
    """No line brings out a mistake of the bot; trades conserve items; page and log lead to the
    same state after a hundred lines in some five weeks.
    """
    random, book, state = Random(seed), BOOKS[rules], start()
    engine, outcomes = Engine(GAME, book), list[Outcome]()
    for played in any_game(random, engine, state, PROPOSERS, any_proceeding, 100, 10, trusted=True):
        outcomes += played.outcomes
        text = played.outcomes[0].action.text

        assert "the bot failed" not in told(played)
        if not text.startswith(("leave", "join")) and not played.fired_events:
            assert owned(played.state) == owned(state)
        state = played.state

    page = GAME.write(GAME.new_page(book, MONDAY, "a game"), book, state)
    again = replayed(GAME, book, start(), outcomes, state.now)

    assert GAME.read(page, book, state.now).state == PAGE.canonical(state)
    assert without_identities(again) == without_identities(state)


def owned(state: State) -> Counter[str]:
    """All items that there are."""
    return sum((Counter(player.items) for player in state.players.values()), Counter[str]())
