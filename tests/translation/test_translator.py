"""The shipped weights on real text."""

import re
import resource
import time
from contextlib import suppress

import pytest

from engine.contract.errors import ServiceUnavailable
from engine.translation import own
from engine.translation.checks import Fault
from engine.translation.decoder import Candidate
from engine.translation.form import source_form
from engine.translation.translator import Translator

PARAGRAPHS = """خبرهای امروز

    دولت اعلام کرد که قیمت نان در سال ۱۴۰۳ افزایش نمی‌یابد. مردم از این خبر خوشحال شدند.

- شیر تازه
- نان و پنیر
۲. آب

هوا سرد است."""


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


def test_plain_sentences_come_out_in_english(translator: Translator) -> None:
    translation = translator.translate("رئیس جمهور دیروز در تهران با مردم دیدار کرد.")
    assert re.fullmatch(r"[\x20-\x7e]+", translation)
    assert "president" in translation.lower()
    assert "Tehran" in translation


def test_the_layout_stays(translator: Translator) -> None:
    translation = translator.translate(PARAGRAPHS)
    original, english = PARAGRAPHS.split("\n"), translation.split("\n")
    assert len(english) == len(original)
    for before, after in zip(original, english, strict=True):
        assert bool(before) == bool(after)
        assert len(after) - len(after.lstrip()) == len(before) - len(before.lstrip())
    assert english[4].startswith("- ")
    assert english[6].startswith("2. ")
    assert not english[0].endswith(".")


@pytest.mark.parametrize(
    "kept",
    [
        "https://example.ir/a?b=12",
        "info@example.com",
        "`pip install x`",
        "#خبر",
        "{name}",
        "%s",
        "Python",
        "AT&T",
    ],
)
def test_what_must_stay_stays(translator: Translator, kept: str) -> None:
    assert translator.translate(f"لطفاً برای دیدن {kept} این متن را بخوانید.").count(kept) == 1


def test_rare_names_come_out_as_the_world_spells_them(translator: Translator) -> None:
    assert "Nevada" in translator.translate("او در نوادا زندگی می‌کند.")
    assert "San Marino" in translator.translate("تیم ملی سان مارینو دیروز شکست خورد.")


@pytest.mark.parametrize("number", ["۱۳۹۸", "٢٥", "37", "۱۲٫۵", "۱۰:۳۰", "۱۴۰۲/۵/۱۲"])
def test_numbers_of_three_scripts_stay(translator: Translator, number: str) -> None:
    source = f"او گفت که عدد {number} در گزارش آمده است."
    assert numbers(translator.translate(source)) == numbers(source_form(source))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("قیمت ۲۰ € است. این کتاب خوب است.", ["20", "€", "This book is good."]),
        ("حقوق او £۵۰۰ در هفته است.", ["£500"]),
        ("مساحت ۲۰ m² است.", ["20 m²"]),
        ("یک کتاب به قیمت €۲۰ یا $۲۲ خریدم.", ["€20", "$22"]),
        ("کالا ۵±۲ گرم است.", ["5±2"]),
        ("۳ × ۴ برابر ۱۲ است.", ["3 × 4", "12"]),
        ("عدد ½ کوچک است.", ["½"]),
        ("دما -۵ درجه است.", ["-5"]),
        ("مقدار $1 و ‹نام› را بنویس.", ["$1", "‹نام›"]),
        ("کد را با `a. b` و `x! y` اجرا کن.", ["`a. b`", "`x! y`"]),
        ("الف) اول\nب) دوم", ["الف) ", "\nب) "]),
        ("1.1 نان تازه", ["1.1 "]),
        ("- [ ] نان بخر", ["- [ ] "]),
        ("نام\t\tسن\tکشور", ["\t\tage\tcountry"]),
    ],
)
def test_signs_code_markers_and_columns_stay(translator: Translator, text: str, written: list[str]) -> None:
    translation = translator.translate(text)
    assert [one for one in written if translation.count(one) != 1] == []


@pytest.mark.parametrize("count", [9, 13, 30])
def test_no_number_of_a_list_is_lost(translator: Translator, count: int) -> None:
    listed = "، ".join(str(11 * i + 12) for i in range(count))
    translation = translator.translate(f"اعداد {listed} و ۹۹۹ را بنویس.")
    assert numbers(translation) == numbers(source_form(f"{listed} ۹۹۹"))


def test_a_text_without_persian_letters_is_not_touched(translator: Translator) -> None:
    text = "Hello, world!\n  12 + 3 = 15 🙂\n"
    assert translator.translate(text) == text
    assert translator.translate("") == ""
    assert translator.translate("\n\n  \n") == "\n\n  \n"


def test_other_languages_and_emoji_between_persian_stay(translator: Translator) -> None:
    translation = translator.translate("سلام دوست من 🙂\nThis is English.\nهوا خوب است.")
    first, second, third = translation.split("\n")
    assert "🙂" in first
    assert second == "This is English."
    assert re.fullmatch(r"[\x20-\x7e]+", third)


def test_the_same_text_twice_gives_the_same(translator: Translator) -> None:
    assert translator.translate(PARAGRAPHS) == translator.translate(PARAGRAPHS)


def test_many_texts_give_what_each_gives_alone(translator: Translator) -> None:
    texts = [PARAGRAPHS, "", "او کتاب خرید.", "هوا سرد است."]
    seen: list[tuple[int, int]] = []
    together = translator.translate_many(texts, lambda done, total: seen.append((done, total)))
    assert together == [translator.translate(text) for text in texts]
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.parametrize("text", ["خبر " * 1500, "ب" * 6000, "او در شهر خود به کار ادامه داد و مردم " * 157])
def test_6000_code_points_without_a_sentence_end_are_bounded(translator: Translator, text: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    translation = ""
    with suppress(ServiceUnavailable):  # nonsense may be refused
        translation = translator.translate(text[:6000])
    assert len(translation) < 4 * 6000
    assert time.process_time() - started < 120
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500 * 1024  # KiB


def test_a_sentence_without_a_valid_translation_is_refused(
    translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Candidate("x x x", -9.0, (Fault("repetition", True),))
    monkeypatch.setattr(
        Translator, "candidates", lambda self, sentences, progress: dict.fromkeys(sentences, broken)
    )
    with pytest.raises(ServiceUnavailable) as refused:
        translator.translate("هوا سرد است.")
    assert refused.value.retryable
    assert refused.value.details == {"faults": "repetition", "sentence": "هوا سرد است."}


def test_a_faulty_first_result_is_searched_again_another_way(
    translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    search = own.search

    def watched(model, sources, options, *rules):  # type: ignore[no-untyped-def]
        tried.append(options)
        return search(model, sources, options, *rules)

    monkeypatch.setattr(own, "search", watched)
    monkeypatch.setattr(own, "faults", lambda *_: (Fault("numbers", False),))
    translator.translate("هوا سرد است.")
    assert tried == [attempt.search for attempt in own.attempts()]
