import pytest

from training.translation.mining import distance, mined_names


@pytest.mark.parametrize(
    ("persian", "english"),
    [
        ("شیکاگو", "chicago"),
        ("لکسینگتون", "lexington"),
        ("وینچستر", "winchester"),
        ("شوئیگو", "shoigu"),
        ("ژوئل", "joel"),
        ("خوانیتا", "juanita"),
        ("گلاسگو", "glasgow"),
        ("بوردو", "bordeaux"),
    ],
)
def test_a_transcription_is_near(persian: str, english: str) -> None:
    assert distance(persian, english) <= 0.1 * len(persian)


@pytest.mark.parametrize(
    ("persian", "english"), [("کتاب", "quite"), ("لندنی", "london"), ("پاریس", "london"), ("کرمان", "german")]
)
def test_another_word_is_far(persian: str, english: str) -> None:
    assert distance(persian, english) > 0.12 * len(persian)


def test_a_word_that_its_pairs_spell_alike_is_a_name() -> None:
    pairs = [
        ("او از وینچستر آمد.", "She came from Winchester."),
        ("در وینچستر باران بارید.", "It rained in Winchester."),
        ("آقای ریچموند آن را فروخت.", "Mr Richmond sold it."),
        ("ریچموندی‌ها رفتند.", "The people of Richmond left."),
    ]
    assert mined_names(pairs) == {"وینچستر": "Winchester", "ریچموند": "Richmond"}


def test_a_word_that_pairs_spell_otherwise_too_or_in_lower_case_is_none() -> None:
    assert not mined_names([("در باران رفت.", "He left in the rain."), ("باران آمد.", "Baran came.")])
    assert not mined_names([("تلفن زنگ زد.", "Telefon rang."), ("گفت تلفن کن.", "He said telefon.")])
    assert not mined_names([("اهل لندنی دیگر بود.", "He was of another London.")])
