"""What a line may be about: the things that are open, and what waits for the one who writes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property

from msgspec import Struct

from wikibot.game.state import State
from wikibot.game.understanding.bargains import Gifts, bargains
from wikibot.game.understanding.phrases import deed
from wikibot.game.understanding.plain_line import key_of
from wikibot.game.understanding.slots import (
    AmountsSlot,
    AnyText,
    CountSlot,
    IdentifiedThing,
    Mentions,
    NamesSlot,
    NewName,
    PhraseSlot,
    Raw,
    Ruling,
    SpaceAhead,
    Things,
    Tidied,
)
from wikibot.game.understanding.vocabulary import word_set
from wikibot.wikitext.regex import regex

Makes = Mapping[str, Callable[[], PhraseSlot]]
_SHOWN = "shown "  # begins the name of a kind that there is only in a line that shows dice
_LIVE = ("open", "holding", "contested")
_CLAUSES = regex(r"(?<![,;.!–—])[,;.!–—]+(?:\s+|$)")
_MEANT = r"(?:the one|what|who|whom|that)? ?I(?:'ll)? (?:mean|meant|pick|choose|want|take|go for)"
_CLEFT = regex(  # `it's Cleo I mean`, `20 is the one I pick`, `what I want is a Fish`
    rf"(?:it'?s )(?P<one>[^,.;]{{1,60}}?),? {_MEANT}"
    rf"|(?P<two>[^,.;]{{1,60}}?) is (?=\w+ (?:one )?I){_MEANT}"
    rf"|(?=the|wh){_MEANT} is (?P<three>[^,.;]{{1,60}})",
    re.IGNORECASE,
)
_TOLD = regex(r".*\w(?<!\bit) is(?: (?:here|there|on|in|out))?[.!]*", re.IGNORECASE)  # Cleo is here
_ANSWERING = """
    choose choice pick target on at i'd i'll i'm it it's that's that is be option answer with then
    way left right via over through continue prefer guess think would like say let's let us me
    reply final towards toward ofc one there go i'm im please pls after all here shall the lady
    straight keep keeping on for obviously definitely oh misclick mistake oops wait goes gets in
    naturally surely hm scenic route chosen choosing selected specified want target's
    victim victim's mean meant player which towards onto onwards branch turn off fork side ahead
"""
_SAID = {
    "yes": "y|ye|yea|yes sir|indeed|go ahead|👍|yep|yeah|yup|ya|aye|sure|ok|okay|confirm|"
    "confirmed|i confirm|i do|really|definitely|absolutely|of course|"
    "do it|i mean it|yes i mean it|yes i do|yes please|yes leave|"
    "i am sure|i'm sure|im sure|yes i am sure|yes i'm sure|yes im sure",
    "no": "nope|nah|nay|stay|i stay|i'll stay|no i'll stay|no thanks|no thank you|cancel|never",
}
TRADE = ("trade", "offer", "offers", "offered", "gift", "present", "deal", "swap", "exchange",
          "bargain", "thing", "with", "from", "to", "of", "by", "for", "it", "own")  # fmt: skip
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
_GLUE = word_set("and then to the space spaces on with go via")


class Situation(Struct, frozen=True, dict=True):
    """``slots``: the kinds of things in phrases. ``speaker``: names of the one who writes.

    ``options``: what the only thing that waits for them may be answered with, in its exact words;
    nothing where nothing waits, or several things do.
    ``offer``: the order that takes up the only offer open to them, where nothing waits.
    ``names``: all that has a name. ``shows_dice``: whether the line does.
    """

    slots: Mapping[str, PhraseSlot]
    speaker: tuple[str, ...] = ()
    waits: bool = False
    options: tuple[str, ...] = ()
    offer: str = ""
    names: tuple[str, ...] = ()
    shows_dice: bool = False

    @cached_property
    def name_words(self) -> frozenset[str]:
        """The words of all names."""
        return frozenset(map(key_of, " ".join(self.names).replace("-", " ").split()))

    @cached_property
    def whole_names(self) -> frozenset[str]:
        """The names that are one word."""
        return frozenset(key_of(name) for name in self.names if " " not in name)

    def read(self, slot: PhraseSlot, text: str) -> tuple[str, ...]:
        """What a slot reads in a text: once for a line, however many parts of it are looked at."""
        where = id(slot), text
        if where not in self._read:
            self._read[where] = slot, slot.read(text)  # with the slot, so that its id stays its own
        return self._read[where][1]

    @property
    def texts_read(self) -> int:
        """How many texts slots have read by now."""
        return len(self._read)

    @cached_property
    def _read(self) -> dict[tuple[int, str], tuple[PhraseSlot, tuple[str, ...]]]:
        return {}

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the other players."""
        other = self.slots["other"]
        return other.names if isinstance(other, NamesSlot) else ()


