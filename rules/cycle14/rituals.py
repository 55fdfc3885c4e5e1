"""The types of rituals as values: what each needs, how its cost depends on the state, what it does.

The cost is read from the section's line; what depends on the state is added by the type itself.

Decisions: the Ritual of Murder makes the victim cease to be a player before the storehouse is
granted anything, so the death at hand counts for how much. A victim who leaves before that saves
no one: the prerequisites and the gathering stay as they were, since neither asks for more than a
victim who was named and did not object, and the storehouse is granted as much as it would have
been; only there is no player left to cease being one. "All players" of the Ritual to
Appease are those who are players at that time. The prerequisite about cuts looks at the cuts that
the Obelisk has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from msgspec import Struct

from rules.common.players import accounts_of
from rules.common.sections import NumberAt, Section, is_over, of_unit, read_once
from rules.cycle14 import components as goods
from rules.cycle14 import obelisk
from rules.cycle14.components import ComponentAmounts, components, grant, owned, revoke
from rules.cycle14.formulas import Amounts, amounts, total
from rules.cycle14.proposals import cease, dying
from rules.cycle14.state import DONE, Context, Gathering, Owner, State
from wikibot.game import names
from wikibot.game.names import number_of
from wikibot.game.ruleset.implementations import Implementation
from wikibot.game.understanding.phrases import Deed
from wikibot.game.understanding.plain_line import key_of, trimmed
from wikibot.game.understanding.slots import IdentifiedThing, Lists, Option, Things, options
from wikibot.sdk import Held, PhraseSlot, Rulebook, Unclear, deed, fold, integer, plain, replace
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import format_time, week_start
from wikibot.wikitext.regex import regex

DISPLACES, RENDS = "Ritual that Displaces the Obelisk", "Ritual that Rends the Obelisk"
DESTROYS, RISKS = "Ritual that Destroys a Grebe", "Ritual that risks our survival"
BOOSTS, FREES = "Ritual that Boosts Yields", "Ritual that Frees Us"
MURDER, APPEASE = "Ritual of Murder", "Ritual to Appease the Obelisk"
BACK = NumberAt(DISPLACES, r"moved back (\w+)")
CUT, STONES = NumberAt(RENDS, r"rec[ei]+ves (\w+) cut"), NumberAt(RENDS, r"(\w+)\s*🪨 for each")
ONE_BIRD = NumberAt(DESTROYS, r"has at least (\w+)\s*🐦")
BIRDS_LOST = NumberAt(DESTROYS, r"loses (\w+)\s*🐦")
FORWARD, GAINED = NumberAt(RISKS, r"moved forward (\w+)"), NumberAt(RISKS, r"gain (\w+)\s*🌿")
CUTS = NumberAt(FREES, r"received (\w+) cuts")
HOURS, HEARTS = NumberAt(MURDER, r"(\w+) hours"), NumberAt(MURDER, r"granted (\w+)")
ENOUGH_HEARTS = NumberAt(APPEASE, r"total of (\w+)")
_MORE = regex(r"from left to right\W+(?P<list>\d+(?:\s*,\s*\d+)*)")
HOUR = timedelta(hours=1)
_COST = regex(r"^\W*Cost\W*:\s*(?P<cost>.+)$", re.MULTILINE | re.IGNORECASE)
_BEYOND = regex(r"\.(?:\s|$)|,? where\b|,? or nothing\b")
Cost = Mapping[str, int]


class Ritual(Struct, frozen=True):
    """One type. ``says``: what ``effect`` does upon completion, in words.

    ``lacks``: which prerequisite is not met, in words, "" where all are. ``adjust``: the cost in
    this state. ``victim``: whether it is about a player whom the starter names. ``reads``: what
    reads its numbers, beside the cost.
    """

    section: str
    says: str
    lacks: Callable[[Context, Gathering], str] = lambda _act, _gathering: ""
    adjust: Callable[[Context, Gathering, Cost], Cost] = lambda _act, _g, cost: cost
    effect: Callable[[Context, Gathering], object] = lambda _act, _gathering: None
    victim: bool = False
    reads: tuple[Callable[[Rulebook], Any], ...] = ()

    @property
    def implementation(self) -> Implementation:
        return Implementation(
            self.section, reads=(ritual_cost(self.section), *self.reads), says=self.says,
            waits="gatherings of that type",
        )  # fmt: skip

    def cost(self, act: Context, gathering: Gathering) -> Cost:
        """How many of each component have to be contributed now."""
        stated = act.book.derived(ritual_cost(self.section))
        cost = total(stated[0], {"N": act.state.obelisk.distance}) if stated else {}
        return {
            item: count for item, count in self.adjust(act, gathering, cost).items() if count > 0
        }


@of_unit
def ritual_cost(book: Rulebook, section: str) -> Amounts:
    """The line ``Cost: ...`` of a section, as far as it is a list of amounts."""
    found = _COST.search(book.unit(section).text)
    if not found:
        raise Held(section, "it has no line `Cost: ...`")
    return amounts(book, section, _BEYOND.split(plain(found["cost"]), maxsplit=1)[0])


def contributors(gathering: Gathering) -> tuple[str, ...]:
    """The players who contribute something, in the order in which they began to."""
    return tuple(name for name, items in gathering.contributions.items() if items)


# -- what single types need and do ----------------------------------------------------------------


def _rent_this_week(act: Context, gathering: Gathering) -> str:
    same = (each for each in act.state.gatherings if each.ritual == gathering.ritual)
    ends = (each.ended for each in same if each.status == DONE)
    done = any(end is not None and end >= week_start(act.now) for end in ends)
    return say("such a gathering was completed this week") if done else ""


def more_resolve(book: Rulebook) -> tuple[int, ...]:
    """How much more ⚡ each 🐦 of the Obelisk makes necessary, from the first on."""
    found = _MORE.search(plain(book.unit(RENDS).text))
    return tuple(map(integer, found["list"].split(","))) if found else ()


def _against_birds(act: Context, _: Gathering, cost: Cost) -> Cost:
    birds = max(owned(act.state, goods.OBELISK, goods.GREBES), 0)
    more = sum(act.book.derived(more_resolve)[:birds])
    return {**cost, goods.RESOLVE: cost.get(goods.RESOLVE, 0) + more}


def _rend(act: Context, gathering: Gathering) -> None:
    obelisk.cut(act, act.book.derived(CUT))
    stones = act.book.derived(STONES) * len(contributors(gathering))
    grant(act, goods.STOREHOUSE, goods.BRIMSTONE, stones)


def _without_bird(act: Context, _: Gathering) -> str:
    there = owned(act.state, goods.OBELISK, goods.GREBES) >= act.book.derived(ONE_BIRD)
    return "" if there else say("the Obelisk has no 🐦")


def _free_with_bird(act: Context, gathering: Gathering, cost: Cost) -> Cost:
    starter = act.state.players.get(gathering.starter)
    return {} if starter and starter.count(goods.GREBES) >= 1 else cost


def _risk(act: Context, gathering: Gathering) -> None:
    obelisk.move(act, act.book.derived(FORWARD))
    for name in contributors(gathering):
        if name in act.state.players:
            grant(act, name, goods.HERBS, act.book.derived(GAINED))


def _too_few_cuts(act: Context, _: Gathering) -> str:
    cuts, needed = act.state.obelisk.cuts, act.book.derived(CUTS)
    return "" if cuts >= needed else say("the Obelisk has {} of {} cuts", cuts, needed)


def _win(act: Context, winners: tuple[str, ...], becomes: str, said: str) -> None:
    stone = replace(act.state.obelisk, condition=becomes)
    act.state = replace(act.state, winners=winners, obelisk=stone)
    act.say("the Obelisk {}; {} win and the cycle ends", said, ", ".join(winners))


def _free(act: Context, gathering: Gathering) -> None:
    winners = tuple(name for name in contributors(gathering) if name in act.state.players)
    _win(act, winners, "destroyed", "is destroyed")


def _not_to_be_murdered(act: Context, gathering: Gathering) -> str:
    if not gathering.victim or not accounts_of(act.state, gathering.victim):
        return say("{} is not a player and was none lately", gathering.victim or say("the victim"))
    if gathering.objected:
        return say("{} has objected", gathering.victim)
    due = (gathering.started or act.now) + act.book.derived(HOURS) * HOUR
    return "" if is_over(due, act.now) else say("it can be completed from {} on", format_time(due))


def _murder(act: Context, gathering: Gathering) -> None:
    person = accounts_of(act.state, gathering.victim)[-1]
    if gathering.victim in act.state.players:
        cease(act, gathering.victim)
    grant(act, goods.STOREHOUSE, goods.HEART, act.book.derived(HEARTS) + dying(act.state, person))


def _too_few_hearts(act: Context, _: Gathering) -> str:
    owners: tuple[Owner, ...] = (goods.STOREHOUSE, *act.state.players)
    there = sum(owned(act.state, who, goods.HEART) for who in owners)
    needed = act.book.derived(ENOUGH_HEARTS)
    return "" if there >= needed else say("{} of {} ❤️🔥 exist", there, needed)


RITUALS = (
    Ritual(DISPLACES, "the Obelisk moves away by a kilometre",
           effect=lambda act, _: obelisk.move(act, -act.book.derived(BACK))),
    Ritual(RENDS, "the Obelisk has one cut more, and the storehouse 🪨 for each contributor",
           lacks=_rent_this_week, adjust=_against_birds, effect=_rend,
           reads=(more_resolve,)),
    Ritual(DESTROYS, "the Obelisk loses a 🐦", lacks=_without_bird, adjust=_free_with_bird,
           effect=lambda act, _: revoke(
               act, goods.OBELISK, goods.GREBES, act.book.derived(BIRDS_LOST))),
    Ritual(RISKS, "the Obelisk moves nearer by a kilometre, and contributors gain 🌿",
           effect=_risk),
    Ritual(BOOSTS, "the gains of the next week are boosted"),
    Ritual(FREES, "the Obelisk is destroyed, and the contributors win", lacks=_too_few_cuts,
           effect=_free),
    Ritual(MURDER, "its victim ceases to be a player, and the storehouse gains ❤️🔥",
           lacks=_not_to_be_murdered, effect=_murder, victim=True),
    Ritual(APPEASE, "all players win, and the cycle ends", lacks=_too_few_hearts,
           effect=lambda act, _: _win(
               act, tuple(act.state.players), "a Good Boy", "becomes a Good Boy"
           )),
)  # fmt: skip
BY_SECTION = {ritual.section: ritual for ritual in RITUALS}
RULES = Section(__name__, tuple(ritual.implementation for ritual in RITUALS))


# == Gatherings and rituals as lines name them: by number, by ritual, or as the only open one ======
#
# Decision: a number that no gathering has is not taken for the one that is open.

SECTION = "Rituals"
_BEFORE = r"(?:the )?ritual (?:that|of|to) "
_NUMBER = regex(
    r"(?<!\w)(?:G\s?|#|gathering\s+)(\d{1,9})(?=[\s.,:;!]|$)|^\s*(\d{1,9})[\s.!]*$", re.IGNORECASE
)
_FILLERS = ("to", "from", "my", "the", "gathering")


@read_once
def ritual_names(book: Rulebook) -> tuple[str, ...]:
    """The ritual types of the page, in its order."""
    units = (unit for unit in book.units.values() if unit.kind == "section" and len(unit.path) > 1)
    return tuple(book.known_as(unit.name) for unit in units if fold(unit.path[-2]) == fold(SECTION))


def short(title: str) -> str:
    """``Displaces the Obelisk`` for ``Ritual that Displaces the Obelisk``."""
    words = title.split()
    return " ".join(words[2:]) if words[:1] == ["Ritual"] and len(words) > 2 else title


def named_ritual(act: Context) -> tuple[str, str]:
    """The ritual that a line names, in full or without its first two words, or else the choice.

    Behind one that has a victim a player may be named: ``murder of Bob``; "" where none is.
    """
    titles = ritual_names(act.book)
    text = act.subject.removeprefix("of ").strip()
    if not text:
        return act.choose("the ritual", titles, question="which ritual"), ""
    by_short = {short(title): title for title in titles}
    for ritual, victim in _partings(text, act):
        found = act.find(ritual, titles) or by_short.get(act.find(ritual, tuple(by_short)) or "")
        if found and (not victim or (found in BY_SECTION and BY_SECTION[found].victim)):
            return found, victim
    return by_short[act.resolve(text, tuple(by_short), "ritual")], ""


def _partings(text: str, act: Context) -> Iterator[tuple[str, str]]:
    """The text whole, then every beginning of it behind which a player is named."""
    yield text, ""
    words = text.split()
    for at in range(1, len(words)):
        victim = act.find(" ".join(words[at:]).removeprefix("of "), tuple(act.state.players))
        if victim:
            yield " ".join(words[:at]), victim


def named_gathering(act: Context, text: str) -> tuple[Gathering, str]:
    """The gathering that a line names, or else the only open one; and the rest of the line."""
    running = act.state.running
    near = tuple(each.id for each in running) or say("none is open")
    number = _NUMBER.search(text)
    if number:
        wanted = integer(number[1] or number[2])
        found = [each for each in act.state.gatherings if number_of(each.id) == wanted]
        if not found:
            raise Unclear("there is no gathering G{}", wanted, nearest=near)
        return found[0], text[: number.start()] + text[number.end() :]
    named = [each for each in running if fold(short(each.ritual)) in fold(text)]
    if len(named) == 1:
        pattern = rf"(?:{_BEFORE})?{re.escape(short(named[0].ritual))}"
        return named[0], re.sub(pattern, " ", text, flags=re.IGNORECASE)
    if len(running) == 1:
        return running[0], text
    raise Unclear("the line does not say which gathering", nearest=near)


def bare(act: Context, text: str) -> str:
    """A list of components without the little words around it, but for those in names."""
    apart, in_full = names.set_aside(text, components(act.book).names)
    words = apart.replace(":", " ").split()
    return in_full(" ".join(word for word in words if word.casefold().strip(".!") not in _FILLERS))


def is_about_gathering(act: Context, text: str) -> bool:
    """Whether a line names a gathering, by its number or its ritual, or at least says the word."""
    named = any(fold(short(each.ritual)) in fold(text) for each in act.state.gatherings)
    return named or bool(_NUMBER.search(text)) or "gathering" in re.findall(r"\w+", text.casefold())


# == Rituals and gatherings as people name them: ``the boosting one``, ``Ben's gathering`` =========

_TELLING = 4  # letters by which a word stands for another form of it: boost, boosting
_GIVE = deed(
    "contribute contribution add give put donate offer throw chip pledge for to into in",
    may="gathering here's heres here is ritual one i",
    never="from back out",
)
_BACK = deed(
    "withdraw remove take pull get back undo out like",
    may="gathering contribution from of ritual like back out i'd",
    never="to into for",
)
_GLUE = frozenset((
    "the", "a", "an", "ritual", "rituals", "gathering", "gatherings", "of", "to", "that", "which",
    "for", "my", "our", "one", "on",
))  # fmt: skip
_START = "start|begin|initiate|launch|open|hold|call|organise|organize|new"
_KILLED = "on|of|against|for|to|victim|target|targeting|is|being"
STARTINGS = (
    f"{_START} (gathering|ritual) (for|to|of) {{ritual}}",
    f"{_START} {{ritual}} ({_KILLED}) {{other}} => start gathering {{ritual}}: {{other}}",
    f"{_START} {{ritual}} {_KILLED} {_KILLED} {{other}} => start gathering {{ritual}}: {{other}}",
    f"ritual of murder ({_KILLED}) {{other}} => start gathering Murder: {{other}}",
)  # fmt: skip
STARTING = deed(
    "start begin initiate launch open call organise organize new kick commence set announce host",
    "gathering ritual", may="hold off up", about="ritual",
)  # fmt: skip
_ADD = "contribute|add|give|put|donate|offer|throw|chip|pledge|send|bring|contribution (in)"
_INTO = "to|into|onto|on|for|toward|towards|in"
CONTRIBUTIONS = (
    f"{_ADD} {{components}} {_INTO} {{gathering}} => contribute {{components}} to {{gathering}}",
    f"{_ADD} ({_INTO}) {{gathering}} {{components}} => contribute {{components}} to {{gathering}}",
    "contribute {components}",
    "{contribution}",
    f"(+) {{components}} {_INTO} {{gathering}} => contribute {{components}} to {{gathering}}",
    "{components} goes|go in|into|to {gathering} => contribute {components} to {gathering}",
    "{gathering} (gets) {components} (from) (me) => contribute {components} to {gathering}",
)
TAKING_BACK = (
    "{taking back}",
    ("withdraw|remove|take|pull (back|out) {components} (back|out) (from|of|out) {gathering} "
     "=> withdraw {components} from {gathering}"),
    ("{components} comes|come|goes|go (back) out|back (of|from) {gathering} (again) "
     "=> withdraw {components} from {gathering}"),
    ("withdraw|remove|take|pull|get {components} out|back of|from {gathering} "
     "=> withdraw {components} from {gathering}"),
)  # fmt: skip
COMPLETIONS = (
    "complete|finish|perform|conclude|finalise|finalize|execute|conduct|close|end|do {gathering}",
    "{gathering} is|now complete|completed|done|finished|ready|full",
    "{gathering} complete|completed|done|finished",
    "bring {gathering} to (an) end|completion|conclusion",
)  # fmt: skip
OBJECTIONS = (
    "object|objection (to|against) (being) murdered|murder|killed (gathering|ritual)", "objection",
    "object|objection (strongly) (to|against) {gathering}",
)  # fmt: skip


def slots(state: State, book: Rulebook, player: str) -> Mapping[str, PhraseSlot]:
    """Rituals, the gatherings that are open, and what players give to them."""
    ids, amounts = tuple(each.id for each in state.running), ComponentAmounts(components(book))
    return {
        "ritual": Rituals(ritual_names(book)),
        "gathering": Gatherings(state.running, tuple(each.id for each in state.gatherings)),
        "contribution": Contribution(amounts, _GIVE, ids),
        "taking back": Contribution(amounts, _BACK, ids, "from"),
    }


def lists(state: State, book: Rulebook, player: str) -> Lists:
    """The rituals and the gatherings that are open, to pick from."""
    running = (Option(each.id, f"{each.id}: {each.ritual}") for each in state.running)
    return {"ritual": options(ritual_names(book)), "gathering": tuple(running)}


class Contribution(Struct, frozen=True):
    """Components and the number of a gathering, in any order: ``G1: I contribute a crystal``."""

    amounts: ComponentAmounts
    words: Deed
    running: tuple[str, ...]
    joint: str = "to"

    def read(self, text: str) -> tuple[str, ...]:
        """The two as ``1💎 to G1``."""
        ids = [word for word in text.split() if key_of(word).upper() in self.running]
        if len(ids) != 1:
            return ()
        rest = " ".join(word for word in text.split() if word not in ids)
        found = replace(self.words, about=self.amounts).read(rest)
        return tuple(f"{each} {self.joint} {key_of(ids[0]).upper()}" for each in found)


class Rituals(Struct, frozen=True):
    """Types of rituals by any words of their titles, in any form: ``boosting``, ``displace``."""

    titles: tuple[str, ...]

    def read(self, text: str) -> tuple[str, ...]:
        """The titles that have all the words of a text."""
        words = [key for key in map(key_of, text.split()) if any(map(str.isalnum, key))]
        telling = [word for word in words if word not in _GLUE]
        return tuple(title for title in self.titles if telling and _are_of(telling, title))


def _are_of(words: Sequence[str], title: str) -> bool:
    own = fold(title).split()
    return all(any(_same_stem(word, each) for each in own) for word in words)


def _same_stem(one: str, other: str) -> bool:
    if one == other:
        return True
    length = min(_TELLING, max(len(one), len(other)) - 1)
    is_telling = min(len(one), len(other)) >= _TELLING
    return is_telling and len(one) >= length and one[:length] == other[:length]


class Gatherings(Struct, frozen=True):
    """Gatherings that are open, by number, ritual or who started them. ``known``: all numbers."""

    running: tuple[Gathering, ...]
    known: tuple[str, ...]

    def read(self, text: str) -> tuple[str, ...]:
        """The numbers of those that a text may mean."""
        words = [key for key in map(key_of, trimmed(text).split()) if key not in _GLUE]
        if len(words) > 1 and any(re.fullmatch(r"g?\d+", word) for word in words):
            return ()  # a number and something else
        if words == ["it"]:
            return tuple(each.id for each in self.running)
        things = tuple(
            IdentifiedThing(g.id, (short(g.ritual), g.ritual), (g.starter,)) for g in self.running
        )
        found = Things(things, ("gathering", "ritual"), "G", self.known).read(text)
        return found or tuple(self._by_ritual(words))

    def _by_ritual(self, words: Sequence[str]) -> Iterator[str]:
        for each in self.running:
            owner = fold(each.starter)
            telling = [w for w in words if w.removesuffix("'s").removesuffix("’s") != owner]
            if telling and _are_of(telling, each.ritual):
                yield each.id
