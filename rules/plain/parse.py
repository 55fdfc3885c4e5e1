"""What a sentence means: as it was read before, or else read now."""

from __future__ import annotations

from rules.plain.memory import MEMORY, Parsed, key_of
from rules.plain.vocabulary import PlainVocabulary


def parse(
    text: str, vocabulary: PlainVocabulary, start: str = "sentence", table: str = ""
) -> Parsed:
    """What a sentence means.

    ``start``: ``sentence``; or for the words of a thing, whose rule is a tuple of effects, ``body``
    where a player chose to have it happen (what is paid must be there), ``landing`` where not.
    ``table``: that of the thing, which "it" and "its" stand for then. What cannot be said in the
    fixed form so that it means the same again is for people.
    """
    key = key_of(text, vocabulary, start, table)
    found = MEMORY.find(key)
    if found is None:
        from rules.plain.reader import parsed  # most runs have read all sentences before

        found = MEMORY.note(key, parsed(text, vocabulary, start, table))
    return found
