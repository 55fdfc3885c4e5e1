"""The snapshot: everything that was read of the wiki, as one value.

A stage that needs more of a page's history than was read, which is seldom, says so by raising
:class:`Unread`. The history is then read, and the stages run again from the fuller snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from wikibot.config.settings import Settings, Titles
from wikibot.dice.session import STATED, DiceSession, DrawerKeeper
from wikibot.game.actions import Outcome, Verdict
from wikibot.game.engine.standing_rolls import FaceSource, Stated, Unseen
from wikibot.game.engine.steward_verbs import ALIAS
from wikibot.game.game import Game
from wikibot.game.ruleset.readings import Readings
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.storage.cursor import MOST_PEOPLE, Cursor, QueueRead
from wikibot.storage.local import Storage, accepted_by_operator
from wikibot.sync.announcing import Announced, Mailbox
from wikibot.sync.report import Options, Stuck, at
from wikibot.wiki.base import Head, Poll, Revision, denies
from wikibot.wiki.history import History, heads_of, lineage
from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.lines import MOST_LINES, MOST_MARKS, is_overmarked, is_too_long
from wikibot.wikitext.messages import WordsKey, current, say

# == Accounts by their user ids: those that a wiki has renamed, and newcomers under an old name ====
#
# A wiki shows all that an account ever wrote under the name that it has now, and lets anybody
# take a name that has become free. So the cursor notes the id of each account that the game knows
# by name, when it first plays, and revisions come with ids. A folder has names only: nothing is
# noted there.
#
# Decisions: a renamed account is followed when it writes again, and keeps its name in the tables;
# nothing is asked of the wiki for that. Until then a newcomer under the old name is refused, and
# afterwards does not join by it. A steward's ``alias`` names an account whoever bears that name
# now.

Ids = Mapping[str, int]


class Accounts(Struct, frozen=True):
    """What revisions tell of accounts. ``ids``: by their present names; ``noted``: as before.

    ``renamed``: present names by those that were noted. ``taken``: noted names whose bearers now
    are others. ``stewards``: names in the settings, which stay as they are there.
    """

    ids: Ids = field(default_factory=dict)
    noted: Ids = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    stewards: tuple[str, ...] = ()

    @classmethod
    def of(cls, revisions: Iterable[Revision], cursor: Cursor, stewards: Sequence[str]) -> Accounts:
        """What was read, against what the cursor notes."""
        noted = dict(cursor.people)
        ids = {account_name(each.user): each.user_id for each in revisions if each.user}
        ids = {name: id_ for name, id_ in ids.items() if id_}
        names = {id_: name for name, id_ in ids.items()}
        now = {name: names[id_] for name, id_ in noted.items() if names.get(id_, name) != name}
        renamed = _possible(now, noted)
        came = {id_ for name, id_ in noted.items() if name in renamed}
        taken = {
            name
            for name, id_ in noted.items()
            if ids.get(name, id_) != id_ and not (name in renamed and ids[name] in came)
        }
        return cls(ids, noted, renamed, frozenset(taken), tuple(stewards))

    def is_another(self, revision: Revision) -> bool:
        """Whether a revision is by an account under the noted name of another one."""
        noted = self.noted.get(account_name(revision.user or ""), 0)
        return bool(noted and revision.user_id and noted != revision.user_id)

    def trusted(self) -> frozenset[str]:
        """The accounts that are stewards by their names in the settings."""
        now = {self.renamed.get(name, name) for name in self.stewards}
        return frozenset(now - self.taken)

    def follow(self, game: Game[Any], state: Any) -> tuple[Any, Collection[str]]:
        """A state with the present names of accounts, and the names of those who must not play."""
        known = dict.fromkeys(game.accounts(state))
        renamed = _possible(self.renamed, known)
        kept = {now for before, now in self.renamed.items() if before not in renamed}
        now = {before: name for before, name in renamed.items() if before in known}
        return (game.with_accounts(state, now) if now else state), {*self.taken, *kept}

    def noted_with(
        self, game: Game[Any], state: State, outcomes: Iterable[Outcome]
    ) -> tuple[tuple[str, int], ...]:
        """What to note next: the ids of all accounts that matter, as far as they are known."""
        orders = [o.action for o in outcomes if o.verdict is Verdict.DONE and o.action.trusted]
        said = (a.text.partition("=") for a in orders if a.text.startswith(f"{ALIAS.name} "))
        aliased = {account_name(account) for _, _, account in said}
        found: dict[str, int] = {}
        for name in game.accounts(state):
            known = self.noted.get(name, 0) if name not in aliased else 0
            found[name] = known if name in self.taken and known else self.ids.get(name, known)
        for name in self.stewards:
            found[name] = self.noted.get(name, 0) or self.ids.get(name, 0)
        return tuple((name, id_) for name, id_ in found.items() if id_)[:MOST_PEOPLE]


def _possible(renamed: Mapping[str, str], known: Mapping[str, Any]) -> Mapping[str, str]:
    """The renames after which no two accounts have one name, of which one is known already."""
    while True:
        clear = {was: now for was, now in renamed.items() if now not in known or now in renamed}
        if len(clear) == len(renamed):
            return renamed
        renamed = clear


# == The snapshot: everything that was read of the wiki, as one value ==============================

LONGEST_READING = timedelta(minutes=10)  # from the poll to the last answer; a sync ends before


class PastOf(NamedTuple):
    """A page's history from a revision on (0: all of it); ``before``: from the one before it on."""

    title: str
    since: int
    before: bool = False


