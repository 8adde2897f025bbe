"""Foreign names and abbreviations in the spelling that the world knows: نیویورک is New York.

A table holds the names that training saw; some of their forms are also common words, where the context
decides. For a word that neither the table nor the list of common words holds, a model decides which name of
English text it is, and only where it is sure both that the word is a foreign name and how it is spelled. The
rules spell all other words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from engine import checkpoint
from engine.pinglish.english_names import EnglishNames
from engine.pinglish.name_choice import ChoiceWeights, choose
from engine.pinglish.name_context import ContextWeights, adjacent, neighbours, read_weights, same_sound
from engine.pinglish.name_model import LETTER_IDS, SOUND_IDS, UNKNOWN, NameModel, NameModelConfig
from engine.pinglish.name_table import LONGEST_NAME, KnownName, NameTable
from engine.pinglish.products import product_word
from engine.pinglish.spelled_name import SpelledName
from engine.reading.types import Reading, WordReading
from engine.text.chars import MARKS
from engine.text.name_key import key_of

NAME: Final = "pinglish_names"
SUFFIXES: Final = ("هایی", "های", "ها", "ی")
"""Endings that are joined to a name without being part of it, longest first."""

_SHORTEST_STEM: Final = 3
SHORTEST_GUESS: Final = 4
_LONGEST_GUESS: Final = 20


@dataclass(frozen=True, slots=True)
class Limits:
    """How sure is sure enough, all chosen on the part of the data kept for that.

    Attributes:
        log_odds: least log-odds at which a form that is also a common word is taken for a name.
        foreign: least probability, under the model, that an unseen word is a foreign name.
        spelling: least probability of the spelling it guesses.
    """

    log_odds: float
    foreign: float
    spelling: float


@dataclass(frozen=True)
class Guesser:
    """Spells words that no table has.

    Attributes:
        model: what sounds right.
        english: the names that a guess may be.
        weights: how sound and frequency are weighed.
    """

    model: NameModel
    english: EnglishNames
    weights: ChoiceWeights

    def spellings(
        self, key: str, sounds: Iterable[str], least_foreign: float = 0.0
    ) -> tuple[float, dict[str, float]]:
        """Probability that a word is a foreign name, and log probabilities of English names it may be.

        There are none where it is foreign with less than the probability `least_foreign`.
        """
        letters = [LETTER_IDS.get(letter, UNKNOWN) for letter in key]
        sound_ids = [SOUND_IDS.get(sound, UNKNOWN) for sound in sounds]
        foreign, found = self.model.guess(letters, sound_ids, self.english.continuations, least_foreign)
        return foreign, {latin: score for latin, score in found.items() if latin in self.english.counts}

    def choose(self, spellings: Mapping[str, float]) -> tuple[str, float]:
        """The best of some spellings, with a capital, and the probability that it is right."""
        latin, probability = choose(spellings, self.english.counts, self.weights)
        return latin.capitalize(), probability


class Names:
    """Finds the foreign names of a reading.

    Args:
        table: known names.
        context: decides where a known name is also a common word.
        common: keys of words that are never guessed to be names.
        guesser: decides and spells where a word is unseen.
        limits: how sure is sure enough.
    """

    def __init__(
        self,
        table: NameTable,
        context: ContextWeights,
        common: frozenset[str],
        guesser: Guesser,
        limits: Limits,
    ) -> None:
        self._table = table
        self._context = context
        self._common = common
        self._guesser = guesser
        self._limits = limits

    @classmethod
    def load(cls, weights: Path | None = None) -> Names:
        """The names in a weights folder, the package's own by default.

        Raises:
            WeightsError: they are missing or damaged.
        """
        stored = checkpoint.load(NAME, weights)
        model = NameModel(NameModelConfig(**stored.config["model"]))
        model.load_state_dict({name: tensor.float() for name, tensor in stored.tensors.items()})
        chunks = stored.assets["chunks"].read_text(encoding="utf-8").split("\n")
        before, after = read_weights(stored.assets["context"])
        return cls(
            NameTable.load(stored.assets["table"]),
            ContextWeights(before, after, **stored.config["context"]),
            frozenset(stored.assets["common"].read_text(encoding="utf-8").split()),
            Guesser(
                model.eval(),
                EnglishNames.load(stored.assets["english"], chunks),
                ChoiceWeights(**stored.config["choice"]),
            ),
            Limits(**stored.config["limits"]),
        )

    def spell(self, reading: Reading) -> dict[int, SpelledName]:
        """The words of a text that are, or belong to, foreign names, by the code point they start at."""
        words = reading.words
        keys = [key_of(word.text) for word in words]
        found: dict[int, SpelledName] = {}
        at = 0
        while at < len(words):
            before = found.get(words[at - 1].start) if at else None
            spelled = (
                _of_product(reading, keys, at, before)
                or self._longest(reading, keys, at)
                or self._single(reading, keys, at)
            )
            found.update((words[at + n].start, one) for n, one in enumerate(spelled))
            at += max(1, len(spelled))
        return found

    def _longest(self, reading: Reading, keys: list[str], at: int) -> tuple[SpelledName, ...]:
        """The longest name of two words or more that begins here."""
        words = reading.words
        reach = at + 1
        while (
            reach < min(len(words), at + LONGEST_NAME)
            and adjacent(reading.text, words[reach - 1], words[reach])
            and not words[reach - 1].ezafe
        ):
            reach += 1
        for last in range(reach, at + 1, -1):
            name = self._table.find(tuple(keys[at:last]))
            if name is not None and not any(_settled(word) for word in words[at:last]):
                return tuple(SpelledName(part) for part in name.latin)
        return ()

    def _single(self, reading: Reading, keys: list[str], at: int) -> tuple[SpelledName, ...]:
        word, key = reading.words[at], keys[at]
        name = self._table.find((key,))
        if name is not None:
            return (SpelledName(name.latin[0]),) if self._is_name(name, reading, at) else ()
        if key in self._common or len(key) != len(word.letters) or _settled(word):
            return ()
        return tuple(self._inflected(word, key)) or tuple(self._guess(word, key))

    def _is_name(self, name: KnownName, reading: Reading, at: int) -> bool:
        word = reading.words[at]
        agrees = same_sound(word.phonemes, name.phonemes)
        if _settled(word) and not agrees:
            return False
        if name.log_odds is None:
            return True
        beside = neighbours(reading.text, reading.words, at, self._table.sure)
        if not name.beside.isdisjoint(beside):
            return True
        return self._context.log_odds(name.log_odds, beside, agrees) >= self._limits.log_odds

    def _inflected(self, word: WordReading, key: str) -> Iterator[SpelledName]:
        for suffix in SUFFIXES:
            stem = key.removesuffix(suffix)
            if stem != key and len(stem) >= _SHORTEST_STEM and stem in self._table.sure:
                name = self._table.find((stem,))
                ending = "".join(letter.sound for letter in word.letters[len(stem) :])
                if name is not None and ending:
                    yield SpelledName(name.latin[0], ending)
                    return

    def _guess(self, word: WordReading, key: str) -> Iterator[SpelledName]:
        if not SHORTEST_GUESS <= len(key) <= _LONGEST_GUESS:
            return
        if not LETTER_IDS.keys() >= set(key):
            return
        sounds = (letter.sound for letter in word.letters)
        foreign, spellings = self._guesser.spellings(key, sounds, self._limits.foreign)
        if foreign >= self._limits.foreign:
            latin, probability = self._guesser.choose(spellings)
            if probability >= self._limits.spelling:
                yield SpelledName(latin, guessed=True)


def _of_product(
    reading: Reading, keys: list[str], at: int, before: SpelledName | None
) -> tuple[SpelledName, ...]:
    """A word that belongs to the name of a product, of which the word before is part."""
    if before is None or _settled(reading.words[at]):
        return ()
    between = reading.text[reading.words[at - 1].end : reading.words[at].start]
    latin = product_word(keys[at], before.latin, between)
    return () if latin is None else (SpelledName(latin),)


def _settled(word: WordReading) -> bool:
    """Whether the user says how the word itself is read, by the lexicon or by marks in it.

    Marks behind the last letter may be ezafe.
    """
    return word.lexicon or any(
        one in MARKS for one, following in pairwise(word.text) if following not in MARKS
    )
