"""The teacher in the other throats that eSpeak NG has, at other tempos, with other melodies.

A recogniser that knew one synthetic timbre would take every other for bad Persian.
"""

from __future__ import annotations

import numpy as np

from training.speech.espeak import Espeak, Spoken

THROATS = (
    "f1", "f2", "f3", "f4", "f5", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "klatt", "klatt2", "klatt3",
    "klatt4", "adam", "anika", "Annie", "belinda", "david", "edward", "john", "linda", "michael", "paul",
    "steph",
)  # fmt: skip  # by eSpeak NG's names
_TEMPO = (0.85, 1.2)
_PITCH, _SPAN = (30, 70), (30, 70)  # of 0 to 99


class Disguised(Espeak):
    """A teacher that can speak in disguise: throat, tempo, pitch and melody change from call to call.

    Attributes:
        disguise: Whether it does.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = np.random.default_rng(seed)
        self.disguise = False

    def say(self, text: str, *, voice: str, rate: int = 150, pitch: int = 50, span: int = 50) -> Spoken:
        """As the teacher says it; in disguise at about this rate, with a pitch and span of its own."""
        if not self.disguise:
            return super().say(text, voice=voice, rate=rate, pitch=pitch, span=span)
        return super().say(
            text,
            voice=f"{voice}+{self._random.choice(THROATS)}",
            rate=round(rate * self._random.uniform(*_TEMPO)),
            pitch=int(self._random.integers(*_PITCH)),
            span=int(self._random.integers(*_SPAN)),
        )
