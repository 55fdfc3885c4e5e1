"""Checking a log's dice: every roll is made again, every seal and line held against what the wiki knows."""
