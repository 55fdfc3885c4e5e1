"""What of a wikitext is not text of its own: categories, links to other languages, magic words, files, lines across."""

from __future__ import annotations

import re

_CATEGORY = re.compile(r"\[\[[ _]*category[ _]*:[^\[\]\n]*\]\]", re.IGNORECASE)
_INTERWIKI = re.compile(r"\[\[ *[a-z]{2,3}(?:-[a-z]{2,12}){0,2} *:[^\[\]|\n]*\]\]")
_FILE = re.compile(
    r"\[\[[ _]*(?:file|image)[ _]*:[^\[\]|\n]*(?P<options>(?:\|[^\[\]|\n]*)*)\]\]", re.IGNORECASE
)
_OPTION = re.compile(
    r"\s*(?:thumb(?:nail)?|framed?|frameless|border|left|right|cent(?:er|re)|none|baseline|middle|sub|super|top|bottom|"
    r"text-(?:top|bottom)|upright|\d*x?\d+ *px|(?:alt|link|page|lang|class|upright|thumb)\s*=.*)\s*",
    re.IGNORECASE,
)
_MAGIC = re.compile(
    "__(?:NOTOC|FORCETOC|TOC|NOEDITSECTION|NEWSECTIONLINK|NONEWSECTIONLINK|NOGALLERY|HIDDENCAT|NOINDEX|INDEX|"
    "EXPECTUNUSEDCATEGORY|STATICREDIRECT|NOCONTENTCONVERT|NOCC|NOTITLECONVERT|NOTC)__"
)
_SORT = re.compile(
    r"\{\{\s*(?:DEFAULTSORT|DEFAULTSORTKEY|DEFAULTCATEGORYSORT|DISPLAYTITLE)\s*:[^{}]*\}\}"
)


def without_furniture(text: str) -> str:
    """The text without them. Of a file the caption is left, which readers see; a category with a colon is a link."""
    if "[[" in text:
        text = _FILE.sub(_caption, _INTERWIKI.sub("", _CATEGORY.sub("", text)))
    return _SORT.sub("", _MAGIC.sub("", text)) if "__" in text or "{{" in text else text


def _caption(found: re.Match[str]) -> str:
    """What a file's link shows as text."""
    said = [each for each in found["options"].split("|")[1:] if not _OPTION.fullmatch(each)]
    return f" {said[-1]} " if said else ""
