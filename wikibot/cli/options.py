"""What commands share: how one is made, its options, and the types of their values."""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Mapping
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import wikibot
from wikibot.config import logs as log
from wikibot.config.settings import Settings, find_settings, load
from wikibot.exits import USAGE, ProgramError
from wikibot.storage.local import LocalStorage, settings_in
from wikibot.sync import run
from wikibot.wiki.base import Wiki
from wikibot.wikitext.dialect import ENGLISH, use
from wikibot.wikitext.numerals import parse_time

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


# == From settings to the wiki that a command works with ===========================================


def wiki_of(settings: Settings, sleep: Callable[[float], None] = time.sleep) -> Wiki:
    """The wiki that the settings name; no request is made yet."""
    return run.wiki_of(settings, LocalStorage(settings), sleep)


def introduced(wiki: Wiki) -> Wiki:
    """The wiki, asked what it says of itself: from now on, pages are read in its words."""
    use(wiki.poll((), introduce=True).dialect or ENGLISH)
    return wiki


# == What commands share: how one is made, its options, and the types of their values ==============

STDIN = "-"
_LARGEST = 100_000_000  # bytes of a file that is read
_HEAD = 4000  # bytes by which a file is told that the program made


Function = Callable[..., Any]


class Converted(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """A value that a function makes of what was typed; its ``ValueError`` is shown."""

    def __init__(self, name: str, make: Callable[[str], Any]) -> None:
        self.name, self.make = name, make

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or isinstance(value, FileText):
            return value
        try:
            return self.make(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """What a shell may put in: an installed game, or the name of a file."""
        from click.shell_completion import CompletionItem

        if self.name == "game":
            from wikibot.config.games import installed

            return [CompletionItem(name) for name in installed() if name.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file")] if self.name == "file" else []


class FileText(str):
    """The text of a file that knows its ``name``, for messages."""

    name: str = STDIN


def read_text(name: str) -> FileText:
    """The text of a file, line ends as they are; ``-`` is standard input. Raises ``ValueError``."""
    try:
        file_type = Path(name).stat().st_mode if name != STDIN else stat.S_IFREG
        if not (stat.S_ISREG(file_type) or stat.S_ISDIR(file_type)):  # a pipe might never end
            raise ValueError(f"{name} is no regular file; give {STDIN} to read standard input.")
        with click.open_file(name, "rb") as file:
            content = file.read(_LARGEST + 1)
        if len(content) > _LARGEST:
            raise ValueError(f"{name} has more than {_LARGEST // 1_000_000} megabytes.")
        text = FileText(content.decode("utf-8-sig"))
    except OSError as error:
        raise ValueError(f"{name}: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} is not UTF-8 at byte {error.start}; save it as UTF-8.") from None
    text.name = name
    return text


def is_file_of(text: str, name: str | None) -> bool:
    """Whether a text was read from the file of a name."""
    read = text.name if isinstance(text, FileText) else STDIN
    there = bool(name) and STDIN not in (read, name) and Path(str(name)).exists()
    return there and Path(read).samefile(str(name))


def must_not_be(name: str | None, *read: str) -> None:
    """Refuse to write over a file from which the command reads, even if it is forced to."""
    if any(is_file_of(each, name) for each in read):
        raise click.UsageError(f"{name} is what is read; choose another name for --out.")


def must_be_new(name: str | None, own: str = "") -> None:
    """Refuse to write over a file without ``--force``, for it may be the only copy.

    ``own``: what stands near the beginning of those that the command made itself, and may make
    anew. ``-`` and devices are no files.
    """
    forced = click.get_current_context().meta.get("forced")
    if not name or name == STDIN or not Path(name).is_file() or forced:
        return
    with Path(name).open("rb") as file:
        begins = file.read(_HEAD)
    if begins and not (own and own.encode() in begins):
        why = "is there already; move it away, choose another name, or add --force."
        raise click.UsageError(f"{name} {why}")


def _game(name: str) -> Any:
    from wikibot.config.games import NoSuchGame, load_game

    try:
        return load_game(name)
    except NoSuchGame as error:
        raise ValueError(f"{error}.") from None


TIME = Converted("time", parse_time)
TEXT_FILE = Converted("file", read_text)
INSTALLED_GAME = Converted("game", _game)


# -- commands --------------------------------------------------------------------------------------


def command(
    *examples: str, more: str = "", group: click.Group | None = None, **extra: Any
) -> Callable[[Function], click.Command]:
    """A command that takes ``--debug`` and whose help ends with examples, and with ``more``."""
    shown = "\n".join(("\b", "Examples:", *(f"  {each}" for each in examples)))
    make = group.command if group else click.command
    epilog = f"{shown}\n\n{more}" if more else shown
    return lambda function: make(epilog=epilog, **extra)(debug(function))


def with_settings(function: Function) -> Function:
    """``--settings FILE``; the function is handed the settings first."""

    @settings_file
    def wrapped(**rest: Any) -> Any:
        return function(settings_in(find_settings(given_settings())), **rest)

    return update_wrapper(wrapped, function)


def _remember(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Options that may stand before or after the command's name."""
    if value is not None and param.name:
        ctx.find_root().meta[param.name] = value


def given_settings() -> Path | None:
    """The file of ``--settings``, if it was given."""
    file: Path | None = click.get_current_context().find_root().meta.get("settings_file")
    return file


def own_settings() -> Settings:
    """The settings of that file, or of the one that is found. Raises ``SettingsError``."""
    return load(find_settings(given_settings()))


def _set_debug(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value or ctx.parent is None:
        log.set_up(debug=value)


def show_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    """Print the version and end."""
    if value:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("wikibot")
        except PackageNotFoundError:
            number = "(not installed)"
        click.echo(f"wikibot {number}")
        ctx.exit()


# -- options ---------------------------------------------------------------------------------------


def text_file(
    name: str, about: str, *, required: bool = False, multiple: bool = False
) -> Callable[[Function], Function]:
    """An option that names a file and gives its text; ``multiple``: those of several, in order."""
    return click.option(
        name, type=TEXT_FILE, required=required, multiple=multiple, metavar="FILE", help=about
    )


def out_file(
    about: str, metavar: str = "FILE", own: str | None = "", **extra: Any
) -> Callable[[Function], Function]:
    """``-o FILE`` and ``--force``. ``own``: as :func:`must_be_new` has it; None: asked later."""

    def checked(_ctx: click.Context, _param: click.Parameter, name: str | None) -> str | None:
        if own is not None:
            must_be_new(name, own)
        return name

    def remember(ctx: click.Context, _param: click.Parameter, forced: bool) -> None:
        ctx.meta["forced"] = forced

    path = click.Path(dir_okay=False)
    out = click.option("-o", "--out", type=path, metavar=metavar, callback=checked, help=about,
                       **extra)  # fmt: skip
    force = click.option("--force", is_flag=True, is_eager=True, expose_value=False,
                         callback=remember, help="Write over a file that is there.")  # fmt: skip
    return lambda function: out(force(function))


def game(
    about: str = "An installed game.", *, required: bool = False
) -> Callable[[Function], Function]:
    """``--rules GAME``."""
    return click.option(
        "--rules", "game", type=INSTALLED_GAME, metavar="GAME", required=required, help=about
    )


settings_file = click.option(
    "--settings", "settings_file", type=click.Path(path_type=Path), metavar="FILE",
    expose_value=False, callback=_remember,
    help="Settings to use; else ./settings.ini, then the user's settings folder.",
)  # fmt: skip
debug = click.option(
    "--debug", is_flag=True, expose_value=False, callback=_set_debug,
    help="Say what each stage does, why each line is taken or not, and where a mistake came from.",
)  # fmt: skip
readings = text_file(
    "--readings", "What the sentences of the ruleset mean: a readings page, instead of the wiki's."
)
quiet = click.option("-q", "--quiet", is_flag=True, help="Print only what matters.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
overlay = click.option(
    "--overlay", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="The file of wordings that you accepted; with settings, by default beside these.",
)  # fmt: skip


# == Files that come with the program and are no part of it: the form's, and those in cron/ ========


def shipped(folder: str) -> Mapping[str, Path]:
    """The files of ``gadget`` or ``cron`` by name, sorted.

    From the folder beside the package where the program runs from its source; else from below the
    prefix of the installation, where the wheel's data files go. Raises ``ProgramError`` where the
    installation has none.
    """
    from importlib.metadata import PackageNotFoundError, files

    beside = Path(wikibot.__file__).parents[1] / folder
    if beside.is_dir():
        found = [each for each in beside.iterdir() if each.is_file()]
    else:
        try:
            known = files("wikibot") or ()
        except PackageNotFoundError:
            known = ()
        found = [
            Path(str(each.locate()))
            for each in known
            if each.parent.as_posix().endswith(f"share/wikibot/{folder}")
        ]
    if not found:
        why = f"this installation lacks the files of {folder}/; install wikibot again"
        raise ProgramError(why, USAGE)
    return {each.name: each for each in sorted(found)}
