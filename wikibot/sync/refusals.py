"""Texts that the wiki refuses: a link to a listed site, words that an edit filter stops.

The gamestate's edit holds the answers and log lines of a whole batch. Where a filter or a blacklist
refuses it, the lines that may be the reason are answered `held` without any of their text and are
not played; the others are played and saved as always. Decisions: as the wiki does not say which
line it means, first those with an address in them are left out, then one line after the other, then
all of the batch. Nothing is lost: a line that is held stays on its page, and its author writes it
in other words. A state that the wiki refuses without any new line is refused as before, and a
person is told.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from wikibot.game.actions import ActionId, Outcome
from wikibot.storage.cursor import Answer
from wikibot.wiki.errors import EditRefused

LEFT_OUT = (
    "the wiki refuses to save what this line says (a filter or a blacklist); "
    "write it in other words"
)
NOT_SHOWN = "the text of this answer is left out, as the wiki refuses to save it"
MOST = 12  # lines that are tried one by one
_ADDRESS = re.compile(r"//|[a-z]:\S|\w\.[a-z]{2}|@\w", re.IGNORECASE)
_CODES = ("spamblacklist", "abusefilter-", "titleblacklist-", "spamprotection", "hookaborted")


def is_about_text(error: EditRefused) -> bool:
    """Whether another text might be saved: a captcha or the size of a page is no matter of a line."""
    return error.code.startswith(_CODES)


def trials(outcomes: Iterable[Outcome], page: int) -> Iterator[frozenset[ActionId]]:
    """Which lines of a page to leave out, one set after the other, until the wiki takes the rest."""
    lines = [each.action for each in outcomes if each.action.id.page == page]
    return _trials([(line.id, f"{line.text} {line.body}") for line in lines])


class Shortening:
    """Answers for a page, without the text of some where the wiki refuses that.

    ``refusal`` is the last one.
    """

    def __init__(self, answers: Sequence[Answer]) -> None:
        self.answers = tuple(answers)
        self.refusal: EditRefused | None = None
        self._full = self.answers
        self._trials = _trials([(answer.id, answer.text) for answer in answers])

    def shorten(self, error: EditRefused) -> None:
        """Leave out other texts; raises the error where no text can be the reason, or none is left."""
        without = next(self._trials, None) if is_about_text(error) else None
        if without is None:
            raise error
        self.answers, self.refusal = shortened(self._full, without), error

    @property
    def problems(self) -> tuple[str, ...]:
        """What a person is told, once the page is saved."""
        count = sum(one != other for one, other in zip(self.answers, self._full, strict=True))
        return (
            (f"{self.refusal} {count} answer(s) there are written without their texts.",)
            if self.refusal
            else ()
        )


def _trials(texts: Sequence[tuple[ActionId, str]]) -> Iterator[frozenset[ActionId]]:
    addresses = frozenset(id_ for id_, text in texts if _ADDRESS.search(text))
    single = (frozenset({id_}) for id_, _ in texts[:MOST])
    every = frozenset(id_ for id_, _ in texts)
    yield from filter(None, dict.fromkeys((addresses, *single, every)))  # none is tried twice


def shortened(
    answers: Iterable[Answer], which: Collection[ActionId] | None = None
) -> tuple[Answer, ...]:
    """The answers, those to ``which`` (None: all) with nothing but their verdicts."""
    return tuple(
        each._replace(text=NOT_SHOWN) if which is None or each.id in which else each
        for each in answers
    )
