"""The settings file: read, checked, and made whole. Whatever is wrong is named, all of it at once.

What there is to set stands in :mod:`wikibot.config.sections`.

The bot password: from the environment, a file, or a systemd credential, and never shown.
"""

from __future__ import annotations

import configparser
import difflib
import hashlib
import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from wikibot.config import values as kinds
from wikibot.config.logs import HIDDEN
from wikibot.config.sections import (
    SECTIONS,
    AnnounceSection,
    BeaconSection,
    BotSection,
    GameSection,
    StewardsSection,
    WikiSection,
    all_settings,
    settings_of,
)
from wikibot.config.values import Hidden, webhooks
from wikibot.exits import SETTINGS, ProgramError
from wikibot.wiki.base import FOLDER, may_be_one, normalise, of_month, page_before
from wikibot.wikitext.dialect import Dialect, speaking
from wikibot.wikitext.regex import regex

if TYPE_CHECKING:
    from pydantic import SecretStr

_SECRET_KEY = regex(r"(?!password_file$).*(pass|secret|token|credential)", re.IGNORECASE)
BOT_PASSWORD = regex(r"[0-9a-v]{32,}")  # what Special:BotPasswords hands out
_IN_ADDRESS = regex(r"(?<=://)[^/@\s]*@")
_SHOWN = 80


class SettingsFault(Struct, frozen=True):
    """One thing that is wrong. ``key`` is "" where a section or the file itself is meant."""

    section: str
    key: str
    value: str | None
    why: str
    secret: bool = False

    def __str__(self) -> str:
        section = f"[{self.section}]" if self.section else ""
        where = " ".join(filter(None, (section, self.key)))
        value = "" if self.value is None else f" = {self._shown(self.value)}"
        return f"{where}{value}: {self.why}" if where else self.why

    def _shown(self, value: str) -> str:
        """A value on one line, not too long, and never a secret that is in the wrong place."""
        value = " ".join(value.split())
        if self.secret or _SECRET_KEY.match(self.key) or BOT_PASSWORD.search(value):
            return HIDDEN
        value = _IN_ADDRESS.sub(f"{HIDDEN}@", value)
        return value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…"


class SettingsError(ProgramError):
    """The settings cannot be used. ``str`` is one line for every fault."""

    exit_code = SETTINGS

    def __init__(self, file: Path | str, faults: Sequence[SettingsFault]) -> None:
        self.file, self.faults = file, tuple(faults)
        super().__init__("\n".join(f"{file}: {fault}" for fault in faults))


class NoSettings(SettingsError):
    """No settings file was found in any of the usual places."""

    remedy = (
        "`wikibot init` writes one by asking, `--settings FILE` names another, "
        "`wikibot demo` makes a game to try"
    )

    def __init__(self, *places: Path) -> None:
        why = f"there is no settings file: not {' nor '.join(map(str, places))}"
        super().__init__(places[0], [SettingsFault("", "", None, why)])
        self.args = (f"{self.faults[0]}. {self.remedy}",)


def unknown(section: str, key: str, value: str | None) -> SettingsFault:
    """The fault of a key that does not exist."""
    if _SECRET_KEY.match(key):
        places = "WIKIBOT_PASSWORD, password_file or a systemd credential"
        return SettingsFault(section, key, value, f"secrets have no place here; use {places}")
    homes = {each.name: each.section for each in reversed(all_settings())}
    close = difflib.get_close_matches(key, homes, 1)
    if key in homes:
        why = f"no such key here; it belongs under [{homes[key]}]"
    elif close:
        why = f"no such key; did you mean {close[0]} under [{homes[close[0]]}]?"
    else:
        why = f"no such key; [{section}] takes {', '.join(settings_of(section))}"
    return SettingsFault(section, key, value, why)


# == settings ======================================================================================

NAME = "settings.ini"
_ANY_CASE = Dialect(any_case=tuple(range(-2, 16)))  # of a wiki of which nothing is known yet


