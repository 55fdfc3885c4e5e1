"""The documentation is true: what it names exists, and what exists is named."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.for_each import for_each
from tests.understanding.judging import Judgement, judged
from tests.understanding.phrasings import Phrasing
from wikibot.cli import command_modules, main
from wikibot.config.games import installed, load_game
from wikibot.game.actions import Verb
from wikibot.game.engine.kernel_verbs import KERNEL_VERBS
from wikibot.game.engine.steward_verbs import ORDERS
from wikibot.game.understanding import vocabulary
from wikibot.wikitext.patches import read_patches

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = {page.name: page.read_text(encoding="utf-8") for page in PAGES}


def commands() -> list[tuple[str, str]]:
    """Every line or phrase of code that calls the program, with the page that has it."""
    found = []
    for name, text in TEXTS.items():
        found += [(name, call) for call in re.findall(r"`(wikibot [^`]+)`", text)]
        found += [
            (name, re.split(r" {2,}| > ", call)[0])
            for call in re.findall(r"^ {4}(wikibot .+)$", text, re.MULTILINE)
        ]
    return [(name, " ".join(call.split())) for name, call in found]


@for_each("name, call", commands())
def test_every_command_in_the_docs_exists(name: str, call: str) -> None:
    """Each command and option that a reader may copy is one that the program takes."""
    words = shlex.split(call)[1:]
    command: click.Command = main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        word = words.pop(0)
        if word == "COMMAND":  # stands for any
            return
        found = command.get_command(click.Context(command), word)
        assert found is not None, f"{name}: {call}"
        command = found
    options = {option for param in command.params for option in param.opts} | {"--help", "-h"}

    assert [] == [word for word in words if word.startswith("--") and word not in options]


@for_each("command", tuple(command_modules()))
def test_every_command_is_in_the_readme(command: str) -> None:
    """A newcomer sees all there is."""
    assert f"| `wikibot {command}` |" in TEXTS["README.md"]


@for_each("page", sorted(set(TEXTS) - {"README.md"}))
def test_every_page_is_reached_from_the_readme(page: str) -> None:
    """There is no page that only its author knows of."""
    assert re.search(rf"\]\((docs/)?{re.escape(page)}\)", TEXTS["README.md"])


@for_each("page", sorted(set(TEXTS) - {"CHANGELOG.md"}))
def test_every_module_that_the_docs_name_exists(page: str) -> None:
    """Where things stand is told as it is: a module that moved is found by its new name."""
    named = set(re.findall(r"`((?:[a-z_]\w*/)*\w+\.(?:py|lark|txt))`", TEXTS[page]))
    rooms = ("wikibot", "rules", "tests", "bench", "docs")
    there = {
        path.relative_to(ROOT).as_posix() for room in rooms for path in (ROOT / room).rglob("*.*")
    }

    assert [] == [each for each in sorted(named)
                  if not any(f"/{path}".endswith(f"/{each}") for path in there)]  # fmt: skip


def test_the_site_has_no_broken_link(tmp_path: Path) -> None:
    """Every page stands in one of the four parts, and every link leads somewhere."""
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going"]
    built = subprocess.run(
        [*sphinx, str(ROOT / "docs"), str(tmp_path)], capture_output=True, text=True, check=False
    )

    assert (0, "") == (built.returncode, built.stderr)


_FOR_PEOPLE = ("players", "stewards.md", "sentences.md", "writing-rules.md")
_SITUATIONS = {"cycle15": "board", "cycle14": "town", "round7": "turn"}
"""Where the lines of a game's page are written, by the game."""


def in_own_words() -> list[Phrasing]:
    """The lines that the pages of games show as what people may write, with what they mean."""
    return [
        Phrasing(game, situation, line, form)
        for game, situation in _SITUATIONS.items()
        for line, form in re.findall(
            r"^\| `([^`]+)` \| `([^`]+)` \|$", TEXTS[f"players-{game}.md"], re.MULTILINE
        )
    ]


@for_each("phrasing", in_own_words())
def test_the_words_that_the_docs_promise_are_understood(phrasing: Phrasing) -> None:
    """Each line that a page shows is played as the form beside it."""
    assert judged(phrasing).judgement is Judgement.AS_MEANT


@pytest.mark.parametrize("game", _SITUATIONS)
def test_a_game_has_a_page_with_its_forms(game: str) -> None:
    """A player finds all forms of the game there, but for those that games share."""
    told = "".join(TEXTS[each] for each in (f"players-{game}.md", "players-proposals.md"))
    theirs = [each.form for each in load_game(game).verbs if not each.stewards_only]
    lacking = [form for form in theirs if f"| `{form}` |" not in told]

    assert lacking == []


def verbs() -> list[Verb]:
    """The verbs of all games that the project brings, and of the kernel; each form once."""
    games = [
        load_game(name) for name, entry in installed().items() if entry.value.startswith("rules.")
    ]
    return list(
        {
            verb.form: verb
            for verb in [*(v for game in games for v in game.verbs), *KERNEL_VERBS, *ORDERS]
        }.values()
    )


@for_each("verb", verbs())
def test_every_verb_is_told(verb: Verb) -> None:
    """The tables of lines for players and stewards have each form."""
    told = "".join(text for page, text in TEXTS.items() if page.startswith(_FOR_PEOPLE))

    assert f"| `{verb.form}` |" in told


@for_each(
    "page, target",
    [
        (page, target)
        for page in PAGES
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", TEXTS[page.name])
    ],
)
def test_every_link_leads_somewhere(page: Path, target: str) -> None:
    """Links between pages and to files of the project."""
    assert (page.parent / target).exists()


def test_the_first_two_commands_are_the_promised_ones() -> None:
    """What a newcomer types first."""
    typed = re.findall(r"^ {4}(\S.*)$", TEXTS["README.md"], re.MULTILINE)

    assert ["make demo", "make test"] == typed[:2]


def test_the_forms_of_changes_in_the_docs_are_understood() -> None:
    """Each line of the example below ``propose`` but the prose is a change that the bot can carry
    out.
    """
    example = re.search(
        r"^    \* propose: Blue fish.*\n((?:    \*:.*\n)+)",
        TEXTS["players-proposals.md"],
        re.MULTILINE,
    )
    lines = [line.removeprefix("    *: ") for line in example[1].splitlines()] if example else []

    assert [len(read_patches(line)) for line in lines] == [0, 1, 1, 1, 1, 1]


def test_all_courtesies_are_printed() -> None:
    """What may stand around an order is a closed list, which players can read."""
    page = (ROOT / "docs" / "players-details.md").read_text("utf-8")
    section = " ".join(page.partition("## Courtesies")[2].partition("## ")[0].split())
    lists = (vocabulary.GREETINGS, vocabulary.BEFORE, vocabulary.SPEAKING, vocabulary.BEHIND,
             vocabulary.BESIDE)  # fmt: skip

    for each in lists:
        assert " ".join(each.split()) in section
