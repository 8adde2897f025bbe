"""Audio files on the disk: content-addressed, whole or absent, within their quota."""

import hashlib
import os
import time

import pytest

from engine.contract.errors import NotFound, StorageUnavailable
from engine.service.account import Account

ME = Account()
HOUR = 3_600


def speech(number, **more):
    return {"text": f"سلام {number}", "tier": "basic", "voice": "kian", **more}


def files(data_dir):
    return sorted(path.name for path in (data_dir / "audio").glob("*/*"))


def test_a_file_is_named_by_its_content(service, data_dir):
    audio = service.audio(service.generate(ME, "speech", speech(1)).audio_url)
    assert hashlib.sha256(audio.path.read_bytes()).hexdigest() == audio.id == audio.path.name
    assert files(data_dir) == [audio.id]


def test_equal_content_is_stored_once(service, data_dir):
    for organization in ("one", "two"):
        service.generate(Account(organization=organization), "speech", speech(1))
    assert len(files(data_dir)) == 1


def test_over_the_quota_the_least_recently_used_go_first(open_service, clock, data_dir):
    size = len("sound of kian: سلام 0".encode())
    service = open_service(audio_quota_bytes=3 * size)
    answers = []
    for number in range(3):
        answers.append(service.generate(ME, "speech", speech(number)))
        clock.forward(2 * HOUR)
    service.generate(ME, "speech", speech(0))  # used again
    clock.forward(2 * HOUR)
    service.generate(ME, "speech", speech(3))
    assert len(files(data_dir)) == 3
    assert service.generate(ME, "speech", speech(0)).usage.cache_hit
    assert not service.generate(ME, "speech", speech(1)).usage.cache_hit


def test_files_that_an_address_a_key_or_a_job_leads_to_are_not_taken_for_the_quota(open_service, clock, rows):
    size = len("sound of kian: سلام 0".encode())
    service = open_service(audio_quota_bytes=2 * size)
    keyed = service.generate(ME, "speech", speech(0), "a-key-of-mine")
    clock.forward(HOUR)
    service.generate(ME, "speech", speech(1))
    with pytest.raises(StorageUnavailable, match="quota") as caught:
        service.generate(ME, "speech", speech(2), "another-key")
    assert caught.value.details["quota_bytes"] == 2 * size
    assert len(rows("SELECT * FROM charges")) == 2
    clock.forward(HOUR)  # the address of the second is over; the key of the first is not
    service.generate(ME, "speech", speech(2))
    replay = service.generate(ME, "speech", speech(0), "a-key-of-mine")
    assert replay.request_id == keyed.request_id
    assert service.audio_bytes(replay.audio_url)


def test_a_sweep_takes_what_was_unused_for_30_days(open_service, clock, data_dir):
    service = open_service(sweep_seconds=0)
    answer = service.generate(ME, "speech", speech(1))
    service.generate(ME, "speech", speech(2))
    clock.forward(29 * 86_400)
    service.generate(ME, "speech", speech(2))
    clock.forward(86_400)
    service.generate(ME, "translate", {"text": "سلام"})
    assert len(files(data_dir)) == 1
    with pytest.raises(NotFound):
        service.audio(service._parts.signer.address(answer.audio_url[-64:], clock.now())[0])


def test_a_sweep_takes_strays_of_killed_processes_but_not_files_on_their_way(open_service, data_dir):
    service = open_service(sweep_seconds=0)
    folder = data_dir / "audio" / "ab"
    folder.mkdir(parents=True)
    old, fresh = folder / ("ab" * 32), folder / "fresh.new"
    for path in (old, fresh):
        path.write_bytes(b"x")
    os.utime(old, (time.time() - 2 * HOUR,) * 2)
    service.generate(ME, "translate", {"text": "سلام"})
    assert files(data_dir) == ["fresh.new"]


def test_a_file_swept_between_its_writing_and_its_record_is_written_again(service, monkeypatch, data_dir):
    from engine.service import settlement

    store_audio = settlement.store_audio

    def stored_and_swept(parts, made):
        stored = store_audio(parts, made)
        (data_dir / "audio" / stored.artifact[:2] / stored.artifact).unlink()
        return stored

    monkeypatch.setattr("engine.service.generation.store_audio", stored_and_swept)
    assert service.audio_bytes(service.generate(ME, "speech", speech(1)).audio_url)
