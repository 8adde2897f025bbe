"""Makes the acoustic model's training set: features, durations, pitch and mels of teacher and human.

    python -m training.speech.prepare_acoustic --data DATA --out checkpoints/acoustic/set

The teacher speaks Persian sentences from our phonemes and the English prompts; the human recordings, English
and German, are aligned and used as they are and once more with a vocal tract and a pitch drawn at random, so
that the model learns timbre as a space and not as a few names.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tqdm import tqdm

from engine.speech.mel import LogMel
from engine.speech.phones import PHONES
from engine.speech.phrases import Ending, Phrase, names
from training.speech import align
from training.speech.acoustic_set import HUMAN, KERSTIN, MAPPED_HUMAN, MAPPED_KERSTIN, TEACHER, SetWriter
from training.speech.espeak import Espeak, teacher
from training.speech.pitch import pitch_of
from training.speech.rare_sounds import rare_early
from training.speech.recordings import cut, recordings, samples_of
from training.speech.teacher import ENGLISH, GERMAN, Language, Utterance, persian, persian_phrases, read
from training.speech.transform import Throat, transformed

HELD_OUT = 40  # every so many-th utterance of each kind is never trained on
ALIGNMENT_ROUNDS = 3
TEACHER_PITCH = (60.0, 350.0)  # Hz
PITCHES = (35, 66)  # of eSpeak NG's 0 to 99, drawn for each utterance


@dataclass(frozen=True)
class Human:
    """Somebody whose recordings the acoustic model learns from.

    Attributes:
        folder: Under `speech` in the data.
        speaker, mapped: Of the acoustic model: as recorded, and in Persian as `prepare_mapped` makes it.
        bandwidth: Hz that the recordings reach.
        altered: Share of the recordings that are used once more from another throat.
    """

    folder: str
    speaker: int
    mapped: int
    language: Language
    bandwidth: float
    altered: float


HUMANS = (
    Human("kathleen", HUMAN, MAPPED_HUMAN, ENGLISH, math.inf, 1.0),
    Human("kerstin", KERSTIN, MAPPED_KERSTIN, GERMAN, 6_500.0, 0.5),
)


def sentences(path: Path) -> Iterator[tuple[str, str]]:
    """Sentence and phonemes, of a length that makes two to nine seconds."""
    for line in path.read_text(encoding="utf-8").splitlines():
        sentence, phonemes = line.split("\t")[:2]
        if 20 <= len(phonemes) <= 100 and "(" not in phonemes:
            yield sentence, phonemes


def teach_persian(
    data: Path, minutes: float, random: np.random.Generator, pitches: tuple[int, int] = PITCHES
) -> Iterator[Utterance]:
    """The teacher's Persian, rare sounds early, until so many minutes are there."""
    pairs = list(sentences(data / "reading" / "sentences.train.tsv"))
    seconds = 0.0
    for index in rare_early([phonemes for _, phonemes in pairs], random):
        if seconds > minutes * 60:
            return
        phrases = persian_phrases(*pairs[index])
        said = persian(teacher(), phrases, pitch=int(random.integers(*pitches)))
        if said is not None:
            seconds += len(said.audio) / 24_000
            yield said


def teach_english(
    texts: list[str], espeak: Espeak, minutes: float, random: np.random.Generator
) -> Iterator[Utterance]:
    """The teacher's English of the human's own prompts."""
    seconds = 0.0
    for index in random.permutation(len(texts)):
        if seconds > minutes * 60:
            return
        said = read(espeak, texts[index], ENGLISH, pitch=int(random.integers(*PITCHES)))
        if said is not None:
            seconds += len(said.audio) / 24_000
            yield said


@dataclass
class Spoken:
    """A human recording on its way to an alignment."""

    name: str
    audio: NDArray[np.float32]
    phrases: tuple[Phrase, ...]
    cepstra: NDArray[np.float32]
    labels: NDArray[np.int64]


def listen(
    folder: Path, language: Language, espeak: Espeak, index: dict[str, int], limit: int | None
) -> list[Spoken]:
    """The recordings with first labels, by warping the teacher's rendering onto each."""
    mel, heard = LogMel(), []
    for recording in tqdm(recordings(folder)[:limit], desc="warp"):
        said = read(espeak, recording.text, language)
        if said is None:
            continue
        audio = cut(samples_of(recording.path))
        mine = align.cepstra(mel(torch.from_numpy(audio)[None])[0].numpy())
        theirs = align.cepstra(mel(torch.from_numpy(said.audio)[None])[0].numpy())
        labels = align.labels_of(names(said.phrases), said.durations, index)[align.warp(mine, theirs)]
        heard.append(Spoken(recording.name, audio, said.phrases, mine, labels))
    return heard


