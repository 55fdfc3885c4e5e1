"""Things without code in a coded game, played from their own words in plain sentences.

The effects themselves are those of the game ``generic`` (``rules.generic.play``): they see the page
that a :class:`World` shows them, and what they change there it carries out in the game's own state.

Decisions: a sentence at a time, each with what the game has follow it. An effect for which there
is no player or thing to choose does nothing, and says so; the others happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

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
from wikibot.sdk import ActionContext, Held, Rulebook, Unit, gain, plain

BAG = "Items"  # the list that players and things have
MOST_TOLD = 8  # things that one sentence does and the answer tells one by one
_NO_PLAN = SentencePlan(())
Does = Callable[[Any, Any, str, Any], object]  # an effect, for whom or what, with which number
Row = Mapping[str, pages.Cell]  # what the cells of a thing hold, by their names


class OwnScene(PlayedScene):
    """Own words while they are carried out, on the state of a coded game, shown as a page.

    Every player is named in the answer.
    """

    def __init__(
        self, act: ActionContext[Any], world: World, told: Told, doer: str, it: Owner | None
    ) -> None:
        self.game, self._world, self._told = act, world, False
        self._seen: tuple[Any, Any] = (None, None)
        super().__init__(cast(pages.Context, act), _NO_PLAN, told, doer, it)
        self.began = self.state

    @property
    def state(self) -> pages.State:
        """The game's state, shown as a page."""
        if self.then is not None:
            return self.then
        if self._seen[0] is not self.game.state:
            self._seen = self.game.state, self._world.page(self.game.state, self.game.book)
        return cast(pages.State, self._seen[1])

    @state.setter
    def state(self, after: pages.State) -> None:
        self._told = self._world.write(self.game, self.state, after)

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
            self.game.say(message, *values)
        if more > 0:
            self.game.say("and {} more", more)
        self.phrases.clear()

    def did(self, player: str, asks: tree.Did, *to: Any) -> int:
        raise Held(
            self._world.rule, "it is not known who did {} this or last {}", asks.verb, asks.unit
        )

    def deed(self, effect: Any, name: str, number: int | None) -> None:
        self.close()
        self._world.deeds[effect.deed](self.game, effect, name, number)

    def play(self, effect: Any) -> None:
        """One sentence, and what follows it."""
        try:
            self.perform((effect,))
        except NobodyToChoose as problem:
            self.say(problem.text)
        self.close()


class WorldCell(pages.Field, frozen=True):
    """A column or value of the page, in words as ``vocabulary.KnownField``, and in the game.

    ``get``: of the game's state, by the name of the player; of a thing its table has it. ``put``:
    by the context, the name of the owner, what it held before and holds now, where 0 is a blank.
    ``tells``: whether the game itself tells of that.
    """

    get: Callable[[Any, str], Any] = lambda state, name: None
    put: Callable[[Any, str, Any, Any], object] = lambda act, name, old, new: None
    tells: bool = False
    parts: tuple[str, ...] = ()
    also: str = ""


