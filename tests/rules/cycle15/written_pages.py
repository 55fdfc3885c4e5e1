"""Gamestate pages as people wrote them, the ruleset they belong to, and what they say."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from rules.cycle15.garbage import CATALOGUE
from rules.cycle15.state import Player, Space, State
from wikibot.game.ruleset.rulebook import read_rulebook
from wikibot.wikitext.numerals import format_time

NOW = datetime(
    2024, 1, 12, tzinfo=UTC
)  # in the fourth phase of a game that began on the first of January

RULESET = """\
== Phases ==
Phase I: Monday to Thursday

Phase II: Friday to Sunday
== Garbage ==
{| class="wikitable"
! Name !! Description !! ID
|-
| Fish || splash || 1
|-
| Duck || quack || 2
|-
| 4st || help || 3
|-
| Team Fortress 2 || bang || 4
|-
| +6 Sword of Edging || ouch || 5
|-
| ⚡ || zap || 6
|}
== Board ==
=== Spaces ===
==== Crystal ====
Shiny.
==== Crystal Orb ====
Shiny.
==== Garbage Pile ====
Smelly.
==== Thin Ice ====
Cold.
=== Categories ===
==== Hazard ====
* Thin Ice
==== Treasure ====
* Crystal
== Wheel Rotation ==
It turns.
"""


def written_pages() -> Sequence[ParameterSet]:
    """Cases of pages.txt: name, page, what it says."""
    text = (Path(__file__).parent / "pages.txt").read_text(encoding="utf-8")
    cases = []
    for block in text.split("=== ")[1:]:
        title, _, rest = block.partition("\n")
        body, _, said = rest.partition("--- state\n")
        cases.append(pytest.param(body, said.strip(), id=title.partition(":")[0]))
    return cases


def told(state: State) -> str:
    """A state in the words of pages.txt."""
    head = f"phase {state.phase}" + (
        f", wheel {state.wheel_rotation}" if state.wheel_rotation is not None else ""
    )
    lines = [head + (", party" if state.party else "")]
    if state.judge:
        lines.append(f"judge {state.judge}, winners {' '.join(state.winners)}")
    lines += [_player(player) for player in state.players.values()]
    lines += [
        f"left {each.name} ({each.account}) {format_time(each.left)}" for each in state.former
    ]
    lines += [f"{p.id} {p.player} {p.kind} {p.text!r} for {p.asks!r}" for p in state.pending]
    return "\n".join([*lines, *(_space(space) for space in state.spaces.values())])


def _player(player: Player) -> str:
    account = f" ({player.account})" if player.account else ""
    things = [f"{count} {item}" for item, count in player.items.items()]
    things += [f"joined {format_time(player.joined)}"] if player.joined else []
    things += [f"moved {' '.join(map(str, player.moved))}"] if player.moved else []
    return (
        f"{player.name}{account} on {player.location}: "
        f"{', '.join([*things, *map(str, player.effects)])}"
    ).rstrip()


def _space(space: Space) -> str:
    pseudo = f" ({space.pseudo_type})" if space.pseudo_type else ""
    more = f", boulders {' '.join(map(str, space.boulder_path))}" if space.boulder_path else ""
    more += f", haven {space.safe_haven}" if space.safe_haven is not None else ""
    return (
        f"{space.id} {space.type}{pseudo} -> {', '.join(map(str, space.successors))}{more}".rstrip()
    )


BOOK = read_rulebook(RULESET, (CATALOGUE,), ())
PLAIN = str(written_pages()[0].values[0])
