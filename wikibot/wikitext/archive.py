"""Parting the answered lines of an actions page from the rest, so that the page stays small over years.

What moves is a line with everything below it: its answers, and what people said to them. It moves
if the bot answered it, if nothing of it waits any more, and if it stood just so on the page some
time before: a thread in which somebody spoke lately stays where it is read. All other bytes of the
page stay.

Decisions: the archive gets the lines as they are but for links that are relative to their page. A
line that reaches into a comment, table or the like over several lines stays, for half of it would
be left behind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

from wikibot.wikitext.folding import account_name
from wikibot.wikitext.preprocessor import blocks, inside
from wikibot.wikitext.replies import answered_identity, replies_below
from wikibot.wikitext.sections import sections

_MARK = "<!-- wikibot: archives -->"
_LIST = re.compile(rf"^: ''.*''\s*{_MARK}\n?", re.MULTILINE)
_RELATIVE = re.compile(r"(\[\[|\{\{)\s*(#|/|\.\./)")


class Parted(Struct, frozen=True):
    """A page without the lines that move, and those lines, each with everything below it."""

    kept: str
    moved: tuple[str, ...] = ()


def part_answered(now: str, before: str, bot: str, waiting: Collection[str] = ()) -> Parted:
    """Part a page from the lines that ``bot`` answered and that stood ``before`` as they stand ``now``.

    ``waiting``: identities, as ``page.revision.index``, of lines that have not come to an end.
    """
    raws = now.split("\n")
    old = Counter(thread.text for thread in _threads(before, bot))
    moved: list[_Thread] = []
    for thread in _threads(now, bot):
        if old[thread.text] and not thread.identities & {*waiting}:
            old[thread.text] -= 1
            moved.append(thread)
    gone = {number for thread in moved for number in range(thread.start, thread.end)}
    kept = "\n".join(raw for number, raw in enumerate(raws) if number not in gone)
    return Parted(kept if moved else now, tuple(thread.text for thread in moved))


def with_archived(archive: str, threads: Iterable[str], title: str) -> str:
    """The archive with the threads of page ``title`` at its end, but for those that it has already."""
    found = f"\n{archive}\n"
    for thread in (absolute(each, title) for each in threads):
        if f"\n{thread}\n" not in found:
            found += f"{thread}\n"
    return found[1:].rstrip("\n")


def with_archives_listed(page: str, archives: Sequence[tuple[str, str]], heading: str) -> str:
    """The page with links to its archives, each a title and what to call it, below the heading of its actions."""
    links = " · ".join(f"[[{title}|{name}]]" for title, name in archives)
    line = f": ''Older lines: {links}'' {_MARK}\n"
    if _LIST.search(page):
        return _LIST.sub(lambda _: line, page, count=1)
    wanted = heading.casefold()
    at = next((s.heading_end for s in sections(page) if s.title.casefold() == wanted), 0)
    gap = "" if at == 0 or page[:at].endswith("\n") else "\n"
    return f"{page[:at]}{gap}{line}{page[at:]}"


def absolute(wikitext: str, title: str) -> str:
    """The same with links that are relative to a page leading there from any other page."""
    parent = title.rpartition("/")[0] or title
    starts = {"#": f"{title}#", "/": f"{title}/", "../": f"{parent}/"}
    return _RELATIVE.sub(lambda found: found[1] + starts[found[2]], wikitext)


class _Thread(Struct, frozen=True):
    """A line that the bot answered with all lines below it: line numbers from ``start`` to before ``end``."""

    start: int
    end: int
    text: str
    identities: frozenset[str]


def _threads(text: str, bot: str) -> Iterator[_Thread]:
    raws, hidden, ours = text.split("\n"), blocks(text), account_name(bot)
    starts, at = [], 0
    for raw in raws:
        starts.append(at)
        at += len(raw) + 1
    number = 0
    while number < len(raws):
        below = replies_below(raws, number)
        answers = (answered_identity(raws[each.number]) for each in below if each.account == ours)
        found = frozenset(filter(None, answers))
        end = below[-1].number + 1 if below else number + 1
        lines = zip(starts[number:end], raws[number:end], strict=True)
        if found and not any(
            inside(hidden, at) or inside(hidden, at + len(raw)) for at, raw in lines
        ):
            yield _Thread(number, end, "\n".join(raws[number:end]), found)
            number = end
        else:
            number += 1
