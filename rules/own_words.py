"""Things without code in a coded game, played from their own words in plain sentences.

The effects themselves are those of the game ``generic`` (``rules.generic.play``): they see the page
that a :class:`World` shows them, and what they change there it carries out in the game's own state.

Decisions: a sentence at a time, each with what the game has follow it. An effect for which there
is no player or thing to choose does nothing, and says so; the others happen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from rules.generic.owners import GAME, PLAYERS, Context, Field, Owner, Player, ThingTable
from rules.generic.owners import State as Page
from rules.generic.play.effects import PlayedScene
from rules.generic.play.plan import KINDS, SentencePlan, Told
from rules.generic.play.scene import Happened
from rules.generic.play.values import NobodyToChoose, holds
from rules.plain import tree
from rules.plain import vocabulary as v
from rules.plain.memory import Parsed
from rules.plain.sentences import parse
from wikibot.game.ruleset.implementations import InWords
from wikibot.sdk import ActionContext, Held, Rulebook, Unit, gain, plain
from wikibot.wikitext.messages import say

Cells = Mapping[str, Any]
MOST_TOLD = 8  # things that one sentence does and the answer tells one by one
_NO_PLAN = SentencePlan(())


class Stage:
    """The action context of a coded game as the effects see it: its state is a page."""

    def __init__(self, act: ActionContext[Any], world: World) -> None:
        self._act, self._world = act, world
        self._seen: tuple[Any, Page | None] = (None, None)
        self.told = False  # whether the game itself told of the last change

    def __getattr__(self, name: str) -> Any:
        return getattr(self._act, name)

    @property
    def state(self) -> Page:
        """The game's state, shown as a page."""
        if self._seen[0] is not self._act.state or self._seen[1] is None:
            self._seen = self._act.state, self._world.page(self._act.state, self._act.book)
        return cast(Page, self._seen[1])

    @state.setter
    def state(self, after: Page) -> None:
        self.told = self._world.write(self._act, self.state, after)


class OwnScene(PlayedScene):
    """Own words while they are carried out. Every player is named in the answer."""

    def __init__(
        self, act: ActionContext[Any], world: World, told: Told, doer: str, it: Owner | None
    ) -> None:
        self.stage = Stage(act, world)
        super().__init__(cast(Context, self.stage), _NO_PLAN, told, doer, it)
        self.game, self._world = act, world

    def name(self, player: str) -> str:
        return f"{player} "

    def say(self, message: str, *values: object) -> None:
        if self.stage.told:
            self.stage.told = False
        else:
            super().say(message, *values)

    def close(self) -> None:
        """Tell what was done by now, in the words of the effects."""
        said, more = self.phrases[:MOST_TOLD], len(self.phrases) - MOST_TOLD
        for phrase in (*said, *((say("and {} more", more),) if more > 0 else ())):
            self.game.say(phrase)
        self.phrases.clear()

    def did(self, player: str, asks: tree.Did) -> bool:
        raise Held(
            self._world.rule, "it is not known who did {} this or last {}", asks.verb, asks.unit
        )

    def goes(self, player: str, to: str, *, moving: bool) -> bool:
        """Let the game have a player come to stand elsewhere."""
        self.close()
        self.stand(player, to, moving=moving)
        return True

    def stand(self, player: str, to: str, *, moving: bool) -> None:
        """Let a player go (or, where not ``moving``, be put) to a thing, with what comes of it."""
        raise NotImplementedError("the game has no board")

    def play(self, effect: Any) -> None:
        """One sentence, and what follows it."""
        try:
            self.perform((effect,))
        except NobodyToChoose as problem:
            self.say(problem.text)
        self.beside(effect)
        self.close()

    def beside(self, effect: Any) -> None:
        """Let what bears on all players bear on what else it does: here, on nothing."""


