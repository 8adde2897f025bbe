"""Sections, phrases and pauses of a text."""

from collections.abc import Iterator

import pytest

from engine.speech.phrases import Ending
from engine.speech.sections import FIRST_SECTION, LONGEST_PHRASE, LONGEST_SECTION, PAUSES, sections_of
from tests.speech.by_hand import PAGE, SENTENCE, Word, phonemize


def test_one_section_for_each_sentence_in_order() -> None:
    found = list(sections_of(PAGE, phonemize(None, PAGE)))
    assert [section.phrases[-1].ending for section in found] == [
        Ending.STATEMENT, Ending.STATEMENT, Ending.QUESTION, Ending.EXCLAMATION,
    ]  # fmt: skip


def test_a_first_section_cut_at_a_comma_ends_no_sentence() -> None:
    text = f"مردم شهر بهار از {SENTENCE} آیا بهار می‌آید؟"
    found = sections_of(text, phonemize(None, text))
    assert [section.ends_sentence for section in found] == [False, True, True]


def test_a_comma_parts_phrases_and_pauses() -> None:
    (section,) = sections_of(SENTENCE, phonemize(None, SENTENCE))
    assert [phrase.ending for phrase in section.phrases] == [Ending.CONTINUES, Ending.STATEMENT]
    assert section.pauses == (PAUSES["،"], PAUSES["."])


def test_no_phone_is_left_out_or_said_twice() -> None:
    words = phonemize(None, PAGE)
    phones = [
        segment.ipa
        for section in sections_of(PAGE, words)
        for phrase in section.phrases
        for segment in phrase.segments
    ]
    alone = [
        segment.ipa
        for word in words
        for section in sections_of(word.text, [Word(word.text, 0, len(word.text), word.phonemes, word.ezafe)])
        for phrase in section.phrases
        for segment in phrase.segments
    ]
    assert phones == alone


def test_words_of_one_number_run_on() -> None:
    text = "۲۵ نفر"
    words = [
        Word("۲۵", 0, 2, "bist"),
        Word("۲۵", 0, 2, "o"),
        Word("۲۵", 0, 2, "panj"),
        Word("نفر", 3, 6, "nafar"),
    ]
    (section,) = sections_of(text, words)
    assert len(section.phrases) == 1


def test_groups_of_digits_are_parted_as_they_are_spelled_out() -> None:
    text = "۰۹۱۲ است."
    words = [
        *(Word(said, 0, 4, phonemes) for said, phonemes in (("صفر", "sefr"), ("نه", "noh"), ("یک", "yek"))),
        Word("دو", 0, 4, "do", after="،"),
        Word("سه", 0, 4, "se"),
        Word("است", 5, 8, "ast"),
    ]
    (section,) = sections_of(text, words)
    assert [len(phrase.segments) for phrase in section.phrases] == [12, 5]
    assert section.pauses == (PAUSES["،"], PAUSES["."])


@pytest.mark.parametrize("line_break", ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_every_line_break_ends_a_sentence(line_break: str) -> None:
    text = f"عنوان{line_break}متن"
    title, body = sections_of(text, phonemize(None, text))
    assert title.phrases[-1].ending is Ending.STATEMENT
    assert title.pauses == (PAUSES[line_break[0]],)
    assert body.pauses == (PAUSES["."],)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\u2028"])
def test_an_empty_line_is_a_longer_pause(line_break: str) -> None:
    text = f"عنوان{line_break * 2}متن"
    title, _ = sections_of(text, phonemize(None, text))
    assert title.pauses == (0.8,)


def test_long_texts_without_punctuation_are_given_breath_and_bounds() -> None:
    text = "بهار " * 800
    found = list(sections_of(text, phonemize(None, text)))
    phrases = [phrase for section in found for phrase in section.phrases]
    assert max(len(phrase.segments) for phrase in phrases) <= LONGEST_PHRASE
    assert (
        max(sum(len(p.segments) for p in section.phrases) for section in found)
        <= LONGEST_SECTION + LONGEST_PHRASE
    )
    assert sum(len(phrase.segments) for phrase in phrases) == 800 * 5


def test_a_lone_consonant_gets_a_vowel() -> None:
    (section,) = sections_of("ب", [Word("ب", 0, 1, "b")])
    assert [segment.ipa for segment in section.phrases[0].segments] == ["b", "e"]


def test_nothing_to_say_is_no_section() -> None:
    assert list(sections_of("🙂", [])) == []
    assert list(sections_of("ء", [Word("ء", 0, 1, "")])) == []


def test_the_first_section_of_a_long_sentence_ends_at_a_pause_soon() -> None:
    text = "، ".join([SENTENCE.rstrip(".")] * 6)
    first, *others = sections_of(text, phonemize(None, text))
    size = sum(len(phrase.segments) for phrase in first.phrases)
    assert FIRST_SECTION < size <= FIRST_SECTION + LONGEST_PHRASE
    assert first.phrases[-1].ending is Ending.CONTINUES
    assert others


def test_sections_come_before_all_words_are_read() -> None:
    read = []

    def words() -> Iterator[Word]:
        for word in phonemize(None, PAGE):
            read.append(word)
            yield word

    next(sections_of(PAGE, words()))
    assert len(read) < len(phonemize(None, PAGE)) / 2
