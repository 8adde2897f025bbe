"""Readings written by hand: sounds letter by letter."""

from __future__ import annotations

from collections.abc import Collection

from engine.reading.types import Alternative, LetterReading, Reading, WordReading
from engine.text.chars import is_letter
from engine.text.words import WordKind, words

EZAFE = ("+ye", "+e")


def reading(
    text: str,
    sounds: str,
    confidence: float = 1.0,
    alternatives: dict[str, dict[str, float]] | None = None,
    unknown: Collection[str] = (),
) -> Reading:
    """The reading of a text from the sounds of its Persian words.

    Args:
        text: the text.
        sounds: for each Persian word its letters' sounds with dots between, then +e or +ye for an ezafe:
            "ma.r.d+e xu.b" for «مردِ خوب»; a silent letter is nothing or _.
        confidence: that of every letter.
        alternatives: other phonemes with their probability, by word.
        unknown: the words whose form the model does not know.
    """
    found = [word for word in words(text) if word.kind is WordKind.PERSIAN]
    read: list[WordReading] = []
    for word, said in zip(found, sounds.split(), strict=True):
        ezafe = next((mark[1:] for mark in EZAFE if said.endswith(mark)), "")
        spoken = ["" if sound == "_" else sound for sound in said.removesuffix(f"+{ezafe}").split(".")]
        places = [at for at in range(word.start, word.end) if is_letter(text[at])]
        letters = tuple(
            LetterReading(at, text[at], "", sound, confidence)
            for at, sound in zip(places, spoken, strict=True)
        )
        others = (alternatives or {}).get(word.text, {})
        read.append(
            WordReading(
                text=word.text,
                start=word.start,
                end=word.end,
                letters=letters,
                ezafe=ezafe,
                ezafe_index=places[-1] if ezafe else None,
                ezafe_mark="\u0650" if ezafe else "",
                ezafe_confidence=1.0,
                confidence=confidence,
                alternatives=tuple(Alternative(phonemes, chance) for phonemes, chance in others.items()),
                known=word.text not in unknown,
            )
        )
    return Reading(text, tuple(read))
