"""The one checker that ends every run: exactly once, nothing lost, and everything can be replayed.

It knows pages as people see them and the command ``apply``; nothing of the bot's insides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tests.campaign.history import (
    MARK,
    REPLY,
    WAITS,
    Rev,
    answers,
    firsts,
    histories,
    inserted,
    steps,
)
from tests.campaign.people import People
from tests.campaign.replays import replays
from tests.campaign.report import Violation
from wikibot.stewards.notices import STOPS, put_notices

_STATUS = re.compile(
    r'<small class="wikibot-status">(?:(?!\n\n|<small class="wikibot-).)*?</small>', re.DOTALL
)
_UNLOGGED = re.compile(
    r"\* (reading|(confirm )?register|help|pause|resume|close game|open game)\b"  # or in comments
)
_BOTS = re.compile(r"<!--\s*wikibot\s*[{\[].*?-->", re.DOTALL)  # with what people pasted into it
_HIDDEN = re.compile(r"<!--.*?-->", re.DOTALL)
_LOG_EDIT = re.compile(r"<!-- wikibot log, edit \w+ -->\n?")
_KEPT = re.compile(r"KEEP \d+|HAND zz\d+zz was here\.")
_OF_GAME = re.compile(r"\||!|\{\||==|$|<!--\s*wikibot|<small class=\"wikibot")
_RECORDS = re.compile(r"^== Records ==\n.*?(?=^==|^\0|\Z)", re.MULTILINE | re.DOTALL)  # the bot's
_VALUE = re.compile(
    r"(?<=currently '''Phase )\w+|(?<=^Judge: )\w+|(?<=^Wheel Rotation: )-?\d+", re.MULTILINE
)


@dataclass(frozen=True)
class Evidence:
    """All that a run left on the wiki."""

    people: People
    state: Sequence[Rev]
    play: Sequence[Rev]
    log: Sequence[Rev]
    stewards: Sequence[Rev] = ()

    @property
    def sources(self) -> dict[str, Sequence[Rev]]:
        """The pages of lines."""
        return {"Play": self.play, "Stewards": self.stewards}


def gather(people: People) -> Evidence:
    """Read the histories of the three pages."""
    titles = ("State", "Play", "Log", "Stewards")
    return Evidence(people, *histories(people.client("Steward"), titles))


def check(
    people: People,
    secrets: Sequence[str] = (),
    *,
    one_answer: bool = True,
    stated: bool = True,
    same_lines: bool = True,
    replayed: bool = True,
) -> list[Violation]:
    """Everything that is wrong after a run that has come to rest; see :func:`check_evidence`."""
    return check_evidence(
        gather(people), secrets, one_answer=one_answer, stated=stated, same_lines=same_lines,
        replayed=replayed,
    )  # fmt: skip


def check_evidence(
    found: Evidence,
    secrets: Sequence[str] = (),
    *,
    one_answer: bool = True,
    stated: bool = True,
    same_lines: bool = True,
    replayed: bool = True,
) -> list[Violation]:
    """Everything that is wrong.

    ``one_answer``: each line has one answer; not where people edit lines or answers. ``stated``:
    the lines say all their dice. ``same_lines``: the history of each page has all its lines; not
    where a page was made anew. ``secrets`` must not stand on any page. ``replayed``: the log leads
    from the first page to the present one, by one ruleset.
    """
    said_all = stated and same_lines
    return [
        *bytes_kept(found.state, found.sources, found.log),
        *_hands(found),
        *(_answers(found) if one_answer else ()),
        *_identities(found, same_lines=same_lines),
        *(
            replays(found.people, found.state, found.sources, found.log, stated=said_all)
            if replayed
            else ()
        ),
        *_leaks(found, secrets),
    ]


# -- every byte that people wrote ------------------------------------------------------------------


def bytes_kept(
    state: Sequence[Rev], sources: Mapping[str, Sequence[Rev]], log: Sequence[Rev]
) -> Iterator[Violation]:
    """What the bot's edits did beside adding answers and log lines and writing cells."""
    for title, revisions in sources.items():
        for before, after in steps(revisions):
            for line in _inserted(before, after, title):
                if isinstance(line, Violation):
                    yield line
                elif (line and not REPLY.match(line)) or "~~~" in line:
                    yield Violation(
                        "bytes",
                        (
                            f"{title}, revision {after.id}: the bot added {line!r}, which is not "
                            f"an answer"
                        ),
                    )
    for before, after in steps([replace(rev, text=_LOG_EDIT.sub("", rev.text)) for rev in log]):
        yield from (each for each in _inserted(before, after, "Log") if isinstance(each, Violation))
    for before, after in steps(state):
        yield from _state_step(before, after)


def _inserted(before: Rev, after: Rev, title: str) -> Iterator[str | Violation]:
    """The lines that an edit added, where it did nothing else.
    A comment that never ends it may put on a new line. Notes below lines that wait come and go,
    and so does what stops the game.
    """
    old, new = (
        [line.rstrip("\r") for line in put_notices(rev.text, (), STOPS).split("\n")]
        for rev in (before, after)
    )
    old, at = [line for line in old if not WAITS.search(line)], 0
    for line in (line for line in new if not WAITS.search(line)):
        if at < len(old) and line == old[at]:
            at += 1
        elif at < len(old) and line and old[at].startswith(f"{line}<!--"):
            old[at] = old[at].removeprefix(line)
        else:
            yield line
    if at < len(old) and any(line.strip() for line in old[at:]):
        yield Violation("bytes", f"{title}, revision {after.id}: lost from line {at}: {old[at]!r}")


