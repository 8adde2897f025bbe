"""Write transactions that queue up are committed together, and fail by themselves."""

import sqlite3
import threading

import pytest
from sqlalchemy import insert, select
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import OperationalError

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
    counted = {"commits": 0, "fail": False}
    commit = SQLiteDialect_pysqlite.do_commit

    def counting(dialect, connection):
        counted["commits"] += 1
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
