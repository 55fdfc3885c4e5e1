"""Ruleset sections Items and Trading: exchanges and gifts of two players, with both their consent.

``trade 2 Fish to Bob for 1 Duck`` is an offer and its maker's consent; ``accept T4`` is the
other's, and the trade takes place. Decisions: either side may give nothing, not both. No player
gives what they do not own when the trade takes place; then the offer stays open, for that may
change. Who is entitled to trade counts at that time, too. An offer lapses when its days are over;
settled trades stay on the page until then, so that no number is used again at once.

The line of an offer: ``trade 2 Fish to Bob for 1 Duck``; with whom, what is given and wanted.

Decisions: where a name or an item has ``to`` or ``for`` in it, the first way of reading the line
counts that names a player, and one that names them in full before others. ``nothing`` or no words
at all are not items; ``a Duck`` is one. People's other words for offers, gifts and answers are
phrases.

What a gamestate still says of a former player (section Players), in one place for all games.

What waited for them lapses; their assent to removing the judge is void, and open trades with them
are cancelled, as they cannot be accepted any more. A judge stays judge, known by the account. Their
proposals, votes and requests stay: a proposal can still pass, and whether a vote counts is asked
when votes are counted. Decision: while anything that is voted on bears their name no other person
plays under it, so that no vote is inherited (see ``players``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar

from msgspec import Struct

from rules.common.players import reputable
from rules.common.proceedings import next_id, thing_named, with_thing
from rules.common.sections import CLOCK, REPUTATION, is_over, read_once
from wikibot.game import names
from wikibot.game.actions import Shape, Verb, under
from wikibot.game.names import Taken, nothing_else, number_of, set_aside, suggestions
from wikibot.game.page.cells import CellError, ItemList, Vocabulary
from wikibot.game.problems import Refused, Unclear
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.ruleset.rulebook import Kept, OfEach
from wikibot.game.state import Former, Kind, Player, State, Trade, gain, without_player
from wikibot.game.understanding.slots import AmountsSlot, NamesSlot
from wikibot.sdk import ActionContext, PhraseSlot, Rulebook, counted, fold, plain, replace
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import DAY, NO_AMOUNT, TWO_NUMBERS, format_time, number_or_none
from wikibot.wikitext.regex import regex

# == offers ========================================================================================

_TO = regex(r"\s+(?:to|with)\s+", re.IGNORECASE)
_FOR = regex(r"\s+(?:in exchange for|in return for|for)\s+", re.IGNORECASE)
_ONE = regex(r"(?P<before>(?:^|,|;|\band\b|&)\s*)(?:an?|one)\s+(?=\S)", re.IGNORECASE)
_PARTS = regex(r"\b(?:to|with|for)\b", re.IGNORECASE)
# words such as ``to`` in one line; more cannot be told apart, and each may part it in every way
_MOST = 10
_LISTED = regex(r"[,;&]|\band\b", re.IGNORECASE)
_UNCOUNTED = regex(r"(?:^|[,;&]|\band\b)\s*[^\W\d]", re.IGNORECASE)
_TWO_DIGITS = regex(r"(?<![\w.])\d+\s+\d+\s")
_NOTHING = ("", "nothing", "free", "none", "0")


def read_parties(
    text: str,
    players: Sequence[str],
    form: str,
    known: Sequence[str] = (),
    taken: Taken = nothing_else,
) -> tuple[str, str, str]:
    """Partner, what is given and what is wanted. Raises ``Unclear`` that shows ``form``.

    ``known``: names of what may be traded, in which no ``to`` or ``for`` parts the line.
    """
    apart, put_back = set_aside(text, _with_parts(tuple(known)))
    if max(sum(1 for _ in words.finditer(f" {apart}")) for words in (_TO, _FOR)) > _MOST:
        raise Unclear("the line says `to` or `for` more than {} times", _MOST, nearest=f"`{form}`")
    readings = tuple(
        (put_back(who), put_back(gives), put_back(takes))
        for who, gives, takes in _readings(f" {apart}")
    )
    named: list[tuple[str, str, str]] = []
    for who, gives, takes in readings:
        if partner := names.meant(who, players, taken=taken):
            if any(map(taken, who.removeprefix(partner))):
                continue  # `to Ben 🐦`: a thing that is not said to be wanted
            named.append((partner, gives, takes))
            if fold(who) == fold(partner):
                return named[-1]
    if named:
        return named[0]
    name = readings[0][0] if readings else ""
    what = say("the line does not say with whom")
    if name:
        what = say("{!r} is not the name of one player", name)
    raise Unclear(what, nearest=(suggestions(name, players) if name else ()) or f"`{form}`")


@lru_cache(maxsize=16)
def _with_parts(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names that hold a word at which a line is parted."""
    return tuple(name for name in names if _PARTS.search(name))


