"""From what the reader doubts over the answers of readers to labels."""

import lzma
from pathlib import Path

import pytest

from engine.checkpoint import default_root
from engine.reading.labels import LABELS
from engine.reading.reader import Reader
from training.digest import digest
from training.reading import doubts as sheets
from training.reading import judged as command
from training.reading.doubts import Question, asked, questions
from training.reading.judged import answered, decided, decisions, judged
from training.reading.selftrain import Teacher, labelled, with_decisions

LINE = "او کتاب علی را دید"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(device="cpu")


def test_only_doubtful_words_are_asked_about(reader: Reader) -> None:
    clear, doubtful = (list(questions(reader.read(text))) for text in ("او به خانه رفت", "مرد"))
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
    plain = "باران تا صبح روی بام خانه بارید"
    for name, content in (("reading/sentences.dev.tsv", "الف\talef\n"), ("reading/updt.dev.txt", "الف\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "translation" / "gold").mkdir(parents=True)
    with lzma.open(tmp_path / "translation" / "gold" / "press.tsv.xz", "wt", encoding="utf-8") as press:
        press.write(f"{text}\tPeople saw it.\n{other}\tSo did we.\n")
    (tmp_path / "mono" / "fa").mkdir(parents=True)
    with lzma.open(tmp_path / "mono" / "fa" / "modern.txt.xz", "wt", encoding="utf-8") as modern:
        modern.write(f"{plain}\n")
    for folder, content in (
        ("doubts", f"0\t{text.replace('کتاب', 'کتاب{1}')}\n1\t{other}{{1}}\n2\t{plain}{{1}}\n"),
        ("answers", "0\t1\n1\t10\n2\t0\n"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "000.tsv").write_text(content, encoding="utf-8")
    (tmp_path / "judged.tsv").write_text(f"{digest(LINE)}\t3+\n{digest(text)}\t2-\n", encoding="utf-8")
    monkeypatch.setattr(command, "FILE", tmp_path / "judged.tsv")
    folders = [f"--{name}={tmp_path / name}" for name in ("doubts", "answers")]
    monkeypatch.setattr("sys.argv", ["judged", f"--data={tmp_path}", *folders])
    command.main()
    kept = (tmp_path / "judged.tsv").read_text(encoding="utf-8")
    assert kept == f"{digest(LINE)}\t3+\n{digest(text)}\t2+\n{digest(plain)}\t6-\n"
    expected = {digest(LINE): "3+", digest(text): "2+", digest(plain): "6-"}
    assert judged(tmp_path / "judged.tsv") == {name: decisions(row) for name, row in expected.items()}
    said = capsys.readouterr().out
    assert "3 lines, 3 decisions" in said
    assert f"10 does not answer {other}{{1}}" in said


def test_lines_that_were_judged_are_a_source_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.reading.selftrain.judged", lambda: {digest(LINE): decisions("3+")})
    [example] = with_decisions(["او به خانه رفت", LINE], [Teacher(default_root())])
    assert example.text == LINE
    assert example.source == "judged"
    assert example.ezafe[13] == 1


def test_sheets_are_of_the_source_that_is_named_without_what_was_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("reading/sentences.dev.tsv", "reading/updt.dev.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("الف\talef\n", encoding="utf-8")
    (tmp_path / "mono" / "fa").mkdir(parents=True)
    lines = {
        "modern": ["دیروز در شهر باران بارید و خیابان تر شد"],
        "colloquial": ["این گل را از کدام باغ زیبا چیدی", "آن گل را هم از همان باغ چیدم"],
    }
    for name, texts in lines.items():
        with lzma.open(tmp_path / "mono" / "fa" / f"{name}.txt.xz", "wt", encoding="utf-8") as file:
            file.write("\n".join(texts))
    monkeypatch.setattr(sheets, "judged", lambda: {digest(lines["colloquial"][1]): []})
    monkeypatch.setattr(sheets, "SURE_EZAFE", 1.1)  # each word is asked about
    where = [f"--data={tmp_path}", f"--out={tmp_path / 'doubts'}", "--source=colloquial"]
    monkeypatch.setattr("sys.argv", ["doubts", *where])
    sheets.main()
    written = (tmp_path / "doubts" / "000.tsv").read_text(encoding="utf-8").splitlines()
    assert len(written) == 1
    assert written[0].startswith("1\tاین{1} گل")
