"""Items that change the board, the table of items, or the game as a whole.

Decisions on the board: where an item would change the type of a Boulder Trap its use is cancelled,
and the item is kept. Who makes a space names its number, which no space may have. The types to
choose from are those that the ruleset page describes; a space that becomes a category draws its
pseudo-type at once. Spaces that do not exist are connected to nothing.

On the table of items, and the rule of blank spaces, changed by amendments: a card's name may be no
item's yet, nor a word that means something else; it ends at the first comma, or at a colon before
that. All that follows it is the description, commas included, which is put on the page as text,
markup in it shown as it was written. All of it counts from when the item was used: blank spaces
grant a Blank Card, a new item can be drawn and gained, one that was removed can be neither drawn
nor used. A rule that reads already as a Veil Vacuum has it stays as it is.

On the wheel, parties, winning, losing so hard, removal: three bananas are three Bananas among one's
items; eaten ones do not count. A Death Ray may be used when the cycle is over, and with no winner
left play goes on. A user cannot remove themselves; of the removed player's items those that cannot
change hands are destroyed, and the player may join again as one who left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.cycle15 import garbage, party, possessions, space_types
from rules.cycle15 import spaces as board
from rules.cycle15.garbage import unit_of
from rules.cycle15.items.item import (
    DICE,
    NUMBER,
    DescribedDice,
    Item,
    a_player,
    another,
    does,
    grant_random_to,
    in_use,
    standing,
    turn_wheel,
    user,
)
from rules.cycle15.path import moved_last_phase
from rules.cycle15.possessions import give_effect, grant, pay_crystal, take_everything
from rules.cycle15.proceedings import cease
from rules.cycle15.space_types import PILE, TRAP
from rules.cycle15.spaces import by_id, connect, place, players_on, predecessors, put_space
from rules.cycle15.state import BLANK, CRYSTAL, LOST, Context, Effect, Space
from rules.cycle15.types import types_in_force
from wikibot.game.ruleset.rulebook import hold_renamed
from wikibot.sdk import Held, Refused, counted, fold, inline, integer, plain, replace
from wikibot.wikitext.lines import section
from wikibot.wikitext.messages import later, say
from wikibot.wikitext.patches import Patch
from wikibot.wikitext.regex import regex

# -- spaces ----------------------------------------------------------------------------------------

_BECOMES = regex(r"becomes? (?P<type>[^.]+)\.")


def change_types(act: Context, spaces: Iterable[int], kind: str) -> None:
    """Give spaces a type, as an item does; refuses for a Boulder Trap."""
    changing = [each for each in by_id(spaces) if act.state.spaces[each].type != kind]
    for each in changing:
        if act.state.spaces[each].type == TRAP:
            why = say("no item changes the type of space {}", str(each))
            remedy = say("The use is cancelled; the item is kept.")
            raise Refused(why, rule=TRAP, remedy=remedy)
    new = (replace(act.state.spaces[each], type=kind, pseudo_type=None) for each in changing)
    act.state = put_space(act.state, *new)
    listed = ", ".join(map(str, changing))
    act.say(say("{} now: {}", kind, listed) if changing else say("no space becomes {}", kind))
    if kind in act.book.derived(board.categories):
        for each in changing:
            board.draw_pseudo_type(act, each, board.LABEL)


def _cover(act: Context) -> None:
    here = standing(act)
    if act.state.spaces[here].type == BLANK:
        change_types(act, (here,), PILE)
    else:
        act.say("space {} is not {}, so it stays as it is", str(here), BLANK)


def _bottle(act: Context) -> None:
    """The type is the one that the description names, which the last user left there."""
    unit = garbage.row(act, in_use(act))
    found = _BECOMES.search(plain(unit.meaning))
    if not found:
        raise Held(unit_of(in_use(act)), "its description names no type that the space becomes")
    kind, before = found["type"], act.state.spaces[standing(act)].type
    change_types(act, (standing(act),), kind)
    old = garbage.row_text(unit)
    new = re.sub(rf"\b{re.escape(kind)}\b", lambda _: before, old)
    if new != old:
        garbage.amend(act, Patch("replace", "Garbage", old, new), in_use(act))


def _shoot_rainbow(act: Context) -> None:
    types, question = tuple(board.known_types(act.book)), "which type does the space become"
    kind = act.choose("which type the space becomes", types, rule="Spaces", question=question)
    change_types(act, (standing(act),), kind)


def _darken(act: Context) -> None:
    here = standing(act)
    near = (here, *act.state.spaces[here].successors, *predecessors(act.state, here))
    change_types(act, (each for each in near if each in act.state.spaces), BLANK)


def _tip(act: Context) -> None:
    blank = (each.id for each in act.state.spaces.values() if each.type == BLANK)
    change_types(act, blank, PILE)


def _resonate(act: Context) -> None:
    """The pseudo-type of a space of a category, by choice; another space stays as it is."""
    space = act.choose("which space", by_id(act.state.spaces), rule="Categories")
    members = act.book.derived(board.categories).get(act.state.spaces[space].type)
    if members is None:
        act.say("the type of space {} is not a category, so nothing happens", str(space))
        return
    types, question = tuple(dict.fromkeys((*members, BLANK))), "which pseudo-type does it get"
    kind = act.choose("its pseudo-type", types, rule="Categories", question=question)
    act.state = put_space(act.state, replace(act.state.spaces[space], pseudo_type=kind))
    act.say("space {} is now {}", str(space), kind)


# -- new spaces and ways ---------------------------------------------------------------------------


def new_number(act: Context) -> int:
    """The number of a new space, which no space may have."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?\d{1,9}", text) or integer(text) in act.state.spaces:
            raise ValueError(say("a whole number that no space has"))
        return integer(text)

    return act.ask("the number of the new space", read, "which number does the new space get")


