"""Farms and `wikibot run` that tests start begin sooner and wait less: Python imports this by name.

They find no game that no test of a farm plays; a worker loads and plays all that it finds.
What they wait for comes within a part of the seconds that a farm gives it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder
from types import MappingProxyType, ModuleType
from typing import Any

UNPLAYED = frozenset(("cycle14", "generic", "round7"))


def _games(module: ModuleType) -> Mapping[str, Any]:
    installed = module.installed
    return {"installed": lambda: {k: game for k, game in installed().items() if k not in UNPLAYED}}


def _worker(module: ModuleType) -> Mapping[str, Any]:
    return {"Worker": partial(module.Worker, fetch_job_polling_interval=0.5)}  # seconds; else 5


CHANGED: Mapping[str, Callable[[ModuleType], Mapping[str, Any]]] = MappingProxyType({
    "procrastinate.worker": _worker,
    "wikibot.config.games": _games,
    "wikibot.farm.jobs": lambda _: {"STALLED": 4.0, "HEARTBEAT": 1.0, "_TROUBLED": 10.0},
    "wikibot.farm.polling": lambda _: {"_ANSWER": 4.0, "_SILENT": 6.0, "_FEEDS": 1.0},
    "wikibot.wiki.feed": lambda _: {"TICK": 0.5},
    "wikibot.farm.worker": lambda _: {"_GUARD": 1.0, "_COUNT": 1.0, "_AGAIN_MOST": 3.0},
})  # fmt: skip


class _Changing:
    """Finds those modules, and changes them as soon as they are loaded."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name in CHANGED else None
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_change(module: ModuleType) -> None:
                load(module)
                vars(module).update(CHANGED[name](module))

            setattr(spec.loader, "exec_module", load_and_change)  # noqa: B010
        return spec


if __name__ == "sitecustomize":
    sys.meta_path.insert(0, _Changing)
