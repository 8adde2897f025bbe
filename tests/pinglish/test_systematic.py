"""The systematic style: every letter by its own sign, and the way back."""

import random
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pinglish.recover import recover, recover_word
from engine.pinglish.romanize import romanize
from engine.pinglish.rules import SEPARATOR
from engine.reading.labels import ALLOWED, LABELS
from engine.text.chars import MARKS, PERSIAN_LETTERS
from engine.text.normalize import normalize
from tests.pinglish.readings import reading

SENTENCES = [
    (
        "مردم شهر از هوای سرد زمستان گله دارند",
        "ma.r.do.m+e Sa.h.r ?a.z ha.v.A.+ye sa.r.d+e ze.me.s.t.A.n ge.l.e d.A.ra.n.d",
        "mardom-e šahr az havāy-e sard-e zemestān gele dārand",
    ),
    ("کتاب‌های خانهٔ من", "ke.t.A.b.h.A.+ye x.A.n.e+ye ma.n", "ketāb-hāy-e ḫāne-ye man"),
    ("خانه ی ما", "x.A.n.e _+ye m.A", "ḫāne y-e mā"),
    ("خواهر موسی و تو", "x..A.ha.r m.u.s.A va to.", "ḫʷāhar mūsá va tō"),
    ("این آسمان او", "?.i.n ?A.se.m.A.n ?.u", "īn āsemān ū"),
    ("مسئول رأی سؤال جزء", "ma.s.?.u.l ra.?.y so.?.A.l jo.z.?", "masʾʸūl raʾᵃy soʾʷāl ǧozʾ"),
    ("قرآن بداخلاق حتما", "qo.r.?A.n ba.d.?a.x.l.A.q ha.t.m.an", "qorʾān badˀaḫlāq ḥatmaⁿ"),
    (
        "ثبت صبر سبز ذوق ضرب ظلم زر",
        "sa.b.t sa.b.r sa.b.z zo.w.q za.r.b zo.l.m za.r",
        "s̱abt ṣabr sabz ẕowq żarb ẓolm zar",
    ),
    ("طلا تلخ حیا هوا عمل غم", "ta.l.A ta.l.x ha.y.A ha.v.A ?a.ma.l qa.m", "ṭalā talḫ ḥayā havā ʿamal ġam"),
    ("بچه هم‌میهن هممیهن", "ba.CC.e ha.m.m.i.ha.n ha.m.m.i.ha.n", "bačče ham-mīhan ham·mīhan"),
    ("ب الف", "be ?a.le.f", "be· alef"),
    ("کسب‌وکار دست‌کم", "ka.s.bo._.k.A.r da.s.te.ka.m", "kasb-ōkār daste·-kam"),
]


@pytest.mark.parametrize(("text", "sounds", "expected"), SENTENCES, ids=[case[0][:20] for case in SENTENCES])
def test_sentences_and_back(text: str, sounds: str, expected: str) -> None:
    romanised = romanize(reading(text, sounds), "systematic", "macron").pinglish
    assert romanised == expected
    assert recover(romanised) == letters_of(text)
    double_a = romanize(reading(text, sounds), "systematic", "double_a").pinglish
    assert double_a == expected.replace("ā", "aa")
    assert recover(double_a) == letters_of(text)


def letters_of(text: str) -> str:
    """A text in normal spelling without its marks."""
    return "".join(char for char in normalize(text).text if char not in MARKS)


def any_reading(word: str, choose: random.Random) -> str:
    """Sounds for a word, each letter's drawn from all it can ever stand for."""
    return ".".join(
        LABELS[choose.choice(ALLOWED[letter])].sound or "_" for letter in word if letter in ALLOWED
    )


@given(
    st.text(PERSIAN_LETTERS + "\u200c", min_size=1, max_size=12),
    st.sampled_from(["", "+e", "+ye"]),
    st.randoms(),
)
def test_every_spelling_can_be_read_back_however_it_is_read(
    word: str, ezafe: str, choose: random.Random
) -> None:
    word = normalize(word).text.strip("\u200c")
    if word:
        read = reading(word, any_reading(word, choose) + ezafe)
        for notation in ("double_a", "macron"):
            assert recover_word(romanize(read, "systematic", notation).pinglish) == word


@given(
    st.text(PERSIAN_LETTERS, min_size=1, max_size=6),
    st.lists(st.text("bhvwyaeoAiun?", max_size=5), min_size=6),
)
def test_a_spelling_can_be_read_back_from_sounds_that_are_not_its_own(word: str, sounds: list[str]) -> None:
    read = reading(word, ".".join(sound or "_" for sound in sounds[: len(word)]))
    for notation in ("double_a", "macron"):
        assert recover_word(romanize(read, "systematic", notation).pinglish) == word


def hazm_words() -> list[str]:
    """The word list that comes with hazm, read without importing it; empty where hazm cannot be installed."""
    hazm = find_spec("hazm")
    if hazm is None or hazm.origin is None:
        return []
    lines = (Path(hazm.origin).parent / "data" / "words.dat").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines]


def test_a_large_word_list_can_be_read_back() -> None:
    listed = hazm_words()
    if not listed:
        pytest.skip("hazm has no release for this Python")
    choose = random.Random(2)
    normal = (normalize(word).text for word in choose.sample(listed, 12_000))
    words = [word for word in normal if word and all(char in ALLOWED or char == "\u200c" for char in word)]
    assert len(words) > 10_000
    sounds = "\n".join(any_reading(word, choose) for word in words)
    romanised = romanize(reading("\n".join(words), sounds), "systematic", "macron")
    assert [recover_word(item.pinglish) for item in romanised.alignment] == words


def test_separators_are_rare_in_real_prose() -> None:
    romanised = [
        romanize(reading(text, sounds), "systematic", "macron").pinglish for text, sounds, _ in SENTENCES[:7]
    ]
    assert SEPARATOR not in "".join(romanised)


def test_what_is_no_sign_of_the_style_stays() -> None:
    assert recover("ketāb 12, (mard)!\n👍") == "کتاب 12, (مرد)!\n👍"
    assert re.fullmatch(r"[ -]+", recover(" - -- "))


MIXED = "سایت www.site.ir و telegram، Google PDFها تهران-قم a@b.ir F35 👍"


def test_without_its_alignment_a_text_keeps_what_cannot_be_persian() -> None:
    for island in ("www.site.ir", "a@b.ir", "Google", "PDF", "https://x.ir/mard?a=b", "F35"):
        assert recover(f"ketāb {island} mard") == f"کتاب {island} مرد"


def test_with_its_alignment_every_latin_word_stays() -> None:
    sounds = "s.A.y.t va h.A te.h.r.A.n qo.m"
    romanised = romanize(reading(MIXED, sounds), "systematic", "macron")
    assert recover(romanised.pinglish, romanised.alignment) == MIXED.replace("،", ",")
