"""The bot's own words: the catalogues are whole, what people change costs only itself,
and a game is the same in any language.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from tests.rules.shouted import every_message, shouted, unsaid
from tests.sync.world import World
from wikibot.cli import main
from wikibot.cli.commands.demo import make_demo
from wikibot.cli.commands.messages import messages_in
from wikibot.config.games import load_game
from wikibot.config.settings import Settings, from_sections
from wikibot.game.actions import Verb
from wikibot.game.names import counted
from wikibot.storage.cursor import read_cursor
from wikibot.wikitext.messages import (
    CATALOGUES,
    ENGLISH,
    Words,
    catalogue,
    misfit,
    retold,
    say,
    speaking,
    words_of,
)
from wikibot.wikitext.own_marks import read_verdict, reply_text

GERMAN = words_of("de")[0]
LINES = ("* dig -- 2d4 (1, 3) = 4 ~~~~", "* dig ~~~~", "* dig deeper than that ~~~~", "* help ~~~~")
KEPT = ("Help", "Standings", "Board")
_MARKUP = re.compile(
    r"<code>.*?</code>|<[^<>]*>|\[\[[^\[\]]*\]\]|&#?\w+;|^[{|].*$|style=.*$", re.MULTILINE
)
_SPOKEN = re.compile(r"'''.*?(?=<!--)|<small.*?</small>")  # an answer, the status line


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_catalogue_is_whole(language: str) -> None:
    """It has every message that the code says, and no others, with their places and markup;
    `wikibot messages --language de -o wikibot/words/de.json` adds what it lacks in English.
    """
    every, words = every_message(), catalogue(language)
    ours = {each for each in every if not each.startswith("form-")}

    assert list(every) == list(words)
    assert [(each, misfit(each, words[each])) for each in ours if misfit(each, words[each])] == []
    assert [each for each in words.items() if not each[1]] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_form_has_its_places(language: str) -> None:
    """Its texts have the form's own placeholders."""
    wrong = [
        key
        for key, text in every_message().items()
        if key.startswith("form-")
        and set(re.findall(r"\$\d", text)) != set(re.findall(r"\$\d", catalogue(language)[key]))
    ]

    assert wrong == []


def test_messages_are_found_where_they_are_said() -> None:
    """As plain text, as one of two, behind a name, with values, and where English is kept."""
    code = """
WHY = "no die"
act.say("{} gains {}", who, what)
raise Refused("it is {}" if one else "they are {}", it, remedy="Send it again.")
raise Unclear(WHY, nearest=f"`{form}`")
act.choose(f"which item of {name}'s", items)
log("no message")
"""

    assert [
        "{} gains {}", "it is {}", "they are {}", "no die", "which item of {}'s", "Send it again.",
    ] == sorted(messages_in([code]), key=lambda each: each[0] == "S")  # fmt: skip


def test_what_a_state_keeps_is_retold() -> None:
    """Whole, from its parts, and as it is where no message made it."""
    with speaking(GERMAN):
        assert "welches Kraut" == retold("which herb")
        assert "welcher Gegenstand von Ann" == retold("which item of Ann's")
        assert "welcher Gegenstand: Fish, Net" == retold("which item: Fish, Net")
        assert "welcher Gegenstand von Ann: Fish" == retold("which item of Ann's: Fish")
        assert "Würfe: 2 von 1d6 für welches Kraut" == retold("2 rolls of 1d6 for which herb")
        assert "Zorp!" == retold("Zorp!")
    assert "which herb" == retold("which herb")


def test_a_rule_is_told_in_its_own_words() -> None:
    """What an action is for is a message; what a sentence of the page says is none."""
    said = "a player may move to a Place that their Place leads to"
    verb = Verb("move", "move", "move", f"by the rule Work: {said}", print)
    with speaking(GERMAN):
        assert replace(verb, is_explained=True).told == f"nach der Regel Work: {said}"
        assert replace(verb, about="makes you a player").told == "macht dich zum Spieler"


