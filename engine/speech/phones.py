"""Phones of Persian, English and German as articulatory features.

The acoustic model never sees a phone's name, only how it is made: place, manner, voicing, length, and
for vowels height, backness and rounding as continuous values. So what a speaker of one language shows
of a place or a manner serves the phones of the other that nobody has recorded in that voice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PLACES = (
    "bilabial", "labiodental", "dental", "alveolar", "postalveolar", "palatal", "velar", "uvular", "glottal",
)  # fmt: skip
MANNERS = ("plosive", "fricative", "affricate", "nasal", "approximant", "lateral", "tap")
FEATURES = (
    "silence", "vowel", "consonant", "voiced", "sibilant", *MANNERS, *PLACES, "height", "backness",
    "rounding", "long", "glide", "glide_height", "glide_backness", "glide_rounding", "rhotic",
)  # fmt: skip
SILENCE = "_"


@dataclass(frozen=True)
class Phone:
    """One speech sound: its IPA name and the features that are not zero."""

    ipa: str
    features: dict[str, float] = field(hash=False)

    @property
    def vector(self) -> tuple[float, ...]:
        """Values in the order of FEATURES."""
        return tuple(self.features.get(name, 0.0) for name in FEATURES)

    @property
    def vowel(self) -> bool:
        """Whether this is a vowel, and so can carry stress."""
        return "vowel" in self.features


def _consonant(ipa: str, manner: str, *places: str, voiced: bool = False, sibilant: bool = False) -> Phone:
    features = {"consonant": 1.0, manner: 1.0, **dict.fromkeys(places, 1.0)}
    return Phone(
        ipa, features | ({"voiced": 1.0} if voiced else {}) | ({"sibilant": 1.0} if sibilant else {})
    )


def _vowel(
    ipa: str, height: float, backness: float, rounding: float = 0.0, *, long: bool = False,
    rhotic: bool = False, glide: tuple[float, float, float] | None = None,
) -> Phone:  # fmt: skip
    features = {"vowel": 1.0, "voiced": 1.0, "height": height, "backness": backness, "rounding": rounding}
    features |= {"long": 1.0} if long else {}
    features |= {"rhotic": 1.0} if rhotic else {}
    if glide is not None:
        features |= {"glide": 1.0}
        features |= dict(zip(("glide_height", "glide_backness", "glide_rounding"), glide, strict=True))
    return Phone(ipa, features)


_FRONT, _BACK, _MIDDLE = (0.85, 0.1, 0.0), (0.85, 0.9, 1.0), (0.5, 0.5, 0.0)  # where diphthongs glide to

_TABLE = (
    Phone(SILENCE, {"silence": 1.0}),
    _consonant("p", "plosive", "bilabial"),
    _consonant("b", "plosive", "bilabial", voiced=True),
    _consonant("t", "plosive", "alveolar"),
    _consonant("d", "plosive", "alveolar", voiced=True),
    _consonant("k", "plosive", "velar"),
    _consonant("g", "plosive", "velar", voiced=True),
    _consonant("ɢ", "plosive", "uvular", voiced=True),
    _consonant("ʔ", "plosive", "glottal"),
    _consonant("f", "fricative", "labiodental"),
    _consonant("v", "fricative", "labiodental", voiced=True),
    _consonant("θ", "fricative", "dental"),
    _consonant("ð", "fricative", "dental", voiced=True),
    _consonant("s", "fricative", "alveolar", sibilant=True),
    _consonant("z", "fricative", "alveolar", voiced=True, sibilant=True),
    _consonant("ʃ", "fricative", "postalveolar", sibilant=True),
    _consonant("ʒ", "fricative", "postalveolar", voiced=True, sibilant=True),
    _consonant("ç", "fricative", "palatal"),
    _consonant("x", "fricative", "velar"),
    _consonant("ɣ", "fricative", "uvular", voiced=True),
    _consonant("h", "fricative", "glottal"),
    _consonant("pf", "affricate", "labiodental"),
    _consonant("ts", "affricate", "alveolar", sibilant=True),
    _consonant("tʃ", "affricate", "postalveolar", sibilant=True),
    _consonant("dʒ", "affricate", "postalveolar", voiced=True, sibilant=True),
    _consonant("m", "nasal", "bilabial", voiced=True),
    _consonant("n", "nasal", "alveolar", voiced=True),
    _consonant("ŋ", "nasal", "velar", voiced=True),
    _consonant("l", "lateral", "alveolar", voiced=True),
    _consonant("ɾ", "tap", "alveolar", voiced=True),
    _consonant("ɹ", "approximant", "postalveolar", voiced=True),
    _consonant("j", "approximant", "palatal", voiced=True),
    _consonant("w", "approximant", "bilabial", "velar", voiced=True),
    _vowel("i", 1.0, 0.0, long=True),
    _vowel("e", 0.65, 0.05),
    _vowel("æ", 0.1, 0.1),
    _vowel("ɒ", 0.05, 1.0, 0.5, long=True),
    _vowel("o", 0.65, 1.0, 1.0),
    _vowel("u", 1.0, 1.0, 1.0, long=True),
    _vowel("y", 1.0, 0.05, 1.0, long=True),
    _vowel("ʏ", 0.8, 0.2, 0.8),
    _vowel("ø", 0.65, 0.1, 1.0, long=True),
    _vowel("œ", 0.4, 0.15, 0.8),
    _vowel("a", 0.0, 0.45),
    _vowel("aː", 0.0, 0.5, long=True),
    _vowel("ɐ", 0.2, 0.55),
    _vowel("ʊɐ", 0.8, 0.85, 0.7, glide=(0.2, 0.55, 0.0)),
    _vowel("ɪ", 0.8, 0.15),
    _vowel("ɛ", 0.4, 0.1),
    _vowel("ə", 0.5, 0.5),
    _vowel("ʌ", 0.3, 0.65),
    _vowel("ɑ", 0.0, 0.9, long=True),
    _vowel("ɔ", 0.35, 1.0, 0.8, long=True),
    _vowel("ʊ", 0.85, 0.85, 0.7),
    _vowel("ɚ", 0.5, 0.5, rhotic=True),
    _vowel("ɜ", 0.5, 0.5, long=True, rhotic=True),
    _vowel("eɪ", 0.55, 0.1, long=True, glide=_FRONT),
    _vowel("aɪ", 0.0, 0.5, long=True, glide=_FRONT),
    _vowel("ɔɪ", 0.4, 1.0, 0.8, long=True, glide=_FRONT),
    _vowel("aʊ", 0.0, 0.5, long=True, glide=_BACK),
    _vowel("oʊ", 0.55, 0.8, 0.8, long=True, glide=_BACK),
    _vowel("ɑɚ", 0.0, 0.9, long=True, rhotic=True, glide=_MIDDLE),
    _vowel("ɔɚ", 0.4, 1.0, 0.9, long=True, rhotic=True, glide=_MIDDLE),
    _vowel("ɛɚ", 0.4, 0.1, long=True, rhotic=True, glide=_MIDDLE),
    _vowel("ɪɚ", 0.8, 0.15, long=True, rhotic=True, glide=_MIDDLE),
    _vowel("ʊɚ", 0.85, 0.85, 0.7, long=True, rhotic=True, glide=_MIDDLE),
)

PHONES: dict[str, Phone] = {phone.ipa: phone for phone in _TABLE}
