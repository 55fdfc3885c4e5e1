"""``wikibot farm``: many games by several workers, on PostgreSQL."""

from wikibot.cli.commands.farm import database, games, overview, worker
from wikibot.cli.commands.farm.group import farm

__all__ = ["database", "farm", "games", "overview", "worker"]
