"""The training of names end to end, on a handful of made-up pairs."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import pytest
import torch

from engine.pinglish.name_choice import choose as choose_spelling
from engine.pinglish.name_context import ContextWeights
from engine.pinglish.name_table import KnownName
from engine.pinglish.names import Names
from engine.reading.types import Reading
from engine.text.name_key import key_of
from tests.pinglish.test_romanize import some_reading
from training.pinglish.batches import NO_CHUNK, Batch, batch, batches, chunks_of, vocabulary
from training.pinglish.choose import choose, parted, variants
from training.pinglish.context import Seen, always_beside, fit, occurrences
from training.pinglish.english import count_names
from training.pinglish.evaluate import (
    NEVER,
    Guessed,
    Judged,
    choose_limits,
    curve,
    doubtful_limit,
    doubtful_scores,
    scores,
)
from training.pinglish.finish import finish
from training.pinglish.mine import mine
from training.pinglish.prepare import Example, examples, part_of, prepare
from training.pinglish.sources import ABBREVIATION, FOREIGN_KINDS, MIXED_KINDS, Name, names
from training.pinglish.train import TrainConfig, train
from training.pinglish.transliteration import align, is_same_name, same_ending
from training.pinglish.weigh import weigh

ROWS = (
    ("نیویورک", "New York", "niyuyork", "city"),
    ("شیکاگو", "Chicago", "SikAgo", "city"),
    ("تورنتو", "Toronto", "torento", "city"),
    ("لندن", "London", "landan", "capital"),
    ("کن", "Cannes", "kan", "city"),
    ("جان", "John", "jAn", "foreign-first"),
    ("آلمان", "Germany", "AlmAn", "country"),
    ("دی‌ان‌ای", "DNA", "dieney", "abbreviation"),
    ("تهران", "Tehran", "tehrAn", "iran-city"),
    ("علی", "Ali", "?ali", "male"),
    ("محمدرضا", "Mohammad Reza", "mohammadrezA", "male"),
    ("کامپیوتر", "computer", "kAmpiyuter", "loan"),
)
PAIRS = (
    ("او به لندن رفت", "He went to London today"),
    ("علی در لندن ماند", "There Ali stayed in London"),
    ("پدرم از بارسلو آمد", "My father came from Barcelo"),
    ("در بارسلو باران می‌بارد", "It rains in Barcelo"),
    ("جشنواره کن تمام شد", "The festival of Cannes is over"),
    ("این کار را کن", "Do this work"),
    ("صبر کن تا بیایم", "Wait until I come"),
    ("جان من به لبم رسید", "I am fed up"),
)


class Letters:
    """Reads every letter as something it can stand for."""

    def read_many(self, texts: list[str]) -> list[Reading]:
        return [some_reading(text) for text in texts]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder of a few lines a source."""
    folder = tmp_path / "data"
    for part in ("pinglish", "reading", "translation/gold", "mono/en"):
        (folder / part).mkdir(parents=True)
    (folder / "pinglish/names.tsv").write_text("".join("\t".join(row) + "\n" for row in ROWS))
    (folder / "reading/zaya_lexicon.tsv").write_text("کن\tkon\nجان\tjAn\nکتاب\tketAb\n")
    for name, pairs in (("sentences", PAIRS[:4]), ("press", PAIRS[4:]), ("tatoeba", ())):
        with lzma.open(folder / f"translation/gold/{name}.tsv.xz", "wt", encoding="utf-8") as file:
            file.writelines("\t".join(pair) + "\n" for pair in pairs)
    with lzma.open(folder / "mono/en/modern.txt.xz", "wt", encoding="utf-8") as file:
        file.write("We saw London and Toronto. He left London, she left Toronto.\n")
    return folder


def test_alignment_gives_every_letter_its_share() -> None:
    for _, latin, _, _ in ROWS:
        persian = next(key_of(row[0]) for row in ROWS if row[1] == latin)
        assert "".join(align(persian, latin)[1]) == latin
    assert align("شیکاگو", "Chicago")[1] == ("Ch", "i", "c", "a", "g", "o")


@pytest.mark.parametrize(
    ("persian", "latin", "same"),
    [
        ("نیویورک", "New York", True),
        ("شکسپیر", "Shakespeare", True),
        ("کن", "Cannes", True),
        ("آلمان", "Germany", False),
        ("یونان", "Greece", False),
        ("آلبانی", "Albania", False),
        ("آرژانتین", "Argentina", False),
        ("ایتالیا", "Italy", False),
    ],
)
def test_a_translation_is_not_the_same_name(persian: str, latin: str, same: bool) -> None:
    assert (is_same_name(persian, latin) and same_ending(persian, latin)) is same


