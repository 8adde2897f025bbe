"""Errors only in the envelope, whatever came (section 7); limits on what is read (section 1)."""

import json
import socket
import time
from typing import BinaryIO
from uuid import UUID

import httpx
import pytest

from engine.contract import ErrorEnvelope
from engine.server.protocol import HEAD_BYTES
from tests.server.live import Live

TEXT = "مردم شهر"
PERSIAN = {"text": TEXT}


def refused(response: httpx.Response, status: int, code: str) -> ErrorEnvelope:
    """The envelope of a refusal, whose headers are those of the document and no others of its."""
    assert response.status_code == status, response.text
    envelope = ErrorEnvelope.model_validate_json(response.content)
    assert envelope.error.code == code
    assert response.headers["content-type"] == "application/json"
    assert response.headers["x-request-id"] == envelope.request_id == str(UUID(envelope.request_id))
    assert not [name for name in response.headers if name.startswith(("ratelimit", "access-control"))]
    return envelope


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/diacritize/", "/v1/speech/jobs/a/b", "/v2/usage", "/docs"])
def test_an_unknown_route_is_not_found(client, path):
    refused(client.get(path), 404, "not_found")
    refused(client.post(path, json=PERSIAN), 404, "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/v1/diacritize", "POST"),
        ("OPTIONS", "/v1/diacritize", "POST"),
        ("PUT", "/v1/speech", "POST"),
        ("POST", "/v1/usage", "GET"),
        ("HEAD", "/v1/usage", "GET"),
        ("GET", "/v1/speech/jobs", "POST"),
        ("DELETE", "/v1/speech/jobs/x", "GET"),
        ("POST", "/v1/developer/audio", "GET, HEAD"),
    ],
)
def test_a_method_that_a_route_has_not_is_refused(client, method, path, allowed):
    response = client.request(method, path, headers={"Origin": "https://example.org"})
    assert response.status_code == 405
    assert sorted(response.headers["allow"].split(", ")) == allowed.split(", ")
    if method != "HEAD":
        refused(response, 405, "method_not_allowed")


