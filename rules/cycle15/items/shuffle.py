"""The item that makes somebody use one of theirs.

Decisions: the other player makes the choices of their item: what needs none happens at once with
the rolls of the line, the rest waits for them as if they had written it, until the phase ends. What
they cannot use stays with them. A Shuffle that is being used cannot be used again meanwhile, but
another one of the same player's can.
"""

from __future__ import annotations

from rules.cycle15.items.item import Item, TakeEffect
from rules.cycle15.items.targets import SOMEBODY
from rules.cycle15.moves.delegated_choices import choices, leave_to
from rules.cycle15.state import JUMBO, State
from wikibot.game.engine.context import ActionContext
from wikibot.game.problems import Missing, MissingRoll, Refused
from wikibot.game.ruleset.implementations import How

SHUFFLE = "Shady Sands Shuffle"
USE = "use"


def _all_in_use(act: ActionContext[State], name: str, item: str) -> bool:
    """Whether a player has no Shuffle but those that are being used."""
    return item.removeprefix(JUMBO) == SHUFFLE and act.under_way.count(
        (name, item)
    ) >= act.state.players[name].count(item)


def _shuffle(act: ActionContext[State], take_effect: TakeEffect) -> None:
    for name in SOMEBODY(act):
        owned = tuple(item for item, count in act.state.players[name].items.items() if count > 0)
        owned = tuple(
            item for item in owned if not _all_in_use(act, name, item)
        )  # which would go on for ever
        if not owned:
            act.say(f"{name} has no item")
            continue
        item = act.choose(f"which item of {name}'s", owned, rule="Garbage")
        if act.answers_left and name != act.player:
            raise Refused(
                f"the choices of that item are {name}'s", rule="Garbage", remedy="Leave them out."
            )
        user, before, made, use = act.player, act.state, len(act.supply.made), f"{USE} {item}"
        act.player = name
        try:
            with choices(act, of_another=name != user), act.supply.serving(name, use):
                take_effect(act, item)
        except Missing as missing:
            if name == user or isinstance(missing, MissingRoll):
                raise
            act.state = before
            act.leave_rolls(made, name, use)
            leave_to(act, name, use, missing.asks)
        except Refused as refused:
            act.state = before
            act.leave_rolls(made, name, use)
            act.say(f"{name} cannot use it: {refused.text}")
        finally:
            act.player = user


ITEMS = (Item(SHUFFLE, how=How.ASKS, uses_another=_shuffle),)
