"""Jobs as raw HTTP shows them, and the text of their event streams."""

import json
import time
from typing import Any

import httpx

from tests.conformance.asking import BASIC, post, succeeded

PATIENCE_SECONDS = 120


def started(http: httpx.Client, **fields: Any) -> dict[str, Any]:
    """A new job, Basic but for `fields`."""
    return succeeded(post(http, "/v1/speech/jobs", BASIC | fields), 202)


def wait_until(http: httpx.Client, job_id: str, state: str) -> dict[str, Any]:
    """The job once it is in a state; fails if it ends in another."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < ends:
        job: dict[str, Any] = succeeded(http.get(f"/v1/speech/jobs/{job_id}"))
        if job["status"] == state:
            return job
        assert job["status"] in ("queued", "running"), job
        time.sleep(0.02)
    raise AssertionError(f"it never was {state}")


def cancelled(http: httpx.Client, job_id: str) -> dict[str, Any]:
    """The job after a cancel request."""
    job: dict[str, Any] = succeeded(http.post(f"/v1/speech/jobs/{job_id}/cancel"))
    return job


def events(http: httpx.Client, job_id: str, headers: Any = None, **query: Any) -> list[tuple[int, str, Any]]:
    """Id, name and data of a job's events, as its stream gives them until its end."""
    response = http.get(f"/v1/speech/jobs/{job_id}/events", headers=headers, params=query)
    assert response.status_code == 200, response.text
    return parsed(response.text)


def parsed(stream: str) -> list[tuple[int, str, Any]]:
    """The events in the text of a stream, comments left out."""
    found = []
    for block in stream.split("\n\n"):
        lines = [line.partition(": ") for line in block.splitlines() if not line.startswith(":")]
        fields = {name: value for name, _, value in lines}
        if fields:
            found.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return found
