"""The types of spaces, one module for each type or close family; whatever lies here is found."""
