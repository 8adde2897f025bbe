import time
from pathlib import Path

import pytest
from hypothesis import given, settings

from engine.contract.errors import WeightsError
from engine.reading.reader import Reader
from engine.reading.scheme import PHONEMES, with_ezafe
from engine.reading.types import Reading
from engine.text.chars import DAMMA, FATHA, HAMZA_ABOVE, KASRA, SHADDA, SUKUN, ZWNJ, is_letter, is_mark
from engine.text.words import WordKind, words
from tests.reading.texts import marked, unicode


def notation(reading: Reading) -> str:
    return " ".join(with_ezafe(word.phonemes, word.ezafe) for word in reading.words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("مردم شهر از هوای سرد زمستان می‌گویند", "mardom-e Sahr az havA-ye sard-e zemestAn miguyand"),
        ("من کتاب می‌خوانم", "man ketAb mixAnam"),
        ("خانهٔ ما بزرگ است.", "xAne-ye mA bozorg ast"),
        ("خانه‌ی ما بزرگ است.", "xAne-ye mA bozorg ast"),
        ("او به مدرسه رفت و درس خواند.", "u be madrese raft va dars xAnd"),
        ("این خبر خوبی برای مردم ایران است.", "in xabar-e xubi barA-ye mardom-e irAn ast"),
        ("دانشگاه تهران در سال‌های گذشته", "dAneSgAh-e tehrAn dar sAlhA-ye gozaSte"),
        ("رئیس‌جمهور با وزیر امور خارجه دیدار کرد", "ra?isjomhur bA vazir-e omur-e xAreje didAr kard"),
    ],
)
def test_plain_sentences_are_read_as_people_read_them(reader: Reader, text: str, expected: str) -> None:
    assert notation(reader.read(text)).replace("?", "") == expected.replace("?", "")


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_precision_does_not_change_a_plain_reading(dtype: str) -> None:
    reading = Reader(device="cpu", dtype=dtype).read("مردم شهر از هوای سرد زمستان می‌گویند")
    assert notation(reading) == "mardom-e Sahr az havA-ye sard-e zemestAn miguyand"


@pytest.mark.parametrize("variant", ["می‌خواهم", "می خواهم", "ميخواهم", "می‌خـواهم", "مي‌خواهم"])
def test_spelling_variants_sound_the_same(reader: Reader, variant: str) -> None:
    reading = reader.read(f"من {variant} کتاب بخرم")
    assert notation(reading).replace(" ", "") == "manmixAhamketAbbexaram"


@pytest.mark.parametrize(
    ("typed", "sound"),
    [
        ("م" + DAMMA + "رد", "mord"),
        ("م" + FATHA + "رد", "mard"),
        ("ک" + KASRA + "رم", "ker"),
        ("ک" + DAMMA + "رم", "kor"),
        ("ک" + FATHA + "ر" + FATHA + "م", "karam"),
        ("بن" + SHADDA + "ا", "bannA"),
        ("س" + DAMMA + "ک" + SUKUN + "ن", "sokn"),
    ],
)
def test_typed_marks_are_obeyed(reader: Reader, typed: str, sound: str) -> None:
    word = reader.read(f"او گفت {typed} آنجاست").words[2]
    assert word.phonemes.startswith(sound)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("گاهًا می‌رود", "gAhan miravad"),  # tanvin before its alef
        ("دومًا و سومًا", "doman va suman"),
        ("ناچارًا رفت", "nACAran raft"),
        ("کتابًا", "ketAban"),
        ("واقعًا و واقعاً", "vAqe?an va vAqe?an"),
        ("عادةً دیر آمد", "?Adatan dir Amad"),  # the Arabic t under a tanvin
        ("پَیک و عَلَی آمدند", "peyk va ?alA Amadand"),  # no long i after a fatha
        ("نتیجةً و هدایةً", "natijatan va hedAyatan"),
        ("رحمةٌ", "rahmaton"),
        ("رحمةٍ", "rahmaten"),
        ("رحمتٌ", "rahmaton"),
        ("سورةٌ", "suraton"),
        ("رَحْمَٰن", "rahmAn"),  # fatha and the alef above
        ("هَٰذَا", "hAzA"),
        ("بُهَت", "bohat"),
        ("سُکْن", "sokn"),
        ("لَٰکِن", "lAken"),
        ("اللَّٰه", "allAh"),
        ("اللَّه می‌داند", "allAh midAnad"),
        ("اللّه", "allAh"),
        ("عبداللّه", "?abdollAh"),
        ("معنیٰ این واژه چیست", "ma?nA-ye in vAZe Cist"),  # what names a long vowel denies no ezafe
        ("مسألهٔ اصلی", "mas?ale-ye asli"),  # hamza above makes the he silent
        ("گروهٔ ما", "goruh-e mA"),
    ],
)
def test_typed_marks_that_speak_of_two_letters_or_of_a_long_vowel(
    reader: Reader, text: str, expected: str
) -> None:
    assert notation(reader.read(text)) == expected


