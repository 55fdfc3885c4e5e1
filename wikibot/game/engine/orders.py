"""Parses a line to an order: its verb, what the verb is about, the answers and rolls it gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from wikibot.game.actions import (
    Action,
    ActionId,
    Outcome,
    Questions,
    Shape,
    Verb,
    Verdict,
    Withdrawal,
)
from wikibot.game.names import suggestions
from wikibot.game.page.gamestate import split_body, with_body
from wikibot.game.problems import Unclear
from wikibot.game.rolls import FORM, Roll, split_rolls
from wikibot.game.understanding.dice import part_dice
from wikibot.game.understanding.talk import QUESTION, REPETITION
from wikibot.wikitext.dialect import fold
from wikibot.wikitext.lines import lately
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import format_time, parse_time
from wikibot.wikitext.own_marks import IDENTITY
from wikibot.wikitext.plain import tidy
from wikibot.wikitext.regex import regex

# -- verb lookup -----------------------------------------------------------------------------------
# Which verb a line begins with: all verbs that are in force, looked up by the first word.

_NO_VERBS: Mapping[str, Sequence[Verb]] = {}
LONGEST_ORDER = 5_000  # characters without the dice: what a player writes on one line
BY_RULE, BOT = "by rule ", "bot "  # before a verb that a rule and the bot both have: whose it is
_BLANK = ("", " ")

_BEGINNING = regex(r"[\w'’-]*")  # a line's first word, as far as :func:`_ends` goes
# How people begin a sentence that says what they do: ``I move``, ``ok, I'd like to move``.
_OPENING = r"(?:ok|okay|and|so|then|now|also|next|first|finally|please)\b[\s,:]*"
LEAD = regex(
    rf"[^\x00-\x7f\w“”‘’«»„]*\s*(?:{_OPENING})*"
    r"(?:i(?:\s+would|['’]d)\s+like\s+to\s+|(?:i['’]ll|i\s+will|i)\s+)?"
    r"(?:(?:hereby|now|then|also|first|finally)\s+)*",
    re.IGNORECASE,
)


class Verbs(tuple[Verb, ...]):
    """Verbs in order, indexed by the first word of their names for looking up many lines."""

    @cached_property
    def first_names(self) -> Mapping[int, str]:
        """The first name of each verb, by the identity of what plays it."""
        return {id(verb.play): verb.name for verb in reversed(self)}

    @cached_property
    def called(self) -> Mapping[str, Verb]:
        """The verbs by their names and by people's words for them, folded."""
        return {fold(name): verb for verb in reversed(self) for name in (*verb.hints, verb.name)}

    @cached_property
    def claimed(self) -> Mapping[str, Verb]:
        """The verbs ``by rule WORD``, by that word: the bot has one of that name as well."""
        named = (verb for verb in reversed(self) if verb.name.startswith(BY_RULE))
        return {verb.name.removeprefix(BY_RULE): verb for verb in named}

    def bots(self, form: str) -> str:
        """A line with a verb of the bot's, with ``bot`` before it where a rule has one so named."""
        return f"{BOT}{form}" if first_word(form) in self.claimed else form

    def told(self, verb: Verb) -> Verb:
        """A verb of the bot's as people are told of it; those of stewards as they are."""
        if first_word(verb.name) not in self.claimed or verb.stewards_only:
            return verb
        inputs = verb.inputs and tuple(map(self.bots, verb.inputs))
        return replace(
            verb, form=self.bots(verb.form), example=self.bots(verb.example), inputs=inputs
        )

    @cached_property
    def readers(self) -> Sequence[Callable[[str], bool]]:
        """What tells of the verbs that are read in any words, such as votes."""
        return [verb.reads for verb in self if verb.reads]

    @cached_property
    def find(self) -> Callable[[str], tuple[Verb, str] | None]:
        """As :func:`find_verb`."""
        return lately(lambda text: _found(text, self))

    @cached_property
    def begun(self) -> Callable[[str], Verb | None]:
        """The verb with which an unreadable line begins; None where it is misspelled."""

        def begun(text: str) -> Verb | None:
            words = text[:LONGEST_ORDER].strip()
            found = self.find(words) or self.find(without_lead(words))
            return found[0] if found else None

        return lately(begun)

    @cached_property
    def parted(self) -> Callable[[str], tuple[str, tuple[Roll, ...]]]:
        """The words and the dice of a line; raises :class:`Unclear` for dice that no die shows."""

        def parted(text: str) -> tuple[str, tuple[Roll, ...]]:
            text = text.rstrip("~ ") if text.endswith("~~~") and text.count("~") < 6 else text
            verb = self.begun(text)
            words, rolls = part_dice(text, free=verb is not None and verb.is_free)
            if rolls and " -- " not in text:
                words = words.rstrip(" ,;.")  # what parts them from the dice
            if verb is not None and verb.is_explained:
                words = words or verb.name  # `throw -- 1d6 (4) = 4`: the page has such an action
            elif rolls and verb is not None and verb.is_free and verb.rolls_apart:
                words = "" if fold(words) == verb.name else words  # a roll for what waits for it
            return words, rolls

        return lately(parted)

    @cached_property
    def said(self) -> Callable[[str], tuple[Verb, str, tuple[str, ...]] | None]:
        """The verb of a line without dice, what it is about, and its answers; None without one."""
        return lately(lambda words: _said(words, self))

    @cached_property
    def beginning(self) -> Mapping[str, Mapping[str, Sequence[Verb]]]:
        """The verbs by the first word of their names, casefolded, the longest first."""
        groups: dict[str, dict[str, list[Verb]]] = {}
        for verb in sorted(self, key=lambda each: -len(each.name)):
            groups.setdefault(first_word(verb.name), {}).setdefault(verb.name, []).append(verb)
        return groups


