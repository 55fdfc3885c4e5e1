"""Verbs: the forms that an action line may have, and the order that a line spells."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from wikibot.game.names import suggestions
from wikibot.game.problems import Unclear
from wikibot.game.rolls import FORM, Roll, split_rolls
from wikibot.game.verbs import Questions, Shape, Verb
from wikibot.wikitext.folding import fold

_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"|((?:(?!->)[^,\s→])+)|->')
_PARTED = re.compile('[",→]|->')  # by more than blanks
_ITEMS = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^,]*?)\s*(?:,|$)')
_PLAIN = re.compile(r"-?\w+(?:[ '’]\w+)*")
_BEGINNING = re.compile(r"[\w'’-]*")  # a line's first word, as far as :func:`_ends` goes
_TELLING = 6  # letters
_NEAREST = 3  # forms in an answer to what is not understood
_DASHED = re.compile(r"(?:^|\s)(?:--|—|–)\s+(?P<said>\S.*)", re.DOTALL)
# How people begin a sentence that says what they do: ``I move``, ``ok, I would like to move``, ``🎉
# move``.
_OPENING = r"(?:ok|okay|and|so|then|now|also|next|first|finally|please)\b[\s,:]*"
_LEAD = re.compile(
    rf"[^\x00-\x7f\w“”‘’«»„]*\s*(?:{_OPENING})*(?:i(?:\s+would|['’]d)\s+like\s+to\s+|(?:i['’]ll|i\s+will|i)\s+)?"
    r"(?:(?:hereby|now|then|also|first|finally)\s+)*",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[?？؟](?!\w)")
_IN_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"')
_ANSWER = "choose"
_ANSWERS = " (answers: "  # of an order whose line has no place for them, behind it
LONGEST_LINE = 200_000  # characters of a line with all that it states: more than 9,999 dice take
LONGEST_ORDER = (
    5_000  # characters without the dice, which is what a player reads and writes on one line
)
LONGEST_BODY = 50_000  # characters of the text below a line
MOST_ANSWERS = 500
MOST_ROLLS = 500
_POLITE = (" please", ",please", " thanks", " thank you")
_SPECIAL = re.compile(r'[\\"(—–-]')  # besides the quote, what dice begin with


@dataclass(frozen=True)
class Order:
    """A line taken apart: its verb, what the verb is about, the answers and rolls that it gives, in order."""

    verb: Verb
    subject: str = ""
    answers: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()

    def __str__(self) -> str:
        """The order as a line again; :func:`parse_order` reads it back to an equal order."""
        words = self.verb.name
        if self.subject:
            words += f" {self.subject}"
        if self.answers and self.verb.shape is Shape.SUBJECT:
            words += ": " + ", ".join(map(_quoted, self.answers))
        elif (
            self.answers and self.verb.shape is not Shape.WORDS
        ):  # only an order that waits has any
            words += f"{_ANSWERS}{', '.join(map(_quoted, self.answers))})"
        elif self.answers:
            words += " " + " ".join(_quoted(answer, one_word=True) for answer in self.answers)
        return words + (" -- " + ", ".join(map(str, self.rolls)) if self.rolls else "")

    def with_more(self, answers: Sequence[str], rolls: Sequence[Roll]) -> Order:
        """The same order with further answers and rolls."""
        return replace(self, answers=self.answers + tuple(answers), rolls=self.rolls + tuple(rolls))


def _quoted(answer: str, *, one_word: bool = False) -> str:
    """An answer as it stands between others; one that might be taken for something else is put in double quotes."""
    if answer == "*" or (_PLAIN.fullmatch(answer) and not (one_word and " " in answer)):
        return answer
    return '"' + _SPECIAL.sub(r"\\\g<0>", answer) + '"'


def split_list(text: str) -> tuple[str, ...]:
    """Answers between commas; double quotes keep commas inside one, a backslash keeps a quote."""
    answers, at = [], 0
    text = text.strip()
    while at < len(text):
        found = _ITEMS.match(text, at)
        if not found or found.end() == at:
            answers.append(text[at:])
            break
        answers.append(found[1])
        at = found.end()
    return tuple(
        re.sub(r"\\(.)", r"\1", a[1:-1]) if len(a) > 1 and a[0] == a[-1] == '"' else a
        for a in answers
        if a
    )


def split_words(text: str) -> tuple[str, ...]:
    """Answers between blanks, commas or arrows; double quotes keep them inside one, a backslash keeps a quote."""
    if not _PARTED.search(text):
        return tuple(text.split())
    words = (word or re.sub(r"\\(.)", r"\1", quoted) for quoted, word in _WORD.findall(text))
    return tuple(word for word in words if word)


def _take_apart(verb: Verb, rest: str) -> tuple[str, tuple[str, ...]]:
    if verb.shape in (Shape.BARE, Shape.TEXT) and rest.endswith(")"):
        before, mark, answers = f" {rest}".rpartition(_ANSWERS)
        if mark:
            return before.strip(), split_list(answers[:-1])
    if verb.shape is Shape.BARE and not all(
        word.casefold() in verb.fillers for word in rest.split()
    ):
        raise Unclear(f"nothing follows {verb.name!r}, but {rest!r} does", nearest=verb.form)
    if verb.shape is Shape.WORDS:
        dashed = _DASHED.search(rest) if '"' not in rest else None
        if dashed:
            raise Unclear(f"{dashed['said'][:60]!r} is not a stated roll", nearest=FORM)
        words = split_words(rest.lstrip(":"))
        return "", tuple(
            word for word in words if word.casefold() not in verb.fillers
        ) if verb.fillers else words
    if verb.shape is Shape.SUBJECT:
        subject, _, answers = rest.partition(": ") if ": " in rest else (rest.rstrip(":"), "", "")
        return subject.strip(), split_list(answers)
    return rest, ()


class Verbs(tuple[Verb, ...]):
    """Verbs in order, for looking up many lines: a tuple that knows its members by the first word of their names."""

    @cached_property
    def _by_word(self) -> Mapping[str, Mapping[str, Sequence[Verb]]]:
        groups: dict[str, dict[str, list[Verb]]] = {}
        for verb in sorted(self, key=lambda each: -len(each.name)):
            groups.setdefault(_first_word(verb.name), {}).setdefault(verb.name, []).append(verb)
        return groups

    def beginning(self, text: str) -> Mapping[str, Sequence[Verb]]:
        """The verbs whose names begin with the word that a casefolded text begins with, the longest names first."""
        return self._by_word.get(_first_word(text), {})


def _first_word(text: str) -> str:
    return _BEGINNING.match(text)[0]  # type: ignore[index]  # matches everywhere


def find_verb(text: str, verbs: Sequence[Verb]) -> tuple[Verb, str] | None:
    """The verb with the longest name that the line begins with, and the rest of the line.

    Of several with that name it is the one whose rest has the form that it ``fits``, or else the
    first.
    """
    low = text.casefold()
    near = (verbs if isinstance(verbs, Verbs) else Verbs(verbs)).beginning(low)
    for name, same in near.items():
        if low.startswith(name) and _ends(text, len(name)):
            rest = text[len(name) :].strip()
            return next(
                (verb for verb in same if verb.fits and re.fullmatch(verb.fits, rest)), same[0]
            ), rest
    return None


def _ends(text: str, at: int) -> bool:
    """Whether a word of the line ends there; behind a mark such as 👍 one always does."""
    before, after = text[at - 1 : at], text[at : at + 1]
    return not after or not before.isalnum() or not (after.isalnum() or after in "_'’-")


def parse_order(text: str, verbs: Sequence[Verb]) -> Order:
    """Take a line apart; raises :class:`Unclear` with the nearest form where it cannot.

    What one line may cost is bounded here: the dice are read in one pass, and all that rules look
    at is short. Only what stewards order may be longer: a log holds what somebody corrected by hand
    in one line.
    """
    if len(text) > LONGEST_LINE:
        raise _too_long(f"{len(text)} characters", f"{LONGEST_LINE}")
    words, rolls = split_rolls(text.strip())
    long = len(words) > LONGEST_ORDER
    words = words or (_ANSWER if rolls else "")  # dice alone are for what waits for them
    found = find_verb(words, verbs) or find_verb(words.strip(" .!:;,"), verbs)
    if long and not (found and found[0].stewards_only):
        raise _too_long(f"{len(words)} characters", f"{LONGEST_ORDER}")
    found = found or find_verb(_without_lead(words), verbs)
    if not found or found[0].yields:
        found = _read(words, verbs) or found
    if not found:
        raise Unclear(
            f"I don't know that action: {text.strip()[:80]!r}", nearest=nearest(words, verbs)
        )
    verb, rest = found
    _refuse_question(verb, rest)
    if verb.shape is not Shape.TEXT:
        rest = _without_end(rest)
    subject, answers = _take_apart(verb, rest)
    if len(answers) > MOST_ANSWERS:
        raise _too_long(f"{len(answers)} answers", f"{MOST_ANSWERS}")
    if len(rolls) > MOST_ROLLS:
        raise _too_long(f"{len(rolls)} rolls", f"{MOST_ROLLS}")
    return Order(verb, subject, answers, rolls)


def _refuse_question(verb: Verb, rest: str) -> None:
    """Refuse a line that asks: whoever wonders about an action does not take it."""
    if verb.stewards_only or verb.questions is Questions.ANYWHERE:
        return
    head = rest.partition(":")[0] if verb.questions is Questions.BEHIND_COLON else rest
    if _ASKS.search(_IN_QUOTES.sub("", head)):
        text = f"a question is not played; `{verb.form}` without a question mark is"
        raise Unclear(f"{text}, and a text that has one stands in double quotes")


def first_name(verb: Verb, verbs: Sequence[Verb]) -> str:
    """The first name of a verb that may have several."""
    return next((each.name for each in verbs if each.play is verb.play), verb.name)


def begun_with(text: str, verbs: Sequence[Verb]) -> Verb | None:
    """The verb that a line begins with which cannot be read; None where it is misspelled, and so may be any."""
    words = text[:LONGEST_ORDER].strip()
    found = find_verb(words, verbs) or find_verb(_without_lead(words), verbs)
    return found[0] if found else None


def _read(words: str, verbs: Sequence[Verb]) -> tuple[Verb, str] | None:
    """The verb that reads a line which begins otherwise, and the whole line."""
    for verb in verbs:
        if verb.reads and verb.reads(words):
            return verb, words
    return None


def _too_long(length: str, most: str) -> Unclear:
    """What is longer than any order that a person means would take the bot's time from the others."""
    return Unclear(f"the line has {length}, at most {most} are read. Part it into several lines, or put a long text "
                   "on the lines below it")  # fmt: skip


