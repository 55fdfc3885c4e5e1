"""Items that change the table of items, or the rule of blank spaces, by ``amendments``.

Decisions: a card's name may be no item's yet, nor a word that means something else; it ends at the
first comma, or at a colon before that. All that follows it is the description, commas included,
which is put on the page as text, markup in it shown as it was written. All of it counts from when
the item was used: blank spaces grant a Blank Card, a new item can be drawn and gained, one that was
removed can be neither drawn nor used. A rule that reads already as a Veil Vacuum has it stays as it
is.
"""

from __future__ import annotations

import re

from rules.cycle15.belongings.garbage import (
    SECTION,
    amend,
    amended,
    garbage_names,
    items_in_play,
    names_on_page,
    row,
    row_text,
    rows,
)
from rules.cycle15.items.item import Item, in_use, unit_of
from rules.cycle15.state import BLANK, Context
from wikibot.sdk import Held, fold, inline, plain
from wikibot.wikitext.messages import say
from wikibot.wikitext.patches import Patch
from wikibot.wikitext.sections import section

LONGEST_NAME = 60
_LABELLED = re.compile(
    r"(?:name|called|named)\b[ :=]+(?P<name>[^,;]+)[,;]\s*(?:and )?"
    r"(?:description|effect|described as)\b[ :=]+"
    r"(?P<description>.+)",
    re.IGNORECASE | re.DOTALL,
)
# Labels, sentences, and what lists of items read as a number:
_NO_NAME = re.compile(
    r"^(?:name|named|called|description)\b|[.;:] |^[-−–]?\d+x?\s|\s[x×]\s?\d+$|^jumbo\b"
)
_READS = re.compile(r"to read \[(?P<text>[^\[\]]+)\]")


def _fill_in(act: Context) -> None:
    known = rows(act.state, act.book)
    _part(act)
    asks = "the name of the new item"
    name = act.ask(asks, lambda text: _new_name(act, text), f"what is {asks}")
    act.join_answers()
    asks = f"the description of {name!r}"
    description = _to_its_end(act, act.ask(asks, str.strip, f"what is {asks}"))
    last = row_text(known[-1])
    if known[-1].kind == "row":
        new = f"|-\n| {inline(name)} || {inline(description)} || "
    else:
        new = f'* {inline(name)} "{inline(description)}"'
    told = f"{name} comes last in {SECTION}: {description}"
    amend(act, Patch("replace", SECTION, last, f"{last}\n{new}"), in_use(act), told)


def _part(act: Context) -> None:
    """Part name and description at a colon or words: ``Moon: It is far.``, ``name Moon, ...``."""
    left = act.answers_left
    labelled = _LABELLED.fullmatch(", ".join(left))
    if labelled:
        act.join_answers()
        act.split_answers(lambda _: (labelled["name"], labelled["description"]))
    elif left and ": " in left[0]:
        act.join_answers()
        act.split_answers(lambda text: tuple(part.strip() for part in text.partition(": ")[::2]))


def _new_name(act: Context, text: str) -> str:
    name = text.strip()
    if (
        not name
        or act.is_reserved(name)
        or any(fold(name) == fold(each) for each in items_in_play(act.state, act.book))
    ):
        raise ValueError(say("a name that no item has, and that means nothing else"))
    if len(name) > LONGEST_NAME or _NO_NAME.search(name):
        raise ValueError(
            say("a plain name, then its description: `use Blank Card: Moon, It is far.`")
        )
    return name


def _to_its_end(act: Context, text: str) -> str:
    """What ends the line as it was written, with the full stop that other lines can do without."""
    found = re.search(re.escape(text) + r"[.!;]+\s*$", act.action.text)
    return found[0].strip() if found and text else text


def burn(act: Context) -> None:
    """Leave an item that the player names to be taken off the table."""
    there, known = garbage_names(act.state, act.book), act.book.derived(names_on_page)
    item = act.choose("which item to remove from the rule", there, known=known, rule=SECTION)
    old = row_text(row(act, item))
    same = [unit for unit in rows(act.state, act.book) if row_text(unit) == old]
    amend(
        act, Patch("delete", SECTION, f"|-\n{old}" if same[0].kind == "row" else old), in_use(act)
    )


def _unveil(act: Context) -> None:
    unit = unit_of(in_use(act))
    found = _READS.search(plain(act.book.unit(unit).meaning))
    ruleset = amended(act.state, act.book)
    here = section(ruleset, BLANK)
    if not found or not here:
        raise Held(unit, "there is no rule of blank spaces, or no text for it")
    old = ruleset[here.heading_end : here.own_end].strip()
    if old == found["text"]:
        act.say("the rule of {} spaces reads so already", BLANK)
        return
    amend(act, Patch("replace", BLANK, old, found["text"]), in_use(act))


ITEMS = (
    Item("Blank Card", "an item with a name and a description that the user gives is added to the "
         "table, as an amendment; a steward rules what it does", (_fill_in,), asks=True),
    Item("Sick Burn",
         "an item is taken off the table, as an amendment; it is neither drawn nor used",
         (burn,), asks=True),
    Item("Veil Vacuum", "Blank spaces grant a Blank Card from then on, as an amendment",
         (_unveil,)),
)  # fmt: skip
