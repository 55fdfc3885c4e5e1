"""Long games of any lines:
dice that sometimes have no faces, one line after the other, and the same from the log.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from msgspec.structs import replace

from wikibot.game.actions import Action, ActionId, Outcome, Verdict
from wikibot.game.engine.engine import Engine, Played
from wikibot.game.engine.orders import LINE_MARK, log_line, read_log
from wikibot.game.engine.standing_rolls import ANSWERS, DrawnRoll, RollRequest
from wikibot.game.game import Game
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Kind, S

MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
NOBODY = ActionId(0, 0, 0)


class Sometimes:
    """Dice that have faces for most rolls and none for some, but for what a player states."""

    stated = False

    def __init__(self, random: Random, share: float = 8 / 9) -> None:
        self.random, self.share = random, share

    def faces(self, draw: RollRequest) -> DrawnRoll | None:
        """Random faces for a share of the rolls, by default eight of nine,
        and none for the others.
        """
        faces = tuple(self.random.randint(1, draw.sides) for _ in range(draw.count))
        return DrawnRoll(faces) if self.random.random() < self.share else None

    def awaits(self, identity: ActionId) -> bool:
        """Nothing does."""
        return False


def any_game(
    random: Random,
    engine: Engine[S],
    state: S,
    names: Sequence[str],
    line: Callable[[Random, S, str], str],
    lines: int = 40,
    hours: int = 12,
    *,
    trusted: bool = False,
) -> Iterator[Played[S]]:
    """Lines by the players of these names, one after the other, up to so many ``hours`` apart."""
    time = MONDAY
    for number in range(lines):
        time += timedelta(hours=random.randint(0, hours))
        name = random.choice(names)
        text, _, body = line(random, state, name).partition(" ¶ ")
        action = Action(
            ActionId(1, number, 0), time, name, text, 0, by_name=True, trusted=trusted, body=body
        )
        played = engine.play(state, [action])
        yield played
        state = played.state


def told(played: Played[S]) -> str:
    """All that was said of a line and of what happened at its time."""
    return " ".join(
        [*(each.text for each in played.outcomes), *(each.text for each in played.fired_events)]
    )


def lost_rolls(before: S, played: Played[S], once: Collection[str] = ()) -> list[str]:
    """Rolls that stood and are gone or others, though no order used them:
    by one line, of those who still play. ``once``: what comes once in a phase; rolls for it, and
    those of which it is not known what for, go with that phase.
    """
    over = (*once, ANSWERS) if once and played.state.phase != before.phase else ()
    after = {each.key: each.roll.faces for each in played.state.rolls}
    stood = [
        each
        for each in before.rolls
        if each.label
        and each.player in played.state.players
        and each.purpose.partition(" ")[0] not in over
    ]
    gone = [
        each for each in stood if after.get(each.key, ())[: len(each.roll.faces)] != each.roll.faces
    ]
    done = any(outcome.verdict is Verdict.DONE for outcome in played.outcomes)
    return [] if done else [f"{each.player}: {each.roll} for {each.label}" for each in gone]


def replayed(
    game: Game[S], book: Rulebook, start: S, outcomes: Iterable[Outcome], until: datetime
) -> S:
    """What the log of these outcomes leads to:
    the lines that count, with the rolls that the bot made.
    """
    lines = (
        f"{LINE_MARK}{outcome.action.id}\n{log_line(outcome)}"
        for outcome in outcomes
        if outcome.counts
    )
    log = "\n".join(lines)
    actions = [entry for entry in read_log(log) if isinstance(entry, Action)]
    return Engine(game, book).play(start, actions, until=until).state


def without_identities(state: S) -> S:
    """The state but for held lines, which no log has, and for the identities of lines, which it
    counts anew.

    In what words dice are asked for depends on where they come from.
    """
    pending = tuple(
        replace(p, id=NOBODY, since=MONDAY, asks="")
        for p in state.pending
        if p.kind is not Kind.HELD
    )
    proposals = tuple(replace(each, line=None, message="") for each in state.proposals)
    candidacies = tuple(replace(each, line=None, message="") for each in state.candidacies)
    return replace(state, pending=pending, proposals=proposals, candidacies=candidacies)
