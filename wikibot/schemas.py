"""The JSON that goes out, a model each: what commands print, the form's page, posts, exports.

Each goes out through :func:`json_text`, which holds it against its model, so that programs can rely
on docs/schemas, which ``make schemas`` writes from ``PUBLISHED``. Texts that may be missing are "",
times are ISO texts, and what a game's own state has beside the common keys is the game's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from wikibot.wikitext.dialect import upper_first

Time = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
Verdict = Literal["done", "needs", "cant", "huh", "held"]


class Model(BaseModel):
    """An object with just these keys; those that have a default may be missing."""

    model_config = ConfigDict(
        extra="forbid", strict=True, defer_build=True, hide_input_in_errors=True
    )


def json_text(model: type[BaseModel], value: Any, **layout: Any) -> str:
    """A value as JSON. Raises ``ValidationError`` where it is not what the model says."""
    text = json.dumps(value, **layout)
    model.model_validate_json(text)
    return text


# -- values in words ------------------------------------------------------------------------------


def words_of_key(key: str) -> str:
    """A key of JSON as people write it."""
    return upper_first(key.replace("_", " "))


def as_text(value: Any, *, blank: str = "", no: str = "", one: str = "") -> str:
    """A value of JSON as people write it: ``2 Fish, Net``; ``blank`` for nothing.

    ``one``: what stands before a thing of which there is one.
    """

    def inner(each: Any) -> str:
        return as_text(each, blank=blank, no=no, one=one)

    def counted(name: object, count: Any) -> str:
        if type(count) is int:
            return f"{one if count == 1 else f'{count} '}{name}"
        return f"{name} {inner(count)}".rstrip()

    if value is None or value in ([], {}, (), ""):
        return blank
    if isinstance(value, bool):
        return "yes" if value else no
    if isinstance(value, Mapping):
        return ", ".join(counted(*each) for each in value.items())
    return ", ".join(map(inner, value)) if isinstance(value, list | tuple) else str(value)


# -- a game's state --------------------------------------------------------------------------------


class Player(Model):
    """A player, and what the game adds. ``items``: how many of each."""

    model_config = ConfigDict(extra="allow")

    name: str
    items: dict[str, int]


class Proposal(Model):
    """A proposal; ``class`` is what the game calls its kind."""

    id: str
    title: str
    proposer: str
    status: str
    kind: str = Field(alias="class")


class Asked(Model):
    """What a player is asked."""

    player: str
    asks: str


class StandingRoll(Model):
    """A roll that stands until what it is for is played."""

    player: str
    label: str
    missing: int
    purpose: str = Field(alias="for")
    roll: str


class State(Model):
    """A game's state: the keys that all games of this project have, and those of its own.

    A game of others has at least the first and the players.
    """

    model_config = ConfigDict(extra="allow")

    game: str
    now: Time = ""
    phase: int = 0
    players: list[Player]
    proposals: list[Proposal] = []
    judge: str | None = None
    winners: list[str] = []
    pending: list[Asked] = []
    rolls: list[StandingRoll] = []


class LogOutcome(Model):
    """How a line of a log was answered; ``line`` counts from 1."""

    line: int
    player: str
    verdict: Verdict
    text: str


class Applied(Model):
    """A log that was played over a page: `wikibot apply`."""

    outcomes: list[LogOutcome]
    state: State


# -- a sync ----------------------------------------------------------------------------------------


class Outcome(Model):
    """How a line was answered. ``id``: page, revision that added it, number in that revision."""

    id: str
    time: Time
    account: str
    player: str
    action: str
    verdict: Verdict
    text: str


class Event(Model):
    """A timed event that fired."""

    time: Time
    text: str


class PageChange(Model):
    """A page that was saved, or would be, as a unified diff."""

    title: str
    diff: str


class SyncReport(Model):
    """One sync: `wikibot sync`, `wikibot steward`. ``problems``: what a person has to do."""

    idle: bool
    outcomes: list[Outcome]
    happenings: list[Event]
    corrections: list[str]
    problems: list[str]
    notes: list[str]
    changes: list[PageChange]
    requests: int


# -- checks ----------------------------------------------------------------------------------------


class Check(Model):
    """A roll, seal or identity: what follows from what was published, and what the log says."""

    line: int
    status: Literal[
        "ok", "not yet revealed", "stated", "not confirmed", "sealed late", "never revealed",
        "source changed", "lost", "wrong", "seal broken", "altered",
    ]  # fmt: skip
    about: str
    expected: str
    found: str
    why: str


class Checks(RootModel[list[Check]]):
    """The dice of a log: `wikibot verify`."""


class Finding(Model):
    """What was looked at, and what to do; ``exit_code`` is what a sync would end with."""

    about: str
    grade: Literal["ok", "warning", "wrong"]
    text: str
    remedy: str
    exit_code: int


class Findings(RootModel[list[Finding]]):
    """Settings, login, rights, pages, clock: `wikibot doctor`."""


# -- wording against implementation ----------------------------------------------------------------


class Unit(Model):
    """A unit of a ruleset, and how it is played; ``line`` is 0 where it is not on the page."""

    unit: str
    title: str
    kind: str
    line: int
    standing: Literal["same", "cosmetic", "numbers", "reworded", "new", "gone"]
    status: Literal[
        "automatic", "asks", "ruled by a person", "flavour", "in its own words", "held",
        "not in force",
    ]  # fmt: skip
    variant: str
    note: str


class Piece(Model):
    """Words that stayed, were removed or were added."""

    op: Literal["same", "removed", "added"]
    text: str


class ChangedUnit(Unit):
    """The same with its change; ``diff`` is null where the old wording is not known."""

    since: str | None
    by: str | None
    diff: list[Piece] | None


class Pin(Model):
    """A wording that was accepted."""

    unit: str
    variant: str
    exact: str
    normal: str
    masked: str
    source: str
    date: str
    read: str
    parent: str


class ShownUnit(ChangedUnit):
    """One unit in full: `wikibot rules show`."""

    text: str
    pins: list[Pin]


class RulesCheck(Model):
    """The units that are held or changed: `wikibot rules check`."""

    held: int
    units: list[ChangedUnit]
    deleted: list[str]


class Coverage(Model):
    """How each unit is played, and how many are played so: `wikibot rules coverage`."""

    units: list[Unit]
    totals: dict[str, int]


class PlayedSentence(Model):
    """A sentence that is played, as ``as`` says it; what it reads and changes.

    ``how``: as written, by the register or by reading, ``given`` as people gave that.
    """

    text: str
    section: str
    status: Literal["played"]
    meaning: str = Field(alias="as")
    unknown: str
    how: Literal["as written", "by the register", "by reading"]
    given: str = ""
    reads: list[str]
    changes: list[str]


class OfferedReading(Model):
    """Plain sentences that a sentence may mean, and the words of it that they leave out."""

    text: str
    left_out: list[str] = []


class SentenceForPeople(Model):
    """A sentence that is not: its first words that are not understood, and the nearest form.

    ``how``: for people, or held as its words changed since people gave it the reading ``given``.
    ``skeleton``: what was recognised, part by part; ``wanting``: what it has still to say;
    ``offers``: readings that the bot can make of it.
    """

    text: str
    section: str
    status: Literal["people"]
    meaning: str = Field(alias="as")
    unknown: str
    how: Literal["for people", "held"]
    given: str = ""
    why: str
    nearest: str
    readings: list[str] = []
    skeleton: list[str] = []
    wanting: str = ""
    offers: list[OfferedReading] = []


class RulesSentences(Model):
    """The sentences of a ruleset in plain words: `wikibot rules check --rules generic`."""

    sentences: list[Annotated[PlayedSentence | SentenceForPeople, Field(discriminator="status")]]
    problems: list[str]


# -- other commands --------------------------------------------------------------------------------


class Doubt(Model):
    """A message of a chat that may not be what it was taken for."""

    time: str
    who: str
    text: str
    why: str


class Imported(Model):
    """A chat as a log: `wikibot import`."""

    lines: list[str]
    unsure: list[Doubt]


class InstalledGadget(Model):
    """Pages of the form: `wikibot gadget install`. ``lines`` are to be added to ``add_to``."""

    saved: list[str]
    unchanged: list[str]
    dry_run: bool
    bot: str
    add_to: str
    lines: list[str]


class FarmGame(Model):
    """A game of a farm."""

    game: str
    rules: str
    api: str
    gamestate: str


class FarmGames(RootModel[list[FarmGame]]):
    """The games of a farm: `wikibot farm list`."""


class GameStatus(Model):
    """How a game of a farm is; docs/farm.md tells of the states."""

    game: str
    state: str
    api: str
    account: str
    syncs: int
    lines: int
    seconds: float
    synced: Time | None
    failed: Time | None
    due: Time | None
    again: Time | None
    failures: int
    error: str
    attention: str
    unreachable: str


class FarmStatus(Model):
    """How all games are, and how many are in each state: `wikibot farm status`.

    `forged`: the feeds that others than their wikis sent to within the hour.
    """

    games: list[GameStatus]
    states: dict[str, int]
    forged: list[str]


class Health(Model):
    """What a worker answers at ``/health``; ``database`` is "answers", or what is wrong."""

    taking_jobs: bool = Field(alias="taking jobs")
    database: str


class LogLine(Model):
    """A line of a worker's log (``--json-logs``), and what belongs to it, such as ``game``."""

    model_config = ConfigDict(extra="allow")

    time: str
    level: str
    logger: str
    process: int | None
    text: str


