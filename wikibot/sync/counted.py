"""Which edits of the pages count that the group has under its control: of rules and of readings.

The settings ``rules_by`` and ``readings_by`` say whose edits of the ruleset page and of the
readings page count at once. Others are held: each is a notice that waits, on the status line and
the steward page, until a steward accepts it or somebody undoes it; the rest of the page counts
meanwhile (:mod:`wikibot.sync.counted`). What stood when the bot first came counts, and what
the bot itself writes: for a passed proposal, or for a line that gives a reading.

A line is played by what counted when it was saved: the portion of a sync ends where the next edit,
an order to accept one or a line that gives a reading was saved, if there is anything to play
before. Nothing waits in memory: the cursor names the revisions through which edits were looked at,
those that are held, and the readings that lines gave; the pages' histories have the rest. A reading
counts from the moment the cursor has it, and its row is owed to the readings page until somebody,
mostly the bot, has changed that row since. Decision: lines of a file of actions are played by what
counts when they are read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Outcome
from wikibot.game.engine.engine import FiredEvent, PassingTime
from wikibot.game.game import RULES_BY_ANYONE, RULES_BY_PROPOSALS, RULES_BY_STEWARDS
from wikibot.game.ruleset.readings import (
    NO_READINGS,
    GivenReading,
    Readings,
    differences_of,
    differing,
    is_there,
    read_readings,
    replaces,
    untouched,
    with_changes,
)
from wikibot.game.ruleset.readings import merged as merged_readings
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.accept import GivenByLine
from wikibot.stewards.bot_commands import ACCEPT, find_command
from wikibot.stewards.notices import EDIT, EDIT_OF_READINGS, edits_of
from wikibot.stewards.wording import WordingChange
from wikibot.storage.cursor import Notice
from wikibot.sync.inbox import Inbox, in_order, of_portion
from wikibot.sync.report import Stuck
from wikibot.sync.snapshot import Setup, Snapshot
from wikibot.wiki.base import Revision
from wikibot.wiki.history import heads_of
from wikibot.wikitext.escape import shortened
from wikibot.wikitext.patches import changes, merged
from wikibot.wikitext.plain import normalise, plain
from wikibot.wikitext.regex import regex

# -- What counts of one page that the group has under its control, and the edits that are held -----
# An edit counts or is held. Of the ruleset page each sentence counts by itself
# (:mod:`wikibot.wikitext.patches`), of the readings page each row. Decisions: an edit that changes
# a part of what is held is held with it; one whose text is hidden counts or not with the edit
# behind it.

MOST_HELD = 20  # edits that are held one by one; of more, those that follow each other together
MOST_TOLD = 20  # changed sentences of one edit
_LONGEST = 300  # characters of one
_LONGEST_READING = 6000  # of a sentence and its reading, which a log is played back by
_COMPARED = 2000
_NO_PAGE = Revision(0, 0, 0, datetime.min.replace(tzinfo=UTC), "", text="")


class Content:
    """What kind of page it is whose edits are looked at: how it is read and compared.

    ``what``: of its held edits, as notices have it; ``noun``: what it consists of.
    """

    what, noun = EDIT, "rule"

    def read(self, text: str) -> Any:
        """What the page says."""
        return text

    def merged(self, before: Any, after: Any, onto: Any, *, strict: bool = False) -> Any:
        """``onto`` with the change of one edit; None where it cannot be told, if ``strict``."""
        return merged(before, after, onto, strict=strict)

    def is_same(self, before: Any, after: Any) -> bool:
        """Whether two versions say the same; of each line markup, blanks and the like apart."""

        def lines(text: str) -> list[str]:
            said = [normalise(line) for line in text.split("\n")]
            return [each for each, last in zip(said, ["", *said], strict=False) if each or last]

        return lines(before) == lines(after)

    def differences(self, before: Any, after: Any) -> Iterator[tuple[str, str]]:
        """What became of each part that differs, and its words."""
        for old, new in changes(before, after):
            gone, come = _rules_in(old), _rules_in(new)
            if len(gone) != len(come):
                yield from (("repealed", shortened(each, _LONGEST)) for each in gone)
                yield from (("added", shortened(each, _LONGEST)) for each in come)
                continue
            for was, now in zip(gone, come, strict=True):
                if normalise(was) != normalise(now):
                    how = WordingChange("", was[:_COMPARED], now[:_COMPARED]).short
                    yield "changed", how or shortened(now, _LONGEST)


class _ReadingsContent(Content):
    """A readings page: each of its rows counts or not."""

    what, noun = EDIT_OF_READINGS, "reading"

    def read(self, text: str) -> Any:
        return read_readings(text) if text else NO_READINGS

    def merged(self, before: Any, after: Any, onto: Any, *, strict: bool = False) -> Any:
        return merged_readings(before, after, onto)

    def is_same(self, before: Any, after: Any) -> bool:
        return not differing(before, after)

    def differences(self, before: Any, after: Any) -> Iterator[tuple[str, str]]:
        for what, text in differences_of(before, after):
            yield what, shortened(text, _LONGEST_READING)


RULES, READINGS = Content(), _ReadingsContent()


class CountedPage(Struct, frozen=True):
    """What counts of a page. ``through``: the revision up to which its edits were looked at.

    ``value``: what it says, as its ``content`` reads it. ``before``: what counted when the last
    sync ended, None where that is not known or not asked for. ``held``: the edits that do not
    count. ``changes``: what came, changed or went. ``history``: from a revision of which all
    counts.
    """

    content: Content = RULES
    value: Any = ""
    through: int = 0
    before: Any = None
    held: tuple[Notice, ...] = ()
    changes: tuple[FiredEvent, ...] = ()
    history: Sequence[Revision] = ()

    def accepting(self, notices: Collection[Notice], orders: Sequence[Action]) -> CountedPage:
        """The same where of the held edits only those still wait that are among the notices."""
        held = tuple(each for each in self.held if each in notices)
        if held == self.held:
            return self
        value = counted_value(self.content, self.history, held)
        accepted = [each for each in self.held if each not in held]
        order = next(iter(orders))
        whose = " and ".join(_in_words(each.since) for each in accepted)
        by = f"{whose}, accepted by {order.account}"
        told = tuple(_told(self.content, self.value, value, by, order.time))
        held = _still(self.content, held, value, self.history)
        return replace(self, value=value, held=held, changes=(*self.changes, *told))


def counted_value(content: Content, history: Sequence[Revision], held: Collection[Notice]) -> Any:
    """What counts at the end of a history, of whose first revision all does."""
    heads = heads_of(history)
    without, ends, last = set[int](), dict(map(edits_of, held)), 0
    for head in heads:
        last = ends.get(head.id, last)
        without |= {head.id} if last else set()
        last = 0 if head.id == last else last
    counted, shown = content.read(history[0].text or ""), 0  # and the last text that is not hidden
    for at in range(1, len(history)):
        held_here = heads[at].id in without
        after = None if held_here else history[at].text
        if after is not None:
            before = content.read(history[shown].text or "")
            counted = content.merged(before, content.read(after), counted)
        if after is not None or (held_here and not heads[at].text_hidden):
            shown = at
    return counted


class LookedAt:
    """A page whose edits are looked at one by one. ``known``: how many of its history were."""

    def __init__(self, content: Content, title: str, by: str, page: Revision | None) -> None:
        self.content, self.title, self.by = content, title, by
        self.value = content.read((page.text or "") if page else "")
        self.page = CountedPage(content, self.value, page.id if page else 0)
        self.history: Sequence[Revision] = ()
        self.known, self.text = 0, ""
        self.held: tuple[Notice, ...] = ()
        self.told: list[FiredEvent] = []

    def as_before(self) -> LookedAt:
        """All of it counts, and did when the last sync ended."""
        self.page = replace(self.page, before=self.value)
        return self

    def since(self, snapshot: Snapshot, seen: int, old: tuple[Notice, ...]) -> LookedAt:
        """What counted at the revision ``seen``, and the edits since. ``old``: those held then."""
        named = {id_ for each in old for id_ in edits_of(each)}
        if old:
            history = snapshot.past(self.title, min(named), before=True)
        else:
            history = snapshot.past(self.title, seen)
        if history and (not seen or heads_of(history)[0].id in named):
            history = (_NO_PAGE, *history)
        ids = [each.id for each in heads_of(history)]
        self.history = history
        if seen in ids and named <= {*ids}:
            self.known = ids.index(seen) + 1
            self.value = counted_value(self.content, history[: self.known], old)
            self.text, self.held = history[self.known - 1].text or "", old
            self.page = CountedPage(self.content, self.value, seen, self.value)
        return self

    @property
    def new(self) -> list[PageEdit]:
        """The edits that nobody has looked at, in order."""
        return [PageEdit(self, self.history[at]) for at in range(self.known, len(self.history))]

    @property
    def is_replaced(self) -> bool:
        """Whether the page's history cannot tell what counted: another page stands there."""
        return bool(self.history) and not self.known

    def set(self, value: Any, by: str, time: datetime) -> None:
        """Have something else count from now on, by an account."""
        self.told += _told(self.content, self.value, value, by, time)
        self.value = value

    def pass_over(self, revision: Revision) -> None:
        """An edit of the bot's own, which says what counts already."""
        self.known += 1
        self.text = self.text if revision.text is None else revision.text

    def look_at(self, revision: Revision, objection: Callable[[Revision, str], str]) -> bool:
        """One more edit; whether it counts."""
        self.known += 1
        if revision.text is None:  # with the next edit it counts or not
            return False
        before, after = self.content.read(self.text), self.content.read(revision.text)
        why = "" if self.content.is_same(before, after) else objection(revision, self.by)
        value = None if why else self.content.merged(before, after, self.value, strict=True)
        self.text = revision.text
        if value is None:
            how = "; ".join(map(": ".join, self.content.differences(before, after)))
            last, why = heads_of(self.history)[self.known - 2].id, why or "it changes what waits"
            self.held = _with_held(self.content, self.held, last, revision, why, how)
            return False
        self.set(value, _in_words(_by(revision)), revision.time)
        return True

    def counted(self) -> CountedPage:
        if not self.history:
            return replace(self.page, value=self.value, held=self.held, changes=tuple(self.told))
        past = self.history[: self.known]
        return CountedPage(
            self.content, self.value, heads_of(past)[-1].id, self.page.before,
            _still(self.content, self.held, self.value, past), tuple(self.told), past
        )  # fmt: skip


