"""Which edits of a page count that the group has under its control: here those of the ruleset page.

The setting ``rules_by`` says whose edits of it count at once. Others are held: each is a notice
that waits, on the status line and the steward page, until a steward accepts it or somebody undoes
it; the rest of the page counts meanwhile, sentence by sentence (:mod:`wikibot.wikitext.patches`).
What stood when the bot first came counts, and what the bot itself writes for a passed proposal.

A line is played by what counted when it was saved: the portion of a sync ends where the next edit,
or an order to accept one, was saved, if there is anything to play before. Nothing waits in memory:
the cursor names the revision through which edits were looked at and those that are held, and the
page's history has the rest. Decisions: an edit that changes a part of what is held is held with
it; one whose text is hidden counts or not with the edit behind it; lines of a file of actions are
played by what counts when they are read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.engine.passing_time import FiredEvent, PassingTime
from wikibot.game.game import RULES_BY_ANYONE, RULES_BY_PROPOSALS, RULES_BY_STEWARDS
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.bot_commands import ACCEPT, find_command
from wikibot.stewards.wording.history import WordingChange
from wikibot.stewards.wording.notices import EDIT, edits_of
from wikibot.storage.cursor import Notice
from wikibot.sync.inbox import Inbox, in_order, of_portion
from wikibot.sync.report import Stuck
from wikibot.sync.setup import Setup
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.base import Revision
from wikibot.wiki.history import heads_of
from wikibot.wikitext.escape import shortened
from wikibot.wikitext.fingerprints import normalise
from wikibot.wikitext.patches import changes, merged

MOST_HELD = 20  # edits that are held one by one; of more, those that follow each other together
MOST_TOLD = 20  # changed sentences of one edit
_LONGEST = 300  # characters of one
_COMPARED = 2000


class CountedPage(Struct, frozen=True):
    """What counts of a page. ``through``: the revision up to which its edits were looked at.

    ``before``: what counted when the last sync ended, None where that is not known or not asked
    for. ``held``: the edits that do not count. ``changes``: rules that came, changed or went.
    ``history``: from a revision of which all counts.
    """

    text: str = ""
    through: int = 0
    before: str | None = None
    held: tuple[Notice, ...] = ()
    changes: tuple[FiredEvent, ...] = ()
    history: Sequence[Revision] = ()

    def accepting(self, notices: Collection[Notice], orders: Sequence[Action]) -> CountedPage:
        """The same where of the held edits only those still wait that are among the notices."""
        held = tuple(each for each in self.held if each in notices)
        if held == self.held:
            return self
        text = counted_text(self.history, held)
        accepted = [each for each in self.held if each not in held]
        order = next(iter(orders))
        whose = " and ".join(_in_words(each.since) for each in accepted)
        by = f"{whose}, accepted by {order.account}"
        told = tuple(_told(self.text, text, by, order.time))
        held = _still(held, text, self.history)
        return replace(self, text=text, held=held, changes=(*self.changes, *told))


def counted_text(history: Sequence[Revision], held: Collection[Notice]) -> str:
    """What counts at the end of a history, of whose first revision all does."""
    heads = heads_of(history)
    without, ends, last = set[int](), dict(map(edits_of, held)), 0
    for head in heads:
        last = ends.get(head.id, last)
        without |= {head.id} if last else set()
        last = 0 if head.id == last else last
    counted, shown = history[0].text or "", 0  # and the last revision whose text is not hidden
    for at in range(1, len(history)):
        held_here = heads[at].id in without
        after = None if held_here else history[at].text
        if after is not None:
            counted = merged(history[shown].text or "", after, counted) or ""
        if after is not None or (held_here and not heads[at].text_hidden):
            shown = at
    return counted


def counted_as(through: int, held: Collection[Notice]) -> str:
    """What tells what counted: the revision that was looked at last, and the edits held."""
    return " ".join(["counts at", str(through), *(each.unit for each in held if each.what == EDIT)])


def counted_rules(setup: Setup, snapshot: Snapshot, inbox: Inbox) -> tuple[Inbox, CountedPage]:
    """What counts of the ruleset page, and the inbox up to where something else does.

    Raises :class:`Stuck` where the page's history cannot tell what counted.
    """
    page, cursor = snapshot.ruleset, snapshot.cursor
    as_it_stands = CountedPage(snapshot.rules, page.id if page else 0)
    if page is None or not setup.rules_by or not cursor.ruleset:
        return inbox, as_it_stands
    old = tuple(each for each in cursor.notices if each.what == EDIT)
    if page.id == cursor.ruleset and not old:
        return inbox, replace(as_it_stands, before=snapshot.rules)
    accepts = any(map(accepts_something, inbox.orders))
    if page.id == cursor.ruleset and snapshot.counted is not None and not accepts:
        text = snapshot.counted  # the page's history is long, and an edit may be held for months
        return inbox, CountedPage(text, page.id, text, old)
    named = {id_ for each in old for id_ in edits_of(each)}
    history = (
        snapshot.past(snapshot.titles.ruleset, min(named), before=True)
        if old
        else snapshot.past(snapshot.titles.ruleset, cursor.ruleset)
    )
    ids = [each.id for each in heads_of(history)]
    admission = _Admission(setup, snapshot, inbox, "")
    if cursor.ruleset not in ids or not named <= {*ids}:
        if why := admission.objection(page):
            raise Stuck((_replaced(snapshot, page, why),))
        return inbox, as_it_stands
    known = ids.index(cursor.ruleset) + 1
    counted = counted_text(history[:known], old)
    return _looked_at(admission.by(counted), inbox, history, known, old)


def _replaced(snapshot: Snapshot, page: Revision, why: str) -> str:
    return (
        f"{snapshot.titles.ruleset}: revision {page.id} by {page.user or 'a hidden account'} put "
        f"another page there than the one that is played by, which does not count: {why}. Have the "
        "page moved back or restored, or have it saved by somebody whose edits count."
    )


def _looked_at(
    admission: _Admission,
    inbox: Inbox,
    history: Sequence[Revision],
    known: int,
    old: tuple[Notice, ...],
) -> tuple[Inbox, CountedPage]:
    """The new edits one by one, up to the first before which there is something to play."""
    before = admission.counted
    counted, held, told = before, old, list[FiredEvent]()
    through, text = known, history[known - 1].text or ""
    accepts = [each for each in inbox.orders if each.id.page and accepts_something(each)]
    new: list[tuple[datetime, int, Revision | None]] = [
        (each.time, each.id, each) for each in (history[at] for at in range(known, len(history)))
    ]
    was_accepted = False
    for time, id_, revision in _in_time(new, accepts, admission.start):
        if inbox.until and time > inbox.until:
            break
        if revision is None and not held:
            continue
        if was_accepted or admission.plays_before(time, id_):
            inbox = _up_to(inbox, admission.snapshot, time, id_)
            break
        if revision is None:
            was_accepted = True
            continue
        through += 1
        if revision.text is None:  # with the next edit it counts or not
            continue
        why = "" if _reads_same(text, revision.text) else admission.objection(revision)
        after = None if why else merged(text, revision.text, counted, strict=True)
        if after is None:
            why = why or "it changes what waits"
            how = "; ".join(map(": ".join, _differences(text, revision.text)))
            held = _with_held(held, heads_of(history)[through - 2].id, revision, why, how)
        else:
            told += _told(counted, after, _in_words(_by(revision)), time)
            counted = after
        text = revision.text
    past = history[:through]
    held = _still(held, counted, past)
    return inbox, CountedPage(counted, heads_of(past)[-1].id, before, held, tuple(told), past)


def _with_held(
    held: tuple[Notice, ...], before: int, revision: Revision, why: str, how: str
) -> tuple[Notice, ...]:
    """The held edits with one more, behind the revision ``before``; of many, one with the last."""
    last = held[-1] if len(held) >= MOST_HELD else None
    if last is None or edits_of(last)[1] != before:
        how = shortened(how, _LONGEST) or "no rule"
        return (*held, Notice(f"revision {revision.id}", EDIT, why, _by(revision), how))
    unit, who = f"revisions {edits_of(last)[0]}-{revision.id}", last.since.partition(" by ")[2]
    by = who if revision.user == who or who.endswith(" and others") else f"{who} and others"
    how = shortened(f"{last.how}; {how}", _LONGEST)
    return (*held[:-1], last._replace(unit=unit, since=f"{unit} by {by}", how=how))


def _in_time(
    edits: Sequence[tuple[datetime, int, Revision | None]],
    accepts: Sequence[Action],
    start: datetime,
) -> Iterator[tuple[datetime, int, Revision | None]]:
    """Edits in the order in which they were saved, and orders to accept between them."""
    orders = sorted((each.time, each.id.revision) for each in accepts)
    last = start
    for time, id_, revision in edits:
        last = max(last, time)
        while orders and orders[0] < (last, id_):
            at, order = orders.pop(0)
            yield max(at, start), order, None
        yield last, id_, revision
    for at, order in orders:
        yield max(at, last), order, None


def _still(
    held: tuple[Notice, ...], counted: str, history: Sequence[Revision]
) -> tuple[Notice, ...]:
    """The held edits without those that somebody took back since, which change nothing."""
    if history and history[-1].text == counted:
        return ()
    at = {head.id: place for place, head in enumerate(heads_of(history))}
    places = [(at[first] - 1, at[last]) for first, last in map(edits_of, held[:MOST_TOLD])]
    texts = [(history[before].text, history[after].text) for before, after in places]
    undone = [  # of which the last takes back the first
        held[one : other + 1]
        for one, other in combinations(range(len(texts)), 2)
        if texts[one][0] == texts[other][1]
    ]
    for some in (*undone, *((each,) for each in held[:MOST_TOLD])):
        others = tuple(other for other in held if other not in some)
        if len(held) - len(others) == len(some) and counted_text(history, others) == counted:
            held = others
    return held


def accepts_something(order: Action) -> bool:
    """Whether an order is one to accept, an edit perhaps."""
    found = find_command(order.text)
    return found is not None and found[0] == ACCEPT


def _by(revision: Revision) -> str:
    return f"revision {revision.id} by {revision.user or 'a hidden account'}"


def _in_words(since: str) -> str:
    """``revision 7 by Ann`` as ``Ann in revision 7``."""
    revision, _, who = since.partition(" by ")
    return f"{who} in {revision}"


# -- who may, and what is played before ------------------------------------------------------------


class _Admission:
    """Whose edits count, and whether there is anything to play before one, by what counted."""

    def __init__(self, setup: Setup, snapshot: Snapshot, inbox: Inbox, counted: str) -> None:
        self.setup, self.snapshot, self.inbox, self.counted = setup, snapshot, inbox, counted
        self.start = snapshot.cursor.synced or snapshot.poll.now
        self._state: Any = None

    def by(self, counted: str) -> _Admission:
        """The same where that text counted."""
        return _Admission(self.setup, self.snapshot, self.inbox, counted)

    @cached_property
    def first_line(self) -> tuple[datetime, int]:
        """When the first line was saved that is to be played, and in which revision."""
        lines = _lines(self.inbox, self.snapshot)
        found = ((each.time, each.id.revision) for each in lines)
        return min(found, default=(datetime.max.replace(tzinfo=UTC), 0))

    @property
    def book(self) -> Rulebook:
        return self.setup.rulebook(self.counted, self.snapshot.cursor.accepted)

    @property
    def state(self) -> Any:
        if self._state is None:
            page = self.snapshot.gamestate
            text = (page.text or "") if page else ""
            reading = self.setup.game.read(text, self.book, self.start)
            followed = self.snapshot.accounts.follow(self.setup.game, reading.state)
            self._state, self.others = followed
            self.readable = not reading.unreadable
        return self._state

    def objection(self, revision: Revision) -> str:
        """Why an edit does not count at once; "" where it does."""
        by, user, snapshot = self.setup.rules_by, revision.user, self.snapshot
        if by == RULES_BY_ANYONE or (user and user == snapshot.poll.user):
            return ""
        if user is None:
            return "its account is hidden"
        if by == RULES_BY_PROPOSALS:
            return "only what a passed proposal says counts at once"
        if snapshot.accounts.is_another(revision):
            return f"{user} is another account than the one that this game knows by that name"
        if user in snapshot.trusted or user in snapshot.governing:
            return ""
        if by == RULES_BY_STEWARDS:
            return f"{user} is not a steward"
        line = Action(ActionId(revision.page_id, revision.id, 0), revision.time, user, "")
        plays = self.setup.game.player_of(self.state, line) and user not in self.others
        return "" if plays else f"{user} is not a player"

    def plays_before(self, time: datetime, id_: int) -> bool:
        """Whether a line was saved, or an event is due, before a revision.

        Not before the one at which the last portion ended: what is left there is played by none.
        """
        last = self.snapshot.cursor.last
        if (time, id_) <= (self.start, last.revision if last else 0):
            return False
        state = self.state
        if not self.readable:
            return False  # another wording may be what has the page read
        if self.first_line < (time, id_):
            return True
        if self.snapshot.cursor.paused:
            return False
        due = PassingTime(self.setup.game, self.book, self.setup.preview).due(state)
        return due is not None and due <= time


def _lines(inbox: Inbox, snapshot: Snapshot) -> list[Action]:
    """All new lines of the actions page in the order of time."""
    rejected = [each.action for each in inbox.rejected]
    new = [each for each in (*inbox.actions, *rejected, *inbox.asides) if each.id.page]
    ordered = in_order(new, snapshot.cursor.synced, snapshot.poll.now)
    return [each for each in ordered if isinstance(each, Action)]


def _up_to(inbox: Inbox, snapshot: Snapshot, time: datetime, id_: int) -> Inbox:
    """What was saved before a revision, and how much is left for the next portion."""
    lines = _lines(inbox, snapshot)
    taken = {each.id for each in lines if (each.time, each.id.revision) < (time, id_)}
    last = ActionId(snapshot.head(snapshot.titles.actions).page_id, id_, 0)

    def waits(order: Action) -> bool:
        at = (order.time, order.id.revision)
        return accepts_something(order) and bool(order.id.page) and at >= (time, id_)

    def kept(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
        return tuple(each for each in outcomes if each.action.id in taken)

    return replace(
        inbox,
        actions=tuple(each for each in inbox.actions if each.id in taken),
        rejected=kept(inbox.rejected),
        asides=tuple(each for each in inbox.asides if each.id in taken),
        orders=tuple(each for each in inbox.orders if not waits(each)),
        removed=of_portion(inbox.removed, lambda key: key < (time, last)),
        left=max(1, inbox.left + len(lines) - len(taken)),
        until=time,
        last=last,
        cut=True,
        orders_left=inbox.orders_left + sum(map(waits, inbox.orders)),
    )


# -- what is told ----------------------------------------------------------------------------------


_FURNITURE = re.compile(r"\s*(?:=.*=\s*\Z|\{\||\|\}|\|-|!|<!--)")


def _told(before: str, after: str, by: str, time: datetime) -> Iterator[FiredEvent]:
    """Each rule that came, changed or went."""
    said = list(_differences(before, after))
    for what, text in said[:MOST_TOLD]:
        yield FiredEvent(time, f"rule {what} by {by}: {text}")
    if len(said) > MOST_TOLD:
        yield FiredEvent(time, f"{len(said) - MOST_TOLD} more rules changed by {by}")


def _differences(before: str, after: str) -> Iterator[tuple[str, str]]:
    """What became of each sentence that differs, and its words."""
    for old, new in changes(before, after):
        gone, come = _rules_in(old), _rules_in(new)
        if len(gone) != len(come):
            yield from (("repealed", shortened(each, _LONGEST)) for each in gone)
            yield from (("added", shortened(each, _LONGEST)) for each in come)
            continue
        for was, now in zip(gone, come, strict=True):
            if normalise(was) != normalise(now):
                how = WordingChange("", was[:_COMPARED], now[:_COMPARED]).short
                yield "changed", how or shortened(now, _LONGEST)


def _reads_same(before: str, after: str) -> bool:
    """Whether each line says what it said; markup, blanks and the like make no difference."""

    def lines(text: str) -> list[str]:
        said = [normalise(line) for line in text.split("\n")]
        return [each for each, last in zip(said, ["", *said], strict=False) if each or last]

    return lines(before) == lines(after)


def _rules_in(found: Sequence[str]) -> list[str]:
    """The pieces of a page that say something, without headings and what tables are made of."""
    said = (each.strip() for each in found if not _FURNITURE.match(each))
    return [each for each in said if any(map(str.isalnum, each))]
