"""Short numbers for what waits, by which stewards name it: ``ruling 417: ...``.

A number follows from the identity alone, so that it stays the same for as long as the thing waits,
on every page and in every run, and nothing has to remember it. Decisions: it has three digits; of
two things that would share one, the one of the later revision has five. Every number that a thing
ever had is understood, as is its identity and the revision of its line. A log names identities,
which say the same wherever it is replayed.
"""

from __future__ import annotations

from collections.abc import Sequence

from wikibot.game.actions import ActionId
from wikibot.game.state import Pending, State

# Primes, so that lines of neighbouring revisions have different numbers.
_PAGE, _REVISION, _INDEX, _PART = 104_729, 7_919, 1_299_709, 15_485_863


def _number(identity: ActionId, digits: int) -> str:
    least = 10 ** (digits - 1)
    part = len(identity.part)
    mixed = identity.page * _PAGE + identity.revision * _REVISION + identity.index * _INDEX
    return str(least + (mixed + part * _PART) % (9 * least))


def number_of(state: State, identity: ActionId) -> str:
    """The number by which what waits under an identity is shown."""
    before = [each.id for each in state.pending if _age(each.id) < _age(identity)]
    for digits in (3, 5):
        number = _number(identity, digits)
        if all(_number(each, digits) != number for each in before):
            return number
    return str(identity)


def _age(identity: ActionId) -> tuple[int, int, int, str]:
    """What orders things as they came: numbers of revisions only grow."""
    return identity.revision, identity.page, identity.index, identity.part


def named(waiting: Sequence[Pending], text: str, *, in_log: bool = False) -> list[Pending]:
    """What a number, an identity or the revision of a line names among what waits.

    ``in_log``: a log was written before there were numbers, or names identities.
    """
    exact = [each for each in waiting if str(each.id) == text]
    by_revision = [each for each in waiting if str(each.id.revision) == text]
    if exact or (in_log and by_revision):
        return exact or by_revision
    for digits in (3, 5):
        found = [each for each in waiting if _number(each.id, digits) == text]
        if found:  # the first was shown by it; a line of that very revision is another reading
            first = min((each.id for each in found), key=_age)
            same = [each for each in found if each.id == first]
            return same + [each for each in by_revision if each not in same]
    return by_revision
