"""The words of an action: its later sentences in their places, and which words are its name.

``A player may dig. To dig, they roll 1d6. Digging costs 1 Gold. This may be done twice a day.``
means what one sentence says that has all of it in its places. Only words that repeat the action
are left out; any other word there leaves the sentence to people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

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
    raw_words,
)
from wikibot.game.names import singular_of
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.regex import regex

_LIMITED = kinds("ONCE TIMES")
_DEED_ENDS = kinds("_STOP _COLON _BY_PAYING _THIS_COSTS _ONLY_IF _IF _UNLESS ONCE TIMES ANY_TIME")
_COMMAS = kinds("_THEN _ALSO AND")
_WHEN = ("when", "whenever", "if", "each time", "every time")
_COSTS = ("costs", "cost")
_SMALL = frozenset({"a", "an", "the", "this", "that", "to"})
_MOST_REPEATED = 8  # words of an action, where it is named again

ALLOWS = regex(
    r"\b(?:may|can)(?: also)?,?(?: (?:only )?(?:once|twice|thrice|up to \w+ times|at any time)"
    r"(?: (?:per|a|each|every) \w+)?,?)? (?P<verb>[a-z]+)\b",
    re.IGNORECASE,
)
_TELLS = regex(
    r"[^.:;,]{2,40} (?:may|can|cannot|can't)(?: not| only)? (?P<so>do (?:so|this|that|it))\b"
    r"|(?:to|when they|whenever they|if they|each time they|every time they) (?P<verb>[a-z]+)\b"
    r"|(?P<doing>[a-z]+ing)\b(?: [\w'-]+){0,6} (?:costs?|(?:may|can) (?:only )?be done)\b"
    r"|(?:an?|any|each|every) [\w'-]+ (?:may|can) only (?P<only>[a-z]+)\b"
    r"|(?:(?:an?|any|each|every) )?[\w'-]+ (?:may|can) (?P<often>[a-z]+)(?: [\w'-]+){0,4}?"
    r" (?:only |at most |up to |no more than )?(?:once|twice|thrice|\w+ times)\b[^.:,]*\.?$"
    r"|(?:when|whenever|each time|every time) an? [\w'-]+ (?P<does>[a-z]+),",
    re.IGNORECASE,
)


def tells_of(before: str, text: str) -> bool:
    """Whether a sentence says more of the action that the sentence before it allows."""
    told = _TELLS.match(text)
    allowed = ALLOWS.search(before) if told else None
    if allowed is None or told is None:
        return False
    verb = allowed["verb"].casefold()
    if told["so"]:
        return True
    if told["doing"]:
        return told["doing"].casefold() in doing(verb)
    if told["does"]:  # what it does, where nothing is said of that so far; else a trigger
        return (
            told["does"].casefold() == of_one(verb)
            and ":" not in before
            and not re.search(r"[.;] ", before)
        )
    return (told["verb"] or told["only"] or told["often"]).casefold() == verb


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
    body: list[Lexeme] = []
    cost: list[Lexeme] = []
    often: list[Lexeme] = []
    for part in parts[1:]:
        if (paid := _cost(part, named)) and not cost:
            cost = paid
        elif (limit := _limit(part, named)) and not often:
            often = limit
        else:
            body += _without_name(part, named)
    return [*words[:start], *deed, *cost, *often, *rest, *body]


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


def _without_name(part: list[Lexeme], named: Sequence[str]) -> list[Lexeme]:
    """``. To dig, they roll 1d6`` without the words that name the action again."""
    comma = next((at for at, word in enumerate(part) if word.kind in _COMMAS), 0)
    if comma < 3:
        return part
    text, first = part[1].low, part[1:comma]
    if text == "to":
        again = _repeats(first[1:], named)
    elif text in _WHEN and first[1].kind == "A_PLAYER":
        again = len(first) == len(named) + 2 and first[2].low == of_one(named[0])
    else:
        again = text in _WHEN and first[1].kind == "THEY" and _repeats(first[2:], named)
    return [part[0], *part[comma + 1 :]] if again else part


def _cost(part: list[Lexeme], named: Sequence[str]) -> list[Lexeme]:
    """``. Digging costs 1 Gold`` as ``. this costs 1 Gold``."""
    if part[1:2] and part[1].kind == "_THIS_COSTS":
        return part
    costs = next((at for at, word in enumerate(part) if word.low in _COSTS), 0)
    if costs < 2 or not _repeats(part[1:costs], named, is_doing=True):
        return []
    return [part[0], replace(part[costs], kind="_THIS_COSTS"), *part[costs + 1 :]]


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


_EXCESS = ("any excess is lost", "any surplus is lost", "the excess is lost", "the surplus is lost")


def without_excess(words: Words) -> Sequence[Lexeme]:
    """A limit with ``any excess is lost`` as one word: it cuts then, whatever else it says."""
    last = " ".join(each.low for each in words[-4:])
    said = {each.kind for each in words[:-4]}
    if last not in _EXCESS or not said & {"_MAY_NOT", "_NO_PLAYER", "AT_MOST"}:
        return words
    kept = list(words[:-4])
    while kept and (kept[-1].kind in _COMMAS or kept[-1].kind == "_STOP"):
        kept.pop()
    return [*kept, replace(words[-4], kind="EXCESS_LOST", text=last)]


# == What the page calls its players: ``Each player is called a Keeper``, ``Keepers are players`` ==
#
# Such a word means a player in every sentence. Decision: a word that names something else on the
# gamestate page keeps that meaning, and so do more than two words.

_EACH = frozenset({"a", "an", "any", "each", "every", "the", "all", "one"})
_PLAYER = frozenset({"player", "players"})
_NAMED = (("called",), ("known", "as"), ("referred", "to", "as"))
_LONGEST = 9  # words of such a sentence


def player_words(texts: Sequence[str]) -> Iterator[str]:
    """The words for players that sentences give, folded, in the singular."""
    for text in texts:
        word = player_word(text) if "player" in text.casefold() else ""
        if word:
            yield fold(singular_of(word))


def player_word(text: str) -> str:
    """The word that a sentence gives to players, as it stands there; "" where it gives none."""
    keys = [each.text for each in raw_words(text[:200])]
    while keys and keys[-1] in ".;!":
        keys.pop()
    if len(keys) > _LONGEST:
        return ""
    verb = next((at for at, key in enumerate(keys) if key.casefold() in ("is", "are")), 0)
    first, last = _bare(keys[:verb]), keys[verb + 1 :]
    low = tuple(key.casefold() for key in last)
    named = next((words for words in _NAMED if low[: len(words)] == words), ())
    second = _bare(last[len(named) :])
    one, other = " ".join(first), " ".join(second)
    is_first, is_second = (each.casefold() in _PLAYER for each in (one, other))
    if is_first == is_second or is_first != bool(named):
        return ""
    said = other if is_first else one
    return said if said.replace(" ", "", 1).isalpha() else ""


def _bare(keys: Sequence[str]) -> Sequence[str]:
    """The words without what stands before a noun."""
    return keys[1:] if keys and keys[0].casefold() in _EACH else keys


_NO_DEED = kinds(  # words that say more than which action it is
    "not only just single times except if unless when whenever while until till but other others"
    " than each"
    " every twice random randomly exactly precisely today tonight tomorrow yesterday now often"
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
    found, start = list(words), behind_may(words)
    for at in range((start or len(words)) + 1, len(words) - 2):
        one, noun, where = words[at : at + 3]
        if one.kind in _ENDS_DOING:
            break
        if noun.kind != "NAME" or one.kind not in ("A", "ANY", "NUMBER"):
            continue
        found[at] = one if one.kind == "NUMBER" else replace(one, kind="A")
        name, at_one = str(noun.value), kinds_at(words, at + 3, 1)
        had = vocabulary.table(name) or vocabulary.stuff(name)
        if where.kind in ("IN", "ON", "AT") and one.kind == "A" and not had:
            found[at : at + 2] = [replace(each, kind="WORD") for each in words[at : at + 2]]
        elif where.kind in ("ON", "AT") and {*at_one} & PLAYER_KINDS:
            found[at + 2] = replace(where, kind="WORD")  # throw a Pie at another player
    return found


def invented(words: Words, vocabulary: PlainVocabulary) -> list[Lexeme] | None:
    """The words with those of the action as ``DOING``; None where there is no action.

    Kept among them are players, things, and so many of something; what is neither a thing nor
    players' own is a word of the action: ``hang a poster in a Town``.
    """
    words, start = _named_only(words, vocabulary), behind_may(words)
    not_to = next((at for at, word in enumerate(words) if word.kind == "_MAY_NOT"), None)
    if start is None and not_to is not None and not_to + 1 < len(words):
        start = not_to + 1  # one word, so that nothing more is said of the action
        return _forbidden(words, start)
    if start is not None and words[0].kind == "_NO_PLAYER" and start < len(words):
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
        if not _is_deed(words[does : end - whom]):
            return None
        doing = [replace(word, kind="DOING") for word in words[does : end - whom]]
        return [*words[:does], *doing, *words[end - whom :]]
    if start < len(words) and words[start].text == "(":
        return _bracketed(words, start)
    ends = _ENDS_DOING | {"_TO_DO"}  # may study to gain 1 Mana
    end = next((at for at in range(start, len(words)) if words[at].kind in ends), len(words))
    price = kinds_at(words, start + 1, 3)  # heal for 2 Gold: ...
    some = {*price[1:2]} <= _PRICED or price[1:] == ["NAME", "_EQUAL_TO"]
    if price[:1] == ["_FOR"] and some and place_of(words, "_COLON", start=start):
        end = start + 1
    pays = words[start:end][:1] and words[start].low in ("pay", "spend")
    spends = end > start + 1 and (pays or words[start].kind == "_LOSE")
    if start >= end or spends or not _is_deed(words[start:end]):
        return None  # what is lost is more than the name of an action
    return [*words[:start], *_doing(words, start, end), *words[end:]]


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


def _bracketed(words: Words, start: int) -> list[Lexeme] | None:
    """An action whose words stand in brackets, so that they are only its name."""
    end = next((at for at in range(start, len(words)) if words[at].text == ")"), 0)
    if end < start + 2:
        return None
    opened, closed = replace(words[start], kind="_OPEN"), replace(words[end], kind="_CLOSE")
    return [*words[:start], opened, *_doing(words, start + 1, end), closed, *words[end + 1 :]]


def _doing(words: Words, start: int, end: int) -> list[Lexeme]:
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
                staked = (n for n in for_ if _STAKED in pairwise(kinds_at(words[:end], n + 1, 5)))
                stop = next(staked, end)  # for 1 to 5 Gold, called the stake
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
        elif kinds_at(words, at, 4) == ["NUMBER", "_TO", "NUMBER", "NAME"]:  # 1 to 5 Gold
            found += words[at : at + 4]
            at += 3
        elif word.kind == "_UP_TO" and after == "NUMBER":
            named = at + 2 < end and words[at + 2].kind == "NAME"
            found += words[at : at + 2 + named]
            at += 1 + named
        else:
            found.append(replace(word, kind="DOING"))
        at += 1
    return found


_STAKED = ("NAME", "_CALLED_MANY")


def _is_many(words: Words, at: int) -> bool:
    """Whether ``any number of``, ``up to 3`` stands there."""
    return at < len(words) and words[at].kind in ("ANY_NUMBER_OF", "_UP_TO")


_PROPOSALS = ("a proposal", "any proposal", "an open proposal", "any open proposal")


def _proposal(words: Words, at: int, end: int) -> int:
    """How many words ``an open proposal`` has at a place; 0 where it is not there."""
    texts = [each.low for each in words[at : min(at + 3, end)]]
    every = range(len(texts), 0, -1)
    return next((many for many in every if " ".join(texts[:many]) in _PROPOSALS), 0)


def _is_deed(words: Words) -> bool:
    """Whether the words of an action say nothing beside which one it is.

    What stands behind a player, such as "who has a Net", is read as it is.
    """
    told_apart = PLAYER_KINDS | _OF_WHICH
    told_at = (  # or of "a Monster" it is said which
        at for at, word in enumerate(words)
        if (word.kind in told_apart and (word.kind != "_THAT" or words[at - 1].kind not in _COMMAS))
        or (_says_which(words, at) and kinds_at(words, max(at - 2, 0), min(at, 2)) == ["A", "NAME"])
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
        if (at >= end and word.kind != "WORD") or _is_flavour(words, at):
            continue
        if word.kind not in _COUNTING and set(word.low.split()) & _NO_DEED:
            return False
        before = [each for each in words[:at] if each.kind != "THE"][-1:]
        placed = any(each.low in _PLACED or each.kind in _GOING for each in before)
        if (placed and word.kind == "NAME") or word.kind in _NO_NAME:
            return False
    return True


def _says_which(words: Words, at: int) -> bool:
    """Whether it is said there of which things: ``in the Hall``, ``with no Owner``."""
    has = words[at].kind == "_WITH" and {*kinds_at(words, at + 1, 1)} & _MUCH
    return words[at].kind in _SAYS_WHICH or bool(has)


def _is_flavour(words: Words, at: int) -> bool:
    """Whether a preposition is one of a verb's own: ``dig for treasure``, ``spy on a player``."""
    text, after = words[at].low, words[at + 1 : at + 2]
    if text == "for" and after:
        rest = words[at + 1 :]
        rest = rest[1:] if rest[0].kind == "A" and at == 1 else rest
        small = rest and rest[0].kind in ("WORD", "NAME") and rest[0].text.islower()
        return bool(small and len(rest) == 1 and not {rest[0].text} & _NO_DEED)
    if text == "with" and at and words[at - 1].kind == "BOND":
        return True
    if text == "with" and (_is_many(words, at + 1) or (after and after[0].kind in PLAYER_KINDS)):
        return True
    if text == "with" and after:
        return [each.kind for each in words[at + 1 :]] == ["A", "NAME", "THEY_OWN"]
    return text in ("about", "with") and bool(after) and after[0].kind in PLAYER_KINDS
