"""Ruleset section Using Items: an item takes effect as its description says, then it is destroyed.

Decisions: the item is destroyed even where its effect finds nothing to do, as garbage whose effect
cannot be determined does nothing. An item that no rule on the page defines any more cannot be used.
A jumbo item does what the item does that it is named after.

Ruleset section MacGyvering: once a phase, two different items are given up for a random one.

The later wording wants both to be items of that rule, the earlier one takes any. Decision: the
random item is granted while the two are still there, so it may be one of their kind; then the two
are destroyed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from msgspec import Struct

from rules.common.sections import CLOCK, PHASE, Says, Section, by_unit
from rules.cycle15 import party
from rules.cycle15.garbage import garbage_names, grant_random, items_in_play, row, rows, unit_of
from rules.cycle15.items import grants, moves, spaces
from rules.cycle15.items.grants import USE
from rules.cycle15.items.item import Item
from rules.cycle15.possessions import add_effect, lose
from rules.cycle15.space_types import CARD
from rules.cycle15.spaces import known_types
from rules.cycle15.state import JUMBO, Context, Effect, State
from wikibot.game import names
from wikibot.game.actions import Shape, Verb, one_order, under
from wikibot.game.engine.orders import parse_order, split_list
from wikibot.game.problems import Held, NotNow, Refused, Unclear
from wikibot.game.ruleset.rulebook import Rulebook, hold_renamed
from wikibot.game.understanding.phrases import GLUE
from wikibot.game.understanding.plain_line import ARTICLES, key_of, trimmed
from wikibot.game.understanding.slots import Lists, Mentions, NamedText, options
from wikibot.game.understanding.spelling import forms
from wikibot.sdk import How, Implementation, NamesSlot, PhraseSlot, Unit, deed, fold, gain, plain
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import CARDINALS
from wikibot.wikitext.regex import regex

# ==================================================================================================
# Using an item as people say it: ``Swap places with Bob using my Mysterious Ontological Hole``.
#
# A line says the use of an item where it names one of the player's, and has beside it none but
# words for using things, words of the item's own description, and the things that the item is
# about, in the order in which they are named. Decision: an item alone is not used, nor one that
# is named beside a word of any other kind.

_MANY = ("all", "both", "every", "each", "several", "any", "some", "half", "more")
_LONGEST = 8  # words of a name
_MOST = 30  # words of a line
_LONG = 8  # letters of a name in which one may be wrong
_STEM = 4  # letters by which a word is known for one of the description
USES = """
    use play activate apply eat drink wear fire shoot blow swing throw spend consume cast hit pop
    open light trigger employ utilise utilize deploy chug sniff press push fry grill cook bake peel
    brandish flip tap wind slam stomp shake squeeze read unwrap whip operate crank rev blast ring
    sound sip gulp devour munch bite taste wave wield swing hurl toss launch equip don ride drive
    unleash release invoke engage
"""  # words for using things
_EFFECT_WORDS = """
    turn select choose pick send swap switch exchange change target aim point make give add
    name call become create fetch move take build connect lead cut
"""


def _own_forms(words: str) -> frozenset[str]:
    """Verbs in all forms but the third person: that is said of others, and of things."""
    spelled = (forms(verb) for verb in words.split())
    return frozenset(form for each in spelled for form in (*each[:1], *each[2:]))


_USING = _own_forms(f"{USES} put zap host spin tickle smash step turn") | {"having"}
_USED = _USING | _own_forms(_EFFECT_WORDS)
_SMALL_WORDS = """
    on at against into onto over off up back item player space spaces places place type number me
    i i'm im it so new around target one of away down
     one 1 again his her its their it's → - – now get gets getting gain off
    specifying target victim game object word thing between
    path route way them that which via through passing between random also another 's of course and
