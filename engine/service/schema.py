"""The tables of the store. Times are seconds since 1970, amounts are text units or seconds of audio."""

from typing import Final

from sqlalchemy import Column, Double, Index, Integer, LargeBinary, MetaData, String, Table, Text

SCHEMA_VERSION: Final = 1

metadata = MetaData()

facts = Table(
    "facts",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", String(256), nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("scope", String(128), primary_key=True),
    Column("started_at", Double, nullable=False),  # billing periods are counted from here
)

# state: "running" (owner and request_id say whose), "done" (body), "job" (job_id)
idempotency = Table(
    "idempotency",
    metadata,
    Column("scope", String(128), primary_key=True),
    Column("key", String(128), primary_key=True),
    Column("identity", String(64), nullable=False),
    Column("state", String(8), nullable=False),
    Column("owner", String(36)),
    Column("request_id", String(36), nullable=False),
    Column("job_id", String(36)),
    Column("body", LargeBinary),
    Column("artifact", String(64)),
    Column("expires_at", Double, nullable=False, index=True),
)

# A reservation with an owner lives as long as that process; one without belongs to a job.
reservations = Table(
    "reservations",
    metadata,
    Column("request_id", String(36), primary_key=True),
    Column("scope", String(128), nullable=False, index=True),
    Column("meter", String(16), nullable=False),
    Column("amount", Double, nullable=False),
    Column("owner", String(36)),
)

charges = Table(
    "charges",
    metadata,
    Column("request_id", String(36), primary_key=True),
    Column("scope", String(128), nullable=False),
    Column("operation", String(16), nullable=False),
    Column("meter", String(16), nullable=False),
    Column("amount", Double, nullable=False),
    Column("beyond", Double, nullable=False),  # the part over the allowance: additional units, grace seconds
    Column("charged_at", Double, nullable=False, index=True),
)

counters = Table(
    "counters",
    metadata,
    Column("scope", String(128), primary_key=True),
    Column("period", Double, primary_key=True),
    Column("meter", String(16), primary_key=True),
    Column("amount", Double, nullable=False),
    Column("beyond", Double, nullable=False),
)

organizations = Table(
    "organizations",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("created_at", Double, nullable=False),
)

# What an organization has in one environment; its billing periods are counted from `accounts.started_at`.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("scope", String(128), primary_key=True),
    Column("organization", String(64), nullable=False, index=True),
    Column("environment", String(4), nullable=False),
    Column("plan", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("text_units", Integer, nullable=False),
    Column("basic_seconds", Double, nullable=False),
    Column("premium_seconds", Double, nullable=False),
    Column("additional_units", Integer),  # NULL: none approved
    Column("requests_per_minute", Integer, nullable=False),
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", String(12), primary_key=True),  # the part of the key that is no secret
    Column("scope", String(128), nullable=False, index=True),
    Column("salt", LargeBinary, nullable=False),
    Column("digest", LargeBinary, nullable=False),  # sha256 of salt and key
    Column("scopes", String(64), nullable=False),
    Column("role", String(8), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("valid_until", Double),  # NULL: until it is rotated or revoked
)

rates = Table(
    "rates",
    metadata,
    Column("scope", String(128), primary_key=True),
    Column("minute", Integer, primary_key=True),
    Column("requests", Integer, nullable=False),
)

# An audio file; until protected_until an address, a key or a job may lead to it.
artifacts = Table(
    "artifacts",
    metadata,
    Column("id", String(64), primary_key=True),  # sha256 of the file
    Column("mime_type", String(16), nullable=False),
    Column("size", Integer, nullable=False),
    Column("used_at", Double, nullable=False, index=True),
    Column("protected_until", Double, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("identity", String(64), primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("size", Integer, nullable=False),
    Column("artifact", String(64), index=True),
    Column("used_at", Double, nullable=False, index=True),
    Column("expires_at", Double, nullable=False, index=True),
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("scope", String(128), nullable=False),
    Column("request_id", String(36), nullable=False),
    Column("status", String(16), nullable=False),
    Column("tier", String(8), nullable=False),
    Column("request", LargeBinary, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("started_at", Double),
    Column("finished_at", Double, index=True),
    Column("owner", String(36)),  # the process at work on it
    Column("token", Integer, nullable=False),  # counts the starts; only the newest may finish the job
    Column("attempts", Integer, nullable=False),  # starts that ended with their process
    Column("result", LargeBinary),
    Column("artifact", String(64)),
    Column("error", Text),
    Index("jobs_waiting", "status", "created_at"),
)

events = Table(
    "events",
    metadata,
    Column("job_id", String(36), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("event", String(16), nullable=False),
    Column("body", LargeBinary),  # empty for `complete`, which is made from the job with a fresh address
)
