"""What a game is: a rulebook, pages to read and write, verbs, events, words for its state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain, islice
from typing import Any, Generic

from msgspec import Struct

from wikibot.game.actions import Action, Context, Event, Outcome, Verb, Watched
from wikibot.game.names import counted
from wikibot.game.picture import Picture
from wikibot.game.problems import Refused, Unreadable
from wikibot.game.ruleset.implementations import SentenceFinding, finding_of, readings_astray
from wikibot.game.ruleset.readings import GivenReading
from wikibot.game.ruleset.recognition import Binding
from wikibot.game.ruleset.rulebook import Kept, OfEach, Rulebook
from wikibot.game.state import Pending, Player, Proposal, S, Step, accounts, with_accounts
from wikibot.game.understanding.slots import Lists, PhraseSlot
from wikibot.wikitext.dialect import account_name
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import Phases

WEEKS = Phases((0,))
LEDGER_PLAYERS, LEDGER_STEWARDS, LEDGER_OFF = ("players", "stewards", "off")
RULES_BY_ANYONE, RULES_BY_PLAYERS, RULES_BY_STEWARDS, RULES_BY_PROPOSALS = (
    "anyone", "players", "stewards", "proposals",
)  # fmt: skip


class Reading(Struct, Generic[S], frozen=True):
    """A gamestate page as read. ``state`` can be shown even if cells are ``unreadable``."""

    state: S
    unreadable: tuple[Unreadable, ...] = ()
    remarks: tuple[str, ...] = ()  # oddities that a person may want to know, no hindrance


class Demo(Struct, frozen=True):
    """A small game to try: pages by their plain title (``Ruleset``, ``Gamestate``), and lines.

    Each line is (account, how many minutes ago it was written, text), the oldest first.
    """

    pages: Mapping[str, str]
    lines: tuple[tuple[str, int, str], ...]


class MainNumber(Struct, frozen=True):
    """What a chart shows of each player: what the number is called, and how to read it."""

    name: str
    of: Callable[[Any], int]


_NAMES = OfEach[str, Player, tuple[str, ...]](
    lambda player: (player.name, player.owner, *player.items)
)
_ALL_NAMES = Kept[Mapping[str, Sequence[str]], Mapping[str, None]](
    lambda names, _book: dict.fromkeys(chain.from_iterable(names.values()))
)


class Game(Generic[S]):
    """Base class of all games, found by entry points ``wikibot.games``. It has no state."""

    name: str
    title: str
    verbs: tuple[Verb, ...]
    has_phases = True
    ledger: str = LEDGER_OFF  # who may write `note STATEMENT`: one of these three
    rules_by: str = ""  # one of those four; "": the newest text of the ruleset, for all lines
    in_lists: bool = True  # whether the gamestate may stand in list items, which then come and go
    by_sentences: bool = False  # whether those of the page are played, and no pinned wordings
    showcase: bool = False  # whether a demo without a game's name shows this one
    main_number: MainNumber | None = None  # None: no chart of this game
    # Of a state, by the names that implementations give them.
    aspects: Mapping[str, Callable[[Any], Any]] = {}

    def rulebook(self, ruleset: str, overlay: Sequence[Binding] = ()) -> Rulebook:
        """Parse a ruleset page, once a revision. ``overlay``: wordings accepted by an operator."""
        raise NotImplementedError

    def called(self, gamestate: str) -> str:
        """What a form calls the game; ``gamestate``: the title of the page that has its state."""
        return self.title

    def keeps_secrets(self, state: Any, book: Rulebook) -> bool:
        """Whether the rules have something sealed, so that players may seal lines."""
        return False

    def whose_turn(self, state: S) -> str:
        """The player whose turn it is; "" in a game without turns."""
        return ""

    def deciding(self, state: S, book: Rulebook) -> MainNumber | None:
        """What of each player decides the game; None where nothing does."""
        return self.main_number

    def voted_until(self, proposal: Proposal, book: Rulebook) -> datetime | None:
        """When voting on a proposal ends; None where that is not known."""
        return None

    def verbs_in(self, state: S, book: Rulebook) -> Sequence[Verb]:
        """The verbs that are in force: here, ``verbs``, whatever the pages say.

        It is asked for each line; while nothing changed it gives the very same object.
        """
        return self.verbs

    def sentences(
        self, page: str, book: Rulebook, now: datetime, *, offering: bool = False
    ) -> Sequence[SentenceFinding]:
        """The same as :meth:`readable`; ``page``: the gamestate."""
        return self.readable(self.read(page, book, now).state, book, offering=offering)

    def readable(
        self, state: S, book: Rulebook, *, offering: bool = True
    ) -> Sequence[SentenceFinding]:
        """How each sentence is played; here, each unit of the ruleset page.

        ``offering``: with what those may mean that are not understood, which takes longer.
        """
        return tuple(finding_of(book, unit) for unit in book.units.values())

    def readings_astray(self, state: S, book: Rulebook) -> Sequence[tuple[GivenReading, str]]:
        """The readings that do not hold, each with the words that stand there now, "" for none."""
        astray = book.derived(readings_astray)
        return tuple((each, finding_of(book, unit).text if unit else "") for each, unit in astray)

    def remember(self) -> bytes:
        """What was worked out of pages in this run and is worth keeping for the next; or nothing.

        It is a cache: the same comes of the pages without it, only later.
        """
        return b""

    def recall(self, kept: bytes) -> None:
        """Restore what an earlier run kept. It may be damaged: what is unreadable is ignored."""

    def read(self, page: str, book: Rulebook, now: datetime) -> Reading[S]:
        """Read a gamestate page as people wrote it. ``now`` is for what the page does not say."""
        raise NotImplementedError

    def write(self, page: str, book: Rulebook, state: S) -> str:
        """Lay a state over a page: only cells that differ change. May raise ``UnsafeEdit``."""
        raise NotImplementedError

    def new_page(self, book: Rulebook, now: datetime, title: str) -> str:
        """A starting gamestate page in the shapes that players know."""
        raise NotImplementedError

    def player_of(self, state: S, action: Action) -> str | None:
        """The table name of the player that an action belongs to.

        On a wiki that is the player whose account wrote the line; in a text log the name is the
        player's, or else the account's.
        """
        if action.by_name and action.account in state.players:
            return action.account
        account = account_name(action.account)
        return next(
            (name for name, player in state.players.items() if player.owner == account), None
        )

    def accounts(self, state: S) -> Iterable[str]:
        """The accounts that a state knows by their names."""
        return accounts(state)

    def with_accounts(self, state: S, now: Mapping[str, str]) -> S:
        """The state after accounts were renamed. ``now``: their names by those before."""
        return with_accounts(state, now)

    def counted(self, state: S) -> Iterable[tuple[str, Mapping[str, int]]]:
        """What is counted and cannot be below none, by whose it is; here, what players own."""
        return ((player.name, player.items) for player in state.players.values())

    def lacking(self, before: S, after: S, book: Rulebook) -> str:
        """What somebody would have fewer of than none, as they had not before; "" without such."""
        del book  # by which numbers of a game may be below zero
        had = {(who, what): n for who, held in self.counted(before) for what, n in held.items()}
        found = (
            say("{} would have {} {}", who, number, what)
            for who, held in self.counted(after)
            for what, number in held.items()
            if number < min(had.get((who, what), 0), 0)
        )
        return ", ".join(islice(found, 3))

    def dangling(self, state: S, book: Rulebook) -> Mapping[str, str]:
        """What a state says of things that are not there, each with what is; here, nothing."""
        return {}

    def authorize(self, state: S, verb: Verb, player: str, action: Action) -> None:
        """Refuse an order before it is played: here, a verb for players from a non-player."""
        if verb.stewards_only and not action.trusted:
            for_all = [f"`{each.form}`" for each in self.verbs if verb.name in each.hints]
            remedy = say("To set the state right, edit the gamestate page; that is adopted.")
            remedy = say("For everybody: {}.", ", ".join(for_all)) if for_all else remedy
            raise Refused("`{}` is for stewards", verb.form, remedy=remedy)
        if verb.players_only and not player:
            raise Refused(
                "{} is not a player", action.account, rule="Players", remedy="Send `join` first."
            )

    def names(self, state: S, book: Rulebook) -> Iterable[str]:
        """All names in the game: a line that says one in full means that thing and no other.

        Here, players with their accounts, and what they own; a game adds what its pages name. While
        nothing changed it gives the very same object.
        """
        return book.found_in(book.found_in(state.players, _NAMES), _ALL_NAMES)

    def slots(self, state: S, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
        """The kinds of things that phrases of this game's verbs name, beside those of every game.

        ``player``: who writes, "" without a player.
        """
        return {}

    def lists(self, state: S, book: Rulebook, player: str) -> Lists:
        """What a form lists of some kinds, where it says more than the slot of the kind holds."""
        return {}

    def standing(self, state: S, player: str) -> str:
        """Where a player stands, in a few words: here, what they own."""
        owned = state.players[player].items
        return ", ".join(counted(count, item) for item, count in owned.items())

    def reserved(self, state: S, book: Rulebook) -> Iterable[str]:
        """Names that no player, town or item of this game may take, beside those of every game."""
        return ()

    def others_may_roll(self, state: S, pending: Pending, book: Rulebook) -> bool:
        """Whether any player may make the roll that another's unfinished action waits for."""
        return False

    def dice_phase(self, state: S) -> int:
        """The number of the phase (or week) in which all rolls come from one sealed secret."""
        return state.phase if self.has_phases else WEEKS.index(state.now)

    def deadline(self, state: S, book: Rulebook) -> datetime | None:
        """Until when an action that was begun now has to be finished."""
        raise NotImplementedError

    def until(self, act: Context) -> datetime | None:
        """Until when an unfinished action has to be finished; ``act`` is it, as far as it got."""
        return self.deadline(act.before, act.book)

    def on_line(self, before: S, after: S, outcome: Outcome, book: Rulebook) -> S:
        """Hook run for every line, whatever its verdict: the state ``after`` it, or another.

        Here, nothing. A log holds a line that did something in this way, too.
        """
        return after

    def after_correction(self, act: Context) -> None:
        """What is said of a correction; people correct step by step, so nothing follows from it."""

    def prepare(self, act: Context) -> None:
        """Enforce limits when an order or an event begins: a person may have edited the state.

        It stays where the order does, and only then. A player who cannot give this order at all is
        refused here.
        """

    def after_action(self, act: Context) -> None:
        """What follows from any change of the state: winning, unique types, limits."""

    def objection(self, proposal: Proposal, book: Rulebook) -> str:
        """Why the bot does not enact a proposal that passed; "" where it does."""
        return ""

    def ruleset_changes(
        self, before: Callable[[], Rulebook] | None, after: Rulebook, state: S
    ) -> str:
        """What the status line says of the ruleset page, in its first sync and after a change.

        ``before``: as the game was played last; None in the first sync. Here, nothing.
        """
        return ""

    def proposed(self, before: Rulebook, after: Rulebook, state: S) -> str:
        """What the answer to a proposal says of the ruleset page that would come of its changes."""
        return self.ruleset_changes(lambda: before, after, state)

    def proposed_text(self, text: str, book: Rulebook, state: S) -> str:
        """The same of a text that says no changes: how it would be played as rules; here, not."""
        return ""

    def looks_back(self, book: Rulebook) -> timedelta:
        """How far back a rule asks about proposals and requests that were settled."""
        return timedelta()

    def reopened(self, state: S, book: Rulebook) -> S:
        """The state in which what was held for a wording goes on; lines are retried elsewhere."""
        return state

    def next_event(self, state: S, book: Rulebook) -> Event | None:
        """The game's next event, or None.

        It lies after ``state.now``; or at it, if the state shows that it has not happened yet
        (several of one instant are returned one after the other).
        """
        raise NotImplementedError

    def bears_on_time(self, state: S, book: Rulebook) -> tuple[Any, ...] | None:
        """What of a state its next event depends on; None: on anything.

        While that stays the same, no other event comes before it.
        """
        return None

    def handle_event(self, act: Context, event: Event) -> None:
        """Let a due event happen: change ``act.state``."""
        raise NotImplementedError

    def watched(self, state: S) -> Sequence[Watched]:
        """Lines of the actions page whose authors must not change them."""
        return ()

    def to_json(self, state: S, book: Rulebook) -> Mapping[str, Any]:
        """The state in the JSON form of the design."""
        raise NotImplementedError

    def picture(self, state: S, book: Rulebook) -> Picture | None:
        """The board to draw on the page, as a file and in a terminal; None: nothing to draw."""
        return None

    def differences(self, before: S, after: S) -> tuple[str, ...]:
        """What changed between two states, as exact statements that :meth:`correct` understands."""
        raise NotImplementedError

    def steps(self, before: S, after: S) -> tuple[Step, ...]:
        """The same as values, for few words: without what the page only keeps on record.

        Here, nothing: edit summaries then count lines.
        """
        return ()

    def correct(self, state: S, statement: str) -> S:
        """Make one statement true (``Alice gains 2 Fish``); ``ValueError`` says why it cannot."""
        raise NotImplementedError

    def demo(self) -> Demo:
        """A small game to try."""
        raise NotImplementedError

    def recipes(self) -> Mapping[str, Mapping[str, str]]:
        """Games to copy and change, by name: the text of each of their pages, by its title."""
        return {}
