"""Sessions and the tokens that open them."""

import pytest

from engine.contract.errors import AuthenticationFailed
from engine.server.ui.sessions import SESSION_SECONDS, Sessions
from tests.service.doubles import HandClock


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
def sessions(clock):
    return Sessions(clock.now)


def test_a_token_opens_one_session(sessions):
    token = sessions.token
    session = sessions.open(token)
    assert sessions.find(session.id) == session
    assert sessions.token != token
    with pytest.raises(AuthenticationFailed):
        sessions.open(token)


@pytest.mark.parametrize("token", ["", "x", "\ud800", "ü" * 43])
def test_another_token_opens_none_and_leaves_the_right_one_valid(sessions, token):
    with pytest.raises(AuthenticationFailed):
        sessions.open(token)
    assert sessions.open(sessions.token)


def test_a_session_ends_by_itself(sessions, clock):
    session = sessions.open(sessions.token)
    clock.forward(SESSION_SECONDS - 1)
    assert sessions.find(session.id)
    clock.forward(1)
    with pytest.raises(AuthenticationFailed):
        sessions.find(session.id)


def test_sessions_that_ended_are_forgotten(sessions, clock):
    for _ in range(3):
        sessions.open(sessions.token)
        clock.forward(SESSION_SECONDS)
    assert len(sessions._open) == 1


def test_logging_out_ends_one_session_alone(sessions):
    one, other = sessions.open(sessions.token), sessions.open(sessions.token)
    sessions.close(one)
    sessions.close(one)
    assert sessions.find(other.id)
    for id_ in (one.id, None, ""):
        with pytest.raises(AuthenticationFailed):
            sessions.find(id_)
