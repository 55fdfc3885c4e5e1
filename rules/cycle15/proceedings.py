"""Ruleset section Proposals and its classes, for Cycle 15: also Tune Up and Second Reading.

A Standard proposal that too many want rewritten becomes a Tune Up: its proposer approves it for a
Second Reading, which is voted on as a Standard one is, or holds it back for another phase. Only the
later ruleset has these two; by the early one a vote for a rewrite is an unclear vote. Decisions: a
Tune Up may pass three phases, counted from the one that begins when it becomes one; it is discarded
when a fourth would begin. ``approve P3`` and ``hold P3`` take the text below the line as the
proposal's new text, and a title behind a colon as its new title; without them they stay. The same
title or text counts as the same effect, from when a proposal becomes a Tune Up on; whether others
have it is for people to judge.

Ruleset section Trading, for Cycle 15: all items but crystals may be traded.

Section Winning says that crystals cannot be transferred. Decision: a Crustal counts as a crystal
for all but winning, so it cannot be traded either, wherever crystals cannot; nor can jumbo ones, as
a jumbo item is as the item is.

Ruleset section Players, for Cycle 15: joining, leaving, and what becoming reputable brings.

Grants for becoming reputable stand in several sentences of the page; each counts as the page has
it. Decisions: a player who is reputable at once upon joining gets them then. A
random item whose roll is not at hand is left as ``take grant``, without deadline. A number of items
below zero grants nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from rules.common import players
from rules.common import proposals as common
from rules.common.players import SECTION, owned, schedule
from rules.common.proceedings import message
from rules.common.sections import NumberAt, Section, is_over, limit, read_once
from rules.common.trading import IMPLEMENTS, Trading, depart
from rules.cycle15 import garbage, party, possessions
from rules.cycle15.possessions import CRYSTALLINE, CRYSTALS_STAY, grant
from rules.cycle15.state import JUMBO, Context, Player, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.page.gamestate import on_one_line
from wikibot.game.problems import Held, Missing, Refused
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.ruleset.rulebook import OfEach
from wikibot.game.state import Proposal, settle
from wikibot.sdk import Rulebook, Shape, Verb, Vocabulary, counted, deed, integer, plain, replace
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import DAY, format_time, read_number
from wikibot.wikitext.regex import regex

# -- Ruleset section Players, for Cycle 15: joining, leaving, and what becoming reputable brings ---

WELCOME, GRANT = "somebody becomes reputable", "a grant for becoming reputable"  # events
UNSETTLED = (WordingStatus.NEW, WordingStatus.REWORDED)
_GRANT = regex(r"becomes reputable,? grant (?:them|that player) (?P<what>[^.]*)\.")
_COUNTED = regex(
    r"(?P<count>a|an|\w+|N\s*-\s*(?P<less>\d+)) (?P<item>.+?)"
    r"(?:, where N is the (?:number of the )?current phase)?"
)
_RANDOM = regex(r"random (?:item defined by )?garbage(?: items?)?", re.IGNORECASE)


class ReputableGrant(Struct, frozen=True):
    """What a player is granted upon becoming reputable. ``unit``: the section that says it.

    ``item`` "" is random garbage. ``less`` is set where the count is the number of the phase less
    that.
    """

    unit: str
    item: str
    count: int
    less: int | None = None

    def __str__(self) -> str:
        """Which grant it is, among those of the page."""
        return f"{self.item or 'random garbage'} by {self.unit}"


def reputable_grants(book: Rulebook) -> tuple[ReputableGrant, ...]:
    """All grants for becoming reputable, in the order of the page."""
    sections = [unit for unit in book.units.values() if unit.kind == "section"]
    found = (
        (unit, each["what"]) for unit in sections for each in _GRANT.finditer(plain(unit.text))
    )
    return tuple(_read_grant(unit.name, what, book) for unit, what in found)


def _read_grant(unit: str, what: str, book: Rulebook) -> ReputableGrant:
    """One sentence's grant; nothing where its form is unknown, as no pinned wording has one."""
    counted = _COUNTED.fullmatch(what)
    if not counted:
        return ReputableGrant(unit, "", 0)
    item, known = counted["item"], book.derived(garbage.names_on_page)
    item = "" if _RANDOM.fullmatch(item) else item
    if item not in known and item.endswith("s") and item[:-1] in known:
        item = item[:-1]  # as the Garbage table has it
    if counted["less"]:
        return ReputableGrant(unit, item, 0, integer(counted["less"]))
    return ReputableGrant(unit, item, read_number(counted["count"]))


# -- becoming reputable ----------------------------------------------------------------------------


