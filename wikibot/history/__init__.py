"""A game's past: played back from its log for people to look at, and read from a chat's export."""
