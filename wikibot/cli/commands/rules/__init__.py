"""``wikibot rules``: wording against implementation."""

from wikibot.cli.commands.rules import accept, comparing
from wikibot.cli.commands.rules.group import rules

__all__ = ["accept", "comparing", "rules"]
