"""What the effects of a sentence need to be played on the state, in the order of the words.

Each effect plays itself (``rules.plain.effects``) on a :class:`PlayedScene`. Decisions: an effect
that names a player or thing that there is not (a tie for the most, an empty table) does nothing,
and says so; the others happen. Drawn things become items. A row that is created stands at the end
of its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, ClassVar

from rules.common import proposals
from rules.generic import owners as fields
from rules.generic.owners import GAME, PLAYERS, Field, FieldKind, Owner
from rules.generic.play import changes, values
from rules.generic.play.lines import said_of, said_verb
from rules.generic.play.plan import parts_of
from rules.generic.play.scene import AskOther, Happened, Scene
from rules.generic.play.values import VOTE, whose_turn
from rules.plain import tree
from rules.plain.clauses import Unspeakable
from rules.plain.effects.chance import MOST_DRAWN
from rules.plain.vocabulary import noun_of
from wikibot.game.engine.standing_rolls import ANSWERS
from wikibot.game.names import counted
from wikibot.game.problems import Missing, MissingRoll, Problem
from wikibot.game.secrets import Letter, is_sealed, keeper, letter_to, opened_record, unsealed
from wikibot.sdk import Held, Refused, fold, format_time, integer, replace
from wikibot.wikitext.messages import say

LONGEST_NAME = 60


def first_choice(name: str) -> str:
    """When the first of some secret choices was made, as it stands among what is counted."""
    return f"secret choices: {name}"


def speech_of(scene: Scene) -> Any:
    """Words for what its sentence says, with the things that its line names."""
    from rules.generic.compiled import vocabulary
    from rules.plain.speech.phrases import Clauses  # few lines need it

    words = Clauses(vocabulary(scene.state, (scene.told.text,)), doer=True)
    named = [(slot, each) for slot, each in scene.slots.items() if isinstance(each, Owner)]
    words.tables |= {slot: each.table for slot, each in named if each.table != PLAYERS}
    return words


class PlayedScene(Scene):
    """A sentence whose effects can be played."""

    owners, one, amount, holds = values.owners, values.one, values.amount, values.holds
    value, cell, how_many = values.value, values.cell, values.how_many
    gain, lose, owe, transfer = changes.gain, changes.lose, changes.owe, changes.transfer
    put, require = changes.put, changes.require
    ask_other: ClassVar[Callable[..., None]]  # of rules.generic.play.questions, which plays scenes

    def close(self) -> None:
        """Tell players what is in their hands now, and what the sentence did."""
        for owner, held in self.hands.items():
            about = self.state.columns.hand
            if about and owner.name in self.state.players:
                self.tell(owner, say("your {} is {}", about.name, held or say("nothing")))
        self.hands = {}
        super().close()

    def perform(self, effects: Iterable[Any]) -> None:
        """Let effects happen one after the other."""
        for effect in effects:
            for each in self.instead(effect):
                each.play(self)

    def go_through(self, effects: Sequence[Any], block: int | None = None, start: int = 0) -> None:
        """The same of a part of the sentence, which goes on later where another has to choose.

        ``block``: which part it is; ``start``: from which effect on.
        """
        for at in range(start, len(effects)):
            before = self.state, dict(self.slots), len(self.phrases), len(self.events)
            rolls = len(self.act.rolled)
            try:
                for each in self.instead(effects[at]):
                    each.play(self)
                asked = self.state.questions is not before[0].questions
                if asked and isinstance(effects[at], tree.Offer) and not self.them:
                    return  # what stands behind it waits for the answer
            except AskOther as other:
                undone = not other.goes_on
                if (undone and len(self.act.rolled) > rolls) or (
                    other.player not in self.state.players
                ):
                    raise
                if undone:
                    self.state, self.slots = before[0], before[1]
                    del self.phrases[before[2] :], self.events[before[3] :]
                every = parts_of(self.told.means)
                if block is None:
                    block = next(n for n, each in enumerate(every) if each is effects)
                self.ask_other(self, other.player, other.asks, (block, at), None)
                return

    def throw(self, who: Owner, dice: Any) -> int:
        """What a player rolls: where players state their rolls, by a line of their own."""
        self.act.by_another = self.act.player not in ("", who.name)
        try:
            with self.about(who):
                return self.amount(dice)
        except MissingRoll as missing:
            if missing.how or not self.act.by_another:
                raise
            with suppress(MissingRoll), self.about(who), self.act.supply.serving(who.name, ANSWERS):
                return self.amount(dice)  # shown before they were asked
            raise AskOther(self.told.rule, who.name, missing.asks, goes_on=True) from missing
        finally:
            self.act.by_another = False

    def ask(self, player: str, node: Any) -> None:
        """Offer a player something that the sentence goes on with if they accept."""
        every = parts_of(self.told.means)
        found = ((n, each.index(node)) for n, each in enumerate(every) if node in each)
        said = said_verb(self.told.verb, said_of(self.slots))
        asks = say("accept or decline what {} offers: {}", self.doer, said or self.told.text)
        if isinstance(node, tree.Later):
            asks = say("{} hours after: {}", node.hours, said or self.told.text)
        self.ask_other(self, player, asks, next(found), node)

    def told_of(self, options: Sequence[Any]) -> str:
        """What each of several possibilities says, with its number; "" where one has no words."""
        words = speech_of(self)
        try:
            with words.about(tree.Them() if self.them else tree.Doer(), where=False):
                said = [words.effects(each).removeprefix("the player ") for each in options]
        except Unspeakable:
            return ""
        return "; ".join(f"{number}: {each}" for number, each in enumerate(said, start=1))

    def within(self, hours: int, effects: Sequence[Any], *, at_random: bool) -> None:
        """Effects for whose choices there is so much time."""
        self.hours, self.then_at_random = hours, at_random
        self.go_through(effects)

    def can(self, effects: Iterable[Any]) -> bool:
        """Whether the costs of what may be done are there."""
        try:
            changes.check_costs(self, effects)
        except Missing:
            return True
        except Problem:
            return False
        return True

    def for_each(self, whom: Any, effects: Iterable[Any]) -> None:
        """Effects for each of some; "that many" is at first what it was before them all.

        Behind them it is what it comes to for all of them. What was chosen or drawn is likewise
        what it was before: for each of them a random one is another.
        """
        found, many, total = self.owners(whom), self.many, 0
        slots, is_block, effects = dict(self.slots), isinstance(effects, tuple), tuple(effects)
        for each in found:
            if each.name in fields.rows(self.state, each.table):
                self.many, self.slots = many, dict(slots)
                one_by_one = isinstance(whom, tree.EachPlayer | tree.EachThing)
                with self.about(each):
                    if one_by_one and is_block:
                        with suppress(values.NobodyToChoose):  # the others go on
                            self.go_through(effects)
                    else:
                        self.perform(effects)
                total += self.many or 0
        self.many = total if any(each.counts for each in effects) else self.many

    def places(self, place: tree.Place) -> Iterator[Owner]:
        """The owners of a place, one after the other; of each its own place is meant meanwhile."""
        if not isinstance(place.owner, tree.EachPlayer | tree.EachThing):
            owner = values.owner_of(place.owner)(self)
            yield from () if owner is None else (owner,)
            return
        for owner in self.owners(place.owner):
            with self.about(owner, each=(place.owner, owner)):
                yield owner

    def swap(self, first: Owner, second: Owner, name: str, *, lands: bool) -> None:
        """Let two exchange what stands in a field of both."""
        about, other = (fields.find_field(self.state, each.table, name) for each in (first, second))
        if about is None or other is None or about.name != other.name:
            raise Held(
                self.told.rule, "{} and {} do not both have a {}", first.name, second.name, name
            )
        ours, theirs = (values.cell_at(self, each, about.name) for each in (first, second))
        with self.without_landing(not lands):
            self.put(first, about.name, theirs)
            self.put(second, other.name, ours)

    # -- where players go --------------------------------------------------------------------------

    def move(self, who: Owner, to: Owner, field: str, *, lands: bool) -> None:
        """Let a player go to a thing of a table."""
        about = self._place_field(to.table, field)
        there = fields.value(self.state, who, about) == to.name
        if there and not self.goes(who.name, to.name, moving=lands):
            self.say("{}is on {} already", self.name(who.name), to.name)
        elif not there:
            with self.without_landing(not lands):
                changes.stand(self, who.name, about, to.name, moving=True)

    def _place_field(self, table: str, name: str = "") -> Field:
        """The field of players that says where in a table they are."""
        every = fields.columns(self.state, PLAYERS)
        found = [each for each in every if (each.name == name if name else each.table == table)]
        if len(found) != 1:
            several = say("several columns") if found else say("no column")
            raise Held(
                self.told.rule,
                "the players' table has {} that says in which {} they are",
                several,
                table,
            )
        return found[0]

    def walk(self, name: str, table: str, steps: int) -> None:
        """Go along the rows of a table, around its end; what lies between is passed."""
        row, about = fields.names(self.state, table), self._place_field(table)
        if not row or not steps:
            return
        here = fields.value(self.state, fields.player(name), about)
        at = row.index(here) if isinstance(here, str) and here in row else (-1 if steps > 0 else 0)
        way = 1 if steps > 0 else -1
        for step in range(1, abs(steps)):
            passed = Owner(table, row[(at + way * step) % len(row)])
            self.events.append(Happened("passes", name, about.name, thing=passed))
        to = row[(at + steps) % len(row)]
        spaces = say("{} back" if steps < 0 else "{}", counted(abs(steps), "step"))
        said = say("{}moves {} to {}", self.name(name), spaces, to)
        changes.stand(self, name, about, to, said=said, moving=True)

    # -- rows --------------------------------------------------------------------------------------

    def create(self, table: str, name: str, slot: int, *, numbered: bool = False) -> Owner:
        """Add a row to a table. ``numbered``: called by its noun and the next number."""
        if table == PLAYERS or table not in self.state.tables:
            raise Held(self.told.rule, "the page has no table {} to add to", table)
        if numbered:
            held = self.state.tables[table].things
            free = (f"{self._noun(table)} {n}" for n in range(1, len(held) + 2))
            name = next(each for each in free if each not in held)
        name = name or self._new_name(table, slot)
        if name in self.state.tables[table].things:
            raise Refused("there is a {} {} already", table, name, rule=self.told.rule)
        self.state = fields.create(self.state, table, name)
        self.say(say("{}creates {} in {}", self.name(self.self), name, table).strip())
        made = self.slots[slot] = Owner(table, name)
        return made

    def _new_name(self, table: str, slot: int) -> str:
        held = self.slots.get(slot)
        if isinstance(held, str):
            return held
        asks = f"the name of the new {table}, to {self.told.label}"
        self.must_choose(asks)
        return self.act.ask(asks, self._a_name)

    def _a_name(self, text: str) -> str:
        """A name that a row may have. Raises ``ValueError``."""
        name = " ".join(text.split()).strip("\"'“”")
        if not name or len(name) > LONGEST_NAME or any(mark in name for mark in "|[]{}<>\n;,"):
            raise ValueError(
                say("a name has at most {} characters, none of | [ ] {{ }} < > , ;", LONGEST_NAME)
            )
        if self.act.is_reserved(name) or self.act.is_name(name):
            raise ValueError(say("{} means something else already", name))
        return name

    def destroy(self, thing: Owner) -> None:
        """Take a row away; what named it names nothing then."""
        self.state = fields.destroy(self.state, thing)

    # -- piles, and things of one's choice ---------------------------------------------------------

    def _pile(self, name: str) -> list[str]:
        about = fields.find_field(self.state, "", name)
        held = fields.value(self.state, GAME, about) if about else ()
        if about and is_sealed(held):
            return unsealed(str(held), values.place_of(GAME, about)).text.split(", ")
        if isinstance(held, Mapping):
            return [item for item, count in held.items() for _ in range(count)]
        held = (held,) if isinstance(held, str) and held else held
        return list(held) if isinstance(held, tuple) else []

    def _lay(self, name: str, things: Sequence[str], *, hidden: bool = False) -> None:
        """Let a pile have these things. ``hidden``: in this order, which is sealed."""
        about = fields.find_field(self.state, "", name)
        if about is None:
            raise Held(self.told.rule, say("the page has no line {!r}", f"{name}:"))
        if about.kind is not FieldKind.ITEMS:
            counted = replace(about, kind=FieldKind.ITEMS, table="", is_open=False, none="")
            every = (counted if e.name == about.name else e for e in self.state.labels)
            kept = {key: held for key, held in self.state.values.items() if key != about.name}
            self.state = replace(self.state, labels=fields.Columns(every), values=kept)
        if things and (hidden or is_sealed(self.state.values.get(about.name))):
            changes.seal(self, GAME, about, ", ".join(things), quietly=True)
            return
        counts = {each: things.count(each) for each in sorted(set(things))}
        self.state = fields.with_value(self.state, GAME, about.name, counts)

    def _shuffled(self, things: Sequence[str]) -> list[str]:
        """Things in an order that nobody knows."""
        order = keeper(self.told.rule).order(changes.asked_by(self.act), len(things))
        return [things[each] for each in order]

    def draw_from(self, who: Owner, pile: str, number: int, slot: tuple[str, int]) -> None:
        """So many random things of a pile go to a player, as far as they are there.

        ``slot``: of the last one, behind their table.
        """
        for _ in range(min(number, MOST_DRAWN)):
            there = self._pile(pile)
            if not there:
                self.say("the {} is empty", pile)
                return
            hidden = self.state.columns.hand is not None
            if hidden and not is_sealed(self.state.values.get(pile)):
                there = self._shuffled(there)
            options = there[:1] if hidden else there  # of one, none is rolled for
            drawn = self.act.pick(options, f"from the {pile} ({self.told.label})")
            there.remove(drawn)
            self._lay(pile, there, hidden=hidden)
            self.gain(who, drawn, 1)
            self.slots[slot[1]] = Owner(slot[0], drawn)

    def discard(self, who: Owner, table: str, number: int, *, down: bool, to: str) -> None:
        """A player loses things of a table, of their choice. ``down``: until so many are left."""

        def mine() -> list[str]:
            names = fields.names(self.state, table)
            return [e for e in names for _ in range(fields.count(self.state, who, e))]

        number = max(len(mine()) - number, 0) if down else number
        for _ in range(min(number, len(mine()))):
            hidden = self.state.columns.hand is not None
            options = list(fields.names(self.state, table) if hidden else dict.fromkeys(mine()))
            asks = f"which {self._noun(table)} to lose, to {self.told.label}"
            if hidden and self.at_random:
                options = self._shuffled(mine())[:1]
            with self.about(who):
                lost = self.choose(asks, options)
                changes.require(self, who, lost, 1)
            self.give_up(who, lost, to)

    def _noun(self, table: str) -> str:
        held = self.state.tables.get(table)
        return noun_of(table, held.noun) if held else table

    def give_up(self, who: Owner, thing: str, to: str) -> None:
        """One of a thing goes from a player, to a pile or for good."""
        if self.lose(who, thing, 1, must=False) and to:
            self._lay(to, [*self._pile(to), thing])

    def shuffle(self, pile: str, into: str) -> None:
        """Shuffle a pile, perhaps into another."""
        if into:
            both = [*self._pile(into), *self._pile(pile)]
            self._lay(pile, ())
            self._lay(into, both)
        if self.state.columns.hand and (there := self._pile(into or pile)):
            self._lay(into or pile, self._shuffled(there), hidden=True)
        self.say("the {} is shuffled{}", pile, say(" into the {}", into) if into else "")

    # -- what two have with each other -------------------------------------------------------------

    def bind(self, one: str, other: str, what: str, hours: int) -> None:
        """Two players have something from now on, in place of the same from before."""
        self._part(one, other, what)
        until = self.act.now + timedelta(hours=hours) if hours else None
        bond = fields.Relation(one, what, other, until)
        self.state = replace(self.state, relations=(*self.state.relations, bond))
        by = f" {say('until {}', format_time(until))}" if until else ""
        self.say("{} and {} have a {}{}", one, other, what, by)

    def unbind(self, one: str, other: str, what: str) -> None:
        """Two players have it no longer. What a line says it breaks has to be there."""
        if self._part(one, other, what):
            self.say("the {} of {} and {} ends", what, one, other)
        elif self.acts and fold(what) in fold(self.told.label).split():
            raise Refused("{} and {} have no {}", one, other, what, rule=self.told.rule)

    def _part(self, one: str, other: str, what: str) -> bool:
        pair = {one, other}
        kept = tuple(
            each
            for each in self.state.relations
            if each.what != what or {each.player, each.to} != pair
        )
        gone = len(kept) < len(self.state.relations)
        self.state = replace(self.state, relations=kept)
        return gone

    # -- secrets -----------------------------------------------------------------------------------

    def deal(self, whom: Sequence[Owner], table: str, name: str) -> None:
        """Players get random things of a table into a field, with regard to those that others have.

        What is sealed is dealt by the keeper's own dice, which no log tells of.
        """
        about = self._field_of_players(name)
        every = fields.columns(self.state, table)
        numbers = [each for each in every if each.kind is FieldKind.NUMBER]
        counts = numbers[0] if len(numbers) == 1 else None
        deck: list[str] = []
        for each in fields.names(self.state, table):
            held = fields.value(self.state, Owner(table, each), counts) if counts else 1
            many = min(max(held, 0), MOST_DRAWN) if isinstance(held, int) else 0
            deck += [each] * many
        for each in fields.names(self.state, PLAYERS):
            owner = fields.player(each)
            held = values.opened(self, owner, about)
            if owner not in whom and held in deck:
                deck.remove(str(held))
        if len(deck) < len(whom):
            raise Held(
                self.told.rule,
                "there are {} for {} players",
                self.counted(len(deck), self._noun(table)),
                len(whom),
            )
        if name in self.plan.secret:
            deck = self._shuffled(deck)
        for owner in whom:
            given = deck[0] if name in self.plan.secret else self.act.pick(deck, self.told.label)
            deck.remove(given)
            changes.put(self, owner, name, given)
            if name in self.plan.secret:
                self.tell(owner, say("your {} is {}", name, given))

    def _field_of_players(self, name: str) -> Field:
        found = fields.find_field(self.state, PLAYERS, name)
        if found is None:
            raise Held(self.told.rule, "the players have no column {}; add it to the page", name)
        return found

    def look(self, who: Owner, owner: Owner, name: str) -> None:
        """A player learns what stands in a cell, and nobody else does."""
        about = self._field_of_players(name)
        said = values.shown(values.opened(self, owner, about))
        self.tell(who, say("the {} of {} is {}", about.name, owner.name, said))
        self.say(
            "{}looks at the {} of {}; {} alone is told what it is",
            self.name(who.name), about.name, owner.name, who.name,
        )  # fmt: skip

    def tell(self, who: Owner, text: str) -> None:
        """A letter to a player."""
        asked_by = changes.asked_by(self.act)
        seal = keeper(self.told.rule).seal(letter_to(who.name), text, asked_by)
        letter = Letter(who.name, seal)
        self.state = replace(self.state, letters=(*self.state.letters, letter))

    def _sealed(self, name: str) -> list[Owner]:
        """Whose cell of a column is sealed."""
        about, every = self._field_of_players(name), map(fields.player, self.state.players)
        return [each for each in every if is_sealed(fields.value(self.state, each, about))]

    def choose_secretly(self, name: str, thing: str) -> None:
        """The doer's choice is sealed; the first one ends what was revealed of former ones."""
        if not self._sealed(name):
            for each in self.state.players:
                self.state = fields.with_value(self.state, fields.player(each), name, "")
            over = (values.chose(name), first_choice(name))
            uses = [each for each in self.state.uses if each.what not in over]
            first = fields.Use(self.doer, first_choice(name), self.act.now)
            self.state = replace(self.state, uses=(*uses, first))
        mine = fields.Use(self.doer, values.chose(name), self.act.now)
        rest = (e for e in self.state.uses if (e.player, e.what) != (mine.player, mine.what))
        self.state = replace(self.state, uses=(*rest, mine))
        changes.seal(self, fields.player(self.doer), self._field_of_players(name), thing)

    def reveal_choices(self, name: str) -> None:
        """All choices are revealed."""
        names = [name] if name else [each.means.field for each in self.plan.choices]
        for field in names:
            for each in self._sealed(field):
                self.reveal(each, field)
        over = {*map(first_choice, names)}
        uses = tuple(each for each in self.state.uses if each.what not in over)
        self.state = replace(self.state, uses=uses)
        self.events.append(Happened("revealed", ""))

    def reveal(self, owner: Owner, name: str) -> None:
        """What was sealed stands in clear from now on; the log has what proves it."""
        about = fields.find_field(self.state, owner.table, name)
        held = fields.value(self.state, owner, about) if about else ""
        if about is None or not is_sealed(held):
            return
        opening = unsealed(str(held), values.place_of(owner, about), self.told.rule)
        bids = {each.means.field for each in self.plan.choices if each.means.what}
        held = integer(opening.text) if about.name in bids else opening.text
        self.state = fields.with_value(self.state, owner, about.name, held)
        self.act.proofs.append(opened_record(opening))
        if owner.name:
            self.say("the {} of {} is revealed: {}", about.name, owner.name, opening.text)
        else:
            self._lay(about.name, opening.text.split(", "))
            self.say("the {} is revealed, from the top: {}", about.name, opening.text)

    # -- votes -------------------------------------------------------------------------------------

    def vote(self, to: Owner) -> None:
        """The doer's vote, in place of the one before for one of these."""
        of_players = to.table == PLAYERS
        kept = (
            each
            for each in self.state.relations
            if (each.player, each.what) != (self.doer, VOTE) or ("/" in each.to) is of_players
        )
        cast = fields.Relation(self.doer, VOTE, fields.key_of(to))
        self.state = replace(self.state, relations=(*kept, cast))
        self.say("{}votes for {}", self.name(self.doer), to.name)

    def end_votes(self) -> None:
        """No vote counts any longer."""
        kept = (each for each in self.state.relations if each.what != VOTE)
        self.state = replace(self.state, relations=tuple(kept))

    def decide(self, id_: str, *, passes: bool) -> None:
        """A proposal passes or fails at once."""
        found = next((each for each in self.state.proposals if each.id == id_), None)
        if found is None or found.status not in proposals.LIVE:
            raise Refused("{} is not open", id_, rule=self.told.rule)
        status = proposals.PASSED if passes else proposals.FAILED
        ended = proposals.ended(found, status, self.act.now)
        self.state = proposals.with_proposal(self.state, ended)
        self.say("{} passes" if passes else "{} fails", proposals.title(found))

    # -- turns, and winning ------------------------------------------------------------------------

    def pass_turn(self) -> None:
        """The next of those who take turns, in the order of the table; then a round may end."""
        if not any(each.name == values.TURN for each in fields.columns(self.state, "")):
            raise Held(self.told.rule, say("the page does not say whose turn it is"))
        now, (after, wraps) = whose_turn(self.state), values.next_turn(self)
        if now:
            self.events.append(Happened("turn", now, "end"))
        if wraps:
            self.events.append(Happened("round", "", "end"))
        if wraps or (after and not now):
            self.events.append(Happened("round", "", "start"))
        if after:
            self.events.append(Happened("turn", after, "start"))
        self.put(GAME, values.TURN, after)
        for lasts in self.plan.of(tree.TurnLasts)[-1:]:
            self.put(
                GAME, tree.TURN_ENDS, values.until_of(lasts.means, self.act.now) if after else ""
            )
        over = (f"(turn {after})", *(("(round)",) if wraps else ()))
        kept = (each for each in self.state.uses if not each.what.endswith(over))
        self.state = replace(self.state, uses=tuple(kept))

    def win(self, name: str) -> None:
        """Let a player win the game, once."""
        if name not in self.state.winners:
            self.state = replace(self.state, winners=(*self.state.winners, name))
            self.say("{}wins the game", self.name(name))
