"""Reading a request's body: never more of it than the contract allows, and not forever (section 1.2)."""

import asyncio
from typing import Final

from starlette.requests import ClientDisconnect, Request

from engine.contract.errors import BodyIncomplete
from engine.contract.limits import MAX_BODY_BYTES
from engine.contract.wire import check_size

# Of a body that is too large so much is read and dropped, since a client that is cut off while it
# sends may not read the answer.
_DRAINED_BYTES: Final = 2**20


async def read_body(request: Request, seconds: float) -> bytes:
    """The body as it came, whether its length was said before or it came in chunks.

    Raises:
        BodyTooLarge: It is over 32,768 bytes.
        BodyIncomplete: It was not there in time, or the client left.
    """
    body = bytearray()
    drained = 0
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                room = MAX_BODY_BYTES + 1 - len(body)
                body += chunk[:room]
                drained += len(chunk)
                if drained > _DRAINED_BYTES:
                    break
    except TimeoutError:
        raise BodyIncomplete(f"the body was not there after {seconds:g} seconds") from None
    except ClientDisconnect:
        raise BodyIncomplete("the client left before the body's end") from None
    check_size(bytes(body))
    return bytes(body)
