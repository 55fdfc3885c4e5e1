"""The order of names in lists, as the wiki's language has it.

Letters with marks stand beside those without (``ä`` beside ``a``, ``ё`` beside ``е``), unless the
language counts them as letters of their own (``ñ`` behind ``n`` in Spanish, ``ö`` behind ``z`` in
Swedish); the language's own script comes before others. That is what MediaWiki's collations do,
``uca-es`` and the like, whose tables Python does not have; of them, this is the part that names
need. Decision: Han characters stand in Unicode's order, by radical and stroke, not by sound.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from wikibot.wikitext.dialect import Dialect, current

Key = tuple[tuple[tuple[int, str, int], ...], str, str]

# Letters of their own, each group behind the letter that begins it. Source: Unicode's CLDR.
_OWN_LETTERS = {
    "az": "cç gğ ıi oö sş uü", "bs": "cčć dđ sš zž", "cs": "cč rř sš zž", "da": "zæøå",
    "eo": "cĉ gĝ hĥ jĵ sŝ uŭ", "es": "nñ", "et": "sšzž wõäöü", "eu": "nñ", "fi": "zåäö",
    "fo": "aá dð ií oó uú yý zæø", "gl": "nñ", "hr": "cčć dđ sš zž", "hu": "oöő uüű",
    "is": "aá dð eé ií oó uú yý zþæö", "kk": "аә гғ кқ нң оө уұү хһ иі", "lt": "cč sš zž",
    "lv": "cč gģ kķ lļ nņ sš zž", "nb": "zæøå", "nn": "zæøå", "no": "zæøå",
    "pl": "aą cć eę lł nń oó sś zźż", "ro": "aăâ iî sșş tțţ", "sk": "aä cč oô sš zž",
    "sl": "cčć dđ sš zž", "sq": "cç eë", "sr": "cčć dđ sš zž", "sv": "zåäö",
    "tk": "cç eä nň oö sş uü yý zž", "tr": "cç gğ ıi oö sş uü", "tt": "аә гғ кқ нң оө уү хһ",
    "uk": "гґ еє иіїй", "vi": "aăâ dđ eê oôơ uư",
}  # fmt: skip
_EVERYWHERE = "ий уў"  # Cyrillic letters that are nowhere taken for those without their marks
_SCRIPTS = {
    "ar": "ARABIC", "be": "CYRILLIC", "bg": "CYRILLIC", "el": "GREEK", "fa": "ARABIC",
    "he": "HEBREW", "hy": "ARMENIAN", "ka": "GEORGIAN", "kk": "CYRILLIC",
    "ko": "HANGUL", "mk": "CYRILLIC", "mn": "CYRILLIC", "ru": "CYRILLIC", "sr": "CYRILLIC",
    "tg": "CYRILLIC", "tt": "CYRILLIC", "uk": "CYRILLIC", "ur": "ARABIC", "yi": "HEBREW",
    "zh": "CJK",
}  # fmt: skip
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"}
)
_KANA = ord("ァ") - ord("ぁ")
_DOTS = str.maketrans({"I": "ı", "İ": "i"})


def sort_key(name: str) -> Key:
    """What names are sorted by on the wiki that is being read."""
    return _key(name, current())


@lru_cache(maxsize=4096)
def _key(name: str, words: Dialect) -> Key:
    lower = name.translate(_DOTS) if words.order in ("tr", "az") else name
    folded = unicodedata.normalize("NFC", lower.casefold())
    own, script = _own(words.order), _SCRIPTS.get(words.order, "")
    letters = (place for char in folded for place in own.get(char) or _places(char, script))
    return tuple(letters), folded, name


@lru_cache(maxsize=16)
def _own(language: str) -> dict[str, tuple[tuple[int, str, int], ...]]:
    """Where a language's own letters stand: behind another one, and how far."""
    script = _SCRIPTS.get(language, "")
    return {
        letter: ((*_places(group[0], script)[0][:2], place),)
        for group in (_EVERYWHERE + " " + _OWN_LETTERS.get(language, "")).split()
        for place, letter in enumerate(group)
        if place
    }


@lru_cache(maxsize=4096)
def _places(char: str, script: str) -> tuple[tuple[int, str, int], ...]:
    """Where a character stands that is no letter of its own: signs, the own script, others."""
    bare = unicodedata.normalize("NFKD", char).translate(_LETTERS)
    kept = [each for each in bare if unicodedata.category(each) not in ("Mn", "Cf")]
    found = []
    for each in kept:
        kana = "ァ" <= each <= "ヶ"
        one = chr(ord(each) - _KANA) if kana else each
        named = unicodedata.name(one, "")
        rank = 0 if not one.isalpha() else 1 if script and named.startswith(script) else 2
        found.append((rank, one, 0))
    return tuple(found)
