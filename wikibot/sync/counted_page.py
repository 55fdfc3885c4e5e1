"""What counts of one page that the group has under its control, and the edits that are held.

An edit counts or is held. Of the ruleset page each sentence counts by itself
(:mod:`wikibot.wikitext.patches`), of the readings page each row. Decisions: an edit that changes a
part of what is held is held with it; one whose text is hidden counts or not with the edit behind
it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import Action
from wikibot.game.engine.passing_time import FiredEvent
from wikibot.game.ruleset.readings import differences_of, differing, read_readings
from wikibot.game.ruleset.readings import merged as merged_readings
from wikibot.stewards.wording.history import WordingChange
from wikibot.stewards.wording.notices import EDIT, EDIT_OF_READINGS, edits_of
from wikibot.storage.cursor import Notice
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.base import Revision
from wikibot.wiki.history import heads_of
from wikibot.wikitext.escape import shortened
from wikibot.wikitext.patches import changes, merged
from wikibot.wikitext.plain import normalise, plain

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
        return read_readings(text)

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

    def begin_with(self, value: Any) -> None:
        """Have something else count, and as it did when the last sync ended, if that is known."""
        self.value = value
        if self.page.before is not None:
            self.page = replace(self.page, before=value)

    def set(self, value: Any, by: str, time: datetime) -> None:
        """Have something else count from now on, by an account."""
        self.told += _told(self.content, self.value, value, by, time)
        self.value = value

    def with_held(self, time: datetime) -> LookedAt:
        """The edits that were held count from now on, where the page's history can tell them."""
        if self.known:
            whose = " and ".join(_in_words(each.since) for each in self.held)
            self.set(counted_value(self.content, self.history[: self.known], ()), whose, time)
            self.held = ()
        return self

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
        """What counts then."""
        if not self.history:
            return replace(self.page, value=self.value, held=self.held, changes=tuple(self.told))
        past = self.history[: self.known]
        return CountedPage(
            self.content,
            self.value,
            heads_of(past)[-1].id,
            self.page.before,
            _still(self.content, self.held, self.value, past),
            tuple(self.told),
            past,
        )


class PageEdit(Struct, frozen=True):
    """One edit of a page that is looked at."""

    page: LookedAt
    revision: Revision


# -- edits that are held


def _with_held(
    content: Content,
    held: tuple[Notice, ...],
    before: int,
    revision: Revision,
    why: str,
    how: str,
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


_FURNITURE = re.compile(r"\s*(?:=.*=\s*\Z|\{\||\|\}|\|-|!|<!--|__[^\W\d]+__\s*\Z)")


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
