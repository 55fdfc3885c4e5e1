"""What keeps a worker from doing harm: another key, other tables, few rights, a lost database."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import psycopg
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.farm.arena import Farm, Watch, are_answered, get, wait_for
from tests.farm.games import FolderGame, make_template
from tests.mediawiki.php import _free_port
from tests.postgres.server import ACCOUNT, Postgres
from wikibot.exits import SETTINGS, ProgramError
from wikibot.farm.table import make_queue, opened, sync_job
from wikibot.farm.worker import need_schema
from wikibot.storage.postgres.database import Keys, new_key

PROGRAM = Path(__file__).parents[2] / "wikibot"
DOCS = Path(__file__).parents[2] / "docs/farm.md"
OLDER = """
UPDATE wikibot.queue SET version = '03.03.00';
DROP FUNCTION wikibot.procrastinate_retry_job_v2;
DELETE FROM pg_enum WHERE enumlabel = 'retried';
"""


@pytest.fixture
def farm(database: str, tmp_path: Path) -> Iterator[Farm]:
    """Give a farm with one game in a folder and no worker."""
    with Farm(database, tmp_path) as farm:
        farm.add([FolderGame(make_template(tmp_path / "template"), tmp_path / "moon", 1)])
        yield farm


def test_a_worker_with_another_key_takes_no_job(farm: Farm) -> None:
    """It ends at once and says which key it lacks; no game fails by it."""
    farm.environment["WIKIBOT_FARM_KEY"] = new_key()
    worker = farm.start("--tick", "1")

    assert worker.process.wait(60) == SETTINGS
    assert "is encrypted with another key" in farm.logs()
    assert farm.rows()[0].failures == 0


def test_a_worker_whose_key_is_no_longer_the_farm_s_ends(farm: Farm) -> None:
    """After a change of the key from which it was left out."""
    worker = farm.start("--tick", "1")
    farm.wait_ready()
    fresh = Keys.read(new_key())
    with farm.store() as store:
        sealed = fresh.seal("wikibot", "what this farm has")
        store.database.run("UPDATE wikibot.key_check SET sealed = %s", (sealed,))

    assert worker.process.wait(60) == SETTINGS
    assert "is encrypted with another key" in farm.logs()


def test_a_worker_that_is_older_than_the_tables_ends(farm: Farm) -> None:
    """It ends with what it does, and what is left is for newer ones."""
    worker = farm.start("--tick", "1")
    farm.wait_ready()
    farm.run("INSERT INTO wikibot.versions (version, name) VALUES (9999, 'of tomorrow')")

    assert worker.process.wait(60) == SETTINGS
    assert "update this program" in farm.logs()


def test_init_brings_the_queue_up_to_date(farm: Farm) -> None:
    """A worker that is newer than the tables says so; then jobs are taken."""
    farm.run(OLDER)
    with pytest.raises(ProgramError, match="run `wikibot farm init`"):
        need_schema(farm.dsn)
    made = [make_queue(farm.dsn) for _ in range(2)]
    need_schema(farm.dsn)
    farm.start("--tick", "1")
    answered = are_answered(farm.games[0].write(), 90)

    assert (made, answered) == ([True, False], True), farm.logs()[-3000:]


def test_two_versions_side_by_side(farm: Farm, tmp_path: Path) -> None:
    """A newer program brings the tables up to date while an older one works.

    Each that does not fit ends with 78 and says what to do; no line is lost or played twice.
    """
    newer = tmp_path / "newer/wikibot"
    shutil.copytree(PROGRAM, newer)
    (newer / "storage/postgres/migrations/9999-tomorrow.sql").write_text(
        "ALTER TABLE wikibot.watched ADD COLUMN tomorrow text;"
    )
    old = farm.start("--tick", "1")
    farm.wait_ready()
    watch = Watch()
    watch.expect(farm.games[0].write())
    farm.environment["PYTHONSAFEPATH"] = "1"
    farm.add_to_path(PROGRAM.parent)
    here = dict(farm.environment)
    farm.add_to_path(newer.parent)
    early = farm.start("--tick", "1").process.wait(60)
    watch.expect(farm.games[0].write())
    command = [sys.executable, "-m", "wikibot", "farm", "init"]
    subprocess.run(command, env=farm.environment, check=True, capture_output=True)
    code = old.process.wait(60)
    watch.expect(farm.games[0].write())
    farm.workers.clear()
    farm.start("--tick", "1")
    new, farm.environment = farm.environment, here
    late = farm.start("--tick", "1").process.wait(60)
    farm.environment = new
    answered = watch.wait(90)
    watch.stop()
    told = farm.logs()

    assert (early, code, late, answered) == (SETTINGS, SETTINGS, SETTINGS, True), told[-3000:]
    assert ("run `wikibot farm init`" in told, "update this program" in told) == (True, True)
    assert [each.what for each in farm.games[0].check()] == []


def certificate(folder: Path, address: str) -> Path:
    """A certificate for an address, signed by itself; its key lies beside it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "database")]), datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file, pem = folder / "server.crt", serialization.Encoding.PEM
    file.write_bytes(made.public_bytes(pem))
    private = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file.with_suffix(".key").write_bytes(key.private_bytes(pem, *private))
    return file


