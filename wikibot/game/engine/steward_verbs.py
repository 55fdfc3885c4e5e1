"""The orders of stewards, to the game and to the bot itself, and those that were nearly said.

What waits is named by its number, as the answer below a held line and the status line give it
(:mod:`wikibot.game.engine.steward_verbs`); by its identity, ``3.5.0``; or by the revision of its
line alone, ``5``, where that names one thing. What was played has its identity alone.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Any

from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Scope, Shape, Verb
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.enactment import ENACT
from wikibot.game.engine.orders import find_verb
from wikibot.game.names import resolve, set_aside
from wikibot.game.problems import Refused, Unclear, listing
from wikibot.game.ruleset.recognition import WordingStatus
from wikibot.game.state import AN_EVENT, Kind, Pending, State, settle, with_player
from wikibot.wikitext.dialect import account_name, fold
from wikibot.wikitext.messages import at_most, retold, say
from wikibot.wikitext.numerals import unclear_number
from wikibot.wikitext.own_marks import IDENTITY
from wikibot.wikitext.regex import regex

# == Short numbers for what waits, by which stewards name it: ``ruling 417: ...`` ==================
#
# A number follows from the identity alone, so that it stays the same for as long as the thing
# waits, on every page and in every run, and nothing has to remember it. Decisions: it has three
# digits; of two things that would share one, the one of the later revision has five. Every number
# that a thing ever had is understood, as is its identity and the revision of its line. A log
# names identities, which say the same wherever it is replayed.

# Primes, so that lines of neighbouring revisions have different numbers.
_PAGE, _REVISION, _INDEX, _PART = 104_729, 7_919, 1_299_709, 15_485_863


def _number(identity: ActionId, digits: int) -> str:
    least = 10 ** (digits - 1)
    part = len(identity.part)
    mixed = identity.page * _PAGE + identity.revision * _REVISION + identity.index * _INDEX
    return str(least + (mixed + part * _PART) % (9 * least))


def number_of(state: State, identity: ActionId) -> str:
    """The number by which what waits under an identity is shown."""
    before = [each.id for each in state.pending if _age(each.id) < _age(identity)]
    for digits in (3, 5):
        number = _number(identity, digits)
        if all(_number(each, digits) != number for each in before):
            return number
    return str(identity)


def _age(identity: ActionId) -> tuple[int, int, int, str]:
    """What orders things as they came: numbers of revisions only grow."""
    return identity.revision, identity.page, identity.index, identity.part


def named(waiting: Sequence[Pending], text: str, *, in_log: bool = False) -> list[Pending]:
    """What a number, an identity or the revision of a line names among what waits.

    ``in_log``: a log was written before there were numbers, or names identities.
    """
    exact = [each for each in waiting if str(each.id) == text]
    by_revision = [each for each in waiting if str(each.id.revision) == text]
    if exact or (in_log and by_revision):
        return exact or by_revision
    for digits in (3, 5):
        found = [each for each in waiting if _number(each.id, digits) == text]
        if found:  # the first was shown by it; a line of that very revision is another reading
            first = min((each.id for each in found), key=_age)
            same = [each for each in found if each.id == first]
            return same + [each for each in by_revision if each not in same]
    return by_revision


# == The orders of stewards, to the game and to the bot itself, in one table =======================

NO_EFFECT = "no effect"
_DIFFERENCE = regex(r"\b(?:gains|loses)\b", re.IGNORECASE)
_HAS = regex(r"(?P<who>.+?) has (?P<number>\d{1,9}|an?) (?P<item>.+)", re.IGNORECASE)
_GAINS = regex(
    r"(?P<who>.+?) (?P<does>gains|loses|has|owns) (?P<what>(?:\d|an? ).+)", re.IGNORECASE
)
_AND_MORE = regex(r"\s*(?:,\s*(?:and\s)?|\sand\s|[&+])\s*(?=(?:\d+|an?)\s)", re.IGNORECASE)
_SHOWN = 60  # characters of a line, where an answer quotes it
_MOST = 20  # things that wait, in one answer
_BEFORE_NUMBER = regex(r"(?:on |for |line )?(?:number |no\.? ?|nr\.? ?|#)?", re.IGNORECASE)


def waiting(state: State, action: Action, text: str) -> Pending:
    """What waits under a number or an identity; raises ``Refused`` with what does wait."""
    wanted, there = _BEFORE_NUMBER.sub("", text.strip(" .!"), count=1), state.pending
    found = named(there, wanted, in_log=action.is_logged)
    if len(found) == 1:
        return found[0]
    waits = "; ".join(map(partial(_shown, state), found or there)) or say("nothing at all")
    why = say(
        "{} waits under {!r}", say("more than one thing" if found else "nothing"), wanted[:_SHOWN]
    )
    raise Refused(
        why if wanted else say("the order names nothing"), remedy=say("What waits: {}.", waits)
    )


def _shown(state: State, pending: Pending) -> str:
    """Something that waits, by its number and in short."""
    number = number_of(state, pending.id)
    if sum(each.id == pending.id for each in state.pending) > 1:
        number = f"{number} = {pending.id}"
    whose = "" if pending.player == AN_EVENT else f"{pending.player}: "
    text = pending.text if len(pending.text) <= _SHOWN else f"{pending.text[:_SHOWN]}…"
    return f"{number} ({whose}{text})"


def _list_held(act: ActionContext[Any]) -> None:
    """List what waits for a person: lines for a ruling, rules, and what waits for its player."""
    there = act.state.pending
    for title, kinds in (
        (say("for a ruling"), (Kind.HELD,)),
        (say("for players"), (Kind.ACTION, Kind.OFFER)),
    ):
        shown = [f"{_shown(act.state, p)} {retold(p.asks)}" for p in there if p.kind in kinds]
        if shown:
            act.say("waits {}: {}", title, "; ".join(at_most(_MOST, shown)))
    rules = [name for name in act.book.pins if act.book.is_held(name)]
    if rules:
        act.say("rules that wait (`accept ...`): {}", listing(rules))
    # Units without code that are not accepted yet, and whose own words are understood.
    new = (name for name in act.book.units if act.book.standing(name) is WordingStatus.NEW)
    coded = act.book.implementations or {}
    for name in [name for name in new if name not in coded and act.book.in_words(name).says][
        :_MOST
    ]:
        act.say(
            "{0} is new; `accept {0}` has it played so: {1}", name, act.book.in_words(name).says
        )
    if any(each.kind is Kind.HELD for each in there):
        act.say("`ruling NUMBER: ...`, `retry NUMBER` or `withdraw NUMBER` settles one")
    if not act.text:
        act.say("nothing is held, and nothing waits")


def make_true(act: ActionContext[Any], statements: str) -> None:
    """Make statements true, one after the other; ``Unclear`` at the first that cannot be."""
    listed = [part.strip() for part in statements.split(";") if part.strip()]
    if not listed:
        forms = "`Alice gains 2 Fish; Bob is on 5` or `no effect`"
        raise Unclear("the line makes no statement", nearest=forms)
    begun = act.state
    for statement in listed:
        before = act.state
        _refuse_several(act, statement)
        if statement.casefold().rstrip(".") != NO_EFFECT:
            try:
                act.state = act.game.correct(before, statement)
            except ValueError as error:
                try:
                    act.state = act.game.correct(before, _of_the_page(act, statement))
                except ValueError:
                    raise Unclear(f"{statement!r}: {error}") from None
        lacking = act.game.lacking(before, act.state, act.book)
        # A log says by differences what people had edited: then it stays.
        in_log = act.action.is_logged or (act.action.line and _DIFFERENCE.search(statement))
        if lacking and not in_log:
            raise Refused(
                "{}, and nobody can have fewer than none", lacking, remedy="Say how many."
            )
        known = frozenset(act.game.names(before, act.book))
        for name in act.game.names(act.state, act.book):
            if name not in known:
                act.is_reserved(name)
                if (unclear := unclear_number(statement)) and not act.action.is_logged:
                    raise Unclear("{!r} may be one number or another", unclear)
        act.say(_with_change(act, before, statement))
    there = act.game.dangling(begun, act.book)
    for what, what_is in act.game.dangling(act.state, act.book).items():
        if what not in there:  # people may go step by step
            act.say("{}, which is not there: {}", what, what_is)


def _refuse_several(act: ActionContext[Any], statement: str) -> None:
    """Refuse ``Alice gains 2 Fish and 1 Gold``: no thing is called so. Logs have it taken so."""
    apart, put_back = set_aside(statement, tuple(act.game.names(act.state, act.book)))
    found = _GAINS.fullmatch(apart.rstrip(" ."))
    parts = _AND_MORE.split(found["what"]) if found else ()
    if found and len(parts) > 1 and not act.action.is_logged:
        each = (put_back(f"{found['who']} {found['does']} {part}") for part in parts)
        forms = f"`{'; '.join(each)}`"
        raise Unclear("{!r} is more than one statement", statement, nearest=forms)


def _of_the_page(act: ActionContext[Any], statement: str) -> str:
    """A statement that somebody has a thing of the ruleset page that nobody in the game has yet."""
    found = _HAS.fullmatch(statement.rstrip(" ."))
    owned = (each.section for each in act.book.catalogues if each.owned)
    titles = {fold(unit.title): unit.title for name in owned for unit in act.book.members(name)}
    item = found and (titles.get(fold(found["item"])) or titles.get(fold(found["item"][:-1])))
    if not found or not item:
        raise ValueError(statement)
    number = "1" if found["number"][0] in "aA" else found["number"]
    return f"{found['who']} gains {number} {item}"


def _singular(statement: str) -> str:
    """A statement folded, with no word in the plural: ``1 Merit`` and ``1 Merits`` are one."""
    return " ".join(word.removesuffix("s") for word in fold(statement).split())


def _with_change(act: ActionContext[Any], before: State, statement: str) -> str:
    """A statement, with what it changed where that is said in other words."""
    changed = act.game.differences(before, act.state)
    told = _singular(statement.rstrip("."))
    if not changed or told in map(_singular, changed):
        return statement
    return f"{statement} ({'; '.join(at_most(_MOST, changed))})"


def _ruling(act: ActionContext[Any]) -> None:
    identity, _, statements = act.subject.partition(":")
    if not identity.strip() or not statements.strip():
        why = say("a colon parts whom or what it is about from what happens")
        raise Unclear(why, nearest=f"`{RULING.form}`")
    ruled = waiting(act.state, act.action, identity)
    act.state = settle(act.state, ruled)
    act.say("ruled on {}'s {!r}", ruled.player, ruled.text)
    make_true(act, statements)


def _withdraw(act: ActionContext[Any]) -> None:
    taken = waiting(act.state, act.action, act.subject)
    act.state = settle(act.state, taken)
    act.say("{}'s {!r} waits no longer", taken.player, taken.text)


def _alias(act: ActionContext[Any]) -> None:
    name, equals, account = act.subject.partition("=")
    if not equals or not account.strip():
        raise Unclear("an equals sign parts the name from the account", nearest=f"`{ALIAS.form}`")
    players = act.state.players
    player, owner = resolve(name.strip(), tuple(players), "player"), account_name(account)
    taken = next((n for n, p in players.items() if p.owner == owner and n != player), None)
    if taken:
        remedy = say("Give {} another account first.", taken)
        raise Refused("{} plays {} already", owner, taken, remedy=remedy)
    played = replace(players[player], account="" if owner == player else owner)
    act.state = with_player(act.state, played)
    act.say("{} is played by the account {}", player, owner)


def _by_engine(_act: ActionContext[Any]) -> None:
    raise AssertionError("the engine carries this verb out itself")


def read_id(text: str) -> ActionId:
    """An identity as a steward writes it; raises ``Unclear``."""
    try:
        return ActionId.parse(text)
    except ValueError:
        nearest = "page.revision.index, as the log page gives it: `undo 3.5.0`"
        raise Unclear("{!r} names no action", text.strip(), nearest=nearest) from None


def _order(
    form: str, example: str, about: str, play: Callable[[ActionContext[Any]], None] = _by_engine,
    fits: str = "", scope: Scope = Scope.GAME, words: int = 1
) -> Verb:  # fmt: skip
    return Verb(
        " ".join(form.split()[:words]), form, example, about, play, Shape.TEXT, players_only=False,
        stewards_only=True, fits=fits, scope=scope,
    )  # fmt: skip


RULING = _order(
    "ruling NUMBER: STATEMENT; ...", "ruling 417: Alice gains 2 Fish; Bob is on 5",
    "settles a held or unfinished action; `no effect` is a statement too", _ruling,
)  # fmt: skip
CORRECT = _order(
    "correct STATEMENT; ...",
    "correct Alice has 2 Fish",
    "sets the state right",
    lambda act: make_true(act, act.subject),
)
AS = _order("as PLAYER: ACTION", "as Alice: move 1 2 3", "plays a line for another player")
RETRY = _order("retry NUMBER", "retry 417", "plays a held line once more")
WITHDRAW = _order(
    "withdraw NUMBER",
    "withdraw 417",
    "drops what waits",
    _withdraw,
    fits=rf"[: #]*(?:\d{{3,5}}|{IDENTITY})[.!]*",
)
HELD = _order(
    "what is held", "what is held", "lists what waits, each with its number", _list_held, words=3
)
ALIAS = _order(
    "alias NAME = ACCOUNT", "alias Al = Alice W", "says which account plays a player", _alias
)
UNDO = _order(
    "undo ACTION [anyway]", "undo 3.5.0",
    "takes one action back and plays what followed again; `dry run undo ACTION` shows it first",
)  # fmt: skip


def _to_bot(form: str, example: str, about: str, words: int = 1) -> Verb:
    return _order(form, example, about, scope=Scope.BOT, words=words)


# Every order of stewards: an entry here, and a handler: the function beside it, the engine's, or
# for those to the bot that of the same name in wikibot/stewards/bot_commands.py.
ORDERS = (
    HELD, RULING, CORRECT, AS, RETRY, WITHDRAW, ALIAS, UNDO, ENACT,
    _to_bot("sync", "sync", "syncs now"),
    _to_bot("dry run [ORDER]", "dry run undo 3.5.0", "shows what a sync or an order would do", 2),
    _to_bot("pause", "pause", "keeps all actions queued"),
    _to_bot("resume", "resume", "goes on after a pause"),
    _to_bot("accept UNIT, ... [as VARIANT]", "accept Fish",
            "accepts the present wording of rules; `accept all`"),
    _to_bot("close game", "close game", "ends the game", 2),
    _to_bot("open game", "open game", "takes that back", 2),
)  # fmt: skip
STEWARD_VERBS = tuple(order for order in ORDERS if order.scope is Scope.GAME)


# -- help ------------------------------------------------------------------------------------------

HELP = "help"
_MARKS = " .!?:"


def steward_help(text: str) -> str | None:
    """The answer to ``help`` and ``help ORDER``; None for any other line.

    ``help`` with a word that is not an order is the players', where the game answers it.
    """
    if not asks_for_help(text):
        return None
    about = " ".join(text.strip(_MARKS).split()[1:])
    if about.casefold() in ("", "all", "orders", "steward", "stewards"):
        return "; ".join(every_order())
    if not (found := find_verb(about, ORDERS)):
        return None
    order, _ = found
    where = say("the bot") if order.scope is Scope.BOT else say("the game")
    return say("`{}` {}, such as `{}` (an order to {})",
               order.form, order.told, order.example, where)  # fmt: skip


def every_order() -> tuple[str, ...]:
    """Each order with its form and what it does."""
    return tuple(f"`{order.form}` {order.told}" for order in ORDERS)


def asks_for_help(text: str) -> bool:
    """Whether a line begins with ``help``."""
    words = text.strip(_MARKS).split(maxsplit=1)
    return bool(words) and words[0].casefold().rstrip(_MARKS) == HELP


# == Which order of stewards a line may have been meant to be, where it is none ====================

_LIKE = 0.8  # of the letters
_LONGEST = 12  # words of what may be meant for a short order
_LONGEST_LIST = 60  # characters of ``what is held`` in other words
_LONGEST_ORDER = 500  # characters
_NEAR_ORDERS_SHOWN = 80  # characters of a line, where an answer quotes it
_SHORT = 3  # letters: any other word is one letter away
_FILLERS = {"please", "now", "the", "game", "bot"}
_STATES = regex(r"\d|[:=]|\b(?:has|have|is|are|no|gains?|loses?|to)\b", re.IGNORECASE)
_WORDS, _PARTS = regex(r"[\w'’]+"), regex(r"\w+")
# What people write for an order; told what it is called, as it is not carried out.
_OTHER_WORDS = {
    "rule": "ruling", "rule on": "ruling", "i rule": "ruling", "decide": "ruling",
    "fix": "correct", "set": "correct", "play for": "as", "play as": "as", "replay": "retry",
    "try again": "retry", "cancel": "withdraw", "drop": "withdraw", "remove": "withdraw",
    "revert": "undo", "roll back": "undo", "rollback": "undo", "take back": "undo",
    "stop": "pause", "halt": "pause", "wait": "pause", "continue": "resume", "unpause": "resume",
    "go on": "resume", "synchronise": "sync", "synchronize": "sync", "update": "sync",
    "approve": "accept", "end game": "close game", "end the game": "close game",
    "reopen game": "open game", "reopen the game": "open game",
    "dryrun": "dry run", "test run": "dry run", "preview": "dry run",
}  # fmt: skip
_THE_GAME = regex(r"\A(close|open) the game\b", re.IGNORECASE)
_HELD = regex(
    r"(?:(?:please )?(?:list|show|tell)(?: me)? ?)?(?:(?:what|which|whats|anything|all|everything)"
    r"(?: (?:is|s|are|lines|things|actions|orders|that|still|else|there))* )?"
    r"(?:held|waiting|waits|pending|open|on hold)"
    r"(?: (?:lines|things|actions|orders|now|here|still|for me|for us|for a ruling))*"
)


def asks_what_is_held(text: str) -> bool:
    """Whether a line of the steward page says ``what is held`` in other words."""
    words = " ".join(_PARTS.findall(text[: 2 * _LONGEST_LIST].casefold()))
    return words != "open" and len(words) <= _LONGEST_LIST and _HELD.fullmatch(words) is not None


def without_article(text: str) -> str:
    """``close the game`` as the order ``close game``."""
    return _THE_GAME.sub(r"\1 game", text, count=1)


def begins_with_order(text: str) -> Verb | None:
    """The order that a line begins with, to the game or to the bot."""
    found = find_verb(without_article(text.strip(" !")), ORDERS)
    return found[0] if found else None


def near_order(text: str, *, among_actions: bool = False) -> tuple[Verb, str] | None:
    """The order that a line is nearly, and the line as it may have been meant.

    None for what people just say: a word like an order's must be followed by what such an order is
    followed by. ``among_actions``: on the page where most other words are a player's.
    """
    words = text[:_LONGEST_ORDER].strip(" .!").split()
    if not words:
        return None
    names = _longest_first(ORDERS)
    parts = {
        count: (fold(" ".join(words[:count]).rstrip(":")), " ".join(words[count:]).lstrip(": "))
        for count in range(1, 1 + len(names[0][0].split()))
    }
    for like in (str.__eq__, _alike):
        for name, verb in names:
            if among_actions and not (name == verb.name or verb is RULING):
                continue
            begin, rest = parts[1 + name.count(" ")]
            if like(begin, name) and _fits(verb, rest):
                meant = rest if "]" in verb.form or " " in verb.form.removeprefix(verb.name) else ""
                return verb, f"{verb.name} {meant}".strip()
    return None


@cache
def _longest_first(orders: tuple[Verb, ...]) -> Sequence[tuple[str, Verb]]:
    by_name = {verb.name: verb for verb in orders}
    others = {said: by_name[name] for said, name in _OTHER_WORDS.items()}
    return sorted({**others, **by_name}.items(), key=lambda each: -len(each[0].split()))


@lru_cache(10_000)  # lines of one page begin alike
def _alike(said: str, name: str) -> bool:
    if len(name) <= _SHORT or len(said) >= 2 * len(name):
        return False
    shared = min(len(name), sum(map(set(name).__contains__, said)))  # of letters, at the most
    may_be = 2 * shared >= _LIKE * (len(name) + len(said))
    return may_be and bool(difflib.get_close_matches(said, [name], 1, _LIKE))


def _fits(verb: Verb, rest: str) -> bool:
    """Whether what follows is what that order is about."""
    count, form = len(rest.split()), verb.form.removeprefix(verb.name)
    if "NUMBER" in form or "ACTION]" in form or "P3" in form or verb.name == "undo":
        return any(sign.isdigit() for sign in rest)
    if "=" in form:
        return "=" in rest
    if verb.name == "as":
        return ":" in rest
    if verb is CORRECT:
        return _STATES.search(rest) is not None
    if not form:
        return set(_WORDS.findall(rest.casefold())) <= _FILLERS
    return 0 < count <= _LONGEST or form.lstrip().startswith("[")


def misplaced_or_near(text: str) -> str:
    """What to answer to a steward's line among the actions that is nearly an order; "" for others.

    An order to the bot is carried out on the steward page alone.
    """
    verb = begins_with_order(text)
    if verb is not None and verb.scope is Scope.BOT:
        return say("`{}` is an order to the bot itself. It stands on the steward page", verb.form)
    return not_an_order(text) if near_order(text, among_actions=True) else ""


def not_an_order(text: str) -> str:
    """What to answer to a line that is meant to be an order and is none."""
    why = say("{!r} is not an order that I know", text.strip()[:_NEAR_ORDERS_SHOWN])
    near = near_order(text)
    if near is None:
        return say("{}. `help` lists all of them", why)
    verb, meant = near
    return say(
        "{}. Nearest: `{}`, of the form `{}`: {}", why, meant[:_NEAR_ORDERS_SHOWN], verb.form,
        verb.told
    )  # fmt: skip
