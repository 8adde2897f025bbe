"""Calls of many threads run as few batches, and each gets its own answer or its own failure."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.server.batching import DEADLINE_SECONDS, MOST_CODE_POINTS, MOST_TEXTS, Batched, Batcher
from tests.service.doubles import PlainCapabilities, wait_for


class Slow:
    """Doubles texts; the first batch waits until it is let go."""

    def __init__(self):
        self.batches = []
        self.go = threading.Event()

    def __call__(self, texts, options):
        self.batches.append((list(texts), options))
        self.go.wait(10)
        if "bad" in texts:
            raise ValueError("bad")
        return [text * 2 for text in texts]


def together(slow, calls, clock=time.monotonic):
    """Runs calls, which come in order, while the first holds the model; their results or failures."""
    batcher = Batcher(slow, clock)

    def outcome(call):
        try:
            return batcher.run(*call)
        except ValueError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as threads:
        running = [threads.submit(outcome, calls[0])]
        wait_for(lambda: slow.batches)
        for call in calls[1:]:
            running.append(threads.submit(outcome, call))
            wait_for(lambda: len(batcher._waiting) == len(running) - 1)
        slow.go.set()
        return [one.result(10) for one in running]


def test_calls_that_wait_become_one_batch():
    slow = Slow()
    calls = [([f"text {number}"], None) for number in range(9)]
    assert together(slow, calls) == [[text * 2] for (text,), _ in calls]
    assert [len(texts) for texts, _ in slow.batches] == [1, 8]


def test_calls_with_other_options_run_apart():
    slow = Slow()
    calls = [(["ab"], 1), (["cd"], 1), (["ef"], 2), (["g", "h"], 1)]
    assert together(slow, calls) == [["abab"], ["cdcd"], ["efef"], ["gg", "hh"]]
    assert slow.batches == [(["ab"], 1), (["cd", "g", "h"], 1), (["ef"], 2)]


def test_texts_of_like_length_run_together_and_short_ones_first():
    slow = Slow()
    long, other = "l" * 5_000, "o" * 6_000
    calls = [(["first"], None), ([long], None), (["ab"], None), ([other], None), (["cde"], None)]
    assert together(slow, calls)[2] == ["abab"]
    assert [texts for texts, _ in slow.batches] == [["first"], ["ab", "cde"], [long, other]]


def test_a_call_that_waited_until_its_deadline_is_next():
    slow, times = Slow(), iter([0.0, 0.0, 0.1])
    long = "l" * 5_000
    calls = [(["first"], None), ([long], None), (["ab"], None)]
    together(slow, calls, lambda: next(times, DEADLINE_SECONDS))
    assert [texts for texts, _ in slow.batches] == [["first"], [long], ["ab"]]


def test_a_result_does_not_wait_for_the_next_batch():
    started, go = threading.Semaphore(0), threading.Semaphore(0)

    def slow(texts, _):
        started.release()
        go.acquire()
        return texts

    batcher = Batcher(slow)
    with ThreadPoolExecutor(9) as threads:
        running = [threads.submit(batcher.run, ["first"], None)]
        started.acquire()
        running += [threads.submit(batcher.run, [f"{n}"], n % 2) for n in range(8)]
        wait_for(lambda: len(batcher._waiting) == 8)
        go.release()
        started.acquire()  # the second batch runs, and the third waits
        assert running[0].result(10) == ["first"]
        go.release()
        started.acquire()
        wait_for(lambda: sum(one.done() for one in running) == 5)  # while the third runs
        go.release()
        assert [one.result(10) for one in running[1:]] == [[f"{n}"] for n in range(8)]


def test_a_failing_text_fails_only_its_own_call():
    results = together(Slow(), [(["a"], None), (["b"], None), (["bad"], None), (["c"], None)])
    assert [results[0], results[1], results[3]] == [["aa"], ["bb"], ["cc"]]
    assert isinstance(results[2], ValueError)


def test_a_batch_is_bounded():
    slow = Slow()
    together(slow, [(["x"] * 10, None) for _ in range(9)])
    assert max(len(texts) for texts, _ in slow.batches) <= MOST_TEXTS
    assert sum(len(texts) for texts, _ in slow.batches) == 90


def test_a_batch_of_long_texts_is_bounded_too():
    slow = Slow()
    together(slow, [(["x" * 6_000], None) for _ in range(9)])
    assert [len(texts) for texts, _ in slow.batches] == [1, 2, 2, 2, 2]
    assert MOST_CODE_POINTS < 3 * 6_000


@pytest.mark.parametrize("size", [0, 100])
def test_a_call_of_any_size_is_answered(size):
    slow = Slow()
    slow.go.set()
    assert Batcher(slow).run(["x"] * size, None) == ["xx"] * size


def test_batched_capabilities_answer_as_those_within():
    plain = PlainCapabilities()
    batched = Batched(plain)
    texts = ["سلام", "مردم"]
    assert batched.engine_version == plain.engine_version
    assert batched.diacritize(texts, False) == plain.diacritize(texts, False)
    assert batched.romanize(texts, "readable", "macron") == plain.romanize(texts, "readable", "macron")
    assert batched.translate(texts) == plain.translate(texts)
