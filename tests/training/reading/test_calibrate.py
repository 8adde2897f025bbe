from pathlib import Path

import pytest
import torch

from engine import checkpoint
from engine.reading.forms import FormVocabulary
from engine.reading.model import Tagger, TaggerConfig
from engine.reading.reader import NAME
from training.reading.calibrate import calibrate, scored

ROWS = (
    ("مردم شهر از هوای سرد گله دارند", "mardom-e Sahr az havA-ye sard gele dArand"),
    ("کتاب خوب دوست من در خانه ماند", "ketAb-e xub-e dust-e man dar xAne mAnd"),
    ("آن مرد دیروز آمد و رفت", "An mord diruz Amad va raft"),  # wrong on purpose
    ("صدای باران می‌آید", "sedA bArAn miAyad"),  # and this
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "reading"
    folder.mkdir()
    rows = "".join("\t".join((*row, "English.", "original")) + "\n" for row in ROWS)
    (folder / "sentences.dev.tsv").write_text(rows, encoding="utf-8")
    return tmp_path


@pytest.fixture
def tagger() -> tuple[Tagger, FormVocabulary]:
    stored = checkpoint.load(NAME)
    model = Tagger(TaggerConfig(**stored.config)).eval()
    model.load_state_dict({name: tensor.float() for name, tensor in stored.tensors.items()})
    return model, FormVocabulary.load(stored.assets["forms"])


def test_one_that_errs_is_made_less_sure_and_reads_the_same(
    data: Path, tagger: tuple[Tagger, FormVocabulary]
) -> None:
    before = scored(*tagger, data)
    found = calibrate(*tagger, data)
    after = scored(*tagger, data)
    assert found["label"] > 1
    assert found["ezafe"] > 1
    assert torch.allclose(after.labels * found["label"], before.labels, atol=1e-3)
    assert torch.allclose(after.ezafe * found["ezafe"], before.ezafe, atol=1e-3)


def test_one_that_is_as_sure_as_it_is_right_stays_so(
    data: Path, tagger: tuple[Tagger, FormVocabulary]
) -> None:
    calibrate(*tagger, data)
    assert calibrate(*tagger, data) == pytest.approx({"label": 1.0, "ezafe": 1.0}, abs=0.05)
