"""The parts of a body put in order: what stands under an "if", a result of a roll, a player.

A condition reaches to the next semicolon, item, "if" or "otherwise"; a result to the next result;
a player whom a clause names is the subject of the clauses behind it that name none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.plain import tree as t
from rules.plain.clauses import SURELY_DOER, Branch, Misfit, first_word
from rules.plain.effects.base import Effects
from rules.plain.effects.places import each_of
from rules.plain.meaning.boards import ClauseMeaning, at_first, speaks_of_doer
from rules.plain.meaning.parts import (
    OpenBlock,
    Part,
    check_apart,
    follows_roll,
    has_roll,
    is_about,
    is_bare,
    is_result,
    last_of,
    leans,
    merged,
    parts_of,
    subject_of,
    with_remark,
    without_opener,
    without_subject,
)
from rules.plain.terms import negated
from rules.plain.words.lexemes import kinds

# -- The parts of a body put in order: what stands under an "if", a result of a roll, a player -----

_SOME = kinds("a_player another_player each_player each_other_player")
_OF_THINGS = kinds("gain lose place_gains place_loses")


class Bodies(ClauseMeaning):
    """Bodies: effects in the order of the words."""

    def clause(self, branch: Branch) -> Effects:
        """The effects of a clause without its own subject."""
        self.each_thing = None
        found = self.mean(branch)
        effects = tuple(map(each_of, found if isinstance(found, tuple) else (found,)))
        if self.each_thing is None:
            return effects
        thing, self.each_thing = self.each_thing, None
        return (t.ForThings(thing, effects),)

    def body(self, branch: Branch) -> Effects:
        """All effects of a body."""
        parts = parts_of(branch)
        found, end = self._sequence(parts, 0, inside=False, takers=0)
        if self.selected is not None and not self.spoken_of_selected:
            raise Misfit("it is not said what becomes of the selected player", "")
        if end < len(parts):
            raise Misfit("nothing stands before that", first_word(parts[end].core))
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
        if name == "called":
            found = [*found, *self._called(part.openers[0])]
            return self._one(without_opener(parts, at), at, first, found, takers)
        if name == "on_result":
            if part.openers[0].branches("late") and not follows_roll(found, part):
                raise Misfit("it is not plain what depends on the roll", first_word(part.core))
            if self.block is not None and not any(map(has_roll, found)):
                self._close()
            effect, at = self._results(parts, at, takers)
            return [*found, *self._wrapped(effect)], at
        of_doer = self.has_doer and speaks_of_doer(part.openers[0])
        if self.block is not None and (of_doer or not leans(part)):
            self._close()
        effect, at = self._if(parts, at, takers)
        return [*found, *self._wrapped(effect)], at

    def _called(self, opener: Branch) -> list[Any]:
        """``they are caught: ...``: a word for what follows, which is said and no more."""
        who = opener.branches()[0].branches()[0]
        self._subject(who)
        said = t.Called(self.me(who), opener.words("WORD")[0].text.casefold())
        return self._wrapped(said)

    thing_spoken_of: Branch | None = None  # "the Market gains 2 Fish and ..."

    def _of_the_same(self, part: Part) -> Branch:
        """A clause; behind one about a thing, joined by "and" and without a subject: about it."""
        core = part.core
        clause = core.branches()[0] if core.name == "plain" else None
        thing = self.thing_spoken_of if part.joint == "then" else None
        self.thing_spoken_of = None
        if clause is None or (thing and clause.name not in _OF_THINGS and is_bare(clause)):
            if thing:
                raise Misfit("it is not plain who does that", first_word(core))
        elif thing and clause.name in ("gain", "lose") and is_bare(clause):
            clause = Branch(f"place_{clause.name}s", (thing, *clause.parts))
            core = Branch("plain", (clause,))
        if clause is not None and clause.name in ("place_gains", "place_loses"):
            self.thing_spoken_of = clause.branches()[0]
        return core

    def _wrapped(self, effect: Any) -> list[Any]:
        """An effect of the block that is open, in it."""
        return [OpenBlock(self.block, (effect,))] if self.block is not None else [effect]

    def _if(self, parts: Sequence[Part], at: int, takers: int) -> tuple[Any, int]:
        opener = parts[at].openers[0]
        tie = opener.name == "on_tie"
        if tie and self.contest is None and not self.extreme:
            raise Misfit("nothing can be a tie before that", first_word(parts[at].core))
        condition: Any = t.Tied() if tie else self.outcome(opener)
        condition = condition or self.mean(opener.branches("conditions")[0])
        self._not_of_some(opener, parts[at].core)
        if opener.name == "unless_before":
            condition = negated(condition)
        if opener.name == "if_used_before":
            condition = at_first(condition)
        then, at = self._under(without_opener(parts, at), at, takers + 1)
        otherwise, at = self._otherwise(parts, at, takers)
        return t.If(condition, then, otherwise), at

    def _not_of_some(self, opener: Branch, core: Branch) -> None:
        """Behind "if each player has a Net" the words do not say who "they" are."""
        said = [e for each in opener.branches("conditions") for e in each.branches("player_is")]
        who = subject_of(core.branches()[0]) if core.branches() else None
        if who is None or who.name != "they" or not any(e.branches(*_SOME) for e in said):
            return
        if who.words()[0].text.casefold() not in SURELY_DOER and self.has_doer:
            raise Misfit("it is not plain who 'they' are; say 'the player'", first_word(who))

    def _under(self, parts: Sequence[Part], at: int, takers: int) -> tuple[Effects, int]:
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
                raise Misfit("nothing stands before that", first_word(parts[at + reached].core))
        else:
            found, end = self._sequence(parts, at, inside=True, takers=takers)
        self.block, self.by_choice = block, free
        return found, end

    def _otherwise(self, parts: Sequence[Part], at: int, takers: int) -> tuple[Effects, int]:
        """What happens otherwise, if that is said and belongs here."""
        if at >= len(parts) or not parts[at].openers or parts[at].openers[0].name != "otherwise":
            return (), at
        if takers and parts[at].joint != "item" and self.fork(2):
            return (), at
        if takers and parts[at].joint == "item":
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
        joints = [each.joint for each in parts[at + 1 : end]]
        if set(joints) != {"or_do"}:
            raise Misfit("'and' and 'or' are mixed", "or")
        slot = self.slot()
        options = [merged(self._plain(each.core, [])) for each in parts[at:end]]
        return [t.OneOf(slot, tuple(options))], end

    def _plain(self, core: Branch, found: list[Any]) -> list[Any]:
        """A clause in the block of its subject, with a condition behind it."""
        may = core.name in ("may_do", "may_to")
        clause = core.branches()[1] if may else core.branches()[0]
        if core.name in ("if_after", "unless_after"):
            return self._after(core, clause, found)
        who = core.branches()[0] if may else subject_of(clause)
        if clause.name in ("not_a_move", "make_choices"):
            return with_remark(found, clause)
        self.told = who is None and self.has_doer and self.subject == t.Doer()
        self._subject(who)
        self.left_free = may
        effects = self.clause(without_subject(clause))
        if core.name == "may_to":
            clauses = core.branches()[2].branches()  # "may pay 1 Gold to gain 2 Fish"
            if any(each.branches("subject") for each in clauses):
                raise Misfit("it is not plain who does that", first_word(core.branches()[2]))
            effects += tuple(effect for each in clauses for effect in self.clause(each))
        if who is None and not is_about(effects, self.subject):
            self._close()
        if may:
            effects = (t.May(self.slot(), effects),)
        if self.block is not None:
            return [*found, OpenBlock(self.block, effects)]
        return [*found, *effects]

    def _close(self) -> None:
        """The block ends: the clause is about no player, such as ``Season becomes Winter``."""
        if self.block is not None:
            self.block, self.subject = None, t.Doer() if self.has_doer else None

    def _after(self, core: Branch, clause: Branch, found: list[Any]) -> list[Any]:
        """``gain 2 Fish if they have a Net``; of several clauses, the last or all of them."""
        self._subject(subject_of(clause))
        self.behind = clause
        condition = self.mean(core.branches()[-1])
        if core.name == "unless_after":
            condition = negated(condition)
        effects = self.clause(without_subject(clause))
        if found and self.fork(2):
            return [t.If(condition, merged([*found, *self._blocked(effects)]))]
        return [*found, *self._wrapped(t.If(condition, effects))]

    def _blocked(self, effects: Effects) -> list[Any]:
        return [OpenBlock(self.block, effects)] if self.block is not None else list(effects)

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
            self.own(text)
        elif self.subject != t.Them() or sure or self.fork(2) == 0:
            self.subject, self.block = t.Doer(), None
