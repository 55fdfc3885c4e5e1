"""Edits of the hidden comment:
every part of it exchanged for every hostile value, and the comment as a whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from tests.campaign import comment
from tests.campaign.arena import Arena
from tests.campaign.attacks import VILLAIN, Attack, Base
from tests.campaign.comment import COMMENT, DEEP, HOSTILE

MILD = (
    "null",
    "0",
    "1",
    "a billion",
    "empty text",
    "a word",
    "empty list",
    "empty object",
    "-1",
    "9999",
)


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
    """One part of the comment, as it then is, exchanged;
    several such attacks may follow each other on one wiki.
    """

    def act(arena: Arena) -> None:
        page = arena.people.text("State")
        value = comment.found(page)
        try:
            edited = comment.with_part(value, path, change(comment.part(value, path)))
        except (KeyError, IndexError, TypeError):  # the comment has other parts by now
            return
        arena.people.client(VILLAIN).edit("State", comment.put(page, edited))

    return Attack(name, act, base, bundled=True)


def _exchanged(new: Any, old: Any) -> Any:
    del old
    return new


def _sum(by: int, old: Any) -> Any:
    return old + by if isinstance(old, int) else by


def _saving(name: str, text: str, base: str, *, journal: bool = True, back: bool = False) -> Attack:
    def act(arena: Arena) -> None:
        arena.people.client(VILLAIN).edit("State", text)

    return Attack(name, act, base, journal=journal, pauses=back, same_lines=not back)


def _wholes(name: str, base: Base) -> Iterator[Attack]:
    """The comment gone, doubled, elsewhere, damaged;
    each with and without the bot's local files.
    """
    page, found = base.comment, COMMENT.search(base.comment)
    if found is None:
        return
    mark, older = found[0], COMMENT.search(base.earlier)
    old = older[0] if older else mark
    changes: dict[str, Callable[[str], str]] = {
        "removed": lambda text: text.replace(mark, ""),
        "doubled": lambda text: f"{text}\n{mark}",
        "doubled, an older one first": lambda text: f"{old}\n{text}",
        "doubled, an older one last": lambda text: f"{text}\n{old}",
        "an older one": lambda text: text.replace(mark, old),
        "inside nowiki": lambda text: text.replace(mark, f"<nowiki>{mark}</nowiki>"),
        "inside pre": lambda text: text.replace(mark, f"<pre>\n{mark}\n</pre>"),
        "inside a template": lambda text: text.replace(mark, "{{x|" + mark + "}}"),
        "at the top": lambda text: mark + "\n" + text.replace(mark, ""),
        "not closed": lambda text: text.replace(mark, mark.removesuffix("-->")),
        "not opened": lambda text: text.replace(mark, mark.removeprefix("<!--")),
        "of another name": lambda text: text.replace(
            mark, mark.replace("<!-- wikibot", "<!-- wikibots")
        ),
        "empty": lambda text: text.replace(mark, "<!-- wikibot -->"),
        "no JSON": lambda text: text.replace(mark, "<!-- wikibot {FORGED} -->"),
        "cut": lambda text: text.replace(mark, mark[: len(mark) // 2] + " -->"),
        "deep": lambda text: text.replace(mark, f"<!-- wikibot {DEEP} -->"),
        "huge": lambda text: text.replace(mark, f'<!-- wikibot {{"x": "{"A" * 400_000}"}} -->'),
        "a hundred times": lambda text: text + f"\n{old}" * 100,
        "with prose behind": lambda text: f"{text}\nKEEP 17 people's prose",
        "followed by a status mark": lambda text: f'{text}\n<small class="wikibot-status">KEEP 18',
        "an opening one before": lambda text: text.replace(mark, f"<!-- KEEP 19 {mark}"),
    }
    for what, change in changes.items():
        for journal in (True, False):
            kept = "" if journal else ", journal lost"
            attack = _saving(f"comment, {name}: {what}{kept}", change(page), name, journal=journal)
            yield replace(attack, pauses=what == "an older one")  # which is how a revert looks
    yield _saving(f"page, {name}: as it was one sync before", base.earlier, name, back=True)
    yield _saving(
        f"page, {name}: as it was, journal lost", base.earlier, name, back=True, journal=False
    )


def _meaningful(name: str, base: Base, value: Any) -> Iterator[Attack]:
    """Several parts at once, by what they mean today;
    where the comment has no such part, nothing.
    """
    old = comment.found(base.earlier)
    wholes: dict[str, Any] = {
        "the older marks": {
            **value,
            **{key: old[key] for key in ("actions", "stewards") if old and key in old},
        },
        "all marks at zero": json.loads(
            re.sub(r'"(through|since|page)": \d+', r'"\1": 0', json.dumps(value))
        ),
        "all marks far ahead": json.loads(
            re.sub(r'"(through|since)": \d+', r'"\1": 999999', json.dumps(value))
        ),
        "another run": {**value, "run": "f0f0f0f0"},
        "forged answers": {**value, "run": "f0f0f0f0", "answers": [["4.1.0", "done", "FORGED"]]},
        "forged lines": {
            **value,
            "run": "f0f0f0f0",
            "lines": ["2024-01-01T00:00:00Z FORGED: help"],
        },
        "forged late lines": {
            **value,
            "run": "f0f0f0f0",
            "late": ["2024-01-01T00:00:00Z FORGED: help"],
        },
        "pause lifted": {**value, "paused": "", "closed": "", "run": "f0f0f0f0"},
        "everything accepted": {**value, "accepted": "FORGED | FORGED"},
    }
    for phases in ((0,), (1,), (2,), (0, 1, 2), (99,)):
        seals = [[phase, seal] for _, seal in value.get("seals", ()) for phase in phases]
        wholes[f"a seal copied to phases {phases}"] = {
            **value,
            "seals": [*value.get("seals", ()), *seals],
        }
        wholes[f"a seal moved to phases {phases}"] = {**value, "seals": seals}
    for what, edited in wholes.items():
        if edited != value:
            yield _saving(f"comment, {name}: {what}", comment.put(base.comment, edited), name)
            yield _saving(f"comment, {name}: {what}, journal lost",
                          comment.put(base.comment, edited), name,
                          journal=False)  # fmt: skip
