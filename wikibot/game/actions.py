"""What is played (lines, withdrawals, timed events), the outcome that answers a line, and verbs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import Enum, StrEnum
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, Protocol

from msgspec import Meta, Struct
from msgspec.structs import replace

from wikibot.wikitext.messages import retold, say
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.own_marks import IDENTITY
from wikibot.wikitext.regex import regex

_ID = regex(IDENTITY)
LONGEST_OFFER = 300  # characters of an order that is offered to who wrote another line
OPERATOR = "the operator"  # in place of an account, of an order at the command line


class IdentityPart(StrEnum):
    """What an identity stands for. ``CHOICE``: an order that a line leaves to another player."""

    LINE = ""
    CHOICE = "choice"
    REPLY = "reply"  # a line beside the actions; ``index``: its number in the revision it came with
    GONE = "gone"  # of a line that another account took off before it was read
    CHANGE = "change"  # of a line that has to stay as it is, or its removal; ``index`` counts them


# Least indexes, before there were parts:
_BEFORE = ((1_000_000, IdentityPart.CHOICE), (10_000, IdentityPart.CHANGE))


class ActionId(Struct, frozen=True, gc=False):
    """What no other action has: page, revision that added the line, index within that revision.

    Lines of a text log have page and revision 0 and their line number as index. ``nth``: which
    order of its line an action is, where the line has several; the first one is named as the line.
    """

    page: int
    revision: int
    index: int
    part: IdentityPart = IdentityPart.LINE
    nth: int = 1

    def __lt__(self, other: ActionId) -> bool:
        """By page and revision; within one the lines come first."""
        mine, others = (
            (each.page, each.revision, each.part, each.index, each.nth) for each in (self, other)
        )
        return mine < others

    def __str__(self) -> str:
        """``page.revision.index``, which order of it and what of it, as tables and journals do.

        ``3.5.0.2`` is the second order of a line, ``3.5.0/choice`` what it leaves to another.
        """
        order = f".{self.nth}" if self.nth > 1 else ""
        line = f"{self.page}.{self.revision}.{self.index}{order}"
        return f"{line}/{self.part}" if self.part else line

    @property
    def line(self) -> ActionId:
        """The identity of the line, whichever of its orders this is."""
        return self if self.nth == 1 else ActionId(self.page, self.revision, self.index, self.part)

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str) -> ActionId:
        """Read what ``str`` wrote; raises ``ValueError`` for anything else."""
        if not _ID.fullmatch(text.strip()):
            raise ValueError(f"not an action id: {text!r}")
        numbers, _, part = text.strip().partition("/")
        page, revision, index, nth = map(integer, [*numbers.split("."), "1"][:4])
        for least, before in _BEFORE:
            if page and not part and index >= least:
                return cls(page, revision, index - least, before)
        return cls(page, revision, index, IdentityPart(part), nth)


class LineAbove(Struct, frozen=True, gc=False):
    """The action line to which another line is a reply.

    ``own``: by the same account. ``done``: the answer that it was played, as its page has it, ""
    for none.
    """

    id: ActionId
    own: bool
    done: str = ""


class Beside(Struct, frozen=True, gc=False):
    """What a line is that does not stand among the actions.

    ``question``: the line about which its author was asked above it; ``edited``: in words that are
    not the bot's any more; ``topic``: it opens a topic of
    its author on the page; ``corrects``: the line of its author's own, not understood, below which
    it stands; ``above``: the line to which it is a direct reply, in other cases than these.
    """

    question: ActionId | None = None
    edited: bool = False
    topic: bool = False
    corrects: ActionId | None = None
    above: LineAbove | None = None


class Action(Struct, frozen=True, gc=False):
    """A line to be played, with the account that answers for it.

    ``line``: its number in a text log, from 1. ``by_name``: it comes from a text log, where the
    name is the player's; on a wiki it is the account's. ``trusted``: written by a steward or by the
    operator, so that steward verbs are allowed. ``body``: the text that its author wrote on the
    lines below it, as plain lines. ``written``: by the wiki's clock, where it is played at another
    ``time``. ``recorded``: it waited and is played again, so that its rolls were made before.
    ``gone``: taken off its page before it was played; only its rolls count. ``said``: the order in
    exact form, where the line says it in other words. ``written_as``: the line as its page has it,
    where a log has the order in exact form. ``beside``: it does not stand among the actions.
    ``rolls_outlast``: as in a state. ``secret``: only the bot can read it. ``told``: in a log.
    """

    id: ActionId
    time: datetime
    account: str
    text: str
    line: int = 0
    by_name: bool = False
    trusted: bool = False
    body: str = ""
    written: datetime | None = None
    recorded: bool = False
    gone: bool = False
    said: str = ""
    beside: Beside | None = None
    written_as: str = ""
    rolls_outlast: bool = False
    secret: bool = False
    told: bool = False

    @property
    def is_logged(self) -> bool:
        """Whether it stands in a log that the bot wrote, and was played as it stands."""
        return self.line > 0 and self.id.page > 0

    @property
    def order(self) -> str:
        """The line as it was understood."""
        return self.said or self.text


class Withdrawal(Struct, frozen=True, gc=False):
    """A line was taken off its page, or written anew by its author.

    What it left waiting is dropped, unless it has a roll. ``by``: who did that in which
    ``revision``, "" where it is hidden; ``account`` and ``text``: whose line it was.
    ``rolls_outlast``: as in a state.
    """

    id: ActionId
    time: datetime
    by: str
    account: str = ""
    text: str = ""
    revision: int = 0
    rolls_outlast: bool = False

    @property
    def told(self) -> str:
        """What happened, for a report."""
        by, line = self.by or say("an unknown account"), say("{!r} of {}", self.text, self.account)
        return say("{} took {} off the page in revision {}", by, line, str(self.revision))


class Watched(Struct, frozen=True, gc=False):
    """A line of the actions page that has to stay as it is, such as that of a proposal.

    When ``account``, who wrote it, changes it or takes it away, that is as good as the line
    ``order`` by the same account at that time. ``text``: the action's text, ``body``: the lines
    below it. ``edits``: whether a change matters, or only that the line goes.
    """

    id: ActionId
    account: str
    text: str
    body: str
    order: str
    edits: bool = True


class Event(Struct, frozen=True, gc=False):
    """Something that happens at its own time. ``name`` says what, ``data`` to whom."""

    time: datetime
    name: str
    data: str = ""


class Verdict(StrEnum):
    """How an action line is answered."""

    DONE = "done"  # played
    NEEDS = "needs"  # a choice or a roll is missing; what was given is kept
    CANT = "cant"  # a rule forbids it
    HUH = "huh"  # not understood
    HELD = "held"  # a person must rule


class OfferedOrders(NamedTuple):
    """The orders that a line which was not understood may have been meant for.

    Several on lines of one text are taken together. ``last``: its author has written no action line
    since.
    """

    line: ActionId
    account: Annotated[str, Meta(max_length=10_000)]
    orders: tuple[Annotated[str, Meta(max_length=LONGEST_OFFER)], ...]
    last: bool = True


class Outcome(Struct, frozen=True, gc=False):
    """The answer to one action. ``text`` is plain text, without the verdict, not escaped yet.

    ``player``: table name, or the account without a player. ``rolls``: every roll that was used, in
    a dice bot's form, in order; ``drawn``: those that the line does not state; ``proofs``: lines of
    a log that say what the drawn ones were made from. ``logged``: what a log holds in place of the
    line; "": nothing. ``unit``: of a held action, the unit of the ruleset that is not settled.
    ``offers``: the orders that a line may have been meant for, one of which its author may take.
    ``parts``: of a line with several orders, the outcomes of those that left a mark, as a log has
    them. ``talk``: it comes near no order and was meant as none, so that nothing is said below it.
    """

    action: Action
    verdict: Verdict
    text: str
    player: str = ""
    rolls: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    logged: str | None = None
    proofs: tuple[str, ...] = ()
    unit: str = ""
    offers: tuple[str, ...] = ()
    parts: tuple[Outcome, ...] = ()
    talk: bool = False

    @property
    def counts(self) -> bool:
        """Whether the action left a mark on the state, so that the log must hold it."""
        if self.parts:
            return True
        if self.logged is not None:
            return bool(self.logged)
        return self.verdict in (Verdict.DONE, Verdict.NEEDS, Verdict.HELD)


# == What a verb is: the form that an action line may have, and what plays it ======================

# The action context that a verb is handed, and words for it in any order. Their types stand above
# this one: the context knows the game.
Context = Any
Deed = Any


class Questions(Enum):
    """Where a question mark may stand in a line that is to be played."""

    NOWHERE = "nowhere but in quotes"
    BEHIND_COLON = "in a text behind a colon"
    ANYWHERE = "anywhere"


class Shape(Enum):
    """What follows a verb."""

    BARE = "nothing"
    WORDS = "answers, between blanks or commas"
    SUBJECT = "a subject, then a colon and answers between commas"
    TEXT = "free text"


class Scope(Enum):
    """What an order is said to."""

    GAME = "the game: the engine plays it"
    BOT = "the bot itself: it takes effect before any action of its sync"


class Claims(Protocol):
    """Says of a context whether its order's words are a rule's, or the ``whole`` of them."""

    def __call__(self, act: Context, /, *, whole: bool = False) -> bool: ...


class Verb(Struct, frozen=True):
    """One verb. ``form`` and ``example`` are for people; ``play`` is handed the action context.

    ``available``: for help, whether the asker can use it now. ``fits``: the form of the rest that
    distinguishes it from another verb of the same name. ``fillers``: words that mean nothing behind
    a BARE verb, or between the answers of a WORDS verb. ``hints``: other words for it, which are
    not understood but answered with its form. ``section``: for help, the section of the ruleset
    page without which it cannot be used. ``needs``: what else it depends on, by the names under
    which implementations bear on verbs. ``reads``: whether a line that begins with no verb is this
    one's; then all of it is the subject. ``yields``: to such a verb, as ``for P1``. ``means``: the
    things that an order is about, in full, whatever its spelling; nothing where the verb alone says
    it all. ``rolls_apart``: its rolls for one of these things are not for another. ``undecided``: a
    line with it does not say yet what is done, nor what it shows dice for. ``phrases``: people's
    other words for it, as :mod:`wikibot.game.understanding.phrases` says; ``deeds``: in any
    order, as :mod:`wikibot.game.understanding.phrases` says. ``named``: a new name follows, of the
    player's own making. ``inputs``: its lines as they are composed of lists and fields, as
    :mod:`wikibot.game.composing` says; None: as ``form`` has it.
    ``is_explained``: ``help`` says what it is about, however many verbs there are. ``claims``:
    whether a line's words are those of the rule that the verb stands for; ``whole``: all that the
    rule has, so that the line is no talk. Such a verb is named ``by rule WORD`` where lines that
    begin with WORD may be for the bot.
    """

    name: str
    form: str
    example: str
    about: str
    play: Callable[[Context], None]
    shape: Shape = Shape.BARE
    players_only: bool = True
    available: Callable[[Context], bool] | None = None
    stewards_only: bool = False
    scope: Scope = Scope.GAME
    fits: str = ""
    fillers: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    section: str = ""
    reads: Callable[[str], bool] | None = None
    questions: Questions = Questions.NOWHERE
    yields: bool = False
    means: Callable[[Context], tuple[str, ...]] | None = None
    rolls_apart: bool = False
    undecided: bool = False
    phrases: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    named: bool = False
    inputs: tuple[str, ...] | None = None
    is_explained: bool = False
    claims: Claims | None = None
    needs: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """What it is about, in the words in use; what a rule says stays as the page has it."""
        if not self.is_explained:
            return retold(self.about)
        rule, colon, said = self.about.partition(": ")
        return f"{retold(rule)}{colon}{said}"

    @property
    def is_free(self) -> bool:
        """Whether the player's own text follows, in which dice and questions are just words."""
        asks = self.questions is not Questions.NOWHERE
        return self.shape is Shape.TEXT and (self.named or self.stewards_only or asks)


def under(section: str, *verbs: Verb) -> tuple[Verb, ...]:
    """The verbs of one section of the ruleset."""
    return tuple(replace(verb, section=section) for verb in verbs)


def one_order(_act: Context) -> tuple[str, ...]:
    """``means`` of a verb whose orders are all the same order, whatever follows the verb."""
    return ()


def unlisted(_act: Context) -> bool:
    """``available`` of a verb that help need not list: another name of one that it does."""
    return False