def first_word(text: str) -> str:
    """What a text begins with, as far as a verb's name may go; "" where that is no word."""
    return _BEGINNING.match(text)[0]  # type: ignore[index]  # matches everywhere


def as_verbs(verbs: Sequence[Verb]) -> Verbs:
    """The same verbs, indexed."""
    return verbs if isinstance(verbs, Verbs) else Verbs(verbs)


def find_verb(text: str, verbs: Sequence[Verb]) -> tuple[Verb, str] | None:
    """The verb with the longest name that the line begins with, and the rest of the line.

    Of several with that name it is the one whose rest has the form that it ``fits``, or else the
    first.
    """
    return as_verbs(verbs).find(text)


_AS, _AS_PLAYER = "as", regex(r"as:? (?:(?! I )[^:,.;!?()]){1,80}:", re.IGNORECASE)


def _found(text: str, verbs: Verbs) -> tuple[Verb, str] | None:
    low = text.casefold()
    begun = verbs.beginning.get(low.partition(" ")[0])
    if begun is None:
        begun = verbs.beginning.get(first_word(low), _NO_VERBS)
    for name, same in begun.items():
        size = len(name)
        if name == _AS and not _AS_PLAYER.match(text):
            continue
        if low.startswith(name) and (text[size : size + 1] in _BLANK or _ends(text, size)):
            rest = text[size:].strip()
            for verb in same:
                if verb.fits and re.fullmatch(verb.fits, rest):
                    return verb, rest
            return same[0], rest
    return None


def _ends(text: str, at: int) -> bool:
    """Whether a word of the line ends there; behind a mark such as 👍 one always does."""
    before, after = text[at - 1 : at], text[at : at + 1]
    return after in _BLANK or not before.isalnum() or not (after.isalnum() or after in "_'’-")


def takes_free_text(text: str, verbs: Sequence[Verb]) -> bool:
    """Whether a line begins with a verb behind which a player writes what they like."""
    verb = as_verbs(verbs).begun(text)
    return verb is not None and verb.is_free


def without_lead(words: str) -> str:
    """A line without the words with which people begin a sentence."""
    return LEAD.sub("", words, count=1).lstrip(" .!:;,")


def called(verb: Verb) -> str:
    """What people are told that the lines of a verb begin with."""
    return f"{BOT}{verb.name}" if verb.form.startswith(BOT) else verb.name.removeprefix(BY_RULE)


def first_name(verb: Verb, verbs: Sequence[Verb]) -> str:
    """The first name of a verb that may have several."""
    return as_verbs(verbs).first_names.get(id(verb.play), verb.name)


# -- orders ----------------------------------------------------------------------------------------

