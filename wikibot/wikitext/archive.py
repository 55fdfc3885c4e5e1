"""Parting the old answered lines of an actions page from the rest, so that it stays small.

What moves is a line with everything below it: its answers, and what people said to them. It moves
if the bot answered it, if nothing of it waits any more, and if it stood just so on the page some
time before: a thread with a recent reply stays where it is read. All other bytes of the page stay.

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
from wikibot.wikitext.messages import say
from wikibot.wikitext.preprocessor import blocks, inside
from wikibot.wikitext.replies import answered_identity, replies_below
from wikibot.wikitext.sections import sections

LISTED = 12  # links to archives on the actions page, which is read and saved for every answer
_MARK = "<!-- wikibot: archives -->"
_LIST = re.compile(rf"^: ''.*''\s*{_MARK}\n?", re.MULTILINE)
_LINK = re.compile(r"\[\[:?([^\[\]|]+)\|([^\[\]|]+)\]\]")
_RELATIVE = re.compile(r"(\[\[|\{\{)\s*(#|/|\.\./)")


class Parted(Struct, frozen=True):
    """A page without the lines that move, and those lines, each with everything below it."""

    kept: str
    moved: tuple[str, ...] = ()


def part_answered(
    now: str, before: str, bot: str, waiting: Collection[str] = (), room: int | None = None
) -> Parted:
    """Part a page from lines that ``bot`` answered and that stood ``before`` as they stand ``now``.

    ``waiting``: identities, as ``page.revision.index``, of lines that have not come to an end;
    ``room``: bytes that may move (None: any number), of the lines that stand first.
    """
    raws, wait = now.split("\n"), frozenset(waiting)
    old = Counter(thread.text for thread in _threads(before, bot))
    moved: list[_Thread] = []
    for thread in _threads(now, bot):
        if old[thread.text] and not thread.identities & wait:
            room = None if room is None else room - len(thread.text.encode()) - 1
            if room is not None and room < 0:
                break
            old[thread.text] -= 1
            moved.append(thread)
    gone = {number for thread in moved for number in range(thread.start, thread.end)}
    kept = "\n".join(raw for number, raw in enumerate(raws) if number not in gone)
    return Parted(kept if moved else now, tuple(thread.text for thread in moved))


def with_archived(archive: str, threads: Iterable[str], title: str, elsewhere: str = "") -> str:
    """The archive with the threads of page ``title`` at its end.

    Those that it has already, or that the page ``elsewhere`` has, are left out.
    """
    there = f"\n{archive.rstrip()}\n\n{elsewhere}\n"
    lines, added = frozenset(there.split("\n")), dict[str, None]()
    for thread in (absolute(each, title) for each in threads):
        begins = thread.partition("\n")[0]
        if begins not in lines or f"\n{thread}\n" not in there:
            added[thread] = None
    return "\n".join([archive.removesuffix("\n"), *added]) if added else archive


def archives_listed(page: str) -> tuple[tuple[str, str], ...]:
    """The archives that the page has links to, as :func:`with_archives_listed` wrote them."""
    found = _LIST.search(page)
    return tuple(_LINK.findall(found[0])) if found else ()


def with_archives_listed(
    page: str, archives: Sequence[tuple[str, str]], heading: str, prefix: str = ""
) -> str:
    """The page with links to its archives below the heading of its actions.

    Each is a title and what to call it. Of many the newest are listed, and with them the wiki's own
    list of the pages whose titles begin with ``prefix``.
    """
    every = (f"Special:PrefixIndex/{prefix}", say("all of them"))
    others = [each for each in archives if each[0] != every[0]]
    if len(others) < len(archives) or len(archives) > LISTED:
        newest = others[-LISTED:]
        archives = [every, *newest] if prefix else newest
    links = " · ".join(f"[[:{title}|{name}]]" for title, name in archives)
    line = f": ''{say('Older lines: {}', links)}'' {_MARK}\n"
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
    """A line that the bot answered with all below it, from line ``start`` to before ``end``."""

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
