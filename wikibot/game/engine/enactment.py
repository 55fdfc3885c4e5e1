"""Enacting proposals that passed: the bot changes the ruleset page as the proposal's text says.

``enact P3`` shows what would change and which rules are held then, ``enact P3: yes`` decides it:
the proposal's status becomes ``enacting``. Writing the page is the shell's part: after it saved the
gamestate, it asks :func:`wanted` for the ruleset page's new text and saves that, if it differs,
over the very revision it read. When nothing is left to change, :func:`enacted` says with which
order the proposals become ``enacted``. All of it is found by what the pages say, so it may be cut
off anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Shape, Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.names import number_of, resolve
from wikibot.game.page.gamestate import on_lines
from wikibot.game.problems import Refused, listing
from wikibot.game.state import Pending, Proposal, Request, S, State
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import DAY
from wikibot.wikitext.patches import Patch, PatchError, apply_patches, difference, read_patches

KEPT = 30 * DAY  # on the gamestate page, from when a thing is settled
PASSED, ENACTING, ENACTED = map(later, ("passed", "enacting", "enacted"))
_YES, _NO = "yes", "no"
_SHOWN = 600  # characters of a diff in an answer; the dry run of the sync has the whole


class Wanted(Struct, frozen=True):
    """What the ruleset page shall say, by which ``proposals``; ``problems`` need a person."""

    text: str
    proposals: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def patches_of(proposal: Proposal) -> tuple[Patch, ...]:
    """The changes that a proposal's text describes; raises ``PatchError``."""
    return _patches(proposal.text)


@lru_cache(maxsize=256)
def _patches(text: str) -> tuple[Patch, ...]:
    return read_patches(on_lines(text))


def describes_changes(proposal: Proposal) -> bool:
    """Whether a proposal's text describes changes of the ruleset page that can be read."""
    try:
        return bool(patches_of(proposal))
    except PatchError:
        return False


def wanted(state: State, ruleset: str) -> Wanted:
    """The ruleset page with everything carried out that stewards decided to enact."""
    text, done = ruleset, tuple[str, ...]()
    problems: list[str] = []
    for proposal in tuple(each for each in state.proposals if each.status == ENACTING):
        try:
            new = apply_patches(text, patches_of(proposal), again=True)
        except PatchError as error:
            problems.append(
                say("{} ({}) cannot be enacted: {}", proposal.id, proposal.title, error)
            )
            continue
        if new != text:
            text, done = new, (*done, proposal.id)
    return Wanted(text, done, tuple(problems))


def enacted(state: State, ruleset: str) -> str:
    """The steward's order that notes which proposals the ruleset page has by now, or "".

    Of those that people enact by hand, when they would leave the gamestate page if they were.
    """
    waiting = (each for each in state.proposals if _is_looked_for(each, state.now))
    done = [each.id for each in waiting if says(ruleset, each.text)]
    return f"correct {'; '.join(f'proposal {id_} is {ENACTED}' for id_ in done)}" if done else ""


def _is_looked_for(proposal: Proposal, now: datetime) -> bool:
    since = proposal.changed or proposal.submitted
    long_ago = proposal.status == PASSED and since is not None and since <= now - KEPT
    return proposal.status == ENACTING or (long_ago and describes_changes(proposal))


@lru_cache(maxsize=256)
def says(ruleset: str, text: str) -> bool:
    """Whether the ruleset page has all changes that a proposal's text describes."""
    try:
        return apply_patches(ruleset, _patches(text), again=True) == ruleset
    except PatchError:
        return False


# -- the verb --------------------------------------------------------------------------------------


def _enact(act: ActionContext[Any]) -> None:
    ids = [each.id for each in act.state.proposals]
    number = act.subject.strip().lstrip("#")
    wanted_id = f"P{number}" if number.isdecimal() and number not in ids else number
    id_ = resolve(wanted_id, ids, "proposal")
    found = next(each for each in act.state.proposals if each.id == id_)
    if found.status != PASSED:
        raise Refused("{} ({}) is {}", found.id, found.title, say(found.status), rule="Proposals",
                      remedy="Only a proposal that passed is enacted.")  # fmt: skip
    if objection := act.game.objection(found, act.book):
        raise Refused("the bot does not enact {}: {}", found.id, objection, rule="Proposals",
                      remedy=say("{} enacts it by hand, if it is in order.",
                                 found.proposer))  # fmt: skip
    shown = _shown(act, found)
    how = "with `enact {}: yes` the bot changes the ruleset page so: {}. Your answer"
    if act.choose(say(how, found.id, shown), (_YES, _NO)) == _NO:  # a steward's, so kept nowhere
        act.say("{} is left to {}", found.id, found.proposer)
        return
    entry = replace(found, status=ENACTING)
    act.state = replace(
        act.state, proposals=tuple(entry if p.id == found.id else p for p in act.state.proposals)
    )
    act.say("{} is being enacted: {}", found.id, shown)


