"""Ruleset section Proposals: class and title that the line ``propose [CLASS]: TITLE`` gives.

Decisions: a class stands before a colon, and before the first one only. A title that begins with
the name of a class and has no colon behind it is not understood, since either may be meant. As a
message must not be edited later, the answer says at once whether the bot could carry out the
changes that the text below it describes in the agreed form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from rules.common.proposal_classes import SECTION, ProposalClass
from wikibot.game.engine.enactment import patches_of
from wikibot.game.state import Proposal
from wikibot.sdk import ActionContext, Refused, Rulebook, Unclear, fold
from wikibot.wikitext.patches import PatchError, apply_patches

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
        why = f"{found} proposals are not made by hand"
        raise Refused(why, rule=known[found].section, remedy=remedy)
    if not words or len(words) > LONGEST_TITLE:
        long = f"a title has at most {LONGEST_TITLE} characters"
        raise Unclear(long if words else "the proposal has no title", nearest=FORM)
    return known[found], words


def about_changes(act: ActionContext[Any], proposal: Proposal) -> str:
    """What there is to know about the changes that a proposal's text describes; "" without any."""
    book: Rulebook = act.book
    try:
        patches = patches_of(proposal)
        after = apply_patches(book.text, patches)
    except PatchError as error:
        return f"as the ruleset page is now, the bot could not carry out its changes: {error}"
    if not patches:
        return ""
    then = act.game.ruleset_changes(lambda: book, book.reread(after), act.state)
    changes = f"{len(patches)} change{'s' if len(patches) != 1 else ''}"
    return f"the bot could carry out its {changes}" + (f". Then: {then}" if then else "")


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
            raise Unclear(f"the line may mean the class {name}, or a title that begins so",
                          nearest=(f"`propose {name}: {title}`",
                                   f"`propose: {words}`"))  # fmt: skip


def _no_class(head: str, text: str, known: Classes) -> NoReturn:
    classes = ", ".join(name for name, each in known.items() if each.by_hand)
    remedy = f"Classes: {classes}. A title with a colon in it: `propose: {text}`"
    raise Refused(f"{head!r} is not a class of proposals", rule=SECTION, remedy=remedy)
