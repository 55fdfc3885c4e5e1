"""Playing scenarios: the runner for the tests of any game.

Statements make the state, lines are played, and claims are held against what came of it
(docs/scenarios.md). A statement is what a steward may write behind `correct`, so that the runner
knows no game: `Game.correct` makes it true. As a claim it holds where making it true changes
nothing, or where the bot says the same of the state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.game import Game
from wikibot.game.page.gamestate import split_body
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind
from wikibot.wikitext.messages import WordsKey, current
from wikibot.wikitext.numerals import format_time, integer, parse_time
from wikibot.wikitext.regex import regex

LISTS = ((r"(.+) has the ([a-z]+)s (.+)", "{0} has the {1} {2}"),)
"""Statements that name a whole list, last, and the statement for each thing on it."""

_SUBJECT = regex(r"(.+?) (?=(?:is|has|owns|missed|failed) )")
_CONTINUED = regex(r"(?:is|has|owns|missed|failed) ")
_BOARD = regex(r"-?\d+(?: > -?\d+)+(?:, -?\d+)*|-?\d+ >")
_OWNS = regex(r"(?P<who>.+?) owns (?P<items>.+)")
_ITEM = regex(r"(-?\d+) ?(.+)")
_MAY = regex(r"(?P<who>.+?) may (?P<not>not )?(?P<verb>.+)")
_PROCEEDING = regex(
    r"(?P<no>no )?(?P<id>[GJPT]\d+)(?: is (?:an? (?P<cls>.+) proposal|(?P<is>\w+)))?"
)


class ScenarioRunner:
    """A scenario being played. ``played``: each step so far, with the state before it."""

    def __init__(
        self, scenario: Scenario, game: Game[Any], ruleset: str = "",
        pins: Sequence[Binding] = (), *, start: str = "Mon 00:00", statements: Sequence[str] = (),
        lists: Sequence[tuple[str, str]] = LISTS, pages: bool = True
    ) -> None:  # fmt: skip
        """``ruleset``: the page to play by, where the scenario brings none; else the demo's.

        ``statements`` are true on a new page before the scenario's own, where the game knows them.
        ``pages``: whether the state goes by way of a page before play, after it, and while a line
        waits, as all states do in a game.
        """
        text = scenario.says or ruleset or game.demo().pages["Ruleset"]
        self.scenario, self.game, self.lists = scenario, game, lists
        by = changed(text, scenario.changes), tuple(pins)
        self.book = rulebook_of(game, *by)
        self.engine: Engine[Any] = Engine(game, self.book)
        self.page, self.begin = _begun(game, by, scenario.begins, start, tuple(statements))
        self.state = self.begin
        self.pages, self.playing = pages, False
        self.played: list[tuple[Any, Played[Any]]] = []
        self.fired_events = ""
        self.outcome: Outcome | None = None

    def run(self) -> None:
        """Play the scenario; raises :class:`Wrong` at the first claim that does not hold."""
        for number, line in self.scenario.lines:
            with self._at(f"{number}: {line}"):
                self.step(line, number)
        with self._at(f"{self.scenario.line}: {self.scenario.title}"):
            self._by_page()

    @contextmanager
    def _at(self, line: str) -> Iterator[None]:
        """Add to what is :class:`Wrong` where it stands, the last answer, and the state."""
        try:
            yield
        except Wrong as wrong:
            where = f"{self.scenario.file}.txt:{line}"
            last = self.outcome
            answer = f"last answer: {last.verdict}: {last.text}" if last else "nothing played yet"
            told = (where, str(wrong), answer, "; ".join(self._said()))
            raise Wrong("\n  ".join(told)) from None

    def step(self, line: str, number: int = 0) -> None:
        """Take one line: play it, hold it against the state, or make it true before play begins."""
        match read_line(line):
            case PlayLine(after, "", _):
                self._play([], MONDAY + after)
            case PlayLine(after, who, said):
                text, body = split_body(said)
                identity, time = ActionId(0, 0, number), MONDAY + after
                self._play([Action(identity, time, who, text, number, True, True, body)], None)
            case ExpectedAnswer("told", words):
                if words not in self.fired_events:
                    raise Wrong(f"what came about: {self.fired_events or 'nothing'}")
            case ExpectedAnswer(verdict, words):
                answer = self.outcome
                if answer is None or answer.verdict != verdict or words not in answer.text:
                    raise Wrong("the answer is another")
            case str(statements):
                (self._claim if self.playing else self._make)(statements)

    def _play(self, actions: list[Action], until: datetime | None) -> None:
        if not self.playing and self.pages:
            self.page = self.game.write(self.page, self.book, self.state)
            self.state = _read(self.game, self.book, self.page, self.state.now)
        self.playing = True
        played = self.engine.play(self.state, actions, until)
        self.fired_events = "; ".join(each.text for each in played.fired_events)
        self.outcome = played.outcomes[-1] if played.outcomes else self.outcome
        self.played.append((self.state, played))
        waits, self.state = played.state.pending != self.state.pending, played.state
        if waits:
            self._by_page()

    def _by_page(self) -> None:
        """Write the state to the page and read it back; it has to be the same."""
        if not (self.pages and self.playing):
            return
        self.page = self.game.write(self.page, self.book, self.state)
        found = _read(self.game, self.book, self.page, self.state.now)
        if found != self.state:
            raise Wrong(f"the page does not hold the state:\n{found}\n{self.state}")
        self.game.picture(found, self.book)
        self.game.to_json(found, self.book)

    # -- statements --------------------------------------------------------------------------------

    def _make(self, line: str) -> None:
        """Make statements true, for a player who joins where the line is the first about them."""
        subject = _SUBJECT.match(line)
        if subject and subject[1][0].isupper() and subject[1] not in self.state.players:
            self.state = self._corrected(f"{subject[1]} joins")
        for number in re.findall(r"-?\d+", line) if _BOARD.fullmatch(line) else ():
            if integer(number) not in self.state.spaces:
                self.state = self._corrected(f"{number} leads nowhere")
        for clause in _clauses(line):
            self.state = self._corrected(clause)

    def _corrected(self, clause: str) -> Any:
        """The state in which a clause of a statement line is true."""
        state, listed = self.state, self._listed(clause)
        if found := _OWNS.fullmatch(clause):
            statements = self._owning(found["who"], found["items"])
        else:
            statements = listed[1] if listed else [clause]
        for statement in statements:
            try:
                state = self.game.correct(state, statement)
            except ValueError as error:
                raise Wrong(f"not understood: {error}") from None
        return state

    def _owning(self, who: str, text: str) -> list[str]:
        """Statements after which a player, or a place, owns a list of items and nothing else."""
        found = (_ITEM.fullmatch(part.strip()) for part in text.split(","))
        items = [(each[1], each[2]) for each in found if each]
        if who in self.state.players:
            owned = self.state.players[who].items.items()
            lost = [f'{who} loses {count} "{item}"' for item, count in owned]
            return lost + [f"{who} gains {count} {item}" for count, item in items]
        owned = (re.fullmatch(rf"{re.escape(who)} owns \d+ ?(.+)", each) for each in self._said())
        none = [f"{who} owns 0 {each[1]}" for each in owned if each]
        return none + [f"{who} owns {count} {item}" for count, item in items]

    def _listed(self, clause: str) -> tuple[re.Pattern[str], list[str]] | None:
        """The statements for the things on a list, and what such a statement looks like."""
        for form, one in self.lists:
            if found := re.fullmatch(form, clause):
                *about, named = found.groups()
                pattern = ".+".join(map(re.escape, one.format(*about, "\n").split("\n")))
                things = [] if named == "nothing" else re.split(r",\s*", named)
                return re.compile(pattern), [one.format(*about, each) for each in things]
        return None

    def _claim(self, line: str) -> None:
        for clause in _clauses(line):
            if not self._holds(clause):
                raise Wrong(f"not so: {clause}")

    def _holds(self, clause: str) -> bool:
        pending = self.state.pending
        if found := _MAY.fullmatch(clause):
            offers = {(each.player, each.text) for each in pending if each.kind is Kind.OFFER}
            return ((found["who"], found["verb"]) in offers) is not bool(found["not"])
        if clause.endswith((" waits", " wins")):
            who, _, verb = clause.rpartition(" ")
            waiting = {each.player for each in pending if each.kind is Kind.ACTION}
            those = waiting if verb == "waits" else self.state.winners
            return not those if who == "nobody" else who in those
        if found := _PROCEEDING.fullmatch(clause):
            return self._proceeding(found)
        if clause.startswith("no "):
            return clause.removeprefix("no ") not in self.state.players
        # Whether making it true changes nothing, or the bot says it of the state.
        if listed := self._listed(clause):
            return sorted(listed[1]) == sorted(filter(listed[0].fullmatch, self._said()))
        try:
            return self._corrected(clause) == self.state or clause in self._said()
        except Wrong:
            if any(each.startswith(f"{clause} ") for each in self._said()):
                return True
            raise

    def _proceeding(self, found: re.Match[str]) -> bool:
        """Whether a proposal, request, trade or gathering is as a claim says."""
        kinds = ("proposals", "requests", "trades", "gatherings")
        known = (each for kind in kinds for each in getattr(self.state, kind, ()))
        thing = next((each for each in known if each.id == found["id"]), None)
        if found["no"] or thing is None:
            return bool(found["no"]) and thing is None
        wanted, there = (found["cls"], thing.cls) if found["cls"] else (found["is"], thing.status)
        return bool(wanted == there)

    def _said(self) -> Sequence[str]:  # the state in the bot's words
        return self.game.differences(self.begin, self.state)


def rulebook_of(game: Game[Any], ruleset: str, pins: tuple[Binding, ...] = ()) -> Rulebook:
    """A ruleset page; the last few are remembered, as most scenarios play by the same."""
    return _rulebook(game, ruleset, pins, current().key)


@lru_cache(maxsize=64)
def _rulebook(
    game: Game[Any], ruleset: str, pins: tuple[Binding, ...], _said: WordsKey
) -> Rulebook:
    return game.rulebook(ruleset, pins)


@lru_cache(maxsize=64)
def _begun(
    game: Game[Any],
    by: tuple[str, tuple[Binding, ...]],
    page: str,
    start: str,
    said: tuple[str, ...],
) -> tuple[str, Any]:
    """The gamestate page with which scenarios begin, and its state with what is ``said`` of it."""
    book = rulebook_of(game, *by)
    page = page or game.new_page(book, MONDAY, "a scenario")
    state = _read(game, book, page, time_of(start))
    for statement in said:
        with suppress(ValueError):  # where a ruleset has no such thing
            state = game.correct(state, statement)
    return page, state


def _read(game: Game[Any], book: Rulebook, page: str, now: datetime) -> Any:
    reading = game.read(page, book, now)
    if reading.unreadable:
        raise Wrong(str(reading.unreadable[0]))
    return replace(reading.state, now=now)


def _clauses(line: str) -> Iterator[str]:
    """The statements of a line: a drawn board, or clauses about one subject."""
    if _BOARD.fullmatch(line):
        steps = [step.strip() for step in line.split(">")]
        for step, following in pairwise(steps):
            yield f"{step} leads to {following}" if following else f"{step} leads nowhere"
        return
    line = re.sub(TIME, lambda found: format_time(MONDAY + since_monday(found)), line)
    subject = _SUBJECT.match(line)
    for clause in line.split("; "):
        yield f"{subject[1]} {clause}" if subject and _CONTINUED.match(clause) else clause


# -- Scenario files: a title, the ruleset, statements, lines of play, claims (docs/scenarios.md) ---

MONDAY = parse_time("2024-01-01T00:00:00Z")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
TIME = (
    rf"(?:week (?P<week>\d+) )?(?P<day>{'|'.join(DAYS)}) "
    r"(?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d))?"
)
_PLAY = regex(rf"(?P<until>until )?{TIME}(?: (?P<who>[^:]+): (?P<text>.*))?")
_ANSWER = regex(r"(?P<verdict>done|needs|cant|huh|held|told)(?: (?P<words>.*))?")
_REPLACE = regex(r'replace "(?P<old>[^"]*)" by "(?P<new>[^"]*)"(?: in (?P<section>.*))?')
_OF_PAGE = regex(r"(?P<what>rule|table|row|value)(?: (?P<name>[^:|]+))?: ?(?P<text>.*)")


class Wrong(AssertionError):
    """A scenario whose claim does not hold, or that cannot be read."""


@dataclass(eq=False)
class Scenario:
    """One scenario: where it stands, the ruleset it names, the changes to that, and its lines."""

    title: str
    file: str
    line: int
    rules: str = ""
    changes: list[str] = field(default_factory=list)
    accepted: bool = False  # whether the changes are wordings that the game knows
    lines: list[tuple[int, str]] = field(default_factory=list)
    pages: dict[str, list[str]] = field(default_factory=lambda: {"ruleset": [], "gamestate": []})

    @property
    def says(self) -> str:
        """The ruleset page that the scenario brings, "" where it plays by another."""
        return "\n".join(self.pages["ruleset"])

    @property
    def begins(self) -> str:
        """The gamestate page that the scenario brings, "" where it begins with a new one."""
        return "\n".join(self.pages["gamestate"])

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.title}"


@dataclass(frozen=True)
class PlayLine:
    """A line of play, or time going by where ``who`` is "". ``after``: since the first Monday."""

    after: timedelta
    who: str = ""
    text: str = ""


@dataclass(frozen=True)
class ExpectedAnswer:
    """The verdict of the last line of play, or "told" for timed events, and words of the text."""

    verdict: str
    words: str


def read_scenarios(text: str, file: str) -> list[Scenario]:
    """All scenarios of a text. ``file``: its name, for messages."""
    found: list[Scenario] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("  #")[0].strip()
        if line.startswith("== "):
            found.append(Scenario(line[3:], file, number))
        elif line.startswith("rules: "):
            found[-1].rules = line[7:]
        elif line.startswith(("without ", "replace ")):
            found[-1].changes.append(line)
        elif of_page := _OF_PAGE.fullmatch(line):
            _add_to_page(found[-1].pages, of_page)
        elif line == "accepted":
            found[-1].accepted = True
        elif line and not line.startswith("#"):
            found[-1].lines.append((number, line))
    return found


def _add_to_page(pages: dict[str, list[str]], found: re.Match[str]) -> None:
    """Add a sentence to the ruleset page, or a table, a row or a value to the gamestate page."""
    what, name, text = found["what"], found["name"], found["text"]
    rules, page = pages["ruleset"], pages["gamestate"]
    if what == "rule":
        rules += [f"== {name} =="] if name else []
        rules += [text.replace(" ¶ ", "\n"), ""]
    elif what == "value":
        page += [f"{name}: {text}", ""]
    elif what == "table":
        header = " !! ".join(part.strip() for part in text.split("|"))
        page += [f"== {name} ==", '{| class="wikitable"', f"! {header}", "|}", ""]
    else:
        cells = " || ".join(part.strip() for part in text.split("|"))
        at = len(page) - 1 - page[::-1].index("|}")
        page[at:at] = ["|-", f"| {cells}"]


def read_line(line: str) -> PlayLine | ExpectedAnswer | str:
    """A line of a scenario: a step of play, an answer, or statements, given as they are."""
    if found := _ANSWER.fullmatch(line):
        return ExpectedAnswer(found["verdict"], found["words"] or "")
    found = _PLAY.fullmatch(line)
    if not found or bool(found["until"]) == bool(found["who"]):
        return line
    return PlayLine(since_monday(found), found["who"] or "", found["text"] or "")


def time_of(text: str) -> datetime:
    """The time that a text such as `week 2 Fri 10:00` says."""
    found = re.fullmatch(TIME, text)
    if not found:
        raise Wrong(f"not a time: {text}")
    return MONDAY + since_monday(found)


def since_monday(found: re.Match[str]) -> timedelta:
    """What a match of ``TIME`` says, since the first Monday."""
    return timedelta(
        weeks=integer(found["week"] or "1") - 1, days=DAYS.index(found["day"]),
        hours=integer(found["hour"]), minutes=integer(found["minute"]),
        seconds=integer(found["second"] or "0")
    )  # fmt: skip


def changed(ruleset: str, changes: Sequence[str]) -> str:
    """A ruleset page with the changes that a scenario makes to it."""
    for change in changes:
        if change.startswith("without "):
            title = re.escape(change[8:])
            ruleset, hits = re.subn(rf"(?ms)^(=+) ?{title} ?\1 *\n.*?(?=^=|\Z)", "", ruleset)
        elif found := _REPLACE.fullmatch(change):
            ruleset, hits = _replaced(ruleset, found["old"], found["new"], found["section"])
        else:
            raise Wrong(f"not understood: {change}")
        if not hits:
            raise Wrong(f"nothing to change: {change}")
    return ruleset


def _replaced(text: str, old: str, new: str, section: str | None) -> tuple[str, int]:
    heading = re.search(rf"(?m)^=+ ?{re.escape(section)} ?=+ *$", text) if section else None
    if section and not heading:
        return text, 0
    start = heading.end() if heading else 0
    ends = re.search(r"(?m)^=", text[start:]) if heading else None
    end = start + ends.start() if ends else len(text)
    return text[:start] + text[start:end].replace(old, new) + text[end:], text[start:end].count(old)
