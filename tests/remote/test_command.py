"""--remote and `compare` on the command line, against a live server without models."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from engine.contract import DiacritizeResponse, UsageResponse
from engine.remote.credentials import KEY_VARIABLE
from tests.conformance.serving import CHECKOUT, Organization, running
from tests.conformance.stage import World

TEXT = "مردم شهر"


@pytest.fixture(scope="module")
def organization(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Organization]:
    folder = tmp_path_factory.mktemp("server")
    program = ["-m", "tests.conformance.stage", str(folder / "data"), str(folder), "production"]
    with running(folder, program, World(folder)) as server:
        yield server.organization()


def command(organization: Organization, *arguments: str, key: str | None = None) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command with `--remote`."""
    words = [sys.executable, "-m", "engine.cli", *arguments, "--remote", organization.server.address]
    environment = {**os.environ, KEY_VARIABLE: organization.key if key is None else key}
    ended = subprocess.run(
        words, cwd=CHECKOUT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    return ended.returncode, ended.stdout, ended.stderr


def used(organization: Organization) -> int:
    """Text units charged so far."""
    return UsageResponse.model_validate_json(command(organization, "usage", "--json")[1]).text.used_units


def test_a_text_command(organization):
    code, printed, _ = command(organization, "diacritize", "--json", TEXT)
    assert code == 0
    assert DiacritizeResponse.model_validate_json(printed).engine_version == "obedient-1"
    assert used(organization) == 8


def test_a_long_text_goes_in_sections_and_a_second_run_is_free(organization, tmp_path):
    file = tmp_path / "long.txt"
    file.write_text("مردم شهر از هوای سرد گله دارند. " * 400, encoding="utf-8")
    before = used(organization)
    first = command(organization, "translate", "--file", str(file))
    assert first[0] == 0
    assert used(organization) - before == 2 * len(file.read_text(encoding="utf-8"))
    assert command(organization, "translate", "--file", str(file))[1] == first[1]
    assert used(organization) - before == 2 * len(file.read_text(encoding="utf-8"))


def test_speech_into_a_file(organization, tmp_path):
    assert command(organization, "speak", TEXT, "--output", str(tmp_path / "clip.wav"))[0] == 0
    assert (tmp_path / "clip.wav").read_bytes()[:4] == b"RIFF"


def test_a_wrong_or_missing_key(organization):
    code, printed, complaint = command(organization, "usage", key="pe_live_this-is-a-secret")
    assert (code, printed) == (3, "")
    assert "secret" not in complaint
    assert command(organization, "usage", key=" ")[0] == 3


def test_options_of_a_local_engine_do_not_go_with_it(organization):
    code, _, complaint = command(organization, "--device", "cpu", "usage")
    assert code == 2
    assert "--device" in complaint


def test_an_address_in_the_open(organization, tmp_path):
    words = [sys.executable, "-m", "engine.cli", "usage", "--remote", "http://api.example"]
    environment = {**os.environ, KEY_VARIABLE: organization.key}
    ended = subprocess.run(
        words, cwd=CHECKOUT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert ended.returncode == 2
    assert "https" in ended.stderr


def test_a_comparison(organization, tmp_path):
    texts = tmp_path / "texts.txt"
    texts.write_text("مردم شهر\nhello\nهوای سرد\n", encoding="utf-8")
    options = ["--capability", "diacritize", "--capability", "pinglish", "--max-units", "30", "--json"]
    before = used(organization)
    code, printed, complaint = command(
        organization, "compare", "--input", str(texts), *options, "--html", str(tmp_path / "report.html")
    )
    assert code == 0, complaint
    measured = json.loads(printed)
    assert (measured["requests"], measured["left_out"]) == (3, 3)
    assert measured["remote_version"] == "obedient-1"
    assert {latency["engine"] for latency in measured["latency"]} == {"local", "remote"}
    assert measured["charged"][0] == {"name": "text", "value": 24.0, "unit": "units"}
    assert used(organization) - before == 24
    assert TEXT in (tmp_path / "report.html").read_text(encoding="utf-8")