LONGEST_LINE = 200_000  # characters of a line with all that it states: more than 9,999 dice take
LONGEST_BODY = 50_000  # characters of the text below a line
MOST_ANSWERS = MOST_ROLLS = 500
_TELLING = 6  # letters of a hint that is looked for by likeness
UNKNOWN = "I don't know that action"
_NEAREST = 3  # forms in an answer to what is not understood
_ANSWER = "choose"
_ANSWERS = " (answers: "  # behind an order whose line has no place for them

_WORD = regex(r'"((?:[^"\\]|\\.)*)"|((?:(?!->)[^,\s→])+)|->')
_PARTED = regex('[",→]|->')  # by more than blanks
_ITEMS = regex(r'\s*("(?:[^"\\]|\\.)*"|[^,]*?)\s*(?:,|$)')
_ESCAPED = regex(r"\\(.)")
_SPECIAL = regex(r'[\\"(—–-]')  # besides the quote, what dice begin with
_PLAIN = regex(r"-?\w+(?:[ '’]\w+)*")
_DASHED = regex(r"(?:^|\s)(?:--|—|–)\s+(?P<said>\S.*)", re.DOTALL)
_ASKS = regex(r"[?？؟](?!\w)")
_IN_QUOTES = regex(r'"(?:[^"\\]|\\.)*"')


class Order(Struct, frozen=True, gc=False):
    """A parsed line: its verb, what the verb is about, and its answers and rolls in order."""

    verb: Verb
    subject: str = ""
    answers: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()

    def __str__(self) -> str:
        """The order as a line again; :func:`parse_order` reads it back to an equal order."""
        blank = " " if self.subject and not self.subject.startswith(":") else ""
        words = f"{self.verb.name}{blank}{self.subject}"
        if self.answers and self.verb.shape is Shape.WORDS:
            words += " " + " ".join(quoted(answer, one_word=True) for answer in self.answers)
        elif self.answers:
            listed = ", ".join(map(quoted, self.answers))
            subject = self.verb.shape is Shape.SUBJECT  # in others only an order that waits has any
            words += f": {listed}" if subject else f"{_ANSWERS}{listed})"
        return words + (" -- " + ", ".join(map(str, self.rolls)) if self.rolls else "")

    @property
    def told(self) -> str:
        """The same as its author may write it: ``bot leave`` where a rule has a verb so named."""
        return f"{BOT}{self}" if self.verb.form.startswith(BOT) else str(self)


def quoted(answer: str, *, one_word: bool = False) -> str:
    """An answer between others; one that might be read as something else is put in quotes."""
    if answer == "*" or (_PLAIN.fullmatch(answer) and not (one_word and " " in answer)):
        return answer
    return '"' + _SPECIAL.sub(r"\\\g<0>", answer) + '"'


def split_list(text: str) -> tuple[str, ...]:
    """Answers between commas; double quotes keep commas in one, a backslash keeps a quote."""
    answers, at = [], 0
    text = text.strip()
    while at < len(text):
        found = _ITEMS.match(text, at)
        if not found or found.end() == at:
            answers.append(text[at:])
            break
        answers.append(found[1])
        at = found.end()
    quoted = (len(each) > 1 and each[0] == each[-1] == '"' for each in answers)
    pairs = zip(answers, quoted, strict=True)
    return tuple(_ESCAPED.sub(r"\1", a[1:-1]) if is_quoted else a for a, is_quoted in pairs if a)


def split_words(text: str) -> tuple[str, ...]:
    """Answers between blanks, commas or arrows; quotes and backslashes as in a list."""
    if not _PARTED.search(text):
        return tuple(text.split())
    words = (word or _ESCAPED.sub(r"\1", quoted) for quoted, word in _WORD.findall(text))
    return tuple(word for word in words if word)


def parse_order(text: str, verbs: Sequence[Verb]) -> Order:
    """Parse a line; raises :class:`Unclear` with the nearest form where it cannot.

    What one line may cost is bounded here: the dice are read in one pass, and all that rules look
    at is short. Only orders of stewards may be longer: a log holds the corrections of one edit in
    one line.
    """
    order = read_order(text, verbs)
    if order is None:
        verbs = as_verbs(verbs)
        words, rolls = verbs.parted(text.strip())
        near = nearest(words or (_ANSWER if rolls else ""), verbs)
        raise unknown(text, near)
    return order


