"""Section 5, Authentication; each test quotes the rule it checks."""

import re

import httpx
import pytest

from engine import RemoteEngine
from engine.contract.errors import AuthenticationFailed, PermissionRefused, ValidationFailed
from tests.conformance.asking import BASIC, BODIES, TEXT, UNKNOWN_JOB, post, refused, succeeded
from tests.conformance.following import started
from tests.service.doubles import wait_for

DAY = 86_400
ROUTES = [
    *(("POST", route) for route in BODIES),
    ("GET", f"/v1/speech/jobs/{UNKNOWN_JOB}"),
    ("GET", f"/v1/speech/jobs/{UNKNOWN_JOB}/events"),
    ("POST", f"/v1/speech/jobs/{UNKNOWN_JOB}/cancel"),
    ("GET", "/v1/usage"),
]


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_rule_1_every_route_except_the_audio_download_requires_authorization_bearer(
    http, organization, method, route
):
    """Every route except the audio download requires `Authorization: Bearer <API_KEY>`."""
    key = organization.key
    for wrong in ("", key, f"Basic {key}", "Bearer", f"Bearer {key}x", f"Bearer {key[:-1]}", "Bearer nobody"):
        response = http.request(method, route, headers={"Authorization": wrong})
        refused(response, 401, category="authentication")


def test_rule_1_over_https():
    """... over HTTPS: a client refuses to send a key in the open."""
    with pytest.raises(ValidationFailed):
        RemoteEngine("http://api.example", "a-key")


@pytest.mark.parametrize("environment", ["test", "live"])
def test_rule_2_keys_start_with_a_fixed_prefix_that_marks_the_environment(server, environment):
    """Form `<service-prefix>_test_<secret>` and `<service-prefix>_live_<secret>`."""
    organization = server.organization(environment)
    prefix, secret = re.fullmatch(rf"([a-z]+_{environment}_)([A-Za-z0-9]+)", organization.key).groups()
    other = server.organization(environment).key
    assert other.startswith(prefix)
    assert other != prefix + secret
    assert succeeded(organization.http.get("/v1/usage"))["environment"] == environment


@pytest.mark.parametrize("route", BODIES)
def test_rule_3_one_key_can_use_all_four_capabilities_by_default(http, route):
    assert post(http, route).is_success


def test_rule_3_job_routes_require_the_speech_scope(organization, server):
    """Job routes require the speech scope; a key without a scope is refused on its routes."""
    _, key = organization.another_key("translate")
    with RemoteEngine(server.address, key) as engine:
        assert engine.translate(TEXT)
        for call in (engine.diacritize, engine.pinglish, engine.speech):
            with pytest.raises(PermissionRefused):
                call(TEXT)
        with pytest.raises(PermissionRefused):
            engine.create_speech_job(TEXT, idempotency_key="a-key-of-mine")


def test_rule_3_one_key_can_use_all_four_capabilities_by_default_on_an_engine(engine):
    for call in (engine.diacritize, engine.pinglish, engine.translate, engine.speech):
        assert call(TEXT).original == TEXT


def test_rule_4_all_keys_of_one_organization_and_environment_share_the_same_limits_and_allowances(
    organization, http, world
):
    """All keys of one organization and one environment share the same limits and allowances."""
    _, key = organization.another_key()
    other = organization.client(key)
    world.to_a_new_minute()
    post(http, "/v1/translate")
    report = other.get("/v1/usage")
    assert succeeded(report)["text"]["used_units"] == 2 * len(TEXT)
    limit, remaining = (int(report.headers[f"RateLimit-{name}"]) for name in ("Limit", "Remaining"))
    assert remaining == limit - 2


def test_rule_4_keys_of_another_environment_share_no_limits_and_allowances(organization, server, http):
    """... of one organization *and one environment*."""
    server.directory.subscribe(organization.name, "test", "sandbox")
    _, key = server.directory.create_key(organization.name, "test")
    post(http, "/v1/translate")
    report = succeeded(organization.client(key).get("/v1/usage"))
    assert (report["environment"], report["plan"], report["text"]["used_units"]) == ("test", "sandbox", 0)
    assert report["organization_rpm"] != succeeded(http.get("/v1/usage"))["organization_rpm"]


def test_rule_5_a_key_secret_is_shown_once_when_created(organization, server):
    secret = organization.key.encode()
    for file in server.data_dir.rglob("*"):
        assert not file.is_file() or secret not in file.read_bytes()
    (listed,) = server.directory.keys(organization.name)
    assert organization.key not in repr(listed)


