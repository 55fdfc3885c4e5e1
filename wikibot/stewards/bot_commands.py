"""Carrying out what stewards say to the bot itself and not to the game: ``pause``, ``accept``, ...

The orders stand in the one table of stewards' orders (:mod:`wikibot.game.engine.steward_verbs`);
those whose scope is the bot have their handlers here. They take effect before any action of the
same sync, whenever they were written: a pause holds back all that is queued, a wording that was
accepted is accepted for all of it. Pure; what they change is a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.engine import steward_verbs
from wikibot.game.engine.steward_verbs import (
    AS,
    HELD,
    asks_for_help,
    asks_what_is_held,
    begins_with_order,
    near_order,
    not_an_order,
    steward_help,
    without_article,
)
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Pin
from wikibot.game.verbs import Scope
from wikibot.stewards.readings import gives_reading
from wikibot.stewards.wording import accept as accepting
from wikibot.stewards.wording.history import Version, WordingChange, trace, words_of
from wikibot.stewards.wording.notices import EDITS, GONE
from wikibot.storage.cursor import Notice
from wikibot.wikitext.messages import later, retold, say

_CHANGED_SINCE = later(
    "{0} is not accepted, for it was changed{1} after this order was written; "
    "`accept {0}` accepts it as it is now"
)
_EDIT = re.compile(r"revisions? (?P<first>\d{1,16})(?:-(?P<last>\d{1,16}))?", re.IGNORECASE)


class NothingAccepted(Exception):
    """Nothing of what was named is accepted; ``str`` says why."""


class StewardDecisions(Struct, frozen=True):
    """What stewards have settled: who paused or closed the game, which wordings they accepted."""

    paused: str = ""
    closed: str = ""
    accepted: tuple[Pin, ...] = ()
    dry_runs: tuple[Action, ...] = ()  # lines that ask for one, with what comes after the words
    notices: tuple[Notice, ...] = ()  # rules that wait
    waited: tuple[Notice, ...] = ()  # those that did before any order


class RulesetPage(Struct, frozen=True):
    """The ruleset page: its rulebook with accepted wordings, and its versions, the newest first."""

    book: Callable[[Sequence[Pin]], Rulebook]
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
            found |= trace(self.book(pins), left, self.past() if left else (), variant)
        return found

    def when_ordered(self, action: Action) -> Rulebook | None:
        """The page as it was when an order was saved; None where it has not changed since."""
        past, saved = self.past(), action.id.revision
        if not past or not past[0].number > saved > 0:
            return None
        then = next((each for each in past if each.number < saved), past[-1])
        return self.book(()).reread(then.text)


# From what stands, an order, what it says behind its name, and the ruleset to what stands then and
# the answer. A dry run is answered later, when it has been run.
Handler = Callable[[StewardDecisions, Action, str, RulesetPage], tuple[StewardDecisions, str]]


def _accept(
    standing: StewardDecisions, action: Action, rest: str, page: RulesetPage
) -> tuple[StewardDecisions, str]:
    book = page.book(standing.accepted)
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
    label = None if variant in accepting.SAID else variant
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
                accepted = accepting.accept(book, [unit], standing.accepted, origin)
            except accepting.WhichVariant as error:
                if len(units) == 1:
                    raise
                refused += 1
                said.append(say("{}: not accepted, for {}", unit, _which(error)))
                continue
            standing = replace(standing, accepted=accepted)
            said.append(accepting.meaning(book, unit, accepted, changes.get(unit)))
    if refused == len(said):
        raise NothingAccepted("; ".join(said))
    return standing, "; ".join(said)


def _not_waiting(edit: re.Match[str], notices: Sequence[Notice], past: Sequence[Version]) -> str:
    """The answer to accepting an edit that does not wait."""
    first, last = int(edit["first"]), int(edit["last"] or edit["first"])
    if not any(first <= each.number <= last for each in past):
        return say("the ruleset page has no {}", edit[0])
    said = say("{} does not wait: what it changed counts, or was taken back since", edit[0])
    waiting = ", ".join(each.unit for each in notices if each.what in EDITS)
    return said + (say("; what waits: {}", waiting) if waiting else "")


def _dry_run(
    standing: StewardDecisions, action: Action, rest: str, _page: RulesetPage
) -> tuple[StewardDecisions, str]:
    line = replace(action, text=rest.lstrip(": "))
    return replace(standing, dry_runs=(*standing.dry_runs, line)), ""


ACCEPT = "accept"
HANDLERS: Mapping[str, Handler] = {
    "sync": lambda standing, *_: (standing, say("this is the sync that was asked for")),
    "dry run": _dry_run,
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
