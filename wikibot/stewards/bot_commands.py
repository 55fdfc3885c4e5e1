"""What stewards say to the bot itself and not to the game: ``sync``, ``pause``, ``accept`` and the like.

These take effect before any action of the same sync, whenever they were written: a pause holds back
all that is queued, a wording that was accepted is accepted for all of it. Pure; what they change is
a value.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.engine.steward_verbs import STEWARD_VERBS
from wikibot.game.ruleset.pins import Pin
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.stewards.wording.accept import NoSuchUnit, Origin, WhichVariant, accept
from wikibot.stewards.wording.meaning import account_of, is_unknown, named_units, unknown
from wikibot.stewards.wording.notices import GONE
from wikibot.storage.cursor import Notice


@dataclass(frozen=True)
class Standing:
    """What stewards have settled: who paused or closed the game ("" for nobody), which wordings they accepted."""

    paused: str = ""
    closed: str = ""
    accepted: tuple[Pin, ...] = ()
    dry_runs: tuple[Action, ...] = ()  # lines that ask for one, with what comes after the words
    notices: tuple[Notice, ...] = ()  # rules that wait
    waited: tuple[Notice, ...] = ()  # those that did before anybody said anything


@dataclass(frozen=True)
class Control:
    """One verb, with its form for help."""

    name: str
    form: str
    about: str
    apply: Callable[[Standing, Action, str, Rulebook], tuple[Standing, str]]


def _sync(standing: Standing, action: Action, rest: str, book: Rulebook) -> tuple[Standing, str]:
    del action, rest, book
    return standing, "this is the sync that was asked for"


def _dry_run(standing: Standing, action: Action, rest: str, book: Rulebook) -> tuple[Standing, str]:
    del book
    return replace(
        standing, dry_runs=(*standing.dry_runs, replace(action, text=rest.lstrip(": ")))
    ), ""


def _pause(standing: Standing, action: Action, rest: str, book: Rulebook) -> tuple[Standing, str]:
    del rest, book
    return replace(
        standing, paused=action.account
    ), "paused: actions stay queued until a steward writes `resume`"


def _resume(standing: Standing, action: Action, rest: str, book: Rulebook) -> tuple[Standing, str]:
    del action, rest, book
    return replace(
        standing, paused=""
    ), "the game goes on" if standing.paused else "the game was not paused"


def _close(standing: Standing, action: Action, rest: str, book: Rulebook) -> tuple[Standing, str]:
    del rest, book
    return replace(
        standing, closed=action.account
    ), "closed: no action is played any more; `open game` takes that back"


def _open(standing: Standing, action: Action, rest: str, book: Rulebook) -> tuple[Standing, str]:
    del action, rest, book
    return replace(
        standing, closed=""
    ), "open again" if standing.closed else "the game was not closed"


def _accept(standing: Standing, action: Action, rest: str, book: Rulebook) -> tuple[Standing, str]:
    units, variant = named_units(rest.strip(), book, standing.notices)
    origin = Origin(action.time.strftime("%Y-%m-%d"), f"accepted by {action.account}", variant)
    said = []
    for unit in units:
        if _is_gone(unit, standing):
            kept = tuple(each for each in standing.notices if each.unit != unit)
            standing = replace(standing, notices=kept)
            said.append(f"{unit}: noted; nothing is played by it")
            continue
        if variant is None and is_unknown(book, unit):
            said.append(unknown(unit))
            continue
        try:
            accepted = accept(book, [unit], standing.accepted, origin)
        except WhichVariant as error:
            if len(units) == 1:
                raise
            said.append(f"{unit}: not accepted, for {error} {forms_of(error)}")
            continue
        said.append(account_of(book, unit, accepted))
        standing = replace(standing, accepted=accepted)
    return standing, "; ".join(said)


def _is_gone(unit: str, standing: Standing) -> bool:
    return any(each.unit == unit and each.what == GONE for each in standing.notices)


def forms_of(error: WhichVariant) -> str:
    """The lines that say which wording it is."""
    return "Write " + " or ".join(
        f"`accept {error.unit} as {variant}`" for variant in error.variants
    )


CONTROLS = (
    Control("sync", "sync", "syncs now", _sync),
    Control("dry run", "dry run [ORDER]", "shows what a sync, or one order, would do", _dry_run),
    Control("pause", "pause", "keeps all actions queued", _pause),
    Control("resume", "resume", "goes on after a pause", _resume),
    Control(
        "accept",
        "accept UNIT, ... [as VARIANT]",
        "accepts the present wording of rules; `accept all`",
        _accept,
    ),
    Control("close game", "close game", "ends the game", _close),
    Control("open game", "open game", "takes that back", _open),
)


def find_control(text: str) -> tuple[Control, str] | None:
    """The control that a line begins with, and what comes after it."""
    words = text.strip().rstrip(".!")
    for control in CONTROLS:
        head, rest = words[: len(control.name)], words[len(control.name) :]
        if head.casefold() == control.name and (not rest or not rest[0].isalnum()):
            return control, rest.strip()
    return None


_WORDS = tuple(
    dict.fromkeys(
        name.split()[0] for name in (*(c.name for c in CONTROLS), *(v.name for v in STEWARD_VERBS))
    )
)


def is_order(text: str) -> bool:
    """Whether a line of the steward page is meant for the bot: it begins with a steward's verb, or with nearly one.

    Everything else there is people talking to each other.
    """
    first = text.strip(" !").split(maxsplit=1)[:1]
    word = first[0].casefold().rstrip(":.,") if first else ""
    return word == "help" or bool(difflib.get_close_matches(word, _WORDS, 1, 0.8))


def apply_orders(
    standing: Standing, orders: Sequence[Action], book: Callable[[Sequence[Pin]], Rulebook]
) -> tuple[Standing, list[Action], list[Outcome]]:
    """Carry out what is meant for the bot itself: what then stands, the other orders, the answers.

    ``book`` gives the rulebook for accepted wordings.
    """
    others: list[Action] = []
    answers: list[Outcome] = []
    for order in orders:
        found = find_control(order.text)
        if found is None:
            others.append(order)
            continue
        standing, outcome = apply_control(
            standing, found[0], order, found[1], book(standing.accepted)
        )
        answers += [outcome] if outcome else []
    return standing, others, answers


def apply_control(
    standing: Standing, control: Control, action: Action, rest: str, book: Rulebook
) -> tuple[Standing, Outcome | None]:
    """Carry one out. A dry run is answered later, when it has been run."""
    try:
        standing, text = control.apply(standing, action, rest, book)
    except NoSuchUnit as error:
        return standing, Outcome(action, Verdict.HUH, str(error), action.account)
    except WhichVariant as error:
        return standing, Outcome(action, Verdict.CANT, f"{error} {forms_of(error)}", action.account)
    return standing, Outcome(
        action, Verdict.DONE, text, action.account, logged=""
    ) if text else None
