"""Sentences for people that bear on what others say: what they bear on waits for a person.

Decisions: such a sentence bears on the actions whose verb it limits; where it names things or stuff
that they are done with, on those that name one of these. One that says of something how much of it
is gained or lost bears on whatever changes that (an upper bound on what adds to it), and one about
votes or victory on how votes and the game end. A reading and what it is given to speak as one.
What always stands is never hindered. ``reading "FIRST WORDS": nothing`` says that a sentence bears
on nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, repeat
from typing import Any

from msgspec import Struct

from rules.generic.owners import PLAYERS, Owner, State, ThingTable
from rules.generic.play.plan import BearingSentence, Names, SentencePlan, Told, spellings, words_of
from rules.generic.play.scene import Scene
from rules.plain import tree
from rules.plain.memory import Parsed
from rules.plain.sentences import REPEALED, TOP, RuleSentence
from wikibot.game.understanding.spelling import forms
from wikibot.sdk import Held, replace
from wikibot.wikitext.escape import in_a_line
from wikibot.wikitext.regex import regex

PROPOSAL, TIE, WIN = "proposal", "tie", "win"
_OF_BOT = ("join", "leave", "propose", "retract", "trade", "accept", "vote")
_ON = frozenset((*_OF_BOT, PROPOSAL, TIE, WIN))
_SPEAKS = {  # words that speak of how proposals and the game end
    **dict.fromkeys((*forms("vote"), "proposals", "proposal", "ballot", "ballots"), PROPOSAL),
    **dict.fromkeys(forms("trade"), "trade"),
    **dict.fromkeys(("tie", "ties", "tied"), TIE),
    **dict.fromkeys((*forms(WIN), "winner", "winners", "victory", "victorious"), WIN),
}
_NOT = r"(?:not|never|neither|no\s+longer|only)\b"
_FORBIDS = regex(
    rf"\b(?P<modal>(?:may|can|could|must|shall|should|do|does)\s+{_NOT}|(?:can|must|do)n?['’]t\b|cannot\b)"
    r"|(?<!\bis )(?<!\bif )(?<!\bwhile )\b(?P<who>no|nobody|nothing|none|neither|only)\b"
    r".*?\b(?:may|can|must|shall|allowed\s+to)\b"
    r"|^\W*(?:never|nobody|no)\b|\b(?:not|never)\s+(?:allowed|permitted|possible)\b"
    r"|\b(?:forbidden|prohibited|banned|illegal|impossible)\b"
)
_ALLOWS = regex(r"\b(?:may|can|allowed\s+to)\b")
_UNDER = regex(
    r"\b(?:only|unless|except|if|while|when|until|before|after|during|provided"
    r"|once|twice|thrice|times|at\s+most|no\s+more|per|daily|weekly|monthly)\b"
)
_NEEDED = regex(  # what an action takes: ``to dig, ...``, ``digging costs ...``
    r"^\W*(?:to\s+(?P<first>\w+)|(?P<doing>\w+ing)\b.*?\b(?:requires?|needs?|costs?|takes?"
    r"|(?:is|are)\s+(?:allowed|permitted|possible)))\b"
    r"|\b(?:must|needs?|has|have|costs?|takes?|requires?d?)\b.*?\bto\s+(?P<verb>\w+)"
)
_BESIDE = regex(rf"{_UNDER.pattern}|\b(?:who|that|which|because)\b|,")  # ends what is meant
_GETS = (
    r"(?:gain|los|get|receiv|earn|collect|find|catch|yield|bring|produc|pay|cost|giv|tak|scor"
    r"|ends? up with)\w*\b(?! back)"
)
_COUNTS = (  # how much is gained or lost by what another sentence says
    r"doubled|halved|tripled|multiplied|(?:twice|half|double) as (?:much|many|long|often|far|fast)"
    r"|counts?\b.{0,15}\b(?:as|for|double|half|twice|thrice|only|towards?)"
    rf"|{_GETS}(?: \w+)? (?:double|half the|twice|only half|nothing|no)"
    rf"|(?:no|nobody|only)\b(?! \w+ who)[^,]{{0,80}}\b{_GETS}"
    rf"|(?:may|can|do|does|will|shall)(?:not|n't| not| never| only) (?:\w+ )?(?!giv|pay){_GETS}"
    r"|instead of|void|exempt|exception|skipped|forgo\w*|forfeit\w*|waived|lifted|capped"
    r"|(?:no|nobody|never|not|cannot)\b [^,]{0,60}\b"
    r"(?:(?:more|fewer|less)(?: \w+){0,3} than|exceed)"
    r"|(?:cap|limit) (?:on|of)"
    r"|(?:may|can|must) (?:have|hold|own|carry|keep) (?:at most|up to|as many)"
)
_ALTERS_AMOUNT = regex(rf"\b(?:{_COUNTS})\b")
_AT_MOST = regex(r"\b(?:more(?: \w+){0,3} than|exceed|at most|up to)\b")
_MEASURE = regex(  # what bounds something: ``may hold no more Gold than their Purse, per Purse``
    r"(?<=\w )(?:for each|for every|per|exceed)\b[^,.;]*"
    r"|(?P<what>\b(?:more|fewer|less)(?: \w+){1,3} )than\b[^,.;]*"
)
_ALTERS = regex(
    rf"\b(?:{_COUNTS}|limited|unlimited|cooldown|must|needs?|requires?|before|until|again|at will"
    r"|free|cheaper|dearer|bonus|adds? (?:\d+|one|two|three))\b|(?<!\w)[+−-]\d"
)
_DECIDES = regex(  # a vote, or a victory
    r"\b(?:not|no|nobody|never|stays?|lasts?|eldest|chair|veto\w*|unanim\w*|majority|quorum|ties?"
    r"|tied|third|thirds|half|quarters?|percent|pass(?:es)?|fails?|adopted|carried|rejected)\b"
)
_PRICES = regex(r"\b(?:prices?|costs?|free|cheaper|dearer|worth|discounts?|fees?)\b")
_BY_TIME = regex(r"\b(?:dai|week|month|hour)ly\b|\b(?:beginning|start|end) of (?:the|each|every)\b")
_ON_CONDITION = regex(
    r"^(?:\W*(?:if|when|whenever|while|as long as|as soon as|each time|every time|once)\b[^,]*,)+"
)
_EVENT = regex(
    r"^\W*(?:if|when(?:ever)?|each time|every time|as soon as) "
    r"(?:(?:an?|any|another|the|each) player|you|they|some(?:one|body)|any(?:one|body))\b"
)
_MAY_WIN = regex(r"\b(?:may|can) (?:\w+ )?win\b")
_WINS_LESS = regex(r"\bw(?:ins?|on|inning) (?:an?|the|it|that|this|their)\b(?! (?:game|round)\b)")
_CONTEST = regex(r"\b(?:bid|auction|duel|fight|battle|race|bet|debate|contest)(?:s|der|ders)?\b")
_BEGINS = regex(r"\b(?:begin|start)s? with\b")
_GOES_ON = regex(  # with what the sentence before it says
    r"\W*(?:(?:if|when) (?:it|its|one|none|neither|both|all|any)|on (?:an?|any|doubles?|\d+)"
    r"|for (?:each|every)|in (?:either|both|all|any|such)|either way"
    r"|the (?:rest|remainder|dice|die))\b"
    r"|.*\b(?:instead\b(?! of)|(?:one|two|\d+) (?:more|less|fewer)|(?:twice|half|double) that|extra"
    r"|bonus|additional|that (?:many|much))\b",
    re.IGNORECASE | re.DOTALL,
)
_HEADED = regex(r"^\W*(?:\w+ ){0,2}\w+:")  # An exception: ...
_LOOKED_AT = 1000  # letters of a sentence
_BEGINNING = 5  # words of a sentence that tell which it is
_PLAYED = (
    tree.Action, tree.Use, tree.Buy, tree.AtTime, tree.Whenever, tree.WheneverValue, tree.Landing,
    tree.Passing, tree.Beginning,
)  # fmt: skip
_WORD = regex(r"\w+")
_OBJECT = (  # of an action: ``(buy) more than 4 Coal``, but not ``more than 4 a day``
    r"(?:(?:more than|at most|up to|any number of|an?|the|one|another|any|some|their|your|no"
    r"|\d+) ){1,3}(?!(?:\d+|an?|per|times?|day|week|month|turn|round|phase)\b)(\w+(?: \w+)?)"
)
_MAY_BE = r"(?:may|can|must|shall) (?:not |only |never )?be"
_APART = regex(r"[;:(.]")  # what it forbids is a matter of what stands before
_BACK = regex(r"(?<!may )(?<!can )(?<!not )(?<!to )\bback\b")  # `take it back` is not to back


def hold(scene: Scene) -> None:
    """Have a person rule where a sentence bears on what is played, by what is named for that."""
    bearing = scene.plan.bearing
    named = {each.name for each in scene.slots.values() if isinstance(each, Owner)}
    for each in bearing.get(scene.told, ()) if bearing else ():
        is_about = not each.about or not each.about.isdisjoint(named)
        if is_about and (not each.of or _is_had(scene, each.of)):
            raise _waits(each)


def _is_had(scene: Scene, thing: str) -> bool:
    """Whether one of those who are met, or where nobody acts any player, has a thing."""
    state, met = scene.state, [*scene.slots.values()]
    names = [scene.doer] if scene.doer else [*state.players]
    names += [each.name for each in met if isinstance(each, Owner) and each.table == PLAYERS]
    players = [each for name in names if (each := state.players.get(name))]
    cells = [cell for each in players for cell in (each.items, *each.fields.values())]
    rows = [row for table in state.tables.values() if (row := table.things.get(thing))]
    owned = any(cell in names for row in rows for cell in row.fields.values())
    lists = (cell for cell in cells if isinstance(cell, Mapping | tuple))
    return owned or thing in cells or any(thing in each for each in lists)


def require(plan: SentencePlan, what: str) -> None:
    """Have a person rule where a sentence bears on a verb of the bot, votes or victory."""
    for each in plan.bearing.get(what, ()):
        raise _waits(each)


def _waits(bearing: BearingSentence) -> Held:
    text, section = _page(bearing.sentence), bearing.sentence.section
    told = Told(None, text, "" if section == TOP else section)
    said = f': "{in_a_line(text, longest=160)}"' if told.section else ""
    own = text.removeprefix(f"{bearing.of}: ")
    begins = " ".join(re.split(r'["“”„:]', own, maxsplit=1)[0].split()[:_BEGINNING])
    why = 'a sentence that is for people may bear on it{}; if it does not, `reading "{}": nothing`'
    return Held(told.rule, why, said, begins)


def borne(
    read: Iterable[tuple[RuleSentence, Parsed]], plan: SentencePlan, state: State,
    players: Collection[str] = (),
    of_things: Sequence[tuple[RuleSentence, Parsed]] = (),
) -> Mapping[Told | str, Sequence[BearingSentence]]:  # fmt: skip
    """What the sentences that are for people bear on.

    ``players``: what players are called, which is no deed (``performer``). ``of_things``: what
    cells say that things do, which bears on what those do who have them.
    """
    verbs = _forms_of(plan, players)
    every = [each for each in plan.sentences if isinstance(each.means, _PLAYED) and not each.stands]
    acts, traded = [e for e in every if e.word], [e for e in every if e.word in ("buy", "sell")]
    changing = {each: {*_changes(each.means)} for each in every}
    adding = {each: {*_changes(each.means, (tree.Lose,))} for each in every}
    goods = [what for each in plan.of(tree.MayTrade) for what in each.means.what]
    counting = [each for each in every if "votes" in _reads(each.means)]
    found: dict[Told | str, dict[BearingSentence, None]] = {}
    before: RuleSentence | None = None  # what is played and stands just before
    cells = {cell: cell.text.partition(": ")[0] for cell, _ in of_things}
    wordings = _wordings(read)
    named = cache(partial(_names_of, state))  # of all rows: only where a verb is limited
    for sentence, parsed in (*read, *of_things):
        if parsed.rule is not None or sentence.why == REPEALED:
            before = sentence
            continue
        text, bears = _page(sentence), BearingSentence(sentence, of=cells.get(sentence, ""))
        is_near = before and before.section == sentence.section
        before = before if is_near and _GOES_ON.match(text, 0, _LOOKED_AT) else None
        on: list[Told | str] = [each for each in every if before and each.text == before.text]
        texts = [text] if sentence in cells else wordings.pop(text, ())
        heads = dict.fromkeys(each[:_LOOKED_AT].casefold() for each in texts)
        meant = _MEASURE.sub(lambda found: found["what"] or "", ". ".join(heads))
        said = Names().union(*map(spellings, _WORD.findall(meant)))
        is_bound = _AT_MOST.search(". ".join(heads))
        changed = adding if is_bound else changing
        lines: list[tuple[str, Told]] = []
        priced: list[Told] = []
        unnamed: list[Told] = []  # what may be forbidden where no verb is named
        for heard in map(_heard, heads, repeat(verbs)):
            on += heard.on
            if heard.of_amount and not (heard.forbids and any(heard.limited)):
                of = [e for e in every if any(_is_said(name, said) for name in changed[e])]
                timed = [each for each in of if isinstance(each.means, tree.AtTime)]
                on += timed if timed and _BY_TIME.search(heard.head) else of
                on += ["trade"] if is_bound and any(_is_said(name, said) for name in goods) else ()
            on += plan.beginnings if _BEGINS.search(heard.head) else ()
            for verb in heard.limited:
                acting = plan.actions.get(verb, ())
                mine = (e for e in acting if not _is_other(heard, verb, e, named()))
                lines += ((verb, each) for each in mine)
            priced += traded if heard.of_price else ()
            kept = (e for e in acts if not is_bound or adding[e] or not changing[e])
            unnamed += kept if "" in heard.limited else ()
        on += counting if PROPOSAL in on else ()  # votes that sentences count
        if WIN in on:
            on += (each for each in every if "winners" in changing[each])
        for what in on:
            found.setdefault(what, {})[bears] = None
        lines += (("", each) for each in (*priced, *(() if lines else unnamed)))
        for verb, told in lines:
            about = _about(said, told, plan.actions.get(verb, ()), state.tables)
            if about is not None:
                found.setdefault(told, {})[replace(bears, about=about)] = None
    return {each: tuple(of) for each, of in found.items()}


def _page(sentence: RuleSentence) -> str:
    """The words on the page: of a reading those that it is given to."""
    return getattr(sentence, "page", "") or sentence.text


def _forms_of(plan: SentencePlan, players: Collection[str]) -> Mapping[str, str]:
    """The verbs by all that they are called."""
    acting = [verb for verb in plan.actions if verb != "end"]  # a turn
    verbs = {form: verb for verb in (*_OF_BOT, *acting) for form in forms(verb)}
    doers = {f"{verb.removesuffix('e')}er": verb for verb in acting}
    doers = {doer: verb for doer, verb in doers.items() if doer not in players}
    return {**{f"{doer}s": verb for doer, verb in doers.items()}, **doers, **verbs}


def _wordings(read: Iterable[tuple[RuleSentence, Parsed]]) -> dict[str, list[str]]:
    """All that each sentence for people says, with its reading."""
    found: dict[str, list[str]] = {}
    for sentence, parsed in read:
        if parsed.rule is None:
            found.setdefault(_page(sentence), [_page(sentence)]).append(sentence.text)
    return found


class _Heard(Struct):
    """What a wording speaks of, up to a colon. ``on``: verbs of the bot, votes, victory."""

    head: str
    limited: Sequence[str]
    on: Sequence[str]
    forbids: bool
    of_amount: bool
    of_price: bool


def _heard(text: str, verbs: Mapping[str, str]) -> _Heard:
    head, colon, _ = _HEADED.sub("", text).partition(":")
    main = _ON_CONDITION.sub("", head)
    limited = _limited(head, "" if colon else main, verbs)
    alters = any(e.search(main) for e in (_FORBIDS, _UNDER, _ALTERS, _DECIDES))
    words = _WORD.findall(_WINS_LESS.sub("", head)) if alters else ()
    is_event = bool(_EVENT.match(head))  # of which something else comes
    forbids = bool(_FORBIDS.search(head))
    does = bool(_ALLOWS.search(main)) and not forbids  # something of its own
    no_win = _CONTEST.search(head) or (does and not _MAY_WIN.search(head))
    speaks = (*limited, *(_SPEAKS.get(word, "") for word in words))
    on = [each for each in speaks if each in _ON and not (each == WIN and no_win)]
    of_amount = not (is_event or does) and bool(_ALTERS_AMOUNT.search(main))
    is_price = not is_event and not _BY_TIME.search(head) and bool(_PRICES.search(main))
    return _Heard(head, limited, on, forbids, of_amount, is_price)


def _limited(head: str, main: str, every: Mapping[str, str]) -> Sequence[str]:
    """The verbs that a sentence limits; "" where it forbids something and names none of them.

    ``main``: the words of ``head`` behind a condition; none where more follows a colon.
    """
    forbids = list(_FORBIDS.finditer(head))
    is_allowed = not forbids and main and _UNDER.search(head)
    meant = "" if all(each["modal"] or each["who"] for each in forbids) else head
    for each in forbids or (_ALLOWS.finditer(head) if is_allowed else ()):
        meant += " " + _BESIDE.split(head[each.end() :].lstrip(" ,"), maxsplit=1)[0]
    if not forbids and main and (needed := _NEEDED.search(head)):
        meant += " " + next(filter(None, needed.groups()))
    ends = forbids[0].start() if forbids and all(each["modal"] for each in forbids) else None
    for text in (meant, head[:ends] if forbids or _ALTERS.search(main) else ""):
        said = (every.get(word) for word in _WORD.findall(_BACK.sub("", text)))
        if verbs := tuple(dict.fromkeys(filter(None, said))):
            return verbs
    is_first = forbids and not _APART.search(head[: forbids[0].start()])
    return ("",) if is_first else ()


def _about(
    said: Names, told: Told, alike: Sequence[Told], tables: Mapping[str, ThingTable]
) -> frozenset[str] | None:
    """What a line has to name for a sentence to bear on it; none: any line; None: no line has.

    ``alike``: the sentences of its verb, where the sentence names that.
    """
    mine = {*_stuff(told)}
    if named := {e for e in (*mine, *chain(*map(_stuff, alike))) if _is_said(e, said)}:
        return frozenset() if named & mine else None
    of = [
        tables[e.table] for e in told.parts if isinstance(e, tree.ChosenThing) and e.table in tables
    ]
    chosen = frozenset(name for table in of for name in table.things if _is_said(name, said))
    return chosen if chosen or alike else None


def _names_of(state: State) -> Names:
    """The words of what columns, tables and their things are called."""
    tables = state.tables.values()
    columns = chain(state.columns, *(table.columns for table in tables))
    names = chain((each.name for each in columns), *((t.name, t.noun, *t.things) for t in tables))
    return Names().union(*map(spellings, _WORD.findall(" ".join(names).casefold())))


def _is_other(heard: _Heard, verb: str, told: Told, named: Names) -> bool:
    """Whether a sentence speaks of the same with something else: ``claim a salary``, not a prize.

    ``named``: the words of the page's names, of which what it forbids has to be one.
    """
    if verb != told.word and not (heard.forbids or _AT_MOST.search(heard.head)):
        return True  # by a word of its page: ``may pay 8 Gold to ...`` allows something of its own
    mine = " ".join(words_of(told.verb).split()[1:])
    mine += " player" if any(isinstance(each, tree.ChosenPlayer) for each in told.parts) else ""
    known = Names().union(*map(spellings, _WORD.findall(mine)))
    doing = "|".join(forms(verb))
    objects = re.findall(rf"\b(?:{doing}) {_OBJECT}", heard.head)
    objects += re.findall(rf"(\w+) {_MAY_BE} (?:{doing})\b", heard.head)
    bare = re.findall(rf"\b(?:{doing}) (\w+)", heard.head)  # give Coins or Gas to
    objects += [each for each in bare if _is_said(each, named)]
    others = [not any(_is_said(word, known) for word in each.split()) for each in objects]
    if heard.forbids:
        others += [any(_is_said(word, named) for word in each.split()) for each in objects]
    return bool(known and others) and all(others)


def _is_said(name: str, said: Names) -> bool:
    """Whether all words of a name are among those of a sentence, in either number."""
    return all(not said.isdisjoint(spellings(word)) for word in _WORD.findall(name))


def _stuff(told: Told) -> Iterator[str]:
    """What an action is done with, as its words have it."""
    for each in told.parts:
        if isinstance(each, tree.Stuff):
            yield each.what
        elif isinstance(each, tree.NamedThing):
            yield each.name


def touched(rule: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names that a rule reads, and names that it changes, each once, in the order of the words."""
    reads = tuple(dict.fromkeys(_reads(rule)))
    changes = tuple(dict.fromkeys(_changes(rule)))
    return reads, changes


def _reads(node: Any) -> Iterator[str]:
    if isinstance(node, tree.Put | tree.Add):
        yield from _reads(node.place.owner)
        yield from _reads(node.value if isinstance(node, tree.Put) else node.amount)
        return
    if isinstance(node, tree.Place):
        yield node.name
    elif isinstance(node, tree.ExtremePlayer) or (
        isinstance(node, tree.Lose | tree.Transfer) and (node.must or node.amount is None)
    ):
        yield from () if isinstance(node.what, tree.It) else (node.what,)
    elif isinstance(node, tree.ChosenThing | tree.RandomThing | tree.EachThing | tree.NamedThing):
        yield node.table
    for part in tree.parts(node):
        yield from _reads(part)


def _changes(node: Any, but: tuple[type, ...] = ()) -> Iterator[str]:
    """``but``: what does not count."""
    if isinstance(node, but):
        return
    if isinstance(node, tree.Draw | tree.Destroy):
        yield from _reads(node.thing)
    elif isinstance(node, tree.Win | tree.Winning):
        yield "winners"
    elif isinstance(node, tree.Node) and node.changes:
        yield node.changed
    for part in tree.parts(node):
        yield from _changes(part, but)
