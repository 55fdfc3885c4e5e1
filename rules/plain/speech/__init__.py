"""A meaning in one fixed form of words, which mean the same again when they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules.plain import tree as t
from rules.plain.clauses import PLAYERS, Unspeakable
from rules.plain.memory import known
from rules.plain.speech.phrases import Clauses, who_are
from rules.plain.terms import both, negated
from rules.plain.vocabulary import PlainVocabulary, done, of_one
from rules.plain.words.lexemes import DAYS
from wikibot.game.names import plural_of

_TIMES = {1: "once", 2: "twice"}


_MOST_IN_VERB = 4  # effects that a verb itself may say


def forms(rule: Any, vocabulary: PlainVocabulary) -> Iterator[Callable[[], str]]:
    """Several forms, each made when it is called; the first that means the action is said."""
    yield partial(_trade, rule, vocabulary)
    if rule.verb.parts[0] == "offer" and isinstance(rule.effects[0], t.Offer):
        words = Clauses(vocabulary, doer=True)
        yield lambda: _whole(rule, words, _verb(words, rule.verb) + in_time(rule.effects[0]), 1)
    # Only a verb of the grammar can say effects by itself; any other is just a name.
    is_known = str(rule.verb.parts[0]).split()[0].casefold() in known().most
    every = range(min(len(rule.effects), _MOST_IN_VERB) if is_known else 0, -1, -1)
    yield from (partial(_deed, rule, vocabulary, split) for split in every if split)
    first = rule.effects[0] if rule.effects else None  # what is taken as "that many" is said
    takes = isinstance(first, t.Lose) and isinstance(first.amount, t.ThatMany)
    takes |= isinstance(first, t.Draw)  # nor is what they get by it left to be guessed
    every = every[::-1] if takes else every
    yield from (partial(_action, rule, vocabulary, "{}", split) for split in every)
    if not all(isinstance(each, str) for each in rule.verb.parts):
        yield partial(_action, rule, vocabulary, "{}", 0, numbered=True)
    yield partial(_action, rule, vocabulary, "({})", 0)


def in_time(offer: t.Offer) -> str:
    """Until when an offer stands."""
    until = f" within {offer.hours} hours" if offer.hours else ""
    return f" by the end of the {offer.unit}" if offer.unit else until


def _action(
    rule: Any, vocabulary: PlainVocabulary, form: str, split: int, *, numbered: bool = False
) -> str:
    """``split``: how many of the effects the verb itself says. ``numbered``: it names numbers."""
    words = Clauses(vocabulary, doer=True)
    words.call_apart(rule.verb.parts)
    if numbered:
        words.call_numbers(rule.verb.parts)
    amounts = (getattr(each, "amount", None) for each in rule.costs)
    paid = [each for each in amounts if isinstance(each, t.Chosen)]
    named = (each for each in rule.verb.parts if getattr(each, "amount", None) not in paid)
    return _whole(rule, words, form.format(_verb(words, t.Verb(tuple(named)))), split)


def _whole(rule: Any, words: Clauses, verb: str, split: int) -> str:
    often = f"{_often(rule.often)}, " if rule.often else ""
    often += {0: "", 1: "as an action, "}.get(rule.takes, f"as {rule.takes} actions, ")
    actor, condition = "a player", rule.where
    of = t.parts_of_both(condition)
    named = (each for each in of if isinstance(each, t.Equal) and each.one == t.Doer())
    if who := next(named, None):
        actor, condition = words.who(who.other), both(each for each in of if each != who)
    where, trailing = where_of(words, condition)
    cost = f" by paying {_paid(words, rule.costs)}" if rule.costs else ""
    body = words.effects(rule.effects[split:])
    joint = "" if body.startswith("\n") else " "
    effects = f":{joint}{body}" if body else ""
    return f"{often}{actor}{where} may {verb}{cost}{trailing}{effects}"


def _deed(rule: Any, vocabulary: PlainVocabulary, split: int) -> str:
    """``set their Class to Mage by paying 5 Gold``: the verb is what the first effects say."""
    words = Clauses(vocabulary, doer=True)
    verb = " and ".join(
        each.command(words, str(rule.verb.parts[0]) if not at else each.verb)
        for at, each in enumerate(rule.effects[:split])
    )
    return _whole(rule, words, verb, split)


def _trade(rule: Any, vocabulary: PlainVocabulary) -> str:
    """``sell any number of Fish for 2 Gold each``."""
    words = Clauses(vocabulary, doer=True)
    word, *piles = rule.verb.parts
    sells = word == "sell"
    price = rule.effects if sells else rule.costs
    traded = all(isinstance(each, t.Gain | t.Lose) for each in price)
    traded &= not any(isinstance(each, t.Draw) for each in rule.effects)  # say that they gain it
    if word not in ("sell", "buy", "purchase", "hire", "recruit") or not price or not traded:
        raise Unspeakable(str(word))
    of_each = [one.amount for one in price if isinstance(one.amount, t.ForEach)]
    counted = [e for e in of_each if isinstance(e.each, t.Same | t.ThatMany)]
    each = all(isinstance(e.amount, t.Number) for e in counted) and len(counted) == len(price)
    paid = [words.pile(one.amount.amount if each else one.amount, one.what) for one in price]
    often = f"{_often(rule.often)}, " if rule.often else ""
    where, trailing = where_of(words, rule.where)
    what = " and ".join(_part(words, pile) for pile in piles)
    price_each = " each" if each else ""
    rest = () if sells else rule.effects[len(piles) :]
    more = f": {words.effects(rest)}" if rest else ""
    may = f"{often}a player{where} may {word} {what} for"
    return f"{may} {' and '.join(paid)}{price_each}{trailing}{more}"


def _restricted(rule: Any, words: Clauses) -> str:
    often = rule.often
    if not rule.verb:
        return f"a player may take up to {often.times} actions per {often.per}"
    if rule == t.Restricted(rule.verb, often):
        return f"a player may {rule.verb} {_often(often)}"
    most = f"more than {_TIMES.get(often.times, f'{often.times} times')} per {often.per}"
    if rule.what:
        most = f"more than {often.times} {rule.what} per {often.per}"
    if rule.most is not None:
        most = f"more often per {often.per} than {words.amount(rule.most)}"
    elif not (often.times or rule.what):
        most = f"more often per {often.per} than 0"
    noun = "player" if rule.same == PLAYERS else rule.same and words.noun(rule.same)
    every = t.parts_of_both(rule.where)
    typed: list[Any] = [e for e in every if isinstance(e, t.Is) and isinstance(e.place.owner, t.It)]
    noun = typed[0].value.text if typed else noun
    same = noun and f" with the same {noun}"
    rule = replace(rule, where=both(e for e in every if e not in typed))
    where, trailing = where_of(words, rule.where)
    if trailing or (where and rule.together):
        where, trailing = "", f" if {words.condition(rule.where)}"
    who = "all players together" if rule.together else f"a player{where}"
    verbs = " or ".join((rule.verb, *rule.others))
    verbs += " for" * (rule.verb == "vote" and bool(rule.to))
    verbs += rule.to and (" another player" if rule.to == PLAYERS else f" a {words.noun(rule.to)}")
    return f"{who} may not {verbs} {most}{same}{trailing}"


def _whenever_value(rule: Any, words: Clauses) -> str:
    when, edge = f"whenever {words.condition(rule.condition)}", rule.condition
    if isinstance(edge, t.Changes) and edge.way in ("begins", "ends"):
        said = "beginning" if edge.way == "begins" else "end"
        when = f"at the {said} of each {edge.place.name}"
    return f"{when}, {words.effects(rule.effects)}"


def _often(often: Any) -> str:
    times = _TIMES.get(often.times) or f"up to {often.times} times"
    return f"{'up to ' if often.times == 2 else ''}{times} per {often.per}"


def where_of(words: Clauses, condition: Any) -> tuple[str, str]:
    """What is said of the player, and what stands behind as "only if"."""
    if condition is None:
        return "", ""
    if isinstance(condition, t.Both):
        said: list[str] = []
        rest: list[str] = []
        for each in condition.of:
            behind = "Same(" in repr(each)  # of what the verb names
            predicate = None if behind else words.predicate(each, t.Doer(), None)
            if predicate is None and isinstance(each, t.Either) and not behind:
                others = both(e for e in condition.of if e != each)  # no "or" beside "and"
                return front_of(words, each), f" only if {words.condition(others)}"
            (rest if predicate is None else said).append(predicate or words.condition(each))
    else:
        of = condition.of if isinstance(condition, t.Either) else (condition,)
        with suppress(Unspeakable):
            told = [words.predicate(each, t.Doer(), None) for each in of]
            if None not in told and "Same(" not in repr(condition):
                return f" {who_are(filter(None, told), ' or ')}", ""
        return "", f" only if {words.condition(condition)}"
    front = who_are(said, " and ")
    return f" {front}" if front else "", f" only if {' and '.join(rest)}" if rest else ""


def front_of(words: Clauses, condition: Any) -> str:
    """What is said of the player, where that is all."""
    where, rest = where_of(words, condition)
    if rest:
        raise Unspeakable(rest)
    return where


def _verb(words: Clauses, verb: Any) -> str:
    said = ""
    for before, part, after in zip(
        ("", *verb.parts), verb.parts, (*verb.parts[1:], None), strict=False
    ):
        two = isinstance(before, t.Stuff) and isinstance(part, t.Stuff)
        text = _part(words, part)
        if isinstance(before, t.Chosen) and isinstance(part, str):  # what it is a number of
            text += words.named_so(before.slot)
        if isinstance(part, t.Chosen) and not isinstance(after, str):
            text += words.named_so(part.slot)
        said += f"{' and ' if two else ' '}{text}"
    return said.strip()


def _part(words: Clauses, part: Any) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, t.Stuff):
        return words.pile(part.amount, part.what)
    if theirs := t.theirs(part):
        words.tables[part.slot] = part.table
        return f"their {theirs}"
    if isinstance(part, t.NamedThing | t.ChosenThing | t.RandomThing | t.Place):
        return words.thing(part)
    if isinstance(part, t.Text | t.Nothing):
        return words.value(part)
    if isinstance(part, t.Chosen):
        return words.chosen(part)
    try:
        return words.who(part)
    except Unspeakable:
        return words.amount(part)


def _paid(words: Clauses, costs: Any) -> str:
    """``2 Gold and 1 Fish to Ann``; of several ways to pay each behind "or"."""
    piles: list[str] = []
    to = ""
    for each in costs:
        if isinstance(each, t.OneOf):
            return " or ".join(_paid(words, option) for option in each.options)
        if isinstance(each, t.ForPlayers) and len(each.effects) == 1:
            one: Any = each.effects[0]
            return f"{words.pile(one.amount, one.what)} to {words.who(each.who)}"
        if isinstance(each, t.Transfer):
            to = f" to {words.one(each.taker)}"
        elif isinstance(each, t.LoseIt):
            piles.append(f"{words.amount(each.amount)} of {words.thing(each.thing)}")
            continue
        elif not isinstance(each, t.Lose):
            raise Unspeakable(repr(each))
        elif each.to:
            to = f" to {'the ' if each.to.owner is None else ''}{words.place(each.to)}"
        all_of = f"all their {each.what}"
        piles.append(all_of if each.amount is None else words.pile(each.amount, each.what))
    return f"{' and '.join(piles)}{to}"


# == Whole sentences in words ======================================================================


def paraphrases(rule: Any, vocabulary: PlainVocabulary) -> Iterator[str]:
    """Ways to say a rule, the plainest first; not all of them need to mean just that."""
    if isinstance(rule, tuple):
        yield from _tried(lambda: Clauses(vocabulary, doer=True).effects(rule))
    elif isinstance(rule, t.Action):
        for form in forms(rule, vocabulary):
            yield from _tried(form)
    elif type(rule) in _SAID:
        words = Clauses(vocabulary, doer=isinstance(rule, _OF_A_DOER))
        yield from _tried(lambda: _SAID[type(rule)](rule, words))


def _tried(say: Any) -> Iterator[str]:
    try:
        said = str(say())
    except Unspeakable:
        return
    yield f"{said[:1].upper()}{said[1:]}."


# -- by itself -------------------------------------------------------------------------------------


def _at_time(rule: Any, words: Clauses) -> str:
    unit = f"each {rule.unit}"
    unit = unit if rule.weekday is None else f"every {DAYS[rule.weekday].capitalize()}"
    if rule.every > 1:
        unit = f"every {rule.every} {rule.unit}s"
        if rule.weekday is not None:
            unit = f"every {_NTH[rule.every]} {DAYS[rule.weekday].capitalize()}"
    moment = f"at the {'end' if rule.end else 'beginning'} of {unit}"
    if rule.every > 1 and rule.minute is not None:
        moment = f"{unit} at {rule.minute // 60}:{rule.minute % 60:02d}"
    elif rule.minute is not None:
        day = "" if rule.unit == "day" else f"on the {'last' if rule.end else 'first'} day of "
        moment = f"at {rule.minute // 60}:{rule.minute % 60:02d} {day}{unit}"
    return f"{moment}, {words.effects(rule.effects)}"


def _whenever(rule: Any, words: Clauses) -> str:
    event = rule.event
    if event.kind in ("revealed", "round", "begins"):
        words = Clauses(words.vocabulary, doer=False)
    edge = "end" if event.what == "end" else "beginning"
    if event.kind == "becomes":
        happens = _begins(words, event.where)
    elif event.kind == "turn":
        who = f"a player{front_of(words, event.where)}"
        return f"at the {edge} of {who}'s turn, {words.effects(rule.effects)}"
    elif event.kind == "revealed":
        happens = "the choices are revealed"
    elif event.kind == "round":
        return f"at the {edge} of each round, {words.effects(rule.effects)}"
    elif event.kind == "begins":
        happens = words.of_a_thing(event.thing)
    elif event.kind == "proposal":
        does = " makes a proposal" if event.what == "made" else f"'s proposal {event.what}"
        happens = f"a player{front_of(words, event.where)}{does}"
    else:
        rest = both(e for e in t.parts_of_both(event.where) if e not in _nth_in(event))
        happens = f"a player{front_of(words, rest)} {_happens(words, event)}"
    return f"whenever {happens}, {words.effects(rule.effects)}"


def _begins(words: Clauses, condition: Any) -> str:
    """What begins to hold of a player: ``a player has at least 10 Fish``."""
    some = isinstance(condition, t.Either)
    of = condition.of if isinstance(condition, t.Both | t.Either) else (condition,)
    said = [words.predicate(each, t.Doer(), None) for each in of]
    plain = [each for each in said if each and not each.startswith("whose")]
    if plain and (some or None in said):  # what is so of others, or of the game, comes behind it
        both_ = zip(of, said, strict=True)
        others = [words.condition(each) for each, mine in both_ if mine not in plain]
        return f"a player {(' or ' if some else ' and ').join((*plain, *others))}"
    if some or None in said:
        raise Unspeakable(repr(condition))
    if not plain and len(said) == 1 and said[0]:
        return f"a player's {said[0].removeprefix('whose ')}"
    if not plain:
        raise Unspeakable(repr(condition))
    rest = [each for each in said if each and each != plain[-1]]
    who = who_are(rest, " and ")
    return f"a player {who + ' ' if who else ''}{plain[-1]}"


def _happens(words: Clauses, event: Any) -> str:
    a = "a " if event.each else ""
    if event.kind in ("gains", "loses", "uses"):
        least = f"at least {event.least} " if event.least != 1 else a
        return f"{event.kind} {least}{event.what}"
    if event.kind in ("moves", "crosses", "leaves", "passes"):
        verb = {"moves": "moves to", "crosses": "lands on or passes"}.get(event.kind, event.kind)
        thing = event.thing
        if not isinstance(thing, t.EachThing):
            return f"{verb} {words.thing(thing)}"
        words.it_table = thing.table
        return f"{verb} a {words.noun(thing.table)}{words.thing_where(thing.where)}"
    if event.kind == "does":
        to = " another player" if event.whom else ""
        again = "".join(
            f" for the {_NTH[each.right.value]} time {words.when(each.left.of)}"
            for each in _nth_in(event)
        )  # fmt: skip
        of = event.of
        if event.thing:
            words.it_table = event.thing.table
            of = words.noun(event.thing.table) + words.thing_where(event.thing.where)
        a = f"at least {event.least} " if event.least > 1 else a
        return f"{of_one(event.what)} {a}{of}".strip() + to + again
    if event.kind == "joins":
        return "joins"
    raise Unspeakable(event.kind)


_NTH = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


def _nth_in(event: Any) -> Sequence[Any]:
    """The conditions that say how many times what just happens has been done."""
    of = t.parts_of_both(event.where)
    counted = [each for each in of if isinstance(getattr(each, "left", None), t.HowOften)]
    told = [e for e in counted if (e.left.of.who, e.left.of.verb) == (t.Doer(), event.what)]
    return [each for each in told if each.op == "=" and each.right.value in _NTH]


# -- what always holds -----------------------------------------------------------------------------


def _forbidden(rule: Any, words: Clauses) -> str:
    alone, whom = rule.where is None and not rule.others and not rule.of, rule.target
    of_all = isinstance(getattr(whom, "where", None), t.Equal | t.DoneLast | None)
    said_of = isinstance(whom, t.EachPlayer) and not whom.other and "Doer(" not in repr(whom.where)
    if (
        alone and said_of and not of_all and rule.verb != "vote"
    ):  # it cannot be done to them, whoever would
        done_so = (e for e in done(rule.verb) if words.vocabulary.verb_done(e) == rule.verb)
        with words.about(None, where=False):
            return f"a player{words.who_where(rule.target.where)} cannot be {next(done_so)}"
    verbs = " or ".join((rule.verb or "do anything", *rule.others))
    verbs += f" except {' or '.join(rule.but)}" if rule.but else ""
    behind = {"trade": " with", "vote": " for"}.get(rule.verb, "")
    verbs += behind if rule.target is not None else ""
    of_thing = rule.of or isinstance(rule.target, t.EachThing)
    moves = "_MOVE" in known().kinds.get((rule.verb,), ())
    verbs += " to" if of_thing and moves else ""
    verbs += rule.of and f" {rule.of}{' to' if rule.target else ''}"
    try:
        whom, if_so = _to_whom(rule.target, words), ""
    except Unspeakable:  # it is said behind, of that one
        it, that = (t.It(), t.It()) if of_thing else (t.Them(), t.Same(0))
        whom = _to_whom(replace(rule.target, where=None), words)
        whom = f" a {words.noun(rule.target.table)}" if of_thing else whom
        if_so = f" if {words.condition(t.spoken_of(rule.target.where, it, that))}"
        if rule.where is not None:
            raise
    verbs += whom.removeprefix(" to" if of_thing and moves else "") + if_so
    if isinstance(rule.where, t.Equal) and isinstance(rule.where.other, t.NamedPlayer):
        return f"{rule.where.other.name} may not {verbs}"
    try:
        where, trailing = where_of(words, rule.where)
        if trailing:
            where, trailing = "", f" if {words.condition(rule.where)}"
    except Unspeakable:
        where, trailing = "", f" unless {words.condition(negated(rule.where))}"
    return f"a player{where} may not {verbs}{trailing}"


def _cycle(rule: Any, words: Clauses) -> str:
    (word, hours), *rest = rule.parts
    more = "".join(f", then {word} for {hours} hours" for word, hours in rest)
    return f"it is {word} for {hours} hours{more}, and so on"


def _to_whom(whom: Any, words: Clauses) -> str:
    """`` another player who has a Net`` behind what may not be done; "" where to anybody."""
    if whom is None:
        return ""
    if isinstance(whom, t.EachThing):
        if whom.where is None:
            return f" to another {words.noun(whom.table)}"
        return f" a {words.noun(whom.table)}{words.thing_where(whom.where)}"
    if isinstance(whom.where, t.DoneLast):
        return " the same player twice in a row"
    if whom.where == t.Equal(t.Them(), t.Doer()):
        return " themselves"
    if isinstance(whom.where, t.Equal) and isinstance(whom.where.other, t.NamedPlayer):
        return f" {whom.where.other.name}"
    return f" {'another' if whom.other else 'a'} player{words.who_where(whom.where)}"


def _instead(rule: Any, words: Clauses) -> str:
    event, effects = rule.event, words.effects(rule.effects)
    gone = event.kind == "ceases"
    would = "die" if event.what == "Alive" else f"be no longer {event.what}"
    if not gone:
        verb, _, rest = _happens(words, event).partition(" ")
        would = f"{verb.removesuffix('s')} {rest}"
    where, only = where_of(words, event.where)
    if_so = f"{only.removeprefix(' only ')}, " if only else ""
    return f"if a player{where} would {would}, {if_so}{effects} instead"


def _may_trade(rule: Any, words: Clauses) -> str:
    goods, whom = " and ".join(rule.what), rule.target
    if not rule.may and whom is None and rule.where is None:
        return f"{goods} may not be traded"
    who, other = "players", "each other"
    if whom is not None and "Doer(" in repr(whom.where):
        with words.about(t.Doer(), where=False):
            who, other = "a player", f"another player{words.who_where(whom.where)}"
    elif whom is not None:
        with words.about(None, where=False):
            one = words.who_where(whom.where)
        who = "players" + re.sub(r"\bwho (is|has|does)\b", lambda each: _MANY[each[0]], one)
        other = other if rule.may else ""
    when = f" {'only ' * rule.may}if {words.condition(rule.where)}" if rule.where else ""
    may = "may" if rule.may else "may not"
    with_ = f" with {other}" if other else ""
    return f"{who} {may} trade {goods}{with_}{when}".replace("  ", " ")


_MANY = {"who is": "who are", "who has": "who have", "who does": "who do"}


def _limit(rule: Any, words: Clauses) -> str:
    says = "is at most" if rule.op == "<=" else "is at least"
    if rule.forbids:
        says = "may not exceed" if rule.op == "<=" else "may not fall below"
    when = ""
    if isinstance(rule.of, t.EachPlayer) and rule.of.where is not None:
        with suppress(Unspeakable):
            lost = "" if rule.forbids else "; any excess is lost"
            than = "more" if rule.op == "<=" else "fewer"
            if isinstance(rule.amount, t.Number) and (rule.op == "<=" or rule.forbids):
                said = f"may not have {than} than {rule.amount.value} {rule.name}{lost}"
                return f"{words.who(rule.of)} {said}"
        with words.about(t.Them(), where=False):
            when = f" if {words.condition(rule.of.where)}"
    one = rule.of.where if isinstance(rule.of, t.EachThing) else None
    if isinstance(rule.of, t.EachPlayer):
        place = f"a player's {rule.name}"
    elif isinstance(one, t.Equal):
        place = f"{words.thing(one.other)}'s {rule.name}"
    elif rule.of is None:
        place = rule.name
    else:
        place = f"the {rule.name.partition(' (')[0]} of each {words.noun(rule.of.table)}"
        words.it_table = rule.of.table
        try:
            place += words.thing_where(one)
        except Unspeakable:
            when = f" if {words.condition(one)}"
    with words.about(t.Them() if isinstance(rule.of, t.EachPlayer) else None, where=False):
        return f"{place} {says} {words.amount(rule.amount)}{when}"


def _kept(rule: Any, words: Clauses) -> str:
    of_player = isinstance(rule.of, t.EachPlayer)
    bag = isinstance(rule.count, t.HowMany) and rule.count.place.name
    if bag and bag in {name for _, name in words.vocabulary.formulas}:
        return _limit(t.Limit(rule.of, bag, rule.op, rule.amount, True), words)
    if of_player and (bag or rule.of.where is not None):
        if not isinstance(rule.amount, t.Number):
            raise Unspeakable(repr(rule))
        than = f"{'more' if rule.op == '<=' else 'fewer'} than {rule.amount.value}"
        when = f" if {words.condition(rule.where)}" if rule.where else ""
        what = bag or words.noun(rule.count.of.table)
        return f"{words.who(rule.of)} may not have {than} {what}{when}"
    of = f"for each {'player' if of_player else words.noun(rule.of.table)}, " if rule.of else ""
    words.it_table = getattr(rule.of, "table", "")
    says = "more" if rule.op == "<=" else "less"
    with words.about(t.Them() if of_player else None, where=False):
        when = f" if {words.condition(rule.where)}" if rule.where else ""
        most = words.amount(rule.amount)
        return f"{of}{words.amount(rule.count)} may not be {says} than {most}{when}"


def _stands(rule: Any, words: Clauses) -> str:
    if rule.value == t.Nothing():
        return f"{words.thing(rule.of)} has no {rule.name}"
    words.it_table = rule.of.table if rule.of else ""
    return f"{words.who(rule.value)} is {'its' if rule.of else 'the'} {rule.name}"


def _defines(rule: Any, words: Clauses) -> str:
    if rule.who is not None:
        return f"the {rule.term} is {words.who(rule.who)}"
    if rule.table:
        return f"a {words.noun(rule.table)}{words.thing_where(rule.where)} is {rule.term}"
    if rule.where is None:
        return f"players are called {plural_of(rule.term)}"
    where, rest = where_of(words, rule.where)
    if where and not rest:
        return f"a player{where} is {rule.term}"
    return f"a player is {rule.term} if {words.condition(rule.where)}"


def _defines_amount(rule: Any, words: Clauses) -> str:
    if isinstance(rule.of, t.EachThing):
        return f"each {words.noun(rule.of.table)}'s {rule.name} is {words.amount(rule.amount)}"
    with words.about(t.Them(), where=False):
        return f"each player's {rule.name} is {words.amount(rule.amount)}"


def _winning(rule: Any, words: Clauses) -> str:
    with suppress(Unspeakable):
        where, rest = where_of(words, rule.where)
        if where and not rest:
            return f"{'the first' if rule.first else 'a'} player{where} wins"
    if rule.first:
        raise Unspeakable(repr(rule))
    return f"a player wins if {words.condition(rule.where)}"


def _secret_choice(rule: Any, words: Clauses) -> str:
    after = f", or after {rule.hours} hours," if rule.hours else ","
    what = f"any number of {rule.what}" if rule.what else f"a {words.noun(rule.table)}"
    who = f"each player{front_of(words, rule.where)}"
    chooses = f"{who} secretly {of_one(rule.verb)} {what}"
    if rule.waits:
        return chooses
    return f"{chooses}; when all have chosen{after} the choices are revealed"


def _vote_counts(rule: Any, words: Clauses) -> str:
    where, number = rule.of.where, rule.amount
    if isinstance(where, t.Is) and where.place.owner is None and where.value == t.Them():
        front = f"the {where.place.name}"
    elif isinstance(where, t.Equal) and isinstance(where.other, t.NamedPlayer):
        front = where.other.name
    elif isinstance(where, t.Is) and where.place.owner == t.Them():
        front = f"the {words.value(where.value)}"
    else:
        front = f"a player{words.who_where(where)}"
    if number == t.Number(0):
        return f"{front}'s vote does not count"
    times = {t.Number(1): "1 time", t.Number(2): "twice"}.get(number, "")
    times = times or (f"{number.value} times" if isinstance(number, t.Number) else "")
    if not times:
        with words.about(t.Them(), where=False):
            times = f"once {words.for_each(number)}"
    return f"{front}'s vote counts {times}"


_SHARES = {
    ((1, 2), False): "it has more votes for than against",
    ((1, 2), True): "at least half of the votes are for it",
    ((2, 3), True): "at least two thirds of the votes are for it",
    ((1, 1), True): "all votes are for it",
}


def _passes(rule: Any, words: Clauses) -> str:
    said = [_SHARES[rule.share, rule.or_just]] if rule.share else []
    said += ["more than half of the players vote for it"] if rule.of_players == (1, 2) else []
    said += [f"at least {rule.least} votes for"] if rule.least else []
    said += [f"at most {rule.most_against} votes against"] if rule.most_against is not None else []
    it_has = "it has " if said and said[0].startswith("at ") and not rule.share else ""
    return f"a proposal passes {'as soon as' if rule.early else 'if'} {it_has}{' and '.join(said)}"


_OF_A_DOER = (  # who is the subject
    t.Whenever, t.Instead, t.Forbidden, t.Defines, t.Beginning, t.Winning, t.TakeTurns, t.TurnLasts,
    t.SecretChoice,
)  # fmt: skip
_SAID: dict[type, Callable[[Any, Clauses], str]] = {
    t.AtTime: _at_time,
    t.Whenever: _whenever,
    t.WheneverValue: _whenever_value,
    t.Forbidden: _forbidden,
    t.Instead: _instead,
    t.Restricted: _restricted,
    t.Stands: _stands,
    t.Cycle: _cycle,
    t.TakeTurns: lambda rule, words: (
        f"players{front_of(words, rule.where)} {'have no turn' if rule.skipped else 'take turns'}"
    ),
    t.TurnLasts: lambda rule, words: (
        f"a turn lasts at most {rule.hours} hours; then {words.effects(rule.effects)}"
    ),
    t.MayTrade: _may_trade,
    t.Limit: _limit,
    t.Kept: _kept,
    t.Defines: _defines,
    t.DefinesAmount: _defines_amount,
    t.Beginning: lambda rule, words: (
        f"a new player {' and '.join(each.begins(words) for each in rule.effects)}"
    ).replace("player their ", "player's ", 1),
    t.Winning: _winning,
    t.VotingLasts: lambda rule, _: f"voting on a proposal lasts {rule.hours} hours",
    t.Passes: _passes,
    t.VoteCounts: _vote_counts,
    t.IsPile: lambda rule, _: f"the {rule.name} is a pile of {rule.table}",
    t.IsSecret: lambda rule, _: f"a player's {rule.name} is secret",
    t.SecretChoice: _secret_choice,
    t.AlwaysDealt: lambda rule, words: (
        f"each player is dealt a random {words.noun(rule.deal.table)}"
    ),
    t.MayPropose: lambda _rule, _words: "a player may propose changes of the rules",
    t.MostProposals: lambda rule, _: f"a player may have up to {rule.count} proposals at a time",
}
