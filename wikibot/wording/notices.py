"""Which rules of the ruleset page wait for a steward: what changed, in which revision by whom, and what is held by it.

One notice stands for one change, from the sync that finds it until somebody settles it: a unit that reads otherwise
than any accepted wording, a unit that nobody has implemented, a unit that was played and is gone from the page. What
the ruleset page says by itself is enough to know the first two. That a unit is gone shows only beside the revision by
which the last sync played; the cursor of the gamestate page names that revision, and keeps the notices.

Decision: nothing is missed of what was never there. The first sync of a game takes the page as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from wikibot.game.bearing import named
from wikibot.game.game import Game
from wikibot.game.rulebook import Rulebook, Standing
from wikibot.wording.history import Change, Version, trace
from wikibot.wording.survey import survey

GONE = Standing.GONE.value
Past = Callable[[], Sequence[Version]]  # versions of the ruleset page, newest first
_LISTED = 4  # of what a unit holds


@dataclass(frozen=True)
class Notice:
    """One rule that waits. ``unit`` is the game's name for it, ``what`` its standing.

    ``print``: fingerprint of the present wording, "" of a unit that is gone. ``since``: ``revision 12 by Ann``, "" where
    that is not known.
    """

    unit: str
    what: str
    print: str = ""
    since: str = ""


def renewed(old: Sequence[Notice], book: Rulebook, past: Past, *, moved: bool) -> tuple[Notice, ...]:
    """All notices of a ruleset page. ``old`` are those that stood before.

    ``past`` gives the versions from the present one back to that by which the last sync played; it is asked only where
    there may be something new. ``moved``: whether the page has another revision than then.
    """
    known = {(each.unit, each.print): each for each in old}
    now = [known.get((each.unit, each.print), each) for each in _waiting(book)]
    gone = [each for each in old if each.what == GONE and _is_gone(book, each.unit)]
    fresh = [each for each in now if each not in old]
    if not (fresh or moved):
        return (*now, *gone)
    versions = past()
    told = [each.unit for each in gone]
    lost = [Notice(unit, GONE) for unit in _lost(book, versions) if unit not in told] if moved else []
    changes = trace(book, [each.unit for each in (*fresh, *lost)], versions)
    since = {unit: _since(change) for unit, change in changes.items()}
    dated = [replace(each, since=since.get(each.unit, "")) if each in fresh else each for each in now]
    return (*dated, *gone, *(replace(each, since=since.get(each.unit, "")) for each in lost))


def still_open(notices: Sequence[Notice], book: Rulebook) -> tuple[Notice, ...]:
    """Those of some notices that a rulebook with more accepted wordings has not settled."""
    wait = [(each.unit, each.print) for each in _waiting(book)]
    return tuple(each for each in notices if each.what == GONE or (each.unit, each.print) in wait)


def _waiting(book: Rulebook) -> Iterator[Notice]:
    """What is on the page and waits, in the order of the page."""
    for finding in survey(book):
        if finding.held and finding.changed:
            text = book.unit(finding.unit).prints.normal if book.has(finding.unit) else ""
            yield Notice(finding.unit, finding.standing.value, text)


def _is_gone(book: Rulebook, unit: str) -> bool:
    return not book.has(unit) and unit not in book.moved_into


def _lost(book: Rulebook, versions: Sequence[Version]) -> list[str]:
    """Units that the oldest of these versions was played by and that the page has no more."""
    if not versions or versions[-1].text == book.text:
        return []
    before = book.reread(versions[-1].text)
    names = dict.fromkeys(map(before.known_as, before.units))
    return [name for name in names if name in book.pins and before.obstacle(name) is None and _is_gone(book, name)]


def _since(change: Change) -> str:
    if change.since is None:
        return ""
    return change.since.name + (f" by {change.since.by}" if change.since.by else "")


# -- in words ---------------------------------------------------------------------------------------------------------


def told(notice: Notice, game: Game[object], book: Rulebook) -> str:
    """A notice on one line of plain text: what changed, what is held, what settles it."""
    since = f" in {notice.since}" if notice.since else ""
    if notice.what == GONE:
        since = since.replace(" in ", " since ", 1)
        return f"{notice.unit}: not on the page any more{since}; nothing is played by it; {_settled_by(notice, book)}"
    held = held_by(notice.unit, game, book)
    if notice.what == Standing.NEW:
        return f"{notice.unit}: new{since}, and nobody has implemented it; {held}; {_settled_by(notice, book)}"
    into = book.moved_into.get(notice.unit)
    what = f"its text stands in {into} now, changed{since}" if into else f"its wording changed{since}"
    return f"{notice.unit}: {what}; {held}; {_settled_by(notice, book)}"


def _settled_by(notice: Notice, book: Rulebook) -> str:
    """The line of a steward that settles it."""
    if notice.what == GONE:
        return f"`accept {notice.unit}` takes note of it"
    what = (book.implementations or {}).get(notice.unit)
    if notice.what == Standing.NEW or what is None:
        return f"`accept {notice.unit} as flavour` or `... as ruled` says how it is played"
    variants = what.variants if len(what.variants) > 1 else ("",)
    forms = " or ".join(f"`accept {notice.unit}{variant and ' as ' + variant}`" for variant in variants)
    return f"{forms} takes the new wording"


def held_by(unit: str, game: Game[object], book: Rulebook) -> str:
    """What waits because a unit is held, in words."""
    what = (book.implementations or {}).get(unit)
    if what is None:
        return "nothing is played by it"
    own = [verb.name for verb in game.verbs if verb.section == unit]
    held = [*(f"`{verb}`" for verb in dict.fromkeys((*own, *what.bears.verbs))), *named(what.bears)]
    listed = ", ".join(held[:_LISTED]) + (f" and {len(held) - _LISTED} more" if len(held) > _LISTED else "")
    return f"held: {listed or 'what needs it'}"
