"""Lines that wait when the bot comes to a wiki for the first time, answered by ``wikibot sync``,
which leaves what takes too long to the next one.
"""

from __future__ import annotations

from bench.figures import Figure, Unfit
from bench.wiki_game import MEMBERS, TITLES, Cost, wiki_game

MOST_CPU = 2000  # ms of one sync


def page(lines: int) -> str:
    """An actions page that one member wrote at a stroke."""
    member = MEMBERS[0]
    signed = f"[[User:{member}|{member}]] ([[User talk:{member}|talk]]) 11:59, 1 March 2024 (UTC)"
    return "\n".join(("Talk.", "", "== Actions ==", *[f"* help {signed}"] * lines))


def first_syncs(lines: int) -> list[Cost]:
    """The syncs that answer so many lines."""
    costs, answered = list[Cost](), 0
    with wiki_game() as game:
        game.server.client(MEMBERS[0]).edit(TITLES["actions"], page(lines))
        while answered < lines:
            before = answered
            costs.append(game.wikibot())
            answered = game.steward.text(TITLES["actions"]).count("'''done'''")
            if answered == before:
                raise Unfit(f"{answered} of {lines} lines were answered")
    return costs


def measure(short: bool) -> list[Figure]:
    """Many lines beside a quarter of them."""
    many = 40 if short else 2000
    few = many // 4
    first, last = first_syncs(few), first_syncs(many)
    what, peer = f"{many:,} lines", f"{few:,} lines"
    seconds, fewer = (sum(each.seconds for each in costs) * 1000 for costs in (last, first))
    dearest, other = (max(each.cpu for each in costs) * 1000 for costs in (last, first))
    return [
        Figure(what, seconds, "ms", peer, fewer),
        Figure(f"{what}: CPU of the dearest sync", dearest, "ms", peer, other, most=MOST_CPU),
        Figure(f"{what}: syncs", len(last), "", peer, len(first)),
    ]
