"""Tests of the farm: many games, workers that are killed, a database that goes away."""
