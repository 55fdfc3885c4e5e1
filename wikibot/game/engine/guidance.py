"""What the answer to a line that is not played says of how to write what it may have meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic

from msgspec.structs import replace

from wikibot.game.actions import Action, Outcome, Verdict
from wikibot.game.engine.context import ActionContext
from wikibot.game.engine.exact_form import parted
from wikibot.game.engine.helping import is_usable
from wikibot.game.engine.kernel_verbs import HELP
from wikibot.game.engine.line_player import Mode
from wikibot.game.engine.orders import UNKNOWN, Order, not_played
from wikibot.game.engine.talk_judge import TalkJudge
from wikibot.game.engine.trying import Trying, different
from wikibot.game.engine.verb_lookup import begun_with
from wikibot.game.names import suggestions
from wikibot.game.problems import Unclear, listing
from wikibot.game.state import S
from wikibot.game.understanding.nearest import WordedLine, filled, likely, says_no_order, verbs_in
from wikibot.game.understanding.plain_line import tokens
from wikibot.game.understanding.readings import bare_answers, readings
from wikibot.game.understanding.situation import Situation
from wikibot.game.understanding.talk import (
    ASKED,
    DENIAL,
    QUESTION,
    REPETITION,
    SAID_TO_OTHERS,
    behind_denial,
    without_question,
)
from wikibot.game.verbs import Shape

_NEAREST = 3  # forms in an answer to what is not understood


class Guidance(Generic[S]):
    """Finds the forms that lines may have been meant for, by trying them."""

    def __init__(self, trying: Trying[S], judge: TalkJudge[S]) -> None:
        self.trying, self.judge, self.lines = trying, judge, trying.lines

    def of_talk(
        self, state: S, action: Action, name: str, mode: Mode, why: str
    ) -> tuple[S, Outcome]:
        """The answer to talk: what may be an order in it, none of which is played.

        An order in a separate sentence behind a denial counts: ``not me! I object``.
        """
        verbs = self.lines.verbs(state)
        words, rolls = parted(action.text, verbs)
        situated = self.trying.situation(state, action, name, rolls)
        for group in self._said_in_talk(state, name, why, words, situated):
            tried = self.trying.tried(state, action, name, mode, group, rolls)
            if any(each.playable for each in tried):
                return self.trying.settled(state, action, name, mode, tried)
        text = not_played(why, begun_with(words, verbs)).text
        if why in ASKED and "`" not in text:
            line = WordedLine(without_question(words), situated.slots)
            orders = likely(line, self.trying.table(state), situated)
            tried = self.trying.tried(state, action, name, mode, orders, rolls)
            near = [f"`{each.order}`" for each in different([t for t in tried if t.playable])]
            near = [form for form in near if not form.startswith(f"`{HELP.name}")]
            if 0 < len(near) <= _NEAREST:
                text = f"{text.rstrip('.')}. To do it, write {listing(near)}"
        if why == REPETITION:  # of an order: what was rolled with it stands
            return self.lines.unread(state, action, name, Unclear(text.rstrip(".")), mode)
        return state, Outcome(action, Verdict.HUH, text, name or action.account)

    def _said_in_talk(
        self, state: S, name: str, why: str, words: str, situated: Situation
    ) -> Iterator[Sequence[str]]:
        """What a line says beside the words that make it talk, in groups of readings."""
        if why == SAID_TO_OTHERS and situated.options:
            yield tuple(bare_answers(words, situated))
        head, _, rest = words.partition("?")
        if why == QUESTION and rest.strip() and "?" not in rest:  # P1? I'm for it
            yield from ((f"{each} {rest.strip()}",) for each in situated.proposals(head))
        own = behind_denial(words) if why == DENIAL else ""
        if own and not self.judge.talk(state, name, own):
            yield from readings(own, self.trying.table(state), situated)

    def near(
        self,
        state: S,
        action: Action,
        name: str,
        mode: Mode,
        outcome: Outcome,
        situated: Situation,
        line: WordedLine,
    ) -> list[str]:
        """The forms that a line may have been meant for that is not understood as it stands."""
        words, rolls = parted(action.text, self.lines.verbs(state))
        only_dice = bool(rolls) and says_no_order(words)
        if outcome.verdict is not Verdict.HUH and not (only_dice and not situated.waits):
            return []
        if not rolls and says_no_order(words):
            return []
        orders = likely(line, self.trying.table(state), situated)
        tried = self.trying.tried(state, action, name, mode, orders, rolls)
        near = [each for each in tried if each.playable and (each.needs_its_rolls or not only_dice)]
        if not (
            only_dice or outcome.text.startswith(UNKNOWN)
        ):  # it names the verb; nothing new in that alone
            near = [each for each in near if each.order.subject or each.order.answers]
        begun = begun_with(words, self.lines.verbs(state))
        forms = [f"`{each.order}`" for each in different(near)]
        if not forms and outcome.text.startswith(UNKNOWN):
            act = self.trying.trial.joining.trial(state, action, Order(HELP), name)
            verbs = verbs_in(words, self.trying.table(state))
            usable = (verb for verb in verbs if is_usable(act, verb))
            forms = [f"`{filled(verb, words, situated.slots)}`" for verb in usable]
        if not forms and begun and begun.shape in (Shape.SUBJECT, Shape.TEXT):
            form = filled(begun, words, situated.slots)
            forms = [f"`{form}`"] if form != begun.form else []
        if not forms and outcome.text.startswith(UNKNOWN) and not action.trusted:
            forms = self._alike(words, act) or ["`help` lists what you can do now"]
        return forms[:_NEAREST]

    def _alike(self, words: str, act: ActionContext[S]) -> list[str]:
        """The forms of usable verbs whose names look like the first word."""
        first, table = tokens(words)[:1], self.trying.table(act.state)
        names = {verb.name: verb for verb in table.verbs}
        near = suggestions(first[0].key, tuple(names)) if first else ()
        return [f"`{names[name].form}`" for name in near if is_usable(act, names[name])]


def with_forms(outcome: Outcome, forms: Sequence[str]) -> Outcome:
    """An answer with forms that may have been meant, in place of those that look like the line."""
    new = [form for form in forms if form not in outcome.text]
    if not new:
        return outcome
    if outcome.text.startswith(UNKNOWN):
        why = outcome.text.partition(". Nearest: ")[0]
        return replace(outcome, text=f"{why}. Nearest: {listing(forms)}")
    return replace(outcome, text=f"{outcome.text.rstrip('.')}. Perhaps {listing(new)}")
