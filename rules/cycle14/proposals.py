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

Ruleset section Players: joining brings ⚡; leaving is a kind of dying, and leaves goods to all.

Dying Experience belongs to a person, whom the bot knows by their account, and outlasts their being
a player. What can be traded goes to the storehouse when a player ceases to be one, the rest is
destroyed. Decisions: a player who leaves is no longer a contributor, and their gatherings fail, as
no other player can complete them; a banishment ends when its player ceases to be one. What becomes
of a murder whose victim leaves is in ``rituals``.

Ruleset section Banishment: a player is kept out of gatherings and trades for some time.

A banished player may neither start, contribute to nor complete a gathering, nor trade with players
who are not banished. When the time is over they may end it themselves. Decision: where a
banished player is banished again, the banishment that ends later counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct

from rules.common import judges, players
from rules.common import proposals as common
from rules.common.game_on_pages import CHANNELS
from rules.common.players import SECTION, set_player
from rules.common.proposals import ProposalClass, Proposals
from rules.common.sections import CLOCK, REPUTATION, NumberAt, Section, by_rule, in_play, is_over
from rules.common.trading import IMPLEMENTS, Trading, both_reputable, depart, refuse_uncounted
from rules.cycle14 import components as goods
from rules.cycle14.components import SECTION as COMPONENTS
from rules.cycle14.components import components, grant, owned, revoke, transfer, untradable
from rules.cycle14.state import FAILED, OPEN, Context, Dying, Gathering, Owner, Player, State
from wikibot.game.page.gamestate import on_lines
from wikibot.game.problems import Refused, Unclear
from wikibot.game.ruleset.implementations import Bears, Implementation
from wikibot.game.state import Proposal, Term, Trade, with_player
from wikibot.game.understanding.plain_line import trimmed
from wikibot.game.understanding.slots import count_of
from wikibot.sdk import ActionContext, NamesSlot, Rulebook, Shape, Verb, deed, fold, plain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import format_time, read_number
from wikibot.wikitext.regex import regex

# == Ruleset section Players: joining brings ⚡; leaving is a kind of dying, and leaves goods to all

WELCOME = NumberAt(SECTION, r"gains? (\w+)\s*⚡")
DEATH = NumberAt(SECTION, r"dying experience by (\w+)")


def dying(state: State, person: str) -> int:
    """The Dying Experience of a person, by their account."""
    return next((each.deaths for each in state.dying if each.id == person), 0)


def cease(act: Context, name: str) -> None:
    """Make a player cease to be one, for any reason."""
    player: Player = act.state.players[name]
    for item, count in player.items.items():
        if item in untradable(act.book):
            revoke(act, name, item, count)
        else:
            transfer(act, name, goods.STOREHOUSE, item, count)
    others = (each for each in act.state.dying if each.id != player.owner)
    deaths = dying(act.state, player.owner) + act.book.derived(DEATH)
    depart(act, name)
    gatherings = tuple(_without(act, each, name) for each in act.state.gatherings)
    died = (*others, Dying(player.owner, deaths))
    act.state = replace(act.state, dying=died, gatherings=gatherings)
    act.say("{} is no longer a player; Dying Experience {}", name, deaths)


def _without(act: Context, gathering: Gathering, name: str) -> Gathering:
    """A gathering after a player has ceased to be one."""
    if gathering.status != OPEN:
        return gathering
    if name == gathering.starter:
        act.say("{} fails, as only {} could complete it", gathering.id, name)
        return replace(gathering, status=FAILED, ended=act.now, contributions={})
    others = {who: what for who, what in gathering.contributions.items() if who != name}
    return replace(gathering, contributions=others)


def _join(act: Context) -> None:
    name, account = players.newcomer(act)
    act.state = players.enter(act.state, Player(name, account, act.now))
    act.say("{} joins", name)
    grant(act, name, goods.RESOLVE, act.book.derived(WELCOME))


def _leave(act: Context) -> None:
    act.book.require(SECTION)
    lost = (
        *players.owned(act.me.items),
        *(f"{points} XP in {task}" for task, points in act.me.experience.items()),
    )
    if players.really_leaves(act, lost, players.stays_away(act)):
        cease(act, act.player)


