"""The JSON that goes out is what docs/schemas says."""

from __future__ import annotations

import ast
import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.schemas import FOLDER, schemas
from wikibot.farm.worker import JsonFormatter
from wikibot.schemas import PUBLISHED, json_text

ROOT = Path(__file__).parents[1]
COMMANDS = sorted((ROOT / "wikibot/cli").rglob("*.py"))


def test_the_schemas_are_those_of_the_models() -> None:
    """After a change of a model, ``make schemas`` writes them anew."""
    written = {each.name: each.read_text(encoding="utf-8") for each in FOLDER.glob("*.json")}

    assert schemas() == written


def test_every_command_prints_its_json_by_a_schema() -> None:
    """``print_json`` alone does: it validates, so that each test of ``--json`` tests the schema."""
    used, others = set(), []
    for file in COMMANDS:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            if called == "print_json":
                used.add(ast.literal_eval(node.args[0]))
            elif called == "click.echo" and "json.dumps" in ast.unparse(node):
                others.append(file)

    assert others == []
    assert {
        "farm-log", "form-page", "health", "lens-page", "replay", "webhook",
    } == PUBLISHED.keys() - used  # fmt: skip
    assert used <= PUBLISHED.keys()


@pytest.mark.parametrize("wrong", [{"at": "yesterday"}, {"at": "2026-01-01T00:00:00Z", "say": ""}])
def test_what_is_not_in_the_schema_does_not_go_out(wrong: dict[str, str]) -> None:
    """A wrong value and an unknown key end the command; nothing is printed, nor quoted."""
    recorded = {"title": "", "number": "", "link": "", "colours": {}, "steps": [wrong]}

    with pytest.raises(ValidationError) as caught:
        json_text(PUBLISHED["replay"], recorded)

    assert "input_value" not in str(caught.value)


def test_the_core_does_without_models() -> None:
    """Neither a game nor what an idle sync loads takes the time that pydantic takes to load."""
    loaded = "wikibot.storage.settled, wikibot.game.engine.engine, rules.cycle15, rules.generic"
    code = f"import sys, {loaded}; print('pydantic' in sys.modules)"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"


def test_a_line_of_a_workers_log_is_json_by_its_schema() -> None:
    """Values that came with a line stand beside its text."""
    record = logging.makeLogRecord({"msg": "synced", "name": "wikibot", "game": "moon", "lines": 2})

    line = json.loads(JsonFormatter().format(record))

    assert ("synced", "moon", 2) == (line["text"], line["game"], line["lines"])
