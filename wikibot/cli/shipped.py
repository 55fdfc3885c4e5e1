"""Files that come with the program and are no part of it: the form's, and those in cron/."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import wikibot
from wikibot.exits import USAGE, ProgramError


def shipped(folder: str) -> Mapping[str, Path]:
    """The files of ``gadget`` or ``cron`` by name, sorted.

    From the folder beside the package where the program runs from its source; else from below the
    prefix of the installation, where the wheel's data files go. Raises ``ProgramError`` where the
    installation has none.
    """
    beside = Path(wikibot.__file__).parents[1] / folder
    if beside.is_dir():
        found = [each for each in beside.iterdir() if each.is_file()]
    else:
        try:
            known = files("wikibot") or ()
        except PackageNotFoundError:
            known = ()
        found = [
            Path(str(each.locate()))
            for each in known
            if each.parent.as_posix().endswith(f"share/wikibot/{folder}")
        ]
    if not found:
        why = f"this installation lacks the files of {folder}/; install wikibot again"
        raise ProgramError(why, USAGE)
    return {each.name: each for each in sorted(found)}
