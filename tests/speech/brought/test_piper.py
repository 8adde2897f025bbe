"""A Piper voice of the user's own, from its registration to its sound."""

import io
import json
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

from engine import LocalEngine, cli
from engine.brought import FILE
from engine.contract.errors import WeightsError
from engine.speech.brought.opening import opened
from engine.speech.brought.registry import choose, chosen, examine
from engine.speech.delivery import EXPRESSIVENESS, STYLES, Manner
from engine.speech.persian import IPA, segments
from engine.speech.phrases import Ending, Phrase
from engine.speech.piper.config import read
from engine.speech.piper.rendering import PiperRenderer
from engine.speech.piper.spelling import SPELLINGS, Spelling
from engine.speech.sections import Section
from engine.speech.voices import voice_named
from tests.speech.brought.voices import CONFIG, SYMBOLS, heard, piper_voice

TEXT = "مردم شهر از هوای سرد گله دارند."
LEYLA = voice_named("leyla")


def section(*words: str, ending: Ending = Ending.STATEMENT) -> Section:
    phones = tuple(segment for word in words for segment in segments(*word.partition("-")[::2]))
    return Section((Phrase(phones, ending),), (0.45,))


def without(*symbols: str) -> dict[str, Any]:
    kept = {name: ids for name, ids in CONFIG["phoneme_id_map"].items() if name not in symbols}
    return {"phoneme_id_map": kept}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return piper_voice(tmp_path_factory.mktemp("tones"))


@pytest.fixture(scope="module")
def renderer(graph: Path) -> PiperRenderer:
    return PiperRenderer(graph)


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    def run(*arguments: str) -> tuple[int, str, str]:
        data = str(tmp_path / "data")
        monkeypatch.setattr(sys, "argv", ["persian-engine", "--data-dir", data, *arguments])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        return int(ended.value.code or 0), printed.out, printed.err

    return run


def sound(engine: LocalEngine, text: str = TEXT, **options: Any) -> np.ndarray:
    clip = engine.speech(text, **options)
    samples, rate = soundfile.read(io.BytesIO(engine.download_audio(clip.audio_url)), dtype="float32")
    assert rate == 24_000
    assert clip.voice == options["voice"]
    return samples


# Symbols


@pytest.mark.parametrize(
    ("words", "ending", "written"),
    [
        (["salAm"], Ending.STATEMENT, "salˈɑm."),
        (["mardom-e", "Sahr"], Ending.QUESTION, "mardˈome ʃˈahr?"),
        (["qand", "dowlat", "kuCe"], Ending.EXCLAMATION, "q1ˈand doːlˈat kuːtʃˈe!"),
        (["AqA", "joz?", "va"], Ending.CONTINUES, "ɑq1ˈɑ dʒˈoz va,"),
    ],
)
def test_sections_are_written_as_espeak_writes(
    graph: Path, words: list[str], ending: Ending, written: str
) -> None:
    spelling = Spelling(read(graph))
    assert spelling.written(section(*words, ending=ending)) == written
    assert not spelling.substitutes


def test_ids_are_parted_by_padding(graph: Path) -> None:
    ids = Spelling(read(graph)).ids(section("na"))
    assert "".join(SYMBOLS[number] for number in ids) == "^_n_ˈ_a_._$"


def test_every_phone_of_persian_is_spelled() -> None:
    assert {*IPA.values(), "ɣ"} <= SPELLINGS.keys()


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is missing")
def test_spellings_are_what_espeak_writes() -> None:
    text = "پدر گفت: چاق و ژولیده، خانه‌ی معلم نزدیک است. شوق وطن، بچه‌ی یک ساله، ظهر فردا"
    command = ["espeak-ng", "-v", "fa", "--ipa", "-q", text]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    known = set(unicodedata.normalize("NFD", said))
    assert set("".join(spellings[0] for spellings in SPELLINGS.values())) <= known


