"""A server of two dozen lines for the client's tests: it answers by script and keeps what it was asked."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any
from uuid import UUID

import httpx

JOB = UUID("6f0f0f5e-5c2e-4d0a-9f6c-0c2f7f1f9a11")
REQUEST = UUID("0b4ad3c5-7f5a-4c0e-8a55-4f7de2f6a001")
TEXT = "مردم شهر"
ADDRESS = "https://api.example"
KEY = "pe_test_this-is-the-secret"

Reply = httpx.Response | Exception


class Script:
    """Gives the replies in turn, the last one for good; an exception is raised instead.

    Attributes:
        requests: What was asked, in order.
    """

    def __init__(self, *replies: Reply | Callable[[httpx.Request], Reply]) -> None:
        self._replies = list(replies)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        made = reply(request) if callable(reply) else reply
        if isinstance(made, Exception):
            raise made
        return made

    @property
    def paths(self) -> list[str]:
        return [request.url.raw_path.decode() for request in self.requests]


def translation(**changes: Any) -> Callable[[httpx.Request], httpx.Response]:
    """A translation of whatever is asked."""
    usage = {
        "meter": "text",
        "input_code_points": 8,
        "multiplier": 2,
        "units": 16,
        "additional_units": 0,
        "cache_hit": False,
    }
    body = {
        "request_id": str(REQUEST),
        "engine_version": "1",
        "usage": usage,
        "original": TEXT,
        "translation": "the people of the city",
        "source_language": "fa",
        "target_language": "en",
    }
    return lambda _: httpx.Response(200, json=body | changes, headers={"RateLimit-Remaining": "7"})


def failure(
    status: int, code: str, *, category: str = "service", retryable: bool = True, after: int | None = None
) -> Callable[[httpx.Request], httpx.Response]:
    """An error in the envelope."""
    detail = {
        "code": code,
        "message": "it did not work",
        "category": category,
        "action": "do better",
        "retryable": retryable,
        "details": {"why": "a test"},
    }
    headers = {} if after is None else {"Retry-After": str(after)}
    body = {"request_id": str(REQUEST), "error": detail}
    return lambda _: httpx.Response(status, json=body, headers=headers)


def job(status: str) -> Callable[[httpx.Request], httpx.Response]:
    """A job as it now stands; never succeeded, which would need a result."""
    return lambda _: httpx.Response(200, json=job_fields(status))


def job_fields(status: str) -> dict[str, Any]:
    route = f"{ADDRESS}/v1/speech/jobs/{JOB}"
    fields: dict[str, Any] = {
        "id": str(JOB),
        "request_id": str(REQUEST),
        "status": status,
        "tier": "basic",
        "stream_format": "mp3",
        "created_at": "2026-01-01T00:00:00Z",
        "started_at": None,
        "finished_at": None,
        "status_url": route,
        "stream_url": f"{route}/events",
        "cancel_url": f"{route}/cancel",
    }
    if status == "failed":
        fields["error"] = error_detail()
    return fields


def error_detail() -> dict[str, Any]:
    return {
        "code": "internal_error",
        "message": "it broke",
        "category": "internal",
        "action": "report it",
        "retryable": False,
    }


class Stream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """Chunks of an event stream, then its end or a cut."""

    def __init__(self, chunks: list[bytes], cut: bool) -> None:
        self._chunks = chunks
        self._cut = cut

    def __iter__(self) -> Iterator[bytes]:
        yield from self._chunks
        if self._cut:
            raise httpx.ReadError("cut")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk


def events(*chunks: str, cut: bool = False) -> Callable[[httpx.Request], httpx.Response]:
    """An event stream of these pieces of text."""
    return lambda _: events_in_bytes([chunk.encode() for chunk in chunks], cut)


def events_in_bytes(chunks: list[bytes], cut: bool) -> httpx.Response:
    """The response of an event stream."""
    headers = {"Content-Type": "text/event-stream; charset=utf-8"}
    return httpx.Response(200, headers=headers, stream=Stream(chunks, cut))


def status_event(id_: int, status: str) -> str:
    return _event(id_, "status", {"job_id": str(JOB), "status": status})


def audio_event(id_: int) -> str:
    return _event(id_, "audio", {"job_id": str(JOB), "format": "mp3", "audio_base64": "AAAA"})


def error_event(id_: int) -> str:
    return _event(id_, "error", {"job_id": str(JOB), "status": "failed", "error": error_detail()})


def _event(id_: int, name: str, data: dict[str, Any]) -> str:
    return f"id: {id_}\nevent: {name}\ndata: {json.dumps(data)}\n\n"
