"""Having more and less: what players and things gain and lose, what is given, paid and taken."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain import terms as t
from rules.plain.clauses import (
    PLAYERS,
    WHO,
    Branch,
    Drawn,
    Misfit,
    NoneOf,
    Pile,
    Unspeakable,
    clause,
    first_word,
    phrases,
    rounds_up,
    verbs,
)
from rules.plain.effects.base import Effect, Effects, Meaning, Stage, Words
from rules.plain.effects.blocks import ForPlayers, If, OneOf
from rules.plain.effects.chance import Draw, LoseIt
from rules.plain.effects.telling import Select
from rules.plain.words.lexemes import Lexeme
from wikibot.game.problems import Refused

THINGS = (t.It, t.NamedThing, t.ChosenThing, t.EachThing)


_MAYBE = (t.ExtremePlayer, t.ExtremeThing, t.NextPlayer, t.ThingInOrder)


class Put(Effect, frozen=True):
    """A place holds this now: a field is set, a value of the game becomes another.

    Where several tie for what it would be it stays as it is; ``always``: nothing stands there.
    """

    place: t.Place
    value: t.Value
    always: bool = False

    changes = "place"
    form = "clause"

    def say(self, words: Words) -> str:
        state = self.state(words)
        if state.startswith("becomes") and self.place.owner == words.subject == t.Doer():
            return f"the player {state}"
        place, new = words.place(self.place), self.value
        if isinstance(new, t.Part) and new.of == t.HowMany(self.place):
            if (new.times, new.over) == (2, 1):
                return f"{place} is doubled"
            if (new.times, new.over) == (1, 2):
                return f"{place} is halved rounded {'up' if new.up else 'down'}"
        return f"{place} becomes {words.value(new)}"

    def state(self, words: Words) -> str:
        """``becomes Tired``, ``is no longer Tired``: of a field that holds yes or no; else ""."""
        field = words.vocabulary.field(self.place.name)
        verb = "becomes" if self.value == t.YES else "is no longer" if self.value == t.NO else ""
        return f"{verb} {field.name}" if verb and field and field.kind == "yes or no" else ""

    def command(self, words: Words, verb: str) -> str:
        if verb == "become" and isinstance(self.value, t.Text | t.NamedThing):
            return f"become a {words.value(self.value)}"
        to = f" to {words.value(self.value)}" if verb in ("set", "change") else ""
        return f"{verb} {words.place(self.place)}{to}"

    def begins(self, words: Words) -> str:
        return f"{words.place(self.place)} is {words.value(self.value)}"

    def play(self, scene: Stage) -> None:
        for owner in scene.places(self.place):
            if self.always or not isinstance(self.value, _MAYBE) or scene.one(self.value):
                scene.put(owner, self.place.name, scene.value(self.value))


class _OfOne(Effect, frozen=True):
    """Somebody, or a thing, has more or less of something."""

    who: t.Who | t.Thing
    amount: t.Amount | None
    what: str

    changes = "what"
    counts = True

    def apart(self, words: Words) -> str:
        """``the Market gains 2 Fish``."""
        who: Any = self.who
        some = isinstance(who, t.It | t.Place)
        some |= isinstance(who, t.Same) and who.slot in words.tables
        if not isinstance(who, t.NamedThing) and not some:
            return ""
        if self.amount is None or getattr(self, "must", False):
            raise Unspeakable(repr(self))
        the = "" if some or who.name.isdecimal() else "the "
        return f"{the}{words.thing(who)} {self.verb}s {words.pile(self.amount, self.what)}"

    def many(self, scene: Stage, owner: Any) -> int:
        """An amount for an owner: where each player has one, it is their own."""
        if not isinstance(self.who, t.EachPlayer):
            return scene.amount(self.amount)
        with scene.about(owner):
            return scene.amount(self.amount)

    def play(self, scene: Stage) -> None:
        """Each of them in turn; "that many" is then what it comes to for all.

        Where it is so many for each of "that many", this stays the number.
        """
        many, total = scene.many, 0
        is_derived = t.has(self.amount, t.ThatMany) and not isinstance(self.amount, t.ThatMany)
        for owner in scene.owners(self.who):
            scene.many = many if is_derived else scene.many
            self.of_one(scene, owner)
            total += scene.many or 0
        scene.many = many if is_derived else total

    def of_one(self, scene: Stage, owner: Any) -> None:
        """What comes of it for one of them."""
        raise NotImplementedError


class Gain(_OfOne, frozen=True):
    """``who`` (a player, or a thing that has the field) has that many more of it.

    ``source``: a number of the game, or of a thing, that is so much less then. It has to be there
    where a player acts; otherwise there is as much as it has.
    """

    amount: t.Amount
    source: t.Place | None = None
    verb = "gain"

    def say(self, words: Words) -> str:
        the = "the " if self.source and self.source.owner is None else ""
        source = f" from {the}{words.place(self.source)}" if self.source else ""
        return f"{words.mine(self.who)}gains {words.pile(self.amount, self.what)}{source}"

    def begins(self, words: Words) -> str:
        return f"begins with {words.pile(self.amount, self.what)}"

    def of_one(self, scene: Stage, owner: Any) -> None:
        many = self.many(scene, owner)
        if source := self.source:
            for at in scene.places(source):
                many = scene.lose(at, source.name, many, must=scene.acts)
        scene.gain(owner, self.what, many)


class Lose(_OfOne, frozen=True):
    """``who`` has that many less. ``must``: a cost, paid or lost by choice; it has to be there.

    Otherwise it is lost as far as it is there. ``amount`` None: all. ``to``: a place where that
    many more stand then.
    """

    must: bool = False
    to: t.Place | None = None
    verb, due = "lose", "who"

    def say(self, words: Words) -> str:
        words.mine(self.who)
        some = f"all their {self.what}"
        some = some if self.amount is None else words.pile(self.amount, self.what)
        the = "the " if self.to and self.to.owner is None else ""
        to = f" to {the}{words.place(self.to)}" if self.to else ""
        return f"{'pays' if self.must or to else 'loses'} {some}{to}"

    def begins(self, words: Words) -> str:
        return f"begins with no {self.what}"

    def of_one(self, scene: Stage, owner: Any) -> None:
        number = None if self.amount is None else self.many(scene, owner)
        lost = scene.lose(owner, self.what, number, must=self.must)
        if to := self.to:
            for at in scene.places(to):
                scene.put(at, to.name, scene.how_many(to) + lost)


# -- of players ------------------------------------------------------------------------------------

verbs(
    _GAIN="heal, pick up, regain, gain, get, receive, are granted, earn, are given, obtain, find,"
    " get paid, are paid, are credited, are rewarded, are presented, are gifted, are issued,"
    " are supplied, are credited with, are rewarded with, are presented with, collect, complete,"
    " learn, acquire, are awarded, are handed, recover, gain back, get back, win back, get hold of,"
    " come away with, walk away with, come back with, get themselves, find themselves,"
    " earn themselves, help themselves to, are entitled to",
    _LOSE="use up, lose, forfeit, discard, are charged, are fined, are docked, are stripped of,"
    " are deprived of, are robbed of, are relieved of",
    _WIN="win the tournament, win the season, win the race, win the election, win the competition,"
    " win, win the game, win the cycle, win the round, become the winner,"
    " become the winner of the game; has won, has won the game, is the winner,"
    " is the winner of the game",
    _TURN="transform, convert",
)


@clause("[subject] _GAIN stuffs", "[subject] _WIN stuffs")
def gain(m: Meaning, branch: Branch) -> Effects:
    """``gain 3 Fish``; also ``gain 2 of a random Card``."""
    found = branch.branches("stuffs")[0].branches()
    if [each.name for each in found] != ["some_of_one"]:
        return of_piles(m, branch, gained)
    table, me = m.table(found[0].named()).name, m.me(branch)
    kind = t.RandomThing if found[0].has("A_RANDOM") else t.ChosenThing
    thing = kind(table, m.mention(table))
    m.parts.append(table)
    return Select(thing), Draw(me, t.Same(thing.slot), t.Number(found[0].number()))


def of_piles(m: Meaning, branch: Branch, one: Any) -> Effects:
    """An effect for each of a list; of ``2 Fish or 3 Gold`` a choice."""
    stuffs = branch.branches("stuffs")[0]
    if stuffs.has("EITHER"):
        found = [(one(m, pile, branch),) for pile in m.options(stuffs)]
        return (OneOf(m.slot(), tuple(found)),)
    return tuple(one(m, pile, branch) for pile in m.piles(stuffs))


def _row(m: Meaning, one: Drawn, who: Any) -> Put | None:
    """A thing whose table says whose it is becomes theirs; None where players have so many."""
    field = m.field_at(one.thing) if isinstance(one.thing, t.Place) else None
    table = m.vocabulary.table(field.table if field else str(m.table_of(one.thing)))
    if not table or not isinstance(one.thing, t.Same | t.Place | t.NamedThing):
        return None
    if m.vocabulary.standing(table.name) and not table.owner:
        raise Misfit("nobody has a place where players stand", table.noun or table.name)
    if not table.owner or one.many != t.Number(1):
        return None
    return Put(t.Place(one.thing, table.owner), who)


def gained(m: Meaning, pile: Pile, branch: Branch) -> Gain | Draw | Put:
    """So much of something, or a thing that is drawn, for the subject."""
    amount, what = pile
    who = m.me(branch)
    if isinstance(amount, t.RandomThing):
        m.parts.append(amount.table)
        return Draw(who, amount)
    if isinstance(amount, t.Same | t.NamedThing) and not what:
        amount = Drawn(amount, t.Number(1))
    if isinstance(amount, Drawn):
        if owned := _row(m, amount, who):
            return owned
        m.parts.append(str(getattr(amount.thing, "name", "") or m.table_of(amount.thing)))
        return Draw(who, amount.thing, amount.many)
    if isinstance(amount, NoneOf):
        raise Misfit(f"it is not plain what no {what} means", what)
    if isinstance(amount, THINGS) and not what:
        raise Misfit("a row of a table is not gained", first_word(branch))
    if amount is None:
        raise Misfit(f"'all' of {what} cannot be gained", what)
    m.parts.append(t.Stuff(amount, what))
    return Gain(who, amount, what)


@clause("[subject] (_GAIN|_TAKE|_STEAL) stuffs _FROM place")
def gain_from(m: Meaning, branch: Branch) -> Effects:
    """``gain 3 Gold from the Pot``, ``from the Stock of their Town``: it has that many less."""
    source = m.mean_place(branch.branches()[-1])
    field = m.field_at(source)
    if field and field.names_player:  # from the Keeper
        return take(m, branch)
    of_game = source.owner is None or m.table_of(source.owner) != PLAYERS
    if not of_game or m.number_at(source) is None:
        raise Misfit(f"{source.name!r} is no number of the game or of a thing", source.name)
    found = of_piles(m, branch, gained)
    if not all(isinstance(each, Gain) for each in found):
        raise Misfit("it is not plain how many", source.name)
    return tuple(replace(each, source=source) for each in found)


@clause("[subject] _LOSE stuffs")
def lose(m: Meaning, branch: Branch) -> Effects:
    return _emptied(m, branch) or of_piles(m, branch, lost)


def _emptied(m: Meaning, branch: Branch) -> Effects:
    """``lose their Role``, where that is a word or a thing: nothing stands there then."""
    found = branch.branches("stuffs")[0].branches()
    theirs = [each.name for each in found] == ["all_of"] and found[0].has("THEIR")
    field = m.vocabulary.field(found[0].named()) if theirs else None
    if field is None or field.kind not in ("text", "thing"):
        return ()
    m.parts.append(field.name.casefold())
    with m.about(m.me(branch)):
        return (m.mean(Branch("put_empty", (Branch("theirs", tuple(found[0].words("NAME"))),))),)


def lost(m: Meaning, pile: Pile, branch: Branch) -> Lose | LoseIt | Put | Pass:
    """So much of something from the subject."""
    amount, what = pile
    who = m.me(branch)
    if isinstance(amount, t.NamedThing) and not what:
        return _passes(m, amount, who, t.Nothing())
    if isinstance(amount, t.Same) and not what:
        amount = Drawn(amount, t.Number(1))
    if isinstance(amount, Drawn) and isinstance(amount.thing, t.Same | t.Place):
        gone = _row(m, amount, t.Nothing())
        return gone or LoseIt(who, amount.thing, "", amount.many, m.must(who))
    if isinstance(amount, t.RandomThing | t.It | Drawn | NoneOf):
        raise Misfit("it is not plain what is meant", first_word(branch))
    wrote(m, [pile])
    return Lose(who, amount, what, m.must(who))


@clause("[subject] _LOSE IT [_TO THE PILE]", "place _MOVE _TO THE PILE")
def lose_it(m: Meaning, branch: Branch) -> Effect:
    """``chooses a Card they have and loses it``."""
    if not m.things_named:
        raise Misfit("it is not plain what is meant", first_word(branch))
    thing = t.Same(m.things_named[-1][1])  # also where the words are those of a thing
    if not branch.has("PILE"):
        return lost(m, (thing, ""), branch)
    return LoseIt(m.me(branch), thing, str(branch.words("PILE")[0].value))


def wrote(m: Meaning, piles: list[Pile]) -> None:
    """What a player writes for so much of something."""
    m.parts += [t.Stuff(n, what) if n is not None else f"all {what}" for n, what in piles]


@clause("[subject] _TURN stuff INTO stuffs")
def turn_into(m: Meaning, branch: Branch) -> Effects:
    """``transform a Fish into 2 Gold``: where it is there, or as the price of an action."""
    m.not_in_deed(branch)
    stuff = next(each for each in branch.branches() if each.name not in ("subject", "stuffs"))
    amount, what = m.mean(stuff)
    me = m.me(branch)
    if not isinstance(amount, t.Number) or not what:
        raise Misfit("it is not plain how many", first_word(stuff))
    got = gain(m, branch)
    m.parts.insert(0, t.Stuff(amount, what))
    if m.by_choice or m.left_free:
        return (Lose(me, amount, what, me == t.Doer()), *got)
    there = t.Compare(t.HowMany(t.Place(me, what)), ">=", amount)
    return (If(there, (Lose(me, amount, what), *got)),)


@clause("ALL place _BECOME value")
def all_become(m: Meaning, branch: Branch) -> Effects:
    """``all of their Fish become Nets``: one for each."""
    place = m.mean_place(branch.branches()[0])
    new = branch.branches()[-1]
    inner = new.branches()[0] if new.name == "amount_of" else new
    if inner.name != "bare" or m.table_of(place.owner) != PLAYERS:
        raise Misfit("it is not plain what is meant", first_word(new))
    here, there = m.countable(place.name), m.countable(inner.named())
    owner: Any = place.owner
    who: Any = owner if owner == m.subject else t.Them()
    both = (Lose(who, None, here, m.must(who)), Gain(who, t.ThatMany(), there))
    return both if who == owner else (ForPlayers(owner, both),)


class Transfer(Effect, frozen=True):
    """From one to another. ``must``: as in :class:`Lose`; a theft takes what is there."""

    giver: t.Who | t.Thing
    taker: t.Who | t.Thing
    amount: t.Amount | None
    what: str
    must: bool = False

    changes, due = "what", "giver"
    counts = gives = True

    def say(self, words: Words) -> str:
        pile = words.pile(self.amount, self.what)
        if self.giver == words.subject:
            verb = "pays" if self.must else "gives"
            return f"{verb} {pile} to {words.other(self.taker)}"
        return f"{words.mine(self.taker)}takes {pile} from {words.other(self.giver)}"

    def play(self, scene: Stage) -> None:
        givers, takers = scene.owners(self.giver), scene.owners(self.taker)
        from_one = not isinstance(self.giver, t.EachPlayer | t.EachThing | t.Doer)
        if scene.acts and from_one and not self.must and scene.rolled is None:
            chosen = isinstance(self.amount, t.Chosen)  # nothing happened yet
            wanted = max(scene.amount(self.amount), 0) if chosen else 1
            for giver in givers:
                scene.require(giver, self.what, wanted)
        total = 0
        for giver in givers:
            for taker in takers:
                number = None if self.amount is None else scene.amount(self.amount)
                scene.transfer(giver, taker, self.what, number, must=self.must)
                total += scene.many or 0
        scene.many = total if len(givers) * len(takers) > 1 else scene.many


class Pass(Effect, frozen=True):
    """A thing that is a player's is another's then, or nobody's; ``must``: as in :class:`Lose`.

    ``place``: the column that says whose it is.
    """

    giver: t.Who
    taker: t.Value
    place: t.Place
    must: bool = False

    changes = "place"

    def say(self, words: Words) -> str:
        owner: Any = self.place.owner
        thing = f"the {words.thing(owner)}"
        if self.taker == t.Nothing():
            words.mine(self.giver)
            return f"loses {thing}"
        if self.giver == words.subject:
            return f"gives {thing} to {words.other(self.taker)}"
        return f"{words.mine(self.taker)}takes {thing} from {words.other(self.giver)}"

    def play(self, scene: Stage) -> None:
        """Let it pass on, where it is theirs; where it must be, or is asked for, it is refused."""
        if scene.holds(t.Is(self.place, self.giver)):
            Put(self.place, self.taker).play(scene)
        elif self.must:
            thing, giver = scene.owners(self.place.owner)[0], scene.one(self.giver)
            raise Refused("{} has no {}", giver.name, thing.name, rule=scene.told.rule)


def _passes(m: Meaning, thing: t.NamedThing, giver: Any, taker: Any) -> Pass:
    if not isinstance(giver, t.SINGLE) or not (isinstance(taker, t.SINGLE) or taker == t.Nothing()):
        raise Misfit("it is not plain who gives to whom", thing.name)
    place = t.Place(thing, m.owned(m.table(thing.table)))
    m.parts.append(thing)
    return Pass(giver, taker, place, m.must(giver))


class TakeAll(Effect, frozen=True):
    """All items of one player go to another, as far as they may."""

    giver: t.Who
    taker: t.Who

    def say(self, words: Words) -> str:
        words.mine(self.taker)
        field = next((each.name for each in words.vocabulary.fields if each.kind == "items"), "")
        return f"takes all {field or words.vocabulary.bag} from {words.who(self.giver)}"

    def play(self, scene: Stage) -> None:
        giver, taker = scene.one(self.giver), scene.one(self.taker)
        if giver is not None and taker is not None and giver != taker:
            for item in scene.may_go(giver.name):
                scene.transfer(giver, taker, item, None, must=False)


class Share(Effect, frozen=True):
    """What stands at a place goes to several players, to each as much; the rest stays.

    ``what``: they have it as that, where the place is a value of the game. ``most``: so many of it
    alone, or as many as there are.
    """

    place: t.Place
    among: t.EachPlayer
    what: str = ""
    most: int = 0

    changes, gives, form, of_player = "place", True, "clause", False

    def say(self, words: Words) -> str:
        place, among = words.place(self.place), words.who(self.among)
        if self.most:
            return f"{self.most} {self.what} from the {place} are shared equally among {among}"
        what = f" in {self.what}" if self.what else ""
        return f"{place} is shared equally{what} among {among}"

    def play(self, scene: Stage) -> None:
        takers = scene.owners(self.among)
        for giver in scene.places(self.place) if takers else ():
            held = scene.how_many(self.place)
            each = min(held, self.most or held) // len(takers)
            if self.what and each > 0:
                scene.put(giver, self.place.name, held - each * len(takers))
            for taker in takers:
                if self.what:
                    scene.gain(taker, self.what, each)
                else:
                    scene.transfer(giver, taker, self.place.name, each, must=False)


verbs(
    _IS_SHARED="are shared evenly among, are divided evenly among, are split evenly among,"
    " are shared equally among, are divided equally among, are split equally among",
    _IS_SHARED_IN="are shared equally in",
)
phrases(AMONG="among")


@clause(
    "NUMBER NAME _FROM place _IS_SHARED who [ROUNDED]",
    "place _IS_SHARED who [ROUNDED]", "place _IS_SHARED_IN NAME AMONG who [ROUNDED]",
)  # fmt: skip
def divide(m: Meaning, branch: Branch) -> Share:
    """``Bank's Gold is divided equally among all players who have a Net``."""
    place, among = m.mean_place(branch.branches()[0]), m.mean(branch.branches()[-1])
    what = m.countable(branch.named()) if branch.has("NAME") else ""
    most = branch.number() if branch.has("NUMBER") else 0
    if most and place.owner is not None:
        raise Misfit(f"{place.name!r} is not a value of the game", place.name)
    if place.owner is None and not what:
        why = f"say in what they get it: '{place.name} is shared equally in ...'"
        raise Misfit(why, place.name)
    if rounds_up(branch):
        raise Misfit("there is not so much to share", "rounded up")
    same = what or m.column(among, place.name) == place.name
    if not isinstance(among, t.EachPlayer) or not same:
        raise Misfit("it is not plain who gets it", first_word(branch.branches()[-1]))
    return Share(place, among, what, most)