def test_what_a_voice_lacks_is_replaced_and_told(tmp_path: Path) -> None:
    spelling = Spelling(read(piper_voice(tmp_path, **without("1", "ɑ", "ˈ"))))
    assert spelling.substitutes == {"q1": "q", "ɑ": "ɒ", "ˈ": "'"}
    assert spelling.written(section("qAli")) == "qɒl'i."


# Sound


def test_every_symbol_is_heard_and_nothing_else(renderer: PiperRenderer) -> None:
    said = renderer.render(section("mardom-e", "Sahr"), LEYLA, Manner(), 1.0)
    assert heard(said) == "mardˈome ʃˈahr."
    assert said.dtype == np.float32
    assert not said[:1000].any()
    assert not said[-3000:].any()


@pytest.mark.parametrize("pace", [0.75, 0.9, 1.1, 1.25])
@pytest.mark.parametrize("words", [["na"], ["mardom-e", "Sahr", "az", "havA-ye", "sard"]], ids=len)
def test_pace_divides_the_duration(renderer: PiperRenderer, words: list[str], pace: float) -> None:
    natural, paced = (renderer.render(section(*words), LEYLA, Manner(), one) for one in (1.0, pace))
    assert len(natural) / len(paced) == pytest.approx(pace, rel=0.001)
    sounding = [np.count_nonzero(np.abs(one) > 0.01) for one in (natural, paced)]
    assert sounding[0] / sounding[1] == pytest.approx(pace, rel=0.02 if len(words) > 1 else 0.1)


def test_the_same_words_last_the_same(renderer: PiperRenderer) -> None:
    first, second = (renderer.render(section("salAm"), LEYLA, Manner(), 1.0) for _ in range(2))
    assert np.array_equal(first, second)


def test_style_acts_on_length_and_expressiveness_on_noise(renderer: PiperRenderer) -> None:
    def made(manner: Manner) -> np.ndarray:
        return renderer.render(section("mardom-e", "Sahr"), LEYLA, manner, 1.0)

    plain, news, lessons = (made(manner) for manner in (Manner(), STYLES["news"], STYLES["instructional"]))
    assert len(news) < len(plain) < len(lessons)
    calm, lively = (made(EXPRESSIVENESS[name]) for name in ("calm", "lively"))
    assert np.abs(calm).max() < np.abs(plain).max() < np.abs(lively).max()


def test_one_speaker_of_several(tmp_path: Path) -> None:
    path = piper_voice(tmp_path, num_speakers=2, speaker_id_map={"reza": 0, "mina": 1})
    chosen_ones = [examine("leyla", path, speaker) for speaker in (None, "mina", "1")]
    assert [one.speaker for one in chosen_ones] == [0, 1, 1]
    low, high = (PiperRenderer(path, number).render(section("na"), LEYLA, Manner(), 1.0) for number in (0, 1))
    peaks = [int(np.abs(np.fft.rfft(one)).argmax()) for one in (low, high)]
    assert peaks[1] == pytest.approx(2 * peaks[0], rel=0.01)
    with pytest.raises(WeightsError, match="reza, mina"):
        examine("leyla", path, "ali")


def test_a_speaker_is_part_of_the_name(tmp_path: Path) -> None:
    path = piper_voice(tmp_path, num_speakers=2, speaker_id_map={"reza": 0, "mina": 1})
    first, reza, mina = (examine("leyla", path, speaker).name for speaker in (None, "reza", "mina"))
    assert re.fullmatch("piper-[0-9a-f]{8}", first)
    assert (reza, mina) == (first, f"{first}-1")


# In the engine


def test_another_speaker_of_the_same_file_speaks_anew(tmp_path: Path) -> None:
    path = piper_voice(tmp_path, num_speakers=2, speaker_id_map={"reza": 0, "mina": 1})
    said = []
    for speaker in ("reza", "mina", "reza"):
        choose(tmp_path / "data", "leyla", examine("leyla", path, speaker))
        with LocalEngine(device="cpu", data_dir=tmp_path / "data") as engine:
            said.append(sound(engine, voice="leyla"))
    assert not np.array_equal(said[0], said[1])
    assert np.array_equal(said[0], said[2])


