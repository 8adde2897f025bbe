"""A twin with random weights stands in for a trained one: what is tested is the way from prose to pieces."""

import json
import lzma
from itertools import permutations
from pathlib import Path
from shutil import copyfile

import numpy as np
import pytest
import torch

from engine.checkpoint import default_root
from engine.translation.form import source_form
from engine.translation.model import ModelConfig, Transformer
from engine.translation.vocabulary import Vocabulary
from training.digest import digest
from training.translation.backtranslate import backtranslate, main, prose
from training.translation.batches import TAG, Pairs
from training.translation.config import RunConfig
from training.translation.prepare import prepare
from training.translation.train import train

MODEL = default_root() / "translation.vocabulary.model"
VOCABULARY = Vocabulary(MODEL)
SENTENCES = [
    "The library of the city is open until eight.",
    'He said: "I will come back home tomorrow."',
    "In 1998 two engineers built a small machine here.",
    "The children went to the park after school.",
    "Did the players celebrate after the game?",
]


@pytest.fixture(scope="module")
def twin() -> Transformer:
    torch.manual_seed(0)
    config = ModelConfig(
        vocabulary=len(VOCABULARY), width=16, heads=2, feed_forward=32, encoder_layers=1, decoder_layers=1
    )
    return Transformer(config).eval()


def test_prose_is_whole_sentences_of_moderate_length_each_once() -> None:
    lines = [
        SENTENCES[0],
        f"  {SENTENCES[1].replace(' I', '  I')}\n",
        SENTENCES[0],
        "too short.",
        "all of it in lower case letters, without any capital.",
        "A headline without an end mark is not a sentence",
        "A long one. " * 30,
        "Curly “quotes” become straight ones here.",
    ]
    assert list(prose(lines)) == [*SENTENCES[:2], 'Curly "quotes" become straight ones here.']


def test_prose_leaves_out_what_is_known() -> None:
    curly = "Curly “quotes” become straight ones here."
    assert list(prose([*SENTENCES[:2], curly], known=[curly, SENTENCES[0]])) == [SENTENCES[1]]


