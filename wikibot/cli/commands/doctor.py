"""``wikibot doctor`` looks over settings, machine, wiki and pages, and says what to do."""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from wikibot.cli import options
from wikibot.cli.commands.run import feed_of
from wikibot.config.games import load_game
from wikibot.config.settings import (
    NoSecret,
    NoSettings,
    Settings,
    SettingsError,
    Titles,
    find_password,
    find_settings,
    has_password,
    load,
)
from wikibot.dice.session import BEACON, SEALED, Vault
from wikibot.exits import ATTENTION, DONE, NOT_ALLOWED, SETTINGS, TRY_LATER, ProgramError
from wikibot.game.game import RULES_BY_ANYONE, RULES_BY_PLAYERS, RULES_BY_PROPOSALS, Game
from wikibot.game.page.board import FOREIGN, is_own
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.schemas import Finding
from wikibot.stewards.accept import rulebook_of
from wikibot.stewards.notices import BY_STATE, EDITS, by_state, renewed, told
from wikibot.stewards.wording import Version
from wikibot.storage.cursor import DamagedCursor, NewerCursor, cursor_on, known
from wikibot.storage.local import LocalStorage, overlay_file, read_overlay
from wikibot.sync.reader import speak
from wikibot.sync.render import TRIAL
from wikibot.sync.run import polled
from wikibot.sync.writing import lacking_rights
from wikibot.wiki.base import Edit, Head, Poll, Revision, Wiki, goes_by_month, summary
from wikibot.wiki.errors import WikiError
from wikibot.wiki.feed import Feed, RecentChangesFeed, UdpFeed
from wikibot.wikitext.lines import read_line, section
from wikibot.wikitext.messages import ENGLISH, current, say, speaking, words_of
from wikibot.wikitext.numerals import format_time
from wikibot.wikitext.regex import regex

# == One finding of the doctor: what was looked at, the verdict, and what to do ====================


def ok(about: str, text: str) -> Finding:
    """All is well."""
    return Finding(about=about, grade="ok", text=text, remedy="", exit_code=DONE)


def warning(about: str, text: str, remedy: str) -> Finding:
    """It works, but not as well or as safely as it could."""
    return Finding(about=about, grade="warning", text=text, remedy=remedy, exit_code=DONE)


def wrong(about: str, text: str, remedy: str, exit_code: int) -> Finding:
    """It does not work."""
    return Finding(about=about, grade="wrong", text=text, remedy=remedy, exit_code=exit_code)


# == Whether the dice of the settings can be rolled: secrets there and private, relays in reach ====

_OLD = timedelta(minutes=10)  # a round that every relay has by now


def examine_dice(settings: Settings, wiki: Wiki) -> Iterator[Finding]:
    """What matters for the source of dice that is set."""
    source = settings.game.dice
    if source == SEALED:
        folder = LocalStorage(settings).seals
        vault = Vault(folder, settings.game.gamestate)
        for path in folder.open_to_others():
            yield warning(
                "secrets", f"others can read {path}", f"Run `chmod -R go= {folder.place}`."
            )
        seals, title = tuple[tuple[int, str], ...](), settings.game.gamestate
        with suppress(WikiError):  # what is wrong with the page is a finding of another check
            seals = known(lambda: cursor_on(wiki, title, wiki.read([title])[title])).seals
        lost = [str(phase) for phase, seal in seals if vault.find(seal) is None]
        if lost:
            phases = ", ".join(lost)
            text = f"the secrets of the seals of phases {phases} are not in {folder.place}"
            remedy = "Put that folder back from a backup; else the next roll makes a new seal."
            yield warning("secrets", text, remedy)
        else:
            place = f"in {folder.place}" if folder.names() else "made with the first sync"
            yield ok("secrets", place)
    elif source == BEACON:
        yield from _relays(settings)
    else:
        yield ok("dice", "players state what a dice bot rolled")


