"""Options and parameter types that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from wikibot.config import logs as log
from wikibot.game.calendar import parse_time

STDIN = "-"


class Time(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.4 on
    """A time such as 2024-01-05T02:22:00Z."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """Read it, or say how to write it."""
        if isinstance(value, datetime):
            return value
        try:
            return parse_time(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class FileText(str):
    """The text of a file that knows its ``name``, for messages."""

    name: str = STDIN


class TextFile(click.ParamType):  # type: ignore[type-arg]  # as above
    """The text of a file, line ends as they are; ``-`` is standard input."""

    name = "file"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> FileText:
        """Read the whole file."""
        try:
            with click.open_file(value, "rb") as file:
                data: bytes = file.read()
            text = FileText(data.decode("utf-8-sig"))
            text.name = str(value)
            return text
        except OSError as error:
            self.fail(f"{value}: {error.strerror}.", param, ctx)
        except UnicodeDecodeError as error:
            self.fail(f"{value} is not UTF-8 at byte {error.start}; save it as UTF-8.", param, ctx)


class InstalledGame(click.ParamType):  # type: ignore[type-arg]  # as above
    """An installed game by its name."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Load it, or list those that there are."""
        from wikibot.config.games import NoSuchGame, load_game

        if not isinstance(value, str):
            return value
        try:
            return load_game(value)
        except NoSuchGame as error:
            self.fail(f"{error}.", param, ctx)


def _remember(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Options that may stand before or after the command's name."""
    if value is not None and param.name:
        ctx.find_root().meta[param.name] = value


def _set_debug(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    del param
    if value or ctx.parent is None:
        log.set_up(debug=value)


def show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the version and end."""
    del param
    if value:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("wikibot")
        except PackageNotFoundError:
            number = "(not installed)"
        click.echo(f"wikibot {number}")
        ctx.exit()


def given_settings(ctx: click.Context) -> Path | None:
    """The file of ``--settings``, if it was given."""
    file: Path | None = ctx.find_root().meta.get("settings_file")
    return file


def settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--settings FILE``."""
    return click.option(
        "--settings", "settings_file", type=click.Path(path_type=Path), metavar="FILE", expose_value=False,
        callback=_remember, help="Settings to use; else ./settings.ini, then the user's settings folder.",
    )(command)  # fmt: skip


def debug(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--debug``."""
    return click.option(
        "--debug",
        is_flag=True,
        expose_value=False,
        callback=_set_debug,
        help="Say what each stage does, why each line is taken or not, and where a mistake came from.",
    )(command)


def quiet(command: Callable[..., Any]) -> Callable[..., Any]:
    """``-q``."""
    return click.option(
        "-q", "--quiet", is_flag=True, help="Say nothing when there is nothing to say."
    )(command)


def as_json(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def rules(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--rules GAME``."""
    return click.option(
        "--rules",
        "game",
        type=InstalledGame(),
        metavar="GAME",
        required=True,
        help="An installed game.",
    )(command)
