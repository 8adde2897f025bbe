"""Section 4, rule 5, The audio route; each test quotes the rule it checks."""

import hashlib
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx
import pytest

from engine.contract.errors import AudioAddressRefused
from tests.conformance.asking import BASIC, TEXT, post, refused, succeeded
from tests.conformance.noting import Noting


@pytest.fixture
def address(http):
    """A fresh signed address."""
    return succeeded(post(http, "/v1/speech", BASIC))["audio_url"]


@pytest.fixture
def anyone(server):
    """A client without a key."""
    return server.clients.enter_context(httpx.Client(timeout=120, trust_env=False))


@pytest.fixture
def whole(anyone, address):
    return anyone.get(address)


def test_200_complete_file_headers_accept_ranges_content_length_content_type_etag(whole):
    """200: complete file; headers Accept-Ranges `bytes`, Content-Length, Content-Type, ETag."""
    assert whole.status_code == 200
    assert whole.headers["Accept-Ranges"] == "bytes"
    assert int(whole.headers["Content-Length"]) == len(whole.content) >= 1
    assert whole.headers["Content-Type"] == "audio/wav"
    assert whole.headers["ETag"] == f'"{hashlib.sha256(whole.content).hexdigest()}"'


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ("bytes=0-0", 0, 0),
        ("bytes=10-19", 10, 19),
        ("bytes=44-", 44, None),
        ("bytes=-8", -8, None),
        ("bytes=0-99999999", 0, None),
        ("bytes=-99999999", 0, None),
    ],
)
def test_206_one_requested_byte_range_same_headers_plus_content_range(
    anyone, address, whole, asked, first, last
):
    """206: one requested byte range; same headers plus Content-Range; open-ended and suffix forms."""
    size = len(whole.content)
    part = anyone.get(address, headers={"Range": asked})
    start = first if first >= 0 else size + first
    end = size - 1 if last is None else last
    assert part.status_code == 206
    assert part.content == whole.content[start : end + 1]
    assert part.headers["Content-Range"] == f"bytes {start}-{end}/{size}"
    assert int(part.headers["Content-Length"]) == len(part.content)
    for name in ("Accept-Ranges", "Content-Type", "ETag"):
        assert part.headers[name] == whole.headers[name]


@pytest.mark.parametrize(
    "asked", ["bytes=99999999-", "bytes=-0", "bytes=5-3", "bytes=0-1,3-4", "bytes=-", "bytes=a-b"]
)
def test_416_byte_range_not_satisfiable_only_one_range_is_supported(anyone, address, asked):
    refused(anyone.get(address, headers={"Range": asked}), 416)


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_304_if_none_match_matches_the_files_etag(anyone, address, whole, form):
    known = anyone.get(address, headers={"If-None-Match": form.format(whole.headers["ETag"])})
    assert (known.status_code, known.content) == (304, b"")
    assert known.headers["ETag"] == whole.headers["ETag"]


def test_304_if_none_match_matches_the_files_etag_also_where_a_range_is_asked_for(anyone, address, whole):
    known = {"If-None-Match": whole.headers["ETag"], "Range": "bytes=0-3"}
    assert anyone.get(address, headers=known).status_code == 304


def test_200_if_none_match_does_not_match_the_files_etag(anyone, address, whole):
    """304: If-None-Match *matches* the file's ETag."""
    assert anyone.get(address, headers={"If-None-Match": '"other"'}).content == whole.content


def test_if_range_applies_the_range_only_while_the_file_still_has_the_given_etag(anyone, address, whole):
    for tag, status in ((whole.headers["ETag"], 206), ('"other"', 200), (f"W/{whole.headers['ETag']}", 200)):
        response = anyone.get(address, headers={"Range": "bytes=0-3", "If-Range": tag})
        assert response.status_code == status
        assert response.content == (whole.content[:4] if status == 206 else whole.content)


def test_head_returns_the_same_metadata_headers_without_a_body(anyone, address, whole):
    """HEAD returns the same metadata headers without a body; 200 or 304."""
    head = anyone.head(address)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("Accept-Ranges", "Content-Length", "Content-Type", "ETag"):
        assert head.headers[name] == whole.headers[name]
    assert anyone.head(address, headers={"If-None-Match": whole.headers["ETag"]}).status_code == 304


