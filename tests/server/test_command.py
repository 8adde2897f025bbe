"""The command as an operator uses it: real processes, real models, signals."""

import base64
import io
import json
import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import soundfile

from engine import cli
from engine.contract import DiacritizeResponse, SpeechResponse
from engine.service.directory import Directory
from tests.server.test_jobs import parsed
from tests.service.doubles import wait_for

COMMAND = [sys.executable, "-m", "engine.cli"]
TEXT = "مردم شهر از هوای سرد گله دارند."
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1"}


class Ended(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ended]:
    """Runs a command on the test's data folder, in this process."""

    monkeypatch.setattr("engine.server.logs.log_to_stderr", lambda _: None)  # it is this process's, too

    def run(*arguments: str) -> Ended:
        where = ["--data-dir", str(tmp_path / "data")]
        monkeypatch.setattr(sys, "argv", ["persian-engine", *arguments, *where])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        return Ended(int(ended.value.code or 0), printed.out, printed.err)

    return run


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., tuple[subprocess.Popen[str], str]]]:
    """Starts the command; gives the process and the address that it printed."""
    started: list[subprocess.Popen[str]] = []

    def serve(*options: str) -> tuple[subprocess.Popen[str], str]:
        log = (tmp_path / f"log-{len(started)}").open("w")
        arguments = [*COMMAND, "serve", "--data-dir", str(tmp_path / "data"), "--port", "0", *options]
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=log, text=True, env=ENVIRONMENT)
        log.close()
        started.append(process)
        return process, process.stdout.readline().strip()

    yield serve
    for process in started:
        process.kill()
        process.wait(20)
        process.stdout.close()


@pytest.fixture
def key(tmp_path: Path) -> str:
    with Directory(tmp_path / "data") as directory:
        directory.subscribe("acme", "live", "growth")
        directory.change("acme", "live", {"requests_per_minute": 1_000_000})
        return directory.create_key("acme", "live")[1]


def test_serve_with_the_models_ends_in_peace_and_logs_no_secret(serve, key, tmp_path):
    process, address = serve()
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}, timeout=60) as client:
        answer = client.post("/v1/diacritize", json={"text": TEXT})
        marked = DiacritizeResponse.model_validate_json(answer.content)
        assert any(operation.type == "ezafe" for operation in marked.operations)
        spoken = SpeechResponse.model_validate_json(
            client.post("/v1/speech", json={"text": "سلام", "tier": "basic", "voice": "leyla"}).content
        )
        assert spoken.audio_url.startswith(f"{address}/v1/developer/audio?")
        audio = httpx.get(spoken.audio_url)
        assert audio.content[:4] == b"RIFF"
        job = {"text": "سلام. حال شما چطور است؟", "tier": "basic", "voice": "leyla"}
        keyed = {"Idempotency-Key": "a-key-of-mine"}
        stream = client.get(client.post("/v1/speech/jobs", json=job, headers=keyed).json()["stream_url"])
        heard = [data["audio_base64"] for _, name, data in parsed(stream.text) if name == "audio"]
        assert heard
        for chunk in heard:
            info = soundfile.info(io.BytesIO(base64.b64decode(chunk)))
            assert (info.format, info.samplerate, info.channels) == ("MP3", 24_000, 1)
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    log = (tmp_path / "log-0").read_text()
    assert [line for line in map(json.loads, log.splitlines()) if line.get("route") == "/v1/diacritize"]
    for secret in (key[20:], TEXT, "signature="):
        assert secret not in log


def test_a_job_survives_a_killed_server(serve, key):
    process, address = serve()
    body = {"text": "سلام. " * 200, "tier": "basic", "voice": "ava"}
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "a-key-of-mine"}
    job = httpx.post(f"{address}/v1/speech/jobs", json=body, headers=headers, timeout=30).json()
    process.kill()
    process.wait(20)
    _, address = serve()
    with httpx.Client(base_url=address, headers=headers, timeout=30) as client:
        again = client.post("/v1/speech/jobs", json=body).json()
        assert again["id"] == job["id"]
        assert client.post(f"/v1/speech/jobs/{job['id']}/cancel").json()["status"] == "cancelled"
        assert client.get("/v1/usage").json()["basic_speech"]["reserved_seconds"] == 0


def test_two_processes_share_jobs_and_usage(serve, key):
    (_, one), (_, other) = serve(), serve()
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "a-key-of-mine"}
    body = {"text": "سلام", "tier": "basic", "voice": "leyla"}
    with (
        httpx.Client(base_url=one, headers=headers, timeout=60) as here,
        httpx.Client(base_url=other, headers=headers, timeout=60) as there,
    ):
        job = here.post("/v1/speech/jobs", json=body).json()
        assert there.post("/v1/speech/jobs", json=body).json()["id"] == job["id"]
        wait_for(lambda: there.get(f"/v1/speech/jobs/{job['id']}").json()["status"] == "succeeded", 60)
        done = here.get(f"/v1/speech/jobs/{job['id']}").json()
        assert here.get(done["audio_url"]).is_success
        used = [client.get("/v1/usage").json()["basic_speech"]["used_seconds"] for client in (here, there)]
        assert used == [pytest.approx(done["result"]["usage"]["seconds"], abs=1e-6)] * 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "0.0.0.0"], "base_url: is needed"),
        (["--tls-cert", "cert.pem"], "a certificate and its key go together"),
        (["--tls-cert", "no.pem", "--tls-key", "no.pem"], "cannot be served"),
        (["--base-url", "host.example"], "must be an absolute"),
        (["--host", "203.0.113.1", "--base-url", "https://host.example"], "cannot be served"),
    ],
)
def test_options_that_cannot_be_are_refused(run, options, said):
    ended = run("serve", "--port", "0", *options)
    assert ended.returncode == 2
    assert said in ended.stderr


