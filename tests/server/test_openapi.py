"""The OpenAPI document: current, complete, and true of the running server."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from engine.server import documented, openapi
from engine.server.app import routes_of
from tests.contract.test_errors import tree

schemathesis = pytest.importorskip("schemathesis")
checks = pytest.importorskip("schemathesis.specs.openapi.checks")

COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.json"
NOT_OVER_HTTP = {"quota_exhausted", "provider_failed"}  # a base class; nothing here has a provider
ANY_ROUTE = {"method_not_allowed"}  # of methods that the document does not list


def test_the_committed_document_is_current():
    assert COMMITTED.read_text(encoding="utf-8") == openapi.text(), (
        "run `python -m engine.server.openapi > docs/openapi.json`"
    )


def test_the_document_is_served_without_a_key(live):
    with live.client() as client:
        assert client.get("/openapi.json").json() == json.loads(openapi.text())


def test_it_has_the_servers_routes_and_no_others(live):
    served = {
        (method.lower(), route.path)
        for route in routes_of(live.face)
        if route.path.startswith("/v1")
        for method in route.methods
    }
    described = {
        (method, path) for path, methods in openapi.document()["paths"].items() for method in methods
    }
    assert served == described
    assert len(served) == 11


def test_every_error_stands_at_some_route():
    named = {error.code for operation in documented.OPERATIONS for error in operation.errors}
    assert named | NOT_OVER_HTTP | ANY_ROUTE == {kind.code for kind in tree()}


def test_the_download_has_the_headers_of_section_4_rule_5():
    file = {"Accept-Ranges", "Content-Length", "ETag"}  # Content-Type is not told as a header
    methods = openapi.document()["paths"]["/v1/developer/audio"]
    told = {
        (method, status): set(response["headers"])
        for method, operation in methods.items()
        for status, response in operation["responses"].items()
        if status < "300"
    }
    assert told == {
        ("get", "200"): file,
        ("get", "206"): file | {"Content-Range"},
        ("head", "200"): file,
    }


def test_every_reference_leads_somewhere():
    document = openapi.document()

    def references(value):
        if isinstance(value, dict):
            yield from [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            yield from (found for item in value.values() for found in references(item))
        elif isinstance(value, list):
            yield from (found for item in value for found in references(item))

    for reference in set(references(document)):
        place = document
        for part in reference.removeprefix("#/").split("/"):
            place = place[part]


CONFORMANCE = [
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.status_code_conformance,
]
schema = schemathesis.openapi.from_dict(openapi.document())
# Why a server in good order may answer 503 (section 4, rule 2).
UNAVAILABLE = {("post", "/v1/speech/jobs"): {"premium_speech_jobs_unavailable"}}


def unavailable(operation):
    return UNAVAILABLE.get((operation.method, operation.path), set())


@pytest.fixture(scope="module")
def everyones_key(live):
    return live.key_of("everyone", allowances={"requests_per_minute": 1_000_000})


@schema.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_the_document_says(case, live, everyones_key):
    secured = case.operation.definition.raw["security"]
    headers = {"Authorization": f"Bearer {everyones_key}"} if secured else {}
    response = case.call(base_url=live.address, headers=headers, timeout=20)
    assert response.status_code < 500 or response.json()["error"]["code"] in unavailable(case.operation)
    case.validate_response(response, checks=CONFORMANCE)
