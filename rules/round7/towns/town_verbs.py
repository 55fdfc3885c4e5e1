"""The verbs about towns (ruleset section Towns), and what being kicked out does on the board."""

from __future__ import annotations

from rules.common.sections import Section
from rules.round7.board.naming import FIELD
from rules.round7.state import State
from rules.round7.towns import towns
from rules.round7.turns import frontier, moving
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.verbs import Shape, Verb, unlisted


def _kick(act: ActionContext[State]) -> None:
    _, who = towns.expel(act)
    frontier.refuse_while_waiting(act, who)
    moving.regress(act, who, act.book.derived(towns.STEPS_DOWN))


def _on_field(act: ActionContext[State]) -> bool:
    space = act.me.space
    return isinstance(space, int) and FIELD in act.state.features.get(space, ())


def _leads(act: ActionContext[State]) -> bool:
    return bool(towns.led_by(act.state, act.player))


def _asked(act: ActionContext[State]) -> bool:
    return any(act.state.towns[each].applicants for each in towns.led_by(act.state, act.player))


def _member(act: ActionContext[State]) -> bool:
    return any(act.player in town.members for town in act.state.towns.values())


VERBS = (
    Verb("claim", "claim NAME", "claim Rome", "founds a town on the field you are on", towns.claim, Shape.TEXT,
         available=_on_field),
    Verb("i claim a town in this area and name it", "I claim a town in this area and name it NAME town",
         "I claim a town in this area and name it Rome town", "the same in the rule's words", towns.claim, Shape.TEXT,
         available=unlisted),
    Verb("give leadership to", "give leadership to NAME[ of TOWN]", "give leadership to Ann of Rome",
         "makes another player the leader of your town", towns.hand_over, Shape.TEXT, available=_leads),
    Verb("i give up my position of leader to", "I give up my position of leader to: NAME[ of TOWN]",
         "I give up my position of leader to: Ann", "the same in the rule's words", towns.hand_over, Shape.TEXT,
         available=unlisted),
    Verb("apply", "apply to TOWN", "apply to Rome", "asks the leader of the town you landed on to take you in",
         towns.apply, Shape.TEXT, available=lambda act: bool(act.offered(towns.APPLY_TO))),
    Verb("approve", "approve NAME[ for TOWN]", "approve Ann", "takes an applicant into your town", towns.approve,
         Shape.TEXT, available=_asked),
    Verb("deny", "deny NAME[ for TOWN]", "deny Ann", "turns an applicant down", towns.deny, Shape.TEXT,
         available=_asked),
    Verb("kick", "kick NAME[ from TOWN]", "kick Ann", "throws a member out of your town, one space down", _kick,
         Shape.TEXT, available=_leads),
    Verb("leave town", "leave town[ TOWN]", "leave town Rome", "ends your membership of a town", towns.quit_town,
         Shape.TEXT, available=_member),
    Verb("donate", "donate NUMBER to TOWN", "donate 5 to Rome", "gives poents to a town's treasury", towns.donate,
         Shape.TEXT, available=lambda act: bool(act.state.towns)),
    Verb("transfer", "transfer NUMBER from TOWN", "transfer 5 from Rome", "takes poents out of your town's treasury",
         towns.transfer, Shape.TEXT, available=_leads),
)  # fmt: skip


RULES = Section(
    towns.__doc__,
    (
        Implementation(
            towns.SECTION,
            How.ASKS,
            reads=(towns.PRICE, towns.STEPS_DOWN),
            waits="whatever is done about towns",
        ),
    ),
    VERBS,
)