@dataclass(frozen=True)
class Settings:
    """All settings. ``file`` is where they come from; relative paths count from its folder."""

    wiki: WikiSection
    game: GameSection
    stewards: StewardsSection = field(default_factory=StewardsSection)
    bot: BotSection = field(default_factory=BotSection)
    beacon: BeaconSection = field(default_factory=BeaconSection)
    announce: AnnounceSection = field(default_factory=AnnounceSection)
    file: Path = Path(NAME)

    @property
    def is_folder(self) -> bool:
        return self.wiki.api.startswith(FOLDER)

    @property
    def folder(self) -> Path:
        return Path(self.wiki.api.removeprefix(FOLDER))

    @cached_property
    def pages(self) -> dict[tuple[str, str], str]:
        """The title of each page that is named, files too, by section and key."""
        return {
            (each.section, each.name): f"File:{title}" if each.name.endswith("_file") else title
            for each in all_settings()
            if kinds.IS_TITLE in getattr(each.field.type, "__metadata__", ())
            and (title := getattr(getattr(self, each.section), each.name))
        }

    @property
    def readings_page(self) -> str:
        return self.game.readings or f"{self.game.ruleset}/Readings"

    @property
    def state_folder(self) -> Path:
        """Where this game's own files lie; nothing in them but secrets is the only copy."""
        return self.bot.journal.parent

    @property
    def cookies(self) -> Path:
        return self.state_folder / "cookies"


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
        own = (bot.board_page, bot.help_page, bot.form_page, bot.lens_page, bot.standings_page)
        kept = tuple(filter(None, own))
        return cls(
            *pages, game.heading, before, game.log, kept, bot.words_page, settings.readings_page
        )

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


def find_settings(given: Path | None = None) -> Path:
    """The settings file that was asked for, or the first found; raises :class:`SettingsError`."""
    if given is not None:
        return given
    here = Path(NAME)
    if here.is_file():
        return here
    import platformdirs

    home = platformdirs.user_config_path("wikibot") / NAME
    if home.is_file():
        return home
    raise NoSettings(here.absolute(), home)


def load(file: Path) -> Settings:
    """Read and check a settings file; raises :class:`SettingsError` with every fault."""
    return from_text(read_text(file), file)


def from_text(text: str, file: Path) -> Settings:
    """Settings from the text of a file; raises :class:`SettingsError` with every fault."""
    # Keys end at ``=`` alone, for page titles hold colons.
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, default_section="\0")
    try:
        parser.read_string(text, str(file))
    except configparser.Error as error:
        raise SettingsError(file, [_syntax(error)]) from None
    return from_sections({name: dict(parser[name]) for name in parser.sections()}, file)


def from_sections(sections: Mapping[str, Mapping[str, str]], file: Path = Path(NAME)) -> Settings:
    """Settings from section → key → value as written; raises :class:`SettingsError`."""
    faults = list[SettingsFault]()
    for name in (each for each in sections if each not in SECTIONS):
        close = difflib.get_close_matches(name.casefold(), SECTIONS, 1)
        every = ", ".join(f"[{each}]" for each in SECTIONS)
        hint = f"did you mean [{close[0]}]?" if close else f"there are {every}"
        faults.append(SettingsFault(name, "", None, f"no such section; {hint}"))
    made: dict[str, Any] = {}
    for name in SECTIONS:
        written = sections.get(name, {})
        made[name], wrong = read_section(name, written)
        if wrong:
            made[name] = _without(name, written, {each.key for each in wrong})
        faults += wrong
    settings = Settings(**made, file=file.absolute())
    made_whole, lost = _with_paths(settings)
    if faults := [*faults, *_clashes(settings), *lost]:
        from wikibot.config.games import unknown_game  # else told when a game is loaded

        rules = settings.game.rules
        if rules and (why := unknown_game(rules)):
            faults.append(SettingsFault("game", "rules", rules, why))
        raise SettingsError(file, faults)
    return made_whole


def _without(name: str, written: Mapping[str, str], wrong: set[str]) -> Any:
    """A section with nothing in place of wrong values, so that the others are looked at, too."""
    known = settings_of(name)
    needed = {
        key: known[key].told("example") for key in wrong & known.keys() if known[key].is_required
    }
    good = {key: value for key, value in written.items() if key not in wrong}
    return replace(read_section(name, good | needed)[0], **dict.fromkeys(needed, ""))


