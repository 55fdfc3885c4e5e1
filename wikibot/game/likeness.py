"""Known texts that look like another one, as :func:`difflib.get_close_matches` finds them.

The answers are the same. Which letters a known text has is found once, so that most of them are
passed over by one operation; those left are compared from the most letters in common downwards, as
far as one may still be among the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher


class Likeness:
    """Texts to compare with; each counts once."""

    def __init__(self, known: Iterable[str]) -> None:
        self._bits: dict[tuple[str, int], int] = {}
        self._known = [(each, len(each), self._mask(each)) for each in dict.fromkeys(known)]

    def _mask(self, text: str) -> int:
        """A bit for each letter of a known text, and further ones where it comes again."""
        mask = 0
        for letter in _counted(text):
            mask |= self._bits.setdefault(letter, 1 << len(self._bits))
        return mask

    def close(self, wanted: str, most: int, cutoff: float) -> list[str]:
        """At most so many texts that look like ``wanted``, most alike first."""
        size, mask = len(wanted), 0
        for letter in _counted(wanted):
            mask |= self._bits.get(letter, 0)
        bounds = [
            (bound, text)
            for text, length, letters in self._known
            if (bound := _ratio((mask & letters).bit_count(), size + length)) >= cutoff
        ]
        bounds.sort(reverse=True)
        best: list[tuple[float, str]] = []
        matcher = SequenceMatcher(None, "", wanted)
        for bound, text in bounds:
            if len(best) == most and bound < best[-1][0]:
                break
            matcher.set_seq1(text)
            ratio = matcher.ratio()
            if ratio >= cutoff:
                best = sorted((*best, (ratio, text)), reverse=True)[:most]
        return [text for _, text in best]


def _counted(text: str) -> Iterator[tuple[str, int]]:
    """The letters of a text, each with how often it stood there before."""
    seen: dict[str, int] = {}
    for letter in text:
        seen[letter] = count = seen.get(letter, -1) + 1
        yield letter, count


def _ratio(common: int, letters: int) -> float:
    return 2.0 * common / letters if letters else 1.0
