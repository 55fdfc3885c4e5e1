"""What players may do: who, how often, at what cost, and what happens."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.clauses import WHO, Branch, Misfit, first_word
from rules.plain.effects.base import Effects
from rules.plain.effects.gaining import gained
from rules.plain.meaning.bodies import Bodies, dealt
from rules.plain.terms import both, negated, parts_of_both
from wikibot.game.names import singular_of

# -- Buying, selling and bartering: for a price, by paying, or any number of something -------------


def _again(amount: Any) -> Any:
    return t.Same(amount.slot) if isinstance(amount, t.Chosen) else amount


_DEEDS = (
    "deed", "in_exchange", "buy", "sell", "barter", "invented", "invented_then", "buy_any",
    "sell_any", "give_any", "use_to", "offering",
)  # fmt: skip
_OTHER_DEEDS = ("invented_then", "use_to", "offering")
_BOUGHT = (t.ChosenThing, t.Stuff)
_GETTING = ("buy", "purchase", "acquire", "hire", "recruit")
_BUYING = ("buy", "purchase", "hire", "rent", "lease", "charter", "recruit", "employ", "bribe")
_WHERE = ("in", "on", "at", "near", "inside", "within", "of")  # tell of which thing it is one
_TOWARDS = ("to", "at", "on", "in", "with")
_WAGERS = ("bet", "gamble", "wager", "stake", "risk")
_EATING = ("drink", "eat", "consume", "swallow", "burn", "sacrifice", "expend", "use")
_PARTING = (  # what is neither eaten nor the players' own any more
    "sell", "deliver", "spend", "donate", "surrender", "hand in", "hand over", "turn in",
    "trade in", "cash in",
)  # fmt: skip
_GATHERING = (
    "gather", "harvest", "reap", "catch", "pick", "chop", "mine", "forage", "scavenge", "fetch",
    "fell", "cut", "pluck", "collect", "scoop", "grab",
)  # fmt: skip
_MANY = ("called_many", "any_number", "up_to", "up_to_number", "from_to")
_CHOSEN = (t.ChosenThing, t.ChosenPlayer)
_DOES_ITSELF = {t.Gain, t.Transfer, t.Draw, t.Swap, t.Move, t.Create, t.Destroy, t.Lose}
_OFTEN = ("once", "times", "any_time")
ACTORS = ("a_player", "each_player", "person", "extreme_player", "they", "the_term", "who_of")


class Actions(Bodies):
    """Actions, and those among them that trade one thing for another."""

    verb_word = ""  # the first word behind "may", as written

    acting: Sequence[Branch] = ()  # what is said of who acts

    other_word = ""  # the first word behind "to", as in "pay 2 Gold to gain a Fish"

    def _trade(
        self, deed: Branch, branch: Branch, goes_on: bool
    ) -> tuple[list[Any], list[Any], list[Any]]:
        thing = self._one_thing(deed.branches("stuffs")[0])
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
        fields = (self.vocabulary.field(what) for _, what in piles)
        if text := next((each.name for each in fields if each and each.kind == "text"), ""):
            raise Misfit("that holds a text: say what it becomes", text)
        for word in deed.words("ALIAS_MANY"):
            self.aliases[str(word.value)] = piles[0]
        verb = [self.verb_word, *(t.Stuff(*pile) for pile in piles)]
        mine = [t.Lose(t.Doer(), n, what, True) for n, what in piles]
        if deed.name == "barter":
            got = self.piles(deed.branches("stuffs")[1])
            verb = [self.verb_word, *_listed(piles), "for", *_listed(got)]
            return list(mine), [gained(self, pile, deed) for pile in got], verb
        price = branch.branches("price", "price_each")
        if deed.name == "sell":
            if not price:
                if not goes_on:
                    raise Misfit("it is not said what for", first_word(deed))
                return [], [], verb
            return list(mine), self._price(price[0], piles, gains=True), verb
        paid = self._price(price[0], piles, gains=False) if price else []
        if goes_on and not price:
            return [], [], verb
        if not price and not branch.branches("paying"):
            raise Misfit("it is not said what it costs", self.verb_word)
        again = [(_again(n), what) for n, what in piles]
        return paid, [t.Gain(t.Doer(), n, what) for n, what in again], verb

    def _one_thing(self, stuffs: Branch) -> Any:
        """A thing of a table that is bought, or offered, as it is: ``buy an unowned Plot``."""
        found = stuffs.branches()
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

    # -- who, how often, at what cost, and what happens --------------------------------------------

    def _told_elsewhere(
        self, branch: Branch, deed: Branch, where: Any, costs: list[Any], verb: list[Any]
    ) -> Any:
        """``A player may dig at most twice a day``, ``only in a Mine``: of what others allow.

        Of what is done to a player or a thing: ``may dig a Bed only if its State is Dry``.
        """
        only = [each for each in branch.branches("leading_at") if each.has("ONLY")]
        only += branch.branches("only_if")
        others = [*branch.branches("when_if", "unless", "leading_at")]
        often = self._often(branch)
        name = str(verb[0]) if self.vocabulary.verb(str(verb[0])) else self.verb_word
        more = {*str(verb[0]).removeprefix(name).split()}
        known = deed.name == "invented" and self.vocabulary.verb(name) == name
        known = known and more <= {*_TOWARDS}  # not "move secretly to"
        loose = where is not None or costs or any(each not in only for each in others)
        one = verb[-1] if isinstance(verb[-1], _CHOSEN) and len(verb) in (2, 3) else None
        small = len(verb) < 3 or verb[1] in _TOWARDS
        if one is None or often or not small:
            loose = loose or len(deed.parts) > 1
        if not known or loose or not (often or only):
            raise Misfit("say what happens then, or ': nothing happens'", self.verb_word)
        may = both(self._trailing(branch))
        if one is not None and repr(t.Same(one.slot)) in repr(may):
            return t.Forbidden(name, target=t.group_of(one, negated(may)))
        if one is not None:  # a condition of the player alone
            of_all = isinstance(one, t.ChosenThing) and one.where is None
            whom = None if of_all else t.group_of(one, None)
            noun = str(getattr(one, "table", "")) if of_all else ""
            return t.Forbidden(name, negated(may), (), whom, noun)
        said: list[Any] = [t.Restricted(name, often)] if often else []
        said += [t.Forbidden(name, negated(may))] if may is not None else []
        return said[0] if len(said) == 1 else t.Several(tuple(said))

    def at_action(self, branch: Branch) -> Any:
        """A player may do something."""
        found = {each.name: each for each in branch.branches()}
        deed = next(each for each in branch.branches() if each.name in _DEEDS)
        where = self._acting(branch)
        self.acting = branch.branches(*ACTORS, "when_if", "only_if")
        if any(first_word(each).casefold().startswith("one ") for each in branch.branches(*ACTORS)):
            raise Misfit("say 'one player may ... once per day', or 'a player'", first_word(branch))
        self._check_here(deed, branch.parts)
        self.has_doer, self.subject, self.parts = True, t.Doer(), []
        self.choosing = self.by_choice = True
        costs, effects, verb = self._deed(deed, branch, "body" in found)
        paid = self._cost(found, deed)
        with self.for_now(written=_written(verb)):
            conditions = [each for each in (where, *self._trailing(branch)) if each is not None]
        if "paying" in found:  # a line gives the number that is paid, too
            chosen = (e for e in paid if isinstance(getattr(e, "amount", None), t.Chosen))
            verb += [t.Stuff(each.amount, each.what) for each in chosen]
        costs += paid
        gone = [each for each in costs if isinstance(each, t.Put)]  # a word, which has to be there
        conditions += [t.Not(t.Empty(each.place)) for each in gone]
        costs, effects = [each for each in costs if each not in gone], [*gone, *effects]
        body: Effects = ()
        if "body" in found:
            self.by_choice, self.named = True, tuple(verb)
            self.paid = [each.what for each in costs if isinstance(each, t.Lose)]
            body = self.body(found["body"])
            if deed.name == "offering" and any(isinstance(each, t.Offer) for each in body):
                effects = []  # the body says what comes of it
            if "price" in found and deed.name == "invented" and not self._is_price(paid, body):
                raise Misfit("say 'by paying', or what becomes of it", "for")
        effects += self._bought(verb, (*effects, *body))
        eaten = self._eaten(deed, verb, (*effects, *body, *costs))
        if "body" in found and len(verb) > 2 and any(t.has(each, t.Chosen) for each in eaten):
            many = t.ThatMany() if t.has(body, t.ThatMany) else None
            body = (*(replace(e, amount=many or _again(e.amount)) for e in eaten), *body)
        else:
            costs += eaten
        goes_on = any(isinstance(e, t.Transfer) or getattr(e, "to", None) for e in costs)
        if not effects and not body and self.verb_word in _GATHERING:  # may gather 2 Wood
            counted = (e for e in verb if isinstance(e, t.Stuff) and isinstance(e.amount, t.Number))
            effects = [t.Gain(t.Doer(), each.amount, each.what) for each in counted]
        if not effects and not body and not goes_on:
            return self._told_elsewhere(branch, deed, where, costs, verb)
        self._check_used(verb, (*effects, *body, *costs))
        kinds = {*map(type, effects)}
        places = {getattr(each, "to", None) for each in effects} - {None}
        said_again = kinds & _DOES_ITSELF and kinds & {*map(type, t.nodes(body))}
        if said_again or places & {getattr(each, "place", None) for each in t.nodes(body)}:
            raise Misfit("say behind the colon all that happens", self.verb_word)
        happens = dealt(_of_chosen((*effects, *body), verb), tuple(costs))
        self._check_held(verb, happens)
        return t.Action(
            t.Verb(tuple(verb)), happens, tuple(costs), self._often(branch), both(conditions)
        )

    def _is_price(self, paid: Sequence[Any], body: Effects) -> bool:
        """Whether ``work for 2 Gold`` is what it costs: more comes of it, and no more is lost."""
        if self.verb_word in _BUYING:
            return True
        first = body[0]
        gains = isinstance(first, t.Gain | t.Move) and first.who == t.Doer()
        gains |= isinstance(first, t.Add) and not first.minus
        whats = {getattr(each, "what", "") for each in paid}
        inner = [each for each in t.nodes(body) if isinstance(each, t.Lose | t.Gain | t.Add)]
        lost = (isinstance(e, t.Lose) or getattr(e, "minus", False) for e in inner)
        return gains and not any(lost) and not {getattr(e, "what", None) for e in inner} & whats

    def _bought(self, verb: list[Any], body: Effects) -> list[Any]:
        """``may buy a Tool by paying 2 Gold: its Stock decreases by 1``: they have it then."""
        one = verb[-1]
        if self.verb_word not in _GETTING or len(verb) != 2 or not isinstance(one, _BOUGHT):
            return []
        named = {t.Doer()} | ({t.Same(one.slot)} if isinstance(one, t.ChosenThing) else set())
        for each in t.nodes(body):
            told = {getattr(each, at, None) for at in ("who", "value", "thing")} & named
            owner = getattr(getattr(each, "place", None), "owner", None)
            told |= {owner} & {t.Doer()} if not getattr(each, "minus", False) else set()
            if told and hasattr(each, "play") and not isinstance(each, t.Lose):
                return []
        if isinstance(one, t.Stuff):
            return [t.Gain(t.Doer(), _again(one.amount), one.what)]
        table = self.table(one.table)
        theirs, noun = self.vocabulary.standing(table.name), table.noun or table.name
        lists = [
            e.name for e in self.vocabulary.fields if (e.kind, e.table) == ("things", table.name)
        ]
        if lists and not body:
            return [t.Include(t.Place(t.Doer(), lists[0]), t.Same(one.slot))]
        if body and (table.owner or theirs or lists):
            got = f"their {theirs.name} becomes that {noun}" if theirs else ""
            got = f"that {noun} is added to their {lists[0]}" if lists else got
            got = f"its {table.owner} becomes the player" if table.owner else got
            raise Misfit(f"say what they get: '{got}'", noun)
        if table.owner or not all(map(self.vocabulary.stuff, table.things)):
            return []
        return [t.Draw(t.Doer(), t.Same(one.slot))]

    def _check_here(self, deed: Branch, parts: Sequence[Any]) -> None:
        """Behind ``the player with the most Gold``, "in the Kitchen" may be said of that player."""
        here, last = parts[parts.index(deed) + 1 :][:1], deed
        while last.branches() and last.name != "extreme_player":
            last = last.branches()[-1]
        said = [each.branches("on_where") for each in last.branches("who_where")]
        here = here if here and here[0].name == "leading_at" and not here[0].has("ONLY") else []
        if last.name in WHO and (here or any(said)):
            raise Misfit("it is not plain who that is", first_word(last))

    def _acting(self, branch: Branch) -> Any:
        """Which players may do it; whatever follows is said of one of them."""
        found = branch.branches(*ACTORS)
        who = found[0] if found else None
        is_you = who is None or who.name != "they" or who.words()[0].low == "you"
        if who is None or not is_you or "choice" in who.words()[0].low:
            raise Misfit("only 'a player' or a named player may do something", first_word(branch))
        self.has_doer, self.subject = True, t.Doer()
        if who.name == "who_of":
            return t.Is(self.mean(who), t.Doer())
        if who.name in ("person", "extreme_player", "the_term"):
            named = self.mean(who)
            self.players_named.clear()  # "that player" is another
            return t.Equal(t.Doer(), named)
        inner = who.branches()
        return self.mean(inner[0]) if inner else None

    def trailing_ifs(self, branch: Branch) -> list[Any]:
        """What the conditions behind a verb ask for."""
        said = branch.branches("only_if", "when_if", "unless")
        found = [(each.name == "unless", self.mean(each.branches()[0])) for each in said]
        return [negated(condition) if denied else condition for denied, condition in found]

    def _trailing(self, branch: Branch) -> list[Any]:
        here = map(self.at_on_where, branch.branches("leading_at"))
        return [*self.trailing_ifs(branch), *here]

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
            # ``sell Fish for 2 Gold each``, ``give Gold to another player``: any number of it
            word = deed.words("NAME")[0]
            pile = Branch("stuffs", (Branch("any_number", (word,)),))
            if deed.name == "give_any":
                given = self.mean(Branch("give", (pile, *deed.branches(*WHO))))
                return [], list(given), [self.verb_word, *self.parts]
            if not branch.branches("price_each"):
                raise Misfit("it is not plain how many", word.text)
            return self._trade(Branch(deed.name.removesuffix("_any"), (pile,)), branch, goes_on)
        if deed.name in _OTHER_DEEDS:
            return getattr(self, f"_{deed.name}")(deed)  # type: ignore[no-any-return]
        # What the verb itself does: ``may gain 2 Fish``, ``may pay 1 Gold to gain 2 Fish``
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
        gained = self._then(deed)
        got = " ".join(filter(None, map(_told, self.parts)))
        return costs, gained, [*verb, f"to {self.other_word} {got}".strip()]

    def _then(self, deed: Branch) -> list[Any]:
        clauses = deed.branches("clauses")[-1].branches()
        return [effect for each in clauses for effect in self.clause(each)]

    def _invented_then(self, deed: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """``may rest and gain 1 Health``: the verb is a name, and the effects follow."""
        verb = self._words(Branch("invented", deed.parts[:-1]))
        if told := [e for e in deed.branches("clauses")[-1].branches() if e.branches("subject")]:
            raise Misfit("'may' needs a verb", first_word(told[0]))
        return [], self._then(deed), verb

    def _offering(self, deed: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """``offer 2 Wheat for 3 Milk to another player``, ``offer a Mill they own for 5 Gold``."""
        given, wanted = deed.branches("stuffs")
        thing, me = self._one_thing(given), t.Doer()
        mine = [] if thing else self.piles(given)
        theirs, who = self.piles(wanted), self.mean(deed.branches(*WHO)[0])
        if not isinstance(who, t.ChosenPlayer) or any(n is None for n, _ in (*mine, *theirs)):
            raise Misfit("it is not plain what is offered to whom", first_word(deed))
        other = t.Same(who.slot)
        happens: list[Any] = [t.Transfer(me, other, _again(n), what, True) for n, what in mine]
        happens += [t.Transfer(other, me, _again(n), what, True) for n, what in theirs]
        gives: list[Any] = [t.Stuff(n, what) for n, what in mine]
        if thing:  # which has still to be theirs
            owner = t.Place(t.Same(thing.slot), self.owned(self.table(thing.table)))
            happens = [t.If(t.Is(owner, me), (*happens, t.Put(owner, other)))]
            own = t.Is(replace(owner, owner=t.It()), me)
            more = (each for each in parts_of_both(thing.where) if each != own)
            gives = [replace(thing, where=both((own, *more)))]
        wants = [t.Stuff(n, what) for n, what in theirs]
        return [], [t.Offer(other, tuple(happens))], ["offer", *gives, "for", *wants, "to", who]

    def _use_to(self, deed: Branch) -> tuple[list[Any], list[Any], list[Any]]:
        """``may use a Token to gain 1 Life``: what is used is used up."""
        costs = [_as_cost(each) for each in self.mean(Branch("lose", (deed.branches()[0],)))]
        verb = [self.verb_word, *self.parts]
        self.parts = []
        return costs, self._then(deed), verb

    def _words(self, deed: Branch) -> list[Any]:
        """An invented verb: words, with players and so many of something among them."""
        found: list[Any] = []
        parts_of = [*self._with_theirs(deed.parts)]
        for each, after in zip(parts_of, (*parts_of[1:], None), strict=True):
            if not isinstance(each, Branch):
                word = each.low
                if word in ("a", "an", "the"):
                    continue
                many = isinstance(after, Branch) and after.name in _MANY
                if word in _WHERE and not many and found and isinstance(found[-1], _CHOSEN):
                    raise Misfit("say that behind 'who' or 'that', or before 'may'", each.text)
                of_number = len(found) > 1 and isinstance(found[-2], t.Chosen)  # 2 Guard for
                joins = found and isinstance(found[-1], str) and not of_number
                found.append(f"{found.pop()} {word}" if joins else word)
            elif each.name == "called_many":
                inner = each.branches()
                of = Branch("up_to_number", each.parts)
                parts = self._slot_of_stuff(inner[0]) if inner else [self.at_up_to_number(of)]
                found += parts
                stuff = parts[0] if isinstance(parts[0], t.Stuff) else t.Stuff(parts[0], "")
                if not isinstance(stuff.amount, t.Chosen):
                    raise Misfit("only what is chosen is called something", first_word(each))
                said = str(each.words("ALIAS_MANY")[0].value)
                self.aliases[said] = (stuff.amount, stuff.what)
            elif each.name in ("counted", "one", "any_number", "up_to", "from_to"):
                slot = self._slot_of_stuff(each)
                joins = slot and isinstance(slot[0], str) and found and isinstance(found[-1], str)
                found += [f"{found.pop()} {slot[0]}"] if joins else slot
            elif each.name == "they" and not first_word(each).casefold().endswith(("self", "lves")):
                raise Misfit("say that behind 'who' or 'that', or before 'may'", first_word(each))
            else:
                found.append(self.mean(each))
        offices = (self.vocabulary.value(str(e.value)) for e in deed.words("DOING") if e.value)
        holders = [t.Place(None, each.name) for each in offices if each and each.names_player]
        self.players_named += holders  # praise the Mayor: that player gains 1 Point
        every = (self.vocabulary.things(str(e.value)) for e in deed.words("DOING") if e.value)
        named = [(of.name, thing) for things in every for of, thing in things]
        if len(named) == 1 and self.it is None:  # fix the Mill: its Price increases by 1
            self.it, self.it_table = t.NamedThing(*named[0]), named[0][0]
        for at, each in enumerate(found):  # as many as the thing has that is named behind it
            things = [e for e in found[at + 1 :] if isinstance(e, t.ChosenThing)]
            if isinstance(each, t.Chosen) and each.most is None and things:
                has = self.column(things[0], found[at + 1].split()[0])
                place = t.Place(t.Same(things[0].slot), has)
                found[at] = replace(each, most=t.HowMany(place))
        return found

    def _with_theirs(self, parts: Sequence[Any]) -> Iterator[Any]:
        """The parts of a verb, where ``their Room`` is what that column names."""
        for before, each, after in zip((None, *parts), parts, (*parts[1:], None), strict=False):
            if before and self._is_theirs(each, after):
                yield Branch("where_they_are", (after,))
            elif not self._is_theirs(before, each) or before is parts[0]:
                yield each

    def _is_theirs(self, word: Any, name: Any) -> bool:
        """Whether "their" stands before a column that names a thing for each player."""
        field = self.vocabulary.field(str(getattr(name, "value", "")))
        is_thing = field and field.kind == "thing" and self.vocabulary.table(field.table)
        return getattr(word, "low", "") == "their" and bool(is_thing)

    def at_where_they_are(self, branch: Branch) -> t.ChosenThing:
        """``haunt their Room``: where they are, which is all that a line may name."""
        field: Any = self.vocabulary.field(str(branch.words()[0].value))
        theirs = t.Equal(t.It(), t.Place(t.Doer(), field.name))
        return t.ChosenThing(field.table, self.mention(field.table), theirs)

    def _eaten(self, deed: Branch, verb: list[Any], effects: Effects) -> list[Any]:
        """What is gone by the verb itself: ``may drink 1 Rum``, ``may deliver all their Ore``.

        Of what is used, a number alone. What is sold to a player is said to become theirs.
        """
        to_one = any(isinstance(each, t.ChosenPlayer) for each in verb)
        parts = not to_one and any(f"{verb[0]} ".startswith(f"{each} ") for each in _PARTING)
        if not effects or not (parts or self.verb_word in _EATING):
            return []
        said = {each.changed for each in t.nodes(effects)}
        stuffs = [e for e in verb if isinstance(e, t.Stuff) and e.what not in said]
        if self.verb_word == "use":
            stuffs = [e for e in stuffs if self.vocabulary.field(e.what)]
        lost: list[Any] = [t.Lose(t.Doer(), each.amount, each.what, True) for each in stuffs]
        goods = [e for e in verb if isinstance(e, t.ChosenThing) and self.table(e.table).goods]
        if not any(isinstance(each, t.Lose | t.LoseIt) for each in t.nodes(effects)):
            lost += [t.LoseIt(t.Doer(), t.Same(e.slot), must=True) for e in goods]
        for before, each in pairwise(deed.words("DOING")):
            if each.low in ("it", "them", "one") and self.it is None and not t.has(effects, t.Lose):
                raise Misfit("say what is lost", each.text)
            what = self.vocabulary.stuff(str(each.value)) if each.kind == "DOING" else None
            if what is None or what in said:
                continue
            if before.low not in ("all", "their"):
                raise Misfit(f"say how many: '1 {each.text}', 'any number of {each.text}'", what)
            if t.HowMany(t.Place(t.Doer(), what)) in t.nodes(effects):
                raise Misfit(f"is that before the {what} are lost, or after? Say 'that many'", what)
            lost.append(t.Lose(t.Doer(), None, what, True))
        return lost

    def _check_used(self, verb: list[Any], effects: Effects) -> None:
        """Things that an action names must be gained, lost or spoken of in what it does."""
        text, sells = repr(effects), self.verb_word in ("sell", "sells")
        for each in verb:
            name = repr(each.what) if isinstance(each, t.Stuff) else ""
            count = each.amount if name else None
            used = isinstance(count, t.Chosen) and f"Same(slot={count.slot})" in text  # as a bid
            told = (f"what={name}" if sells else name) in text  # its price is not enough
            many = isinstance(count, t.Number) and count.value > 1 and repr(count) not in text
            if (name and not used and not told) or many:
                raise Misfit(f"it is not said what becomes of the {each.what}", each.what)
            if name and self.verb_word in _WAGERS and not re.search(rf"Lose\(.*what={name}", text):
                raise Misfit(f"it is not said when the {each.what} are lost", each.what)
            used = "ThatMany" in text or f"Same(slot={getattr(each, 'slot', 0)})" in text
            if isinstance(each, t.Chosen) and not used:
                raise Misfit("it is not said what the number is for", "up to")

    def _check_held(self, verb: list[Any], effects: Effects) -> None:
        """Of a thing of a pile nothing may come by its name alone, as if anybody had it."""
        piles, named = [of for _, of in self.vocabulary.piles], [e for e in verb if e != str(e)]
        parts = [e for of in t.nodes(effects) if isinstance(of, t.Effect) for e in t.parts(of)]
        each = named[0] if len(named) == 1 else None
        if isinstance(each, t.ChosenThing) and each.where is None and each.table in piles:
            meant, noun = (each, t.Same(each.slot)), singular_of(each.table)
            if not any(e in meant or getattr(e, "owner", None) in meant for e in parts):
                raise Misfit(f"say whether they have it: 'a {noun} they have'", noun)

    def _slot_of_stuff(self, branch: Branch) -> list[Any]:
        """So many of something, or a thing, with the words that name it in a line."""
        table = self.vocabulary.table(branch.named())
        if branch.has("ANOTHER"):
            if table is None:
                raise Misfit("another than which is not plain", "another")
            return [self.at_another_thing(branch)]
        if table and branch.name == "one" and not branch.branches():
            return [t.ChosenThing(table.name, self.mention(table.name))]
        if self.vocabulary.stuff(branch.named()) is None:  # of things: ``2 Troops from a Mill``
            noun = branch.named()
            if branch.name == "any_number":
                return [t.Chosen(self.slot()), noun]
            if branch.name in ("up_to", "from_to", "no_less"):
                return [self.at_up_to_number(branch), noun]
            plain = branch.name == "counted" and not (table or branch.branches())
            if plain and branch.has("NUMBER"):
                return [f"{branch.number()} {noun}"]
        name = branch.named()
        if branch.name == "one" and not (branch.branches() or table or self.vocabulary.stuff(name)):
            return [name.casefold()]  # a word for what is done: "claim a Bonus"
        amount, what = self.mean(branch)
        return [t.Stuff(amount, what)]

    def _cost(self, found: dict[str, Branch], deed: Branch) -> list[Any]:
        """``by paying 2 Gold``."""
        if "paying" not in found:
            if deed.name in ("invented", "deed") and ("price" in found or "price_each" in found):
                if "price_each" in found:
                    raise Misfit("it is not plain of which of them each is", "each")
                if deed.branches(*WHO) and self.verb_word not in _BUYING:
                    raise Misfit("say 'by paying', or what becomes of it", "for")
                self.parts, self.by_choice = [], True
                return list(self.mean(Branch("pay", found["price"].parts)))
            return []
        self.parts = []
        branch = found["paying"]
        self.by_choice = True
        of_place = branch.branches()[1:] and not branch.branches(*WHO)  # to the Pot
        parts = tuple(each for each in branch.parts if isinstance(each, Branch))
        paid = list(self.mean(Branch("pay_owner" if of_place else "pay", parts)))
        for word in branch.words("ALIAS_MANY"):
            if len(paid) != 1 or not isinstance(paid[0].amount, t.Chosen):
                raise Misfit("only what is chosen is called something", word.text)
            self.aliases[str(word.value)] = (paid[0].amount, paid[0].what)
        return paid

    # -- how often ---------------------------------------------------------------------------------

    def at_once(self, branch: Branch) -> t.Often:
        return t.Often(1, unit_of(branch))

    def at_times(self, branch: Branch) -> t.Often:
        return t.Often(branch.number(), unit_of(branch))

    def at_any_time(self, branch: Branch) -> None:
        pass


def _of_chosen(effects: Effects, verb: Sequence[Any]) -> Effects:
    """Behind something else that is counted "that many" is what a player chose, if of the same.

    Under a result of a roll it is what the player staked, and not the roll.
    """
    number = _written(verb)
    what = next((each.what for each in verb if isinstance(each, t.Stuff)), "")
    if number is None:
        return effects
    counted, found = False, list[Any]()
    for effect in (_staked(each, number, what) for each in effects):
        has_many, amount = t.has(effect, t.ThatMany), getattr(effect, "amount", None)
        found.append(_counted(effect, number, what) if has_many and counted else effect)
        other = effect.counts and not has_many and not isinstance(amount, t.Same | t.Chosen)
        counted = (counted or other) and not isinstance(effect, t.Roll)
    return tuple(found)


def _written(verb: Sequence[Any]) -> t.Same | None:
    """The one number that is chosen in an action."""
    parts = (each.amount if isinstance(each, t.Stuff) else each for each in verb)
    chosen = [each for each in parts if isinstance(each, t.Chosen | t.Number | t.Dice)]
    return t.Same(chosen[0].slot) if len(chosen) == 1 and hasattr(chosen[0], "slot") else None


def _staked(effect: Any, number: t.Same, what: str, *, inside: bool = False) -> Any:
    """An effect; ``inside``: under a result of a roll, "that many" is a number chosen before."""
    if isinstance(effect, t.If) and "Rolled(" in repr(effect.condition):
        then, otherwise = (
            tuple(_staked(each, number, what, inside=True) for each in of)
            for of in (effect.then, effect.otherwise)
        )
        return replace(effect, then=then, otherwise=otherwise)
    if not inside or isinstance(effect, t.If) or "ThatMany(" not in repr(effect):
        return effect
    return _counted(effect, number, what or getattr(effect, "what", ""))


def _counted(effect: Any, number: t.Same, what: str) -> Any:
    """An effect with the number that was chosen for its "that many", where both are of the same."""
    amount = effect.amount if isinstance(effect, t.Gain | t.Lose) and effect.what == what else None
    if isinstance(amount, t.Part) and isinstance(amount.of, t.ThatMany):
        return replace(effect, amount=replace(amount, of=number))
    if not isinstance(amount, t.ThatMany):
        raise Misfit("'that many' may be the roll or the number that was chosen", "that many")
    return replace(effect, amount=number)


def _listed(piles: Sequence[Any]) -> list[Any]:
    """``2 Ore and 1 Coal``, as a player writes it."""
    return [each for pile in piles for each in ("and", t.Stuff(*pile))][1:]


def unit_of(branch: Branch) -> str:
    """``per day``, ``each day``: the unit in the singular; a value of the game by its name."""
    word = branch.branches("per")[0].words()[0]
    if word.value and word.kind == "EACH_UNIT" and " new " not in word.low:
        raise Misfit("it is not said how often in each", word.text)  # once every 4 Nights
    return str(word.value or word.low.split()[-1])


def _told(part: Any) -> str:
    """What is got, as a word of a verb."""
    if isinstance(part, t.Stuff):
        return part.what.casefold()
    if isinstance(part, t.Number):
        return str(part.value)
    return part.casefold() if isinstance(part, str) else ""


def _as_cost(effect: Any) -> Any:
    """A loss in "may pay 2 Gold to ..." has to be there."""
    if effect.due:
        return replace(effect, must=True)
    if isinstance(effect, t.Put) and effect.value == t.Nothing():
        return effect
    raise Misfit("only what is paid or lost can be the price of something", "to")
