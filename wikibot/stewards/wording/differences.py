"""What the bot does otherwise than a wording that a steward accepted, sentence by sentence.

Code is written for one wording. Whatever another one says otherwise is told as what it is: still
played, not played, played as before, or read from the page. That something is read shows by trying:
a reading of the unit finds something else with that one place as it was.

Decision: what the bot reads is not told of sentences that only stand in another order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain, takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.problems import Held
from wikibot.game.ruleset.free_numbers import UNREAD, Reader, findings, reworded
from wikibot.game.ruleset.recognition import SENTENCE
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.ruleset.units import Unit
from wikibot.wikitext.fingerprints import normalise
from wikibot.wikitext.messages import say

MOST = 12  # differences that are told
AROUND = 8  # words of a sentence that are shown on either side of what changed
LONGEST = 200  # characters of a sentence that are shown
_COMPARED = 300  # sentences of a unit, and words of a sentence, that are compared
_PAIRS = 2_500  # of sentences, of which each may be made of each
_ALIKE = 0.5  # part of the words of two sentences that are the same: one was made of the other
_CELL = " ¦ "  # between the cells in the meaning of a row
_WORD = re.compile(r"\w+|[^\w\s]")


class _Sentence(Struct, frozen=True):
    """A sentence, item or line: where it begins in a unit's meaning, as written, what it says."""

    start: int
    raw: str
    says: str


class _Place(Struct, frozen=True):
    """A stretch of a unit's meaning, and what stood there before."""

    start: int
    end: int
    before: str


