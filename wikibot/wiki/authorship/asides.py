"""What people write beside the action lines, as far as it may be meant for the game.

A reply below a question of the bot (``needs``) is the answer to it, if its author is the player
who was asked, which the game knows. A reply below its author's own line that was not understood
(``huh``) replaces that line, if it reads exactly as an action. Any other line is talk; where it
reads exactly as an action, one reply points that out to its author. A line that another account
changed or moved is talk.

Decisions: the identity of such a line is the number that it had in the revision that added it. On
a page that the bot reads for the first time all such lines are talk. Below an answer to an answer
(``needs`` below a ``choose``) the first question counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from wikibot.game.actions import Action, ActionId, Beside, IdentityPart
from wikibot.wiki.authorship.blame import PageBlame
from wikibot.wiki.authorship.findings import unplayable
from wikibot.wiki.authorship.page import LineHistory
from wikibot.wikitext.lines import read_line, said_numbers
from wikibot.wikitext.replies import ASKS, answered_identity, read_verdict

WHATEVER_WAITS = ActionId(0, 0, 0)  # of a question below a line that answers one itself
_ANSWER = "choose"
_NOT_UNDERSTOOD, _PLAYED = "huh", ("done", "needs", "held")


class Aside(Struct, frozen=True):
    """A line that is not an action line. ``number``: where it stands in the head."""

    number: int
    action: Action


def find_asides(walk: PageBlame) -> tuple[Aside, ...]:
    """The new ones of a page that was walked to, in page order."""
    if walk.cursor < 0:
        return ()
    new = [
        number for number, trace in enumerate(walk.last.traces) if trace and _is_new(walk, trace)
    ]
    if not new:
        return ()
    said = said_numbers("\n".join(walk.last.raws))
    return tuple(_Asides(walk).of(number for number in new if number in said))


def _is_new(walk: PageBlame, trace: LineHistory) -> bool:
    """Whether a line is new, is not an action line, and is its author's own."""
    own = walk.account(trace.added)
    return (
        trace.acted is None
        and trace.added > walk.cursor
        and trace.serial not in walk.read
        and not walk.was_elsewhere(trace)
        and not trace.unseen
        and own is not None
        and own == trace.author != walk.bot
        and trace.changed is trace.restored is None
        and (trace.touched is None or walk.account(trace.touched) == own)
        and unplayable(walk.history[trace.added]) is None
    )


