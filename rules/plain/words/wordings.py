"""Wordings that say what the grammar has one form for: each a row, with the words that it means.

A row is ``PATTERN => WORDS``. In a pattern capitals are kinds of words (those of the grammar, or
of :data:`_SORTS`), small letters are words as they stand, ``a|b`` is either, ``?`` may be missing,
``^`` is the beginning of a sentence. ``$2`` is the second part of the pattern again. A row says
all that its words say, so that none of them is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import PLAYER_KINDS, Lexeme, Phrases, kinds, raw_words

ROWS = """
    # How many.
    NUMBER additional NAME => $1 $3
    A additional NAME => 1 $3
    a|an amount|number OF NAME _EQUAL_TO => $4 equal to
    the_amount_of|the_number_of NAME _EQUAL_TO => $2 equal to
    ANY_NUMBER_OF THEIR NAME => any number of $3
    as_many|as_much NAME _AS THEY like|want|wish|please => any number of $2
    THEIR number OF NAME => $1 $4

    two OTHER_PLAYER_WORD => another player called the first and another player called the second

    THE number TOLD => that many

    THEIR present NAME => $1 $3
    _MAY WORD NUMBER OF_THEIR NAME => $1 $2 $3 $5
    ANY_NUMBER_OF OF_THEIR NAME => any number of $3
    any part OF_THEIR NAME => any number of $4

    # Who.
    without A|ANY? NAME => with no $3
    _WITH NAME JOINT => with at least 1 $2 $3
    holding|carrying|owning NAME => with at least 1 $2

    THE_PLAYERS_WITH NAME each => $1 $2
    NO living|alive PLAYER_WORD => no player who is alive
    NO dead PLAYER_WORD => no player who is not alive

    # What becomes of things.
    HALF EACH_PLAYER POSS NAME ROUNDED? GONE => each player loses half of their $4 $5
    ALL EACH_PLAYER POSS NAME GONE => each player loses all their $4
    EACH_PLAYER POSS NAME GONE => each player loses all their $3
    ALL STUFF GONE => each player loses all their $2
    ALL FIELD _INCREASE|_DECREASE => each player 's $2 $3
    THE FIELD OF EACH_PLAYER => $4 's $2
    ^ FIELD _INCREASE|_DECREASE => each player 's $2 $3
    _HAVE_THEIR FIELD _SET_TO => their $2 becomes
    _MOVE _FROM THEIR NAME _TO => $1 to
    _IS_DOUBLED|_IS_HALVED EACH_UNIT => $1 $2

    # When.
    every|each morning|evening|afternoon|night AT CLOCK => each day $3 $4
    every|each morning|evening|afternoon|night at_noon|at_midnight => $3
    at_midnight AT_BEGINNING|on? WEEKDAY => at the beginning of $3
    at_midnight AT_BEGINNING EACH_UNIT => at the beginning of $3
    AT_BEGINNING EACH_UNIT AT 00:00|0:00 utc? => $1 $2
    ^ DAYNAME CLOCK|AT CLOCK? => every $2 $3 $4
    ^ on DAYNAME => every $3

    EACH_UNIT|WEEKDAY COMMA _FOR_EACH => $1 $3

    on|in|during THEIR TURN COMMA? => if Turn is the player ,
    it is THEIR TURN => Turn is the player
    IT IS THEIR TURN => Turn is the player
    _TAKE_TURNS A_PLAYER|players => $1
    ONCE|TIMES|twice|thrice per|each|a TIME => $1 $3p
    NUMBER times|time per|each|a TIME => $1 $2 $4p

    # Who may, and what only.
    _GIVE NAME _TO each other => $1 $2 to another player
    _BARTER _WITH each other => $1 with each other
