"""Wikitext as a reader sees it: the words of a line, a heading or a cell, without markup."""

from __future__ import annotations

import html
import re
import unicodedata
import zlib
from bisect import bisect_right
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from wikibot.wikitext.dialect import CATEGORY, FILE, USER, Dialect, current, key, namespaces, one_of
from wikibot.wikitext.messages import say
from wikibot.wikitext.numerals import mask
from wikibot.wikitext.preprocessor import ELEMENT, TAG, Interval, without
from wikibot.wikitext.regex import regex

# == Links, templates, tags and comments of a text, found by mwparserfromhell behind a bound =======
#
# Its tokenizer goes back for each opener that has no end, for some it takes the square of the
# length and worse, and it cannot be interrupted. A text beyond the bound is never given to it: it
# is the wording of no rule and the value of no cell, and people are told what to mend.

MOST_MARKS = 4_000  # of one text; the longest ruleset that we know has 1,000
MOST_ON_PAGE = 12_000
MOST_CHARACTERS = 400_000  # of a ruleset; the longest that we know has 150,000
MOST_OPEN = 12  # openers without an end, or still open at one place, and stray closing tags
# What has nothing of this is not parsed; HTML's own tags show their content in any case.
_PARSED = regex(rf"{ELEMENT.pattern}|\[\[|\[(?:https?:)?//|\{{\{{", re.IGNORECASE)
_MARK = regex(r"[<\[&*#:;|!=]|\{\{|----")
_ENDS = {"-->": "<!--", "}}": "{{", "]]": "[[", "]": "[", "|}": "{|"}
_OPENER = regex(
    r"<!--|-->|\{\{\{++|\{\{|\}\}|\[\[|\[(?=//|[a-z]++:)|\](?=\]\](?!\]))|\]\]?"
    r"|^[ \t:]*+(?:\{\||\|\})|\n"
    r"|^=(?!=*+[^=<\[{\n]++=++[ \t]*+$)"  # but for headings of mere words
    r"|<(?P<close>/?)(?P<tag>[a-z][a-z0-9]*+)"  # with attributes that end
    r"(?:\s++[^\s\"'<>/=]++(?:\s*+=\s*+(?:\"[^\"<\n]*+\"|'[^'<\n]*+'|[^\s\"'<>=]++))?+)*+"
    r"\s*+(?P<empty>/?)>|<(?![\s\d=-])",
    re.IGNORECASE | re.MULTILINE | re.ASCII,
)
_SINGLE = ("br", "wbr", "hr", "meta", "link", "img")
_READING = 2  # another one with each change of what is shown of nodes: kept texts are parsed again
_MOST_KEPT, _MOST_BYTES = 4_096, 50_000_000

Show = Callable[[Any, Dialect], str | None]
"""What stands for a node of the library, whose inner nodes were replaced before; None: itself."""

_before: dict[bytes, str] = {}  # texts of an earlier run by what was asked of them
_new: dict[bytes, str] = {}


def replaced(wikitext: str, show: Show, words: Dialect) -> str | None:
    """The text with something else for some of its nodes; None where it is beyond the bound."""
    if not _PARSED.search(wikitext):
        return wikitext
    asked = f"{_READING} {show.__name__} {_name(words)} {wikitext}"
    key = sha256(asked.encode("utf-8", "surrogatepass")).digest()
    known = _before.get(key)
    if known is not None or beyond(wikitext):
        return known
    from mwparserfromhell import parse  # 60 ms, which no idle sync has

    code = parse(wikitext, skip_style_tags=True)
    _replace(code.nodes, show, words)
    _new[key] = str(code)
    return _new[key]


def _replace(nodes: Any, show: Show, words: Dialect) -> None:
    from mwparserfromhell.nodes import Text

    for at, node in enumerate(nodes):
        if type(node).__name__ != "Text":
            for inner in node.__children__():
                _replace(inner.nodes, show, words)
            if (shown := show(node, words)) is not None:
                nodes[at] = Text(shown)


@lru_cache(maxsize=64)
def _name(words: Dialect) -> str:
    return sha256(repr(words).encode()).hexdigest()


@lru_cache(maxsize=8)
def _marks_on(page: str, texts: tuple[str, ...]) -> int:
    return sum(map(_marks, texts or page.split("\n=")))


def legible(page: str, texts: tuple[str, ...] = ()) -> tuple[str, str]:
    """A page; where its texts together are beyond the bound, with another sign for each opener.

    Then nothing of it is parsed, and no text that had markup reads as before. The second value says
    why that is so, and what to do. ``texts``: what is read of it; none given: its sections, of a
    page that is too long those at its beginning.
    """
    if not texts and len(page) > MOST_CHARACTERS:
        shown = f"{MOST_CHARACTERS:,}"
        why = say("what comes behind {} characters of the page is not read; shorten it", shown)
        return legible(page[:MOST_CHARACTERS])[0], why
    if why := _too_many(_marks_on(page, texts), MOST_ON_PAGE):
        return _PARSED.sub(lambda found: "\u2039" * len(found[0]), page), why
    return page, ""


