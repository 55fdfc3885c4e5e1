"""What stands at places: set, more, less; states that players are in; the types of things."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.plain import terms as t
from rules.plain.clauses import (
    PLAYERS,
    Branch,
    Drawn,
    Misfit,
    NoneOf,
    clause,
    first_word,
    phrases,
    rounds_up,
    verbs,
)
from rules.plain.effects.base import Effect, Effects, Meaning, Stage, Words
from rules.plain.effects.blocks import ForPlayers, ForThings
from rules.plain.effects.gaining import Gain, Lose, Put, Transfer, gained, lost, wrote
from rules.plain.effects.rows import Create, Shift
from rules.plain.vocabulary import KnownField, stem

_FOLLOWERS = "Followers"  # the other name of a column that says what follows what


class Add(Effect, frozen=True):
    """A place holds that many more, or less."""

    place: t.Place
    amount: t.Amount
    minus: bool = False

    changes = "place"
    counts = True
    form = "clause"

    def say(self, words: Words) -> str:
        verb = "decreases" if self.minus else "increases"
        share = self.amount
        if isinstance(share, t.Part) and (share.of, share.over) == (t.HowMany(self.place), 100):
            rounded = f"rounded {'up' if share.up else 'down'}"
            return f"{words.place(self.place)} {verb} by {share.times}% {rounded}"
        return f"{words.place(self.place)} {verb} by {words.amount(self.amount)}"

    def command(self, words: Words, verb: str) -> str:
        place, amount = words.place(self.place), words.amount(self.amount)
        if verb in ("add", "subtract"):
            return f"{verb} {amount} {'from' if self.minus else 'to'} {place}"
        return f"{verb} {place} by {amount}"

    def play(self, scene: Stage) -> None:
        for owner in scene.places(self.place):
            more = scene.amount(self.amount)
            before = scene.how_many(self.place)
            scene.put(owner, self.place.name, before - more if self.minus else before + more)
            scene.many = more


class Include(Effect, frozen=True):
    """A place that names several players or things names this one, too, or (``gone``) no more."""

    place: t.Place
    thing: t.Who | t.Thing
    gone: bool = False

    changes = "place"
    form, of_player = "clause", False

    def say(self, words: Words) -> str:
        verb = "removed from" if self.gone else "added to"
        each = isinstance(self.thing, t.EachPlayer)
        thing = words.who(self.thing) if each else words.value(self.thing)
        return f"{thing} is {verb} {words.place(self.place)}"

    def play(self, scene: Stage) -> None:
        """One name more or less in a cell that has several."""
        for owner in scene.places(self.place):
            for thing in scene.owners(self.thing):
                held = scene.cell(self.place)
                names = held if isinstance(held, tuple) else ()
                rest = tuple(each for each in names if each != thing.name)
                if self.gone or thing.name not in names:
                    scene.put(owner, self.place.name, rest if self.gone else (*names, thing.name))


# -- what is set -----------------------------------------------------------------------------------

verbs(
    _SET="restore, reset, set, change",
    _BECOME="are changed to be, permanently become, become, are then, are set to,"
    " are set back to, are changed to, change to, turn into, are turned into, are converted into,"
    " are now, are reset to, are put to, are put back to, are brought to, are altered to,"
    " are switched to, switch to, shift to, turn to, are fixed at, are set at, reset to, revert to,"
    " are made equal to, are set equal to, are made the same as, become equal to,"
    " become the same as, are henceforth",
    _HAVE_THEIR="have their; then have their, then has their",
    _IS_STARTED="; is started, is then started",
)
phrases(_SET_TO="set to", A_NEW="a new, one new", _THAT_FOLLOWS="that follows, which follows")


@clause("[subject] _SET place (_TO|_TO_DO) value", name="put")
@clause("place _BECOME value")
def put_place(m: Meaning, branch: Branch) -> Put | Include:
    """``Season becomes Winter``; ``change your Space to a Casino``: the type of what is there."""
    place, value = branch.branches()[-2:]
    if value.name == "one_among":  # ``their Space becomes a Neighbour of Space 5``
        thing = m.mean(place)
        return _listed(m, t.Place(m.owner_in(value, thing), value.named()), thing)
    if place.name == "it" and m.it is None and m.last_put is not None:
        return put_at(m, m.last_put, value)  # "Weather becomes Rainy, otherwise it becomes"
    if found := m.typed(place, value):
        return Put(*found)
    return put_at(m, m.mean_place(place), value)


def put_at(m: Meaning, place: t.Place, value: Branch) -> Put:
    """That a place holds a value."""
    with m.of_owner(place, value), m.for_now(about_place=place):
        new = m.value_for(value, place)
    m.last_put = place if place.owner is None else None
    field = m.field_at(place)
    if isinstance(new, t.EachPlayer | t.EachThing):
        raise Misfit("a place holds one name", first_word(value))
    if field and not _may_hold(m, field, new):
        raise Misfit(f"{place.name} cannot hold that", first_word(value))
    m.parts += [place.name, "to", new.text if isinstance(new, t.Text) else new]
    return Put(place, new)


def _may_hold(m: Meaning, field: KnownField, new: Any) -> bool:
    """Whether a value is one of those that a column has.

    Decision: beside players, a column of theirs may have a word that means nothing else.
    """
    if field.kind in ("text", ""):
        return True
    if field.table == PLAYERS:
        means_more = isinstance(new, t.Text) and stem(new.text) in m.vocabulary.stems
        return not (means_more or isinstance(new, t.NamedThing | t.Number))
    if field.kind == "number":
        no_number = isinstance(new, t.Text | t.NamedThing | t.Place | t.Today)
        return not (no_number or t.is_player(new))
    return not (isinstance(new, t.Number) or t.is_player(new))


@clause("place _MOVE _TO thing")
def shift(m: Meaning, branch: Branch) -> Shift | Put:
    """``it moves to a random Room``, of a thing in a place; ``the Cart moves to the next Room``."""
    what, where = branch.branches()
    thing = m.mean(what)
    here = m.table_of(thing)
    marks = isinstance(thing, t.Place) and thing.owner is None  # a value of the game
    home = [] if here in (None, PLAYERS) or marks else m.table(str(here)).fields
    there = m.table(where.named()).name if where.name == "thing_in_order" else ""
    columns = [each.name for each in home if each.kind == "thing" and each.table == there]
    place = t.Place(thing, columns[0]) if columns else thing if marks else None
    with m.for_now(about_place=place):
        to = m.mean(where)
    there = str(m.table_of(to))
    if here in (None, PLAYERS) or isinstance(to, t.EachThing) or (marks and here != there):
        raise Misfit("it is not plain what is meant", first_word(branch))
    if marks:
        return Put(thing, to)
    columns = [each.name for each in home if each.kind == "thing" and each.table == there]
    if len(columns) != 1:
        raise Misfit(f"the table {here} does not say where they are", first_word(branch))
    return Shift(thing, to, columns[0])


@clause("[subject] _SET place _TO EMPTY", "place _BECOME EMPTY")
def put_empty(m: Meaning, branch: Branch) -> Put:
    place = m.mean_place(branch.branches()[-1], branch)
    return Put(place, m.none_at(branch, place))


@clause("each_player _HAVE_THEIR NAME _SET_TO value")
def have_set(m: Meaning, branch: Branch) -> Effects:
    """``any players on this Space have their Location set to 0``."""
    who, value = branch.branches()
    every = t.EachPlayer(False, m.where(who))
    with m.about(t.Them()):
        place = t.Place(t.Them(), m.column(t.Them(), branch.named()))
        return (ForPlayers(every, (put_at(m, place, value),)),)


@clause("[subject] _BECOME place")
def becomes_owner(m: Meaning, branch: Branch) -> Put:
    """``they become its Owner``; ``they become Tired``."""
    said = branch.branches()[-1]
    alone = said.name == "bare" and not said.has("THE")
    status = m.vocabulary.field(said.named()) if alone else None
    if status and status.kind == "yes or no":
        return Put(t.Place(m.me(branch), status.name), t.YES)
    if alone and m.vocabulary.role(said.named()):
        return becomes_role(m, said)
    office = m.vocabulary.office(said.named()) if said.name == "bare" else None
    place = t.Place(t.NamedThing(*office[:2]), office[2]) if office else m.mean_place(said)
    field = m.field_at(place)
    if field is None or field.table != PLAYERS:
        raise Misfit(f"{place.name} does not name a player", place.name)
    return Put(place, m.me(branch))


@clause("[subject] _BEGIN A NAME", "A NAME _IS_STARTED")
def start(m: Meaning, branch: Branch) -> Put:
    """``Start a party.``: a value of the game that holds yes or no."""
    name = m.yes_or_no(branch.named())
    m.parts.append(name)
    return Put(t.Place(None, name), t.YES)


@clause("[subject] _PAY stuffs (_TO|INTO) place", "[subject] _GIVE stuffs (_TO|INTO) place")
def pay_owner(m: Meaning, branch: Branch) -> Effects:
    """To what a place names: ``to its Owner``, ``to their Guild``; into it: ``to the Pot``."""
    me = m.me(branch)
    piles = m.piles(branch.branches("stuffs")[0])
    place = m.mean(branch.branches()[-1])
    field = m.field_at(place) if isinstance(place, t.Place) else None
    has = isinstance(place, t.NamedThing) and m.has_list(place.table)
    names, must = has or (field is not None and field.table), m.owes(me)
    holds = field is not None and field.kind == "number"
    if not holds and (not names or any(not what for _, what in piles)):
        what = getattr(place, "name", "it")
        raise Misfit(f"{what} does not name who gets it", what)
    wrote(m, piles)
    m.parts += ["to", place.name.casefold()]
    if holds:  # "to the Pot": that many more stand there
        return tuple(Lose(me, *of, must, place) for of in piles)
    return tuple(Transfer(me, place, *of, must) for of in piles)


# -- states to be in -------------------------------------------------------------------------------

verbs(
    _NO_LONGER="are no longer; is not any longer",
    _STOP_BEING="stop being",
    STOP_BEING_ONE="stop being one, stop being one entirely",
)
phrases(
    _WITH_ALL_ABILITIES="which has all abilities of, which has all the abilities of,"
    " with all abilities of"
)


@clause("subject _NO_LONGER [A] NAME", "[subject] _STOP_BEING [A] NAME")
def no_longer(m: Meaning, branch: Branch) -> Put:
    """``that player is no longer Alive``."""
    return _so(m, m.field_of_players(branch.named()), branch, t.NO)


@clause("place _NO_LONGER NAME")
def thing_no_longer(m: Meaning, branch: Branch) -> Put:
    """``that Mill is no longer Closed``."""
    found = m.typed_as(m.mean(branch.branches()[0]), branch.named())
    if found is None or found[1] != t.YES:
        raise Misfit(f"{branch.named()!r} does not hold yes or no", branch.named())
    return Put(found[0], t.NO)


@clause("[subject] IS NAME")
def is_so_now(m: Meaning, branch: Branch) -> Put:
    """``you are Tired``, as what happens."""
    return _so(m, m.status(branch.named()), branch, t.YES)


@clause("[subject] IS_NOT NAME (_comma_and NAME)*")
def is_no_longer(m: Meaning, branch: Branch) -> Effects:
    """``you are not Tired or Wet``."""
    if any(each.low == "and" for each in branch.words("AND")):
        raise Misfit("it is not plain which of them may be missing", "and")
    return tuple(_so(m, each, branch, t.NO) for each in m.statuses(branch))


@clause("[subject] STOP_BEING_ONE")
def stops_being(m: Meaning, branch: Branch) -> Effects:
    """``if you are a crab or train, you stop being one``."""
    if not m.kinds_said:
        raise Misfit("it is not said after what", first_word(branch))
    return tuple(_so(m, m.status(each), branch, t.NO) for each in m.kinds_said)


def _so(m: Meaning, field: Any, branch: Branch, new: t.Text) -> Put:
    """A field that holds yes or no says so from now on."""
    if field.kind not in ("yes or no", ""):
        raise Misfit(f"{field.name!r} does not hold yes or no", field.name)
    m.parts += [field.name, "to", new.text]
    return Put(t.Place(m.me(branch), field.name), new)


@clause("[subject] _BECOME A NAME [_WITH_ALL_ABILITIES NAME (AND NAME)*]")
def becomes_a(m: Meaning, branch: Branch) -> Put:
    """``become a Knight``; with what a Knight is known to be."""
    if m.vocabulary.role(branch.named()) and len(branch.words("NAME")) == 1:
        return becomes_role(m, branch)
    field, *parts = m.statuses(branch)
    if parts and sorted(each.name for each in parts) != sorted(field.parts):
        raise Misfit(f"a {field.name} is not known to be that", parts[0].name)
    return _so(m, field, branch, t.YES)


def becomes_role(m: Meaning, branch: Branch) -> Put:
    """``they become a Knight``: what their one field says that may hold it."""
    name = branch.named()
    field = m.vocabulary.role(name)
    if not field:
        raise Misfit(f"it is not plain what {name!r} says of a player", name)
    place = t.Place(m.me(branch), field)
    m.parts.append(name.casefold())
    return Put(place, m.thing_or_text(name, place))


# -- more and less ---------------------------------------------------------------------------------

verbs(
    _INCREASE="grow, increase, rise, raise, go up; is increased",
    _DECREASE="shrink, decrease, reduce, drop, fall, lower, go down; is decreased, is reduced",
    _ADD="add",
    _SUBTRACT="subtract, remove",
    _HALVE="halve",
    _IS_DOUBLED="are doubled",
    _IS_HALVED="are halved",
    _TRIPLE="triple",
    _IS_TRIPLED="are tripled",
    _IS_ADDED_TO="are added to; is then added to",
    _IS_TAKEN_FROM="are removed from; is subtracted from, is then subtracted from, is taken from",
)


def _add(m: Meaning, place: Branch, amount: Branch, minus: bool) -> Add:
    where = m.mean_place(place)
    m.number_at(where)
    with m.of_owner(where, amount):
        many: Any = m.mean(amount)
        if amount.name == "bounded":
            of, bound, by = amount.branches()
            told, one = bound.words()[0], m.mean(of)
            beyond = told.kind == "UP_TO_MOST" or told.low.endswith(("below", "above"))
            if beyond or isinstance(one, t.Number):  # what comes of it
                if (told.kind != "BUT_AT_LEAST") == minus:
                    raise Misfit("it is bounded the other way", told.text)
                many = t.UpTo(one, t.HowMany(where), m.mean(by), minus)
    m.parts += [where.name, "by", many]
    return Add(where, many, minus)


@clause("[subject] _INCREASE place _BY amount", name="increase", minus=False)
@clause("place _INCREASE _BY amount", name="place_increases", minus=False)
@clause("[subject] _DECREASE place _BY amount", name="decrease", minus=True)
@clause("place _DECREASE _BY amount", name="place_decreases", minus=True)
def _by(m: Meaning, branch: Branch, *, minus: bool) -> Add:
    place, amount = branch.branches()[-2:]
    return _add(m, place, amount, minus)


@clause(
    "[subject] _ADD (amount|who) _TO place", "(amount|who) _IS_ADDED_TO place",
    name="add", minus=False,
)  # fmt: skip
@clause(
    "[subject] _SUBTRACT (amount|who) _FROM place", "(amount|who) _IS_TAKEN_FROM place",
    name="subtract", minus=True,
)  # fmt: skip
def _to(m: Meaning, branch: Branch, *, minus: bool) -> Effect:
    """``add 2 to Pot``, ``this number is added to Pot``, ``the player is added to its Guests``."""
    amount, place = branch.branches()[-2:]
    where = m.mean_place(place)
    member = amount.branches()[0] if amount.name == "amount_of" else amount
    if m.lists_items(where) and member.name in ("bare", "it", "that_thing"):
        thing = m.mean(member)
        pile = (t.Number(1), thing.name) if isinstance(thing, t.NamedThing) else (thing, "")
        with m.for_now(subject=where.owner):
            return (lost if minus else gained)(m, pile, Branch("to", ()))
    if m.names_several(where):
        return _listed(m, where, m.mean(member), gone=minus)
    return _add(m, place, amount, minus)


def _listed(m: Meaning, place: t.Place, thing: Any, *, gone: bool = False) -> Include:
    """That a place which names several names one more, or less."""
    place = t.Place(place.owner, m.column(place.owner, place.name))
    field = m.field_at(place)
    if not m.names_several(place) or field.table != m.table_of(thing):
        raise Misfit(f"{place.name} does not name several things", place.name)
    m.parts += ["from" if gone else "to", place.name]
    return Include(place, thing, gone)


@clause("place _INCREASE _BY NUMBER PERCENT [ROUNDED]", name="increases_by_percent", minus=False)
@clause("place _DECREASE _BY NUMBER PERCENT [ROUNDED]", name="decreases_by_percent", minus=True)
def _by_percent(m: Meaning, branch: Branch, *, minus: bool) -> Add:
    """``increases by 10%``, ``rounded up``."""
    place = m.mean_place(branch.branches()[0])
    share = t.Part(m.number_at(place), branch.number(), 100, up=rounds_up(branch))
    return Add(place, share, minus)


@clause("place _INCREASE _BY DAYS", name="days_later", minus=False)
@clause("place _DECREASE _BY DAYS", name="days_earlier", minus=True)
def _by_days(m: Meaning, branch: Branch, *, minus: bool) -> Put:
    """``increases by 10 days``: the date that stands there."""
    place = m.mean_place(branch.branches()[0])
    field, days = m.field_at(place), branch.words("DAYS")[0].value
    if field is None or field.kind not in ("text", "") or not isinstance(days, int):
        raise Misfit(f"{place.name} holds no date", place.name)
    return Put(place, t.Today(-days if minus else days, place))


@clause("[subject] _TRIPLE place", "place _IS_TRIPLED", name="triple", times=3, over=1)
@clause("[subject] DOUBLE place", name="doubles", times=2, over=1)
@clause("place _IS_DOUBLED", "place DOUBLE", name="is_doubled", times=2, over=1)
@clause("[subject] _HALVE place [ROUNDED]", name="halves", times=1, over=2)
@clause("place _IS_HALVED [ROUNDED]", "place _HALVE [ROUNDED]", name="is_halved", times=1, over=2)
def _times(m: Meaning, branch: Branch, times: int, over: int) -> Put:
    place = m.mean_place(branch.branches()[-1])
    m.parts.append(place.name)
    here = m.number_at(place)
    three = t.ForEach(t.Number(3), here) if times > 2 else None
    return Put(place, three or t.Part(here, times, over, rounds_up(branch)))


def each_of(effect: Any) -> Any:
    """``each player's Votes becomes 0``: for each of them; a share is one of their own."""
    place = getattr(effect, "place", None)
    if not isinstance(place, t.Place) or not isinstance(place.owner, t.EachPlayer):
        return effect
    inner = t.Place(t.Them(), place.name)
    if not isinstance(effect, Put | Add):
        return ForPlayers(place.owner, (replace(effect, place=inner),))
    new = t.spoken_of(effect.value if isinstance(effect, Put) else effect.amount, place, inner)
    of_one = Put(inner, new) if isinstance(effect, Put) else Add(inner, new, effect.minus)
    return ForPlayers(place.owner, (of_one,))


