"""Numbers of any length, wherever people write them:
a line is not understood, a cell is reported, nothing more.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import rules
import wikibot
from rules.cycle14.page import Kilometres
from rules.generic import GAME
from rules.generic.page.cells import Amount
from tests.for_each import for_each, portion
from tests.understanding.situations import situations
from wikibot.apply import apply_log
from wikibot.config.games import load_game
from wikibot.game.actions import Action, ActionId
from wikibot.game.engine.engine import Engine
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.game import Game
from wikibot.game.page.cells import CellError, Integer, ItemList, Vocabulary
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.wiki.answers import of_siteinfo
from wikibot.wikitext.dialect import ENGLISH, Dialect, speaking
from wikibot.wikitext.messages import say

NOW = datetime(2024, 1, 9, 12, tzinfo=UTC)
LONG = "9" * 5000  # more digits than Python turns into a number
LENGTHS = ("9" * 19, LONG)
GAMES = ("cycle15", "cycle14", "round7")
SAFE = {  # what turns no text of any length into a number
    "wikibot/wikitext/numerals.py": {
        "int(text if text.isascii() else text.replace('−', '-').replace('–', '-'))"
    },  # the helper itself
    "wikibot/wikitext/plain.py": {"int(found[1])"},  # marks of its own
    "wikibot/wikitext/escape.py": {"int(found[2])"},  # one of some listed codes
    "wikibot/wikitext/table_reader.py": {"int(rows[1][:9])", "int(columns[1][:9])"},
    "rules/common/votes.py": {"int(decoration)"},  # a truth value
    "wikibot/game/state.py": {"int(event.time.timestamp())"},
    "rules/generic/play/questions.py": {"int(now.timestamp())"},
}


def sources() -> list[Path]:
    """The modules that see what people write."""
    own, kernel = Path(str(rules.__file__)).parent, Path(str(wikibot.__file__)).parent
    return [
        *own.rglob("*.py"),
        *(kernel / "game").rglob("*.py"),
        *(kernel / "wikitext").rglob("*.py"),
    ]


def test_text_becomes_a_number_in_one_place() -> None:
    """Everybody else asks that helper, which bounds it."""
    others = {}
    for path in sources():
        name = path.relative_to(Path(str(rules.__file__)).parents[1]).as_posix()
        if found := set(_conversions(path)) - SAFE.get(name, set()) - FLOATS:
            others[name] = found

    assert others == {}


def _conversions(path: Path) -> Iterator[str]:
    """The places at which something is made a number."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            named = [arg.id for arg in node.args if isinstance(arg, ast.Name)]
            if node.func.id in ("int", "float", "Fraction", "Decimal") or (
                node.func.id == "map" and "int" in named
            ):
                yield ast.unparse(node)


FLOATS = {
    "float(found[1].replace(',', '.'))",  # at most nine digits by its pattern
    "Fraction(number)", "Fraction(letters[name])",  # bounded before they are parsed
    "Fraction(floor(of(part)))", "Fraction(ceil(of(part)))",
    "Fraction(roll(count, sides) if count > 0 and sides > 0 else 0)",
}  # fmt: skip


def demo_of(name: str) -> tuple[Game[Any], Rulebook, str, Any]:
    """A game, and the rulebook, the page and the state of its demo."""
    game: Game[Any] = load_game(name)
    pages = game.demo().pages
    book = game.rulebook(pages["Ruleset"])
    return game, book, pages["Gamestate"], game.read(pages["Gamestate"], book, NOW).state


def lengthened(text: str, number: str) -> list[str]:
    """A text with each of its numbers in turn as a long one."""
    return [
        text[: found.start()] + number + text[found.end() :] for found in re.finditer(r"\d+", text)
    ]


@pytest.mark.parametrize("number", LENGTHS, ids=len)
@pytest.mark.parametrize("name", GAMES)
def test_lines_with_long_numbers(name: str, number: str) -> None:
    """No verb's form with such a number in it fails, and none is played as if it were another."""
    game, book, _, state = demo_of(name)
    player = next(iter(state.players))
    forms = [
        text
        for verb in (*game.verbs, *KERNEL_VERBS)
        for text in (verb.example, f"{verb.form} 7", verb.form)
    ]
    more = [*forms, "move -- 2d4 (1, 2) = 3", "move -- 2d4 (3, 4)", "claim Ann's House 7",
            "use Snake 7L", "J7", "#7",
            "correct the phase is 7", "use 7 Fish", "buy Number 7", "vote yes on P7",
            "use Crystal: 7"]  # fmt: skip
    lines = portion((long for text in more for long in lengthened(text, number)), 2)
    actions = [
        Action(
            ActionId(1, at, 0), NOW + timedelta(minutes=at), player, line, by_name=True,
            trusted=True,
        )
        for at, line in enumerate(lines)
    ]  # fmt: skip

    outcomes = Engine(game, book).play(state, actions).outcomes

    assert len(outcomes) == len(lines)
    assert [o.text for o in outcomes if "the bot failed" in o.text] == []


