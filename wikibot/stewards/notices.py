"""Which rules of the ruleset page wait for a steward: what changed, by whom, what is held by it.

One notice stands for one change, from the sync that finds it until it is settled: a unit that reads
otherwise than any accepted wording, a unit that is not implemented, a unit that was played and is
gone from the page. The ruleset page alone shows the first two. That a unit is gone shows only
beside the revision by which the last sync played; the cursor of the gamestate page names that
revision, and keeps the notices.

Decision: what was not on the page when a game began is not a change; ``wikibot rules coverage``
lists it. What nobody implemented waits from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from wikibot.game.game import Game
from wikibot.game.problems import Held, listing
from wikibot.game.ruleset.implementations import How
from wikibot.game.ruleset.recognition import WordingStatus, title_of
from wikibot.game.ruleset.rulebook import Rulebook, named, old_names
from wikibot.game.state import State
from wikibot.stewards.wording import Version, WordingChange, trace
from wikibot.storage.cursor import Notice
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.escape import answer_wikitext, shortened
from wikibot.wikitext.messages import every_wording, later, retold, say
from wikibot.wikitext.own_marks import added_at_end

# == Coverage: how each unit of a ruleset page is played, and why a held one is held ===============


class UnitStatus(StrEnum):
    """How a unit is played. The first five bear the names of :class:`How`."""

    AUTOMATIC = "automatic"
    ASKS = "asks"
    RULED = "ruled by a person"
    FLAVOUR = "flavour"
    WORDS = "in its own words"
    HELD = "held"
    GONE = "not in force"


class SurveyedUnit(Struct, frozen=True):
    """One unit: the game's name for it, the page's, its line there (0 where it is not there)."""

    unit: str
    title: str
    kind: str
    line: int
    standing: WordingStatus
    status: UnitStatus
    variant: str = ""
    note: str = ""  # why it is held, or what one may want to know about it

    @property
    def held(self) -> bool:
        """Whether actions that need it wait for a ruling, and the wording for an operator."""
        return self.status is UnitStatus.HELD

    @property
    def changed(self) -> bool:
        """Whether its wording differs from the accepted one."""
        return self.standing in (WordingStatus.NUMBERS, WordingStatus.REWORDED, WordingStatus.NEW)


def survey(book: Rulebook) -> tuple[SurveyedUnit, ...]:
    """Every unit of the page in its order, then pinned ones that are not on it."""
    names = dict.fromkeys([*map(book.known_as, book.units), *book.moved_into, *book.pins])
    found = list[SurveyedUnit]()
    for name in names:
        unit = book.unit(name) if book.on_page(name) else None
        shown = (unit.name, unit.kind, unit.line) if unit else (name, "", 0)
        status, note = _judge(book, name)
        standing, variant = book.standing(name), book.variant(name)
        found.append(SurveyedUnit(name, *shown, standing, status, variant, note))
    return tuple(found)


def deleted(book: Rulebook) -> tuple[str, ...]:
    """Pinned units that the page lacks, of the ruleset that it is most like, of several.

    None where it lacks a fifth of them or more: then it is another ruleset, not that one with
    something deleted.
    """
    known = [name for name in book.pins if book.counting(name)]
    gone = tuple(name for name in known if book.standing(name) is WordingStatus.GONE)
    return gone if len(gone) * 5 < len(known) else ()


def totals(findings: Iterable[SurveyedUnit]) -> Mapping[str, int]:
    """How many units have each status, all of them named."""
    counted = [finding.status for finding in findings]
    return {status.value: counted.count(status) for status in UnitStatus}


def _judge(book: Rulebook, name: str) -> tuple[UnitStatus, str]:
    standing, pin = book.judge(name)
    what = book.implementation(name)
    if standing is WordingStatus.GONE:
        return UnitStatus.GONE, ""
    if book.without_effect(name):
        return UnitStatus.FLAVOUR, ""
    if what and what.how is How.RULED and pin:
        return UnitStatus.RULED, ""
    problem = book.obstacle(name)
    if isinstance(problem, Held):
        return UnitStatus.HELD, problem.why
    status = UnitStatus.FLAVOUR if book.unit(name).empty else UnitStatus.AUTOMATIC
    return UnitStatus[what.how.name] if what else status, _note(book, name)


def _note(book: Rulebook, name: str) -> str:
    """What an operator may want to know about a unit that is played."""
    what = book.implementation(name)
    if book.standing(name) is WordingStatus.NUMBERS:
        read = ", read from the page" if what and what.reads else ""
        return f"other numbers than accepted{read}"
    for catalogue in book.catalogues:
        if catalogue.section == name and catalogue.columns:
            known = [fold(column) for column in (catalogue.key, "ID", *catalogue.columns)]
            columns = dict.fromkeys(column for row in book.members(name) for column in row.columns)
            unread = [column for column in columns if column and fold(column) not in known]
            return f"nothing reads the column {', '.join(unread)}" if unread else ""
    if what and what.how is How.WORDS:
        return what.says
    return f"for people: {what.people}" if what and what.people else ""


# == Which rules of the ruleset page wait for a steward: what changed, by whom, what it holds ======

GONE = WordingStatus.GONE.value
RENAMED = "renamed"
ASTRAY = "reading"  # of a sentence whose words changed
BY_STATE = (RENAMED, ASTRAY)  # what only the gamestate tells
EDIT = "edit"  # of the ruleset page; it does not count
EDIT_OF_READINGS = "edit of readings"
EDITS = (EDIT, EDIT_OF_READINGS)
_LISTED = 4  # of what a unit holds
_WORDS = 160  # letters of a sentence
_NOTHING = "nothing is played by it"


def renewed(
    old: Sequence[Notice], book: Rulebook, past: Callable[[], Sequence[Version]], *, moved: bool
) -> tuple[Notice, ...]:
    """All notices of a ruleset page. ``old`` are those that stood before.

    ``past`` gives the versions from the present one back to that by which the last sync played; it
    is asked only where there may be something new. ``moved``: whether the page has another revision
    than then.
    """
    old = [each for each in old if each.what not in BY_STATE]
    known = {(each.unit, each.print): each for each in old}
    now = [known.get((each.unit, each.print), each) for each in book.derived(_waiting)]
    gone = [each for each in old if each.what == GONE and _is_gone(book, each.unit)]
    if not moved and all(each in old for each in now):
        return (*now, *gone)
    versions = past()
    before = book.reread(versions[-1].text) if moved and versions else book
    known_gone = [each.unit for each in gone]
    lost = [Notice(unit, GONE) for unit in _lost(book, before) if unit not in known_gone]
    fresh = [each for each in (*now, *lost) if each not in old]
    changes = trace(book, [each.unit for each in fresh], versions)
    every = (*now, *gone, *lost)
    return tuple(
        _traced(each, changes.get(each.unit), book) if each in fresh else each for each in every
    )


def _traced(notice: Notice, change: WordingChange | None, book: Rulebook) -> Notice:
    """A notice with what the page's history says."""
    if change is None:
        return notice
    how = change.short if change.accepted and notice.what != GONE else ""
    if change.before == change.after and book.on_page(notice.unit):
        above = book.unit(notice.unit).path[:-1]
        how = f"stands under {' / '.join(above)} now" if above else how
    return notice._replace(since=str(change.since or ""), how=how)