def _follow(act: Context) -> None:
    here, new = standing(act), new_number(act)
    act.state = connect(put_space(act.state, Space(new)), ((here, new),))
    act.say("space {} is created and follows {}", str(new), str(here))


def _connect(act: Context, dice: DescribedDice) -> None:
    low, high = sorted(dice(act))
    if low == high or low not in act.state.spaces or high not in act.state.spaces:
        act.say("{} and {} are not two spaces, so nothing happens", low, high)
        return
    act.state = connect(act.state, ((low, high),))
    act.say("{} now follows {}", high, low)


def _detour(act: Context, *, same_side: bool) -> None:
    """A way by a new space between two spaces, on one side of 0 or from one side to the other."""
    spaces = by_id(space for space in act.state.spaces if space)
    first = act.choose(
        "the first space", spaces, rule="Garbage", question="which space is the first"
    )
    others = (each for each in spaces if each != first)
    fits = tuple(each for each in others if ((each > 0) is (first > 0)) is same_side)
    second = act.choose(
        "the second space", fits, known=tuple(map(str, spaces)), rule="Garbage",
        question="which space is the second",
    )  # fmt: skip
    new = new_number(act)
    act.state = connect(put_space(act.state, Space(new)), ((first, new), (new, second)))
    act.say("a way leads from {} by {} to {}", first, new, second)


# -- the beam --------------------------------------------------------------------------------------


def land_as_on(act: Context, who: str, kind: str) -> None:
    """Let happen to a player what landing on a type does, where the page has that type."""
    found = act.book.derived(types_in_force).get(kind)
    if found and found.landing:
        found.landing(act, who, act.state.players[who].location)
    elif not found:
        hold_renamed(act.book, kind)
        act.book.require(kind)


def _quartz(act: Context, count: int) -> None:
    hit = act.state.spaces[standing(act)].beamed
    if hit and hit >= act.state.phase - 1:
        grant(act, act.player, CRYSTAL, count)
    act.book.require(space_types.CRYSTAL_BEAM)
    space_types.BEAM_OFFER(act, act.player, act.me.location)


def _beam_all(act: Context) -> None:
    for space in by_id(act.state.spaces):
        space_types.target(act, space)


def _refract(act: Context, there: int) -> None:
    act.book.require(space_types.CRYSTAL_BEAM)
    space = space_types.choose_target(act)
    space_types.target(act, space)
    for name in players_on(act.state, space):
        place(act, name, there)
        act.say("{} is now at {}", name, there)
    possessions.send(act, (space,), there)


WHISTLE = "Summoning Whistle"


# -- rule changes ----------------------------------------------------------------------------------

