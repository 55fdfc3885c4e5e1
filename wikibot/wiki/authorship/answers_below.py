"""The answers found below a line: text that looks like the bot's, regardless of its author."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from wikibot.wiki.authorship.page import PageVersion
from wikibot.wikitext.replies import answered_identity, replies_below


def verdicts_below(page: PageVersion, number: int, bot: str) -> Iterator[str]:
    """The verdicts of the bot's replies below a line, but those that name another identity."""
    trace = page.lines[number].trace
    own = str(trace.id) if trace and trace.id else None
    for reply in replies_below(page.raws, number):
        by, identity = page.lines[reply.number].trace, answered_identity(page.raws[reply.number])
        other = None not in (identity, own) and identity != own
        if reply.verdict and by is not None and by.author == bot and not other:
            yield reply.verdict


def claimed_revision(raws: Sequence[str], number: int) -> int:
    """The oldest revision that replies below a line name as its own; 0 if one names none."""
    below = [each for each in replies_below(raws, number) if each.verdict]
    claims = [answered_identity(raws[each.number]) for each in below]
    return min((int(claim.split(".")[1]) if claim else 0 for claim in claims), default=0)


def is_answered(raws: Sequence[str], number: int, bot: str, among: Container[int]) -> bool:
    """Whether an answer signed by the bot stands below a line, on one of the lines ``among``."""
    below = replies_below(raws, number)
    return any(each.account == bot and each.verdict and each.number in among for each in below)
