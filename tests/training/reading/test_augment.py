import random

import numpy as np

from engine.reading.encoding import MARK_BITS
from engine.reading.labels import LABEL_IDS
from engine.text.chars import FATHA, KASRA, ZWNJ
from training.reading.augment import Augmentation, Text, augmented, joined

NEVER = Augmentation(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def text(characters: str, ezafe: dict[int, int] | None = None) -> Text:
    n = len(characters)
    links = np.full(n, -1, dtype=np.int64)
    for place, value in (ezafe or {}).items():
        links[place] = value
    return Text(characters, np.zeros(n, dtype=np.int64), np.arange(1, n + 1), links)


def variants(original: Text, how: Augmentation) -> list[Text]:
    return [augmented(original, how, random.Random(seed)) for seed in range(40)]


def test_nothing_changes_without_augmentation() -> None:
    (same,) = {v.text for v in variants(text("کتاب‌ها."), NEVER)}
    assert same == "کتاب‌ها."


def test_dropped_joiners_keep_letters_and_targets_together() -> None:
    found = variants(text("کتاب‌ها", {6: 1}), Augmentation(1.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.0))
    assert {v.text for v in found} == {"کتاب‌ها", "کتابها", "کتاب ها"}
    for v in found:
        assert list(v.targets[:4]) == [1, 2, 3, 4]
        assert list(v.targets[-2:]) == [6, 7]
        assert v.ezafe[-1] == 1
        assert v.ezafe[3] == (0 if " " in v.text else -1)


def test_punctuation_goes_with_its_targets() -> None:
    found = variants(text("آب، نان."), Augmentation(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    assert {v.text for v in found} == {"آب نان"}
    assert list(found[0].targets) == [1, 2, 4, 5, 6, 7]


def test_written_marks_are_those_of_the_targets() -> None:
    original = text("سر", {1: 1})
    original.targets[:] = [1 + LABEL_IDS["s", "a"], 1 + LABEL_IDS["r", ""]]
    seen = {tuple(v.marks) for v in variants(original, Augmentation(1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0))}
    assert seen <= {(a, b) for a in (0, MARK_BITS[FATHA]) for b in (0, MARK_BITS[KASRA])}
    assert len(seen) > 1


def test_joined_texts_part_at_the_separator() -> None:
    both = joined([text("آب"), text("نان" + ZWNJ + "ها")], "\n")
    assert both.text == "آب\nنان‌ها"
    assert list(both.targets) == [1, 2, 0, 1, 2, 3, 4, 5, 6]
