"""Ruleset sections Start a Gathering and Rituals: how a gathering starts and is completed.

Starting one is a task. A player contributes at most one of each component that they possess; it
stays theirs until the gathering is completed, and only what they still possess counts. The starter
completes it before the phase in which it was started ends: its contributions are revoked, its
effect happens, and a random curse is laid on a random contributor. Decisions: contributions beyond
the cost are revoked as well. Contributors are drawn in the order of the players table, those who
are no longer players left out; then curses in the order of theirs. Once the cycle has ended no
player is cursed. The starter's experience counts as it was before the effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.common.proceedings import happen, instead, next_id, put
from rules.common.sections import CLOCK, PHASE, Section, unsettled
from rules.cycle14 import curses, rituals
from rules.cycle14.components import components, revoke
from rules.cycle14.proposals import WITHDRAWAL, WITHDRAWALS, refuse_banished
from rules.cycle14.proposals import withdraw as withdraw_from_storehouse
from rules.cycle14.rituals import (
    BOOSTS,
    BY_SECTION,
    SECTION,
    Ritual,
    bare,
    contributors,
    is_about_gathering,
    named_gathering,
    named_ritual,
)
from rules.cycle14.state import DONE, FAILED, OPEN, Context, Gathering
from rules.cycle14.tasks import experience, perform
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.sdk import WEEK, Refused, Rulebook, Shape, Unclear, Verb, replace, week_start
from wikibot.wikitext.messages import say

STARTING = "Start a Gathering"


def ritual_of(act: Context, gathering: Gathering) -> Ritual:
    """The type of a gathering; raises ``Held`` where it is not settled."""
    act.book.require(SECTION)
    act.book.require(gathering.ritual)
    return BY_SECTION[gathering.ritual]


# -- starting --------------------------------------------------------------------------------------


def _start(act: Context) -> None:
    refuse_banished(act, "start a gathering")
    title, victim = named_ritual(act)
    ritual = ritual_of(act, Gathering("", title))
    if ritual.victim and not victim:
        victim = act.choose("the victim", tuple(act.state.players), question="who is the victim")
    perform(act, STARTING, lambda act, _: _begin(act, title, victim))


def _begin(act: Context, title: str, victim: str) -> None:
    id_ = next_id("G", act.state.gatherings, act.book)
    gathering = Gathering(id_, title, act.player, act.now, victim=victim)
    act.state = replace(act.state, gatherings=(*act.state.gatherings, gathering))
    about = say(" of {}", victim) if victim else ""
    needs = components(act.book).amount(BY_SECTION[title].cost(act, gathering))
    act.say("{}: {}{}, needs {}", id_, title, about, needs)


# -- taking part -----------------------------------------------------------------------------------


def _open(act: Context) -> tuple[Gathering, str]:
    act.book.require(SECTION)
    gathering, rest = named_gathering(act, act.subject)
    if gathering.status != OPEN:
        raise Refused(
            "{} is {}",
            gathering.id,
            say(gathering.status),
            rule=SECTION,
            remedy="Start another gathering.",
        )
    return gathering, rest


def _only(act: Context) -> Gathering:
    """The open gathering that the line names and nothing else."""
    gathering, rest = _open(act)
    if bare(act, rest).strip(" .!"):
        raise Unclear(
            "{!r} is more than which gathering it is", bare(act, rest), nearest=gathering.id
        )
    return gathering


def _put(act: Context, gathering: Gathering) -> None:
    act.state = replace(act.state, gatherings=put(act.state.gatherings, gathering))


def _contribute(act: Context) -> None:
    gathering, rest = _open(act)
    refuse_banished(act, "contribute to a gathering")
    known, mine = components(act.book), gathering.contributions.get(act.player, ())
    for item, count in known.amounts(bare(act, rest)).items():
        what = known.short(item)
        if count != 1:
            raise Refused("a contributor gives one{} to a gathering, not more", what, rule=SECTION)
        if item in mine:
            raise Refused(
                "{} contributes{} to {} already", act.player, what, gathering.id, rule=SECTION
            )
        if act.me.count(item) < 1:
            raise Refused("{} has no{}", act.player, what, rule=SECTION)
        mine = (*mine, item)
        act.say("{} contributes {} to {}", act.player, what, gathering.id)
    gathering = _contributing(act, gathering, mine)
    lacking = _lacking(act, gathering, ritual_of(act, gathering))
    needs = (
        say("still needs {}", known.amount(lacking)) if lacking else say("has all that it costs")
    )
    act.say(f"{gathering.id} {needs}")


def _contributing(act: Context, gathering: Gathering, mine: tuple[str, ...]) -> Gathering:
    """Note what the acting player contributes now; the gathering with it."""
    given = {**gathering.contributions, act.player: mine}
    kept = {name: items for name, items in given.items() if items}
    gathering = replace(gathering, contributions=kept)
    _put(act, gathering)
    return gathering


def withdraw(act: Context) -> None:
    """Take components out of a gathering, or the storehouse where the line names none."""
    if not is_about_gathering(act, act.subject):
        withdraw_from_storehouse(act)
        return
    gathering, rest = _open(act)
    known, mine = components(act.book), gathering.contributions.get(act.player, ())
    for item in known.amounts(bare(act, rest)) if bare(act, rest) else mine:
        if item not in mine:
            raise Refused(
                "{} contributes no{} to {}",
                act.player,
                known.short(item),
                gathering.id,
                rule=SECTION,
            )
        mine = tuple(each for each in mine if each != item)
        act.say("{} withdraws {} from {}", act.player, known.short(item), gathering.id)
    _contributing(act, gathering, mine)


def _object(act: Context) -> None:
    mine = [
        each for each in act.state.gatherings if each.status == OPEN and each.victim == act.player
    ]
    gathering = mine[0] if not act.subject and len(mine) == 1 else _only(act)
    if gathering.victim != act.player:
        raise Refused(
            "{} is not the victim of {}; only the victim objects",
            act.player,
            gathering.id,
            rule=gathering.ritual,
        )
    _put(act, replace(gathering, objected=True))
    act.say("{} objects to {}", act.player, gathering.id)


# -- completing ------------------------------------------------------------------------------------


def _lacking(act: Context, gathering: Gathering, ritual: Ritual) -> Mapping[str, int]:
    """What is still to be contributed; only what contributors still possess counts."""
    players = act.state.players
    given = Counter(
        item
        for name, items in gathering.contributions.items()
        for item in items
        if name in players and players[name].count(item) > 0
    )
    return Counter(ritual.cost(act, gathering)) - given


def _complete(act: Context) -> None:
    gathering = _only(act)
    refuse_banished(act, "complete a gathering")
    if gathering.starter != act.player:
        raise Refused(
            "{} started {}, and only who started it completes it",
            gathering.starter,
            gathering.id,
            rule=SECTION,
        )
    ritual = ritual_of(act, gathering)
    why = ritual.lacks(act, gathering)
    if why:
        raise Refused(why, rule=ritual.section)
    lacking = _lacking(act, gathering, ritual)
    if lacking:
        raise Refused(
            "{} is still to be contributed",
            components(act.book).amount(lacking),
            rule=ritual.section,
        )
    _fulfil(act, gathering, ritual)


def _fulfil(act: Context, gathering: Gathering, ritual: Ritual) -> None:
    skill = experience(act.state, gathering.starter, STARTING)
    _put(act, replace(gathering, status=DONE, ended=act.now))
    act.say("{} is completed: {}", gathering.id, ritual.section)
    for name, items in gathering.contributions.items():
        for item in items:
            if name in act.state.players:
                revoke(act, name, item)
    ritual.effect(act, gathering)
    present = [name for name in act.state.players if name in contributors(gathering)]
    if present and not act.state.over:
        curses.strike(act, act.pick(present, "the contributor who is cursed"), skill)


def _any_open(act: Context) -> bool:
    return any(each.status == OPEN for each in act.state.gatherings)


VERBS = (
    Verb("start gathering", "start gathering RITUAL[: VICTIM]",
         "start gathering Ritual that Boosts Yields", "starts a gathering, which is a task", _start,
         Shape.SUBJECT, phrases=rituals.STARTINGS, deeds=(rituals.STARTING,),
         inputs=("start gathering {ritual}[: {Victim=other}]",), needs=(CLOCK, PHASE)),
    Verb("contribute", "contribute COMPONENTS to G1", "contribute 💎, 🌿 to G1",
         "contributes one of each to a gathering", _contribute, Shape.TEXT, available=_any_open,
         phrases=rituals.CONTRIBUTIONS,
         inputs=("contribute <{components}>, ... to {gathering}",), needs=(PHASE,)),
    Verb("withdraw", "withdraw COMPONENTS [from G1]", "withdraw 2🌿",
         "takes components out of the storehouse, or what you contributed out of a gathering",
         withdraw, Shape.TEXT, phrases=(*rituals.TAKING_BACK, *WITHDRAWALS), deeds=(WITHDRAWAL,),
         inputs=("withdraw <{number} {components}>, ...[ from {gathering}]",)),
    Verb("complete", "complete G1", "complete G1", "completes a gathering that you started",
         _complete, Shape.TEXT, available=_any_open, means=lambda act: (_only(act).id,),
         phrases=rituals.COMPLETIONS, needs=(CLOCK, PHASE)),
    Verb("object", "object [G1]", "object G1", "objects to being murdered", _object, Shape.TEXT,
         inputs=("object {gathering}",),
         available=_any_open, phrases=rituals.OBJECTIONS),
)  # fmt: skip
RULES = Section(
    __name__,
    (
        Implementation(SECTION, How.ASKS,
                       says="gatherings: contributing, withdrawing, completing, failing at the "
                            "end of the phase, a curse drawn",
                       waits="whatever is done about gatherings"),
        Implementation(STARTING, How.ASKS,
                       says="a player starts a gathering of a ritual type, as a task",
                       waits="`start gathering`"),
    ),
    VERBS, slots=rituals.slots, lists=rituals.lists,
)  # fmt: skip


# ==================================================================================================
# Ruleset section Rituals, what time brings to gatherings: they fail, boost gains, are
# forgotten.
#
# Decisions: a gathering that cannot be completed while a rule that it needs is held does not
# fail: it goes on into the next phase.

FAILING, BOOSTING = "open gatherings fail", "gains are boosted"  # events


def fail_open(act: Context) -> None:
    """Make all fail that were not completed by the end of their phase, and withdraw contributions.

    This may come late, when a steward has settled how it is played: those that were started
    meanwhile go on.
    """
    begun = (each for each in act.state.gatherings if each.status == OPEN)
    running = [each for each in begun if each.started is None or each.started < act.now]
    held = {each.id: unit for each in running if (unit := hindrance(act.book, each.ritual))}
    failing = [each for each in running if each.id not in held]

    def let_fail() -> None:
        what = say("open gatherings ({})", ", ".join(each.id for each in failing))
        if failing:
            happen(act, FAILING, SECTION, lambda: _fail(act, failing), what=what)
        for id_, unit in held.items():
            act.say("{} goes on: the wording of {} is not settled", id_, unit)

    if held:
        instead(act, lambda: _fail(act, running), let_fail)
    else:
        let_fail()


def hindrance(book: Rulebook, ritual: str, *more: str) -> str:
    """The held unit for which a gathering of some type cannot be completed; "" where it can."""
    needed = (SECTION, ritual, curses.SECTION, *more)
    return next((unit for unit in needed if unsettled(book, unit)), "")


def _fail(act: Context, running: Sequence[Gathering]) -> None:
    for each in running:
        failed = replace(each, status=FAILED, ended=act.now, contributions={})
        act.state = replace(act.state, gatherings=put(act.state.gatherings, failed))
        act.say("{} fails: it was not completed in its phase", each.id)


def begin_week(act: Context) -> None:
    """Boost the gains if last week's gatherings say so."""
    last_week = act.now - WEEK
    boosted = any(
        each.status == DONE and each.ritual == BOOSTS and last_week <= each.ended < act.now
        for each in act.state.gatherings
        if each.ended
    )

    def boost() -> None:
        act.say("the gains are boosted" if boosted else "the gains are no longer boosted")
        act.state = replace(act.state, boosted=boosted)

    if boosted or act.state.boosted:
        happen(act, BOOSTING, BOOSTS, boost, what="whether gains are boosted")


def forget(act: Context) -> None:
    """Forget, at a week's end, the gatherings that no rule asks about any more."""
    recent = week_start(act.now - WEEK)
    kept = (each for each in act.state.gatherings if each.ended is None or each.ended > recent)
    act.state = replace(act.state, gatherings=tuple(kept))
