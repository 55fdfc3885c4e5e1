"""Words that differ in one letter: one too many, one too few, another one, or two exchanged."""

from __future__ import annotations

from collections.abc import Collection, Iterable

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
    """Whether two different words differ in one letter."""
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
