"""Verbs of stewards: ``ruling``, ``as``, ``retry``, ``withdraw``, ``alias``, ``undo``. People outrank the bot.

An action is named by its identity, as the answer below a held line and the table of what waits give
it: ``3.5.0``; the revision alone (``5``) will do where it names one thing that waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wikibot.game.actions import ActionId
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.enactment import ENACT
from wikibot.game.names import resolve
from wikibot.game.problems import Refused, Unclear
from wikibot.game.state import Pending, settle, with_player
from wikibot.game.verbs import Shape, Verb
from wikibot.wikitext.folding import account_name
from wikibot.wikitext.replies import IDENTITY

NO_EFFECT = "no effect"


def waiting(act: ActionContext[Any], text: str) -> Pending:
    """What waits under an identity; raises ``Refused`` with what does wait."""
    wanted = text.strip()
    found: list[Pending] = [
        p for p in act.state.pending if str(p.id) == wanted or str(p.id.revision) == wanted
    ]
    if len(found) == 1:
        return found[0]
    waits = (
        "; ".join(f"{p.id} ({p.player}: {p.text})" for p in act.state.pending) or "nothing at all"
    )
    why = "nothing waits" if not found else "more than one thing waits"
    raise Refused(f"{why} under {wanted!r}", remedy=f"What waits: {waits}.")


def make_true(act: ActionContext[Any], statements: str) -> None:
    """Make statements true, one after the other; raises ``Unclear`` at the first that cannot be."""
    listed = [part.strip() for part in statements.split(";") if part.strip()]
    if not listed:
        raise Unclear(
            "the line makes no statement",
            nearest="`Alice gains 2 Fish; Bob is on 5` or `no effect`",
        )
    for statement in listed:
        if statement.casefold().rstrip(".") != NO_EFFECT:
            try:
                act.state = act.game.correct(act.state, statement)
            except ValueError as error:
                raise Unclear(f"{statement!r}: {error}") from None
        act.say(statement)


def _halves(text: str, form: str) -> tuple[str, str]:
    head, colon, rest = text.partition(":")
    if not colon or not head.strip() or not rest.strip():
        raise Unclear(
            "a colon parts whom or what it is about from what happens", nearest=f"`{form}`"
        )
    return head.strip(), rest.strip()


def _ruling(act: ActionContext[Any]) -> None:
    identity, statements = _halves(act.subject, RULING.form)
    ruled = waiting(act, identity)
    act.state = settle(act.state, ruled)
    act.say(f"ruled on {ruled.player}'s {ruled.text!r}")
    make_true(act, statements)


def _correct(act: ActionContext[Any]) -> None:
    make_true(act, act.subject)


def _withdraw(act: ActionContext[Any]) -> None:
    taken = waiting(act, act.subject)
    act.state = settle(act.state, taken)
    act.say(f"{taken.player}'s {taken.text!r} waits no longer")


def _alias(act: ActionContext[Any]) -> None:
    name, equals, account = act.subject.partition("=")
    if not equals or not account.strip():
        raise Unclear("an equals sign parts the name from the account", nearest=f"`{ALIAS.form}`")
    player = resolve(name.strip(), tuple(act.state.players), "player")
    owner = account_name(account)
    taken = next(
        (n for n, p in act.state.players.items() if p.owner == owner and n != player), None
    )
    if taken:
        raise Refused(
            f"{owner} plays {taken} already", remedy=f"Give {taken} another account first."
        )
    act.state = with_player(
        act.state, replace(act.state.players[player], account="" if owner == player else owner)
    )
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


def _verb(
    name: str, form: str, example: str, about: str, play: Callable[[ActionContext[Any]], None]
) -> Verb:
    return Verb(
        name, form, example, about, play, Shape.TEXT, players_only=False, stewards_only=True
    )


RULING = _verb(
    "ruling", "ruling ACTION: STATEMENT; ...", "ruling 3.5.0: Alice gains 2 Fish; Bob is on 5",
    "settles a held or unfinished action; `no effect` is a statement too", _ruling,
)  # fmt: skip
CORRECT = _verb(
    "correct",
    "correct STATEMENT; ...",
    "correct Alice gains 2 Fish",
    "sets the state right",
    _correct,
)
AS = _verb(
    "as", "as PLAYER: ACTION", "as Alice: move 1 2 3", "plays a line for somebody", _by_engine
)
RETRY = _verb("retry", "retry ACTION", "retry 3.5.0", "plays a held line once more", _by_engine)
WITHDRAW = replace(
    _verb("withdraw", "withdraw ACTION", "withdraw 3.5.0", "drops what waits", _withdraw),
    fits=IDENTITY,
)
ALIAS = _verb(
    "alias",
    "alias NAME = ACCOUNT",
    "alias Al = Alice W",
    "says which account plays a player",
    _alias,
)
UNDO = _verb(
    "undo", "undo ACTION [anyway]", "undo 3.5.0",
    "takes one action back and plays what followed again; `dry run undo ACTION` shows it first", _by_engine,
)  # fmt: skip
STEWARD_VERBS = (RULING, CORRECT, AS, RETRY, WITHDRAW, ALIAS, UNDO, ENACT)
