"""Section 1, What the service does; each test quotes the rule it checks."""

import httpx
import pytest

from engine import split_text
from engine.contract.errors import BodyTooLarge, EngineError, ServiceUnavailable, ValidationFailed
from engine.remote import Retries, Timeouts
from tests.conformance.asking import BODIES, TEXT, new_key, post, refused, succeeded
from tests.conformance.noting import Noting
from tests.conformance.stage import FAILS
from tests.service.doubles import wait_for

ROUTES = pytest.mark.parametrize("route", BODIES)
TEXT_ROUTES = ["/v1/diacritize", "/v1/pinglish", "/v1/translate"]


def test_the_submitted_text_with_reading_marks_added_plus_a_list_of_the_marks_and_positions(real):
    """The submitted text with reading marks added, plus a list of the marks and their positions."""
    answer = real.diacritize("مردم شهر از هوای سرد گله دارند.")
    assert answer.marked.startswith("مَردُمِ")
    assert answer.operations


def test_latin_script_rendering_of_the_text_with_word_level_alignment_to_the_source(real):
    answer = real.pinglish("سلام دنیا")
    assert answer.pinglish.isascii()
    assert [item.source for item in answer.alignment] == ["سلام", "دنیا"]


def test_english_translation_of_the_persian_text(real):
    assert real.translate("سلام").translation.isascii()


def test_metadata_plus_a_time_limited_signed_address_for_a_finished_audio_file(real):
    clip = real.speech("سلام")
    assert real.download_audio(clip.audio_url)


def test_a_job_that_is_polled_or_followed_through_an_event_stream(real):
    job = real.create_speech_job("سلام", idempotency_key=new_key())
    *_, last = real.stream_speech_job(job.id)
    assert last.data.status == real.get_speech_job(job.id).status == "succeeded"


def test_allowance_and_billing_period_counters_for_the_organization_and_environment_of_the_key(engine):
    engine.translate(TEXT)
    report = engine.usage()
    assert report.text.used_units == 2 * len(TEXT)
    assert report.billing_period.starts_at < report.billing_period.ends_at


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xef\xbb\xbf" + '{"text":"سلام"}'.encode(),
        '{"text":"سلام"}'.encode("utf-16"),
        b'{"text":"\xff"}',
        '{"text":"سلام","text":"سلام"}'.encode(),
        '{"text":"سلام","include_ezafe":NaN}'.encode(),
        '{"text":"سلام",}'.encode(),
        '{"text":"سلام"}{}'.encode(),
        '["سلام"]'.encode(),
        b"null",
        b"[" * 30_000,
    ],
)
@ROUTES
def test_rule_1_all_request_bodies_are_strict_utf_8_json(http, route, body):
    refused(post(http, route, body), category="validation")


@ROUTES
def test_rule_1_unknown_fields_are_rejected(http, route):
    detail = refused(post(http, route, BODIES[route] | {"colour": "blue"}), category="validation")
    assert detail.details["field"] == "colour"


@pytest.mark.parametrize(
    ("route", "field", "value"),
    [
        ("/v1/diacritize", "includeEzafe", True),
        ("/v1/pinglish", "vowelNotation", "macron"),
        ("/v1/speech", "directorNotes", None),
        ("/v1/speech", "Pace", 1),
    ],
)
def test_rule_1_bodies_have_snake_case_field_names(http, route, field, value):
    """... with snake_case field names. Unknown fields are rejected."""
    refused(post(http, route, BODIES[route] | {field: value}), category="validation")


def padded(body, size):
    """The JSON of a body, blown up to so many bytes by the spaces that JSON permits."""
    data = httpx.Request("POST", "http://x", json=body).content
    return data + b" " * (size - len(data))


@ROUTES
def test_rule_2_every_generation_request_body_is_at_most_32768_bytes_of_serialized_json(http, route):
    """Every generation request body is at most 32 KiB (32,768 bytes) of serialized JSON."""
    assert post(http, route, padded(BODIES[route], 32_768)).is_success
    refused(post(http, route, padded(BODIES[route], 32_769)), category="validation")


