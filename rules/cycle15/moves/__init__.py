"""Moving: which spaces, what follows on the way and on landing, what a move brought."""
