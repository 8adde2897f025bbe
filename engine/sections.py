"""Texts of any length as the requests they are sent in (section 1.7): parts in order, each with a key."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from engine.contract.limits import MAX_TEXT_CODE_POINTS
from engine.contract.persian import has_persian_letter
from engine.text.split import split_text


@dataclass(frozen=True)
class Section:
    """One part of a long text.

    Attributes:
        text: The part; all parts joined give the whole.
        key: Idempotency key: the same part of the same text under the same options has the same key on one
            engine, so that a repeated run is not charged again. None where the text fits one request and no
            key was given.
        persian: Whether it holds a Persian letter; the contract takes no other text, so it passes through.
    """

    text: str
    key: str | None
    persian: bool


def plan(
    text: str,
    operation: str,
    options: Mapping[str, object],
    *,
    key: str | None = None,
    version: str | None = None,
    limit: int = MAX_TEXT_CODE_POINTS,
) -> list[Section]:
    """Cuts `text` at paragraph or sentence ends into requests of at most `limit` code points.

    Args:
        operation: Name of the route, part of each key's identity.
        options: The request's other fields, likewise.
        key: The caller's own idempotency key; parts of a long text derive theirs from it.
        version: What runs the requests, where that is known: without a key of the caller's own, other weights
            or another lexicon give other keys, so that no result of theirs is returned.
    """
    if len(text) <= limit:
        return [Section(text, key, True)]
    parts = split_text(text, limit)
    parted = [key, operation, options, text]
    if key is None and version is not None:
        parted.append(version)
    identity = json.dumps(parted, ensure_ascii=False, sort_keys=True)
    digest = hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:40]
    return [
        Section(part, f"section-{digest}-{number:06d}", has_persian_letter(part))
        for number, part in enumerate(parts)
    ]
