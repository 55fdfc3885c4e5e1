"""Replies on a talk page: those under a line, and new ones where discussion tools show them.

A reply stands one level below its line (``* x``: ``*: …``; ``# x``: ``#: …``; ``: x``: ``:: …``; a
paragraph: ``: …``), after the replies that are there already, and is signed. An answer of several
lines becomes one line with ``<br>``, because a second list item would be taken for a second,
unsigned comment.

A reply that asks nothing stands in an element of class ``mw-notalk``: discussion tools do not take
it for a comment, so that no one who follows the page is notified of each ``done``. A ``needs`` is a
comment, with a link to reply to it.

A reply stands outside comments, nowiki and the like, where it would not be shown and its signature
would not be made. Decision: where a comment begins in a line and is never closed, nothing comes
behind that line, and no line of people's is parted: a reply goes before it, and a reply to that
very line is not written.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence

from msgspec import Struct

from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.lines import Line, prefix_of, read_line, sections
from wikibot.wikitext.messages import every_wording, later, say
from wikibot.wikitext.own_marks import has_open_nowiki, without_nowiki
from wikibot.wikitext.preprocessor import Span, SpanKind, blocks, inside, set_aside
from wikibot.wikitext.regex import regex

VERDICTS = tuple(map(later, ("done", "needs", "cant", "huh", "held")))
ASKS = "needs"  # the verdict that asks its player for something
LONGEST_VERDICT = 40  # characters
WAITS = "waits"  # no verdict: begins what stands below a line until it can be played
_QUIET, _END_QUIET = '<span class="mw-notalk">', "</span>"
_UNSEEN = '<span style="display:none">'
# What stands before the word of each, in a box that has both its colours in any skin.
_SIGNS = {
    "done": ("✓", "#177860"), "needs": ("?", "#886425"), "cant": ("✗", "#b32424"),
    "huh": ("⁇", "#6b4ba1"), "held": ("…", "#54595d"),
}  # fmt: skip
_SIGN = '<span style="background:{};color:#fff;margin-inline-end:.3em"> {} </span> '
_SIGNED = r"(?:<span style=\"[^\"<>\n]{0,60}\"> [^<>\n]{1,4} </span> )?"
# A verdict in the words of the wiki; the game may have changed its language.
_BOLD = rf"[*#:;\s]*(?:{_QUIET})?{_SIGNED}'''(?P<verdict>[^\n]{{1,{LONGEST_VERDICT}}}?)'''(?!')"
_VERDICT = regex(_BOLD)
# Of an action in tables, logs and answers: 3.5.0; 3.5.0.2 for the second order of a line, and
# 3.5.0/choice for what is not the line itself.
IDENTITY = r"\d{1,16}\.\d{1,16}\.\d{1,16}(?:\.[2-9])?(?:/(?:choice|reply|gone|change))?"
_IDENTITY = regex(f"<!-- ({IDENTITY}) -->")
_WAITS = regex(rf"{_BOLD} ")
_WAITS_FOR = regex(f"<!-- waits: {IDENTITY} -->")
TILDES = "~~~~"  # for which the server puts the signature of who saves
_BREAKS = regex(r"(?<!\s)\s*\n\s*")


class Reply(Struct, frozen=True):
    """A line below another."""

    line: Line

    @property
    def number(self) -> int:
        return self.line.number

    @property
    def account(self) -> str | None:
        return self.line.signature.user

    @property
    def verdict(self) -> str | None:
        """Its bold first word."""
        return read_verdict(self.line.raw)


def reply_text(verdict: str, text: str, identity: str = "") -> str:
    """A reply's wikitext, verdict first. ``text`` is wikitext already: players' words are escaped.

    ``identity`` of the line that it answers is put behind it as a hidden comment, by which the bot
    knows its answer again wherever the line is moved.
    """
    word = say(verdict)
    said = f"'''{word}''': {text}" if text else f"'''{word}'''"
    return f"{said} <!-- {identity} -->" if identity else said


def waiting_text(text: str, identity: str) -> str:
    """The wikitext below a line that cannot be played yet: ``text`` says until when.

    It is no answer: a search for the line's answer passes it over.
    """
    return f"'''{say(WAITS)}''' {text} <!-- waits: {identity} -->"


def read_verdict(raw: str) -> str | None:
    """The bold verdict that a line of a page begins with, behind its list marks.

    In words of the wiki's people that are no longer in use, an answer counts as one that is done.
    """
    found = _VERDICT.match(raw)
    word = found["verdict"] if found else ""
    if not word or word in VERDICTS:
        return word or None
    known = {each: verdict for verdict in VERDICTS for each in every_wording(verdict)}
    return known.get(word) or (VERDICTS[0] if _IDENTITY.search(raw) else None)


def answered_identity(raw: str) -> str | None:
    """The identity that a reply names, true or not; None in any other line."""
    found = _IDENTITY.search(raw) if _VERDICT.match(raw) else None
    return found[1] if found else None


def replies_below(raws: Sequence[str], number: int) -> tuple[Reply, ...]:
    """All lines below line ``number`` (from 0) of a page split into lines, nested ones too."""
    return tuple(Reply(read_line(raws[below], below)) for below in _below(raws, number))


def verdict_below(raws: Sequence[str], number: int, account: str) -> str | None:
    """The verdict of the last reply of ``account`` below a line, None where it has not answered."""
    own, below = account_name(account), reversed(replies_below(raws, number))
    return next((word for each in below if (word := each.verdict) and each.account == own), None)


def insert_replies(text: str, replies: Sequence[tuple[int, str]], signature: str = TILDES) -> str:
    """The page with each reply (line number from 0, unsigned wikitext); all other bytes stay.

    Replies to lines :func:`without_place` are left out. Each is signed with ``signature``. Several
    replies to one line keep their order. Raises ``IndexError`` for a line that the page does not
    have.
    """
    raws = text.split("\n")
    starts = list(itertools.accumulate((len(raw) + 1 for raw in raws), initial=0))
    spans = set_aside(text).outermost
    page_break = "\r\n" if "\r\n" in text else "\n"
    guarded = without_nowiki if has_open_nowiki(text) else str
    added: list[tuple[int, int, str]] = []
    for number, reply in replies:
        if not 0 <= number < len(raws):
            raise IndexError(f"the page has no line {number}")
        at = _place(text, raws, starts, spans, number)
        if at is None:
            continue
        breaks = (each for each in ("\r\n", "\n") if text.startswith(each, at))
        mark = prefix_of(raws[number]).replace(";", ":") + ":"
        said = _BREAKS.sub("<br>", guarded(reply.strip()))
        signed = _signed(said, signature)
        added.append((at, -number, f"{next(breaks, page_break)}{mark} {signed}"))
    added.sort(key=lambda entry: entry[:2])  # of nested lines the inner one first
    pieces, last = [], 0
    for at, _, line in added:
        pieces += [text[last:at], line]
        last = at
    return "".join([*pieces, text[last:]])


def without_place(text: str, numbers: Iterable[int]) -> frozenset[int]:
    """The lines out of some below which no reply can stand."""
    raws = text.split("\n")
    starts = list(itertools.accumulate((len(raw) + 1 for raw in raws), initial=0))
    spans = set_aside(text).outermost
    return frozenset(n for n in numbers if _place(text, raws, starts, spans, n) is None)


def replace_waiting(
    text: str, replies: Sequence[tuple[int, str]], ours: Container[str], signature: str = TILDES
) -> tuple[str, list[tuple[int, str]]]:
    """The page with replies in the place of what said that their lines wait, and the other replies.

    The first such line below each that is in ``ours``, to the letter, and further ones go; what
    people made of one stays. Replies to the lines that are left come below them as usual.
    """
    raws, left, gone = text.split("\n"), list[tuple[int, str]](), set[int]()
    guarded = without_nowiki if has_open_nowiki(text) else str
    for number, reply in replies:
        below = _below(raws, number) if 0 <= number < len(raws) else iter(())
        notes = [at for at in below if says_waiting(raws[at]) and raws[at] in ours]
        if not notes:
            left.append((number, reply))
            continue
        place, *more = notes
        gone.update(more)
        end = "\r" if raws[place].endswith("\r") else ""
        said = _BREAKS.sub("<br>", guarded(reply.strip()))
        raws[place] = f"{prefix_of(raws[place])} {_signed(said, signature)}{end}"
    before = list(itertools.accumulate((at in gone for at in range(len(raws))), initial=0))
    kept = "\n".join(raw for at, raw in enumerate(raws) if at not in gone)
    return kept, [(number - before[number], reply) for number, reply in left]


def _signed(said: str, signature: str) -> str:
    """A reply with its sign and signature; one of the bot's that asks nothing is no comment."""
    verdict = read_verdict(said)
    sign, colour = _SIGNS.get(verdict or "", ("", ""))
    signed = f"{_SIGN.format(colour, sign)}{said}" if sign else said
    quiet = verdict not in (None, ASKS) or says_waiting(said)
    unseen = f"{_UNSEEN}{signature}{_END_QUIET}"
    return f"{_QUIET}{signed} {unseen}{_END_QUIET}" if quiet else f"{signed} {signature}"


