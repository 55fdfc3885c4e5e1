"""Conditions about players: what they have, where they are, what they did."""

from __future__ import annotations

from functools import partialmethod
from typing import Any, cast

from msgspec.structs import replace

from rules.plain import terms as t
from rules.plain.clauses import OPS, PLAYERS, SURELY_DOER, Branch, Misfit, first_word
from rules.plain.meaning.places import HOLDS, Places, hidden, yes_or_no
from rules.plain.terms import APART, both, either, negated, parts_of_both
from rules.plain.vocabulary import HAND, KnownField, stem
from rules.plain.words.lexemes import NOBODY, OFFICE, SPANS, Lexeme, kinds
from wikibot.wikitext.numerals import integer

_OF_THINGS = kinds("theirs of_player standing_on its it that_thing numbered")
_VACANT = kinds("vacant unowned unclaimed")
_SEVERAL = t.EachThing | t.RandomThing | t.ChosenThing  # of which it is not said which one


def deadline(branch: Branch) -> tuple[int, str]:
    """Until when an offer stands: so many hours, or the end of a unit."""
    until: Any = next((each.value for each in branch.words("WITHIN_HOURS")), 0)
    return (until, "") if isinstance(until, int) else (0, until)


def minutes_of(clock: str) -> int:
    """The minute of the day of ``22:00``."""
    hour, _, minute = clock.partition(":")
    if integer(hour) > 23 or integer(minute) > 59:
        raise Misfit("that is not a time of a day", clock)
    return 60 * integer(hour) + integer(minute)


