"""What happens by itself, what always holds, how one begins, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partialmethod
from itertools import chain
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.clauses import Branch, Misfit, NoneOf, first_word
from rules.plain.effects.base import Effects
from rules.plain.effects.gaining import gained
from rules.plain.effects.places import becomes_role, put_at, put_place
from rules.plain.effects.rows import move
from rules.plain.meaning.actions import ACTORS, Actions, unit_of
from rules.plain.meaning.bodies import subject_of, without_subject
from rules.plain.meaning.conditions import MARKS
from rules.plain.terms import both, negated
from rules.plain.words.lexemes import DAYS, HOURS
from wikibot.game.names import singular_of

# == What happens by itself: at a time, or whenever something happens to a player or the game ======


class Events(Actions):
    """Moments and events with what they set off."""

    def at_at_time(self, branch: Branch) -> t.AtTime:
        moment, body = branch.branches()
        self.by_itself = True
        return self.mean(moment, self.body(body))  # type: ignore[no-any-return]

    def at_at_time_after(self, branch: Branch) -> t.AtTime:
        clause, moment = branch.branches()
        part = Branch("plain", (clause,))
        return self.mean(moment, self.body(Branch("body", (part,))))  # type: ignore[no-any-return]

    def at_at_time_if(self, branch: Branch) -> t.AtTime:
        """``If a player has 10 Fish at the end of a week, they gain 1 Gold``: each who has."""
        conditions, moment, body = branch.branches()
        first = conditions.branches()[0]
        each = first.name == "player_is" and first.branches()[0].name == "a_player"
        if not each or len(conditions.branches()) > 1:
            raise Misfit("say 'each player who ...'", first_word(first))
        who, predicate = first.branches()
        where = self.where(who)
        with self.about(t.Them(), where=True):
            holds = self.mean(predicate)
        self.by_itself, self.subject = True, t.Them()
        effects = self.body(body)
        players = t.EachPlayer(False, both((where, holds)))
        return self.mean(moment, (t.ForPlayers(players, effects),))  # type: ignore[no-any-return]

    def at_at_time_if_after(self, branch: Branch) -> t.AtTime:
        """``If Season is Winter, each player loses 1 Fish at the end of the day``."""
        conditions, clause, moment = branch.branches()
        part = Branch("if_before", (conditions, Branch("plain", (clause,))))
        self.by_itself = True
        return self.mean(moment, self.body(Branch("body", (part,))))  # type: ignore[no-any-return]

    def at_edge(self, branch: Branch, effects: Effects) -> t.AtTime:
        edge, unit = branch.words()
        return replace(self._moment(unit, effects), end=edge.kind == "AT_END")

    def _moment(self, word: Any, effects: Effects) -> t.AtTime:
        if word.kind == "WEEKDAY":
            day = DAYS.index(word.low.split()[-1].removesuffix("s"))
            return t.AtTime("day", effects, weekday=day)
        return t.AtTime(unit_of(word.text), effects)

    def at_each_unit(self, branch: Branch, effects: Effects) -> t.AtTime:
        return self._moment(branch.words()[0], effects)

    at_on_weekday = at_each_unit

    def at_at_clock(self, branch: Branch, effects: Effects) -> t.AtTime:
        clock = branch.words("CLOCK")[0].text
        hour, _, minute = clock.partition(":")
        minutes = 60 * _small(hour) + _small(minute)
        found = self._moment(branch.words("EACH_UNIT", "WEEKDAY")[0], effects)
        if found.unit != "day" or _small(hour) > 23 or _small(minute) > 59:
            raise Misfit("that is not a time of a day", clock)
        return replace(found, minute=minutes)

    def at_at_midnight(self, branch: Branch, effects: Effects) -> t.AtTime:
        for word in branch.words("EACH_UNIT"):
            if unit_of(word.text) != "day":
                raise Misfit("that is not a time of a day", word.text)
        return t.AtTime("day", effects)

    def at_at_noon(self, branch: Branch, effects: Effects) -> t.AtTime:
        return replace(self.at_at_midnight(branch, effects), minute=12 * 60)

    def at_whenever(self, branch: Branch) -> Any:
        event, body = branch.branches()
        happens = self.mean(event)
        if isinstance(happens, t.Happens) and happens.kind == "begins":
            return t.Whenever(happens, self.body(body))
        if isinstance(happens, t.Happens):
            self.has_doer, self.subject = True, t.Doer()
            return t.Whenever(happens, self.body(body))
        self.subject = None
        return t.WheneverValue(happens, self.body(body))

    def at_whenever_after(self, branch: Branch) -> Any:
        """``A player loses 1 Heart whenever they move to the Cave``."""
        clause, event = branch.branches()
        if clause.name == "win" and event.name == "begins_to_hold":
            return self.mean(Branch("winning_after", (clause, event.branches()[0])))
        who, told = subject_of(clause), event.branches()
        if who is None or who.name != "a_player" or not told or told[0].name != "they":
            raise Misfit("say 'Whenever a player ..., they ...'", first_word(clause))
        happens = self.mean(Branch(event.name, (who, *event.parts[1:])))
        part = Branch("plain", (without_subject(clause),))
        return t.Whenever(happens, self.body(Branch("body", (part,))))

    def _of(self, event: Branch) -> Any:
        """Of which players it has to be; the event's player is the doer from here on."""
        if event.branches()[0].name == "each_player":
            raise Misfit("say 'a player'", first_word(event))
        return self._acting(Branch("event", (event.branches()[0],)))

    def _had(self, event: Branch, kind: str) -> t.Happens:
        where = self._of(event)
        stuff = event.branches()[1]
        if stuff.name == "random_stuff" or stuff.branches() or stuff.name == "any_number":
            raise Misfit("it is not plain of what", first_word(stuff))
        if stuff.name == "at_least_stuff":
            return t.Happens(kind, self.countable(stuff.named()), stuff.number(), None, where)
        if stuff.name in ("just_stuff", "one"):
            each = stuff.name == "one"
            return t.Happens(kind, self.countable(stuff.named()), 1, None, where, each=each)
        raise Misfit("say 'at least' before the number", first_word(stuff))

    at_gains = partialmethod(_had, kind="gains")
    at_loses = partialmethod(_had, kind="loses")
    at_uses = partialmethod(_had, kind="uses")

    def _there(self, event: Branch, kind: str) -> t.Happens:
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
            raise Misfit("it is not plain where", first_word(thing))
        self.it, self.it_table = meant, meant.table
        return t.Happens(kind, "", 1, meant, where)

    at_moves = partialmethod(_there, kind="moves")
    at_leaves = partialmethod(_there, kind="leaves")
    at_crosses = partialmethod(_there, kind="crosses")
    at_passes = partialmethod(_there, kind="passes")

    def at_proposal_passes(self, event: Branch) -> t.Happens:
        """``a proposal passes``, ``a player's proposal fails``: the proposer is the doer."""
        said = event.words("PROPOSAL_PASSES")[0].low
        kind = "fails" if said.endswith(("fails", "rejected")) else "passes"
        where = self._of(event) if event.branches() else None
        self.of_proposal = True
        return t.Happens("proposal", kind, where=where)

    def at_proposal_made(self, event: Branch) -> t.Happens:
        """``whenever a player makes a proposal``."""
        return t.Happens("proposal", "made", where=self._of(event))

    def at_if_proposal(self, branch: Branch) -> t.Whenever:
        """``If a proposal passes, its author gains 3 Points``."""
        event = Branch("proposal_passes", branch.parts[:-1])
        return self.at_whenever(Branch("whenever", (event, branch.branches()[-1])))  # type: ignore[no-any-return]

    def at_ceases(self, event: Branch) -> t.Happens:
        """``Whenever a player is no longer Alive``."""
        field = self.vocabulary.field(event.named())
        if field is None or field.kind != "yes or no":
            raise Misfit(f"{event.named()!r} does not hold yes or no", event.named())
        where = self._of(event)
        gone = t.Not(t.Yes(t.Place(t.Doer(), field.name)))
        return t.Happens("becomes", where=both((where, gone)))

    def at_joins(self, event: Branch) -> t.Happens:
        return t.Happens("joins", where=self._of(event))

    def at_does(self, event: Branch) -> t.Happens:
        words = event.words("DOING")
        verb = self.vocabulary.verb(words[0].text)
        if verb is None:
            raise Misfit(f"{words[0].text!r} is not an action of these rules", words[0].text)
        each = [word.low in ("a", "an") for word in words[1:2]] == [True]
        return t.Happens("does", verb, where=self._of(event), of=self._object(words[1:]), each=each)

    def at_does_again(self, event: Branch) -> t.Happens:
        """``Whenever a player digs for the second time this week``."""
        nth = event.words("NTH_TIME")[0]
        happens = self.at_does(Branch("does", (event.branches()[0], *event.words("DOING"))))
        deed = replace(nth, kind="DEED", text=happens.what)
        self.has_doer, self.subject = True, t.Doer()
        did = self._countable(self.at_did(Branch("did", (deed, *event.words("PERIOD")))), nth)
        count = t.Compare(t.HowOften(did), "=", t.Number(_small(str(nth.value))))
        return replace(happens, where=both((happens.where, count)))

    def at_does_to(self, event: Branch) -> t.Happens:
        """``Whenever a player robs another player``: that player is the one who is robbed."""
        happens = self.at_does(Branch("does", (event.branches()[0], *event.words("DOING")[:1])))
        if len(event.words("DOING")) > 1:
            raise Misfit("name the action by one word", event.words("DOING")[1].text)
        slot = self.slot()
        self.players_named.append(slot)
        return replace(happens, whom=slot)

    def at_immune(self, branch: Branch) -> t.Forbidden:
        """``A player who has a Net cannot be robbed``."""
        who = branch.branches()[0]
        if who.name != "a_player":
            raise Misfit("say 'a player who ...'", first_word(who))
        whom = t.EachPlayer(where=self.where(who))
        return t.Forbidden(str(branch.words("BE_DONE")[0].value), target=whom)

    def at_instead(self, branch: Branch) -> t.Instead:
        """``If a player would lose Fish, they lose Gold instead``."""
        who, would, clauses = branch.branches()
        told = Branch(would.name, (who, *would.parts))
        event = self.mean(told)
        if event.kind == "becomes":  # no longer what they are
            event = t.Happens("ceases", would.named(), where=self._of(told))
        self.has_doer, self.subject = True, t.Doer()
        parts: list[Branch] = []
        for each in clauses.branches():
            parts += [*([Branch("then", ())] if parts else []), Branch("plain", (each,))]
        return t.Instead(event, self.body(Branch("body", tuple(parts))))

    def at_take_turns(self, branch: Branch, *, skipped: bool = False) -> t.TakeTurns:
        who = branch.branches()[0]
        if who.name not in ("a_player", "each_player"):
            raise Misfit("say 'players take turns', or 'players who ...'", first_word(who))
        self.of_turns(branch)
        self.has_doer, self.subject = True, t.Doer()
        return t.TakeTurns(self.mean(who.branches()[0]) if who.branches() else None, skipped)

    def at_have_no_turn(self, branch: Branch) -> t.TakeTurns:
        """``Players who are not Alive are skipped``."""
        found = self.at_take_turns(branch, skipped=True)
        if found.where is None:
            raise Misfit("it is not said which players", first_word(branch))
        return found

    def at_turn_lasts(self, branch: Branch) -> t.TurnLasts:
        """``A turn lasts at most 72 hours; then that player loses 1 Point and the turn passes``."""
        self.of_turns(branch)
        if self.vocabulary.value(t.TURN_ENDS) is None:
            why = f"the page lacks a line '{t.TURN_ENDS}:', which the bot fills"
            raise Misfit(why, first_word(branch))
        unit = branch.words("TIME_UNIT")[0].low.rstrip("s")
        self.has_doer, self.subject = True, t.Doer()
        body = branch.branches()
        effects = self.body(body[0]) if body else ()
        passes = t.PassTurn()
        ends = effects if passes in effects else (*effects, passes)
        return t.TurnLasts(branch.number() * HOURS[unit], ends)

    def at_on_turn(self, branch: Branch) -> t.Whenever:
        """``At the start of a player's turn, they gain 1 Gold``."""
        self.of_turns(branch)
        who, body = branch.branches()
        happens = t.Happens(
            "turn", "end" if branch.has("AT_END") else "start", where=self._of(branch)
        )
        if who.name != "a_player":
            raise Misfit("say 'a player's turn'", first_word(who))
        self.has_doer, self.subject = True, t.Doer()
        return t.Whenever(happens, self.body(body))

    def at_on_revealed(self, branch: Branch) -> t.Whenever:
        """``Whenever the choices are revealed, each player whose Card is Ace gains 1 Gold``."""
        self.by_itself = True
        return t.Whenever(t.Happens("revealed"), self.body(branch.branches()[0]))

    def at_on_round(self, branch: Branch) -> t.Whenever:
        self.of_turns(branch)
        self.by_itself = True
        edge = "start" if branch.has("AT_BEGINNING") else "end"
        return t.Whenever(t.Happens("round", edge), self.body(branch.branches()[0]))

    def _thing_marks(self, event: Branch) -> t.Happens:
        """``Whenever the Troops of a Mill drop to 0``: of each Mill."""
        thing, says = event.branches()
        first, second = thing.named(0), thing.named(1)
        table, name = (second, first) if thing.has("OF") else (first, second)
        found = t.EachThing(self.table(table).name)
        self.it, self.it_table = t.It(), found.table
        self.subject = None
        place = t.Place(t.It(), self.column(found, name))
        if event.name == "thing_is":
            holds = self.mean(says, place)
        else:
            holds = self._passing_mark(event.name.replace("thing", "place"), place, says)
        return t.Happens("begins", thing=replace(found, where=holds))

    at_thing_is = at_thing_reaches = at_thing_sinks_to = _thing_marks
    at_thing_sinks_below = at_thing_rises_above = _thing_marks

    def at_thing_begins(self, event: Branch) -> t.Happens:
        """``Whenever a Mill has no Troops``."""
        found = t.EachThing(self.table(event.named()).name)
        self.it, self.it_table, self.subject = t.It(), found.table, None
        with self.about(t.It()):
            holds = self.mean(event.branches()[0])
        return t.Happens("begins", thing=replace(found, where=holds))

    def at_at_time_each_after(self, branch: Branch) -> t.AtTime:
        """``For each Mill, its Troops increase by 1 each day``."""
        *where, clause, moment = branch.branches()
        each: tuple[Any, ...] = (*branch.words("NAME"), *where, Branch("plain", (clause,)))
        body = Branch("body", (Branch("for_things", each),))
        return self.at_at_time(Branch("at_time", (moment, body)))

    def at_each_has_no(self, branch: Branch) -> t.HasNone:
        """``Each Mill with no Troops has no Keeper``: always."""
        *_, name = branch.words("NAME")
        noun = Branch("each_thing", (*branch.words("NAME")[:1], *branch.branches()))
        thing = t.EachThing(*self._thing(noun))
        return t.HasNone(thing, self.column(thing, str(name.value)))

    def _object(self, words: Sequence[Any]) -> str:
        """What an action is done to: ``sells a Net``, ``pulls the lever``."""
        said = [each for each in words if each.low not in ("a", "an", "the")]
        if len(said) > 1 or len(words) > 2:
            raise Misfit("name the action by one word, and what it is done to", words[0].text)
        return singular_of(str(said[0].value or said[0].text)).casefold() if said else ""

    def at_place_becomes(self, event: Branch) -> Any:
        """``Whenever Season becomes Winter``: it is so, and was not before."""
        inner = Branch("place_is", event.parts)
        return self.at_begins_to_hold(Branch("begins_to_hold", (Branch("conditions", (inner,)),)))

    def at_begins_to_hold(self, event: Branch) -> Any:
        conditions = event.branches()[0]
        first = conditions.branches()[0]
        actors = {*ACTORS} - {"each_player"}  # of whom it is to hold all at once
        if first.name == "player_is" and first.branches()[0].name in actors:
            who, predicate = first.branches()
            where = self._of(Branch("event", (who,)))
            told = Branch("conditions", (Branch("also_is", (predicate,)), *conditions.parts[1:]))
            return t.Happens("becomes", where=both((where, self.mean(told))))
        if (
            first.name in ("place_is", "place_is_not", *MARKS)
            and first.branches()[0].name == "of_player"
        ):
            return self._their_place(conditions, first)
        return self.mean(conditions)

    def _their_place(self, conditions: Branch, first: Branch) -> t.Happens:
        """``Whenever a player's Gold is at least 10``."""
        place, says = first.branches()
        who = place.branches()[0]
        if who.name not in ACTORS or len(conditions.branches()) > 1:
            raise Misfit("it is not plain whose", first_word(place))
        where = self._of(Branch("event", (who,)))
        mine = t.Place(t.Doer(), self.column(t.Doer(), place.named()))
        if first.name.startswith("place_is"):
            holds = self.mean(says, mine)
            holds = negated(holds) if first.name == "place_is_not" else holds
        else:
            holds = self._passing_mark(first.name, mine, says)
        return t.Happens("becomes", where=both((where, holds)))


