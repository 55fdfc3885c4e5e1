"""The bot password: from the environment, a file, or a systemd credential, and never shown."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from wikibot.config.settings import Settings
from wikibot.config.values import Hidden, webhooks
from wikibot.exits import SETTINGS, ProgramError

VARIABLE = "WIKIBOT_PASSWORD"
CREDENTIAL = "wikibot-password"  # its name in systemd's LoadCredential=
WEBHOOKS, WEBHOOKS_CREDENTIAL = "WIKIBOT_WEBHOOKS", "wikibot-webhooks"
_LONGEST = 10_000  # bytes of a file that holds a password
_HOW = f"set {VARIABLE}, or password_file under [wiki], or the systemd credential {CREDENTIAL}"


class Password:
    """A text that does not show itself in logs, messages and debuggers; ``plain`` gives it out."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Password(...)"

    def plain(self) -> str:
        return self._text


class NoSecret(ProgramError):
    """No password was found; ``str`` says where it was looked for."""

    exit_code = SETTINGS


class FoundPassword(Struct, frozen=True):
    """A password and where it came from. ``warning`` is "" when it is private there."""

    value: Password
    source: str
    warning: str = ""


def find_password(
    settings: Settings, environment: Mapping[str, str] | None = None
) -> FoundPassword:
    """The password of the settings' account. Raises :class:`NoSecret`."""
    env = os.environ if environment is None else environment
    if env.get(VARIABLE):
        return FoundPassword(_checked(env[VARIABLE], VARIABLE), VARIABLE)
    if settings.wiki.password_file is not None:
        return _from_file(settings.wiki.password_file, private=True)
    folder = env.get("CREDENTIALS_DIRECTORY")
    if folder and (Path(folder) / CREDENTIAL).exists():
        return _from_file(Path(folder) / CREDENTIAL, private=False)  # systemd sees to its mode
    raise NoSecret(f"there is no password for {settings.wiki.user or 'the bot'}; {_HOW}")


def has_password(settings: Settings) -> bool:
    """Whether there is a password for the settings' account, or none is needed."""
    try:
        return settings.is_folder or not settings.wiki.user or bool(find_password(settings))
    except NoSecret:
        return False


def find_webhooks(settings: Settings) -> tuple[Hidden, ...]:
    """The addresses that news are posted to; none where none are set.

    From the environment, a systemd credential or the settings, the first that has any. Raises
    :class:`NoSecret` where there is something else.
    """
    text = from_environment(WEBHOOKS, WEBHOOKS_CREDENTIAL)
    return read_webhooks(text) if text else settings.announce.webhooks


def read_webhooks(text: str) -> tuple[Hidden, ...]:
    """Addresses as they were given. Raises :class:`NoSecret`, which quotes none."""
    try:
        return webhooks(text)
    except ValueError:
        raise NoSecret(f"{WEBHOOKS}: expected addresses with blanks between them") from None


def from_environment(
    variable: str, credential: str, environment: Mapping[str, str] | None = None
) -> str:
    """The text of an environment variable, else of a systemd credential, stripped; "" for none."""
    env = os.environ if environment is None else environment
    folder = env.get("CREDENTIALS_DIRECTORY")
    text = env.get(variable, "")
    if not text and folder and (Path(folder) / credential).exists():
        text = (Path(folder) / credential).read_text(encoding="utf-8", errors="replace")
    return text.strip()


def _from_file(path: Path, *, private: bool) -> FoundPassword:
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode) or path.stat().st_size > _LONGEST:  # a pipe might never end
            raise NoSecret(f"{path}: this is not a password file; {_HOW}")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise NoSecret(
            f"{path}: the password file cannot be read ({error.strerror}); {_HOW}"
        ) from None
    except UnicodeDecodeError:
        raise NoSecret(
            f"{path}: the password file is not text; it holds the bot password and nothing else"
        ) from None
    open_to_others = private and os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO)
    warning = (
        f"{path}: others can read the password; run `chmod 600 {path}`" if open_to_others else ""
    )
    return FoundPassword(_checked(text, str(path)), str(path), warning)


def _checked(text: str, source: str) -> Password:
    value = text.strip()
    if not value or "\n" in value:
        what = "several lines" if value else "empty"
        raise NoSecret(f"{source}: {what}; it must hold the bot password and nothing else")
    return Password(value)
