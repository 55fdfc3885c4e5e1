"""The sentences of a ruleset in a terminal: how each is played, what it shall mean, since when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from wikibot.config.logs import safe
from wikibot.game.ruleset.implementations import SentenceFinding

if TYPE_CHECKING:
    from wikibot.stewards.wording.accept import RulesetSource

_CHANGED = re.compile(
    r"# (?P<at>\S+Z) (?P<what>(?:rule|reading) (?:added|changed|repealed|taken away) by .*"
    r"|\d+ more (?:rule|reading)s changed by .*)"
)


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
    by_reading = sum(each.played and bool(each.given) for each in findings)
    given = f", {by_reading} of them as people say what they mean" if by_reading else ""
    click.echo(
        f"\nOf {len(findings)} sentences the bot plays {played}{given}; {rest} "
        f"{'is' if rest == 1 else 'are'} for people, who keep them by `note`, votes and rulings."
    )


def _show(each: SentenceFinding, *, err: bool = False) -> None:
    def say(what: str, text: str) -> None:
        if text:
            told = f"{click.style(what, dim=True)}{_lines(text)}"
            click.echo(f"{' ' * 18}{told}", err=err)

    colour = "green" if each.played else "red" if each.how == "held" else "yellow"
    mark = click.style(f"{each.how:<16}", fg=colour)
    click.echo(f"  {mark}{_lines(each.text)}", err=err)
    say("given: ", each.given)
    if each.played:
        say("as: ", each.says)
        say("reads: ", ", ".join(each.reads))
        say("changes: ", ", ".join(each.changes))
        say("but ", each.why)
        return
    for reading in each.readings:
        say("it can mean: ", reading)
    if not each.readings:
        say("not understood: ", f'"{each.unknown}"' if each.unknown else "")
        say("because ", each.why)
    say("recognised: ", " · ".join(each.skeleton))
    say("to be said: ", each.wanting)
    say("like this it would be: ", each.nearest)


def _lines(text: str) -> str:
    return safe(text).replace("\n", f"\n{' ' * 18}")


# -- readings that a person gives ------------------------------------------------------------------


def asked_readings(source: RulesetSource, page: str) -> str:
    """Ask for a reading of each sentence that is for people; gives the page that comes of it.

    Who saves that page gives the readings.
    """
    from wikibot.game.ruleset.readings import with_changes, written
    from wikibot.stewards.readings import SentenceReader

    now, book, text = datetime.now(UTC), source.book, source.readings
    page = page or source.game.new_page(book, now, "Gamestate")
    waiting = [each.text for each in source.game.readable(page, book, now) if not each.played]
    click.echo(f"{len(waiting)} sentences are for people.\n{_ASKED}", err=True)
    for said in waiting:
        means = ""
        while means not in _GOES_ON:
            reader = SentenceReader(source.game, book, page, now)
            findings = reader.findings(book)
            finding = next((each for each in findings if each.text == said), None)
            if finding is None or finding.played:
                break
            click.echo("", err=True)
            _show(finding, err=True)
            means = _asked()
            if means in _GOES_ON:
                continue
            change, told = reader.with_reading(finding, means, "", findings)
            click.echo(safe(told), err=True)
            if change is not None:
                book = book.with_readings(with_changes(book.readings, (change,)))
                text, means = written(text, (change,)), "next"
        if means == "quit":
            break
    return text


def _asked() -> str:
    try:
        return click.prompt("reading", default="next", show_default=False, err=True).strip()
    except click.Abort:  # the end of what is typed
        return "quit"


_GOES_ON = ("next", "quit")
_ASKED = (
    "Write plain sentences that say the same, or nothing (it is a story or a custom), or people\n"
    "(they decide each time); an empty line goes to the next sentence, quit ends."
)


# -- since when ------------------------------------------------------------------------------------


def changes_in(lines: Sequence[str]) -> Iterator[str]:
    """What a log says of rules and readings that came, changed or went."""
    found = (_CHANGED.fullmatch(line) for line in lines)
    return (f"{each['at']}  {each['what']}" for each in found if each)
