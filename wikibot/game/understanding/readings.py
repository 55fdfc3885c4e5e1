"""What a line may mean: lines in exact form, in groups, the group that is closest to it first.

Within a group no reading comes before another: two that can be played are two readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from wikibot.game.understanding.manners import (
    clauses,
    is_begun_as_chatter,
    without_end,
    without_lead,
    without_polite_end,
)
from wikibot.game.understanding.plain_line import Token, is_mark, tokens
from wikibot.game.understanding.situation import Situation, said_yes
from wikibot.game.understanding.table import PhraseTable

ANSWER = "choose"
_LONGEST_CHATTER = 14  # words
_MOST_CLAUSES = 8  # ways of parting a line into order and chatter
MOST = 24  # readings of one line that are tried
Group = tuple[str, ...]


def first_readings(text: str, table: PhraseTable, situation: Situation) -> Group:
    """The readings by phrases that come before the exact form, without the line's dice."""
    words = tokens(text)
    found = (
        order
        for some in dict.fromkeys(_mannered(words, situation))
        for _, order in table.orders(some, situation.slots, first=True)
    )
    return tuple(dict.fromkeys(found))[:MOST]


def readings(text: str, table: PhraseTable, situation: Situation) -> Iterator[Group]:
    """The readings of a line without its dice, group by group; no reading comes twice."""
    words, known = tokens(text), dict[str, None]()
    for group in _groups(words, table, situation):
        asks = _asks(text)
        orders = (order for order in dict.fromkeys(group) if not asks or _asks(order))
        new = [order for order in orders if order not in known][:MOST]
        if new:
            known.update(dict.fromkeys(new))
            yield tuple(new)


def bare_answers(text: str, situation: Situation) -> Iterator[str]:
    """The answers that a line is in whole, politeness aside: ``Cleo, please``."""
    for words in dict.fromkeys(_mannered(tokens(text), situation)):
        found = situation.named(" ".join(word.text for word in words))
        if found:
            yield f"{ANSWER} {found}"


def _asks(text: str) -> bool:
    """Whether a text has a question mark: one that does is not said by a line without."""
    return "?" in text or "？" in text or "؟" in text


def _groups(
    words: tuple[Token, ...], table: PhraseTable, situation: Situation
) -> Iterator[Iterator[str]]:
    """What it answers that waits; the line in whole; with its verb mended; without chatter."""
    some = list(dict.fromkeys(_mannered(words, situation)))
    yield _answers(some, situation)
    yield _orders(some, table, situation)
    mended = [each for one in some for each in table.with_verb_mended(one)]
    yield _orders(mended, table, situation)
    for order, chatter in islice(clauses(words), _MOST_CLAUSES):
        if not _lists(order) and _is_chatter(chatter, table, situation):
            some = list(dict.fromkeys(_mannered(order, situation)))
            also = [each for one in some for each in table.with_verb_mended(one)]
            yield chain(
                _orders(some, table, situation),
                _answers(some, situation),
                _orders(also, table, situation),
            )


def _mannered(words: Sequence[Token], situation: Situation) -> Iterator[tuple[Token, ...]]:
    """A line without politeness, and with as much of it as may be part of the order."""
    for some in without_lead(words, situation.speaker):
        yield without_end(some)
        yield without_polite_end(some)
        yield some


def _orders(
    lines: Sequence[Sequence[Token]], table: PhraseTable, situation: Situation
) -> Iterator[str]:
    for words in lines:
        for _, order in table.orders(words, situation.slots):
            yield order


def _answers(lines: Sequence[Sequence[Token]], situation: Situation) -> Iterator[str]:
    """A bare answer, while exactly one thing waits for it."""
    for words in lines:
        text = " ".join(word.text for word in words)
        for answer in situation.slots["answer"].read(text) if situation.options else ():
            yield f"{ANSWER} {answer}"
        if situation.offer and words:
            yield f"{situation.offer} {text}"
            if said_yes(text):
                yield situation.offer


def _lists(words: Sequence[Token]) -> bool:
    """Whether an order gives its answers behind a colon: a clause behind it may be one of them."""
    return any(word.text.endswith(":") for word in words)


def _is_chatter(words: Sequence[Token], table: PhraseTable, situation: Situation) -> bool:
    """Whether a clause beside an order says nothing: no number, no thing, no order in it."""
    keys = [word.key for word in words if not is_mark(word)]
    if not keys or any(char.isdigit() for key in keys for char in key):
        return False
    if not (is_begun_as_chatter(keys) and len(keys) <= _LONGEST_CHATTER):
        return False
    begins = [at for at, key in enumerate(keys) if key in ("i", "also")][:3]
    tails = [tuple(words), *(tuple(words)[at + 1 :] for at in begins)]
    mannered = [one for tail in tails if tail for one in _mannered(tail, situation)]
    return not any(True for _ in _orders(mannered, table, situation))
