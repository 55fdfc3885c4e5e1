"""The settings file: every key with its meaning, its default and what is expected of its value.

Read with configparser, checked with pydantic; whatever is wrong is named, all of it at once.
"""

from __future__ import annotations

import configparser
import re
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from wikibot import paths
from wikibot.settings_faults import Fault, SettingsError, unknown, unknown_section
from wikibot.wiki import FOLDER, WikiError
from wikibot.wiki.titles import normalise

_UNITS = {
    "second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "m": 60, "hour": 3600, "h": 3600, "day": 86400, "d": 86400,
}  # fmt: skip
_SPAN = re.compile(r"(\d+)\s*([a-z]+)")


def _one_line(value: str) -> str:
    if "\n" in value:
        raise ValueError("the value goes over several lines; an indented line belongs to the key above it")
    return value


def _title(value: str) -> str:
    try:
        normalise(_one_line(value))
    except WikiError as error:
        raise ValueError(error.message) from None
    return value


def _optional_title(value: str) -> str:
    return _title(value) if value else value


def _names(value: str) -> tuple[str, ...]:
    return tuple(name for part in re.split(r"[,\n]", value) if (name := " ".join(part.replace("_", " ").split())))


def parse_span(text: str) -> timedelta:
    """Read ``5 minutes``, ``1 hour 30 min`` or ``90 s``; raises ``ValueError`` for anything else."""
    text = re.sub(r"\band\b|,", " ", text.casefold())
    parts = _SPAN.findall(text)
    units = [_UNITS.get(unit) or _UNITS.get(unit.removesuffix("s")) for _, unit in parts]
    if not parts or None in units or _SPAN.sub("", text).strip():
        raise ValueError
    return timedelta(seconds=sum(int(number) * (unit or 0) for (number, _), unit in zip(parts, units, strict=True)))


def _span(value: str) -> timedelta:
    span = parse_span(value)
    if not timedelta(seconds=10) <= span <= timedelta(days=7):
        raise ValueError("it lies outside 10 seconds to 7 days")
    return span


Line = Annotated[str, BeforeValidator(_one_line)]
Title = Annotated[str, BeforeValidator(_title)]
OptionalTitle = Annotated[str, BeforeValidator(_optional_title)]
Names = Annotated[tuple[str, ...], BeforeValidator(_names)]
Span = Annotated[timedelta, BeforeValidator(_span)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=False)


class WikiSection(_Section):
    """[wiki]: where the game is and who edits. Each description says what is expected."""

    api: Line = Field(description="https://HOST/PATH/api.php of a MediaWiki, or folder:PATH")
    user: Line = Field(default="", description="Account@botname, as Special:BotPasswords names it")
    contact: Line = Field(default="", description="an e-mail address or a link, for the wiki's operators")
    password_file: Path | None = Field(default=None, description="a file that holds the bot password and nothing else")
    keyboard: Line = Field(default="", description="an account name, for edits by hand in a folder wiki")

    @field_validator("api")
    @classmethod
    def _address(cls, value: str) -> str:
        if value.startswith(FOLDER) and value != FOLDER:
            return value
        if re.search(r"://[^/]*@", value):
            raise ValueError("leave name and password out of the address")
        if not re.fullmatch(r"https?://[^/\s]+/(\S*/)?api\.php", value):
            raise ValueError
        return value

    @field_validator("user")
    @classmethod
    def _account(cls, value: str, info: ValidationInfo) -> str:
        on_server = not str(info.data.get("api", FOLDER)).startswith(FOLDER)
        if value and on_server and not re.fullmatch(r"[^@]+@[^@]+", value):
            raise ValueError
        return value


class GameSection(_Section):
    """[game]: what is played, and on which pages."""

    rules: Line = Field(description="the name of an installed game; `wikibot new --help` lists them", min_length=1)
    ruleset: Title = Field(description="the title of the ruleset page")
    gamestate: Title = Field(description="the title of the gamestate page")
    actions: Title = Field(description="the title of the page on which players write their actions")
    log: OptionalTitle = Field(default="", description="the title of the log page, or nothing")
    heading: Line = Field(default="Actions", description="the heading above the action lines", min_length=1)
    dice: Line = Field(default="stated", description="stated")

    @field_validator("dice")
    @classmethod
    def _source(cls, value: str) -> str:
        if value in ("sealed", "beacon"):
            raise ValueError("this version cannot do that yet")
        if value != "stated":
            raise ValueError
        return value


class StewardsSection(_Section):
    """[stewards]: who may rule and correct."""

    users: Names = Field(default=(), description="account names between commas")
    groups: Names = Field(default=(), description="names of user groups between commas, such as sysop")
    page: OptionalTitle = Field(default="", description="the title of the steward page, or nothing")


class BotSection(_Section):
    """[bot]: how the program behaves."""

    stop_page: OptionalTitle = Field(default="", description="the title of a page that stops the bot, or nothing")
    every: Span = Field(default=timedelta(minutes=5), description="a time such as 5 minutes, 1 hour or 90 seconds")
    deadline: Span = Field(default=timedelta(minutes=4), description="a time such as 4 minutes, in which a sync ends")
    maxlag: int = Field(default=5, description="a whole number of seconds from 1 to 60", ge=1, le=60)
    journal: Path = Field(default=Path(), description="the path of a file")
    lock: Path = Field(default=Path(), description="the path of a file")