class Unread(BaseException):
    """A stage needs a history that was not read.

    No ``Exception``: nothing that contains mistakes of the program may contain it.
    """

    def __init__(self, past: PastOf) -> None:
        super().__init__(past)
        self.past = past


class LinePage(Struct, frozen=True):
    """A page on which people write lines: the actions page, the steward page.

    ``through`` is the revision up to which every line has been handled (0: none yet). ``history``
    is the page from there on (included), oldest first; it begins earlier where answers of an
    earlier batch are still owed. ``elsewhere``: revisions whose lines are not played, as the page
    had another title then, or (through the revision ``began``) was not used for this game.
    """

    title: str
    through: int = 0
    page: Revision | None = None
    history: Sequence[Revision] = ()
    elsewhere: frozenset[int] = frozenset()
    began: int = 0


class Snapshot(Struct, frozen=True):
    """Everything that was read. Pages that do not exist are None.

    ``gamestate`` is what to play on; ``over`` is the head revision that the next edit is laid over.
    The two differ after a silent merge, which is played again from what people had saved.
    ``previous`` is the bot's own last gamestate where people have edited since, with ``editors``
    who did; ``merged``: the revision that it was meant for and the one that the server laid it over
    without a word, where people edited on top of that before it was noticed. ``accounts``: who
    was renamed. ``trusted``: accounts of stewards. ``delivered``: titles of the pages that have all
    that the cursor owes them. ``left_out``: titles of pages that take too long, and are not looked
    at. ``limit``: the length in bytes of a page that the wiki refused as too big, 0 for none.
    ``logs``: by title, the log pages on which the cursor's lines belong, new lines may stand, and
    more will be written. ``faults``: what is wrong with words that people gave.
    ``queue``: what is new in the file of actions, None without one.
    """

    poll: Poll
    titles: Titles
    actions: LinePage
    stewards: LinePage
    cursor: Cursor = field(default_factory=Cursor)
    ruleset: Revision | None = None
    readings: Revision | None = None
    gamestate: Revision | None = None
    over: int = 0
    logs: Mapping[str, Revision | None] = field(default_factory=dict)
    log_since: tuple[Revision, ...] = ()  # revisions that came while the bot was writing
    previous: Revision | None = None
    editors: tuple[str, ...] = ()
    reverted: bool = False  # people took an edit of the bot back
    merged: tuple[Revision, ...] = ()
    tampered: bool = False  # the hidden comment on the page is not what the bot wrote
    lost: tuple[str, ...] = ()  # lines of the log that are later than what the page was played to
    without_them: bool = False  # the operator has the game go on all the same
    played_by: str = ""  # the page by which a game was played with another gamestate page
    damaged: str = ""  # why what the bot itself wrote cannot be read
    rules_known: bool = False  # a whole run has played by this revision of the ruleset page
    accounts: Accounts = Accounts()
    trusted: frozenset[str] = frozenset()
    counted: str | None = None  # what counts of the ruleset page, if the journal knows it
    governing: frozenset[str] = frozenset()  # stewards among those who edited the ruleset page
    delivered: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    limit: int = 0
    queue: QueueRead | None = None
    faults: tuple[str, ...] = ()
    pasts: Mapping[PastOf, Sequence[Revision]] = field(default_factory=dict)

    def head(self, title: str) -> Head:
        return self.poll.heads.get(title, Head(title))

    @property
    def line_pages(self) -> tuple[LinePage, ...]:
        """The pages of lines that are in use."""
        return tuple(page for page in (self.actions, self.stewards) if page.title)

    @property
    def rules(self) -> str:
        return (self.ruleset.text or "") if self.ruleset else ""

    @property
    def own(self) -> str | None:
        """The gamestate page as the bot saved it last.

        None where that is not known, or where people went back beyond it.
        """
        if self.reverted or self.gamestate is None:
            return None
        if self.previous is not None:
            return self.previous.text
        return self.gamestate.text if self.gamestate.user == self.poll.user else None

    def past(self, title: str, since: int, *, before: bool = False) -> Sequence[Revision]:
        """A page's history, oldest first; raises :class:`Unread` until it was read."""
        wanted = PastOf(title, since, before)
        if wanted not in self.pasts:
            raise Unread(wanted)
        return self.pasts[wanted]

    def without(self, title: str) -> Snapshot | None:
        """The snapshot without a page that takes too long.

        None where the game cannot be played without it, or where it is left out already.
        """
        lines = {page.title: page for page in self.line_pages}
        if title in self.left_out or title not in {*lines, *self.logs}:
            return None
        nothing = {title: LinePage(title, lines[title].through)} if title in lines else {}
        return replace(self.with_lines(nothing), left_out=self.left_out | {title})

    def with_lines(self, pages: Mapping[str, LinePage]) -> Snapshot:
        """The snapshot with other pages of lines, by their titles."""
        actions = pages.get(self.actions.title, self.actions)
        stewards = pages.get(self.stewards.title, self.stewards)
        return replace(self, actions=actions, stewards=stewards)


