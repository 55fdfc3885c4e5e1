"""All settings one by one: what messages name, the sample file, the table of docs/operators.md."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import MISSING, fields
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from wikibot.config.sections import SECTIONS
from wikibot.config.values import Key


class Setting(NamedTuple):
    """One key of one section. ``default`` is MISSING where it must be set."""

    section: str
    name: str
    default: Any
    key: Key

    @property
    def shown_default(self) -> str:
        """The default as it would be written, "" where there is none to write."""
        if self.default is MISSING or self.default in ("", (), None, Path()):
            return ""
        if isinstance(self.default, timedelta):
            days, rest = divmod(self.default, timedelta(days=1))
            return f"{self.default // timedelta(minutes=1)} minutes" if rest else f"{days} days"
        return (
            ", ".join(map(str, self.default))
            if isinstance(self.default, tuple)
            else str(self.default)
        )


def all_settings() -> Iterator[Setting]:
    """Every setting, section by section."""
    for section, model in SECTIONS.items():
        for each in fields(model):
            yield Setting(section, each.name, each.default, each.metadata["key"])


def known_keys() -> tuple[tuple[str, str], ...]:
    """Section and name of every key."""
    return tuple((each.section, each.name) for each in all_settings())


_HEAD = """\
# Settings of wikibot, as `wikibot settings` prints them. Copy this file to
# ~/.config/wikibot/settings.ini (or name another place with --settings), change what differs, and
# let `wikibot doctor` look it over. A line that begins with # is a comment; keys that are commented
# out show their defaults. Relative paths count from the folder of this file.
#
# No secret belongs here. The bot password is looked for in this order: the environment variable
# WIKIBOT_PASSWORD; the file that password_file names; a systemd credential called wikibot-password.
"""


def sample() -> str:
    """A settings file with every key, what it is for and its default or an example."""
    parts = [_HEAD]
    for section, settings in groupby(all_settings(), lambda each: each.section):
        about = inspect.cleandoc(SECTIONS[section].__doc__ or "").replace("``", "`")
        parts += [f"[{section}]", _comment(about), *map(_entry, settings)]
    return "\n".join(parts)


def _entry(setting: Setting) -> str:
    key, name = setting.key, setting.name
    about = f"{key.about[0].upper()}{key.about[1:]}."
    about += f" By default {key.unset}." if key.unset else ""
    value = f"{name} = {key.example}" if key.example else f"# {name} = {setting.shown_default}"
    return f"{_comment(about)}{value.rstrip()}\n"


def _comment(text: str) -> str:
    return textwrap.fill(text, 98, initial_indent="# ", subsequent_indent="# ") + "\n"


def table() -> str:
    """The same as the rows of a Markdown table."""
    rows = ["| Section | Key | Meaning | Default |", "| --- | --- | --- | --- |"]
    section = ""
    for each in all_settings():
        begins = f"`[{each.section}]`" if each.section != section else ""
        default = "must be set" if each.default is MISSING else each.key.unset
        default = f"`{each.shown_default}`" if each.shown_default else default
        rows.append(f"| {begins} | `{each.name}` | {each.key.about} | {default} |")
        section = each.section
    return "\n".join(row.replace("  ", " ") for row in rows) + "\n"
