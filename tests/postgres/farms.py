"""A farm's database with games on folder wikis, for tests."""

from __future__ import annotations

from pathlib import Path

from tests.settings import settings
from wikibot.config.settings import Settings, load
from wikibot.storage.postgres.database import Database, Keys, new_key
from wikibot.storage.postgres.farm import FarmStore, add_game

KEY = new_key()


class Farm:
    """The database at ``dsn``, with tables, and stores opened on it."""

    def __init__(self, dsn: str, folder: Path, key: str = KEY) -> None:
        self.dsn, self.folder, self.key = dsn, folder, key
        self._stores: list[FarmStore] = []
        self.store().migrate()

    def store(self, patience: float = 10.0, key: str = "") -> FarmStore:
        """Another connection, as a process has it."""
        database = Database(self.dsn, patience=patience)
        store = FarmStore(database, Keys.read(key or self.key), self.dsn)
        self._stores.append(store)
        return store

    def close(self) -> None:
        """End all connections."""
        for store in self._stores:
            store.close()

    @staticmethod
    def file(folder: Path, name: str, dice: str = "stated") -> Path:
        """The settings file of a game on a folder wiki of its own, which is made."""
        home = folder / name
        (home / "wiki").mkdir(parents=True, exist_ok=True)
        file = home / "settings.ini"
        if not file.exists():
            text = settings("stones", log="Log", dice=dice)
            file.write_text(f"# Stones, for tests.\n{text}", encoding="utf-8")
        return file

    @classmethod
    def settings_of(cls, folder: Path, name: str) -> Settings:
        """The settings of such a game."""
        return load(cls.file(folder, name))

    def add(self, name: str, dice: str = "stated") -> FarmStore:
        """Take such a game into the farm."""
        store = self.store()
        add_game(store, self.file(self.folder, name, dice), name)
        return store
