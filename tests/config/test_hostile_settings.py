"""Every setting with every kind of hostile value: it is taken, or what is wrong is told."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from tests.config.test_settings import GOOD
from tests.for_each import portion
from wikibot.config.sections import SECTIONS
from wikibot.config.settings import SettingsError, from_sections, from_text

KEYS = [(section, each.name) for section, model in SECTIONS.items() for each in fields(model)]
LONG = "x" * 300
VALUES = (
    "", "\0", "a\0b", "\x1b[31m", "\x7f", "a\x0bb", "\t", "\u200e", "\u202e", "\u2028", "\x85",
    "²", "٣", "-1", "0", "1e9", "9" * 5000, "999999999999 days", "999999999 days " * 99,
    "1 day and", LONG, "x" * 100_000, "%", "%Y%m%d%s", "%Y", "%m", "{}", "{0.__class__}", "~",
    "~nobody-has-this-name/x", "/", ".", "..", "/dev/null", "/dev/full", "/proc/self/mem",
    "folder:", "folder:\0", f"folder:{LONG}", "folder:~nobody-has-this-name", "folder:/dev/null", "http://[",
    "http://[/api.php", "http:///api.php", "http://a:99999/api.php", "http://a:b/api.php",
    "http://\ud7ff/api.php", "https://a..b/api.php", f"http://{LONG}.example/api.php",
    "ftp://a/api.php", "http://[::1/x", "A: ", ": A", ",,,", "A@b@c", "@", "<b>", "[[A]]",
    "Talk:", ":", "File:A.svg",
    "A.svg", "Project:A", "~~~~", "../A", "A|B",
)  # fmt: skip


def told(section: str, key: str, value: str, file: Path) -> SettingsError | None:
    """What is wrong with settings of which one value is this."""
    sections = {
        "wiki": {"api": "https://wiki.example/w/api.php", "user": "Wikibot@sync"},
        "game": {"rules": "cycle15", "ruleset": "Ruleset", "gamestate": "Gamestate",
                 "actions": "Talk:Gamestate"},
    }  # fmt: skip
    sections.setdefault(section, {})[key] = value
    try:
        from_sections(sections, file)
    except SettingsError as error:
        return error
    return None


@pytest.mark.parametrize(("section", "key"), KEYS, ids=[f"{one}.{two}" for one, two in KEYS])
def test_any_value_is_read_or_told(tmp_path: Path, section: str, key: str) -> None:
    """A value is taken, or the error names its key; nothing else is raised."""
    for value in portion(VALUES, 2, key):
        error = told(section, key, value, tmp_path / "settings.ini")

        faults = error.faults if error else ()
        assert all(each.key in (key, "dice") or "too" in each.why for each in faults)


@pytest.mark.parametrize(
    "text",
    ["", "\0", "[", "[]", "=", "[wiki", "a", "[wiki]\n a = b", "\x1a", "[wiki]\napi", GOOD * 2],
)
def test_any_file_is_read_or_told(tmp_path: Path, text: str) -> None:
    """The same for a file as a whole."""
    with pytest.raises(SettingsError):
        from_text(text, tmp_path / "settings.ini")
