"""Answers as wikitext, turned back into the plain text that the game gave."""

from __future__ import annotations

import re

_LINK = re.compile(r"\[\[User:[^\[\]|]*\|([^\[\]]*)\]\](?! \(\[\[User talk)")
_SIGN = re.compile(r'<span style="[^"]*"> . </span> ')
_TIME = re.compile(r"''(\d\d:\d\d, \d+ \w+ \d{4})'' \(UTC\)")


def unsigned(wikitext: str) -> str:
    """Without the signs of verdicts, and the marks of what is no comment."""
    for mark in ('<span class="mw-notalk">', '<span style="display:none">'):
        wikitext = wikitext.replace(mark, "")
    return _SIGN.sub("", wikitext.replace("</span></span>", "</span>"))


def as_read(wikitext: str) -> str:
    """Without nowiki, marks of what is no comment, and links to people, forms in backticks;
    times and signatures as they are.
    """
    plain = wikitext.replace("<nowiki>", "").replace("</nowiki>", "")
    plain = unsigned(plain)
    plain = plain.replace("(UTC)</span>", "(UTC)")
    plain = plain.replace("<code>", "`").replace("</code>", "`")
    return _TIME.sub(r"\1 (UTC)", _LINK.sub(r"\1", plain))
