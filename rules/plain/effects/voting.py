"""Votes: on players and things by the rules' own polls, and on proposals, which may be vetoed."""

from __future__ import annotations

from rules.plain import terms as t
from rules.plain.clauses import Branch, Misfit, clause, first_word, verbs
from rules.plain.effects.base import Effect, Meaning, Stage, Words


class Vote(Effect, frozen=True):
    """The doer's vote goes to a player or thing; one that they cast before does not count."""

    to: t.Who | t.Thing

    of_player, says = False, "votes for {to:one}"

    def command(self, words: Words, verb: str) -> str:
        return f"vote {self.say(words).partition(' ')[2]}"

    def play(self, scene: Stage) -> None:
        for to in scene.owners(self.to):
            scene.vote(to)


class EndVotes(Effect, frozen=True):
    """All votes for players and things are over: the next poll begins without any."""

    form, of_player, says = "clause", False, "the vote ends"

    def play(self, scene: Stage) -> None:
        scene.end_votes()


class Decide(Effect, frozen=True):
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