# -- the form's page: docs/gadget.md ---------------------------------------------------------------


class Option(Model):
    """A value, and what it is called."""

    value: str
    label: str


class More(Model):
    """The end of a list that was cut."""

    more: Literal[True]


class Pick(Model):
    """One of a list: its name, or the list itself."""

    label: str
    among: str | list[str] = Field(alias="list")


class Bounds(Model):
    """The least number, and the most."""

    min: int
    max: int | None = None


class NumberField(Model):
    """A whole number."""

    label: str
    number: Bounds


class WordsField(Model):
    """Text on one line, of at most so many characters, without these."""

    label: str
    text: int
    without: str = ""


class LinesField(Model):
    """Text on the lines below."""

    label: str
    most: int
    without: str = ""


class FacesField(Model):
    """A roll."""

    label: str
    dice: str


class OptionalParts(Model):
    """Parts that are left out where their first field is empty."""

    optional: list[Part]


class ManyParts(Model):
    """Parts that stand once or more."""

    many: list[Part]
    between: str
    most: int
    distinct: bool = False


Part = str | Pick | NumberField | WordsField | FacesField | OptionalParts | ManyParts
Options = list[str | Option | More]


class Form(Model):
    """A line that is composed of its parts."""

    parts: list[Part]
    body: LinesField | None = None
    distinct: bool = False