def test_head_200_or_304_headers_only_also_where_a_range_is_asked_for(anyone, address, whole):
    """HEAD: 200 or 304, headers only; Range is a header of GET."""
    head = anyone.head(address, headers={"Range": "bytes=0-3"})
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["Content-Length"]) == len(whole.content)


def altered(address, **changes):
    parts = urlsplit(address)
    return parts._replace(query=urlencode(dict(parse_qsl(parts.query)) | changes)).geturl()


@pytest.mark.parametrize(
    "changes", [{"id": "0" * 64}, {"expires": "9999999999"}, {"signature": "0" * 64}, {"signature": "0"}]
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_403_signature_invalid(anyone, address, method, changes):
    """403: address expired or signature invalid."""
    response = anyone.request(method, altered(address, **changes))
    assert response.status_code == 403
    if method == "GET":
        refused(response, category="authorization")


@pytest.mark.parametrize("name", ["id", "expires", "signature"])
def test_query_id_expires_signature_all_required(anyone, address, name):
    parts = urlsplit(address)
    left = urlencode([pair for pair in parse_qsl(parts.query) if pair[0] != name])
    refused(anyone.get(parts._replace(query=left).geturl()))


@pytest.mark.parametrize("expires", ["soon", "", "1.5", "-1"])
def test_query_expires_integer(anyone, address, expires):
    refused(anyone.get(altered(address, expires=expires)))


def test_403_address_expired(engine, world):
    """403: address expired. Signed audio address lifetime: 3,600 seconds."""
    clip = engine.speech(TEXT)
    world.forward(3_500)
    assert engine.download_audio(clip.audio_url)
    world.forward(101)
    with pytest.raises(AudioAddressRefused):
        engine.download_audio(clip.audio_url)


def test_404_audio_object_not_found(anyone, http, server):
    address = succeeded(post(http, "/v1/speech", BASIC | {"text": "پرونده‌ای که گم می‌شود"}))["audio_url"]
    whole = anyone.get(address)
    for file in (server.data_dir / "audio").rglob("*"):
        if file.is_file() and file.read_bytes() == whole.content:
            file.unlink()
    refused(anyone.get(address), 404)


def test_no_bearer_key_the_signed_address_alone_authorizes(anyone, address, whole):
    response = anyone.get(address, headers={"Authorization": "Bearer nonsense"})
    assert response.content == whole.content


def test_the_download_does_not_regenerate_or_re_charge(engine):
    """A failed GET may be repeated with the same address; the download does not regenerate or re-charge."""
    clip = engine.speech(TEXT)
    used = engine.usage().basic_speech
    assert engine.download_audio(clip.audio_url) == engine.download_audio(clip.audio_url)
    assert engine.usage().basic_speech == used


def test_a_failed_get_may_be_repeated_with_the_same_address_while_it_is_valid(anyone, address, whole):
    with anyone.stream("GET", address) as broken_off:
        assert broken_off.status_code == 200
        next(broken_off.iter_raw(16))
    assert anyone.get(address).content == whole.content


def test_the_signed_address_is_used_as_a_whole_and_no_api_key_is_sent(organization):
    passed = Noting()
    with organization.engine(transport=passed) as engine:
        clip = engine.speech(TEXT)
        assert engine.download_audio(clip.audio_url)
    asked, downloaded = (exchange.request for exchange in passed.exchanges)
    assert asked.headers["Authorization"] == f"Bearer {organization.key}"
    assert str(downloaded.url) == clip.audio_url
    assert "Authorization" not in downloaded.headers
    assert organization.key not in str(downloaded.headers)


def test_signed_audio_addresses_are_built_on_the_same_host(server, address):
    """Signed audio addresses are built on the same host (introduction), never from the Host header."""
    assert address.startswith(f"{server.address}/v1/developer/audio?")
    client = server.organization().http
    elsewhere = client.post("/v1/speech", json=BASIC, headers={"Host": "evil.example"})
    assert succeeded(elsewhere)["audio_url"].startswith(server.address)
