"""Dice in any shape, found in a line and parted from its words."""
