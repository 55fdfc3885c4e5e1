"""Scenarios: small text files by which the rules of a game are tested (docs/scenarios.md)."""
