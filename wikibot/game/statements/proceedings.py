"""Statements about proposals, requests for justice, candidacies and trades, in the words of their tables.

trade T4 is on record          there is no trade T4          trade T4 has gives: 2 Fish
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from wikibot.game.page.cells import CellError
from wikibot.game.page.proceedings_tables import LISTS, Listed
from wikibot.game.page.sheet import Column
from wikibot.game.page.vocabulary import Vocabulary
from wikibot.game.state import State
from wikibot.game.statements.speech import Form, Tally, kept

# Proposals are spoken of in words of their own; only what came later is said as a column.
_SPOKEN = ("id", "title", "cls", "proposer", "status", "submitted", "text", "votes")


def forms(lists: Sequence[Listed] = LISTS) -> tuple[Form[Any], ...]:
    """All forms about these lists; a game may have lists of its own."""
    return tuple(form for listed in lists for form in _forms(listed))


def _forms(listed: Listed) -> tuple[Form[Any], ...]:
    noun = listed.noun
    own = (
        Form(
            f"new {noun}",
            f"{noun} {{id:text}} is on record",
            _adder(listed),
            f"{noun} X is on record",
        ),
        Form(
            f"no {noun}",
            f"there is no {noun} {{id:text}}",
            _dropper(listed),
            f"there is no {noun} X",
        ),
    )
    column = columns(listed)[-1]
    has = Form(f"{noun} has", f"{noun} {{id:text}} has {{column:text}}: {{value:text}}", _setter(listed),
               f"{noun} X has {column.headers[0].lower()}: ...")  # fmt: skip
    return (has,) if listed.field == "proposals" else (*own, has)


def columns(listed: Listed) -> tuple[Column, ...]:
    """The columns that statements name."""
    left_out = _SPOKEN if listed.field == "proposals" else ("id",)
    return tuple(column for column in listed.spec.columns if column.field not in left_out)


def _adder(listed: Listed) -> Callable[..., State]:
    def add(state: State, id: str) -> State:  # noqa: A002
        others = tuple(each for each in getattr(state, listed.field) if each.id != id)
        return replace(state, **{listed.field: (*others, listed.make(id=id))})  # type: ignore[arg-type]

    return add


def _dropper(listed: Listed) -> Callable[..., State]:
    def drop(state: State, id: str) -> State:  # noqa: A002
        others = tuple(each for each in getattr(state, listed.field) if each.id != id)
        return replace(state, **{listed.field: others})  # type: ignore[arg-type]

    return drop


def _setter(listed: Listed) -> Callable[..., State]:
    headers = {column.headers[0]: column for column in columns(listed)}
    known = Vocabulary(headers)

    def put(state: State, id: str, column: str, value: str) -> State:  # noqa: A002
        wanted = headers.get(known.find(column) or "")
        if wanted is None:
            raise ValueError(f"a {listed.noun} has no {column!r}, but {', '.join(headers)}")
        things = getattr(state, listed.field)
        if id not in (each.id for each in things):
            raise ValueError(f"there is no {listed.noun} {id!r}")
        try:
            read = wanted.codec.parse(value)
        except CellError as error:
            raise ValueError(f"{value!r} is not {error.expected}") from None
        changed = (
            replace(each, **{wanted.field: read}) if each.id == id else each for each in things
        )
        return replace(state, **{listed.field: tuple(changed)})  # type: ignore[arg-type]

    return put


# -- saying what changed ---------------------------------------------------------------------------


def differences(tally: Tally[Any], after: State, lists: Sequence[Listed] = LISTS) -> None:
    """Say how the lists changed; proposals must be the same already but for the columns of this module."""
    for listed in lists:
        things = getattr(after, listed.field)
        if things == getattr(tally.state, listed.field):
            continue
        if listed.field != "proposals":
            _membership(tally, listed, [each.id for each in things])
        for each in things:
            _columns(tally, listed, each)


def _membership(tally: Tally[Any], listed: Listed, wanted: Sequence[str]) -> None:
    before = [each.id for each in getattr(tally.state, listed.field)]
    stay = kept(before, wanted)
    for id_ in [each for each in before if each not in stay]:
        tally.add(f"no {listed.noun}", id=id_)
    for id_ in wanted[len(stay) :]:
        tally.add(f"new {listed.noun}", id=id_)


def _columns(tally: Tally[Any], listed: Listed, after: Any) -> None:
    before = next(each for each in getattr(tally.state, listed.field) if each.id == after.id)
    for column in columns(listed):
        old, new = getattr(before, column.field), getattr(after, column.field)
        if old != new:
            tally.add(
                f"{listed.noun} has",
                id=after.id,
                column=column.headers[0],
                value=column.codec.render(new),
            )
