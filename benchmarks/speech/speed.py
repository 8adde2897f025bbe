"""How fast text becomes sound."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.report import Cell, Table
from engine.contract.limits import MAX_TEXT_CODE_POINTS
from engine.speech.delivery import Delivery
from engine.speech.synthesizer import Synthesizer
from training.speech.espeak import Espeak

PAGE: Final = Path(__file__).parents[2] / "examples" / "sample.fa.txt"
_WARM_UP = 2
_VOICE = "ava"
_GOALS: Final = {"cpu": ("under 70", "under 400"), "cuda": ("under 5", "under 50")}


def sentence(number: int) -> str:
    """About ten seconds of speech, never the same twice."""
    return (
        f"در روز {1 + number % 29} مهر، گروهی از دانش‌آموزان شهر با اتوبوس به دیدن موزهٔ تازهٔ تاریخ رفتند "
        "و از سالن‌های روشن و باغ بزرگ آن دیدن کردند."
    )


def page(number: int) -> str:
    """As long a text as the contract takes, beginning somewhere else each time."""
    text = PAGE.read_text(encoding="utf-8")
    start = text.index(" ", 40 * number) + 1
    return ((text[start:] + "\n") * (1 + MAX_TEXT_CODE_POINTS // len(text[start:])))[:MAX_TEXT_CODE_POINTS]


@dataclass(frozen=True)
class Timing:
    """Medians over several runs.

    Attributes:
        seconds: By the clock.
        processor: Of all cores together.
        sound: Length of what was made.
    """

    seconds: float
    processor: float
    sound: float


def timed(run: Callable[[int], float], runs: int) -> Timing:
    """Time `run`, which gets a number that is new each time and returns the seconds of sound it made."""
    found: list[tuple[float, float, float]] = []
    for number in range(runs + _WARM_UP):
        clock, processor = time.perf_counter(), time.process_time()
        sound = run(number)
        found.append((time.perf_counter() - clock, time.process_time() - processor, sound))
    seconds, processors, sounds = zip(*found[_WARM_UP:], strict=True)
    return Timing(statistics.median(seconds), statistics.median(processors), statistics.median(sounds))


def whole_sentence(synthesizer: Synthesizer, runs: int = 9) -> Timing:
    """The whole chain, text to levelled samples."""
    return timed(lambda number: synthesizer.speak(sentence(number), Delivery(_VOICE)).seconds, runs)


def first_sound(synthesizer: Synthesizer, runs: int = 5) -> Timing:
    """Until the first piece of a long text's stream."""

    def run(number: int) -> float:
        return len(next(synthesizer.synthesize(page(number), Delivery(_VOICE)))) / 24_000

    return timed(run, runs)


def espeak_sentence(espeak: Espeak, runs: int = 9) -> Timing:
    """eSpeak NG's Persian of the same text."""

    def run(number: int) -> float:
        said = espeak.say(sentence(number), voice="fa")
        return len(said.audio) / said.sample_rate

    return timed(run, runs)


def device_rows(device: str, whole: Timing, first: Timing) -> list[tuple[Cell, ...]]:
    """Of one device: measure, system, milliseconds by the clock, of processor time, goal."""
    second, page_goal = _GOALS[device]
    return [
        (f"a second of sound, {whole.sound:.1f} s sentence, {device}", "ours", *_each(whole), second),
        (f"first sound of {MAX_TEXT_CODE_POINTS} code points, {device}", "ours",
         1000 * first.seconds, 1000 * first.processor, page_goal),
    ]  # fmt: skip


def table(devices: Mapping[str, tuple[Timing, Timing]], espeak: Timing) -> Table:
    """Each device's sentence and first sound, eSpeak NG below."""
    measured = [row for device, timings in devices.items() for row in device_rows(device, *timings)]
    peer = (
        f"a second of sound, {espeak.sound:.1f} s sentence, cpu, one thread",
        "eSpeak NG",
        *_each(espeak),
        "",
    )
    return Table(
        "speed",
        "Speed, ms",
        ("measure", "system", "clock", "processor", "goal"),
        [*measured, peer],
        "1000 ms for a second of sound is real time; the goal of 70 is a real-time factor of 0.07. Published "
        "factors on other CPUs: Piper 0.15, Matcha with Vocos 0.14, VITS2 0.07.",
    )


def _each(timing: Timing) -> tuple[float, float]:
    return 1000 * timing.seconds / timing.sound, 1000 * timing.processor / timing.sound