"""
_PLACED = frozenset(("in", "inside", "into", "within", "about", "like", "near", "behind", "under"))
_SMALL = frozenset(_SMALL_WORDS.split())
_SAYS_NOTHING = GLUE | _SMALL


class ItemUse(Struct, frozen=True):
    """``own``: items of the player; ``things``: what they may be about.

    ``stems``: the stems of the words of each item's description.
    """

    own: NamesSlot
    things: tuple[NamesSlot, ...]
    stems: Mapping[str, frozenset[str]]

    def read(self, text: str) -> tuple[str, ...]:
        """The uses that a text may say, each as ``Death Ray: Bob``."""
        words = text.split()[:_MOST]
        items = [*self._named(words, self.own.exact, _LONGEST)]
        items = items or [*self._named(words, self._short, 2)]
        # `Duck! I use Banana`
        used = [each for each in items if _ends_in(words[: each[0]], _USING)]
        found = dict.fromkeys(
            use for start, end, item in used or items for use in self._use(words, start, end, item)
        )
        return tuple(found)

    def _short(self, text: str) -> str:
        """The one item that a short name is for, which is no word for using things."""
        words = [key_of(word) for word in text.split()]
        if not words or len(words[0]) < _STEM or words[0] in _USED or _is_small(words):
            return ""
        if any(names.exact(text) for names in self.things):
            return ""  # the name of something else
        parts = _by_last_words(self.own.names).get(tuple(words), ())
        found = parts or self.own.read(text)
        return found[0] if len(found) == 1 else ""

    def _named(
        self, words: Sequence[str], name_of: object, longest: int
    ) -> Iterator[tuple[int, int, str]]:
        at = 0
        while at < len(words):
            for end in range(min(at + longest, len(words)), at, -1):
                name = name_of(trimmed(" ".join(words[at:end])))  # type: ignore[operator]
                if name:
                    yield at, end, name
                    at = end - 1
                    break
            at += 1

    def _use(self, words: Sequence[str], start: int, end: int, item: str) -> Iterator[str]:
        """The use of an item that stands from word ``start`` to ``end`` of a line."""
        if _ends_in(words[:start], _PLACED) or (start and _counts(words[start - 1])):
            return  # what follows is where something is, and is not used itself
        before = words[: start - 1] if start and words[start - 1] == "1" else words[:start]
        rest = [*before, *words[end:]]
        about = self._about(rest, item)
        keys = frozenset(map(key_of, rest))
        told_by = self.stems.get(item, frozenset())
        is_used = not keys.isdisjoint(_USING) or any(key[:_STEM] in told_by for key in keys & _USED)
        if about is None or item in about or not (about or is_used):
            return
        pairs = pairwise([] if before else rest)
        who = [one for one, other in pairs if one[-1].isalnum() and key_of(other) in _USED]
        if any(names.exact(each) for each in who for names in self.things):
            return  # `Banana: Bob had one`
        told = [each for each in about if key_of(each) not in self.stems.get(item, ())]
        for named in (about, told):
            if named or is_used:  # an item beside another is not used by that alone
                yield f"{item}: {', '.join(named)}" if named else item
        if len(about) > 1 and all(map(str.isdecimal, about)):
            yield f"{item}: {' '.join(about)}"  # a way
        if len(about) == 3:
            yield f"{item}: {about[0]}, {about[2]}, {about[1]}"  # from one to another by a third

    def _about(self, words: Sequence[str], item: str) -> list[str] | None:
        """The things that words name, in order; None where a word is of no known kind."""
        told_by, keys = self.stems.get(item, frozenset()), map(key_of, words)
        telling = (key for key in keys if len(key) >= _STEM and key[:_STEM] in told_by)
        glue, text = _USED | _SAYS_NOTHING | frozenset(telling), " ".join(words)
        found = Mentions(self.things, glue, joint="\n", numbers=True).read(text)
        if found or not text:
            return found[0].split("\n") if found else []
        return [] if all(key in glue or _is_small([key]) for key in map(key_of, words)) else None


def _ends_in(words: Sequence[str], known: Collection[str]) -> bool:
    """Whether the last of some words, but for articles, is one of those known."""
    keys = [key for key in map(key_of, words) if key not in ARTICLES]
    return bool(keys) and keys[-1] in known


def _counts(word: str) -> bool:
    """Whether a word says how many there are of what follows: other than one."""
    key = key_of(word)
    is_number = any(map(str.isdecimal, key)) or CARDINALS.get(key, 1) != 1
    return key != "1" and (is_number or key in _MANY)


def _is_small(keys: Sequence[str]) -> bool:
    return all(key in _SAYS_NOTHING or not any(map(str.isalnum, key)) for key in keys)


@lru_cache(maxsize=64)
def _by_last_words(names: tuple[str, ...]) -> Mapping[tuple[str, ...], Sequence[str]]:
    """The names that end in some words, by these words."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        words = fold(name).replace("-", " ").split()
        for at in range(len(words)):
            found.setdefault(tuple(words[at:]), []).append(name)
    return found


