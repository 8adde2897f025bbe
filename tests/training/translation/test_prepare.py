import lzma
from pathlib import Path

import numpy as np
import pytest

from engine.checkpoint import default_root
from engine.translation.names import NameList
from engine.translation.preserve import SLOTS
from engine.translation.vocabulary import Vocabulary
from training.translation import prepare as preparing
from training.translation.batches import Pairs
from training.translation.prepare import prepare, slotted

WARM = ("هوا سی درجهٔ سانتی‌گراد گرم‌تر از دیروز بود.", "It was thirty&deg;C warmer than yesterday.")
NAMES = NameList({"نوادا": "Nevada"})
SENTENCES = [(f"او سال {year} از نوادا رفت.", f"She left Nevada in {year}.") for year in range(1900, 1940)]


def test_names_and_numbers_are_slots_in_a_part_of_the_pairs() -> None:
    drawn = [slotted(pair, NAMES) for pair in SENTENCES]
    named = [source for source, _ in drawn if "نوادا" not in source]
    numbered = [source for source, _ in drawn if "19" not in source]
    assert 10 < len(named) < 30
    assert 2 < len(numbered) < 16
    assert set(named) & set(numbered)
    assert set(named) - set(numbered)
    for source, target in drawn:
        assert sorted(s for s in SLOTS if s in source) == sorted(s for s in SLOTS if s in target)


def test_what_is_prepared_has_no_dev_sentence_and_its_names_in_slots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for made in ("_join", "_write"):
        monkeypatch.setattr(preparing, made, lambda *_: 0)
    folder, out = tmp_path / "translation", tmp_path / "out"
    (folder / "gold").mkdir(parents=True)
    (folder / "flores-dev").mkdir()
    development = (
        "او سال گذشته با قطار از شهر خود به کرانهٔ دریا رفت.",
        "Last year she went to the sea by train.",
    )
    (folder / "flores-dev" / "dev.fa-en.tsv").write_text("\t".join(development) + "\n", encoding="utf-8")
    lines = "".join(
        f"{persian}\t{english}\n" for persian, english in [*SENTENCES, development, SENTENCES[0], WARM]
    )
    (folder / "gold" / "press.tsv.xz").write_bytes(lzma.compress(lines.encode()))
    table = "file\tpairs\tlicence\torigin\ngold/press.tsv.xz\t43\tours\twritten\n"
    (folder / "SOURCES.tsv").write_text(table, encoding="utf-8")
    out.mkdir()
    (out / "vocabulary.model").write_bytes((default_root() / "translation.vocabulary.model").read_bytes())
    prepare(tmp_path, out, 8000, keep_vocabulary=True)
    pairs, vocabulary = Pairs.load(out / "pairs.npz"), Vocabulary(out / "vocabulary.model")
    assert len(pairs) == len(SENTENCES) + 1
    targets = [vocabulary.decode(pairs[row][1].tolist()) for row in range(len(pairs))]
    assert targets[-1] == "It was thirty°C warmer than yesterday."
    assert 0 < sum("Nevada" in target for target in targets) < len(SENTENCES)
    assert np.load(out / "pairs.npz")["origin"].tolist() == [0] * len(pairs)
    names = NameList.load(out / "names.txt")
    assert [name.english for name in names.find("از آنتاناناریوو به نوادا رفت.")] == ["Antananarivo"]
