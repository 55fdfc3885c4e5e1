"""The line of an offer: ``trade 2 Fish to Bob for 1 Duck``; with whom, what is given and wanted.

Decisions: where a name or an item has ``to`` or ``for`` in it, the first way of reading the line
counts that names a player, and one that names them in full before others. ``nothing`` or no words
at all are not items; ``a Duck`` is one. People's other words for offers, gifts and answers are
phrases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from wikibot.game import names
from wikibot.game.names import Taken, nothing_else, set_aside, suggestions
from wikibot.game.page.cells import CellError
from wikibot.game.page.item_lists import ItemList
from wikibot.sdk import ActionContext, Refused, Unclear, Vocabulary, fold
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import NO_AMOUNT, TWO_NUMBERS

_TO = re.compile(r"\s+(?:to|with)\s+", re.IGNORECASE)
_FOR = re.compile(r"\s+(?:in exchange for|in return for|for)\s+", re.IGNORECASE)
_ONE = re.compile(r"(?P<before>(?:^|,|;|\band\b|&)\s*)(?:an?|one)\s+(?=\S)", re.IGNORECASE)
_PARTS = re.compile(r"\b(?:to|with|for)\b", re.IGNORECASE)
# words such as ``to`` in one line; more cannot be told apart, and each may part it in every way
_MOST = 10
_LISTED = re.compile(r"[,;&]|\band\b", re.IGNORECASE)
_UNCOUNTED = re.compile(r"(?:^|[,;&]|\band\b)\s*[^\W\d]", re.IGNORECASE)
_TWO_DIGITS = re.compile(r"(?<![\w.])\d+\s+\d+\s")
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
            named.append((partner, gives, takes))
            if fold(who) == fold(partner):
                return named[-1]
    if named:
        return named[0]
    name = readings[0][0] if readings else ""
    what = (
        say("{!r} is not the name of one player", name)
        if name
        else say("the line does not say with whom")
    )
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
        raise Refused(
            "{!r} is not an amount",
            found[0],
            remedy="Write a whole number of 1 or more, in digits alone.",
        )


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


_GIFT, _PRICED = "trade {items} to {other} for nothing", "trade {items} to {other} for {items:2}"
OFFERS = (
    f"give|gift|send|donate|hand|pass|transfer|trade (over) {{items}} to {{other}} => {_GIFT}",
    f"give|gift|send|hand|pass|transfer|grant|pay {{other}} {{items}} => {_GIFT}",
    f"give|gift|send|hand|trade|offer {{items}} to {{other}} for free|nothing => {_GIFT}",
    f"give|offer {{other}} {{items}} for free|nothing => {_GIFT}",
    f"make {{other}} a gift|present of {{items}} => {_GIFT}",
    f"give|offer|pay|trade|sell|swap {{other}} {{items}} for|against|→ {{items:2}} => {_PRICED}",
    (
        f"give|offer|sell|swap|exchange|trade|barter {{items}} to|with {{other}} "
        f"(in) (exchange|return) for|against|→ {{items:2}} => {_PRICED}"
    ),
    f"trade|swap|exchange|deal with|w {{other}} {{items}} for|against|→ {{items:2}} => {_PRICED}",
    f"trade|swap|exchange {{items}} for {{items:2}} with|from|of {{other}} => {_PRICED}",
    f"trade|swap|exchange|give|offer {{items}} for {{other}} {{items:2}} => {_PRICED}",
    f"propose|offer a trade to|with|w {{other}} {{items}} for {{items:2}} => {_PRICED}",
    (
        "buy|purchase|get|take|acquire {items} from|of {other} for {items:2} "
        "=> trade {items:2} to {other} for {items}"
    ),
    f"send|give|hand|transfer|pass|gift {{other}} {{items}} as (a) gift|present => {_GIFT}",
    (
        f"send|give|hand|transfer|pass|gift {{items}} (over) to {{other}} as (a) gift|present "
        f"=> {_GIFT}"
    ),
    f"give|hand|pass|send|turn {{items}} over to {{other}} => {_GIFT}",
    f"here {{other}} (have|take) {{items}} => {_GIFT}",
    f"{{items}} for you {{other}} (as a gift|present) => {_GIFT}",
    f"gift|present for {{other}}: {{items}} => {_GIFT}",
    f"offer {{other}} {{items}} in return|exchange for {{items:2}} => {_PRICED}",
    f"give|trade|offer {{other}} {{items}} and|to get|receive|want {{items:2}} => {_PRICED}",
    (
        f"trade|swap|exchange offer|proposal|deal (to|for|with) {{other}} "
        f"{{items}} for {{items:2}} "
        f"=> {_PRICED}"
    ),
    (
        f"(trade) offer (to|for|with) {{other}} i give {{items}} you|and (you) give {{items:2}} "
        f"=> {_PRICED}"
    ),
    f"(hey) {{other}} wanna|want|let's (to) swap|trade {{items}} for {{items:2}} => {_PRICED}",
    f"swap|trade|exchange {{items}} against|for {{items:2}} with {{other}} => {_PRICED}",
    f"offer|trade|deal (to|for|with) {{other}} {{items}} for {{items:2}} => {_PRICED}",
    f"sell {{items}} to {{other}} for|at {{items:2}} => {_PRICED}",
    f"my {{items}} for {{other}} {{items:2}} => {_PRICED}",
    f"{{items}} to|for {{other}} => {_GIFT}",
    f"{{other}} can|may have|take|keep {{items}} => {_GIFT}",
    f"{{other}} gets|get|receives {{items}} from me => {_GIFT}",
    f"give|offer|trade|sell|swap you {{items}} for {{items:2}} {{other}} => {_PRICED}",
    f"{{other}} (i) give|offer|trade|sell|swap (you) {{items}} for {{items:2}} => {_PRICED}",
    f"{{other}} (i) give|send (you) {{items}} => {_GIFT}",
    f"{{items}} to {{other}} for|→ {{items:2}} => {_PRICED}",
)
CONSENTS = (
    "accept|take {trade}",
    "yes|ok|okay|yep|agree|agreed|deal|accepted|consent|done|✅|👍 (to|with|on|for) {trade}",
    "{trade} accepted|agreed|accept|yes|ok|deal|done|✅|👍",
    "deal|accepted => accept {trade!}",
    "it's (a) deal => accept {trade!}",
    "?deal|agreed|accepted => accept {trade!}",
    "{trade} is (a) deal",
    "approve|confirm|like|love {trade}",
    "say yes to {trade}",
    "shake (hands) on {trade}",
    "go|happy|fine|good|on (for|with) {trade}",
)
REFUSALS = (
    "refuse|reject|decline|no|nope|nah|deny|spurn|👎|❌ (to|on) {trade}",
    "turn down {trade}", "turn {trade} down", "say no to {trade}",
    "pass on {trade}", "{trade} declined|refused|rejected|no|👎|❌|denied|off",
    "won't|wont|cannot|can't (do) {trade}",
    "no|nope deal|trade|thanks {trade}",
    "?no|nope|nah|nein|keep thanks|thank|danke|deal|keep|own => decline {trade!}",
)  # fmt: skip
WITHDRAWALS = (
    "cancel|withdraw|retract|revoke|rescind|recall|drop {own trade}",
    "take|call|pull back|off {own trade}",
    "take|call|pull {own trade} back|off (the table)",
    "never mind {own trade}",
    "!undo|scrap|scratch|kill|forget|void|drop|pull|remove|delete|end|stop {own trade}",
    "close|abandon|nix|annul|nullify {own trade}",
    "change|changed my mind (about|on) {own trade}",
    "{own trade} cancelled|canceled|withdrawn|off",
)
