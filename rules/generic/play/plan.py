"""The sentences of a ruleset by what sets them off, so that each is found when it is needed.

Sentences that set each other off: without end, or possibly so.

``Whenever a player gains Gold, they gain 1 Gold`` never comes to an end, and so is for people.
Where a condition, a choice or a limit stands between, it may: that is played, and a line that does
not come to an end is held.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from itertools import chain, compress, takewhile
from operator import attrgetter, is_, ne
from typing import Any, TypeVar

from msgspec import Struct

from rules.common.players import schedule
from rules.generic.owners import GAME, PLAYERS, Cell, Context, Owner, State, Use, columns
from rules.plain import tree
from rules.plain.sentences import RuleSentence
from rules.plain.vocabulary import stem
from wikibot.game.names import singular_of, singulars
from wikibot.game.secrets import LOCK, keeper
from wikibot.game.state import changed
from wikibot.sdk import DAY, WEEK, Rulebook, day_start, replace, week_start
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.regex import regex

# == Which sentences a change concerns, so that the others need not be looked at again =============
#
# A condition names the fields and items that it reads: of the one whom it is about, and of
# others. Between two states each owner has names under which something differs. A sentence is
# concerned where the two share a name, and then either about that owner or about all. A sentence
# that reads more than cells (the weekday) is always concerned, and all are where it changed who
# or what there is.

Names = frozenset[str]
_Found = dict[int, "set[Owner] | None"]  # sentences by where they stand; None: about all
_ABOUT = (tree.Doer, tree.Them, tree.It)
_CELLS_ONLY = (
    tree.Number, tree.HowMany, tree.Part, tree.ForEach, tree.Sum, tree.CountOf, tree.Compare,
    tree.Total, tree.Extreme,
    tree.Parity, tree.Is, tree.Equal, tree.Includes, tree.Empty, tree.Exists, tree.Not,
    tree.Changes,
    tree.Both, tree.Either, tree.Text, tree.Nothing, tree.NamedPlayer, tree.NamedThing,
    tree.EachPlayer, tree.EachThing, tree.Place, tree.Doer, tree.Them, tree.It, tree.Around,
    tree.AroundIt, tree.ExtremePlayer,
)  # fmt: skip
_NESTED = (tree.EachPlayer, tree.EachThing, tree.ExtremePlayer)


class Reads(Struct, frozen=True):
    """What a condition reads: names of the one whom it is about, names of others.

    ``always``: whether it reads more than cells.
    """

    own: Names = frozenset()
    others: Names = frozenset()
    always: bool = False

    def of_all(self) -> Reads:
        """The same, of what is about none of them: the game, or others."""
        return Reads(frozenset(), self.own | self.others, self.always)

    def __or__(self, other: Reads) -> Reads:
        both = self.own | other.own, self.others | other.others
        return Reads(*both, self.always or other.always)


def reads(*nodes: Any) -> Reads:
    """What conditions and amounts about one player, one thing or the game read."""
    own, others, always = set[str](), set[str](), [False]

    def visit(node: Any, nested: bool) -> None:
        if isinstance(node, tuple):
            for each in node:
                visit(each, nested)
        if not isinstance(node, tree.Node):
            return
        always[0] |= not isinstance(node, _CELLS_ONLY)
        if isinstance(node, tree.Total | tree.Extreme):
            others.update(spellings(node.name))
        if isinstance(node, tree.ExtremePlayer):
            always[0] |= not isinstance(node.what, str) or node.ties == tree.EARLIER
            others.update(spellings(str(node.what)), spellings(node.ties))
        if isinstance(node, tree.Place):
            is_own = not nested and isinstance(node.owner, _ABOUT)
            (own if is_own else others).update(spellings(node.name))
        for name in node.__struct_fields__:
            visit(getattr(node, name), nested or isinstance(node, _NESTED))

    visit(nodes, False)
    return Reads(frozenset(own), frozenset(others), always[0])


@lru_cache(maxsize=16384)
def spellings(name: str) -> Names:
    """Words under which a name may be known, in either number: where two share none they differ."""
    low = fold(name)
    return frozenset((low, stem(name), *singulars(low)))


@lru_cache(maxsize=4096)
def spelled(what: str) -> Names:
    """Words of which whatever names something has one, and ends with one."""
    return Names().union(*map(spellings, f"{what} {singular_of(what)}".split()))


# -- what changed ----------------------------------------------------------------------------------

Changes = Mapping[Owner, tuple[str, ...]]


class CourseStep(Struct, eq=False):
    """What changed from one state to the next; None: anything may have. ``after``: what came then.

    ``in_words``: whether a name differs, or a cell by whose words sentences may be read.
    """

    changed: Changes | None = None
    in_words: bool = True
    after: CourseStep | None = None


class Course:
    """The course of a game, step by step: two states are compared once, whoever asks about them.

    Each who asks keeps the step up to which they know it, and goes on behind that; no step keeps
    those before it. ``worded``: how many of them changed words.
    """

    def __init__(self) -> None:
        self.last, self.worded = CourseStep(), 0
        self._state: State | None = None

    def at(self, state: State, told: Changes | None = None) -> CourseStep:
        """The step that led to a state. ``told``: all that may have changed."""
        if (before := self._state) is state:
            return self.last
        self._state = state
        if not told and before and all(map(is_, _parts(before), _parts(state))):
            return self.last
        found = _step(before, state) if before and not told else CourseStep(told, not told)
        self.last.after = self.last = found
        self.worded += found.in_words
        return found

    def tell(self, before: State, after: State, owner: Owner, name: str) -> None:
        """Take the step to a state in which nothing but a field of an owner may be another."""
        if name in columns(before, owner.table).plain:
            self.at(before)
            self.at(after, {owner: (name,)})


_parts = attrgetter("players", "tables", "values", "columns", "labels", "winners")


def _step(before: State, after: State) -> CourseStep:
    """What changed; anything may have where a victory was taken back, and who or what there is."""
    found: dict[Owner, tuple[str, ...]] = {}
    in_words = False
    if before.values is not after.values:
        found[GAME] = _differing(before.values, after.values)
    names, cards = changed(before.players, after.players), after.columns.hand
    same = (before.columns, before.labels) == (after.columns, after.labels)
    same &= len(before.players) == len(after.players)
    same &= before.tables.keys() == after.tables.keys() and {*before.winners} <= {*after.winners}
    if names is None or not same:
        return CourseStep()
    for name in names:
        was, now = before.players[name], after.players[name]
        in_words |= was.account != now.account
        if cards and was.fields.get(cards.name) != now.fields.get(cards.name):
            return CourseStep()
        named = _differing(was.fields, now.fields)
        in_words |= not after.columns.worded.isdisjoint(named)
        if was.items is not now.items:
            in_words |= was.items.keys() != now.items.keys()
            items = _differing(was.items, now.items)
            named = (*named, *items, after.bag) if items else named
        found[Owner(PLAYERS, name)] = named
    for of, table in after.tables.items() if before.tables is not after.tables else ():
        if (former := before.tables[of]) is table:
            continue
        names = changed(former.things, table.things)
        alike = len(former.things) == len(table.things) and former.columns == table.columns
        if names is None or not alike:
            return CourseStep()
        for name in names:
            one, other = former.things[name], table.things[name]
            differ = _differing(one.fields, other.fields)
            found[Owner(of, name)] = differ
            in_words |= not table.columns.worded.isdisjoint(differ)
    return CourseStep(found, in_words=in_words)


def _differing(before: Mapping[str, Cell], after: Mapping[str, Cell]) -> tuple[str, ...]:
    if before is after:
        return ()
    if [*before] == [*after]:
        found = [*compress(after, map(ne, before.values(), after.values()))]
    else:
        found = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    held = [each for name in found for each in (before.get(name), after.get(name))]
    return (*found, *chain.from_iterable([each for each in held if type(each) is dict]))


# -- which sentences -------------------------------------------------------------------------------


class Watch:
    """Sentences in their order, each about the owners of one table, by what they read.

    ``due``: where those stand that may say something else than when they were last looked at, each
    with the owners about whom; None: about all. ``unmet``: of owners of whom one did not hold then,
    the part of its condition that did not. ``parts``: what these read.
    """

    def __init__(
        self, sentences: Iterable[tuple[Told, str, Reads]],
        parts: Iterable[Sequence[Reads]] = ()
    ) -> None:  # fmt: skip
        self.sentences, self.parts = tuple(sentences), tuple(parts)
        every = enumerate(self.sentences)
        self._always: _Found = dict.fromkeys(at for at, (*_, read) in every if read.always)
        self.forget()

    def forget(self) -> None:
        """Let each of them be looked at again, about all."""
        self.due: _Found = dict.fromkeys(range(len(self.sentences)))
        self.unmet: Sequence[dict[Owner, int]] = [{} for _ in self.sentences]

    def asked(self) -> Sequence[tuple[Told, Set[Owner] | None, dict[Owner, int]]]:
        """The sentences that are due, with the owners about whom (None: all) and what was unmet."""
        every = {**self.due, **self._always} if self._always else self.due
        if not every:
            return ()
        return [(self.sentences[at][0], every[at], self.unmet[at]) for at in sorted(every)]

    def concern(
        self, owner: Owner, own: Iterable[tuple[int, Set[int]]], others: Iterable[int]
    ) -> None:
        """Let sentences be due of an owner, with the parts that may hold now; others of all."""
        for at, touched in own:
            if self.parts and (part := self.unmet[at].get(owner)) is not None:
                if part not in touched:
                    continue
                del self.unmet[at][owner]
            about = self.due.setdefault(at, set())
            if about is not None:
                about.add(owner)
        for at in others:
            self.due[at] = None


def names_among(rows: Mapping[str, object], owners: Set[Owner] | None) -> Iterable[str]:
    """The names of some owners of a table (None: all), in the order of the page."""
    if owners is None:
        return rows
    if len(owners) == 1:
        (owner,) = owners
        return (owner.name,) if owner.name in rows else ()
    return filter({each.name for each in owners}.__contains__, rows)


def limit_table(limit: tree.Limit) -> str:
    """The table whose owners a limit is about; "" for the game."""
    if limit.of is None:
        return ""
    return limit.of.table if isinstance(limit.of, tree.EachThing) else PLAYERS


# ==================================================================================================
# What players did of late, for sentences that ask it: ``each player who did not fish last
# week``.
#
# Decisions: only actions that a sentence asks about are noted, from when it first stands on the
# page; of each, for as long as the unit of time before the present one, 40 days at most. Time
# that passed before counts as time in which nothing was done, but for players who did nothing at
# all: they are asked about from then on.

_INSTANT, _HOUR = timedelta(microseconds=1), timedelta(hours=1)
_KEPT = 40 * DAY
_ANY = "act"  # stands for any action
_SUFFERED = "suffered"  # by the one to whom it was done
_TO, _OF = "last to", "to"


def asked_about(means: Any, *, often: bool = False) -> Iterator[tuple[str, bool]]:
    """The first words of the actions about which a sentence asks whether they were done.

    Each with whether earlier ones matter beside the latest; ``often``: how often is asked.
    """
    if isinstance(means, tree.Did):
        done = f"{means.verb} {_SUFFERED}" if means.suffered else means.verb
        yield (f"{means.verb} {_OF}" if means.of else done), often or means.last
        if means.unit == "last":
            yield _ANY, False
    if isinstance(means, tree.DoneLast):
        yield f"{means.verb} {_TO}", False
    often |= isinstance(means, tree.HowOften)
    for each in tree.parts(means):
        yield from asked_about(each, often=often)


def note(
    act: Context, plan: SentencePlan, player: str, deed: str, met: Sequence[Owner] = ()
) -> None:
    """Note that a player did something, where a sentence may ask about it.

    ``met``: whom and what the line named; the one player of them is to whom it was done.
    """
    if not (asked := plan.asked_of(deed)):
        return
    whom, verbs = "", _names(deed)
    noted = [
        (use_of(act, player, _mark(each)), often)
        for each, often in asked.items()
        if each in (*verbs, _ANY)
    ]
    if len(noted) < len(asked):  # it matters to whom
        others = [each.name for each in met if each.table == PLAYERS]
        whom = others[0] if len(others) == 1 else ""
        for verb in verbs:
            if whom and (suffered := f"{verb} {_SUFFERED}") in asked:
                noted.append((use_of(act, whom, f"{verb} ({_SUFFERED})"), asked[suffered]))
            if (of_them := f"{verb} {_OF}") in asked:
                named = (_mark(f"{of_them} {each.name}") for each in dict.fromkeys(met))
                noted += [(use_of(act, player, what), asked[of_them]) for what in named]
    uses = act.state.uses
    done, plan.uses_known = plan.done(uses), (None, {})
    for new, often in noted:
        there = done.setdefault((new.player, new.what), [])
        for over in [e for e in there if not often or e.time < act.now - _KEPT]:
            there.remove(over)
            at = uses.index(over)
            uses = uses[:at] + uses[at + 1 :]
        there.append(new)
    uses = (*uses, *(new for new, _ in noted)) if noted else uses
    if verb := next((e for e in verbs if whom and f"{e} {_TO}" in asked), ""):
        last = f"{verb} ({_TO} "
        mine = [e for e in uses if e.player == player and e.what.startswith((last, LOCK))]
        every = [f"{last}{each})" for each in act.state.players] if mine else []
        old = [e for e in mine if any(is_use(e, player, each) for each in every)]
        uses = (*(e for e in uses if e not in old), use_of(act, player, f"{last}{whom})"))
    else:
        plan.uses_known = uses, done
    if uses is not act.state.uses:
        act.state = replace(act.state, uses=uses)


_Done = dict[tuple[str, str], list[Use]]  # by who did it, and what it was


def _periods(sentences: Iterable[Told]) -> Mapping[str, int]:
    """The values of the game that are times of their own to a sentence: a Night, a Season.

    Each with how many of them are looked back at.
    """
    every = [each for told in sentences for each in tree.nodes(told.means)]
    found: dict[str, int] = {}
    for each in every:
        if isinstance(each, tree.Often | tree.Did):
            unit = each.per if isinstance(each, tree.Often) else each.unit
            many = max(found.get(unit, 2), getattr(each, "hours", 0))
            found |= {} if unit.islower() else {unit: many}
    return found


def in_period(state: State, asks: tree.Did, *, ends: bool) -> Sequence[Use]:
    """What was done while a value is as it is, or (``asks.last``) was as it was before that.

    What an action did that changed it was done before. ``ends``: of what it was until now.
    """
    label, uses = asks.unit, state.uses
    marks = [at for at, each in enumerate(uses) if _marks(each, label)]
    if marks and not ends and uses[marks[-1]].what != _as_it_is(state, label):
        marks.append(len(uses))
    if asks.hours:  # so many of them
        return uses[marks[-asks.hours] :] if len(marks) >= asks.hours else uses
    starts = [-1, *marks][-2:] if marks else [-1, 0]
    if asks.last:
        return uses[starts[0] : starts[1]] if starts[0] >= 0 else ()
    return uses[starts[1] :]


def _marks(use: Use, label: str) -> bool:
    return use.player == label and use.what.startswith("become ")


def _as_it_is(state: State, label: str) -> str:
    return f"become {state.values.get(label, '')}"


def begin_periods(act: Context, plan: SentencePlan) -> None:
    """Note where what is done from now on is done in another Night, say, than what was before."""
    for label, many in plan.periods.items():
        mine = [each for each in act.state.uses if _marks(each, label)]
        now = Use(label, _as_it_is(act.state, label), act.now)
        if not mine or mine[-1].what != now.what:
            rest = (each for each in act.state.uses if each not in mine[: 1 - many])
            act.state = replace(act.state, uses=(*rest, now))


def begin_memory(act: Context, plan: SentencePlan) -> None:
    """Let the time in which a player did nothing begin when that is first asked about them."""
    begin_periods(act, plan)
    if _ANY not in plan.asked:
        return
    mark, known = _mark(_ANY), plan.done(act.state.uses)
    if plan.begun[0] is known and plan.begun[1] == plan.course.worded:
        return
    new = [Use(each, mark, act.now) for each in act.state.players if (each, mark) not in known]
    if new:
        act.state = replace(act.state, uses=(*act.state.uses, *new))
    else:
        plan.begun = known, plan.course.worded


_TURN = regex(r" \((?:turn .*|round)\)$")


def use_of(act: Context, player: str, what: str) -> Use:
    """That something was done now; of a sealed line nobody can read what."""
    if act.action.secret:
        turn = _TURN.search(what)
        what = f"{keeper().veiled(f'{player} {what}')}{turn[0] if turn else ''}"
    return Use(player, what, act.now)


def is_use(use: Use, player: str, what: str) -> bool:
    """Whether it was this that a player did."""
    if use.player != player or not use.what.startswith(LOCK):
        return (use.player, use.what) == (player, what)
    turn = _TURN.search(what)
    return use.what == f"{keeper().veiled(f'{player} {what}')}{turn[0] if turn else ''}"


def done_last(state: State, player: str, verb: str, whom: str) -> bool:
    """Whether it was that player to whom another did something last."""
    return any(is_use(e, player, f"{verb} ({_TO} {whom})") for e in state.uses)


def times_done(scene: Any, player: str, asks: tree.Did, to: Sequence[Owner]) -> int:
    """How often a player did it in the unit of time that a scene's sentence asks about."""
    state, book, plan, now = scene.state, scene.act.book, scene.plan, scene.now
    what = [f"{asks.verb} ({_SUFFERED})" if asks.suffered else _mark(asks.verb)]
    if asks.of is not None:
        what = [_mark(f"{asks.verb} {_OF} {each.name}") for each in to]
    done = [each.time for each in state.uses for one in what if is_use(each, player, one)]
    if asks.unit in plan.periods:
        changes = getattr(scene.told.means, "condition", None)
        uses = in_period(state, asks, ends=getattr(changes, "way", "") == "ends")
        return sum(is_use(each, player, one) for each in uses for one in what)
    if asks.unit == "game":
        return len(done)
    if asks.unit == "last":
        every = [e.time for e in state.uses if is_use(e, player, _mark(_ANY))]
        return 1 if done and max(done) == max(every, default=None) else 0
    since, until = span(asks.unit, now, book, plan) or (day_start(now), None)
    if asks.last:
        since, until = span(asks.unit, since - _INSTANT, book, plan) or (since - DAY, since)
    if asks.hours:
        since, until = now - asks.hours * _HOUR + _INSTANT, None  # 2 hours later one has waited 2
    return sum(since <= time and (until is None or time < until) for time in done)


