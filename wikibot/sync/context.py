"""How a sync plays: rulebooks with what was accepted, engines, and the questions whose answers cost requests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wikibot.config.settings import Settings
from wikibot.dice.session import STATED, DiceSession
from wikibot.game.actions import ActionId
from wikibot.game.engine.dice import Stated, Unseen
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.text_log import LINE_MARK
from wikibot.game.game import Game
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.undo import rewind
from wikibot.stewards.wording.history import Version
from wikibot.stewards.wording.rulebooks import rulebook_of
from wikibot.sync.inbox import Stewards, accounts
from wikibot.sync.snapshot import Snapshot
from wikibot.wiki.authorship.waiting_lines import Older
from wikibot.wiki.base import Revision, Wiki


@dataclass(frozen=True)
class SyncContext:
    """How to play: the game, rulebooks by accepted wordings, engines by rulebook, who is a steward.

    ``explain`` tells how the wording of a unit came about, "" where nothing is known; ``older``
    gives the history of a page from before a revision on; ``logged`` which of some identities the
    bot itself put on the log; ``versions``: the ruleset page from the newest one back to a
    revision, or to the first; ``refused`` are lines whose text the wiki does not take.
    """

    game: Game[Any]
    book: Callable[[Sequence[Pin]], Rulebook]
    engine: Callable[[Rulebook], Engine[Any]]
    preview: Callable[[Rulebook], Engine[Any]]  # for dry runs: one that shows no real face
    stewards: Stewards
    groups: Mapping[str, Sequence[str]]
    dice_session: DiceSession
    explain: Callable[[Rulebook, str], str]
    older: Older
    logged: Callable[[Collection[ActionId]], Collection[ActionId]]
    versions: Callable[[int], Sequence[Version]]
    refused: Collection[ActionId] = ()


class ContextMaker:
    """Makes the :class:`SyncContext` for one snapshot after the other; a ruleset is parsed once for each revision."""

    def __init__(
        self, settings: Settings, game: Game[Any], wiki: Wiki, *, dry_run: bool = False
    ) -> None:
        self.settings, self.game, self.wiki, self.dry_run = settings, game, wiki, dry_run
        self._books: dict[tuple[int, tuple[Pin, ...]], Rulebook] = {}
        self._why: dict[str, str] = {}
        self._past: dict[int, Sequence[Version]] = {}

    def context(self, snapshot: Snapshot) -> SyncContext:
        """How to plan from this snapshot."""
        section = self.settings.stewards
        stewards = Stewards(section.users, section.groups)
        undo = rewind_from(self.wiki, self.settings.game.gamestate, snapshot.poll.user)
        unseen = Stated() if self.settings.game.dice == STATED else Unseen()
        dice_session = DiceSession(unseen) if self.dry_run else self._dice_session(snapshot)
        return SyncContext(
            self.game,
            lambda accepted: self._book(snapshot, tuple(accepted)),
            lambda book: Engine(
                self.game, book, dice_session.dice, undo(Engine(self.game, book, Stated()))
            ),
            lambda book: Engine(self.game, book, unseen, undo(Engine(self.game, book, Stated()))),
            stewards,
            self._groups(snapshot, stewards),
            dice_session,
            self._explain,
            self._older,
            lambda ids: self._logged(ids, snapshot.poll.user),
            self._versions,
        )

    def _dice_session(self, snapshot: Snapshot) -> DiceSession:
        """What has to be done about dice. Stated ones need nothing, unless another source was in use before."""
        cursor, source = snapshot.cursor, self.settings.game.dice
        if source == STATED and not cursor.seals and cursor.dice in ("", STATED):
            return DiceSession()
        from wikibot.dice.live_session import session_for

        return session_for(self.settings, cursor, snapshot.poll.now, self.game.dice_phase)

    def _book(self, snapshot: Snapshot, accepted: tuple[Pin, ...]) -> Rulebook:
        ruleset = snapshot.ruleset
        revision, text = (ruleset.id, ruleset.text or "") if ruleset else (0, "")
        if (revision, accepted) not in self._books:
            self._books[revision, accepted] = rulebook_of(self.settings, self.game, text, accepted)
        return self._books[revision, accepted]

    def _groups(self, snapshot: Snapshot, stewards: Stewards) -> Mapping[str, Sequence[str]]:
        """The groups of whoever wrote on the steward page, asked for only where that may decide anything."""
        if not stewards.groups or not snapshot.stewards.title:
            return {}
        unknown = [name for name in accounts(snapshot.stewards) if name not in stewards.users]
        return self.wiki.groups(unknown) if unknown else {}

    def _older(self, title: str, revision: int) -> Sequence[Revision]:
        """The history of a page from before a revision on; all of it where that revision is no more."""
        found = self.wiki.revisions([revision]).get(revision) if revision else None
        return self.wiki.history(title, found.parent_id if found else 0)

    def _logged(self, ids: Collection[ActionId], account: str) -> Collection[ActionId]:
        """Those whose line on the log page was added by the bot, as the page's history tells."""
        marks = {id_: f"{LINE_MARK}{id_}\n" for id_ in ids}
        added_by: dict[ActionId, str | None] = {}
        for revision in self.wiki.history(self.settings.game.log, 0):
            text = f"{revision.text or ''}\n"
            added_by |= {
                id_: revision.user
                for id_, mark in marks.items()
                if id_ not in added_by and mark in text
            }
        return [id_ for id_, user in added_by.items() if user == account]

    def _explain(self, book: Rulebook, unit: str) -> str:
        """How a held wording came about, from the ruleset page's history."""
        from wikibot.stewards.wording.explain import explain
        from wikibot.stewards.wording.history import trace

        if unit not in self._why:
            changes = trace(book, [unit], self._versions(0))
            self._why[unit] = explain(changes[unit]) if unit in changes else ""
        return self._why[unit]

    def _versions(self, since: int) -> Sequence[Version]:
        from wikibot.stewards.wording.source import version_of

        if since not in self._past:
            history = self.wiki.history(self.settings.game.ruleset, since)
            self._past[since] = tuple(
                map(version_of, reversed([each for each in history if each.text is not None]))
            )
        return self._past[since]


def rewind_from(wiki: Wiki, gamestate: str, account: str) -> Callable[[Engine[Any]], Any]:
    """How an engine takes an action back, from the history of the gamestate page."""
    return lambda engine: rewind(lambda: wiki.history(gamestate, 0), engine, account)
