"""What players may do, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rules.plain import tree as t
from rules.plain.grammar import known
from rules.plain.meaning.people import both
from rules.plain.speech.effects import Clauses
from rules.plain.speech.nouns import Unspeakable
from rules.plain.vocabulary import PlainVocabulary

_TIMES = {1: "once", 2: "twice"}


_MOST_IN_VERB = 4  # effects that a verb itself may say


def forms(rule: Any, vocabulary: PlainVocabulary) -> Iterator[Callable[[], str]]:
    """Several forms, each made when it is called; the first that means the action is said."""
    yield partial(_trade, rule, vocabulary)
    # Only a verb of the grammar can say effects by itself; any other is just a name.
    is_known = str(rule.verb.parts[0]).split()[0].casefold() in known().by_first
    every = range(min(len(rule.effects), _MOST_IN_VERB) if is_known else 0, -1, -1)
    yield from (partial(_deed, rule, vocabulary, split) for split in every if split)
    yield from (partial(_action, rule, vocabulary, "{}", split) for split in every)
    yield partial(_action, rule, vocabulary, "({})", 0)


def _action(rule: Any, vocabulary: PlainVocabulary, form: str, split: int) -> str:
    """``split``: how many of the effects the verb itself says."""
    words = Clauses(vocabulary, doer=True)
    return _whole(rule, words, form.format(_verb(words, rule.verb)), split)


def _whole(rule: Any, words: Clauses, verb: str, split: int) -> str:
    often = f"{_often(rule.often)}, " if rule.often else ""
    actor, condition = _actor(words, rule.where)
    where, trailing = where_of(words, condition)
    cost = _costs(words, rule.costs) if rule.costs else ""
    body = words.effects(rule.effects[split:])
    joint = "" if body.startswith("\n") else " "
    effects = f":{joint}{body}" if body else ""
    return f"{often}{actor}{where} may {verb}{cost}{trailing}{effects}"


def _actor(words: Clauses, condition: Any) -> tuple[str, Any]:
    """Who may do it, and what else has to hold."""
    of = condition.of if isinstance(condition, t.Both) else (condition,)
    for each in of:
        if isinstance(each, t.Equal) and each.one == t.Doer():
            return words.who(each.other), both(other for other in of if other != each)
    return "a player", condition


def _deed(rule: Any, vocabulary: PlainVocabulary, split: int) -> str:
    """``set their Class to Mage by paying 5 Gold``: the verb is what the first effects say."""
    words = Clauses(vocabulary, doer=True)
    verb = " and ".join(
        words.imperative(each, str(rule.verb.parts[0]) if not at else _base(each))
        for at, each in enumerate(rule.effects[:split])
    )
    return _whole(rule, words, verb, split)


def _base(effect: Any) -> str:
    """The verb of a second effect behind "may"."""
    words: dict[Any, str] = {t.Gain: "gain", t.Lose: "lose", t.Draw: "draw", t.Move: "move"}
    return words.get(type(effect), "set")


def _trade(rule: Any, vocabulary: PlainVocabulary) -> str:
    """``sell any number of Fish for 2 Gold each``."""
    words = Clauses(vocabulary, doer=True)
    word, *piles = rule.verb.parts
    sells = word == "sell"
    price = rule.effects if sells else rule.costs
    if word not in ("sell", "buy", "purchase", "hire", "recruit") or not price:
        raise Unspeakable(str(word))
    counted = t.Same | t.ThatMany
    each = isinstance(price[0].amount, t.ForEach) and isinstance(price[0].amount.each, counted)
    paid = []
    for one in price:
        amount = one.amount.amount if each else one.amount
        paid.append(words.pile(amount, one.what))
    often = f"{_often(rule.often)}, " if rule.often else ""
    where, trailing = where_of(words, rule.where)
    what = " and ".join(_part(words, pile) for pile in piles)
    price_each = " each" if each else ""
    return (
        f"{often}a player{where} may {word} {what} for {' and '.join(paid)}{price_each}{trailing}"
    )


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
            predicate = (
                None if isinstance(each, t.Either) else words.predicate(each, t.Doer(), None)
            )
            (rest if predicate is None else said).append(predicate or words.condition(each))
    else:
        try:
            return _either(words, condition), ""
        except Unspeakable:
            return "", f" only if {words.condition(condition)}"
    front = " and ".join(each if each.startswith("whose") else f"who {each}" for each in said)
    return f" {front}" if front else "", f" only if {' and '.join(rest)}" if rest else ""


def front_of(words: Clauses, condition: Any) -> str:
    """What is said of the player, where that is all."""
    where, rest = where_of(words, condition)
    if rest:
        raise Unspeakable(rest)
    return where


def _either(words: Clauses, condition: Any) -> str:
    of = condition.of if isinstance(condition, t.Either) else (condition,)
    said = [words.predicate(each, t.Doer(), None) for each in of]
    if any(each is None for each in said):
        raise Unspeakable(repr(condition))
    return " " + " or ".join(e if e.startswith("whose") else f"who {e}" for e in said if e)


def _verb(words: Clauses, verb: Any) -> str:
    said = ""
    for before, part in zip(("", *verb.parts), verb.parts, strict=False):
        two = isinstance(before, t.Stuff) and isinstance(part, t.Stuff)
        said += f"{' and ' if two else ' '}{_part(words, part)}"
    return said.strip()


def _part(words: Clauses, part: Any) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, t.Stuff):
        return words.pile(part.amount, part.what)
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


def _costs(words: Clauses, costs: Any) -> str:
    piles, payee = [], None
    for each in costs:
        if isinstance(each, t.Transfer):
            payee = each.taker
        elif not isinstance(each, t.Lose):
            raise Unspeakable(repr(each))
        all_of = f"all their {each.what}"
        piles.append(all_of if each.amount is None else words.pile(each.amount, each.what))
    to = f" to {words.who(payee)}" if payee is not None else ""
    return f" by paying {' and '.join(piles)}{to}"