def unknown(text: str, near: Sequence[str] = ()) -> Unclear:
    """What is said of a line that begins with no verb. ``near``: the forms that it may mean."""
    return Unclear(f"{say(UNKNOWN)}: {text.strip()[:80]!r}", nearest=near)


def read_order(text: str, verbs: Sequence[Verb]) -> Order | None:
    """The same, but None where a line begins with no verb: to find the nearest form takes long."""
    if len(text) > LONGEST_LINE:
        _bound(len(text), LONGEST_LINE, "characters")
    verbs = as_verbs(verbs)
    words, rolls = verbs.parted(text.strip())
    words = words or (_ANSWER if rolls else "")  # dice alone are for what waits for them
    said = verbs.said(words)
    if said is None:
        return None
    if len(rolls) > MOST_ROLLS:
        _bound(len(rolls), MOST_ROLLS, "rolls")
    return Order(*said, rolls)


def _said(words: str, verbs: Verbs) -> tuple[Verb, str, tuple[str, ...]] | None:
    size = len(words)
    found = verbs.find(words) or verbs.find(words.strip(" .!:;,"))
    if size > LONGEST_ORDER and not (found and found[0].stewards_only):
        _bound(size, LONGEST_ORDER, "characters")
    found = found or verbs.find(without_lead(words))
    if not found or found[0].yields:
        reading = next((verb for verb in verbs if verb.reads and verb.reads(words)), None)
        found = (reading, words) if reading else found
    if not found:
        return None
    verb, rest = found
    rest = rest if rest.strip(" .!:;,") else ""
    if "?" in rest or not rest.isascii():
        _refuse_question(verb, rest)
    if verb.stewards_only:
        rest = rest.lstrip(": ")
    if verb.shape is not Shape.TEXT:
        rest = rest.rstrip(".!;").rstrip()
    subject, answers = _subject_and_answers(verb, rest)
    _bound(len(answers), MOST_ANSWERS, "answers")
    return verb, subject, answers


def _bound(size: int, most: int, what: str) -> None:
    """Refuse what is longer than any real order: it would take the bot's time from the others."""
    if size > most:
        why = say("the line has {} {}, at most {} are read", size, say(what), most)
        raise Unclear(
            "{}. Part it into several lines, or put a long text on the lines below it", why
        )


def _refuse_question(verb: Verb, rest: str) -> None:
    """Refuse a line that asks: a player who wonders about an action does not take it."""
    if verb.stewards_only or verb.questions is Questions.ANYWHERE:
        return
    head = rest.partition(":")[0] if verb.questions is Questions.BEHIND_COLON else rest
    if _ASKS.search(head) and _ASKS.search(_IN_QUOTES.sub("", head)):
        raise not_played(QUESTION, verb)


def not_played(talk: str, verb: Verb | None) -> Unclear:
    """The answer to talk; ``verb``: the one that the line begins with."""
    if verb is None or verb.stewards_only:
        return Unclear("{} is not played", say(talk))
    if talk == QUESTION:
        text = say("{} is not played; `{}` without a question mark is", say(talk), verb.form)
        return Unclear("{}, and a text that has one stands in double quotes", text)
    once = say(", on a line for each time") if talk == REPETITION else ""
    return Unclear("{} is not played; `{}` alone is{}", say(talk), verb.form, once)


def _subject_and_answers(verb: Verb, rest: str) -> tuple[str, tuple[str, ...]]:
    if verb.shape in (Shape.BARE, Shape.TEXT) and rest.endswith(")"):
        before, mark, answers = f" {rest}".rpartition(_ANSWERS)
        if mark:
            return before.strip(), split_list(answers[:-1])
    if verb.shape is Shape.BARE and any(w.casefold() not in verb.fillers for w in rest.split()):
        raise Unclear("nothing follows {!r}, but {!r} does", verb.name, rest, nearest=verb.form)
    if verb.shape is Shape.WORDS:
        dashed = _DASHED.search(rest) if '"' not in rest else None
        if dashed:
            raise Unclear("{!r} is not a stated roll{}", dashed["said"][:60], "", nearest=FORM)
        words = split_words(rest.lstrip(":"))
        if not set(map(str.casefold, words)).isdisjoint(verb.fillers):
            words = tuple(word for word in words if word.casefold() not in verb.fillers)
        return "", words
    if verb.shape is Shape.SUBJECT:
        subject, _, answers = rest.partition(": ") if ": " in rest else (rest.rstrip(":"), "", "")
        return subject.strip(), split_list(answers)
    return rest, ()