def read_section(name: str, written: Mapping[str, str]) -> tuple[Any, list[SettingsFault]]:
    """The values of a section, or what is wrong with it; a key without a value is not set."""
    from pydantic import ValidationError

    section: Any = SECTIONS[name]
    known = settings_of(name)
    given = {key: value for key, value in written.items() if value or key not in known}
    try:
        return kinds.adapter(section).validate_python(given, context=kinds.WRITTEN), []
    except ValidationError as error:
        found = {str(each["loc"][0]): each for each in error.errors(include_url=False)}
    faults = []
    for key, each in found.items():
        if key not in known:
            faults.append(unknown(name, key, written[key]))
            continue
        expected = f"expected {known[key].expected}"
        if each["type"] == "missing":
            faults.append(SettingsFault(name, key, None, f"is missing; {expected}"))
        else:
            why = str(each["ctx"]["error"]) if each["type"] == "value_error" else ""
            why = f"{why}; {expected}" if why else expected
            faults.append(SettingsFault(name, key, written[key], why, not known[key].field.repr))
    return None, faults


def need_account(settings: Settings) -> None:
    """Raise :class:`SettingsError` where the wiki needs an account to save, and none is set."""
    if not settings.is_folder and not settings.wiki.user:
        why = "is missing; without an account only `show`, `board` and `sync --dry-run` work"
        raise SettingsError(settings.file, [SettingsFault("wiki", "user", None, why)])


def need_files(settings: Settings) -> None:
    """Raise :class:`SettingsError` where a sync reads from a path at which there is no such file.

    The file of actions may come later, but not its folder.
    """
    words, actions = settings.bot.words_file, settings.game.actions_file
    faults = []
    if words and not words.is_file():
        faults.append(SettingsFault("bot", "words_file", str(words), "there is no such file"))
    if actions and not (actions.is_file() if actions.exists() else actions.parent.is_dir()):
        faults.append(SettingsFault("game", "actions_file", str(actions), "no file can be there"))
    if faults:
        raise SettingsError(settings.file, faults)


