"""Ruleset section Proposals and its classes: Urgent, Standard, Banishment, Sacrificial.

A Banishment proposal names whom and for how long (``propose Banishment: Bob for 3 days``); neither
they nor banished players have a vote that counts on it, and banished players cannot make one.
When it passes, that is all it does. A Sacrificial proposal that passes costs its author their place
as a player and gives the storehouse a ❤️🔥. Decisions: whether a vote counts is decided by who is
banished when the voting ends; whom it means and for how long is settled at submission, and a target
who is no longer a player, or became one since, is not banished; of an author who left already only
the ❤️🔥 is due.

Ruleset section Trading: which components can be traded, and what banishment forbids.

A banished player does not trade with one who is not; two banished ones may.

Ruleset section Community Storehouse: components that belong to all players but banished ones.

Decisions: the section's remark about which components are tradable is older than the list of those
that are not; what cannot be traded cannot be stored either. Anything that is in the storehouse can
be taken out. ``all`` alone means all that there is of everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rules.common import judges
from rules.common import proposals as common
from rules.common.proposals import ProposalClass, Proposals
from rules.common.sections import NumberAt, Section
from rules.common.trading import Trading, both_reputable, refuse_uncounted
from rules.cycle14.components import (
    HEART,
    STOREHOUSE,
    components,
    grant,
    owned,
    transfer,
    untradable,
)
from rules.cycle14.components import SECTION as COMPONENTS
from rules.cycle14.players import BANISHMENT, banish, cease, may_trade, refuse_banished
from rules.cycle14.state import Context, Owner, State
from wikibot.game.page.records import on_lines
from wikibot.game.problems import Refused, Unclear
from wikibot.game.state import Proposal, Term, Trade
from wikibot.sdk import (
    ActionContext,
    Implementation,
    Rulebook,
    Shape,
    Verb,
    deed,
    fold,
    plain,
    replace,
)
from wikibot.wikitext.numerals import read_number

BANISHMENT_SECTION, SACRIFICIAL_SECTION = "Banishment Proposal", "Sacrificial Proposal"
MOST_AGAINST = NumberAt(SACRIFICIAL_SECTION, r"no more than (\w+) votes against")
GRANTED = NumberAt(SACRIFICIAL_SECTION, r"granted (\w+)")
_HOURS = {"h": 1, "hour": 1, "d": 24, "day": 24, "week": 168}
_LONGEST = 100 * 366 * 24  # hours
_LONGEST_LINE = 300  # characters; a longer one is an argument, and no title or term
_SPAN = r"(?:\w+[ -](?:hour|day|week)s?|\d+[ -]?(?:hour|day|week|h|d)s?)"
_SPANS = rf"(?P<spans>{_SPAN}(?:(?:,| and)+ {_SPAN})*)\W*"
_TERMS = re.compile(
    rf"(?:banish(?:ment of|es)?\s+)?@?(?P<who>.+?)\s*(?:,|\bfor\b)\s*{_SPANS}", re.IGNORECASE
)
_WHO = re.compile(
    r"(?:banish(?:ment of)?|(?:the )?target(?: is)?:?)\s+@?(?P<who>.+?)[\s.!]*", re.IGNORECASE
)
_HOW_LONG = re.compile(rf"(?:for|(?:banishment )?duration(?: is)?:?)?\s*{_SPANS}", re.IGNORECASE)
_EACH = re.compile(rf"\b{_SPAN}\b", re.IGNORECASE)
_PARTS = re.compile(r"(?P<count>\d+|[^\d\s-]+)[ -]?(?P<unit>[a-z]+?)s?", re.IGNORECASE)


def target(state: State, proposal: Proposal) -> Term | None:
    """Whom a Banishment proposal is about, and for how many hours.

    What was settled at submission counts; for a proposal that a person wrote on the page, what its
    text says in full. None where that is not a player any more, or came back since.
    """
    settled = proposal.about
    if settled is None:
        by_folded = {fold(name): name for name in (*state.players,)[::-1]}
        return _read(proposal, lambda text: by_folded.get(fold(text)))
    player = state.players.get(settled.who)
    if player is None:
        return None
    joined_later = player.joined and proposal.submitted and player.joined > proposal.submitted
    return None if joined_later else settled


def _read(proposal: Proposal, find: Callable[[str], str | None]) -> Term | None:
    """Whom and for how many hours a proposal says to banish.

    Title and lines of the text are looked at one after the other: the first that says both, or else
    the only one that says whom and the only one that says for how long.
    """

    def player(found: re.Match[str]) -> str:
        return find(found["who"].removeprefix("User:")) or ""

    texts = (proposal.title, *on_lines(proposal.text).split("\n"))
    lines = [line for line in map(_plain, texts) if line]
    for found in filter(None, map(_TERMS.fullmatch, lines)):
        who, hours = player(found), _hours(found["spans"])
        if who and hours:
            return Term(who, hours)
    people = {player(found) for found in map(_WHO.fullmatch, lines) if found}
    spans = {_hours(found["spans"]) for found in map(_HOW_LONG.fullmatch, lines) if found}
    if len(people) == len(spans) == 1 and all(people) and all(spans):
        return Term(people.pop(), spans.pop())
    return None


def _plain(line: str) -> str:
    """A line as it reads, "" for one that is too long to say so little."""
    text = plain(line).strip()
    return text if len(text) <= _LONGEST_LINE else ""


def _hours(spans: str) -> int:
    """How many hours ``3 days and 2 hours`` are; 0 for what cannot be read, or is beyond reason."""
    hours = 0
    for each in filter(None, map(_PARTS.fullmatch, _EACH.findall(spans))):
        try:
            count = read_number(each["count"])
        except ValueError:
            return 0
        hours += count * _HOURS[each["unit"].casefold()]
    return hours if hours <= _LONGEST else 0


def _admit_banishment(act: Context, _: Proposal) -> None:
    if act.me.banished is not None:
        raise Refused(
            "{} is banished and cannot make a banishment proposal",
            act.player,
            rule=BANISHMENT_SECTION,
        )


def _settle_target(act: Context, proposal: Proposal) -> Proposal:
    """Note whom the proposal means, so that later changes of the players table do not matter."""
    known = tuple(act.state.players)
    title = _TERMS.fullmatch(_plain(proposal.title))
    if title and _hours(title["spans"]):  # what the text says does not stand in for the title
        act.resolve(title["who"].removeprefix("User:"), known, "player")
    term = _read(proposal, lambda text: act.find(text, known))
    if term is None:
        raise Unclear(
            "a banishment proposal says who is to be banished, and for how long",
            nearest="`propose Banishment: Bob for 3 days`",
        )
    return replace(proposal, about=term)


def _counts(state: State, proposal: Proposal, name: str) -> bool:
    player, term = state.players.get(name), target(state, proposal)
    return player is not None and player.banished is None and (not term or name != term.who)


def _banish(act: Context, proposal: Proposal) -> None:
    term = target(act.state, proposal)
    if term is not None:
        banish(act, term.who, term.hours)


def _sacrifice(act: Context, proposal: Proposal) -> None:
    if proposal.proposer in act.state.players:
        cease(act, proposal.proposer)
    grant(act, STOREHOUSE, HEART, act.book.derived(GRANTED))


BANISHING = ProposalClass("Banishment", BANISHMENT_SECTION, common.next_phase, common.majority,
                           admit=_admit_banishment, settle=_settle_target, counts=_counts,
                           adopted=_banish, form="{player} for {Days=number} days")  # fmt: skip
SACRIFICIAL = ProposalClass("Sacrificial", SACRIFICIAL_SECTION,
                            common.hours_after(common.URGENT_HOURS),
                            common.at_most_against(MOST_AGAINST),
                            admit=common.reputable_only(SACRIFICIAL_SECTION),
                            adopted=_sacrifice)  # fmt: skip
PROPOSALS = Proposals((common.URGENT, common.STANDARD, BANISHING, SACRIFICIAL))
RULES = Section(
    __name__,
    implements=(
        common.PROPOSALS, common.URGENT_CLASS, common.STANDARD_CLASS,
        Implementation(BANISHMENT_SECTION,
                       says="as a Standard one; if it passes its target is banished for the time "
                            "it names", waits=common.WAITS),
        Implementation(SACRIFICIAL_SECTION,
                       says="as an Urgent one; if it passes its author ceases to be a player",
                       waits=common.WAITS),
    ),
    verbs=PROPOSALS.verbs, messages=PROPOSALS, slots=PROPOSALS.slots,
)  # fmt: skip
ON_JUDGES = judges.section(PROPOSALS)


# -- trading ---------------------------------------------------------------------------------------

# == trading =======================================================================================


def _admit(act: ActionContext[Any], trade: Trade) -> None:
    both_reputable(act, trade)
    one, other = act.state.players[trade.proposer], act.state.players[trade.partner]
    if not may_trade(one, other, act.book):
        banished = one if one.banished is not None else other
        raise Refused(
            "{} is banished and trades with banished players alone", banished.name, rule=BANISHMENT
        )


def _tradable(act: ActionContext[Any], item: str) -> None:
    if item in untradable(act.book):
        raise Refused("{} cannot be traded", item, rule=COMPONENTS)


def _spelled(book: Rulebook, text: str) -> str:
    """``2🌿💎`` as ``2 Herbs, 1 Crystals``; anything else as it is."""
    try:
        amounts = components(book).amounts(text)
    except Unclear:
        return text
    counts = [f"{count} {item}" for item, count in amounts.items() if count is not None]
    return ", ".join(counts) if len(counts) == len(amounts) else text


TRADING = Trading(
    known=lambda book: components(book).vocabulary,
    admit=_admit,
    admit_item=_tradable,
    spelled=_spelled,
    form="trade 2🌿 to Bob for 1💎",
    plurals=True,
)
ON_TRADING = Section(__name__, TRADING.implements, TRADING.verbs)


# == storehouse ====================================================================================

STOREHOUSE_SECTION = "Community Storehouse"
_WHERE = re.compile(
    r"\s*\b(?:from|to|in|into) (?:the |our )?(?:community )?storehouse\W*$", re.IGNORECASE
)
_ALL = ("all", "everything")
_INTO = "store|put|place|deposit|donate|give|add|move|transfer|bring|contribute|send"
_TO_STORE = "to|in|into|at (community) storehouse|storage"
WITHDRAWALS = (
    (
        "withdraw|take|get|fetch|grab|remove|collect|retrieve|move|transfer {components} "
        "from|of (community) storehouse|storage (to) (me|myself)"
    ),
    "take|get|fetch|remove|withdraw out {components} (of|from) (community) storehouse|storage",
    "take|get|fetch|remove|withdraw {components} out of|from (community) storehouse|storage",
    "withdraw|take (out) {components}",
    "take {components} out",
)
"""People's words for taking components out of the storehouse."""
_HERE = "community me i have own here back i'd i'll"
_OUT = (
    "need want withdraw withdrawal take get fetch grab borrow remove collect retrieve from out of "
    "like"
)
WITHDRAWAL = deed(
    _OUT, "storehouse storage", may=f"{_HERE} like",
    never="into store deposit put donate contribute", about="components",
)  # fmt: skip
_STORING = deed(
    "store deposit put place add move transfer donate donation give contribute send to into →",
    "storehouse storage", may=_HERE, never=f"{_OUT} me", about="components",
)  # fmt: skip


