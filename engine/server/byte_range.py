"""The Range header: one range of bytes (section 4, rule 5; RFC 9110, section 14)."""

import re
from typing import Final, NamedTuple

from engine.contract.errors import RangeNotSatisfiable

_FORM: Final = re.compile(r"([0-9]*)-([0-9]*)", re.ASCII)


class ByteRange(NamedTuple):
    """First and last byte, both inside the file."""

    first: int
    last: int


def byte_range(header: str, size: int) -> ByteRange | None:
    """The range asked for of a file of `size` bytes; None for a unit other than bytes.

    Raises:
        RangeNotSatisfiable: It lies outside the file, is none, or is more than one.
    """
    unit, equals, wanted = header.partition("=")
    if not equals or unit.strip().lower() != "bytes":
        return None
    match = _FORM.fullmatch(wanted.strip())
    if match is None or match[0] == "-":
        raise _refused("the Range header must hold one range `bytes=<start>-<end>`", size)
    first, last = match[1], match[2]
    if not first:
        found = ByteRange(max(0, size - _number(last)), size - 1)
    else:
        found = ByteRange(_number(first), min(_number(last), size - 1) if last else size - 1)
    if found.first > found.last:
        raise _refused(f"the range {match[0]} holds no byte of a file of {size}", size)
    return found


def _number(digits: str) -> int:
    return int(digits.lstrip("0")[:18] or "0")  # more digits than any file has bytes change nothing


def _refused(message: str, size: int) -> RangeNotSatisfiable:
    return RangeNotSatisfiable(message, details={"field": "Range", "size": size})
