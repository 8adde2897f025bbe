"""Words with phonemes written by hand, in place of the reading model."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text.words import WordKind, words

SENTENCE = "مردم شهر از هوای سرد گله دارند، اما بهار نزدیک است."
PAGE = "عنوان متن\nمردم شهر از هوای سرد گله دارند. آیا بهار می‌آید؟ بهار نزدیک است!"
LEXICON = {
    "مردم": ("mardom", ""), "شهر": ("Sahr", ""), "از": ("az", ""),
    "هوای": ("havA", "ye"), "سرد": ("sard", ""),
    "گله": ("gele", ""), "دارند": ("dArand", ""), "اما": ("ammA", ""), "بهار": ("bahAr", ""),
    "نزدیک": ("nazdik", ""), "است": ("ast", ""), "عنوان": ("onvAn", "e"), "متن": ("matn", ""),
    "آیا": ("AyA", ""), "می‌آید": ("miyAyad", ""),
}  # fmt: skip
LETTERS = dict(zip("ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی", "AbptsjChxdzrzZsSszt?z?qfqkglmnvhy", strict=False))


@dataclass(frozen=True)
class Word:
    """What `engine.reading.phonemes` gives of a word, as far as speech looks at it."""

    text: str
    start: int
    end: int
    phonemes: str
    ezafe: str = ""
    after: str = ""


def phonemize(_reader: object, text: str) -> list[Word]:
    """Known words from the table, others letter by letter with a vowel after each."""
    return [
        Word(word.text, word.start, word.end, *LEXICON.get(word.text, (_letters(word.text), "")))
        for word in words(text)
        if word.kind is WordKind.PERSIAN
    ]


def _letters(word: str) -> str:
    return "a".join(LETTERS.get(letter, "") for letter in word)
