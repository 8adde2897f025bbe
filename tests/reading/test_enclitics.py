"""Colloquial forms are read as a known noun and what is joined to it."""

import pytest

from engine.reading.align import align
from engine.reading.enclitics import with_enclitic
from engine.reading.labels import LABELS
from engine.reading.phonemes import phonemize
from engine.reading.reader import Reader

NOUNS = {"لباس": ["lebAs"], "رنگ": ["rang", "rong"], "خانه": ["xAne"], "صد": ["sad"]}


def readings(form: str) -> tuple[tuple[int, ...], ...]:
    found = [align(form, sounds) for sounds in NOUNS.get(form, [])]
    return tuple(labels for labels in found if labels is not None)


@pytest.mark.parametrize(
    ("form", "sounds"),
    [
        ("لباستو", {"lebAseto", "lebAsato"}),
        ("رنگو", {"rango", "rongo"}),
        ("رنگمو", {"rangamo", "rongamo"}),
        ("لباسشون", {"lebAseSun", "lebAsaSun"}),
        ("خانهت", set()),  # nothing joins a vowel so
        ("کلاهت", set()),
        ("لباس", set()),
        ("صدم", set()),  # an ordinal
    ],
)
def test_every_reading_of_the_noun_takes_every_linking_vowel(form: str, sounds: set[str]) -> None:
    found = with_enclitic(form, readings)
    assert {"".join(LABELS[label].sound for label in labels) for labels in found} == sounds
    assert all(len(labels) == len(form) for labels in found)


@pytest.mark.parametrize(
    ("text", "word", "phonemes"),
    [
        ("این رنگو دوست دارم", "رنگو", "rango"),
        ("تختو جمع کن", "تختو", "taxto"),
        ("آهنگو بده به من", "آهنگو", "Ahango"),
        ("لباستو بپوش", "لباستو", "lebAseto"),
        ("الو؟ صدامو داری؟", "صدامو", "sedAmo"),
        ("نوش جونت", "جونت", "junet"),
        ("گوشت گران شد", "گوشت", "guSt"),
        ("ژائو پدرو گل زد", "پدرو", "pedro"),
        ("با فونت درشت نوشت", "فونت", "font"),
        ("آلبوم نگرو", "نگرو", "negro"),
        ("مردم رفتند", "مردم", "mardom"),
        ("درست شد", "درست", "dorost"),
    ],
)
def test_the_reader_hears_the_vowel_that_links_them(
    reader: Reader, text: str, word: str, phonemes: str
) -> None:
    assert {w.text: w.phonemes for w in phonemize(reader, text)}[word] == phonemes
