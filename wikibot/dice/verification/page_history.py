"""What the wiki says about a log: who wrote which line, and since when a seal was public.

A log is a page that its operator writes. Times in it prove nothing; those of revisions are the
server's. So an identity in the log has to be that of a line in a revision of the actions page or
the steward page, by that account and in these words. A line without one is what people changed by
hand, which the history of the gamestate page shows. Every line of the log stands in the comment
with which the bot saved the gamestate when it played that line, and every line of such a comment in
the log. A seal was public by a time if a revision from before that time has it, on the log page or
in that comment.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain

from msgspec import Struct, field

from wikibot.dice.session import Seal, read_record
from wikibot.dice.verification.replay import (
    Check,
    CheckedEntry,
    CheckStatus,
    Replay,
    ReplayedLine,
    identity_of,
)
from wikibot.game.actions import OPERATOR, ActionId, IdentityPart
from wikibot.game.calendar import format_time
from wikibot.game.engine.kernel_verbs import STANDS
from wikibot.game.engine.line_player import NOT_PLAYED
from wikibot.game.engine.orders import (
    LINE_MARK,
    PAGE_MARK,
    SAID_MARK,
    STANDING_MARK,
    find_verb,
    parse_order,
)
from wikibot.game.engine.standing_rolls import ROLL_MARK
from wikibot.game.engine.steward_verbs import CORRECT, RETRY, RULING, STEWARD_VERBS, UNDO, WITHDRAW
from wikibot.game.engine.trials import may_have
from wikibot.game.problems import Unclear
from wikibot.game.rolls import split_rolls
from wikibot.game.verbs import Verb
from wikibot.storage.cursor import REVISION as FILE_OF_ACTIONS
from wikibot.storage.cursor import Cursor
from wikibot.wiki.authorship.blame import added_lines, touched
from wikibot.wiki.base import Revision
from wikibot.wikitext.dialect import account_name, fold
from wikibot.wikitext.replies import IDENTITY

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(rf"{IDENTITY}|\d+")  # of what waits
# comments of which something comes when a log is played or checked
_READ = (
    "# withdrawn ", "# played from ", PAGE_MARK, STANDING_MARK, LINE_MARK, SAID_MARK, ROLL_MARK
)  # fmt: skip


class OwnEdit(Struct, frozen=True):
    """An edit by which the bot saved the gamestate, with the comment in it."""

    revision: Revision  # without text
    cursor: Cursor

    @property
    def as_meant(self) -> bool:
        """Whether the wiki laid it over the revision for which it was made."""
        return self.cursor.base == self.revision.parent_id


class Witness(Struct):
    """What a wiki said. ``revisions``: those of the log's identities and the ones before, by id.

    ``public``: whether the pages as they were at a time have a seal, in revisions before one with
    that number. ``logs``: the titles of the pages of the log, ``pages``: the numbers of those on
    which lines are written. ``edits``: all by which the bot, ``bot``, saved the gamestate.
    ``unlike``: why a correction is not what people had changed by hand when such an edit was made,
    "" where it is. ``stewards``: their accounts, None where the settings name none. ``accounts``:
    those of some names that the wiki knows. ``by_file``: lines of a file of actions are played.
    ``logged``: lines of the log page as the bot saved it last; ``hands``: who edited it since.
    """

    revisions: Mapping[int, Revision]
    public: Callable[[str, datetime, int | None], bool]
    heading: str
    logs: Collection[str]
    pages: Collection[int]
    bot: str
    edits: Sequence[OwnEdit]
    unlike: Callable[[CheckedEntry, OwnEdit], tuple[CheckStatus, str]]
    stewards: Collection[str] | None
    accounts: Callable[[Sequence[str]], Collection[str]]
    by_file: bool = False
    by_hand: Sequence[int] = ()  # revisions of the gamestate that its account saved without a sync
    logged: Collection[str] = ()
    hands: str = ""
    _since: dict[str, datetime] = field(default_factory=dict)  # seals known to be public by then
    _added: dict[int, Mapping[ActionId, str] | None] = field(default_factory=dict)  # by revision
    _people: set[tuple[str, int]] = field(default_factory=set)  # accounts that the bot noted
    _ids: dict[str, int] = field(default_factory=dict)  # of accounts, by the names in the log
    _noted: dict[str, OwnEdit] = field(default_factory=dict)  # by line

    def saved(self, key: str) -> datetime | None:
        """When the revision of an identity was saved, None where the wiki does not have it."""
        identity = identity_of(key)
        revision = self.revisions.get(identity.revision) if identity else None
        return revision.time if revision else None

    def late(self, key: str, time: datetime | None, seal: Seal) -> str:
        """Why a seal came too late for a line, "" where it was public before."""
        written, since = self.saved(key) or time, self._since.get(seal.seal)
        if written is None or (since is not None and since <= written):
            return ""
        identity = identity_of(key)
        before = identity.revision if identity and identity.page else None
        if self.public(seal.seal, written, before):
            self._since[seal.seal] = written
            return ""
        return f"by {format_time(written)} the wiki's history does not have the seal"

    # -- the log as a whole ------------------------------------------------------------------------

    def saved_by_hand(self, line: int) -> Iterator[Check]:
        """Edits of the gamestate by the bot's account that no sync made, told below a line."""
        for revision in self.by_hand:
            why = f"{self.bot}, the bot's account, saved revision {revision}, and no sync did"
            yield Check(line, CheckStatus.ALTERED, "the gamestate page", why=why)

    def altered(self, lines: Sequence[str]) -> Iterator[Check]:
        """Lines of the log that no edit of the bot has, and those that it had and the log lacks.

        What the newest edit still owes the log may be missing. Comments that nobody reads count for
        nothing.
        """

        def altered(number: int, expected: str, found: str, why: str) -> Check:
            return Check(number, CheckStatus.ALTERED, "the log", expected, found, why)

        places: dict[str, deque[int]] = defaultdict(deque)
        for number, line in enumerate(lines, start=1):
            if _is_read(line):
                places[_plain(line)].append(number)
        logged = {*map(_plain, self.logged)}
        batches = self.edits[-1].cursor.batches if self.edits else ()
        lines_owed = map(_plain, chain.from_iterable(batches))
        owed = Counter(each for each in lines_owed if each not in logged)
        since = "; since the bot saved the log page, it was edited by "
        since, last = since + self.hands if self.hands else "", 0
        for edit in self.edits:
            lacks = []
            for line in map(_plain, filter(_is_read, edit.cursor.lines)):
                if places[line]:
                    number = places[line].popleft()
                    if number < last:
                        why = f"by the bot's edits it stands above line {number}"
                        yield altered(last, line, lines[last - 1], why)
                    last = max(last, number)
                elif edit.cursor.log in self.logs and not owed[line]:
                    lacks.append(line)
            if lacks:
                why = f"{len(lacks)} line(s) are missing that revision {edit.revision.id} has"
                yield altered(last, lacks[0], "", why + since)
        for line, left in places.items():
            for number in left:
                why = "no edit by which the bot saved the gamestate has this line"
                yield altered(number, "", line, why + since)

    def _edit_with(self, line: str) -> OwnEdit | None:
        """The first edit by which the bot saved that line."""
        if not self._noted:
            for edit in reversed(self.edits):
                self._noted.update((_plain(each), edit) for each in edit.cursor.lines)
        return self._noted.get(line)

    # -- one line ----------------------------------------------------------------------------------

    def faults(self, entry: CheckedEntry, replay: Replay | None) -> Iterator[Check]:
        """What is wrong with the identity of a line, with its author, its words and its time."""
        played = replay.lines.get(entry.number) if replay else None
        number, about = entry.number, f"{entry.name} {entry.identity}".strip()
        for status, expected, found, why in self._faults(entry, played):
            yield Check(number, status, about, expected, found, why)

    def _faults(self, entry: CheckedEntry, played: ReplayedLine | None) -> Iterator[_Fault]:
        wrong = CheckStatus.WRONG
        if not entry.identity:
            yield from self._by_hand(entry)
            return
        identity = identity_of(entry.identity)
        if identity is None or not identity.page:
            by_file = identity is not None and identity.revision == FILE_OF_ACTIONS and self.by_file
            by_bot = entry.name == OPERATOR or account_name(entry.name) == account_name(self.bot)
            is_own = identity is not None and not identity.revision and by_bot
            if not (by_file or is_own):
                yield wrong, "a line of the wiki", entry.identity, "no page has such a line"
            return
        revision = self.revisions.get(identity.revision)
        if revision is None:
            why = "the wiki has no such revision (any more)"
            yield wrong, "a revision of the wiki", entry.identity, why
            return
        named = f"revision {revision.id}"
        if revision.page_id != identity.page:
            why = f"{named} belongs to page {revision.page_id}"
            yield wrong, str(revision.page_id), str(identity.page), why
        elif identity.page not in self.pages:
            yield wrong, "a page for lines", str(identity.page), "no lines of this page are played"
        written = self._written(identity, revision, entry.text, played)
        if written is None:
            why = f"text or author of {named} is hidden"
            yield CheckStatus.UNCONFIRMED, "", entry.identity, why
        elif not written:
            yield wrong, "a line", entry.identity, f"{named} did not write such a line"
        yield from self._against(entry, revision, written, played)
        for key in (claim.proof.key for claim in entry.claims if claim.proof):
            if key != entry.identity and not self._has_line(identity_of(key)):
                yield wrong, "a line", key, "the wiki has no such line"

    def _has_line(self, identity: ActionId | None) -> bool:
        """Whether there is the line of an order that waited; of a choice that was left to another.

        False where that is hidden.
        """
        revision = self.revisions.get(identity.revision) if identity else None
        if identity is None or revision is None or revision.page_id != identity.page:
            return not (identity and identity.page)  # the operator's
        left = identity.part is IdentityPart.CHOICE
        parts = (IdentityPart.LINE, IdentityPart.REPLY) if left else (identity.part,)
        ids = [ActionId(identity.page, identity.revision, identity.index, each) for each in parts]
        return any(self._written(each, revision) for each in ids)

    def _against(
        self,
        entry: CheckedEntry,
        revision: Revision,
        written: str | None,
        played: ReplayedLine | None,
    ) -> Iterator[_Fault]:
        """What a line has otherwise than its revision: author, words, time."""
        wrong, named = CheckStatus.WRONG, f"revision {revision.id}"
        by_bot = account_name(entry.name) == account_name(self.bot)
        if by_bot and entry.text.split()[:2] == [RETRY.name, entry.identity]:
            return  # the rule for which the line was held is settled
        owner = played.owner if played else entry.name
        others = fold(written or "").startswith(f"choose for {fold(entry.name)}")
        if revision.user is not None and not others and not self._is_by(owner, revision):
            # without a replay: a player's name need not be the account's
            status = wrong if played else CheckStatus.UNCONFIRMED
            yield status, revision.user, entry.name, f"{named} is by {revision.user}"
        if written and not _says(entry, written, played.verbs if played else ()):
            # without a replay: a line may have words that its exact form has not
            status = wrong if played else CheckStatus.UNCONFIRMED
            said = entry.said or entry.text
            yield status, written, said, f"{named} has the line in other words"
        ordered = find_verb(entry.text, STEWARD_VERBS)
        called = {name for name, id_ in self._noted_people if id_ == revision.user_id}
        called.add(account_name(owner))
        if ordered and self.stewards is not None and called.isdisjoint(self.stewards):
            why = f"{owner} is not a steward by the settings (any more)"
            yield CheckStatus.UNCONFIRMED, "a steward", owner, why
        if entry.time is not None and entry.time < revision.time:
            edit = self._edit_with(_plain(f"{LINE_MARK}{entry.identity}"))
            if not (edit and edit.cursor.paused and edit.cursor.synced == entry.time):
                times = (format_time(revision.time), format_time(entry.time))
                yield wrong, *times, f"{named} was saved later"

    def _by_hand(self, entry: CheckedEntry) -> Iterator[_Fault]:
        """A line that no identity stands above: what the bot adopted of people's hand edits."""
        text = entry.text
        line = _plain(f"{format_time(entry.time)} {entry.name}: {text}") if entry.time else ""
        edit = self._edit_with(line)
        if not text.startswith(f"{CORRECT.name} ") or edit is None:
            yield CheckStatus.WRONG, "a line of the wiki", text, "nothing says who wrote it"
            return
        status, why = self.unlike(entry, edit)
        if why:
            yield status, "what people changed by hand", text, why

    def _written(
        self,
        identity: ActionId,
        revision: Revision,
        order: str = "",
        played: ReplayedLine | None = None,
    ) -> str | None:
        """The words of a line in its revision, "" where it has none; None where that is hidden."""
        before = self.revisions.get(revision.parent_id)
        if revision.id not in self._added:
            self._added[revision.id] = added_lines(before, revision, self.heading)
        added = self._added[revision.id]
        if added is None or revision.user is None:
            return None
        if identity.part is not IdentityPart.CHANGE:
            line = added.get(identity.line, "")
            return line if may_have(line, identity.nth) else ""
        if before is None:
            return ""
        watched = [each for each in played.watched if each.order == order] if played else ()
        if watched:
            found = touched((before, revision), before.id, watched)
            return order if any(each.counts for each in found) else ""
        gone = {*(before.text or "").split("\n")} - {*(revision.text or "").split("\n")}
        return order if played is None and gone else ""

    def _is_by(self, owner: str, revision: Revision) -> bool:
        """Whether a revision is by an account that the log calls so, or called so at that time.

        A wiki shows an account that was renamed under its new name everywhere. The bot's edits note
        its number by both names; of a game before that, none has the old name any more, and the
        number is the same for all of its lines.
        """
        if ids := {id_ for name, id_ in self._noted_people if name == account_name(owner)}:
            return revision.user_id in ids
        known = self._ids.setdefault(owner, revision.user_id)
        user = revision.user or ""
        if account_name(user) == account_name(owner):
            return known == revision.user_id
        there = self.accounts((owner, user))
        return owner not in there and user in there and known == revision.user_id != 0

    @property
    def _noted_people(self) -> Collection[tuple[str, int]]:
        """Accounts with their numbers, as the bot's edits note them."""
        if not self._people:
            self._people.update(each for edit in self.edits for each in edit.cursor.people)
        return self._people


