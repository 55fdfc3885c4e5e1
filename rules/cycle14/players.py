"""Ruleset section Players: joining brings ⚡; leaving is a kind of dying, and leaves goods to all.

Dying Experience belongs to a person, whom the bot knows by their account, and outlasts their being
a player. What can be traded goes to the storehouse when a player ceases to be one, the rest is
destroyed. Decisions: a player who leaves is no longer a contributor, and their gatherings fail, as
no other player can complete them; a banishment ends when its player ceases to be one. What becomes
of a murder whose victim leaves is in ``rituals.types``.
"""

from __future__ import annotations

from rules.common import players
from rules.common.departing import depart
from rules.common.game_on_pages import CHANNELS
from rules.common.notation import NumberAt
from rules.common.players import SECTION
from rules.common.sections import REPUTATION, Section
from rules.cycle14.components import RESOLVE, untradable
from rules.cycle14.possessions import STOREHOUSE, grant, revoke, transfer
from rules.cycle14.state import FAILED, OPEN, Context, Dying, Gathering, Player, State
from wikibot.sdk import Bears, Implementation, replace

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
            transfer(act, name, STOREHOUSE, item, count)
    others = (each for each in act.state.dying if each.id != player.owner)
    deaths = dying(act.state, player.owner) + act.book.derived(DEATH)
    depart(act, name)
    act.state = replace(
        act.state,
        dying=(*others, Dying(player.owner, deaths)),
        gatherings=tuple(_without(act, each, name) for each in act.state.gatherings),
    )  # fmt: skip
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
    grant(act, name, RESOLVE, act.book.derived(WELCOME))


def _leave(act: Context) -> None:
    act.book.require(SECTION)
    lost = (
        *players.owned(act.me.items),
        *(f"{points} XP in {task}" for task, points in act.me.experience.items()),
    )
    if players.really_leaves(act, lost, players.stays_away(act)):
        cease(act, act.player)


RULES = Section(
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
        Implementation(
            SECTION,
            reads=(players.spans,),
            waits=players.WAITS,
        ),
    ),
    (
        players.join_verb(_join),
        players.leave_verb(_leave, "you stop being a player; your goods go to the storehouse"),
    ),
)
