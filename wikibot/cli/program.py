"""The command group: commands are imported when they are used, and whatever goes wrong ends in one line and a code."""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import click

from wikibot.config import logs as log
from wikibot.exits import ATTENTION, DONE, INTERRUPTED, SOFTWARE, TRY_LATER, USAGE, ProgramError
from wikibot.game import problems
from wikibot.game.problems import Problem
from wikibot.sync.stopping import Ended
from wikibot.wiki.errors import WikiError


class Program(click.Group):
    """A group whose commands are named by ``module:attribute`` and imported on demand."""

    def __init__(self, *args: Any, lazy: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order in which a newcomer meets them."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, imported now."""
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self.lazy[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The named command, or the names that it may have meant."""
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            close = difflib.get_close_matches(args[0], self.list_commands(ctx), 1)
            hint = (
                f"Did you mean {close[0]}?"
                if close
                else f"There are {', '.join(self.list_commands(ctx))}."
            )
            raise click.UsageError(f"No such command {args[0]!r}. {hint}", ctx)
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *rest: Any,
        **extra: Any,
    ) -> NoReturn:
        """Run one command and exit with its code. Commands return their exit code, None for 0."""
        problems.listen(_contained, unless_heard=True)
        sys.exit(
            self._code(args, prog_name or "wikibot", *rest, **{**extra, "standalone_mode": False})
        )

    def _code(self, *args: Any, **kwargs: Any) -> int:
        try:
            code = super().main(*args, **kwargs)
            return DONE if code is None else int(code)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            return DONE
        except click.UsageError as error:
            return _say(_usage(error), USAGE)
        except click.ClickException as error:
            return _say(error.format_message(), USAGE)
        except (click.Abort, KeyboardInterrupt):
            return _say("interrupted; the next run goes on from here", INTERRUPTED)
        except Ended as ended:
            return _say(f"stopped by {ended}; the next run goes on from here", TRY_LATER)
        # of the ruleset page as a whole, as where a number that the state needs is missing
        except Problem as error:
            log.LOGGER.debug("where it came from", exc_info=error)
            return _say(error.text, ATTENTION)
        except (ProgramError, WikiError) as error:
            log.LOGGER.debug("where it came from", exc_info=error)
            return _say(str(error), error.exit_code)
        except OSError as error:  # no space, no permission: of the machine, and named
            log.LOGGER.debug("where it came from", exc_info=error)
            what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
            return _say(f"{what}. Look at the disk and at who may write there", TRY_LATER)
        except Exception as error:  # noqa: BLE001  # the last resort: a line instead of a traceback
            log.LOGGER.debug("where it came from", exc_info=error)
            return _say(_mistake(error), SOFTWARE)


def _contained(doing: str, error: Exception) -> None:
    """A mistake that cost only a line, a cell or a page; the report tells of it, and this of where it came from."""
    log.LOGGER.debug("the bot failed at %r", doing, exc_info=error)


def _say(message: str, code: int) -> int:
    """Every line of the message, marked as ours, on standard error."""
    for line in message.splitlines():
        click.echo(f"wikibot: {log.redact(line)}", err=True)
    return code


def _usage(error: click.UsageError) -> str:
    path = error.ctx.command_path if error.ctx else "wikibot"
    message = " ".join(error.format_message().split())
    end = "" if message.endswith((".", "?", "?)")) else "."
    return f"{message}{end} See `{path} --help`."


def _mistake(error: Exception) -> str:
    what = " ".join(f"{type(error).__name__}: {error}".split())
    how = "" if log.debugging() else " Run it again as `wikibot --debug ...` for the details."
    return f"this is a mistake in wikibot, please report it: {what}.{how}"
