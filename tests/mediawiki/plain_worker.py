"""What a program of its own does with a kept session, and whether that loads a library.

``python -m tests.mediawiki.plain_worker poll|save|both API COOKIES``
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from wikibot.wiki.base import Edit
from wikibot.wiki.files import TextFile
from wikibot.wiki.mediawiki import MediaWiki


def poll(wiki: MediaWiki) -> tuple[object, ...]:
    """One poll."""
    found = wiki.poll(["Log"])
    heavy = (name in sys.modules for name in ("requests", "mwclient"))
    return found.user, wiki.requests, wiki.bytes_received > 500, *heavy


def save(wiki: MediaWiki) -> tuple[object, ...]:
    """One edit after it."""
    wiki.poll(["Log"])
    saved = wiki.save(Edit("Log", "Text 1 ä", None, "test, run 12345678", "12345678"))
    return saved.changed, wiki.requests, "requests" in sys.modules


def both(wiki: MediaWiki) -> tuple[object, ...]:
    """Two edits that are under way together."""
    logging.basicConfig(level=logging.DEBUG, stream=sys.stdout, format="%(message)s")
    logging.getLogger("urllib3").setLevel(logging.WARNING)
    wiki.poll(["Log"])
    log, play = (Edit(t, f"{t} ä", None, f"run {t}{t}", f"{t}{t}") for t in ("Log", "Play"))
    logging.getLogger("both").info("begun %s", wiki.begin(log))
    return *(wiki.save(edit).changed for edit in (play, log)), "requests" in sys.modules


JOBS: dict[str, Callable[[MediaWiki], tuple[object, ...]]] = {
    "poll": poll,
    "save": save,
    "both": both,
}

if __name__ == "__main__":
    job, api, cookies = sys.argv[1:]
    found = JOBS[job](
        MediaWiki(
            api, user="Wikibot@sync", cookies=TextFile(Path(cookies)), sleep=lambda _seconds: None,
            password=lambda: os.environ["WIKIBOT_PASSWORD"],
        )
    )  # fmt: skip
    sys.stdout.write(" ".join(map(str, found)) + "\n")