def with_older(page: LinePage, history: Sequence[Revision], head: int) -> LinePage:
    """A page of lines with an older history, where that begins earlier; it ends where it ended."""
    last = page.history[-1].id if page.history else head
    before = History.of(history).where(lambda revision: revision.id <= last)
    known = lineage(before, page.through)
    if not known or (page.history and page.history[0].id <= known[0].id):
        return page
    return replace(page, history=known, page=known[-1])


def server_time(snapshot: Snapshot) -> datetime:
    """The server's time, no earlier than anything that was read.

    People save between the poll and the reading, and the clocks of a wiki's servers differ. Were
    the game's time that of the poll, what they did would be played but lie in the future of the
    page, and the log would not lead to it. Times that an import made up do not count.
    """
    polled, cursor = snapshot.poll.now, snapshot.cursor
    pages = [
        snapshot.gamestate,
        *(page for lines in snapshot.line_pages for page in (lines.page, *heads_of(lines.history))),
    ]
    seen = [
        page.time for page in pages if page is not None and page.time <= polled + LONGEST_READING
    ]
    return max([polled, *seen, *([cursor.synced] if cursor.synced else [])])


# -- setup -----------------------------------------------------------------------------------------
# What a sync brings along to the wiki's pages: the game, its dice, what the operator accepted.

PORTION = 2000  # lines


