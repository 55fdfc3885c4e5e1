"""Effects in words: clauses with their subject, conditions and results with what they reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.plain import tree as t
from rules.plain.speech.conditions import Conditions
from rules.plain.speech.nouns import Unspeakable
from wikibot.game.names import singular_of

# == Clauses in words: what the subject gains, gives, where they move, what a place becomes ========

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
        things = (t.NamedThing, t.RandomThing, t.ChosenThing, t.Place)
        places = [value for _, value in node.fields if isinstance(value, things)]
        fields = [f"{self.amount(value)} {name}" for name, value in node.fields
                  if not isinstance(value, things)]  # fmt: skip
        having = f" with {' and '.join(fields)}" if fields else ""
        there = "".join(f" in {self.thing(each)}" for each in places)
        return f"creates a {self.noun(node.table)} {named}{having}{there}"

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
            up = " rounded up" if share.up else ""
            return f"{self.place(node.place)} {verb} by {share.times}%{up}"
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

    def pass_turn(self, node: Any) -> str:
        return "the turn passes"

    def discard(self, node: Any) -> str:
        return "this item is destroyed"

    def include(self, node: Any) -> str:
        owner = self.thing(node.place.owner)
        return f"{self.thing(node.thing)} becomes a {singular_of(node.place.name)} of {owner}"

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
    t.PassTurn: SpokenClauses.pass_turn,
    t.BecomeFor: SpokenClauses.become_for,
    t.Start: SpokenClauses.start,
    t.Include: SpokenClauses.include,
    t.Target: SpokenClauses.target,
}


# == Effects in words: clauses with their subject, conditions and results with what they reach =====

Effects = tuple[Any, ...]


class Clauses(SpokenClauses):
    """Effects."""

    def effects(self, effects: Sequence[Any], *, nested: bool = False) -> str:
        """All effects, in order. ``nested``: under a condition, where no semicolon may stand."""
        text = ""
        last: Any = None  # the subject of the clause before, None behind what is no clause
        for at, each in enumerate(effects):
            if nested and _has_remark(each):
                raise Unspeakable(repr(each))
            flat = isinstance(each, _SIMPLE)
            called = bool(at) and isinstance(effects[at - 1], t.Called)
            said, subject = self._one(each, last)
            if not text:
                text = said
            elif called:
                text += f": {said}"
            elif flat and last is not None and subject is last:
                more = at + 1 < len(effects) and self._goes_on(effects[at + 1], each)
                text += f"{', ' if more else ' and '}{said}"
            else:
                if nested and not flat:
                    raise Unspeakable(repr(each))
                text += f"{', ' if nested or (flat and last is not None) else '; '}{said}"
            last = subject
        return text

    def _goes_on(self, after: Any, before: Any) -> bool:
        return type(after) in PREDICATES and type(before) in PREDICATES

    def _one(self, effect: Any, last: Any) -> tuple[str, Any]:
        """One effect in words, and its subject if the next clause may go on with that."""
        if type(effect) in _BLOCKS:
            return _BLOCKS[type(effect)](self, effect), None
        if isinstance(effect, t.Gain | t.Lose) and isinstance(effect.who, t.NamedThing):
            return self._of_thing(effect), None
        if isinstance(effect, t.Destroy) and self.subject is None:
            return f"{self.thing(effect.thing)} is destroyed", None
        if type(effect) in PREDICATES:
            said = PREDICATES[type(effect)](self, effect)
            if _has_remark(effect):  # a remark ends the sentence
                return f"{self.front()}{said}", None
            if self.subject == last and last is not None:
                return said, self.subject
            return f"{self.front()}{said}", self.subject
        if type(effect) in PLACES:
            return PLACES[type(effect)](self, effect), None
        raise Unspeakable(repr(effect))

    def _of_thing(self, effect: Any) -> str:
        """``the Market gains 2 Fish``."""
        if effect.amount is None or getattr(effect, "must", False):
            raise Unspeakable(repr(effect))
        verb = "gains" if isinstance(effect, t.Gain) else "loses"
        pile = self.pile(effect.amount, effect.what)
        the = "" if effect.who.name.isdecimal() else "the "
        return f"{the}{self.thing(effect.who)} {verb} {pile}"

    def front(self) -> str:
        """The subject in front of a clause; nothing for the player of a block."""
        if self.subject is None:
            return ""
        return "the player " if isinstance(self.subject, t.Doer) else ""

    # -- blocks ------------------------------------------------------------------------------------

    def for_players(self, node: Any) -> str:
        """One or several players, and what happens to each."""
        who, effects = node.who, node.effects
        if isinstance(who, t.EachPlayer) and all(isinstance(e, t.Transfer) for e in effects):
            given = self._to_each(who, effects)
            if given:
                return given
        front = self.who(who)
        first = effects[0]
        if type(first) in PLACES and len(effects) == 1:
            return self._place_of_each(front, first)
        if isinstance(first, t.If) and len(effects) == 1:
            return self._each_if(front, first)
        with self.about(t.Them(), where=False):
            said = self.effects(effects)
        if type(first) in PLACES or isinstance(first, t.If | t.ForPlayers | t.OneOf):
            raise Unspeakable(repr(node))
        return f"{front} {said}"

    def _place_of_each(self, front: str, effect: Any) -> str:
        """``the Votes of each player becomes 0``."""
        if isinstance(effect, t.NothingHappens) or effect.place.owner != t.Them():
            raise Unspeakable(repr(effect))
        if (state := self.state_put(effect)) is not None:
            return f"{front} {state}"
        with self.about(t.Them(), where=False):
            said = PLACES[type(effect)](self, effect)
        name = effect.place.name
        return said.replace(f"their {name}", f"the {name} of {front}", 1)

    def _each_if(self, front: str, node: Any) -> str:
        """``each player loses 1 Health if they have no Fish``."""
        only = node.then[0]
        if node.otherwise or len(node.then) != 1 or type(only) not in PREDICATES:
            raise Unspeakable(repr(node))
        with self.about(t.Them(), where=False):
            said = PREDICATES[type(only)](self, only)
            return f"{front} {said} if {self.condition(node.condition)}"

    def imperative(self, effect: Any, word: str) -> str:
        """An effect as a verb behind "may": ``set their Class to Mage``."""
        if isinstance(effect, t.Put) and word in ("set", "change"):
            return f"{word} {self.place(effect.place)} to {self.value(effect.value)}"
        if isinstance(effect, t.Put):
            return f"{word} {self.place(effect.place)}"
        if isinstance(effect, t.Add) and word in ("add", "subtract"):
            joint = "from" if effect.minus else "to"
            return f"{word} {self.amount(effect.amount)} {joint} {self.place(effect.place)}"
        if isinstance(effect, t.Add):
            return f"{word} {self.place(effect.place)} by {self.amount(effect.amount)}"
        if type(effect) not in PREDICATES:
            raise Unspeakable(repr(effect))
        return f"{word} {PREDICATES[type(effect)](self, effect).partition(' ')[2]}"

    def _to_each(self, who: t.EachPlayer, effects: Effects) -> str:
        """``the player gives 2 Gold to each other player``."""
        if self.subject != t.Doer() or not all(e.giver == t.Doer() for e in effects):
            return ""
        verb = "pays" if effects[0].must else "gives"
        piles = " and ".join(self.pile(each.amount, each.what) for each in effects)
        return f"the player {verb} {piles} to {self.who(who)}"

    def for_things(self, node: Any) -> str:
        """A field of each thing: the clause says it of each."""
        if not isinstance(node.thing, t.EachThing) or len(node.effects) != 1:
            raise Unspeakable(repr(node))
        effect = node.effects[0]
        place = getattr(effect, "place", None)
        if not isinstance(place, t.Place) or place.owner != t.It():
            raise Unspeakable(repr(node))
        of = f"the {place.name} of {self.thing(node.thing)}"
        return PLACES[type(effect)](self, effect).replace(f"its {place.name}", of, 1)

    def one_of(self, node: Any) -> str:
        """Of several things one is chosen."""
        if any(len(option) != 1 or type(option[0]) not in PREDICATES for option in node.options):
            raise Unspeakable(repr(node))
        said = [PREDICATES[type(option[0])](self, option[0]) for option in node.options]
        return f"{self.front()}{' or '.join(said)}"

    def may(self, node: Any) -> str:
        """What may be left."""
        first, *rest = node.effects
        if type(first) not in PREDICATES or not self.front():
            raise Unspeakable(repr(node))
        said = f"{self.front()}may {PREDICATES[type(first)](self, first)}"
        return f"{said}; if so, {self.effects(rest, nested=True)}" if rest else said

    # -- conditions and results --------------------------------------------------------------------

    def if_(self, node: Any) -> str:
        """A condition, or results of a roll, with what they reach."""
        if self.result(node.condition):
            return self._results(node)
        then = self._reached(node.then)
        if node.condition == t.Tied():
            return f"on a tie, {then}"
        said = f"if {self._outcome(node.condition) or self.condition(node.condition)}, {then}"
        if not node.otherwise:
            return said
        return f"{said}, otherwise {self._reached(node.otherwise)}"

    def _outcome(self, condition: Any) -> str:
        """``the player wins``: a contest; "" for another condition."""
        of = condition.one if isinstance(condition, t.Equal) else None
        if not isinstance(of, t.Same) or of.slot not in self.contest or condition.other != t.Doer():
            return ""
        return f"the player {'wins' if of.slot == self.contest[0] else 'loses'}"

    def _reached(self, effects: Effects) -> str:
        return self.effects(effects, nested=True)

    def _results(self, node: Any) -> str:
        cases: list[tuple[str, Effects]] = []
        rest: Effects = (node,)
        while len(rest) == 1 and isinstance(rest[0], t.If) and self.result(rest[0].condition):
            cases.append((self.result(rest[0].condition), rest[0].then))
            rest = rest[0].otherwise
        try:
            said = ", ".join(f"on {on}, {self._reached(then)}" for on, then in cases)
            return f"{said}, otherwise {self._reached(rest)}" if rest else said
        except Unspeakable:
            lines = [f"\n* {on}: {self.effects(then)}" for on, then in cases]
            more = f"\n* otherwise: {self.effects(rest)}" if rest else ""
            return "".join(lines) + more

    def result(self, condition: Any) -> str:
        """``a 4 or more``: a condition that is a result of a roll; "" if it is none."""
        said = condition
        if condition == t.Doubles():
            return "doubles"
        if isinstance(condition, t.Parity) and isinstance(condition.of, t.Rolled):
            return f"an {'even' if condition.even else 'odd'} roll"
        if isinstance(condition, t.Compare) and _of_roll(condition):
            number = said.right.value
            words = {"=": "", ">=": " or more", "<=": " or less"}
            return f"a {number}{words[said.op]}" if said.op in words else ""
        joined = isinstance(condition, t.Both | t.Either) and all(map(_of_roll, said.of))
        if joined and isinstance(condition, t.Both) and len(said.of) == 2:
            bounds = {each.op: each.right.value for each in said.of}
            if set(bounds) == {">=", "<="}:
                return f"{bounds['>=']} to {bounds['<=']}"
        if joined and isinstance(condition, t.Either) and all(e.op == "=" for e in said.of):
            numbers = [str(n) for n in sorted(each.right.value for each in said.of)]
            return f"a {', '.join(numbers[:-1])} or {numbers[-1]}"
        return ""


def _has_remark(effect: Any) -> bool:
    """Whether a remark stands behind the clause, which ends the sentence."""
    return not getattr(effect, "lands", True) or getattr(effect, "led", False)


def _of_roll(condition: Any) -> bool:
    """Whether a roll is compared with a number."""
    return (
        isinstance(condition, t.Compare)
        and isinstance(condition.left, t.Rolled)
        and isinstance(condition.right, t.Number)
    )


_BLOCKS: dict[type, Callable[[Any, Any], str]] = {
    t.If: Clauses.if_,
    t.ForPlayers: Clauses.for_players,
    t.ForThings: Clauses.for_things,
    t.OneOf: Clauses.one_of,
    t.May: Clauses.may,
}
_SIMPLE = (*PREDICATES, *PLACES)