LONGEST_NAME = 60
_LABELLED = regex(
    r"(?:name|called|named)\b[ :=]+(?P<name>[^,;]+)[,;]\s*(?:and )?"
    r"(?:description|effect|described as)\b[ :=]+"
    r"(?P<description>.+)",
    re.IGNORECASE | re.DOTALL,
)
# Labels, sentences, and what lists of items read as a number:
_NO_NAME = regex(
    r"^(?:name|named|called|description)\b|[.;:] |^[-−–]?\d+x?\s|\s[x×]\s?\d+$|^jumbo\b"
)
_READS = regex(r"to read \[(?P<text>[^\[\]]+)\]")


def _fill_in(act: Context) -> None:
    known = garbage.rows(act.state, act.book)
    # Part name and description at a colon or words: `Moon: It is far.`, `name Moon, ...`.
    left = act.answers_left
    labelled = _LABELLED.fullmatch(", ".join(left))
    if labelled:
        act.join_answers()
        act.split_answers(lambda _: tuple(part.strip('"“” ') for part in labelled.groups()))
    elif left and ": " in left[0]:
        act.join_answers()
        act.split_answers(lambda text: tuple(part.strip() for part in text.partition(": ")[::2]))
    asks = "the name of the new item"
    name = act.ask(asks, lambda text: _new_name(act, text), later(f"what is {asks}"))
    act.join_answers()
    asks = f"the description of {name!r}"
    # with the full stop that other lines can do without
    said = act.ask(asks, str.strip, later(f"what is {asks}"))
    found = re.search(re.escape(said) + r"[.!;]+\s*$", act.action.text)
    description = found[0].strip() if found and said else said
    last = garbage.row_text(known[-1])
    if known[-1].kind == "row":
        new = f"|-\n| {inline(name)} || {inline(description)} || "
    else:
        new = f'* {inline(name)} "{inline(description)}"'
    told = f"{name} comes last in {garbage.SECTION}: {description}"
    garbage.amend(act, Patch("replace", garbage.SECTION, last, f"{last}\n{new}"), in_use(act), told)


def _new_name(act: Context, text: str) -> str:
    name = text.strip()
    if (
        not name
        or act.is_reserved(name)
        or any(fold(name) == fold(each) for each in garbage.items_in_play(act.state, act.book))
    ):
        raise ValueError(say("a name that no item has, and that means nothing else"))
    if len(name) > LONGEST_NAME or _NO_NAME.search(name):
        raise ValueError(
            say("a plain name, then its description: `use Blank Card: Moon, It is far.`")
        )
    return name


def burn(act: Context) -> None:
    """Leave an item that the player names to be taken off the table."""
    there = garbage.garbage_names(act.state, act.book)
    known = act.book.derived(garbage.names_on_page)
    item = act.choose(
        "which item to remove from the rule", there, known=known, rule=garbage.SECTION
    )
    old = garbage.row_text(garbage.row(act, item))
    same = [unit for unit in garbage.rows(act.state, act.book) if garbage.row_text(unit) == old]
    whole = f"|-\n{old}" if same[0].kind == "row" else old
    garbage.amend(act, Patch("delete", garbage.SECTION, whole), in_use(act))


def _unveil(act: Context) -> None:
    unit = unit_of(in_use(act))
    found = _READS.search(plain(act.book.unit(unit).meaning))
    ruleset = garbage.amended(act.state, act.book)
    here = section(ruleset, BLANK)
    if not found or not here:
        raise Held(unit, "there is no rule of blank spaces, or no text for it")
    old = ruleset[here.heading_end : here.own_end].strip()
    if old == found["text"]:
        act.say("the rule of {} spaces reads so already", BLANK)
        return
    garbage.amend(act, Patch("replace", BLANK, old, found["text"]), in_use(act))


# -- upheavals -------------------------------------------------------------------------------------

BANANA, RAY = "Banana", "Death Ray"


def _count_bananas(act: Context, enough: int) -> None:
    bananas = counted(act.me.count(BANANA), "banana")
    if act.me.count(BANANA) >= enough:
        party.declare(act, act.player, say("with {}", bananas))
    else:
        act.say("{} has {}, which is not enough", act.player, bananas)


def _strike(act: Context) -> None:
    for name in a_player(act):
        if name not in act.state.winners:
            act.say("{} has not won, but loses so hard", name)
            continue
        winners = tuple(each for each in act.state.winners if each != name)
        mark = Effect(LOST, act.state.players[name].count(CRYSTAL))
        act.state = give_effect(replace(act.state, winners=winners), name, mark)
        act.say("{} has no longer won the cycle", name)


