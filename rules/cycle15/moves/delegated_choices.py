"""Choices that one player's line leaves to another: of a moved player, of an image, of an order.

What such a move offers is offered to the one who chooses: ``for Bob: take garbage`` until the phase
ends. What comes of it is Bob's; what comes of an image's choices is as said in ``images``.
Decision: a combo is not a choice of the move, so it stays with the one who was moved.

An order whose choices are another player's waits for them until the phase ends. It and the line
have different identities, as the line's writer can take back the line, but not this order. Choices
of the other that made themselves are not answers of the line, and stand neither with it nor in the
log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rules.common.players import phase_end
from rules.common.sections import Section
from rules.cycle15 import possessions
from rules.cycle15.state import Context, State
from wikibot.game.actions import IdentityPart
from wikibot.game.engine.orders import parse_order
from wikibot.game.state import Kind, Offer, wait_for
from wikibot.sdk import Pending, Refused, Shape, Unclear, Verb, replace
from wikibot.wikitext.messages import say

FOR, FOR_IMAGE = "for", "for image of"
RULE = "Using Items"


def new_offers(before: State, after: State) -> list[Pending]:
    """The offers that the second of two states has more than the first, the older ones first."""
    if after.pending is before.pending:
        return []
    gone, new = before.pending, after.pending
    if new[: len(gone)] == gone:  # as after most moves
        gone, new = (), new[len(gone) :]
    same, stay = frozenset(map(id, gone)), frozenset(map(id, new))
    known, found = [each for each in gone if id(each) not in stay], list[Pending]()
    for each in new:
        if id(each) in same:
            continue
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
    act.say("{} has to say: {}", name, asks)


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
        raise Refused(why, rule=RULE, remedy="To vote, write `vote P3 for`.")
    name = _whom(act)
    mine = ((each, each.offer) for each in offers if each.offer)
    theirs = {str(offer.choice): each for each, offer in mine if _whose(offer) == name}
    act.split_answers(lambda answer: _apart(answer, tuple(theirs)))
    _take_up(act, theirs[act.choose(f"which choice for {name}", tuple(theirs), rule=RULE)])


def _apart(answer: str, offers: tuple[str, ...]) -> tuple[str, ...]:
    """``beam 17`` is the choice ``beam`` and its answer."""
    low = answer.casefold()
    found = next((each for each in offers if low.startswith(f"{each} ".casefold())), None)
    return (found, *answer[len(found) :].split()) if found else (answer,)


def _take_up(act: Context, taken: Pending) -> None:
    """Play the line of an offer as the one it is about, who has no other offer meanwhile."""
    offer = taken.offer
    if offer is None or offer.choice is None:
        raise Refused("{!r} is no choice of another player", taken.text, rule=RULE)
    who = offer.about
    if who not in act.state.players:
        raise Refused("{} is no longer a player", who, rule=RULE)
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
    kept = tuple(
        each
        for each in before.pending
        if each is not taken and (each in aside or each in act.state.pending)
    )
    act.state = replace(
        act.state, pending=(*kept, *(each for each in act.state.pending if each not in kept))
    )


RULES = Section(
    verbs=(
    Verb(FOR, "for NAME: CHOICE", "for Bob: take garbage -- 1d98 (21) = 21",
         "makes a choice of a player whom you moved, or of a fractal image of yours", _decide,
         Shape.SUBJECT,
         available=lambda act: bool(_offers(act)), means=lambda act: (_whom(act),), yields=True,
         inputs=()),
    ),
)  # fmt: skip
