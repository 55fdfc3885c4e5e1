"""A game of three verbs, for testing the kernel:
dig (a roll), walk (two choices), wager (an offer).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from wikibot.game.actions import ActionId, Event, Shape, Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.game import Demo, Game, Reading
from wikibot.game.picture import Group, Picture, PictureCell, in_rows
from wikibot.game.problems import Refused, Unreadable
from wikibot.game.rolls import StandingRoll, parse_rolls
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook
from wikibot.game.state import Kind, Offer, Player, State, gain, read_pending, with_player
from wikibot.wikitext.numerals import DAY, day_start, format_time

_PLAYER = re.compile(r"^\* (.+): (\S+) stones", re.MULTILINE)
_STANDING = re.compile(
    r"^# (.+) \| stands \| (.+) \| (.*) \| (\d+) \| (.+) \| (\d+)$", re.MULTILINE
)
_WAITING = re.compile(r"^# (.+) \| (\d\S+) \| (\w+) \| (.*)", re.MULTILINE)
ROADS = {"town": ("mill",), "mill": ("pond", "hill"), "pond": ("town",), "hill": ("town", "mill")}


def _join(act: ActionContext[State]) -> None:
    act.state = with_player(act.state, Player(act.action.account))
    act.say("joined")


def _dig(act: ActionContext[State]) -> None:
    found = sum(act.roll(2, 4, "digging"))
    act.state = gain(act.state, act.player, "Stone", found)
    act.say(f"found {found}")
    act.offer(act.player, Offer("wager"), "wager a stone", day_start(act.now) + DAY)


def _walk(act: ActionContext[State]) -> None:
    place = "town"
    for step in ("first", "second"):
        place = act.choose(
            f"the {step} step from {place}", ROADS[place], known=tuple(ROADS), rule="Roads"
        )
    act.say(f"walked to {place}")


def _wager(act: ActionContext[State]) -> None:
    act.take_up("wager", "there is nothing to wager on", "Wagers")
    act.state = gain(
        act.state, act.player, "Stone", 1 if act.pick(("win", "lose"), "the wager") == "win" else -1
    )


def _break(act: ActionContext[State]) -> None:
    raise ZeroDivisionError("a rule with a mistake")


GAMESTATE = "Our game.\n\n== Stones ==\n* Ann: 0 stones\n* Bea: 5 stones\n\nThat is all.\n"
ACTIONS = "Write below.\n\n== Actions ==\n"


DEMO_LINES = (
    ("Ann", 30, "dig -- 2d4 (1, 3) = 4"), ("Bea", 20, "dig"), ("Cat", 10, "dig -- 2d4 (1, 1) = 2"),
    ("Ann", 5, "dance"),
)  # fmt: skip


class Tiny(Game[State]):
    """Days are its phases; nothing is read from pages."""

    name = "stones"
    title = "Stones"
    verbs: tuple[Verb, ...] = (
        Verb("join", "join", "join", "", _join, players_only=False),
        Verb("dig", "dig", "dig", "", _dig),
        Verb("walk", "walk PLACE PLACE", "walk mill hill", "", _walk, Shape.WORDS),
        Verb("wager", "wager", "wager", "", _wager),
        Verb("break", "break", "break", "", _break),
    )

    def rulebook(self, ruleset: str, overlay: Sequence[Binding] = ()) -> Rulebook:
        return read_rulebook(ruleset, (), ())

    def read(self, page: str, book: Rulebook, now: datetime) -> Reading[State]:
        """Lines ``* NAME: 4 stones``;
        what waits on lines ``# PLAYER | ID | TEXT``, and rolls that stand below.
        """
        players, unreadable = {}, []
        for name, count in _PLAYER.findall(page):
            if count.isdecimal():
                players[name] = Player(name, items={"Stone": int(count)} if int(count) else {})
            else:
                unreadable.append(Unreadable("Stones", name, "Stones", count, "a number"))
        waiting = [
            read_pending(
                {
                    "id": ActionId.parse(i), "player": n, "kind": k, "text": text, "asks": "?",
                    "since": now,
                },
                (),
            )
            for n, i, k, text in _WAITING.findall(page)
        ]  # fmt: skip
        stands = [
            StandingRoll(n, what, label, int(i), parse_rolls(roll)[0], int(count))
            for n, what, label, i, roll, count in _STANDING.findall(page)
        ]
        state = State(now, players=players, pending=tuple(waiting), rolls=tuple(stands))
        return Reading(state, tuple(unreadable))

    def write(self, page: str, book: Rulebook, state: State) -> str:
        page = "".join(
            line for line in page.splitlines(keepends=True) if not line.startswith(("* ", "# "))
        )
        lines = [
            f"* {name}: {player.count('Stone')} stones\n" for name, player in state.players.items()
        ]
        lines += [
            f"# {p.player} | {p.id} | {p.kind} | {p.text}\n"
            for p in state.pending
            if p.kind is not Kind.OFFER
        ]
        lines += [
            f"# {s.player} | stands | {s.purpose} | {s.label} | {s.index} | {s.roll} | {s.count}\n"
            for s in state.rolls
        ]
        head, mark, tail = page.partition("== Stones ==\n")
        return head + mark + "".join(lines) + tail

    def differences(self, before: State, after: State) -> tuple[str, ...]:
        return tuple(
            f"{name} gains {player.count('Stone') - before.players[name].count('Stone')} Stone"
            for name, player in after.players.items()
            if name in before.players
            and player.count("Stone") != before.players[name].count("Stone")
        )

    def deadline(self, state: State, book: Rulebook) -> Any:
        return day_start(state.now) + DAY

    def next_event(self, state: State, book: Rulebook) -> Event | None:
        return Event(day_start(state.now) + DAY, "new day")

    def handle_event(self, act: ActionContext[State], event: Event) -> None:
        act.state = replace(act.state, phase=act.state.phase + 1)
        act.say(f"day {act.state.phase}")

    def after_action(self, act: ActionContext[State]) -> None:
        if any(player.count("Stone") > 20 for player in act.state.players.values()):
            raise Refused("nobody carries more than 20 stones", rule="Weight")

    def correct(self, state: State, statement: str) -> State:
        found = re.fullmatch(r"(\w+) gains (-?\d+) (\w+)", statement)
        if not found:
            raise ValueError("say who gains what")
        name, count, item = found.groups()
        return gain(state, name, item, int(count))

    def to_json(self, state: State, book: Rulebook) -> Mapping[str, Any]:
        players = [
            {"name": name, "items": dict(player.items)} for name, player in state.players.items()
        ]
        waiting = [{"player": pending.player, "asks": pending.asks} for pending in state.pending]
        return {
            "game": self.name, "now": format_time(state.now), "players": players,
            "pending": waiting, "judge": None,
        }  # fmt: skip

    def picture(self, state: State, book: Rulebook) -> Picture:
        stones = {name: "o" * player.count("Stone") for name, player in state.players.items()}
        cells = (PictureCell(name, 0, 0, name, marks=(all_,)) for name, all_ in stones.items())
        return Picture("Stones", groups=(Group("Stones", in_rows(cells)),))

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        return f"{title}, begun {format_time(now)}.\n\n== Stones ==\n"

    def demo(self) -> Demo:
        return Demo({"Ruleset": "No rules.\n", "Gamestate": GAMESTATE}, DEMO_LINES)


GAME = Tiny()


def install(site: Path) -> None:
    """Install the game in a folder of packages, as pip leaves it; also with a ruleset."""
    games = {
        "stones": "tests.game.tiny:GAME",
        "pond": "tests.game.pond:GAME",
        "broken": "no.such:GAME",
    }
    info = site / "stones-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stones\nVersion: 1.0\n")
    points = "".join(f"{name} = {where}\n" for name, where in games.items())
    (info / "entry_points.txt").write_text(f"[wikibot.games]\n{points}")