def _relays(settings: Settings) -> Iterator[Finding]:
    from wikibot.dice.beacon import AGREE, BadChain, NoRound, Relays, can_check

    relays = Relays(settings.beacon.relays, settings.beacon.chain)
    remedy = "Look at the network, or set other `relays` under [beacon]; until then lines wait."
    try:
        chain = relays.chain()
    except NoRound as error:
        yield wrong("beacon", str(error), remedy, TRY_LATER)
        return
    number = chain.first_from(datetime.fromtimestamp(time.time(), UTC) - _OLD)
    working = 0
    for address in relays.addresses:
        try:
            relays.ask(chain, address, number)
            working += 1
        except (NoRound, BadChain) as error:
            others = "The others are asked instead, if there are enough."
            yield warning("relay", f"{address}: {error}", others)
    total = len(relays.addresses)
    text = f"{working} of {total} relays can be used"
    enough = working >= min(AGREE, total)
    yield ok("beacon", text) if enough else wrong("beacon", text, remedy, TRY_LATER)
    if not can_check(chain):
        remedy = "Run `pip install 'wikibot[beacon]'`."
        yield warning("beacon", "signatures of rounds are not checked", remedy)


# == What can be looked at without the wiki: the account's settings, its secret, the own files =====

_LOCAL = regex(r"http://(localhost|127\.[\d.]+|\[::1\])(:\d+)?/")


def _account(settings: Settings) -> Iterator[Finding]:
    section = settings.wiki
    if section.api.startswith("http://") and not _LOCAL.match(section.api):
        remedy = "Use https:// if the wiki has it."
        yield warning("address", f"{section.api} is not encrypted", remedy)
    if not section.contact:
        remedy = "Set `contact` under [wiki] to an e-mail address or a link."
        yield warning("contact", "the wiki's operators cannot tell whose bot this is", remedy)
    if not section.user:
        remedy = "Set `user` under [wiki] to Account@botname, as Special:BotPasswords names it."
        yield wrong("account", "no account is set, so nothing can be saved", remedy, SETTINGS)
        return
    try:
        secret = find_password(settings)
    except NoSecret as error:
        remedy = (
            "Have Special:BotPasswords of the wiki make one, write it into a file of mode 600, and "
            "name that file as `password_file` under [wiki]."
        )
        yield wrong("password", str(error), remedy, SETTINGS)
        return
    if secret.warning:
        remedy = f"Run `chmod 600 {secret.source}`."
        yield warning("password", secret.warning.partition(";")[0], remedy)
    else:
        yield ok("password", f"from {secret.source}")


def _own_files(settings: Settings) -> Iterator[Finding]:
    if settings.is_folder and not settings.folder.is_dir():
        return  # the poll is going to say so; nothing is made in a folder that is not there
    try:
        with LocalStorage(settings).journal() as journal:
            yield ok("journal", journal.place)
    except ProgramError as error:
        remedy = "Give this account the right to write there, or set `journal` under [bot]."
        yield wrong("journal", str(error), remedy, error.exit_code)
        return
    if settings.bot.journal.with_name(settings.bot.journal.name + ".damaged").exists():
        remedy = "Delete the file that ends in .damaged."
        yield warning("journal", "an older journal was damaged and put aside", remedy)
    cookies = settings.cookies
    if cookies.exists() and cookies.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield warning("cookies", f"others can read {cookies}", f"Run `chmod 600 {cookies}`.")


# == The pages of the game: are they there, may they be edited, can they be read ===================

_NAMED = 5  # units that are named before the rest is only counted


def examine_pages(settings: Settings, game: Game[Any], wiki: Wiki, poll: Poll) -> Iterator[Finding]:
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
        # The words in which the bot answers, and what is wrong with those that people gave.
        title = settings.bot.words_page
        page = wiki.read([title])[title] if title else None
        with speaking(ENGLISH):  # what is said here is for operators
            faults, words = speak(settings, (page.text or "") if page else ""), current()
        if title and page is None:
            remedy = "Create it, or take `words_page` out of the settings."
            yield warning("words", f"{title} is not there", remedy)
        for fault in faults:
            remedy = "Correct that line; until then the message stays as it was."
            yield warning("words", fault, remedy)
        own = words_of(words.language)[0].texts
        others = sum(own.get(message, message) != text for message, text in words.texts.items())
        more = f", {others} of its messages changed" if others else ""
        yield ok("words", f"the bot answers in {words.language!r}{more}")
        texts = wiki.read((names.ruleset, names.gamestate, names.actions, names.readings))
    except WikiError as error:
        yield wrong("pages", error.message, error.remedy, error.exit_code)
        return
    ruleset, gamestate, actions, given = texts.values()
    if ruleset and ruleset.text is not None:
        noted = known(lambda: cursor_on(wiki, names.gamestate, gamestate))
        said = (given.text or "") if given else ""
        book = rulebook_of(game, ruleset.text, read_overlay(overlay_file(settings)), noted, said)
        yield _units(book)
        if gamestate and gamestate.text is not None:
            yield from _gamestate(settings, game, wiki, book, ruleset, gamestate, poll)
    if actions and actions.text is not None:
        heading = settings.game.heading
        there = section(actions.text, heading) is not None
        lines = f"lines under {heading!r} on {names.actions}"
        every = f"{names.actions} has no heading {heading!r}, so every line on it is an action"
        yield ok("actions", lines if there else every)


