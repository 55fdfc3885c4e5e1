"""What each library is asked for in a sync of `wikibot run` that finds a changed ruleset, an edit
of the gamestate by hand, and an action, with other settings than before, and a journal to which
somebody wrote.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import mwclient
import mwparserfromhell
import pydantic
import pytest
import requests
import schedule
from click.testing import CliRunner

from tests.mediawiki.server import Server
from tests.mediawiki.test_program import command_line
from wikibot.cli import main
from wikibot.config.sections import SECTIONS
from wikibot.sync.report import EndedBySignal

ASKED = {
    "mwclient": {"GET parse", "GET query", "POST edit"},
    "mwparserfromhell": {"A player may [[Digging|dig]] once a day."},
    "requests": {"GET", "POST"},
    "pydantic": {*(each.__name__ for each in SECTIONS.values()), "a note", "FormPage"},
    "schedule": {"every 300 seconds"},
}


def listen(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Counter[str]]:
    """What is asked of each library from now on, and how often. `run` ends when it would wait."""
    found: Mapping[str, Counter[str]] = defaultdict(Counter)

    def spy(library: str, owner: Any, name: str, told: Callable[..., str]) -> None:
        real = getattr(owner, name)

        def called(*args: Any, **kwargs: Any) -> Any:
            found[library][told(*args, **kwargs)] += 1
            return real(*args, **kwargs)

        monkeypatch.setattr(owner, name, called)

    def read(adapter: Any, *_: Any, **__: Any) -> str:
        name = getattr(adapter._type, "__name__", "")
        return name if name.endswith("Section") else "a note"

    def validated(model: Any, text: str) -> Any:
        found["pydantic"][model.__name__] += 1
        return model.__pydantic_validator__.validate_json(text)

    def waited(scheduler: schedule.Scheduler) -> None:
        found["schedule"].update(f"every {job.interval} {job.unit}" for job in scheduler.jobs)
        raise EndedBySignal("SIGTERM")

    spy(
        "mwclient",
        mwclient.Site,
        "raw_api",
        lambda _, action, http_method, **__: f"{http_method} {action}",
    )
    spy("requests", requests.Session, "send", lambda _, request, **__: str(request.method))
    spy("mwparserfromhell", mwparserfromhell, "parse", lambda text, *_, **__: str(text))
    spy("pydantic", pydantic.TypeAdapter, "validate_python", read)
    spy("pydantic", pydantic.TypeAdapter, "validate_json", read)
    monkeypatch.setattr(pydantic.BaseModel, "model_validate_json", classmethod(validated))
    monkeypatch.setattr(schedule.Scheduler, "run_pending", waited)
    return found


def test_each_library_does_its_own_work(
    mediawiki_143: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every request is mwclient's, over requests; settings, notes of the journal and the form's
    page are held against models; schedule knows when the next sync is.
    """
    wikibot = command_line(mediawiki_143, tmp_path, monkeypatch)
    settings = Path("settings.ini")
    settings.write_text(settings.read_text() + "form_page = Form.json\n")
    wikibot("sync")
    steward = mediawiki_143.client("Steward")
    steward.edit("Rules", append="\n\n== Digging ==\nA player may [[Digging|dig]] once a day.")
    steward.edit("State", steward.text("State").replace("Bea: 5", "Bea: 6"))
    mediawiki_143.client("Ann").edit("Play", append="\n* dig -- 2d4 (1, 3) = 4 ~~~~")
    settings.write_text(settings.read_text().replace("deadline = 2 ", "deadline = 3 "))
    Path("state/journal.sqlite").touch()
    asked = listen(monkeypatch)

    done = CliRunner().invoke(main, ["run"])

    assert "found 4" in done.stderr, done.stderr
    assert {library: set(found) for library, found in asked.items()} == ASKED
    assert asked["mwclient"].total() == asked["requests"].total()
