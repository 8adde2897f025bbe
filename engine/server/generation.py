"""The four synchronous generation routes (sections 2.1 to 2.9)."""

from starlette.requests import Request
from starlette.responses import Response

from engine.server.admission import admit
from engine.server.answers import success
from engine.server.body import read_body
from engine.server.face import Face
from engine.server.headers import idempotency_key
from engine.service.api_keys import Scope


async def generate(face: Face, operation: Scope, request: Request) -> Response:
    """POST /v1/<operation>. Once begun, a request runs to its end even if its client leaves."""
    admission = await admit(face, request, operation, "generate")
    body = await read_body(request, face.timing.body)
    key = idempotency_key(request)
    answer = await face.pools.of(operation).run(
        face.service.generate, admission.account, operation, body, key
    )
    return success(answer, answer.request_id, admission.window)
