"""A word is read as one of its known readings, not as a mixture of them."""

from pathlib import Path

import numpy as np
import pytest

from engine.reading.align import align
from engine.reading.known import KnownReadings
from engine.reading.labels import LABELS
from engine.reading.reader import Reader


def labels_of(word: str, reading: str) -> tuple[int, ...]:
    labels = align(word, reading)
    assert labels is not None
    return labels


GELE, GALLE = labels_of("گله", "gele"), labels_of("گله", "galle")
MIXED = labels_of("گله", "gale")


def probabilities(*readings: tuple[tuple[int, ...], float]) -> np.ndarray:
    """Letter by letter the sum of some readings' shares."""
    found = np.full((len(readings[0][0]), len(LABELS)), 1e-9, dtype=np.float32)
    for labels, share in readings:
        found[np.arange(len(labels)), list(labels)] += share
    return found


@pytest.fixture
def known() -> KnownReadings:
    return KnownReadings({"گله": [GELE, GALLE]})


def test_a_mixture_gives_way_to_the_likelier_known_reading(known: KnownReadings) -> None:
    assert known.settle("گله", MIXED, probabilities((GELE, 0.55), (GALLE, 0.45))) == GELE
    assert known.settle("گله", MIXED, probabilities((GELE, 0.45), (GALLE, 0.55))) == GALLE


def test_what_the_letters_say_clearly_stands(known: KnownReadings) -> None:
    assert known.settle("گله", MIXED, probabilities((MIXED, 1.0))) == MIXED


def test_known_readings_and_unknown_words_are_left_alone(known: KnownReadings) -> None:
    even = probabilities((GELE, 0.5), (GALLE, 0.5))
    assert known.settle("گله", GALLE, even) == GALLE
    assert known.settle("گلهٔ", MIXED, even) == MIXED


def test_non_joiners_do_not_tell_forms_apart() -> None:
    label = labels_of("آبی", "Abi")
    known = KnownReadings({"آبی": [label]})
    other = labels_of("آبی", "Abay")
    assert known.settle("آب\u200cی", other, probabilities((label, 0.4), (other, 0.6))) == label


def test_a_word_is_known_by_its_form_or_by_its_parts() -> None:
    known = KnownReadings({"آبی": [[]], "گله": [[]], "ها": [[]]})
    assert "گله" in known
    assert "آب\u200cی" in known
    assert "گله\u200cها" in known
    assert "گله\u200cدار" not in known


def test_saved_and_loaded(known: KnownReadings, tmp_path: Path) -> None:
    known.save(tmp_path / "readings.xz")
    loaded = KnownReadings.load(tmp_path / "readings.xz")
    assert len(loaded) == len(known) == 1
    assert loaded.settle("گله", MIXED, probabilities((GELE, 0.55), (GALLE, 0.45))) == GELE


@pytest.mark.parametrize(
    ("text", "typed"),
    [("سَمت", "samt"), ("سِمَت", "semat"), ("صِفر", "sefr")],
)
def test_typed_marks_choose_among_the_known(text: str, typed: str) -> None:
    assert Reader().read(text).words[0].phonemes == typed
