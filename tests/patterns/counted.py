"""A backtracking matcher that works as :mod:`re` does and counts its steps: what a pattern may
cost, without a clock.

It follows the parse tree of the standard library, so that it knows every pattern that the program
can have. Only the cost counts: groups are kept as far as back references need them.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

ops: Any = import_module("re._constants")
parser: Any = import_module("re._parser")  # of which types know more or less by version
Then = Callable[[int], bool]
Step = Callable[[int, Then], bool]


class TooManySteps(Exception):
    """The bound was reached."""


@contextmanager
def deep() -> Iterator[None]:
    """Room for one level of Python for each repetition."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class Counted:
    """One pattern, compiled to functions that count."""

    def __init__(self, pattern: str, flags: int = 0, bound: int = 2_000_000) -> None:
        tree = parser.parse(pattern, flags)
        self.flags = tree.state.flags
        self.bound, self.steps, self.text, self.found = bound, 0, "", False
        self.groups: dict[int, tuple[int, int]] = {}
        self.match_at = self._sequence(list(tree), self.flags)

    def search(self, text: str) -> int:
        """The steps of a search through a text that ends as early as :mod:`re` ends it."""
        return self._count(text, range(len(text) + 1))

    def match(self, text: str) -> int:
        """The steps of a match at the beginning."""
        return self._count(text, range(1))

    def fullmatch(self, text: str) -> int:
        """The steps of a match of the whole."""
        return self._count(text, range(1), whole=True)

    def _count(self, text: str, starts: range, *, whole: bool = False) -> int:
        self.text, self.steps, self.found = text, 0, False
        with deep():
            for start in starts:
                self.groups = {}
                if self.match_at(
                    start, (lambda at: at == len(text)) if whole else (lambda _: True)
                ):
                    self.found = True
                    break
        return self.steps

    def _tick(self, steps: int = 1) -> None:
        self.steps += steps
        if self.steps > self.bound:
            raise TooManySteps

    # -- compiling ---------------------------------------------------------------------------------

    def _sequence(self, items: list[Any], flags: int) -> Step:
        if not items:
            return lambda at, then: then(at)
        first = self._node(items[0][0], items[0][1], flags)
        if len(items) == 1:
            return first
        others = self._sequence(items[1:], flags)
        return lambda at, then: first(at, lambda end: others(end, then))

    def _node(self, op: Any, argument: Any, flags: int) -> Step:  # one case for each kind of node
        if op in (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN):
            return self._character(_test(op, argument, flags))
        if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            return self._repeat(op, argument, flags)
        if op is ops.SUBPATTERN:
            return self._group(argument, flags)
        if op is ops.BRANCH:
            return self._branch([self._sequence(list(each), flags) for each in argument[1]])
        if op is ops.ATOMIC_GROUP:
            return self._atomic(self._sequence(list(argument), flags))
        if op in (ops.ASSERT, ops.ASSERT_NOT):
            return self._assert(op is ops.ASSERT, argument, flags)
        if op is ops.AT:
            return self._at(argument, flags)
        if op is ops.GROUPREF:
            return self._back(argument, flags)
        if op is ops.GROUPREF_EXISTS:
            group, yes, no = argument
            first, second = self._sequence(list(yes), flags), self._sequence(list(no or []), flags)
            return lambda at, then: first(at, then) if group in self.groups else second(at, then)
        if op is ops.FAILURE:
            return lambda at, then: False
        raise NotImplementedError(op)

    def _character(self, test: Callable[[str], bool]) -> Step:
        def run(at: int, then: Then) -> bool:
            self.steps += 1  # the bound is looked at by what repeats
            return at < len(self.text) and test(self.text[at]) and then(at + 1)

        return run

    def _repeat(self, op: Any, argument: Any, flags: int) -> Step:
        least, most, body = argument
        one = self._sequence(list(body), flags)
        most = sys.maxsize if most is ops.MAXREPEAT else int(most)
        if op is ops.POSSESSIVE_REPEAT:
            return self._atomic(self._greedy(one, least, most))
        single = next(iter(body)) if len(body) == 1 else None
        if (
            op is ops.MAX_REPEAT
            and single
            and single[0] in (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN)
        ):
            return self._run(_test(single[0], single[1], flags), least, most)
        return (
            self._greedy(one, least, most) if op is ops.MAX_REPEAT else self._lazy(one, least, most)
        )

    def _run(self, test: Callable[[str], bool], least: int, most: int) -> Step:
        """As many of one kind of character as there are, then fewer and fewer."""

        def run(at: int, then: Then) -> bool:
            end, text, last = at, self.text, min(len(self.text), at + most)
            while end < last and test(text[end]):
                end += 1
            self._tick(end - at + 1)
            while end - at >= least:
                self._tick()
                if then(end):
                    return True
                end -= 1
            return False

        return run

    def _greedy(self, one: Step, least: int, most: int) -> Step:
        def run(at: int, then: Then, count: int = 0) -> bool:
            self._tick()

            def more(end: int) -> bool:
                return (end > at or count < least) and run(end, then, count + 1)

            return (count < most and one(at, more)) or (count >= least and then(at))

        return run

    def _lazy(self, one: Step, least: int, most: int) -> Step:
        def run(at: int, then: Then, count: int = 0) -> bool:
            self._tick()

            def more(end: int) -> bool:
                return (end > at or count < least) and run(end, then, count + 1)

            return (count >= least and then(at)) or (count < most and one(at, more))

        return run

    def _group(self, argument: Any, flags: int) -> Step:
        number, added, taken, body = argument
        inner = self._sequence(list(body), (flags | added) & ~taken)
        if number is None:
            return inner

        def run(at: int, then: Then) -> bool:
            def after(end: int) -> bool:
                before = self.groups.get(number)
                self.groups[number] = (at, end)
                if then(end):
                    return True
                self.groups.pop(number) if before is None else self.groups.update({number: before})
                return False

            return inner(at, after)

        return run

    def _branch(self, branches: list[Step]) -> Step:
        def run(at: int, then: Then) -> bool:
            for branch in branches:  # noqa: SIM110  # any() would take twice the time
                if branch(at, then):
                    return True
            return False

        return run

    def _atomic(self, inner: Step) -> Step:
        def run(at: int, then: Then) -> bool:
            ends: list[int] = []
            return inner(at, lambda end: not ends.append(end)) and then(ends[0])  # type: ignore[func-returns-value]

        return run

    def _assert(self, wanted: bool, argument: Any, flags: int) -> Step:
        direction, body = argument
        inner, width = self._sequence(list(body), flags), body.getwidth()[0] if direction < 0 else 0

        def run(at: int, then: Then) -> bool:
            found = at >= width and inner(
                at - width, (lambda end: end == at) if direction < 0 else lambda _: True
            )
            return found is wanted and then(at)

        return run

    def _at(self, where: Any, flags: int) -> Step:
        def holds(at: int) -> bool:
            text = self.text
            if where in (ops.AT_BEGINNING, ops.AT_BEGINNING_STRING):
                multi = where is ops.AT_BEGINNING and flags & re.MULTILINE
                return at == 0 or bool(multi and text[at - 1] == "\n")
            if where in (ops.AT_END, ops.AT_END_STRING):
                if at == len(text) or (
                    where is ops.AT_END and at == len(text) - 1 and text[at] == "\n"
                ):
                    return True
                return bool(where is ops.AT_END and flags & re.MULTILINE and text[at] == "\n")
            edge = (at > 0 and _is_word(text[at - 1])) != (at < len(text) and _is_word(text[at]))
            return edge is (where is ops.AT_BOUNDARY)

        def run(at: int, then: Then) -> bool:
            self._tick()
            return holds(at) and then(at)

        return run

    def _back(self, group: int, flags: int) -> Step:
        def run(at: int, then: Then) -> bool:
            if group not in self.groups:
                return False
            start, end = self.groups[group]
            said, here = self.text[start:end], self.text[at : at + end - start]
            self.steps += end - start
            same = said.lower() == here.lower() if flags & re.IGNORECASE else said == here
            return same and then(at + end - start)

        return run


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    ops.CATEGORY_DIGIT: lambda c: unicodedata.category(c) == "Nd",
    ops.CATEGORY_NOT_DIGIT: lambda c: unicodedata.category(c) != "Nd",
    ops.CATEGORY_SPACE: str.isspace,
    ops.CATEGORY_NOT_SPACE: lambda c: not c.isspace(),
    ops.CATEGORY_WORD: _is_word,
    ops.CATEGORY_NOT_WORD: lambda c: not _is_word(c),
}


def _test(op: Any, argument: Any, flags: int) -> Callable[[str], bool]:
    """Whether a character is one of those that a node stands for."""
    ignore = bool(flags & re.IGNORECASE)
    if op is ops.ANY:
        return (lambda _: True) if flags & re.DOTALL else (lambda c: c != "\n")
    if op in (ops.LITERAL, ops.NOT_LITERAL):
        same = {chr(argument), *((chr(argument).lower(), chr(argument).upper()) if ignore else ())}
        return (lambda c: c in same) if op is ops.LITERAL else (lambda c: c not in same)
    tests, negated = [], False
    for kind, value in argument:
        if kind is ops.NEGATE:
            negated = True
        elif kind is ops.LITERAL:
            tests.append(_test(ops.LITERAL, value, flags))
        elif kind is ops.RANGE:
            tests.append(_range(*value, ignore=ignore))
        else:
            tests.append(_CATEGORIES[value])
    return cache(lambda c: any(test(c) for test in tests) is not negated)


def _range(low: int, high: int, *, ignore: bool) -> Callable[[str], bool]:
    def test(c: str) -> bool:
        same = (c, c.lower(), c.upper()) if ignore else (c,)
        return any(len(each) == 1 and low <= ord(each) <= high for each in same)

    return test
