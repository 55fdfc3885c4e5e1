"""Effects in words: clauses with their subject, conditions and results with what they reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.plain import tree as t
from rules.plain.speech.clauses import PLACES, PREDICATES, SpokenClauses
from rules.plain.speech.nouns import Unspeakable

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
