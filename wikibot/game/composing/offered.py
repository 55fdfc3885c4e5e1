"""What a form can offer: the verbs in force with their lists, what each player may do, what waits.

All of it follows from the state, so that it changes only when the game does. A verb is offered in
forms that the game reads; what it asks beyond them comes back as a question with its options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from wikibot.game.actions import Action, ActionId
from wikibot.game.composing.parts import Composed
from wikibot.game.composing.templates import composed
from wikibot.game.composing.waiting import Json, Waiting, dice_of
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.dice import Unseen
from wikibot.game.engine.helping import SAME, is_usable
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP, kernel_verbs
from wikibot.game.engine.line_player import LinePlayer
from wikibot.game.engine.orders import Order
from wikibot.game.game import Game
from wikibot.game.problems import MissingRoll
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import State
from wikibot.game.understanding.options import Lists, Option, lists_of, options, options_of
from wikibot.game.understanding.situation import common_slots
from wikibot.game.understanding.slots.base import PhraseSlot
from wikibot.game.verbs import Verb, unlisted

MOST_WAITING = 20  # of one player
_LABEL = 80  # characters of what a space is called
_LAST = ("roll", "pick", "draw", "note", "leave", "help")  # what players seldom look for
_NO_ONE = ActionId(0, 0, 0)


class Offered:
    """What can be composed in one state of a game. ``stated``: players state their rolls."""

    def __init__(
        self, game: Game[Any], state: State, book: Rulebook, *, stated: bool, most: int
    ) -> None:
        self.game, self.state, self.book, self.stated, self.most = game, state, book, stated, most
        self._lines = LinePlayer(game, book, Unseen())
        every = (*game.verbs_in(state, book), *kernel_verbs(game.ledger))
        self._listed = [verb for verb in _different(every) if _is_offered(verb, book)]
        self._own = {name: self._lists(name) for name in ("", *state.players)}
        self._shared = _shared([*self._own.values()])

    def json(self, most_players: int) -> Json:
        """``lists``, ``verbs``, ``players`` and ``others`` of the page; ``more``: it was cut."""
        kinds = frozenset(kind for lists in self._own.values() for kind in lists)
        forms = {id(verb): composed(verb, kinds, stated=self.stated) for verb in self._listed}
        names = tuple(self.state.players)[:most_players]
        used = {kind for lines in forms.values() for line in lines for kind in line.all_kinds()}
        return {
            "lists": self._listing({k: v for k, v in self._shared.items() if k in used}),
            "verbs": list(_by_name(self._listed, forms)),
            "players": [self._player(name, used) for name in names],
            "others": {"can": self._can("")},
            "more": len(names) < len(self.state.players),
        }

    # -- lists -------------------------------------------------------------------------------------

    def _lists(self, player: str) -> Lists:
        slots = {
            **common_slots(self.state, player),
            **self.game.slots(self.state, self.book, player),
        }
        have = options(self.state.players[player].owned if player else ())
        more = {"belongings": have, **self.game.lists(self.state, self.book, player)}
        return {**lists_of(slots, more), **self._spaces(slots)}

    def _spaces(self, slots: Mapping[str, PhraseSlot]) -> Lists:
        """The spaces of the board with what there is to say about each."""
        spaces = options_of(slots["space"]) if "space" in slots else None
        if not spaces:
            return {}
        said = self._cells
        return {"space": tuple(Option(e.value, said.get(e.value, "")[:_LABEL]) for e in spaces)}

    @cached_property
    def _cells(self) -> Mapping[str, str]:
        """What is said of each cell of the board, by its label."""
        picture = self.game.picture(self.state, self.book)
        cells = [cell for group in picture.groups for cell in group.cells] if picture else []
        return {cell.label: cell.title.partition(";")[0] for cell in cells}

    def _listing(self, lists: Lists) -> Json:
        return {kind: _cut(options, self.most) for kind, options in sorted(lists.items())}

    # -- players -----------------------------------------------------------------------------------

    def _player(self, name: str, used: set[str]) -> Json:
        can = self._can(name)
        own = {
            kind: options
            for kind, options in self._own[name].items()
            if kind in used and kind not in self._shared
        }
        return {
            "name": name,
            "accounts": [self.state.players[name].owner],
            "about": self.game.standing(self.state, name),
            "can": can,
            "lists": self._listing(own),
            "waits": self._waits(name, can),
            "dice": dict(self._dice(name)) if self.stated else {},
        }

    def _waits(self, name: str, can: Sequence[str]) -> list[Json]:
        kinds = frozenset(self._own[name])

        def forms(verb: str) -> tuple[Composed, ...]:
            found = next((each for each in self._listed if each.name == verb), None)
            return composed(found, kinds, stated=self.stated) if found else ()

        waiting = Waiting(self._lines, self.state, name, can, forms, stated=self.stated)
        return [each.json() for each in islice(waiting.entries(), MOST_WAITING)]

    def _can(self, name: str) -> list[str]:
        act = self._trial(name)
        names = dict.fromkeys(verb.name for verb in self._listed if is_usable(act, verb))
        return sorted(names, key=lambda name: _LAST.index(name) if name in _LAST else -1)

    def _dice(self, name: str) -> Iterator[tuple[str, str]]:
        """The dice that each verb needs now whose rolls stand behind the verb alone."""
        act = self._trial(name)
        for verb in self._listed:
            if " -- " in verb.example and is_usable(act, verb):
                missing = self._lines.joining.missing_of(self.state, act.action, Order(verb), name)
                if isinstance(missing, MissingRoll) and (dice := dice_of(missing)):
                    yield verb.name, dice

    def _trial(self, name: str) -> ActionContext[Any]:
        account = self.state.players[name].owner if name else ""
        action = Action(_NO_ONE, self.state.now, account, "", by_name=bool(name))
        return self._lines.joining.trial(self.state, action, Order(HELP), name)


def _is_offered(verb: Verb, book: Rulebook) -> bool:
    """Whether a form has it at all: no other name of another verb, none of stewards, no mark."""
    if verb.stewards_only or verb.name in (CHOOSE.name, "note") or verb.available is unlisted:
        return verb.name == "note" and not verb.stewards_only and bool(verb.inputs)
    in_force = not verb.section or book.has(verb.section)
    words = any(char.isalnum() for char in verb.name)
    return in_force and words and not verb.about.endswith(SAME) and verb.inputs != ()


def _different(verbs: Sequence[Verb]) -> list[Verb]:
    """Verbs without those that are another name of one before."""
    found: dict[tuple[object, str, str], Verb] = {}
    for verb in verbs:
        found.setdefault((verb.play, verb.about, verb.form.removeprefix(verb.name)), verb)
    return list(found.values())


def _by_name(verbs: Sequence[Verb], forms: Mapping[int, tuple[Composed, ...]]) -> Iterator[Json]:
    """Each name once, with all its forms: several sentences may have the same verb."""
    names = dict.fromkeys(verb.name for verb in verbs)
    for name in names:
        same = [verb for verb in verbs if verb.name == name]
        lines = [line.json() for verb in same for line in forms[id(verb)]]
        if lines:
            first = same[0]
            yield {"name": name, "group": first.section, "about": first.about, "forms": lines}


def _shared(lists: Sequence[Lists]) -> Lists:
    """The lists that are the same for all."""
    first, *others = lists
    return {
        kind: options
        for kind, options in first.items()
        if all(each.get(kind) == options for each in others)
    }


def _cut(options: Sequence[Option], most: int) -> list[Any]:
    listed = [each.json() for each in options[:most]]
    return [*listed, {"more": True}] if len(options) > most else listed
