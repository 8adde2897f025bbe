"""Logging in with the link that the server prints."""

from engine.server.ui.page import CSRF_HEADER


def test_the_link_logs_in_and_leaves_no_trace_in_the_address(live, visit):
    page = visit()
    page.locator("#work").wait_for()
    assert page.url == f"{live.address}/"
    assert page.inner_text("#who") == "acme · محیط اصلی"
    page.reload()
    page.locator("#work").wait_for()


def test_no_secret_is_within_reach_of_scripts(live, page):
    (cookie,) = page.context.cookies(f"{live.address}/ui/session")
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/ui")
    assert page.evaluate("document.cookie") == ""
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert cookie["value"] not in kept + page.content()


def test_no_api_key_travels(live, page):
    sent = []
    page.on("request", lambda request: sent.append(request.headers))
    page.click("#example")
    page.click("#read")
    page.locator("#translated").wait_for()
    posts = [headers for headers in sent if CSRF_HEADER.lower() in headers]
    assert len(posts) == 3
    assert not any("authorization" in headers for headers in sent)


def test_a_used_link_says_so_and_the_next_one_can_be_pasted(live, visit):
    used = live.page.login_address
    visit(used).locator("#work").wait_for()
    page = visit(used)
    page.locator("#login").wait_for()
    assert "پایانهٔ سرور" in page.inner_text("#login-state")
    page.trouble.clear()  # the browser itself noted the 401
    page.fill("#token", live.page.login_address)
    page.keyboard.press("Enter")
    page.locator("#work").wait_for()


def test_whoever_is_not_logged_in_sees_the_login_alone(live, visit):
    page = visit(live.address)
    page.locator("#login").wait_for()
    assert not page.is_visible("#work")
    assert not page.is_visible("#logout")
    assert page.evaluate("document.activeElement.id") == "token"


def test_logging_out_and_a_lost_session_lead_back_to_the_login(live, page):
    page.fill("#text", "متن من")
    page.click("#logout")
    page.locator("#login").wait_for()
    page.fill("#token", live.page.sessions.token)
    page.keyboard.press("Enter")
    page.locator("#work").wait_for()
    assert page.input_value("#text") == "متن من"
    page.locator("[data-meter=text]").wait_for()
    live.page.sessions._open.clear()
    page.click("#refresh")
    page.locator("#login").wait_for()
    page.trouble.clear()
