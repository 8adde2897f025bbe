"""A voice of a Persian corpus, end to end: made-up recordings of words whose timing is known."""

import json
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch
import torchaudio

from engine.checkpoint import load, manifest
from engine.reading.phonemes import phonemize
from engine.reading.reader import Reader
from engine.speech.acoustic import Acoustic, AcousticConfig
from engine.speech.delivery import Manner
from engine.speech.mel import SAMPLE_RATE, LogMel
from engine.speech.persian import segments
from engine.speech.phones import PHONES
from engine.speech.phrases import Ending, Phrase
from engine.speech.rendering import Renderer
from engine.speech.sections import sections_of
from engine.speech.vocoder import Vocoder, VocoderConfig
from engine.speech.voices import voice_named
from tests.training.speech.tiny import utterance
from training.export import export
from training.speech import align, corpus, voice
from training.speech.acoustic_set import HUMAN, TEACHER, AcousticSet
from training.speech.espeak import teacher
from training.speech.recordings import recordings
from training.speech.teacher import persian

pytestmark = pytest.mark.skipif(find_spec("pyworld") is None, reason="pyworld (extra `train`) is missing")

WORDS = ("سلام", "مال", "سیم", "تمام", "کمال", "مثال", "سلیم", "کلام")
COUNT, RATE = 24, 44_100
TOYS = ("salAm", "mAl", "sim", "tamAm", "kamAl", "bahAr", "deraxt", "Sekar", "gol", "nAn")
SENTENCES = [" ".join(WORDS[(number + step) % len(WORDS)] for step in (0, 1, 3)) for number in range(COUNT)]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory, reader: Reader) -> Path:
    """A corpus at 44.1 kHz."""
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "wavs").mkdir()
    lines = []
    for number, sentence in enumerate(SENTENCES):
        words = phonemize(reader, sentence)
        said, _ = utterance("".join(word.phonemes + word.ezafe for word in words), number)
        audio = torchaudio.functional.resample(torch.from_numpy(said.audio), SAMPLE_RATE, RATE).numpy()
        silence = np.zeros(RATE // 2, np.float32)
        soundfile.write(folder / "wavs" / f"r{number}.wav", np.concatenate([silence, audio, silence]), RATE)
        lines.append(f"r{number}|{sentence}")
    lines += ["r0|", "missing|سلام", "mute|!!!"]
    soundfile.write(folder / "wavs" / "mute.wav", np.zeros(RATE, np.float32), RATE)
    (folder / "metadata.csv").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Weights that know nothing yet."""
    folder = tmp_path_factory.mktemp("start")
    torch.manual_seed(0)
    for name, kind, config in (
        ("acoustic", Acoustic, AcousticConfig()),
        ("vocoder", Vocoder, VocoderConfig(width=16, inner=32, layers=1)),
    ):
        tensors = kind(config).state_dict()
        export(name, tensors, config, folder, data=[{"name": name, "licence": ""}], command="", scores={})
    return folder


def toy(seed: int, sounds: np.ndarray) -> tuple[corpus.Heard, np.ndarray]:
    """Three words of phones that are points in the space of cepstra, parted by silence or not; durations."""
    random = np.random.default_rng(seed)
    words = [segments(TOYS[index]) for index in random.choice(len(TOYS), 3)]
    names, durations = ["_"], [9]
    for number, word in enumerate(words):
        if number and random.random() < 0.5:
            names, durations = [*names, "_"], [*durations, int(random.integers(8, 30))]
        names += [segment.ipa for segment in word]
        durations += random.integers(4, 20, len(word)).tolist()
    names, durations = [*names, "_"], [*durations, 14]
    points = np.stack([sounds[list(PHONES).index(name)] for name in names])
    frames = np.repeat(points, durations, axis=0) + 0.3 * random.standard_normal((sum(durations), 32))
    phrase = Phrase(tuple(segment for word in words for segment in word), Ending.STATEMENT)
    return corpus.Heard(np.zeros(0, np.float32), (phrase,), frames.astype(np.float32)), np.array(durations)


def test_phones_and_pauses_are_timed_without_a_teacher() -> None:
    sounds = np.random.default_rng(0).standard_normal((len(PHONES), 32))
    heard, true = zip(*(toy(seed, sounds) for seed in range(40)), strict=True)
    model = corpus.learnt(heard, corpus.flat, corpus.FLAT_ROUNDS)
    found = [corpus.timed(model, one)[0].durations for one in heard]
    alike = [len(mine) == len(right) for mine, right in zip(found, true, strict=True)]
    assert np.mean(alike) > 0.8
    errors = [np.abs(found[n] - true[n]).mean() for n in range(len(heard)) if alike[n]]
    assert np.mean(errors) < 1.5


@pytest.mark.skipif(find_library("espeak-ng") is None, reason="eSpeak NG is missing")
def test_the_teachers_timing_is_laid_over_a_recording() -> None:
    espeak = teacher()
    phrase = Phrase(tuple(segment for word in TOYS for segment in segments(word)), Ending.STATEMENT)
    said = persian(espeak, (phrase,))
    assert said is not None
    cepstra = align.cepstra(LogMel()(torch.from_numpy(said.audio)[None])[0].numpy())
    labels = corpus.taught(espeak)(corpus.Heard(said.audio, (phrase,), cepstra))
    names = ["_", *(segment.ipa for segment in phrase.segments), "_"]
    index = {name: number for number, name in enumerate(PHONES)}
    assert np.mean(labels == align.labels_of(names, said.durations, index)) > 0.95


def test_a_text_that_says_nothing_and_a_sound_too_short_are_left_out(
    spoken: Path, reader: Reader, tmp_path: Path
) -> None:
    assert "mute" not in {r.name for r, _ in corpus.listened(recordings(spoken), reader)}
    (tmp_path / "wavs").mkdir()
    soundfile.write(tmp_path / "wavs" / "a.wav", np.zeros(4_000, np.float32), RATE)
    (tmp_path / "metadata.csv").write_text("a|سلام", encoding="utf-8")
    with pytest.raises(ValueError, match="no recording"):
        corpus.prepare(tmp_path, tmp_path / "set", reader, None, 1.0)


def test_a_voice_is_made_with_one_call_and_goes_on(
    spoken: Path, start: Path, reader: Reader, tmp_path: Path
) -> None:
    options = {
        "hours": 1.0, "start": start, "licence": "CC0-1.0", "device": "cpu", "frames": 300, "half": False,
        "seed": 0, "reader": reader,
    }  # fmt: skip
    short = voice.make(spoken, tmp_path, minutes=0.01, **options)
    prepared = (tmp_path / "set" / "index.json").stat().st_mtime_ns
    steps = torch.load(tmp_path / "last.pt", weights_only=True)["step"]
    longer = voice.make(spoken, tmp_path, minutes=0.1, **options)
    assert (tmp_path / "set" / "index.json").stat().st_mtime_ns == prepared
    assert torch.load(tmp_path / "last.pt", weights_only=True)["step"] > steps
    assert longer["human_plain"] < short["human_plain"]
    assert len(AcousticSet(tmp_path / "set", 0).train) > 0.8 * COUNT

    stored = load("acoustic", tmp_path / "weights")
    for name in ("manner.weight", "timbre.weight"):
        assert (stored.tensors[name] == stored.tensors[name][HUMAN]).all()
    known = json.loads((tmp_path / "set" / "index.json").read_text())["speakers"][HUMAN]
    assert set(stored.config["log_pitch"]) == {known["log_pitch"]}
    assert 100 < np.exp(known["log_pitch"]) < 190
    entry = manifest(tmp_path / "weights")["acoustic"]
    assert entry["data"][0] == {"name": spoken.name, "licence": "CC0-1.0"}

    renderer = Renderer(tmp_path / "weights")
    (section,) = sections_of(SENTENCES[0], phonemize(reader, SENTENCES[0]))
    samples = renderer.render(section, voice_named("ava"), Manner(), 1.0)
    assert np.isfinite(samples).all()
    assert 0.2 < len(samples) / SAMPLE_RATE < 60


def test_the_new_speaker_begins_with_the_teachers_rhythm(start: Path, tmp_path: Path) -> None:
    voice.begin(start, tmp_path)
    before, after = (load("acoustic", folder).tensors for folder in (start, tmp_path))
    assert torch.equal(after["manner.weight"][HUMAN], before["manner.weight"][TEACHER])
    assert torch.equal(after["timbre.weight"], before["timbre.weight"])