MALFORMED = {
    "empty": b"",
    "no JSON": b"text=x",
    "byte order mark": b"\xef\xbb\xbf" + json.dumps(PERSIAN).encode(),
    "UTF-16": json.dumps(PERSIAN).encode("utf-16"),
    "invalid UTF-8": b'{"text": "\xff"}',
    "overlong UTF-8": b'{"text": "\xc0\xaf"}',
    "surrogate in UTF-8": b'{"text": "\xed\xa0\x80"}',
    "duplicate key": '{"text": "سلام", "text": "سلام"}'.encode(),
    "NaN": '{"text": "سلام", "pace": NaN}'.encode(),
    "infinity": '{"text": "سلام", "pace": -Infinity}'.encode(),
    "array": b"[]",
    "string": b'"text"',
    "deep nesting": b'{"text":' * 4_000,
    "deep nesting, closed": b'{"text":' + b"[" * 9_000 + b"]" * 9_000 + b"}",
    "two values": json.dumps(PERSIAN).encode() * 2,
    "comment": b'{"text": "x"} // x',
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
@pytest.mark.parametrize("route", ["diacritize", "speech/jobs"])
def test_a_body_that_is_no_strict_json_is_refused(client, body, route):
    response = client.post(f"/v1/{route}", content=body, headers={"Idempotency-Key": "a-key-of-mine"})
    refused(response, 400, "malformed_json")


INVALID = [
    ("diacritize", {}, "text"),
    ("diacritize", {"text": None}, "text"),
    ("diacritize", {"text": 5}, "text"),
    ("diacritize", {"text": ""}, "text"),
    ("diacritize", {"text": "latin 123"}, "text"),
    ("diacritize", {"text": "آ" * 6_001}, "text"),
    ("diacritize", {"text": TEXT, "style": "readable"}, "style"),
    ("diacritize", {"text": TEXT, "include_ezafe": "yes"}, "include_ezafe"),
    ("diacritize", {"text": TEXT, "include_ezafe": None}, "include_ezafe"),
    ("pinglish", {"text": TEXT, "style": "x"}, "style"),
    ("pinglish", {"text": TEXT, "vowel_notation": "x"}, "vowel_notation"),
    ("translate", {"text": TEXT, "target_language": "de"}, "target_language"),
    ("speech", {"text": TEXT}, "tier"),
    ("speech", {"text": TEXT, "tier": "gold"}, "tier"),
    ("speech", {"text": TEXT, "tier": "basic"}, "voice"),
    ("speech", {"text": TEXT, "tier": "basic", "voice": "Kore"}, "voice"),
    ("speech", {"text": TEXT, "tier": "basic", "voice": "kian", "style": "warm"}, "style"),
    ("speech", {"text": TEXT, "tier": "basic", "voice": "kian", "director_notes": None}, "director_notes"),
    ("speech", {"text": TEXT, "tier": "basic", "voice": "kian", "pace": 0.74}, "pace"),
    ("speech", {"text": TEXT, "tier": "basic", "voice": "kian", "pace": "1"}, "pace"),
    ("speech", {"text": TEXT, "tier": "premium", "voice": "kian"}, "voice"),
    ("speech", {"text": TEXT, "tier": "premium", "voice": "Kore", "style": "sad"}, "style"),
    ("speech", {"text": TEXT, "tier": "premium", "voice": "Kore", "expressiveness": "x"}, "expressiveness"),
    ("speech", {"text": TEXT, "tier": "premium", "voice": "Kore", "regional_mode": "x"}, "regional_mode"),
    (
        "speech",
        {"text": TEXT, "tier": "premium", "voice": "Kore", "director_notes": "x" * 601},
        "director_notes",
    ),
]


@pytest.mark.parametrize(("route", "body", "field"), INVALID)
def test_an_invalid_field_is_named_and_nothing_is_charged(client, route, body, field):
    envelope = refused(client.post(f"/v1/{route}", json=body), 422, "invalid_request")
    assert envelope.error.category == "validation"
    assert envelope.error.details["field"] == field
    usage = client.get("/v1/usage").json()
    assert usage["text"]["used_units"] == usage["basic_speech"]["used_seconds"] == 0


def padded(size: int) -> bytes:
    body = json.dumps(PERSIAN).encode()
    return body + b" " * (size - len(body))


def test_a_body_may_have_32768_bytes_and_no_more_said_or_chunked(client):
    def chunks(body):
        for start in range(0, len(body), 4_000):
            yield body[start : start + 4_000]

    assert client.post("/v1/diacritize", content=padded(32_768)).status_code == 200
    assert client.post("/v1/diacritize", content=chunks(padded(32_768))).status_code == 200
    refused(client.post("/v1/diacritize", content=padded(32_769)), 413, "body_too_large")
    refused(client.post("/v1/diacritize", content=chunks(padded(32_769))), 413, "body_too_large")
    refused(client.post("/v1/diacritize", content=chunks(padded(900_000))), 413, "body_too_large")
    assert client.post("/v1/diacritize", json=PERSIAN).status_code == 200  # the connection still serves


def test_a_body_that_never_ends_is_given_up(live, key):
    with connected(live) as connection:
        connection.sendall(head(key, "Content-Length: 100") + b'{"text"')
        status, body = answer(connection)
    assert status == 408
    assert json.loads(body)["error"]["code"] == "body_incomplete"


@pytest.mark.parametrize(
    "asking",
    [
        ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQCAAAA"),
        ("Connection: keep-alive, upgrade", "UPGRADE: websocket", "Sec-WebSocket-Version: 13"),
        ("Upgrade: TLS/1.0", "Upgrade: h2c", "Connection: Upgrade"),
    ],
    ids=["curl --http2", "websocket", "several"],
)
def test_another_protocol_is_not_taken_up_and_the_request_is_answered(live, key, asking):
    body = json.dumps(PERSIAN).encode()
    said = head(key, f"Content-Length: {len(body)}", *asking) + body
    chunked = head(key, "Transfer-Encoding: chunked", *asking) + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    bare = head(key, *asking, route="usage").replace(b"POST", b"GET", 1)
    requests = [said, chunked, bare, head(key, f"Content-Length: {len(body)}") + body]
    for parts in ([b"".join(requests)], [part for one in requests for part in (one[:-40], one[-40:])]):
        with connected(live) as connection, connection.makefile("rb") as stream:
            for part in parts:
                connection.sendall(part)
                time.sleep(0.05 * (len(parts) > 1))  # so that each is a packet of its own
            answers = [one_answer(stream) for _ in requests]
        assert [status for status, _ in answers] == [200] * len(requests)
        originals = [json.loads(content).get("original") for _, content in answers]
        assert originals == [TEXT, TEXT, None, TEXT]


def test_a_request_for_another_protocol_is_held_to_the_same_rules(live, key):
    asking = ("Connection: Upgrade", "Upgrade: h2c")
    with connected(live) as connection:
        connection.sendall(head(key, "Content-Length: 40000", *asking) + padded(40_000))
        status, body = answer(connection)
    assert (status, json.loads(body)["error"]["code"]) == (413, "body_too_large")
    with connected(live) as connection:
        connection.sendall(head(key, "Host: y", *asking))
        status, body = answer(connection)
    assert (status, json.loads(body)["error"]["code"]) == (400, "malformed_request")


def test_a_head_that_never_ends_is_answered_in_the_envelope(live, monkeypatch):
    monkeypatch.setattr("engine.server.protocol.HEAD_SECONDS", 0.2)
    with connected(live) as connection:
        connection.sendall(b"POST /v1/diacritize HTTP/1.1\r\nHost: x\r\nX: ")
        assert_given_up(connection)
    with connected(live) as connection:  # also where a whole request came before
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answer(connection)[0] == 200
        connection.sendall(b"GET /hea")
        assert_given_up(connection)


def assert_given_up(connection: socket.socket) -> None:
    status, body = answer(connection)
    assert (status, ErrorEnvelope.model_validate_json(body).error.code) == (408, "body_incomplete")
    assert connection.recv(1) == b""  # closed


def test_a_connection_on_which_nothing_comes_is_closed(live, monkeypatch):
    monkeypatch.setattr("engine.server.protocol.HEAD_SECONDS", 0.2)
    with connected(live) as connection:
        assert connection.recv(1) == b""


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET /v1/usage HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: \x00\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
)
def test_what_is_not_http_is_answered_in_the_envelope(live, sent):
    with connected(live) as connection:
        connection.sendall(sent)
        status, body = answer(connection)
    assert status == 400
    assert ErrorEnvelope.model_validate_json(body).error.code == "malformed_request"


