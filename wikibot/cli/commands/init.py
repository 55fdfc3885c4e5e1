"""``wikibot init``: write a settings file by asking.

``wikibot settings``: every key of the settings file, explained; and the files for cron.
"""

from __future__ import annotations

import re
import secrets
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import click
from msgspec import Struct

from wikibot.cli import options
from wikibot.cli.commands.demo import actions_page
from wikibot.cli.options import introduced, shipped
from wikibot.config.games import NoSuchGame, installed, load_game, unknown_game
from wikibot.config.logs import safe
from wikibot.config.settings import (
    BOT_PASSWORD,
    NAME,
    NoSecret,
    Settings,
    find_password,
    from_sections,
    has_password,
    read_section,
)
from wikibot.exits import DONE, SETTINGS, USAGE, ProgramError
from wikibot.game.game import Game
from wikibot.game.problems import Problem
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.sync.render import HEADING, MAKES_ACTIONS
from wikibot.wiki.base import FOLDER, Edit, Wiki, summary
from wikibot.wiki.errors import NotAllowed, WikiError, WrongSettings
from wikibot.wikitext.dialect import current, key, namespaces
from wikibot.wikitext.lines import action_numbers, sections
from wikibot.wikitext.messages import say, speaking, words_of
from wikibot.wikitext.regex import regex

# == What ``init`` finds out by itself: the API of a wiki, its pages, which game is played =========
#
# Everything is only a proposal to the person who is asked, and nothing is saved on the wiki.

RULESETS = ("Ruleset", "Rules", "Current ruleset", "Current Ruleset", "Project:Ruleset")
GAMESTATES = ("Gamestate", "Game state", "Game State", "Current gamestate", "Project:Gamestate")
ANY_NOMIC = "generic"  # the game that plays any ruleset by its own words, where it is installed
_ALIKE = 0.3  # of the page of a game are rules of this game
_SECONDS = 12.0
_LONGEST_PAGE = 500_000  # bytes of a web page that is looked through
_EDIT_URI = regex(r"""<link[^<>]{0,200}rel=["']EditURI["'][^<>]{0,400}>""", re.IGNORECASE)
_HREF = regex(r"""href=["']([^"'<>\s]{1,300}api\.php)""", re.IGNORECASE)
_KNOWN = (WordingStatus.SAME, WordingStatus.COSMETIC, WordingStatus.NUMBERS)


class FoundWiki(Struct, frozen=True):
    """A wiki that answers. ``api``: as the settings name it; ``about``: what it says of itself."""

    api: str
    about: str
    wiki: Wiki

    def there(self, titles: Sequence[str]) -> tuple[str, ...]:
        """Those of some pages that are there; none where only an account may look."""
        try:
            heads = self.wiki.poll(tuple(titles)).heads
        except WikiError:
            return ()
        return tuple(title for title in titles if title in heads and not heads[title].missing)

    def text(self, title: str) -> str:
        """The text of a page; "" where it is not there or only an account may read it."""
        try:
            page = self.wiki.read([title])[title]
        except WikiError:
            return ""
        return (page.text or "") if page else ""


def find_wiki(address: str, contact: str = "") -> FoundWiki:
    """The wiki at the address of its api.php, of any of its pages, or in a folder.

    Raises :class:`WikiError` that says what is wrong with the address.
    """
    if address.startswith(FOLDER):
        from wikibot.wiki.folder import FolderWiki

        folder = Path(address.removeprefix(FOLDER))
        if not folder.is_dir():
            remedy = "Make it, or let `wikibot demo` make a whole game."
            raise WrongSettings(f"{folder}: there is no such folder", remedy=remedy)
        return FoundWiki(address, f"a folder of page files, {folder}", FolderWiki(folder))
    for api in _addresses(address):
        with suppress(WrongSettings, NotAllowed):  # but a host that does not answer is reported
            from wikibot.wiki.mediawiki import MediaWiki

            wiki = MediaWiki(api, contact=contact, seconds=_SECONDS)
            general = wiki.server()
            introduced(wiki)
            return FoundWiki(
                api, f"{general.get('sitename', '?')} ({general.get('generator', '?')})", wiki
            )
    remedy = "Special:Version of the wiki shows the address of api.php."
    raise WrongSettings(f"{address}: no API of a MediaWiki was found", remedy=remedy)


