"""The log page: the game's log in ``<pre>`` blocks, written and read."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import takewhile

from msgspec import Struct

from wikibot.config.settings import Settings
from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import FiredEvent
from wikibot.game.engine.orders import LINE_MARK, PAGE_MARK, SAID_MARK, log_line, read_log
from wikibot.game.engine.standing_rolls import ROLL_MARK
from wikibot.wiki.base import Wiki, goes_by_month, of_months
from wikibot.wikitext.dialect import current
from wikibot.wikitext.escape import quote_log, shortened, unquote_log
from wikibot.wikitext.numerals import format_time, parse_time
from wikibot.wikitext.own_marks import added_at_end
from wikibot.wikitext.preprocessor import SpanKind, set_aside
from wikibot.wikitext.regex import regex

# == The log lines of one sync: what counted, by time. Playing them leads to the same state ========
#
# A line is preceded by a comment with the identity of its action, by which later lines may refer
# to it (and by its own words, where the log has the order in exact form). It is followed by the
# proofs of the rolls that the bot made for it, and by what came of it, for people who read the
# log. A timed event is a comment too, as it happens again when the log is played; so is what a
# steward said to the bot and not to the game. A line that was taken off its page is named, as it
# is not taken off again. The first comments of a game say from when on it was played, as timed
# events may have happened before its first line, and with which page it began: nobody can cut
# lines off its log and pass a later page off as that one.

RESULT_MARK = "# result: "
_LONGEST_RESULT = 200  # characters; the answer and the journal have the whole
_START = regex(r"# played from (\S+) on")
_PAGE = regex(rf"{PAGE_MARK}revision (\d{{1,16}}) sha256:([0-9a-f]{{64}})")


class FirstPage(Struct, frozen=True):
    """The gamestate page with which a game began: its revision, and a hash of its text.

    Programs that do not know the comment pass over it, as does a replay.
    """

    revision: int
    hash: str

    @classmethod
    def of(cls, revision: int, text: str) -> FirstPage:
        """Of a page; line breaks and blanks at the ends of lines do not count."""
        lines = (line.rstrip() for line in text.strip().splitlines())
        whole = "\n".join(lines).encode("utf-8", "replace")
        return cls(revision, hashlib.sha256(whole).hexdigest())

    def __str__(self) -> str:
        return f"{PAGE_MARK}revision {self.revision} sha256:{self.hash}"


def first_page(lines: Sequence[str]) -> FirstPage | None:
    """With which page a log says that the game began; None where it does not, as older ones."""
    found = next(filter(None, map(_PAGE.fullmatch, lines)), None)
    return FirstPage(int(found[1]), found[2]) if found else None


def start_line(time: datetime) -> str:
    """The comment that begins a game's log."""
    return f"# played from {format_time(time)} on"


def start_of(lines: Sequence[str]) -> datetime | None:
    """From when on a log was played, by its first such comment or else by its first line."""
    times = [entry.time for entry in read_log("\n".join(lines)) if isinstance(entry, Action)]
    found = next(filter(None, map(_START.fullmatch, lines)), None)
    with suppress(ValueError):
        times += [parse_time(found[1])] if found else []
    return min(times, default=None)


def log_entries(
    corrections: Sequence[str], editors: Sequence[str], start: datetime,
    fired_events: Sequence[FiredEvent], outcomes: Sequence[Outcome], followed: Sequence[str] = (),
    bot: str = ""
) -> tuple[str, ...]:  # fmt: skip
    """All lines of a sync.

    ``corrections`` were made by hand by ``editors`` and adopted at ``start``; then ``bot``
    ``followed`` accounts that had been renamed.
    """
    dated: list[tuple[datetime, str]] = []
    if corrections:
        who = " and ".join(editors) or "an unknown account"
        dated.append((start, f"{format_time(start)} {who}: correct {'; '.join(corrections)}"))
    if followed:
        dated.append((start, f"{LINE_MARK}{ActionId(0, 0, 0)}"))
        dated.append((start, f"{format_time(start)} {bot}: correct {'; '.join(followed)}"))
    for each in fired_events:
        told = f"# {format_time(each.time)} {_one_line(each.text)}"
        dated += [(each.time, line) for line in (told, *each.lines)]
    dated += [(o.action.time, line) for o in outcomes for line in _of_outcome(o)]
    return tuple(line for _, line in sorted(dated, key=lambda entry: entry[0]))