def test_a_registered_voice_speaks_until_reset(
    graph: Path, tmp_path: Path, command: Callable[..., tuple[int, str, str]]
) -> None:
    code, _, told = command("weights", "use", "speech:leyla", str(graph))
    choice = chosen(tmp_path / "data")["leyla"]
    assert code == 0, told
    assert choice.name in told
    assert choice.name in command("weights", "list")[1]
    with LocalEngine(device="cpu", data_dir=tmp_path / "data") as engine:
        natural = sound(engine, voice="leyla")
        assert heard(natural) == "mardˈome ʃˈahr az havˈɑje sˈard ɡelˈe dɑrˈand."
        fast = sound(engine, voice="leyla", pace=1.25)
        assert len(natural) / len(fast) == pytest.approx(1.25, rel=0.02)
        two = sound(engine, f"{TEXT} {TEXT}", voice="leyla")
        assert len(two) - 2 * len(natural) == pytest.approx(0.25 * 24_000, abs=10)
        clip = engine.speech(TEXT, voice="leyla")
        assert clip.engine_version.endswith(f"+leyla-{choice.name}")
        assert clip.fallback is None
        shipped = sound(engine, voice="ava")
    assert command("weights", "reset", "speech:leyla")[0] == 0
    assert chosen(tmp_path / "data") == {}
    with LocalEngine(device="cpu", data_dir=tmp_path / "data") as engine:
        assert not np.array_equal(sound(engine, voice="leyla"), natural)
        assert np.array_equal(sound(engine, voice="ava"), shipped)
        assert choice.name not in engine.speech(TEXT, voice="leyla").engine_version


def test_a_premium_voice_can_be_replaced(graph: Path, tmp_path: Path) -> None:
    choose(tmp_path, "Kore", examine("Kore", graph))
    with LocalEngine(device="cpu", data_dir=tmp_path, deployment="development") as engine:
        plain = sound(engine, tier="premium", voice="Kore")
        slow = sound(engine, tier="premium", voice="Kore", style="instructional")
        assert heard(plain).startswith("mardˈome ʃˈahr")
        assert len(slow) > 1.05 * len(plain)


@pytest.mark.parametrize("kind", ["missing", "changed"])
@pytest.mark.parametrize("name", ["tones.onnx", "tones.onnx.json"])
def test_a_file_that_is_not_what_was_chosen_is_named(tmp_path: Path, name: str, kind: str) -> None:
    path = piper_voice(tmp_path)
    choice = examine("leyla", path)
    if kind == "missing":
        path.with_name(name).unlink()
    else:
        path.with_name(name).write_bytes(path.with_name(name).read_bytes() + b" ")
    with pytest.raises(WeightsError) as caught:
        opened(choice)
    assert caught.value.details["file"] == str(path.with_name(name))
    assert "weights reset speech:leyla" in caught.value.detail.action


def test_a_damaged_voice_is_an_error_and_never_another_voice(tmp_path: Path) -> None:
    path = piper_voice(tmp_path / "voice")
    choose(tmp_path / "data", "leyla", examine("leyla", path))
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with LocalEngine(device="cpu", data_dir=tmp_path / "data") as engine:
        with pytest.raises(WeightsError):
            engine.speech(TEXT, voice="leyla")
        assert engine.usage().basic_speech.used_seconds == 0
        assert engine.speech(TEXT, voice="kian").voice == "kian"
        path.write_bytes(whole)
        assert heard(sound(engine, voice="leyla")).startswith("mardˈome")


