"""Things of tables: created and destroyed."""

from __future__ import annotations

from typing import Any

from rules.plain import terms as t
from rules.plain.clauses import PLAYERS, Branch, Misfit, clause, first_word, phrases, verbs
from rules.plain.effects.base import Effect, Effects, Meaning, Stage, Words
from rules.plain.effects.gaining import Lose


class Create(Effect, frozen=True):
    """A new row. ``name`` "": of the doer's choice. ``fields``: what its cells hold."""

    table: str
    name: str
    slot: int
    fields: tuple[tuple[str, t.Value], ...] = ()

    changes = "table"

    def say(self, words: Words) -> str:
        words.tables[self.slot] = self.table
        named = f"named {self.name}" if self.name else "with a name of their choice"
        things = (t.NamedThing, t.RandomThing, t.ChosenThing, t.Place)
        places = [value for _, value in self.fields if isinstance(value, things)]
        fields = [f"{words.amount(value)} {name}" for name, value in self.fields
                  if not isinstance(value, things)]  # fmt: skip
        having = f" with {' and '.join(fields)}" if fields else ""
        there = "".join(f" in {words.thing(each)}" for each in places)
        return f"creates a {words.noun(self.table)} {named}{having}{there}"

    def play(self, scene: Stage) -> None:
        made = scene.create(self.table, self.name, self.slot)
        for header, held in self.fields:
            with scene.about(it=made):
                scene.put(made, header, scene.value(held))


class Destroy(Effect, frozen=True):
    """A row goes (of items: see :class:`Lose`)."""

    thing: t.Thing

    of_player, says = False, "destroys {thing:thing}"

    def apart(self, words: Words) -> str:
        return f"{words.thing(self.thing)} is destroyed" if words.subject is None else ""

    def play(self, scene: Stage) -> None:
        """Take rows away; what named them names nothing then."""
        for thing in scene.owners(self.thing):
            scene.destroy(thing)
            scene.say("{} is destroyed", thing.name)


verbs(
    _DESTROY="destroy",
    _IS_DESTROYED="are destroyed, are struck from the table",
    _CREATE="create, found, build",
    _AMEND="amend, permanently amend",
)
phrases(
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
    if len(found) == 1 and found[0].branches("of_choice"):
        return (_destroys(m, m.at_chosen_stuff(found[0])[0].thing),)
    if len(found) == 1 and found[0].name in _THING_OF_STUFF:
        if m.vocabulary.table(found[0].named()):
            means = _THING_OF_STUFF[found[0].name]
            return (_destroys(m, m.mean(Branch(means, found[0].parts))),)
        if found[0].name == "the_stuff" and m.vocabulary.things(found[0].named()):
            return (destroy_named(m, found[0]),)
    return m.mean(Branch("lose", branch.parts))  # type: ignore[no-any-return]


@clause("[subject] _DESTROY NAME")
def destroy_named(m: Meaning, branch: Branch) -> Destroy:
    thing = m.at_bare(branch)
    if not isinstance(thing, t.NamedThing):
        raise Misfit("it is not plain what is destroyed", branch.named())
    return _destroys(m, thing)


@clause("[subject] _DESTROY NAME NUMBER")
def destroy_numbered(m: Meaning, branch: Branch) -> Destroy:
    return _destroys(m, m.at_numbered(branch))


def _destroys(m: Meaning, thing: Any) -> Destroy:
    m.parts.append(thing)
    return Destroy(thing)


@clause("[subject] _DESTROY EACH NAME [thing_where]", "EACH NAME [thing_where] _IS_DESTROYED")
def destroy_each(m: Meaning, branch: Branch) -> Destroy:
    parts = tuple(each for each in branch.parts if each not in branch.branches("subject"))
    return Destroy(m.at_each_thing(Branch("each_thing", parts)))


@clause("A_RANDOM NAME [thing_where] _IS_DESTROYED")
def random_is_destroyed(m: Meaning, branch: Branch) -> Destroy:
    return Destroy(m.at_random_thing(branch))


@clause("place _IS_DESTROYED")
def is_destroyed(m: Meaning, branch: Branch) -> Destroy | Lose:
    found = m.mean(branch.branches()[0])
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
    "[subject] _CREATE A NAME _OF_THEIR_NAMING [with_fields] [made_in]",
)
def create(m: Meaning, branch: Branch) -> Create:
    names = [str(each.value) for each in branch.words("NAME")]
    table = m.table(names[0])
    fields: list[tuple[str, Any]] = []
    for each in branch.branches("with_fields"):
        for stuff in each.branches()[0].branches():
            amount, what = _of_field(m, stuff)
            fields.append((m.column(t.EachThing(table.name), what), amount))
    there = branch.branches("made_in")
    fields += [_made_in(m, table, m.mean(each.branches()[-1]), each) for each in there]
    slot = m.mention(table.name)
    m.parts.append(table.noun or table.name)
    name = m.vocabulary.spelt(names[1]) if len(names) > 1 else ""
    m.parts += [f"named {name}"] if name else []
    return Create(table.name, name, slot, tuple(fields))


def _made_in(m: Meaning, table: Any, there: Any, branch: Branch) -> tuple[str, Any]:
    """``in a random Room``: the one column that says where such things are."""
    where = m.table_of(there)
    columns = [each.name for each in table.fields if each.table == where]
    if len(columns) != 1 or isinstance(there, t.EachThing):
        raise Misfit(f"the table {table.name} does not say where they are", first_word(branch))
    return columns[0], there


def _of_field(m: Meaning, stuff: Branch) -> tuple[Any, str]:
    """``2 Food`` of a thing: fields need not be things that players can have."""
    if stuff.name not in ("counted", "one") or stuff.branches() or stuff.has("THAT_MANY"):
        raise Misfit("it is not plain what it has", first_word(stuff))
    if stuff.words()[0].kind == "DICE":
        return m.at_dice(stuff), stuff.named()
    return t.Number(stuff.number() if stuff.has("NUMBER") else 1), stuff.named()