class _Asides:
    """Judges the new lines of the head that are not action lines."""

    def __init__(self, walk: PageBlame) -> None:
        self.walk, self.head = walk, walk.last
        self.raws: Sequence[str] = walk.last.raws
        self.actions = frozenset(walk.last.actions)
        self._unread = dict[int, ActionId | None]()
        self.corrected = set[int]()  # the lines for which a reply was found that says them anew
        self._parents, self._above = _threads(self.raws)
        self._bodies = dict[int, tuple[int, bool]]()  # by action line: how far it was looked at

    def of(self, numbers: Iterator[int]) -> Iterator[Aside]:
        for number in numbers:
            trace = self.head.traces[number]
            if trace is None or not self._is_signed_well(trace, number):
                continue
            revision = self.walk.history[trace.added]
            id_ = ActionId(revision.page_id, revision.id, trace.line.number, IdentityPart.REPLY)
            question = self._question(number)
            if str(id_) in self.walk.said:
                continue
            corrects = self._corrects(number, trace) if question is None else None
            if question is None and not corrects and self._is_body(number, trace):
                continue
            topic = self._opens_topic(number, trace)
            beside = Beside(question, topic=topic, corrects=corrects)
            text, account = trace.line.text, revision.user or ""
            yield Aside(number, Action(id_, revision.time, account, text, beside=beside))

    def _is_signed_well(self, trace: LineHistory, number: int) -> bool:
        """Whether no signature names another account, then or now."""
        return self.walk.signed_well(trace, read_line(self.raws[number]))

    def _question(self, number: int) -> ActionId | None:
        """The line about which the bot asks above this one; None where it does not.

        Whose question it is tells the game, in which just that line waits for its player.
        """
        asked = self._parents[number]
        about = None if asked is None else self._parents[asked]
        if asked is None or about is None or read_verdict(self.raws[asked]) != ASKS:
            return None
        trace, identity = self.head.traces[asked], answered_identity(self.raws[asked])
        forged = trace is not None and not trace.unseen and trace.author != self.walk.bot
        if identity is None or forged:
            return None
        if about not in self.actions:
            return self._question(about)
        answers = read_line(self.raws[about]).text.casefold().startswith(_ANSWER)
        return WHATEVER_WAITS if answers else ActionId.parse(identity)

    def _corrects(self, number: int, trace: LineHistory) -> ActionId | None:
        """The line of the same author, not understood, below which a line is the first reply.

        The answer to that line may stand behind the reply, where discussion tools pass over it.
        """
        root: int | None = self._parents[number]
        while root is not None and root not in self.actions:
            root = self._parents[root]
        own = None if root is None else self.head.traces[root]
        if root is None or root in self.corrected or own is None or own.author != trace.author:
            return None
        line = self._not_understood(root)
        if line:
            self.corrected.add(root)
        return line

    def _not_understood(self, root: int) -> ActionId | None:
        """The identity of a line, if the bot did not understand it and played no reply below it.

        By the bot's answer: the history that was read may begin behind the line.
        """
        if root not in self._unread:
            found = [*self._answers(root)]
            played = any(verdict in _PLAYED for _, verdict, _ in found)
            last = [(verdict, name) for below, verdict, name in found if below == 1][-1:]
            names = [name for verdict, name in last if verdict == _NOT_UNDERSTOOD and not played]
            self._unread[root] = ActionId.parse(names[0]) if any(names) else None
        return self._unread[root]

    def _answers(self, root: int) -> Iterator[tuple[int, str, str]]:
        """The bot's answers below a line: how far below it, the verdict, the identity named."""
        level = _level(self.raws[root])
        for at in range(root + 1, len(self.raws)):
            if not self.raws[at].strip() or _level(self.raws[at]) <= level:
                return
            trace, verdict = self.head.traces[at], read_verdict(self.raws[at])
            if trace is not None and trace.author == self.walk.bot and verdict:
                identity = answered_identity(self.raws[at]) or ""
                yield _level(self.raws[at]) - level, verdict, identity

    def _is_body(self, number: int, trace: LineHistory) -> bool:
        """Whether a line is text that belongs to an action line of its author above it."""
        root: int | None = number
        while root is not None and root not in self.actions:
            root = self._parents[root]
        if root is None:
            return False
        own, (start, mine) = self.head.traces[root], self._bodies.get(root, (root + 1, True))
        author = own.author if own else None
        for line in self.head.traces[start:number] if mine else ():
            same = line is None or (line.author == author and not line.line.signature.timestamp)
            mine = mine and same
        self._bodies[root] = (number, mine)
        return mine and trace.author == author

    def _opens_topic(self, number: int, trace: LineHistory) -> bool:
        """Whether a line is the first one below a heading that came with it."""
        above = self._above[number]
        heading = None if above is None else self.head.traces[above]
        return (
            above is not None
            and heading is not None
            and self.raws[above].startswith("=")
            and (heading.added, heading.author) == (trace.added, trace.author)
        )


def _threads(raws: Sequence[str]) -> tuple[list[int | None], list[int | None]]:
    """Of each line, the one that it is a reply to, and the last one above that is not blank.

    A line that replies to no list item, or stands below a blank line, is a reply to none.
    """
    parents, above = list[int | None](), list[int | None]()
    last, thread = None, list[int]()
    for number, raw in enumerate(raws):
        above.append(last)
        if not raw.strip():
            thread.clear()
        while thread and _level(raws[thread[-1]]) >= _level(raw):
            thread.pop()
        parents.append(thread[-1] if thread else None)
        if raw.strip():
            thread.append(number)
            last = number
    return parents, above


def _level(raw: str) -> int:
    return len(raw) - len(raw.lstrip("*#:;"))
