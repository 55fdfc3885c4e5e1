"""Ruleset section Towns: claiming a town; its leader, members, applicants and treasury.

No rule makes fields; people add ``Unclaimed Field`` to a space of the features table. Decisions:
names of towns differ from each other. A line may leave out the town where only one can be meant. A
landing on a town opens the chance to apply until the end of one's turn (for a landing on another's
turn: of one's next). The leader cannot leave or be kicked before giving the position up; a new
leader becomes a member. A member who is kicked while beside the board stays there. When a leader
leaves the game, the town has none. Donations and what the leader takes are whole or do not happen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rules.common.sections import NumberAt, by_rule, in_play
from rules.round7 import moving, naming, possessions, turns
from rules.round7.board import BoardSection, FeatureType, Landing
from rules.round7.naming import FIELD, TOWN, town_feature
from rules.round7.possessions import poents, refuse_in_gulag
from rules.round7.state import Context, State, Town
from wikibot.game.actions import Shape, Verb, unlisted
from wikibot.game.names import says_more
from wikibot.game.problems import Refused, Unclear
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.state import Offer, offers
from wikibot.sdk import NamesSlot, PhraseSlot, Rulebook, deed, fold, integer, plain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.regex import regex

# == Towns and what is done about them in people's words: who applies, who is led, who is kicked ===

_FOUND = "claim|found|establish|start|create|settle"
_HERE = "field|area|space|town|place"
CLAIMING = (
    f"!{_FOUND} field|area|space|place|here (here) as|called|named {{text}}",
    f"!{_FOUND} ({_HERE}) (here) and call|name it {{text}}",
    f"!{_FOUND} town here|in|on (area|field|space) (called|named) {{text}}",
    f"!{_FOUND} town (here) called|named {{text}}", f"!{_FOUND} town of {{text}}",
    "!claim town {text}", "name|call town|field|area|space|place|it {text}",
    "!claim area|field|space (and) name|call (it) {text}",
)  # fmt: skip
_LEADS = "=> give leadership to {other}"
HANDING_OVER = (
    "{new leader}",
    f"give|hand|pass (over) (position) (of) leadership|leader (over) to {{other}} {_LEADS}",
    f"give|hand|pass {{town}} (over) to {{other}} {_LEADS} of {{town}}",
)
APPLYING = (
    "here's|here (is) my application (to|for) {town} => apply to {town}",
    "apply (for) (membership) (to|in|for|at|of|with) {town} => apply to {town}",
    "!join (town) (of) {town} => apply to {town}",
    ("join|apply|become|be|request|seek citizen|member|resident|inhabitant|membership|citizenship "
     "(of) {town} => apply to {town}"),
    "move|settle|live in|into|to {town} => apply to {town}",
)  # fmt: skip
APPROVING = (
    ("approve|accept|admit|let|take {applicant} (application) (in|to|into|for|join|of) ({led}) "
     "=> approve {applicant}"),
    "{applicant} may|can join {led} (approved|welcome) => approve {applicant}",
    "{applicant} is|are in|approved|accepted|admitted (to|in|into) ({led}) => approve {applicant}",
    "{applicant} application (to|for|in) ({led}) granted|approved|accepted => approve {applicant}",
    "{approved}",
)  # fmt: skip
DENYING = (
    "{denied}",
    "deny {applicant} (application|entry|membership) ({led}) => deny {applicant}",
)  # fmt: skip
KICKING = (
    "{kicked}",
    "kick|throw|remove|expel|banish|evict|boot {member} (out) (of|from) ({led}) => kick {member}",
)
LEAVING = (
    "leave|quit|exit town", "leave|quit|exit (town) (of) {town}",
    "leave|quit|end|resign|cancel|drop (my) (membership|citizenship) (in|of|from) {town}",
    "move|get|go out of {town}",
    "stop|cease be|being member|citizen|resident|part (of) {town} => leave town {town}",
)  # fmt: skip
DONATING = (
    "give|pay {town} {number} (poents|poent) => donate {number} to {town}",
    ("{number} poents|poent (from me) to|for|into|in (the) (treasury|fund|coffers) (of) {town} "
     "=> donate {number} to {town}"),
    ("donate|give|put|pay|add {number} (poents|poent) to|into|in (treasury) (of) {town} "
     "=> donate {number} to {town}"),
)  # fmt: skip
TAKING = (
    ("{number} (poents|poent) (out) of|from {town} (treasury|fund) (to|for) (me) "
     "=> transfer {number} from {town}"),
    "!move {number} (poents|poent) from {town} (to) (me|myself) => transfer {number} from {town}",
    ("transfer|take|withdraw|move|get {number} (poents|poent) (out) of|from (treasury) (of) "
     "{town} (treasury|fund) (to|for) (me|myself) => transfer {number} from {town}"),
)  # fmt: skip
_TOWN = "town application request entry into joining join member out kicked from be"


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """Towns, and the people about whom a player who leads one decides."""
    led = [town for town in state.towns.values() if town.leader == player]
    mine = [name for name, town in state.towns.items() if player in town.members]
    applicants = (each for town in led for each in town.applicants)
    members = (each for town in led for each in town.members if each != player)
    applicant = NamesSlot(tuple(dict.fromkeys(applicants)), ("player", "application", "request"))
    member = NamesSlot(tuple(dict.fromkeys(members)), ("player",))
    others = NamesSlot(tuple(name for name in state.players if name != player), ("player",))
    words = " ".join((_TOWN, *(f"{each.name} {each.name}'s" for each in led)))
    return {
        "town": NamesSlot(
            tuple(state.towns),
            ("town", "treasury", "fund", "of"),
            dict.fromkeys(("town", "treasury", "our town"), mine[0]) if len(mine) == 1 else {},
        ),
        "led": NamesSlot(tuple(town.name for town in led), ("town",)),
        "applicant": applicant,
        "member": member,
        "approved": deed(
            "approve accept admit yes", may=f"{words} is i", never="not no", about=applicant
        ),
        "denied": deed(
            "deny reject refuse decline no", may=f"{words} is i entry", never="not", about=applicant
        ),
        "kicked": deed(
            "kick expel banish evict boot throw", may=f"{words} is i out", never="not", about=member
        ),
        "new leader": deed(
            "leader leadership", "give hand pass make appoint name new goes is",
            may=f"{words} over position is", never="not", about=others,
        ),
    }  # fmt: skip


# -- Towns as features, where landing opens the chance to apply; and names for new ones ------------

SECTION = "Towns"
APPLY_TO = "apply to"
LONGEST_NAME = 60
_IMPOSSIBLE = regex(r"\[\[|\]\]|\{\{|\}\}|[|<>\n,;:()]")
_POLITE = regex(r"(?:(?<!\s)\s++)?(?:,\s*+)?please$", re.IGNORECASE)
_SPOT = (
    r"(?:(?:an?|the|this|my|that)\s+)?(?:unclaimed\s+)?(?:town|field|area|space)"
    r"(?:\s+(?:here|in this area|on this (?:field|space)))?"
)
_CALLED_SO = regex(
    rf"(?:{_SPOT}|here)?[\s,;]*(?:and\s+|to\s+)?"
    r"(?:(?:name|call|naming|calling)\s+(?:it|this|the town)\s+|(?:called|named|as|of)\s+|:\s*)"
    r"(?P<name>.+)",
    re.IGNORECASE,
)
_NAMED = regex(r"^(?:the\s+)?town\s+(?:of\s+)?|\s+town$", re.IGNORECASE)
_QUOTED = regex(r"""["“'(](?P<name>[^"“”()]+)["”')]""")
_NO_NAME = regex(  # small words that are said about a claim, and are seldom part of a name
    r"\b(?:it|this|that|here|name|named|call|called|poents?|field|town|area|space|by|paying)\b|^\W*\d|^(?:an?|the)$"
)


