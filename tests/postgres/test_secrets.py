"""Nobody who reads the database, its logs or our messages learns a secret,
and none can be moved.
"""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from tests.postgres.farms import Farm
from tests.postgres.server import Postgres
from tests.settings import settings
from wikibot.config import logs
from wikibot.dice.session import Vault
from wikibot.storage.postgres.database import (
    Database,
    DatabaseFault,
    KeyFault,
    Keys,
    find_dsn,
    new_key,
)
from wikibot.storage.postgres.farm import add_game
from wikibot.wikitext.numerals import parse_time

NOW = parse_time("2024-01-05T00:00:00Z")
PASSWORD, HOOK = "correct horse battery", "https://hooks.example/T0P/s3cr3t"


def text_of(name: str) -> str:
    """The settings of a game."""
    api, journal = "https://wiki.example/api.php", f"{name}/journal.sqlite"
    return settings(
        "stones", api=api, user="Wikibot@farm", gamestate=name.capitalize(), log="Log",
        journal=journal,
    )  # fmt: skip


@pytest.fixture
def secret_farm(farm: Farm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Farm:
    """Two games of one account on one wiki, with a password, a webhook, a session, and dice."""
    monkeypatch.setenv("WIKIBOT_PASSWORD", PASSWORD)
    monkeypatch.setenv("WIKIBOT_WEBHOOKS", HOOK)
    store = farm.store()
    for name in ("one", "two"):
        file = tmp_path / f"{name}.ini"
        file.write_text(text_of(name))
        add_game(store, file)
    return farm


def dumped(dsn: str) -> str:
    """All rows of all tables, as anybody sees them who may read the database."""
    with psycopg.connect(dsn) as connection:
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'wikibot'"
        ).fetchall()
        rows = [
            connection.execute(f"SELECT t::text FROM wikibot.{table} t").fetchall()
            for (table,) in tables
        ]
    return str(rows)


def forms(secret: str) -> set[str]:
    """A secret as it would look in a row or a log: as text, and as the hexadecimal of bytes."""
    return {secret, secret.encode().hex()}


def test_neither_tables_nor_logs_nor_messages_have_a_secret(
    secret_farm: Farm, postgres: Postgres, capfd: pytest.CaptureFixture[str]
) -> None:
    """Of the password, the webhook, the session and the dice;
    even where every statement is logged.
    """
    storage = secret_farm.store().storage("one")
    storage.cookies.write("#LWP-Cookies-2.0\nSet-Cookie3: s=c00k1e-of-one\n")
    secret = Vault(storage.seals, "one").make(1, NOW)
    shown = (
        dumped(secret_farm.dsn) + postgres.log + repr(storage) + repr(vars(storage))
        + "".join(capfd.readouterr())
    )  # fmt: skip

    assert (storage.password().value.get_secret_value(), storage.webhooks()) == (PASSWORD, (HOOK,))
    for text in (PASSWORD, "s3cr3t", "c00k1e", secret.value.hex()):
        assert [form for form in forms(text) if form in shown] == []


def test_an_error_does_not_quote_what_was_written(secret_farm: Farm) -> None:
    """PostgreSQL's own message would show the row that it refuses."""
    store = secret_farm.store()
    with pytest.raises(DatabaseFault) as caught:
        store.database.run(
            "INSERT INTO wikibot.texts (game, drawer, name, sealed) VALUES (%s, %s, %s, %s)",
            ("no such game", "files", "password", b"hunter2"),
        )

    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_row_that_is_moved_to_another_game_is_not_read(secret_farm: Farm) -> None:
    """Who may write to the database cannot give one game the password, or the dice, of another."""
    store = secret_farm.store()
    store.database.run(
        "UPDATE wikibot.texts t SET sealed = o.sealed FROM wikibot.texts o WHERE t.game = 'two'"
        " AND o.game = 'one' AND t.name = 'password' AND o.name = 'password'"
    )

    with pytest.raises(KeyFault, match="password of two: it was changed in the database"):
        store.storage("two").password()


