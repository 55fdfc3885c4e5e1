"""A catalogue in which every message is in capitals: what is small then was said without it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from wikibot.cli.commands import messages
from wikibot.wikitext.messages import Words

_KEPT = re.compile(r"(`[^`]*`|\{[^{}]*\}|<[^<>]*>|&[a-z#0-9]+;)")  # forms, places, markup

# What is told as it was written, or stands on a page: forms and quotes, exact statements, changes
# in the agreed form, words of votes, effects; a run of small words with the names around it.
_TOLD = re.compile(
    r"`[^`]*`|'[^']*'(?!\w)|\"[^\"]*\"|«[^»]*»(?: (?:in|to)(?: [A-Z]\w+)+)?|TAKEN BACK:.*"
    r"|comes last in.*"
    r"|\b(?:replace|delete|append|new section|for|against|rewrite|abstain|steps)\b"
    r"|\bnext (?:roll|move) [^;]*|\b(?:tipsy or drunk|(?:crab)?train(?:crab)?|crab|jumbo)\b"
)
_RUN = re.compile(r"(?:[A-Z][\w'’]*[ -])*(?<![\w'’&-])[a-z][a-z]+(?:[ -][A-Za-z][\w'’]*)*")
_CAPITALS = re.compile(r"\b[A-Z]{2,}(?:['’][A-Z]+)?\b")
_SMALL = re.compile(r"(?<![\w'’])[a-z]{2}")


every_message = cache(messages.every_message)  # takes three seconds


@cache
def shouted() -> Words:
    """Words of no language."""
    return Words("xx", {message: _shout(message) for message in every_message()})


def _shout(message: str) -> str:
    parts = _KEPT.split(message)
    return "".join(part if at % 2 else part.upper() for at, part in enumerate(parts))


def unsaid(text: str, written: str) -> Iterator[str]:
    """Runs of an answer's words that are no message's, and do not stand in what people wrote."""
    for run in _RUN.findall(_TOLD.sub(" | ", text)):
        for part in map(str.strip, _CAPITALS.split(run)):
            if _SMALL.search(part) and part.casefold() not in written:
                yield part
