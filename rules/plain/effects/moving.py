"""Where players go: to a thing, along the rows of its table, in each other's place."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain import terms as t
from rules.plain.clauses import PLAYERS, WHO, Branch, Misfit, clause, first_word, phrases, verbs
from rules.plain.effects.base import SINGLE, Effect, Effects, Meaning, Stage, Words
from wikibot.game.problems import Refused

MOST_STEPS = 1000  # along a table in one go


class Move(Effect, frozen=True):
    """A player's field that names things of the thing's table names this one. It is landed on.

    ``field`` "": the one field of players that names things of that table. ``lands`` False: it is
    not landed on, and nothing comes of having moved.
    """

    who: t.Who
    to: t.Thing
    field: str = ""
    lands: bool = True

    changes, verb = "field", "move"

    def say(self, words: Words) -> str:
        words.mine(self.who)
        said = f"moves to {words.thing(self.to)}"
        return said if self.lands else f"{said}; this is not a move"

    def begins(self, words: Words) -> str:
        return f"begins at {words.thing(self.to)}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            to = scene.one(self.to)
            if to is None:
                scene.say("{}moves nowhere: there is no such place", scene.name(who.name))
            else:
                scene.move(who, to, self.field, lands=self.lands)


verbs(
    _MOVE="move, go, are moved, travel, return, fly, sail, drive, walk, ride, run, march, climb,"
    " swim, row, jump, teleport, journey, head, proceed, are sent, are sent back, go back,"
    " are teleported, are returned",
    _MOVE_DIRECTLY="move directly, go directly, are moved directly, move immediately",
    NOT_A_MOVE="; this is not movement, this is not a movement, this is not a move,"
    " this is no move",
)


@clause("[subject] _MOVE _TO thing", "[subject] _MOVE_DIRECTLY _TO thing")
def move(m: Meaning, branch: Branch) -> Move:
    me = m.me(branch)
    to = m.mean(branch.branches()[-1])
    if isinstance(to, t.EachThing):
        raise Misfit("no player moves to several at once", first_word(branch.branches()[-1]))
    table = m.table_of(to)
    if table in (None, PLAYERS):
        raise Misfit("a player cannot move there", first_word(branch.branches()[-1]))
    m.parts += ["to", to]
    return Move(me, to, m.standing(str(table)))


class Shift(Effect, frozen=True):
    """A thing's field that says where it is names another place from now on."""

    thing: t.Thing
    to: t.Thing
    field: str

    changes, form, of_player = "field", "clause", False
    says = "{thing:thing} moves to {to:thing}"

    def play(self, scene: Stage) -> None:
        for thing in scene.owners(self.thing):
            to = scene.one(self.to)
            if to is not None:
                scene.put(thing, self.field, to.name)


@clause("place _MOVE _TO thing")
def shift(m: Meaning, branch: Branch) -> Shift:
    """``it moves to a random Room``, of a thing in a place."""
    what, where = branch.branches()
    thing, to = m.mean(what), m.mean(where)
    here, there = m.table_of(thing), m.table_of(to)
    if here in (None, PLAYERS) or isinstance(to, t.EachThing):
        raise Misfit("it is not plain what moves", first_word(branch))
    columns = [each.name for each in m.table(str(here)).fields if each.table == there]
    if len(columns) != 1:
        raise Misfit(f"the table {here} does not say where they are", first_word(branch))
    return Shift(thing, to, columns[0])


@clause("NOT_A_MOVE")
def not_a_move(_: Meaning, branch: Branch) -> Effects:
    raise Misfit("that is said of no move", first_word(branch))


