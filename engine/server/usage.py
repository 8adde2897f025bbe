"""GET /v1/usage (section 2.12)."""

from starlette.requests import Request
from starlette.responses import Response

from engine.server.admission import admit
from engine.server.answers import success
from engine.server.face import Face


async def usage(face: Face, request: Request) -> Response:
    """Where the organization stands in the environment of the key."""
    admission = await admit(face, request, None, "read")
    report = await face.pools.quick.run(face.service.usage, admission.account)
    return success(report, report.request_id, admission.window)
