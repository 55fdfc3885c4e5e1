"""``wikibot run`` without its clock: syncs as often as each line of its input says; run by
bench/warm.py.

For each line it prints seconds by the clock and of CPU as JSON.
"""

from __future__ import annotations

import json
import sys
import time

from wikibot.cli import options
from wikibot.cli.commands.run import Runner
from wikibot.config.games import load_game
from wikibot.config.settings import find_settings, load
from wikibot.sync.report import Stop


def main() -> None:
    """Sync until the input ends."""
    settings, stop = load(find_settings(None)), Stop()
    wiki = options.wiki_of(settings, stop.sleep)
    runner = Runner(settings, load_game(settings.game.rules), wiki, stop)
    for line in sys.stdin:
        begun, cpu = time.perf_counter(), time.process_time()
        for _ in range(int(line)):
            runner.once()
        spent = {"seconds": time.perf_counter() - begun, "cpu": time.process_time() - cpu}
        print(json.dumps(spent), flush=True)


if __name__ == "__main__":
    main()