class OfferedVerb(Model):
    """An action with its forms."""

    name: str
    group: str
    about: str
    forms: list[Form]


class Answer(Model):
    """A button, and the line that it makes."""

    label: str
    line: str


class Waiting(Model):
    """What a player is asked. ``text``: of the proposal that is voted on."""

    id: str
    kind: str
    line: str
    question: str
    options: list[Answer]
    form: Form | None
    until: str
    text: str


class FormPlayer(Model):
    """A player: who, what they can do, what waits for them.

    ``at``: where on the board. ``only``: by verb and list, what of it is not refused now; ``most``:
    by verb, the most that its one number may be. ``brings``: by line, what it would do as far as
    that is sure.
    """

    name: str
    accounts: list[str]
    about: str
    can: list[str]
    lists: dict[str, Options]
    waits: list[Waiting]
    dice: dict[str, str]
    at: str
    only: dict[str, dict[str, list[str]]]
    most: dict[str, int]
    brings: dict[str, str]


class Others(Model):
    """What an account that is not a player may do."""

    can: list[str]


class FormPage(Model):
    """The page that ``form_page`` names. ``more``: there are more players than stand here.

    ``words``: the form's own texts in the language of the wiki, by its names for them; what it
    lacks is in English. ``verdicts``: by the words that answers have for them. ``turn``: whose it
    is. ``ways``: where one step leads from each space of the board. ``used``: when actions were
    played lately, by the words with which their lines begin. ``box``: the public key for which
    lines are sealed that only the bot is to read, an uncompressed point of P-256 in Base64; "" in a
    game without secrets. ``stewards``: accounts, and groups of them.
    """

    format: Literal[1]
    game: str
    bot: str
    pages: dict[str, str]
    stopped: str
    box: str
    words: dict[str, str]
    verdicts: dict[str, str]
    turn: str
    ways: dict[str, list[str]]
    lists: dict[str, Options]
    verbs: list[OfferedVerb]
    players: list[FormPlayer]
    others: Others
    stewards: list[str]
    for_stewards: list[Waiting]
    more: bool
    used: dict[str, list[Time]]


