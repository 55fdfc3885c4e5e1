"""How much of something there may be, in whatever order it is said: its slots, and nothing else.

``Wood is capped at 30``, ``Each player may own four Mills at most``: whose number
or how many of what, which bound, and what becomes of an excess. What each word says is known, or
the sentence is none of these. What is found is said again in the form that the grammar has for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from rules.plain.words.lexemes import kinds
from wikibot.game.names import singular_of
from wikibot.wikitext.numerals import NUMBER_WORDS, integer, number_or_none
from wikibot.wikitext.regex import regex

MOST_LETTERS = 300  # of a bound
_NUMBERS = "|".join(
    each for each in NUMBER_WORDS if "-" not in each and each not in ("once", "twice")
)
_N = rf"(?:\d{{1,9}}|(?:{_NUMBERS}))\b"
_OF = (  # an amount that is reckoned
    r"(?:(?:(?:half|twice|double) )?(?:the number of )?(?:their|its) (?!own\b)[A-Za-z]+"
    rf"(?: (?:plus|minus|times) {_N})?(?:,? rounded (?:up|down))?"
    rf"|{_N},? (?:plus|minus) {_N} for (?:each|every) (?-i:[A-Z])[a-z]+ (?:that )?(?:they|you) "
    r"(?:have|hold|own))"
)
_MUCH = (
    rf"(?P<n>{_OF}|{_N})(?: (?P<what>(?!at\b|in\b|for\b|or\b|and\b|nor\b|is\b|may\b|each\b"
    rf"|of\b)[A-Za-z]+))?"
)
_GO = r"(?:(?:go|get|be|rise|climb|fall|drop|sink|dip|come)(?:e?s)? )?(?:any )?"
_LEADS = regex(
    r"(?:please|remember|note that),? |in (?P<season>(?-i:[A-Z])[a-z]+),? ", re.IGNORECASE
)
# What stands behind a bound and says no more than it does: whole phrases, so that nothing else that
# is said there is passed over. A number that is said again has to be that of the bound.
_ORDINAL = r"(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"
_MAY_NOT = r"(?:may not|can't|cannot)"
_EXCESS = (
    r"(?:(?:the|any|all) )?(?:surplus|excess|rest|extra)(?: ones?)?|(?:anything|whatever|what"
    r"|gains?|any)(?: is)?(?: gained)?(?: that would)?(?: (?:beyond|past|above|over|push|more than)"
    r")+(?: it| this| that| is)?(?: over)?|(?:anything|whatever|what) (?:that )?doesn't fit"
)
_ARE_LOST = (
    r"(?:(?:is|are|gets?) (?:simply |just |at once )?(?:lost|destroyed|wasted|discarded"
    r"|thrown away)|rots?(?: at once| away)?)"
)
_PASSING = (
    r"that would (?:take|leave|bring|put|push) it (?:lower|higher|with (?:less|more)"
    r"|(?:over|above|below|under)(?: it| that)?)"
)
_TAIL = regex(
    rf"[,;.] (?:full stop|not more|no more|both included|one is the maximum"
    rf"|counting each \w+(?: and so on)? separately"
    rf"|so (?:no one|nobody|they|you) (?:can|can't|cannot|may not) (?:gain|get|have|buy) (?:more"
    rf"|any more|another|an? {_ORDINAL})(?: one)?"
    rf"|so (?:they|you) {_MAY_NOT} (?:spend|pay|give away) (?:the|their|your) last(?: one)?"
    rf"|and {_MAY_NOT} (?:spend|pay|give away)(?: or (?:spend|pay|give away))? their last(?: one)?"
    rf"|(?:and )?(?:an act {_PASSING} {_MAY_NOT} be done|nothing {_PASSING} may be done)"
    rf"|an? {_ORDINAL} {_MAY_NOT} (?:move in|come in|enter)"
    rf"|(?:they|you) {_MAY_NOT} (?:pay|give|spend) (?:an?|any) (?:cost|price|fee|sum)"
    rf" that would (?:leave|take) (?:them|you) (?:with less|below (?:that|it))"
    rf"|(?P<lost>(?:and )?(?:{_EXCESS}) {_ARE_LOST}|and is lowered to match(?: if it ever is)?"
    rf"|and if they have more it goes down to (?P<again>{_N})"
    rf"|it shall be deemed to be (?P<again2>{_N})|if it is,? lower it to match"
    rf"|if they would(?: go lower)?,? they stay at (?P<again3>{_N})"
    rf"|treat anything beyond as the nearest of the two"
    rf"|(?:if )?a player (?:who )?(?:owes|loses|would lose|would owe) more than they have,?"
    rf" (?:they )?(?:just |simply )?(?:goes|go|drops?|stops?) (?:to|at) (?P<again4>{_N}))"
    rf"|(?:and )?(?:whatever (?:you'd|they'd|they|you) (?:get|gain) (?:beyond|above) (?:that|this)"
    rf"|the (?:surplus|excess|rest)|what is too much|anything (?:beyond|above|over) (?:that|this"
    rf"|it)|the extra) goes (?:straight )?(?:in)?to (?P<to>the [A-Za-z]+))$", re.IGNORECASE
)  # fmt: skip
# Which bound; of those under "no" it is one only behind a "not".
_BOUNDS = {
    "no_more": rf"{_GO}(?:more than|over|above|higher than|past|beyond|exceed(?:s)?|in excess of"
               rf"|(?:older|bigger|larger|greater) than) {_MUCH}",
    "no_less": rf"{_GO}(?:less than|fewer than|below|under|lower than) {_MUCH}",
    "more_than": r"more (?P<what>[A-Za-z]+) than (?P<n>" + _OF + r")",
    "as_many": rf"(?:only |up to |at most )?as (?:many|much) (?P<what>[A-Za-z]+) as (?:(?:they|you)"
               rf" (?:have|own|hold) (?P<have>[A-Za-z]+)|their (?P<their>[A-Za-z]+))"
               rf"(?: times (?P<times>{_N}))?",
    "most": rf"(?:at most|max(?:imum)?|up to|no more than|not more than"
            rf"|an? (?:maximum|limit|cap|upper limit) of|(?:tops? out"
            rf"|stops?|(?:is|are) capped|maxes out) at|a"
            rf" ceiling of|room for(?: just| only)?|(?:only|just)(?: be)?|but|limited to) {_MUCH}"
            rf"|(?P<n2>{_N})(?: (?P<what2>[A-Za-z]+))? at (?:the )?(?:very )?(?:most|outside"
            rf"|largest|highest)",
    "least": rf"(?:at least|an? (?:floor|minimum) of|no less than|no fewer than) {_MUCH}",
    "between": rf"(?:somewhere )?(?:between (?P<low>{_N}) and|from (?P<low2>{_N}) to) "
               rf"(?P<high>{_N})(?: (?P<what>(?-i:[A-Z])[a-z]+))?",
    "bare": _MUCH,
}  # fmt: skip
_READ = {
    name: regex(rf"(?<![\w']){said}(?![\w'])", re.IGNORECASE) for name, said in _BOUNDS.items()
}
_NEGATED = ("no_more", "no_less", "more_than")
_AT = regex(
    r"\b(?:at|in|inside|on) (the (?!game|same\b)(?-i:[A-Z])[A-Za-z]+|(?-i:[A-Z])[A-Za-z]+ \d+)"
)
_APIECE = regex(r"(?i)\b(?:per|for each|for every) (?:player|person)\b|\beach$")
_ALL_OF_US = regex(
    r"\b(?:in play )?(?:between|among) (?:all (?:of )?(?:us|the players|players))"
    r"|\b(?:in all|in total|altogether)\b", re.IGNORECASE
)  # fmt: skip
_NOT = regex(r"\b(?:not|never|cannot|no)\b|n't\b", re.IGNORECASE)
_CAPITAL = (
    r"(?!(?:There|All|No|At|In|If|Any|An?|You|The|They|It|Should|Whoever|Max|"
    r"Maximum|Please|Only|Just|Not|Never|Up|Every)\b)(?-i:[A-Z])[a-z]+"
)
_WHO = (
    rf"(?P<else>(?:any|every)(?:one|body) else|(?:any )?other players?)"
    rf"|(?P<nobody>nobody|no one|no player)"
    rf"(?:'s(?= allowed\b)| is)?|(?:an?|any|each|every) player|anyone|everyone|you|players"
    rf"|(?:an? )?(?P<role>{_CAPITAL})(?= (?:may|can))"
)
_SUBJECT = regex(
    rf"(?:(?P<who>{_WHO})(?!')|(?P<name>(?:the (?:number|amount) of )(?P<of>[A-Za-z]+) (?:of|for)"
    rf" (?:any|a|each) player"
    r"|(?:a|any|each) player's (?P<own>[A-Za-z]+)"
    r"|(?P<no_ones>nobody|no one|no player|everyone|everybody|all players)'s "
    r"(?P<own2>[A-Za-z]+)|the (?P<col>[A-Za-z]+) of (?:an?|any|each) (?P<thing>[A-Za-z]+)"
    rf"|(?:an?|any|each) (?P<thing2>[A-Za-z]+)'s (?P<col2>[A-Za-z]+)|(?P<the>the (?!most\b"
    rf"|number\b|maximum\b|limit\b|highest\b)[A-Za-z]+)|(?P<bare>{_CAPITAL}))"
    r"|(?P<all>all (?:the )?players' (?P<total>[A-Za-z]+)(?: (?:counted |taken )?together)?)"
    r"|no (?P<thing3>(?-i:[A-Z])[a-z]+) (?:has|gets|may have|can have) an? (?P<col3>[A-Za-z]+)"
    r"|no (?P<no>(?!more|less|fewer)[A-Za-z]+)|(?:an?|each|every) (?P<noun>[A-Za-z]+)"
    r"|(?:the (?:most|maximum|limit|highest)(?: possible)?(?: number| amount)?(?: of| on| for)? "
    r"(?P<most>[A-Za-z]+)"
    r"(?: (?:that )?(?:a player|you|anyone) (?:may|can) (?:hold|have|own|carry)| per"
    r" player)? is))(?![\w'])",
    re.IGNORECASE,
)
_MEANS_NOTHING = kinds(
    "may can must shall will always ever never not no cannot can't mustn't doesn't don't aren't "
    "isn't won't be is are has have had hold holds own owns possess keep keeps carry carries "
    "contain store get gets to go allowed there at any one time a once in total the same full stop "
    "and nor or between us both play stay remain game of somewhere most come comes number belong"
    " player owner sorts simply it its up that does do older ranges range stays remains runs"
    " lies goes"
)
_VERBS = kinds(
    "have has hold holds own owns possess keep keeps carry carries contain store get gets be is are"
    " go allowed ranges range stays stay remains remain runs lies come comes belong rise climb fall"
    " drop sink dip exceed rises climbs falls drops sinks dips exceeds goes top tops stop stops "
    "maxes room limited"
)
_UNITS = kinds("players years units points people persons")  # a number's own
_OWNS = kinds("have own carry keep possess")
_OTHERS = regex(
    r"(?:[,;] |,? and )(?=(?:any|every)(?:one|body) else|(?:any )?other players?)", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def bounded(text: str) -> Sequence[str]:
    """The sentences that say the same of how much there may be; none if it is no such."""
    text = " ".join(text.strip().rstrip(".!").replace("\u2019", "'").split())
    if len(text) > MOST_LETTERS or ":" in text:
        return ()
    season = ""
    while lead := _LEADS.match(text):
        season, text = lead["season"] or season, text[lead.end() :]
    text = re.sub(r"(?i)\b(?:be|become|go) (?:negative|below zero)\b", "be below 0", text)
    lost = to = ""
    no_more, again = False, set[str]()
    while tail := _TAIL.search(text):
        told = {name: said for name, said in tail.groupdict().items() if name.startswith("again")}
        again |= {_digits(said) for said in told.values() if said}
        lost, to, text = tail["lost"] or lost, tail["to"] or to, text[: tail.start()]
        no_more |= tail[0][2:].startswith(("not more", "no more", "one is"))
    found, role, what = list[str](), "", ""
    for clause in _OTHERS.split(text):
        said_of = _clause(clause, role, what, no_more=no_more)
        says = _bound(said_of, season, lost=bool(lost), to=to) if said_of else ()
        if not says or not said_of:
            return ()
        found += says
        again -= {n for _, n in said_of.limits}
        role, what = said_of.role, said_of.what
    return () if again else found


def _digits(text: str) -> str:
    """A number, or what it is reckoned from, with its numbers in digits."""
    each = (None if word == "twice" else number_or_none(word.casefold()) for word in text.split())
    return " ".join(
        word if number is None else str(number)
        for word, number in zip(text.split(), each, strict=True)
    )


class _Bounded(NamedTuple):
    """What a clause says. ``limits``: each bound; ``said``: which kinds they are."""

    of: Mapping[str, str]
    role: str
    what: str
    limits: Sequence[tuple[str, str]]
    said: frozenset[str]
    whose: str

    @property
    def is_reckoned(self) -> bool:
        """Whether a bound is no plain number."""
        return any(not n.isdecimal() for _, n in self.limits)


def _clause(text: str, role: str, what: str, *, no_more: bool) -> _Bounded | None:
    """What a clause says, where each of its words is known; of the one before: role, and what."""
    subject = _SUBJECT.match(text)
    rest = text[subject.end() :] if subject else text
    of = {name: each for name, each in subject.groupdict().items() if each} if subject else {}
    apiece, place, shared = (each.search(rest) for each in (_APIECE, _AT, _ALL_OF_US))
    for each in (_APIECE, _AT, _ALL_OF_US):
        rest = each.sub(" ", rest)
    found = list[tuple[str, re.Match[str]]]()
    for name, pattern in _READ.items():
        if name != "bare" or (not found and (no_more or "most" in of or (what and "else" in of))):
            found += [(name, each) for each in pattern.finditer(rest)]
            rest = pattern.sub(" ", rest)
    words = re.findall(r"[\w'-]+|[^\w\s,]", rest.casefold())
    known = _MEANS_NOTHING | ({"or"} if len(found) == 2 else set())
    begins = {each[0].split()[0].casefold() for _, each in found}
    has_verb = not subject or what or {"most", "col3"} & {*of} or "a" in begins
    has_verb = bool(has_verb or _VERBS & {*words, *begins})
    if len(found) not in (1, 2) or not known.issuperset(words) or not has_verb:
        return None
    nobody = {"nobody", "no", "thing3"} & {*of} or of.get("no_ones", "").startswith(("no", "No"))
    negated = bool(nobody) + len(_NOT.findall(rest))
    limits = [*chain.from_iterable(_limits(name, each, negated) for name, each in found)]
    if not all(n for _, n in limits) or len({op for op, _ in limits}) < len(limits):
        return None
    named = [each.groupdict().get("what") or each.groupdict().get("what2") for _, each in found]
    what = next(filter(None, reversed(named)), of.get("most") or what)
    if {"name", "all", "col3"} & {*of} and any(
        each and each.islower() and each not in _UNITS for each in named
    ):
        return None  # "Energy never drops below 0 twice"
    if "role" in of and not what:  # "Health can't go below 0"
        of = {"bare": of["role"]}
    if "no" in of and _OWNS & {*words}:  # "No Farmer may have more than 3 Nets"
        of = {"who": of["no"], "role": of["no"]}
    role = of.get("role", role)
    if "else" in of and not role:
        return None
    words += ["older"] * any("older" in each[0] for _, each in found) + ["per"] * bool(apiece)
    whose = _whose(of, what, place[1] if place else "", words, shared=bool(shared))
    kinds_ = frozenset(name for name, _ in found)
    return _Bounded(of, role, what, limits, kinds_, whose) if whose else None


def _limits(name: str, found: re.Match[str], negated: int) -> Iterator[tuple[str, str]]:
    """The bounds of a phrase, each with what it comes to; "" where that is not plain."""
    said = found.groupdict()
    if name == "between":
        yield ">=", _digits(said["low"] or said["low2"]) * (not negated)
        yield "<=", _digits(said["high"])
        return
    n = _digits(said.get("n") or said.get("n2") or "")
    if name == "as_many":
        times = f" times {_digits(said['times'])}" if said["times"] else ""
        n = f"their {said['have'] or said['their']}{times}"
    if name == "bare" and negated == 1:  # "No one is allowed two"
        n = str(integer(n) - 1) if n.isdecimal() and integer(n) > 1 else ""
    elif negated != (name in _NEGATED):
        n = ""
    n = re.sub(r", (?=plus|minus)| that(?= they| you)", lambda e: " " * (e[0] == ", "), n)
    yield ">=" if name in ("no_less", "least") else "<=", n


def _bound(said: _Bounded, season: str, *, lost: bool, to: str) -> Sequence[str]:
    """What a clause says as sentences; none where it is not plain."""
    whose, what, of, (_, n) = said.whose, said.what, said.of, said.limits[0]
    when = f" if it is {season}" if season else ""
    if to:
        what = what if whose == "each" and not said.role else of.get("bare") or of.get("own", "")
        if not what or season or len(said.limits) != 1:
            return ()
        excess = f"{what} equal to their {what} minus {n}"
        return (f"Whenever a player has more than {n} {what}, they pay {excess} to {to}",)
    forbids = not lost and bool(said.said & {*_NEGATED})
    if whose == "each":
        if not what or (said.role and said.is_reckoned):
            return ()
        if said.role or not (lost or said.is_reckoned):
            no = "not " * ("else" in of)
            who = f"A player who is {no}a {singular_of(said.role)}" if said.role else "A player"
            excess, than = "; any excess is lost" * lost, {"<=": "more", ">=": "fewer"}
            return [
                f"{who} may not have {than[op]} than {n} {what}{when}{excess}"
                for op, n in said.limits
            ]
        whose, forbids = f"A player's {what}", not lost
    elif said.role:
        return ()
    forbids |= whose.startswith(("The number", "The total", "For each"))
    says = {"<=": "may not be more than", ">=": "may not be less than"}
    says = says if forbids else {"<=": "is at most", ">=": "is at least"}
    return [f"{whose} {says[op]} {n}{when}" for op, n in said.limits]


def _whose(
    of: Mapping[str, str], what: str, place: str, words: Sequence[str], *, shared: bool
) -> str:
    """What is bounded: "each" for what each player has, "" where it is not plain."""
    noun = (of.get("no") or of.get("noun") or "").capitalize()
    if "all" in of:
        return f"The total {of['total']} of all players"
    if name := of.get("of") or of.get("own") or of.get("own2"):
        return f"A player's {name}"
    if col := of.get("col") or of.get("col2") or of.get("col3"):
        thing = of.get("thing") or of.get("thing2") or of["thing3"]
        return f"The {col.capitalize()} of each {thing.capitalize()}"
    if noun:
        age = f"The Age of each {noun}" if "older" in words else ""
        return f"For each {noun}, the number of {what} at it" if what else age
    if what.casefold() in ("player", "players"):
        place = place or of.get("the", "").replace("The ", "the ", 1)
        return f"The number of players at {place}" if place else ""
    if "the" in of:
        return f"The {of['the'][4:]}" if not place else ""
    if "bare" in of:
        return of["bare"] if not place else ""
    if place:  # "There must be at least 5 Gold in the Pot"
        if "there" in words and not of:
            return f"The {place[4:]}" if place.startswith("the ") else ""
        return f"{place[0].upper()}{place[1:]}" if "stay" in words or "remain" in words else ""
    if "there" in words and "per" not in words:
        return (
            f"The total {what} of all players"
            if shared
            else f"The number of players who are {what}"
        )
    if "who" in of or "most" in of or {"player", "per"} & {*words}:
        return "each"
    return ""
