"""One action when many answered lines lie behind it: time, bytes and requests are to stay the same.

The actions page is filled with lines that the bot answered long ago; then players write one line at
a time, and ``wikibot sync`` plays it as a process of its own. The peer is the same with the fewest.
"""

from __future__ import annotations

from bench.figures import Figure
from bench.wiki_game import TITLES, Cost, median, wiki_game

GOAL = 1.2  # the same, but for the noise
SETTLING = 3  # lines that are played before anything is measured; old lines are archived meanwhile
LONG_AGO = 60  # days
ANSWER = "[[User:Wikibot|Wikibot]] ([[User talk:Wikibot|talk]]) 12:00, 1 March 2024 (UTC)"


def page(lines: int) -> str:
    """An actions page with lines that were answered."""
    answered = (
        f"* move {n} [[User:Alice|Alice]] ([[User talk:Alice|talk]]) 11:59, 1 March 2024 (UTC)\n"
        f"*: '''done''': <nowiki>Alice moves to {n}.</nowiki> <!-- 1.{n + 1}.0 --> {ANSWER}"
        for n in range(lines)
    )
    return "\n".join(("Talk.", "", "== Actions ==", *answered, "Old lines stand before the bench."))


def one_action(lines: int, runs: int) -> Cost:
    """Fill the page, let the bot find its place, and play one line at a time."""
    with wiki_game(archiving=True) as game:
        game.fill(TITLES["actions"], page(lines), LONG_AGO)
        game.wikibot()  # which archives, so that a player's edit need not render the long page
        for _ in range(SETTLING):
            game.write()
            game.wikibot()
        costs = []
        for _ in range(runs):
            game.write()
            costs.append(game.wikibot())
        game.check()
    return median(costs)


def measure(short: bool) -> list[Figure]:
    """Seconds, bytes and requests, with the fewest lines as the peer."""
    fewest, *more = (5, 20) if short else (100, 1000, 5000)
    runs = 1 if short else 5
    first = one_action(fewest, runs)
    figures = []
    for lines in more:
        cost, what, peer = one_action(lines, runs), f"{lines:,} lines behind", f"{fewest:,} lines"
        figures += [
            Figure(what, cost.seconds * 1000, "ms", peer, first.seconds * 1000, most_ratio=GOAL),
            Figure(f"{what}: CPU", cost.cpu * 1000, "ms", peer, first.cpu * 1000, most_ratio=GOAL),
            Figure(f"{what}: bytes", cost.bytes, "bytes", peer, first.bytes, most_ratio=GOAL),
            Figure(f"{what}: requests", cost.requests, "", peer, first.requests, most_ratio=1),
        ]
    return figures