_Fault = tuple[CheckStatus, str, str, str]  # expected, found, why


def _plain(line: str) -> str:
    return " ".join(line.split())


def _is_read(line: str) -> bool:
    """Whether anything comes of a line of a log."""
    known = line.startswith(_READ) or read_record(line) is not None
    return known or bool(line.strip() and not line.startswith("#"))


def _says(entry: CheckedEntry, written: str, verbs: Sequence[Verb]) -> bool:
    """Whether a line of the log is what a page has.

    An order that was begun before is logged with what was known of it; one about a line that waits
    names that by its identity; and what an ``undo`` changed is logged as a correction.
    """
    if entry.said:
        return _words(entry.said) == _words(written)
    text = entry.text.removeprefix(STANDS.name).replace(NOT_PLAYED, "", 1).strip()
    if not text:
        return True  # the wiki refused to save the words of a line, which was held
    ordered = find_verb(text, STEWARD_VERBS)
    if ordered is None:
        forms = [written]
        with suppress(Unclear):
            forms.append(str(parse_order(written, verbs)))
        for form in forms:
            logged = iter(_words(text))
            if all(word in logged for word in _words(form)):
                return True
        return False
    if ordered[0] is CORRECT and _words(written)[:1] == [UNDO.name]:
        return True
    if ordered[0] in (RULING, WITHDRAW, RETRY):
        text, written = (_NUMBER.split(each, 1)[-1] for each in (text, written))
    return _words(text) == _words(written)


def _words(text: str) -> list[str]:
    with suppress(Unclear):
        text = split_rolls(text)[0]
    return _WORD.findall(fold(text))


def identities(entries: Sequence[CheckedEntry]) -> list[int]:
    """The revisions that a log's lines and rolls name."""
    keys = [entry.identity for entry in entries]
    keys += [claim.proof.key for entry in entries for claim in entry.claims if claim.proof]
    return sorted({each.revision for each in map(identity_of, keys) if each and each.page})
