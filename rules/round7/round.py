"""Round 7 of Infinite Nomic as a game: turns in real time, on a line of spaces that grows.

Timed events: at one instant the board grows first, then proposals end, pings become due, and the
turn passes last. When a turn ends, choices that were not made take their default, and whatever its
player began, rolled or was offered lapses. A turn that cannot be played for a rule that is held
begins anew (``moving``). Decision: where a page does not say whose turn it is, it is the first
player's, from the time at which the bot comes by.

Ruleset section Leaving, and becoming a player (which Turns and Poent speak of).

A newcomer comes last in the order of turns; the first one's turn begins at once, and with it the
game. Decisions: newcomers are placed on the lowest space without a move. A player who leaves on
their turn hands it to the next player; what they own is destroyed, their bank account too, but
their houses stay and take nothing any more. A player who left may come back at any time, without
poents.

The board as a picture: it grows upwards, features by sign, Jail and Gulag beside it.

Ruleset sections Proposals and Winning: how proposals pass, and who has enough Victory Poents.

Nothing but the section Winning gives or takes Victory Poents. So the bot never changes them; people
write them on the page when a rule that they adopted says so. Decisions: the game goes on after a
player has won, as no rule ends it. Several may win.

A player has one proposal at a time; it is voted on for a day, and its maker gains the margin in
poents when it passes. Proposals about the winning rule are of the class Winning: after the day they
pass once no vote is against them, or on the seventh day with three votes for each one against.
Decisions: a proposal is about that rule where its maker says so (``propose Winning: TITLE``), and
has to be where a change in the agreed form bears on the text of the section; no other is enacted by
the bot. What prose means to change is for people to judge. Such proposals need more votes for than
against in any case. Until the seventh day they can be voted on, and hold back further proposals of
their maker. Votes count at the end of the period; an unclear vote is not understood, as there are
but two reactions. Players in the Gulag do not propose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from rules.common import players as common
from rules.common import proposals as common_proposals
from rules.common import votes
from rules.common.game_on_pages import GameOnPages
from rules.common.players import LEAVING
from rules.common.proceedings import instead
from rules.common.proposals import HOLDING, OPEN, ProposalClass, title
from rules.common.sections import NumberAt, Section, in_play, next_due, settled
from rules.common.trading import depart
from rules.round7 import board, moving, naming, police, possessions, shop, towns, turns
from rules.round7.board import BoardSection, FeatureType, LandingEffects
from rules.round7.page import PAGE, STATEMENTS, to_json
from rules.round7.possessions import OwnedNumbers, refuse_in_gulag
from rules.round7.shop import TRADING
from rules.round7.state import ASPECTS, FIRST, GULAG, JAIL, Context, Player, State
from wikibot.game.actions import Event, Outcome
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.enactment import patches_of
from wikibot.game.engine.standing_rolls import when_over
from wikibot.game.game import MainNumber
from wikibot.game.picture import TURN, Edge, EdgeKind, Group, LegendEntry, Picture, PictureCell
from wikibot.game.ruleset.implementations import Bears, Implementation
from wikibot.game.state import Kind, Pending, Proposal, earliest, is_held
from wikibot.sdk import Refused, Rulebook, Shape, Unclear, Unit, Verb, fold, format_time, replace
from wikibot.wikitext.dialect import sort_key
from wikibot.wikitext.lines import sections
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.patches import PatchError, apply_patches
from wikibot.wikitext.regex import regex

# -- Ruleset sections Proposals and Winning: how proposals pass, and who has enough Victory Poents -

SECTION, WINNING = common_proposals.SECTION, "Winning"
STANDARD, ABOUT_WINNING = "Standard", "Winning"
_HOURS = NumberAt(SECTION, r"next (\w+) hours")
_LEAST_HOURS = NumberAt(WINNING, r"(\w+) hours or more")
_DAYS = NumberAt(WINNING, r"exactly (\w+) days")
_SHARE = NumberAt(WINNING, r"at least (\w+) votes in its favour")
_ENOUGH = NumberAt(WINNING, r"at least (\w+) Victory Poents")


# -- proposals -------------------------------------------------------------------------------------


def _admit(act: ActionContext[Any], proposal: Proposal) -> None:
    """Refuse a second one at a time, one from the Gulag, changes of Winning in another class."""
    refuse_in_gulag(act, "make proposals")
    if proposal.cls != ABOUT_WINNING and changes_winning(proposal, act.book.text):
        remedy = say("Send it as `propose {}: {}`.", ABOUT_WINNING, proposal.title)
        why = say("it changes the section {}, which passes in another way", WINNING)
        raise Refused(why, rule=WINNING, remedy=remedy)
    mine = (each for each in act.state.proposals if each.proposer == act.player)
    other = next((each for each in mine if each.status in common_proposals.LIVE), None)
    if other:
        remedy = say("`retract {}` first, or wait for its end.", other.id)
        raise Refused(
            "your proposal {} is being voted on", title(other), rule=SECTION, remedy=remedy
        )


def changes_winning(proposal: Proposal, ruleset: str) -> bool:
    """Whether the changes that a proposal describes bear on the section about winning."""
    try:
        patches = patches_of(proposal)
    except PatchError:
        return False  # the bot carries none of them out
    if any(fold(WINNING) in map(fold, each.section.split("/")) for each in patches):
        return True
    for patch in patches:
        before = _wording_of_winning(ruleset)
        with suppress(PatchError):
            ruleset = apply_patches(ruleset, (patch,), again=True)
        if _wording_of_winning(ruleset) != before:
            return True
    return False


def _wording_of_winning(ruleset: str) -> tuple[str, ...]:
    found = (each for each in sections(ruleset) if fold(each.title) == fold(WINNING))
    return tuple(" ".join(ruleset[each.start : each.end].split()) for each in found)


def _reward(act: ActionContext[Any], proposal: Proposal) -> None:
    """Give the margin to the player who made it."""
    cls = PROPOSALS.class_of(proposal)
    if cls and proposal.proposer in act.state.players:
        count = PROPOSALS.count(act.state, act.book, proposal, cls)
        possessions.change(act, proposal.proposer, count.favour - count.against)


def _winning_end(proposal: Proposal, book: Rulebook) -> datetime:
    """After a day the first look is taken; then it waits until the last."""
    if proposal.status == OPEN:
        return common_proposals.since(proposal) + timedelta(hours=_number(book, _LEAST_HOURS, 24))
    return _last_day(proposal, book)


def _last_day(proposal: Proposal, book: Rulebook) -> datetime:
    return common_proposals.since(proposal) + timedelta(days=_number(book, _DAYS, 7))


def _number(book: Rulebook, number: NumberAt, otherwise: int) -> int:
    """A number of the page; where the wording is not settled a proposal is held at its usual time.

    Raises ``Held`` where an accepted wording does not say it: then the proposal has no end, and
    waits for a steward.
    """
    return otherwise if book.is_held(number.section) else book.derived(number)


def _close(act: ActionContext[Any], proposal: Proposal) -> None:
    """Look at a proposal about winning at the end of its day, and of its seventh day."""
    count = _count(act, proposal)
    if count.favour and not count.against:
        _pass(act, proposal, count)
    elif proposal.status == OPEN:
        act.state = common_proposals.with_proposal(
            act.state, replace(proposal, status=HOLDING, changed=act.now)
        )
        last = format_time(_last_day(proposal, act.book))
        act.say("{} waits until no vote is against it, at most until {}", title(proposal), last)
    elif count.favour > count.against and count.favour >= act.book.derived(_SHARE) * count.against:
        _pass(act, proposal, count)
    else:
        common_proposals.fails(act, proposal, count)


def _count(act: ActionContext[Any], proposal: Proposal) -> votes.VoteCount:
    return PROPOSALS.count(act.state, act.book, proposal, CLASS_WINNING)


def _pass(act: ActionContext[Any], proposal: Proposal, count: votes.VoteCount) -> None:
    common_proposals.passes(act, proposal, count)
    _reward(act, proposal)


def _after_action(act: Context) -> None:
    # Let a proposal about winning pass as soon as the last vote against it is gone.
    for proposal in act.state.proposals:
        waits = proposal.status == HOLDING and PROPOSALS.class_of(proposal) is CLASS_WINNING
        if waits and PROPOSALS.settled(CLASS_WINNING, act.book):
            count = _count(act, proposal)
            if count.favour and not count.against:
                _pass(act, proposal, count)
    if not settled(act.book, WINNING, _ENOUGH):
        return
    enough = act.book.derived(_ENOUGH)
    for name, player in act.state.players.items():
        if player.vp >= enough and name not in act.state.winners:
            act.state = replace(act.state, winners=(*act.state.winners, name))
            act.say("{} wins with {} Victory Poents", name, player.vp)


CLASS_STANDARD = ProposalClass(
    STANDARD,
    SECTION,
    common_proposals.hours_after(lambda book: _number(book, _HOURS, 24)),
    common_proposals.majority,
    adopted=_reward,
)
CLASS_WINNING = ProposalClass(
    ABOUT_WINNING, WINNING, _winning_end, common_proposals.majority, close=_close
)
PROPOSALS = common_proposals.Proposals(
    (CLASS_STANDARD, CLASS_WINNING), default=STANDARD, unclear=None, admit=_admit
)
ON_PROPOSALS = Section(
    __name__,
    implements=(
        Implementation(SECTION, says=common_proposals.PROPOSALS.says),
        Implementation(WINNING, says="a player with enough Victory Poents wins",
                       bears=Bears(changes=("vp", "the winners"))),
    ),
    verbs=(*PROPOSALS.verbs, *votes.verbs(PROPOSALS.ballot(), rewrites=False)),
    after_action=_after_action, messages=PROPOSALS, slots=PROPOSALS.slots,
)  # fmt: skip


# -- The board as a picture: it grows upwards, features by sign, Jail and Gulag beside it ----------

ACROSS = 6  # spaces in a row, so that a phone shows them side by side
MOST = 600  # spaces; a board beyond that is a mistake, or no picture any more
TIED = "\u00a0"  # a space at which no line is broken
UNKNOWN = FeatureType("", "?", "grey")
FRONTIER = "^"  # its sign
Links = Sequence[tuple[int, int]]  # where a snake or a ladder takes a player on, and to where
Types = Mapping[str, FeatureType]


class _Space(Struct, frozen=True):
    """A primary space, with the types of its features that have one."""

    number: int
    features: tuple[str, ...]
    is_frontier: bool

    def kinds(self, types: Types) -> list[FeatureType]:
        """The types of its features; of those the first one gives its colour."""
        found = (types.get(naming.type_of(each), UNKNOWN) for each in self.features)
        return sorted(found, key=lambda kind: kind.rank)


def picture(state: State, book: Rulebook, effects: LandingEffects) -> Picture:
    """The whole board."""
    title, links, types = "The board of Round 7", _links(state), effects.features
    if state.highest > MOST:
        return Picture(
            title, (*_facts(state), say("{} spaces are too many to draw", state.highest))
        )
    spaces = [
        _Space(number, effects.on_space(state, book, number), number == state.highest)
        for number in range(FIRST, state.highest + 1)
    ]
    cells = sorted(
        (_cell(state, each, links, types) for each in spaces), key=lambda cell: (cell.y, cell.x)
    )
    groups = (
        Group(say("The board"), tuple(cells), grid=True, header="Space"),
        Group(
            say("Beside it"), (_beside(state, JAIL, 0, "brown"), _beside(state, GULAG, 1, "red"))
        ),
    )
    steps = (Edge(str(space), str(space + 1)) for space in range(FIRST, state.highest))
    edges = (
        Edge(str(start), str(end), EdgeKind.UP if end > start else EdgeKind.DOWN)
        for start, end in links
    )
    legend = tuple(_legend(spaces, links, types))
    return Picture(
        title, tuple(_facts(state)), groups, (*steps, *edges), legend, tuple(state.players)
    )


def _facts(state: State) -> Iterator[str]:
    yield f"Turn of {state.turn.player}" if state.turn else say("No player's turn")
    if state.turn and state.turn.frontier:
        yield say("new territory waits to be explored")
    if state.cop_health is not None and naming.where(state, naming.COP_CAR) is not None:
        yield say("the Cop Car has health {}", state.cop_health)
    if state.winners:
        yield say("won by {}", ", ".join(state.winners))


def _cell(state: State, space: _Space, links: Links, types: Types) -> PictureCell:
    """A space; every second row runs to the left."""
    row, step = divmod(space.number - FIRST, ACROSS)
    column = step if row % 2 == 0 else ACROSS - 1 - step
    top, kinds, here = (state.highest - FIRST) // ACROSS, space.kinds(types), str(space.number)
    signs = dict.fromkeys(types.get(naming.type_of(e), UNKNOWN).sign for e in space.features)
    marks = [f"{'↑' if end > space.number else '↓'}{TIED}{end}"
             for start, end in links if start == space.number]  # fmt: skip
    marks += filter(None, (_mark(each, types) for each in space.features))
    what = [*space.features, *(["The Frontier"] if space.is_frontier else [])]
    players = [name for name, each in state.players.items() if each.space == space.number]
    title = say("Space {}", here) + (f": {', '.join(what)}" if what else "")
    title += say("; here: {}", ", ".join(players)) if players else ""
    colour = kinds[0].colour if kinds else "sky" if space.is_frontier else "white"
    return PictureCell(
        here, column, top - row, here, "".join(signs) + (FRONTIER if space.is_frontier else ""),
        colour, title, tuple(marks), _marked(state, players),
    )  # fmt: skip


def _mark(feature: str, types: Types) -> str:
    """A house or a town in few letters: ``h2 Ann``, ``t Rome``; "" for other features."""
    house, name = naming.house(feature), naming.town(feature)
    if house:
        return f"{types[naming.HOUSE].sign}{house.power}{TIED}{house.owner}"
    return f"{types[naming.TOWN].sign}{TIED}{name}" if name else ""


def _marked(state: State, names: Iterable[str]) -> tuple[str, ...]:
    turn = state.turn.player if state.turn else None
    return tuple(f"{TURN}{name}" if name == turn else name for name in names)


def _beside(state: State, place: str, number: int, colour: str) -> PictureCell:
    names = [name for name, each in state.players.items() if each.space == place]
    title = f"{place}: {', '.join(names) or 'empty'}"
    return PictureCell(place, number, 0, place, "", colour, title, (), _marked(state, names))


def _links(state: State) -> Links:
    """The snakes and ladders that have both ends, by type and number."""
    ends: dict[tuple[str, int], dict[str, int]] = {}
    for space, feature in naming.placed(state):
        end = naming.paired(feature)
        if end:
            ends.setdefault((end.type, end.pair), {})[end.end] = space
    whole = ((kind, both) for (kind, _), both in sorted(ends.items()) if len(both) == 2)
    return [
        (both["U"], both["L"]) if kind == naming.SNAKE else (both["L"], both["U"])
        for kind, both in whole
    ]


def _legend(spaces: Iterable[_Space], links: Links, types: Types) -> Iterator[LegendEntry]:
    there = {naming.type_of(feature) for each in spaces for feature in each.features}
    kinds = sorted(there, key=sort_key)
    for kind in kinds:
        found = types.get(kind, UNKNOWN)
        yield LegendEntry(found.sign, kind, found.colour)
    yield LegendEntry(FRONTIER, say("The Frontier"), "sky")
    if naming.HOUSE in kinds:
        yield LegendEntry(f"{types[naming.HOUSE].sign}2{TIED}Ann", say("{}'s House {}", "Ann", 2))
    if links:
        yield LegendEntry(f"↑{TIED}9", say("a ladder to space {}", 9))
        yield LegendEntry(f"↓{TIED}3", say("a snake to space {}", 3))
    yield LegendEntry(TURN.strip(), say("whose turn it is"))


# == leaving =======================================================================================

_LEAVING = "Leaving"
_WHAT = regex(r"(?:the )?(?:game)?|(?:the )?(?P<gulag>gulag)", re.IGNORECASE)


def _join(act: Context) -> None:
    if act.player and act.me.space == GULAG:
        police.rejoin(act)
        return
    name, account = common.newcomer(act, rule=turns.SECTION, at_once=True)
    owner = account or name
    first_time = all(owner != each.owner for each in act.state.former)
    granted = first_time and in_play(act.book, possessions.POENT)
    start = act.book.derived(possessions.FIRST_POENTS) if granted else 0
    newcomer = Player(name, account, act.now, space=FIRST, poents=start)
    former, began = act.state.former, None if act.state.players else act.now
    act.state = replace(
        common.enter(act.state, newcomer), former=former, started=act.state.started or began
    )
    act.say("{} joins on {} with {}", name, FIRST, possessions.poents(start))
    if act.state.turn is None:
        turns.begin(act, name, act.now)


def _leave(act: Context) -> None:
    what = _WHAT.fullmatch(act.subject.strip(" .!"))
    if not what:
        raise Unclear(
            "{!r} is not understood", act.subject, nearest="`leave`, `leave town TOWN`, `rejoin`"
        )
    if what["gulag"]:
        police.rejoin(act)
        return
    act.book.require(_LEAVING)
    me: Player = act.me
    worth = [possessions.poents(me.poents)] if me.poents > 0 else []
    worth += [f"{possessions.poents(me.bank)} in the Bank"] if me.bank > 0 else []
    worth += [f"{me.vp} VP"] if me.vp > 0 else []
    numbers = OwnedNumbers(me.numbers, me.immutable).items
    towns_led = (f"the lead of {name}" for name in towns.led_by(act.state, act.player))
    lost = (*worth, *common.owned(me.items), *common.owned(numbers), *towns_led)
    if not common.really_leaves(act, lost):
        return
    who = act.player
    following = turns.next_after(act.state, who)
    on_turn = turns.is_turn(act.state, who)
    act.state = towns.without_person(turns.forget(act.state, who), who)
    act.say("{} leaves", who)
    depart(act, who)
    if on_turn:
        turns.begin(act, None if following == who else following, act.now)


LEAVING_VERBS = (
    common.join_verb(_join, at_once=True),
    Verb("leave", "leave", "leave", "you stop being a player", _leave, Shape.SUBJECT,
         phrases=LEAVING),
)  # fmt: skip


ON_LEAVING = Section(
    __name__, (Implementation(_LEAVING, says="a player may leave the game", waits="`leave`"),),
    LEAVING_VERBS,
)  # fmt: skip


# == time ==========================================================================================

PROPOSAL, PING, TRADE, PASSES = "voting ends", "a ping is due", "offers lapse", "a turn passes"
BEGIN = "a turn begins"


def next_event(state: State, book: Rulebook) -> Event | None:
    """The next timed event; of those at one instant the first by the order above."""
    begin = Event(state.now, BEGIN)
    order, on_turn = turns.order(state), state.turn.player if state.turn else None
    if (bool(order) and on_turn not in order and settled(book, turns.SECTION)) and not is_held(
        state, begin
    ):
        return begin
    growth, turn = board.next_growth(state, book), moving.end_time(state, book)
    voting, trade = (next_due(each, state, book) for each in (PROPOSALS, TRADING))
    price = turns.next_price(state, book)
    events = [
        Event(growth, board.GROWS) if growth else None, Event(voting, PROPOSAL) if voting else None,
        Event(price[0], PING, price[1]) if price else None, Event(trade, TRADE) if trade else None,
        Event(turn, PASSES, state.turn.player) if turn and state.turn else None,
    ]  # fmt: skip
    return earliest(state, events)


_HANDLERS: Mapping[str, Callable[[Context, Event], None]] = {
    BEGIN: lambda act, _: _begin(act), board.GROWS: lambda act, _: board.grow(act),
    PROPOSAL: lambda act, _: PROPOSALS.pass_time(act), TRADE: lambda act, _: TRADING.pass_time(act),
    police.SENT: lambda act, event: police.send(act, event.data),
    PING: lambda act, event: _ping_due(act, event.data),
    PASSES: lambda act, event: _pass_turn(act, event.time),
}  # fmt: skip


def pass_time(act: Context, event: Event) -> None:
    """Let one of those events happen."""
    _HANDLERS[event.name](act, event)


def _begin(act: Context) -> None:
    """Give the turn to the first player of the order, or to the next after one without turns."""
    turn = act.state.turn
    known = turn is not None and turn.player in act.state.players
    first, *_ = turns.order(act.state)
    following = turns.next_after(act.state, turn.player) if turn and known else first
    turns.begin(act, following, act.state.now)


def _ping_due(act: Context, who: str) -> None:
    """Make a player pay for a ping, but not while it cannot be given."""
    if act.book.is_held(turns.SECTION):
        instead(act, lambda: turns.price(act, who), lambda: moving.put_off_ping(act, who))
    else:
        turns.price(act, who)


def _pass_turn(act: Context, time: datetime) -> None:
    """Let an overdue turn pass, but not against a player who had to wait for a steward."""
    unit = moving.hindrance(act.state, act.book)
    if unit:
        instead(act, lambda: end_turn(act, time), lambda: moving.begin_anew(act, unit, time))
    elif moving.excused(act.state):
        instead(act, lambda: end_turn(act, time), lambda: end_turn(act, time, excused=True))
    else:
        end_turn(act, time)


def end_turn(act: Context, time: datetime, *, excused: bool = False) -> None:
    """End the present turn at a time and begin the next. ``excused``: it was not missed."""
    turn = act.state.turn
    if turn is None:
        return
    who = turn.player
    if who in act.state.players:
        police.admit_by_default(act, who)
        police.turn_ends_in_jail(act, who)
        police.turn_ends_in_gulag(act, who, missed=not (turn.has_begun or turn.over or excused))
        following = turns.next_after(act.state, who)
    else:
        following = next(iter(turns.order(act.state)), None)
    left = tuple(each for each in act.state.pending if each.player != who or each.kind is Kind.HELD)
    act.state = replace(when_over(act.state, player=who), pending=left)
    turns.begin(act, following, time)


def finish_turn(act: Context) -> None:
    """End the turn after an order that ended it, or whose player is gone."""
    turn = act.state.turn
    if turn and (turn.over or turn.player not in act.state.players):
        end_turn(act, act.now)


RULES = Section(after_action=finish_turn)


# == round =========================================================================================


class Round7(GameOnPages[State]):
    """The game, wired together out of its sections."""

    name = "round7"
    title = "Infinite Nomic, Round 7"
    has_phases = False
    sections: tuple[Section, ...] = (
        ON_LEAVING, turns.RULES, moving.ON_STANDSTILL, board.ON_GAME_BOARD, moving.RULES,
        turns.ON_FRONTIER, board.RULES, police.ON_JAIL, police.ON_GULAG, moving.ON_TILES,
        police.RULES, shop.RULES, shop.ON_USING_ITEMS, possessions.RULES, possessions.ON_POENT,
        moving.ON_HOUSES, board.ON_BANK, towns.RULES, shop.ON_COMMERCE, ON_PROPOSALS, board.ON_SNEK,
        RULES,
    )  # fmt: skip
    package = __package__
    catalogues = (shop.CATALOGUE,)
    rulesets = (("Round 7",), ("demo",))
    on_page = PAGE
    in_words = STATEMENTS
    next_event = staticmethod(next_event)
    handle_event = staticmethod(pass_time)
    deadline = staticmethod(turns.end_time)
    until = staticmethod(moving.until)
    aspects = ASPECTS
    main_number = MainNumber("Victory Poents", lambda player: player.vp)

    def __init__(self) -> None:
        super().__init__()
        ours = [each for each in self.sections if isinstance(each, BoardSection)]
        self.landing = LandingEffects(
            tuple(tile for each in ours for tile in each.tiles),
            {feature.name: feature for each in ours for feature in each.features},
        )

    def whose_turn(self, state: State) -> str:
        return state.turn.player if state.turn else ""

    def to_json(self, state: State, book: Rulebook) -> Mapping[str, Any]:
        return to_json(state, book, self.landing)

    def picture(self, state: State, book: Rulebook) -> Picture:
        return picture(state, book, self.landing)

    def world_of(self, unit: Unit) -> Any:
        if unit.catalogue != shop.SECTION:
            return None
        from rules.round7.own_words import WARES

        return WARES

    def dangling(self, state: State, book: Rulebook) -> Mapping[str, str]:
        on = later("{} is on space {}")
        named = [(say(on, n, str(p.space)), p.space) for n, p in state.players.items()]
        named += [(say(on, ", ".join(f), str(n)), n) for n, f in state.features.items()]
        spaces = say("the spaces are those from {} to {}", FIRST, state.highest)
        there = range(FIRST, state.highest + 1)
        return {said: spaces for said, at in named if isinstance(at, int) and at not in there}

    def standing(self, state: State, player: str) -> str:
        me, own = state.players[player], super().standing(state, player)
        where = say("space {}", str(me.space)) if isinstance(me.space, int) else str(me.space)
        return ", ".join(filter(None, (where, f"{me.poents} poents, {me.vp} VP", own)))

    def reserved(self, state: State, book: Rulebook) -> Iterable[str]:
        own = (*self.landing.features, "field", "officer", "Frontier")
        return (*own, JAIL, GULAG, "Space", "Number", "poents", "VP")

    def names(self, state: State, book: Rulebook) -> Iterable[str]:
        yield from super().names(state, book)
        yield from (*shop.wares(book), *shop.known_items(book), *state.towns, JAIL, GULAG)
        yield from (feature for _, feature in naming.placed(state))

    def on_line(self, before: State, after: State, outcome: Outcome, book: Rulebook) -> State:
        return moving.on_line(before, after, outcome, book, self.verbs)

    def others_may_roll(self, state: State, pending: Pending, book: Rulebook) -> bool:
        return pending == turns.waiting(state)

    def objection(self, proposal: Proposal, book: Rulebook) -> str:
        if PROPOSALS.class_of(proposal) is CLASS_WINNING or not changes_winning(
            proposal, book.text
        ):
            return ""
        passed_as = common_proposals.of_class(proposal.cls or STANDARD)
        return say("it changes the section {}, but passed as {}", WINNING, passed_as)


GAME = Round7()
