"""Random lines over random pages:
no exception, one verdict for every line, and what is written can be read again.
"""

from __future__ import annotations

import json
import re
import time
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from random import Random
from typing import Any

from tests.campaign import pages
from tests.campaign.comment import HOSTILE
from tests.campaign.report import Figures, Violation
from tests.fuzz.texts import Texts, savable
from wikibot.apply import apply_log
from wikibot.config.games import load_game
from wikibot.game.game import Game
from wikibot.game.ruleset.recognition import Binding
from wikibot.stewards.accept import Origin, accept
from wikibot.wikitext.numerals import format_time

GAMES = ("cycle15", "cycle14", "round7")
LINES = 40  # on one page
SLOW = 10.0  # seconds of the processor for one page with its lines; usually one
_BEGIN = datetime(2024, 1, 2, 10, tzinfo=UTC)


@lru_cache
def _game(name: str) -> tuple[Game[Any], str, str, tuple[Binding, ...]]:
    """A game with rules, starting page and accepted wordings."""
    if name == "cycle15":
        return pages.game(), pages.ruleset(), pages.state(), pages.pins()
    game = load_game(name)
    ruleset = game.demo().pages["Ruleset"]
    state = (pages.WEEKS / f"{name}.wiki").read_text(encoding="utf-8")
    book = game.rulebook(ruleset)
    return (
        game,
        ruleset,
        state,
        tuple(accept(book, book.units, (), Origin("2024-01-01", "tests", None))),
    )


def play(rng: Random, figures: Figures, again: str) -> None:
    """One page with its lines, played twice: at once, and the first half before the rest."""
    name = rng.choice(GAMES)
    game, ruleset, state, pins = _game(name)
    names = _names(state)
    texts = Texts(rng, game, names)
    page = state if rng.random() < 0.6 else savable(texts.page(state))
    lines = [(rng.choice(names), texts.short_line()) for _ in range(LINES)]
    moments = sorted(_BEGIN + timedelta(minutes=rng.randint(0, 4 * 24 * 60)) for _ in lines)
    log = "\n".join(
        f"{format_time(moment)} {who}: {said}"
        for moment, (who, said) in zip(moments, lines, strict=True)
    )
    began = time.process_time()
    try:
        played = apply_log(game, ruleset, page, log, overlay=pins)
        json.dumps(played.state)
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        _found(figures, "exception", f"{name}: {_culprit(rng, name, page, log)}: {error!r}", again)
        return
    figures.counts["lines"] += LINES
    figures.counts["pages"] += 1
    if (
        len(played.outcomes) != LINES
        or len({outcome.action.line for outcome in played.outcomes}) != LINES
    ):
        _found(
            figures, "verdicts", f"{name}: {LINES} lines, {len(played.outcomes)} verdicts", again
        )
    if time.process_time() - began > SLOW:
        _found(
            figures, "slow", f"{name}: {time.process_time() - began:.0f} s for {LINES} lines", again
        )
    if played.page is not None:
        _read_again(figures, name, played.page, played.state, max(moments), again)


def _read_again(
    figures: Figures, name: str, page: str, state: Any, now: datetime, again: str
) -> None:
    """The page that was written says what was played."""
    game, ruleset, _, pins = _game(name)
    try:
        read = apply_log(game, ruleset, page, "", now, overlay=pins)
    except Exception as error:  # noqa: BLE001
        _found(figures, "exception", f"{name}: the page that was written: {error!r}", again)
        return
    if read.problems:
        _found(
            figures, "unreadable", f"{name}: the page that was written: {read.problems[0]}", again
        )
    elif json.dumps(read.state, sort_keys=True) != json.dumps(state, sort_keys=True):
        from tests.campaign.replays import differences

        _found(
            figures,
            "not read again",
            f"{name}: {'; '.join(list(differences(state, read.state))[:3])}",
            again,
        )


def _culprit(rng: Random, name: str, page: str, log: str) -> str:
    """The one line that is enough, if one is."""
    game, ruleset, _, pins = _game(name)
    for each in log.split("\n"):
        try:
            apply_log(game, ruleset, page, each, overlay=pins)
        except Exception:  # noqa: BLE001
            return repr(each[:300])
    return "no single line"


@lru_cache
def _names(state: str) -> tuple[str, ...]:
    found = re.findall(r"^\|\s*(?:\[\[User:)?([A-Z][a-z]+)", state, re.MULTILINE)
    return (*dict.fromkeys(found), "Nobody", *(str(key) for key in list(HOSTILE)[:2]))


def _found(figures: Figures, kind: str, what: str, again: str) -> None:
    figures.add([Violation(kind, what)], again)
