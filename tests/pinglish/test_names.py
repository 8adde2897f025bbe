"""Foreign names in their own spelling: which words, and how they are written."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checkpoint import default_root
from engine.contract.errors import WeightsError
from engine.pinglish.english_names import EnglishNames
from engine.pinglish.name_choice import ChoiceWeights, choose
from engine.pinglish.name_context import ContextWeights
from engine.pinglish.name_model import NameModel, NameModelConfig
from engine.pinglish.name_table import KnownName, NameTable
from engine.pinglish.names import Guesser, Limits, Names
from engine.pinglish.romanize import Romanization, romanize
from engine.pinglish.rules import SEPARATOR_TABLE
from engine.reading.lexicon import Lexicon
from engine.reading.reader import Reader
from engine.text.words import words
from tests.pinglish.readings import reading
from tests.pinglish.test_romanize import some_reading
from tests.text.alphabets import LONG, texts

TABLE = NameTable(
    (
        KnownName(("نیویورک",), ("New York",), "niyuyork"),
        KnownName(("نیو", "یورک"), ("New", "York")),
        KnownName(("شکسپیر",), ("Shakespeare",), "Sekspir"),
        KnownName(("کانادا",), ("Canada",), "kAnAdA"),
        KnownName(("سیانان",), ("CNN",), "sienen"),
        KnownName(("جان", "اف", "کندی"), ("John", "F.", "Kennedy")),
        KnownName(("جان",), ("John",), "jAn", -1.0),
        KnownName(("کن",), ("Cannes",), "kan", -1.0),
        KnownName(("نیس",), ("Nice",), "nis", -9.0, frozenset(("شهر",))),
    )
)
CONTEXT = ContextWeights({"جشنواره": 2.0, "را": -2.0, "+": 2.0}, {"+": 3.0}, agreeing=1.0, differing=-4.0)
NEVER = Limits(log_odds=1.0, foreign=1.1, spelling=1.1)
ALWAYS = Limits(log_odds=1.0, foreign=0.0, spelling=0.0)
COMMON = frozenset(("مردم", "خوبی", "شهر", "کانادای"))
CHUNKS = ("^", "", "a", "b", "sh")
ENGLISH = {"bababa": 9, "baba": 4, "shaba": 2, "abba": 1}


def names(limits: Limits = NEVER) -> Names:
    torch.manual_seed(1)
    model = NameModel(
        NameModelConfig(chunks=len(CHUNKS), embedding=4, width=4, layers=1, decoder_width=4, dropout=0)
    )
    return Names(
        TABLE, CONTEXT, COMMON, Guesser(model.eval(), EnglishNames(ENGLISH, CHUNKS), ChoiceWeights()), limits
    )


def written(text: str, sounds: str, found: Names | None = None) -> Romanization:
    read = reading(text, sounds)
    return romanize(read, "readable", "double_a", (found or names()).spell(read))


@pytest.mark.parametrize(
    ("text", "sounds", "expected"),
    [
        ("شهر نیویورک", "Sa.h.r+e n.iy.u.y.o.r.k", "shahr-e New York"),
        ("نیو یورک", "n.i.w y.o.r.k", "New York"),
        ("شهر نیو‌یورک", "Sa.h.r+e n.iy.u.y.o.r.k", "shahr-e New York"),
        ("نيويورك", "n.iy.u.y.o.r.k", "New York"),
        ("شکسپیر بزرگ", "Se.k.s.p.i.r+e bo.zo.r.g", "Shakespeare-e bozorg"),
        ("کانادای سرد", "k.A.n.A.d.A._+ye sa.r.d", "kaanaadaa-ye sard"),
        ("کانادا، سی‌ان‌ان", "k.A.n.A.d.A s.i.e.n.e.n", "Canada, CNN"),
        ("نیویورکی", "n.iy.u.y.o.r.k.i", "New Yorki"),
        ("نیویورکی‌ها", "n.iy.u.y.o.r.k.i.h.A", "niyuyorkihaa"),
        ("نیویورک‌های ما", "n.iy.u.y.o.r.k.h.A._+ye m.A", "New Yorkhaa-ye maa"),
        ("جان اف کندی", "j.A.n e.f ke.ne.d.i", "John F. Kennedy"),
    ],
)
def test_known_names(text: str, sounds: str, expected: str) -> None:
    assert written(text, sounds).pinglish == expected


def test_each_word_of_a_name_has_its_part() -> None:
    romanised = written("جان اف کندی", "j.A.n e.f ke.ne.d.i")
    assert [(item.source, item.pinglish) for item in romanised.alignment] == [
        ("جان", "John"),
        ("اف", "F."),
        ("کندی", "Kennedy"),
    ]
    assert romanised.warnings == (
        "known name at 0-3: جان (spelled John)",
        "known name at 4-6: اف (spelled F.)",
        "known name at 7-11: کندی (spelled Kennedy)",
    )


@pytest.mark.parametrize("between", ["، ", ". ", " - ", " و "])
def test_a_name_of_several_words_stands_together(between: str) -> None:
    text = f"نیو{between}یورک"
    sounds = "n.i.w va y.o.r.k" if "و" in between.strip() else "n.i.w y.o.r.k"
    assert "York" not in written(text, sounds).pinglish


@pytest.mark.parametrize(
    ("text", "sounds", "expected"),
    [
        ("جشنواره کن", "ja.S.n.v.A.r.e+ye ka.n", "jashnvaare-ye Cannes"),
        ("کار را کن", "k.A.r r.A ko.n", "kaar raa kon"),
        ("جشنواره کن", "ja.S.n.v.A.r.e ko.n", "jashnvaare kon"),
        ("کار کن", "k.A.r ka.n", "kaar kan"),
        ("جان کانادا", "j.A.n k.A.n.A.d.A", "John Canada"),
        ("جان من", "j.A.n+e ma.n", "jaan-e man"),
        ("شهر نیس", "Sa.h.r+e n.iy.s", "shahr-e Nice"),
        ("شهر، نیس", "Sa.h.r n.iy.s", "shahr, niys"),
        ("خوب نیس", "xu..b n.iy.s", "khub niys"),
    ],
)
def test_a_name_that_is_also_a_word_needs_evidence(text: str, sounds: str, expected: str) -> None:
    assert written(text, sounds).pinglish == expected


def test_marks_that_contradict_a_name_are_honoured() -> None:
    assert written("جشنواره کَن", "ja.S.n.v.A.r.e ka.n").pinglish == "jashnvaare Cannes"
    assert written("شِکَسپیر", "Se.ka.s.p.i.r").pinglish == "shekaspir"
    assert written("شکسپیرِ", "Se.k.s.p.i.r+e").pinglish == "Shakespeare-e"


def test_common_words_are_never_guessed() -> None:
    guesser = names(ALWAYS)
    romanised = written("مردم خوبی", "ma.r.do.m x.u.b.i", guesser)
    assert romanised.pinglish == "mardom khubi"
    assert not any("name" in warning for warning in romanised.warnings)


def test_an_unseen_word_is_guessed_only_where_the_model_is_sure() -> None:
    text, sounds = "بابابا", "b.A.b.A.b.A"
    guess = written(text, sounds, names(ALWAYS))
    assert guess.pinglish.lower() in ENGLISH
    assert guess.warnings == (f"guessed name at 0-6: بابابا (spelled {guess.pinglish})",)
    assert written(text, sounds, names(NEVER)).pinglish == "baabaabaa"


def test_a_guess_is_a_whole_name_that_english_text_has() -> None:
    english = EnglishNames(ENGLISH, CHUNKS)
    assert english.continuations("ba") == ((1, 3), ("ba", "bab"))
    assert english.continuations("bb") == ((), ())
    guesser = names()._guesser
    assert set(guesser.spellings("بابابا", "bababa")[1]) <= ENGLISH.keys()
    assert guesser.spellings("بابابا", "bababa", 1.1)[1] == {}


def test_frequent_spellings_are_likelier_and_none_may_be_right() -> None:
    counts = {"kris": 1, "chris": 1000}
    spellings = {"kris": -1.0, "chris": -2.0}
    assert choose(spellings, counts, ChoiceWeights())[0] == "kris"
    best, probability = choose(spellings, counts, ChoiceWeights(frequency=1.0))
    assert best == "chris"
    assert probability > 0.99
    assert choose(spellings, counts, ChoiceWeights(frequency=1.0, none=20.0))[1] < 0.01
    assert choose({}, counts, ChoiceWeights()) == ("", 0.0)


def test_a_table_comes_back_from_its_file(tmp_path: Path) -> None:
    TABLE.save(tmp_path / "table.txt")
    assert list(NameTable.load(tmp_path / "table.txt")) == list(TABLE)


def test_the_systematic_style_stays_with_the_letters() -> None:
    read = reading("نیویورک", "n.iy.u.y.o.r.k")
    found = names().spell(read)
    assert found
    assert romanize(read, "systematic", "macron", found) == romanize(read, "systematic", "macron")


@settings(deadline=None)
@given(texts, st.integers(0, 50), st.booleans())
def test_alignment_holds_in_any_text(text: str, seed: int, joined: bool) -> None:
    text = f"{text}{'' if joined else ' '}نیویورک جان اف کندی{text}"
    read = some_reading(text, seed)
    romanised = romanize(read, "readable", "macron", names(ALWAYS).spell(read))
    at = 0
    rebuilt = ""
    for item, word in zip(romanised.alignment, words(text), strict=True):
        assert (item.source_start, item.source_end, item.source) == (word.start, word.end, word.text)
        rebuilt += text[at : item.source_start].translate(SEPARATOR_TABLE) + item.pinglish
        at = item.source_end
    assert rebuilt + text[at:].translate(SEPARATOR_TABLE) == romanised.pinglish


@pytest.mark.parametrize("name", LONG)
def test_long_input_is_quick(name: str) -> None:
    read = some_reading(LONG[name])
    finder = names(NEVER)
    started = time.process_time()
    finder.spell(read)
    assert time.process_time() - started < 5


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(device="cpu")


@pytest.fixture(scope="module")
def shipped() -> Names:
    return Names.load()


class TestShipped:
    """With the weights of the package."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("او در نیویورک زندگی می‌کند", "New York"),
            ("آیفون ۱۵ پرو مکس خریدم", "15 Pro Max kharidam"),
            ("گلکسی نوت ۱۰ پلاس", "Galaxy Note 10 Plus"),
            ("گلکسی S24 اولترا", "Galaxy S24 Ultra"),
            ("آرژانتین و پرو", "va peru"),
            ("نمایشنامه‌های شکسپیر را خواند", "Shakespeare"),
            ("شرکت مایکروسافت اعلام کرد", "Microsoft"),
            ("ترامپ به واشنگتن رفت", "Washington"),
            ("آزمایش دی‌ان‌ای انجام شد", "DNA"),
            ("دونالد ترامپ رئیس‌جمهور شد", "Donald Trump"),
            ("فیلم او در جشنواره کن نمایش داده شد", "jashnvaare-ye Cannes"),
            ("خبر را سی‌ان‌ان و بی‌بی‌سی گفتند", "CNN va BBC"),
            ("ناتو و یونسکو و فیفا", "NATO va UNESCO va FIFA"),
            ("کارخانه‌های ایلان ماسک در تگزاس", "Elon Musk dar Texas"),
        ],
    )
    def test_famous_names(self, reader: Reader, shipped: Names, text: str, expected: str) -> None:
        read = reader.read(text)
        assert expected in romanize(read, "readable", "double_a", shipped.spell(read)).pinglish

    @pytest.mark.parametrize(
        "text",
        [
            "مردم شهر از هوای سرد زمستان گله دارند",
            "علی و محمدرضا از تهران به شیراز رفتند",
            "این کار را زودتر تمام کن و به خانه بیا",
            "جان من، بن خرید کارگران را بده",
            "لیست خرید را نوشتم اما پله‌ها را نشستم",
            "بیل را از باغ آورد و سم را در سن کم نخورد",
            "کتاب‌هایشان را می‌خواندند و می‌نوشتندشان",
            "حالم خوب نیس، ماسک زدم و شنل پوشیدم",
            "آقای سیدی از روستای کن آمد و سویا خرید",
        ],
    )
    def test_ordinary_sentences_are_untouched(self, reader: Reader, shipped: Names, text: str) -> None:
        assert shipped.spell(reader.read(text)) == {}

    def test_an_unseen_name_is_guessed_and_says_so(self, reader: Reader, shipped: Names) -> None:
        read = reader.read("بیماری پارکینسون درمان دارد")
        romanised = romanize(read, "readable", "double_a", shipped.spell(read))
        assert romanised.pinglish == "bimaari-ye Parkinson darmaan daarad"
        assert romanised.warnings == ("guessed name at 7-16: پارکینسون (spelled Parkinson)",)

    def test_the_lexicon_goes_before_the_names(self, shipped: Names) -> None:
        lexicon = Lexicon(
            [("ترامپ", "torAmp", ()), ("شکسپیر", "Sekspir", ()), ("پارکینسون", "pArkinson", ())]
        )
        read = Reader(device="cpu", lexicon=lexicon).read("الکس و ترامپ آمدند و شکسپیر و پارکینسون")
        written = romanize(read, "readable", "macron", shipped.spell(read)).pinglish
        assert written == "Alex va torāmp āmadand va Shakespeare va pārkinson"

    def test_damaged_weights_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "manifest.json").write_bytes((default_root() / "manifest.json").read_bytes())
        with pytest.raises(WeightsError, match="pinglish_names"):
            Names.load(tmp_path)
