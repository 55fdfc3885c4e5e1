"""Whole sentences, of every kind."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.clauses import PLAYERS, Branch, Misfit, first_word
from rules.plain.effects.hidden import column_for
from rules.plain.meaning.always import Always
from rules.plain.words.lexemes import HOURS


class Sentences(Always):
    """Sentences; those that define terms, and those about proposals, are read here."""

    def at_defines(self, branch: Branch) -> t.Defines:
        """``A player is rich if they have 10 Gold``, ``A player with no Lives is lost``."""
        where = self.definition(branch)
        if where is None:
            raise Misfit("it is not said what that means", first_word(branch))
        return t.Defines(str(branch.words("TERM")[0].value), where)

    def at_defines_as(self, branch: Branch) -> t.Defines:
        """``A Miner is a player who has a Pickaxe``."""
        term = str(branch.words("TERM")[0].value)
        who = branch.branches()[0]
        who = who.branches()[0] if who.name == "subject" else who
        if who.name == "extreme_player":
            return t.Defines(term, who=self.at_extreme_player(who))
        return t.Defines(term, self.definition(branch))

    def at_defines_amount(self, branch: Branch) -> t.DefinesAmount:
        """``A player's Worth is their Gold plus their Ore``, ``A Mill's Yield is ...``."""
        place, amount = branch.branches()
        if place.name == "of_each_thing":
            first, second = place.named(0), place.named(1)
            table, name = (second, first) if place.has("OF") else (first, second)
            of: Any = t.EachThing(self.table(table).name)
            self.it, self.it_table = t.It(), of.table
        else:
            who = place.branches()[0] if place.name == "of_player" else place
            if who.name not in ("a_player", "each_player") or who.branches():
                raise Misfit("it is not plain whose that is", first_word(place))
            of, name, self.subject = t.EachPlayer(), place.named(), t.Them()
        name = self.column(of, name)
        if (getattr(of, "table", ""), name) not in self.vocabulary.formulas:
            raise Misfit(f"the page has a column {name}, which nothing reckons", name)
        return t.DefinesAmount(of, name, self.mean(amount))

    def at_voting_lasts(self, branch: Branch) -> t.VotingLasts:
        unit = branch.words("TIME_UNIT")[0].low.rstrip("s")
        return t.VotingLasts(branch.number() * HOURS[unit])

    def at_most_proposals(self, branch: Branch) -> t.MostProposals:
        self._of_all(branch)
        return t.MostProposals(branch.number())

    def at_may_propose(self, branch: Branch) -> t.MayPropose:
        self._of_all(branch)
        return t.MayPropose()

    def at_is_pile(self, branch: Branch) -> t.IsPile:
        """``The Deck is a pile of Cards``."""
        return t.IsPile(str(branch.words("PILE")[0].value), self.table(branch.named()).name)

    def at_is_secret(self, branch: Branch) -> t.IsSecret:
        """``A player's Role is secret``."""
        said = branch.branches()[0]
        who = said.branches()[0] if said.name == "of_player" else said
        if who.name not in ("a_player", "each_player") or who.branches():
            raise Misfit("say 'a player's', and a column of theirs", first_word(said))
        field = self.vocabulary.field(said.named())
        if field is None or field.kind not in ("text", "thing", ""):
            raise Misfit("only a column with one word a cell can be secret", said.named())
        return t.IsSecret(field.name)

    def at_secret_choice(self, branch: Branch) -> t.SecretChoice:
        """``Each player secretly chooses a Card; when all have chosen, ...``."""
        who, thing = branch.branches()
        if who.name != "each_player" or thing.name != "a_thing" or thing.branches():
            raise Misfit("say 'each player' and 'a', with what is chosen", first_word(branch))
        unit = branch.words("TIME_UNIT")
        hours = branch.number() * HOURS[unit[0].low.rstrip("s")] if unit else 0
        with self.about(t.Doer()):
            return t.SecretChoice(*column_for(self, thing.named()), hours, self.where(who))

    def at_vote_counts(self, branch: Branch) -> t.VoteCounts:
        """``The Mayor's vote counts twice``."""
        if branch.has("THE"):
            of: Any = t.EachPlayer(where=self.is_called(branch.named()))
        else:
            who = branch.branches()[0]
            some = who.name in ("a_player", "each_player")
            of = t.EachPlayer(where=self.where(who)) if some else self.mean(who)
            if isinstance(of, t.NamedPlayer):
                of = t.EachPlayer(where=t.Equal(t.Them(), of))
        if not isinstance(of, t.EachPlayer) or of.other:
            raise Misfit("say 'a player who ...'", first_word(branch))
        with self.about(t.Them()):
            weight = [each for each in branch.branches() if each.name.startswith("weight")]
            return t.VoteCounts(of, self.mean(weight[0]) if weight else t.Number(0))

    def is_called(self, name: str) -> Any:
        """That ``Them()`` are what a name says: by their own field, or by a value of the game."""
        value, role = self.vocabulary.value(name), self.vocabulary.role(name)
        if value is not None and value.table == PLAYERS:
            return t.Is(t.Place(None, value.name), t.Them())
        if not role:
            raise Misfit(f"it is not plain which player {name} is", name)
        return t.Is(t.Place(t.Them(), role), self.thing_or_text(name, t.Place(t.Them(), role)))

    def at_weight_double(self, branch: Branch) -> t.Number:
        return t.Number(2)

    def at_weight_times(self, branch: Branch) -> t.Number:
        return t.Number(branch.number())

    def at_weight_each(self, branch: Branch) -> Any:
        return self.mean(branch.branches()[0], t.Number(1))

    def at_a_proposal(self, _: Branch) -> t.ChosenProposal:
        self.proposal = self.slot()
        return t.ChosenProposal(self.proposal)

    def _of_all(self, branch: Branch) -> None:
        who = branch.branches()
        if who and (who[0].name not in ("a_player", "each_player") or who[0].branches()):
            raise Misfit("that holds for all players", first_word(who[0]))

    def at_passes_if(self, branch: Branch) -> t.Passes:
        found = t.Passes(share=None)
        for each in branch.branches():
            found = self.mean(each, found)
        return found

    def at_more_for(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, share=(1, 2))

    def at_share(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        text = branch.words()[0].low
        if text.startswith(("all ", "the vote is unanimous")):
            return replace(so_far, share=(1, 1), or_just=True)
        if "two thirds" in text:
            return replace(so_far, share=(2, 3), or_just=True)
        return replace(so_far, share=(1, 2), or_just=text.startswith("at least half"))

    def at_share_of_players(self, _: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, of_players=(1, 2))

    def at_votes_for(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, least=branch.number())

    def at_votes_against(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, most_against=branch.number())

    def at_none_against(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, most_against=0)
