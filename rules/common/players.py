"""Ruleset section Players: becoming a player, ceasing to be one, and who is reputable.

Decisions: the table name of a player is free to choose as long as no other person goes by it, as
player, as account, as judge or as a former player: their votes and proposals still go by
it. What a player owned is destroyed when they leave; what becomes of all else that names them is in
``trading.depart``, and when a span of days is over in ``proceedings``.

Ruleset section Phases: which weekdays a phase begins on.

Each line of the section names a phase and its days. Decisions: without the section a phase is a
week. While the wording of the section is not settled no phase begins: what asks for the phase is
held, and each beginning on a day that all wordings have which are implemented waits for a steward.
So it is where no day can be read in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from rules.common.sections import CLOCK, PHASE, PROCEEDINGS, is_over, read_once
from wikibot.game.names import says_more
from wikibot.game.problems import Refused, Unclear
from wikibot.game.ruleset.implementations import Bears, How, Implementation
from wikibot.game.state import Former, Player, S, State, with_player
from wikibot.sdk import ActionContext, Rulebook, Shape, Verb, counted, fold, plain, replace
from wikibot.wikitext.dialect import account_name, look
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.numerals import DAY, WEEKDAYS, Phases, format_time, number_or_none, roman
from wikibot.wikitext.regex import regex

# == People's words for becoming a player and for ceasing to be one ================================

_NAMED = "name|nick|nickname|handle (is) {new name} => join as {new name}"
_ADD = "put|write|list|enrol|enroll|get|register|sign|count|deal|let|add"
JOINING = (
    "join (in) (the|this) (game|cycle|round|nomic|fun|us|up)",
    "!may|can|could i join (in) (the|this) (game|cycle|round|nomic|you)",
    "!may|can|could i (please) play (with you|too)",
    "return|come (back) to the|this game|cycle|round|nomic", "rejoin (the|this) (game|cycle|round)",
    "=new player {new name} joins|joining|join|enters => join as {new name}",
    "=play (too|along|the|this) (game|nomic) (with you)",
    "be|become|make (me) (a) (new) player|part (of this|the game)", "sign up (for the game)",
    f"{_ADD} me|myself in|down|up|to|on|as (as|for) (player) (player|game|players|list)", "add me",
    "!join as|under {tidied} => join as {tidied}", "!join my name is {text} => join as {text}",
    "!join (the|this) (game) called|named|as {tidied} => join as {tidied}",
    ("enter|register (myself) (for|in) (the|this) (game) (as) (a) (new) "
     "(player|member|newbie|newcomer)"),
    "join (the|this) (game) as (a|your) (new) player|member|newbie|newcomer", "i'm|im|i in",
    "want|wish|like in|to be in|part (of this|the game)", "hop|jump|get|come in|aboard",
    "!can|could|will|would (you|somebody|someone|anyone) (please) add me (to the game)",
    "!can|may|could (a) newbie|newcomer|noob|rookie|beginner|stranger join|play (in|too|the game)",
    "in|i'm|im me too (me) (too)", "call me {new name} => join as {new name}",
    "want|like|count (me) in (as|under|my) (name) (is|of) {new name} => join as {new name}",
    "count|deal|add me in (you) (can) call me {new name} => join as {new name}",
    "take part (in the|this) (game)", "participate (in the|this) (game)", "opt in",
    "join under (the) name (of) {text} => join as {text}",
    "join|play|enter|register|sign (me) (up) (the|this) (game) as {text} => join as {text}",
    f"{_ADD} me (in|up|down) as {{new name}} => join as {{new name}}",
    f"{_ADD}|join|i'm|im|i (me|am) (in|up|down) (the) (game) (as player) (my) {_NAMED}",
    f"!can|may|could i|we join|play|enter (the) (game) (my) {_NAMED}",
)  # fmt: skip
LEAVING = (
    "!leave the|this game|cycle|round|nomic (now|forever|for good)",
    "quit|exit|abandon|forfeit (the|this) (game|cycle|round|nomic|playing)",
    "drop|bow|opt out (of the|this) (game|cycle|round)",
    "retire|withdraw|resign|depart|unregister from the|this game|cycle|round|nomic", "retire",
    "unregister", "cease|stop to be|being|playing (a) (player) (the|this) (game)",
    "no longer (want) (to) (be|play) (a) (player)", "out of the|this game", "call it quits",
    ("delete|unregister|drop|take|strike|remove me (out|off) (from|of) the|this "
     "game|players|list|table"),
    "quit|leave|stop playing (for good|now)", "i'm|im|i (am) out", "=count|take me out",
    "i'm|im|i (am) done with|playing (the|this) game",
    "hang up (my) (hat|boots)", "say goodbye to (the) game",
)  # fmt: skip


# == Ruleset section Players: becoming a player, ceasing to be one, and who is reputable ===========

SECTION = "Players"
WAITS = later("`join`, `leave` and what they bring")  # while it is held
LONGEST_NAME = 60
ANOTHER = "Send `join as ANOTHER NAME`."
_AS = regex(r"(?:as\b\s*)(?P<name>.*)", re.IGNORECASE | re.DOTALL)
# What says no name: nothing, marks and emoji, "the game".
_GAME = regex(
    r"(?:us\b|you(?: all)?\b|in\b|(?:the |this )?(?:game|cycle|round|nomic)\b)?\W*", re.IGNORECASE
)
_POINTING = ("that", "this", "it", "such", "me", "myself", "always", "usual", "before", "well")
_IMPOSSIBLE = regex(r"\[\[|\]\]|\{\{|\}\}|[|<>\n]|: |~{3}|^[-+*#:;=!}]")
_KIND = regex(r"(?:a|an|the|your|one)\s+[a-z]|new (?:player|member)\b")  # what one is: no name
_IMAGE = regex(r"image of\b", re.IGNORECASE)  # with which lines name the image of a player
_AWAY = regex(r"not been a player [^.]*?(?:past|last|previous) (?P<days>\w+) days", re.IGNORECASE)
_STANDING = regex(r"continuously been a player for [^.]*?(?P<days>\w+) days", re.IGNORECASE)
_FOUNDERS = regex(r"within (?P<days>\w+) days of the (?:round|cycle|game)", re.IGNORECASE)


# -- joining and leaving ---------------------------------------------------------------------------


def newcomer(
    act: ActionContext[Any], *, rule: str = SECTION, at_once: bool = False
) -> tuple[str, str]:
    """Table name and account ("" where it is the name) of a newcomer; refuses who may not join.

    ``rule``: the section that says how one becomes a player. ``at_once``: a player who left may
    come back without waiting.
    """
    act.book.require(rule)
    if act.player:
        raise Refused("you are a player already, as {}", act.player, rule=rule)
    if not at_once:
        former = _still_away(act)
        if former:
            again = format_time(former.left + spans(act.book).away)
            who = act.action
            you = who.by_name or account_name(who.account) == former.owner
            why = "you were a player until {1}" if you else "{} was a player until {}"
            left = format_time(former.left)
            remedy = say("You may join again from {} on.", again)
            raise Refused(why, former.name, left, rule=SECTION, remedy=remedy)
    account, name = account_name(act.action.account), _wanted_name(act)
    is_other = (_KIND.match(name) or says_more(name)) and not act.action.is_logged
    if is_other or act.is_reserved(name.rstrip(" .!")) or _IMAGE.match(name):
        why = say("{!r} means something else in this game", name)
        raise Refused(why, rule=rule, remedy=ANOTHER)
    _refuse_taken_name(act.state, name, account, logged=act.action.is_logged)
    return name, ("" if name == account else account)


def enter(state: S, player: Player) -> S:
    """Add a newcomer at the end of the table; that they once left is of no more interest."""
    former = tuple(each for each in state.former if each.owner != player.owner)
    judge = player.name if state.judge == player.owner else state.judge
    players = {**state.players, player.name: player}
    return replace(state, players=players, former=former, judge=judge)


def set_player(act: ActionContext[Any], name: str, **values: Any) -> None:
    """Give a player other values of some fields."""
    act.state = with_player(act.state, replace(act.state.players[name], **values))


def is_author(act: ActionContext[Any], name: str) -> bool:
    """Whether the line is by the person of that table name, who may have left meanwhile."""
    if act.player:
        return act.player == name
    accounts = accounts_of(act.state, name) or (account_name(name),)
    return name not in act.state.players and account_name(act.action.account) in accounts


def accounts_of(state: State, name: str) -> tuple[str, ...]:
    """The account that goes by a table name; of those who left, all that did so lately."""
    if name in state.players:
        return (state.players[name].owner,)
    return tuple(each.owner for each in state.former if each.name == name)


def _has_to_wait(act: ActionContext[Any], former: Former) -> bool:
    return not is_over(former.left + spans(act.book).away, act.now)


def _is_voted_by(state: State, name: str) -> bool:
    """Whether a vote that may be counted, a proposal or a candidacy still stands under a name."""
    live = (each for each in state.proposals if each.status in ("open", "holding"))
    names = [(each.proposer, *each.votes) for each in live]
    names += [tuple(each.votes) for each in state.requests if each.poll is not None]
    names += [(each.id, *each.votes) for each in state.candidacies]
    return any(name in group for group in names)


def join_verb(play: Callable[[ActionContext[Any]], None], *, at_once: bool = False) -> Verb:
    """The verb by which one becomes a player. ``at_once`` as in :func:`newcomer`."""
    return Verb("join", "join [as NAME]", "join as Ann", "makes you a player", play, Shape.TEXT,
                players_only=False,
                available=lambda act: not act.player and (at_once or _still_away(act) is None),
                hints=("register", "sign up", "enter", "dealt in"), named=True, needs=(CLOCK,),
                phrases=JOINING, inputs=("join[ as {Name=name:40}]",))  # fmt: skip


def really_leaves(act: ActionContext[Any], lost: Sequence[str], again: str = "") -> bool:
    """Whether a player who would lose something by leaving says that they mean it; asks once.

    ``lost``: what they would lose, in words. ``again``: from when on they may come back.
    """
    if not lost and not act.answers_left:
        return True
    owned = f" ({', '.join(lost)})" if lost else ""
    asks = f"by leaving you lose all that you own{owned}"
    if again:
        asks = f"by leaving you lose all that you own{owned}, and may join again from {again} on"
    if act.confirm(asks):
        return True
    act.say("{} stays", act.player)
    return False


def stays_away(act: ActionContext[Any]) -> str:
    """Until when a player who leaves now has to wait, in words."""
    return format_time(act.now + spans(act.book).away)


def owned(items: Mapping[str, int]) -> tuple[str, ...]:
    """Items in words."""
    return tuple(counted(count, item) for item, count in items.items())


def leave_verb(play: Callable[[ActionContext[Any]], None], about: str) -> Verb:
    """The verb by which one ceases to be a player. ``about``: what it does."""

    def leaves(act: ActionContext[Any]) -> None:
        if act.subject and not _GAME.fullmatch(act.subject):
            what = say("{!r} does not say that you leave the game", act.subject)
            raise Unclear(what, nearest=f"`{act.order.verb.form}`" if act.order else "`leave`")
        play(act)

    hints = ("quit", "drop out", "retire")
    return Verb(
        "leave", "leave", "leave", about, leaves, Shape.SUBJECT, hints=hints, phrases=LEAVING
    )


def _wanted_name(act: ActionContext[Any]) -> str:
    if _GAME.fullmatch(act.subject):
        return act.action.account
    found = _AS.fullmatch(act.subject)
    name = " ".join(plain(found["name"]).split()) if found else ""
    if not name or fold(name.strip("(). !")) in _POINTING:
        raise Unclear("{!r} does not say under which name", act.subject, nearest="`join as NAME`")
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        why = say("{!r} is made of accents alone, which nobody can tell apart", name)
        raise Refused(why, rule=SECTION, remedy=ANOTHER)
    if len(name) > LONGEST_NAME or _IMPOSSIBLE.search(name):
        why = say("at most {} characters, no list mark in front, ", LONGEST_NAME)
        why += say("none of {}", "| [[ ]] {{ }} < >")
        raise Unclear(
            "{!r} cannot stand in the players table: {}", name, why, nearest="`join as NAME`"
        )
    return name


def _refuse_taken_name(state: State, name: str, account: str, *, logged: bool) -> None:
    others = [(each.name, each.owner, later("plays")) for each in state.players.values()]
    others += [(each.name, each.owner, later("played lately")) for each in state.former]
    if state.judge is not None and state.judge not in state.players:
        others.append((state.judge, state.judge, later("is judge")))
    for other, owner, does in others:
        if account == other and owner != account and other in state.players:
            # The log, which names players, could not tell their lines apart.
            why = say("{} plays under the name of your account", other)
            raise Refused(why, rule=SECTION, remedy="Join with another account.")
        if fold(name) in (fold(other), fold(owner)) and owner != account:
            raise Refused("{} {} under that name", other, say(does), rule=SECTION, remedy=ANOTHER)
        if look(name) == look(other) and owner != account and not logged:
            why = say("{!r} looks like {!r}, and has letters of another script", name, other)
            raise Refused(why, rule=SECTION, remedy=ANOTHER)


def _still_away(act: ActionContext[Any]) -> Former | None:
    """The person as the former player who has to wait yet, if they are one.

    So does somebody else whose account bears that name, as the log could not tell who joins.
    """
    who = act.action
    former: Former
    for former in act.state.former:
        named = who.account == former.name
        if (named or account_name(who.account) == former.owner) and _has_to_wait(act, former):
            return former
    return None


# -- reputable players -----------------------------------------------------------------------------


def reputable_from(player: Player, state: State, book: Rulebook) -> datetime | None:
    """Since when a player is or will be reputable; None: since the game started."""
    joined, started, days = player.joined, state.started, spans(book)
    if joined is None:
        return None
    founder = started is not None and not is_over(started + days.founders, joined)
    return joined if founder else joined + days.standing


def reputable(player: Player, state: State, book: Rulebook) -> bool:
    """Whether a player is reputable now."""
    since = reputable_from(player, state, book)
    return since is None or is_over(since, state.now)


class _Spans(Struct, frozen=True):
    """The spans of time of the rules, wherever they stand (Players, or Actions in Cycle 14).

    How long a person who left has to stay away; how long it takes a player to be reputable.
    """

    away: timedelta
    standing: timedelta
    founders: timedelta


@read_once
def spans(book: Rulebook) -> _Spans:
    """The spans of time of the page."""
    text = "\n".join(plain(unit.text) for unit in book.units.values() if unit.kind == "section")
    found = (pattern.search(text) for pattern in (_AWAY, _STANDING, _FOUNDERS))
    days = [number_or_none(each["days"]) if each else None for each in found]
    away, standing, founders = (
        (otherwise if d is None else d) * DAY for d, otherwise in zip(days, (7, 7, 3), strict=True)
    )
    return _Spans(away, standing, founders)


# == phases ========================================================================================

PHASES = "Phases"
BEGINS = "a phase begins"  # an event


def on_time(timed: Iterable[str], *by_phase: str) -> tuple[Implementation, ...]:
    """Sections Time, General and Phases.

    ``timed``: the events of a game that depend on the time; ``by_phase``: those that depend on what
    phase it is, beside the beginning of one.
    """
    clock, phase = Bears((CLOCK,), (PROCEEDINGS, *timed)), Bears((PHASE,), (BEGINS, *by_phase))
    says = "times are UTC, days begin at midnight, weeks on Monday"
    return (
        Implementation("Time", How.FLAVOUR, says="when things happen, and in which order"),
        Implementation("General", bears=clock, says=says),
        Implementation(
            PHASES, bears=phase, says="phases begin on the weekdays that its lines name",
            words=(schedule,),
        ),
    )  # fmt: skip


WHOLE_WEEK, AS_IMPLEMENTED = Phases((0,)), Phases((0, 4))  # from Monday; and from Friday
_LINE = regex(r"^\W*Phase\s+[IVX\d]+\W*:\W*(?P<first>[A-Z]\w+)", re.MULTILINE)


@read_once
def schedule(book: Rulebook) -> Phases:
    """The phases of the week, as the page has them."""
    if not book.has(PHASES):
        return WHOLE_WEEK
    named = dict.fromkeys(found["first"] for found in _LINE.finditer(book.unit(PHASES).text))
    days = sorted(WEEKDAYS.index(day) for day in named if day in WEEKDAYS)
    settled = book.obstacle(PHASES) is None
    return Phases(days) if days and settled else AS_IMPLEMENTED


def phase_end(act: Any) -> Any:
    """When the phase of an act ends."""
    return schedule(act.book).end(act.now)


def begin(act: ActionContext[Any]) -> None:
    """Count the phase that begins; former players who may join again are forgotten.

    But those under whose name something is voted on.
    """
    former = tuple(
        each
        for each in act.state.former
        if _has_to_wait(act, each) or _is_voted_by(act.state, each.name)
    )
    act.state = replace(act.state, phase=act.state.phase + 1, former=former)
    act.say("Phase {} begins", roman(act.state.phase))
