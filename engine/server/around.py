"""For those who run the server or write clients: is it alive, what has it done, what does it offer."""

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from engine.contract.errors import ServiceUnavailable
from engine.server import openapi
from engine.server.face import Face


async def healthz(_: Face, __: Request) -> Response:
    """GET /healthz: the process answers."""
    return JSONResponse({"status": "ok"})


async def readyz(face: Face, _: Request) -> Response:
    """GET /readyz: requests will be served: the store can be read, jobs are run, no shutdown has begun."""
    if face.closing.is_set() or not await face.pools.quick.run(lambda: face.service.ready):
        raise ServiceUnavailable("the server is not ready", retry_after=1)
    return JSONResponse({"status": "ready"})


async def metrics(face: Face, _: Request) -> Response:
    """GET /metrics, in the text format of Prometheus."""
    return Response(generate_latest(face.metrics.registry), headers={"Content-Type": CONTENT_TYPE_LATEST})


async def document(_: Face, __: Request) -> Response:
    """GET /openapi.json."""
    return Response(openapi.text(), headers={"Content-Type": "application/json"})
