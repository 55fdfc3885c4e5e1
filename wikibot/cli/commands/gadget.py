"""``wikibot gadget``: the form for playing, put on the wiki."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from wikibot.cli import options
from wikibot.config.settings import Settings

_EPILOG = """\b
Examples:
  wikibot gadget install               for all who choose it, or else for the account alone
  wikibot gadget install --dry-run     which pages it would save
  wikibot gadget install --out files   the two files, to be saved by hand
"""


@click.group(epilog=_EPILOG)
def gadget() -> None:
    """Put the form for playing on the wiki: docs/gadget.md."""


@options.command(
    "wikibot gadget install --site    as a gadget, by an interface administrator",
    "wikibot gadget install --user    for the account that is logged in",
    group=gadget,
)
@click.option("--site/--user", default=None, help="As a gadget for all, or for this account.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Write the two files into this folder, and nothing to the wiki.")  # fmt: skip
@click.option("--bot", default="", metavar="ACCOUNT",
              help="The account of the bot, where another one is logged in.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Save nothing; say what would be.")
@click.option("--json", "as_json", is_flag=True, help="Say it as JSON.")
@options.with_settings
def install(
    settings: Settings, site: bool | None, out: Path | None, bot: str, dry_run: bool, as_json: bool
) -> None:
    """Save script and style sheet, and say which lines take them into use.

    A second game on the same wiki adds itself to the script; run it again after each update.
    """
    from wikibot.cli import gadget_pages as pages
    from wikibot.cli.session import wiki_of

    if out:
        _write(settings, bot or settings.wiki.user.partition("@")[0], out)
        return
    wiki = wiki_of(settings)
    poll = wiki.poll([settings.game.actions])
    target = pages.target_of(poll, site=site)
    bot = bot or pages.bot_of(wiki, settings.bot.form_page) or poll.user
    planned = pages.planned(wiki, target, settings, bot)
    saved = []
    for page in (each for each in planned if each.changes):
        if not dry_run:
            pages.save(wiki, page)
        saved.append(page.title)
    title, lines = target.next_lines()
    done = {
        "saved": saved,
        "unchanged": [each.title for each in planned if not each.changes],
        "dry_run": dry_run,
        "bot": bot,
        "add_to": title,
        "lines": list(lines),
    }
    _tell(done, as_json=as_json)


def _write(settings: Settings, account: str, out: Path) -> None:
    from wikibot.cli import gadget_pages as pages
    from wikibot.storage.files import write_text

    out.mkdir(parents=True, exist_ok=True)
    entry = pages.game_entry(settings, account)
    script = pages.with_games(pages.read_file(pages.SCRIPT), [entry])
    write_text(str(out / pages.SCRIPT), script)
    write_text(str(out / pages.STYLE), pages.read_file(pages.STYLE))
    click.echo(f"wrote {out / pages.SCRIPT} and {out / pages.STYLE}")


def _tell(done: dict[str, Any], *, as_json: bool) -> None:
    from wikibot.cli.terminal import print_json

    if as_json:
        print_json("gadget-install", done, indent=2)
        return
    verb = "would save" if done["dry_run"] else "saved"
    for title in done["saved"]:
        click.echo(f"{verb} {title}")
    for title in done["unchanged"]:
        click.echo(f"{title} is up to date")
    click.echo(f"for the bot {done['bot']}; `--bot` names another")
    click.echo(f"Now add to {done['add_to']}, unless it is there:")
    for line in done["lines"]:
        click.echo(f"  {line}")
