"""A server that is killed loses nothing it accepted and charges nothing twice (sections 3.1 and 4)."""

from tests.server import crashes


def test_nothing_is_lost_and_nothing_charged_twice(tmp_path):
    outcome = crashes.run(tmp_path, requests=32, jobs=8, kills=2)
    assert outcome.problems == []
    assert (outcome.answers, outcome.jobs) == (40, 8)
