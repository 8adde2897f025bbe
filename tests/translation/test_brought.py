"""Translation models that a user brings: built with `transformers`, converted by CTranslate2's converter."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("ctranslate2")
pytest.importorskip("transformers", minversion="4.50")

import ctranslate2

from engine import LocalEngine, cli
from engine.brought import FILE
from engine.contract.errors import ServiceUnavailable, WeightsError
from engine.translation.brought.decoder import TOO_LONG, BroughtDecoder
from engine.translation.brought.registry import choose, chosen, examine
from engine.translation.search import SearchOptions
from tests.translation.brought_models import ENGLISH, MAKERS, PERSIAN, Made, copied, marian

pytestmark = pytest.mark.filterwarnings("ignore")  # what `transformers` and the converter say
GREEDY = SearchOptions(beams=1)


@pytest.fixture(scope="module", params=MAKERS)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return MAKERS[request.param](tmp_path_factory.mktemp(request.param) / "source")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """An OPUS-MT model that knows its few sentences by heart."""
    return marian(tmp_path_factory.mktemp("trained") / "source", steps=250)


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    def run(*arguments: str) -> tuple[int, str, str]:
        data = str(tmp_path / "data")
        monkeypatch.setattr(
            sys, "argv", ["persian-engine", "--data-dir", data, "--device", "cpu", *arguments]
        )
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        return int(ended.value.code or 0), printed.out, printed.err

    return run


def test_tokens_and_greedy_output_are_those_of_transformers(made: Made) -> None:
    decoder = BroughtDecoder(examine(made.folder), "cpu")
    for text in PERSIAN[::7]:
        (tokens,) = decoder.tokens.encode_many([text])
        assert tokens == made.tokenizer.convert_ids_to_tokens(made.tokenizer(text)["input_ids"])
        (((_, ((written,),))),) = decoder.search([text], GREEDY)
        kept = written.tokens[:-1] if written.finished else written.tokens
        assert kept == made.greedy(text, 2 * len(tokens) + 10)


def test_a_model_that_writes_nonsense_is_refused_and_costs_nothing(made: Made, tmp_path: Path) -> None:
    choose(tmp_path, examine(made.folder))
    with LocalEngine(device="cpu", data_dir=tmp_path) as engine:
        with pytest.raises(ServiceUnavailable):
            engine.translate(" ".join(PERSIAN[:3]))
        assert engine.usage().text.used_units == 0


def plainly_translated(made: Made, texts: list[str]) -> list[str]:
    """What CTranslate2 makes of the tokens of `transformers`, without the engine."""
    model = ctranslate2.Translator(str(made.folder))
    tokens = [made.tokenizer.convert_ids_to_tokens(made.tokenizer(text)["input_ids"]) for text in texts]
    results = model.translate_batch(tokens, beam_size=4, num_hypotheses=4, disable_unk=True)
    ids = [made.tokenizer.convert_tokens_to_ids(result.hypotheses[0]) for result in results]
    return [made.tokenizer.decode(row, skip_special_tokens=True) for row in ids]


def test_a_registered_model_translates_until_reset(
    trained: Made, tmp_path: Path, command: Callable[..., tuple[int, str, str]]
) -> None:
    written = plainly_translated(trained, PERSIAN)
    assert sum(map(str.__eq__, written, ENGLISH)) > len(ENGLISH) / 2
    expected = [sentence[0].upper() + sentence[1:] for sentence in written]
    code, _, told = command("weights", "use", "translation", str(trained.folder))
    choice = chosen(tmp_path / "data")
    assert code == 0
    assert choice is not None
    assert choice.kind == "marian"
    assert choice.name in told
    assert choice.name in command("weights", "list")[1]
    assert command("translate", PERSIAN[0])[1] == expected[0] + "\n"
    with LocalEngine(device="cpu", data_dir=tmp_path / "data") as engine:
        answer = engine.translate("- " + "\n\n  ".join(PERSIAN))
        assert answer.translation == "- " + "\n\n  ".join(expected)
        assert answer.engine_version.endswith(f"+{choice.name}")
        many = engine.translate_many(PERSIAN)
        assert [one.translation for one in many] == expected
    assert command("weights", "reset", "translation")[0] == 0
    assert chosen(tmp_path / "data") is None
    with LocalEngine(device="cpu", data_dir=tmp_path / "data") as engine:
        assert choice.name not in engine.translate(PERSIAN[0]).engine_version


@pytest.mark.parametrize(
    "kept", ["{name}", "https://example.ir/a?b=12", "`x = 1`", "#خبر", "%s", "۱۲۳", "Python"]
)
def test_what_the_model_does_not_know_stays(trained: Made, tmp_path: Path, kept: str) -> None:
    choose(tmp_path, examine(trained.folder))
    with LocalEngine(device="cpu", data_dir=tmp_path) as engine:
        translation = engine.translate(f"علی {kept} نان تازه").translation
    assert translation.count("123" if kept == "۱۲۳" else kept) == 1


def test_a_source_beyond_the_models_positions_is_no_translation(trained: Made) -> None:
    decoder = BroughtDecoder(examine(trained.folder), "cpu")
    found = dict(decoder.decode(["ﷺ " * 300, PERSIAN[0]], attempt=0))
    assert found["ﷺ " * 300].faults == (TOO_LONG,)
    assert found[PERSIAN[0]].text == plainly_translated(trained, PERSIAN[:1])[0]


@pytest.mark.parametrize("kind", ["missing", "changed"])
@pytest.mark.parametrize("name", ["model.bin", "config.json", "shared_vocabulary.json", "source.spm"])
def test_a_file_that_is_not_what_was_chosen_is_named(
    trained: Made, tmp_path: Path, name: str, kind: str
) -> None:
    folder = copied(trained, tmp_path / "model")
    choose(tmp_path / "data", examine(folder))
    whole = (folder / name).read_bytes()
    if kind == "missing":
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(whole + b" ")
    with LocalEngine(device="cpu", data_dir=tmp_path / "data") as engine:
        with pytest.raises(WeightsError) as caught:
            engine.translate(PERSIAN[0])
        assert caught.value.details["file"] == str(folder / name)
        assert "weights reset translation" in caught.value.detail.action
        assert engine.usage().text.used_units == 0
        (folder / name).write_bytes(whole)
        assert engine.translate(PERSIAN[0]).translation == plainly_translated(trained, PERSIAN[:1])[0]


def test_without_the_package_nothing_else_serves(
    trained: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(tmp_path, examine(trained.folder))
    monkeypatch.setitem(sys.modules, "ctranslate2", None)
    with LocalEngine(device="cpu", data_dir=tmp_path) as engine, pytest.raises(WeightsError) as caught:
        engine.translate(PERSIAN[0])
    assert caught.value.details["package"] == "ctranslate2"
    assert "persian-engine[ctranslate2]" in caught.value.detail.action


def _without_tags(folder: Path) -> None:
    path = folder / "shared_vocabulary.json"
    path.write_text(json.dumps([">>deu<<", *json.loads(path.read_text())]))


def _not_persian(folder: Path) -> None:
    (folder / "source.spm").write_bytes((folder / "target.spm").read_bytes())


DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "no model": (lambda folder: (folder / "model.bin").unlink(), "no CTranslate2 model"),
    "no tokenizer": (lambda folder: (folder / "target.spm").unlink(), "no tokenizer"),
    "no vocabulary": (lambda folder: (folder / "shared_vocabulary.json").unlink(), "is missing"),
    "another language": (_without_tags, ">>eng<<"),
    "no Persian": (_not_persian, "does not know Persian"),
    "cut short": (lambda folder: (folder / "model.bin").write_bytes(b"abc"), "cannot be loaded"),
    "no sentencepiece": (
        lambda folder: (folder / "source.spm").write_bytes(b"abc"),
        "no sentencepiece model",
    ),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_folder_that_will_not_do_is_not_registered(
    trained: Made, tmp_path: Path, command: Callable[..., tuple[int, str, str]], kind: str
) -> None:
    damage, words = DAMAGE[kind]
    folder = copied(trained, tmp_path / "model")
    damage(folder)
    code, _, told = command("weights", "use", "translation", str(folder))
    assert code == 2
    assert words in told
    assert chosen(tmp_path / "data") is None


@pytest.mark.parametrize(
    "record",
    [
        "",
        "[]",
        '{"translation": {}}',
        '{"translation": 1}',
        '{"translation": {"folder": 1, "kind": "nllb", "files": [], "source_tag": ""}}',
        '{"translation": {"folder": "/m", "kind": "nllb", "files": ["a"], "source_tag": ""}}',
        '{"translation": {"folder": "/m", "kind": "nllb", "files": {}, "source_tag": ""}}',
        '{"translation": {"folder": "/m", "kind": "nllb", "files": {"a": 1}, "source_tag": ""}}',
        '{"translation": {"folder": "/m", "kind": "nllb", "files": {"a": "b"}, "source_tag": null}}',
        '{"translation": {"folder": "/m", "kind": ["nllb"], "files": {"a": "b"}, "source_tag": ""}}',
    ],
)
def test_a_damaged_record_is_an_error_until_reset(
    tmp_path: Path, command: Callable[..., tuple[int, str, str]], record: str
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE).write_text(record)
    code, _, told = command("translate", PERSIAN[0])
    assert code == 7
    assert FILE in told
    assert command("weights", "reset", "translation")[0] == 0
    assert command("usage")[0] == 0
