"""Write transactions that queue up are committed together, and fail by themselves."""

import sqlite3
import threading

import pytest
from sqlalchemy import insert, select
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import OperationalError

from engine.service.account import Account
from engine.service.schema import facts
from engine.service.store import CommitUncertain, Store
from tests.service.doubles import wait_for


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "store.sqlite3")
    yield store
    store.close()


@pytest.fixture
def commits(monkeypatch):
    """Counts the commits, and makes them fail if told to."""
    counted = {"commits": 0, "durable": 0, "fail": False}
    commit = SQLiteDialect_pysqlite.do_commit

    def counting(dialect, connection):
        counted["commits"] += 1
        counted["durable"] += connection.cursor().execute("PRAGMA synchronous").fetchone() == (2,)
        if counted["fail"]:
            raise OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))
        commit(dialect, connection)

    monkeypatch.setattr(SQLiteDialect_pysqlite, "do_commit", counting)
    return counted


def names(store):
    with store.read() as conn:
        return set(conn.scalars(select(facts.c.name))) - {"schema_version"}


def crowd(store, parts):
    """Runs parts in threads that all wait while the first holds its turn; what each raised, by name."""
    inside, go, failures = threading.Event(), threading.Event(), {}

    def run(name, part):
        try:
            with store.write() as conn:
                if name == "first":
                    inside.set()
                    go.wait(10)
                conn.execute(insert(facts).values(name=name, value=""))
                part(conn)
        except BaseException as error:
            failures[name] = error

    threads = [threading.Thread(target=run, args=item) for item in parts.items()]
    threads[0].start()
    inside.wait(10)
    for thread in threads[1:]:
        thread.start()
    wait_for(lambda: store._writer._waiting == len(threads) - 1)
    go.set()
    for thread in threads:
        thread.join(10)
    return failures


def nothing(_):
    pass


def test_one_commit_serves_all_that_waited(store, commits):
    parts = {"first": nothing} | {f"part {number}": nothing for number in range(7)}
    assert crowd(store, parts) == {}
    assert commits["commits"] <= 2  # one, but for a machine so busy that a part loses patience
    assert names(store) == set(parts)


@pytest.mark.parametrize("failing", ["first", "second", "third"])
def test_a_part_that_raises_takes_only_itself_back(store, commits, failing):
    def fail(_):
        raise ValueError(failing)

    parts = {name: fail if name == failing else nothing for name in ("first", "second", "third")}
    failures = crowd(store, parts)
    assert list(failures) == [failing]
    assert isinstance(failures[failing], ValueError)
    assert names(store) == set(parts) - {failing}


def test_when_all_raise_nothing_is_committed(store, commits):
    def fail(_):
        raise ValueError

    assert len(crowd(store, {"first": fail, "second": fail})) == 2
    assert commits["commits"] == 0
    assert names(store) == set()


def test_a_failed_commit_is_uncertain_for_everyone(store, commits):
    commits["fail"] = True
    failures = crowd(store, {"first": nothing, "second": nothing})
    assert [type(error) for error in failures.values()] == [CommitUncertain] * 2
    commits["fail"] = False
    with store.write() as conn:
        conn.execute(insert(facts).values(name="later", value=""))
    assert names(store) == {"later"}


def test_a_transaction_that_sqlite_gave_up_is_uncertain_for_all_its_parts(store, commits):
    def full_disk(conn):
        conn.exec_driver_sql("ROLLBACK")  # as SQLite does by itself on a full disk

    failures = crowd(store, {"first": nothing, "second": full_disk})
    assert set(failures) == {"first", "second"}
    assert all(isinstance(error, CommitUncertain) for error in failures.values())
    with store.write() as conn:
        conn.execute(insert(facts).values(name="later", value=""))
    assert names(store) == {"later"}


def test_a_durable_part_does_not_join_a_transaction_that_is_not(store, commits):
    with store.write(durable=False) as conn:
        conn.execute(insert(facts).values(name="hasty", value=""))
    assert commits == {"commits": 1, "durable": 0, "fail": False}
    hasty = threading.Event()

    def part(durable, name):
        with store.write(durable) as conn:
            if not durable:
                hasty.set()
                wait_for(lambda: store._writer._waiting == 1)
            conn.execute(insert(facts).values(name=name, value=""))

    threads = [threading.Thread(target=part, args=item) for item in ((False, "first"), (True, "second"))]
    threads[0].start()
    hasty.wait(10)
    threads[1].start()
    for thread in threads:
        thread.join(10)
    assert commits == {"commits": 3, "durable": 1, "fail": False}
    assert names(store) == {"hasty", "first", "second"}


def test_a_request_waits_for_the_disk_once(service, commits):
    service.generate(Account(), "translate", {"text": "مردم"})  # the first sweeps, too
    before = commits["durable"]
    service.generate(Account(), "translate", {"text": "سلام"}, "a-key-of-mine")
    assert commits["durable"] - before == 1
