"""Selecting the spaces of a move: as many as were rolled, each a successor of the one before.

Selections that leave no choice are made by themselves, so a line may name the whole way or only the
turns that matter. A Stop Sign ends the selections, after an Oil Spill the next one is random, and a
Geyser that is gone over lets the way be one space longer or shorter: a player who names exactly so
many spaces has taken that up, and ``stop`` or (where the next one is random) ``on`` says it, too.

What follows on landing: pings, dancing, the space's own effect, its next pseudo-type.

Decision on the order, which the rules leave open: what depends on who stands there comes first,
then the effect of the space, then the change of a category's pseudo-type. A space that an item
makes Blank for this move is not a category in it.

The ping is of ruleset section Players, in the later ruleset only: a player who lands on a space may
ping those there who sat out this phase and the last. They are granted something to get going, the
one who pings a Shurdle. Decision: the choice stays open until the phase ends; each idle player can
be pinged once for each landing.

Choices that one player's line leaves to another: of a moved player, of an image, of an order.

What such a move offers is offered to the one who chooses: ``for Bob: take garbage`` until the phase
ends. What comes of it is Bob's; what comes of an image's choices is as said in ``images``.
Decision: a combo is not a choice of the move, so it stays with the one who was moved.

An order whose choices are another player's waits for them until the phase ends. It and the line
have different identities, as the line's writer can take back the line, but not this order. Choices
of the other that made themselves are not answers of the line, and stand neither with it nor in the
log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct, field

from rules.common.players import SECTION as PLAYERS
from rules.common.players import phase_end
from rules.common.sections import CLOCK, PHASE, Says, Section
from rules.cycle15 import party, possessions, spaces
from rules.cycle15.possessions import grant
from rules.cycle15.space_types import FEWER, GEYSER, MORE, OIL_SPILL, STOP_SIGN
from rules.cycle15.spaces import OfferVerb, SpaceType, successors, where
from rules.cycle15.state import Context, Space, State
from rules.cycle15.types import type_of, types_by_name, types_in_force
from wikibot.game.actions import IdentityPart
from wikibot.game.engine.context import BY_ITSELF
from wikibot.game.engine.orders import parse_order
from wikibot.game.problems import listing
from wikibot.game.state import Kind, Offer, wait_for
from wikibot.sdk import Held, Pending, Refused, Shape, Unclear, Verb, integer, replace
from wikibot.wikitext.messages import retold, say
from wikibot.wikitext.regex import regex

# == path ==========================================================================================

RULE = "Movement"
STOP, ON = "stop", "on"


class MisfitName(Struct, frozen=True):
    """A name that did not fit where it stood: the name, after which space, what follows that."""

    name: str
    after: int
    options: tuple[int, ...]


class SelectedPath(Struct):
    """A way being selected, and what its player wrote that did not fit."""

    here: int
    count: int
    path: list[int] = field(default_factory=list)
    named: int = 0  # selections that the player named
    longer: int = 0
    shorter: int = 0
    last: SpaceType | None = None  # the type of the space that was selected last
    misfits: list[MisfitName] = field(default_factory=list)  # of the line's names, in order

    @property
    def ends(self) -> bool:
        """Whether the last space ends the selections early."""
        return self.last is not None and self.last.ends


def select(
    act: Context, start: int, count: int, ignoring: Sequence[str] = (), made: Sequence[int] = ()
) -> SelectedPath:
    """Select ``count`` spaces from ``start`` on. What is in ``ignoring`` is treated as Blank.

    ``made``: the first selections, which were made before.
    """
    way = SelectedPath(start, count)
    if count > spaces.MOST:
        raise Held(RULE, "a move of {} spaces is more than the bot goes along", count)
    if not made:
        straight = _straight(act, start, count)
        if straight or not act.answers_left:
            _go_along(act, way, straight, ignoring)
        else:
            find_way(act, start, count)
    while not (way.ends or _complete(act, way)):
        kind = way.last
        if len(way.path) < len(made):
            # A selection that was made before, if it can still be made.
            space = made[len(way.path)]
            if space not in successors(act.state, way.here):
                raise Refused("{} does not follow {} any more", space, way.here, rule=RULE)
            chosen: int | None = space
        else:
            chosen = _next(act, way, slippery=bool(kind and kind.slippery))
        if chosen is None:
            break
        if kind and kind.glides:
            way.longer += act.book.derived(MORE)
            way.shorter += act.book.derived(FEWER)
        way.path.append(chosen)
        way.here = chosen
        way.last = kind_at(act, chosen, ignoring)
    return way


def _straight(act: Context, start: int, count: int) -> Sequence[int]:
    """The first spaces of a way that takes all answers in order, as far as nothing is to be asked.

    None where the answers name other spaces, or more. An order that waited has answers for spaces
    without a choice as well.
    """
    spaces, here, answers = act.state.spaces, start, act.answers_left
    way: list[int] = []
    if len(answers) > count:
        return ()
    for answer in answers:
        follow = spaces[here].successors
        alone = answer == BY_ITSELF and len(follow) == 1
        for space in follow:
            if (alone or str(space) == answer) and space in spaces:
                break
        else:
            return ()
        way.append(space)
        here = space
    while len(way) < count and len(spaces[here].successors) == 1:
        (here,) = spaces[here].successors
        if here not in spaces:
            break
        way.append(here)
    return way


def _go_along(
    act: Context, way: SelectedPath, straight: Sequence[int], ignoring: Sequence[str]
) -> None:
    """Select spaces that nothing is asked for, until the type of one bears on the selections."""
    known = act.book.derived(types_in_force) if not ignoring else {}
    spaces, answers, taken, at = act.state.spaces, act.answers_left, 0, 0
    for at, space in enumerate(straight, 1):
        kind = known.get(spaces[space].type)
        if kind is None:  # a roll may be needed for it
            act.take_in_order(straight[taken:at])
            taken, kind = at, kind_at(act, space, ignoring)
        way.last = kind
        if kind.slippery or kind.glides or kind.ends:
            break
    if taken < at:
        act.take_in_order(straight[taken:at])
    way.path += straight[:at]
    named = answers[:at]
    way.named, way.here = len(named) - named.count(BY_ITSELF), (way.here, *way.path)[-1]


def kind_at(act: Context, space: int, ignoring: Sequence[str] = ()) -> SpaceType:
    """The type that applies at a space in this move."""
    found = act.state.spaces[space]
    if ignoring and is_ignored(found, ignoring):
        return type_of(act, Space(space))
    groups, known = act.book.derived(types_by_name)
    name = found.pseudo_type if groups.get(found.type) else found.type
    if name in known:
        return known[name]
    spaces.settle_pseudo_type(act, space)
    return type_of(act, act.state.spaces[space])


def is_ignored(space: Space, ignoring: Sequence[str]) -> bool:
    """Whether a space is treated as Blank in this move."""
    return space.type in ignoring or space.pseudo_type in ignoring


def refuse_leftovers(act: Context, way: SelectedPath) -> None:
    """Refuse a line that names spaces which are no part of the way, with the first misfit."""
    left = act.answers_left
    if not left:
        return
    # The first misfit of a line that names the whole way, else that of what is left over.
    is_whole = way.named + len(left) == len(way.path)
    misfit = next((each for each in way.misfits if is_whole or each.name == left[0]), None)
    if misfit and act.find(misfit.name, _texts(act.state.spaces)) is None:
        raise Refused("{!r} is not a space", misfit.name, rule=RULE)
    if misfit:
        there = (
            say("You are on {} already. ", misfit.after) if misfit.name == str(misfit.after) else ""
        )
        remedy = there + say("Options: {}.", listing(_texts(misfit.options)))
        raise Refused("{} does not follow {}", misfit.name, misfit.after, rule=RULE, remedy=remedy)
    if way.ends:
        why = say("the move ends at {}, so {} cannot be selected", way.here, listing(left))
        raise Refused(why, rule=STOP_SIGN.name)
    why = say(
        "{} spaces are to be selected, but {} are named", way.count, len(way.path) + len(left)
    )
    raise Refused(why, rule=RULE, remedy=say("Leave out {}.", listing(left)))


def refuse_strangers(act: Context) -> None:
    """Refuse words that name nothing in the game before anything is rolled for them."""
    for answer in act.answers_left[:1]:
        goes_on = answer in (STOP, ON) and act.rolls_left  # `let's move on` is no move
        is_number = answer.lstrip("+-").isdecimal()
        if not (answer == BY_ITSELF or goes_on or is_number or act.is_name(answer)):
            near = _texts(successors(act.state, where(act.state, act.player)))
            raise Unclear("{!r} is not a space", answer, nearest=near)


def _complete(act: Context, way: SelectedPath) -> bool:
    done = len(way.path)
    if done < way.count - way.shorter:
        return False
    if done >= way.count + way.longer:
        return True
    left = act.answers_left
    if left and act.find(left[0], (*_texts(successors(act.state, way.here)), STOP, ON)) is not None:
        return False  # goes on, by gliding or not, or says that it stops
    return done >= way.count or (not left and way.named == done)


def _next(act: Context, way: SelectedPath, *, slippery: bool) -> int | None:
    """The next selection; None where the player stops at a shorter way."""
    options, may_stop = successors(act.state, way.here), len(way.path) >= way.count - way.shorter
    if not options and may_stop:
        return None
    if not options:
        why = say("nothing follows {}, but {} spaces are to be selected", way.here, way.count)
        raise Refused(why, rule=RULE)
    named = None if slippery else act.named(options)
    if named is not None:
        way.named += 1
        return named
    asks = f"space {len(way.path) + 1} of {way.count}, after {way.here}"
    question = f"which way after {way.here}"
    left = act.answers_left
    if may_stop and (not left or act.find(left[0], (STOP, ON))):
        may = say(" (the {} lets you `{}` here, or name {} more)", GEYSER, STOP, way.longer)
        asks, question = asks + may, question + may
        ways = ((ON,) if slippery else _texts(options)) + (STOP,)
        picked = act.choose(asks, ways, rule=RULE, question=question)
        if picked == STOP or not slippery:
            return None if picked == STOP else integer(picked)
    if slippery:
        return _slip(act, way, options)
    if left and len(options) > 1:
        # What is no space at all is not understood elsewhere.
        name = left[0]
        follows, known = _texts(options), _texts(act.state.spaces)
        if act.find(name, follows) is None and act.find(name, known) is not None:
            remedy = say("Options: {}.", listing(follows))
            raise Refused("{} does not follow {}", name, way.here, rule=RULE, remedy=remedy)
    chosen = act.choose(asks, options, rule=RULE, question=question)
    _count(act, way, left, options)
    return chosen


def _count(
    act: Context, way: SelectedPath, before: tuple[str, ...], options: tuple[int, ...]
) -> None:
    """Note whether a selection was named, or what was named in its place."""
    if len(act.answers_left) == len(before) and before:
        way.misfits.append(MisfitName(before[0], way.here, options))
    elif before and before[0] != BY_ITSELF:
        way.named += 1


def _slip(act: Context, way: SelectedPath, options: tuple[int, ...]) -> int:
    chosen = act.pick(options, f"{OIL_SPILL} at {way.here}")
    left = act.answers_left
    act.choose("the space that came out", (chosen,))  # where the line names it
    _count(act, way, left, (chosen,))
    if len(options) > 1:
        act.say("the {} at {} sends {} to {}", OIL_SPILL, way.here, act.player, chosen)
    return chosen


def _texts(spaces: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, spaces))


# -- The way to a space that a player names as the end of a move: ``move to 21``, ``21 via 20`` ----
# It is taken where the names do not fit as selections at the branches, and exactly one way of that
# many spaces goes through all of them in order and ends at the last. Where a space on the way has
# a type that bears on the selections themselves, nothing is made out.

_NUMBER = regex(r"-?[0-9]{1,9}")
_MOST_SPACES = 60  # of a way that is looked for
_MOST_TRIED = 3000  # spaces that are looked at for it


def find_way(act: Context, start: int, count: int) -> None:
    """Put the whole way in the place of the names that a line gives, where they mean one way."""
    left = act.answers_left
    if not left or count > _MOST_SPACES or not all(map(_NUMBER.fullmatch, left)):
        return
    names = tuple(map(integer, left))
    if names[-1] not in act.state.spaces or _selects(act.state, start, count, names):
        return
    way = _only_way(act, start, count, names)
    if not way and names[1:] and names[0] == start:  # from where they stand
        way = _only_way(act, start, count, names[1:])
    if way:
        whole = iter((tuple(map(str, way)),))
        act.split_answers(lambda _: next(whole, ()))


def _only_way(act: Context, start: int, count: int, names: Sequence[int]) -> Sequence[int]:
    """The only way through these spaces to the last of them; () where there are more, or none."""
    found = _Ways(act, names)
    ways = [way for _, way in zip(range(2), found.from_(start, count, 0), strict=False)]
    return ways[0] if len(ways) == 1 and found.is_sure else ()


def _selects(state: State, start: int, count: int, names: Sequence[int]) -> bool:
    """Whether names are the selections at the branches, in order, and of none that are left out."""
    here, rest = start, list(names)
    for _ in range(count):
        options = successors(state, here)
        if rest and rest[0] in options:
            here = rest.pop(0)
        elif len(options) == 1:
            here = options[0]
        else:
            return not rest
    return not rest


class _Ways:
    """The ways through some spaces to the last of them. ``is_sure``: none was left out."""

    def __init__(self, act: Context, names: Sequence[int]) -> None:
        self._state, self._names = act.state, names
        self._types = act.book.derived(types_in_force)
        self._groups = act.book.derived(spaces.categories)
        self._tried, self.is_sure = 0, True

    def from_(self, here: int, left: int, passed: int) -> Iterator[tuple[int, ...]]:
        """All ways of ``left`` spaces, where ``passed`` of the names lie behind."""
        if not left:
            if passed == len(self._names) and here == self._names[-1]:
                yield ()
            return
        for space in successors(self._state, here):
            self._tried += 1
            if self._tried > _MOST_TRIED or self._bears(space):
                self.is_sure = False
                return
            is_next = passed < len(self._names) and space == self._names[passed]
            for rest in self.from_(space, left - 1, passed + is_next):
                yield (space, *rest)

    def _bears(self, space: int) -> bool:
        """Whether the type of a space bears on the selections, or is not known yet."""
        found = self._state.spaces[space]
        if found.type in self._groups and found.pseudo_type is None:
            return True
        kind = self._types.get(found.pseudo_type or found.type)
        return kind is not None and (kind.slippery or kind.glides or kind.ends)


# == landing =======================================================================================

PING = "ping"
WAKE, THANKS = "Time Bean Chili", "Shurdle"
PINGS = Says(PLAYERS, f"granted a {THANKS}")  # as the later ruleset does


def land(act: Context, who: str, space: int, ignoring: Sequence[str] = ()) -> None:
    """Let everything happen that landing on a space brings about."""
    kind = kind_at(act, space, ignoring)
    _offer_pings(act, who, space)
    party.dance(act, who, space)
    ignored = is_ignored(act.state.spaces[space], ignoring)
    if kind.landing:
        kind.landing(act, who, space)
    if not ignored:
        spaces.after_landing(act, space)


# -- who has moved ---------------------------------------------------------------------------------


def moved_this_phase(state: State, name: str) -> bool:
    """Whether a player moved in this phase, in whatever way."""
    return state.phase in state.players[name].moved or any(
        move.player == name for move in state.moves
    )


def moved_last_phase(state: State, name: str) -> bool:
    """Whether a player moved in the phase before this one."""
    return state.phase - 1 in state.players[name].moved


# -- pings -----------------------------------------------------------------------------------------


def idle(state: State, name: str) -> bool:
    """Whether a player moved neither in this phase nor in the last."""
    return not moved_this_phase(state, name) and not moved_last_phase(state, name)


def _offer_pings(act: Context, who: str, space: int) -> None:
    if not act.book.derived(PINGS):
        return
    for name in spaces.others_on(act.state, who, space):
        if idle(act.state, name):
            act.book.require(PLAYERS)
            OfferVerb(PING, f"{name} gains a {WAKE}, you a {THANKS}", name)(act, who, space)


def _ping(act: Context) -> None:
    act.book.require(PLAYERS)
    if not act.book.derived(PINGS):
        raise Refused("the ruleset page knows no pings", rule=PLAYERS)
    name = act.resolve(act.subject, tuple(act.state.players), "player")
    remedy = say("Land on their space when they moved neither in this phase nor in the last.")
    act.take_up(PING, say("{} is not yours to ping", name), PLAYERS, remedy, about=name)
    if not idle(act.state, name):
        raise Refused("{} has moved meanwhile", name, rule=PLAYERS)
    grant(act, name, WAKE)
    grant(act, act.player, THANKS)


RULES = Section(
    verbs=(
        Verb(PING, "ping PLAYER", "ping Bob",
             "wakes a player who sat out, after landing on their space", _ping, Shape.SUBJECT,
             available=lambda act: bool(act.offered(PING)),
             phrases=("wake|poke|nudge|notify|alert (up) {other}", "give {other} ping|poke|nudge",
                      "send|ping|poke (ping) (goes|go) (out) (to|for) {other}"),
             needs=(CLOCK, PHASE)),
    ),
)  # fmt: skip


# -- Choices that one player's line leaves to another: of a moved player, of an image, of an order -

FOR, FOR_IMAGE = "for", "for image of"
CHOICE_RULE = "Using Items"


def new_offers(before: State, after: State) -> list[Pending]:
    """The offers that the second of two states has more than the first, the older ones first."""
    if after.pending is before.pending:
        return []
    known, found = [*before.pending], list[Pending]()
    for each in after.pending:
        if each in known:
            known.remove(each)
        elif each.kind is Kind.OFFER:
            found.append(each)
    return found


def hand_over(act: Context, before: State, who: str, chooser: str, verb: str = FOR) -> None:
    """Hand offers to ``who`` since ``before`` to ``chooser``, who takes them up by ``verb``."""
    for each in new_offers(before, act.state):
        if each.player != who or each.offer is None:
            continue
        offer = each.offer if each.offer.choice else Offer(verb, who, choice=each.offer)
        handed = replace(each, player=chooser, what=offer)
        pending = tuple(handed if p is each else p for p in act.state.pending)
        act.state = replace(act.state, pending=pending)
        if handed != each:
            act.say("that is {}'s to choose: `{}`", chooser, offer)


@contextmanager
def choices(act: Context, *, of_another: bool) -> Iterator[None]:
    """While something happens whose choices are those of the line's player, or of another."""
    chosen, answered = len(act.chosen), len(act.answered)
    try:
        yield
    finally:
        if of_another:
            del act.chosen[chosen:], act.answered[answered:]


