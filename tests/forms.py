"""Make docs/forms.md anew: ``python -m tests.forms``, as ``make pins`` does.

Each form that the grammar names is shown by a part of one of our own sentences, with the words in
which that part is played. A part that has several forms in it stands at the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from lark import Lark

from rules.plain import effects, reader
from rules.plain.clauses import OPS, VERBS
from rules.plain.vocabulary import PlainVocabulary
from rules.plain.words.lexemes import Lexeme, kinds
from tests.rules.plain.page import BOARD, HERE, MARKET, PAGE, THINGS, VALLEY, cases

WORDS = Path(effects.__file__).parents[1] / "grammar.words"
FILE = Path(__file__).parents[1] / "docs" / "forms.md"
_SECTION = re.compile(r"^// -{2,} ([^\n-]+?) -{2,}$|->\s*(\w+)$", re.MULTILINE)
_SAID_ALIKE = {
    "you": "they", "your": "their", "every": "each", "an": "1", "a": "1", "one": "1", "the": "",
    "and": "", "then": "", "has": "have", "gets": "gain", "is": "are", "start": "begin",
    "it": "its",
}  # fmt: skip
_HEAD = """\
# Forms

Every form of sentence that is played: a part of an example, and behind an arrow what is played of
it. `wikibot rules check` and answers to `reading` speak so. Whoever drafts
[readings](writing-rules.md) needs this page alone, without its last section. Names, numbers and
verbs are yours. What no form says is for people.

The examples speak of players with {fields}; of {tables}; of values {values}; and of what other
groups have. A player is also a *trader* or a *farmer*.

## How a sentence is put together

Slots in their order; what stands in `[...]` may be left out. EFFECTS are joined by `,` and `and`,
and by `;` where a condition or a result ends.

- Action: `[Once per day,] a player [who ...] may VERB [N X [, called the x]] [a THING [whose ...]]
  [by paying N X] [if ...]: EFFECTS.`
- Event: `Whenever a player [who ...] VERBS [a THING, at least N X] [in a THING] [, if ...],
  EFFECTS.` `The roll` in it is that of the action. So also `gains N X`, `moves to a THING`;
  `Whenever the X of a THING is N`, `Whenever Season becomes Winter`.
- Time: `At 18:00 each day [, if ...], EFFECTS.` So also `Every Friday at 18:00`, `At the end of
  each week`, `Every third day`; then `each player ...`, or `for each Room: EFFECTS`.
- Die: `they roll 1d6 [and add N]; on a 5 or more, EFFECTS; on a 1, EFFECTS; in any case, EFFECTS`
- Condition: `if ..., EFFECTS, otherwise EFFECTS; in any case, EFFECTS` (`in any case` may be left
  out).
- Bound: `A player's X`, `The X of a THING [whose Y is Z]`, `The Pot` before `may not exceed N`:
  refuses a line, and an acceptance, that would break it; so does `No THING may hold more than N X`.
  Before `is at most N`, `is at least N`: cuts. What happens by itself is cut by either; of a gift
  the giver loses all, and what is over is lost. Behind it may stand `, or at most N if CONDITION`.
  The lowest of all that hold counts.
- Ban: `A player [who ...] may not VERB [a THING] [if ...].`

