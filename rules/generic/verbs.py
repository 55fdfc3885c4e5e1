"""The verbs of the page's own sentences, in front of those that every nomic has.

Decisions: where a sentence has a verb that every nomic has (``vote``, ``draw``), a line is the
sentence's as far as its words fit it, and otherwise means what it means everywhere. What is bought
for a price that cannot be read is answered with what the check says of the price.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rules.generic.compiled import BOTS_OWN, Compiled, compiled, plan_of
from rules.generic.in_words import phrases, without
from rules.generic.play import actions, verb_forms
from rules.generic.play.plan import Told
from rules.generic.state import Context
from rules.plain.memory import Parsed
from rules.plain.sentences import TOP, RuleSentence
from wikibot.game.engine.verb_lookup import Verbs
from wikibot.game.problems import Problem
from wikibot.game.verbs import unlisted
from wikibot.sdk import Refused, Shape, Verb, replace

_MAY = re.compile(
    r"\b(?:may|can)\s+(?!not\b|have\b|be\b|also\b|only\b|once\b)(?P<verb>[^\W\d_]{2,30})",
    re.IGNORECASE,
)
_BUY, _BOUGHT = "buy", " is bought for "  # as of what prices say
_SHOWN = 160  # characters of a sentence in the list of verbs
Play = Callable[[Context], None]


def verbs_of(found: Compiled, always: Sequence[Verb]) -> Verbs:
    """All verbs of a game: those of its sentences, and those that there are always.

    A verb of a sentence that is for people is answered with that sentence.
    """
    others = {verb.name: verb for verb in always}
    own: list[Verb] = []
    for word, sentences in found.plan.actions.items():
        said = phrases(word, frozenset(found.plan.actions))
        own += _verbs(word, sentences, others.get(word), said)
    words = frozenset(found.plan.actions)
    always = tuple(replace(each, phrases=without(each.phrases, words)) for each in always)
    taken = {*others, *found.plan.actions, *BOTS_OWN}
    if _BUY not in taken and any(_BOUGHT in each.text for each, _ in found.cells):
        own.append(Verb(_BUY, f"{_BUY} ...", _BUY, "is for people", _play(_BUY, None),
                        Shape.SUBJECT, available=unlisted))  # fmt: skip
        taken.add(_BUY)
    for sentence, parsed in found.read:
        says = _MAY.search(sentence.text) if parsed.rule is None else None
        word = says["verb"].casefold() if says else ""
        if word and word not in taken:
            own.append(_for_people(word, sentence, parsed))
            taken.add(word)
    return Verbs((*own, *always))


def _for_people(word: str, sentence: RuleSentence, parsed: Parsed) -> Verb:
    """A verb that the page has in a sentence that is for people."""

    def refuse(_act: Context) -> None:
        why = f" ({parsed.why}: {parsed.unknown!r})" if parsed.unknown else ""
        raise Refused(
            f'the bot does not play "{_short(sentence.text)}"{why}',
            rule="" if sentence.section == TOP else sentence.section,
            remedy="It is for people: `note STATEMENT: REASON` says what comes of it.",
        )

    form = f"{word} ..."
    return Verb(word, form, word, "is for people", refuse, Shape.TEXT, available=unlisted)


def _verbs(
    word: str, sentences: Sequence[Told], other: Verb | None, said: tuple[str, ...]
) -> Iterator[Verb]:
    """A verb for each sentence that begins with a word; all are played alike.

    ``said``: people's phrases for them.
    """
    play, means = _play(word, other), _means(word)
    for told in sentences:
        form = verb_forms.form(told.verb)
        base = replace(other, section="") if other else Verb(word, form, form, "", play)
        yield replace(
            base,
            form=form,
            inputs=(verb_forms.composed(told.verb),),
            example=verb_forms.example(told.verb),
            about=_about(told),
            play=play,
            shape=other.shape if other else Shape.SUBJECT,
            available=_available(told),
            means=None if other else means,
            rolls_apart=True,
            is_explained=True,
            phrases=(*said, *(other.phrases if other else ())),
        )


def _about(told: Told) -> str:
    short = _short(told.text)
    return f"by the rule {told.section}: {short}" if told.section else f"by the rule: {short}"


def _short(text: str) -> str:
    """A sentence, cut where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _play(word: str, other: Verb | None) -> Play:
    def play(act: Context) -> None:
        plan = plan_of(act.state, act.book)
        if word == _BUY and not actions.fits(act, plan, word):
            _refuse_price(act)
        if other is not None and not actions.fits(act, plan, word):
            other.play(act)
            return
        actions.play(act, plan, word)

    return play


def _refuse_price(act: Context) -> None:
    """Refuse to sell what has a price that cannot be read."""
    for sentence, parsed in compiled(act.state, act.book).cells:
        thing = sentence.text.partition(_BOUGHT)[0]
        if parsed.rule is None and _BOUGHT in sentence.text and act.find(act.subject, (thing,)):
            raise Refused(f"{sentence.text}: {parsed.why}", rule=sentence.section)


def _means(word: str) -> Callable[[Context], tuple[str, ...]]:
    return lambda act: actions.means(act, plan_of(act.state, act.book), word)


def _available(told: Told) -> Callable[[Context], bool]:
    def available(act: Context) -> bool:
        try:
            return actions.may(act, plan_of(act.state, act.book), told)
        except Problem:
            return False

    return available
