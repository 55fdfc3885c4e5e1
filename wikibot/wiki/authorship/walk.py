"""What all steps through a page's history share: who made each revision, what is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from wikibot.wiki.authorship.page import LineChange, LineHistory
from wikibot.wiki.base import Revision
from wikibot.wikitext.lines import Line
from wikibot.wikitext.matching import key, same


class RemovedLines:
    """By what they say, and by the revisions that removed them."""

    def __init__(self) -> None:
        self._said: dict[str, list[tuple[Line, LineHistory]]] = {}
        self._changes: dict[int, LineChange] = {}  # by serial number: what removed a line last
        self._waiting: Counter[int] = Counter()  # by serial number: how often a line is in _said
        self._missing: Counter[int] = Counter()  # by position: how many that it removed are there

    def change(self, trace: LineHistory) -> LineChange | None:
        """The revision that removed a line last."""
        return self._changes.get(trace.serial)

    def add(self, line: Line, trace: LineHistory, change: LineChange, *, back: bool) -> None:
        """Record a removed line; ``back``: it is recognised when it is put back."""
        before = self._changes.get(trace.serial)
        if before is not None:
            self._missing[before.position] -= self._waiting[trace.serial]
        self._changes[trace.serial] = change
        if back:
            self._said.setdefault(key(line), []).append((line, trace))
            self._waiting[trace.serial] += bool(line.text)
        self._missing[change.position] += self._waiting[trace.serial]

    def take(self, line: Line) -> LineHistory | None:
        """The trace of the last removed line that is the same as one that has come."""
        entries = self._said.get(key(line), []) if line.text else []
        entry = next((each for each in reversed(entries) if same(each[0], line)), None)
        if entry is None:
            return None
        entries.remove(entry)
        serial = entry[1].serial
        self._waiting[serial] -= 1
        self._missing[self._changes[serial].position] -= 1
        return entry[1]

    def undone(self, traces: Sequence[LineHistory]) -> frozenset[int]:
        """The serial numbers of the taken lines that are here again with all else that went."""
        positions = {trace.serial: self._changes[trace.serial].position for trace in traces}
        back = Counter(positions[trace.serial] for trace in traces)
        return frozenset(
            serial
            for serial, position in positions.items()
            if back[position] > 1 and not self._missing[position]
        )


class Unproven(Struct, frozen=True):
    """A line older than the history. ``claim``: from which revision a history would tell more."""

    serial: int
    claim: int


class Walk(Protocol):
    """What a step asks of the walk that it is part of, and notes there: see ``PageBlame``."""

    history: Sequence[Revision]
    cursor: int
    bot: str
    read: frozenset[int]
    gone: RemovedLines
    said: dict[str, list[str]]
    logged: Mapping[str, bool]
    unproven: dict[int, Unproven]
    serial: int

    @property
    def begun(self) -> bool: ...

    def account(self, at: int | LineChange | None) -> str | None: ...
    def signer(self, line: Line) -> str | None: ...
    def was_played(self, trace: LineHistory) -> bool: ...