def _readings(text: str) -> Iterator[tuple[str, str, str]]:
    """Every way of parting a line into a name, what stands before it and what behind it."""
    for to in _TO.finditer(text):
        gives, rest = text[: to.start()], text[to.end() :]
        for found in _FOR.finditer(rest):
            yield rest[: found.start()].strip(" .:"), gives, rest[found.end() :]
        yield rest.strip(" .:"), gives, ""


def refuse_uncounted(act: ActionContext[Any], text: str, known: Vocabulary) -> None:
    """Refuse a plural without a number: ``Ducks, 2 Fish``. In logs written before it is one."""
    if not _UNCOUNTED.search(text) or act.action.is_logged or fold(text) in _NOTHING:
        return
    apart, put_back = set_aside(text, known.names)
    for part in map(put_back, _LISTED.split(apart)):
        if known.is_plural(part.strip()):
            what = part.strip(" .!")
            raise Unclear("it does not say how many {}", what, nearest=f"`2 {what}`")


def refuse_no_amount(text: str, names: Sequence[str] = ()) -> None:
    """Refuse none of something, fewer than none, and parts of one: ``0 Fish``, ``1.5 Fish``.

    ``names``: of things that may have such numbers in them.
    """
    if found := NO_AMOUNT.search(set_aside(text, names)[0]):
        remedy = "Write a whole number of 1 or more, in digits alone."
        raise Refused("{!r} is not an amount", found[0], remedy=remedy)


def read_items(text: str, known: Vocabulary, form: str) -> Mapping[str, int]:
    """Items and how many of each. Raises ``Unclear`` for other words and impossible numbers."""
    if fold(text) in _NOTHING:
        return {}
    try:
        apart, put_back = set_aside(text, known.names)
        if _TWO_DIGITS.search(apart) or TWO_NUMBERS.search(apart):
            raise Unclear("{!r} has two numbers for one thing", text.strip(), nearest=f"`{form}`")
        items = ItemList(known).parse(put_back(_ONE.sub(r"\g<before>1 ", apart)))
    except CellError as error:
        raise Unclear("{!r} is not {}", text.strip(), error.expected, nearest=f"`{form}`") from None
    for item, number in items.items():
        if known.find(item) is None:
            near = suggestions(item, known.names) or f"`{form}`"
            raise Unclear("{!r} is not an item", item, nearest=near)
        if number < 0:
            refuse_no_amount(f"{number} {item}")
    return items