class World:
    """What one kind of things of a coded game shows to plain words: its state as tables.

    ``rule``: the part of the ruleset that has these things; ``column``: the cells with their words,
    "" where all that is said of one is meant; ``cost``: those with what one costs. ``players``:
    what players have beside their items; ``values``: of the game; ``things``: of the things of
    tables; ``made``: how those of a table come to be. ``deeds``: what else words can have happen
    (``rules.plain.effects.coded``).
    """

    rule: str
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

    def rows(self, state: Any, book: Rulebook, /) -> Mapping[str, Mapping[str, Row]]:
        """The things of each table of the words, in the published order of random choices."""
        raise NotImplementedError

    def spelled(self, text: str, _unit: Unit, _book: Rulebook, /) -> str:
        """The words of a unit as they are read: emoji, say, as the names that they stand for."""
        return text

    def parsed(self, text: str, _unit: Unit, words: v.PlainVocabulary, /) -> Sequence[Parsed]:
        """What the words of a unit mean; here, which say what happens, all of them as one."""
        return (parse(text, words, "body"),)

    def price(self, _unit: Unit, _book: Rulebook, /) -> str:
        """What is in the column ``cost``; raises ``Held`` where it is not understood."""
        raise NotImplementedError

    def gain(self, act: Any, owner: Owner, item: str, more: int, /) -> None:
        """Give an owner more of an item, or fewer."""
        act.state = gain(act.state, owner.name, item, more)

    # -- its page, and what comes of a change of it ------------------------------------------------

    def page(self, state: Any, book: Rulebook) -> pages.State:
        """The state as players, tables and values."""
        players = {
            each.name: pages.Player(
                each.name, each.account, items=each.items, fields=shown(self.players, state, name)
            )
            for name, each in state.players.items()
        }
        rows = self.rows(state, book)
        tables = (
            pages.ThingTable(each.name, each.noun, pages.Columns(self.things), {
                name: pages.Thing(name, row) for name, row in rows[each.name].items()})
            for each in book.derived(self.words).tables
        )  # fmt: skip
        return pages.State(
            now=state.now, winners=state.winners, players=players, bag=BAG,
            columns=pages.Columns((pages.Field(BAG, FieldKind.ITEMS), *self.players)),
            labels=pages.Columns(self.values), values=shown(self.values, state),
            tables={each.name: each for each in tables},
        )  # fmt: skip

    def write(self, act: Any, before: pages.State, after: pages.State) -> bool:
        """Carry out what one effect changed on that page; whether the answer tells of it."""
        cells = {each.name: each for each in (*self.players, *self.values, *self.things)}
        told, was, now = False, _rows(before), _rows(after)
        for owner in dict.fromkeys((*was, *now)):
            had, has = was.get(owner, {}), now.get(owner, {})
            if owner not in was and owner.table in self.made:
                self.made[owner.table](act, owner.name)
            elif owner not in was or owner not in now:
                raise Held(self.rule, "only a person can make or destroy {} here", owner.name)
            for name in dict.fromkeys((*had, *has)) if has != had else ():
                old, new = had.get(name), has.get(name)
                if isinstance(new or old, Mapping):
                    items, gone = new or {}, old or {}
                    for item in dict.fromkeys((*gone, *items)):
                        if more := items.get(item, 0) - gone.get(item, 0):
                            self.gain(act, owner, item, more)
                elif old != new and name in cells:
                    cells[name].put(act, owner.name, old or 0, new or 0)
                    told = told or cells[name].tells
        return told

    # -- what the own words of a unit mean, and their play -----------------------------------------

    def read(self, book: Rulebook, unit: Unit) -> tuple[Sequence[Parsed], InWords]:
        """The words of a unit, or of its reading, parsed; and all that they mean, or nothing."""
        given = book.reading(unit.name)
        text = unit.cell(self.column) if self.column else plain(unit.meaning)
        if given is not None and not given.kind:
            text = plain(given.means)
        text = self.spelled(text, unit, book).strip()
        found = self.parsed(text, unit, book.derived(self.words))
        wrong = next((each for each in found if each.rule is None), None)
        if wrong is not None:
            return found, InWords("", wrong.unknown)
        says = [each.says for each in found]
        if self.cost:
            try:
                says.append(f"{self.cost}: {self.price(unit, book)}.")
            except Held:
                return found, InWords("", unit.cell(self.cost))
        return found, InWords(" ".join(says))

    def play(
        self, act: ActionContext[Any], unit: Unit, doer: str = "", event: Happened | None = None
    ) -> None:
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
            thing = event.thing if event else None
            scene, effects = self.scene(act, self, told, doer or act.player, thing), rule
            if event is not None:
                says, effects = rule.event, rule.effects
                if event.kind not in KINDS.get(says.kind, (says.kind,)) or (
                    says.where is not None and not scene.holds(says.where)
                ):
                    continue
            for effect in effects:
                scene.play(effect)


def _rows(page: pages.State) -> dict[Owner, Mapping[str, Any]]:
    """Who or what has which cells."""
    things = (Owner(each, name) for each in page.tables for name in pages.rows(page, each))
    every = (*map(pages.player, page.players), pages.GAME, *things)
    return {each: pages.fields(page, each) for each in every}


def shown(cells: Iterable[WorldCell], state: Any, owner: str = "") -> dict[str, Any]:
    """What cells hold; a blank is not among them."""
    return {each.name: held for each in cells if (held := each.get(state, owner))}


def spoken(cells: Iterable[WorldCell]) -> tuple[v.KnownField, ...]:
    """Cells as the words name them."""
    return tuple(
        v.KnownField(each.name, str(each.kind), each.table, each.parts, each.also) for each in cells
    )