@pytest.mark.parametrize("size", [32_769, 10_000_000])
def test_rule_2_every_body_is_at_most_32_kib_also_one_whose_length_is_not_announced(http, size):
    """Every generation request body is at most 32 KiB: also one whose length is not announced."""

    def chunks():
        data = padded(BODIES["/v1/translate"], size)
        for start in range(0, len(data), 65_536):
            yield data[start : start + 65_536]

    try:
        response = http.post("/v1/translate", content=chunks())
    except httpx.WriteError:  # the server need not read it to its end
        assert size > 100_000
    else:
        refused(response, category="validation")


def test_rule_2_every_body_is_at_most_32_kib_of_serialized_json_on_an_engine(engine):
    """Every generation request body is at most 32 KiB: control characters take six bytes of JSON each."""
    with pytest.raises(BodyTooLarge):
        engine.translate("س" + "\x01" * 5_999)


@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_rule_3_text_holds_at_most_6000_unicode_code_points(engine, method):
    """The field `text` holds at most 6,000 Unicode code points."""
    call = getattr(engine, method)
    assert len(call("س" * 6_000).original) == 6_000
    assert len(call("س" + "😀" * 5_999).original) == 6_000
    with pytest.raises(ValidationFailed) as caught:
        call("س" * 6_001)
    assert caught.value.detail.category == "validation"


@ROUTES
def test_rule_3_text_holds_at_most_6000_unicode_code_points_whatever_their_bytes(http, route):
    """At most 6,000 Unicode code points: neither bytes nor UTF-16 units."""
    answer = post(http, route, BODIES[route] | {"text": "س" + "😀" * 5_999})
    assert answer.is_success, answer.text
    refused(post(http, route, BODIES[route] | {"text": "س" + "a" * 6_000}), category="validation")


@pytest.mark.parametrize("filler", [" ", "\u200c", "،", "\u064e", "a"])
def test_rule_3_spaces_zero_width_non_joiners_punctuation_and_combining_marks_all_count(engine, filler):
    assert engine.translate("س" + filler * 99).usage.input_code_points == 100
    with pytest.raises(ValidationFailed):
        engine.translate("س" + filler * 6_000)


@pytest.mark.parametrize("text", ["hello", "123 ۱۲۳", "\u064e\u0650", "،؟", "   ", ""])
@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_rule_3_text_contains_at_least_one_persian_script_letter(engine, method, text):
    """... and contains at least one Persian-script letter."""
    with pytest.raises(ValidationFailed) as caught:
        getattr(engine, method)(text)
    assert caught.value.details["field"] == "text"


@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_rule_3_mixed_persian_and_english_text_is_accepted(real, method):
    text = "متن mixed است"
    assert getattr(real, method)(text).original == text


@ROUTES
def test_rule_4_generation_routes_do_not_permit_browser_cross_origin_access(http, route):
    asked = {"Origin": "https://page.example", "Access-Control-Request-Method": "POST"}
    preflight = http.options(route, headers=asked)
    refused(preflight)
    answered = http.post(route, json=BODIES[route], headers={**asked, "Idempotency-Key": new_key()})
    for response in (preflight, answered):
        assert not [name for name in response.headers if name.startswith("access-control-")]


def test_rule_4_a_key_must_never_appear_in_logs_or_urls(http, organization, server):
    succeeded(http.get("/v1/usage"))
    url = httpx.get(f"{server.address}/v1/usage", params={"api_key": organization.key}, trust_env=False)
    refused(url, 401)
    wait_for(lambda: url.headers["X-Request-Id"] in server.log.read_text())
    log = server.log.read_text()
    assert organization.key not in log
    assert TEXT not in log