@pytest.mark.parametrize("number", LENGTHS, ids=len)
@pytest.mark.parametrize("name", GAMES)
def test_cells_with_long_numbers(name: str, number: str) -> None:
    """Each is reported as a cell that cannot be read, or stands in a text;
    the rest of the page is read.
    """
    game, book, page, whole = demo_of(name)

    for text in portion(lengthened(page, number), 3):
        reading = game.read(text, book, NOW)
        assert reading.unreadable or len(reading.state.players) == len(whole.players)


@pytest.mark.parametrize("name", GAMES)
def test_statements_with_long_numbers(name: str) -> None:
    """A steward's statement with such a number is not understood."""
    game, _, _, state = demo_of(name)
    player = next(iter(state.players))

    for statement in (
        f"{player} gains {LONG} Fish",
        f"{player} is on {LONG}",
        f"the phase is {LONG}",
    ):
        with pytest.raises(ValueError, match=r"digits|understood"):
            game.correct(state, statement)


# Numbers as people of each language write them: read as the wiki's language says, or put back.


MARKS = {"en": ",", "de": ".", "fr": "\u00a0", "ar": "٬", "ja": ",", "my": ""}
DIALECTS = {language: Dialect(language, group=mark) for language, mark in MARKS.items()}
FORMS = ("1,000", "1.000", "1 000", "1\u202f000", "1&nbsp;000", "1'000", "1’000", "١٬٠٠٠")
READ: Mapping[str, tuple[str, ...]] = {  # as a thousand
    "en": ("1,000", "1'000", "1’000", "١٬٠٠٠"),
    "de": ("1.000", "1'000", "1’000", "١٬٠٠٠"),
    "fr": ("1 000", "1\u202f000", "1&nbsp;000", "1'000", "1’000", "١٬٠٠٠"),
    "ar": ("1'000", "1’000", "١٬٠٠٠"),
    "my": ("1'000", "1’000", "١٬٠٠٠"),
}
FISH = ItemList(Vocabulary(("Fish", "Net")))
CODECS: tuple[tuple[Any, str, Any], ...] = (
    (Integer(), "{}", 1000),
    (Integer(), "{} (see Phase VIII)", 1000),
    (Amount("Gold"), "{}", 1000),
    (Amount("Gold"), "{} Gold", 1000),
    (FISH, "{} Fish", {"Fish": 1000}),
    (FISH, "Net; Fish x {}", {"Net": 1, "Fish": 1000}),
    (FISH, "Fish ({})", {"Fish": 1000}),
)
RULES = """\
== Start ==

A player may give any number of Gold to another player.

A player may pray: they gain 20000 Gold.
"""
PAGE = """\
== Players ==

{{| class="wikitable"
! Player !! Gold !! Items
|-
| Ann || {} || 2 Fish
|-
| Bob || 5 ||
|}}
"""


def read(codec: Any, cell: str) -> Any:
    """What a cell means; None where it cannot be read."""
    try:
        return codec.parse(cell)
    except CellError:
        return None


@for_each("language, form", [(language, form) for language in READ for form in FORMS])
def test_a_cell_is_read_as_the_language_says_or_not_at_all(language: str, form: str) -> None:
    """A thousand in every kind of cell; never one, and never a thing of that name."""
    with speaking(DIALECTS[language]):
        for codec, cell, value in CODECS:
            if isinstance(codec, ItemList) and form == "1,000":
                continue  # a comma parts a list in every language
            assert read(codec, cell.format(form)) == (value if form in READ[language] else None)
        distance = read(Kilometres(), f"{form} km")

    assert distance == (1000 if form in READ[language] else None)


@for_each("form", ["1,000 Fish", "1.000 Fish", "1 000 Fish", "Fish x 1.000", "20 000 Fish"])
def test_no_thing_is_called_by_a_number_of_another_language(form: str) -> None:
    """On a wiki in Burmese, which has no marks between thousands."""
    with speaking(DIALECTS["my"]):
        assert read(FISH, form) is None
        assert read(FISH, "Net (for 1.000 Gold)") == {"Net": 1}
        assert read(FISH, "1.5 Fish, 2 Net") == {"1.5 Fish": 1, "Net": 2}


