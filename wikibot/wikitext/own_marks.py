"""What the bot puts on pages among people's words: its marks, and its replies below their lines.

Marks are the status line, comments and the board. Decisions: a mark counts only at the top level of
a page, alone on its lines. What stands in nowiki, a comment, a template or a table is text about a
mark. Of several marks of one kind the last counts, for the bot adds at the end. A mark that is
added goes before whatever is never closed (a comment, a table), which would swallow it otherwise.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import Any

from msgspec import Struct

from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.lines import Line, line_starts, prefix_of, read_line, sections
from wikibot.wikitext.messages import every_wording, later, say
from wikibot.wikitext.plain import plain
from wikibot.wikitext.preprocessor import (
    Interval,
    Span,
    SpanKind,
    blocks,
    covering,
    inside,
    set_aside,
    without,
)
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import outer_tables, read_tables
from wikibot.wikitext.table_writer import UnsafeEdit

STATUS = "wikibot-status"  # the class of the status line
_MARKS = (f'<small class="{STATUS}">', "<!-- wikibot-form {", "<!-- wikibot {")
_NOWIKI = regex(r"<nowiki(?=[\s>])[^<>]*>", re.IGNORECASE)
_SHOWN = regex(r"<nowiki>([^<]*)</nowiki>")
_WORD = regex(r"&#?\w+;|[^\w ]|_")


class TopLevel:
    """What of a text is set aside or stands in a table, to be asked about places in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._spans = set_aside(text).outermost
        self._asides = [(span.start, span.end) for span in self._spans]
        self._tables = [(table.start, table.end) for table in outer_tables(text)]

    def has(self, at: int) -> bool:
        return not (covering(self._asides, at) or covering(self._tables, at))

    def whole_line(self, start: int, end: int) -> bool:
        """Whether there is nothing but these characters on their lines."""
        before, after = self.text[start - 1 : start], self.text[end : end + 1]
        return before in ("", "\n") and after in ("", "\n", "\r")

    def comments(self) -> list[Span]:
        """The closed comments outside tables and all else that is set aside."""
        return [
            span
            for span in self._spans
            if span.kind is SpanKind.COMMENT and span.inner[1] < span.end
            and not covering(self._tables, span.start)
        ]  # fmt: skip


def place_at_end(text: str) -> int:
    """Where a mark may be added: the end of the text, or before what reaches there unclosed."""
    place = len(text)
    for span in set_aside(text).outermost[-1:]:
        endless = span.end == len(text) and span.inner[1] == len(text)
        if endless and (span.kind is SpanKind.COMMENT or span.tag == "includeonly"):
            place = span.start
    # Of tables that are never closed, each ends where the next begins.
    for table in reversed(outer_tables(text)):
        if table.close != table.end or table.end < place:
            break
        place = table.start
    return place


def before_marks(text: str, at: int) -> int:
    """The place ``at``, or before the bot's status line and hidden comments that end there.

    What a game adds to its page at the end goes before them, so that they stay the last.
    """
    place = len(text[:at].rstrip())
    while place:
        start = text.rfind("\n", 0, place) + 1
        if not text.startswith(_MARKS, start):
            break
        at, place = start, len(text[:start].rstrip())
    return at


def added_at_end(text: str, mark: str) -> str:
    """The text with a mark added as its last line; every other byte stays."""
    at = place_at_end(text)
    before, after = text[:at], text[at:]
    gap = "" if not before or before.endswith("\n") else "\n"
    rest = "" if not after or mark.endswith("\n") else "\n"
    return f"{before}{gap}{mark}{rest}{after}"


def has_open_nowiki(text: str) -> bool:
    """Whether a ``<nowiki>`` stands open: it is text until a ``</nowiki>`` of ours closed it."""
    if not _NOWIKI.search(text):
        return False
    spans = [(span.start, span.end) for span in set_aside(text).outermost]
    return any(not covering(spans, found.start()) for found in _NOWIKI.finditer(text))


def without_nowiki(wikitext: str) -> str:
    """Wikitext of ours that shows the same without the tag, for pages on which one stands open."""

    def entity(found: re.Match[str]) -> str:
        return found[0] if len(found[0]) > 1 else f"&#{ord(found[0])};"

    return _SHOWN.sub(lambda found: _WORD.sub(entity, found[1]), wikitext)