def by_state(game: Game[Any], state: State, book: Rulebook) -> tuple[Notice, ...]:
    """What stands on the gamestate under a name that the page does not have any more.

    And the readings that do not hold, as their sentences have other words now.
    """
    renamed = (Notice(unit, RENAMED, book.renamed[unit][1]) for unit in old_names(state, book))
    astray = (
        Notice(shortened(given.wording, _WORDS), ASTRAY, shortened(now, _WORDS), "",
               shortened(given.means, _WORDS))
        for given, now in game.readings_astray(state, book) if now
    )  # fmt: skip
    return (*renamed, *astray)


def still_open(notices: Sequence[Notice], book: Rulebook) -> tuple[Notice, ...]:
    """Those of some notices that a rulebook with more accepted wordings has not settled."""
    wait = [(each.unit, each.print) for each in book.derived(_waiting)] if notices else []
    own = (GONE, *EDITS)
    return tuple(each for each in notices if each.what in own or (each.unit, each.print) in wait)


def edits_of(notice: Notice) -> tuple[int, int]:
    """The first and the last revision of held edits: ``revision 7``, ``revisions 7-19``."""
    first, _, last = notice.unit.partition(" ")[2].partition("-")
    return int(first), int(last or first)


def _waiting(book: Rulebook) -> list[Notice]:
    """The units of the page that wait, in the order of the page."""
    waiting = []
    for finding in survey(book):
        unknown = finding.standing is WordingStatus.NEW and not book.implementations
        if finding.held and finding.changed and not unknown:
            text = book.unit(finding.unit).prints.normal if book.on_page(finding.unit) else ""
            waiting.append(Notice(finding.unit, finding.standing.value, text))
    return waiting


