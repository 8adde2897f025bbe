"""For whom the page is opened, and to whom it can be seen."""

import pytest

from engine.contract.errors import ValidationFailed
from engine.server import serving
from engine.server.ui.opening import PageOptions, is_loopback, open_page
from engine.service.directory import Directory
from tests.server.test_command import run  # noqa: F401

HERE = "http://127.0.0.1:8000"


@pytest.fixture
def directory(tmp_path):
    with Directory(tmp_path / "data") as directory:
        yield directory


def test_the_only_organization_needs_no_name(directory):
    directory.subscribe("acme", "live", "growth")
    directory.subscribe("acme", "test", "sandbox")
    assert open_page(PageOptions(), directory, HERE, None).account.scope == "live:acme"
    assert open_page(PageOptions("acme", "test"), directory, HERE, None).account.plan == "sandbox"


@pytest.mark.parametrize(
    ("organizations", "options", "said"),
    [
        ([], PageOptions(), "none yet: persian-engine orgs create NAME"),
        (["one", "two"], PageOptions(), "one, two"),
        (["one", "two"], PageOptions("three"), "one, two"),
        (["one"], PageOptions("one", "test"), "none yet"),
    ],
)
def test_it_has_to_be_clear_whom_the_page_works_for(directory, organizations, options, said):
    for name in organizations:
        directory.subscribe(name, "live", "growth")
    with pytest.raises(ValidationFailed, match=said):
        open_page(options, directory, HERE, None)


@pytest.mark.parametrize(
    ("address", "base_url"),
    [
        ("http://0.0.0.0:8000", None),
        ("https://192.168.1.7:8000", None),
        ("https://[fd00::7]:8000", None),
        (HERE, "https://page.example/persian"),
    ],
)
def test_beyond_loopback_only_when_asked(directory, address, base_url):
    directory.subscribe("acme", "live", "growth")
    with pytest.raises(ValidationFailed, match="--ui-beyond-loopback"):
        open_page(PageOptions(), directory, address, base_url)
    page = open_page(PageOptions(beyond_loopback=True), directory, address, base_url)
    assert page.login_address.startswith(f"{base_url or address}/#login=")
    assert page.secure == page.login_address.startswith("https:")


def test_what_is_loopback():
    assert all(map(is_loopback, ["127.0.0.1", "127.1.2.3", "::1", "localhost"]))
    assert not any(map(is_loopback, ["0.0.0.0", "::", "10.0.0.1", "localhost.example", ""]))


def test_the_command_takes_the_options_of_the_page(run, monkeypatch):  # noqa: F811
    taken = []
    monkeypatch.setattr(serving, "serve", lambda *arguments: taken.append(arguments[-1].page))
    assert run("serve").returncode == 0
    assert run("serve", "--ui").returncode == 0
    named = ["--ui-organization", "acme", "--ui-environment", "test", "--ui-beyond-loopback"]
    assert run("serve", "--ui", *named).returncode == 0
    assert taken == [None, PageOptions(), PageOptions("acme", "test", True)]
    ended = run("serve", *named)
    assert ended.returncode == 2
    assert "--ui" in ended.stderr


def test_serve_refuses_a_page_that_others_could_reach(run):  # noqa: F811
    assert run("orgs", "create", "acme").returncode == 0
    ended = run("serve", "--ui", "--port", "0", "--host", "0.0.0.0", "--base-url", "https://page.example")
    assert ended.returncode == 2
    assert "--ui-beyond-loopback" in ended.stderr
