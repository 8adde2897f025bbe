"""Makes the recogniser's training set: mels of the teacher and of every recording, with their phones.

    python -m training.speech.prepare_recogniser --data DATA --out checkpoints/recogniser/set

The teacher speaks Persian as itself and in disguise; the recordings bring human throats, in English and
German. No timings are needed. Nothing that the acoustic model made is in it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tqdm import tqdm

from training.speech.disguised import THROATS, UNKNOWN_THROATS, Disguised
from training.speech.espeak import Espeak
from training.speech.heard import DE, EN, FA, said_in
from training.speech.heard_set import HeardWriter
from training.speech.prepare_acoustic import sentences
from training.speech.rare_sounds import rare_early
from training.speech.recordings import cut, recordings, samples_of
from training.speech.teacher import ENGLISH, GERMAN, Language, persian, persian_phrases, read

TEACHER, DISGUISED = "teacher", "teacher in disguise"
UNKNOWN = "teacher in an unknown disguise"
PEOPLE = {"kathleen": EN, "kerstin": DE, "matthes": EN}
LANGUAGES: dict[str, Language] = {EN: ENGLISH, DE: GERMAN}
HELD_OUT = 40  # every so many-th utterance of each kind is never trained on
_TESTED = 4.0  # minutes in unknown disguises, all held out

Said = tuple[str, tuple[str, ...], NDArray[np.float32]]  # language, phones, samples


def in_persian(data: Path, espeak: Espeak, minutes: float, seed: int) -> Iterator[Said]:
    """Training sentences, rare sounds early, until so many minutes are there."""
    pairs = list(sentences(data / "reading" / "sentences.train.tsv"))
    seconds = 0.0
    for index in rare_early([phonemes for _, phonemes in pairs], np.random.default_rng(seed)):
        said = persian(espeak, persian_phrases(*pairs[index]))
        if said is not None:
            yield FA, said_in(FA, said.phrases), said.audio
            seconds += len(said.audio) / 24_000
        if seconds > minutes * 60:
            return


def in_disguise(
    data: Path, espeak: Disguised, throats: tuple[str, ...], minutes: float, seed: int
) -> Iterator[Said]:
    """Other sentences, in throats drawn at random."""
    espeak.throats = throats
    yield from in_persian(data, espeak, minutes, seed)
    espeak.throats = ()


def by_people(data: Path, espeak: Espeak, name: str, limit: int | None) -> Iterator[Said]:
    """Somebody's recordings, with the phones as eSpeak NG reads their text."""
    for recording in recordings(data / "speech" / name)[:limit]:
        language = PEOPLE[name]
        reading = read(espeak, recording.text, LANGUAGES[language])
        if reading is not None:
            yield language, said_in(language, reading.phrases), cut(samples_of(recording.path))


def prepare(data: Path, out: Path, *, plain: float, disguised: float, limit: int | None = None) -> None:
    """Write the set.

    Args:
        plain, disguised: Minutes of the teacher's Persian.
        limit: So many recordings of each person only.
    """
    espeak = Disguised(0)
    sources = {TEACHER: in_persian(data, espeak, plain, 1)}
    sources |= {name: by_people(data, espeak, name, limit) for name in PEOPLE}
    sources[DISGUISED] = in_disguise(data, espeak, THROATS, disguised, 2)
    sources[UNKNOWN] = in_disguise(data, espeak, UNKNOWN_THROATS, _TESTED, 3)
    writer = HeardWriter(out)
    for name, source in sources.items():
        for number, (language, phones, audio) in enumerate(tqdm(source, desc=name)):
            held_out = name == UNKNOWN or number % HELD_OUT == HELD_OUT // 2
            writer.add(name, language, phones, audio, held_out=held_out)
    writer.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--plain", type=float, default=30, help="minutes of the teacher as it is")
    parser.add_argument("--disguised", type=float, default=150, help="minutes of the teacher in disguise")
    parser.add_argument("--limit", type=int, help="so many recordings of each person only")
    given = parser.parse_args()
    torch.set_num_threads(1)
    prepare(given.data, given.out, plain=given.plain, disguised=given.disguised, limit=given.limit)