# -- more and less of what things have ------------------------------------------------------------


@clause("place _GAIN stuffs", name="place_gains", kind=Gain)
@clause("place _LOSE stuffs", name="place_loses", kind=Lose)
def of_thing(m: Meaning, branch: Branch, kind: type[Gain | Lose]) -> Effects:
    """An effect on one thing for each of a list of so many: ``the Market gains 2 Fish``."""
    thing, stuffs = m.mean(branch.branches()[0]), branch.branches("stuffs")[0]
    if stuffs.has("EITHER"):
        raise Misfit("it is not said which of them", "or")
    if not (isinstance(thing, t.Place) and thing.owner is None):
        return tuple(kind(thing, *_of_its_own(m, thing, each)) for each in stuffs.branches())
    many = [n for n, what in m.piles(stuffs) if what]  # "the Pot receives 3 Gold"
    if len(many) != 1 or many[0] is None or isinstance(many[0], NoneOf | Drawn | t.RandomThing):
        raise Misfit("it is not plain how many", first_word(stuffs))
    m.number_at(thing)
    return (Add(thing, many[0], kind is Lose),)


def _of_its_own(m: Meaning, thing: Any, stuff: Branch) -> tuple[Any, str]:
    """``2 Health``, ``Troops equal to its Size``: a number that it has, or items in its list."""
    if stuff.name == "capped":  # up to a maximum of 6: say "becomes the smaller of"
        raise Misfit("it is not plain how many", first_word(stuff))
    home = m.table_of(thing)
    if home in (None, PLAYERS):
        raise Misfit("it is not plain who that is", first_word(stuff))
    own = any(stem(each.name) == stem(stuff.named()) for each in m.table(str(home)).fields)
    if not own and isinstance(thing, t.NamedThing) and m.has_list(str(home)):
        what = m.countable(stuff.named())
    else:
        what = m.column(thing, stuff.named())
        m.number_at(t.Place(thing, what))
    return m.how_many(stuff), what