def aligned(heard: list[Spoken], index: dict[str, int]) -> Iterator[tuple[str, Utterance]]:
    """The recordings with durations, by Viterbi paths through Gaussians fitted again and again."""
    paths: list[tuple[align.Graph, NDArray[np.int64], float]] = []
    for number in range(ALIGNMENT_ROUNDS):
        model = align.fitted([one.cepstra for one in heard], [one.labels for one in heard], index)
        paths = []
        for one in tqdm(heard, desc=f"align {number + 1}"):
            states = align.graph([segment for phrase in one.phrases for segment in phrase.segments], index)
            path, score = align.viterbi(states, model.likelihood(one.cepstra))
            one.labels = states.parts[path]
            paths.append((states, path, score))
        print(f"mean log likelihood {np.mean([score for *_, score in paths]):.3f}", flush=True)
    worst = np.quantile([score for *_, score in paths], 0.03)  # misread prompts and the like
    for one, (states, path, score) in zip(heard, paths, strict=True):
        if score > worst:
            flat = [segment for phrase in one.phrases for segment in phrase.segments]
            last = one.phrases[-1].ending if one.phrases else Ending.STATEMENT
            phrases, durations = align.realised(flat, last, states, path)
            yield one.name, Utterance(phrases, durations, one.audio)


def prepare(
    data: Path, out: Path, *, persian_minutes: float, english_minutes: float, limit: int | None
) -> None:
    """Write the whole set."""
    random = np.random.default_rng(0)
    espeak, folder = teacher(), data / "speech" / HUMANS[0].folder
    writer = SetWriter(out)
    for number, said in enumerate(tqdm(teach_persian(data, persian_minutes, random), desc="persian")):
        pitch = pitch_of(said.audio, *TEACHER_PITCH)
        writer.add(said, pitch, speaker=TEACHER, throat=Throat(1, 1), held_out=number % HELD_OUT == 0)
    texts = sorted({recording.text for recording in recordings(folder)[:limit]})
    for number, said in enumerate(
        tqdm(teach_english(texts, espeak, english_minutes, random), desc="english")
    ):
        pitch = pitch_of(said.audio, *TEACHER_PITCH)
        writer.add(said, pitch, speaker=TEACHER, throat=Throat(1, 1), held_out=number % HELD_OUT == 0)
    for human in HUMANS:
        take(human, data, espeak, writer, random, limit)
    writer.close()


def take(
    human: Human, data: Path, espeak: Espeak, writer: SetWriter, random: np.random.Generator,
    limit: int | None,
) -> None:  # fmt: skip
    """Write the aligned recordings of one person, and those from other throats."""
    index = {name: number for number, name in enumerate(PHONES)}
    heard = listen(data / "speech" / human.folder, human.language, espeak, index, limit)
    for number, (name, said) in enumerate(tqdm(aligned(heard, index), desc=human.folder)):
        pitch, held_out = pitch_of(said.audio), number % HELD_OUT == 0
        writer.add(
            said, pitch, speaker=human.speaker, throat=Throat(1, 1), held_out=held_out, name=name,
            bandwidth=human.bandwidth,
        )  # fmt: skip
        if random.random() >= human.altered:
            continue
        throat = drawn(random)
        other = Utterance(said.phrases, said.durations, transformed(said.audio, pitch, throat))
        writer.add(
            other, pitch * np.float32(throat.pitch), speaker=human.speaker, throat=throat, held_out=held_out,
            bandwidth=human.bandwidth,
        )  # fmt: skip


def drawn(random: np.random.Generator) -> Throat:
    """A throat at random: the shorter the tract, the higher the pitch, as in people, with some freedom."""
    formants = random.uniform(0.8, 1.1)
    centre = 0.55 + (formants - 0.8) / 0.3 * 0.6  # 0.55 for the longest tract, 1.15 for the shortest
    return Throat(float(formants), float(centre * np.exp(random.normal(0, 0.12))))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--persian-minutes", type=float, default=40)
    parser.add_argument("--english-minutes", type=float, default=20)
    parser.add_argument("--limit", type=int, help="so many human recordings only")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    prepare(
        given.data, given.out, persian_minutes=given.persian_minutes, english_minutes=given.english_minutes,
        limit=given.limit,
    )  # fmt: skip
