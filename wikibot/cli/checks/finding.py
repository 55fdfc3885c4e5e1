"""One finding of the doctor: what was looked at, the verdict, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from wikibot.exits import ATTENTION, DONE, NOT_ALLOWED, SETTINGS, TRY_LATER

_WORST_FIRST = (SETTINGS, NOT_ALLOWED, TRY_LATER, ATTENTION)


class Grade(StrEnum):
    """How it is."""

    OK = "ok"
    WARNING = "warning"  # it works, but not as well or as safely as it could
    WRONG = "wrong"


class CheckResult(Struct, frozen=True):
    """``remedy`` is "" where all is well; ``exit_code`` is what a sync would end with."""

    about: str
    grade: Grade
    text: str
    remedy: str = ""
    exit_code: int = DONE


def ok(about: str, text: str) -> CheckResult:
    """All is well."""
    return CheckResult(about, Grade.OK, text)


def warning(about: str, text: str, remedy: str) -> CheckResult:
    """It works, and could work better."""
    return CheckResult(about, Grade.WARNING, text, remedy)


def wrong(about: str, text: str, remedy: str, exit_code: int) -> CheckResult:
    """It does not work."""
    return CheckResult(about, Grade.WRONG, text, remedy, exit_code)


def worst(findings: Iterable[CheckResult]) -> int:
    """The exit code of all findings: settings, rights, what passes, what needs a look."""
    codes = [finding.exit_code for finding in findings]
    return next((code for code in _WORST_FIRST if code in codes), DONE)
