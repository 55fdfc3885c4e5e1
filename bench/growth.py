"""One action when many answered lines lie behind it: time, bytes and requests are to stay the same.

The actions page is filled with lines that the bot answered long ago; then players write one line at
a time, and ``wikibot sync`` plays it as a process of its own. The peer is the same with the fewest;
each has a wiki to itself, and they take turns. What the wiki itself takes longer for shows by the
player's own edit.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from bench.figures import Figure
from bench.wiki_game import TITLES, Cost, WikiGame, by_turns, wiki_game

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


@contextmanager
def old_game(lines: int) -> Iterator[WikiGame]:
    """A game with so many answered lines behind it, in which the bot has found its place."""
    with wiki_game(archiving=True) as game:
        game.fill(TITLES["actions"], page(lines), LONG_AGO)
        game.wikibot()  # which archives, so that a player's edit need not render the long page
        for _ in range(SETTLING):
            game.write()
            game.wikibot()
        yield game
        game.check()


def edit(game: WikiGame) -> Cost:
    """A player's own edit, straight to the wiki."""
    begun = time.perf_counter()
    game.write()
    return Cost(0, 0, time.perf_counter() - begun, 0)


def measure(short: bool) -> list[Figure]:
    """Seconds, bytes and requests, with the fewest lines as the peer."""
    sizes = (5, 20) if short else (100, 1000, 5000)
    with ExitStack() as stack:
        games = [stack.enter_context(old_game(lines)) for lines in sizes]
        runs = [run for game in games for run in (partial(edit, game), game.wikibot)]
        costs = by_turns(1 if short else 5, *runs)
    (by_hand, *edits), (first, *more) = costs[::2], costs[1::2]
    figures, peer = [], f"{sizes[0]:,} lines"
    for lines, cost, slow in zip(sizes[1:], more, edits, strict=True):
        what = f"{lines:,} lines behind"
        figures += [
            Figure(what, cost.seconds * 1000, "ms", peer, first.seconds * 1000, most_ratio=GOAL),
            Figure(
                f"{what}: a player's edit", slow.seconds * 1000, "ms", peer, by_hand.seconds * 1000
            ),
            Figure(f"{what}: CPU", cost.cpu * 1000, "ms", peer, first.cpu * 1000, most_ratio=GOAL),
            Figure(f"{what}: bytes", cost.bytes, "bytes", peer, first.bytes, most_ratio=GOAL),
            Figure(f"{what}: requests", cost.requests, "", peer, first.requests, most_ratio=1),
        ]
    return figures
