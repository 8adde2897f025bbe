"""The command as people use it: arguments, files, standard input, JSON, long texts, errors and exit codes."""

import io
import json
import os
import subprocess
import sys
import wave
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest

import engine
from engine import cli
from engine.contract import DiacritizeResponse, PinglishResponse, TranslateResponse, UsageResponse
from engine.local import LocalEngine

TEXT = "مردم شهر از هوای سرد گله دارند."

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["persian-engine", "--data-dir", str(tmp_path / "data"), *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        return int(ended.value.code or 0), printed.out, printed.err

    return run


def test_the_text_comes_from_argument_file_or_standard_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text(TEXT, encoding="utf-8")
    from_argument = run("diacritize", TEXT)
    assert from_argument[0] == 0
    assert "مَردُمِ" in from_argument[1]
    assert run("diacritize", "--file", str(file)) == from_argument
    assert run("diacritize", stdin=TEXT.encode()) == from_argument


def test_options_reach_the_engine(run: Run) -> None:
    assert "َ" in run("diacritize", "--no-ezafe", TEXT)[1]
    assert "مَردُمِ" not in run("diacritize", "--no-ezafe", TEXT)[1]
    assert "ā" in run("pinglish", "--style", "systematic", "--vowel-notation", "macron", TEXT)[1]


def test_json_is_the_contracts_response(run: Run) -> None:
    marked = DiacritizeResponse.model_validate_json(run("diacritize", "--json", TEXT)[1])
    latin = PinglishResponse.model_validate_json(run("pinglish", "--json", TEXT)[1])
    english = TranslateResponse.model_validate_json(run("translate", "--json", TEXT)[1])
    assert marked.original == latin.original == english.original == TEXT
    usage = UsageResponse.model_validate_json(run("usage", "--json")[1])
    assert usage.text.used_units == 4 * len(TEXT)


def test_confidence_prints_how_sure_each_mark_is(run: Run) -> None:
    lines = [line.split("\t") for line in run("confidence", TEXT)[1].splitlines()]
    assert lines[0][:4] == ["0", "م", "fatha", "reading"]
    assert all(TEXT[int(place)] == letter for place, letter, *_ in lines)
    assert {kind for *_, kind, _ in lines} == {"reading", "ezafe"}
    assert all(0 < float(confidence) <= 1 for *_, confidence in lines)


def test_phonemize_prints_the_scheme_and_spans(run: Run) -> None:
    assert run("phonemize", TEXT)[1].split()[0] == "mardom-e"
    words = json.loads(run("phonemize", "--json", TEXT)[1])
    assert [TEXT[word["start"] : word["end"]] for word in words] == TEXT.rstrip(".").split()


def test_speak_writes_a_wav_and_an_mp3(run: Run, tmp_path: Path) -> None:
    code, printed, _ = run("speak", TEXT, "--output", str(tmp_path / "clip.wav"))
    assert (code, printed) == (0, "")
    with wave.open(str(tmp_path / "clip.wav")) as clip:
        assert clip.getframerate() == 24000
        assert 1 < clip.getnframes() / 24000 < 8
    assert run("speak", TEXT, "--output", str(tmp_path / "clip.mp3"))[0] == 0
    assert (tmp_path / "clip.mp3").stat().st_size > 1000
    assert {path.name for path in tmp_path.iterdir()} == {"data", "clip.wav", "clip.mp3"}


def test_the_usual_voice_is_one_of_the_tier(run: Run, tmp_path: Path) -> None:
    voices = []
    for options in ([], ["--tier", "premium"]):
        printed = run("speak", "سلام", *options, "--json", "--output", str(tmp_path / "clip.wav"))[1]
        voices.append(json.loads(printed)["voice"])
    assert voices == ["leyla", "Kore"]


def test_usage_shows_seconds_to_one_decimal(run: Run, tmp_path: Path) -> None:
    run("speak", "سلام", "--output", str(tmp_path / "clip.wav"))
    exact = UsageResponse.model_validate_json(run("usage", "--json")[1]).basic_speech.used_seconds
    row = next(line for line in run("usage")[1].splitlines() if "Basic seconds" in line)
    assert f" {exact:.1f} " in row


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version") == (0, f"persian-engine {version('persian-engine')}\n", "")
    assert engine.__version__ == version("persian-engine")


def test_a_long_text_is_sent_in_sections_and_a_second_run_is_free(run: Run, tmp_path: Path) -> None:
    text = f"{TEXT} " * 400
    file = tmp_path / "long.txt"
    file.write_text(text, encoding="utf-8")
    first = run("diacritize", "--no-ezafe", "--file", str(file))
    assert first[0] == 0
    assert "".join(char for char in first[1] if char not in "ًٌٍَُِّٰٓٔ").strip() == text.strip()
    again = run("diacritize", "--no-ezafe", "--file", str(file))
    assert again[1] == first[1]
    usage = UsageResponse.model_validate_json(run("usage", "--json")[1])
    assert usage.text.used_units == len(text)


def test_another_lexicon_answers_anew(run: Run, tmp_path: Path) -> None:
    text, lexicon = f"{TEXT} " * 400, tmp_path / "lexicon.tsv"
    plain = run("pinglish", text)[1]
    lexicon.write_text("مردم\tmardAm\n", encoding="utf-8")
    for _ in range(2):
        assert run("--lexicon", str(lexicon), "pinglish", text)[1].count("mardaam") == 400
    assert "mardaam" not in plain
    assert run("pinglish", text)[1] == plain
    usage = UsageResponse.model_validate_json(run("usage", "--json")[1])
    assert usage.text.used_units == 2 * len(text)


def test_only_the_first_section_pauses_after_the_title(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "plan", partial(cli.plan, limit=len(TEXT) + 1))
    premium = ("--tier", "premium", "--voice", "Kore", "--director-notes", "slower, pause after the title")
    output = ("--json", "--output", str(tmp_path / "clip.wav"))
    code, printed, _ = run("speak", f"{TEXT} بهار نزدیک است. {TEXT}", *premium, *output)
    notes = [json.loads(line)["delivery"]["director_notes"] for line in printed.splitlines()]
    assert (code, notes) == (0, ["slower, pause after the title", "slower", "slower"])


def test_director_notes_that_are_ignored_are_told(run: Run, tmp_path: Path) -> None:
    premium = ("speak", TEXT, "--output", str(tmp_path / "clip.wav"), "--tier", "premium", "--voice", "Kore")
    code, printed, told = run(*premium, "--director-notes", "slower, don't whisper; با لهجهٔ مریخی")
    assert (code, printed) == (0, "")
    assert told.splitlines()[:-1] == [
        "director notes, ignored: don't whisper",
        "director notes, ignored: با لهجهٔ مریخی",
    ]


class Stopping:
    """A local engine of the command that is stopped, as by Ctrl-C, at one of its translations."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls = 0
        self.stop_at: int | None = None
        real = LocalEngine.translate

        def translate(engine: LocalEngine, text: str, **options: str) -> TranslateResponse:
            self.calls += 1
            if self.calls == self.stop_at:
                raise KeyboardInterrupt
            return real(engine, text, **options)

        monkeypatch.setattr(LocalEngine, "translate", translate)


def test_a_stopped_translation_goes_on_and_its_file_appears_whole(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, output, part = (tmp_path / name for name in ("fa.txt", "en.txt", "en.txt.part"))
    source.write_text("\n\n".join([TEXT * 100] * 4), encoding="utf-8")
    command = ("translate", "--file", str(source), "--output", str(output))
    engine = Stopping(monkeypatch)
    output.write_text("before", encoding="utf-8")
    engine.stop_at = 3
    assert run(*command)[0] == 130
    assert output.read_text(encoding="utf-8") == "before"
    so_far = part.read_text(encoding="utf-8")
    charged = UsageResponse.model_validate_json(run("usage", "--json")[1]).text.used_units
    assert charged == 2 * 2 * len(TEXT * 100 + "\n\n")
    engine.stop_at = None
    assert run(*command)[:2] == (0, "")
    whole = output.read_text(encoding="utf-8")
    assert whole.startswith(so_far)
    assert whole.count("\n\n") == 3
    assert not part.exists()
    used = UsageResponse.model_validate_json(run("usage", "--json")[1]).text.used_units
    assert used == 2 * len(source.read_text(encoding="utf-8"))


def test_an_output_file_holds_what_is_printed(run: Run, tmp_path: Path) -> None:
    output = tmp_path / "marked.txt"
    for options in ([], ["--json"]):
        printed = run("diacritize", TEXT, "--idempotency-key", "the-same-key", *options)[1]
        assert run("diacritize", TEXT, "--idempotency-key", "the-same-key", *options, "-o", str(output)) == (
            0,
            "",
            "",
        )
        assert output.read_bytes().decode() == printed


def test_an_invalid_text_leaves_no_file(run: Run, tmp_path: Path) -> None:
    assert run("translate", "hello", "--output", str(tmp_path / "en.txt"))[0] == 2
    assert not list(tmp_path.glob("en.txt*"))


def test_one_json_line_a_section(run: Run) -> None:
    lines = run("diacritize", "--json", f"{TEXT} " * 400)[1].splitlines()
    responses = [DiacritizeResponse.model_validate_json(line) for line in lines]
    assert "".join(response.original for response in responses) == f"{TEXT} " * 400


def test_weights_are_listed(run: Run) -> None:
    code, printed, _ = run("weights")
    assert code == 0
    assert all(name in printed for name in ("reading", "translation", "acoustic", "vocoder"))


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["diacritize", "hello"], 2, "Persian-script letter"),
        (["diacritize", "hello " * 1100], 2, "Persian-script letter"),
        (["diacritize", ""], 2, "text"),
        (["diacritize", TEXT, "--file", "x"], 2, "not both"),
        (["diacritize", "--file", "no/such/file"], 2, "no/such/file"),
        (["pinglish", TEXT, "--style", "fancy"], 2, "fancy"),
        (["speak", TEXT, "--voice", "nobody"], 2, "voice"),
        (["speak", TEXT, "--voice", "Zephyr"], 2, "Zephyr is a Premium voice\nAdd --tier premium"),
        (["speak", TEXT, "--voice", "ava", "--tier", "premium"], 2, "ava is a Basic voice\nAdd --tier basic"),
        (["speak", TEXT, "--pace", "2"], 2, "pace"),
        (["speak", TEXT, "--style", "warm"], 2, "style: is for the Premium tier"),
        (["speak", TEXT, "--output", "clip.txt"], 2, ".wav"),
        (["speak", TEXT, "--output", "no/such/folder/clip.wav"], 2, "cannot be written"),
        (["speak", TEXT, "--output", f"{'a' * 300}.wav"], 2, "cannot be written"),
        (["translate", TEXT, "--output", "no/such/folder/en.txt"], 2, "cannot be written"),
        (["translate", TEXT, "--output", "."], 2, "cannot be written"),
        (["diacritize", "سلام \udcff"], 2, "UTF-8"),
        (["diacritize", "--file", "."], 2, "directory"),
        (["--threads", "0", "diacritize", TEXT], 2, "threads"),
        (["--device", "nonsense", "diacritize", TEXT], 2, "device 'nonsense' cannot be used here"),
        (["weights", "use", "translation", "no/such/folder"], 2, "no CTranslate2 model"),
        (["weights", "use", "speech:leyla", "none.onnx"], 2, "none.onnx.json"),
        (["--lexicon", "no/such/file", "diacritize", TEXT], 2, "no/such/file"),
        (["diacritize", TEXT, "--idempotency-key", "short"], 2, "key"),
        (["--weights", "no/such/folder", "diacritize", TEXT], 7, "manifest.json"),
    ],
)
def test_errors_have_words_and_exit_codes(run: Run, arguments: list[str], code: int, words: str) -> None:
    ended, printed, complaint = run(*arguments)
    assert (ended, printed) == (code, "")
    assert words in complaint


def test_standard_input_that_is_not_utf8_is_refused(run: Run) -> None:
    ended, _, complaint = run("diacritize", stdin=b"\xff\xfe\x00")
    assert ended == 2
    assert "UTF-8" in complaint


def test_an_output_that_cannot_be_written_costs_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder.wav").mkdir()
    for output in (tmp_path / "folder.wav", tmp_path / "absent" / "clip.wav"):
        ended, _, complaint = run("speak", TEXT, "--output", str(output))
        assert ended == 2
        assert str(output) in complaint
    usage = UsageResponse.model_validate_json(run("usage", "--json")[1])
    assert usage.basic_speech.used_seconds == usage.basic_speech.reserved_seconds == 0


def test_escape_codes_of_the_text_stay(run: Run) -> None:
    assert "\x1b[1m" in run("diacritize", "\x1b[1mمردم")[1]


def started(tmp_path: Path, redirection: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """A process of its own that diacritizes standard input, by way of a shell's redirection."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh",
         sys.executable, "-m", "engine.cli", "--data-dir", str(tmp_path), "diacritize"],
        input=TEXT, env={**os.environ, **environment}, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_closed_standard_input_is_said(tmp_path: Path) -> None:
    ended = started(tmp_path, "<&-")
    assert ended.returncode == 2
    assert "no text" in ended.stderr


def test_a_full_standard_output_is_one_line_and_code_6(tmp_path: Path) -> None:
    ended = started(tmp_path, ">/dev/full")
    assert ended.returncode == 6
    assert ended.stderr.splitlines() == [
        "persian-engine: standard output cannot be written: No space left on device"
    ]


def test_closed_standard_output_is_no_failure(tmp_path: Path) -> None:
    ended = started(tmp_path, ">&-")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_texts_are_printed_in_utf8_whatever_the_locale(tmp_path: Path) -> None:
    ended = started(tmp_path, PYTHONIOENCODING="ascii")
    assert ended.returncode == 0
    assert "مَردُمِ" in ended.stdout
