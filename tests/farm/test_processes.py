"""A sync in a process of its own: what it may use, and what its worker hears of its end."""

from __future__ import annotations

import os
import signal
import time
from importlib import import_module

import pytest
from msgspec import Struct

from tests.farm.site.sitecustomize import CHANGED
from wikibot.exits import NOT_ALLOWED, SOFTWARE, TRY_LATER, ProgramError
from wikibot.farm.processes import Child, Failed, Forge, Limits
from wikibot.wiki.errors import NotAllowed

MB = 1024 * 1024


class Told(Struct, frozen=True):
    """What the work of these tests gives."""

    text: str


def say(text: str) -> Told:
    """Give a text."""
    return Told(text)


def eat() -> Told:
    """Want more memory than there is."""
    return Told("x" * (4096 * MB))


def hang() -> Told:
    """Never end, and do not mind SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(1)


def wait() -> Told:
    """Take long."""
    time.sleep(60)
    return Told("")


def die() -> Told:
    """End without a word, as a process does that the system kills for its memory."""
    os.kill(os.getpid(), signal.SIGKILL)
    return Told("")


def fail(kind: str) -> Told:
    """Raise one of the errors of a sync."""
    errors: dict[str, BaseException] = {
        "ours": ProgramError("the disk is full", TRY_LATER),
        "wiki": NotAllowed("blocked"),
        "mistake": ZeroDivisionError("division by zero"),
        "end": SystemExit(3),
    }
    raise errors[kind]


@pytest.fixture(scope="module")
def forge() -> Forge:
    """Give a forge that has this module loaded beforehand."""
    return Forge(__name__)


def failed(child: Child) -> Failed:
    """How a child failed."""
    with pytest.raises(Failed) as found:
        child.result(Told)
    return found.value


def test_what_a_farm_under_test_waits_for_is_shorter() -> None:
    """All that its programs change is there by its name: else each test would take longer."""
    for name, changed in CHANGED.items():
        module = import_module(name)
        for key, value in changed(module).items():
            assert callable(value) or 0 < value < getattr(module, key)


def test_an_answer_comes_back_as_it_was_given(forge: Forge) -> None:
    """The worker gets exactly the value, whatever is in it."""
    child = forge.start(say, ("❄ \x00 \ud83d"[:3],), Limits())

    assert child.result(Told) == Told("❄ \x00")


def test_what_is_no_answer_of_this_kind_is_refused(forge: Forge) -> None:
    """A process that a page has gained power over cannot hand its worker anything but the value."""
    child = forge.start(say, ("text",), Limits())

    with pytest.raises(Failed, match="cannot be read"):
        child.result(Other)


class Other(Struct, frozen=True):
    """Another kind of answer."""

    number: int


def test_a_sync_that_wants_too_much_memory_fails_alone(forge: Forge) -> None:
    """It is told why, and the next sync of the same worker is well."""
    eaten = forge.start(eat, (), Limits(memory=512 * MB))

    assert "memory" in str(failed(eaten))
    assert forge.start(say, ("well",), Limits()).result(Told) == Told("well")


def test_a_sync_that_hangs_is_ended(forge: Forge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither an endless loop nor a deaf one keeps a worker."""
    monkeypatch.setattr("wikibot.farm.processes._GRACE", 0.5)
    child = forge.start(hang, (), Limits(seconds=1.0))

    assert "1 seconds" in str(failed(child))


def test_a_sync_that_is_killed_is_a_failure_with_a_reason(forge: Forge) -> None:
    """The reason names the signal, which tells an operator where to look."""
    error = failed(forge.start(die, (), Limits()))

    assert ("SIGKILL" in str(error), error.code) == (True, SOFTWARE)


@pytest.mark.parametrize(
    ("kind", "code", "words"),
    [
        ("ours", TRY_LATER, "the disk is full"), ("wiki", NOT_ALLOWED, "blocked"),
        ("mistake", SOFTWARE, "ZeroDivisionError"), ("end", TRY_LATER, "stopped"),
    ],
)  # fmt: skip
def test_an_error_keeps_its_exit_code(forge: Forge, kind: str, code: int, words: str) -> None:
    """``status`` and the backoff know a login from a wiki that is away."""
    error = failed(forge.start(fail, (kind,), Limits()))

    assert (error.code, words in str(error)) == (code, True)


def test_a_sync_that_is_asked_to_end_ends(forge: Forge) -> None:
    """A worker that stops lets nothing run on."""
    child = forge.start(wait, (), Limits())
    child.stop()

    assert "SIGTERM" in str(failed(child))