def stems(state: State, book: Rulebook) -> Mapping[str, frozenset[str]]:
    """The stems of the words of each item's description on the ruleset page."""
    return book.found_in(rows(state, book), _stems)


def _stems(units: Sequence[Unit], _book: Rulebook) -> Mapping[str, frozenset[str]]:
    words = {unit.title: plain(unit.text).split() for unit in units}
    return {item: frozenset(key_of(word)[:_STEM] for word in said) for item, said in words.items()}


class OwnItem(Struct, frozen=True):
    """Items of the player that a line may be about: in full, by their last words, in the plural."""

    names: tuple[str, ...]

    def read(self, text: str) -> tuple[str, ...]:
        """The only one that a text names."""
        bare = trimmed(text)
        for said in dict.fromkeys((bare, bare.removesuffix("s"))):
            words = tuple(key_of(word) for word in said.replace("-", " ").split())
            telling = words and len(words[0]) > 3 and not _is_small(words)
            found = _by_last_words(self.names).get(words, ()) if telling else ()
            if len(found) == 1:
                return (found[0],)
        slips = NamesSlot(self.names).read(bare) if len(bare) >= _LONG and " " in bare else ()
        alike = [each for each in slips if len(each.split()) == len(bare.split())]
        return tuple(alike) if len(alike) == 1 else ()


_ON_THE_WAY = """
    to then and via through over past along from on onto into at the space spaces way go land
    landing ending end
"""
# Between the details of an item, words that say what it does anyway:
_BESIDE_DETAILS = """
    with for of by in a an my his her their it its item player players type places place swap
    swapping new path switch exchange move moves moving send sending get getting gain gaining
    target targeting against off so take taking choose choosing pick picking copy copying use using
    turn turning make making add adding give giving hit hitting zap shoot put that this is object
    victim recipient
"""
_WAY = frozenset(_ON_THE_WAY.split())
_DETAILS = _WAY | frozenset(_BESIDE_DETAILS.split())


class Way(Struct, frozen=True):
    """Two spaces or more in a row."""

    path: Mentions

    def read(self, text: str) -> tuple[str, ...]:
        """The spaces between blanks."""
        return tuple(each for each in self.path.read(text) if " " in each)


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """What the phrases of this game name."""
    have = state.players[player].owned if player in state.players else ()
    in_play, all_types = items_in_play(state, book).names, tuple(known_types(book).names)
    known = stems(state, book)
    usable = tuple(item for item in have if item in known)
    owned = NamesSlot(have, ("item",), {}, (*in_play, *all_types, *state.players), single=True)
    items = NamesSlot(tuple(dict.fromkeys((*have, *in_play))), ("item",), single=True)
    standing = {f"{name}'s space": str(each.location) for name, each in state.players.items()}
    ids, kinds = tuple(map(str, state.spaces)), ("space", "no", "number")
    spaces = NamesSlot(ids, kinds, standing)
    types = NamesSlot(all_types, ("space", "type"))
    players = NamesSlot(tuple(state.players), ("player",))
    called = {str(space.id): space.type for space in state.spaces.values()}
    counts = Counter(called.values())
    places = {name: each for each, name in called.items() if counts[name] == 1}
    path = Mentions((spaces, NamesSlot((), (), places)), _WAY, joint=" ")
    return {
        "item": owned, "held": OwnItem(usable), "any item": items,
        "space": NamesSlot(ids, kinds, places | standing), "type": types, "path": path,
        "called": NamesSlot(tuple(counts), (), called),
        "shown way": Way(path),
        "combined": Mentions((items,), frozenset(("and", "with", "w", "plus", "my", "a"))),
        "item use": ItemUse(NamesSlot(usable, single=True), (players, spaces, types, items), known),
        "named": NamedText(", "),
        "details": Mentions((players, spaces, types, items), _DETAILS, numbers=True),
    }  # fmt: skip


