"""Tests of the gamestate page of any nomic."""