class World(ABC):
    """What one kind of things of a coded game shows to plain words: its state as tables.

    ``rule``: the part of the ruleset that has these things. ``columns``: of players, the list of
    their items first; ``labels``: of the game. The context ``act`` is that of the game itself.
    """

    rule: str
    scene = OwnScene  # or what the game has beside, such as a board
    columns: tuple[Field, ...]
    labels: tuple[Field, ...] = ()

    @abstractmethod
    def words(self, book: Rulebook, /) -> v.PlainVocabulary:
        """All names that the words may have; of the ruleset page alone, so that they stay."""

    @abstractmethod
    def text(self, unit: Unit, /) -> str:
        """The words of a unit that say what happens, in plain text."""

    @abstractmethod
    def put(self, act: Any, owner: Owner, name: str, old: Any, new: Any, /) -> bool:
        """Carry out that a cell changed, of which 0 is a blank; whether the answer tells of it."""

    @abstractmethod
    def shown(self, state: Any, book: Rulebook, /) -> tuple[Cells, Cells, Iterable[ThingTable]]:
        """The cells of each player but for the items, the values of the game, tables of things.

        These in the published order of random choices.
        """

    def page(self, state: Any, book: Rulebook) -> Page:
        """The state as players, tables and values."""
        cells, values, tables = self.shown(state, book)
        players = {
            each.name: Player(
                each.name, each.account, items=each.items, fields=present(cells.get(each.name, {}))
            )
            for each in state.players.values()
        }
        return Page(
            now=state.now, winners=state.winners, players=players, columns=self.columns,
            bag=self.columns[0].name, labels=self.labels, values=present(values),
            tables={each.name: each for each in tables},
        )  # fmt: skip

    def write(self, act: Any, before: Page, after: Page) -> bool:
        """Carry out what one effect changed on that page; whether the answer tells of it."""
        told = False
        for owner, was, now in _changed(before, after):
            if was is None:
                self.create(act, owner)
            for name in dict.fromkeys((*(was or ()), *now)):
                old, new = (was or {}).get(name), now.get(name)
                if isinstance(new or old, Mapping):
                    had, has = old or {}, new or {}
                    for item in dict.fromkeys((*had, *has)):
                        if more := has.get(item, 0) - had.get(item, 0):
                            self.gain(act, owner, item, more)
                elif old != new:
                    told = self.put(act, owner, name, old or 0, new or 0) or told
        for name in after.winners[len(before.winners) :]:
            self.win(act, name)
            told = True
        return told

    def gain(self, act: Any, owner: Owner, item: str, more: int, /) -> None:
        """Give an owner more of an item, or fewer."""
        act.state = gain(act.state, owner.name, item, more)

    def create(self, act: Any, owner: Owner, /) -> None:  # noqa: B027  # most worlds need nothing
        """Add a thing. Here, nobody does: no words of such things say it."""

    def win(self, act: Any, name: str, /) -> None:  # noqa: B027  # likewise
        """Let a player win. Here, nobody does: no words of such things say it."""

    def spelled(self, text: str, _book: Rulebook, /) -> str:
        """The words with signs of the page, such as emoji, as the names that they stand for."""
        return text

    def parsed(self, text: str, _unit: Unit, words: v.PlainVocabulary, /) -> Sequence[Parsed]:
        """What the words of a unit mean; here, which say what happens, all of them as one."""
        return (parse(text, words, "body"),)


def _changed(before: Page, after: Page) -> Iterator[tuple[Owner, Cells | None, Cells]]:
    """Who or what has other cells than before (None: was not there), the bag among them."""
    for name, row in after.players.items():
        if row is not (was := before.players[name]):
            bag, had = {after.bag: row.items}, {after.bag: was.items}
            yield Owner(PLAYERS, name), had | dict(was.fields), bag | dict(row.fields)
    if after.values is not before.values:
        yield GAME, before.values, after.values
    for table in after.tables.values():
        old = before.tables[table.name].things
        for name, thing in table.things.items() if table.things is not old else ():
            if thing is not old.get(name):
                yield (
                    Owner(table.name, name),
                    old[name].fields if name in old else None,
                    thing.fields,
                )


def spoken(fields: Iterable[Field]) -> tuple[v.KnownField, ...]:
    """Fields of the page as the words name them."""
    return tuple(v.KnownField(each.name, str(each.kind), each.table) for each in fields)


def present(values: Cells) -> dict[str, Any]:
    """Values that a page has a place for; a blank is not among them."""
    return {name: value for name, value in values.items() if value}


# == What the own words of a unit mean, as a steward is shown it before they are played ============


def read(world: World, book: Rulebook, unit: Unit) -> Sequence[Parsed]:
    """The words of a unit, or of its reading, parsed."""
    given = book.reading(unit.name)
    text = plain(given.means) if given is not None and not given.kind else world.text(unit)
    text = world.spelled(text, book).strip()
    return world.parsed(text, unit, book.derived(world.words))


def in_words(world: World, book: Rulebook, unit: Unit) -> InWords:
    """The same as the ruleset's part of the program knows it: all of it, or nothing."""
    found = read(world, book, unit)
    wrong = next((each for each in found if each.rule is None), None)
    if wrong is not None or not found:
        return InWords("", wrong.unknown if wrong else "", wrong.why if wrong else "")
    return InWords(" ".join(each.says for each in found))


def play(
    act: ActionContext[Any], world: World, unit: Unit, doer: str = "", event: Happened | None = None
) -> None:
    """Carry out the words of a unit from first to last: they share what was rolled and chosen.

    ``doer``: the player whom they are about, if not the one who acts. ``event``: what happened,
    where the words say when; only those that say it of this are carried out.
    """
    found = read(world, act.book, unit)
    if wrong := next((each for each in found if each.rule is None), None):
        raise Held(unit.name, "its words are not understood from {!r} on", wrong.unknown)
    for parsed in found:
        rule: Any = parsed.rule
        told = Told(rule, parsed.says, unit.name, parsed.says)
        thing = event.thing if event else None
        scene = world.scene(act, world, told, doer or act.player, thing)
        if event is None or _is_of(rule.event, event, scene):
            for effect in rule if event is None else rule.effects:
                scene.play(effect)


def _is_of(says: Any, event: Happened, scene: OwnScene) -> bool:
    """Whether a sentence is about an event."""
    of_kind = event.kind in KINDS.get(says.kind, (says.kind,))
    return of_kind and (says.where is None or holds(scene, says.where))
