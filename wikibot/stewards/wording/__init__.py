"""The ruleset's wording against what is implemented: survey, acceptance, history, notices, stubs."""
