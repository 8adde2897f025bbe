"""The sentences written around homographs: what is in the file can be learnt from."""

from collections import Counter, defaultdict

from training.reading.sources import WRITTEN, Report, lines, transcribed
from training.reading.targets import LabelSets


def test_nearly_every_word_agrees_with_its_phonemes() -> None:
    report = Report()
    examples = list(transcribed(WRITTEN, "written", LabelSets(), report))
    assert len(examples) > 3000
    assert report.dropped == 0
    assert report.rejected < 0.001 * report.words, report.rejects


def test_no_sentence_stands_there_twice_and_none_has_vowel_marks() -> None:
    sentences = [row[0] for row in lines(WRITTEN)]
    assert len(set(sentences)) == len(sentences)
    assert not any("\u064e" <= char <= "\u0652" for sentence in sentences for char in sentence)


def test_homographs_occur_in_several_readings() -> None:
    readings: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence, phonemes in ((row[0].split(), row[1].split()) for row in lines(WRITTEN)):
        if len(sentence) == len(phonemes):
            for word, sound in zip(sentence, phonemes, strict=True):
                readings[word.strip("،.؟!؛:«»")][sound.split("-")[0]] += 1
    for word, two in {"کرم": ("kerm", "karam"), "خرد": ("xerad", "xord"), "سر": ("sar", "serr")}.items():
        assert all(readings[word][reading] >= 5 for reading in two), (word, readings[word])
