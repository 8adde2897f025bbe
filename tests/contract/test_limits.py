"""The numbers of section 8."""

import pytest

from engine.contract import limits


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MAX_TEXT_CODE_POINTS", 6_000),
        ("MAX_BODY_BYTES", 32_768),
        ("MAX_DIRECTOR_NOTES", 600),
        ("MIN_PACE", 0.75),
        ("MAX_PACE", 1.25),
        ("MIN_IDEMPOTENCY_KEY", 8),
        ("MAX_IDEMPOTENCY_KEY", 128),
        ("IDEMPOTENCY_RETENTION_SECONDS", 86_400),
        ("AUDIO_CACHE_RETENTION_SECONDS", 2_592_000),
        ("AUDIO_ADDRESS_SECONDS", 3_600),
        ("JOB_RETENTION_SECONDS", 86_400),
        ("JOB_MAX_RUNTIME_SECONDS", 7_200),
        ("PREMIUM_SECTION_TARGET_SECONDS", 150),
        ("PREMIUM_SECTION_CEILING_SECONDS", 180),
        ("TRANSLATION_MULTIPLIER", 2),
        ("MIN_SECONDS_TO_START", 1.0),
    ],
)
def test_limits_are_the_documents(name, value):
    assert getattr(limits, name) == value
