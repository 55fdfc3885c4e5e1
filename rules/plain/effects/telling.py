"""What is said, won, selected; what players are asked: votes, offers, bonds; what some know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.plain import terms as t
from rules.plain.clauses import WHO, Branch, Misfit, Unspeakable, clause, first_word, verbs
from rules.plain.effects.base import Effect as Base
from rules.plain.effects.base import Effects, Meaning, Stage, Words
from rules.plain.effects.blocks import Block, ForPlayers
from wikibot.game.problems import Refused

if TYPE_CHECKING:
    Effect = Base  # the package makes it the union of all effects, which a memory is read by


class Select(Base, frozen=True):
    """A player or thing is drawn or chosen, whom the sentence then speaks of; that is all."""

    thing: t.RandomThing | t.ChosenThing | t.ChosenPlayer

    says = "selects {thing:one}"

    def play(self, scene: Stage) -> None:
        found = scene.one(self.thing)
        if found is not None:
            scene.say("{} is selected", found.name)


verbs(
    _SELECT="select, pick, choose, specify",
    _SELECT_RANDOMLY="randomly select, randomly pick, randomly choose",
)


@clause("[subject] _SELECT who")
def select(m: Meaning, branch: Branch) -> Effects:
    """``Select a player.``: whom the sentences behind it call "they"."""
    return _selects(m, _chosen(m, branch), branch)


def _chosen(m: Meaning, branch: Branch) -> t.ChosenPlayer:
    m.not_in_deed(branch)
    who = m.mean(branch.branches(*WHO)[-1])
    if not isinstance(who, t.ChosenPlayer):
        raise Misfit("it is not plain who that is", first_word(branch))
    return who


def _selects(m: Meaning, who: t.ChosenPlayer, branch: Branch) -> Effects:
    """The doer chooses a player; after a command ("Select ..."), "they" are that player."""
    if m.told and m.selected is not None:
        raise Misfit("it is not plain who is meant by 'they' behind that", first_word(branch))
    if m.told:
        m.selected = who
    return (Select(who),)


@clause("[subject] _SELECT who _TO_DO clause")
def select_to(m: Meaning, branch: Branch) -> Effects:
    """``pick another player to gain 2 Fish``."""
    who, inner = _chosen(m, branch), branch.branches()[-1]
    if inner.branches("subject"):
        raise Misfit("it is not plain who that is", first_word(branch))
    with m.about(t.Them()):
        return (ForPlayers(who, m.clause(inner)),)


@clause("[subject] _SELECT a_thing (_comma_and [A] NAME)*")
def select_thing(m: Meaning, branch: Branch) -> Effects:
    """``Select a Card.``, of which it is said behind it what happens; or a kind of player."""
    m.not_in_deed(branch)
    thing = next(each for each in branch.branches() if each.name != "subject")
    names = [thing.named(), *(str(each.value) for each in branch.words("NAME"))]
    if m.vocabulary.table(names[0]) is None and thing.name == "a_thing":
        return _selects(m, m.of_kinds(names, branch), branch)
    node = m.mean(thing)
    if branch.words("NAME") or not isinstance(node, t.ChosenThing | t.RandomThing):
        raise Misfit("it is not said which of them", first_word(branch))
    return (Select(node),)


@clause("[subject] _SELECT_RANDOMLY drawn_from")
def select_random(m: Meaning, branch: Branch) -> Effects:
    """``Randomly select a Card``, ``1 type of Card they have``: what is said of it follows."""
    m.not_in_deed(branch)
    drawn = branch.branches()[-1]
    if drawn.name == "random_of":
        return (Select(m.at_random_of(drawn)[0].thing),)
    if drawn.number() != 1:
        raise Misfit("it is not plain what is meant", str(drawn.number()))
    return (Select(m.at_random_thing(drawn)),)


class ChooseNumber(Base, frozen=True):
    """A player chooses a number, of which what follows speaks."""

    who: t.Who
    slot: int
    least: int
    most: int

    form, of_player = "clause", False

    def say(self, words: Words) -> str:
        known = [each for each in _PICKS if each not in words.called.values()]
        said = words.called.setdefault(self.slot, next(iter(known), _PICKS[0]))
        span = f"from {self.least} to {self.most}"
        return f"{words.who(self.who)} chooses a number {span}, called the {said}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            with scene.about(who):
                scene.amount(t.Chosen(self.slot, t.Number(self.most), self.least))
        if self.slot not in scene.slots:
            raise Refused("there is no player to choose a number", rule=scene.told.rule)


_PICKS = ("choice", "answer", "reply", "return")


@clause("[subject] _SELECT NUMBER _TO NUMBER _CALLED_MANY ALIAS_MANY")
def choose_number(m: Meaning, branch: Branch) -> ChooseNumber:
    """``that player chooses a number from 1 to 4, called the guess``."""
    m.not_in_deed(branch)
    least, most = branch.number(0), branch.number(1)
    if least >= most:
        raise Misfit("say 'a number from 1 to 4', and how it is called", str(least))
    slot = m.slot()
    m.aliases[str(branch.words("ALIAS_MANY")[0].value)] = (
        t.Chosen(slot, t.Number(most), least),
        "",
    )
    return ChooseNumber(m.me(branch), slot, least, most)


class Remind(Base, frozen=True):
    """The answer reminds a player of something, in these words; that is all."""

    who: t.Who
    of: str

    says = "{who:mine}is reminded to {of}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.say("{}remember to {}", scene.name(who.name), self.of)


verbs(_REMINDED_TO="are reminded to, are also reminded to")


@clause("[subject] _REMINDED_TO REST")
def remind(m: Meaning, branch: Branch) -> Remind:
    """``You are reminded to water the plant``: the answer does."""
    return Remind(m.me(branch), str(branch.words("REST")[0].value))


class Ping(Base, frozen=True):
    """The answer asks the doer to let a player know."""

    who: t.Who

    says = "pings {who:who}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.say("please let {} know", who.name)


verbs(_PING="ping, notify")


@clause("[subject] _PING who")
def ping(m: Meaning, branch: Branch) -> Ping:
    m.not_in_deed(branch)
    who = branch.branches(*WHO)[-1]
    return Ping((m.last_named if who.name == "they" else None) or m.mean(who))


class Called(Base, frozen=True):
    """A player is called something, which is only said: "they are caught: ..."."""

    who: t.Who
    word: str
    is_called, says = True, "{who:mine}is {word}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.say("{}is {}", scene.name(who.name), self.word)


class Announce(Base, frozen=True):
    """The answer says a text, in these words; that is all."""

    text: str

    says = 'announces "{text}"'

    def play(self, scene: Stage) -> None:
        scene.say('it is announced: "{}"', self.text)


verbs(_ANNOUNCE="announce, proclaim")


@clause("[subject] _ANNOUNCE QUOTED")
def announce(_: Meaning, branch: Branch) -> Announce:
    """``announce "The market is open"``."""
    return Announce(str(branch.words("QUOTED")[0].value))


class NothingHappens(Base, frozen=True):
    """No effect, and said so."""

    form, of_player, says = "clause", False, "nothing happens"

    def play(self, scene: Stage) -> None:
        scene.say("nothing happens")


verbs(
    NOTHING_HAPPENS="; nothing {,else} {happens,occurs,follows}, nothing comes of it, nothing,"
    " {they,you} {stay,stays} {put,where they are,where you are}, there is no effect,"
    " {nobody,no one} {gets,gains} anything"
)


@clause("NOTHING_HAPPENS")
def nothing_happens(_: Meaning, branch: Branch) -> NothingHappens:
    return NothingHappens()


class Win(Base, frozen=True):
    """A player wins the game."""

    who: t.Who

    says = "{who:mine}wins"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.win(who.name)


@clause("[subject] _WIN")
def win(m: Meaning, branch: Branch) -> Win:
    return Win(m.me(branch))


class PassTurn(Base, frozen=True):
    """The turn passes to the next player in the order of the table."""

    form, of_player, says = "clause", False, "the turn passes"

    def play(self, scene: Stage) -> None:
        scene.pass_turn()


verbs(
    _THE_TURN_PASSES="; the turn passes, their turn ends, the turn passes to the next player,"
    " that player's turn ends, the next player's turn begins"
)


@clause("_THE_TURN_PASSES")
def pass_turn(m: Meaning, branch: Branch) -> PassTurn:
    m.of_turns(branch)
    return PassTurn()


class Vote(Base, frozen=True):
    """The doer's vote goes to a player or thing; one that they cast before does not count."""

    to: t.Who | t.Thing

    of_player, says = False, "votes for {to:one}"

    def command(self, words: Words, verb: str) -> str:
        return f"vote {self.say(words).partition(' ')[2]}"

    def play(self, scene: Stage) -> None:
        for to in scene.owners(self.to):
            scene.vote(to)


