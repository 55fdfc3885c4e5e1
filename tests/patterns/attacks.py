"""Texts that make a pattern work hard:
something that leads to a repeat, what it repeats over and over, and no end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice, product
from typing import Any

from tests.patterns.counted import Counted, TooManySteps, _test

ops: Any = import_module("re._constants")
parser: Any = import_module("re._parser")  # of which types know more or less by version
_LETTERS = " a1-,.:;()[]{}'\"*#|=<>/+xdAIn_\n\t&~`!?@→¶•é"
_MOST = 4  # samples of a part
_TRIED = 30  # texts for each pattern
_ENDS = ("\x00", "\n\n\x00 zq;")
BOUND = 100_000


def attacks(pattern: str, flags: int) -> Iterator[tuple[str, str, str]]:
    """Beginning, what is to be repeated, and end."""
    tree = parser.parse(pattern, flags)
    seen = set()
    for before, body in _repeats(list(tree), [""], tree.state.flags):
        pumps = [pump for pump in body if pump]
        pairs = [a + b for a, b in product(pumps[:3], repeat=2) if a != b]
        begins = dict.fromkeys([*before[:2], *(f"zq{each}" for each in before[:1])])
        for begin, pump, end in product(begins, [*pumps, *pairs], _ENDS):
            if (begin, pump, end) not in seen:
                seen.add((begin, pump, end))
                yield begin, pump, end


def growth(
    pattern: str, flags: int, how: str, size: int = 20
) -> tuple[float, tuple[str, str, str]]:
    """By which power of its length the worst text found makes a pattern work, about;
    with that text.
    """
    counted = Counted(pattern, flags, BOUND)
    worst, text = 0.0, ("", "", "")

    def steps(begin: str, pump: str, end: str, times: int) -> int:
        again = pump * (max(size // len(pump), 12) * times)
        return int(getattr(counted, how)(begin + again + end))

    for attack in islice(attacks(pattern, flags), _TRIED):
        try:
            twice = steps(*attack, 2)
        except TooManySteps:
            return float("inf"), attack
        if twice > 20 * size and (ratio := twice / max(steps(*attack, 1), 1)) > worst:
            worst, text = ratio, attack
    return worst, text


def _repeats(
    items: Sequence[Any], before: list[str], flags: int
) -> Iterator[tuple[list[str], list[str]]]:
    """What may stand before each repeat of a tree, and what it repeats."""
    for number, (op, argument) in enumerate(items):
        if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            _, most, body = argument
            if most is ops.MAXREPEAT or most > 16:
                yield before, _samples(list(body), flags)
                rest = _samples([*body, *items[number + 1 : number + 3]], flags)
                yield before, [each for each in rest if len(each) > 1]
            yield from _repeats(list(body), before, flags)
        elif op is ops.SUBPATTERN:
            yield from _repeats(list(argument[3]), before, (flags | argument[1]) & ~argument[2])
        elif op is ops.BRANCH:
            for branch in argument[1]:
                yield from _repeats(list(branch), before, flags)
        elif op is ops.ATOMIC_GROUP:
            yield from _repeats(list(argument), before, flags)
        elif op in (ops.ASSERT, ops.ASSERT_NOT):
            yield from _repeats(list(argument[1]), before, flags)
        ahead = _samples([(op, argument)], flags)
        before = [a + b for a, b in islice(product(before, ahead), _MOST)]


def _samples(items: Sequence[Any], flags: int) -> list[str]:
    """A few texts that a sequence matches."""
    texts = [""]
    for op, argument in items:
        parts = _parts(op, argument, flags)
        texts = [a + b for a, b in islice(product(texts, parts), 12)]
    return list(dict.fromkeys(texts))[:12]


def _parts(op: Any, argument: Any, flags: int) -> list[str]:
    if op in (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN):
        test = _test(op, argument, flags)
        if op is ops.LITERAL:
            return [chr(argument)]
        return [c for c in _LETTERS if test(c)][:6] or [
            chr(v if k is ops.LITERAL else v[0]) for k, v in argument
        ][:1]
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        least, _, body = argument
        once = _samples(list(body), flags)
        some = [each * max(least, 1) for each in once[:_MOST]]
        return some if least else [*some[:2], ""]
    if op is ops.SUBPATTERN:
        return _samples(list(argument[3]), (flags | argument[1]) & ~argument[2])
    if op is ops.BRANCH:
        return [each for branch in argument[1] for each in _samples(list(branch), flags)[:2]][:8]
    if op is ops.ATOMIC_GROUP:
        return _samples(list(argument), flags)
    return [""]  # assertions and the like: what stands there is anybody's