def _page(key: str, poll: Poll, head: Head, *, needed: bool, written: bool) -> Finding:
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


def _stop(title: str, poll: Poll) -> Finding:
    if not title:
        remedy = "Name a page in `stop_page` under [bot]; any text on it stops the bot."
        return warning("stop page", "players have no way to stop the bot", remedy)
    if poll.heads[title].length:
        text = f"there is text on {title}, so nothing is played"
        return wrong("stop page", text, "Blank it to go on.", ATTENTION)
    return ok("stop page", f"{title} is empty")


def _rules_by(who: str, head: Head) -> Iterator[Finding]:
    """Whose edits of the ruleset page count, where that is under the group's control."""
    protect = f"protect the page (Special:ProtectPage/{head.title})"
    if who == RULES_BY_ANYONE and not head.protection:
        text = f"anybody's edit of {head.title} counts at once, a stranger's as well"
        yield warning("rules", text, f"Set `rules_by = players` under [game], or {protect}.")
    elif who:
        count = f"edits by {'players and stewards' if who == RULES_BY_PLAYERS else who} count"
        if who == RULES_BY_PROPOSALS:
            count = "what a passed proposal says counts"
        levels = ", ".join(head.protection)
        more = f"only {levels} may edit it" if levels else f"to keep others from editing, {protect}"
        yield ok("rules", f"on {head.title} {count} at once, the rest waits for `accept`; {more}")


def _gamestate(
    settings: Settings, game: Game[Any], wiki: Wiki, book: Rulebook, ruleset: Revision,
    gamestate: Revision, poll: Poll,
) -> Iterator[Finding]:  # fmt: skip
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
    if game.by_sentences:
        yield _sentences(game.readable(reading.state, book, offering=False))
    if not reading.unreadable:
        yield ok("gamestate", f"{len(reading.state.players)} players, phase {reading.state.phase}")
    if not is_own(gamestate.text or ""):
        what, _, remedy = FOREIGN.partition(". ")
        yield warning("board", what, f"{remedy}.")
    if cursor and cursor.ruleset:  # which rules wait since then, with all that a sync says of each
        since = cursor.ruleset

        def past() -> Sequence[Version]:
            found = reversed(wiki.history(settings.game.ruleset, since))
            return [Version.of(each) for each in found if each.text is not None]

        notices = renewed(cursor.notices, book, past, moved=since != ruleset.id)
        edits = (each for each in cursor.notices if each.what in EDITS)
        for notice in (*notices, *edits, *by_state(game, reading.state, book)):
            writes = "A steward writes that line on the steward page."
            remedy = "" if notice.what in BY_STATE else writes
            yield warning("rule", told(notice, game, book), remedy)
    played = f"played through {format_time(synced)}" if synced else ""
    yield ok("cursor", played or "the bot has not played here yet")


def _units(book: Rulebook) -> Finding:
    """How much of the ruleset waits for a person; a held rule stops only what needs it."""
    names = map(book.known_as, book.units)
    held = [name for name in names if book.is_held(name)]
    if not held:
        return ok("ruleset", f"{len(book.units)} units, none of them held")
    more = f" and {len(held) - _NAMED} more" if len(held) > _NAMED else ""
    text = f"{len(held)} of {len(book.units)} units are held: {', '.join(held[:_NAMED])}{more}"
    remedy = "What needs them waits for a steward, who writes `accept NAME`; all else plays on."
    return warning("ruleset", text, remedy)


