"""Tests of the game ``generic``: any nomic, played from its own pages."""