def test_a_head_that_is_too_long_is_refused(live):
    with connected(live) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: ")
        for _ in range(HEAD_BYTES // 8_192 + 1):
            connection.sendall(b"x" * 8_192)
        status, body = answer(connection)
    assert status == 400
    assert ErrorEnvelope.model_validate_json(body).error.code == "malformed_request"


def test_a_next_head_that_does_not_end_takes_no_answer_away(live, key, capabilities, monkeypatch):
    monkeypatch.setattr("engine.server.protocol.HEAD_SECONDS", 0.2)
    body = json.dumps(PERSIAN | {"tier": "basic", "voice": "kian"}).encode()
    capabilities.gate.clear()
    with connected(live) as connection:
        connection.sendall(head(key, f"Content-Length: {len(body)}", route="speech") + body + b"GET /hea")
        time.sleep(0.5)
        capabilities.gate.set()
        assert answer(connection)[0] == 200
        assert_given_up(connection)


def test_a_failure_tells_its_type_but_not_its_message(client, capabilities):
    capabilities.failure = ValueError(f"cannot read {TEXT}")
    envelope = refused(client.post("/v1/diacritize", json=PERSIAN), 500, "internal_error")
    assert "ValueError" in envelope.error.message
    assert TEXT not in envelope.error.message


def connected(live: Live) -> socket.socket:
    return socket.create_connection(("127.0.0.1", httpx.URL(live.address).port), timeout=10)


def head(key: str, *headers: str, route: str = "diacritize") -> bytes:
    lines = [f"POST /v1/{route} HTTP/1.1", "Host: x", f"Authorization: Bearer {key}", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def answer(connection: socket.socket) -> tuple[int, bytes]:
    with connection.makefile("rb") as stream:
        return one_answer(stream)


def one_answer(stream: BinaryIO) -> tuple[int, bytes]:
    status = int(stream.readline().split()[1])
    length = 0
    while (line := stream.readline().strip()) != b"":
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    return status, stream.read(length)
