"""The settings file of a game under test, and the password beside it."""

from __future__ import annotations

from pathlib import Path

from wikibot.config.sections import all_settings

SECTION_OF = {each.name: each.section for each in all_settings()}
FOLDER = {"api": "folder:wiki", "keyboard": "Keyboard"}
PAGES = {"ruleset": "Rules", "gamestate": "State", "actions": "Play"}


def settings(rules: str, **values: object) -> str:
    """A settings file with these values, each in its section; by default of a folder wiki."""
    sections: dict[str, list[str]] = {}
    given = {**({} if "api" in values else FOLDER), "rules": rules, **PAGES, **values}
    for name, value in given.items():
        sections.setdefault(SECTION_OF[name], []).append(f"{name} = {value}\n")
    return "\n".join(f"[{name}]\n{''.join(lines)}" for name, lines in sections.items())


def settle(
    folder: Path, password: str, rules: str, file: str = "settings.ini", **values: object
) -> None:
    """Write the settings file of a game on a MediaWiki, and the password beside it."""
    secret = folder / "password"
    text = settings(rules, password_file=secret.name, contact="tests", **values)
    (folder / file).write_text(text, encoding="utf-8")
    secret.write_text(password, encoding="utf-8")
    secret.chmod(0o600)