def _mark(verb: str) -> str:
    return f"{verb} (done)"


FIRST_CYCLE = datetime(2024, 1, 1, tzinfo=UTC)  # a Monday


def part_at(cycle: tree.Cycle, now: datetime) -> tuple[str, datetime, datetime]:
    """The word of a cycle just now, since when, and until when."""
    whole = timedelta(hours=sum(hours for _, hours in cycle.parts))
    since = now - (now - FIRST_CYCLE) % whole
    for word, hours in cycle.parts:
        until = since + timedelta(hours=hours)
        if now < until:
            return word, since, until
        since = until
    raise AssertionError(cycle)


def span(
    unit: str, time: datetime, book: Rulebook, plan: SentencePlan | None = None
) -> tuple[datetime, datetime | None] | None:
    """When the present day, week, phase, month or hour began, and when the next one does.

    By a ``plan``, of a time of the game the latest one, and when it ended. None of other times.
    """
    day, hour = day_start(time), time.replace(minute=0, second=0, microsecond=0)
    month, week = day.replace(day=1), week_start(time)
    if unit == "phase":
        return schedule(book).start(time), schedule(book).end(time)
    spans = {"day": (day, day + DAY), "week": (week, week + WEEK), "hour": (hour, hour + _HOUR)}
    spans["month"] = month, (month + 32 * DAY).replace(day=1)
    for each in plan.of(tree.Cycle) if plan and unit not in spans else ():
        if any(fold(word) == unit for word, _ in each.means.parts):
            part, since, until = part_at(each.means, time)
            while fold(part) != unit:
                part, since, until = part_at(each.means, since - _INSTANT)
            return since, until
    return spans.get(unit)


