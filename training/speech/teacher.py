"""Utterances of the teacher: Persian from our phonemes, other languages from text, with exact durations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.speech.mel import HOP_LENGTH, SAMPLE_RATE, frames_of
from engine.speech.persian import segments
from engine.speech.phones import PHONES
from engine.speech.phrases import Ending, Phrase, Segment, word_segments
from training.speech import english, german
from training.speech.espeak import Espeak, Mark
from training.speech.recordings import levelled, resampled

PERSIAN = {
    "b": "b", "p": "p", "t": "t", "d": "d", "k": "k", "g": "g", "ɢ": "q", "ɣ": "Q", "ʔ": "?", "f": "f",
    "v": "v", "s": "s", "z": "z", "ʃ": "S", "ʒ": "Z", "x": "x", "h": "h", "tʃ": "tS", "dʒ": "dZ", "m": "m",
    "n": "n",
    "l": "l", "ɾ": "R", "j": "j", "w": "w", "æ": "a", "e": "e", "o": "o", "ɒ": "A", "i": "i:", "u": "u:",
}  # fmt: skip  # IPA -> mnemonics of eSpeak's Persian voice
RATE = 160  # words per minute: near the tempo of the human recordings
_LEAD = 0.1  # seconds of silence put before the first phone
_SHORTEST = 2  # frames of a phone
_BREAKS = "،؛:,;…"
_ENDINGS = {"؟": Ending.QUESTION, "?": Ending.QUESTION, "!": Ending.EXCLAMATION}
_MARKS = {Ending.QUESTION: "?", Ending.EXCLAMATION: "!", Ending.STATEMENT: ".", Ending.CONTINUES: ","}


@dataclass(frozen=True)
class Language:
    """A language that the teacher reads from text.

    Attributes:
        voice: eSpeak's name of it.
        phones: By mnemonic, "" for no sound.
        closing: The same of mnemonics that sound otherwise where no vowel follows.
    """

    voice: str
    phones: Mapping[str, str]
    closing: Mapping[str, str]

    def word(self, mnemonics: Sequence[str]) -> tuple[Segment, ...]:
        """Phones of one word of a reading; stress (`'`) stands before its vowel."""
        bare = [(name, name.lstrip("',").removeprefix("_!")) for name in mnemonics]
        said = [(name, plain, self.phones[plain]) for name, plain in bare if self.phones.get(plain)]
        stressed = [index for index, (name, *_) in enumerate(said) if name.startswith("'")]
        vowels = [PHONES[ipa].vowel for *_, ipa in said] + [False]
        names = [
            ipa if before_vowel else self.closing.get(plain, ipa)
            for (_, plain, ipa), before_vowel in zip(said, vowels[1:], strict=True)
        ]
        return word_segments(names, stressed[0] if stressed else None)


ENGLISH = Language("en-us", english.IPA, {})
GERMAN = Language("de", german.IPA, german.CLOSING)


@dataclass(frozen=True)
class Utterance:
    """Sound with the frames that each row of `matrix(phrases)` lasts; the durations sum to all frames."""

    phrases: tuple[Phrase, ...]
    durations: NDArray[np.int64]
    audio: NDArray[np.float32]


def ending(sentence: str) -> Ending:
    """What the last mark of a sentence says of its melody."""
    return next((_ENDINGS[c] for c in reversed(sentence[-3:]) if c in _ENDINGS), Ending.STATEMENT)


def persian_phrases(sentence: str, phonemes: str) -> tuple[Phrase, ...]:
    """A sentence and its phonemes as phrases, parted at commas where the words of both sides pair up."""
    tokens, written = phonemes.split(), sentence.split()
    paired = len(tokens) == len(written)
    groups: list[list[str]] = [[]]
    for index, token in enumerate(tokens):
        groups[-1].append(token)
        if paired and index + 1 < len(tokens) and written[index][-1] in _BREAKS:
            groups.append([])
    phrases = []
    for number, group in enumerate(groups):
        words = [
            segments(*token.rpartition("-")[::2]) if "-" in token else segments(token) for token in group
        ]
        kind = ending(sentence) if number + 1 == len(groups) else Ending.CONTINUES
        phrases.append(Phrase(tuple(segment for word in words for segment in word), kind))
    return tuple(phrase for phrase in phrases if phrase.segments)


def persian(espeak: Espeak, phrases: Sequence[Phrase], *, pitch: int = 50) -> Utterance | None:
    """The teacher's Persian, or None where what it said is not what was asked."""
    clauses = []
    for phrase in phrases:
        text = ""
        for segment in phrase.segments:
            text += " " if segment.initial and text else "|" if text else ""
            text += ("'" if segment.stress else "") + PERSIAN[segment.ipa]
        clauses.append(f"[[{text}]]{_MARKS[phrase.ending]}")
    spoken = espeak.say(" ".join(clauses), voice="fa", rate=RATE, pitch=pitch)
    return _utterance(phrases, spoken.audio, spoken.sample_rate, spoken.marks)


