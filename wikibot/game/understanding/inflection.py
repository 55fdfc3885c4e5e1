"""The forms of a verb that people use for doing it: ``mine``, ``mines``, ``mining``, ``mined``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

_VOWELS = "aeiou"
_IRREGULAR = {
    "be": ("is", "am", "being", "was"), "beat": ("beat", "beaten"), "become": ("became",),
    "begin": ("began", "begun"), "bring": ("brought",), "build": ("built",),
    "buy": ("bought",), "choose": ("chose", "chosen"), "do": ("did", "done"),
    "drink": ("drank",), "eat": ("ate", "eaten"), "fight": ("fought",), "find": ("found",),
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
    """A verb in lower case with its other forms; a word that is no letters alone has none."""
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
