"""What a wiki says of itself that decides how its pages are read: namespaces, letters, redirects.

A sync reads the pages of one wiki, so the dialect is a context, as that of ``decimal`` is: what
reads wikitext asks ``current()``, and who begins to read a wiki's pages says ``use``. What is
English is understood everywhere, as MediaWiki understands it everywhere.

Sources: https://www.mediawiki.org/wiki/Help:Namespaces, and ``siteinfo`` of MediaWiki's API.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Generic, TypeVar

from msgspec import Struct

from wikibot.wikitext.regex import regex

SPECIAL, USER, USER_TALK, FILE, CATEGORY = -1, 2, 3, 6, 14
_ENGLISH = {
    -2: ("Media",), -1: ("Special",), 1: ("Talk",), 2: ("User",), 3: ("User talk",),
    4: ("Project",), 5: ("Project talk",), 6: ("File", "Image"), 7: ("File talk", "Image talk"),
    8: ("MediaWiki",), 9: ("MediaWiki talk",), 10: ("Template",), 11: ("Template talk",),
    12: ("Help",), 13: ("Help talk",), 14: ("Category",), 15: ("Category talk",),
}  # fmt: skip
# Languages in which the capital of "i" has a dot (MediaWiki's LanguageTr, LanguageAz, LanguageKaa).
_DOTTED = ("tr", "az", "kaa")
BUDDHIST = 543  # years by which the calendar of Thailand is ahead
LARGE = 10_000  # from which on numbers have marks between thousands
_BLANK = regex(r"[\s_]+")


class Dialect(Struct, frozen=True, cache_hash=True):
    """A wiki's own words. ``spaces``: names and aliases of namespaces by number, its own first."""

    language: str = "en"
    spaces: tuple[tuple[int, tuple[str, ...]], ...] = ()
    contributions: tuple[str, ...] = ()  # what the special page is called
    redirects: tuple[str, ...] = ()  # such as ``#WEITERLEITUNG``
    hidden: tuple[str, ...] = ()  # words that show nothing, such as ``__KEIN_INHALTSVERZEICHNIS__``
    sorting: tuple[str, ...] = ()  # what a page is sorted by and called: ``SORTIERUNG:``
    pictures: tuple[str, ...] = ()  # how a picture is shown: ``mini``, ``hochkant=$1``
    any_case: tuple[int, ...] = ()  # namespaces in which a title may begin with a small letter
    groups: tuple[str, ...] = ()  # of users; none where that is not known
    zone: str = "UTC"  # of the times in signatures
    order: str = "en"  # the language whose alphabet sorts names
    group: str = ","  # between the thousands of a number; "" for none
    zero: str = "0"  # the first of its ten digits
    date: str = ""  # a signature's time: ``{hour}:{minute}, {day}. {month} {year} ({zone})``
    months: tuple[str, ...] = ()  # as that time has them
    weekdays: tuple[str, ...] = ()  # likewise, from Monday
    leftward: bool = False  # written from right to left

    @property
    def dotted(self) -> bool:
        return self.language in _DOTTED

    @property
    def signs_in_english(self) -> bool:
        """Whether the wiki's signatures are those of an English one that keeps UTC."""
        return (self.language, self.zone) == (ENGLISH.language, ENGLISH.zone)


ENGLISH = Dialect()
T = TypeVar("T")


class InUse(Generic[T]):
    """A value of this thread or task: ``current``; ``use`` sets it, ``speaking`` for a block."""

    def __init__(self, name: str, default: T) -> None:
        self._variable = ContextVar(name, default=default)
        self.current = self._variable.get
        self.use = self._variable.set

    @contextmanager
    def speaking(self, value: T) -> Iterator[None]:
        before = self._variable.set(value)
        try:
            yield
        finally:
            self._variable.reset(before)


_DIALECT = InUse("dialect", ENGLISH)  # of the wiki whose pages are being read
current, use, speaking = _DIALECT.current, _DIALECT.use, _DIALECT.speaking


