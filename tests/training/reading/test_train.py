import lzma
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine import checkpoint
from engine.reading.align import align
from engine.reading.encoding import encode
from engine.reading.forms import FormVocabulary
from engine.reading.inputs import collate
from engine.reading.labels import LABELS
from engine.reading.model import TaggerConfig
from engine.reading.reader import Reader
from training import articles
from training.reading import batches as batches_module
from training.reading import export_checkpoint
from training.reading import prepare as prepare_module
from training.reading.augment import Augmentation
from training.reading.batches import Corpus, batches, unlabelled_batches
from training.reading.company import Company
from training.reading.evaluate import evaluate, ezafe_of_held_out
from training.reading.finish import finish
from training.reading.known import known_readings, unseen
from training.reading.masked import masked
from training.reading.prepare import pack, prepare
from training.reading.schedule import TrainConfig, rate, unlabelled_share
from training.reading.sources import SOURCES, WRITTEN
from training.reading.train import CHECKPOINT, Run
from training.reading.unlabelled import unlabelled

SENTENCES = (
    ("مردم شهر از هوای سرد گله دارند.", "mardom-e Sahr az havA-ye sard gele dArand."),
    ("من کتاب خوبی می‌خوانم", "man ketAb-e xubi mixAnam"),
    ("پدر من در خانه ماند", "pedar-e man dar xAne mAnd"),
    ("او مرد و رفت", "u mord va raft"),
)

