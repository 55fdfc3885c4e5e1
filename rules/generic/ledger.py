"""Dice on request: ``roll 2d6``, ``pick a random player``, ``draw a random Card``; and readings.

What a rule left to people needs is rolled from the game's own dice, stands in the log with what it
was for, and changes nothing. Decisions: of several that are picked no two are the same; things
come in the order of their table, players in that of theirs. Lines that give readings are carried
out before all others (:mod:`wikibot.stewards.accept`); here they are told of.
"""

from __future__ import annotations

import re

from rules.common.sections import Section
from rules.generic.owners import Context, known_items
from rules.generic.page import statements
from wikibot.game import names
from wikibot.game.actions import Questions
from wikibot.game.engine.kernel_verbs import NOTE
from wikibot.sdk import Refused, Shape, Unclear, Verb, Vocabulary, fold, integer
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import number_or_none
from wikibot.wikitext.regex import regex

MOST_PICKED = 100
_FOR = r"(?:[,:]?\s+(?:for|to|on|because)\s+|:\s+)(?P<why>\S.*)"
_DICE = regex(
    rf"(?:an?\s+)?(?P<count>\d{{0,4}})\s?d\s?(?P<sides>\d{{1,9}})"
    rf"(?:\s?(?P<sign>[-+−])\s?(?P<plus>\d{{1,9}}))?(?:{_FOR})?[.!]?",
    re.IGNORECASE | re.DOTALL,
)
_DIE = regex(rf"(?:a|one|the)?\s*(?:die|dice)(?:{_FOR})?[.!]?", re.IGNORECASE | re.DOTALL)
_SAID_BEHIND = regex(r"[,.;:]*\s+(?=[^\W\d_]|[^\w\s])")
_RANDOM = regex(r"(?:the\s+)?(?:random\s+)?(?P<other>other\s+)?", re.IGNORECASE)
_WHY = regex(rf"(?P<said>.+?){_FOR}", re.IGNORECASE | re.DOTALL)
_LISTED = regex(r"\s*,\s*(?:(?:or|and)\s+)?|\s+or\s+", re.IGNORECASE)
_AT_RANDOM = regex(r"(?:an?|the|one|\d+)\s+random\b", re.IGNORECASE)  # names no options
_TABLE = regex(r".*\s(?:from|of|in|on)\s+(?:the\s+)?", re.IGNORECASE | re.DOTALL)
_FROM = regex(r"(?:one\s+)?(?:of|from|between|among)\s+", re.IGNORECASE)


def check_note(act: Context) -> None:
    """Refuse a note about which tables, columns or values there are: they change on the page.

    An item that no player has had so far is remarked upon: it may be misspelled. Where it begins as
    something that there is and goes on in small letters or behind a mark ("Fame for singing", "Fame
    (he sang)"), it is none: Gold Bar may be.
    """
    if act.order is None or act.order.verb.name != NOTE.name:
        return
    if statements.headers(act.before) != statements.headers(act.state):
        why = say("a note does not change which tables, columns and values there are")
        raise Refused(why, remedy="Edit the gamestate page; that is adopted.")
    known = known_items(act.before).extended([each.name for each in act.before.columns])
    had = dict.fromkeys(item for each in act.state.players.values() for item in each.items)
    for item in (each for each in had if known.find(each) is None):
        heads = ((item[: each.start()], item[each.end()]) for each in _SAID_BEHIND.finditer(item))
        if any(known.find(head) and not behind.isupper() for head, behind in heads):
            raise Unclear("{!r} is not an item", item, nearest="`note STATEMENT: REASON`")
        near = names.suggestions(item, known.names)
        near_to = say("; nearest to it: {}", ", ".join(near)) if near else ""
        act.say("{} is a new item{}", item, near_to)


def _roll(act: Context) -> None:
    found = _DICE.fullmatch(act.subject) or _DIE.fullmatch(act.subject)
    if found is None:
        raise Unclear("{!r} is not a number of dice", act.subject, nearest=f"`{ROLL.form}`")
    said = found.groupdict()
    count, sides = integer(said.get("count") or "1"), integer(said.get("sides") or "6")
    if not count:
        raise Unclear("no dice are rolled", nearest=f"`{ROLL.form}`")
    why = _why(said["why"])
    faces = act.roll(count, sides, why or "the roll")
    more = integer(said.get("plus") or "0") * (1 if said.get("sign") == "+" else -1)
    shown = " + ".join(map(str, faces)) + (f" {_signed(more)[0]} {abs(more)}" if more else "")
    total = f" = {sum(faces) + more}" if faces[1:] or more else ""
    act.say(f"{count}d{sides}{_signed(more)}{_reason(why)}: {shown}{total}")


