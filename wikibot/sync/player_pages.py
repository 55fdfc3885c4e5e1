"""Pages that the bot keeps for players: "How to play, now", and what a form on the wiki reads.

Both say who is waited for and what may be written, and nothing that changes by itself, so that they
are saved only when the game has changed. docs/gadget.md has the format of the form's page. Whether
the wiki takes it as JSON or as wikitext, nothing in it does anything: all marks are escaped in its
strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from wikibot.game.calendar import format_time
from wikibot.game.composing.offered import Offered
from wikibot.game.counting import counted
from wikibot.game.engine.helping import SAME
from wikibot.game.engine.kernel_verbs import with_kernel
from wikibot.game.game import Game
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import AN_EVENT, Kind, Pending, State
from wikibot.game.verbs import Verb
from wikibot.wikitext.answers import answer_wikitext, linkable, mention
from wikibot.wikitext.escape import show
from wikibot.wikitext.messages import current, later, retold, say
from wikibot.wikitext.replies import VERDICTS

FORMAT = 1
MOST_BYTES = 200_000
MODEL = "json"
_FORM = "form-"  # begins the names that catalogues have for texts of the form
ABOUT_FORM = later("The form for playing the games of this wiki: what you can do, with buttons.")
SAVES_FORM = later("the form for playing")  # in an edit summary
_SIZES = ((500, 300), (100, 100), (30, 30), (10, 10), (3, 3))  # entries of a list, and players
_ACTIVE = re.compile(r"[<>&\[\]{}|~'=\x7f]|_(?=_)|:(?=//)")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class FormPage(Struct, frozen=True):
    """What the page is made of.

    ``pages``: titles by what they are. ``stopped``: why nothing is played now. ``stated``: players
    state their rolls.
    """

    game: Game[Any]
    state: State
    book: Rulebook
    bot: str
    pages: dict[str, str]
    stopped: str = ""
    stated: bool = False

    def text(self) -> str:
        """The page, cut to its size: first long lists, then players at the end of the table."""
        text = ""
        for most, players in _SIZES:
            text = form_text(self.content(most, players))
            if len(text) <= MOST_BYTES:
                break
        return text

    def content(self, most: int, players: int) -> dict[str, Any]:
        """The page as a value, with at most so many entries in a list, and so many players."""
        offered = Offered(self.game, self.state, self.book, stated=self.stated, most=most)
        return {
            "format": FORMAT,
            "game": self.game.title,
            "bot": self.bot,
            "pages": self.pages,
            "stopped": self.stopped,
            "words": form_words(),
            "verdicts": {say(each): each for each in VERDICTS},
            **offered.json(players),
        }


def form_words() -> dict[str, str]:
    """The form's own texts in the words in use, by the names that it has for them."""
    texts = current().texts.items()
    return {key.removeprefix(_FORM): text for key, text in texts if key.startswith(_FORM)}


def form_text(content: Any) -> str:
    """A value as JSON, in ASCII, a line for each entry, with no mark that wikitext knows."""
    from wikibot import schemas  # 30 ms, which no sync without such a page needs

    text = schemas.json_text(schemas.FormPage, content, indent=0, separators=(",", ":"))
    return _STRING.sub(_without_marks, text)


def _without_marks(string: re.Match[str]) -> str:
    return _ACTIVE.sub(lambda mark: f"\\u{ord(mark[0]):04x}", string[0])


# -- how to play, now ------------------------------------------------------------------------------


MOST = 50  # entries of a list
_OPEN = "open"


def help_page(game: Game[Any], state: State, book: Rulebook, actions: str, heading: str) -> str:
    """The page as wikitext. ``actions``: the title of the page on which players write."""
    where = f"[[{actions}#{heading}|{show(actions)}]]"
    begins = say(
        "Write one line a message on {}, in your own words or as below; the answer "
        "comes under it. <code>help</code> there tells what you can do yourself, and "
        "what waits for you.",
        where,
    )
    parts = [
        begins,
        *_listed("Waiting", _waiting(state)),
        *_listed("Open proposals", _proposals(state)),
        *_actions(game, state, book),
    ]
    return "\n".join(parts) + "\n"


def _listed(title: str, entries: Iterator[str]) -> Iterator[str]:
    found = list(entries)
    if not found:
        return
    yield f"\n=== {say(title)} ==="
    yield from (f"* {entry}" for entry in found[:MOST])
    if len(found) > MOST:
        yield f"* {say('and {} more', len(found) - MOST)}"


def _waiting(state: State) -> Iterator[str]:
    for each in state.pending:
        if each.player != AN_EVENT and each.kind is not Kind.HELD:
            yield f"{_named(state, each.player)}: {answer_wikitext(_asked(each))}"


def _asked(pending: Pending) -> str:
    until = say(", until {}", format_time(pending.until)) if pending.until else ""
    asks = f" ({retold(pending.asks)})" if pending.asks else ""
    return f"`{' '.join(pending.text.replace('`', ' ').split())[:100]}`{asks}{until}"


def _proposals(state: State) -> Iterator[str]:
    for each in state.proposals:
        if each.status == _OPEN:
            votes = counted(len(each.votes), "vote")
            title = show(" ".join(each.title.split())[:100])
            vote = f"<code>vote {show(each.id)} for</code>"
            yield say(
                "{} of {}: {} ({}); {}",
                show(each.id),
                _named(state, each.proposer),
                title,
                votes,
                vote,
            )


def _named(state: State, name: str) -> str:
    player = state.players.get(name)
    account = player.owner if player is not None else ""
    return mention(account, name) if account and linkable(account) else show(name)


# -- what may be done ------------------------------------------------------------------------------


def _actions(game: Game[Any], state: State, book: Rulebook) -> Iterator[str]:
    """The verbs in force, by the sections of the ruleset, each with its form and an example."""
    every = with_kernel(game.verbs_in(state, book), game.ledger)
    verbs = [each for each in every if _is_told(each, book)]
    for section, group in groupby(_in_order(verbs), lambda each: each.section):
        yield f"\n=== {show(section or say('Always'))} ==="
        for verb in group:
            form, example = show(verb.form), show(verb.example)
            example = say(", such as <code>{}</code>", example) if example != form else ""
            yield f"* <code>{form}</code> {answer_wikitext(retold(verb.about))}{example}"


def _is_told(verb: Verb, book: Rulebook) -> bool:
    in_force = not verb.section or book.has(verb.section)
    return in_force and not (verb.stewards_only or verb.about.endswith(SAME))


def _in_order(verbs: Sequence[Verb]) -> list[Verb]:
    """The verbs of a section together, sections as they come first, those of every game last."""
    order = {section: number for number, section in
             enumerate(dict.fromkeys(each.section for each in verbs))}  # fmt: skip
    return sorted(verbs, key=lambda each: (not each.section, order[each.section]))
