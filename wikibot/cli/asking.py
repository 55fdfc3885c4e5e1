"""Asking for settings, each answer checked before the next question, and the file that they make.

An answer is taken from the options of the command line, else from the person at the terminal; with
``yes`` the proposal is the answer. A value that looks like a bot password is refused whole.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from wikibot.cli.found_wiki import GAMESTATES, RULESETS, FoundWiki, find_wiki, game_of
from wikibot.cli.questions import QUESTIONS, Question
from wikibot.config.faults import looks_like_password
from wikibot.config.logs import safe
from wikibot.config.settings import NAME, Settings, from_sections
from wikibot.exits import SETTINGS, ProgramError
from wikibot.wiki.base import FOLDER
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.dialect import current, key, namespaces
from wikibot.wikitext.lines import action_numbers
from wikibot.wikitext.sections import sections

NONE = "-"
_HOW_TO_MAKE = {
    "ruleset": "write it, or correct `ruleset` under [game]",
    "gamestate": "`wikibot new` writes one to begin with",
    "actions": "make it with a heading `Actions`, below which players write",
}
Answers = dict[str, dict[str, str]]


class Asking:
    """Asks all questions in turn. ``notes``: what the person should know when all are answered."""

    def __init__(self, given: Mapping[str, str], *, yes: bool) -> None:
        self.given, self.yes = given, yes
        self.answers: Answers = {}
        self.notes: list[str] = []
        self.wiki: FoundWiki | None = None

    def all(self, *, check: bool) -> Answers:
        """Every answer by section and key; what is empty is left out."""
        for question in QUESTIONS:
            if not self._is_asked(question):
                continue
            value = self._answer(question, self._proposal(question))
            if question.key == "api" and check:
                value = self._found(question, value)
            if value:
                self.answers.setdefault(question.section, {})[question.key] = value
            if question.key in _HOW_TO_MAKE and self.wiki and not self.wiki.there([value]):
                self.notes.append(
                    f"{value}: no such page is seen there; {_HOW_TO_MAKE[question.key]}"
                )
        if not self.answers.get("stewards", {}).get("users"):
            self.answers.setdefault("stewards", {})["groups"] = "sysop"
        return self.answers

    def _is_asked(self, question: Question) -> bool:
        of_folder = self._value("wiki", "api").startswith(FOLDER)
        if question.key in ("contact", "user", "password_file") and of_folder:
            return False
        if question.key == "heading":
            there = self._headings()
            return question.name in self.given or bool(there and question.usual not in there)
        return question.key != "password_file" or bool(self._value("wiki", "user"))

    def _value(self, section: str, key: str) -> str:
        return self.answers.get(section, {}).get(key, "")

    # -- one question ------------------------------------------------------------------------------

    def _answer(self, question: Question, proposal: str) -> str:
        """A value that the settings take; raises ``UsageError`` without a terminal to ask at."""
        value = self.given.get(question.name)
        if value is None and self.yes:
            if question.needed and not proposal:
                raise click.UsageError(f"{question.option} is needed with --yes.")
            value = proposal
        while True:
            asked = value is None
            said = value if value is not None else self._prompted(question, proposal)
            said = "" if said.strip() == NONE else said.strip()
            why = _refusal(question, said)
            if not why:
                return said
            if not asked:
                raise click.UsageError(f"{question.option}: {why}.")
            click.secho(f"  {safe(why)}", fg="red", err=True)

    def _prompted(self, question: Question, proposal: str) -> str:
        shown = bool(proposal)
        answer: Any = click.prompt(question.about, default=proposal, show_default=shown)
        return str(answer)

    def _found(self, question: Question, value: str) -> str:
        """The address of the API of the wiki that was named, which answers."""
        while True:
            try:
                self.wiki = find_wiki(value, self.given.get("contact", ""))
            except WikiError as error:
                if self.yes or question.name in self.given:
                    raise
                click.secho(f"  {safe(str(error))}", fg="red", err=True)
                if click.confirm("Use that address all the same?", default=False):
                    return value
                value = self._answer(question, "")
            else:
                click.secho(f"  found {safe(self.wiki.about)} at {self.wiki.api}", fg="green")
                return self.wiki.api

    # -- proposals ---------------------------------------------------------------------------------

    def _proposal(self, question: Question) -> str:
        gamestate = self._value("game", "gamestate")
        match question.key:
            case "ruleset":
                return (self.wiki.first_of(RULESETS) if self.wiki else "") or question.usual
            case "gamestate":
                return (self.wiki.first_of(GAMESTATES) if self.wiki else "") or question.usual
            case "rules":
                return self._game()
            case "actions":
                return _talk_page(gamestate)
            case "heading":
                click.echo(f"  headings there: {safe(', '.join(self._headings()))}")
                return self._headings()[0] if self._headings() else question.usual
            case "log":
                return f"{gamestate}/Log"
        return question.usual

    def _headings(self) -> list[str]:
        """The headings of the actions page, those with the most lines to be played first."""
        text = self.wiki.text(self._value("game", "actions")) if self.wiki else ""
        titles = dict.fromkeys(each.title for each in sections(text))
        return sorted(titles, key=lambda title: -len(action_numbers(text, title)))

    def _game(self) -> str:
        """The game of which the ruleset page has most."""
        ruleset = self._value("game", "ruleset")
        text = self.wiki.text(ruleset) if self.wiki else ""
        name, share = game_of(text) if text else ("", 0.0)
        if share:
            click.echo(f"  {share:.0%} of {safe(ruleset)} are rules of {name}")
        elif name and "rules" not in self.given:
            click.echo(f"  {safe(ruleset)} is of no game that has a program; {name} plays any")
        return name


def _refusal(question: Question, value: str) -> str:
    """Why a value cannot be taken; "" where it can."""
    if looks_like_password(value):
        return "that looks like a password, which has no place in this file"
    if not value:
        return question.refusal("").removeprefix("is missing; ")
    if question.key == "api" and not value.startswith(FOLDER):
        return ""  # any page of the wiki leads to it
    if question.key == "rules":
        return _unknown_game(value)
    return question.refusal(value)


def _unknown_game(name: str) -> str:
    from wikibot.config.games import installed

    games = installed()
    return "" if name in games else f"no game {name!r} is installed; there are {', '.join(games)}"


def _talk_page(title: str) -> str:
    """The talk page of a page: ``Talk:Gamestate``, ``Projekt Diskussion:Gamestate``."""
    space, _, name = title.partition(":")
    known = namespaces(current())
    number, _ = known.get(key(space), (0, "")) if name else (0, "")
    talk = next((proper for at, proper in known.values() if at == number + 1), "Talk")
    if name and not number and not current().spaces:  # what the wiki calls it was not asked
        return f"{space} talk:{name}"
    return f"{talk}:{name if number else title}"


# -- the file --------------------------------------------------------------------------------------


_HEAD = """\
# Settings of wikibot, made by `wikibot init`. `wikibot settings` prints all keys that there are.
# No secret belongs here: the bot password stands in the file that password_file names.
"""
_SECTIONS = ("wiki", "game", "stewards")


def write_settings(
    file: Path, answers: Mapping[str, Mapping[str, str]], notes: Sequence[str]
) -> None:
    """Check the settings as a whole, write them, and say what comes next."""
    settings = from_sections(answers, file)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(as_file(answers))
    except OSError as error:
        raise ProgramError(f"{file}: cannot be written ({error.strerror})", SETTINGS) from None
    click.secho(f"Written: {file}", bold=True)
    for note in (*notes, *_password(settings)):
        click.echo(f"  {safe(note)}")
    here = "" if file == Path(NAME) else f" --settings {shlex.quote(str(file))}"
    click.echo(f"Next:\n  wikibot doctor{here}")


def as_file(answers: Mapping[str, Mapping[str, str]]) -> str:
    """The answers as the text of a settings file."""
    parts = [_HEAD]
    for section in _SECTIONS:
        keys = answers.get(section, {})
        if keys:
            lines = "".join(f"{key} = {value}\n" for key, value in keys.items())
            parts.append(f"[{section}]\n{lines}")
    return "\n".join(parts)


def _password(settings: Settings) -> list[str]:
    """What is to be done for the account."""
    if settings.is_folder:
        return []
    if not settings.wiki.user:
        return ["without an account the bot can only read; set `user` under [wiki] later"]
    file = settings.wiki.password_file
    if file is None or file.exists():
        return []
    how = "write the bot password that Special:BotPasswords makes into it, and"
    return [f"{file} is not there yet: {how} `chmod 600 {shlex.quote(str(file))}`"]
