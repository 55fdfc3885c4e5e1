"""Every setting, each one field: its name, how it is read, what it means, its default.

The settings file is read by these fields; the sample ``settings.ini``, the table in
docs/settings.md, ``wikibot settings`` and the messages about wrong keys are made from them.
"""

import inspect
import re
import textwrap
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args, get_origin

from wikibot.config import values as kinds
from wikibot.config.values import key


class _Section:
    """No value is ever quoted in a message of pydantic: it may be a secret."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid", "hide_input_in_errors": True}


@dataclass(frozen=True)
class WikiSection(_Section):
    """Where the game is and who edits."""

    api: kinds.Address = key(
        "`https://HOST/PATH/api.php` (`Special:Version` shows it), or `folder:PATH` for a folder "
        "of page files",
        expected="https://HOST/PATH/api.php of a MediaWiki, or folder:PATH",
        example="https://wiki.example.org/w/api.php",
    )
    user: kinds.Account = key(
        "`Account@botname` of a bot password with the grants high-volume access, edit existing "
        "pages, create pages; without it only reading commands work",
        "",
        expected="Account@botname, as Special:BotPasswords names it",
        example="Wikibot@sync",
    )
    contact: kinds.Line = key(
        "an address or link, for the wiki's operators (goes into the User-Agent)",
        "",
        expected="an e-mail address or a link, for the wiki's operators",
        example="https://wiki.example.org/wiki/User:Steward",
    )
    password_file: kinds.File | None = key(
        "a file that holds the bot password and nothing else, readable by you alone", None
    )
    keyboard: kinds.Account = key(
        "for a folder wiki: whose edits the edits by hand are",
        "",
        expected="an account name, for edits by hand in a folder wiki",
        unset="your login name",
    )


@dataclass(frozen=True)
class GameSection(_Section):
    """What is played, and on which pages."""

    rules: kinds.Line = key(
        "an installed game",
        expected="the name of an installed game, such as cycle15",
        example="cycle15",
    )
    ruleset: kinds.Title = key("title of the ruleset page", example="Ruleset")
    gamestate: kinds.Title = key(
        "title of the gamestate page; `wikibot new` writes one to begin with", example="Gamestate"
    )
    actions: kinds.Title = key("title of the page on which players write", example="Talk:Gamestate")
    log: kinds.MonthlyTitle = key(
        "title of the log page, in the form that `wikibot apply` reads; with `%Y-%m` in it a page "
        "a month; nothing: no log",
        "",
        example="Gamestate/Log",
    )
    archive: kinds.MonthlyTitle = key(
        "title of the page to which answered lines are moved when they are old; `%Y` and `%m` in "
        "it stand for year and month; nothing: they stay",
        "",
        expected="the title of a page, in which %Y and %m may stand for year and month, or nothing",
        example="Talk:Gamestate/Archive %Y-%m",
    )
    archive_after: kinds.Age = key(
        "how old an answered line gets before it is moved",
        timedelta(days=30),
        expected="a time from 1 day to 3650 days, such as 30 days",
    )
    heading: kinds.Heading = key(
        "the heading above the action lines; without it every line of the page is one", "Actions"
    )
    dice: Literal["stated", "sealed", "beacon"] = key(
        "where dice come from: `stated`, `sealed` or `beacon`; docs/dice.md tells which to take",
        "stated",
    )
    ledger: Literal["", "players", "stewards", "off"] = key(
        "who may write `note STATEMENT: REASON`, which makes a statement about the state true: "
        "`players`, `stewards` or `off`",
        "",
        unset="as the game has it: `players` in `generic`, `off` in the others",
    )
    rules_by: Literal["", "anyone", "players", "stewards", "proposals"] = key(
        "whose edits of the ruleset page count at once: `anyone`, `players` (and stewards), "
        "`stewards` or `proposals` (only what a passed proposal says); others wait for `accept`",
        "",
        unset="as the game has it: `players` in `generic`; in the others the newest text counts",
    )
    readings: kinds.Title = key(
        "title of the page on which people say what sentences of the ruleset mean; "
        "docs/writing-rules.md",
        "",
        unset="the ruleset's title and `/Readings`",
    )
    readings_by: Literal["players", "stewards"] = key(
        "who may say what a sentence means, by a line or on the readings page: `players` (and "
        "stewards) or `stewards`; what others save there waits for `accept`",
        "players",
    )
    actions_file: kinds.File | None = key(
        "a text file beside the actions page, whose lines `TIME NAME: ACTION` are played as well, "
        "each once; lines are only appended to it, and answered in the report and the log",
        None,
        expected="the path of a text file",
    )


@dataclass(frozen=True)
class StewardsSection(_Section):
    """Who may rule and correct."""

    users: kinds.Accounts = key(
        "accounts of stewards, between commas", (), expected="account names between commas",
        example="Steward"
    )  # fmt: skip
    groups: kinds.Names = key(
        "user groups whose members are stewards, between commas",
        (),
        expected="names of user groups between commas, such as sysop",
        example="sysop",
    )
    page: kinds.Title = key(
        "title of the page on which stewards write orders", "", example="Project:Wikibot"
    )


@dataclass(frozen=True)
class BotSection(_Section):
    """How the program behaves."""

    stop_page: kinds.Title = key(
        "title of a page; any text on it stops the bot", "", example="User:Wikibot/Stop"
    )
    every: kinds.Span = key(
        "how often `wikibot run` looks at all pages, whatever `feed` tells",
        timedelta(minutes=5),
        expected="a time such as 5 minutes, 1 hour or 90 seconds",
    )
    feed: kinds.Feed = key(
        "what wakes `wikibot run` and a farm after an edit: `recentchanges` asks the wiki every "
        "few seconds, `udp://ADDRESS:PORT` takes the datagrams that the wiki sends from that "
        "address (docs/operators.md), the address of EventStreams reads that, `none` nothing",
        "recentchanges",
        expected="recentchanges, none, udp:// with an address and a port, such as "
        "udp://127.0.0.1:9390, or the https:// address of EventStreams",
    )
    deadline: kinds.Span = key(
        "how long one sync may take, waiting included; what a page needs more than a quarter of it "
        "for is left out and reported",
        timedelta(minutes=4),
        expected="a time such as 4 minutes, in which a sync ends",
    )
    maxlag: Annotated[int, kinds.Within(ge=1, le=60)] = key(
        "wait when the wiki's databases lag by more seconds than this",
        5,
        expected="a whole number of seconds from 1 to 60",
    )
    journal: kinds.File = key(
        "cache and audit trail (SQLite); the cookies lie beside it", Path(),
        expected="the path of a file", unset="in the state folder"
    )  # fmt: skip
    lock: kinds.File = key(
        "the lock file against a second run", Path(), expected="the path of a file",
        unset="beside the journal"
    )  # fmt: skip
    help_page: kinds.Title = key(
        'keep "How to play, now" on this page: who is waited for, open proposals, and what may be '
        "done, with an example each",
        "",
        example="Gamestate/How to play",
    )
    form_page: kinds.Title = key(
        "keep on this page, as JSON, what the form on the wiki needs to know: which actions there "
        "are now, with their choices, and what waits for whom; docs/gadget.md",
        "",
        example="Gamestate/wikibot.json",
    )
    lens_page: kinds.Title = key(
        "keep on this page, as JSON, how each sentence of the ruleset page is played, for the lens "
        "that the form shows there; docs/gadget.md",
        "",
        example="Gamestate/rules.json",
    )
    standings_page: kinds.Title = key(
        "keep on this page who leads and since when, what happened last and what comes next; at "
        "most one edit in a quarter of an hour",
        "",
        example="Gamestate/Standings",
    )
    language: Literal["", "en", "de"] = key(
        "the language in which the bot answers: `en` or `de`; docs/languages.md",
        "",
        unset="the wiki's, where a catalogue of it comes along; else English",
    )
    words_page: kinds.Title = key(
        "title of a page with other words for messages of the bot; `wikibot messages` lists all; "
        "protect it",
        "",
        example="Project:Wikibot/words.json",
    )
    words_file: kinds.File | None = key(
        "a file with other words for messages, as on such a page, which counts before it",
        None,
        expected="the path of a text file",
    )
    board_page: kinds.Title = key(
        "draw the board on this page, which the bot alone keeps, and show it on the gamestate page "
        "by `{{:TITLE}}`: diffs of the gamestate then show no drawing",
        "",
        example="Gamestate/Board",
    )
    board_file: kinds.BoardFile = key(
        "upload the drawn board as this file, such as `Board.svg`, when it changed",
        "",
        expected="the name of an SVG file such as Board.svg, or nothing",
    )
    chart_file: kinds.BoardFile = key(
        "upload a chart of each player's main number as this file, such as `Chart.svg`, when a "
        "phase (a day in a game without) has ended; needs the log page",
        "",
        expected="the name of an SVG file such as Chart.svg, or nothing",
    )


@dataclass(frozen=True)
class BeaconSection(_Section):
    """Where dice come from with ``dice = beacon``. The defaults are the League of Entropy's."""

    relays: kinds.Relays = key(
        "for `dice = beacon`: addresses of drand relays, between commas; two have to agree",
        (
            "https://api.drand.sh",
            "https://api2.drand.sh",
            "https://api3.drand.sh",
            "https://drand.cloudflare.com",
        ),
        expected="addresses such as https://api.drand.sh with commas between them",
    )
    chain: Annotated[str, kinds.Within(pattern="^[0-9a-f]{64}$")] = key(
        "the hash of the chain whose rounds are used, by default `quicknet`",
        "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        expected="a chain hash of 64 hexadecimal digits",
    )