def _land(landing: Landing, _space: int, feature: str) -> None:
    act, who = landing.act, landing.who
    called = {fold(e): t for t in act.state.towns.values() for e in (t.name, town_feature(t.name))}
    town = called.get(fold(feature))  # however people wrote either
    if town and in_play(act.book, SECTION) and who not in (*town.members, *town.applicants):
        offer = Offer(APPLY_TO, town.name)
        if offer not in [each.offer for each in offers(act.state, who)]:
            act.offer(who, offer, f"`{offer}` to become a member, until your turn ends", None)
            act.say("{} may `{}`", who, offer)


def new_name(act: Context) -> str:
    """The name that a line gives the town: what it says that it is called, or all of it."""
    text = " ".join(plain(act.subject).split()).strip(" .!")
    said = _POLITE.sub("", text)
    called = _CALLED_SO.fullmatch(said)
    name = (called["name"] if called else said).strip(" .!")
    quoted = _QUOTED.fullmatch(_NAMED.sub("", name))
    name = (quoted["name"] if quoted else _NAMED.sub("", name)).strip(" ()")
    unfit = len(name) > LONGEST_NAME or _IMPOSSIBLE.search(name) or naming.house(town_feature(name))
    is_told = _NO_NAME.search(name) or (says_more(name) and not act.action.is_logged)
    if not name or unfit or act.is_reserved(name) or (not quoted and is_told):
        near = ("`claim Rome`", '`claim "The Field of Rome"`')
        raise Unclear("{!r} does not plainly name a town", text, nearest=near)
    if any(fold(each) == fold(name) for each in act.state.towns):
        raise Refused("there is a town {} already", name, rule=SECTION)
    return name


