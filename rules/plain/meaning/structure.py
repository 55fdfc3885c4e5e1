"""The parts of a body put in order: what stands under an "if", a result of a roll, a player.

A condition reaches to the next semicolon, item, "if" or "otherwise"; a result to the next result;
a player whom a clause names is the subject of the clauses behind it that name none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.meaning.base import Branch, Misfit
from rules.plain.meaning.conditions import _first
from rules.plain.meaning.effects import Clauses, Effects
from rules.plain.meaning.logic import both, either, negated
from rules.plain.meaning.people import SURELY_DOER
from rules.plain.words import kinds

_OPENERS = kinds("if_before unless_before on_result otherwise if_so either")
_HIGHEST = 10**6  # of a roll


class _Part(Struct, frozen=True):
    """A clause with what stands before it. ``openers``: outermost first."""

    joint: str
    openers: tuple[Branch, ...]
    core: Branch


class Bodies(Clauses):
    """Bodies: effects in the order of the words."""

    def body(self, branch: Branch) -> Effects:
        """All effects of a body."""
        parts = _parts(branch)
        found, end = self._sequence(parts, 0, inside=False, takers=0)
        if self.selected is not None and self.selected.slot not in self.players_named:
            raise Misfit("it is not said what becomes of the selected player", "")
        if end < len(parts):
            raise Misfit("nothing stands before that", _first(parts[end].core))
        return found

    # -- what a condition reaches ------------------------------------------------------------------

    def _sequence(
        self, parts: Sequence[_Part], at: int, *, inside: bool, takers: int
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
        return _merged(found), at

    def _one(
        self, parts: Sequence[_Part], at: int, first: int, found: list[Any], takers: int
    ) -> tuple[list[Any], int]:
        """One part, or a condition with all that it reaches; what there is then."""
        part = parts[at]
        if not part.openers:
            if part.joint == "or_do" or (at + 1 < len(parts) and parts[at + 1].joint == "or_do"):
                return self._choice(parts, at, first, found)
            return self._plain(self._of_the_same(part), found), at + 1
        name = part.openers[0].name
        if name == "either":
            return self._one(_without(parts, at), at, first, found, takers)
        if name == "if_so":
            return self._if_so(parts, at, found)
        if name == "on_result":
            if part.openers[0].branches("late") and not _follows_roll(found, part):
                raise Misfit("it is not plain what depends on the roll", _first(part.core))
            if self.block is not None and not any(map(_rolls, found)):
                self._close()
            effect, at = self._results(parts, at, takers)
            return [*found, *self._wrapped(effect)], at
        of_doer = self.has_doer and _speaks_of_doer(part.openers[0])
        if self.block is not None and (of_doer or not _leans(part)):
            self._close()
        effect, at = self._if(parts, at, takers)
        return [*found, *self._wrapped(effect)], at

    thing_spoken_of: Branch | None = None  # "the Market gains 2 Fish and ..."

    def _of_the_same(self, part: _Part) -> Branch:
        """A clause; behind one about a thing, joined by "and" and without a subject: about it."""
        core = part.core
        clause = core.branches()[0] if core.name == "plain" else None
        thing = self.thing_spoken_of if part.joint == "then" else None
        self.thing_spoken_of = None
        if clause is None or (thing and clause.name not in _OF_THINGS and _is_bare(clause)):
            if thing:
                raise Misfit("it is not plain who does that", _first(core))
        elif thing and clause.name in ("gain", "lose") and _is_bare(clause):
            clause = Branch(f"place_{clause.name}s", (thing, *clause.parts))
            core = Branch("plain", (clause,))
        if clause is not None and clause.name in ("place_gains", "place_loses"):
            self.thing_spoken_of = clause.branches()[0]
        return core

    def _wrapped(self, effect: Any) -> list[Any]:
        """An effect of the block that is open, in it."""
        return [_Open(self.block, (effect,))] if self.block is not None else [effect]

    block: Any = None  # the players that the clauses are about, where not the doer

    def _if(self, parts: Sequence[_Part], at: int, takers: int) -> tuple[Any, int]:
        opener = parts[at].openers[0]
        condition = self.mean(opener.branches("conditions")[0])
        if opener.name == "unless_before":
            condition = negated(condition)
        then, at = self._under(_without(parts, at), at, takers + 1)
        otherwise, at = self._otherwise(parts, at, takers)
        return t.If(condition, then, otherwise), at

    def _under(self, parts: Sequence[_Part], at: int, takers: int) -> tuple[Effects, int]:
        """What is under a condition or a result, in the block that is open."""
        block, self.block = self.block, None
        free, self.by_choice = self.by_choice, False
        listed = parts[at].joint == "item"
        if listed:
            end = next(
                (n for n in range(at + 1, len(parts)) if parts[n].joint == "item"), len(parts)
            )
            found, reached = self._sequence(parts[at:end], 0, inside=False, takers=0)
            if at + reached < end:
                raise Misfit("nothing stands before that", _first(parts[at + reached].core))
        else:
            found, end = self._sequence(parts, at, inside=True, takers=takers)
        self.block, self.by_choice = block, free
        return found, end

    def _otherwise(self, parts: Sequence[_Part], at: int, takers: int) -> tuple[Effects, int]:
        """What happens otherwise, if that is said and belongs here."""
        if at >= len(parts) or not parts[at].openers or parts[at].openers[0].name != "otherwise":
            return (), at
        if takers and parts[at].joint != "item" and self.fork(2):
            return (), at
        if takers and parts[at].joint == "item":
            return (), at
        return self._under(_without(parts, at), at, takers)

    def _results(self, parts: Sequence[_Part], at: int, takers: int) -> tuple[Any, int]:
        """``on a 1 ..., on 2 to 5 ..., otherwise ...``, which must not overlap."""
        self.rolled_before(_first(parts[at].openers[0]))
        cases: list[tuple[Any, Effects]] = []
        spans: list[Branch] = []
        listed = parts[at].joint == "item"
        while at < len(parts) and _is_result(parts[at]):
            if cases and listed and parts[at].joint != "item":
                raise Misfit("a result within a result", _first(parts[at].core))
            result = parts[at].openers[0].branches()[0]
            spans.append(result)
            then, at = self._under(_without(parts, at), at, takers + 1)
            cases.append((self.mean(result), then))
        _check_apart(spans)
        is_item = listed and at < len(parts) and parts[at].joint == "item"
        otherwise, at = self._otherwise(parts, at, 0 if is_item else takers)
        for condition, then in reversed(cases):
            otherwise = (t.If(condition, then, otherwise),)
        return otherwise[0], at

    def _if_so(self, parts: Sequence[_Part], at: int, found: list[Any]) -> tuple[list[Any], int]:
        """``they may pay 1 Gold; if they do, they gain 2 Fish``."""
        if not found or not isinstance(_last(found[-1]), t.May):
            raise Misfit("nothing was left to them before", _first(parts[at].openers[0]))
        may = found[-1]
        then, at = self._under(_without(parts, at), at, 0)
        if isinstance(may, _Open):
            inner = may.effects[-1]
            more = t.May(inner.slot, (*inner.effects, *then))
            return [*found[:-1], _Open(may.who, (*may.effects[:-1], more))], at
        return [*found[:-1], t.May(may.slot, (*may.effects, *then))], at

    def _choice(
        self, parts: Sequence[_Part], at: int, first: int, found: list[Any]
    ) -> tuple[list[Any], int]:
        """``gain 2 Fish or lose 1 Gold``: all of the parts so far are the options."""
        if at != first or found:
            raise Misfit("it is not plain between what one chooses", "or")
        end = at + 1
        while end < len(parts) and parts[end].joint in ("then", "or_do") and not parts[end].openers:
            end += 1
        joints = [each.joint for each in parts[at + 1 : end]]
        if set(joints) != {"or_do"}:
            raise Misfit("'and' and 'or' are mixed", "or")
        slot = self.slot()
        options = [_merged(self._plain(each.core, [])) for each in parts[at:end]]
        return [t.OneOf(slot, tuple(options))], end

    # -- one clause --------------------------------------------------------------------------------

    def _plain(self, core: Branch, found: list[Any]) -> list[Any]:
        """A clause in the block of its subject, with a condition behind it."""
        clause = core.branches()[-1] if core.name == "may_do" else core.branches()[0]
        if core.name in ("if_after", "unless_after"):
            return self._after(core, clause, found)
        who = core.branches()[0] if core.name == "may_do" else subject_of(clause)
        if clause.name == "not_a_move":
            return _without_landing(found, clause)
        self.told = who is None and self.has_doer and self.subject == t.Doer()
        self._subject(who)
        effects = self.clause(without_subject(clause))
        if who is None and not _is_about(effects, self.subject):
            self._close()
        if core.name == "may_do":
            effects = (t.May(self.slot(), effects),)
        if self.block is not None:
            return [*found, _Open(self.block, effects)]
        return [*found, *effects]

    def _close(self) -> None:
        """The block ends: the clause is about no player, such as ``Season becomes Winter``."""
        if self.block is not None:
            self.block, self.subject = None, t.Doer() if self.has_doer else None

    def _after(self, core: Branch, clause: Branch, found: list[Any]) -> list[Any]:
        """``gain 2 Fish if they have a Net``; of several clauses, the last or all of them."""
        self._subject(subject_of(clause))
        condition = self.mean(core.branches()[-1])
        if core.name == "unless_after":
            condition = negated(condition)
        effects = self.clause(without_subject(clause))
        if found and self.fork(2):
            return [t.If(condition, _merged([*found, *self._blocked(effects)]))]
        return [*found, *self._wrapped(t.If(condition, effects))]

    def _blocked(self, effects: Effects) -> list[Any]:
        return [_Open(self.block, effects)] if self.block is not None else list(effects)

    def _subject(self, who: Branch | None) -> None:
        """Set whom the clause is about. None named: whom the one before was about."""
        if who is None:
            return None
        if who.name == "they":
            return self._same_subject(who)
        node = self.mean(who)
        if node == t.Doer():
            self.subject, self.block = t.Doer(), None
        else:
            self.subject, self.block = t.Them(), node
        return None

    def _same_subject(self, who: Branch) -> None:
        """They: the doer, or the players that the clause before was about."""
        text = who.words()[0].text.casefold()
        sure = text in SURELY_DOER
        if self.selected is not None and not sure:
            node = self.the_selected()
            self.block = self.block if isinstance(self.block, t.Same | t.ChosenPlayer) else node
            self.subject = t.Them()
            return
        if not self.has_doer:
            self._own(text)
        elif self.subject != t.Them() or sure or self.fork(2) == 0:
            self.subject, self.block = t.Doer(), None

    # -- results of rolls --------------------------------------------------------------------------

    def at_just(self, branch: Branch) -> Any:
        return t.Compare(t.Rolled(), "=", t.Number(branch.number()))

    def at_or_more(self, branch: Branch) -> Any:
        return t.Compare(t.Rolled(), ">=", t.Number(branch.number()))

    def at_or_less(self, branch: Branch) -> Any:
        return t.Compare(t.Rolled(), "<=", t.Number(branch.number()))

    def at_between(self, branch: Branch) -> Any:
        low, high = branch.number(0), branch.number(1)
        if low >= high:
            raise Misfit(f"from {low} to {high} there is nothing", str(low))
        least = t.Compare(t.Rolled(), ">=", t.Number(low))
        return both((least, t.Compare(t.Rolled(), "<=", t.Number(high))))

    def at_any_of(self, branch: Branch) -> Any:
        numbers = [branch.number(at) for at in range(len(branch.words("NUMBER")))]
        return either(t.Compare(t.Rolled(), "=", t.Number(each)) for each in numbers)

    def at_parity(self, branch: Branch) -> Any:
        return t.Parity(t.Rolled(), "even" in branch.words("EVEN")[0].text.casefold())


_OF_THINGS = kinds("gain lose place_gains place_loses")


def _is_bare(clause: Branch) -> bool:
    """Whether a clause has a verb without anything that says who does it."""
    return not clause.branches("subject") and clause.name in _VERBS


_VERBS = kinds(
    "gain lose pay give give_to take swap swap_names swap_places move advance roll draw destroy"
    " create win grant select select_to doubles halves put increase decrease add subtract pay_owner"
)


class _Open(Struct, frozen=True):
    """Effects of a block that the next part may go on with."""

    who: Any
    effects: Effects


def _is_about(effects: Effects, subject: Any) -> bool:
    """Whether effects are done by a player, or are about what that player has."""
    for each in effects:
        if isinstance(each, t.Put | t.Add):
            owner: Any = each.place
            while isinstance(owner, t.Place):
                owner = owner.owner
            if owner != subject:
                return False
        elif isinstance(each, t.ForThings | t.ForPlayers | t.NothingHappens | t.Destroy):
            return False
    return True


def _follows_roll(found: Sequence[Any], part: _Part) -> bool:
    """Whether a clause with its result behind it comes right after the roll, or by itself."""
    last = _last(found[-1]) if found else None
    return part.joint in ("stop", "item") or isinstance(last, t.Roll | t.If | None)


def _rolls(effect: Any) -> bool:
    """Whether a block has a roll."""
    return isinstance(effect, _Open) and any(isinstance(e, t.Roll) for e in effect.effects)


def _leans(part: _Part) -> bool:
    """Whether a condition with its clause speaks of players of before: "they", "their"."""
    first = subject_of(part.core.branches()[0]) if part.core.branches() else None
    return first is None or first.name == "they" or _speaks_of_them(part.openers[0])


def _speaks_of_doer(branch: Branch) -> bool:
    """Whether a condition speaks of the one who acts: "you", "your", "the player"."""
    text = branch.words()[0].text.casefold() if branch.words() else ""
    if branch.name == "theirs":
        return text.startswith("your")
    return text in SURELY_DOER if branch.name == "they" else any(map(_speaks_of_doer, _of(branch)))


def _speaks_of_them(branch: Branch) -> bool:
    if branch.name in ("they", "theirs", "also_is"):
        return True
    return any(map(_speaks_of_them, _of(branch)))


def _of(branch: Branch) -> list[Branch]:
    return branch.branches("conditions") if branch.name.endswith("_before") else branch.branches()


def _without_landing(found: list[Any], remark: Branch) -> list[Any]:
    """The effects of which the last one is no move: where it ends is not landed on."""
    last = found[-1] if found else None
    inner = last.effects[-1] if isinstance(last, _Open) else last
    if not isinstance(inner, t.Move | t.Swap) or not inner.lands:
        raise Misfit("that is said of no move", _first(remark))
    still = replace(inner, lands=False)
    if isinstance(last, _Open):
        return [*found[:-1], _Open(last.who, (*last.effects[:-1], still))]
    return [*found[:-1], still]


def _last(effect: Any) -> Any:
    return effect.effects[-1] if isinstance(effect, _Open) and effect.effects else effect


def _merged(found: Sequence[Any]) -> Effects:
    """Effects with those of one block together."""
    merged: list[Any] = []
    for each in found:
        before = merged[-1] if merged else None
        if isinstance(each, _Open) and isinstance(before, _Open) and before.who is each.who:
            merged[-1] = _Open(each.who, (*before.effects, *each.effects))
        else:
            merged.append(each)
    return tuple(effect for each in merged for effect in _closed(each))


def _closed(effect: Any) -> Effects:
    """A block as effects; what becomes of a field of one player is said of that player."""
    if not isinstance(effect, _Open):
        return (effect,)
    of_one = isinstance(effect.who, t.Same | t.NamedPlayer)
    if of_one and all(isinstance(e, t.Put) and e.place.owner == t.Them() for e in effect.effects):
        places = (t.Place(effect.who, each.place.name) for each in effect.effects)
        values = (each.value for each in effect.effects)
        return tuple(map(t.Put, places, values))
    return (t.ForPlayers(effect.who, effect.effects),)


def _parts(body: Branch) -> tuple[_Part, ...]:
    """The parts of a body with their joints and what stands before them."""
    found: list[_Part] = []
    joint = "stop"
    for each in body.branches():
        if each.name in ("then", "stop", "item", "or_do"):
            joint = each.name
            continue
        openers: list[Branch] = []
        core = each
        while core.name in _OPENERS:
            openers.append(core)
            core = core.branches()[-1]
        found.append(_opened(_Part(joint, tuple(openers), core)))
        joint = "stop"
    return _with_otherwise(found)


def _opened(part: _Part) -> _Part:
    """``gain 3 Gold on a 6`` as ``on a 6, gain 3 Gold``."""
    if part.core.name != "on_after":
        return part
    clause, result = part.core.branches()
    plain = Branch("plain", (clause,))
    opener = Branch("on_result", (result, Branch("late", ()), plain))
    return _Part(part.joint, (*part.openers, opener), plain)


def _with_otherwise(parts: Sequence[_Part]) -> tuple[_Part, ...]:
    """``gain 2 Fish if ..., otherwise ...`` as ``if ..., gain 2 Fish, otherwise ...``."""
    found = list(parts)
    for at, part in enumerate(found[:-1]):
        after = found[at + 1].openers
        alone = part.joint == "stop" or part.joint == "item"
        if not after or after[0].name != "otherwise" or not alone:
            continue
        if part.core.name in ("if_after", "unless_after"):
            clause, conditions = part.core.branches()
            plain = Branch("plain", (clause,))
            name = part.core.name.replace("after", "before")
            opener = Branch(name, (conditions, plain))
            found[at] = _Part(part.joint, (*part.openers, opener), plain)
    return tuple(found)


def _without(parts: Sequence[_Part], at: int) -> Sequence[_Part]:
    """The parts, of one of them without its first opener."""
    part = parts[at]
    return (*parts[:at], _Part(part.joint, part.openers[1:], part.core), *parts[at + 1 :])


def _is_result(part: _Part) -> bool:
    return bool(part.openers) and part.openers[0].name == "on_result"


def _check_apart(results: Sequence[Branch]) -> None:
    """Results must not overlap: the words would not say which one counts."""
    spans: list[tuple[int, int]] = []
    for each in results:
        for low, high in _spans(each):
            if any(low <= to and since <= high for since, to in spans):
                raise Misfit("two results overlap", _first(each))
            spans.append((low, high))
    for each in results:
        if each.name == "parity":
            odd = "odd" in each.words("EVEN")[0].text.casefold()
            if any(low != high or low % 2 == odd for low, high in spans):
                raise Misfit("two results overlap", each.words("EVEN")[0].text)


def _spans(result: Branch) -> list[tuple[int, int]]:
    numbers = [result.number(at) for at in range(len(result.words("NUMBER")))]
    if result.name == "or_more":
        return [(numbers[0], _HIGHEST)]
    if result.name == "or_less":
        return [(-_HIGHEST, numbers[0])]
    if result.name == "between":
        return [(numbers[0], numbers[1])]
    return [(each, each) for each in numbers]


def subject_of(clause: Branch) -> Branch | None:
    """The player in front of a clause."""
    found = clause.branches("subject")
    return found[0].branches()[0] if found else None


def without_subject(clause: Branch) -> Branch:
    """The clause without the player in front of it."""
    return Branch(clause.name, clause.parts[1:]) if clause.branches("subject") else clause