@for_each(
    "language, old, value, new",
    [
        ("de", "1.000", 1234567, "1.234.567"), ("de", "1.000", 999, "999"),
        ("fr", "1\u202f000", 2000, "2\u202f000"), ("fr", "1&nbsp;000", 2000, "2&nbsp;000"),
        ("en", "'''+1,000''' (so far)", 2000, "'''+2,000''' (so far)"),
        ("ar", "١٢", 340, "٣٤٠"), ("ar", "١٬٠٠٠", 25000, "٢٥٬٠٠٠"), ("ja", "１２", -3, "-３"),
        ("ja", "5", 1000, "1000"),
    ],
)  # fmt: skip
def test_a_new_number_is_written_as_the_old_one(
    language: str, old: str, value: int, new: str
) -> None:
    """With its marks and its digits, and read again."""
    with speaking(DIALECTS[language]):
        for codec in (Integer(), Amount("Gold")):
            assert codec.render(value, old) == new
            assert codec.parse(new) == value


def played(language: str, line: str, gold: str) -> tuple[str, str, Any]:
    """The verdict and answer to a line of Ann's, and what Ann and Bob have of Gold then."""
    log = f"2024-01-05T02:22:00Z Ann: {line}"
    with speaking(DIALECTS[language]):
        applied = apply_log(GAME, RULES, PAGE.format(gold), log)
    (outcome,) = applied.outcomes
    gold_of = [each["fields"]["Gold"] for each in applied.state["players"]]
    return outcome.verdict.value, outcome.text, gold_of


@for_each(
    "language, number, given",
    [
        ("en", "1,000", 1000), ("en", "1.000", None), ("en", "1 000", None), ("en", "١٢", 12),
        ("de", "1.000", 1000), ("de", "1,000", None), ("de", "1.000,50", None), ("de", "１２", 12),
        ("fr", "1 000", 1000), ("fr", "1.000", None), ("fr", "12 0", None), ("fr", "01 000", None),
        ("ar", "١٬٠٠٠", 1000), ("ar", "1.000", None), ("ja", "1,000", 1000),
        ("ja", "１，０００", 1000),
    ],
)  # fmt: skip
def test_a_line_gives_as_much_as_it_says_or_nothing(
    language: str, number: str, given: int | None
) -> None:
    """By an action, by a note of what somebody has, and by one of what somebody gains."""
    verdict, text, gold = played(language, f"give {number} Gold to Bob", "20000")
    _, _, noted = played(language, f"note Bob has {number} Gold", "20000")
    _, _, gained = played(language, f"note Bob gains {number} Gold", "20000")

    assert gold == ([20000 - given, 5 + given] if given else [20000, 5])
    assert noted == [20000, given or 5]
    assert gained == [20000, 5 + (given or 0)]
    assert given or verdict in ("huh", "cant")
    assert given or number != "1.000" or repr(number) in text


def test_the_log_has_the_number_without_marks() -> None:
    """It is read again without the wiki, whose language only the wiki knows."""
    situation = situations()["cycle14", "town"]
    with speaking(DIALECTS["de"]):
        _, outcome = situation.play("trade 1.000 Herb to Ben for 2 Crystal")

    assert outcome.action.said.startswith("trade 1000 Herb")
    assert outcome.action.text.startswith("trade 1.000 Herb")


@for_each(
    "key, line",
    [
        (("cycle15", "fork"), "I'd go to 20 000"), (("cycle15", "fork"), "I'd go to 20.000"),
        (("round7", "turn"), "I destroy my N. 3 000 and advance"),
        (("cycle14", "town"), "trade 2.000 Herb to Ben for 1 Crystal"),
    ],
)  # fmt: skip
def test_a_number_of_another_language_is_asked_about(key: tuple[str, str], line: str) -> None:
    """In every game; never the number before the mark."""
    with speaking(ENGLISH):
        state, outcome = situations()[key].play(line)

    assert state.players == situations()[key].state.players
    assert outcome.verdict.value in ("huh", "cant")


@for_each(
    "language, told",
    [
        ("en", "20,000 Gold"), ("de", "20.000 Gold"), ("fr", "20\u00a0000 Gold"),
        ("my", "20000 Gold"),
    ],
)  # fmt: skip
def test_answers_have_the_marks_of_the_wiki_in_large_numbers(language: str, told: str) -> None:
    """A person who copies one is understood."""
    _, text, _ = played(language, "pray", "7")
    _, _, again = played(language, f"give {told} to Bob", "30000")

    with speaking(DIALECTS[language]):
        assert say("{} more", 9999) == "9999 more"
    assert told in text
    assert again == [10000, 20005]


@for_each(
    "content, mark",
    [("(1.234.567)", "."), ("（1,234,567）", ","),
     ("(1\u00a0234\u00a0567)", "\u00a0"), ("(١٬٢٣٤٬٥٦٧)", "٬"),
     ("(१२,३४,५६७)", ""), ("(1234567)", ""), ("no number", "")],
)  # fmt: skip
def test_a_wiki_tells_what_stands_between_thousands(content: str, mark: str) -> None:
    """By a message with a number; one that tells nothing is read as an English wiki."""
    assert of_siteinfo({"allmessages": [{"name": "parentheses", "content": content}]}).group == mark
    assert of_siteinfo({}).group == ","
