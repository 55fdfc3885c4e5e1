"""Whole sentences: what always holds, how one begins, who wins; terms, and proposals."""

from __future__ import annotations

from functools import partialmethod
from itertools import chain
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.clauses import PLAYERS, WHO, Branch, Misfit, NoneOf, first_word
from rules.plain.effects.gaining import gained
from rules.plain.effects.places import becomes_role, put_at, put_empty, put_place
from rules.plain.effects.rows import move
from rules.plain.effects.telling import column_for
from rules.plain.meaning.actions import ACTORS, unit_of
from rules.plain.meaning.bodies import subject_of
from rules.plain.meaning.events import Events
from rules.plain.terms import both, negated
from rules.plain.words.lexemes import HOURS, bidding

_OF_ALL = ("vote", "propose", "retract")  # actions that every game has
_MOVING = ("move", "enter")  # any action that moves, where none is called so
_TRAILING = ("only_if", "when_if", "unless", "leading_at")


class Sentences(Events):
    """Sentences of every kind."""

    def at_may_not_do(self, branch: Branch) -> t.Forbidden:
        """``A player who has no Net may not fish``: of an action that these rules have."""
        where = self._of_whom(branch)
        verbs = [each.text for each in branch.words("DOING")]
        for at, word in enumerate(verbs):
            if word.casefold() in _MOVING and self.vocabulary.verb(word) is None:
                verbs[at] = _MOVING[0]
            elif self.vocabulary.verb(word) != word.casefold() and word.casefold() not in _OF_ALL:
                raise Misfit(f"{word!r} is not an action of these rules", word)
        verb, *others = [each.casefold() for each in verbs] or [""]
        if branch.has("BUT"):
            return t.Forbidden("", both((where, *self._trailing_not(branch))), but=(verb, *others))
        whom = self._to_whom(branch)
        names = [each.named() for each in branch.branches("of_what")]
        value = self.vocabulary.value(names[0]) if names else None
        if value is not None and value.names_player and whom is None:  # may not rob the King
            whom = t.EachPlayer(where=self.is_called(names.pop()))
        names += [each.text for each in branch.words("NAME", "WORD")]  # "send fog to a Mill"
        if len(names) > 1:
            raise Misfit("it is said of two things", names[-1])
        of = "".join(names)
        table = self.vocabulary.table(of)
        if table is not None and whom is None:
            self.it, self.it_table = t.It(), table.name
        places = map(self.at_on_where, branch.branches("leading_at"))
        other = t.Same(self.slot())
        if isinstance(whom, t.EachPlayer):
            self.players_named.append(other.slot)  # "if that player has no Gold"
        told = both((*places, *self._trailing_not(branch)))
        if isinstance(whom, t.EachPlayer) and repr(other) in repr(told):
            told = both((whom.where, t.spoken_of(told, other, t.Them())))
            return t.Forbidden(verb, where, tuple(others), replace(whom, where=told), of)
        if self.it is not None and self.it_table and "It(" in repr(told):  # "if its Flour is 0"
            return t.Forbidden(verb, where, tuple(others), t.EachThing(self.it_table, told))
        return t.Forbidden(verb, both((where, told)), tuple(others), whom, of)

    def at_may_not_do_more(self, branch: Branch) -> t.Restricted:
        """``No player may dig more than twice per day``, ``sell more than 5 Fish per day``."""
        verbs: list[str] = []
        for each in branch.words("DOING"):
            verbs.append(self.vocabulary.verb(each.text) or "")
            if not verbs[-1]:
                raise Misfit("say it of an action", each.text)
        where = self._of_whom(branch)
        where = both((where, *self._trailing_not(branch)))
        same, name = "", branch.named() if branch.words("NAME") else ""
        if branch.has("THE_SAME"):
            field = self.vocabulary.field(name)
            name, stands = "", field.table if field and field.kind == "thing" else name
            kind = self.vocabulary.type_of(stands)  # "with the same Cow"
            same = (kind or self.table(stands)).name if branch.words("NAME") else PLAYERS
            if kind and (typed := self.typed_as(t.It(), stands, kind.name)):
                where = both((where, t.Is(*typed)))
        of, whom = branch.branches("of_what"), self._to_whom(branch)
        bare = of and not (of[0].has("A") or of[0].has("ANY"))
        if (
            whom not in (None, t.EachPlayer(), t.EachPlayer(True))
            or bare
            or (of and (whom or name))
        ):
            raise Misfit("say it of all that this is done to", first_word(branch))
        to = self.table(of[0].named()).name if of else PLAYERS if whom else ""
        others = {*_TRAILING, *WHO, "who_where", "per", "of_what", "to_whom"}
        most: Any = next((self.mean(e) for e in branch.branches() if e.name not in others), None)
        number = branch.words("MORE_TIMES", "NUMBER")
        times: Any = number[0].value if number else getattr(most, "value", 0)
        most = None if times or most == t.Number(0) else most
        often = t.Often(times, unit_of(branch))
        what = self.countable(name) if name else ""
        together = branch.has("ALL_TOGETHER")
        return t.Restricted(verbs[0], often, what, where, most, together, same, (*verbs[1:],), to)

    def _of_whom(self, branch: Branch) -> Any:
        """What is said of those who may not do it, who are the doer from here on."""
        where = self._acting(branch) if branch.branches(*WHO) else None
        self.has_doer, self.subject = True, t.Doer()
        said = branch.branches("who_where", "on_where", "same_where", "with_where")
        return self.mean(said[0]) if said else where

    def _to_whom(self, branch: Branch) -> Any:
        """``a player who has a Net``, ``each other``: to whom something may not be done."""
        for each in branch.branches("to_whom"):
            if each.has("THEIR"):  # may not rob their Partner
                theirs = t.Place(t.Doer(), self.column(t.Doer(), each.named()))
                field = self.field_at(theirs)
                if field and field.kind == "thing" and field.table != PLAYERS:
                    return t.EachThing(field.table, t.Equal(t.It(), theirs))
                return t.EachPlayer(where=t.Is(self._naming_players(theirs), t.Them()))
            if each.words("NAME"):
                return t.EachThing(*self._thing(each))
            if each.has("EACH_OTHER"):  # what holds of the one who acts holds of the other one
                who = next(iter(branch.branches(*ACTORS)), branch)
                same = [e for e in who.branches() if e.name not in ("to_whom", *_TRAILING)]
                with self.for_now(with_each_other=True):
                    return t.EachPlayer(True, self.where(Branch("each_player", tuple(same[:1]))))
            if each.has("PERSON"):
                return t.EachPlayer(where=t.Equal(t.Them(), self.at_person(each)))
            if each.has("SAME_AGAIN"):
                return t.EachPlayer(where=t.DoneLast(branch.words("DOING")[0].low))
            if not each.has("THEY"):
                return t.EachPlayer(each.has("ANOTHER_PLAYER"), self.where(each))
            if first_word(each).casefold() != "themselves":
                raise Misfit("say 'themselves'", first_word(each))
            return t.EachPlayer(where=t.Equal(t.Them(), t.Doer()))
        return None

    def at_only_may(self, branch: Branch) -> t.Forbidden:
        """``Only a player who has a Net may fish``: no other may."""
        found = self.at_may_not_do(branch)
        if found.where is None:
            raise Misfit("it is not said who may", first_word(branch))
        return replace(found, where=negated(found.where))

    def at_may_trade(self, branch: Branch, *, may: bool = True) -> t.MayTrade:
        """``Players in the same Room may trade Gold``, ``Gold may not be traded``."""
        who, *_ = [*branch.branches(*ACTORS), Branch("each_player", ())]
        others = {*ACTORS, *_TRAILING, "partner"}
        said = [each for each in branch.branches() if each.name not in others]
        several = [*branch.branches("goods", "several")]
        goods = [each for of in several for each in of.parts] or said
        named = [each for each in goods if isinstance(each, Branch) or each.kind == "NAME"]
        strange = any(isinstance(each, Branch) and each.name != "bare" for each in named)
        if who.name not in ("a_player", "each_player") or said[1:] or strange:
            raise Misfit("say 'players may trade', or what may be traded", first_word(branch))
        whom = [*branch.branches("partner"), *([who] if who.branches() else [])]
        with self.for_now(has_doer=True, subject=t.Doer()):
            where = both(self._trailing_not(branch) if not may else self.trailing_ifs(branch))
            with self.for_now(with_each_other=True):
                of = t.EachPlayer(True, self.where(whom[0])) if whom else None
        mutual = "Doer(" in repr(of)
        of_one = branch.has("ANOTHER_PLAYER" if may else "AMONG_PLAYERS") or whom[:1] != [who]
        if whom[1:] or (whom and of_one and not mutual):
            raise Misfit("it is not plain of which of the two that is said", first_word(whom[0]))
        if "Doer(" in repr(where):  # which holds of both
            both_are = t.spoken_of(where, t.Doer(), t.Them())
            of, where = t.EachPlayer(True, both((of and of.where, both_are))), None
        names = (each.named() if isinstance(each, Branch) else str(each.value) for each in named)
        tables = ((name, self.vocabulary.table(name)) for name in names)
        each_of = (of.things if of and of.goods else (name,) for name, of in tables)
        what = tuple(dict.fromkeys(map(self._good, chain.from_iterable(each_of))))
        return t.MayTrade(what, may, of, where)

    at_traded = at_may_trade
    at_not_traded = partialmethod(at_may_trade, may=False)

    def _good(self, name: str) -> str:
        """What may be traded: a number, an item, or whatever stands in the list of items."""
        field = self.vocabulary.field(name)
        return field.name if field and field.kind == "items" else self.countable(name)

    def at_may_not_trade(self, branch: Branch) -> t.MayTrade | t.Forbidden:
        """``Players may not trade Gold``; ``A player in Jail may not trade``."""
        if branch.branches("goods"):
            return self.at_may_trade(branch, may=False)
        if partner := branch.branches("partner"):
            whom = Branch("to_whom", partner[0].parts)
            branch = Branch(branch.name, (*branch.branches(*ACTORS), whom))
        parts = tuple(each for each in branch.parts if isinstance(each, Branch))
        return replace(self.at_may_not_do(Branch(branch.name, parts)), verb="trade")

    def at_costs(self, branch: Branch) -> t.Action:
        """``A Net costs 5 Gold``: it may be bought for that."""
        self.has_doer, self.subject, self.choosing = True, t.Doer(), True
        what = self.countable(branch.named())
        piles = self.piles(branch.branches("stuffs")[0])
        if any(not name or not isinstance(n, t.Number) for n, name in piles):
            raise Misfit("the price is not plain", first_word(branch.branches("stuffs")[0]))
        paid = tuple(t.Lose(t.Doer(), n, name, True) for n, name in piles)
        one = t.Number(1)
        return t.Action(t.Verb(("buy", t.Stuff(one, what))), (t.Gain(t.Doer(), one, what),), paid)

    def _trailing_not(self, branch: Branch) -> list[Any]:
        """What a condition behind forbids: ``if``; what ``unless`` and ``only if`` leave."""
        if branch.branches("only_if"):
            raise Misfit("'may not ... only if' is not plain", "only if")
        return self.trailing_ifs(branch)

    def _limited(self, who: Branch | None) -> t.EachPlayer:
        if who is None:
            return t.EachPlayer()
        if who.name == "extreme_players":
            several: t.EachPlayer = self.mean(who)
            return several
        if who.name not in ("a_player", "each_player"):
            raise Misfit("a limit is for all players", first_word(who))
        return t.EachPlayer(False, self.where(who))

    def at_may_not_have(self, branch: Branch) -> t.Limit | t.Kept:
        """``A player may not have more than 3 Fish``, ``A dirty Room has at most 3 Guard``."""
        *who, measure = (e for e in branch.branches() if e.name not in _TRAILING)
        op = measure.op("<=") if measure.name == "has_so_many" else ""
        limits = {">": ("<=", 0), "<": (">=", 0), ">=": ("<=", -1)}
        limits = {"<=": ("<=", 0), ">=": (">=", 0)} if branch.name == "may_have" else limits
        if op not in limits:
            raise Misfit("say 'more than' or 'at most'", first_word(measure))
        op, more = limits[op]
        most, name = t.Number(measure.number() + more), measure.named()
        if things := branch.words("NAME"):
            place = Branch("of_each_thing", (*things, *measure.words("NAME"), *who))
            return self._where(self._bound(place, op, most, forbids=True), branch)
        where = branch.branches("who_where", "on_where", "same_where", "with_where")
        of = self._limited(None if where or not who else who[0])
        of = self._limited(Branch("a_player", (*where,))) if where else of
        with self.about(t.Them()):
            trailing = both(self._trailing_not(branch))
        if (bag := self.vocabulary.field(name)) and bag.kind in ("items", "things"):
            count: Any = t.HowMany(t.Place(t.Them(), bag.name))
            return t.Kept(count, op, most, of, trailing)
        with self.about(t.Them()):
            count = self._what_is_had(name) if self.vocabulary.stuff(name) is None else None
        if isinstance(count, t.CountOf):  # of things of their own
            return t.Kept(count, op, most, of, trailing)
        of = replace(of, where=both((of.where, trailing)))
        return t.Limit(of, self.countable(name), op, most, forbids=True)

    at_may_have = at_may_not_have

    def _bound(self, place: Branch, op: str, amount: Any, forbids: bool) -> t.Limit | t.Kept:
        """A limit of a place: of each player's, of each thing's, or of the game."""
        of: Any
        bare = place.named() if place.name == "bare" else ""
        if place.name == "of_each_thing":
            of, name = self.of_each_named(place)
            if (column := self.field_at(t.Place(of, name))) and column.kind in ("thing", "things"):
                raise Misfit("say 'may not ... if it has ...'", name)
            if (of.table, name) in self.vocabulary.formulas:
                return t.Kept(t.HowMany(t.Place(t.It(), name)), op, amount, of)
            return t.Limit(of, name, op, amount, forbids)
        if place.name == "of_player":
            of = owner = self._limited(place.branches()[0])
        elif bare and self.vocabulary.value(bare):
            of = owner = None
        elif bare and self.vocabulary.field(bare) and not self.vocabulary.column(bare):
            of = owner = t.EachPlayer()
        else:
            owner = self.mean(place.branches()[0]) if place.name == "of_place" else None
            if not isinstance(owner, t.NamedThing):
                raise Misfit("it is not plain whose", first_word(place))
            of = t.EachThing(owner.table, t.Equal(t.It(), owner))
        name = self.column(owner, place.named())
        field = self.vocabulary.field(name) if isinstance(of, t.EachPlayer) else None
        if field and (field.kind in ("items", "things") or ("", name) in self.vocabulary.formulas):
            if bare:
                raise Misfit("it is not plain whose", name)
            return t.Kept(t.HowMany(t.Place(t.Them(), field.name)), op, amount, of)
        return t.Limit(of, name, op, amount, forbids)

    def _limit(self, branch: Branch, *, may: bool) -> t.Limit | t.Kept:
        place, says, *_ = branch.branches()
        op, forbids = self._limit_op(says, may=may), not may and not branch.has("IS_NEVER")
        return self._where(self._bound(place, op, self._limit_amount(says, place), forbids), branch)

    def _where(self, found: t.Limit | t.Kept, branch: Branch) -> t.Limit | t.Kept:
        """A limit of those of whom what is said behind it holds."""
        if isinstance(found.of, t.EachThing):
            self.it, self.it_table = t.It(), found.of.table
        with self.about(t.Them() if isinstance(found.of, t.EachPlayer) else None):
            when = both(self._trailing_not(branch))
        if when is not None and found.of is None:
            raise Misfit("that holds of players and things alone", first_word(branch))
        of = found.of and replace(found.of, where=both((found.of.where, when)))
        return replace(found, of=of)

    def _limit_op(self, says: Branch, *, may: bool) -> str:
        limits = {">=": ">=", "<=": "<="} if may else {">": "<=", "<": ">="}
        if says.name != "compares" or says.op() not in limits:
            said = "'at least' or 'at most'" if may else "'more than' or 'less than'"
            raise Misfit(f"say {said}", first_word(says))
        return limits[says.op()]

    at_limit = partialmethod(_limit, may=True)
    at_limit_not = partialmethod(_limit, may=False)

    def _limit_amount(self, says: Branch, place: Branch) -> Any:
        """A number, or one that each of whom the limit is has: ``at most their Health``."""
        found = says.branches()
        bare = place.name == "bare" and self.vocabulary.value(place.named()) is None
        of_player = bare or place.name == "of_player" or place.has("PLAYER_WORD")
        if place.name == "of_each_thing":  # at most its Seats
            self.it, self.it_table = t.It(), self.of_each_named(place)[0].table
        with self.about(t.Them() if of_player else None):
            amount = self.mean(found[0]) if found else t.Number(says.number())
        if any(f"{each}(" in repr(amount) for each in ("Dice", "Rolled", "ThatMany", "Chosen")):
            raise Misfit("a limit is a number", first_word(says))
        return amount

    def at_kept(self, branch: Branch) -> t.Kept:
        """``For each Mill, the number of players at it may not be more than its Size``."""
        count, says, *_ = branch.branches()
        of: Any = t.EachPlayer() if branch.has("PLAYER_WORD") else None
        if branch.has("NAME"):
            of = t.EachThing(self.table(branch.named()).name)
            self.it, self.it_table = t.It(), of.table
        op = self._limit_op(says, may=False)
        with self.about(t.Them() if branch.has("PLAYER_WORD") else None):
            amount = self._limit_amount(says, branch)
            return t.Kept(self.mean(count), op, amount, of, both(self._trailing_not(branch)))

    def at_beginning(self, branch: Branch) -> t.Beginning:
        self.has_doer, self.subject, self.parts = True, t.Doer(), []
        found: list[Any] = []
        for each in branch.branches():
            found += self.mean(each)
        return t.Beginning(tuple(found))

    def at_new_player_has(self, branch: Branch) -> t.Beginning:
        self.has_doer, self.subject = True, t.Doer()
        place = t.Place(t.Doer(), self.column(t.Doer(), branch.named()))
        empty, more = branch.has("EMPTY"), branch.branches()
        none = t.Put(place, self.none_at(branch, place)) if empty else None
        first = none or put_at(self, place, more.pop(0))
        return t.Beginning((first, *self.at_beginning(Branch("beginning", tuple(more))).effects))

    def at_begins_with(self, branch: Branch) -> list[Any]:
        """``begins with 2 Fish on Space 1``, ``starts on Space 1 with 2 Fish``."""
        found: list[Any] = []
        for pile in (pile for each in branch.branches("stuffs") for pile in self.piles(each)):
            none = isinstance(pile[0], NoneOf)
            found.append(t.Lose(t.Doer(), None, pile[1]) if none else gained(self, pile, branch))
        places = [each for each in branch.branches() if each.name != "stuffs"]
        return [*found, *(move(self, Branch("move", (each,))) for each in places)]

    def at_all_begin(self, branch: Branch) -> t.Beginning:
        who, *parts = branch.branches()
        if who.name not in ("a_player", "each_player") or who.branches():
            raise Misfit("say 'a new player'", first_word(who))
        more = [each for each in parts if each.name.startswith("begins")]
        first = Branch("begins_with", tuple(each for each in parts if each not in more))
        return self.at_beginning(Branch("beginning", (first, *more)))

    def at_begins_nowhere(self, branch: Branch) -> list[Any]:
        """``is in no House``: that field is empty."""
        field = self.vocabulary.field(branch.named())
        if field is None or field.kind != "thing":
            raise Misfit(f"{branch.named()!r} does not name where players are", branch.named())
        return [t.Put(t.Place(t.Doer(), field.name), t.Nothing())]

    def at_begins_empty(self, branch: Branch) -> list[Any]:
        return [put_empty(self, branch)]

    def at_begins_as_role(self, branch: Branch) -> list[Any]:
        """``starts as a Page with 3 Favour``."""
        stuffs = Branch("begins_with", tuple(branch.branches("stuffs")))
        return [becomes_role(self, branch), *self.at_begins_with(stuffs)]

    def at_begins_as(self, branch: Branch) -> list[Any]:
        return [put_place(self, branch)]

    def at_winning(self, branch: Branch) -> t.Winning | t.AlwaysDealt:
        """``A player who has 9 Points wins``, ``a player wins if they have 9 Points``."""
        clause, *conditions = branch.branches()
        who = subject_of(clause)
        if clause.name == "dealt" and not conditions:
            self.subject = None
            (found,) = self.clause(clause)
            if found.who != t.EachPlayer():
                raise Misfit("say 'each player'", first_word(clause))
            empty = t.EachPlayer(where=t.Empty(t.Place(t.Them(), found.field)))
            return t.AlwaysDealt(replace(found, who=empty))
        if clause.name != "win" or who is None or who.name not in ("a_player", "each_player"):
            raise Misfit("it is not said when that happens", first_word(clause))
        where = self._acting(Branch("winning", (who,)))
        where = both((where, *map(self.mean, conditions)))
        if where is None:
            raise Misfit("it is not said who wins", first_word(who))
        return t.Winning(where)

    def at_winning_if(self, branch: Branch) -> Any:
        conditions, body = branch.branches()
        part, *more = body.branches()
        clause = part.branches()[0] if part.name == "plain" and not more else None
        winner = subject_of(clause) if clause is not None and clause.name == "win" else None
        if winner is not None and winner.name == "a_player" and winner.branches():
            where = self._acting(Branch("winning", (winner,)))
            return t.Winning(both((where, self.mean(conditions))))
        happens = self.at_begins_to_hold(Branch("begins_to_hold", (conditions,)))
        if t.has(happens, t.Now) and _win_together(body) and not more:
            return self.at_winning(Branch("winning", (part.branches()[0], conditions)))
        if not isinstance(happens, t.Happens) and _win_together(body):
            self.subject = None
            return t.WheneverValue(happens, self.body(body))
        if not isinstance(happens, t.Happens) or happens.where is None:
            raise Misfit("it is not said when that happens", first_word(conditions))
        effects = self.body(body)
        if effects == (t.Win(t.Doer()),):
            return t.Winning(happens.where)
        return t.Whenever(happens, effects)

    def at_last_to_have(self, branch: Branch) -> t.Winning:
        """``The last player with Lives left wins``: of all, no other has as much."""
        self.has_doer, self.subject = True, t.Doer()
        names = branch.words("NAME")
        says = Branch("has_one", tuple(names)) if names else branch.branches()[0]
        mine = self.mean(says)
        with self.about(t.Them(), where=True):
            theirs = self.mean(says)
        return t.Winning(both((mine, t.Not(t.Exists(t.EachPlayer(True, theirs))))))

    def at_first_to_have(self, branch: Branch) -> t.Winning:
        self.has_doer, self.subject = True, t.Doer()
        return t.Winning(self.mean(branch.branches()[0]), first=True)

    # -- terms, and proposals ----------------------------------------------------------------------

    def at_defines(self, branch: Branch) -> t.Defines:
        """``A player is rich if they have 10 Gold``, ``A player with no Lives is lost``."""
        where = self.definition(branch)
        if where is None:
            raise Misfit("it is not plain what is meant", first_word(branch))
        table = str(self.it_table) if branch.words("NAME") else ""
        return t.Defines(str(branch.words("TERM")[0].value), where, table=table)

    def at_defines_as(self, branch: Branch) -> t.Defines:
        """``A Miner is a player who has a Pickaxe``."""
        term = str(branch.words("TERM")[0].value)
        who = branch.branches()[0]
        who = who.branches()[0] if who.name == "subject" else who
        if who.name == "extreme_player":
            return t.Defines(term, who=self.at_extreme_player(who))
        return t.Defines(term, self.definition(branch))

    def at_defines_amount(self, branch: Branch) -> t.DefinesAmount:
        """``A player's Worth is their Gold plus their Ore``, ``A Mill's Yield is ...``."""
        place, amount = branch.branches()
        if place.name == "of_each_thing":
            of: Any
            of, name = self.of_each_named(place)
            self.it, self.it_table = t.It(), of.table
        else:
            who = place.branches()[0] if place.name == "of_player" else place
            if who.name not in ("a_player", "each_player") or who.branches():
                raise Misfit("it is not plain whose", first_word(place))
            of, self.subject = t.EachPlayer(), t.Them()
            name = self.column(of, place.named())
        if ((table := getattr(of, "table", "")), name) not in self.vocabulary.formulas:
            raise Misfit(f"the page has a column {name}, which holds no numbers", name)
        fields = self.table(table).fields if table else self.vocabulary.fields
        stands = any(each.name == name for each in fields)
        return t.DefinesAmount(of, name, self.mean(amount), stands)

    def at_voting_lasts(self, branch: Branch) -> t.VotingLasts:
        unit = branch.words("TIME_UNIT")[0].low.rstrip("s")
        return t.VotingLasts(branch.number() * HOURS[unit])

    def at_most_proposals(self, branch: Branch) -> t.MostProposals:
        self._of_all(branch)
        return t.MostProposals(branch.number())

    def at_may_propose(self, branch: Branch) -> t.MayPropose:
        self._of_all(branch)
        return t.MayPropose()

    def at_is_pile(self, branch: Branch) -> t.IsPile:
        """``The Deck is a pile of Cards``."""
        return t.IsPile(str(branch.words("PILE")[0].value), self.table(branch.named()).name)

    def at_is_secret(self, branch: Branch) -> t.IsSecret:
        """``A player's Role is secret``."""
        said = branch.branches()[0]
        who = said.branches()[0] if said.name == "of_player" else said
        if who.name not in ("a_player", "each_player") or who.branches():
            raise Misfit("say 'each player's', and a column of theirs", first_word(said))
        field = self.vocabulary.field(said.named())
        if field is None or field.kind not in ("text", "thing", ""):
            raise Misfit("only a column with one word a cell can be secret", said.named())
        return t.IsSecret(field.name)

    def at_secret_choice(self, branch: Branch) -> t.SecretChoice:
        """``Each player secretly chooses a Card; when all have chosen, ...``."""
        who, *things = [each for each in branch.branches() if each.name != "revealing"]
        plain = all(each.name == "a_thing" and not each.branches() for each in things)
        if who.name != "each_player" or not plain:
            raise Misfit("say 'each player' and 'a', with what is chosen", first_word(branch))
        time = branch.branches("revealing")
        unit = time[0].words("TIME_UNIT") if time else []
        hours = time[0].number() * HOURS[unit[0].low.rstrip("s")] if unit else 0
        self.has_doer, self.subject = True, t.Doer()
        where = self.mean(who.branches()[0]) if who.branches() else None
        if things:
            of = column_for(self, things[0].named())
            return t.SecretChoice(*of, hours, where, waits=not time)
        verb, what = bidding(branch.words("BID_SECRETLY")[0]), self.countable(branch.named())
        field = self.vocabulary.field(verb)
        if field is None or field.kind not in ("number", ""):
            raise Misfit(f"the page has no column of numbers {verb.capitalize()!r}", verb)
        return t.SecretChoice("", field.name, hours, where, verb, what, waits=not time)

    def at_vote_counts(self, branch: Branch) -> t.VoteCounts:
        """``The Mayor's vote counts twice``."""
        if branch.has("THE"):
            of: Any = t.EachPlayer(where=self.is_called(branch.named()))
        else:
            who = branch.branches()[0]
            some = who.name in ("a_player", "each_player")
            of = t.EachPlayer(where=self.where(who)) if some else self.mean(who)
            if isinstance(of, t.NamedPlayer):
                of = t.EachPlayer(where=t.Equal(t.Them(), of))
        if not isinstance(of, t.EachPlayer) or of.other:
            raise Misfit("say 'a player who ...'", first_word(branch))
        with self.about(t.Them()):
            if each := branch.branches("for_each"):
                return t.VoteCounts(of, self.mean(each[0], t.Number(1)))
        if times := branch.words("TIMES"):
            if len(times[0].low.split()) > 2:  # "up to 3 times"
                raise Misfit("it is not plain how many", times[0].text)
            return t.VoteCounts(of, t.Number(branch.number()))
        return t.VoteCounts(of, t.Number(2 if branch.has("DOUBLE") else 0))

    def is_called(self, name: str) -> Any:
        """That ``Them()`` are what a name says: by their own field, or by a value of the game."""
        value, role = self.vocabulary.value(name), self.vocabulary.role(name)
        if value is not None and value.names_player:
            return t.Is(t.Place(None, value.name), t.Them())
        if not role:
            raise Misfit(f"it is not plain which player {name} is", name)
        return t.Is(t.Place(t.Them(), role), self.thing_or_text(name, t.Place(t.Them(), role)))

    def at_a_proposal(self, _: Branch) -> t.ChosenProposal:
        self.proposal = self.slot()
        return t.ChosenProposal(self.proposal)

    def _of_all(self, branch: Branch) -> None:
        who = branch.branches()
        if who and (who[0].name not in ("a_player", "each_player") or who[0].branches()):
            raise Misfit("that holds for all players", first_word(who[0]))

    def at_passes_if(self, branch: Branch) -> t.Passes:
        found = t.Passes(share=None)
        for each in branch.branches():
            found = self.mean(each, found)
        return found

    def at_passes_early(self, branch: Branch) -> t.Passes:
        """``A proposal passes as soon as more than half of the players vote for it``."""
        return replace(self.at_passes_if(branch), early=True)

    def _vote_test(self, branch: Branch, so_far: t.Passes, **needs: Any) -> t.Passes:
        """One more test; None stands for the number that it says."""
        return replace(so_far, **{e: branch.number() if n is None else n for e, n in needs.items()})

    at_more_for = partialmethod(_vote_test, share=(1, 2))
    at_share_of_players = partialmethod(_vote_test, of_players=(1, 2))
    at_votes_for = partialmethod(_vote_test, least=None)
    at_votes_against = partialmethod(_vote_test, most_against=None)
    at_none_against = partialmethod(_vote_test, most_against=0)

    def at_share(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        text = branch.words()[0].low
        if text.startswith(("all ", "the vote is unanimous")):
            return replace(so_far, share=(1, 1), or_just=True)
        if "two thirds" in text:
            return replace(so_far, share=(2, 3), or_just=True)
        return replace(so_far, share=(1, 2), or_just=text.startswith("at least half"))


def _win_together(body: Branch) -> bool:
    """Whether all that a body says is who wins: ``each player who is Alive wins``."""
    parts = body.branches()
    return all(
        each.name == "plain" and each.branches()[0].name == "win" and subject_of(each.branches()[0])
        for each in parts
    )
