"""The peers, and how they are asked: each in a process of its own, on one thread, absent or not."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.reading.notation import (
    EPITRAN,
    ESPEAK_NG,
    GRUUT,
    PERSIAN_G2P,
    PERSIAN_PHONEMIZER,
    in_scheme,
)

WORKER: Final = Path(__file__).with_name("worker.py")


@dataclass(frozen=True)
class Peer:
    """A peer that turns text into phonemes.

    Attributes:
        worker: its name in `worker.py`.
        title: its name in the tables.
        notation: its table in `notation.py`.
        ezafe: whether it says where it reads an ezafe.
    """

    worker: str
    title: str
    notation: Mapping[str, str]
    ezafe: bool


PEERS: Final = (
    Peer("espeak_ng", "eSpeak NG", ESPEAK_NG, ezafe=False),
    Peer("epitran", "epitran", EPITRAN, ezafe=False),
    Peer("persian_g2p", "PersianG2p", PERSIAN_G2P, ezafe=False),
    Peer("persian_phonemizer", "persian_phonemizer", PERSIAN_PHONEMIZER, ezafe=True),
    Peer("gruut", "gruut", GRUUT, ezafe=True),
)
DIACRITIZER: Final = "persian_phonemizer_marks"
"""The one peer that writes marks."""

NOT_MEASURED: Final = (
    ("phonemizer, piper-phonemize", "wrap eSpeak NG, which is measured itself"),
    ("hazm, dadmatools, shekar", "ezafe taggers whose models come from a hub, not in the wheel"),
    ("parsivar", "its wheel carries a part-of-speech tagger without ezafe, and no phonemes"),
    ("g2p-fa", "single words; persian_phonemizer falls back on it, and is measured"),
    ("transphone", "downloads its models when it first runs"),
    ("uroman, interscript", "romanise letter by letter: no vowels"),
    ("charsiu, GE2PE", "not on PyPI"),
)
"""Packages that were tried or looked into, and why they are not in the tables."""


@dataclass(frozen=True)
class Answer:
    """What a peer said to each sentence.

    Attributes:
        version: of the peer.
        outputs: one string a sentence; "" where the peer failed.
        seconds: time of each sentence, warm, one thread.
        failed: sentences at which it raised an exception.
    """

    version: str
    outputs: list[str]
    seconds: list[float]
    failed: int


def ask(worker: str, sentences: Sequence[str], interpreter: Path) -> Answer | str:
    """Runs one peer over the sentences.

    Returns:
        Its answer, or the reason why it is absent.

    Raises:
        RuntimeError: the worker failed in another way; the message is its standard error.
    """
    done = subprocess.run(
        [interpreter, WORKER, worker],
        input=json.dumps(list(sentences)),
        capture_output=True,
        text=True,
        env=os.environ | {"OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"},
    )
    if done.returncode == 3:
        return done.stderr.strip().splitlines()[-1]
    if done.returncode:
        raise RuntimeError(f"{worker}: {done.stderr.strip()}")
    # what a package prints on its way comes before
    found = json.loads(done.stdout.splitlines()[-1])
    outputs: list[str | None] = found["outputs"]
    return Answer(found["version"], [o or "" for o in outputs], found["seconds"], outputs.count(None))


def phonemes(peer: Peer, sentences: Sequence[str], interpreter: Path) -> Answer | str:
    """`ask`, the outputs in the project's scheme."""
    answer = ask(peer.worker, sentences, interpreter)
    if isinstance(answer, str):
        return answer
    said = [in_scheme(output, peer.notation) for output in answer.outputs]
    return Answer(answer.version, said, answer.seconds, answer.failed)
