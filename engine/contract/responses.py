"""What the text routes answer (sections 2.5 to 2.8)."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from engine.contract.base import Count, Strict
from engine.contract.names import OperationType, PinglishStyle, VowelNotation
from engine.contract.usage import TextUsage


class Success(Strict):
    """Fields of every successful generation response (section 2.5); `usage` is narrowed by each route."""

    request_id: UUID
    engine_version: str


class Operation(Strict):
    """One mark to insert after code point `source_index` of the original (section 2.6)."""

    source_index: Count
    mark: str
    type: OperationType


class DiacritizeResponse(Success):
    """Answer of POST /v1/diacritize (section 2.6)."""

    usage: TextUsage
    original: str
    marked: str
    operations: tuple[Operation, ...]


class AlignmentItem(Strict):
    """One source word and its romanisation (section 2.7); positions are code points, the end exclusive."""

    source_start: Count
    source_end: Annotated[int, Field(ge=1)]
    source: str
    pinglish: str


class PinglishResponse(Success):
    """Answer of POST /v1/pinglish (section 2.7)."""

    usage: TextUsage
    original: str
    pinglish: str
    style: PinglishStyle
    vowel_notation: VowelNotation
    alignment: tuple[AlignmentItem, ...]
    warnings: tuple[str, ...]


class TranslateResponse(Success):
    """Answer of POST /v1/translate (section 2.8)."""

    usage: TextUsage
    original: str
    translation: str
    source_language: Literal["fa"]
    target_language: Literal["en"]
