"""Curses and rewards of herbs without code, played from their words: what Cycle 14 shows to them.

Decisions: an emoji stands for the component that the page's list names by it. The victim of a curse
is the player whom it strikes. What the Obelisk or the storehouse would lose it loses as far as it
has it, like a player. What comes of a season, cuts, or kilometres is as with any other change of
them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.common.notation import cell
from rules.cycle14 import obelisk, seasons
from rules.cycle14.components import components
from rules.cycle14.possessions import OBELISK, STOREHOUSE, items_of, put, require_settled
from rules.cycle14.state import Context, Owner, State
from rules.generic.state import Field, FieldKind, Thing, ThingTable
from rules.generic.state import Player as Row
from rules.generic.state import State as Page
from rules.own_words.world import World, changes, present, spoken
from rules.plain import vocabulary as v
from wikibot.sdk import Rulebook, Unit, replace

PLACES, BAG, CUTS, DISTANCE, SEASON, BOOSTED = (
    "Places", "Items", "Cuts", "Distance", "Season", "Boosted",
)  # fmt: skip
_NAMES: Mapping[str, Owner] = {"Obelisk": OBELISK, "Storehouse": STOREHOUSE}
_OF_PLACES = (
    Field(BAG, FieldKind.ITEMS),
    Field(CUTS, FieldKind.NUMBER),
    Field(DISTANCE, FieldKind.NUMBER),
)
_LABELS = (Field(SEASON, FieldKind.TEXT), Field(BOOSTED, FieldKind.YES_NO))


class Cells(World):
    """The world of what a column of a table says."""

    def __init__(self, column: str) -> None:
        self.rule = column

    def words(self, book: Rulebook) -> v.PlainVocabulary:
        """Components, seasons, and the two places that own things."""
        return v.PlainVocabulary(
            tables=(v.KnownTable(PLACES, "Place", spoken(_OF_PLACES), tuple(_NAMES)),),
            values=spoken(_LABELS),
            items=components(book).names,
            texts=seasons.seasons(book),
        )

    def text(self, unit: Unit) -> str:
        """The words of the cell; the victim is the one whom they are about."""
        return re.sub(r"\bthe victim\b", "the player", cell(unit, self.rule), flags=re.IGNORECASE)

    def spelled(self, text: str, book: Rulebook) -> str:
        """The words with the names of components in place of their emoji."""
        for start, end, name in reversed(components(book).find(text)):
            text = f"{text[:start]} {name} {text[end:]}"
        return re.sub(r" +([.,;])", r"\1", text)

    # -- the state as a page -----------------------------------------------------------------------

    def page(self, state: State, book: Rulebook) -> Page:
        """Players and places with what they have, the season, whether gains are boosted."""
        players = state.players.values()
        things = {name: Thing(name, _fields(state, who)) for name, who in _NAMES.items()}
        return Page(
            now=state.now,
            players={each.name: Row(each.name, each.account, items=each.items) for each in players},
            columns=(_OF_PLACES[0],),
            bag=BAG,
            labels=_LABELS,
            values=present({SEASON: state.season, BOOSTED: state.boosted}),
            tables={PLACES: ThingTable(PLACES, "Place", _OF_PLACES, things)},
        )

    def write(self, act: Context, before: Page, after: Page) -> bool:
        """Carry out what changed; the game tells of all but items."""
        for name, row in after.players.items():
            _write_items(act, name, before.players[name].items, row.items)
        told = False
        for name, thing in after.tables[PLACES].things.items():
            was: Mapping[str, Any] = before.tables[PLACES].things[name].fields
            now: Mapping[str, Any] = thing.fields
            _write_items(act, _NAMES[name], was.get(BAG, {}), now.get(BAG, {}))
            told = _write_numbers(act, was, now) or told
        return _write_values(act, before.values, after.values) or told


def _fields(state: State, who: Owner) -> Mapping[str, Any]:
    held: dict[str, Any] = {BAG: items_of(state, who)}
    if who is OBELISK:
        held |= {CUTS: state.obelisk.cuts, DISTANCE: state.obelisk.distance}
    return present(held)


def _write_items(
    act: Context, who: Owner, before: Mapping[str, int], after: Mapping[str, int]
) -> None:
    for item, more in changes(before, after):
        if more > 0:
            require_settled(act, item)
        act.state = put(act.state, who, item, more)


def _write_numbers(act: Context, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Cuts and distance, which only the Obelisk has."""
    cuts = after.get(CUTS, 0) - before.get(CUTS, 0)
    closer = before.get(DISTANCE, 0) - after.get(DISTANCE, 0)
    if cuts:
        obelisk.cut(act, cuts)
    if closer:
        obelisk.move(act, closer)
    return bool(cuts or closer)


def _write_values(act: Context, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    if after.get(SEASON) != before.get(SEASON):
        seasons.set_season(act, str(after.get(SEASON, "")))
        return True
    if bool(after.get(BOOSTED)) is not bool(before.get(BOOSTED)):
        act.state = replace(act.state, boosted=bool(after.get(BOOSTED)))
    return False


EFFECT = Cells("Effect")
