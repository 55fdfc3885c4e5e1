"""Which order of stewards a line may have been meant to be, where it is none."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from wikibot.game.engine import steward_verbs
from wikibot.game.engine.steward_verbs import CORRECT, RULING
from wikibot.game.engine.verb_lookup import find_verb
from wikibot.game.verbs import Scope, Verb
from wikibot.wikitext.folding import fold
from wikibot.wikitext.messages import retold, say

_LIKE = 0.8  # of the letters
_LONGEST = 12  # words of what may be meant for a short order
_LONGEST_LIST = 60  # characters of ``what is held`` in other words
_LONGEST_ORDER = 500  # characters
_SHOWN = 80  # characters of a line, where an answer quotes it
_SHORT = 3  # letters: any other word is one letter away
_FILLERS = {"please", "now", "the", "game", "bot"}
_STATES = re.compile(r"\d|[:=]|\b(?:has|have|is|are|no|gains?|loses?|to)\b", re.IGNORECASE)
_WORDS, _PARTS = re.compile(r"[\w'’]+"), re.compile(r"\w+")
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
_THE_GAME = re.compile(r"\A(close|open) the game\b", re.IGNORECASE)
_HELD = re.compile(
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
    found = find_verb(without_article(text.strip(" !")), steward_verbs.ORDERS)
    return found[0] if found else None


def near_order(text: str, *, among_actions: bool = False) -> tuple[Verb, str] | None:
    """The order that a line is nearly, and the line as it may have been meant.

    None for what people just say: a word like an order's must be followed by what such an order is
    followed by. ``among_actions``: on the page where most other words are a player's.
    """
    words = text[:_LONGEST_ORDER].strip(" .!").split()
    if not words:
        return None
    names = _longest_first()
    for like in (str.__eq__, _alike):
        for name, verb in names:
            if among_actions and not (name == verb.name or verb is RULING):
                continue
            count = len(name.split())
            begin, rest = " ".join(words[:count]), " ".join(words[count:]).lstrip(": ")
            if like(fold(begin.rstrip(":")), name) and _fits(verb, rest):
                meant = rest if "]" in verb.form or " " in verb.form.removeprefix(verb.name) else ""
                return verb, f"{verb.name} {meant}".strip()
    return None


def _longest_first() -> Sequence[tuple[str, Verb]]:
    by_name = {verb.name: verb for verb in steward_verbs.ORDERS}
    others = {said: by_name[name] for said, name in _OTHER_WORDS.items()}
    return sorted({**others, **by_name}.items(), key=lambda each: -len(each[0].split()))


def _alike(said: str, name: str) -> bool:
    long = len(name) > _SHORT and len(said) < 2 * len(name)
    return long and bool(difflib.get_close_matches(said, [name], 1, _LIKE))


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
    why, near = say("{!r} is not an order that I know", text.strip()[:_SHOWN]), near_order(text)
    if near is None:
        return say("{}. `help` lists all of them", why)
    verb, meant = near
    return say(
        "{}. Nearest: `{}`, of the form `{}`: {}",
        why,
        meant[:_SHOWN],
        verb.form,
        retold(verb.about),
    )
