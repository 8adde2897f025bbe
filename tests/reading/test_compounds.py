"""Compounds with the Arabic article, whatever stands between their words."""

import pytest

from engine.reading.align import align
from engine.reading.compounds import parted_compounds
from engine.reading.encoding import encode
from engine.reading.known import KnownReadings
from engine.reading.labels import LABELS
from engine.reading.reader import Reader
from engine.reading.scheme import with_ezafe


def notation(reader: Reader, text: str) -> str:
    return " ".join(with_ezafe(word.phonemes, word.ezafe) for word in reader.read(text).words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("حسب الامر", "hasb olamr"),
        ("لازم الاجرا", "lAzem olejrA"),
        ("واجب الوجود", "vAjeb olvojud"),
        ("قریب الوقوع", "qarib olvoqu?"),
        ("سریع السیر", "sari? osseyr"),
        ("تحت الشعاع", "taht oSSo?A?"),
        ("بین الملل", "beyn olmelal"),
        ("سابق الذکر", "sAbeq ozzekr"),
        ("فوق العاده", "fowq ol?Ade"),
        ("فارغ التحصیل", "fAreq ottahsil"),
        ("صعب العبور", "sa?b ol?obur"),
        ("عبد الله", "?abd ollAh"),
        ("فوق الذکر", "fowq ozzekr"),  # known by the table of phrases alone
        ("ذی الحجه", "z elhajje"),
        ("رسول الله صلی الله علیه و سلم", "rasul ollAh sall allAho ?aleyhe va sallam"),
    ],
)
def test_parted_by_a_space_they_are_read_as_one(reader: Reader, text: str, expected: str) -> None:
    assert notation(reader, text) == expected
    assert notation(reader, f"این {text} را").startswith(f"in {expected} ")


@pytest.mark.parametrize(
    ("text", "known", "settled"),
    [
        ("حسب الامر", {"حسبالامر": "hasbolamr"}, ["hasb", "olamr"]),
        ("شمس الدین", {"شمسالدین": "Samsoddin"}, ["Sams", "oddin"]),
        ("ایرانی الاصل", {"ایرانیالاصل": "irAniyolasl"}, ["irAni", "olasl"]),
        ("حقّ الناس", {"حقالناس": "haqqonnAs"}, ["haqq", "onnAs"]),
        ("حسبِ الامر", {"حسبالامر": "hasbolamr"}, []),  # the mark says enough
        ("کان ال", {"کانال": "kAnAl"}, []),  # no article: its alef is long
        ("س الار", {"سالار": "sAlAr"}, []),
        ("حسب، الامر", {"حسبالامر": "hasbolamr"}, []),
    ],
)
def test_the_vowel_goes_to_the_article(text: str, known: dict[str, str], settled: list[str]) -> None:
    readings = KnownReadings({form: [align(form, said) or ()] for form, said in known.items()})
    found = dict(parted_compounds(encode(text), readings))
    said = ["".join(LABELS[label].sound for label in fixed.labels) for fixed in found.values()]
    assert said == settled