def says_waiting(raw: str) -> bool:
    """Whether a line says that the one above it waits, regardless of its author."""
    return bool(_WAITS.match(raw) and _WAITS_FOR.search(raw))


def _place(
    text: str, raws: Sequence[str], starts: Sequence[int], spans: Sequence[Span], number: int
) -> int | None:
    """Where a new reply goes: behind the last line below, and outside what is set aside.

    None where there is no such place.
    """
    last = max(_below(raws, number), default=number)
    at = starts[last] + len(raws[last].rstrip("\r"))
    while span := _around(spans, at, len(text)):
        endless = span.end == span.inner[1] == len(text)
        if endless and span.kind in (SpanKind.COMMENT, SpanKind.INCLUSION):
            begun = bisect_right(starts, span.start) - 1  # the line in which it begins
            if begun <= number:
                return None
            return starts[begun] - 1 - (text[starts[begun] - 2] == "\r")
        end = text.find("\n", span.end)
        at = len(text) if end < 0 else end - (text[end - 1] == "\r")
    return at


def _around(spans: Sequence[Span], at: int, length: int) -> Span | None:
    """What of the text that is set aside goes on at this place."""
    number = bisect_left(spans, at, key=lambda span: span.start) - 1
    if number < 0 or at > spans[number].end or (at == spans[number].end and at < length):
        return None
    span = spans[number]
    return span if at < span.end or span.inner[1] == span.end else None