class PageEdit(Struct, frozen=True):
    """One edit of a page that is looked at."""

    page: LookedAt
    revision: Revision


# -- edits that are held


def _with_held(
    content: Content, held: tuple[Notice, ...], before: int, revision: Revision, why: str, how: str
) -> tuple[Notice, ...]:
    """The held edits with one more, behind the revision ``before``; of many, one with the last."""
    last = held[-1] if len(held) >= MOST_HELD else None
    if last is None or edits_of(last)[1] != before:
        how = shortened(how, _LONGEST) or "no rule"
        return (*held, Notice(f"revision {revision.id}", content.what, why, _by(revision), how))
    unit, who = f"revisions {edits_of(last)[0]}-{revision.id}", last.since.partition(" by ")[2]
    by = who if revision.user == who or who.endswith(" and others") else f"{who} and others"
    how = shortened(f"{last.how}; {how}", _LONGEST)
    return (*held[:-1], last._replace(unit=unit, since=f"{unit} by {by}", how=how))


def _still(
    content: Content, held: tuple[Notice, ...], counted: Any, history: Sequence[Revision]
) -> tuple[Notice, ...]:
    """The held edits without those that somebody took back since, which change nothing."""
    if history and content.read(history[-1].text or "") == counted:
        return ()
    at = {head.id: place for place, head in enumerate(heads_of(history))}
    places = [(at[first] - 1, at[last]) for first, last in map(edits_of, held[:MOST_TOLD])]
    texts = [(history[before].text, history[after].text) for before, after in places]
    undone = [  # of which the last takes back the first
        held[one : other + 1]
        for one, other in combinations(range(len(texts)), 2)
        if texts[one][0] == texts[other][1]
    ]
    for some in (*undone, *((each,) for each in held[:MOST_TOLD])):
        others = tuple(other for other in held if other not in some)
        if (
            len(held) - len(others) == len(some)
            and counted_value(content, history, others) == counted
        ):
            held = others
    return held


