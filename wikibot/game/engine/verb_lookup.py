"""Which verb a line begins with: all verbs that are in force, looked up by the first word."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from wikibot.game.rolls import Roll
from wikibot.game.understanding.dice.parting import part_dice
from wikibot.game.understanding.lately import lately
from wikibot.game.verbs import Verb
from wikibot.wikitext.dialect import fold

T = TypeVar("T")
_NO_VERBS: Mapping[str, Sequence[Verb]] = {}
LONGEST_ORDER = 5_000  # characters without the dice: what a player writes on one line
BY_RULE, BOT = "by rule ", "bot "  # before a verb that a rule and the bot both have: whose it is
_KEPT = 8  # lines of which verb and dice are known: each stage that reads a line asks once more
_BLANK = ("", " ")

_BEGINNING = re.compile(r"[\w'’-]*")  # a line's first word, as far as :func:`_ends` goes
# How people begin a sentence that says what they do: ``I move``, ``ok, I'd like to move``.
_OPENING = r"(?:ok|okay|and|so|then|now|also|next|first|finally|please)\b[\s,:]*"
LEAD = re.compile(
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

        @lru_cache(maxsize=_KEPT)
        def find(text: str) -> tuple[Verb, str] | None:
            return _found(text, self)

        return find

    @cached_property
    def begun(self) -> Callable[[str], Verb | None]:
        """As :func:`begun_with`."""

        @lru_cache(maxsize=_KEPT)
        def begun(text: str) -> Verb | None:
            words = text[:LONGEST_ORDER].strip()
            found = self.find(words) or self.find(without_lead(words))
            return found[0] if found else None

        return begun

    @cached_property
    def parted(self) -> Callable[[str], tuple[str, tuple[Roll, ...]]]:
        """The words and the dice of a line; raises :class:`Unclear` for dice that no die shows."""

        def parted(text: str) -> tuple[str, tuple[Roll, ...]]:
            verb = self.begun(text)
            words, rolls = part_dice(text, free=verb is not None and verb.is_free)
            if not words and verb is not None and verb.is_explained:
                words = verb.name  # `throw -- 1d6 (4) = 4` where the page has an action `throw`
            return words, rolls

        return lately(parted)

    def said(self, words: str, read: Callable[[str, Verbs], T]) -> T:
        """What ``read`` finds in words by these verbs; kept for the latest words."""
        found: Callable[[str], T] | None = self._said.get(read)
        if found is None:
            found = self._said[read] = lately(lambda words: read(words, self))
        return found(words)

    @cached_property
    def _said(self) -> dict[Callable[[str, Verbs], Any], Callable[[str], Any]]:
        return {}

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


def _found(text: str, verbs: Verbs) -> tuple[Verb, str] | None:
    low = text.casefold()
    begun = verbs.beginning.get(low.partition(" ")[0])
    if begun is None:
        begun = verbs.beginning.get(first_word(low), _NO_VERBS)
    for name, same in begun.items():
        size = len(name)
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


def begun_with(text: str, verbs: Sequence[Verb]) -> Verb | None:
    """The verb with which an unreadable line begins; None where it is misspelled."""
    return as_verbs(verbs).begun(text)


def takes_free_text(text: str, verbs: Sequence[Verb]) -> bool:
    """Whether a line begins with a verb behind which a player writes what they like."""
    verb = begun_with(text, verbs)
    return verb is not None and verb.is_free


def without_lead(words: str) -> str:
    """A line without the words with which people begin a sentence, and without decoration."""
    return LEAD.sub("", words, count=1).strip(" .!:;,")


def called(verb: Verb) -> str:
    """What people are told that the lines of a verb begin with."""
    return f"{BOT}{verb.name}" if verb.form.startswith(BOT) else verb.name.removeprefix(BY_RULE)


def first_name(verb: Verb, verbs: Sequence[Verb]) -> str:
    """The first name of a verb that may have several."""
    if isinstance(verbs, Verbs):
        return verbs.first_names.get(id(verb.play), verb.name)
    return next((each.name for each in verbs if each.play is verb.play), verb.name)
