"""Things of tables: created, destroyed; where players and things go, and who changes places."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain import terms as t
from rules.plain.clauses import PLAYERS, WHO, Branch, Misfit, clause, first_word, phrases, verbs
from rules.plain.effects.base import Effect, Effects, Meaning, Stage, Words
from rules.plain.effects.gaining import Lose
from wikibot.game.problems import Refused


class Create(Effect, frozen=True):
    """A new row. ``name`` "": of the doer's choice. ``fields``: what its cells hold.

    ``between``: it names two players, and is itself called by a number, as is what ``appears``.
    """

    table: str
    name: str
    slot: int
    fields: tuple[tuple[str, t.Value], ...] = ()
    between: bool = False
    appears: bool = False

    changes = "table"

    def say(self, words: Words) -> str:
        words.tables[self.slot] = self.table
        named = f"named {self.name}" if self.name else "with a name of their choice"
        things = (t.NamedThing, t.RandomThing, t.ChosenThing, t.Place)
        named = "between the two" if self.between else named
        told = self.fields[2 * self.between :]
        places = [value for _, value in told if isinstance(value, things)]
        fields = [f"{words.amount(value)} {name}" for name, value in told
                  if not isinstance(value, things)]  # fmt: skip
        having = f" with {' and '.join(fields)}" if fields else ""
        there = "".join(f" in {words.thing(each)}" for each in places)
        return f"creates a {words.noun(self.table)} {named}{having}{there}"

    def apart(self, words: Words) -> str:
        """``a Monster appears in the Hall with 2 Health``."""
        said, _, having = self.say(words).partition(" with a name of their choice")
        return f"{said.removeprefix('creates ')} appears{having}" if self.appears else ""

    def play(self, scene: Stage) -> None:
        made = scene.create(self.table, self.name, self.slot, numbered=self.between or self.appears)
        for header, held in self.fields:
            with scene.about(made):
                scene.put(made, header, scene.value(held))


class Destroy(Effect, frozen=True):
    """A row goes (of items: see :class:`Lose`)."""

    thing: t.Thing

    of_player, says = False, "destroys {thing:thing}"

    def apart(self, words: Words) -> str:
        alone = words.subject is None or isinstance(self.thing, t.ThingInOrder)
        return f"{words.thing(self.thing)} is destroyed" if alone else ""

    def play(self, scene: Stage) -> None:
        """Take rows away; what named them names nothing then."""
        for thing in scene.owners(self.thing):
            scene.destroy(thing)
            scene.say("{} is destroyed", thing.name)


verbs(
    _DESTROY="destroy",
    _IS_DESTROYED="are destroyed, are struck from the table",
    _CREATE="create, found, build",
    APPEARS="appear",
    _AMEND="amend, permanently amend",
)
phrases(
    BETWEEN="between",
    _OF_THEIR_NAMING="named as they like, with a name of their choice, and names it, named by them",
    _BY_REMOVING="by removing",
    THE_SPECIFIED="the specified, a specified, the selected",
)

_THING_OF_STUFF = {  # what is so many of something elsewhere, and a thing where a row is meant
    "one": "a_thing", "one_where": "a_thing", "chosen_stuff": "a_thing",
    "that_stuff": "that_thing", "the_stuff": "that_thing", "random_stuff": "random_thing",
}  # fmt: skip


@clause("[subject] _DESTROY stuffs")
def destroy(m: Meaning, branch: Branch) -> Effects:
    found = branch.branches("stuffs")[0].branches()
    if len(found) == 1 and found[0].name in _THING_OF_STUFF:
        if m.vocabulary.table(found[0].named()):
            return (_destroys(m, m.mean(Branch(_THING_OF_STUFF[found[0].name], found[0].parts))),)
        if found[0].name == "the_stuff" and m.vocabulary.things(found[0].named()):
            return (destroy_named(m, found[0]),)
    return m.mean(Branch("lose", branch.parts))  # type: ignore[no-any-return]


@clause("[subject] _DESTROY NAME [NUMBER]")
def destroy_named(m: Meaning, branch: Branch) -> Destroy:
    thing = m.at_numbered(branch) if branch.has("NUMBER") else m.at_bare(branch)
    if not isinstance(thing, t.NamedThing):
        raise Misfit("it is not plain what is meant", branch.named())
    return _destroys(m, thing)


def _destroys(m: Meaning, thing: Any) -> Destroy:
    m.parts.append(thing)
    return Destroy(thing)


@clause("[subject] _DESTROY EACH NAME [thing_where]")
def destroy_each(m: Meaning, branch: Branch) -> Destroy:
    parts = tuple(each for each in branch.parts if each not in branch.branches("subject"))
    return Destroy(m.at_each_thing(Branch("each_thing", parts)))


@clause("place _IS_DESTROYED", "a_thing _IS_DESTROYED")
def is_destroyed(m: Meaning, branch: Branch) -> Destroy | Lose:
    found = m.mean(branch.branches()[0])
    if isinstance(found, t.ChosenThing):
        raise Misfit("it is not plain what is meant", first_word(branch))
    if not isinstance(found, t.Place):
        return Destroy(found)
    field = m.field_at(found)
    if field and field.table and field.table != PLAYERS:
        return Destroy(found)
    owner: Any = found.owner
    return Lose(owner, None, found.name)


@clause("[subject] _AMEND NAME _BY_REMOVING THE_SPECIFIED NAME")
def strike(m: Meaning, branch: Branch) -> Destroy:
    """``amend Cards by removing the specified Card``."""
    m.needs("amend", branch)
    table, said = m.table(branch.named()), m.table(branch.named(1))
    if not {*table.things} <= {*said.things}:
        raise Misfit(f"{said.noun or said.name} is not what {table.name} has", branch.named(1))
    return Destroy(t.ChosenThing(table.name, m.mention(table.name)))


@clause(
    "[subject] _CREATE A NAME [_NAMED NAME] [with_fields] [made_in]",
    "[subject] _CREATE A NAME BETWEEN THE_TWO [with_fields] [made_in]",
    "[subject] _CREATE A NAME _OF_THEIR_NAMING [with_fields] [made_in]",
    "A NAME APPEARS [with_fields] [made_in]",
    "A NAME APPEARS made_in with_fields",
)
def create(m: Meaning, branch: Branch) -> Create:
    names = [str(each.value) for each in branch.words("NAME")]
    table = m.table(names[0])
    fields: list[tuple[str, Any]] = []
    for each in branch.branches("with_fields"):
        for stuff in each.branches()[0].branches():
            if stuff.name not in ("counted", "one") or stuff.branches():
                raise Misfit("it is not plain what is meant", first_word(stuff))
            column = m.column(t.EachThing(table.name), stuff.named())
            fields.append((column, m.how_many(stuff)))
    if between := branch.has("BETWEEN"):  # in the columns that name players, or are still to
        given = [name for name, _ in fields]
        two = [each.name for each in table.fields if each.names_player]
        two = two or [e.name for e in table.fields if not e.kind and e.name not in given]
        if len(two) != 2:
            raise Misfit(f"{table.name} has no two columns of players", names[0])
        fields = [(two[0], t.Doer()), (two[1], m.other_named(branch)), *fields]
    there = branch.branches("made_in")
    for each in there:  # "in a random Room"
        place = m.mean(each.branches()[-1])
        if isinstance(place, t.EachThing):
            raise Misfit("it is made in one place", first_word(each))
        fields.append((m.whereabouts(table, m.table_of(place), first_word(each)), place))
    slot = m.mention(table.name)
    m.parts.append(table.noun or table.name)
    name = m.vocabulary.spelt(names[1]) if len(names) > 1 else ""
    m.parts += [f"named {name}"] if name else []
    return Create(table.name, name, slot, tuple(fields), between, branch.has("APPEARS"))


MOST_STEPS = 1000  # along a table in one go


class Move(Effect, frozen=True):
    """A player's field that names things of the thing's table names this one. It is landed on.

    ``field`` "": the one field of players that names things of that table. ``lands`` False: it is
    not landed on, and nothing comes of having moved.
    """

    who: t.Who
    to: t.Thing | t.Text
    field: str = ""
    lands: bool = True

    changes, verb = "field", "move"
    says = "{who:mine}moves to {to:thing}{lands:?|; this is not a move}"

    def begins(self, words: Words) -> str:
        return f"begins at {words.thing(self.to)}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            if isinstance(self.to, t.Text):
                scene.put(who, self.field, self.to.text)
                continue
            to = scene.one(self.to)
            if to is None:
                scene.say("{}moves nowhere: there is no such place", scene.name(who.name))
            else:
                scene.move(who, to, self.field, lands=self.lands)


verbs(
    _MOVE="move, go, are moved, travel, return, fly, sail, drive, walk, ride, run, march, climb,"
    " swim, row, jump, teleport, journey, head, proceed, are sent, are sent back, go back,"
    " are teleported, are returned, are banished, are moved back, are transported, are relocated,"
    " are whisked, are thrown, relocate, hop, wander, step, flee, retreat, escape, descend, ascend,"
    " come, come over, come back, go over, make their way, are shifted, are conveyed, are carried,"
    " are ferried, are swept, are blown, are dragged, are driven, are chased, are pushed, drift,"
    " rush, hurry, cross, cross over, wander off, run off, head off, set off, head back, stroll,"
    " hike, trot, dash, stumble, stagger, are summoned, are shipped, are brought",
    _MOVE_DIRECTLY="move directly, go directly, are moved directly, move immediately",
    NOT_A_MOVE="; this is not movement, this is not a movement, this is not a move,"
    " this is no move",
)


@clause("[subject] _MOVE _TO thing", "[subject] _MOVE_DIRECTLY _TO thing")
def move(m: Meaning, branch: Branch) -> Move:
    me, said = m.me(branch), branch.branches()[-1]
    if said.name == "bare" and (there := m.vocabulary.elsewhere(said.named())):
        m.parts += ["to", there[1].casefold()]
        return Move(me, t.Text(there[1]), there[0])
    to = m.mean(said)
    if isinstance(to, t.EachThing):
        raise Misfit("no player moves to several at once", first_word(branch.branches()[-1]))
    table = m.table_of(to)
    if table in (None, PLAYERS):
        raise Misfit("a player cannot move there", first_word(branch.branches()[-1]))
    if isinstance(to, t.Place) and to.owner == me == t.Them():
        raise Misfit("it is not plain whose", first_word(branch))
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


@clause("NOT_A_MOVE")
@clause("[subject] MAKE_CHOICES", name="make_choices")
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
        steps = words.pile(self.steps, words.noun(self.table))
        return f"{words.mine(self.who)}moves {steps}{' back' if self.back else ''}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            steps = scene.amount(self.steps)
            if abs(steps) > MOST_STEPS:
                raise Refused("{} steps are too many", abs(steps), rule=scene.told.rule)
            scene.walk(who.name, self.table, -steps if self.back else steps)


phrases(DIRECTION="forward, back, backward, forwards, backwards, ahead")


@clause(
    "[subject] _MOVE steps [DIRECTION]", "[subject] _MOVE DIRECTION steps",
)  # fmt: skip
def advance(m: Meaning, branch: Branch) -> Advance:
    said = branch.branches()[-1]
    steps, table = m.how_many(said), m.table(said.named())
    m.rolls += said.has("DICE")
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
    says = "{one:mine}swaps their {field} with {other:other}{lands:?|; this is not a move}"

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
    if mine.name == "bare" and not mine.has("THE"):  # "swap Hats with Ann"
        place = t.Place(m.me(branch), m.field_of_players(mine.named()).name)
    else:
        place = m.mean_place(mine)
    who = m.mean(other.branches()[0])
    if other.name == "with_place" and m.column(who, other.named()) != place.name:
        raise Misfit("two fields of different names are not swapped", other.named())
    return _swapped(m, place.owner, who, place.name, branch)


@clause("[subject] _SWAP_PLACES _WITH who")
def swap_places(m: Meaning, branch: Branch) -> Swap:
    places = [each.name for each in m.vocabulary.fields if each.kind == "thing"]
    if len(places) != 1:
        raise Misfit("it is not said which of them", first_word(branch))
    return _swapped(m, m.me(branch), m.mean(branch.branches(*WHO)[-1]), places[0], branch)


def _swapped(m: Meaning, one: Any, other: Any, field: str, branch: Branch) -> Swap:
    if not isinstance(other, t.SINGLE) or not isinstance(one, t.SINGLE) or one == other:
        raise Misfit("it is not plain with whom", first_word(branch))
    if isinstance(other, t.ChosenPlayer) and one == t.Doer():
        other = replace(other, other=True)  # a swap needs two players
    m.parts += [field, "with", other]
    return Swap(one, other, field)


class PassOn(Effect, frozen=True):
    """What some players have in a field goes to the next of them; that of the last to the first."""

    of: t.Place

    changes, form, of_player = "of", "clause", False
    says = "{of:place} passes to the next player"

    def play(self, scene: Stage) -> None:
        held = [(owner, scene.cell(self.of)) for owner in scene.places(self.of)]
        for (_, value), (owner, _) in zip(held, held[1:] + held[:1], strict=True):
            scene.put(owner, self.of.name, value)


verbs(
    _PASSES_ON="; passes to the next player, pass to the next player, moves on to the next player"
)


@clause("place _PASSES_ON")
def pass_on(m: Meaning, branch: Branch) -> PassOn:
    """``each player's Hat passes to the next player``, in the order of the table."""
    place = m.mean_place(branch.branches()[0])
    if not isinstance(place.owner, t.EachPlayer) or m.field_at(place) is None:
        raise Misfit("say 'each player's', and a column of theirs", first_word(branch))
    return PassOn(place)