# -- the lens's page: docs/gadget.md ---------------------------------------------------------------


class LensSentence(Model):
    """A sentence of the ruleset page, or a section or row (``unit``), and how it is played.

    ``says``: what is played, ``reads`` and ``changes``: fields, items and tables; ``given``: the
    reading ``by`` which people had it played. For people: ``unknown``: its first words that are not
    understood, ``why``, ``nearest``: a form that is, ``recognised``: its parts that are,
    ``wanting``: what it has still to say, ``offers``: what it may mean. ``verb``: with which lines
    begin that it allows. ``order``: the beginning of a line that gives it a reading.
    """

    text: str
    section: str
    how: Literal["as written", "by the register", "by reading", "by code", "for people", "held"]
    unit: str = ""
    says: str = ""
    reads: list[str] = []
    changes: list[str] = []
    given: str = ""
    by: str = ""
    unknown: str = ""
    why: str = ""
    nearest: str = ""
    recognised: list[str] = []
    wanting: str = ""
    offers: list[OfferedReading] = []
    verb: str = ""
    order: str = ""


class LensProposal(Model):
    """An open proposal: the sentences that would be played otherwise than now."""

    id: str
    sentences: list[LensSentence]


class LensPage(Model):
    """The page that ``lens_page`` names. ``more``: there are more sentences than stand here."""

    format: Literal[1]
    readings_by: str
    sentences: list[LensSentence]
    proposals: list[LensProposal]
    more: bool


# -- posts to webhooks -----------------------------------------------------------------------------


class TextPost(Model):
    """What Slack, Matrix and all others are sent."""

    text: str
    username: str


class Mentions(Model):
    """Whom a post to Discord may mention."""

    parse: list[str]
    users: list[str]


class DiscordPost(Model):
    """What Discord is sent."""

    content: str
    username: str
    allowed_mentions: Mentions


class WebhookPost(RootModel[TextPost | DiscordPost]):
    """A post to a webhook."""


# -- a recording: `wikibot replay` -----------------------------------------------------------------

# The id, column, row, label, sign, colour, title, marks and players of a cell; see Picture.
RecordedCell = tuple[str, int, int, str, str, str, str, list[str], list[str]]


class RecordedGroup(Model):
    """Cells that belong together. ``map``: they are places on a plain."""

    title: str
    size: tuple[int, int]
    is_map: bool = Field(alias="map")
    cells: list[RecordedCell]


class RecordedBoard(Model):
    """The board in full: groups, edges (from, to, kind), legend (sign, name, colour)."""

    groups: list[RecordedGroup]
    edges: list[tuple[str, str, str]]
    legend: list[tuple[str, str, str]]


class RecordedStep(Model):
    """One line and what came of it; only what differs from the step before.

    ``rows``: the cells of the players' table that differ, by the number of the row.
    """

    at: Time
    phase: int = 0
    who: str = ""
    line: str = ""
    verdict: str = ""
    told: list[str] = []
    revision: int = 0
    columns: list[str] = []
    players: list[list[str]] = []
    rows: dict[str, list[str]] = {}
    board: RecordedBoard | None = None
    facts: list[str] = []
    cells: list[RecordedCell] = []


class Recording(Model):
    """A game that was played back. ``link``: the address of a revision but for its number.

    ``inks``: a colour for each player.
    """

    title: str
    number: str
    link: str
    colours: dict[str, str]
    inks: dict[str, str]
    steps: list[RecordedStep]


PUBLISHED: dict[str, type[BaseModel]] = {
    "apply": Applied, "doctor": Findings, "farm-list": FarmGames, "farm-status": FarmStatus,
    "farm-log": LogLine, "form-page": FormPage, "gadget-install": InstalledGadget, "health": Health,
    "import": Imported, "lens-page": LensPage, "replay": Recording, "rules-check": RulesCheck,
    "rules-check-sentences": RulesSentences, "rules-coverage": Coverage, "rules-show": ShownUnit,
    "show": State, "sync": SyncReport, "verify": Checks, "webhook": WebhookPost,
}  # fmt: skip
