"""``wikibot doctor``: settings, login, rights, pages, clock."""

from __future__ import annotations

import click
from msgspec.structs import asdict

from wikibot.cli import options

_COLOURS = {"ok": "green", "warning": "yellow", "wrong": "red"}


@options.command(
    "wikibot doctor            before the first sync, and whenever something is odd",
    "wikibot doctor --json     for a monitoring system",
    more="The exit code is that of the worst finding; warnings do not count.",
)
@options.as_json
@options.settings_file
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> int:
    """Look over settings, password, state folder, wiki, account, rights, clock and pages.

    Each finding has a verdict and, where something is to be done, says what. Nothing is written on
    the wiki.
    """
    from wikibot.cli.checks import CheckResult, examine, worst
    from wikibot.cli.terminal import print_json
    from wikibot.config.logs import safe

    findings: list[CheckResult] = []
    for finding in examine(options.given_settings(ctx)):
        findings.append(finding)
        if not as_json:
            grade = finding.grade.value
            shown = click.style(f"{grade:>7}", fg=_COLOURS[grade], bold=True)
            click.echo(f"{shown}  {safe(finding.about)}: {safe(finding.text)}")
            if finding.remedy:
                click.echo(f"         {safe(finding.remedy)}")
    if as_json:
        print_json("doctor", [asdict(finding) for finding in findings])
    return worst(findings)