# == The sentences of a ruleset by what sets them off, so that each is found when it is needed =====

N = TypeVar("N", bound=tree.Node)
K = TypeVar("K")
V = TypeVar("V")
_ALL_VOTES = tree.Votes(tree.Them()), tree.Votes(tree.It())
_VOTES = "votes"  # counted where no column of that name stands on the page
KINDS = {"crosses": ("moves", "passes")}  # what a sentence says of several kinds of event
_MOVE = "move"  # forbidden: by whatever verb
_SHOWN = 60  # characters of a sentence that has no heading above it


class Told(Struct, frozen=True, dict=True):
    """A sentence that is played. ``means``: what it says; ``text``: as it stands on the page.

    ``page``: of one that is a reading, the words that it stands for.
    """

    means: Any
    text: str
    section: str = ""
    page: str = ""

    @cached_property
    def verb(self) -> tree.Verb:
        """What a player writes for it; an empty word where it is set off in another way."""
        found = verb_of(self.means)
        return found if found is not None else tree.Verb(("",))

    @cached_property
    def word(self) -> str:
        """The first word of that, casefolded."""
        return first_word(self.verb)

    @cached_property
    def deed(self) -> str:
        """The whole name of it, by which sentences may speak of it; else that word."""
        return self.names[0]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By what sentences may speak of it."""
        return names_of(self.verb)

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        """What a line fills behind the words of that, in their order."""
        return tuple(part for part in self.verb.parts if not isinstance(part, str))

    @cached_property
    def numbers(self) -> tuple[Any, ...]:
        """How much of something those are that say or leave open a number."""
        counted = (each.amount for each in self.parts if isinstance(each, tree.Stuff))
        return tuple(each for each in counted if isinstance(each, tree.Number | tree.Chosen))

    @cached_property
    def slots(self) -> frozenset[int]:
        """The slots of those that are not fixed."""
        chosen = (each.amount if isinstance(each, tree.Stuff) else each for each in self.parts)
        return frozenset(getattr(each, "slot", 0) for each in chosen) - {0}

    @cached_property
    def tables(self) -> frozenset[str]:
        """The tables of things that a line may name for it, or for what it asks."""
        chosen = (e for e in tree.nodes(self.means) if isinstance(e, tree.ChosenThing))
        return frozenset(e.table for e in (*self.parts, *chosen) if hasattr(e, "table"))

    @cached_property
    def staked(self) -> frozenset[str]:
        """What its effects may take so much of from the one who does it, whatever falls."""
        found, left = set(), [*getattr(self.means, "effects", ())]
        for effect in left:
            if isinstance(effect, tree.If):
                left += (*effect.then, *effect.otherwise)
            elif isinstance(effect, tree.Lose) and isinstance(effect.who, tree.Doer):
                found |= set() if effect.amount is None else {effect.what}
        return frozenset(found)

    @cached_property
    def stands(self) -> bool:
        """Whether it says what always stands somewhere."""
        return isinstance(self.means, tree.Whenever) and self.means.event.kind == "stands"

    @cached_property
    def rule(self) -> str:
        """What an answer calls the rule by: its section, or else its first words."""
        short = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…"
        return self.section or f'"{short}"'

    @cached_property
    def label(self) -> str:
        """What its rolls are for, in words that stay the same while the sentence does."""
        if isinstance(self.means, tree.Action):
            return words_of(self.means.verb)
        if isinstance(self.means, tree.Restricted):
            return " or ".join(filter(None, (self.means.verb, *self.means.others))) or "take"
        if isinstance(self.means, tree.Use | tree.Landing | tree.Passing | tree.Buy):
            return self.means.thing
        short = " ".join(self.text.split())[:_SHOWN].rstrip(" .,:;")
        return short[:1].lower() + short[1:]


class BearingSentence(Struct, frozen=True):
    """A sentence for people that bears on what is played.

    ``about``: what a line has to name for that, none: any line will do. ``of``: the thing that says
    it, where it is about those alone who have that.
    """

    sentence: RuleSentence
    about: frozenset[str] = frozenset()
    of: str = ""


def parts_of(means: Any) -> Sequence[tuple[Any, ...]]:
    """All sequences of effects that a sentence has, the outermost first, in the order of the words.

    By the places in it a sentence is found again that waits for an answer.
    """
    found: list[tuple[Any, ...]] = []

    def visit(node: Any) -> None:
        if isinstance(node, tuple) and node and isinstance(node[0], tree.Effect):
            found.append(node)
        for each in tree.parts(node):
            visit(each)

    visit(means)
    return found


def words_of(verb: tree.Verb) -> str:
    """An action in short: its verb with the things that it names, ``buy Net``."""
    parts = [part if isinstance(part, str) else _named(part) for part in verb.parts]
    return " ".join(filter(None, parts))


def _named(part: Any) -> str:
    if isinstance(part, tree.Stuff):
        return part.what
    if isinstance(part, tree.NamedThing | tree.NamedPlayer):
        return part.name
    return singular_of(part.table) if isinstance(part, tree.ChosenThing) else ""


def _aliases(allowed: Sequence[tuple[str, Told]]) -> Sequence[tuple[str, Told]]:
    """What readings allow, by the verbs of the group itself: ``propose`` for ``print``."""
    words = {"", *(word for word, _ in allowed)}
    said = ((said_verb_of(told.page), told) for _, told in allowed)
    return [each for each in said if each[0] not in words]


_MAY = regex(
    r"(?<!\bnobody )\b(?:may|can)\s+(?!(?:not|have|be|also|only|once)\b)"
    r"(?P<verb>[^\W\d_]{2,30})",
    re.IGNORECASE,
)


_PAYS = regex(
    r"\b(?:may|can) (?:pay|spend|use)\b[^.;:]{1,80}? to "
    r"(?!the\b|an?\b|an?other\b|their\b|each\b|any\b|one\b)(?P<verb>(?-i:[a-z]{2,30}))\b",
    re.IGNORECASE,
)


def said_verb_of(sentence: str) -> str:
    """The verb by which a sentence allows something, or by what paying is for; "" for none."""
    found = _PAYS.search(sentence) or _MAY.search(sentence)
    return found["verb"].casefold() if found else ""


class SentencePlan:
    """All sentences that are played, in the order of the page."""

    def __init__(self, sentences: Iterable[Told], course: Course | None = None) -> None:
        given, self.course = tuple(sentences), course or Course()
        self.sentences = tuple(map(_as_events, given))
        self._kinds = _grouped((type(each.means), each) for each in self.sentences)
        amounts = [each.means for each in self.of(tree.DefinesAmount)]
        self.reckoned = {  # amounts by table and name
            (getattr(e.of, "table", PLAYERS), fold(e.name)): e.amount for e in amounts
        }
        usual = tree.VoteCounts(tree.EachPlayer(), tree.Number(1))  # wherever it is said
        self.weights = tuple(e for e in self.of(tree.VoteCounts) if e.means != usual)
        self.choices = tuple(each for each in given if isinstance(each.means, tree.SecretChoice))
        self.periods = _periods(given)
        chosen = (each.means.field for each in self.choices)
        self.secret = frozenset((*(each.means.name for each in self.of(tree.IsSecret)), *chosen))
        self.dealt = self.of(tree.AlwaysDealt)
        verbs = ((verb_of(each.means), each) for each in self.sentences)
        allowed = [(first_word(verb), each) for verb, each in verbs if verb is not None]
        self.actions = _grouped((*allowed, *_aliases(allowed)))
        self.uses = {fold(each.means.thing): each for each in self.of(tree.Use)}
        self.landings = self._by_thing(tree.Landing)
        self.passings = self._by_thing(tree.Passing)
        limits = [(each.means, each) for each in self.of(tree.Limit)]
        for told in self.of(tree.DefinesAmount):
            of = told.means
            kept = tree.Limit(of.of, of.name, "=", of.amount)
            limits += [(kept, replace(told, means=kept))] if of.stands else []
        self._limits = _grouped(((limit_table(of), fold(of.name)), each) for of, each in limits)
        self.turns = tuple(each for each in given if isinstance(each.means, tree.TakeTurns))
        self.at_times = (
            *self.of(tree.Cycle), *self.of(tree.AtTime), *self.turns, *self.of(tree.TurnLasts),
            *self.dealt, *self.choices,
        )  # fmt: skip
        self.beginnings = self.of(tree.Beginning)
        self.kept = self.of(tree.Kept)
        self.conditional = tuple(filter(None, map(_kept, self.of(tree.Limit))))
        self._forbidden = self._by_verb(tree.Forbidden)
        instead = ((each.means.event, each) for each in self.of(tree.Instead))
        self.instead = _grouped(((of.kind, fold(of.what)), each) for of, each in instead)
        self.restricted = self._by_verb(tree.Restricted)
        events = [(each, each.means.event) for each in self.of(tree.Whenever)]
        self._whenever = _grouped(  # by the kind of event, and what is gained, lost or done
            ((kind, fold(event.what)), (at, each))
            for at, (each, event) in enumerate(events)
            for kind in KINDS.get(event.kind, (event.kind,))
        )
        self.begun: tuple[Any, int] = (None, 0)  # what was done by whom, and how the names were
        self.uses_known: tuple[tuple[Use, ...] | None, _Done] = (None, {})
        self.bounds: dict[tuple[str, str, bool | None], Any] = {}  # of what has limits, and others
        self.fitted: tuple[Any, dict[Any, Any]] = (None, {})  # what there is; what lines fit
        self.things_said: tuple[int, dict[int, Any]] = (0, {})  # likewise, by actions
        self.asked: dict[str, bool] = {}  # what was done, and whether it matters how often
        for each in self.sentences:
            for verb, often in asked_about(each.means):
                self.asked[verb] = often or self.asked.get(verb, False)
        self._watch(events)
        self.bearing: Mapping[
            Told | str, Sequence[BearingSentence]
        ] = {}  # on these, and on what ends

        known = lru_cache(maxsize=4096)  # by words of sentences and of lines
        self._reading = known(lambda table, names: tuple(self._that_read(table, names)))
        self.reckoned_as = known(self._reckoned_as)
        self.limits_of = known(  # what owners of a table have, under a name
            lambda table, name: self._limits.get((table, fold(name)), ())
        )
        self.forbids = known(self._forbids)  # a verb, or every one, to some players
        self.asked_of = known(  # about a verb: what was done, and whether it matters how often
            lambda deed: {each: self.asked[each] for verb in (*_names(deed), _ANY) for each in (
                verb, *(f"{verb} {how}" for how in (_SUFFERED, _OF, _TO))
            ) if each in self.asked}
        )  # fmt: skip
        self.set_off = known(self._set_off)  # by an event of a kind, in the order of the page

    def _watch(self, events: Sequence[tuple[Told, Any]]) -> None:
        """Index what is looked at when something changed, by what it reads."""
        every = dict.fromkeys(told for found in self._limits.values() for told in found)
        limits: list[tuple[Told, str, Reads]] = []
        for told in every:
            of, limit = told.means.of, told.means
            found = reads(of and of.where, limit.amount) | Reads(spellings(limit.name))
            found = self._with_reckoned(found if of else found.of_all())
            limits.append((told, limit_table(limit), found))
        self.limited = Watch(limits)
        inner = (self._reads(of.of and of.of.where, of.amount) for of in (e.means for e in every))
        read = [name for each in inner for name in each.own | each.others]
        read += [name for told in every for name in spellings(told.means.name)]
        once = {name for name, times in Counter(read).items() if times == 1}
        # names under which what is cut can break no other limit
        self.cut_alone = {e.means.name for e in every if spellings(e.means.name) <= once}
        self.standing = Watch(
            (told, getattr(event.thing, "table", ""), self._standing_reads(told.means))
            for told, event in events
            if event.kind == "stands"
        )
        things = ((told, of.thing) for told, of in events if of.kind == "begins")
        ends_first = sorted(
            self.of(tree.WheneverValue),
            key=lambda e: getattr(e.means.condition, "way", "") != "ends",
        )
        values = ((told, told.means.condition) for told in ends_first)
        self.becoming = Watch(  # what begins to hold
            (
                *(
                    (told, PLAYERS, self._reads(event.where))
                    for told, event in events
                    if event.kind == "becomes"
                ),
                *((told, of.table, self._reads(of.where)) for told, of in things),
                *((told, "", self._reads(condition)) for told, condition in values),
            )
        )
        self.winnings = Watch(
            ((told, PLAYERS, self._reads(told.means.where)) for told in self.of(tree.Winning)),
            ([*map(self._reads, tree.parts_of_both(e.means.where))] for e in self.of(tree.Winning)),
        )
        self.watches = self.limited, self.standing, self.becoming, self.winnings
        self._known = self.course.last
        self._seen: State | None = None

    def done(self, uses: tuple[Use, ...]) -> _Done:
        """What was done, by who did it and what it was, looked for once."""
        if self.uses_known[0] is not uses:
            self.uses_known = uses, {}
            for each in uses:
                self.uses_known[1].setdefault((each.player, each.what), []).append(each)
        return self.uses_known[1]

    def at(self, state: State) -> CourseStep:
        """The step that led to a state; what it concerns is due, with what came before it."""
        if state is self._seen:
            return self._known
        self._seen = state
        self.course.at(state)
        while (after := self._known.after) is not None:
            self._known = after
            if after.changed is None:
                for watch in self.watches:
                    watch.forget()
                continue
            for owner, names in after.changed.items():
                for watch, own, others in self._reading(owner.table, names):
                    watch.concern(owner, own, others)
        return self._known

    def _that_read(
        self, table: str, names: tuple[str, ...]
    ) -> Iterator[tuple[Watch, Sequence[tuple[int, Set[int]]], Sequence[int]]]:
        """What looks at such of a table, and where sentences stand that read it.

        Of their own owner, with the parts of a condition that may hold now; and of others.
        """
        words = Names().union(*map(spellings, names))
        for watch in self.watches:
            own, others = list[tuple[int, Set[int]]](), list[int]()
            for at, (_, of, read) in enumerate(watch.sentences):
                if read.others & words:
                    others.append(at)
                if of == table and read.own & words:
                    parts = enumerate(watch.parts[at] if watch.parts else ())
                    own.append((at, {n for n, e in parts if e.own & words or e.others or e.always}))
            if own or others:
                yield watch, own, others

    def reckoning(self, state: State, table: str, name: str) -> Any:
        """The amount that an owner of a table has by a sentence, or by votes; None: counted."""
        found = self.reckoned_as(table, name)
        if found is None or found not in _ALL_VOTES:
            return found
        held = columns(state, table).by_word[name]
        return None if held is not None and fold(held.name) == _VOTES else found

    def _reckoned_as(self, table: str, name: str) -> Any:
        low = fold(name)
        votes = _ALL_VOTES[table != PLAYERS] if low == _VOTES else None
        return self.reckoned.get((table, low), votes)

    def of(self, kind: type[N]) -> tuple[Told, ...]:
        """The sentences of one kind."""
        return self._kinds.get(kind, ())

    def _reads(self, *nodes: Any) -> Reads:
        """What conditions read; one of a number that is reckoned may read anything."""
        return self._with_reckoned(reads(*nodes))

    def _standing_reads(self, means: tree.Whenever) -> Reads:
        thing: Any = means.event.thing
        kept: Any = means.effects[0]
        kept = kept.effects[0] if thing else kept
        found = self._reads(thing and thing.where, kept.value) | Reads(spellings(kept.place.name))
        return found if thing else found.of_all()

    def _with_reckoned(self, found: Reads) -> Reads:
        """With all that numbers are reckoned from which are among what is read."""
        for _ in self.reckoned:  # one of them may be reckoned from another
            for (_, name), amount in self.reckoned.items():
                if name in found.own:
                    found |= reads(amount)
                if name in found.others:
                    found |= reads(amount).of_all()
        return replace(found, always=found.always or _VOTES in found.own | found.others)

    def _forbids(self, verb: str) -> Sequence[Told]:
        every, names = self._forbidden.get("", ()), _names(verb)
        all_but = (each for each in every if {*each.means.but}.isdisjoint(names))
        moves = any(map(_is_move, self.actions.get(names[-1], ())))
        ways = (*names, _MOVE) if moves and _MOVE not in self.actions else names
        named = (each for way in ways for each in self._forbidden.get(fold(way), ()))
        return (*dict.fromkeys(named), *all_but)

    def _set_off(self, kind: str, what: str) -> Sequence[Told]:
        found = self._whenever.get((kind, ""), ())
        names = _names(fold(what)) if kind == "does" else (fold(what),)
        certain = [e for each in names if each for e in self._whenever.get((kind, each), ())]
        return [told for _, told in sorted((*certain, *found), key=lambda each: each[0])]

    def _by_verb(
        self, kind: type[tree.Forbidden | tree.Restricted]
    ) -> Mapping[str, tuple[Told, ...]]:
        every = ((each, (each.means.verb, *each.means.others)) for each in self.of(kind))
        return _grouped((fold(verb), each) for each, verbs in every for verb in verbs)

    def _by_thing(
        self, kind: type[tree.Landing | tree.Passing]
    ) -> Mapping[Owner, tuple[Told, ...]]:
        means = ((each.means, each) for each in self.of(kind))
        return _grouped((Owner(of.table, of.thing), each) for of, each in means)


def _is_move(told: Told) -> bool:
    """Whether an action is itself a way to move: ``may walk to another Room``."""
    means = told.means
    done = means.effects if isinstance(means, tree.Action) else ()
    targets = [e.to if isinstance(e, tree.Move) else getattr(e, "steps", None) for e in done]
    return any(each in means.verb.parts for each in targets)


def _as_events(told: Told) -> Told:
    """What always holds of things as what happens whenever it would not."""
    means = told.means
    if isinstance(means, tree.TakeTurns) and not means.skipped:
        mine = tree.Is(tree.Place(None, "Turn"), tree.Doer())
        ends = tree.Action(tree.Verb(("end turn",)), (tree.PassTurn(),), where=mine)
        return replace(told, means=ends)
    if isinstance(means, tree.SecretChoice):
        what: Any = tree.ChosenThing(means.table, 1)
        if means.what:
            most = tree.HowMany(tree.Place(tree.Doer(), means.what))
            what = tree.Stuff(tree.Chosen(1, most), means.what)
        chooses = tree.ChooseSecretly(means.field, tree.Same(1), bool(means.what))
        verb = tree.Verb((means.verb, what))
        return replace(told, means=tree.Action(verb, (chooses,), where=means.where))
    if not isinstance(means, tree.Stands):
        return told
    place = tree.Place(tree.It() if means.of else None, means.name)
    kept: Any = tree.Put(place, means.value, always=True)
    kept = tree.ForThings(means.of, (kept,)) if means.of else kept
    return replace(told, means=tree.Whenever(tree.Happens("stands", thing=means.of), (kept,)))


def _kept(told: Told) -> Told | None:
    """What forbids so much while something is so, as what is asked whatever changes."""
    limit: tree.Limit = told.means
    if not limit.forbids or limit.of is None or limit.of.where is None:
        return None
    owner = tree.It() if isinstance(limit.of, tree.EachThing) else tree.Them()
    count, of = tree.HowMany(tree.Place(owner, limit.name)), replace(limit.of, where=None)
    return replace(told, means=tree.Kept(count, limit.op, limit.amount, of, limit.of.where))


def _grouped(pairs: Iterable[tuple[K, V]]) -> Mapping[K, tuple[V, ...]]:
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def verb_of(means: Any) -> tree.Verb | None:
    """What a player writes for a sentence; None where it is set off in another way."""
    if isinstance(means, tree.Action):
        return means.verb
    if isinstance(means, tree.Use | tree.Buy):
        word = "use" if isinstance(means, tree.Use) else "buy"
        return tree.Verb((word, tree.Stuff(tree.Number(1), means.thing)))
    return None


def first_word(verb: tree.Verb) -> str:
    """The word with which a line begins that means this verb."""
    part = verb.parts[0]
    return part.split()[0].casefold() if isinstance(part, str) and part.strip() else ""


def names_of(verb: tree.Verb) -> tuple[str, ...]:
    """By what sentences speak of an action: its words before what a line fills, and the first."""
    parts = (((own := tree.theirs(e)) and f"their {own}") or e for e in verb.parts)  # their Room
    words = takewhile(lambda each: isinstance(each, str), parts)
    head = " ".join(each for of in words for each in str(of).split()).casefold()
    return tuple(filter(None, dict.fromkeys((head, first_word(verb)))))


def _names(deed: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((deed, deed.split(" ", maxsplit=1)[0])))


# == Sentences that set each other off: without end, or possibly so ================================


_ANYWHERE = ""  # in place of a thing
_NO_PLAYERS = (
    tree.NamedThing, tree.ChosenThing, tree.RandomThing, tree.EachThing, tree.ExtremeThing, tree.It,
    tree.ThingInOrder,
    tree.Place, type(None),
)  # fmt: skip
_SURE = (tree.Doer, tree.Them, tree.NamedPlayer, tree.EachPlayer)
_Key = tuple[str, str, str]  # a kind of event; what is gained or lost, or a table and a thing of it


def circles(plan: SentencePlan, *, sure: bool) -> Sequence[Told]:
    """The sentences that set each other off again. ``sure``: whatever else is the case."""
    told = (*plan.of(tree.Whenever), *plan.of(tree.Landing))
    nodes = []
    for each in told:
        waits = frozenset(_waits_for(each.means, sure))
        again = frozenset(key for key in waits if key[0] == "moves" and key[2])  # is there already
        nodes.append((each, waits, frozenset(_causes(plan, each.means, sure)) - again))
    count = -1
    while count != len(nodes):
        count = len(nodes)
        waited = frozenset[_Key]().union(*(waits for _, waits, _ in nodes))
        caused = frozenset[_Key]().union(*(causes for _, _, causes in nodes))
        nodes = [each for each in nodes if each[1] & caused and each[2] & waited]
    return tuple(each for each, *_ in nodes)


def _waits_for(means: Any, sure: bool) -> Iterator[_Key]:
    if isinstance(means, tree.Landing):
        yield "moves", means.table, means.thing
        return
    event: tree.Happens = means.event
    if sure and (event.where is not None or event.least > 1):
        return
    if event.kind in ("gains", "loses"):
        yield event.kind, event.what, ""
    thing = event.thing if event.kind in ("moves", "crosses") else None
    if isinstance(thing, tree.NamedThing):
        yield "moves", thing.table, thing.name
    elif isinstance(thing, tree.EachThing) and not (sure and thing.where is not None):
        yield "moves", thing.table, _ANYWHERE


def _causes(plan: SentencePlan, means: Any, sure: bool) -> Iterator[_Key]:
    for node in _effects(means.effects, sure):
        if type(node) in (tree.Gain, tree.Add):
            is_gain = type(node) is tree.Gain
            who, what = (node.who, node.what) if is_gain else (node.place.owner, node.place.name)
            may_be = (is_gain or not node.minus) and not isinstance(who, _NO_PLAYERS)
            number = node.amount.value if isinstance(node.amount, tree.Number) else 0
            is_some = number > 0 or isinstance(node.amount, tree.Dice)
            if may_be and (not sure or (_is_sure(who) and is_some)):
                yield from _gained(plan, what)
        elif node.gives and not sure:
            yield from _gained(plan, node.changed)
        elif isinstance(node, tree.Move) and node.lands and isinstance(node.to, tree.NamedThing):
            yield "moves", node.to.table, node.to.name
            yield "moves", node.to.table, node.to.name if sure else _ANYWHERE
        elif isinstance(node, tree.Advance):
            yield "moves", node.table, _ANYWHERE


def _effects(node: Any, sure: bool) -> Iterator[Any]:
    """The effects of a sentence, those under conditions among them where these may be so."""
    if isinstance(node, tuple):
        for each in node:
            yield from _effects(each, sure)
    elif isinstance(node, tree.ForPlayers) and _is_sure(node.who):
        yield from _effects(node.effects, sure)
    elif isinstance(node, tree.Effect):
        yield node
        for name in () if sure else node.__struct_fields__:
            yield from _effects(getattr(node, name), sure)


def _gained(plan: SentencePlan, what: str) -> Iterator[_Key]:
    limits = (told.means for told in plan.limits_of(PLAYERS, what))
    if not any(limit.op in ("<=", "=") and limit.of.where is None for limit in limits):
        yield "gains", what, ""


def _is_sure(who: Any) -> bool:
    return isinstance(who, _SURE) and getattr(who, "where", None) is None
