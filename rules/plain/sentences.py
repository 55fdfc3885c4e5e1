"""A ruleset page as sentences: each with its section, and with the list that belongs to it.

A sentence that leans on the one before it ("Otherwise, ...", "On a 4 or more, ...", "They ...",
"This ...") is one with it, so that neither is played without the other. A list below a sentence
belongs to it where the sentence ends in a colon or the items are results of a roll; the items of
another list are sentences by themselves. Tables, templates and struck text are no sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from rules.plain.memory import MEMORY, Parsed, key_of
from rules.plain.vocabulary import PlainVocabulary
from wikibot.game.ruleset.recognition import is_out_of_force
from wikibot.wikitext.dialect import CATEGORY, FILE, Dialect, current
from wikibot.wikitext.lines import sections as sections_of
from wikibot.wikitext.numerals import number_or_none
from wikibot.wikitext.plain import (
    beyond,
    legible,
    namespace,
    plain,
    replaced,
    said_in_rule,
    without_switches,
)
from wikibot.wikitext.preprocessor import without
from wikibot.wikitext.regex import regex
from wikibot.wikitext.table_reader import outer_tables

MOST_SENTENCES = 20_000  # of a page that are told of; no more are looked at
TOP = "(top)"
_ITEM = regex(r"(?P<marks>[*#:;]+)\s*(?P<text>.*)")
_END = regex(r"[.!?][\"'\u201d\u2019)]?(?=\s)")
_BEGINS = r"(?:An?|Any|Each|Every|The|All|No|Nobody|If|When|Whenever|While|Once|Up|As|At|On|In|By"
_ABBREVIATIONS = {  # each with what has to stand behind it, so that the sentence goes on
    **dict.fromkeys(("e.g", "i.e", "vs", "cf"), regex(r"")),
    **dict.fromkeys(
        ("mr", "mrs", "ms", "dr", "st", "mt", "prof", "capt"),
        regex(rf"(?!\s*{_BEGINS}|They|Their|It|This|Players?|You|Otherwise|Then|Only)\b)"),
    ),
    **dict.fromkeys(("no", "nr", "ca", "approx"), regex(r"\s*#?\d")),
    **dict.fromkeys(
        ("etc", "a.m", "p.m", "max", "min", "incl", "excl", "resp", "hrs", "pts", "jr", "sr"),
        regex(r"\s*[^\sA-Z]"),
    ),
}
_NUMBERED = regex(  # a rule's number before it: "301.", "1.1", "(b)", "Rule 5:"
    r"(?:(?:\u00a7|rule|law|article|section) ?)?"
    r"(?:\d{1,4}(?:\.\d{1,3}){1,3}[.):]?|\d{1,4}[a-z]?[.)]|\([a-z\d]{1,4}\)|[a-z]\))"
    r"(?:\s+(?=[A-Z])|$)|(?:rule|law|article|section) \d{1,4}[a-z]?[.:](?:\s+(?=[A-Z])|$)",
    re.IGNORECASE,
)
_ROLLED = r"(?:an? )?(?:\d{1,6}\b|(?:one|two|three|four|five|six|even|odd|roll)\b)"
_LEANS = regex(
    rf"on {_ROLLED}|\d{{1,3}}(?: ?[-\u2013] ?\d{{1,3}}|\+)?(?=:)"
    r"|(?:otherwise|then|in that case|they|them|their|that|it(?! (?:costs|takes) [^.:]{1,60} to\b)"
    r"|its|this|these|those"
    r"|however|but|except|unless|doing so|only|such|neither|nor|also|and|or|he|she|his|her|which"
    r"|if the (?:roll|result|die)|if (?:they|you) (?:do|don't|do not|were)|if (?:so|not)"
    r"|if (?:the )?[\w-]{1,30}(?:['’]s)? (?:roll|result|total|wins?|loses?)|if (?:they|you) tie"
    r"|when(?:ever)? (?:they|you) do(?: so)?(?=,)"
    r"|both(?: players)? roll|each of them rolls"
    r"|the (?:roll|result|surplus|excess)|randomly|grant (?:them|yourself|that player)"
    r"|the (?:winner|loser|higher|lower)|whoever roll(?:s|ed)|if (?:you|they) roll"
    r"|(?:on|in|if (?:there|it) is|if it['’]s|in case of|in the event of) a (?:tie|draw)"
    r"|if (?:that|this|they tie|there are several|(?:several|two or more)(?: \w+)? (?:are )?tied?)"
    r"|the same|instead|additionally|in addition|furthermore|afterwards?|after that)\b",
    re.IGNORECASE,
)
_RESULT = regex(rf"(?:on )?{_ROLLED}|otherwise\b", re.IGNORECASE)
_SAYS = regex(
    r"\b(?:may|can|must|whenever|rolls?|each|every|once|twice|if|when|unless|at the|gains?"
    r"|loses?)\b",
    re.IGNORECASE,
)
_LIMITS = regex(
    r"\b(?:once|twice|times|per|if|only|each|every|daily|weekly|up to|unless|when|whenever|while"
    r"|who|whose|with|not|cannot|except|by|rolls?|at)\b",
    re.IGNORECASE,
)
_RULE = regex(r"\b(?:may|can|whenever|at the (?:beginning|start|end))\b", re.IGNORECASE)
NOT_SHOWN = (
    "the bot does not read what a template shows or a style hides: put the text on the page itself"
)
REPEALED = "its heading says that it is not in force"
_HIDES = regex(  # a tag whose style lets readers see less than stands there
    r"<[a-z]\w*[^<>]{0,200}?(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0"
    r"|line-through)[^<>]{0,200}>",
    re.IGNORECASE,
)
_HIDING = regex("\ue000([^\ue001]*)\ue001")  # marks of a template, with its name
_ALONE = regex(r"^[ \t]*((?:\ue000[^\ue001\n]*\ue001[ \t]*)+)$", re.MULTILINE)
_PARAGRAPH = "\ue002"  # around what is read of a template
_ITEMS_TEXT = regex(rf"^([*#:;]+[ \t]*){_PARAGRAPH}", re.MULTILINE)
_IS_TEXT = regex(r"(?:\w+\W+){3}[^|]*[.!?:](?:\s|$)")  # of an argument: a sentence
_RULES = frozenset((  # words in the names of templates whose arguments are rules
    "rule", "law", "article", "clause", "section", "statute", "paragraph", "provision", "regel",
    "gesetz", "artikel", "abschnitt",
))  # fmt: skip
_NO_RULES = frozenset((  # in those that show no rules: where to click, where a source stands
    "clear", "clr", "toc", "anchor", "shortcut", "shortcuts", "nutshell", "stub", "br", "hatnote",
    "navbox", "nav", "navigation", "ref", "efn", "sfn", "citation", "cn", "fact",
))  # fmt: skip
_NO_TEXT = ("-", "PAGENAME", "!")
_ROLLS = regex(r"\brolls? (?:an? |one |1)?d(?P<sides>\d{1,3})[.:]$", re.IGNORECASE)
_MOST_ITEMS = 40
_SHOWN = 80  # letters of a section that is not read


class RuleSentence(Struct, frozen=True):
    """A sentence, or several that are one. ``text``: as a reader sees it; items on lines below.

    ``behind``: it stands behind another in its paragraph, and may say more of that.
    """

    text: str
    section: str = TOP
    why: str = ""  # it is not read at all
    behind: bool = False

    @property
    def templates(self) -> Sequence[str]:
        """The templates in it that show what is not read: ``{{/More rules}}``."""
        return re.findall(r"\{\{[^{}]+\}\}", self.text) if self.why == NOT_SHOWN else ()


def sentences(page: str) -> Sequence[RuleSentence]:
    """All sentences of a page in order."""
    return tuple(each for each, _ in zip(_all(page), range(MOST_SENTENCES), strict=False))


def _all(page: str) -> Iterator[RuleSentence]:
    page, why = legible(page)
    if why:
        yield RuleSentence(page[:_SHOWN], why=why)
        return
    parts = sections_of(page)
    first = parts[0].start if parts else len(page)
    yield from _of_section(page[:first], TOP)
    until = 0  # where a section ends whose heading says that it is not in force
    for part in parts:
        *_, last = part.title.rpartition("(") if part.title.endswith(")") else ("",)
        words = re.findall(r"\w+", (last or part.title).casefold())  # of Law 5 (void), the last
        rule = (word in _RULES or word.removesuffix("s") in _RULES for word in words)
        ended = [*map(is_out_of_force, words)]
        repealed = any(ended) and all(e or is_rule for e, is_rule in zip(ended, rule, strict=True))
        until = part.end if part.start >= until and repealed else until
        why = REPEALED if part.start < until else ""
        yield from _of_section(page[part.heading_end : part.own_end], part.title, why)


def _of_section(text: str, title: str, repealed: str = "") -> Iterator[RuleSentence]:
    if why := beyond(text):
        yield RuleSentence(text.strip()[:_SHOWN], title, why)
        return
    # without tables and comments, and with marks for what templates show
    text = without(text, ((each.start, each.end) for each in outer_tables(text)))
    text = _HIDES.sub("\ue000what a style hides\ue001", text)
    read = replaced(text, _as_read, current()) or text
    text = _ITEMS_TEXT.sub(r"\1", without_switches(read, current()))
    for block in _blocks(_ALONE.sub(r"\n\n\1\n\n", text.replace(_PARAGRAPH, "\n\n"))):
        for each, behind in _of_block(block):
            shown = _HIDING.sub(r"{{\1}}", each)
            yield RuleSentence(shown, title, NOT_SHOWN if shown != each else repealed, behind)


def _as_read(node: Any, words: Dialect) -> str | None:
    """What is read of a template: its rules where it is plainly one, else its name in marks.

    Categories are not read, nor what sorts the page; of a picture its caption is.
    """
    kind = type(node).__name__
    if kind == "Wikilink" and namespace(str(node.title), words) in (FILE, CATEGORY):
        return said_in_rule(node, words)
    if kind != "Template":
        return "" if kind in ("Argument", "Comment") else None
    if said_in_rule(node, words) == "":
        return ""
    name = " ".join(str(node.name).split())[:_SHOWN]
    named = set(re.findall(r"\w+", name.casefold()))
    values = [str(each.value).strip() for each in node.params]
    texts = [each for each in values if _IS_TEXT.search(each)]
    others = (each for each in values if each not in texts)
    if texts and named & _RULES and not any(map(is_out_of_force, (name, *others))):
        return _PARAGRAPH.join(("", *texts, ""))
    return "" if named & _NO_RULES or name.startswith(_NO_TEXT) else f"\ue000{name}\ue001"


class _Block(Struct, frozen=True):
    """A paragraph, "" for none, and the list directly below it, each item with its depth."""

    text: str
    items: tuple[tuple[int, str], ...] = ()
    is_numbered: bool = False


def _blocks(text: str) -> Iterator[_Block]:
    lines: list[str] = []
    items: list[tuple[int, str]] = []
    is_numbered = False
    for line in [*text.split("\n"), ""]:
        item = _ITEM.match(line)
        if item and item["text"].strip():
            items.append((len(item["marks"]), plain(item["text"])))
            is_numbered = item["marks"] == "#" and (is_numbered or len(items) == 1)
            continue
        blank = not line.strip() or line.startswith(("{|", "|", "!", "----"))
        if items:
            yield _Block(plain("\n".join(lines)), tuple(items), is_numbered)
            lines, items = [], []
        announces = bool(lines and lines[-1]) and plain(lines[-1]).endswith(":")  # a list
        if blank and lines and not announces:
            yield _Block(plain("\n".join(lines)))
            lines = []
        if not blank:
            lines = lines if lines and lines[-1] else []
            lines.append(line)
        elif lines:
            lines.append("")
    if any(lines):
        yield _Block(plain("\n".join(lines)))


def _of_block(block: _Block) -> Iterator[tuple[str, bool]]:
    """The sentences of a paragraph and its list, and whether each stands behind another there."""
    found = _split(block.text)
    owner = found[-1] if found and block.items else ""
    owns = bool(owner) and _owns(owner, block)
    if owns:
        found[-1] = "\n".join((owner, *(f"* {text}" for text in _results(owner, block))))
    yield from ((each, at > 0) for at, each in enumerate(found))
    if not owns:
        yield from _of_items(block.items)


def _results(owner: str, block: _Block) -> list[str]:
    """The items of a list; below a roll those of a numbered list with their numbers."""
    found = [text for _, text in block.items[:_MOST_ITEMS]]
    if not _are_faces(owner, block):
        return found
    return [
        text if _RESULT.match(text) else f"{at}: {text}" for at, text in enumerate(found, start=1)
    ]


def _are_faces(owner: str, block: _Block) -> bool:
    """Whether the numbers of a list are those of a roll that stands above it."""
    rolls = _ROLLS.search(owner)
    faces = number_or_none(rolls["sides"]) if rolls else None
    return block.is_numbered and faces == len(block.items)


def _owns(owner: str, block: _Block) -> bool:
    """Whether a list belongs to the sentence above it."""
    items = block.items
    if _are_faces(owner, block):
        return True
    if sum(_RESULT.match(text) is not None for _, text in items) == len(items):
        return True
    if not owner.endswith(":") or _SAYS.search(owner) is None:
        return False
    return _LIMITS.search(owner) is not None or not all(_RULE.search(text) for _, text in items)


def _of_items(items: Sequence[tuple[int, str]]) -> Iterator[tuple[str, bool]]:
    """Items as sentences; deeper items belong to the one above them."""
    groups: list[list[str]] = []
    for depth, text in items:
        if depth == 1 or not groups:
            groups.append([])
        groups[-1].append(text)
    for first, *deeper in groups:
        *found, last = _split(first) or [""]
        yield from ((each, at > 0) for at, each in enumerate(found))
        if last or deeper:
            yield "\n".join((last, *(f"* {each}" for each in deeper))), bool(found)


def _split(text: str) -> list[str]:
    """The sentences of a paragraph; one that leans on the one before it is joined to it."""
    found: list[list[str]] = []
    start = 0
    for end in [*_ends(text), len(text)]:
        piece = text[start:end].strip()
        number = _NUMBERED.match(piece)  # of the rule, before its words
        if number and not piece[number.end() :][:1].islower():
            piece = piece[number.end() :]
        start = end
        if not piece:
            continue
        if found and _LEANS.match(piece):
            found[-1].append(piece)
        else:
            found.append([piece])
    return [" ".join(each) for each in found]


def _ends(text: str) -> Iterator[int]:
    for found in _END.finditer(text):
        word = text.rfind(" ", 0, found.start()) + 1
        goes_on = _ABBREVIATIONS.get(text[word : found.start()].casefold().lstrip("(\"'"))
        if goes_on is None or not goes_on.match(text, found.end()):
            yield found.end()


def parse(
    text: str, vocabulary: PlainVocabulary, start: str = "sentence", table: str = ""
) -> Parsed:
    """What a sentence means.

    ``start``: ``sentence``; or for the words of a thing, whose rule is a tuple of effects, ``body``
    where a player chose to have it happen (what is paid must be there), ``landing`` where not.
    ``table``: that of the thing, which "it" and "its" stand for then. What cannot be said in the
    fixed form so that it means the same again is for people.
    """
    key = key_of(text, vocabulary, start, table)
    found = MEMORY.find(key)
    if found is None:
        from rules.plain.reader import parsed  # most runs have read all sentences before

        found = MEMORY.note(key, parsed(text, vocabulary, start, table))
    return found