def test_connections_are_encrypted_and_to_the_server_that_is_meant(
    own_postgres: Postgres, tmp_path: Path
) -> None:
    """With `sslmode=verify-full`, as in the docs; another certificate is told, exit code 78."""
    address, database = f"127.0.9.{os.getpid() % 250 + 1}", own_postgres.database()
    (tmp_path / "other").mkdir()
    ours, other = (certificate(each, address) for each in (tmp_path, tmp_path / "other"))
    own_postgres.stop()
    for file in (ours, ours.with_suffix(".key")):
        placed = Path(shutil.copy(file, own_postgres.data))
        placed.chmod(0o600)
        if os.geteuid() == 0:
            shutil.chown(placed, ACCOUNT)
    own_postgres._options = (*own_postgres._options, f"listen_addresses={address}", "ssl=on")
    own_postgres.start()
    name = database.rpartition("dbname=")[2]
    dsn = f"postgresql://wikibot@{address}/{name}?sslmode=verify-full&sslrootcert="
    with Farm(f"{dsn}{ours}", tmp_path) as farm:
        farm.add([FolderGame(make_template(tmp_path / "template"), tmp_path / "moon", 1)])
        farm.start("--tick", "1")
        answered = are_answered(farm.games[0].write(), 90)
        told = farm.logs()[-3000:]
        with psycopg.connect(database) as connection:
            plain = connection.execute(
                "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
                " WHERE NOT ssl AND client_addr IS NOT NULL"
            ).fetchone()
    with pytest.raises(ProgramError, match="certificate verify failed") as caught:
        need_schema(f"{dsn}{other}")

    assert answered, told
    assert (plain, caught.value.exit_code) == ((0,), SETTINGS)


def test_a_dump_can_be_restored(farm: Farm, postgres: Postgres) -> None:
    """By the command of the docs into an empty database, from which the farm plays on."""
    farm.start("--tick", "1")
    farm.settle(60)
    farm.stop()
    programs, fresh = postgres.programs, postgres.database()
    dump = [f"{programs}/pg_dump", "--schema=wikibot", farm.dsn]
    text = subprocess.run(dump, check=True, capture_output=True).stdout
    restore = [f"{programs}/psql", "-q", "-v", "ON_ERROR_STOP=1", fresh]
    subprocess.run(restore, input=text, check=True, capture_output=True)
    farm.dsn = farm.environment["WIKIBOT_DATABASE"] = fresh
    need_schema(fresh)
    farm.start("--tick", "1")
    answered = are_answered(farm.games[0].write(), 90)

    assert answered, farm.logs()[-3000:]


