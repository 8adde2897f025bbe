"""The work on a text grows with its length, not with the square of it."""

import time
from collections.abc import Callable

import pytest

from engine.translation.preserve import protect
from engine.translation.segments import segments

LONG = 8
"""Eight times the text is eight times the work; it would be 64 times if the work grew with the square."""


def seconds(work: Callable[[str], object], text: str) -> float:
    """The least of three runs, since another process may disturb one."""
    taken = []
    for _ in range(3):
        started = time.process_time()
        work(text)
        taken.append(time.process_time() - started)
    return min(taken)


@pytest.mark.parametrize(
    ("work", "piece"),
    [
        (segments, "1\t"),  # cells
        (segments, "ب 12|"),
        (segments, "a ب "),  # cuts between Latin words
        (segments, "1 ، "),
        (protect, "1."),  # one long number
        (protect, "۱:"),
    ],
)
def test_a_long_line_takes_as_much_longer_as_it_is(work: Callable[[str], object], piece: str) -> None:
    count = 3000 // len(piece)
    line, long_line = f"ب {piece * count}", f"ب {piece * (LONG * count)}"
    assert seconds(work, long_line) < 3 * LONG * seconds(work, line)
