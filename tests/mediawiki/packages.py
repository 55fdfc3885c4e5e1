"""Fetches MediaWiki's Debian packages and unpacks them,
without installing and without root, once per user.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import platformdirs
from filelock import FileLock

SUITES = {"1.43": "trixie", "1.39": "bookworm"}
"""The Debian release that brings each version of MediaWiki."""

DEBIAN = Path(__file__).with_name("debian-packages.txt").read_text().strip()
"""The Debian packages that a run of the tests needs, besides; the Makefile reads them, too."""

BROWSER = ("chromium", "chromedriver")
"""The programs of a browser that tests can steer."""

_PHP_MODULES = {"pdo_sqlite", "mbstring", "dom", "xmlreader", "intl"}
_KEYRING = "/usr/share/keyrings/debian-archive-keyring"
_MARK = "complete.json"  # written last: how many files there are


class NotHere(Exception):
    """This machine cannot run a MediaWiki; the message says in one line what to do about it."""


def cache() -> Path:
    """Give the folder where unpacked versions and fresh wikis are kept from run to run."""
    return platformdirs.user_cache_path("wikibot-tests", ensure_exists=True)


def require_php() -> None:
    """Raise NotHere unless PHP with all modules that MediaWiki needs, and diff3, are installed."""
    php = shutil.which("php")
    modules = (
        subprocess.run([php, "-m"], capture_output=True, text=True, check=False).stdout.lower()
        if php
        else ""
    )
    missing = _PHP_MODULES - set(modules.split())
    if missing or not shutil.which("diff3"):
        raise NotHere(f"A real MediaWiki needs PHP. Install it with: apt-get install {DEBIAN}")


def require_browser() -> tuple[str, str]:
    """Give the paths of Chromium and of its driver. Raises NotHere where one is missing."""
    found = [shutil.which(name) or "" for name in BROWSER]
    if not all(found):
        raise NotHere(
            f"Tests of the form need a browser. Install it with: apt-get install {DEBIAN}"
        )
    return found[0], found[1]


def unpacked(version: str) -> Path:
    """Give the folder that holds api.php of this version; fetches and unpacks it the first time.

    Two runs may ask at the same time: the second waits. A folder that was cut off or tidied away is
    made anew.
    """
    home = cache() / f"mediawiki-{version}"
    with FileLock(f"{home}.lock"):
        if not _is_complete(home):
            shutil.rmtree(home, ignore_errors=True)
            _unpack(SUITES[version], home)
    return home / "usr/share/mediawiki"


def mark_complete(home: Path) -> None:
    """Note how many files there are, as the last step of unpacking."""
    (home / _MARK).write_text(json.dumps({"files": _count(home)}))


def _is_complete(home: Path) -> bool:
    mark = home / _MARK
    return mark.exists() and json.loads(mark.read_text())["files"] == _count(home)


def _count(home: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(home)) - (home / _MARK).exists()


def _unpack(suite: str, home: Path) -> None:
    with tempfile.TemporaryDirectory(dir=home.parent, prefix="unpacking-") as folder:
        tree = Path(folder, "tree")
        for package in _download(suite, Path(folder)):
            _run(["dpkg", "-x", str(package), str(tree)])
        _tidy(tree / "usr/share/mediawiki")
        mark_complete(tree)
        tree.rename(home)


def _tidy(mediawiki: Path) -> None:
    """Undo what the packages prepare for an installation under /var."""
    for name in ("LocalSettings.php", "images", "config", "extensions"):
        (mediawiki / name).unlink(missing_ok=True)
    (mediawiki / "extensions").symlink_to("extensions-core")


def _download(suite: str, folder: Path) -> list[Path]:
    """Download the packages with apt, which checks their signatures;
    the machine's own apt lists stay untouched.
    """
    for name in ("lists/partial", "cache/archives/partial", "debs"):
        (folder / name).mkdir(parents=True)
    options = [
        f"Dir::Etc::sourcelist={folder}/sources.list",
        "Dir::Etc::sourceparts=/dev/null",
        f"Dir::State::lists={folder}/lists",
        f"Dir::Cache={folder}/cache",
        # the folder is the user's own; apt's own account may not enter it
        "APT::Sandbox::User=root",
        "APT::Update::Error-Mode=any",
        "Acquire::Languages=none",
        "Acquire::Retries=3",
    ]
    apt = ["apt-get", "-q", *(word for option in options for word in ("-o", option))]
    _find_suite(suite, folder / "sources.list", apt)
    _run([*apt, "download", "mediawiki", "mediawiki-classes"], cwd=folder / "debs")
    return sorted((folder / "debs").glob("*.deb"))


def _find_suite(suite: str, sources: Path, apt: list[str]) -> None:
    """Write the sources list for ``suite``:
    the first mirror in the machine's own settings that has it.
    """
    key = next(
        (
            f"[signed-by={_KEYRING}{end}] "
            for end in (".pgp", ".gpg")
            if Path(_KEYRING + end).exists()
        ),
        "",
    )
    problem = "apt knows no package mirror; run: apt-get update"
    for site in _mirrors():
        sources.write_text(f"deb {key}{site} {suite} main\n")
        try:
            return _run([*apt, "update"])
        except NotHere as refusal:
            problem = str(refusal)
    raise NotHere(f"MediaWiki of Debian {suite} cannot be fetched: {problem}")


def _mirrors() -> list[str]:
    """Give the addresses of the machine's package mirrors, in the order of its own settings."""
    if not shutil.which("apt-get"):
        raise NotHere("MediaWiki is taken from Debian's packages, and this machine has no apt.")
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    return list(dict.fromkeys(listed))


def _run(command: list[str], cwd: Path | None = None) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        raise NotHere(f"{command[0]} failed: {last}")


if __name__ == "__main__":  # for the Makefile: fails where PHP or the browser is missing
    try:
        require_php()
        require_browser()
    except NotHere:
        sys.exit(1)
