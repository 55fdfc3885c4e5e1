"""The choices of a player while an order is carried out: what names mean, and the answers given.

Where an answer is missing a call raises :class:`Missing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from wikibot.game import names
from wikibot.game.engine.orders import Order
from wikibot.game.game import Game
from wikibot.game.problems import Missing, Refused, Unclear, listing
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import S
from wikibot.wikitext.folding import fold
from wikibot.wikitext.messages import retold, say

T = TypeVar("T")
CONFIRMS = "do you mean it"  # how the question ends before something is lost
_YES, _NO = ("yes", "y", "yes, leave", "really", "confirm"), ("no", "n", "stay", "cancel")
_NO_ALIASES: Mapping[str, str] = {}
_NOTHING_LOST = "Nothing has been played, and nothing is used up."
BY_ITSELF = "*"  # among the answers of an order that waits: a choice that had a single option


def _folded(names: Iterable[str], _: Rulebook) -> frozenset[str]:
    return frozenset(map(fold, names))


class Choices(Generic[S]):
    """The answers of an order, taken up one by one.

    ``chosen``: the name of every choice in order; ``answered``: the same with a mark for those that
    had a single option.
    """

    def __init__(self, game: Game[S], book: Rulebook, state: S, order: Order | None) -> None:
        self.game, self.book, self.state, self.order = game, book, state, order
        self.chosen: list[str] = []
        self.answered: list[str] = []
        self._answers = list(order.answers) if order else []
        self._passed_over: list[tuple[str, str, str]] = []  # answer, question, its only option

    # -- what names mean ---------------------------------------------------------------------------

    def is_name(self, text: str) -> bool:
        """Whether anything in the game goes by that name."""
        return fold(text) in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return self.book.found_in(self.game.names(self.state, self.book), _folded)

    def find(
        self, text: str, known: Sequence[str], aliases: Mapping[str, str] = _NO_ALIASES
    ) -> str | None:
        """The one of some names that a text means; None where it means none, or more than one."""
        return names.meant(text, known, aliases, self.is_name)

    def resolve(
        self, text: str, known: Sequence[str], what: str, aliases: Mapping[str, str] = _NO_ALIASES
    ) -> str:
        """The same; raises ``Unclear`` with suggestions, ``Refused`` for another thing's name."""
        return names.resolve(text, known, what, aliases, self.is_name)

    # -- choices -----------------------------------------------------------------------------------

    def choose(
        self,
        asks: str,
        options: Sequence[T],
        name: Callable[[T], str] = str,
        *,
        known: Sequence[str] = (),
        rule: str = "",
        spelled: Callable[[str], str] = str,
        question: str = "",
    ) -> T:
        """The player's choice among ``options``; a single option needs no answer.

        ``asks`` says in words what is chosen; ``question`` asks for it, where these words do not.
        ``known``: names that are understood but not allowed here; such an answer is refused by
        ``rule``, any other that fits no option is not understood. ``spelled`` turns an answer in
        other words into the name of an option.
        """
        named = {name(option): option for option in options}
        if not named:
            raise Refused("there is nothing to choose for {}", retold(asks), rule=rule)
        answer = self._answers[0] if self._answers else None
        found = answer
        if answer is not None and answer not in named:
            found = self.find(spelled(answer), tuple(named))
        if answer == BY_ITSELF:
            del self._answers[0]
        if found is None and len(named) == 1:
            only = next(iter(named))
            if answer not in (None, BY_ITSELF):  # it stays, for a later question
                self._passed_over.append((str(answer), asks, only))
            self._note(only, BY_ITSELF)
            return options[0]
        if answer is None or answer == BY_ITSELF:
            raise Missing(asks, tuple(named), question=question)
        if found is None:
            if self.is_name(answer) or self.find(answer, tuple(known)) is not None:
                why = say("{!r} is not an answer to {!r}", answer, retold(asks))
                raise Refused(why, rule=rule, remedy=say("Options: {}", listing(tuple(named))))
            all_ = tuple(named)
            near = names.suggestions(answer, all_) if len(all_) > names.SUGGESTIONS else ()
            raise Unclear("{!r} does not answer {!r}", answer, retold(asks), nearest=near or all_)
        del self._answers[0]
        self._note(found)
        return named[found]

    def named(self, options: Sequence[T], name: Callable[[T], str] = str) -> T | None:
        """The option that the next answer names to the letter, taken as the choice; None: none.

        For many choices in a row, ahead of :meth:`choose`, which understands and asks more.
        """
        answer = self._answers[0] if self._answers else None
        for option in options:
            if name(option) == answer:
                self._note(self._answers.pop(0))
                return option
        return None

    def take_in_order(self, options: Sequence[object]) -> None:
        """Take options that the next answers name to the letter, and then those without others."""
        count = len(options)
        answers = self._answers[:count]
        del self._answers[:count]
        self.chosen += map(str, options)
        self.answered += answers + [BY_ITSELF] * (count - len(answers))

    def _note(self, name: str, answer: str = "") -> None:
        self.chosen.append(name)
        self.answered.append(answer or name)

    def confirm(self, asks: str) -> bool:
        """Whether the player says yes to a question before something is lost for good.

        The same order once more says so as well (:meth:`Joining.confirmed`).
        """
        asks = f"{asks}; {CONFIRMS}"
        if not self._answers:
            raise Missing(asks, form="choose yes", answers=("yes", "no"))
        said = fold(self._answers[0]).strip(" .!")
        if said not in (*_YES, *_NO):
            raise Unclear(
                "{!r} does not answer {!r}", self._answers[0], retold(asks), nearest=("yes", "no")
            )
        self._note(self._answers.pop(0))
        return said in _YES

    def ask(self, asks: str, read: Callable[[str], T], question: str = "") -> T:
        """The player's free answer, read by ``read``, whose ``ValueError`` says what it expects."""
        if not self._answers:
            raise Missing(asks, question=question)
        try:
            value = read(self._answers[0])
        except ValueError as error:
            raise Unclear(
                "{!r} does not answer {!r}: {}", self._answers[0], retold(asks), error
            ) from None
        self._note(self._answers.pop(0))
        return value

    def split_answers(self, split: Callable[[str], Sequence[str]]) -> None:
        """Split the answers that are left: ``1 2 3`` between two commas may be three spaces."""
        self._answers = [part for answer in self._answers for part in split(answer)]

    def join_answers(self) -> None:
        """Join the answers that are left to a single one: prose with commas in it."""
        self._answers = [", ".join(self._answers)] if self._answers else []

    def answer_first(self, answer: str) -> None:
        """Put an answer in front of the others, which the line gave in another place."""
        self._answers.insert(0, answer)

    @property
    def answers_left(self) -> tuple[str, ...]:
        """Answers that nothing has asked for (yet)."""
        return tuple(self._answers)

    def refuse_extra(self) -> None:
        """Refuse answers that nothing asked for, with the question that they were meant for."""
        if not self._answers:
            return
        for answer, asks, only in self._passed_over:
            if answer == self._answers[0]:
                why = say(
                    "{!r} is not an answer to {!r}: there is only {}", answer, retold(asks), only
                )
                raise Refused(why, remedy=_NOTHING_LOST)
        extra = listing(tuple(map(repr, self._answers)))
        raise Refused("{} is more than was asked for", extra, remedy=_NOTHING_LOST)
