"""GET and HEAD /v1/developer/audio: finished audio by its signed address (section 4, rule 5; RFC 9110)."""

import asyncio
from collections.abc import AsyncIterator
from typing import BinaryIO, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from engine.contract.errors import AudioAddressRefused, NotFound, RangeNotSatisfiable
from engine.server.answers import refusal
from engine.server.byte_range import ByteRange, byte_range
from engine.server.face import Face
from engine.service.artifacts import AudioFile

_CHUNK_BYTES: Final = 2**16
_FIELDS: Final = ("id", "expires", "signature")


async def download(face: Face, request: Request) -> Response:
    """The file, a part of it, or word that the client has it already. The address alone authorizes."""
    query = request.query_params
    if sorted(name for name, _ in query.multi_items()) != sorted(_FIELDS):
        raise AudioAddressRefused("the audio address needs its id, expires and signature, once each")
    file = await face.pools.quick.run(face.service.signed_audio, *(query[name] for name in _FIELDS))
    etag = f'"{file.id}"'
    headers = {"Accept-Ranges": "bytes", "ETag": etag, "Cache-Control": "private"}
    if _is_known(request.headers.getlist("if-none-match"), etag):
        return Response(None, 304, headers)
    headers |= {"Content-Type": file.mime_type, "Content-Length": str(file.size)}
    if request.method == "HEAD":
        return Response(None, 200, headers)
    try:
        part = _part(request, etag, file.size)
    except RangeNotSatisfiable as error:
        return refusal(error, {"Content-Range": f"bytes */{file.size}"})
    content = await face.pools.quick.run(_opened, file)
    if part is None:
        return StreamingResponse(_read(face, content, ByteRange(0, file.size - 1)), 200, headers)
    headers["Content-Range"] = f"bytes {part.first}-{part.last}/{file.size}"
    headers["Content-Length"] = str(part.last - part.first + 1)
    return StreamingResponse(_read(face, content, part), 206, headers)


def _is_known(given: list[str], etag: str) -> bool:
    """If-None-Match by weak comparison (RFC 9110, section 13.1.2)."""
    tags = [tag.strip() for header in given for tag in header.split(",")]
    return "*" in tags or etag in (tag.removeprefix("W/") for tag in tags)


def _part(request: Request, etag: str, size: int) -> ByteRange | None:
    """The range to send; None for all, also when If-Range names another file (RFC 9110, section 13.1.5)."""
    ranges = request.headers.getlist("range")
    if not ranges or request.headers.getlist("if-range") not in ([], [etag]):
        return None
    return byte_range(",".join(ranges), size)


def _opened(file: AudioFile) -> BinaryIO:
    try:
        return file.path.open("rb")
    except FileNotFoundError:  # swept a moment ago
        raise NotFound("the audio object is not here", details={"field": "id"}) from None


async def _read(face: Face, content: BinaryIO, part: ByteRange) -> AsyncIterator[bytes]:
    try:
        content.seek(part.first)
        left = part.last - part.first + 1
        while left:
            chunk = await asyncio.to_thread(content.read, min(_CHUNK_BYTES, left))
            if not chunk:
                return
            left -= len(chunk)
            yield chunk
    finally:
        content.close()
