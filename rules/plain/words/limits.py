"""How often something may be done, in whatever order it is said: its slots, and nothing else.

``Four goes a month are plenty``, ``No player rows more than 7 times, ever``: who,
what, how often, in which time and for whom together are looked for anywhere in the sentence. Each
word has to belong to one of them, or to the few that say nothing more; no slot may be filled twice.
What is found is said again in the one form that the grammar has for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from rules.plain.vocabulary import doing, done, of_one
from rules.plain.words.lexemes import kinds
from wikibot.game.names import singular_of
from wikibot.wikitext.numerals import NUMBER_WORDS, number_or_none
from wikibot.wikitext.regex import regex

MOST_LETTERS = 300  # of a limit
_NUMBERS = "|".join(each for each in NUMBER_WORDS if "-" not in each)
_N = rf"(?:\d{{1,4}}|{_NUMBERS})"
_UNITS = "day|week|month|hour|turn|round|phase|period"
_UNIT = rf"(?P<unit>{_UNITS})"
_THEN = r"(?: (?:begins|starts|comes(?: round)?|arrives))?"
_ANY = (
    r"(?:an?|per|each|every|any|one|the|the same|any (?:one|given|single)|a (?:single|given)|that)"
)
_ONE = r"(?:player|person|one|of (?:us|you))"

ALLOWS = regex(
    r"\b(?:may|can)(?: also)?,?(?: (?:only )?(?:once|twice|thrice|up to \w+ times|at any time)"
    r"(?: (?:per|a|each|every) \w+)?,?)? (?P<verb>[a-z]+)\b",
    re.IGNORECASE,
)
_IS_TIME = regex(
    r"(?i)\b(?:dai|day|week|month|hour|turn|round|phase|period|game|ever\b|lifetime|again|in a row)"
)
_BE = r" (?:may|can't|cannot|can|shall)(?: not| only| just| never)? be (?!done)"
_NOUN = r"(?-i:[A-Z])[a-z]\w+"
# The slots, in the order in which they are looked for.
_SLOTS = {
    "freely": r"as often as (?:they|you) (?:like|want|wish|please),? but",
    "from": r"(?:counted|counting|measured) from (?:their|your|the) (?:last|previous) [a-z]+",
    "players": rf"(?:at most|only|just|no more than|up to)(?: the first)? (?P<players>(?!one\b"
               rf"){_N})"
               r" (?:different )?players(?: (?:to do (?:so|it|this)|who do (?:so|it|this)))?"
               r"(?= (?:(?:on )?(?:a|per|each|any)(?: given)? \w+ )?(?:may|can|get)\b)",
    "over": rf"(?:they|you|that player)(?:'re| are| is) (?:done|finished|through)(?: with (?:it|th"
            rf"is"
            rf"))?(?: [a-z]{{2,20}}ing)? for (?:the rest of )?(?:the|that|this) (?P<rest>{_UNITS}|"
            rf"game)"
            rf"|(?:they|you) (?:have to|must) wait (?:for|until) the next (?P<next>{_UNITS}"
            rf"){_THEN}",
    "until": rf"(?:again )?(?:until|till|before) (?:the )?(?:next|following|new|a new) (?:(?P<mond"
             rf"ay>"
             rf"monday)|(?P<next>{_UNITS})){_THEN}|(?:again )?(?:for|during) the rest of (?:the|th"
             rf"at"
             rf"|this) (?P<rest>{_UNITS})|between one (?:(?P<monday2>monday)|(?P<one>{_UNITS})) and"
             r" the next",
    "already": r"if (?:they|you|a player)(?:'ve| have)? (?:already )?(?:did|done) (?:it|so|this"
               r"|that)"
               r"(?: already)?(?= (?:today|this )),?|(?:they|you) (?:can't|cannot|may not)$",
    "after": r"^(?:an?|any|the) player who has (?:done (?:so|this|it))|^(?:once|when(?:ever)?|each"
             r" time)"
             r"(?= (?:a player|you|they|some(?:one|body)|any(?:one|body))\b)",
    "wait": rf"(?:must|has to|have to|needs? to|shall) (?:then )?wait (?:for )?(?:at least )?"
            rf"(?:a full )?(?P<wait>{_N}|an?|another) (?:full |whole )?(?P<of>hour|day|week)s?"
            rf"|(?:there (?:must|has to|have to) be (?:at least )?)?(?P<apart>{_N}|an?) (?:full |w"
            rf"hole )?(?P<unit2>hour|day|week)s?(?: (?:must|has to"
            rf"|have to|needs? to) (?:pass|go by|lie|be))? between (?:two|one) (?P<deed>[a-z]+)(?:"
            rf" and the next)?"
            rf"|again (?:for|within|until) (?:the next )?(?P<again>{_N}) (?P<unit>hour|day"
            rf"|week)s?(?: ha(?:ve|s) passed)?",
    "within": rf"(?:(?:with)?in (?:any|every|each|a)|per|every) (?P<within>(?!one\b|1\b){_N})"
              r" (?P<hours>hour|day|week|period)s?",
    "in_row": r"twice in a row(?:[;,]? (?:without doing|do|take|they must do) (?:something|some ot"
              r"her"
              r" action|anything|another action)(?: else)? in between)?",
    "running": r"(?:for )?two (?:days (?:in a row|running|in succession)|consecutive days)"
               r"|on consecutive days|(?:in|for) (?:two )?(?:consecutive (?P<weeks>weeks)"
               r"|weeks (?:in a row|running))",
    "together": r"(?:(?:among|by|between|for) )?all (?:the )?players(?: (?:put|taken))? together"
                r"|(?:no matter|regardless of|never mind) (?:by )?whom?(?: (?:does|owns) (?:it"
                r"|that))?"
                r"|whoever (?:does|owns) (?:it|that)|counting everybody's",
    "only_one": r"only (?:the first|one) player(?: to do (?:so|it)| who does (?:so|it)|(?= (?:(?:a"
                r"|per|each) \w+ )?(?:(?:may|can)\b|to do (?:so|it))))"
                r"(?: first)?|(?:so )?whoever (?:is|comes|does it) first gets it"
                r"|(?:so )?first come,? first served"
                r"|the others (?:must|have to) wait for the next \w+",
    "same": rf"(?P<none>nobody|no one)(?={_BE})|(?:each|any|every|"
            rf"(?P<no>no)|the same|any one) (?P<done>{_NOUN}|player)(?={_BE})"
            r"|(?!\A)(?<!by )(?:(?:at|in|on|to|from|with) )?the same (?P<same>person"
            rf"|player|{_NOUN})"
            rf"|(?:at|in|to|from|with) (?:any (?:one|single|given)|each|any|one) (?P<one>player"
            rf"|{_NOUN})",
    "game": r"(?:in|during|over|for|throughout)(?: the course of)? (?:the|a) (?:(?:whole|entire) )?"
            r"(?:game|lifetime)|per game|(?<!only )ever|(?:and )?never again",
    "per": rf"(?:(?:(?:with)?in|on|during|over) )?{_ANY} {_UNIT}|(?P<ly>dai|week|month|hour)ly"
           rf"|today"
           rf"|(?:this|that) (?P<this>{_UNITS})",
    "season": rf"(?:in|during) (?P<season>{_NOUN})(?=,| it\b)",
    "rest": r"(?:in|at|during) (?:all )?other (?:seasons|times)|the rest of the (?:year|time)",
    "else": r"(?:every|any)(?:one|body) else|(?:all |the )?other players",
    "nobody": r"(?:nobody|no one|no-one|no player)",
    "role": r"(?:an? )?(?P<role>(?!You|They|This|That|It|Players|We|One|A\b|\w+ing\b)"
            r"(?-i:[A-Z])[a-z]+)"
            r"(?= (?:may|can|gets?)\b(?! be\b))",
    "most": r"as often|a number of times|as many times|no more (?:often|times)|the number of times",
}  # fmt: skip
_WHO = regex(
    r"\bby the same (?:player|person)\b|\Athe same (?:player|person)\b"
    r"|\b(?:(?:per|for|by) )?(?:an?|one|each|every|any|a given|any (?:one|given|single)) (?:player"
    r"|person)\b"
    r"|\bper (?:player|person|head)\b|\beach of (?:us|you)\b|\bthe player\b"
    r"|\bplayers\b", re.IGNORECASE
)  # fmt: skip
_READ = {name: regex(rf"\b(?:{said})(?![\w'])", re.IGNORECASE) for name, said in _SLOTS.items()}
_SO_MANY = regex(  # so often as somebody has something
    r"\b(?:than|as|at|to|exceed) (?:the number of (?P<a>\w+) (?:that )?(?:they|you) (?:have|own)"
    r"|(?P<b>(?:(?:half|twice|double) )?(?:the number of )?their \w+(?:,? rounded (?:up|down))?)"
    r"|(?:they|you) (?:have|own) (?P<c>\w+))$", re.IGNORECASE
)  # fmt: skip
_NOT = regex(r"\b(?:not|never|cannot)\b|n't\b|\bno (?=more )", re.IGNORECASE)
_MORE = regex(r"\b(?:(?:any |no )?more (?:often )?than|in excess of|over)\b", re.IGNORECASE)
_MEANS_NOTHING = kinds(
    "that this so it is s re are be do does doing done happen exercise right to get gets your lot"
    " the limit plenty fine enough most maximum max limited allowed permitted tops please but and"
    " only just at up in a of for you they can may shall not never cannot shan't can't mustn't"
    " won't don't isn't as by total all given way manner one one-off there capped more often what"
    " anybody anyone somebody someone manage manages after having before again go another next"
    " until have it's that's make makes has they've you've equal number restricted we lets like"
    " ever taken times gained earned obtained maximum there least tries has who"
)
_LIMITS = kinds(
    "may can only just most maximum max limited limit allowed permitted tops lot enough plenty fine"
    " up capped get gets shall"
)
_OFTEN = regex(
    rf"\b(?P<often>once|twice|thrice|(?P<n>{_N})(?: (?P<of>[a-z-]+))?)\b(?!-)", re.IGNORECASE
)
_NTH = regex(r",? (?:so|but|and) (?:nobody (?:may|can) do it|not) an? (?P<nth>\w+)(?: time)?$")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_CLAUSES = regex(
    r"[,;] (?:and |but )?(?=(?:every|any)(?:one|body) else|other players|never (?!again)|the rest"
    r" of"
    r"|in other )| and (?=(?:every|any)(?:one|body) else|other players|never "
    r"(?!again)|(?:max|at most|no more than) \w+)", re.IGNORECASE
)  # fmt: skip


_GOES = kinds("tries try times time goes go")
_NAMED = regex(  # "Limit: 3 per week"
    rf"^(?:the )?(?:limit|max(?:imum)?)(?: is)?:? (?P<n>{_N}) (?=(?:an?|per|each|every) )",
    re.IGNORECASE,
)
_BESIDE = {"per", "more", "freely", "after", "nobody"}  # slots that may stand beside any


@lru_cache(maxsize=4096)
def limited(text: str, act: str) -> Sequence[str]:
    """The sentences that say so of the action that another text allows; none if it is no limit."""
    text = text.strip().rstrip(".!").replace("\u2019", "'")
    text = _NAMED.sub(r"\g<n> times ", text)
    if len(text) > MOST_LETTERS or ":" in text or not _IS_TIME.search(text):
        return ()
    allowed = ALLOWS.search(act)
    if allowed is None or allowed["verb"] in ("not", "only", "have", "be"):
        return ()
    nth = _NTH.search(text)
    end = nth.start() if nth else len(text)
    found, clause = list[str](), _Limiting()
    for said in _CLAUSES.split(text[:end]):
        clause = _Limiting(said, act[allowed.start("verb") :], clause)
        law = clause.law()
        if not law or (nth and nth["nth"] not in _ORDINALS[clause.times() : clause.times() + 1]):
            return ()
        found.append(law)
    return found


class _Limiting:
    """What a clause of a limit says; of ``before``, the clause before it, the time goes on."""

    what = ""  # so many of which, by the numbers of what is done

    def __init__(self, text: str = "", act: str = "", before: _Limiting | None = None) -> None:
        self.found: dict[str, re.Match[str]] = {}
        self.act, self.before, self.is_strange = act, before, not text
        deed = re.split("[.:;,]", act)[0].casefold().split()
        verb = self.verb = deed[0] if deed else ""
        forms = {verb, of_one(verb), *doing(verb), *(f"{e}s" for e in doing(verb)), f"{verb}s"}
        forms |= {*done(verb)}
        self.forms = forms
        text = re.sub("(?i)\\bmust not\\b|\\bmustn't\\b", "may not", text)
        for name, pattern in _READ.items():
            text = self._without(name, pattern, text)
        text = self._without("so_many", _SO_MANY, text) if "most" in self.found else text
        self.who, text = _WHO.findall(text), _WHO.sub(" ", text)
        no_such = self.said("same", "no", "none")
        self.negated = len(_NOT.findall(text)) + ("nobody" in self.found) + bool(no_such)
        text = self._without("more", _MORE, text)
        no, count = _NOT.search(text), _OFTEN.search(text)
        self.is_strange |= bool(no and count and no.start() > count.start())
        text = self._without("often", _OFTEN, text)
        self.unit = self.said("often", "of")
        if self.unit[:1].islower() and self.unit not in forms | {"time", "times", "go", "goes"}:
            text, self.unit = f"{self.unit} {text}", ""
        words = re.findall(r"[\w'-]+|[^\w\s,]", text.casefold())
        now = "per" in self.found and (self.said("per", "this") or "today" in self.found["per"][0])
        now = bool(now) and "again" in words and self.negated == 1
        self.is_anew = now or bool({"in_row", "until"} & self.found.keys())
        self.is_passive = "be" in words and not {"done", "happen"} & {*words}
        self.repeats = bool(forms & {*words})
        self.is_most = bool({"most", "only", "max", "maximum", "tops"} & {*words})
        known = _MEANS_NOTHING | forms
        if self.repeats:
            known |= {f for e in deed[1:] for f in (e, singular_of(e), f"{e}s")} | {"from", "to"}
        # "A player digs twice a day" may be what they have to do
        may = self.negated or _LIMITS & {*words} or {"more", "wait", "over"} & self.found.keys()
        self.is_strange |= not known.issuperset(words) or (self.repeats and not may)

    def _without(self, slot: str, pattern: re.Pattern[str], text: str) -> str:
        """The text without the words of a slot."""
        found = list(pattern.finditer(text))
        again = slot == "per" and len({each["unit"] for each in found}) == 1  # a day ... that day
        freely = slot in ("already", "only_one", "together")
        self.is_strange |= len(found) > 1 and not (again or freely)
        if found:
            self.found[slot] = found[0]
        return pattern.sub(" ", text) if found else text

    def said(self, slot: str, *names: str) -> str:
        """What stands in a slot, "" where nothing does."""
        found = self.found.get(slot)
        return next((found[name] for name in names or (slot,) if found[name]), "") if found else ""

    def per(self) -> str:
        """In which time; that of the clause before where this one says none."""
        if "game" in self.found:
            return "game"
        if "per" in self.found:
            said = self.said("per", "unit", "ly", "this").casefold()
            return "day" if said in ("", "dai") else said
        return self.before.per() if self.before and self.before.verb else ""

    def times(self) -> int:
        """How often at most; 0 where that is not plain."""
        number = number_or_none(self.said("often", "n", "often").casefold()) or 0
        of, bare = self.unit, not self.unit
        if of[:1].isupper():  # so many things, of which the action gives one
            gives = regex(
                rf"(?i)\b(?:{re.escape(self.verb)}|gains?|loses?) (?:1|an?|one) {singular_of(of)}\b"
            )
            others = regex(rf"(?i)\b(?!(?:1|an?|one)\b)[\w']+ {singular_of(of)}s?\b")
            if gives.search(self.act) and not others.search(self.act.split(":")[-1]):
                of = ""
            if of and not self.repeats:
                return 0
            self.what = singular_of(of)
        elif bare and self.said("often", "n") and not (self.before and self.before.verb):
            no_more = "more" in self.found and bool(self.negated)
            is_most = self.is_most and not self.negated and "more" not in self.found
            one = re.match(r"[a-z]+ (?:a|an|one) ([A-Z]\w+)", self.act)
            self.what = one[1] if one else ""  # and not of all that is bought
            return number * (bool(one) and (no_more or is_most))
        if "more" in self.found:
            no = self.negated or self.found["more"][0].casefold().startswith("no")
            return number if no and self.negated < 2 else 0
        return number - self.negated if self.negated < 2 else 0

    def law(self) -> str:
        """The clause in the form that the grammar has for it; "" where it is not plain."""
        found, verb, number, who = self.found, self.verb, self.times(), self._who()
        if self.is_strange or not who or {"game", "per"} <= found.keys():
            return ""
        may_not, per = f"{who} may not {verb}", self.per()
        alone = not {"same", "season", "rest", "most"} & found.keys()
        if self.is_anew:
            return self._anew(may_not, per, number) if alone else ""
        if "wait" in found or "running" in found or "only_one" in found or "already" in found:
            if (
                not alone
                or "often" in found
                or len(found.keys() - {"per", "more", "freely", "after", "nobody"}) > 1
            ):
                return ""
            if "wait" in found and "per" not in found:
                return self._waited(may_not)
            if "running" in found and "per" not in found:
                last = "last week" if "week" in found["running"][0] else "yesterday"
                return f"A player who did {verb} {last} may not {verb}" if self.negated == 1 else ""
            when = "today" if per == "day" else f"this {per}"
            if "only_one" in found and per:
                return f"{may_not} if a player did {verb} {when}"
            return f"{may_not} more than 1 times per {per}" if "already" in found and per else ""
        if "within" in found and number and alone and not per:
            hours = (
                f"{number_or_none(self.said('within').casefold())} {self.said('within', 'hours')}s"
            )
            often = f" at least {number} times" if number > 1 else ""
            return f"{may_not} if they did {verb}{often} within the last {hours}"
        if "so_many" in found and per and "often" not in found:
            most = (
                self.said("so_many", "b") or f"the number of their {self.said('so_many', 'a', 'c')}"
            )
            return f"{may_not} more often per {per} than {most}"
        if "players" in found and per and number < 1 and alone:
            many = number_or_none(self.said("players").casefold()) or 1
            when = "today" if per == "day" else f"this {per}"
            return f"{may_not} if at least {many} other players did {verb} {when}"
        per = per or self.said("over", "rest", "next")
        until = {"after", "over"} & found.keys()
        if number < 1 or not per or "most" in found or "players" in found or len(until) == 1:
            return ""
        most = f"more than {number} {self.what or 'times'} per {per}"
        return f"{may_not} {most}{self._same()}{self._when()}"

    def _waited(self, may_not: str) -> str:
        """The clause where so long has to pass between two of what is done."""
        said, deed = (self.said("wait", *of) for of in (("wait", "apart", "again"), ("deed",)))
        is_so = self.negated == (0 if self.said("wait", "wait", "apart") else 1)
        if not is_so or (deed and deed.casefold() not in self.forms | _GOES):
            return ""
        many = number_or_none(said.casefold()) or 1
        last = f"within the last {many} {self.said('wait', 'of', 'unit2', 'unit')}s"
        return f"{may_not} if they did {self.verb} {last}"

    def _anew(self, may_not: str, per: str, number: int) -> str:
        """The clause where it says from when on it may be done again; "" where it is not plain."""
        found = self.found
        if "until" in found:
            unit = self.said("until", "next", "rest", "one").casefold() or "week"
            between = "between" in found["until"][0].casefold()
            fits = not {"per", "wait", "over", "running", "players"} & found.keys()
            once = self.negated == 1 and "often" not in found
            most = max(number, 1) if between else 1
            sure = fits and (number > 0 if between else once)
            return f"{may_not} more than {most} times per {unit}" if sure else ""
        once = self.negated == 1 and not {"often", "more"} & found.keys()
        if "in_row" in found:
            return f"{may_not} twice in a row" if once and "per" not in found else ""
        return f"{may_not} more than 1 times per {per}" if once and len(found) == 1 else ""

    def _who(self) -> str:
        found = self.found.keys() & {"together", "else", "nobody", "role"}
        if "together" in found or self.said("same", "done", "none"):
            return "All players together" if found <= {"together", "nobody"} else ""
        by_them = any(each.casefold().startswith("by ") for each in self.who)
        if len(found) > 1 or (self.is_passive and not by_them):
            return ""
        if "role" in found:
            return f"A player who is a {singular_of(self.said('role'))}"
        if "else" in found:
            role = self.before.said("role") if self.before else ""
            return f"A player who is not a {singular_of(role)}" if role else ""
        return "A player"

    def _same(self) -> str:
        said = self.said("same", "done", "same", "one", "none")
        noun = said if said[:1].isupper() and not said.startswith("No") else "player"
        return f" with the same {noun}" if said else ""

    def _when(self) -> str:
        season = self.said("season")
        if "rest" in self.found:
            season = self.before.said("season") if self.before else ""
            return f" if it is not {season}" if season else ""
        return f" if it is {season}" if season else ""
