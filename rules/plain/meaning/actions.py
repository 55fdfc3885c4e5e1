"""What players may do: who, how often, at what cost, and what happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.base import Branch, Misfit, first_word
from rules.plain.meaning.logic import both, negated
from rules.plain.meaning.trades import Trades
from rules.plain.meaning.transfers import Effects

_DEEDS = (
    "deed", "in_exchange", "buy", "sell", "barter", "invented", "invented_then", "buy_any",
    "sell_any", "give_any", "use_to", "paying_to",
)  # fmt: skip
_OTHER_DEEDS = ("invented_then", "use_to", "paying_to")
_WHERE = ("in", "on", "at", "near", "inside", "within", "of")  # tell of which thing it is one
_CHOSEN = (t.ChosenThing, t.ChosenPlayer)
_OFTEN = ("once", "times", "any_time", "as_action")
ACTORS = ("a_player", "each_player", "person", "extreme_player", "they")


class Actions(Trades):
    """Actions."""

    def at_action(self, branch: Branch) -> t.Action:
        """A player may do something."""
        found = {each.name: each for each in branch.branches()}
        deed = next(each for each in branch.branches() if each.name in _DEEDS)
        where = self._acting(branch)
        self.has_doer, self.subject, self.parts = True, t.Doer(), []
        self.choosing = True
        conditions = [each for each in (where, *self._trailing(branch)) if each is not None]
        self.by_choice = True
        costs, effects, verb = self._deed(deed, branch, "body" in found)
        costs += self._cost(found, deed)
        body: Effects = ()
        if "body" in found:
            self.by_choice, self.named = True, tuple(verb)
            body = self.body(found["body"])
        if not effects and not body:
            raise Misfit("it is not said what happens then", self.verb_word)
        self._check_used(verb, (*effects, *body, *costs))
        if "body" in found and _same_kind(effects, body):
            raise Misfit("what the verb says happens again behind the colon", self.verb_word)
        happens = _with_stakes((*effects, *body), verb)
        return t.Action(
            t.Verb(tuple(verb)), happens, tuple(costs), self._often(branch), both(conditions)
        )

    def _acting(self, branch: Branch) -> Any:
        """Which players may do it; whatever follows is said of one of them."""
        found = branch.branches(*ACTORS)
        who = found[0] if found else None
        is_you = who is None or who.name != "they" or who.words()[0].text.casefold() == "you"
        if who is None or not is_you:
            raise Misfit("only 'a player' or a named player may do something", first_word(branch))
        self.has_doer, self.subject = True, t.Doer()
        if who.name in ("person", "extreme_player"):
            return t.Equal(t.Doer(), self.mean(who))
        inner = who.branches()
        return self.mean(inner[0]) if inner else None

    def _trailing(self, branch: Branch) -> list[Any]:
        found = []
        for each in branch.branches("only_if", "when_if", "unless"):
            condition = self.mean(each.branches()[0])
            found.append(negated(condition) if each.name == "unless" else condition)
        found += [self.mean(each.branches()[0]) for each in branch.branches("leading_if")]
        return [*found, *map(self.at_on_where, branch.branches("leading_at"))]

    def _often(self, branch: Branch) -> Any:
        found = [each for each in branch.branches() if each.name in _OFTEN]
        if len(found) > 1:
            raise Misfit("it is said twice how often", first_word(found[1]))
        return self.mean(found[0]) if found else None

    def _deed(
        self, deed: Branch, branch: Branch, goes_on: bool
    ) -> tuple[list[Any], list[Any], list[Any]]:
        """Costs and effects of the deed by itself, and what a player writes."""
        self.parts = []
        if deed.name == "invented":
            return [], [], self._words(deed)
        if deed.name in ("buy", "sell", "barter"):
            return self._trade(deed, branch, goes_on)
        if deed.name in ("buy_any", "sell_any", "give_any"):
            return self._any_of(deed, branch, goes_on)
        if deed.name in _OTHER_DEEDS:
            return getattr(self, f"_{deed.name}")(deed)  # type: ignore[no-any-return]
        return self._clauses(deed)

    def _clauses(self, deed: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """What the verb itself does: ``may gain 2 Fish``, ``may pay 1 Gold to gain 2 Fish``."""
        effects: list[Any] = []
        verb: list[Any] = [self.verb_word]
        clauses = deed.branches()
        for at, clause in enumerate(clauses[0].branches() if deed.name == "deed" else clauses[:1]):
            if clause.branches("subject"):
                raise Misfit("'may' needs a verb", first_word(clause))
            self.parts = []
            self.in_deed = True
            effects += self.clause(clause)
            self.in_deed = False
            verb += self.parts if not at else ["and", *self.parts]
        if deed.name == "deed":
            return [], effects, verb
        costs = [_as_cost(each) for each in effects]
        self.parts = []
        gained: list[Any] = []
        for each in deed.branches("clauses")[0].branches():
            gained += self.clause(each)
        got = " ".join(filter(None, map(_told, self.parts)))
        return costs, gained, [*verb, f"to {self.other_word} {got}".strip()]

    def _paying_to(self, deed: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """``may pay 5 Gold to leave: ...``."""
        costs = [_as_cost(each) for each in self.clause(deed.branches()[0])]
        said = self._words(Branch("invented", deed.parts[1:]))
        if any(isinstance(each, t.Stuff) and each.amount != t.Number(1) for each in said):
            raise Misfit("it is not said what the number is for", self.other_word)
        to = " ".join(filter(None, (_told(each) for each in said)))
        return costs, [], [self.verb_word, *self.parts, f"to {to}"]

    def _invented_then(self, deed: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """``may rest and gain 1 Health``: the verb is a name, and the effects follow."""
        verb = self._words(Branch("invented", deed.parts[:-1]))
        effects: list[Any] = []
        for clause in deed.branches("clauses")[-1].branches():
            if clause.branches("subject"):
                raise Misfit("'may' needs a verb", first_word(clause))
            effects += self.clause(clause)
        return [], effects, verb

    def _use_to(self, deed: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """``may use a Token to gain 1 Life``: what is used is used up."""
        costs = [_as_cost(each) for each in self.at_lose(Branch("lose", (deed.branches()[0],)))]
        verb = [self.verb_word, *self.parts]
        self.parts = []
        gained: list[Any] = []
        for each in deed.branches("clauses")[0].branches():
            gained += self.clause(each)
        return costs, gained, verb

    def _words(self, deed: Branch) -> list[Any]:
        """An invented verb: words, with players and so many of something among them."""
        found: list[Any] = []
        for each in deed.parts:
            if not isinstance(each, Branch):
                word = each.text.casefold()
                if word in ("a", "an", "the"):
                    continue
                if word in _WHERE and found and isinstance(found[-1], _CHOSEN):
                    raise Misfit("say that behind 'who' or 'that', or before 'may'", each.text)
                before = found.pop() + " " if found and isinstance(found[-1], str) else ""
                found.append(before + word)
            elif each.name in ("counted", "one", "any_number", "up_to"):
                found.append(self._slot_of_stuff(each))
            else:
                found.append(self.mean(each))
        return found

    def _check_used(self, verb: list[Any], effects: Effects) -> None:
        """Things that an action names must be gained, lost or spoken of in what it does."""
        text = repr(effects)
        for each in verb:
            if isinstance(each, t.Stuff) and repr(each.what) not in text:
                raise Misfit(f"it is not said what becomes of the {each.what}", each.what)
            if isinstance(each, t.Chosen) and "ThatMany" not in text:
                raise Misfit("it is not said what the number is for: 'that many'", "up to")

    def _slot_of_stuff(self, branch: Branch) -> Any:
        table = self.vocabulary.table(branch.named())
        if branch.has("ANOTHER"):
            if table is None:
                raise Misfit("another than which is not plain", "another")
            return self.at_another_thing(branch)
        if table and branch.name == "one" and not branch.branches():
            return t.ChosenThing(table.name, self._mention(table.name))
        amount, what = self.mean(branch)
        return t.Stuff(amount, what)

    def _cost(self, found: dict[str, Branch], deed: Branch) -> list[Any]:
        """``by paying 2 Gold``."""
        if "paying" not in found:
            if deed.name in ("invented", "deed") and ("price" in found or "price_each" in found):
                return self._for_price(found)
            return []
        self.parts = []
        branch = found["paying"]
        self.by_choice = True
        return list(self.at_pay(branch))

    def _for_price(self, found: dict[str, Branch]) -> list[Any]:
        if "price_each" in found:
            raise Misfit("it is not plain of which of them each is", "each")
        piles = self.piles(found["price"].branches("stuffs")[0])
        return [t.Lose(t.Doer(), n, what, True) for n, what in piles]

    # -- how often ---------------------------------------------------------------------------------

    def at_once(self, branch: Branch) -> t.Often:
        return t.Often(1, unit_of(branch.branches("per")[0].words()[0].text))

    def at_times(self, branch: Branch) -> t.Often:
        return t.Often(branch.number(), unit_of(branch.branches("per")[0].words()[0].text))

    def at_any_time(self, branch: Branch) -> None:
        pass

    def at_as_action(self, branch: Branch) -> t.Often:
        return t.Often(1, "day" if "daily" in branch.words()[0].text.casefold() else "week")


def _with_stakes(effects: Effects, verb: Sequence[Any]) -> Effects:
    """Under a result of a roll "that many" is what the player staked, and not the roll."""
    staked = [each for each in verb if isinstance(each, t.Stuff | t.Chosen)]
    chosen: list[Any] = [each.amount if isinstance(each, t.Stuff) else each for each in staked]
    if len(chosen) != 1 or not isinstance(chosen[0], t.Chosen):
        return effects
    what = getattr(staked[0], "what", "")
    return tuple(_staked(each, t.Same(chosen[0].slot), what) for each in effects)


def _staked(effect: Any, number: t.Same, what: str) -> Any:
    if not isinstance(effect, t.If) or "Rolled(" not in repr(effect.condition):
        return effect
    then, otherwise = (
        tuple(_of_stake(each, number, what) for each in of)
        for of in (effect.then, effect.otherwise)
    )
    return replace(effect, then=then, otherwise=otherwise)


def _of_stake(effect: Any, number: t.Same, what: str) -> Any:
    """An effect under a result of a roll, in which "that many" is a number chosen before."""
    if isinstance(effect, t.If):
        return _staked(effect, number, what)
    if "ThatMany(" not in repr(effect):
        return effect
    if not isinstance(effect, t.Gain | t.Lose) or (what and effect.what != what):
        raise Misfit("'that many' may be the roll or the number that was chosen", "that many")
    return replace(effect, amount=_number_of(effect.amount, number))


def _number_of(amount: Any, number: t.Same) -> Any:
    if isinstance(amount, t.Part) and isinstance(amount.of, t.ThatMany):
        return replace(amount, of=number)
    if not isinstance(amount, t.ThatMany):
        raise Misfit("'that many' may be the roll or the number that was chosen", "that many")
    return number


def unit_of(text: str) -> str:
    """``per day``, ``each day``: the unit in the singular."""
    return text.casefold().split()[-1]


def _told(part: Any) -> str:
    """What is got, as a word of a verb."""
    if isinstance(part, t.Stuff):
        return part.what.casefold()
    if isinstance(part, t.Number):
        return str(part.value)
    return part.casefold() if isinstance(part, str) else ""


def _as_cost(effect: Any) -> Any:
    """A loss in "may pay 2 Gold to ..." has to be there."""
    if isinstance(effect, t.Lose | t.Transfer):
        return replace(effect, must=True)
    raise Misfit("only what is paid or lost can be the price of something", "to")


def _same_kind(effects: list[Any], body: Effects) -> bool:
    """Whether what a verb does by itself is repeated behind the colon."""
    kinds = {type(each) for each in effects}
    return any(type(each) in kinds for each in _all(body)) and bool(
        kinds & {t.Gain, t.Transfer, t.Draw, t.Swap, t.Move, t.Create, t.Destroy, t.Lose}
    )


def _all(effects: Effects) -> list[Any]:
    found: list[Any] = []
    for each in effects:
        found.append(each)
        for inner in ("then", "otherwise", "effects"):
            found += _all(getattr(each, inner, ()))
        for option in getattr(each, "options", ()):
            found += _all(option)
    return found
