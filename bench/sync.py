"""``wikibot sync`` as a process of its own, with nothing to do and with one action to play.

The peers: a bare Python script with the one GET that a poll takes, and a pywikibot script that does
the same reads and the same saves (``bench/pywikibot_peer.py``).
"""

from __future__ import annotations

import json

from bench.figures import Figure, Unfit
from bench.wiki_game import Cost, WikiGame, by_turns, wiki_game

BARE = """\
import json, urllib.request
request = urllib.request.Request({address!r}, headers={headers!r})
with urllib.request.urlopen(request) as answer:
    print(len(json.load(answer)["query"]["pages"]))
"""
SETTLING = 6  # runs after which there must be nothing left to do


def measure(short: bool) -> list[Figure]:
    """Both kinds of run, after each program has logged in and found its place."""
    with wiki_game() as game:
        settle(game)
        return [*_nothing_new(game, 1 if short else 11), *_one_action(game, 1 if short else 5)]


def settle(game: WikiGame) -> None:
    """Let both programs log in, and ours find nothing new by its note."""
    for _ in range(SETTLING):
        cost = game.wikibot()
        if cost.requests == 1:
            break
    else:
        raise Unfit(f"a sync with nothing to do takes {cost.requests} requests")
    if game.has_peer:
        game.pywikibot("poll")


def _nothing_new(game: WikiGame, runs: int) -> list[Figure]:
    (note,) = game.home("wikibot").glob(".local/state/wikibot/settled/*.json")
    address, headers = json.loads(note.read_text(encoding="utf-8"))["request"]
    plain = {name: value for name, value in headers.items() if name.lower() != "accept-encoding"}
    script = BARE.format(address=address, headers=plain)
    (game.home("wikibot") / "bare.py").write_text(script, encoding="utf-8")

    def bare() -> Cost:
        return game.run("wikibot", "bare.py")

    programs = [game.wikibot, bare, *[lambda: game.pywikibot("poll")] * game.has_peer]
    ours, one_get, *others = by_turns(runs, *programs)
    theirs = others[0] if others else None
    what, peer = "nothing new", "a script with one GET"
    return [
        Figure(what, ours.seconds * 1000, "ms", peer, one_get.seconds * 1000, most_ratio=1.3),
        Figure(f"{what}: CPU", ours.cpu * 1000, "ms", peer, one_get.cpu * 1000),
        *_beside(what, ours, theirs, most_ratio=0.5),
        Figure(f"{what}: bytes", ours.bytes, "bytes", "pywikibot", theirs and theirs.bytes),
    ]


def _one_action(game: WikiGame, runs: int) -> list[Figure]:
    def play() -> Cost:
        game.write()
        return game.wikibot()

    play()
    if game.has_peer:
        game.pywikibot("save")
    ours, *others = by_turns(runs, play, *[lambda: game.pywikibot("save")] * game.has_peer)
    game.check()
    theirs = others[0] if others else None
    return [
        *_beside("one action", ours, theirs, most_ratio=1.0),
        Figure(
            "one action: requests", ours.requests, "", "pywikibot", theirs and theirs.requests,
            most=5,
        ),
    ]  # fmt: skip


def _beside(what: str, ours: Cost, theirs: Cost | None, *, most_ratio: float) -> list[Figure]:
    wall = Figure(
        what, ours.seconds * 1000, "ms", "pywikibot", theirs and theirs.seconds * 1000,
        most_ratio=most_ratio,
    )  # fmt: skip
    cpu = Figure(f"{what}: CPU", ours.cpu * 1000, "ms", "pywikibot", theirs and theirs.cpu * 1000)
    return [wall, cpu]
