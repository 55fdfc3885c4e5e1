"""Any nomic: a ruleset in plain words, played from its own sentences on any gamestate page."""