def _by(revision: Revision) -> str:
    return f"revision {revision.id} by {revision.user or 'a hidden account'}"


def _in_words(since: str) -> str:
    """``revision 7 by Ann`` as ``Ann in revision 7``."""
    revision, _, who = since.partition(" by ")
    return f"{who} in {revision}"


# -- what is told ----------------------------------------------------------------------------------

_FURNITURE = regex(r"\s*(?:=.*=\s*\Z|\{\||\|\}|\|-|!|<!--|__[^\W\d]+__\s*\Z)")


def _told(
    content: Content, before: Any, after: Any, by: str, time: datetime
) -> Iterator[FiredEvent]:
    """Each rule, reading or word of the register that came, changed or went."""
    said = list(content.differences(before, after))
    for what, text in said[:MOST_TOLD]:
        yield FiredEvent(time, f"{content.noun} {what} by {by}: {text}")
    if len(said) > MOST_TOLD:
        yield FiredEvent(time, f"{len(said) - MOST_TOLD} more {content.noun}s changed by {by}")


def _rules_in(found: Sequence[str]) -> list[str]:
    """The pieces of a page that say something: no headings, categories, what tables are made of."""
    said = (each.strip() for each in found if not _FURNITURE.match(each))
    return [each for each in said if any(map(str.isalnum, plain(each)))]


