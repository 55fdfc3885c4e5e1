"""What edit summaries say: what happened in the game, and how lines were answered.

A summary is read in histories, watchlists and feeds, by people and by other programs, and cannot be
taken back. So a player's name stands in it only as the text of a link, which leads to the page that
was saved: a link to the person would notify them once more. Of names and of all other words of
people, only letters, digits and pictures are left. The run, by which the bot knows its own edits,
is never what a name says it is.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from wikibot.game.actions import Verdict
from wikibot.game.changes import Step
from wikibot.game.counting import counted
from wikibot.game.state import AN_EVENT, Kind, State
from wikibot.game.statements.in_short import InShort
from wikibot.storage.own_revision import taken_for_ours
from wikibot.sync.owed import Owed

LONGEST = 200  # characters of a whole summary
_LONGEST_WORD = 30
_SHOWN = ("L", "M", "N", "So")  # categories: letters and marks on them, digits, pictures
_HARMLESS = "'’-."
_MORE = " …"

Entry = tuple[str, ...]  # what is said of one player, or of the game


def happenings(before: State, after: State, steps: Iterable[Step]) -> tuple[Entry, ...]:
    """What happened in the game, by the steps that lead from one state to the other."""
    players = tuple(dict.fromkeys((*before.players, *after.players)))
    words = InShort(players, linked, harmless)
    return (*words.entries(steps), *_proposals(before, after), *_asked(before, after))


def _proposals(before: State, after: State) -> Iterator[Entry]:
    """Proposals that were made, and those that were decided."""
    known = {each.id: each.status for each in before.proposals}
    for each in after.proposals:
        if known.get(each.id) != each.status:
            yield (f"proposal {harmless(each.id)}: {harmless(each.status)}",)


def _asked(before: State, after: State) -> Iterator[Entry]:
    """Who has to answer by now."""
    known = {each.id for each in before.pending}
    new = (each for each in after.pending if each.id not in known and each.kind is Kind.ACTION)
    for player in dict.fromkeys(each.player for each in new if each.player != AN_EVENT):
        yield (f"{linked(player)} is asked",)


def fitting(entries: Sequence[Entry], room: int) -> str:
    """As much of the entries, from the first on, as so many characters hold; "" where none fits."""
    parts = [
        ("; " if first else ", ", part)
        for entry in entries
        for first, part in ((number == 0, part) for number, part in enumerate(entry))
    ]
    said = ""
    for number, (joint, part) in enumerate(parts):
        longer = said + joint + part if said else part
        if len(longer) + (len(_MORE) if number < len(parts) - 1 else 0) > room:
            said = said and said + _MORE
            break
        said = longer
    return "" if taken_for_ours(said) else said


def delivered(owed: Owed) -> str:
    """What is written on a page beside the gamestate: how many answers with which verdicts."""
    verdicts = Counter(each.verdict for each in owed.answers)
    if not verdicts:
        return "log" if owed.batches else "sync"
    counts = ", ".join(f"{verdicts[each]} {each}" for each in Verdict if verdicts[each])
    return f"{counted(len(owed.answers), 'answer')}{counts and f': {counts}'}"


# -- words of people -------------------------------------------------------------------------------


def linked(name: str) -> str:
    """A player's name, as a link to the table of players on the page that is saved."""
    return f"[[#Players|{harmless(name)}]]"


def harmless(text: str) -> str:
    """People's words as one short line without markup or control characters."""
    composed = unicodedata.normalize("NFC", text[: 10 * _LONGEST_WORD])
    shown = "".join(char if _is_shown(char) else " " for char in composed)
    words = " ".join(shown.split()).lstrip(_HARMLESS)
    if len(words) > _LONGEST_WORD:
        words = f"{words[: _LONGEST_WORD - 1].rstrip()}…"
    return words or "?"


def _is_shown(char: str) -> bool:
    return char in _HARMLESS or unicodedata.category(char).startswith(_SHOWN)
