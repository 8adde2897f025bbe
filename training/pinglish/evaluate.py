"""Scores of the model of names on words it never saw.

A guess is taken where the word is probably foreign and its spelling probably right. The two limits are chosen
on the "dev" part of the words and judged on the "test" part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from engine.pinglish.name_context import ContextWeights
from engine.pinglish.names import SHORTEST_GUESS, Guesser, Limits
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

FOREIGN_STEPS: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99)
SPELLING_STEPS: Final = (0.0, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)


@dataclass(frozen=True, slots=True)
class Judged:
    """A word, the probability that it is a foreign name, and the log probabilities of its spellings."""

    example: Example
    foreign: float
    spellings: dict[str, float]


@dataclass(frozen=True, slots=True)
class Guessed:
    """A word with the spelling chosen for it ("" for none) and the probability that this is right."""

    example: Example
    foreign: float
    latin: str
    probability: float

    @property
    def is_right(self) -> bool:
        return self.latin == self.example.latin.capitalize()

    @property
    def is_name(self) -> bool:
        return self.example.origin == "foreign"

    def is_taken(self, foreign: float, spelling: float) -> bool:
        """Whether two limits let the guess through."""
        return self.latin != "" and self.foreign >= foreign and self.probability >= spelling


def judge(guesser: Guesser, examples: Iterable[Example]) -> list[Judged]:
    """What the model says of all words long enough to be guessed."""
    found: list[Judged] = []
    for example in examples:
        if len(example.key) >= SHORTEST_GUESS:
            least = 0.0 if example.origin == "foreign" else FOREIGN_STEPS[0]
            found.append(Judged(example, *guesser.spellings(example.key, example.sounds, least)))
    return found


def guessed(guesser: Guesser, judged: Iterable[Judged]) -> list[Guessed]:
    """The spellings that a guesser chooses."""
    return [Guessed(one.example, one.foreign, *guesser.choose(one.spellings)) for one in judged]


def choose_limits(found: Sequence[Guessed]) -> tuple[float, float]:
    """The limits that let the most right guesses through and keep to `FALSE_ALARMS` and `PRECISION`.

    Precision counts only where `ENOUGH` guesses are left to judge it by; where it is never reached, nothing
    is guessed (`NEVER`).
    """
    others = sum(not one.is_name for one in found)
    best = (0, NEVER, NEVER)
    for foreign, spelling in product(FOREIGN_STEPS, SPELLING_STEPS):
        taken = [one for one in found if one.is_taken(foreign, spelling)]
        names = [one for one in taken if one.is_name]
        right = sum(one.is_right for one in names)
        is_quiet = len(taken) - len(names) <= FALSE_ALARMS * others
        if is_quiet and len(names) >= ENOUGH and right >= PRECISION * len(names):
            best = max(best, (right, foreign, spelling))
    return best[1:]


def curve(found: Sequence[Guessed], foreign: float) -> Iterator[tuple[float, float, float]]:
    """Each limit on the spelling, the share of names guessed with it, the share of these that is right."""
    names = [one for one in found if one.is_name]
    for limit in SPELLING_STEPS:
        taken = [one for one in names if one.is_taken(foreign, limit)]
        yield limit, _share(len(taken), len(names)), _share(sum(one.is_right for one in taken), len(taken))


def scores(found: Sequence[Guessed], foreign: float, limit: float) -> dict[str, float]:
    """Accuracy of the spelling of foreign names, and what the limits let through.

    Where the model has no spelling, that of the rules stands.
    """
    names = [one for one in found if one.is_name]
    others = [one for one in found if not one.is_name]
    taken = [one for one in names if one.is_taken(foreign, limit)]
    rules = [readable_phonemes("".join(one.example.sounds), "double_a").capitalize() for one in names]
    right = [one.example.latin for one in names]
    alarms = [one for one in others if one.is_taken(foreign, limit)]
    return {
        "foreign_names": len(names),
        "spelling_exact": _share(sum(one.is_right for one in names), len(names)),
        "spelling_cer": _cer([one.latin or rule for one, rule in zip(names, rules, strict=True)], right),
        "rules_exact": _share(sum(a == b for a, b in zip(rules, right, strict=True)), len(names)),
        "rules_cer": _cer(rules, right),
        "guess_coverage": _share(len(taken), len(names)),
        "guess_exact": _share(sum(one.is_right for one in taken), len(taken)),
        "guess_cer": _cer([one.latin for one in taken], [one.example.latin for one in taken]),
        "other_words": len(others),
        "other_words_taken": _share(len(alarms), len(others)),
    }


def doubtful_limit(cases: Sequence[Seen], weights: ContextWeights) -> float:
    """The lowest log-odds from which on the forms taken for names are names, `DOUBTFUL_PRECISION` of them.

    Of the forms that stand beside no word which leaves no doubt.
    """
    ranked = sorted(
        ((_odds(case, weights), case.is_name) for case in cases if not case.certain), reverse=True
    )
    limit, named = float("inf"), 0
    for count, (odds, is_name) in enumerate(ranked, 1):
        named += is_name
        ends_a_tie = count == len(ranked) or ranked[count][0] < odds
        if ends_a_tie and named >= DOUBTFUL_PRECISION * count:
            limit = odds
    return limit


def doubtful_scores(cases: Sequence[Seen], weights: ContextWeights, limit: float) -> dict[str, float]:
    """Precision and recall of the decision about forms that are also common words."""
    taken = [case for case in cases if case.certain or _odds(case, weights) >= limit]
    named = sum(case.is_name for case in taken)
    return {
        "doubtful_precision": _share(named, len(taken)),
        "doubtful_recall": _share(named, sum(case.is_name for case in cases)),
    }


def limits(found: Sequence[Guessed], cases: Sequence[Seen], weights: ContextWeights) -> Limits:
    """All limits, from the "dev" parts of words and occurrences."""
    return Limits(doubtful_limit(cases, weights), *choose_limits(found))


def _odds(case: Seen, weights: ContextWeights) -> float:
    return weights.log_odds(case.log_odds, case.neighbours, case.agrees)


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
