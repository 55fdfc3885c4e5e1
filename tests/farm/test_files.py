"""The farm's files in cron/: each can be copied as it is."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from wikibot.cli import main
from wikibot.storage.postgres import connection

CRON = Path(__file__).parents[2] / "cron"
UNIT = (CRON / "wikibot-farm@.service").read_text()
COMPOSE = yaml.safe_load((CRON / "farm-compose.yaml").read_text())
STARTED = (
    next(line for line in UNIT.splitlines() if line.startswith("ExecStart=")).partition("=")[2],
    COMPOSE["services"]["worker"]["command"],
    COMPOSE["services"]["init"]["command"],
)


@pytest.mark.parametrize("command", STARTED, ids=["unit", "worker", "init"])
def test_what_is_started_exists(command: str) -> None:
    """With the options that it is given."""
    program, *words = shlex.split(command)

    result = CliRunner().invoke(main, [*words, "--help"])

    assert (Path(program).name, result.exit_code) == ("wikibot", 0)


def test_the_secrets_have_the_names_that_the_program_reads() -> None:
    """In the unit and in the containers."""
    names = {connection.CREDENTIAL, connection.KEY_CREDENTIAL}
    loaded = {
        line.split("=")[1].split(":")[0] for line in UNIT.splitlines() if "Credential=" in line
    }
    mounted = {each["target"] for each in COMPOSE["x-wikibot"]["secrets"]}

    assert (names, names) == (loaded, mounted)


def test_the_containers_are_of_the_file_beside() -> None:
    """One recipe for a single game and a farm."""
    assert (CRON / COMPOSE["x-wikibot"]["build"]["dockerfile"]).is_file()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """It has nothing to say about it."""
    unit = tmp_path / "wikibot-farm@1.service"
    unit.write_text(UNIT.replace("/opt/wikibot/bin/wikibot", "/bin/true"))

    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert [line for line in run.stderr.splitlines() if "wikibot" in line] == []