def read_text(file: Path) -> str:
    """The text of a settings file; raises :class:`SettingsError`."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        fault = SettingsFault("", "", None, f"cannot be read ({error.strerror})")
    except UnicodeDecodeError as error:
        fault = SettingsFault("", "", None, f"is not UTF-8 at byte {error.start}; save it as UTF-8")
    raise SettingsError(file, [fault])


def _syntax(error: configparser.Error) -> SettingsFault:
    """What configparser stumbled over, without quoting the line: it may hold a secret."""
    if isinstance(error, configparser.DuplicateOptionError):
        why = f"is there twice, again in line {error.lineno}; remove one"
        return SettingsFault(error.section, error.option, None, why)
    if isinstance(error, configparser.DuplicateSectionError):
        why = f"is there twice, again in line {error.lineno}; join the two"
        return SettingsFault(error.section, "", None, why)
    if isinstance(error, configparser.MissingSectionHeaderError):
        why = f"line {error.lineno} stands before the first section; begin with [wiki]"
        return SettingsFault("", "", None, why)
    line = error.errors[0][0] if isinstance(error, configparser.ParsingError) else "?"
    return SettingsFault("", "", None, f"line {line} is no `key = value`")


def shared_pages(settings: Settings, titles: Mapping[str, str]) -> Iterator[SettingsFault]:
    """Keys that name one page, in some month. ``titles``: as the wiki writes them, by ours."""
    seen: dict[str, str] = {}
    for (section, key), title in settings.pages.items():
        written = titles.get(title) or normalise(title)
        for other, earlier in seen.items():
            if may_be_one(written, earlier):
                which = "the" if written == earlier else "a"
                named = f" ({written} on the wiki)" if written != normalise(title) else ""
                why = f"is {which} page of {other}, too{named}; each needs its own page"
                yield SettingsFault(section, key, title, why)
        seen[key] = written


def unknown_groups(settings: Settings, known: Collection[str]) -> Iterator[SettingsFault]:
    """User groups that a wiki lacks; ``known``: those that it has, none where it did not say."""
    for name in settings.stewards.groups if known else ():
        if name not in known:
            close = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {close[0]}?" if close else ""
            yield SettingsFault("stewards", "groups", name, f"the wiki has no such group{hint}")


def _clashes(settings: Settings) -> Iterator[SettingsFault]:
    """What fits its own key but not the others: pages with two jobs, an account without a bot."""
    with speaking(_ANY_CASE):  # the poll compares titles as the wiki writes them
        yield from [*shared_pages(settings, {})]
    log = settings.game.log
    if settings.game.dice != "stated" and not log:
        why = "needs a log page, on which the rolls can be checked; set `log`"
        yield SettingsFault("game", "dice", settings.game.dice, why)
    if settings.bot.chart_file and not log:
        why = "needs a log page, from which it is drawn; set `log`"
        yield SettingsFault("bot", "chart_file", settings.bot.chart_file, why)
    user = settings.wiki.user
    if user and not settings.is_folder and not re.fullmatch(r"[^@]+@[^@]+", user):
        why = "expected Account@botname, as Special:BotPasswords names it"
        yield SettingsFault("wiki", "user", user, why)


def _with_paths(settings: Settings) -> tuple[Settings, list[SettingsFault]]:
    """Relative paths made absolute, and the state folder's defaults filled in.

    And what is wrong: paths that lead nowhere, files with two jobs.
    """
    faults: list[SettingsFault] = []

    def absolute(section: str, key: str, path: Path) -> Path:
        try:
            found = (settings.file.parent / path.expanduser()).resolve()
            return found.with_name(found.name)  # it has one
        except (OSError, RuntimeError, ValueError) as error:  # a loop of links, an unknown home
            faults.append(SettingsFault(section, key, str(path), f"leads nowhere ({error})"))
            return Path("/nowhere")

    wiki, game, bot = settings.wiki, settings.game, settings.bot
    folder = absolute("wiki", "api", settings.folder) if settings.is_folder else None
    api = f"{FOLDER}{folder}" if folder else wiki.api
    own = bot.journal != Path()
    state = None if own else _state_folder(api, wiki.user, game.gamestate)
    journal = state / "journal.sqlite" if state else absolute("bot", "journal", bot.journal)
    lock = journal.with_name(f"{journal.name}.lock")
    lock = lock if bot.lock == Path() else absolute("bot", "lock", bot.lock)
    password = wiki.password_file and absolute("wiki", "password_file", wiki.password_file)
    words = bot.words_file and absolute("bot", "words_file", bot.words_file)
    queue = game.actions_file and absolute("game", "actions_file", game.actions_file)
    made = replace(
        settings,
        wiki=replace(wiki, api=api, password_file=password),
        game=replace(game, actions_file=queue),
        bot=replace(bot, journal=journal, lock=lock, words_file=words),
    )
    jobs = {
        settings.file.resolve(): "the settings file", made.cookies: "the file of cookies",
        made.state_folder / "seals": "the folder of secrets",
        made.state_folder / "kept-elsewhere": "a file of the state folder",
        lock.with_name(f"{lock.name}.holder"): "a file beside the lock",
    }  # fmt: skip
    for section, key, path in (
        ("bot", "journal", journal), ("bot", "lock", lock), ("wiki", "password_file", password),
        ("game", "actions_file", queue), ("bot", "words_file", words),
    ):  # fmt: skip
        if path and not faults and jobs.setdefault(path, key) != key:
            why = f"is {jobs[path]}, too; each needs its own file"
            faults.append(SettingsFault(section, key, str(path), why))
    return made, faults


def _state_folder(api: str, user: str, gamestate: str) -> Path:
    """The folder of one game on one wiki; another game, wiki or account has another.

    The state of a folder wiki lies inside it, so that a folder that is deleted and made anew starts
    without a past.
    """
    if api.startswith(FOLDER):
        return Path(api.removeprefix(FOLDER)) / ".wikibot" / "bot"
    import platformdirs

    digest = hashlib.sha256(f"{api}\n{user}\n{gamestate}".encode()).hexdigest()[:8]
    host = re.sub(r"^https?://([^/]*).*", r"\1", api)
    name = re.sub(r"[^\w.-]+", "_", f"{host}-{gamestate}").strip("._")[:80]
    name = name.encode()[:240].decode(errors="ignore")  # of the 255 that a file's name may have
    return platformdirs.user_state_path("wikibot") / f"{name}-{digest}"


# == rewritten =====================================================================================

_SECTION = regex(r"\[([^\]]+)\]")


def with_values(text: str, values: Mapping[tuple[str, str], str]) -> str:
    """The text of a settings file with the values of some keys, by section and key; "" removes one.

    A key stands behind the head of its section then; a section that is not there comes last.
    """
    kept: list[str] = []
    section, dropping = "", False
    for line in text.splitlines(keepends=True):
        head = _SECTION.match(line)
        if head:
            section = head[1]
        elif line[:1].isspace() and line.strip():
            if dropping:  # the value goes on
                continue
        else:
            key = line.partition("=")[0].strip().lower()
            dropping = "=" in line and (section, key) in values
            if dropping:
                continue
        kept.append(line)
    text = "".join(kept)
    for (section, key), value in values.items():
        line, begins = f"{key} = {value}\n", rf"^\[{re.escape(section)}\].*\n?"
        found = re.search(begins, text, re.MULTILINE)
        if value and found is None:
            text = f"{text.rstrip()}\n\n[{section}]\n{line}"
        elif value and found:
            before, after = text[: found.end()], text[found.end() :]
            text = f"{before}{'' if before.endswith(chr(10)) else chr(10)}{line}{after}"
    return text


# == The bot password, and other secrets ===========================================================

VARIABLE = "WIKIBOT_PASSWORD"
CREDENTIAL = "wikibot-password"  # its name in systemd's LoadCredential=
WEBHOOKS, WEBHOOKS_CREDENTIAL = "WIKIBOT_WEBHOOKS", "wikibot-webhooks"
_LONGEST = 10_000  # bytes of a file that holds a password
_HOW = f"set {VARIABLE}, or password_file under [wiki], or the systemd credential {CREDENTIAL}"


class NoSecret(ProgramError):
    """No password was found; ``str`` says where it was looked for."""

    exit_code = SETTINGS


class FoundPassword(Struct, frozen=True):
    """A password and where it came from. ``warning`` is "" when it is private there."""

    value: SecretStr
    source: str
    warning: str = ""


def find_password(
    settings: Settings, environment: Mapping[str, str] | None = None
) -> FoundPassword:
    """The password of the settings' account. Raises :class:`NoSecret`."""
    env = os.environ if environment is None else environment
    if env.get(VARIABLE):
        return FoundPassword(_checked(env[VARIABLE], VARIABLE), VARIABLE)
    if settings.wiki.password_file is not None:
        return _from_file(settings.wiki.password_file, private=True)
    folder = env.get("CREDENTIALS_DIRECTORY")
    if folder and (Path(folder) / CREDENTIAL).exists():
        return _from_file(Path(folder) / CREDENTIAL, private=False)  # systemd sees to its mode
    raise NoSecret(f"there is no password for {settings.wiki.user or 'the bot'}; {_HOW}")


