"""The words of an action: its later sentences in their places, and which words are its name.

``A player may dig. To dig, they roll 1d6. Digging costs 1 Gold. This may be done twice a day.``
means what one sentence says that has all of it in its places. Only words that repeat the action
are left out; any other word there leaves the sentence to people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.vocabulary import PlainVocabulary, doing, of_one
from rules.plain.words.lexemes import (
    DAYS,
    HOW_OFTEN,
    MONTHS,
    PLAYER_KINDS,
    RELATIVE,
    Lexeme,
    Words,
    behind_may,
    kinds,
    kinds_at,
    place_of,
)
from wikibot.game.names import singular_of
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.regex import regex

_LIMITED = kinds("ONCE TIMES")
_DEED_ENDS = kinds("_STOP _COLON _BY_PAYING _THIS_COSTS _ONLY_IF _IF _UNLESS ONCE TIMES ANY_TIME")
_COMMAS = kinds("_THEN _ALSO AND")
_WHEN = ("when", "whenever", "if", "each time", "every time")
_COSTS = kinds("costs cost takes uses consumes burns")
_SHARES = {
    "DOUBLE": ("twice as much", "double", "twice the price", "double the price"),
    "HALF": ("half as much", "half", "half the price"),
}
_PRICES = kinds("price cost fee charge toll")
_NEEDS = kinds("needs requires")
_LEADS = kinds("and but also afterwards additionally moreover furthermore however")
_WHAT = kinds("so this that it")
_BARRED = kinds("banned barred excluded prohibited forbidden")
_NOT = kinds("not forbidden impossible prohibited banned n't")
_EXTRA = kinds("extra additional further")
_SO = frozenset(  # that it is about the action
    (*lead, what)
    for lead in (("to", "do"), ("for",), ("in", "doing"), ("for", "doing"))
    for what in _WHAT
)
_BESIDES = frozenset({  # what stands at the end and says nothing
    ("each time",), ("every time",), ("too",), ("as", "well"), ("on", "top"), ("first",),
    ("to", "be", "let", "in"), ("to", "take", "part"),
})  # fmt: skip
_OF_IT = frozenset({  # the same in a condition, and of an amount; not in "takes 1 Gold from it"
    ("on", "you"), ("on", "them"), ("with", "you"), ("with", "them"), ("from", "it"),
    ("from", "this"), ("from", "that"),
})  # fmt: skip
_POSSIBLE = frozenset(
    (*verb, able)
    for verb, every in (
        (("is",), "possible allowed permitted available open forbidden impossible prohibited"),
        (("is not",), "possible allowed permitted available"),
        (("isn't",), "possible allowed permitted available"),
        (("is", "not"), "possible allowed permitted available"),
        (("may", "be"), "done"), (("can", "be"), "done"), (("may not", "be"), "done"),
        (("cannot", "be"), "done"), (("can't", "be"), "done"), (("can not", "be"), "done"),
        (("does", "not"), "work"), (("doesn't",), "work"), ((), "works"),
    )
    for able in every.split()
)  # fmt: skip
_WHO_DOES = kinds("THEY A_PLAYER EACH_PLAYER THAT _NO_PLAYER")
_ADDS = kinds("_ADD _SUBTRACT _ADDING _MINUS")
_ENDS_WHO = _ADDS | kinds("_MAY _MAY_NOT _MUST _GAIN _LOSE _PAY ONLY")  # and being barred from it
_ROLLS = kinds("roll rolls die dice result total")
_ANY_ROLL = _ROLLS | kinds("each every all any the this that their your its a of it")
_VARIED = kinds("_GAIN _LOSE _PAY _GIVE")
_IN_ROW = kinds("NUMBER NAME AND")
_RATHER = frozenset(("rather than", "in place"))
_BRANCHING = kinds("_IF _UNLESS OTHERWISE ON DICE ITEM OR_DO _EITHER_OF")
_SMALL = frozenset({"a", "an", "the", "this", "that", "to"})
_MOST_REPEATED = 8  # words of an action, where it is named again


def assembled(words: Words) -> Sequence[Lexeme]:
    """The words of an action with its later sentences in their places, in linear time."""
    start = behind_may(words)
    if start is None:
        return words
    if words[start:] and words[start].text == "also":  # "may also dig" says no more than "may dig"
        words = [*words[:start], *words[start + 1 :]]
        start = behind_may(words) or start
    parts = list(_parts(words, start))
    if len(parts) < 2:
        return words
    first = parts[0]
    length = next((at for at, w in enumerate(first) if w.kind in _DEED_ENDS), len(first))
    if not length:
        return words
    deed, rest = first[:length], first[length:]
    named = _texts(deed)
    colon = place_of(rest, "_COLON") if rest[:1] and rest[0].kind != "_COLON" else 0
    tests, body = (rest[:colon], rest[colon:]) if colon else ([], rest)
    cost: list[Lexeme] = []
    often: list[Lexeme] = []
    for part in parts[1:]:
        said = _bare_of_leads(part[1:], named)
        later = FollowUp(part[0], _without_tail(said, _OF_IT, named), named)
        if (paid := later.cost()) and not cost:
            cost = paid
        elif (limit := _limit(part, named)) and not often:
            often = limit
        elif test := later.test():
            tests = [*tests, *test]
        elif more := later.varied(body) or later.added(body):
            body = more
        elif again := later.repriced([*deed, *cost, *tests]):
            deed, cost, tests = again, [], []
        else:
            body = [*body, part[0], *said]
    return [*words[:start], *deed, *cost, *often, *tests, *body]


def _parts(words: Words, start: int) -> Iterator[list[Lexeme]]:
    """The action, and each sentence behind it with the full stop before it."""
    part: list[Lexeme] = []
    for word in words[start:]:
        if word.kind == "_STOP" and part:
            yield part
            part = []
        part.append(word)
    if part:
        yield part


def _texts(words: Words) -> list[str]:
    return [each for word in words for each in word.low.split()]


def _repeats(words: Words, named: Sequence[str], *, is_doing: bool = False) -> bool:
    """Whether words are those of the action again, all or the first of them."""
    texts = [each for each in _texts(words) if each not in _SMALL]
    told = [each for each in named if each not in _SMALL]
    if not texts or not told or len(texts) > _MOST_REPEATED:
        return False
    first = texts[0] in doing(told[0]) if is_doing else texts[0] == told[0]
    return first and texts[1:] == told[1 : len(texts)]


def _bare_of_leads(words: list[Lexeme], named: Sequence[str]) -> list[Lexeme]:
    """The words of a later sentence without those that only lead to what it says of the action.

    ``To dig, they roll 1d6``, ``Afterwards, they ...``, ``They pay 1 Gold for this``.
    """
    while words and (words[0].low in _LEADS or words[0].kind in _COMMAS):
        words = words[1:]
    words = [each for each in words if each.low not in ("already", "also") or each.kind != "WORD"]
    if words[2:] and words[1].kind == "_WHO" and words[2].low == of_one(named[0]):
        more = [each.low for each in words[3 : 2 + len(named)]] == list(named[1:])
        rest = words[2 + len(named) if more else 3 :]  # whoever digs a hole
        said_of = {*kinds_at(rest, 0, 1)} & kinds("IN ON AT _WITH _WHOSE")
        words = [words[0] if said_of else replace(words[0], kind="THEY", text="they"), *rest]
    comma = next((at for at, word in enumerate(words) if word.kind in _COMMAS), 0)
    first, text = words[:comma], words[0].low if words else ""
    some = first[3:] and first[1].kind == "A_PLAYER" and first[-1].low == of_one(named[0])
    if text in _WHEN and some and kinds_at(words, comma + 1, 1) == ["THEY"]:
        return [*first[1:-1], *words[comma + 2 :]]  # Whenever a Wizard digs, they add 1 to it
    if text in _WHEN and kinds_at(first, 1, 1) == ["A_PLAYER"]:
        again = _texts(first[2:]) == [of_one(named[0]), *named[1:]]
    else:
        again = text in _WHEN and kinds_at(first, 1, 1) == ["THEY"] and _repeats(first[2:], named)
    says_who = kinds_at(words, comma + 1, 1) == ["A_PLAYER"]
    if comma and says_who and {*kinds_at(words, comma + 2, 1)} & RELATIVE:
        return words  # it is said of some of those who do it
    if again or (text == "to" and _repeats(first[1:], named)):
        words = words[comma + 1 :]
        they = [replace(words[0], kind="THEY", text="they")] if says_who else []
        words = [*they, *words[len(they) :]]
    if size := _says_so(words, named):
        words = words[size + ({*kinds_at(words, size, 1)} <= _COMMAS) :]
    return _without_tail(words, _BESIDES, named)


def _without_tail(words: list[Lexeme], tails: Any, named: Sequence[str]) -> list[Lexeme]:
    for at in range(max(len(words) - 4, 1), len(words)):
        if (
            tuple(e.low for e in words[at:]) in tails
            or _says_so(words[at:], named) == len(words) - at
        ):
            return words[:at]
    return words


def _says_so(words: Words, named: Sequence[str]) -> int:
    """How many words say at the beginning that it is about the action: ``to do so``, ``for it``."""
    low = tuple(each.low for each in words[:3])
    if low[:2] == ("in", "addition"):
        return 2
    size = next((len(each) for each in (low, low[:2]) if each in _SO), 0)
    again = low[:1] == ("to",) and _repeats(words[1 : 1 + len(named)], named)
    return size or (1 + len(named) if again else 0)


def deed_named(text: str, verbs: Mapping[str, Any]) -> str:
    """Which of some actions a sentence is about by its words; "" of none, or of several.

    ``Digging costs 1 Gold``, ``To dig, ...``, ``Whoever digs ...``, ``adds 1 to each dig roll``.
    """
    words = re.findall(r"[a-z]+", text.casefold())
    spelled = {form: verb for verb in verbs for form in doing(verb)}
    found = dict.fromkeys(spelled[each] for each in words if each in spelled)
    contest = {"winner", "loser", "wins", "loses", "tied", "tie"} & {*words}
    whenever = words[:1] in (["whenever"], ["when"])
    for one, two in pairwise(words):
        adds = one == "to" and {"more", "extra", "less", "nothing"} & {*words}
        found |= {v: None for v in verbs if (whenever and one == of_one(v)) or (adds and two == v)}
        if one in verbs and two in _ROLLS:
            found[one] = None
        if two in verbs and (one in ("each", "every") or (one in ("a", "the") and contest)):
            found[two] = None
        found |= {verb: None for verb in verbs if one == "whoever" and two == of_one(verb)}
    if words[:1] == ["to"] and words[1:] and words[1] in verbs:
        found[words[1]] = None
    return next(iter(found)) if len(found) == 1 else ""


_Test = tuple[bool, Sequence[Lexeme]] | None  # a condition, and whether it has to hold


class FollowUp(Struct, frozen=True):
    """A later sentence about an action: what it costs, needs, forbids, or what else comes of it.

    ``stop``: what stands before it. ``named``: the words of the action.
    """

    stop: Lexeme
    words: Sequence[Lexeme]
    named: Sequence[str]

    def cost(self) -> list[Lexeme]:
        """``Digging costs 1 Gold``, ``the price is 1 Gold`` as ``. this costs 1 Gold``."""
        if any(each.kind in ("_IF", "_ONLY_IF", "_UNLESS", "MORE", "LESS") for each in self.words):
            return []  # a price under a condition, or more than one
        if kinds_at(self.words, 0, 1) == ["_THIS_COSTS"]:
            return [self.stop, *self.words]
        at = self._subject()
        if self.words[1:] and self.words[0].kind == "THE" and self.words[1].low in _PRICES:
            of = 2 * (self._low(2) == "of" and self._low(3) in _WHAT)
            at = 2 + (of or _says_so(self.words[2:], self.named))
            is_price = kinds_at(self.words, at, 1) == ["IS"]
        else:
            is_price = bool(at) and self._low(at) in _COSTS
        amount = self.words[at + 1 :]
        if not is_price or kinds_at(amount, 0, 1) not in (["NUMBER"], ["DICE"]):
            return []
        return [self.stop, replace(self.words[at], kind="_THIS_COSTS"), *amount]

    def test(self) -> list[Lexeme]:
        """What has to hold, or must not, behind ``only if`` or ``unless``; nothing for none."""
        if not self.words:
            return []
        must, test = self._alone() or self._of_action() or self._of_who() or (True, [])
        kind, text = ("_ONLY_IF", "only if") if must else ("_UNLESS", "unless")
        return [replace(self.stop, kind=kind, text=text), *test] if test else []

    def _alone(self) -> _Test:
        """``Only at the Mill``, ``not in Winter``, ``the Weather has to be Dry``."""
        words, first = self.words, self.words[0]
        if first.kind in ("ONLY", "_ONLY_IF"):
            test = condition(words if first.kind == "_ONLY_IF" else words[1:])
            return (True, test) if test else None
        if first.low == "not":
            rest = words[1 + (self._low(1) in ("possible", "allowed", "available")) :]
            return False, condition(rest)
        noun = 1 + (first.kind == "THE")
        if kinds_at(words, noun - 1, 3) == ["NAME", "_MUST", "IS"]:
            return True, [*words[:noun], *words[noun + 1 :]]
        return None

    def _of_action(self) -> _Test:
        """``This requires a Net``, ``digging is only possible at the Mill``."""
        words, at = self.words, self._subject()
        if at and self._low(at) in _NEEDS:
            return True, _having(words[at + 1 :])
        size = self._possible(at) if at else 0
        said, rest = words[at : at + size], words[at + size :]
        is_only = any(each.kind in ("ONLY", "_ONLY_IF") for each in words[at : at + size + 1])
        is_not = any(e.kind in ("IS_NOT", "_MAY_NOT") or e.low in _NOT for e in said)
        rest = rest[1:] if kinds_at(rest, 0, 1) == ["ONLY"] else rest
        return (is_only, condition(rest)) if size and is_only != is_not else None

    def _of_who(self) -> _Test:
        """``Only those with a Net may do so``, ``they must be at the Mill``."""
        words, (who, behind) = self.words, self._who()
        if who is None:
            return None
        only, kind = words[0].kind == "ONLY", words[behind].kind
        rest, they = words[behind + 1 :], replace(words[0], kind="THEY", text="they")
        is_so = kinds_at(rest, 0, 1) == ["IS"] or kinds_at(rest, 0, 2) == ["_HAVE", "A"]
        if who and kind == "IS":  # banned from this
            return (False, who) if len(rest) == 1 else None
        if not who and not only and kind == "_MUST":
            return (True, [they, *rest]) if is_so or kinds_at(rest, 0, 1) == ["_HAVE"] else None
        if not who and not only and words[behind].low in ("need", "require"):
            to = kinds_at(rest, 0, 2) in (["_TO", "IS"], ["_TO", "_HAVE"])
            return True, [they, *rest[1:]] if to else _having(rest)
        if kind == "_MAY_NOT" and not who and is_so:  # not "more than 5 Gold", which is a limit
            return False, [they, *rest]
        only = only or kinds_at(rest, 0, 1) == ["ONLY"]
        rest = rest[1:] if kinds_at(rest, 0, 1) == ["ONLY"] else rest
        size = self._does(rest) if kind in ("_MAY", "_MAY_NOT") else 0
        forbids = kind == "_MAY_NOT" or words[0].kind == "_NO_PLAYER"
        when = condition(rest[size:])
        if not size or only == forbids or bool(who) == bool(when) or (rest[size:] and not when):
            return None
        return only, who or when

    def varied(self, body: Sequence[Lexeme]) -> list[Lexeme]:
        """What comes of the action, with what this says comes of it instead, or more; else nothing.

        ``With a Tool, they gain 3 instead``, ``Those who have a Net gain 1 more``.
        """
        words = self.words
        verb = next((at for at, each in enumerate(words) if each.kind in _VARIED), 0)
        test, told = self._given(verb), _amount(words[verb + 1 :])
        if test is None or told is None:
            return []
        number, name, way, in_place, rest = told
        kind = "_GAIN" if words[verb].kind == "_GIVE" else words[verb].kind
        way = way or ("instead" if words[verb - 1].kind == "ONLY" else "")
        same = [
            at for at in range(1, len(body) - 1)
            if kinds_at(body, at, 2) == ["NUMBER", "NAME"] and _verb_of(body, at).kind == kind
        ]  # fmt: skip
        fits = [at for at in same if {*in_place} <= {body[at].value, body[at + 1].value}]
        if not in_place and (way != "instead" or len(same) > 1):
            fits = [at for at in same if name in (None, body[at + 1].value)]
        branches = any(each.kind in _BRANCHING for each in body)
        if branches or len(fits) != 1 or not way or not (test or rest):
            return []
        at = fits[0]
        who = [each.kind for each in body[:at] if each.kind in PLAYER_KINDS][-1:]
        if who not in ([], ["THEY"]) and {each.kind for each in test} & {"THEY", "THEIR"}:
            return []  # of whom that is asked is not plain
        changed = {body[each + 1].value for each in same}
        noun = replace(
            words[verb], kind="NAME", text=body[at + 1].text, value=name or body[at + 1].value
        )
        if rest and not test:  # for each of what the action itself does not change
            counts = changed.isdisjoint(each.value for each in rest if each.kind == "NAME")
            they = replace(words[verb], kind="THEY", text="they")
            does = replace(words[verb], kind=kind)
            return [*body, self.stop, they, does, number, noun, *rest] if counts else []
        base = integer(str(body[at].value))
        sums = {
            "more": base + integer(str(number.value)),
            "less": base - integer(str(number.value)),
        }
        if way in sums and noun.value != body[at + 1].value:
            return []
        total = sums.get(way, integer(str(number.value)))
        if rest or total < 0:
            return []
        # what it depends on is as it was before anything of the action happened; what is lost is
        # paid in both cases, as it is where the action stands alone
        body = [replace(e, kind="_PAY", text="pay") if e.kind == "_LOSE" else e for e in body]
        varied = [*body[:at], replace(number, value=total, text=str(total)), noun, *body[at + 2 :]]
        goes_on, comma = body[:1], replace(self.stop, kind="_THEN", text=",")
        return [
            *goes_on, replace(self.stop, kind="_IF", text="if"), *test, comma, *varied[1:],
            self.stop, replace(self.stop, kind="OTHERWISE", text="otherwise"), comma, *body[1:],
        ]  # fmt: skip

    def added(self, body: Sequence[Lexeme]) -> list[Lexeme]:
        """What comes of the action, with what this adds to its one roll; else nothing.

        ``A player who has a Lantern adds 1 to every dig roll``, ``With a Net, they add 1 to it``.
        """
        words = self.words
        verb = next((at for at, each in enumerate(words) if each.kind in _ADDS), 0)
        to = place_of(words, "_TO", "_FROM", start=verb)
        end = place_of(words, "_IF", start=to) or len(words)
        dice = [at for at, each in enumerate(body) if each.kind == "DICE"]
        test, rolls = self._given(verb), [each.low for each in words[to + 1 : end]]
        amount = kinds_at(words, verb + 1, max(to - verb - 1, 0))
        if test is None or amount not in (["NUMBER"], ["THEIR", "NAME"]) or len(dice) != 1:
            return []
        does = {*self.named[:1], *doing(self.named[0]), "for", "when", "while", "in", "they"}
        of = [each for text in rolls for each in text.split() if each not in _ANY_ROLL]
        if not rolls or not does.issuperset(of) or (test and end < len(words)):
            return []
        at = dice[0] + 1
        stop, sign = self.stop, words[verb]
        sign = replace(sign, kind="_PLUS" if sign.kind in ("_ADD", "_ADDING") else "_LESS")
        given = [replace(stop, kind="_IF", text="if"), *test] if test else words[end:]
        return [*body[:at], sign, *words[verb + 1 : to], *given, *body[at:]]

    def repriced(self, told: Sequence[Lexeme]) -> list[Lexeme]:
        """What an action costs, by its words, with what that is under a condition; else nothing.

        ``On Fridays, digging costs 1 Gold less``, ``digging is free if``, ``costs twice as much``,
        ``players pay 1 Gold more to dig``; what cost nothing costs something then.
        """
        at = place_of(told, "_BY_PAYING", "_FOR", "_THIS_COSTS") + 1
        test, amount = self._costing()
        number, name, way, *_ = _amount(amount) or (None, None, "")
        is_other = at == 1 or name not in {each.value for each in told[at : at + 2]}
        if is_other and number and name and (way == "more" or (not way and test and at == 1)):
            end = next(
                (n for n, e in enumerate(told) if n >= at and e.kind in _DEED_ENDS), len(told)
            )
            joint = self._signs(_BY_PAYING="by paying") if at == 1 else self._signs(AND="and")
            noun = next(each for each in amount if each.kind == "NAME")
            nothing = replace(number, text="0", value=0)
            told, at = [*told[:end], *joint, nothing, noun, *told[end:]], end + 1
        elif not test or at == 1:
            return []
        counted = kinds_at(told, at, 2) == ["NUMBER", "NAME"]
        behind = (n for n, e in enumerate(told) if n > at and e.kind in _DEED_ENDS | {"_APIECE"})
        end = at + 2 if counted else next(behind, len(told))
        if not counted and kinds_at(told, at, 2) != ["NAME", "_EQUAL_TO"]:
            return []
        old, noun = ([told[at]], told[at + 1]) if counted else (list(told[at + 2 : end]), told[at])
        each = kinds_at(told, end, 1) == ["_APIECE"]
        said = each and [e.kind for e in amount][-1:] == ["_APIECE"]
        new = self._new_price(old, noun, amount[:-1] if said else amount)
        counts = kinds_at(amount, 0, 1) == ["NUMBER"]  # 1 Gold less
        of_one = said or not each or not counts or self._is_of_ware()
        alone = counts or kinds_at(told, end, 1) != ["AND"]
        if not (new and of_one and alone):
            return []
        signs = self._signs(
            _EQUAL_TO="equal to", _OPEN="(", _GIVEN="if", _ELSE="otherwise", _CLOSE=")"
        )
        equal, opened, given, other, closed = signs
        if not test:
            return [*told[:at], *new, noun, *told[end:]]
        price = [noun, equal, opened, *new, given, *test, other, *old, closed]
        return [*told[:at], *price, *told[end:]]

    def _signs(self, **texts: str) -> list[Lexeme]:
        """Words of the grammar, by their kinds."""
        return [replace(self.stop, kind=kind, text=text) for kind, text in texts.items()]

    def _new_price(self, old: list[Lexeme], noun: Lexeme, said: Words) -> list[Lexeme]:
        """The number that is paid instead of another one: ``1 Gold less``, ``twice as much``."""
        low = " ".join(each.low for each in said)
        zero = replace(self.stop, kind="NUMBER", text="0", value=0)
        if low in ("nothing", "free"):
            return [zero]
        base = integer(str(old[0].value)) if len(old) == 1 and old[0].kind == "NUMBER" else None
        share = next((kind for kind, ways in _SHARES.items() if low in ways), "")
        if share and base is None:
            return [replace(self.stop, kind=share, text=share.casefold()), *old]
        number, name, way, more, rest = _amount(said) or (None, None, "", (), [])
        if share and base is not None:
            new = base * 2 if share == "DOUBLE" else base // 2
        elif base is None or number is None or name not in (None, noun.value) or more or rest:
            return []
        else:
            by = integer(str(number.value))
            sums = {"less": max(base - by, 0), "more": base + by, "": by}
            if way not in sums:
                return []
            new = sums[way]
        return [replace(zero, text=str(new), value=new)]

    def _costing(self) -> tuple[Words, Words]:
        """Under what condition a later sentence says what the action costs, and what it says."""
        words, stop = self.words, self.stop
        test: Words = ()
        if (at := place_of(words, "_IF")) or kinds_at(words, 0, 1) == ["_IF"]:
            end = next((n for n, e in enumerate(words) if e.kind in _COMMAS), 0)
            test, words = (words[at + 1 :], words[:at]) if at else (words[1:end], words[end + 1 :])
        elif at := place_of(words, "IN", "AT"):  # costs 1 Gold more in the Hall
            test, words = condition(words[at:]), words[:at]
        told = FollowUp(stop, words, self.named)
        same = bool(words) and words[0].low == self.named[0]  # digging, behind a comma
        costs = told._of_ware() or same or told._subject()
        to = place_of(words, "_TO_DO", "_TO", "_FOR")
        who, pays = told._who()
        if kinds_at(words, 0, 1) == ["_THIS_COSTS"]:
            return test, words[1:]
        if costs and (told._low(costs) in _COSTS or kinds_at(words, costs, 1) == ["IS"]):
            return test, words[costs + 1 :]
        if kinds_at(words, pays, 1) != ["_PAY"] or not to or (who and test):
            return (), ()
        deed = words[to + 1 :]
        again = _repeats(deed, self.named, is_doing=words[to].kind == "_FOR")
        return (who or test, words[pays + 1 : to]) if again else ((), ())

    def _is_of_ware(self) -> bool:
        """Whether it is the price of a ware, and not of buying several."""
        return not {"buy", "buying"} & {each.low for each in self.words}

    def _of_ware(self) -> int:
        """How many words at the beginning name what is bought: ``Ore costs``."""
        verb = self.named[0]
        some = kinds_at(self.words, 0, 1) in (["A"], ["EACH"])
        words = self.words[some or self._low(0) in (verb, *doing(verb)) :]
        bought = verb == "buy" and kinds_at(words, 0, 1) == ["NAME"]
        return 1 + len(self.words) - len(words) if bought and words[0].low in self.named else 0

    def _given(self, verb: int) -> list[Lexeme] | None:
        """Under what condition somebody does what stands at a place; None: it is not that alone."""
        words = self.words
        if not verb:
            return None
        begin = verb - 1 - (words[verb - 1].kind == "ONLY")
        they = words[max(begin, 0)].kind in ("THEY", "A_PLAYER")[: 1 + (begin > 0)]
        if they or words[begin].low in doing(self.named[0]):
            lead = words[:begin]
            lead = lead[:-1] if lead and (lead[-1].kind in _COMMAS) else lead
            test = condition(lead) if lead else []
            return None if lead and not test else test
        who, behind = self._who()
        return who if who and behind + (words[behind].kind == "ONLY") == verb else None

    def _low(self, at: int) -> str:
        return self.words[at].low if at < len(self.words) else ""

    def _subject(self) -> int:
        """How many words at the beginning name the action: ``this``, ``doing so``, ``each dig``."""
        words = self.words
        low = tuple(each.low for each in words[:2])
        if low[:1] == ("doing",) and low[1:] and low[1] in _WHAT:
            return 2
        if kinds_at(words, 0, 1) in (["THAT"], ["IT"]):
            return 1 + (low[1:] == ("action",))
        if low[:1] and low[0] in ("each", "every", "a") and low[1:] == (self.named[0],):
            return 2
        sizes = range(min(len(words), _MOST_REPEATED), 0, -1)
        return next(
            (size for size in sizes if _repeats(words[:size], self.named, is_doing=True)), 0
        )

    def _possible(self, at: int) -> int:
        """How many words from a place on say that the action can be done, or cannot."""
        low = tuple("is" if each.kind == "POSS" else each.low for each in self.words[at : at + 5])
        low = tuple(each for each in low if each != "only")
        more = sum(each.kind == "ONLY" for each in self.words[at : at + 5])
        size = next((size for size in (4, 3, 2, 1) if low[:size] in _POSSIBLE), 0)
        return size + more if size else 0

    def _does(self, words: Words) -> int:
        """How many words at the beginning say to do the action: ``do so``, ``dig``."""
        low = tuple(each.low for each in words[:2])
        if low[:1] == ("do",) and low[1:] and low[1] in _WHAT:
            return 2
        sizes = range(min(len(words), _MOST_REPEATED), 0, -1)
        return next((size for size in sizes if _repeats(words[:size], self.named)), 0)

    def _who(self) -> tuple[list[Lexeme] | None, int]:
        """What is said of who does it, as a condition, and the place behind that; None: nobody."""
        words = self.words[self.words[0].kind == "ONLY" :] if self.words else self.words
        skipped = len(self.words) - len(words)
        verbs = (
            at
            for at, each in enumerate(words)
            if each.kind in _ENDS_WHO
            or each.low in ("need", "require")
            or (each.kind == "IS" and at + 1 < len(words) and words[at + 1].low in _BARRED)
        )
        end = next(verbs, 0)
        if not end or words[0].kind not in _WHO_DOES:
            return None, 0
        end -= words[end - 1].kind == "ONLY"
        test = condition(words[1:end]) if end > 1 else []
        return (None, 0) if end > 1 and not test else (test, end + skipped)


def condition(words: Words) -> list[Lexeme]:
    """What is said of the one who acts as a condition: ``in the Mill``, ``with a Net``, ``if``."""
    if len(words) < 2:
        return []
    head, rest = words[0], list(words[1:])
    they = replace(head, kind="THEY", text="they")
    if head.kind in ("_IF", "_ONLY_IF", "_WHENEVER"):
        return rest
    if head.kind in ("_FOR", "_TO") and rest[0].kind in ("A_PLAYER", "THAT", "EACH_PLAYER"):
        return condition(rest[1:])
    if head.kind in ("WHO_OF", "IN", "ON", "AT"):  # the owner of the Harbour
        return [they, replace(head, kind="IS", text="are"), *words]
    if head.kind == "_WITH" and kinds_at(rest, 0, 2) in (
        ["NAME", "LESS_THAN"],
        ["NAME", "MORE_THAN"],
    ):
        their = replace(head, kind="THEIR", text="their")
        return [their, rest[0], replace(head, kind="IS", text="is"), *rest[1:]]
    if head.kind == "_WITH" or (head.kind == "_WHO" and rest[0].kind in ("_HAVE", "IS", "IS_NOT")):
        has = [replace(head, kind="_HAVE", text="have")] if head.kind == "_WITH" else []
        return [they, *has, *rest]
    if head.kind == "_WHOSE":
        return [replace(head, kind="THEIR", text="their"), *rest]
    return []


def _verb_of(words: Words, at: int) -> Lexeme:
    """The verb that so many of something belong to: ``gain 2 Gold and 1 Fish``."""
    before = (each for each in reversed(words[:at]) if each.kind not in _IN_ROW)
    return next(before, words[0])


def _having(words: Words) -> list[Lexeme]:
    """``a Tool``, ``at least 3 Gold``, ``a Health of 4 or more`` as what one has."""
    if kinds_at(words, 0, 3) == ["A", "NAME", "OF"]:
        words = [*words[3:], words[1]]
    if kinds_at(words, 0, 1) not in (["A"], ["AT_LEAST"], ["ANY"]) and "OR_MORE" not in kinds_at(
        words, 0, 3
    ):
        return []  # what is needed of so many may be used up
    head = words[0]
    return [
        replace(head, kind="THEY", text="they"),
        replace(head, kind="_HAVE", text="have"),
        *words,
    ]


def _amount(words: Words) -> tuple[Lexeme, Any, str, tuple[Any, ...], list[Lexeme]] | None:
    """``3 Gold instead of 1``: number, name, way, in place of what, and for each of what."""
    number: Lexeme | None = None
    name: Any = None
    way, at = "", 0
    base: tuple[Any, ...] = ()
    while at < len(words):
        word = words[at]
        if word.kind == "NUMBER" and number is None:
            number = word
        elif word.kind == "NAME" and name in (None, word.value) and not base:
            name = word.value
        elif word.kind in ("MORE", "ANOTHER") or word.low in _EXTRA:
            way = "more"
        elif word.kind in ("LESS", "_LESS"):
            way = "less"
        elif word.kind == "A":
            if not (words[at + 1 :] and words[at + 1].low in _EXTRA):
                return None
        elif word.kind in ("_EQUAL_TO", "ONLY"):
            pass
        elif " ".join(each.low for each in words[at : at + 2]) in _RATHER or word.kind == "INSTEAD":
            way, rest = "instead", words[at + 1 + (word.kind != "INSTEAD") :]
            rest = rest[1:] if kinds_at(rest, 0, 1) == ["OF"] else rest
            rest = rest[1:] if kinds_at(rest, 0, 1) in (["A"], ["THE"]) else rest
            if len(rest) > 2 or any(each.kind not in ("NUMBER", "NAME") for each in rest):
                return None
            base = tuple(each.value for each in rest)
            break
        elif word.kind == "_FOR_EACH" and way == "more":
            return (number, name, way, base, list(words[at:])) if number else None
        else:
            return None
        at += 1
    return (number, name, way, base, []) if number else None


def _limit(part: list[Lexeme], named: Sequence[str]) -> list[Lexeme]:
    """``. This may be done twice a day`` and ``. A player may only dig once a week``: how often."""
    at = next((at for at, word in enumerate(part) if word.kind in _LIMITED), 0)
    limit, before = part[at:], part[1:at]
    may = next((place for place, word in enumerate(before) if word.kind == "_MAY"), 0)
    if not at or not may or len(limit) > 2:
        return []
    who, what = before[:may], [each for each in before[may + 1 :] if each.text != "only"]
    texts = _texts(what)
    if len(who) == 1 and who[0].kind in ("A_PLAYER", "EACH_PLAYER", "THEY"):
        return limit if texts in (["do", "so"], ["do", "this"]) or _repeats(what, named) else []
    told = _texts(who) in (["this"], ["that"], ["it"]) or _repeats(who, named, is_doing=True)
    return limit if told and texts == ["be", "done"] else []


_BEHIND_PLACE = kinds(
    "_COLON _STOP _FOR _BY_PAYING _TO_DO _THEN ONCE TIMES ANY_TIME _IF _ONLY_IF _UNLESS _THIS_COSTS"
    " AND _ALSO joint"
)
_NOT_WHERE = kinds("_MOVE _TO _FROM IS IT _IF _ONLY_IF _UNLESS")  # before "at the Mill"
_LOOKING = frozenset(("look", "aim", "shoot", "stare", "point", "laugh", "bet", "wager", "vote"))


def located(words: Words, vocabulary: PlainVocabulary) -> Sequence[Lexeme]:
    """``a player may fish at the Mill for 2 Gold`` as ``a player at the Mill may fish for 2 Gold``.

    Where players stand; ``a Monster in the Hall`` is one that is there.
    """
    start = behind_may(words)
    does = words[2:3] if kinds_at(words, 0, 2) == ["_WHENEVER", "A_PLAYER"] else ()
    if any(vocabulary.verb(each.low) for each in does):
        return _done_there(words, vocabulary)
    who = next((at for at, e in enumerate(words) if e.kind in ("A_PLAYER", "EACH_PLAYER")), None)
    may = place_of(words, "_MAY")
    if start is None or not may or start >= len(words):
        return words
    if who is None or who > may:
        if words[may - 1].kind != "THEY" or words[may - 1].low != "you":
            return words
        who = may - 1
    end = next((at for at in range(start, len(words)) if words[at].kind in _BODY), len(words))
    for at in range(start + 1, end):
        noun = at + 1 + (kinds_at(words, at + 1, 1) == ["THE"])
        if words[at].kind not in ("IN", "AT") or kinds_at(words, noun, 1) != ["NAME"]:
            continue
        stands = {
            table.name
            for table, _ in vocabulary.things(words[noun].name)
            if vocabulary.standing(table.name)
        }
        while kinds_at(words, noun + 1, 2) == ["EITHER", "NAME"]:  # in the Hall or the Mill
            noun += 2
        before, after = words[at - 1], kinds_at(words, noun + 1, 1)
        of = vocabulary.table(before.name) if before.kind == "NAME" else None
        holds = of is not None and any(each.table in stands for each in of.fields)
        is_verb = before.low in _LOOKING or before.kind in _NOT_WHERE | {"ONLY"}
        is_verb |= any(e.kind in PLAYER_KINDS for e in words[start:at])
        if not stands or holds or is_verb or not {*after} <= _BEHIND_PLACE:
            continue
        one = words[who].kind != "EACH_PLAYER"
        first = replace(words[who], kind="A_PLAYER") if one else words[who]
        there = words[at : noun + 1]
        return [*words[:who], first, *there, *words[who + 1 : at], *words[noun + 1 :]]
    return words


def _done_there(words: Words, vocabulary: PlainVocabulary) -> Sequence[Lexeme]:
    """``Whenever a player digs in a Mill, ...`` as ``Whenever a player in a Mill digs, ...``."""
    end = place_of(words, "_THEN")
    at = place_of(words[:end], "IN", "AT", "ON", start=3)
    noun = at + 1 + (kinds_at(words, at + 1, 1)[0] in ("A", "ANY", "THE") if at else 0)
    if not at or words[noun].kind != "NAME":
        return words
    name = str(words[noun].value)
    tables = [vocabulary.table(name), *(table for table, _ in vocabulary.things(name))]
    stands = any(table and vocabulary.standing(table.name) for table in tables)
    return [*words[:2], *words[at:end], *words[2:at], *words[end:]] if stands else words


_BODY = kinds("_COLON _STOP ITEM")

# == What the page calls its players: ``Each player is called a Keeper``, ``Keepers are players`` ==
#
# Such a word means a player in every sentence. Decision: a word that names something else on the
# gamestate page keeps that meaning, and so do more than two words.

_EACH = r"(?:(?:an?|any|each|every|the|all|one) )?+"
_SO_CALLED = r"(?!players?\b)[^\W\d_]+(?: [^\W\d_]+)?"
_CALLED = regex(
    rf"{_EACH}(?:players? (?:is|are) (?:called|known as|referred to as) {_EACH}({_SO_CALLED})"
    rf"|({_SO_CALLED}) (?:is|are) {_EACH}players?)", re.IGNORECASE
)  # fmt: skip


def player_words(texts: Sequence[str]) -> Iterator[str]:
    """The words for players that sentences give, folded, in the singular."""
    for text in texts:
        word = player_word(text) if "player" in text.casefold() else ""
        if word:
            yield fold(singular_of(word))


def player_word(text: str) -> str:
    """The word that a sentence gives to players, as it stands there; "" where it gives none."""
    said = _CALLED.fullmatch(" ".join(text[:200].rstrip(" .;!").split()))
    return (said[1] or said[2]) if said else ""


_NO_DEED = kinds(  # words that say more than which action it is
    "where nobody not only just single times entire whole except if unless when whenever while"
    " until till but other others than each every twice random randomly exactly precisely today"
    " tonight tomorrow yesterday now often"
    " sometimes later within day days weekday weekdays week weeks hour hours month months"
    " once thrice more less fewer most least do does has have had is are be may can must never"
    " with without using during after before for as like no nor neither any all both half double"
    " always same different nearby adjacent neighbouring present weaker stronger again instead"
    " also too then times by if them they you it its that those"
    " these this who whose which what how many much least almost nearly about daily weekly"
    " hourly nightly monthly quarterly yearly annually fortnightly biweekly bimonthly semiweekly"
)
_NO_NAME = kinds("joint QUOTED CLOCK WEEKDAY POSS AND EITHER")
_PLACED = kinds("in on at inside into onto upon to from near under over of")
_GOING = kinds("_ENTER _LEAVE")
_OF_WHICH = kinds("_WHOSE _THAT OF_TYPE THEY_OWN _OWNED_BY LINK UNOWNED")
_SAYS_WHICH = _OF_WHICH | kinds("IN ON AT _CALLED")
_MUCH = kinds("NO AT_LEAST AT_MOST MORE_THAN LESS_THAN EXACTLY")
_MOST_WORDS_OF_A_DEED = 6
_ENDS_DOING = kinds(
    "_STOP _COLON _BY_PAYING _THIS_COSTS ONCE TIMES ANY_TIME _IF _ONLY_IF _UNLESS _THEN ONLY"
)
_NAMING = kinds("_CALLED_MANY ALIAS_MANY _UP_TO")
_PRICED = kinds("NUMBER DICE HALF ALL ANY_NUMBER_OF")
_COUNTING = kinds("A NUMBER DICE ANY_NUMBER_OF ANOTHER A_UNOWNED")


def _named_only(words: Words, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """The words; of an action ``a poster in`` is no noun where that is neither a thing nor had."""
    start = behind_may(words)
    occurs = kinds_at(words, 0, 1) == ["_WHENEVER"] and {*kinds_at(words, 1, 1)} & PLAYER_KINDS
    words = _without_texts(words, 2 if occurs else start, vocabulary)
    found = list(words)
    for at in range((start or len(words)) + 1, len(words) - 2):
        one, noun, where = words[at : at + 3]
        if one.kind in _ENDS_DOING:
            break
        if noun.kind != "NAME" or one.kind not in ("A", "ANY", "NUMBER"):
            continue
        found[at] = one if one.kind == "NUMBER" else replace(one, kind="A")
        at_one, had = kinds_at(words, at + 3, 1), _fills(words[at : at + 2], vocabulary)
        if where.kind in ("IN", "ON", "AT") and one.kind == "A" and not had:
            found[at : at + 2] = [replace(each, kind="WORD") for each in words[at : at + 2]]
        elif where.kind in ("ON", "AT") and {*at_one} & PLAYER_KINDS:
            found[at + 2] = replace(where, kind="WORD")  # throw a Pie at another player
    return found


def _without_texts(words: Words, start: int | None, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """The words; what but a column of text holds, or is, is no noun of an action.

    ``swap the Raft for a Barge``, ``take a Hat``; nor is a value of the game: ``dip into the Pot``.
    """
    if start is None or start >= len(words) or words[start].kind in DOING_SOMETHING - _OF_TEXTS:
        return list(words)  # become a Pilot
    own = words[start].kind in ("_BUY", "_SWAP")  # what the page has no such thing of, nor items
    own = own and not any(each.kind == "items" for each in vocabulary.fields)
    found = list(words[: start + 1])
    ends = (at for at in range(start, len(words)) if words[at].kind in _ENDS_DOING)
    end = next(ends, len(words))
    for word in words[start + 1 : end]:
        before = found[-1].kind in _BEFORE_NOUN or len(found) == start + 1
        where = (
            found[-1 - (found[-1].kind == "THE")].low in _PLACED
            and words[start].kind not in DOING_SOMETHING
        )
        value = where and vocabulary.value(word.name) and not vocabulary.things(word.name)
        text = before and _is_text(word.name, vocabulary, any_name=own)
        if word.kind == "NAME" and (text or value):
            del found[len(found) - (found[-1].kind in ("A", "ANY", "THE")) :]
            word = replace(word, kind="WORD")  # noqa: PLW2901
        oneself = word.low.endswith(("self", "selves"))  # crown themselves champion
        found.append(replace(word, kind="WORD") if oneself else word)
    return [*found, *words[end:]]


_OF_TEXTS = kinds("_BUY _SELL _SWAP _BARTER _TAKE _STEAL _PAY")  # which may be but its verb
_BEFORE_NOUN = kinds("A ANY THE _TO _FOR WORD")


def _is_text(name: str, vocabulary: PlainVocabulary, *, any_name: bool) -> bool:
    """Whether a word is what a column of text is called or holds, and names nothing else.

    ``any_name``: or what names nothing.
    """
    if field := vocabulary.field(name):
        return field.kind == "text"
    known = (vocabulary.table, vocabulary.stuff, vocabulary.value, vocabulary.things,
             vocabulary.column, vocabulary.player)  # fmt: skip
    return (any_name or bool(vocabulary.role(name))) and not any(each(name) for each in known)


def _fills(words: Words, vocabulary: PlainVocabulary) -> bool:
    """Whether some ``a Net`` there is a thing or what players have, and no word of an action."""
    two = pairwise(words)
    named = (str(noun.value) for one, noun in two if (one.kind, noun.kind) == ("A", "NAME"))
    return any(vocabulary.table(each) or vocabulary.stuff(each) for each in named)


def invented(words: Words, vocabulary: PlainVocabulary) -> list[Lexeme] | None:
    """The words with those of the action as ``DOING``; None where there is no action.

    Kept among them are players, things, and so many of something; what is neither a thing nor
    players' own is a word of the action: ``hang a poster in a Town``.
    """
    if vote := place_of(words, "_VOTES_FOR"):
        two = (replace(words[vote], kind="WORD", text=e) for e in words[vote].text.split())
        words = [*words[:vote], *two, *words[vote + 1 :]]
    words, start = _named_only(words, vocabulary), behind_may(words)
    not_to = next((at for at, word in enumerate(words) if word.kind == "_MAY_NOT"), None)
    if start is None and not_to is not None and not_to + 1 < len(words):
        start = not_to + 1  # one word, so that nothing more is said of the action
        return _forbidden(words, start)
    forbids = words[0].kind in ("_NO_PLAYER", "ONLY") and not place_of(words, "_COLON")
    if start is not None and forbids and start < len(words):
        return _forbidden(words, start)
    if start is None:
        # The same of ``Whenever a player fishes, ...``
        if len(words) < 4 or words[0].kind != "_WHENEVER" or words[1].kind not in PLAYER_KINDS:
            return None
        end = next((at for at, word in enumerate(words) if word.kind == "_THEN"), 0)
        if end < 3:
            return None
        nth = next((at for at in range(end) if words[at].kind == "NTH_TIME"), 0)
        end = nth if nth > 2 else end
        first = (at for at in range(2, end) if vocabulary.verb(words[at].text) is not None)
        does = next(first, 2)  # behind what is said of the player: who has a Net
        whom = end > does + 1 and words[end - 1].kind == "ANOTHER_PLAYER"
        told = (n for n in range(does + 1, end) if _tells(words, n))
        stop = min(next(told, end), end - whom)
        if not _is_deed(words[does:stop]):
            return None
        doing = [replace(word, kind="DOING") for word in words[does:stop]]
        return [*words[:does], *doing, *words[stop:]]
    if start < len(words) and words[start].text == "(":
        return _bracketed(words, start, vocabulary)
    ends = _ENDS_DOING | {"_TO_DO"}  # may study to gain 1 Mana
    end = next((at for at in range(start, len(words)) if words[at].kind in ends), len(words))
    at = start + 1  # heal for 2 Gold: ...; behind the name: buy a hat for 2 Gold
    while {*kinds_at(words, at, 1)} & {"A", "WORD"}:
        at += 1
    price = kinds_at(words, at, 3)
    some = {*price[1:2]} <= _PRICED or price[1:] == ["NAME", "_EQUAL_TO"]
    if price[:1] == ["_FOR"] and some and place_of(words, "_COLON", start=start):
        end = at
    pays = words[start:end][:1] and words[start].low in ("pay", "spend")
    small = words[start + 1 + (kinds_at(words, start + 1, 1) == ["_FOR"]) :]  # pay for a forecast
    idiom = kinds_at(small, 0, 1) == ["A"] and {*kinds_at(small, 1, 1)} != {"NAME"}
    spends = end > start + 1 and not idiom and (pays or words[start].kind == "_LOSE")
    named = kinds_at(words, end, 1) == ["_COLON"]
    aims = [at for at in range(start, end) if _is_aim(words, at, vocabulary)]
    said = [words[at] for at in range(start, end) if at not in aims]
    if start >= end or spends or not _is_deed(said, named):
        return None  # what is lost is more than the name of an action
    return [*words[:start], *_doing(words, start, end, vocabulary), *words[end:]]


ARTICLES = ("a", "an", "the")


def whole_name(words: Words, vocabulary: PlainVocabulary) -> str:
    """What an action of several words is called, before what a line fills; "" of another.

    ``beat drum`` of ``may beat the drum``, ``walk to`` of ``may walk to a Mill: ...``, but nothing
    of ``may fish at the Mill``.
    """
    words, start = _named_only(words, vocabulary), behind_may(words) or len(words)
    end = next((at for at in range(start, len(words)) if words[at].kind in _ENDS_DOING), len(words))
    fills = (
        at
        for at in range(start, end)
        if words[at].kind in _SLOT
        or (words[at].kind == "A" and _fills(words[at : at + 2], vocabulary))
    )
    stop = next(fills, end)
    told, filled = bool(place_of(words, "_COLON", start=start)), stop < end
    if kinds_at(words, start, 1) == ["_BUY"] and kinds_at(words, stop - 1, 1) == ["_FOR"]:
        stop, filled = stop - 1, False  # buy a hat for 2 Gold
    deed = words[start:stop]
    if not deed or (filled and not told) or (not filled and deed[-1].kind in ("IN", "ON", "AT")):
        return ""
    first, second = deed[0], deed[1:2]
    named = any(each.kind == "WORD" and each.low not in _PLACED for each in deed)
    named |= first.kind in _OWN_VERBS and first.low not in ("move", "go")
    named |= " " in first.low or kinds_at(second, 0, 1) == ["A"]
    towards = second and filled and deed[-1].low in _OF_VERBS
    if not named or not _is_deed(deed[:-1] if towards else deed, told):
        return ""
    name = " ".join(each.low for each in deed if each.low not in ARTICLES)
    noun = "NAME" in (each.kind for each in deed) and first.kind not in ("WORD", "NAME")
    return name if " " in name and (filled or not noun) else ""


_OWN_VERBS = kinds("NAME _ENTER _LEAVE _MOVE")
_OF_VERBS = frozenset({"with", "for", "without", "after", "before", "against", "about"})
_SLOT = kinds("NUMBER DICE ANY_NUMBER_OF ANOTHER A_UNOWNED _TO_DO _UP_TO") | PLAYER_KINDS


def _is_aim(words: Words, at: int, vocabulary: PlainVocabulary) -> bool:
    """Whether "for" or "with" says of whom or what a number is: ``the rate, for a Room``."""
    called = words[at].low in ("for", "with") and words[at - 1].kind == "ALIAS_MANY"
    what = {*kinds_at(words, at + 1, 1)}
    of_table = what & {"A", "ANOTHER"} and _is_thing(words, at + 2, vocabulary)
    return called and bool(what & PLAYER_KINDS or of_table)


def _forbidden(words: Words, start: int) -> list[Lexeme]:
    """What may not be done: one word, or several that "or" joins."""
    found, at = [*words[:start], replace(words[start], kind="DOING")], start + 1
    if words[start].kind == "_DO_ANYTHING" and at + 1 < len(words):
        if words[at].low not in ("except", "but", "save"):
            return [*words]
        but = replace(words[at], kind="BUT")
        found, at = [*words[:at], but, replace(words[at + 1], kind="DOING")], at + 2
    while at + 1 < len(words) and _goes_on(words, at):
        found += [replace(words[at], kind="EITHER"), replace(words[at + 1], kind="DOING")]
        at += 2
    if tuple(each.low for each in words[at : at + 2]) in _EACH_OTHER:
        found.append(replace(words[at], kind="EACH_OTHER"))
        at += 2
    return [*found, *words[at:]]


def _goes_on(words: Words, at: int) -> bool:
    """Whether a joint of several verbs stands there: ``dig, fish or sail``."""
    while words[at].text == "," and at + 2 < len(words) and words[at + 1].low.isalpha():
        at += 2
    return words[at].kind in ("EITHER", "OR_DO", "OR")


_EACH_OTHER = (("each", "other"), ("one", "another"))


def _bracketed(words: Words, start: int, vocabulary: PlainVocabulary) -> list[Lexeme] | None:
    """An action whose words stand in brackets, so that they are only its name."""
    end = next((at for at in range(start, len(words)) if words[at].text == ")"), 0)
    if end < start + 2:
        return None
    opened, closed = replace(words[start], kind="_OPEN"), replace(words[end], kind="_CLOSE")
    doing = _doing(words, start + 1, end, vocabulary)
    return [*words[:start], opened, *doing, closed, *words[end + 1 :]]


def _doing(words: Words, start: int, end: int, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """The words of an action: players and so many of something as they are, others as its name."""
    found, at = [replace(words[start], kind="DOING")], start + 1
    behind = zip(words[end:], words[end + 2 :], strict=False)
    made = {each.text for verb, each in behind if verb.kind == "_CREATE"}  # by the action
    while at < end:
        word = words[at]
        after = words[at + 1].kind if at + 1 < end else ""
        if word.kind in ("_CALLED", "_CALLED_MANY", "ALIAS", "ALIAS_WHO", "ALIAS_MANY"):
            found.append(word)
        elif length := _proposal(words, at, end):
            found.append(replace(word, kind="A_PROPOSAL", text="a proposal"))
            at += length - 1
        elif word.kind in PLAYER_KINDS:
            found.append(word)
            with_many = after == "_WITH" and _is_many(words, at + 2)
            if with_many or (after == "OF" and _is_many(words, at + 2)):
                found.append(replace(words[at + 1], kind="DOING"))
                at += 1
            elif after in RELATIVE or after in (
                "_WITH", "ON", "IN", "INTO", "AT", "OF", "NOT_SAME_AGAIN",
            ):  # fmt: skip
                for_ = (n for n in range(at + 1, end) if words[n].kind == "_FOR")
                aims = (n for n in for_ if _is_stake(words[:end], n + 1, vocabulary))
                stop = next(aims, end)
                found += words[at + 1 : stop]
                at = stop - 1
        elif word.kind == "A" and after == "NAME" and words[at + 1].text in made:
            found += [replace(each, kind="DOING") for each in words[at : at + 2]]
            at += 1
        elif word.kind in _COUNTING and after == "NAME":
            found += words[at : at + 2]
            at += 1
            if at + 1 < end and _says_which(words, at + 1):
                to_one = PLAYER_KINDS | _COUNTING  # no more is said of which thing is meant
                ends = (
                    n
                    for n in range(at + 1, end)
                    if words[n].kind in ("_CALLED", "_FOR")
                    or (words[n].kind == "_TO" and {*kinds_at(words, n + 1, 1)} & to_one)
                )
                stop = next(ends, end)
                stop += 2 * (stop < end and words[stop].kind == "_CALLED")
                found += words[at + 1 : stop]
                at = stop - 1
        elif numbers := _numbers(words, at):  # 1 to 5 Gold, up to 3
            stop = at + numbers
            stop += stop < end and words[stop].kind == "NAME"
            found += words[at:stop]
            at = stop - 1
        else:
            found.append(word if word.kind in _SAYS_SO else replace(word, kind="DOING"))
        at += 1
    return found


_MANY = kinds("AT_LEAST OR_MORE MORE_THAN")


def _tells(words: Words, at: int) -> bool:
    """Whether more than a name stands there: ``at least 3 Loaves``, ``a Room whose Guard is 3``."""
    which = words[at].kind in ("A", "ANY") and at + 2 < len(words) and _says_which(words, at + 2)
    return which or bool(_MANY & {*kinds_at(words, at, 2)})


_SAYS_SO = RELATIVE | kinds("IS IS_NOT")  # which is no name


def _numbers(words: Words, at: int) -> int:
    """How many words ``1 to 5`` or ``up to 3`` has at a place; 0 where it is not there."""
    three = kinds_at(words, at, 3)
    return 3 * (three == ["NUMBER", "_TO", "NUMBER"]) or 2 * (three[:2] == ["_UP_TO", "NUMBER"])


def _is_stake(words: Words, at: int, vocabulary: PlainVocabulary) -> bool:
    """Whether ``1 to 5 Gold, called the stake`` stands there, or ``an Office``."""
    staked = ("NAME", "_CALLED_MANY") in pairwise(kinds_at(words, at, 5))
    return staked or (kinds_at(words, at, 1) == ["A"] and _is_thing(words, at + 1, vocabulary))


def _is_thing(words: Words, at: int, vocabulary: PlainVocabulary) -> bool:
    return kinds_at(words, at, 1) == ["NAME"] and bool(vocabulary.table(words[at].name))


def _is_many(words: Words, at: int) -> bool:
    """Whether ``any number of``, ``up to 3`` stands there."""
    return at < len(words) and words[at].kind in ("ANY_NUMBER_OF", "_UP_TO")


_PROPOSALS = ("a proposal", "any proposal", "an open proposal", "any open proposal")


def _proposal(words: Words, at: int, end: int) -> int:
    """How many words ``an open proposal`` has at a place; 0 where it is not there."""
    texts = [each.low for each in words[at : min(at + 3, end)]]
    every = range(len(texts), 0, -1)
    return next((many for many in every if " ".join(texts[:many]) in _PROPOSALS), 0)


def _is_deed(words: Words, named: bool = False) -> bool:
    """Whether the words of an action say nothing beside which one it is.

    What stands behind a player, such as "who has a Net", is read as it is. ``named``: what it does
    is said behind a colon, so that "do a dance", "call it a day" are but its name.
    """
    if words and words[-1].kind in RELATIVE:
        return False  # give a Mill to another player, who: what follows is said of that player
    idle = named and not {each.kind for each in words} & (_OF_WHICH | PLAYER_KINDS)
    said = _IDLE if idle and words[0].low in ("do", "have", "does") else _IDLE - {"do", "have"}
    said = said if idle else frozenset[str]()
    if named and kinds_at(words, 0, 2) == ["_HAVE", "A"] and {*kinds_at(words, 2, 1)} != {"NAME"}:
        said |= {words[0].low}  # have a go at another player
    told_apart = PLAYER_KINDS | _OF_WHICH
    told_at = (  # or of "a Monster" it is said which
        at for at, word in enumerate(words)
        if (word.kind in told_apart and (word.kind != "_THAT" or words[at - 1].kind not in _COMMAS))
        or (_says_which(words, at) and kinds_at(words, max(at - 2, 0), min(at, 2)) in _ONE_THING)
    )  # fmt: skip
    end = next(told_at, len(words))
    told = [word for word in words[:end] if word.kind not in _COUNTING | _NAMING]
    if end > 2 * _MOST_WORDS_OF_A_DEED or len(told) > _MOST_WORDS_OF_A_DEED:
        return False
    for at, word in enumerate(words):
        if (
            word.kind in HOW_OFTEN
            or word.low == "twice"
            or (word.low in (*MONTHS, *DAYS) and word.text[0].isupper())
        ):
            return False  # bless a player per day; on 32 December
        if word.kind == "NUMBER" and kinds_at(words, at + 1, 1) == ["OF"]:
            return False  # sell 1 of a Good
        if word.kind == "_UP_TO" and not _numbers(words, at):
            return False  # bet up to their Strength: how many is no part of a name
        whole = word.kind == "WORD" and " " in word.text  # of an action
        if (at >= end and word.kind != "WORD") or whole or _is_flavour(words, at):
            continue
        own = said if at else said | _VERBS_TOO
        if word.kind not in _COUNTING and set(word.low.split()) & (_NO_DEED - own):
            return False
        before = [each for each in words[:at] if each.kind != "THE"][-1:]
        placed = any(each.low in _PLACED or each.kind in _GOING for each in before)
        if (placed and word.kind == "NAME") or word.kind in _NO_NAME:
            return False
    return True


_IDLE = kinds("it all do have nothing")
_VERBS_TOO = kinds("present like")  # where they stand first
_ONE_THING = (["A", "NAME"], ["A_UNOWNED", "NAME"])


def _says_which(words: Words, at: int) -> bool:
    """Whether it is said there of which things: ``in the Hall``, ``with no Owner``."""
    has = words[at].kind == "_WITH" and {*kinds_at(words, at + 1, 1)} & _MUCH
    place = [e for e in kinds_at(words, at + 1, 2) if e not in ("A", "THE")][:1]
    scenery = words[at].kind in ("IN", "ON", "AT") and place == ["WORD"]  # on the gate
    return (words[at].kind in _SAYS_WHICH and not scenery) or bool(has)


def _is_flavour(words: Words, at: int) -> bool:
    """Whether a preposition is one of a verb's own: ``dig for treasure``, ``spy on a player``."""
    text, after = words[at].low, words[at + 1 : at + 2]
    if text == "for" and after:
        rest = words[at + 1 :]
        if [each.kind for each in rest][rest[0].kind == "THE" :] == ["NAME"] and at == 1:
            return True  # call for the Gate, press for Silk
        rest = rest[1:] if rest[0].kind == "A" and at == 1 else rest
        small = rest and (
            rest[0].kind == "WORD" or (rest[0].kind == "NAME" and rest[0].text.islower())
        )
        return bool(small and len(rest) == 1 and not {rest[0].text} & _NO_DEED)
    if text == "with" and at and words[at - 1].kind == "BOND":
        return True
    if text == "with" and (_is_many(words, at + 1) or (after and after[0].kind in PLAYER_KINDS)):
        return True
    if text == "with" and after:
        return [each.kind for each in words[at + 1 :]] == ["A", "NAME", "THEY_OWN"]
    return text in ("about", "with") and bool(after) and after[0].kind in PLAYER_KINDS
