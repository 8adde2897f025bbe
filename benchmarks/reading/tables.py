"""The results as tables, the goals beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from benchmarks.reading.diacritics import SIDES, STRICT, Letter, breakdown, error_rates
from benchmarks.reading.peers import NOT_MEASURED, Answer
from benchmarks.reading.phonemes import KINDS, PhonemeScores
from benchmarks.reading.systems import Speed
from benchmarks.report import Table

GOAL: Final = "goal"
_GOALS: Final = {"phonemes": 3.2, "homographs": 80.0, "ezafe": 97.0, "diacritics": 3.0}  # per cent


def phoneme_table(scores: Mapping[str, PhonemeScores]) -> Table:
    """Phoneme error rates of each system, in per cent."""
    kinds = ("all", *KINDS)
    rows = [
        (name, *(_percent(s.with_ezafe.get(kind)) for kind in kinds), 100 * s.without_ezafe)
        for name, s in scores.items()
    ]
    goal = (GOAL, f"under {_GOALS['phonemes']:g}", *[None] * len(KINDS), None)
    return Table(
        "phoneme_error_rate",
        "Phoneme error rate, %",
        ("system", *kinds, "all, ezafe left out"),
        [*rows, goal],
    )


def word_table(scores: Mapping[str, PhonemeScores], ezafe: set[str], homographs: int) -> Table:
    """Homographs and ezafe of each system, in per cent; ezafe of those that say it."""
    rows = [
        (
            name,
            100 * s.homographs,
            *(
                100 * value if name in ezafe else None
                for value in (s.ezafe.precision, s.ezafe.recall, s.ezafe.f1)
            ),
        )
        for name, s in scores.items()
    ]
    goal = (GOAL, f"over {_GOALS['homographs']:g}", None, None, f"over {_GOALS['ezafe']:g}")
    return Table(
        "homographs_and_ezafe",
        "Homographs and ezafe, %",
        ("system", f"homographs read right, of {homographs}", "ezafe precision", "ezafe recall", "ezafe F1"),
        [*rows, goal],
    )


def diacritic_table(letters: Mapping[str, Sequence[Letter]]) -> Table:
    """Diacritic error rates of each system by protocol, in per cent."""
    rates = {name: error_rates(found) for name, found in letters.items()}
    first = next(iter(rates.values()))
    rows = [
        (
            protocol,
            *(100 * found[protocol][0] for found in rates.values()),
            f"under {_GOALS['diacritics']:g}" if protocol == STRICT else None,
            first[protocol][1],
        )
        for protocol in first
    ]
    return Table(
        "diacritic_error_rate",
        "Diacritic error rate on UPDT dev, %",
        ("letters that count", *rates, GOAL, "letters"),
        rows,
    )


def error_table(letters: Sequence[Letter]) -> Table:
    """Where our diacritic errors are, in per cent of the letters of the project's protocol."""
    counted = error_rates(letters)[STRICT][1]
    rows = [
        (place, *(100 * sides[side] / counted for side in SIDES), 100 * sum(sides.values()) / counted)
        for place, sides in breakdown(letters).items()
    ]
    total = ("all", *(sum(row[i] for row in rows) for i in range(1, len(SIDES) + 2)))
    return Table(
        "diacritic_errors",
        "Where our diacritic errors are, % of letters",
        ("place", *SIDES, "together"),
        [*rows, total],
        "An error stands in the first place that fits. *Reference has less*: it writes fewer marks on that "
        "letter than we do; whether they are left out or wrong, the reference cannot tell.",
    )


def speed_table(ours: Sequence[Speed], peers: Mapping[str, Speed]) -> Table:
    """Latency in milliseconds, throughput in code points a second."""
    rows = [
        (
            name,
            speed.what,
            speed.latency and speed.latency.median,
            speed.latency and speed.latency.p95,
            speed.throughput and round(speed.throughput),
        )
        for name, speed in [*(("ours", speed) for speed in ours), *peers.items()]
    ]
    goal = (GOAL, "two CPU cores; a GPU", "under 8", None, "over 30000; over 500000")
    counted = {s.latency.sentences for s in [*ours, *peers.values()] if s.latency}
    return Table(
        "speed",
        "Speed",
        ("system", "call", "ms a sentence, median", "ms, 95th percentile", "code points/s"),
        [*rows, goal],
        f"Latency: {' or '.join(map(str, sorted(counted)))} sentences of 18 to 22 words.",
    )


def peer_table(answers: Mapping[str, Answer | str]) -> Table:
    """Which peers were measured, and what was looked into and is not here."""
    rows = [
        (name, *(("absent", answer) if isinstance(answer, str) else (answer.version, _remark(answer))))
        for name, answer in answers.items()
    ]
    return Table(
        "peers",
        "Peers",
        ("peer", "version", "remark"),
        [*rows, *((name, "not measured", why) for name, why in NOT_MEASURED)],
    )


def _remark(answer: Answer) -> str:
    return f"raised an exception at {answer.failed} sentences" if answer.failed else "measured"


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