class EndVotes(Base, frozen=True):
    """All votes for players and things are over: the next poll begins without any."""

    form, of_player, says = "clause", False, "the vote ends"

    def play(self, scene: Stage) -> None:
        scene.end_votes()


class Decide(Base, frozen=True):
    """A proposal that is open passes, or fails, before its time."""

    proposal: t.Same
    passes: bool

    form, of_player, says = "clause", False, "it {passes:?passes|fails}"

    def play(self, scene: Stage) -> None:
        for each in scene.owners(self.proposal):
            scene.decide(each.name, passes=self.passes)


verbs(
    _THE_VOTE_ENDS="; the vote ends, the votes are cleared, the poll ends",
    FAILS="; fails, is rejected, is vetoed, is struck down",
)


@clause("[subject] _VOTES_FOR who", "[subject] _VOTES_FOR a_thing")
def vote(m: Meaning, branch: Branch) -> Vote:
    """``vote for another player``, ``vote for a Law``."""
    to = m.mean(branch.branches()[-1])
    if m.me(branch) != t.Doer() or not isinstance(to, t.ChosenPlayer | t.ChosenThing):
        raise Misfit("a player votes for one of several", first_word(branch))
    m.parts.append(to)
    return Vote(to)


@clause("_THE_VOTE_ENDS")
def end_votes(m: Meaning, branch: Branch) -> EndVotes:
    m.not_in_deed(branch)
    return EndVotes()


