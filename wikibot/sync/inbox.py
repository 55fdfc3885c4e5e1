"""From lines on pages to what the engine plays: whose line it is, who is a steward, in which order of time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from wikibot.game.actions import Action, ActionId, Outcome, Verdict, Withdrawal
from wikibot.game.engine.text_log import identities
from wikibot.stewards.bot_commands import is_order
from wikibot.sync.current_page import at
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.authorship.attribution import attribute
from wikibot.wiki.authorship.findings import Attribution, Removed
from wikibot.wiki.authorship.rejections import rejection_outcome, remark
from wikibot.wiki.authorship.source import Source
from wikibot.wiki.saved_order import SKEW

OPERATOR = "the operator"


@dataclass(frozen=True)
class Stewards:
    """Who is a steward: accounts by name, and everybody in one of some groups."""

    users: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()

    def holds(self, account: str, groups: Mapping[str, Sequence[str]]) -> bool:
        """Whether an account is one. ``groups``: the groups of the accounts that were asked about."""
        return account in self.users or any(
            group in self.groups for group in groups.get(account, ())
        )


@dataclass(frozen=True)
class Inputs:
    """New lines of both pages. ``refused`` are answered without being played."""

    actions: tuple[Action, ...] = ()
    removed: Removed = field(default_factory=Removed)
    orders: tuple[Action, ...] = ()  # of stewards and of the operator
    refused: tuple[Outcome, ...] = ()
    refused_orders: tuple[Outcome, ...] = ()
    remarks: tuple[str, ...] = ()
    older: bool = False  # only the older history of the actions page can tell all
    claimed: int | None = None  # from that revision on (0: all of it)
    claimed_orders: int | None = None  # the same of the steward page


def read_inputs(
    snapshot: Snapshot,
    stewards: Stewards,
    groups: Mapping[str, Sequence[str]],
    said: Sequence[str] = (),
) -> Inputs:
    """New lines in the order of their revisions; ``said`` are orders of the operator at the command line.

    Raises :class:`wikibot.wiki.authorship.findings.HistoryProblem`.
    """
    played, ordered = (
        _attributed(source, snapshot) for source in (snapshot.actions, snapshot.stewards)
    )
    trusted = {
        line.account
        for part in (played, ordered)
        for line in part.actions
        if stewards.holds(line.account, groups)
    }
    lines = [line for line in ordered.actions if is_order(line.text)]
    orders = [
        Action(line.id, line.time, line.account, line.text, trusted=True, body=line.body)
        for line in lines
    ]
    operator = [
        Action(ActionId(0, 0, number), snapshot.poll.now, OPERATOR, text, trusted=True)
        for number, text in enumerate(said, start=1)
    ]
    return Inputs(
        tuple(
            Action(a.id, a.time, a.account, a.text, trusted=a.account in trusted, body=a.body)
            for a in played.actions
        ),
        played.removed,
        (*(order for order in orders if order.account in trusted), *operator),
        tuple(map(rejection_outcome, played.rejections)),
        (
            *(rejection_outcome(t) for t in ordered.rejections if is_order(t.text)),
            *(_stranger(o) for o in orders if o.account not in trusted),
        ),
        tuple(_remarks(played, ordered)),
        played.older,
        played.claimed,
        ordered.claimed,
    )


def _remarks(*parts: Attribution) -> Iterator[str]:
    for part in parts:
        yield from map(remark, part.remarks)
        for gone in part.removed.withdrawn:
            who = gone.by or "somebody"
            yield f"{who} took {gone.text!r} of {gone.account} off the page in revision {gone.revision}"


def _attributed(source: Source, snapshot: Snapshot) -> Attribution:
    if not source.history:
        return Attribution(source.through)
    at(source.title)
    heading = snapshot.titles.heading
    return attribute(source.history, cursor=source.through, bot=snapshot.poll.user, heading=heading)


def without_played(
    inputs: Inputs,
    snapshot: Snapshot,
    logged: Callable[[Collection[ActionId]], Collection[ActionId]],
) -> Inputs:
    """The inputs without lines that were played before, whatever happened to the cursor or to the page since.

    The cursor's answers tell, and the log, which ``logged`` is asked about: which of some
    identities that stand there the bot itself wrote.
    """
    new = {action.id for action in (*inputs.actions, *inputs.orders) if action.id.page}
    if not new:
        return inputs
    cursor, log = snapshot.cursor, snapshot.log
    named = set(identities(line for batch in cursor.batches for line in batch)) | {
        each.id for each in cursor.answers
    }
    on_page = new & set(identities((log.text or "").split("\n"))) if log else set()
    played = (new & named) | set(logged(sorted(on_page)) if on_page else ())
    if not played:
        return inputs
    remarks = [f"{id_} was played before; it is not played again" for id_ in sorted(played)]
    return replace(
        inputs,
        actions=tuple(action for action in inputs.actions if action.id not in played),
        orders=tuple(order for order in inputs.orders if order.id not in played),
        remarks=(*inputs.remarks, *remarks),
    )


def _stranger(order: Action) -> Outcome:
    text = f"{order.account} is not a steward. Ask one, or write actions on the actions page"
    return Outcome(order, Verdict.CANT, text, order.account, logged="")


def in_order(
    items: Sequence[Action | Withdrawal], least: datetime | None, most: datetime
) -> list[Action | Withdrawal]:
    """All in order of time, none before ``least``: what the wiki saved later happened later, whatever a clock says.

    None is later than ``most``, the present: an imported revision may bear any date.
    """
    saved = _as_saved(items)
    times = [
        saved.get(item.id, item.time) if isinstance(item, Action) else item.time for item in items
    ]
    bounded = [min(max(time, least or time), most) for time in times]
    timed = sorted(zip(bounded, items, strict=True), key=lambda entry: (entry[0], entry[1].id))
    return [item if item.time == time else _moved(item, time) for time, item in timed]


def _as_saved(items: Sequence[Action | Withdrawal]) -> Mapping[ActionId, datetime]:
    """Times of lines that were saved later with an earlier time, by their identities: then that of the line before."""
    lines = [item for item in items if isinstance(item, Action) and item.id.page]
    found: dict[ActionId, datetime] = {}
    last: datetime | None = None
    for line in sorted(lines, key=lambda line: (line.id.revision, line.id)):
        if last is not None and line.time < last <= line.time + SKEW:
            found[line.id] = last
        else:
            last = line.time
    return found


def _moved(item: Action | Withdrawal, to: datetime) -> Action | Withdrawal:
    return (
        replace(item, time=to, written=item.time)
        if isinstance(item, Action)
        else replace(item, time=to)
    )


def accounts(source: Source) -> Collection[str]:
    """Who has written on a page since it was last read."""
    return dict.fromkeys(
        r.user for r in source.history if r.id > source.through and r.user and r.user_id
    )
