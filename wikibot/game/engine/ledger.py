"""The line ``note STATEMENT: REASON``: what people decided among themselves is made so, and logged.

Who may write it is the setting ``ledger``. Decision: the statement ends at the first colon before
which it is understood, or at a word such as "because"; what follows is the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from msgspec.structs import replace

from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.steward_verbs import make_true
from wikibot.game.game import LEDGER_OFF, LEDGER_PLAYERS
from wikibot.game.problems import Unclear
from wikibot.game.verbs import Questions, Shape, Verb

_MOST_COLONS = 5  # at which a statement may end
_ENDS = re.compile(r":(?=\s)|\s(?P<why>because|since|due to|thanks to)\s", re.IGNORECASE)
_THAT = re.compile(r"[:\s]*(?:that\s+)?", re.IGNORECASE)


def _note(act: ActionContext[Any]) -> None:
    problem: Unclear | None = None
    text = _THAT.sub("", act.subject, count=1)
    for statements, reason in islice(_parted(text), _MOST_COLONS):
        try:
            make_true(act, statements)
        except Unclear as unclear:
            problem = problem or unclear
            continue
        if reason:
            act.say("reason: {}", reason)
        return
    raise problem or Unclear("the line makes no statement", nearest=f"`{NOTE.form}`")


def _parted(text: str) -> Iterator[tuple[str, str]]:
    """The text before each place at which a reason may begin, and behind it; then all of it.

    A colon may stand in a name, too; "because" ends the statement.
    """
    for found in _ENDS.finditer(text):
        reason = text[found.start("why") if found["why"] else found.end() :]
        yield text[: found.start()].strip(" \t,;"), reason.strip()
        if found["why"]:
            return
    yield text.strip().rstrip(":"), ""


NOTE = Verb(
    "note", "note STATEMENT: REASON", "note Alice gains 2 Fish: she won the riddle",
    "makes a statement about the state true; its reason, if any, is kept in the log",
    _note, Shape.TEXT, questions=Questions.BEHIND_COLON,
    inputs=(
        "note {player} gains {number} {counted}[: {Reason=text:200}]",
        "note {player} loses {number} {counted}[: {Reason=text:200}]",
    ),
)  # fmt: skip


@cache
def ledger_verbs(who: str) -> tuple[Verb, ...]:
    """The verbs of a game whose ledger is for ``who``: players, stewards, or off."""
    if who == LEDGER_OFF:
        return ()
    by_all = who == LEDGER_PLAYERS
    return (NOTE if by_all else replace(NOTE, players_only=False, stewards_only=True),)
