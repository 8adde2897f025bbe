"""A server that is killed loses nothing it accepted and charges nothing twice (sections 3.1 and 4)."""

from tests.server import crashes


def test_nothing_is_lost_and_nothing_charged_twice(tmp_path, monkeypatch):
    monkeypatch.setattr(crashes, "JOB_EVERY", 5)
    answers, jobs, problems = crashes.run(tmp_path, requests=40, kills=2)
    assert problems == []
    assert (answers, jobs) == (40, 8)
