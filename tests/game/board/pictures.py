"""A small picture and names that try to run, for tests of what draws it."""

from __future__ import annotations

from wikibot.game.picture import Edge, EdgeKind, Group, LegendEntry, Picture, PictureCell, in_rows

NASTY = (
    "{{x}} ~~~~ [[Category:A]] <script>alert(1)</script> ''b'' |- \"q\" & \x07\u202e ]]> "
    "https://evil.example __TOC__"
)


def picture(*players: str, grid: bool = False) -> Picture:
    """A line of three spaces with a branch, the players on the first."""
    cells = in_rows([
        PictureCell("0", 0, 0, "0", "·", "white", f"Space 0: Blank; here: {', '.join(players)}",
                    ("→ 2",), players),
        PictureCell("1", 0, 0, "1", "◆", "sky", "Space 1: Crystal"),
        PictureCell("2", 0, 0, "2", "B", "sand", "Space 2: Boulder Trap"),
    ])  # fmt: skip
    edges = (Edge("0", "1"), Edge("1", "2"), Edge("0", "2", EdgeKind.BRANCH), Edge("2", "nowhere"))
    legend = (
        LegendEntry("·", "Blank"),
        LegendEntry("◆", "Crystal", "sky"),
        LegendEntry("B", "Boulder Trap", "sand"),
    )
    return Picture("A board", ("Phase II",), (Group("Line 0 → 2", cells, grid),), edges, legend)
