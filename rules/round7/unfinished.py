"""Orders that wait for something."""

from __future__ import annotations

from collections.abc import Iterator

from rules.round7.state import State
from wikibot.game.state import Kind, Pending


def unfinished(state: State, verb: str) -> Iterator[Pending]:
    """The orders of a verb (of one word) that wait."""
    return (
        each
        for each in state.pending
        if each.kind is Kind.ACTION and each.text.casefold().split()[:1] == [verb]
    )
