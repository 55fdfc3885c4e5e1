"""How answers read: counts fit their nouns, forms are whole, nothing is raw."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from wikibot.game.actions import Verdict
from wikibot.game.engine.engine import Played
from wikibot.wikitext.escape import answer_wikitext
from wikibot.wikitext.own_marks import insert_replies, reply_text

# Things that answers count, in the singular; not items, which may be called by any name.
NOUNS = [
    "shard", "crystal", "crustal", "poent", "pot", "cut", "banana", "phase", "day", "hour", "turn",
    "vote", "roll", "player", "space", "line", "proposal", "house", "duck", "herb", "reagent",
    "member", "cell", "choice", "option", "answer", "character",
]  # fmt: skip
_ONE = re.compile(rf"(?<![\w.:/+−-])1 (?:{'|'.join(NOUNS)})s\b", re.IGNORECASE)
_MANY = re.compile(
    rf"(?<![\w.:/+−-])(?:0|[2-9]|\d{{2,}}) (?:{'|'.join(NOUNS)})\b(?!s)", re.IGNORECASE
)
_QUOTED = re.compile(
    r"'[^']*'|`[^`]*`|«[^»]*»|Crystal (?:Engine|Beam|Forge|Orb)|turn into|taken back:.*"
)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT")
# A steward's orders are echoed in exact statements, or asked for in the form of the order.
exact = re.compile(r"(?:as [^:]+: )?(?:correct|ruling|undo|enact)\b").match


def badly_told(steps: Iterable[Played[Any]]) -> list[str]:
    """The answers and events of some steps that read badly.

    One shard and two shards; backticks in pairs; a question for what is missing; no markup left
    over.
    """
    return [text for played in steps for verdict, text in _told(played) if _is_bad(verdict, text)]


def _told(played: Played[Any]) -> Iterator[tuple[Verdict | None, str]]:
    lines = (each for each in played.outcomes if not exact(each.action.text))
    yield from ((each.verdict, each.text) for each in lines)
    yield from ((None, each.text) for each in played.fired_events)


def _is_bad(verdict: Verdict | None, text: str) -> bool:
    plain = _QUOTED.sub("…", text)
    if _ONE.search(plain) or _MANY.search(plain) or text.count("`") % 2 or "(s)" in text:
        return True
    if verdict is Verdict.NEEDS and "?" not in text and "The line is played" not in text:
        return True
    reply = insert_replies("* x", [(0, reply_text("done", answer_wikitext(text)))])
    return "`" in reply or bool(_TIME.search(re.sub(r"&#39;.*?&#39;|'[^']*'", "", reply)))