verbs(
    _PAY="pay, spend, put, contribute, deposit",
    _GIVE="give, donate, transfer, send, hand, gift, hand over, give away, pass on,"
    " pass along, slip, sign over, make over, turn over, deliver, bestow",
    _ARE_GIVEN="are transferred; are handed over",
    _GRANT="grant, award",
    _TAKE="take, demand",
    _STEAL="steal, nick, pinch, swipe, snatch, pilfer, filch, nab, grab, seize, loot, confiscate,"
    " extort, plunder",
)


@clause("ALL NAME _OWNED_BY who _ARE_GIVEN _TO who", "ALL NAME _OWNED_BY who _ARE_GIVEN _TO place")
def all_go(m: Meaning, branch: Branch) -> Effects:
    """``all Fish owned by Bob are given to Ann``."""
    giver, taker = m.mean(branch.branches()[0]), m.mean(branch.branches()[-1])
    thing = isinstance(taker, t.NamedThing) and m.has_list(taker.table)
    if giver == taker or not (thing or isinstance(taker, t.SINGLE)):
        raise Misfit("it is not plain who gets it", first_word(branch))
    what = m.countable(branch.named())
    if giver == t.Doer() or isinstance(giver, t.EachPlayer):
        return _each_of(giver, taker, [(None, what)], m.owes(giver))
    return (ForPlayers(giver, (Transfer(t.Them(), taker, None, what),)),)


