"""What a coded game can have happen by its own rules: a further move, a beam, a change of rules.

``vocabulary.deeds`` says which of these the game has; elsewhere such a sentence is for people.
"""

from __future__ import annotations

from typing import Any

from rules.plain import terms as t
from rules.plain.clauses import Branch, Misfit, clause, first_word, phrases, verbs
from rules.plain.effects.base import Effect, Meaning, Stage

AGAIN, LOWER = "move again", "lower next roll"
_CHOSEN = "the player selects {thing:thing} to target with the {name}"
_SAYS = {  # of each deed
    AGAIN: "{who:mine}moves again{amount:amount  with a roll of }"
    "{led:?; the player makes all choices of that move|}",
    "next move": "{who:mine}selects {amount:amount} {who:space} in their next move",
    "next roll": "{who:mine}adds {amount:amount} to their next movement roll",
    LOWER: "{who:mine}subtracts {amount:amount} from their next movement roll",
    "until the phase ends": "until the end of the phase, {who:who} is {name}",
    "land on": "{who:mine}applies the effect of landing on a {name} {who:space}",
    "target": "{thing:thing} is targeted by the {name}",
    "discard this": "this item is destroyed",
    "amend": "amends the rules by appending to a (new if it doesn't exist) rule with the title "
    "{name} and the text {{{text}}}",
}


class Deed(Effect, frozen=True):
    """What the rules of a coded game have happen, to each of some players or things, or at all.

    ``name``: of the state, type, rule or beam that it is about. ``led``: the doer makes all choices
    of the move.
    """

    deed: str
    who: t.Who | None = None
    amount: t.Amount | None = None
    thing: t.Thing | None = None
    name: str = ""
    text: str = ""
    led: bool = False

    @property
    def says(self) -> str:  # type: ignore[override]
        """Its words, with holes."""
        return _CHOSEN if isinstance(self.thing, t.ChosenThing) else _SAYS[self.deed]

    def play(self, scene: Stage) -> None:
        whom = self.who or self.thing
        for name in [each.name for each in scene.owners(whom)] if whom else [""]:
            scene.deed(self, name, None if self.amount is None else scene.amount(self.amount))


class DeedApart(Deed, frozen=True):
    """What is a clause of its own."""

    form, of_player = "clause", False


@clause("[subject] MOVE_AGAIN [_WITH_A_ROLL_OF amount]", name="move_again", deed=AGAIN)
@clause("[subject] _SUBTRACT amount _FROM_NEXT_ROLL", name="next_roll_less", deed=LOWER)
@clause(
    "[subject] _ADD amount _TO_NEXT_ROLL",
    "_NEXT_TIME_YOU_ROLL [_THEN] _ADD amount _TO THE_ROLL",
    name="next_roll",
    deed="next roll",
)
def moves(m: Meaning, branch: Branch, deed: str) -> Deed:
    m.needs(deed.removeprefix("lower "), branch)
    amount = branch.branches()[-1:]
    return Deed(deed, m.me(branch), m.mean(amount[0]) if amount else None)


@clause("[subject] _SELECT NUMBER NAME _IN_NEXT_MOVE")
def next_move(m: Meaning, branch: Branch) -> Deed:
    m.needs("next move", branch)
    m.standing(m.table(branch.named()).name)
    return Deed("next move", m.me(branch), t.Number(branch.number()))


@clause("_UNTIL_END_OF [_THEN] [subject] IS NAME")
def is_so_until(m: Meaning, branch: Branch) -> DeedApart:
    m.needs("until the phase ends", branch)
    name = m.status(branch.named()).name
    return DeedApart("until the phase ends", m.me(branch), name=name)


@clause("DISCARD_THIS")
def discard_this(m: Meaning, branch: Branch) -> DeedApart:
    m.needs("discard this", branch)
    return DeedApart("discard this")


@clause("[subject] _APPLY_LANDING_ON a_thing")
def land_on_type(m: Meaning, branch: Branch) -> Deed:
    m.needs("land on", branch)
    of = getattr(m.mean(branch.branches()[-1]), "where", None)
    if not isinstance(of, t.Is) or not isinstance(of.value, t.Text):
        raise Misfit("it is not said of which type", first_word(branch))
    return Deed("land on", m.me(branch), name=of.value.text)


@clause("[subject] _TARGET A NAME OF_CHOICE _WITH THE NAME", name="targets_chosen")
@clause("[subject] _TARGET place _WITH THE NAME")
@clause("place _IS_TARGETED_BY THE NAME", name="is_targeted")
@clause(
    "EACH NAME _IS_TARGETED_BY THE NAME", "ALL NAME _IS_TARGETED_BY THE NAME", name="each_targeted"
)
@clause("[subject] _SELECT a_thing _TO_TARGET_WITH THE NAME", name="select_target")
def targets(m: Meaning, branch: Branch) -> DeedApart:
    if not branch.name.endswith("_targeted"):
        m.not_in_deed(branch)
    thing: Any
    if branch.name in ("each_targeted", "targets_chosen"):
        table, is_each = m.table(branch.named()).name, branch.name == "each_targeted"
        thing = t.EachThing(table) if is_each else t.ChosenThing(table, m.mention(table))
    else:
        thing = m.mean(branch.branches()[-1])
        if branch.name == "select_target" and not isinstance(thing, t.ChosenThing):
            raise Misfit("it is not said which of them", first_word(branch))
    by = m.vocabulary.spelt(branch.named(-1))
    m.needs(f"target with {by}", branch)
    if m.vocabulary.standing(str(m.table_of(thing))) is None:
        raise Misfit(f"the {by} is not aimed at such a thing", branch.named(-1))
    return DeedApart("target", thing=thing, name=by)


@clause("[subject] _AMEND_RULE REST _AND_THE_TEXT REST")
def amend(m: Meaning, branch: Branch) -> Deed:
    m.needs("amend", branch)
    title, text = (str(each.value) for each in branch.words("REST"))
    return Deed("amend", name=title, text=text)


verbs(
    MOVE_AGAIN="move again",
    MAKE_CHOICES="; make all choices they would {otherwise,otherwise need to} make,"
    " make all their choices, makes all choices of that move",
    _NEXT_TIME_YOU_ROLL="; the next time {you,they} roll",
    _UNTIL_END_OF="; {until the end of,for the rest of} {the,this} phase, until the phase ends",
    DISCARD_THIS="; discard this{, item}, destroy this item, this {,item} is destroyed,"
    " this item is discarded",
    _APPLY_LANDING_ON="apply the effect of landing on, instantly apply the effect of landing on",
    _TARGET="target",
    _IS_TARGETED_BY="are targeted by, are targeted with",
    _AMEND_RULE="amend the rules by appending to a ( new if it doesn't exist ) rule with the title",
)
phrases(
    _WITH_A_ROLL_OF="{,as} with a roll of",
    _IN_NEXT_MOVE="{in,on} {your,their} next move",
    _TO_NEXT_ROLL="to {your,their} next {,movement} roll",
    _FROM_NEXT_ROLL="from {your,their} next {,movement} roll",
    _TO_TARGET_WITH="to target with",
    _AND_THE_TEXT="and the text {",
)