def nearest(words: str, verbs: Sequence[Verb]) -> tuple[str, ...]:
    """At most three forms that a line may have been meant to have, those of stewards last.

    Those of the verb that the line begins with in other words; or else of verbs whose names look
    like its beginning, and of those that it names further on.
    """
    verbs = as_verbs(verbs)
    line, known = fold(LEAD.sub("", words, count=1)), verbs.called
    said = [name for name in sorted(known, key=len, reverse=True) if name in line]
    said = [name for name in said if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line)]
    begins = [name for name in said if line.startswith(name)]
    telling = tuple(n for n in known if n == fold(known[n].name) or len(n) >= _TELLING)
    beginnings = (" ".join(line.split()[:count]) for count in (2, 1))
    close = [name for begin in beginnings for name in suggestions(begin, telling)]
    meant = [known[name] for name in begins[:1] or [*close, *said]]
    forms = dict.fromkeys(f"`{v.form}`" for v in sorted(meant, key=lambda v: v.stewards_only))
    return (*forms,)[:_NEAREST] or (say("`{}` lists the verbs", verbs.bots("help")),)


# -- lines that give readings of the ruleset: the bot itself carries them out ----------------------

_OPENS, _CLOSES = "\"'“”„«»‚‘’", "\"'“”«»‘’"
READING = regex(
    r"\s*(?P<sure>confirm\s+)?(?P<what>reading|register)\s+(?:of\s+)?"
    rf"(?:[{_OPENS}](?P<quoted>.+?)[{_CLOSES}]|(?P<name>[^:{_OPENS}]+?))"
    r"\s*(?::(?P<means>.*))?\Z",
    re.IGNORECASE | re.DOTALL,
)
LONGEST_READING = 3000  # letters


def gives_reading(text: str) -> bool:
    """Whether a line gives, shows or takes away a reading."""
    found = READING.match(text) if len(text) <= 2 * LONGEST_READING else None
    return bool(found and (found["quoted"] or found["means"] is not None))


# -- The text log: one action a line, as input of ``wikibot apply`` and as what the log page holds -
#
#     2024-01-05T02:22:00Z Alice: move 1 2 3 4 -- 2d4 (1, 3) = 4
#
# The text below an action follows it behind pilcrows: ``propose: More fish ¶ Fish are blue.`` Blank
# lines and lines that begin with ``#`` are comments, but for ``# withdrawn 3.5.0 TIME``: what
# waited under that identity was taken back then; and for those by which one knows how rolls stood.
# The name ends at the first colon that a blank follows.

_LINE = regex(r"(?P<time>\S+)\s+(?P<name>\S.*?):(?:\s+(?P<text>.*))?")
_BREAK = regex(r"\r\n?|\n")  # what an editor counts as one; other marks may stand in texts
LINE_MARK = "# line "
SAID_MARK = "# said: "
PAGE_MARK = "# begun with "  # in a log since rolls stand within their phase or turn
STANDING_MARK = "# rolls stand within their phase or turn from "
_NOBODY = ActionId(0, 0, -1)  # waits for nothing: time goes on to then, that is all
# What only versions wrote in which all rolls outlasted their phase, and later ones.
_OUTLASTING = regex(r"# result: |# dice \w{1,20} \d")
_WITHDRAWN = regex(rf"# withdrawn (?P<id>{IDENTITY}) (?P<time>\S+)")
LOG_FORM = "2024-01-05T02:22:00Z Alice: move 1 2 3"


class Malformed(Struct, frozen=True):
    """A line that is neither an action nor a comment."""

    line: int
    text: str
    why: str

    def outcome(self, now: datetime) -> Outcome:
        """The answer that such a line gets."""
        action = Action(ActionId(0, 0, self.line), now, "", self.text, self.line)
        return Outcome(action, Verdict.HUH, say("{}. Write lines like {}", self.why, LOG_FORM))