def lists(state: State, book: Rulebook, player: str) -> Lists:
    """The items that a player has and can use."""
    owned = state.players[player].owned if player else ()
    return {"item": options(item for item in owned if item in stems(state, book))}


# ==================================================================================================
# Ruleset section Using Items: an item takes effect as its description says, then it is
# destroyed.

SECTION = "Using Items"
ITEMS: tuple[Item, ...] = (*grants.ITEMS, *moves.ITEMS, *spaces.ITEMS, *grants.USING_ITEMS)
_USES = "|".join(USES.split()) + (
    "|smell|lick|touch|rub|swallow|chew|burn|expend|smoke|inject|crack|draw|strum|"
    "quaff|down|snack|feed|detonate|set|ignite|aim"
)
_USING_ITEMS_USING = (
    "?{held}", "?{held} {details} => use {held}: {details}", "{item use}",
    f"=blank card {{named}} => use {CARD}: {{named}}",
    f"use|play|fill|write (out|up) blank card {{named}} => use {CARD}: {{named}}",
    f"{_USES} (up|off|one|of|on|into) {{item}}",
    f"{_USES} (up|off|one|of) {{item}} {{details}} => use {{item}}: {{details}}",
    "=having {item}", "=let's|i'll|ill have {item}", f"{_USES} and {_USES} {{item}}",
    ("{item} (is|gets) "
     "used|activated|engaged|played|deployed|fired|eaten|drunk|consumed|launched|triggered|unleashed"),
    "pull|whip|bust|break|bring|get|take|crack out|open {item}",
    "place|put {item} on (me) head|face|shoulders", "fill (in|out|up) {item}", "time for {item}",
    "=here comes|goes {item}", "{item} please",
    "pull|whip|bust|bring|get|take out {item} {details} => use {item}: {details}",
    "time for {item} {details} => use {item}: {details}",
    "{item} please {details} => use {item}: {details}",
    "{item} is|goes for|to {details} => use {item}: {details}",
    ("{item} for|on|against {player} word|item|thing is {any item} "
     "=> use {item}: {player}, {any item}"),
    "{item} turns|makes|changes {space} into|to {type} => use {item}: {space}, {type}",
    "{item} does its thing|work|magic",
    "{item} carries|takes|gives me (another) (go|move) (over) {details} => use {item}: {details}",
    "put|make (on|use) (of) {item} {details} => use {item}: {details}",
    "{item} on|at|against|to|→ {details} => use {item}: {details}",
    "{item} (i) choose|pick|choosing|picking {details} => use {item}: {details}",
    ("swap|switch|shoot|zap|hit|kill|attack|tickle|send|teleport|blast|target (places|positions) "
     "(with) {other} (back|away) (to) (space|0|start) with|using|by|through|via {item} => use "
     "{item}: {other}"),
)  # fmt: skip


def items_in_force(book: Rulebook) -> Mapping[str, Item]:
    """The implemented items in the wording that the page has, by the name that it gives them."""
    there = (each for each in ITEMS if book.has(each.unit))
    found = (each for each in there if each.variant in ("", book.variant(each.unit)))
    return {book.unit(item.unit).title: item for item in found}


