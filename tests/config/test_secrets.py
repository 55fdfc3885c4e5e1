"""The password: where it comes from, and who else can read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikibot.config.settings import NoSecret, Settings, find_password, from_sections

PASSWORD = "0123456789abcdefghijklmnopqrstuv"


def settings(password_file: Path | None = None) -> Settings:
    """Settings of a bot, with a password file or without."""
    wiki = {"api": "https://wiki.example/api.php", "user": "Wikibot@sync"}
    if password_file:
        wiki["password_file"] = str(password_file)
    return from_sections(
        {"wiki": wiki, "game": {"rules": "r", "ruleset": "R", "gamestate": "G", "actions": "A"}}
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A password file that only its owner can read."""
    path = tmp_path / "password"
    path.write_text(f"{PASSWORD}\n")
    path.chmod(0o600)
    return path


def test_the_environment_comes_first(file: Path) -> None:
    """WIKIBOT_PASSWORD is taken even where a file is set."""
    secret = find_password(settings(file), {"WIKIBOT_PASSWORD": "other"})

    assert ("other", "WIKIBOT_PASSWORD") == (secret.value.get_secret_value(), secret.source)


def test_a_file_may_end_with_a_line_break(file: Path) -> None:
    """What an editor adds at the end is no part of the password."""
    secret = find_password(settings(file), {})

    assert (PASSWORD, "") == (secret.value.get_secret_value(), secret.warning)


def test_a_systemd_credential_is_found_by_its_name(tmp_path: Path) -> None:
    """The file that LoadCredential=wikibot-password: makes is read without any setting."""
    (tmp_path / "wikibot-password").write_text(PASSWORD)

    secret = find_password(settings(), {"CREDENTIALS_DIRECTORY": str(tmp_path)})

    assert (PASSWORD, "") == (secret.value.get_secret_value(), secret.warning)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o666])
def test_a_file_that_others_can_read_is_warned_about(file: Path, mode: int) -> None:
    """The warning holds the command that mends it."""
    file.chmod(mode)

    assert f"chmod 600 {file}" in find_password(settings(file), {}).warning


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"", "empty"), (b" \n", "empty"), (b"a\nb\n", "several lines"), (b"\xff\xfe", "is not text")],
)
def test_a_file_without_one_password_is_refused(file: Path, content: bytes, told: str) -> None:
    """The error says what the file must hold, and not what it holds."""
    file.write_bytes(content)

    with pytest.raises(NoSecret, match=f"{told}.*the bot password and nothing else"):
        find_password(settings(file), {})


@pytest.mark.parametrize("given", [None, Path("/nowhere/password")])
def test_without_a_password_all_three_ways_are_named(given: Path | None) -> None:
    """Whoever reads the error can choose one."""
    with pytest.raises(
        NoSecret, match=r"set WIKIBOT_PASSWORD, or password_file .* or the systemd credential"
    ) as caught:
        find_password(settings(given), {})

    assert caught.value.exit_code == 78


def test_a_secret_is_not_in_its_own_picture(file: Path) -> None:
    """Printing the object does not print the password."""
    secret = find_password(settings(file), {})

    assert PASSWORD not in f"{secret!r} {secret} {secret.value}"