# == A page about to be saved beside the page that was read: what people wrote stays ===============
#
# A game may change cells and rows of tables (each change is checked by itself, see
# ``table_check``), a value in a line, a line that is nothing but a label and its value, and add
# lines. Around the bot's own marks every byte must be as it was.
#
# The lines are compared by Myers's algorithm: its time is the length of the page times the number
# of changes, whatever the page looks like.

MOST_CHANGES = 1000  # lines that come or go in one edit
_LABEL = regex(r"[^:=\n]{1,120}[:=]")
_LABELLED = regex(r"[*#:;\s]*\w[^:=\n]{0,80}[:=]|\S{0,60}")
_KEPT_WORD = regex(r"\S{0,60}")
_BREAKS = regex(r"[\r\n]+")

_Token = str | tuple[str, ...]  # a line; of a table what no game changes of it
_Step = tuple[str, _Token]  # stays, comes or goes: =, +, -


def check_written(before: str, after: str, *, lists: bool = False) -> None:
    """Raise :class:`UnsafeEdit` if a game's new page lacks anything of the old one but values.

    ``lists``: the game keeps its state in list items, so that those may come and go.
    """
    if before == after:
        return
    for gone, come in _hunks(_tokens(before), _tokens(after)):
        spare = list(come)
        for line in gone:
            twin = next((at for at, new in enumerate(spare) if _is_adapted(line, new)), None)
            if twin is not None:
                del spare[: twin + 1]
            elif not isinstance(line, str):
                raise UnsafeEdit(_would_go(f"the table {' | '.join(line[2:8])!r}"))
            elif not (_is_value(line) or (lists and line.startswith(("*", "#")))):
                raise UnsafeEdit(_would_go(repr(line[:80])))


def check_marked(before: str, after: str, old: Sequence[Interval], new: Sequence[Interval]) -> None:
    """Raise :class:`UnsafeEdit` if two pages differ anywhere but in the bot's marks.

    ``old`` and ``new``: where the marks stand. Line breaks next to a mark are no difference.
    """
    around = (without(page, sorted(spans), "\n") for page, spans in ((before, old), (after, new)))
    was, now = (_BREAKS.sub("\n", text).strip("\n") for text in around)
    if was != now:
        raise UnsafeEdit("the page around the bot's own lines would change")
    if _tables(before, old) != _tables(after, new):
        raise UnsafeEdit("the bot's own lines would change how a table on the page reads")


def _would_go(what: str) -> str:
    return f"text that is not the bot's would go: {what}"


def _tokens(text: str) -> list[_Token]:
    """The lines of a page; a table is one token."""
    found: list[_Token] = []
    at = 0
    for table in outer_tables(text):
        found += text[at : table.start].split("\n")
        found.append((table.attrs, table.caption, *table.headers))
        at = table.end
    return found + text[at:].split("\n")


def _is_value(line: str) -> bool:
    """Whether a line is nothing but a label and its value, or a value alone."""
    said = plain(line)
    found = _LABELLED.match(said)
    return found is not None and (found[0][-1:] in (":", "=") or found.end() == len(said))


def _is_adapted(line: _Token, new: _Token) -> bool:
    """Whether a line became the other by a change of one word, or of what is behind its label."""
    if not isinstance(line, str) or not isinstance(new, str) or not line.strip():
        return line == new
    head, tail = frame(line, new)
    words, label = (line[head : len(line) - tail], new[head : len(new) - tail]), _LABEL.match(line)
    return all(map(_KEPT_WORD.fullmatch, words)) or (label is not None and head >= label.end())


def _tables(text: str, spans: Sequence[Interval]) -> list[object]:
    return [
        (table.attrs, table.caption, [[cell.value for cell in row.cells] for row in table.rows])
        for table in read_tables(text)
        if not any(start <= table.start < end for start, end in spans)
    ]


# -- the difference of two lists of lines ----------------------------------------------------------


def frame(one: Sequence[Any], other: Sequence[Any]) -> tuple[int, int]:
    """How many items at the start of two lists are equal, and how many of the rest at their end."""
    first = common(one, other)
    return first, common(one[first:][::-1], other[first:][::-1])