FEATURES = (FeatureType(TOWN, "t", "purple", 4, _land), FeatureType(FIELD, "f", "lime", 8))


# -- Ruleset section Towns: claiming a town; its leader, members, applicants and treasury ----------

_PRICE = NumberAt(SECTION, r"paying (\w+) poents")
_STEPS_DOWN = NumberAt(SECTION, r"move down (\w+) space")
_MONEY = regex(r"(?P<number>-?\d+)(?:\s+poents?)?(?P<rest>.*)", re.IGNORECASE)
_TO_ME = regex(r"\s+to\s+(?:me|myself|my(?:\s+own)?\s+possession)$", re.IGNORECASE)
_BEFORE = regex(r"^(?:to|for|from|of|in)\s+|[\s.!]+$", re.IGNORECASE)
_AROUND = regex(r"^(?:(?:the|town|of)\s+)+|\s+town$", re.IGNORECASE)


def _set(act: Context, town: Town, **values: object) -> None:
    """Put a town with other values in the place of one, or found it."""
    town = replace(town, **values)
    act.state = replace(act.state, towns={**act.state.towns, town.name: town})


def _without(names: tuple[str, ...], who: str) -> tuple[str, ...]:
    return tuple(each for each in names if each != who)


def without_person(state: State, who: str) -> State:
    """The state in which a player who leaves the game has no part in any town."""
    towns = {
        name: replace(
            town, leader="" if town.leader == who else town.leader,
            members=_without(town.members, who), applicants=_without(town.applicants, who),
        )
        for name, town in state.towns.items()
    }  # fmt: skip
    return replace(state, towns=towns)


# -- finding ---------------------------------------------------------------------------------------


def _town_called(act: Context, text: str, only: tuple[str, ...]) -> Town:
    """The town that a text names; where it names none, the one of ``only`` if it is one."""
    words = _BEFORE.sub("", text.strip())
    if not words and len(only) == 1:
        return act.state.towns[only[0]]
    known = tuple(act.state.towns)
    found = act.find(words, known) or act.resolve(_AROUND.sub("", words), known, "town")
    return act.state.towns[found]


def led_by(state: State, who: str) -> tuple[str, ...]:
    """The towns that a player leads."""
    return tuple(town.name for town in state.towns.values() if town.leader == who)


def _led(act: Context, text: str) -> Town:
    """The town of the acting player that a text names; refuse another's."""
    mine = led_by(act.state, act.player)
    if not mine:
        raise Refused("you lead no town", rule=SECTION)
    town = _town_called(act, text, mine)
    if town.leader != act.player:
        raise Refused("{} leads {}", town.leader or say("no player"), town.name, rule=SECTION)
    return town


def _person_and_town(act: Context, joint: str) -> tuple[str, str]:
    """``Bob from Rome`` as a player and the name of a town, "" where none is named."""
    text = naming.spoken(act.subject).strip(" .:")
    whole = naming.find_player(act, text)
    if whole:
        return whole, ""
    who, parted, town = text.rpartition(f" {joint} ")
    return naming.player_named(act, who if parted else text), town


