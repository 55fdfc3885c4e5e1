"""One game on a wiki of each language, with its own pages, names, signatures and replies; versions
take turns.

All is done once that players, a steward and an operator do: joining, dice, a vote, a reply, an
edit by hand, an order, a renamed account, the archive, and commands that read the wiki.
"""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import Struct

from rules.generic import GAME
from tests.for_each import TIMES
from tests.mediawiki.conftest import Start
from tests.mediawiki.server import Server
from tests.mediawiki.test_discussion_tools import reply
from tests.mediawiki.test_languages import in_words, speak
from tests.mediawiki.versions import taking_turns
from tests.mediawiki.weeks import HERE
from tests.replies import as_read
from tests.settings import settle
from wikibot.cli import main

_VERDICT = re.compile(r"'''(\w+)'''(?::|<)")


class Tongue(Struct, frozen=True):
    """What people of a wiki write. ``renamed``: what the second account is called later.

    ``spelled``: the first account, as somebody else may write it. ``alike``: what looks like it.
    """

    first: str
    second: str
    renamed: str
    ruleset: str
    gamestate: str
    heading: str
    spelled: str = ""
    alike: str = ""


TONGUES = {
    "de": Tongue("Änne Öztürk", "Jürgen", "Jürgen Groß", "Regeln", "Spielstand", "Aktionen"),
    "fr": Tongue("Zoé", "Éloi d'Île", "Éloi", "règles", "état du jeu", "Coups joués", "zoé"),
    "ru": Tongue("Ёлка", "Анна", "Кот", "Правила", "Состояние", "Действия", "ёлка", "Ёлкa"),
    "ja": Tongue("花子", "ハナコ", "太郎", "規則", "状態", "行動"),
    "ar": Tongue("ليلى", "محمد123", "محمد", "القواعد", "الحالة", "الأفعال"),
    "he": Tongue("נועה", "Bob (2)", "דנה", "חוקים", "מצב", "פעולות"),
    "zh-hans": Tongue("小明", "后里", "大明", "规则", "状态", "行动"),
    "tr": Tongue("İşıl", "Iğdır", "İlker", "Kurallar", "Isparta", "İşlemler", "işıl"),
    "pt-br": Tongue("Conceição", "João", "João Júnior", "Regras", "Estado", "Ações"),
}


