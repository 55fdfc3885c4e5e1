"""Actions that the game invents: which words of a sentence are the name of one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.plain.words.lexemes import PLAYER_KINDS, RELATIVE, Lexeme, behind_may, kinds

_NO_DEED = kinds(  # words that say more than which action it is
    "not only except if unless when whenever while until till but other others than each"
    " every twice"
    " once thrice more less fewer most least do does has have had is are be may can must never"
    " with without using during after before for as like no nor neither any all both half double"
    " always same different nearby adjacent neighbouring present weaker stronger again instead"
    " also too then times by if them they you it its that those"
    " these this who whose which what how many much least almost nearly about daily weekly"
    " hourly nightly monthly quarterly yearly annually fortnightly biweekly bimonthly semiweekly"
)
_PLACED = kinds("in on at inside into onto upon to from near under over of")
_OF_WHICH = kinds("_WHOSE _THAT OF_TYPE THEY_OWN _OWNED_BY LINK UNOWNED")
_SAYS_WHICH = _OF_WHICH | kinds("IN ON AT _CALLED")
_MOST_WORDS_OF_A_DEED = 6
_ENDS_DOING = kinds(
    "_STOP _COLON _BY_PAYING ONCE TIMES AS_ACTION ANY_TIME _IF _ONLY_IF _UNLESS _THEN ONLY"
)
_NAMING = kinds("_CALLED_MANY ALIAS_MANY _UP_TO")
_COUNTING = kinds("A NUMBER DICE ANY_NUMBER_OF ANOTHER A_UNOWNED")


def invented(words: Sequence[Lexeme]) -> list[Lexeme] | None:
    """The words with those of the action as ``DOING``; None where there is no action.

    Kept among them are players, and so many of something.
    """
    start = behind_may(words)
    not_to = next((at for at, word in enumerate(words) if word.kind == "_MAY_NOT"), None)
    if start is None and not_to is not None and not_to + 1 < len(words):
        start = not_to + 1  # one word, so that nothing more is said of the action
        return _forbidden(words, start)
    if start is not None and words[0].kind == "_NO_PLAYER" and start < len(words):
        return _forbidden(words, start)
    if start is None:
        return _invented_event(words)
    if start < len(words) and words[start].text == "(":
        return _bracketed(words, start)
    pays = start < len(words) and words[start].kind == "_PAY"
    ends = _ENDS_DOING if pays else _ENDS_DOING | {"_TO_DO"}  # may study to gain 1 Mana
    end = next((at for at in range(start, len(words)) if words[at].kind in ends), len(words))
    if pays and start < end:
        to = next((at for at in range(start, end - 1) if words[at].kind in ("_TO", "_TO_DO")), None)
        if to is None or not _is_deed(words[to + 1 : end]):
            return None
        so = replace(words[to], kind="_TO_DO")
        return [*words[:to], so, *_doing(words, to + 1, end), *words[end:]]
    if start >= end:
        return None
    if not _is_deed(words[start:end]):
        return None
    return [*words[:start], *_doing(words, start, end), *words[end:]]


def _forbidden(words: Sequence[Lexeme], start: int) -> list[Lexeme]:
    """What may not be done: one word, or several that "or" joins."""
    found = [*words[:start], replace(words[start], kind="DOING")]
    at = start + 1
    while at + 1 < len(words) and words[at].kind in ("EITHER", "OR_DO", "OR"):
        joint = replace(words[at], kind="EITHER")
        found += [joint, replace(words[at + 1], kind="DOING")]
        at += 2
    if tuple(each.low for each in words[at : at + 2]) in _EACH_OTHER:
        found.append(replace(words[at], kind="EACH_OTHER"))
        at += 2
    return [*found, *words[at:]]


_EACH_OTHER = (("each", "other"), ("one", "another"))


def _bracketed(words: Sequence[Lexeme], start: int) -> list[Lexeme] | None:
    """An action whose words stand in brackets, so that they are only its name."""
    end = next((at for at in range(start, len(words)) if words[at].text == ")"), 0)
    if end < start + 2:
        return None
    opened, closed = replace(words[start], kind="_OPEN"), replace(words[end], kind="_CLOSE")
    inner = _doing(words, start + 1, end)
    return [*words[:start], opened, *inner, closed, *words[end + 1 :]]


def _doing(words: Sequence[Lexeme], start: int, end: int) -> list[Lexeme]:
    """The words of an action: players and so many of something as they are, others as its name."""
    found, at = [replace(words[start], kind="DOING")], start + 1
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
                "_WITH",
                "ON",
                "IN",
                "INTO",
                "AT",
                "OF",
                "NOT_SAME_AGAIN",
            ):
                found += words[at + 1 : end]
                break
        elif word.kind == "A" and after == "NAME" and _is_made(words, at + 1, end):
            found += [replace(each, kind="DOING") for each in words[at : at + 2]]
            at += 1
        elif word.kind in _COUNTING and after == "NAME":
            found += words[at : at + 2]
            at += 1
            if at + 1 < end and words[at + 1].kind in _SAYS_WHICH:
                called = (n + 2 for n in range(at + 1, end) if words[n].kind == "_CALLED")
                stop = next(called, end)
                found += words[at + 1 : stop]
                at = stop - 1
        elif word.kind == "_UP_TO" and after == "NUMBER":
            named = at + 2 < end and words[at + 2].kind == "NAME"
            found += words[at : at + 2 + named]
            at += 1 + named
        else:
            found.append(replace(word, kind="DOING"))
        at += 1
    return found


def _is_many(words: Sequence[Lexeme], at: int) -> bool:
    """Whether ``any number of``, ``up to 3`` stands there."""
    return at < len(words) and words[at].kind in ("ANY_NUMBER_OF", "_UP_TO")


_PROPOSALS = ("a proposal", "any proposal", "an open proposal", "any open proposal")


def _proposal(words: Sequence[Lexeme], at: int, end: int) -> int:
    """How many words ``an open proposal`` has at a place; 0 where it is not there."""
    texts = [each.low for each in words[at : min(at + 3, end)]]
    every = range(len(texts), 0, -1)
    return next((many for many in every if " ".join(texts[:many]) in _PROPOSALS), 0)


def _is_made(words: Sequence[Lexeme], at: int, end: int) -> bool:
    """Whether the thing of an action is made by it: ``may found a Hut: they create a Hut``."""
    made = [words[at].value, words[at].text]
    behind = [(each.kind, word) for each, word in zip(words[end:], words[end + 2 :], strict=False)]
    return any(kind == "_CREATE" and [word.value, word.text] == made for kind, word in behind)


def _is_deed(words: Sequence[Lexeme]) -> bool:
    """Whether the words of an action say nothing beside which one it is.

    What stands behind a player, such as "who has a Net", is read as it is.
    """
    told_apart = PLAYER_KINDS | _OF_WHICH
    told_at = (
        at for at, word in enumerate(words)
        if word.kind in told_apart or (word.kind in _SAYS_WHICH and _is_some(words, at))
    )  # fmt: skip
    end = next(told_at, len(words))
    told = [word for word in words[:end] if word.kind not in _COUNTING | _NAMING]
    if end > 2 * _MOST_WORDS_OF_A_DEED or len(told) > _MOST_WORDS_OF_A_DEED:
        return False
    for at, word in enumerate(words):
        if at >= end and word.kind != "WORD":
            continue
        if _is_flavour(words, at):
            continue
        if word.kind not in _COUNTING and set(word.low.split()) & _NO_DEED:
            return False
        before = [each.low for each in words[:at] if each.kind != "THE"]
        if word.kind == "NAME" and before and before[-1] in _PLACED:
            return False
        if word.kind in ("joint", "QUOTED", "CLOCK", "WEEKDAY", "POSS", "AND", "EITHER"):
            return False
    return True


def _is_some(words: Sequence[Lexeme], at: int) -> bool:
    """Whether ``a Monster`` stands before a place, of which more is said there."""
    return [each.kind for each in words[max(at - 2, 0) : at]] == ["A", "NAME"]


def _is_flavour(words: Sequence[Lexeme], at: int) -> bool:
    """Whether a preposition is one of a verb's own: ``dig for treasure``, ``spy on a player``."""
    text, after = words[at].low, words[at + 1 : at + 2]
    if text == "for" and after:
        rest = words[at + 1 :]
        rest = rest[1:] if rest[0].kind == "A" and at == 1 else rest
        small = rest and rest[0].kind in ("WORD", "NAME") and rest[0].text.islower()
        return bool(small and len(rest) == 1 and not {rest[0].text} & _NO_DEED)
    if text == "with" and at and words[at - 1].kind == "BOND":
        return True
    if text == "with" and _is_many(words, at + 1):
        return True
    if text == "with" and after:
        return [each.kind for each in words[at + 1 :]] == ["A", "NAME", "THEY_OWN"]
    return text == "about" and bool(after) and after[0].kind in PLAYER_KINDS


def _invented_event(words: Sequence[Lexeme]) -> list[Lexeme] | None:
    """The same of ``Whenever a player fishes, ...``."""
    if len(words) < 4 or words[0].kind != "_WHENEVER" or words[1].kind not in PLAYER_KINDS:
        return None
    end = next((at for at, word in enumerate(words) if word.kind == "_THEN"), 0)
    if end < 3:
        return None
    nth = next((at for at in range(end) if words[at].kind == "NTH_TIME"), 0)
    if nth > 2:
        doing = [replace(word, kind="DOING") for word in words[2:nth]]
        return [*words[:2], *doing, *words[nth:]]
    to = end > 3 and words[end - 1].kind == "ANOTHER_PLAYER"
    doing = [replace(word, kind="DOING") for word in words[2 : end - to]]
    doing += words[end - 1 : end] if to else []
    return [*words[:2], *doing, *words[end:]]
