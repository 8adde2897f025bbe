"""Turns go round: nobody who takes one after the other keeps the others waiting."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.turns import Turns
from tests.service.doubles import wait_for


def test_turns_go_round():
    turns, taken = Turns(), []

    def work(name):
        for _ in range(50):
            with turns.turn():
                taken.append(name)

    with ThreadPoolExecutor(4) as threads, turns.turn():
        for name in range(4):
            threads.submit(work, name)
            wait_for(lambda waiting=name + 2: len(turns._queue) == waiting)
    assert taken == [0, 1, 2, 3] * 50


def test_one_at_a_time_and_a_failing_block_lets_go():
    turns, inside = Turns(), []

    def work():
        with turns.turn():
            inside.append(1)
            assert len(inside) == 1
            inside.pop()
            raise ValueError("enough")

    with ThreadPoolExecutor(8) as threads:
        for one in [threads.submit(work) for _ in range(200)]:
            with pytest.raises(ValueError, match="enough"):
                one.result(10)


def test_who_gives_up_waiting_is_passed_over(monkeypatch):
    turns = Turns()
    with turns.turn():
        monkeypatch.setattr(threading.Event, "wait", _interrupted)
        with pytest.raises(KeyboardInterrupt), turns.turn():
            raise AssertionError("it was not its turn")
        monkeypatch.undo()
    with turns.turn():
        pass


def _interrupted(*_):
    raise KeyboardInterrupt