A page of readings is a table `Sentence !! Is played as !! Given by`. Is played as: sentences of
these forms, `nothing` (a story, a custom: it holds nothing up), or `people` (a person decides).
A part such as `On a 6, they gain 1 Gold.` may be the reading of a sentence behind that of its
action in one paragraph.
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
_SAME = 0.75  # of the words of a part and of what is played of it, which need not be shown
LAST = "Only for coded games, and things with words of their own"
_OPEN = (" a", " an", " the", " every", " each", " if it", " of", " from", " have")
_SHOWN = "shown whole in the page of forms"  # a section of the sentences of the first page
_WHOLE = "\n## Whole sentences\n\n"
_KNOW = """\

## Worth knowing

- A sentence, or a reading of several, is played whole or not at all; it has at most 120 words.
- `is` compares what stands somewhere, a roll or a sum with a number, another such place or a sum:
  `at least`, `at most`, `more than`, `fewer than`, `exactly`, `not`; also with a name, a word,
  `yes`, `on`, `empty`, `nobody`, `the player`, `another player`.
- An amount is a number, a column (`their Strength`, `its Food`), a value, `the roll`, `that many`,
  what was `called the x`, `the number of Rooms whose ...`, `of times they dug today`, `the total`,
  `average`, `highest` or `lowest X of all Rooms`; `half of`, `a third of`, `twice`, `3 times`,
  `10% of` one of these (`, rounded up`), `X plus Y`, `minus`, `times`, `divided by`, `X for each
  Y`, `the smaller of X and Y`. It stands where a number does: `Gold equal to X`, `as many Gold as
  X`, `X in Gold`, `by X`, `is at least X`, `more Gold than X`, `but at most X`; `up to a maximum of
  X` is of what they have then.
- What a condition or a die decides reaches over commas and `and`, up to a semicolon. What stands
  behind an offer waits for the answer, whatever it is.
- An offer lapses: `if that player accepts within 24 hours`, `that day`, `by the end of the week`;
  `may offer 1 Fish for 2 Gold to another player within 2 days`. What either side gives has to be
  there then, or nothing is given.
- `Unclaimed`, `Vacant`, `None` and `Free` in cells for names mean `empty`, in sentences, too; what
  becomes empty is written so again.
- Every other, third or fourth day, week or Friday is counted from Monday, 2024-01-01.
- `their` behind another player may be either's: say `the player's`, `that player's`.
- `pays 2 Gold to the Pot` by itself takes what there is; in an action it must be there.
- A day is written as 2026-11-03 (a text). Of an empty cell no day is over.
- Whose a thing is tells the column that the verb names: of `Holder`, `they hold the Bell`, `hold
  fewer than 4 Cards`, `a Card held by another player`, `they give the Bell to that player`, `gain
  the Bell`; or by its name `is the Author of at least 2 Cards`.
- `the roll` and `the total` are with what was added, `the die` and `on a natural 6` without; beside
  `the total`, `the roll` is the die. Behind `leaves a Room`, `that Room` is the one that was left.
- Times (UTC) stand where a condition does, and behind `if it is`: `between 22:00 and 06:00`,
  `after 20:00`, `on Fridays`, `from Monday to Friday`, `on 17 November`, `from 20 December to 6
  January`, `in May`.
- `wins` alone writes the line `Winner:`.
- Things are called as the first column of their table is headed, or its heading: `a Room`, then
  `that Room`, `it`, `its Food`; so is the one of `a player in a Room`. Where a column names a place
  that has no row, `at Home`, `moves to Home` speak of it, and who is there is not `in a Room`.
- `the player with the most Gold` is nobody where several tie, and an office stays as it is; `each
  player with the most Gold` is all of them. Behind the last Town, `the next Town` is the first.
- A column that names other things of its table (`Exits`) tells which are `next to` one, `adjacent`
  or `neighbouring`.
- What is set off or due at one time happens in the order of the page.
- An action is bounded by `if no player dug today`, `Only one player may dig per day`, `No player
  may dig more than their Strength times per day`, `Once every 48 hours`, `who did not dig in the
  last 48 hours`.
- `a player` may be who acts, `another player` is not; `each player` is all of them.
- A list of names in a cell: `becomes a Guest of that Room`, `is removed from its Guests`, `its
  Guests include the player`, `with at least 3 Guests`.
- Players are those of the table headed `Players`, or so called in the rules, yours or as played
  (`a singer may ...`: headed `Singers`, or its first column `Singer`); else the one whose columns
  players gain and lose. `Players are called Singers.` says so outright.
- No names are the words of forms: player, turn, round, roll, result, total, sum, winner, loser,
  proposal, vote, day, week, month, phase, a month or a weekday. `Author`, `Winner` and verbs are
  names with their capital, where the page has them.
- A verb may have several words (`ring the bell`, `call in sick`, `stroll to a Room`), which stand
  wherever it does: `No player may stroll to a Room more than twice per day`. Its past (`flew`,
  `strolled to a Room`) stands with a time: `today`, `this week`, `at least twice today`.
- Of the action of another rule: `digging costs 1 Gold more [if ...]`, `1 Gold less if ...`, `is
  free if ...`, `a player who has a Net adds 1 to each roll for digging`; `each Fish costs
  1 Gold more`. As a reading that is one sentence.
- Selling, delivering, handing in, spending, eating and burning take what they name; no other does.
- A player's line is the verb and what is said behind it, in the order of the sentence, without
  `called ...`: `dare Bob for 3 Gold`, `urge 2 Guard for Hall`. A number that is paid
  stands last: `feed Kitchen 3 Gold`; a new name behind `named`: `found a Hut named Sea View`.
- Lines may be joined: `sell 2 Fish and sell 3 Wood`. `buy 2 Nets` does `buy a Net` twice. A trade
  by `may trade ...` is written `trade 1 Fish for 9 Gold with Bob`; Bob writes `accept`.
- `accept`, `decline` and `withdraw` answer an offer; `choose ANSWER` what one is asked. Dice that
  players state stand behind the line (`accept -- 1d6 (4) = 4`) or come by `roll -- 1d6 (4) = 4`.
"""
_WORDS = """\

## Words that mean the same

Each line is one word to the bot, in the singular or plural; some have more.

"""


