"""Ruleset section Rituals: gatherings, and what each type of ritual needs, costs and does."""
