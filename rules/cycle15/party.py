"""Ruleset sections Party, Dancing and Combos: party time, and what it brings to moves.

A second start ends the party. Dancing: landing among others grants all there one item for each
other player. Combos: players who rolled the same number may each combo for a treat. Decisions: the
first words of section Party are a cry, not a rule: it is not a party time until a player starts
one. For combos rolls of movement in the same phase count; an offer arises for both players, stays
open until the phase ends, and a player has one at a time.

Rules titled Train Upgrades and Crab Upgrades, which items make: what trains and crabs may do.

A rule counts from when the item made it, whether the ruleset page has it yet or not. Decisions:
what a sentence permits it permits once, however often it was appended; to add to a roll the player
says so with the move (``move +10 1 2 3``). An item is taken from a victim with ``steamroll PLAYER:
ITEM`` until the phase ends; crystals cannot be taken, as they are non-transferable.

Ruleset section Winning: so many crystals, and a lead of so many. Then the cycle ends.

Decisions: rules apply continuously, so it is looked at after every step that a rule tells apart:
every space of a move that does something to players who pass, every sentence of an item that
follows another, every action. A lead in between counts. What one sentence does to several players
it does to all of them at once. A player alone on the board needs no lead. Crustals do not count.
Where the rule Crab Upgrades says so, all crabs win with one that wins. A player hit by a Death Ray
wins by crystals again only once the number of them has changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules.common.sections import NumberOf, Section, in_play, of_unit, settled
from rules.cycle15 import possessions
from rules.cycle15 import state as game
from rules.cycle15.garbage import grant_random, in_force
from rules.cycle15.possessions import grant, hand_over, is_any, transferable
from rules.cycle15.spaces import OfferVerb, others_on, players_on, taking_up
from rules.cycle15.state import CRYSTAL, LOST, Context, Effect, Player
from wikibot.game.problems import Refused
from wikibot.game.ruleset.rulebook import Those
from wikibot.game.state import offers
from wikibot.sdk import Bears, How, Implementation, Rulebook, Shape, Verb, counted, plain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import integer, read_number
from wikibot.wikitext.regex import regex

PARTY, DANCING, COMBOS = "Party", "Dancing", "Combos"
FOR_DANCING, FOR_COMBOS = "Time Bean Chili", "Party Pizza"
COMBO = "combo"
OFFER = OfferVerb(COMBO, f"{FOR_COMBOS} and a random item")


def start(act: Context) -> None:
    """Start a party, which ends the one that is going on."""
    act.book.require(PARTY)
    act.state = replace(act.state, party=not act.state.party)
    act.say("it is party time" if act.state.party else "the party is over")


def dance(act: Context, who: str, space: int) -> None:
    """Let the players on a space dance with the one who landed there."""
    if not act.state.party:
        return
    dancers = players_on(act.state, space)
    if len(dancers) > 1 and in_play(act.book, DANCING):
        for name in dancers:
            grant(act, name, FOR_DANCING, len(dancers) - 1, "for dancing")
        for owner, _ in possessions.on(act.state, space):
            possessions.receive(act, owner, FOR_DANCING, len(dancers) - 1)


def offer_combos(act: Context, who: str, faces: Sequence[int]) -> None:
    """Offer a combo to a player who has just rolled, and to all who rolled the same number."""
    if not act.state.party or not faces:
        return
    alike = (each for each in act.state.moves if any(face in faces for face in each.faces))
    others = (move.player for move in alike if move.player != who)
    partners = dict.fromkeys(name for name in others if name in act.state.players)
    if partners and in_play(act.book, COMBOS):
        for name in (who, *partners):
            if not offers(act.state, name, COMBO):
                OFFER(act, name, act.state.players[name].location)


def _combo(act: Context) -> None:
    grant(act, act.player, FOR_COMBOS)
    grant_random(act, act.player)


_COMBO = taking_up(
    COMBO, COMBOS, _combo, "takes the treat for a number that another player rolled too",
    example="combo -- 1d98 (5) = 5", why_not="no other player rolled a number that you rolled",
    remedy="It takes a party and a shared number.",
    phrases=("take|claim|get|do (my|the|a) combo",),
)  # fmt: skip


# -- Train Upgrades and Crab Upgrades --------------------------------------------------------------

TRAINS, CRABS = "Train Upgrades", "Crab Upgrades"
STEAMROLL = "steamroll"
_ADD = regex(r"optionally add (\w+) to their movement rolls")
TAKES, _BROOD = "choose an item", "all crabs win"


def upgrades(act: Context, title: str) -> str:
    """What one of the two rules says now."""
    return plain(in_force(act.state, act.book, title))


def adds(text: str) -> int:
    """What a rule lets some players add to a roll; 0 for nothing."""
    found = _ADD.search(text)
    return read_number(found[1]) if found else 0


def additions(act: Context, who: str) -> int:
    """What the line adds to the roll of a move, ``+10`` before the spaces; refuses others."""
    total, allowed, left = 0, list[int](), act.answers_left
    if not (left and left[0].startswith("+")):
        return 0
    for kinds, title in ((game.TRAINS, TRAINS), (game.CRABS, CRABS)):
        has = is_any(act.state.players[who], kinds)
        more = adds(upgrades(act, title)) if has else 0
        allowed += [more] if more else []
    while act.answers_left and act.answers_left[0].startswith("+"):
        given = act.ask("what is added to the roll", _plus)
        if given not in allowed:
            may = " and ".join(map(str, allowed)) or say("nothing to a roll")
            why, remedy = say("+{} is not permitted", given), say("{} may add {}.", who, may)
            raise Refused(why, rule=f"{TRAINS}, {CRABS}", remedy=remedy)
        allowed.remove(given)
        total += given
    return total


def _plus(text: str) -> int:
    if not re.fullmatch(r"\+\d{1,4}", text):
        raise ValueError(say("a number such as +10"))
    return integer(text)


@of_unit
def added_by(book: Rulebook, title: str) -> int:
    """What one of the two rules on the page lets some players add to a roll."""
    return adds(plain(book.unit(title).text))


def offer_steamroll(act: Context, who: str, space: int) -> None:
    """Offer an item of each player on a space that a train passes."""
    for victim in others_on(act.state, who, space):
        OfferVerb(STEAMROLL, f"an item of {victim}'s for a random one", victim)(act, who, space)


def _victim(act: Context) -> str:
    return act.resolve(act.subject, tuple(act.state.players), "player")


def _steamroll(act: Context) -> None:
    name = _victim(act)
    why_not, remedy = say("{} is not yours to steamroll", name), say("Pass them as a train.")
    act.take_up(STEAMROLL, why_not, TRAINS, remedy, about=name)
    if name == act.player:
        raise Refused("players do not steamroll themselves", rule=TRAINS)
    asks, question = f"the item to take from {name}", f"which item do you take from {name}"
    item = act.choose(asks, transferable(act, name), rule=TRAINS, question=question)
    hand_over(act, name, act.player, item, 1)
    grant_random(act, name)


RULES = Section(
    __name__,
    (
        Implementation(PARTY, waits="whatever starts a party",
                       says="whether it is party time; a second start ends it"),
        Implementation(DANCING, waits="landing among others at party time",
                       says="at party time, landing among others grants all there an item each"),
        Implementation(COMBOS, How.ASKS, waits="rolls at party time that others share",
                       says="at party time, players who rolled the same number may combo"),
        Implementation(TRAINS, How.ASKS, reads=(added_by(TRAINS),), waits="items about trains",
                       says="what items have added to it about trains"),
        Implementation(CRABS, How.ASKS, reads=(added_by(CRABS),), waits="items about crabs",
                       says="what items have added to it about crabs"),
    ),
    (
        _COMBO,
        Verb(STEAMROLL, "steamroll PLAYER: ITEM", "steamroll Bob: Fish -- 1d98 (4) = 4",
             "takes an item of a player whom you passed as a train", _steamroll, Shape.SUBJECT,
             available=lambda act: bool(act.offered(STEAMROLL)),
             means=lambda act: (_victim(act),), phrases=(
                 ("steamroll|flatten|crush|squash|roll (over) {other} (for|and|to|taking) "
                 "(take|get|of) (her|his|their|the) {any item} => steamroll {other}: {any item}"),
                 "steamroll|flatten {other}",
                 "take|steal {any item} from|of {other} => steamroll {other}: {any item}"),
             inputs=("steamroll {other}: {any item}",)),
    ),
)  # fmt: skip


# -- winning ---------------------------------------------------------------------------------------

WINNING = "Winning"
ENOUGH, LEAD = NumberOf(WINNING), NumberOf(WINNING, 1)


def _outlived(player: Player) -> tuple[Effect, ...]:
    """The marks of a Death Ray that hit a player with another number of crystals."""
    crystals = player.items.get(CRYSTAL, 0)
    return tuple([each for each in player.effects if each.kind == LOST and each.value != crystals])


def _near(book: Rulebook) -> Those[str, Player] | None:
    """Whom the section may concern: who has enough crystals, or marks that end.

    None where the page does not have the section in a wording that is played.
    """
    if not settled(book, WINNING):
        return None
    enough, _ = book.derived(ENOUGH), book.derived(LEAD)

    def near(player: Player) -> bool:
        marked = player.effects and _outlived(player)
        return bool(marked) or player.items.get(CRYSTAL, 0) >= enough

    return Those(near)


def leader(players: Mapping[str, Player], book: Rulebook) -> str | None:
    """The player who has won by crystals, if there is one."""
    enough, lead = book.derived(ENOUGH), book.derived(LEAD)
    counts = [player.items.get(CRYSTAL, 0) for player in players.values()]
    best = max(counts, default=0)
    if best < enough or any(best - other < lead for other in sorted(counts)[-2:-1]):
        return None
    return tuple(players)[counts.index(best)]


def check(act: Context) -> None:
    """Declare a winner where there is one now."""
    near, players = act.book.derived(_near), act.state.players
    if near is None or act.state.winners or not act.book.found_in(players, near):
        return
    for name, player in players.items():
        if outlived := _outlived(player):
            act.state = possessions.end_effects(act.state, name, *outlived)
    winner = leader(players, act.book)
    if winner and not possessions.values(act.state.players[winner], LOST):
        crystals = act.state.players[winner].count(CRYSTAL)
        declare(act, winner, say("with {}", counted(crystals, "crystal")))


def declare(act: Context, winner: str, how: str) -> None:
    """Let a player win, and those who win with them; the cycle ends."""
    winners: tuple[str, ...] = (winner,)
    players = act.state.players
    if is_any(players[winner], game.CRABS) and _BROOD in upgrades(act, CRABS):
        crabs = (name for name, each in players.items() if is_any(each, game.CRABS))
        winners += tuple(name for name in crabs if name != winner)
    act.state = replace(act.state, winners=winners)
    others = say(", and with them all crabs: {}", ", ".join(winners[1:])) if winners[1:] else ""
    act.say("{} wins {}{}; the cycle ends", winner, how, others)


_BEARS = Bears(changes=("crystals", "the winners"))
ON_WINNING = Section(__name__, (Implementation(WINNING, bears=_BEARS),), after_action=check)