@lru_cache(maxsize=64)
def namespaces(dialect: Dialect) -> dict[str, tuple[int, str]]:
    """Namespace number and its proper name, by each folded name that a link may use."""
    known: dict[str, tuple[int, str]] = {}
    own = dict(dialect.spaces)
    for number, names in _ENGLISH.items():
        proper = own.get(number, names)[0]
        known.update({key(name): (number, proper) for name in names})
    for number, names in dialect.spaces:
        known.update({key(name): (number, names[0]) for name in names if name})
    return known


def key(name: str) -> str:
    """What names of a namespace are compared by."""
    return _BLANK.sub(" ", name).strip().casefold()


@lru_cache(maxsize=64)
def _redirect(dialect: Dialect) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{one_of(('#redirect', *dialect.redirects))})(?!\w)", re.IGNORECASE)


def is_redirect(text: str) -> bool:
    """Whether a page, or the page that begins with a line, leads to another one."""
    return bool(_redirect(current()).match(text))


def grouped(number: int) -> str:
    """A number as the wiki's people write it: large ones with marks between thousands."""
    if -LARGE < number < LARGE:
        return f"{number}"
    return f"{number:,}".replace(",", current().group)


def any_of(dialect: Dialect, *numbers: int) -> str:
    """A pattern, to be used without regard to case, for any name of these namespaces."""
    names = {name for number in numbers for name in _ENGLISH.get(number, ())}
    names |= {name for number, all_ in dialect.spaces if number in numbers for name in all_ if name}
    return one_of(names)


def one_of(names: set[str] | tuple[str, ...]) -> str:
    """A pattern for any of some names, blanks as MediaWiki reads them."""
    return "|".join(
        r"[\s_]+".join(map(re.escape, _BLANK.split(name.strip())))
        for name in sorted(names, key=lambda name: (-len(name), name))
    )


# == When two spellings of a name count as the same: things are folded, accounts as on MediaWiki ===
#
# An account's name is in NFC, with blanks for underscores and any other space, none of them
# doubled or at an end, the first letter a capital (unless its capital is more than one letter, as
# of ``ß``), without marks of direction; a colon or a namespace in front is for links, not part of
# a name.

# Marks that change how a character looks but not which name it is: variation selectors, joiners,
# soft hyphen, BOM.
_MARKS = regex("[\ufe0e\ufe0f\u200b-\u200d\u2060\u00ad\ufeff\u200e\u200f]")
# What is no digit but would become one: raised, circled, a fraction. ``2²`` is not 22.
_NO_DIGITS = "²³¹¼-¾⁰-⁹₀-₉⅐-⅟↉①-⒛⓪㉐-㉟㊱-㋋㍘-㍰㍸㍹㎟-㎯㏠-㏾🄀-🄊"
_DIGIT = regex(r"(?![0-9])\d")
_UNIFIED = regex(f"[^{_NO_DIGITS}]+")
_SPACE = regex(r"[\s_]+")
_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "`": "'"})
_DIRECTION = regex("[\u200e\u200f\u202a-\u202e]")
_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһӏԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυհոսօ",
    "ABESIJKMHOPCTYXaesijopcyxdhlqwABEZHIKMNOPTYXaikvopuhnuo",
)  # Cyrillic, Greek and Armenian letters
_DOTS = str.maketrans("İı", "ii")
_ACCOUNT_SPACE = regex(r"[\s_\u180e]+")


def fold(text: str) -> str:
    """The form under which names are compared; never shown and never written back.

    Where the capital of "i" has a dot, all four letters i are one: the game's own words are
    English, and ``BALIK`` is ``Balık`` as ``GIVE`` is ``give``.
    """
    return _fold(text, current().language in _DOTTED)


@lru_cache(maxsize=8192)
def _fold(text: str, dotted: bool) -> str:
    if not text.isascii():
        text = _UNIFIED.sub(lambda part: unicodedata.normalize("NFKC", part[0]), text)
        text = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), _MARKS.sub("", text))
    text = text.translate(_QUOTES)
    text = text.translate(_DOTS) if dotted else text
    return _SPACE.sub(" ", text).strip().casefold()


def look(name: str) -> str:
    """What two names of different scripts share that readers cannot tell apart."""
    return fold(name.translate(_ALIKE))


def account_name(name: str) -> str:
    """An account's name in MediaWiki's own spelling, on the wiki that is being read."""
    return _account_name(name, current().dotted)


