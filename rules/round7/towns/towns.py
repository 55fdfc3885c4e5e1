"""Ruleset section Towns: claiming a field as a town, its leader, members, applications and treasury.

No rule makes fields; people add ``Unclaimed Field`` to a space of the features table. Decisions:
names of towns differ from each other. A line may leave out the town where only one can be meant. A
landing on a town opens the chance to apply until the end of one's turn (for a landing on somebody
else's turn: of one's next). The leader cannot leave or be kicked before giving the position up; a
new leader becomes a member. Whoever is kicked while beside the board stays there. When a leader
leaves the game, the town has none. Donations and what the leader takes are whole or do not happen.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NoReturn

from rules.common.notation import NumberAt
from rules.common.sections import in_play
from rules.round7 import people
from rules.round7.board import naming
from rules.round7.board.features import FeatureType, Landing
from rules.round7.board.naming import FIELD, town_feature
from rules.round7.items import poent
from rules.round7.items.poent import poents, refuse_in_gulag
from rules.round7.state import State, Town
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Refused, Unclear
from wikibot.game.state import Offer, offers
from wikibot.wikitext.folding import fold
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.plain import plain

SECTION = "Towns"
APPLY_TO = "apply to"
LONGEST_NAME = 60
PRICE = NumberAt(SECTION, r"paying (\w+) poents")
STEPS_DOWN = NumberAt(SECTION, r"move down (\w+) space")
_IMPOSSIBLE = re.compile(r"\[\[|\]\]|\{\{|\}\}|[|<>\n,;:]")
_AROUND = re.compile(r"^(?:(?:the|town|of)\s+)+|\s+town$", re.IGNORECASE)
_POLITE = re.compile(r"(?:(?<!\s)\s++)?(?:,\s*+)?(?:please|for \d+ poents?)$", re.IGNORECASE)
_SPOT = (
    r"(?:(?:an?|the|this|my|that)\s+)?(?:unclaimed\s+)?(?:town|field|area|space)"
    r"(?:\s+(?:here|in this area|on this (?:field|space)))?"
)
_CALLED_SO = re.compile(
    rf"(?:{_SPOT}|here)?[\s,;]*(?:and\s+|to\s+)?"
    r"(?:(?:name|call|naming|calling)\s+(?:it|this|the town)\s+|(?:called|named|as|of)\s+|:\s*)(?P<name>.+)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"^(?:the\s+)?town\s+(?:of\s+)?|\s+town$", re.IGNORECASE)
_QUOTED = re.compile(r"""["“'(](?P<name>[^"“”()]+)["”')]""")
_NO_NAME = re.compile(  # small words that are said about a claim, and are seldom part of a name
    r"\b(?:it|this|that|here|name|named|call|called|poents?|field|town|area|space|by|paying)\b|^\W*\d|^(?:an?|the)$"
)


def with_town(act: ActionContext[State], town: Town) -> None:
    """Put a town's new value in the old one's place."""
    act.state = replace(act.state, towns={**act.state.towns, town.name: town})


def land(landing: Landing, _space: int, feature: str) -> None:
    """Let a player who lands on somebody else's town apply."""
    act, who = landing.act, landing.who
    town = next((each for each in act.state.towns.values() if is_feature_of(each, feature)), None)
    if town and in_play(act.book, SECTION) and who not in (*town.members, *town.applicants):
        offer = Offer(APPLY_TO, town.name)
        if offer not in [each.offer for each in offers(act.state, who)]:
            act.offer(who, offer, f"`{offer}` to become a member, until your turn ends", None)
            act.say(f"{who} may `{offer}`")


def is_feature_of(town: Town, feature: str) -> bool:
    """Whether a feature is this town, however people wrote either."""
    return fold(feature) in (fold(town_feature(town.name)), fold(town.name))


# -- finding ---------------------------------------------------------------------------------------


def town_called(act: ActionContext[State], text: str, only: tuple[str, ...] | None = None) -> Town:
    """The town that a text names; where it names none, the one of ``only`` if it is one."""
    known = tuple(act.state.towns)
    words = re.sub(r"^(?:to|for|from|of|in)\s+|[\s.!]+$", "", text.strip(), flags=re.IGNORECASE)
    if not words and only is not None and len(only) == 1:
        return act.state.towns[only[0]]
    found = act.find(words, known) or act.resolve(_AROUND.sub("", words), known, "town")
    return act.state.towns[found]