OFFERS = (
    "{bargain} => {bargain}", "{gift} => trade {gift} for nothing",
    "make gift|present of {items} to {other} => trade {items} to {other} for nothing",
    "make {other} (a) gift|present of {items} => trade {items} to {other} for nothing",
    "{items} go|goes to {other} as (a) gift|present => trade {items} to {other} for nothing",
    ("?give|gift|send|donate|hand|pass|transfer|grant|pay|offer|for|to|gets {other} {items} "
     "=> trade {items} to {other} for nothing"),
    ("?give|offer|pay|trade|sell|swap|exchange|buy|for|against|→ {items} {other} {items:2} "
     "=> trade {items} to {other} for {items:2}"),
)  # fmt: skip
CONSENTS = (
    ("accept|take|approve|confirm|like|love|settle|close|seal|fulfil|fulfill|grab|welcome|"
     "greenlight {trade}"),
    "yes|ok|okay|yep|agree|agreed|deal|accepted|consent|done|✅|👍|🤝 (to|with|on|for) {trade}",
    ("{trade} accepted|agreed|accept|yes|ok|deal|done|✅|👍|🤝|taken|gladly|granted|sold|approved|"
     "confirmed|settled"),
    "deal|accepted => accept {trade!}", "it's (a) deal => accept {trade!}",
    "say yes to {trade}",
    "you|we got|have (yourself|ourselves) (a) deal {trade}",
    "{trade} you|we got|have (yourself|ourselves|urself) (a) deal",
    "consent|agree|assent to (the) trade|deal|offer designated|numbered {trade}",
    "shake (hands) on {trade}", "go|happy|fine|good|on for|with {trade}",
    "i'm|im|i (am) in (on|for|with) {trade}", "fine|good|fair by|with me {trade}",
)  # fmt: skip
REFUSALS = (
    "refuse|reject|decline|no|nope|nah|nay|deny|spurn|rebuff|dismiss|skip|👎|❌|🙅 (to|on) {trade}",
    "not interested (in) {trade}", "no interest in {trade}", "turn down {trade}",
    "{trade} declined|refused|rejected|no|👎|❌|🙅|denied|off",
    "pass on {trade}", "won't|wont|cannot|can't (do) {trade}",
    "no|nope deal|trade|thanks (on|for|with) {trade}",
    "no|nope|nah|nein (thanks|danke|thank) to {trade}",
)  # fmt: skip
WITHDRAWALS = (
    ("cancel|withdraw|retract|revoke|rescind|recall|drop|close|abandon|nix|annul|nullify "
     "{own trade}"),
    "take|call|pull back|off {own trade}", "take|call|pull {own trade} back|off (the table)",
    "never mind {own trade}",
    "!undo|scrap|scratch|kill|forget|void|drop|pull|remove|delete|end|stop {own trade}",
    "change|changed my mind (about|on) {own trade}",
    "{own trade} (is) (hereby) cancelled|canceled|withdrawn|off|void|over|dead (table)",
    "(offer|trade|deal) {own trade} is off (the) table",
)  # fmt: skip


# == trading =======================================================================================

SECTION = "Trading"
FORM = "trade 2 Fish to Bob for 1 Duck"
OPEN, DONE, DECLINED, CANCELLED, LAPSED = map(
    later, ("open", "done", "declined", "cancelled", "lapsed")
)
_DAYS = regex(r"within (?P<days>\w+) days of each other")
_POINTS = regex(r"(?:(?:that|this|it|these|those)(?: one)?[.!]?)?", re.IGNORECASE)
_THE_ONE = regex(r"(?:(?:it|that|this|the|my|your)\s*)?(?:trade|offer|gift)?[.!]*", re.IGNORECASE)


@read_once
def days(book: Rulebook) -> timedelta | None:
    """How far apart the two consents may be, as the page has it; None: no limit."""
    found = _DAYS.search(plain(book.unit(SECTION).text)) if book.has(SECTION) else None
    count = number_or_none(found["days"]) if found else None
    return None if count is None else count * DAY


IMPLEMENTS = (Implementation(SECTION, reads=(days,)),)


def both_reputable(act: ActionContext[Any], trade: Trade) -> None:
    """Only reputable players trade, with one another."""
    for name in (trade.proposer, trade.partner):
        if not reputable(act.state.players[name], act.state, act.book):
            raise Refused("{} is not reputable, so cannot trade", name, rule="Items")


_FORMS = (
    "trade <{number} {belongings}>, ... to {other} for <{number} {items}>, ...",
    "trade <{number} {belongings}>, ... to {other} for nothing",
)


