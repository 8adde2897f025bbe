"""Structured logs: one JSON object a line on standard error, and nothing of what users sent in it.

An exception is told by its type and the places it went through, never by its message, which may hold a text,
a key or a signed address; of a message only the first line is kept, for the same reason.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final

_OF_THE_RECORD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


ELSEWHERE: Final = "places_elsewhere"
"""Attribute of an exception that came from another process: the places that it went through there."""


def places(error: BaseException) -> list[str]:
    """The places that an exception went through, the outermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


class JsonLines(logging.Formatter):
    """A record as JSON; what was given as `extra` stands beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage().partition("\n")[0],
        }
        line |= {name: value for name, value in vars(record).items() if name not in _OF_THE_RECORD}
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["exception"] = type(error).__name__
            line["frames"] = [*places(error), *getattr(error, ELSEWHERE, ())]
        return json.dumps(line, ensure_ascii=False)


def log_to_stderr(level: str) -> None:
    """Sends the logs of this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
