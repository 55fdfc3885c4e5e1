"""Long games of any lines: each is answered, nothing is made of nothing, the log replays."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.cycle14 import GAME
from rules.cycle14.components import KNOWN
from rules.cycle14.state import Obelisk, Player, Pot, State
from tests.examples import few
from tests.rules.any_game import (
    MONDAY,
    Sometimes,
    any_game,
    lost_rolls,
    replayed,
    told,
    without_identities,
)
from tests.rules.cycle14.cycles import everything, unaccounted
from wikibot.game.actions import Verdict
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.state import Kind

NAMES = ("Ann", "Bob", "Cleo", "Dan")
BOOK = GAME.rulebook(GAME.demo().pages["Ruleset"])
LINES = (
    "observe", "observe", "mine", "forage", "alchemy", "beat heart", "acquire blood",
    "befriend grebe", "instruct grebe", "synthesise pot", "hike Hill: high", "plant Kraken Root",
    "plant Yaqqip, Trungleweed", "plant Beetwood", "plant Ponzi Plant in pot 2", "hydrate all",
    "hydrate 1", "harvest 1", "harvest 2", "start gathering displace", "start gathering rend",
    "start gathering destroys", "start gathering risks", "start gathering boosts",
    "start gathering frees", "start gathering murder: Dan", "start gathering appease the",
    "contribute ⚡", "contribute 💎", "contribute 🌿", "contribute ⚗️ to G1", "withdraw 💎 from G2",
    "complete", "complete G1", "complete G2", "object", "store 1🌿", "store all 💎", "withdraw 2🌿",
    "withdraw all 💎", "store 1🐦", "end banishment", "trade 1🌿 to Bob for 1💎", "accept T1",
    "accept", "propose Banishment: Bob for 2 days", "propose: More",
    "propose Sacrificial: All for one", "propose Urgent: Now", "vote P1 for", "vote P2 for",
    "👎 P1", "leave", "leave: yes", "join", "join as Eve", "run for judge", "choose", "choose 🌿",
    "help", "", "withdraw", "contribute", "nonsense",
)  # fmt: skip
MOVING = (
    "store", "withdraw", "accept", "contribute", "object", "vote", "propose", "trade", "end",
    "help",
)  # fmt: skip


def any_state(random: Random) -> State:
    """Four players with some of everything."""
    players = {
        name: Player(
            name,
            items={item: random.randint(1, 4) for item in KNOWN.names if random.random() < 0.7},
            experience={
                task: random.randint(1, 4) for task in ("Mining", "Herbalism", "Start a Gathering")
            },
        )
        for name in NAMES
    }
    stone = Obelisk(
        random.randint(1, 4),
        random.randint(0, 10),
        {"Blood of Stone": random.randint(1, 12), "Grebes": 2},
    )
    pots = (Pot("1", "Feather Fluff", 5), Pot("2", "Kraken Root", 8), Pot("3"), Pot("4"))
    return State(
        MONDAY, players=players, obelisk=stone, storehouse={"Herbs": 9, "Infernal Heart": 8},
        pots=pots,
    )  # fmt: skip


def any_line(random: Random, state: State, name: str) -> str:
    """An answer to what waits, or anything."""
    waiting = next((p for p in state.pending if p.player == name and p.kind is Kind.ACTION), None)
    if waiting and random.random() < 0.8:
        options = waiting.asks.partition(": ")[2].split(", ")
        return f"choose {random.choice(options)}" if options != [""] else "choose 1d6 (3) = 3"
    return random.choice(LINES)


def game_of(random: Random, state: State) -> Iterator[Played[State]]:
    """Sixty of any lines."""
    return any_game(random, Engine(GAME, BOOK, Sometimes(random)), state, NAMES, any_line, lines=60)


@few
@given(seed=st.integers(0, 10**9))
@example(seed=1088)
def test_no_lines_break_the_game(seed: int) -> None:
    """Each line is answered, never by a mistake; components change only as it is said;
    page and log hold the end.
    """
    random = Random(seed)
    start = state = any_state(random)
    games = list(game_of(random, start))
    for played in games:
        outcome = played.outcomes[0]
        said = told(played)
        before, after = everything(state), everything(played.state)
        changed = [item for item in KNOWN.names if before[item] != after[item]]

        assert outcome.text
        assert lost_rolls(state, played) == []
        assert "the bot failed" not in said
        assert unaccounted(state, played.state, said) == {}
        if (
            outcome.verdict is Verdict.DONE
            and outcome.action.text.startswith(MOVING)
            and not played.fired_events
        ):
            assert [
                item for item in changed if item not in ("Resolve", "Restfulness", "Grebes")
            ] == []
        state = played.state

        assert all(
            count > 0 for player in state.players.values() for count in player.items.values()
        )
        assert all(player.count("Resolve") <= 4 for player in state.players.values())
        assert state.obelisk.items.get("Grebes", 0) <= 5
        assert state.obelisk.distance >= 0

    outcomes = (outcome for played in games for outcome in played.outcomes)
    again = replayed(GAME, BOOK, start, outcomes, state.now)

    assert without_identities(again) == without_identities(state)
    assert GAME.picture(state, BOOK)
    page = GAME.write(GAME.new_page(BOOK, MONDAY, "a game"), BOOK, replace(state, started=MONDAY))
    assert GAME.read(page, BOOK, state.now).state == replace(state, started=MONDAY)