def test_without_the_package_nothing_else_speaks(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(WeightsError) as caught:
        opened(examine("leyla", graph))
    assert caught.value.details["package"] == "onnxruntime"
    assert "persian-engine[piper]" in caught.value.detail.action


# Registration


def _changed(**changes: Any) -> Callable[[Path], object]:
    def change(path: Path) -> None:
        config = path.with_name(path.name + ".json")
        config.write_text(json.dumps(json.loads(config.read_text()) | changes))

    return change


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "no graph": (lambda path: path.unlink(), "is missing"),
    "no graph of ONNX": (lambda path: path.write_bytes(b"abc"), "cannot be loaded"),
    "no configuration": (lambda path: path.with_name("tones.onnx.json").unlink(), "cannot be read"),
    "no JSON": (lambda path: path.with_name("tones.onnx.json").write_text("{"), "no configuration"),
    "no map": (_changed(phoneme_id_map={}), "no configuration"),
    "ids beyond the voice's": (_changed(num_symbols=5), "num_symbols"),
    "another language": (_changed(espeak={"voice": "en-us"}), "'en-us'"),
    "letters": (_changed(phoneme_type="text"), "'text'"),
    "no rate": (_changed(audio={"sample_rate": 0}), "0 Hz"),
    "another graph": (_changed(num_speakers=3), "no Piper voice"),
    "no s": (_changed(**without("s")), "no symbol for 's'"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_will_not_do_is_not_registered(
    tmp_path: Path, command: Callable[..., tuple[int, str, str]], kind: str
) -> None:
    damage, words = REFUSED[kind]
    path = piper_voice(tmp_path / "voice")
    damage(path)
    code, _, told = command("weights", "use", "speech:leyla", str(path))
    assert code == 2
    assert words in told
    assert chosen(tmp_path / "data") == {}


def test_a_missing_package_is_no_wrong_argument(
    graph: Path, command: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    code, _, told = command("weights", "use", "speech:leyla", str(graph))
    assert code == 7
    assert "persian-engine[piper]" in told


@pytest.mark.parametrize("task", ["speech:nobody", "speech", "diacritization"])
def test_an_unknown_task_is_a_wrong_use_of_the_command(
    graph: Path, command: Callable[..., tuple[int, str, str]], task: str
) -> None:
    code, _, told = command("weights", "use", task, str(graph))
    assert code == 2
    assert "kian" in told


def test_what_a_voice_lacks_is_told_at_registration(
    tmp_path: Path, command: Callable[..., tuple[int, str, str]]
) -> None:
    path = piper_voice(tmp_path / "voice", **without("1"))
    assert "q1 is written q" in command("weights", "use", "speech:leyla", str(path))[2]


def test_each_choice_stands_by_itself(graph: Path, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"translation": {"kind": "x"}}')
    for voice in ("leyla", "Kore"):
        choose(tmp_path, voice, examine(voice, graph))
    choose(tmp_path, "leyla", None)
    assert list(chosen(tmp_path)) == ["Kore"]
    assert json.loads((tmp_path / FILE).read_text())["translation"] == {"kind": "x"}


@pytest.mark.parametrize(
    "entry",
    [
        "1",
        "{}",
        '{"folder": "/", "kind": "x", "files": {}, "voice": "leyla"}',
        '{"folder": "/", "kind": "x", "files": {"a": "b"}, "voice": "leyla"}',
        '{"folder": "/", "kind": "piper", "files": {}, "voice": "leyla"}',
        '{"folder": "/", "kind": "piper", "files": [], "voice": "leyla"}',
        '{"folder": 1, "kind": "piper", "files": {"a": "b"}, "voice": "leyla"}',
        '{"folder": "/", "kind": "piper", "files": {"a": "b"}, "voice": "leyla", "speaker": "1"}',
        '{"folder": "/", "kind": "piper", "files": {"a": "b"}, "voice": ["leyla"]}',
    ],
)
def test_a_damaged_record_is_an_error_until_reset(
    tmp_path: Path, command: Callable[..., tuple[int, str, str]], entry: str
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE).write_text(f'{{"speech:leyla": {entry}}}')
    code, _, told = command("usage")
    assert code == 7
    assert "weights reset speech:leyla" in " ".join(told.split())
    assert command("weights", "reset", "speech:leyla")[0] == 0
    assert command("usage")[0] == 0
