"""The one checker that ends every run: exactly once, nothing lost, and everything can be replayed.

It knows pages as people see them and the command ``apply``; nothing of the bot's insides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tests.campaign.history import MARK, REPLY, Rev, answers, firsts, history, steps
from tests.campaign.people import People
from tests.campaign.replays import replays
from tests.campaign.report import Violation

_COMMENT = re.compile(r"<!-- wikibot \{.*?\} -->", re.DOTALL)
_STATUS = re.compile(r'<small class="wikibot-status">.*?</small>', re.DOTALL)
_KEPT = re.compile(r"KEEP \d+|HAND zz\d+zz was here\.")
_OF_GAME = re.compile(r"\||!|\{\||==|It is currently|Judge:|Wheel Rotation|$|<!-- wikibot|<small class=\"wikibot")


@dataclass(frozen=True)
class Evidence:
    """All that a run left on the wiki."""

    people: People
    state: Sequence[Rev]
    play: Sequence[Rev]
    log: Sequence[Rev]


def gather(people: People) -> Evidence:
    """Read the histories of the three pages."""
    client = people.client("Steward")
    return Evidence(people, *(history(client, title) for title in ("State", "Play", "Log")))


def check(people: People, secrets: Sequence[str] = (), *, replay: bool = True) -> list[Violation]:
    """Everything that is wrong after a run that has come to rest."""
    found = gather(people)
    return [
        *_bytes(found),
        *_hands(found),
        *_answers(found),
        *_identities(found),
        *(replays(people, found.state, found.play, found.log) if replay else ()),
        *_leaks(found, secrets),
    ]


# -- every byte that people wrote --------------------------------------------------------------------------------


def _bytes(found: Evidence) -> Iterator[Violation]:
    for before, after in steps(found.play):
        for line in _inserted(before, after, "Play", found):
            if isinstance(line, Violation):
                yield line
            elif not REPLY.match(line):
                yield Violation("bytes", f"Play, revision {after.id}: the bot added {line!r}, which is no answer")
    for before, after in steps(found.log):
        yield from (each for each in _inserted(before, after, "Log", found) if isinstance(each, Violation))
    for before, after in steps(found.state):
        yield from _state_step(before, after)


def _inserted(before: Rev, after: Rev, title: str, found: Evidence) -> Iterator[str | Violation]:
    """The lines that an edit added, where it did nothing else."""
    old, at = before.lines, 0
    for line in after.lines:
        if at < len(old) and line == old[at]:
            at += 1
        else:
            yield line
    if at < len(old) and any(line.strip() for line in old[at:]):
        yield Violation("bytes", f"{title}, revision {after.id}: lost from line {at}: {old[at]!r}")


def _state_step(before: Rev, after: Rev) -> Iterator[Violation]:
    """Only cells, and lines of the bot's own, may differ; what people marked as theirs is there as often."""
    where = f"State, revision {after.id} over {before.id}"
    old, new = (_STATUS.sub("", _COMMENT.sub("", rev.text)) for rev in (before, after))
    missing = Counter(_KEPT.findall(old)) - Counter(_KEPT.findall(new))
    if missing:
        yield Violation("bytes", f"{where}: text of people is gone: {', '.join(missing)}")
    gone = Counter(old.split("\n")) - Counter(new.split("\n"))
    for line in gone:
        if not _OF_GAME.match(line):
            yield Violation("bytes", f"{where}: {line!r} is gone")


def _hands(found: Evidence) -> Iterator[Violation]:
    """What people added by hand stands on the pages at the end."""
    newest = {"State": found.state, "Play": found.play, "Log": found.log}
    for title, text in sorted(found.people.hands):
        if newest[title] and text not in newest[title][-1].text:
            yield Violation("lost edit", f"{title}: {text!r} is gone")


# -- each line one answer ----------------------------------------------------------------------------------------


def _answers(found: Evidence) -> Iterator[Violation]:
    given = answers(found.play[-1].text)
    for token, written in found.people.lines.items():
        who = f"{written.who}: {written.text.splitlines()[0][:70]}"
        if token not in given:
            yield Violation("line lost", f"{who} is not on the page any more")
            continue
        replies = given[token]
        if not replies:
            yield Violation("unanswered", who)
        elif len(replies) > (2 if replies[0][0] == "needs" else 1) or len(set(replies)) < len(replies):
            yield Violation("answered twice", f"{who}: {len(replies)} answers: {[one for one, _ in replies]}")


# -- each identity once in the log -------------------------------------------------------------------------------


def identities(lines: Iterable[str]) -> list[str]:
    """The identities that a log holds, in its order."""
    return [each[1] for line in lines if (each := MARK.match(line))]


def _identities(found: Evidence) -> Iterator[Violation]:
    known = {f"{rev.page}.{rev.id}.{index}": token for token, (rev, index) in firsts(found.play).items()}
    counted = Counter(identities(found.log[-1].lines if found.log else ()))
    for identity, count in counted.items():
        if count > 1:
            yield Violation("logged twice", f"{identity} stands {count} times in the log")
        if identity not in known:
            yield Violation("unknown identity", f"the log has {identity}, which no line on the actions page has")
    given = answers(found.play[-1].text)
    for identity, token in known.items():
        done = any(verdict == "done" for verdict, _ in given.get(token, ()))
        line = found.people.lines.get(token)
        if line and done and identity not in counted and not line.text.startswith("* help"):
            yield Violation("not logged", f"{identity} ({line.text[:60]}) was done")


def _leaks(found: Evidence, secrets: Sequence[str]) -> Iterator[Violation]:
    for rev in (*found.state, *found.play, *found.log):
        for secret in secrets:
            if secret in rev.text or secret in rev.comment:
                yield Violation("leak", f"revision {rev.id} shows a secret")
