"""``wikibot rules``: the options for the ruleset and the units that its commands work on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wikibot.cli import options
from wikibot.exits import USAGE, ProgramError

if TYPE_CHECKING:
    from wikibot.game.ruleset.rulebook import Rulebook
    from wikibot.stewards.wording.accept import RulesetSource

_EPILOG = """\b
Examples:
  wikibot rules check                                     the page that the settings name
  wikibot rules check --rules cycle15 --ruleset R.wiki    a file, no wiki
  wikibot rules accept "Garbage: Fish" --rev 1234         take the wording of that revision
"""
rev_option = click.option(
    "--rev", type=click.IntRange(1), metavar="N",
    help="The wording of revision N of the page, not the present.",
)  # fmt: skip


@click.group(epilog=_EPILOG)
def rules() -> None:
    """Compare what the ruleset page says with what is implemented."""


def with_source(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say which ruleset; the command is handed ``source``."""

    @options.game("With --ruleset: its game.")
    @click.option("--ruleset", metavar="FILE", help="A ruleset file instead of the wiki's page.")
    @click.option(
        "--was",
        multiple=True,
        metavar="FILE",
        help="With --ruleset: an older ruleset, to show what changed. Newest first.",
    )
    @options.overlay
    @options.settings_file
    @click.pass_context
    def wrapped(
        ctx: click.Context,
        /,
        game: Any,
        ruleset: str | None,
        was: Sequence[str],
        overlay: Path | None,
        rev: int | None = None,
        **rest: Any,
    ) -> Any:
        source = _load(ctx, game, ruleset, was, overlay, rev)
        return command(source, **rest)  # fmt: skip

    return update_wrapper(wrapped, command)


def _load(
    ctx: click.Context,
    game: Any,
    ruleset: str | None,
    was: Sequence[str],
    overlay: Path | None,
    rev: int | None,
) -> RulesetSource:
    from wikibot.cli.options import introduced, wiki_of
    from wikibot.config.games import load_game
    from wikibot.config.settings import find_settings, load
    from wikibot.stewards.wording.accept import from_file, from_settings
    from wikibot.stewards.wording.history import Version

    if ruleset is None:
        if game is not None or was:
            raise click.UsageError("--rules and --was go with --ruleset.")
        settings = load(find_settings(options.given_settings(ctx)))
        played = load_game(settings.game.rules, settings.game.ledger)
        wiki = introduced(wiki_of(settings))
        return from_settings(settings, played, wiki, rev, overlay)
    if game is None:
        raise click.UsageError("--ruleset needs --rules.")
    if rev is not None:
        raise click.UsageError("--rev asks the wiki; leave --ruleset out.")
    texts = [options.TEXT_FILE.convert(name, None, ctx) for name in (ruleset, *was)]
    older = [Version(name, text) for name, text in zip(was, texts[1:], strict=True)]
    return from_file(game, Version(Path(ruleset).name, texts[0]), older, overlay)


def units_named(book: Rulebook, names: Sequence[str]) -> list[str]:
    """Units by what an operator calls them, each once; raises :class:`ProgramError`."""
    from wikibot.stewards.wording.accept import NoSuchUnit, find_unit

    try:
        return list(dict.fromkeys(find_unit(book, name) for name in names))
    except NoSuchUnit as error:
        raise ProgramError(str(error), USAGE) from None