def leave_to(act: Context, name: str, order: str, asks: str) -> None:
    """Let an order wait for a player's answer to ``asks``."""
    identity = replace(act.action.id, part=IdentityPart.CHOICE)
    waiting = Pending(identity, name, Kind.ACTION, order, asks, act.now, phase_end(act))
    act.state = wait_for(act.state, waiting)
    act.say("{} has to say: {}", name, retold(asks))


# -- the verb --------------------------------------------------------------------------------------


def _offers(act: Context) -> tuple[Pending, ...]:
    return act.offered(FOR, FOR_IMAGE)


def _whose(offer: Offer) -> str:
    """Whose choice it is, as a line names them: a player, or ``image of Bob``."""
    return offer.about if offer.verb == FOR else f"image of {offer.about}"


def _whom(act: Context) -> str:
    known = dict.fromkeys(_whose(each.offer) for each in _offers(act) if each.offer)
    return act.resolve(act.subject, tuple(known), "whom you choose for")


def _decide(act: Context) -> None:
    offers = _offers(act)
    if not offers:
        why = say("no choice of another player is yours")
        named = act.find(act.subject.removeprefix("image of "), tuple(act.state.players))
        if named is None:
            raise Unclear(why, nearest="`vote P3 for`")
        raise Refused(why, rule=CHOICE_RULE, remedy="To vote, write `vote P3 for`.")
    name = _whom(act)
    mine = ((each, each.offer) for each in offers if each.offer)
    theirs = {str(offer.choice): each for each, offer in mine if _whose(offer) == name}
    act.split_answers(lambda answer: _apart(answer, tuple(theirs)))
    _take_up(act, theirs[act.choose(f"which choice for {name}", tuple(theirs), rule=CHOICE_RULE)])