def _below(raws: Sequence[str], number: int) -> Iterator[int]:
    """The lines of a deeper level directly below; below a paragraph those that begin with ``:``."""
    level = len(prefix_of(raws[number]))
    for below in range(number + 1, len(raws)):
        raw = raws[below]
        if len(raw) - len(raw.lstrip("*#:;")) <= level or (level == 0 and raw[:1] != ":"):
            return
        yield below


# == Parting the old answered lines of an actions page from the rest, so that it stays small =======
#
# What moves is a line with everything below it: its answers, and what people said to them. It
# moves if the bot answered it, if nothing of it waits any more, and if it stood just so on the
# page some time before: a thread with a recent reply stays where it is read. All other bytes of
# the page stay.
#
# Decisions: the archive gets the lines as they are but for links that are relative to their page.
# A line that reaches into a comment, table or the like over several lines stays, for half of it
# would be left behind.

LISTED = 12  # links to archives on the actions page, which is read and saved for every answer
_MARK = "<!-- wikibot: archives -->"
_LIST = regex(rf"^: ''.*''\s*{_MARK}\n?", re.MULTILINE)
_LINK = regex(r"\[\[:?([^\[\]|]+)\|([^\[\]|]+)\]\]")
_RELATIVE = regex(r"(\[\[|\{\{)\s*(#|/|\.\./)")


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