@lru_cache(maxsize=8192)
def _account_name(name: str, dotted: bool) -> str:
    bare = unicodedata.normalize("NFC", _DIRECTION.sub("", name))
    capital = upper_first(_ACCOUNT_SPACE.sub(" ", bare).strip(), dotted=dotted)
    return unicodedata.normalize("NFC", capital)  # of "i" with a dot that stands apart


def upper_first(text: str, *, dotted: bool = False) -> str:
    """A text with its first letter as a capital, where that is one letter, too.

    ``dotted``: the capital of "i" has a dot, as in Turkish.
    """
    first = "İ" if dotted and text[:1] == "i" else text[:1].upper()
    return (first if len(first) == 1 else text[:1]) + text[1:]


# -- sorting ---------------------------------------------------------------------------------------
# The order of names in lists, as the wiki's language has it.
#
# Letters with marks stand beside those without (``ä`` beside ``a``, ``ё`` beside ``е``), unless
# the language counts them as letters of their own (``ñ`` behind ``n`` in Spanish, ``ö`` behind
# ``z`` in Swedish); the language's own script comes before others. That is what MediaWiki's
# collations do, ``uca-es`` and the like, whose tables Python does not have; of them, this is the
# part that names need. Decision: Han characters stand in Unicode's order, by radical and stroke,
# not by sound.

Key = tuple[tuple[tuple[int, str, int], ...], str, str]

# Letters of their own, each group behind the letter that begins it; commas part letters of more
# than one sign. Source: Unicode's CLDR.
_OWN_LETTERS = {
    "az": "cç gğ ıi oö sş uü", "bs": "cčć d,dž,đ l,lj n,nj sš zž", "cs": "cč h,ch rř sš zž",
    "cy": "c,ch d,dd f,ff g,ng l,ll p,ph r,rh t,th", "da": "zæøå",
    "eo": "cĉ gĝ hĥ jĵ sŝ uŭ", "es": "nñ", "et": "sšzž wõäöü", "eu": "nñ", "fi": "zåäö",
    "fo": "aá dð ií oó uú yý zæø", "gl": "nñ", "hr": "cčć d,dž,đ l,lj n,nj sš zž",
    "hu": "c,cs d,dz,dzs g,gy l,ly n,ny oöő s,sz t,ty uüű z,zs",
    "is": "aá dð eé ií oó uú yý zþæö", "kk": "аә гғ кқ нң оө уұү хһ иі", "lt": "cč sš zž",
    "lv": "cč gģ kķ lļ nņ sš zž", "nb": "zæøå", "nn": "zæøå", "no": "zæøå",
    "pl": "aą cć eę lł nń oó sś zźż", "ro": "aăâ iî sșş tțţ", "sk": "aä cč h,ch oô sš zž",
    "sl": "cčć dđ sš zž",
    "sq": "cç d,dh eë g,gj l,ll n,nj r,rr s,sh t,th x,xh z,zh", "sr": "cčć dđ sš zž", "sv": "zåäö",
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
_MARKS_ABOVE = str.maketrans({"I": "ı", "İ": "i"})


def sort_key(name: str) -> Key:
    """What names are sorted by on the wiki that is being read."""
    return _key(name, current())


@lru_cache(maxsize=4096)
def _key(name: str, words: Dialect) -> Key:
    lower = name.translate(_MARKS_ABOVE) if words.order in ("tr", "az") else name
    folded = unicodedata.normalize("NFC", lower.casefold())
    own, script = _own(words.order), _SCRIPTS.get(words.order, "")
    signs = re.findall("|".join((*sorted(own, key=len, reverse=True), "(?s:.)")), folded)
    letters = (place for sign in signs for place in own.get(sign) or _places(sign, script))
    return tuple(letters), folded, name


@lru_cache(maxsize=16)
def _own(language: str) -> dict[str, tuple[tuple[int, str, int], ...]]:
    """Where a language's own letters stand: behind another one, and how far."""
    script = _SCRIPTS.get(language, "")
    return {
        letter: ((*_places(group[0], script)[0][:2], place),)
        for group in (_EVERYWHERE + " " + _OWN_LETTERS.get(language, "")).split()
        for place, letter in enumerate(group.split(",") if "," in group else group)
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