ITEMS_OF_EACH = OfEach[str, Player, tuple[str, ...]](lambda player: tuple(player.items))
ALL_ITEMS = Kept[Mapping[str, Sequence[str]], tuple[str, ...]](
    lambda items, _book: tuple(dict.fromkeys(chain.from_iterable(items.values())))
)


class Trading(Struct, frozen=True):
    """How one game trades.

    ``admit``: refuse a trade by who takes part. ``admit_item``: refuse an item. ``owned`` and
    ``give``: how many of it a player has, and the state with more (or less) of it in their hands.
    ``known``: names of all that can be traded. ``spelled``: items of a line in numbers and names,
    where players write them in other ways. ``form``: an example. ``plurals``: whether items are
    named in the plural.
    """

    fields: ClassVar = ("trades",)
    section: str = SECTION
    known: Callable[[Rulebook], Vocabulary] = lambda _: Vocabulary(plurals=True)
    admit: Callable[[ActionContext[Any], Trade], None] = both_reputable
    admit_item: Callable[[ActionContext[Any], str], None] = lambda *_: None
    owned: Callable[[Any, str, str], int] = lambda state, name, item: state.players[name].count(
        item
    )
    give: Callable[[Any, str, str, int], Any] = gain
    spelled: Callable[[Rulebook, str], str] = lambda _, text: text
    form: str = FORM
    plurals: bool | None = False

    # -- time --------------------------------------------------------------------------------------

    def ends(self, state: State, book: Rulebook) -> datetime | None:
        """When an offer lapses or is forgotten next; none while that is held."""
        return None if book.is_held(self.section) else book.found_in(state.trades, _first_end)

    def pass_time(self, act: ActionContext[Any]) -> None:
        """Let offers lapse whose time is over; forget old settled ones, but for the last number."""
        last = _last(act.state.trades)
        kept = []
        for trade in act.state.trades:
            over = _over(trade, act.now)
            lapses = over and trade.status == OPEN
            if lapses:
                act.say("{} lapses: {}", trade.id, self.told(trade))
            if not over or trade is last:
                kept.append(replace(trade, status=LAPSED) if lapses else trade)
        act.state = replace(act.state, trades=tuple(kept))

    # -- verbs -------------------------------------------------------------------------------------

    def offer(self, act: ActionContext[Any]) -> None:
        act.book.require(self.section)
        known, players = self._named(act.state, act.book), tuple(act.state.players)
        partner, *both = read_parties(act.subject, players, self.form, known.names, act.is_name)
        gives, takes = (self._items(each, known, act) for each in both)
        if partner == act.player:
            raise Refused("a trade is between two players", rule=self.section)
        if not gives and not takes:
            raise Unclear("nothing changes hands", nearest=f"`{self.form}`")
        until = days(act.book)
        id_ = next_id("T", act.state.trades)
        end = act.now + until if until else None
        trade = Trade(id_, act.player, partner, gives, takes, OPEN, act.now, end)
        self.admit(act, trade)
        self._possible(act, trade, only=act.player)
        # No number of those that are over is needed now:
        others = (each for each in act.state.trades if not _over(each, act.now))
        act.state = replace(act.state, trades=(*others, trade))
        by = f" {say('until {}', format_time(trade.until))}" if trade.until else ""
        act.say(
            "{0}: {1}; {2} may `accept {0}` or `decline {0}`{3}", id_, self.told(trade), partner, by
        )

    def accept(self, act: ActionContext[Any]) -> None:
        act.book.require(self.section)
        trade = self._open(act, "accepts", "partner")
        if trade.proposer not in act.state.players:
            raise Refused("{} is no longer a player", trade.proposer, rule=self.section)
        self.admit(act, trade)
        self._possible(act, trade)
        for giver, taker, item, number in transfers(trade):
            without = self.give(act.state, giver, item, -number)
            act.state = self.give(without, taker, item, number)
        act.state = with_thing(act.state, "trades", replace(trade, status=DONE))
        act.say("{} takes place: {}", trade.id, self.told(trade))

    def decline(self, act: ActionContext[Any]) -> None:
        trade = self._open(act, "declines", "partner")
        act.state = with_thing(act.state, "trades", replace(trade, status=DECLINED))
        act.say("{} is declined", trade.id)

    def cancel(self, act: ActionContext[Any]) -> None:
        trade = self._open(act, "cancels", "proposer")
        act.state = with_thing(act.state, "trades", replace(trade, status=CANCELLED))
        act.say("{} is cancelled", trade.id)

    def slots(self, state: Any, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
        return {"items": AmountsSlot(NamesSlot(self._named(state, book).names))}

    @property
    def verbs(self) -> tuple[Verb, ...]:

        def answers(role: str) -> Callable[[ActionContext[Any]], bool]:
            return lambda act: any(
                getattr(t, role) == act.player for t in act.state.trades if t.status == OPEN
            )

        return under(
            self.section,
            Verb("trade", "trade ITEMS to PLAYER for ITEMS", self.form,
                 "offers a trade, or a gift (`for nothing`)",
                 self.offer, Shape.TEXT, available=self._has_partner,
                 hints=("give", "gift", "offer", "send", "swap", "exchange", "buy", "sell"),
                 phrases=OFFERS, inputs=_FORMS, needs=(CLOCK, REPUTATION)),
            Verb("accept", "accept T4", "accept T4",
                 "accepts a trade, which then takes place", self.accept,
                 Shape.TEXT, available=answers("partner"), hints=("agree", "consent"),
                 phrases=CONSENTS, needs=(CLOCK, REPUTATION)),
            Verb("decline", "decline T4", "decline T4", "turns a trade down", self.decline,
                 Shape.TEXT,
                 available=answers("partner"), hints=("refuse", "reject"), phrases=REFUSALS,
                 needs=(CLOCK,)),
            Verb("cancel", "cancel T4", "cancel T4", "takes back a trade that you offered",
                 self.cancel, Shape.TEXT,
                 available=answers("proposer"), hints=("withdraw",), phrases=WITHDRAWALS,
                 inputs=("cancel {own trade}",)),
        )  # fmt: skip

    # -- parts -------------------------------------------------------------------------------------

    def told(self, trade: Trade) -> str:
        """``Alice gives Bob 2 Fish for 1 Duck``."""
        gives, takes = (_listed(each, plural=self.plurals) for each in (trade.gives, trade.takes))
        return say("{} gives {} {} for {}", trade.proposer, trade.partner, gives, takes)

    def _has_partner(self, act: ActionContext[Any]) -> bool:
        return any(self._allows(act, name) for name in act.state.players if name != act.player)

    def _allows(self, act: ActionContext[Any], partner: str) -> bool:
        try:
            self.admit(act, Trade("", act.player, partner))
        except Refused:
            return False
        return True

    def _open(self, act: ActionContext[Any], does: str, role: str) -> Trade:
        """The open trade that the line names and the player has a say in as ``role``."""
        open_ = (each for each in act.state.trades if each.status == OPEN)
        mine = [each.id for each in open_ if getattr(each, role) == act.player]
        asks = (e for e in act.state.pending if e.kind is Kind.ACTION and e.player == act.player)
        is_open = role == "proposer" and not act.action.is_logged and _POINTS.fullmatch(act.subject)
        if is_open and any(asks):  # `cancel that` may be what waits for an answer
            forms = [f"`{act.order.verb.name} {id_}`" for id_ in mine] if act.order else []
            raise Unclear("this may be what you were asked, or a trade", nearest=forms)
        said = "" if _THE_ONE.fullmatch(act.subject) else act.subject
        text = said or (mine[0] if len(mine) == 1 else "")
        trades: tuple[Trade, ...] = act.state.trades
        trade, rest = thing_named(text, "T", trades, "trade")
        if not (_THE_ONE.fullmatch(rest) or act.action.is_logged):
            form = f"`{act.order.verb.name} {trade.id}`" if act.order else ""
            raise Unclear("{!r} is not understood beside {}", rest, trade.id, nearest=form)
        if getattr(trade, role) != act.player:
            raise Refused("only {} {} {}", getattr(trade, role), does, trade.id, rule=self.section)
        if trade.status != OPEN:
            raise Refused("{} is {} already", trade.id, say(trade.status), rule=self.section)
        return trade

    def _named(self, state: State, book: Rulebook) -> Vocabulary:
        """What can be traded, and what else players own."""
        owned = book.found_in(book.found_in(state.players, ITEMS_OF_EACH), ALL_ITEMS)
        return book.found_in(owned, self._with)

    def _with(self, owned: Sequence[str], book: Rulebook) -> Vocabulary:
        return self.known(book).extended(owned)

    def _items(self, text: str, known: Vocabulary, act: ActionContext[Any]) -> Mapping[str, int]:
        if not act.action.is_logged:
            refuse_no_amount(text, known.names)
        items = read_items(self.spelled(act.book, text), known, self.form)
        for item in items:
            if items[item] == 1:
                refuse_uncounted(act, text, known)
            self.admit_item(act, item)
        return items

    def _possible(self, act: ActionContext[Any], trade: Trade, only: str = "") -> None:
        """Refuse a trade of what a player does not own; hold one of what may not change hands.

        That is asked of each thing alone: what is given and taken may come to the same in the end.
        """
        for giver, taker, item, number in transfers(trade):
            act.check_change(self.give(act.state, taker, item, number))
            if only in ("", giver):
                has = self.owned(act.state, giver, item)
                if has < number:
                    have = counted(has, item, plural=self.plurals)
                    short = say("{}, not {}", have, number) if has > 0 else say("no {}", item)
                    raise Refused("{} has {}", giver, short, rule=self.section)


def transfers(trade: Trade) -> Iterator[tuple[str, str, str, int]]:
    """Who gives whom how many of which item."""
    one, other = trade.proposer, trade.partner
    yield from ((one, other, item, number) for item, number in trade.gives.items())
    yield from ((other, one, item, number) for item, number in trade.takes.items())


def _first_end(trades: Sequence[Trade], book: Rulebook) -> datetime | None:
    """When an offer lapses, or a settled one is forgotten, first."""
    last = _last(trades)
    ending = (each for each in trades if each.status == OPEN or each is not last)
    return min((each.until for each in ending if each.until), default=None)


def _over(trade: Trade, now: datetime) -> bool:
    """Whether the days of an offer are over; one without an end is over once it is settled."""
    return trade.status != OPEN if trade.until is None else is_over(trade.until, now)


def _last(trades: Sequence[Trade]) -> Trade | None:
    """The trade with the highest number."""
    return max(trades, key=lambda each: number_of(each.id), default=None)


def _listed(items: Mapping[str, int], *, plural: bool | None) -> str:
    said = (counted(number, item, plural=plural) for item, number in items.items())
    return ", ".join(said) or say("nothing")


# == departing =====================================================================================


def depart(act: ActionContext[Any], name: str) -> None:
    """Take a player off the table and remember when; what is about them alone ends."""
    state = act.state
    player: Player = state.players[name]
    away = tuple(each for each in state.former if each.owner != player.owner)
    act.state = replace(
        without_player(state, name),
        former=(*away, Former(name, player.owner, state.now)),
        judge=player.owner if state.judge == name else state.judge,
        removal=tuple(each for each in state.removal if each != name),
    )
    for trade in state.trades:
        if trade.status == OPEN and name in (trade.proposer, trade.partner):
            act.state = with_thing(act.state, "trades", replace(trade, status=CANCELLED))
            act.say("{} is cancelled", trade.id)