# -- things on which players stand: what follows what, several at once, their types ----------------


@clause("[subject] _CREATE A_NEW NAME _THAT_FOLLOWS place")
def create_following(m: Meaning, branch: Branch) -> Effects:
    """``create a new Space that follows their Space``."""
    table, before = m.table(branch.named()), m.mean(branch.branches()[-1])
    own = [e for e in table.fields if e.kind == "things" and e.table == table.name]
    own = [each for each in own if each.also == _FOLLOWERS or len(own) == 1]
    if len(own) != 1 or m.table_of(before) != table.name:
        raise Misfit(f"it is not plain what follows what in {table.name}", table.name)
    slot = m.mention(table.name)
    m.parts.append(table.noun or table.name)
    return Create(table.name, "", slot), Include(t.Place(before, own[0].name), t.Same(slot))


@clause("several _BECOME value")
def put_several(m: Meaning, branch: Branch) -> Effects:
    """``their Space, its Exits and its Neighbours become Blank``."""
    several, value = branch.branches()
    first, *others = several.branches()
    if any(each.kind == "EITHER" for each in several.words("AND", "EITHER")):
        raise Misfit("it is not said which of them", "or")
    here = m.mean(first)
    found: list[Any] = [Put(*_typed_put(m, here, value))]
    for each in others:
        if each.name not in ("its", "bare"):
            raise Misfit("it is not plain what is meant", first_word(each))
        table = str(m.table_of(here))
        several_of = t.Place(here, m.column(here, each.named()))
        if not m.names_several(several_of) or m.field_at(several_of).table != table:
            raise Misfit(f"{several_of.name} does not name several of them", several_of.name)
        every = t.EachThing(table, t.Includes(several_of, t.It()))
        found.append(ForThings(every, (Put(*_typed_put(m, t.It(), value, table)),)))
    return tuple(found)


def _typed_put(m: Meaning, thing: Any, value: Branch, table: str = "") -> tuple[t.Place, t.Text]:
    """The place of a thing's type, and the type that it shall hold."""
    if found := m.typed_as(thing, m.name_in(value), table):
        return found
    raise Misfit("it is not said what of them", first_word(value))