def _sentences(findings: Sequence[SentenceFinding]) -> Finding:
    """How much of a ruleset in plain words is played, and what of it cannot be read."""
    played = sum(each.played for each in findings)
    text = f"{played} of {len(findings)} are played, {len(findings) - played} are for people"
    hiding = [each for each in findings if "{{" in each.text]
    if findings and not hiding:
        return ok("sentences", text)
    unread = dict.fromkeys(
        f"{each.text} ({each.section})" if each.section else each.text for each in hiding
    )
    shown = f"; what templates show is not read: {'; '.join(unread)}" if unread else ""
    remedy = "Put the text of the rules on the page itself; see `wikibot rules check`."
    return warning("sentences", f"{text}{shown}", remedy)


# == The wiki as such: is it in reach, does it let us in, what may the account do, its clock =======

_OLDEST = (1, 39)  # the oldest release that the program is tested against
_SKEW = timedelta(minutes=2)


def unreachable(error: Exception) -> Finding:
    """Why the first request came to nothing."""
    code = getattr(error, "exit_code", TRY_LATER)
    about = "login" if code == NOT_ALLOWED else "wiki"
    remedy = getattr(error, "remedy", "") or "Look at the address, the network and the wiki itself."
    return wrong(about, getattr(error, "message", "") or str(error), remedy, code)


def examine_server(settings: Settings, wiki: Wiki, poll: Poll) -> Iterator[Finding]:
    """Server, account, signature, rights, block, clock, stewards."""
    server: Any = getattr(wiki, "server", None)
    if server is not None:
        try:
            general = server()
            generator = str(general.get("generator", ""))
            parts = generator.removeprefix("MediaWiki ").split(".")[:2]
            version = tuple(int(part) for part in parts if part.isdecimal())
            if version and version < _OLDEST:
                said = f"{generator} is older than any that this was tested with"
                yield warning("version", said, "Ask for an update.")
            else:
                yield ok("version", generator)
            if general.get("readonly"):
                why = str(general.get("readonlyreason", "")) or "no reason is given"
                how = "Wait until its operators lift that."
                yield wrong("read-only", f"the wiki cannot be edited: {why}", how, TRY_LATER)
        except WikiError as error:
            yield unreachable(error)
    if poll.user:
        yield ok("login", f"as {poll.user}")
        sign = getattr(wiki, "saved_as", None)
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


def _signature(sign: Callable[[str], str], account: str) -> Finding:
    """Whether the reader takes the account's signature off a line, and finds the account."""
    try:
        signed = sign("~~~~")
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


def _rights(poll: Poll, *, by_month: bool) -> Iterator[Finding]:
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


def _clock(server: datetime) -> Finding:
    skew = datetime.now(UTC) - server
    if abs(skew) <= _SKEW:
        return ok("clock", "this machine and the wiki agree")
    minutes = abs(skew) // timedelta(minutes=1)
    ahead = "ahead of" if skew > timedelta() else "behind"
    text = f"this machine is {minutes} minutes {ahead} the wiki; the game goes by the wiki's clock"
    return warning("clock", text, "Switch on time synchronisation.")


# == The feed: can it be listened to, and does it tell of edits? ===================================

_LINES = """\
In LocalSettings.php: $wgRCFeeds['wikibot'] = [ 'formatter' => 'JSONRCFeedFormatter', \
'uri' => 'udp://THIS-MACHINE:{port}' ]; and PHP needs its extension sockets."""


