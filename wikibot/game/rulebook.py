"""A ruleset page as units of wording, each held against the wordings that were implemented."""
