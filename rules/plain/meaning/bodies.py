"""The parts of a body put in order: what stands under an "if", a result of a roll, a player.

A condition reaches to the next semicolon, item, "if" or "otherwise"; a result to the next result;
a player whom a clause names is the subject of the clauses behind it that name none. A block is the
effects of one player, which the clauses behind them may go on with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.clauses import FORMS, SURELY_DOER, Branch, Misfit, first_word
from rules.plain.effects.base import Effects
from rules.plain.effects.places import each_of
from rules.plain.meaning.boards import ClauseMeaning, at_first, speaks_of_doer, speaks_of_them
from rules.plain.terms import both, negated
from rules.plain.words.lexemes import OFFICE, kinds

# -- Clauses as they were parsed, with what stands before them -------------------------------------

_OPENERS = kinds(
    "if_before if_used_before unless_before on_result otherwise if_so either on_tie called if_won "
    "if_lost for_things for_players later"
)
_HIGHEST = 10**6  # of a roll


class Part(Struct, frozen=True):
    """A clause with what stands before it. ``openers``: outermost first."""

    joint: str
    openers: tuple[Branch, ...]
    core: Branch


def parts_of(body: Branch) -> tuple[Part, ...]:
    """The parts of a body with their joints and what stands before them."""
    found: list[Part] = []
    joint = "stop"
    for each in body.branches():
        if each.name in ("then", "stop", "item", "or_do", "listed"):
            joint = each.name
            continue
        openers: list[Branch] = []
        core = each
        while core.name in _OPENERS:
            openers.append(core)
            core = core.branches()[-1]
        if core.name == "on_after":  # "gain 3 Gold on a 6" as "on a 6, gain 3 Gold"
            clause, result = core.branches()
            core = Branch("plain", (clause,))
            openers.append(Branch("on_result", (result, Branch("late", ()), core)))
        part = Part("item" if joint == "listed" else joint, tuple(openers), core)
        rolls = any(e.name == "roll" for e in found[-1].core.branches()) if found else False
        if joint == "listed" and rolls and not is_result(part):
            raise Misfit("it is not said for which result each item is: '1: ...'", first_word(each))
        found.append(part)
        joint = "stop"
    return _with_otherwise(found)


def _with_otherwise(parts: Sequence[Part]) -> tuple[Part, ...]:
    """``gain 2 Fish if ..., otherwise ...`` as ``if ..., gain 2 Fish, otherwise ...``.

    So is ``each player who has ... gains 2 Fish, otherwise they ...``, for each player.
    """
    found = list(parts)
    for at, part in enumerate(found[:-1]):
        after = found[at + 1].openers
        alone = part.joint == "stop" or part.joint == "item"
        if not after or after[0].name != "otherwise" or not alone:
            continue
        said, other = _clause_of(part), _clause_of(found[at + 1])
        who, they = (subject_of(each) if each else None for each in (said, other))
        every = who and they and (who.name, they.name) == ("each_player", "they")
        if said and who and every and who.branches() and not part.openers:
            plain = Branch("plain", (without_subject(said),))
            opener = Branch("if_before", (Branch("conditions", tuple(who.branches())), plain))
            found[at] = Part(
                part.joint, (Branch("for_players", (*who.words(), plain)), opener), plain
            )
        if part.core.name in ("if_after", "unless_after"):
            clause, conditions = part.core.branches()
            plain = Branch("plain", (clause,))
            opener = Branch(part.core.name.replace("after", "before"), (conditions, plain))
            openers: tuple[Branch, ...] = (opener,)
            who = subject_of(clause)
            if who is not None and who.name != "they":  # of whom the condition is as well
                plain = Branch("plain", (without_subject(clause),))
                every = Branch("for_players", (*who.parts, plain))
                one = Branch("of_one", (who, opener))
                openers = (every if who.name in _EVERY else one, opener)
                if other and they and _said(they) == _said(who):  # named again
                    again = Branch("plain", (without_subject(other),))
                    found[at + 1] = Part(found[at + 1].joint, after, again)
            found[at] = Part(part.joint, (*part.openers, *openers), plain)
    return tuple(found)


def _said(branch: Branch) -> list[str]:
    """The words of a part, and of the parts in it."""
    return [w for e in branch.parts for w in (_said(e) if isinstance(e, Branch) else [e.low])]


def _clause_of(part: Part) -> Branch | None:
    return part.core.branches()[0] if part.core.name == "plain" else None


def without_opener(parts: Sequence[Part], at: int) -> Sequence[Part]:
    """The parts, of one of them without its first opener."""
    part = parts[at]
    return (*parts[:at], Part(part.joint, part.openers[1:], part.core), *parts[at + 1 :])


def is_result(part: Part) -> bool:
    """Whether a clause stands under a result of a roll."""
    return bool(part.openers) and part.openers[0].name == "on_result"


def check_apart(results: Sequence[Branch]) -> None:
    """Results must not overlap: the words would not say which one counts."""
    spans: list[tuple[int, int]] = []
    for each in results:
        for low, high in _spans(each):
            if any(low <= to and since <= high for since, to in spans):
                why = "two results overlap: say 'on a natural 6' of the die, before all is added"
                raise Misfit(why, first_word(each))
            spans.append((low, high))
    if len(results) > 1 and any(each.name == "doubles_rolled" for each in results):
        raise Misfit("two results overlap", "doubles")
    for each in results:
        if each.name == "is_parity":
            odd = "odd" in each.words("EVEN")[0].low
            if any(low != high or low % 2 == odd for low, high in spans):
                raise Misfit("two results overlap", each.words("EVEN")[0].text)


def _spans(result: Branch) -> list[tuple[int, int]]:
    numbers = [result.number(at) for at in range(len(result.words("NUMBER")))]
    if result.has("OR_MORE"):
        return [(numbers[0], _HIGHEST)]
    if result.has("OR_LESS"):
        return [(-_HIGHEST, numbers[0])]
    if result.name == "between":
        return [(numbers[0], numbers[1])]
    return [(each, each) for each in numbers]


def is_bare(clause: Branch) -> bool:
    """Whether a clause has a verb without anything that says who does it."""
    return not clause.branches("subject") and clause.name in _VERBS


_VERBS = {name for form, name in FORMS.items() if form.startswith("[subject] _")}


def leans(part: Part) -> bool:
    """Whether a condition with its clause speaks of players of before: "they", "their"."""
    first = subject_of(part.core.branches()[0]) if part.core.branches() else None
    return first is None or first.name == "they" or speaks_of_them(part.openers[0])


def subject_of(clause: Branch) -> Branch | None:
    """The player in front of a clause."""
    found = clause.branches("subject")
    return found[0].branches()[0] if found else None


def is_another(who: Branch) -> bool:
    """Whether a player who is named is not surely the one who acts."""
    return who.name != "they" and first_word(who).casefold() not in SURELY_DOER


def without_subject(clause: Branch) -> Branch:
    """The clause without the player in front of it."""
    return Branch(clause.name, clause.parts[1:]) if clause.branches("subject") else clause


class OpenBlock(Struct, frozen=True):
    """Effects of a block that the next part may go on with."""

    who: Any
    effects: Effects


def is_about(effects: Effects, subject: Any) -> bool:
    """Whether effects are done by a player, or are about what that player has."""
    for each in effects:
        if isinstance(each, t.Put | t.Add):
            owner: Any = each.place
            while isinstance(owner, t.Place):
                owner = owner.owner
            if owner != subject:
                return False
        elif not each.of_player:
            return False
    return True


def _of_others(effects: Effects, named: Sequence[Any]) -> bool:
    """Whether effects are about what other players have than the one who acts; ``named``: slots."""
    owners: list[Any] = [each.place.owner for each in effects if isinstance(each, t.Put | t.Add)]
    others = (each for each in owners if each != t.Doer())
    some = any(t.is_player(each) or getattr(each, "slot", None) in named for each in others)
    return some or any(isinstance(each, t.ForPlayers) for each in effects)


def _remarked(effect: Any, remark: Branch) -> Any:
    """The effect as a remark has it; None where it says nothing of such an effect."""
    if remark.name == "not_a_move":
        is_move = isinstance(effect, t.Move | t.Swap) and effect.lands
        return replace(effect, lands=False) if is_move else None
    who = subject_of(remark)
    by_doer = who is not None and who.words()[0].low in SURELY_DOER
    is_again = isinstance(effect, t.Deed) and effect.deed == t.AGAIN
    is_move = is_again and effect.who != t.Doer() and not effect.led
    return replace(effect, led=True) if is_move and by_doer else None


def last_of(effect: Any) -> Any:
    """The last effect of a block; an effect as it is."""
    return effect.effects[-1] if isinstance(effect, OpenBlock) and effect.effects else effect


def merged(found: Sequence[Any]) -> Effects:
    """Effects with those of one block together."""
    merged: list[Any] = []
    for each in found:
        before = merged[-1] if merged else None
        if isinstance(each, OpenBlock) and isinstance(before, OpenBlock) and before.who is each.who:
            merged[-1] = OpenBlock(each.who, (*before.effects, *each.effects))
        else:
            merged.append(each)
    return tuple(effect for each in merged for effect in _closed(each))


def _closed(effect: Any) -> Effects:
    """A block as effects; what becomes of a field of one player is said of that player."""
    if not isinstance(effect, OpenBlock):
        return (effect,)
    known = isinstance(effect.who, t.Same | t.NamedPlayer)
    some = isinstance(effect.who, t.ExtremePlayer | t.RandomPlayer) and len(effect.effects) == 1
    only = effect.effects[0]
    if isinstance(only, t.Put) and only.value == t.Them() and len(effect.effects) == 1:
        is_named = some and isinstance(only.place.owner, t.NamedThing | None)
        if is_named or (known and "Them(" not in repr(only.place)):
            return (t.Put(only.place, effect.who),)
    of_one = some or known
    if of_one and all(isinstance(e, t.Put) and e.place.owner == t.Them() for e in effect.effects):
        places = (t.Place(effect.who, each.place.name) for each in effect.effects)
        values = (each.value for each in effect.effects)
        return tuple(map(t.Put, places, values))
    return (t.ForPlayers(effect.who, effect.effects),)


# -- The parts of a body put in order: what stands under an "if", a result of a roll, a player -----

_OF_ONE = kinds("person who_of who_at alias extreme_player the_term next_player")
_THINGS = kinds("random_thing extreme_thing random_among")
_EVERY = kinds("each_player each_other_player")
_OF_THINGS = kinds("gain lose place_gains place_loses")


def _due(effects: Effects) -> Effects:
    """What is paid later has to be there for what stands behind it; alone, it is what there is."""
    if not effects:
        return ()
    *front, last = effects
    if isinstance(last, t.If):
        last = replace(last, then=_due(last.then), otherwise=_due(last.otherwise))
    return (*front, replace(last, must=False) if last.due else last)


_GIVING = (t.Transfer, t.Pass, t.Lose, t.LoseIt)


def agreed(effects: Effects, given: tuple[type, ...]) -> Effects:
    """What either side gives has to be there, as long as nothing is rolled. ``given``: by what."""
    rolls = (at for at, each in enumerate(effects) if t.has(each, t.Roll))
    first = next(rolls, len(effects))
    return (*(_agreed(each, given) for each in effects[:first]), *effects[first:])


def _agreed(effect: Any, given: tuple[type, ...]) -> Any:
    if isinstance(effect, t.If):
        then, otherwise = agreed(effect.then, given), agreed(effect.otherwise, given)
        return replace(effect, then=then, otherwise=otherwise)
    if isinstance(effect, t.ForPlayers) and isinstance(effect.who, t.SINGLE):
        return replace(effect, effects=agreed(effect.effects, given))
    if type(effect) not in given or getattr(effect, "amount", "") is None:
        return effect
    giver = getattr(effect, "giver", None) or getattr(effect, "who", None)
    return replace(effect, must=effect.must or isinstance(giver, t.SINGLE))


def dealt(effects: Effects, paid: Effects = ()) -> Effects:
    """The same of an action in which two give each other something, the price among it."""
    every = [*paid, *effects]
    inner = [(e.who, each) for e in every if isinstance(e, t.ForPlayers) for each in e.effects]
    goes = {
        tuple(who if side == t.Them() else side for side in (each.giver, each.taker))
        for who, each in (*((None, each) for each in every), *inner)
        if isinstance(each, t.Transfer | t.Pass)
    }
    both = any(pair[::-1] in goes for pair in goes)
    return agreed(effects, (t.Transfer, t.Pass)) if both else effects


class Bodies(ClauseMeaning):
    """Bodies: effects in the order of the words."""

    def clause(self, branch: Branch) -> Effects:
        """The effects of a clause without its own subject."""
        self.each_thing = None
        found = self.mean(branch)
        effects = tuple(map(each_of, found if isinstance(found, tuple) else (found,)))
        if self.here and self.here.name in {each.changed for each in t.nodes(effects)}:
            self.here = None  # they are somewhere else then
        if self.each_thing is None:
            return effects
        thing, self.each_thing = self.each_thing, None
        return (t.ForThings(thing, effects),)

    def body(self, branch: Branch) -> Effects:
        """All effects of a body."""
        found = self._whole(parts_of(branch))
        if self.selected is not None and not self.spoken_of_selected:
            raise Misfit("it is not said what becomes of the selected player", "")
        return found

    def _whole(self, parts: Sequence[Part]) -> Effects:
        found, end = self._sequence(parts, 0, inside=False, takers=0)
        if end < len(parts):
            raise Misfit("nothing stands before that", first_word(parts[end].core))
        return found

    def late(self, clauses: Sequence[Branch]) -> Effects:
        """What becomes of those who do not choose in time: ``they lose 2 Gold``."""
        found: Effects = ()
        for clause in (each for of in clauses for each in of.branches()):
            who = subject_of(clause)
            if who.name not in ("they", "that_player") if who else not found:
                raise Misfit("say what becomes of them then: 'they ...'", first_word(clause))
            with self.for_now(subject=t.Them(), by_choice=False, choosing=False, block=None):
                found += self.clause(without_subject(clause))
        return found

    def _sequence(
        self, parts: Sequence[Part], at: int, *, inside: bool, takers: int
    ) -> tuple[Effects, int]:
        """Effects from a part on, and where they end. ``takers``: of an "otherwise" around."""
        found: list[Any] = []
        first, kept = at, self.subject
        while at < len(parts):
            part = parts[at]
            if at > first and inside and (part.joint in ("stop", "item") or part.openers):
                break
            if part.openers and part.openers[0].name == "otherwise":
                break
            effects, at = self._one(parts, at, first, found, takers)
            found = effects
        self.subject = kept
        return merged(found), at

    def _one(
        self, parts: Sequence[Part], at: int, first: int, found: list[Any], takers: int
    ) -> tuple[list[Any], int]:
        """One part, or a condition with all that it reaches; what there is then."""
        part = parts[at]
        if not part.openers:
            if part.joint == "or_do" or (at + 1 < len(parts) and parts[at + 1].joint == "or_do"):
                return self._choice(parts, at, first, found)
            return self._plain(self._of_the_same(part), found), at + 1
        name = part.openers[0].name
        they_did = name == "if_so" and at == 0 and self.named and part.joint != "item"
        if name == "either" or they_did:
            return self._one(without_opener(parts, at), at, first, found, takers)
        if name == "if_so":
            return self._if_so(parts, at, found)
        if name == "for_things":
            return [*found, self._for_things(parts, at)], len(parts)
        if name == "later":
            return [*found, self._later(parts, at)], len(parts)
        if name in ("called", "for_players", "of_one"):
            return self._begun(parts, at, first, found, takers)
        if name == "on_result":
            last = last_of(found[-1]) if found else None
            follows = part.joint in ("stop", "item") or isinstance(last, t.Roll | t.If | None)
            if part.openers[0].branches("late") and not follows:
                raise Misfit("it is not plain what depends on the roll", first_word(part.core))
            blocks = (each.effects for each in found if isinstance(each, OpenBlock))
            rolls = any(isinstance(each, t.Roll) for effects in blocks for each in effects)
            if self.block is not None and not rolls:
                self._close()
            effect, at = self._results(parts, at, takers)
            return [*found, *self._wrapped(effect)], at
        if self.block is not None and (name == "on_tie" or not self._goes_on(part)):
            self._close()
        effect, at = self._if(parts, at, takers)
        return [*found, *self._wrapped(effect)], at

    def _begun(
        self, parts: Sequence[Part], at: int, first: int, found: list[Any], takers: int
    ) -> tuple[list[Any], int]:
        """A part behind ``for each player``, of whom it has to be said, or behind a word for it."""
        found = [*found, *self._begin(parts[at].openers[0])]
        who = self.block
        done, end = self._one(without_opener(parts, at), at, first, found, takers)
        blocks = (e.who for e in done[max(len(found) - 1, 0) :] if isinstance(e, OpenBlock))
        if parts[at].openers[0].name == "for_players" and who not in blocks:
            raise Misfit("say it of that player", first_word(parts[at].core))
        return done, end

    def _begin(self, opener: Branch) -> list[Any]:
        """``they are caught: ...``, a word for what follows; ``for each player, ...``, of each."""
        if opener.name == "called":
            who = opener.branches()[0].branches()[0]
            self._subject(who)
            return self._wrapped(t.Called(self.me(who), opener.words("WORD")[0].low))
        if opener.name == "of_one":
            who, condition = opener.branches()
            self._subject(who)
            if self.has_doer and who.name in _OF_ONE and speaks_of_them(condition):
                raise Misfit("it is not plain who 'they' are; say 'the player'", first_word(who))
            return []
        who = Branch("each_player", tuple(opener.branches()[:-1]))
        other = opener.has("OTHER_PLAYER_WORD") or opener.has("EACH_OTHER_PLAYER")
        self.block = self.at_each_player(who, other=other)
        self.subject = t.Them()
        return []

    def _goes_on(self, part: Part) -> bool:
        """Whether a condition with its clause is about the players of before, not the doer."""
        of_each = not self.players_named and "'that_player'" in repr(part.openers[0])
        of_doer = self.has_doer and speaks_of_doer(part.openers[0])
        return not of_doer and (of_each or leans(part))

    def _for_things(self, parts: Sequence[Part], at: int) -> t.ForThings:
        """``for each Mill, its Owner gains 1 Gold``: all that follows, for each of them."""
        opener = parts[at].openers[0]
        some = [each for each in opener.branches() if each.name in _THINGS]
        noun = Branch("each_thing", tuple(e for e in opener.parts if e is not opener.parts[-1]))
        thing = self.mean(some[0]) if some else t.EachThing(*self._thing(noun))
        before, table = self.it, self.it_table
        self.it, self.it_table = t.It(), thing.table
        self._close()
        effects = self._whole(without_opener(parts, at)[at:])
        self.it, self.it_table = before, table
        self._close()
        return t.ForThings(thing, effects)

    def _later(self, parts: Sequence[Part], at: int) -> t.Later:
        """``6 hours later, its Owner gains 1 Gold``: all that follows, at that time."""
        word = parts[at].openers[0].words("HOURS_LATER")[0]
        if not self.has_doer or self.block is not None:
            raise Misfit("it is not plain later than what", word.text)
        hours: Any = word.value
        with self.for_now(by_choice=False):
            return t.Later(hours, _due(self._whole(without_opener(parts, at)[at:])))

    thing_spoken_of: Branch | None = None  # "the Market gains 2 Fish and ..."

    def _of_the_same(self, part: Part) -> Branch:
        """A clause; behind one about a thing, joined by "and" and without a subject: about it."""
        core = part.core
        clause = core.branches()[0] if core.name == "plain" else None
        thing = self.thing_spoken_of if part.joint == "then" else None
        self.thing_spoken_of = None
        if clause is None or (thing and clause.name not in _OF_THINGS and is_bare(clause)):
            if thing:
                raise Misfit("it is not said who does that", first_word(core))
        elif thing and clause.name in ("gain", "lose") and is_bare(clause):
            clause = Branch(f"place_{clause.name}s", (thing, *clause.parts))
            core = Branch("plain", (clause,))
        if clause is not None and clause.name in ("place_gains", "place_loses"):
            self.thing_spoken_of = clause.branches()[0]
        return core

    def _wrapped(self, effect: Any) -> list[Any]:
        return [OpenBlock(self.block, (effect,))] if self.block is not None else [effect]

    def _if(self, parts: Sequence[Part], at: int, takers: int) -> tuple[Any, int]:
        opener = parts[at].openers[0]
        tie = opener.name == "on_tie"
        if tie and self.contest is None and not self.extreme:
            raise Misfit("nothing can be a tie before that", first_word(parts[at].core))
        condition: Any = t.Tied() if tie else self.outcome(opener)
        condition = condition or self.mean(opener.branches("conditions")[0])
        if opener.name == "unless_before":
            condition = negated(condition)
        if opener.name == "if_used_before":
            condition = at_first(condition)
        tied = self.foremost(self.most, self.extreme) if tie and self.extreme else None
        unsure = self.unsure or self._of_another(opener, condition)
        with self.for_now(tie=tied, unsure=unsure):
            then, at = self._under(without_opener(parts, at), at, takers + 1)
        with self.for_now(unsure=unsure):
            otherwise, at = self._otherwise(parts, at, takers)
        if not isinstance(condition, t.Accepts) and t.has(condition, t.Accepts):
            raise Misfit("name whom it is offered to behind the verb", first_word(opener))
        if isinstance(condition, t.Accepts):
            then = agreed(then, _GIVING)
            return t.Offer(condition.who, then, condition.hours, otherwise, condition.unit), at
        return t.If(condition, then, otherwise), at

    def _of_another(self, opener: Branch, condition: Any) -> bool:
        """Whether "they" behind a condition may be the player whom it is about, or the doer."""
        said = [e for each in opener.branches("conditions") for e in each.branches("player_is")]
        rolled = opener.words()[0].low if opener.name in ("if_won", "if_lost") else ""
        others = any(is_another(each.branches()[0]) for each in said)
        accepts = isinstance(condition, t.Accepts)
        return self.has_doer and (others or accepts or "that player" in rolled)

    def _under(self, parts: Sequence[Part], at: int, takers: int) -> tuple[Effects, int]:
        """What is under a condition or a result, in the block that is open."""
        with self.for_now(block=None, by_choice=False):
            if parts[at].joint != "item":
                return self._sequence(parts, at, inside=True, takers=takers)
            items = (n for n in range(at + 1, len(parts)) if parts[n].joint == "item")
            end = next(items, len(parts))
            return self._whole(parts[at:end]), end

    def _otherwise(self, parts: Sequence[Part], at: int, takers: int) -> tuple[Effects, int]:
        if at >= len(parts) or not parts[at].openers or parts[at].openers[0].name != "otherwise":
            return (), at
        if takers and (parts[at].joint == "item" or self.fork(2)):
            return (), at
        return self._under(without_opener(parts, at), at, takers)

    def _results(self, parts: Sequence[Part], at: int, takers: int) -> tuple[Any, int]:
        """``on a 1 ..., on 2 to 5 ..., otherwise ...``, which must not overlap."""
        self.rolled_before(first_word(parts[at].openers[0]))
        cases: list[tuple[Any, Effects]] = []
        spans: list[Branch] = []
        listed = parts[at].joint == "item"
        while at < len(parts) and is_result(parts[at]):
            if cases and listed and parts[at].joint != "item":
                raise Misfit("a result within a result", first_word(parts[at].core))
            result = parts[at].openers[0].branches()[0]
            spans.append(result)
            then, at = self._under(without_opener(parts, at), at, takers + 1)
            cases.append((self.mean(result), then))
        check_apart(spans)
        is_item = listed and at < len(parts) and parts[at].joint == "item"
        otherwise, at = self._otherwise(parts, at, 0 if is_item else takers)
        for condition, then in reversed(cases):
            otherwise = (t.If(condition, then, otherwise),)
        return otherwise[0], at

    def _if_so(self, parts: Sequence[Part], at: int, found: list[Any]) -> tuple[list[Any], int]:
        """``they may pay 1 Gold; if they do, they gain 2 Fish``."""
        if not found or not isinstance(last_of(found[-1]), t.May):
            raise Misfit("nothing was left to them before", first_word(parts[at].openers[0]))
        may = found[-1]
        then, at = self._under(without_opener(parts, at), at, 0)
        if isinstance(may, OpenBlock):
            inner = may.effects[-1]
            more = t.May(inner.slot, (*inner.effects, *then))
            return [*found[:-1], OpenBlock(may.who, (*may.effects[:-1], more))], at
        return [*found[:-1], t.May(may.slot, (*may.effects, *then))], at

    def _choice(
        self, parts: Sequence[Part], at: int, first: int, found: list[Any]
    ) -> tuple[list[Any], int]:
        """``gain 2 Fish or lose 1 Gold``: all of the parts so far are the options."""
        if at != first or found:
            raise Misfit("it is not plain between what one chooses", "or")
        end = at + 1
        while end < len(parts) and parts[end].joint in ("then", "or_do") and not parts[end].openers:
            end += 1
        if {each.joint for each in parts[at + 1 : end]} != {"or_do"}:
            raise Misfit("'and' and 'or' are mixed", "or")
        slot = self.slot()
        options = [self._plain(each.core, []) for each in parts[at:end]]
        blocks = [each for option in options for each in option]
        who = blocks[0].who if isinstance(blocks[0], OpenBlock) else None
        if who is not None and all(isinstance(e, OpenBlock) and e.who is who for e in blocks):
            inner = (tuple(e for block in option for e in block.effects) for option in options)
            return [OpenBlock(who, (t.OneOf(slot, tuple(inner)),))], end  # each chooses alone
        return [t.OneOf(slot, tuple(map(merged, options)))], end

    def _plain(self, core: Branch, found: list[Any]) -> list[Any]:
        """A clause in the block of its subject, with a condition behind it."""
        may = core.name in ("may_do", "may_to")
        clause = core.branches()[1] if may else core.branches()[0]
        if core.name in ("if_after", "unless_after"):
            return self._after(core, clause, found)
        who = core.branches()[0] if may else subject_of(clause)
        if clause.name in ("not_a_move", "make_choices"):
            last = found[-1] if found else None
            new = _remarked(last.effects[-1] if isinstance(last, OpenBlock) else last, clause)
            if new is None:
                raise Misfit("that is said of no move", first_word(clause))
            if isinstance(last, OpenBlock):
                return [*found[:-1], OpenBlock(last.who, (*last.effects[:-1], new))]
            return [*found[:-1], new]
        self.told = who is None and self.has_doer and self.subject == t.Doer()
        follows = who is None and self.has_doer and not is_bare(clause)
        self.of_another = follows and self.block is not None
        self._subject(who)
        self.left_free = may
        effects = self.clause(without_subject(clause))
        if core.name == "may_to":
            clauses = core.branches()[2].branches()  # "may pay 1 Gold to gain 2 Fish"
            if any(each.branches("subject") for each in clauses):
                raise Misfit("it is not said who does that", first_word(core.branches()[2]))
            effects += tuple(effect for each in clauses for effect in self.clause(each))
        if who is None and not is_about(effects, self.subject):
            self._close()
        if clause.name == "choose_number" and self.block is not None:
            return [*found, self._chosen_number(effects[0], clause)]
        if may:
            effects = (t.May(self.slot(), effects),)
        if self.block is not None:
            return [*found, OpenBlock(self.block, effects)]
        return [*found, *effects]

    def _chosen_number(self, effect: Any, clause: Branch) -> t.ChooseNumber:
        """``the Mayor chooses a number from 1 to 4, called the guess``: all that follows waits."""
        where = t.parts_of_both(getattr(self.block, "where", None))
        held = [each.place.owner for each in where if isinstance(each, t.Is)]
        if isinstance(self.block, t.EachPlayer) and None not in held:
            raise Misfit("each of them would choose another number", first_word(clause))
        found: t.ChooseNumber = replace(effect, who=self.block)
        self._close()
        self.unsure = True
        return found

    def _close(self) -> None:
        """The block ends: the clause is about no player, such as ``Season becomes Winter``."""
        if self.block is not None:
            self.block, self.subject = None, t.Doer() if self.has_doer else None

    def _after(self, core: Branch, clause: Branch, found: list[Any]) -> list[Any]:
        """``gain 2 Fish if they have a Net``; of several clauses, the last or all of them."""
        who = subject_of(clause)
        self._subject(who)
        self.behind = clause
        of_one = who and (who.name in _OF_ONE or first_word(who) == OFFICE)
        doubt = self.has_doer and of_one
        with self.for_now(subject=t.Doer() if doubt and self.fork(2) else self.subject):
            condition = self.mean(core.branches()[-1])
        if core.name == "unless_after":
            condition = negated(condition)
        effects = self.clause(without_subject(clause))
        of_others = self.has_doer and who is None and _of_others(effects, self.players_named)
        if of_others and speaks_of_them(core.branches()[-1]):
            raise Misfit("it is not plain who 'they' are; say 'the player'", first_word(clause))
        told = t.has(condition, t.Rolled)
        told = told and all(isinstance(each, t.Roll) for each in found)  # which it stands behind
        if found and not told and self.fork(2):
            inside = effects if self.block is None else (OpenBlock(self.block, effects),)
            return [t.If(condition, merged([*found, *inside]))]
        return [*found, *self._wrapped(t.If(condition, effects))]

    def _subject(self, who: Branch | None) -> None:
        """Set whom the clause is about. None named: whom the one before was about."""
        if who is None:
            return None
        if who.name == "they":
            return self._same_subject(who)
        if self.here and self.here.owner == t.Them():
            self.here = None
        spoken_of = self.players_named or self.block is not None
        others = who.name == "each_other_player" and not getattr(self.block, "other", 0)
        sure = len(self.told_of) == 1 and not (self.has_doer or self.players_named)
        if others and spoken_of and not (sure and self.told_of[0]):
            raise Misfit("others than which of them is not plain", first_word(who))
        with self.for_now(subject=self._outside()):
            if others and spoken_of:  # than Ann, than the Warden
                node: Any = t.EachPlayer(where=both((negated(self.told_of[0]), self.where(who))))
            else:
                node = self.mean(who)
        office = node.where if first_word(who) == OFFICE else None
        one = t.Equal(t.Them(), node) if isinstance(node, t.NamedPlayer) else office
        self.told_of = (*self.told_of, one) if one not in self.told_of else self.told_of
        self.unsure = False
        is_doer = node == t.Doer()
        self.subject, self.block = (node, None) if is_doer else (t.Them(), node)
        return None

    def _outside(self) -> Any:
        """Who "they" are in what tells the next player: not each of those of the block before."""
        if self.subject != t.Them() or self.block is None:
            return self.subject
        doer = t.Doer() if self.has_doer else None
        if isinstance(self.block, t.EachPlayer | t.Place):
            return doer
        slot = getattr(self.block, "slot", None)
        one = t.Same(slot) if slot else self.block
        return one if doer is None or self.fork(2) else doer

    def _same_subject(self, who: Branch) -> None:
        """They: the doer, or the players that the clause before was about."""
        text = who.words()[0].low
        sure = text in SURELY_DOER
        if self.unsure and not sure:
            raise Misfit("it is not plain who 'they' are; say 'the player'", text)
        self.unsure = False
        if self.selected is not None and not sure:
            node = self.the_selected()
            self.block = self.block if isinstance(self.block, t.Same | t.ChosenPlayer) else node
            self.subject = t.Them()
            return
        if not self.has_doer:
            self.own(text)
        elif self.subject != t.Them() or sure or self.fork(2) == 0:
            self.subject, self.block = t.Doer(), None
