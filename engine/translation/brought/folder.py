"""What a CTranslate2 folder holds: a Persian-to-English model that the engine can run? Of which kind?

Nothing here needs the `ctranslate2` package.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import brought
from engine.brought import digest
from engine.contract.errors import WeightsError
from engine.translation.brought.kinds import KINDS, Kind

MODEL, CONFIG = "model.bin", "config.json"
_ACTION = "Convert the model as docs/translate.md says and carry the whole folder."


def kind_of(folder: Path) -> tuple[Kind, str]:
    """The kind of model in a folder, and the tag before its sources ("" for none).

    Raises:
        WeightsError: a file is missing or unreadable, or the model is of no known kind or not from Persian to
            English.
    """
    for name in (MODEL, CONFIG):
        if not (folder / name).is_file():
            raise refusal(folder / name, "is missing: this is no CTranslate2 model")
    source, target = vocabulary(folder, "source"), vocabulary(folder, "target")
    found = [
        kind
        for kind in KINDS.values()
        if (folder / kind.source_tokenizer).is_file() and (folder / kind.target_tokenizer).is_file()
    ]
    if not found:
        pairs = {(kind.source_tokenizer, kind.target_tokenizer) for kind in KINDS.values()}
        wanted = ", or ".join(sorted(" and ".join(dict.fromkeys(pair)) for pair in pairs))
        raise refusal(folder, f"holds no tokenizer that is known here: {wanted}")
    for kind in found:
        if kind.optional_tags and not any(map(_is_tag, source)):
            return kind, ""
        if {kind.source_tag, kind.target_tag} - {""} <= source | target:
            return kind, kind.source_tag
    tags = " or ".join(f"{kind.source_tag} and {kind.target_tag or 'no target tag'}" for kind in found)
    raise refusal(folder, f"lacks the language codes of Persian to English: {tags}")


def _is_tag(piece: str) -> bool:
    return piece.startswith(">>") and piece.endswith("<<")


def vocabulary(folder: Path, side: str) -> set[str]:
    """The pieces that the model knows on a side, "source" or "target"."""
    for path in _vocabulary_files(folder):
        if path.name.startswith((side, "shared")):
            try:
                text = path.read_text(encoding="utf-8")
                return set(json.loads(text) if path.suffix == ".json" else text.splitlines())
            except (OSError, ValueError, TypeError) as error:
                raise refusal(path, f"cannot be read: {error}") from None
    raise refusal(folder / f"{side}_vocabulary.json", "is missing, and so is shared_vocabulary.json")


def config(folder: Path) -> dict[str, Any]:
    """The model's config.json."""
    try:
        found: Any = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise refusal(folder / CONFIG, f"cannot be read: {error}") from None
    if not isinstance(found, dict):
        raise refusal(folder / CONFIG, "is damaged: it is not an object")
    return found


def digests(folder: Path, kind: Kind) -> dict[str, str]:
    """sha256 of every file that the model runs on, by name."""
    tokenizers = {kind.source_tokenizer, kind.target_tokenizer}
    names = {MODEL, CONFIG, *tokenizers, *(path.name for path in _vocabulary_files(folder))}
    return {name: digest(folder / name) for name in sorted(names)}


def refusal(path: Path, message: str, action: str = _ACTION) -> WeightsError:
    """The error about a file or folder of a brought model."""
    return brought.refusal(path, message, action)


def _vocabulary_files(folder: Path) -> Iterator[Path]:
    for side in ("shared", "source", "target"):
        for suffix in ("json", "txt"):  # older converters write plain lines
            path = folder / f"{side}_vocabulary.{suffix}"
            if path.is_file():
                yield path
