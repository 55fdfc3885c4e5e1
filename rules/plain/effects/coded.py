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


verbs(
    MOVE_AGAIN="move again",
    MAKE_CHOICES="; make all choices they would otherwise need to make,"
    " make all choices they would otherwise make, make all their choices,"
    " makes all choices of that move",
)
phrases(_WITH_A_ROLL_OF="with a roll of, as with a roll of")


@clause("[subject] MOVE_AGAIN [_WITH_A_ROLL_OF amount]")
def move_again(m: Meaning, branch: Branch) -> MoveAgain:
    """``you move again``; ``with a roll of 2``."""
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

    def say(self, words: Words) -> str:
        words.mine(self.who)
        return f"selects {words.amount(self.steps)} {words.space()} in their next move"


phrases(
    _IN_NEXT_MOVE="in your next move, in their next move, on your next move, on their next move"
)


@clause("[subject] _SELECT NUMBER NAME _IN_NEXT_MOVE")
def next_move(m: Meaning, branch: Branch) -> NextMove:
    """``select 3 Spaces`` of the next move."""
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


verbs(_NEXT_TIME_YOU_ROLL="; the next time you roll, the next time they roll")
phrases(
    _TO_NEXT_ROLL="to your next roll, to their next roll, to your next movement roll,"
    " to their next movement roll",
    _FROM_NEXT_ROLL="from your next roll, from their next roll, from your next movement roll,"
    " from their next movement roll",
)


@clause("[subject] _SUBTRACT amount _FROM_NEXT_ROLL", name="next_roll_less", minus=True)
@clause(
    "[subject] _ADD amount _TO_NEXT_ROLL", "_NEXT_TIME_YOU_ROLL [_THEN] _ADD amount _TO THE_ROLL"
)
def next_roll(m: Meaning, branch: Branch, *, minus: bool = False) -> NextRoll:
    """``add 2 to your next roll``."""
    m.needs("next roll", branch)
    return NextRoll(m.me(branch), m.mean(branch.branches()[-1]), minus)


class BecomeFor(Deed, frozen=True):
    """A player is in a state until the present phase ends. ``name``: of the field that says so."""

    who: t.Who
    name: str

    changes, form = "name", "clause"
    says = "until the end of the phase, {who:who} is {name}"


verbs(
    _UNTIL_END_OF="; until the end of the phase, until the phase ends, for the rest of the phase,"
    " until the end of this phase, for the rest of this phase"
)


@clause("_UNTIL_END_OF [_THEN] [subject] IS NAME")
def is_so_until(m: Meaning, branch: Branch) -> BecomeFor:
    """``until the end of the phase, you are Tired``."""
    m.needs("until the phase ends", branch)
    return BecomeFor(m.me(branch), m.status(branch.named()).name)


class Discard(Deed, frozen=True):
    """The thing in use is used up, as all such things are."""

    form, of_player, says = "clause", False, "this item is destroyed"


verbs(
    DISCARD_THIS="; discard this, discard this item, destroy this item, this is destroyed,"
    " this item is destroyed, this item is discarded"
)


@clause("DISCARD_THIS")
def discard_this(m: Meaning, branch: Branch) -> Discard:
    """``discard this``: of things that are used up in any case."""
    m.needs("discard this", branch)
    return Discard()


class LandOn(Deed, frozen=True):
    """What happens to those who land on things of a type happens to a player where they are."""

    who: t.Who
    kind: str

    def say(self, words: Words) -> str:
        words.mine(self.who)
        return f"applies the effect of landing on a {self.kind} {words.space()}"


verbs(_APPLY_LANDING_ON="apply the effect of landing on, instantly apply the effect of landing on")


@clause("[subject] _APPLY_LANDING_ON A NAME NAME")
def land_on_type(m: Meaning, branch: Branch) -> LandOn:
    """``apply the effect of landing on a Casino space``."""
    m.needs("land on", branch)
    return LandOn(m.me(branch), m.typed(branch)[1].value.text)


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


verbs(_TARGET="target", _IS_TARGETED_BY="are targeted by, are targeted with")
phrases(_TO_TARGET_WITH="to target with")


@clause("[subject] _TARGET A NAME OF_CHOICE _WITH THE NAME", name="targets_chosen")
@clause("[subject] _TARGET place _WITH THE NAME")
@clause("place _IS_TARGETED_BY THE NAME", name="is_targeted")
@clause(
    "EACH NAME _IS_TARGETED_BY THE NAME", "ALL NAME _IS_TARGETED_BY THE NAME", name="each_targeted"
)
@clause("[subject] _SELECT a_thing _TO_TARGET_WITH THE NAME", name="select_target")
def targets(m: Meaning, branch: Branch) -> Target:
    """``target your Space with the Lantern``, and all other ways to say what it is aimed at."""
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


verbs(
    _AMEND_RULE="amend the rules by appending to a ( new if it doesn't exist ) rule with the title"
)
phrases(_AND_THE_TEXT="and the text {")


@clause("[subject] _AMEND_RULE REST _AND_THE_TEXT REST")
def amend(m: Meaning, branch: Branch) -> Amend:
    """A text appended to the rule with a title."""
    m.needs("amend", branch)
    title, text = (str(each.value) for each in branch.words("REST"))
    return Amend(title, text)