def test_a_tanvin_before_its_alef_is_heard_whatever_the_word(reader: Reader) -> None:
    (word, *_) = reader.read("تلفنًا خبر داد").words
    assert word.phonemes.endswith("nan")
    assert word.letters[-1].marks == ""


@pytest.mark.parametrize(
    ("seated", "plain"),
    [
        ("إمام حسین", "امام حسین"),
        ("إسلام و أحمد و إبراهیم", "اسلام و احمد و ابراهیم"),
        ("أردو", "اردو"),
        ("إیران", "ایران"),
        ("إن شاء الله فردا می‌آیم", "ان شاء الله فردا می‌آیم"),
        ("لا إله إلا الله", "لا اله الا الله"),
        ("إنا لله و إنا إلیه راجعون", "انا لله و انا الیه راجعون"),
    ],
)
def test_a_hamza_that_begins_a_word_changes_no_reading(reader: Reader, seated: str, plain: str) -> None:
    assert notation(reader.read(seated)) == notation(reader.read(plain))
    assert [letter.letter for word in reader.read(seated).words for letter in word.letters] == [
        char for char in seated if is_letter(char)
    ]


def test_a_ligature_of_words_is_apart_from_what_it_adjoins(reader: Reader) -> None:
    for text in ("پیامبرﷺ فرمود", "پیامبرﷺفرمود", "پیامبر‌ﷺ فرمود"):
        expected = "payAmbar sall allAho ?aleyhe vasallam farmud"
        assert notation(reader.read(text)) == expected
    assert notation(reader.read("خداوند ﷻ فرمود")) == "xodAvand jalla jalAlah farmud"


def test_a_ligature_of_words_wears_no_ezafe_mark(reader: Reader) -> None:
    words_read = reader.read("ﷺِ ما").words
    assert words_read[3].ezafe == "e"
    assert [word.ezafe_mark for word in words_read if word.text[0] == "ﷺ"] == [""] * 4


def test_typed_marks_decide_the_ezafe(reader: Reader) -> None:
    assert reader.read("کتابِ من").words[0].ezafe == "e"
    assert reader.read("کتابِ من").words[0].ezafe_mark == ""
    assert reader.read("کتابْ من").words[0].ezafe == ""
    assert reader.read("خانهٔ سبز").words[0].ezafe == "ye"
    assert reader.read("بِ تو").words[0].ezafe == ""


def test_ezafe_marks_stand_where_people_write_them(reader: Reader) -> None:
    reading = reader.read("هوای سرد و خانه ما و کتاب من و ماهی دریای جنوب")
    found = {word.text: (word.ezafe, word.ezafe_mark) for word in reading.words if word.ezafe}
    assert found["هوای"] == ("ye", KASRA)
    assert found["کتاب"] == ("e", KASRA)
    assert found["دریای"] == ("ye", KASRA)
    assert found["خانه"] == ("ye", HAMZA_ABOVE)


def test_context_decides_homographs(reader: Reader) -> None:
    assert "mard" in notation(reader.read("آن مرد مهربان به خانه آمد")).split()[1]
    assert "mord" in notation(reader.read("پدربزرگش سال گذشته بر اثر بیماری مرد.")).split()[-1]


def test_doubt_is_visible(reader: Reader) -> None:
    words_read = reader.read("مرد").words
    assert words_read[0].confidence < 0.999
    alternatives = [a for word in words_read for a in word.alternatives]
    assert alternatives
    assert all(0 < a.probability < 1 for a in alternatives)
    assert len({a.phonemes for a in alternatives} | {words_read[0].phonemes}) == len(alternatives) + 1


