"""What one poll tells: whether anything may be new. All that a sync with nothing to do loads."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from wikibot.config.settings import Settings, SettingsError, shared_pages, unknown_groups
from wikibot.game.calendar import format_time
from wikibot.storage.local import Journal, read_bounded
from wikibot.wiki.base import Poll, Wiki, normalise, of_month, page_before
from wikibot.wiki.errors import WikiError
from wikibot.wikitext import messages
from wikibot.wikitext.dialect import ENGLISH, Dialect, current, use


class Titles(Struct, frozen=True):
    """The pages that a game lives on; an empty title stands for a page that is not used.

    ``log`` is the page that new lines go to, ``log_before`` that of the month before, where the log
    goes by month; ``log_setting`` is how the settings name both. ``kept``: pages that the bot alone
    writes.
    ``words``: the page with other words for the bot's messages.
    """

    ruleset: str
    gamestate: str
    actions: str
    log: str = ""
    stewards: str = ""
    stop: str = ""
    heading: str = "Actions"  # on the actions page, the section whose lines are actions
    log_before: str = ""
    log_setting: str = ""
    kept: tuple[str, ...] = ()
    words: str = ""
    readings: str = ""

    @classmethod
    def of(cls, settings: Settings, now: datetime) -> Titles:
        """The titles that the settings name, in the month of a time."""
        game, stewards, stop = settings.game, settings.stewards.page, settings.bot.stop_page
        log, before = of_month(game.log, now), page_before(game.log, now)
        pages = (game.ruleset, game.gamestate, game.actions, log, stewards, stop)
        bot = settings.bot
        kept = tuple(
            filter(
                None,
                (bot.board_page, bot.help_page, bot.form_page, bot.lens_page, bot.standings_page),
            )
        )
        return cls(*pages, game.heading, before, game.log, kept, bot.words_page, game.readings_page)

    @property
    def read(self) -> tuple[str, ...]:
        """Those whose newest text a sync reads when it has changed."""
        pages = (self.ruleset, self.gamestate, self.log, self.stewards, self.actions, self.words,
                 self.readings)  # fmt: skip
        return tuple(dict.fromkeys(filter(None, pages)))

    @property
    def polled(self) -> tuple[str, ...]:
        """All titles in use, each once."""
        pages = (self.ruleset, self.gamestate, self.actions, self.log, self.stewards, self.stop)
        every = (*pages, self.log_before, *self.kept, self.words, self.readings)
        return tuple(dict.fromkeys(title for title in every if title))


def polled(settings: Settings, wiki: Wiki, journal: Journal | None = None) -> tuple[Titles, Poll]:
    """The titles by the wiki's own time, and their heads.

    Another poll where the local clock is in another month, and the log goes by month. The wiki is
    asked for its dialect where the journal has none, or one of another week; from now on, pages are
    read in it. With new settings everything is looked at anew, and all their titles and groups are
    compared with what the wiki has. Raises :class:`SettingsError` where it lacks a group, and where
    two titles are of one page, which one job would overwrite for the other.
    """
    pages, now = settings.pages, datetime.now(UTC)
    note = hashlib.sha256(repr(settings).encode()).hexdigest()
    new = () if journal and journal.note("settings") == note else tuple(pages.values())
    titles = Titles.of(settings, now)
    asked = tuple(dict.fromkeys((*titles.polled, *new)))
    week = f"{now:%G.%V} "
    known = (journal.note("dialect") or "") if journal is not None else ""
    poll = wiki.poll(asked, introduce=bool(new) or not known.startswith(week))
    if journal is not None and poll.dialect is not None:
        journal.set_notes({"dialect": week + msgspec.json.encode(poll.dialect).decode()})
    use(poll.dialect or _dialect(known))
    named = Titles.of(settings, poll.now)
    poll = poll if named == titles else wiki.poll(tuple(dict.fromkeys((*named.polled, *new))))
    written = {title: head.title for title, head in poll.heads.items()}
    groups = current().groups if new else ()
    if faults := [*shared_pages(settings, written), *unknown_groups(settings, groups)]:
        raise SettingsError(settings.file, faults)
    if journal and new:
        journal.unsettle()
        journal.set_notes({"settings": note})
    return named, poll


def wiki_titles(settings: Settings) -> set[str]:
    """The titles of a game's pages as the wiki of the present dialect writes them."""
    found = set()
    for title in Titles.of(settings, datetime.now(UTC)).polled:
        with suppress(WikiError):  # a sync says so
            found.add(normalise(title))
    return found


def _dialect(note: str) -> Dialect:
    """The dialect that the wiki told an earlier poll."""
    with suppress(msgspec.MsgspecError):
        return msgspec.json.decode(note.partition(" ")[2], type=Dialect)
    return ENGLISH


def speak(settings: Settings, page: str) -> tuple[str, ...]:
    """Speak in the words of the wiki from now on; gives what is wrong with those that people gave.

    ``page``: the text of the page of words, "" where there is none.
    """
    bot, given, faults = settings.bot, [(settings.bot.words_page, page)], list[str]()
    if bot.words_file:
        try:
            given.append((str(bot.words_file), read_bounded(bot.words_file, messages.MOST)))
        except OSError as error:
            faults.append(f"{bot.words_file}: {error.strerror}")
    words, _ = messages.words_of(bot.language or current().language)
    for where, text in given:
        words, wrong = messages.words_of(words.language, text, words)
        faults += [f"{where}: {each}" for each in wrong]
    messages.use(words)
    return tuple(faults)


def heads_of(poll: Poll) -> dict[str, int]:
    """The newest revision of each title; 0 where there is no such page."""
    return {title: head.revision.id if head.revision else 0 for title, head in poll.heads.items()}


def news(poll: Poll, titles: Titles, journal: Journal) -> tuple[str, ...]:
    """What there is to do since the last whole run: pages that moved, a timed event that is due."""
    heads, due, settled = heads_of(poll), journal.due, journal.settled
    there = {title: heads.get(title, 0) for title in titles.polled}
    found = [
        f"{title} moved from {settled[title]} to {there[title]}"
        if title in settled and title in there
        else f"what {title} was left with is not known"
        for title in {**there, **settled}
        if settled.get(title) != there.get(title)
    ]
    if due and due <= poll.now:
        found.append(f"an event is due since {format_time(due)}")
    return tuple(found)