# -- Which edits of the pages count that the group has under its control: of rules and of readings -

MOST_GIVEN = 20  # lines that give readings, in one portion: each has the page read twice


class Counted(Struct, frozen=True):
    """What counts of the ruleset page and of the readings page.

    ``given``: readings that people gave by a line, as long as the readings page may lack them;
    ``lacking``: those of them that it is to get; ``answers`` to such lines.
    """

    rules: CountedPage = CountedPage()
    readings: CountedPage = CountedPage(READINGS, NO_READINGS)
    given: tuple[GivenReading, ...] = ()
    lacking: tuple[GivenReading, ...] = ()
    answers: tuple[Outcome, ...] = ()

    @property
    def held(self) -> tuple[Notice, ...]:
        """The edits of both that do not count."""
        return (*self.rules.held, *self.readings.held)

    @property
    def changes(self) -> tuple[FiredEvent, ...]:
        """What came, changed or went on both."""
        return (*self.rules.changes, *self.readings.changes)

    def accepting(self, notices: Collection[Notice], orders: Sequence[Action]) -> Counted:
        """The same where of the held edits only those still wait that are among the notices."""
        readings = self.readings.accepting(notices, orders)
        if readings is not self.readings:
            readings = replace(readings, value=with_changes(readings.value, self.given))
        return replace(self, rules=self.rules.accepting(notices, orders), readings=readings)

    def with_given(self, rows: Sequence[GivenReading], time: datetime) -> Counted:
        """The same with readings that come of accepting a wording."""
        value, told = self.readings.value, list[FiredEvent]()
        given, lacking = self.given, self.lacking
        for row in rows:
            value, before = with_changes(value, (row,)), value
            told += _told(READINGS, before, value, row.by, time)
            given, lacking = (
                (*(each for each in those if not replaces(row, each)), row)
                for those in (given, lacking)
            )
        changes = (*self.readings.changes, *told)
        readings = replace(self.readings, value=value, changes=changes)
        return replace(self, readings=readings, given=given, lacking=lacking)


def counted_as(through: int, held: Collection[Notice]) -> str:
    """What tells what counted: the revision that was looked at last, and the edits held."""
    return " ".join(["counts at", str(through), *(each.unit for each in held if each.what == EDIT)])


