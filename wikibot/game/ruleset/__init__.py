"""The ruleset page as units of wording, each held against the wording that was implemented."""