@clause("[subject] _PAY stuffs [_TO who]")
def pay(m: Meaning, branch: Branch) -> Effects:
    payee, me = branch.branches(*WHO), m.me(branch)
    if not payee:
        paid = _emptied(m, branch)
        return paid or tuple(
            replace(each, must=m.owes(me)) if each.due else each
            for each in of_piles(m, branch, lost)
        )
    return _transfers(m, branch, me, payee[0], to=True, must=m.owes(me))


def _transfers(
    m: Meaning, branch: Branch, me: Any, who: Branch, *, to: bool, must: bool = False
) -> Effects:
    stuffs = branch.branches("stuffs")[0]
    if stuffs.has("EITHER"):
        raise Misfit("it is not said which of them", "or")
    if to or who.name == "they":
        piles = m.piles(stuffs)
    else:  # "all their Gold" is that of who is taken from
        with m.for_now(giver=object()):
            piles = m.piles(stuffs)
    wrote(m, piles)
    other = m.mean(who)
    m.parts += ["to" if to else "from", other]
    rows = [n for n, what in piles if not what]
    if rows and (len(piles) > 1 or not isinstance(rows[0], t.NamedThing)):
        raise Misfit("it is not plain what is meant", first_word(branch))
    if other == me and who.name == "they" and m.last_named:
        other = m.parts[-1] = m.last_named  # "they take 5 Gold from them"
    if other == me:
        raise Misfit("a player cannot give anything to themselves", first_word(who))
    giver, taker = (me, other) if to else (other, me)
    if rows:
        return (_passes(m, rows[0], giver, taker),)
    return _each_of(giver, taker, piles, must)


