"""Replies on a talk page: reading those under a line, and adding new ones where discussion tools show them as replies.

A reply stands one level below its line (``* x``: ``*: …``; ``# x``: ``#: …``; ``: x``: ``:: …``; a paragraph: ``: …``),
after the replies that are there already, and is signed. An answer of several lines becomes one line with ``<br>``,
because a second list item would be taken for a second, unsigned comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wikibot.wikitext.aside import blocks, inside
from wikibot.wikitext.lines import read_line
from wikibot.wikitext.signatures import account_name

VERDICTS = ("done", "needs", "cant", "huh", "held")
_VERDICT = re.compile(rf"[*#:;\s]*'''(?P<verdict>{'|'.join(VERDICTS)})'''(?!')")
_BREAKS = re.compile(r"\s*\n\s*")


@dataclass(frozen=True, slots=True)
class Reply:
    """A line below another. ``account`` is whom its signature names, ``verdict`` the bold word that it begins with."""

    number: int
    text: str
    account: str | None
    verdict: str | None


def reply_text(verdict: str, text: str) -> str:
    """A reply's wikitext, verdict first. ``text`` is wikitext already; what players wrote in it has been escaped."""
    return f"'''{verdict}''': {text}" if text else f"'''{verdict}'''"


def replies_below(raws: Sequence[str], number: int) -> tuple[Reply, ...]:
    """All lines below line ``number`` (from 0) of a page that is split into lines, nested ones too, in page order."""
    return tuple(_read(raws[below], below) for below in _below(raws, number))


def verdict_below(raws: Sequence[str], number: int, account: str) -> str | None:
    """The verdict of the last reply of ``account`` below a line, None where it has not answered."""
    mine = [each for each in replies_below(raws, number) if each.account == account_name(account)]
    return next((each.verdict for each in reversed(mine) if each.verdict), None)


def insert_replies(text: str, replies: Sequence[tuple[int, str]]) -> str:
    """The page with each reply (line number from 0, wikitext without signature) added; all other bytes stay.

    Several replies to one line keep their order. Raises ``IndexError`` for a line that the page does not have.
    """
    raws = text.split("\n")
    starts = _starts(raws)
    page_break = "\r\n" if "\r\n" in text else "\n"
    added: list[tuple[int, int, str]] = []
    for number, reply in replies:
        if not 0 <= number < len(raws):
            raise IndexError(f"the page has no line {number}")
        at = _place(text, raws, starts, number)
        line_break = ("\r\n" if text.startswith("\r\n", at) else "\n") if at < len(text) else page_break
        added.append((at, -number, f"{line_break}{_mark(raws[number])} {_BREAKS.sub('<br>', reply.strip())} ~~~~"))
    out, last = "", 0
    for at, _, line in sorted(added, key=lambda entry: entry[:2]):  # of nested lines the inner one comes first
        out, last = out + text[last:at] + line, at
    return out + text[last:]


def _place(text: str, raws: Sequence[str], starts: Sequence[int], number: int) -> int:
    """Where the line break of a new reply goes: behind the last line below, and behind a block that begins there."""
    last = max(_below(raws, number), default=number)
    at = starts[last] + len(raws[last].rstrip("\r"))
    block = inside(blocks(text), at)
    if block and block[1] < len(text):
        end = text.find("\n", block[1])
        at = len(text) if end < 0 else end - (text[end - 1] == "\r")
    return at


def _starts(raws: Sequence[str]) -> list[int]:
    starts, at = [], 0
    for raw in raws:
        starts.append(at)
        at += len(raw) + 1
    return starts


def _mark(raw: str) -> str:
    """The list marks of a reply to a line."""
    return read_line(raw).prefix.replace(";", ":") + ":"


def _level(raw: str) -> int:
    return len(raw) - len(raw.lstrip("*#:;")) if raw[:1] in ("*", "#", ":", ";") else 0


def _below(raws: Sequence[str], number: int) -> Iterator[int]:
    """The lines of a deeper level that follow a line directly; below a paragraph only those that begin with ``:``."""
    level = len(read_line(raws[number]).prefix)
    for below in range(number + 1, len(raws)):
        raw = raws[below]
        if _level(raw) <= level or (level == 0 and raw[:1] != ":"):
            return
        yield below


def _read(raw: str, number: int) -> Reply:
    line = read_line(raw, number)
    found = _VERDICT.match(raw)
    return Reply(number, line.text, line.signature.user, found["verdict"] if found else None)