def newly_reputable(state: State, book: Rulebook, at: datetime) -> tuple[str, ...]:
    """Who becomes reputable at an instant, in table order."""
    everybody = state.players.items()
    return tuple(name for name, p in everybody if players.reputable_from(p, state, book) == at)


def next_reputable(state: State, book: Rulebook) -> datetime | None:
    """When a player becomes reputable next."""
    soon = state.now - players.spans(book).standing
    recent = [each for each in state.players.values() if each.joined and each.joined > soon]
    times = [players.reputable_from(each, state, book) for each in recent]
    return min((time for time in times if time and time > state.now), default=None)


JOINED = OfEach[str, Player, "datetime | None"](lambda player: player.joined)


def joined(state: State, book: Rulebook) -> Mapping[str, datetime | None]:
    """When each player joined."""
    return book.found_in(state.players, JOINED)


def welcome(act: Context, name: str) -> None:
    """Give a player what becoming reputable brings."""
    if name in act.state.players:
        what = f"what becoming reputable brings {name}"
        act.happen(WELCOME, lambda: _welcome(act, name), name, what)


def _welcome(act: Context, name: str) -> None:
    act.book.require(SECTION)
    act.say("{} is reputable", name)
    for each in act.book.derived(reputable_grants):
        _grant(act, name, each)


def _grant(act: Context, name: str, each: ReputableGrant) -> None:
    """Give what one sentence grants; it waits where its section is held, or that of the grant."""

    def give() -> None:
        if act.book.standing(each.unit) in UNSETTLED:
            raise Held(each.unit, "its wording changed since it was implemented")
        count = each.count if each.less is None else max(act.state.phase - each.less, 0)
        if each.item:
            grant(act, name, each.item, count)
        else:
            for _ in range(count):
                try:
                    garbage.grant_random(act, name)
                except Missing:
                    garbage.grant_later(
                        act, name, "a random item of the Garbage table, for becoming reputable"
                    )

    act.happen(GRANT, give, f"{name}: {each}", f"{each.item or 'a random item'} for {name}")


def grant_again(act: Context, data: str) -> None:
    """Give a grant that was held; ``data`` tells whom and which."""
    name, _, which = data.rpartition(": ")
    for each in act.book.derived(reputable_grants):
        if name in act.state.players and str(each) == which:
            _grant(act, name, each)
            return


def _take(act: Context) -> None:
    act.take_up(garbage.TAKE, "no grant is waiting for you", SECTION)
    garbage.grant_random(act, act.player)


# -- joining and leaving ---------------------------------------------------------------------------


def _join(act: Context) -> None:
    name, account = players.newcomer(act)
    newcomer = Player(name, account, act.now)
    act.state = players.enter(act.state, newcomer)
    act.say("{} joins at {}", name, newcomer.location)
    if players.reputable(newcomer, act.state, act.book):
        welcome(act, name)


def cease(act: Context, name: str, how: str) -> None:
    """Let a player cease to be one, for whatever reason, and end all offers that are about them."""
    gone = ", ".join(owned(act.state.players[name].items))
    act.say(how, name)
    if gone:
        act.say("destroyed: {}", gone)
    depart(act, name)
    for each in act.state.pending:
        if each.offer and each.offer.about == name:  # to ping them, to choose for them
            act.state = settle(act.state, each)
    act.state = possessions.forget(act.state, name)


def _leave(act: Context) -> None:
    act.book.require(SECTION)
    if players.really_leaves(act, players.owned(act.me.items), players.stays_away(act)):
        cease(act, act.player, "{} leaves")


ON_PLAYERS = Section(
    __name__,
    (Implementation(SECTION, reads=(players.spans, reputable_grants), waits=players.WAITS),),
    (
        players.join_verb(_join),
        players.leave_verb(_leave, "you stop being a player; everything you own is destroyed; asks "
                           "once if you own something"),
        Verb(garbage.TAKE, garbage.TAKE, "take grant -- 1d98 (5) = 5",
             "takes the random item that you were granted", _take,
             available=lambda act: bool(act.offered(garbage.TAKE)), hints=("grant",),
             phrases=(
                 "take|claim|collect|draw|get|=gimme (random|granted) item|garbage|trash",
             ), deeds=(
                 deed("grant granted bonus reward",
                      may="item random i was what get claim collect draw receive accept have"),
                 garbage.RANDOM_ITEM,
             )),
    ),
)  # fmt: skip


# == proposals =====================================================================================

TUNE_UP_SECTION = "Tune Up Class Proposal"
SECOND_READING_SECTION = "Second Reading Class Proposal"
SHARE = NumberAt(common.STANDARD_SECTION, r"fewer than (\w+)%")  # of all votes, in percent
DAYS = NumberAt(common.STANDARD_SECTION, r"at least (\w+) days after")
MOST_DAYS = 36_500  # that a game looks back
PHASES = NumberAt(TUNE_UP_SECTION, r"greater than (\w+) phases")


