"""Run as a program: the server of `persian-engine serve` with capabilities that need no models.

python -m tests.server.plain FOLDER
"""

import sys
from pathlib import Path

from engine.server.logs import log_to_stderr
from engine.server.serving import Options, serve
from tests.service.doubles import PlainCapabilities

if __name__ == "__main__":
    log_to_stderr("error")
    serve(Path(sys.argv[1]), PlainCapabilities(), {}, Options(port=0))