def _each_of(giver: Any, taker: Any, piles: list[Pile], must: bool) -> Effects:
    """Transfers; from or to each of several players, all of it with each of them."""
    many = (t.EachPlayer, t.EachThing)
    if isinstance(giver, many) and isinstance(taker, many):
        raise Misfit("from each to each is not plain", "each")
    for side, other in ((giver, taker), (taker, giver)):
        if isinstance(side, many):
            if other == t.Them():
                raise Misfit("it is not plain who gives to whom", "each")
            one, two = (t.Them(), other) if side is giver else (other, t.Them())
            inner = tuple(Transfer(one, two, n, what, must) for n, what in piles)
            players: Any = side
            return (ForPlayers(players, inner),)
    return tuple(Transfer(giver, taker, n, what, must) for n, what in piles)


@clause("[subject] _GIVE who stuffs", name="give_to")
@clause("[subject] _GIVE stuffs _TO who", "[subject] _LOSE stuffs _TO who")
def give(m: Meaning, branch: Branch) -> Effects:
    me = m.me(branch)
    return _transfers(m, branch, me, branch.branches(*WHO)[0], to=True, must=m.must(me))


@clause("[subject] _GRANT who stuffs", "[subject] _GRANT stuffs _TO who")
def grant(m: Meaning, branch: Branch) -> Effects:
    """``grant Bob 2 Fish``: created, not taken from the player who grants it."""
    m.not_in_deed(branch)
    who = m.mean(branch.branches(*WHO)[-1])
    if isinstance(who, t.Doer) or who == m.subject:
        return gain(m, branch)
    with m.about(t.Them()):
        return (ForPlayers(who, gain(m, branch)),)


