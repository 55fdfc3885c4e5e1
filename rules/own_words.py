"""Things without code in a coded game, played from their own words in plain sentences.

The effects themselves are those of the game ``generic`` (``rules.generic.play``): they see the page
that a :class:`World` shows them, and what they change there is carried out in the game's own state.

Decisions: a sentence at a time, each with what the game has follow it. An effect for which there
is no player or thing to choose does nothing, and says so; the others happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.generic import owners as pages
from rules.generic.owners import FieldKind, Owner
from rules.generic.play.effects import PlayedScene
from rules.generic.play.plan import KINDS, SentencePlan, Told
from rules.generic.play.scene import Happened
from rules.generic.play.values import NobodyToChoose
from rules.plain import tree
from rules.plain import vocabulary as v
from rules.plain.memory import Parsed
from rules.plain.sentences import parse
from wikibot.game.ruleset.implementations import InWords
from wikibot.sdk import Held, Rulebook, Unit, gain, plain
from wikibot.wikitext.messages import say

BAG = "Items"  # the list that players and things have
MOST_TOLD = 8  # things that one sentence does and the answer tells one by one
Does = Callable[[Any, Any, str, Any], object]  # an effect, for whom or what, with which number


class OwnScene(PlayedScene):
    """Own words while they are carried out, on the state of a coded game, shown as a page.

    Every player is named in the answer.
    """

    act: Any  # of the coded game
    _told = False  # whether the game itself has told of the last change

    def __init__(self, act: Any, world: World, told: Told, doer: str, it: Owner | None) -> None:
        self._world = world
        super().__init__(act, SentencePlan(()), told, doer, it)

    @property
    def state(self) -> pages.State:
        """The game's state, shown as a page."""
        return self.then or self.act.book.found_in(self.act.state, self._world.page)

    @state.setter
    def state(self, after: pages.State) -> None:
        self._told, was, now = False, _rows(self.state), _rows(after)
        for owner in was | now:
            had, has = was.get(owner), now.get(owner)
            if had is None and owner.table in self._world.made:
                self._world.made[owner.table](self.act, owner.name)
            elif had is None or has is None:
                why = say("only a person can make or destroy {} here", owner.name)
                raise Held(self.told.section, why)
            elif had is not has:
                for about in pages.columns(after, owner.table):
                    self._change(owner.name, about, had.get(about.name), has.get(about.name))

    def _change(self, owner: str, about: Any, old: Any, new: Any) -> None:
        """Carry out in the game that a cell of the page holds something else."""
        old, new = old or 0, new or 0
        if old != new and about.kind is FieldKind.ITEMS:
            had, has = Counter(old or {}), Counter(new or {})
            for item in {**had, **has}:
                if has[item] != had[item]:
                    self._world.gain(self.act, owner, item, has[item] - had[item])
        elif old != new:
            about.put(self.act, owner, old, new)
            self._told |= about.tells

    def name(self, player: str) -> str:
        return f"{player} "

    def say(self, message: str, *values: object) -> None:
        if not self._told:
            super().say(message, *values)
        self._told = False

    def close(self) -> None:
        """Tell what was done by now, in the words of the effects."""
        more = len(self.phrases) - MOST_TOLD
        for message, values in self.phrases[:MOST_TOLD]:
            self.act.say(message, *values)
        if more > 0:
            self.act.say("and {} more", more)
        self.phrases.clear()

    def did(self, player: str, asks: tree.Did, *to: Any) -> int:
        why = say("it is not known who did {} this or last {}", asks.verb, asks.unit)
        raise Held(self.told.section, why)

    def deed(self, effect: Any, name: str, number: int | None) -> None:
        self.close()
        self._world.deeds[effect.deed](self.act, effect, name, number)

    def play(self, effect: Any) -> None:
        """One sentence, and what follows it."""
        try:
            self.perform((effect,))
        except NobodyToChoose as problem:
            self.say(problem.text)
        self.close()


class WorldCell(pages.Field, frozen=True):
    """A column or value of the page, in words as ``vocabulary.KnownField``, and in the game.

    ``get``: of the game's state, by the name of the owner. ``put``: by the context, the name of the
    owner, what it held before and holds now, where 0 is a blank. ``tells``: whether the game itself
    tells of that.
    """

    get: Callable[[Any, str], Any] = lambda state, name: None
    put: Callable[[Any, str, Any, Any], object] = lambda act, name, old, new: None
    tells: bool = False
    parts: tuple[str, ...] = ()
    also: str = ""


class OwnerCells(Mapping[str, Any]):
    """What the cells of an owner hold; each is looked up in the game's state when it is asked for.

    So of a board of many spaces no more is worked out than a sentence asks for.
    """

    def __init__(self, cells: Sequence[WorldCell], state: Any, owner: str = "") -> None:
        self._cells, self._state, self._owner = cells, state, owner

    def __getitem__(self, name: str) -> Any:
        for each in self._cells:
            if each.name == name:
                return each.get(self._state, self._owner)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (each.name for each in self._cells)

    def __len__(self) -> int:
        return len(self._cells)