def _delete(act: Context) -> None:
    for name in another(act):
        if moved_last_phase(act.state, name):
            act.say("{} moved last phase, so nothing happens", name)
            continue
        take_everything(act, name)
        cease(act, name, "{} is removed from the game")


def _play_cool(act: Context, count: int) -> None:
    if act.state.party:
        grant(act, act.player, CRYSTAL, count)
    else:
        act.say("it is not party time, so nothing happens")


ITEMS = (
    Item(WHISTLE, "a Blank space of the user's becomes a Garbage Pile, and they gain a random item "
         "in any case", (_cover, does(grant_random_to, user)), asks=True, variant="late"),
    Item(WHISTLE, "a Blank space of the user's becomes a Garbage Pile", (_cover,), variant="early"),
    Item("Bottle of Holding", "the user's space becomes of the type that the description names by "
         "then, and its former type is named there, as an amendment", (_bottle,), asks=True),
    Item("Rainbow Gun", "the user's space becomes of a type or category that they name",
         (_shoot_rainbow,), asks=True),
    Item("Descending Dark", "the user's space, what follows and what precedes it become Blank",
         (_darken,)),
    Item("Garbage Truck", "all Blank spaces become Garbage Piles", (_tip,)),
    Item("Telekinetic Amethyst",
         "the pseudo-type of a space becomes what the user names: one of its "
         "category's list or Blank", (_resonate,), asks=True),
    Item("NEW ITEM", "a new space follows the user's, with a number that they name", (_follow,),
         asks=True),
    Item("Dimensional Bacon", "of two random spaces, where both exist and differ, the higher one "
         "follows the lower one", (does(_connect, DICE),), asks=True),
    Item("Machete", "a new Blank space leads from one space to another on the same side of the "
         "board; the user names all three", (lambda act: _detour(act, same_side=True),), asks=True),
    Item("Space Mangler", "a new Blank space leads from one side of the board to the other",
         (lambda act: _detour(act, same_side=False),), asks=True),
    Item("Last Prism", "the user may aim the beam, as on landing on a Crystal Beam",
         (lambda act: land_as_on(act, act.player, space_types.CRYSTAL_BEAM),), asks=True),
    Item("Resonant Quartz",
         "the user is granted a crystal if their space was beamed lately, and may "
         "aim the beam until the phase ends", (does(_quartz, NUMBER),), asks=True),
    Item("Hell Diamond", "the beam is aimed at all spaces, by their numbers", (_beam_all,)),
    Item("Refractive Topaz",
         "the beam is aimed at a space, and the players there are on the initial "
         "space, without landing", (does(_refract, NUMBER),), asks=True),
    Item("Blank Card", "an item with a name and a description that the user gives is added to the "
         "table, as an amendment; a steward rules what it does", (_fill_in,), asks=True),
    Item("Sick Burn",
         "an item is taken off the table, as an amendment; it is neither drawn nor used",
         (burn,), asks=True),
    Item("Veil Vacuum", "Blank spaces grant a Blank Card from then on, as an amendment",
         (_unveil,)),
    Item("Steering Wheel", "a roll is added to the wheel rotation, if there is a wheel",
         (does(turn_wheel, 1, DICE),), asks=True),
    Item("Brakes", "a roll is taken from the wheel rotation, if there is a wheel",
         (does(turn_wheel, -1, DICE),), asks=True),
    Item("Big wheel", "a roll is added to the wheel rotation, if there is a wheel",
         (does(turn_wheel, 1, DICE),), asks=True),
    Item("Birthday Cake", "a party starts, or the one that is going on ends", (party.start,)),
    Item("Saxophone", "at party time the user is granted crystals",
         (does(_play_cool, NUMBER),)),
    Item("Gorilla", "the user wins if they have enough Bananas",
         (does(_count_bananas, NUMBER),)),
    Item(RAY, "a player who has won has not won any more; crystals make them win again only once "
         "the number of these has changed", (_strike,), asks=True),
    Item("Ultradelete",
         "another player who was idle in the last phase loses all items to the user, "
         "and is no longer a player", (_delete,), asks=True),
    Item("Don't Use This", "the user loses a Crystal or a Crustal, as they say", (pay_crystal,),
         asks=True),
)  # fmt: skip
