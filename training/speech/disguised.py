"""The teacher in the other throats that eSpeak NG has, at other tempos, with other melodies.

A recogniser that knew one synthetic timbre would take every other for bad Persian.
"""

from __future__ import annotations

import numpy as np

from training.speech.espeak import Espeak, Spoken

THROATS = (
    "f1", "f2", "f3", "f4", "m1", "m2", "m3", "m4", "m6", "m7", "m8", "klatt", "klatt2", "klatt3", "klatt5",
    "klatt6", "adam", "anika", "Annie", "Alicia", "Andrea", "Andy", "antonio", "aunty", "benjamin", "boris",
    "caleb", "croak", "david", "Denis", "Diogo", "ed", "edward", "Gene", "grandma", "grandpa", "gustave",
    "Henrique", "Hugo", "iven", "iven3", "Jacky", "john", "kaukovalta", "Lee", "linda", "marcelo", "Marco",
    "Mario", "max", "Michael", "miguel", "Mike", "norbert", "pablo", "paul", "pedro", "quincy", "robert",
    "sandro", "shelby", "steph2", "travis", "victor", "zac",
)  # fmt: skip
"""Names of eSpeak NG's throats to learn from; those that whisper, and robots, are left out."""
UNKNOWN_THROATS = ("f5", "m5", "klatt4", "belinda", "edward2", "michel", "rob", "steph")  # to be tested with
_TEMPO = (0.85, 1.2)
_PITCH, _SPAN = (25, 95), (10, 80)  # of 0 to 99


class Disguised(Espeak):
    """A teacher that can speak in disguise: throat, tempo, pitch and melody change from call to call.

    Attributes:
        throats: To draw from; it is not in disguise while there are none.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = np.random.default_rng(seed)
        self.throats: tuple[str, ...] = ()

    def say(self, text: str, *, voice: str, rate: int = 150, pitch: int = 50, span: int = 50) -> Spoken:
        """As the teacher says it; in disguise at about this rate, with a pitch and span of its own."""
        if not self.throats:
            return super().say(text, voice=voice, rate=rate, pitch=pitch, span=span)
        return super().say(
            text,
            voice=f"{voice}+{self._random.choice(self.throats)}",
            rate=round(rate * self._random.uniform(*_TEMPO)),
            pitch=int(self._random.integers(*_PITCH)),
            span=int(self._random.integers(*_SPAN)),
        )
