"""Who leads and since when, what happened last, what comes next: as a page, and as one file.

Nothing in it depends on the time at which it is looked at, so that it is saved only when something
happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Any

from msgspec import Struct

from wikibot.game.board.picture import inks_of
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.game import Game
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, State
from wikibot.storage.log_page import RESULT_MARK
from wikibot.wikitext.escape import answer_wikitext, show
from wikibot.wikitext.messages import local_digits, localized, retold, say

MOST_EVENTS = 10
_MOST_DEADLINES = 10
_SHOWN = 240  # characters of an event
_OPEN = "open"
_LINE = re.compile(r"(?P<at>\d{4}-\d\d-\d\dT[\d:]{5,8}Z) (?P<who>\S[^:]*): (?P<said>.*)")
_BY_ITSELF = re.compile(r"# (?P<at>\d{4}-\d\d-\d\dT[\d:]{5,8}Z) (?P<said>.*)")


class Standing(Struct, frozen=True):
    """A player. ``number``: how much they have of what decides the game; None: nothing does."""

    name: str
    number: int | None
    about: str


class Lead(Struct, frozen=True):
    """Who has most of what decides the game, and since when; None: since it began, or unknown."""

    names: tuple[str, ...]
    since: datetime | None = None


class Happening(Struct, frozen=True):
    """What happened, or will, at a time."""

    time: datetime
    text: str


class Standings(Struct, frozen=True):
    """How a game stands. ``counts``: what decides it, "" where nothing does."""

    title: str
    counts: str
    players: tuple[Standing, ...]
    lead: Lead
    winners: tuple[str, ...]
    events: tuple[Happening, ...]
    deadlines: tuple[Happening, ...]
    inks: Mapping[str, str]


def standings(
    game: Game[Any], state: State, book: Rulebook, title: str, log: Sequence[str], lead: Lead
) -> Standings:
    """How a game stands; ``log``: its newest lines."""
    number = game.deciding(state, book)
    every = [
        Standing(name, number.of(player) if number else None, game.standing(state, name))
        for name, player in state.players.items()
    ]
    every.sort(key=lambda each: -(each.number or 0))
    return Standings(
        title, number.name if number else "", tuple(every), lead, tuple(state.winners),
        tuple(_events(log))[-MOST_EVENTS:][::-1],
        tuple(sorted(_deadlines(game, state, book), key=lambda each: each.time))[:_MOST_DEADLINES],
        inks_of(state.players),
    )  # fmt: skip


def leaders(numbers: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Who has most; nobody where all have the same."""
    found = dict(numbers)
    most = max(found.values(), default=0)
    names = tuple(name for name, number in found.items() if number == most)
    return names if len(names) < len(found) or len(found) == 1 else ()


def lead_of(numbers: Iterable[tuple[datetime, Mapping[str, int]]]) -> Lead:
    """Who leads at the end, and since when, by what each player had at some times."""
    lead = Lead(())
    for time, each in numbers:
        names = leaders(each.items())
        lead = lead if names == lead.names else Lead(names, time)
    return lead


def _events(log: Sequence[str]) -> Iterator[Happening]:
    """What lines did, in the words of their answers, and what happened by itself."""
    waits: Happening | None = None
    for line in log:
        if waits and line.startswith(RESULT_MARK):
            who, _, said = waits.text.partition(" ¶")[0].partition(": ")
            result = line.removeprefix(RESULT_MARK)
            waits = Happening(waits.time, f"{who} (`{_cut(said, _SHOWN // 3)}`): {result}")
            continue
        found = _LINE.fullmatch(line) or _BY_ITSELF.fullmatch(line)
        if found is None:
            continue
        if waits:
            yield waits
        said = f"{found['who']}: {found['said']}" if line[:1] != "#" else found["said"]
        waits = Happening(parse_time(found["at"]), said)
    if waits:
        yield waits


def _deadlines(game: Game[Any], state: State, book: Rulebook) -> Iterator[Happening]:
    for each in state.proposals:
        if each.status == _OPEN and (until := game.voted_until(each, book)):
            yield Happening(until, say("voting on {} ends", f"{each.id}: {each.title}"))
    for waiting in state.pending:
        if waiting.until and waiting.kind is not Kind.HELD and waiting.player in state.players:
            asks = retold(waiting.asks) or waiting.text
            yield Happening(waiting.until, say("{} has to answer: {}", waiting.player, asks))
    if ends := game.deadline(state, book):
        what = say("phase {} ends", state.phase) if game.has_phases else \
            say("what is begun now has to be finished")  # fmt: skip
        yield Happening(ends, what)


# -- in words --------------------------------------------------------------------------------------


