"""Carrying out what sentences mean: conditions, amounts, effects, and what they set off."""
