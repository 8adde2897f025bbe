"""One synthesizer on the shipped weights, reading by hand."""

import pytest

from engine.speech.synthesizer import Synthesizer
from tests.speech import by_hand


@pytest.fixture(scope="session")
def shipped() -> Synthesizer:
    return Synthesizer(reader=None)  # type: ignore[arg-type]


@pytest.fixture
def synthesizer(shipped: Synthesizer, monkeypatch: pytest.MonkeyPatch) -> Synthesizer:
    monkeypatch.setattr("engine.reading.phonemes.phonemize_along", by_hand.phonemize)
    return shipped
