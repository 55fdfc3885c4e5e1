"""A recording as one HTML file that needs no network: a slider, the board, tables, a chart.

The file holds the viewer, which is the same for all games, and the recording as data that the
viewer shows as text only. A content security policy lets nothing else run or load.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any

_SLOT = re.compile(r"\{\{(title|policy|style|chart|recording|script)\}\}")
# What ends a script element, or what old browsers take for a line's end in one:
_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def replay_page(recorded: Mapping[str, Any], chart: str = "") -> str:
    """The text of the file. ``chart`` is an SVG picture, "" for none."""
    script, style = _part("viewer.js"), _part("viewer.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {
        "title": escape(str(recorded["title"])),
        "policy": policy,
        "style": style,
        "chart": chart.partition("?>")[2] if chart.startswith("<?xml") else chart,
        "recording": _data(recorded),
        "script": script,
    }
    return _SLOT.sub(lambda slot: parts[slot[1]], _part("viewer.html"))


def _part(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _data(recorded: Mapping[str, Any]) -> str:
    """JSON that can stand in an HTML element: nothing in it ends the element."""
    text = json.dumps(recorded, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda found: _UNSAFE[found[0]], text)
