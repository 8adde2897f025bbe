"""Full disks, unwritable folders, damaged databases: a typed error, nothing charged, nothing lost."""

import errno
import os
import sqlite3

import pytest
from sqlalchemy import event
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Engine

from engine.contract.errors import EngineError, ServiceUnavailable, StorageUnavailable
from engine.service.account import Account
from engine.service.presence import Presence
from engine.service.store import Store
from tests.service.doubles import wait_for

ME = Account()
SPEECH = {"text": "سلام", "tier": "basic", "voice": "kian"}
KEY = "a-key-of-mine"


def no_space(*_arguments, **_more):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def assert_untouched(rows):
    for table in ("charges", "counters", "artifacts", "results", "idempotency", "reservations"):
        assert rows(f"SELECT * FROM {table}") == [], table


@pytest.mark.parametrize(
    "broken", ["os.fsync", "pathlib.Path.rename", "pathlib.Path.open", "pathlib.Path.mkdir"]
)
def test_a_disk_that_is_full_when_audio_is_written(service, rows, data_dir, monkeypatch, broken):
    with monkeypatch.context() as full:
        full.setattr(broken, no_space)
        with pytest.raises(StorageUnavailable) as caught:
            service.generate(ME, "speech", SPEECH, KEY)
    assert "No space left" in str(caught.value)
    assert (caught.value.status, caught.value.detail.code) == (503, "storage_unavailable")
    assert caught.value.request_id is not None
    assert_untouched(rows)
    assert list((data_dir / "audio").glob("*/*")) == []
    answer = service.generate(ME, "speech", SPEECH, KEY)
    assert service.audio_bytes(answer.audio_url)


@pytest.mark.parametrize(
    "statement", ["INSERT INTO charges", "INSERT INTO results", "UPDATE idempotency", "COMMIT"]
)
def test_a_disk_that_is_full_when_the_result_is_stored(service, rows, monkeypatch, statement):

    full = True

    def refuse(conn, cursor, sql, parameters, context, executemany):
        if full and sql.startswith(statement):
            raise sqlite3.OperationalError("database or disk is full")

    commit = SQLiteDialect_pysqlite.do_commit

    def refuse_commit(dialect, connection):
        charged = connection.cursor().execute("SELECT count(*) FROM charges").fetchone()[0]
        if full and statement == "COMMIT" and charged:
            raise sqlite3.OperationalError("database or disk is full")
        commit(dialect, connection)

    monkeypatch.setattr(SQLiteDialect_pysqlite, "do_commit", refuse_commit)
    event.listen(Engine, "before_cursor_execute", refuse)
    try:
        with pytest.raises(StorageUnavailable, match="disk is full"):
            service.generate(ME, "speech", SPEECH, KEY)
        full = False
    finally:
        event.remove(Engine, "before_cursor_execute", refuse)
    assert rows("SELECT * FROM charges") == rows("SELECT * FROM idempotency") == []
    assert service.generate(ME, "speech", SPEECH, KEY).usage.seconds == 2.5


def test_a_store_that_really_runs_full_says_so_and_works_again_when_there_is_room(service, rows):
    pages = 1  # SQLite raises it to the pages in use

    def limit(connection, _record, _proxy):  # the limit is each connection's own, and the store has several
        connection.execute(f"PRAGMA max_page_count = {pages}")

    event.listen(service._parts.store._engine, "checkout", limit)
    long = {"text": "سلام " * 1_000}
    refusals = []
    for number in range(30):
        text = f"{number} {long['text']}"
        try:
            service.generate(ME, "translate", {"text": text}, f"key-number-{number}")
        except StorageUnavailable as error:
            refusals.append(str(error))
    assert refusals
    assert all("full" in refusal for refusal in refusals)
    ((charges,),) = rows("SELECT count(*) FROM charges")
    assert rows("SELECT count(*) FROM idempotency WHERE state = 'done'") == [(charges,)]
    assert charges == 30 - len(refusals)
    pages = 1_000_000
    assert service.generate(ME, "translate", long, KEY)


