"""Writes the JSON Schemas of all JSON that goes out into docs/schemas: ``make schemas``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from wikibot.schemas import PUBLISHED

FOLDER = Path(__file__).parents[1] / "docs/schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> Mapping[str, str]:
    """The text of each file, by its name."""
    return {
        f"{name}.json": json.dumps({"$schema": DIALECT, **model.model_json_schema()}, indent=1)
        + "\n"
        for name, model in PUBLISHED.items()
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for name, text in schemas().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
