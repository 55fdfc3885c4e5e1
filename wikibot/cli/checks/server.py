"""The wiki as such: can it be reached, does it let us in, what may the account do, is its clock right."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from wikibot.cli.checks.finding import Finding, ok, warning, wrong
from wikibot.config.settings import Settings
from wikibot.exits import NOT_ALLOWED, TRY_LATER
from wikibot.wiki import Poll, Wiki, WikiError

_OLDEST = (1, 39)  # the oldest release that the program is tested against
_SKEW = timedelta(minutes=2)


def unreachable(error: Exception) -> Finding:
    """Why the first request came to nothing."""
    code = getattr(error, "exit_code", TRY_LATER)
    about = "login" if code == NOT_ALLOWED else "wiki"
    remedy = getattr(error, "remedy", "") or "Look at the address, the network and the wiki itself."
    message = getattr(error, "message", "") or str(error)
    return wrong(about, message, remedy, code)


def examine(settings: Settings, wiki: Wiki, poll: Poll) -> Iterator[Finding]:
    """Server, account, rights, block, clock."""
    server: Any = getattr(wiki, "server", None)
    if server is not None:
        try:
            yield from _server(server())
        except WikiError as error:
            yield unreachable(error)
    if poll.user:
        yield ok("login", f"as {poll.user}")
    yield from _rights(poll)
    yield from _block(poll)
    yield _clock(poll.now)
    if settings.stewards.users or settings.stewards.groups:
        yield ok(
            "stewards",
            ", ".join(
                (*settings.stewards.users, *(f"group {g}" for g in settings.stewards.groups))
            ),
        )
    else:
        remedy = "Name accounts in `users` under [stewards]."
        yield warning("stewards", "nobody can correct the state or rule by an action line", remedy)


def _server(general: Any) -> Iterator[Finding]:
    generator = str(general.get("generator", ""))
    version = tuple(
        int(part)
        for part in generator.removeprefix("MediaWiki ").split(".")[:2]
        if part.isdecimal()
    )
    if version and version < _OLDEST:
        yield warning(
            "version",
            f"{generator} is older than any that this was tested with",
            "Ask for an update.",
        )
    else:
        yield ok("version", generator)
    if general.get("readonly"):
        why = str(general.get("readonlyreason", "")) or "no reason is given"
        yield wrong(
            "read-only",
            f"the wiki cannot be edited: {why}",
            "Wait until its operators lift that.",
            TRY_LATER,
        )


def _rights(poll: Poll) -> Iterator[Finding]:
    lacking = [right for right in ("read", "edit", "createpage") if right not in poll.rights]
    if not poll.user:
        return
    if "edit" in lacking or "read" in lacking:
        remedy = (
            "Tick `Edit existing pages` at Special:BotPasswords, and check the account's groups."
        )
        yield wrong("rights", f"the account lacks {', '.join(lacking)}", remedy, NOT_ALLOWED)
    elif lacking:
        remedy = "Tick `Create, edit, and move pages` at Special:BotPasswords, or create the log page by hand."
        yield warning("rights", "the account cannot create pages", remedy)
    else:
        yield ok("rights", "reading, editing, creating pages")
    if "bot" not in poll.rights:
        remedy = "Have the account put into the group `bot`; tick `High-volume editing` at Special:BotPasswords."
        yield warning("bot right", "edits are not marked as a bot's, and rate limits apply", remedy)


def _block(poll: Poll) -> Iterator[Finding]:
    block = poll.block
    if block is None:
        return
    what = f"the account is blocked by {block.by} until {block.expiry}: {block.reason}"
    remedy = "Ask an administrator to lift the block."
    yield (
        warning("block", f"in part, {what}", remedy)
        if block.partial
        else wrong("block", what, remedy, NOT_ALLOWED)
    )


def _clock(server: datetime) -> Finding:
    skew = datetime.now(UTC) - server
    if abs(skew) <= _SKEW:
        return ok("clock", "this machine and the wiki agree")
    minutes = abs(skew) // timedelta(minutes=1)
    ahead = "ahead of" if skew > timedelta() else "behind"
    text = f"this machine is {minutes} minutes {ahead} the wiki; the game goes by the wiki's clock"
    return warning("clock", text, "Switch on time synchronisation.")
