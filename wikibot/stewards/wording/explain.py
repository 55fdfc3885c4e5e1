"""What an answer under a held line says about the wording: which revision changed it, and how."""

from __future__ import annotations

from wikibot.stewards.wording.history import Change
from wikibot.stewards.wording.word_diff import plain, shorten

LONGEST = 300  # characters of a difference in an answer


def explain(change: Change) -> str:
    """One line of plain text: ``changed in revision 12 by Ann: ... [-old-]{+new+} ...``."""
    since = (
        f" in {change.since.name}" + (f" by {change.since.by}" if change.since.by else "")
        if change.since
        else ""
    )
    if change.before is None:
        return f"changed{since}; the accepted wording is not in the page's history"
    verb = "changed" if change.accepted else "new"
    difference = plain(shorten(change.diff))
    short = difference if len(difference) <= LONGEST else difference[: LONGEST - 1].rstrip() + "…"
    return f"{verb}{since}: {short}" if short else f"{verb}{since}"
