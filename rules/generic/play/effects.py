"""What each effect of a sentence does, in the order of the words.

Decisions: an effect that names a player or thing that there is not (a tie for the most, an empty
table) does nothing, and says so; the others happen. Drawn things become items. A row that is
created stands at the end of its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rules.generic import owners as fields
from rules.generic.owners import GAME, PLAYERS, Field, Owner
from rules.generic.play.changes import check_costs, gain, lose, owe, put, require, stand, transfer
from rules.generic.play.scene import Happened, Scene
from rules.generic.play.values import amount, cell, holds, how_many, one, owner_of, owners, value
from rules.plain import tree
from wikibot.game.names import counted
from wikibot.game.problems import Missing, Problem
from wikibot.sdk import Held, Refused, replace
from wikibot.wikitext.messages import say

# -- Effects of the words of things: what is selected, started, taken; what a coded game does ------


def _select(scene: Scene, node: tree.Select) -> None:
    found = one(scene, node.thing)
    if found is not None:
        scene.say("{} is selected", found.name)


def draw_of_it(scene: Scene, node: tree.Draw) -> None:
    """So many more, or fewer, of a thing that was selected before."""
    thing, number = one(scene, node.thing), amount(scene, node.amount)
    if thing is None:
        return
    for who in owners(scene, node.who):
        if number < 0:
            owe(scene, who, thing.name, -number)
        else:
            gain(scene, who, thing.name, number)


def _start(scene: Scene, node: tree.Start) -> None:
    if fields.find_field(scene.state, "", node.name) is not None:
        put(scene, GAME, node.name, True)


def _include(scene: Scene, node: tree.Include) -> None:
    """One more name in a cell that has several."""
    owner, thing = owner_of(scene, node.place), one(scene, node.thing)
    held = cell(scene, node.place)
    names = held if isinstance(held, tuple) else ()
    if owner is not None and thing is not None and thing.name not in names:
        put(scene, owner, node.place.name, (*names, thing.name))


def _take_all(scene: Scene, node: tree.TakeAll) -> None:
    giver, taker = one(scene, node.giver), one(scene, node.taker)
    if giver is None or taker is None or giver == taker:
        return
    for item in scene.may_go(giver.name):
        transfer(scene, giver, taker, item, None, must=False)


def _remind(scene: Scene, node: tree.Remind) -> None:
    for who in owners(scene, node.who):
        scene.say("{}remember to {}", scene.name(who.name), node.of)


def _ping(scene: Scene, node: tree.Ping) -> None:
    for who in owners(scene, node.who):
        scene.say("please let {} know", who.name)


def _by_the_game(scene: Scene, node: Any) -> None:
    """What the rules of a coded game have happen to each of some players or things."""
    number = getattr(node, "steps", getattr(node, "amount", None))
    for each in owners(scene, getattr(node, "who", None) or node.thing):
        scene.deed(node, each.name, None if number is None else amount(scene, number))


DEEDS: Mapping[type, Callable[[Scene, Any], None]] = {
    tree.Select: _select,
    tree.Start: _start,
    tree.Include: _include,
    tree.TakeAll: _take_all,
    tree.Remind: _remind,
    tree.Ping: _ping,
    tree.MoveAgain: _by_the_game,
    tree.NextMove: _by_the_game,
    tree.NextRoll: _by_the_game,
    tree.BecomeFor: _by_the_game,
    tree.Discard: lambda scene, node: scene.deed(node, "", None),
    tree.LandOn: _by_the_game,
    tree.Target: _by_the_game,
    tree.Amend: lambda scene, node: scene.deed(node, "", None),
}


# -- Players go from one thing to another: to a named one, or along the rows of its table ----------

MOST_STEPS = 1000  # along a table in one go


def move(scene: Scene, node: tree.Move) -> None:
    """Let players go to a thing of a table."""
    for who in owners(scene, node.who):
        to = one(scene, node.to)
        if to is None:
            scene.say("{}moves nowhere: there is no such place", scene.name(who.name))
            continue
        about = place_field(scene, to.table, node.field)
        there = fields.value(scene.state, who, about) == to.name
        if there and not scene.goes(who.name, to.name, moving=node.lands):
            scene.say("{}is on {} already", scene.name(who.name), to.name)
        elif not there:
            with scene.without_landing(not node.lands):
                stand(scene, who.name, about, to.name, moving=True)


def place_field(scene: Scene, table: str, name: str = "") -> Field:
    """The field of players that says where in a table they are."""
    every = fields.columns(scene.state, PLAYERS)
    found = [each for each in every if (each.name == name if name else each.table == table)]
    if len(found) != 1:
        several = say("several columns") if found else say("no column")
        raise Held(
            scene.told.rule,
            "the players' table has {} that says in which {} they are",
            several,
            table,
        )
    return found[0]


def advance(scene: Scene, node: tree.Advance) -> None:
    """Let players go some rows on, or back."""
    row = fields.names(scene.state, node.table)
    about = place_field(scene, node.table)
    for who in owners(scene, node.who):
        steps = amount(scene, node.steps)
        steps = -steps if node.back else steps
        if abs(steps) > MOST_STEPS:
            raise Refused("{} steps are too many", abs(steps), rule=scene.told.rule)
        if row and steps:
            _walk(scene, who.name, about, row, steps)


def _walk(scene: Scene, name: str, about: Field, row: tuple[str, ...], steps: int) -> None:
    """Go along a row, around its end; what lies between is passed."""
    here = fields.value(scene.state, fields.player(name), about)
    at = row.index(here) if isinstance(here, str) and here in row else (-1 if steps > 0 else 0)
    way = 1 if steps > 0 else -1
    for step in range(1, abs(steps)):
        passed = Owner(about.table, row[(at + way * step) % len(row)])
        scene.events.append(Happened("passes", name, about.name, thing=passed))
    to = row[(at + steps) % len(row)]
    number = abs(steps)
    spaces = say("{} back" if steps < 0 else "{}", counted(number, "step"))
    said = say("{}moves {} to {}", scene.name(name), spaces, to)
    stand(scene, name, about, to, said=said, moving=True)


# -- Rows of the page's tables are made and taken away ---------------------------------------------

LONGEST_NAME = 60


def create(scene: Scene, node: tree.Create) -> None:
    """Add a row to a table, and fill it."""
    if node.table == PLAYERS or node.table not in scene.state.tables:
        raise Held(scene.told.rule, "the page has no table {} to add to", node.table)
    name = node.name or _new_name(scene, node)
    if name in scene.state.tables[node.table].things:
        raise Refused("there is a {} {} already", node.table, name, rule=scene.told.rule)
    scene.act.state = fields.create(scene.state, node.table, name)
    scene.say(say("{}creates {} in {}", scene.name(scene.self), name, node.table).strip())
    made = scene.slots[node.slot] = Owner(node.table, name)
    for header, node_value in node.fields:
        with scene.about(it=made):
            put(scene, made, header, value(scene, node_value))


def _new_name(scene: Scene, node: tree.Create) -> str:
    held = scene.slots.get(node.slot)
    if isinstance(held, str):
        return held
    asks = f"the name of the new {node.table}, to {scene.told.label}"
    scene.must_choose(asks)
    return scene.act.ask(asks, lambda text: a_name(scene, text))


def a_name(scene: Scene, text: str) -> str:
    """A name that a row may have. Raises ``ValueError``."""
    name = " ".join(text.split()).strip("\"'“”")
    if not name or len(name) > LONGEST_NAME or any(mark in name for mark in "|[]{}<>\n;,"):
        raise ValueError(
            say("a name has at most {} characters, none of | [ ] {{ }} < > , ;", LONGEST_NAME)
        )
    if scene.act.is_reserved(name) or scene.act.is_name(name):
        raise ValueError(say("{} means something else already", name))
    return name


def destroy(scene: Scene, node: tree.Destroy) -> None:
    """Take rows away; what named them names nothing then."""
    for thing in owners(scene, node.thing):
        scene.act.state = fields.destroy(scene.state, thing)
        scene.say("{} is destroyed", thing.name)


# -- What each effect of a sentence does, in the order of the words --------------------------------

MOST_DRAWN = 100  # things drawn in one go
_YES, _NO = "yes", "no"


def perform(scene: Scene, effects: Iterable[Any]) -> None:
    """Let effects happen one after the other."""
    for effect in effects:
        for each in scene.instead(effect):
            _EFFECTS[type(each)](scene, each)


# -- amounts ---------------------------------------------------------------------------------------


def _gain(scene: Scene, node: tree.Gain) -> None:
    for owner in owners(scene, node.who):
        gain(scene, owner, node.what, _for(scene, owner, node))


def _lose(scene: Scene, node: tree.Lose) -> None:
    for owner in owners(scene, node.who):
        number = None if node.amount is None else _for(scene, owner, node)
        lose(scene, owner, node.what, number, must=node.must)


def _for(scene: Scene, owner: Owner, node: tree.Gain | tree.Lose) -> int:
    """An amount for an owner: where each player has one, it is their own."""
    them = owner.name if isinstance(node.who, tree.EachPlayer) else None
    with scene.about(them=them):
        return amount(scene, node.amount)


def _transfer(scene: Scene, node: tree.Transfer) -> None:
    givers, takers = owners(scene, node.giver), owners(scene, node.taker)
    from_one = not isinstance(node.giver, tree.EachPlayer | tree.EachThing | tree.Doer)
    if scene.acts and from_one and not node.must and scene.rolled is None:  # nothing happened yet
        chosen = isinstance(node.amount, tree.Chosen)
        wanted = max(amount(scene, node.amount), 0) if chosen else 1
        for giver in givers:
            require(scene, giver, node.what, wanted)
    for giver in givers:
        for taker in takers:
            number = None if node.amount is None else amount(scene, node.amount)
            transfer(scene, giver, taker, node.what, number, must=node.must)


def _swap(scene: Scene, node: tree.Swap) -> None:
    first, second = one(scene, node.one), one(scene, node.other)
    if first is None or second is None:
        return
    state, name = scene.state, node.field
    about, other = (fields.find_field(state, each.table, name) for each in (first, second))
    if about is None or other is None or about.name != other.name:
        raise Held(
            scene.told.rule, "{} and {} do not both have a {}", first.name, second.name, name
        )
    ours, theirs = fields.value(state, first, about), fields.value(state, second, other)
    with scene.without_landing(not node.lands):
        put(scene, first, about.name, theirs)
        put(scene, second, other.name, ours)


def _pass_turn(scene: Scene, _node: tree.PassTurn) -> None:
    """The next in the order of the table; behind the last one a round ends."""
    names = tuple(scene.state.players)
    label = next((e for e in fields.columns(scene.state, "") if e.name == "Turn"), None)
    if label is None or not names:
        raise Held(scene.told.rule, say("the page does not say whose turn it is"))
    now = str(fields.value(scene.state, fields.GAME, label))
    at = names.index(now) if now in names else -1
    after = names[(at + 1) % len(names)]
    _put(scene, tree.Put(tree.Place(None, "Turn"), tree.NamedPlayer(after)))
    scene.events.append(Happened("turn", now, "end"))
    if at + 1 >= len(names):
        scene.events.append(Happened("round", ""))
    scene.events.append(Happened("turn", after, "start"))
    kept = (each for each in scene.state.uses if not each.what.endswith(f"(turn {after})"))
    scene.act.state = replace(scene.state, uses=tuple(kept))


def _put(scene: Scene, node: tree.Put) -> None:
    for owner in _places(scene, node.place):
        put(scene, owner, node.place.name, value(scene, node.value))


def _add(scene: Scene, node: tree.Add) -> None:
    for owner in _places(scene, node.place):
        more = amount(scene, node.amount)
        before = how_many(scene, node.place)
        put(scene, owner, node.place.name, before - more if node.minus else before + more)
        scene.many = more


def _places(scene: Scene, place: tree.Place) -> Iterator[Owner]:
    """The owners of a place, one after the other; of each one its own place is meant meanwhile."""
    if not isinstance(place.owner, tree.EachPlayer | tree.EachThing):
        owner = owner_of(scene, place)
        yield from () if owner is None else (owner,)
        return
    for owner in owners(scene, place.owner):
        them = owner.name if owner.table == PLAYERS else None
        with scene.about(them=them, it=None if them else owner, each=(place.owner, owner)):
            yield owner


# -- dice and draws --------------------------------------------------------------------------------


def _roll(scene: Scene, node: tree.Roll) -> None:
    who = owners(scene, node.who) if node.who is not None else ()
    with scene.about(them=who[0].name if who else None):
        total = amount(scene, node.dice)
        if node.plus is not None:
            more = amount(scene, node.plus)
            scene.rolled = scene.many = total - more if node.minus else total + more
            scene.say("which makes {}", scene.rolled)


def _contest(scene: Scene, node: tree.Contest) -> None:
    """Two players roll, and their slots are filled, but where they tie."""
    totals: dict[Owner, int] = {}
    for who in (*owners(scene, node.one), *owners(scene, node.other)):
        with scene.about(them=who.name):
            total = amount(scene, node.dice)
            totals[who] = total + (amount(scene, node.plus) if node.plus is not None else 0)
            if node.plus is not None:
                scene.say("which makes {}", totals[who])
    scene.slots.pop(node.winner, None)
    scene.slots.pop(node.loser, None)
    best, *rest = sorted(totals, key=totals.__getitem__, reverse=not node.low)
    scene.tied = not rest or totals[best] == totals[rest[0]]
    if scene.tied:
        scene.say("it is a tie")
    else:
        scene.slots[node.winner], scene.slots[node.loser] = best, rest[0]


def _called(scene: Scene, node: tree.Called) -> None:
    for who in owners(scene, node.who):
        scene.say("{}is {}", scene.name(who.name), node.word)


def _draw(scene: Scene, node: tree.Draw) -> None:
    if isinstance(node.thing, tree.Same):
        draw_of_it(scene, node)
        return
    number = amount(scene, node.amount)
    if number > MOST_DRAWN:
        raise Refused("{} things are too many to draw at once", number, rule=scene.told.rule)
    for who in owners(scene, node.who):
        for _ in range(number):
            scene.slots.pop(node.thing.slot, None)
            drawn = one(scene, node.thing)
            if drawn is not None:
                scene.slots[node.thing.slot] = drawn
                gain(scene, who, drawn.name, 1)


# -- winning ---------------------------------------------------------------------------------------


def win(scene: Scene, name: str) -> None:
    """Let a player win the game, once."""
    if name not in scene.state.winners:
        scene.act.state = replace(scene.act.state, winners=(*scene.state.winners, name))
        scene.say("{}wins the game", scene.name(name))


def _win(scene: Scene, node: tree.Win) -> None:
    for who in owners(scene, node.who):
        win(scene, who.name)


# -- several ---------------------------------------------------------------------------------------


def _if(scene: Scene, node: tree.If) -> None:
    perform(scene, node.then if holds(scene, node.condition) else node.otherwise)


def _for_each(scene: Scene, node: tree.ForPlayers | tree.ForThings) -> None:
    """For each of them "that many" is at first what it was before them all."""
    many = scene.many
    for each in owners(scene, node.who if isinstance(node, tree.ForPlayers) else node.thing):
        if each.name in fields.rows(scene.state, each.table):
            scene.many = many
            is_player = each.table == PLAYERS
            with scene.about(them=each.name if is_player else None, it=None if is_player else each):
                perform(scene, node.effects)


def _one_of(scene: Scene, node: tree.OneOf) -> None:
    """The doer's choice of what happens."""
    options = {str(number): each for number, each in enumerate(node.options, start=1)}
    asks = f"which of the {len(options)} results, by their numbers, to {scene.told.label}"
    scene.must_choose(asks)
    perform(scene, options[scene.act.choose(asks, tuple(options), rule=scene.told.rule)])


