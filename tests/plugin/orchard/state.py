"""What the orchard's page holds: players with their apples, and when each of them last picked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import field

from wikibot import sdk

APPLE, CIDER, CAKE = "Apple", "Cider", "Cake"
ITEMS = (APPLE, CIDER, CAKE)


class Player(sdk.Player, frozen=True):
    """A gardener."""

    picked: datetime | None = None


class State(sdk.State, frozen=True):
    """The orchard."""

    players: Mapping[str, Player] = field(default_factory=dict)
