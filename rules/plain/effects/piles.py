"""Cards and their like: drawn from piles, dealt, discarded by choice, and shuffled together."""

from __future__ import annotations

from rules.plain import terms as t
from rules.plain.clauses import Branch, Misfit, clause, first_word, verbs
from rules.plain.effects.base import Effect, Effects, Meaning, Stage, Words
from rules.plain.effects.blocks import ForPlayers
from wikibot.game.names import plural_of


class Take(Effect, frozen=True):
    """So many things go from a pile to a player, one after the other, each as likely."""

    who: t.Who
    pile: str
    table: str
    amount: t.Amount = t.Number(1)

    says = "{who:mine}draws {amount:amount} {table:noun} from the {pile}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.draw_from(who, self.pile, scene.amount(self.amount))


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

    def command(self, words: Words, verb: str) -> str:
        return f"{verb} {self.say(words).partition(' ')[2]}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            if self.slot in scene.slots:
                scene.give_up(who, scene.slots[self.slot].name, self.pile)
                continue
            number = scene.amount(self.amount)
            scene.discard(who, self.table, number, down=self.down, to=self.pile)


class LoseIt(Effect, frozen=True):
    """A player loses one of the thing that was spoken of. ``pile``: where it goes."""

    who: t.Who
    thing: t.Same
    pile: str = ""

    says = "{who:mine}loses it{pile:  to the }"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            for thing in scene.owners(self.thing):
                scene.give_up(who, thing.name, self.pile)


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
    if stuff.name not in ("counted", "one") or stuff.branches() or said != table:
        raise Misfit(f"the {pile} is a pile of {table}", first_word(stuff))
    m.parts += [m.noun(table), f"from the {pile}"]
    amount = t.Number(1) if stuff.name == "one" else m.how_many(stuff)
    return Take(who, pile, table, amount)


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
        m.parts.append(t.ChosenThing(table.name, slot, t.Owns(me, t.It())))
    else:
        m.parts.append(m.noun(table.name))
    return LoseChosen(me, table.name, t.Number(number), bool(down), pile, slot)


@clause("[subject] _LOSE IT [_TO THE PILE]", "place _MOVE _TO THE PILE")
def lose_it(m: Meaning, branch: Branch) -> LoseIt:
    """``chooses a Card they have and loses it``."""
    thing = m.that(branch)
    if not isinstance(thing, t.Same):
        raise Misfit("it is not plain what is lost", first_word(branch))
    pile = str(branch.words("PILE")[0].value) if branch.has("PILE") else ""
    return LoseIt(m.me(branch), thing, pile)


@clause("[subject] _SHUFFLE THE PILE [INTO THE PILE]", "THE PILE _IS_SHUFFLED [INTO THE PILE]")
def shuffle(m: Meaning, branch: Branch) -> Shuffle:
    """``shuffle the Deck``, ``the Heap is shuffled into the Deck``."""
    first, *second = [str(each.value) for each in branch.words("PILE")]
    m.parts += [f"the {first}"]
    return Shuffle(first, *second)