class Example(NamedTuple):
    """A sentence, which forms it has, what is played of it, and its parts with their forms."""

    text: str
    forms: frozenset[str]
    says: str
    place: int = 0  # of its page among the pages
    parts: tuple[tuple[str, frozenset[str]], ...] = ()


@cache
def _whole_parser() -> Lark:
    """The parser, with all words of a sentence in the tree: the same tables, another tree."""
    whole = reader.parser_of(effects.text(), effects.tables())
    for rule in whole.rules:
        rule.options.keep_all_tokens = True
    whole._prepare_callbacks()
    whole.parser.parser.parser.callbacks = whole._callbacks
    return whole


class _Recorder:
    """Notes what the parser finds."""

    def __init__(self, parser: Lark) -> None:
        self.parser = parser
        self.trees: list[Any] = []

    def parse(self, *words: Any, **options: Any) -> Any:
        found = self.parser.parse(*words, **options)
        self.trees.append(_whole_parser().parse(*words, **options))
        return found


def example_of(text: str, words: PlainVocabulary, place: int = 0) -> Example:
    """What a sentence shows, or on the last page the words of a thing."""
    start = "body" if place == _OF_THINGS else "sentence"
    recorder = _Recorder(reader.parser())
    with patch.object(reader, "parser", lambda: recorder):
        means = reader.understood(text, words, (start, ""))
    says = reader._said(means.rule, words, (start, "")).text if means.rule is not None else ""
    nodes = [e for tree in recorder.trees for e in tree.iter_subtrees() if means.rule is not None]
    forms = frozenset(form for each in nodes for form in _of_node(each))
    return Example(text, forms, says, place, tuple(_parts(text, says, nodes)))


def _of_node(node: Any) -> list[str]:
    """A form, and it by each of its own words: one form may have "half" and "double"."""
    words = [str(getattr(each, "type", "")) for each in node.children]
    return [str(node.data), *(f"{node.data} {each}" for each in words if each in _TELLING)]


def _parts(text: str, says: str, nodes: Sequence[Any]) -> Iterator[tuple[str, frozenset[str]]]:
    """The parts of a sentence that a node is made of, each with the words of it that are played."""
    words, said = _words(text), _words(says)
    one, other = ([_alike(each) for each, _ in of] for of in (words, said))
    alike = SequenceMatcher(None, one, other, False)
    for node in nodes:
        found = [each.value for each in node.scan_values(lambda token: hasattr(token, "value"))]
        places = [each.start for each in found if isinstance(each, Lexeme)]
        end = max((each.end for each in found if isinstance(each, Lexeme)), default=0)
        if not places or places != sorted(places) or end > len(text):
            continue
        first, last = _covered(words, places[0], end)
        forms = frozenset(form for each in node.iter_subtrees() for form in _of_node(each))
        begin, stop = _same_place(alike, first, last, len(said))
        begin = stop if begin < 1 and first else begin
        played = " ".join(each for each, _ in said[begin:stop]).strip(" ,;:.")
        part = " ".join(each for each, _ in words[first:last]).strip(" ,;:.")
        arrow = f" → {played}" if played and _differ(part, played) else ""
        yield f"{part}{arrow}", forms


def _differ(part: str, played: str) -> bool:
    """Whether something is said in other words, and not in a few of them alone."""
    one, other = _alike(part).split(), _alike(played).split()
    return SequenceMatcher(None, one, other, False).ratio() < _SAME


def _words(text: str) -> list[tuple[str, int]]:
    return [(each[0], each.start()) for each in re.finditer(r"\S+", text)]


def _covered(words: Sequence[tuple[str, int]], start: int, end: int) -> tuple[int, int]:
    """From which word to before which a stretch of letters reaches."""
    inside = [at for at, (word, place) in enumerate(words) if place + len(word) > start]
    behind = [at for at, (_, place) in enumerate(words) if place >= end]
    return (inside or [0])[0], (behind or [len(words)])[0]


def _same_place(alike: Any, first: int, last: int, most: int) -> tuple[int, int]:
    """What is said between the same two words as some words; nowhere where that is not plain."""
    blocks = alike.get_matching_blocks()
    same = {a + at: b + at for a, b, size in blocks for at in range(size)}
    begin = same.get(first - 1, -2) + 1 if first else 0
    return max(begin, 0), same.get(last, 0 if last < len(alike.a) else most)