class _Pages:
    """Both pages while edits and lines that give readings are looked at in the order of time.

    ``given``: readings that lines gave, each with the place in the history of the readings page at
    which it was; ``left``: lines that nobody has looked at.
    """

    def __init__(self, rules: LookedAt, readings: LookedAt, snapshot: Snapshot) -> None:
        self.rules, self.readings, self.bot = rules, readings, snapshot.poll.user
        self.given = dict.fromkeys(snapshot.cursor.given, self._place)
        self.answers: list[Outcome] = []
        if self.given:
            value = with_changes(readings.value, tuple(self.given))
            readings.value = value
            if readings.page.before is not None:
                readings.page = replace(readings.page, before=value)

    @property
    def _place(self) -> int:
        return max(self.readings.known - 1, 0)

    def is_known(self, what: PageEdit | Action) -> bool:
        """Whether it is the bot's own edit of readings, which counted when lines gave them."""
        if not isinstance(what, PageEdit):
            return False
        return what.page is self.readings and what.revision.user == self.bot

    def edit(self, edit: PageEdit, admission: _Admission) -> None:
        before, page, given = edit.page.text, edit.page, self.given.items()
        if self.is_known(edit):
            page.pass_over(edit.revision)
            there = read_readings(page.text)
            self.given = {each: at for each, at in given if not is_there(each, there)}
        elif page.look_at(edit.revision, admission.objection) and page is self.readings:
            pages = (read_readings(before), read_readings(page.text))
            self.given = {left: at for each, at in given if (left := untouched(each, *pages))}

    def give(self, line: Action, admission: _Admission) -> None:
        """Carry out a line that gives a reading."""
        now = admission.by(self.rules.value, self.readings.value)
        outcome, change = now.given(line, self.readings.by)
        self.answers.append(outcome)
        if change is not None:
            value = with_changes(self.readings.value, (change,))
            self.readings.set(value, line.account, line.time)
            given = self.given.items()
            self.given = {each: at for each, at in given if not replaces(change, each)}
            self.given[change] = self._place

    def _lacks(self, history: Sequence[Revision], change: GivenReading) -> bool:
        """Whether no person has changed the rows that a reading is about since it was given."""
        pages = [(each.user, read_readings(each.text)) for each in history if each.text is not None]
        return all(
            user == self.bot or untouched(change, before, after) == change
            for (_, before), (user, after) in pairwise(pages)
        )

    def counted(self) -> Counted:
        history = self.readings.history
        lacking = (each for each, at in self.given.items() if self._lacks(history[at:], each))
        return Counted(
            self.rules.counted(), self.readings.counted(), tuple(self.given), tuple(lacking),
            tuple(self.answers)
        )  # fmt: skip


def counted_pages(setup: Setup, snapshot: Snapshot, inbox: Inbox) -> tuple[Inbox, Counted]:
    """What counts of the pages, and the inbox up to where something else does.

    Raises :class:`Stuck` where the history of one cannot tell what counted.
    """
    rules, readings = _rules(setup, snapshot, inbox), _readings(setup, snapshot)
    admission = _Admission(setup, snapshot, inbox, rules.value, readings.value)
    for each in (rules, readings):
        if each.is_replaced:
            page = each.history[-1]
            if why := admission.objection(page, each.by):
                who = page.user or "a hidden account"
                said = (
                    f"{each.title}: revision {page.id} by {who} put another page there than the one"
                    f" that is played by, which does not count: {why}. Have the page moved back or"
                    " restored, or have it saved by somebody whose edits count."
                )
                raise Stuck((said,))
            each.history = ()
    pages = _Pages(rules, readings, snapshot)
    admission = admission.by(rules.value, readings.value)
    accepts = [each for each in inbox.orders if each.id.page and accepts_something(each)]
    lines = () if snapshot.cursor.paused else inbox.readings
    left, was_accepted = [*inbox.readings], False
    for time, place, what in _in_time([*rules.new, *readings.new], (*accepts, *lines), admission):
        if inbox.until and time > inbox.until:
            break
        if what in accepts and not (rules.held or readings.held):
            continue
        is_full = what in left and len(pages.answers) >= MOST_GIVEN
        cuts = was_accepted or is_full or admission.plays_before(time, place)
        if not pages.is_known(what) and cuts:
            inbox = _up_to(inbox, admission.snapshot, time, place)
            break
        was_accepted = what in accepts
        if isinstance(what, PageEdit):
            pages.edit(what, admission)
        elif what in left:
            left.remove(what)
            pages.give(what, admission)
    there = sum(e.id.page == snapshot.head(snapshot.titles.actions).page_id for e in left)
    inbox = replace(  # these readings are left to the next portion
        inbox, readings=(), left=inbox.left + there,
        orders_left=inbox.orders_left + len(left) - there, cut=inbox.cut or bool(left)
    )  # fmt: skip
    return inbox, pages.counted()


