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
        self._understood = dict[int, bool]()
        self.corrected = set[int]()  # the lines for which a reply was found that says them anew

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
            corrects = question is None and self._corrects(number, trace)
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
        asked = self._parent(number)
        about = None if asked is None else self._parent(asked)
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

    def _corrects(self, number: int, trace: LineHistory) -> bool:
        """Whether a line is the first reply of its author below a line that was not understood.

        The answer to that line may stand behind the reply, where discussion tools pass over it.
        """
        root: int | None = self._parent(number)
        while root is not None and root not in self.actions:
            root = self._parent(root)
        own = None if root is None else self.head.traces[root]
        if root is None or root in self.corrected or own is None or own.author != trace.author:
            return False
        if not self._is_not_understood(root):
            return False
        self.corrected.add(root)
        return True

    def _is_not_understood(self, root: int) -> bool:
        """Whether the bot did not understand a line, nor any reply below it was played."""
        if root not in self._understood:
            found = [*self._verdicts(root)]
            answers = [verdict for below, verdict in found if below == 1]
            played = any(verdict in _PLAYED for _, verdict in found)
            self._understood[root] = played or answers[-1:] != [_NOT_UNDERSTOOD]
        return not self._understood[root]

    def _verdicts(self, root: int) -> Iterator[tuple[int, str]]:
        """The verdicts of the bot in the thread below a line, each with how far below it stands."""
        level = self._level(root)
        for at in range(root + 1, len(self.raws)):
            if not self.raws[at].strip() or self._level(at) <= level:
                return
            trace, verdict = self.head.traces[at], read_verdict(self.raws[at])
            if trace is not None and trace.author == self.walk.bot and verdict:
                yield self._level(at) - level, verdict

    def _parent(self, number: int) -> int | None:
        """The line that a line is a reply to; None where it is none, or replies to no list item."""
        level = self._level(number)
        for above in range(number - 1, -1, -1):
            if not self.raws[above].strip() or not level:
                return None
            if self._level(above) < level:
                return above
        return None

    def _level(self, number: int) -> int:
        raw = self.raws[number]
        return len(raw) - len(raw.lstrip("*#:;"))

    def _is_body(self, number: int, trace: LineHistory) -> bool:
        """Whether a line is text that belongs to an action line of its author above it."""
        root: int | None = number
        while root is not None and root not in self.actions:
            root = self._parent(root)
        if root is None:
            return False
        between = (self.head.traces[at] for at in range(root, number))
        lines = [each for each in between if each is not None]
        mine = all(each.author == trace.author for each in lines)
        return mine and not any(each.line.signature.timestamp for each in lines[1:])

    def _opens_topic(self, number: int, trace: LineHistory) -> bool:
        """Whether a line is the first one below a heading that came with it."""
        above = next((at for at in range(number - 1, -1, -1) if self.raws[at].strip()), None)
        heading = None if above is None else self.head.traces[above]
        return (
            above is not None
            and heading is not None
            and self.raws[above].startswith("=")
            and (heading.added, heading.author) == (trace.added, trace.author)
        )
