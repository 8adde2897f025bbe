"""The audio download: signed addresses, conditional requests and ranges (section 4, rule 5; RFC 9110)."""

from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import pytest

from tests.server.test_errors import refused


@pytest.fixture
def spoken(client, capabilities, monkeypatch):
    """A clip of 200,003 bytes: its address and its content."""
    sound = bytes(number % 251 for number in range(200_003))
    speak = type(capabilities).speak

    def long(*arguments):
        clip = speak(*arguments)
        return type(clip)(sound, clip.mime_type, clip.duration_seconds, clip.voice)

    monkeypatch.setattr(type(capabilities), "speak", long)
    answer = client.post("/v1/speech", json={"text": "سلام", "tier": "basic", "voice": "kian"}).json()
    return answer["audio_url"], sound


@pytest.fixture
def anyone(live):
    """A client without a key."""
    with live.client() as client:
        yield client


def changed(url, **fields):
    parts = urlsplit(url)
    query = {**dict(parse_qsl(parts.query)), **fields}
    return parts._replace(query=urlencode({k: v for k, v in query.items() if v is not None})).geturl()


def metadata(response):
    names = ("accept-ranges", "content-length", "content-type", "etag")
    return {name: response.headers.get(name) for name in names}


def test_get_and_head_give_the_same_headers(anyone, spoken):
    url, sound = spoken
    got, head = anyone.get(url), anyone.head(url)
    assert (got.status_code, head.status_code) == (200, 200)
    assert (got.content, head.content) == (sound, b"")
    assert metadata(got) == metadata(head)
    etag = got.headers["etag"]
    assert metadata(got) == {
        "accept-ranges": "bytes",
        "content-length": str(len(sound)),
        "content-type": "audio/wav",
        "etag": etag,
    }
    assert (etag[0], etag[-1], len(etag)) == ('"', '"', 66)  # strong: a sha256 in quotes


def test_a_download_may_be_repeated_and_charges_nothing(client, anyone, spoken):
    before = client.get("/v1/usage").json()["basic_speech"]
    for _ in range(3):
        assert anyone.get(spoken[0]).is_success
    assert client.get("/v1/usage").json()["basic_speech"] == before


SATISFIABLE = [
    ("bytes=0-0", 0, 0),
    ("bytes=0-", 0, 200_002),
    ("bytes=5-9", 5, 9),
    ("bytes=200002-", 200_002, 200_002),
    ("bytes=100-999999999", 100, 200_002),
    ("bytes=0-99999999999999999999999999", 0, 200_002),
    ("bytes=-1", 200_002, 200_002),
    ("bytes=-70000", 130_003, 200_002),
    ("bytes=-999999999", 0, 200_002),
    ("bytes=0000000000000000000000007-008", 7, 8),
    ("BYTES=3-4", 3, 4),
    ("bytes= 3-4", 3, 4),
]


@pytest.mark.parametrize(("range_", "first", "last"), SATISFIABLE)
def test_one_range_of_bytes(anyone, spoken, range_, first, last):
    url, sound = spoken
    part = anyone.get(url, headers={"Range": range_})
    assert part.status_code == 206
    assert part.content == sound[first : last + 1]
    assert part.headers["content-range"] == f"bytes {first}-{last}/{len(sound)}"
    assert part.headers["content-length"] == str(last - first + 1)
    whole = metadata(anyone.get(url))
    assert {**metadata(part), "content-length": ""} == {**whole, "content-length": ""}


REFUSED = ["bytes=200003-", "bytes=200003-200004", "bytes=99999999999999999999999-", "bytes=-0", "bytes=9-5",
           "bytes=-", "bytes=", "bytes=a-b", "bytes=1", "bytes=1-2-3", "bytes=--1", "bytes=0-1,3-4",
           "bytes=0-1,", "bytes=0x1-2", "bytes=1.0-2", "bytes=\xb2-", "bytes=+1-2"]  # fmt: skip


@pytest.mark.parametrize("range_", REFUSED)
def test_a_range_that_is_none_or_holds_nothing_is_not_satisfiable(anyone, spoken, range_):
    response = anyone.get(spoken[0], headers=[(b"Range", range_.encode("latin-1"))])
    refused(response, 416, "range_not_satisfiable")
    assert response.headers["content-range"] == "bytes */200003"


@pytest.mark.parametrize("range_", ["seconds=1-2", "bytes", "0-5", "items=0-1", "=0-5"])
def test_another_unit_is_ignored(anyone, spoken, range_):
    response = anyone.get(spoken[0], headers={"Range": range_})
    assert (response.status_code, response.content) == (200, spoken[1])


def test_two_range_headers_are_more_than_one_range(anyone, spoken):
    headers = [("Range", "bytes=0-1"), ("Range", "bytes=3-4")]
    refused(anyone.get(spoken[0], headers=headers), 416, "range_not_satisfiable")


