"""The ruleset's wording and what is implemented: survey, acceptance, history, notices, stubs."""
