"""Changes to a page in words that people agree on and a program can carry out.

    replace «two fish» with «three fish» in Garbage     without ``in``: anywhere on the page
    delete «old words» in Garbage                           whole lines with their line break
    append «A new sentence.» to Garbage                 a paragraph at the end of its own text
    new section Ponds under Spaces: «A pond is wet.»    without ``under``: at the end of the page
    delete section Ponds                                    with its subsections

Between the marks stands wikitext; a pilcrow there is a line break. Other lines are prose and change
nothing. A section is named by its title, or by ``Parent/Title``. Blanks and line breaks of the old
text count as the same.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from wikibot.wikitext.dialect import fold
from wikibot.wikitext.lines import PageSection, sections
from wikibot.wikitext.messages import say
from wikibot.wikitext.own_marks import frame
from wikibot.wikitext.regex import regex

# == What one edit of a page changed, by its sentences; and the same change made to another text ===
#
# A page is taken apart at the ends of lines and of sentences, so that an edit which waits for
# somebody holds up the sentences that it changed and no others.

_SENTENCE = regex(r"(?=\n)|[.!?][\"'\u201d\u2019)\]]{0,3}(?=[ \t])")
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


# == Changes to a page in words that people agree on and a program can carry out ===================

BREAK = "¶"
_CONTEXT = 5  # words of an unchanged part that are shown beside a change
_QUOTED = r"«(?P<{}>[^«»]*)»"
_IN = r"(?:\s+(?:in|from)\s+(?P<section>.+?))?"
_FORMS = {
    "replace": rf"replace\s+{_QUOTED.format('old')}\s+(?:with|by)\s+{_QUOTED.format('new')}{_IN}",
    "delete": rf"(?:delete|remove)\s+{_QUOTED.format('old')}{_IN}",
    "append": rf"(?:append|add)\s+{_QUOTED.format('new')}\s+to\s+(?P<section>.+?)",
    "new section": r"new section\s+(?P<title>[^«»:]+?)(?:\s+under\s+(?P<section>[^«»:]+?))?\s*:\s*"
    + _QUOTED.format("new"),
    "delete section": r"delete section\s+(?P<section>[^«»]+?)",
}
_LEAD = r"(?m:^)[ \t]*+(?:(?:[-*•]|\d+[.)])[ \t]*+)?"
_ALL = tuple(
    (kind, regex(rf"{_LEAD}{form}[ \t]*[.;]?[ \t]*(?m:$)", re.IGNORECASE))
    for kind, form in _FORMS.items()
)
_BEGINS = regex(
    rf"{_LEAD}(?:(?:replace|delete|remove|append|add)\s+«|(?:new|delete) section\s)", re.IGNORECASE
)


class PatchError(ValueError):
    """A change that cannot be carried out; says which, why, and what would help."""


class Patch(Struct, frozen=True):
    """One change. ``section``: where, or "" for the whole page; ``title``: of a new section."""

    kind: str
    section: str = ""
    old: str = ""
    new: str = ""
    title: str = ""

    def __str__(self) -> str:
        """The change in the agreed form, on one line."""
        old, new = (f"«{text.replace(chr(10), BREAK)}»" for text in (self.old, self.new))
        where = {"replace": "in", "delete": "in", "append": "to", "new section": "under"}.get(
            self.kind, ""
        )
        place = f" {where} {self.section}".replace("  ", " ") if self.section else ""
        return {
            "replace": f"replace {old} with {new}{place}",
            "delete": f"delete {old}{place}",
            "append": f"append {new}{place}",
            "new section": f"new section {self.title}{place}: {new}",
            "delete section": f"delete section{place}",
        }[self.kind]


@lru_cache(maxsize=256)
def read_patches(text: str) -> tuple[Patch, ...]:
    """All changes that a text describes, in order; :class:`PatchError` for an unknown form."""
    matches = ((kind, match) for kind, form in _ALL for match in form.finditer(text))
    found = sorted(matches, key=lambda each: each[1].span())
    for begun in _BEGINS.finditer(text):
        if not any(match.start() <= begun.start() < match.end() for _, match in found):
            line = text[begun.start() :].strip().split("\n")[0]
            raise PatchError(
                say(
                    "{!r} has none of the agreed forms, such as `replace «old» with «new» in "
                    "SECTION`",
                    line[:80],
                )
            )
    return tuple(_patch(kind, match) for kind, match in found)


def _patch(kind: str, found: re.Match[str]) -> Patch:
    given = {name: value for name, value in found.groupdict().items() if value is not None}
    plainly = {
        name: " ".join(given[name].split()).strip("'\"“”")
        for name in ("section", "title")
        if name in given
    }
    quoted = {
        name: re.sub(rf"(?:(?<![ \t])[ \t]++)?{BREAK}[ \t]*+", "\n", given[name])
        for name in ("old", "new")
        if name in given
    }
    return Patch(kind, **plainly, **quoted)


# -- carrying out ----------------------------------------------------------------------------------


def apply_patches(page: str, patches: Sequence[Patch], *, again: bool = False) -> str:
    """The page with all changes made in order; :class:`PatchError` at the first that cannot be.

    ``again``: what the page says already is passed over, so that carrying the same changes out
    twice does no harm.
    """
    for patch in patches:
        if again and is_done(page, patch):
            continue
        if patch.kind == "delete section":
            found = _one(page, patch.section)
            page = page[: found.start] + page[found.end :]
        else:
            page = _CARRY_OUT[patch.kind](page, patch)
    return page


def is_done(page: str, patch: Patch) -> bool:
    """Whether the page reads as it does after the change."""
    if patch.kind == "new section":
        return bool(
            _titled(page, f"{patch.section}/{patch.title}" if patch.section else patch.title)
        )
    if patch.kind == "delete section":
        return not _titled(page, patch.section)
    try:
        start, end = _span(page, patch)
    except PatchError:
        return False
    text = page[start:end]
    if patch.new and not _pattern(patch.new).search(text):
        return False
    return not patch.old or not _pattern(patch.old).search(
        _pattern(patch.new).sub("", text) if patch.new else text
    )


def difference(before: str, after: str) -> tuple[str, ...]:
    """What a change does, by lines: ``+ new``, ``- gone``, ``... old words → new words ...``."""
    old, new = before.splitlines(), after.splitlines()
    shown: list[str] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "replace" and b - a == d - c:
            shown += map(_about, old[a:b], new[c:d])
        elif kind != "equal":
            shown += [f"- {line}" for line in old[a:b] if line]
            shown += [f"+ {line}" for line in new[c:d] if line]
    return tuple(shown)


def _about(one: str, other: str) -> str:
    """Two forms of a line, with a few of the words around what differs."""
    old, new = one.split(), other.split()
    first, last = frame(old, new)
    gone, came = (" ".join(each[first : len(each) - last]) for each in (old, new))
    said = f"{gone} → {came}" if gone and came else f"+ {came}" if came else f"- {gone}"
    start, end = max(first - _CONTEXT, 0), len(old) - last
    before, after = old[start:first], old[end : end + _CONTEXT]
    parts = ("…" * bool(start), *before, said, *after, "…" * (end + _CONTEXT < len(old)))
    return " ".join(filter(None, parts))


def _replace(page: str, patch: Patch) -> str:
    start, end = _span(page, patch)
    if not patch.old.strip():
        raise PatchError(say("{}: there is nothing between the marks to look for", patch))
    places = list(_pattern(patch.old).finditer(page, start, end))
    if len(places) != 1:
        where = say("section {!r}", patch.section) if patch.section else say("the page")
        times = say("{} times", len(places)) if places else say("not")
        raise PatchError(
            say("{}: the old text is {} in {}; it must be there exactly once", patch, times, where)
        )
    before, after = page[: places[0].start()], page[places[0].end() :]
    whole_lines = not patch.new and before.endswith("\n") and after.startswith("\n")
    return before + patch.new + (after[1:] if whole_lines else after)


def _append(page: str, patch: Patch) -> str:
    start, end = _span(page, patch)
    own = page[start:end].rstrip()
    gap = "\n" if patch.new.startswith(("*", "#", ":", "|")) and own else "\n\n"
    after = "\n\n" if end < len(page) else "\n"
    return page[:start] + own + (gap if own else "\n") + patch.new.strip("\n") + after + page[end:]


def _new_section(page: str, patch: Patch) -> str:
    parent = _one(page, patch.section) if patch.section else None
    if _titled(page, f"{patch.section}/{patch.title}" if patch.section else patch.title):
        raise PatchError(say("{}: there is such a section already", patch))
    level, at = (min(parent.level + 1, 6), parent.end) if parent else (2, len(page))
    marks = "=" * level
    before, after = page[:at].rstrip(), page[at:]
    block = f"{marks} {patch.title} {marks}\n\n{patch.new.strip(chr(10))}\n"
    return f"{before}\n\n{block}" + (f"\n{after}" if after else "")


_CARRY_OUT: Mapping[str, Callable[[str, Patch], str]] = {
    "replace": _replace, "delete": _replace, "append": _append, "new section": _new_section,
}  # fmt: skip


@lru_cache(maxsize=128)
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, text.split())))


def _span(page: str, patch: Patch) -> tuple[int, int]:
    """Where a change may look: the section's own text; the whole page where none is named."""
    if not patch.section:
        return 0, len(page)
    found = _one(page, patch.section)
    return found.heading_end, found.own_end


def _one(page: str, name: str) -> PageSection:
    found = _titled(page, name)
    if len(found) != 1:
        many = say("no section") if not found else say("{} sections", len(found))
        near = difflib.get_close_matches(name, [each.title for each in sections(page)], 3)
        hint = (
            say("; write `Parent/Title`")
            if found
            else say("; nearest: {}", ", ".join(near))
            if near
            else ""
        )
        raise PatchError(say("the page has {} of the title {!r}{}", many, name, hint))
    return found[0]


def _titled(page: str, name: str) -> list[PageSection]:
    """The sections of a title; ``Parent/Title`` where no title itself has that slash."""
    found = [each for each in sections(page) if fold(each.title) == fold(name)]
    parent, slash, title = name.rpartition("/")
    if found or not slash:
        return found
    return [
        each for each in sections(page)
        if fold(each.title) == fold(title) and fold(parent) in map(fold, each.path[:-1])
    ]  # fmt: skip