class Setup(Struct, frozen=True):
    """How a sync plays.

    ``dice_session`` begins one by a cursor and the server's time. ``preview``: dice that show no
    real face, for dry runs. ``operator``: the wordings that the operator accepted. ``keeper`` of
    the game's secrets, by the cursor, ``mailbox``: where it is noted what was mailed.
    ``announced``: what news were posted; None where none are. ``portion``: how many lines of each
    page are played before they are saved; ``metered`` gives lines to play, and raises
    :class:`~wikibot.sync.report.Spent` where they cost too much.
    """

    settings: Settings
    options: Options
    game: Game[Any]
    dice_session: Callable[[Cursor, datetime], DiceSession]
    preview: FaceSource
    operator: tuple[Binding, ...]
    keeper: Callable[[Cursor], DrawerKeeper]
    mailbox: Mailbox
    announced: Announced | None
    portion: int
    metered: Callable[[Iterable[Any]], Iterable[Any]] = iter

    @property
    def rules_by(self) -> str:
        """Whose edits of the ruleset page count at once; "": its newest text counts for all."""
        return self.settings.game.rules_by or self.game.rules_by

    def rulebook(
        self, ruleset: str, by_stewards: Sequence[Binding], readings: Readings
    ) -> Rulebook:
        """A ruleset page by what stewards accepted and what readings people gave, read once."""
        accepted = *self.operator, *by_stewards
        return _rulebook(self.game, ruleset, accepted, readings, current().key)


@lru_cache(maxsize=4)
def _rulebook(
    game: Game[Any], ruleset: str, accepted: tuple[Binding, ...], readings: Readings,
    _said: WordsKey
) -> Rulebook:  # fmt: skip
    """A ruleset page as read, once for all syncs of a program that stays up.

    It keeps why units are held as it was said, so each language has its own.
    """
    return game.rulebook(ruleset, accepted).with_readings(readings)


def setup_of(
    settings: Settings, options: Options, game: Game[Any], storage: Storage,
    announced: Announced | None = None
) -> Setup:  # fmt: skip
    """The setup that the settings ask for. Raises :class:`wikibot.exits.ProgramError`."""
    accepted, source = accepted_by_operator(storage.wordings), settings.game.dice
    preview = Stated() if source == STATED else Unseen()

    def dice_session(cursor: Cursor, now: datetime) -> DiceSession:
        """Players who state their rolls need none, unless another source was in use before."""
        if options.dry_run:
            return DiceSession(preview)
        if source == STATED and not cursor.seals and cursor.dice in ("", STATED):
            return DiceSession()
        from wikibot.dice.beacon import session_for

        return session_for(settings, storage.seals, cursor, now, game.dice_phase)

    def keeper(cursor: Cursor) -> DrawerKeeper:
        title, trial = settings.game.gamestate, options.dry_run
        return DrawerKeeper(storage.seals, title, cursor.box, trial=trial)

    mailbox = Mailbox(storage.seals, settings.game.gamestate)
    return Setup(
        settings,
        options,
        game,
        dice_session,
        preview,
        accepted,
        keeper,
        mailbox,
        announced,
        PORTION,
    )


# == What makes it impossible to play or to write at all, each with its remedy =====================
#
# All of it is looked for before the first edit, so that none is half-written. What only the
# server knows (filters, captchas, partial blocks) shows when it refuses; then the answers and log
# lines stay owed on the gamestate page, and the next run delivers them.

REMEDIES = {
    "ruleset": "Set `ruleset` in settings.ini to the page with the rules.",
    "gamestate": (
        "Write `make gamestate` on the actions page, and the bot makes one for the rules; set "
        "`gamestate` in settings.ini to its title; or restore it if it was deleted."
    ),
    "actions": (
        "Create it, or restore it if it was deleted; "
        "if it was moved, set `actions` in settings.ini."
    ),
}


def set_aside(snapshot: Snapshot, why: str, most_bytes: int) -> None:
    """Raise :class:`Stuck` where a game is not to be played, for a reason or for its size.

    ``most_bytes``: that its pages may have together; 0: any number.
    """
    if why:
        again = say("It is tried again when one of its pages is edited")
        raise Stuck((f"{say('the bot has set this game aside: {}', why.rstrip('.'))}. {again}.",))
    size = sum(snapshot.head(title).length for title in snapshot.titles.polled)
    if most_bytes and size > most_bytes:
        mega = (f"{each / 1_000_000:.1f}" for each in (size, most_bytes))
        long = say("the pages of the game have {} MB together, and the bot takes {} MB", *mega)
        raise Stuck((f"{long}. {say('Move old lines to another page.')}",))


