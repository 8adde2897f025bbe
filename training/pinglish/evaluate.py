"""Scores of the model of names on words it never saw.

A guess is taken where the word is probably foreign and its spelling probably right. The two limits are chosen
on the "dev" part of the words and judged on the "test" part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.pinglish.name_context import ContextWeights
from engine.pinglish.name_model import LETTER_IDS, SOUND_IDS, UNKNOWN, NameModel
from engine.pinglish.names import SHORTEST_GUESS, Limits, spelling
from engine.pinglish.readable import readable_phonemes
from training.pinglish.context import Seen
from training.pinglish.prepare import Example

FALSE_ALARMS: Final = 0.0005
"""Part of the words that are no foreign names which may be taken for one, at most."""

PRECISION: Final = 0.9
"""Part of the guessed spellings of foreign names that must be right, at least."""

ENOUGH: Final = 20
"""Guesses that a precision is judged by, at least."""

NEVER: Final = 2.0
"""A limit that no probability reaches."""

DOUBTFUL_PRECISION: Final = 0.95
"""Part of the doubtful forms taken for names that must be names, at least."""

_STEPS: Final = (*(n / 100 for n in range(50, 100)), 0.995, 0.998, 0.999)


@dataclass(frozen=True, slots=True)
class Judged:
    """A word with the model's guess."""

    example: Example
    guess: str
    foreign: float
    spelling: float


def judge(model: NameModel, chunks: Sequence[str], examples: Iterable[Example]) -> list[Judged]:
    """The guesses for all words long enough to be guessed."""
    found: list[Judged] = []
    for example in examples:
        if len(example.key) >= SHORTEST_GUESS:
            letters = [LETTER_IDS.get(letter, UNKNOWN) for letter in example.key]
            sounds = [SOUND_IDS.get(sound, UNKNOWN) for sound in example.sounds]
            guess = model.guess(letters, sounds, 0.0 if example.origin == "foreign" else _STEPS[0])
            latin = spelling(guess.chunks, tuple(chunks))
            found.append(Judged(example, latin, guess.foreign_probability, guess.spelling_probability))
    return found


def choose_limits(judged: Sequence[Judged]) -> tuple[float, float]:
    """The lowest limits on the two probabilities that keep to `FALSE_ALARMS` and `PRECISION`.

    Precision counts only where `ENOUGH` guesses are left to judge it by; where it is never reached, nothing
    is guessed (`NEVER`).
    """
    others = [one for one in judged if one.example.origin != "foreign"]
    for foreign in _STEPS:
        if sum(one.foreign >= foreign for one in others) <= FALSE_ALARMS * len(others):
            break
    names = [one for one in judged if one.example.origin == "foreign" and one.foreign >= foreign]
    for limit in (0.0, *_STEPS):
        taken = [one for one in names if one.spelling >= limit]
        if len(taken) >= ENOUGH and sum(map(_is_right, taken)) >= PRECISION * len(taken):
            return foreign, limit
    return foreign, NEVER


def scores(judged: Sequence[Judged], foreign: float, limit: float) -> dict[str, float]:
    """Accuracy of the spelling of foreign names, and what the limits let through."""
    names = [one for one in judged if one.example.origin == "foreign"]
    others = [one for one in judged if one.example.origin != "foreign"]
    taken = [one for one in names if one.foreign >= foreign and one.spelling >= limit]
    rules = [readable_phonemes("".join(one.example.sounds), "double_a").capitalize() for one in names]
    right = [one.example.latin for one in names]
    alarms = [one for one in others if one.foreign >= foreign and one.spelling >= limit]
    return {
        "foreign_names": len(names),
        "spelling_exact": _share(sum(map(_is_right, names)), len(names)),
        "spelling_cer": _cer([one.guess for one in names], right),
        "rules_exact": _share(sum(a == b for a, b in zip(rules, right, strict=True)), len(names)),
        "rules_cer": _cer(rules, right),
        "guess_coverage": _share(len(taken), len(names)),
        "guess_exact": _share(sum(map(_is_right, taken)), len(taken)),
        "guess_cer": _cer([one.guess for one in taken], [one.example.latin for one in taken]),
        "other_words": len(others),
        "other_words_taken": _share(len(alarms), len(others)),
    }


def doubtful_limit(cases: Sequence[Seen], weights: ContextWeights) -> float:
    """The lowest log-odds from which on the forms taken for names are names, `DOUBTFUL_PRECISION` of them."""
    ranked = sorted(((_odds(case, weights), case.is_name) for case in cases), reverse=True)
    limit, named = float("inf"), 0
    for count, (odds, is_name) in enumerate(ranked, 1):
        named += is_name
        ends_a_tie = count == len(ranked) or ranked[count][0] < odds
        if ends_a_tie and named >= DOUBTFUL_PRECISION * count:
            limit = odds
    return limit


def doubtful_scores(cases: Sequence[Seen], weights: ContextWeights, limit: float) -> dict[str, float]:
    """Precision and recall of the decision about forms that are also common words."""
    taken = [case for case in cases if _odds(case, weights) >= limit]
    named = sum(case.is_name for case in taken)
    return {
        "doubtful_precision": _share(named, len(taken)),
        "doubtful_recall": _share(named, sum(case.is_name for case in cases)),
    }


def limits(judged: Sequence[Judged], cases: Sequence[Seen], weights: ContextWeights) -> Limits:
    """All limits, from the "dev" parts of words and occurrences."""
    foreign, spelled = choose_limits(judged)
    return Limits(doubtful_limit(cases, weights), foreign, spelled)


def _odds(case: Seen, weights: ContextWeights) -> float:
    return weights.log_odds(case.log_odds, case.neighbours, case.agrees)


def _is_right(one: Judged) -> bool:
    return one.guess == one.example.latin.capitalize()


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _cer(found: Sequence[str], right: Sequence[str]) -> float:
    """Edits for each character of the right spellings, capitals aside."""
    edits = sum(_distance(a.lower(), b.lower()) for a, b in zip(found, right, strict=True))
    return _share(edits, sum(map(len, right)))


def _distance(one: str, other: str) -> int:
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]