def _lead(found: Standings) -> str:
    if found.winners:
        return say("{} won", ", ".join(found.winners))
    if not found.lead.names:
        return say("Nobody leads") if found.counts else ""
    names, most = ", ".join(found.lead.names), max(each.number or 0 for each in found.players)
    said = say("{} leads with {}", names, f"{most} {found.counts}") if len(found.lead.names) == 1 \
        else say("{} lead with {} each", names, f"{most} {found.counts}")  # fmt: skip
    since = found.lead.since
    return f"{said},{say(' since {}', format_time(since))}" if since else said


def _headers(found: Standings) -> list[str]:
    return [say("Player"), *([found.counts] if found.counts else []), say("How they stand")]


def _cut(text: str, most: int = _SHOWN) -> str:
    """A text of at most so many characters, without the marks of code that it may lose one of."""
    return text if len(text) <= most else f"{text[: most - 1].replace('`', '')}…"


_CHIP = "color:#fff;border-radius:8px;padding:0 6px;background:"


def as_wikitext(found: Standings) -> str:
    """The page."""
    inks = found.inks
    lines = [f"'''{answer_wikitext(_lead(found))}.'''" if _lead(found) else ""]
    lines += ['{| class="wikitable"', "! # !! " + " !! ".join(map(show, _headers(found)))]
    for place, each in enumerate(found.players, start=1):
        chip = f'<span style="{_CHIP}{inks[each.name]}">'
        number = [local_digits(str(each.number))] if found.counts else []
        cells = [
            local_digits(str(place)),
            f"{chip}{show(each.name)}</span>",
            *number,
            show(localized(_cut(each.about))),
        ]
        lines += ["|-", "| " + " || ".join(cells)]
    lines.append("|}")
    for title, happenings in _parts(found):
        lines += ["", f"== {title} =="]
        lines += [
            f"* {answer_wikitext(format_time(each.time))}: {answer_wikitext(_cut(each.text))}"
            for each in happenings
        ]
    return "\n".join(lines).lstrip() + "\n"


def _parts(found: Standings) -> Iterator[tuple[str, Sequence[Happening]]]:
    for title, happenings in (
        (say("What happened last"), found.events), (say("What comes next"), found.deadlines)
    ):  # fmt: skip
        if happenings:
            yield title, happenings


_STYLE = """\
body { max-width: 60em; margin: 1em auto; padding: 0 1em; font: 16px/1.5 sans-serif;
  color: #202122; background: #fff; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3em .6em; border: 1px solid #a2a9b1; text-align: start; vertical-align: top; }
.lead { font-size: 1.25em; font-weight: bold; }
.player { padding: 0 .5em; border-radius: 8px; color: #fff; }
time { color: #54595d; }
svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) {
  body { color: #eaecf0; background: #101418; }
  time { color: #a2a9b1; }
}
"""


def _told(text: str) -> str:
    """A text as HTML: times and numbers as people write them, lines as code."""
    return "".join(
        f"<code>{escape(part)}</code>" if place % 2 else escape(localized(part))
        for place, part in enumerate(re.split("`([^`]*)`", text))
    )


_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def as_html(found: Standings, chart: str = "") -> str:
    """One file that needs no network. ``chart``: an SVG picture, "" for none."""
    inks = found.inks

    def row(place: int, each: Standing) -> str:
        chip = f'<span class="player" style="background:{inks[each.name]}">'
        number = [local_digits(str(each.number))] if found.counts else []
        cells = [local_digits(str(place)), f"{chip}<bdi>{escape(each.name)}</bdi></span>", *number,
                 f"<bdi>{escape(localized(_cut(each.about)))}</bdi>"]  # fmt: skip
        return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

    def listed(title: str, happenings: Sequence[Happening]) -> str:
        items = "".join(
            f"<li><time>{_told(format_time(each.time))}</time> "
            f"<bdi>{_told(_cut(each.text))}</bdi></li>\n"
            for each in happenings
        )
        return f"<h2>{escape(title)}</h2>\n<ul>\n{items}</ul>"

    rows = "\n".join(row(place, each) for place, each in enumerate(found.players, start=1))
    heads = "".join(f"<th>{escape(each)}</th>" for each in ("#", *_headers(found)))
    parts = [
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f"<title>{escape(found.title)}</title><style>{_STYLE}</style></head><body>",
        f"<h1>{escape(found.title)}</h1>", f'<p class="lead">{_told(_lead(found))}</p>',
        f"<table><tr>{heads}</tr>\n{rows}\n</table>", chart,
        *(listed(title, happenings) for title, happenings in _parts(found)), "</body></html>\n",
    ]  # fmt: skip
    return "\n".join(filter(None, parts))
