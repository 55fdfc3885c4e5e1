"""Enacting proposals that passed: the bot changes the ruleset page as the proposal's text says.

``enact P3`` shows what would change and which rules are held then, ``enact P3: yes`` decides it:
the proposal's status becomes ``enacting``. Writing the page is the shell's part: after it saved the
gamestate, it asks :func:`wanted` for the ruleset page's new text and saves that, if it differs,
over the very revision it read. When nothing is left to change, :func:`enacted` says with which
order the proposals become ``enacted``. All of it is found by what the pages say, so it may be cut
off anywhere.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.calendar import DAY
from wikibot.game.engine.context import ActionContext
from wikibot.game.names import resolve
from wikibot.game.page.line_bodies import on_lines
from wikibot.game.problems import Held, Refused, listing
from wikibot.game.proceedings import Proposal
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.game.verbs import Shape, Verb
from wikibot.wikitext.messages import say
from wikibot.wikitext.patches import Patch, PatchError, apply_patches, difference, read_patches

KEPT = 30 * DAY  # on the gamestate page, from when a thing is settled
PASSED, ENACTING, ENACTED = "passed", "enacting", "enacted"
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
    for proposal in _enacting(state):
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


def _enacting(state: State) -> tuple[Proposal, ...]:
    return tuple(each for each in state.proposals if each.status == ENACTING)


# -- the verb --------------------------------------------------------------------------------------


def _enact(act: ActionContext[Any]) -> None:
    found = _named(act.state, act.subject)
    if found.status != PASSED:
        raise Refused("{} ({}) is {}", found.id, found.title, say(found.status), rule="Proposals",
                      remedy="Only a proposal that passed is enacted.")  # fmt: skip
    if objection := act.game.objection(found, act.book):
        raise Refused("the bot does not enact {}: {}", found.id, objection, rule="Proposals",
                      remedy=say("{} enacts it by hand, if it is in order.",
                                 found.proposer))  # fmt: skip
    shown = _shown(act, found)
    asks = f"with `enact {found.id}: yes` the bot changes the ruleset page so: {shown}. Your answer"
    if act.choose(asks, (_YES, _NO)) == _NO:
        act.say("{} is left to {}", found.id, found.proposer)
        return
    entry = replace(found, status=ENACTING)
    act.state = replace(
        act.state, proposals=tuple(entry if p.id == found.id else p for p in act.state.proposals)
    )
    act.say("{} is being enacted: {}", found.id, shown)


def _named(state: State, text: str) -> Proposal:
    ids = [each.id for each in state.proposals]
    number = text.strip().lstrip("#")
    wanted_id = f"P{number}" if number.isdecimal() and number not in ids else number
    id_ = resolve(wanted_id, ids, "proposal")
    return next(each for each in state.proposals if each.id == id_)


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
    shown = " ⏎ ".join(difference(before, after))
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    old, new = act.book.reread(before), act.book.reread(after)
    then = act.game.ruleset_changes(lambda: old, new, act.state)
    return shown + _waiting(old, new) + (say("; then: {}", then) if then else "")


def _waiting(before: Rulebook, after: Rulebook) -> str:
    """Which rules are held, or gone, once the page reads as after a change, in words."""
    held = listing(newly_held(before, after))
    names = dict.fromkeys(map(before.known_as, before.units))
    gone = listing(
        [name for name in names if not after.on_page(name) and name not in after.moved_into]
    )
    parts = [say("held then, until a steward accepts the new words: {}", held)] if held else []
    parts += [say("not played any more then: {}", gone)] if gone else []
    return "".join(f"; {part}" for part in parts)


def newly_held(before: Rulebook, after: Rulebook) -> tuple[str, ...]:
    """The units that one version of the ruleset page holds and an earlier one does not."""
    names = dict.fromkeys((*map(after.known_as, after.units), *after.moved_into))
    return tuple(name for name in names if _is_held(after, name) and not _is_held(before, name))


def _is_held(book: Rulebook, name: str) -> bool:
    return isinstance(book.obstacle(name), Held)


ENACT = Verb(
    "enact", "enact P3[: yes]", "enact P3: yes",
    "lets the bot change the ruleset page as a passed proposal says",
    _enact, Shape.SUBJECT, players_only=False, stewards_only=True,
    available=lambda act: any(each.status == PASSED for each in act.state.proposals),
)  # fmt: skip