ON_PLAYERS = Section(
    __name__,
    (
        Implementation(  # who is reputable is read from it
            "Actions",
            reads=(players.spans,),
            people=CHANNELS,
            says="the bot hears one page; who has been a player for long enough counts as"
            " reputable",
            bears=Bears(verbs=(REPUTATION,)),
        ),
        Implementation(SECTION, reads=(players.spans,), waits=players.WAITS),
    ),
    (
        players.join_verb(_join),
        players.leave_verb(_leave, "you stop being a player; your goods go to the storehouse"),
    ),
)


# == banishment ====================================================================================

BANISHMENT = "Banishment"
HOUR = timedelta(hours=1)
_TERM = regex(
    r"[\s,;:(–—-]*(?:for|lasting|duration|of|time)*\s*"
    r"(?P<count>\w+)[\s-](?P<unit>days?|weeks?|hours?)[\s.!)]*",
    re.IGNORECASE,
)


def banish(act: Context, name: str, hours: int) -> None:
    """Banish a player from now on."""
    in_play(act.book, BANISHMENT)
    player: Player = act.state.players[name]
    banished = replace(player, banished=act.now, banishment=hours)
    if player.banished is None or until(player) < until(banished):
        act.state = with_player(act.state, banished)
    act.say("{} is banished until {} at least", name, format_time(until(act.state.players[name])))


def refuse_banished(act: Context, what: str) -> None:
    """Refuse what a banished player cannot do."""
    if act.me.banished is not None and in_play(act.book, BANISHMENT):
        raise Refused("{} is banished and cannot {}", act.player, say(what), rule=BANISHMENT,
                      remedy=say("`end banishment` from {} on.",
                                 format_time(until(act.me))))  # fmt: skip


def until(player: Player) -> datetime:
    """From when on a banished player may end it."""
    since = player.banished or datetime.min.replace(tzinfo=UTC)
    try:
        return since + player.banishment * HOUR
    except OverflowError:  # a very large number stands on the page
        return datetime.max.replace(tzinfo=UTC)


def _end(act: Context) -> None:
    if act.me.banished is None:
        raise Refused("{} is not banished", act.player, rule=BANISHMENT)
    if not is_over(until(act.me), act.now):
        raise Refused(
            "the banishment lasts until {} at least", format_time(until(act.me)), rule=BANISHMENT
        )
    set_player(act, act.player, banished=None, banishment=0)
    act.say("{} is no longer banished", act.player)


END = Verb("end banishment", "end banishment", "end banishment",
           "ends your banishment when its time is over", _end,
           available=lambda act: act.me.banished is not None, needs=(CLOCK,), phrases=(
               ("!propose|proposal|motion|suggest (to|that) (we) "
                "banish|banishing|banishment|exile|exiling (of|for|from) {banishing} "
                "=> propose Banishment: {banishing}"),
               "!banish|exile {banishing} => propose Banishment: {banishing}",
               "!banishment (of|for|proposal) {banishing} => propose Banishment: {banishing}",
               "come|return (back) from banishment|exile", "unbanish (me|myself)",
           ), deeds=(
               deed("end finish over done stop finished", "banishment exile", may="is has"),
           ))  # fmt: skip


class Banishing(Struct, frozen=True):
    """Whom to banish, and for how long: ``Ben for three days``, ``Ben (3 days)``."""

    players: NamesSlot

    def read(self, text: str) -> tuple[str, ...]:
        """The two as ``Ben for 3 days``."""
        words = plain(text).split()[:12]
        for at in range(1, len(words)):
            found = _TERM.fullmatch(" ".join(words[at:]))
            count = count_of(found["count"]) if found else None
            names = self.players.read(trimmed(" ".join(words[:at]))) if count else ()
            if found and len(names) == 1:
                return (f"{names[0]} for {count} {found['unit'].casefold()}",)
        return ()


ON_BANISHMENT = Section(
    __name__, (Implementation(BANISHMENT),), by_rule(BANISHMENT, END),
    slots=lambda state, *_: {"banishing": Banishing(NamesSlot((*state.players,), ("player",)))},
)  # fmt: skip


# -- Ruleset section Proposals and its classes: Urgent, Standard, Banishment, Sacrificial ----------