def _addresses(address: str) -> Iterator[str]:
    """Where the api.php of a wiki may be: as written, as its page says, at the usual places."""
    address = address if "://" in address else f"https://{address}"
    try:
        parts = urlsplit(address)
    except ValueError:  # brackets that are no IPv6 address
        return
    if parts.scheme not in ("http", "https") or not parts.netloc or "@" in parts.netloc:
        return
    if parts.path.endswith("/api.php"):
        yield f"{parts.scheme}://{parts.netloc}{parts.path}"
        return
    if said := _said_by_page(address):
        yield said
        return
    for path in ("/w/api.php", "/api.php", "/wiki/api.php"):
        yield f"{parts.scheme}://{parts.netloc}{path}"


def _said_by_page(address: str) -> str:
    """The address that a page of MediaWiki names in its head; "" where it does not."""
    import requests

    from wikibot.wiki.session import BoundedSession

    try:
        with BoundedSession() as session:
            body = session.get(address, timeout=_SECONDS).content
    except (requests.RequestException, ValueError):
        return ""
    page = body[:_LONGEST_PAGE].decode("utf-8", "replace")
    link = _EDIT_URI.search(page)
    found = _HREF.search(link[0]) if link else None
    return urljoin(address, found[1]) if found else ""


# -- which game ------------------------------------------------------------------------------------


def game_of(ruleset: str) -> tuple[str, float]:
    """The installed game whose rules make up most of a ruleset page, and which share of it.

    The game that plays any nomic, or else "", where it has few of any.
    """
    games = installed()
    shares = {name: share for name in games if (share := _share(name, ruleset)) >= _ALIKE}
    best = max(shares, key=lambda name: shares[name], default="")
    return best or (ANY_NOMIC if ANY_NOMIC in games else ""), shares.get(best, 0.0)


def _share(name: str, ruleset: str) -> float:
    """How much of a page has the words that were accepted for a game, if it is bound to any."""
    try:
        game: Game[Any] = load_game(name)
        book = game.rulebook(ruleset)
        names = dict.fromkeys(map(book.known_as, book.units))
        known = [name for name in names if book.standing(name) in _KNOWN]
    except (NoSuchGame, Problem, ValueError):
        return 0.0
    return len(known) / len(names) if names and book.pins else 0.0


# == The questions of ``wikibot init``: each a key of the settings, with words for a person ========


class Question(Struct, frozen=True):
    """``about`` asks for the key; ``usual``: the answer that is proposed where nothing else is."""

    section: str
    key: str
    about: str
    usual: str = ""
    metavar: str = "TEXT"
    needed: bool = False

    @property
    def name(self) -> str:
        """Unlike any other's, also where two sections have the same key."""
        return {"page": "steward_page", "users": "stewards"}.get(self.key, self.key)

    @property
    def option(self) -> str:
        return f"--{self.name.replace('_', '-')}"

    def refusal(self, value: str) -> str:
        """Why a value, which may be "", cannot be taken; "" where it can."""
        if BOT_PASSWORD.search(value):
            return "that looks like a password, which has no place in this file"
        if self.key == "api" and value and not value.startswith(FOLDER):
            return ""  # any page of the wiki leads to it
        if self.key == "rules" and value:
            return unknown_game(value)
        _, faults = read_section(self.section, {self.key: value})
        why = next((each.why for each in faults if each.key == self.key), "")
        return why if value else why.removeprefix("is missing; ")


QUESTIONS = (
    Question("wiki", "api", "Address of the wiki (api.php, or any of its pages), or folder:PATH",
             metavar="URL", needed=True),
    Question("wiki", "contact", "An e-mail address or a page of yours, for the wiki's operators"),
    Question("wiki", "user", "The bot's account, as Special:BotPasswords names it: Account@botname",
             metavar="ACCOUNT"),
    Question("wiki", "password_file", "The file that will hold the bot password (not asked for)",
             "password", "FILE"),
    Question("game", "ruleset", "Title of the ruleset page", "Ruleset", "TITLE", needed=True),
    Question("game", "rules", "The game that is played", metavar="GAME", needed=True),
    Question("game", "gamestate", "Title of the gamestate page", "Gamestate", "TITLE", needed=True),
    Question("game", "actions", "Title of the page on which players write", metavar="TITLE",
             needed=True),
    Question("game", "heading", "The heading on it above the lines that are played",
             "Actions", "HEADING"),
    Question("game", "log", "Title of the log page (%Y-%m in it: a page a month; -: none)",
             metavar="TITLE"),
    Question("game", "dice", "Where dice come from: sealed, stated or beacon", "stated", "SOURCE"),
    Question("stewards", "users", "Accounts of stewards, between commas", metavar="ACCOUNTS"),
    Question("stewards", "page", "Title of the page on which stewards write orders (-: none)",
             "Project:Wikibot", "TITLE"),
)  # fmt: skip