def test_ligatures_are_read_and_never_marked_inside(reader: Reader) -> None:
    (word,) = reader.read("ﷲ").words
    assert "ll" in word.phonemes
    assert [letter.letter for letter in word.letters] == ["ﷲ"]
    assert word.letters[0].marks == ""


def test_a_batch_reads_like_its_texts(reader: Reader) -> None:
    texts = ["مردم شهر", "", "!!", "هوای سرد زمستان " * 30, "کتاب", "یک دو سه"]
    for together, text in zip(reader.read_many(texts), texts, strict=True):
        alone = reader.read(text)
        assert notation(together) == notation(alone)
        assert [w.start for w in together.words] == [w.start for w in alone.words]


def test_more_texts_than_fit_in_memory_at_once_are_read_in_portions(reader: Reader) -> None:
    readings = reader.read_many(["مردم شهر", "۱" * 70_000, "", "کتاب خوب"])
    assert [len(reading.words) for reading in readings] == [2, 0, 0, 2]
    assert reader.read_many([]) == []


def test_long_texts_read_like_their_parts(reader: Reader) -> None:
    part = "در روزهای سرد زمستان مردم شهر از هوای آلوده گله دارند و در خانه‌های خود می‌مانند.\n"
    filler = part * 25
    assert notation(reader.read(filler + part + filler)).count(notation(reader.read(filler))) >= 2


@given(unicode)
@settings(max_examples=40, deadline=None)
def test_every_persian_word_is_read_at_its_place(reader: Reader, text: str) -> None:
    reading = reader.read(text)
    assert reading.text == text
    at = 0
    for word in reading.words:
        assert at <= word.start < word.end <= len(text)
        assert word.text == text[word.start : word.end]
        assert all(c in PHONEMES for c in word.phonemes)
        assert all(word.start <= letter.index < word.end for letter in word.letters)
        assert all(a.index < b.index for a, b in zip(word.letters, word.letters[1:], strict=False))
        assert all(text[letter.index] == letter.letter for letter in word.letters)
        assert all(is_mark(mark) for letter in word.letters for mark in letter.marks)
        assert 0 <= word.confidence <= 1
        assert 0.5 <= word.ezafe_confidence <= 1
        assert (word.ezafe == "") == (word.ezafe_index is None)
        at = word.end
    persian = [w for w in words(text) if w.kind == WordKind.PERSIAN]
    assert len(reading.words) >= len(persian)


@given(marked)
@settings(max_examples=40, deadline=None)
def test_what_is_typed_stands_alone(reader: Reader, text: str) -> None:
    for word in reader.read(text).words:
        for letter in word.letters:
            after = letter.index + 1
            typed = ""
            while after < len(text) and is_mark(text[after]):
                typed += text[after]
                after += 1
            vowels = FATHA + KASRA + DAMMA + SUKUN
            assert not (set(letter.marks) & set(vowels) and set(typed) & set(vowels))
            assert not (SHADDA in letter.marks and SHADDA in typed)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        ZWNJ,
        ZWNJ * 50,
        FATHA,
        FATHA * 200,
        "، ، !",
        "😀" + KASRA,
        "5" + SHADDA,
        "A" + FATHA + ZWNJ,
    ],
)
def test_texts_without_a_word_have_no_words(reader: Reader, text: str) -> None:
    assert reader.read(text).words == ()


@pytest.mark.parametrize(
    "text",
    [
        "ہندوستان میں ڈاکٹر ہے",
        "كتابٌ جديدٌ في المكتبةِ",
        "کوردستان وڵاتی منە ێ ۆ",
        "تاجېکستان",
        "ا" * 500,
        "ب" * 500,
        ("کتاب" * 1500)[:6000],
        "؟" * 6000,
        "، ب" * 2000,
        "ب" + FATHA * 5999,
    ],
)
def test_odd_inputs_are_read_in_bounded_time(reader: Reader, text: str) -> None:
    began = time.monotonic()
    reading = reader.read(text)
    assert time.monotonic() - began < 30
    assert all(is_letter(letter.letter) for word in reading.words for letter in word.letters)


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"manifest\.json"):
        Reader(weights=tmp_path)
