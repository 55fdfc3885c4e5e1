"""Whole cycles at random, by players who mostly try: gatherings, pots, trades, proposals, requests;
and who sometimes write anything.

All begin with some of everything, an observation gives much ⚡, freedom is cheap, and there is a
judge, so that most of the rules come up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

from rules.cycle14 import GAME
from rules.cycle14.components import KNOWN
from rules.cycle14.herbalism import NAMES as HERBS
from rules.cycle14.state import OPEN, Gathering, Obelisk, Player, Pot, State
from tests.rules.any_game import MONDAY, Sometimes, any_game
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.names import singular_of
from wikibot.game.state import Kind, Request

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
CHEAPER = (
    ("each player gains 1⚡", "each player gains 4⚡"),
    ("10⚡, 10💎, 10🌿, 10❤️🔥", "3⚡, 3💎, 3🌿, 3❤️🔥"),
)
RITUALS = (
    "displaces", "rends", "destroys", "risks", "boosts", "frees", "appease the", "murder: Dan",
    "murder: Eve",
)  # fmt: skip
TASKS = (
    "mine", "forage", "alchemy", "beat heart", "acquire blood", "befriend grebe", "instruct grebe",
    "synthesise pot", "synthesize pot",
)  # fmt: skip
BEGINNINGS = (
    "trade 1🌿 to Bob for 1💎", "trade 💎 to Ann for nothing", "leave: yes",
    "propose Banishment: Bob for 2 days", "propose Banishment: Fay for an hour",
    "propose Banishment: Cleo for an hour", "propose: More", "propose Urgent: Now",
    "propose Sacrificial: All for one", "run for judge", "run for judge", "judge request: Why?",
)  # fmt: skip
ANYTHING = (
    "contribute", "contribute ⚗️ to G1", "withdraw", "withdraw 💎 from G2", "complete", "object",
    "store 1🐦", "accept", "choose", "choose 🌿", "plant Ponzi Plant in pot 2", "leave", "help", "",
    "nonsense",
)  # fmt: skip


def _ruleset() -> str:
    text: str = GAME.demo().pages["Ruleset"]
    for dear, cheap in CHEAPER:
        assert dear in text
        text = text.replace(dear, cheap)
    return text


BOOK = GAME.rulebook(_ruleset())


def start(random: Random) -> State:
    """Six players with some of everything, pots in which herbs grow, an Obelisk with cuts."""
    items = {
        name: {item: random.randint(2, 5) for item in KNOWN.names if item != "Grebes"}
        for name in NAMES
    }
    items["Ann"]["Grebes"] = 2
    players = {name: Player(name, items={**items[name], "Resolve": 4}) for name in NAMES}
    stone = Obelisk(
        random.randint(2, 12),
        random.randint(3, 10),
        {"Blood of Stone": 30, "Grebes": random.randint(1, 4)},
    )
    pots = (Pot("1", "Feather Fluff", 5), Pot("2", "Kraken Root", 8), Pot("3"), Pot("4"))
    store = {"Herbs": 9, **random.choice(({}, {}, {}, {"Infernal Heart": 20}))}
    asked = (Request("J1", "Ann", "Why?", OPEN, MONDAY),)
    return State(
        MONDAY, players=players, judge="Cleo", requests=asked, obelisk=stone, storehouse=store,
        pots=pots,
    )  # fmt: skip


def cycle(random: Random, state: State) -> Iterator[Played[State]]:
    """Two weeks and more, or until the cycle is won or lost."""
    for played in any_game(
        random, Engine(GAME, BOOK, Sometimes(random)), state, NAMES, _line, lines=250, hours=3
    ):
        yield played
        if played.state.over:
            return


def _line(random: Random, state: State, name: str) -> str:
    if random.random() < 0.1:
        return random.choice(ANYTHING)
    waiting = next((p for p in state.pending if p.player == name and p.kind is Kind.ACTION), None)
    if waiting:
        options = waiting.asks.partition(": ")[2].split(", ")
        return f"choose {random.choice(options)}" if options != [""] else "choose 1d6 (3) = 3"
    if name not in state.players:
        return random.choice(("join", f"join as {name} the Second"))
    running = [each for each in state.gatherings if each.status == OPEN]
    if not running and random.random() < 0.3:
        return random.choice(("observe", *(f"start gathering {ritual}" for ritual in RITUALS)))
    if running and random.random() < 0.6:
        return _gathering(random, random.choice(running), state, name)
    return random.choice((_herbs, _task, _affair))(random, state, name)


def _gathering(random: Random, gathering: Gathering, state: State, name: str) -> str:
    if gathering.starter == name and (len(gathering.contributions) > 2 or random.random() < 0.3):
        return f"complete {gathering.id}"
    if random.random() < 0.05:
        return f"withdraw {random.choice('⚡💎')} from {gathering.id}"
    if gathering.victim == name and random.random() < 0.3:
        return f"object {gathering.id}"
    given = gathering.contributions.get(name, ())
    mine = [
        KNOWN.emoji[item]
        for item, count in state.players[name].items.items()
        if count > 0 and item not in given
    ]
    return f"contribute {''.join(mine)} to {gathering.id}"


def _herbs(random: Random, state: State, name: str) -> str:
    del state, name
    herbs = random.sample(HERBS, 2)
    return random.choice((
        f"plant {herbs[0]}", f"propagate {', '.join(herbs)}", "hydrate all", "water 1, 2",
        "herbalism hydrate 2", "harvest 1", "harvest 2", "harvest all",
    ))  # fmt: skip


def _task(random: Random, state: State, name: str) -> str:
    hill = f"hike {name}'s hill {len(state.landmarks)}: high"
    return random.choice(
        (
            *TASKS, hill, "observe", "observe", "store 1🌿", "store all", "withdraw 2🌿",
            "withdraw all 💎",
        )
    )  # fmt: skip


def _affair(random: Random, state: State, name: str) -> str:
    lines = _going_on(state, name)
    return random.choice(lines if lines and random.random() < 0.8 else BEGINNINGS)


def _going_on(state: State, name: str) -> list[str]:
    """What a player may do about proceedings, and about their banishment."""
    lines = ["end banishment", "befriend grebe"] if state.players[name].banished else []
    for trade in (each for each in state.trades if each.status == OPEN):
        lines += [f"accept {trade.id}", f"decline {trade.id}"] if trade.partner == name else []
        lines += [f"cancel {trade.id}"] if trade.proposer == name else []
    for proposal in (each for each in state.proposals if each.status == OPEN):
        lines += [f"vote {proposal.id} for", *(f"{each} {proposal.id}" for each in "👍👎🤔")]
        lines += [f"retract {proposal.id}"] if proposal.proposer == name else []
    for candidacy in state.candidacies:
        lines += (
            ["stand down"]
            if candidacy.id == name
            else [f"support {candidacy.id}", f"oppose {candidacy.id}"]
        )
    for request in state.requests:
        lines += [f"withdraw request {request.id}"] if request.asker == name else []
        lines += (
            [f"confidence {request.id}", f"vote {request.id} overturn"]
            if request.status != OPEN
            else []
        )
        if state.judge == name:
            lines += [f"judge answer {request.id}: So be it.", f"overturn {request.id}: No."] * 3
    if state.judge == name:
        lines.append("resign as judge")
    elif state.judge and name in ("Dan", "Eve"):  # nobody would judge for long if all could
        lines += ["assent to removing the judge", "take back my assent"]
    return lines


# -- components ------------------------------------------------------------------------------------

_NAMES = {form: name for name in KNOWN.names for form in (name, singular_of(name))}
_ITEM = "|".join((*KNOWN.emoji.values(), *(f" {name}" for name in _NAMES)))
_COUNT = rf"\d+(?:{_ITEM})(?: \(now \d+\))?"
_CHANGE = re.compile(rf"(?P<way>gains|loses) (?P<all>{_COUNT}(?:(?:, | and ){_COUNT})*)")
_EACH = re.compile(rf"(?P<count>\d+)(?P<item>{_ITEM})")
_TIRED = re.compile(r"(\d+) turn into 💤")
_GONE = re.compile(r"(\d+)🐦 of the Obelisk cease to exist")


def everything(state: State) -> Counter[str]:
    """How many of each component there are in the whole game."""
    owners = (
        state.storehouse,
        state.obelisk.items,
        *(player.items for player in state.players.values()),
    )
    return sum(map(Counter, owners), Counter[str]())


def unaccounted(before: State, after: State, said: str) -> dict[str, int]:
    """By how much the number of components changed, beyond what was said of gains and losses."""
    found = Counter(everything(after))
    found.subtract(everything(before))
    for change in _CHANGE.finditer(said):
        sign = 1 if change["way"] == "gains" else -1
        for each in _EACH.finditer(change["all"]):
            item = each["item"].strip()
            found[_NAMES.get(item) or KNOWN.vocabulary.canonical(item)] -= sign * int(each["count"])
    tired = sum(map(int, _TIRED.findall(said)))
    found.update(
        {"Resolve": tired, "Restfulness": -tired, "Grebes": sum(map(int, _GONE.findall(said)))}
    )
    ruined = [
        item
        for item in KNOWN.names
        if f"all {item} are destroyed" in said and not everything(after)[item]
    ]
    return {item: count for item, count in found.items() if count and item not in ruined}