def _apart(answer: str, offers: tuple[str, ...]) -> tuple[str, ...]:
    """``beam 17`` is the choice ``beam`` and its answer."""
    low = answer.casefold()
    found = next((each for each in offers if low.startswith(f"{each} ".casefold())), None)
    return (found, *answer[len(found) :].split()) if found else (answer,)


def _take_up(act: Context, taken: Pending) -> None:
    """Play the line of an offer as the one it is about, who has no other offer meanwhile."""
    offer = taken.offer
    if offer is None or offer.choice is None:
        raise Refused("{!r} is no choice of another player", taken.text, rule=CHOICE_RULE)
    who = offer.about
    if who not in act.state.players:
        raise Refused("{} is no longer a player", who, rule=CHOICE_RULE)
    before, user, order = act.state, act.player, act.order
    aside = [
        each for each in before.pending if each is taken or (each.player == who and each.offer)
    ]
    others = tuple(each for each in before.pending if each not in aside)
    mine = replace(taken, player=who, what=offer.choice)
    act.state = replace(before, pending=(*others, mine))
    act.player, act.order = who, parse_order(mine.text, act.game.verbs)
    play = act.order.verb.play
    try:
        if offer.verb == FOR_IMAGE:
            possessions.in_its_stead(act, who, act.me.location, lambda: play(act))
        else:
            play(act)
    finally:
        act.player, act.order = user, order
    others = tuple(each for each in before.pending if each is not taken)
    kept = tuple(each for each in others if each in aside or each in act.state.pending)
    new = (each for each in act.state.pending if each not in kept)
    act.state = replace(act.state, pending=(*kept, *new))


ON_DELEGATION = Section(
    verbs=(
    Verb(FOR, "for NAME: CHOICE", "for Bob: take garbage -- 1d98 (21) = 21",
         "makes a choice of a player whom you moved, or of a fractal image of yours", _decide,
         Shape.SUBJECT,
         available=lambda act: bool(_offers(act)), means=lambda act: (_whom(act),), yields=True,
         inputs=()),
    ),
)  # fmt: skip
