"""What players settle among themselves, told in one sentence: trades, and elections.

Each such text is read as the sentences that say the same: who may trade what, and what not; who may
vote for whom, and what is done when the votes are counted. Decisions: votes are cast at any time
before, and are over when they were counted; where several have the most, nobody does, unless it is
said who does then; what one must be who trades, both must be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wikibot.wikitext.regex import regex

_LONGEST = 400  # letters of such a text
_MAY, _MAY_NOT = r"(?:may|can|are allowed to)", r"(?:may (?:not|never)|can(?:not| never|'t))"
_SWAP = r"(?:trade|swap|exchange|barter)"
_LIST = r"\w[\w' ]*?(?:, [\w' ]+?){0,8}(?:,? (?:and|or|nor) [\w' ]+?)?"
_SAME = r"(?:in|at|on) (?:the same|their|your)|who shares? (?:a|the same|their|your)"
_WITH = (
    r"(?: (?:with each other|with one another|between them(?:selves)?|among themselves"
    r"|with (?:anyone|another player|(?:any )?other players?|(?:any |a )?players?)(?: who (?:is|are))?"
    rf" (?:{_SAME}) (?P<near>\w+)))?"
)
_FREELY = (  # what is so of any trade
    r"(?:,? (?:freely|at any time|whenever they (?:like|want|please|both agree)"
    r"|(?:as|if|when|provided|as long as) (?:that )?(?:they )?(?:both )?(?:of them )?agree(?: to it)?"
    r"(?: on the talk page)?|(?:as|however) (?:they )?(?:both )?(?:like|see fit|please|wish)"
    r"|(?:on|at|for|in) (?:whatever|any|an?|the) (?:terms|price|rate|way|deal) (?:that )?(?:they )?"
    r"(?:both )?(?:can )?agree(?: on| to)?|by (?:mutual )?agreement)){0,3}"
)
_TOGETHER = (  # if both are in the same Room
    r"(?: (?:if|when|whenever|while|as long as|so long as|provided(?: that)?) (?:they |both )"
    r"(?:of them )?(?:are )?(?:both )?(?:(?:in|at|on) the same|share (?:a|the same)) (?P<place>\w+))?"
)
_TWO = r"(?:(?:(?:any |all )?two |both |any |all |the )?players\b|you\b)"
_TRADE = regex(
    rf"{_TWO}(?P<who>[^:;.,]{{0,80}}?) {_MAY} (?:freely |always )?{_SWAP} (?P<what>{_LIST})"
    rf"{_WITH}{_FREELY}(?: with (?:each other|one another))?{_TOGETHER}(?P<rest>[,;.] .+)?",
    re.IGNORECASE,
)  # fmt: skip
_BETWEEN = rf"(?:between|among|by) {_TWO}(?P<who>[^:;.,]{{0,80}}?){_TOGETHER}(?P<rest>[,;.] .+)?"
_TRADED = tuple(
    regex(f"{said} {_BETWEEN}", re.IGNORECASE)
    for said in (
        rf"(?P<what>{_LIST}) {_MAY} (?:be (?:traded|swapped|exchanged|bartered)|change hands)"
        "(?: freely)?",
        rf"(?:trading|swapping|exchanging|bartering)(?: (?P<what>{_LIST}))? is (?:allowed|permitted"
        "|possible|free)",
    )
)  # fmt: skip
_BUT = r"[,;.] (?:and |but )?"
_REST = tuple(
    (regex(said, re.IGNORECASE), means)
    for said, means in (
        (rf"{_BUT}(?:never|not) (?P<a>{_LIST})", "{a} may not be traded"),
        (rf"{_BUT}(?P<a>{_LIST}) (?:never|not|{_MAY_NOT} be (?:traded|swapped|exchanged)"
         r"|are not for (?:trade|sale))", "{a} may not be traded"),
        (rf"{_BUT}(?P<a>{_LIST}) (?:changes? hands|(?:can|may) be (?:traded|swapped|exchanged)) only "
         r"(?P<b>(?:on|if|while|in|at|by|during) [\w ]{2,40})", "players may trade {a} only {b}"),
    )
)  # fmt: skip
_ONLY_THEN = regex(
    rf"(?P<a>{_LIST}) (?:may only be|can only be|may be|can be) (?:traded|swapped|exchanged)"
    r" (?:only )?(?P<b>(?:on|if|while|during) [\w ]{2,40})", re.IGNORECASE
)  # fmt: skip
_DEALS = regex(r"\b(?:trad(?:e|ing)|swap|exchang|barter|change hands)", re.IGNORECASE)
_SHARING = regex(r"(?:who are )?(?:(?:in|at|on) the same|who share (?:a|the same)) (\w+)")
_OR = regex(r",? (?:and|or|nor) ")
_NO_GOODS = regex(r"\b(?:for|with|if|only|when|while|at|in|\d+|an?)\b", re.IGNORECASE)


def trading(text: str) -> Sequence[str]:
    """``Two players in the same Room may swap Fish and Gold, but never Stars``."""
    if len(text) > _LONGEST or not _DEALS.search(text):
        return ()
    if said := _ONLY_THEN.fullmatch(text):
        return [f"players may trade {said['a']} only {said['b']}"]
    said = next(filter(None, (each.fullmatch(text) for each in (_TRADE, *_TRADED))), None)
    what, _, but = ((said and said["what"]) or "").partition(" except ")
    if said is None or _NO_GOODS.search(f"{what} {but}"):
        return ()
    who, rest = said["who"].strip(), said["rest"] or ""
    if place := said["place"] or said.groupdict().get("near"):
        who = f"in the same {place}" if not who else ":"
    elif same := _SHARING.fullmatch(who):
        who = f"in the same {same[1]}"
    goods = "" if what in ("", "anything", "everything", "anything they own", "anything they have") else f" {what}"
    found = [f"players {who} may trade{goods} with each other".replace("  ", " ")]
    found += [f"{but} may not be traded"] * bool(but)
    if rest:
        means = ((e.fullmatch(rest), form) for e, form in _REST)
        found += [form.format(**so.groupdict()) for so, form in means if so][:1] or [":"]
    found = [_OR.sub(" and ", e) if e.endswith("not be traded") else e for e in found]
    return found if found[0].casefold() != text.casefold() else ()


# -- elections -------------------------------------------------------------------------------------

_WHO = r"(?:(?:the |all |all the |each |every )?players?|everyone|everybody)"
_VOTE = (
    rf"{_WHO}(?: (?:may|can|will|shall|must))? (?:votes? (?:for|on)|elects?|casts? (?:one|a|their|"
    r"his) votes?(?: each)? for)"
)
_ANOTHER = r"(?:one|an?|any)? ?(?:other|another|fellow) player|an?other|(?:one|a) (?:colleague|other)"
_POST = (
    r"(?:who is |who becomes |who will be )?(?:an?|the|one)? ?(?:new |next )?(?P<post>[\w' -]{2,40}?)"
    r"(?: for the (?:coming|next|following) \w+| until the next (?:vote|election|poll))?"
)
_WHOM = (
    rf"(?:(?P<other>{_ANOTHER})|a player|one player|someone|somebody"
    r"|who (?:was|is|has been|did) (?:the )?(?:most|best|worst|least)\b[\w' ]{0,40}?)"
    r"(?: (?:to|who (?:will|shall|must)) (?P<fate>(?!be\b|have\b)[a-z]+ [^,;.]+?))?"
)
_TIME = r"(?:every|each|on|at|when|whenever|as soon as|by)\b"
_ELECTS = tuple(
    regex(rf"{said}(?P<rest>[,;.] .+)?", re.IGNORECASE)
    for said in (
        rf"(?:once (?:a|per|each|every) \w+, )?(?P<when>{_TIME}(?:[^;:]|:(?=\d)){{2,60}}?),? {_VOTE} {_WHOM}",
        rf"(?:once (?:a|per|each|every) \w+, )?(?P<when>{_TIME}(?:[^;:]|:(?=\d)){{2,60}}?),? {_VOTE} {_POST}",
        rf"{_VOTE} {_WHOM} (?P<when>{_TIME}(?:[^;:.,]|:(?=\d)){{2,60}})",
        rf"{_VOTE} {_POST} (?P<when>{_TIME}(?:[^;:.,]|:(?=\d)){{2,60}})",
        rf"(?P<when>{_TIME}(?:[^;:]|:(?=\d)){{2,60}}?),? {_WHO} (?:choose|select|pick|appoint)s? {_POST} by"
        r" (?:vote|ballot|majority)",
        rf"(?P<when>{_TIME}(?:[^;:]|:(?=\d)){{2,60}}?),? {_POST} is (?:elected|voted for|chosen by vote)"
        r"(?: by (?:all )?(?:the )?players)?",
        rf"{_POST} is (?:elected|voted for|chosen by vote)(?: by (?:all )?(?:the )?players)?"
        rf" (?P<when>{_TIME}(?:[^;:.,]|:(?=\d)){{2,60}})",
    )
)  # fmt: skip
_NEXT = regex(r"(?<!\btie)(?<!\btied)[,;.] (?:and |but )?")
_STAYS = r"(?:stays?|remains?|keeps? (?:the )?(?:office|post|job)|goes on)(?: (?:in office|on))?"
_OLD = r"(?:the )?(?:old|present|current|last|sitting) (?:one|[\w' -]{2,30}?)"
_NONE = (
    rf"{_OLD} {_STAYS}|(?:keeps?|leaves?) {_OLD}(?: in (?:office|place))?|nothing happens"
    r"|(?:means |changes )?nothing(?: changes)?|means (?:that )?(?:nothing happens|no change|nobody)"
    r"|(?:nobody|no one) (?:is elected|gains (?:it|anything)|wins|does)"
)
_TIE = r"(?:(?:on|in|if there is|in case of) a tie,? ?|a tie |ties? |if (?:it is|they are) tied,? ?)"
_FEWEST = r"(?P<most>most|fewest|least|highest|lowest) (?P<by>[\w' ]{2,30})"
_MOST = r"(?:whoever|the (?:one|player|candidate)) (?:has|gets|with|who has|who gets|that has)"
_SAYS = tuple(
    (kind, regex(said, re.IGNORECASE))
    for kind, said in (
        ("tie", rf"{_TIE}(?:{_NONE})|(?:{_NONE}) (?:on|in|if there is|in case of) a tie"),
        ("ties", rf"{_TIE}(?:goes|go|is won|is decided|is broken|are broken|fall)? ?(?:to|for|by|in "
         rf"favou?r of)? ?(?:(?:the (?:one|candidate|player)|whoever|that) )?(?:with|who has|has)? ?"
         rf"(?:the )?{_FEWEST}"),
        ("other", r"(?:nobody|no one|no player) (?:may|can) vote for (?:themselves|oneself)"
         r"|not for (?:themselves|oneself)|(?:they|players|each player|every player) (?:may|can) vote"
         r" for (?:anyone|anybody) (?:but|except|other than) themselves"),
        ("one", r"(?:each|every)(?:one|body)?(?: player| of them)? has (?:one|a single) vote"),
        ("wins", r"(?:the )?most votes (?:wins?|decides?)"),
        ("wins", rf"{_MOST} (?:the )?most votes (?:wins|is elected|becomes (?:it|the [\w' -]+)"
         r"|(?:takes|gets|wins|holds) (?:the )?(?:office|post|job|title)"
         r"(?: until the next (?:vote|election))?)"),
        ("does", rf"(?:who|{_MOST} (?:the )?most votes|the (?:winner|elected(?: one| player)?))"
         r" (?:also )?(?P<does>(?!(?:is|are|has|have|may|can|must|will|serves?|holds|takes office)\b)"
         r"\w+ .+)"),
    )
)  # fmt: skip


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
        kind, so = next(((kind, so) for kind, e in _SAYS if (so := e.fullmatch(part))), ("", None))
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
    does = f"{of['when']}, {'; '.join((*done, 'the vote ends'))}"
    return [f"a player may vote for {'another' if other else 'a'} player", does]
