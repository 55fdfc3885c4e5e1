"""The types of spaces, one module for each type or close family; ``types`` knows them all."""
