"""A sentence as the words that the grammar knows."""
