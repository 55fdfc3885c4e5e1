"""``wikibot messages``: everything that the bot says to people, with its words in a language.

The messages are found in the code: what is handed to ``say`` and to the problems, verbs and choices
that say it, as plain text or with values. Games of other packages are looked through as well.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

import click

from wikibot.cli import options
from wikibot.wikitext.regex import regex

# Where what is called takes messages: by position, and under these names in any call.
_TAKES = {
    "say": (0,), "later": (0,), "Refused": (0,), "NotNow": (0,), "NobodyToChoose": (0,),
    "Unclear": (0,), "Noted": (0,), "Held": (0, 1), "Missing": (0,), "MissingRoll": (0,),
    "Misfit": (0,), "CellError": (0,), "Verb": (3,), "_order": (2,), "_to_bot": (2,),
    "SimpleTask": (2,), "choose": (0,), "ask": (0,), "confirm": (0,), "roll": (2,), "pick": (1,),
    "random_item": (1,), "offer": (2,), "OfferVerb": (1,), "take_up": (1,), "cease": (2,),
    "resolve": (2,), "thing_named": (3,), "vote_on": (3,), "leave_verb": (1,), "taking_up": (3,),
    "_VERB": (3,), "_verb": (2,), "choose_player": (1,), "grant": (4,), "grant_later": (2,),
    "grant_random": (2,), "_listed": (0,), "_bound": (2,), "require_turn": (1,),
    "refuse_banished": (1,), "refuse_in_gulag": (1,), "Integer": (0,),
}  # fmt: skip
_NAMED = {"remedy", "nearest", "how", "question", "asks", "why", "why_not", "about", "expected",
          "asks_people", "waits"}  # fmt: skip
_FOR_OPERATORS = {"cli", "config", "evidence", "farm", "history", "replay", "scenarios", "storage",
                  "verification", "wiki"}  # fmt: skip
_COUNTS = "counted"  # of one thing, and of several
_LABEL = regex(r"\{([A-Z][a-z ]+)=[a-z]")  # of a field of the form
_WORDS = regex(r"[^\W\d_]{2}")
_APART = regex(r"`[^`]*`|\{[^{}]*\}|<[^<>]*>")
_OF_FORM = regex(r"^\t\t'?(?P<key>[a-z-]+)'?: '(?P<text>.*)',?$", re.MULTILINE)


@options.command(
    "wikibot messages -o words.json             every message in English",
    "wikibot messages --language de             every message with its German words",
)
@click.option("--language", default="en", help="The language whose words stand behind each.")
@click.option("-o", "--out", default="-", metavar="FILE", help="Write it there; - prints it.")
def messages(language: str, out: str) -> None:
    """Write every message that the bot says, for words of your own: docs/languages.md."""
    from wikibot.storage.local import write_text
    from wikibot.wikitext.messages import words_of

    texts = words_of(language)[0].texts
    every = {message: texts.get(message, text) for message, text in every_message().items()}
    write_text(out, json.dumps(every, ensure_ascii=False, indent=0) + "\n")


def every_message() -> dict[str, str]:
    """All messages, with their English words; texts of the form by the names that it has for them.

    Raises ``ProgramError`` where the installation lacks the form's files.
    """
    from wikibot.cli.options import shipped
    from wikibot.config.games import installed

    script = shipped("gadget")["wikibot.js"].read_text(encoding="utf-8")
    script = script.partition("var MESSAGES = {")[2].partition("\n\t};")[0]
    form = {f"form-{each['key']}": each["text"] for each in _OF_FORM.finditer(script)}
    packages = dict.fromkeys(
        ("wikibot", *(each.module.partition(".")[0] for each in installed().values()))
    )
    return {each: each for package in packages for each in messages_in(_sources(package))} | form


def _sources(package: str) -> Iterator[str]:
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for file in sorted(Path(folder).rglob("*.py")):
            if not _FOR_OPERATORS.intersection(file.relative_to(folder).with_suffix("").parts):
                yield file.read_text(encoding="utf-8")


def messages_in(sources: Iterable[str]) -> Iterator[str]:
    """The messages in the code of some modules, each once, in order."""
    trees = [ast.parse(each) for each in sources]
    constants = {name: text for tree in trees for name, text in _constants(tree)}
    found = dict[str, None]()
    for tree in trees:
        known = constants | dict(_constants(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and "\n" not in str(node.value):
                found.update(dict.fromkeys(map(str.lower, _LABEL.findall(str(node.value)))))
            for given in _given(node):
                found.update(dict.fromkeys(_texts(given, known)))
    yield from (each for each in found if "\n" not in each and _WORDS.search(_APART.sub("", each)))


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _given(node: ast.AST) -> Iterator[ast.expr]:
    """What stands where a message is taken."""
    if isinstance(node, ast.Assign):
        names = [each.id for each in node.targets if isinstance(each, ast.Name)]
        if _NAMED.intersection(names):
            yield node.value
    if not isinstance(node, ast.Call):
        return
    name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
    if name == "map" and getattr(node.args[0], "id", "") == "later":
        yield from (each for every in node.args[1:] for each in getattr(every, "elts", ()))
    if name == _COUNTS and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
        from wikibot.game.names import plural_of

        yield from (node.args[1], ast.Constant(plural_of(str(node.args[1].value))))
    yield from (node.args[at] for at in _TAKES.get(name, ()) if at < len(node.args))
    yield from (each.value for each in node.keywords if each.arg in _NAMED)


def _texts(node: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(map(_part, node.values))
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body, constants), *_texts(node.orelse, constants))
    elif isinstance(node, ast.BoolOp):
        yield from (text for each in node.values for text in _texts(each, constants))
    elif isinstance(node, ast.Name) and node.id.isupper() and node.id in constants:
        yield from _texts(constants[node.id], {})


def _part(node: ast.expr) -> str:
    """A part of a text with values, as a message has it."""
    if isinstance(node, ast.Constant):
        return str(node.value).replace("{", "{{").replace("}", "}}")
    return "{!r}" if getattr(node, "conversion", -1) == ord("r") else "{}"