def test_a_wrong_key_is_known_at_once(secret_farm: Farm) -> None:
    """With what to do about it, exit code 78;
    nothing is thought lost, and no game comes in under it.
    """
    (secret_farm.folder / "three.ini").write_text(text_of("three"))
    store = secret_farm.store(key=new_key())
    with pytest.raises(KeyFault, match="encrypted with another key") as caught:
        store.migrate()
    with pytest.raises(KeyFault, match="WIKIBOT_FARM_KEY"):
        store.storage("one")
    with pytest.raises(KeyFault, match="WIKIBOT_FARM_KEY"):
        add_game(store, secret_farm.folder / "three.ini")

    assert caught.value.exit_code == 78


def test_a_secret_that_cannot_be_decrypted_is_not_replaced(secret_farm: Farm) -> None:
    """A wrong key must not look like lost dice, for which a new seal would be published."""
    store = secret_farm.store()
    Vault(store.storage("one").seals, "one").make(1, NOW)
    store.database.run(
        "UPDATE wikibot.texts SET sealed = %s WHERE drawer = 'seals'", (b"\x01" * 60,)
    )

    with pytest.raises(KeyFault):
        Vault(store.storage("one").seals, "one").make(1, NOW)


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, "there is no key in WIKIBOT_FARM_KEY, or in the systemd credential"),
        ({"WIKIBOT_FARM_KEY": "hunter2"}, "is not a key: 32 bytes in base64"),
        ({"WIKIBOT_FARM_KEY": f"{new_key()} hunter2"}, "is not a key: 32 bytes in base64"),
    ],
    ids=["none", "no key", "one of two"],
)
def test_a_key_that_is_none(environment: dict[str, str], said: str) -> None:
    """The message says where it is looked for, and does not quote what stands there."""
    with pytest.raises(KeyFault, match=said) as caught:
        Keys.find(environment)

    assert ("hunter2" in str(caught.value), caught.value.exit_code) == (False, 78)


def test_the_key_may_be_a_credential_of_systemd(tmp_path: Path) -> None:
    """As LoadCredential= puts it into a folder."""
    (tmp_path / "wikibot-farm-key").write_text(new_key() + "\n")
    keys = Keys.find({"CREDENTIALS_DIRECTORY": str(tmp_path)})

    assert keys.unseal(keys.seal("x", "place"), "place") == "x"
    assert "hidden" in repr(keys)


def test_a_key_is_replaced_while_workers_run(secret_farm: Farm) -> None:
    """Both keys first, the new one in front; then all is encrypted anew, and the old one can go."""
    old, new = secret_farm.key, new_key()
    both = secret_farm.store(key=f"{new} {old}")
    storage = both.storage("one")
    storage.seals.write("name", "value")
    count = both.encrypt_anew()
    later = secret_farm.store(key=new)
    later.check_key()

    assert count == 2 * 3 + 1  # settings, password and webhook of two games; the check of the key
    assert later.storage("two").password().value.get_secret_value() == PASSWORD
    assert later.storage("one").seals.read("name") == "value"
    assert both.encrypt_anew() == 0


def test_games_of_one_account_share_a_session(secret_farm: Farm) -> None:
    """A login serves them all; who names the account with another password gets nothing of it."""
    one, two = (secret_farm.store().storage(name) for name in ("one", "two"))
    one.cookies.write("cookies")
    before = two.cookies.read()
    two._files.write("password", "another")

    assert (before, two.cookies.read()) == ("cookies", None)


def test_the_password_of_the_database_is_not_told(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither where its address is wrong, nor where the server does not let us in."""
    monkeypatch.setattr(logs, "_hidden", [])
    with pytest.raises(DatabaseFault, match="is not the address of a database") as caught:
        find_dsn("host=x hunter2")
    with pytest.raises(DatabaseFault, match="more than one @") as twice:
        find_dsn("postgresql://me:p@hunter2@127.0.0.1/x")
    dsn = find_dsn("postgresql://me:hunter2@127.0.0.1:1/x")
    with pytest.raises(DatabaseFault, match="cannot be reached") as refused:
        Database(dsn, patience=0).rows("SELECT 1")
    with pytest.raises(DatabaseFault, match="does not exist") as unknown:
        Database(f"{postgres.dsn()}x").rows("SELECT 1")

    assert "hunter2" not in str(caught.value) + str(twice.value) + str(refused.value) + repr(
        Database(dsn)
    )
    assert logs.redact("hunter2") == logs.HIDDEN
    assert (refused.value.exit_code, unknown.value.exit_code) == (75, 78)
