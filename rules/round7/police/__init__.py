"""The Cop Car, Jail and the Gulag."""
