"""What players are asked: votes, offers that they accept or decline, choices with a time, bonds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.plain import terms as t
from rules.plain.clauses import Branch, Misfit, Unspeakable, clause, first_word, verbs
from rules.plain.effects.base import Effect as Base
from rules.plain.effects.base import Meaning, Stage, Words
from rules.plain.effects.blocks import Block

if TYPE_CHECKING:
    Effect = Base  # the package makes it the union of all effects, which a memory is read by


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

    form, of_player = "clause", False

    def say(self, words: Words) -> str:
        return f"it {'passes' if self.passes else 'fails'}"

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
        said = branch.words("PROPOSAL_PASSES")[0].low
        passes = not said.endswith(("fails", "rejected"))
    return Decide(t.Same(m.proposal), passes)


class Offer(Block, frozen=True):
    """What happens if a player accepts it within so many hours (0: at any time).

    ``otherwise``: what happens if they decline, or let the time pass.
    """

    who: t.Who
    effects: tuple[Effect, ...]
    hours: int = 0
    otherwise: tuple[Effect, ...] = ()

    def say(self, words: Words) -> str:
        within = f" within {self.hours} hours" if self.hours else ""
        said = (
            f"if {words.who(self.who)} accepts{within}, {words.effects(self.effects, nested=True)}"
        )
        if not self.otherwise:
            return said
        return f"{said}, otherwise {words.effects(self.otherwise, nested=True)}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.ask(who.name, self)


class Within(Block, frozen=True):
    """Effects for whose choices there is so much time; behind it they are made at random, or not.

    A choice that is not made then comes to nothing.
    """

    effects: tuple[Effect, ...]
    hours: int
    at_random: bool = False

    def say(self, words: Words) -> str:
        rest = "; after that a random one" if self.at_random else ""
        return f"{words.effects(self.effects)} within {self.hours} hours{rest}"

    def play(self, scene: Stage) -> None:
        scene.within(self.hours, self.effects, at_random=self.at_random)


class Bind(Base, frozen=True):
    """Two players have something with each other, for so many hours (0: for good)."""

    one: t.Who
    other: t.Who
    what: str
    hours: int = 0

    form, of_player = "clause", False

    def say(self, words: Words) -> str:
        if not isinstance(self.one, t.Doer):
            raise Unspeakable(repr(self))
        words.who(self.other)
        time = f" for {self.hours} hours" if self.hours else ""
        return f"the two have a {self.what}{time}"

    def play(self, scene: Stage) -> None:
        for one in scene.owners(self.one):
            for other in scene.owners(self.other):
                scene.bind(one.name, other.name, self.what, self.hours)


class Unbind(Base, frozen=True):
    """What two have with each other ends."""

    one: t.Who
    other: t.Who
    what: str

    form, of_player = "clause", False

    def say(self, words: Words) -> str:
        words.who(self.other)
        return f"their {self.what} ends"

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
    return Bind(t.Doer(), _other(m, branch), str(branch.words("BOND")[0].value), hours)


@clause("THEIR BOND ENDS", "THE BOND ENDS")
def unbind(m: Meaning, branch: Branch) -> Unbind:
    return Unbind(t.Doer(), _other(m, branch), str(branch.words("BOND")[0].value))


def _other(m: Meaning, branch: Branch) -> t.Same:
    """The one other player who was named."""
    m.not_in_deed(branch)
    others = list(dict.fromkeys(each for each in m.players_named if isinstance(each, int)))
    if len(others) != 1 or not m.has_doer:
        raise Misfit("it is not plain who the two are", first_word(branch))
    return t.Same(others[0])
