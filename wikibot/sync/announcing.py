"""News of a game for people who are elsewhere: what a sync did, in lines for a chat.

Whom a line calls, so that their chat notifies them, stands beside it; how they are called there is
a matter of the webhook. The news of a run stand in the cursor until every webhook took them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wikibot.game.actions import Outcome, Verdict
from wikibot.game.calendar import format_time
from wikibot.game.engine.outcomes import each_answer
from wikibot.game.state import AN_EVENT, Kind, Pending, State
from wikibot.stewards.wording.notices import EDITS
from wikibot.storage.cursor import Cursor, News, Notice
from wikibot.sync.play import Playthrough
from wikibot.sync.webhooks import Announced
from wikibot.wikitext.messages import retold, say

MOST = 50  # runs whose news are kept while a webhook does not take them
MOST_LINES = 40  # of one run
LONGEST = 400  # characters of a line
Line = tuple[str, tuple[str, ...]]


def next_news(
    played: Playthrough, cursor: Cursor, run: str, notices: Sequence[Notice], announced: Announced
) -> tuple[News, ...]:
    """What is still to be announced after this run: what was owed before, and its own news."""
    owed = announced.missing(cursor.news)
    lines = tuple(_lines(played, notices))
    if not lines:
        return owed
    if len(lines) > MOST_LINES:
        more = say("and {} more", len(lines) - MOST_LINES + 1)
        lines = (*lines[: MOST_LINES - 1], (more, ()))
    return (*owed, News(run, lines))[-MOST:]


def _lines(played: Playthrough, notices: Sequence[Notice]) -> Iterator[Line]:
    before, after = played.loaded.state, played.played.state
    happened = [(event.time, _short(event.text)) for event in played.played.fired_events]
    happened += [
        (each.action.time, _told(each))
        for line in played.played.outcomes
        for each in each_answer(line)
    ]
    yield from ((text, ()) for _, text in sorted(happened, key=lambda each: each[0]) if text)
    yield from _proposals(before, after)
    yield from _waiting(before, after)
    known = {notice.unit for notice in played.loaded.snapshot.cursor.notices}
    for notice in notices:
        if notice.unit not in known:
            what = (
                f"edit in {notice.since}" if notice.what in EDITS else say("rule {}", notice.unit)
            )
            yield say("The {} waits for a steward", _short(what)), ()


def _told(outcome: Outcome) -> str:
    """A line that did something, with what was rolled for it; "" for all others."""
    if outcome.verdict is not Verdict.DONE or not outcome.counts:
        return ""
    who = outcome.player or outcome.action.account
    rolled = f" ({', '.join(outcome.rolls)})" if outcome.rolls else ""
    return _short(f"{who}: {outcome.text}{rolled}")


def _proposals(before: State, after: State) -> Iterator[Line]:
    """Proposals that were made, and those that were decided by time."""
    old = {each.id: each.status for each in before.proposals}
    for each in after.proposals:
        if each.id not in old:
            yield _short(say("{} proposes {}: {}", each.proposer, each.id, each.title)), ()
        elif old[each.id] != each.status:
            yield _short(f"{each.id} ({each.title}): {each.status}"), ()


def _waiting(before: State, after: State) -> Iterator[Line]:
    """Who has to answer by now, and what; whose turn it is."""
    known: Mapping[Pending, None] = dict.fromkeys(before.pending)
    for each in after.pending:
        if each in known or each.player == AN_EVENT:
            continue
        if each.kind is Kind.HELD:
            yield _short(say("{!r} of {} waits for a steward", each.text, each.player)), ()
        else:
            until = say(" until {}", format_time(each.until)) if each.until else ""
            yield (
                _short(
                    say("{} is asked: {}{}", each.player, retold(each.asks) or each.text, until)
                ),
                (each.player,),
            )
    turns = (getattr(getattr(state, "turn", None), "player", "") for state in (before, after))
    last, now = turns
    if now and now != last:
        yield say("It is {}'s turn", now), (now,)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