def rewrites(book: Rulebook) -> bool:
    """Whether votes for a rewrite count as such."""
    return book.has(TUNE_UP_SECTION)


# -- Standard --------------------------------------------------------------------------------------


def wanted(decision: common.Decision) -> bool:
    """Whether more want it, as it is or rewritten, than do not."""
    return decision.count.favour + decision.count.rewrite > decision.count.against


def becomes(decision: common.Decision) -> str:
    """A Tune Up where enough votes are for a rewrite, and the proposal is wanted at all."""
    if not rewrites(decision.book) or not wanted(decision):
        return ""
    count = decision.count
    total = count.favour + count.against + count.rewrite
    return TUNE_UP.name if count.rewrite * 100 >= decision.book.derived(SHARE) * total else ""


def _not_again(act: ActionContext[Any], proposal: Proposal) -> None:
    """Refuse what is, or a few days ago was, a Tune Up."""
    if not rewrites(act.book):
        return
    wait = act.book.derived(DAYS) * DAY
    for other in act.state.proposals:
        since = _tuned(other)
        if since is None or not common.like(proposal, other):
            continue
        if other.cls == TUNE_UP.name and other.status in common.LIVE:
            what = say(
                "{} says the same and is {}", common.title(other), common.of_class(TUNE_UP.name)
            )
            remedy = say("{} may `approve {}`.", other.proposer, other.id)
            raise Refused(what, rule=common.STANDARD_SECTION, remedy=remedy)
        if not is_over(since + wait, act.now):
            remedy = say("It may be made again from {} on.", format_time(since + wait))
            why = say("{} said the same", common.title(other))
            raise Refused(why, rule=common.STANDARD_SECTION, remedy=remedy)


def _looks_back(book: Rulebook) -> timedelta:
    """For how long :func:`_not_again` asks about what was tuned."""
    days = limit(book, DAYS) if rewrites(book) else 0
    return min(days or 0, MOST_DAYS) * DAY


def _tuned(proposal: Proposal) -> Any:
    """When a proposal was discarded, made a Second Reading, or began to be a Tune Up; else None."""
    if proposal.cls == SECOND_READING.name:
        return proposal.submitted
    tuned = proposal.cls == TUNE_UP.name and proposal.status in (*common.LIVE, common.DISCARDED)
    return proposal.changed if tuned else None


STANDARD = replace(
    common.STANDARD, popular=wanted, becomes=becomes, admit=_not_again, counts_rewrites=rewrites
)


# -- Tune Up and Second Reading --------------------------------------------------------------------


def _phases_over(act: ActionContext[Any], proposal: Proposal) -> int:
    phases = schedule(act.book)
    return phases.index(act.now) - phases.index(proposal.changed or act.now)


def _is_last(act: ActionContext[Any], proposal: Proposal) -> bool:
    return _phases_over(act, proposal) + 1 >= act.book.derived(PHASES)


def _end_of_phase(act: ActionContext[Any], proposal: Proposal) -> None:
    """Discard a Tune Up that was not held back, or that has been one for long enough."""
    if proposal.status == common.HOLDING and _phases_over(act, proposal) < act.book.derived(PHASES):
        again = replace(proposal, status=common.OPEN, submitted=act.now)
        act.state = common.with_proposal(act.state, again)
        may = say("{} may approve it or hold it once more", proposal.proposer)
        act.say("{} was held back; {}", common.title(proposal), may)
        return
    act.state = common.with_proposal(act.state, common.ended(proposal, common.DISCARDED, act.now))
    number = act.book.derived(PHASES)
    over = say("{} is over" if number == 1 else "{} are over", counted(number, "phase"))
    why = say("neither approved nor held back") if proposal.status == common.OPEN else over
    act.say("{} is discarded ({})", common.title(proposal), why)


TUNE_UP = common.ProposalClass(
    "Tune Up", TUNE_UP_SECTION, lambda proposal, book: schedule(book).end(common.since(proposal)),
    lambda _: False, by_hand=False, voted_on=False, close=_end_of_phase,
)  # fmt: skip
SECOND_READING = common.ProposalClass(
    "Second Reading", SECOND_READING_SECTION, common.next_phase, common.majority, by_hand=False
)
PROPOSALS = common.Proposals((common.URGENT, STANDARD, TUNE_UP, SECOND_READING))


def _approve(act: ActionContext[Any]) -> None:
    proposal = _tune_up(act, later("approve"))
    act.book.require(SECOND_READING_SECTION)
    anew = replace(proposal, cls=SECOND_READING.name, status=common.OPEN, votes={}, **message(act))
    reading = replace(anew, submitted=act.now, changed=act.now)
    act.state = common.with_proposal(act.state, reading)
    PROPOSALS.announce(act, reading, say("{} comes to its Second Reading", common.title(reading)))


