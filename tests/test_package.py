"""What is published: a wheel that runs by itself, and an sdist that has all of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from wikibot.exits import USAGE

ROOT = Path(__file__).parents[1]
OTHERS = ("wikibot-demo", "wikibot-cycle14", "other-demo")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with both, built where `make demo` has left games."""
    source, out = tmp_path_factory.mktemp("source") / "wikibot", tmp_path_factory.mktemp("dist")
    ours = (".*", "__pycache__", "build", "dist", *OTHERS[:2], "*.egg-info")
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*ours))
    shutil.copy(ROOT / ".gitignore", source)
    for each in OTHERS[:2]:
        (source / each / "wiki").mkdir(parents=True)
        (source / each / "settings.ini").write_text("[wiki]\n")
        (source / each / "__init__.py").touch()
    command: list[str | Path] = [
        sys.executable, "-m", "build", "--no-isolation", "--outdir", out, source,
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, text=True)
    return out


def test_the_wheel_has_the_program_and_its_files_alone(built: Path) -> None:
    """Packages, the form and the files for cron; no game of whoever built it."""
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {re.sub(r"-[\d.]+\.(data|dist-info)$", "", name.split("/")[0]) for name in names}
    data = {"/".join(name.split("/")[3:]) for name in names if ".data/" in name}

    assert {"wikibot", "rules"} == tops
    assert {"wikibot/cron/crontab", "wikibot/gadget/wikibot.js"} <= data
    assert {"rules/plain/grammar.tables", "wikibot/py.typed"} <= set(names)


def test_the_sdist_has_all_that_the_project_has(built: Path) -> None:
    """Who has no git finds docs, changes, cron files and tests, and no game of the builder."""
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    wanted = {"CHANGELOG.md", "LICENSE", "Makefile", "cron/crontab", "docs/operators.md",
              "gadget/wikibot.js", "settings.ini", "tests/test_package.py"}  # fmt: skip

    assert set() == wanted - names
    assert [] == [name for name in names if name.startswith(OTHERS)]


def test_the_wheel_alone_plays_every_demo(built: Path, tmp_path: Path) -> None:
    """Installed away from its source it plays each game, and writes the files for cron."""
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    pip: list[str | Path] = [
        sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps",
    ]  # fmt: skip
    subprocess.run([*pip, wheel], check=True)
    (site,) = (tmp_path / "venv").glob("lib/*/site-packages")
    # What it depends on comes from here; its editable self does not, as that is a .pth file, too.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [python.with_name("wikibot"), *arguments],
            cwd=tmp_path, capture_output=True, text=True, check=False,
            env={**os.environ, "HOME": str(tmp_path)},
        )  # fmt: skip

    for game in ("cycle15", "cycle14", "round7", "generic"):
        assert run("demo", "--rules", game, f"a-{game}").returncode == 0, game
    assert run("settings", "--cron", "units").returncode == 0
    assert {"crontab", "wikibot.service"} <= {each.name for each in (tmp_path / "units").iterdir()}
    assert run("settings", "--cron", "units").returncode == USAGE
    assert "wikibot[farm]" in run("farm", "--help").stdout
