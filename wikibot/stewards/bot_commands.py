"""Carrying out what stewards say to the bot itself and not to the game: ``pause``, ``accept``, ...

The orders stand in the one table of stewards' orders (:mod:`wikibot.game.engine.steward_verbs`);
those whose scope is the bot have their handlers here. They take effect before any action of the
same sync, whenever they were written: a pause holds back all that is queued, a wording that was
accepted is accepted for all of it. Pure; what they change is a value.

Taking one action back: the state before it, and what followed played again without it.

The history of the gamestate page holds all that is needed, for each of the bot's edits carries its
own log lines: the edit in which the action was played is found by its identity, and everything from
there on is played anew; at its end stands what this sync has played so far. What was taken back
before is not played again, and neither is the correction with which a log holds its undoing. So an
action is taken back once, and taking back the order `undo` gives the action again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Outcome, Scope, Verdict
from wikibot.game.engine import steward_verbs
from wikibot.game.engine.engine import Engine, PlayedSoFar, Undone, was_refused
from wikibot.game.engine.line_player import leaves_only_rolls
from wikibot.game.engine.orders import (
    LINE_MARK,
    SAID_MARK,
    Malformed,
    gives_reading,
    read_log,
    standing_line,
)
from wikibot.game.engine.standing_rolls import Recorded
from wikibot.game.engine.steward_verbs import (
    AS,
    CORRECT,
    HELD,
    asks_for_help,
    asks_what_is_held,
    begins_with_order,
    near_order,
    not_an_order,
    steward_help,
    without_article,
)
from wikibot.game.game import Game
from wikibot.game.names import counted
from wikibot.game.problems import Refused
from wikibot.game.ruleset.implementations import SAID
from wikibot.game.ruleset.readings import GivenReading, replaces
from wikibot.game.ruleset.recognition import Pin, split
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.stewards import accept as accepting
from wikibot.stewards.notices import EDITS, GONE
from wikibot.stewards.wording import Version, WordingChange, trace, words_of
from wikibot.storage.cursor import Notice, noted_in
from wikibot.storage.log_page import log_entries, places_of, start_of
from wikibot.wiki.base import Revision
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.own_marks import IDENTITY
from wikibot.wikitext.regex import regex

_SAID = "0.0."  # how the identity of an order begins that was given at the command line
# An order that took something back, in a log: a comment above the correction that it came to.
_UNDOING = regex(
    rf"# (?P<time>\S+) (?P<by>[^:]+): (?!dry run).{{0,40}}?undo[\s:]+(?P<target>{IDENTITY})\b"
    r"(?P<anyway>\s+anyway)?.*",
    re.IGNORECASE,
)


class Adopted(Struct, frozen=True):
    """The gamestate page as this sync found it: its text, game time, what who changed by hand.

    ``followed``: what the bot changed for accounts that were renamed.
    """

    text: str
    start: datetime
    corrections: Sequence[str] = ()
    editors: Sequence[str] = ()
    followed: Sequence[str] = ()


class _Step(Struct, frozen=True):
    """The lines of one of the bot's edits, or of this sync, and the page on which they came.

    ``start``: the game's time on that page. ``within``: whether rolls stood within their phase or
    turn by then.
    """

    lines: Sequence[str]
    page: str
    start: datetime | None
    within: bool = False


class _Undoing(Struct, frozen=True):
    """An order that took ``target`` back. Its lines begin at ``line`` of a step; None: it has none.

    ``order`` is its identity, "" of one that was given at the command line or has no line.
    """

    step: int
    line: int | None
    order: str
    target: str
    by: str
    time: str
    anyway: bool


def rewind(
    history: Callable[[], Sequence[Revision]], adopted: Adopted, game: Game[Any], book: Rulebook,
    account: str, state: State, so_far: PlayedSoFar, action: Action, identity: ActionId,
    anyway: bool, /,
) -> Undone[Any]:  # fmt: skip
    """Take an action back. ``history`` gives the gamestate page from its first revision on."""
    steps, target = _steps(history(), account, adopted, so_far), str(identity)
    undoings = list(_undoings(steps))
    if (by := _taken_back(undoings).get(target)) is not None:
        again = say(" `undo {}` gives it again.", by.order) if by.order else ""
        why = say("{} was taken back already, by {} at {}", target, by.by, by.time)
        raise Refused(why, remedy=say("Nothing was changed.{}", again))
    new = _Undoing(len(steps), None, str(action.id), target, action.account, "", anyway)
    first = _first(steps, [*undoings, new])
    if first is None or first[0].start is None:
        how = "The log page names each in a comment."
        raise Refused("no action that was played is called {}", identity, remedy=how)

    def without(undoings: Sequence[_Undoing]) -> tuple[Any, list[Outcome]]:
        lines = _lines(steps, len(steps) - len(first), undoings)
        read = read_log("\n".join(lines), within=first[0].within)
        entries = [e for e in read if not isinstance(e, Malformed)]
        played = Engine(game, book, Recorded(lines)).play(base.state, entries, state.now)
        stands = (o.counts or was_refused(o.action) for o in played.outcomes)
        told = zip(played.outcomes, stands, strict=True)
        return played.state, [o for o, stood in told if not stood or leaves_only_rolls(o)]

    base = game.read(first[0].page, book, first[0].start)
    if base.unreadable:
        how = "Correct the state instead."
        raise Refused("the page as it was before {} cannot be read", identity, remedy=how)
    played, lost = without([*undoings, new])
    if lost and any(each.anyway for each in undoings):  # these were left out before
        out = [each.action.id for each in without(undoings)[1]]
        lost = [each for each in lost if each.action.id not in out]
    if lost and not anyway:
        later = counted(len(lost), "later line")
        why = say("then {} could not be played: {}", later, _listed(lost))
        how = say("Nothing was changed; `undo {} anyway` leaves them out.", identity)
        raise Refused(why, remedy=how)
    after = replace(played, now=state.now)
    # People may have edited what the action brought.
    if lacking := game.lacking(state, after, book):
        raise Refused("then {}", lacking, remedy="Nothing was changed; `correct` what is left.")
    done = say("took {} back", target)
    if any(each.order == target for each in undoings):
        done += say(", which had taken another action back")
    words = [done, *(game.differences(state, after) or (say("which changes nothing"),))]
    words += [say("not played any more: {}", _listed(lost))] if lost else []
    return Undone(after, "; ".join(words))


def _steps(
    revisions: Sequence[Revision], account: str, adopted: Adopted, so_far: PlayedSoFar
) -> list[_Step]:
    """The bot's edits, oldest first, without those that a silent merge had replaced at once.

    The last step is this sync, as far as it was played.
    """
    steps, texts = list[_Step](), {revision.id: revision.text or "" for revision in revisions}
    page, start, within = adopted.text, adopted.start, False
    for revision in revisions:
        cursor = noted_in(revision) if revision.user == account else None
        if cursor and revision.parent_id == cursor.base:
            under = page if steps else texts.get(cursor.base, "")
            since = start if steps else start_of(cursor.lines)
            steps.append(_Step(cursor.lines, under, since or cursor.synced, within))
            page, start = revision.text or "", cursor.synced or start
            within = cursor.rolls > 0
    made = log_entries(
        adopted.corrections, adopted.editors, adopted.start, so_far.fired, so_far.outcomes,
        adopted.followed, account,
    )  # fmt: skip
    if steps and not within:
        made = (standing_line(adopted.start), *made)
    return [*steps, _Step(made, page, start, within)]


# -- what was taken back before --------------------------------------------------------------------


def _undoings(steps: Sequence[_Step]) -> Iterator[_Undoing]:
    """All orders that took something back, in order; of several with an identity all are told."""
    for number, step in enumerate(steps):
        for at, line in enumerate(step.lines):
            if not (found := _UNDOING.fullmatch(line)):
                continue
            try:
                target = str(ActionId.parse(found["target"]))  # as marks spell it: 3.7.0 for 3.07.0
            except ValueError:
                continue
            mark = at + 1 + any(each.startswith(SAID_MARK) for each in step.lines[at + 1 : at + 2])
            order, made = [*step.lines[mark : mark + 2], "", ""][:2]
            own = order.startswith(LINE_MARK) and made.startswith(f"{found['time']} ")
            own = own and f": {CORRECT.name} " in made
            name = order.removeprefix(LINE_MARK) if own and not order.startswith(_SAID) else ""
            yield _Undoing(
                number, mark if own else None, name, target, found["by"], found["time"],
                bool(found["anyway"]),
            )  # fmt: skip


def _taken_back(undoings: Sequence[_Undoing]) -> Mapping[str, _Undoing]:
    """What is not in force any more, each with the order that took it back, itself in force."""
    gone: dict[str, _Undoing] = {}
    for each in reversed(undoings):
        if each.order not in gone:
            gone.setdefault(each.target, each)
    return gone


def _first(steps: Sequence[_Step], undoings: Sequence[_Undoing]) -> Sequence[_Step] | None:
    """The steps from the one on that has to be played again, None where there is no such action.

    An order of which the correction is left out has its action played anew as well, or not at all.
    """
    played = {line: number for number, step in enumerate(steps) for line in step.lines}
    at = played.get(f"{LINE_MARK}{undoings[-1].target}")
    if at is None:
        return None
    for each in reversed(undoings):
        if each.step >= at:
            at = min(at, played.get(f"{LINE_MARK}{each.target}", at))
    return steps[at:]


def _lines(steps: Sequence[_Step], first: int, undoings: Sequence[_Undoing]) -> tuple[str, ...]:
    """The lines from a step on, without what was taken back and the corrections that did it."""
    gone = {f"{LINE_MARK}{target}" for target in _taken_back(undoings)}
    known = {line for step in steps[first:] for line in step.lines}
    orders = {(each.step, each.line) for each in undoings if f"{LINE_MARK}{each.target}" in known}
    kept: list[str] = []
    for number, step in enumerate(steps[first:], first):
        out = [
            place
            for at, line in enumerate(step.lines)
            if line in gone or (number, at) in orders
            for place in places_of(step.lines, at)
        ]
        kept += [line for at, line in enumerate(step.lines) if at not in out]
    return tuple(kept)


def _listed(outcomes: Sequence[Outcome]) -> str:
    lines = ((o.player or o.action.account, o.action.text, o.text) for o in outcomes[:5])
    return "; ".join(f"{who}: {line} ({said})" for who, line, said in lines)


# == What stewards say to the bot itself ===========================================================

_CHANGED_SINCE = later(
    "{0} is not accepted, for it was changed{1} after this order was written; "
    "`accept {0}` accepts it as it is now"
)
_EDIT = regex(r"revisions? (?P<first>\d{1,16})(?:-(?P<last>\d{1,16}))?", re.IGNORECASE)


class NothingAccepted(Exception):
    """Nothing of what was named is accepted; ``str`` says why."""


class StewardDecisions(Struct, frozen=True):
    """What stewards have settled: who paused or closed the game, which wordings they accepted.

    ``accepted``: those that code plays; ``given``: readings, of what they say of the others.
    """

    paused: str = ""
    closed: str = ""
    accepted: tuple[Pin, ...] = ()
    given: tuple[GivenReading, ...] = ()
    dry_runs: tuple[Action, ...] = ()  # lines that ask for one, with what comes after the words
    notices: tuple[Notice, ...] = ()  # rules that wait
    waited: tuple[Notice, ...] = ()  # those that did before any order


class RulesetPage(Struct, frozen=True):
    """The ruleset page: its rulebook with accepted wordings, and its versions, the newest first."""

    book: Callable[[Sequence[Pin], Sequence[GivenReading]], Rulebook]
    past: Callable[[], Sequence[Version]] = tuple

    def changes(
        self, units: Sequence[str], accepted: Sequence[Pin], variant: str | None
    ) -> Mapping[str, WordingChange]:
        """How units came to their wordings from those for which their code was written.

        Or else from those that stewards accepted. ``variant``: for which of several.
        """
        found: dict[str, WordingChange] = {}
        for pins in ((), accepted):
            left = [unit for unit in units if unit not in found or found[unit].was is None]
            found |= trace(self.book(pins, ()), left, self.past() if left else (), variant)
        return found

    def when_ordered(self, action: Action) -> Rulebook | None:
        """The page as it was when an order was saved; None where it has not changed since."""
        past, saved = self.past(), action.id.revision
        if not past or not past[0].number > saved > 0:
            return None
        then = next((each for each in past if each.number < saved), past[-1])
        return self.book((), ()).reread(then.text)


# From what stands, an order, what it says behind its name, and the ruleset to what stands then and
# the answer. A dry run is answered later, when it has been run.
Handler = Callable[[StewardDecisions, Action, str, RulesetPage], tuple[StewardDecisions, str]]


def _accept(
    standing: StewardDecisions, action: Action, rest: str, page: RulesetPage
) -> tuple[StewardDecisions, str]:
    book = page.book(standing.accepted, standing.given)
    try:
        named, variant = accepting.named_units(rest, book, standing.notices)
    except accepting.NoSuchUnit:
        if edit := _EDIT.fullmatch(rest):
            return standing, _not_waiting(edit, standing.notices, page.past())
        raise
    edits = tuple(e for e in standing.notices if e.what in EDITS and e.unit in named)
    shown = ((retold(each.since), retold(each.how)) for each in edits)
    said = [say("{} counts from now on: {}", *each) for each in shown]
    kept = tuple(each for each in standing.notices if each not in edits)
    standing = replace(standing, notices=kept)
    units = [unit for unit in named if unit not in {each.unit for each in edits}]
    if not units:
        return standing, "; ".join(said)
    label = None if variant in SAID else variant
    changes = page.changes(units, standing.accepted, label)
    then = page.when_ordered(action)
    day, by = action.time.strftime("%Y-%m-%d"), f"accepted by {action.account}"
    origin = accepting.Origin(day, by, variant)
    refused = 0
    for unit in units:
        if then and words_of(then, unit) != words_of(book, unit):
            how = changes[unit].since
            when = say(" in {}", retold(str(how))) if how else ""
            refused += 1
            said.append(say(_CHANGED_SINCE, unit, when))
        elif any(each.unit == unit and each.what == GONE for each in standing.notices):
            kept = tuple(each for each in standing.notices if each.unit != unit)
            standing = replace(standing, notices=kept)
            said.append(say("{}: noted; nothing is played by it", unit))
        elif accepting.is_settled(book, unit, variant):
            said.append(say("{} is played as it reads; nothing of it waits to be accepted", unit))
        elif why := accepting.unplayable(book, unit, variant):
            refused += 1
            said.append(why)
        else:
            try:
                standing, after = _settled(standing, book, unit, origin, action.account)
            except accepting.WhichVariant as error:
                if len(units) == 1:
                    raise
                refused += 1
                said.append(say("{}: not accepted, for {}", unit, _which(error)))
                continue
            said.append(accepting.meaning(book, after, unit, changes.get(unit)))
    if refused == len(said):
        raise NothingAccepted("; ".join(said))
    return standing, "; ".join(said)


def _settled(
    standing: StewardDecisions, book: Rulebook, unit: str, origin: accepting.Origin, by: str
) -> tuple[StewardDecisions, Rulebook]:
    """With one more wording accepted, in place of any reading, and the rulebook then.

    Raises :class:`accepting.WhichVariant`.
    """
    read = book.reading(unit)
    gone = [GivenReading(read.sentence, "", by)] if read else []
    book = book.with_rows(*gone)
    accepted, said = split(accepting.accept(book, [unit], standing.accepted, origin))
    rows = [replace(each, by=by) for each in said]
    rows = [*(each for each in gone if not any(replaces(row, each) for row in rows)), *rows]
    standing = replace(standing, accepted=accepted, given=(*standing.given, *rows))
    return standing, book.reread(more=accepted).with_rows(*rows)


def _not_waiting(edit: re.Match[str], notices: Sequence[Notice], past: Sequence[Version]) -> str:
    """The answer to accepting an edit that does not wait."""
    first, last = int(edit["first"]), int(edit["last"] or edit["first"])
    if not any(first <= each.number <= last for each in past):
        return say("the ruleset page has no {}", edit[0])
    said = say("{} does not wait: what it changed counts, or was taken back since", edit[0])
    waiting = ", ".join(each.unit for each in notices if each.what in EDITS)
    return said + (say("; what waits: {}", waiting) if waiting else "")


ACCEPT = "accept"
HANDLERS: Mapping[str, Handler] = {
    "sync": lambda standing, *_: (standing, say("this is the sync that was asked for")),
    "dry run": lambda standing, action, rest, _: (
        replace(standing, dry_runs=(*standing.dry_runs, replace(action, text=rest.lstrip(": ")))),
        "",
    ),
    "pause": lambda standing, action, *_: (
        replace(standing, paused=action.account),
        say("paused: actions stay queued until a steward writes `resume`"),
    ),
    "resume": lambda standing, *_: (
        replace(standing, paused=""),
        say("the game goes on") if standing.paused else say("the game was not paused"),
    ),
    ACCEPT: _accept,
    "close game": lambda standing, action, *_: (
        replace(standing, closed=action.account),
        say("closed: no action is played any more; `open game` takes that back"),
    ),
    "open game": lambda standing, *_: (
        replace(standing, closed=""),
        say("open again") if standing.closed else say("the game was not closed"),
    ),
}


def find_command(text: str) -> tuple[str, str] | None:
    """The name of the command that a line begins with, and what comes after it."""
    words = without_article(text.strip().rstrip(".!"))
    for name in (each.name for each in steward_verbs.ORDERS if each.scope is Scope.BOT):
        head, rest = words[: len(name)], words[len(name) :]
        if head.casefold() == name and (not rest or not rest[0].isalnum()):
            return name, rest.strip(" :")
    return None


def is_order(text: str) -> bool:
    """Whether a line of the steward page begins with a steward's order, or with nearly one.

    Everything else there is people talking to each other.
    """
    if asks_for_help(text) or asks_what_is_held(text) or gives_reading(text) or near_order(text):
        return True
    verb = begins_with_order(text)
    return verb is not None and (verb is not AS or ":" in text)


def carry_out(
    standing: StewardDecisions, orders: Sequence[Action], page: RulesetPage
) -> tuple[StewardDecisions, list[Action], list[Outcome]]:
    """Carry out the commands among some orders: what then stands, the other orders, the answers."""
    others: list[Action] = []
    answers: list[Outcome] = []
    for order in orders:
        verdict, text = Verdict.DONE, ""
        try:
            if found := find_command(order.text):
                standing, text = HANDLERS[found[0]](standing, order, found[1], page)
            elif (told := steward_help(order.text)) is not None:
                text = told
            elif asks_what_is_held(order.text):
                others.append(replace(order, text=HELD.name))
            elif begins_with_order(order.text) or asks_for_help(order.text):
                others.append(order)
            else:
                verdict, text = Verdict.HUH, not_an_order(order.text)
        except accepting.NoSuchUnit as error:
            verdict, text = Verdict.HUH, str(error)
        except accepting.WhichVariant as error:
            verdict, text = Verdict.CANT, _which(error)
        except NothingAccepted as error:
            verdict, text = Verdict.CANT, str(error)
        if text:
            logged = "" if verdict is Verdict.DONE else None
            answers.append(Outcome(order, verdict, text, order.account, logged=logged))
    return standing, others, answers


def _which(error: accepting.WhichVariant) -> str:
    """The lines that say which wording it is."""
    return say("{} Write {}", error, error.choices("`accept {unit} as {variant}`"))
