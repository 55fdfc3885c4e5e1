"""The orders of stewards, to the game and to the bot itself, in one table.

An action is named by its identity, as the answer below a held line and the table of what waits give
it: ``3.5.0``; the revision alone (``5``) will do where it names one thing that waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from wikibot.game.actions import ActionId
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.enactment import ENACT
from wikibot.game.names import resolve
from wikibot.game.problems import Refused, Unclear
from wikibot.game.state import Pending, settle, with_player
from wikibot.game.verbs import Scope, Shape, Verb
from wikibot.wikitext.folding import account_name
from wikibot.wikitext.replies import IDENTITY

NO_EFFECT = "no effect"


def waiting(act: ActionContext[Any], text: str) -> Pending:
    """What waits under an identity; raises ``Refused`` with what does wait."""
    wanted, there = text.strip(), act.state.pending
    found: list[Pending] = [p for p in there if wanted in (str(p.id), str(p.id.revision))]
    if len(found) == 1:
        return found[0]
    waits = "; ".join(f"{p.id} ({p.player}: {p.text})" for p in there) or "nothing at all"
    why = "more than one thing waits" if found else "nothing waits"
    raise Refused(f"{why} under {wanted!r}", remedy=f"What waits: {waits}.")


def _make_true(act: ActionContext[Any], statements: str) -> None:
    """Make statements true, one after the other; ``Unclear`` at the first that cannot be."""
    listed = [part.strip() for part in statements.split(";") if part.strip()]
    if not listed:
        forms = "`Alice gains 2 Fish; Bob is on 5` or `no effect`"
        raise Unclear("the line makes no statement", nearest=forms)
    for statement in listed:
        if statement.casefold().rstrip(".") != NO_EFFECT:
            try:
                act.state = act.game.correct(act.state, statement)
            except ValueError as error:
                raise Unclear(f"{statement!r}: {error}") from None
        act.say(statement)


def _ruling(act: ActionContext[Any]) -> None:
    identity, _, statements = act.subject.partition(":")
    if not identity.strip() or not statements.strip():
        why = "a colon parts whom or what it is about from what happens"
        raise Unclear(why, nearest=f"`{RULING.form}`")
    ruled = waiting(act, identity)
    act.state = settle(act.state, ruled)
    act.say(f"ruled on {ruled.player}'s {ruled.text!r}")
    _make_true(act, statements)


def _correct(act: ActionContext[Any]) -> None:
    _make_true(act, act.subject)


def _withdraw(act: ActionContext[Any]) -> None:
    taken = waiting(act, act.subject)
    act.state = settle(act.state, taken)
    act.say(f"{taken.player}'s {taken.text!r} waits no longer")


def _alias(act: ActionContext[Any]) -> None:
    name, equals, account = act.subject.partition("=")
    if not equals or not account.strip():
        raise Unclear("an equals sign parts the name from the account", nearest=f"`{ALIAS.form}`")
    players = act.state.players
    player, owner = resolve(name.strip(), tuple(players), "player"), account_name(account)
    taken = next((n for n, p in players.items() if p.owner == owner and n != player), None)
    if taken:
        remedy = f"Give {taken} another account first."
        raise Refused(f"{owner} plays {taken} already", remedy=remedy)
    played = replace(players[player], account="" if owner == player else owner)
    act.state = with_player(act.state, played)
    act.say(f"{player} is played by the account {owner}")


def _by_engine(_act: ActionContext[Any]) -> None:
    raise AssertionError("the engine carries this verb out itself")


def read_id(text: str) -> ActionId:
    """An identity as a steward writes it; raises ``Unclear``."""
    try:
        return ActionId.parse(text)
    except ValueError:
        nearest = "page.revision.index, as the log page gives it: `undo 3.5.0`"
        raise Unclear(f"{text.strip()!r} names no action", nearest=nearest) from None


def _order(
    form: str,
    example: str,
    about: str,
    play: Callable[[ActionContext[Any]], None] = _by_engine,
    fits: str = "",
    scope: Scope = Scope.GAME,
    words: int = 1,
) -> Verb:
    return Verb(
        " ".join(form.split()[:words]), form, example, about, play, Shape.TEXT, players_only=False,
        stewards_only=True, fits=fits, scope=scope,
    )  # fmt: skip


RULING = _order(
    "ruling ACTION: STATEMENT; ...", "ruling 3.5.0: Alice gains 2 Fish; Bob is on 5",
    "settles a held or unfinished action; `no effect` is a statement too", _ruling,
)  # fmt: skip
CORRECT = _order(
    "correct STATEMENT; ...", "correct Alice gains 2 Fish", "sets the state right", _correct
)
AS = _order("as PLAYER: ACTION", "as Alice: move 1 2 3", "plays a line for another player")
RETRY = _order("retry ACTION", "retry 3.5.0", "plays a held line once more")
WITHDRAW = _order("withdraw ACTION", "withdraw 3.5.0", "drops what waits", _withdraw, fits=IDENTITY)
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
    RULING, CORRECT, AS, RETRY, WITHDRAW, ALIAS, UNDO, ENACT,
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
