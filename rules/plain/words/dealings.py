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
_WITH = r"(?: (?:with each other|with one another|between them(?:selves)?|among themselves))?"
_FREELY = (  # what is so of any trade
    rf"{_WITH}(?:,? (?:freely|at any time|whenever they (?:like|want|please|both agree)"
    r"|(?:as|if|when|provided) (?:that )?(?:they )?(?:both )?(?:of them )?agree(?: to it)?(?: on the"
    r" talk page)?|(?:as|however) (?:they )?(?:both )?(?:like|see fit|please|wish)"
    r"|(?:on|at|for) (?:whatever|any) (?:terms|price|rate) (?:that )?(?:they )?(?:both )?(?:can )?"
    r"agree(?: on| to)?|by (?:mutual )?agreement)){0,3}" + _WITH
)
_TOGETHER = (  # if both are in the same Room
    r"(?: (?:if|when|while|as long as|so long as|provided(?: that)?) (?:they |both )(?:of them )?"
    r"(?:are )?(?:both )?(?:(?P<at>in|at|on) the same|share (?:a|the same)) (?P<place>\w+))?"
)
_TWO = r"(?:(?:any |all )?two |both |any |all |the )?players\b"
_TRADE = regex(
    rf"{_TWO}(?P<who>[^:;.,]{{0,80}}?) {_MAY} (?:freely |always )?{_SWAP} (?P<what>{_LIST})"
    rf"{_FREELY}{_TOGETHER}(?P<rest>[,;.] .+)?", re.IGNORECASE
)  # fmt: skip
_TRADED = regex(
    rf"(?P<what>{_LIST}) {_MAY} be (?:traded|swapped|exchanged|bartered)(?: freely)?"
    rf" (?:between|among|by) {_TWO}(?P<who>[^:;.,]{{0,80}}?){_TOGETHER}(?P<rest>[,;.] .+)?",
    re.IGNORECASE,
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
_DEALS = regex(r"\b(?:trade|swap|exchange|barter)", re.IGNORECASE)
_SHARING = regex(r"(?:who )?(?:are )?(?:(?:in|at|on) the same|who share (?:a|the same)) (\w+)")
_OR = regex(r",? (?:and|or|nor) ")
_NO_GOODS = regex(r"\b(?:for|with|if|only|when|while|at|in|\d+|an?)\b", re.IGNORECASE)


def trading(text: str) -> Sequence[str]:
    """``Two players in the same Room may swap Fish and Gold, but never Stars``."""
    if len(text) > _LONGEST or not _DEALS.search(text):
        return ()
    if said := _ONLY_THEN.fullmatch(text):
        return [f"players may trade {said['a']} only {said['b']}"]
    said = _TRADE.fullmatch(text) or _TRADED.fullmatch(text)
    what, _, but = (said["what"] if said else "").partition(" except ")
    if said is None or _NO_GOODS.search(f"{what} {but}"):
        return ()
    who, rest = said["who"].strip(), said["rest"] or ""
    if said["place"]:
        who = f"{who} in the same {said['place']}" if not who else ":"
    elif same := _SHARING.fullmatch(who):
        who = f"in the same {same[1]}"
    goods = "" if what in ("anything", "everything", "goods") else f" {what}"
    found = [f"players {who} may trade{goods} with each other".replace("  ", " ")]
    found += [f"{but} may not be traded"] * bool(but)
    if rest:
        means = ((e.fullmatch(rest), form) for e, form in _REST)
        found += [form.format(**so.groupdict()) for so, form in means if so][:1] or [":"]
    found = [_OR.sub(" and ", e) if e.endswith("not be traded") else e for e in found]
    return found if found[0].casefold() != text.casefold() else ()


# -- elections -------------------------------------------------------------------------------------

_VOTE = r"(?:votes? (?:for|on)|elects?|chooses? by vote|selects? by vote)"
_WHO = r"(?:(?:the |all |all the |each |every )?players?|everyone|everybody)"
_ANOTHER = r"(?:one|an?|any)? ?(?:other|another|fellow) player|an?other|(?:one|a) (?:colleague|other)"
_POST = r"(?:who is |who becomes |who will be )?(?:an?|the|one)? ?(?:new |next )?"
_ELECTS = regex(
    rf"(?P<when>(?:every|each|on|at|when|whenever|as soon as|by)\b[^;:]{{2,60}}?),? {_WHO}"
    rf"(?: (?:may|can|will|shall|must))? {_VOTE} (?:(?P<other>{_ANOTHER})|a player|one player|someone"
    rf"|{_POST}(?P<post>[\w' -]{{2,40}}?))(?P<rest>[,;.] .+)?", re.IGNORECASE
)  # fmt: skip
_ELECTED = regex(
    rf"(?:an?|the) (?:new |next )?(?P<post>[\w' -]{{2,40}}?) is (?:elected|voted for|chosen by vote)"
    r"(?: by (?:all )?(?:the )?players)? (?P<when>(?:every|each|on|at|when|whenever|as soon as)\b"
    r"[^;:.,]{2,60})(?P<rest>[,;.] .+)?(?P<other>)", re.IGNORECASE
)  # fmt: skip
_NEXT = regex(r"[,;.] (?:and |but )?")
_STAYS = r"(?:stays?|remains?|keeps? (?:the )?(?:office|post|job)|goes on)(?: (?:in office|on))?"
_OLD = r"(?:the )?(?:old|present|current|last|sitting) (?:one|[\w' -]{2,30}?)"
_NONE = (
    rf"{_OLD} {_STAYS}|(?:keeps?|leaves?) {_OLD}(?: in (?:office|place))?|nothing happens"
    r"|(?:means |changes )?nothing(?: changes)?|nobody (?:is elected|gains (?:it|anything)|wins)"
)
_TIE = r"(?:(?:on|in|if there is|in case of) a tie,? ?|a tie |ties? |if (?:it is|they are) tied,? ?)"
_FEWEST = r"(?P<most>most|fewest|least|highest|lowest) (?P<by>[\w' ]{2,30})"
_MOST = r"(?:whoever|the (?:one|player|candidate)) (?:has|gets|with|who has|who gets|that has)"
_SAYS = tuple(
    (kind, regex(said, re.IGNORECASE))
    for kind, said in (
        ("tie", rf"{_TIE}(?:{_NONE})"),
        ("ties", rf"{_TIE}(?:goes|go|is won|is decided|is broken|are broken|fall)? ?(?:to|for|by|in "
         rf"favou?r of)? ?(?:(?:the (?:one|candidate|player)|whoever|that) )?(?:with|who has|has)? ?"
         rf"(?:the )?{_FEWEST}"),
        ("other", r"(?:nobody|no one|no player) (?:may|can) vote for (?:themselves|oneself)"
         r"|not for (?:themselves|oneself)"),
        ("one", r"(?:each|every)(?:one|body)?(?: player| of them)? has (?:one|a single) vote"),
        ("wins", r"(?:the )?most votes (?:wins?|decides?)"),
        ("does", rf"(?:who|{_MOST} (?:the )?most votes|the (?:winner|elected(?: one| player)?))"
         r" (?P<does>(?!(?:is|are|has|have|may|can|must|will|serves?)\b)\w+ .+)"),
        ("wins", rf"{_MOST} (?:the )?most votes (?:wins|is elected|becomes (?:it|the [\w' -]+))"),
    )
)  # fmt: skip


def elected(text: str) -> Sequence[str]:
    """``Every Sunday the players elect a Mayor, who gains 2 Gold; a tie goes to the one with ...``."""
    said = _ELECTS.fullmatch(text) or _ELECTED.fullmatch(text)
    if said is None:
        return ()
    other, ties, does = bool(said["other"]), "", ""
    parts = _NEXT.split(said["rest"])[1:] if said["rest"] else []
    for part in parts:
        found = next(((kind, so) for kind, e in _SAYS if (so := e.fullmatch(part))), None)
        if found is None or (found[0] == "does" and does) or (found[0] == "ties" and ties):
            return ()
        kind, so = found
        other |= kind == "other"
        does = so["does"] if kind == "does" else does
        ties = f" with ties broken by the {so['most']} {so['by']}" if kind == "ties" else ties
    first = f"the player with the most votes{ties}"
    post = f"the {said['post']} becomes {first}" if said["post"] else ""
    done = "; ".join(filter(None, (post, does and f"{first} {does}", "the vote ends")))
    if not post and not does:
        return ()
    return [f"a player may vote for {'another' if other else 'a'} player", f"{said['when']}, {done}"]