def preflight(snapshot: Snapshot) -> None:
    """Raise :class:`Stuck` with every obstacle, each in one line with its remedy."""
    kept_away = (*_exclusions(snapshot), *_another_page(snapshot))
    if obstacles := (*_pages(snapshot), *_texts(snapshot), *kept_away):
        found = Stuck(obstacles)
        # those who protected the page know already, and another page is not the bot's to edit
        found.told = not kept_away
        raise found


def _pages(snapshot: Snapshot) -> Iterator[str]:
    for key, remedy in REMEDIES.items():
        head = snapshot.head(getattr(snapshot.titles, key))
        if head.missing:
            yield f"{head.title}: there is no such page. {remedy}"
        elif head.redirect:
            then = f"Set `{key}` in settings.ini to its new title."
            yield f"{head.title}: the page is a redirect; it was moved. {then}"
    for title, head in snapshot.poll.heads.items():
        if head.model != "wikitext" and title not in snapshot.titles.kept:
            then = f"Open Special:ChangeContentModel/{head.title} on the wiki and choose wikitext."
            model = f"the page's content model is {head.model}, not wikitext"
            yield f"{head.title}: {model}. {then}"


def _texts(snapshot: Snapshot) -> Iterator[str]:
    titles, actions = snapshot.titles, snapshot.actions.page
    if snapshot.damaged:
        remedy = (
            "Have an administrator show that revision again, "
            "or go on with the program that wrote it."
        )
        yield f"{titles.gamestate}: {snapshot.damaged}. {remedy}"
    elif snapshot.gamestate is not None and snapshot.gamestate.text is None:
        hidden = "the text of its newest revision is hidden. Have an administrator show it again."
        yield f"{titles.gamestate}: {hidden}"
    if actions is not None and actions.text_hidden:
        hidden = "the text of its newest revision is hidden; nothing can be read there."
        yield f"{titles.actions}: {hidden}"
    page = snapshot.gamestate
    if page is not None and is_overmarked(page.text or ""):
        many = say("the page has more than {} links, templates and tags", f"{MOST_MARKS:,}")
        yield f"{titles.gamestate}: {say('{}; nothing is read there', many)}."
    for lines in snapshot.line_pages:
        if lines.page and is_too_long(lines.page.text or ""):
            bounds = (f"{MOST_LINES:,}", f"{MOST_MARKS:,}")
            long = say("the page has more than {} lines, or {} links, templates and tags", *bounds)
            long = say("{}; nothing is read there", long)
            remedy = say("Undo the edit that brought so many, or move old lines to another page.")
            yield f"{lines.title}: {long}. {remedy}"


_NAMED = 10  # lines that are lost


def _another_page(snapshot: Snapshot) -> Iterator[str]:
    if (lost := snapshot.lost) and not snapshot.without_them:
        more = f" and {len(lost) - _NAMED:,} more" if len(lost) > _NAMED else ""
        yield (
            f"{snapshot.titles.gamestate}: its newest edits are gone, and with them what the log"
            f" or its answers say was played: {'; '.join(lost[:_NAMED])}{more}. Have them restored;"
            " to go on without them, run `wikibot sync --force`, and have a steward order these"
            " lines anew with `as NAME: ...`."
        )
    if title := snapshot.played_by:
        yield (
            f"{snapshot.titles.gamestate}: this is another page than the one of the game that"
            f" {title} tells of. Move that game's page back to this title, or restore it; to begin"
            " a new game with this one, run `wikibot sync --force`."
        )


def _exclusions(snapshot: Snapshot) -> Iterator[str]:
    logs = {snapshot.titles.log, snapshot.cursor.log} - snapshot.delivered
    pages = [(snapshot.titles.gamestate, snapshot.gamestate)]
    pages += [(title, page) for title, page in snapshot.logs.items() if title in logs]
    pages += [(page.title, page.page) for page in snapshot.line_pages]
    user = snapshot.poll.user
    for title, page in pages:
        at(title)
        if page is not None and page.text and denies(page.text, user):
            yield (
                f"{title}: {{{{bots}}}} or {{{{nobots}}}} keeps {user} away. "
                "Take it off that page to go on."
            )