def led_by(state: State, who: str) -> tuple[str, ...]:
    """The towns that somebody leads."""
    return tuple(town.name for town in state.towns.values() if town.leader == who)


def led(act: ActionContext[State], text: str) -> Town:
    """The town of the acting player that a text names; refuse another's."""
    mine = led_by(act.state, act.player)
    if not mine:
        raise Refused("you lead no town", rule=SECTION)
    town = town_called(act, text, mine)
    if town.leader != act.player:
        raise Refused(f"{town.leader or 'nobody'} leads {town.name}", rule=SECTION)
    return town


def person_and_town(act: ActionContext[State], joint: str) -> tuple[str, str]:
    """``Bob from Rome`` as a player and the name of a town, "" where none is named."""
    text = people.spoken(act.subject).strip(" .:")
    whole = people.find_player(act, text)
    if whole:
        return whole, ""
    who, parted, town = text.rpartition(f" {joint} ")
    return people.player_named(act, who if parted else text), town


# -- claiming and leading --------------------------------------------------------------------------


def claim(act: ActionContext[State]) -> None:
    """Turn the field that the acting player is on into a town of theirs."""
    act.book.require(SECTION)
    refuse_in_gulag(act, "claim a town")
    space, name = act.me.space, _new_name(act)
    if not isinstance(space, int) or FIELD not in act.state.features.get(space, ()):
        raise Refused(f"there is no {FIELD} at {space}", rule=SECTION)
    poent.pay(act, act.book.derived(PRICE), f"the town {name}")
    act.state = naming.with_feature(
        naming.without_feature(act.state, space, FIELD), space, town_feature(name)
    )
    with_town(act, Town(name, act.player, (act.player,)))
    act.say(f"{act.player} founds {town_feature(name)} on {space}")


def _new_name(act: ActionContext[State]) -> str:
    """The name that a line gives the town: what a sentence says it is called, or all of it where that is plain."""
    text = " ".join(plain(act.subject).split()).strip(" .!")
    said = _POLITE.sub("", text)
    called = _CALLED_SO.fullmatch(said)
    name = (called["name"] if called else said).strip(" .!")
    quoted = _QUOTED.fullmatch(_NAMED.sub("", name))
    name = (quoted["name"] if quoted else _NAMED.sub("", name)).strip(" ()")
    unfit = len(name) > LONGEST_NAME or _IMPOSSIBLE.search(name) or naming.house(town_feature(name))
    if not name or unfit or act.is_reserved(name) or (not quoted and _NO_NAME.search(name)):
        raise Unclear(
            f"{text!r} does not plainly name a town",
            nearest=("`claim Rome`", '`claim "The Field of Rome"`'),
        )
    if any(fold(each) == fold(name) for each in act.state.towns):
        raise Refused(f"there is a town {name} already", rule=SECTION)
    return name


def hand_over(act: ActionContext[State]) -> None:
    """Give the position of leader to another player."""
    act.book.require(SECTION)
    who, of = person_and_town(act, "of")
    town = led(act, of)
    members = town.members if who in town.members else (*town.members, who)
    applicants = tuple(each for each in town.applicants if each != who)
    with_town(act, replace(town, leader=who, members=members, applicants=applicants))
    act.say(f"{who} leads {town.name}")


# -- members ---------------------------------------------------------------------------------------


def apply(act: ActionContext[State]) -> None:
    """Apply for membership of the town that one landed on."""
    act.book.require(SECTION)
    open_ = [each.offer.about for each in act.offered(APPLY_TO) if each.offer]
    town = town_called(act, act.subject, tuple(each for each in open_ if each in act.state.towns))
    if act.player in town.members:
        raise Refused(f"you are a member of {town.name}", rule=SECTION)
    why_not = f"you have not landed on {town_feature(town.name)} on this turn"
    act.take_up(APPLY_TO, why_not, SECTION, about=town.name)
    with_town(act, replace(town, applicants=(*town.applicants, act.player)))
    answers = f"`approve {act.player}` or `deny {act.player}`"
    act.say(f"{act.player} applies to {town.name}; {town.leader or 'its leader'} may {answers}")


def approve(act: ActionContext[State]) -> None:
    """Take an applicant in."""
    town, who = _applicant(act)
    applicants = tuple(each for each in town.applicants if each != who)
    with_town(act, replace(town, applicants=applicants, members=(*town.members, who)))
    act.say(f"{who} is a member of {town.name}")


