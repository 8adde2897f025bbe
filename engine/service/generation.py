"""A generation request from its validated body to its answer: begin, run, settle, or give everything back."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection

from engine.contract.errors import EngineError, ServiceUnavailable
from engine.contract.parameters import idempotency_key
from engine.contract.wire import encode
from engine.service import allowance, idempotency, ledger
from engine.service.account import Account
from engine.service.cache import Cached
from engine.service.capabilities import SpeechStopped, StopCheck
from engine.service.identity import identity
from engine.service.operations import Made, Operation
from engine.service.parts import Parts
from engine.service.settlement import Answer, Call, Stored, settle, store_audio


class Generation:
    """Runs requests in the caller's thread.

    Args:
        parts: Of the engine.
        should_stop: Whether running synthesis is to give up, because the engine closes.

    Several requests of one operation may run as one batch: all of them succeed, or none is charged.
    """

    def __init__(self, parts: Parts, should_stop: StopCheck) -> None:
        self._parts = parts
        self._should_stop = should_stop

    def run(
        self,
        account: Account,
        operation: Operation,
        requests: Sequence[Any],
        keys: Sequence[str | None],
        request_ids: Sequence[str],
    ) -> list[Answer]:
        """Answers validated requests that differ in their text alone, in order.

        Args:
            keys: The idempotency key of each, or None.
            request_ids: The name of each, should it run.

        Raises:
            EngineError: Nothing was charged and no key was used up.
        """
        keys = [idempotency_key(key) for key in keys]
        version, now = self._parts.capabilities.engine_version, self._parts.clock.now()
        calls = [
            Call(account, operation, request, request_id, version, now, promised=key is not None)
            for request, request_id, key in zip(requests, request_ids, keys, strict=True)
        ]
        with self._parts.presence.at_work(*request_ids):
            with self._parts.store.write(durable=False) as conn:  # claims that end with this process
                starts = [self._begin(conn, call, key) for call, key in zip(calls, keys, strict=True)]
            try:
                results = self._make(calls, starts)
                with self._parts.store.write() as conn:
                    return [
                        result if isinstance(result, Answer) else self._settle(conn, call, key, result)
                        for call, key, result in zip(calls, keys, results, strict=True)
                    ]
            except BaseException:
                # Should even this fail, the leases end all the same: nobody is at work on them any more.
                with suppress(EngineError):
                    self._give_back(calls, keys)
                raise

    def _begin(self, conn: Connection, call: Call, key: str | None) -> Answer | Cached | None:
        now = self._parts.clock.now()
        account, operation, request = call.account, call.operation, call.request
        if key is not None:
            record = idempotency.claim(
                conn,
                self._parts.presence,
                scope=account.scope,
                key=key,
                identity=identity(operation.name, request),
                request_id=call.request_id,
                now=now,
                retry_after=operation.retry_after,
            )
            if record is not None:
                return Answer(operation.response.model_validate_json(record.body), record.artifact)
        meter, need = operation.meter(request), operation.need(request)
        allowance.admit(conn, self._parts.presence, account, meter, need, now)
        ledger.reserve(conn, account, meter, need, call.request_id, self._parts.presence.owner)
        return self._parts.cache.find(conn, call.content, now)

    def _make(
        self, calls: Sequence[Call], starts: Sequence[Answer | Cached | None]
    ) -> list[Answer | Cached | Stored]:
        fresh = [call for call, start in zip(calls, starts, strict=True) if start is None]
        made: Iterator[Made] = iter(())
        if fresh:
            requests = [call.request for call in fresh]
            try:
                made = iter(fresh[0].operation.make(self._parts.capabilities, requests, self._should_stop))
            except SpeechStopped:
                raise ServiceUnavailable("the engine is closing", retry_after=1) from None
        return [store_audio(self._parts, next(made)) if start is None else start for start in starts]

    def _settle(self, conn: Connection, call: Call, key: str | None, result: Stored | Cached) -> Answer:
        answer = settle(conn, self._parts, call, result)
        if key is not None:
            idempotency.keep_result(
                conn,
                scope=call.account.scope,
                key=key,
                request_id=call.request_id,
                body=encode(answer.response),
                artifact=answer.artifact,
                now=self._parts.clock.now(),
            )
        return answer

    def _give_back(self, calls: Sequence[Call], keys: Sequence[str | None]) -> None:
        with self._parts.store.write(durable=False) as conn:
            for call, key in zip(calls, keys, strict=True):
                ledger.release(conn, call.request_id)
                if key is not None:
                    idempotency.release(conn, scope=call.account.scope, key=key, request_id=call.request_id)
