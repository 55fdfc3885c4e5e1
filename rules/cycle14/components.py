"""Ruleset section Ritual Components: the items, their emoji, and which cannot be traded.

An item goes by its name in the list of the section, or by its emoji, with or without the marks that
only change how it looks. Whatever a player has above the limit of ⚡ turns into 💤. Decisions: the
limit is looked at after each thing that happens. The rules name items by their emoji, so an item
whose emoji the list changes or drops is held like one with another name; where a person accepts a
list without it, it goes by the emoji that it had.

Ruleset section Items: what players, the Obelisk and the storehouse gain, lose and hand over.

Decision: a loss beyond what an owner has takes all that there is; rules that ask for a sufficient
amount refuse before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from msgspec import Struct

from rules.common.sections import NumberAt, Section, limit, read_once
from rules.common.trading import refuse_no_amount
from rules.cycle14.state import Context, Owner, Place, State
from wikibot.game.problems import Held, Refused, Unclear
from wikibot.game.ruleset.implementations import Bears, Implementation
from wikibot.game.ruleset.rulebook import Aspects, Rulebook
from wikibot.game.understanding.slots import Lists, PhraseSlot, count_of, options
from wikibot.sdk import Catalogue, NamesSlot, Vocabulary, counted, fold, gain, plain, replace
from wikibot.wikitext.numerals import CARDINALS, integer, read_number
from wikibot.wikitext.regex import regex

# == components ====================================================================================

SECTION = "Ritual Components"
CATALOGUE = Catalogue(SECTION, signs=True)
RESOLVE, CRYSTALS, HERBS = "Resolve", "Crystals", "Herbs"
BLOOD, HEART, GREBES = "Blood of Stone", "Infernal Heart", "Grebes"
BRIMSTONE, RESTFULNESS = "Brimstone", "Restfulness"
TITLES = (  # as the page lists them, with their emoji
    "⚡Resolve", "💎Crystals", "🌿Herbs", "⚗️Reagents", "🩸Blood of Stone", "❤️🔥Infernal Heart",
    "🐦 Grebes", "🪨 Brimstone", "💤 Restfulness",
)  # fmt: skip
MOST_RESOLVE = NumberAt(SECTION, r"more than (\w+)")
TOO_MUCH = NumberAt(SECTION, r"owns more than (\w+)")  # where the page says the number twice
_MARKS = "\ufe0e\ufe0f\u200d"
_UNSEEN = regex("[\u200b\u200c\u2060\ufeff]")
_TITLE = regex(r"(?P<emoji>[^\w\s]*)\s*(?P<name>.*)")
_UNTRADED = regex(r"(?P<items>[^.]*) cannot be traded")
_BETWEEN = regex(r"(?:[\s,;+&]|\band\b)*", re.IGNORECASE)
_COUNT = rf"(?P<count>\d{{1,9}}|all|an?(?!\w)|{'|'.join(CARDINALS)})"
_BEHIND = r"[ ]*[x×*][ ]*(?P<times>\d{1,9})|[ ]*(?P<behind>\d{1,9})(?=\s*(?:[,;+&]|and\b|$))"


class Components(Struct, frozen=True, dict=True):
    """The components in the order of the page: name -> emoji."""

    emoji: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.emoji)

    def short(self, name: str) -> str:
        """The emoji of a component; the name of anything else, after a blank."""
        return self.emoji.get(name) or f" {name}"

    def amount(self, items: Mapping[str, int]) -> str:
        """``2🌿, 1💎``; ``nothing`` for nothing."""
        return (
            ", ".join(self.count(name, each) for name, each in items.items() if each) or "nothing"
        )

    def count(self, name: str, number: int) -> str:
        """``2🌿``; of anything without an emoji ``1 Reagent``, ``2 Reagents``."""
        emoji = self.emoji.get(name)
        return f"{number}{emoji}" if emoji else counted(number, name, plural=True)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """For cells and lines: names, emoji, singulars and plurals."""
        signs = {name: emoji for name, emoji in self.emoji.items() if emoji}
        aliases = {sign: name for name, sign in signs.items()}
        aliases |= {
            f"{sign}{blank}{name}": name for blank in (" ", "") for name, sign in signs.items()
        }
        in_plural = (name for name in self.emoji if name.endswith("s") and not name.endswith("ss"))
        aliases |= {name[:-1]: name for name in in_plural}
        return Vocabulary(self.emoji, aliases, plurals=True)

    @cached_property
    def _emoji(self) -> re.Pattern[str]:
        longest = sorted(self.emoji.values(), key=len, reverse=True)
        return re.compile("|".join(f"(?:{_loose(emoji)})" for emoji in longest))

    @cached_property
    def _spelling(self) -> re.Pattern[str]:
        shown = (
            rf"{_loose(emoji)}(?:\s*{_words(name)})?" for name, emoji in self.emoji.items() if emoji
        )
        longest = sorted(self.emoji, key=len, reverse=True)
        what = rf"(?P<what>{'|'.join((*shown, *map(_words, longest)))})"
        return re.compile(rf"(?:(?<!\w){_COUNT}\s*[x×*]?\s*)?{what}(?:{_BEHIND})?", re.IGNORECASE)

    def find(self, text: str) -> list[tuple[int, int, str]]:
        """Where a text has emoji of components: start, end, name."""
        return [
            (each.start(), each.end(), self.vocabulary.canonical(each[0]))
            for each in self._emoji.finditer(text)
        ]

    def amounts(self, text: str) -> dict[str, int | None]:
        """Items of a line such as ``2🌿, a Crystal and ⚗️ x3``; None stands for ``all``.

        Raises :class:`Unclear` at the first thing that is none.
        """
        found: dict[str, int | None] = {}
        text, at = _UNSEEN.sub("", text).rstrip(" .!"), 0
        refuse_no_amount(text)
        for each in self._spelling.finditer(text):
            between = text[at : each.start()]
            if not _BETWEEN.fullmatch(between):
                raise _no_component(between)
            sign = self._emoji.match(each["what"])
            at, name = each.end(), self.vocabulary.canonical(sign[0] if sign else each["what"])
            count, held = _count(each), found.get(name, 0)
            found[name] = None if count is None or held is None else held + count
        if text[at:].strip(" ,;"):  # a list that goes on with nothing was cut off
            raise _no_component(text[at:])
        if not found:
            raise Unclear("no component is named", nearest=tuple(self.emoji.values()))
        return found


def _no_component(text: str) -> Unclear:
    return Unclear("{!r} is not a component", text.strip(), nearest="`2🌿, 1 Crystal`")


def _count(found: re.Match[str]) -> int | None:
    """How many one part of a list names; None for all. A part without a number is one."""
    numbers = [number.casefold() for number in found.group("count", "times", "behind") if number]
    if numbers == ["all"]:
        return None
    counts = [read_number(number) for number in numbers if number != "all"] or [1]
    if len(numbers) > 1 or counts[0] < 1:
        raise Unclear(
            "{!r} is not a number of things", found[0].strip(), nearest="`2🌿, 1 Crystal`"
        )
    return counts[0]


def _loose(emoji: str) -> str:
    bare = [character for character in emoji if character not in _MARKS]
    return "".join(f"{re.escape(character)}[{_MARKS}]*" for character in bare)


def _words(name: str) -> str:
    """A pattern for a name, its singular and its plural."""
    bare = name[:-1] if name.endswith("s") and not name.endswith("ss") else name
    return rf"{re.escape(bare)}(?:{re.escape(name[len(bare) :])}|s)?(?!\w)"


def read_components(titles: Iterable[str]) -> Components:
    """Components by the items of a list, each an emoji and a name."""
    split = filter(None, map(_TITLE.fullmatch, titles))
    return Components({found["name"]: found["emoji"] for found in split if found["name"]})


UNITS = {
    name: f"{SECTION}: {title}" for title in TITLES for name in read_components((title,)).emoji
}  # by component
KNOWN = read_components(TITLES)  # for what is read without a ruleset at hand


@read_once
def components(book: Rulebook) -> Components:
    """The components that the page lists; those without an emoji have the one that is known."""
    found = read_components(unit.title for unit in book.members(SECTION)).emoji
    return Components({name: sign or KNOWN.emoji.get(name, "") for name, sign in found.items()})


def aspect_of(name: str) -> str:
    """The aspect of a state that a component's line bears on: who has how many of it."""
    return f"items: {name}"


