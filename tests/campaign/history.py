"""Whole histories of pages, straight from the wiki,
and what the bot's own lines in them look like.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.mediawiki.client import Client

BOT = "Wikibot"
VERDICTS = ("done", "needs", "cant", "huh", "held")
REPLY = re.compile(
    r"^[*:#]+:? ?(?:<span class=\"mw-notalk\">)?(?:<span style=[^>]*>[^<]*</span> )?"
    rf"'''({'|'.join(VERDICTS)})'''(.*)\[\[User:{BOT}\b"
)
WAITS = re.compile(r"<!-- waits: [\d.]+ -->")  # whatever people made of the note around it
MARK = re.compile(r"^# line (\d+\.\d+\.\d+)\s*$")
SYNCED = re.compile(r"Synced through (\d\d:\d\d, \d+ \w+ \d{4}) \(UTC\)")
TOKEN = re.compile(r"zz\d+zz")


@dataclass(frozen=True)
class Rev:
    """One revision with its text."""

    id: int
    parent: int
    user: str
    time: datetime
    comment: str
    text: str
    page: int

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return self.text.split("\n")

    @property
    def ours(self) -> bool:
        """Whether the bot's account made it."""
        return self.user == BOT


def history(client: Client, title: str) -> list[Rev]:
    """All revisions of a page, oldest first."""
    return _read(client, "rv", titles=title, prop="revisions").get(title, [])


def histories(client: Client, titles: Sequence[str]) -> list[list[Rev]]:
    """The same of some pages, in one request where the wiki has few others."""
    found = _read(client, "arv", list="allrevisions")
    return [found.get(title, []) for title in titles]


def _read(client: Client, prefix: str, **asked: str) -> dict[str, list[Rev]]:
    what = {"prop": "ids|timestamp|user|comment|content", "slots": "main", "limit": "max"}
    asked |= {f"{prefix}{name}": value for name, value in what.items()}
    found: dict[str, list[Rev]] = {}
    answer: dict[str, Any] = {"continue": {}}
    while "continue" in answer:
        answer = client.api(action="query", **{**asked, **answer["continue"]})
        for page in answer["query"].get("allrevisions") or answer["query"].get("pages", ()):
            for each in page.get("revisions", ()):
                text = each.get("slots", {}).get("main", {}).get("content", "")
                time = datetime.fromisoformat(each["timestamp"])
                who, why = each.get("user", ""), each.get("comment", "")
                found.setdefault(page["title"], []).append(
                    Rev(each["revid"], each["parentid"], who, time, why, text, page["pageid"])
                )
    return {title: sorted(revs, key=lambda rev: rev.id) for title, revs in found.items()}


def steps(revisions: Sequence[Rev]) -> Iterator[tuple[Rev, Rev]]:
    """Each of the bot's revisions with its parent."""
    known = {rev.id: rev for rev in revisions}
    for rev in revisions:
        if rev.ours and rev.parent in known:
            yield known[rev.parent], rev


def inserted(revisions: Sequence[Rev]) -> set[str]:
    """All lines that the bot ever added to a page,
    so that a forged answer is told from one of its own.
    """
    found: set[str] = set()
    for before, after in steps(revisions):
        found |= set(after.lines) - set(before.lines)
    return found | {line for rev in revisions if rev.ours and not rev.parent for line in rev.lines}


def firsts(revisions: Sequence[Rev]) -> dict[str, tuple[Rev, int]]:
    """Each token on an action line:
    the revision that added it, and its index among the action lines added there.
    """
    found: dict[str, tuple[Rev, int]] = {}
    for rev in revisions:
        if rev.ours:
            continue
        new = [line for line in rev.lines if line.startswith("* ") and not REPLY.match(line)]
        tokens = [each[0] for line in new if (each := TOKEN.search(line)) and each[0] not in found]
        found |= {token: (rev, index) for index, token in enumerate(tokens)}
    return found


def answers(page: str, ours: Collection[str] | None = None) -> dict[str, list[tuple[str, str]]]:
    """Verdicts and texts below each line with a token;
    with ``ours`` only those among these lines.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    current = ""
    for line in page.split("\n"):
        reply = REPLY.match(line)
        if reply and (ours is None or line in ours):
            found.setdefault(current, []).append((reply[1], html.unescape(reply[2])))
        elif line.startswith("* "):
            token = TOKEN.search(line)
            current = token[0] if token else ""
            found.setdefault(current, [])
    return found
