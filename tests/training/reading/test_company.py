"""Words by the company they keep, from texts of known content."""

from pathlib import Path

import pytest
import torch

from engine.reading.encoding import encode
from engine.reading.forms import FormVocabulary
from engine.reading.inputs import collate
from engine.reading.model import Tagger, TaggerConfig
from training.reading.company import LEAST, Company, company, tokens, untouched
from training.reading.export_checkpoint import mean

NOUNS, ADJECTIVES = ("کتاب", "شهر", "دریا"), ("بزرگ", "زیبا", "آرام")
TEXTS = [f"این {noun} بسیار {adjective} است." for noun in NOUNS for adjective in ADJECTIVES] * LEAST
SMALL = TaggerConfig(width=32, word_width=32, word_heads=4, word_blocks=1, form_width=8, vocabulary=3)


@pytest.fixture(scope="module")
def found() -> Company:
    return company([*TEXTS, "نهنگ آمد"], ["شهر", "نهنگ"], width=4)


def vector(found: Company, word: str) -> torch.Tensor:
    return found.vectors[found.forms.index(word)]


def test_words_without_marks_and_joiners_punctuation_numbers_and_the_edge() -> None:
    assert list(tokens("خانه‌ها، ۱۲ یا 5 تا!")) == ["خانهها", "،", "0", "یا", "0", "تا", "!", "\n"]


def test_known_forms_come_first_and_keep_their_order(found: Company) -> None:
    assert found.forms[:2] == ["شهر", "نهنگ"]
    assert set(found.forms) == {*NOUNS, *ADJECTIVES, "این", "بسیار", "است", "نهنگ"}


def test_words_that_are_used_alike_have_like_vectors(found: Company) -> None:
    alike = torch.nn.functional.cosine_similarity
    sea, book, big = (vector(found, word) for word in ("دریا", "کتاب", "بزرگ"))
    assert alike(sea, book, dim=0) > 0.9 > 0.5 > alike(sea, big, dim=0)


def test_a_word_that_was_hardly_seen_has_no_company(found: Company) -> None:
    assert not vector(found, "نهنگ").any()
    assert vector(found, "شهر").norm().item() == pytest.approx(2.0)


def test_what_is_saved_is_read_again(found: Company, tmp_path: Path) -> None:
    found.save(tmp_path / "company.npz")
    again = Company.load(tmp_path / "company.npz")
    assert again.forms == found.forms
    assert torch.allclose(again.vectors, found.vectors, atol=2e-3)


def test_a_tagger_that_begins_to_see_company_reads_as_before(found: Company) -> None:
    torch.manual_seed(0)
    blind = Tagger(SMALL).eval()
    config = TaggerConfig(**{**vars(SMALL), "company": len(found.forms) + 1, "company_width": 4})
    seeing = Tagger(config).eval()
    seeing.load_state_dict({**blind.state_dict(), **untouched(found, config)})
    texts = [encode("این شهر بسیار زیبا است."), encode("نهنگ در دریا")]
    before = blind(collate(texts, FormVocabulary(found.forms[:2])))
    after = seeing(collate(texts, FormVocabulary(found.forms)))
    assert all(torch.allclose(a, b, atol=1e-6) for a, b in zip(before, after, strict=True))
    torch.nn.init.normal_(seeing.by_company.weight)
    assert not torch.allclose(seeing(collate(texts, FormVocabulary(found.forms)))[1], after[1], atol=1e-3)


def test_a_quarter_of_the_way_from_a_tagger_without_company_a_quarter_of_it_is_seen(found: Company) -> None:
    config = TaggerConfig(**{**vars(SMALL), "company": len(found.forms) + 1, "company_width": 4})
    start, end = Tagger(SMALL).state_dict(), Tagger(config).state_dict()
    made = mean(start, end, 0.25)
    assert torch.equal(made["company.weight"], end["company.weight"])
    assert torch.equal(made["by_company.weight"], end["by_company.weight"] / 4)
    assert torch.allclose(made["label.weight"], 0.75 * start["label.weight"] + 0.25 * end["label.weight"])