HELD_OUT = articles.held_out()[:3]
SMALL = TaggerConfig(width=32, word_width=32, word_heads=4, word_blocks=1, form_width=8)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of a few lines a source, and no other sentences."""
    monkeypatch.setattr("training.reading.evaluate.held_out", lambda name: HELD_OUT)
    ours = {str(WRITTEN), *(str(articles.file_of(name)) for name in articles.SETS)}
    monkeypatch.setattr(prepare_module, "SOURCES", [s for s in SOURCES if s.file not in ours])
    folder = tmp_path / "data" / "reading"
    folder.mkdir(parents=True)

    def write(name: str, rows: list[tuple[str, ...]]) -> None:
        (folder / name).write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")

    write("sentences.train.tsv", [(*row, "English.", "original") for row in SENTENCES] * 3)
    write("sentences.dev.tsv", [("آن مرد آمد", "An mard Amad", "That man came.", "homograph")])
    write("updt.train.txt", [("مَردُمِ شَهرْ اَزْ هَوایِ سَردْ گِلِه دارَنْدْ .",)] * 3)
    write("updt.dev.txt", [("کِتابِ مَنْ کُجاسْتْ ؟",)])
    write("bijankhan.train.tsv", [("کتاب", "N_SING_COM_GEN"), ("من", "PRO"), (".", "DELM"), ("",)] * 4)
    write("farsdat.tsv", [("به‌دنبال آب ها", "be donbAl-e ?AbhA")] * 3)
    write("homographs_human.tsv", [("مرد", "mord", "او دیروز مرد"), ("مرد", "mard", "این مرد کیست")])
    write("homographs_llm.tsv", [("کرم", "kerm", "یک کرم در خاک بود")])
    write("zaya_lexicon.tsv", [("فولاد", "fulAd"), ("جوشی", "juSi"), ("کرم", "kerm"), ("کرم", "kerem")])
    write("wiktionary_romanised.tsv", [("مهندسی هوافضا", "mohandesi-ye havâfazâ"), ("آب", "âb-hâ")])
    mono = tmp_path / "data" / "mono" / "fa"
    mono.mkdir(parents=True)
    rows = (
        "او در خانه ماند و کتاب خواند",
        "آن مرد آمد",
        "hello اینجا",
        "پدر او در شهر بود",
        "پدر او در شهر بود",
    )
    with lzma.open(mono / "modern.txt.xz", "wt", encoding="utf-8") as file:
        file.write("\n".join(rows))
    return tmp_path / "data"


@pytest.fixture
def packed(data: Path, tmp_path: Path) -> Path:
    examples, sets, _ = prepare(data, open_only=False)
    out = tmp_path / "data.npz"
    pack(examples, sets, list(unlabelled(data, open_only=False)), out)
    return out


def run(packed: Path, out: Path, minutes: float = 5.0, **more: Any) -> Run:
    config = TrainConfig(minutes, characters=300)
    return Run(config, Corpus(packed), out, torch.device("cpu"), False, "train", SMALL, **more)


def test_every_source_is_read_and_faulty_words_are_reported(data: Path) -> None:
    examples, _, reports = prepare(data, open_only=False)
    assert {e.source for e in examples} == set(reports)
    assert reports["wiktionary"].rejected == 1
    assert reports["sentences"].rejected == 0


def test_an_open_build_leaves_restricted_sources_out(data: Path) -> None:
    examples, _, _ = prepare(data, open_only=True)
    assert not {"bijankhan", "zaya"} & {e.source for e in examples}


def test_dev_sentences_never_reach_training(data: Path) -> None:
    train = data / "reading" / "sentences.train.tsv"
    long = " ".join(["این یک جمله بلند است که در هر دو فایل آمده"])
    train.write_text(f"{long} و بس\tin yek\nآن مرد آمد و رفت\tAn mard Amad va raft\n", encoding="utf-8")
    (data / "reading" / "sentences.dev.tsv").write_text(f"{long}\tin yek\n", encoding="utf-8")
    examples, _, reports = prepare(data, open_only=False)
    assert [e.text for e in examples if e.source == "sentences"] == ["آن مرد آمد و رفت"]
    assert reports["sentences"].dropped == 1


def test_unlabelled_lines_are_persian_occur_once_and_are_no_dev_sentences(data: Path) -> None:
    dev = data / "reading" / "sentences.dev.tsv"
    dev.write_text("مادر ما آن روز آمد\tx\n", encoding="utf-8")
    with lzma.open(data / "mono" / "fa" / "modern.txt.xz", "at", encoding="utf-8") as file:
        file.write("\nمادرِ ما آن روز آمد!")
    around_homographs = ["او دیروز مرد", "این مرد کیست", "یک کرم در خاک بود"]
    found = [line.text for line in unlabelled(data, open_only=False)]
    assert found == ["او در خانه ماند و کتاب خواند", "پدر او در شهر بود", *around_homographs]
    assert [line.text for line in unlabelled(data, open_only=True)] == around_homographs


def test_a_hidden_word_leaves_no_trace_but_its_place() -> None:
    forms = FormVocabulary(["پدر", "شهر"])
    given = collate([encode("پدر او در شهر بود")], forms)
    found = masked(given, 1.0, len(forms), torch.Generator().manual_seed(0))
    assert found.places.tolist() == [0, 3]
    assert found.wanted.tolist() == [forms["پدر"], forms["شهر"]]
    assert not found.input.forms.any()
    assert (found.input.characters == 0).tolist() == [[c in (0, 3) for c in given.segment[0].tolist()]]
    assert torch.equal(masked(given, 0.0, len(forms), torch.Generator()).input.characters, given.characters)


def test_hidden_words_are_learnt_from_their_neighbours(packed: Path, tmp_path: Path) -> None:
    config = TrainConfig(60.0, steps=80, hidden=0.3)
    learner = Run(config, Corpus(packed), tmp_path, torch.device("cpu"), False, "train", SMALL)
    batch = next(unlabelled_batches(Corpus(packed), learner.forms, 300, Augmentation(), seed=1))
    guesses = [learner.guess(batch)["word"] for _ in range(80)]
    assert np.mean(guesses[-20:]) < 0.7 * np.mean(guesses[:20])


def test_a_run_still_going_is_exported_in_its_own_dimensions(
    packed: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = run(packed, tmp_path / "run")
    going.save()
    places = {
        "--packed": packed,
        "--out": tmp_path / "run",
        "--data": data,
        "--weights": tmp_path / "weights",
    }
    monkeypatch.setattr("sys.argv", ["export", *(str(part) for pair in places.items() for part in pair)])
    export_checkpoint.main()
    exported = checkpoint.load("reading", tmp_path / "weights")
    assert exported.config["width"] == SMALL.width
    with torch.no_grad():
        for average in going.averaged.parameters():
            average.add_(1.0)
    going.save()
    start = tmp_path / "weights"
    words = [*sys.argv[:-1], str(tmp_path / "mean"), "--start", str(start), "--share", "0.25"]
    monkeypatch.setattr("sys.argv", words)
    export_checkpoint.main()
    mean = checkpoint.load("reading", tmp_path / "mean").tensors["mark"].float()
    assert torch.allclose(mean, exported.tensors["mark"].float() + 0.25, atol=0.05)
    made = checkpoint.manifest(tmp_path / "mean")["reading"]["command"]
    step = f"; python -m training.reading.export_checkpoint --out {tmp_path / 'run'} --start weights --share"
    assert made == f"train{step} 0.25"
    again = [*words[:-5], str(tmp_path / "more"), "--start", str(tmp_path / "mean"), "--share", "0.5"]
    monkeypatch.setattr("sys.argv", again)
    export_checkpoint.main()
    assert checkpoint.manifest(tmp_path / "more")["reading"]["command"] == f"{made}{step} 0.5"
    Run(
        TrainConfig(5.0), Corpus(packed), tmp_path / "further", torch.device("cpu"), False, "train",
        start=tmp_path / "weights",
    )  # fmt: skip


def test_unlabelled_text_comes_first_and_is_gone_at_the_end() -> None:
    config = TrainConfig(10.0, unlabelled=0.75)
    shares = [unlabelled_share(config, p / 10) for p in range(11)]
    assert shares[0] == config.unlabelled
    assert shares == sorted(shares, reverse=True)
    assert shares[8:] == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)


def test_training_lowers_the_loss_and_goes_on_after_an_interruption(packed: Path, tmp_path: Path) -> None:
    first = run(packed, tmp_path / "run")
    corpus = Corpus(packed)
    stream = batches(corpus, first.forms, 300, Augmentation(), seed=1)
    losses = [first.learn(next(stream))["label"] for _ in range(12)]
    assert np.mean(losses[-3:]) < losses[0]
    first.save()
    again = run(packed, tmp_path / "run")
    assert (again.step, again.seconds) == (first.step, first.seconds)
    assert torch.equal(again.model.label.weight, first.model.label.weight)
    again.learn(next(stream))
    assert again.step == first.step + 1


def test_a_tagger_learns_to_see_company_and_keeps_seeing_it(packed: Path, tmp_path: Path) -> None:
    corpus = Corpus(packed)
    forms = [*corpus.vocabulary, "باران"]
    company = Company(forms, torch.randn(len(forms), 4))
    first = run(packed, tmp_path / "run", company=company)
    stream = batches(corpus, first.forms, 300, Augmentation(), seed=1)
    for _ in range(3):
        first.learn(next(stream))
    assert first.model.by_company.weight.any()
    assert torch.equal(first.model.company.weight[1:], company.vectors)
    first.save()
    again = run(packed, tmp_path / "run", company=company)
    assert torch.equal(again.model.by_company.weight, first.model.by_company.weight)
    assert FormVocabulary.load(tmp_path / "run" / "forms.txt")["باران"] == len(forms)
    with pytest.raises(ValueError, match="not of the forms of this tagger"):
        run(packed, tmp_path / "other", company=Company(forms[1:], company.vectors[1:]))
    with pytest.raises(RuntimeError):
        run(packed, tmp_path / "run")
    assert FormVocabulary.load(tmp_path / "run" / "forms.txt")["باران"] == len(forms)


def test_a_deeper_tagger_reads_at_first_as_the_one_it_started_from(
    packed: Path, data: Path, tmp_path: Path
) -> None:
    first = run(packed, tmp_path / "run", minutes=0.02)
    finish(first.model, first.forms, tmp_path / "run", data, tmp_path / "weights", "train", Corpus(packed))
    same, deeper = (
        run(packed, tmp_path / f"{blocks}", start=tmp_path / "weights", word_blocks=blocks)
        for blocks in (1, 2)
    )
    batch = next(batches(Corpus(packed), deeper.forms, 300, Augmentation(), seed=1))
    before, after = (r.model.eval()(batch.input) for r in (same, deeper))
    assert deeper.model.config.word_blocks == 2
    assert torch.equal(before[0], after[0])
    assert torch.equal(before[1], after[1])
    with pytest.raises(ValueError, match="cannot become 3"):
        run(packed, tmp_path / "3", start=tmp_path / "weights", word_blocks=3)


def test_an_example_is_drawn_as_often_as_its_source_says(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = Corpus(packed)
    sources = [replace(s, weight=3.0 if s.name == "sentences" else 0.0) for s in batches_module.DRAWN]
    monkeypatch.setattr(batches_module, "DRAWN", tuple(sources))
    nothing = Augmentation(**dict.fromkeys(vars(Augmentation()), 0.0))
    drawn = " ".join(text.text for text in corpus.texts(nothing, random.Random(1)))
    members = int((corpus.sources == 0).sum())
    assert sum(drawn.count(word) for word in ("گله", "می‌خوانم", "ماند", "رفت")) == 3 * members


def test_late_weights_hold_as_soon_as_it_is_late(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = Corpus(packed)
    weights = {"bijankhan": (9.0, 0.0), "sentences": (0.0, 3.0)}  # the first says nothing of letters
    sources = []
    for source in batches_module.DRAWN:
        weight, late_one = weights.get(source.name, (0.0, 0.0))
        sources.append(replace(source, weight=weight, late=late_one))
    monkeypatch.setattr(batches_module, "DRAWN", tuple(sources))
    late = iter([False, False])
    forms = FormVocabulary(corpus.vocabulary)
    stream = batches(corpus, forms, 40, Augmentation(), 1, late=lambda: next(late, True))
    assert [bool(next(stream).targets.any()) for _ in range(4)] == [False, False, True, True]


def test_ezafe_of_held_out_sentences_is_scored_by_the_words_that_bear_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    marked = [("کتابِ من در خانهٔ پدر است", ""), ("کتاب من در خانهٔ پدرِ است", "")]
    monkeypatch.setattr("training.reading.evaluate.held_out", lambda name: marked)
    found = ezafe_of_held_out(Reader(device="cpu"), "everyday")  # reads both as the first is marked
    assert (found.precision, found.recall, found.f1) == (0.75, 0.75, 0.75)


def test_dropout_can_be_changed(packed: Path, tmp_path: Path) -> None:
    changed = run(packed, tmp_path / "run", dropouts={"form_dropout": 0.5})
    assert changed.model.config == replace(changed.model.config, form_dropout=0.5, dropout=SMALL.dropout)


def test_a_run_ends_when_its_time_is_up_and_its_weights_can_be_read(
    packed: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = run(packed, tmp_path / "run", minutes=0.02)
    short.train(Corpus(packed))
    assert short.progress >= 1.0
    assert (tmp_path / "run" / CHECKPOINT).exists()
    scores = finish(
        short.averaged, short.forms, tmp_path / "run", data, tmp_path / "weights", "train", Corpus(packed)
    )
    assert "phoneme_error_rate" in capsys.readouterr().out
    reader = Reader(weights=tmp_path / "weights", device="cpu")
    assert evaluate(reader, data)["phoneme_error_rate"] == pytest.approx(
        scores["phoneme_error_rate"], abs=0.1
    )


def test_the_readings_of_a_form_are_collected_from_sources_that_can_be_trusted(packed: Path) -> None:
    known = known_readings(Corpus(packed))
    mard, mord, marad = (align("مرد", reading) for reading in ("mard", "mord", "marad"))
    assert mard is not None
    assert mord is not None
    assert marad is not None
    likely = np.full((3, len(LABELS)), 1e-9, dtype=np.float32)
    for labels, share in ((marad, 0.6), (mord, 0.4)):
        likely[np.arange(3), list(labels)] += share
    assert known.settle("مرد", marad, likely) == mord
    assert known.settle("فولاد", align("فولاد", "fulAd") or (), likely) == align("فولاد", "fulAd")


def test_readings_that_occur_once_are_counted_among_words_of_known_form(
    packed: Path, data: Path, tmp_path: Path
) -> None:
    none, words = unseen(Corpus(packed))
    assert none == 0  # every sentence stands three times in the file
    with (data / "reading" / "sentences.train.tsv").open("a", encoding="utf-8") as file:
        file.write("آن مرد\tAn marad\tEnglish.\toriginal\n")
    examples, sets, _ = prepare(data, open_only=False)
    pack(examples, sets, [], tmp_path / "more.npz")
    assert unseen(Corpus(tmp_path / "more.npz")) == (1, words + 1)  # مرد is known, آن is not


def test_the_rate_rises_holds_and_falls_to_zero() -> None:
    config = TrainConfig(10.0, learning_rate=1.0)
    assert rate(config, 0.0) < 0.05
    assert rate(config, 0.2) == 1.0
    assert rate(config, 0.65) == pytest.approx(0.5)
    assert rate(config, 1.0) == 0.0
