"""What the models learnt: reads `weights/`, and only after every file's sha256 agrees with the manifest.

manifest.json maps a model's name to `{"config", "files", "assets", "data", "licences", "command", "scores"}`;
`files` are safetensors shards, `assets` are other files (a vocabulary) under the name the model asks for.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.contract.errors import WeightsError

if TYPE_CHECKING:
    from torch import Tensor

MANIFEST = "manifest.json"
ROW_SCALE = ".row_scale"
"""Ends the name of what an int8 tensor's rows are multiplied by: matrices may be stored in eight bits."""
_PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Checkpoint:
    """One model as stored.

    Attributes:
        config: The model's configuration dataclass as a dict.
        tensors: Weights by parameter name: fp16, or fp32 where int8 is stored.
        assets: Paths of the model's other files, verified.
    """

    config: dict[str, Any]
    tensors: "dict[str, Tensor]"
    assets: dict[str, Path]


def default_root() -> Path:
    """The folder of the weights: inside an installed package, or beside it in a checkout."""
    installed = _PACKAGE / "weights"
    return installed if installed.is_dir() else _PACKAGE.parent / "weights"


def manifest(root: Path | None = None) -> dict[str, Any]:
    """The manifest of a weights folder.

    Raises:
        WeightsError: It is missing, not JSON, or not a manifest.
    """
    path = (root or default_root()) / MANIFEST
    try:
        entries: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise WeightsError(f"{path} cannot be read: {error}", details={"file": str(path)}) from None
    if not isinstance(entries, dict) or not all(map(_is_entry, entries.values())):
        raise WeightsError(f"{path} is damaged: it is not a manifest", details={"file": str(path)})
    return entries


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and {"config", "files", "assets", "scores"} <= entry.keys()


def load(name: str, root: Path | None = None) -> Checkpoint:
    """Reads one model.

    Raises:
        WeightsError: The model is not in the manifest, or a file is missing or damaged; names the file.
    """
    from safetensors.torch import load as parse

    folder = root or default_root()
    entry = manifest(folder).get(name)
    if entry is None:
        path = folder / MANIFEST
        raise WeightsError(f"{path} holds no model {name!r}", details={"file": str(path), "model": name})
    tensors: dict[str, Tensor] = {}
    for file in entry["files"]:
        tensors.update(parse(verified(folder, file)))
    assets = {key: folder / file["name"] for key, file in entry["assets"].items()}
    for file in entry["assets"].values():
        verified(folder, file)
    return Checkpoint(entry["config"], restored(tensors), assets)


def restored(tensors: "Mapping[str, Tensor]") -> "dict[str, Tensor]":
    """Weights by parameter name, the int8 ones times the scale of their row."""
    return {
        name: tensor.float() * tensors[name + ROW_SCALE].float() if name + ROW_SCALE in tensors else tensor
        for name, tensor in tensors.items()
        if not name.endswith(ROW_SCALE)
    }


def verified(folder: Path, file: dict[str, str]) -> bytes:
    """The bytes of a manifest's file.

    Raises:
        WeightsError: It is missing, or its sha256 differs.
    """
    path = folder / file["name"]
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WeightsError(f"{path} is missing: {error}", details={"file": str(path)}) from None
    if hashlib.sha256(data).hexdigest() != file["sha256"]:
        raise WeightsError(f"{path} is damaged: its sha256 differs", details={"file": str(path)})
    return data


@cache
def fingerprint(root: Path | None = None) -> str:
    """Eight hex digits that change whenever any weight does."""
    entries = manifest(root)
    digests = [
        file["sha256"]
        for name in sorted(entries)
        for file in (*entries[name]["files"], *entries[name]["assets"].values())
    ]
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:8]
