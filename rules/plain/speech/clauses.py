"""Clauses in words: what the subject gains, gives, where they move, what a place becomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.plain import tree as t
from rules.plain.speech.conditions import Conditions
from rules.plain.speech.nouns import Unspeakable
from rules.plain.vocabulary import singular

_YES = t.Text("yes")


class SpokenClauses(Conditions):
    """Effects as predicates of their subject, and what stands at a place."""

    def mine(self, who: Any) -> None:
        """What follows is said of the subject."""
        if who != self.subject:
            raise Unspeakable(repr(who))

    def gain(self, node: Any) -> str:
        self.mine(node.who)
        return f"gains {self.pile(node.amount, node.what)}"

    def lose(self, node: Any) -> str:
        self.mine(node.who)
        verb = "pays" if node.must else "loses"
        all_of = f"all their {node.what}"
        return f"{verb} {all_of if node.amount is None else self.pile(node.amount, node.what)}"

    def transfer(self, node: Any) -> str:
        pile = self.pile(node.amount, node.what)
        if node.giver == self.subject:
            return f"{'pays' if node.must else 'gives'} {pile} to {self._other(node.taker)}"
        self.mine(node.taker)
        return f"takes {pile} from {self._other(node.giver)}"

    def _other(self, who: Any) -> str:
        if isinstance(who, t.Them):
            raise Unspeakable("them")
        if isinstance(who, t.NamedThing):
            return self.thing(who)
        return self.who(who)

    def swap(self, node: Any) -> str:
        self.mine(node.one)
        said = f"swaps their {node.field} with {self._other(node.other)}"
        return said if node.lands else f"{said}; this is not a move"

    def move(self, node: Any) -> str:
        self.mine(node.who)
        said = f"moves to {self.thing(node.to)}"
        return said if node.lands else f"{said}; this is not a move"

    def advance(self, node: Any) -> str:
        self.mine(node.who)
        back = " back" if node.back else ""
        return f"moves {self.amount(node.steps)} {self.noun(node.table)}{back}"

    def roll(self, node: Any) -> str:
        if node.who is not None:
            self.mine(node.who)
        said = f"rolls {self.amount(node.dice)}"
        if node.plus is None:
            return said
        return f"{said} and {'subtracts' if node.minus else 'adds'} {self.amount(node.plus)}"

    def called_(self, node: Any) -> str:
        """``is caught``: what follows stands behind a colon."""
        self.mine(node.who)
        return f"is {node.word}"

    def contest_(self, node: Any) -> str:
        """``both roll 1d6 and add their Strength``."""
        self.contest = node.winner, node.loser
        said = f"both roll {self.amount(node.dice)}"
        if node.plus is None:
            return said
        with self.about(t.Them(), where=False):
            return f"{said} and add {self.amount(node.plus)}"

    def draw(self, node: Any) -> str:
        self.mine(node.who)
        if isinstance(node.thing, t.ChosenThing):
            return self._draw_chosen(node)
        if isinstance(node.thing, t.Same):
            return self.draw_of_it(node)
        thing = self.thing(node.thing)
        if node.amount == t.Number(1):
            return f"draws {thing}"
        if node.thing.where is not None:
            raise Unspeakable(repr(node))
        return f"draws {self.amount(node.amount)} {self.noun(node.thing.table)}"

    def _draw_chosen(self, node: Any) -> str:
        """``gains a Card of their choice``."""
        if node.thing.where is not None or node.amount != t.Number(1):
            raise Unspeakable(repr(node))
        self.tables[node.thing.slot] = node.thing.table
        return f"gains a {self.noun(node.thing.table)} of their choice"

    def create(self, node: Any) -> str:
        self.tables[node.slot] = node.table
        named = f"named {node.name}" if node.name else "with a name of their choice"
        fields = [f"{self.amount(value)} {name}" for name, value in node.fields]
        having = f" with {' and '.join(fields)}" if fields else ""
        return f"creates a {self.noun(node.table)} {named}{having}"

    def destroy(self, node: Any) -> str:
        return f"destroys {self.thing(node.thing)}"

    def win(self, node: Any) -> str:
        self.mine(node.who)
        return "wins"

    def put(self, node: Any) -> str:
        if self._is_status(node):
            return f"the player becomes {node.place.name}"
        place, new = self.place(node.place), node.value
        if isinstance(new, t.Part) and new.of == t.HowMany(node.place):
            if (new.times, new.over) == (2, 1):
                return f"{place} is doubled"
            if (new.times, new.over) == (1, 2):
                return f"{place} is halved rounded {'up' if new.up else 'down'}"
        return f"{place} becomes {self.value(new)}"

    def state_put(self, effect: Any) -> str | None:
        """``becomes Tired``, ``is no longer Tired``: of a field that holds yes or no."""
        field = self.vocabulary.field(effect.place.name)
        if not isinstance(effect, t.Put) or field is None or field.kind != "yes or no":
            return None
        verbs = {_YES: "becomes", t.Text("no"): "is no longer"}
        verb = verbs.get(effect.value) if isinstance(effect.value, t.Text) else None
        return f"{verb} {field.name}" if verb else None

    def _is_status(self, node: Any) -> bool:
        """``the player becomes Tired``: a field that holds yes or no."""
        field = self.vocabulary.field(node.place.name)
        mine = node.place.owner == self.subject == t.Doer()
        return mine and field is not None and field.kind == "yes or no" and node.value == _YES

    def add(self, node: Any) -> str:
        verb = "decreases" if node.minus else "increases"
        share = node.amount
        if isinstance(share, t.Part) and (share.of, share.over) == (t.HowMany(node.place), 100):
            return f"{self.place(node.place)} {verb} by {share.times}%"
        return f"{self.place(node.place)} {verb} by {self.amount(node.amount)}"

    def nothing(self, node: Any) -> str:
        return "nothing happens"

    # -- by the words of things ------------------------------------------------------------------

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

    def start(self, node: Any) -> str:
        return f"a {node.name} is started"

    def discard(self, node: Any) -> str:
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
    t.Gain: SpokenClauses.gain,
    t.Lose: SpokenClauses.lose,
    t.Transfer: SpokenClauses.transfer,
    t.Swap: SpokenClauses.swap,
    t.Move: SpokenClauses.move,
    t.Advance: SpokenClauses.advance,
    t.Roll: SpokenClauses.roll,
    t.Called: SpokenClauses.called_,
    t.Draw: SpokenClauses.draw,
    t.Create: SpokenClauses.create,
    t.Destroy: SpokenClauses.destroy,
    t.Win: SpokenClauses.win,
    t.Select: SpokenClauses.select,
    t.TakeAll: SpokenClauses.take_all,
    t.Remind: SpokenClauses.remind,
    t.Ping: SpokenClauses.ping,
    t.MoveAgain: SpokenClauses.move_again,
    t.NextMove: SpokenClauses.next_move,
    t.NextRoll: SpokenClauses.next_roll,
    t.LandOn: SpokenClauses.land_on,
    t.Amend: SpokenClauses.amend,
}
PLACES: dict[type, Callable[[Any, Any], str]] = {
    t.Put: SpokenClauses.put,
    t.Add: SpokenClauses.add,
    t.NothingHappens: SpokenClauses.nothing,
    t.Contest: SpokenClauses.contest_,
    t.Discard: SpokenClauses.discard,
    t.BecomeFor: SpokenClauses.become_for,
    t.Start: SpokenClauses.start,
    t.Include: SpokenClauses.include,
    t.Target: SpokenClauses.target,
}