def read(espeak: Espeak, text: str, language: Language, *, pitch: int = 50) -> Utterance | None:
    """The teacher reading a text, or None where its reading and its speech do not pair up.

    Words and stress come from the reading, pauses from the speech.
    """
    words = (word for clause in espeak.mnemonics(text, voice=language.voice) for word in clause)
    segments = tuple(segment for word in words for segment in language.word(word))
    spoken = espeak.say(text, voice=language.voice, rate=RATE, pitch=pitch)
    marks = [mark for mark in spoken.marks if language.phones.get(mark.name) != ""]
    groups: list[list[Segment]] = [[]]
    rest = list(reversed(segments))
    for mark in marks:
        if not mark.name.startswith("_"):
            if not rest:
                return None
            groups[-1].append(rest.pop())
        elif groups[-1]:
            groups.append([])
    whole = [tuple(group) for group in groups if group]
    kinds = [Ending.CONTINUES] * (len(whole) - 1) + [ending(text)]
    phrases = [Phrase(group, kind) for group, kind in zip(whole, kinds, strict=False)]
    return None if rest or not whole else _utterance(phrases, spoken.audio, spoken.sample_rate, marks)


def _utterance(
    phrases: Sequence[Phrase], audio: NDArray[np.float32], rate: int, marks: Sequence[Mark]
) -> Utterance | None:
    """Pairs the teacher's marks with the rows of the phrases' matrix."""
    names, starts = ["_"], [0.0]
    for mark in marks:
        if mark.name.startswith("_") and names[-1] == "_":
            continue
        names.append("_" if mark.name.startswith("_") else mark.name)
        starts.append(mark.sample / rate + _LEAD)
    wanted = ["_"]
    for phrase in phrases:
        wanted += [segment.ipa for segment in phrase.segments] + ["_"]
    if len(names) != len(wanted) or any((a == "_") != (b == "_") for a, b in zip(names, wanted, strict=True)):
        return None
    sound = levelled(resampled(audio, rate))
    sound = np.concatenate([np.zeros(int(_LEAD * SAMPLE_RATE), np.float32), sound])
    edges = np.round(np.array(starts) * SAMPLE_RATE / HOP_LENGTH).astype(np.int64)
    durations = np.diff(edges, append=frames_of(len(sound)))
    return (
        Utterance(tuple(phrases), _at_least(durations, _SHORTEST), sound) if (durations >= 0).all() else None
    )


def _at_least(durations: NDArray[np.int64], shortest: int) -> NDArray[np.int64]:
    """The same total, where a phone that the teacher folded into the one before it gets half of both."""
    mended = durations.copy()
    for index in range(1, len(mended)):
        if mended[index] < shortest and mended[index - 1] >= 2 * shortest:
            both = mended[index] + mended[index - 1]
            mended[index] = both // 2
            mended[index - 1] = both - mended[index]
    return mended