def _of_outcome(outcome: Outcome) -> Iterator[str]:
    action = outcome.action
    if outcome.parts:
        for part in outcome.parts:
            yield from _of_outcome(part)
        return
    if outcome.logged is not None and action.trusted:
        yield f"# {format_time(action.time)} {action.account}: {_one_line(action.text)}"
    if outcome.counts:
        if action.said:
            yield f"{SAID_MARK}{_one_line(action.text)}"
        yield f"{LINE_MARK}{action.id}"
        yield log_line(outcome)
    yield from outcome.proofs
    if outcome.counts and outcome.verdict is Verdict.DONE and outcome.text:
        yield f"{RESULT_MARK}{shortened(_one_line(outcome.text), _LONGEST_RESULT)}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def places_of(lines: Sequence[str], at: int) -> list[int]:
    """Where the lines of one action are, whose identity is at ``at``; proofs of rolls are none."""
    said = at and lines[at - 1].startswith(SAID_MARK)
    after = at + 2 + len(tuple(takewhile(lambda line: line.startswith(ROLL_MARK), lines[at + 2 :])))
    told = lines[after : after + 1] and lines[after].startswith(RESULT_MARK)
    return [*([at - 1] if said else []), at, at + 1, *([after] if told else [])]


# == The log page: the game's log in ``<pre>`` blocks, written and read ============================

OPENS, CLOSE = ("<pre>", '<pre dir="ltr">'), "</pre>"  # the latter on pages from right to left
_OPEN = regex(f"^(?:{'|'.join(OPENS)})")
_MARK = "wikibot log, edit"
_MARKED = regex(rf"<!-- {_MARK} [0-9a-f]{{1,32}} -->")
_BREAK = regex(r"\r\n?|\n")  # other marks may stand in texts


def block_of(batch: Iterable[str]) -> str:
    """Log lines as they stand inside a ``<pre>`` block, without a line break at the end."""
    return "\n".join(map(quote_log, batch))


def append_log(page: str, batches: Iterable[Sequence[str]]) -> str:
    """A log page with further batches at the end of its last ``<pre>`` block, or in a new one."""
    added = "".join(block_of(batch) + "\n" for batch in batches)
    at = _end_of_last(page)
    if at is None:
        return added_at_end(page, f"{OPENS[current().leftward]}\n{added}{CLOSE}\n")
    gap = "" if page[:at].endswith("\n") else "\n"
    return page[:at] + gap + added + page[at:]


def with_edit_mark(page: str, run: str) -> str:
    """The page with the edit's own hidden comment, in place of the one before it or at the top.

    The wiki merges edits that touch other lines without a word. Every edit of the bot's touches
    this line, so that of two bots that write at once the second is refused, reads again, and adds
    only what is missing.
    """
    mark = f"<!-- {_MARK} {run} -->"
    for each in set_aside(page).outermost:
        if _MARKED.fullmatch(page, each.start, each.end):
            return page[: each.start] + mark + page[each.end :]
    return f"{mark}\n{page}"


def _end_of_last(page: str) -> int | None:
    """Where the block at the end of a page ends; None where there is none that is read as one."""
    spans = [each for each in set_aside(page).outermost if each.kind is not SpanKind.COMMENT]
    for last in spans[-1:]:
        within = f"\n{page[last.start : last.inner[1]]}"
        is_log = last.tag == "pre" and any(f"\n{each}" in within for each in OPENS)
        if is_log and page.endswith(CLOSE, 0, last.end) and not page[last.end :].strip():
            return last.inner[1]
    return None


def log_lines(text: str) -> tuple[str, ...]:
    """The lines of a log, each where it stands: of a plain text all, of a page those in blocks.

    What is not of the log is a blank line; quoted line breaks become blanks.
    """
    *lines, last = _BREAK.split(text)
    lines += [last] if last else []
    if not any(line.startswith(OPENS) for line in lines):
        return tuple(lines)
    inside, found = False, list[str]()
    for line in lines:
        inside = inside or line.startswith(OPENS)
        content, close, _ = _OPEN.sub("", line).partition(CLOSE)
        found.append(" ".join(_BREAK.split(unquote_log(content))) if inside else "")
        inside = inside and not close
    return tuple(found)


def joined_lines(logs: Iterable[str]) -> tuple[str, ...]:
    """The lines of a log that goes over several pages or texts, the oldest first."""
    return tuple(line for log in logs for line in log_lines(log))


