"""Audio over a bad line: what is missing is asked for again, if it is the same file (section 4, rule 5)."""

import httpx
import pytest

from engine.contract.errors import InternalError, NotFound, ServiceUnavailable
from engine.remote import OutcomeUnknown, Retries
from tests.remote.server import ADDRESS, Script, Stream, failure

SIGNED = f"{ADDRESS}/v1/developer/audio?id=a1&expires=99&signature=s"
FILE = bytes(range(256)) * 8
TAG = '"of-the-file"'


def line(*sizes, file=FILE, tag=TAG, ranges=True):
    """A server whose responses are cut after so many bytes each; later ones are whole."""
    left = list(sizes)

    def reply(request):
        start = 0
        if ranges and "Range" in request.headers and request.headers["If-Range"] == tag:
            start = int(request.headers["Range"].removeprefix("bytes=").removesuffix("-"))
        rest = file[start:]
        size = left.pop(0) if left else len(rest)
        headers = {"Content-Type": "audio/wav"} | ({"ETag": tag} if tag else {})
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(file) - 1}/{len(file)}"
        sent = rest[:size]
        stream = Stream([sent[at : at + 100] for at in range(0, len(sent), 100)], size < len(rest))
        return httpx.Response(206 if start else 200, headers=headers, stream=stream)

    return Script(reply)


@pytest.mark.parametrize("sizes", [(), (0,), (1,), (700, 700), (1,) * 40, (2047, 0, 0)])
def test_a_cut_download_goes_on_where_it_was_cut(ask, sizes):
    script = line(*sizes)
    assert ask(script, "download_audio", SIGNED) == FILE
    seen = 0
    for request, size in zip(script.requests, (*sizes, 0), strict=True):
        assert request.headers.get("Range") == (f"bytes={seen}-" if seen else None)
        assert request.headers.get("If-Range") == (TAG if seen else None)
        assert request.headers["Accept-Encoding"] == "identity"
        seen += size


@pytest.mark.parametrize("options", [{"ranges": False}, {"tag": ""}])
def test_without_ranges_or_etag_it_begins_anew(ask, options):
    assert ask(line(700, 900, **options), "download_audio", SIGNED) == FILE


def test_another_file_is_not_joined_to_the_first(ask):
    other = FILE[::-1]
    script = Script(line(700)(httpx.Request("GET", SIGNED)), line(file=other, tag='"of-another"'))
    assert ask(script, "download_audio", SIGNED) == other


def test_a_line_that_never_gets_further_is_given_up(ask):
    script = line(*[100] * 50, ranges=False)
    with pytest.raises(OutcomeUnknown):
        ask(script, "download_audio", SIGNED, options={"retries": Retries(tries=4)})
    assert len(script.requests) == 5  # the first brought something


def test_another_range_than_asked_for_is_no_answer(ask):
    wrong = httpx.Response(206, headers={"Content-Range": "bytes 5-9/2048"}, content=b"12345")
    script = Script(line(700)(httpx.Request("GET", SIGNED)), wrong)
    with pytest.raises(InternalError, match="range"):
        ask(script, "download_audio", SIGNED)


def test_refusals_are_errors_as_ever(ask):
    with pytest.raises(NotFound):
        ask(
            Script(failure(404, "not_found", category="validation", retryable=False)),
            "download_audio",
            SIGNED,
        )
    script = Script(failure(503, "service_unavailable"), line())
    assert ask(script, "download_audio", SIGNED) == FILE
    with pytest.raises(ServiceUnavailable):
        ask(Script(failure(503, "service_unavailable")), "download_audio", SIGNED)