def examine_feed(settings: Settings, wiki: Wiki, seconds: float) -> Finding:
    """Whether edits are told; with ``seconds``, one that the bot makes of a page of its own."""
    proof = f"User:{wiki.account or 'Wikibot'}/Feed"
    try:
        feed = feed_of(settings, wiki, proof)
    except ProgramError as error:
        return warning("feed", str(error), "If that is `wikibot run`, stop it meanwhile.")
    with closing(feed):
        told, remedy = settings.bot.feed, "Look at Special:RecentChanges."
        if type(feed) is Feed:
            return ok("feed", "none; `wikibot run` looks at the pages on its schedule")
        if isinstance(feed, RecentChangesFeed):
            feed.wait(0.0)
            if feed.trouble:
                return warning("feed", f"{told}: {feed.trouble}", "Set `feed = none` under [bot].")
        elif isinstance(feed, UdpFeed):
            remedy = _LINES.format(port=told.rpartition(":")[2])
        if not seconds:
            return ok("feed", f"{told}; `wikibot doctor --feed` proves it by an edit")
        try:
            there = wiki.read([proof])[proof]
            run = format_time(datetime.now(UTC))
            with speaking(ENGLISH):
                speak(settings, "")
                text = say(TRIAL, run)
            wiki.save(Edit(proof, text, there.id if there else None, summary(text, run), run))
        except (WikiError, ProgramError) as error:
            click.echo(f"{proof}: {error}. Save an edit of any page on the wiki now.", err=True)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if changes := feed.wait(left):
                return ok("feed", f"{told} told of an edit of {changes[-1].title}")
    return wrong("feed", f"{told} told of no edit within {seconds:g} seconds", remedy, SETTINGS)


# == ``wikibot doctor`` looks over settings, machine, wiki and pages, and says what to do ==========


def examine(given: Path | None, feed_seconds: float = 0.0) -> Iterator[Finding]:
    """All findings as they come; ends early where nothing further can be looked at.

    ``feed_seconds``: how long the feed has to tell of an edit that is made to prove it.
    """
    try:
        settings = load(find_settings(given))
        game = load_game(settings.game.rules, settings.game.ledger)
    except NoSettings as error:
        yield wrong("settings", str(error.faults[0]), f"{error.remedy}.", SETTINGS)
        return
    except SettingsError as error:
        for fault in error.faults:
            yield wrong("settings", str(fault), f"Correct {error.file}.", SETTINGS)
        return
    except ProgramError as error:
        yield wrong("settings", str(error), "Correct `rules` under [game].", SETTINGS)
        return
    yield ok("settings", f"{settings.file}, playing {game.name}")
    if settings.is_folder:
        yield ok("wiki", f"a folder of files: {settings.folder}")
    else:
        yield from _account(settings)
    yield from _own_files(settings)
    if not has_password(settings):  # the rest is looked at without logging in
        settings = replace(settings, wiki=replace(settings.wiki, user=""))
    wiki = options.wiki_of(settings)
    try:
        _, poll = polled(settings, wiki)
    except (WikiError, ProgramError) as error:
        yield unreachable(error)
        return
    yield from examine_server(settings, wiki, poll)
    yield from examine_pages(settings, game, wiki, poll)
    yield from examine_dice(settings, wiki)
    yield examine_feed(settings, wiki, feed_seconds)


_WORST_FIRST = (SETTINGS, NOT_ALLOWED, TRY_LATER, ATTENTION)  # last what needs a look
_FEED_SECONDS = 60.0
_COLOURS = {"ok": "green", "warning": "yellow", "wrong": "red"}


@options.command(
    "wikibot doctor            before the first sync, and whenever something is odd",
    "wikibot doctor --json     for a monitoring system",
    "wikibot doctor --feed     does the wiki tell of edits? the bot makes one",
    more="The exit code is that of the worst finding; warnings do not count.",
)
@options.as_json
@click.option(
    "--feed",
    is_flag=True,
    help="Make an edit, and wait up to a minute until the feed tells of one.",
)
@options.settings_file
def doctor(as_json: bool, feed: bool) -> int:
    """Look over settings, password, state folder, wiki, account, rights, clock and pages.

    Each finding has a verdict and, where something is to be done, says what. Nothing is written on
    the wiki, but for `Feed` below the account's user page with --feed.
    """
    from wikibot.cli.terminal import print_json
    from wikibot.config.logs import safe

    findings: list[Finding] = []
    for finding in examine(options.given_settings(), _FEED_SECONDS if feed else 0.0):
        findings.append(finding)
        if not as_json:
            shown = click.style(f"{finding.grade:>7}", fg=_COLOURS[finding.grade], bold=True)
            click.echo(f"{shown}  {safe(finding.about)}: {safe(finding.text)}")
            if finding.remedy:
                click.echo(f"         {safe(finding.remedy)}")
    if as_json:
        print_json("doctor", [finding.model_dump() for finding in findings])
    codes = [finding.exit_code for finding in findings]
    return next((code for code in _WORST_FIRST if code in codes), DONE)
