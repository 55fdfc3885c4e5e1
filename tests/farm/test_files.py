"""The farm's files in cron/: each can be copied as it is."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from tests.farm.arena import are_answered
from tests.farm.games import FolderGame, make_template
from wikibot.cli import main
from wikibot.farm.jobs import Farm, States
from wikibot.farm.processes import Limits
from wikibot.storage.postgres import database

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
    names = {database.CREDENTIAL, database.KEY_CREDENTIAL}
    loaded = {
        line.split("=")[1].split(":")[0] for line in UNIT.splitlines() if "Credential=" in line
    }
    mounted = {each["target"] for each in COMPOSE["x-wikibot"]["secrets"]}

    assert (names, names) == (loaded, mounted)


def test_the_containers_are_of_the_file_beside() -> None:
    """One recipe for a single game and a farm."""
    assert (CRON / COMPOSE["x-wikibot"]["build"]["dockerfile"]).is_file()


def test_the_containers_are_watched_and_bounded() -> None:
    """Images are pinned, logs end somewhere, and memory is enough for all syncs at once."""
    services = COMPOSE["services"]
    image = re.search(r"^FROM (\S+)", (CRON / "Containerfile").read_text(), re.MULTILINE)
    words = shlex.split(services["worker"]["command"])
    at_once, memory = (int(words[words.index(each) + 1]) for each in ("--concurrency", "--memory"))
    room = int(services["worker"]["mem_limit"].removesuffix("m"))

    assert image
    assert all(re.search(r":\d+\.\d+", each) for each in (services["database"]["image"], image[1]))
    assert "pg_isready -h 127.0.0.1" in services["database"]["healthcheck"]["test"]
    assert "/health" in services["worker"]["healthcheck"]["test"]
    assert all("max-size" in each["logging"]["options"] for each in services.values())
    assert room > 4 * at_once * memory + 200  # turns, long syncs beside them, the worker


def test_the_containers_play_a_line(tmp_path: Path) -> None:
    """By the steps at the head of the file, on a game in a folder; the worker counts as healthy."""
    if not _has_docker():
        pytest.skip("needs Docker with compose, and a daemon that runs")
    place = Path(shutil.copytree(CRON, tmp_path / "cron"))
    wheel = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(place)]
    subprocess.run([*wheel, str(CRON.parent)], check=True)
    game = FolderGame(make_template(tmp_path / "template"), place / "games/moon", 1)
    mount = {"services": {"worker": {"volumes": ["./games:/games"]}}}
    (place / "games.yaml").write_text(yaml.safe_dump(mount))
    for name, text in (("database-password", "sesame"), ("key", ""),
                       ("database", "postgresql://wikibot:sesame@database/wikibot")):  # fmt: skip
        (place / name).write_text(text)
        (place / name).chmod(0o600)
    for path in (place, *place.rglob("*")):
        shutil.chown(path, 1000, 1000)

    def compose(*words: str) -> subprocess.CompletedProcess[str]:
        files = ("-f", "farm-compose.yaml", "-f", "games.yaml")
        command = ["docker", "compose", "-p", f"wikibot-{os.getpid()}", *files, *words]
        return subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)

    try:
        shown = compose("run", "--rm", "init")
        key = re.search(r"WIKIBOT_FARM_KEY=(\S+)", shown.stdout)
        assert key, shown.stderr[-2000:]
        (place / "key").write_text(key[1])
        made = compose("run", "--rm", "init")
        added = compose("run", "--rm", "-v", "./games:/games", "init",
                        "wikibot", "farm", "add", "/games")  # fmt: skip
        started = compose("up", "-d", "--wait", "worker")
        answered = are_answered(game.write(), 120)
        told = compose("logs", "worker").stdout[-3000:]
    finally:
        compose("down", "-v", "--rmi", "local")

    codes = [each.returncode for each in (made, added, started)]
    assert (codes, answered) == ([0, 0, 0], True), started.stderr[-1000:] + told


def _has_docker() -> bool:
    return bool(shutil.which("docker")) and all(
        subprocess.run(["docker", *words], capture_output=True, check=False).returncode == 0
        for words in (("compose", "version"), ("info",))
    )


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


def test_alerts_go_by_metrics_that_there_are() -> None:
    """Those that docs/farm.md proposes; and its table names all that a worker counts."""
    text = (CRON.parent / "docs/farm.md").read_text(encoding="utf-8")
    farm = Farm("host=/nowhere", 1, Limits(), 1, 0)
    farm.metrics.registry.register(States(farm))
    shown = {each.name + ("_total" if each.type == "counter" else "")
             for each in farm.metrics.registry.collect()}  # fmt: skip
    farm.close()
    alerts = set(re.findall(r"wikibot_farm_\w+", text.partition("Alerts worth having")[2]))
    table = set(re.findall(r"^\| `(wikibot_farm_\w+).*", text, re.MULTILINE))
    table |= set(re.findall(r"^\| `wikibot_farm.*, `(wikibot_farm_\w+)", text, re.MULTILINE))

    assert alerts - shown == set()
    assert table == shown
