"""From words in a text to what is spoken in one breath after another: sections, phrases, pauses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, tee

from engine.speech.conjunction import Spoken, with_joined_pairs
from engine.speech.persian import segments
from engine.speech.phones import PHONES
from engine.speech.phrases import Ending, Phrase, Segment
from engine.text.sentences import sentences

LONGEST_PHRASE = 90  # phones: about seven seconds, as far as one breath carries
LONGEST_SECTION = 360  # phones: bounds memory
FIRST_SECTION = 40  # phones: with them the first section ends at the next pause, so that sound comes soon
_BREATH = 0.12  # seconds of a pause that no punctuation asks for
_VOWEL = "e"  # said after a consonant that stands alone, as in the letters' names

PAUSES = {
    **dict.fromkeys("«»", 0.06),
    **dict.fromkeys("()[]", 0.14),
    **dict.fromkeys("–—", 0.22),
    **dict.fromkeys("،,", 0.24),
    ":": 0.32,
    **dict.fromkeys("؛;", 0.34),
    "…": 0.4,
    **dict.fromkeys(".!?؟", 0.45),
    **dict.fromkeys("\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028", 0.5),
    "\u2029": 0.8,  # a paragraph's end, as an empty line is
}  # seconds of silence for a mark between two words; the longest of several counts
_PARTING = 0.1  # seconds: shorter pauses are no pause at all, the words run on
_PARAGRAPH = 0.8  # seconds for an empty line
_LINE_BREAK = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_ENDINGS = {"؟": Ending.QUESTION, "?": Ending.QUESTION, "!": Ending.EXCLAMATION}


@dataclass(frozen=True)
class Section:
    """A sentence, or a part of a very long one or of the first.

    Attributes:
        phrases: What is said.
        pauses: Seconds of silence after each phrase.
    """

    phrases: tuple[Phrase, ...]
    pauses: tuple[float, ...]

    @property
    def ends_sentence(self) -> bool:
        """Whether a sentence is over with it."""
        return self.phrases[-1].ending is not Ending.CONTINUES


def sections_of(text: str, words: Iterable[Spoken]) -> Iterator[Section]:
    """The words of a text in sections, in order, none left out, each as soon as its words are there.

    Pauses come from the text between the words' spans. Words spelled out of one number share a span and run
    on, but for the marks that spelling out put between them. The «و» of numbers and set pairs is said as
    people say it.
    """
    phrases: list[Phrase] = []
    pauses: list[float] = []
    size, longest = 0, FIRST_SECTION
    for phrase, pause, over in _phrases(text, words):
        phrases.append(phrase)
        pauses.append(pause)
        size += len(phrase.segments)
        if over or size > longest:
            yield Section(tuple(phrases), tuple(pauses))
            phrases, pauses, size, longest = [], [], 0, LONGEST_SECTION
    if phrases:
        yield Section(tuple(phrases), tuple(pauses))


def _phrases(text: str, words: Iterable[Spoken]) -> Iterator[tuple[Phrase, float, bool]]:
    """Each phrase with the seconds of silence after it, and whether a sentence is over with it."""
    starts = [span.start for span in sentences(text)]
    group: list[Segment] = []
    sentence = 0
    pronounced = (word for word in words if _pronounced(word))
    for word, following in _with_next(with_joined_pairs(text, pronounced)):
        for piece in _pieces(_pronounced(word)):
            if group and len(group) + len(piece) > LONGEST_PHRASE:
                yield Phrase(tuple(group), Ending.CONTINUES), _BREATH, False
                group = []
            group.extend(piece)
        gap = word.after + text[word.end : following.start if following else len(text)]
        while sentence < len(starts) and starts[sentence] < word.end:
            sentence += 1
        over = following is None or (sentence < len(starts) and starts[sentence] <= following.start)
        pause = _silence(gap)
        if over:
            yield Phrase(tuple(group), _ending(gap)), max(pause, PAUSES["."]), True
            group = []
        elif pause >= _PARTING:
            yield Phrase(tuple(group), Ending.CONTINUES), pause, False
            group = []


def _with_next(words: Iterable[Spoken]) -> Iterator[tuple[Spoken, Spoken | None]]:
    """Each word with the one after it."""
    ahead, behind = tee(words)
    return zip(behind, chain(islice(ahead, 1, None), (None,)), strict=False)


def _pronounced(word: Spoken) -> tuple[Segment, ...]:
    """The word's phones; a word without a vowel gets one, for nobody can say it otherwise."""
    said = segments(word.phonemes, word.ezafe)
    if said and not any(PHONES[segment.ipa].vowel for segment in said):
        return segments(word.phonemes + _VOWEL)
    return said


def _pieces(word: tuple[Segment, ...]) -> Iterator[tuple[Segment, ...]]:
    """A word, cut where it is longer than a breath."""
    for start in range(0, len(word), LONGEST_PHRASE):
        yield word[start : start + LONGEST_PHRASE]


def _silence(gap: str) -> float:
    if len(_LINE_BREAK.findall(gap)) > 1:
        return _PARAGRAPH
    return max((PAUSES.get(mark, 0.0) for mark in gap), default=0.0)


def _ending(gap: str) -> Ending:
    return next((_ENDINGS[mark] for mark in gap if mark in _ENDINGS), Ending.STATEMENT)
