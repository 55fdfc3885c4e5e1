"""Make docs/forms.md anew: ``python -m tests.forms``, as ``make pins`` does.

Each form that the grammar names is shown by the shortest of our own sentences that has it, with
what is played of it. A sentence that shows several forms stands at the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from rules.plain import grammar, reader
from rules.plain.clauses import VERBS
from rules.plain.vocabulary import PlainVocabulary
from tests.rules.plain.page import BOARD, CASES, MARKET, PAGE, THINGS, VALLEY

WORDS = Path(grammar.__file__).with_name("grammar.words")
FILE = Path(__file__).parents[1] / "docs" / "forms.md"
_SECTION = re.compile(r"^// -{2,} ([^\n-]+?) -{2,}$|->\s*(\w+)$", re.MULTILINE)
_SAID_ALIKE = {
    "you": "they", "your": "their", "every": "each", "an": "1", "a": "1", "one": "1", "the": "",
    "and": "", "then": "", "has": "have", "gets": "gain", "is": "are", "start": "begin",
    "it": "its",
}  # fmt: skip
_HEAD = """\
# Forms

Every form of sentence that is played, each by an example and by what is played of it, in the words
of `wikibot rules check` and of answers to `reading ...`. Made from the grammar: whoever drafts
[readings](writing-rules.md), a person or a program, needs this page alone. Names, numbers and verbs
are yours. An empty cell says that just the sentence is played. What no form says is for people.

The examples speak of a page with a table of players, whose columns are {fields}; tables of
{tables}; and lines {values}. In examples of other groups a player is also a *trader* or a *farmer*.
"""
_TITLES = {
    "what players may do": "What players may do",
    "what happens by itself": "What happens by itself",
    "what always holds": "What always holds",
    "proposals": "Proposals",
    "effects": "Effects",
    "players": "Who",
    "places and things": "Places and things",
    "how many": "How many",
    "conditions": "Conditions",
}
_OF_THINGS = 3
_THINGS = "Things with words of their own, and coded games"
_WORDS = """\

## Words that mean the same

Each line is one word to the bot, in the singular or the plural.

"""


class Example(NamedTuple):
    """A sentence, which forms it has, and what is played of it."""

    text: str
    forms: frozenset[str]
    says: str
    place: int = 0  # of its page among the pages


class _Recorder:
    """Notes which forms the parser finds."""

    def __init__(self) -> None:
        self.forms: set[str] = set()
        self.parser = grammar.parser()

    def parse(self, *words: Any, **options: Any) -> Any:
        found = self.parser.parse(*words, **options)
        self.forms |= {str(each.data) for each in found.iter_subtrees()}
        return found


def example_of(text: str, words: PlainVocabulary, place: int = 0) -> Example:
    """What a sentence shows, or on the last page the words of a thing."""
    start = "body" if place == _OF_THINGS else "sentence"
    recorder = _Recorder()
    with patch.object(reader, "parser", lambda: recorder):
        means = reader.understood(text, words, (start, ""))
        forms = frozenset(recorder.forms) if means.rule is not None else frozenset()
    return Example(text, forms, reader.parsed(text, words, start, "").says, place)


@cache
def examples() -> tuple[Example, ...]:
    """All of our own sentences, those of the first page first."""
    places = {each.tables: place for place, each in enumerate((PAGE, MARKET, VALLEY))}
    found = [example_of(text, words, places[words.tables]) for text, words in CASES]
    return (*found, *(example_of(text, BOARD, _OF_THINGS) for text in THINGS))


def forms() -> Iterator[tuple[str, str]]:
    """The names of all forms in the order of the grammar, each with its section there."""
    section = ""
    known: dict[str, str] = {}
    for found in _SECTION.finditer(grammar.text()):
        section = found[1] or section
        if found[2]:
            known.setdefault(found[2], section)
    return iter((form, title) for form, title in known.items())


def chosen() -> dict[str, list[Example]]:
    """The examples of each section."""
    having = {form: [e for e in examples() if form in e.forms and e.says] for form, _ in forms()}
    best: dict[str, Example] = {}
    shown: set[str] = set()
    for form in sorted(having, key=lambda each: len(having[each])):  # most show frequent ones, too
        if having[form] and form not in shown:
            best[form] = min(having[form], key=_length)
            shown |= best[form].forms
    found: dict[str, list[Example]] = {}
    for form, section in forms():
        if each := best.get(form):
            title = _THINGS if each.place == _OF_THINGS else _TITLES[section]
            found.setdefault(title, []).append(each)
    return found


def _length(each: Example) -> int:
    """How long it is, and how strange its words are to who read the others."""
    return len(each.text) + (100 if each.place == _OF_THINGS else 8 * each.place)


def without_example() -> list[str]:
    """Forms that no example shows."""
    every = frozenset[str]().union(*(each.forms for each in examples() if each.says))
    return [form for form, _ in forms() if form not in every]


def page() -> str:
    """The whole page."""
    tables = (f"*{each.name}* ({_listed([f.name for f in each.fields])})" for each in PAGE.tables)
    text = _HEAD.format(
        fields=_listed([each.name for each in PAGE.fields]),
        tables=_listed([each.replace(" ()", "") for each in tables]),
        values=_listed([f"`{each.name}: ...`" for each in PAGE.values]),
    )
    found = chosen()
    for title in (*_TITLES.values(), _THINGS):
        rows = (_row(each) for each in found.get(title, ()))
        text += f"\n## {title}\n\n| Sentence | Is played as |\n| --- | --- |\n" + "".join(rows)
    return text + _WORDS + "".join(_same_words())


def _row(each: Example) -> str:
    says = "" if _alike(each.text) == _alike(each.says) else each.says
    return f"| {_cell(each.text)} | {_cell(says)} |\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("* ", "\\* ")


def _alike(text: str) -> str:
    """The words of a sentence without what makes no difference."""
    said = re.findall(r"[\w+-]+", text.casefold().replace("the player", "they"))
    return " ".join(_SAID_ALIKE.get(each, each).removesuffix("s") for each in said).replace(
        "  ", " "
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + (" and " if names[1:] else "") + "".join(names[-1:])


def _same_words() -> Iterator[str]:
    """Words that may be put for each other, of those that say what is done."""
    section = WORDS.read_text(encoding="utf-8").partition("# What players do.\n")[2]
    own = re.findall(r"\b([A-Z_]+): ", section.partition("\n#")[0])
    for kind in (*VERBS, *own):
        if not kind.startswith("_"):
            continue  # which of the words it is may matter
        found = dict.fromkeys(grammar.spellings()[kind])
        said = [each for each in found if not _is_other_form(each, found)]
        if len(said) > 1:
            yield f"- {', '.join(said)}\n"


_OTHER = (
    ("are ", "is "), ("have ", "has "), ("don't ", "doesn't "), ("do ", "does "), ("your", "their"),
    ("their ", ""), ("that ", "which "), ("you ", "they "),
)  # fmt: skip


def _is_other_form(text: str, others: Container[str]) -> bool:
    """Whether it is another one of some words in the plural or for another person."""
    first, *rest = text.split(" ")
    ends = ("s", ""), ("es", ""), ("ies", "y")
    bases = (first[: -len(end)] + base for end, base in ends if first.endswith(end))
    forms = [*(" ".join((each, *rest)) for each in bases)]
    forms += [text.replace(said, same) for said, same in _OTHER if said in text]
    return any(each in others and each != text for each in forms)


def main() -> None:
    """Write the page."""
    FILE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
