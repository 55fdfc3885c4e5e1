"""Random lines of play and random damage to pages, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from wikibot.game.actions import Verb

WORDS = (
    "move", "use", "trade", "to", "for", "1", "2", "-1", "0", "99999999999999999999", "Fish",
    "Duck", "Shard", "P1",
    "J1", "choose", "all", "and", ",", ";", ":", "--", "2d4 (1, 2) = 3", "1d98 (21) = 21",
    "0d0 () = 0", "1d6 (7) = 7",
    "¶", "<b>", "<!--", "-->", "<nowiki>", "</pre>", "{{x|", "}}", "[[User:Alice|A]]", "''", "|",
    "||", "\u202e", "é",
    "🦆", "\u00a0", "()", "(((", '"', "“", "'", "&amp;", "&#0;", "=", "+", "*", "#", "the", "my",
    "please",
    "T1", "everything", "nothing",
    "Alice", "Bob", "Carol", "½", "²", "１", "1e9", "0x10", "NaN", "~~~~", "\\", "%s", "{0}",
    "None",
)  # fmt: skip
PIECES = (
    "|-\n", "||", "|}", "{|\n", "|", "! ", "\n\n", "== Players ==\n", "<nowiki>", "</nowiki>",
    "<!--", "-->", "{{",
    "}}",
    "99999999999999999999", "-5", "½", "²", "\u202e", "<ref>", "rowspan=2 |", "style='x' |",
    "[[User:Eve|", "]]", "'''",
    "&nbsp;", "\t", "\r\n", "\u0000", "é", "<br>", "P1", "T1", "2024-13-01", "9999-12-31T23:59:59Z",
)  # fmt: skip


def line(rng: Random, verbs: Sequence[Verb], names: Sequence[str]) -> tuple[str, str]:
    """Somebody and what they say: an example of a verb, an example that was damaged, or words."""
    who, kind = rng.choice(names), rng.random()
    verb = rng.choice(verbs)
    if kind < 0.3:
        said = verb.example or verb.name
    elif kind < 0.7:
        said = _damaged(rng, verb.example or verb.name)
    elif kind < 0.9:
        said = f"{verb.name} {_words(rng)}"
    else:
        said = _words(rng)
    return who, " ".join(said.split()) or "?"


def _words(rng: Random) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(1, 9)))


def _damaged(rng: Random, text: str) -> str:
    parts = text.split(" ")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(parts) + 1)
        what = rng.random()
        if what < 0.5:
            parts.insert(at, rng.choice(WORDS))
        elif what < 0.8 and at < len(parts):
            parts[at] = rng.choice(WORDS)
        elif at < len(parts) and len(parts) > 1:
            del parts[at]
    return " ".join(parts)


def mangled(rng: Random, page: str) -> str:
    """The page with some pieces put in, taken out, doubled or exchanged."""
    for _ in range(rng.randint(1, 6)):
        at, what = rng.randrange(len(page) + 1), rng.random()
        upto = min(len(page), at + rng.randint(1, 40))
        if what < 0.5:
            page = page[:at] + rng.choice(PIECES) + page[at:]
        elif what < 0.7:
            page = page[:at] + page[upto:]
        elif what < 0.85:
            page = page[:at] + page[at:upto] + page[at:]
        else:
            lines = page.split("\n")
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[one], lines[other] = lines[other], lines[one]
            page = "\n".join(lines)
    return page