def _may(scene: Scene, node: tree.May) -> None:
    """What may be left; it is not asked where it cannot be done."""
    if not _can(scene, node):
        return
    asks = f"do you want to ({scene.told.label})"
    scene.must_choose(asks)
    if scene.act.choose(asks, (_YES, _NO), rule=scene.told.rule) == _YES:
        perform(scene, node.effects)


def _can(scene: Scene, node: tree.May) -> bool:
    """Whether the costs of what may be done are there."""
    try:
        check_costs(scene, node.effects)
    except Missing:
        return True
    except Problem:
        return False
    return True


_EFFECTS: Mapping[type, Callable[[Scene, Any], None]] = {
    tree.Gain: _gain,
    tree.Lose: _lose,
    tree.Transfer: _transfer,
    tree.Swap: _swap,
    tree.Move: move,
    tree.Advance: advance,
    tree.Put: _put,
    tree.PassTurn: _pass_turn,
    tree.Add: _add,
    tree.Roll: _roll,
    tree.Contest: _contest,
    tree.Called: _called,
    tree.Draw: _draw,
    tree.Create: create,
    tree.Destroy: destroy,
    tree.Win: _win,
    tree.NothingHappens: lambda scene, _: scene.say("nothing happens"),
    tree.If: _if,
    tree.OneOf: _one_of,
    tree.May: _may,
    tree.ForPlayers: _for_each,
    tree.ForThings: _for_each,
    **DEEDS,
}
