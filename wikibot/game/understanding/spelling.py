"""Words as people spell them: the forms of a verb, and words with one letter wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

_VOWELS = "aeiou"
_IRREGULAR = {
    "be": ("is", "am", "being", "was"), "beat": ("beat", "beaten"), "become": ("became",),
    "begin": ("began", "begun"), "bring": ("brought",), "build": ("built",),
    "buy": ("bought",), "choose": ("chose", "chosen"), "do": ("did", "done"),
    "dig": ("dug",), "drink": ("drank",),
    "eat": ("ate", "eaten"), "fight": ("fought",), "find": ("found",),
    "get": ("got",), "give": ("gave", "given"), "go": ("went", "gone"), "have": ("had", "has"),
    "hold": ("held",), "keep": ("kept",), "leave": ("left",), "lose": ("lost",),
    "make": ("made",), "overturn": ("overturned",), "pay": ("paid",), "put": ("put",),
    "quit": ("quit",), "rend": ("rent",), "rise": ("rose",), "run": ("ran",), "say": ("said",),
    "sell": ("sold",), "send": ("sent",), "set": ("set",), "shoot": ("shot",),
    "spend": ("spent",), "stand": ("stood",), "take": ("took", "taken"), "throw": ("threw",),
    "withdraw": ("withdrew", "withdrawn"), "write": ("wrote",),
}  # fmt: skip


@lru_cache(maxsize=2048)
def forms(verb: str) -> tuple[str, ...]:
    """A verb in lower case with its other forms: ``mine``, ``mines``, ``mining``, ``mined``.

    A word that is not letters alone has none.
    """
    if not verb.isalpha() or len(verb) < 2:
        return (verb,)
    past = _IRREGULAR.get(verb)
    regular = () if past else (_with(verb, "ed"),)
    return tuple(dict.fromkeys((verb, _third(verb), *_gerunds(verb), *(past or regular))))


def _third(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _gerunds(verb: str) -> Iterator[str]:
    if verb.endswith("e") and not verb.endswith("ee"):
        yield verb[:-1] + "ing"
    else:
        yield _with(verb, "ing")


def _with(verb: str, ending: str) -> str:
    """A verb with an ending that begins with a vowel: ``claim-ing``, ``run-n-ing``, ``tri-ed``."""
    if verb.endswith("e") and ending == "ed":
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in _VOWELS and ending == "ed":
        return verb[:-1] + "ied"
    return verb + verb[-1] + ending if _doubles(verb) else verb + ending


def _doubles(verb: str) -> bool:
    """Whether the last letter is doubled: one vowel before it, in a verb of one syllable."""
    if verb in ("quit", "commit", "admit", "equip"):
        return True
    if len(verb) < 3 or verb[-1] in _VOWELS + "wxy" or verb[-2] not in _VOWELS:
        return False
    return sum(letter in _VOWELS for letter in verb) == 1


# -- words that people say for one another ---------------------------------------------------------

_ALIKE = """
    buy purchase acquire get order take, sell flog, give hand donate gift pass send grant transfer,
    take grab collect pick fetch pull draw, leave quit exit depart, join enter participate,
    resign relinquish abdicate retire, use activate apply employ trigger wield fire play cast,
    move go walk travel step run march stroll advance proceed head journey wander hop ride,
    fight battle attack combat hit strike, eat devour munch consume swallow gobble,
    drink sip gulp quaff, build construct erect place put set raise, plant sow put,
    harvest reap gather pick pluck rip, mine dig quarry excavate, forage gather scavenge,
    search look rummage seek, explore scout, observe watch peek look gaze view spy study,
    steal rob snatch loot swipe plunder, throw toss hurl fling chuck,
    kick expel evict oust remove eject throw, destroy smash break shatter crush,
    make create craft brew prepare assemble forge hammer, cook boil fry prepare make,
    end finish conclude complete close, start begin commence initiate open launch,
    store stash deposit put stow, withdraw retrieve remove take, pay spend, admit confess,
    gamble bet wager stake, propose suggest submit, claim occupy found settle,
    accept approve agree, decline deny reject refuse, cancel withdraw revoke retract abort,
    ping poke nudge wake remind, escape flee, swap exchange trade barter switch offer tender sell,
    judge rule decide, repair fix mend, copy duplicate, fish catch, hunt chase,
    sail steer navigate voyage cruise, beam zap target, contribute add, support endorse back,
    shatter smash break, hold keep, rejoin return, beat best
"""
_GROUPS = tuple(group.split() for group in _ALIKE.split(","))


@lru_cache(maxsize=2048)
def alike(verb: str) -> frozenset[str]:
    """What people may say for a verb, in all forms; none of it says the same for sure."""
    words = (word for group in _GROUPS if verb in group for word in group if word != verb)
    return frozenset(form for word in words for form in forms(word))


# -- words with one letter wrong -------------------------------------------------------------------


SHORTEST = 4  # letters of a word that may be mistyped
# Correct words that look like a mistyped verb:
_SPELLED = """
    able also area back bare been best both call came care case cool date done door down each even
    ever face fact fair fall fast feel fine fire five food foot form four free full game gave give
    goes gone good have hear heat held hell help here high home hope idea into join just keep kick
    kind knew know land last late lead left less life like line list live long look lose loss lost
    love made main make many mice mind mint miss mode moon more most mote mood mole much name near
    need next none note once only open over page part past pass path play plan plane plans plants
    post pots rare real rest role rule said same save seen sell sent ship shop show side some soon
    stare stone story stove such sure take tale tell than that them then there they thing think this
    thus time told took trade true turn upon user uses very wait walk want water week well went were
    what when whom wide wife will wish with wood word work year your acceptable except expect lease
    leaf leaves leaving trace trap tread sport supper vote votes votee note vole quite quiet quilt
"""
_WORDS = frozenset(_SPELLED.split())


def near(one: str, other: str) -> bool:
    """Whether two words differ in one letter: one more, one less, another, or two exchanged."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, others = one[start:], other[start:]
    if len(rest) == len(others):
        exchanged = rest[:2] == others[1::-1] and rest[2:] == others[2:]
        return rest[1:] == others[1:] or exchanged
    return rest[1:] == others or rest == others[1:]


def mended(word: str, known: Iterable[str], words: Collection[str] = _WORDS) -> tuple[str, ...]:
    """The known words that a folded word is with one letter wrong, the first one right."""
    if len(word) < SHORTEST or word in words or not word.isalpha():
        return ()
    likely = (each for each in known if each[:1] == word[:1] and len(each) >= SHORTEST)
    return tuple(dict.fromkeys(each for each in likely if near(word, each)))
