"""A text file of action lines beside the actions page, such as one that a chat is written into.

Lines are in the form of the text log, and are only ever appended. How far the file was played
stands in the cursor, in the same edit as the state: so each line is played exactly once, wherever
a run is cut off. Decisions: a line without a line break at its end is still being written. Where
what was read of the file reads otherwise now (it was rotated, or edited), reading goes on behind
the last lines that are known, and from then on a line counts as new only if it is dated later than
the last one that was read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.calendar import format_time, parse_time
from wikibot.game.engine.text_log import Malformed, read_line
from wikibot.storage.settled_note import stamp_of

MOST_BYTES = 20_000_000  # of the file
MOST_LINES = 2000  # that one sync takes
LONGEST = 60_000  # bytes of one line
TAIL = 8  # lines that are known again
REVISION = 1  # of identities, as those of a log that is applied have 0
_Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
_Print = Annotated[str, Meta(max_length=64)]


class QueueMark(NamedTuple):
    """How far the file was read.

    ``read``: lines ever; ``offset``: bytes of this file, ``print`` their SHA-256; ``last``: the
    time of the last action, "" before the first; ``tail``: digests of the last lines.
    """

    read: _Number = 0
    offset: _Number = 0
    print: _Print = ""
    last: Annotated[str, Meta(max_length=40)] = ""
    tail: Annotated[tuple[_Print, ...], Meta(max_length=TAIL)] = ()


class QueueRead(Struct, frozen=True):
    """What is new in the file. ``mark``: how far it is read with that; ``more``: there is more.

    ``stamp``: size and time of the file, "" where it could not be read; ``notes`` for the operator.
    """

    entries: tuple[Action | Malformed, ...] = ()
    mark: QueueMark = QueueMark()
    more: bool = False
    stamp: str = ""
    notes: tuple[str, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The lines that can be played."""
        return tuple(each for each in self.entries if isinstance(each, Action))

    def damaged(self, now: datetime) -> tuple[Outcome, ...]:
        """Answers to the lines that cannot."""
        return tuple(each.outcome(now) for each in self.entries if isinstance(each, Malformed))


def read_queue(path: Path, mark: QueueMark | None) -> QueueRead:
    """What a file has behind a mark. What is wrong with the file costs only itself."""
    mark, stamp = mark or QueueMark(), stamp_of(path)
    if path.exists() and not path.is_file():  # a pipe might never end
        return QueueRead(mark=mark, notes=(f"{path} is not a file",))
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:  # nothing was written into it so far
        return QueueRead(mark=mark)
    except OSError as error:
        return QueueRead(mark=mark, notes=(f"{path} cannot be read: {error.strerror}",))
    if len(data) > MOST_BYTES:
        why = f"{path} has more than {MOST_BYTES // 10**6} MB; begin a new file"
        return QueueRead(mark=mark, stamp=stamp, notes=(why,))
    found = _read(data[: data.rfind(b"\n") + 1], mark)
    return replace(found, stamp=stamp, notes=tuple(f"{path}: {each}" for each in found.notes))


def _read(data: bytes, mark: QueueMark) -> QueueRead:
    same = _print(data[: mark.offset]) == mark.print if mark.offset else not mark.read
    start = mark.offset if same and len(data) >= mark.offset else _behind(data, mark.tail)
    after = None if same or not mark.last else parse_time(mark.last)
    lines = data[start:].split(b"\n")[:-1]
    taken = lines[:MOST_LINES]
    entries = list(_entries(taken, mark.read))
    new = [each for each in entries if after is None or _is_later(each, after)]
    offset = start + sum(len(line) + 1 for line in taken)
    times = [each.time for each in new if isinstance(each, Action)]
    last = format_time(max(times)) if times else mark.last
    tail = (*mark.tail, *(_digest(line) for line in taken if line.strip()))[-TAIL:]
    reached = QueueMark(mark.read + len(taken), offset, _print(data[:offset]), last, tail)
    passed = len(entries) - len(new)
    why = f"the file was changed or begun anew; {passed} line(s) of the time before are left out"
    return QueueRead(tuple(new), reached, len(lines) > len(taken), notes=(why,) if passed else ())


def _behind(data: bytes, tail: Sequence[str]) -> int:
    """The place behind the last lines that are known, as many of them as stand there; or 0."""
    at, known = 0, [(0, "")]
    for line in data.split(b"\n")[:-1]:
        at += len(line) + 1
        if line.strip():
            known.append((at, _digest(line)))
    for end in range(len(known) - 1, 0, -1):
        before = [digest for _, digest in known[max(1, end - TAIL + 1) : end + 1]]
        if tail and before == [*tail][-len(before) :]:
            return known[end][0]
    return 0


def _entries(lines: Sequence[bytes], read: int) -> Iterator[Action | Malformed]:
    for number, line in enumerate(lines, start=read + 1):
        text = line[:LONGEST].decode("utf-8", "replace").strip("\ufeff \t\r")
        if not text or text.startswith("#"):
            continue
        entry = read_line(text, number)
        if isinstance(entry, Action):
            identity = ActionId(0, REVISION, number)
            entry = replace(entry, id=identity, line=0, trusted=False)
        yield entry


def _is_later(entry: Action | Malformed, after: datetime) -> bool:
    return isinstance(entry, Action) and entry.time > after


def _print(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _digest(line: bytes) -> str:
    return hashlib.sha256(line.strip()).hexdigest()[:16]
