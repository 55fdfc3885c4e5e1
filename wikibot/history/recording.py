"""A log played line by line, and what a viewer needs to show each step of it.

A recording is JSON. It holds the first step in full and of every other step only what differs from
the one before, so that a game of thousands of lines is small and opens at once. As a file it is
HTML that needs no network: the viewer, the same for all games, and the recording as data that the
viewer shows as text only. A content security policy lets nothing else run or load.

The chart of each player's main number by phase is an SVG picture, a line a player. Shapes and
escaped text only, no script and no link. Lines differ in colour, dash and the mark at each point,
so that they can be told apart without seeing colours; each ends in the player's name.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from html import escape
from importlib.resources import files
from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from wikibot import schemas
from wikibot.dice.replay import NotPlayed, Start, secrets_of
from wikibot.game.actions import Action, Outcome
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.orders import Malformed, read_log
from wikibot.game.engine.standing_rolls import Recorded
from wikibot.game.picture import (
    BY_DAY,
    BY_PHASE,
    COLOURS,
    INKS,
    Picture,
    inks_of,
    with_arrows,
    xml_text,
)
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.storage.log_page import start_of
from wikibot.wikitext.escape import in_a_line, shortened
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import format_time, period_name
from wikibot.wikitext.regex import regex

Row = tuple[str, ...]
_LONGEST = 2000  # characters of a line or an answer that are shown


class RecordedStep(Struct, frozen=True):
    """The game after one line. ``told``: the answer, and what happened by itself before it.

    ``revision``: the one that added the line, 0 where that is not known. ``players``: a row of
    cells for each, by ``columns``. ``numbers``: each player's main number by name, and what it
    ``counts``; empty where the game names none.
    """

    time: datetime
    phase: int
    who: str = ""
    line: str = ""
    verdict: str = ""
    told: tuple[str, ...] = ()
    revision: int = 0
    columns: Row = ()
    players: tuple[Row, ...] = ()
    numbers: Mapping[str, int] = {}
    picture: Picture | None = None
    counts: str = ""
    state: Any = None
    book: Rulebook | None = None


def play_back(
    start: Start, lines: Sequence[str], end: datetime | None = None
) -> Iterator[RecordedStep]:
    """The starting page, each line of a log, and what happens by itself until ``end``.

    Raises :class:`NotPlayed` where there is no line, or the starting page cannot be read.
    """
    begins = start.since or start_of(lines)
    if begins is None:
        raise NotPlayed("there is no line in the log")
    state, dice = start.state(begins), Recorded(lines)
    yield _step(start, state, begins)
    for entry in read_log("\n".join(lines)):
        if isinstance(entry, Malformed):
            continue
        with secrets_of(start):
            played = Engine(start.game, start.book(entry.time), dice).play(state, [entry])
        state, events = played.state, [each.text for each in played.fired_events]
        if isinstance(entry, Action):
            yield _step(start, state, entry.time, events, next(iter(played.outcomes), None))
        elif events:
            yield _step(start, state, entry.time, events)
    if end is not None and end > state.now:
        with secrets_of(start):
            played = Engine(start.game, start.book(end), dice).play(state, [], end)
        events = [each.text for each in played.fired_events]
        if events:
            yield _step(start, played.state, end, events)


def _step(
    start: Start, state: Any, time: datetime, events: Iterable[str] = (),
    outcome: Outcome | None = None
) -> RecordedStep:  # fmt: skip
    game, book = start.game, start.book(time)
    rows = list[dict[str, Any]]()
    for player in game.to_json(state, book)["players"]:
        fields = player.get("fields")  # of a game without a programmer: columns like all others
        own = {name: value for name, value in player.items() if name != "fields"}
        rows.append({**own, **(fields if isinstance(fields, Mapping) else {})})
    columns = tuple(
        {schemas.words_of_key(column): column for row in rows for column in row}.values()
    )
    number = game.deciding(state, book)
    drawn, told = game.picture(state, book), [shortened(each, _LONGEST) for each in events]
    told += [shortened(outcome.text, _LONGEST)] if outcome else []
    said: tuple[str, str, str] = ("", "", "")
    if outcome:
        line = in_a_line(outcome.action.text, _LONGEST)
        said = (outcome.player or outcome.action.account, line, outcome.verdict.value)
    return RecordedStep(
        time, state.phase if game.has_phases else 0, *said, tuple(told),
        outcome.action.id.revision if outcome else 0, tuple(map(schemas.words_of_key, columns)),
        tuple(tuple(schemas.as_text(row.get(column)) for column in columns) for row in rows),
        {name: number.of(each) for name, each in state.players.items()} if number else {},
        drawn and with_arrows(drawn), number.name if number else "", state, book,
    )  # fmt: skip


# -- as JSON ---------------------------------------------------------------------------------------


def recording(title: str, steps: Iterable[RecordedStep], link: str = "") -> dict[str, Any]:
    """Steps as an object for the viewer.

    ``link``: the address of a line's revision but for its number, "" without a wiki.
    """
    every = list(steps)
    found = [_entry(step, every[at - 1] if at else None) for at, step in enumerate(every)]
    number, inks = every[-1].counts if every else "", dict(inks_of(players_of(every)))
    return {
        "title": title, "number": number, "link": link, "colours": COLOURS, "inks": inks,
        "steps": found,
    }  # fmt: skip


def _entry(step: RecordedStep, before: RecordedStep | None) -> dict[str, Any]:
    """One step, without the values that did not change."""
    entry: dict[str, Any] = {"at": format_time(step.time)}
    told: dict[str, Any] = {
        "phase": step.phase, "who": step.who, "line": step.line, "verdict": step.verdict,
        "told": step.told, "revision": step.revision,
    }  # fmt: skip
    entry |= {name: value for name, value in told.items() if value}
    if before is None or step.columns != before.columns or len(step.players) != len(before.players):
        entry |= {"columns": step.columns, "players": step.players}
    else:
        pairs = enumerate(zip(step.players, before.players, strict=True))
        rows = {number: row for number, (row, old) in pairs if row != old}
        entry |= {"rows": rows} if rows else {}
    if step.picture is not None:
        entry |= _drawn(step.picture, before.picture if before else None)
    return entry


def _drawn(picture: Picture, before: Picture | None) -> dict[str, Any]:
    """The board: in full where its set of cells changed, else only the cells that differ."""
    if picture == before:
        return {}
    facts = {} if before and picture.facts == before.facts else {"facts": picture.facts}
    if before is None or _frame(picture) != _frame(before):
        groups = [
            {"title": group.title, "size": group.size, "map": bool(group.extent[0]),
             "cells": [astuple(cell) for cell in group.cells]}
            for group in picture.groups
        ]  # fmt: skip
        edges = [astuple(edge) for edge in picture.edges]
        legend = [astuple(entry) for entry in picture.legend]
        return {"board": {"groups": groups, "edges": edges, "legend": legend}, **facts}
    pairs = zip(picture.cells, before.cells, strict=True)
    cells = [astuple(cell) for cell, old in pairs if cell != old]
    return {**facts, **({"cells": cells} if cells else {})}


def _frame(picture: Picture) -> tuple[Any, ...]:
    """The part of a picture that must not change if single cells are to be recorded."""
    spots = (tuple((cell.id, cell.x, cell.y) for cell in each.cells) for each in picture.groups)
    groups = zip(picture.groups, spots, strict=True)
    return (*((each.title, each.extent, cells) for each, cells in groups), picture.edges)


# -- by phase --------------------------------------------------------------------------------------


def by_phase(steps: Iterable[RecordedStep]) -> tuple[tuple[str, ...], dict[str, list[int | None]]]:
    """Labels of phases (days in a game without), and each player's main number at the end of each.

    None stands for a phase at the end of which the player was not in the game.
    """
    labels: dict[str, Mapping[str, int]] = {}
    for step in steps:
        labels[period_name(step.phase, step.time)] = step.numbers
    names = dict.fromkeys(name for numbers in labels.values() for name in numbers)
    every = labels.values()
    return tuple(labels), {name: [each.get(name) for each in every] for name in names}


# -- as one file -----------------------------------------------------------------------------------

_SLOT = regex(r"\{\{(title|policy|style|chart|recording|script)\}\}")
# What ends a script element, or what old browsers take for a line's end in one:
_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def replay_page(recorded: Mapping[str, Any], chart: str = "") -> str:
    """The text of the file. ``chart`` is an SVG picture, "" for none."""
    script, style = _part("viewer.js"), _part("viewer.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    data = schemas.json_text(schemas.Recording, recorded, ensure_ascii=False, separators=(",", ":"))
    parts = {
        "title": escape(str(recorded["title"])), "policy": policy, "style": style, "script": script,
        "chart": chart.partition("?>")[2] if chart.startswith("<?xml") else chart,
        "recording": re.sub("[<>&\u2028\u2029]", lambda found: _UNSAFE[found[0]], data),
    }  # fmt: skip
    return _SLOT.sub(lambda slot: parts[slot[1]], _part("viewer.html"))


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# == chart =========================================================================================

WIDTH, HEIGHT = 720, 360  # pixels, of the whole picture
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 48, 44  # pixels around the lines
MOST = 17  # players, as many as names have room for
_NAME = 15  # pixels between two names at the least
DASHES = ("", "6 3", "2 3", "8 3 2 3")
_SIGNS = ("circle", "square", "diamond")
_OPENING = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
    f'height="{HEIGHT}" role="img" aria-labelledby="chart-title chart-desc" '
    'font-family="sans-serif" font-size="12">'
)
Point = tuple[float, float]


def game_chart(steps: Sequence[RecordedStep], *, has_phases: bool) -> str:
    """The chart of a game that was played back: by phase, or by day in a game without.

    "" where the game names no number of players.
    """
    number = steps[-1].counts if steps else ""
    title = say(BY_PHASE if has_phases else BY_DAY, number)
    return chart_svg(title, *by_phase(steps), players_of(steps)) if number else ""


def players_of(steps: Iterable[RecordedStep]) -> tuple[str, ...]:
    """Everyone who ever played, in the order in which they came."""
    states = (step.state for step in steps if step.state is not None)
    return tuple(dict.fromkeys(name for state in states for name in state.players))


def chart_svg(
    title: str, labels: Sequence[str], lines: Mapping[str, Sequence[int | None]],
    players: Sequence[str] = ()
) -> str:  # fmt: skip
    """The chart as the text of an SVG file.

    ``labels`` stand below, from left to right; each of the ``lines`` has a number for each of them,
    or None where there is none. ``players``: all of them, by whom the colours go.
    """
    there = {name for name, line in lines.items() if line and line[-1] is not None}
    best = sorted(lines, key=lambda name: (name in there, _last(lines[name]) or 0), reverse=True)
    most = best[:MOST]  # those still in the game first, then by number
    shown = {name: lines[name] for name in lines if name in most}
    others = len(lines) - len(shown)
    title += f" ({say('and {} more', others)})" if others else ""
    values = [value for line in shown.values() for value in line if value is not None]
    low, high, step = _scale(min([0, *values]), max([1, *values]))

    def place(number: int, value: float) -> Point:
        across = (number / (len(labels) - 1) if labels[1:] else 1) * (WIDTH - LEFT - RIGHT)
        return LEFT + across, TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    about = "; ".join(f"{name}: {_last(line)}" for name, line in shown.items())
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        _OPENING,
        f'<title id="chart-title">{xml_text(title)}</title>',
        f'<desc id="chart-desc">{xml_text(about)}</desc>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="26" font-size="16" font-weight="bold">{xml_text(title)}</text>',
        *_grid(range(low, high + 1, step), lambda value: place(0, value)[1]),
        *_phases(labels, lambda number: place(number, low)[0]),
        *_drawn_lines(shown, place, inks_of((*players, *lines))),
        "</svg>",
        "",
    ]
    return "\n".join(parts)


def _last(line: Sequence[int | None]) -> int | None:
    return next((value for value in reversed(line) if value is not None), None)


def _scale(low: int, high: int) -> tuple[int, int, int]:
    """Least and greatest number of the scale, and the step between its about five lines."""
    steps = (each * 10**power for power in count() for each in (1, 2, 5))
    step = next(each for each in steps if (high - low) / each <= 5)
    return low // step * step, -(-high // step) * step, step


def _grid(values: range, height: Callable[[int], float]) -> Iterator[str]:
    for value in values:
        y = height(value)
        ink = "#dadde3" if value else "#54595d"
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{ink}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'


def _phases(labels: Sequence[str], across: Callable[[int], float]) -> Iterator[str]:
    """As many labels as there is room for, the last one among them."""
    room = max(7 * max(map(len, labels), default=1) + 12, 24)
    each = max(1, -(-len(labels) * room // (WIDTH - LEFT - RIGHT)))
    for number, label in enumerate(labels):
        if (len(labels) - 1 - number) % each == 0:
            x = across(number)
            anchor = "end" if number == len(labels) - 1 else "middle"  # names stand to the right
            place = f'x="{x:.1f}" y="{HEIGHT - 18}" text-anchor="{anchor}"'
            yield f"<text {place}>{xml_text(label)}</text>"


def _drawn_lines(
    lines: Mapping[str, Sequence[int | None]],
    place: Callable[[int, float], Point],
    inks: Mapping[str, str],
) -> Iterator[str]:
    ends: list[tuple[float, float, str, str]] = []
    for number, (name, line) in enumerate(lines.items()):
        ink, dash = inks[name], DASHES[number // len(INKS) % len(DASHES)]
        points = [place(at, value) for at, value in enumerate(line) if value is not None]
        if not points:
            continue
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        yield f'<polyline points="{drawn}" fill="none" stroke="{ink}" stroke-width="2"{dashes}/>'
        yield from (_sign(point, _SIGNS[number % len(_SIGNS)], ink) for point in points)
        ends.append((points[-1][1], points[-1][0], name, ink))
    lowest = float("-inf")
    for left, (y, x, name, ink) in enumerate(sorted(ends), start=1):
        room = HEIGHT - BOTTOM + _NAME - (len(ends) - left) * _NAME
        lowest = max(min(y, room), lowest + _NAME)
        value = f"{name} {_last(lines[name])}"
        told = value if len(value) <= 20 else f"{value[:19]}…"
        yield (
            f'<path d="M{x + 5:.1f} {y:.1f}L{WIDTH - RIGHT + 10} {lowest:.1f}" '
            'stroke="#a2a9b1" stroke-dasharray="1 3"/>'
        )
        spot = f'x="{WIDTH - RIGHT + 12}" y="{lowest + 4:.1f}" fill="{ink}"'
        yield f"<text {spot}>{xml_text(told)}</text>"


def _sign(point: Point, sign: str, ink: str) -> str:
    x, y = point
    if sign == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{ink}"/>'
    turn = f' transform="rotate(45 {x:.1f} {y:.1f})"' if sign == "diamond" else ""
    return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="{ink}"{turn}/>'