def read_log(text: str, *, within: bool = False) -> tuple[Action | Withdrawal | Malformed, ...]:
    """What a text log says in order; it is the operator's own file, so all actions are trusted.

    The comment ``# line 3.5.0`` gives the line below it the identity that it had on a wiki, and
    ``# said: WORDS`` above that comment the words that it had there. What an earlier version played
    is marked so, up to the comment by which a later one went on. ``within``: it went on before.
    """
    entries: list[Action | Withdrawal | Malformed] = []
    identity, words = None, ""
    since, until = None, 0 if within else None  # the entries whose rolls outlast their phase
    for number, line in enumerate(_BREAK.split(text), start=1):
        if line.lstrip().startswith("#"):
            identity = next(identities((line,)), None)
            if identity is None:
                words = line.removeprefix(SAID_MARK) if line.startswith(SAID_MARK) else ""
            if line.startswith("# result: ") and entries and isinstance(entries[-1], Action):
                entries[-1] = replace(entries[-1], told=True)
            if until is None and since is None and _OUTLASTING.match(line):
                since = len(entries)
            elif until is None and line.startswith(PAGE_MARK):
                until = 0
            elif until is None and (time := _standing_since(line)) is not None:
                entries.append(Withdrawal(_NOBODY, time, ""))
                until = len(entries)
            entries += _withdrawn(line)
        elif line.strip():
            entry = read_line(line, number)
            if identity is not None and isinstance(entry, Action):
                entry = replace(entry, id=identity, written_as=tidy(words))
            entries.append(entry)
            identity, words = None, ""
    outlasting = range(0 if since is None else since, len(entries) if until is None else until)
    return tuple(
        replace(entry, rolls_outlast=True)
        if since is not None and at in outlasting and not isinstance(entry, Malformed)
        else entry
        for at, entry in enumerate(entries)
    )


def standing_line(time: datetime) -> str:
    """The comment from which on no roll stands beyond the phase or turn that it was for."""
    return f"{STANDING_MARK}{format_time(time)} on"


def _standing_since(line: str) -> datetime | None:
    """From when on, by such a comment; None for any other line."""
    with suppress(ValueError):
        if line.startswith(STANDING_MARK) and line.endswith(" on"):
            return parse_time(line[len(STANDING_MARK) : -len(" on")])
    return None


def identities(lines: Iterable[str]) -> Iterator[ActionId]:
    """The identities that some lines of a log name, each above the line of its action."""
    for line in lines:
        if line.startswith(LINE_MARK):
            with suppress(ValueError):
                yield ActionId.parse(line.removeprefix(LINE_MARK))


def withdrawn_line(item: Withdrawal) -> str:
    """What was taken back, as a comment that takes it back again where the log is played."""
    return f"# withdrawn {item.id} {format_time(item.time)}"


def _withdrawn(comment: str) -> Iterator[Withdrawal]:
    """What such a comment takes back; any other takes nothing back."""
    found = _WITHDRAWN.fullmatch(comment.strip())
    with suppress(ValueError):
        if found:
            yield Withdrawal(ActionId.parse(found["id"]), parse_time(found["time"]), "its author")


def read_line(line: str, number: int) -> Action | Malformed:
    """One line that is not a comment."""
    found = _LINE.fullmatch(line.strip())
    if not found:
        return Malformed(number, line, "the line has no time, name and colon in front")
    try:
        time = parse_time(found["time"])
    except ValueError as error:
        return Malformed(number, line, str(error))
    text, body = split_body(tidy(found["text"] or ""))  # as a wiki has lines, a state names
    return Action(ActionId(0, 0, number), time, tidy(found["name"]), text, number, True, True, body)


def with_drawn(text: str, drawn: tuple[str, ...]) -> str:
    """A line with the rolls that it did not state behind those that it did."""
    if not drawn:
        return text
    words, stated = split_rolls(" ".join(text.split()))
    return f"{words} -- {', '.join((*map(str, stated), *drawn))}"


def log_line(outcome: Outcome) -> str:
    """An outcome that counts, as a line (without line breaks) that plays the same again."""
    action = outcome.action
    words = tidy(outcome.logged or with_drawn(action.order, outcome.drawn))
    said = with_body(words, action.body)
    return f"{format_time(action.time)} {outcome.player or action.account}: {said}"
