"""The worker's log: plain lines, or one JSON object a line for programs that collect them.

By the standard library: Procrastinate logs through it, too, and gives values along (``extra``), so
that a formatter is all that is missing.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

from wikibot import schemas
from wikibot.config import logs

_STANDARD = {*logging.makeLogRecord({}).__dict__, "message", "asctime", "package", "taskName"}
# What these have to say is said by the worker in a line, and theirs comes with a traceback.
_TALKATIVE = ("procrastinate", "asyncio", "psycopg.pool", "psycopg")


class JsonFormatter(logging.Formatter):
    """One JSON object a line: the text, and every value that came with it."""

    def format(self, record: logging.LogRecord) -> str:
        """Secrets are taken out before the text is quoted, which could change how they look."""
        given = {name: value for name, value in vars(record).items() if name not in _STANDARD}
        time = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": time.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "text": super().format(record),
            **given,
        }
        return schemas.json_text(schemas.LogLine, _redacted(line), ensure_ascii=False)


def set_up(*, as_json: bool) -> None:
    """Log to standard error with times; in full with ``--debug``."""
    debug = logs.debugging()
    logs.set_up(debug=debug, dated=True)
    if as_json:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.DEBUG if debug else logging.CRITICAL)


def _redacted(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _redacted(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_redacted(each) for each in value]
    return value if isinstance(value, int | float | None) else logs.redact(str(value))
