"""Wordings that no row can say: what stands elsewhere in a sentence than the grammar has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from rules.plain.effects import DOING_SOMETHING
from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import (
    DAYS,
    HOURS,
    MONTHS,
    NTH,
    PARTS,
    PLAYER_KINDS,
    SPANS,
    Lexeme,
    Phrases,
    Said,
    Words,
    behind_may,
    kinds,
    kinds_at,
    place_of,
    rewritten,
)
from rules.plain.words.rows import Rewriter, deadline, hours_later, instead, with_rows
from wikibot.game.names import singular_of
from wikibot.wikitext.numerals import integer
from wikibot.wikitext.regex import regex

_BOUNDS = kinds("_COLON _STOP ITEM")
_DEED_OR = _BOUNDS | {"_MAY"}
_MORE_EFFECTS = kinds("_CONVERT _HALVE DOUBLE")

# -- a second verb: ``may brawl, gaining 1 Fame``, ``by rolling 1d6`` -----------------------------


def _second_verb(words: list[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """A verb in "-ing" behind a comma as what follows; behind "may" it is what the action does."""
    found: list[Lexeme] = []
    gone_on = False
    for at, word in enumerate(words):
        base = _gerund(word, rewriter)
        before = found[-1] if found else None
        if before is None or not base:
            found.append(word)
            continue
        by = before.kind == "_BY"
        if not by and found[1:] and before.low in ("thereby", "so"):
            found.pop()
            before = found[-1]
        if not (by or before.text == "," or (gone_on and before.text in ("and", "but"))):
            found.append(word)
            continue
        gone_on = True
        while found and (found[-1].kind in ("joint", "_BY") or found[-1].low == "but"):
            found.pop()
        ends = (e.kind == "_MAY" for e in reversed(found) if e.kind in _DEED_OR or e.text in ".;")
        opens = next(ends, False)  # so far it says which action may be done
        if by and not opens:
            return words
        colon = place_of(words, "_COLON", start=at) if opens else 0
        if colon and (word.kind == "_BY_PAYING" or base in _SPENDING):
            found += rewriter.made("by paying", word)
            continue
        last = [each.kind for each in found[-4:]]
        if opens and last == ["_MAY", "_USE", "NUMBER", "NAME"]:  # what is used is used up
            found += rewriter.made(f"to {base}", word)
            continue
        found += rewriter.made(f": they {base}" if opens else f", {base}", word)
        if (colon and base != "roll") or colon in range(at + 1, at + 4):
            words[colon] = replace(words[colon], kind="joint", text=".", value="stop")
    return found


def _gerund(word: Lexeme, rewriter: Rewriter) -> str:
    """The verb of an effect that a word in "-ing" is of; "" for other words."""
    text = word.low
    if not text.endswith("ing") or text == "spending":
        return ""
    forms = (verb_in(text), text[:-3], f"{text[:-3]}e")
    effects = DOING_SOMETHING | _MORE_EFFECTS
    made = ((e, rewriter.made(e, word)) for e in forms)
    return next((e for e, words in made if len(words) == 1 and words[0].kind in effects), "")


# -- conditions and times in front: ``If a player has 5 Gold, they may ...``, ``In Winter, ...`` ---

_WHEN = ("if", "while", "as long as", "when", "provided", "provided that", "unless")
_HOLDS = kinds("_HAVE _HAVE_NOT IS IS_NOT _STAND DID DID_NOT")
_ONE = kinds("THEY A_PLAYER EACH_PLAYER")
_WHOSE = (["THEIR", "NAME"], ["A_PLAYER", "POSS", "NAME"], ["EACH_PLAYER", "POSS", "NAME"])


def _condition_first(words: list[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """A condition before what may be done, or may not, in the place that the grammar has for it."""
    if not words or words[0].low not in _WHEN:
        return words
    end = next((at for at, each in enumerate(words) if each.text == ","), 0)
    after = words[end + 1 : end + 4]
    role = end == 2 and after and rewriter.vocabulary.role(str(words[1].value))
    if role and words[1].kind == "NAME" and after[0].kind in (*_ONE, "_NO_PLAYER"):
        said = [*rewriter.made("their", words[1]), words[1].named(role)]  # While Drunk, ...
        said += rewriter.made("is", words[1])
        return _condition_first([words[0], *said, *words[1:]], rewriter)
    if not end or len(after) < 2:
        return words
    behind = (each.kind for each in words[end + 1 :] if each.kind in _BOUNDS | kinds("_MAY_NOT"))
    first, said, unless = words[1], words[1:end], words[0].kind == "_UNLESS"
    may = after[1].kind in ("_MAY", "_MAY_NOT") and after[0].kind in _ONE
    of = next((len(each) for each in _WHOSE if kinds_at(said, 0, len(each)) == each), 0)
    of_player = first.kind in ("A_PLAYER", "EACH_PLAYER") and (of or words[2].kind in _HOLDS)
    of_them = of == 2 or (first.kind == "THEY" and words[2].kind in _HOLDS)
    if may and not unless and after[0].kind == "THEY" and (of_them or of_player):
        who = rewriter.made("a player whose" if of else "a player who", first)
        return [*who, *(said[of - 1 :] if of else said[1:]), *words[end + 2 :]]
    forbids = after[0].kind == "_NO_PLAYER" or next(behind, "") == "_MAY_NOT"
    unbound = after[0].kind != "THEY" or of_them
    if forbids and unbound:
        rest = words[end + 1 :]
        stop = next((n for n, e in enumerate(rest) if e.kind in _BOUNDS or e.text in ".;"), None)
        joint = rewriter.made("unless" if unless else "if", words[0])
        if forbids and stop is not None:
            return words
        rest[stop or len(rest) : stop or len(rest)] = [*joint, *said]
        return rest
    if may and words[0].kind == "_WHENEVER" and first.kind not in PLAYER_KINDS:
        return [*rewriter.made("if", words[0]), *words[1:]]
    return words


def _when_allowed(words: Words) -> list[Lexeme]:
    """``may dig when they have a Net``: if they have one, which nothing sets off."""
    found, allows = list[Lexeme](), False
    for word in words:
        allows = (allows or word.kind in ("_MAY", "_MAY_NOT")) and word.text not in (":", ".", ";")
        is_if = allows and word.kind == "_WHENEVER"
        found.append(replace(word, kind="_IF", text="if") if is_if else word)
    return found


# -- so large a part of all: ``more than half of the players``, ``a majority of the Mills`` -----

_PART = regex(
    r"(?:(?P<part>half|(?:a|one) third|two thirds|(?:a|one) quarter|three quarters)|"
    r"(?:a |the )?majority|most) of(?: all)?(?: the)?|most"
)
_OF_ALL = ("players", "all players", "all the players")


def _part_of(words: Words, at: int, _: list[Lexeme], rewriter: Rewriter) -> Said:
    """``more than half of the players`` as the part, and those of whom it is one."""
    compared = words[at].kind in _COMPARED
    texts = [each.low for each in words[at + compared : at + compared + 6]]
    for many in range(1, len(texts)):
        said = _PART.fullmatch(" ".join(texts[:many]))
        end = at + compared + many
        if said is None or end == len(words) or bool(said["part"]) is not compared:
            continue
        of = words[end].low in _OF_ALL
        if not of and not rewriter.is_table(words, end):
            continue
        more = words[at : at + 1] if compared else rewriter.made("more than", words[at])
        value = PARTS[said["part"].split()[-1]] if said["part"] else (1, 2)
        part = replace(words[at], kind="PART_OF", text=said[0], value=value)
        noun = replace(words[end], kind="A_PLAYER", text="players") if of else words[end]
        return [*more, part, noun], end + 1 - at
    return None


_COMPARED = kinds("MORE_THAN LESS_THAN AT_LEAST AT_MOST")


# -- two who do the same: ``the bride and the groom each gain``, ``both roll`` --------------------

_SO_MUCH = (["NUMBER", "NAME"], ["DICE", "NAME"], ["A", "NAME"])
_OTHERS = kinds("EACH_OTHER_PLAYER ANOTHER_PLAYER A_PLAYER")
_TWO = kinds("ALIAS_WHO THEY THAT_PLAYER PERSON ALIAS")


def _two(words: Words, at: int, found: list[Lexeme], rewriter: Rewriter) -> Said:
    """``the first and the second each gain 1 Gold`` as what each of them does.

    So ``they and every other player in the Hall gain``; two who ``each roll`` roll both.
    """
    one, joint, other = (*words[at : at + 3], *[words[at]] * 3)[:3]
    others = other.kind in _OTHERS
    if joint.low != "and" or one.kind not in _TWO or not (others or other.kind in _TWO):
        return None
    if others and found and found[-1].kind not in _PART_BEGINS | {"joint"}:
        return None
    does = _verb_at(words, at + 3)
    both = does < len(words) and words[does].kind == "_BOTH"
    apart = both or words[does - 1].low in ("each", "both")
    who, does = words[at + 2 : does - (apart and not both)], does + both
    verb = kinds_at(words, does, 1)
    if apart and verb == ["_ROLL"] and (one.kind, other.kind) == ("THEY", "THAT_PLAYER"):
        return rewriter.made("both", one), does - at
    if apart and verb == ["_ROLL"] and one.kind == "THEY" and other.kind in _PLAYERS:
        another = replace(other, kind="ANOTHER_PLAYER")
        pick, both_ = rewriter.made("select", one), rewriter.made("; both", one)
        return [one, *pick, another, *who[1:], *both_], does - at
    each_does = apart or other.kind == "EACH_OTHER_PLAYER" or verb == ["_MOVE"]
    if not ({*verb} & DOING_SOMETHING and each_does):
        return None
    end = place_of(words, *_ENDS, start=does) or len(words)
    while kinds_at(words, end + 1, 2) in _SO_MUCH and words[end].kind == "joint":
        end = place_of(words, *_ENDS, start=end + 1) or len(words)  # 1 Gold and 1 Fish
    clause = words[does:end]
    first, then = [one], [*who]
    if verb == ["_MOVE"]:  # those who stand there with them are told before they go
        surely = replace(one, text="the player") if one.kind == "THEY" else one
        first, then = then, [surely]
    return [*first, *clause, *rewriter.made("and", joint), *then, *clause], end - at


# -- what was done, and to whom it cannot be: ``who has dug within the last 3 days`` ---------------

_WITHIN = (("within", "the", "last"), ("in", "the", "last"), ("for", "the", "last"), ("within",))


def _done_at(words: Words, at: int, before: list[Lexeme], rewriter: Rewriter) -> Said:
    """``has not acted for 7 days`` as ``did not act`` in that time; ``cannot be robbed``."""
    word, verb_done = words[at], rewriter.vocabulary.verb_done
    texts = [each.low for each in words[at : at + 6]]
    of = bool(before) and before[-1].kind in _WHO_DID
    if word.kind == "_HAVE" or (of and word.kind in ("WORD", "_LEFT") and verb_done(texts[0])):
        has = word.kind == "_HAVE"
        no = has and texts[1:2] in (["not"], ["never"])
        place = at + has + no
        verb = verb_done(words[place].low) if place < len(words) else ""
        to, when, length = _whom_and_when(words, place + 1, rewriter, no=no)
        if verb and not when and texts[1:2] == ["never"]:
            when, length = rewriter.made("ever", word), 0
        if verb and when:
            did = rewriter.made("did not" if no else "did", word)
            return [*did, _word(words[place], verb), *to, *when], place + 1 + length - at
    if word.kind in ("DID", "DID_NOT") and at + 1 < len(words):
        to, when, length = _whom_and_when(words, at + 2, rewriter, no=False)
        if when:
            return [word, words[at + 1], *to, *when], 2 + length
    nth = {"first": 1, **NTH}.get(texts[2], 0) if texts[3:] else 0
    if nth and texts[:2] == ["for", "the"] and texts[3] == "time":
        return [replace(word, kind="NTH_TIME", text=" ".join(texts[:4]), value=nth)], 4
    nobody = "_MAY" if before and before[0].kind == "_NO_PLAYER" else "_MAY_NOT"
    if not (before[1:] and before[-2].kind in ("_MAY_NOT", nobody)):
        return None
    return _too_often(words, at, before, rewriter)


_TO_WHOM = kinds("A THAT NAME IT THE PERSON ANOTHER_PLAYER THAT_PLAYER THEY ALIAS ALIAS_WHO")
_TOWARDS = frozenset({"against", "to", "at", "on", "in", "with", "from", "for"})


def _whom_and_when(
    words: Words, at: int, rewriter: Rewriter, *, no: bool
) -> tuple[list[Lexeme], list[Lexeme], int]:
    """``against that Mill today``: to whom or what, when, and how many words that is."""
    when, length = _when_done(words, at, rewriter, no=no)
    if when:
        return [], when, length
    end = at + (at < len(words) and words[at].low in _TOWARDS)
    first = end
    while end < min(first + 3, len(words)):
        if words[end].kind not in _TO_WHOM and words[end].low != "that":
            break
        end += 1
    named = words[first:end]
    to = [replace(e, kind="THAT") if e.low == "that" else e for e in named]
    when, length = _when_done(words, end, rewriter, no=no) if to else ([], 0)
    return to, when, end + length - at


def _too_often(words: Words, at: int, before: list[Lexeme], rewriter: Rewriter) -> Said:
    """``twice per 12 hours``, ``two days in a row``: if they did it in that time."""
    word, texts = words[at], [each.low for each in words[at : at + 6]]
    many = 1 if texts[:1] == ["twice"] else 2 * (texts[:2] == ["more than", "once"])
    rest = list(words[at + many : at + many + 5])
    if rest and rest[0].low in ("in", "per", "every", "each"):
        rest[0] = _word(rest[0], "within")
    if many and _hours(rest, 0, no=False)[0]:
        when, length = _when_done(rest, 0, rewriter, no=False)
        did = [*rewriter.made("if they did", word), _word(word, before[-1].text)]
        return [*did, *when], many + length
    moment = singular_of(" ".join(texts[1:2]))
    of_game = texts[1:] and rewriter.vocabulary.is_moment(moment)
    own = {f"two {texts[1]} in a row": f"last {moment}"} if of_game else {}
    for row, said in (_IN_A_ROW | own).items():
        if " ".join(texts).startswith(row):
            when = [replace(word, kind="PERIOD", text=said, value="")]
            did = [*rewriter.made("if they did", word), _word(word, before[-1].text)]
            return [*did, *when], len(row.split())
    return None


_IN_A_ROW = {"two days in a row": "yesterday", "twice in a row": "last of all"}


_WHO_DID = PLAYER_KINDS | kinds("_WHO _NO_PLAYER _NO_OTHER_PLAYER")
_COUNTED = kinds("AT_LEAST AT_MOST MORE_THAN LESS_THAN EXACTLY")


def _when_done(words: Words, at: int, rewriter: Rewriter, *, no: bool) -> tuple[list[Lexeme], int]:
    """``within the last 3 days``, ``at least twice today``: how often and when; none, 0."""
    if not no and at < len(words) and words[at].kind in _COUNTED:
        for end in range(at + 1, min(at + 12, len(words))):
            often, many = list(words[at:end]), _TIMES_DONE.get(words[end].low, 0)
            when, length = _when(words, end + 1, rewriter, no=no)
            if when and (many or words[end].low in ("times", "time")):
                often += [replace(words[end], kind="NUMBER", value=many)] if many else []
                often += [replace(words[end], kind="TIMES_DONE")]
                return [*often, *when], end + 1 + length - at
    return _when(words, at, rewriter, no=no)


_TIMES_DONE = {"once": 1, "twice": 2, "thrice": 3}


def _when(words: Words, at: int, rewriter: Rewriter, *, no: bool) -> tuple[list[Lexeme], int]:
    first = at
    hours, length = _hours(words, at, no=no)
    if hours:
        period = replace(words[at], kind="PERIOD", text=f"{hours} hours", value=hours)
        return [period], at + length - first
    last, time = ([each.low for each in words[at : at + 2]] + ["", ""])[:2]
    if (
        kinds_at(words, at + 3, 2) == ["NUMBER", "NAME"]
        and tuple(e.low for e in words[at : at + 3]) in _WITHIN
    ):
        many, own = words[at + 3].value, rewriter.vocabulary.period(words[at + 4].name)
        if own:
            period = replace(words[at], kind="PERIOD", text=f"{many} {own}", value=own)
            return [period], at + 5 - first
    own = rewriter.vocabulary.period(words[at + 1].name) if at + 1 < len(words) else ""
    if last in ("last", "this") and (own or rewriter.vocabulary.is_moment(time)):
        period = replace(words[at], kind="PERIOD", text=f"{last} {own or time}", value=own)
        return [period], at + 2 - first
    if at < len(words) and words[at].kind == "PERIOD":
        return [words[at]], at + 1 - first
    return [], 0


def _hours(words: Words, at: int, *, no: bool) -> tuple[int, int]:
    """How many hours ``within the last 3 days`` has, and how many words; 0 for other words."""
    texts = tuple(each.low for each in words[at : at + 5])
    for said in (*_WITHIN, *([("for",)] if no else [])):
        end = at + len(said) + 1
        if texts[: len(said)] != said:
            continue
        one = texts[len(said) : end]
        if one in (("a day",), ("a week",), ("an hour",)):
            return HOURS[one[0].split()[-1]], end - at
        if end < len(words) and words[end - 1].kind == "NUMBER":
            many, unit = words[end - 1].value, words[end].low.rstrip("s")
            if unit in HOURS and isinstance(many, int):
                return many * HOURS[unit], len(said) + 2
    return 0, 0


# -- what a sentence calls things by: ``a Mill they own, called the start`` ------------------------


def _aliases(words: list[Lexeme], _: Rewriter) -> list[Lexeme]:
    """``called the start`` and each ``the start`` behind it as words of their own."""
    kind_of: dict[str, str] = {}
    if words and words[0].kind == "_WHENEVER":
        kind_of["amount"] = "THAT_MANY"
    if (roll := called_as_form(words)) and not any(e.kind in ("DICE", "_ROLL") for e in words):
        both = ([_word(e, "the"), _word(e, roll)] if e.low == f"the {roll}" else [e] for e in words)
        words = [each for of in both for each in of]

    def alias(words: Words, at: int, found: list[Lexeme], _: None) -> Said:
        word, the = words[at], [each.low for each in words[at + 1 : at + 3]]
        called = word.low == "called" and len(the) == 2 and the[0] == "the" and the[1].isalpha()
        if not called and not (word.low == "the" and the and the[0] in kind_of):
            return None
        named = words[at + 1 + called]
        if not called:
            return [replace(named, kind=kind_of[named.low], value=named.low)], 2
        kind = kind_of[named.low] = _alias_of(found)
        while found and found[-1].text == ",":
            found.pop()
        many = "_MANY" if kind == "ALIAS_MANY" else ""
        said = [
            replace(word, kind=f"_CALLED{many}"), replace(named, kind=kind, value=named.low),
        ]  # fmt: skip
        end = at + 3
        comma = end < len(words) and words[end].text == ","
        end += comma and end + 1 < len(words) and words[end + 1].kind != "_COLON"
        if end < len(words) and words[end].low == "and":
            return [*said, _word(words[end], "and")], end + 1 - at
        return said, end - at

    return rewritten(words, None, alias)


def called_as_form(words: Words) -> str:
    """The word of forms that a sentence calls something by: ``called the sum``; "" for none."""
    named = (two for one, two in pairwise(words) if one.low == "called" and two.kind in _FALLS)
    return next((each.low.removeprefix("the ") for each in named), "")


_FALLS = kinds("THE_ROLL WINNER LOSER")


def _alias_of(words: Words) -> str:
    """What the words before say, back to what was called so before: a player, number or thing."""
    while words and words[-1].text == ",":
        words = words[:-1]
    last = [each.kind for each in words[-3:]]
    number = last[-2:] in (["ANY_NUMBER_OF", "NAME"], ["_UP_TO", "NUMBER"])
    number |= last == ["NUMBER", "_TO", "NUMBER"]
    range_ = [each.kind for each in words[-4:]] == ["NUMBER", "_TO", "NUMBER", "NAME"]
    if number or range_ or last in (["_UP_TO", "NUMBER", "NAME"], ["AT_LEAST", "NUMBER", "NAME"]):
        return "ALIAS_MANY"
    owned = kinds_at(words, len(words) - 2, 1) == ["_OWNED_BY"]  # the thing that is owned
    back_to = (each.kind for each in reversed(words) if each.kind in _PLAYERS | _BACK_TO)
    return "ALIAS_WHO" if not owned and next(back_to, "") in _PLAYERS else "ALIAS"


_PLAYERS = kinds("ANOTHER_PLAYER A_PLAYER")
_BACK_TO = kinds("_MAY ALIAS ALIAS_WHO ALIAS_MANY")


# -- whose things are, by the name of the column; and amounts with what they are of ----------------


def _keeps(words: Words, at: int, found: list[Lexeme], rewriter: Rewriter) -> Said:
    """``each Mill they keep`` as ``they have``, where Mills have a column Keeper.

    Likewise ``a Mill that nobody keeps``, and ``a player who keeps 3 Mills``.
    """
    word, before = words[at], kinds_at(words, at - 2, 2)
    if word.kind == "_OWNED_BY" or kinds_at(words, at + 1, 1) == ["_BY"]:
        return _kept_by(words, at, found, rewriter)
    of = words[at - 2] if before[-1:] in _THEIRS else None
    nobody = before[1:] == ["_NO_PLAYER"] and words[at - 2].text in ("that", "which")
    if nobody and at > 2:
        of = words[at - 3]
    elif before[-1:] in _KEEPING or (of and of.kind != "NAME"):  # of what follows
        of = next((e for e in words[at + 1 : at + 5] if e.kind in _OF_VERB), None)
        of = of if of and of.kind == "NAME" else None  # may not drive if their Engine's Speed is 0
    column = rewriter.keeper(str(of.value), word.text.split()[-1]) if of and word.text else ""
    if not column:
        return None
    if nobody:
        whose, empty = rewriter.made("whose", word), rewriter.made("is empty", word)
        found[-2:] = [*whose, word.named(column), *empty]
        return [], 1
    table = rewriter.vocabulary.home(str(of.value)) if of else None
    if table and table.owner == column:
        have = "_HAVE_NOT" if word.kind == "_HAVE_NOT" else "_HAVE"
        return [replace(word, kind=have, text="have")], 1
    if of in words[:at]:
        who = found.pop()
        if who.kind == "PERSON":
            is_ = replace(word, kind="IS", text="is")
            return [*rewriter.made("whose", word), word.named(column), is_, who], 1
        return [replace(word, kind="THEY_OWN", text=f"{who.text} have", value=column)], 1
    kind = "IS_NOT_THE_OF" if word.kind == "_HAVE_NOT" else "IS_THE_OF"
    return [replace(word, kind=kind, value=column)], 1


def _kept_by(words: Words, at: int, found: list[Lexeme], rewriter: Rewriter) -> Said:
    """``a Card [that is] borne by`` as ``whose Bearer is``, ``the Ace is borne by`` likewise."""
    word, is_said = words[at], kinds_at(words, at - 1, 1) == ["IS"]
    that = is_said and words[at - 2].text in ("that", "which")
    of = words[at - 1 - is_said - that] if at > is_said + that else word
    done = word.text.split()[0]
    column = rewriter.keeper(str(of.value), done) if of.kind == "NAME" else ""
    if not column or (word.kind == "_OWNED_BY" and not is_said):
        return None
    if is_said and not that:
        of_it = [replace(word, kind="POSS", text="'s"), word.named(column)]
        found[-1:] = [*of_it, found[-1]]
        return [], 1 + (word.kind != "_OWNED_BY")
    del found[len(found) - 2 * that :]
    return [
        *rewriter.made("whose", word),
        word.named(column),
        replace(word, kind="IS", text="is"),
    ], 2


_KEEPING = (["_WHO"], ["joint"], ["_MAY_NOT"], ["_MAY"])
_OF_VERB = kinds("NAME THEIR ITS _IF _ONLY_IF _UNLESS _COLON joint")


# -- things that do something, and the players whom they name: ``each Monster moves``, ``its Owner``

_SET_TO = kinds("_BECOME _INCREASE _DECREASE _IS_DOUBLED _IS_HALVED _IS_ADDED_TO _IS_TAKEN_FROM")
_OF_PLAYERS = (DOING_SOMETHING - _SET_TO) | kinds("_HAVE _HAVE_NOT DID DID_NOT")
_IS_LISTED = kinds("_HAVE _HAVE_NOT")
_OF_THINGS = kinds("_MOVE _GAIN _LOSE _BECOME")
_TAKERS = kinds("_TO _FROM")
_SOME = kinds("EACH A_RANDOM THE_THING_WITH")
_PART_BEGINS = kinds("_COLON ITEM OTHERWISE")
_DOING_BEGINS = _PART_BEGINS | kinds(
    "joint EACH_UNIT WEEKDAY CLOCK"
)  # "each day each Monster moves"
_ENDS = kinds("joint _COLON ITEM _IF _UNLESS")


def _with_the_most(words: Words, at: int, _: list[Lexeme], rewriter: Rewriter) -> Said:
    """``the Mill with the most Troops``, before the last of these words."""
    said = kinds_at(words, at, 5)
    most = said[:3] == ["THE", "NAME", "_WITH"] and said[3:4] in (["THE_MOST"], ["THE_HIGHEST"])
    table = rewriter.vocabulary.table(str(words[at + 1].value)) if most and said[4:] else None
    if not table:
        return None
    text = " ".join(each.text for each in words[at : at + 4])
    kind = "most" if words[at + 3].text.endswith(("most", "highest")) else "fewest"
    return [replace(words[at], kind="THE_THING_WITH", text=f"{text} {kind}",
                    end=words[at + 3].end, value=table.name)], 4  # fmt: skip


def _verb_at(words: Words, at: int) -> int:
    """The first word from a place on that says what is done, or where that ends."""
    ends = DOING_SOMETHING | _ENDS | kinds("_HAVE _HAVE_NOT IS IS_NOT DID DID_NOT")
    relative = False
    for n in range(at, min(at + _FAR, len(words))):
        they = words[n].kind == "THEY" and words[n - 1].kind == "NAME"  # each Animal they own
        if they or words[n].kind in ("_WHO", "_WHOSE") or words[n].low in ("that", "which"):
            relative = True
        elif words[n].kind in ends:
            if not (relative and words[n].kind in ("_HAVE", "_HAVE_NOT", "IS", "IS_NOT")):
                return n
            relative = False
    return len(words)


_FAR = 14  # words to what is done


def _owner(words: Words, at: int, found: list[Lexeme], rewriter: Rewriter) -> Said:
    """``its Owner``, ``the Owner of that Mill`` as players, where players do something."""
    word, after = words[at], words[at + 1 : at + 3]
    if after and rewriter.lists_players(after, 0):
        return _all_listed(words, at, found, rewriter)
    noun = at + (word.kind != "NAME")
    named = word.kind in ("NAME", "THE", "THEIR", "ITS") or word.low == "that"
    keeper = words[noun + 2] if kinds_at(words, noun, 3) == ["NAME", "POSS", "NAME"] else None
    acts = {*kinds_at(words, noun + 3, 1)} & _OF_PLAYERS
    if named and keeper and acts and rewriter.names_players(keeper, words[noun]):
        who = replace(keeper, kind="WHO_OF", text=f"the {keeper.text} of")  # that Mill's Owner
        return [who, *words[at : noun + 1]], noun + 3 - at
    if not (after and after[0].kind == "NAME" and rewriter.names_players(after[0], word)):
        return None
    taken = bool(found) and found[-1].kind in _TAKERS
    whom = f"{word.text} {after[0].text}"
    if word.kind in ("ITS", "THEIR"):
        behind = after[1].kind if after[1:] else ""
        if behind in _OF_PLAYERS or (taken and behind in ("", *_ENDS)):
            its = replace(word, kind="WHO_AT", text=whom, end=after[0].end, value=after[0].value)
            return [its], 2
    is_one = bool(found) and found[-1].kind in ("IS", "IS_NOT")  # is the Owner of a Mill
    theirs = kinds_at(after, 1, 1) == ["OF_THEIR"]
    if word.kind == "THE" and (theirs or kinds_at(after, 1, 1) == ["OF"]) and not is_one:
        verb = _verb_at(words, at + 3)
        does = verb < len(words) and words[verb].kind in _OF_PLAYERS
        if does or (taken and (verb == len(words) or words[verb].kind in _ENDS)):
            end, name = after[1].end, after[0].value
            rest = rewriter.made("their", after[1]) if theirs else []
            of = replace(word, kind="WHO_OF", text=f"{whom} of", end=end, value=name)
            return [of, *rest], 3
    return None


def _all_listed(words: Words, at: int, found: Words, rewriter: Rewriter) -> Said:
    """``its Guests gain 1 Gold``: each player in them."""
    verb = _verb_at(words, at + 2)
    listed = not found or found[-1].kind in _PART_BEGINS | {"joint"}
    does = verb < len(words) and words[verb].kind in _OF_PLAYERS - _IS_LISTED
    if not (listed and does and words[at].kind in ("ITS", "THEIR", "THE")):
        return None
    return [*rewriter.made("each player in", words[at]), *words[at : at + 2]], 2


def _doing_thing(words: Words, at: int, found: list[Lexeme], rewriter: Rewriter) -> Said:
    """``each Monster moves`` as ``for each Monster, it moves``; ``the Owner of each Mill``, too."""
    word = words[at]
    owner = word.kind == "WHO_OF" and at + 1 < len(words) and words[at + 1].kind in _SOME
    start = at + 1 if owner else at
    begins = not found or found[-1].kind in _DOING_BEGINS
    if not begins or words[start].kind not in _SOME:
        return None
    verb = _verb_at(words, start + 1)
    if verb == len(words):
        return None
    noun = words[start + (words[start].kind != "THE_THING_WITH")]
    is_table = rewriter.vocabulary.table(str(noun.value)) is not None
    if not is_table or not (owner or words[verb].kind in _OF_THINGS):
        return None
    each = words[start].kind == "EACH"
    thing = [*rewriter.made("for each" if each else "for", word), *words[start + each : verb]]
    its = [replace(word, kind="WHO_AT", text=f"its {word.value}")]
    its = its if owner else rewriter.made("it", words[verb])
    return [*thing, *rewriter.made(",", words[verb]), *its], verb - at


_THEIRS = (["THEY"], ["THAT_PLAYER"], ["PERSON"])
_GOT = kinds("_GAIN _LOSE _PAY _FOR _BY_PAYING")

# -- what is told of an action in a sentence of its own: ``Mining is only possible in Spring`` -----


def verb_in(text: str) -> str:
    """The verb of a word in "-ing": ``dig`` of digging, ``bake`` of baking; "" for other words."""
    low = text.casefold()
    if len(low) < 6 or not low.endswith("ing") or not low.isalpha():
        return ""
    base = low[:-3]
    if base[-1] == base[-2] and base[-1] not in "lsz":
        return base[:-1]
    syllables = len(re.findall("[aeiouy]+", base))
    shut = re.search("[^aeiouy][aeiou][^aeiouwxy]$|^[aeiou][^aeiouwxy]$", base)
    if base[-1] in "vuc" or re.search("(dg|rg|rs|ns|com|[aeu]ng|iz|bl|tl|dl)$", base):
        return f"{base}e"
    return f"{base}e" if shut and syllables == 1 else base


def _word(like: Lexeme, text: str) -> Lexeme:
    return replace(like, kind="WORD", text=text, value="")


_BARE = kinds("joint _COLON ITEM EACH_UNIT WEEKDAY INSTEAD _IF _UNLESS MORE")
_AGAIN = kinds("THEY WHO_AT WHO_OF")  # who is named again; the clause goes on with others


def _of_the_same(words: list[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """``each Cadet gains 3 Gold and each Captain gains 6``: of what alone was counted before.

    So in ``gains 2 Gold, otherwise 1``; and ``gains 1 Gold, or 2 if ...`` is that the other way.
    """
    found: list[Lexeme] = []
    counted: dict[str, Lexeme] = {}
    clause = list[Lexeme]()
    for at, word in enumerate(words):
        before, behind = kinds_at(words, at - 1, 1) if at else [], kinds_at(words, at + 1, 1)
        number = word.kind in ("NUMBER", "DICE")
        if word.kind in _GOT:
            clause = [*words[at - 1 : at], word] if {*before} & _AGAIN else [word]
        elif word.kind in _SET_TO:
            clause = []
        elif number and clause and before == ["OTHERWISE"]:
            found += clause
            before = [clause[-1].kind]
        found.append(word)
        if not number or not {*before} & _GOT:
            continue
        if behind == ["NAME"]:
            counted[f"{clause[-1].kind} {words[at + 1].value}"] = words[at + 1]
        elif {*behind} <= _BARE and len(counted) == 1:
            ((key, noun),) = counted.items()
            if key.split()[0] == clause[-1].kind or kinds_at(words, at - 2, 1) == ["NAME"]:
                found.append(noun)
    return _or_if(found, rewriter)


_OF_PLACE = kinds("IN ON AT")


def _or_if(words: list[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """``gains 1 Gold, or 2 Gold if they have a Net``: 2 if so, otherwise 1."""
    at = next((n for n, each in enumerate(words) if each.low == "or"), 0)
    there = at + 2 + (kinds_at(words, at + 2, 1) == ["NAME"])  # or 2 in the Hall
    counts = bool(at) and kinds_at(words, at + 1, 1) == ["NUMBER"]
    if counts and {*kinds_at(words, there, 1)} & _OF_PLACE:
        words = [*words[:there], *rewriter.made("if they are", words[at]), *words[there:]]
    end = place_of(words, "_IF", start=at)
    amount = words[at + 1 : end]
    said = kinds_at(amount, 0, 3)
    start = max((n for n in range(at) if words[n].kind in _GOT), default=0)
    first = [each for each in words[start + 1 : at] if each.text != ","]
    kinds_ = [each.kind for each in first]
    if not (at and end and start and kinds_ == ["NUMBER", "NAME"] and said[:1] == ["NUMBER"]):
        return words
    if said[1:] not in ([], ["NAME"]) or any(e.kind in _BOUNDS for e in words[end:]):
        return words
    if said[1:] and amount[1].value != first[1].value:  # a choice, or what comes if that is so
        return [*words[:at], _word(words[at], "or"), *words[at + 1 :]]
    amount = amount if said[1:] else [*amount, first[1]]
    who = words[start - 1 : start] if words[start - 1].kind in _AGAIN else []
    other = [*rewriter.made(", otherwise", words[at]), *who, words[start]]
    return [*words[: start + 1], *amount, *words[end:], *other, *first]


def _either_amount(words: list[Lexeme], _: Rewriter) -> list[Lexeme]:
    """``becomes 5 if ..., otherwise 2``, ``rises by 1, or by 2 if ...``, as ``(2 if ..., ...)``."""
    verb, test = place_of(words, "_BECOME", "_BY"), place_of(words, "_IF")
    if not verb or test < verb:
        return words
    other = place_of(words, "OTHERWISE")
    said = [each for each in words[verb + 1 : test] if each.kind != "_BY" and each.text != ","]
    last = [each for each in words[other + 1 :] if each.kind != "_BY"]
    is_or = [each.kind for each in said[::2]] == ["NUMBER", "NUMBER"] and said[1].low == "or"
    is_or = is_or and any("," in each.text for each in words[verb:test])  # no choice of the two
    either = said[::-2] if is_or else [*said, *last] if other > test else []
    condition = words[test + 1 : len(words) if is_or else other - (words[other - 1].text == ",")]
    if not condition or [each.kind for each in either] != ["NUMBER", "NUMBER"]:
        return words
    so, not_so = either
    opened, given, orelse, closed = (
        replace(words[test], kind=kind, text=text)
        for kind, text in (
            ("_OPEN", "("),
            ("_GIVEN", "if"),
            ("_ELSE", "otherwise"),
            ("_CLOSE", ")"),
        )
    )
    return [*words[: verb + 1], opened, so, given, *condition, orelse, not_so, closed]


_SPENDING = frozenset((
    "pay", "spend", "lose", "use up", "forfeit", "discard", "sacrifice", "burn", "expend",
    "consume", "surrender", "relinquish", "exchange", "give up", "part with", "hand over",
    "trade in", "drop", "give", "hand", "donate", "send", "transfer", "put", "use", "eat", "drink",
))  # fmt: skip
_SOME_OF = kinds("NUMBER DICE A HALF ALL ANY_NUMBER_OF")


def _price_behind(words: list[Lexeme], rewriter: Rewriter) -> list[Lexeme]:
    """``may pay 5 Gold to climb`` as ``may climb by paying 5 Gold``, so that lines say "climb".

    What is used for it is used up where that is a number, and no thing in a list.
    """
    start = behind_may(words) or len(words)
    said = [each.low for each in words[start : start + 2]]
    first = start + next((n for n in (2, 1) if " ".join(said[:n]) in _SPENDING), 0)
    stop = place_of(words, *_BOUNDS, start=first) or len(words)
    ends = [n for n in range(first + 2, stop - 1) if words[n].kind == "_TO"]
    to = next((n for n in ends if words[n + 1].kind in _DEEDS), 0)
    does = first > start and not to and any(words[n + 1].kind in DOING_SOMETHING for n in ends)
    if does and words[start].kind in ("WORD", "_GIVE"):
        used = replace(words[start], kind="_USE", text=" ".join(said[: first - start]))
        return [*words[:start], used, *words[first:]]  # may donate a Net to gain 1 Point
    if first == start or not to:
        return words
    paid = words[first:to]
    paid = paid[paid[0].kind == "_EITHER_OF" :]
    while paid[-1].text == "," or paid[-1].low in ("in", "order"):
        paid.pop()
    fields = [rewriter.vocabulary.field(each.name) for each in paid if each.name]
    if said[0] == "use" and not all(each and each.kind == "number" for each in fields):
        return words  # a Rope that somebody uses may be used again
    of = max((n for n, each in enumerate(paid) if each.kind in _SOME_OF), default=0)
    if of and (paid[0].kind in PLAYER_KINDS or rewriter.vocabulary.role(paid[1].name)):
        paid = [*paid[of:], *rewriter.made("to", paid[0]), *paid[:of]]
    end = next((n for n in range(to + 1, stop) if words[n].kind in _DEED_ENDS), stop)
    by, deed = rewriter.made("by paying", words[start]), words[to + 1 : end]
    behind = kinds_at(words, end + 1, 2)
    goes = end < stop and words[end].text in (",", "and", "then") and deed[0].kind == "WORD"
    if goes and ({*behind[:1]} & DOING_SOMETHING or behind[:1] == ["THEY"]):  # clear it and gain
        they = [] if behind[:1] == ["THEY"] else rewriter.made("they", words[end])
        words = [*words[:end], *rewriter.made(":", words[end]), *they, *words[end + 1 :]]
    page = rewriter.vocabulary
    for at, each in enumerate(deed) if stop < len(words) else ():  # what comes of it is said
        on_page = page.field(each.name) or page.table(each.name) or page.things(each.name)
        if each.name and not on_page and [e.name for e in words].count(each.name) == 1:
            deed[at] = _word(each, each.text)  # cast a Charm
    return [*words[:start], *deed, *by, *paid, *words[end:]]


_DEEDS = kinds("WORD _BUY _SELL _ENTER _LEAVE _MOVE")
_DEED_ENDS = kinds("joint ONCE TIMES ANY_TIME PER_UNIT EACH_UNIT _IF _ONLY_IF _UNLESS")


def _pass(step: Callable[..., Said]) -> Callable[[list[Lexeme], Rewriter], list[Lexeme]]:
    return lambda words, rewriter: rewritten(words, rewriter, step)


def usual(words: Words, known: Phrases, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """The words in the forms that the grammar has, in time proportional to them."""
    rewriter = Rewriter(known, vocabulary)
    words = _when_allowed(words)
    found = with_rows(rewritten(words, rewriter, _every_nth, span_at, _part_of, _keeps), rewriter)
    for step in (
        instead, _price_behind, _pass(_done_at), _aliases, _pass(_two),
        _pass(_with_the_most), _pass(_owner), _pass(_doing_thing),
        _second_verb, _condition_first, _of_the_same, _either_amount,
        _pass(deadline), _pass(hours_later),
    ):  # fmt: skip
        found = step(found, rewriter)
    return found


# -- spans of time by clock and calendar: ``between 22:00 and 06:00``, ``on Fridays``, ``in May`` --
#
# Each is one word: in ``it is between 18:00 and 20:00`` a condition, and elsewhere the same
# condition behind "if", in the place that the grammar has for it.

_LAST = 24 * 60  # minutes
_BETWEEN = {"between": ("and",), "from": ("to", "until", "till", "through")}
_HOURS = {"noon": _LAST // 2, "midnight": 0}
_EVERY = frozenset(f"{each} {unit}" for each in ("each", "every") for unit in ("day", "week"))
_SUBJECTS = {("it",): 1, ("today",): 1, ("now",): 1, ("the", "time"): 2, ("the", "date"): 2}
_JOINTS = {"only": "only if", "but only": "only if", "except": "unless", "not": "unless"}
_ALLOWS = kinds("_MAY _MAY_NOT _NO_PLAYER")
Span = tuple[int, int, int]  # which of SPANS, the first and the last of it, both in it


def span_at(words: Words, at: int, found: list[Lexeme], rewriter: Any) -> Said:
    """A span of time as a condition, and how many words it has."""
    texts = [each.low for each in words[at : at + 3]]
    many = next((n for said, n in _SUBJECTS.items() if tuple(texts[:n]) == said), 0)
    said = words[at + many].kind if many and at + many < len(words) else ""
    if said in ("IS", "IS_NOT") and not (found and found[-1].kind in ("THE", "THEIR", "POSS")):
        start = at + many + 1
        if span := _span(words, start, rewriter) or _point(words, start, rewriter):
            kind = "NOW" if said == "IS" else "NOT_NOW"
            return [_span_word(words, at, start + span[1], kind, span[0])], start + span[1] - at
        return None
    span = _span(words, at, rewriter)
    if span and [each.low for each in found] in (["each", "year"], ["every", "year"]):
        found.clear()  # every year on 24 December
    return _as_condition(words, at, found, rewriter, span) if span else None


def _as_condition(
    words: Words, at: int, found: list[Lexeme], rewriter: Any, span: tuple[Span, int]
) -> Said:
    """``if it is`` such a time, behind the comma of what it belongs to."""
    end = at + span[1]
    joint = words[end : end + 1] if end < len(words) and words[end].text == "," else []
    now = _span_word(words, at, end, "NOW", span[0])
    allows = any(each.kind in _ALLOWS for each in words)
    if words[at].kind == "WEEKDAY" and not allows:
        return None  # a time at which something happens
    if found and found[-1].kind == "NOW":
        return [*rewriter.made("and", words[at]), now], span[1]
    if not allows and (daily := _on_such_days(words, at, end, found, rewriter, now)):
        return daily
    if not found and not allows:  # what happens on a day, and not all the time
        is_daily = joint and words[-1].kind == "EACH_UNIT"
        return ([*rewriter.made("if", words[at]), now], span[1]) if is_daily else None
    if not allows and words[0].kind == "_IF":
        return None  # it has to be so at that time
    if joint and not allows and all(each.kind != "joint" for each in found):
        return [*joint, *rewriter.made("if", words[at]), now], span[1]
    said = _JOINTS.get(found[-1].low, "") if found else ""
    if said:
        found.pop()
    return [*rewriter.made(said or "if", words[at]), now], span[1]


_MOST_APART = 60  # days or weeks


def _every_nth(words: Words, at: int, _: list[Lexeme], __: Rewriter) -> Said:
    """``every other week``, ``each third day``, ``once every 4 weeks``, ``every second Friday``."""
    start = at + (words[at].kind == "ONCE")
    which, unit = (*words[start + 1 : start + 3], words[at], words[at])[:2]
    n = which.value if which.kind == "NUMBER" else {"other": 2, **NTH}.get(which.low, 0)
    units = (*DAYS, "week", "day")
    said = start < len(words) and words[start].low in ("each", "every")
    is_nth = isinstance(n, int) and 1 < n <= _MOST_APART and unit.low.removesuffix("s") in units
    if not said or not is_nth or any(each.kind in _ALLOWS for each in words):
        return None
    day = units.index(unit.low.removesuffix("s"))
    text = " ".join(each.text for each in words[start : start + 3])
    return [replace(words[start], kind="EACH_NTH", text=text, value=(n, day))], start + 3 - at


_DAY_SAID = kinds("EACH_UNIT WEEKDAY NOW _IF _UNLESS _WHENEVER")


def _on_such_days(
    words: Words, at: int, end: int, found: list[Lexeme], rewriter: Any, now: Lexeme
) -> Said:
    """``On weekdays at 18:00, ...``, ``... on the 15th of each month``: each day, if it is such."""
    which, first, last = now.value if isinstance(now.value, tuple) else (0, 0, 1)
    unit, like = SPANS[which], words[at]
    several = like.low in ("on", "every") and now.low.endswith(("weekday", "weekdays"))
    if unit == "minute" or not (unit == "nth" or first == last or several):
        return None
    clock = words[end : end + 2] if kinds_at(words, end, 2) == ["AT", "CLOCK"] else []
    ends, comma = end + len(clock), rewriter.made(",", like)
    when = [*rewriter.made("if", like), now, *comma]
    if not found or [each.kind for each in found] == ["AT", "CLOCK"]:
        day = "each day" if clock or found else "at the beginning of each day"
        ends += ends < len(words) and words[ends].text == ","
        return [*clock, *rewriter.made(day, like), *comma, *when], ends - at
    if ends < len(words) or _DAY_SAID & {each.kind for each in found}:
        return None
    found[:0] = when
    return [*clock, *rewriter.made("each day", like)], ends - at


def _span_word(words: Words, at: int, end: int, kind: str, span: Span) -> Lexeme:
    text = " ".join(each.text for each in words[at:end])
    return replace(words[at], kind=kind, text=text, end=words[end - 1].end, value=span)


def _span(words: Words, at: int, rewriter: Any) -> tuple[Span, int] | None:
    """A span with the words in front that make it one, and how many words that is."""
    if at >= len(words):
        return None
    first = words[at].low
    if first in _BETWEEN:
        one = _point(words, at + 1, rewriter, open_=True)
        to = at + 1 + one[1] if one else len(words)
        other = _point(words, to + 1, rewriter) if to < len(words) else None
        if not (one and other and words[to].low in _BETWEEN[first]):
            return None
        (unit, start, _), (of, _, last) = one[0], other[0]
        if SPANS[unit] == "date" and start <= 100:  # from 1 to 15 December
            start += last // 100 * 100
        end = last - (SPANS[unit] == "minute")
        length = to + 1 + other[1] - at
        is_span = unit == of and start != end + 1
        return ((unit, start, end % _LAST), _every(words, at, length)) if is_span else None
    if words[at].kind == "WEEKDAY" and first.startswith("on "):
        day = DAYS.index(first.removeprefix("on ").removesuffix("s"))
        return (SPANS.index("weekday"), day, day), 1
    found = _point(words, at + 1, rewriter) if first in _BEFORE_A_TIME else None
    if found is None:
        return None
    which, low, high = found[0]
    length = _every(words, at, 1 + found[1])
    if SPANS[which] == "minute":
        if first not in ("after", "before", "until"):
            return None
        low, high = (low, _LAST - 1) if first == "after" else (0, low - 1)
        return (which, low, high), length
    of_days = low == high or SPANS[which] in ("nth", "weekday")
    wanted = ("on", "every", "at", "each") if of_days else ("in", "during")
    return (found[0], length) if first in wanted else None


_BEFORE_A_TIME = kinds("after before until on every at each in during")
_WEEK = {day: (at, at) for at, day in enumerate(DAYS)} | {"weekday": (0, 4), "weekend": (5, 6)}
_EACH_MONTH = r" (?:of|in) (?:each|every|the|a) month"
_POINT = regex(
    r"(?P<hour>\d{1,2}):(?P<minute>[0-5]\d)|(?P<word>noon|midnight)"
    rf"|(?:(?:the|a) (?=week))?(?P<week>{'|'.join(_WEEK)})s?"
    rf"|(?P<month>{'|'.join(MONTHS)})(?: (?P<day>\d{{1,2}})(?:st|nd|rd|th)?)?"
    rf"|(?:the )?(?P<nth>first|{'|'.join(NTH)}|last) (?P<of>{'|'.join(DAYS)}){_EACH_MONTH}"
    r"|(?:the )?(?P<first>\d{1,2})(?:st|nd|rd|th)?"
    rf"(?: (?:of )?(?P<its>{'|'.join(MONTHS)})|(?P<each>(?: day)?{_EACH_MONTH}))?"
)


def _point(words: Words, at: int, rewriter: Any, *, open_: bool = False) -> tuple[Span, int] | None:
    """A time of the day, a weekday, a date or a month, and how many words it has.

    Also ``the 15th of each month`` and ``the last Friday of the month``. ``open_``: it may be a
    day whose month is said with the end of the span, which is 0 then.
    """
    if at >= len(words) or rewriter.time_of(words[at].text):
        return None
    is_name = [each.low not in MONTHS or each.text[0].isupper() for each in words[at : at + 6]]
    near = words[at : at + [*is_name, False].index(False)]
    ways = (_POINT.fullmatch(" ".join(e.low for e in near[:n])) for n in range(len(near), 0, -1))
    many, said = next(((len(near) - n, each) for n, each in enumerate(ways) if each), (0, None))
    if said is None:
        return None
    if said["hour"] or said["word"]:
        minute = _HOURS[said["word"]] if said["word"] else 60 * integer(said["hour"])
        minute += integer(said["minute"] or "0")
        return ((SPANS.index("minute"), minute, minute), many) if minute <= _LAST else None
    if said["week"]:
        return (SPANS.index("weekday"), *_WEEK[said["week"]]), many
    if said["nth"]:
        which = {"first": 1, "last": -1, **NTH}[said["nth"]]
        return (SPANS.index("nth"), DAYS.index(said["of"]), which), many
    month, day = said["month"] or said["its"], integer(said["day"] or said["first"] or "0")
    if day > _LENGTHS[MONTHS.index(month) if month else 0] or not (day or month):
        return None
    if said["each"]:
        return (SPANS.index("monthday"), day, day), many
    first = 100 * MONTHS.index(month) + 100 if month else 0
    last = first + (day or 31)
    return ((SPANS.index("date"), first + (day or 1), last), many) if month or open_ else None


_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _every(words: Words, at: int, length: int) -> int:
    """The length with ``each day``, ``every year`` behind it, which says no more."""
    behind = [each.low for each in words[at + length : at + length + 2]]
    if behind[:1] and behind[0] in {*_EVERY, "utc"}:
        return length + 1
    return length + 2 * (behind in (["each", "year"], ["every", "year"]))
