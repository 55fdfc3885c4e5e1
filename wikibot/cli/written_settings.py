"""The settings file that ``wikibot init`` writes, and what it says to the person at the end."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from wikibot.cli.terminal import safe
from wikibot.config.settings import NAME, Settings, from_sections
from wikibot.exits import SETTINGS, ProgramError

_HEAD = """\
# Settings of wikibot, made by `wikibot init`. `wikibot settings` prints all keys that there are.
# No secret belongs here: the bot password stands in the file that password_file names.
"""
_SECTIONS = ("wiki", "game", "stewards")


def write_settings(
    file: Path, answers: Mapping[str, Mapping[str, str]], notes: Sequence[str]
) -> None:
    """Check the settings as a whole, write them, and say what comes next."""
    settings = from_sections(answers, file)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(as_file(answers))
    except OSError as error:
        raise ProgramError(f"{file}: cannot be written ({error.strerror})", SETTINGS) from None
    click.secho(f"Written: {file}", bold=True)
    for note in (*notes, *_password(settings)):
        click.echo(f"  {safe(note)}")
    here = "" if file == Path(NAME) else f" --settings {shlex.quote(str(file))}"
    click.echo(f"Next:\n  wikibot doctor{here}")


def as_file(answers: Mapping[str, Mapping[str, str]]) -> str:
    """The answers as the text of a settings file."""
    parts = [_HEAD]
    for section in _SECTIONS:
        keys = answers.get(section, {})
        if keys:
            lines = "".join(f"{key} = {value}\n" for key, value in keys.items())
            parts.append(f"[{section}]\n{lines}")
    return "\n".join(parts)


def _password(settings: Settings) -> list[str]:
    """What is to be done for the account."""
    if settings.is_folder:
        return []
    if not settings.wiki.user:
        return ["without an account the bot can only read; set `user` under [wiki] later"]
    file = settings.wiki.password_file
    if file is None or file.exists():
        return []
    how = "write the bot password that Special:BotPasswords makes into it, and"
    return [f"{file} is not there yet: {how} `chmod 600 {shlex.quote(str(file))}`"]
