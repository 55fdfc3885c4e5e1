"""What one poll tells by itself: whether anything may be new. All that a sync with nothing to do has to load."""

from __future__ import annotations

from dataclasses import dataclass

from wikibot.config.settings import Settings
from wikibot.storage.journal import Journal
from wikibot.wiki.base import Poll


@dataclass(frozen=True)
class Titles:
    """The pages that a game lives on; an empty title stands for a page that is not used."""

    ruleset: str
    gamestate: str
    actions: str
    log: str = ""
    stewards: str = ""
    stop: str = ""
    heading: str = "Actions"  # on the page of that name, the section whose lines are actions

    @classmethod
    def of(cls, settings: Settings) -> Titles:
        """The titles that the settings name."""
        game = settings.game
        pages = (
            game.ruleset,
            game.gamestate,
            game.actions,
            game.log,
            settings.stewards.page,
            settings.bot.stop_page,
        )
        return cls(*pages, game.heading)

    @property
    def polled(self) -> tuple[str, ...]:
        """All titles in use, each once."""
        every = (self.ruleset, self.gamestate, self.actions, self.log, self.stewards, self.stop)
        return tuple(dict.fromkeys(title for title in every if title))


def idle(poll: Poll, titles: Titles, journal: Journal) -> bool:
    """Whether the last run left nothing to do, no page has moved since, and no timed event is due."""
    heads = {title: head.revision.id if head.revision else 0 for title, head in poll.heads.items()}
    due = journal.due
    return journal.settled == {title: heads.get(title, 0) for title in titles.polled} and not (
        due and due <= poll.now
    )


def moved(poll: Poll, title: str, journal: Journal) -> bool:
    """Whether a page has another head than the last whole run left it with."""
    head = poll.heads.get(title)
    present = head.revision.id if head and head.revision else 0
    return bool(title) and journal.settled.get(title, -1) != present
