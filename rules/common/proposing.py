"""Ruleset section Proposals: how people say that they make or retract one.

``propose [CLASS]: TITLE`` gives class and title. Decisions: a class stands before a colon, and
before the first one only. A title that begins with the name of a class and has no colon behind it
is not understood, since either may be meant. As a message must not be edited later, the answer says
at once whether the bot could carry out the changes that the text below it describes in the agreed
form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from rules.common.proposal_classes import SECTION, ProposalClass
from wikibot.game.engine.enactment import patches_of
from wikibot.game.proceedings import Proposal
from wikibot.game.understanding.slots.base import Raw
from wikibot.sdk import (
    ActionContext,
    NamesSlot,
    PhraseSlot,
    Refused,
    Rulebook,
    Unclear,
    counted,
    fold,
)  # fmt: skip
from wikibot.wikitext.messages import say
from wikibot.wikitext.patches import PatchError, apply_patches

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
    "retract|withdraw|delete|remove|rescind|revoke|cancel|pull|drop {own proposal}",
    "take back {own proposal}",
    "take {own proposal} back|down",
    "{own proposal} withdrawn|retracted|off|dead|cancelled|canceled",
    (
        "scrap|kill|axe|ditch|bin|shelve|trash|abandon|nix|scratch|recall|end|stop|unpropose {own "
        "proposal}"
    ),
    "!undo|forget {own proposal}",
    "never mind {own proposal}",
    "take|pull {own proposal} off|from (the) table|vote|page",
    "call off {own proposal}",
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


FORM = "`propose [CLASS]: TITLE`, with the text on the lines below, indented"
LONGEST_TITLE = 200

Classes = Mapping[str, ProposalClass]


def class_and_title(text: str, known: Classes, default: str) -> tuple[ProposalClass, str]:
    """What a proposal's line says behind its verb, by the classes that the page defines."""
    if not known:
        raise Refused("the ruleset page defines no class of proposals", rule=SECTION)
    head, colon, rest = text.partition(":")
    name = _class_name(head) if colon else ""
    words = " ".join((rest if colon else text).split())
    if not colon:
        _refuse_class_without_colon(words, known)
    found = next((each for each in known if fold(each) == fold(name or default)), None)
    if found is None:
        _no_class(head.strip(), text, known)
    if not known[found].by_hand:
        remedy = "Such proposals come about by votes on others."
        why = say("{} proposals are not made by hand", found)
        raise Refused(why, rule=known[found].section, remedy=remedy)
    if not words or len(words) > LONGEST_TITLE:
        long = say("a title has at most {} characters", LONGEST_TITLE)
        raise Unclear(long if words else say("the proposal has no title"), nearest=FORM)
    return known[found], words


def about_changes(act: ActionContext[Any], proposal: Proposal) -> str:
    """What there is to know about the changes that a proposal's text describes; "" without any."""
    book: Rulebook = act.book
    try:
        patches = patches_of(proposal)
        after = apply_patches(book.text, patches)
    except PatchError as error:
        return say("as the ruleset page is now, the bot could not carry out its changes: {}", error)
    if not patches:
        return ""
    then = act.game.ruleset_changes(lambda: book, book.reread(after), act.state)
    said = say("the bot could carry out its {}", counted(len(patches), "change"))
    return say("{}. Then: {}", said, then) if then else said


def _class_name(head: str) -> str:
    """``Urgent`` in ``[Urgent class proposal]``."""
    name = head.strip(" []()").casefold().removesuffix("proposal").strip()
    return name.removesuffix("class").strip()


def _refuse_class_without_colon(words: str, known: Classes) -> None:
    for name in known:
        found = re.match(rf"\W*{re.escape(fold(name))}\b(?: class)?(?: proposal)?\W*", fold(words))
        title = words[found.end() :] if found else ""
        if found and not title:
            raise Unclear("the proposal has no title", nearest=f"`propose {name}: TITLE`")
        if found:
            raise Unclear("the line may mean the class {}, or a title that begins so", name,
                          nearest=(f"`propose {name}: {title}`",
                                   f"`propose: {words}`"))  # fmt: skip


def _no_class(head: str, text: str, known: Classes) -> NoReturn:
    classes = ", ".join(name for name, each in known.items() if each.by_hand)
    remedy = say("Classes: {}. A title with a colon in it: `propose: {}`", classes, text)
    raise Refused("{!r} is not a class of proposals", head, rule=SECTION, remedy=remedy)
