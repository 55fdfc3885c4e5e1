"""Whether a line is talk: a question, a denial, a condition, a plan, a quotation, and so on.

Talk is never played, and no die that it shows counts. The frames around an order are judged by
lists of words (:mod:`wikibot.game.understanding.talk_words`). Not looked at are the names of things
in the game, what stands in double quotes, and the free text of an order: behind a colon, or behind
a verb that takes it. A line that only might be talk is not: it is read as an order, and has to be
one in full.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet

from msgspec import Struct

from wikibot.game.understanding import talk_kinds as kinds
from wikibot.game.understanding import talk_words as known
from wikibot.game.understanding.lately import lately
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.messages import later

LONGEST = 600  # characters of a line that are looked at
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”|«[^»]*»')
_SAID_OF = re.compile(r"\s*(?:>|&gt;|»|[“«\"]|\|)")
_SHOWN = re.compile(r"~~[^~]+~~|`[^`]+`|</?(?:s|del|strike|code)>")  # struck out, or as code
_SENTENCE_ENDS = re.compile(r"[.!;,–—]\s")
_ASKING = re.compile(r"^\W*(?:can|may|could|should|shall|would) (?:i|we|you)\b", re.IGNORECASE)
_ASKS = frozenset("?؟？")
_MOST_TOKENS = 60


class LineOpening(Struct, frozen=True):
    """Who speaks, and what a line begins with.

    ``others``: names of the other players. ``names``: all that has a name in the game; words of a
    name say nothing else. ``outside``: the speaker is not a player. ``free``: the line begins with
    a verb that takes free text.
    """

    others: Collection[str] = ()
    names: Collection[str] = ()
    outside: bool = False
    free: bool = False


_NOBODY = LineOpening()
QUESTION, QUOTATION = later("a question"), later("a quotation")
SHOWN = later("what is struck out or in code marks")
DENIAL, SAID_TO_OTHERS = later("a denial"), later("what is said to others")
_OFF_TOPIC, _WOULD, _CONDITION = later("a remark"), later("what one would do"), later("a condition")
_UNSURE, _CHOICE = later("what is not decided yet"), later("a choice between two")
REPETITION = later("a repetition")
ASKED = (QUESTION, SAID_TO_OTHERS, _OFF_TOPIC, _WOULD, _CONDITION, _UNSURE, _CHOICE, REPETITION)
"""Talk that may show an interest in an order, so that the answer shows how it is written."""


def talk(line: str, speech: LineOpening = _NOBODY) -> str:
    """What makes a line talk, for the answer: ``a question``; "" where it may be an order."""
    line = line[:LONGEST]
    if quotes(line):
        return QUOTATION
    text = _folded(line)
    why = _judged(text, speech)
    if why and speech.names:
        masked = _without_names(text, speech.names)
        why = _judged(masked, speech) if masked != text else why
    return why


def is_plain(line: str, names: AbstractSet[str]) -> bool:
    """Whether no word of a line can make it talk, whatever its author; quickly, as of most orders.

    ``names``: all words of the players' names. False where it has to be looked at as a whole.
    """
    words = _unframed(line)
    if not words or words[0] in names:
        return False
    return "," not in words or (known.CALLED.isdisjoint(words) and names.isdisjoint(words))


@lately
def _unframed(line: str) -> kinds.Words:
    """The words of a line, if none may be of what makes it talk."""
    if len(line) > LONGEST or quotes(line):
        return ()
    words = tuple(kinds.TOKEN.findall(_folded(line)))
    return () if not words or len(words) > _MOST_TOKENS or kinds.has_frame(words) else words


def quotes(line: str) -> bool:
    """Whether a line begins as a quotation does."""
    return _SAID_OF.match(line) is not None


def shows(line: str) -> bool:
    """Whether a part of a line is struck out, or is code."""
    return _SHOWN.search(line) is not None


def behind_denial(line: str) -> str:
    """What the speaker does by the last sentence of a line, behind a denial; "" for none."""
    ends = [found.end() for found in _SENTENCE_ENDS.finditer(line[:LONGEST])]
    last = line[ends[-1] :].strip() if ends else ""
    words = tuple(kinds.TOKEN.findall(_folded(last)))
    return last if len(words) > 1 and words[0] in known.SPEAKERS else ""


def without_question(line: str) -> str:
    """A line without question marks, and without ``can I`` and the like in front."""
    return _ASKING.sub("", line[:LONGEST]).replace("?", " ").strip()


def _folded(text: str) -> str:
    return fold(_QUOTED.sub(" it ", text))


def _without_names(text: str, names: Iterable[str]) -> str:
    """A folded line in which names of more than one meaning stand for nothing."""
    for name in sorted({fold(name) for name in names}, key=lambda name: (-len(name), name)):
        if name and name in text and _judged(name, _NOBODY, bare=True):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "thing", text)
    return text


def _judged(text: str, speech: LineOpening, *, bare: bool = False) -> str:
    words = tuple(kinds.TOKEN.findall(text))[:_MOST_TOKENS]
    if bare and any(_has_word(words)):
        return later("a name of several meanings")
    if not words:
        return ""
    if kinds.ends_as_joke(text) and ":" not in words:
        return later("a joke")
    head = kinds.before_colon(words) if ":" in words else words
    if _is_example(words):
        return later("an example")
    if (speech.outside and kinds.asks_to_join(words)) or kinds.asks_to_join_something(words):
        return ""
    if speech.free:
        return _of_free_text(words, head, speech)
    why = _of_frame(kinds.behind_interjections(head), head, speech) or _of_colon(words, speech)
    why = why or (REPETITION if kinds.repeats(words[-3:]) else "")
    return "" if why == _OFF_TOPIC and len(head) < len(words) else why


def _has_word(words: kinds.Words) -> Iterable[bool]:
    """Whether words of a name may be taken for a frame."""
    yield not _ASKS.isdisjoint(words) or "or" in words or bool(known.NEGATIONS.intersection(words))
    yield any(kinds.holds(words, rows) for rows in _FRAMES)
    yield not known.COPULAS.isdisjoint(words) or words[0] in known.OTHERS


_FRAMES = (
    known.CONDITIONS,
    known.UNSURE,
    known.TIMES,
    known.WOULD,
    known.WONDERING,
    known.EXAMPLES,
    known.REPEATED,
)


def _is_example(words: kinds.Words) -> bool:
    length = kinds.longest(words, known.EXAMPLES)
    behind = words[length : length + 1]
    return bool(length) and (length > 1 or words[0][1:2] == "." or behind in ((":",), (",",)))


def _of_colon(words: kinds.Words, speech: LineOpening) -> str:
    """``Cleo: I move 1 2 3``: what another player is to have said."""
    for name in speech.others if ":" in words else ():
        own = (*kinds.of_name(name), ":")
        said = words[len(own) :]
        if words[: len(own)] == own and len(said) > 1 and said[0] != "your":
            return later("what others say")
    return ""


def _of_free_text(words: kinds.Words, head: kinds.Words, speech: LineOpening) -> str:
    """Of a line whose verb takes free text: only what cannot be a part of it."""
    rest = kinds.behind_interjections(words)
    if any(kinds.begins(rest[at:], kinds.JOIN) for at in range(min(8, len(rest)))):
        named = kinds.until(head, ("as",))
        return _of_frame(kinds.behind_interjections(named), named, speech)
    if len(head) < len(words):
        return ""
    if kinds.sense(rest):
        return _OFF_TOPIC
    if (
        rest
        and kinds.is_called(rest, speech.others)
        and (words[0] in ("please", "pls") or not kinds.speaks(words))
    ):
        return SAID_TO_OTHERS
    return ""


def _of_frame(rest: kinds.Words, head: kinds.Words, speech: LineOpening) -> str:
    """What frames the order that a line may hold."""
    sentence, clause = kinds.until(rest, kinds.STOPS), kinds.until(rest, kinds.CLAUSE_ENDS)
    asks = kinds.begins(rest, known.ASKING) or kinds.begins(rest, known.WONDERING)
    if asks or not _ASKS.isdisjoint(head):
        return QUESTION
    if kinds.denies(rest, clause):
        return DENIAL
    if kinds.begins(rest, known.WOULD) and not kinds.begins(rest, known.WOULD_LIKE):
        return _WOULD
    if kinds.is_conditional(sentence):
        return _CONDITION
    if kinds.holds(sentence, known.UNSURE) or kinds.leaves_open(sentence):
        return _UNSURE
    if kinds.holds(clause, known.TIMES):
        return later("what belongs to another time")
    if (
        kinds.is_of_others(rest, speech.others)
        or (rest != head and kinds.is_of_others(head, speech.others))
        or (kinds.is_called(rest, speech.others) and not kinds.speaks(head))
    ):
        return SAID_TO_OTHERS
    if kinds.offers_choice(sentence):
        return _CHOICE
    if kinds.repeats(sentence):
        return REPETITION
    alone = all(word in kinds.MARKS for word in rest[len(clause) :])
    return _OFF_TOPIC if kinds.sense(rest) or (alone and kinds.describes(clause)) else ""
