"""Whole sentences, of every kind."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.clauses import Branch, Misfit, first_word
from rules.plain.meaning.always import Always

_HOURS = {"hour": 1, "day": 24, "week": 168}


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
        unit = branch.words("TIME_UNIT")[0].text.casefold().rstrip("s")
        return t.VotingLasts(branch.number() * _HOURS[unit])

    def at_most_proposals(self, branch: Branch) -> t.MostProposals:
        self._of_all(branch)
        return t.MostProposals(branch.number())

    def at_may_propose(self, branch: Branch) -> t.MayPropose:
        self._of_all(branch)
        return t.MayPropose()

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
        text = branch.words()[0].text.casefold()
        if not text.startswith(("more than half", "a majority", "the majority")):
            raise Misfit("say 'more votes for than against'", text)
        return replace(so_far, share=(1, 2))

    def at_share_of_players(self, _: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, of_players=(1, 2))

    def at_votes_for(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, least=branch.number())

    def at_votes_against(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, most_against=branch.number())

    def at_none_against(self, branch: Branch, so_far: t.Passes) -> t.Passes:
        return replace(so_far, most_against=0)
