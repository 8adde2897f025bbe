"""The page's files: complete, of this server alone, and under a strict policy."""

import json
import re
from pathlib import Path

import pytest

import engine.server.ui
from tests.server.test_errors import refused

FOLDER = Path(engine.server.ui.__file__).parent / "static"
FILES = sorted(path.name for path in FOLDER.iterdir())
TEXTS = {name: (FOLDER / name).read_text(encoding="utf-8") for name in FILES}
STRINGS = re.findall(r'^  (?:"([^"]+)"|(\w+)): \[', TEXTS["strings.js"], re.MULTILINE)
KEYS = {json.loads(f'"{quoted}"') if quoted else plain for quoted, plain in STRINGS}


def test_the_page_is_served_with_a_policy_that_lets_nothing_else_in(visitor):
    answer = visitor.get("/")
    assert answer.text == TEXTS["index.html"]
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy.pop("default-src") == "'none'"
    assert policy.pop("script-src") == policy.pop("style-src") == "'self'"
    assert not [value for value in policy.values() if "unsafe" in value or "http" in value or "*" in value]
    assert policy["frame-ancestors"] == "'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_served_by_its_type_and_known_again(visitor, name):
    answer = visitor.get(f"/ui/static/{name}")
    assert answer.text == TEXTS[name]
    assert "charset=utf-8" in answer.headers["content-type"] or name.endswith(".svg")
    assert "content-security-policy" in answer.headers
    again = visitor.get(f"/ui/static/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["no.js", "..%2Fpage.py", "%2e%2e/page.py", "../page.py", "", "index.html/"])
def test_nothing_else_is_served(visitor, name):
    refused(visitor.get(f"/ui/static/{name}"), 404, "not_found")


@pytest.mark.parametrize("name", FILES)
def test_no_file_names_another_host(name):
    found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"'`)]*", TEXTS[name])
    assert set(found) <= {"http://www.w3.org/2000/svg"}  # a name, not an address that is loaded
    assert not re.search(r"@import|url\(|innerHTML|\beval\(|new Function", TEXTS[name])


def test_the_page_has_no_script_style_or_handler_in_its_text():
    page = TEXTS["index.html"]
    assert re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL) == ["", ""]
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)


def test_every_file_is_used_and_every_use_has_its_file():
    named = re.findall(r'"ui/static/([\w.-]+)"', TEXTS["index.html"])
    for text in TEXTS.values():
        named += re.findall(r'from "\./([\w.-]+)"', text)
    assert set(named) == set(FILES) - {"index.html"}


def test_every_text_that_is_said_stands_in_the_table():
    said = re.findall(r'data-(?:text|label|placeholder)="(\w+)"', TEXTS["index.html"])
    for name in FILES:
        if name.endswith(".js"):
            said += re.findall(r'\b(?:tell|report)\([^()]*(?:\([^()]*\))?, "(\w+)"', TEXTS[name])
            said += re.findall(r'\bsay\("(\w+)"', TEXTS[name])
    assert len(said) > 50
    assert set(said) <= KEYS


def test_every_word_of_the_contract_that_is_shown_stands_in_the_table(browser):
    vocabulary = browser.get("/ui/session").json()["vocabulary"]
    words = [vocabulary["voices"]["basic"], vocabulary["styles"], vocabulary["expressiveness"]]
    words += [vocabulary["pinglish_styles"], vocabulary["vowel_notations"]]
    words += [["queued", "running", "succeeded", "failed", "cancelled", "test", "live"]]
    words += [["pending_payment", "active", "canceling", "past_due", "disabled"]]
    assert {word for group in words for word in group} <= KEYS


def test_every_text_is_there_in_both_languages():
    table = TEXTS["strings.js"].partition("{\n")[2].rpartition("};")[0]
    rows = re.findall(
        r'^  (?:"[^"]+"|\w+): \[\s*"((?:[^"\\]|\\.)+)",\s*"((?:[^"\\]|\\.)+)",?\s*\],$', table, re.MULTILINE
    )
    assert len(rows) == len(KEYS)
    for persian, english in rows:
        assert set(re.findall(r"\{\w+\}", persian)) == set(re.findall(r"\{\w+\}", english))


def test_without_the_option_there_is_no_page(start):
    live = start()
    with live.client() as client:
        for path in ("/", "/ui/session", "/ui/static/main.js", "/ui/api/usage"):
            refused(client.get(path), 404, "not_found")
