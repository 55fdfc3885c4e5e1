"""Buying, selling and bartering: for a price, by paying, or any number of something."""

from __future__ import annotations

from typing import Any

from rules.plain import tree as t
from rules.plain.meaning.base import Branch, Misfit, first_word
from rules.plain.meaning.bodies import Bodies
from rules.plain.meaning.people import WHO


class Trades(Bodies):
    """Actions that trade one thing for another."""

    verb_word = ""  # the first word behind "may", as written

    other_word = ""  # the first word behind "to", as in "pay 2 Gold to gain a Fish"

    def _any_of(
        self, deed: Branch, branch: Branch, goes_on: bool
    ) -> tuple[list[Any], list[Any], list[Any]]:
        """``sell Fish for 2 Gold each``, ``give Gold to another player``: any number of it."""
        word = deed.words("NAME")[0]
        pile = Branch("stuffs", (Branch("any_number", (word,)),))
        if deed.name == "give_any":
            effects = self.at_give(Branch("give", (pile, *deed.branches(*WHO))))
            return [], list(effects), [self.verb_word, *self.parts]
        if not branch.branches("price_each"):
            raise Misfit("it is not said how many", word.text)
        name = deed.name.removesuffix("_any")
        return self._trade(Branch(name, (pile,)), branch, goes_on)

    def _trade(
        self, deed: Branch, branch: Branch, goes_on: bool
    ) -> tuple[list[Any], list[Any], list[Any]]:
        """Buying and selling: for a price, or by paying; with a colon they are just words."""
        thing = self._bought_thing(deed)
        if thing is not None:
            price = branch.branches("price")
            return (self._price(price[0], [(t.Number(1), "")], gains=False) if price else []), [], [
                self.verb_word, thing,
            ]  # fmt: skip
        piles = self.piles(deed.branches("stuffs")[0])
        if deed.name == "sell" and len(piles) == 1 and piles[0][0] is None:
            return self._sell_all(piles[0][1], branch)
        if any(not what or amount is None for amount, what in piles):
            raise Misfit("it is not plain how many", first_word(deed))
        verb = [self.verb_word, *(t.Stuff(*pile) for pile in piles)]
        mine = [t.Lose(t.Doer(), n, what, True) for n, what in piles]
        if deed.name == "barter":
            got = self.piles(deed.branches("stuffs")[1])
            verb += ["for", *(t.Stuff(*pile) for pile in got)]
            return list(mine), [self._gained(pile, deed) for pile in got], verb
        price = branch.branches("price", "price_each")
        if deed.name == "sell":
            if not price:
                return self._only_words(goes_on, deed, verb)
            return list(mine), self._price(price[0], piles, gains=True), verb
        paid = self._price(price[0], piles, gains=False) if price else []
        if goes_on and not price:
            return [], [], verb
        if not price and not branch.branches("paying"):
            raise Misfit("it is not said what it costs", self.verb_word)
        again = [(_again(n), what) for n, what in piles]
        return paid, [t.Gain(t.Doer(), n, what) for n, what in again], verb

    def _bought_thing(self, deed: Branch) -> Any:
        """A thing of a table that is bought as it is: ``buy an unowned Plot``."""
        found = deed.branches("stuffs")[0].branches()
        if len(found) != 1 or found[0].name not in ("one", "one_where", "unowned"):
            return None
        name = found[0].named()
        if self.vocabulary.table(name) is None or self.vocabulary.stuff(name) is not None:
            return None
        one = found[0].name == "one"
        return self.at_a_thing(found[0]) if one else self.mean(found[0])

    def _sell_all(self, what: str, branch: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """``sell all their Wheat for 1 Gold each``."""
        price = branch.branches("price_each")
        if not price:
            raise Misfit("is that the price of each, or of all?", "all")
        got = [
            t.Gain(t.Doer(), t.ForEach(n, t.ThatMany()), name)
            for n, name in self.piles(price[0].branches("stuffs")[0])
        ]
        lost = t.Lose(t.Doer(), None, what, True)
        return [lost], got, [self.verb_word, f"all {what.casefold()}"]

    def _only_words(
        self, goes_on: bool, deed: Branch, verb: list[Any]
    ) -> tuple[list[Any], list[Any], list[Any]]:
        if not goes_on:
            raise Misfit("it is not said for what", first_word(deed))
        return [], [], verb

    def _price(self, price: Branch, piles: list[Any], *, gains: bool) -> list[Any]:
        """What is paid or got; "each" times as many."""
        found = self.piles(price.branches("stuffs")[0])
        if price.name == "price_each":
            if len(piles) != 1:
                raise Misfit("'each' of several things is not plain", "each")
            each = _again(piles[0][0])
            found = [(t.ForEach(n, each), what) for n, what in found]
        elif isinstance(piles[0][0], t.Chosen):
            raise Misfit("is that the price of each, or of all?", "for")
        if any(not what or n is None for n, what in found):
            raise Misfit("the price is not plain", first_word(price))
        if gains:
            return [t.Gain(t.Doer(), n, what) for n, what in found]
        return [t.Lose(t.Doer(), n, what, True) for n, what in found]


def _again(amount: Any) -> Any:
    """The same number once more."""
    return t.Same(amount.slot) if isinstance(amount, t.Chosen) else amount
