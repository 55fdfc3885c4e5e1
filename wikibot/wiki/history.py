"""The history of a page, whose texts share the lines that they have in common.

The texts of a talk page's revisions are a hundred times what people wrote there. So a text is put
together when it is asked for, and the whole of a long history takes little more than its last page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from difflib import SequenceMatcher
from itertools import chain, pairwise
from typing import Generic, NamedTuple, TypeVar, overload

from msgspec import Struct
from msgspec.structs import astuple, replace

from wikibot.wiki.base import PageMove, Revision
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.lines import Line, Signature, is_too_long, prefix_of, read_line
from wikibot.wikitext.own_marks import common, frame

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
    begin = old.rfind("\n", 0, common(old, new)) + 1  # where the first line begins that differs
    most = min(len(old), len(new)) - max(begin - 1, 0)
    tail = old.find("\n", len(old) - min(most, common(old[::-1], new[::-1])))
    end_old, end_new = (len(old), len(new)) if tail < 0 else (tail, tail - len(old) + len(new))
    in_front = end_old < begin  # of the old text nothing is left
    behind = old.count("\n", end_old)
    start = count - behind - (0 if in_front else 1 + old.count("\n", begin, end_old))
    lines = new[begin:end_new].split("\n") if end_new >= begin else []
    return start, count - behind, lines


# == The history itself ============================================================================


class History(Sequence[Revision]):
    """Revisions of one page. ``heads`` are the same without texts, which takes no time."""

    def __init__(self, heads: Iterable[Revision] = (), texts: Texts | None = None) -> None:
        self.heads = tuple(heads)
        self._texts = texts or Texts()

    @classmethod
    def of(cls, revisions: Iterable[Revision]) -> History:
        """Revisions that come one after the other; no more than one text is kept at a time."""
        if isinstance(revisions, cls):
            return revisions
        texts = Texts()
        return cls([texts.keep(revision) for revision in revisions], texts)

    def lines(self) -> Iterator[list[str] | None]:
        """The lines of each revision's text, without carriage returns; None where it is hidden."""
        for rope in map(self._rope, self.heads):
            lines = None if rope is None else list(rope)
            yield [line.rstrip("\r") for line in lines] if lines and self._texts.returns else lines

    def __len__(self) -> int:
        return len(self.heads)

    @overload
    def __getitem__(self, at: int) -> Revision: ...
    @overload
    def __getitem__(self, at: slice) -> History: ...
    def __getitem__(self, at: int | slice) -> Revision | History:
        if isinstance(at, slice):
            return History(self.heads[at], self._texts)
        return self._whole(self.heads[at])

    def __iter__(self) -> Iterator[Revision]:
        return map(self._whole, self.heads)

    def without_long(self, but: int) -> History:
        """The same, as if texts that are too long were hidden; that of ``but`` is not."""
        long = self._texts.long - {but}
        if not long:
            return self
        texts = Texts()
        texts.returns = self._texts.returns
        texts.ropes = {id_: rope for id_, rope in self._texts.ropes.items() if id_ not in long}
        return History(self.heads, texts)

    def where(self, wanted: Callable[[Revision], bool]) -> History:
        """Those for whose heads something holds."""
        return History(filter(wanted, self.heads), self._texts)

    def _rope(self, head: Revision) -> Rope[str] | None:
        return self._texts.ropes.get(head.id)

    def _whole(self, head: Revision) -> Revision:
        rope = self._rope(head)
        return head if rope is None else replace(head, text="\n".join(rope))


class Texts:
    """Takes texts out of revisions and keeps what is new in them, next to what came before."""

    def __init__(self) -> None:
        self.ropes: dict[int, Rope[str]] = {}  # lines by revision; none of a hidden one
        self.returns = False  # whether any has a carriage return
        self.long = set[int]()  # revisions that are not looked at
        self._text: str | None = None
        self._rope: Rope[str] = Rope()
        self._count = 0  # of its lines
        self._known: dict[str, str] = {}

    def keep(self, revision: Revision) -> Revision:
        new = revision.text
        if new is None:
            return revision
        if self._text is None:
            start, end, lines = 0, 0, new.split("\n")
        else:
            start, end, lines = changed_lines(self._text, new, self._count)
        self._rope = self._rope.spliced(start, end, map(self._known.setdefault, lines, lines))
        self._count += len(lines) - (end - start)
        self._text, self.ropes[revision.id] = new, self._rope
        self.long |= {revision.id} if is_too_long(new) else set()
        self.returns |= "\r" in new
        return replace(revision, text=None)


def heads_of(history: Sequence[Revision]) -> Sequence[Revision]:
    """The revisions of a history, for what is not said of them in their texts."""
    return history.heads if isinstance(history, History) else tuple(history)


def saved_by(history: Sequence[Revision], account: str) -> Iterator[Revision]:
    """The revisions of one account, the newest first; their texts come one by one."""
    heads = heads_of(history)
    return (history[at] for at in reversed(range(len(heads))) if heads[at].user == account)


# -- the order of saving ---------------------------------------------------------------------------

SKEW = timedelta(minutes=1)  # by so much the time of a revision may be wrong