def test_parts_of_a_name() -> None:
    assert parted(("جان", "اف", "کندی"), "John F. Kennedy") == ("John", "F.", "Kennedy")
    assert parted(("فیس", "بوک"), "Facebook") == ("Face", "book")
    assert parted(("لولا", "داسیلوا"), "Lula da Silva") == ("Lula", "da Silva")
    ways = {row.keys: row.latin for row in variants(Name("نیویورک", "New York", "niyuyork", "city"))}
    assert ways == {("نیویورک",): ("New York",), ("نیو", "یورک"): ("New", "York")}


def test_evidence_counts_names_and_other_uses() -> None:
    found = mine(PAIRS, {"کن": ("Cannes",)})
    assert (found["کن"].total, dict(found["کن"].spellings)) == (3, {"Cannes": 1})
    assert found["بارسلو"].spellings == {"Barcelo": 2}
    assert found["صبر"].named == 0


def test_our_own_list_is_well_formed(data: Path) -> None:
    ours = [name for name in names(data) if name.is_certain]
    keys = [key_of(name.persian) for name in ours]
    assert len(set(keys)) == len(keys) > 200
    assert {name.kind for name in ours} <= FOREIGN_KINDS | MIXED_KINDS | {ABBREVIATION}
    for name in ours:
        assert name.persian == name.persian.strip()
        assert name.latin.strip(" '-").replace(" ", "").replace("-", "").replace("'", "").isalnum()


def test_what_our_own_list_says_is_chosen(data: Path) -> None:
    rows = [*names(data), Name("تیوی", "Thievy", "tivi", "athlete")]
    table = {name.keys: name for name in choose(rows, mine(PAIRS, {}), {"کن"}, seed=1).table}
    assert table["تیوی",].latin == ("TV",)
    assert table["ناتو",].log_odds is None
    assert table["سی", "ان", "ان"].latin == ("C", "N", "N")
    assert table["ایلان", "ماسک"].latin == ("Elon", "Musk")
    assert "جشنواره" in table["کن",].beside
    assert table["نیس",].log_odds is not None


def test_what_is_chosen(data: Path) -> None:
    rows = [name for name in names(data) if not name.is_certain]
    chosen = choose(rows, mine(PAIRS, {"کن": ("Cannes",)}), {"کن", "جان"}, seed=1)
    table = {name.keys: name for name in chosen.table}
    assert table["نیویورک",].latin == ("New York",)
    assert table["نیویورک",].log_odds is None
    assert table["دیانای",].latin == ("DNA",)
    assert table["کن",].log_odds is not None
    assert not {("تهران",), ("علی",), ("محمدرضا",), ("آلمان",), ("کامپیوتر",)} & table.keys()


def test_factors_and_limit_of_doubtful_names() -> None:
    cases = [
        Seen("کن", here, ("جشنواره" if here else "را", "|"), agrees=here, log_odds=0.0)
        for here in (True, False)
        for _ in range(20)
    ]
    fitted = fit(cases, ContextWeights({"جشنواره": 1.0, "را": -1.0}, {}))
    assert fitted.beside > 0
    assert fitted.agreeing > 0 > fitted.differing
    limit = doubtful_limit(cases, fitted)
    assert doubtful_scores(cases, fitted, limit) == {"doubtful_precision": 1.0, "doubtful_recall": 1.0}


def test_words_beside_which_a_form_is_always_the_name() -> None:
    said = [(f"{n} جشنواره کن تمام شد", "The festival of Cannes is over") for n in range(20)]
    other = [(f"{n} کار کن تمام شد", "Do this work") for n in range(20)]
    row = KnownName(("کن",), ("Cannes",), "", -1.0)
    found = occurrences([*said, *other], {"کن": row})["کن"]
    assert {one.part for one in found} == {"train", "dev", "test"}
    assert always_beside(found, (), ("تمام",)) == {"جشنواره"}
    assert always_beside(found, (), ("جشنواره",)) == frozenset()
    assert always_beside([one for one in found if one.part != "train"], (), ()) == frozenset()


