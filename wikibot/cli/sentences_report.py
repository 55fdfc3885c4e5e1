"""The sentences of a ruleset page in a terminal: what of it the bot plays, and as what."""

from __future__ import annotations

from collections.abc import Sequence

import click

from wikibot.cli.terminal import safe
from wikibot.game.ruleset.sentences import SentenceFinding


def show_sentences(findings: Sequence[SentenceFinding]) -> None:
    """All sentences by section, and how many are played."""
    section = None
    for each in findings:
        if each.section != section:
            section = each.section
            click.secho(f"\n{safe(section) or 'Above the first heading'}", bold=True)
        _show(each)
    played = sum(each.played for each in findings)
    rest = len(findings) - played
    click.echo(
        f"\nOf {len(findings)} sentences the bot plays {played}; {rest} "
        f"{'is' if rest == 1 else 'are'} for people, who keep them by `note`, votes and rulings."
    )


def _show(each: SentenceFinding) -> None:
    colour, word = ("green", "played") if each.played else ("yellow", "for people")
    mark = click.style(f"{word:<12}", fg=colour)
    click.echo(f"  {mark}{_lines(each.text)}")
    if each.played:
        _say("as: ", each.says)
        _say("reads: ", ", ".join(each.reads))
        _say("changes: ", ", ".join(each.changes))
        return
    for reading in each.readings:
        _say("it can mean: ", reading)
    if not each.readings:
        _say("not understood: ", f'"{each.unknown}"' if each.unknown else "")
        _say("because ", each.why)
    _say("like this it would be: ", each.nearest)


def _say(what: str, text: str) -> None:
    if text:
        click.echo(f"              {click.style(what, dim=True)}{_lines(text)}")


def _lines(text: str) -> str:
    return safe(text).replace("\n", "\n              ")