def test_values_are_never_formatted() -> None:
    """What players write may hold braces."""
    with speaking(GERMAN):
        assert "{0} hat {x.__class__}" == say("{} has {}", "{0}", "{x.__class__}")
        assert "{odd" == say("{odd")


def test_names_of_things_get_no_plural_in_another_language() -> None:
    """But the bot's own words do."""
    with speaking(GERMAN):
        assert ("2 Ente", "2 Schnitte") == (counted(2, "Ente"), counted(2, "cut"))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('"{} has {}": "has {}",', "has these places for values: {} {}"),
        ('"{} has {}": "{} owns {0}",', "has other braces"),
        ('"{} has {}": "{0.__class__} owns {1}",', "has these places for values"),
        ('"{} has {}": "{:>999999999} owns {}",', "has these places for values"),
        ('"{} has {}": "{} has [[{}]]",', "other markup"),
        ('"{} has {}": "{} has\\n* {}",', "other markup"),
        ('"{} has {}": "{{{{Bomb}}}} {} has {}",', "other markup"),
        (f'"{{}} has {{}}": "{{}} {"very " * 99} {{}}",', "too long"),
        ('"{} owns {}": "{} has {}",', "there is no message"),
        ('"done": "\\ud800",', ""),
        ("done: played", ""),
        ('"done" "played"', "does not read"),
    ],
)
def test_a_faulty_line_costs_only_itself(line: str, fault: str) -> None:
    """The message stays as it is, and the line is named."""
    words, faults = words_of("en", f'{{\n{line}\n"done": "played"\n}}')

    with speaking(words):
        assert ("played", "A has B") == (say("done"), say("{} has {}", "A", "B"))
    assert len(faults) == bool(fault)
    assert all(fault in each and "line 2" in each for each in faults)


def test_too_many_words_are_not_read() -> None:
    """Nor are all their faults told."""
    words, faults = words_of("en", "x" * 600_000)

    assert (ENGLISH, 1) == (words, len(faults))
    assert 10 == len(words_of("en", '"no"\n' * 1000)[1])


def test_answers_are_known_in_any_language() -> None:
    """In the words of a catalogue, and by their identity in words that are no longer in use."""
    with speaking(GERMAN):
        german = reply_text("needs", "was?", "1.2.3")
    with speaking(Words("en", {"held": "on ice"})):
        own = reply_text("held", "why", "1.2.3")

    assert "'''Rückfrage''': was? <!-- 1.2.3 -->" == german
    assert ("needs", "done") == (read_verdict(german), read_verdict(own))
    assert read_verdict("'''Important''': read this") is None


# -- a game in German ------------------------------------------------------------------------------


def spoken(folder: Path, **bot: str) -> Settings:
    """Settings of a game whose bot has these."""
    return from_sections({
        "wiki": {"api": f"folder:{folder}"},
        "game": {
            "rules": "stones", "ruleset": "Rules", "gamestate": "State", "actions": "Play",
            "log": "Log",
        },
        "bot": {"stop_page": "Stop", **bot},
    })  # fmt: skip


def world(folder: Path, **bot: str) -> World:
    """A game whose bot has these settings."""
    made = World(folder)
    made.settings = spoken(folder, **bot)
    return made


def play(game: World) -> None:
    """Lines that are done, asked about, not understood, and explained."""
    for user, line in zip(("Ann", "Bea", "Cem", "Ann"), LINES, strict=True):
        game.add(user, line)
        game.sync()


def test_a_game_is_the_same_in_any_language(tmp_path: Path) -> None:
    """State, cursor and log do not depend on it: only the words of answers and status line do."""
    english, german = world(tmp_path / "en"), world(tmp_path / "de", language="de")
    play(english)
    play(german)

    logs = [each.text("Log").partition("<pre>") for each in (english, german)]
    assert logs[0][2] == logs[1][2]
    assert [" Aktionen, die zählten" in each[0] for each in logs] == [False, True]
    assert "'''erledigt''': " in german.text("Play")
    assert "'''done''': " in english.text("Play")
    assert "Gespielt bis 12:" in german.text("State")
    pages = [_SPOKEN.sub("", each.text("State")) for each in (english, german)]
    tables = [each.partition("<!-- wikibot")[0] for each in pages]
    assert tables[0] == tables[1]
    marks = [read_cursor(each.text("State")) for each in (english, german)]
    assert 1 == len({(each.actions, each.synced, each.log) for each in marks if each})
    english.close()
    german.close()