def _is_gone(book: Rulebook, unit: str) -> bool:
    return not book.on_page(unit) and unit not in book.moved_into


def _lost(book: Rulebook, before: Rulebook) -> list[str]:
    """Units that were in force when the page read as ``before``, and that it lacks now."""
    if before is book:
        return []
    names = dict.fromkeys(map(before.known_as, before.units))
    played = [name for name in names if name in book.pins and before.obstacle(name) is None]
    gone = [name for name in played if _is_gone(book, name)]
    return [name for name in gone if not book.is_held(name)]


# -- in words --------------------------------------------------------------------------------------


def told(notice: Notice, game: Game[Any], book: Rulebook) -> str:
    """A notice on one line of plain text: what changed, what is held, what settles it."""
    unit, since = notice.unit, retold(notice.since)
    if notice.what in EDITS:
        settled = say("`accept {}` has it count, an undo of it settles it as well", unit)
        why = retold(notice.print)
        return say("{} does not count, for {}: {}; {}", since, why, retold(notice.how), settled)
    if notice.what == ASTRAY:
        held = say("`reading ...: confirm` has it hold again, another reading takes its place")
        changed = say('"{}" has other words now: "{}"; its reading waits: {}', unit, notice.print,
                      notice.how)  # fmt: skip
        return f"{changed}; {held}"
    if notice.what == RENAMED:
        said = say("called {} now; the gamestate still says {}", notice.print, title_of(unit))
        return say(
            "{}: {}, which is held where it is used until the new name stands there", unit, said
        )
    since = since and say(" since {}" if notice.what == GONE else " in {}", since)
    if notice.what == GONE:
        what, held = say("not on the page any more{}", since), say(_NOTHING)
        settled = say("`accept {}` takes note of it", unit)
    else:
        held, settled = held_by(unit, game, book), settled_by(unit, book)
        into = book.moved_into.get(unit)
        if notice.what == WordingStatus.NEW:
            what = say("new{}, and it is not implemented", since)
        else:
            what = say("its text stands in {} now, ", into) if into else say("its wording ")
            what += say("changed{}", since)
            if not into and book.is_qualified(book.unit(unit)):
                what = say("its headings are now {}{}", " / ".join(book.unit(unit).path), since)
    return f"{unit}: {what}; {held}; {settled}"