def common(one: Sequence[Any], other: Sequence[Any]) -> int:
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


def _hunks(
    old: Sequence[_Token], new: Sequence[_Token]
) -> Iterator[tuple[list[_Token], list[_Token]]]:
    """What goes and what comes, place by place."""
    for kept, group in groupby(_steps(old, new), key=lambda step: step[0] == "="):
        if not kept:
            changes = list(group)
            gone = [token for mark, token in changes if mark == "-"]
            yield gone, [token for mark, token in changes if mark == "+"]


def _steps(old: Sequence[_Token], new: Sequence[_Token]) -> list[_Step]:
    """A shortest way between two lists. Source: E. Myers, An O(ND) Difference Algorithm (1986)."""
    trace, at = list[dict[int, int]](), {1: 0}
    for changes in range(min(len(old) + len(new), MOST_CHANGES) + 1):
        trace.append(at)
        at = dict(at)
        for diagonal in range(-changes, changes + 1, 2):
            down = _goes_down(at, diagonal, changes)
            x = at[diagonal + 1] if down else at[diagonal - 1] + 1
            while x < len(old) and x - diagonal < len(new) and old[x] == new[x - diagonal]:
                x += 1
            at[diagonal] = x
            if x >= len(old) and x - diagonal >= len(new):
                return _way_back(old, new, trace)
    raise UnsafeEdit(f"more than {MOST_CHANGES} lines of the page would change")


def _goes_down(at: dict[int, int], diagonal: int, changes: int) -> bool:
    """Whether the way to a diagonal adds a line of the new list."""
    if abs(diagonal) == changes:
        return diagonal == -changes
    return at[diagonal - 1] < at[diagonal + 1]


def _way_back(
    old: Sequence[_Token], new: Sequence[_Token], trace: Sequence[dict[int, int]]
) -> list[_Step]:
    steps: list[_Step] = []
    x, y = len(old), len(new)
    for changes in range(len(trace) - 1, -1, -1):
        at, diagonal = trace[changes], x - y
        down = _goes_down(at, diagonal, changes)
        before = diagonal + 1 if down else diagonal - 1
        start_x = at[before]
        start_y = start_x - before
        while x > max(start_x, 0) and y > max(start_y, 0):
            x, y = x - 1, y - 1
            steps.append(("=", old[x]))
        if changes:
            steps.append(("+", new[start_y]) if down else ("-", old[start_x]))
        x, y = start_x, start_y
    return steps[::-1]


# == Replies on a talk page: those under a line, and new ones where discussion tools show them =====
#
# A reply stands one level below its line (``* x``: ``*: …``; ``# x``: ``#: …``; ``: x``: ``:: …``;
# a paragraph: ``: …``), after the replies that are there already, and is signed. An answer of
# several lines becomes one line with ``<br>``, because a second list item would be taken for a
# second, unsigned comment.
#
# A reply that asks nothing stands in an element of class ``mw-notalk``: discussion tools do not
# take it for a comment, so that no one who follows the page is notified of each ``done``. A
# ``needs`` is a comment, with a link to reply to it.
#
# A reply stands outside comments, nowiki and the like, where it would not be shown and its
# signature would not be made. Decision: where a comment begins in a line and is never closed,
# nothing comes behind that line, and no line of people's is parted: a reply goes before it, and a
# reply to that very line is not written.

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
_BROKEN = regex(r"(?<!\s)\s*\n\s*")


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
    starts, spans = line_starts(raws), set_aside(text).outermost
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
        signed = _signed(guarded(reply.strip()), signature)
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
    starts, spans = line_starts(raws), set_aside(text).outermost
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
        signed = _signed(guarded(reply.strip()), signature)
        raws[place] = f"{prefix_of(raws[place])} {signed}{end}"
    before = list(accumulate((at in gone for at in range(len(raws))), initial=0))
    kept = "\n".join(raw for at, raw in enumerate(raws) if at not in gone)
    return kept, [(number - before[number], reply) for number, reply in left]


def _signed(reply: str, signature: str) -> str:
    """A reply in one line, with its sign and signature; one that asks nothing is no comment."""
    said = _BROKEN.sub("<br>", reply)
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
    starts, number = line_starts(raws), 0
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
