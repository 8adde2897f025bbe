"""Section 9, Versioning; each test quotes the rule it checks."""

import pytest

from tests.conformance.asking import BODIES, PREMIUM, TEXT, post, refused, succeeded
from tests.conformance.following import started


@pytest.mark.parametrize("route", [*BODIES, "/v1/usage"])
def test_rule_1_every_path_starts_with_v1(http, route):
    for path in (route.removeprefix("/v1"), route.replace("/v1", "/v2")):
        refused(http.post(path, json={"text": TEXT}), 404)


@pytest.mark.parametrize("route", ["/v1/diacritize", "/v1/pinglish", "/v1/translate", "/v1/speech"])
def test_rule_2_each_success_body_carries_engine_version_a_stable_string(http, route):
    """Each success body carries `engine_version`, a stable string naming the processing engine."""
    versions = {succeeded(post(http, route))["engine_version"] for _ in range(2)}
    assert versions == {succeeded(http.get("/v1/usage"))["engine_version"]}


@pytest.mark.parametrize("deployment", ["production", "staging", "development"])
def test_rule_3_production_supports_basic_jobs_only(staged, deployment):
    """Premium job support differs between environments: production supports Basic jobs only."""
    http = staged(deployment).organization().http
    assert started(http)["tier"] == "basic"
    premium = post(http, "/v1/speech/jobs", PREMIUM)
    assert premium.status_code == (503 if deployment == "production" else 202)
