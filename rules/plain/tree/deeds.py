"""What happens by the words of things: what is selected, told, taken whole; what coded games do."""

from __future__ import annotations

from typing import TypeAlias

from rules.plain.tree.terms import (
    Amount,
    ChosenPlayer,
    ChosenThing,
    Node,
    Place,
    RandomThing,
    Thing,
    Who,
)


class Select(Node, frozen=True, tag=True):
    """A player or thing is drawn or chosen, whom the sentence then speaks of; that is all."""

    thing: RandomThing | ChosenThing | ChosenPlayer


class Start(Node, frozen=True, tag=True):
    """What a value of the game that holds yes or no says begins: a party is started."""

    name: str


class Include(Node, frozen=True, tag=True):
    """A place that names several things names this one, too."""

    place: Place
    thing: Thing


class TakeAll(Node, frozen=True, tag=True):
    """All items of one player go to another, as far as they may."""

    giver: Who
    taker: Who


class Remind(Node, frozen=True, tag=True):
    """The answer reminds a player of something, in these words; that is all."""

    who: Who
    of: str


class Ping(Node, frozen=True, tag=True):
    """The answer asks the doer to let a player know."""

    who: Who


class MoveAgain(Node, frozen=True, tag=True):
    """A player moves once more as the game's own rules of movement say.

    ``steps``: so many spaces, without a roll. ``led``: the doer makes all choices of that move.
    """

    who: Who
    steps: Amount | None = None
    led: bool = False


class NextMove(Node, frozen=True, tag=True):
    """A player's next move is of so many spaces."""

    who: Who
    steps: Amount


class NextRoll(Node, frozen=True, tag=True):
    """So much is added to a player's next roll of movement, or taken from it."""

    who: Who
    amount: Amount
    minus: bool = False


class BecomeFor(Node, frozen=True, tag=True):
    """A player is in a state until the present phase ends. ``name``: of the field that says so."""

    who: Who
    name: str


class Discard(Node, frozen=True, tag=True):
    """The thing in use is used up, as all such things are."""


class LandOn(Node, frozen=True, tag=True):
    """What happens to those who land on things of a type happens to a player where they are."""

    who: Who
    kind: str


class Target(Node, frozen=True, tag=True):
    """Something of the game, such as a beam, is aimed at a thing."""

    thing: Thing
    by: str


class Amend(Node, frozen=True, tag=True):
    """A text is appended to the rule with a title, which is made where there is none."""

    title: str
    text: str


DeedEffect: TypeAlias = (
    Amend | BecomeFor | Discard | Include | LandOn | MoveAgain | NextMove | NextRoll | Ping
    | Remind | Select | Start | TakeAll | Target
)  # fmt: skip