_DICE = """\
  sealed: the bot rolls; a secret whose hash it published beforehand decides (needs the log page)
  stated: players roll with a dice bot and paste what it printed
  beacon: the bot rolls from a public randomness beacon (needs the log page and the network)"""

_SOURCES = ("stated", "sealed", "beacon")
Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def offered(question: Question) -> Completer | None:
    """What a shell may put in: installed games, pages of a folder wiki, sources of dice."""

    def offers(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        known: Iterable[str] = installed() if question.key == "rules" else _SOURCES
        if question.metavar == "TITLE":
            api = ctx.params.get("api") or ""
            pages = Path(api.removeprefix(FOLDER)).glob("*.wiki") if api.startswith(FOLDER) else ()
            known = (unquote(each.stem) for each in sorted(pages))
        return [each for each in known if each.startswith(begun)]

    return offers if question.metavar == "TITLE" or question.key in ("rules", "dice") else None


# == Asking for settings, each answer checked before the next question, and their file =============
#
# An answer is taken from the options of the command line, else from the person at the terminal;
# with ``yes`` the proposal is the answer. A value that looks like a bot password is refused
# whole.

NONE = "-"
_HOW_TO_MAKE = {
    "ruleset": "write it, or correct `ruleset` under [game]",
    "gamestate": "`wikibot new` writes one to begin with",
    "actions": "make it with a heading `{}`, below which players write",
}
Answers = dict[str, dict[str, str]]


class Asking:
    """Asks all questions in turn. ``missing``: titles of pages that are not there, by their key."""

    def __init__(self, given: Mapping[str, str], *, yes: bool) -> None:
        self.given, self.yes = given, yes
        self.answers: Answers = {}
        self.missing: dict[str, str] = {}
        self.wiki: FoundWiki | None = None

    def all(self, *, check: bool) -> Answers:
        """Every answer by section and key; what is empty is left out."""
        for question in QUESTIONS:
            if not self._is_asked(question):
                continue
            value = self._answer(question, self._proposal(question))
            if question.key == "api" and check:
                value = self._found(question, value)
            if value:
                self.answers.setdefault(question.section, {})[question.key] = value
            if question.key in _HOW_TO_MAKE and self.wiki and not self.wiki.there([value]):
                self.missing[question.key] = value
        if not self.answers.get("stewards", {}).get("users"):
            self.answers.setdefault("stewards", {})["groups"] = "sysop"
        return self.answers

    def _is_asked(self, question: Question) -> bool:
        of_folder = self._value("wiki", "api").startswith(FOLDER)
        if question.key in ("contact", "user", "password_file") and of_folder:
            return False
        if question.key == "heading":
            there, usual = self._headings(), question.usual
            other = usual not in there if there else self._proposal(question) != usual
            return question.name in self.given or other
        return question.key != "password_file" or bool(self._value("wiki", "user"))

    def _value(self, section: str, key: str) -> str:
        return self.answers.get(section, {}).get(key, "")

    # -- one question ------------------------------------------------------------------------------

    def _answer(self, question: Question, proposal: str) -> str:
        """A value that the settings take; raises ``UsageError`` without a terminal to ask at."""
        value = self.given.get(question.name)
        if value is None and self.yes:
            if question.needed and not proposal:
                raise click.UsageError(f"{question.option} is needed with --yes.")
            value = proposal
        while True:
            asked = value is None
            if asked and question.key == "dice":
                click.echo(_DICE)
            elif asked and question.key == "rules":
                told = (f"{name} ({_title(name)})" for name in installed())
                click.echo(f"  installed: {', '.join(told)}")
            said: str = value if value is not None else click.prompt(
                question.about, default=proposal, show_default=bool(proposal)
            )  # fmt: skip
            said = "" if said.strip() == NONE else said.strip()
            why = question.refusal(said)
            if not why:
                return said
            if not asked:
                raise click.UsageError(f"{question.option}: {why}.")
            click.secho(f"  {safe(why)}", fg="red", err=True)

    def _found(self, question: Question, value: str) -> str:
        """The address of the API of the wiki that was named, which answers."""
        while True:
            try:
                self.wiki = find_wiki(value, self.given.get("contact", ""))
            except WikiError as error:
                if self.yes or question.name in self.given:
                    raise
                click.secho(f"  {safe(str(error))}", fg="red", err=True)
                if click.confirm("Use that address all the same?", default=False):
                    return value
                value = self._answer(question, "")
            else:
                click.secho(f"  found {safe(self.wiki.about)} at {self.wiki.api}", fg="green")
                return self.wiki.api

    # -- proposals ---------------------------------------------------------------------------------

    def _proposal(self, question: Question) -> str:
        gamestate = self._value("game", "gamestate")
        match question.key:
            case "ruleset" | "gamestate":
                titles = RULESETS if question.key == "ruleset" else GAMESTATES
                there = self.wiki.there(titles) if self.wiki else ()
                return next(iter(there), question.usual)
            case "rules":
                return self._game()
            case "actions":
                return _talk_page(gamestate)
            case "heading":
                if titled := self._headings():
                    click.echo(f"  headings there: {safe(', '.join(titled))}")
                    return titled[0]
                with speaking(words_of(current().language)[0]):
                    return say(HEADING)
            case "log":
                return f"{gamestate}/Log"
            case "dice" if self._value("game", "rules") == ANY_NOMIC and self._value("game", "log"):
                return "sealed"  # its players have no dice bot, and need none
        return question.usual

    def _headings(self) -> list[str]:
        """The headings of the actions page, those with the most lines to be played first."""
        text = self.wiki.text(self._value("game", "actions")) if self.wiki else ""
        titles = dict.fromkeys(each.title for each in sections(text))
        return sorted(titles, key=lambda title: -len(action_numbers(text, title)))

    def _game(self) -> str:
        """The game of which the ruleset page has most."""
        ruleset = self._value("game", "ruleset")
        text = self.wiki.text(ruleset) if self.wiki else ""
        name, share = game_of(text) if text else ("", 0.0)
        if share:
            click.echo(f"  {share:.0%} of {safe(ruleset)} are rules of {name}")
        elif name and "rules" not in self.given:
            click.echo(f"  {safe(ruleset)} is of no game that has a program; {name} plays any")
        return name


def _title(name: str) -> str:
    """What an installed game calls itself."""
    try:
        return safe(load_game(name).title)
    except NoSuchGame:
        return "cannot be loaded"


def _talk_page(title: str) -> str:
    """The talk page of a page: ``Talk:Gamestate``, ``Projekt Diskussion:Gamestate``."""
    space, _, name = title.partition(":")
    known = namespaces(current())
    number, _ = known.get(key(space), (0, "")) if name else (0, "")
    talk = next((proper for at, proper in known.values() if at == number + 1), "Talk")
    if name and not number and not current().spaces:  # what the wiki calls it was not asked
        return f"{space} talk:{name}"
    return f"{talk}:{name if number else title}"


# -- the file --------------------------------------------------------------------------------------

_HEAD = """\
# Settings of wikibot, made by `wikibot init`. `wikibot settings` prints all keys that there are.
# No secret belongs here: the bot password stands in the file that password_file names.
"""
_SECTIONS = ("wiki", "game", "stewards")


def _password(settings: Settings) -> str:
    """What is to be done for the account; "" where nothing is."""
    file = settings.wiki.password_file
    if settings.is_folder:
        return ""
    if not settings.wiki.user:
        return "without an account the bot can only read; set `user` under [wiki] later"
    if file is None:
        return ""
    if file.exists():  # and can be read by others
        with suppress(NoSecret):
            return find_password(settings, {}).warning
        return ""
    how = "write the bot password that Special:BotPasswords makes into it, and"
    return f"{file} is not there yet: {how} `chmod 600 {shlex.quote(str(file))}`"


def _make_page(settings: Settings) -> str:
    """Make the actions page, as the bot's account; what became of it."""
    title, run = settings.game.actions, secrets.token_hex(4)
    heading = settings.game.heading
    try:
        wiki = introduced(options.wiki_of(settings))
        with speaking(words_of(settings.bot.language or current().language)[0]):
            said = summary(say(MAKES_ACTIONS), run)
            wiki.save(Edit(title, actions_page(heading), None, said, run))
    except (WikiError, ProgramError) as error:
        return f"{title}: could not be made: {error}"
    return f"{title}: made, with a heading {heading!r}, below which players write"


# == ``wikibot init``: write a settings file by asking =============================================

_AFTERWARDS = """\
The password is never asked for and never written into the file: Special:BotPasswords of the wiki
makes one, and it belongs into a file of mode 600 that `password_file` names.
"""


def _options(function: options.Function) -> options.Function:
    for each in reversed(QUESTIONS):
        function = click.option(
            each.option, each.name, metavar=each.metavar, help=f"{each.about}.",
            shell_complete=offered(each),
        )(function)  # fmt: skip
    return function


@options.command(
    "wikibot init                                         asks, with a proposal for each",
    "wikibot init --api https://wiki.example.org/w/api.php",
    "wikibot init --yes --api wiki.example.org --rules cycle15 --user Wikibot@sync",
    more=_AFTERWARDS,
)
@click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              default=Path("settings.ini"), show_default=True,
              help="Where to write it; must not exist yet.")  # fmt: skip
