"""The command line: ``main`` is the program; each command is a module of ``commands``.

Commands are imported when used, and errors end in one line and a code.
"""

from __future__ import annotations

import ast
import difflib
import errno
import importlib
import importlib.util
import keyword
import os
import pkgutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from wikibot import exits
from wikibot.cli import commands, options
from wikibot.config import logs as log
from wikibot.game import problems
from wikibot.game.problems import Problem
from wikibot.sync.report import EndedBySignal
from wikibot.wiki.errors import WikiError

# Of the machine, and not to pass by itself: who may read and write, and what a path leads to.
_REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}
_NO_WAY = {
    errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENOENT, errno.ENXIO,
    errno.ENODEV, errno.EINVAL,
}  # fmt: skip
# As a newcomer meets them.
_FIRST = ("demo", "init", "sync", "run", "show", "board", "verify", "doctor")
# Every other module of the folder has the one command of its name:
_TOGETHER = {
    "looking": ("show", "board", "verify", "apply", "new"),
    "history": ("chart", "replay", "standings", "import"),
    "init": ("init", "settings"),
    "sync": ("sync", "steward", "seal"),
}


def command_modules() -> Mapping[str, str]:
    """All commands with the modules that hold them, in the order in which help lists them."""
    modules = (module.name for module in pkgutil.iter_modules(commands.__path__))
    found = {name: module for module in modules for name in _TOGETHER.get(module, (module,))}
    return {name: found[name] for name in dict.fromkeys((*_FIRST, *sorted(found)))}


class Program(click.Group):
    """A group whose commands are imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(command_modules())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        holder = command_modules().get(cmd_name)
        if holder is None:
            return None
        module = importlib.import_module(f"{commands.__name__}.{holder}")
        name = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """All commands with the first sentences of their docstrings, which are only parsed."""
        modules = command_modules()
        width = formatter.width - 6 - max(map(len, modules))
        said = {
            (each.name.rstrip("_"), module): click.Command(each.name, help=ast.get_docstring(each))
            for module in set(modules.values())
            for each in ast.parse(_source(module)).body
            if isinstance(each, ast.FunctionDef)
        }
        rows = [(each[0], said[each].get_short_help_str(width)) for each in modules.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The named command, or the names that it may have meant."""
        names = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in names:
            close = difflib.get_close_matches(args[0], names, 1)
            hint = f"Did you mean {close[0]}?" if close else f"There are {', '.join(names)}."
            raise click.UsageError(f"No such command {args[0]!r}. {hint}", ctx)
        return super().resolve_command(ctx, args)

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None,
        complete_var: str | None = None, standalone_mode: bool = True, **extra: Any,
    ) -> NoReturn:  # fmt: skip
        """Run one command and exit with its code, 0 for None; errors are printed here."""
        # A mistake that cost only a line, a cell or a page: the report names it, this says where.
        problems.listen(
            lambda doing, error: log.LOGGER.debug("the bot failed at %r", doing, exc_info=error),
            unless_heard=True,
        )
        run = super().main
        sys.exit(_code(lambda: run(args, prog_name or "wikibot", complete_var, False, **extra)))


def _source(module: str) -> bytes:
    spec = importlib.util.find_spec(f"{commands.__name__}.{module}")
    return Path(spec.origin).read_bytes() if spec and spec.origin else b""


def _code(command: Callable[[], Any]) -> int:
    """Run a command; whatever goes wrong is said in a line."""
    try:
        code = command()
        return exits.DONE if code is None else int(code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return exits.DONE
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "wikibot"
        message = " ".join(error.format_message().split())
        end = "" if message.endswith((".", "?", "?)")) else "."
        return _say(f"{message}{end} See `{path} --help`.", exits.USAGE)
    except click.ClickException as error:
        return _say(error.format_message(), exits.USAGE)
    except (click.Abort, KeyboardInterrupt):
        return _say("interrupted; the next run goes on from here", exits.INTERRUPTED)
    except EndedBySignal as ended:
        return _say(f"stopped by {ended}; the next run goes on from here", exits.TRY_LATER)
    except Exception as error:  # noqa: BLE001  # the last resort: a line instead of a traceback
        log.LOGGER.debug("where it came from", exc_info=error)
        return _say(*_explained(error))


def _explained(error: Exception) -> tuple[str, int]:
    """What to say of an error that ended a command, and the exit code."""
    if isinstance(error, Problem):  # of the whole ruleset page: a number that the state needs
        return error.text, exits.ATTENTION
    if isinstance(error, exits.ProgramError | WikiError):
        return str(error), error.exit_code
    if isinstance(error, OSError):  # no space, no permission: of the machine, and named
        what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        lasting = exits.NOT_ALLOWED if error.errno in _REFUSED else exits.SETTINGS
        code = lasting if error.errno in _REFUSED | _NO_WAY else exits.TRY_LATER
        return f"{what}. Look at the disk and at who may write there", code
    what = " ".join(f"{type(error).__name__}: {error}".split())
    how = "" if log.debugging() else " Run it again as `wikibot --debug ...` for the details."
    return f"this is a mistake in wikibot, please report it: {what}.{how}", exits.SOFTWARE


def _say(message: str, code: int) -> int:
    """Every line of the message, marked as ours, on standard error."""
    for line in message.splitlines():
        click.echo(f"wikibot: {log.redact(line)}", err=True)
    return code


EPILOG = """\b
Begin here:
  wikibot demo               make a small game in ./wikibot-demo and play it
  wikibot init               write a settings file for a wiki of yours by asking
  wikibot doctor             look over the settings and the wiki
  wikibot sync --dry-run     what a sync would do
"""


# Colours at a terminal, unless https://no-color.org is followed; everywhere with FORCE_COLOR.
_COLOUR = {"color": False} if os.environ.get("NO_COLOR") else {}
_COLOUR |= {"color": True} if os.environ.get("FORCE_COLOR") and not _COLOUR else {}
_CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], **_COLOUR}


@click.group("wikibot", cls=Program, epilog=EPILOG, context_settings=_CONTEXT)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True,
              callback=options.show_version, help="Show the version and end.")  # fmt: skip
@options.settings_file
@options.debug
def main() -> None:
    """Keep the gamestate of a nomic on its MediaWiki."""
