"""``wikibot verify``: make every recorded roll again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wikibot.cli import options
from wikibot.exits import ATTENTION, DONE, ProgramError
from wikibot.settings import BeaconSection, Settings, find_settings, load

if TYPE_CHECKING:
    from wikibot.dice.verify import Check

_EPILOG = """\b
Examples:
  wikibot verify                        the log page that the settings name
  wikibot verify --log L.txt            a log in a file: a copy of the page, or plain lines
  wikibot verify --log L.txt --offline  ask no relay of a beacon

\b
Exit codes: 0 when no roll is wrong, 1 when a person should look.
"""


@click.command(epilog=_EPILOG)
@click.option("--log", type=options.TextFile(), metavar="FILE", help="A log in a file; no wiki and no settings needed.")
@click.option("--offline", is_flag=True, help="Do not ask a beacon's relays.")
@options.as_json
@options.quiet
@options.settings
@options.debug
@click.pass_context
def verify(ctx: click.Context, log: str | None, offline: bool, as_json: bool, quiet: bool) -> int:
    """Make every roll of a log again from what was published, and say which of them are not as they should be.

    Nothing but the log is needed: a fresh copy of this program, without login or local files, comes to the same result.
    """
    from wikibot.dice.checking import check_log
    from wikibot.logpage import log_lines

    settings = None if log is not None else load(find_settings(options.given_settings(ctx)))
    beacon = settings.beacon if settings else BeaconSection()
    text, wiki = (log, None) if settings is None else _page(settings)
    checks = check_log(log_lines(text or ""), beacon, wiki=wiki, offline=offline)
    if as_json:
        click.echo(json.dumps([_json(check) for check in checks], ensure_ascii=False))
    else:
        _show(checks, quiet=quiet)
    return DONE if all(check.fine for check in checks) else ATTENTION


def _page(settings: Settings) -> tuple[str, object]:
    from wikibot import session

    title = settings.game.log
    if not title:
        raise ProgramError("no log page is set; name one in `log` under [game], or give --log FILE", ATTENTION)
    wiki = session.wiki_of(settings)
    page = wiki.read([title])[title]
    if page is None or page.text is None:
        raise ProgramError(f"{title}: there is no such page yet, so there is nothing to check", ATTENTION)
    return page.text, wiki


def _json(check: Check) -> dict[str, object]:
    return {
        "line": check.line, "status": check.status.value, "about": check.about, "expected": check.expected,
        "found": check.found, "why": check.why,
    }  # fmt: skip


def _show(checks: tuple[Check, ...], *, quiet: bool) -> None:
    from wikibot.terminal import safe

    for check in checks:
        if quiet and check.fine:
            continue
        words = [f"line {check.line}: {check.status}: {safe(check.about)}: {safe(check.found)}"]
        words += [f"expected {safe(check.expected)}"] if check.expected and not check.fine else []
        words += [safe(check.why)] if check.why else []
        click.secho("; ".join(words), fg=None if check.fine else "red")
    if not quiet:
        counts = [f"{sum(c.status is s for c in checks)} {s}" for s in dict.fromkeys(c.status for c in checks)]
        click.echo(f"{len(checks)} checked" + (f" ({', '.join(counts)})." if counts else "."))
