"""Items that leave something to people: used up, with what they ask told in the answer.

What lasts for a time is kept among the effects, so that everybody can see it. Decision: the phase
that such an item speaks of is the one after that in which it is used.
"""

from __future__ import annotations

from rules.cycle15.belongings.effect import BARRIER, INSIGHT, USES, Effect, Form
from rules.cycle15.belongings.status_effects import end_effects, give_effect
from rules.cycle15.items.actions import Become, Mark
from rules.cycle15.items.item import Item, Number
from rules.cycle15.items.targets import SOMEBODY, USER, Named
from rules.cycle15.state import State
from wikibot.game.engine.context import ActionContext
from wikibot.game.ruleset.implementations import How
from wikibot.game.state import replace

OLD, SCAMMER, TELESCOPE = "The Emperor's Old Clothes", "Scammer Scammer", "Telescope of Viewing"


def _undress(act: ActionContext[State]) -> None:
    Mark(USER, Effect("naked (on their honour)", phase=act.state.phase + 1))(act)


def _dress(act: ActionContext[State]) -> None:
    least = act.book.derived(Number(OLD))
    worn = f"wearing at least {least} garments (on their honour)"
    Mark(USER, Effect(worn, phase=act.state.phase + 1))(act)


def _count_up(act: ActionContext[State], kind: Form, by: int, phase: int | None = None) -> None:
    """A number among the effects that grows with each use."""
    same = (each for each in act.me.effects if (each.kind, each.phase) == (kind, phase))
    before = next(same, Effect(kind, 0, phase))
    total = replace(before, value=before.value + by)
    act.state = give_effect(end_effects(act.state, act.player, before), act.player, total)
    act.say(f"{act.player}: {total}")


def _scam(act: ActionContext[State]) -> None:
    _count_up(act, USES, act.book.derived(Number(SCAMMER)), act.state.phase)


def _see(act: ActionContext[State]) -> None:
    _count_up(act, INSIGHT, act.book.derived(Number(TELESCOPE)))


def _bar(act: ActionContext[State]) -> None:
    for name in SOMEBODY(act):
        act.join_answers()
        thing = act.ask("which game object they mean nothing by", _named)
        Mark(Named((name,)), Effect(BARRIER, thing))(act)


def _named(text: str) -> str:
    if not text.strip():
        raise ValueError("a game object")
    return " ".join(text.split())


ITEMS = (
    Item("The Emperor's New Clothes", (_undress,), "the honour system sees to it"),
    Item(OLD, (_dress,), "the honour system sees to it"),
    Item("Top Hat", (Become("wearing a top hat"),)),
    Item(SCAMMER, (_scam,), "the rules limit no uses of items so far"),
    Item(TELESCOPE, (_see,)),
    Item("Language Barrier", (_bar,), "until they receive a crystal, lines of theirs that name it are held",
         how=How.ASKS),
    Item("Citation", (), "people read the linked source; a steward grants what it describes with `correct`"),
    Item("Praqueue", (), "pronounce it; if Praqueue says it is right, a steward grants you one with `correct`"),
    Item("Six Inch Eyebrow of Mansplaining", (), "make all your answers long and incorrect"),
    Item("Gay'nbow Gun", (), "that is for people to feel"),
    Item("Complex Mathematical Debate Inciter", (), "the sum is -1/12 by those who sum it so, and your space stays"),
)  # fmt: skip