"""

_OWN_NAMES = {"alive": "Alive", "turn": "Turn"}  # of columns and values, in these rows
_GONE = ("is", "are")
_TOLD = frozenset((
    "sold", "bought", "given", "paid", "lost", "gained", "spent", "moved", "sent", "discarded",
    "chosen", "taken", "stolen", "received", "offered", "used",
))  # fmt: skip
_PARTICIPLES = frozenset(("destroyed", "lost", "removed", "discarded", "gone"))
_DAYS = frozenset(f"{day}day" for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun"))
_GERUNDS = {
    "gaining": "gain", "losing": "lose", "paying": "pay", "receiving": "receive", "getting": "get",
    "earning": "earn", "taking": "take", "stealing": "steal", "rolling": "roll", "moving": "move",
    "drawing": "draw", "giving": "give", "increasing": "increase", "decreasing": "decrease",
    "reducing": "reduce", "raising": "raise", "lowering": "lower", "setting": "set",
    "destroying": "destroy", "creating": "create", "converting": "convert", "turning": "turn",
    "healing": "heal", "winning": "win", "halving": "halve", "swapping": "swap",
}  # fmt: skip
_BOUNDS = kinds("_COLON _STOP ITEM")


class _Rewriter:
    """The words of one sentence while rows are applied to them."""

    def __init__(self, known: Phrases, vocabulary: PlainVocabulary) -> None:
        self.known, self.vocabulary = known, vocabulary

    def made(self, text: str, like: Lexeme) -> list[Lexeme]:
        """Words of the grammar, at the place of another word."""
        found: list[Lexeme] = []
        raw = raw_words(text)
        keys = tuple(each.key for each in raw)
        at = 0
        while at < len(raw):
            kind, length = self.known.longest(keys, at) or ("WORD", 1)
            said, value = " ".join(keys[at : at + length]), ""
            if said in _PLAIN_SIGNS:
                kind, value = _PLAIN_SIGNS[said]
            elif said.isdecimal():
                kind = "NUMBER"
            elif said in _OWN_NAMES:
                kind, value = "NAME", _OWN_NAMES[said]
            number: object = int(said) if kind == "NUMBER" else value
            found.append(replace(like, kind=kind, text=said, value=number))
            at += length
        return found

    def fits(self, token: str, words: Sequence[Lexeme], at: int) -> int:
        """How many words from a place on fit one part of a pattern; 0 for none."""
        word = words[at]
        for each in token.split("|"):
            if each in _SORTS:
                if length := _SORTS[each](self, words, at):
                    return length
            elif each.isupper() or each.startswith("_"):
                if word.kind == each:
                    return 1
            elif word.text.casefold() == each.replace("_", " "):
                return 1
        return 0

    def time_of(self, text: str) -> str:
        """The value of the game that may be a time of this name: ``Season`` of Winter."""
        return self.vocabulary.times.get(text.casefold(), "")

    def is_cycled(self, text: str) -> bool:
        """Whether a sentence says how long such a time lasts."""
        return any(text.casefold() == word.casefold() for _, word in self.vocabulary.moments)

    def is_stuff(self, words: Sequence[Lexeme], at: int) -> int:
        """What players can have so many of, and no thing of a table."""
        name = str(words[at].value)
        is_name = words[at].kind == "NAME" and not self.vocabulary.table(name)
        return int(is_name and bool(self.vocabulary.stuff(name)))

    def is_field(self, words: Sequence[Lexeme], at: int) -> int:
        """A number that each player has."""
        field = self.vocabulary.field(str(words[at].value)) if words[at].kind == "NAME" else None
        return int(field is not None and field.kind in ("number", ""))


def _gone(_: _Rewriter, words: Sequence[Lexeme], at: int) -> int:
    """``is destroyed``, ``are lost``."""
    if words[at].kind == "_IS_DESTROYED":
        return 1
    two = [each.text.casefold() for each in words[at : at + 2]]
    return 2 * (len(two) == 2 and two[0] in _GONE and two[1] in _PARTICIPLES)


def _is_day(_: _Rewriter, words: Sequence[Lexeme], at: int) -> int:
    return int(words[at].text.casefold() in _DAYS)


_SORTS: Mapping[str, Callable[[_Rewriter, Sequence[Lexeme], int], int]] = {
    "STUFF": _Rewriter.is_stuff, "FIELD": _Rewriter.is_field, "GONE": _gone, "DAYNAME": _is_day,
    "TIME": lambda self, words, at: int(self.is_cycled(words[at].text)),
    "TOLD": lambda _, words, at: int(words[at].text.casefold() in _TOLD),
    "JOINT": lambda _, words, at: int(words[at].kind in ("joint", "_COLON")),
    "COMMA": lambda _, words, at: int(words[at].text == ","),
    "WHO": lambda _, words, at: int(words[at].kind in PLAYER_KINDS),
}  # fmt: skip
_PLAIN_SIGNS = {
    ",": ("joint", "and"), "and": ("joint", "and"), ":": ("_COLON", ""), "'s": ("POSS", ""),
    ".": ("joint", "stop"), ";": ("joint", "stop"), "or": ("joint", "or"),
}  # fmt: skip


Row = tuple[tuple[str, ...], str]


@cache
def _rows() -> Mapping[str, Sequence[Row]]:
    """The rows by what the first word of their pattern has to be: its kind, or its text."""
    found: dict[str, list[Row]] = {}
    for line in filter(None, map(str.strip, ROWS.splitlines())):
        if line[0] == "#":
            continue
        said, _, means = line.partition(" => ")
        pattern = tuple(said.split())
        first = next(each for each in pattern if each != "^")
        for each in first.split("|"):
            found.setdefault(_FIRST.get(each, each.replace("_", " ")), []).append((pattern, means))
            if each.isupper() or each.startswith("_"):
                found.setdefault(_FIRST.get(each, each), []).append((pattern, means))
    return {key: tuple(dict.fromkeys(rows)) for key, rows in found.items()}


def _rows_at(word: Lexeme) -> Sequence[Row]:
    """The rows whose pattern may begin with a word, in no order that matters."""
    rows, text = _rows(), word.text.casefold()
    by_kind, by_text = rows.get(word.kind, ()), rows.get(text, ())
    anything = rows.get("*", ()) if text in _DAYS else ()
    return (*by_kind, *by_text, *anything)


_FIRST = {"STUFF": "NAME", "FIELD": "NAME", "DAYNAME": "*"}  # the kind of such words


def usual(words: Sequence[Lexeme], known: Phrases, vocabulary: PlainVocabulary) -> list[Lexeme]:
    """The words in the forms that the grammar has, in time proportional to them."""
    rewriter = _Rewriter(known, vocabulary)
    words = [word for at, word in enumerate(words) if not _is_around(words, at)]
    found: list[Lexeme] = []
    at = 0
    while at < len(words):
        for pattern, means in _rows_at(words[at]):
            spans = _matched(rewriter, pattern, words, at)
            if spans is not None and spans[-1][1] > at:
                found += _written(rewriter, means, words, spans)
                at = spans[-1][1]
                break
        else:
            found.append(words[at])
            at += 1
    for step in (
        _done, _ties, _whereby, _as_far, _aliases, _times, _keeping, _in_units, _of_action,
        _second_verb,
        _condition_first, _neither, _paid_to, _converted,
    ):  # fmt: skip
        found = step(found, rewriter)
    return found


def _is_around(words: Sequence[Lexeme], at: int) -> bool:
    """Whether a bracket, or a comma, stands beside how something is rounded."""
    beside = words[at + 1 : at + 3] if words[at].text != ")" else words[max(at - 1, 0) : at]
    opens = words[at].text in ("(", ")") or (words[at].text == "," and beside[:1])
    if words[at].text == ",":
        return [each.text for each in beside[:1]] == ["("] and beside[-1].kind == "ROUNDED"
    return bool(opens and beside and beside[0].kind == "ROUNDED")


def _matched(
    rewriter: _Rewriter, pattern: Sequence[str], words: Sequence[Lexeme], at: int
) -> list[tuple[int, int]] | None:
    """The places of the parts of a pattern; None where it does not stand here."""
    spans: list[tuple[int, int]] = []
    for part in pattern:
        if part == "^":
            if at and words[at - 1].text not in (".", ";") and words[at - 1].kind != "ITEM":
                return None
            spans.append((at, at))
            continue
        length = rewriter.fits(part.rstrip("?"), words, at) if at < len(words) else 0
        if not length and not part.endswith("?"):
            return None
        spans.append((at, at + length))
        at += length
    return spans


def _written(
    rewriter: _Rewriter, means: str, words: Sequence[Lexeme], spans: Sequence[tuple[int, int]]
) -> Iterable[Lexeme]:
    first = words[next(start for start, end in spans if end > start)]
    for text in re.split(r"(\$\d+p?)", means):
        if text.startswith("$"):
            start, end = spans[int(text[1:].rstrip("p")) - 1]
            time = text.endswith("p")  # per such a time
            yield from [
                replace(each, kind="PER_UNIT", text=f"per {each.text}") if time else each
                for each in words[start:end]
            ]
        elif text.strip():
            yield from rewriter.made(text, first)


# -- a second verb: ``may brawl, gaining 1 Fame``, ``by rolling 1d6`` -----------------------------


def _second_verb(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """A verb in "-ing" behind a comma as what follows; behind "may" it is what the action does."""
    found: list[Lexeme] = []
    gone_on = False
    for at, word in enumerate(words):
        text = word.text.casefold()
        base = _GERUNDS.get(text, "")
        before = found[-1] if found else None
        if before is None or not base:
            found.append(word)
            continue
        by = before.kind == "_BY"
        if not by and before.text.casefold() in ("thereby", "so"):
            found.pop()
            before = found[-1]
        if not (by or before.text == "," or (gone_on and before.text == "and")):
            found.append(word)
            continue
        gone_on = True
        while found[-1].kind == "joint" or found[-1].kind == "_BY":
            found.pop()
        opens = _in_deed(found)
        if by and not opens:
            return words
        if opens and _uses(found):  # what is used is used up
            found += rewriter.made(f"to {base}", word)
            continue
        found += rewriter.made(f": they {base}" if opens else f", {base}", word)
        if by and base == "roll" and (end := _second_colon(words, at)):
            words[end] = replace(words[end], kind="joint", text=".", value="stop")
    return found


def _uses(words: Sequence[Lexeme]) -> bool:
    """Whether ``may drink 1 Rum`` stands at the end."""
    return [each.kind for each in words[-4:]] == ["_MAY", "_USE", "NUMBER", "NAME"]


def _second_colon(words: Sequence[Lexeme], at: int) -> int:
    return next((n for n in range(at, min(at + 4, len(words))) if words[n].kind == "_COLON"), 0)


def _in_deed(words: Sequence[Lexeme]) -> bool:
    """Whether the words so far say which action may be done, and nothing of what it does."""
    for word in reversed(words):
        if word.kind in _BOUNDS or word.text in (".", ";"):
            return False
        if word.kind == "_MAY":
            return True
    return False


# -- conditions and times in front: ``If a player has 5 Gold, they may ...``, ``In Winter, ...`` ---

_WHEN = ("if", "while", "as long as", "when", "provided", "provided that")
_HOLDS = kinds("_HAVE _HAVE_NOT IS IS_NOT _STAND")
_NEVER = kinds("_MAY_NOT")


def _condition_first(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """A condition before what may be done, or may not, in the place that the grammar has for it."""
    if not words or words[0].text.casefold() not in _WHEN:
        return words
    end = next((at for at, each in enumerate(words) if each.text == ","), 0)
    after = words[end + 1 : end + 4]
    if not end or len(after) < 2:
        return words
    first, said = words[1], words[1:end]
    may = after[1].kind in ("_MAY", "_MAY_NOT")
    of_player = first.kind in ("A_PLAYER", "EACH_PLAYER") and words[2].kind in _HOLDS
    if after[0].kind == "THEY" and may and of_player:
        who = rewriter.made("a player who", first)
        return [*who, *said[1:], *words[end + 2 :]]
    forbids = after[0].kind == "_NO_PLAYER" or (
        after[0].kind in ("A_PLAYER", "EACH_PLAYER") and after[1].kind == "_MAY_NOT"
    )
    if forbids and not any(each.kind in _BOUNDS for each in words):
        return [*words[end + 1 :], *rewriter.made("if", words[0]), *said]
    allows = after[0].kind in ("A_PLAYER", "EACH_PLAYER") and after[1].kind == "_MAY"
    if allows and words[0].kind == "_WHENEVER" and first.kind not in PLAYER_KINDS:
        return [*rewriter.made("if", words[0]), *words[1:]]
    return words


def _times(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """``In Winter, ...``, ``only by Day``: if that value of the game is so."""
    found: list[Lexeme] = []
    at = 0
    while at < len(words):
        word, name, length = words[at], "", 0
        if word.kind in ("AT_BEGINNING", "AT_END") and (whole := _at_edge(words, at, rewriter)):
            found += whole
            at += 3
            continue
        if word.text.casefold() in ("in", "during", "by"):
            the = at + 1 < len(words) and words[at + 1].text.casefold() == "the"
            place = at + 1 + the
            name = rewriter.time_of(words[place].text) if place < len(words) else ""
            length = place + 1 - at
        goes_on = words[at + length : at + length + 1]
        if not name or (goes_on and goes_on[0].kind not in ("joint", "_COLON", "_IF", "_UNLESS")):
            found.append(word)
            at += 1
            continue
        joint = "if"
        if found and found[-1].text.casefold() in ("only", "except", "but only"):
            joint = "unless" if found.pop().text.casefold() == "except" else "only if"
        value = rewriter.made("is", word)
        said = replace(words[at + length - 1], kind="NAME", value=words[at + length - 1].text)
        named = replace(word, kind="NAME", text=name, value=name)
        found += [*rewriter.made(joint, word), named, *value, said]
        at += length
    return found


# -- what becomes of ties, behind the sentence: ``...; ties are broken by Gold`` -------------------


def _ties(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """How a tie ends right behind who is sought; that nobody is meant then goes without saying."""
    texts = [each.text.casefold() for each in words]
    first = next((at for at, each in enumerate(words) if each.kind == "THE_PLAYER_WITH"), 0)
    if not first or first + 1 == len(words):
        return words
    if texts[-2:-1] == ["nobody"] and words[-1].kind == "_ON_TIE":
        end = len(words) - 2 - (texts[-3] == "or")
        return words[: end - (texts[end - 1] == ",")]
    if texts[-1] == ")" and texts[-6:-1][:4] == ["ties", "are", "broken", "by"]:
        words = [*words[:-7], replace(words[-7], kind="joint", text=";"), *words[-6:-1]]
        texts = [each.text.casefold() for each in words]
    if texts[-5:-1] == ["ties", "are", "broken", "by"]:
        by = [*rewriter.made("with ties broken by", words[-1]), words[-1]]
        return [*words[: first + 2], *by, *words[first + 2 : -6]]
    return words


# -- what was done, and to whom it cannot be: ``who has dug within the last 3 days`` ---------------

_WITHIN = (("within", "the", "last"), ("in", "the", "last"), ("for", "the", "last"), ("within",))


def _done(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """``has not acted for 7 days`` as ``did not act`` in that time; ``cannot be robbed``."""
    found: list[Lexeme] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word.kind not in _TOLD_BACK:
            found.append(word)
            at += 1
            continue
        two = [each.text.casefold() for each in words[at + 1 : at + 3]]
        no = two[:1] == ["not"] or two[:1] == ["never"]
        verb = rewriter.vocabulary.verb_done(two[no]) if len(two) > no else ""
        days, length = _days(words, at + 2 + no, no=no)
        if word.kind == "_HAVE" and verb and days:
            did = rewriter.made("did not" if no else "did", word)
            period = replace(words[at + 1], kind="PERIOD", text=f"{days} days", value=days)
            found += [*did, _word(words[at + 1], verb), period]
            at += 2 + no + length
            continue
        if word.kind in ("DID", "DID_NOT") and at + 1 < len(words):
            days, length = _days(words, at + 2, no=False)
            if days:
                period = replace(word, kind="PERIOD", text=f"{days} days", value=days)
                found += [word, words[at + 1], period]
                at += 2 + length
                continue
        done = rewriter.vocabulary.verb_done(two[1]) if two[:1] == ["be"] and two[1:] else ""
        if word.kind == "_MAY_NOT" and done:
            found += [word, replace(words[at + 2], kind="BE_DONE", value=done)]
            at += 3
            continue
        found.append(word)
        at += 1
    return found


_TOLD_BACK = kinds("_HAVE DID DID_NOT _MAY_NOT")


def _days(words: Sequence[Lexeme], at: int, *, no: bool) -> tuple[int, int]:
    """How many days ``within the last 3 days`` has, and how many words; 0 for other words."""
    texts = tuple(each.text.casefold() for each in words[at : at + 5])
    for said in (*_WITHIN, *([("for",)] if no else [])):
        end = at + len(said) + 1
        if texts[: len(said)] == said and end < len(words) and words[end - 1].kind == "NUMBER":
            many, unit = words[end - 1].value, words[end].text.casefold().rstrip("s")
            if unit in ("day", "week") and isinstance(many, int):
                return many * _HOURS[unit] // 24, len(said) + 2
    return 0, 0


# -- what comes of an action, behind it; and a loss as far as it is there --------------------------

_WHEREBY = ("whereby", "whereupon", "thereby", "thereupon")


def _whereby(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """``may study, whereby their Lore increases by 1``: that is what the action does."""
    at = next((n for n, each in enumerate(words) if each.text.casefold() in _WHEREBY), 0)
    upon = next((n for n in range(len(words) - 1) if _is_upon(words, n)), 0)
    first, length = (at, 1) if at else (upon, 2)
    if not first or words[first].text.casefold() == "thereby":
        return words
    before = words[:first]
    while before and before[-1].kind == "joint":
        before.pop()
    joint = ":" if _in_deed(before) else ","
    return [*before, *rewriter.made(joint, words[first]), *words[first + length :]]


def _is_upon(words: Sequence[Lexeme], at: int) -> bool:
    return [each.text.casefold() for each in words[at : at + 2]] == ["upon", "which"]


def _as_far(words: list[Lexeme], _: _Rewriter) -> list[Lexeme]:
    """``loses 2 Fame, or all of their Fame if they have fewer``, which goes without saying."""
    at = next((n for n, each in enumerate(words) if each.text.casefold() == "or"), 0)
    said = [each.kind for each in words[at + 1 : at + 7]]
    of = 2 if said[:2] == ["ALL", "OF_THEIR"] else 1 + (said[1:2] == ["THEIR"])
    tail = said[of : of + 4]
    name = words[at + 1 + of : at + 2 + of]
    lost = [each.kind for each in words[max(at - 4, 0) : at]]
    same = at > 3 and tail[:1] == ["NAME"] and name[0].value == words[at - 2].value
    fewer = tail[1:] == ["_IF", "THEY", "_HAVE"] and said[0] == "ALL"
    end = at + 1 + of + 4
    if not same or not fewer or lost[-3:-1] != ["NUMBER", "NAME"] or words[at - 1].text != ",":
        return words
    number = words[at - 3].value
    less = [each.kind for each in words[end : end + 2]]
    if less[:1] == ["LESS"]:
        return [*words[: at - 1], *words[end + 1 :]]
    if less == ["LESS_THAN", "NUMBER"] and words[end + 1].value == number:
        return [*words[: at - 1], *words[end + 2 :]]
    return words


# -- what a sentence calls things by: ``a Mill they own, called the start`` ------------------------


def _aliases(words: list[Lexeme], _: _Rewriter) -> list[Lexeme]:
    """``called the start`` and each ``the start`` behind it as words of their own."""
    found: list[Lexeme] = []
    named: dict[str, bool] = {}  # whether it is a player
    at = 0
    while at < len(words):
        word, the = words[at], [each.text.casefold() for each in words[at + 1 : at + 3]]
        called = word.text.casefold() == "called" and len(the) == 2 and the[0] == "the"
        again = word.text.casefold() == "the" and the and the[0] in named
        if called or again:
            alias = words[at + 1 + called]
            name = alias.text.casefold()
            named[name] = _is_of_player(found) if called else named[name]
            while called and found and found[-1].text == ",":
                found.pop()
            found += [replace(word, kind="_CALLED")] if called else []
            kind = "ALIAS_WHO" if named[name] else "ALIAS"
            found.append(replace(alias, kind=kind, value=name))
            at += 2 + called
            comma = called and at < len(words) and words[at].text == ","
            at += comma and at + 1 < len(words) and words[at + 1].kind != "_COLON"
            if called and at < len(words) and words[at].text.casefold() == "and":
                found.append(_word(words[at], "and"))
                at += 1
            continue
        found.append(word)
        at += 1
    return found


def _at_edge(words: Sequence[Lexeme], at: int, rewriter: _Rewriter) -> list[Lexeme]:
    """``At the start of each Night``: whenever the Phase becomes Night; at its end, is no more."""
    rest = words[at + 1 : at + 3]
    each = len(rest) == 2 and rest[0].text.casefold() in ("each", "every", "the", "a")
    name = rewriter.time_of(rest[1].text) if each else ""
    if not name or (at and words[at - 1].kind != "ITEM"):
        return []
    named = replace(words[at], kind="NAME", text=name, value=name)
    time = replace(rest[1], kind="NAME", value=rest[1].text)
    is_not = words[at].kind == "AT_END"
    becomes = rewriter.made("is not" if is_not else "becomes", words[at])
    return [*rewriter.made("whenever", words[at]), named, *becomes, time]


_CYCLE = re.compile(r"it is (?P<parts>.+?),? and so on", re.IGNORECASE)
_PART = re.compile(r"(?:then )?(?P<word>\w+) for (?P<many>\d{1,4}) (?P<unit>hour|day|week)s?")
_HOURS = {"hour": 1, "day": 24, "week": 168}
_MOST_PARTS = 12


def cycle_in(text: str) -> Sequence[tuple[str, int]]:
    """``It is Day for 48 hours, then Night for 24 hours, and so on``: the words with hours."""
    said = _CYCLE.fullmatch(text.strip().rstrip(".")) if len(text) <= _LONGEST else None
    parts = [_PART.fullmatch(each) for each in re.split(", ", said["parts"])] if said else []
    if not 1 < len(parts) <= _MOST_PARTS or not all(parts):
        return ()
    return tuple([(e["word"], int(e["many"]) * _HOURS[e["unit"]]) for e in parts if e])


def _is_of_player(words: Sequence[Lexeme]) -> bool:
    """Whether it is a player whom the words before say, back to what was called so before."""
    for word in reversed(words):
        if word.kind in ("ANOTHER_PLAYER", "A_PLAYER", "_MAY", "ALIAS", "ALIAS_WHO"):
            return word.kind in ("ANOTHER_PLAYER", "A_PLAYER")
    return False


# -- whose things are, by the name of the column; and amounts with what they are of ----------------


def _keeping(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """``each Mill they keep`` as ``they have``, where Mills have a column Keeper."""
    found = list(words)
    for at in range(2, len(words)):
        table = rewriter.vocabulary.table(str(words[at - 2].value))
        who = words[at - 1].kind in ("THEY", "THAT_PLAYER", "PERSON")
        verb = words[at].text.casefold()
        if table is None or not who or len(verb) < 3:
            continue
        owned = [each.name.casefold() for each in table.fields if each.table == "Players"]
        if len(owned) == 1 and owned[0] in (
            f"{verb}er",
            f"{verb}r",
            f"{verb}or",
            f"{verb}{verb[-1]}er",
        ):
            found[at] = replace(words[at], kind="_HAVE", text="have")
    return found


_GOT = kinds("_GAIN _LOSE _PAY")
_AMOUNTS = kinds("THE THEIR ITS THE_TOTAL THE_HIGHEST THAT_MANY HALF DOUBLE NUMBER DICE A TIMES")


def _in_units(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """``gains the Rent of that Mill in Gold`` as ``gains Gold equal to the Rent of that Mill``."""
    found = list(words)
    for at, word in enumerate(words):
        if word.kind not in _GOT:
            continue
        behind = (*(each.kind for each in words[1:]), "")
        inner = {n for n in range(at, len(words)) if behind[n] in ("ROUNDED", "IN")}
        inner = {n for n in inner if words[n].text == ","}
        ends = (
            n for n in range(at, len(words)) if words[n].kind in _CLAUSE_ENDS and n not in inner
        )
        end = next(ends, len(words))
        unit = end - 1
        of_unit = [each.kind for each in words[end - 2 : end]] == ["IN", "NAME"]
        said = [words[n] for n in range(at + 1, end - 2) if n not in inner]
        if not of_unit or not said or said[0].kind not in _AMOUNTS or len(found) != len(words):
            continue
        if not rewriter.is_stuff(words, unit) or [e.kind for e in said] == ["NUMBER", "NAME"]:
            continue
        equal = rewriter.made("equal to", words[end - 2])
        if [each.kind for each in said[:4]] == ["THE", "NAME", "OF", "EACH"]:
            total, all_ = rewriter.made("the sum of the", said[0]), rewriter.made("all", said[3])
            said = [*total, *said[1:3], *all_, *said[4:]]
        found = [*words[: at + 1], words[unit], *equal, *said, *words[end:]]
    return found


_CLAUSE_ENDS = kinds("joint _COLON ITEM _IF _UNLESS _ONLY_IF _TO _FROM")


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
    if base[-1] in "vuc" or base.endswith(("dg", "rg", "rs", "ns", "ng", "iz", "bl", "tl", "dl")):
        return f"{base}e"
    return f"{base}e" if shut and syllables == 1 else base


def _of_action(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """``Mining is only possible if ...``; ``Baking: 2 Wheat and 1 Milk make 1 Bread``."""
    verb = verb_in(words[0].text) if words and words[0].kind in ("WORD", "NAME") else ""
    if not verb:
        return words
    texts = [each.text.casefold() for each in words[1:5]]
    if texts[:3] == ["is", "only", "possible"] or texts[:3] == ["is", "only", "allowed"]:
        rest = words[4:]
        only = [] if rest and rest[0].kind == "_ONLY_IF" else rewriter.made("only", words[0])
        if rest and rest[0].kind == "_IF":
            only, rest = rewriter.made("only if", words[0]), rest[1:]
        return [*rewriter.made("a player may", words[0]), _word(words[0], verb), *only, *rest]
    makes = next((at for at, each in enumerate(words) if each.text in _MAKES), 0)
    if texts[:1] == [":"] and makes > 3 and not any(e.kind in _BOUNDS for e in words[2:]):
        made = rewriter.made
        return [
            *made("a player may", words[0]), _word(words[0], verb), *made("by paying", words[0]),
            *words[2:makes], *made(": they gain", words[0]), *words[makes + 1 :],
        ]  # fmt: skip
    return words


_MAKES = ("make", "makes", "become", "becomes", "give", "gives", "yield", "yields")


def _word(like: Lexeme, text: str) -> Lexeme:
    return replace(like, kind="WORD", text=text, value="")


def _neither(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """``may neither dig nor rest`` as ``may not dig or rest``."""
    at = next((n for n, each in enumerate(words) if each.text.casefold() == "neither"), 0)
    nor = next((n for n, each in enumerate(words) if each.text.casefold() == "nor"), 0)
    if at < 1 or nor < at or words[at - 1].kind != "_MAY":
        return words
    not_to, either = rewriter.made("may not", words[at]), rewriter.made("or", words[nor])
    return [*words[: at - 1], *not_to, *words[at + 1 : nor], *either, *words[nor + 1 :]]


def _paid_to(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """``may train by paying 3 Gold to gain 1 Fame``: that is what it does."""
    paid = next((at for at, each in enumerate(words) if each.kind == "_BY_PAYING"), 0)
    to = next((at for at in range(paid, len(words)) if words[at].kind == "_TO"), 0)
    if not paid or not to or to + 1 == len(words) or not _in_deed(words[:paid]):
        return words
    if words[to + 1].kind not in _DOES or any(e.kind in _BOUNDS for e in words[paid:to]):
        return words
    return [*words[:to], *rewriter.made(": they", words[to]), *words[to + 1 :]]


_DOES = kinds("_GAIN _LOSE _INCREASE _DECREASE _MOVE _SET _ROLL _DRAW _TAKE _STEAL DOUBLE _HALVE")


def _converted(words: list[Lexeme], rewriter: _Rewriter) -> list[Lexeme]:
    """``may turn 3 Ore into 1 Iron``, as what is smelted."""
    you = bool(words) and words[0].kind == "THEY"  # what a thing lets its user do
    for at, word in enumerate(words[1:] if not you else (), start=1):
        kinds_ = [each.kind for each in words[at + 1 : at + 4]]
        turns = word.text.casefold() in ("turn", "convert", "trade in", "exchange", "process")
        if turns and words[at - 1].kind == "_MAY" and kinds_[:3] == ["NUMBER", "NAME", "INTO"]:
            return [*words[:at], replace(word, kind="_CONVERT"), *words[at + 1 :]]
    return words


# -- one sentence that says two things: ``Neither Ann nor Bob may dig``, ``..., and nobody may ...``

_MAY = r"(?:may|can)"
_NEVER_BUT = r",? (?:and|but) (?:(?:can|may) )?never"
_PLACED = r"(?:in|at|on|by|during)"
_SCOPE = r"(?:if|while|when|as|in|at|on|during|by|unless|every|each)"  # may reach over both
_LONGEST = 400  # letters of such a text
_TWO = (  # a sentence, and the two that say the same
    (rf"neither (?P<a>[\w ]+?) nor (?P<b>[\w ]+?) {_MAY} (?P<c>.+)",
     "{a} may not {c}", "{b} may not {c}"),
    (rf"(?P<d>\w[\w ]*?) {_MAY} give (?P<a>[\w ]+?) (?:and|or) (?P<b>[\w ]+?) to (?P<c>.+)",
     "{d} may give {a} to {c}", "{d} may give {b} to {c}"),
    (rf"(?P<a>\w[\w ]*?) {_MAY} (?P<b>\w+)(?P<c>[^:.]*?){_NEVER_BUT} (?P<d>{_PLACED} .+)",
     "{a} may {b}{c}", "a player may not {b} {d}"),
    (rf"(?P<a>(?!{_SCOPE})\w.+?)[,;] ?(?:and |but )?(?P<b>(?:nobody|no one|no \w+) {_MAY} .+)",
     "{a}", "{b}"),
)  # fmt: skip
_TWO_READ = tuple((re.compile(said, re.IGNORECASE), means) for said, *means in _TWO)


def of_each_good(text: str, vocabulary: PlainVocabulary) -> Sequence[str]:
    """``sell any number of a Good: ...`` said of each Good, which players have so many of."""
    for table in vocabulary.tables if len(text) <= _LONGEST else ():
        noun = re.escape(table.noun or table.name)
        some = re.compile(
            rf"\b(?:an?|any) {noun}\b(?: (?:that )?(?:they|you) (?:have|own)\b"
            r"| of (?:their|your) choice\b)?", re.IGNORECASE
        )  # fmt: skip
        if not table.goods or not some.search(text):
            continue
        again = re.compile(
            rf"(?:(?:(?<=many )|(?<=\d )|(?<=all ))of )?\b(?:that|the|this) {noun}(?!\w)",
            re.IGNORECASE,
        )
        its = re.compile(r"\bits (?:current )?(\w+)", re.IGNORECASE)
        return [
            its.sub(rf"the \1 of {thing}", again.sub(thing, some.sub(thing, text, count=1)))
            for thing in table.things
        ]
    return ()


_AT_FIRST = re.compile(
    r"(?:an? )?(?P<what>[\w ]+?)(?: from (?P<low>\d{1,9}) to (?P<high>\d{1,9}))?"
    r", (?P<first>\d{1,9}) at first", re.IGNORECASE
)  # fmt: skip


def _at_first(text: str) -> Sequence[str]:
    """``Each player has Gold, 5 at first, and a Hull from 0 to 10, 5 at first``."""
    owner = re.match(r"(?:each|every|a|an) (\w+) has ", text, re.IGNORECASE)
    found: list[str] = []
    for each in re.split(r"(?<=at first),? (?:and )?", text[owner.end() :]) if owner else ():
        said = _AT_FIRST.fullmatch(each)
        if said is None or owner is None:
            return ()
        what = said["what"]
        found.append(f"A new {owner[1]} begins with {said['first']} {what}")
        if said["low"]:
            found.append(f"A {owner[1]}'s {what} is at least {said['low']}")
            found.append(f"A {owner[1]}'s {what} is at most {said['high']}")
    return found


def apart(text: str, vocabulary: PlainVocabulary) -> Sequence[str]:
    """The sentences that say together what a text says; the text itself says more than one."""
    text = text.strip().rstrip(".")
    if goods := of_each_good(text, vocabulary):
        return goods
    if first := _at_first(text):
        return first
    if text.startswith("(1) "):  # as a paraphrase has them
        return re.split(r"\s*\(\d{1,2}\) ", text)[1:]
    for said, means in _TWO_READ if len(text) <= _LONGEST else ():
        if found := said.fullmatch(text):
            return [each.format(**found.groupdict()) for each in means]
    return ()
