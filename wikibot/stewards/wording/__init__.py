"""Wording against implementation: what is held and why, what changed, and how an operator accepts it."""