def _rules(setup: Setup, snapshot: Snapshot, inbox: Inbox) -> LookedAt:
    """The ruleset page, with the edits that nobody has looked at."""
    page, cursor = snapshot.ruleset, snapshot.cursor
    looked = LookedAt(RULES, snapshot.titles.ruleset, setup.rules_by, page)
    if page is None or not setup.rules_by or not cursor.ruleset:
        return looked
    old = tuple(each for each in cursor.notices if each.what == EDIT)
    if page.id == cursor.ruleset and not old:
        return looked.as_before()
    if setup.rules_by == RULES_BY_ANYONE and old:  # as the setting was another one before
        looked = looked.since(snapshot, cursor.ruleset, old)
        if looked.known:  # what was held counts from now on, where the history can tell it
            whose = " and ".join(_in_words(each.since) for each in old)
            value = counted_value(RULES, looked.history[: looked.known], ())
            looked.set(value, whose, cursor.synced or snapshot.poll.now)
            looked.held = ()
        return looked
    accepts = any(map(accepts_something, inbox.orders))
    if page.id == cursor.ruleset and snapshot.counted is not None and not accepts:
        looked.value = snapshot.counted  # the page's history is long, and an edit may be held for
        looked.held = old  # months
        return looked.as_before()
    return looked.since(snapshot, cursor.ruleset, old)


def _readings(setup: Setup, snapshot: Snapshot) -> LookedAt:
    """The readings page likewise. One that is made after the game has begun is an edit."""
    page, cursor = snapshot.readings, snapshot.cursor
    looked = LookedAt(READINGS, snapshot.titles.readings, setup.settings.game.readings_by, page)
    if cursor.synced is None:
        return looked
    old = tuple(each for each in cursor.notices if each.what == EDIT_OF_READINGS)
    if page is None or (page.id == cursor.readings and not old):
        return looked.as_before()
    return looked.since(snapshot, cursor.readings, old)


def _in_time(
    edits: Sequence[PageEdit], orders: Sequence[Action], admission: _Admission
) -> Iterator[tuple[datetime, tuple[int, int], PageEdit | Action]]:
    """Edits of both pages in the order in which they were saved, and orders between them.

    The order of revisions is that of saving, whatever a clock says.
    """
    waiting = sorted(orders, key=lambda each: (each.time, each.id))
    last = admission.start
    for edit in sorted(edits, key=lambda each: each.revision.id):
        id_, last = edit.revision.id, max(last, edit.revision.time)
        while waiting and (waiting[0].time, waiting[0].id.revision) < (last, id_):
            order = waiting.pop(0)
            yield max(order.time, admission.start), _place(order), order
        yield last, (id_, 0), edit
    for order in waiting:
        yield max(order.time, last), _place(order), order


def _place(line: Action) -> tuple[int, int]:
    """Its revision, and its index there."""
    return line.id.revision, line.id.index


def accepts_something(order: Action) -> bool:
    """Whether an order is one to accept, an edit perhaps."""
    found = find_command(order.text)
    return found is not None and found[0] == ACCEPT


# -- who may, and what is played before ------------------------------------------------------------