def _signed(number: int) -> str:
    return f"{number:+d}" if number else ""


def _pick(act: Context) -> None:
    found = _WHY.fullmatch(act.subject)
    words, why = (found["said"], _why(found["why"])) if found else (act.subject, "")
    words = words.strip()
    number, options = _asked(act, words)
    if not 0 < number <= min(len(options), MOST_PICKED):
        few = len(options) < number
        there = say("there are {}", len(options)) if few else say("that is too many")
        raise Refused("{} cannot be picked: {}", number, there)
    picked, left = [], list(options)
    for _ in range(number):
        picked.append(act.pick(left, why or "the pick"))
        left.remove(picked[-1])
    act.say(f"{', '.join(picked)}{_reason(why)}")


def _asked(act: Context, words: str) -> tuple[int, tuple[str, ...]]:
    """How many, and of what: ``2 random players``, ``one of red, green or blue``."""
    listed = [each for each in _LISTED.split(_FROM.sub("", words, count=1)) if each]
    if len(listed) > 1 and not _AT_RANDOM.match(words):
        return 1, tuple(dict.fromkeys(listed))
    first, _, rest = words.partition(" ")
    number = number_or_none(first) if rest else None
    what = words if number is None else rest
    found = _RANDOM.match(what)
    others = bool(found and found["other"])  # than who asks
    said = what[found.end() if found else 0 :].strip(" .!")
    return 1 if number is None else number, _options(act, said, others)


def _options(act: Context, what: str, other: bool) -> tuple[str, ...]:
    """The players, or the things of the table that a word stands for in either number."""
    if fold(what) in ("player", "players"):
        return tuple(each for each in act.state.players if not (other and each == act.player))
    words: dict[str, str] = {}
    for table in reversed(tuple(act.state.tables.values())):
        words |= {fold(each): table.name for each in (table.word, table.name) if each}
    known = Vocabulary(words, plurals=True)
    found = known.find(what) or known.find(_TABLE.sub("", what, count=1))
    if found is None:
        there = ", ".join(["player", *(table.noun for table in act.state.tables.values())])
        raise Unclear("{!r} is none of these: {}", what, there, nearest=f"`{PICK.form}`")
    return tuple(act.state.tables[words[found]].things)


def _why(said: str | None) -> str:
    return (said or "").strip(" .:;")


def _reason(why: str) -> str:
    return say(" for {}", why) if why else ""


def _means(act: Context) -> tuple[str, ...]:
    return (fold(act.subject),)


ROLL = Verb(
    "roll", "roll DICE for REASON", "roll 1d20 for the riddle",
    "rolls dice for what people decide; the reason may be left out", _roll, Shape.TEXT,
    questions=Questions.ANYWHERE, means=_means, rolls_apart=True,
    inputs=("roll {Dice=number}d{Sides=number}[ for {Reason=text:100}]",),
)  # fmt: skip
PICK = Verb(
    "pick", "pick a random player for REASON", "pick 2 random players for the watch",
    "picks at random: a player, a thing of a table, or one of `red, green, blue`", _pick,
    Shape.TEXT, questions=Questions.ANYWHERE, means=_means, rolls_apart=True,
    inputs=("pick {number} random players[ for {Reason=text:100}]",),
)  # fmt: skip
DRAW = Verb(
    "draw", "draw a random Card for REASON", "draw a random Card for Ann",
    "draws a thing of a table at random; nothing is gained by it", _pick,
    Shape.TEXT, questions=Questions.ANYWHERE, means=_means, rolls_apart=True,
    inputs=("draw a random {Of=noun}[ for {Reason=text:100}]",),
)  # fmt: skip


def _not_played(_act: Context) -> None:
    """Lines that give a reading in full are taken up before any is played."""
    raise Refused("a reading is given by a line of its own, with the words in quotes")


READING = Verb(
    "reading", 'reading "FIRST WORDS": SENTENCES', 'reading "Farmers sow": A player may sow.',
    "says what a sentence means; with its words alone, shows how it is played or what it may mean",
    _not_played, Shape.TEXT, questions=Questions.ANYWHERE,
    inputs=('reading "{Sentence=unread}": {Means=text:300}', "reading {Offer=offer}"),
)  # fmt: skip
REGISTER = Verb(
    "register", 'register "WORDS": MEANING', 'register "MAY": may',
    "says what words mean in all sentences; the answer shows what changes, and asks you to confirm",
    _not_played, Shape.TEXT, questions=Questions.ANYWHERE,
    inputs=('register "{Words=text:60}": {Mean=text:60}',),
)  # fmt: skip
RULES = Section(__name__, verbs=(ROLL, PICK, DRAW, READING, REGISTER))
