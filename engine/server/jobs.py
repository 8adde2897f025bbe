"""The job routes (sections 2.10, 3.1 and 4)."""

from uuid import uuid4

from starlette.requests import Request
from starlette.responses import Response

from engine.server.admission import admit
from engine.server.answers import success
from engine.server.body import read_body
from engine.server.face import Face
from engine.server.headers import idempotency_key


async def create(face: Face, request: Request) -> Response:
    """POST /v1/speech/jobs."""
    admission = await admit(face, request, "speech", "generate")
    body = await read_body(request, face.timing.body)
    key = idempotency_key(request)
    job = await face.pools.quick.run(face.service.create_job, admission.account, body, key)
    return success(job, job.request_id, admission.window, status=202)


async def read(face: Face, request: Request) -> Response:
    """GET /v1/speech/jobs/{job_id}."""
    admission = await admit(face, request, "speech", "read")
    job = await face.pools.quick.run(face.service.job, admission.account, request.path_params["job_id"])
    return success(job, uuid4(), admission.window)


async def cancel(face: Face, request: Request) -> Response:
    """POST /v1/speech/jobs/{job_id}/cancel."""
    admission = await admit(face, request, "speech", "read")
    job_id = request.path_params["job_id"]
    job = await face.pools.quick.run(face.service.cancel_job, admission.account, job_id)
    return success(job, uuid4(), admission.window)