@click.option("-y", "--yes", is_flag=True, help="Ask nothing: what is not given is as proposed.")
@click.option("--no-check", is_flag=True, help="Ask the wiki nothing, either.")
@click.option(
    "--make-page/--no-make-page",
    default=None,
    help="Make the actions page where there is none; asked for if not given.",
)
@_options
def init(out: Path, yes: bool, no_check: bool, make_page: bool | None, **given: Any) -> int:
    """Write a settings file by asking.

    The wiki's API is looked at, and so is the ruleset page, to see which game it is of.
    """
    if out.exists():
        why = f"{out} is there already; move it away, or name another file with --out."
        raise click.UsageError(why)
    asking = Asking({name: value for name, value in given.items() if value is not None}, yes=yes)
    try:
        answers = asking.all(check=not no_check)
    except click.Abort:
        raise click.ClickException("nothing was written") from None
    settings = from_sections(answers, out)  # checked as a whole
    parts = []
    for section in filter(answers.get, _SECTIONS):
        keys = answers[section].items()
        parts.append(f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in keys))
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write("\n".join((_HEAD, *parts)))
    except OSError as error:
        raise ProgramError(f"{out}: cannot be written ({error.strerror})", SETTINGS) from None
    click.secho(f"Written: {out}", bold=True)
    how = {key: text.format(settings.game.heading) for key, text in _HOW_TO_MAKE.items()}
    notes = {key: f"{title}: no such page is seen there; {how[key]}"
             for key, title in asking.missing.items()}  # fmt: skip
    if "actions" in notes and has_password(settings) and (settings.is_folder or settings.wiki.user):
        if make_page is None and not yes:
            make_page = click.confirm(f"Make {safe(settings.game.actions)} now?", default=False)
        if make_page:
            notes["actions"] = _make_page(settings)
    for note in filter(None, (*notes.values(), _password(settings))):
        click.echo(f"  {safe(note)}")
    here = "" if out == Path(NAME) else f" --settings {shlex.quote(str(out))}"
    click.echo(f"Next:\n  wikibot doctor{here}")
    return DONE


# == settings ======================================================================================


@options.command(
    "wikibot settings                     read what there is to set",
    "wikibot settings > settings.ini      begin with a file of your own",
    "wikibot settings --cron DIR          the files for cron, systemd, Toolforge and a farm",
)
@click.option(
    "--cron",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the files that start the program on a schedule into this folder instead.",
)
def settings(folder: Path | None) -> None:
    """Print a settings file with every key, what it is for, and its default."""
    if folder is None:
        from wikibot.config.sections import sample

        click.echo(sample(), nl=False)
        return

    files = shipped("cron")
    there = [name for name in files if (folder / name).exists()]
    if there:
        why = f"{folder} has {', '.join(there)} already; name another folder, or move them away"
        raise ProgramError(why, USAGE)
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in files.items():
        (folder / name).write_bytes(path.read_bytes())
        click.echo(f"{folder / name}")
    click.echo("Each file says at its top how to install it.")
