"""The verbs of the page's own sentences, in front of those that every nomic has.

Decisions: where a sentence has a verb that every nomic has (``vote``, ``draw``), a line is the
sentence's as far as its words fit it, and otherwise means what it means everywhere. No sentence
takes ``choose``, ``help``, ``join``, ``leave``, ``propose`` or ``retract`` for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from rules.generic.compiled import plan_of
from rules.generic.play import actions
from rules.generic.play.plan import Plan, Told
from rules.generic.state import Context
from wikibot.game.engine.orders import Verbs
from wikibot.game.problems import Problem
from wikibot.game.verbs import Shape, Verb

KEPT = ("choose", "help", "join", "leave", "propose", "retract", "note")
_SHOWN = 160  # characters of a sentence in the list of verbs
Play = Callable[[Context], None]


def verbs_of(plan: Plan, always: Sequence[Verb]) -> Verbs:
    """All verbs of a game: those of its sentences, and those that there are always."""
    others = {verb.name: verb for verb in always}
    own: list[Verb] = []
    for word, sentences in plan.actions.items():
        if word not in KEPT:
            own += _verbs(word, sentences, others.get(word))
    return Verbs((*own, *always))


def _verbs(word: str, sentences: Sequence[Told], other: Verb | None) -> Iterator[Verb]:
    """A verb for each sentence that begins with a word; all are played alike."""
    play, means = _play(word, other), _means(word)
    for told in sentences:
        form = actions.form(actions.verb(told))
        base = replace(other, section="") if other else Verb(word, form, form, "", play)
        yield replace(
            base,
            form=form,
            example=actions.example(actions.verb(told)),
            about=_about(told),
            play=play,
            shape=other.shape if other else Shape.SUBJECT,
            available=_available(told),
            means=None if other else means,
            rolls_apart=True,
        )


def _about(told: Told) -> str:
    text = " ".join(told.text.split())
    short = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return f"by the rule {told.section}: {short}" if told.section else f"by the rule: {short}"


def _play(word: str, other: Verb | None) -> Play:
    def play(act: Context) -> None:
        plan = plan_of(act.state, act.book)
        if other is not None and not actions.fits(act, plan, word):
            other.play(act)
            return
        actions.play(act, plan, word)

    return play


def _means(word: str) -> Callable[[Context], tuple[str, ...]]:
    return lambda act: actions.means(act, plan_of(act.state, act.book), word)


def _available(told: Told) -> Callable[[Context], bool]:
    def available(act: Context) -> bool:
        try:
            return actions.may(act, plan_of(act.state, act.book), told)
        except Problem:
            return False

    return available
