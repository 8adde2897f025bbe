"""Nothing but the page itself gets anything done with the session of a browser."""

import httpx
import pytest

from engine.server.ui.page import CSRF_HEADER
from tests.server.test_errors import refused

TEXT = {"text": "مردم شهر"}
CHANGING = ["/ui/logout", "/ui/api/diacritize", "/ui/api/speech", "/ui/api/speech/jobs",
            "/ui/api/speech/jobs/0b9bbd5e-0000-4000-8000-000000000000/cancel"]  # fmt: skip
READING = ["/ui/session", "/ui/api/usage", "/ui/api/speech/jobs/0b9bbd5e-0000-4000-8000-000000000000",
           "/ui/api/speech/jobs/0b9bbd5e-0000-4000-8000-000000000000/events"]  # fmt: skip


@pytest.mark.parametrize("path", CHANGING)
@pytest.mark.parametrize("token", [None, "", "wrong", "ü"])
def test_a_change_needs_the_sessions_token(browser, capabilities, path, token):
    del browser.headers[CSRF_HEADER]
    headers = {} if token is None else {CSRF_HEADER: token.encode()}
    refused(browser.post(path, json=TEXT, headers=headers), 403, "insufficient_scope")
    assert capabilities.calls == []


@pytest.mark.parametrize(
    "sent",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},  # another port of this machine; it gets the cookie
        {"Sec-Fetch-Site": "none"},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
def test_another_sites_page_is_refused_even_with_the_token(browser, capabilities, sent):
    for path in ["/ui/login", *CHANGING]:
        refused(browser.post(path, json=TEXT, headers=sent), 403, "insufficient_scope")
    for path in READING:
        refused(browser.get(path, headers=sent), 403, "insufficient_scope")
    assert capabilities.calls == []
    assert browser.get("/ui/api/usage").is_success


def test_a_change_of_unknown_origin_is_refused(browser):
    for header in ("Sec-Fetch-Site", "Origin"):
        del browser.headers[header]
    refused(browser.post("/ui/api/diacritize", json=TEXT), 403, "insufficient_scope")
    refused(browser.post("/ui/login", json={"token": "x"}), 403, "insufficient_scope")
    assert browser.get("/ui/api/usage").is_success  # browsers send no Origin with it, old ones neither


@pytest.mark.parametrize("header", ["Sec-Fetch-Site", "Origin"])
def test_one_of_both_headers_is_enough(browser, header):
    del browser.headers[header]
    assert browser.post("/ui/api/diacritize", json=TEXT).is_success


def test_the_page_may_be_opened_as_localhost_too(live, browser):
    other = live.address.replace("127.0.0.1", "localhost")
    assert browser.post("/ui/api/diacritize", json=TEXT, headers={"Origin": other}).is_success


def test_one_browsers_token_is_not_anothers(live, browser):
    with live.client() as other:
        other.headers["Origin"] = live.address
        csrf = other.post("/ui/login", json={"token": live.page.sessions.token}).json()["csrf"]
    refused(
        browser.post("/ui/api/diacritize", json=TEXT, headers={CSRF_HEADER: csrf["token"]}),
        403,
        "insufficient_scope",
    )


def test_a_session_opens_nothing_of_v1_and_a_key_nothing_of_the_page(live, browser):
    refused(browser.get("/v1/usage"), 401, "invalid_api_key")
    refused(browser.post("/v1/diacritize", json=TEXT), 401, "invalid_api_key")
    key = {"Authorization": f"Bearer {live.key_of('acme')}"}
    refused(httpx.get(f"{live.address}/ui/api/usage", headers=key), 401, "invalid_api_key")


@pytest.mark.parametrize("path", CHANGING + READING)
def test_no_route_of_the_page_permits_cross_origin_access(browser, path):
    answer = browser.options(path, headers={"Access-Control-Request-Method": "POST"})
    assert answer.status_code == 405
    assert not [name for name in answer.headers if name.startswith("access-control-")]
