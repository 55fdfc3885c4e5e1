"""The operator's own file of accepted wordings, beside the settings file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wikibot.config.settings import Settings
from wikibot.exits import SETTINGS, ProgramError
from wikibot.game.ruleset.pins import BadPins, Pin, read_pins, write_pins
from wikibot.storage.files import write_text

TITLE = (
    "Wordings that were accepted here with `wikibot rules accept`; delete a line to take one back."
)


def overlay_file(settings: Settings) -> Path:
    """Where the overlay of these settings lies: ``settings.ini`` has ``settings.wordings.txt``."""
    return settings.file.with_suffix(".wordings.txt")


def read_overlay(file: Path) -> tuple[Pin, ...]:
    """The accepted wordings; none where there is no file. Raises :class:`ProgramError` where it cannot be read."""
    try:
        return read_pins(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise ProgramError(f"{file} cannot be read ({error.strerror})", SETTINGS) from None
    except UnicodeDecodeError as error:
        raise ProgramError(
            f"{file} is not UTF-8 at byte {error.start}; save it as UTF-8", SETTINGS
        ) from None
    except BadPins as error:
        raise ProgramError(f"{file}, {error}; mend or delete the line", SETTINGS) from None


def write_overlay(file: Path, pins: Sequence[Pin]) -> None:
    """Write the file whole or not at all."""
    write_text(str(file), write_pins(pins, TITLE))