def test_head_knows_no_range(anyone, spoken):
    for range_ in ("bytes=0-1", "bytes=999999999-"):
        head = anyone.head(spoken[0], headers={"Range": range_})
        assert (head.status_code, head.headers["content-length"]) == (200, "200003")


@pytest.mark.parametrize("form", ["{}", "W/{}", '"x", {}', "*", '"a",W/"b" ,{}'])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_the_client_has_is_not_sent_again(anyone, spoken, form, method):
    etag = anyone.head(spoken[0]).headers["etag"]
    known = form.format(etag)
    for more in ({}, {"Range": "bytes=0-1"}, {"Range": "bytes=999999999-"}):
        response = anyone.request(method, spoken[0], headers={"If-None-Match": known, **more})
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["etag"] == etag
        assert "content-range" not in response.headers


@pytest.mark.parametrize("tag", ['"other"', "other", "", 'W/"other"'])
def test_what_the_client_has_not_is_sent(anyone, spoken, tag):
    assert anyone.get(spoken[0], headers={"If-None-Match": tag}).content == spoken[1]


def test_if_range_applies_the_range_only_while_the_file_is_the_same(anyone, spoken):
    url, sound = spoken
    etag = anyone.head(url).headers["etag"]
    same = anyone.get(url, headers={"Range": "bytes=1-3", "If-Range": etag})
    assert (same.status_code, same.content) == (206, sound[1:4])
    for other in ('"other"', f"W/{etag}", etag.strip('"'), "Wed, 21 Oct 2026 07:28:00 GMT"):
        whole = anyone.get(url, headers={"Range": "bytes=1-3", "If-Range": other})
        assert (whole.status_code, whole.content) == (200, sound)
        outside = anyone.get(url, headers={"Range": "bytes=999999999-", "If-Range": other})
        assert outside.status_code == 200
    outside = anyone.get(url, headers={"Range": "bytes=999999999-", "If-Range": etag})
    refused(outside, 416, "range_not_satisfiable")


def test_an_altered_address_is_refused(anyone, spoken):
    url = spoken[0]
    fields = dict(parse_qsl(urlsplit(url).query))
    other = "0" * 64
    alterations = [
        {"id": other}, {"id": fields["id"].upper()}, {"id": None}, {"id": ""}, {"id": "../secret"},
        {"expires": str(int(fields["expires"]) + 1)}, {"expires": None}, {"expires": "x"},
        {"expires": fields["expires"] + "0"}, {"expires": f" {fields['expires']}"}, {"expires": "١"},
        {"signature": other}, {"signature": fields["signature"][:-1]}, {"signature": None},
        {"signature": ""}, {"signature": fields["signature"].upper()}, {"signature": "é"}, {"more": "1"},
    ]  # fmt: skip
    for alteration in alterations:
        for method in ("GET", "HEAD"):
            response = anyone.request(method, changed(url, **alteration))
            assert response.status_code == 403, alteration
        refused(anyone.get(changed(url, **alteration)), 403, "audio_address_refused")
    refused(anyone.get(url + "&id=" + fields["id"]), 403, "audio_address_refused")
    refused(anyone.get("/v1/developer/audio"), 403, "audio_address_refused")
    refused(anyone.get("/v1/developer/audio?id=%ff&expires=%00&signature=%ff"), 403, "audio_address_refused")


def test_an_address_holds_for_an_hour(anyone, spoken, clock):
    url = spoken[0]
    clock.forward(3_599)
    assert anyone.get(url).is_success
    clock.forward(1)
    refused(anyone.get(url), 403, "audio_address_refused")
    assert anyone.head(url).status_code == 403
    clock.forward(-1)  # a clock that was set back
    assert anyone.get(url).is_success


def test_a_file_that_is_gone_is_not_found(live, anyone, spoken):
    url = spoken[0]
    (file,) = [path for path in live.data_dir.glob("audio/*/*") if path.name in url]
    content = file.read_bytes()
    file.unlink()
    refused(anyone.get(url), 404, "not_found")
    assert anyone.head(url).status_code == 404
    file.write_bytes(content)


def test_an_api_key_neither_helps_nor_hurts(client, spoken):
    assert client.get(spoken[0]).is_success
    assert client.get(changed(spoken[0], signature="0" * 64)).status_code == 403


def test_a_large_file_is_streamed_to_a_slow_reader(live, spoken):
    with live.client() as client, client.stream("GET", spoken[0]) as response:
        assert b"".join(response.iter_bytes(1_000)) == spoken[1]
    with httpx.Client() as client, client.stream("GET", spoken[0]):
        pass  # leaves at once; the server goes on
    with live.client() as client:
        assert client.get(spoken[0]).content == spoken[1]
