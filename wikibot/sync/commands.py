"""Bot commands: what stewards say to the bot itself takes effect before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from wikibot.game.actions import Action, Outcome
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.bot_commands import RulesetPage, StewardDecisions, carry_out
from wikibot.stewards.wording.accept import completed
from wikibot.stewards.wording.history import Version
from wikibot.stewards.wording.notices import EDIT, renewed, still_open
from wikibot.storage.cursor import Notice
from wikibot.sync.counted import CountedPage, accepts_something
from wikibot.sync.inbox import Inbox
from wikibot.sync.setup import Setup
from wikibot.sync.snapshot import Snapshot
from wikibot.wikitext.messages import say

NAMED = 5  # people, at the most, in one sentence


class Commands(Struct, frozen=True):
    """What stands after the bot commands. ``orders`` are left for the engine.

    ``answers``: to the bot commands. ``book``: the ruleset page with all accepted wordings.
    ``notices``: the rules that still wait. ``counted``: what counts of the ruleset page.
    ``moved``: that is not what the last sync played by, which ``was`` gives; None: this is the
    first.
    """

    standing: StewardDecisions
    orders: tuple[Action, ...]
    answers: tuple[Outcome, ...]
    book: Rulebook
    notices: tuple[Notice, ...]
    counted: CountedPage
    was: Callable[[], Rulebook] | None = None
    moved: bool = False

    @property
    def holds_back(self) -> bool:
        """Whether actions stay queued: the game is paused, or a dry run of them was asked for."""
        dry_runs = self.standing.dry_runs
        return bool(self.standing.paused) or any(not line.text for line in dry_runs)

    @property
    def plays(self) -> bool:
        """Whether players' actions are played."""
        return not (self.holds_back or self.standing.closed)


def apply_bot_commands(
    setup: Setup, snapshot: Snapshot, inbox: Inbox, counted: CountedPage
) -> Commands:
    """Carry out the commands to the bot itself, and find the rules that wait."""
    cursor, rules = snapshot.cursor, snapshot.ruleset

    def book(accepted: Sequence[Pin]) -> Rulebook:
        return setup.rulebook(counted.text, tuple(accepted))

    accepted = completed(cursor.accepted, book(cursor.accepted), partial(versions, snapshot, 0))
    moved = cursor.ruleset not in (0, rules.id if rules else 0) and not snapshot.rules_known
    since: Callable[[], Sequence[Version]] = partial(versions, snapshot, cursor.ruleset)
    notices = renewed(cursor.notices, book(accepted), since, moved=moved and rules is not None)
    notices += counted.held
    paused = cursor.paused
    if snapshot.reverted:
        paused = " and ".join(snapshot.editors[:NAMED]) or say("a revert")
    waited = (*cursor.notices, *notices)
    before = StewardDecisions(paused, cursor.closed, accepted, notices=notices, waited=waited)
    page = RulesetPage(book, partial(versions, snapshot, 0))
    standing, orders, answers = carry_out(before, inbox.orders, page)
    accepts = [each for each in inbox.orders if accepts_something(each)]
    counted = counted.accepting(standing.notices, accepts)
    present = book(standing.accepted)
    still = still_open(standing.notices, present)
    first = cursor.ruleset == 0
    if counted.before is not None:
        moved = counted.text != counted.before
        still = tuple(each for each in still if each.what != EDIT) + counted.held

    def was() -> Rulebook:
        if counted.before is not None:
            return present.reread(counted.before)
        past = since()
        return present.reread(past[-1].text) if past else present

    return Commands(
        standing, tuple(orders), tuple(answers), present, still, counted,
        was=None if first else was, moved=rules is not None and (moved or first),
    )  # fmt: skip


def versions(snapshot: Snapshot, since: int) -> Sequence[Version]:
    """The ruleset page from the newest version back to a revision (0: to the first)."""
    past = snapshot.past(snapshot.titles.ruleset, since)
    return [Version.of(revision) for revision in reversed(past) if revision.text is not None]