@clause(
    "[subject] _TAKE stuffs _FROM who", "[subject] _STEAL stuffs _FROM who",
    "[subject] _GAIN stuffs _FROM who",
)  # fmt: skip
def take(m: Meaning, branch: Branch) -> Effects:
    if not _is_everything(m, branch):
        return _transfers(m, branch, m.me(branch), branch.branches()[-1], to=False)
    giver, me = m.mean(branch.branches()[-1]), m.me(branch)
    if giver == me or isinstance(giver, t.EachPlayer):
        raise Misfit("it is not plain from whom", first_word(branch))
    return (TakeAll(giver, me),)


@clause("[subject] _TAKE stuffs")
def take_up(m: Meaning, branch: Branch) -> Effects:
    """``take 2 Fish`` out of nothing; ``take all their items`` of the selected player."""
    if _is_everything(m, branch):
        giver = m.the_selected() if m.selected is not None else m.last_named
        if giver is None:
            raise Misfit("it is not plain whose", "their")
        return (TakeAll(giver, m.me(branch)),)
    if any(isinstance(each, int) for each in m.players_named):  # theirs, or out of nothing
        raise Misfit("it is not plain from whom", first_word(branch))
    return gain(m, branch)


@clause("[subject] _STEAL stuffs")
def steal(m: Meaning, branch: Branch) -> Effects:
    """``steal 2 Fish``, from the one other player who was spoken of."""
    if len([each for each in m.players_named if isinstance(each, int)]) != 1:
        raise Misfit("it is not plain from whom", first_word(branch))
    whom = Branch("that_player", (Lexeme("THAT_PLAYER", "that player", 0, 0),))
    return take(m, Branch("take", (*branch.parts, whom)))


def _is_everything(m: Meaning, branch: Branch) -> bool:
    found = branch.branches("stuffs")[0].branches()
    if len(found) != 1 or found[0].name != "all_of" or not found[0].has("ALL"):
        return False
    name = found[0].named()
    field, table = m.vocabulary.field(name), m.vocabulary.table(name)
    listed = field is not None and field.kind == "items"
    return listed or (table is not None and table.name == m.vocabulary.bag)
