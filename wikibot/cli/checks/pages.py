"""The pages of the game: are they there, may they be edited, can they be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wikibot.cli.checks.finding import CheckResult, ok, warning, wrong
from wikibot.config.settings import Settings
from wikibot.exits import ATTENTION, NOT_ALLOWED, SETTINGS
from wikibot.game.calendar import format_time
from wikibot.game.game import (
    RULES_BY_ANYONE,
    RULES_BY_PLAYERS,
    RULES_BY_PROPOSALS,
    Game,
)
from wikibot.game.problems import Held
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.stewards.wording.history import Version
from wikibot.stewards.wording.notices import EDIT, RENAMED, renames, renewed, told
from wikibot.stewards.wording.source import accepted_by_stewards, rulebook_of
from wikibot.storage.cursor import Cursor, DamagedCursor, NewerCursor
from wikibot.storage.own_revision import cursor_on
from wikibot.sync.poll import Titles
from wikibot.sync.preflight import lacking_rights
from wikibot.wiki.base import Head, Poll, Revision, Wiki
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.sections import section

_NAMED = 5  # units that are named before the rest is only counted


def examine(settings: Settings, game: Game[Any], wiki: Wiki, poll: Poll) -> Iterator[CheckResult]:
    """Each page by itself, then what stands on them."""
    names = Titles.of(settings, poll.now)
    for key, title, needed, written in (
        ("ruleset", names.ruleset, True, False),
        ("gamestate", names.gamestate, True, True),
        ("actions", names.actions, True, True),
        ("log", names.log, False, True),
        ("page", names.stewards, False, False),
    ):
        if title:
            yield _page(key, poll, poll.heads[title], needed=needed, written=written)
    yield _stop(names.stop, poll)
    yield from _rules_by(settings.game.rules_by or game.rules_by, poll.heads[names.ruleset])
    try:
        texts = wiki.read((names.ruleset, names.gamestate, names.actions))
    except WikiError as error:
        yield wrong("pages", error.message, error.remedy, error.exit_code)
        return
    ruleset, gamestate, actions = texts.values()
    if ruleset and ruleset.text is not None:
        accepted = accepted_by_stewards(wiki, names.gamestate, gamestate)
        book = rulebook_of(settings, game, ruleset.text, accepted)
        yield _units(book)
        if gamestate and gamestate.text is not None:
            yield from _gamestate(settings, game, wiki, book, ruleset, gamestate, poll)
    if actions and actions.text is not None:
        heading = settings.game.heading
        there = section(actions.text, heading) is not None
        lines = f"lines under {heading!r} on {names.actions}"
        every = f"{names.actions} has no heading {heading!r}, so every line on it is an action"
        yield ok("actions", lines if there else every)


def _page(key: str, poll: Poll, head: Head, *, needed: bool, written: bool) -> CheckResult:
    about = f"page {head.title}"
    lacking = lacking_rights(poll, head) if written else []
    if head.missing and needed:
        make = " Make one with `wikibot new`." if key == "gamestate" else ""
        remedy = f"Create it, or correct `{key}` in the settings.{make}"
        return wrong(about, "is not there", remedy, SETTINGS)
    if head.redirect:
        remedy = f"Set `{key}` to its new title."
        return wrong(about, "is a redirect; it was moved", remedy, SETTINGS)
    if lacking and poll.user:
        remedy = "Lower the protection or give the account that right."
        return wrong(about, f"is protected ({', '.join(lacking)})", remedy, NOT_ALLOWED)
    there = f"is there ({head.length} bytes)"
    return ok(about, "is not there yet; that is fine" if head.missing else there)


def _stop(title: str, poll: Poll) -> CheckResult:
    if not title:
        remedy = "Name a page in `stop_page` under [bot]; any text on it stops the bot."
        return warning("stop page", "players have no way to stop the bot", remedy)
    if poll.heads[title].length:
        text = f"there is text on {title}, so nothing is played"
        return wrong("stop page", text, "Blank it to go on.", ATTENTION)
    return ok("stop page", f"{title} is empty")


def _rules_by(who: str, head: Head) -> Iterator[CheckResult]:
    """Whose edits of the ruleset page count, where that is under the group's control."""
    protect = f"protect the page (Special:ProtectPage/{head.title})"
    if who == RULES_BY_ANYONE and not head.protection:
        text = f"anybody's edit of {head.title} counts at once, a stranger's as well"
        yield warning("rules", text, f"Set `rules_by = players` under [game], or {protect}.")
    elif who:
        count = (
            "what a passed proposal says counts"
            if who == RULES_BY_PROPOSALS
            else (f"edits by {'players and stewards' if who == RULES_BY_PLAYERS else who} count")
        )
        levels = ", ".join(head.protection)
        more = f"only {levels} may edit it" if levels else f"to keep others from editing, {protect}"
        yield ok("rules", f"on {head.title} {count} at once, the rest waits for `accept`; {more}")


def _gamestate(
    settings: Settings,
    game: Game[Any],
    wiki: Wiki,
    book: Rulebook,
    ruleset: Revision,
    gamestate: Revision,
    poll: Poll,
) -> Iterator[CheckResult]:
    title = settings.game.gamestate
    try:
        cursor = cursor_on(wiki, title, gamestate)
    except DamagedCursor as error:
        newer = isinstance(error, NewerCursor)
        remedy = "" if newer else "Have an administrator show that revision again."
        code = SETTINGS if newer else ATTENTION
        yield wrong("cursor", f"on {title}: {error}", remedy, code)
        return
    synced = cursor.synced if cursor else None
    reading = game.read(gamestate.text or "", book, synced or poll.now)
    for cell in reading.unreadable:
        remedy = "Correct that cell; nothing is played until then."
        yield wrong("gamestate", f"on {title}, {cell}", remedy, ATTENTION)
    if not reading.unreadable:
        yield ok("gamestate", f"{len(reading.state.players)} players, phase {reading.state.phase}")
    if cursor and cursor.ruleset:
        yield from _waiting(settings, game, wiki, book, cursor, ruleset, reading.state)
    played = (
        f"played through {format_time(synced)}" if synced else "the bot has not played here yet"
    )
    yield ok("cursor", played)


def _units(book: Rulebook) -> CheckResult:
    """How much of the ruleset waits for a person; a held rule stops only what needs it."""
    names = map(book.known_as, book.units)
    held = [name for name in names if isinstance(book.obstacle(name), Held)]
    if not held:
        return ok("ruleset", f"{len(book.units)} units, none of them held")
    more = f" and {len(held) - _NAMED} more" if len(held) > _NAMED else ""
    text = f"{len(held)} of {len(book.units)} units are held: {', '.join(held[:_NAMED])}{more}"
    remedy = "What needs them waits for a steward, who writes `accept NAME`; all else plays on."
    return warning("ruleset", text, remedy)


def _waiting(
    settings: Settings,
    game: Game[Any],
    wiki: Wiki,
    book: Rulebook,
    cursor: Cursor,
    ruleset: Revision,
    state: State,
) -> Iterator[CheckResult]:
    """Which rules wait since the bot first played, with all that a sync says of each."""

    def past() -> Sequence[Version]:
        found = reversed(wiki.history(settings.game.ruleset, cursor.ruleset))
        return [Version.of(each) for each in found if each.text is not None]

    notices = renewed(cursor.notices, book, past, moved=cursor.ruleset != ruleset.id)
    edits = (each for each in cursor.notices if each.what == EDIT)
    for notice in (*notices, *edits, *renames(state, book)):
        remedy = "" if notice.what == RENAMED else "A steward writes that line on the steward page."
        yield warning("rule", told(notice, game, book), remedy)