@dataclass(frozen=True)
class AnnounceSection(_Section):
    """Where the game's news go besides the wiki: a message after each sync that has any."""

    webhooks: kinds.Webhooks = key(
        "addresses of webhooks of Discord, Slack, Matrix (hookshot) or whatever takes "
        '`{"text": ...}`, between blanks; each is a password, so better set `WIKIBOT_WEBHOOKS`, or '
        "the systemd credential `wikibot-webhooks`",
        (),
        expected="addresses such as https://HOST/PATH with blanks between them",
        secret=True,
    )
    names: kinds.Mentions = key(
        "how players are mentioned there, `Name: MENTION` between commas: on Discord "
        "`Alice: <@1234567890>`; without one a player is named and not called",
        (),
        expected="pairs such as Alice: <@1234567890>, each on a line or with commas between them",
    )


SECTIONS: dict[str, type[Any]] = {
    "wiki": WikiSection,
    "game": GameSection,
    "stewards": StewardsSection,
    "bot": BotSection,
    "beacon": BeaconSection,
    "announce": AnnounceSection,
}


# == reference =====================================================================================


class Setting(NamedTuple):
    """One key of one section, as ``key`` of :mod:`wikibot.config.values` made it."""

    section: str
    name: str
    field: Field[Any]

    def told(self, what: str) -> str:
        """What is ``expected``, what it is ``about``, its ``example``, what is taken ``unset``."""
        return str(self.field.metadata[what])

    @property
    def expected(self) -> str:
        """What messages say that it should be: one of several words, or the title of a page."""
        if get_origin(self.field.type) is Literal:
            *words, last = filter(None, get_args(self.field.type))
            return f"{', '.join(words)} or {last}"
        if told := self.told("expected"):
            return told
        about, such = re.split("[,;]", self.told("about"))[0], self.told("example")
        if not such:
            return about
        title = about if about.startswith("title of ") else f"title of a page such as {such}"
        return f"the {title}" if self.is_required else f"the {title}, or nothing"

    @property
    def is_required(self) -> bool:
        return self.field.default is MISSING

    @property
    def shown_default(self) -> str:
        """The default as it would be written, "" where there is none to write."""
        default = self.field.default
        if self.is_required or default in ("", (), None, Path()):
            return ""
        if isinstance(default, timedelta):
            days, rest = divmod(default, timedelta(days=1))
            return f"{default // timedelta(minutes=1)} minutes" if rest else f"{days} days"
        return ", ".join(map(str, default)) if isinstance(default, tuple) else str(default)


