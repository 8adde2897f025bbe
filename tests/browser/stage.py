"""Capabilities for the page: marks of both kinds, words aligned, and real sound, all by rule."""

import io
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import soundfile

from engine.contract import AlignmentItem, Operation
from engine.service.capabilities import Clip, Listener
from tests.service.doubles import Latin, Marks, PlainCapabilities

FATHA, KASRA = "\u064e", "\u0650"
SAMPLE_RATE = 24_000
WORD = re.compile(r"\w[\w\u064b-\u0652\u200c]*")


def sound(seconds: float, file_format: str) -> bytes:
    """A soft tone."""
    file = io.BytesIO()
    wave = 0.1 * np.sin(2 * np.pi * 220 * np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE)
    soundfile.write(file, wave, SAMPLE_RATE, format=file_format)
    return file.getvalue()


class Stage(PlainCapabilities):
    """Each Persian word begins with a reading mark and, but for the last, ends with an ezafe."""

    def diacritize(self, texts: Sequence[str], include_ezafe: bool) -> list[Marks]:
        super().diacritize(texts, include_ezafe)
        return [self._marked(text, include_ezafe) for text in texts]

    def romanize(self, texts: Sequence[str], style: str, vowel_notation: str) -> list[Latin]:
        super().romanize(texts, style, vowel_notation)
        return [self._aligned(text) for text in texts]

    def speak(self, request: Any, should_stop: Any, listener: Listener | None = None) -> Clip:
        super().speak(request, should_stop, listener)
        return Clip(sound(self.seconds, "WAV"), "audio/wav", self.seconds, request.voice)

    def _marked(self, text: str, include_ezafe: bool) -> Marks:
        words = [(word.start(), word.end()) for word in WORD.finditer(text) if not word[0].isascii()]
        marks = {start: (FATHA, "reading") for start, _ in words}
        if include_ezafe:
            marks |= {end - 1: (KASRA, "ezafe") for _, end in words[:-1]}
        marked = "".join(char + marks.get(place, ("", ""))[0] for place, char in enumerate(text))
        operations = [Operation(source_index=at, mark=mark, type=kind) for at, (mark, kind) in marks.items()]
        return Marks(marked, tuple(sorted(operations, key=lambda operation: operation.source_index)))

    def _aligned(self, text: str) -> Latin:
        items = tuple(
            AlignmentItem(
                source_start=word.start(), source_end=word.end(), source=word[0], pinglish=f"word{number}"
            )
            for number, word in enumerate(WORD.finditer(text), 1)
        )
        return Latin(" ".join(item.pinglish for item in items), items, ("a warning",))
