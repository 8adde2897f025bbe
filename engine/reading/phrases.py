"""Set phrases: words that have one reading together, however their writer joined or parted them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from engine.reading.align import align
from engine.reading.arabic import ARABIC_PHRASES, FORMULAS
from engine.reading.colloquial import COLLOQUIAL
from engine.reading.encoding import Segment
from engine.reading.fixed import Fixed
from engine.reading.hamza import READINGS
from engine.reading.labels import LABEL_IDS, LABELS
from engine.reading.pairs import PAIRS
from engine.reading.spelling import assimilated
from engine.text.chars import ZWNJ


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase of N letters.

    Attributes:
        labels: one label id a letter.
        ends: for the last letter of each word but the last whether an ezafe follows it.
        one_word: whether it is the phrase only when written as one word.
        formula: whether neither the word before it nor its last one has an ezafe.
    """

    labels: tuple[int, ...]
    ends: dict[int, bool]
    one_word: bool
    formula: bool


class Phrases:
    """Finds set phrases in the words of a text."""

    def __init__(self, readings: Mapping[str, str], formulas: Collection[str] = ()) -> None:
        """Args:
            readings: phrase -> reading, both with spaces between the same number of words; a phrase without
                spaces is one word.
            formulas: phrases that no ezafe stands before or after.

        Raises:
            ValueError: a reading does not fit its phrase.
        """
        self._phrases = {}
        for phrase, reading in readings.items():
            found = _phrase(phrase, reading, phrase in formulas)
            self._phrases[phrase.replace(" ", "").replace(ZWNJ, "")] = found
        self._beginnings = {letters[:n] for letters in self._phrases for n in range(1, len(letters) + 1)}

    def fixed(self, segments: Sequence[Segment]) -> dict[int, Fixed]:
        """What the phrases of a text settle, by segment; of those that begin at a word the longest counts."""
        found: dict[int, Fixed] = {}
        after = 0
        for first, segment in enumerate(segments):
            if first >= after and segment.word.replace(ZWNJ, "") in self._beginnings:
                last, phrase = self._longest(segments, first)
                if phrase is not None:
                    found |= _parts(segments, first, last, phrase)
                    if phrase.formula:
                        found[last - 1] = replace(found[last - 1], ezafe=False)
                        if first and segments[first - 1].word:
                            found.setdefault(first - 1, Fixed((), ezafe=False))
                    after = last
        return found

    def _longest(self, segments: Sequence[Segment], first: int) -> tuple[int, _Phrase | None]:
        """The longest phrase that begins at a segment, and one past its last segment."""
        last, found = first, None
        letters = ""
        for number in range(first, len(segments)):
            letters += segments[number].word.replace(ZWNJ, "")
            if not segments[number].word or letters not in self._beginnings:
                break
            phrase = self._phrases.get(letters)
            if phrase is not None and not (phrase.one_word and number > first):
                last, found = number + 1, phrase
        return last, found


@cache
def set_phrases() -> Phrases:
    """Arabic phrases, pairs of words, words that are written with hamza, and words of chat."""
    return Phrases(ARABIC_PHRASES | PAIRS | READINGS | COLLOQUIAL, FORMULAS)


def _phrase(phrase: str, reading: str, formula: bool) -> _Phrase:
    words, sounds = phrase.split(), reading.split()
    labels: tuple[int, ...] = ()
    ends: dict[int, bool] = {}
    for word, sound in zip(words, sounds, strict=True):
        said, ezafe, _ = sound.partition("-e")
        found = align(word.replace(ZWNJ, ""), said)
        if found is None:
            raise ValueError(f"the reading {sound!r} does not fit the letters of {word!r}")
        labels += assimilated(found)
        ends[len(labels) - 1] = ezafe != ""
    ends.popitem()
    return _Phrase(labels, ends, len(words) == 1, formula)


def _parts(segments: Sequence[Segment], first: int, last: int, phrase: _Phrase) -> dict[int, Fixed]:
    """A phrase's labels for each of its segments; an ezafe inside a segment is the vowel of its letter."""
    parts: dict[int, Fixed] = {}
    at = 0
    for number in range(first, last):
        end = at + len(segments[number].word.replace(ZWNJ, ""))
        labels = tuple(
            LABEL_IDS[LABELS[label].onset, "e"] if phrase.ends.get(n) and n + 1 < end else label
            for n, label in enumerate(phrase.labels[at:end], start=at)
        )
        parts[number] = Fixed(labels, phrase.ends.get(end - 1))
        at = end
    return parts