@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate"])
def test_rule_6_the_client_retries_with_the_same_body_and_the_original_idempotency_key(engine, method):
    """The client retries the same endpoint with the same body and the original Idempotency-Key."""
    key = new_key()
    first = getattr(engine, method)(TEXT, idempotency_key=key)
    used = engine.usage().text.used_units
    assert getattr(engine, method)(TEXT, idempotency_key=key) == first
    assert engine.usage().text.used_units == used


def test_rule_6_a_client_timeout_leaves_the_outcome_unknown(http, world):
    """... The client retries the same endpoint with the same body and the original Idempotency-Key."""
    key, body = new_key(), {"text": world.held()}
    with pytest.raises(httpx.ReadTimeout):
        http.post("/v1/translate", json=body, headers={"Idempotency-Key": key}, timeout=0.3)
    world.let_go(body["text"])
    while (response := post(http, "/v1/translate", body, key)).status_code == 409:
        refused(response, code="request_in_progress", retryable=True)
    assert succeeded(response)["original"] == body["text"]
    assert succeeded(http.get("/v1/usage"))["text"]["used_units"] == 2 * len(body["text"])


def test_rule_6_the_client_must_not_create_a_new_key(organization, world):
    """A client timeout ...: the client retries with the original Idempotency-Key."""
    text, passed = world.held(), Noting()
    hasty = {"timeouts": Timeouts(text=0.5), "retries": Retries(tries=2, first_seconds=0.01)}
    with (
        organization.engine(transport=passed, **hasty) as engine,
        pytest.raises(EngineError) as caught,
    ):
        engine.translate(text)
    assert caught.value.detail.retryable
    assert len(passed.exchanges) >= 2
    assert {exchange.asked[3] for exchange in passed.exchanges} == {caught.value.idempotency_key}
    assert len({exchange.asked for exchange in passed.exchanges}) == 1
    world.let_go(text)
    with organization.engine() as engine:
        assert engine.translate(text, idempotency_key=caught.value.idempotency_key).original == text
        assert engine.usage().text.used_units == 2 * len(text)


def test_rule_7_longer_passages_are_split_at_sentence_or_paragraph_boundaries_kept_in_order():
    """Longer passages are split by the client at sentence or paragraph boundaries, kept in order."""
    text = "\n\n".join(["این یک جمله است. این هم جمله‌ای دیگر است. " * 40] * 8)
    parts = split_text(text)
    assert "".join(parts) == text
    assert len(parts) > 1
    assert all(len(part) <= 6_000 for part in parts)
    assert all(part.rstrip().endswith(".") for part in parts)


def test_rule_7_combining_sequences_are_not_split():
    for part in split_text("س\u064e\u0651" * 5_000):
        assert part[0] == "س"


def test_rule_7_sections_are_sent_as_separate_requests_each_with_its_own_idempotency_key(engine):
    """... kept in order, and sent as separate requests, each with its own idempotency key."""
    passage = "این یک جمله است. این هم جمله‌ای دیگر است.\n\n" * 200
    answers = [engine.diacritize(part, idempotency_key=new_key()) for part in split_text(passage)]
    assert len(answers) > 1
    assert "".join(answer.original for answer in answers) == passage
    assert engine.usage().text.used_units == len(passage)


def test_rule_7_completed_sections_stay_charged_even_if_a_later_section_fails(engine):
    for section in ("بخش یک. ", "بخش دو. "):
        engine.diacritize(section, idempotency_key=new_key())
    with pytest.raises(ServiceUnavailable):
        engine.diacritize(FAILS, idempotency_key=new_key())
    assert engine.usage().text.used_units == len("بخش یک. " + "بخش دو. ")


def test_rule_1_rejected_bodies_are_not_charged(http):
    """Strict body handling comes before any charge (section 4, rule 6)."""
    for route in BODIES:
        refused(post(http, route, BODIES[route] | {"colour": "blue"}))
    report = succeeded(http.get("/v1/usage"))
    assert report["text"]["used_units"] == report["basic_speech"]["used_seconds"] == 0