def settings_of(section: str) -> Mapping[str, Setting]:
    """The keys of a section with all that is known of them."""
    return {each.name: Setting(section, each.name, each) for each in fields(SECTIONS[section])}


def all_settings() -> tuple[Setting, ...]:
    """Every setting, section by section."""
    return tuple(each for section in SECTIONS for each in settings_of(section).values())


_HEAD = """\
# Settings of wikibot, as `wikibot settings` prints them. Copy this file to
# ~/.config/wikibot/settings.ini (or name another place with --settings), change what differs, and
# let `wikibot doctor` look it over. A line that begins with # is a comment; keys that are commented
# out show their defaults. Relative paths count from the folder of this file.
#
# No secret belongs here. The bot password is looked for in this order: the environment variable
# WIKIBOT_PASSWORD; the file that password_file names; a systemd credential called wikibot-password.
"""


def sample() -> str:
    """A settings file with every key, what it is for and its default or an example."""
    parts = [_HEAD]
    for section, settings in groupby(all_settings(), lambda each: each.section):
        about = inspect.cleandoc(SECTIONS[section].__doc__ or "").replace("``", "`")
        parts += [f"[{section}]", _comment(about), *map(_entry, settings)]
    return "\n".join(parts)


def _entry(setting: Setting) -> str:
    about, unset = setting.told("about"), setting.told("unset")
    about = f"{about[0].upper()}{about[1:]}." + (f" By default {unset}." if unset else "")
    example = setting.told("example")
    value = (
        f"{setting.name} = {example}" if example else f"# {setting.name} = {setting.shown_default}"
    )
    return f"{_comment(about)}{value.rstrip()}\n"


def _comment(text: str) -> str:
    return textwrap.fill(text, 98, initial_indent="# ", subsequent_indent="# ") + "\n"


def table() -> str:
    """The same as the rows of a Markdown table."""
    rows = ["| Section | Key | Meaning | Default |", "| --- | --- | --- | --- |"]
    section = ""
    for each in all_settings():
        begins = f"`[{each.section}]`" if each.section != section else ""
        default = "must be set" if each.is_required else each.told("unset")
        default = f"`{each.shown_default}`" if each.shown_default else default
        rows.append(f"| {begins} | `{each.name}` | {each.told('about')} | {default} |")
        section = each.section
    return "\n".join(row.replace("  ", " ") for row in rows) + "\n"
