"""What is left to chance: rolls, contests, things drawn; cards dealt from piles, and shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules.plain import terms as t
from rules.plain.clauses import Branch, Misfit, Unspeakable, clause, first_word, phrases, verbs
from rules.plain.effects.base import Effect, Effects, Meaning, Stage, Words
from rules.plain.effects.blocks import ForPlayers
from wikibot.game.names import plural_of
from wikibot.game.problems import Refused


class Roll(Effect, frozen=True):
    """A roll that what follows speaks of. ``who`` None: no player rolls it."""

    who: t.Who | None
    dice: t.Dice
    plus: tuple[t.Addend, ...] = ()

    def say(self, words: Words) -> str:
        if self.who is not None:
            words.mine(self.who)
        words.the_roll = "the total" if self.plus else "the roll"
        return f"rolls {words.amount(self.dice)}{_told(words, self.plus, 's')}"

    def play(self, scene: Stage) -> None:
        who = scene.owners(self.who) if self.who is not None else ()
        with scene.about(who[0] if who else None):
            scene.amount(self.dice)
            if self.plus:
                dice = scene.shown, scene.faces  # what is added may be rolled, too
                scene.rolled = scene.many = _total(scene, self.plus)
                scene.shown, scene.faces = dice


def _told(words: Words, plus: Sequence[t.Addend], ending: str = "") -> str:
    """``and adds their Strength and subtracts 2 if Season is Winter``."""
    said = ""
    for each in plus:
        verb = f"{'subtract' if each.minus else 'add'}{ending}"
        given = f" if {words.condition(each.given)}" if each.given is not None else ""
        said += f" and {verb} {words.amount(each.amount)}{given}"
    return said


def _total(scene: Stage, plus: Sequence[t.Addend]) -> int:
    total, counts = scene.rolled or 0, False
    for each in plus:
        if each.given is None or scene.holds(each.given):
            more, counts = scene.amount(each.amount), True
            total += -more if each.minus else more
    if counts:
        scene.say("which makes {}", total)
    return total


class Contest(Effect, frozen=True):
    """Two players roll; each adds ``plus``, which is about ``Them()``.

    ``winner`` and ``loser``: slots, of which none is filled where they tie. ``low``: the lower roll
    wins.
    """

    one: t.Who
    other: t.Who
    dice: t.Dice
    winner: int
    loser: int
    plus: tuple[t.Addend, ...] = ()
    low: bool = False

    form = "clause"

    def say(self, words: Words) -> str:
        """``both roll 1d6 and add their Strength``."""
        words.contest = self.winner, self.loser
        with words.about(t.Them(), where=False):
            return f"both roll {words.amount(self.dice)}{_told(words, self.plus)}"

    def play(self, scene: Stage) -> None:
        """Two players roll, and their slots are filled, but where they tie."""
        totals: dict[Any, int] = {}
        sides = ((self.winner, self.one), (self.loser, self.other))  # slots free until then
        both = [(slot, who) for slot, each in sides for who in scene.owners(each)]
        for slot, who in sorted(both, key=lambda each: each[1].name != scene.act.player):
            held = scene.slots.get(slot)
            totals[who] = held if isinstance(held, int) else scene.throw(who, self.dice)
            if self.plus and not isinstance(held, int):
                with scene.about(who):
                    totals[who] = _total(scene, self.plus)
            scene.slots[slot] = totals[who]
        scene.slots.pop(self.winner, None)
        scene.slots.pop(self.loser, None)
        best, *rest = sorted(totals, key=totals.__getitem__, reverse=not self.low)
        scene.tied = not rest or totals[best] == totals[rest[0]]
        if scene.tied:
            scene.say("it is a tie")
        else:
            scene.slots[self.winner], scene.slots[self.loser] = best, rest[0]


MOST_DRAWN = 100  # things drawn in one go


class Draw(Effect, frozen=True):
    """A player has one (or ``amount``) more of a random thing of a table, as an item.

    Several are drawn one after the other, each time from all. The thing may be of their choice, or
    one that was spoken of, which they have ``amount`` more of then, or less.
    """

    who: t.Who
    thing: t.RandomThing | t.ChosenThing | t.Same | t.Place
    amount: t.Amount = t.Number(1)

    verb = "draw"
    counts = True

    def say(self, words: Words) -> str:
        words.mine(self.who)
        thing = self.thing
        if isinstance(thing, t.Same | t.Place):  # "gains 2 of that Card"
            if not isinstance(self.amount, t.Number):
                raise Unspeakable(repr(self))
            return f"gains {self.amount.value} of {words.thing(thing)}"
        one = self.amount == t.Number(1)
        if isinstance(thing, t.ChosenThing):
            if thing.where is not None or not one:
                raise Unspeakable(repr(self))
            words.tables[thing.slot] = thing.table
            return f"gains a {words.noun(thing.table)} of their choice"
        said = words.thing(thing)
        if one:
            return f"draws {said}"
        if thing.where is not None:
            raise Unspeakable(repr(self))
        return f"draws {words.amount(self.amount)} {words.noun(thing.table)}"

    def begins(self, words: Words) -> str:
        return f"begins with {words.thing(self.thing)}"

    def play(self, scene: Stage) -> None:
        if isinstance(self.thing, t.Same | t.Place):
            self._of_it(scene)
            return
        number = scene.amount(self.amount)
        if number > MOST_DRAWN:
            raise Refused("{} things are too many to draw at once", number, rule=scene.told.rule)
        for who in scene.owners(self.who):
            for _ in range(number):
                scene.slots.pop(self.thing.slot, None)
                drawn = scene.one(self.thing)
                if drawn is not None:
                    scene.slots[self.thing.slot] = drawn
                    scene.gain(who, drawn.name, 1)

    def _of_it(self, scene: Stage) -> None:
        """So many more, or fewer, of a thing that was selected before, or that a cell names."""
        name, number = scene.value(self.thing), scene.amount(self.amount)
        for who in scene.owners(self.who) if name else ():
            if number < 0:
                scene.owe(who, name, -number)
            else:
                scene.gain(who, name, number)


verbs(
    _ROLL="roll",
    _DRAW="draw",
    _BOTH="; both, both players, they both, they each, each of them, both of them",
    _HIGHER_WINS="; the higher roll wins, the higher wins, the highest roll wins,"
    " the higher total wins, the higher result wins",
    _LOWER_WINS="; the lower roll wins, the lower wins, the lowest roll wins,"
    " the lower total wins, the lower result wins",
)


phrases(KEEPING="keeping the best, keeping the worst")


@clause("[subject] _ROLL DICE [KEEPING]")
def roll(m: Meaning, branch: Branch) -> Roll:
    m.rolls += 1
    return Roll(m.subject if m.by_itself else m.me(branch), m.at_dice(branch))


@clause(
    "[subject] _ROLL THAT_MANY DICE [KEEPING]", "[subject] _ROLL ALIAS_MANY DICE [KEEPING]",
    "[subject] _ROLL AS_MANY DICE _AS reckoned [KEEPING]",
)  # fmt: skip
def roll_many(m: Meaning, branch: Branch) -> Roll:
    """``roll that many d6``, ``as many d6 as their Strength``."""
    many: Any = m.at_alias_many(branch) if branch.has("ALIAS_MANY") else t.ThatMany()
    many = m.mean(branch.branches()[-1]) if branch.has("AS_MANY") else many
    found = roll(m, branch)
    return replace(found, dice=replace(found.dice, many=many))


@clause("[subject] _ROLL DICE [KEEPING] for_each [BUT_AT_MOST NUMBER] [KEEPING]")
def roll_for_each(m: Meaning, branch: Branch) -> Roll:
    """``roll a d6 for each Net they have, but at most 5``."""
    found, said = roll(m, branch), branch.branches("for_each")[0]
    each: t.ForEach = m.mean(said, t.Number(1))
    many: Any = each.each if each.per == 1 else each
    if branch.has("BUT_AT_MOST"):
        many = t.Bounded(many, t.Number(branch.number()), True)
    return replace(found, dice=replace(found.dice, many=many))


@clause("[subject] _ROLL DICE added")
def roll_with(m: Meaning, branch: Branch) -> Roll:
    """``roll 2d6 and add their Strength and subtract 2 if they have a Net``."""
    rolled = roll(m, branch)
    return replace(rolled, plus=_added(m, branch.branches("added")))


def _added(m: Meaning, added: Sequence[Branch]) -> tuple[t.Addend, ...]:
    """All that is added to a roll or taken from it, each under its own condition."""
    every = [each for of in added for each in of.branches()]
    return tuple(
        t.Addend(m.mean(each.branches()[0]), each.name == "less", *map(m.mean, each.branches()[1:]))
        for each in every
    )


@clause("_BOTH _ROLL DICE [added]")
def contest(m: Meaning, branch: Branch) -> Contest:
    """``both roll 1d6``: the one who acts, and the one who was named."""
    m.not_in_deed(branch)
    if m.contest is not None:
        raise Misfit("it is not plain who the two are", first_word(branch))
    other = m.other_named(branch)
    m.rolls += 1
    m.contest = m.slot(), m.slot()
    with m.about(t.Them()):
        plus = _added(m, branch.branches("added"))
    return Contest(t.Doer(), other, m.at_dice(branch), *m.contest, plus)


@clause("_HIGHER_WINS")
def higher_wins(m: Meaning, branch: Branch) -> Effects:
    """``the higher roll wins``: who is called the winner, which is so anyway."""
    m.contested(branch)
    return ()


@clause("_LOWER_WINS")
def lower_wins(_: Meaning, branch: Branch) -> Effects:
    """``the lower roll wins``: said before anything is said of the winner."""
    raise Misfit("say what becomes of the one with the lower roll", first_word(branch))


@clause("[subject] _DRAW stuff [_FROM NAME]")
def draw(m: Meaning, branch: Branch) -> Draw:
    stuff = next(each for each in branch.branches() if each.name != "subject")
    me = m.me(branch)
    one = stuff.name == "random_stuff"
    many = t.Number(1) if one else m.how_many(stuff)
    table, where = _drawn(m, stuff, branch.words("NAME"))
    m.parts.append(m.noun(table))
    return Draw(me, t.RandomThing(table, m.mention(table), where), many)


def _drawn(m: Meaning, stuff: Branch, names: Any) -> tuple[str, Any]:
    if names:
        source = m.table(str(names[0].value))
        said = m.vocabulary.table(stuff.named())
        if said is not None and said != source:
            raise Misfit(f"{stuff.named()} and {source.name} are two tables", stuff.named())
        if said is None and stuff.named().casefold() not in ("thing", "item", "one"):
            raise Misfit(f"{stuff.named()!r} is not what {source.name} has", stuff.named())
        return source.name, None
    table = m.table(stuff.named()).name
    found = stuff.branches() if stuff.name == "random_stuff" else ()
    return table, m.thing_where(found[0], table, t.It()) if found else None


class Take(Effect, frozen=True):
    """So many things go from a pile to a player, one after the other, each as likely.

    ``slot``: of the last one, which may be spoken of again.
    """

    who: t.Who
    pile: str
    table: str
    amount: t.Amount = t.Number(1)
    slot: int = 0

    def say(self, words: Words) -> str:
        words.tables[self.slot] = self.table
        what = f"{words.amount(self.amount)} {words.noun(self.table)}"
        return f"{words.mine(self.who)}draws {what} from the {self.pile}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            number, last = scene.amount(self.amount), (self.table, self.slot)
            scene.draw_from(who, self.pile, number, last)


class LoseChosen(Effect, frozen=True):
    """A player loses so many things of a table, each of their choice; or all but so many.

    ``pile``: where these go, "" where they are gone.
    """

    who: t.Who
    table: str
    amount: t.Amount
    down: bool = False
    pile: str = ""
    slot: int = 0  # of the one that a line names

    def say(self, words: Words) -> str:
        words.mine(self.who)
        noun, number = words.noun(self.table), words.amount(self.amount)
        to = f" to the {self.pile}" if self.pile else ""
        if self.down:
            return f"loses {plural_of(noun)} of their choice until they have {number}{to}"
        return f"loses {number} {noun} of their choice{to}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            if self.slot in scene.slots:
                scene.give_up(who, scene.slots[self.slot].name, self.pile)
                continue
            scene.discard(who, self.table, scene.amount(self.amount), down=self.down, to=self.pile)


class LoseIt(Effect, frozen=True):
    """A player loses so many of the thing that was spoken of, or that a cell names.

    ``pile``: where one of it goes. ``must``: as of ``Lose``.
    """

    who: t.Who
    thing: t.Same | t.Place
    pile: str = ""
    amount: t.Amount = t.Number(1)
    must: bool = False

    due = "who"

    def say(self, words: Words) -> str:
        words.mine(self.who)
        thing = "it" if isinstance(self.thing, t.Same) else words.thing(self.thing)
        to = f" to the {self.pile}" if self.pile else ""
        one = self.amount == t.Number(1) and thing == "it"
        return f"loses {'' if one else f'{words.amount(self.amount)} of '}{thing}{to}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            name = scene.value(self.thing)
            if self.pile:
                scene.give_up(who, name, self.pile)
            elif name:
                scene.lose(who, name, scene.amount(self.amount), must=self.must)


class Shuffle(Effect, frozen=True):
    """A pile is shuffled; ``into``: together with another one, which has all of it then.

    No order is kept: what is drawn is as likely as anything else in the pile.
    """

    pile: str
    into: str = ""

    form, of_player = "clause", False
    says = "the {pile} is shuffled{into:  into the }"

    def play(self, scene: Stage) -> None:
        scene.shuffle(self.pile, self.into)


verbs(
    _DEAL="deal",
    _SHUFFLE="shuffle, reshuffle",
    _IS_SHUFFLED="; is shuffled, are shuffled, is reshuffled",
)


@clause("[subject] _DRAW stuff _FROM THE PILE")
def draw_from(m: Meaning, branch: Branch) -> Take:
    """``draw 2 Cards from the Deck``."""
    stuff = next(each for each in branch.branches() if each.name != "subject")
    return _taken(m, m.me(branch), stuff, branch)


@clause("[subject] _DEAL stuff _TO who _FROM THE PILE")
def deal(m: Meaning, branch: Branch) -> Effects:
    """``deal 4 Cards to each player from the Deck``."""
    stuff, who = (each for each in branch.branches() if each.name != "subject")
    whom = m.mean(who)
    if whom == m.subject:
        return (_taken(m, whom, stuff, branch),)
    with m.about(t.Them()):
        return (ForPlayers(whom, (_taken(m, t.Them(), stuff, branch),)),)


def _taken(m: Meaning, who: t.Who, stuff: Branch, branch: Branch) -> Take:
    pile = str(branch.words("PILE")[0].value)
    table = m.vocabulary.pile_of(pile)
    said = m.table(stuff.named()).name
    if said != table:
        raise Misfit(f"the {pile} is a pile of {table}", first_word(stuff))
    m.parts += [m.noun(table), f"from the {pile}"]
    return Take(who, pile, table, m.how_many(stuff), m.mention(table))


@clause("[subject] _LOSE CHOSEN_CARDS [_TO THE PILE]")
def discard(m: Meaning, branch: Branch) -> LoseChosen:
    """``lose 2 Cards of their choice``, ``discard Cards of their choice until they have 7``."""
    said = branch.words("CHOSEN_CARDS")[0]
    number, down = (said.value if isinstance(said.value, tuple) else (1, 0))[:2]
    pile = str(branch.words("PILE")[0].value) if branch.has("PILE") else ""
    table = m.table(said.text)
    me, slot = m.me(branch), 0
    if m.in_deed and number == 1 and not down:  # a line names it
        slot = m.mention(table.name)
        m.parts.append(t.ChosenThing(table.name, slot, t.owns(me, t.It())))
    else:
        m.parts.append(m.noun(table.name))
    return LoseChosen(me, table.name, t.Number(number), bool(down), pile, slot)


@clause("[subject] _SHUFFLE THE PILE [INTO THE PILE]", "THE PILE _IS_SHUFFLED [INTO THE PILE]")
def shuffle(m: Meaning, branch: Branch) -> Shuffle:
    """``shuffle the Deck``, ``the Heap is shuffled into the Deck``."""
    first, *second = [str(each.value) for each in branch.words("PILE")]
    m.parts += [f"the {first}"]
    return Shuffle(first, *second)
