"""What the status line and an answer say of a ruleset page that changed: how it is played now.

Decisions: a sentence of the new page is *changed* where its section had one of nearly the same
words that is gone; others that are played are *new*. Sentences that were for people and are still
the same are not told of again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from rules.generic.compiled import compiled
from rules.generic.state import State
from rules.plain.sentences import RuleSentence
from wikibot.game.ruleset.rulebook import Rulebook

_ALIKE = 0.6  # of the words of a sentence, from which on it is the same one changed
_SHOWN = 60


def changes(before: Callable[[], Rulebook] | None, after: Rulebook, state: State) -> str:
    """How many sentences are played anew, changed, gone, or for people; "" where none are.

    ``before`` None: the page is new to the game.
    """
    now = compiled(state, after).read
    if before is None:
        count = sum(parsed.rule is not None for _, parsed in now)
        rest = len(now) - count
        played_now, for_people = (f"{n} {'is' if n == 1 else 'are'}" for n in (count, rest))
        return f"Of {_sentences(len(now))}, {played_now} played and {for_people} for people"
    was = [each for each, _ in compiled(state, before()).read]
    gone = [each for each in was if each not in [sentence for sentence, _ in now]]
    new = [(each, parsed) for each, parsed in now if each not in was]
    if not (new or gone):
        return ""
    played = [each for each, parsed in new if parsed.rule is not None]
    people = [each for each, parsed in new if parsed.rule is None]
    changed = [each for each in played if _successor(each, gone)]
    lost = len(gone) - sum(1 for each, _ in new if _successor(each, gone))
    parts = [
        _part(len(played) - len(changed), "played anew"),
        _part(len(changed), "played as changed"),
        _part(len(people), "for people", people),
        _part(max(lost, 0), "gone"),
    ]
    said = ", ".join(filter(None, parts)) or "nothing is played by it"
    return f"The ruleset page changed: {said}"


def _successor(sentence: RuleSentence, gone: Sequence[RuleSentence]) -> bool:
    """Whether a sentence stands for one of nearly the same words that is gone."""
    words = sentence.text.split()
    same = (each for each in gone if each.section == sentence.section)
    return any(
        SequenceMatcher(None, words, each.text.split(), autojunk=False).ratio() >= _ALIKE
        for each in same
    )


def _part(count: int, how: str, shown: Sequence[RuleSentence] = ()) -> str:
    if not count:
        return ""
    verb = "is" if count == 1 else "are"
    first = f" ({_short(shown[0].text)})" if shown else ""
    return f"{_sentences(count)} {verb} {how}{first}"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _sentences(count: int) -> str:
    return f"{count} sentence{'' if count == 1 else 's'}"
