"""Which lines of a page's new text are lines of its old text: kept, moved, or changed.

A line is the same as long as what it says is: blanks, list marks, formatting and a missing
signature make no other line of it. Two lines with different signatures, or with signatures of
different times, are never the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain, pairwise
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from wikibot.wikitext.dialect import fold
from wikibot.wikitext.lines import Line, Signature, prefix_of, read_line

# == Sequences of lines that share what they have in common: a page's revisions differ in little ===
#
# A rope is a tuple in pieces. One that differs from another in some places has new pieces there,
# and the other's everywhere else, so keeping all revisions of a page costs what was changed.

T = TypeVar("T")

_PIECE = 64  # items; pieces are cut when they have twice as many
_FEW = 16


class Rope(Generic[T]):
    """An immutable sequence of items in pieces."""

    __slots__ = ("_pieces",)

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._pieces = tuple(_cut(list(items)))

    def __iter__(self) -> Iterator[T]:
        return chain.from_iterable(self._pieces)

    def __len__(self) -> int:
        return sum(map(len, self._pieces))

    def spliced(self, start: int, end: int, items: Iterable[T]) -> Rope[T]:
        """The same with other items in the place of those from ``start`` to before ``end``."""
        pieces, first, at = self._pieces, 0, 0
        while first < len(pieces) and at + len(pieces[first]) < start:
            at += len(pieces[first])
            first += 1
        last, reach = first, at
        while last < len(pieces) and reach < end:
            reach += len(pieces[last])
            last += 1
        if last < len(pieces) and reach - end < _FEW:  # so that small pieces do not get many
            last += 1
        middle = list(chain.from_iterable(pieces[first:last]))
        middle[start - at : end - at] = items
        rope: Rope[T] = Rope()
        rope._pieces = (*pieces[:first], *_cut(middle), *pieces[last:])
        return rope


def _cut(items: list[T]) -> Iterator[tuple[T, ...]]:
    """The items in pieces of about the same length."""
    if len(items) < 2 * _PIECE:
        return iter([tuple(items)] if items else [])
    size = -(-len(items) // (len(items) // _PIECE))
    return (tuple(items[at : at + size]) for at in range(0, len(items), size))


def changed_lines(old: str, new: str, count: int) -> tuple[int, int, list[str]]:
    """How one text becomes another, by lines: from which, to before which old one, the new ones.

    ``count``: how many lines the old text has. Only what lies between a common beginning and a
    common end is taken apart.
    """
    begin = old.rfind("\n", 0, _common(old, new)) + 1  # where the first line begins that differs
    most = min(len(old), len(new)) - max(begin - 1, 0)
    tail = old.find("\n", len(old) - min(most, _common(old[::-1], new[::-1])))
    end_old, end_new = (len(old), len(new)) if tail < 0 else (tail, tail - len(old) + len(new))
    in_front = end_old < begin  # of the old text nothing is left
    behind = old.count("\n", end_old)
    start = count - behind - (0 if in_front else 1 + old.count("\n", begin, end_old))
    lines = new[begin:end_new].split("\n") if end_new >= begin else []
    return start, count - behind, lines


def frame(one: Sequence[Any], other: Sequence[Any]) -> tuple[int, int]:
    """How many items at the start of two lists are equal, and how many of the rest at their end."""
    first = _common(one, other)
    return first, _common(one[first:][::-1], other[first:][::-1])


def _common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many items at the start are equal; whole slices are compared, not item by item."""
    at, size, shorter = 0, 8, min(len(one), len(other))
    while at < shorter and one[at : at + size] == other[at : at + size]:
        at, size = at + size, size * 2
    at, end = min(at, shorter), min(at + size, shorter)
    while at < end:
        half = (at + end + 1) // 2
        if one[at:half] == other[at:half]:
            at = half
        else:
            end = half - 1
    return at


# == Which lines of a page's new text are lines of its old text: kept, moved, or changed ===========

SIMILAR = 0.6  # from here on a line that took another's place counts as that line, changed
_REACH = 8  # how far from each other in a block two such lines may stand
_LENGTH = 300  # characters of a line that are compared for similarity
_OFTEN = 50
_TABLE = ("{|", "|")
_MARGIN = 8  # lines around what changed that are looked at first


class ChangedLines(Struct, frozen=True):
    """Line numbers that went (``old``) and came (``new``) at one place."""

    old: tuple[int, ...]
    new: tuple[int, ...]


