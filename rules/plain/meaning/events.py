"""What happens by itself: at a time, or whenever something happens to a player or the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.clauses import PLAYERS, Branch, Misfit, first_word
from rules.plain.effects.base import Effects
from rules.plain.meaning.actions import ACTORS, Actions
from rules.plain.meaning.bodies import subject_of, without_subject
from rules.plain.meaning.conditions import minutes_of
from rules.plain.terms import both, negated
from rules.plain.words.lexemes import DAYS, HOURS, NTH, kinds
from wikibot.game.names import singular_of
from wikibot.wikitext.numerals import integer, number_or_none

_UNNAMED = kinds(  # what no line names
    "nobody somebody anybody everybody nothing something anything everything them themselves it"
    " first last alone together"
)


class Events(Actions):
    """Moments and events with what they set off."""

    def at_at_time(self, branch: Branch) -> t.AtTime:
        moment, body = branch.branches()
        self.by_itself = True
        return self.mean(moment, self.body(body))  # type: ignore[no-any-return]

    def at_at_time_after(self, branch: Branch) -> t.AtTime:
        """``Each player gains 1 Gold each day``; under a condition, or for each of some things."""
        *before, clause, moment = branch.branches()
        part, named = Branch("plain", (clause,)), branch.words("NAME")
        if named or before:
            self.by_itself = True
            part = Branch("for_things" if named else "if_before", (*named, *before, part))
        return self.mean(moment, self._just(part))  # type: ignore[no-any-return]

    def _just(self, part: Branch) -> Effects:
        return self.body(Branch("body", (part,)))

    def at_edge(self, branch: Branch, effects: Effects) -> t.AtTime | t.WheneverValue:
        return self._moment(branch.words()[-1], effects, end=branch.has("AT_END"))

    at_each_unit = at_edge

    def _moment(
        self, word: Any, effects: Effects, *, end: bool = False
    ) -> t.AtTime | t.WheneverValue:
        if word.value and word.kind == "EACH_UNIT":  # a value of the game
            place = t.Place(None, str(word.value))
            which = word.low.split()[1]
            n = 2 if which in ("even", "odd", "other") else NTH.get(which, 0)
            n = n or number_or_none(which) or 0
            if end and (n or any(e == place for e in t.nodes(effects))):
                raise Misfit("the next one has begun by then", word.text)
            value = self.vocabulary.value(place.name)
            if n and value and value.kind != "number":
                raise Misfit("that is no number", place.name)
            is_such = t.Parity(t.HowMany(place), which != "odd", n)
            begins = t.Changes(place, "ends" if end else "begins")
            return t.WheneverValue(begins, (t.If(is_such, effects),) if n else effects)
        if word.kind == "WEEKDAY":
            day = DAYS.index(word.low.split()[-1].removesuffix("s"))
            return t.AtTime("day", effects, end, day)
        return t.AtTime(word.low.split()[-1], effects, end)

    def at_each_nth(self, branch: Branch, effects: Effects) -> t.AtTime:
        """``every third day``, ``at the end of every other week``, ``every second Friday``."""
        every: Any = branch.words("EACH_NTH")[0].value
        n, day = every
        clock = branch.words("CLOCK")
        found = t.AtTime(
            "week" if day == len(DAYS) else "day", effects, branch.has("AT_END"), every=n
        )
        if clock and (found.end or found.unit == "week"):
            raise Misfit("that is not a time of a day", clock[0].text)
        return replace(
            found,
            weekday=day if day in range(len(DAYS)) else None,
            minute=minutes_of(clock[0].text) if clock else None,
        )

    def at_at_clock(self, branch: Branch, effects: Effects) -> t.AtTime:
        clock = branch.words("CLOCK")[0].text
        minutes = minutes_of(clock)
        units = branch.words("EACH_UNIT", "WEEKDAY")
        found = self._moment(units[0], effects) if units else t.AtTime("day", effects)
        if isinstance(found, t.WheneverValue):
            raise Misfit("that is not a time of a day", clock)
        edge = branch.words("AT_BEGINNING", "AT_END")
        if not minutes and (edge[0].kind == "AT_BEGINNING" if edge else found.unit == "day"):
            return found
        of = ("week", "month") if edge and "day" in edge[0].low else ("day",)
        if found.unit not in of:
            raise Misfit("that is not a time of a day", clock)
        return replace(found, minute=minutes, end=bool(edge) and edge[0].kind == "AT_END")

    def at_whenever(self, branch: Branch) -> Any:
        event, body = branch.branches()
        with self.for_now(of_event=True):
            happens = self.mean(event)
        if isinstance(happens, t.Now):
            self.by_itself = True
            effects, first = self.body(body), happens.first
            if happens.unit not in ("minute", "weekday"):
                day = happens if happens.unit == "nth" else replace(happens, last=first)
                return t.AtTime("day", (t.If(day, effects),))
            of_day = happens.unit == "minute"
            return t.AtTime(
                "day", effects, weekday=None if of_day else first, minute=first if of_day else None
            )
        if t.has(happens, t.Now):
            raise Misfit("say `Whenever ..., if it is ...,`", first_word(event))
        if not isinstance(happens, t.Happens):
            self.subject, self.by_itself = None, True
            return t.WheneverValue(happens, self.body(body))
        self.by_itself = happens.kind == "begins"
        if not self.by_itself:
            self.has_doer, self.subject = True, t.Doer()
        self.of_deed = False if happens.kind == "does" else None
        effects = self.body(body)
        return t.Whenever(replace(happens, rolled=bool(self.of_deed)), effects)

    def at_whenever_after(self, branch: Branch) -> Any:
        """``A player loses 1 Heart whenever they move to the Cave``."""
        clause, event = branch.branches()
        if clause.name == "win" and event.name == "begins_to_hold":
            return self.mean(Branch("winning", (clause, event.branches()[0])))
        who, told = subject_of(clause), event.branches()
        of_all = who is None or who.name in ("each_player", "each_other_player")
        if of_all and told and told[0].name == "a_player":
            body = Branch("body", (Branch("plain", (clause,)),))
            return self.at_whenever(Branch("whenever", (event, body)))
        if who is None or who.name != "a_player" or not told or told[0].name != "they":
            raise Misfit("say 'Whenever a player ..., they ...'", first_word(clause))
        with self.for_now(of_event=True):
            happens = self.mean(Branch(event.name, (who, *event.parts[1:])))
        return t.Whenever(happens, self._just(Branch("plain", (without_subject(clause),))))

    def _of(self, event: Branch) -> Any:
        """Of which players it has to be; the event's player is the doer from here on."""
        if event.branches()[0].name == "each_player":
            raise Misfit("say 'a player'", first_word(event))
        return self._acting(Branch("event", (event.branches()[0],)))

    def at_gains(self, event: Branch) -> t.Happens:
        where = self._of(event)
        stuff = event.branches()[1]
        if stuff.name == "random_stuff" or stuff.branches() or stuff.name == "any_number":
            raise Misfit("it is not plain of what", first_word(stuff))
        if stuff.name not in ("at_least_stuff", "just_stuff", "one"):
            raise Misfit("say 'at least' before the number", first_word(stuff))
        least = stuff.number() if stuff.name == "at_least_stuff" else 1
        what, each = self.countable(stuff.named()), stuff.name == "one"
        return t.Happens(event.name, what, least, None, where, each=each)

    at_loses = at_uses = at_gains

    def at_moves(self, event: Branch) -> t.Happens:
        where, kind = self._of(event), event.name
        thing = event.branches()[-1]
        if thing.name == "a_thing":
            table, fits = self._thing(thing)
            here = t.Place(t.Doer(), self.standing(table))
            self.it, self.it_table = here if kind == "moves" else t.It(), table
            return t.Happens(kind, thing=t.EachThing(table, fits), where=where)
        there = self.vocabulary.elsewhere(thing.named()) if thing.name == "bare" else None
        if there and kind == "moves":
            at = t.Is(t.Place(t.Doer(), there[0]), t.Text(there[1]))
            return t.Happens("becomes", where=both((where, at)))
        meant = self.mean(thing)
        if not isinstance(meant, t.NamedThing):
            raise Misfit("it is not plain where", first_word(thing))
        self.it, self.it_table = meant, meant.table
        return t.Happens(kind, thing=meant, where=where)

    at_leaves = at_crosses = at_passes = at_moves

    def at_proposal_passes(self, event: Branch) -> t.Happens:
        """``a proposal passes``, ``a player's proposal fails``: the proposer is the doer."""
        said = event.words("PROPOSAL_PASSES")[0].low
        kind = "fails" if said.endswith(("fails", "rejected")) else "passes"
        kind = "passes or fails" if " or " in said or said.endswith("decided") else kind
        where = self._of(event) if event.branches() else None
        self.of_proposal = True
        return t.Happens("proposal", kind, where=where)

    def at_proposal_made(self, event: Branch) -> t.Happens:
        """``whenever a player makes a proposal``."""
        return t.Happens("proposal", "made", where=self._of(event))

    def at_ceases(self, event: Branch) -> t.Happens:
        """``Whenever a player is no longer Alive``."""
        field = self.vocabulary.field(event.named())
        if field is None or field.kind != "yes or no":
            raise Misfit(f"{event.named()!r} does not hold yes or no", event.named())
        where = self._of(event)
        gone = t.Not(t.Is(t.Place(t.Doer(), field.name), t.YES))
        return t.Happens("becomes", where=both((where, gone)))

    def at_joins(self, event: Branch) -> t.Happens:
        return t.Happens("joins", where=self._of(event))

    def at_does(self, event: Branch) -> t.Happens:
        words = event.words("DOING")
        words = [*words[:1], *words[1 + ([each.low for each in words[1:2]] == ["for"]) :]]
        verb = self.vocabulary.verb(words[0].text)
        if verb is None:
            raise Misfit(f"{words[0].text!r} is not an action of these rules", words[0].text)
        each = [word.low in ("a", "an") for word in words[1:2]] == [True]
        of, where = self._object(words[1:]), self._of(event)
        table = self.vocabulary.table(of) if each else None
        if table is None or table.goods:  # which is said of each Good by itself
            return t.Happens("does", verb, where=where, of=of, each=each)
        self.it, self.it_table = t.It(), table.name
        return t.Happens("does", verb, thing=t.EachThing(table.name), where=where, each=True)

    def at_does_thing(self, event: Branch) -> t.Happens:
        """``Whenever a player sweeps a Room whose Guard is 3``."""
        who, thing = event.branches()
        happens = self.at_does(Branch("does", (who, *event.words("DOING"))))
        self.it, self.it_table = t.It(), self.table(thing.named()).name
        of = t.EachThing(*self._thing(thing))
        return replace(happens, thing=of, each=True)

    def at_does_so_many(self, event: Branch) -> t.Happens:
        """``Whenever a player delivers at least 3 Loaves``."""
        doing = [replace(each, kind="DOING") for each in event.words("DOING", "NAME")]
        least = event.number() + event.has("MORE_THAN")
        return replace(self.at_does(Branch("does", (event.branches()[0], *doing))), least=least)

    def at_does_again(self, event: Branch) -> t.Happens:
        """``Whenever a player digs for the second time this week``."""
        does = self.at_does_to if event.has("ANOTHER_PLAYER") else self.at_does
        happens = does(Branch("does", (event.branches()[0], *event.words("DOING"))))
        self.has_doer, self.subject = True, t.Doer()
        count = self.how_often(self.did(event, happens.what), event)
        nth = t.Compare(count, "=", t.Number(integer(str(event.words("NTH_TIME")[0].value))))
        return replace(happens, where=both((happens.where, nth)))

    def at_does_to(self, event: Branch) -> t.Happens:
        """``Whenever a player robs another player``: that player is the one who is robbed."""
        happens = self.at_does(Branch("does", (event.branches()[0], *event.words("DOING")[:1])))
        if len(event.words("DOING")) > 1:
            raise Misfit("name the action by one word", event.words("DOING")[1].text)
        return replace(happens, whom=self.named_player())

    def at_immune(self, branch: Branch) -> t.Forbidden:
        """``A player who has a Net cannot be robbed``."""
        who = branch.branches()[0]
        if who.name != "a_player":
            raise Misfit("say 'a player who ...'", first_word(who))
        whom = t.EachPlayer(where=self.where(who))
        return t.Forbidden(str(branch.words("BE_DONE")[0].value), target=whom)

    def at_instead(self, branch: Branch) -> t.Instead:
        """``If a player would lose Fish, they lose Gold instead``."""
        who, would, body = branch.branches()
        told = Branch(would.name, (who, *would.parts))
        event = self.mean(told)
        if event.kind == "becomes":  # no longer what they are
            event = t.Happens("ceases", would.named(), where=self._of(told))
        self.has_doer, self.subject = True, t.Doer()
        effects = self.body(body)
        if_so = effects[0] if isinstance(effects[0], t.If) else None
        if if_so and not effects[1:] and not if_so.otherwise:  # what is not so happens as ever
            event = replace(event, where=both((event.where, if_so.condition)))
            effects = if_so.then
        if any(isinstance(e, t.May | t.If) and not getattr(e, "otherwise", ()) for e in effects):
            raise Misfit("it is not said what happens then", first_word(body))
        return t.Instead(event, effects)

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
            raise Misfit("it is not said of whom", first_word(branch))
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
        edge = "end" if branch.has("AT_END") else "start"
        happens = t.Happens("turn", edge, where=self._of(branch))
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

    def at_thing_is(self, event: Branch) -> t.Happens:
        """``Whenever the Troops of a Mill drop to 0``: of each Mill."""
        thing, says = event.branches()
        found, name = self.of_each_named(thing)
        self.it, self.it_table = t.It(), found.table
        self.subject = None
        holds = both((found.where, self.mean(says, t.Place(t.It(), name))))
        return t.Happens("begins", thing=replace(found, where=holds))

    def at_thing_begins(self, event: Branch) -> t.Happens:
        """``Whenever a Mill has no Troops``."""
        *where, predicate = event.branches()
        found = t.EachThing(*self._thing(Branch("each_thing", (*event.words("NAME"), *where))))
        self.it, self.it_table, self.subject = t.It(), found.table, None
        with self.about(t.It()):
            holds = self.mean(predicate)
        return t.Happens("begins", thing=replace(found, where=both((found.where, holds))))

    def at_each_has_no(self, branch: Branch) -> t.Stands:
        """``Each Mill with no Troops has no Keeper``: always."""
        *_, name = branch.words("NAME")
        noun = Branch("each_thing", (*branch.words("NAME")[:1], *branch.branches()))
        thing = t.EachThing(*self._thing(noun))
        return t.Stands(thing, self.column(thing, str(name.value)))

    def at_office(self, branch: Branch) -> t.Stands:
        """``The player with the most Shares of a Company is its President``: always."""
        who = branch.branches()[0]
        who = who.branches()[0] if who.name == "subject" else who
        if who.name not in ("extreme_player", "extreme_of"):
            raise Misfit("say 'the player with the most' of something", first_word(who))
        holder, of = self.mean(who), None
        if branch.has("ITS"):
            if self.it is None:
                raise Misfit("it is not plain whose", "its")
            of = t.EachThing(str(self.it_table))
        elif self.it is not None:
            raise Misfit("say 'its', as it is of each of them", branch.named())
        place = t.Place(None if of is None else t.It(), self.column(of, branch.named()))
        field = self.field_at(place)
        if field is None or field.table not in (PLAYERS, "") or field.kind == "number":
            raise Misfit(f"{place.name} does not name a player", place.name)
        return t.Stands(of, place.name, holder)

    def _object(self, words: Sequence[Any]) -> str:
        """What an action is done to: ``sells a Net``, ``pulls the lever``."""
        said = [each for each in words if each.low not in ("a", "an", "the")]
        some = any(each.low.endswith("player") or each.low in _UNNAMED for each in said)
        if said and number_or_none(said[0].low) is not None:
            raise Misfit("say 'at least' before the number", said[0].text)
        if len(said) > 1 or len(words) > 2 or some:
            raise Misfit("name the action by one word", words[0].text)
        return singular_of(str(said[0].value or said[0].text)).casefold() if said else ""

    def at_place_becomes(self, event: Branch) -> Any:
        """``Whenever Season becomes Winter``: it is so, and was not before."""
        inner = Branch("place_is", event.parts)
        return self.at_begins_to_hold(Branch("begins_to_hold", (Branch("conditions", (inner,)),)))

    def at_begins_to_hold(self, event: Branch) -> Any:
        conditions = event.branches()[0]
        first = conditions.branches()[0]
        of = first.branches()[0].name if first.branches() else ""
        if first.name == "player_is" and of in {*ACTORS} - {"each_player"}:  # of all at once
            who, predicate = first.branches()
            where = self._of(Branch("event", (who,)))
            told = Branch("conditions", (Branch("also_is", (predicate,)), *conditions.parts[1:]))
            return t.Happens("becomes", where=both((where, self.mean(told))))
        if first.name == "place_is" and of == "of_player":
            # ``Whenever a player's Gold is at least 10``
            place, says = first.branches()
            who = place.branches()[0]
            (_, *others), together = self.joined(conditions)
            if who.name not in ACTORS:
                raise Misfit("it is not plain whose", first_word(place))
            where = self._of(Branch("event", (who,)))
            mine = t.Place(t.Doer(), self.column(t.Doer(), place.named()))
            holds = self.mean(says, mine)
            holds = negated(holds) if first.has("IS_NOT") else holds
            joined = together((holds, *map(self.mean, others)))
            return t.Happens("becomes", where=both((where, joined)))
        return self.mean(conditions)
