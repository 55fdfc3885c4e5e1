"""Effects that hold others: under a condition, of one's choice, for each of several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rules.plain import terms as t
from rules.plain.clauses import Unspeakable
from rules.plain.effects.base import Effect as Base
from rules.plain.effects.base import Effects, Stage, Words

if TYPE_CHECKING:
    Effect = Base  # the package makes it the union of all effects, which a memory is read by


_PLURAL = {"is": "are", "has": "have"}


class Block(Base, frozen=True):
    """Other effects, and when or for whom."""

    form = "block"


class If(Block, frozen=True):
    """Effects under a condition, and others where it does not hold."""

    condition: t.Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()

    def say(self, words: Words) -> str:
        """A condition, or results of a roll, with what they reach."""
        if t.result(self.condition) and not words.behind_result:
            return self._results(words)
        others = (  # whose "their" might be, too
            isinstance(each, t.EachPlayer)
            or (isinstance(each, t.Same) and each.slot not in words.tables)
            for each in t.nodes(self.condition)
        )
        words.unsure |= any(others)
        then = words.effects(self.then, nested=True)
        if self.condition == t.Tied():
            return f"on a tie, {then}"
        said = f"if {self._outcome(words) or words.condition(self.condition)}, {then}"
        if not self.otherwise:
            return said
        return f"{said}, otherwise {words.effects(self.otherwise, nested=True)}"

    def _outcome(self, words: Words) -> str:
        """``the player wins``: a contest; "" for another condition."""
        condition: Any = self.condition
        of = condition.one if isinstance(condition, t.Equal) else None
        if not isinstance(of, t.Same) or of.slot not in words.contest:
            return ""
        won = "wins" if of.slot == words.contest[0] else "loses"
        return f"the player {won}" if condition.other == t.Doer() else ""

    def _results(self, words: Words) -> str:
        cases: list[tuple[str, Effects]] = []
        rest: Effects = (self,)
        while len(rest) == 1 and isinstance(rest[0], If) and t.result(rest[0].condition):
            cases.append((t.result(rest[0].condition), rest[0].then))
            rest = rest[0].otherwise
        try:
            said = ", ".join(f"on {on}, {words.effects(then, nested=True)}" for on, then in cases)
            return f"{said}, otherwise {words.effects(rest, nested=True)}" if rest else said
        except Unspeakable:
            lines = [f"\n* {on}: {words.effects(then)}" for on, then in cases]
            more = f"\n* otherwise: {words.effects(rest)}" if rest else ""
            return "".join(lines) + more

    def play(self, scene: Stage) -> None:
        scene.perform(self.then if scene.holds(self.condition) else self.otherwise)


class OneOf(Block, frozen=True):
    """Of several things to happen, the doer chooses one; what cannot be paid only if all cannot."""

    slot: int
    options: tuple[tuple[Effect, ...], ...]

    def say(self, words: Words) -> str:
        if any(len(option) != 1 for option in self.options):
            raise Unspeakable(repr(self))
        if any(option[0].form != "predicate" for option in self.options):
            each = (words.effects(option, nested=True) for option in self.options)
            return f"either {' or '.join(each)}"
        said = [option[0].say(words) for option in self.options]
        return f"{words.front()}{' or '.join(said)}"

    def play(self, scene: Stage) -> None:
        options = {str(number): each for number, each in enumerate(self.options, start=1)}
        asks = f"which of the {len(options)} results, by their numbers, to {scene.told.label}"
        if said := scene.told_of(self.options):
            asks += f" ({said})"
        due = {  # for which all that is lost has to be there
            way: [replace(each, must=True) if each.due else each for each in effects]
            for way, effects in options.items()
        }
        there = [each for each in options if scene.can(due[each])]
        scene.perform(options[scene.choose(asks, there or tuple(options))])


class May(Block, frozen=True):
    """What the doer (or ``Them``) may do or leave: "they may pay 1 Gold"."""

    slot: int
    effects: tuple[Effect, ...]

    def say(self, words: Words) -> str:
        first, *rest = self.effects
        if first.form != "predicate" or words.subject is None:
            raise Unspeakable(repr(self))
        verb, _, what = first.say(words).partition(" ")
        said = f"{words.front()}may {verb.removesuffix('s')} {what}"
        return f"{said}; if so, {words.effects(rest, nested=True)}" if rest else said

    def play(self, scene: Stage) -> None:
        """Ask, where it can be done."""
        asks = f"do you want to ({scene.told.label})"
        if scene.can(self.effects) and scene.choose(asks, ("yes", "no")) == "yes":
            scene.perform(self.effects)


class ForPlayers(Block, frozen=True):
    """All effects for each of these players, who is ``Them()`` in them; one after the other.

    How much each gains or loses is reckoned before the first of them does, as all share what was
    there; but not what is their own, rolled or chosen.
    """

    who: t.Who | t.Place
    effects: tuple[Effect, ...]
    of_player, may_follow = False, True

    def say(self, words: Words) -> str:
        """One or several players, and what happens to each."""
        first: Any = self.effects[0]
        if given := self._given(words):
            return given
        front = words.who(self.who)
        if first.form == "clause" and len(self.effects) == 1:
            # ``the Votes of each player becomes 0``
            place = getattr(first, "place", None)
            if place is None or place.owner != t.Them():
                raise Unspeakable(repr(first))
            if state := first.state(words):
                return f"{front} {state}"
            with words.about(t.Them(), where=False):
                said: str = first.say(words)
            return said.replace(f"their {place.name}", f"the {place.name} of {front}", 1)
        if isinstance(first, If):
            return self._each_if(words, front, first)
        with words.about(t.Them(), where=False):
            said = words.effects(self.effects)
        if len(self.effects) == 1 and front.startswith(("the players ", "the two")):
            verb, _, what = said.partition(" ")
            said = f"{_PLURAL.get(verb, verb.removesuffix('s'))} {what}"
        alone = isinstance(first, OneOf) and len(self.effects) == 1
        if first.form == "clause" or (isinstance(first, If | ForPlayers | OneOf) and not alone):
            raise Unspeakable(repr(self))
        words.unsure |= isinstance(self.who, t.Place)
        return f"{front} {said}"

    def _given(self, words: Words) -> str:
        """``the player gives 2 Gold to each other player``; "" where anything else happens."""
        effects: Effects = self.effects
        from_doer = words.subject == t.Doer() and isinstance(self.who, t.EachPlayer)
        if not from_doer or any(getattr(e, "giver", None) != t.Doer() for e in effects):
            return ""
        verb = "pays" if effects[0].must else "gives"
        piles = " and ".join(words.pile(each.amount, each.what) for each in effects)
        return f"the player {verb} {piles} to {words.who(self.who)}"

    def _each_if(self, words: Words, front: str, inner: If) -> str:
        """``each player loses 1 Health if they have no Fish``."""
        only = inner.then[0]
        with words.about(t.Them(), where=False):
            if self.is_short and only.form == "predicate":
                said = f"{front} {only.say(words)} if {words.condition(inner.condition)}"
                other = inner.otherwise
                return f"{said}, otherwise {words.effects(other, nested=True)}" if other else said
            if front.startswith("each "):
                return f"for {front}, {words.effects(self.effects)}"
        raise Unspeakable(repr(self))

    @property
    def is_short(self) -> bool:
        """Whether one clause says it of each; or all that follows is for each of them."""
        first: Any = self.effects[0]
        if not isinstance(first, If) or not isinstance(self.who, t.EachPlayer):
            return True
        return not first.otherwise and len(first.then) == len(self.effects) == 1

    def play(self, scene: Stage) -> None:
        first, effects = self.effects[0], self.effects
        amount: Any = getattr(first, "amount", None) if first.counts and not effects[1:] else None
        own = t.Them | t.Dice | t.Rolled | t.ThatMany | t.Chosen
        if isinstance(self.who, t.EachPlayer) and amount is not None and not t.has(amount, own):
            effects = (replace(first, amount=t.Number(scene.amount(amount))),)
        scene.for_each(self.who, effects)


class ForThings(Block, frozen=True):
    """All effects for each of these things, which is ``It()`` in them."""

    thing: t.Thing
    effects: tuple[Effect, ...]
    of_player = False

    def say(self, words: Words) -> str:
        """A field of each thing: the clause says it of each; or all that follows, for each."""
        words.it_table = getattr(self.thing, "table", "")
        if self.is_short:
            effect: Any = self.effects[0]
            of = f"the {effect.place.name} of {words.thing(self.thing)}"
            said: str = effect.say(words).replace(f"its {effect.place.name}", of, 1)
            if "its " not in said and " that " not in said:
                return said  # not "the Rent of each Mill becomes its Food"
        with words.about(None, where=False):
            return f"for {words.thing(self.thing)}, {words.effects(self.effects)}"

    @property
    def is_short(self) -> bool:
        """Whether one clause says it of each; otherwise all that follows is for each of them."""
        place = getattr(self.effects[0], "place", None)
        of_each = isinstance(self.thing, t.EachThing) and len(self.effects) == 1
        return of_each and isinstance(place, t.Place) and place.owner == t.It()

    def play(self, scene: Stage) -> None:
        scene.for_each(self.thing, self.effects)