class _Admission:
    """Whose edits count, and whether there is anything to play before one, by what counted."""

    def __init__(
        self, setup: Setup, snapshot: Snapshot, inbox: Inbox, rules: str, readings: Readings
    ) -> None:
        self.setup, self.snapshot, self.inbox = setup, snapshot, inbox
        self.rules, self.readings, self.bot = rules, readings, snapshot.poll.user
        saved = (each.time for each in (*inbox.actions, *inbox.readings) if each.id.page)
        self.start = snapshot.cursor.synced or min(saved, default=snapshot.poll.now)

    def by(self, rules: str, readings: Readings) -> _Admission:
        """The same where that counted."""
        return _Admission(self.setup, self.snapshot, self.inbox, rules, readings)

    @cached_property
    def first_line(self) -> tuple[datetime, tuple[int, int]]:
        """When the first line was saved that is to be played, and its place."""
        found = ((each.time, _place(each)) for each in _lines(self.inbox, self.snapshot))
        return min(found, default=(datetime.max.replace(tzinfo=UTC), (0, 0)))

    @property
    def book(self) -> Rulebook:
        return self.setup.rulebook(self.rules, self.snapshot.cursor.accepted, self.readings)

    @property
    def page(self) -> str:
        page = self.snapshot.gamestate
        return (page.text or "") if page else ""

    @cached_property
    def state(self) -> Any:
        reading = self.setup.game.read(self.page, self.book, self.start)
        state, self.others = self.snapshot.accounts.follow(self.setup.game, reading.state)
        self.readable = not reading.unreadable
        return state

    def given(self, order: Action, by: str) -> tuple[Outcome, GivenReading | None]:
        """The answer to a line that gives a reading, and the row that comes of it.

        ``by``: who may.
        """
        saved = Revision(order.id.page, order.id.revision, 0, order.time, order.account)
        game, start = self.setup.game, self.start
        line = GivenByLine(game, self.book, self.page, start, order)
        return line.carried_out("" if order.trusted else self.objection(saved, by))

    def objection(self, revision: Revision, by: str) -> str:
        """Why an edit does not count at once; "" where it does. ``by``: whose do."""
        user, snapshot = revision.user, self.snapshot
        if by == RULES_BY_ANYONE or (user and user == snapshot.poll.user):
            return ""
        if user is None:
            return "its account is hidden"
        if by == RULES_BY_PROPOSALS:
            return "only what a passed proposal says counts at once"
        if snapshot.accounts.is_another(revision):
            return f"{user} is another account than the one that this game knows by that name"
        if user in snapshot.trusted or user in snapshot.governing:
            return ""
        if by == RULES_BY_STEWARDS:
            return f"{user} is not a steward"
        line = Action(ActionId(revision.page_id, revision.id, 0), revision.time, user, "")
        plays = self.setup.game.player_of(self.state, line) and user not in self.others
        return "" if plays else f"{user} is not a player"

    def plays_before(self, time: datetime, place: tuple[int, int]) -> bool:
        """Whether a line was saved, or an event is due, before an edit or an order.

        Not before the one at which the last portion ended: what is left there is played by none.
        """
        last = self.snapshot.cursor.last
        if (time, place) <= (self.start, (last.revision, last.index) if last else (0, 0)):
            return False
        state = self.state
        if not self.readable:
            return False  # another wording may be what has the page read
        if self.first_line < (time, place):
            return True
        if self.snapshot.cursor.paused:
            return False
        due = PassingTime(self.setup.game, self.book, self.setup.preview).due(state)
        return due is not None and due <= time


def _lines(inbox: Inbox, snapshot: Snapshot) -> list[Action]:
    """All new lines of the actions page in the order of time."""
    rejected = [each.action for each in inbox.rejected]
    new = [each for each in (*inbox.actions, *rejected, *inbox.asides) if each.id.page]
    ordered = in_order(new, snapshot.cursor.synced, snapshot.poll.now)
    return [each for each in ordered if isinstance(each, Action)]


def _up_to(inbox: Inbox, snapshot: Snapshot, time: datetime, place: tuple[int, int]) -> Inbox:
    """What was saved before an edit or an order, and how much is left for the next portion."""
    lines = _lines(inbox, snapshot)
    taken = {each.id for each in lines if (each.time, _place(each)) < (time, place)}
    last = ActionId(snapshot.head(snapshot.titles.actions).page_id, *place)

    def waits(order: Action) -> bool:
        at = (order.time, _place(order))
        return accepts_something(order) and bool(order.id.page) and at >= (time, place)

    return replace(
        inbox.only(taken.__contains__, "actions", "rejected", "asides"),
        orders=tuple(each for each in inbox.orders if not waits(each)),
        removed=of_portion(inbox.removed, lambda key: key < (time, last)),
        left=max(1, inbox.left + len(lines) - len(taken)),
        until=time,
        last=last,
        cut=True,
        orders_left=inbox.orders_left + sum(map(waits, inbox.orders)),
    )
