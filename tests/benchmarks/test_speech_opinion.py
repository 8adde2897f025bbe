"""Whether the foretold opinion is that of somebody who hears noise."""

import numpy as np
import pytest

pytest.importorskip("speechmos")
pytest.importorskip("librosa")

from benchmarks.speech.opinion import SCORES, opinion, table
from engine.reading.reader import Reader
from engine.speech.delivery import Delivery
from engine.speech.synthesizer import Synthesizer


def test_noise_costs_a_voice_its_scores() -> None:
    sound = Synthesizer(Reader(device="cpu"), device="cpu").speak(
        "فردا هوا در تهران بارانی و سرد است.", Delivery("ava")
    )
    noise = np.random.default_rng(0).standard_normal(len(sound.samples)).astype(np.float32)
    clear, noisy = opinion([sound.samples]), opinion([sound.samples + 0.02 * noise])
    assert all(1 < score < 5 for score in clear)
    assert clear[0] > noisy[0] + 0.3
    row = table({"ava": clear}).rows[0]
    assert row == ("ava", *clear)
    assert len(row) == 1 + len(SCORES)
