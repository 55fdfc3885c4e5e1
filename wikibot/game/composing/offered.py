"""What a form can offer: the verbs in force with their lists, what each player may do, what waits.

All of it follows from the state, so that it changes only when the game does. A verb is offered in
forms that the game reads; what it asks beyond them comes back as a question with its options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from wikibot.game.actions import Action, ActionId
from wikibot.game.composing.parts import (
    Composed,
    FacesField,
    Literal,
    Many,
    Optional,
    Pick,
    WordsField,
)
from wikibot.game.composing.templates import composed
from wikibot.game.composing.waiting import (
    Json,
    dice_of,
    open_requests,
    open_trades,
    open_votes,
    what_waits,
)
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.dice import Unseen
from wikibot.game.engine.helping import SAME, is_usable
from wikibot.game.engine.kernel_verbs import CHOOSE, HELP, in_full, kernel_verbs
from wikibot.game.engine.line_player import LinePlayer
from wikibot.game.engine.orders import Order, quoted
from wikibot.game.game import Game
from wikibot.game.problems import Missing, MissingRoll
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, Pending, State
from wikibot.game.understanding.options import Lists, Option, lists_of, options, options_of
from wikibot.game.understanding.situation import common_slots
from wikibot.game.understanding.slots.base import PhraseSlot
from wikibot.game.verbs import Shape, Verb, unlisted

MOST_WAITING = 20  # of one player
_OPTIONS = 100  # of one question
_LABEL = 80  # characters of what a space is called
_ANSWER = 200  # characters of a free answer
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
        used = {kind for lines in forms.values() for line in lines for kind in _all_kinds(line)}
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
        own = self.state.players[player].items if player else {}
        have = options(item for item, count in own.items() if count > 0)
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
        own = {
            kind: options
            for kind, options in self._own[name].items()
            if kind in used and kind not in self._shared
        }
        return {
            "name": name,
            "accounts": [self.state.players[name].owner],
            "about": self.game.standing(self.state, name),
            "can": self._can(name),
            "lists": self._listing(own),
            "waits": list(self._waits(name))[:MOST_WAITING],
            "dice": dict(self._dice(name)) if self.stated else {},
        }

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

    # -- what waits --------------------------------------------------------------------------------

    def _waits(self, name: str) -> Iterator[Json]:
        mine = [each for each in self.state.pending if each.player == name]
        actions = [each for each in mine if each.kind is Kind.ACTION]
        for pending in mine:
            if pending.kind is Kind.ACTION:
                yield self._action(pending, alone=len(actions) == 1)
            elif pending.kind is Kind.OFFER:
                yield self._offer(pending)
            else:
                yield what_waits(pending, pending.text, "a steward must rule on it")
        can = set(self._can(name))
        yield from open_trades(self.state, name, can)
        yield from open_requests(self.state, name, can)
        if "vote" in can:
            yield from open_votes(self.state, name, self._listed)

    def _action(self, pending: Pending, *, alone: bool) -> Json:
        """An unfinished action with the lines that answer it."""
        verbs = self._lines.verbs(self.state)
        about = in_full(pending, verbs)
        found = what_waits(pending, about, pending.asks)
        missing, order = self._missing(pending), self._lines.joining.waiting(self.state, pending)
        begins = f"{CHOOSE.name} " if alone or ":" in about else f"{CHOOSE.name} {about}: "
        if missing is None or order is None:
            return found
        found["question"] = missing.question
        one_word = order.verb.shape is Shape.WORDS
        found["options"] = [
            {"label": each, "line": f"{begins}{quoted(each, one_word=one_word)}"}
            for each in missing.answers[:_OPTIONS]
        ]
        if isinstance(missing, MissingRoll):
            dice = dice_of(missing)
            if self.stated and dice:  # of several orders that wait, the one that is sent again
                before = begins if alone else f"{about} -- "
                found["form"] = Composed((Literal(before), FacesField(dice))).json()
        elif len(missing.answers) > _OPTIONS or not missing.answers:
            found["form"] = Composed((Literal(begins), WordsField("Answer", _ANSWER))).json()
        return found

    def _missing(self, pending: Pending) -> Missing | None:
        owner = self.state.players[pending.player].owner
        action = Action(pending.id, self.state.now, owner, pending.text, by_name=True)
        order = self._lines.joining.waiting(self.state, pending)
        if order is None:
            return None
        return self._lines.joining.missing(self.state, action, order, pending)

    def _offer(self, pending: Pending) -> Json:
        """Something that may be taken up."""
        found = what_waits(pending, pending.text, pending.asks)
        offer = pending.offer
        verb = next((each for each in self._listed if offer and each.name == offer.verb), None)
        if verb is None:
            return found
        kinds = frozenset(self._own[pending.player])
        for line in composed(verb, kinds, stated=self.stated):
            if line.is_plain:
                found["options"] = [{"label": verb.name, "line": verb.name}]
            else:
                found["form"] = line.json()
            break
        return found


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


def _all_kinds(line: Composed) -> Iterator[str]:
    """The lists that a line may use, also in what may be left out."""

    def walk(parts: Sequence[Any]) -> Iterator[str]:
        for part in parts:
            if isinstance(part, Pick) and part.kind:
                yield part.kind
            elif isinstance(part, (Many, Optional)):
                yield from walk(part.parts)

    return walk(line.parts)


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
