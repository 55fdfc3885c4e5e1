"""Taking one action back: the state before it, and what followed played again without it.

The history of the gamestate page holds all that is needed, for each of the bot's edits carries its
own log lines: the edit in which the action was played is found by its identity, and everything from
there on is played anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import ActionId, Outcome
from wikibot.game.counting import counted
from wikibot.game.engine.engine import Engine, was_refused
from wikibot.game.engine.outcomes import leaves_only_rolls
from wikibot.game.engine.proofs import Recorded
from wikibot.game.engine.steward_orders import Undone
from wikibot.game.engine.text_log import Malformed, read_log
from wikibot.game.game import Game
from wikibot.game.problems import Refused
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.storage.cursor import Cursor, DamagedCursor
from wikibot.storage.hidden_comment import cursor_of
from wikibot.storage.log_entries import start_of, without_line
from wikibot.wiki.base import Revision


class _Step(Struct, frozen=True):
    """One of the bot's own edits of the gamestate."""

    text: str
    cursor: Cursor
    under: str  # the text that it was laid over


def rewind(
    history: Callable[[], Sequence[Revision]], game: Game[Any], book: Rulebook, account: str
) -> Callable[[Any, ActionId, bool], Undone[Any]]:
    """A function that takes an action back.

    ``history`` gives the gamestate page from its first revision on.
    """

    def undo(state: State, identity: ActionId, anyway: bool) -> Undone[Any]:
        steps = _steps(history(), account)
        base, lines = _from(steps, identity, game, book)
        again = Engine(game, book, Recorded(lines))
        entries = read_log("\n".join(lines))
        played = again.play(base, [e for e in entries if not isinstance(e, Malformed)], state.now)
        lost = [
            o
            for o in played.outcomes
            if not (o.counts or was_refused(o.action)) or leaves_only_rolls(o)
        ]
        if lost and not anyway:
            later = counted(len(lost), "later line")
            why = f"then {later} could not be played: {_listed(lost)}"
            raise Refused(
                why, remedy=f"Nothing was changed; `undo {identity} anyway` leaves them out."
            )
        new = replace(played.state, now=state.now)
        changes = game.differences(state, new)
        words = [f"took {identity} back", *(changes or ("which changes nothing",))]
        return Undone(
            new, "; ".join([*words, *([f"not played any more: {_listed(lost)}"] if lost else [])])
        )

    return undo


def _from(
    steps: Sequence[_Step], identity: ActionId, game: Game[Any], book: Rulebook
) -> tuple[Any, tuple[str, ...]]:
    """The state before the edit that played the action, and all later lines but the action's."""
    for index, step in enumerate(steps):
        rest = without_line(step.cursor.lines, str(identity))
        if rest is None:
            continue
        before = steps[index - 1] if index else None
        text = before.text if before else step.under
        start = (
            before.cursor.synced if before else start_of(step.cursor.lines)
        ) or step.cursor.synced
        if start is None:
            break
        base = game.read(text, book, start)
        if base.unreadable:
            raise Refused(
                f"the page as it was before {identity} cannot be read",
                remedy="Correct the state instead.",
            )
        later = tuple(line for following in steps[index + 1 :] for line in following.cursor.lines)
        return base.state, (*rest, *later)
    raise Refused(
        f"no action that was played is called {identity}",
        remedy="The log page names each in a comment.",
    )


def _steps(revisions: Sequence[Revision], account: str) -> list[_Step]:
    """The bot's edits, oldest first, without those that a silent merge had replaced at once."""
    steps, texts = [], {revision.id: revision.text or "" for revision in revisions}
    for revision in revisions:
        cursor = _cursor(revision) if revision.user == account else None
        if cursor and revision.parent_id == cursor.base:
            steps.append(_Step(revision.text or "", cursor, texts.get(cursor.base, "")))
    return steps


def _cursor(revision: Revision) -> Cursor | None:
    try:
        return cursor_of(revision)
    except DamagedCursor:
        return None


def _listed(outcomes: Sequence[Outcome]) -> str:
    return "; ".join(
        f"{o.player or o.action.account}: {o.action.text} ({o.text})" for o in outcomes[:5]
    )