class World:
    """A wiki in a language, and the program with settings for it."""

    def __init__(self, server: Server, folder: Path, language: str) -> None:
        speak(server, language)
        self.server, self.folder, self.words = server, folder, TONGUES[language]
        server.configure(wgCapitalLinks=not self.words.gamestate[0].islower())
        self.steward = server.client("Steward")
        self.talks = server.version == "1.43"
        server.with_discussion_tools(loaded=self.talks)
        told = self.steward.api(action="query", meta="siteinfo", siprop="namespaces")["query"]
        names = (told["namespaces"][number]["name"] for number in ("4", "1", "2"))
        space, talk, self.user = names
        words = {name: getattr(self.words, name) for name in ("ruleset", "gamestate", "heading")}
        state = words["gamestate"]
        self.actions, self.orders = f"{talk}:{state}", f"{space}:Wikibot"
        self.ruleset = f"{space}:{words['ruleset']}"
        settle(
            folder, server.bot_password, "generic", api=server.proxy.api, user=server.bot_user,
            **{**words, "ruleset": self.ruleset}, actions=self.actions,
            log=f"{state}/Log", archive=f"{self.actions}/%Y-%m", users="Steward", page=self.orders,
            help_page=f"{state}/Help", board_page=f"{state}/Board",
            form_page=f"{state}/wikibot.json", journal="journal",
        )  # fmt: skip
        rules = (HERE / "generic.wiki").read_text(encoding="utf-8")
        page = GAME.new_page(GAME.rulebook(rules), server.now(), words["gamestate"])
        for title, content in (
            (self.ruleset, rules), (words["gamestate"], page),
            (self.actions, f"== {words['heading']} =="), (self.orders, "…"),
        ):  # fmt: skip
            self.steward.edit(title, content)

    def run(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        """Run the program, and give what it prints."""
        settings = ["--settings", str(self.folder / "settings.ini")]
        done = CliRunner().invoke(main, [*settings, *words], catch_exceptions=False)
        assert done.exit_code in codes, done.output
        return done.output

    def say(self, name: str, *lines: str, title: str = "") -> None:
        """Append lines as somebody, signed as this wiki signs."""
        text = "".join(f"\n* {line} ~~~~" for line in lines)
        self.server.client(name).edit(title or self.actions, append=text)

    def answer(self, name: str, text: str) -> None:
        """Reply below the bot's last comment, by DiscussionTools where the wiki has them."""
        if self.talks:
            reply(self.server.client(name), self.actions, "Wikibot", text)
        else:
            self.server.client(name).edit(self.actions, append=f"\n*:: {text} ~~~~")

    def verdicts(self, title: str) -> str:
        """The verdicts on a page, in its order."""
        return " ".join(_VERDICT.findall(as_read(self.steward.text(title))))


SOME = ("de", "ar", "zh-hans")  # a long search has them all; test_languages.py has in any case


@pytest.mark.parametrize(("version", "language"), taking_turns(TONGUES if TIMES > 1 else SOME))
def test_a_game_is_played_in_the_words_of_its_wiki(
    start_in_any_language: Start, tmp_path: Path, version: str, language: str
) -> None:
    """Every line is played once and under its player's name, whoever signs in which way."""
    own_server = start_in_any_language(version)
    world, words = World(own_server, tmp_path, language), TONGUES[language]
    state = words.gamestate
    world.say(words.first, "join")
    world.say(words.second, "join")
    world.say(words.first, "dig -- 1d6 (5) = 5")
    world.say(words.second, "dig")
    world.run("sync")
    world.answer(words.second, "1d6 (2) = 2")
    world.say(words.first, "propose: ¶ append « Be kind.» to Work")
    page = world.steward.text(state)
    world.steward.edit(state, page.replace(f"{words.first} || 7 ", f"{words.first} || 9 "))
    world.run("sync")
    answered = world.verdicts(world.actions)
    world.say("Steward", f"correct {words.spelled or words.first} has 2 Fish", title=world.orders)
    world.say("Bob", f"join as {words.alike or words.first}")
    own_server.rename_account(words.second, words.renamed)
    world.say(words.renamed, "vote P1 for", f"give 1 Gold to {words.spelled or words.first}")
    world.run("sync")
    said = world.verdicts(world.actions)
    own_server.pass_time(timedelta(days=40))
    archive = f"{world.actions}/{own_server.now() - timedelta(days=30):%Y-%m}"
    world.say(words.renamed, f"give 2 Gold to [[{world.user}:{words.first}]]")
    world.run("sync")
    world.run("sync")  # the log, which waited for the archive
    world.run("sync")  # the other pages that waited
    checked = world.run("verify")
    doctor = world.run("doctor")
    own = ["--actions", world.actions, "--ruleset", world.ruleset, "--gamestate", state]
    made = tmp_path / "made.ini"
    world.run("init", "--yes", "--api", own_server.api, "--rules", "generic", "-o", str(made), *own)
    ended = world.run("sync")

    verdicts = ["done", "done", "done", "needs", "done", "done", "cant", "done", "done"]
    expected = [in_words(verdict, language) for verdict in verdicts]
    assert answered.split() == expected[:6]
    assert said.split() == expected
    assert world.verdicts(world.orders) == in_words("done", language)
    assert world.verdicts(archive) == said
    if language in ("ar", "he"):
        assert '<bdi dir="ltr">' in world.steward.html(world.steward.text(archive))
    assert f"| {words.first} || 12 || 2 ||" in world.steward.text(state)
    assert "2 checked (2 stated)" in checked
    assert "signature: understood: Wikibot, " in doctor
    assert f"heading = {words.heading}\n" in made.read_text(encoding="utf-8")
    assert ended == "Nothing new.\n"