def of_one(items: Mapping[str, int], name: str) -> Mapping[str, int]:
    """Items of one component, and of names that none has: the page may call it otherwise now."""
    return {item: count for item, count in items.items() if item == name or item not in KNOWN.emoji}


@read_once
def untradable(book: Rulebook) -> tuple[str, ...]:
    """The components that the page says cannot be traded."""
    found = _UNTRADED.search(plain(book.unit(SECTION).text)) if book.has(SECTION) else None
    return tuple(name for _, _, name in components(book).find(found["items"])) if found else ()


def limit_resolve(act: Context) -> None:
    """Turn the ⚡ that players have beyond the limit into 💤."""
    most = limit(act.book, MOST_RESOLVE)
    if most is None:
        return
    too_much = limit(act.book, TOO_MUCH)
    for name, player in act.state.players.items():
        over = player.count(RESOLVE) - most
        if over > 0 and (too_much is None or player.count(RESOLVE) > too_much):
            act.state = gain(gain(act.state, name, RESOLVE, -over), name, RESTFULNESS, over)
            act.say("{} has more than {}⚡: {} turn into 💤", name, most, over)


_SAYS = (
    "it is an item that players, the Obelisk and the storehouse can own,"
    " by that name or by its emoji"
)
RULES = Section(
    __name__,
    (
        Implementation(SECTION, bears=Bears(changes=("items",)), words=(untradable,)),
        *(
            Implementation(unit, says=_SAYS, bears=Bears(changes=(aspect_of(name),)))
            for name, unit in UNITS.items()
        ),
    ),
    prepare=limit_resolve, after_action=limit_resolve,
)  # fmt: skip


