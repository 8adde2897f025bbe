"""Local beside remote: scores by hand, budgets, and the page."""

import json
import time

import httpx
import pytest

from engine import LocalEngine, RemoteEngine
from engine.compare import agreement
from engine.compare.page import page
from engine.compare.report import report
from engine.compare.requests import Request, requests_of, texts_of
from engine.compare.run import Budget, run
from engine.contract import DiacritizeResponse
from engine.contract.errors import ServiceUnavailable, ValidationFailed
from engine.service.account import Allowances
from tests.remote.server import ADDRESS, KEY, Script, failure, translation
from tests.service.doubles import PlainCapabilities

FATHA, KASRA, DAMMA = "\u064e", "\u0650", "\u064f"
TEXTS = ["مردم شهر", "هوای <b>سرد</b>"]
PLENTY = Budget(10**6, 10**6)


def marked(*operations):
    fields = [{"source_index": at, "mark": mark, "type": kind} for at, mark, kind in operations]
    usage = {
        "meter": "text",
        "input_code_points": 4,
        "multiplier": 1,
        "units": 4,
        "additional_units": 0,
        "cache_hit": False,
    }
    body = {
        "request_id": "0b4ad3c5-7f5a-4c0e-8a55-4f7de2f6a001",
        "engine_version": "1",
        "usage": usage,
        "original": "مردم",
        "marked": "مردم",
        "operations": fields,
    }
    return DiacritizeResponse.model_validate_json(json.dumps(body))


def test_mark_scores_by_hand():
    local = marked((0, FATHA, "reading"), (1, DAMMA, "reading"), (2, FATHA, "reading"), (3, KASRA, "ezafe"))
    remote = marked((0, FATHA, "reading"), (1, KASRA, "reading"))
    reading = agreement.mark_scores([(local, remote)], "reading")
    assert (reading.precision, reading.recall) == (pytest.approx(1 / 3), pytest.approx(1 / 2))
    assert reading.f1 == pytest.approx(2 * 1 / 5)
    ezafe = agreement.mark_scores([(local, remote)], "ezafe")
    assert (ezafe.precision, ezafe.recall, ezafe.f1) == (0, 0, 0)


def test_engines_that_mark_nothing_agree():
    scores = agreement.mark_scores([(marked(), marked())], "ezafe")
    assert (scores.precision, scores.recall, scores.f1) == (1, 1, 1)


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [
        ("", "", 0),
        ("salaam", "salam", 1),
        ("kitten", "sitting", 3),
        ("", "abc", 3),
        ("abc", "", 3),
        ("ā", "a", 1),
    ],
)
def test_edit_distance(one, other, edits):
    assert agreement.edit_distance(one, other) == edits


def test_character_error_rate_is_over_the_remote_characters():
    assert agreement.character_error_rate([("salaam", "salam"), ("x", "xyz")]) == pytest.approx(3 / 8)


def test_chrf_of_the_same_is_100():
    assert agreement.chrf([("the city", "the city")]) == pytest.approx(100)
    assert agreement.chrf([("the city", "a cold day")]) < 50


def test_without_sacrebleu_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "sacrebleu.metrics.chrf", None)
    with pytest.raises(ValidationFailed) as caught:
        agreement.chrf([("a", "a")])
    assert "persian-engine[bench]" in caught.value.detail.action


def test_texts_are_the_lines_with_persian_letters():
    assert texts_of("سلام\n\nhello\r\n  دنیا  \n") == ["سلام", "دنیا"]
    assert all(len(text) <= 6_000 for text in texts_of("سلام دنیا. " * 2_000))


def test_requests_and_their_units():
    requests = list(requests_of(["سلام"], ["diacritize", "pinglish", "translate", "speech"]))
    assert [(each.capability, each.units) for each in requests] == [
        ("diacritize", 4),
        ("pinglish", 4),
        ("pinglish", 4),
        ("translate", 8),
        ("speech", 0),
    ]
    assert {dict(each.options).get("style") for each in requests} == {None, "readable", "systematic"}


class Other(PlainCapabilities):
    """Reads differently: no mark at all, and another translation."""

    def diacritize(self, texts, include_ezafe):
        return [
            type(marks)(text, ())
            for text, marks in zip(texts, super().diacritize(texts, include_ezafe), strict=True)
        ]

    def translate(self, texts):
        return ["a <script>different</script> translation" for _ in texts]


@pytest.fixture
def engines(tmp_path):
    with (
        LocalEngine(data_dir=tmp_path / "near", models=PlainCapabilities()) as near,
        LocalEngine(data_dir=tmp_path / "far", models=Other()) as far,
    ):
        yield near, far


