"""Accounts by their user ids: those that a wiki has renamed, and newcomers under an old name.

A wiki shows all that an account ever wrote under the name that it has now, and lets anybody take a
name that has become free. So the cursor notes the id of each account that the game knows by name,
when it first plays, and revisions come with ids. A folder has names only: nothing is noted there.

Decisions: a renamed account is followed when it writes again, and keeps its name in the tables;
nothing is asked of the wiki for that. Until then a newcomer under the old name is refused, and
afterwards does not join by it. A steward's ``alias`` names an account whoever bears that name now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from wikibot.game.actions import Outcome, Verdict
from wikibot.game.engine.steward_verbs import ALIAS
from wikibot.game.game import Game
from wikibot.game.state import State
from wikibot.storage.cursor import MOST_PEOPLE, Cursor
from wikibot.wiki.base import Revision
from wikibot.wikitext.folding import account_name

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