# == Components as people count them in their lines: ``a crystal and 3x herbs``, ``all of my 🌿`` ==
#
# Decision: an amount that is not said (``some herbs``) is not read.

_WORD = regex(r"\w+(?:['’-]\w+)*|[^\w\s]")
_LONGEST = 4  # words of a name
_TELLING = 4  # letters by which a word stands for another form of it
_NOT_WHOLE = regex(r"\d[.,]+\d|\d\.\.")
_GOES_ON = regex(r"(?:\b(?:and|plus|with)|[+&])\s*$", re.IGNORECASE)
_SOME = ("some", "few", "several", "any", "many", "more", "most")
_ALL_OF_IT = -1  # for a count
_JOINTS = frozenset(("and", "plus", "with", "also", *",;&+"))
_GLUE = frozenset(
    ("of", "my", "the", "our", "me", "from", "to", "own", "x", "times", *".:!?()[]*'’\"“”…")
)


class ComponentAmounts(Struct, frozen=True):
    """Components with how many of each: ``a crystal and 3x herbs``."""

    known: Components

    def read(self, text: str) -> tuple[str, ...]:
        """The amounts as ``1💎, 3🌿``; none where a word is neither a component nor a number."""
        if (
            _NOT_WHOLE.search(text)
            or _GOES_ON.search(text)
            or any(fold(word) in _SOME for word in _WORD.findall(text))
        ):
            return ()
        totals: dict[str, int] = {}
        for name, count in self._counted(text):
            if not count:
                return ()
            whole = _ALL_OF_IT in (count, totals.get(name))
            totals[name] = _ALL_OF_IT if whole else totals.get(name, 0) + count
        said = (f"{'all ' if n < 0 else n}{self.known.short(name)}" for name, n in totals.items())
        return (", ".join(said),) if totals else ()

    def _counted(self, text: str) -> list[tuple[str, int]]:
        """Each component with its count, 0 where it is not said."""
        found: list[tuple[str, int]] = []
        count: int | None = None  # that waits for what it counts
        is_counted = False  # whether the last thing has a number by now
        for kind, value in self._parts(text):
            if kind == "times" and found and count is None and not is_counted:
                found[-1], is_counted = (found[-1][0], integer(value)), True
            elif kind == "number" and count is None:
                count = integer(value)
            elif kind in ("name", "plural"):
                found.append((value, (1 if kind == "name" else 0) if count is None else count))
                count, is_counted = None, count is not None
            elif kind != "glue" and (kind != "joint" or count is not None):
                return [("", 0)]
        return found if count is None else [("", 0)]

    def _parts(self, text: str) -> Iterator[tuple[str, str]]:
        """The parts of a text: what each is, and the component or number that it names."""
        at = 0
        for start, end, name in self.known.find(text):
            yield from self._in_words(text[at:start])
            yield "name", name
            at = end
        yield from self._in_words(text[at:])

    def _in_words(self, text: str) -> Iterator[tuple[str, str]]:
        words, at = _WORD.findall(text)[:60], 0
        while at < len(words):
            length, kind, value = self._word(words, at)
            yield kind, value
            at += length

    def _word(self, words: Sequence[str], at: int) -> tuple[int, str, str]:
        word = fold(words[at])
        times = re.fullmatch(r"[x×](\d{1,6})", word)
        if times:
            return 1, "times", times[1]
        if word in ("x", "×", "*") and at + 1 < len(words) and words[at + 1].isdecimal():
            return 2, "times", words[at + 1]
        # As written: folded, raised digits are joined to the number before them.
        count = count_of(re.sub(r"(?<=\d)[xX]$", "", words[at]))
        if count is not None:
            return 1, "number", str(count)
        if word in ("all", "everything", "every"):
            return 1, "number", str(_ALL_OF_IT)
        if word in _JOINTS:
            return 1, "joint", ""
        if word in _GLUE:
            return 1, "glue", ""
        names = NamesSlot(self.known.names)
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            spelled = words[at : at + length]
            found = (
                names.read(" ".join(spelled)) if all(each[0].isalnum() for each in spelled) else ()
            )
            # What is only near to a name, and begins otherwise, may be another word.
            first, own = fold(spelled[0])[:_TELLING], fold(found[0] if found else "").split()
            if len(found) == 1 and any(each[:_TELLING] == first for each in own):
                plural = fold(spelled[-1]) == fold(found[0]) and fold(found[0])[-1] == "s"
                return length, "plural" if plural else "name", found[0]
        return 1, "unknown", ""


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """Amounts, which are what players trade, too."""
    amounts = ComponentAmounts(components(book))
    return {"components": amounts, "items": amounts}