def key(line: Line) -> str:
    """What a line says, folded."""
    return fold(line.text)


def _compatible(one: Signature, other: Signature) -> bool:
    """Whether two signatures may be of the same line: nothing that both have differs."""
    pairs = ((one.user, other.user), (one.timestamp, other.timestamp))
    return all(a is None or b is None or a == b for a, b in pairs)


def same(one: Line, other: Line) -> bool:
    """Whether two lines are one and the same, whatever became of their marks."""
    return one.raw == other.raw or (
        bool(one.text) and key(one) == key(other) and _compatible(one.signature, other.signature)
    )


class LineEdit(NamedTuple):
    """New lines in the place of old ones, as two ranges of line numbers."""

    old: int
    old_end: int
    new: int
    new_end: int


class Differences(Struct, frozen=True):
    """What two texts have in common; in both, blank lines and those of tables are left out.

    Before line ``start`` both are the same, and so are all lines from ``old_end`` and ``new_end``
    on. Of those in between ``kept`` has the ones that both have in the same order (new number:
    old), and ``blocks`` what stands between them.
    """

    start: int
    old_end: int
    new_end: int
    kept: Mapping[int, int]
    blocks: Sequence[ChangedLines]

    def edits(self, old: Sequence[str], new: Sequence[str]) -> Iterator[LineEdit]:
        """The places at which the texts differ, blank lines too, in their order."""
        at_old = at_new = self.start
        for there, here in (*self.kept.items(), (self.new_end, self.old_end)):
            if (at_old, at_new) != (here, there) and old[at_old:here] != new[at_new:there]:
                yield LineEdit(at_old, here, at_new, there)
            at_old, at_new = here + 1, there + 1


def differences(old: Sequence[str], new: Sequence[str]) -> Differences:
    """What became of a text's lines; only those around what changed are looked at one by one.

    Where equal lines leave it open which of them went or came, a line goes and comes together with
    what is below it.
    """
    first, last = frame(old, new)
    margin = _MARGIN
    while True:
        start = max(0, first - margin)
        old_end, new_end = (len(each) - max(0, last - margin) for each in (old, new))
        whole = (start == 0, old_end == len(old))
        found = _compared(old[start:old_end], new[start:new_end], whole)
        if found is not None:
            kept, blocks = found
            return Differences(
                start,
                old_end,
                new_end,
                {start + there: start + here for there, here in kept.items()},
                [
                    ChangedLines(*(tuple(at + start for at in each) for each in astuple(block)))
                    for block in blocks
                ],
            )
        margin *= 8


def _compared(
    old: Sequence[str], new: Sequence[str], whole: tuple[bool, bool]
) -> tuple[dict[int, int], list[ChangedLines]] | None:
    """Lines that both have, and the blocks between them.

    ``whole``: whether nothing stands before and behind these lines. None where that would matter.
    """
    olds, news = (
        [
            at
            for at, line in enumerate(lines)
            if (said := line.strip()) and not said.startswith(_TABLE)
        ]
        for lines in (old, new)
    )
    gaps = _gaps([old[at] for at in olds], [new[at] for at in news], whole)
    if gaps is None:
        return None
    kept: dict[int, int] = {}
    blocks = []
    start_old = start_new = 0
    for a, b, c, d in gaps:
        kept.update(zip(news[start_new:c], olds[start_old:a], strict=True))
        blocks.append(ChangedLines(tuple(olds[a:b]), tuple(news[c:d])))
        start_old, start_new = b, d
    kept.update(zip(news[start_new:], olds[start_old:], strict=True))
    return kept, blocks


def _gaps(
    old: Sequence[str], new: Sequence[str], whole: tuple[bool, bool]
) -> list[tuple[int, int, int, int]] | None:
    """What stands between the lines that both have, as ranges of the old and of the new text."""
    first, last = frame(old, new)
    if first == len(old) == len(new):
        return []
    if not whole[1] and (last == 0 or first == min(len(old), len(new))):
        return None
    gaps: list[tuple[int, int, int, int]] = []
    at_old = at_new = 0  # ends of the gap before
    for kind, *gap in _opcodes(old[first : len(old) - last], new[first : len(new) - last]):
        if kind == "equal":
            continue
        a, b, c, d = (first + number for number in gap)
        if a == b or c == d:
            lines, start, end, most = (new, c, d, c - at_new) if a == b else (old, a, b, a - at_old)
            # by how many lines it can move up so that the text is the same
            moves = range(1, most + 1)
            free = next((up - 1 for up in moves if lines[start - up] != lines[end - up]), most)
            if free == most and not gaps and not whole[0]:
                return None
            up = _threads(lines, start, end, free)
            a, b, c, d = a - up, b - up, c - up, d - up
        gaps.append((a, b, c, d))
        at_old, at_new = b, d
    return gaps


