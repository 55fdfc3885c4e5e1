"""Rules in plain words: the language. It knows no game; ``rules/generic`` plays what it means."""
