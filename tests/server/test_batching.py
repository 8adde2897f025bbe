"""Calls of many threads run as few batches, and each gets its own answer or its own failure."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.server.batching import MOST_TEXTS, Batched, Batcher
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


def together(slow, calls):
    """Runs calls while the first holds the model; their results or failures, in order."""
    batcher = Batcher(slow)

    def outcome(call):
        try:
            return batcher.run(*call)
        except ValueError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as threads:
        running = [threads.submit(outcome, calls[0])]
        wait_for(lambda: slow.batches)
        running += [threads.submit(outcome, call) for call in calls[1:]]
        wait_for(lambda: len(batcher._waiting) == len(calls) - 1)
        slow.go.set()
        return [one.result(10) for one in running]


def test_calls_that_wait_become_one_batch():
    slow = Slow()
    calls = [([f"text {number}"], None) for number in range(9)]
    assert together(slow, calls) == [[text * 2] for (text,), _ in calls]
    assert [len(texts) for texts, _ in slow.batches] == [1, 8]


def test_calls_with_other_options_run_apart():
    slow = Slow()
    calls = [(["a"], 1), (["b"], 1), (["c"], 2), (["d", "e"], 1)]
    assert together(slow, calls) == [["aa"], ["bb"], ["cc"], ["dd", "ee"]]
    assert len(slow.batches) == 3
    assert {options for _, options in slow.batches} == {1, 2}


def test_a_failing_text_fails_only_its_own_call():
    results = together(Slow(), [(["a"], None), (["b"], None), (["bad"], None), (["c"], None)])
    assert [results[0], results[1], results[3]] == [["aa"], ["bb"], ["cc"]]
    assert isinstance(results[2], ValueError)


def test_a_batch_is_bounded():
    slow = Slow()
    together(slow, [(["x"] * 10, None) for _ in range(9)])
    assert max(len(texts) for texts, _ in slow.batches) <= MOST_TEXTS
    assert sum(len(texts) for texts, _ in slow.batches) == 90


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