@clause("IT FAILS", name="it_fails", passes=False)
@clause("IT _PASS", name="it_passes", passes=True)
@clause("THAT PROPOSAL_PASSES", "THE PROPOSAL_PASSES", name="that_proposal", passes=None)
def decide(m: Meaning, branch: Branch, passes: bool | None) -> Decide:
    """``it fails``: the proposal that a line names."""
    if m.proposal is None:
        raise Misfit("it is not said which proposal", first_word(branch))
    if passes is None:
        passes = not branch.words("PROPOSAL_PASSES")[0].low.endswith(("fails", "rejected"))
    return Decide(t.Same(m.proposal), passes)


class Offer(Block, frozen=True):
    """What happens if a player accepts it in time, as :class:`Accepts` has it.

    ``otherwise``: what happens if they decline, or let the time pass.
    """

    who: t.Who
    effects: tuple[Effect, ...]
    hours: int = 0
    otherwise: tuple[Effect, ...] = ()
    unit: str = ""

    says = (
        "if {who:who} accepts{hours:  within | hours}{unit:  by the end of the },"
        " {effects:nested}{otherwise:nested , otherwise }"
    )

    def say(self, words: Words) -> str:
        words.unsure = True
        return super().say(words)

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.ask(who.name, self)


class Within(Block, frozen=True):
    """Effects for whose choices there is so much time; behind it they are made at random, or not.

    ``late``: what becomes of those who do not choose in time, who are ``Them()``.
    """

    effects: tuple[Effect, ...]
    hours: int
    at_random: bool = False
    late: tuple[Effect, ...] = ()

    def say(self, words: Words) -> str:
        rest = "; after that a random one" if self.at_random else ""
        if self.late:
            with words.about(t.Them(), where=False):
                told = [each.say(words) for each in self.late if each.form == "predicate"]
            said = [f"{verb.removesuffix('s')} {what}" for verb, _, what in
                    (each.partition(" ") for each in told)]  # fmt: skip
            if len(said) < len(self.late):
                raise Unspeakable(repr(self))
            rest = f"; after that they {' and '.join(said)}"
        return f"{words.effects(self.effects)} within {self.hours} hours{rest}"

    def play(self, scene: Stage) -> None:
        scene.within(self.hours, self.effects, at_random=self.at_random)


