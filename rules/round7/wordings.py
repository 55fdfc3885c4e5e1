"""Which sections of the Round 7 ruleset list units of their own."""

from __future__ import annotations

from wikibot.game.ruleset.units import Catalogue

SHOP = Catalogue("Shop", key="Item Name", columns=("Price", "Effect"), owned=True)
CATALOGUES = (SHOP,)