def said_yes(text: str) -> bool:
    """Whether a text says yes and nothing else."""
    return NamesSlot(("yes",), (), dict.fromkeys(_SAID["yes"].split("|"), "yes")).exact(text) != ""


class Before(Raw, frozen=True):
    """A thing with one of these marks behind it."""

    marks: tuple[str, ...]
    things: Things

    def read(self, text: str) -> tuple[str, ...]:
        """Its identity."""
        bare = text.strip()
        return self.things.read(bare.rstrip("?")) if bare.endswith(self.marks) else ()


class Further(Struct, frozen=True):
    """A number that is not one of the options of what waits."""

    options: tuple[str, ...]

    def read(self, text: str) -> tuple[str, ...]:
        """The number in digits."""
        return tuple(each for each in CountSlot().read(text) if each not in self.options)


class AnswerToWaiting(Struct, frozen=True):
    """An answer to what waits, perhaps beside words that say that it is one: ``I pick 20``.

    ``verb``: of what waits.
    """

    options: NamesSlot
    verb: str = ""

    def read(self, text: str) -> tuple[str, ...]:
        """The options that are meant."""
        said = filter(None, _CLAUSES.split(text))
        found = dict.fromkeys([self._one(each) for each in said if any(map(str.isalnum, each))])
        whole = self._one(text)
        return whole or (next(iter(found)) if len(found) == 1 else ())

    def _one(self, text: str) -> tuple[str, ...]:
        """The options that a text says once, or a single one several times."""
        beside = deed(may=f"{_ANSWERING} {self.verb}", about=self.options)
        if _TOLD.fullmatch(text):
            return ()
        if cleft := _CLEFT.fullmatch(text.strip(" .!")):
            text = next(filter(None, cleft.groups()))
        words = text.split()
        again = " ".join(word for at, word in enumerate(words) if not at or key_of(word) != key_of(
            words[at - 1]))  # fmt: skip
        return self.options.read(text) or beside.read(text) or beside.read(again)


def _called(options: Sequence[str], slot: PhraseSlot | None) -> Mapping[str, str]:
    """What else options are called: yes and no, by their place, as the game has it."""
    words = ((word, said) for said, words in _SAID.items() for word in words.split("|"))
    found = {word: said for word, said in words if said in options}
    if len(options) > 1:
        places = zip(_PLACES, options, strict=False)
        found |= {f"{place}{one}": said for place, said in places for one in ("", " one")}
        found |= {"last": options[-1], "last one": options[-1]}
    names = {each: slot.exact(each) for each in options if isinstance(slot, NamesSlot)}
    counts = Counter(names.values())
    return found | {name: each for each, name in names.items() if name and counts[name] == 1}


def slots_of_line(
    state: State,
    player: str,
    of_the_game: Mapping[str, PhraseSlot],
    options: tuple[str, ...],
    rolled: int | None,
    waiting: str,
) -> Kinds:
    """What a line of a player ("" without one) may be about. ``of_the_game``: as ``Game.slots``.

    ``options``: of what waits. ``rolled``: the sum of the dice in the line, None without any.
    ``waiting``: the verb of the only order of theirs that waits. Of the kind ``called`` are words
    for what may be an option: the type of a space.
    """
    of_the_line: dict[str, PhraseSlot] = {
        "rolled": CountSlot() if rolled is None else NamesSlot((str(rolled),)),
        "misrolled": NamesSlot(()) if rolled is None else Further((str(rolled),)),
        **{
            kind: SpaceAhead(slot.start, rolled or 0) if isinstance(slot, SpaceAhead) else slot
            for kind, slot in of_the_game.items()
            if rolled or not kind.startswith(_SHOWN)
        },
    }
    if options:
        called = _called(options, of_the_game.get("called"))
        named = NamesSlot(options, ("space", "option", "number"), called)
        of_the_line |= {
            "further": Further(options),
            "answer": AnswerToWaiting(named, waiting),
            "answers": Mentions((named,), _GLUE),
        }
    trades = cache(lambda: bargains(state, player, slots["items"], of_others(state, player)))
    of_trades: Makes = {"bargain": trades, "gift": lambda: Gifts(trades())}
    slots = Kinds({**common_slots(state, player), **of_trades}, of_the_line)
    return slots


