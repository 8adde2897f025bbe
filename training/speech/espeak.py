"""The teacher: eSpeak NG, through its library, with exact phoneme timings. Used in training only."""

from __future__ import annotations

import ctypes
import ctypes.util
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

_RETRIEVAL = 1  # AUDIO_OUTPUT_RETRIEVAL: samples go to the callback
_PHONEME_EVENTS = 0x0001  # espeakINITIALIZE_PHONEME_EVENTS
_UTF8, _PHONEMES = 1, 0x0100  # espeakCHARS_UTF8, espeakPHONEMES: [[...]] is phoneme mnemonics
_EVENT_END, _EVENT_PHONEME = 0, 7
_SEPARATED = ord("|") << 8  # phonememode: mnemonics with this between phonemes
_RATE, _PITCH, _RANGE = 1, 3, 4  # espeak_PARAMETER


class _Identifier(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class _Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", _Identifier),
    ]


@dataclass(frozen=True)
class Mark:
    """From this sample on the teacher says this phoneme; a name that starts with `_` is a pause."""

    name: str
    sample: int


@dataclass(frozen=True)
class Spoken:
    """What the teacher said."""

    audio: NDArray[np.float32]
    sample_rate: int
    marks: tuple[Mark, ...]


class Espeak:
    """A loaded eSpeak NG library. It keeps global state: take the one of the process from `teacher`."""

    def __init__(self) -> None:
        name = ctypes.util.find_library("espeak-ng")
        if name is None:
            raise RuntimeError("libespeak-ng is not installed: apt-get install libespeak-ng1 espeak-ng-data")
        self._library = ctypes.CDLL(name)
        self.sample_rate = int(self._library.espeak_Initialize(_RETRIEVAL, 0, None, _PHONEME_EVENTS))
        if self.sample_rate <= 0:
            raise RuntimeError("eSpeak NG did not start: its data folder is missing")
        kind = ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event)
        )
        self._library.espeak_TextToPhonemes.restype = ctypes.c_char_p
        self._library.espeak_Info.restype = ctypes.c_char_p
        self._callback = kind(self._receive)
        self._library.espeak_SetSynthCallback(self._callback)
        self._pieces: list[NDArray[np.int16]] = []
        self._marks: list[Mark] = []

    @property
    def version(self) -> str:
        """Of the library."""
        return str(self._library.espeak_Info(None).decode())

    def say(self, text: str, *, voice: str, rate: int = 150, pitch: int = 50, span: int = 50) -> Spoken:
        """Speak text; `[[...]]` in it is phoneme mnemonics of the voice.

        Args:
            text: what to say.
            voice: eSpeak's voice name, such as `fa`, `en-us`, `de+f3`.
            rate: words per minute.
            pitch: base pitch, 0 to 99.
            span: pitch range, 0 (monotone) to 99.
        """
        self._choose(voice)
        for parameter, value in ((_RATE, rate), (_PITCH, pitch), (_RANGE, span)):
            self._library.espeak_SetParameter(parameter, value, 0)
        self._pieces, self._marks = [], []
        data = text.encode() + b"\0"
        self._library.espeak_Synth(data, len(data), 0, 0, 0, _UTF8 | _PHONEMES, None, None)
        self._library.espeak_Synchronize()
        audio = np.concatenate(self._pieces) if self._pieces else np.zeros(0, np.int16)
        return Spoken(audio.astype(np.float32) / 32768, self.sample_rate, tuple(self._marks))

    def mnemonics(self, text: str, *, voice: str) -> list[list[list[str]]]:
        """How the voice reads a text: clauses of words of phonemes, stress (`'`, `,`) before its vowel."""
        self._choose(voice)
        place = ctypes.c_char_p(text.encode())
        clauses = []
        while place.value:
            said = self._library.espeak_TextToPhonemes(ctypes.byref(place), _UTF8, _SEPARATED)
            words = [word.split("|") for word in (said or b"").decode().split()]
            if words:
                clauses.append(words)
        return clauses

    def _choose(self, voice: str) -> None:
        if self._library.espeak_SetVoiceByName(voice.encode()):
            raise ValueError(f"eSpeak NG has no voice {voice!r}")

    def _receive(self, samples: object, count: int, events: object) -> int:
        if samples and count > 0:
            self._pieces.append(np.ctypeslib.as_array(samples, (count,)).copy())  # type: ignore[arg-type]
        index = 0
        while events[index].type != _EVENT_END:  # type: ignore[index]
            event = events[index]  # type: ignore[index]
            if event.type == _EVENT_PHONEME:
                name = event.id.string.decode("utf-8", "replace")
                self._marks.append(Mark(name, int(event.sample)))
            index += 1
        return 0


@cache
def teacher() -> Espeak:
    """The one of this process.

    Raises:
        RuntimeError: It is not installed.
    """
    return Espeak()
