"""Tests of a game's history, played back."""