def lists(state: State, book: Rulebook, player: str) -> Lists:
    """The components to pick from."""
    known = options(components(book).names)
    return {"components": known, "items": known}


# == possessions ===================================================================================

ITEMS = "Items"
OBELISK, STOREHOUSE = Place.OBELISK, Place.STOREHOUSE


def _who_has(of: Callable[[Mapping[str, int]], Mapping[str, int]]) -> Callable[[State], object]:
    return lambda state: (
        {who: mine for who, player in state.players.items() if (mine := of(player.items))},
        of(state.obelisk.items), of(state.storehouse),
    )  # fmt: skip


ASPECTS: Aspects = {  # what of a state a held section keeps from changing
    "items": _who_has(lambda items: items),
    "grebes": lambda state: state.obelisk.items.get(GREBES, 0),
    **{aspect_of(name): _who_has(partial(of_one, name=name)) for name in KNOWN.names},
    "the end": lambda state: (state.winners, state.lost),
}


def with_items(items: Mapping[str, int], item: str, more: int) -> dict[str, int]:
    """Items with some more (or less) of one; never a zero."""
    total = items.get(item, 0) + more
    rest = {name: count for name, count in items.items() if name != item or total}
    return {**rest, item: total} if total else rest


def owned(state: State, who: Owner, item: str) -> int:
    """How many of an item an owner has: a player by name, the Obelisk or the storehouse."""
    return items_of(state, who).get(item, 0)