def test_a_killed_run_goes_on_after_the_last_whole_line(twin: Transformer, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.tsv", tmp_path / "killed.tsv"
    backtranslate(twin, VOCABULARY, SENTENCES, whole, chunk=2)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert [line.decode().rstrip("\n").split("\t")[1] for line in lines] == SENTENCES
    killed.write_bytes(b"".join(lines[:2]) + lines[2][:7])
    backtranslate(twin, VOCABULARY, SENTENCES, killed, chunk=2)
    assert killed.read_bytes() == whole.read_bytes()
    backtranslate(twin, VOCABULARY, SENTENCES, killed, chunk=2)
    assert killed.read_bytes() == whole.read_bytes()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with ten pairs, a folder `prepared` beside it that holds the vocabulary, no articles."""
    files = {
        "flores-dev/dev.fa-en.tsv": "این جمله دیگر است.\tThis is another sentence.\n".encode(),
        "SOURCES.tsv": b"file\tpairs\tlicence\torigin\ngold/press.tsv.xz\t10\tours\tus\n",
        "gold/press.tsv.xz": lzma.compress(
            "".join(f"امروز {i} نفر آمدند.\t{i} people came today.\n" for i in range(10)).encode()
        ),
    }
    for name, content in files.items():
        path = tmp_path / "data" / "translation" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    monkeypatch.setattr("training.translation.prepare.taught", lambda name: [])
    (tmp_path / "prepared").mkdir()
    copyfile(MODEL, tmp_path / "prepared" / "vocabulary.model")
    return tmp_path / "data"


def test_prepare_tags_what_a_model_wrote_and_drops_the_bad_lines(data: Path) -> None:
    back, out = data.parent / "back.tsv", data.parent / "prepared"
    back.write_text(
        f"کتابخانه شهر تا ساعت هشت باز است.\t{SENTENCES[0]}\n"
        f"در سال 1989 دو مهندس این ماشین را ساختند.\t{SENTENCES[2]}\n"
        "تعداد 3 تن امروز آمده‌اند.\t3 people came today.\n",
        encoding="utf-8",
    )
    prepare(data, out, 0, keep_vocabulary=True, back=back)
    report = json.loads((out / "data.json").read_text(encoding="utf-8"))
    assert [(entry["name"], entry["pairs"]) for entry in report] == [("gold/press", 10), ("back/modern", 1)]
    assert report[1]["dropped"] == {"numbers": 1, "duplicate": 1}
    pairs = Pairs.load(out / "pairs.npz")
    assert pairs.file.tolist() == [0] * 10 + [1]
    assert not any(TAG in pairs[row][0] for row in range(10))
    tagged, english = (ids.tolist() for ids in pairs[10])
    assert tagged[0] == TAG
    assert VOCABULARY.decode(tagged[1:]) == "کتابخانه شهر تا ساعت هشت باز است."
    assert VOCABULARY.decode(english) == SENTENCES[0]


def test_prepare_takes_the_sentences_written_for_the_project(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = [
        (f"خانهٔ {a}ا{b} در شهرِ ما است.", "Such a house is in our town.")
        for a, b in permutations("بپترسشکلمن", 2)
    ]
    monkeypatch.setattr(
        "training.translation.prepare.taught", lambda name: written if name == "everyday" else []
    )
    prepare(data, data.parent / "prepared", 0, keep_vocabulary=True)
    pairs = Pairs.load(data.parent / "prepared" / "pairs.npz")
    taught = {VOCABULARY.decode(pairs[row][0].tolist()) for row in np.flatnonzero(pairs.file == 0)}
    assert taught == {source_form(persian) for persian, _ in written}


@pytest.mark.parametrize(("licences", "joined"), [("all", 2), ("open", 0)])
def test_prepare_joins_what_was_translated_for_the_project_unless_licences_are_to_be_open(
    data: Path, monkeypatch: pytest.MonkeyPatch, licences: str, joined: int
) -> None:
    sentences = {"fa": "باران دیشب همهٔ راه‌های روستا را بست.", "en": SENTENCES[0]}
    answers = {"fa": "Last night's rain closed all the village roads.", "en": "کتابخانهٔ شهر باز است."}
    for language, sentence in sentences.items():
        path = data / "mono" / language / "modern.txt.xz"
        path.parent.mkdir(parents=True)
        path.write_bytes(lzma.compress(f"{sentence}\n".encode()))
    monkeypatch.setattr(
        "training.translation.prepare.translated", lambda of: {digest(sentences[of]): answers[of]}
    )
    prepare(data, data.parent / "prepared", 0, licences=licences, keep_vocabulary=True)
    report = json.loads((data.parent / "prepared" / "data.json").read_text(encoding="utf-8"))
    repeats = {entry["name"]: entry["repeats"] for entry in report if entry["pairs"] == 1}
    assert repeats == dict([("gold/translated-en", 2.0), ("gold/translated-fa", 0.5)][:joined])


def test_a_trained_twin_writes_what_prepare_reads(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepared, run, back = (data.parent / name for name in ("prepared", "twin", "back.tsv"))
    (data / "mono" / "en").mkdir(parents=True)
    (data / "mono" / "en" / "modern.txt.xz").write_bytes(lzma.compress("\n".join(SENTENCES).encode()))
    prepare(data, prepared, 0, keep_vocabulary=True)
    model = ModelConfig(width=16, heads=2, feed_forward=32, encoder_layers=1, decoder_layers=1)
    config = RunConfig(model, batch_tokens=100, resegmented=0.5)
    train(prepared, run, config, minutes=0.02, device=torch.device("cpu"), reverse=True)
    words = ["--data", str(data), "--prepared", str(prepared), "--run", str(run), "--out", str(back)]
    monkeypatch.setattr("sys.argv", ["backtranslate", *words, "--skip", "1", "--sentences", "3"])
    main()
    english = [line.partition("\t")[2] for line in back.read_text(encoding="utf-8").splitlines()]
    assert english == SENTENCES[1:4]
    prepare(data, prepared, 0, keep_vocabulary=True, back=back)
    assert "back/modern" in capsys.readouterr().out
