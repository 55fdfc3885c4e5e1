"""Which sections of the Cycle 14 ruleset list units of their own."""

from __future__ import annotations

from wikibot.game.ruleset.units import Catalogue

COMPONENTS = Catalogue("Ritual Components", signs=True)
HERBS = Catalogue(
    "Horticultural Encyclopaedia",
    columns=(
        "Resource Cost",
        "Stages of Growth",
        "Reward at each growth stage",
        "Reward upon harvesting",
    ),
)
CURSES = Catalogue("Curses", columns=("Cost", "Effect"))
CATALOGUES = (COMPONENTS, HERBS, CURSES)
