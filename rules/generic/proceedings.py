"""What every nomic has beside its sentences: joining, proposals, votes, trades, judges.

Decisions where the page says nothing: voting lasts 48 hours, a proposal passes with more votes for
than against, and a player may have any number of proposals. Players trade, or give by a trade, only
where a sentence lets them: what it names, or whatever is counted or owned, but for what another
sentence excludes. A sentence that limits trades and is for people hinders them all, and a trade
that would break a limit is refused. A judge, requests and rulings there are only where the page has
a section Judges, in the words that other games have.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import permutations
from typing import Any

from rules.common import judges
from rules.common import players as common_players
from rules.common import proposals as common
from rules.common.proposals import FAILED, LIVE, PASSED, Decision, ProposalClass, Proposals
from rules.common.sections import PROCEEDINGS as PROCEEDING
from rules.common.sections import Section, next_due, settle
from rules.common.trading import DONE, IMPLEMENTS, Trading, depart, transfers
from rules.common.votes import AGAINST, FOR, VoteCount
from rules.generic import owners as fields
from rules.generic.bearing import PROPOSAL, TIE, require
from rules.generic.compiled import compiled, plan_of, voting_hours
from rules.generic.owners import PLAYERS, Context, FieldKind, Player, State, in_any_number
from rules.generic.play import questions, triggers
from rules.generic.play.actions import refuse_forbidden
from rules.generic.play.changes import beyond, bounds, refuse_beyond
from rules.generic.play.effects import PlayedScene
from rules.generic.play.plan import SentencePlan, Told
from rules.generic.play.scene import Happened, Scene, one_of
from rules.generic.play.triggers import APPLIES, FIRST, Chain, begin, pass_on_turn
from rules.generic.play.values import TURN, Onlooker, holds, may_be, weight
from rules.plain import tree
from wikibot.game.state import Proposal, Trade, earliest
from wikibot.sdk import (
    ActionContext,
    Event,
    Implementation,
    Refused,
    Rulebook,
    Vocabulary,
    counted,
    replace,
)
from wikibot.wikitext.messages import say

# == Proposals, votes, trades and judges by the numbers of the page's own sentences ================

SECTION, STANDARD = common.SECTION, "Standard"


# -- proposals -------------------------------------------------------------------------------------


def _ends(proposal: Proposal, book: Rulebook) -> Any:
    return common.since(proposal) + timedelta(hours=book.derived(voting_hours))


def _popular(decision: Decision) -> bool:
    """Whether a proposal has the votes that the page asks for."""
    plan = plan_of(decision.state, decision.book)
    require(plan, PROPOSAL)
    said = plan.of(tree.Passes)
    if decision.count.favour == decision.count.against:
        require(plan, TIE)
    count, wanted = decision.count, said[-1].means if said else tree.Passes()
    if count.favour < wanted.least:
        return False
    if wanted.most_against is not None and count.against > wanted.most_against:
        return False
    if wanted.of_players is not None:
        (part, whole), players = wanted.of_players, decision.state.players
        votes = decision.proposal.votes  # of players, however often they count
        if sum(votes.get(each) == FOR for each in players) * whole <= len(players) * part:
            return False
    if wanted.share is None:
        return True
    part, whole = wanted.share
    mine, share = count.favour * whole, (count.favour + count.against) * part
    return mine > share or (wanted.or_just and 0 < mine == share)


def _admit(act: ActionContext[Any], proposal: Proposal) -> None:
    said = plan_of(act.state, act.book).of(tree.MostProposals)
    most = said[-1].means.count if said else None
    mine = [p for p in act.state.proposals if p.proposer == act.player and p.status in LIVE]
    if most is not None and len(mine) >= most:
        one = common.title(mine[0])
        remedy = say("`retract {}` first, or wait for its end.", one)
        raise Refused("{} has {} open proposals, and may have {}", act.player, len(mine), most,
                      rule=SECTION, remedy=remedy)  # fmt: skip


class _Weighted(Proposals, frozen=True, dict=True):
    """Proposals on which a vote counts as often as the sentences say."""

    def count(
        self, state: Any, book: Rulebook, proposal: Proposal, cls: ProposalClass
    ) -> VoteCount:
        plan = plan_of(state, book)
        if not plan.weights:
            return super().count(state, book, proposal, cls)
        onlooker: Any = Onlooker(state, book, state.now)
        scene = Scene(onlooker, plan, Told(None, ""))
        often = {each: weight(scene, each) for each in proposal.votes if each in state.players}
        cast = [(proposal.votes[each], many) for each, many in often.items()]
        favour, against = (sum(n for vote, n in cast if vote == of) for of in (FOR, AGAINST))
        return VoteCount(favour, against)


PROPOSALS = _Weighted(
    (ProposalClass(STANDARD, SECTION, _ends, _popular),), STANDARD, unclear=None, admit=_admit
)


# -- trades ----------------------------------------------------------------------------------------


class _Trading(Trading, frozen=True):
    """Trades of items and of numbers that players have."""

    def accept(self, act: ActionContext[Any]) -> None:
        before = act.state
        super().accept(act)
        plan = plan_of(act.state, act.book)
        (done,) = (each for each in act.state.trades if each not in before.trades)
        for giver, taker, item, _ in transfers(done):
            for owner in map(fields.player, (giver, taker)):
                there, was = (fields.count(each, owner, item) for each in (act.state, before))
                found = bounds(Scene(act, plan, Told(None, ""), owner.name), owner, item)
                if (there - was) * (there - found.cut(there)) > 0:
                    raise beyond(owner, item, found, more=there > was)
        refuse_beyond(act, plan, before, acts=True)

    def _named(self, state: Any, book: Rulebook) -> Vocabulary:
        return book.found_in(state, _tradable)


def _tradable(state: State, _book: Rulebook) -> Vocabulary:
    counted = [e.name for e in fields.columns(state, PLAYERS) if e.kind is FieldKind.NUMBER]
    things = [name for table in state.tables.values() for name in table.things]
    items = [item for player in state.players.values() for item in player.items]
    return in_any_number((*counted, *items, *things))


def _allowed(act: ActionContext[Any], trade: Trade) -> None:
    """Refuse a trade that no sentence allows, or that one forbids."""
    found = compiled(act.state, act.book)
    rules = found.plan.of(tree.MayTrade)
    allowing = [each for each in rules if each.means.may]
    if not allowing:
        form = "Players may trade with each other."
        raise Refused(
            "no rule lets players trade", remedy=say("A sentence such as `{}` does.", form)
        )
    require(found.plan, "trade")
    pair = tuple(permutations((trade.proposer, trade.partner)))

    def holds_of(told: Any, one: str, other: str) -> bool:
        scene, of = Scene(act, found.plan, told, one), told.means
        with_them = of.target is None or may_be(scene, of.target, fields.player(other))
        return with_them and (of.where is None or holds(scene, of.where))

    for one, other in pair:
        refuse_forbidden(act, found.plan, "trade", one)
        for told in found.plan.forbids("trade"):
            if told.means.target is not None and holds_of(told, one, other):
                raise Refused('the rule says "{}"', told.text, rule=told.rule)
    now = {told: [holds_of(told, one, other) for one, other in pair] for told in rules}
    for item in (*trade.gives, *trade.takes):
        about = [e for e in rules if not e.means.what or _is_of(act.state, item, e.means.what)]
        for told in about:
            if not told.means.may and any(now[told]):
                raise Refused('the rule says "{}"', told.text, rule=told.rule)
        may = [each for each in about if each.means.may]
        if not may:
            raise Refused("{} is not what players may trade", item, rule=allowing[0].rule)
        if not any(all(now[each]) for each in may):
            raise Refused('the rule says "{}"', may[0].text, rule=may[0].rule)


def _is_of(state: State, item: str, goods: Sequence[str]) -> bool:
    """Whether something is among what a sentence names: itself, or one of the items."""
    is_item = fields.find_field(state, PLAYERS, item) is None
    named = one_of(item) in map(one_of, goods)
    return named or (is_item and state.bag in goods)


def _give(state: Any, name: str, item: str, number: int) -> Any:
    try:
        return fields.add(state, fields.player(name), item, number)
    except fields.NoPlace as error:
        raise Refused(str(error), rule="Trading") from None


TRADING = _Trading(
    admit=_allowed, owned=lambda state, name, item: fields.count(state, fields.player(name), item),
    give=_give, form="trade 2 Fish to Bob for 1 Net", plurals=None,
)  # fmt: skip


def traded(act: Context, plan: SentencePlan) -> None:
    """Set off what waits for gains and losses, by the trades that took place in a line."""
    before = {trade.id: trade for trade in act.before.trades}
    chain = Chain(act, plan)
    for trade in act.state.trades:
        was = before.get(trade.id)
        if trade.status == DONE and was is not None and was.status != DONE:
            events = [
                Happened(kind, who, item, number)
                for giver, taker, item, number in transfers(trade)
                for kind, who in (("loses", giver), ("gains", taker))
            ]
            chain.happened(act.before, events)
    chain.settle()


def decided(act: Context, plan: SentencePlan) -> None:
    """Let pass what passes early, and set off what waits for those that passed or failed."""
    said = plan.of(tree.Passes)
    for each in act.state.proposals if said and said[-1].means.early else ():
        count = PROPOSALS.count(act.state, act.book, each, PROPOSALS.classes[0])
        if each.status in LIVE and _popular(Decision(each, count, act.state, act.book)):
            act.state = common.with_proposal(act.state, common.ended(each, PASSED, act.now))
            act.say("{} passes", common.title(each))
    before = {each.id: each.status for each in act.before.proposals}
    chain = Chain(act, plan)
    for each in act.state.proposals:
        kind = {PASSED: "passes", FAILED: "fails"}.get(each.status)
        kind = "made" if each.id not in before else kind
        if kind and before.get(each.id) != each.status and each.proposer in act.state.players:
            votes = tuple(f"{vote} {name}" for name, vote in each.votes.items())
            kinds = (kind,) if kind == "made" else (kind, "passes or fails")
            events = [Happened("proposal", each.proposer, one, of=votes) for one in kinds]
            chain.happened(act.state, events)
    chain.settle()


# -- the sections ----------------------------------------------------------------------------------


SECTIONS = (
    Section(
        implements=(common.PROPOSALS,),
        verbs=PROPOSALS.verbs,
        messages=PROPOSALS,
        slots=PROPOSALS.slots,
    ),
    Section(implements=IMPLEMENTS, verbs=tuple(map(questions.answering, TRADING.verbs))),
    Section(verbs=questions.VERBS),
    judges.section(PROPOSALS, rewrites=False),
)
PROCEEDINGS = (PROPOSALS, judges.JUDGES, TRADING, questions.OpenQuestions())


# == Ruleset section Players: joining with what a new player begins with, and leaving ==============
#
# Decisions: anybody may join and leave at any time, unless the page names days that a person who
# left has to wait. What a player owned is destroyed when they leave, and what named them names
# nothing.

PLAYERS_SECTION = common_players.SECTION


def _join(act: Context) -> None:
    name, account = common_players.newcomer(act, at_once=True)
    before, began = act.state, None if act.state.players else act.now
    entered = common_players.enter(before, Player(name, account, act.now))
    act.state = replace(entered, started=before.started or began)
    act.say("{} joins", name)
    begin(act, plan_of(act.state, act.book), name, before)


def _leave(act: Context) -> None:
    me: Player = act.me
    numbers = {name: held for name, held in me.fields.items() if type(held) is int and held > 0}
    owned = {**numbers, **me.items}.items()
    lost = (counted(count, item, plural=None) for item, count in owned)
    if common_players.really_leaves(act, tuple(lost)):
        name, plan = act.player, plan_of(act.state, act.book)
        pass_on_turn(act, plan)
        before, chain = act.state, Chain(act, plan)
        depart(act, name)
        act.state = fields.forget(act.state, fields.player(name))
        for each in act.state.questions:
            act.state = questions.without(act.state, each) if each.proposer == name else act.state
        act.say("{} leaves", name)
        chain.happened(before, ())
        chain.settle()


RULES = Section(
    __name__,
    (Implementation(PLAYERS_SECTION),),
    (
        common_players.join_verb(_join, at_once=True),
        common_players.leave_verb(
            _leave, "you stop being a player; everything you own is destroyed"
        ),
    ),
)


# ==================================================================================================
# What happens by itself: what players settle among themselves, then what sentences say of
# times.
#
# At one instant proposals, votes and trades end first.


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event."""
    due = triggers.next_due(plan_of(state, book), state, book)
    ends = [end for each in PROCEEDINGS if (end := next_due(each, state, book)) is not None]
    before = [Event(end, PROCEEDING) for end in ends if due is None or end < due]
    return earliest(state, [*before, Event(due, triggers.NAME) if due else None])


