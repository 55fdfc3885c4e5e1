"""What was settled leaves the gamestate page for the log, so that a game of years has a short page.

Proposals that were decided and requests that were ruled on leave 30 days after that, or later where
a rule of the game looks back further (``Game.looks_back``). What is open stays, and so does what an
unfinished action or a held line may speak of. Decisions: the thing with the highest number stays,
so that no number is given twice. Time counts from the decision, or from the submission where the
page does not say when that fell; what has neither time, as people wrote it by hand, stays. What
passed and describes changes of the ruleset page stays until it is enacted. A status in people's own
words is not taken for settled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.calendar import DAY
from wikibot.game.engine.enactment import ENACTED, KEPT, PASSED, describes_changes
from wikibot.game.names import number_of
from wikibot.game.proceedings import Proposal, Request
from wikibot.game.ruleset.of_each import Only
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Pending, S
from wikibot.wikitext.messages import say

LONGEST = 36_500 * DAY  # no rule looks back further
DECIDED = (PASSED, "failed", "retracted", "discarded", ENACTED)
RULED = ("answered", "overturned", "withdrawn")
_FAR = datetime(9000, 1, 1, tzinfo=UTC)

Settled = tuple[datetime, Any]  # since when, and what


class Cleared(Struct, Generic[S], frozen=True):
    """A state without what has left, and what left: when, and in words.

    Nothing else leaves before ``until``.
    """

    state: S
    gone: tuple[tuple[datetime, str], ...]
    until: datetime


def clear(state: S, book: Rulebook, looks_back: timedelta, to: datetime) -> Cleared[S]:
    """Take everything off a state that leaves by a time."""
    kept, until = min(max(KEPT, looks_back), LONGEST), _FAR
    gone: list[tuple[datetime, str]] = []
    for name, (may_leave, in_order) in _SETTLED.items():
        there = getattr(state, name)
        settled = book.found_in(book.found_in(there, may_leave), in_order)
        if settled and settled[0][0] <= to - kept:
            newest = _newest(there)
            settled = [(since, each) for since, each in settled if each is not newest]
        until = min(until, settled[0][0] + kept) if settled and settled[0][0] < _FAR else until
        if not settled or settled[0][0] > to - kept:
            continue
        over = [(since, each) for since, each in settled if since <= to - kept]
        leaving = [(since, each) for since, each in over if not _waits(each.id, state.pending)]
        if leaving:
            ids = [each.id for _, each in leaving]
            left = tuple(each for each in getattr(state, name) if each.id not in ids)
            state = replace(state, **{name: left})
            gone += [(since + kept, _told(each)) for since, each in leaving]
    return Cleared(state, tuple(gone), until)


def _told(each: Any) -> str:
    what = each.title if isinstance(each, Proposal) else say("asked by {}", each.asker)
    return say("{} ({}) left the page: {}", each.id, what, say(each.status))


def _is_decided(proposal: Proposal) -> bool:
    """Whether a proposal may leave: once its changes are carried out, where it passed."""
    if proposal.status not in DECIDED or not _since(proposal):
        return False
    return not (proposal.status == PASSED and describes_changes(proposal))


def _is_ruled(request: Request) -> bool:
    """Whether a request may leave."""
    return request.status in RULED and bool(_since(request))


def _since(each: Proposal | Request) -> datetime | None:
    """Since when something is settled."""
    since = each.changed if isinstance(each, Proposal) else each.ruled
    return since or each.submitted


def _in_order(settled: Sequence[Any], _book: Rulebook) -> list[Settled]:
    """What may leave with its time, what was settled first in front."""
    dated = [(since, each) for each in settled if (since := _since(each))]
    return sorted(dated, key=lambda each: each[0])


# What may leave of each, and the same with its time; a finding is kept for each of these objects.
_SETTLED: Mapping[str, tuple[Only[Any], Callable[[Sequence[Any], Rulebook], list[Settled]]]] = {
    "proposals": (Only(_is_decided), partial(_in_order)),
    "requests": (Only(_is_ruled), partial(_in_order)),
}


def _newest(things: Sequence[Any]) -> Any:
    """The one with the highest number, after which the next one is numbered: it stays."""
    return max(things, key=lambda each: number_of(each.id), default=None)


def _waits(id_: str, pending: Sequence[Pending]) -> bool:
    """Whether anything that waits may speak of what has this identity, in whatever way."""
    number = re.compile(rf"(?<!\d){number_of(id_)}(?!\d)")
    return any(number.search(each.text) or id_ in each.text for each in pending)
