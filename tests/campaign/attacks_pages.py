"""Page operations (moved, deleted, remade, another content model) and the bot's own marks around
people's text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tests.campaign.arena import Arena
from tests.campaign.attacks import VILLAIN, Attack
from tests.campaign.comment import COMMENT

STATUS = '<small class="wikibot-status">'
BOARD = (
    "<!-- Board drawn by the bot. It is drawn anew with every change: what you write here gets "
    "lost. -->"
)
BOARD_END = "<!-- End of the drawn board. -->"
Act = Callable[[Arena], None]


def page_attacks() -> Iterator[Attack]:
    """All of them."""
    for title in ("State", "Play", "Log", "Stewards"):
        for back in (True, False):
            yield Attack(f"{title} moved{' and back' if back else ', a copy in its place'}",
                         _moved(title, back),
                         pauses=True)  # fmt: skip
        yield Attack(f"{title} deleted and restored", _deleted(title))
        for model in ("text", "json", "javascript"):
            yield Attack(f"{title} is {model} and back", _model(title, model))
        yield Attack(f"{title} blanked and put back", _blanked(title), pauses=True)
    for journal in (True, False):
        lost = "" if journal else ", journal lost"
        yield Attack(
            f"State deleted and remade without its comment{lost}",
            _remade,
            journal=journal,
            pauses=True,
        )
        yield Attack(f"Play deleted and remade with its lines{lost}", _rewritten("Play"),
                     journal=journal,
                     answers=False, same_lines=False)  # fmt: skip
        yield Attack(
            f"Log deleted and remade with its lines{lost}", _rewritten("Log"), journal=journal
        )
    yield Attack("Play moved, written anew, the old one moved back by a steward", _swapped)
    for what, text in _marks():
        yield Attack(f"State, {what}", _replaced(text))


# -- pages that move, vanish, change ---------------------------------------------------------------


def _moved(title: str, back: bool) -> Act:
    def act(arena: Arena) -> None:
        steward, villain = arena.people.client("Steward"), arena.people.client(VILLAIN)
        text = arena.people.text(title)
        villain.move(title, f"{title}/Old")
        if not back:
            villain.edit(title, text)
        if title == "Log":  # what is logged meanwhile is not lost with the other page
            arena.people.write(kind="shatter", who="Dave")
        arena.ended(arena.bots[0].sync(), "sync, moved")
        steward.delete(title)
        steward.move(f"{title}/Old", title, redirect=False)

    return act


def _swapped(arena: Arena) -> None:
    """A new page has lines of its own, which are played, and is gone again afterwards."""
    steward, villain = arena.people.client("Steward"), arena.people.client(VILLAIN)
    villain.move("Play", "Play/Old")
    villain.edit("Play", "== Actions ==\n* help trade ~~~~")
    arena.ended(arena.bots[0].sync(), "sync, moved")
    steward.move("Play", "Play/New", redirect=False)
    steward.move("Play/Old", "Play", redirect=False)


def _deleted(title: str) -> Act:
    def act(arena: Arena) -> None:
        steward = arena.people.client("Steward")
        steward.delete(title)
        arena.ended(arena.bots[0].sync(), "sync, deleted")
        steward.undelete(title)

    return act


def _remade(arena: Arena) -> None:
    """It is no page of the game, until the steward has brought that one back."""
    steward, text = arena.people.client("Steward"), arena.people.text("State")
    steward.delete("State")
    steward.edit("State", COMMENT.sub("", text))
    arena.ended(arena.bots[0].sync(), "sync, remade")
    steward.delete("State")
    steward.undelete("State")  # with the revision that was made in between
    steward.edit("State", text)


def _rewritten(title: str) -> Act:
    def act(arena: Arena) -> None:
        steward, text = arena.people.client("Steward"), arena.people.text(title)
        steward.delete(title)
        arena.ended(arena.bots[0].sync(), "sync, deleted")
        steward.edit(title, text)

    return act


def _model(title: str, model: str) -> Act:
    def act(arena: Arena) -> None:
        villain, steward = arena.people.client(VILLAIN), arena.people.client("Steward")
        text = "{}" if model == "json" else arena.people.text(title)
        whole = arena.people.text(title)
        if model == "json":
            steward.edit(title, text)  # else the wiki refuses: the page must be JSON
        (steward if model == "javascript" else villain).act(
            "changecontentmodel", title=title, model=model, summary="another"
        )
        arena.ended(arena.bots[0].sync(), f"sync, {model}")
        steward.act("changecontentmodel", title=title, model="wikitext", summary="back")
        if model == "json":
            steward.edit(title, whole)

    return act


def _blanked(title: str) -> Act:
    def act(arena: Arena) -> None:
        steward = arena.people.client("Steward")
        before = steward.text(title)
        arena.people.client(VILLAIN).edit(title, "")
        arena.ended(arena.bots[0].sync(), "sync, blank")
        steward.edit(title, before)  # the bot has told on the page what stops it

    return act


# -- marks of the bot's in text of people's --------------------------------------------------------


def _marks() -> Iterator[tuple[str, Callable[[str], str]]]:
    prose = "KEEP 30 prose of people, KEEP 31"
    marks = {
        "a status mark": f"{STATUS}{prose}",
        "a whole status": f"{STATUS}{prose}</small>",
        "a status around prose": f"{STATUS}a\n{prose}\nb</small>",
        "board marks": f"{BOARD}\n{prose}\n{BOARD_END}",
        "a board mark": f"{BOARD}\n{prose}",
        "a hidden comment": f"<!-- wikibot {{}} -->{prose}",
    }
    for where, put in _places().items():
        for what, mark in marks.items():
            yield f"{what} {where}", partial(_put, put, mark)


def _put(put: Callable[[str, str], str], mark: str, page: str) -> str:
    return put(page, mark)


def _places() -> dict[str, Callable[[str, str], str]]:
    return {
        "at the top": lambda page, text: f"{text}\n{page}",
        "in nowiki": lambda page, text: page.replace("KEEP 3", f"{text} KEEP 3", 1),
        "in prose": lambda page, text: page.replace("KEEP 10", f"{text}\nKEEP 10", 1),
        "in a cell": lambda page, text: page.replace(
            "KEEP 9", f"{text} KEEP 9".replace("\n", " "), 1
        ),
        "in a comment of people": lambda page, text: page.replace(
            "KEEP 15", f"{text} KEEP 15".replace("-->", ""), 1
        ),
        "at the end": lambda page, text: f"{page}\n{text}",
    }


def _replaced(change: Callable[[str], str]) -> Act:
    def act(arena: Arena) -> None:
        page = arena.people.text("State")
        arena.people.client(VILLAIN).edit("State", change(page))

    return act
