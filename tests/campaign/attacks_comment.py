"""Edits of the hidden comment:
every part of it exchanged for every hostile value, and the comment as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from tests.campaign import comment
from tests.campaign.arena import Arena
from tests.campaign.attacks import VILLAIN, Attack, Base
from tests.campaign.comment import COMMENT, DEEP, HOSTILE

MILD = (
    "null", "0", "1", "a billion", "empty text", "a word", "empty list", "empty object", "-1",
    "9999",
)  # fmt: skip


def comment_attacks(bases: dict[str, Base]) -> Iterator[Attack]:
    """All of them, on all bases;
    of the bases beside the plain one only values that mean something.
    """
    for name, base in bases.items():
        value = comment.found(base.comment)
        values = HOSTILE if name == "plain" else {key: HOSTILE[key] for key in MILD}
        for path in comment.parts(value):
            where = ".".join(map(str, path)) or "all of it"
            for what, new in values.items():
                yield _part(
                    f"comment, {name}: {where} is {what}", path, partial(_exchanged, new), name
                )
            if isinstance(comment.part(value, path), int):
                for by in (-20, -5, -1, 1):
                    yield _part(
                        f"comment, {name}: {where} by {by:+}", path, partial(_sum, by), name
                    )
        yield from _wholes(name, base)
        yield from _meaningful(name, base, value)


def _part(name: str, path: comment.Path, change: Callable[[Any], Any], base: str) -> Attack:
    """One part of the comment exchanged."""

    def changed(value: Any) -> Any:
        return comment.with_part(value, path, change(comment.part(value, path)))

    return _on_value(name, changed, base)


def _on_value(
    name: str, change: Callable[[Any], Any], base: str, *, journal: bool = True
) -> Attack:
    """Another value in the comment."""

    def changed(page: str, mark: str) -> str:
        del mark
        try:
            return comment.put(page, change(comment.found(page)))
        except (KeyError, IndexError, TypeError):  # the comment has other parts by now
            return page

    return _on_page(name, changed, base, journal=journal)


def _on_page(
    name: str, change: Callable[[str, str], str], base: str, *, journal: bool = True
) -> Attack:
    """An edit of the page by what its comment is now;
    several such attacks may follow each other on one wiki.
    """

    def act(arena: Arena) -> None:
        page = arena.people.text("State")
        mark = COMMENT.search(page)
        edited = change(page, mark[0]) if mark else page
        if edited != page:
            arena.people.client(VILLAIN).edit("State", edited)

    return Attack(name, act, base, bundled=True, journal=journal)


def _exchanged(new: Any, old: Any) -> Any:
    del old
    return new


def _sum(by: int, old: Any) -> Any:
    return old + by if isinstance(old, int) else by


def _wholes(name: str, base: Base) -> Iterator[Attack]:
    """The comment gone, doubled, elsewhere, damaged;
    each with and without the bot's local files.
    """
    older = COMMENT.search(base.earlier) or COMMENT.search(base.comment)
    if older is None:
        return
    old = older[0]
    changes: dict[str, Callable[[str, str], str]] = {
        "removed": lambda text, mark: text.replace(mark, ""),
        "doubled": lambda text, mark: f"{text}\n{mark}",
        "doubled, an older one first": lambda text, _: f"{old}\n{text}",
        "doubled, an older one last": lambda text, _: f"{text}\n{old}",
        "an older one": lambda text, mark: text.replace(mark, old),
        "inside nowiki": lambda text, mark: text.replace(mark, f"<nowiki>{mark}</nowiki>"),
        "inside pre": lambda text, mark: text.replace(mark, f"<pre>\n{mark}\n</pre>"),
        "inside a template": lambda text, mark: text.replace(mark, "{{x|" + mark + "}}"),
        "at the top": lambda text, mark: mark + "\n" + text.replace(mark, ""),
        "not closed": lambda text, mark: text.replace(mark, mark.removesuffix("-->")),
        "not opened": lambda text, mark: text.replace(mark, mark.removeprefix("<!--")),
        "of another name": lambda text, mark: text.replace(
            mark, mark.replace("<!-- wikibot", "<!-- wikibots")
        ),
        "empty": lambda text, mark: text.replace(mark, "<!-- wikibot -->"),
        "no JSON": lambda text, mark: text.replace(mark, "<!-- wikibot {FORGED} -->"),
        "cut": lambda text, mark: text.replace(mark, mark[: len(mark) // 2] + " -->"),
        "deep": lambda text, mark: text.replace(mark, f"<!-- wikibot {DEEP} -->"),
        "huge": lambda text, mark: text.replace(
            mark, f'<!-- wikibot {{"x": "{"A" * 400_000}"}} -->'
        ),
        "a hundred times": lambda text, _: text + f"\n{old}" * 100,
        "with prose behind": lambda text, _: f"{text}\nKEEP 17 people's prose",
        "followed by a status mark": lambda text, _: (
            f'{text}\n<small class="wikibot-status">KEEP 18'
        ),
        "an opening one before": lambda text, mark: text.replace(mark, f"<!-- KEEP 19 {mark}"),
    }
    for what, change in changes.items():
        looks_reverted = what == "an older one"  # which may pause the bot
        for journal in (True, False):
            lost = "" if journal else ", journal lost"
            attack = _on_page(f"comment, {name}: {what}{lost}", change, name, journal=journal)
            yield replace(attack, pauses=looks_reverted, bundled=not looks_reverted)
    for journal in (True, False):
        what = "as it was one sync before" if journal else "as it was, journal lost"
        attack = _on_page(f"page, {name}: {what}", lambda *_: base.earlier, name, journal=journal)
        yield replace(attack, pauses=True, bundled=False, same_lines=False)


def _meaningful(name: str, base: Base, value: Any) -> Iterator[Attack]:
    """Several parts at once, by what they mean today;
    where the comment has no such part, nothing.
    """
    old = comment.found(base.earlier) or {}
    older = {key: old[key] for key in ("actions", "stewards") if key in old}
    forged = ["2024-01-01T00:00:00Z FORGED: help"]
    run = {"run": "f0f0f0f0"}
    wholes: dict[str, Callable[[Any], Any]] = {
        "the older marks": lambda now: {**now, **older},
        "all marks at zero": lambda now: json.loads(
            re.sub(r'"(through|since|page)": \d+', r'"\1": 0', json.dumps(now))
        ),
        "all marks far ahead": lambda now: json.loads(
            re.sub(r'"(through|since)": \d+', r'"\1": 999999', json.dumps(now))
        ),
        "another run": lambda now: {**now, **run},
        "forged answers": lambda now: {**now, **run, "answers": [["4.1.0", "done", "FORGED"]]},
        "forged lines": lambda now: {**now, **run, "lines": forged},
        "forged late lines": lambda now: {**now, **run, "late": forged},
        "pause lifted": lambda now: {**now, **run, "paused": "", "closed": ""},
        "everything accepted": lambda now: {**now, "accepted": "FORGED | FORGED"},
    }
    for phases in ((0,), (1,), (2,), (0, 1, 2), (99,)):
        wholes[f"a seal copied to phases {phases}"] = partial(_seals, phases, True)
        wholes[f"a seal moved to phases {phases}"] = partial(_seals, phases, False)
    for what, change in wholes.items():
        if change(value) != value:
            yield _on_value(f"comment, {name}: {what}", change, name)
            yield _on_value(f"comment, {name}: {what}, journal lost", change, name, journal=False)


def _seals(phases: Sequence[int], kept: bool, now: Any) -> Any:
    given = now.get("seals", ())
    others = [[phase, seal] for _, seal in given for phase in phases]
    return {**now, "seals": [*given, *others] if kept else others}
