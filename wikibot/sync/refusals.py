"""Texts that the wiki refuses: a link to a listed site, words that an edit filter stops.

The gamestate's edit holds the answers and log lines of a whole batch. Where a filter or a blacklist
refuses it, the lines that may be the reason are answered `held` without any of their text and are
not played; the others are played and saved as always. Decisions: as the wiki does not say which
line it means, first those with an address in them are left out, then one line after the other, then
all of the batch. Nothing is lost: a line that is held stays on its page, and its author writes it
in other words. A state that the wiki refuses without any new line is refused as before, and
reported.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from wikibot.game.actions import ActionId
from wikibot.storage.cursor import Answer
from wikibot.wiki.errors import EditRefused

LEFT_OUT = (
    "the wiki refuses to save what this line says (a filter or a blacklist); "
    "write it in other words"
)
NOT_SHOWN = "the text of this answer is left out, as the wiki refuses to save it"
MOST = 12  # lines that are tried one by one
_ADDRESS = re.compile(r"//|[a-z]:\S|\w\.[a-z]{2}|@\w", re.IGNORECASE)
FILTERS = ("spamblacklist", "abusefilter-", "titleblacklist-", "spamprotection", "hookaborted")


class Trials:
    """Chooses sets of lines to leave out, one after the other, until the wiki accepts the rest."""

    def __init__(self, texts: Sequence[tuple[ActionId, str]]) -> None:
        addresses = frozenset(id_ for id_, text in texts if _ADDRESS.search(text))
        single = (frozenset({id_}) for id_, _ in texts[:MOST])
        every = frozenset(id_ for id_, _ in texts)
        self._sets = filter(None, dict.fromkeys((addresses, *single, every)))  # each tried once

    def without(self, error: EditRefused) -> frozenset[ActionId]:
        """The next lines to leave out.

        Raises the error where none is left, or where no text can be the reason: a captcha or the
        size of a page is no matter of what one line says.
        """
        found = next(self._sets, None) if error.code.startswith(FILTERS) else None
        if found is None:
            raise error
        return found


def shortened(
    answers: Iterable[Answer], which: Collection[ActionId] | None = None
) -> tuple[Answer, ...]:
    """The answers, those to ``which`` (None: all) with nothing but their verdicts."""
    return tuple(
        each._replace(text=NOT_SHOWN) if which is None or each.id in which else each
        for each in answers
    )