def bears_on_time(state: State, book: Rulebook) -> tuple[Any, ...]:
    """What the next event depends on."""
    plan = plan_of(state, book)
    return (
        id(plan), state.proposals, state.trades, state.questions, state.relations, state.requests,
        state.candidacies, state.pending, *_turns(state, plan),
        *((state.players, state.uses) if plan.dealt or plan.choices else ()),
    )  # fmt: skip


def _turns(state: State, plan: SentencePlan) -> tuple[Any, ...]:
    """What turns depend on: who is there, and where only some take turns what these have."""
    if not plan.turns:
        return ()
    if any(told.means.where is not None for told in plan.turns):
        return state.values, state.players
    return state.values.get(TURN), state.values.get(tree.TURN_ENDS), tuple(state.players)


def pass_time(act: Context, event: Event) -> None:
    """Let everything happen that is due at the act's instant."""
    if event.name == APPLIES:  # a sentence that waited for a person
        _apply(act, event.data)
        return
    if event.name == FIRST:
        plan_of(act.state, act.book).winnings.forget()  # so that it is asked again
        return
    settle(PROCEEDINGS, act)
    if event.name == triggers.NAME:
        triggers.pass_time(act, plan_of(act.state, act.book))
    questions.ask_for_choices(act, plan_of(act.state, act.book))


def _apply(act: Context, data: str) -> None:
    """Let a sentence happen that was put aside."""
    plan = plan_of(act.state, act.book)
    doer, _, text = data.partition(": ")
    told = next((each for each in plan.sentences if each.text == text), None)
    if told is None:
        act.say('the page does not say "{}" any more', text)
        return
    Chain(act, plan).alone(PlayedScene(act, plan, told, doer))
