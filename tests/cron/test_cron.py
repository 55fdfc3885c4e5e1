"""The files in cron/ and the sample settings: each can be copied as it is."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from wikibot import exits
from wikibot.cli import main
from wikibot.config.sections import BotSection
from wikibot.config.settings import CREDENTIAL
from wikibot.config.values import parse_span

ROOT = Path(__file__).parents[2]
CRON = ROOT / "cron"

UNIT_OPTION = re.compile(r"^(\w+)=(.*)$", re.MULTILINE)
FIELD = re.compile(r"(\*|\d+(-\d+)?)(/\d+)?(,(\*|\d+(-\d+)?)(/\d+)?)*")

needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not on this machine"
)


def crontab_line() -> str:
    """Give the one line of the crontab that is not a comment."""
    (line,) = (
        line
        for line in (CRON / "crontab").read_text().splitlines()
        if line and not line.startswith("#")
    )
    return line


def unit(name: str) -> dict[str, str]:
    """Give the options of a systemd unit; of one that is set twice the last value."""
    return dict(UNIT_OPTION.findall((CRON / name).read_text()))


def job() -> dict[str, object]:
    """Give the one job of the Toolforge file."""
    (job,) = yaml.safe_load((CRON / "toolforge-jobs.yaml").read_text())
    return dict(job)


def commands() -> dict[str, str]:
    """Give the command that each file runs."""
    return {
        "crontab": crontab_line().split(None, 5)[5],
        "wikibot.service": unit("wikibot.service")["ExecStart"],
        "toolforge-jobs.yaml": str(job()["command"]),
    }


@pytest.mark.parametrize("file", commands())
def test_every_file_runs_a_command_that_exists(file: str) -> None:
    """What cron, systemd and Toolforge start is the program's own sync,
    with options that it takes.
    """
    program, *arguments = shlex.split(commands()[file].split(" 2>&1")[0])

    result = CliRunner().invoke(main, [*arguments, "--help"])

    assert ("wikibot", "sync", 0) == (Path(program).name, arguments[-1], result.exit_code)


def test_the_crontab_has_five_fields_and_a_command() -> None:
    """Cron can read the times.

    The command has no percent sign, which cron takes for the end of the line.
    """
    *fields, command = crontab_line().split(None, 5)

    assert (5, True, False) == (
        len(fields),
        all(FIELD.fullmatch(field) for field in fields),
        "%" in command,
    )


def test_toolforge_gets_the_same_five_minutes() -> None:
    """The Toolforge job is started as often as the crontab's.

    Its name is one that Kubernetes takes.
    """
    toolforge = job()

    assert crontab_line().startswith(str(toolforge["schedule"]))
    assert re.fullmatch(r"[a-z]([-a-z0-9]*[a-z0-9])?", str(toolforge["name"]))


def test_the_service_hands_over_the_password_as_the_program_reads_it() -> None:
    """The credential has the name that the program looks for."""
    assert unit("wikibot.service")["LoadCredential"].startswith(f"{CREDENTIAL}:")


def test_the_service_ends_a_sync_only_after_its_own_deadline() -> None:
    """The program gives up by itself before systemd stops it."""
    limit = parse_span(unit("wikibot.service")["TimeoutStartSec"])

    assert BotSection().deadline < limit


def test_later_and_needs_a_person_are_no_faults_of_the_machine() -> None:
    """Exit codes 1 and 75 leave the unit in order; wrong settings and refused logins do not."""
    assert {exits.ATTENTION, exits.TRY_LATER} == set(
        map(int, unit("wikibot.service")["SuccessExitStatus"].split())
    )


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """Give a folder with both units. They start a program that every machine has.

    Systemd looks whether it is there.
    """
    for name in ("wikibot.service", "wikibot.timer"):
        text = (CRON / name).read_text().replace("/opt/wikibot/bin/wikibot", "/bin/true")
        (tmp_path / name).write_text(text)
    return tmp_path


@needs_systemd
@pytest.mark.parametrize("name", ["wikibot.service", "wikibot.timer"])
def test_systemd_understands_the_units(units: Path, name: str) -> None:
    """systemd-analyze has nothing to say about them."""
    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(units / name)],
        capture_output=True,
        text=True,
        check=False,
    )

    ours = [line for line in run.stderr.splitlines() if "wikibot" in line]
    assert (0, []) == (run.returncode, ours)


@needs_systemd
def test_the_service_is_locked_in(units: Path) -> None:
    """By systemd's own count what the service may still do is below 1.5 of 10."""
    run = subprocess.run(
        [
            "systemd-analyze", "security", "--offline=true", "--threshold=15",
            str(units / "wikibot.service"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip

    assert run.returncode == 0, run.stdout + run.stderr


def test_the_sample_settings_hold_no_secret() -> None:
    """No key of the sample could take a password."""
    assert not re.search(
        r"^(# )?(password|secret|token) *=", (ROOT / "settings.ini").read_text(), re.MULTILINE
    )


HADOLINT = Path(sys.executable).with_name("hadolint")


@pytest.mark.skipif(not HADOLINT.exists(), reason="hadolint is not packaged for this machine")
def test_the_container_file_is_clean() -> None:
    """The linter has nothing to say about it; it is pinned, and does not run as root."""
    run = subprocess.run([HADOLINT, CRON / "Containerfile"], capture_output=True, check=False)
    image, user = (
        re.search(rf"^{word} (.+)$", (CRON / "Containerfile").read_text(), re.MULTILINE)
        for word in ("FROM", "USER")
    )

    assert (b"", 0) == (run.stdout, run.returncode)
    assert image
    assert re.search(r":\d+\.\d+\.\d+", image[1])
    assert user
    assert user[1] == "1000"
