"""Whole sentences: actions, what happens by itself, what always holds, proposals."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.base import Branch, Misfit
from rules.plain.meaning.conditions import WHO_NAMES, _first
from rules.plain.meaning.effects import Effects
from rules.plain.meaning.logic import both, negated
from rules.plain.meaning.structure import Bodies, subject_of, without_subject
from rules.plain.words import DAYS

_HOURS = {"hour": 1, "day": 24, "week": 168}


class Sentences(Bodies):
    """Sentences."""

    verb_word = ""  # the first word behind "may", as written
    other_word = ""  # the first word behind "to", as in "pay 2 Gold to gain a Fish"

    def at_action(self, branch: Branch) -> t.Action:
        """A player may do something."""
        found = {each.name: each for each in branch.branches()}
        deed = next(each for each in branch.branches() if each.name in _DEEDS)
        where, player = self._acting(branch)
        self.has_doer, self.subject, self.parts = True, t.Doer(), []
        self.by_choice = self.choosing = True
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
        del player
        self._check_used(verb, (*effects, *body, *costs))
        if "body" in found and _same_kind(effects, body):
            raise Misfit("what the verb says happens again behind the colon", self.verb_word)
        return t.Action(
            t.Verb(tuple(verb)), (*effects, *body), tuple(costs), self._often(branch),
            both(conditions),
        )  # fmt: skip

    def _acting(self, branch: Branch) -> tuple[Any, Branch]:
        """Which players may do it, and who it is."""
        who = branch.branches(*_ACTORS)
        if not who:
            raise Misfit("only 'a player' or a named player may do something", _first(branch))
        self.has_doer, self.subject = True, t.Doer()
        if who[0].name == "person":
            return t.Equal(t.Doer(), self.mean(who[0])), who[0]
        if who[0].name == "extreme_player":
            return t.Equal(t.Doer(), self.mean(who[0])), who[0]
        if who[0].name == "they" and who[0].words()[0].text.casefold() != "you":
            raise Misfit("only 'a player' or a named player may do something", _first(branch))
        inner = who[0].branches()
        return (self.mean(inner[0]) if inner else None), who[0]

    def _trailing(self, branch: Branch) -> list[Any]:
        found = []
        for each in branch.branches("only_if", "when_if", "unless"):
            condition = self.mean(each.branches()[0])
            found.append(negated(condition) if each.name == "unless" else condition)
        return [*found, *map(self.at_on_where, branch.branches("leading_at"))]

    def _often(self, branch: Branch) -> Any:
        found = [each for each in branch.branches() if each.name in _OFTEN]
        if len(found) > 1:
            raise Misfit("it is said twice how often", _first(found[1]))
        return self.mean(found[0]) if found else None

    # -- the deed ----------------------------------------------------------------------------------

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
                raise Misfit("'may' needs a verb", _first(clause))
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
        got = " and ".join(_told(each) for each in self.parts)
        return costs, gained, [*verb, f"to {self.other_word} {got}".strip()]

    def _paying_to(self, deed: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """``may pay 5 Gold to leave: ...``."""
        costs = [_as_cost(each) for each in self.clause(deed.branches()[0])]
        to = " ".join(map(str, self._words(Branch("invented", deed.parts[1:]))))
        return costs, [], [self.verb_word, *self.parts, f"to {to}"]

    def _invented_then(self, deed: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """``may rest and gain 1 Health``: the verb is a name, and the effects follow."""
        verb = self._words(Branch("invented", deed.parts[:-1]))
        effects: list[Any] = []
        for clause in deed.branches("clauses")[-1].branches():
            if clause.branches("subject"):
                raise Misfit("'may' needs a verb", _first(clause))
            effects += self.clause(clause)
        return [], effects, verb

    def _any_of(
        self, deed: Branch, branch: Branch, goes_on: bool
    ) -> tuple[list[Any], list[Any], list[Any]]:
        """``sell Fish for 2 Gold each``, ``give Gold to another player``: any number of it."""
        word = deed.words("NAME")[0]
        pile = Branch("stuffs", (Branch("any_number", (word,)),))
        if deed.name == "give_any":
            effects = self.at_give(Branch("give", (pile, *deed.branches(*_TO_WHOM))))
            return [], list(effects), [self.verb_word, *self.parts]
        if not branch.branches("price_each"):
            raise Misfit("it is not said how many", word.text)
        name = deed.name.removesuffix("_any")
        return self._trade(Branch(name, (pile,)), branch, goes_on)

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
            raise Misfit("it is not plain how many", _first(deed))
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
            raise Misfit("it is not said for what", _first(deed))
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
            raise Misfit("the price is not plain", _first(price))
        if gains:
            return [t.Gain(t.Doer(), n, what) for n, what in found]
        return [t.Lose(t.Doer(), n, what, True) for n, what in found]

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
        return t.Often(1, _unit(branch.branches("per")[0].words()[0].text))

    def at_times(self, branch: Branch) -> t.Often:
        return t.Often(branch.number(), _unit(branch.branches("per")[0].words()[0].text))

    def at_any_time(self, branch: Branch) -> None:
        del branch

    def at_as_action(self, branch: Branch) -> t.Often:
        return t.Often(1, "day" if "daily" in branch.words()[0].text.casefold() else "week")

    # -- by itself ---------------------------------------------------------------------------------

    def at_at_time(self, branch: Branch) -> t.AtTime:
        moment, body = branch.branches()
        self.by_itself = True
        return self.mean(moment, self.body(body))  # type: ignore[no-any-return]

    def at_at_time_after(self, branch: Branch) -> t.AtTime:
        clause, moment = branch.branches()
        part = Branch("plain", (clause,))
        return self.mean(moment, self.body(Branch("body", (part,))))  # type: ignore[no-any-return]

    def at_edge(self, branch: Branch, effects: Effects) -> t.AtTime:
        edge, unit = branch.words()
        return replace(self._moment(unit, effects), end=edge.kind == "AT_END")

    def _moment(self, word: Any, effects: Effects) -> t.AtTime:
        if word.kind == "WEEKDAY":
            day = DAYS.index(word.text.casefold().split()[-1].removesuffix("s"))
            return t.AtTime("day", effects, weekday=day)
        return t.AtTime(_unit(word.text), effects)

    def at_each_unit(self, branch: Branch, effects: Effects) -> t.AtTime:
        return self._moment(branch.words()[0], effects)

    at_on_weekday = at_each_unit

    def at_at_clock(self, branch: Branch, effects: Effects) -> t.AtTime:
        clock = branch.words("CLOCK")[0].text
        hour, _, minute = clock.partition(":")
        minutes = 60 * _small(hour) + _small(minute)
        unit = branch.words("EACH_UNIT", "WEEKDAY")[0]
        found = self._moment(unit, effects)
        if found.unit != "day" or _small(hour) > 23 or _small(minute) > 59:
            raise Misfit("that is not a time of a day", clock)
        return replace(found, minute=minutes)

    def at_at_midnight(self, branch: Branch, effects: Effects) -> t.AtTime:
        for word in branch.words("EACH_UNIT"):
            if _unit(word.text) != "day":
                raise Misfit("that is not a time of a day", word.text)
        return t.AtTime("day", effects)

    def at_at_noon(self, branch: Branch, effects: Effects) -> t.AtTime:
        return replace(self.at_at_midnight(branch, effects), minute=12 * 60)

    def at_whenever(self, branch: Branch) -> Any:
        event, body = branch.branches()
        happens = self.mean(event)
        if isinstance(happens, t.Happens):
            self.has_doer, self.subject = True, t.Doer()
            return t.Whenever(happens, self.body(body))
        self.subject = None
        return t.WheneverValue(happens, self.body(body))

    def at_whenever_after(self, branch: Branch) -> t.Whenever | t.Winning:
        """``A player loses 1 Heart whenever they move to the Cave``."""
        clause, event = branch.branches()
        if clause.name == "win" and event.name == "begins_to_hold":
            return self.at_winning_after(Branch("winning_after", (clause, event.branches()[0])))
        who, told = subject_of(clause), event.branches()
        if who is None or who.name != "a_player" or not told or told[0].name != "they":
            raise Misfit("say 'Whenever a player ..., they ...'", _first(clause))
        told_of = Branch(event.name, (who, *event.parts[1:]))
        happens = self.mean(told_of)
        part = Branch("plain", (without_subject(clause),))
        return t.Whenever(happens, self.body(Branch("body", (part,))))

    def _of(self, event: Branch) -> Any:
        """Of which players it has to be; the event's player is the doer from here on."""
        if event.branches()[0].name == "each_player":
            raise Misfit("say 'a player'", _first(event))
        who = event.branches()[0]
        where, _ = self._acting(Branch("event", (who,)))
        return where

    def _had(self, kind: str, event: Branch) -> t.Happens:
        where = self._of(event)
        stuff = event.branches()[1]
        if stuff.name == "random_stuff" or stuff.branches() or stuff.name == "any_number":
            raise Misfit("it is not plain of what", _first(stuff))
        if stuff.name == "at_least_stuff":
            return t.Happens(kind, self.countable(stuff.named()), stuff.number(), None, where)
        if stuff.name == "just_stuff":
            return t.Happens(kind, self.countable(stuff.named()), 1, None, where)
        if stuff.name == "one":
            return t.Happens(kind, self.countable(stuff.named()), 1, None, where)
        raise Misfit("say 'at least' before the number", _first(stuff))

    def at_gains(self, event: Branch) -> t.Happens:
        return self._had("gains", event)

    def at_loses(self, event: Branch) -> t.Happens:
        return self._had("loses", event)

    def at_uses(self, event: Branch) -> t.Happens:
        return self._had("uses", event)

    def _there(self, kind: str, event: Branch) -> t.Happens:
        where = self._of(event)
        thing = event.branches()[-1]
        if thing.name in ("a_thing", "a_typed"):
            a_thing = thing.name == "a_thing"
            table, fits = self._thing(thing) if a_thing else self.typed(thing)
            if kind == "moves":
                self.it = t.Place(t.Doer(), self.standing(table))
                self.it_table = table
            return t.Happens(kind, "", 1, t.EachThing(table, fits), where)
        meant = self.mean(thing)
        if not isinstance(meant, t.NamedThing):
            raise Misfit("it is not plain where", _first(thing))
        self.it, self.it_table = meant, meant.table
        return t.Happens(kind, "", 1, meant, where)

    def at_moves(self, event: Branch) -> t.Happens:
        return self._there("moves", event)

    def at_leaves(self, event: Branch) -> t.Happens:
        return self._there("leaves", event)

    def at_crosses(self, event: Branch) -> t.Happens:
        return self._there("crosses", event)

    def at_passes(self, event: Branch) -> t.Happens:
        return self._there("passes", event)

    def at_joins(self, event: Branch) -> t.Happens:
        return t.Happens("joins", where=self._of(event))

    def at_does(self, event: Branch) -> t.Happens:
        words = event.words("DOING")
        if len(words) != 1 or event.branches()[1:]:
            raise Misfit("name the action by one word", words[0].text)
        verb = self.vocabulary.verb(words[0].text)
        if verb is None:
            raise Misfit(f"{words[0].text!r} is not an action of these rules", words[0].text)
        return t.Happens("does", verb, where=self._of(event))

    def at_place_becomes(self, event: Branch) -> Any:
        """``Whenever Season becomes Winter``: it is so, and was not before."""
        inner = Branch("place_is", event.parts)
        return self.at_begins_to_hold(Branch("begins_to_hold", (Branch("conditions", (inner,)),)))

    def at_begins_to_hold(self, event: Branch) -> Any:
        conditions = event.branches()[0]
        first = conditions.branches()[0]
        if first.name == "player_is" and first.branches()[0].name in _ACTORS:
            who, predicate = first.branches()
            where = self._of(Branch("event", (who,)))
            rest = Branch("also_is", (predicate,))
            told = Branch("conditions", (rest, *conditions.parts[1:]))
            holds = self.mean(told)
            return t.Happens("becomes", where=both((where, holds)))
        if (
            first.name in ("place_is", "place_reaches", "place_sinks_to")
            and first.branches()[0].name == "of_player"
        ):
            return self._their_place(conditions, first)
        return self.mean(conditions)

    def _their_place(self, conditions: Branch, first: Branch) -> t.Happens:
        """``Whenever a player's Gold is at least 10``."""
        place, says = first.branches()
        who = place.branches()[0]
        if who.name not in _ACTORS or len(conditions.branches()) > 1:
            raise Misfit("it is not plain whose", _first(place))
        where = self._of(Branch("event", (who,)))
        mine = t.Place(t.Doer(), self.column(t.Doer(), place.named()))
        holds = (
            self.mean(says, mine)
            if first.name == "place_is"
            else self._passing_mark(first.name, mine, says)
        )
        return t.Happens("becomes", where=both((where, holds)))

    # -- what always holds -------------------------------------------------------------------------

    def at_no_player_may_have(self, branch: Branch) -> t.Limit:
        return self._most(branch.branches()[-1], may=False, who=None)

    def at_may_not_have(self, branch: Branch) -> t.Limit:
        return self._most(branch.branches()[-1], may=False, who=branch.branches()[0])

    def at_may_have(self, branch: Branch) -> t.Limit:
        return self._most(branch.branches()[-1], may=True, who=branch.branches()[0])

    def at_may_not_do(self, branch: Branch) -> t.Forbidden:
        """``A player who has no Net may not fish``: of an action that these rules have."""
        where = None
        if branch.branches(*_ACTORS):
            where, _ = self._acting(branch)
        elif branch.branches("who_where", "on_where", "same_where", "with_where"):
            self.has_doer, self.subject = True, t.Doer()
            where = self.mean(branch.branches()[0])
        self.has_doer, self.subject = True, t.Doer()
        word = branch.words("DOING")[0].text
        verb = self.vocabulary.verb(word)
        if verb is None or verb != word.casefold():
            raise Misfit(f"{word!r} is not an action of these rules", word)
        return t.Forbidden(verb, both((where, *self._trailing_not(branch))))

    def _trailing_not(self, branch: Branch) -> list[Any]:
        """What a condition behind forbids: ``if``; what ``unless`` and ``only if`` leave."""
        found = []
        for each in branch.branches("only_if", "when_if", "unless"):
            if each.name == "only_if":
                raise Misfit("'may not ... only if' is not plain", "only if")
            condition = self.mean(each.branches()[0])
            found.append(negated(condition) if each.name == "unless" else condition)
        return found

    def _limited(self, who: Branch | None) -> t.EachPlayer:
        if who is None:
            return t.EachPlayer()
        if who.name not in ("a_player", "each_player"):
            raise Misfit("a limit is for all players", _first(who))
        return t.EachPlayer(False, self.where(who))

    def _most(self, measure: Branch, *, may: bool, who: Branch | None) -> t.Limit:
        """At most so many. ``may``: whether that may be had, or may not."""
        of = self._limited(who)
        name, number = self.countable(measure.named()), 0
        kind = measure.name
        if kind != "has_one":
            number = measure.number()
        if may and kind in ("has_at_most", "has_or_less", "has_name_or_less"):
            return t.Limit(of, name, "<=", t.Number(number))
        if not may and kind == "has_more":
            return t.Limit(of, name, "<=", t.Number(number))
        if not may and kind in ("has_or_more", "has_name_or_more", "has_at_least"):
            return t.Limit(of, name, "<=", t.Number(number - 1))
        if not may and kind == "has_less":
            return t.Limit(of, name, ">=", t.Number(number))
        raise Misfit("say 'more than' or 'at most'", _first(measure))

    def _bound(self, place: Branch, op: str, amount: Any) -> t.Limit:
        """A limit of a place: of each player's, of each thing's, or of the game."""
        if place.name == "of_player":
            who = place.branches()[0]
            of = self._limited(who)
            return t.Limit(of, self.column(of, place.named()), op, amount)
        if place.name == "bare" and self.vocabulary.value(place.named()):
            return t.Limit(None, self.column(None, place.named()), op, amount)
        if place.name == "bare" and self.vocabulary.field(place.named()):
            everyone = t.EachPlayer()
            return t.Limit(everyone, self.column(everyone, place.named()), op, amount)
        if place.name == "of_place":
            owner = self.mean(place.branches()[0])
            if not isinstance(owner, t.NamedThing):
                raise Misfit("it is not plain whose limit it is", _first(place))
            just_it = t.EachThing(owner.table, t.Equal(t.It(), owner))
            return t.Limit(just_it, self.column(owner, place.named()), op, amount)
        if place.name == "of_each_thing":
            first, second = place.named(0), place.named(1)
            table, name = (second, first) if place.has("OF") else (first, second)
            thing = t.EachThing(self.table(table).name)
            return t.Limit(thing, self.column(thing, name), op, amount)
        raise Misfit("it is not plain whose limit it is", _first(place))

    def _no_players(self, branch: Branch, op: str) -> t.Limit:
        everyone = t.EachPlayer()
        amount = self.mean(branch.branches()[-1])
        return t.Limit(everyone, self.column(everyone, branch.named()), op, amount)

    def at_no_place_exceeds(self, branch: Branch) -> t.Limit:
        return self._no_players(branch, "<=")

    def at_no_place_falls_below(self, branch: Branch) -> t.Limit:
        return self._no_players(branch, ">=")

    def at_limit(self, branch: Branch) -> t.Limit:
        place, says = branch.branches()
        op = {"at_least": ">=", "at_most": "<="}.get(says.name)
        if op is None:
            raise Misfit("say 'at least' or 'at most'", _first(says))
        return self._bound(place, op, self._limit_amount(says, place))

    def _limit_amount(self, says: Branch, place: Branch) -> Any:
        """A number, or one that each of whom the limit is has: ``at most their Health``."""
        found = says.branches()
        of_player = place.name == "of_player" or (
            place.name == "bare" and self.vocabulary.value(place.named()) is None
        )
        with self.about(t.Them() if of_player else None):
            amount = self.mean(found[0]) if found else t.Number(says.number())
        if not isinstance(amount, t.Number | t.HowMany | t.Part):
            raise Misfit("a limit is a number", _first(says))
        return amount

    def at_limit_not(self, branch: Branch) -> t.Limit:
        place, says = branch.branches()
        op = {"more_than": "<=", "less_than": ">="}.get(says.name)
        if op is None:
            raise Misfit("say 'more than' or 'less than'", _first(says))
        return self._bound(place, op, self._limit_amount(says, place))

    def at_limit_at_most(self, branch: Branch) -> t.Limit:
        place, amount = branch.branches()
        return self._bound(place, "<=", self._limit_amount(Branch("at_most", (amount,)), place))

    def at_limit_at_least(self, branch: Branch) -> t.Limit:
        place, amount = branch.branches()
        return self._bound(place, ">=", self._limit_amount(Branch("at_least", (amount,)), place))

    def at_beginning(self, branch: Branch) -> t.Beginning:
        self.has_doer, self.subject, self.parts = True, t.Doer(), []
        found: list[Any] = []
        for each in branch.branches():
            found += self.mean(each)
        return t.Beginning(tuple(found))

    def at_new_player_has(self, branch: Branch) -> t.Beginning:
        self.has_doer, self.subject = True, t.Doer()
        place = t.Place(t.Doer(), self.column(t.Doer(), branch.named()))
        return t.Beginning((self._put(place, branch.branches()[-1]),))

    def at_begins_with(self, branch: Branch) -> list[Any]:
        return [self._gained(pile, branch) for pile in self.piles(branch.branches()[0])]

    def at_begins_with_at(self, branch: Branch) -> list[Any]:
        return [*self.at_begins_with(branch), self.at_move(branch)]

    def at_begins_at_with(self, branch: Branch) -> list[Any]:
        thing, stuffs = branch.branches()
        move = self.at_move(Branch("move", (thing,)))
        return [*self.at_begins_with(Branch("begins_with", (stuffs,))), move]

    def at_all_begin(self, branch: Branch) -> t.Beginning:
        who, stuffs, *more = branch.branches()
        if who.name not in ("a_player", "each_player") or who.branches():
            raise Misfit("say 'a new player'", _first(who))
        first = Branch("begins_with", (stuffs,))
        return self.at_beginning(Branch("beginning", (first, *more)))

    def at_all_begin_at_with(self, branch: Branch) -> t.Beginning:
        who, thing, stuffs = branch.branches()
        return self.at_all_begin_at(Branch("all_begin_at", (who, stuffs, thing)))

    def at_all_begin_at(self, branch: Branch) -> t.Beginning:
        who, stuffs, thing = branch.branches()
        first = Branch("begins_with_at", (stuffs, thing))
        return self.at_all_begin(Branch("all_begin", (who, stuffs))) and self.at_beginning(
            Branch("beginning", (first,))
        )

    def at_begins_on(self, branch: Branch) -> list[Any]:
        return [self.at_move(branch)]

    def at_begins_as(self, branch: Branch) -> list[Any]:
        return [self.at_put_place(branch)]

    # -- winning -----------------------------------------------------------------------------------

    def at_winning(self, branch: Branch) -> Any:
        clause = branch.branches()[0]
        who = subject_of(clause)
        if clause.name != "win" or who is None or who.name not in ("a_player", "each_player"):
            return self._when_is_it(clause)
        where, _ = self._acting(Branch("winning", (who,)))
        if where is None:
            raise Misfit("it is not said who wins", _first(who))
        return t.Winning(where)

    def _when_is_it(self, clause: Branch) -> Any:
        raise Misfit("it is not said when that happens", _first(clause))

    def at_winning_if(self, branch: Branch) -> Any:
        conditions, body = branch.branches()
        if (winner := _winner(body)) is not None:
            where, _ = self._acting(Branch("winning", (winner,)))
            return t.Winning(both((where, self.mean(conditions))))
        happens = self.at_begins_to_hold(Branch("begins_to_hold", (conditions,)))
        if not isinstance(happens, t.Happens) or happens.where is None:
            raise Misfit("it is not said when that happens", _first(conditions))
        effects = self.body(body)
        if effects == (t.Win(t.Doer()),):
            return t.Winning(happens.where)
        return t.Whenever(happens, effects)

    def at_winning_after(self, branch: Branch) -> t.Winning:
        clause, conditions = branch.branches()
        who = subject_of(clause)
        if clause.name != "win" or who is None or who.name not in ("a_player", "each_player"):
            return self._when_is_it(clause)  # type: ignore[no-any-return]
        where, _ = self._acting(Branch("winning", (who,)))
        return t.Winning(both((where, self.mean(conditions))))

    def at_first_to_have(self, branch: Branch) -> t.Winning:
        self.has_doer, self.subject = True, t.Doer()
        return t.Winning(self.mean(branch.branches()[0]), first=True)

    # -- proposals ---------------------------------------------------------------------------------

    def at_voting_lasts(self, branch: Branch) -> t.VotingLasts:
        unit = branch.words("TIME_UNIT")[0].text.casefold().rstrip("s")
        return t.VotingLasts(branch.number() * _HOURS[unit])

    def at_most_proposals(self, branch: Branch) -> t.MostProposals:
        who = branch.branches()
        if who and (who[0].name not in ("a_player", "each_player") or who[0].branches()):
            raise Misfit("that holds for all players", _first(who[0]))
        return t.MostProposals(branch.number())

    def at_passes_if(self, branch: Branch) -> t.Passes:
        found = t.Passes(share=None)
        for each in branch.branches():
            found = self.mean(each, found)
        return found

    def at_more_for(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        del branch
        return replace(so_far, share=(1, 2))

    def at_share(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        text = branch.words()[0].text.casefold()
        if not text.startswith("more than half"):
            raise Misfit("say 'more votes for than against'", text)
        return replace(so_far, share=(1, 2))

    def at_votes_for(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, least=branch.number())

    def at_votes_against(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, most_against=branch.number())

    def at_none_against(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        del branch
        return replace(so_far, most_against=0)


_DEEDS = (
    "deed", "in_exchange", "buy", "sell", "barter", "invented", "invented_then", "buy_any",
    "sell_any", "give_any", "use_to", "paying_to",
)  # fmt: skip
_OTHER_DEEDS = ("invented_then", "use_to", "paying_to")
_TO_WHOM = tuple(WHO_NAMES)
_OFTEN = ("once", "times", "any_time", "as_action")
_ACTORS = ("a_player", "each_player", "person", "extreme_player", "they")


def _unit(text: str) -> str:
    """``per day``, ``each day``: the unit in the singular."""
    return text.casefold().split()[-1]


def _small(digits: str) -> int:
    from wikibot.wikitext.numerals import integer

    return integer(digits)


def _told(part: Any) -> str:
    """What is got, as a word of a verb."""
    if isinstance(part, t.Stuff):
        return part.what.casefold()
    return part.casefold() if isinstance(part, str) else ""


def _as_cost(effect: Any) -> Any:
    """A loss in "may pay 2 Gold to ..." has to be there."""
    if isinstance(effect, t.Lose | t.Transfer):
        return replace(effect, must=True)
    raise Misfit("only what is paid or lost can be the price of something", "to")


def _winner(body: Branch) -> Branch | None:
    """The player in ``a player who has at least 1 Life wins``, where a body says just that."""
    parts = body.branches()
    clause = parts[0].branches()[0] if len(parts) == 1 and parts[0].name == "plain" else None
    who = subject_of(clause) if clause is not None and clause.name == "win" else None
    return who if who is not None and who.name == "a_player" and who.branches() else None


def _again(amount: Any) -> Any:
    """The same number once more."""
    return t.Same(amount.slot) if isinstance(amount, t.Chosen) else amount


def _same_kind(effects: list[Any], body: Effects) -> bool:
    """Whether a deed that does something itself is told again behind the colon."""
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
