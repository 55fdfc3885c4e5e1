"""The pages of the game: are they there, may they be edited, can they be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from wikibot.cli.checks.finding import Finding, ok, warning, wrong
from wikibot.config.settings import Settings
from wikibot.exits import ATTENTION, NOT_ALLOWED, SETTINGS
from wikibot.game.calendar import format_time
from wikibot.game.game import Game
from wikibot.game.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.stewards.wording.history import Version
from wikibot.stewards.wording.notices import RENAMED, renames, renewed, told
from wikibot.stewards.wording.rulebooks import accepted_by_stewards, rulebook_of
from wikibot.stewards.wording.source import version_of
from wikibot.storage.cursor import Cursor, DamagedCursor
from wikibot.storage.own_revision import cursor_on
from wikibot.sync.poll import Titles
from wikibot.sync.preflight import lacking_rights
from wikibot.wiki import Head, Poll, Revision, Wiki, WikiError
from wikibot.wikitext.sections import section

_NAMED = 5  # units that are named before the rest is only counted


def titles(settings: Settings) -> tuple[str, ...]:
    """All pages that the settings name."""
    return Titles.of(settings).polled


def examine(settings: Settings, game: Game[Any], wiki: Wiki, poll: Poll) -> Iterator[Finding]:
    """Each page by itself, then what stands on them."""
    names = Titles.of(settings)
    for key, title in (
        ("ruleset", names.ruleset),
        ("gamestate", names.gamestate),
        ("actions", names.actions),
    ):
        yield from _page(key, poll, poll.heads[title], needed=True, written=key != "ruleset")
    if names.log:
        yield from _page("log", poll, poll.heads[names.log], needed=False, written=True)
    if names.stewards:
        yield from _page("page", poll, poll.heads[names.stewards], needed=False, written=False)
    yield from _stop(names, poll)
    try:
        texts = wiki.read((names.ruleset, names.gamestate, names.actions))
    except WikiError as error:
        yield wrong("pages", error.message, error.remedy, error.exit_code)
        return
    yield from _contents(
        settings, game, wiki, texts[names.ruleset], texts[names.gamestate], poll.now
    )
    actions = texts[names.actions]
    if actions is not None and actions.text is not None:
        yield _heading(settings, actions.text)


def _page(key: str, poll: Poll, head: Head, *, needed: bool, written: bool) -> Iterator[Finding]:
    about = f"page {head.title}"
    lacking = lacking_rights(poll, head) if written else []
    if head.missing and needed:
        make = " Make one with `wikibot new`." if key == "gamestate" else ""
        yield wrong(
            about, "is not there", f"Create it, or correct `{key}` in the settings.{make}", SETTINGS
        )
    elif head.redirect:
        yield wrong(
            about, "is a redirect; it was moved", f"Set `{key}` to its new title.", SETTINGS
        )
    elif lacking and poll.user:
        remedy = "Lower the protection or give the account that right."
        yield wrong(about, f"is protected ({', '.join(lacking)})", remedy, NOT_ALLOWED)
    else:
        yield ok(
            about,
            "is not there yet; that is fine" if head.missing else f"is there ({head.length} bytes)",
        )


def _stop(names: Titles, poll: Poll) -> Iterator[Finding]:
    if not names.stop:
        remedy = "Name a page in `stop_page` under [bot]; any text on it stops the bot."
        yield warning("stop page", "players have no way to stop the bot", remedy)
        return
    head = poll.heads[names.stop]
    if head.length:
        yield wrong(
            "stop page",
            f"there is text on {names.stop}, so nothing is played",
            "Blank it to go on.",
            ATTENTION,
        )
    else:
        yield ok("stop page", f"{names.stop} is empty")


def _contents(
    settings: Settings,
    game: Game[Any],
    wiki: Wiki,
    ruleset: Revision | None,
    gamestate: Revision | None,
    now: datetime,
) -> Iterator[Finding]:
    if ruleset is None or ruleset.text is None:
        return
    accepted = accepted_by_stewards(wiki, settings.game.gamestate, gamestate)
    book = rulebook_of(settings, game, ruleset.text, accepted)
    yield _units(book)
    if gamestate is None or gamestate.text is None:
        return
    where = f"on {settings.game.gamestate}"
    try:
        cursor = cursor_on(wiki, settings.game.gamestate, gamestate)
    except DamagedCursor as error:
        yield wrong(
            "cursor",
            f"{where}: {error}",
            "Have an administrator show that revision again.",
            ATTENTION,
        )
        return
    reading = game.read(gamestate.text, book, cursor.synced if cursor and cursor.synced else now)
    for cell in reading.unreadable:
        yield wrong(
            "gamestate",
            f"{where}, {cell}",
            "Correct that cell; nothing is played until then.",
            ATTENTION,
        )
    if not reading.unreadable:
        yield ok("gamestate", f"{len(reading.state.players)} players, phase {reading.state.phase}")
    past = partial(wiki.history, settings.game.ruleset)
    yield from _waiting(ruleset, past, cursor, game, book, reading.state)
    yield ok(
        "cursor",
        f"played through {format_time(cursor.synced)}"
        if cursor and cursor.synced
        else "the bot has not played here yet",
    )


def _units(book: Rulebook) -> Finding:
    """How much of the ruleset waits for a person. A rule that is held stops nobody until an action needs it."""
    held = [
        name for name in map(book.known_as, book.units) if isinstance(book.obstacle(name), Held)
    ]
    if not held:
        return ok("ruleset", f"{len(book.units)} units, none of them held")
    named = ", ".join(held[:_NAMED]) + (
        f" and {len(held) - _NAMED} more" if len(held) > _NAMED else ""
    )
    text = f"{len(held)} of {len(book.units)} units are held: {named}"
    return warning(
        "ruleset",
        text,
        "What needs them waits for a steward, who writes `accept NAME`; everything else plays on.",
    )


def _waiting(
    ruleset: Revision,
    history: Callable[[int], Sequence[Revision]],
    cursor: Cursor | None,
    game: Game[Any],
    book: Rulebook,
    state: State,
) -> Iterator[Finding]:
    """Which rules wait since the bot first played, with all that a sync says of each."""
    if cursor is None or not cursor.ruleset:
        return

    def past() -> Sequence[Version]:
        return [
            version_of(each) for each in reversed(history(cursor.ruleset)) if each.text is not None
        ]

    notices = renewed(cursor.notices, book, past, moved=cursor.ruleset != ruleset.id)
    for notice in (*notices, *renames(state, book)):
        remedy = "" if notice.what == RENAMED else "A steward writes that line on the steward page."
        yield warning("rule", told(notice, game, book), remedy)


def _heading(settings: Settings, text: str) -> Finding:
    heading, page = settings.game.heading, settings.game.actions
    if section(text, heading) is not None:
        return ok("actions", f"lines under {heading!r} on {page}")
    return ok("actions", f"{page} has no heading {heading!r}, so every line on it is an action")
