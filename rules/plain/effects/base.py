"""What every effect is: a node that says itself in words and plays itself.

Each effect is told in one place, the module of its family: what it is, how it is said (``say``) and
played (``play``), and below it the clauses by which sentences mean it (:mod:`rules.plain.clauses`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeAlias

from rules.plain import terms as t
from rules.plain.clauses import Unspeakable

if TYPE_CHECKING:
    from rules.plain.meaning.boards import ClauseMeaning
    from rules.plain.speech.phrases import Clauses

    Meaning: TypeAlias = ClauseMeaning
    Words: TypeAlias = Clauses
else:  # which are loaded where a sentence is read, and not where one is played
    Meaning = Words = Any

Effects = tuple[Any, ...]


class _Hole:
    """A field in the words of its effect."""

    def __init__(self, value: Any, words: Words) -> None:
        self.value, self.words = value, words

    def __format__(self, how: str) -> str:
        if how.startswith("?"):
            return how[1:].split("|")[not self.value]
        way, is_part, front = how.partition(" ")
        if is_part and not self.value:
            return ""
        front, _, behind = front.partition("|")
        return f"{front}{getattr(self.words, way)(self.value) if way else self.value}{behind}"


class Effect(t.Node, frozen=True):
    """Something that happens.

    ``form``: it is said of a subject ("gains 2 Fish"), as a clause of its own, or holds others.
    ``of_player``: in the words behind it a player who was named before is still meant.
    ``gives``: somebody may have more by it of what it changes, who had it from others.
    ``due``: its field that says of whom it is taken where it must be there. ``verb``: behind "may".
    ``is_called``: what follows stands behind a colon. ``may_follow``: a block
    that may stand under a condition behind other effects.
    """

    says: ClassVar[str] = ""
    form: ClassVar[Literal["predicate", "clause", "block"]] = "predicate"
    is_called: ClassVar[bool] = False
    may_follow: ClassVar[bool] = False
    of_player: ClassVar[bool] = True
    gives: ClassVar[bool] = False
    due: ClassVar[str] = ""
    verb: ClassVar[str] = "set"

    @property
    def has_remark(self) -> bool:
        """Whether a remark stands behind it, which ends the sentence."""
        return not getattr(self, "lands", True) or getattr(self, "led", False)

    def state(self, words: Words) -> str:
        """What it says of the player of a place: ``becomes Tired``; "" for other effects."""
        return ""

    def say(self, words: Words) -> str:
        """The effect as the predicate of its subject, or as a clause: ``says`` with its fields.

        A hole tells how the field in it is said: ``{amount:amount} {table:noun}``; behind a space
        is what stands before (and behind ``|`` after) one that is not empty, behind ``?`` what is
        said where it is so, or not. ``{who:mine}`` says nothing: it is the subject.
        """
        if not self.says:
            raise Unspeakable(repr(self))
        held = {name: _Hole(getattr(self, name), words) for name in self.__struct_fields__}
        return self.says.format_map(held)

    def apart(self, words: Words) -> str:
        """The effect as a clause, where it cannot be said of the subject; "" where it can."""
        return ""

    def command(self, words: Words, verb: str) -> str:
        """What is said of it behind "may" and a verb: ``set their Class to Mage``."""
        if self.form != "predicate":
            raise Unspeakable(repr(self))
        return f"{verb} {self.say(words).partition(' ')[2]}"

    def begins(self, words: Words) -> str:
        """What is said of it where a new player begins so."""
        raise Unspeakable(repr(self))

    def play(self, scene: Stage) -> None:
        """Let it happen."""
        raise NotImplementedError(repr(self))


class Stage(Protocol):
    """A sentence while it is played: what its effects ask of the game, and have happen there.

    What stands for whom is as in ``rules.generic.play.scene``.
    """

    act: Any
    told: Any
    doer: str
    acts: bool
    tied: bool
    rolled: int | None
    shown: int
    faces: tuple[int, ...]
    many: int | None
    slots: dict[int, Any]
    owners: Callable[[Any], tuple[Any, ...]]
    one: Callable[[Any], Any]
    amount: Callable[[Any], int]
    throw: Callable[[Any, t.Dice], int]
    holds: Callable[[Any], bool]
    value: Callable[[Any], Any]
    places: Callable[[t.Place], Iterable[Any]]
    gain: Callable[[Any, str, int], int]
    lose: Callable[..., int]
    transfer: Callable[..., None]
    owe: Callable[[Any, str, int], None]
    put: Callable[[Any, str, Any], None]
    require: Callable[[Any, str, int], None]
    name: Callable[[str], str]
    say: Callable[..., None]
    deed: Callable[[Any, str, int | None], None]
    about: Callable[..., AbstractContextManager[None]]
    perform: Callable[[Iterable[Any]], None]
    for_each: Callable[[Any, Iterable[Any]], None]
    can: Callable[[Iterable[Any]], bool]
    cell: Callable[[t.Place], Any]
    how_many: Callable[[t.Place], int]
    create: Callable[..., Any]
    destroy: Callable[[Any], None]
    move: Callable[..., None]
    walk: Callable[[str, str, int], None]
    swap: Callable[..., None]
    win: Callable[[str], None]
    pass_turn: Callable[[], None]
    vote: Callable[[Any], None]
    draw_from: Callable[[Any, str, int, tuple[str, int]], None]
    discard: Callable[..., None]
    give_up: Callable[[Any, str, str], None]
    shuffle: Callable[[str, str], None]
    deal: Callable[[tuple[Any, ...], str, str], None]
    look: Callable[[Any, Any, str], None]
    reveal: Callable[[Any, str], None]
    choose_secretly: Callable[[str, str], None]
    reveal_choices: Callable[[str], None]
    end_votes: Callable[[], None]
    decide: Callable[..., None]
    may_go: Callable[[str], Sequence[str]]
    choose: Callable[..., Any]
    ask: Callable[..., None]
    within: Callable[..., None]
    told_of: Callable[[Sequence[Any]], str]
    bind: Callable[[str, str, str, int], None]
    unbind: Callable[[str, str, str], None]
