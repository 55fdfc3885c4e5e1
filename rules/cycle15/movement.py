"""Ruleset sections Movement and Doubles: roll, select a way, pass every space but the last, land.

Once a phase each player may move. All selections are collected before anything happens; then the
spaces take their effect in order. Decisions: a move that an item grants is not the once-a-phase
move and does not use it up. To move directly to a space is a one-space move: the player leaves and
lands, and has moved in the phase. A player whose space is gone starts from the initial space. For
doubles there is one item, however many dice agree. When a rule that bears on a move was reworded,
the moves that it bears on are held.

What a move brings along beside what its spaces do: images, jetpacks, trains, the hitched, teams.

All of it comes from items and stands among the players' effects. Decisions: a fractal image that
passes or lands is affected as if its owner stood there; its owner chooses where it goes at a
branch, and takes up what it is offered. A hitched player may be brought along until the phase ends,
by as many spaces as the player who hitched them moved; the move of one who is brought along brings
no other player along.

A move of this phase, made again with another roll: from its start, by the same selections.

What it brought is taken back, and its way is walked anew, as far as the new roll goes; what passing
and landing bring then happens. Further selections are its own player's: where another player
changed the roll, that player's move waits for them (``walk again``) until the phase ends, and is
not made before they are there. Decisions: what cannot be taken back, as it changed again since, is
for a steward to rule on. A player who was moved by another makes these selections, and the choices
that arise anew, themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from rules.common.players import phase_end
from rules.common.sections import CLOCK, PHASE, DiceOf, Section, in_play
from rules.cycle15 import party, path, possessions, taking_back
from rules.cycle15 import state as game
from rules.cycle15.garbage import grant_later
from rules.cycle15.possessions import Bearing, end_effects, give_effect, grant, take_next, values
from rules.cycle15.spaces import OfferVerb, others_on, place, successors, where
from rules.cycle15.state import Context, Effect, Move, State
from wikibot.game.engine.orders import Order
from wikibot.game.problems import Held, Missing, MissingRoll, NotNow, Refused
from wikibot.sdk import How, Implementation, Shape, Verb, format_time, replace, under, with_player
from wikibot.wikitext.messages import say

# == companions ====================================================================================

BRING = "bring"
Beside = Callable[[Context, str, int], None]


def when_passing(act: Context, who: str, bearing: Bearing) -> tuple[Beside, ...]:
    """What happens on every space that a player passes, beside what the space does."""
    player, beside = act.state.players[who], list[Beside]()
    if not player.effects and not bearing.slows_to:
        return ()
    if bearing.slows_to:
        beside.append(partial(_shoot, Effect(game.NEXT_COUNT, bearing.slows_to)))
    if possessions.is_any(player, game.TRAINS) and party.TAKES in party.upgrades(act, party.TRAINS):
        beside.append(party.offer_steamroll)
    if values(player, game.IMAGE):
        beside.append(_image_passes)
    return tuple(beside)


def _shoot(slowed: Effect, act: Context, who: str, space: int) -> None:
    for name in others_on(act.state, who, space):
        act.state = give_effect(act.state, name, slowed)
        act.say("{} is shot: {}", name, slowed)


# -- fractal images --------------------------------------------------------------------------------


def _image_passes(act: Context, who: str, space: int) -> None:
    if space == game.START:
        _move_images(act, who, lands=False)


def after_landing(act: Context, who: str, space: int) -> None:
    """Let the fractal images of a player who landed on the initial space move and land."""
    if space == game.START and act.state.players[who].effects:
        _move_images(act, who, lands=True)


def _move_images(act: Context, owner: str, *, lands: bool) -> None:
    """Let each image of a player move once. What one brings about may move the others first."""
    for _ in values(act.state.players[owner], game.IMAGE):
        here = values(act.state.players[owner], game.IMAGE)[0]  # it is the last of them then
        act.state = possessions.without_one(act.state, owner, Effect(game.IMAGE, here))
        ways = successors(act.state, here) if here in act.state.spaces else ()
        if not ways:
            possessions.stand(act, owner, here)
            act.say("the fractal image of {} at {} cannot move", owner, here)
            continue
        asks = f"where the fractal image of {owner} goes from {here}"
        question = f"where does the fractal image of {owner} go from {here}"
        there = act.choose(asks, ways, rule="Menger Sponge", question=question)
        moves = say("lands on" if lands else "passes")
        act.say("the fractal image of {} {} {}", owner, moves, there)
        before, affect = act.state, partial(_affect, act, owner, there, lands=lands)
        possessions.stand(act, owner, possessions.in_its_stead(act, owner, there, affect))
        path.hand_over(act, before, owner, owner, path.FOR_IMAGE)


def _affect(act: Context, owner: str, there: int, *, lands: bool) -> None:
    """Let a space do to an image what it does to players."""
    kind = path.kind_at(act, there)
    if lands:
        path.land(act, owner, there)
    elif kind.passing:
        kind.passing(act, owner, there)


# == movement ======================================================================================

MOVE, LABEL = "move", "movement"
DOUBLES, FOR_DOUBLES = "Doubles", "Time Bean Chili"
FILLERS = ("to", "space", "spaces", "then", "and", "via", "through")


class Terms(Struct, frozen=True):
    """The terms of one move.

    ``count`` None: what the dice show. ``alone``: no hitched player may be brought along.
    ``regular``: it is the one of the phase. ``by``: who makes the choices that arise from it, where
    that is another player. ``again``: a move that was taken back and is made again, with its dice
    and as far as it went.
    """

    count: int | None = None
    alone: bool = False
    regular: bool = False
    by: str = ""
    again: Move | None = None


USUAL, REGULAR = Terms(), Terms(regular=True)
_GOING = "move|go|walk|travel|advance|head|run|step|proceed|journey|hop|wander|race|dash|drive|"
_GOING += "mv|stroll|march|stride|trot|skip|leap|jog|sail|climb|cross|wend|venture|saunter"
_MAKING = "commence|begin|start|make|take|do|perform|complete|declare"
_STEPS = "steps"  # which no order has: so many were not rolled
_MOVING = (
    (f"!{_GOING} (forward|ahead|on) (by) {{rolled}} spaces|steps|squares|fields|places "
     "(forward|ahead|on) => move"),
    f"!{_GOING} {{misrolled}} spaces|steps|squares|fields|places => move {{misrolled}} {_STEPS}",
    f"{_GOING} (forward|ahead|on|along|over|through|from|to|onto|way) {{path}}",
    f"{_GOING} (by) {{rolled}} (spaces|steps) (and) (land) to|on|onto {{path}} => move {{path}}",
    f"!move|moving|go|going again (to|along) {{path}} => use {FOR_DOUBLES}: {{path}}",
    f"{_GOING} (to) {{space}} via|through|over|past {{path}} => move {{path}} {{space}}",
    f"{_MAKING} (my|the|a|this) (phase's) move|movement (to|along|through|via|over) {{path}}",
    f"{_MAKING} (my|the|a|this) (phase's) move|movement",
    "roll (the) (dice) (for|and|to) (my|the) (move|movement|go)",
    "roll (the) (dice) (for|and|to) (my|the) (move|movement|go) {path}",
    "movement|path|route (is) {path}", "{shown way}",
    "off|on|onward|onwards|forward|along|up to {path}",
    "take|bring|lead|carry me to|along|over|through|onto {path}",
    "take road|path|way|route to|over|through {path}",
    "stop|land|end|arrive|finish (up) on|at|in {path}", "take|begin|start|do (my|the) turn",
    "take|begin|start|do (my|the) turn {path}",
)  # fmt: skip
DICE = DiceOf(path.RULE)
UNBURDENED = Bearing(0)


def _move(act: Context) -> None:
    phase, moved = act.state.phase, act.me.moved
    if phase in moved:
        remedy = say("The next phase begins {}.", format_time(phase_end(act)))
        raise NotNow("you have moved in this phase", rule=path.RULE, remedy=remedy)
    path.refuse_strangers(act)
    moved = (*[each for each in moved if each >= phase - 1], phase)
    act.state = with_player(act.state, replace(act.me, moved=moved))
    carry_out(act, act.player, REGULAR)


def carry_out(act: Context, who: str, terms: Terms = USUAL) -> None:
    """Let a player move, from the roll to the landing; the acting player makes all choices."""
    act.book.require(path.RULE)
    before, again = act.state, terms.again
    faces = again.faces if again else DICE.roll(act, LABEL) if terms.count is None else ()
    plus = again.added if again else party.additions(act, who)
    bearing = take_next(act, who, (sum(faces) if terms.count is None else terms.count) + plus)
    start = where(act.state, who)
    way = path.select(act, start, bearing.count, bearing.ignoring, again.path if again else ())
    time = again.time if again else act.now
    move = Move(who, time, faces, start, tuple(way.path), terms.regular, plus)
    _set_out(act, move)
    follow(act, who, way.path, bearing)
    if len(dict.fromkeys(faces)) < len(faces) and in_play(act.book, DOUBLES):
        grant(act, who, FOR_DOUBLES, 1, "for doubles")
    if not terms.alone:
        # Offer to bring along whom a player hitched, the same number of spaces.
        count = len(way.path)
        player = act.state.players[who]
        for name in values(player, game.HITCHED) if count and player.effects else ():
            if name in act.state.players and name != who:
                along = say("{} moves {} spaces along with {}", name, count, who)
                OfferVerb(BRING, along, name, count)(act, who, game.START)
    if terms.by and terms.by != who:
        path.hand_over(act, before, who, terms.by)
    party.offer_combos(act, who, faces)
    _note(act, move, before)
    path.refuse_leftovers(act, way)


def direct(act: Context, who: str, space: int) -> None:
    """Let a player move directly to a space, the only one of the move: no roll, nothing passed."""
    act.book.require(path.RULE)
    before, move = act.state, Move(who, act.now, (), where(act.state, who), (space,), regular=False)
    _set_out(act, move)
    follow(act, who, (space,))
    _note(act, move, before)


def _set_out(act: Context, move: Move) -> None:
    act.state = replace(act.state, moves=(*act.state.moves, move))
    way = " → ".join(map(str, (move.leaves, *move.path)))
    act.say(way if move.player == act.player else f"{move.player}: {way}")
    # Grant what a team was promised for this player's moving in this phase.
    if not act.state.players[move.player].effects:
        return
    for name in act.state.players:
        mark = Effect(game.TEAM, name, act.state.phase)
        promised = act.state.players[move.player].effects.count(mark)
        act.state = end_effects(act.state, move.player, mark)
        for _ in range(promised):
            for each in (move.player, name):
                grant_later(act, each, f"a random item, as {move.player} moved")


def _note(act: Context, move: Move, before: State) -> None:
    noted = taking_back.noted(act, move, before)
    act.state = replace(
        act.state, moves=tuple([noted if each is move else each for each in act.state.moves])
    )


def follow(act: Context, who: str, way: Sequence[int], bearing: Bearing = UNBURDENED) -> None:
    """Pass all spaces of a way but the last, in order, and land on the last, if there is any."""
    beside = when_passing(act, who, bearing)
    for space in way[:-1]:
        # Let a space do to a player what it does to all who pass it.
        kind = path.kind_at(act, space, bearing.ignoring)
        if kind.passing:
            place(act, who, space)  # nothing else looks at where the player is meanwhile
            kind.passing(act, who, space)
            party.check(act)
        for effect in beside:
            effect(act, who, space)
    if way:
        place(act, who, way[-1])
        path.land(act, who, way[-1], bearing.ignoring)
        after_landing(act, who, way[-1])


RULES = Section(
    __name__,
    (
        Implementation(path.RULE, How.ASKS, people="whether a move was in error or incomplete"),
        Implementation(DOUBLES, waits="moves with doubles",
                       says="a player who rolls a number several times when moving gains an item"),
    ),
    under(
        path.RULE,
        Verb(MOVE, "move SPACE SPACE ...", "move 1 2 3 4 -- 2d4 (1, 3) = 4",
             "rolls, and takes you along the spaces you name (those without a choice may be left "
             "out)", _move, Shape.WORDS,
             available=lambda act: act.state.phase not in act.me.moved, fillers=FILLERS,
             hints=("roll", "go", "walk"), phrases=_MOVING, inputs=("move[ <{space}> ...]",),
             needs=(CLOCK, PHASE)),
    ),
)  # fmt: skip


# == replaying =====================================================================================

WALK = "walk again"
_AGAIN = (game.WALKS, game.WALKS_REGULAR)


class Again(Struct, frozen=True):
    """One move whose roll ``unit``, an item of the ruleset, changes: an effect says so."""

    act: Context
    move: Move
    unit: str

    def run(self, after: State) -> None:
        """Make it again. ``after``: the state with the roll changed and the move taken back."""
        act, move, before = self.act, self.move, self.act.state
        if act.answers_left and move.player != act.player:
            why = say("the choices of that move are {}'s", move.player)
            raise Refused(why, rule=path.RULE, remedy="Leave them out.")
        made, selected = len(act.supply.made), bool(act.answers_left)
        act.state = after
        try:
            with path.choices(act, of_another=move.player != act.player):
                carry_out(act, move.player, _terms(move))
            taking_back.refuse_debts(act, before, move)
        except Missing as missing:
            if move.player == act.player or isinstance(missing, MissingRoll):
                raise
            act.state = after
            self._wait(before, missing.asks, made)
        except Refused as refused:
            if selected:
                raise
            raise self._held(refused.text) from None
        except taking_back.Changed as why:
            raise self._held(str(why)) from None
        else:
            # Let the move stand among the others where it stood.
            moves = list(self.act.state.moves)
            moves.insert(before.moves.index(self.move), moves.pop())
            self.act.state = replace(self.act.state, moves=tuple(moves))

    def taken_back(self) -> State:
        """The state without what the move brought."""
        act, before = self.act, self.act.state
        try:
            taking_back.take_back(act, self.move)
        except taking_back.Changed as why:
            raise self._held(str(why)) from None
        after, act.state = act.state, before
        return after

    def _held(self, why: str) -> Held:
        return Held(self.unit, "the move of {} cannot be made again: {}", self.move.player, why)

    def _wait(self, before: State, asks: str, made: int) -> None:
        """Leave the move to its player, who has selections to make."""
        act, name = self.act, self.move.player
        try:
            taking_back.refuse_debts(act, before, self.move)
        except taking_back.Changed as why:
            raise self._held(str(why)) from None
        kind = game.WALKS_REGULAR if self.move.regular else game.WALKS
        mark = Effect(kind, (self.move.faces, self.move.added, self.move.path), act.state.phase)
        act.state = give_effect(act.state, name, mark)
        act.say("the move is taken back")
        act.leave_rolls(made, name, WALK)
        path.leave_to(act, name, str(Order(REPLAYING.verbs[0])), asks)


def _terms(move: Move) -> Terms:
    return Terms(regular=bool(move.regular), again=move)


# -- a move that waits for its player --------------------------------------------------------------


def _walk(act: Context) -> None:
    mark = next((each for each in act.me.effects if each.kind in _AGAIN), None)
    if mark is None:
        raise Refused("no move of yours was taken back", rule=path.RULE)
    faces, plus, way = mark.value
    act.state = end_effects(act.state, act.player, mark)
    regular = mark.kind == game.WALKS_REGULAR
    move = Move(act.player, act.now, faces, act.me.location, way, regular, plus)
    carry_out(act, act.player, _terms(move))


REPLAYING = Section(
    verbs=(
    Verb(WALK, "walk again SPACE ...", "walk again 5",
         "goes on with a move of yours whose roll another player changed",
         _walk, Shape.WORDS,
         available=lambda act: any(each.kind in _AGAIN for each in act.me.effects),
         inputs=("walk again[ <{space}> ...]",)),
    ),
    after_action=taking_back.note_taken_up, changed="pending",
)  # fmt: skip
