"""People's words for making and retracting proposals, and how a form composes one."""

from __future__ import annotations

from collections.abc import Mapping

from wikibot.game.understanding.slots.base import Raw
from wikibot.sdk import NamesSlot, PhraseSlot, fold

_LEADING = ("titled", "called", "named", "entitled", "is", "that")
_QUOTES = ('"', "“", "”", "„", "«", "»")
PROPOSING = (
    "!propose|proposal {title} {marked class} => propose {marked class}: {title}",
    "!propose|proposal (is) {tidied} => propose: {tidied}",
    "propose|proposal (class|proposal) {marked class} {title} => propose {marked class}: {title}",
    (
        "propose|submit|make|put|create|file (forward|up) {class} proposal|class (proposal) "
        "{title} => propose {class}: {title}"
    ),
    "{class} (class) proposal {title} => propose {class}: {title}",
    "propose {title} => propose: {title}",
    "proposal: {title} => propose: {title}",
    "new|another proposal: {title} => propose: {title}",
    "proposal (is|reads|goes) titled|called|named|entitled {title} => propose: {title}",
    (
        "submit|make|put|create|file|suggest (forward|up) (new) proposal: {title} "
        "=> propose: {title}"
    ),
    (
        "submit|make|put|create|file (forward|up) (new) proposal titled|called|named|to {title} "
        "=> propose: {title}"
    ),
    "suggest|move that {title} => propose: {title}",
    "!propose|submit (the) following (proposal): {title} => propose: {title}",
    (
        "put|bring|lay|table forward|up|in|down (a|my|this) (new) proposal: {title} "
        "=> propose: {title}"
    ),
    (
        "put|bring forward|up (a|my|this) (new) proposal called|titled|named {title} "
        "=> propose: {title}"
    ),
)
_SHORT_CLASS = 5  # letters
RETRACTING = (
    (
        "retract|withdraw|delete|remove|rescind|revoke|cancel|pull|drop {own proposal} "
        "=> retract {own proposal}"
    ),
    "take back {own proposal} => retract {own proposal}",
    "take {own proposal} back|down => retract {own proposal}",
    "{own proposal} withdrawn|retracted|off|dead|cancelled|canceled => retract {own proposal}",
    (
        "scrap|kill|axe|ditch|bin|shelve|trash|abandon|nix|scratch|recall|end|stop|unpropose "
        "{own proposal} => retract {own proposal}"
    ),
    "!undo|forget {own proposal} => retract {own proposal}",
    "never mind {own proposal} => retract {own proposal}",
    "take|pull {own proposal} off|from (the) table|vote|page => retract {own proposal}",
    "call off {own proposal} => retract {own proposal}",
)
_BODY = "{Text=lines:20000}"


class Marked(Raw, frozen=True):
    """The class of a proposal in brackets or before a colon."""

    classes: NamesSlot

    def read(self, text: str) -> tuple[str, ...]:
        """Its name."""
        bare = text.strip()
        marked = bare.startswith(("(", "[")) or bare.endswith(":")
        return self.classes.read(bare.strip("()[]: ")) if marked else ()


class Title(Raw, frozen=True):
    """The title of a proposal; a text that begins with the name of a class may be more."""

    classes: NamesSlot

    def read(self, text: str) -> tuple[str, ...]:
        """The title itself, without the words that lead to it."""
        words = text.strip(" \t,;:-–—").split()
        while len(words) > 1 and fold(words[0]).strip(":") in _LEADING:
            words = words[1:]
        bare = " ".join(words)
        if bare[:1] in _QUOTES and bare[-1:] in _QUOTES:
            bare = bare[1:-1].strip()
        if not words or ":" in bare or self._is_class(words[0].strip("()[]:,")):
            return ()
        return (bare,)

    def _is_class(self, word: str) -> bool:
        """Whether a word is a class: in full, or short for one by a good part of it."""
        return len(word) >= _SHORT_CLASS and bool(self.classes.read(word))


def slots(forms: Mapping[str, str]) -> Mapping[str, PhraseSlot]:
    """The kinds of things in these words, by the ``forms`` of the classes that the page defines."""
    classes = NamesSlot(tuple(forms))
    return {
        "class": classes,
        "marked class": Marked(classes),
        "title": Title(classes),
        "titled class": NamesSlot(tuple(name for name, form in forms.items() if not form)),
        **{f"class {name}": NamesSlot((name,)) for name, form in forms.items() if form},
    }


def inputs(forms: Mapping[str, str]) -> tuple[str, ...]:
    """How a form composes a proposal: by its title, or as its class has it."""
    return (
        f"propose[ {{titled class}}]: {{Title=text:200}}{_BODY}",
        *(f"propose {{class {name}}}: {form}{_BODY}" for name, form in forms.items() if form),
    )
