"""Whether the words are there: what a recogniser of phonemes hears."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.report import Table
from benchmarks.speech.copy_synthesis import Floats, copied
from engine.speech.rendering import Renderer
from engine.speech.vocoder import Vocoder
from engine.speech.voices import voice_named
from training.reading.score import aligned
from training.speech.measure import Sentence, listened, rendered
from training.speech.recogniser import Recogniser

TEACHER: Final = "eSpeak NG, the teacher"
COPIED: Final = "the teacher through our vocoder"
GOAL: Final = 5.0  # points over the teacher
_WEAKEST = 8


@dataclass
class Hearing:
    """What was heard of what was said; sums over sentences.

    Attributes:
        meant: How often each phoneme was to be heard.
        right: How often it was.
        swapped, missed, added: Errors of each kind.
    """

    meant: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    swapped: int = 0
    missed: int = 0
    added: int = 0

    def add(self, said: Sequence[str], phonemes: Sequence[str]) -> None:
        """Take one sentence: what the recogniser said, and what was meant."""
        for got, wanted in aligned(said, phonemes):
            self.added += wanted is None
            self.missed += got is None
            self.swapped += None not in (got, wanted) and got != wanted
            if wanted is not None:
                self.meant[wanted] += 1
                self.right[wanted] += got == wanted

    @property
    def error_rate(self) -> float:
        """Errors for each phoneme meant."""
        return (self.swapped + self.missed + self.added) / max(1, self.meant.total())


def of_teacher(recogniser: Recogniser, sentences: Iterable[Sentence]) -> Hearing:
    """The teacher as it is."""
    return _heard(recogniser, ((one.teacher, one) for one in sentences))


def of_copies(recogniser: Recogniser, vocoder: Vocoder, sentences: Iterable[Sentence]) -> Hearing:
    """The teacher through the vocoder, which parts its errors from the acoustic model's."""
    return _heard(recogniser, ((copied(vocoder, one.teacher), one) for one in sentences))


def of_voice(recogniser: Recogniser, renderer: Renderer, name: str, sentences: Iterable[Sentence]) -> Hearing:
    """One of our voices."""
    voice = voice_named(name)
    return _heard(recogniser, ((rendered(renderer, one, voice), one) for one in sentences))


def error_table(found: Mapping[str, Hearing], known: Mapping[str, float], sentences: int) -> Table:
    """Phoneme error rates beside the teacher's; `known` are the recogniser's own, on what it held out."""
    teacher = found[TEACHER].error_rate
    rows = [
        (
            name,
            100 * one.error_rate,
            100 * (one.error_rate - teacher),
            *(100 * n / one.meant.total() for n in (one.swapped, one.missed, one.added)),
        )
        for name, one in found.items()
    ]
    others = [(f"held out, {name}", 100 * rate, None, None, None, None) for name, rate in known.items()]
    return Table(
        "intelligibility",
        f"Intelligibility: phoneme error rate, %, {sentences} dev sentences",
        ("who speaks", "error rate", "points over the teacher", "swapped", "missed", "added"),
        [*rows, ("goal", None, f"under {GOAL:g}", None, None, None), *others],
        "*Held out* is speech of the kinds that the recogniser learnt from, but never trained on: the "
        "teacher's Persian, and people's English and German, where phones count as the nearest Persian "
        "ones.",
    )


def phoneme_table(found: Mapping[str, Hearing]) -> Table:
    """The phonemes that our voices are heard worst in, beside the teacher."""
    voices = [one for name, one in found.items() if name not in (TEACHER, COPIED)]
    meant = sum((one.meant for one in voices), Counter[str]())
    right = sum((one.right for one in voices), Counter[str]())
    worst = sorted(meant, key=lambda name: right[name] / meant[name])[:_WEAKEST]
    teacher = found[TEACHER]
    rows = [
        (
            name,
            100 * right[name] / meant[name],
            100 * teacher.right[name] / teacher.meant[name],
            teacher.meant[name],
        )
        for name in worst
    ]
    return Table(
        "weakest_phonemes",
        "Phonemes heard right, %, the weakest of our voices together",
        ("phoneme", "our voices", "eSpeak NG", "times a voice"),
        rows,
    )


def _heard(recogniser: Recogniser, spoken: Iterable[tuple[Floats, Sentence]]) -> Hearing:
    hearing = Hearing()
    for audio, sentence in spoken:
        hearing.add(listened(recogniser, audio), sentence.phonemes)
    return hearing