def _small(digits: str) -> int:
    from wikibot.wikitext.numerals import integer

    return integer(digits)


# == What always holds: limits and what is forbidden; how one begins, and who wins =================


_OF_ALL = ("vote", "propose", "retract")  # actions that every game has
_TRAILING = ("only_if", "when_if", "unless", "leading_at")


class Always(Events):
    """What holds for all."""

    def at_may_not_do(self, branch: Branch) -> t.Forbidden:
        """``A player who has no Net may not fish``: of an action that these rules have."""
        where = None
        if branch.branches(*ACTORS):
            where = self._acting(branch)
        elif branch.branches("who_where", "on_where", "same_where", "with_where"):
            self.has_doer, self.subject = True, t.Doer()
            where = self.mean(branch.branches()[0])
        self.has_doer, self.subject = True, t.Doer()
        verbs = [each.text for each in branch.words("DOING")]
        for word in verbs:
            if self.vocabulary.verb(word) != word.casefold() and word.casefold() not in _OF_ALL:
                raise Misfit(f"{word!r} is not an action of these rules", word)
        verb, *others = [each.casefold() for each in verbs] or [""]
        whom = self._to_whom(branch)
        places = map(self.at_on_where, branch.branches("leading_at"))
        where = both((where, *places, *self._trailing_not(branch)))
        return t.Forbidden(verb, where, tuple(others), whom)

    def _to_whom(self, branch: Branch) -> Any:
        """``a player who has a Net``, ``each other``: to whom something may not be done."""
        for each in branch.branches("to_whom"):
            if each.has("EACH_OTHER"):
                return t.EachPlayer(True, self._of_both(branch))
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

    def _of_both(self, branch: Branch) -> Any:
        """What holds of the one who acts, of the other one."""
        who = next(iter(branch.branches(*ACTORS)), branch)
        found = [each for each in who.branches() if each.name not in ("to_whom", *_TRAILING)]
        if not found:
            return None
        self.with_each_other = True
        try:
            return self.where(Branch("each_player", (found[0],)))
        finally:
            self.with_each_other = False

    def at_only_may(self, branch: Branch) -> t.Forbidden:
        """``Only a player who has a Net may fish``: no other may."""
        found = self.at_may_not_do(branch)
        if found.where is None:
            raise Misfit("it is not said who may", first_word(branch))
        return t.Forbidden(found.verb, negated(found.where))

    def at_may_trade(self, branch: Branch, *, may: bool = True) -> t.MayTrade:
        """``Players may trade with each other``, ``Gold may not be traded``."""
        who, *_ = [*branch.branches(*ACTORS), Branch("each_player", ())]
        said = [each for each in branch.branches() if each is not who]
        several = [*branch.branches("goods", "several")]
        goods = [each for of in several for each in of.parts] or said
        named = [each for each in goods if isinstance(each, Branch) or each.kind == "NAME"]
        strange = any(isinstance(each, Branch) and each.name != "bare" for each in named)
        if who.name not in ("a_player", "each_player") or who.branches() or said[1:] or strange:
            raise Misfit("say 'players may trade', or what may be traded", first_word(branch))
        names = (each.named() if isinstance(each, Branch) else str(each.value) for each in named)
        tables = ((name, self.vocabulary.table(name)) for name in names)
        each_of = (of.things if of and of.goods else (name,) for name, of in tables)
        return t.MayTrade(tuple(dict.fromkeys(map(self._good, chain.from_iterable(each_of)))), may)

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
            raise Misfit("a limit is for all players", first_word(who))
        return t.EachPlayer(False, self.where(who))

    def _most(self, branch: Branch, *, may: bool) -> t.Limit:
        """At most so many. ``may``: whether that may be had, or may not."""
        *who, measure = branch.branches()
        of = self._limited(who[0] if who else None)
        name, kind = self.countable(measure.named()), measure.name
        allowed = ("has_at_most", "has_or_less", "has_name_or_less") if may else ("has_more",)
        if not may and kind == "has_less":
            return t.Limit(of, name, ">=", t.Number(measure.number()), forbids=True)
        if not may and kind in ("has_or_more", "has_name_or_more", "has_at_least"):
            return t.Limit(of, name, "<=", t.Number(measure.number() - 1), forbids=True)
        if kind not in allowed:
            raise Misfit("say 'more than' or 'at most'", first_word(measure))
        return t.Limit(of, name, "<=", t.Number(measure.number()), forbids=True)

    at_no_player_may_have = at_may_not_have = partialmethod(_most, may=False)
    at_may_have = partialmethod(_most, may=True)

    def _bound(self, place: Branch, op: str, amount: Any, forbids: bool) -> t.Limit:
        """A limit of a place: of each player's, of each thing's, or of the game."""
        if place.name == "of_player":
            of = self._limited(place.branches()[0])
            return t.Limit(of, self.column(of, place.named()), op, amount, forbids)
        if place.name == "bare" and self.vocabulary.value(place.named()):
            return t.Limit(None, self.column(None, place.named()), op, amount, forbids)
        if place.name == "bare" and self.vocabulary.field(place.named()):
            everyone = t.EachPlayer()
            return t.Limit(everyone, self.column(everyone, place.named()), op, amount, forbids)
        if place.name == "of_place":
            owner = self.mean(place.branches()[0])
            if not isinstance(owner, t.NamedThing):
                raise Misfit("it is not plain whose limit it is", first_word(place))
            just_it = t.EachThing(owner.table, t.Equal(t.It(), owner))
            return t.Limit(just_it, self.column(owner, place.named()), op, amount, forbids)
        if place.name == "of_each_thing":
            first, second = place.named(0), place.named(1)
            table, name = (second, first) if place.has("OF") else (first, second)
            thing = t.EachThing(self.table(table).name)
            return t.Limit(thing, self.column(thing, name), op, amount, forbids)
        raise Misfit("it is not plain whose limit it is", first_word(place))

    def _no_players(self, branch: Branch, op: str) -> t.Limit:
        everyone = t.EachPlayer()
        amount = self.mean(branch.branches()[-1])
        return t.Limit(everyone, self.column(everyone, branch.named()), op, amount, forbids=True)

    at_no_place_exceeds = partialmethod(_no_players, op="<=")
    at_no_place_falls_below = partialmethod(_no_players, op=">=")

    def at_limit(self, branch: Branch) -> t.Limit:
        return self._limit(branch, {"at_least": ">=", "at_most": "<="})

    def at_limit_not(self, branch: Branch) -> t.Limit:
        forbids = not branch.has("IS_NEVER")
        return self._limit(branch, {"more_than": "<=", "less_than": ">="}, forbids=forbids)

    def _limit(self, branch: Branch, ops: dict[str, str], *, forbids: bool = False) -> t.Limit:
        place, says = branch.branches()
        op = ops.get(says.name)
        if op is None:
            raise Misfit(f"say {' or '.join(map(_quoted, ops))}", first_word(says))
        return self._bound(place, op, self._limit_amount(says, place), forbids)

    def _limit_amount(self, says: Branch, place: Branch) -> Any:
        """A number, or one that each of whom the limit is has: ``at most their Health``."""
        found = says.branches()
        of_player = place.name == "of_player" or (
            place.name == "bare" and self.vocabulary.value(place.named()) is None
        )
        with self.about(t.Them() if of_player else None):
            amount = self.mean(found[0]) if found else t.Number(says.number())
        if not isinstance(amount, t.Number | t.HowMany | t.Part):
            raise Misfit("a limit is a number", first_word(says))
        return amount

    def at_limit_zero(self, branch: Branch) -> t.Limit:
        """``Favour can't be negative``."""
        return self._bound(branch.branches()[0], ">=", t.Number(0), True)

    def _limit_of(self, branch: Branch, op: str) -> t.Limit:
        place, amount = branch.branches()
        return self._bound(place, op, self._limit_amount(Branch("amount", (amount,)), place), True)

    at_limit_at_most = partialmethod(_limit_of, op="<=")
    at_limit_at_least = partialmethod(_limit_of, op=">=")

    def at_beginning(self, branch: Branch) -> t.Beginning:
        self.has_doer, self.subject, self.parts = True, t.Doer(), []
        found: list[Any] = []
        for each in branch.branches():
            found += self.mean(each)
        return t.Beginning(tuple(found))

    def at_new_player_has(self, branch: Branch) -> t.Beginning:
        self.has_doer, self.subject = True, t.Doer()
        place = t.Place(t.Doer(), self.column(t.Doer(), branch.named()))
        return t.Beginning((put_at(self, place, branch.branches()[-1]),))

    def at_begins_with(self, branch: Branch) -> list[Any]:
        piles = self.piles(branch.branches()[0])
        return [
            t.Lose(t.Doer(), None, what)
            if isinstance(n, NoneOf)
            else gained(self, (n, what), branch)
            for n, what in piles
        ]

    def at_begins_with_at(self, branch: Branch) -> list[Any]:
        return [*self.at_begins_with(branch), move(self, branch)]

    def at_begins_at_with(self, branch: Branch) -> list[Any]:
        thing, stuffs = branch.branches()
        moved = move(self, Branch("move", (thing,)))
        return [*self.at_begins_with(Branch("begins_with", (stuffs,))), moved]

    def at_all_begin(self, branch: Branch) -> t.Beginning:
        who, stuffs, *more = branch.branches()
        if who.name not in ("a_player", "each_player") or who.branches():
            raise Misfit("say 'a new player'", first_word(who))
        return self.at_beginning(Branch("beginning", (Branch("begins_with", (stuffs,)), *more)))

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
        return [move(self, branch)]

    def at_begins_nowhere(self, branch: Branch) -> list[Any]:
        """``is in no House``: that field is empty."""
        field = self.vocabulary.field(branch.named())
        if field is None or field.kind != "thing":
            raise Misfit(f"{branch.named()!r} does not name where players are", branch.named())
        return [t.Put(t.Place(t.Doer(), field.name), t.Nothing())]

    def at_begins_empty(self, branch: Branch) -> list[Any]:
        return [t.Put(self.mean_place(branch.branches()[0]), t.Nothing())]

    def at_begins_as_role(self, branch: Branch) -> list[Any]:
        """``starts as a Page with 3 Favour``."""
        role = [becomes_role(self, branch)]
        stuffs = branch.branches("stuffs")
        return [*role, *(self.at_begins_with(Branch("begins_with", (e,)))[0] for e in stuffs)]

    def at_begins_as(self, branch: Branch) -> list[Any]:
        return [put_place(self, branch)]

    def at_winning(self, branch: Branch) -> Any:
        clause = branch.branches()[0]
        who = subject_of(clause)
        if clause.name == "dealt":
            self.subject = None
            (found,) = self.clause(clause)
            if found.who != t.EachPlayer():
                raise Misfit("say 'each player'", first_word(clause))
            empty = t.EachPlayer(where=t.Empty(t.Place(t.Them(), found.field)))
            return t.AlwaysDealt(replace(found, who=empty))
        if clause.name != "win" or who is None or who.name not in ("a_player", "each_player"):
            return self._when_is_it(clause)
        where = self._acting(Branch("winning", (who,)))
        if where is None:
            raise Misfit("it is not said who wins", first_word(who))
        return t.Winning(where)

    def _when_is_it(self, clause: Branch) -> Any:
        raise Misfit("it is not said when that happens", first_word(clause))

    def at_winning_if(self, branch: Branch) -> Any:
        conditions, body = branch.branches()
        if (winner := _winner(body)) is not None:
            where = self._acting(Branch("winning", (winner,)))
            return t.Winning(both((where, self.mean(conditions))))
        happens = self.at_begins_to_hold(Branch("begins_to_hold", (conditions,)))
        if not isinstance(happens, t.Happens) and _win_together(body):
            self.subject = None
            return t.WheneverValue(happens, self.body(body))
        if not isinstance(happens, t.Happens) or happens.where is None:
            raise Misfit("it is not said when that happens", first_word(conditions))
        effects = self.body(body)
        if effects == (t.Win(t.Doer()),):
            return t.Winning(happens.where)
        return t.Whenever(happens, effects)

    def at_winning_after(self, branch: Branch) -> t.Winning:
        clause, conditions = branch.branches()
        who = subject_of(clause)
        if clause.name != "win" or who is None or who.name not in ("a_player", "each_player"):
            return self._when_is_it(clause)  # type: ignore[no-any-return]
        return t.Winning(both((self._acting(Branch("winning", (who,))), self.mean(conditions))))

    def at_last_to_have(self, branch: Branch) -> t.Winning:
        """``The last player with Lives wins``: of all, no other has as much."""
        self.has_doer, self.subject = True, t.Doer()
        return self._alone(branch.branches()[0])

    at_last_who = at_last_to_have

    def at_last_with(self, branch: Branch) -> t.Winning:
        """``The last player with Lives left wins``."""
        self.has_doer, self.subject = True, t.Doer()
        return self._alone(Branch("has_one", tuple(branch.words("NAME"))))

    def _alone(self, says: Branch) -> t.Winning:
        """The one of whom something holds wins where it holds of no other."""
        mine = self.mean(says)
        with self.about(t.Them(), where=True):
            theirs = self.mean(says)
        return t.Winning(both((mine, t.Not(t.Exists(t.EachPlayer(True, theirs))))))

    def at_first_to_have(self, branch: Branch) -> t.Winning:
        self.has_doer, self.subject = True, t.Doer()
        return t.Winning(self.mean(branch.branches()[0]), first=True)


def _quoted(name: str) -> str:
    return f"'{name.replace('_', ' ')}'"


def _win_together(body: Branch) -> bool:
    """Whether all that a body says is who wins: ``each player who is Alive wins``."""
    parts = body.branches()
    return all(
        each.name == "plain" and each.branches()[0].name == "win" and subject_of(each.branches()[0])
        for each in parts
    )


def _winner(body: Branch) -> Branch | None:
    """The player in ``a player who has at least 1 Life wins``, where a body says just that."""
    parts = body.branches()
    clause = parts[0].branches()[0] if len(parts) == 1 and parts[0].name == "plain" else None
    who = subject_of(clause) if clause is not None and clause.name == "win" else None
    return who if who is not None and who.name == "a_player" and who.branches() else None
