"""The settings file: every key with its meaning, its default and what is expected of its value.

Whatever is wrong is named, all of it at once. Plain dataclasses, for a sync with nothing to do must
start fast: loading pydantic would take a third of its time.
"""

# ruff: noqa: RUF009  # _key is dataclasses.field in disguise

from __future__ import annotations

import configparser
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from wikibot.config import paths
from wikibot.config import values as kinds
from wikibot.config.faults import Fault, SettingsError, unknown, unknown_section
from wikibot.wiki.base import FOLDER
from wikibot.wiki.titles import normalise


def _key(read: Callable[[str], Any], expected: str, default: Any = MISSING) -> Any:
    """One key of the file: ``read`` makes its value or raises ``ValueError`` with a reason, or without one."""
    return field(default=default, metadata={"read": read, "expected": expected})


@dataclass(frozen=True)
class WikiSection:
    """[wiki]: where the game is and who edits."""

    api: str = _key(kinds.address, "https://HOST/PATH/api.php of a MediaWiki, or folder:PATH")
    user: str = _key(kinds.one_line, "Account@botname, as Special:BotPasswords names it", "")
    contact: str = _key(kinds.one_line, "an e-mail address or a link, for the wiki's operators", "")
    password_file: Path | None = _key(
        kinds.path, "a file that holds the bot password and nothing else", None
    )
    keyboard: str = _key(kinds.one_line, "an account name, for edits by hand in a folder wiki", "")


@dataclass(frozen=True)
class GameSection:
    """[game]: what is played, and on which pages."""

    rules: str = _key(kinds.text, "the name of an installed game, such as cycle15")
    ruleset: str = _key(kinds.title, "the title of the ruleset page")
    gamestate: str = _key(kinds.title, "the title of the gamestate page")
    actions: str = _key(kinds.title, "the title of the page on which players write their actions")
    log: str = _key(kinds.title, "the title of the log page, or nothing", "")
    heading: str = _key(kinds.text, "the heading above the action lines", "Actions")
    dice: str = _key(kinds.source, "stated, sealed or beacon", "stated")


@dataclass(frozen=True)
class StewardsSection:
    """[stewards]: who may rule and correct."""

    users: tuple[str, ...] = _key(kinds.accounts, "account names between commas", ())
    groups: tuple[str, ...] = _key(
        kinds.names, "names of user groups between commas, such as sysop", ()
    )
    page: str = _key(kinds.title, "the title of the steward page, or nothing", "")


@dataclass(frozen=True)
class BotSection:
    """[bot]: how the program behaves."""

    stop_page: str = _key(kinds.title, "the title of a page that stops the bot, or nothing", "")
    every: timedelta = _key(
        kinds.span, "a time such as 5 minutes, 1 hour or 90 seconds", timedelta(minutes=5)
    )
    deadline: timedelta = _key(
        kinds.span, "a time such as 4 minutes, in which a sync ends", timedelta(minutes=4)
    )
    maxlag: int = _key(kinds.maxlag, "a whole number of seconds from 1 to 60", 5)
    journal: Path = _key(kinds.path, "the path of a file", Path())
    lock: Path = _key(kinds.path, "the path of a file", Path())
    board_file: str = _key(
        kinds.board_file, "the name of an SVG file such as Board.svg, or nothing", ""
    )


