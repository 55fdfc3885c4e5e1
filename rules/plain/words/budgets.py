"""How many actions a player has, and which sentences take one of them.

``Each player has 3 actions per day``, ``As an action, a player may dig``, ``... by spending two
actions``, ``This takes one action``. What takes some is said in front, in one form. Where the
players' table has a column for it, actions are paid like anything.
"""

from __future__ import annotations

import re

from rules.plain.vocabulary import PlainVocabulary, doing
from rules.plain.words.limits import ALLOWS
from wikibot.wikitext.numerals import NUMBER_WORDS, number_or_none
from wikibot.wikitext.regex import regex

_SMALL = "|".join(each for each in NUMBER_WORDS if "-" not in each)
_N = rf"(?P<n>an|a single|\d{{1,2}}|{_SMALL})"
_ACTIONS = rf"{_N} (?:of (?:their|your|the) )?(?:daily |weekly )?actions?(?: points?)?"
_LIMIT = r"(?:(?:at most|up to|no more than|only|exactly|a maximum of|just|but) )?"
_PER = r"(?:(?:in|during|on|for) )?(?:per|an?|each|every|any|their|any one) (?P<per>[A-Za-z]{3,20})"
_WHO = r"(?:an?|any|each|every|all|the)? ?players?|everyone|everybody|you"
_HAS = (
    r"(?:has|have|gets?|receives?|is (?:given|allowed|granted|limited to)"
    r"|are (?:given|allowed|granted|limited to)"
    r"|(?:may|can) (?:only )?(?:take|perform|do|use|spend|make|carry out))"
)
HAVING = regex(r"(?i)\b(?:has|have|gets?|receives?|given|granted)\b")  # and not: may take
_BUDGET = regex(
    rf"(?:(?:{_WHO}) {_HAS} {_LIMIT}|(?:no player|nobody|no one) (?:may|can)"
    rf" (?:take|perform|do|use|spend) more than ){_ACTIONS}(?: to (?:spend|take|use))? {_PER}",
    re.IGNORECASE,
)
_IN_FRONT = regex(rf"({_PER}),? (?P<rest>.+)", re.IGNORECASE)
_LOST = regex(  # which is so of any that are counted anew
    r"[.,;]? \(?(?:and |but )?"
    r"(?:(?:(?:anything|whatever is|any) )?(?:unused|unspent|not used|left over)"
    r"(?: actions?| ones)?"
    r" (?:is|are|goes|go) (?:lost|wasted|gone|forfeited)"
    r"|(?:(?:unused|unspent|spare|leftover) (?:actions?|ones) |they |these |you )?"
    r"(?:do not|don't|cannot|can't|may not|are not|aren't)"
    r" (?:be )?(?:carry over|carried over|saved?(?: up)?(?: them)?|accumulate|add up)"
    r"|days change)"
    r"(?P<when> (?:at (?:0:00(?: utc)?|the end of (?:the|each) (?P<of>[a-z]+))"
    r"|from one day to the next|to the next day))?\)?\Z",
    re.IGNORECASE,
)
_AND = regex(  # for 3 Gold and an action
    rf"(?P<to> (?:for|by (?:paying|spending)) ){_ACTIONS},? and"
    r" (?=an? |\d|the |one |half |two |three )"
    r"|(?P<of> (?:for|by (?:paying|spending)) [^:.;]{3,60}?),? and"
    rf" {_ACTIONS.replace('<n>', '<m>')}(?=[ :.;,]|\Z)",
    re.IGNORECASE,
)
_TAKES = regex(
    r"(?:\A|,? )(?:(?:as|for|using|with|costing|taking|at (?:a|the) cost of"
    r"|by (?:spending|using(?: up)?|taking|paying)"
    rf"|(?:which|this|that|it) (?:takes|costs|uses(?: up)?)) {_ACTIONS},?"
    rf"|(?<= may )(?:use|spend|take) {_ACTIONS.replace('<n>', '<m>')} to)(?=[ :.;]|\Z)",
    re.IGNORECASE,
)
_THIS_TAKES = regex(
    r"[.;] (?:this|it|that|doing (?:so|this|it|that)|(?P<doing>[a-z]+ing)(?: an? \w+)?)"
    rf" (?:takes|costs|uses(?: up)?|requires|is|counts as|needs) {_ACTIONS}(?P<m>)\.?\Z",
    re.IGNORECASE,
)
_COLUMNS = (
    "Actions", "Actions left", "Action points", "Actions remaining", "Remaining actions", "AP",
)  # fmt: skip
_UNITS = ("day", "week", "month", "hour", "turn", "round", "phase")
_MOST_LETTERS = 600


def _many(said: str) -> int:
    return number_or_none(said.casefold()) or 1


def column_of_actions(vocabulary: PlainVocabulary) -> str:
    """The players' column of how many actions they have left; "" where there is none."""
    fields = filter(None, map(vocabulary.field, _COLUMNS))
    return next((each.name for each in fields if each.kind in ("number", "")), "")


def budget(text: str, vocabulary: PlainVocabulary) -> tuple[int, str]:
    """How many actions each player has, and in which time; 0 where it is not said."""
    if len(text) > _MOST_LETTERS:
        return 0, ""
    text = text.strip().rstrip(".")
    lost = _LOST.search(text)
    text = text[: lost.start()] if lost else text
    said = _BUDGET.fullmatch(text) or _BUDGET.fullmatch(_IN_FRONT.sub(r"\g<rest> \1", text))
    if said is None:
        return 0, ""
    per = said["per"]
    if lost and lost["when"] and per.casefold() != (lost["of"] or "day").casefold():
        return 0, ""
    unit = vocabulary.period(per) or (per.casefold() if per.casefold() in _UNITS else "")
    return (_many(said["n"]), unit) if unit else (0, "")


def taking(text: str) -> tuple[int, str]:
    """How many actions it takes to do what a text allows, and the text without that."""
    allowed = ALLOWS.search(text) if len(text) <= _MOST_LETTERS else None
    if allowed is None:
        return 0, text
    head = re.split("[:.;]", text, maxsplit=1)[0]
    said = _THIS_TAKES.search(text) or _AND.search(head) or _TAKES.search(head)
    of = said.groupdict() if said else {}
    does, kept = of.get("doing") or "", of.get("to") or of.get("of") or ""
    if said is None or (does and does.casefold() not in doing(allowed["verb"].casefold())):
        return 0, text
    rest = " ".join(f"{text[: said.start()]}{kept} {text[said.end() :]}".split())
    rest = re.sub(r" (?=[:.;,])", "", rest)
    return _many(of["n"] or of["m"] or ""), rest[:1].upper() + rest[1:]
