"""What the recogniser tells apart: the phones of each language, and how Persian hears them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.speech.persian import IPA
from engine.speech.phones import PHONES, SILENCE
from engine.speech.phrases import Phrase
from training.speech import english, german

PERSIAN = tuple(name for name in PHONES if name in IPA.values())
"""The phonemes of Persian; ɢ stands for its allophone ɣ too."""

FA, EN, DE = "fa", "en", "de"
INVENTORIES: dict[str, tuple[str, ...]] = {
    FA: PERSIAN,
    EN: tuple(name for name in PHONES if name in english.IPA.values()),
    DE: tuple(name for name in PHONES if name in {*german.IPA.values(), *german.CLOSING.values()}),
}
"""The phones that somebody who speaks the language can be heard to say."""

_HEARD_AS = {
    "ɣ": "ɢ", "θ": "s", "ð": "z", "ŋ": "n", "ç": "ʃ", "pf": "f", "ts": "t s",
    "ɪ": "e", "ɛ": "e", "ə": "e", "ø": "e", "œ": "e", "ʏ": "e", "y": "i", "ʌ": "æ", "a": "æ", "ɐ": "æ",
    "aː": "ɒ", "ɑ": "ɒ", "ɔ": "o", "ʊ": "o", "ʊɐ": "u æ",
    "eɪ": "e j", "aɪ": "ɒ j", "ɔɪ": "o j", "aʊ": "ɒ w", "oʊ": "o w",
    "ɹ": "ɾ", "ɚ": "e ɾ", "ɜ": "e ɾ", "ɑɚ": "ɒ ɾ", "ɔɚ": "o ɾ", "ɛɚ": "e ɾ", "ɪɚ": "i ɾ", "ʊɚ": "u ɾ",
}  # fmt: skip  # as loan words have them; where none does, what is nearest in the mouth


def heard(name: str) -> tuple[str, ...]:
    """One phone as phonemes of Persian; none for silence.

    A phone that is neither Persian nor in the table is heard as the one with the nearest features.
    """
    if name == SILENCE:
        return ()
    if name in PERSIAN:
        return (name,)
    if name in _HEARD_AS:
        return tuple(_HEARD_AS[name].split())
    return (min(PERSIAN, key=lambda other: _apart(name, other)),)


def said_in(language: str, phrases: Iterable[Phrase]) -> tuple[str, ...]:
    """What is to be heard of these phrases with the ears of their own language."""
    if language == FA:
        return phonemes_of(phrases)
    return tuple(segment.ipa for phrase in phrases for segment in phrase.segments if segment.ipa != SILENCE)


def phonemes_of(phrases: Iterable[Phrase]) -> tuple[str, ...]:
    """What Persian hears of these phrases."""
    return tuple(
        phoneme for phrase in phrases for segment in phrase.segments for phoneme in heard(segment.ipa)
    )


def _apart(name: str, other: str) -> float:
    return sum(abs(a - b) for a, b in zip(PHONES[name].vector, PHONES[other].vector, strict=True))