def beyond(wikitext: str) -> str:
    """Why a text is not parsed, and what to do; "" for nearly every text."""
    if why := _too_many(_marks(wikitext), MOST_MARKS):
        return why
    if openers := _left_open(wikitext):
        shown = " ".join(f"`{each}`" for each in dict.fromkeys(openers))
        return say(
            "its wikitext is not read, as more than {} of {} are not closed; close or remove them",
            MOST_OPEN, shown,
        )  # fmt: skip
    return ""


@lru_cache(maxsize=4096)
def _left_open(wikitext: str) -> tuple[str, ...]:
    """Openers that are left open, and ends without one, where a text has too many of them."""
    waiting, left = list[str](), list[str]()
    for found in _OPENER.finditer(wikitext) if _PARSED.search(wikitext) else ():
        mark, tag = found[0].lower().strip(" \t:"), (found["tag"] or "").lower()
        kind, ends = (f"<{tag}>", found["close"]) if tag else (_ENDS.get(mark, mark), mark in _ENDS)
        if mark == "\n":  # a link to the web ends with its line
            while waiting[-1:] == ["["]:
                left.append(waiting.pop())
        elif ends and kind in waiting:
            while (inner := waiting.pop()) != kind:
                left.append(inner)
        elif ends and tag:
            left.append(f"</{tag}>")
        elif not ends and tag not in _SINGLE and not found["empty"]:
            waiting.append(kind)
        if len(left) + len(waiting) > MOST_OPEN:
            return (*left, *waiting)
    return ()


def _marks(text: str) -> int:
    """How many marks of wikitext a text has, if any of it has to be parsed."""
    return len(_MARK.findall(text)) if _PARSED.search(text) else 0


def _too_many(marks: int, most: int) -> str:
    if marks <= most:
        return ""
    return say(
        "its wikitext is not read, as it has {} marks, and at most {} are read; shorten it",
        f"{marks:,}", f"{most:,}",
    )  # fmt: skip


# -- between two runs ------------------------------------------------------------------------------


def recall(kept: bytes) -> None:
    """Begin a run with what an earlier one found, so that only new texts are parsed."""
    _before.clear()
    _new.clear()
    with suppress(zlib.error, msgspec.MsgspecError):
        unpacked = zlib.decompressobj().decompress(kept, _MOST_BYTES)
        _before.update(msgspec.msgpack.decode(unpacked, type=dict[bytes, str]))


def remember() -> bytes:
    """What to keep for the next run; nothing where no new text was parsed."""
    latest = list({**_before, **_new}.items())[-_MOST_KEPT:]
    return zlib.compress(msgspec.msgpack.encode(dict(latest))) if _new else b""


# == Wikitext as a reader sees it: the words of a line, a heading or a cell, without markup ========

STRIKE = regex(r"<(?P<close>/?)(?P<tag>s|del|strike)\b[^<>]*>", re.IGNORECASE)
_BREAK = regex(r"<br\b[^<>]*>", re.IGNORECASE)
_HTML = regex(
    r"</?(?:abbr|b|bdi|bdo|big|blockquote|center|cite|code|data|dd|del|dfn|div|dl|dt|em|font|"
    r"h[1-6]|hr|i|ins|kbd|li|mark|noinclude|nowiki|ol|onlyinclude|p|q|rb|rp|rt|ruby|s|samp|small|"
    r"span|strike|strong|sub|sup|time|tt|u|ul|var|wbr)\b[^<>]*>|<(?:!--|includeonly\b).*",
    re.IGNORECASE | re.DOTALL,
)
_WEB = regex(r"(?:https?:)?//", re.IGNORECASE)
_QUOTES = regex("'{2,}")
_ENTITY = regex(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);")
_ACTS = regex(r"^[*#:;!-]|[|<'_\[{]")
_ACTS_IN_LABEL = regex(r"^[*#:;!-]|\|")
# Invisible marks that are often pasted along; joiners and variation selectors belong to emoji.
_UNSEEN = regex(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad\x00-\x08\x0e-\x1f\x7f]"
)


def plain(wikitext: str) -> str:
    """What a reader sees, on one line with single blanks.

    Links become their label (a user link without one the bare name, a web link without one its
    address), bold, italics, tags and comments go, entities are decoded, the content of ``<nowiki>``
    and ``<pre>`` stays as it is, templates stay as wikitext. Struck text (``<s>``, ``<del>``,
    ``<strike>``) was taken back by its writer and goes.
    """
    return wikitext if wikitext.isalnum() else _plain(wikitext, current())


@lru_cache(maxsize=4096)
def _plain(wikitext: str, words: Dialect) -> str:
    text = replaced(wikitext, shown, words)
    return tidy(wikitext) if text is None else unmarked(text)


def unmarked(text: str) -> str:
    """A text whose nodes were replaced, without the rest of its markup."""
    if "<" in text:  # tags: the library takes those that overlap or have no end for text
        text = _HTML.sub("", _BREAK.sub(" ", without(text, struck(text))))
    return tidy(decoded(_QUOTES.sub(_apostrophes, text)))


