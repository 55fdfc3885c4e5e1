"""Wikis: what the bot asks of one (``base``), and two of them: MediaWiki and a folder of files."""