def deny(act: ActionContext[State]) -> None:
    """Turn an applicant down."""
    town, who = _applicant(act)
    with_town(act, replace(town, applicants=tuple(each for each in town.applicants if each != who)))
    act.say(f"{who} is not taken into {town.name}")


def _applicant(act: ActionContext[State]) -> tuple[Town, str]:
    act.book.require(SECTION)
    who, of = person_and_town(act, "for")
    mine = led_by(act.state, act.player)
    asked = tuple(each for each in mine if who in act.state.towns[each].applicants)
    town = act.state.towns[asked[0]] if not of and len(asked) == 1 else led(act, of)
    if who not in town.applicants:
        raise Refused(f"{who} has not applied to {town.name}", rule=SECTION)
    return town, who


def expel(act: ActionContext[State]) -> tuple[Town, str]:
    """End the membership of somebody whom the leader kicks out."""
    act.book.require(SECTION)
    who, of = person_and_town(act, "from")
    mine = tuple(
        each for each in led_by(act.state, act.player) if who in act.state.towns[each].members
    )
    town = act.state.towns[mine[0]] if not of and len(mine) == 1 else led(act, of)
    if who not in town.members:
        raise Refused(f"{who} is not a member of {town.name}", rule=SECTION)
    if who == town.leader:
        _refuse_leader(town)
    with_town(act, replace(town, members=tuple(each for each in town.members if each != who)))
    act.say(f"{who} is kicked out of {town.name}")
    return town, who


def quit_town(act: ActionContext[State]) -> None:
    """Stop being a member."""
    act.book.require(SECTION)
    mine = tuple(town.name for town in act.state.towns.values() if act.player in town.members)
    town = town_called(act, act.subject, mine)
    if act.player not in town.members:
        raise Refused(f"you are not a member of {town.name}", rule=SECTION)
    if act.player == town.leader:
        _refuse_leader(town)
    with_town(
        act, replace(town, members=tuple(each for each in town.members if each != act.player))
    )
    act.say(f"{act.player} is no longer a member of {town.name}")


def _refuse_leader(town: Town) -> NoReturn:
    remedy = f"`give leadership to NAME of {town.name}` first."
    raise Refused(f"the leader of {town.name} is a member of it", rule=SECTION, remedy=remedy)


def without_person(state: State, who: str) -> State:
    """The state in which a player who leaves the game has no part in any town."""
    towns = {
        name: replace(
            town,
            leader="" if town.leader == who else town.leader,
            members=tuple(each for each in town.members if each != who),
            applicants=tuple(each for each in town.applicants if each != who),
        )
        for name, town in state.towns.items()
    }
    return replace(state, towns=towns)


# -- treasury --------------------------------------------------------------------------------------

_MONEY = re.compile(r"(?P<number>-?\d+)(?:\s+poents?)?(?P<rest>.*)", re.IGNORECASE)


def donate(act: ActionContext[State]) -> None:
    """Give poents to a town's treasury."""
    act.book.require(SECTION)
    number, rest = _money(act, "donate 5 to Rome")
    town = town_called(act, rest, tuple(act.state.towns))
    poent.pay(act, number, f"a donation to {town.name}")
    with_town(act, replace(town, treasury=town.treasury + number))
    act.say(f"the treasury of {town.name} holds {poents(town.treasury + number)}")


def transfer(act: ActionContext[State]) -> None:
    """Take poents out of the treasury of one's town."""
    act.book.require(SECTION)
    refuse_in_gulag(act, "gain poents")
    number, rest = _money(act, "transfer 5 from Rome")
    town = led(
        act,
        re.sub(r"\s+to\s+(?:me|myself|my(?:\s+own)?\s+possession)$", "", rest, flags=re.IGNORECASE),
    )
    if number > town.treasury:
        raise Refused(f"the treasury of {town.name} holds {poents(town.treasury)}", rule=SECTION)
    with_town(act, replace(town, treasury=town.treasury - number))
    poent.change(act, act.player, number)


def _money(act: ActionContext[State], example: str) -> tuple[int, str]:
    found = _MONEY.fullmatch(act.subject.strip())
    if not found:
        raise Unclear(
            f"{act.subject!r} names no number of poents and no town", nearest=f"`{example}`"
        )
    if integer(found["number"]) <= 0:
        raise Refused(f"{found['number']} is not a number of poents to hand over", rule=SECTION)
    return integer(found["number"]), found["rest"]


FEATURE = FeatureType(naming.TOWN, "t", "purple", land)
