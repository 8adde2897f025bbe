"""A folder of transcribed Persian recordings as a training set: texts read, sounds cut, phones timed.

What is said comes from the reading model; when, from Gaussians of the recordings' own cepstra (`align`),
fitted to some of the recordings and then laid over all of them one by one, so that memory never holds all the
sound. They start from the teacher's rendering of the same phones where eSpeak NG is there, else from phones
of even length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import torch
from numpy.typing import NDArray
from tqdm import tqdm

from engine.reading.phonemes import phonemize
from engine.reading.reader import Reader
from engine.speech.mel import FRAME_RATE, LogMel
from engine.speech.phones import PHONES, SILENCE
from engine.speech.phrases import Phrase, Segment, names
from engine.speech.sections import sections_of
from training.speech import align
from training.speech.acoustic_set import HUMAN, SetWriter
from training.speech.espeak import Espeak
from training.speech.pitch import pitch_of
from training.speech.recordings import Recording, cut, recordings, samples_of
from training.speech.teacher import Utterance, persian
from training.speech.transform import Throat

HELD_OUT = 40  # every so many-th recording is never trained on
SAMPLE = 600  # recordings that the Gaussians are fitted to
TAUGHT_ROUNDS, FLAT_ROUNDS = 3, 10
_BEFORE, _AFTER = 0.1, 0.15  # seconds of silence left at the ends of a recording
_SECONDS = (0.8, 20.0)  # that a recording lasts
_WORST = 0.03  # of the recordings fit so badly that text and sound differ
_INDEX = {name: number for number, name in enumerate(PHONES)}

Start = Callable[["Heard"], NDArray[np.int64]]


@dataclass
class Heard:
    """A recording on its way to an alignment.

    Attributes:
        audio: (T,) float32 at 24 kHz.
        phrases: what is said, as far as the text tells.
        cepstra: (F, D) as `align.cepstra`.
    """

    audio: NDArray[np.float32]
    phrases: tuple[Phrase, ...]
    cepstra: NDArray[np.float32]

    @property
    def segments(self) -> list[Segment]:
        """The phones of all phrases."""
        return [segment for phrase in self.phrases for segment in phrase.segments]


def prepare(corpus: Path, out: Path, reader: Reader, espeak: Espeak | None, hours: float) -> int:
    """Writes the set of one speaker, who takes the human's place in the acoustic model.

    Args:
        corpus: `metadata.csv` (name | text) beside `wavs/` or `audio/`, of any sample rate.
        hours: the most to take, drawn at random.

    Returns:
        How many recordings the set holds.

    Raises:
        FileNotFoundError: there is no metadata.csv.
        ValueError: no recording can be used.
    """
    chosen = drawn(recordings(corpus), hours)
    sample = [one for _, one in tqdm(listened(chosen[:SAMPLE], reader), desc="listen")]
    if not sample:
        raise ValueError(f"{corpus} holds no recording with a Persian text of {_SECONDS} seconds")
    start = flat if espeak is None else taught(espeak)
    model = learnt(sample, start, FLAT_ROUNDS if espeak is None else TAUGHT_ROUNDS)
    scores = [timed(model, one)[1] for one in sample]
    worst = np.quantile([score for score in scores if np.isfinite(score)], _WORST)
    writer, count = SetWriter(out), 0
    for recording, one in tqdm(listened(chosen, reader), total=len(chosen), desc="time"):
        said, score = timed(model, one)
        if score < worst:  # misread or cut short; -inf where there are more phones than time
            continue
        writer.add(
            said, pitch_of(one.audio), speaker=HUMAN, throat=Throat(1, 1), held_out=count % HELD_OUT == 0,
            name=recording.name, bandwidth=soundfile.info(recording.path).samplerate / 2,
        )  # fmt: skip
        count += 1
    writer.close()
    return count


def drawn(found: Sequence[Recording], hours: float) -> list[Recording]:
    """Recordings of a length that can be used, in random order, until so many hours are there."""
    chosen, seconds = [], 0.0
    for index in np.random.default_rng(0).permutation(len(found)):
        duration = soundfile.info(found[index].path).duration
        if seconds >= hours * 3600:
            break
        if _SECONDS[0] <= duration <= _SECONDS[1]:
            chosen.append(found[index])
            seconds += duration
    return chosen


def listened(chosen: Sequence[Recording], reader: Reader) -> Iterator[tuple[Recording, Heard]]:
    """Recordings with their phones and cepstra; those whose text says nothing are left out."""
    mel = LogMel()
    for recording in chosen:
        words = phonemize(reader, recording.text)
        phrases = tuple(
            phrase for section in sections_of(recording.text, words) for phrase in section.phrases
        )
        if phrases:
            audio = cut(samples_of(recording.path), _BEFORE, _AFTER)
            cepstra = align.cepstra(mel(torch.from_numpy(audio)[None])[0].numpy())
            yield recording, Heard(audio, phrases, cepstra)


def flat(one: Heard) -> NDArray[np.int64]:
    """First labels without a teacher: phones of even length between the silences. (F,)."""
    frames = len(one.cepstra)
    before, after = (min(round(part * FRAME_RATE), frames // 4) for part in (_BEFORE, _AFTER))
    phones = [segment.ipa for segment in one.segments]
    edges = np.round(np.linspace(before, frames - after, len(phones) + 1)).astype(np.int64)
    durations = np.diff(edges, prepend=0, append=frames)
    return align.labels_of([SILENCE, *phones, SILENCE], durations, _INDEX)


def taught(espeak: Espeak) -> Start:
    """First labels by warping the teacher's rendering of the same phones onto the recording."""
    mel = LogMel()

    def start(one: Heard) -> NDArray[np.int64]:
        said = persian(espeak, one.phrases)
        if said is None:
            return flat(one)
        theirs = align.cepstra(mel(torch.from_numpy(said.audio)[None])[0].numpy())
        return align.labels_of(names(said.phrases), said.durations, _INDEX)[align.warp(one.cepstra, theirs)]

    return start


def learnt(sample: Sequence[Heard], start: Start, rounds: int) -> align.Gaussians:
    """Gaussians of the phones, from first labels by Viterbi paths taken again and again."""
    cepstra = [one.cepstra for one in sample]
    labels = [start(one) for one in tqdm(sample, desc="first labels")]
    for number in range(rounds):
        model = align.fitted(cepstra, labels, _INDEX)
        scores = []
        for place, one in enumerate(sample):
            states = align.graph(one.segments, _INDEX)
            path, score = align.viterbi(states, model.likelihood(one.cepstra))
            if np.isfinite(score):
                labels[place] = states.parts[path]
                scores.append(score)
        print(f"alignment {number + 1}: mean log likelihood {np.mean(scores or [-np.inf]):.3f}", flush=True)
    return align.fitted(cepstra, labels, _INDEX)


def timed(model: align.Gaussians, one: Heard) -> tuple[Utterance, float]:
    """The recording with durations and the silences as spoken, and its mean log likelihood.

    That is -inf where the recording is too short for its phones.
    """
    states = align.graph(one.segments, _INDEX)
    path, score = align.viterbi(states, model.likelihood(one.cepstra))
    phrases, durations = align.realised(one.segments, one.phrases[-1].ending, states, path)
    return Utterance(phrases, durations, one.audio), score
