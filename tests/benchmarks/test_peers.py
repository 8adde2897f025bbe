"""The worker process, with the interpreter that runs the tests: which peers it has does not matter."""

import sys
from pathlib import Path

import pytest

from benchmarks.reading.peers import DIACRITIZER, PEERS, Answer, ask
from benchmarks.reading.worker import PEERS as WORKERS


def test_every_peer_has_a_worker() -> None:
    assert {peer.worker for peer in PEERS} | {DIACRITIZER} == set(WORKERS)


@pytest.mark.parametrize("worker", ["espeak_ng", "epitran"])
def test_a_peer_answers_each_sentence_or_is_named_as_absent(worker: str) -> None:
    answer = ask(worker, ["مردم شهر", "سلام"], Path(sys.executable))
    if isinstance(answer, Answer):
        assert len(answer.outputs) == len(answer.seconds) == 2
        assert answer.failed == 0
    else:
        assert "espeak" in answer or "epitran" in answer


def test_an_unknown_worker_is_an_error_and_not_absent() -> None:
    with pytest.raises(RuntimeError, match="no_such_peer"):
        ask("no_such_peer", [], Path(sys.executable))