def undoes_a_win(state: State, verb: Verb, player: str, line: str) -> bool:
    """Whether a line uses the one item that bears on a cycle that is over."""
    if verb.name != USE or player not in state.players:
        return False
    try:
        text = parse_order(line, VERBS).subject
    except Unclear:  # a line such as `help` is asked about every verb
        return False
    return names.meant(text, state.players[player].owned) == spaces.RAY


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
        game: Any = act.game
        known = Item(item, effects=(lambda act: game.play_words(act, unit_of(item)),))
    act.under_way.append((act.player, owned))
    for effect in known.effects:
        effect(act)
        party.check(act)
    if known.uses_another:
        known.uses_another(act, take_effect)
        party.check(act)
    act.under_way.pop()
    if known.asks_people:
        act.say(known.asks_people)
    # Its own effect may have used it up:
    if act.player in act.state.players and act.me.count(owned) > 0:
        act.state = gain(act.state, act.player, owned, -1)
        act.say("{} is used up ({} left)", owned, act.me.count(owned))


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
         available=lambda act: bool(act.me.owned), phrases=_USING_ITEMS_USING,
         inputs=("use {item}",), needs=(CLOCK, PHASE)),
)  # fmt: skip


# -- MacGyvering -----------------------------------------------------------------------------------

MACGYVERING = "MacGyvering"
MACGYVER = "macgyver"
MARK = "MacGyvered"
GARBAGE_ONLY = Says(MACGYVERING, "different items defined by")  # both of the rule Garbage
FORM = "`macgyver ITEM, ITEM`"
_TOGETHER = regex(r"\s+(?:and|with)\s+|\s*[&+]\s*", re.IGNORECASE)


def _macgyver(act: Context) -> None:
    act.book.require(MACGYVERING)
    mark = Effect(MARK, phase=act.state.phase)
    if mark in act.me.effects:
        raise NotNow("you have done so in this phase", rule=MACGYVERING)
    text, in_full = names.set_aside(
        act.subject.rstrip("."), tuple(act.game.names(act.state, act.book))
    )
    given = split_list(text)
    given = tuple(map(in_full, _TOGETHER.split(given[0]) if len(given) == 1 else given))
    if len(given) != 2:
        raise Unclear("two items are to be named, not {}", len(given), nearest=FORM)
    both = [owned_item(act, each, MACGYVERING) for each in given]
    for item in both:
        if not _fits(item, act):
            hold_renamed(act.book, unit_of(item))
            raise Refused("{} is not an item of the rule Garbage", item, rule=MACGYVERING)
    if both[0] == both[1]:
        raise Refused("the two items have to be different", rule=MACGYVERING)
    act.state = add_effect(act.state, act.player, mark)
    grant_random(act, act.player)
    for item in both:
        lose(act, act.player, item)


def _fits(item: str, act: Context) -> bool:
    return not act.book.derived(GARBAGE_ONLY) or item in garbage_names(act.state, act.book)


def _available(act: Context) -> bool:
    """Whether the player has not done so in this phase, and has two items for it."""
    if Effect(MARK, phase=act.state.phase) in act.me.effects:
        return False
    return len([item for item in act.me.owned if _fits(item, act)]) > 1


RULES = Section(
    __name__,
    (Implementation(SECTION, How.ASKS), Implementation(MACGYVERING, How.ASKS),
     *by_unit(item.implementation for item in ITEMS)),
    (*VERBS, *under(
        MACGYVERING,
        Verb(MACGYVER, "macgyver ITEM, ITEM", "macgyver Fish, Mauve -- 1d98 (4) = 4",
             "turns two different items into a random one", _macgyver, Shape.TEXT,
             available=_available, means=one_order, phrases=(
                 ("macgyver|combine|merge|fuse|craft|tinker (with) (my) {item} {item:2} "
                  "=> macgyver {item}, {item:2}"),
             ),
             deeds=(deed("macgyver macgyvered macgyvering mcgyver combine merge fuse craft",
                         may="together into something new random item items i",
                         about="combined"),),
             inputs=("macgyver {item}, {item}",), needs=(CLOCK, PHASE)),
    ), *(verb for item in ITEMS for verb in item.verbs)),
    slots=slots,
    lists=lists,
)  # fmt: skip