BANISHMENT_SECTION, SACRIFICIAL_SECTION = "Banishment Proposal", "Sacrificial Proposal"
MOST_AGAINST = NumberAt(SACRIFICIAL_SECTION, r"no more than (\w+) votes against")
GRANTED = NumberAt(SACRIFICIAL_SECTION, r"granted (\w+)")
_HOURS = {"h": 1, "hour": 1, "d": 24, "day": 24, "week": 168}
_LONGEST = 100 * 366 * 24  # hours
_LONGEST_LINE = 300  # characters; a longer one is an argument, and no title or term
_SPAN = r"(?:\w+[ -](?:hour|day|week)s?|\d+[ -]?(?:hour|day|week|h|d)s?)"
_SPANS = rf"(?P<spans>{_SPAN}(?:(?:,| and)+ {_SPAN})*)\W*"
_TERMS = regex(
    rf"(?:banish(?:ment of|es)?\s+)?@?(?P<who>.+?)\s*(?:,|\bfor\b)\s*{_SPANS}", re.IGNORECASE
)
_WHO = regex(
    r"(?:banish(?:ment of)?|(?:the )?target(?: is)?:?)\s+@?(?P<who>.+?)[\s.!]*", re.IGNORECASE
)
_HOW_LONG = regex(rf"(?:for|(?:banishment )?duration(?: is)?:?)?\s*{_SPANS}", re.IGNORECASE)
_EACH = regex(rf"\b{_SPAN}\b", re.IGNORECASE)
_PARTS = regex(r"(?P<count>\d+|[^\d\s-]+)[ -]?(?P<unit>[a-z]+?)s?", re.IGNORECASE)


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
        why = say("{} is banished and cannot make a banishment proposal", act.player)
        raise Refused(why, rule=BANISHMENT_SECTION)


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
    grant(act, goods.STOREHOUSE, goods.HEART, act.book.derived(GRANTED))


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


# == trading =======================================================================================


def _admit(act: ActionContext[Any], trade: Trade) -> None:
    both_reputable(act, trade)
    one, other = act.state.players[trade.proposer], act.state.players[trade.partner]
    if (one.banished is None) != (other.banished is None) and in_play(act.book, BANISHMENT):
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
    known=lambda book: components(book).vocabulary, admit=_admit, admit_item=_tradable,
    spelled=_spelled, form="trade 2🌿 to Bob for 1💎", plurals=True,
)  # fmt: skip
ON_TRADING = Section(__name__, IMPLEMENTS, TRADING.verbs)


# == storehouse ====================================================================================

STOREHOUSE_SECTION = "Community Storehouse"
_WHERE = regex(
    r"\s*\b(?:from|to|in|into) (?:the |our )?(?:community )?storehouse\W*$", re.IGNORECASE
)
WITHDRAWALS = (
    "move|transfer {components} from|of (community) storehouse|storage (to) (me|myself)",
    "withdraw|take (out) {components}",
    "{components} (go|goes|come|comes) from|of (community) storehouse|storage (to) (me|myself)",
    "storehouse|storage to|→ (me|myself) {components}",
)  # fmt: skip
"""People's words for taking components out of the storehouse."""
_HERE = "community me i have own here back i'd i'll help myself pocket house"
_OUT = "need want withdraw withdrawal take get fetch grab borrow remove collect retrieve out like"
WITHDRAWAL = deed(
    _OUT, "storehouse storage", may=f"{_HERE} like from",
    never="into store deposit put donate contribute for", about="components",
)  # fmt: skip
_STORING = deed(
    "store deposit put place add move transfer donate donation give contribute send bring drop "
    "dump stash to in into at → goes", "storehouse storage community", may=f"{_HERE} off",
    never=f"{_OUT} from me", about="components",
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
    _move(act, act.player, goods.STOREHOUSE, wanted)


def withdraw(act: Context) -> None:
    """Take components out of the storehouse."""
    _refuse(act)
    _move(act, goods.STOREHOUSE, act.player, _wanted(act, act.state.storehouse))


def _refuse(act: Context) -> None:
    act.book.require(STOREHOUSE_SECTION)
    refuse_banished(act, "use the Community Storehouse")


def _wanted(act: Context, there: Mapping[str, int]) -> Mapping[str, int | None]:
    """What a line names; ``there`` is what all of it would be."""
    text = _WHERE.sub("", act.subject)
    if text.strip(" .!").casefold() not in ("all", "everything"):
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
                 ("(take|move|bring|send) {components} (go|goes) (from me) in|into|to (community) "
                  "storehouse|storage (from me)"),
             ), deeds=(_STORING,), inputs=("store <{number} {belongings}>, ...",))  # fmt: skip
ON_STOREHOUSE = Section(__name__, (Implementation(STOREHOUSE_SECTION),), (STORE,))
