"""mwparserfromhell is asked only for texts that it reads in time, and for each text once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import mwparserfromhell
import pytest
from mwparserfromhell.parser.tokenizer import Tokenizer

from tests.for_each import TIMES, for_each
from wikibot.wikitext import plain as parsing
from wikibot.wikitext.dialect import ENGLISH
from wikibot.wikitext.plain import normalise, plain

# Openers of all kinds, each with its end or without one, whole or broken:
FRAGMENTS = (
    ("{{a|", "}}"), ("{{a|b=", "}}"), ("{{", "}}"), ("{{{a|", "}}}"), ("[[a|", "]]"), ("[[", "]]"),
    ("[//a.example ", "]"), ("[[a|[//b.example ", "]]]"), ("<b>", "</b>"), ("<i x=1>", "</i>"),
    ("<ref name='a'>", "</ref>"), ('<div a="b">', "</div>"), ("<s a='{{a}}'>", "</s>"),
    ("<b a=[[a]]>", "</b>"), ("<p {{a}}>", "</p>"), ("<span a={{a| b}}>", "</span>"),
    ("\n{|\n|", "\n|}\n"), ("\n{|\n! a || b\n|-\n| a=b | ", "\n|}"),
    ("\n{| a=b\n|- c\n| ", "\n|}\n"), ("\n==", "==\n"), ("\n;", ":a\n"), ("\n*", "\n"),
    ("<!--", "-->"), ("<nowiki>", "</nowiki>"), ("<li>", ""), ("<td>", "</td>"), ("<br>", ""),
    ("</b>", ""), ("http://a.example", " "), ("&amp;", ""), ("&", ""), ("||", ""), ("\n|", ""),
    ("!!", ""), ("=", ""), ("\n|-", ""), ("'''", "'''"), ("}}", ""), ("]", ""), ("<b a='", ""),
    ("<a b=", ""), ("\n----", ""), ("-{", "}-"), ("<pre>", "</pre>"), ("a ", ""),
)  # fmt: skip
HOSTILE = (
    "<div a=" * 20, "{{a|" * 20, "[[a|" * 20, "<s a='/>" * 20, "<!--" * 20, "<b>" * 20,
    "{{{a|" * 20, "</b>" * 20, "{|\n| [[a]]\n" * 20, "[http://a b\n" * 20, "{{a|" * 20 + "}}" * 20,
    "<br>" * 6000, '<div a="b">\n=</div>' * 20,
)  # fmt: skip


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the library is asked for, with nothing known from before."""
    texts: list[str] = []
    real = mwparserfromhell.parse

    def parse(text: str, **options: Any) -> Any:
        texts.append(text)
        return real(text, **options)

    monkeypatch.setattr(mwparserfromhell, "parse", parse)
    parsing.recall(b"")
    yield texts
    parsing.recall(b"")


class Counting(Tokenizer):
    """The library's own tokenizer in Python, whose looks at the text are counted."""

    steps = 0

    def _read(self, *place: Any, **options: Any) -> Any:
        self.steps += 1
        return super()._read(*place, **options)


def steps(text: str) -> int:
    """How often the tokenizer looks at a text."""
    tokenizer = Counting()  # type: ignore[no-untyped-call]
    tokenizer.tokenize(text, skip_style_tags=True)
    return tokenizer.steps


def texts_of(random_: random.Random) -> Iterator[str]:
    """A text of a few fragments, many times, behind openers that are left open; and twice as long.

    The fragments stand behind or within each other.
    """
    chosen = random_.choices(FRAGMENTS, k=random_.randint(1, 5))
    if random_.random() < 0.5:
        part = "".join(opener + random_.choice((end, "")) for opener, end in chosen)
    else:
        part = "".join(opener for opener, _ in chosen) + "".join(end for _, end in chosen[::-1])
    openers = random_.choices(FRAGMENTS, k=random_.randint(1, 3))
    before = "".join(opener for opener, _ in openers) * random_.randint(0, 4)
    yield from (before + part * count for count in (20, 40))


def test_what_is_within_the_bound_is_read_in_linear_time() -> None:
    """Twice the text is twice the work, whatever it is made of."""
    tried, slow = 0, []
    for seed in range(250 * TIMES):
        short, long = texts_of(random.Random(seed))
        if parsing._PARSED.search(short) and not parsing.beyond(long):
            tried += 1
            once, twice = steps(short), steps(long)
            if twice > 2.6 * once + 200 or twice > 150 * len(long):
                slow.append((twice, once, long[:120]))

    assert (tried > 40, slow) == (True, [])


@for_each("text", HOSTILE)
def test_what_is_beyond_the_bound_is_never_parsed(asked: list[str], text: str) -> None:
    """It stays as it is written, and why is told with what to do."""
    told = parsing.beyond(f"[[a]] {text} c")

    assert (plain(f"[[a]] {text} c"), normalise(f"[[b]] {text}")) == (
        " ".join(f"[[a]] {text} c".split()),
        f"[[b]] {text}".strip(),
    )
    assert ("close or remove" in told or "shorten it" in told, asked) == (True, [])


def test_what_people_write_is_within_the_bound() -> None:
    """Among them what looks like an opener and is none."""
    text = "1 < 2 {a} [b] <3 [[c|d [//e.example f]]] {{g|{{h}}}} <br> ''i'' <ref name=j /> x <= y\n"

    assert parsing.beyond(text * 40) == ""


def test_a_known_text_is_not_parsed_again(asked: list[str]) -> None:
    """A later run is given what an earlier one found; what was kept may be damaged."""
    name = "in the [[Fish pond|known pond]]"
    first = parsing.replaced(name, _label, ENGLISH)
    kept = parsing.remember()
    parsing.recall(kept)
    again = parsing.replaced(name, _label, ENGLISH)

    assert (first, again, asked) == ("in the known pond", "in the known pond", [name])
    assert parsing.remember() == b""
    for damaged in (b"", b"x", kept[:-3], b"\x00" + kept):
        parsing.recall(damaged)
        assert parsing.replaced("[[a|b]]", _label, ENGLISH) == "b"


def _label(node: Any, _words: Any) -> str | None:
    return str(node.text) if type(node).__name__ == "Wikilink" else None


def test_a_page_with_too_much_markup_is_not_parsed_at_all(asked: list[str]) -> None:
    """No text of it that has markup reads as before, and the page has as many characters."""
    page, why = parsing.legible("[[a]] <b>c</b> {{d}}\n" * 15_000)

    assert ("shorten it" in why, len(page), asked) == (True, 21 * 15_000, [])
    assert plain(page[:21]) != "a c {{d}}"
    assert parsing.legible("[[a]] <b>c</b>\n") == ("[[a]] <b>c</b>\n", "")