def _without_lead(words: str) -> str:
    """A line without the words with which people begin a sentence, and without what decorates it."""
    return _LEAD.sub("", words, count=1).strip(" .!:;,")


def _without_end(rest: str) -> str:
    """What follows a verb, without the marks and the politeness at a sentence's end."""
    rest = rest.rstrip(".!;").rstrip()
    said = f" {rest}".casefold()
    if not said.endswith(_POLITE):
        return rest
    polite = next(word for word in _POLITE if said.endswith(word))
    return rest[: len(rest) - len(polite) + 1].rstrip(" ,.!;")


def nearest(words: str, verbs: Sequence[Verb]) -> tuple[str, ...]:
    """At most three forms that a line may have been meant to have, those of stewards last.

    Those of the verb that the line begins with in other words; or else of verbs whose names look
    like its beginning, and of those that it names further on.
    """
    line = fold(_LEAD.sub("", words, count=1))
    known = {fold(name): verb for verb in reversed(verbs) for name in (*verb.hints, verb.name)}
    said = sorted((name for name in known if _stands_in(name, line)), key=len, reverse=True)
    begins = [name for name in said if line.startswith(name)]
    found = begins[:1] or [*_like_beginning(line, known), *said]
    meant = sorted((known[name] for name in found), key=lambda verb: verb.stewards_only)
    return tuple(dict.fromkeys(f"`{verb.form}`" for verb in meant))[:_NEAREST] or (
        "`help` lists the verbs",
    )


def _like_beginning(line: str, known: Mapping[str, Verb]) -> list[str]:
    """Names that look like the first words of a line; of other words for a verb only those that are long enough."""
    names = tuple(
        name for name, verb in known.items() if name == fold(verb.name) or len(name) >= _TELLING
    )
    beginnings = [" ".join(line.split()[:count]) for count in (2, 1)]
    close = [name for begin in beginnings for name in suggestions(begin, names)]
    return sorted(close, key=lambda name: name != fold(known[name].name))


def _stands_in(name: str, line: str) -> bool:
    """Whether a line has a name as words of its own."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) is not None
