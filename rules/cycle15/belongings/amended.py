"""The ruleset page as items left it: what it will say when all changes that wait were carried out.

Such changes stand among the proposals as passed, with a class of their own (see ``amendments``,
which makes them).
"""

from __future__ import annotations

from collections.abc import Sequence

from wikibot.game.engine.enactment import ENACTING, PASSED, patches_of
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Proposal
from wikibot.wikitext.patches import Patch, PatchError, apply_patches

CLASS = "Amendment"


def waiting(proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """The changes that items made and the page need not have yet."""
    return tuple(
        each for each in proposals if each.status in (PASSED, ENACTING) and each.cls == CLASS
    )


def patches(proposals: Sequence[Proposal], book: Rulebook) -> tuple[Patch, ...]:
    """What they change, in their order."""
    del book
    found: list[Patch] = []
    for each in waiting(proposals):
        try:
            found += patches_of(each)
        except PatchError:  # somebody wrote it otherwise: the page counts
            continue
    return tuple(found)


def amended(proposals: Sequence[Proposal], book: Rulebook) -> str:
    """The ruleset page as it will be when all that waits was carried out, as far as it can be."""
    ruleset = book.text
    for patch in book.found_in(proposals, patches):
        try:
            ruleset = apply_patches(ruleset, (patch,), again=True)
        except PatchError:
            continue
    return ruleset
