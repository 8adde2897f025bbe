"""From what the reader doubts over the answers of people to labels."""

import lzma
from pathlib import Path

import pytest

from engine.checkpoint import default_root
from engine.reading.labels import LABELS
from engine.reading.reader import Reader
from training.digest import digest
from training.reading import judged as command
from training.reading.doubts import Question, asked, questions
from training.reading.judged import answered, decided, decisions, judged
from training.reading.selftrain import Teacher, labelled, with_decisions

LINE = "او کتاب علی را دید"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(device="cpu")


def test_only_doubtful_words_are_asked_about(reader: Reader) -> None:
    clear, doubtful = (list(questions(reader.read(text))) for text in ("او به خانه رفت", "گل را برد"))
    assert clear == []
    assert doubtful
    assert len(doubtful[0].readings) > 1
    assert doubtful[0].word == 0


def test_questions_stand_behind_their_words_and_the_rest_is_the_line(reader: Reader) -> None:
    sheet = asked(LINE, reader.read(LINE), [Question(1, ("ketAb", "kotAb")), Question(1), Question(3)])
    assert sheet == "او کتاب{r|ketAb|kotAb}{1} علی را{1} دید"
    assert answered(sheet, "b1?", LINE) == "1=kotAb 1+ 3?"
    assert answered(sheet, "x00", LINE) == "1= 1- 3-"


@pytest.mark.parametrize("answer", ["a1", "a100", ""])
def test_an_answer_of_another_length_is_refused(answer: str) -> None:
    with pytest.raises(ValueError, match="does not answer"):
        answered("او کتاب{r|ketAb|kotAb}{1} علی را{1} دید", answer, LINE)


def test_a_sheet_about_another_line_is_refused() -> None:
    with pytest.raises(ValueError, match="does not answer"):
        answered("او کتاب{1} علی را دید", "1", "او کتاب رضا را دید")


def test_a_decision_stands_over_the_teacher_and_nothing_else_changes() -> None:
    [said] = labelled([LINE], [Teacher(default_root())])
    changed = decided(said, decisions("1=kotob 3+ 2?"))
    differ = [i for i, (a, b) in enumerate(zip(said.targets, changed.targets, strict=True)) if a != b]
    assert set(differ) <= set(range(3, 7))
    assert said.ezafe != changed.ezafe
    assert (changed.ezafe[13], changed.ezafe[10]) == (1, -1)
    unreadable = decided(said, decisions("1=mardom"))
    assert unreadable.targets[3:7] == [0, 0, 0, 0]
    sounds = [LABELS[t - 1].sound for t in decided(said, decisions("4=dayad")).targets[15:18]]
    assert "".join(sounds) in ("", "dayad")


def test_the_command_keeps_decisions_without_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, other = "مردم شهر کتاب علی را دیدند و به خانه رفتند", "ما هم آن کتاب را دیدیم"
    for name, content in (("reading/sentences.dev.tsv", "الف\talef\n"), ("reading/updt.dev.txt", "الف\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "translation" / "gold").mkdir(parents=True)
    with lzma.open(tmp_path / "translation" / "gold" / "press.tsv.xz", "wt", encoding="utf-8") as press:
        press.write(f"{text}\tPeople saw it.\n{other}\tSo did we.\n")
    for folder, content in (
        ("doubts", f"0\t{text.replace('کتاب', 'کتاب{1}')}\n1\t{other}{{1}}\n"),
        ("answers", "0\t1\n1\t10\n"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "000.tsv").write_text(content, encoding="utf-8")
    (tmp_path / "judged.tsv").write_text(f"{digest(LINE)}\t3+\n{digest(text)}\t2-\n", encoding="utf-8")
    monkeypatch.setattr(command, "FILE", tmp_path / "judged.tsv")
    folders = [f"--{name}={tmp_path / name}" for name in ("doubts", "answers")]
    monkeypatch.setattr("sys.argv", ["judged", f"--data={tmp_path}", *folders])
    command.main()
    kept = (tmp_path / "judged.tsv").read_text(encoding="utf-8")
    assert kept == f"{digest(LINE)}\t3+\n{digest(text)}\t2+\n"
    assert judged(tmp_path / "judged.tsv") == {digest(LINE): decisions("3+"), digest(text): decisions("2+")}
    said = capsys.readouterr().out
    assert "2 lines, 2 decisions" in said
    assert f"10 does not answer {other}{{1}}" in said


def test_lines_that_were_judged_are_a_source_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.reading.selftrain.judged", lambda: {digest(LINE): decisions("3+")})
    [example] = with_decisions(["او به خانه رفت", LINE], [Teacher(default_root())])
    assert example.text == LINE
    assert example.source == "judged"
    assert example.ezafe[13] == 1
