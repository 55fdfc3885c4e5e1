"""What the orchard's page holds: players with their apples, and when each of them last picked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from wikibot import sdk

APPLE, CIDER, CAKE = "Apple", "Cider", "Cake"
ITEMS = (APPLE, CIDER, CAKE)


@dataclass(frozen=True)
class Player(sdk.Player):
    """A gardener."""

    picked: datetime | None = None


@dataclass(frozen=True)
class State(sdk.State):
    """The orchard."""

    players: Mapping[str, Player] = field(default_factory=dict)
