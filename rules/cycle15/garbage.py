"""Ruleset section Garbage: the items it defines, in a table with IDs or in an early bullet list.

An item without an ID has one all the same: the lowest positive integer that is no other's, given in
the order of the rows. Random choices go by ID. Decisions: an ID that two rows share counts for the
first; the other is treated as without. What items added to the table or removed from it counts at
once, whether the page says so yet or not: for draws, for uses, for IDs. What a new item does is for
a steward to say; one that was removed cannot be used any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import NoReturn

from msgspec import Struct

from rules.common.proceedings import next_id
from rules.common.proposals import with_proposal
from rules.common.sections import Section, of_unit, read_once, settled
from rules.cycle15.possessions import grant
from rules.cycle15.state import CRUSTAL, CRYSTAL, SHARD, Context, State
from wikibot.game.engine.enactment import ENACTED, ENACTING, PASSED, patches_of, says
from wikibot.game.page.gamestate import on_lines, on_one_line
from wikibot.game.ruleset.implementations import Bears, How, Implementation
from wikibot.game.ruleset.rulebook import Kept, Since
from wikibot.game.ruleset.units import Catalogue, Unit, read_units
from wikibot.game.state import Offer, Proposal
from wikibot.sdk import Held, Refused, Rulebook, Vocabulary, deed, integer, replace
from wikibot.wikitext.lines import section
from wikibot.wikitext.messages import later, retold, say
from wikibot.wikitext.patches import Patch, PatchError, apply_patches, read_patches

# ==================================================================================================
# Items that change the ruleset: what the page shall say stands among the proposals until it
# does.
#
# Such a change stands there as passed, with the class Amendment and its own identity (A1, A2,
# ...), its text in the agreed form of patches; ``enact A1: yes`` of a steward lets the bot carry
# it out, and people may do so by hand. Decisions: what an item says shall hold counts at once
# (upgrades of trains and crabs, blank spaces, what the Bottle of Holding makes of a space, which
# items there are). When a phase begins, changes that the page has by then are noted as enacted,
# whichever account made them; from then on the page alone counts.

CLASS = "Amendment"
_MARKS = "«»¶"


WAITING = Kept[Sequence[Proposal], tuple[Proposal, ...]](
    lambda proposals, _book: tuple(
        [it for it in proposals if it.cls == CLASS and it.status in (PASSED, ENACTING)]
    )
)


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
    made = book.found_in(waiting(state, book), patches)
    parts = [patch.new for patch in made if title in (patch.section, patch.title)]
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
    id_ = next_id("A", act.state.proposals)
    entry = Proposal(id_, item, CLASS, act.player, PASSED, act.now, text, changed=act.now)
    act.state = replace(act.state, proposals=(*act.state.proposals, entry))
    how = later("{0}: on the ruleset page, {1} (a steward's `enact {0}: yes` lets the bot do it)")
    act.say(how, id_, told or patch)


def _by_hand(item: str, why: str) -> NoReturn:
    raise Held(unit_of(item), "the ruleset page has to be changed by hand: {}", why)


def append_rule(act: Context, title: str, text: str, item: str) -> None:
    """Append to a rule with a title; a rule that does not exist is made."""
    if section(amended(act.state, act.book), title):
        amend(act, Patch("append", section=title, new=text), item)
    else:
        amend(act, Patch("new section", title=title, new=text), item)


# ==================================================================================================
# Ruleset section Garbage: the items it defines, in a table with IDs or in an early bullet list.

SECTION = "Garbage"
TAKE = "take grant"
RANDOM_ITEM = deed("random", "item", may="get draw claim collect i one")
CATALOGUE = Catalogue(SECTION, "Name", ("Description",), owned=True)
unit_of = CATALOGUE.name  # that describes an item


class GarbageItem(Struct, frozen=True):
    """An item defined by the rule Garbage."""

    id: int
    name: str


def rows(state: State, book: Rulebook) -> tuple[Unit, ...]:
    """The rows of the table of items as items left it, in the order of the page."""
    return book.found_in(amended(state, book), _rows)


def _rows(ruleset: str, book: Rulebook) -> tuple[Unit, ...]:
    if ruleset == book.text:
        return book.members(SECTION)
    units = read_units(ruleset, (CATALOGUE,)).values()
    return tuple(unit for unit in units if unit.catalogue == SECTION)


def row(act: Context, item: str) -> Unit:
    """The row of one item as it is now; refuses one that was removed."""
    found = next((unit for unit in rows(act.state, act.book) if unit.title == item), None)
    if found is None:
        raise Refused("{} was removed from the rule", item, rule=SECTION)
    return found


def row_text(unit: Unit) -> str:
    """A row's own line, or lines."""
    return unit.text.strip().removeprefix("|-").strip()


def garbage_items(units: Sequence[Unit]) -> tuple[GarbageItem, ...]:
    """The items of some rows, by ID."""
    ids: dict[str, int] = {}
    for unit in units:
        stated = unit.cell("ID").strip()
        if stated.isdecimal() and integer(stated) > 0 and integer(stated) not in ids.values():
            ids[unit.name] = integer(stated)
    taken = tuple(ids.values())
    free = (number for number in count(1) if number not in taken)
    found = [
        GarbageItem(ids[unit.name] if unit.name in ids else next(free), unit.title)
        for unit in units
    ]
    return tuple(sorted(found, key=lambda item: item.id))


def names_on_page(book: Rulebook) -> tuple[str, ...]:
    """The names of the items that the page has, by ID."""
    return _names(book.members(SECTION), book)


def garbage_names(state: State, book: Rulebook) -> tuple[str, ...]:
    """The names of the items that there are, by ID: the published order for random choices."""
    return book.found_in(rows(state, book), _names)


def _names(units: Sequence[Unit], book: Rulebook) -> tuple[str, ...]:
    return tuple(item.name for item in garbage_items(units))


@read_once
def known_items(book: Rulebook) -> Vocabulary:
    """Every item that the ruleset page names."""
    return _vocabulary(names_on_page(book), book)


def items_in_play(state: State, book: Rulebook) -> Vocabulary:
    """Every item that there is."""
    return book.found_in(garbage_names(state, book), _vocabulary)


def _vocabulary(names: Sequence[str], book: Rulebook) -> Vocabulary:
    return Vocabulary((CRYSTAL, CRUSTAL, SHARD, *names), plurals=True)


def random_item(act: Context, label: str) -> str:
    """A random item defined by the rule Garbage; refuses where it defines none."""
    act.book.require(SECTION)
    return act.pick(garbage_names(act.state, act.book), label)


def grant_later(act: Context, who: str, why: str) -> None:
    """Let a player take a random item of the rule Garbage when they have a roll for it."""
    act.offer(who, Offer(TAKE), why, None)
    act.say("{} may `{}` with a roll ({})", who, TAKE, retold(why))


def grant_random(act: Context, who: str, why: str = "") -> None:
    """Grant a player a random item of the rule Garbage."""
    grant(act, who, random_item(act, f"{SECTION} for {who}"), 1, why)


RULES = Section(
    __name__, (Implementation(SECTION, How.ASKS, bears=Bears(verbs=("use", "macgyver"))),)
)