def test_a_game_switches_its_language(tmp_path: Path) -> None:
    """Nothing is answered twice, and there is one status line."""
    game = world(tmp_path)
    for language in ("en", "de", "en"):
        game.settings = spoken(tmp_path, language=language)
        game.add("Ann", LINES[0])
        game.sync()
    game.sync(force=True)
    page, state = game.text("Play"), game.text("State")

    assert (2, 1) == (page.count("'''done'''"), page.count("'''erledigt'''"))
    assert 1 == state.count("wikibot-status")
    assert "Synced through" in state
    game.close()


def test_a_page_of_the_wiki_changes_messages(tmp_path: Path) -> None:
    """And the status line names what is wrong with it."""
    game = world(tmp_path, words_page="Words")
    game.edit("Sam", "Words", '<pre>\n{\n"done": "played",\n"no such": "x"\n}\n</pre>\n')
    game.add("Ann", LINES[0])
    report = game.sync()

    assert "'''played''': " in game.text("Play")
    assert "Words: line 4: there is no message 'no such'" in game.text("State")
    assert any("no such" in each for each in report.problems)
    game.close()


def test_a_file_changes_messages(tmp_path: Path) -> None:
    """In the language that is set; a file that is not there is told."""
    own = tmp_path / "own.json"
    own.write_text(json.dumps({"done": "fertig"}, indent=1), encoding="utf-8")
    game = world(tmp_path / "wiki", language="de", words_file=str(own))
    game.add("Ann", LINES[0])
    game.sync()
    own.unlink()
    game.add("Ann", LINES[0])
    report = game.sync()

    assert ["fertig", "erledigt"] == re.findall("'''(.*?)'''", game.text("Play"))
    assert any("own.json" in each for each in report.problems)
    game.close()


def test_the_command_writes_a_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every message with its words, as JSON."""
    monkeypatch.setattr("wikibot.cli.commands.messages.every_message", every_message)
    written = json.loads(CliRunner().invoke(main, ["messages", "--language", "de"]).output)

    assert dict(catalogue("de")) == written


@pytest.mark.parametrize("game", ["cycle14", "cycle15", "generic", "round7"])
def test_what_a_verb_is_for_is_a_message(game: str) -> None:
    """So that `help`, and the page that says how to play, are in one language."""
    with speaking(shouted()):
        told = [each.told for each in load_game(game).verbs]

    assert [each for each in told if [*unsaid(each, "")]] == []


@pytest.mark.parametrize("name", ["cycle14", "cycle15", "generic", "round7"])
def test_pages_that_the_bot_keeps_are_in_one_language(name: str, tmp_path: Path) -> None:
    """All but what stands on the pages of people, and forms to be typed."""
    words = tmp_path / "words.json"
    words.write_text(json.dumps(dict(shouted().texts), ensure_ascii=False, indent=0))
    pages = "".join(f"{page.lower()}_page = {page}\n" for page in KEPT)
    make_demo(tmp_path / "demo", load_game(name))
    settings = tmp_path / "demo" / "settings.ini"
    settings.write_text(f"{settings.read_text()}\nwords_file = {words}\n{pages}")
    CliRunner().invoke(main, ["--settings", str(settings), "sync"])
    files = {each.stem: each.read_text() for each in (tmp_path / "demo" / "wiki").glob("*.wiki")}
    written = " ".join(text for title, text in files.items() if title not in KEPT).casefold()
    shown = (_MARKUP.sub(" | ", files[page]).replace("hf", "") for page in KEPT)  # a sign

    assert [run for text in shown for run in unsaid(text, written)] == []
