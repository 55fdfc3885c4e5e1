"""What a lens on the ruleset page shows: how each sentence is played, and those of proposals.

It stands as JSON on the page that ``lens_page`` names, which is saved when something of it differs;
docs/gadget.md has its format. Of a game that is played from pinned wordings the sections and rows
of its page stand for sentences.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from wikibot.game.engine.enactment import patches_of
from wikibot.game.game import Game
from wikibot.game.ruleset.implementations import SentenceFinding
from wikibot.game.ruleset.readings import wording
from wikibot.game.ruleset.rulebook import Rulebook
from wikibot.game.state import Proposal, State
from wikibot.wikitext.escape import shortened
from wikibot.wikitext.messages import retold
from wikibot.wikitext.patches import PatchError, apply_patches

Json = dict[str, Any]
_OPEN, _PROPOSED = "open", "What is voted on"  # a status; a heading for the text of a proposal
_MOST_PROPOSALS = 10
_MOST_PROPOSED = 12  # sentences of one
_LONGEST = 1500  # characters of a text
_LEAST_WORDS = 4  # by which a sentence is named, where it has as many
_QUOTES = frozenset('"“”„«»')


class Lens(Struct, frozen=True, dict=True):
    """What the page is made of. ``readings_by``: who may give a reading."""

    game: Game[Any]
    state: State
    book: Rulebook
    readings_by: str

    @cached_property
    def key(self) -> str:
        """What tells one such page from another, found without what sentences may mean."""
        played = self.game.readable(self.state, self.book, offering=False)
        said = (played, [(each.id, each.text) for each in self._proposals], self.readings_by)
        return hashlib.sha256(msgspec.msgpack.encode(said)).hexdigest()

    @property
    def _proposals(self) -> list[Proposal]:
        found = [each for each in self.state.proposals if each.status == _OPEN and each.text]
        return found[:_MOST_PROPOSALS]

    def content(self, most: int, *, whole: bool) -> Json:
        """The page as a value: so many sentences; ``whole``: with all that there is to say."""
        findings = self.game.readable(self.state, self.book)
        orders = _orders([(each.title or each.text) if each.takes else "" for each in findings])
        every = zip(findings, orders, strict=True)
        sentences = [_sentence(each, order, whole=whole) for each, order in every]
        known = {(each.text, each.says) for each in findings}
        is_coded = bool(self.book.implementations)
        proposals = [
            {"id": each.id, "sentences": list(self._proposed(each, known))}
            for each in self._proposals if whole and not is_coded
        ]  # fmt: skip
        return {
            "format": 1,
            "readings_by": self.readings_by,
            "sentences": sentences[:most],
            "proposals": proposals,
            "more": len(sentences) > most,
        }

    def _proposed(self, proposal: Proposal, known: set[tuple[str, str]]) -> Iterator[Json]:
        """The sentences of a proposal as they would be played; those that stay are left out."""
        try:
            patches = patches_of(proposal)
            text = apply_patches(self.book.text, patches) if patches else (
                f"{self.book.text.rstrip()}\n\n== {_PROPOSED} ==\n{proposal.text}\n"
            )  # fmt: skip
        except PatchError:
            return
        after = self.game.readable(self.state, self.book.reread(text))
        new = [each for each in after if (each.text, each.says) not in known]
        for each in new[:_MOST_PROPOSED]:
            yield _sentence(each, "", whole=True)


def _sentence(each: SentenceFinding, order: str, *, whole: bool) -> Json:
    row = each.row
    found: Json = {
        "text": shortened(each.title or each.text, _LONGEST),
        "section": each.section,
        "how": each.how,
        "unit": each.kind,
        "says": shortened(each.says, _LONGEST),
        "reads": list(each.reads) if each.played else [],
        "changes": list(each.changes) if each.played else [],
        "given": shortened(row.means if row else each.given, _LONGEST),
        "by": row.by if row else "",
        "unknown": shortened(each.unknown, _LONGEST),
        "why": "" if each.played else shortened(retold(each.why), _LONGEST),
        "verb": each.verb,
        "order": order,
    }
    if whole and not each.played:
        offers = [{"text": offer.text, "left_out": list(offer.left_out)} for offer in each.offers]
        found |= {"nearest": each.nearest, "wanting": each.wanting, "offers": offers,
                  "recognised": list(each.skeleton)}  # fmt: skip
    return {name: value for name, value in found.items() if value or name in _ALWAYS}


_ALWAYS = ("text", "section", "how")


def _orders(texts: Sequence[str]) -> Iterator[str]:
    """The beginning of the line that gives each sentence a reading; "" where no words tell it."""
    said = [wording(each) for each in texts]
    begun = Counter(part for each in said for part in _beginnings(each))
    for each in said:
        found = (part for part in _beginnings(each) if begun[part] == 1)
        part = next(found, "")
        words = " ".join(each.split(" ")[: part.count(" ") + 1])
        yield f'reading "{words}"' if part and not _QUOTES.intersection(words) else ""


def _beginnings(said: str) -> Iterator[str]:
    """The first words of a sentence, so many that they can tell it, and more."""
    words = said.casefold().split(" ")
    for count in range(min(_LEAST_WORDS, len(words)), len(words) + 1):
        yield " ".join(words[:count])
