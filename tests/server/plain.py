"""Run as a program: the server of `persian-engine serve` with capabilities that need no models.

python -m tests.server.plain FOLDER
"""

import sys
import time
from pathlib import Path
from typing import Any

from engine.server.logs import log_to_stderr
from engine.server.serving import Options, serve
from engine.service.capabilities import Clip
from tests.service.doubles import PlainCapabilities


class TakesTime(PlainCapabilities):
    """Speaks for a moment, so that a kill finds jobs at work, and keeps no record of it."""

    def speak(self, request: Any, *more: Any) -> Clip:
        time.sleep(0.05)
        return super().speak(request, *more)

    def _called(self, name: str) -> None:
        self.spoken.clear()


if __name__ == "__main__":
    log_to_stderr("error")
    serve(Path(sys.argv[1]), TakesTime(), {}, Options(port=0))