class Settings(_Section):
    """All settings. ``file`` is where they come from; relative paths count from its folder."""

    wiki: WikiSection
    game: GameSection
    stewards: StewardsSection = StewardsSection()
    bot: BotSection = BotSection()
    file: Path = Path(paths.SETTINGS_NAME)

    @property
    def is_folder(self) -> bool:
        """Whether the wiki is a folder of files."""
        return self.wiki.api.startswith(FOLDER)

    @property
    def state_folder(self) -> Path:
        """Where this game's own files lie."""
        return self.bot.journal.parent

    @property
    def cookies(self) -> Path:
        """The file that keeps the session."""
        return self.state_folder / "cookies"


SECTIONS: Mapping[str, type[_Section]] = {
    "wiki": WikiSection, "game": GameSection, "stewards": StewardsSection, "bot": BotSection,
}  # fmt: skip
KEYS = tuple((section, key) for section, model in SECTIONS.items() for key in model.model_fields)


def find_settings(given: Path | None = None) -> Path:
    """The settings file that was asked for, or the first that is there; raises :class:`SettingsError`."""
    if given is not None:
        return given
    places = paths.settings_files()
    for place in places:
        if place.is_file():
            return place
    looked = " nor at ".join(str(place) for place in places)
    why = f"no settings at {looked}; write one (docs/operators.md), name one with --settings, or try `wikibot demo`"
    raise SettingsError(places[0], [Fault("", "", None, why)])


def load(file: Path) -> Settings:
    """Read and check a settings file; raises :class:`SettingsError` with everything that is wrong."""
    sections = _read(file)
    faults = [unknown_section(name, tuple(SECTIONS)) for name in sections if name not in SECTIONS]
    known = {name: sections.get(name, {}) for name in SECTIONS}
    try:
        settings = Settings.model_validate({**known, "file": file.absolute()})
    except ValidationError as error:
        raise SettingsError(file, faults + [_fault(entry, known) for entry in error.errors()]) from None
    faults += _clashes(settings)
    if faults:
        raise SettingsError(file, faults)
    return _with_paths(settings)


def _read(file: Path) -> dict[str, dict[str, str]]:
    """Section → key → value. Keys end at ``=`` alone, for page titles hold colons."""
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, default_section="\0")
    try:
        parser.read_string(file.read_text(encoding="utf-8-sig"), str(file))
    except OSError as error:
        raise SettingsError(file, [Fault("", "", None, f"cannot be read ({error.strerror})")]) from None
    except UnicodeDecodeError as error:
        why = f"is not UTF-8 at byte {error.start}; save it as UTF-8"
        raise SettingsError(file, [Fault("", "", None, why)]) from None
    except configparser.Error as error:
        raise SettingsError(file, [_syntax(error)]) from None
    return {name: dict(parser[name]) for name in parser.sections()}


def _syntax(error: configparser.Error) -> Fault:
    """What configparser stumbled over, without quoting the line: it may hold a secret."""
    if isinstance(error, configparser.DuplicateOptionError):
        return Fault(error.section, error.option, None, f"is there twice, again in line {error.lineno}; remove one")
    if isinstance(error, configparser.DuplicateSectionError):
        return Fault(error.section, "", None, f"is there twice, again in line {error.lineno}; join the two")
    if isinstance(error, configparser.MissingSectionHeaderError):
        return Fault("", "", None, f"line {error.lineno} stands before the first section; begin with [wiki]")
    line = error.errors[0][0] if isinstance(error, configparser.ParsingError) else "?"
    return Fault("", "", None, f"line {line} is no `key = value`")


def _fault(error: Any, known: Mapping[str, Mapping[str, str]]) -> Fault:
    """One error of pydantic's in our words."""
    section, key = error["loc"][0], error["loc"][1]
    value = known[section].get(key)
    if error["type"] == "extra_forbidden":
        return unknown(section, key, value, KEYS)
    expected = SECTIONS[section].model_fields[key].description
    if error["type"] == "missing" or value == "":
        return Fault(section, key, None, f"is missing; expected {expected}")
    reason = str(error.get("ctx", {}).get("error", "")) if error["type"] == "value_error" else ""
    return Fault(section, key, value, f"{reason}; expected {expected}" if reason else f"expected {expected}")


def _clashes(settings: Settings) -> list[Fault]:
    """Pages with two jobs."""
    seen: dict[str, str] = {}
    faults = []
    for section, key in (("game", "ruleset"), ("game", "gamestate"), ("game", "actions"), ("game", "log"),
                         ("stewards", "page"), ("bot", "stop_page")):  # fmt: skip
        title = getattr(getattr(settings, section), key)
        other = seen.setdefault(normalise(title), key) if title else key
        if other != key:
            faults.append(Fault(section, key, title, f"is the page of {other}, too; each needs a page of its own"))
    return faults


def _with_paths(settings: Settings) -> Settings:
    """Relative paths made absolute from the settings file's folder, and the state folder's defaults filled in."""
    home = settings.file.parent
    wiki, bot = settings.wiki, settings.bot
    api = FOLDER + str(_absolute(home, Path(wiki.api.removeprefix(FOLDER)))) if settings.is_folder else wiki.api
    state = paths.state_folder(api, wiki.user, settings.game.gamestate)
    journal = _absolute(home, bot.journal) if bot.journal != Path() else state / "journal.sqlite"
    lock = _absolute(home, bot.lock) if bot.lock != Path() else journal.with_name(journal.name + ".lock")
    password = _absolute(home, wiki.password_file) if wiki.password_file else None
    return settings.model_copy(
        update={
            "wiki": wiki.model_copy(update={"api": api, "password_file": password}),
            "bot": bot.model_copy(update={"journal": journal, "lock": lock}),
        }
    )


def _absolute(home: Path, path: Path) -> Path:
    return (home / path.expanduser()).resolve()
