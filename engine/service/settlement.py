"""The one transaction in which a result is stored and charged: both stand, or neither."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection

from engine.contract.errors import ServiceUnavailable
from engine.contract.limits import AUDIO_ADDRESS_SECONDS, IDEMPOTENCY_RETENTION_SECONDS
from engine.contract.responses import Success
from engine.contract.wire import encode
from engine.service import allowance, ledger
from engine.service.account import Account
from engine.service.cache import Cached
from engine.service.identity import identity
from engine.service.operations import Made, Operation
from engine.service.parts import Parts
from engine.service.usage import Usage, usage_of


@dataclass(frozen=True)
class Call:
    """One validated request on its way.

    Attributes:
        account: Whose it is.
        operation: What it asks for.
        request: Its body.
        request_id: Names it, and its charge.
        engine_version: Of what runs it.
        begun_at: When it began.
        promised: Whether its result can be asked for again for a day: it has a key, or is a job's.
    """

    account: Account
    operation: Operation
    request: Any
    request_id: str
    engine_version: str
    begun_at: float
    promised: bool

    @cached_property
    def content(self) -> str:
        """The identity under which its result is cached."""
        return identity(self.operation.name, self.request, self.account.scope, self.engine_version)


class Stored(NamedTuple):
    """A result whose audio, if it has any, is on the disk."""

    made: Made
    artifact: str | None


class Answer(NamedTuple):
    """A response as stored, and the id of its audio."""

    response: Success
    artifact: str | None


def store_audio(parts: Parts, made: Made) -> Stored:
    """Puts a result's audio on the disk, so that the settling transaction may refer to it.

    Raises:
        StorageUnavailable: There is no room.
    """
    if made.clip is None:
        return Stored(made, None)
    with parts.store.write() as conn:
        parts.artifacts.make_room(conn, len(made.clip.data), parts.clock.now())
    return Stored(made, parts.artifacts.write(made.clip.data))


def settle(conn: Connection, parts: Parts, call: Call, result: Stored | Cached) -> Answer:
    """Charges a request and stores its result.

    Raises:
        ServiceUnavailable: It exceeds its reservation, or has lost it; nothing is charged.
    """
    reserved = ledger.release(conn, call.request_id)
    if reserved is None:
        raise ServiceUnavailable("the request lost its reservation")
    if isinstance(result, Cached):
        return _again(conn, parts, call, result, reserved)
    made, artifact = result
    usage = _charge(conn, parts, call, made.amount, reserved, cache_hit=False)
    response = call.operation.response(
        request_id=UUID(call.request_id), engine_version=call.engine_version, usage=usage, **made.fields
    )
    now = parts.clock.now()
    if made.clip is not None and artifact is not None:
        until = _protected_until(call, now)
        parts.artifacts.record(conn, artifact, made.clip.data, made.clip.mime_type, now, until)
    if made.reusable:
        parts.cache.keep(conn, call.content, encode(response), artifact, now)
    return Answer(response, artifact)


def _again(conn: Connection, parts: Parts, call: Call, cached: Cached, reserved: float) -> Answer:
    earlier: Any = call.operation.response.model_validate_json(cached.body)
    amount = earlier.usage.units if earlier.usage.meter == "text" else earlier.usage.seconds
    usage = _charge(conn, parts, call, amount, reserved, cache_hit=True)
    now = parts.clock.now()
    until = _protected_until(call, now)
    if cached.artifact and not parts.artifacts.touch(conn, cached.artifact, now, until):
        raise ServiceUnavailable("the cached audio is gone")
    renamed = earlier.model_copy(update={"request_id": UUID(call.request_id), "usage": usage})
    return Answer(renamed, cached.artifact)


def _charge(
    conn: Connection, parts: Parts, call: Call, amount: float, reserved: float, cache_hit: bool
) -> Usage:
    meter = call.operation.meter(call.request)
    allowance.check_bound(meter, amount, reserved)
    now = parts.clock.now()
    stands = ledger.counter(conn, call.account, meter, now)
    beyond = allowance.beyond(stands, allowance.included(call.account.allowances, meter), amount)
    name, id_ = call.operation.name, call.request_id
    ledger.charge(conn, call.account, name, meter, stands, amount, beyond, id_, now)
    return usage_of(meter, call.request.text, amount, beyond, cache_hit)


def _protected_until(call: Call, now: float) -> float:
    latest = max(now, call.begun_at)  # the clock may have been set back
    return latest + AUDIO_ADDRESS_SECONDS + (IDEMPOTENCY_RETENTION_SECONDS if call.promised else 0)