class Later(Block, frozen=True):
    """What happens so many hours later, as things are then: all that follows."""

    hours: int
    effects: tuple[Effect, ...]
    is_short, says = False, "{hours} hours later, {effects:effects}"

    def play(self, scene: Stage) -> None:
        scene.ask(scene.doer, self)


class Bind(Base, frozen=True):
    """Two players have something with each other, for so many hours (0: for good)."""

    one: t.Who
    other: t.Who
    what: str
    hours: int = 0

    form, of_player, says = "clause", False, "the two have a {what}{hours:  for | hours}"

    def play(self, scene: Stage) -> None:
        for one in scene.owners(self.one):
            for other in scene.owners(self.other):
                scene.bind(one.name, other.name, self.what, self.hours)


class Unbind(Base, frozen=True):
    """What two have with each other ends."""

    one: t.Who
    other: t.Who
    what: str

    form, of_player, says = "clause", False, "their {what} ends"

    def play(self, scene: Stage) -> None:
        for one in scene.owners(self.one):
            for other in scene.owners(self.other):
                scene.unbind(one.name, other.name, self.what)


verbs(
    _THE_TWO_HAVE="; the two have, the two then have, the two players have, both then have",
    ENDS="; ends, is over, is broken",
)


@clause("_THE_TWO_HAVE A BOND [FOR_HOURS]")
def bind(m: Meaning, branch: Branch) -> Bind:
    """``the two have a Truce for 7 days``."""
    time = branch.words("FOR_HOURS")
    hours: Any = time[0].value if time else 0
    m.not_in_deed(branch)
    return Bind(t.Doer(), m.other_named(branch), str(branch.words("BOND")[0].value), hours)


@clause("THEIR BOND ENDS", "THE BOND ENDS")
def unbind(m: Meaning, branch: Branch) -> Unbind:
    m.not_in_deed(branch)
    return Unbind(t.Doer(), m.other_named(branch), str(branch.words("BOND")[0].value))


# -- what some know and others do not: dealt in secret, looked at, revealed ------------------------


class Dealt(Base, frozen=True):
    """Each of some players gets a random thing of a table into a field, none more than there are.

    A column of numbers beside the things says how many there are of each; without one, one.
    """

    who: t.Who
    table: str
    field: str

    form, says = "clause", "{who:who} is dealt a random {table:noun}"

    def play(self, scene: Stage) -> None:
        scene.deal(scene.owners(self.who), self.table, self.field)


class LookAt(Base, frozen=True):
    """A player is told, alone, what stands at a place."""

    who: t.Who
    place: t.Place

    of_player, says = False, "{who:mine}looks at {place:place}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            for owner in scene.places(self.place):
                scene.look(who, owner, self.place.name)


class ChooseSecretly(Base, frozen=True):
    """A player's choice of a thing is sealed; it may be another until all are revealed."""

    field: str
    thing: t.Thing
    number: bool = False

    of_player, says = False, "secretly chooses {thing:thing}"

    def play(self, scene: Stage) -> None:
        if self.number:
            scene.choose_secretly(self.field, str(scene.amount(self.thing)))
        for thing in () if self.number else scene.owners(self.thing):
            scene.choose_secretly(self.field, thing.name)


class RevealChoices(Base, frozen=True):
    """All choices that are sealed in a field (without one: in any) are revealed."""

    field: str = ""

    form, of_player, says = "clause", False, "the choices are revealed"

    def play(self, scene: Stage) -> None:
        scene.reveal_choices(self.field)


class Reveal(Base, frozen=True):
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
    _LOOK_AT="look at, peek at, secretly look at, is secretly told",
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