def test_a_role_with_the_rights_of_the_docs_is_enough(postgres: Postgres, tmp_path: Path) -> None:
    """One role owns the tables and another one works, whatever schema each has of its own."""
    (text,) = re.findall(r"```sql\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    before, after = re.split(r"-- wikibot farm init.*", text)
    dsn = postgres.database()
    name = dsn.rpartition("dbname=")[2]
    begin = before.replace("DATABASE wikibot", f"DATABASE {name}").replace(
        "CREATE DATABASE", "ALTER DATABASE"
    )
    begin = begin.replace(f"{name} OWNER wikibot_owner", f"{name} OWNER TO wikibot_owner")
    with psycopg.connect(dsn, autocommit=True) as connection:
        for order in [*begin.split(";"), "CREATE SCHEMA wikibot_worker"]:
            if order.strip():
                connection.execute(order.encode())
    owner, worker = (dsn.replace("user=wikibot", f"user={who}") for who in
                     ("wikibot_owner", "wikibot_worker"))  # fmt: skip
    with Farm(owner, tmp_path) as farm:
        with psycopg.connect(owner, autocommit=True) as connection:
            connection.execute(after.encode())
        farm.dsn = worker
        farm.environment["WIKIBOT_DATABASE"] = worker
        farm.add([FolderGame(make_template(tmp_path / "template"), tmp_path / "moon", 1)])
        farm.start("--tick", "1")
        answered = are_answered(farm.games[0].write(), 90)
        told = farm.logs()[-3000:]
    with psycopg.connect(dsn) as connection:
        places = connection.execute(
            "SELECT DISTINCT schemaname FROM pg_tables WHERE tablename LIKE 'procrastinate%'"
        ).fetchall()

    assert answered, told
    assert places == [("wikibot",)]


def test_a_role_that_may_not_look_is_told_so(farm: Farm, postgres: Postgres) -> None:
    """Not that there is no farm."""
    postgres.execute("CREATE ROLE stranger LOGIN")
    with pytest.raises(ProgramError, match=r"docs/farm\.md has the rights"):
        need_schema(farm.dsn.replace("user=wikibot", "user=stranger"))


def test_a_lost_database_is_told_in_seconds(own_postgres: Postgres, tmp_path: Path) -> None:
    """With the reason; the numbers that alerts use stay, and all goes on when it is back."""
    address = f"127.0.0.1:{_free_port()}"
    with Farm(own_postgres.database(), tmp_path) as farm:
        farm.add([FolderGame(make_template(tmp_path / "template"), tmp_path / "moon", 1)])
        farm.start("--tick", "1", "--listen", address)
        farm.wait_ready()
        farm.settle(60)
        counted = wait_for(lambda: 'games{state="settled"} 1' in get(address, "/metrics"))
        assert counted, (farm.states(), get(address, "/metrics"), farm.logs())
        own_postgres.stop()
        began = time.monotonic()
        assert wait_for(lambda: not json.loads(get(address, "/health"))["taking jobs"] or
                        json.loads(get(address, "/health"))["database"] != "answers")  # fmt: skip
        noticed = time.monotonic() - began
        shown, health = get(address, "/metrics"), json.loads(get(address, "/health"))
        own_postgres.start()
        back = wait_for(lambda: json.loads(get(address, "/health"))["database"] == "answers")
        answered = are_answered(farm.games[0].write(), 120)
        logs = farm.logs()

    assert noticed < 30
    assert 'wikibot_farm_games{state="settled"} 1' in shown
    assert "wikibot_farm_database 0" in shown
    assert "it cannot be reached" in health["database"]
    assert ("Database error" in logs, "it cannot be reached" in logs) == (False, True)
    assert (back, answered) == (True, True), logs[-3000:]


def test_metrics_are_for_this_machine_and_who_has_the_token(farm: Farm) -> None:
    """A port alone is one of the loopback; the token is in no log."""
    port = _free_port()
    farm.environment["WIKIBOT_METRICS_TOKEN"] = "sesame"
    farm.start("--tick", "1", "--listen", str(port))
    farm.wait_ready()
    address = f"127.0.0.1:{port}"
    answers = [
        get(address, path, **({"Authorization": f"Bearer {token}"} if token else {}))
        for path in ("/metrics", "/health") for token in ("", "wrong", "sesame")
    ]  # fmt: skip
    listens = Path("/proc/net/tcp").read_text()

    assert answers[:2] + answers[3:5] == [""] * 4
    assert ("wikibot_farm_up" in answers[2], '"database": "answers"' in answers[5]) == (True, True)
    assert f"0100007F:{port:04X} 00000000:0000 0A" in listens
    assert "sesame" not in farm.logs()


def test_a_game_with_many_lines_lets_others_have_their_turn(farm: Farm, tmp_path: Path) -> None:
    """It waits until its minute is over; then it is played on."""
    farm.add([FolderGame(tmp_path / "template", tmp_path / "sun", 2)])
    farm.start("--tick", "1", "--lines", "2")
    assert are_answered(farm.games[0].write(2)), farm.logs()
    (line,) = farm.games[0].write()
    waits = wait_for(lambda: farm.rows()[0].again)
    row = farm.rows()[0]
    played = are_answered(farm.games[1].write(), 30)
    still = line.token not in farm.games[0].answered()
    farm.run("UPDATE wikibot.watched SET minute = minute - interval '1 minute'")
    farm.run("UPDATE wikibot.procrastinate_jobs SET scheduled_at = now() WHERE status = 'todo'")

    assert (waits, row.state, played, still) == (True, "queued", True, True), farm.logs()[-3000:]
    assert row.again is not None
    assert row.again < datetime.now(UTC) + timedelta(minutes=1)
    assert are_answered([line]), farm.logs()[-3000:]


def test_what_waits_for_its_turn_is_queued(farm: Farm) -> None:
    """Only what is being synced is `syncing`, though the worker has taken more jobs than that."""
    with opened(farm.dsn) as app:
        app.job_manager.defer_job(sync_job(app, "moon"))
    farm.run("UPDATE wikibot.procrastinate_jobs SET status = 'doing'")
    taken = farm.rows()[0].state
    farm.run("UPDATE wikibot.watched SET synced = now() - interval '1 hour', began = now()")
    runs = farm.rows()[0].state
    farm.run("UPDATE wikibot.watched SET synced = now()")

    assert (taken, runs, farm.rows()[0].state) == ("queued", "syncing", "queued")
