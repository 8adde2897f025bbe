"""The speech benchmark: what it counts, from sounds and strings made up here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.speech import intelligibility, speed, stability, timbre
from benchmarks.speech.intelligibility import COPIED, TEACHER, Hearing
from benchmarks.speech.speed import Timing, page, sentence, timed
from benchmarks.speech.stability import Faults, clicks, misheard, seconds_a_phoneme, texts, words_of
from engine.contract.limits import MAX_TEXT_CODE_POINTS
from engine.speech.mel import N_MELS, SAMPLE_RATE
from engine.speech.persian import segments
from engine.speech.phrases import Ending, Phrase
from engine.speech.sections import Section
from engine.speech.voices import Voice

PHRASE = Phrase((*segments("salAm"), *segments("bar"), *segments("bahAr")), Ending.STATEMENT)
WORDS = [list("sælɒm"), list("bæɾ"), list("bæhɒɾ")]


def tone(hertz: float, seconds: float = 0.5) -> np.ndarray:
    return np.sin(2 * np.pi * hertz * np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE).astype(np.float32)


def test_texts_to_time_are_never_the_same() -> None:
    assert len({sentence(number) for number in range(10)}) == 10
    pages = [page(number) for number in range(7)]
    assert {len(text) for text in pages} == {MAX_TEXT_CODE_POINTS}
    assert len(set(pages)) == 7


def test_timing_leaves_the_warm_up_out() -> None:
    numbers: list[int] = []

    def run(number: int) -> float:
        numbers.append(number)
        return float(number)

    found = timed(run, 3)
    assert numbers == [0, 1, 2, 3, 4]
    assert found.sound == 3.0


def test_speed_is_for_a_second_of_sound() -> None:
    table = speed.table({"cpu": (Timing(0.5, 0.9, 10.0), Timing(0.3, 0.5, 4.0))}, Timing(0.02, 0.02, 8.0))
    whole, first, espeak = table.rows
    assert whole[2:] == (50.0, 90.0, "under 70")
    assert first[2:] == (300.0, 500.0, "under 400")
    assert espeak[1:4] == ("eSpeak NG", 2.5, 2.5)


def test_words_keep_their_phonemes() -> None:
    assert words_of([PHRASE]) == WORDS


@pytest.mark.parametrize(
    ("said", "skipped", "repeated"),
    [
        ("sælɒmbæɾbæhɒɾ", 0, 0),
        ("sælɒmbæhɒɾ", 1, 0),
        ("sælɒmsælɒmbæɾbæhɒɾ", 0, 1),
        ("sælɒmbæbæhɒɾ", 0, 0),
        ("", 3, 0),
    ],
)
def test_words_not_heard_and_heard_twice(said: str, skipped: int, repeated: int) -> None:
    assert misheard(WORDS, list(said)) == (skipped, repeated)


def test_a_step_at_a_joint_is_a_click() -> None:
    silent = np.zeros(400, np.float32)
    assert clicks([tone(200)[:-30], tone(200)]) == 1
    assert clicks([tone(200, 0.5), tone(200, 0.5)]) == 0
    assert clicks([silent, silent, tone(100)]) == 0
    assert clicks([silent, silent + np.float32(0.01)]) == 1


def test_pauses_do_not_slow_a_phoneme() -> None:
    section = Section((PHRASE,), (0.3,))
    pause = np.zeros(SAMPLE_RATE, np.float32)
    sound = np.concatenate([tone(150, 0.65), pause, tone(150, 0.65)])
    assert seconds_a_phoneme(section, sound) == pytest.approx(0.1, abs=0.01)


def test_sentences_are_spoken_several_to_a_text() -> None:
    first, last = texts(["یک", "دو؟", "سه", "چهار.", "پنج", "شش"])
    assert first == "یک. دو؟ سه. چهار. پنج."
    assert last == "شش."


def test_faults_stand_beside_the_teachers() -> None:
    ours = Faults(sections=2, words=9, skipped=1, joints=1, runaways=1, peak=0.5, rates=[0.08, 0.2])
    rows = {str(row[0]): row[1:3] for row in stability.table(ours, Faults(words=9), 0).rows}
    assert rows["words skipped, of 9"] == (1, "0 of 9")
    assert rows["runaways"] == (1, None)
    assert rows["clicks, of 1 joints"] == (0, None)


def test_hearing_parts_errors_by_kind() -> None:
    hearing = Hearing()
    hearing.add(list("sælm"), list("sælɒm"))
    hearing.add(list("bæbɾ"), list("bæɾ"))
    hearing.add(list("xæɾ"), list("bæɾ"))
    assert (hearing.swapped, hearing.missed, hearing.added) == (1, 1, 1)
    assert hearing.error_rate == pytest.approx(3 / 11)
    assert (hearing.meant["b"], hearing.right["b"]) == (2, 1)


def test_voices_stand_beside_the_teacher() -> None:
    found = {name: Hearing() for name in (TEACHER, COPIED, "ava")}
    for name, said in zip(found, ("sælɒm", "sælɒm", "sælom"), strict=True):
        found[name].add(list(said), list("sælɒm"))
    errors = intelligibility.error_table(found, {"kathleen": 0.25}, 1)
    assert errors.rows[2][:3] == ("ava", pytest.approx(20), pytest.approx(20))
    assert errors.rows[-1][:2] == ("held out, kathleen", 25.0)
    assert intelligibility.phoneme_table(found).rows[0] == ("ɒ", 0.0, 100.0, 1)


def test_a_voice_is_nearest_to_whom_it_is_made_of() -> None:
    low, high = (timbre.spectrum([tone(hertz) + tone(2 * hertz)]) for hertz in (200, 3000))
    assert low.shape == (N_MELS,)
    assert timbre.distance(low, low + 3) == pytest.approx(0, abs=1e-4)
    assert timbre.distance(low, high) > 5
    distances = {"ava": {"kathleen": 2.0, "kerstin": 3.0}, "leyla": {"kathleen": 2.0, "kerstin": 3.0}}
    shares = {"ava": timbre.made_of(Voice("ava", 1, 165)), "leyla": {"kathleen": 0.3, "kerstin": 0.7}}
    ava, leyla, _ = timbre.table(distances, shares).rows
    assert ava == ("ava", "kathleen", 2.0, 3.0, "kathleen", "yes")
    assert leyla == ("leyla", "0.7 kerstin + 0.3 kathleen", 2.0, 3.0, "kathleen", "no")


def test_brightness_is_told_in_decibels() -> None:
    raised = timbre.brightened(np.zeros(N_MELS, np.float32), 6.0)
    assert (raised[-1] - raised[0]) * 20 / np.log(10) == pytest.approx(6.0, rel=1e-5)


def test_a_picture_is_small(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from benchmarks.speech.pictures import draw

    noise = np.random.default_rng(0).normal(0, 0.1, (3, 3 * SAMPLE_RATE)).astype(np.float32)
    path = tmp_path / "ava.png"
    draw(path, "ava", dict(zip(("salAm", "bahAr", "az"), noise, strict=True)))
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size < 200_000