def _store(act: Context) -> None:
    _refuse(act)
    fixed = untradable(act.book)
    wanted = _wanted(
        act, {item: count for item, count in act.me.items.items() if item not in fixed}
    )
    for item in wanted:
        if item in fixed:
            raise Refused("{} cannot be traded, so it cannot be stored", item, rule=COMPONENTS)
    _move(act, act.player, STOREHOUSE, wanted)


def withdraw(act: Context) -> None:
    """Take components out of the storehouse."""
    _refuse(act)
    _move(act, STOREHOUSE, act.player, _wanted(act, act.state.storehouse))


def _refuse(act: Context) -> None:
    act.book.require(STOREHOUSE_SECTION)
    refuse_banished(act, "use the Community Storehouse")


def _wanted(act: Context, there: Mapping[str, int]) -> Mapping[str, int | None]:
    """What a line names; ``there`` is what all of it would be."""
    text = _WHERE.sub("", act.subject)
    if text.strip(" .!").casefold() not in _ALL:
        refuse_uncounted(act, text, components(act.book).vocabulary)
        return components(act.book).amounts(text)
    if not there:
        raise Refused("there is nothing to move", rule=STOREHOUSE_SECTION)
    return dict.fromkeys(there)


def _move(act: Context, giver: Owner, taker: Owner, wanted: Mapping[str, int | None]) -> None:
    for item, count in wanted.items():
        has = max(owned(act.state, giver, item), 0)
        if has < (1 if count is None else count):
            raise Refused(
                "{} has {}{}", giver, has, components(act.book).short(item), rule=STOREHOUSE_SECTION
            )
        transfer(act, giver, taker, item, has if count is None else count)


STORE = Verb("store", "store COMPONENTS", "store 2🌿, 1💎", "puts components into the storehouse",
             _store, Shape.TEXT, section=STOREHOUSE_SECTION, phrases=(
                 "store|stash {components}",
                 ("drop|dump|place {components} (off) (in|into|at) (the) (community) "
                 "storehouse|storage|store|house"),
                 "{components} go|goes (in|into|to) (the) (community) storehouse|storage",
                 "?{components} storehouse|storage => store {components}",
                 f"{_INTO} {{components}} {_TO_STORE}",
                 f"{{components}} {_TO_STORE}",
             ), deeds=(_STORING,), inputs=("store <{number} {belongings}>, ...",))  # fmt: skip
ON_STOREHOUSE = Section(__name__, (Implementation(STOREHOUSE_SECTION),), (STORE,))