def _shown(act: ActionContext[Any], proposal: Proposal) -> str:
    """The diff that a proposal's text makes of the ruleset page, after what is being enacted."""
    try:
        patches = patches_of(proposal)
        before = wanted(act.state, act.book.text).text
        after = apply_patches(before, patches)
    except PatchError as error:
        raise Refused("{} cannot be enacted by the bot: {}", proposal.id, error, rule="Proposals",
                      remedy=say("{} enacts it by hand.", proposal.proposer)) from None  # fmt: skip
    if not patches:
        why = say("the text of {} holds no change in an agreed form", proposal.id)
        raise Refused(why, rule="Proposals",
                      remedy=say("{} enacts it by hand.", proposal.proposer))  # fmt: skip
    shown = "; ".join(difference(before, after))
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    old, new = act.book.reread(before), act.book.reread(after)
    then = act.game.ruleset_changes(lambda: old, new, act.state)
    # Which rules are held, or gone, once the page reads as after a change, in words.
    names = dict.fromkeys((*map(new.known_as, new.units), *new.moved_into))
    held = listing(tuple(name for name in names if new.is_held(name) and not old.is_held(name)))
    names = dict.fromkeys(map(old.known_as, old.units))
    gone = listing([name for name in names if not new.on_page(name) and name not in new.moved_into])
    parts = [say("held then, until a steward accepts the new words: {}", held)] if held else []
    parts += [say("not played any more then: {}", gone)] if gone else []
    return (
        shown + "".join(f"; {part}" for part in parts) + (say("; then: {}", then) if then else "")
    )


ENACT = Verb(
    "enact", "enact P3[: yes]", "enact P3: yes",
    "lets the bot change the ruleset page as a passed proposal says",
    _enact, Shape.SUBJECT, players_only=False, stewards_only=True,
    available=lambda act: any(each.status == PASSED for each in act.state.proposals),
)  # fmt: skip


# ==================================================================================================
# What was settled leaves the gamestate page for the log, so that a game of years has a short
# page.
#
# Proposals that were decided and requests that were ruled on leave 30 days after that, or later
# where a rule of the game looks back further (``Game.looks_back``). What is open stays, and so
# does what an unfinished action or a held line may speak of. Decisions: the thing with the
# highest number stays, so that no number is given twice. Time counts from the decision, or from
# the submission where the page does not say when that fell; what has neither time, as people
# wrote it by hand, stays. What passed and describes changes of the ruleset page stays until it is
# enacted. A status in people's own words is not taken for settled.

LONGEST = 36_500 * DAY  # no rule looks back further
DECIDED = (PASSED, "failed", "retracted", "discarded", ENACTED)
RULED = ("answered", "overturned", "withdrawn")
_FAR = datetime(9000, 1, 1, tzinfo=UTC)


class Cleared(Struct, Generic[S], frozen=True):
    """A state without what has left, and what left: when, and in words.

    Nothing else leaves before ``until``.
    """

    state: S
    gone: tuple[tuple[datetime, str], ...]
    until: datetime


def clear(state: S, looks_back: timedelta, to: datetime) -> Cleared[S]:
    """Take everything off a state that leaves by a time."""
    kept, until = min(max(KEPT, looks_back), LONGEST), _FAR
    gone: list[tuple[datetime, str]] = []
    for name, ends in {"proposals": DECIDED, "requests": RULED}.items():
        there = getattr(state, name)
        over = (each for each in there if each.status in ends)
        # What passed stays until its changes are carried out.
        done = [each for each in over if each.status != PASSED or not describes_changes(each)]
        settled = [(since, each) for each in done if (since := _since(each))]
        settled.sort(key=itemgetter(0))  # what was settled first in front
        if settled and settled[0][0] <= to - kept:
            newest = max(there, key=lambda each: number_of(each.id), default=None)
            settled = [(since, each) for since, each in settled if each is not newest]
        until = min(until, settled[0][0] + kept) if settled and settled[0][0] < _FAR else until
        due = [(since, each) for since, each in settled if since <= to - kept]
        if leaving := [each for each in due if not _waits(each[1].id, state.pending)]:
            ids = [each.id for _, each in leaving]
            left = tuple(each for each in there if each.id not in ids)
            state = replace(state, **{name: left})
            gone += [(since + kept, _told(each)) for since, each in leaving]
    return Cleared(state, tuple(gone), until)


def _told(each: Any) -> str:
    what = each.title if isinstance(each, Proposal) else say("asked by {}", each.asker)
    return say("{} ({}) left the page: {}", each.id, what, say(each.status))


def _since(each: Proposal | Request) -> datetime | None:
    """Since when something is settled."""
    since = each.changed if isinstance(each, Proposal) else each.ruled
    return since or each.submitted


def _waits(id_: str, pending: Sequence[Pending]) -> bool:
    """Whether anything that waits may speak of what has this identity, in whatever way."""
    number = re.compile(rf"(?<!\d){number_of(id_)}(?!\d)")
    return any(number.search(each.text) or id_ in each.text for each in pending)
