"""``wikibot farm``: many games by several workers, on PostgreSQL."""

from wikibot.cli.commands.farm import games, worker
from wikibot.cli.commands.farm.group import farm

__all__ = ["farm", "games", "worker"]
