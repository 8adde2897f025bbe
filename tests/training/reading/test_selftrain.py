"""Lines labelled by a tagger become examples like others."""

import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.checkpoint import default_root
from engine.reading.labels import LABELS
from training.reading import selftrain
from training.reading.batches import Corpus
from training.reading.prepare import pack
from training.reading.selftrain import Teacher, labelled
from training.reading.sources import SELF
from training.reading.targets import Example, LabelSets

LINES = ["مردم شهر از هوای سرد گله دارند.", "من هر روز کتاب می‌خوانم و چای می‌نوشم", "او به خانه رفت"]


def test_a_line_is_labelled_as_the_teacher_reads_it() -> None:
    example = {e.text: e for e in labelled(LINES, [Teacher(default_root())])}["او به خانه رفت"]
    said = "".join(LABELS[t - 1].sound if t else "." for t in example.targets)
    assert said.replace(".", "") == "ubexAneraft"
    assert [e for e in example.ezafe if e >= 0] == [0, 0, 0, 0]
    assert example.source == SELF.name


def test_ezafe_is_labelled_and_every_entry_belongs_to_a_character() -> None:
    for example in labelled(LINES, [Teacher(default_root())]):
        assert len(example.text) == len(example.targets) == len(example.ezafe) == len(example.marks)
    first = next(e for e in labelled(LINES[:1], [Teacher(default_root())]))
    assert first.ezafe[first.text.index("هوای") + 3] == 1


def test_letters_and_ezafes_are_labelled_where_the_teacher_is_sure() -> None:
    teacher = Teacher(default_root())

    def surer(chance: float) -> Any:
        def told(texts: list[str]) -> tuple[Tensor, Tensor]:
            labels, ezafe = teacher(texts)
            return torch.where(labels == labels.amax(-1, keepdim=True), chance, 0.0), ezafe * 0 + chance

        return told

    nearly, wholly = (next(labelled(LINES[:1], [surer(chance)])) for chance in (0.95, 0.995))
    assert not any(nearly.targets)
    assert sum(t > 0 for t in wholly.targets) == sum(c.isalpha() for c in LINES[0])
    words = len(LINES[0].split())
    assert (nearly.ezafe.count(1), wholly.ezafe.count(1)) == (0, words)


def test_what_teachers_disagree_on_stays_open() -> None:
    teacher = Teacher(default_root())

    def contrary(texts: list[str]) -> tuple:
        labels, ezafe = teacher(texts)
        return labels.roll(1, -1), 1.0 - ezafe

    alone = [e.ezafe for e in labelled(LINES, [teacher])]
    together = list(labelled(LINES, [teacher, contrary]))  # type: ignore[list-item]
    assert sum(v >= 0 for e in alone for v in e) > sum(v >= 0 for e in together for v in e.ezafe)
    letters = [(c, t) for e in together for c, t in zip(e.text, e.targets, strict=True) if c in "مردش"]
    assert letters
    assert not any(t for _, t in letters)


def test_letters_of_a_source_that_says_nothing_of_them_are_labelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "کتاب شهر"
    own = [0] * (len(text) - 1) + [7]
    ezafe = [-1, -1, -1, 0, -1, -1, -1, 1]
    others = [Example(text, [0] * len(text), [0] * len(text), ezafe, s) for s in ("updt", "farsdat")]
    given = [others[0], Example(text, [0] * len(text), own, ezafe, "articles"), others[1]]
    pack(given, LabelSets(), [], tmp_path / "data.npz")
    out = tmp_path / "more.npz"
    line = ["selftrain", "--packed", tmp_path / "data.npz", "--out", out, "--teacher", default_root()]
    monkeypatch.setattr(sys, "argv", [*map(str, line), "--characters", "0", "--sounds", "articles"])
    selftrain.main()
    corpus = Corpus(out)
    labelled_one = corpus[1]
    assert "".join(LABELS[t - 1].sound for t in labelled_one.targets[:-1] if t) == "ketAbSah"
    assert labelled_one.targets[-1] == 7
    assert labelled_one.ezafe.tolist() == ezafe
    assert not corpus[0].targets.any()
    assert not corpus[2].targets.any()