@cache
def examples() -> tuple[Example, ...]:
    """All of our own sentences, those of the first page first."""
    places = {each.tables: place for place, each in enumerate((PAGE, MARKET, VALLEY))}
    found = [example_of(text, words, places[words.tables]) for text, words in cases()]
    return (*found, *(example_of(text, BOARD, _OF_THINGS) for text in THINGS))


def forms() -> Iterator[tuple[str, str]]:
    """The names of all forms in the order of the grammar, each with its section there."""
    section = ""
    known: dict[str, str] = {}
    for found in _SECTION.finditer(effects.text()):
        section = found[1] or section
        if found[2]:
            known.setdefault(found[2], section)
    return iter((form, title) for form, title in known.items())


def chosen() -> dict[str, list[str]]:
    """The parts that show all forms, by section, in few words."""
    parts: dict[str, set[str]] = {}
    of_things: set[str] = set()
    for example in examples():
        for part, having in example.parts if example.says else ():
            parts.setdefault(part, set()).update(having & example.forms)
            of_things |= {part} if example.place == _OF_THINGS else set()
    named = dict(forms())
    named |= {form: named[form.split()[0]] for each in parts.values() for form in each
              if form.split()[0] in named}  # fmt: skip
    left = {form for each in parts.values() for form in each} & {*named}
    whole = {each[2:-1] for each in _whole()}
    left -= {form for each in examples() if each.text in whole for form in each.forms}
    shown, near = list[str](), [*parts]
    while left:
        near = [each for each in near if not left.isdisjoint(parts[each])]
        best = max(near, key=lambda each: (len(parts[each] & left) / _length(each), each))
        shown.append(best)
        left -= parts[best]
    for each in sorted(shown, key=_length, reverse=True):
        others = set[str]().union(*(parts[e] for e in shown if e != each))
        shown = [e for e in shown if e != each] if parts[each] & {*named} <= others else shown
    order = {form: at for at, form in enumerate(named)}
    found = dict[str, list[str]]()
    shown = [each for each in shown if " " in each.partition(" → ")[0]]  # what says something alone
    for each in sorted(shown, key=lambda e: (min(order[f] for f in parts[e] & {*named}), e)):
        form = min(parts[each] & {*named}, key=order.__getitem__)
        title = LAST if each in of_things else _TITLES[named[form]]
        found.setdefault(title, []).append(each)
    return found


def _length(part: str) -> int:
    """What a part costs who reads it; a single word shows little, nor does one that ends open."""
    many = len(part.split())
    is_open = many == 1 or part.endswith(_OPEN)
    return 25 if is_open else many + 2


def without_example() -> list[str]:
    """Forms that no example shows."""
    every = frozenset[str]().union(*(each.forms for each in examples() if each.says))
    return [form for form, _ in forms() if form not in every]


@cache
def page() -> str:
    """The whole page."""
    tables = (f"*{each.name}* ({_listed([f.name for f in each.fields])})" for each in PAGE.tables)
    text = _HEAD.format(
        fields=_listed([each.name for each in PAGE.fields]),
        tables=_listed([each.replace(" ()", "") for each in tables]),
        values=_listed([f"`{each.name}: ...`" for each in PAGE.values]),
    )
    found = chosen()
    shown = {
        title: f"\n## {title}\n\n" + "".join(f"- {' '.join(each.split())}\n" for each in rows)
        for title, rows in found.items()
    }
    last = shown.pop(LAST)  # which the game of plain words can do without
    text += "".join(shown[title] for title in _TITLES.values())
    return text + _WHOLE + "".join(_whole()) + _KNOW + _WORDS + "".join(_same_words()) + last


def _whole() -> Iterator[str]:
    """Sentences that are shown whole."""
    shown = False
    for line in (HERE / "corpus.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(("=", "#")):
            shown = line.strip("=# ") == _SHOWN
        elif shown and line.strip():
            yield f"- {line.strip()}\n"


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
        if not kind.startswith("_") and kind not in OPS:
            continue  # which of the words it is may matter
        found = dict.fromkeys(effects.spellings()[kind])
        said = [e for e in found if e.count(" ") < 2 and not _is_other_form(e, found)]
        if len(said) > 2:
            yield f"- {', '.join(said[:_MOST_ALIKE])}\n"


_TELLING = kinds(  # words of forms that have several of them
    "IS_NOT DID_NOT PERCENT HALF DOUBLE _REACH EXCEED _FALL_BELOW"
    " AS_MANY _BEGIN _STAND _FOR_EACH _IF LINK OF RANDOM _ONLY_ONE_PLAYER _NO_PLAYER WEEKDAY"
) | {*OPS}
_MOST_ALIKE = 6  # words, of which more are found in grammar.words
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