def has_password(settings: Settings) -> bool:
    """Whether there is a password for the settings' account, or none is needed."""
    try:
        return settings.is_folder or not settings.wiki.user or bool(find_password(settings))
    except NoSecret:
        return False


def find_webhooks(settings: Settings) -> tuple[Hidden, ...]:
    """The addresses that news are posted to; none where none are set.

    From the environment, a systemd credential or the settings, the first that has any. Raises
    :class:`NoSecret` where there is something else.
    """
    text = from_environment(WEBHOOKS, WEBHOOKS_CREDENTIAL)
    return read_webhooks(text) if text else settings.announce.webhooks


def read_webhooks(text: str) -> tuple[Hidden, ...]:
    """Addresses as they were given. Raises :class:`NoSecret`, which quotes none."""
    try:
        return webhooks(text)
    except ValueError:
        raise NoSecret(f"{WEBHOOKS}: expected addresses with blanks between them") from None


def from_environment(
    variable: str, credential: str, environment: Mapping[str, str] | None = None
) -> str:
    """The text of an environment variable, else of a systemd credential, stripped; "" for none."""
    env = os.environ if environment is None else environment
    folder = env.get("CREDENTIALS_DIRECTORY")
    text = env.get(variable, "")
    if not text and folder and (Path(folder) / credential).exists():
        text = (Path(folder) / credential).read_text(encoding="utf-8", errors="replace")
    return text.strip()


def _from_file(path: Path, *, private: bool) -> FoundPassword:
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) or path.stat().st_size > _LONGEST:  # a pipe might never end
            raise NoSecret(f"{path}: this is not a password file; {_HOW}")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise NoSecret(
            f"{path}: the password file cannot be read ({error.strerror}); {_HOW}"
        ) from None
    except UnicodeDecodeError:
        raise NoSecret(
            f"{path}: the password file is not text; it holds the bot password and nothing else"
        ) from None
    open_to_others = private and os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO)
    warning = (
        f"{path}: others can read the password; run `chmod 600 {path}`" if open_to_others else ""
    )
    return FoundPassword(_checked(text, str(path)), str(path), warning)


def _checked(text: str, source: str) -> SecretStr:
    from pydantic import SecretStr

    value = text.strip()
    if not value or "\n" in value:
        what = "several lines" if value else "empty"
        raise NoSecret(f"{source}: {what}; it must hold the bot password and nothing else")
    return SecretStr(value)
