"""Logging in and out over HTTP."""

import pytest

from tests.server.test_errors import refused


def test_whoever_has_the_token_gets_a_cookie_that_no_script_and_no_other_site_gets(live, visitor):
    answer = visitor.post("/ui/login", json={"token": live.page.sessions.token})
    name, _, rest = answer.headers["set-cookie"].partition("=")
    assert name == f"persian-engine-{live.address.rpartition(':')[2]}"
    assert {part.strip() for part in rest.split(";")[1:]} == {"HttpOnly", "SameSite=strict"}
    told = answer.json()
    assert (told["organization"], told["environment"]) == ("acme", "live")
    assert rest.split(";")[0] not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert visitor.get("/ui/session").json() == told


def test_a_login_link_works_once_and_the_next_one_is_printed(live, visitor, capfd):
    token = live.page.sessions.token
    assert live.page.login_address == f"{live.address}/#login={token}"
    assert visitor.post("/ui/login", json={"token": token}).is_success
    assert capfd.readouterr().out == f"{live.page.login_address}\n"
    envelope = refused(visitor.post("/ui/login", json={"token": token}), 401, "invalid_api_key")
    assert "login link" in envelope.error.action
    assert capfd.readouterr().out == ""


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b"{}", 422),
        (b'{"token": 1}', 422),
        (b'{"token": "x"}', 401),
        (b"x" * 40_000, 413),
    ],
)
def test_anything_else_is_refused(visitor, body, status):
    answer = visitor.post("/ui/login", content=body)
    assert answer.status_code == status
    assert "set-cookie" not in answer.headers


def test_without_a_login_there_is_no_session(visitor):
    assert visitor.get("/ui/session").status_code == 204
    refused(visitor.get("/ui/api/usage"), 401, "invalid_api_key")


def test_after_logging_out_the_cookie_opens_nothing(browser):
    assert browser.get("/ui/api/usage").is_success
    assert browser.post("/ui/logout").status_code == 204
    refused(browser.get("/ui/api/usage"), 401, "invalid_api_key")
    assert browser.get("/ui/session").status_code == 204


def test_what_the_forms_offer_is_what_the_contract_has(browser):
    vocabulary = browser.get("/ui/session").json()["vocabulary"]
    assert vocabulary["voices"]["basic"] == ["kian", "leyla", "ava", "mana", "amir"]
    assert len(vocabulary["voices"]["premium"]) == 30
    assert vocabulary["pace"] == {"least": 0.75, "most": 1.25}
    assert vocabulary["text_code_points"] == 6_000