def test_rule_5_a_lost_key_is_replaced_by_creating_a_new_one_and_revoking_the_lost_one(
    server, organization, http
):
    _, new = organization.another_key()
    server.directory.revoke_key(organization.key_id)
    refused(http.get("/v1/usage"), 401)
    succeeded(post(organization.client(new), "/v1/translate"))


def test_rule_5_rotation_leaves_the_previous_key_valid_for_24_hours(server, organization, http, world):
    _, new = server.directory.rotate_key(organization.key_id)
    for client in (http, organization.client(new)):
        succeeded(client.get("/v1/usage"))
    world.forward(DAY - 60)
    succeeded(http.get("/v1/usage"))
    world.forward(61)
    refused(http.get("/v1/usage"), 401)
    succeeded(organization.client(new).get("/v1/usage"))


def test_rule_5_immediate_revocation_stops_it_at_once(server, organization, http):
    succeeded(http.get("/v1/usage"))
    server.directory.revoke_key(organization.key_id)
    refused(http.get("/v1/usage"), 401)
    with organization.engine() as engine, pytest.raises(AuthenticationFailed):
        engine.translate(TEXT)


@pytest.mark.parametrize("role", ["owner", "member"])
def test_rule_5_members_view_usage(server, organization, role):
    """Owners manage billing and invitations; members view usage and manage keys."""
    made, key = server.directory.create_key(organization.name, organization.environment, role=role)
    assert made.role == role
    succeeded(organization.client(key).get("/v1/usage"))


def test_rule_6_access_to_live_keys_begins_only_after_payment_is_verified(server):
    organization = server.organization(status="pending_payment")
    refused(post(organization.http, "/v1/translate"), 403, category="authorization")
    organization.change(status="active")
    succeeded(post(organization.http, "/v1/translate"))


def test_rule_6_sandbox_has_a_one_time_allowance_that_does_not_renew(server, world):
    """Sandbox is ... an evaluation plan with a one-time allowance that does not renew."""
    organization = server.organization("test", text_units=2 * len(TEXT), requests_per_minute=10**6)
    succeeded(post(organization.http, "/v1/translate"))
    refused(post(organization.http, "/v1/diacritize"), 402, category="quota")
    world.forward(32 * DAY)
    refused(post(organization.http, "/v1/diacritize"), 402, category="quota")


@pytest.mark.parametrize(("environment", "plan"), [("live", "sandbox"), ("test", "builder")])
def test_rule_6_sandbox_is_a_separately_approved_evaluation_plan(server, environment, plan):
    """... `test` for Sandbox keys and `live` for paid keys (rule 2)."""
    with pytest.raises(ValidationFailed):
        server.organization(environment, plan)


def test_rule_6_sandbox_is_not_a_prerequisite_for_paid_access(server):
    """It is not a prerequisite for paid access."""
    succeeded(post(server.organization("live", plan="builder").http, "/v1/translate"))


def test_rule_7_the_audio_download_route_needs_no_key_signed_addresses_are_kept_out_of_logs(server, http):
    address = succeeded(post(http, "/v1/speech", BASIC))["audio_url"]
    assert http.get(address, headers={"Authorization": ""}).status_code == 200
    wait_for(lambda: "/v1/developer/audio" in server.log.read_text())
    assert "signature=" not in server.log.read_text()


def test_rule_8_an_event_stream_cannot_carry_the_key_from_a_browser_eventsource(http, server, organization):
    """... the stream is opened from a backend: no key in the address, and no page may read it."""
    route = f"{server.address}/v1/speech/jobs/{started(http)['id']}/events"
    for name in ("api_key", "key", "access_token", "authorization"):
        refused(httpx.get(route, params={name: organization.key}, trust_env=False), 401)
    asked = {"Origin": "https://page.example", "Access-Control-Request-Headers": "authorization"}
    preflight = http.options(route, headers=asked | {"Access-Control-Request-Method": "GET"})
    refused(preflight)
    for response in (preflight, http.get(route, headers=asked)):
        assert not [name for name in response.headers if name.startswith("access-control-")]


def test_rule_9_authentication_and_authorization_failures_use_http_401_and_403(server, organization):
    """Failures use HTTP 401 and 403 (error categories `authentication` and `authorization`)."""
    refused(organization.client("nobody").get("/v1/usage"), 401, category="authentication")
    _, key = organization.another_key("translate")
    refused(post(organization.client(key), "/v1/speech"), 403, category="authorization")