def requests(*capabilities):
    return list(requests_of(TEXTS, capabilities or ("diacritize", "pinglish", "translate", "speech")))


def test_a_whole_comparison(engines):
    measured = report(run(*engines, requests(), PLENTY))
    figures = {figure.name: figure.value for figure in measured.agreement}
    assert figures["ezafe marks, recall"] == 0
    assert figures["reading marks, f1"] == 100
    assert figures["Pinglish readable, character error rate"] == 0
    assert 0 < figures["translation, chrF++"] < 100
    assert figures["audio duration, local over remote"] == 1
    assert {figure.name: figure.value for figure in measured.charged} == {
        "text": 5 * sum(map(len, TEXTS)),
        "Basic speech": 5.0,
    }
    assert [(each.capability, each.engine) for each in measured.latency] == [
        (capability, engine)
        for capability in ("diacritize", "pinglish", "translate", "speech")
        for engine in ("local", "remote")
    ]
    for latency in measured.latency:
        assert 0 < latency.milliseconds["p50"] <= latency.milliseconds["p90"] <= latency.milliseconds["p99"]
    assert len(measured.differences) == 4
    assert measured.failures == []


def test_answers_of_a_cache_are_no_measure_of_speed(engines):
    for _ in range(2):
        measured = report(run(*engines, requests("translate"), PLENTY))
    assert measured.latency == []


def test_a_remote_latency_is_that_of_the_last_try(engines, monkeypatch):
    sleep, pauses = time.sleep, []
    monkeypatch.setattr(
        "engine.remote.blocking.time.sleep", lambda seconds: pauses.append(seconds) or sleep(1)
    )

    def slowly(request):
        sleep(0.2)
        return translation()(request)

    limited = failure(429, "rate_limit_exceeded", category="rate_limit", after=30)
    script = Script(limited, limited, slowly)
    with RemoteEngine(ADDRESS, KEY, transport=httpx.MockTransport(script)) as far:
        done = run(engines[0], far, requests("translate")[:1], PLENTY)
    assert len(script.requests) == 3
    assert len(pauses) == 2
    assert all(pause >= 30 for pause in pauses)
    (latency,) = [each for each in report(done).latency if each.engine == "remote"]
    assert 200 <= latency.milliseconds["p50"] < 1_000


def test_a_remote_engine_is_asked_what_a_local_one_is():
    for request in requests():
        call = request.call()
        assert call.target == f"/v1/{request.capability}"
        sent = json.loads(call.body)
        assert sent["text"] == request.text
        assert dict(request.options).items() <= sent.items()


@pytest.mark.parametrize(("units", "asked"), [(0, 0), (7, 0), (8, 1), (10**6, 2)])
def test_the_budget_of_units_is_never_exceeded(engines, units, asked):
    done = run(*engines, requests("diacritize"), Budget(units, 0))
    assert (len(done.pairs), done.left_out) == (asked, 2 - asked)
    assert engines[1].usage().text.used_units <= units


def test_the_budget_of_seconds_ends_speech_alone(engines):
    done = run(*engines, requests("speech", "translate"), Budget(10**6, 1.0))
    assert [pair.request.capability for pair in done.pairs] == ["speech", "translate", "translate"]
    assert done.left_out == 1


def test_an_exhausted_allowance_is_not_asked_again(tmp_path):
    with (
        LocalEngine(data_dir=tmp_path / "near", models=PlainCapabilities()) as near,
        LocalEngine(data_dir=tmp_path / "far", models=Other(), allowances=Allowances(text_units=1)) as far,
    ):
        done = run(near, far, requests("translate"), PLENTY)
    assert (len(done.pairs), done.left_out) == (1, 1)
    (failure,) = report(done).failures
    assert (failure.engine, failure.code) == ("remote", "text_quota_exhausted")


def test_failures_are_reported_and_compared_with_nothing(engines, monkeypatch):
    def fail(*_):
        raise ServiceUnavailable("told to")

    monkeypatch.setattr(Other, "translate", fail)
    measured = report(run(*engines, requests("translate"), PLENTY))
    assert [failure.code for failure in measured.failures] == ["service_unavailable"] * 2
    assert measured.agreement == measured.differences == []
    assert "service_unavailable" in page(measured)


def test_the_page_shows_differences_and_runs_nothing(engines):
    html = page(report(run(*engines, requests(), PLENTY)))
    assert "<script" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html
    assert "<ins>" in html
    assert "http" not in html
    assert html.count("<tr><td>translate") == 4  # two latencies, two differences


def test_a_request_asks_as_a_user_would(engines):
    answer = Request("pinglish", TEXTS[0], (("style", "systematic"),), 8).ask(engines[0])
    assert answer.style == "systematic"
