"""The readable style: what Iranians type."""

import pytest

from engine.pinglish.readable import readable_phonemes
from engine.pinglish.romanize import romanize
from tests.pinglish.readings import reading

SENTENCES = [
    (
        "مردم شهر از هوای سرد زمستان گله دارند",
        "ma.r.do.m+e Sa.h.r ?a.z ha.v.A.+ye sa.r.d+e ze.me.s.t.A.n ge.l.e d.A.ra.n.d",
        "mardom-e shahr az havaa-ye sard-e zemestaan gele daarand",
    ),
    ("کتاب‌های خوبِ خانهٔ ما", "ke.t.A.b.h.A.+ye x.u.b+e x.A.n.e+ye m.A", "ketaabhaa-ye khub-e khaane-ye maa"),
    ("خواهر و برادر", "x..A.ha.r va ba.r.A.da.r", "khaahar va baraadar"),
    ("نوروز پیروز", "no.w.r.u.z p.i.r.u.z", "nowruz piruz"),
    ("می‌روم؟ آری، «می‌روی»؛ نه!", "m.i.ra.va.m ?A.r.i m.i.ra.v.i na.", "miravam? aari, “miravi”; na!"),
    ("ساعت ۱۴:۳۰ به تهران", "s.A.?a.t be. te.h.r.A.n", "saa'at 14:30 be tehraan"),
    ("۲۵٪ مردم ۱۲٫۵ و ۱٬۲۰۰", "ma.r.do.m va", "25% mardom 12.5 va 1,200"),
    ("سایت www.site.ir و a.b@c.ir خوب", "s.A.y.t va x.u.b", "saayt www.site.ir va a.b@c.ir khub"),
    ("با Google و PDFها 👨‍👩‍👧🇮🇷", "b.A va h.A", "baa Google va PDFhaa 👨‍👩‍👧🇮🇷"),
    ("خط اول\n\nخط دوم", "xa.tt ?a.vva.l xa.tt do.vvo.m", "khat avval\n\nkhat dovvom"),
]


@pytest.mark.parametrize(("text", "sounds", "expected"), SENTENCES, ids=[case[0][:20] for case in SENTENCES])
def test_sentences(text: str, sounds: str, expected: str) -> None:
    assert romanize(reading(text, sounds), "readable", "double_a").pinglish == expected


@pytest.mark.parametrize(
    ("phonemes", "written"),
    [
        ("Zarf", "zharf"),
        ("SAx", "shaakh"),
        ("qorbAn", "ghorbaan"),
        ("CeSm", "cheshm"),
        ("?emruz", "emruz"),
        ("ba?d", "ba'd"),
        ("Soru?", "shoru"),
        ("mas?ul", "mas'ul"),
        ("fa??Al", "fa'aal"),
        ("sA?at", "saa'at"),
        ("tashih", "tas'hih"),
        ("makhal", "mak'hal"),
        ("haqq", "hagh"),
        ("baCCe", "bache"),
        ("deqqat", "deghat"),
        ("mobaddal", "mobaddal"),
        ("xAnei", "khaane'i"),
        ("peyqAm", "peyghaam"),
        ("", ""),
        ("?", ""),
    ],
)
def test_sounds(phonemes: str, written: str) -> None:
    assert readable_phonemes(phonemes, "double_a") == written


def test_the_notation_is_only_about_the_long_a() -> None:
    assert readable_phonemes("?AsemAn", "macron") == "āsemān"
    assert readable_phonemes("?iruni", "macron") == readable_phonemes("?iruni", "double_a") == "iruni"
