"""What ``wikibot sync`` does on a wiki, done with pywikibot; run by bench/sync.py in a folder with
its configuration.

    python -m bench.pywikibot_peer poll|save

``poll``: the heads of all six pages, rights and block, as a bot needs that looks whether there is
anything to do. ``save``: the same, then the text of the pages and one edit each of gamestate,
actions page and log.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pywikibot


def main() -> None:
    """Do the task that the command line names."""
    site = pywikibot.Site()
    site.login()
    titles = json.loads(Path("titles.json").read_text(encoding="utf-8"))
    pages = {name: pywikibot.Page(site, title) for name, title in titles.items()}
    saving = sys.argv[1] == "save"
    # A page that does not exist gets no head; asking such a page for its revision would cost one
    # more request.
    found = {page.title(): page for page in site.preloadpages(pages.values(), content=saving)}
    heads = {title: page.latest_revision_id for title, page in found.items() if page.pageid}
    if site.is_blocked() or "edit" not in site.userinfo["rights"] or not heads:
        raise SystemExit("the account cannot edit, or there are no pages")
    if saving:
        _save(found, titles)


def _save(found: dict[str, pywikibot.Page], titles: dict[str, str]) -> None:
    """As much as one line of play changes: a cell, a reply, a line of the log."""
    run = str(time.time_ns())
    gamestate, actions, log = (found[titles[name]] for name in ("gamestate", "actions", "log"))
    gamestate.text = gamestate.text.replace("\n== Spaces ==", f"\n<!-- run {run} -->\n== Spaces ==")
    actions.text += f"\n:: pywikibot: answer of run {run} ~~~~"
    log.text += f"\n# line of run {run}"
    for page in (gamestate, actions, log):
        page.save(summary=f"pywikibot: 1 line played, run {run}", bot=True, minor=False, quiet=True)


if __name__ == "__main__":
    main()
