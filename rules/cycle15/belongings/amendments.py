"""Items that change the ruleset: what the page shall say stands among the proposals until it does.

Such a change stands there as passed, with the class Amendment and its own identity (A1, A2,
...), its text in the agreed form of patches; ``enact A1: yes`` of a steward lets the bot carry it
out, and people may do so by hand. Decisions: what an item says shall hold counts at once (upgrades
of trains and crabs, blank spaces, what the Bottle of Holding makes of a space, which items there
are). When a phase begins, changes that the page has by then are noted as enacted, whichever account
made them; from then on the page alone counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from rules.common.identities import next_id
from rules.common.notation import of_unit
from rules.common.proposal_classes import with_proposal
from rules.common.sections import settled
from rules.cycle15.state import Context, State
from wikibot.game.engine.enactment import ENACTED, ENACTING, PASSED, patches_of, says
from wikibot.game.page.line_bodies import on_lines, on_one_line
from wikibot.game.proceedings import Proposal
from wikibot.game.ruleset.of_each import Only, Since
from wikibot.sdk import Held, Rulebook, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.patches import Patch, PatchError, apply_patches, read_patches
from wikibot.wikitext.sections import section

CLASS = "Amendment"
_MARKS = "«»¶"


def _waits(proposal: Proposal) -> bool:
    return proposal.cls == CLASS and proposal.status in (PASSED, ENACTING)


WAITING = Only(_waits)


def waiting(state: State, book: Rulebook) -> tuple[Proposal, ...]:
    """The changes that items made and the page need not have yet."""
    return book.found_in(state.proposals, WAITING)


def patches(changes: Sequence[Proposal], book: Rulebook) -> tuple[Patch, ...]:
    """What changes that wait do to the page, in their order."""
    found: list[Patch] = []
    for each in changes:
        try:
            found += patches_of(each)
        except PatchError:  # people wrote it otherwise: the page counts
            continue
    return tuple(found)


def amended(state: State, book: Rulebook) -> str:
    """The ruleset page as it will be when all that waits was carried out, as far as it can be."""
    return book.found_in(waiting(state, book), _AMENDED)


class _Amended(Since):
    """The page with changes that wait; what was added to them is made in what they made of it."""

    def __call__(self, changes: Sequence[Proposal], book: Rulebook) -> str:
        return self._with(book.text, changes, book)

    def again(
        self, found: str, before: Sequence[Proposal], part: Sequence[Proposal], book: Rulebook
    ) -> str:
        if part[: len(before)] == before:
            return self._with(found, part[len(before) :], book)
        return self(part, book)

    @staticmethod
    def _with(ruleset: str, changes: Sequence[Proposal], book: Rulebook) -> str:
        for patch in patches(changes, book):
            with suppress(PatchError):
                ruleset = apply_patches(ruleset, (patch,), again=True)
        return ruleset


_AMENDED = _Amended()


@of_unit
def _settled(book: Rulebook, title: str) -> str:
    """The text of a section of the page, "" where it is none that is played."""
    return book.unit(title).text if settled(book, title) else ""


def in_force(state: State, book: Rulebook, title: str) -> str:
    """The text of a section as items left it: the settled wording, and additions."""
    own = book.derived(_settled(title))
    parts = [
        patch.new
        for patch in book.found_in(waiting(state, book), patches)
        if title in (patch.section, patch.title)
    ]
    return "\n\n".join([own, *(each for each in parts if each not in own)]) if parts else own


def note_carried_out(act: Context) -> None:
    """Note which changes the ruleset page has by now."""
    for each in waiting(act.state, act.book):
        if says(act.book.text, each.text):
            act.state = with_proposal(act.state, replace(each, status=ENACTED))
            act.say("{} ({}) is on the ruleset page", each.id, each.title)


def amend(act: Context, patch: Patch, item: str, told: str = "") -> None:
    """Leave a change of the ruleset page to be carried out; held where it has no agreed form.

    ``told``: the change in other words than its own.
    """
    if any(mark in part for mark in _MARKS for part in (patch.old, patch.new, patch.title)):
        _by_hand(
            item, say("none of {} can stand in a change that the bot describes", " ".join(_MARKS))
        )
    text = on_one_line(str(patch))
    try:
        if len(read_patches(on_lines(text))) != 1:
            _by_hand(item, say("the change has no agreed form"))
        apply_patches(amended(act.state, act.book), (patch,))
    except PatchError as error:
        _by_hand(item, str(error))
    id_ = next_id("A", act.state.proposals, act.book)
    entry = Proposal(id_, item, CLASS, act.player, PASSED, act.now, text, changed=act.now)
    act.state = replace(act.state, proposals=(*act.state.proposals, entry))
    act.say(
        "{0}: on the ruleset page, {1} (a steward's `enact {0}: yes` lets the bot do it)",
        id_,
        told or patch,
    )


def _by_hand(item: str, why: str) -> NoReturn:
    raise Held(f"Garbage: {item}", "the ruleset page has to be changed by hand: {}", why)


def append_rule(act: Context, title: str, text: str, item: str) -> None:
    """Append to a rule with a title; a rule that does not exist is made."""
    if section(amended(act.state, act.book), title):
        amend(act, Patch("append", section=title, new=text), item)
    else:
        amend(act, Patch("new section", title=title, new=text), item)