def differences(book: Rulebook, name: str, before: Unit) -> tuple[str, ...]:
    """What a unit says otherwise than ``before``, for which its code was written, each told."""
    after, readings = book.unit(name), _Readings(book, name)
    old, new = _sentences(before.meaning), _sentences(after.meaning)
    if max(len(old), len(new)) > _COMPARED:
        return (say("both wordings are too long to be compared here"),)
    gone, come, told = list[tuple[_Sentence, int]](), list[_Sentence](), list[str]()
    matcher = SequenceMatcher(None, [s.says for s in old], [s.says for s in new], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        here = new[c].start if c < len(new) else len(after.meaning)
        for was, now in _paired(old[a:b], new[c:d]) if tag != "equal" else ():
            if was and now:
                told += _changed(readings, was, now)
            elif now:
                come.append(now)
            elif was:
                gone.append((was, here))
    moved = [says for says in (was.says for was, _ in gone) if says in [now.says for now in come]]
    for was, here in gone:
        is_read = any(map(_is_list, readings.at(_Place(here, here, f"{was.raw}\n"))))
        how = say("read from the page: no more") if is_read else say("still played:")
        told += [f'{how} "{_cut(was.says)}"'] if was.says not in moved else []
    for now in come:
        is_read = any(map(_is_list, readings.at(_Place(now.start, now.start + len(now.raw), ""))))
        how = say("read from the page:") if is_read else say("not played:")
        told += [f'{how} "{_cut(now.says)}"'] if now.says not in moved else []
    told = list(dict.fromkeys((*readings.since(before), *told)))
    more = [say("and {} more differences", len(told) - MOST)] if len(told) > MOST else []
    return (*told[:MOST], *more)


def _sentences(meaning: str) -> list[_Sentence]:
    found, start = list[_Sentence](), 0
    for gap in (*SENTENCE.finditer(meaning), None):
        raw = meaning[start : gap.start() if gap else len(meaning)]
        if says := normalise(raw):
            found.append(_Sentence(start, raw, says))
        start = gap.end() if gap else start
    return found


def _paired(
    old: Sequence[_Sentence], new: Sequence[_Sentence]
) -> Iterator[tuple[_Sentence | None, _Sentence | None]]:
    """Sentences with those that were made of them, in their order, and what has no such one."""
    left = list(new)
    if len(old) * len(new) > _PAIRS:
        yield from chain(((was, None) for was in old), ((None, now) for now in new))
        return
    words = {each.start: Counter(_WORD.findall(each.says)) for each in new}
    for was in old:
        own = Counter(_WORD.findall(was.says))
        alike = [
            2 * (own & words[each.start]).total() / (own.total() + words[each.start].total())
            for each in left
        ]
        best = max(range(len(left)), key=lambda at: alike[at], default=-1)
        if best < 0 or alike[best] < _ALIKE:
            yield was, None
            continue
        yield from ((None, each) for each in left[:best])
        yield was, left[best]
        del left[: best + 1]
    yield from ((None, each) for each in left)


def _changed(readings: _Readings, was: _Sentence, now: _Sentence) -> list[str]:
    """What is played of a sentence that was made of another one."""
    told, played, done = list[str](), "", 0
    for edit in _edits(was.raw, now.raw):
        found = readings.at(_Place(now.start + edit.start, now.start + edit.end, edit.before))
        if not found:
            played += now.raw[done : edit.start] + edit.before
            done = edit.end
        elif any(map(_is_list, found)):
            new, old = normalise(now.raw[edit.start : edit.end]), normalise(edit.before)
            told.append(say("read from the page: {}", _replaced(new, old)))
    says = normalise(played + now.raw[done:])
    if says != now.says:
        first, second = _around(says, now.says)
        told.append(say('played as before: "{}"; the page says now: "{}"', first, second))
    return told


def _replaced(new: str, old: str) -> str:
    if not new:
        return say('no more "{}"', _cut(old))
    return f'"{_cut(new)}"' + (say(', before "{}"', _cut(old)) if old else "")


def _edits(was: str, now: str) -> Iterator[_Place]:
    """The places of a text that read otherwise before: word by word where words were replaced."""
    old, new = list(_WORD.finditer(was)), list(_WORD.finditer(now))
    if max(len(old), len(new)) > _COMPARED:
        yield _Place(0, len(now), was)
        return
    matcher = SequenceMatcher(None, [w[0] for w in old], [w[0] for w in new], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        if b - a == d - c:
            for one, other in zip(old[a:b], new[c:d], strict=True):
                yield _Place(*other.span(), one[0])
            continue
        if a and c:  # with the blanks before the words
            before = was[old[a - 1].end() : old[b - 1].end()]
            yield _Place(new[c - 1].end(), new[d - 1].end(), before)
        else:  # with those behind them
            before = was[: old[b].start() if b < len(old) else len(was)] if b else ""
            yield _Place(0, new[d].start() if d < len(new) else len(now), before)


class _Readings:
    """What the game reads from a unit, by its present wording."""

    def __init__(self, book: Rulebook, name: str) -> None:
        what = (book.implementations or {}).get(name)
        self.book, self.unit = book, book.unit(name)
        self.readers = tuple(dict.fromkeys((*what.reads, *what.words))) if what else ()
        self.now = findings(book, self.readers)

    def at(self, edit: _Place) -> list[tuple[Any, Any]]:
        """What is found now, and would be found with an edit taken back, where that differs."""
        text = self._with(edit) if self.readers else None
        made = reworded(self.book, self.unit, text) if text is not None else None
        return [(now, then) for _, now, then in self._otherwise(made)] if made else []

    def since(self, before: Unit) -> Iterator[str]:
        """The numbers that are read otherwise than from the wording before, and what is not."""
        own = self.unit
        was = replace(before, name=own.name, path=own.path, start=own.start, line=own.line)
        for reader, now, then in self._otherwise(was):
            if now is UNREAD:
                yield self._held(reader)
            elif _is_short(now, then):
                yield say("read from the page: {}, before {}", now, then)

    def _otherwise(self, unit: Unit) -> list[tuple[Reader, Any, Any]]:
        """What readings find now, and would in another wording, where that differs."""
        then = findings(self.book.with_unit(unit), self.readers)
        every = zip(self.readers, self.now, then, strict=True)
        return [each for each in every if each[1] != each[2]]

    def _held(self, reader: Reader) -> str:
        """Why what needs a reading waits that finds nothing."""
        try:
            reader(self.book)
        except Held as held:
            return say("held where it is needed: {}", held.why)
        except Exception:  # noqa: BLE001  # as of any reading that finds nothing
            return say("held where it is needed: it does not say what is read from it")
        return ""

    def _with(self, edit: _Place) -> str | None:
        """The unit's text with an edit taken back; of a row, in the cell that has it."""
        text, start = self.unit.text, 0
        cells = [text] if text == self.unit.meaning else self.unit.meaning.split(_CELL)
        for cell in cells:
            end = start + len(cell)
            if edit.start <= end and edit.end <= end:
                at = text.find(cell) - start
                if at < -start:
                    return None
                return text[: at + edit.start] + edit.before + text[at + edit.end :]
            start = end + len(_CELL)
        return None


def _is_short(now: Any, then: Any) -> bool:
    """Whether values are said in few words: numbers and dice."""
    known = (type(now), type(then))
    return bool not in known and all(each is int or "__str__" in vars(each) for each in known)


def _is_list(found: tuple[Any, Any]) -> bool:
    """Whether names or phrases are read, and not only numbers."""
    return UNREAD not in found and not _is_short(*found)


def _around(one: str, other: str) -> tuple[str, str]:
    """Two sentences with the words beside what differs."""
    first, second = one.split(" "), other.split(" ")
    least = min(len(first), len(second))
    head = sum(1 for _ in takewhile(lambda n: first[n] == second[n], range(least)))
    tail = sum(1 for _ in takewhile(lambda n: first[-n - 1] == second[-n - 1], range(least - head)))
    start, rest = max(head - AROUND, 0), max(tail - AROUND, 0)

    def cut(words: Sequence[str]) -> str:
        shown = " ".join(words[start : len(words) - rest])
        return f"{'… ' if start else ''}{_cut(shown)}{' …' if rest else ''}"

    return cut(first), cut(second)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
