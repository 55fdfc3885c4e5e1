"""What a coded game can have happen by its own rules: a further move, a beam, a change of rules.

``vocabulary.deeds`` says which of these the game has; elsewhere such a sentence is for people.
"""

from __future__ import annotations

from typing import Any

from rules.plain import terms as t
from rules.plain.clauses import Branch, Misfit, clause, first_word, phrases, verbs
from rules.plain.effects.base import Effect, Effects, Meaning, Stage, Words


class Deed(Effect, frozen=True):
    """What the rules of a coded game have happen, to each of some players or things, or at all."""

    def play(self, scene: Stage) -> None:
        number = getattr(self, "steps", getattr(self, "amount", None))
        whom = getattr(self, "who", None) or getattr(self, "thing", None)
        for name in [each.name for each in scene.owners(whom)] if whom else [""]:
            scene.deed(self, name, None if number is None else scene.amount(number))


class MoveAgain(Deed, frozen=True):
    """A player moves once more as the game's own rules of movement say.

    ``steps``: so many spaces, without a roll. ``led``: the doer makes all choices of that move.
    """

    who: t.Who
    steps: t.Amount | None = None
    led: bool = False

    def say(self, words: Words) -> str:
        words.mine(self.who)
        rolled = f" with a roll of {words.amount(self.steps)}" if self.steps else ""
        return f"moves again{rolled}{'; the player makes all choices of that move' * self.led}"


@clause("[subject] MOVE_AGAIN [_WITH_A_ROLL_OF amount]")
def move_again(m: Meaning, branch: Branch) -> MoveAgain:
    m.needs("move again", branch)
    steps = branch.branches()[-1:]
    return MoveAgain(m.me(branch), m.mean(steps[0]) if steps else None)


@clause("[subject] MAKE_CHOICES")
def make_choices(_: Meaning, branch: Branch) -> Effects:
    raise Misfit("that is said of no move", first_word(branch))


class NextMove(Deed, frozen=True):
    """A player's next move is of so many spaces."""

    who: t.Who
    steps: t.Amount

    says = "{who:mine}selects {steps:amount} {who:space} in their next move"


@clause("[subject] _SELECT NUMBER NAME _IN_NEXT_MOVE")
def next_move(m: Meaning, branch: Branch) -> NextMove:
    m.needs("next move", branch)
    m.standing(m.table(branch.named()).name)
    return NextMove(m.me(branch), t.Number(branch.number()))


class NextRoll(Deed, frozen=True):
    """So much is added to a player's next roll of movement, or taken from it."""

    who: t.Who
    amount: t.Amount
    minus: bool = False

    def say(self, words: Words) -> str:
        words.mine(self.who)
        verb, joint = ("subtracts", "from") if self.minus else ("adds", "to")
        return f"{verb} {words.amount(self.amount)} {joint} their next movement roll"


@clause("[subject] _SUBTRACT amount _FROM_NEXT_ROLL", name="next_roll_less", minus=True)
@clause(
    "[subject] _ADD amount _TO_NEXT_ROLL", "_NEXT_TIME_YOU_ROLL [_THEN] _ADD amount _TO THE_ROLL"
)
def next_roll(m: Meaning, branch: Branch, *, minus: bool = False) -> NextRoll:
    m.needs("next roll", branch)
    return NextRoll(m.me(branch), m.mean(branch.branches()[-1]), minus)


class BecomeFor(Deed, frozen=True):
    """A player is in a state until the present phase ends. ``name``: of the field that says so."""

    who: t.Who
    name: str

    changes, form = "name", "clause"
    says = "until the end of the phase, {who:who} is {name}"


@clause("_UNTIL_END_OF [_THEN] [subject] IS NAME")
def is_so_until(m: Meaning, branch: Branch) -> BecomeFor:
    m.needs("until the phase ends", branch)
    return BecomeFor(m.me(branch), m.status(branch.named()).name)


class Discard(Deed, frozen=True):
    """The thing in use is used up, as all such things are."""

    form, of_player, says = "clause", False, "this item is destroyed"


@clause("DISCARD_THIS")
def discard_this(m: Meaning, branch: Branch) -> Discard:
    m.needs("discard this", branch)
    return Discard()


class LandOn(Deed, frozen=True):
    """What happens to those who land on things of a type happens to a player where they are."""

    who: t.Who
    kind: str

    says = "{who:mine}applies the effect of landing on a {kind} {who:space}"


@clause("[subject] _APPLY_LANDING_ON a_thing")
def land_on_type(m: Meaning, branch: Branch) -> LandOn:
    m.needs("land on", branch)
    of = getattr(m.mean(branch.branches()[-1]), "where", None)
    if not isinstance(of, t.Is) or not isinstance(of.value, t.Text):
        raise Misfit("it is not said of which type", first_word(branch))
    return LandOn(m.me(branch), of.value.text)


class Target(Deed, frozen=True):
    """Something of the game, such as a beam, is aimed at a thing."""

    thing: t.Thing
    by: str

    form, of_player = "clause", False

    def say(self, words: Words) -> str:
        thing = words.thing(self.thing)
        if isinstance(self.thing, t.ChosenThing):
            return f"the player selects {thing} to target with the {self.by}"
        return f"{thing} is targeted by the {self.by}"


@clause("[subject] _TARGET A NAME OF_CHOICE _WITH THE NAME", name="targets_chosen")
@clause("[subject] _TARGET place _WITH THE NAME")
@clause("place _IS_TARGETED_BY THE NAME", name="is_targeted")
@clause(
    "EACH NAME _IS_TARGETED_BY THE NAME", "ALL NAME _IS_TARGETED_BY THE NAME", name="each_targeted"
)
@clause("[subject] _SELECT a_thing _TO_TARGET_WITH THE NAME", name="select_target")
def targets(m: Meaning, branch: Branch) -> Target:
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
    return Target(thing, by)


class Amend(Deed, frozen=True):
    """A text is appended to the rule with a title, which is made where there is none."""

    title: str
    text: str

    says = (
        "amends the rules by appending to a (new if it doesn't exist) rule with the title {title}"
        " and the text {{{text}}}"
    )


@clause("[subject] _AMEND_RULE REST _AND_THE_TEXT REST")
def amend(m: Meaning, branch: Branch) -> Amend:
    m.needs("amend", branch)
    title, text = (str(each.value) for each in branch.words("REST"))
    return Amend(title, text)


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
