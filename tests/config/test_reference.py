"""A setting is one field: the sample, the docs, the checks and the messages follow from it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
from click.testing import CliRunner

from tests.config.test_settings import GOOD, faults, made
from wikibot.cli import main
from wikibot.config import sections, values
from wikibot.config.sections import BotSection, all_settings, sample, table
from wikibot.config.settings import load

ROOT = Path(__file__).parents[2]


def test_the_sample_is_made_from_the_fields() -> None:
    """``wikibot settings > settings.ini`` makes it anew."""
    assert (ROOT / "settings.ini").read_text(encoding="utf-8") == sample()


def test_the_table_for_operators_is_made_from_the_fields() -> None:
    """Each key has its row, with its default."""
    assert table() in (ROOT / "docs/settings.md").read_text(encoding="utf-8")


def test_the_command_prints_the_sample() -> None:
    """A newcomer sees all there is to set."""
    assert CliRunner().invoke(main, ["settings"]).stdout == sample()


def test_the_sample_can_be_used_as_it_is() -> None:
    """Once the address is right; and what is commented out is the program's default."""
    settings = load(ROOT / "settings.ini")
    shown = {each.name: each.shown_default for each in all_settings() if not each.told("example")}

    assert ("Wikibot@sync", "cycle15") == (settings.wiki.user, settings.game.rules)
    assert ("5 minutes", "4 minutes", "5") == (shown["every"], shown["deadline"], shown["maxlag"])


@dataclass(frozen=True)
class Louder(BotSection):
    """[bot] with one key more."""

    volume: Annotated[int, values.Within(ge=0, le=11)] = values.key(
        "how loud it is", 3, expected="a whole number from 0 to 11", secret=True
    )


def test_a_field_is_a_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read, checked, told in messages, printed in the sample and in the table."""
    monkeypatch.setitem(sections.SECTIONS, "bot", Louder)
    monkeypatch.chdir(tmp_path)

    read = made(tmp_path, f"{GOOD}\n[bot]\nvolume = 11\n").bot
    (wrong,) = faults(tmp_path, f"{GOOD}\n[bot]\nvolume = 12\n")
    (unknown,) = faults(tmp_path, f"{GOOD}\n[bot]\nvolum = 12\n")
    doctor = CliRunner().invoke(main, ["doctor"])

    assert isinstance(read, Louder)
    assert read.volume == 11
    assert wrong == "[bot] volume = (hidden): expected a whole number from 0 to 11"
    assert unknown.endswith("did you mean volume under [bot]?")
    assert "did you mean volume" in doctor.stdout
    assert "# How loud it is.\n# volume = 3\n" in sample()
    assert "| | `volume` | how loud it is | `3` |" in table()
