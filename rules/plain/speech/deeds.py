"""Clauses of the words of things, in words: what is selected, started, aimed at, said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.plain import tree as t
from rules.plain.speech.conditions import Conditions
from rules.plain.speech.nouns import Unspeakable
from rules.plain.vocabulary import singular


class SpokenDeeds(Conditions):
    """Effects of which ``deeds``, ``board`` and ``coded`` of the meaning have the words."""

    def mine(self, who: Any) -> None:
        """What follows is said of the subject."""
        if who != self.subject:
            raise Unspeakable(repr(who))

    def select(self, node: Any) -> str:
        is_player = isinstance(node.thing, t.ChosenPlayer)
        return f"selects {self.who(node.thing) if is_player else self.thing(node.thing)}"

    def draw_of_it(self, node: Any) -> str:
        """``gains 2 of that Card``."""
        if node.thing.slot not in self.tables or not isinstance(node.amount, t.Number):
            raise Unspeakable(repr(node))
        return f"gains {node.amount.value} of {self.thing(node.thing)}"

    def take_all(self, node: Any) -> str:
        self.mine(node.taker)
        field = next((each.name for each in self.vocabulary.fields if each.kind == "items"), "")
        return f"takes all {field or self.vocabulary.bag} from {self.who(node.giver)}"

    def remind(self, node: Any) -> str:
        self.mine(node.who)
        return f"is reminded to {node.of}"

    def ping(self, node: Any) -> str:
        return f"pings {self.who(node.who)}"

    def move_again(self, node: Any) -> str:
        self.mine(node.who)
        steps = f" with a roll of {self.amount(node.steps)}" if node.steps else ""
        led = "; the player makes all choices of that move" if node.led else ""
        return f"moves again{steps}{led}"

    def next_move(self, node: Any) -> str:
        self.mine(node.who)
        return f"selects {self.amount(node.steps)} {self._space()} in their next move"

    def _space(self) -> str:
        """What players stand on."""
        tables = (each for each in self.vocabulary.tables if self.vocabulary.standing(each.name))
        return next(self.noun(each.name) for each in tables)

    def next_roll(self, node: Any) -> str:
        self.mine(node.who)
        if node.minus:
            return f"subtracts {self.amount(node.amount)} from their next movement roll"
        return f"adds {self.amount(node.amount)} to their next movement roll"

    def become_for(self, node: Any) -> str:
        """A sentence of its own."""
        return f"until the end of the phase, {self.who(node.who)} is {node.name}"

    def land_on(self, node: Any) -> str:
        self.mine(node.who)
        return f"applies the effect of landing on a {node.kind} {self._space()}"

    def amend(self, node: Any) -> str:
        rule = "a (new if it doesn't exist) rule with the title"
        return f"amends the rules by appending to {rule} {node.title} and the text {{{node.text}}}"

    # -- of things ---------------------------------------------------------------------------------

    def start(self, node: Any) -> str:
        return f"a {node.name} is started"

    def discard(self, node: Any) -> str:
        del node
        return "this item is destroyed"

    def include(self, node: Any) -> str:
        owner = self.thing(node.place.owner)
        return f"{self.thing(node.thing)} becomes a {singular(node.place.name)} of {owner}"

    def target(self, node: Any) -> str:
        if isinstance(node.thing, t.ChosenThing):
            thing = self.thing(node.thing)
            return f"the player selects {thing} to target with the {node.by}"
        return f"{self.thing(node.thing)} is targeted by the {node.by}"


PREDICATES: dict[type, Callable[[Any, Any], str]] = {
    t.Select: SpokenDeeds.select,
    t.TakeAll: SpokenDeeds.take_all,
    t.Remind: SpokenDeeds.remind,
    t.Ping: SpokenDeeds.ping,
    t.MoveAgain: SpokenDeeds.move_again,
    t.NextMove: SpokenDeeds.next_move,
    t.NextRoll: SpokenDeeds.next_roll,
    t.LandOn: SpokenDeeds.land_on,
    t.Amend: SpokenDeeds.amend,
}
PLACES: dict[type, Callable[[Any, Any], str]] = {
    t.Discard: SpokenDeeds.discard,
    t.BecomeFor: SpokenDeeds.become_for,
    t.Start: SpokenDeeds.start,
    t.Include: SpokenDeeds.include,
    t.Target: SpokenDeeds.target,
}
