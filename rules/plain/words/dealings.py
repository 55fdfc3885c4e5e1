"""Elections told in one sentence, read as the sentences that say the same.

These are who may vote for whom, and what is done when the votes are counted. Decisions: votes are
cast at any time before, and are over when they were counted; where several have the most, nobody
does, unless it is said who does then. Who votes every Sunday does so on that day as well: the votes
are counted when it ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wikibot.wikitext.regex import regex

_LONGEST = 400  # letters of such a text
_MEANS = {  # words in capitals of the patterns below, each of which may have those above it
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
