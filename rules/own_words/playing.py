"""Carrying out own words: the effects of ``rules.generic.play`` on the state of a coded game.

Decisions: a sentence at a time, each with what the game has follow it. An effect for which there is
no player or thing to choose does nothing, and says so; the others happen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from rules.generic.owners import Owner
from rules.generic.play.choosing import NobodyToChoose
from rules.generic.play.effects import perform
from rules.generic.play.plan import KINDS, SentencePlan, Told
from rules.generic.play.scene import Happened, Scene
from rules.generic.play.values import fitting, holds
from rules.generic.state import Context
from rules.generic.state import State as Page
from rules.own_words.reading import read
from rules.own_words.world import World
from rules.plain import tree
from rules.plain.memory import Parsed
from wikibot.sdk import ActionContext, Held, Unit, replace
from wikibot.wikitext.messages import say

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


class OwnScene(Scene):
    """Own words while they are carried out. Every player is named in the answer."""

    def __init__(
        self, act: ActionContext[Any], world: World, told: Told, doer: str, it: Owner | None = None
    ) -> None:
        self.stage = Stage(act, world)
        super().__init__(cast(Context, self.stage), _NO_PLAN, told, doer, it)
        self._act, self._world = act, world

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
            self._act.say(phrase)
        self.phrases.clear()

    def did(self, player: str, asks: tree.Did) -> bool:
        return self._world.did(self._act.state, player, asks)

    def instead(self, effect: Any) -> Sequence[Any]:
        return self._world.instead(self._act, effect, self.self)

    def goes(self, player: str, to: str, *, moving: bool) -> bool:
        """Let the game have a player come to stand elsewhere."""
        self.close()
        self._world.stand(self._act, player, to, moving=moving)
        return True

    def may_go(self, player: str) -> Sequence[str]:
        return self._world.may_go(self._act, player)

    def deed(self, effect: Any, name: str, number: int | None) -> None:
        self.close()
        self._world.deed(self._act, effect, name, number)

    def count(self, player: str, what: str) -> int | None:
        return self._world.count(self._act, player, what)

    def play(self, effect: Any) -> None:
        """One sentence, and what follows it."""
        try:
            perform(self, (effect,))
        except NobodyToChoose as problem:
            self.say(problem.text)
        whom = _bears_on_all(effect)
        if whom is not None:
            self._world.beside(self._act, partial(self._again, effect, whom))
        self.close()
        self._world.settled(self._act)

    def _again(self, effect: Any, whom: tree.EachPlayer, player: str) -> None:
        """An effect on each player once more, for one of them alone."""
        if player in (each.name for each in fitting(self, whom)):
            perform(self, (replace(effect, who=tree.NamedPlayer(player)),))
            self.close()


def _bears_on_all(effect: Any) -> tree.EachPlayer | None:
    """The players on each of whom an effect bears."""
    who = getattr(effect, "who", None)
    return who if isinstance(who, tree.EachPlayer) else None


def effects(
    act: ActionContext[Any], world: World, unit: Unit, doer: str = ""
) -> tuple[Callable[[ActionContext[Any]], None], ...]:
    """What the words of a unit do, a sentence at a time; they share what was rolled and chosen.

    ``doer``: the player whom they are about, if not the one who acts.
    """
    (parsed,) = _understood(act, world, unit)
    told = Told(parsed.rule, parsed.says, unit.name, parsed.says)
    scene = OwnScene(act, world, told, doer or act.player)
    return tuple(partial(_played, scene, each) for each in told.means)


def play(act: ActionContext[Any], world: World, unit: Unit, doer: str = "") -> None:
    """Carry out the words of a unit from first to last; ``doer`` as in :func:`effects`."""
    for effect in effects(act, world, unit, doer):
        effect(act)


def _played(scene: OwnScene, effect: Any, _act: ActionContext[Any]) -> None:
    scene.play(effect)


def happens(act: ActionContext[Any], world: World, unit: Unit, event: Happened) -> None:
    """Play what the words of a unit say of an event."""
    for parsed in _understood(act, world, unit):
        rule: Any = parsed.rule
        kinds = KINDS.get(rule.event.kind, (rule.event.kind,))
        told = Told(rule, parsed.says, unit.name, parsed.says)
        scene = OwnScene(act, world, told, event.player, event.thing)
        where = rule.event.where
        if event.kind in kinds and (where is None or holds(scene, where)):
            for effect in rule.effects:
                scene.play(effect)


def _understood(act: ActionContext[Any], world: World, unit: Unit) -> Sequence[Parsed]:
    found = read(world, act.book, unit)
    wrong = next((each for each in found if each.rule is None), None)
    if wrong is not None:
        raise Held(unit.name, "its words are not understood from {!r} on", wrong.unknown)
    return found