def _person_and_own_town(
    act: Context, joint: str, listed: Callable[[Town], tuple[str, ...]]
) -> tuple[str, Town]:
    """The player whom a line names, and the town of the acting player that it is about.

    Where it names no town, the only one that has the player among those ``listed``.
    """
    who, of = _person_and_town(act, joint)
    mine = (act.state.towns[each] for each in led_by(act.state, act.player))
    fitting = [town for town in mine if who in listed(town)]
    return who, fitting[0] if not of and len(fitting) == 1 else _led(act, of)


# -- claiming and leading --------------------------------------------------------------------------


def _claim(act: Context) -> None:
    refuse_in_gulag(act, "claim a town")
    space, name = act.me.space, new_name(act)
    if not isinstance(space, int) or FIELD not in act.state.features.get(space, ()):
        raise Refused("there is no {} at {}", FIELD, space, rule=SECTION)
    possessions.pay(act, act.book.derived(_PRICE), say("the town {}", name))
    cleared = naming.without_feature(act.state, space, FIELD)
    act.state = naming.with_feature(cleared, space, town_feature(name))
    _set(act, Town(name, act.player, (act.player,)))
    act.say("{} founds {} on {}", act.player, town_feature(name), space)


def _hand_over(act: Context) -> None:
    who, of = _person_and_town(act, "of")
    town = _led(act, of)
    members = town.members if who in town.members else (*town.members, who)
    _set(act, town, leader=who, members=members, applicants=_without(town.applicants, who))
    act.say("{} leads {}", who, town.name)


# -- members ---------------------------------------------------------------------------------------


def _apply(act: Context) -> None:
    offered = [each.offer.about for each in act.offered(APPLY_TO) if each.offer]
    landed_on = tuple(each for each in offered if each in act.state.towns)
    town = _town_called(act, act.subject, landed_on)
    if act.player in town.members:
        raise Refused("you are a member of {}", town.name, rule=SECTION)
    why_not = say("you have not landed on {} on this turn", town_feature(town.name))
    act.take_up(APPLY_TO, why_not, SECTION, about=town.name)
    _set(act, town, applicants=(*town.applicants, act.player))
    answers = say("`approve {}` or `deny {}`", act.player, act.player)
    leader = town.leader or say("its leader")
    act.say("{} applies to {}; {} may {}", act.player, town.name, leader, answers)


def _approve(act: Context) -> None:
    who, town = _applicant(act)
    _set(act, town, applicants=_without(town.applicants, who), members=(*town.members, who))
    act.say("{} is a member of {}", who, town.name)


def _deny(act: Context) -> None:
    who, town = _applicant(act)
    _set(act, town, applicants=_without(town.applicants, who))
    act.say("{} is not taken into {}", who, town.name)


def _applicant(act: Context) -> tuple[str, Town]:
    who, town = _person_and_own_town(act, "for", lambda each: each.applicants)
    if who not in town.applicants:
        raise Refused("{} has not applied to {}", who, town.name, rule=SECTION)
    return who, town


def _end_membership(act: Context, town: Town, who: str, why_not: str) -> None:
    if who not in town.members:
        raise Refused(why_not, rule=SECTION)
    if who == town.leader:
        remedy = say("`give leadership to NAME of {}` first.", town.name)
        raise Refused("the leader of {} is a member of it", town.name, rule=SECTION, remedy=remedy)
    _set(act, town, members=_without(town.members, who))


def _kick(act: Context) -> None:
    who, town = _person_and_own_town(act, "from", lambda each: each.members)
    _end_membership(act, town, who, say("{} is not a member of {}", who, town.name))
    act.say("{} is kicked out of {}", who, town.name)
    turns.refuse_while_waiting(act, who)
    moving.regress(act, who, act.book.derived(_STEPS_DOWN))


def _leave(act: Context) -> None:
    mine = tuple(town.name for town in act.state.towns.values() if act.player in town.members)
    town = _town_called(act, act.subject, mine)
    _end_membership(act, town, act.player, say("you are not a member of {}", town.name))
    act.say("{} is no longer a member of {}", act.player, town.name)


# -- treasury --------------------------------------------------------------------------------------


def _donate(act: Context) -> None:
    number, rest = _money(act, "donate 5 to Rome")
    town = _town_called(act, rest, tuple(act.state.towns))
    possessions.pay(act, number, say("a donation to {}", town.name))
    _set(act, town, treasury=town.treasury + number)
    act.say("the treasury of {} holds {}", town.name, poents(town.treasury + number))