def in_saved_order(revisions: Sequence[Revision], head: int = 0) -> list[Revision]:
    """Oldest first: none before the one that it was laid over; else as they came, by their times.

    MediaWiki lists revisions by their timestamps, and these need not rise from one to the next: a
    save takes its time of day before it waits for the page's lock, and the clocks of a wiki's
    servers differ. Each revision does name the one that it was laid over, and that never changes
    (https://www.mediawiki.org/wiki/Manual:Revision_table, rev_parent_id).

    Each comes once, and last the one that the page read as (``head``), with what was saved on it
    since.
    """
    waiting = {revision.id: revision for revision in revisions}
    ordered: list[Revision] = []
    for revision in revisions:
        chain: list[Revision] = []
        at: Revision | None = waiting.pop(revision.id, None)
        while at is not None:
            chain.append(at)
            at = waiting.pop(at.parent_id, None)
        ordered += reversed(chain)
    last = {head} if head else set[int]()
    for revision in ordered:
        last |= {revision.id} if revision.parent_id in last else set()
    return sorted(ordered, key=lambda revision: revision.id in last)


def newest_first(revisions: Sequence[Revision]) -> list[Revision]:
    """The same for some of a page's revisions that came newest first, as those of one account.

    Of two whose times differ by less than the skew the later saved one has the greater number.
    """
    ordered: list[Revision] = []
    for revision in revisions:
        at = len(ordered)
        while (
            at and ordered[at - 1].id < revision.id and ordered[at - 1].time - revision.time <= SKEW
        ):
            at -= 1
        ordered.insert(at, revision)
    return ordered


# == Which revisions of a page were saved on it while it had its title =============================
#
# A page's history can hold others. A page that is moved brings along all that was written on it
# before; an administrator merges the history of another page into it, or restores what was
# deleted under its title. Every revision names the one that it was laid over, and that never
# changes: what no line of these leads to from the newest one was saved on another page. A move
# leaves a revision with the same text, and an entry in the wiki's log, which tells from where to
# where.

_BEFORE = timedelta(seconds=5)  # by so much an entry of the log may be older than its revision


def read_through(history: Sequence[Revision], cursor: int) -> int:
    """The position of the revision ``cursor``, or of the newest older one; -1 for none."""
    heads = heads_of(history)
    exact = (at for at, revision in enumerate(heads) if revision.id == cursor)
    older = (at for at in reversed(range(len(heads))) if heads[at].id < cursor)
    return next(exact, next(older, -1))


def lineage(history: Sequence[Revision], through: int) -> Sequence[Revision]:
    """The history without what was saved on other pages since it was read ``through`` a revision.

    Where a revision is gone that another was laid over, those count that were laid over the one
    that was read.
    """
    heads, read = heads_of(history), read_through(history, through)
    by_id = {revision.id: revision for revision in heads}
    native = {revision.id for revision in heads[: read + 1]}
    at = heads[-1] if heads else None
    while at is not None and at.id not in native:
        native.add(at.id)
        parent = at.parent_id
        at = by_id.get(parent)
        if at is None and parent and read >= 0:
            later = {heads[read].id}
            for revision in heads[read + 1 :]:
                later |= {revision.id} if revision.parent_id in later else set()
            native |= later
    if len(native) == len(heads):
        return history
    return History.of(history).where(lambda revision: revision.id in native)


def unchanged(history: Sequence[Revision], through: int) -> tuple[Revision, ...]:
    """The revisions since then that changed nothing, or may have: as a move leaves one."""
    heads = heads_of(history)[max(0, read_through(history, through)) :]
    return tuple(
        after
        for before, after in pairwise(heads)
        if after.parent_id != before.id or _same_text(before, after)
    )


def _same_text(one: Revision, other: Revision) -> bool:
    if one.text is not None and other.text is not None:
        return one.text == other.text
    return one.sha1 is None or other.sha1 is None or one.sha1 == other.sha1


def saved_elsewhere(
    history: Sequence[Revision], through: int, title: str, moves: Sequence[PageMove]
) -> frozenset[int]:
    """The revisions since then that were saved while the page had another title than now.

    So do all before a move of which the log does not say from where, or says two things.
    """
    heads = heads_of(history)[read_through(history, through) + 1 :]
    left_by = {each.id for each in unchanged(history, through)}
    there: str | None = title
    found = set[int]()
    for revision in reversed(heads):
        found |= {revision.id} if there != title else set()
        if revision.id in left_by:
            left = [each for each in moves if _left(each, revision)]
            sources = {each.source for each in left if each.target in {there, None}} or {there}
            there = sources.pop() if len(sources) == 1 else None
    return frozenset(found)


def _left(move: PageMove, revision: Revision) -> bool:
    if move.revision:
        return move.revision == revision.id
    same = None in (move.user, revision.user) or move.user == revision.user
    return same and revision.time - _BEFORE <= move.time <= revision.time + SKEW


# == Which lines of a page's new text are lines of its old text: kept, moved, or changed ===========
#
# A line is the same as long as what it says is: blanks, list marks, formatting and a missing
# signature make no other line of it. Two lines with different signatures, or with signatures of
# different times, are never the same.

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
            up = min(
                range(free + 1),
                key=lambda up: (_level(lines, start - up), _level(lines, end - up), up),
            )
            a, b, c, d = a - up, b - up, c - up, d - up
        gaps.append((a, b, c, d))
        at_old, at_new = b, d
    return gaps


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
