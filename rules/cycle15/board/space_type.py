"""What a type of space is to the rules: one value; effects that several share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from rules.common.players import phase_end
from rules.common.sections import NumberOf
from rules.cycle15.possessions import grant
from rules.cycle15.state import Context
from wikibot.game.state import Offer
from wikibot.game.understanding.deeds import Deed
from wikibot.sdk import PhraseSlot, Rulebook, Shape, Verb, format_time
from wikibot.wikitext.messages import retold, say

# What happens to a player on a space: the action context, the player's name, the space's number.
Effect = Callable[[Context, str, int], None]


class SpaceType(Struct, frozen=True):
    """One type of space. ``name`` is also the name of the ruleset's unit.

    ``sign`` and ``colour``: how it is drawn. The flags are about selecting the spaces of a
    move: ``ends`` it, makes the next selection ``slippery`` (random), lets it ``glide`` one
    space further or less far. ``variant``: the wording that it plays, "" for any. ``asks``:
    whether it takes a roll or a choice. ``rolls``: how the labels begin of what the space
    rolls, which any player may roll. ``reads``, ``words``: what reads numbers, names of its
    section. ``slots``: the kinds of things that the phrases of its ``verbs`` name, beside those
    of the game. ``says``: what happens, in the bot's own words, where the docstring of its
    module does not say that.
    """

    name: str
    sign: str
    colour: str
    landing: Effect | None = None
    passing: Effect | None = None
    ends: bool = False
    slippery: bool = False
    glides: bool = False
    variant: str = ""
    asks: bool = False
    rolls: str = ""
    reads: tuple[Callable[..., Any], ...] = ()
    words: tuple[Callable[..., Any], ...] = ()
    verbs: tuple[Verb, ...] = ()
    slots: Callable[[Rulebook], Mapping[str, PhraseSlot]] = lambda _: {}
    says: str = ""


# -- effects ---------------------------------------------------------------------------------------


class GainItems(Struct, frozen=True):
    """The player gains as many of an item as ``count`` finds in the ruleset."""

    item: str
    count: NumberOf

    def __call__(self, act: Context, who: str, space: int) -> None:
        grant(act, who, self.item, act.book.derived(self.count), f"at {space}")


class OfferVerb(Struct, frozen=True):
    """The player may do something afterwards, by its own verb, until the phase ends."""

    verb: str
    asks: str
    about: str = ""
    count: int | None = None  # of spaces

    def __call__(self, act: Context, who: str, space: int) -> None:
        until, offer = phase_end(act), Offer(self.verb, self.about, self.count)
        act.offer(who, offer, self.asks, until)
        act.say("{} may `{}` until {} ({})", who, offer, format_time(until), retold(self.asks))


def taking_up(
    verb: str,
    section: str,
    play: Callable[[Context], None],
    about: str,
    *,
    form: str = "",
    example: str = "",
    why_not: str,
    remedy: str = "",
    fillers: tuple[str, ...] = (),
    phrases: tuple[str, ...] = (),
    deeds: tuple[Deed, ...] = (),
) -> Verb:
    """A verb that takes up an offer by a section and plays it; ``why_not``: refused without one."""

    def taken_up(act: Context) -> None:
        act.book.require(section)
        act.take_up(verb, why_not, section, remedy or say("Land on a {} first.", section))
        play(act)

    return Verb(
        verb, form or verb, example or verb, about, taken_up, Shape.WORDS if form else Shape.BARE,
        available=lambda act: bool(act.offered(verb)), fillers=fillers, phrases=phrases,
        deeds=deeds,
    )  # fmt: skip
