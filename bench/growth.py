"""One action when many answered lines lie behind it: time, bytes and requests are to stay the same.

The actions page is filled with lines that the bot answered long ago, as many as a page takes. The
others are in archives of a month each, and every line has its revisions in the histories of all
three pages and its rows in the journal. Then players write one line at a time, and ``wikibot sync``
plays it as a process of its own. The peer is the same with the fewest; each has a wiki to itself,
and they take turns. What the wiki itself takes longer for shows by the player's own edit.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from bench.figures import Figure
from bench.wiki_game import TITLES, Cost, WikiGame, by_turns, days_ago, wiki_game
from wikibot.wikitext.own_marks import with_archives_listed

GOAL = 1.2  # the same, but for the noise
SETTLING = 3  # lines that are played before anything is measured; old lines are archived meanwhile
LONG_AGO = 60  # days
BEGUN = 2000  # days ago
ON_PAGE = 5000  # lines, which fill some half of it
A_MONTH = 1600  # lines in each archive
ANSWER = "[[User:Wikibot|Wikibot]] ([[User talk:Wikibot|talk]]) 12:00, 1 March 2024 (UTC)"


def answered(first: int, count: int) -> str:
    """Lines with their answers."""
    return "\n".join(
        f"* move {n} [[User:Alice|Alice]] ([[User talk:Alice|talk]]) 11:59, 1 March 2024 (UTC)\n"
        f"*: '''done''': <nowiki>Alice moves to {n}.</nowiki> <!-- 1.{n + 1}.0 --> {ANSWER}"
        for n in range(first, first + count)
    )


@contextmanager
def old_game(lines: int) -> Iterator[WikiGame]:
    """A game with so many answered lines behind it, in which the bot has found its place."""
    with wiki_game(archiving=True) as game:
        first = max(lines - ON_PAGE, 0)
        for title in (TITLES["gamestate"], TITLES["log"]):
            _lengthen(game, title, lines)
        months = [(start, f"Archive {start:06}") for start in range(0, first, A_MONTH)]
        for start, name in months:
            count = min(A_MONTH, first - start)
            game.fill(f"{TITLES['actions']}/{name}", answered(start, count), LONG_AGO)
        old = answered(first, lines - first)
        page = f"Talk.\n\n== Actions ==\n{old}\nOld lines stand before the bench."
        listed = [(f"{TITLES['actions']}/{name}", name) for _, name in months]
        if listed:
            page = with_archives_listed(page, listed, "Actions", f"{TITLES['actions']}/Archive ")
        game.fill(TITLES["actions"], page, LONG_AGO)
        gap = _gap(game, 2 * lines)
        # which archives, so that a player's edit need not render the long page; a page filled by
        # others is a new game only by force
        game.wikibot("--force")
        _lengthen(game, TITLES["actions"], 2 * lines, gap)
        _remember(game, lines)
        for _ in range(SETTLING):
            game.write()
            game.wikibot()
        yield game
        game.check()


def _gap(game: WikiGame, count: int) -> int:
    """The last id before so many that no revision gets."""
    ((last,),) = game.server.sql("SELECT seq FROM sqlite_sequence WHERE name = 'revision'")
    game.server.sql("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'revision'", count)
    return int(last)


def _lengthen(game: WikiGame, title: str, count: int, first: int | None = None) -> None:
    """Put so many revisions between the first of a page and the others, all with its text."""
    sql = game.server.sql
    found = sql(
        "SELECT rev_id, rev_page FROM revision WHERE rev_page = (SELECT page_id FROM page WHERE"
        " page_title = ? AND page_namespace IN (4, 5)) ORDER BY rev_id",
        title.partition(":")[2].replace(" ", "_"),
    )
    (origin, page), first = found[0], _gap(game, count) if first is None else first
    sql("UPDATE revision SET rev_timestamp = ? WHERE rev_id = ?", days_ago(BEGUN), origin)
    sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
        " INSERT INTO revision (rev_id, rev_page, rev_comment_id, rev_actor, rev_timestamp,"
        " rev_minor_edit, rev_deleted, rev_len, rev_parent_id, rev_sha1)"
        " SELECT ? + i, rev_page, rev_comment_id, rev_actor,"
        " strftime('%Y%m%d%H%M%S', 'now', ? || ' days', (i * ? / ?) || ' minutes'), 0, 0, rev_len,"
        " CASE i WHEN 1 THEN rev_id ELSE ? + i - 1 END, rev_sha1 FROM n, revision WHERE rev_id = ?",
        count, first, -BEGUN, (BEGUN - LONG_AGO - 1) * 1440, count, first, origin,
    )  # fmt: skip
    sql(
        "INSERT INTO slots (slot_revision_id, slot_role_id, slot_content_id, slot_origin)"
        " SELECT rev_id, slot_role_id, slot_content_id, slot_origin FROM revision, slots"
        " WHERE rev_page = ? AND rev_id > ? AND rev_id <= ? AND slot_revision_id = ?",
        page, first, first + count, origin,
    )  # fmt: skip
    last = first + count
    if len(found) > 1:
        sql("UPDATE revision SET rev_parent_id = ? WHERE rev_id = ?", last, found[1][0])
    else:
        sql("UPDATE page SET page_latest = ? WHERE page_id = ?", last, page)
    game.server.forget_texts()


def _remember(game: WikiGame, lines: int) -> None:
    """Fill the journal with the runs that answered these lines."""
    database = sqlite3.connect(game.home("wikibot") / "state" / "journal.sqlite")
    runs = [(f"{n:08x}", "2024-03-01T12:00:00Z", "1 lines, 0 corrections") for n in range(lines)]
    said = [
        (f"1.{n + 1}.0", f"{n:08x}", "2024-03-01T12:00:00Z", "Alice", f"move {n}", "done", "Moved.")
        for n in range(lines)
    ]
    with database:
        database.executemany("INSERT INTO runs VALUES (?, ?, ?)", runs)
        database.executemany("INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?)", said)
    database.close()


def edit(game: WikiGame) -> Cost:
    """A player's own edit, straight to the wiki."""
    begun = time.perf_counter()
    game.write()
    return Cost(0, 0, time.perf_counter() - begun, 0)


def measure(short: bool) -> list[Figure]:
    """Seconds, bytes and requests, with the fewest lines as the peer."""
    sizes = (5, 20) if short else (100, 100_000)
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
