"""The pure kernel that every game uses: no clock, no I/O, no randomness."""
