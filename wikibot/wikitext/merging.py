"""What one edit of a page changed, by its sentences; and the same change made to another text.

A page is taken apart at the ends of lines and of sentences, so that an edit which waits for
somebody holds up the sentences that it changed and no others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from wikibot.wikitext.rope import frame

_SENTENCE = re.compile(r"(?=\n)|[.!?][\"'\u201d\u2019)\]]{0,3}(?=[ \t])")
_MOST = 1_000_000  # pairs of pieces that are compared; more have changed as one

Opcode = tuple[str, int, int, int, int]


def pieces(text: str) -> list[str]:
    """The text in sentences and lines, each with the blanks before it; a line break is one.

    So whoever adds a sentence anywhere leaves those before it and behind it as they are.
    """
    text = f"\n{text}"
    ends = [0, *(found.end() for found in _SENTENCE.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(ends) if end > start]


def changes(before: str, after: str) -> Iterator[tuple[list[str], list[str]]]:
    """What stands in another text in the place of what: pieces, for each place that differs."""
    old, new = pieces(before), pieces(after)
    for kind, i1, i2, j1, j2 in _opcodes(old, new):
        if kind != "equal":
            yield old[i1:i2], new[j1:j2]


def merged(before: str, after: str, onto: str, *, strict: bool = False) -> str | None:
    """A text with the change that one edit made to another text.

    ``onto`` differs from ``before`` in some places. Where the edit changes a part of such a place
    and ``onto`` has something else there, all of it is as after the edit; if ``strict``, the
    edit cannot be told from what differs, and there is no text.
    """
    if onto == before:
        return after
    old, new, ours = pieces(before), pieces(after), pieces(onto)
    lacking = Counter(ours) - Counter(old)
    apart = list[Opcode]()  # where `before` and `onto` differ
    low, high = {0: 0}, {0: 0}  # places of `before` in `onto`: before what is only there, behind it
    for code in _opcodes(old, ours):
        kind, r1, r2, c1, c2 = code
        if kind == "equal":
            low |= {r1 + k: c1 + k for k in range(1, r2 - r1 + 1)}
            high |= {r1 + k: c1 + k for k in range(r2 - r1 + 1)}
        else:
            apart.append(code)
            low.setdefault(r1, c1)
            high[r2] = c2
            low.setdefault(r2, c2)
    found, end = list[str](), 0
    for kind, i1, i2, j1, j2 in _opcodes(old, new):
        if kind == "equal":
            continue
        said = new[j1:j2]
        cut = [e for e in apart if (e[1] < i2 and i1 < e[2]) or i1 < e[1] == e[2] < i2]
        inside = [e for e in cut if e[1] < i1 or i2 < e[2]]  # of which a part is changed
        start, stop = high.get(i1, 0), low.get(i2, 0)
        if inside:
            start = min(e[3] if e[1] < i1 else high.get(i1, e[3]) for e in cut)
            stop = max(e[4] if i2 < e[2] else low.get(i2, e[4]) for e in cut)
            if start != stop and said != ours[start:stop]:
                if strict:
                    return None
                said = [*old[min(e[1] for e in cut) : i1], *said, *old[i2 : max(e[2] for e in cut)]]
        elif i1 == i2:
            stop = start
            said = [each for each in said if not _put_back(each, lacking)]
            said = said if any(map(_says, said)) else []
        stop = max(start, stop)
        found += (*ours[end:start], *said)
        end = max(end, stop)
    found += ours[end:]
    # Where both have the same sentences, their order is that of the page.
    return after if sorted(found) == sorted(new) else "".join(found).removeprefix("\n")


def _put_back(piece: str, lacking: Counter[str]) -> bool:
    """Whether a sentence counts already, as the page only lacked it."""
    lacking[piece] -= 1
    return lacking[piece] >= 0 and _says(piece)


def _says(piece: str) -> bool:
    return any(map(str.isalnum, piece))


def _opcodes(old: Sequence[str], new: Sequence[str]) -> list[Opcode]:
    """How one list becomes another; what is too long to be compared has changed as a whole."""
    first, last = frame(old, new)
    inner = (old[first : len(old) - last], new[first : len(new) - last])
    ops: list[Opcode] = [("equal", 0, first, 0, first)] if first else []
    if len(inner[0]) * len(inner[1]) > _MOST:
        ops.append(("replace", first, len(old) - last, first, len(new) - last))
    else:
        codes = SequenceMatcher(None, *inner, autojunk=False).get_opcodes()
        ops += [(k, a + first, b + first, c + first, d + first) for k, a, b, c, d in codes]
    if last:
        ops.append(("equal", len(old) - last, len(old), len(new) - last, len(new)))
    return ops
