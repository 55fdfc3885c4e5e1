"""Actions in, outcomes out: verbs, rolls, choices, timed events."""
