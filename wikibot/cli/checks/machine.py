"""What can be looked at without the wiki: the account's settings, its secret, the own files."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator

from wikibot.cli import session
from wikibot.cli.checks.finding import CheckResult, ok, warning, wrong
from wikibot.config.settings import Settings
from wikibot.exits import SETTINGS, ProgramError

_LOCAL = re.compile(r"http://(localhost|127\.[\d.]+|\[::1\])(:\d+)?/")


def examine(settings: Settings) -> Iterator[CheckResult]:
    """Account, password, address, state folder, journal, cookies."""
    if settings.is_folder:
        yield ok("wiki", f"a folder of files: {settings.folder}")
    else:
        yield from _account(settings)
    yield from _own_files(settings)


def _account(settings: Settings) -> Iterator[CheckResult]:
    section = settings.wiki
    if section.api.startswith("http://") and not _LOCAL.match(section.api):
        remedy = "Use https:// if the wiki has it."
        yield warning("address", f"{section.api} is not encrypted", remedy)
    if not section.contact:
        remedy = "Set `contact` under [wiki] to an e-mail address or a link."
        yield warning("contact", "the wiki's operators cannot tell whose bot this is", remedy)
    if not section.user:
        remedy = "Set `user` under [wiki] to Account@botname, as Special:BotPasswords names it."
        yield wrong("account", "no account is set, so nothing can be saved", remedy, SETTINGS)
        return
    yield _password(settings)


def has_password(settings: Settings) -> bool:
    """Whether there is a password for the settings' account, or none is needed."""
    from wikibot.config.secrets import NoSecret, find_password

    try:
        return settings.is_folder or not settings.wiki.user or bool(find_password(settings))
    except NoSecret:
        return False


def _password(settings: Settings) -> CheckResult:
    from wikibot.config.secrets import NoSecret, find_password

    try:
        secret = find_password(settings)
    except NoSecret as error:
        remedy = (
            "Have Special:BotPasswords of the wiki make one, write it into a file of mode 600, and "
            "name that file as `password_file` under [wiki]."
        )
        return wrong("password", str(error), remedy, SETTINGS)
    if secret.warning:
        remedy = f"Run `chmod 600 {secret.source}`."
        return warning("password", secret.warning.partition(";")[0], remedy)
    return ok("password", f"from {secret.source}")


def _own_files(settings: Settings) -> Iterator[CheckResult]:
    if settings.is_folder and not settings.folder.is_dir():
        return  # the poll is going to say so; nothing is made in a folder that is not there
    try:
        with session.journal_of(settings) as journal:
            yield ok("journal", journal.place)
    except ProgramError as error:
        remedy = "Give this account the right to write there, or set `journal` under [bot]."
        yield wrong("journal", str(error), remedy, error.exit_code)
        return
    if settings.bot.journal.with_name(settings.bot.journal.name + ".damaged").exists():
        remedy = "Delete the file that ends in .damaged."
        yield warning("journal", "an older journal was damaged and put aside", remedy)
    cookies = settings.cookies
    if cookies.exists() and cookies.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield warning("cookies", f"others can read {cookies}", f"Run `chmod 600 {cookies}`.")