def items_of(state: State, who: Owner) -> Mapping[str, int]:
    """All that an owner has."""
    if isinstance(who, str):
        return state.players[who].items
    return state.obelisk.items if who is OBELISK else state.storehouse


def put(state: State, who: Owner, item: str, more: int) -> State:
    """The state in which an owner has so many more of an item."""
    if isinstance(who, str):
        return gain(state, who, item, more)
    if who is OBELISK:
        return replace(
            state, obelisk=replace(state.obelisk, items=with_items(state.obelisk.items, item, more))
        )
    return replace(state, storehouse=with_items(state.storehouse, item, more))


def require_settled(act: Context, item: str) -> None:
    """Hold what gives a component whose line on the list of components was reworded, or is gone."""
    unit = UNITS.get(item)
    problem = act.book.obstacle(unit) if unit and act.book.has(SECTION) else None
    if unit and problem is not None:
        if isinstance(problem, Held):
            raise problem
        raise Held(unit, "it is not on the list of components any more")


def grant(act: Context, who: Owner, item: str, count: int = 1) -> None:
    """Let an owner gain some of an item."""
    if count > 0:
        require_settled(act, item)
        act.state = put(act.state, who, item, count)
        gained, now = components(act.book).count(item, count), owned(act.state, who, item)
        act.say("{} gains {}{} (now {})", who, gained, "", now)


def revoke(act: Context, who: Owner, item: str, count: int = 1) -> int:
    """Let an owner lose some of an item, as far as it has them; how many it lost."""
    count = min(count, owned(act.state, who, item))
    if count > 0:
        act.state = put(act.state, who, item, -count)
        lost, now = components(act.book).count(item, count), owned(act.state, who, item)
        act.say("{} loses {}{} (now {})", who, lost, "", now)
    return max(count, 0)


def transfer(act: Context, giver: Owner, taker: Owner, item: str, count: int) -> int:
    """Hand over some of an item, as far as the giver has them; how many."""
    count = min(count, owned(act.state, giver, item))
    if count > 0:
        require_settled(act, item)
        act.state = put(put(act.state, giver, item, -count), taker, item, count)
        act.say("{} from {} to {}", components(act.book).count(item, count), giver, taker)
    return max(count, 0)


def require(act: Context, cost: Mapping[str, int], rule: str) -> None:
    """Refuse where the acting player has not enough for a cost."""
    lacking = {item: count for item, count in cost.items() if act.me.count(item) < count}
    if lacking:
        known = components(act.book)
        have = ", ".join(known.count(item, act.me.count(item)) for item in lacking)
        raise Refused(
            "{} would be needed, {} has {}", known.amount(lacking), act.player, have, rule=rule
        )


def pay(act: Context, cost: Mapping[str, int], rule: str) -> None:
    """Let the acting player part with a cost, or refuse."""
    require(act, cost, rule)
    for item, count in cost.items():
        revoke(act, act.player, item, count)


ON_ITEMS = Section(
    __name__,
    (
        Implementation(ITEMS, people="whose an item is where that is unclear",
                       bears=Bears(changes=("items",)),
                       says="players own items; they are created when gained and destroyed when "
                            "lost"),
    ),
    slots=slots, lists=lists,
)  # fmt: skip
