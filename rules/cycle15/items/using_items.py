"""Ruleset section Using Items: an item takes effect as its description says, then it is destroyed.

Decisions: the item is destroyed even where its effect finds nothing to do, as garbage whose effect
cannot be determined does nothing. An item that no rule on the page defines any more cannot be used.
A jumbo item does what the item does that it is named after.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.common.sections import CLOCK, PHASE, Section, by_unit
from rules.cycle15 import winning
from rules.cycle15.belongings.garbage import garbage_names, items_in_play, row
from rules.cycle15.items import (
    grants,
    moves,
    people,
    rolls,
    rule_changes,
    spaces,
    trains,
    upheavals,
    use_in_words,
    uses,
)
from rules.cycle15.items.item import Item, unit_of
from rules.cycle15.items.uses import USE
from rules.cycle15.state import JUMBO, Context, State
from wikibot.game import names
from wikibot.game.engine.orders import parse_order
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.ruleset.implementations import How, Implementation
from wikibot.game.ruleset.renamed import hold_renamed
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import gain
from wikibot.game.verbs import Shape, Verb, under
from wikibot.wikitext.messages import say
from wikibot.wikitext.plain import plain

SECTION = "Using Items"
ITEMS: tuple[Item, ...] = tuple(
    item
    for module in (people, grants, moves, rolls, rule_changes, spaces, trains, upheavals, uses)
    for item in module.ITEMS
)
_USES = "|".join(use_in_words.USES.split()) + (
    "|smell|lick|touch|rub|swallow|chew|burn|expend|smoke|inject|crack|draw|strum|"
    "quaff|down|snack|feed|detonate|set|ignite|aim"
)
_USING = (
    "{item use}",
    f"{_USES} (up|off|one|of) {{item}}",
    f"{_USES} (up|off|one|of) {{item}} {{details}} => use {{item}}: {{details}}",
    "put|have|host|take|try|make (on|a|of|use) {item}",
    "step|stomp|press|push|lean|sit|stand|slam on {item}",
    f"{_USES} and {_USES} {{item}}",
    f"{_USES} {{item}} around|about|up|away",
    "{item} used|activated|engaged",
    (
        f"{_USES} (up|off|one|of) {{item}} target|targeting|targetting|aimed (is|at) {{details}} "
        f"=> use {{item}}: {{details}}"
    ),
    "put|make (on|use) (of) {item} {details} => use {item}: {details}",
    "{item} on|at|against|to|→ {details} => use {item}: {details}",
    "{item} choose|pick|choosing|picking|i (pick|choose) {details} => use {item}: {details}",
    (
        "swap|switch|shoot|zap|hit|kill|attack|tickle|send|teleport|blast|target "
        "(places|positions) (with) {other} (back|away) (to) (space|0|start) "
        "with|using|by|through|via {item} => use {item}: {other}"
    ),
)


def items_in_force(book: Rulebook) -> Mapping[str, Item]:
    """The implemented items in the wording that the page has, by the name that it gives them."""
    return {
        book.unit(item.unit).title: item
        for item in ITEMS
        if book.has(item.unit) and item.variant in ("", book.variant(item.unit))
    }


def undoes_a_win(state: State, verb: Verb, player: str, line: str) -> bool:
    """Whether a line uses the one item that bears on a cycle that is over."""
    if verb.name != USE or player not in state.players:
        return False
    try:
        text = parse_order(line, VERBS).subject
    except Unclear:  # a line such as `help` is asked about every verb
        return False
    return names.meant(text, state.players[player].owned) == upheavals.RAY


def owned_item(act: Context, text: str, rule: str) -> str:
    """The item of theirs that a player names; refuses one that they do not have."""
    found = act.find(text, act.me.owned)
    if found is not None:
        return found
    yours, known = say("You have: {}.", ", ".join(act.me.owned) or say("nothing")), _known(act)
    if act.find(text, known) is None and not names.suggestions(names.bare(text), known):
        raise Unclear("{!r} is not the name of one item. {}", text, yours[:-1])
    raise Refused("you have no {}", act.resolve(text, known, "item"), rule=rule, remedy=yours)


def item_meant(act: Context) -> tuple[str, ...]:
    """The item that a line is about, whether the player has it or not."""
    found = act.find(act.subject, act.me.owned)
    return (found or act.resolve(act.subject, _known(act), "item"),)


def _known(act: Context) -> tuple[str, ...]:
    """The player's own items, then all that there are."""
    return tuple(dict.fromkeys((*act.me.owned, *items_in_play(act.state, act.book))))


def _use(act: Context) -> None:
    act.book.require(SECTION)
    take_effect(act, owned_item(act, act.subject, SECTION))


def take_effect(act: Context, owned: str) -> None:
    """Let an item of the acting player's take effect, and destroy it."""
    item = owned.removeprefix(JUMBO)
    if item not in garbage_names(act.state, act.book):
        hold_renamed(act.book, unit_of(item))
        raise Refused("no rule says what using {} does", owned, rule=SECTION)
    _require(act, item, owned)
    # What is accepted as flavour has no effect:
    known = act.book.derived(items_in_force).get(item) or Item(item)
    if act.book.is_in_words(unit_of(item)):
        known = _in_words(act, item)
    act.under_way.append((act.player, owned))
    for effect in known.effects:
        effect(act)
        winning.check(act)
    if known.uses_another:
        known.uses_another(act, take_effect)
        winning.check(act)
    act.under_way.pop()
    if known.asks_people:
        act.say(known.asks_people)
    # Its own effect may have used it up:
    if act.player in act.state.players and act.me.count(owned) > 0:
        act.state = gain(act.state, act.player, owned, -1)
        act.say("{} is used up ({} left)", owned, act.me.count(owned))


def _in_words(act: Context, item: str) -> Item:
    """An item that does what its own words say."""
    from rules.cycle15.items.own_words import ITEMS as WORLD
    from rules.own_words.playing import effects

    return Item(item, effects=effects(act, WORLD, act.book.unit(unit_of(item))))


def _require(act: Context, item: str, owned: str) -> None:
    """Hold the use of an item that is not settled, with what there is to rule on."""
    unit = unit_of(item)
    if act.book.without_effect(unit):
        return
    if act.book.has(unit):
        problem = act.book.obstacle(unit)
    else:
        meaning = plain(row(act, item).meaning)
        problem = Held(unit, "it is new, and it is not implemented: {!r}", meaning)
    if isinstance(problem, Held):
        ruling = say("a ruling says what it does, and that {} loses 1 {}", act.player, owned)
        raise Held(problem.unit, f"{problem.why}; {ruling}")
    if problem is not None:
        raise problem.with_traceback(None)


VERBS = under(
    SECTION,
    Verb(USE, "use ITEM: DETAILS", "use Fish", "uses an item of yours, which is then destroyed",
         _use, Shape.SUBJECT, means=item_meant, rolls_apart=True,
         available=lambda act: bool(act.me.owned), phrases=_USING,
         inputs=("use {item}",), needs=(CLOCK, PHASE)),
)  # fmt: skip
RULES = Section(
    __name__,
    (Implementation(SECTION, How.ASKS), *by_unit(item.implementation for item in ITEMS)),
    (*VERBS, *(verb for item in ITEMS for verb in item.verbs)),
    slots=use_in_words.slots,
    lists=use_in_words.lists,
)
