"""A run as figures: what the table, the JSON and the page show."""

from collections.abc import Callable, Iterable, Sequence
from statistics import quantiles
from typing import Any, Final, get_args

from pydantic import BaseModel

from engine.compare.agreement import character_error_rate, chrf, mark_scores
from engine.compare.requests import CAPABILITIES, Capability
from engine.compare.run import Answer, Pair, Run
from engine.contract.names import OperationType, PinglishStyle

_PERCENTILES: Final = (50, 90, 99)
_PER_CENT: Final = ("precision", "recall", "f1")


class Figure(BaseModel):
    """One measured number."""

    name: str
    value: float
    unit: str


class Latency(BaseModel):
    """Milliseconds of one engine on one capability, by percentile; answers from a cache are left out."""

    capability: Capability
    engine: str
    requests: int
    milliseconds: dict[str, float]


class Difference(BaseModel):
    """Two answers that are not the same."""

    capability: Capability
    options: dict[str, Any]
    text: str
    local: str
    remote: str


class Failure(BaseModel):
    """A request that an engine did not answer."""

    capability: Capability
    engine: str
    code: str
    message: str
    text: str


class Report(BaseModel):
    """A whole comparison."""

    local_version: str | None
    remote_version: str | None
    requests: int
    left_out: int
    agreement: list[Figure]
    latency: list[Latency]
    charged: list[Figure]
    differences: list[Difference]
    failures: list[Failure]


def report(run: Run) -> Report:
    """Measures a run.

    Raises:
        ValidationFailed: Translations are to be compared and sacrebleu is not installed.
    """
    complete = [pair for pair in run.pairs if pair.complete]
    return Report(
        local_version=_version([pair.local for pair in run.pairs]),
        remote_version=_version([pair.remote for pair in run.pairs]),
        requests=len(run.pairs),
        left_out=run.left_out,
        agreement=[*_marks(complete), *_spelling(complete), *_translations(complete), *_durations(complete)],
        latency=_latencies(complete),
        charged=_charged(run.pairs),
        differences=_differences(complete),
        failures=_failures(run.pairs),
    )


_FIELDS: Final[dict[Capability, str]] = {
    "diacritize": "marked",
    "pinglish": "pinglish",
    "translate": "translation",
}


def _of(pairs: Sequence[Pair], capability: Capability, **options: Any) -> list[Pair]:
    wanted = options.items()
    return [
        pair
        for pair in pairs
        if pair.request.capability == capability and wanted <= dict(pair.request.options).items()
    ]


def _values(pairs: Sequence[Pair], field: str | None = None) -> list[tuple[Any, Any]]:
    if field is None:
        return [(pair.local.value, pair.remote.value) for pair in pairs]
    return [(getattr(pair.local.value, field), getattr(pair.remote.value, field)) for pair in pairs]


def _marks(pairs: Sequence[Pair]) -> list[Figure]:
    found = _of(pairs, "diacritize")
    if not found:
        return []
    scores = {kind: mark_scores(_values(found), kind) for kind in get_args(OperationType)}
    return [
        Figure(name=f"{kind} marks, {name}", value=100 * getattr(scores[kind], name), unit="%")
        for kind in scores
        for name in _PER_CENT
    ]


def _spelling(pairs: Sequence[Pair]) -> list[Figure]:
    figures = []
    for style in get_args(PinglishStyle):
        found = _of(pairs, "pinglish", style=style)
        if found:
            rate = 100 * character_error_rate(_values(found, "pinglish"))
            figures.append(Figure(name=f"Pinglish {style}, character error rate", value=rate, unit="%"))
    return figures


def _translations(pairs: Sequence[Pair]) -> list[Figure]:
    found = _of(pairs, "translate")
    return (
        [Figure(name="translation, chrF++", value=chrf(_values(found, "translation")), unit="")]
        if found
        else []
    )


def _durations(pairs: Sequence[Pair]) -> list[Figure]:
    found = _values(_of(pairs, "speech"), "duration_seconds")
    if not found:
        return []
    ratio = sum(local for local, _ in found) / sum(remote for _, remote in found)
    return [Figure(name="audio duration, local over remote", value=ratio, unit="")]


def _latencies(pairs: Sequence[Pair]) -> list[Latency]:
    return [
        Latency(
            capability=capability,
            engine=engine,
            requests=len(fresh),
            milliseconds=_percentiles([1000 * answer.seconds for answer in fresh]),
        )
        for capability in CAPABILITIES
        for engine, answer_of in _ENGINES.items()
        if (fresh := _fresh(map(answer_of, _of(pairs, capability))))
    ]


def _fresh(answers: Iterable[Answer]) -> list[Answer]:
    return [answer for answer in answers if not answer.value.usage.cache_hit]


_ENGINES: Final[dict[str, Callable[[Pair], Answer]]] = {
    "local": lambda pair: pair.local,
    "remote": lambda pair: pair.remote,
}


def _percentiles(values: list[float]) -> dict[str, float]:
    cuts = quantiles(values * 2 if len(values) == 1 else values, n=100, method="inclusive")
    return {f"p{percentile}": cuts[percentile - 1] for percentile in _PERCENTILES}


def _charged(pairs: Sequence[Pair]) -> list[Figure]:
    usages = [pair.remote.value.usage for pair in pairs if pair.remote.value is not None]
    return [
        Figure(
            name="text", value=sum(usage.units for usage in usages if usage.meter == "text"), unit="units"
        ),
        Figure(
            name="Basic speech",
            value=sum(usage.seconds for usage in usages if usage.meter == "basic_speech"),
            unit="s",
        ),
    ]


def _differences(pairs: Sequence[Pair]) -> list[Difference]:
    found = []
    for pair in pairs:
        field = _FIELDS.get(pair.request.capability)
        if field is not None:
            ((local, remote),) = _values([pair], field)
            if local != remote:
                request = pair.request
                found.append(
                    Difference(
                        capability=request.capability,
                        options=dict(request.options),
                        text=request.text,
                        local=local,
                        remote=remote,
                    )
                )
    return found


def _failures(pairs: Sequence[Pair]) -> list[Failure]:
    return [
        Failure(
            capability=pair.request.capability,
            engine=engine,
            code=error.code,
            message=error.message,
            text=pair.request.text,
        )
        for pair in pairs
        for engine, answer in _ENGINES.items()
        if (error := answer(pair).error) is not None
    ]


def _version(answers: Sequence[Answer]) -> str | None:
    return next((answer.value.engine_version for answer in answers if answer.value is not None), None)