def _threads(lines: Sequence[str], start: int, end: int, most: int) -> int:
    """By how many lines a gap moves up to begin and end where threads do."""
    return min(
        range(most + 1), key=lambda up: (_level(lines, start - up), _level(lines, end - up), up)
    )


def _level(lines: Sequence[str], number: int) -> int:
    """How deep a line stands in a thread; the end of the page ends all threads."""
    return len(prefix_of(lines[number])) if number < len(lines) else 0


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    if not old or not new:
        return [("replace", 0, len(old), 0, len(new))] if old or new else []
    if inserted := _inserted(old, new):
        return inserted
    often = {line for line, count in Counter(old).items() if count > _OFTEN}
    if not often:
        return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    one, other = _numbered(old, often), _numbered(new, often)
    return SequenceMatcher(None, one, other, autojunk=False).get_opcodes()


def _inserted(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """Where the new lines have others among the old ones, as the bot puts in its answers.

    Empty where anything else happened. difflib takes quadratic time for many such places.
    """
    known = {*old}
    kept = [at for at, line in enumerate(new) if line in known]
    if len(kept) != len(old) or any(new[at] != line for at, line in zip(kept, old, strict=True)):
        return []
    places = enumerate(pairwise([-1, *kept, len(new)]))
    return [
        ("insert", at, at, before + 1, after)
        for at, (before, after) in places
        if before + 1 < after
    ]


def _numbered(lines: Sequence[str], often: set[str]) -> Sequence[tuple[str, int]]:
    """Lines with numbers that tell apart frequent ones, for which difflib takes quadratic time."""
    seen: Counter[str] = Counter()
    numbered = []
    for line in lines:
        seen[line] += line in often
        numbered.append((line, seen[line]))
    return numbered


def changed_pairs(
    old: Sequence[tuple[int, Line]], new: Sequence[tuple[int, Line]]
) -> Iterator[tuple[int, int]]:
    """Pairs (old number, new number) of lines of a block of which one is the other, changed.

    The same signature with the same time makes a pair in any case; otherwise the words must be
    similar.
    """
    scored = []
    for i, (old_number, before) in enumerate(old):
        for j in range(max(0, i - _REACH), min(len(new), i + _REACH + 1)):
            new_number, after = new[j]
            score = _score(before, after)
            if score >= SIMILAR:
                scored.append((-score, abs(i - j), old_number, new_number))
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for _, _, old_number, new_number in sorted(scored):
        if old_number not in taken_old and new_number not in taken_new:
            taken_old.add(old_number)
            taken_new.add(new_number)
            yield old_number, new_number


def _score(before: Line, after: Line) -> float:
    if not _compatible(before.signature, after.signature):
        return 0.0
    stamped = before.signature.timestamp is not None and before.signature == after.signature
    matcher = SequenceMatcher(None, key(before)[:_LENGTH], key(after)[:_LENGTH], autojunk=False)
    if not stamped and (matcher.real_quick_ratio() < SIMILAR or matcher.quick_ratio() < SIMILAR):
        return 0.0
    return matcher.ratio() + (1.0 if stamped else 0.0)


def same_pairs(
    old: Sequence[tuple[int, str]], new: Sequence[tuple[int, str]]
) -> Iterator[tuple[int, int]]:
    """Pairs (old number, new number) of lines that are the same, equal ones first."""
    if not old:
        return
    waiting: dict[str, list[Line]] = {}
    for number, raw in old:
        line = read_line(raw, number)
        waiting.setdefault(key(line), []).append(line)
    unpaired = [read_line(raw, number) for number, raw in new]
    for is_same in (lambda one, other: one.raw == other.raw, same):
        lines, unpaired = unpaired, []
        for line in lines:
            candidates = waiting.get(key(line), [])
            twin = next((at for at, one in enumerate(candidates) if is_same(one, line)), None)
            if twin is None:
                unpaired.append(line)
            else:
                yield candidates.pop(twin).number, line.number
