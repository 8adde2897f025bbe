"""The voices: each a fixed point in timbre, pitch and tempo, none of them a named person.

All lie between two recorded human timbres and move along what the acoustic model learnt as continuous:
the resonances of the vocal tract, the height of the voice, its brightness, the tempo. Longer tract and
lower pitch make the male voices.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract.errors import ValidationFailed


@dataclass(frozen=True)
class Voice:
    """One voice.

    Attributes:
        name: As the contract has it (sections 2.2, 2.3).
        formants: Factor on the resonances of the recorded speaker; under 1 is a longer vocal tract.
        pitch: Mean pitch in Hz.
        tempo: Factor on the speaking rate; over 1 is faster.
        brightness: Decibels by which the top of the spectrum is raised over the bottom.
        second: Share of the second speaker in the timbre, 0 to 1.
    """

    name: str
    formants: float
    pitch: float
    tempo: float = 1.0
    brightness: float = 0.0
    second: float = 0.0


_TABLE = (
    # Basic
    Voice("kian", 0.83, 96, 1.00, 0),
    Voice("leyla", 1.05, 188, 1.03, 2, 0.2),
    Voice("ava", 1.00, 165, 1.00, 0),
    Voice("mana", 0.95, 145, 0.96, -4, 1.0),
    Voice("amir", 0.89, 122, 1.05, 2, 1.0),
    # Premium, women
    Voice("Zephyr", 1.03, 182, 1.04, 4),
    Voice("Kore", 0.99, 172, 1.00, 3, 0.5),
    Voice("Leda", 1.08, 196, 1.02, 0, 0.2),
    Voice("Aoede", 1.01, 176, 0.96, -2, 0.8),
    Voice("Callirrhoe", 0.97, 160, 0.98, 0, 1.0),
    Voice("Autonoe", 1.06, 184, 0.98, 3, 0.6),
    Voice("Despina", 1.02, 168, 1.05, -3),
    Voice("Erinome", 1.04, 178, 0.94, -4, 1.0),
    Voice("Laomedeia", 1.07, 190, 1.06, 5, 0.2),
    Voice("Achernar", 0.98, 166, 0.93, -5, 0.7),
    Voice("Gacrux", 0.94, 146, 0.95, 1, 0.3),
    Voice("Pulcherrima", 1.00, 158, 1.05, 5, 0.9),
    Voice("Vindemiatrix", 0.96, 154, 0.92, -2, 0.9),
    Voice("Sulafat", 0.95, 162, 1.03, -4),
    # Premium, men
    Voice("Puck", 0.90, 130, 1.07, 4),
    Voice("Charon", 0.82, 92, 0.96, -2, 0.4),
    Voice("Fenrir", 0.85, 112, 1.06, 3, 1.0),
    Voice("Orus", 0.84, 102, 1.00, 2),
    Voice("Enceladus", 0.86, 98, 0.94, -5, 0.8),
    Voice("Iapetus", 0.87, 108, 1.00, 0, 0.9),
    Voice("Umbriel", 0.88, 104, 0.97, -3, 1.0),
    Voice("Algieba", 0.85, 94, 1.01, -1, 0.2),
    Voice("Algenib", 0.80, 88, 0.98, 1),
    Voice("Rasalgethi", 0.89, 116, 1.03, -1, 0.5),
    Voice("Alnilam", 0.83, 106, 1.04, 4, 0.8),
    Voice("Schedar", 0.87, 100, 0.98, 3),
    Voice("Achird", 0.91, 124, 1.02, 0, 0.3),
    Voice("Zubenelgenubi", 0.81, 97, 1.03, -4, 0.9),
    Voice("Sadachbia", 0.90, 118, 1.06, -2, 1.0),
    Voice("Sadaltager", 0.88, 114, 0.95, 5, 0.4),
)

VOICES: dict[str, Voice] = {voice.name: voice for voice in _TABLE}


def voice_named(name: str) -> Voice:
    """The voice of that name.

    Raises:
        ValidationFailed: There is none.
    """
    if name not in VOICES:
        raise ValidationFailed(
            f"there is no voice {name!r}; there are {', '.join(VOICES)}", details={"field": "voice"}
        )
    return VOICES[name]