def test_base_url_stands_before_every_address(serve, key):
    _, address = serve("--base-url", "https://api.example/persian/")
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "a-key-of-mine"}
    body = {"text": "سلام", "tier": "basic", "voice": "leyla"}
    job = httpx.post(f"{address}/v1/speech/jobs", json=body, headers=headers, timeout=30).json()
    assert job["status_url"] == f"https://api.example/persian/v1/speech/jobs/{job['id']}"


def test_organizations_on_the_command_line(run):
    assert run("orgs", "create", "acme", "--plan", "growth").returncode == 0
    assert run("orgs", "create", "acme").returncode == 2  # twice
    assert run("orgs", "create", "Not A Name").returncode == 2
    assert run("orgs", "create", "other", "--plan", "sandbox").returncode == 2  # of the test environment
    assert run("orgs", "create", "other", "--environment", "test").returncode == 0
    changed = run("orgs", "set", "acme", "--status", "past_due", "--additional-units", "500").stdout
    assert re.search(r"acme +live +growth +past_due +5,000,000 +90,000.0 +18,000.0 +500 +300", changed)
    withdrawn = run("orgs", "set", "acme", "--additional-units", "-1", "--plan", "scale").stdout
    assert re.search(r"acme +live +scale +past_due +25,000,000 .* none +1,200", withdrawn)
    assert run("orgs", "set", "acme", "--text-units", "-5").returncode == 2
    for option, amount in [
        ("--basic-seconds", "inf"),
        ("--premium-seconds", "nan"),
        ("--text-units", "1" * 21),
    ]:
        refusal = run("orgs", "set", "acme", option, amount)
        assert refusal.returncode == 2
        assert "must be 0 to" in refusal.stderr
        assert "Traceback" not in refusal.stderr
    assert run("orgs", "set", "nobody", "--text-units", "5").returncode == 2
    assert len(run("orgs", "show").stdout.splitlines()) == 3


def test_keys_on_the_command_line(run):
    run("orgs", "create", "acme")
    key = run("keys", "create", "acme", "--scope", "speech").stdout.strip()
    assert re.fullmatch(r"pe_live_[A-Za-z0-9]{52}", key)
    (id_,) = re.findall(r"^(\w{12})  live:acme +speech +member", run("keys", "list").stdout, re.MULTILINE)
    assert key.startswith(f"pe_live_{id_}")
    new = run("keys", "rotate", id_).stdout.strip()
    listed = run("keys", "list", "acme").stdout
    assert len(listed.splitlines()) == 3
    assert key[20:] not in listed
    assert new[20:] not in listed
    assert run("keys", "rotate", id_).returncode == 2  # once
    assert run("keys", "revoke", id_).returncode == 0
    assert run("keys", "revoke", "nobodys").returncode == 2
    assert run("keys", "create", "acme", "--environment", "test").returncode == 2  # no plan there
    assert run("keys", "create", "acme", "--scope", "everything").returncode == 2


def test_organizations_and_keys_as_json(run):
    made = json.loads(run("orgs", "create", "acme", "--json").stdout)
    assert (made["organization"], made["environment"], made["plan"]) == ("acme", "live", "builder")
    ended = run("keys", "create", "acme", "--scope", "speech", "--json")
    key = json.loads(ended.stdout)
    assert re.fullmatch(rf"pe_live_{key['id']}[A-Za-z0-9]{{40}}", key.pop("key"))
    assert ended.stderr == ""
    (listed,) = map(json.loads, run("keys", "list", "--json").stdout.splitlines())
    assert listed == key
    assert (key["organization"], key["environment"], key["scopes"]) == ("acme", "live", ["speech"])
    changed = json.loads(run("orgs", "set", "acme", "--text-units", "5", "--json").stdout)
    assert changed["allowances"]["text_units"] == 5
    assert [json.loads(run("orgs", "show", "--json").stdout)] == [changed]
    new = json.loads(run("keys", "rotate", key["id"], "--json").stdout)
    assert new["key"].startswith(f"pe_live_{new['id']}")


def test_serve_over_tls(serve, key, tmp_path):
    cert, private = tmp_path / "cert.pem", tmp_path / "key.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=localhost",
    ]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(private), "-out", str(cert)]
    made = subprocess.run(command, capture_output=True, check=False)
    assert made.returncode == 0, made.stderr
    _, address = serve("--tls-cert", str(cert), "--tls-key", str(private), "--host", "localhost")
    assert address.startswith("https://localhost:")
    body = {"text": "سلام", "tier": "basic", "voice": "ava"}
    headers = {"Authorization": f"Bearer {key}", "Idempotency-Key": "a-key-of-mine"}
    with httpx.Client(
        verify=ssl.create_default_context(cafile=str(cert)), headers=headers, timeout=30
    ) as client:
        job = client.post(f"{address}/v1/speech/jobs", json=body).json()
        assert job["status_url"].startswith(f"{address}/v1/speech/jobs/")
        assert client.post(job["cancel_url"]).is_success


def test_serve_says_which_extra_it_needs(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "engine.server.serving", None)
    ended = run("serve", "--port", "0")
    assert ended.returncode == 2
    assert "persian-engine[server]" in ended.stderr
