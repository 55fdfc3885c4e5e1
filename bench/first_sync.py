"""Lines that wait when the bot comes to a wiki for the first time,
answered in one ``wikibot sync``.
"""

from __future__ import annotations

from bench.figures import Figure, Unfit
from bench.wiki_game import MEMBERS, TITLES, Cost, wiki_game

LINEAR = 4.4  # of 2,000 lines beside 500
MOST_REQUESTS = 8


def page(lines: int) -> str:
    """An actions page that one member wrote at a stroke."""
    member = MEMBERS[0]
    signed = f"[[User:{member}|{member}]] ([[User talk:{member}|talk]]) 11:59, 1 March 2024 (UTC)"
    return "\n".join(("Talk.", "", "== Actions ==", *[f"* help {signed}"] * lines))


def first_sync(lines: int) -> Cost:
    """One sync that answers so many lines."""
    with wiki_game() as game:
        game.server.client(MEMBERS[0]).edit(TITLES["actions"], page(lines))
        cost = game.wikibot()
        answered = game.steward.text(TITLES["actions"]).count("'''done'''")
        if answered != lines:
            raise Unfit(f"{answered} of {lines} lines were answered")
    return cost


def measure(short: bool) -> list[Figure]:
    """The sync of many lines beside that of a quarter of them."""
    many = 40 if short else 2000
    few = many // 4
    first, last = first_sync(few), first_sync(many)
    what, peer = f"{many:,} lines", f"{few:,} lines"
    return [
        Figure(what, last.seconds * 1000, "ms", peer, first.seconds * 1000, most_ratio=LINEAR),
        Figure(f"{what}: CPU", last.cpu * 1000, "ms", peer, first.cpu * 1000),
        Figure(f"{what}: requests", last.requests, "", peer, first.requests, most=MOST_REQUESTS),
    ]