class Advance(Effect, frozen=True):
    """Along the rows of the table that players stand on, wrapping round; back where negative.

    The things on the way are passed, the last one is landed on.
    """

    who: t.Who
    steps: t.Amount
    table: str
    back: bool = False

    changes = "table"

    def say(self, words: Words) -> str:
        words.mine(self.who)
        back = " back" if self.back else ""
        return f"moves {words.amount(self.steps)} {words.noun(self.table)}{back}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            steps = scene.amount(self.steps)
            if abs(steps) > MOST_STEPS:
                raise Refused("{} steps are too many", abs(steps), rule=scene.told.rule)
            scene.walk(who.name, self.table, -steps if self.back else steps)


phrases(DIRECTION="forward, back, backward, forwards, backwards, ahead")


@clause(
    "[subject] _MOVE NUMBER NAME [DIRECTION]",
    "[subject] _MOVE DIRECTION NUMBER NAME",
    "[subject] _MOVE DIRECTION DICE NAME",
    "[subject] _MOVE DIRECTION THAT_MANY NAME",
    "[subject] _MOVE DICE NAME [DIRECTION]",
    "[subject] _MOVE THAT_MANY NAME [DIRECTION]",
)
def advance(m: Meaning, branch: Branch) -> Advance:
    steps: Any = t.ThatMany()
    if branch.has("NUMBER"):
        steps = t.Number(branch.number())
    elif branch.has("DICE"):
        steps = m.at_dice(branch)
        m.rolls += 1
    table = m.table(branch.named())
    m.standing(table.name)
    back = any(each.low.startswith("back") for each in branch.words("DIRECTION"))
    m.parts += [steps, table.noun or table.name]
    return Advance(m.me(branch), steps, table.name, back)


class Swap(Effect, frozen=True):
    """Two players (or things) exchange what stands in a field of both.

    ``lands`` False: where they stand then is not landed on, and nothing comes of having moved.
    """

    one: t.Who | t.Thing
    other: t.Who | t.Thing
    field: str
    lands: bool = True

    changes = "field"

    def say(self, words: Words) -> str:
        words.mine(self.one)
        said = f"swaps their {self.field} with {words.other(self.other)}"
        return said if self.lands else f"{said}; this is not a move"

    def play(self, scene: Stage) -> None:
        first, second = scene.one(self.one), scene.one(self.other)
        if first is not None and second is not None:
            scene.swap(first, second, self.field, lands=self.lands)


verbs(
    _SWAP="swap, exchange, switch",
    _SWAP_PLACES="swap places, swap positions, trade places, change places",
)


@clause("[subject] _SWAP place _WITH other_place")
def swap(m: Meaning, branch: Branch) -> Swap:
    mine, other = branch.branches()[-2:]
    place = m.mean_place(mine)
    who = m.mean(other.branches()[0])
    if other.name == "with_place" and m.column(who, other.named()) != place.name:
        raise Misfit("two fields of different names are not swapped", other.named())
    return _swapped(m, place.owner, who, place.name, branch)


@clause("[subject] _SWAP NAME _WITH who")
def swap_names(m: Meaning, branch: Branch) -> Swap:
    field = m.field_of_players(branch.named())
    return _swapped(m, m.me(branch), m.mean(branch.branches()[-1]), field.name, branch)


@clause("[subject] _SWAP_PLACES _WITH who")
def swap_places(m: Meaning, branch: Branch) -> Swap:
    m.not_in_deed(branch)
    places = [each.name for each in m.vocabulary.fields if each.kind == "thing"]
    if len(places) != 1:
        raise Misfit("it is not plain which places are meant", first_word(branch))
    return _swapped(m, m.me(branch), m.mean(branch.branches(*WHO)[-1]), places[0], branch)


def _swapped(m: Meaning, one: Any, other: Any, field: str, branch: Branch) -> Swap:
    if not isinstance(other, SINGLE) or not isinstance(one, SINGLE) or one == other:
        raise Misfit("it is not plain with whom", first_word(branch))
    if isinstance(other, t.ChosenPlayer) and one == t.Doer():
        other = replace(other, other=True)  # a swap needs two players
    m.parts += [field, "with", other]
    return Swap(one, other, field)