def test_names_of_english_text() -> None:
    lines = [
        "In the end Mary saw Bill.",
        "The bill of Mary was paid. The bill was high, said Bill. Now bill him.",
    ]
    assert count_names(lines) == {"mary": 2}


def guesses(right: int, wrong: int, alarms: int, probability: float) -> list[Guessed]:
    foreign = Example("لندن", ("",) * 4, "foreign", "London")
    word = Example("کتاب", ("",) * 4, "word", "")
    return [
        *[Guessed(foreign, 0.97, "London", probability)] * right,
        *[Guessed(foreign, 0.97, "Landon", probability)] * wrong,
        *[Guessed(word, 0.97, "Catab", probability)] * alarms,
    ]


def test_limits_keep_to_the_precision_and_the_false_alarms() -> None:
    sure, unsure = guesses(30, 1, 0, 0.92), guesses(30, 10, 0, 0.62)
    foreign, spelling = choose_limits([*sure, *unsure])
    assert 0.62 < spelling <= 0.92
    assert foreign <= 0.97
    assert choose_limits([*sure, *guesses(0, 0, 5, 0.92)])[1] == NEVER
    assert choose_limits(guesses(19, 0, 0, 0.92))[1] == NEVER
    found = scores([*sure, *unsure], foreign, spelling)
    assert (found["guess_coverage"], found["guess_exact"]) == (31 / 71, 30 / 31)
    assert {limit: exact for limit, _, exact in curve(sure, foreign)}[0.9] == 30 / 31


def test_weights_of_sound_and_frequency() -> None:
    counts = {"london": 500, "lundun": 1}
    name = Example("لندن", ("",) * 4, "foreign", "London")
    other = Example("لندن", ("",) * 4, "foreign", "Lendon")
    spellings = {"lundun": -1.0, "london": -1.5}
    weights = weigh([Judged(name, 1.0, spellings)] * 9 + [Judged(other, 1.0, spellings)], counts)
    best, probability = choose_spelling(spellings, counts, weights)
    assert best == "london"
    assert probability == pytest.approx(0.9, abs=0.03)


def test_unknown_chunks_are_left_out_of_the_loss() -> None:
    known = Example("لندن", ("l", "a", "da", "n"), "foreign", "London")
    assert chunks_of(known) == ("lo", "n", "do", "n")
    packed = batch([known, Example("کتاب", ("k", "tA", "", "b"), "word", "")], {"^": 0, "n": 1})
    assert packed.targets.eq(NO_CHUNK).all()
    assert vocabulary([known, known]) == ("^", "do", "lo", "n")


def test_from_data_to_names_that_load(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepared, weights = tmp_path / "prepared", tmp_path / "weights"
    prepare(data, prepared, Letters(), seed=1)
    found = list(examples(prepared))
    assert {example.origin for example in found} == {"foreign", "persian", "word"}
    config = TrainConfig(epochs=2, batch=4)
    model, chunks = train(found, config, prepared / "run", torch.device("cpu"))
    again, _ = train(found, config, prepared / "run", torch.device("cpu"))
    assert all(torch.equal(a, b) for a, b in zip(model.parameters(), again.parameters(), strict=True))
    assert capsys.readouterr().out.count("epoch") == 2  # the second call only loads what the first one left
    scores = finish(model, chunks, found, prepared, weights, "a command")
    assert scores["other_words_taken"] == 0.0
    spelled = Names.load(weights).spell(some_reading("او از نیویورک آمد"))
    assert [name.latin for name in spelled.values()] == ["New York"]


def test_a_run_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = next(key for key in ("لندن", "تورنتو", "شیکاگو") if part_of(key) == "train")
    found = [Example(key, ("",) * len(key), "foreign", "London")] * 4
    config = TrainConfig(epochs=3, batch=4)
    seeds: list[int] = []

    def stopping(*arguments: Any) -> list[Batch]:
        seeds.append(len(seeds))
        if len(seeds) == 2:
            raise KeyboardInterrupt
        return list(batches(*arguments))

    with monkeypatch.context() as patched:
        patched.setattr("training.pinglish.train.batches", stopping)
        with pytest.raises(KeyboardInterrupt):
            train(found, config, tmp_path, torch.device("cpu"))
    train(found, config, tmp_path, torch.device("cpu"))
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()] == ["1", "2", "3"]
    assert torch.load(tmp_path / "last.pt", weights_only=True)["epoch"] == 3
