"""What happens by itself: at a time, or whenever something happens to a player or the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partialmethod
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.actions import ACTORS, Actions, unit_of
from rules.plain.meaning.conditions import MARKS
from rules.plain.meaning.parts import Effects, subject_of, without_subject
from rules.plain.meaning.people import Branch, Misfit, both, first_word, negated
from rules.plain.words.lexemes import DAYS
from wikibot.game.counting import singular_of


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
            day = DAYS.index(word.text.casefold().split()[-1].removesuffix("s"))
            return t.AtTime("day", effects, weekday=day)
        return t.AtTime(unit_of(word.text), effects)

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
            if unit_of(word.text) != "day":
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

    def at_whenever_after(self, branch: Branch) -> Any:
        """``A player loses 1 Heart whenever they move to the Cave``."""
        clause, event = branch.branches()
        if clause.name == "win" and event.name == "begins_to_hold":
            return self.mean(Branch("winning_after", (clause, event.branches()[0])))
        who, told = subject_of(clause), event.branches()
        if who is None or who.name != "a_player" or not told or told[0].name != "they":
            raise Misfit("say 'Whenever a player ..., they ...'", first_word(clause))
        told_of = Branch(event.name, (who, *event.parts[1:]))
        happens = self.mean(told_of)
        part = Branch("plain", (without_subject(clause),))
        return t.Whenever(happens, self.body(Branch("body", (part,))))

    def _of(self, event: Branch) -> Any:
        """Of which players it has to be; the event's player is the doer from here on."""
        if event.branches()[0].name == "each_player":
            raise Misfit("say 'a player'", first_word(event))
        who = event.branches()[0]
        return self._acting(Branch("event", (who,)))

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
        said = event.words("PROPOSAL_PASSES")[0].text.casefold()
        kind = "fails" if said.endswith(("fails", "rejected")) else "passes"
        where = self._of(event) if event.branches() else None
        self.of_proposal = True
        return t.Happens("proposal", kind, where=where)

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
        each = [word.text.casefold() in ("a", "an") for word in words[1:2]] == [True]
        return t.Happens("does", verb, where=self._of(event), of=self._object(words[1:]), each=each)

    def _object(self, words: Sequence[Any]) -> str:
        """What an action is done to: ``sells a Net``, ``pulls the lever``."""
        said = [each for each in words if each.text.casefold() not in ("a", "an", "the")]
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
        if first.name == "player_is" and first.branches()[0].name in ACTORS:
            who, predicate = first.branches()
            where = self._of(Branch("event", (who,)))
            rest = Branch("also_is", (predicate,))
            told = Branch("conditions", (rest, *conditions.parts[1:]))
            holds = self.mean(told)
            return t.Happens("becomes", where=both((where, holds)))
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
