"""All pages of a log on a wiki, for commands that read it as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from wikibot.config.settings import Settings
from wikibot.wiki.base import Wiki
from wikibot.wiki.titles import goes_by_month, of_months

_AT_ONCE = 50  # titles in one request
_EARLIEST = datetime(2001, 1, 1, tzinfo=UTC)


def read_logs(settings: Settings, wiki: Wiki) -> Mapping[str, str]:
    """The texts of a log's pages by their titles, the oldest first, without those that are missing.

    One GET; of a log by month three more, which tell when the game's pages were made and last
    saved, and one for every fifty months between.
    """
    titles = _titles(settings, wiki)
    found: dict[str, str] = {}
    for at in range(0, len(titles), _AT_ONCE):
        part = titles[at : at + _AT_ONCE]
        pages = wiki.read(part)
        texts = {title: page.text for title in part if (page := pages[title]) is not None}
        found |= {title: text for title, text in texts.items() if text is not None}
    return found


def _titles(settings: Settings, wiki: Wiki) -> tuple[str, ...]:
    """Every page that may be there: from the first revision of a page of the game to the last."""
    log, state, actions = settings.game.log, settings.game.gamestate, settings.game.actions
    if not goes_by_month(log):
        return (log,) if log else ()
    ends = [wiki.as_of(page, _EARLIEST, after=True) for page in (state, actions)]
    times = [each.time for each in (*ends, *wiki.changes(state, until=None, limit=1)) if each]
    return of_months(log, min(times), max(times)) if times else ()
