"""Fingerprints of rule text: how one knows a wording again without keeping it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import sha256
from typing import Any

from msgspec import Struct

from wikibot.wikitext.dialect import CATEGORY, FILE, Dialect, current, one_of
from wikibot.wikitext.numerals import mask
from wikibot.wikitext.plain import namespace, replaced, shown, unmarked

# Hexadecimal digits: 80 bits, too many to search for another wording with the same fingerprint.
LENGTH = 20

_MARKS = re.compile("[\ufe0e\ufe0f\u200b-\u200f\u2060\u00ad\ufeff]")
_ALIKE = str.maketrans({
    **dict.fromkeys("‘’‚‛′´`", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑‒–−", "-"),
})  # fmt: skip
_TABLE_LINE = re.compile(r"^[ \t:]*(\{\||\|\}|\|-|\|\+|[|!])(.*)$")
_CELLS = re.compile(r"\|\||!!")
_SPANS = re.compile(r"\b(?:row|col)span\s*=\s*\"?\s*\d+", re.IGNORECASE)
_LIST = re.compile(r"^([*#:;]+)\s*")
_ACROSS = re.compile(r"^-{4,}")
_EMOJI = re.compile("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]+")
_TWICE = re.compile(r"(?<!\.)\.\.(?!\.)")
_OUTER = re.compile(r"^(?:¦- ?)++|(?<!¦-)(?<!¦- )(?: ?¦-)++$")
_DOUBLE = re.compile(r"¦-(?: ¦-)+")
_CELL, _ROW, _ITEM = " ¦ ", " ¦- ", "•"


class Fingerprints(Struct, frozen=True):
    """Three fingerprints of one wording, the strictest first; each ``LENGTH`` hex digits."""

    exact: str
    normal: str
    masked: str


def digest(text: str) -> str:
    """Fingerprint of a text as it is."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def fingerprints(text: str, *, meaning: str | None = None) -> Fingerprints:
    """Fingerprints of a wikitext. ``meaning``: the part that says something, if not the whole."""
    return _fingerprints(text, normalise(text if meaning is None else meaning))


@lru_cache(maxsize=4096)
def _fingerprints(text: str, normal: str) -> Fingerprints:
    return Fingerprints(digest(text.strip()), digest(normal), digest(mask(normal)))


def normalise(text: str) -> str:
    """What a wording says, apart from how it is written down. Case and all words stay.

    Comments, markup, struck text, link targets (not web addresses), entities, typographic quotes
    and hyphens, invisible marks and white space make no difference, beside an emoji none at all;
    nor do categories, links to other languages, magic words, files without a caption, lines across,
    a full stop that was written twice, or the style of a table's cells. List markers become one
    character a level, cells and rows keep their borders, cells the number of rows and columns they
    cover.
    """
    return _normalised(text, current())


@lru_cache(maxsize=4096)
def _normalised(text: str, words: Dialect) -> str:
    text = text.replace("\r\n", "\n")
    said = replaced(text, said_in_rule, words)
    if said is None:
        return text.strip()
    text = "\n".join(map(_line, without_switches(said, words).split("\n")))
    text = unmarked(text).translate(_ALIKE)
    text = _EMOJI.sub(r" \g<0> ", _MARKS.sub("", unicodedata.normalize("NFKC", text)))
    text = _TWICE.sub(".", " ".join(text.split()))
    return _DOUBLE.sub("¦-", _OUTER.sub("", text)).strip()


def _line(line: str) -> str:
    """One line with its table or list markup in a form that is the same for every style."""
    line = _ACROSS.sub("", line)
    table = _TABLE_LINE.match(line)
    if table:
        return _table_line(table[1], table[2])
    marker = _LIST.match(line)
    if not marker:
        return line
    depth = len(marker[1].strip(":;"))
    return f" {_ITEM * depth} {line[marker.end() :]}" if depth else line[marker.end() :]


def _table_line(mark: str, rest: str) -> str:
    if mark in ("{|", "|-"):  # only attributes follow
        return _ROW
    if mark == "|}":
        return _ROW + rest
    if mark == "|+":
        return rest
    cells = _CELLS.split(rest) if mark == "!" else rest.split("||")
    return "".join(_CELL + _cell(cell) for cell in cells)


def _cell(cell: str) -> str:
    """A cell without its attributes, except how many rows or columns it covers."""
    attributes, bar, value = cell.partition("|")
    if not bar or "[[" in attributes or "{{" in attributes or "-{" in attributes:
        return cell
    return " ".join(_SPANS.findall(attributes)) + " " + value


_INTERWIKI = re.compile(r" *[a-z]{2,3}(?:-[a-z]{2,12}){0,2} *:")
_OPTION = (
    r"thumb(?:nail)?|framed?|frameless|border|left|right|cent(?:er|re)|none|baseline|middle|sub|super|top|bottom|"
    r"text-(?:top|bottom)|upright|\d*x?\d+ *px|"
    r"(?:alt|link|page|lang|class|upright|thumb)\s*=.*"
)
_MAGIC = (
    "__(?:NOTOC|FORCETOC|TOC|NOEDITSECTION|NEWSECTIONLINK|NONEWSECTIONLINK|NOGALLERY|HIDDENCAT|NOINDEX|INDEX|"
    "EXPECTUNUSEDCATEGORY|STATICREDIRECT|NOCONTENTCONVERT|NOCC|NOTITLECONVERT|NOTC)__"
)
_SORTING = ("DEFAULTSORT", "DEFAULTSORTKEY", "DEFAULTCATEGORYSORT", "DISPLAYTITLE")


@lru_cache(maxsize=64)
def _furniture(words: Dialect) -> tuple[re.Pattern[str], ...]:
    """Magic words, the names of those with a colon, and options of pictures, in a wiki's words."""
    pictures = (re.escape(each).replace(r"\$1", ".*") for each in words.pictures)
    sorting = one_of({*_SORTING, *(each.rstrip(":") for each in words.sorting)})
    return (
        re.compile("|".join((_MAGIC, *map(re.escape, words.hidden)))),
        re.compile(rf"\s*(?:{sorting})\s*:"),
        re.compile(rf"\s*(?:{'|'.join((_OPTION, *pictures))})\s*", re.IGNORECASE),
    )


def without_switches(text: str, words: Dialect) -> str:
    """A text without words that show nothing, such as ``__NOTOC__``, in the wiki's words, too."""
    return _furniture(words)[0].sub("", text)


def said_in_rule(node: Any, words: Dialect) -> str | None:
    """What a node says in a rule: the words that it shows without furniture, and web addresses.

    The caption of a file stays; a category with a colon is a link.
    """
    kind, (_, sorting, option) = type(node).__name__, _furniture(words)
    if kind == "Template":
        return "" if sorting.match(str(node.name)) else None
    if kind == "ExternalLink" and node.brackets:
        label = shown(node, words)
        return label if label in (None, str(node.url)) else f"{label} {node.url}"
    if kind != "Wikilink":
        return shown(node, words)
    title, label = str(node.title), str(node.text or "")
    number = namespace(title, words)
    if number == CATEGORY or (not label and _INTERWIKI.match(title)):
        return ""
    if number != FILE or "[" in label:
        return shown(node, words)
    said = [each for each in label.split("|") if not option.fullmatch(each)]
    return f" {said[-1]} " if said else ""