class Kinds(Mapping[str, PhraseSlot]):
    """Slots by kind, each made when a phrase names its kind: most lines name none."""

    def __init__(self, makes: Makes, made: Mapping[str, PhraseSlot]) -> None:
        self._makes, self._made = makes, dict(made)

    def __getitem__(self, kind: str) -> PhraseSlot:
        if kind not in self._made:
            self._made[kind] = self._makes[kind]()
        return self._made[kind]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._makes, **self._made})

    def __len__(self) -> int:
        return len({**self._makes, **self._made})


def of_others(state: State, player: str) -> NamesSlot:
    """The names of the other players."""
    names = tuple(name for name in state.players if name != player)
    accounts = {a: n for a, n in _accounts(state).items() if n != player}
    return NamesSlot(names, ("player", "user"), accounts)


def common_slots(state: State, player: str) -> Makes:
    """What makes the kinds of things that every game has."""
    players = state.players.values()
    return {
        "text": AnyText,
        "ruling": Ruling,
        "tidied": Tidied,
        "new name": NewName,
        "number": CountSlot,
        "items": lambda: AmountsSlot(
            NamesSlot((*dict.fromkeys(i for p in players for i in p.items),))
        ),
        "player": lambda: NamesSlot(tuple(state.players), ("player", "user"), _accounts(state)),
        "other": lambda: of_others(state, player),
        "candidate": lambda: NamesSlot(
            tuple(each.id for each in state.candidacies), ("candidate", "candidacy")
        ),
        "proposal": lambda: live_proposals(state),
        "own proposal": lambda: live_proposals(state, of=player),
        "request": lambda: _requests(state),
        "ruled request": lambda: Before((":", "-", "–", "—", ","), _requests(state)),
        "trade": lambda: _trades(state, player, theirs=True),
        "own trade": lambda: _trades(state, player, theirs=False),
    }


def _accounts(state: State) -> Mapping[str, str]:
    return {each.owner: name for name, each in state.players.items()}


def live_proposals(state: State, of: str = "") -> Things:
    """The proposals that are open. ``of``: those of that player alone."""
    live = [each for each in state.proposals if each.status in _LIVE and of in ("", each.proposer)]
    things = tuple(IdentifiedThing(each.id, (each.title,), (each.proposer,)) for each in live)
    others = tuple(each.id for each in state.proposals if each not in live)
    kinds = ("proposal", "prop", "motion", "idea", "thing", "plan", "it", "one", "own")
    return Things(things, kinds, "P", others)


def _requests(state: State) -> Things:
    things = tuple(
        IdentifiedThing(each.id, (each.text,), (each.asker,)) for each in state.requests
        if each.status in ("open", "answered", "contested")
    )  # fmt: skip
    others = tuple(each.id for each in state.requests)
    return Things(things, ("request", "ruling", "question", "case", "justice"), "J", others)


def _trades(state: State, player: str, *, theirs: bool) -> Things:
    """Those that are open for a player to answer, or that they offered themselves."""
    open_ = [each for each in state.trades if each.status == "open"]
    parties = [
        (t, *((t.partner, t.proposer) if theirs else (t.proposer, t.partner))) for t in open_
    ]
    things = (  # each by what it is about, too: ``the duck trade``
        IdentifiedThing(t.id, tuple(f"{e} trade" for e in (*t.gives, *t.takes)), (other,))
        for t, own, other in parties
        if own == player
    )
    return Things(tuple(things), TRADE, "T", tuple(each.id for each in state.trades))
