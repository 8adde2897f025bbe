"""Signed addresses of audio (sections 2.9, 4 rule 5, 5 rule 7, 8)."""

import stat
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.errors import AudioAddressRefused, NotFound, StorageUnavailable
from engine.service.account import Account
from engine.service.signing import Signer, load_secret
from tests.service.doubles import START

ME = Account()
SPEECH = {"text": "سلام", "tier": "basic", "voice": "kian"}
SIGNER = Signer(b"k" * 32, "persian-engine://local")
ADDRESS, _ = SIGNER.address("a" * 64, START)


def test_the_address_leads_to_the_audio_for_an_hour(service, clock):
    answer = service.generate(ME, "speech", SPEECH)
    assert (answer.audio_expires_at.timestamp()) == clock.now() + 3_600
    assert service.audio_bytes(answer.audio_url) == "sound of kian: سلام".encode()
    clock.forward(3_599)
    service.audio_bytes(answer.audio_url)
    clock.forward(1)
    with pytest.raises(AudioAddressRefused) as caught:
        service.audio_bytes(answer.audio_url)
    assert (caught.value.status, caught.value.detail.category) == (403, "authorization")


def test_the_address_has_the_documented_form(service):
    address = urlsplit(service.generate(ME, "speech", SPEECH).audio_url)
    assert (address.scheme, address.netloc, address.path) == (
        "persian-engine",
        "local",
        "/v1/developer/audio",
    )
    assert list(parse_qs(address.query)) == ["id", "expires", "signature"]


def test_the_file_knows_its_format_and_size(service):
    file = service.audio(service.generate(ME, "speech", SPEECH).audio_url)
    assert (file.mime_type, file.size) == ("audio/wav", file.path.stat().st_size)


ALTERED = {
    "later": ADDRESS.replace("expires=1", "expires=2"),
    "other file": ADDRESS.replace("id=a", "id=b"),
    "no signature": ADDRESS.rpartition("&")[0],
    "empty signature": ADDRESS.rpartition("=")[0] + "=",
    "cut signature": ADDRESS[:-1],
    "upper-case signature": ADDRESS.rpartition("=")[0] + "=" + ADDRESS.rpartition("=")[2].upper(),
    "field twice": ADDRESS + "&id=b",
    "field more": ADDRESS + "&x=1",
    "fields in another order": ADDRESS.replace("?id=" + "a" * 64 + "&", "?") + "&id=" + "a" * 64,
    "plus sign in the time": ADDRESS.replace("expires=", "expires=%2B"),
    "leading zero": ADDRESS.replace("expires=", "expires=0"),
    "Persian digits": ADDRESS.replace("expires=1", "expires=۱"),
    "other host": ADDRESS.replace("//local", "//remote"),
    "other scheme": ADDRESS.replace("persian-engine", "https"),
    "other path": ADDRESS.replace("/v1/", "/v2/"),
    "fragment": ADDRESS + "#x",
    "surrogate": ADDRESS + "\ud800",
    "surrogate in the id": ADDRESS.replace("id=a", "id=\ud800"),
    "query twice": ADDRESS + "?",
    "no query": ADDRESS.partition("?")[0],
    "nothing": "",
    "a path": "/etc/passwd",
}


@pytest.mark.parametrize("address", ALTERED.values(), ids=ALTERED.keys())
def test_an_altered_address_is_refused(address):
    with pytest.raises(AudioAddressRefused):
        SIGNER.check(address, START)


@given(st.integers(0, len(ADDRESS) - 1), st.characters(exclude_categories=["Cs"]))
def test_no_character_of_an_address_can_be_changed(index, char):
    altered = ADDRESS[:index] + char + ADDRESS[index + 1 :]
    if altered == ADDRESS:
        assert SIGNER.check(altered, START) == "a" * 64
        return
    with pytest.raises(AudioAddressRefused):
        SIGNER.check(altered, START)


def test_an_address_of_another_secret_is_refused():
    with pytest.raises(AudioAddressRefused):
        Signer(b"o" * 32, "persian-engine://local").check(ADDRESS, START)


def test_a_file_that_is_gone_is_not_found(service):
    answer = service.generate(ME, "speech", SPEECH)
    service.audio(answer.audio_url).path.unlink()
    with pytest.raises(NotFound) as caught:
        service.audio_bytes(answer.audio_url)
    assert caught.value.status == 404


def test_a_signed_id_can_name_no_file_outside(service):
    for id_ in ("../../secret", "/etc/passwd", ""):
        address, _ = service._parts.signer.address(id_, service._parts.clock.now())
        with pytest.raises(NotFound):
            service.audio(address)


def test_the_secret_is_made_once_for_its_owner_alone(tmp_path):
    path = tmp_path / "secret"
    secret = load_secret(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (len(secret), load_secret(path)) == (32, secret)
    assert list(tmp_path.iterdir()) == [path]
    path.chmod(0o644)
    load_secret(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_damaged_secret_is_said_to_be(tmp_path):
    path = tmp_path / "secret"
    path.write_bytes(b"short")
    with pytest.raises(StorageUnavailable, match="damaged"):
        load_secret(path)


def test_engines_on_one_folder_take_each_others_addresses(open_service):
    address = open_service().generate(ME, "speech", SPEECH).audio_url
    assert open_service().audio_bytes(address)
