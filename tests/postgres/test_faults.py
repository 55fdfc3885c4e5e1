"""A database that is read-only, full, slow or not a farm's:
told in a sentence, and nothing is lost.
"""

from __future__ import annotations

import psycopg
import pytest

from tests.postgres.farms import KEY, Farm
from tests.postgres.games import Table
from tests.postgres.server import Postgres
from wikibot.dice.session import Vault
from wikibot.exits import ProgramError
from wikibot.storage.local import Busy
from wikibot.storage.postgres.database import Database, DatabaseFault, Keys
from wikibot.storage.postgres.farm import FarmStore
from wikibot.wikitext.numerals import parse_time

NOW = parse_time("2024-01-05T00:00:00Z")
FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON wikibot.{table} EXECUTE FUNCTION full_disk();
"""


def database_of(farm: Farm) -> str:
    """The name of its database."""
    return farm.dsn.rpartition("dbname=")[2]


def read_only(farm: Farm, server: Postgres, *, on: bool) -> None:
    """Let every new connection read alone, as on a standby."""
    name, value = database_of(farm), "on" if on else "off"
    server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}")


def test_a_read_only_database(table: Table, farm: Farm, postgres: Postgres) -> None:
    """The sync is for later, and says why; afterwards every line is played once."""
    read_only(farm, postgres, on=True)
    code, said = table.sync()
    read_only(farm, postgres, on=False)
    ended = table.sync()[0]

    assert (code, ended, table.played_once) == (75, 0, True)
    assert "it is read-only. Connect to the primary" in said


def test_a_full_disk(table: Table, farm: Farm, postgres: Postgres) -> None:
    """What the journal could not keep costs a few requests more, and no line is played twice."""
    postgres.execute(FULL.format(table="notes"), database_of(farm))
    first, said = table.sync()
    table.write()
    second = table.sync()[0]
    postgres.execute("DROP TRIGGER full_disk ON wikibot.notes", database_of(farm))
    ended = table.sync()[0]

    assert (first, second, ended) == (75, 75, 0)
    assert (table.played_once, table.lost) == (True, [])
    assert "its disk is full. Make room there" in said


def test_a_secret_that_cannot_be_kept_is_no_fault_of_a_line(
    farm: Farm, postgres: Postgres, table: Table
) -> None:
    """The line stays queued, no seal is published, and nothing is written to the wiki at all."""
    farm.store().database.run("DELETE FROM wikibot.texts WHERE drawer = 'seals'")
    postgres.execute(FULL.format(table="texts"), database_of(farm))
    before = (table.text("State"), table.text("Play"), table.seals)
    code, said = table.sync()
    after = (table.text("State"), table.text("Play"), table.seals)

    assert (code, before == after) == (75, True)
    assert "its disk is full" in said


def test_a_slow_database_is_for_later(farm: Farm) -> None:
    """What holds a table is not waited for without end."""
    slow = FarmStore(Database(farm.dsn, patience=0.1, slow=0.2), Keys.read(KEY))
    with psycopg.connect(farm.dsn) as holder:
        holder.execute("LOCK TABLE wikibot.games")
        with pytest.raises(DatabaseFault, match="it takes too long to answer"):
            slow.games()
    slow.close()


def test_a_database_without_tables(database: str) -> None:
    """The command that makes them is named; exit code 78."""
    store = FarmStore(Database(database, patience=0), Keys.read(KEY))
    with pytest.raises(DatabaseFault, match="Run `wikibot farm init`") as caught:
        store.games()

    assert caught.value.exit_code == 78
    store.close()


def test_tables_are_made_once(farm: Farm) -> None:
    """Again and at the same time, as two machines that are set up by one recipe."""
    store = farm.store()

    assert store.migrate() == store.migrate() > 0


def test_a_connection_that_is_lost_takes_its_lock_again(farm: Farm, postgres: Postgres) -> None:
    """Between two statements of one sync; and a game that another took meanwhile is left to it."""
    farm.add("one")
    first, second = farm.store(), farm.store()
    mine, other = first.storage("one"), second.storage("one")
    with mine.locked():
        end_connections(postgres)
        mine.seals.write("a", "b")
        with pytest.raises(Busy), other.locked():
            pass
        end_connections(postgres)
        with other.locked(), pytest.raises(Busy):
            mine.seals.write("a", "c")

    assert other.seals.read("a") == "b"


def end_connections(postgres: Postgres) -> None:
    """End all connections of this process, as an administrator may."""
    postgres.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name LIKE 'wikibot process%'"
    )


def test_no_such_game(farm: Farm) -> None:
    """A name that is near is offered."""
    farm.add("fishery")
    with pytest.raises(ProgramError, match=r"no game 'fishry'. Did you mean fishery\?"):
        farm.store().storage("fishry")


def test_a_secret_is_made_once_by_two_that_ask(farm: Farm) -> None:
    """A second process takes up the secret that was kept,
    also from a drawer that it read before.
    """
    farm.add("one")
    first, second = farm.store().storage("one"), farm.store().storage("one")
    before = second.seals.names()
    made = Vault(first.seals, "State").make(1, NOW)
    with second.locked():
        again = Vault(second.seals, "State").make(1, NOW)

    assert (list(before), made.value) == ([], again.value)
