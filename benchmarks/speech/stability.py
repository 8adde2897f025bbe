"""What goes wrong over many sentences: words skipped or said twice, clicks, clipping, runaways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.report import Table
from engine.reading.phonemes import phonemize_along
from engine.reading.reader import Reader
from engine.speech.delivery import Delivery
from engine.speech.loudness import CEILING, KNEE
from engine.speech.mel import SAMPLE_RATE
from engine.speech.phrases import Phrase
from engine.speech.sections import Section, sections_of
from engine.speech.synthesizer import Synthesizer
from training.reading.score import aligned
from training.speech.espeak import Espeak
from training.speech.heard import heard, phonemes_of
from training.speech.measure import listened
from training.speech.recogniser import Recogniser
from training.speech.teacher import persian

Floats = NDArray[np.float32]
TOGETHER: Final = 5  # sentences in a text
SEEDS: Final = (0, 1, 2)
_WORD, _RUN = 3, 4  # phonemes
_PHONEME: Final = (0.040, 0.150)  # seconds, the mean of a section
_JOINT = 0.005  # seconds around a joint whose steps are its own
_FAINT = 1e-3  # of full scale: a step that nobody hears


@dataclass
class Faults:
    """Counts over some sections.

    Attributes:
        sections: How many there were.
        words: How many words.
        skipped, repeated: Words not heard; runs of phonemes heard and not meant.
        joints, clicks: Places where sections meet; those with a step that the sound itself does not have.
        runaways: Sections far too short or far too long.
        bent: Share of samples that the limiter bent.
        peak: Largest value, of full scale.
        rates: Seconds a phoneme of each section.
    """

    sections: int = 0
    words: int = 0
    skipped: int = 0
    repeated: int = 0
    joints: int = 0
    clicks: int = 0
    runaways: int = 0
    bent: float = 0.0
    peak: float = 0.0
    rates: list[float] = field(default_factory=list)


def texts(sentences: Sequence[str]) -> Iterator[str]:
    """The sentences, several to a text."""
    for start in range(0, len(sentences), TOGETHER):
        yield " ".join(closed(sentence) for sentence in sentences[start : start + TOGETHER])


def closed(sentence: str) -> str:
    """The sentence with a mark at its end."""
    return sentence if sentence.rstrip()[-1] in ".!?؟…" else f"{sentence}."


def listen(faults: Faults, recogniser: Recogniser, phrases: Sequence[Phrase], sound: Floats) -> None:
    """Count what the recogniser misses or hears twice in the sound of these phrases."""
    skipped, repeated = misheard(words_of(phrases), listened(recogniser, sound))
    faults.sections += 1
    faults.words += len(words_of(phrases))
    faults.skipped += skipped
    faults.repeated += repeated


def words_of(phrases: Sequence[Phrase]) -> list[list[str]]:
    """The phonemes of each word."""
    words: list[list[str]] = []
    for phrase in phrases:
        for segment in phrase.segments:
            if segment.initial or not words:
                words.append([])
            words[-1] += heard(segment.ipa)
    return words


def misheard(words: Sequence[Sequence[str]], said: Sequence[str]) -> tuple[int, int]:
    """Words of which nothing is heard, and runs of phonemes that nobody meant."""
    owners = [number for number, word in enumerate(words) for _ in word]
    there = [0] * len(words)
    run = repeated = position = 0
    for got, meant in aligned(said, [phoneme for word in words for phoneme in word]):
        run = run + 1 if meant is None else 0
        repeated += run == _RUN
        if meant is not None:
            there[owners[position]] += got is not None
            position += 1
    return sum(n == 0 and len(word) >= _WORD for n, word in zip(there, words, strict=True)), repeated


def clicks(pieces: Sequence[Floats]) -> int:
    """Joints with a step larger than every step around them."""
    near = int(_JOINT * SAMPLE_RATE)
    found = 0
    for left, right in pairwise(pieces):
        around = np.concatenate([np.diff(left[-near:]), np.diff(right[:near])])
        found += abs(float(right[0] - left[-1])) > max(float(np.abs(around).max(initial=0)), _FAINT)
    return found


def ours(
    synthesizer: Synthesizer,
    reader: Reader,
    recogniser: Recogniser,
    said: Sequence[str],
    voices: Sequence[str],
) -> tuple[Faults, list[Section]]:
    """The whole chain over texts, the voices taking turns; what was said comes with it."""
    faults, sections, bent = Faults(), [], []
    for number, text in enumerate(said):
        planned = list(sections_of(text, phonemize_along(reader, text)))
        pieces = list(synthesizer.synthesize(text, Delivery(voices[number % len(voices)])))
        faults.joints += len(pieces) - 1
        faults.clicks += clicks(pieces)
        for section, piece in zip(planned, pieces, strict=True):
            listen(faults, recogniser, section.phrases, piece)
            faults.rates.append(seconds_a_phoneme(section, piece))
        whole = np.abs(np.concatenate(pieces))
        faults.peak = max(faults.peak, float(whole.max()))
        bent.append(float((whole > KNEE).mean()))
        sections += planned
    faults.runaways = sum(not _PHONEME[0] <= rate <= _PHONEME[1] for rate in faults.rates)
    faults.bent = float(np.mean(bent))
    return faults, sections


def espeak_ng(espeak: Espeak, recogniser: Recogniser, sections: Sequence[Section]) -> Faults:
    """The same phonemes said by the teacher, for what the recogniser itself gets wrong."""
    faults = Faults()
    for section in sections:
        said = persian(espeak, section.phrases)
        if said is not None:
            listen(faults, recogniser, section.phrases, said.audio)
    return faults


def seconds_a_phoneme(section: Section, sound: Floats) -> float:
    """The mean time of a phoneme, what is quiet left out."""
    frame = SAMPLE_RATE // 100
    whole = len(sound) // frame * frame
    loudest = np.abs(sound[:whole]).reshape(-1, frame).max(axis=1)
    return float((loudest > loudest.max() * 0.01).sum() / 100 / len(phonemes_of(section.phrases)))


def seeds_that_differ(synthesizer: Synthesizer, text: str, voice: str) -> int:
    """How many of SEEDS change a single sample."""
    first = None
    different = 0
    for seed in SEEDS:
        torch.manual_seed(seed)
        sound = synthesizer.speak(text, Delivery(voice)).samples
        first = sound if first is None else first
        different += not np.array_equal(first, sound)
    return different


def table(found: Faults, teacher: Faults, different: int) -> Table:
    """Counts, ours and the teacher's."""
    rate = np.array(found.rates) * 1000
    low, middle, high = np.quantile(rate, (0, 0.5, 1))
    return Table(
        "stability",
        f"Stability, {found.sections} sentences",
        ("fault", "ours", "eSpeak NG", "goal"),
        [
            (
                f"words skipped, of {found.words}",
                found.skipped,
                f"{teacher.skipped} of {teacher.words}",
                "none",
            ),
            ("phonemes repeated, runs of four or more", found.repeated, teacher.repeated, "none"),
            (f"clicks, of {found.joints} joints", found.clicks, None, "none"),
            (f"largest sample, of full scale (limit {CEILING})", found.peak, None, "under 1"),
            ("samples bent by the limiter, %", 100 * found.bent, None, ""),
            ("runaways", found.runaways, None, "none"),
            (f"seeds, of {len(SEEDS)}, that change a sample", different, None, "none"),
        ],
        f"A phoneme takes {middle:.0f} ms, {low:.0f} to {high:.0f} from section to section. Durations are "
        "predicted for every phone, one frame at least, so nothing can be left out or said twice by "
        "construction; what the first two rows count is what the recogniser did not make out. All chance "
        "is drawn from a seed that only the length decides: the same text is always the same sound, so "
        "one result stands for all seeds.",
    )