def tidy(text: str) -> str:
    """A plain text as pages give it: on one line with single blanks, without invisible marks."""
    return " ".join(_UNSEEN.sub("", text).split())


def decoded(text: str) -> str:
    """A text with its entities decoded, once: those that end in a semicolon, as on MediaWiki."""
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text


def struck(text: str) -> list[Interval]:
    """Struck text with its tags, outermost, in order.

    From each opening tag to the next closing one of its name; without one it strikes nothing.
    """
    closing: dict[str, list[int]] = {}
    tags = list(STRIKE.finditer(text))
    for number, found in enumerate(tags):
        if found["close"]:
            closing.setdefault(found["tag"].lower(), []).append(number)
    spans: list[Interval] = []
    for number, found in enumerate(tags):
        if found["close"] or (spans and found.start() < spans[-1][1]):
            continue
        ends = closing.get(found["tag"].lower(), [])
        after = bisect_right(ends, number)
        if after < len(ends):
            spans.append((found.start(), tags[ends[after]].end()))
    return spans


def shown(node: Any, words: Dialect) -> str | None:
    """What a reader sees of a node of the library; None for what may stay as it is."""
    kind = type(node).__name__
    tag = f"<{str(node.tag).strip().lower()}>" if kind == "Tag" else ""
    if tag in ("<nowiki>", "<pre>"):
        return _ACTS.sub(_coded, str(node.contents or ""))
    extension = TAG.match(tag)
    if kind == "Comment" or (extension and not extension["inclusion"]):
        return ""
    if kind == "ExternalLink" and node.brackets and _WEB.match(str(node.url)):
        return str(node.title or "").strip() or str(node.url)
    return _label(node, words) if kind == "Wikilink" else None


def _label(node: Any, words: Dialect) -> str | None:
    """The label of a link, or else its target, of an account's page the account."""
    label, title = str(node.text or ""), str(node.title)
    if "[" in label or "]" in label:
        return None
    if label and namespace(title, words) != CATEGORY:
        return _ACTS_IN_LABEL.sub(_coded, label)
    title = title.strip()
    if namespace(title, words) == CATEGORY:
        return ""  # MediaWiki shows it at the end of the page
    title = title.removeprefix(":")
    name = title.partition(":")[2].replace("_", " ").strip()
    is_user = namespace(title, words) == USER and name and not {"/", "#"} & {*decoded(name)}
    return name if is_user else title


def namespace(title: str, words: Dialect) -> int:
    """The number of the namespace that a title names; 0 for none."""
    space, colon, _ = title.partition(":")
    return namespaces(words).get(key(space), (0, ""))[0] if colon else 0


def _coded(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"


def _apostrophes(found: re.Match[str]) -> str:
    """Runs of 2, 3 and 5 are markup; of 4, one is text; of more, all but 5 (Parser::doQuotes)."""
    run = len(found[0])
    return "'" if run == 4 else "'" * max(run - 5, 0)


# -- fingerprints ----------------------------------------------------------------------------------
# Fingerprints of rule text: how one knows a wording again without keeping it.

# Hexadecimal digits: 80 bits, too many to search for another wording with the same fingerprint.
LENGTH = 20

_MARKS = regex("[\ufe0e\ufe0f\u200b-\u200f\u2060\u00ad\ufeff]")
_ALIKE = str.maketrans({
    **dict.fromkeys("‘’‚‛′´`", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑‒–−", "-"),
})  # fmt: skip
_TABLE_LINE = regex(r"^[ \t:]*(\{\||\|\}|\|-|\|\+|[|!])(.*)$")
_CELLS = regex(r"\|\||!!")
_SPANS = regex(r"\b(?:row|col)span\s*=\s*\"?\s*\d+", re.IGNORECASE)
_LIST = regex(r"^([*#:;]+)\s*")
_ACROSS = regex(r"^-{4,}")
_EMOJI = regex("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]+")
_TWICE = regex(r"(?<!\.)\.\.(?!\.)")
_OUTER = regex(r"^(?:¦- ?)++|(?<!¦-)(?<!¦- )(?: ?¦-)++$")
_DOUBLE = regex(r"¦-(?: ¦-)+")
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
        mark, rest = table[1], table[2]
        if mark in ("{|", "|-"):  # only attributes follow
            return _ROW
        if mark in ("|}", "|+"):
            return _ROW + rest if mark == "|}" else rest
        cells = _CELLS.split(rest) if mark == "!" else rest.split("||")
        return "".join(_CELL + _cell(cell) for cell in cells)
    marker = _LIST.match(line)
    if not marker:
        return line
    depth = len(marker[1].strip(":;"))
    return f" {_ITEM * depth} {line[marker.end() :]}" if depth else line[marker.end() :]


def _cell(cell: str) -> str:
    """A cell without its attributes, except how many rows or columns it covers."""
    attributes, bar, value = cell.partition("|")
    if not bar or "[[" in attributes or "{{" in attributes or "-{" in attributes:
        return cell
    return " ".join(_SPANS.findall(attributes)) + " " + value


_INTERWIKI = regex(r" *[a-z]{2,3}(?:-[a-z]{2,12}){0,2} *:")
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
