"""Playing scenarios: statements make the state, lines are played, and claims are held against it.

README.md describes the files. A statement is what a steward could tell the bot as a correction, so
that the runner knows no game: `Game.correct` makes it true. As a claim it holds where making it
true changes nothing, or where the bot says the same of the state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from tests.rules.rulesets import RULES, Rules, book_of
from tests.rules.scenario_files import (
    TIME,
    Answer,
    Scenario,
    Step,
    Wrong,
    read_line,
    ruleset,
    time_of,
)
from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.game import Game
from wikibot.game.page.line_bodies import split_body
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind

MONDAY = parse_time("2024-01-01T00:00:00Z")
BEGINNING = {
    "cycle15": ("nobody knows when the game started", "there is no wheel rotation"),
    "cycle14": ("nobody knows when the game started",),
    "round7": ("space 4 has no longer the feature Cop Car",),
}
"""What is otherwise on the small board of a scenario than on a new gamestate page."""

PLACES: Mapping[str, Callable[[Any], Mapping[str, int]]] = {
    "the Obelisk": lambda state: state.obelisk.items,
    "the storehouse": lambda state: state.storehouse,
}
"""What owns items beside players."""

LISTS = (
    (r"(.+) has the effects (.+)", "{0} has the effect {1}"),
    (r"space (.+) has the features (.+)", "space {0} has the feature {1}"),
    (r"the members of town (.+) are (.+)", "{1} is a member of town {0}"),
    (r"the applicants to town (.+) are (.+)", "{1} applies to town {0}"),
)
"""Lists, which a claim names completely, and the statement for each thing on them."""

_SUBJECT = re.compile(r"(.+?) (?:is|has|owns|missed|failed) ")
_CONTINUED = re.compile(r"(?:is|has|owns|missed|failed) ")
_PLAYER = re.compile(r"([A-Z].*?) (?:is|has|owns|missed|failed) ")
_BOARD = re.compile(r"-?\d+(?: > -?\d+)+(?:, -?\d+)*|-?\d+ >")
_OWNS = re.compile(r"(?P<who>.+?) owns (?P<items>.+)")
_ITEM = re.compile(r"(-?\d+) ?(.+)")
_MAY = re.compile(r"(?P<who>.+?) may (?P<not>not )?(?P<verb>.+)")
_AFFAIR = re.compile(
    r"(?P<no>no )?(?P<id>[GJPT]\d+)(?: is (?:an? (?P<cls>.+) proposal|(?P<is>\w+)))?"
)


class Stage:
    """A scenario being played.

    ``pages``: which states go by way of a page, as all do in a game: "each", the "first", or
    "none". ``played``: each step so far, with the state before it.
    """

    def __init__(self, scenario: Scenario, page: str | None = None, pages: str = "each") -> None:
        """``page``: another ruleset page than our own, which is played by the pins of the game."""
        rules: Rules = RULES[scenario.rules]
        text = page or scenario.says or rules.text
        changed = ruleset(text, scenario.changes)
        accepted = scenario.accepted
        pins = rules.pins(changed if accepted else text, accepted=accepted) if page is None else ()
        self.scenario, self.game = scenario, rules.game
        self.book = book_of(self.game, changed, pins)
        self.engine: Engine[Any] = Engine(self.game, self.book)
        start = scenario.begins
        self.page, self.begin = _beginning(self.game, changed, pins, rules.start, start)
        self.state = self.begin
        self.pages, self.playing = pages, False
        self.played: list[tuple[Any, Played[Any]]] = []
        self.fired_events = ""
        self.outcome: Outcome | None = None

    def run(self) -> None:
        """Play the scenario; raises :class:`Wrong` at the first claim that does not hold."""
        for number, line in self.scenario.lines:
            try:
                self.step(line, number)
            except Wrong as wrong:
                where = f"{self.scenario.file}.txt:{number}: {line}"
                state = "; ".join(self._said())
                raise Wrong(f"{where}\n  {wrong}\n  {self._told()}\n  {state}") from None

    def run_without_claims(self) -> Iterator[str]:
        """Play its lines without its claims and without pages, as far as they go;
        gives each after it.
        """
        self.pages = "none"
        for number, line in self.scenario.lines:
            read = read_line(line)
            if isinstance(read, Answer) or (self.playing and isinstance(read, str)):
                continue
            try:
                self.step(line, number)
            except (Wrong, ValueError, LookupError):
                if isinstance(read, str):
                    return
            yield line

    def step(self, line: str, number: int = 0) -> None:
        """Take one line: play it, hold it against the state, or make it true before play begins."""
        match read_line(line):
            case Step(after, "", _):
                self._play([], MONDAY + after)
            case Step(after, who, said):
                text, body = split_body(said)
                identity, time = ActionId(0, 0, number), MONDAY + after
                self._play([Action(identity, time, who, text, number, True, True, body)], None)
            case Answer("told", words):
                if words not in self.fired_events:
                    raise Wrong(f"what came about: {self.fired_events or 'nothing'}")
            case Answer(verdict, words):
                answer = self.outcome
                if answer is None or answer.verdict != verdict or words not in answer.text:
                    raise Wrong("the answer is another")
            case str(statements) if self.playing:
                self._claim(statements)
            case str(statements):
                self._make(statements)

    def _told(self) -> str:
        if self.outcome is None:
            return "nothing played yet"
        return f"last answer: {self.outcome.verdict}: {self.outcome.text}"

    def _play(self, actions: list[Action], until: datetime | None) -> None:
        if not self.playing and self.pages != "none":
            self.page = self.game.write(self.page, self.book, self.state)
            self.state = _read(self.game, self.book, self.page, self.state.now)
        self.playing = True
        played = self.engine.play(self.state, actions, until)
        self.fired_events = "; ".join(each.text for each in played.fired_events)
        self.outcome = played.outcomes[-1] if played.outcomes else self.outcome
        self.played.append((self.state, played))
        self.state = self._by_page(played.state) if self._is_due(played.state) else played.state

    def _is_due(self, state: Any) -> bool:
        """Whether a page is looked at:
        not where nothing but the time is another than on the last one.
        """
        return self.pages == "each" and replace(state, now=self.state.now) != self.state

    def _by_page(self, state: Any) -> Any:
        """The state as the page has it, which has to be the same."""
        self.page = self.game.write(self.page, self.book, state)
        found = _read(self.game, self.book, self.page, state.now)
        if found != state:
            raise Wrong(f"the page does not hold the state:\n{found}\n{state}")
        self.game.picture(found, self.book)
        self.game.to_json(found, self.book)
        return found

    # -- statements --------------------------------------------------------------------------------

    def _make(self, line: str) -> None:
        """Make statements true, for a player who joins where the line is the first about them."""
        player = _PLAYER.match(line)
        if player and player[1] not in self.state.players:
            self.state = corrected(self.game, self.state, f"{player[1]} joins")
        for number in re.findall(r"-?\d+", line) if _BOARD.fullmatch(line) else ():
            if int(number) not in self.state.spaces:
                self.state = corrected(self.game, self.state, f"{number} leads nowhere")
        for clause in _clauses(line):
            self.state = corrected(self.game, self.state, clause)

    def _claim(self, line: str) -> None:
        for clause in _clauses(line):
            if not self._holds(clause):
                raise Wrong(f"not so: {clause}")

    def _holds(self, clause: str) -> bool:
        waiting = {each.player for each in self.state.pending if each.kind is Kind.ACTION}
        if found := _MAY.fullmatch(clause):
            offers = {
                (each.player, each.text) for each in self.state.pending if each.kind is Kind.OFFER
            }
            return ((found["who"], found["verb"]) in offers) is not bool(found["not"])
        if clause.endswith((" waits", " wins")):
            who, _, verb = clause.rpartition(" ")
            those = waiting if verb == "waits" else self.state.winners
            return not those if who == "nobody" else who in those
        if found := _AFFAIR.fullmatch(clause):
            return self._affair(found)
        if clause.startswith("no "):
            return clause.removeprefix("no ") not in self.state.players
        return self._stated(clause)

    def _affair(self, found: re.Match[str]) -> bool:
        """Whether a proposal, request, trade or gathering is as a claim says."""
        names = ("proposals", "requests", "trades", "gatherings")
        known = (each for name in names for each in getattr(self.state, name, ()))
        thing = next((each for each in known if each.id == found["id"]), None)
        if found["no"] or thing is None:
            return bool(found["no"]) and thing is None
        wanted, there = (found["cls"], thing.cls) if found["cls"] else (found["is"], thing.status)
        return bool(wanted == there)

    def _stated(self, clause: str) -> bool:
        """Whether making it true changes nothing, or the bot says it of the state."""
        listed, said = _listed(clause), self._said
        if listed:
            return sorted(listed[1]) == sorted(filter(listed[0].fullmatch, said()))
        try:
            if corrected(self.game, self.state, clause) == self.state:
                return True
        except Wrong:
            if not any(each.startswith(f"{clause} ") for each in said()):
                raise
            return True
        return clause in said()

    def _said(self) -> tuple[str, ...]:
        """The state in the bot's words."""
        return self.game.differences(self.begin, self.state)


