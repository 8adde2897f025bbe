"""What has outlived its retention goes, and nothing else (section 8)."""

import subprocess
import sys

import pytest

from tests.service.doubles import wait_for
from tests.service.following import ME, ended
from tests.service.test_crash import CHECKOUT

DAY = 86_400
SPEECH = {"text": "سلام", "tier": "basic", "voice": "kian"}


@pytest.fixture
def swept(open_service):
    return open_service(sweep_seconds=0)


def counts(rows):
    tables = ("idempotency", "results", "jobs", "events", "artifacts", "charges")
    return {table: rows(f"SELECT count(*) FROM {table}")[0][0] for table in tables}


def test_everything_goes_in_its_time(swept, clock, rows):
    swept.generate(ME, "translate", {"text": "سلام"}, "a-key-of-mine")
    job = swept.create_job(ME, SPEECH, "another-key")
    for _ in swept.stream_job(ME, job.id):
        pass
    swept._sweeper.sweep()
    kept = {"idempotency": 2, "results": 2, "jobs": 1, "events": 3, "artifacts": 1, "charges": 2}
    assert counts(rows) == kept
    clock.forward(DAY)
    swept._sweeper.sweep()
    assert counts(rows) == {**kept, "idempotency": 0, "results": 1, "jobs": 0, "events": 0}
    clock.forward(29 * DAY)
    swept._sweeper.sweep()
    assert counts(rows) == {table: 2 if table == "charges" else 0 for table in kept}
    clock.forward(371 * DAY)
    swept._sweeper.sweep()
    assert counts(rows)["charges"] == 0


def test_a_sweep_happens_by_itself_when_it_is_due(service, clock, rows):
    service.generate(ME, "translate", {"text": "سلام"}, "a-key-of-mine")
    clock.forward(DAY)
    service.generate(ME, "translate", {"text": "دیگر"})
    assert rows("SELECT * FROM idempotency") == []


def test_a_folder_of_jobs_alone_is_swept_too(service, clock, rows):
    old = service.create_job(ME, SPEECH, "a-key-of-mine")
    ended(service, old)
    clock.forward(30 * DAY + 3_600)
    new = service.create_job(ME, {**SPEECH, "text": "دیگر"}, "another-key")
    ended(service, new)
    wait_for(lambda: rows("SELECT id FROM jobs") == [(str(new.id),)])
    assert rows("SELECT DISTINCT job_id FROM events") == [(str(new.id),)]
    assert rows("SELECT key FROM idempotency") == [("another-key",)]
    assert counts(rows) | {"charges": 2} == {**dict.fromkeys(counts(rows), 1), "events": 3, "charges": 2}


def test_a_folder_at_rest_is_swept_too(service, clock, rows):
    ended(service, service.create_job(ME, SPEECH, "a-key-of-mine"))
    clock.forward(30 * DAY + 3_600)
    wait_for(lambda: counts(rows) == {table: int(table == "charges") for table in counts(rows)})


def test_where_there_are_jobs_alone_one_that_hangs_is_given_up_too(service, capabilities, clock):
    capabilities.hangs = True
    capabilities.gate.clear()
    job = service.create_job(ME, SPEECH, "a-key-of-mine")
    capabilities.speaking.wait(10)
    clock.forward(7_200)
    wait_for(lambda: service.job(ME, job.id).status == "failed")
    capabilities.gate.set()
    assert service.usage(ME).basic_speech.reserved_seconds == 0


def test_the_lock_files_of_ended_processes_go(swept, data_dir):
    program = (
        "import os, pathlib; from engine.service.presence import Presence;"
        f"Presence(pathlib.Path({str(data_dir / 'processes')!r})); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, check=False)
    assert len(list((data_dir / "processes").iterdir())) == 2
    swept._sweeper.sweep()
    assert [path.name for path in (data_dir / "processes").iterdir()] == [swept._parts.presence.owner]
