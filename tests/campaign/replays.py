"""State = replay of the log = replay of all lines as the history of the actions page has them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.campaign import pages
from tests.campaign.history import REPLY, SYNCED, Rev, answers, firsts, inserted
from tests.campaign.people import People
from tests.campaign.report import Violation
from wikibot.apply import Applied, apply_log
from wikibot.storage.cursor import read_cursor
from wikibot.wikitext.numerals import format_time, parse_time

_SIGNED = re.compile(r"\s*\[\[User:.*$")
_TIMES = re.compile(r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) ", re.MULTILINE)
_START = re.compile(r"^# played from \S+ on$", re.MULTILINE)
_UNDERSTOOD = re.compile(r"^# said: .*\n# line (\S+)\n\S+ [^:\n]+: (.*)$", re.MULTILINE)
_CONTROL = re.compile(r"\* (pause|resume|close game|open game)\b")
_COMMENT = re.compile(r"<!-- zz\d+zz -->")
SHOWN = 6


def replays(
    people: People,
    state: Sequence[Rev],
    sources: Mapping[str, Sequence[Rev]],
    log: Sequence[Rev],
    *,
    stated: bool,
) -> Iterator[Violation]:
    """What differs between the three."""
    synced = next((_synced(rev.text) for rev in reversed(state) if rev.ours), None)
    if synced is None:
        yield Violation("replay", "the bot never wrote a status line")
        return
    logged = log[-1].text if log else ""
    lines = all_lines(people, sources, state, logged)
    now = max([synced, *map(parse_time, _TIMES.findall(f"{logged}\n{lines}"))])
    try:
        present = apply(state[-1].text, "", now).state
        by_log = apply(pages.state(), logged, now)
        by_lines = apply(pages.state(), lines, now)
    except Exception as error:  # noqa: BLE001 - a replay that raises is a finding, too
        yield Violation("replay", f"apply failed: {error!r}")
        return
    yield from _differ("page is not the replay of the log", present, by_log.state)
    if stated:
        yield from _differ("page is not the replay of all lines", present, by_lines.state)
        for revisions in sources.values():
            yield from _verdicts(revisions, by_lines)


def _synced(page: str) -> datetime | None:
    """Until when a page says that it is synced: its cursor to the second, its status line."""
    cursor, said = read_cursor(page), SYNCED.search(page)
    if cursor is not None and cursor.synced is not None:
        return cursor.synced
    return datetime.strptime(f"{said[1]} +0000", "%H:%M, %d %B %Y %z") if said else None


def apply(gamestate: str, log: str, now: datetime) -> Applied:
    """`wikibot apply` in this process, for a campaign replays thousands of times."""
    game = pages.game()
    return apply_log(game, pages.ruleset(), gamestate, log, now, overlay=pages.pins())


def applied_by_command(gamestate: str, log: str, now: datetime) -> Mapping[str, Any]:
    """The state that the command itself leads to."""
    with TemporaryDirectory() as folder:
        for name, text in (("R", pages.ruleset()), ("G", gamestate), ("L", log)):
            Path(folder, name).write_text(text, encoding="utf-8")
        pages.accept_all(Path(folder, "O"))
        files = [
            "--ruleset", "R", "--gamestate", "G", "--log", "L", "--overlay", "O", "--now",
            format_time(now),
        ]  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "wikibot", "apply", "--rules", pages.RULES, *files, "--json"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
            check=False,
        )
        state: Mapping[str, Any] = json.loads(done.stdout)["state"]
        return state


def all_lines(
    people: People, sources: Mapping[str, Sequence[Rev]], state: Sequence[Rev], logged: str
) -> str:
    """A log of every line that people saved, by author, time and identity,
    and of every hand edit of a cell.

    Lines with an identity are read as exact forms, so one that was understood in other words (`2`,
    where one die was asked for) is as the bot logged it.
    """
    begin, exact = _START.search(logged), dict(_UNDERSTOOD.findall(logged))
    out: list[tuple[int, int, datetime, str]] = []
    for title, revisions in sources.items():
        for token, (rev, index) in firsts(revisions).items():
            written = people.lines.get(token)
            if written and written.page == title and not _CONTROL.match(written.text):
                identity = f"{rev.page}.{rev.id}.{index}"
                words = exact.get(identity) or _said(rev, token)
                text = f"# line {identity}\n%s {rev.user}: {words.replace('%', '%%')}"
                out.append((rev.id, index, rev.time, text))
    corrected = [rev for rev in state if rev.id in people.corrections]
    out += [
        (rev.id, 0, rev.time, f"%s Steward: correct {people.corrections[rev.id]}")
        for rev in corrected
    ]
    times = accumulate(
        (time for *_, time, _ in sorted(out)), max
    )  # what was saved later happened later
    lines = (text % format_time(time) for (*_, text), time in zip(sorted(out), times, strict=True))
    return "\n".join([begin[0] if begin else "", *lines])


def _said(rev: Rev, token: str) -> str:
    """A line with what stands below it, as a log has it."""
    at = next(
        number for number, line in enumerate(rev.lines) if token in line and not REPLY.match(line)
    )
    body = []
    for line in rev.lines[at + 1 :]:
        if not line.startswith("*: ") or REPLY.match(line):
            break
        body.append(line.removeprefix("*: "))
    said = _COMMENT.sub("", _SIGNED.sub("", rev.lines[at].removeprefix("* "))).strip()
    return " ¶ ".join([said, *body])


def _verdicts(revisions: Sequence[Rev], by_lines: Applied) -> Iterator[Violation]:
    """Each answer is the one that the line gets where everything is played at once."""
    given = answers(revisions[-1].text, inserted(revisions)) if revisions else {}
    tokens = {
        f"{rev.page}.{rev.id}.{index}": token for token, (rev, index) in firsts(revisions).items()
    }
    for outcome in by_lines.outcomes:
        verdicts = [verdict for verdict, _ in given.get(tokens.get(str(outcome.action.id), ""), ())]
        if verdicts and outcome.verdict.value not in verdicts:
            yield Violation(
                "verdict",
                f"{outcome.action.text[:60]}: {verdicts}, replayed {outcome.verdict.value}",
            )


def _differ(kind: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Violation]:
    found = list(differences(one, other))
    if found:
        more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        yield Violation(kind, "; ".join(found[:SHOWN]) + more)


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Where two values in JSON differ."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted({*one, *other}):
            yield from differences(one.get(key), other.get(key), f"{path}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from differences(left, right, f"{path}[{index}]")
    elif one != other:
        yield f"{path.removeprefix('.')}: {_short(one)} ≠ {_short(other)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"{len(value)} entries" if isinstance(value, list) and len(text) > 120 else text[:120]
