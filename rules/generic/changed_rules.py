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
_COMPARED = 60  # words of a sentence
_NEAR = 15  # sentences of a section, before and behind, that one may stand for


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
    then, present = set(was), {sentence for sentence, _ in now}
    gone = [each for each in was if each not in present]
    new = [(each, parsed) for each, parsed in now if each not in then]
    if not (new or gone):
        return ""
    played = [each for each, parsed in new if parsed.rule is not None]
    people = [each for each, parsed in new if parsed.rule is None]
    successors = _successors([each for each, _ in new], gone)
    changed = [each for each in played if each in successors]
    lost = len(gone) - len(successors)
    parts = [
        _part(len(played) - len(changed), "played anew"),
        _part(len(changed), "played as changed"),
        _part(len(people), "for people", people),
        _part(max(lost, 0), "gone"),
    ]
    said = ", ".join(filter(None, parts)) or "nothing is played by it"
    return f"The ruleset page changed: {said}"


def _successors(new: Sequence[RuleSentence], gone: Sequence[RuleSentence]) -> set[RuleSentence]:
    """The sentences that stand for one of nearly the same words that is gone, about where it stood.

    A page may be rewritten as a whole: each is compared with a few others alone.
    """
    found: set[RuleSentence] = set()
    for section in dict.fromkeys(each.section for each in new):
        ours, theirs = (
            [
                (each, each.text.split(None, _COMPARED)[:_COMPARED])
                for each in of
                if each.section == section
            ]
            for of in (new, gone)
        )
        for at, (each, words) in enumerate(ours):
            near = theirs[max(at - _NEAR, 0) : at + _NEAR]
            if any(_are_alike(words, others) for _, others in near):
                found.add(each)
    return found


def _are_alike(words: Sequence[str], others: Sequence[str]) -> bool:
    return SequenceMatcher(None, words, others, autojunk=False).ratio() >= _ALIKE


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
