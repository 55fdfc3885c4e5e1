"""Which sentences a change concerns, so that the others need not be looked at again.

A condition names the fields and items that it reads: of the one whom it is about, and of others.
Between two states each owner has names under which something differs. A sentence is concerned where
the two share a name, and then either about that owner or about all. A sentence that reads more than
cells (the weekday) is always concerned, and all are where it changed who or what there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import is_
from typing import Any, Generic, TypeVar

from msgspec import Struct

from rules.generic.owners import GAME, Owner, player
from rules.generic.state import PLAYERS, Cell, State
from rules.plain import tree
from rules.plain.vocabulary import stem
from wikibot.game.page.vocabulary import singulars
from wikibot.wikitext.folding import fold

Names = frozenset[str]
T = TypeVar("T")
_ABOUT = (tree.Doer, tree.Them, tree.It)
_CELLS_ONLY = (
    tree.Number, tree.HowMany, tree.Part, tree.ForEach, tree.Sum, tree.CountOf, tree.Compare,
    tree.Parity, tree.Is, tree.Equal, tree.Includes, tree.Empty, tree.Yes, tree.Exists, tree.Not,
    tree.Both, tree.Either, tree.Text, tree.Nothing, tree.NamedPlayer, tree.NamedThing,
    tree.EachPlayer, tree.EachThing, tree.Place, tree.Doer, tree.Them, tree.It, tree.Around,
)  # fmt: skip
_NESTED = (tree.EachPlayer, tree.EachThing)


class Reads(Struct, frozen=True):
    """What a condition reads: names of the one whom it is about, names of others.

    ``always``: whether it reads more than cells.
    """

    own: Names = frozenset()
    others: Names = frozenset()
    always: bool = False


def reads(*nodes: Any) -> Reads:
    """What conditions and amounts about one player, one thing or the game read."""
    own, others, always = set[str](), set[str](), [False]

    def visit(node: Any, nested: bool) -> None:
        if isinstance(node, tuple):
            for each in node:
                visit(each, nested)
        if not isinstance(node, tree.Node):
            return
        always[0] |= not isinstance(node, _CELLS_ONLY)
        if isinstance(node, tree.Place):
            is_own = not nested and isinstance(node.owner, _ABOUT)
            (own if is_own else others).update(spellings(node.name))
        for name in node.__struct_fields__:
            visit(getattr(node, name), nested or isinstance(node, _NESTED))

    visit(nodes, False)
    return Reads(frozenset(own), frozenset(others), always[0])


@lru_cache(maxsize=16384)
def spellings(name: str) -> Names:
    """Words under which a name may be known, in either number: where two share none they differ."""
    low = fold(name)
    return frozenset((low, stem(name), *singulars(low)))


# -- what changed ----------------------------------------------------------------------------------

Changes = Mapping[Owner, Names]


def changes(before: State, after: State) -> Changes | None:
    """The names under which owners have something else; None where anything may differ.

    Several ask for the same in a row; the last answer is kept.
    """
    if _latest and _latest[0] is before and _latest[1] is after:
        same: Changes | None = _latest[3]
        return same
    parts = (*_cells(before), *_cells(after))
    if not (_latest and all(map(is_, _latest[2], parts))):
        _latest[:] = [before, after, parts, _changes(before, after)]
    found: Changes | None = _latest[3]
    return found


_latest: list[Any] = []


def _cells(state: State) -> tuple[Any, ...]:
    return state.players, state.tables, state.values, state.columns, state.labels


def _changes(before: State, after: State) -> Changes | None:
    found: dict[Owner, Names] = {}
    if (before.columns, before.labels) != (after.columns, after.labels):
        return None
    if before.values is not after.values:
        _add(found, GAME, _differing(before.values, after.values))
    if before.players is not after.players:
        if before.players.keys() != after.players.keys():
            return None
        for name, now in after.players.items():
            was = before.players[name]
            if was is not now:
                items = _differing(was.items, now.items)
                bag = (after.bag,) if items else ()
                _add(found, player(name), (*_differing(was.fields, now.fields), *items, *bag))
    if before.tables is not after.tables and not _of_tables(before, after, found):
        return None
    return found


def _of_tables(before: State, after: State, found: dict[Owner, Names]) -> bool:
    """Add what differs in tables; whether they have the same things."""
    if before.tables.keys() != after.tables.keys():
        return False
    for name, now in after.tables.items():
        was = before.tables[name]
        if was is now:
            continue
        if was.columns != now.columns or was.things.keys() != now.things.keys():
            return False
        for thing, row in now.things.items():
            if row is not was.things[thing]:
                _add(found, Owner(name, thing), _differing(was.things[thing].fields, row.fields))
    return True


def _differing(before: Mapping[str, Cell], after: Mapping[str, Cell]) -> tuple[str, ...]:
    """The names of fields or items that two owners do not have alike."""
    found = []
    for name in dict.fromkeys((*before, *after)):
        was, now = before.get(name), after.get(name)
        if was != now:
            found.append(name)
            for inner in (was, now):
                found += tuple(inner) if isinstance(inner, Mapping) else ()
    return tuple(found)


def _add(found: dict[Owner, Names], owner: Owner, names: Iterable[str]) -> None:
    every = frozenset().union(*map(spellings, names))
    if every:
        found[owner] = every


# -- which sentences -------------------------------------------------------------------------------


class Watch(Generic[T]):
    """Sentences in their order, each about the owners of one table, by what they read.

    ``seen``: a state in which each of them was found to ask for nothing more; a cache alone.
    """

    def __init__(self, sentences: Iterable[tuple[T, str, Reads]]) -> None:
        self.sentences = tuple(sentences)
        self.seen: State | None = None
        self._own: dict[tuple[str, str], list[int]] = {}
        self._others: dict[str, list[int]] = {}
        self._always: list[int] = []
        for at, (_, table, read) in enumerate(self.sentences):
            for name in read.own:
                self._own.setdefault((table, name), []).append(at)
            for name in read.others:
                self._others.setdefault(name, []).append(at)
            self._always += [at] if read.always else []

    def since_seen(self, state: State) -> Sequence[tuple[T, frozenset[Owner] | None]]:
        """The sentences that may say something else than of the state that was seen."""
        if not self.sentences:
            return ()
        return self.concerned(changes(self.seen, state) if self.seen is not None else None)

    def concerned(self, changed: Changes | None) -> Sequence[tuple[T, frozenset[Owner] | None]]:
        """The sentences that changes concern, each with the owners about whom; None: about all."""
        if changed is None:
            return [(told, None) for told, *_ in self.sentences]
        if not (changed or self._always):
            return ()
        about: dict[int, set[Owner]] = {}
        of_all = set(self._always)
        for owner, names in changed.items():
            for name in names:
                of_all.update(self._others.get(name, ()))
                for at in self._own.get((owner.table, name), ()):
                    about.setdefault(at, set()).add(owner)
        return [
            (self.sentences[at][0], None if at in of_all else frozenset(about[at]))
            for at in sorted({*about, *of_all})
        ]


def players_among(state: State, owners: frozenset[Owner] | None) -> tuple[str, ...]:
    """The players of some owners (None: all), in the order of the page."""
    if owners is None:
        return tuple(state.players)
    if len(owners) == 1:
        return tuple(each.name for each in owners if each.name in state.players)
    return tuple(name for name in state.players if player(name) in owners)


def limit_table(limit: tree.Limit) -> str:
    """The table whose owners a limit is about; "" for the game."""
    if limit.of is None:
        return ""
    return limit.of.table if isinstance(limit.of, tree.EachThing) else PLAYERS


def limit_reads(limit: tree.Limit) -> Reads:
    """What a limit reads: what it limits, and whom of."""
    of = limit.of
    owner = None if of is None else tree.It() if isinstance(of, tree.EachThing) else tree.Them()
    found = reads(of.where if of else None, limit.amount)
    own = found.own | spellings(limit.name)
    if owner is None:  # the game has no other owner: what it reads is found under its own names
        return Reads(own | found.others, own | found.others, found.always)
    return Reads(own, found.others, found.always)
