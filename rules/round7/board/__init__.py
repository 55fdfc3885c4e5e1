"""The line of spaces, and what landing on them does."""