def test_a_disk_that_is_full_under_a_job_fails_it_without_charge(service, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr("engine.service.artifacts.os.fsync", no_space)
        job = service.create_job(ME, SPEECH, KEY)
        wait_for(lambda: service.job(ME, job.id).status == "failed")
    assert service.job(ME, job.id).error.code == "storage_unavailable"
    assert service.usage(ME).basic_speech.used_seconds == 0


def test_a_store_that_fails_under_a_job_runs_it_again(service, monkeypatch):
    write, left = Store.write, [2]
    job = None

    def failing(store):
        import threading

        if threading.current_thread().name == "speech-jobs" and left[0]:
            left[0] -= 1
            raise StorageUnavailable("no room")
        return write(store)

    monkeypatch.setattr(Store, "write", failing)
    job = service.create_job(ME, SPEECH, KEY)
    for _ in service.stream_job(ME, job.id):
        service._jobs._worker.wake()
    assert service.job(ME, job.id).status == "succeeded"


def test_a_file_in_place_of_the_data_folder(open_service, data_dir):
    data_dir.write_text("in the way")
    with pytest.raises(StorageUnavailable) as caught:
        open_service()
    assert str(data_dir) in str(caught.value)
    assert caught.value.details == {"path": str(data_dir)}


@pytest.mark.parametrize(
    "name", ["audio", "secret", "processes", "engine.sqlite3", "rates.sqlite3", "opening.lock"]
)
def test_something_else_in_place_of_a_part_of_it(open_service, data_dir, name):
    data_dir.mkdir()
    if name in ("audio", "processes"):
        (data_dir / name).write_text("in the way")
    else:
        (data_dir / name).mkdir()
    with pytest.raises(StorageUnavailable):
        open_service()


@pytest.mark.parametrize("broken", ["pathlib.Path.mkdir", "os.open"])
def test_a_folder_without_permission(open_service, monkeypatch, broken):
    def forbid(*_arguments, **_more):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(broken, forbid)
    with pytest.raises(StorageUnavailable, match="Permission denied"):
        open_service()


def test_a_database_that_is_none(open_service, data_dir):
    data_dir.mkdir()
    (data_dir / "engine.sqlite3").write_bytes(b"not a database" * 100)
    with pytest.raises(StorageUnavailable, match="not a database"):
        open_service()


def test_a_database_of_another_version(open_service, data_dir):
    open_service().close()
    connection = sqlite3.connect(data_dir / "engine.sqlite3")
    connection.execute("UPDATE facts SET value = '99' WHERE name = 'schema_version'")
    connection.commit()
    connection.close()
    with pytest.raises(StorageUnavailable, match="version 99"):
        open_service()


def test_a_database_that_another_process_holds_for_too_long_is_a_retryable_error(
    open_service, data_dir, rows
):
    service = open_service(busy_seconds=0.1)
    holder = sqlite3.connect(data_dir / "engine.sqlite3", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(ServiceUnavailable) as caught:
        service.generate(ME, "translate", {"text": "سلام"}, KEY)
    assert (caught.value.detail.retryable, caught.value.retry_after) == (True, 1)
    holder.execute("ROLLBACK")
    holder.close()
    assert service.generate(ME, "translate", {"text": "سلام"}, KEY)


def test_an_error_of_the_database_does_not_hold_the_users_text(service, monkeypatch):

    def refuse(*_):
        raise sqlite3.OperationalError("disk I/O error")

    event.listen(Engine, "before_cursor_execute", refuse)
    try:
        with pytest.raises(EngineError) as caught:
            service.generate(ME, "translate", {"text": "سلام"}, KEY)
    finally:
        event.remove(Engine, "before_cursor_execute", refuse)
    assert "سلام" not in str(caught.value)


def test_a_sweep_that_fails_does_not_take_away_the_answer(open_service, monkeypatch):
    service = open_service(sweep_seconds=0)
    monkeypatch.setattr("engine.service.artifacts.Artifacts.sweep", no_space)
    assert service.generate(ME, "translate", {"text": "سلام"})


def test_the_durability_asked_for_is_set(service):
    store = service._parts.store
    for durable, level in (True, 2), (False, 1), (True, 2):
        with store.write(durable) as conn:
            assert conn.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert conn.exec_driver_sql("PRAGMA synchronous").scalar() == level


def test_a_presence_holds_only_what_it_is_at_work_on(tmp_path):
    one, two = Presence(tmp_path), Presence(tmp_path)
    with one.at_work("a"):
        assert one.holds(one.owner, "a")
        assert two.holds(one.owner, "a")
        assert not one.holds(one.owner, "b")
    assert not one.holds(one.owner, "a")
    assert not two.holds("nobody", "a")
    assert not two.holds(None, "a")
    one.close()
    one.close()
    assert not two.holds(one.owner, "a")
    with pytest.raises(ServiceUnavailable), one.at_work("a"):
        pass
    two.close()