@dataclass(frozen=True)
class BeaconSection:
    """[beacon]: where dice come from with ``dice = beacon``. The defaults are the League of Entropy's."""

    relays: tuple[str, ...] = _key(
        kinds.relays, "addresses such as https://api.drand.sh with commas between them",
        ("https://api.drand.sh", "https://api2.drand.sh", "https://api3.drand.sh", "https://drand.cloudflare.com"),
    )  # fmt: skip
    chain: str = _key(
        kinds.chain, "a chain hash of 64 hexadecimal digits",
        "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    )  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """All settings. ``file`` is where they come from; relative paths count from its folder."""

    wiki: WikiSection
    game: GameSection
    stewards: StewardsSection = StewardsSection()
    bot: BotSection = BotSection()
    beacon: BeaconSection = BeaconSection()
    file: Path = Path(paths.SETTINGS_NAME)

    @property
    def is_folder(self) -> bool:
        """Whether the wiki is a folder of files."""
        return self.wiki.api.startswith(FOLDER)

    @property
    def folder(self) -> Path:
        """The folder of a wiki that is one."""
        return Path(self.wiki.api.removeprefix(FOLDER))

    @property
    def state_folder(self) -> Path:
        """Where this game's own files lie."""
        return self.bot.journal.parent

    @property
    def cookies(self) -> Path:
        """The file that keeps the session."""
        return self.state_folder / "cookies"


SECTIONS: Mapping[str, type[Any]] = {
    "wiki": WikiSection, "game": GameSection, "stewards": StewardsSection, "bot": BotSection,
    "beacon": BeaconSection,
}  # fmt: skip
KEYS = tuple((section, key.name) for section, model in SECTIONS.items() for key in fields(model))


def find_settings(given: Path | None = None) -> Path:
    """The settings file that was asked for, or the first that is there; raises :class:`SettingsError`."""
    if given is not None:
        return given
    places = paths.settings_files()
    for place in places:
        if place.is_file():
            return place
    why = f"is not here, nor is {places[1]}; write one, name one with --settings, or try `wikibot demo`"
    raise SettingsError(places[0], [Fault("", "", None, why)])


def load(file: Path) -> Settings:
    """Read and check a settings file; raises :class:`SettingsError` with everything that is wrong."""
    return from_sections(_read(file), file)


def from_sections(
    sections: Mapping[str, Mapping[str, str]], file: Path = Path(paths.SETTINGS_NAME)
) -> Settings:
    """Settings from section → key → value as written; raises :class:`SettingsError` with everything that is wrong."""
    faults = [unknown_section(name, tuple(SECTIONS)) for name in sections if name not in SECTIONS]
    made = {
        name: _section(name, model, sections.get(name, {}), faults)
        for name, model in SECTIONS.items()
    }
    if not faults:
        settings = Settings(**made, file=file.absolute())
        faults = _clashes(settings)
    if faults:
        raise SettingsError(file, faults)
    return _with_paths(settings)


def _section(name: str, model: type[Any], written: Mapping[str, str], faults: list[Fault]) -> Any:
    """One section's values; what is wrong is added to ``faults``."""
    known = {key.name: key for key in fields(model)}
    faults += [
        unknown(name, key, value, KEYS) for key, value in written.items() if key not in known
    ]
    values: dict[str, Any] = {}
    for key in known.values():
        value = written.get(key.name, "")
        if not value:
            if key.default is MISSING:
                faults.append(
                    Fault(name, key.name, None, f"is missing; expected {key.metadata['expected']}")
                )
            continue
        try:
            values[key.name] = key.metadata["read"](value)
        except ValueError as error:
            faults.append(_fault(name, key, value, str(error)))
    return model(**values) if not faults else None


def _fault(section: str, key: Field[Any], value: str, reason: str) -> Fault:
    why = f"expected {key.metadata['expected']}"
    return Fault(section, key.name, value, f"{reason}; {why}" if reason else why)


def _read(file: Path) -> dict[str, dict[str, str]]:
    """Section → key → value. Keys end at ``=`` alone, for page titles hold colons."""
    parser = configparser.ConfigParser(delimiters=("=",), interpolation=None, default_section="\0")
    try:
        parser.read_string(file.read_text(encoding="utf-8-sig"), str(file))
    except OSError as error:
        raise SettingsError(
            file, [Fault("", "", None, f"cannot be read ({error.strerror})")]
        ) from None
    except UnicodeDecodeError as error:
        why = f"is not UTF-8 at byte {error.start}; save it as UTF-8"
        raise SettingsError(file, [Fault("", "", None, why)]) from None
    except configparser.Error as error:
        raise SettingsError(file, [_syntax(error)]) from None
    return {name: dict(parser[name]) for name in parser.sections()}


def _syntax(error: configparser.Error) -> Fault:
    """What configparser stumbled over, without quoting the line: it may hold a secret."""
    if isinstance(error, configparser.DuplicateOptionError):
        return Fault(
            error.section,
            error.option,
            None,
            f"is there twice, again in line {error.lineno}; remove one",
        )
    if isinstance(error, configparser.DuplicateSectionError):
        return Fault(
            error.section, "", None, f"is there twice, again in line {error.lineno}; join the two"
        )
    if isinstance(error, configparser.MissingSectionHeaderError):
        return Fault(
            "", "", None, f"line {error.lineno} stands before the first section; begin with [wiki]"
        )
    line = error.errors[0][0] if isinstance(error, configparser.ParsingError) else "?"
    return Fault("", "", None, f"line {line} is no `key = value`")


def _clashes(settings: Settings) -> list[Fault]:
    """What fits its own key but not the others: pages with two jobs, an account that is not a bot's."""
    seen: dict[str, str] = {}
    faults = []
    for section, key in (("game", "ruleset"), ("game", "gamestate"), ("game", "actions"), ("game", "log"),
                         ("stewards", "page"), ("bot", "stop_page")):  # fmt: skip
        title = getattr(getattr(settings, section), key)
        other = seen.setdefault(normalise(title), key) if title else key
        if other != key:
            faults.append(
                Fault(
                    section,
                    key,
                    title,
                    f"is the page of {other}, too; each needs a page of its own",
                )
            )
    if settings.game.dice != "stated" and not settings.game.log:
        why = "needs a log page, on which everybody can check the rolls; set `log`"
        faults.append(Fault("game", "dice", settings.game.dice, why))
    user = settings.wiki.user
    if user and not settings.is_folder and not re.fullmatch(r"[^@]+@[^@]+", user):
        faults.append(
            Fault(
                "wiki", "user", user, "expected Account@botname, as Special:BotPasswords names it"
            )
        )
    return faults


def _with_paths(settings: Settings) -> Settings:
    """Relative paths made absolute from the settings file's folder, and the state folder's defaults filled in."""
    home = settings.file.parent
    wiki, bot = settings.wiki, settings.bot
    api = FOLDER + str(_absolute(home, settings.folder)) if settings.is_folder else wiki.api
    state = paths.state_folder(api, wiki.user, settings.game.gamestate)
    journal = _absolute(home, bot.journal) if bot.journal != Path() else state / "journal.sqlite"
    lock = (
        _absolute(home, bot.lock)
        if bot.lock != Path()
        else journal.with_name(journal.name + ".lock")
    )
    password = _absolute(home, wiki.password_file) if wiki.password_file else None
    return replace(
        settings,
        wiki=replace(wiki, api=api, password_file=password),
        bot=replace(bot, journal=journal, lock=lock),
    )


def _absolute(home: Path, path: Path) -> Path:
    return (home / path.expanduser()).resolve()