def corrected(game: Game[Any], state: Any, clause: str) -> Any:
    """The state in which a clause of a statement line is true."""
    if found := _OWNS.fullmatch(clause):
        statements = _owning(state, found["who"], found["items"])
    elif listed := _listed(clause):
        statements = listed[1]
    else:
        statements = [clause]
    for statement in statements:
        try:
            state = game.correct(state, statement)
        except ValueError as error:
            raise Wrong(f"not understood: {error}") from None
    return state


@lru_cache(maxsize=64)
def _beginning(
    game: Game[Any], page: str, pins: tuple[Pin, ...], start: str, begins: str = ""
) -> tuple[str, Any]:
    """The page and the state with which scenarios begin. ``begins``: a page of their own."""
    book = book_of(game, page, pins)
    new = begins or game.new_page(book, MONDAY, "a scenario")
    state = _read(game, book, new, _time(start))
    for statement in BEGINNING.get(game.name, ()):
        with suppress(Wrong):  # where a ruleset has no such thing
            state = corrected(game, state, statement)
    return new, state


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
    line = re.sub(TIME, lambda found: format_time(MONDAY + time_of(found)), line)
    subject = _SUBJECT.match(line)
    for clause in line.split("; "):
        yield f"{subject[1]} {clause}" if subject and _CONTINUED.match(clause) else clause


