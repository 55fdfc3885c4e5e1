"""What follows from a snapshot: the stages between reading and writing, from value to value."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from msgspec.structs import replace

from wikibot.exits import ProgramError
from wikibot.game.actions import ActionId, IdentityPart
from wikibot.game.problems import Problem, failure
from wikibot.sync.commands import apply_bot_commands
from wikibot.sync.counted import counted_rules
from wikibot.sync.diagnosis import stage, tell_lines
from wikibot.sync.inbox import read_inbox
from wikibot.sync.loaded_game import load_game
from wikibot.sync.owed import Owed, still_owed
from wikibot.sync.page_sizes import room_left
from wikibot.sync.play import play
from wikibot.sync.preflight import preflight
from wikibot.sync.reader import SnapshotReader
from wikibot.sync.render import Plan, render_pages
from wikibot.sync.report import Report, Stuck
from wikibot.sync.setup import Setup
from wikibot.sync.snapshot import Snapshot, Unread
from wikibot.sync.trouble import stopped
from wikibot.sync.watchdog import TimeUp, Watchdog, at, current_page
from wikibot.wiki.errors import WikiError

ROOM = 2  # what comes of one portion may take this part of the space that a page has left


class Planner:
    """Makes the plan. Reads further history on demand and drops pages that take too long."""

    def __init__(self, setup: Setup, reader: SnapshotReader, watchdog: Watchdog) -> None:
        self.setup, self.reader, self.watchdog = setup, reader, watchdog

    def plan(self, snapshot: Snapshot, run: str, refused: frozenset[ActionId]) -> Plan:
        """The plan of a snapshot, extended on demand; pages that take too long are left out."""
        problems, owed = tuple[str, ...](), Owed()
        while True:
            try:
                with self.watchdog.stage():
                    owed = still_owed(snapshot)
                with self.watchdog.stage():
                    at(snapshot.titles.ruleset)
                    plan = make_plan(self.setup, snapshot, owed, run, refused)
                if not self._smaller(plan):
                    break
            except Unread as unread:
                snapshot = self.reader.with_past(snapshot, unread.past)
            except TimeUp:
                problems += (self.watchdog.report(),)
                rest = snapshot.without(current_page())
                if rest is None:
                    plan = self._too_slow(snapshot, owed, problems, refused)
                    break
                snapshot = rest
        if not problems:
            return plan
        report = replace(plan.report, problems=(*problems, *plan.report.problems))
        return replace(plan, report=report, blocked=True)

    def _smaller(self, plan: Plan) -> bool:
        """Whether to plan again with fewer lines, as the answers to these would fill the page."""
        page, text, told = plan.snapshot.gamestate, plan.gamestate, plan.report.outcomes
        lines = sum(each.action.id.part is not IdentityPart.REPLY for each in told)
        portion = min(lines, self.setup.portion or lines) // 2
        if text is None or page is None or not portion:
            return False
        longer = len(text.encode()) - len((page.text or "").encode())
        if longer * ROOM <= room_left(plan.snapshot, page):
            return False
        self.setup = replace(self.setup, portion=portion)
        return True

    def _too_slow(
        self,
        snapshot: Snapshot,
        owed: Owed,
        problems: tuple[str, ...],
        refused: frozenset[ActionId],
    ) -> Plan:
        """The plan where a page that the game needs takes too long: nothing is played."""
        plan = Plan(snapshot, snapshot.cursor, owed, Report())
        with suppress(TimeUp, Unread), self.watchdog.stage():
            found = Stuck(problems)
            found.mistake = True
            told = stopped(snapshot, owed, found, self.setup.said, refused)
            plan = replace(told, report=Report())
        return plan


def make_plan(
    setup: Setup, snapshot: Snapshot, owed: Owed, run: str, refused: Collection[ActionId] = ()
) -> Plan:
    """The stages between reading and writing: pure, but for the source of dice.

    ``owed``: what earlier runs left to be delivered. ``run`` names this one, ``refused`` lines
    whose text the wiki does not take. Raises :class:`~wikibot.sync.snapshot.Unread` where more has
    to be read.
    """
    try:
        preflight(snapshot)
        with stage("inbox"):
            inbox = read_inbox(snapshot, setup.said, refused, setup.portion)
        with stage("rules"):
            inbox, rules = counted_rules(setup, snapshot, inbox)
        tell_lines(inbox)
        with stage("commands"):
            commands = apply_bot_commands(setup, snapshot, inbox, rules)
        with stage("load"):
            loaded = load_game(setup, snapshot, inbox, commands)
        with stage("play"):
            played = play(setup, loaded)
        with stage("render"):
            return render_pages(setup, played, run, owed)
    except Stuck as stuck:
        found = stuck
    except Problem as problem:  # of the ruleset page as a whole
        found = Stuck((f"{snapshot.titles.ruleset}: {problem.text}",))
    except (ProgramError, WikiError, OSError):
        raise  # of the settings, the wiki and the machine
    except Exception as error:  # noqa: BLE001  # a mistake in the program: nothing is saved
        found = Stuck((f"{failure('planning', error)}. All lines stay queued.",))
        found.mistake = True
    return stopped(snapshot, owed, found, setup.said, refused)