def _hold(act: ActionContext[Any]) -> None:
    proposal = _tune_up(act, later("hold back"))
    if proposal.status == common.HOLDING:
        raise Refused("{} is held back already", common.title(proposal), rule=TUNE_UP_SECTION)
    if _is_last(act, proposal):
        had, kind = _phases_over(act, proposal) + 1, common.of_class(TUNE_UP.name)
        why = say("{} has been {} for {}", common.title(proposal), kind, counted(had, "phase"))
        remedy = say("`approve {}` before the phase ends, or it is discarded.", proposal.id)
        raise Refused(why, rule=TUNE_UP_SECTION, remedy=remedy)
    act.state = common.with_proposal(act.state, replace(proposal, status=common.HOLDING))
    act.say("{} is held back for one more phase", common.title(proposal))


def _tune_up(act: ActionContext[Any], does: str) -> Proposal:
    """The player's own Tune Up that the line names, as its proposer modifies it with that line."""
    act.book.require(TUNE_UP_SECTION)
    proposal = PROPOSALS.mine(act, act.subject.partition(":")[0], does)
    if proposal.cls != TUNE_UP.name or proposal.status not in common.LIVE:
        what = say("{} and {}", common.of_class(proposal.cls), say(proposal.status))
        why = say(
            "{} is {}, so there is nothing to do in the workshop", common.title(proposal), what
        )
        raise Refused(why, rule=TUNE_UP_SECTION)
    words = " ".join(act.subject.partition(":")[2].split())  # ``approve P3: NEW TITLE``
    text = on_one_line(act.action.body) or proposal.text
    return replace(proposal, title=words or proposal.title, text=text)


def _tune_ups(act: ActionContext[Any]) -> list[Proposal]:
    own = (each for each in act.state.proposals if each.proposer == act.player)
    return [each for each in own if each.cls == TUNE_UP.name and each.status in common.LIVE]


RULES = Section(
    __name__,
    (
        replace(common.PROPOSALS, reads=(reputable_grants,)),
        common.URGENT_CLASS,
        replace(common.STANDARD_CLASS, reads=(SHARE, DAYS),
                people="whether two proposals have the same effect"),
        Implementation(TUNE_UP_SECTION, waits=common.WAITS,
                       people="what would mollify those who want a rewrite",
                       says="its proposer approves, holds or loses it before its phases end"),
        Implementation(SECOND_READING_SECTION, waits=common.WAITS,
                       says="as a Standard one, without votes for a rewrite"),
    ),
    (
        *PROPOSALS.verbs,
        Verb("approve", "approve P3[: NEW TITLE]", "approve P3",
             "sends a Tune Up of yours to its Second Reading, with the text below the line",
             _approve, Shape.TEXT, available=lambda act: bool(_tune_ups(act)),
             hints=("second reading",),
             phrases=(
                 "{own proposal} gets|has my approval => approve {own proposal}",
                 ("approve|send|move|advance|pass {own proposal} (for|to|on) (a|the|its) "
                  "(second|2nd|next) (vote|reading|round)"),
             ), inputs=("approve {own proposal}[: {New title=text:200}]",)),
        Verb("hold", "hold P3[: NEW TITLE]", "hold P3",
             "holds a Tune Up of yours back for one more phase, with the text below the line",
             _hold, Shape.TEXT, available=lambda act: any(
                 each.status == common.OPEN and not _is_last(act, each) for each in _tune_ups(act)
             ),
             phrases=(("hold|keep|hang (back|on) (to) {own proposal} (back|on) (hold|for) "
                       "(now|one|another) (more) (phase)"),
                      "put {own proposal} on hold"),
             inputs=("hold {own proposal}[: {New title=text:200}]",)),
    ),
    messages=PROPOSALS, slots=PROPOSALS.slots, looks_back=_looks_back,
)  # fmt: skip


# == trading =======================================================================================


@read_once
def _items(book: Rulebook) -> Vocabulary:
    names = garbage.known_items(book).names
    return Vocabulary((*names, *(JUMBO + name for name in names)), plurals=True)


def _transferable(act: ActionContext[Any], item: str) -> None:
    if item.removeprefix(JUMBO) in CRYSTALLINE and act.book.derived(CRYSTALS_STAY):
        raise Refused("a {} cannot be transferred", item, rule=party.WINNING)


TRADING = Trading(known=_items, admit_item=_transferable)
TRADES = Section(__name__, IMPLEMENTS, TRADING.verbs, slots=TRADING.slots)
