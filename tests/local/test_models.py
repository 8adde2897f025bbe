"""The real models behind one engine: many threads, batches, the user's lexicon, the name of what runs."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine import LocalEngine
from engine.contract.errors import EngineError
from engine.models import Models
from engine.text.chars import SUKUN

TEXTS = ["مردم شهر", "هوای سرد", "کتاب خوب را خواندم.", "امروز باران می‌بارد."]
SAME = {"request_id", "usage"}


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    with LocalEngine(device="cpu", threads=2, data_dir=tmp_path_factory.mktemp("data")) as engine:
        yield engine


@pytest.mark.parametrize("name", ["diacritize", "pinglish"])
def test_a_batch_gives_what_single_calls_give(local, tmp_path, name):
    with LocalEngine(device="cpu", data_dir=tmp_path) as other:
        batch = getattr(other, f"{name}_many")(TEXTS)
    single = [getattr(local, name)(text) for text in TEXTS]
    assert [answer.model_dump(exclude=SAME) for answer in batch] == [
        answer.model_dump(exclude=SAME) for answer in single
    ]


def test_a_batch_is_translated_in_order(local):
    answers = local.translate_many(TEXTS)
    assert [answer.original for answer in answers] == TEXTS
    assert all(answer.translation.strip() for answer in answers)


def test_many_threads_share_one_engine_while_its_models_load(tmp_path):
    with LocalEngine(device="cpu", threads=1, data_dir=tmp_path) as engine, ThreadPoolExecutor(8) as pool:
        calls = (engine.diacritize, engine.pinglish, engine.translate, engine.phonemize)
        running = [pool.submit(call, TEXTS[0]) for call in calls for _ in range(4)]
        running.append(pool.submit(engine.speech, TEXTS[0]))
        results = [future.result() for future in running]
        assert results[0].marked == engine.diacritize(TEXTS[0]).marked
        usage = engine.usage()
    assert usage.text.used_units == 4 * 4 * len(TEXTS[0]) + len(TEXTS[0])
    assert usage.text.reserved_units == usage.basic_speech.reserved_seconds == 0


def test_confidence_comes_with_the_same_marks_and_is_not_metered(local):
    used = local.usage().text.used_units
    found = local.diacritize_with_confidence(TEXTS[0], include_ezafe=False)
    assert local.usage().text.used_units == used
    assert found.operations == local.diacritize(TEXTS[0], include_ezafe=False).operations
    assert len(found.confidences) == len(found.operations)
    more = local.diacritize_with_confidence(TEXTS[0], include_ezafe=False, sukun=True)
    assert set(found.operations) < set(more.operations)
    assert {o.mark for o in more.operations} - {o.mark for o in found.operations} == {SUKUN}


def test_the_users_lexicon_overrides_the_model_and_names_the_engine(local, tmp_path):
    lexicon = tmp_path / "lexicon.tsv"
    lexicon.write_text("شهر\tSohr\n", encoding="utf-8")
    with LocalEngine(device="cpu", data_dir=tmp_path / "data", lexicon=lexicon) as engine:
        assert [word.phonemes for word in engine.phonemize("مردم شهر")][1] == "Sohr"
        version = engine.diacritize("مردم شهر").engine_version
    plain = local.diacritize("مردم شهر").engine_version
    assert version.startswith(f"{plain}+")
    assert plain.startswith("persian-engine-")


def test_a_copy_for_another_process_keeps_the_lexicon_and_its_name(tmp_path):
    lexicon = tmp_path / "lexicon.tsv"
    lexicon.write_text("کرم\tkerm\n", encoding="utf-8")
    models = Models(device="cpu", lexicon=lexicon)
    models.diacritize(["کرم"], True)  # loaded models do not travel
    lexicon.unlink()
    copied = pickle.loads(pickle.dumps(models))
    assert copied.engine_version == models.engine_version
    assert [word.phonemes for word in copied.phonemize("کرم")] == ["kerm"]


def test_a_copy_for_another_process_keeps_the_choices_of_the_data_folder(tmp_path):
    before = Models(data_dir=tmp_path)
    (tmp_path / "weights.json").write_text("{", encoding="utf-8")
    assert pickle.loads(pickle.dumps(before)).engine_version == before.engine_version
    with pytest.raises(EngineError):
        Models(data_dir=tmp_path)
