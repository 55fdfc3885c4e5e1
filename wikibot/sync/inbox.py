"""The inbox: new lines of both pages, whose they are, and which of them are not played."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.game.actions import OPERATOR, Action, ActionId, Outcome, Verdict, Withdrawal
from wikibot.game.engine.kernel_verbs import STANDS
from wikibot.game.engine.orders import LINE_MARK, gives_reading, identities
from wikibot.game.engine.steward_verbs import ALIAS
from wikibot.game.names import counted
from wikibot.game.state import State
from wikibot.stewards.bot_commands import is_order
from wikibot.storage.cursor import shortened
from wikibot.sync.pending_deliveries import LEFT_OUT, Places
from wikibot.sync.report import Stuck, at
from wikibot.sync.snapshot import LinePage, Snapshot
from wikibot.wiki.attribution import (
    Attribution,
    EndedLine,
    HistoryProblem,
    Rejection,
    Removed,
    attribute,
    rejection_outcome,
    what_is_wrong,
)
from wikibot.wiki.history import SKEW, heads_of
from wikibot.wikitext.messages import say

MOST_REMARKS = 20  # lines that are only reported, each with a remark


class Inbox(Struct, frozen=True):
    """New lines of both pages. ``rejected`` ones are answered without being played.

    ``places``: by title, where the lines of a page stand, as far as it is new. ``older``: only the
    history before that of the actions page can tell all, of lines that wait; ``claimed``: by title,
    the revision from which on (0: all of it) it can tell whether a changed line was played.
    """

    actions: tuple[Action, ...] = ()
    removed: Removed = field(default_factory=Removed)
    orders: tuple[Action, ...] = ()  # of stewards and of the operator
    readings: tuple[Action, ...] = ()  # of both pages, lines that give or show readings
    rejected: tuple[Outcome, ...] = ()
    rejected_orders: tuple[Outcome, ...] = ()
    remarks: tuple[str, ...] = ()
    places: Mapping[str, Places] = field(default_factory=dict)
    older: bool = False
    claimed: Mapping[str, int] = field(default_factory=dict)
    asides: tuple[Action, ...] = ()  # of the actions page, where they are no action lines
    left: int = 0  # lines of the actions page that are played later, as there are too many
    until: datetime | None = None  # where some are left, the time of the last one before them,
    last: ActionId | None = None  # and its identity
    cut: bool = False  # what is left comes behind another wording of the rules,
    orders_left: int = 0  # and so do orders of the steward page, or there are too many

    def only(self, has: Callable[[ActionId], bool], *parts: str) -> Inbox:
        """The same with some parts, lines or answers to lines, of which only these lines stay."""

        def stays(each: Action | Outcome) -> bool:
            return has(each.id if isinstance(each, Action) else each.action.id)

        return replace(self, **{part: tuple(filter(stays, getattr(self, part))) for part in parts})


def read_inbox(
    snapshot: Snapshot, said: Sequence[str] = (), refused: Collection[ActionId] = (),
    portion: int = 0
) -> Inbox:  # fmt: skip
    """New lines in the order of their revisions.

    ``said`` are orders of the operator at the command line, ``refused`` lines whose text the wiki
    does not take. ``portion``: how many lines of each page are played at once, 0 for all.
    Raises :class:`Stuck` where the history cannot tell what is new.
    """
    try:
        played, ordered = map(_attributed, (snapshot.actions, snapshot.stewards), [snapshot] * 2)
    except HistoryProblem as problem:
        where = say("{}: {}. Have that revision restored.", snapshot.titles.actions, problem)
        raise Stuck((where,)) from None
    # All lines of the actions page and the steward page, and the operator's orders.
    now = snapshot.poll.now
    orders = [_trusted(line) for line in ordered.actions if is_order(line.text)]
    operator = [
        Action(ActionId(0, 0, number), now, OPERATOR, text, trusted=True)
        for number, text in enumerate(said, start=1)
    ]
    parts = ((snapshot.actions, played), (snapshot.stewards, ordered))
    lines = [
        _trusted(line) if line.account in snapshot.trusted else line for line in played.actions
    ]
    trusted = [order for order in orders if order.account in snapshot.trusted]
    given = [  # who bears another account's name gives none
        each
        for each in (*lines, *trusted)
        if gives_reading(each.text)
        and not (each.account in snapshot.accounts.taken or snapshot.cursor.closed)
    ]
    known = {each.id for each in given}
    inbox = Inbox(
        tuple(line for line in lines if line.id not in known),
        played.removed,
        (*(order for order in trusted if order.id not in known), *operator),
        tuple(given),
        tuple(map(rejection_outcome, played.rejections)),
        (
            *(rejection_outcome(each) for each in ordered.rejections if is_order(each.text)),
            *(
                another(order, "") if order.account in snapshot.accounts.taken else _stranger(order)
                for order in orders
                if order.account not in snapshot.trusted
            ),
        ),
        tuple(_remarks(snapshot, played, ordered)),
        {page.title: found.places for page, found in parts},
        played.older,
        {page.title: found.claimed for page, found in parts if found.claimed is not None},
        played.asides,
    )
    if told := snapshot.cursor.told:
        inbox = replace(inbox, removed=of_portion(inbox.removed, lambda key: told < key))
    new = _without_refused(_without_played(inbox, snapshot), refused)
    first = _first_of(new, snapshot, portion) if portion else new
    # The inbox with what is new in the file of actions; it waits while lines of the page do.
    if snapshot.queue is None or first.left:
        return first
    damaged = snapshot.queue.damaged(snapshot.poll.now)
    actions = (*first.actions, *snapshot.queue.actions)
    remarks = (*first.remarks, *snapshot.queue.notes)
    return replace(first, actions=actions, rejected=(*first.rejected, *damaged), remarks=remarks)


def _trusted(line: Action) -> Action:
    return replace(line, trusted=True)


def _attributed(page: LinePage, snapshot: Snapshot) -> Attribution:
    if not page.history:
        return Attribution()
    at(page.title)
    bot, heading = snapshot.poll.user, snapshot.titles.heading
    played = dict[str, bool]()
    if heads_of(page.history)[0].id < page.through:  # what is older may have come back
        logged = [line for batch in snapshot.cursor.batches for line in batch]
        for log in snapshot.logs.values():
            logged += (log.text or "").split("\n") if log else ()
        for line, after in pairwise([*logged, ""]):
            played |= {str(id_): f": {STANDS.name} " not in after for id_ in identities([line])}
        played |= {str(each.id): True for each in snapshot.cursor.answers}
    return attribute(
        page.history, cursor=page.through, bot=bot, heading=heading,
        renamed=snapshot.accounts.renamed, elsewhere=page.elsewhere, played=played
    )  # fmt: skip


def _remarks(snapshot: Snapshot, *parts: Attribution) -> Iterator[str]:
    """What is only reported. That a line of the last portion has its answer is no news."""
    cursor = snapshot.cursor
    told = cursor.told
    known = {each.id for each in cursor.answers}  # orders are played before their turn
    for part in parts:
        remarks = [
            each
            for each in part.remarks
            if each.rejection is not Rejection.ANSWERED
            or (each.id not in known and (not told or told < (each.time, each.id)))
        ]
        for each in remarks[:MOST_REMARKS]:
            yield f"line {each.line + 1}, {each.text!r}: {what_is_wrong(each)}"
        if len(remarks) > MOST_REMARKS:
            yield f"{len(remarks) - MOST_REMARKS:,} more lines are like these"
        for gone in part.removed.withdrawn:
            yield gone.told


def without_accounts(inbox: Inbox, names: Collection[str], state: State) -> Inbox:
    """The inbox without lines of accounts whose names are those of others in this game."""
    if not names:
        return inbox

    def may_play(line: Action | EndedLine) -> bool:
        return line.account not in names or not line.id.page

    players = {each.owner: each.name for each in state.players.values()}
    others = (each for each in inbox.actions if not may_play(each))
    refused = (another(each, players.get(each.account, "")) for each in others)
    return replace(
        inbox,
        actions=tuple(filter(may_play, inbox.actions)),
        asides=tuple(filter(may_play, inbox.asides)),
        removed=replace(inbox.removed, ended=tuple(filter(may_play, inbox.removed.ended))),
        rejected=(*inbox.rejected, *refused),
    )


def another(line: Action, player: str) -> Outcome:
    """The answer to an account that took the name of another one; ``player``: whom that plays."""
    name = line.account
    text = say("the account {} that this game knows is another one, which was renamed since", name)
    remedy = say("Use an account of another name")
    if player:
        remedy += say(
            ", or ask a steward for `{0} {1} = {2}`, if you are {1}", ALIAS.name, player, name
        )
    return Outcome(line, Verdict.CANT, f"{text}. {remedy}", name, logged="")


def _stranger(order: Action) -> Outcome:
    text = say("{} is not a steward. Ask one, or write actions on the actions page", order.account)
    return Outcome(order, Verdict.CANT, text, order.account, logged="")


# -- lines that are left out -----------------------------------------------------------------------


def _without_played(inbox: Inbox, snapshot: Snapshot) -> Inbox:
    """The inbox without lines that were played before, whatever happened to cursor or page since.

    The cursor's answers tell, and the lines of the log that the bot itself wrote there.
    """
    cursor = snapshot.cursor
    said = {(each.id, each.text) for each in cursor.answers}
    untold = (each for each in inbox.rejected if (each.action.id, shortened(each.text)) not in said)
    inbox = replace(inbox, rejected=tuple(untold))
    lines = (*inbox.actions, *inbox.orders, *inbox.readings, *inbox.asides)
    new = {line.id for line in lines if line.id.page}
    named = {each.id for each in cursor.answers}
    named.update(identities(line for batch in cursor.batches for line in batch))
    texts = {title: page.text or "" for title, page in snapshot.logs.items() if page and new}
    played = new & named | {
        id_ for title, text in texts.items() for id_ in _logged_on(title, text, new, snapshot)
    }
    if not played:
        return inbox
    told = cursor.told
    last = {line.id for line in lines if told and not (line.time, line.id) > told}  # no news
    remarks = [
        f"{id_} was played before; it is not played again"
        for id_ in sorted(played - last)[:MOST_REMARKS]
    ]
    if more := len(played - last) - len(remarks):
        remarks.append(f"{more:,} more were played before as well")
    inbox = inbox.only(lambda id_: id_ not in played, "actions", "orders", "readings", "asides")
    return replace(inbox, remarks=(*inbox.remarks, *remarks))


def _logged_on(title: str, text: str, new: set[ActionId], snapshot: Snapshot) -> set[ActionId]:
    marks = {id_: f"{LINE_MARK}{id_}\n" for id_ in new & set(identities(text.split("\n")))}
    added_by: dict[ActionId, str | None] = {}
    for revision in snapshot.past(title, 0) if marks else ():
        there = f"{revision.text or ''}\n"
        found = (id_ for id_, mark in marks.items() if id_ not in added_by and mark in there)
        added_by.update(dict.fromkeys(list(found), revision.user))
    return {id_ for id_, user in added_by.items() if user == snapshot.poll.user}


def _without_refused(inbox: Inbox, refused: Collection[ActionId]) -> Inbox:
    """The inbox without lines that the wiki refuses; they are answered without their text."""
    if not refused:
        return inbox
    rejected = [
        _held(each.action) if each.action.id in refused else each for each in inbox.rejected
    ]
    lines = (*inbox.actions, *inbox.readings)
    rejected += [_held(action) for action in lines if action.id in refused]
    inbox = inbox.only(lambda id_: id_ not in refused, "actions", "readings", "asides")
    return replace(inbox, rejected=tuple(rejected))


def _held(action: Action) -> Outcome:
    return Outcome(replace(action, text="", body=""), Verdict.HELD, LEFT_OUT, action.account)


# -- a portion -------------------------------------------------------------------------------------


def _first_of(inbox: Inbox, snapshot: Snapshot, portion: int) -> Inbox:
    """As many lines of each page as are played at once, the earliest ones.

    Orders of stewards are taken first, however many lines wait. Until the last portion a page
    counts as unread: lines that have their answers are known by them, those that are gone by the
    order of time. Talk among the lines does not count, of which nothing may come.
    """
    given = sorted(each.id for each in inbox.orders if each.id.page)
    late = {*[*given, *sorted(each.action.id for each in inbox.rejected_orders)][portion:]}
    inbox = inbox.only(lambda id_: id_ not in late, "orders", "rejected_orders")
    inbox = replace(inbox, orders_left=len(late))
    rejected = [each.action for each in inbox.rejected]
    count = len(inbox.actions) + len(rejected)
    if count <= portion:
        return inbox
    new = in_order((*inbox.actions, *rejected, *inbox.asides), None, snapshot.poll.now)
    talk = {line.id for line in inbox.asides}
    lines = [at for at, line in enumerate(new) if line.id not in talk]
    end = lines[portion - 1]
    taken, least = {line.id for line in new[: end + 1]}, snapshot.cursor.synced
    last = new[end]
    return replace(
        inbox.only(taken.__contains__, "actions", "rejected", "asides"),
        removed=of_portion(inbox.removed, lambda key: not (last.time, last.id) < key),
        left=count - portion,
        until=max(last.time, least or last.time),
        last=last.id,
    )


def of_portion(removed: Removed, has: Callable[[tuple[datetime, ActionId]], bool]) -> Removed:
    """The removed lines that belong to a portion."""
    return Removed(
        tuple(each for each in removed.withdrawn if has((each.time, each.id))),
        tuple(each for each in removed.taken if has((each.time, each.id))),
        tuple(each for each in removed.ended if has((each.time, each.id))),
    )


# -- the order of time -----------------------------------------------------------------------------


def in_order(
    items: Sequence[Action | Withdrawal], least: datetime | None, most: datetime
) -> list[Action | Withdrawal]:
    """All in order of time, none before ``least``.

    What the wiki saved later happened later, whatever a clock says. None is later than ``most``,
    the present: an imported revision may bear any date.
    """
    # Times of lines that were saved later with an earlier time: then that of the line before.
    lines = [item for item in items if isinstance(item, Action) and item.id.page]
    found: dict[ActionId, datetime] = {}
    last: datetime | None = None
    for line in sorted(lines, key=lambda line: (line.id.revision, line.id)):
        if last is not None and line.time < last <= line.time + SKEW:
            found[line.id] = last
        else:
            last = line.time
    dated = []
    for item in items:
        time = found.get(item.id, item.time) if isinstance(item, Action) else item.time
        dated.append((min(max(time, least or time), most), item))
    dated.sort(key=lambda entry: (entry[0], entry[1].id))
    return [item if item.time == time else _moved(item, time) for time, item in dated]


def _moved(item: Action | Withdrawal, to: datetime) -> Action | Withdrawal:
    if isinstance(item, Action):
        return replace(item, time=to, written=item.time)
    return replace(item, time=to)


# -- what ``--debug`` says of lines ----------------------------------------------------------------

LOGGER = logging.getLogger(__package__)
_LONGEST = 120  # characters of one


def tell_lines(inbox: Inbox) -> None:
    """Tell of each line why it is played, rejected or passed over."""
    if not LOGGER.isEnabledFor(logging.DEBUG):
        return
    lines = [(each, "taken") for each in (*inbox.actions, *inbox.orders)]
    lines += [(each, "no action line: an answer to a question, or talk") for each in inbox.asides]
    for line, what in lines:
        whose = " (a steward's)" if line.trusted else ""
        LOGGER.debug(
            "line %s %s: %s wrote %s%s", line.id, what, line.account, _short(line.text), whose
        )
    for each in (*inbox.rejected, *inbox.rejected_orders):
        why = f"{each.verdict.value}: {_short(each.action.text)}: {each.text}"
        LOGGER.debug("line %s rejected, %s", each.action.id, why)
    for said in inbox.remarks:
        LOGGER.debug("passed over: %s", said)
    if inbox.left:
        LOGGER.debug("%s left to the next portion", counted(inbox.left, "line"))
    if not (inbox.actions or inbox.orders or inbox.rejected or inbox.rejected_orders):
        LOGGER.debug("no new line")


def _short(text: str) -> str:
    return repr(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