class World:
    """What one kind of things of a coded game shows to plain words: its state as tables.

    ``column``: the cells with the words of the things, "" where all that is said of one is meant;
    ``cost``: those with what one costs. ``players``: what players have beside their items;
    ``values``: of the game; ``things``: of the things of tables; ``made``: how those of a table
    come to be. ``deeds``: what else words can have happen (``rules.plain.effects.coded``).
    """

    column = cost = ""
    scene = OwnScene  # or what the game has beside, such as a board
    players: tuple[WorldCell, ...] = ()
    values: tuple[WorldCell, ...] = ()
    things: tuple[WorldCell, ...] = ()
    made: Mapping[str, Callable[[Any, str], object]] = {}
    deeds: Mapping[str, Does] = {}

    def words(self, book: Rulebook, /) -> v.PlainVocabulary:
        """All names that the words may have; of the ruleset page alone, so that they stay."""
        raise NotImplementedError

    def names(self, _state: Any, _book: Rulebook, /) -> Mapping[str, Iterable[str]]:
        """The things of tables of which the words have others, in the order of random choices."""
        return {}

    def parsed(self, text: str, _unit: Unit, book: Rulebook, /) -> Sequence[Parsed]:
        """What the words of a unit mean; here, which say what happens, all of them as one."""
        return (parse(text.strip(), book.derived(self.words), "body"),)

    def price(self, _unit: Unit, _book: Rulebook, /) -> str:
        """What is in the column ``cost``; raises ``Held`` where it is not understood."""
        raise NotImplementedError

    def gain(self, act: Any, owner: str, item: str, more: int, /) -> None:
        """Give an owner more of an item, or fewer."""
        act.state = gain(act.state, owner, item, more)

    def page(self, state: Any, book: Rulebook) -> pages.State:
        """The state as players, tables and values."""
        players = {
            name: pages.Player(
                name, each.account, items=each.items, fields=OwnerCells(self.players, state, name)
            )
            for name, each in state.players.items()
        }
        tables, names = {}, self.names(state, book)
        for each in book.derived(self.words).tables:
            cells = self.things if each.fields else ()
            there = names.get(each.name, each.things)
            rows = {name: pages.Thing(name, OwnerCells(cells, state, name)) for name in there}
            tables[each.name] = pages.ThingTable(each.name, each.noun, pages.Columns(cells), rows)
        return pages.State(
            now=state.now, winners=state.winners, players=players, bag=BAG, tables=tables,
            columns=pages.Columns((pages.Field(BAG, FieldKind.ITEMS), *self.players)),
            labels=pages.Columns(self.values), values=OwnerCells(self.values, state),
        )  # fmt: skip

    # -- what the own words of a unit mean, and their play -----------------------------------------

    def read(self, book: Rulebook, unit: Unit) -> tuple[Sequence[Parsed], InWords]:
        """The words of a unit, or of its reading, parsed; and all that they mean, or nothing."""
        given = book.reading(unit.name)
        text = unit.cell(self.column) if self.column else plain(unit.meaning)
        if given is not None and not given.kind:
            text = plain(given.means)
        found = self.parsed(text, unit, book)
        for each in found:
            if each.rule is None:
                return found, InWords("", each.unknown)
        says = [each.says for each in found]
        if self.cost:
            try:
                says.append(f"{self.cost}: {self.price(unit, book)}.")
            except Held:
                return found, InWords("", unit.cell(self.cost))
        return found, InWords(" ".join(says))

    def play(self, act: Any, unit: Unit, doer: str = "", event: Happened | None = None) -> None:
        """Carry out the words of a unit from first to last: they share what was rolled and chosen.

        ``doer``: the player whom they are about, if not the one who acts. ``event``: what happened,
        where the words say when; only those that say it of this are carried out.
        """
        found, means = self.read(act.book, unit)
        if found and not means.says:
            raise Held(unit.name, "its words are not understood from {!r} on", means.unknown)
        for parsed in found:
            rule: Any = parsed.rule
            told = Told(rule, parsed.says, unit.name)
            scene = self.scene(act, self, told, doer or act.player, event.thing if event else None)
            if event is not None:
                kinds, where = KINDS.get(rule.event.kind, (rule.event.kind,)), rule.event.where
                if event.kind not in kinds or (where is not None and not scene.holds(where)):
                    continue
            for effect in rule if event is None else rule.effects:
                scene.play(effect)


def _rows(page: pages.State) -> dict[Owner, Mapping[str, Any]]:
    """Who or what has which cells."""
    things = (Owner(each, name) for each in page.tables for name in pages.rows(page, each))
    every = (*map(pages.player, page.players), pages.GAME, *things)
    return {each: pages.fields(page, each) for each in every}


def spoken(cells: Iterable[WorldCell]) -> tuple[v.KnownField, ...]:
    """Cells as the words name them."""
    return tuple(
        v.KnownField(each.name, str(each.kind), each.table, each.parts, each.also) for each in cells
    )
