"""All settings one by one: what messages name, the sample file, the table of docs/settings.md."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from wikibot.config.sections import SECTIONS


class Setting(NamedTuple):
    """One key of one section, as ``key`` of :mod:`wikibot.config.values` made it."""

    section: str
    name: str
    field: Field[Any]

    def told(self, what: str) -> str:
        """What is ``expected``, what it is ``about``, its ``example``, what is taken ``unset``."""
        return str(self.field.metadata[what])

    @property
    def is_required(self) -> bool:
        """Whether it must be set."""
        return self.field.default is MISSING

    @property
    def shown_default(self) -> str:
        """The default as it would be written, "" where there is none to write."""
        default = self.field.default
        if self.is_required or default in ("", (), None, Path()):
            return ""
        if isinstance(default, timedelta):
            days, rest = divmod(default, timedelta(days=1))
            return f"{default // timedelta(minutes=1)} minutes" if rest else f"{days} days"
        return ", ".join(map(str, default)) if isinstance(default, tuple) else str(default)


def settings_of(section: str) -> Mapping[str, Setting]:
    """The keys of a section with all that is known of them."""
    return {each.name: Setting(section, each.name, each) for each in fields(SECTIONS[section])}


def all_settings() -> Iterator[Setting]:
    """Every setting, section by section."""
    for section in SECTIONS:
        yield from settings_of(section).values()


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
    about, unset = setting.told("about"), setting.told("unset")
    about = f"{about[0].upper()}{about[1:]}." + (f" By default {unset}." if unset else "")
    example = setting.told("example")
    value = (
        f"{setting.name} = {example}" if example else f"# {setting.name} = {setting.shown_default}"
    )
    return f"{_comment(about)}{value.rstrip()}\n"


def _comment(text: str) -> str:
    return textwrap.fill(text, 98, initial_indent="# ", subsequent_indent="# ") + "\n"


def table() -> str:
    """The same as the rows of a Markdown table."""
    rows = ["| Section | Key | Meaning | Default |", "| --- | --- | --- | --- |"]
    section = ""
    for each in all_settings():
        begins = f"`[{each.section}]`" if each.section != section else ""
        default = "must be set" if each.is_required else each.told("unset")
        default = f"`{each.shown_default}`" if each.shown_default else default
        rows.append(f"| {begins} | `{each.name}` | {each.told('about')} | {default} |")
        section = each.section
    return "\n".join(row.replace("  ", " ") for row in rows) + "\n"