_LIKE_A_LINE = regex(r"^[ *#:;|!>]*\d{4}-\d\d-\d\dT[\d:]{4,8}Z\s+\S.*:", re.MULTILINE)
_MARKUP = regex(
    r"<(?P<end>/?)(?P<tag>[a-z]\w*)\b[^<>]*>|^[ :]*(?P<table>\{\||\|\}).*|</>",
    re.IGNORECASE | re.MULTILINE,
)
_HIDES = regex(r"\b(?:style|class|id|hidden)\b", re.IGNORECASE)
_STYLES, _EMPTY = ("templatestyles", "style", "css"), ("br", "hr", "wbr", "img")
_SHOWN = regex(r"[^\r\n]")


def hidden_parts(page: str) -> Iterator[tuple[int, str]]:
    """Where readers of a log page may see another log than programs do: line from 1, and why.

    A block that is read may be hidden from them by a comment, by nowiki, a template or markup
    around it; and lines that look like those of a log may stand outside of any block that is read.
    """
    starts = [0, *(found.end() for found in _BREAK.finditer(page))]
    spans, end, blocks = set_aside(page).outermost, 0, list[tuple[int, int]]()
    shown = {span.start: span.end for span in spans if span.tag == "pre"}
    for at in starts:
        if at >= end and page.startswith(OPENS, at):
            end = shown.get(at) or page.find(CLOSE, at) + len(CLOSE)
            end = end if end > at else len(page)
            blocks.append((at, end))
            if at not in shown:
                yield bisect(starts, at), "readers do not see this block as one of the log"
    if not blocks:
        return  # a plain text
    comments = [(span.start, span.end) for span in spans if span.kind is SpanKind.COMMENT]
    others = [(span.start, span.end) for span in spans if span.tag and span.tag not in _STYLES]
    if like := _LIKE_A_LINE.search(_blanked(page, sorted({*comments, *blocks}))):
        why = "this looks like a line of the log to readers, and is not read"
        yield bisect(starts, like.start()), why
    opened, waiting, told = [""], deque(blocks), ""  # by each open element: what hides it, if any
    for found in _MARKUP.finditer(_blanked(page, sorted({*comments, *blocks, *others})) + "\n</>"):
        tag = (found["tag"] or found["table"] or "").casefold()
        while waiting and (not tag or waiting[0][0] < found.start()):
            at, _ = waiting.popleft()
            if opened[-1] != told and (told := opened[-1]):
                why = f"this block stands inside {told[:80]}, which may hide it from readers"
                yield bisect(starts, at), why
        if tag in _STYLES:
            yield bisect(starts, found.start()), "styles may hide parts of the log from readers"
        elif found["end"] or tag == "|}":
            del opened[max(1, len(opened) - 1) :]
        elif tag not in _EMPTY and not found[0].endswith("/>"):
            opened.append(opened[-1] or (found[0] if _HIDES.search(found[0]) else ""))


def _blanked(page: str, spans: Sequence[tuple[int, int]]) -> str:
    """The page with blanks in place of some parts; line breaks stay."""
    parts, at = list[str](), 0
    for start, end in spans:
        if start >= at:
            parts += page[at:start], _SHOWN.sub(" ", page[start:end])
            at = end
    return "".join((*parts, page[at:]))


# -- all pages of a log ----------------------------------------------------------------------------

_AT_ONCE = 50  # titles in one request
_EARLIEST = datetime(2001, 1, 1, tzinfo=UTC)


def read_logs(settings: Settings, wiki: Wiki) -> Mapping[str, str]:
    """The texts of a log's pages by their titles, the oldest first, without those that are missing.

    One GET; of a log by month three more, which tell when the game's pages were made and last
    saved, and one for every fifty months between.
    """
    titles = _titles(settings, wiki)
    found: dict[str, str] = {}
    for at in range(0, len(titles), _AT_ONCE):
        part = titles[at : at + _AT_ONCE]
        pages = wiki.read(part)
        texts = {title: page.text for title in part if (page := pages[title]) is not None}
        found |= {title: text for title, text in texts.items() if text is not None}
    return found


def _titles(settings: Settings, wiki: Wiki) -> tuple[str, ...]:
    """Every page that may be there: from the first revision of a page of the game to the last."""
    log, state, actions = settings.game.log, settings.game.gamestate, settings.game.actions
    if not goes_by_month(log):
        return (log,) if log else ()
    ends = [wiki.as_of(page, _EARLIEST, after=True) for page in (state, actions)]
    times = [each.time for each in (*ends, *wiki.changes(state, until=None, limit=1)) if each]
    return of_months(log, min(times), max(times)) if times else ()
