"""A rule that waits for a steward, as the cursor keeps it; :mod:`wikibot.stewards.wording.notices` makes them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Notice:
    """One rule that waits. ``unit`` is the game's name for it, ``what`` its standing.

    ``print``: fingerprint of the present wording, "" of a unit that is gone, the new name of one
    that the gamestate has under its old one. ``since``: ``revision 12 by Ann``, "" where that is
    not known. ``how``: the difference, word by word.
    """

    unit: str
    what: str
    print: str = ""
    since: str = ""
    how: str = ""
