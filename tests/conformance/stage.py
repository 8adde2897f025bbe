"""A server whose capabilities do what the words of a text tell them, on a clock that can be moved.

Run as a program it serves one data folder: `python -m tests.conformance.stage DATA_DIR WORLD DEPLOYMENT`. The
world is a folder that server and tests share: it holds how far the clock was moved and the names of what may
go on.
"""

import hashlib
import io
import re
import sys
import time
import wave
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from engine.contract import AlignmentItem, Fallback, Operation
from engine.contract.errors import ServiceUnavailable
from engine.service.capabilities import Clip, SpeechStopped
from engine.speech.audio_file import join_wav
from tests.service.doubles import Latin, Marks

FAILS = "خطا"  # no valid result
SUBSTITUTED = "جایگزین"  # the voice falls back to ava
OVERLONG = "دراز"  # the clip claims to last OVERLONG_SECONDS
HELD = "بمان"  # waits until the world lets it go on
PREVIEWED = "پیش‌نمایش"  # a listener hears PREVIEW first
PREVIEW = b"an MP3 frame"
SECONDS, OVERLONG_SECONDS = 0.5, 100_000.0
_numbers = count(1)


@dataclass(frozen=True)
class World:
    """What server and tests share: a folder."""

    folder: Path

    def now(self) -> float:
        """The time: that of the system, and how far it was moved."""
        return time.time() + self._moved("offset")

    def elapsed(self) -> float:
        """The time that has passed: that of the system, and what was let pass besides."""
        return time.monotonic() + self._moved("passed")

    def forward(self, seconds: float) -> None:
        """Lets time pass."""
        self._move("passed", seconds)
        self.jump(seconds)

    def jump(self, seconds: float) -> None:
        """Sets the clock to another time, while none passes."""
        self._move("offset", seconds)

    def to_a_new_minute(self) -> None:
        """Moves the clock to a minute that has just begun, so that no test straddles two."""
        self.forward(60 - self.now() % 60 + 0.5)

    def held(self) -> str:
        """A text that waits until it is let go; no two are the same."""
        return f"{HELD} {next(_numbers)}"

    def let_go(self, text: str) -> None:
        """Lets a text that waits go on."""
        (self.folder / f"let-{text.removeprefix(HELD).strip()}").touch()

    def is_held(self, text: str) -> bool:
        """Whether a text is to wait."""
        held = re.search(f"{HELD} ([0-9]+)", text)
        return held is not None and not (self.folder / f"let-{held[1]}").exists()

    def _moved(self, name: str) -> float:
        try:
            return float((self.folder / name).read_text())
        except FileNotFoundError:
            return 0.0

    def _move(self, name: str, seconds: float) -> None:
        entering = self.folder / f"{name}.new"
        entering.write_text(str(self._moved(name) + seconds))
        entering.replace(self.folder / name)


class Obedient:
    """Capabilities that do as they are told."""

    engine_version = "obedient-1"

    def __init__(self, world: World) -> None:
        self._world = world

    def diacritize(self, texts: Sequence[str], include_ezafe: bool) -> list[Marks]:
        self._obey(texts)
        reading = Operation(source_index=0, mark="\u064e", type="reading")
        ezafe = Operation(source_index=0, mark="\u0650", type="ezafe")
        operations = (reading, ezafe) if include_ezafe else (reading,)
        marks = "".join(operation.mark for operation in operations)
        return [Marks(text[0] + marks + text[1:], operations) for text in texts]

    def romanize(self, texts: Sequence[str], style: str, vowel_notation: str) -> list[Latin]:
        self._obey(texts)
        words = [[*re.finditer(r"\S+", text)] for text in texts]
        return [
            Latin(
                " ".join("x" for _ in found),
                tuple(
                    AlignmentItem(
                        source_start=word.start(), source_end=word.end(), source=word[0], pinglish="x"
                    )
                    for word in found
                ),
                (),
            )
            for found in words
        ]

    def translate(self, texts: Sequence[str]) -> list[str]:
        self._obey(texts)
        return [f"English of {len(text)} code points" for text in texts]

    def speak(self, request: Any, should_stop: Callable[[], bool], listener: Any = None) -> Clip:
        if listener is not None and PREVIEWED in request.text:
            listener(PREVIEW)
        while self._world.is_held(request.text):
            if should_stop():
                raise SpeechStopped
            time.sleep(0.02)
        self._obey([request.text])
        seconds = OVERLONG_SECONDS if OVERLONG in request.text else SECONDS
        if SUBSTITUTED in request.text and request.voice in ("kian", "leyla"):
            fallback = Fallback(**{"from": request.voice, "to": "ava", "reason": "capacity"})
            return Clip(_audio(request), "audio/wav", seconds, "ava", fallback)
        return Clip(_audio(request), "audio/wav", seconds, request.voice)

    def join(self, clips: Sequence[Clip]) -> Clip:
        file = join_wav([clip.data for clip in clips])
        return Clip(file.data, file.mime_type, file.duration_seconds, clips[0].voice)

    def _obey(self, texts: Sequence[str]) -> None:
        while any(map(self._world.is_held, texts)):
            time.sleep(0.02)
        if any(FAILS in text for text in texts):
            raise ServiceUnavailable("told to fail")


def _audio(request: Any) -> bytes:
    """A WAV of SECONDS that no other request has."""
    frames = hashlib.sha256(repr(request).encode()).digest()
    file = io.BytesIO()
    with wave.open(file, "wb") as clip:
        clip.setparams((1, 2, 24_000, 0, "NONE", "NONE"))
        clip.writeframes(frames.ljust(2 * int(24_000 * SECONDS), b"\0"))
    return file.getvalue()


def main(data_dir: Path, world: World, deployment: Any) -> None:
    """Serves until SIGTERM; prints the address first."""
    from engine.server.face import Face, Timing
    from engine.server.logs import log_to_stderr
    from engine.server.serving import Options, Server, address_of, bound
    from engine.service.directory import Directory
    from engine.service.service import Service
    from engine.service.settings import Settings

    log_to_stderr("info")
    options = Options(port=0, grace_seconds=1)
    listening = bound(options)
    address = address_of(options, listening)
    settings = Settings(deployment=deployment, base_address=address, counts_requests=False)
    with Directory(data_dir, world) as directory:
        service = Service(data_dir, Obedient(world), directory.account, settings, world)
        face = Face(service, directory, timing=Timing(heartbeat=0.3, look=0.02))
        print(address, flush=True)
        try:
            Server(face, options).run(sockets=[listening])
        finally:
            service.stop()
            face.pools.close()
            service.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), World(Path(sys.argv[2])), sys.argv[3])
