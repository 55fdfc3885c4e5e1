"""What a verb is: the form that an action line may have, and what plays it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from wikibot.wikitext.messages import retold

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
