"""Every attack that there is."""

from __future__ import annotations

from collections.abc import Iterator

from tests.campaign.attacks import Attack, Base
from tests.campaign.attacks_comment import comment_attacks
from tests.campaign.attacks_lines import line_attacks
from tests.campaign.attacks_pages import page_attacks


def all_attacks(bases: dict[str, Base]) -> Iterator[Attack]:
    """Comments as the bases have them; then pages, then lines."""
    yield from comment_attacks(bases)
    yield from page_attacks()
    yield from line_attacks()