def settled_by(unit: str, book: Rulebook) -> str:
    """The line of a steward that settles how a unit is played that waits."""
    if why := book.unread(unit):
        return why
    what, words = book.coded(unit), book.in_words(unit).says if book.on_page(unit) else ""
    if what is None or book.standing(unit) is WordingStatus.NEW:
        if words:
            own = say("I understand its words as: {} `accept {}` has it played so", words, unit)
            return say("{}, `... as flavour` or `... as ruled` otherwise", own)
        how = say("`accept {0} as flavour` or `accept {0} as ruled` says how it is played", unit)
        title = book.unit(unit).title if book.on_page(unit) else ""
        takes = title and book.takes_readings and book.takes_readings(book.unit(unit))
        given = say('; `reading "{}": ...` says in plain sentences what it does', title)
        return f"{how}{given if takes else ''}"
    variants = what.variants if len(what.variants) > 1 else ("",)
    forms = say(" or ").join(f"`accept {unit}{each and ' as ' + each}`" for each in variants)
    own = say("; `accept {} as words` has it played from its words: {}", unit, words)
    own = own if words else ""
    return say("{} takes the new wording{}", forms, own)


def held_by(unit: str, game: Game[Any], book: Rulebook) -> str:
    """What waits because a unit is held, in words."""
    what = book.coded(unit)
    if what is None:
        return say(_NOTHING)
    own = [verb.name for verb in game.verbs if verb.section == unit]
    verbs = [*own, *what.bears.verbs]
    orders = [f"`{verb}`" for verb in dict.fromkeys(verbs)]
    held = [*filter(None, (retold(what.waits),)), *orders, *named(what.bears)]
    if what.how is How.FLAVOUR and not held:
        return say(_NOTHING)
    return say("held: {}", listing(held, _LISTED) or say("lines that need it"))


# -- the headings ----------------------------------------------------------------------------------

MOST = 50  # notices that are listed
LONGEST = 600  # characters of one of them


class NoticeBoard(Struct, frozen=True):
    """A heading of the steward page under which the bot says what waits, one a line.

    It comes with the first notice and goes with the last, wherever people have moved it to.
    ``name`` stands in its hidden marks; ``lists_all`` is the command that has the rest. Decisions:
    what stands between the marks is the bot's and is renewed whole; all else on the page is
    people's. The heading is taken away only while it stands right above the marks. Where people
    took the marks away while something waits, the next sync that has anything to do puts them at
    the end of the page.
    """

    title: str
    name: str
    lists_all: str

    @property
    def begins(self) -> str:
        return f"<!-- wikibot: {self.name} -->"

    @property
    def ends(self) -> str:
        return f"<!-- wikibot: end of the {self.name} -->"

    @property
    def headings(self) -> tuple[str, ...]:
        """The heading's line, as it is written and in any language."""
        return tuple(f"== {each} ==\n" for each in (say(self.title), *every_wording(self.title)))


RULES = NoticeBoard(later("Rules that wait"), "rules that wait", "wikibot rules check")
STOPS = NoticeBoard(later("What stops the game"), "stops of the game", "wikibot sync")


def put_notices(page: str, notices: Sequence[str], board: NoticeBoard = RULES) -> str:
    """The page with these notices, plain text, in place of the old ones; other bytes stay."""
    start, end = page.find(board.begins), page.find(board.ends)
    stands = 0 <= start < end
    end += len(board.ends)
    if not notices:
        if not stands:
            return page
        # Their heading goes as well, and the blank line before it.
        before, after = page[:start], page[end:].removeprefix("\n")
        if heading := next(filter(before.endswith, board.headings), ""):
            before = before.removesuffix(heading)
            before = before.removesuffix("\n") if before.endswith("\n\n") or not after else before
            before += "" if not before or before.endswith("\n") else "\n"
        return before + after
    lines = [f"* {answer_wikitext(shortened(each, LONGEST))}\n" for each in notices[:MOST]]
    if (more := len(notices) - MOST) > 0:
        rest = say("and {} more: `{}` lists all", more, board.lists_all)
        lines.append(f"* {answer_wikitext(rest)}\n")
    block = f"{board.begins}\n{''.join(lines)}{board.ends}"
    if stands:
        return page[:start] + block + page[end:]
    gap = "\n" if page.strip() else ""
    return added_at_end(page, f"{gap}{board.headings[0]}{block}\n")