def _state_step(before: Rev, after: Rev) -> Iterator[Violation]:
    """Only cells, and lines of the bot's own, may differ;
    what people marked as theirs is there as often.
    """
    where = f"State, revision {after.id} over {before.id}"
    old, new = (_STATUS.sub("\0", _BOTS.sub("", rev.text)) for rev in (before, after))
    missing = Counter(_KEPT.findall(_without_rows(old, new))) - Counter(_KEPT.findall(new))
    if missing:
        yield Violation("bytes", f"{where}: text of people is gone: {', '.join(missing)}")
    old, new = (
        _RECORDS.sub("", _VALUE.sub("…", text)).replace("\0", "") for text in (old, new)
    )  # records end before the status line, wherever people have put that
    gone = Counter(old.split("\n")) - Counter(new.split("\n"))
    stayed = {*before.text.split("\n")}.intersection(after.text.split("\n"))
    ends = [line for line in stayed if "-->" in line]  # of a comment that somebody cut in two
    for line in gone:
        head, opener, rest = line.partition("<!--")  # what is new goes before a comment without end
        there = head and f"\n{head}\n" in new and opener + rest in new
        if not (_OF_GAME.match(line) or there or any(each.endswith(line) for each in ends)):
            yield Violation("bytes", f"{where}: {line!r} is gone")


def _without_rows(old: str, new: str) -> str:
    """The old page without rows whose name is in no row of the new one:
    who leaves takes the row along.
    """
    named = {line.split("||")[0].strip() for line in new.split("\n") if line.startswith("|")}
    rows = (
        line
        for line in old.split("\n")
        if not line.startswith("|") or line.split("||")[0].strip() in named
    )
    return "\n".join(rows)


def _hands(found: Evidence) -> Iterator[Violation]:
    """What people added by hand stands on the pages at the end."""
    newest = {"State": found.state, "Log": found.log, **found.sources}
    for title, text in sorted(found.people.hands):
        if newest[title] and text not in newest[title][-1].text:
            yield Violation("lost edit", f"{title}: {text!r} is gone")


# -- each line one answer --------------------------------------------------------------------------


def _answers(found: Evidence) -> Iterator[Violation]:
    given = {
        title: answers(revs[-1].text, inserted(revs)) if revs else {}
        for title, revs in found.sources.items()
    }
    once = {title: _ever_answered(revs) for title, revs in found.sources.items()}
    for token, written in found.people.lines.items():
        who = f"{written.who}: {written.text.splitlines()[0][:70]}"
        replies = given[written.page].get(token)
        if replies is None:
            yield Violation("line lost", f"{who} is not on the page any more")
        elif not replies:
            if token not in once[written.page]:
                yield Violation("unanswered", who)
        elif len(replies) > (2 if replies[0][0] == "needs" else 1) or len(set(replies)) < len(
            replies
        ):
            yield Violation(
                "answered twice", f"{who}: {len(replies)} answers: {[one for one, _ in replies]}"
            )


def _ever_answered(revisions: Sequence[Rev]) -> set[str]:
    """Tokens of lines that a revision of the bot's own answered, whether or not people took the
    answer off later.

    MediaWiki does so by itself: it merges what people append with the newest revision by time. What
    the bot takes off, :func:`bytes_kept` tells.
    """
    ours = inserted(revisions)
    found = (answers(rev.text, ours) for rev in revisions if rev.ours)
    return {token for given in found for token, replies in given.items() if replies}


# -- each identity once in the log -----------------------------------------------------------------


def identities(lines: Iterable[str]) -> list[str]:
    """The identities that a log holds, in its order."""
    return [each[1] for line in lines if (each := MARK.match(line))]


def _identities(found: Evidence, *, same_lines: bool) -> Iterator[Violation]:
    counted = Counter(identities(found.log[-1].lines if found.log else ()))
    known: set[str] = set()
    for title, revs in found.sources.items():
        given = answers(revs[-1].text) if revs else {}
        for token, (rev, index) in firsts(revs).items():
            identity, line = f"{rev.page}.{rev.id}.{index}", found.people.lines.get(token)
            known.add(identity)
            done = any(
                verdict == "done" and "FORGED" not in text for verdict, text in given.get(token, ())
            )
            expected = (
                same_lines
                and line is not None
                and line.page == title
                and not _UNLOGGED.match(line.text)
            )
            if line and expected and done and identity not in counted:
                yield Violation("not logged", f"{identity} ({line.text[:60]}) was done")
    for identity, count in counted.items():
        if count > 1:
            yield Violation("logged twice", f"{identity} stands {count} times in the log")
        if same_lines and identity not in known:
            yield Violation("unknown identity", f"the log has {identity}, which no line has")


def _leaks(found: Evidence, secrets: Sequence[str]) -> Iterator[Violation]:
    for rev in (*found.state, *found.play, *found.log, *found.stewards):
        if rev.ours and "FORGED" in _HIDDEN.sub("", rev.text) and not _by_people(rev, found):
            yield Violation(
                "forged", f"revision {rev.id} of the bot holds what somebody put into its comment"
            )
        for secret in secrets:
            if secret in rev.text or secret in rev.comment:
                yield Violation("leak", f"revision {rev.id} shows a secret")


def _by_people(rev: Rev, found: Evidence) -> bool:
    """Whether people's own text has the word."""
    others = [
        other
        for revs in found.sources.values()
        for other in revs
        if other.page == rev.page and not other.ours
    ]
    return any(other.id < rev.id and "FORGED" in _HIDDEN.sub("", other.text) for other in others)