def _listed(clause: str) -> tuple[re.Pattern[str], list[str]] | None:
    """The statements for the things on a list, and what such a statement looks like."""
    for form, one in LISTS:
        if found := re.fullmatch(form, clause):
            pattern = ".+".join(map(re.escape, one.format(found[1], "\n").split("\n")))
            things = [] if found[2] == "nothing" else re.split(r",\s*", found[2])
            return re.compile(pattern), [one.format(found[1], each) for each in things]
    return None


def _owning(state: Any, who: str, text: str) -> list[str]:
    """Statements after which somebody owns a list of items and nothing else."""
    found = (_ITEM.fullmatch(part.strip()) for part in text.split(","))
    items = [(each[1], each[2]) for each in found if each]
    if who in PLACES:
        none = [f"{who} owns 0 {item}" for item in PLACES[who](state)]
        return none + [f"{who} owns {count} {item}" for count, item in items]
    if who not in state.players:
        raise Wrong(f"{who} is not a player")
    lost = [f'{who} loses {n} "{item}"' for item, n in state.players[who].items.items()]
    return lost + [f"{who} gains {count} {item}" for count, item in items]


def _time(text: str) -> datetime:
    found = re.fullmatch(TIME, text)
    assert found, text
    return MONDAY + time_of(found)