def _transfer(act: Context) -> None:
    refuse_in_gulag(act, "gain poents")
    number, rest = _money(act, "transfer 5 from Rome")
    town = _led(act, _TO_ME.sub("", rest))
    if number > town.treasury:
        raise Refused("the treasury of {} holds {}", town.name, poents(town.treasury), rule=SECTION)
    _set(act, town, treasury=town.treasury - number)
    possessions.change(act, act.player, number)


def _money(act: Context, example: str) -> tuple[int, str]:
    found = _MONEY.fullmatch(act.subject.strip())
    if not found:
        raise Unclear(
            "{!r} names no number of poents and no town", act.subject, nearest=f"`{example}`"
        )
    if integer(found["number"]) <= 0:
        raise Refused("{} is not a number of poents to hand over", found["number"], rule=SECTION)
    return integer(found["number"]), found["rest"]


# -- verbs -----------------------------------------------------------------------------------------


def _on_field(act: Context) -> bool:
    space = act.me.space
    return isinstance(space, int) and FIELD in act.state.features.get(space, ())


def _leads(act: Context) -> bool:
    return bool(led_by(act.state, act.player))


def _asked(act: Context) -> bool:
    return any(act.state.towns[each].applicants for each in led_by(act.state, act.player))


_SAME = "the same in the rule's words"
VERBS = by_rule(
    SECTION,
    Verb("claim", "claim NAME", "claim Rome", "founds a town on the field you are on", _claim,
         Shape.TEXT, available=_on_field, named=True, phrases=CLAIMING,
         inputs=('claim "{Name=name:40}"',)),
    Verb("i claim a town in this area and name it",
         "I claim a town in this area and name it NAME town",
         "I claim a town in this area and name it Rome town", _SAME, _claim, Shape.TEXT,
         available=unlisted, named=True),
    Verb("give leadership to", "give leadership to NAME[ of TOWN]",
         "give leadership to Ann of Rome", "makes another player the leader of your town",
         _hand_over, Shape.TEXT, available=_leads, phrases=HANDING_OVER,
         inputs=("give leadership to {other}[ of {town}]",)),
    Verb("i give up my position of leader to",
         "I give up my position of leader to: NAME[ of TOWN]",
         "I give up my position of leader to: Ann", _SAME, _hand_over, Shape.TEXT,
         available=unlisted),
    Verb("apply", "apply to TOWN", "apply to Rome",
         "asks the leader of the town you landed on to take you in", _apply, Shape.TEXT,
         available=lambda act: bool(act.offered(APPLY_TO)), phrases=APPLYING),
    Verb("approve", "approve NAME[ for TOWN]", "approve Ann", "takes an applicant into your town",
         _approve, Shape.TEXT, available=_asked, phrases=APPROVING,
         inputs=("approve {applicant}[ for {town}]",)),
    Verb("deny", "deny NAME[ for TOWN]", "deny Ann", "turns an applicant down", _deny, Shape.TEXT,
         available=_asked, phrases=DENYING, inputs=("deny {applicant}[ for {town}]",)),
    Verb("kick", "kick NAME[ from TOWN]", "kick Ann",
         "throws a member out of your town, one space down", _kick, Shape.TEXT, available=_leads,
         phrases=KICKING, inputs=("kick {member}[ from {town}]",)),
    Verb("leave town", "leave town[ TOWN]", "leave town Rome", "ends your membership of a town",
         _leave, Shape.TEXT,
         available=lambda act: any(act.player in town.members for town in act.state.towns.values()),
         phrases=LEAVING),
    Verb("donate", "donate NUMBER to TOWN", "donate 5 to Rome", "gives poents to a town's treasury",
         _donate, Shape.TEXT, available=lambda act: bool(act.state.towns),
         phrases=DONATING),
    Verb("transfer", "transfer NUMBER from TOWN", "transfer 5 from Rome",
         "takes poents out of your town's treasury", _transfer, Shape.TEXT, available=_leads,
         phrases=TAKING),
)  # fmt: skip
RULES = BoardSection(
    __name__,
    (Implementation(SECTION, How.ASKS, waits="whatever is done about towns"),),
    VERBS,
    slots=slots,
    features=FEATURES,
)
