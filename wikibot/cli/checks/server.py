"""The wiki as such: is it in reach, does it let us in, what may the account do, its clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from wikibot.cli.checks.finding import CheckResult, ok, warning, wrong
from wikibot.config.settings import Settings
from wikibot.exits import NOT_ALLOWED, TRY_LATER
from wikibot.wiki.base import Poll, Wiki
from wikibot.wiki.errors import WikiError
from wikibot.wiki.titles import goes_by_month
from wikibot.wikitext.lines import read_line

_OLDEST = (1, 39)  # the oldest release that the program is tested against
_SKEW = timedelta(minutes=2)


def unreachable(error: Exception) -> CheckResult:
    """Why the first request came to nothing."""
    code = getattr(error, "exit_code", TRY_LATER)
    about = "login" if code == NOT_ALLOWED else "wiki"
    remedy = getattr(error, "remedy", "") or "Look at the address, the network and the wiki itself."
    return wrong(about, getattr(error, "message", "") or str(error), remedy, code)


def examine(settings: Settings, wiki: Wiki, poll: Poll) -> Iterator[CheckResult]:
    """Server, account, signature, rights, block, clock, stewards."""
    server: Any = getattr(wiki, "server", None)
    if server is not None:
        try:
            yield from _server(server())
        except WikiError as error:
            yield unreachable(error)
    if poll.user:
        yield ok("login", f"as {poll.user}")
        sign = getattr(wiki, "signature", None)
        if sign is not None and poll.rights:
            yield _signature(sign, poll.user)
        yield from _rights(poll, by_month=goes_by_month(settings.game.log))
    if poll.block:
        block, remedy = poll.block, "Ask an administrator to lift the block."
        what = f"the account is blocked by {block.by} until {block.expiry}: {block.reason}"
        whole = wrong("block", what, remedy, NOT_ALLOWED)
        yield warning("block", f"in part, {what}", remedy) if block.partial else whole
    yield _clock(poll.now)
    named = [*settings.stewards.users, *(f"group {each}" for each in settings.stewards.groups)]
    known = wiki.groups(settings.stewards.users) if server is not None else {}
    if missing := [each for each in settings.stewards.users if each not in known and server]:
        text = f"the wiki has no account {', '.join(missing)}; whoever takes such a name is one"
        yield warning("stewards", text, "Correct `users` under [stewards].")
    elif named:
        yield ok("stewards", ", ".join(named))
    else:
        remedy = "Name accounts in `users` under [stewards]."
        yield warning("stewards", "no account may correct the state or rule on a line", remedy)


def _server(general: Any) -> Iterator[CheckResult]:
    generator = str(general.get("generator", ""))
    parts = generator.removeprefix("MediaWiki ").split(".")[:2]
    version = tuple(int(part) for part in parts if part.isdecimal())
    if version and version < _OLDEST:
        text = f"{generator} is older than any that this was tested with"
        yield warning("version", text, "Ask for an update.")
    else:
        yield ok("version", generator)
    if general.get("readonly"):
        why = str(general.get("readonlyreason", "")) or "no reason is given"
        remedy = "Wait until its operators lift that."
        yield wrong("read-only", f"the wiki cannot be edited: {why}", remedy, TRY_LATER)


def _signature(sign: Callable[[], str], account: str) -> CheckResult:
    """Whether the reader takes the account's signature off a line, and finds the account."""
    try:
        signed = sign()
    except WikiError as error:
        return warning("signature", f"could not be asked for: {error.message}", error.remedy)
    line = read_line(f"* join {signed}")
    found = line.signature
    if (line.text, found.user) == ("join", account) and found.timestamp:
        return ok("signature", f"understood: {found.user}, {found.timestamp}")
    text = f"{signed!r} is not read as that of {account}: of `join` with it remains {line.text!r}"
    remedy = (
        "Players' signatures need a link to their user or talk page and the wiki's own date; look "
        "at Special:Preferences of the account, and at MediaWiki:Signature."
    )
    return warning("signature", text, remedy)


def _rights(poll: Poll, *, by_month: bool) -> Iterator[CheckResult]:
    lacking = [right for right in ("read", "edit", "createpage") if right not in poll.rights]
    if {"edit", "read"} & {*lacking}:
        tick = "Tick `Edit existing pages` at Special:BotPasswords"
        remedy = f"{tick}, and check the account's groups."
        yield wrong("rights", f"the account lacks {', '.join(lacking)}", remedy, NOT_ALLOWED)
    elif lacking:
        tick = "Tick `Create, edit, and move pages` at Special:BotPasswords"
        if by_month:
            text = "the account cannot create pages, and the log needs one every month"
            yield wrong("rights", text, f"{tick}.", NOT_ALLOWED)
        else:
            remedy = f"{tick}, or create the log page by hand."
            yield warning("rights", "the account cannot create pages", remedy)
    else:
        yield ok("rights", "reading, editing, creating pages")
    if "bot" not in poll.rights:
        tick = "tick `High-volume editing` at Special:BotPasswords."
        remedy = f"Have the account put into the group `bot`; {tick}"
        yield warning("bot right", "edits are not marked as a bot's, and rate limits apply", remedy)


def _clock(server: datetime) -> CheckResult:
    skew = datetime.now(UTC) - server
    if abs(skew) <= _SKEW:
        return ok("clock", "this machine and the wiki agree")
    minutes = abs(skew) // timedelta(minutes=1)
    ahead = "ahead of" if skew > timedelta() else "behind"
    text = f"this machine is {minutes} minutes {ahead} the wiki; the game goes by the wiki's clock"
    return warning("clock", text, "Switch on time synchronisation.")
