"""What some know and others do not: dealt in secret, looked at, revealed."""

from __future__ import annotations

from rules.plain import terms as t
from rules.plain.clauses import Branch, Misfit, clause, first_word, verbs
from rules.plain.effects.base import Effect, Meaning, Stage, Words


class Dealt(Effect, frozen=True):
    """Each of some players gets a random thing of a table into a field, none more than there are.

    A column of numbers beside the things says how many there are of each; without one, one.
    """

    who: t.Who
    table: str
    field: str

    form, says = "clause", "{who:who} is dealt a random {table:noun}"

    def play(self, scene: Stage) -> None:
        scene.deal(scene.owners(self.who), self.table, self.field)


class LookAt(Effect, frozen=True):
    """A player is told, alone, what stands at a place."""

    who: t.Who
    place: t.Place

    of_player, says = False, "{who:mine}looks at {place:place}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            for owner in scene.places(self.place):
                scene.look(who, owner, self.place.name)


class ChooseSecretly(Effect, frozen=True):
    """A player's choice of a thing is sealed; it may be another until all are revealed."""

    field: str
    thing: t.Thing
    number: bool = False

    of_player = False

    def say(self, words: Words) -> str:
        return f"secretly chooses {words.thing(self.thing)}"

    def play(self, scene: Stage) -> None:
        if self.number:
            scene.choose_secretly(self.field, str(scene.amount(self.thing)))
        for thing in () if self.number else scene.owners(self.thing):
            scene.choose_secretly(self.field, thing.name)


class RevealChoices(Effect, frozen=True):
    """All choices that are sealed in a field (without one: in any) are revealed."""

    field: str = ""

    form, of_player, says = "clause", False, "the choices are revealed"

    def play(self, scene: Stage) -> None:
        scene.reveal_choices(self.field)


class Reveal(Effect, frozen=True):
    """What stands sealed at a place stands there in clear from now on."""

    place: t.Place

    form, says = "clause", "{place:place} is revealed"

    def command(self, words: Words, verb: str) -> str:
        return f"{verb} {words.place(self.place)}"

    def play(self, scene: Stage) -> None:
        for owner in scene.places(self.place):
            scene.reveal(owner, self.place.name)


verbs(
    _IS_DEALT="; is dealt, are dealt",
    _LOOK_AT="look at, peek at, secretly look at, is secretly told, learn",
    _REVEAL="reveal",
    _IS_REVEALED="; is revealed, are revealed, is made public, are made public",
)


@clause("_CHOICES_REVEALED")
def reveal_choices(m: Meaning, branch: Branch) -> RevealChoices:
    """``Every Saturday at noon, the bids are revealed``."""
    m.not_in_deed(branch)
    return RevealChoices()


@clause("who _IS_DEALT a_thing")
def dealt(m: Meaning, branch: Branch) -> Dealt:
    """``Each player is dealt a random Role``."""
    m.not_in_deed(branch)
    said = branch.branches()[-1]
    if said.name != "random_thing" or said.branches():
        raise Misfit("say 'a random' and what", first_word(said))
    return Dealt(m.mean(branch.branches()[0]), *column_for(m, said.named()))


def column_for(m: Meaning, noun: str) -> tuple[str, str]:
    """A table, and the one column of players for its things."""
    table, fields = m.table(noun), m.vocabulary.fields
    named = [each.name for each in fields if each.table == table.name or each.name == table.noun]
    if len(named) != 1:
        raise Misfit(f"players have no one column for a {table.noun}", noun)
    return table.name, named[0]


@clause("[subject] _LOOK_AT place")
def look_at(m: Meaning, branch: Branch) -> LookAt:
    """``look at the Role of another player``."""
    return LookAt(m.me(branch), _of_players(m, branch))


@clause("[subject] _REVEAL place", "place _IS_REVEALED")
def reveal(m: Meaning, branch: Branch) -> Reveal:
    """``reveal their Role``, ``that player's Role is revealed``."""
    return Reveal(_of_players(m, branch))


def _of_players(m: Meaning, branch: Branch) -> t.Place:
    said = branch.branches()[-1]
    place = m.mean_place(said)
    field = m.field_at(place)
    if place.owner is None and m.vocabulary.pile_of(place.name):
        return place
    if place.owner is None or field is None or field.kind not in ("text", "thing", ""):
        raise Misfit("what is looked at or revealed is a word in a player's row", first_word(said))
    if m.in_deed:
        m.parts.append(place.name)
        if not isinstance(place.owner, t.Doer):
            m.parts.append(place.owner)
    return place
