"""What players settle among themselves, told in one sentence: trades, and elections.

Each such text is read as the sentences that say the same: who may trade what, and what not; who may
vote for whom, and what is done when the votes are counted. Decisions: votes are cast at any time
before, and are over when they were counted; where several have the most, nobody does, unless it is
said who does then; what one must be who trades, both must be. Who votes every Sunday does so on
that day as well: the votes are counted when it ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wikibot.wikitext.regex import regex

_LONGEST = 400  # letters of such a text
_MEANS = {  # words in capitals of the patterns below, each of which may have those above it
    "GOODS": r"\w[\w' ]*?(?:, [\w' ]+?){0,8}(?:,? (?:and|or|nor) [\w' ]+?)?",
    "SWAPPED": r"(?:traded|swapped|exchanged|bartered)",
    "CANNOT": r"(?:may (?:not|never)|can(?:not| never|'t))",
    "MAY": r"(?:may|can|are allowed to)(?: freely| always)?",
    "SAME": r"(?:in|at|on) (?:the same|their|your)|who shares? (?:a|the same|their|your)",
    "WITH": (
        r"(?: (?:with each other|with one another|between them(?:selves)?|among themselves|with"
        r" (?:anyone|another player|(?:any )?other players?|(?:any |a )?players?)(?: who (?:is"
        r"|are))? (?:SAME) (?P<near>\w+)))?"
    ),
    "FREELY": (
        r"(?:,? (?:freely|at any time|whenever they (?:like|want|please|both agree)|(?:as|if|when"
        r"|provided|as long as) (?:that )?(?:they )?(?:both )?(?:of them )?agree(?: to it)?(?: on"
        r" the talk page)?|(?:as|however) (?:they )?(?:both )?(?:like|see fit|please|wish)|(?:on"
        r"|at|for|in) (?:whatever|any|an?|the) (?:terms|price|rate|way|deal) (?:that )?(?:they"
        r" )?(?:both )?(?:can )?agree(?: on| to)?|by (?:mutual )?agreement)){0,3}(?: with (?:each"
        r" other|one another))?"
    ),
    "TOGETHER": (
        r"(?: (?:if|when|whenever|while|as long as|so long as|provided(?: that)?) (?:they |both"
        r" )(?:of them )?(?:are )?(?:both )?(?:(?:in|at|on) the same|share (?:a|the same))"
        r" (?P<place>\w+))?"
    ),
    "BOTH": (
        r"(?:(?:(?:any |all )?two |both |any |all |the )?players\b|you\b)(?P<who>[^:;.,]{0,80}?)"
    ),
    "REST": r"(?P<rest>[,;.] .+)?",
    "PLAYERS": r"(?:(?:the |all |all the |each |every )?players?|everyone|everybody)",
    "VOTE": (
        r"PLAYERS(?: (?:may|can|will|shall|must))? (?:votes? (?:for|on)|elects?|casts? (?:one|a"
        r"|their) votes?(?: each)? for)"
    ),
    "POST": (
        r"(?:who is |who becomes |who will be )?(?:an?|the|one)? ?(?:new |next )?(?P<post>[\w'"
        r" -]{2,40}?)(?: for the (?:coming|next|following) \w+| until the next (?:vote|election"
        r"|poll))?"
    ),
    "WHOM": (
        r"(?:(?P<other>(?:one|an?|any)? ?(?:other|another|fellow) player|an?other|(?:one|a)"
        r" (?:colleague|other))|a player|one player|someone|somebody|who (?:was|is|has been|did)"
        r" (?:the )?(?:most|best|worst|least)\b[\w' ]{0,40}?)(?: (?:to|who (?:will|shall|must))"
        r" (?P<fate>(?!be\b|have\b)[a-z]+ [^,;.]+?))?"
    ),
    "WHEN": (
        r"(?:once (?:a|per|each|every) \w+, )?(?P<when>(?:every|each|on|at|when|whenever|as soon"
        r" as|by)\b(?:[^;:]|:(?=\d)){2,60}?),?"
    ),
    "THEN": r"(?P<when>(?:every|each|on|at|when|whenever|as soon as)\b(?:[^;:.,]|:(?=\d)){2,60})",
    "ELECTED": r"is (?:elected|voted for|chosen by vote)(?: by (?:all )?(?:the )?players)?",
    "STAYS": (
        r"(?:stays?|remains?|keeps? (?:the )?(?:office|post|job)|goes on)(?: (?:in office|on))?"
    ),
    "OLD": r"(?:the )?(?:old|present|current|last|sitting) (?:one|[\w' -]{2,30}?)",
    "NOBODY": (
        r"(?:OLD STAYS|(?:keeps?|leaves?) OLD(?: in (?:office|place))?|nothing happens|(?:means "
        r"|changes )?nothing(?: changes)?|means (?:that )?(?:nothing happens|no change|nobody)"
        r"|(?:nobody|no one) (?:is elected|gains (?:it|anything)|wins|does))"
    ),
    "TIE": (
        r"(?:(?:on|in|if there is|in case of) a tie,? ?|a tie |ties? |if (?:it is|they are)"
        r" tied,? ?)"
    ),
    "MOST": (
        r"(?:whoever|the (?:one|player|candidate)) (?:has|gets|with|who has|who gets|that has)"
        r" (?:the )?most votes"
    ),
}


def _read(said: str) -> re.Pattern[str]:
    for name, means in reversed(_MEANS.items()):
        said = said.replace(name, means)
    return regex(said, re.IGNORECASE)


_TRADE = _read(r"BOTH MAY (?:trade|swap|exchange|barter) (?P<what>GOODS)WITHFREELYTOGETHERREST")
_ONLY_THEN = _read(
    r"(?P<a>GOODS) (?:changes? hands|may only be SWAPPED|can only be SWAPPED|MAY be SWAPPED)"
    r" (?:only )?(?P<b>(?:on|if|while|during|in|at) [\w ]{2,40})"
)
_NEVER = _read(
    r"(?:never|not) (?P<a>GOODS)|(?P<b>GOODS) (?:never|not|CANNOT be SWAPPED|are not for trade)"
)
_JOINT = regex(r"[,;.] (?:and |but )?", re.IGNORECASE)
_SHARING = regex(r"(?:who are )?(?:(?:in|at|on) the same|who share (?:a|the same)) (\w+)")
_OR = regex(r",? (?:and|or|nor) ")
_DEALS = regex(r"\b(?:trad(?:e|ing)|swap|exchang|barter|chang)", re.IGNORECASE)
_NO_GOODS = regex(r"\b(?:but|may|can|for|with|if|only|when|while|at|in|\d+|an?)\b", re.IGNORECASE)
_ANYTHING = ("", "anything", "everything", "anything they own", "anything they have")


def trading(text: str) -> Sequence[str]:
    """``Two players in the same Room may swap Fish and Gold, but never Stars``."""
    if len(text) > _LONGEST or not _DEALS.search(text):
        return ()
    if (said := _ONLY_THEN.fullmatch(text)) and not _NO_GOODS.search(said["a"]):
        return [f"players may trade {said['a']} only {said['b']}"]
    said = _TRADE.fullmatch(text)
    what, _, but = ((said and said["what"]) or "").partition(" except ")
    if said is None or _NO_GOODS.search(f"{what} {but}"):
        return ()
    who, rest = said["who"].strip(), said["rest"] or ""
    if place := said["place"] or said["near"]:
        who = f"in the same {place}" if not who else ":"
    elif same := _SHARING.fullmatch(who):
        who = f"in the same {same[1]}"
    goods = "" if what in _ANYTHING else f" {what}"
    found = [f"players {who} may trade{goods} with each other".replace("  ", " ")]
    rest = _JOINT.sub("", rest, count=1)
    if never := _NEVER.fullmatch(rest):
        but = never["a"] or never["b"]
    elif rest:
        found += trading(rest) if _ONLY_THEN.fullmatch(rest) else [":"]
    found += [f"{_OR.sub(' and ', but)} may not be traded"] * bool(but)
    return found if found[0].casefold() != text.casefold() else ()


# -- elections -------------------------------------------------------------------------------------

_ELECTS = tuple(
    _read(f"{said}REST")
    for said in (
        "WHEN VOTE WHOM", "WHEN VOTE POST", "VOTE WHOM THEN", "VOTE POST THEN",
        "WHEN PLAYERS (?:choose|select|pick|appoint)s? POST by (?:vote|ballot|majority)",
        "WHEN POST ELECTED", "POST ELECTED THEN",
    )
)  # fmt: skip
_ON = regex(
    r"(?:on )?(?:(?:every|each) )?(?P<on>\w+day)s?|(?:every|each) (?P<in>day|week|month)",
    re.IGNORECASE,
)
_NEXT = regex(r"(?<!\btie)(?<!\btied)[,;.] (?:and |but )?")
_SAYS = {
    "tie": _read(r"TIENOBODY|NOBODY (?:on|in|if there is|in case of) a tie"),
    "ties": _read(
        r"TIE(?:(?:go(?:es)? (?:to|in favou?r of)|falls? to|is won by) (?:the (?:one|candidate"
        r"|player)|whoever) (?:with|has|who has) |(?:is|are) (?:broken|decided) (?:by|in favou?r"
        r" of) (?:(?:the (?:one|player) with|whoever has) )?)(?:the )?"
        r"(?P<most>most|fewest|least|highest|lowest) (?P<by>[\w' ]{2,30})"
    ),
    "other": _read(
        r"(?:nobody|no one|no player) (?:may|can) vote for (?:themselves|oneself)|not for "
        r"(?:themselves|oneself)|(?:they|players|each player|every player) (?:may|can) vote for "
        r"any(?:one|body) (?:but|except|other than) themselves"
    ),
    "one": _read(r"(?:each|every)(?:one|body)?(?: player| of them)? has (?:one|a single) vote"),
    "wins": _read(
        r"(?:the )?most votes (?:wins?|decides?)|MOST (?:wins|is elected"
        r"|becomes (?:it|the [\w' -]+)|(?:takes|gets|wins|holds) (?:the )?(?:office|post|job|title)"
        r"(?: until the next (?:vote|election))?)"
    ),
    "does": _read(
        r"(?:who|MOST|the (?:winner|elected(?: one| player)?)) (?:also )?(?P<does>(?!(?:is|are|has"
        r"|have|may|can|must|will|serves?|holds|takes office)\b)\w+ .+)"
    ),
}


def elected(text: str, *, whole: bool = True) -> Sequence[str]:
    """``Every Sunday the players elect a Mayor, who gains 2 Gold; a tie goes to the one with ...``.

    ``whole`` False: also where another sentence says what is done with the votes.
    """
    said = next(filter(None, (each.fullmatch(text) for each in _ELECTS)), None)
    if said is None:
        return ()
    of = said.groupdict()
    other, ties, does, post = bool(of.get("other")), "", of.get("fate") or "", of.get("post")
    for part in _NEXT.split(of["rest"])[1:] if of["rest"] else ():
        read = ((kind, each.fullmatch(part)) for kind, each in _SAYS.items())
        kind, so = next((each for each in read if each[1]), ("", None))
        if so is None or (kind == "does" and does) or (kind == "ties" and ties):
            return ()
        other |= kind == "other"
        does = so["does"] if kind == "does" else does
        ties = f" with ties broken by the {so['most']} {so['by']}" if kind == "ties" else ties
    first = f"the player with the most votes{ties}"
    becomes = f"the {post} becomes {first}" if post else ""
    done = [each for each in (becomes, does and f"{first} {does}") if each]
    if whole and not done:
        return ()
    when = of["when"]
    if on := _ON.fullmatch(when):
        when = f"at the end of every {on['on'] or on['in']}"
    counted = f"{when}, {'; '.join((*done, 'the vote ends'))}"
    return [f"a player may vote for {'another' if other else 'a'} player", counted]