class ConditionMeaning(Places):
    """Conditions: about places and rolls, and about players. ``subject``: of whom they are said."""

    def mean_place(self, branch: Branch, says: Branch | None = None) -> t.Place:
        """A place, not a thing; of one that ``says`` is vacant, where it tells whose it is."""
        if branch.name == "of_each_thing":
            return self._of_each(branch)
        found = self.mean(branch)
        if not isinstance(found, t.Place):
            table, words = str(self.table_of(found)), says.words("EMPTY") if says else ()
            typed = any(self.vocabulary.typing(table, each.low) for each in words)
            if not typed and any(each.low in _VACANT for each in words):
                return t.Place(found, self.owned(self.table(table)))
            raise Misfit("a thing is not a place that holds something", first_word(branch))
        return found

    each_thing: Any = None  # where a clause is about a field of each thing of a table

    def _of_each(self, branch: Branch) -> t.Place:
        """A field of each thing: the clause is then for each of them."""
        self.each_thing, name = self.of_each_named(branch)
        self.it_table = self.each_thing.table
        return t.Place(t.It(), name)

    def none_at(self, branch: Branch, place: t.Place) -> Any:
        """What ``vacant`` says of a place: nothing, or where cells are any text that word."""
        field = self.field_at(place)
        is_text = field and field.kind == "text" and not field.table
        for word in branch.words("EMPTY") if is_text else ():
            there = word.text[0].isupper() or stem(word.low) in self.vocabulary.stems
            if there and word.low in NOBODY and word.low != "nobody":
                return self.thing_or_text(word.text, place)
        return t.Nothing()

    def value_for(self, branch: Branch, place: t.Place) -> Any:
        """What words say that a place holds, or shall hold."""
        field = self.field_at(place)
        said = branch.words()[0].text if branch.name == "text" else self.name_in(branch)
        if field and field.table and said.casefold() in NOBODY:
            known = self.vocabulary.things(said) or self.vocabulary.player(said)
            if not (known or field.other(said)):
                return t.Nothing()
        if branch.name == "text":
            return self._text(branch, field, place.name)
        if branch.name == "amount_of":
            inner = branch.branches()[0]
            if inner.name == "bare":
                value = self.vocabulary.value(inner.named())
                if value and not self.vocabulary.things(inner.named()):
                    there = t.Place(None, value.name)
                    return t.HowMany(there) if value.kind == "number" else there
                return self.thing_or_text(inner.named(), place)
            found = self.mean(inner)
            if isinstance(found, t.Place) and (field is None or field.kind in ("number", "")):
                other = self.field_at(found)
                counts = not other or other.kind in ("number", "things")
                return t.HowMany(found) if counts else found
            return found
        if branch.name == "value_player":
            return self.mean(branch.branches()[0])
        found = self.mean(branch)
        table = self.vocabulary.table(field.table) if field and field.kind == "thing" else None
        if isinstance(found, t.Number) and table and table.numbered:
            return t.NamedThing(table.name, str(found.value))
        if field and field.kind not in ("number", "") and not isinstance(found, t.Node):
            raise Misfit(f"{place.name} does not hold a number", place.name)
        return found

    def _text(self, branch: Branch, field: Any, name: str) -> t.Text:
        word = branch.words()[0]
        text = str(word.value) if word.kind == "QUOTED" else word.text
        yes = yes_or_no(text) if field and field.kind == "yes or no" else None
        if yes or (field and field.kind in ("text", "")):
            return yes or t.Text(text)
        held = HOLDS[field.kind if field else "number"].format(field.table if field else "")
        raise Misfit(f"{name} holds {held}, and not {text!r}", text)

    def typed(self, place: Branch, value: Branch) -> tuple[t.Place, t.Text] | None:
        """Where it stands what a thing is, and that: ``that Room`` is Dirty, ``it`` a Shop."""
        said = value.branches() if value.name == "is_value" else [value]
        name = self.name_in(said[0]) if len(said) == 1 else ""
        bare = place.named() if place.name == "bare" else ""
        noun = bare and place.has("THE") and self.vocabulary.table(bare)
        thing = bare and self.vocabulary.things(bare) and not self.vocabulary.value(bare)
        if not name or (place.name not in _OF_THINGS and not noun and not thing):
            return None
        here = self.at_that_thing(place) if noun else self.mean(place)
        return self.typed_as(here, name)

    def name_in(self, value: Branch) -> str:
        """The one name of a value: ``Blank``, ``of type Blank``."""
        inner = value.branches()[0] if value.name == "amount_of" else value
        plain = inner.name in ("bare", "of_that_type", "a_thing") and not inner.branches()
        return inner.named() if plain and inner.has("NAME") else ""

    def at_place_is(self, branch: Branch) -> Any:
        place, says = branch.branches()
        if place.name == "it" and self.rolls and says.name == "compares":
            return self.mean(says)
        if found := self.typed(place, says):
            return t.Is(*found)
        thing = self.mean(place) if place.name in ("it", "that_thing", "alias") else None
        if says.name == "is_value" and thing is not None and not isinstance(thing, t.Place):
            return self._is_one_of(thing, says)
        where = self.mean_place(place, says)
        self.value_said = where if where.owner is None else None
        return self.mean(says, where)

    def _is_one_of(self, thing: Any, says: Branch) -> Any:
        """``it is the Mill``, ``that Town is Rome or Bath``: which thing of its table it is."""
        ones: list[Any] = []
        for each in says.branches():
            inner = each.branches()[0] if each.name == "amount_of" else each
            with self.for_now(it=None):  # another one than the thing that it is said of
                ones.append(self.mean(inner))
            same = isinstance(ones[-1], t.Thing) and self.table_of(ones[-1]) == self.table_of(thing)
            if not same or isinstance(ones[-1], _SEVERAL):
                raise Misfit("that is not a thing of the same table", first_word(each))
        return either(t.Equal(thing, each) for each in ones)

    def at_number_is(self, branch: Branch) -> Any:
        """``the roll plus their Strength is at least 6``, ``the offer is more than its Bid``."""
        total, says = branch.branches()
        found = self.mean(says, self.mean(total))
        if isinstance(found, t.Compare) and "owner=It(" in repr(found.right):
            turned = found.op.translate(_TURNED)  # said of the other number
            return t.Compare(found.right, turned, found.left)
        return found

    def at_place_has(self, branch: Branch) -> Any:
        """``it has at least 3 Guests``, ``that Mill has no Troops``."""
        *place, says = branch.branches()
        thing = self.mean(place[0]) if place else self.that(branch)
        if isinstance(thing, t.Place) and thing.owner is None:
            raise Misfit("say 'is at least' of a value of the game", first_word(branch))
        with self.about(thing):
            return self.mean(says)

    def at_reaches(self, branch: Branch, left: Any) -> t.Compare:
        """``reaches 5``: at least 5; ``falls to 0`` or ``reaches 0``: at most 0; below 5: less."""
        op, mark = branch.op(">="), self.mean(branch.branches()[0])
        op = "<=" if op == ">=" and mark == t.Number(0) else op
        return t.Compare(self.number_at(left), op, mark)

    def at_now(self, branch: Branch) -> t.Now:
        """``it is between 22:00 and 06:00``, ``it is Friday``, ``today is 17 November``."""
        said: Any = branch.words()[0].value
        return t.Now(SPANS[said[0]], *said[1:])

    def at_days_ago(self, branch: Branch, left: Any) -> t.DaysAgo:
        """``its Date is more than 7 days ago``."""
        many = branch.branches()[0]
        self._dated(left, first_word(many))
        return t.DaysAgo(left, many.op(), many.number())

    def _dated(self, place: Any, said: str) -> None:
        """A place holds texts, so that it may hold a date."""
        field = self.field_at(place) if isinstance(place, t.Place) else None
        if field is None or field.kind not in ("text", ""):
            raise Misfit("that is no date", said)

    def at_days_ahead(self, branch: Branch, left: Any) -> t.DaysAgo:
        """``its Until is at most 3 days from now``."""
        back = self.at_days_ago(branch, left)
        word = branch.words("DATE")[0]
        ahead = word.value * back.days if isinstance(word.value, int) else 0
        return t.DaysAgo(left, back.op.translate(_TURNED), -ahead)

    def at_before_day(self, branch: Branch, left: Any) -> t.DaysAgo:
        """``is before today``, ``is after 3 days from now``."""
        self._dated(left, branch.words()[0].text)
        before = branch.words("AFTER")[0].low == "before"
        return t.DaysAgo(left, ">" if before else "<", -self.at_today(branch).days)

    def at_over(self, branch: Branch, left: Any) -> Any:
        """``its Until is over``: a day before this one; a word, where cells say so."""
        word = branch.words()[0]
        if any(stem(said) == "over" for *_, said in self.vocabulary.types):
            return t.Is(left, t.Text("over"))
        self._dated(left, word.text)
        return t.DaysAgo(left, ">", 0)

    def at_today(self, branch: Branch) -> t.Today:
        word = branch.words("PERIOD", "DATE")[0]
        if word.kind == "DATE":
            return t.Today(word.value if isinstance(word.value, int) else 0)
        if not word.low.startswith("today"):
            raise Misfit("that is no date", word.text)
        return t.Today()

    def at_day_after(self, branch: Branch) -> t.Today:
        """``3 days after its Since``."""
        word, after = branch.words("DAYS", "AFTER")
        place = self.mean(branch.branches()[0])
        self._dated(place, word.text)
        days = word.value if isinstance(word.value, int) else 0
        return t.Today(-days if after.low == "before" else days, place)

    def at_won(self, _: Branch) -> t.Won:
        return t.Won()

    def at_compares(self, branch: Branch, left: Any = t.Rolled()) -> t.Compare:  # noqa: B008
        found = branch.branches()
        right = self.mean(found[0]) if found else t.Number(branch.number())
        return t.Compare(self.number_at(left), branch.op(), right)

    def at_is_parity(self, branch: Branch, left: Any = t.Rolled()) -> t.Parity:  # noqa: B008
        if branch.has("MULTIPLE_OF"):
            return t.Parity(self.number_at(left), even=True, by=max(branch.number(), 1))
        return t.Parity(self.number_at(left), "even" in branch.words("EVEN")[0].low)

    def at_is_empty(self, branch: Branch, left: Any) -> t.Empty | t.Is:
        if not isinstance(left, t.Place):
            raise Misfit("a roll is not empty", first_word(branch))
        value = self.none_at(branch, left)
        return t.Empty(left) if value == t.Nothing() else t.Is(left, value)

    of_event = False  # whether it is said of what sets a sentence off

    def at_changes(self, branch: Branch, left: Any) -> t.Changes:
        """``Whenever the Season changes``, ``the Pot increases``."""
        if not self.of_event or not isinstance(left, t.Place):
            raise Misfit("it is not said since when", first_word(branch))
        way = branch.words("CHANGES")[0].low.removeprefix("has ").replace("ed", "es")
        if way != "changes":
            self.number_at(left)
        return t.Changes(left, "" if way == "changes" else way)

    def at_is_value(self, branch: Branch, left: Any) -> Any:
        return either([self._is_value(each, left) for each in branch.branches()])

    def _is_value(self, branch: Branch, left: Any) -> Any:
        if found := self.typed_as(left, self.name_in(branch)):  # "your Space is a Shop"
            return t.Is(*found)
        if not isinstance(left, t.Place):
            return t.Compare(left, "=", self.mean(branch))
        who = branch.branches()[0] if branch.name == "value_player" else branch
        if who.name in ("a_player", "another_player") and not who.branches():
            return self._names_some(left, other=who.name == "another_player")
        value = self.value_for(branch, left)
        if isinstance(value, t.ChosenPlayer | t.EachPlayer | t.RandomPlayer | _SEVERAL):
            raise Misfit("it is not said which of them", first_word(branch))
        if value == t.Nothing():
            return t.Empty(left)
        field = self.field_at(left) if value == t.NO else None
        if field and field.kind == "yes or no":  # or nothing stands there
            return t.Not(t.Is(left, t.YES))
        number = isinstance(value, t.Number | t.HowMany | t.Rolled | t.Dice | t.Part | t.ForEach)
        if number or branch.name == "alias_many":
            return t.Compare(self.number_at(left), "=", value)
        return (t.Equal if value == t.AroundIt() else t.Is)(left, value)

    def _names_some(self, left: t.Place, *, other: bool) -> Any:
        """``whose Owner is another player``: there is one, and not the subject."""
        me = self.outer if self.outer is not None else self.doing
        mixed = self.is_mixed(left)
        if other and me != t.Doer() and (mixed or me is None):
            raise Misfit("it is not plain who that is", "another player")
        self.players_named.append(left)
        if mixed:
            return t.Exists(t.EachPlayer(other, t.Is(left, t.Them())))
        return both((t.Not(t.Empty(left)), t.Not(t.Is(left, me)) if other else None))

    @property
    def doing(self) -> Any:
        """The player to whom a thing's ``where`` refers."""
        if isinstance(self.subject, t.Doer | t.Them):
            return self.subject
        return t.Doer() if self.has_doer else None

    # -- results of a roll ----------------------------------------------------------------------

    def at_doubles_rolled(self, branch: Branch) -> Any:
        return t.Doubles()

    def at_between(self, branch: Branch) -> Any:
        low, high = branch.number(0), branch.number(1)
        if low >= high:
            raise Misfit(f"from {low} to {high} there is nothing", str(low))
        least = t.Compare(t.Rolled(), ">=", t.Number(low))
        return both((least, t.Compare(t.Rolled(), "<=", t.Number(high))))

    def at_any_of(self, branch: Branch) -> Any:
        numbers = [branch.number(at) for at in range(len(branch.words("NUMBER")))]
        return either(t.Compare(t.Rolled(), "=", t.Number(each)) for each in numbers)

    # -- about players: what they have, where they are, what they did -----------------------------

    def all_of(self, branch: Branch) -> Any:
        """Conditions joined by "and" or by "or"; not by both."""
        found: list[Any] = []
        parts, together = self.joined(branch)
        before, last = self.subject, self.subject
        for each in parts:
            self.subject = last if each.name == "also_is" else before
            found.append(self.mean(each))
            last = self.said_of if each.name == "player_is" else self.subject
        self.subject = before
        self.here = None if together is either else self.here
        if together is either and len(branch.branches("also", "or_")) < len(found) - 1:
            raise Misfit("it is not plain what 'or' joins", "or")
        return together(found)

    said_of: Any = None  # whom the last condition spoke of, for "and is on Space 5"

    at_conditions = all_of

    at_who_where = all_of

    def at_with_where(self, branch: Branch, it: Any = None) -> Any:
        with self.about(it if it is not None else self.subject):
            return self.mean(branch.branches()[0])

    def at_with_player(self, _: Branch, it: Any, *, other: bool = False) -> t.Exists:
        """``each Room with a player``: on which somebody stands."""
        there = t.Place(t.Them(), self.standing(str(self.table_of(it))))
        return t.Exists(t.EachPlayer(other, t.Equal(there, it)))

    at_with_other = partialmethod(at_with_player, other=True)

    # -- of players --------------------------------------------------------------------------------

    def at_player_is(self, branch: Branch) -> Any:
        who, predicate = branch.branches()
        self.said_of = None
        if who.name in ("a_player", "another_player", "each_player", "each_other_player"):
            where = self.where(who)
            with self.about(t.Them(), where=True):
                says = self.mean(predicate)
            each = who.name.startswith("each") and who.words()[0].text != OFFICE
            if each:
                says = negated(says)
            other = "other" in who.name
            self._needs_other(who, other=other)
            found = t.Exists(t.EachPlayer(other, both((where, says))))
            return t.Not(found) if each else found
        if who.name in ("random_player", "another_random_player"):
            raise Misfit("a condition about a random player", who.words()[0].text)
        subject = self.condition_subject(who)
        self.said_of = subject
        with self.about(subject):
            return self.mean(predicate)

    def condition_subject(self, who: Branch) -> Any:
        """Whom a condition speaks of."""
        if who.name == "they" and self.selected is None:
            sure = who.words()[0].low in SURELY_DOER
            if sure and self.has_doer:
                return t.Doer()
            return self.subject if self.subject is not None else self.mean(who)
        found = self.mean(who)
        if self.is_mixed(found):
            why = f"{found.name} may name what is no player: say it of 'a player who is' that"
            raise Misfit(why, first_word(who))
        return found

    def at_did(self, branch: Branch) -> t.Did:
        deed = branch.words("DEED")[0].low
        deed = deed if self.vocabulary.verb(deed) else deed.split()[0]
        said = branch.words("PERIOD")[0]
        if deed == "nothing":
            raise Misfit("say 'did not act'", deed)
        period = said.low
        if isinstance(said.value, int):
            if self.subject is None or not 0 < said.value <= _MOST_DAYS * 24:
                raise Misfit(f"looked back is at most {_MOST_DAYS} days", said.text)
            return t.Did(self.subject, deed, "day", hours=said.value)
        own = self.vocabulary.period(str(said.value))
        if own and period.split()[0].isdecimal():
            return t.Did(
                self.whom(deed), deed, own, hours=min(integer(period.split()[0]), _MOST_DAYS)
            )
        unit, last = _PERIODS.get(period) or (own or period.split()[-1], "last" in period)
        return t.Did(self.whom(deed), deed, unit, last)

    def at_did_to(self, branch: Branch) -> t.Did:
        """``visited that Mill today``."""
        said = branch.branches()[0]
        if said.name in ("a_thing", "another_player") and not said.branches():
            other = said.name == "another_player"  # any of them
            of = t.EachPlayer(True) if other else t.EachThing(self.table(said.named()).name)
            return replace(self.at_did(branch), of=of)
        with self.for_now(subject=self.outer or self.subject, outer=None):
            of = self.mean(said)
        if isinstance(of, t.EachPlayer | t.ChosenPlayer | t.RandomPlayer | _SEVERAL):
            raise Misfit("it is not said which of them", first_word(said))
        return replace(self.at_did(branch), of=of)

    def at_did_often(self, branch: Branch) -> t.Compare:
        """``dug at least twice today``."""
        often = branch.branches("so_often")[0]
        to = branch.branches() != [often]
        count = self.how_often(self.at_did_to(branch) if to else self.at_did(branch), branch)
        return t.Compare(count, often.op(), self.mean(often.branches()[0]))

    def how_often(self, did: t.Did, branch: Branch) -> t.HowOften:
        """How often something was done in the time of which a part speaks."""
        if did.unit in ("game", "last"):
            why = f"how often is known of {_MOST_DAYS} days at most"
            raise Misfit(why, branch.words("PERIOD")[0].text)
        return t.HowOften(did)

    def at_each_time(self, branch: Branch) -> t.HowOften:
        """``1 Gold for each time they dug this week``, ``the number of times they dug``."""
        who, *to = branch.branches()
        deed = Branch("did", (*to, *branch.words()))
        with self.about(self.having(who)):
            return self.how_often(self.at_did_to(deed) if to else self.at_did(deed), deed)

    def at_was_done(self, branch: Branch) -> t.Did:
        """``was attacked today``."""
        did = self.did(branch, str(branch.words("BE_DONE")[0].value))
        if did.unit == "last" or did.hours:
            raise Misfit("say 'today', or 'this week'", branch.words("PERIOD")[0].text)
        return replace(did, suffered=True)

    def at_not_same_again(self, branch: Branch) -> t.Not:
        """``another player, but never the same player twice in a row``."""
        verb = getattr(self, "verb_word", "")
        if not verb:
            raise Misfit("it is not plain of what", first_word(branch))
        return t.Not(t.DoneLast(verb))

    def at_voted(self, branch: Branch) -> Any:
        """``each player who voted against it``: the proposal that passed or failed."""
        words = branch.words("VOTED")[0].low.split()
        if not self.of_proposal or self.subject is None:
            raise Misfit("it is not plain of what", " ".join(words))
        how = next((each for each in ("for", "against") if each in words), "")
        voted = t.Voted(self.subject, how)
        return t.Not(voted) if "not" in words else voted

    def at_accepts(self, branch: Branch) -> t.Accepts:
        other = self.subject is None or self.subject == t.Doer()
        return t.Accepts(self.other_named(branch) if other else self.subject, *deadline(branch))

    def at_bonded(self, branch: Branch) -> t.Bonded:
        """``who has a Truce with them``; of each other, where two are spoken of."""
        what, who = str(branch.words("BOND")[0].value), branch.branches()
        each_other = t.Doer() if self.with_each_other else None
        return t.Bonded(self.whom(what), self.mean(who[0]) if who else each_other, what)

    with_each_other = False  # whether what two have is meant of the two who are spoken of

    def at_did_move(self, branch: Branch) -> t.Did:
        """``if you moved this phase``."""
        return self.did(branch, "move")

    def did(self, branch: Branch, verb: str) -> t.Did:
        """That an action was done in the time of which a part speaks."""
        deed = replace(branch.words("PERIOD")[0], kind="DEED", text=verb)
        return self.at_did(Branch("did", (deed, *branch.words("PERIOD"))))

    def at_also_is(self, branch: Branch) -> Any:
        self.whom(first_word(branch))
        return self.mean(branch.branches()[0])

    def at_no_player(self, branch: Branch, *, other: bool = False) -> Any:
        self._needs_other(branch, other=other)
        with self.about(t.Them(), where=True):
            says = both(self.mean(each) for each in branch.branches())
        return t.Not(t.Exists(t.EachPlayer(other, says)))

    at_no_other_player = partialmethod(at_no_player, other=True)

    def at_there_are_players(self, branch: Branch) -> t.Exists | t.Not:
        """``there are no players who ...``, ``there is another player whose ...``."""
        who = branch.branches()[0]
        if who.name not in ("a_player", "another_player") or not who.branches():
            raise Misfit("say 'no player has ...'", first_word(who))
        other = who.name == "another_player"
        self._needs_other(who, other=other)
        found = t.Exists(t.EachPlayer(other, self.where(who)))
        return t.Not(found) if branch.has("THERE_ARE_NO") else found

    def at_has_not(self, branch: Branch) -> Any:
        found = branch.branches()[0]
        if len(found.branches()) > 1:
            raise Misfit("it is not plain which of them may be missing", first_word(branch))
        return negated(self.mean(found))

    def at_has_most(self, branch: Branch) -> Any:
        what, most = (
            self.countable(branch.named()),
            branch.words("THE_MOST")[0].low.endswith("most"),
        )
        if self.subject == t.Them():  # of whom there may be several
            return self.foremost(most, what).where
        mine, theirs = (t.HowMany(t.Place(each, what)) for each in (self.subject, t.Them()))
        beats = t.Compare(theirs, ">=" if most else "<=", mine)
        return t.Not(t.Exists(t.EachPlayer(True, beats)))

    def _so_many(self, branch: Branch, counted: Any) -> t.Compare:
        """``at least 3`` of what is counted."""
        many = branch.branches("how_many")[0]
        return t.Compare(counted, many.op(), t.Number(many.number()))

    def at_there_are(self, branch: Branch) -> t.Compare:
        """``there are at least 3 Wolves``, ``there are at most 2 players who are Alive``."""
        of = branch.branches()[-1]
        counted: Any
        if of.name == "a_player":
            counted = t.CountOf(t.EachPlayer(False, self.where(of)))
        elif of.name == "each_held":
            counted = t.CountOf(t.EachThing(self.table(of.named()).name))
        else:
            counted = self.mean(of)
        return self._so_many(branch, counted)

    def at_as_many_as(self, branch: Branch) -> t.Compare:
        """``there are at least as many Wolves as other players``."""
        said = branch.branches("compared")
        op = said[0].op() if said else branch.op()
        one, other = (each for each in branch.branches() if each.name != "compared")
        first = self.mean(one)
        if other.name != "the_others":
            return t.Compare(t.CountOf(first), op, t.CountOf(self.mean(other)))
        where, mine = self.where(other), parts_of_both(first.where)
        if not isinstance(first, t.EachPlayer) or not mine:
            raise Misfit("it is not said which of them", first_word(other))
        apart = both(each for each in mine if each not in parts_of_both(where)) or first.where
        return t.Compare(
            t.CountOf(first), op, t.CountOf(t.EachPlayer(False, both((negated(apart), where))))
        )

    def at_part_of(self, branch: Branch) -> t.Compare:
        """``more than half of the players have no Gold``; what is not whole counts as it has to."""
        word, part = branch.words()
        group, predicate = branch.branches()
        whole: Any = self.mean(group)
        subject = t.It() if isinstance(whole, t.EachThing) else t.Them()
        table = getattr(whole, "table", self.it_table)
        it = subject if subject == t.It() else self.it
        with self.for_now(it=it, it_table=table), self.about(subject, where=True):
            says = self.mean(predicate)
        such = replace(whole, where=both((whole.where, says)))
        op, (times, over) = OPS[word.kind], cast("tuple[int, int]", part.value)
        share = t.Part(t.CountOf(whole), times, over, up=op in (">=", "<"))
        return t.Compare(t.CountOf(such), op, share)

    def at_so_many_players(self, branch: Branch) -> t.Compare:
        """``at least 2 players have no Gold``."""
        _, who, predicate = branch.branches()
        other = who.name == "others"
        if who.name != "a_player" and not other:
            raise Misfit("it is not plain who that is", first_word(who))
        self._needs_other(who, other=other)
        where = self.where(who)
        with self.about(t.Them(), where=True):
            says = self.mean(predicate)
        return self._so_many(branch, t.CountOf(t.EachPlayer(other, both((where, says)))))

    def at_measures(self, branch: Branch) -> Any:
        joined = either if self.is_choice(branch) else both
        return joined([self.mean(each) for each in branch.branches()])

    def _has(self, op: str, branch: Branch, number: int | None = None) -> t.Compare:
        wanted = t.Number(branch.number() if number is None else number)
        return t.Compare(self._what_is_had(branch.named()), op, wanted)

    def at_has_so_many(self, branch: Branch) -> t.Compare:
        """``at least 3 Fish``, ``at least twice the Rate in Gold``."""
        if found := branch.branches():
            return t.Compare(self._what_is_had(branch.named()), branch.op(), self.mean(found[0]))
        return self._has(branch.op("<="), branch)

    def at_has_number(self, branch: Branch) -> t.Compare:
        """``has 3 Fish``: at least three; ``has 0 Fish``: none."""
        return self._has(">=" if branch.number() else "=", branch)

    def _what_is_had(self, name: str) -> Any:
        """So many of something, or of the things of a table that are the player's own."""
        table, field = self.vocabulary.table(name), self.vocabulary.field(name)
        is_player = self.subject is not None and self.table_of(self.subject) == PLAYERS
        stands = field is not None and field.kind == "thing"  # where they are is none of it
        if table and is_player and (stands or self.vocabulary.stuff(name) is None):
            owned = any(each.names_player for each in table.fields)
            if self._have_items and not (stands or owned):
                return t.HowMany(t.Place(self.subject, table.name))  # of all of them
            return t.CountOf(self.things_of(self.subject, table))
        if is_player and self.kept(name):
            raise Misfit(f"there is one {name} only, which the page says whose it is", name)
        if is_player:
            lists = field and field.kind in ("things", "items")
            what = field.name if field and lists else self.countable(name)
            return t.HowMany(t.Place(self.subject, what))
        return t.HowMany(t.Place(self.subject, self.column(self.whom(name), name)))

    @property
    def _have_items(self) -> bool:
        """Whether players have things of which the page counts how many."""
        return any(each.kind == "items" or each.parts == HAND for each in self.vocabulary.fields)

    def at_names(self, branch: Branch) -> Any:
        """``is the Bearer of at least 3 Cards``: of so many things that a column names them."""
        word = branch.words()[0]
        name = str(word.value)
        if self.subject is None or self.table_of(self.subject) != PLAYERS:
            raise Misfit("it is not plain whose", name)
        with self.for_now(named_by=name):
            if word.kind == "IS_NOT_THE_OF":
                return self.at_has_not(branch)
            return self.mean(branch.branches()[0])

    def at_has_such(self, branch: Branch) -> Any:
        """``owns a Mill with no Flour``, ``has at least 2 Mills whose Flour is 3``."""
        first, table = branch.words()[0], self.table(branch.named())
        if self.subject is None:
            raise Misfit("it is not plain whose", table.name)
        here = self.table_of(self.subject)
        such = self.thing_where(branch.branches()[0], table.name, t.It())
        if here != PLAYERS:  # a Place with a Monster that is alive
            place = t.Place(t.It(), self.whereabouts(table, here, table.name))
            at_it = t.EachThing(table.name, both((t.Equal(place, hidden(self.subject)), such)))
            if branch.words("NUMBER"):
                raise Misfit("say 'a' or 'no'", table.name)
            return t.Not(t.Exists(at_it)) if first.kind == "NO" else t.Exists(at_it)
        counted = t.CountOf(self.things_of(self.subject, table, such))
        op = {**OPS, "NO": "="}.get(first.kind, ">=")
        numbers = branch.words("NUMBER")
        number = branch.number() if numbers else 0 if first.kind == "NO" else 1
        return t.Compare(counted, op, t.Number(number))

    def at_has_one(self, branch: Branch) -> Any:
        """``has a Lantern``: one of it, or a field that says yes; of a thing, one that it names."""
        if self.table_of(self.subject) != PLAYERS and self.subject is not None:
            return self._there_or_named(branch)
        return self._yes(branch) or self._has(">=", branch, 1)

    def _there_or_named(self, branch: Branch) -> Any:
        """``a Mill with an Owner``, ``a Room with a Monster``: what a thing names, or has in it."""
        name, here = branch.named(), str(self.table_of(self.subject))
        own = [of for of, _ in self.vocabulary.column(name) if of.name == here]
        table = None if own else self.vocabulary.table(name)
        if table is None:
            place = t.Place(self.subject, self.column(self.subject, name))
            field = self.field_at(place)
            if field and field.kind == "number":
                return t.Compare(t.HowMany(place), ">=", t.Number(1))
            return t.Not(t.Empty(place))
        place = t.Place(t.It(), self.whereabouts(table, here, name))
        return t.Exists(t.EachThing(table.name, t.Equal(place, hidden(self.subject))))

    def _yes(self, branch: Branch) -> Any:
        """``has a Lantern``, ``has a Partner``: a field of theirs says yes, or whom; else None.

        Of a thing by its name, the column of its table that says whose it is; or the one that names
        what they have, where they have no items.
        """
        if self.subject is None or self.table_of(self.subject) != PLAYERS:
            return None
        if kept := self.kept(branch.named()):
            return t.Is(t.Place(kept, self.owned(self.table(kept.table))), self.subject)
        field, named = self.vocabulary.field(branch.named()), self.vocabulary.table(branch.named())
        things = self.vocabulary.things(branch.named()) if not (field or named) else ()
        if len(things) == 1 and not self._have_items:
            one = t.NamedThing(things[0][0].name, things[0][1])
            names = [
                e.name for e in self.vocabulary.fields if (e.kind, e.table) == ("thing", one.table)
            ]
            return t.Is(t.Place(self.subject, names[0]), one) if len(names) == 1 else None
        if field is None or field.kind not in ("yes or no", "thing", "text"):
            return None
        if named and (field.kind != "thing" or named.owner):
            return None  # of which they may own some
        place = t.Place(self.subject, field.name)
        return t.Is(place, t.YES) if field.kind == "yes or no" else t.Not(t.Empty(place))

    def at_has_all(self, branch: Branch) -> Any:
        """``owns every Mill``: there is none that is another's, or nobody's."""
        table = self.table(branch.named())
        mine = t.Is(t.Place(t.It(), self.owned(table)), self.subject)
        return t.Not(t.Exists(t.EachThing(table.name, t.Not(mine))))

    def at_has_no(self, branch: Branch) -> Any:
        if self.table_of(self.subject) != PLAYERS:
            there = self._there_or_named(branch)
            number = there.left if isinstance(there, t.Compare) else None
            return t.Empty(number.place) if isinstance(number, t.HowMany) else negated(there)
        yes = self._yes(branch)
        return negated(yes) if yes is not None else self._has("=", branch, 0)

    def at_has_more_than(self, branch: Branch) -> t.Compare:
        """``more Gold than Fish``: of what they have; ``than twice the bet``: any number."""
        mine, other = self._what_is_had(branch.named()), branch.branches()[0]
        bare = other.branches()[0] if other.name == "amount_of" else other
        value = self.vocabulary.value(bare.named()) if bare.name == "bare" else None
        if value and value.names_player:  # than the King
            with self.about(t.Place(None, value.name)):
                return t.Compare(mine, branch.op(), self._what_is_had(branch.named()))
        theirs = bare.name == "bare" and not bare.has("THE")
        than = self._what_is_had(bare.named()) if theirs else self.mean(other)
        return t.Compare(mine, branch.op(), than)

    def at_has_more_than_player(self, branch: Branch) -> t.Compare:
        who = branch.branches()[0]
        me = self.outer or (t.Doer() if self.has_doer else None)  # more Gold than they
        other = me if who.name == "they" and me is not None else self.mean(who)
        if isinstance(other, t.EachPlayer | t.ChosenPlayer | t.RandomPlayer):
            raise Misfit("it is not plain with whom", first_word(who))
        mine = self._what_is_had(branch.named())
        with self.about(other):
            return t.Compare(mine, branch.op(), self._what_is_had(branch.named()))

    def at_is_on(self, branch: Branch) -> Any:
        things = branch.branches("things")[0].branches()
        found = either([self._is_on(each) for each in things])
        at = found.one if isinstance(found, t.Equal) else None
        if things[0].name == "a_thing" and not things[1:]:
            at = t.Place(self.subject, self.standing(self.table(things[0].named()).name))
        if self.outer != t.Around():  # not of others, beside each of those of a block
            self.here = None if branch.has("IS_NOT") else at or self.here
        return found

    at_on_where = at_is_on

    def _is_on(self, thing: Branch) -> Any:
        if thing.name == "a_thing":
            table = self.table(thing.named()).name
            here = t.Place(self.subject, self.standing(table))
            if self.of_event and self.it is None:  # Whenever a player in a Mill digs, its Owner
                self.it, self.it_table = here, table
            where = self.thing_where(each[0], table, here) if (each := thing.branches()) else None
            if self.field_at(here).others:  # where one may be elsewhere
                return both((t.Exists(t.EachThing(table, t.Equal(t.It(), here))), where))
            return where or t.Not(t.Empty(here))
        if thing.name == "bare" and (there := self.vocabulary.elsewhere(thing.named())):
            return t.Is(t.Place(self.subject, there[0]), t.Text(there[1]))
        if found := self.numbered(thing, self.subject):
            return found
        subject, outer = self.subject, self.outer
        if outer is not None:  # "another player on their Space" is on that of the one outside
            with self.about(outer):
                meant = self.mean(thing)
        else:
            meant = self.mean(thing)
        if self.names_several(meant):
            return t.Includes(meant, subject)
        at = self.table_of(meant)
        if at in (None, PLAYERS) or isinstance(meant, t.EachThing | t.RandomThing):
            raise Misfit("players cannot be there", first_word(thing))
        return t.Equal(t.Place(subject, self.standing(str(at))), meant)

    def numbered(self, thing: Branch, owner: Any) -> t.Compare | None:
        """``on Floor 2``: a number of players or things, where no table is called so."""
        if thing.name != "numbered" or self.vocabulary.table(thing.named()):
            return None
        there = self.number_at(t.Place(owner, self.column(owner, thing.named())))
        number = -thing.number() if thing.has("MINUS") else thing.number()
        return t.Compare(there, "=", t.Number(number))

    def at_same_where(self, branch: Branch) -> Any:
        found = branch.branches("who_where", *_WHO)
        who = found[-1] if found else _THEM
        name = branch.named()
        table = self.vocabulary.table(name)
        field = self.vocabulary.field(name) or (table and self.vocabulary.standing(table.name))
        if not field:
            raise Misfit(f"{name!r} is not a field of players", name)
        if who.name in ("they", "that_player", "person"):
            me = self.outer or (t.Doer() if self.has_doer else None)
            other = me if who.name == "they" and me is not None else self.mean(who)
            if other == self.subject:
                raise Misfit("it is compared with itself", first_word(who))
            return self._alike(self.subject, other, field)
        if who.name == "another_player" and not who.branches():
            if self.subject != t.Them():
                return t.Exists(t.EachPlayer(True, self._alike(t.Them(), self.subject, field)))
            alike = self._alike(t.Them(), t.Around(), field)
            return t.Exists(t.EachPlayer(where=both((alike, APART))))
        raise Misfit("it is not plain whose", first_word(who))

    def _alike(self, one: Any, other: Any, field: Any) -> Any:
        """That a field of two players holds the same, a thing, a number or a word."""
        return self.same(t.Place(one, field.name), t.Place(other, field.name), field)

    @staticmethod
    def same(here: t.Place, there: t.Place, field: KnownField) -> Any:
        """That two places of a kind hold the same."""
        if field.kind == "number":
            return t.Compare(t.HowMany(here), "=", t.HowMany(there))
        is_thing = field.table and not field.others
        return t.Equal(here, there) if is_thing else t.Is(here, there)

    def at_is_of_some(self, branch: Branch) -> t.Exists:
        """``is the Keeper of a Mill with no Flour``: there is one that names them there."""
        subject, table = self.subject, self.table(branch.named(1)).name
        mine = t.Is(t.Place(t.It(), self.column(t.EachThing(table), branch.named())), subject)
        such = Branch("things_whose", tuple(branch.branches()))
        where = self.thing_where(such, table, t.It()) if branch.branches() else None
        return t.Exists(t.EachThing(table, both((mine, where))))

    kinds_said: tuple[str, ...] = ()  # the states that the last condition or clause spoke of

    def at_is_so(self, branch: Branch) -> Any:
        """``is Alive``; of several words, that one of them is so."""
        says = branch.branches()[0]
        if says.name != "is_value":
            return self._is_so(says)
        if says.words("AND", "EITHER") and not self.is_choice(says):
            raise Misfit("it is not said what of them", first_word(says))
        said = says.branches()
        inner = (each.branches()[0] if each.name == "amount_of" else each for each in said)
        fields = [self.vocabulary.field(each.named()) for each in inner if each.has("NAME")]
        self.kinds_said = tuple(e.name for e in fields if e and e.kind == "yes or no")
        return either(self._is_so(Branch("is_value", (each,))) for each in said)

    def _is_named(self, said: Branch) -> Any:
        """``who is the Target of a Wolf``: whom a cell of some player names."""
        name = self.column(t.Them(), said.named())
        field = self.vocabulary.field(name)
        if self.subject != t.Them() or field is None or field.table not in ("", PLAYERS):
            raise Misfit("it is not plain who that is", name)
        names = t.Is(t.Place(t.Them(), name), t.Around())
        return t.Exists(t.EachPlayer(where=both((self.where(said.branches()[0]), names))))

    def _is_whom(self, said: Branch) -> Any:
        """``who is not their Partner``, ``the Owner of that Mill``: whom a cell names."""
        one = self.outer or (t.Doer() if self.has_doer else None)
        with self.for_now(subject=one, outer=None):
            place = self.mean(said)
        if isinstance(place, t.NamedPlayer | t.Same):
            return t.Equal(self.subject, place)
        if one == self.subject == getattr(place, "owner", None):
            raise Misfit("it is not plain who that is", first_word(said))
        if not isinstance(place, t.Place) or self.table_of(place) != PLAYERS:
            raise Misfit("it is not said what of them", first_word(said))
        return t.Is(place, self.subject)

    def _is_so(self, says: Branch) -> Any:
        """``is Alive``, ``is a Wizard``: the word tells which field of theirs is meant."""
        inner = says.branches()
        if says.name == "is_value" and self.table_of(self.subject) != PLAYERS:
            found = self.typed_as(self.subject, "" if inner[1:] else self.name_in(inner[0]))
            return t.Is(*found) if found else self._is_one_of(self.subject, says)
        one = says.name == "is_value" and not inner[1:]
        if not one or inner[0].name not in ("amount_of", "a_thing", "value_player"):
            raise Misfit("it is not said what of them", first_word(says))
        said = inner[0] if inner[0].name == "a_thing" else inner[0].branches()[0]
        if said.name == "of_player" and said.branches()[0].name in ("a_player", "each_player"):
            return self._is_named(said)
        if said.name not in ("a_thing", "bare") or said.branches():
            return self._is_whom(said)
        word = said.named()
        field, value = self.vocabulary.field(word), self.vocabulary.value(word)
        if value and value.names_player and said.name == "bare":  # whoever the page names
            return t.Is(t.Place(None, value.name), self.subject)
        if field and field.kind in ("yes or no", ""):
            return t.Is(t.Place(self.subject, field.name), t.YES)
        if office := self.vocabulary.office(word):
            return t.Is(t.Place(t.NamedThing(*office[:2]), office[2]), self.subject)
        for table, thing in self.vocabulary.things(word):
            standing = self.vocabulary.standing(table.name)
            if standing:
                place = t.Place(self.subject, standing.name)
                return t.Equal(place, t.NamedThing(table.name, thing))
        if found := self.typed_as(self.subject, word):
            return t.Is(*found)
        if role := self.vocabulary.role(word):
            place = t.Place(self.subject, role)
            return t.Is(place, self.thing_or_text(word, place))
        raise Misfit(f"it is not plain what {word!r} says of a player", word)


_PERIODS = {
    "today": ("day", False), "yesterday": ("day", True), "ever": ("game", False),
    "before": ("game", False), "this game": ("game", False), "last of all": ("last", False),
}  # fmt: skip


_TURNED = str.maketrans("<>", "><")
_MOST_DAYS = 40  # for which what players did is kept
_THEM = Branch("they", (Lexeme("THEY", "them", 0, 0, "them"),))
_WHO = ("they", "that_player", "person", "a_player", "another_player", "each_player")
